//! Adds the fewest clues of a solution on open sites that leave the level only that solution.
//!
//! Every other solution has to be ruled out by one of the clues. A smallest set of clues that rules out all
//! known ones is tried next; it leaves yet another solution, or it will do (an implicit hitting set). Nothing
//! is grounded in between.

use crate::making::unique_by_encoding::sole_solution;
use crate::questions::design_questions::open_atoms;
use std::collections::BTreeSet;

use crate::engine::ask::Ask;
use crate::engine::plan::{self, painted, read_play};
use crate::engine::{solves, why};
use crate::making::complete_to_unique::as_it_should_be;
use crate::making::completion::CompletionStep;
use crate::making::drawn_plays::{fixed, of_name, shown};
use crate::making::stock::takes_of_stock;
use crate::values::answer::Truth;
use crate::values::status::Why;
use crate::values::worker_messages::{SessionRequest, SessionSlot};
use foolproof_asp::{Atom, SessionOptions};
use foolproof_game::ClueReading;
use foolproof_level::{Hold, Level, Mark, Play, Site};

/// Maximum number of solutions to read clues off.
const MAX_PLAYS: usize = 8;
/// Maximum number of clues that may be added, over all solutions.
const MAX_CLUES: usize = 1000;
/// Maximum number of sets of clues to try.
const MAX_ASKED: usize = 80;

pub(crate) type Clue = (Site, Mark);

/// A solver session in which clues may be placed.
struct ClueTable {
    slot: SessionSlot,
    /// All of these clues, as atoms of the session.
    paints: Vec<Atom>,
}

/// The clues of one solution, and those of them that rule out each known other solution.
struct Laying {
    clues: BTreeSet<Clue>,
    ruled_out_by: Vec<BTreeSet<Clue>>,
}

impl Laying {
    /// Records another solution, with the clues `told` true of it, that the clues in `laid` do not rule out.
    /// Returns false if no clue is left that might.
    fn survives(&mut self, told: &BTreeSet<Clue>, laid: &BTreeSet<Clue>) -> bool {
        let others = self.clues.difference(told).filter(|clue| !laid.contains(clue));
        let others: BTreeSet<Clue> = others.cloned().collect();
        let has_any = !others.is_empty();
        self.ruled_out_by.push(others);
        has_any
    }

    /// Returns a small set of clues that rules out every known solution: a smallest one if one or two clues
    /// will do, else one chosen greedily.
    fn next(&self) -> Option<BTreeSet<Clue>> {
        let hits = |clue: &Clue| self.ruled_out_by.iter().filter(|by| by.contains(clue)).count();
        let all = self.ruled_out_by.len();
        if let Some(one) = self.clues.iter().find(|clue| hits(clue) == all) {
            return Some([one.clone()].into());
        }
        let first = self.ruled_out_by.iter().min_by_key(|by| by.len())?;
        for one in first {
            let rest: Vec<&BTreeSet<Clue>> =
                self.ruled_out_by.iter().filter(|by| !by.contains(one)).collect();
            let other = self.clues.iter().find(|clue| rest.iter().all(|by| by.contains(*clue)));
            if let Some(other) = other {
                return Some([one.clone(), other.clone()].into());
            }
        }
        let mut laid = BTreeSet::new();
        let mut left: Vec<&BTreeSet<Clue>> = self.ruled_out_by.iter().collect();
        while !left.is_empty() {
            let best = self
                .clues
                .iter()
                .max_by_key(|clue| left.iter().filter(|by| by.contains(*clue)).count())?;
            if left.iter().all(|by| !by.contains(best)) {
                return None;
            }
            left.retain(|by| !by.contains(best));
            laid.insert(best.clone());
        }
        Some(laid)
    }
}

/// Adds clues, as few as were found, that leave the level one of these solutions.
pub(crate) fn one_by_adding(
    ask: &mut Ask<'_>,
    solutions: &[Play],
    refuted: bool,
) -> Result<CompletionStep, Why> {
    let Some(reading) = ask.game.clue_reading() else { return Ok(CompletionStep::Open(None)) };
    let intended = ask.level.intended.as_ref().filter(|play| solves(ask.game, ask.level, play));
    let some: Vec<&Play> = match intended {
        Some(play) => vec![play],
        None => {
            let apart = solutions.len().div_ceil(MAX_PLAYS).max(1);
            solutions.iter().step_by(apart).collect()
        }
    };
    let clues: Vec<BTreeSet<Clue>> = some.iter().map(|play| clues_of(ask, reading, play)).collect();
    let open: BTreeSet<Clue> = clues.iter().flatten().take(MAX_CLUES).cloned().collect();
    if open.is_empty() {
        return Ok(CompletionStep::Open(None));
    }
    let program = plan::clues_program(ask.game, ask.level, &open).map_err(Why::from)?;
    let options = SessionOptions { project: true, ..SessionOptions::default() };
    let slot = ask.own_session(&program, &options).map_err(why)?;
    let found = fewest_added(ask, slot, reading, &some, &clues);
    ask.close(slot.ask(SessionRequest::Close));
    let found = found?.map(|(level, play, added)| {
        as_it_should_be(ask, level, play).with_fewest(refuted && added == 1)
    });
    Ok(found.map_or(CompletionStep::Open(None), CompletionStep::Settled))
}

fn fewest_added(
    ask: &mut Ask<'_>,
    slot: SessionSlot,
    reading: &dyn ClueReading,
    solutions: &[&Play],
    clues: &[BTreeSet<Clue>],
) -> Result<Option<(Level, Play, usize)>, Why> {
    let table = ClueTable { slot, paints: open_atoms(ask, slot, "has", 2)? };
    let (mut best, mut left): (Option<(Level, Play, usize)>, usize) = (None, MAX_ASKED);
    let nothing = BTreeSet::new();
    for (number, (play, of_play)) in solutions.iter().zip(clues).enumerate() {
        let mut laying = Laying { clues: of_play.clone(), ruled_out_by: Vec::new() };
        let mut others = clues.iter().enumerate().filter(|(other, _)| *other != number);
        let mut can_be_told = others.all(|(_, told)| laying.survives(told, &nothing));
        while left > 0 {
            left -= 1;
            ask.patience().check()?;
            let Some(laid) = laying.next().filter(|_| can_be_told) else { break };
            if best.as_ref().is_some_and(|(.., added)| laid.len() >= *added) {
                break;
            }
            match other_solution(ask, &table, &laid, play)? {
                Some(other) => {
                    can_be_told = laying.survives(&clues_of(ask, reading, &other), &laid);
                }
                None => match proved_with(ask, &laid)? {
                    Some((level, play)) => {
                        best = Some((level, play, laid.len()));
                        break;
                    }
                    // Not new, or not meeting the aims: other clues may do.
                    None => can_be_told = laying.survives(&nothing, &laid),
                },
            }
        }
        if best.as_ref().is_some_and(|(.., added)| *added == 1) {
            break;
        }
    }
    Ok(best)
}

/// Returns another solution that these clues leave, or `None` if there is only this play.
fn other_solution(
    ask: &mut Ask<'_>,
    table: &ClueTable,
    laid: &BTreeSet<Clue>,
    play: &Play,
) -> Result<Option<Play>, Why> {
    let laid: BTreeSet<Atom> = laid.iter().map(|(site, mark)| painted(*site, mark)).collect();
    let assume = fixed(&table.paints, &laid);
    let (models, ended) = ask.models(table.slot, assume, 2, shown())?;
    let plays = models.iter().map(|model| read_play(&of_name(model, "play")));
    let other = plays.into_iter().find(|other| other != play);
    match ended.exhausted || other.is_some() {
        true => Ok(other),
        false => Err(ended.halt.map_or(Why::Stopped, Why::from)),
    }
}

/// Returns the level with these clues, if it is new, meets the aims, and is proved to have one solution.
fn proved_with(ask: &mut Ask<'_>, laid: &BTreeSet<Clue>) -> Result<Option<(Level, Play)>, Why> {
    let mut level = ask.level.clone();
    laid.iter().for_each(|(site, mark)| level.paint(*site, Some(mark.clone())));
    let fits = takes_of_stock(&ask.game.stock(ask.level), ask.level, &level);
    if !fits || !ask.goal.earlier.is_new(&level) {
        return Ok(None);
    }
    match sole_solution(ask, &level) {
        Truth::Holds(play) if ask.allows(&level)? => Ok(Some((level, play))),
        Truth::Unknown(why @ (Why::Stopped | Why::Memory(_))) => Err(why),
        _ => Ok(None),
    }
}

/// Returns the clues of a solution on open sites.
fn clues_of(ask: &Ask<'_>, reading: &dyn ClueReading, play: &Play) -> BTreeSet<Clue> {
    let clues = reading.clues_of(ask.level, play, 0).unwrap_or_default().into_iter();
    clues.filter(|(site, _)| ask.level.hold(*site) == Hold::Open).collect()
}
