//! Moves clues of a play if the rules that read them leave a choice: the number of an island on another of
//! its cells. The play, and often the one solution, stay as they are.

use std::collections::BTreeSet;

use crate::engine::ask::Ask;
use crate::engine::plan;
use crate::engine::solves;
use crate::making::added_clues::Clue;
use crate::making::clues_from_play::Frame;
use crate::making::redrawing::Candidate;
use crate::values::status::Why;
use foolproof_game::ClueReading;
use foolproof_level::{Level, Site};

/// Number of other choices of all clues to try, since each requires reading the rules again.
const OTHER_CHOICES: u64 = 3;

/// A clue that is read off a play, and its new position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MovedClue {
    read: Clue,
    lies: Clue,
}

/// Returns all clues that are true of a play, at their positions.
pub(crate) fn clues_of(
    ask: &Ask<'_>,
    frame: &Frame,
    reading: &dyn ClueReading,
    of: &Candidate,
) -> Result<Vec<Clue>, Why> {
    let read = clues_by(frame.seed, reading, of)?;
    let mut clues = read.clone();
    for MovedClue { read, lies } in &of.moved {
        if clues.remove(read) {
            clues.insert(lies.clone());
        }
    }
    // The play may have changed since they were moved.
    let clues = if of.moved.is_empty() || is_true(ask, of, &clues) { clues } else { read };
    Ok(clues.into_iter().collect())
}

/// Moves the clues of a play to these places, as far as they are true there.
pub(crate) fn lying_as(
    ask: &Ask<'_>,
    seed: u64,
    reading: &dyn ClueReading,
    mut of: Candidate,
    before: &[Clue],
) -> Result<Candidate, Why> {
    let mut now = clues_by(seed, reading, &of)?;
    for lies in before {
        if now.contains(lies) {
            continue;
        }
        let alike = now.iter().filter(|clue| clue.1 == lies.1 && !before.contains(clue));
        let mut alike: Vec<Clue> = alike.cloned().collect();
        alike.sort_by_key(|(site, _)| site.distance(lies.0));
        for read in alike {
            let mut moved = now.clone();
            moved.remove(&read);
            moved.insert(lies.clone());
            if is_true(ask, &of, &moved) {
                of.moved.push(MovedClue { read, lies: lies.clone() });
                now = moved;
                break;
            }
        }
    }
    Ok(of)
}

fn clues_by(seed: u64, reading: &dyn ClueReading, of: &Candidate) -> Result<BTreeSet<Clue>, Why> {
    let clues = reading.clues_of(&of.level, &plan::read_play(&of.play), seed);
    let clues = clues.map_err(|why| Why::BadInput(why.into_owned()))?;
    Ok(clues.into_iter().collect())
}

fn is_true(ask: &Ask<'_>, of: &Candidate, clues: &BTreeSet<Clue>) -> bool {
    let mut level: Level = of.level.clone();
    clues.iter().for_each(|(site, mark)| level.paint(*site, Some(mark.clone())));
    solves(ask.game, &level, &plan::read_play(&of.play))
}

/// Moves one clue of the play that is near one of these places. Returns `None` if none can move.
pub(crate) fn with_moved_clue(
    ask: &Ask<'_>,
    frame: &mut Frame,
    reading: &dyn ClueReading,
    of: &Candidate,
    places: &[Site],
) -> Result<Option<Candidate>, Why> {
    let now: BTreeSet<Clue> = clues_of(ask, frame, reading, of)?.into_iter().collect();
    let seed = frame.seed.wrapping_add(frame.rng.u64(1..=OTHER_CHOICES));
    let others = clues_by(seed, reading, of)?;
    let Some(middle) = frame.rng.choice(places).copied() else { return Ok(None) };
    let mut leaving: Vec<&Clue> = now.difference(&others).collect();
    frame.rng.shuffle(&mut leaving);
    leaving.sort_by_key(|(site, _)| site.distance(middle));
    let nearest = leaving.len().min(frame.rng.usize(1..=3));
    let Some(lies) = frame.rng.choice(leaving.into_iter().take(nearest)) else { return Ok(None) };
    let alike = others.difference(&now).filter(|(_, mark)| *mark == lies.1);
    let Some(to) = alike.min_by_key(|(site, _)| site.distance(lies.0)) else { return Ok(None) };
    let mut moved = of.moved.clone();
    match moved.iter_mut().find(|moved| moved.lies == *lies) {
        Some(again) => again.lies.clone_from(to),
        None => moved.push(MovedClue { read: lies.clone(), lies: to.clone() }),
    }
    let candidate = Candidate { moved, ..of.clone() };
    let is_other =
        clues_of(ask, frame, reading, &candidate)? != now.into_iter().collect::<Vec<_>>();
    Ok(is_other.then_some(candidate))
}
