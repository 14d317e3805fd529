//! A play whose clues leave several solutions, or steps that are not as they should be, and which is changed
//! in part: a large neighbourhood search.

use crate::making::clues_from_play::fewest_clues;
use crate::making::drawn_plays::draw_near;
use std::collections::BTreeSet;

use crate::engine::Engine;
use crate::engine::ask::Ask;
use crate::engine::plan;
use crate::engine::step_aims::{StepDistance, StepMiss, WalkBound};
use crate::making::clues_from_play::{AllClues, Frame, PLAYS_OF_FRAME, told_by_steps};
use crate::making::luby::luby;
use crate::making::moved_clues::{MovedClue, clues_of, with_moved_clue};
use crate::values::limits::GenerateSettings;
use crate::values::status::Why;
use foolproof_asp::Atom;
use foolproof_games::{ClueReading, PartOfPlay};
use foolproof_level::{Level, Mark, Site};

/// How far around a place a play is drawn again, in half cells: at least and at most.
const NEAR: u16 = 2;
const FAR: u16 = 8;
/// After how many plays in vain it is drawn again farther around.
const WIDER_AFTER: u32 = 6;
/// How often a play is drawn again in part, times the number of `luby`; and how often in vain.
const REDRAWN: u64 = 24;
const IN_VAIN: u32 = 24;
/// The same if there is one solution and only its steps are to change; and how often they are to get
/// harder.
const FOR_STEPS: u64 = 240;
const STEPS_IN_VAIN: u32 = 60;
const FOR_HARDER: u64 = 6;
/// So many plays one after the other with clues that are known to leave several solutions.
const MAX_ALIKE: u32 = 8;
/// What walls alone can change is soon told, so they move so many times as often.
const WALLS_ALONE: u32 = 12;
/// How often a few cells are looked for that may go over to other rooms, or a clue that may lie elsewhere.
const MOVES_LOOKED_FOR: u32 = 8;
/// How much more often a change is made near the step that is too hard than anywhere.
const OFTEN_NEAR: usize = 2;
/// How far around a place walls move that alone can change, in half cells.
const MOVED_FAR: u16 = 6;

/// A play with what no play tells.
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

/// How far all clues of a play are from what is wanted: the less, the nearer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Distance {
    /// They leave one solution, with other steps.
    Steps(StepDistance),
    /// The solutions differ on so many sites.
    Open(usize),
}

/// The same, with the places where a change may help.
pub(crate) struct FarClues {
    distance: Distance,
    places: Vec<Site>,
}

/// What is changed in part.
struct Redrawing {
    of: Candidate,
    clues: Vec<(Site, Mark)>,
    far: FarClues,
    /// How far around a place it is drawn again.
    reach: u16,
    in_vain: u32,
}

impl FarClues {
    /// Solutions that differ on these sites.
    pub(crate) fn open(places: Vec<Site>) -> Self {
        Self { distance: Distance::Open(places.len()), places }
    }

    /// What steps that are not as they should be say: several solutions, or one with other steps.
    pub(crate) fn of_steps(miss: StepMiss) -> Self {
        match miss.is_open() {
            true => Self::open(miss.places),
            false => {
                let places = mostly(&miss.bottleneck, miss.places);
                Self { distance: Distance::Steps(miss.distance), places }
            }
        }
    }

    /// One solution with steps that are easier than wanted, by so many sentences.
    pub(crate) fn easier(by: u32, level: &Level) -> Self {
        let places = level.intended.iter().flat_map(|play| play.iter().map(|(site, _)| site));
        let distance = Distance::Steps(StepDistance::easier(by));
        Self { distance, places: places.collect() }
    }

    fn has_one_solution(&self) -> bool {
        matches!(self.distance, Distance::Steps(_))
    }

    /// How many changes to try from now on to a play this far off, if there is one solution.
    fn tries(&self) -> Option<u64> {
        match self.distance {
            Distance::Open(_) => None,
            Distance::Steps(steps) if steps.is_easier() => Some(FOR_HARDER),
            Distance::Steps(_) => Some(FOR_STEPS),
        }
    }
}

/// These places, with some so often that one drawn at random is most often one of them.
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
    /// How far the path of another play is looked at.
    fn bound(&self) -> WalkBound {
        match self.far.distance {
            Distance::Steps(steps) => steps.bound(),
            Distance::Open(_) => WalkBound::default(),
        }
    }

    /// Another play was no better: the next is drawn again a little farther around.
    fn miss(&mut self) {
        self.in_vain += 1;
        if self.in_vain.is_multiple_of(WIDER_AFTER) {
            self.reach = match self.reach < FAR {
                true => self.reach + 2,
                // Far around, there is seldom one solution again.
                false if self.far.has_one_solution() => NEAR,
                false => FAR,
            };
        }
    }

    /// A play that is no farther off than the last one kept, if any.
    fn after(last: Option<Self>, of: Candidate, clues: Vec<(Site, Mark)>, far: FarClues) -> Self {
        let is_as_far = |last: &Self| last.far.distance == far.distance;
        let in_vain = last.filter(is_as_far).map_or(0, |last| last.in_vain + 1);
        Self { of, clues, far, reach: NEAR, in_vain }
    }
}

/// A search around a play.
struct PlaySearch {
    kept: Option<Redrawing>,
    /// A level that is as it should be, but easier.
    easier: Option<Box<Level>>,
    alike: u32,
    /// How many more plays to look at, and the factor by which that exceeds levels with clues.
    tries: u64,
    often: u32,
}

impl PlaySearch {
    fn of(frame: &Frame) -> Self {
        let often = if frame.is_walls_alone { WALLS_ALONE } else { 1 };
        let tries = REDRAWN * u64::from(often) * luby(frame.number);
        Self { kept: None, easier: None, alike: 0, tries, often }
    }

    /// Whether a play has the clues of the one that is changed, and how often one after the other had.
    fn is_alike(&mut self, clues: &[(Site, Mark)], level: &Level) -> bool {
        let is_known = |best: &Redrawing| best.clues == clues && best.of.level == *level;
        self.alike = if self.kept.as_ref().is_some_and(is_known) { self.alike + 1 } else { 0 };
        self.alike > 0
    }

    /// Takes in how far a play is from what is wanted, where that is known; the one to be changed next.
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

/// A level of a play, or of one near it.
pub(crate) fn around_drawn(
    engine: &mut Engine,
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
                inner.bound = bound.of_many();
                match told_by_steps(&mut inner, frame, &clues, &next.play) {
                    Some(told) => told,
                    None => fewest_clues(engine, &mut inner, settings, frame, &clues)?,
                }
            }
            true => AllClues::Unknown,
        };
        if search.alike == MAX_ALIKE {
            // The rules read the same off any play: another frame will do.
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
        match changed(engine, ask, frame, reading, best)? {
            Some(candidate) => next = candidate,
            None => break,
        }
    }
    Ok(search.easier)
}

/// Another play of the same level, or the same play in a level of other rooms.
fn changed(
    engine: &mut Engine,
    ask: &Ask<'_>,
    frame: &mut Frame,
    reading: &dyn ClueReading,
    best: &mut Redrawing,
) -> Result<Option<Candidate>, Why> {
    // Who draws plays knows the level as it was first.
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
    let play = redrawn(engine, ask, frame, reading, best)?;
    Ok(play.map(|play| Candidate { play, ..best.of.clone() }))
}

/// A play that is the same except near an open place; `None` where none is found.
fn redrawn(
    engine: &mut Engine,
    ask: &Ask<'_>,
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
            Some(board) => draw_near(engine, ask, board, &best.of.play, middle, best.reach)?,
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

/// The level with walls that have moved near an open place; `None` where none can.
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
