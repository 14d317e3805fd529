//! Completes or repairs a level whose steps cannot be made easy enough by a few changes: everything that is
//! not locked is redrawn around its solution. Clues that the game reads off plays move, or come from a nearby
//! play, and walls of rooms move, as when a new level is made. Changes that are not needed are reverted.

use crate::making::clues_from_play::close_frame;
use crate::making::drawn_plays::open_plays;
use crate::making::redrawing::around_drawn;
use crate::making::unique_by_encoding::sole_solution;
use std::collections::BTreeSet;

use crate::engine::ask::Ask;
use crate::engine::plan;
use crate::making::added_clues::Clue;
use crate::making::clues_from_play::Frame;
use crate::making::complete_to_unique::as_it_should_be;
use crate::making::moved_clues::lying_as;
use crate::making::redrawing::Candidate;
use crate::making::stock::takes_of_stock;
use crate::values::answer::{FoundLevel, Truth};
use crate::values::limits::GenerateSettings;
use crate::values::status::Why;
use foolproof_game::{ClueReading, PartOfPlay};
use foolproof_level::{Hold, Level, Place, Play, Site, Spot};

/// Number of attempts to move walls, to find out whether any wall can move.
const LOOKED_FOR: u64 = 8;
/// Number of searches that keep the solution of the level.
const KEEPING: u64 = 2;
/// Number of further searches, which may change parts of it.
const CHANGING: u64 = 6;
/// Maximum number of groups of changes that are tentatively reverted.
const MAX_TAKEN_BACK: usize = 150;
/// Maximum distances of a group's changes from its middle, in half cells, in the order of the attempts.
const REACHES: [u16; 4] = [8, 4, 2, 1];

/// The level to redraw, and its solution.
struct Redrawn<'a> {
    from: &'a Level,
    play: &'a Play,
    reading: &'a dyn ClueReading,
    /// The level without its clues.
    bare: Level,
    has_walls: bool,
}

impl<'a> Redrawn<'a> {
    /// Returns `None` if everything is locked that might be redrawn.
    fn of(
        ask: &Ask<'_>,
        reading: &'a dyn ClueReading,
        from: &'a Level,
        play: &'a Play,
    ) -> Option<Self> {
        let bare = without_clues(ask, from, reading);
        let has_walls = may_move_walls(&bare, play, reading);
        (bare != *from || has_walls).then_some(Self { from, play, reading, bare, has_walls })
    }

    fn is_walls_alone(&self) -> bool {
        self.has_walls && self.bare == *self.from
    }

    /// Returns the clues that were removed.
    fn clues(&self) -> Vec<Clue> {
        let gone = self.from.marks().filter(|(site, _)| self.bare.mark(*site).is_none());
        gone.map(|(site, mark)| (site, mark.clone())).collect()
    }
}

/// Returns whether a level may be redrawn around a solution.
pub(crate) fn may_be_redrawn(ask: &Ask<'_>, from: &Level, play: &Play) -> bool {
    let reading = ask.game.clue_reading();
    reading.is_some_and(|reading| Redrawn::of(ask, reading, from, play).is_some())
}

/// Looks for a level near this one with steps that meet the aims. Returns `None` if none is found, or if
/// everything is locked that might be redrawn.
pub(crate) fn redrawn_for_steps(
    ask: &mut Ask<'_>,
    from: &Level,
    play: &Play,
) -> Result<Option<FoundLevel>, Why> {
    let Some(reading) = ask.game.clue_reading() else { return Ok(None) };
    let Some(redrawn) = Redrawn::of(ask, reading, from, play) else { return Ok(None) };
    for number in 0..KEEPING + CHANGING {
        ask.patience().check()?;
        let keeps_play = number < KEEPING || redrawn.is_walls_alone();
        if !keeps_play && !ask.level.intended_locked.is_empty() {
            break;
        }
        let seed = (KEEPING + CHANGING) * ask.goal.earlier.designs.len() as u64 + number;
        if let Some(found) = redrawn_once(ask, &redrawn, seed, keeps_play)? {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

fn redrawn_once(
    ask: &mut Ask<'_>,
    redrawn: &Redrawn<'_>,
    seed: u64,
    keeps_play: bool,
) -> Result<Option<FoundLevel>, Why> {
    let Redrawn { from, reading, ref bare, .. } = *redrawn;
    let settings =
        GenerateSettings { seed, count: 1, steps: ask.goal.steps, ..GenerateSettings::default() };
    let mut frame = Frame::around(bare.clone(), reading, seed);
    frame.has_drawn_rooms = redrawn.has_walls;
    frame.is_walls_alone = redrawn.is_walls_alone();
    frame.keeps_play = keeps_play;
    let before = redrawn.clues();
    frame.before = before.iter().cloned().collect();
    let mut inner = ask.part(bare);
    if !frame.keeps_play {
        frame.plays = Some(open_plays(&mut inner, &settings, seed, reading)?);
    }
    let of = Candidate::of(bare.clone(), plan::atoms_of(redrawn.play));
    // Keep clue positions that already fit.
    let of = lying_as(&inner, seed, reading, of, &before)?;
    let found = around_drawn(&mut inner, &settings, &mut frame, reading, of);
    drop(inner);
    close_frame(ask, &mut Some(frame));
    let Some(mut level) = found? else { return Ok(None) };
    let is_locked = |(site, spot): &(Site, &Spot)| {
        spot.hold == Hold::Locked && level.mark(*site) != spot.mark.as_ref()
    };
    if ask.level.spots().any(|of| is_locked(&of)) {
        return Ok(None);
    }
    level.made.clone_from(&ask.level.made);
    level.policy.clone_from(&ask.level.policy);
    let level = with_changes_taken_back(ask, from, *level);
    if !ask.goal.earlier.is_new(&level) {
        return Ok(None);
    }
    match sole_solution(ask, &level) {
        Truth::Holds(play) if ask.allows(&level)? => Ok(Some(as_it_should_be(ask, level, play))),
        _ => Ok(None),
    }
}

/// Reverts as many changes of the level as it can do without, as far as that is tried.
fn with_changes_taken_back(ask: &Ask<'_>, from: &Level, mut level: Level) -> Level {
    let stock = ask.game.stock(ask.level);
    let (mut tried, mut seen) = (0, BTreeSet::new());
    for reach in REACHES {
        for middle in from.board.cells() {
            let near =
                changed(from, &level).into_iter().filter(|site| site.distance(middle) <= reach);
            let group: BTreeSet<Site> = near.collect();
            if group.is_empty() || !seen.insert(group.clone()) {
                continue;
            }
            if tried == MAX_TAKEN_BACK || ask.patience().is_over() {
                return level;
            }
            tried += 1;
            let mut fewer = level.clone();
            group.iter().for_each(|site| fewer.paint(*site, from.mark(*site).cloned()));
            let is_allowed = || ask.allows(&fewer).unwrap_or(false);
            if takes_of_stock(&stock, ask.level, &fewer) && is_allowed() {
                level = fewer;
            }
        }
    }
    level
}

/// Returns the sites on which two levels differ.
fn changed(one: &Level, other: &Level) -> BTreeSet<Site> {
    let sites = one.marks().chain(other.marks()).map(|(site, _)| site);
    sites.filter(|site| one.mark(*site) != other.mark(*site)).collect()
}

/// Returns the level without the clues that may be read off another play. Locked clues stay.
fn without_clues(ask: &Ask<'_>, from: &Level, reading: &dyn ClueReading) -> Level {
    let mut bare = from.clone();
    for (site, mark) in from.marks() {
        if ask.level.hold(site) != Hold::Locked && reading.may_read(mark) == Some(true) {
            bare.set(site, Spot::default());
        }
    }
    bare
}

/// Returns whether walls of the level's rooms may move: none of its edges is locked, and some wall can move.
fn may_move_walls(level: &Level, play: &Play, reading: &dyn ClueReading) -> bool {
    let is_edge = |site: &Site| matches!(site.place, Place::HEdge | Place::VEdge);
    let mut edges = level.marks().map(|(site, _)| site).filter(is_edge);
    let Some(middle) = edges.next() else { return false };
    let is_locked = level.spots().any(|(site, spot)| is_edge(&site) && spot.hold == Hold::Locked);
    let part = PartOfPlay::near(play, middle, u16::MAX);
    !is_locked && (0..LOOKED_FOR).any(|seed| reading.with_moved_walls(level, &part, seed).is_some())
}
