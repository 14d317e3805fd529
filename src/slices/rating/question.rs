//! The rating of a level: measures of it and of its solutions.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use foolproof_game::{Game, Measure, MeasureKind, Rated, RatingCut, SeenSolutions, listed};
use foolproof_level::Play;
use foolproof_solver::{
    Answer, Ask, Count, CountSolutions, CountedSolutions, Finding, LevelReport, Origin, Program,
    Query, QueryKind, QuerySlice, Question, ReportKind, Status, Topic, TopicWords, Why,
};

pub(super) const QUESTIONS: QuerySlice =
    QuerySlice::of(&[QueryKind::of::<RateLevel>()], &[ReportKind::of::<MeasuredLevel>()]);

/// The topic of a level's difficulty.
pub const RATING: Topic = Topic(&TopicWords::new("rating", "How hard is it?", "measures"));

/// Maximum number of solutions to examine: as many as are counted live, so that they are available.
const LOOKED_AT: u32 = 100;
/// Divisor of a question's time that gives the time for finding solutions: a quarter.
const SHARE: u32 = 4;

/// The question to measure the level and the given solutions. If none is given, solutions are searched.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RateLevel {
    pub solutions: Vec<Play>,
}

/// The measures of a level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MeasuredLevel {
    pub measures: Vec<Measure>,
    /// Reason why some measures are missing.
    pub halt: Option<Why>,
}

impl MeasuredLevel {
    /// Reads a finding; `None` if measures were not its question.
    pub(crate) fn of(finding: &Finding) -> Option<Self> {
        match (finding.answer.report::<Self>(), finding.status()) {
            (Some(measured), _) => Some(measured.clone()),
            (None, Status::Unknown(why)) => Some(Self { measures: Vec::new(), halt: Some(why) }),
            (None, _) => None,
        }
    }

    /// Returns the measures of a game that are missing because something cut them short.
    pub(crate) fn missing(&self, game: &dyn Game) -> Vec<MeasureKind> {
        let is_known = |id: &str| self.measures.iter().any(|measure| measure.id == id);
        let all = self.halt.as_ref().map(|_| game.ranked_measures()).unwrap_or_default();
        all.into_iter().filter(|kind| !is_known(&kind.id)).collect()
    }

    /// Returns the missing measures with the reason; `None` if none is missing.
    pub(crate) fn unknown(&self, game: &dyn Game) -> Option<UnknownMeasures> {
        let halt = self.halt.as_ref()?;
        let cut_short = matches!(
            halt,
            Why::Time | Why::TimeNear(_) | Why::Memory(_) | Why::Stopped | Why::Crashed(_)
        );
        let missing = self.missing(game).into_iter();
        let measures: Vec<String> = missing.map(|kind| kind.id.into_owned()).collect();
        let unknown = UnknownMeasures { measures, why: halt.words(), cut_short };
        (!unknown.measures.is_empty()).then_some(unknown)
    }
}

/// Measures that are missing because something cut them short.
#[derive(Serialize)]
pub(crate) struct UnknownMeasures {
    pub measures: Vec<String>,
    pub why: String,
    /// More time or memory could give them.
    #[serde(skip)]
    pub cut_short: bool,
}

impl UnknownMeasures {
    /// Returns the measures and the reason on one line.
    pub(crate) fn words(&self) -> String {
        format!("{} not known: {}", listed(&self.measures, "and"), self.why)
    }
}

impl RateLevel {
    /// Returns the question about the level and the solutions that a search finds.
    pub fn question() -> Question {
        Self::default().into()
    }
}

impl Query for RateLevel {
    fn topic() -> Topic {
        RATING
    }

    fn answer(&self, ask: &mut Ask<'_>, _: &Program) {
        let (plays, in_all, uncounted) = match self.solutions.as_slice() {
            [] => solutions_for_rating(ask),
            given => (given.to_vec(), None, None),
        };
        let patience = ask.patience();
        let seen = SeenSolutions { plays: &plays, in_all };
        let Rated { measures, cut } = ask.game.rate(ask.level, seen, &|| patience.is_over());
        let cut = cut.map(|cut| match cut {
            RatingCut::Time => Why::Time,
            RatingCut::Memory => Why::Memory(None),
        });
        let is_whole = measures.len() == ask.game.ranked_measures().len();
        let halt = patience.check().err().or(cut).or(uncounted).filter(|_| !is_whole);
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

/// Returns some solutions, their number if known, and otherwise the reason why not all were found. Mostly
/// answered from the cache.
fn solutions_for_rating(ask: &mut Ask<'_>) -> (Vec<Play>, Option<u64>, Option<Why>) {
    if ask.game.rating().is_none() {
        return (Vec::new(), None, None);
    }
    let end = ask.started.elapsed() + ask.left() / SHARE;
    let mut inner = ask.about(ask.level).ending(end);
    inner.route(&CountSolutions { cap: LOOKED_AT }.into());
    let counted = inner.found.iter().rev().find_map(Answer::report::<CountedSolutions>);
    let Some(counted) = counted else {
        let why = inner.found.iter().rev().find_map(|answer| match answer.status() {
            Status::Unknown(why) if !why.is_moot() => Some(why),
            _ => None,
        });
        return (Vec::new(), None, why);
    };
    let in_all = match counted.number {
        Count::Exactly(number) => Some(number),
        Count::AtLeast(_) => None,
    };
    (counted.plays.clone(), in_all, counted.cut.clone())
}
