//! A large neighbourhood search around a play whose clues leave several solutions, or whose steps miss the
//! aims: parts of the play, its walls and its clues change.

use crate::making::clues_from_play::fewest_clues;
use crate::making::drawn_plays::draw_near;
use std::collections::BTreeSet;

use crate::engine::ask::Ask;
use crate::engine::plan;
use crate::engine::step_aims::{StepDistance, StepMiss, WalkBound};
use crate::making::clues_from_play::{AllClues, Frame, PLAYS_OF_FRAME, told_by_steps};
use crate::making::luby::luby;
use crate::making::moved_clues::{MovedClue, clues_of, with_moved_clue};
use crate::values::limits::GenerateSettings;
use crate::values::status::Why;
use foolproof_asp::Atom;
use foolproof_game::{ClueReading, PartOfPlay};
use foolproof_level::{Level, Mark, Site};

/// Smallest and largest radius around a place in which a play is redrawn, in half cells.
const NEAR: u16 = 2;
const FAR: u16 = 8;
/// Number of plays without an improvement after which the radius grows.
const WIDER_AFTER: u32 = 6;
/// Number of plays to try around one play, times the number of `luby`.
const REDRAWN: u64 = 24;
/// Maximum number of plays in a row without an improvement.
const IN_VAIN: u32 = 24;
/// The same limits if there is one solution and only its steps have to change.
const FOR_STEPS: u64 = 240;
const STEPS_IN_VAIN: u32 = 60;
/// Number of plays to try if the steps only have to get harder.
const FOR_HARDER: u64 = 6;
/// Maximum number of plays in a row with the same clues as the best one.
const MAX_ALIKE: u32 = 8;
/// Factor for the number of tries in puzzles with only walls, which are fast to evaluate.
const WALLS_ALONE: u32 = 12;
/// Number of attempts to find cells that may join other rooms, or a clue that may move.
const MOVES_LOOKED_FOR: u32 = 8;
/// Relative frequency of changes near the step that is too hard, compared with all other places.
const OFTEN_NEAR: usize = 2;
/// Largest radius around a place in which walls move in puzzles with only walls, in half cells.
const MOVED_FAR: u16 = 6;

/// A play, and the level without the clues of the play.
#[derive(Clone)]
pub(crate) struct Candidate {
    pub(crate) level: Level,
    pub(crate) play: BTreeSet<Atom>,
    pub(crate) moved: Vec<MovedClue>,
}

impl Candidate {
    pub(crate) fn of(level: Level, play: BTreeSet<Atom>) -> Self {
        Self { level, play, moved: Vec::new() }
    }
}

/// Distance of a candidate from the goal. Smaller is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Distance {
    /// The clues leave one solution, with steps that miss the aims.
    Steps(StepDistance),
    /// The clues leave several solutions, which differ on this many sites.
    Open(usize),
}

/// A distance from the goal, with the places where a change may help.
pub(crate) struct FarClues {
    distance: Distance,
    places: Vec<Site>,
}

/// The best candidate so far, of which parts are changed.
struct Redrawing {
    of: Candidate,
    clues: Vec<(Site, Mark)>,
    far: FarClues,
    /// Radius around a place in which it is redrawn, in half cells.
    reach: u16,
    in_vain: u32,
}

impl FarClues {
    /// The distance of clues that leave several solutions, which differ on these sites.
    pub(crate) fn open(places: Vec<Site>) -> Self {
        Self { distance: Distance::Open(places.len()), places }
    }

    /// The distance of a level whose steps miss the aims: several solutions, or one with other steps.
    pub(crate) fn of_steps(miss: StepMiss) -> Self {
        match miss.is_open() {
            true => Self::open(miss.places),
            false => {
                let places = mostly(&miss.bottleneck, miss.places);
                Self { distance: Distance::Steps(miss.distance), places }
            }
        }
    }

    /// The distance of a level with one solution and steps that are easier than wanted, by this many
    /// sentences.
    pub(crate) fn easier(by: u32, level: &Level) -> Self {
        let places = level.intended.iter().flat_map(|play| play.iter().map(|(site, _)| site));
        let distance = Distance::Steps(StepDistance::easier(by));
        Self { distance, places: places.collect() }
    }

    fn has_one_solution(&self) -> bool {
        matches!(self.distance, Distance::Steps(_))
    }

    /// Returns the number of changes to try on a play at this distance, if there is one solution.
    fn tries(&self) -> Option<u64> {
        match self.distance {
            Distance::Open(_) => None,
            Distance::Steps(steps) if steps.is_easier() => Some(FOR_HARDER),
            Distance::Steps(_) => Some(FOR_STEPS),
        }
    }
}

/// Repeats the bottleneck's places so often that a random draw most often takes one of them.
fn mostly(bottleneck: &[Site], places: Vec<Site>) -> Vec<Site> {
    let often = match bottleneck.len() {
        0 => 0,
        some => (OFTEN_NEAR * places.len()).div_ceil(some),
    };
    let mut mostly = bottleneck.repeat(often);
    mostly.extend(places);
    mostly
}

impl Redrawing {
    /// Returns the bound for following the path of another play.
    fn bound(&self) -> WalkBound {
        match self.far.distance {
            Distance::Steps(steps) => steps.bound(),
            Distance::Open(_) => WalkBound::default(),
        }
    }

    /// Records a play that was no better. The next one is redrawn in a slightly larger radius.
    fn miss(&mut self) {
        self.in_vain += 1;
        if self.in_vain.is_multiple_of(WIDER_AFTER) {
            self.reach = match self.reach < FAR {
                true => self.reach + 2,
                // A large change seldom leaves one solution again.
                false if self.far.has_one_solution() => NEAR,
                false => FAR,
            };
        }
    }

    /// Takes over a candidate that is no farther from the goal than the last one, if any.
    fn after(last: Option<Self>, of: Candidate, clues: Vec<(Site, Mark)>, far: FarClues) -> Self {
        let is_as_far = |last: &Self| last.far.distance == far.distance;
        let in_vain = last.filter(is_as_far).map_or(0, |last| last.in_vain + 1);
        Self { of, clues, far, reach: NEAR, in_vain }
    }
}

/// A search around a play.
struct PlaySearch {
    kept: Option<Redrawing>,
    /// A level with one solution and steps that are easier than wanted.
    easier: Option<Box<Level>>,
    alike: u32,
    /// Number of plays still to try.
    tries: u64,
    /// Factor for the number of tries.
    often: u32,
}

impl PlaySearch {
    fn of(frame: &Frame) -> Self {
        let often = if frame.is_walls_alone { WALLS_ALONE } else { 1 };
        let tries = REDRAWN * u64::from(often) * luby(frame.number);
        Self { kept: None, easier: None, alike: 0, tries, often }
    }

    /// Returns whether a play has the same clues as the best one, and counts such plays in a row.
    fn is_alike(&mut self, clues: &[(Site, Mark)], level: &Level) -> bool {
        let is_known = |best: &Redrawing| best.clues == clues && best.of.level == *level;
        self.alike = if self.kept.as_ref().is_some_and(is_known) { self.alike + 1 } else { 0 };
        self.alike > 0
    }

    /// Records the distance of a play, if known. Returns the candidate to change next, or `None` to give up.
    fn take(
        &mut self,
        of: Candidate,
        clues: Vec<(Site, Mark)>,
        far: Option<FarClues>,
    ) -> Option<&mut Redrawing> {
        let before = self.kept.as_ref().and_then(|best| best.far.tries());
        match (far, &mut self.kept) {
            (Some(far), Some(best)) if far.distance > best.far.distance => best.miss(),
            (Some(far), _) => {
                self.kept = Some(Redrawing::after(self.kept.take(), of, clues, far));
            }
            (None, Some(best)) => best.miss(),
            (None, None) => return None,
        }
        let best = self.kept.as_mut()?;
        let tries = best.far.tries();
        if let Some(tries) = tries.filter(|_| tries != before) {
            self.tries = tries;
        }
        let in_vain = if tries.is_some() { STEPS_IN_VAIN } else { IN_VAIN * self.often };
        (best.in_vain <= in_vain).then_some(best)
    }
}

/// Searches for a level of this play, or of one near it.
pub(crate) fn around_drawn(
    ask: &mut Ask<'_>,
    settings: &GenerateSettings,
    frame: &mut Frame,
    reading: &dyn ClueReading,
    mut next: Candidate,
) -> Result<Option<Box<Level>>, Why> {
    let mut search = PlaySearch::of(frame);
    while search.tries > 0 {
        search.tries -= 1;
        let clues = clues_of(ask, frame, reading, &next)?;
        let found = match search.is_alike(&clues, &next.level) {
            false => {
                let bound = search.kept.as_ref().map_or_else(WalkBound::default, Redrawing::bound);
                let mut inner = ask.part(&next.level);
                inner.goal.bound = bound.of_many();
                match told_by_steps(&mut inner, frame, &clues, &next.play) {
                    Some(told) => told,
                    None => fewest_clues(&mut inner, settings, frame, &clues)?,
                }
            }
            true => AllClues::Unknown,
        };
        if search.alike == MAX_ALIKE {
            // The rules read the same clues off all plays, so try another frame.
            frame.n_drawn = PLAYS_OF_FRAME;
            break;
        }
        let far = match found {
            AllClues::Level(level) => return Ok(Some(level)),
            AllClues::Easier(level, by) => {
                let far = FarClues::easier(by, &level);
                search.easier = Some(level);
                Some(far)
            }
            AllClues::Far(far) => Some(far),
            AllClues::Unknown => None,
        };
        let Some(best) = search.take(next, clues, far) else { break };
        if ask.patience().is_over() {
            break;
        }
        match changed(ask, frame, reading, best)? {
            Some(candidate) => next = candidate,
            None => break,
        }
    }
    Ok(search.easier)
}

/// Returns another play of the same level, or the same play with other walls or a moved clue.
fn changed(
    ask: &mut Ask<'_>,
    frame: &mut Frame,
    reading: &dyn ClueReading,
    best: &mut Redrawing,
) -> Result<Option<Candidate>, Why> {
    // Plays can only be drawn for the frame's first level.
    let by_rooms = best.clues.is_empty() || frame.n_drawn.is_multiple_of(2);
    if by_rooms
        && frame.has_drawn_rooms
        && let Some(level) = moved_walls(frame, reading, best)
    {
        return Ok(Some(Candidate { level, ..best.of.clone() }));
    }
    if best.far.has_one_solution() && (frame.keeps_play || frame.rng.bool()) {
        for _ in 0..if frame.keeps_play { MOVES_LOOKED_FOR } else { 1 } {
            let moved = with_moved_clue(ask, frame, reading, &best.of, &best.far.places)?;
            if moved.is_some() {
                return Ok(moved);
            }
        }
    }
    if frame.keeps_play {
        return Ok(None);
    }
    let play = redrawn(ask, frame, reading, best)?;
    Ok(play.map(|play| Candidate { play, ..best.of.clone() }))
}

/// Redraws the play near one of the places. Returns `None` if no other play is found.
fn redrawn(
    ask: &mut Ask<'_>,
    frame: &mut Frame,
    reading: &dyn ClueReading,
    best: &mut Redrawing,
) -> Result<Option<BTreeSet<Atom>>, Why> {
    if best.of.level != frame.level {
        return Ok(None);
    }
    while best.reach <= FAR {
        let Some(middle) = frame.rng.choice(&best.far.places).copied() else { break };
        let found = match &mut frame.plays {
            Some(board) => draw_near(ask, board, &best.of.play, middle, best.reach)?,
            None => {
                let play = &plan::read_play(&best.of.play);
                let again = PartOfPlay::near(play, middle, best.reach);
                let drawn = reading.drawn_play(&frame.level, frame.rng.u64(..), Some(&again));
                drawn.map(|play| plan::atoms_of(&play))
            }
        };
        if found.is_some() {
            return Ok(found);
        }
        best.reach += 2;
    }
    Ok(None)
}

/// Moves walls near one of the places. Returns `None` if none can move.
fn moved_walls(frame: &mut Frame, reading: &dyn ClueReading, best: &Redrawing) -> Option<Level> {
    let play = plan::read_play(&best.of.play);
    (0..MOVES_LOOKED_FOR).find_map(|_| {
        let middle = frame.rng.choice(&best.far.places).copied()?;
        let reach = match best.clues.is_empty() {
            true => frame.rng.u16(1..=MOVED_FAR),
            false => best.reach + NEAR,
        };
        let part = PartOfPlay::near(&play, middle, reach);
        reading.with_moved_walls(&best.of.level, &part, frame.rng.u64(..))
    })
}
