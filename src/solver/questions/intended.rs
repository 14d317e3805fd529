//! Checks that the intended solution solves the level, practises the concept, and has its locked marks.
//!
//! The rules in plain Rust judge it; the solver is asked only if a concept has rules of the designer's own.

use crate::engine::play_questions::{FoundPlays, concept_is, play_options, plays};
use crate::engine::verify_play::encoding_accepts;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::engine::ask::Ask;
use crate::engine::plan;
use crate::engine::query::{Query, QueryKind, QuerySlice};
use crate::engine::{level_properties, practises, solves, why, with_level_judged};
use crate::values::answer::{Truth, sites_json};
use crate::values::finding::Origin;
use crate::values::report::{LevelReport, ReportKind};
use crate::values::status::{Status, Why};
use crate::values::topic::{Topic, TopicWords};
use crate::values::worker_messages::{SessionRequest, Word};
use crate::worker::remote::another_answer;
use foolproof_asp::{Assume, Atom, Program};
use foolproof_game::{Game, Verdict};
use foolproof_level::{Board, Level, Place, Play, Site};

pub(crate) const SLICE: QuerySlice =
    QuerySlice::of(&[QueryKind::of::<CheckIntended>()], &[ReportKind::of::<IntendedVerdict>()]);

impl Topic {
    /// Tells whether the intended solution solves the level and practises the concept.
    pub const INTENDED: Self = Self(
        &TopicWords::new("intended", "Does the intended solution work?", "intended solution")
            .proved("intended solution works")
            .refuted("intended solution fails"),
    );
}

/// Checks whether the intended solution solves the level and practises its concept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CheckIntended;

/// Tells whether the intended solution solves the level and practises the concept, or its flaw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IntendedVerdict(pub Truth<(), IntendedFlaw>);

/// A problem of the intended solution, as a clause about it, and the sites that prove it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IntendedFlaw {
    pub why: String,
    pub sites: Vec<Site>,
}

impl Query for CheckIntended {
    fn topic() -> Topic {
        Topic::INTENDED
    }

    fn answer(&self, ask: &mut Ask<'_>, _: &Program) {
        ask.origin = Origin::Rules;
        let found = match flaw(ask) {
            Ok(None) if ask.level.intended.is_none() => {
                Err(Why::moot("there is no intended solution"))
            }
            Ok(None) => Ok(Truth::Holds(())),
            Ok(Some((why, sites))) => Ok(Truth::Fails(IntendedFlaw { why, sites })),
            Err(why) => Err(why),
        };
        ask.report(found.map(IntendedVerdict));
    }

    fn asks_for_concept(&self) -> bool {
        true
    }

    fn may_be_kept(&self) -> bool {
        false
    }
}

impl LevelReport for IntendedVerdict {
    fn topic() -> Topic {
        Topic::INTENDED
    }

    fn status(&self) -> Status {
        self.0.status()
    }

    fn detail(&self) -> Option<(&'static str, Value)> {
        let IntendedFlaw { why, sites } = self.flaw()?;
        Some(("flaw", json!({ "why": why, "sites": sites_json(sites) })))
    }

    fn sentence(&self, _: Board) -> Option<String> {
        Some(self.flaw()?.why.clone())
    }
}

impl IntendedVerdict {
    pub fn flaw(&self) -> Option<&IntendedFlaw> {
        match &self.0 {
            Truth::Fails(flaw) => Some(flaw),
            _ => None,
        }
    }
}

/// A problem of the intended solution, as a clause about it, and the sites that prove it.
fn flaw(ask: &mut Ask<'_>) -> Result<Option<(String, Vec<Site>)>, Why> {
    let nothing = Play::default();
    let play = ask.level.intended.as_ref();
    let held = &ask.level.intended_locked;
    let bare: Vec<Site> = held
        .iter()
        .filter(|site| play.unwrap_or(&nothing).get(**site).is_none())
        .copied()
        .collect();
    if let Some(first) = bare.first() {
        let why = format!("it is locked on {}, where it has no mark", first.name());
        return Ok(Some((why, bare)));
    }
    let Some(play) = play else { return Ok(None) };
    if ask.game.rules().is_none() {
        ask.origin = Origin::Solver;
        if !encoding_accepts(ask, ask.level, play)? {
            return Ok(Some(("it does not solve the level".to_owned(), Vec::new())));
        }
    }
    let patience = ask.patience();
    match ask.game.judge_until(ask.level, play, &|| patience.is_over()) {
        Verdict::Undecided { .. } if ask.game.rules().is_none() => {}
        Verdict::Undecided { .. } if patience.is_over() => return Err(patience.why()),
        Verdict::Solved => {}
        Verdict::Unsolved { why, sites } | Verdict::Illegal { why, sites } => {
            return Ok(Some((format!("it does not solve the level: {why}"), sites)));
        }
        Verdict::Undecided { why, .. } => return Err(Why::Undecided(why)),
    }
    Ok(match intended_practises(ask, play)? {
        true => None,
        false => {
            let why = "it is a shortcut itself: the concept is missing from it";
            Some((why.to_owned(), Vec::new()))
        }
    })
}

fn intended_practises(ask: &mut Ask<'_>, play: &Play) -> Result<bool, Why> {
    let properties = level_properties(ask.game, ask.level);
    let level = match properties.is_empty() {
        true => ask.level.clone(),
        false => with_level_judged(ask, &properties).ok_or(ask.patience().why())?,
    };
    match practises(ask.game, &level, play) {
        Some(truth) => Ok(truth),
        None => {
            let program = plan::fixed_program(ask.game, &level).map_err(Why::from)?;
            ask.origin = Origin::Solver;
            concept_of(&mut ask.about(&level), &program, play)
        }
    }
}

/// Returns whether a solution practises a concept that only the solver can read.
fn concept_of(ask: &mut Ask<'_>, program: &Program, play: &Play) -> Result<bool, Why> {
    let slot = ask.session(program, &play_options()).map_err(why)?;
    let request = slot.ask(SessionRequest::Atoms { name: "play".to_owned(), arity: 2 });
    let Word::Atoms(atoms) = ask.call(request).map_err(why)? else {
        return Err(why(another_answer()));
    };
    let put = |(site, mark): (Site, &_)| Atom::new("play", [site.to_string(), format!("{mark}")]);
    let drawn: Vec<Atom> = play.iter().map(put).collect();
    let others = atoms.into_iter().map(|(atom, _)| atom).filter(|atom| !drawn.contains(atom));
    let whole: Vec<Assume> = others.map(|atom| (atom, false)).collect();
    let whole = drawn.iter().cloned().map(|atom| (atom, true)).chain(whole);
    let whole: Vec<Assume> = whole.collect();
    let mut halt = None;
    for truth in [true, false] {
        let assume = whole.iter().cloned().chain([concept_is(truth)]).collect();
        match plays(ask, program, assume, 1) {
            FoundPlays::Plays { plays, .. } if !plays.is_empty() => return Ok(truth),
            FoundPlays::Plays { halt: stopped, .. } => halt = halt.or(stopped),
            FoundPlays::Not(why) => return Err(why),
        }
    }
    Err(halt.map_or_else(
        || {
            Why::EncodingFault(
                "the solver's rules reject a solution that the game's rules accept".to_owned(),
            )
        },
        Why::from,
    ))
}

/// Updates the intended solution after marks were removed: a mark of the designer's may be the player's now,
/// such as the digit of a clue.
pub(crate) fn carried(game: &dyn Game, before: &Level, mut after: Level) -> Level {
    let Some(play) = &before.intended else { return after };
    if !solves(game, before, play) || solves(game, &after, play) {
        return after;
    }
    let is_free = |site: &Site| site.place != Place::Cell || after.mark(*site).is_none();
    let whole = game.whole(before, play);
    let own: Play = whole
        .iter()
        .filter(|(site, _)| play.get(*site).is_some() || is_free(site))
        .map(|(site, mark)| (site, mark.clone()))
        .collect();
    if solves(game, &after, &own) {
        after.intended = Some(own);
    }
    after
}
