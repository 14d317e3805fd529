//! Completing a level whose steps no further clues make easy enough: everything that is not locked is drawn
//! again around its solution. Clues that the game reads off plays move, or come from a nearby play, and
//! walls of rooms move, as when a new level is made.

use super::added_clues::Clue;
use super::answer::{FoundLevel, Truth};
use super::ask::Ask;
use super::engine::{Engine, solves};
use super::moved_clues::lying_as;
use super::one_completion::as_it_should_be;
use super::plan;
use super::question::GenerateSettings;
use super::read_off::Frame;
use super::redrawing::Candidate;
use super::status::Why;
use foolproof_games::{ClueReading, PartOfPlay};
use foolproof_level::{Hold, Level, Place, Play, Site, Spot};

/// So many ways that walls could move are looked for where it is asked whether any can.
const LOOKED_FOR: u64 = 8;

impl Engine {
    /// A level near this one with steps as they should be; `None` where none was found, or all is locked that
    /// might be drawn again.
    pub(super) fn redrawn_for_steps(
        &mut self,
        ask: &mut Ask<'_>,
        from: &Level,
        play: &Play,
    ) -> Result<Option<FoundLevel>, Why> {
        let Some(reading) = ask.game.clue_reading() else { return Ok(None) };
        let frame_level = without_clues(ask, from, reading);
        let has_walls = may_move_walls(&frame_level, play, reading);
        if frame_level == *from && !has_walls {
            return Ok(None);
        }
        let seed = ask.earlier.designs.len() as u64;
        let settings =
            GenerateSettings { seed, count: 1, steps: ask.steps, ..GenerateSettings::default() };
        let mut frame = Frame::around(frame_level.clone(), reading, seed);
        frame.has_drawn_rooms = has_walls;
        frame.is_walls_alone = has_walls && frame_level == *from;
        let keeps = |play: &Play| solves(ask.game, from, play);
        frame.keeps_play = frame.is_walls_alone || ask.level.intended.as_ref().is_some_and(keeps);
        let mut inner = ask.part(&frame_level);
        if !frame.keeps_play {
            frame.plays = Some(self.open_plays(&inner, &settings, 1, reading)?);
        }
        let of = Candidate::of(frame_level.clone(), plan::atoms_of(play));
        // What lies well stays where it lies.
        let gone = from.marks().filter(|(site, _)| frame_level.mark(*site).is_none());
        let before: Vec<Clue> = gone.map(|(site, mark)| (site, mark.clone())).collect();
        let of = lying_as(&inner, seed, reading, of, &before)?;
        let found = self.around_drawn(&mut inner, &settings, &mut frame, reading, of);
        drop(inner);
        self.close_frame(ask, &mut Some(frame));
        let Some(mut level) = found? else { return Ok(None) };
        let is_locked = |(site, spot): &(Site, &Spot)| {
            spot.hold == Hold::Locked && level.mark(*site) != spot.mark.as_ref()
        };
        if ask.level.spots().any(|of| is_locked(&of)) || !ask.earlier.is_new(&level) {
            return Ok(None);
        }
        level.made.clone_from(&ask.level.made);
        level.policy.clone_from(&ask.level.policy);
        match self.sole_solution(ask, &level) {
            Truth::Holds(play) if ask.allows(&level)? => {
                Ok(Some(as_it_should_be(ask, *level, play)))
            }
            _ => Ok(None),
        }
    }
}

/// The level without the clues that may be read off another play: what is locked stays.
fn without_clues(ask: &Ask<'_>, from: &Level, reading: &dyn ClueReading) -> Level {
    let mut bare = from.clone();
    for (site, mark) in from.marks() {
        if ask.level.hold(site) != Hold::Locked && reading.may_read(mark) == Some(true) {
            bare.set(site, Spot::default());
        }
    }
    bare
}

/// Whether walls of the level's rooms may move: if none of its edges is locked.
fn may_move_walls(level: &Level, play: &Play, reading: &dyn ClueReading) -> bool {
    let is_edge = |site: &Site| matches!(site.place, Place::HEdge | Place::VEdge);
    let mut edges = level.marks().map(|(site, _)| site).filter(is_edge);
    let Some(middle) = edges.next() else { return false };
    let is_locked = level.spots().any(|(site, spot)| is_edge(&site) && spot.hold == Hold::Locked);
    let part = PartOfPlay::near(play, middle, u16::MAX);
    !is_locked && (0..LOOKED_FOR).any(|seed| reading.with_moved_walls(level, &part, seed).is_some())
}
