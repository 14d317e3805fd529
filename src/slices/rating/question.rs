//! The rating of a level: measures of it and of its solutions.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use foolproof_games::{Measure, SeenSolutions};
use foolproof_level::Play;
use foolproof_solver::{
    Answer, Ask, Count, CountSolutions, CountedSolutions, Engine, LevelReport, Origin, Program,
    Query, QueryKind, QuerySlice, Question, ReportKind, Status, Topic, TopicWords, Why,
};

pub(super) const QUESTIONS: QuerySlice =
    QuerySlice::of(&[QueryKind::of::<RateLevel>()], &[ReportKind::of::<MeasuredLevel>()]);

/// How hard a level is.
pub const RATING: Topic = Topic(&TopicWords::new("rating", "How hard is it?", "measures"));

/// The most solutions to examine: as many as are counted live, so that they are available.
const LOOKED_AT: u32 = 100;
/// The part of a question's time for finding solutions: a quarter.
const SHARE: u32 = 4;

/// Measures the level and these of its solutions; if none is given, those that are found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RateLevel {
    pub solutions: Vec<Play>,
}

/// The measures of a level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MeasuredLevel {
    pub measures: Vec<Measure>,
    /// What cut them short, so that some are missing.
    pub halt: Option<Why>,
}

impl RateLevel {
    /// The question about the level and solutions that are looked for.
    pub fn question() -> Question {
        Self::default().into()
    }
}

impl Query for RateLevel {
    fn topic() -> Topic {
        RATING
    }

    fn answer(&self, engine: &mut Engine, ask: &mut Ask<'_>, _: &Program) {
        let (plays, in_all) = match self.solutions.as_slice() {
            [] => solutions_for_rating(engine, ask),
            given => (given.to_vec(), None),
        };
        let patience = ask.patience();
        let seen = SeenSolutions { plays: &plays, in_all };
        let measures = ask.game.rate(ask.level, seen, &|| patience.is_over());
        let halt = patience.check().err();
        ask.origin = Origin::Rules;
        ask.report(Ok(MeasuredLevel { measures, halt }));
    }
}

impl LevelReport for MeasuredLevel {
    fn topic() -> Topic {
        RATING
    }

    fn status(&self) -> Status {
        self.halt.clone().map_or(Status::Proved, Status::Unknown)
    }

    fn detail(&self) -> Option<(&'static str, Value)> {
        Some(("measures", json!(self.measures)))
    }
}

/// Some solutions, and their number if known; mostly known from before.
fn solutions_for_rating(engine: &mut Engine, ask: &Ask<'_>) -> (Vec<Play>, Option<u64>) {
    if ask.game.rating().is_none() {
        return (Vec::new(), None);
    }
    let mut quiet = |_| {};
    let mut inner = ask.about(ask.level, &mut quiet);
    inner.limits.time = ask.started.elapsed() + ask.left() / SHARE;
    engine.route(&mut inner, &CountSolutions { cap: LOOKED_AT }.into());
    let counted = inner.found.iter().rev().find_map(Answer::report::<CountedSolutions>);
    match counted.map(|counted| (counted.plays.clone(), &counted.number)) {
        Some((plays, Count::Exactly(number))) => (plays, Some(*number)),
        Some((plays, Count::AtLeast(_))) => (plays, None),
        None => (Vec::new(), None),
    }
}
