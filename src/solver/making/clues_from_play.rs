//! Generates levels around a solution, with clues that the game reads off it.
//!
//! First it draws the frame: everything that a play does not determine, such as walls of rooms. Then it draws
//! a play. All clues that are true of the play make a level. If that level has one solution, clues are
//! removed as long as the solution stays unique. If it has several, the play is redrawn around a place where
//! they differ, or walls of rooms move there, and the rest stays: a large neighbourhood search for a level
//! with one solution.
//!
//! Clues may be marks that the player could write too, so only the number of solutions counts, not whose the
//! marks are.

use crate::making::drawn_plays::{close_board, draw_play, has_board, open_plays};
use crate::making::redrawing::around_drawn;
use crate::making::room_only::with_walls_for_one;
use crate::questions::design_questions::open_atoms;
use std::collections::{BTreeMap, BTreeSet};

use fastrand::Rng;

use crate::engine::ask::Ask;
use crate::engine::plan::{self, Holding};
use crate::engine::step_aims::{StepFit, last_that_suits};
use crate::engine::{Engine, solves};
use crate::making::added_clues::Clue;
use crate::making::drawn_plays::{
    DrawingBoard, DrawnPlay, fixed, of_name, shown, site_of, without,
};
use crate::making::redrawing::{Candidate, FarClues};
use crate::making::room_only::OfRooms;
use crate::questions::design_questions::{NoDesign, level_with_one_solution};
use crate::values::limits::GenerateSettings;
use crate::values::status::Why;
use crate::values::worker_messages::{ConsequenceMode, SessionRequest, SessionSlot};
use foolproof_asp::{Atom, SessionOptions};
use foolproof_game::{ClueReading, OpenRooms};
use foolproof_level::{Level, Mark, Site};

/// Number of plays that are drawn in one frame before the next frame is drawn.
pub(crate) const PLAYS_OF_FRAME: u32 = 4;
/// Maximum number of conflicts of a search for a second solution: a clue stays if it takes more without it.
const CLUE_CONFLICTS: u64 = 2_000;
/// Number of clues whose removal may stay undecided before no further clue is removed.
const MAX_UNTOLD: usize = 4;
/// Number of clues that are tried to tell whether any can go.
const FIRST_CLUES: usize = 4;
/// Share of random solver decisions while rooms are drawn, per mille.
const DRAWN_ROOMS_PER_MILLE: u32 = 20;
/// Maximum number of conflicts of that search, several times as many as it takes on a board of 10x10.
const DRAWN_ROOMS_CONFLICTS: u64 = 60_000;
/// Maximum number of clues that may be open in a session for several plays.
const MAX_CLUES: usize = 1000;
/// The same maximum when aiming for steps, which takes many more plays.
const MAX_FOR_STEPS: usize = 2500;

/// The parts of a level that a play does not determine, and the state for drawing plays in it.
pub(crate) struct Frame {
    pub(crate) level: Level,
    /// `None` if the game draws its own plays, or none is needed yet.
    pub(crate) plays: Option<DrawingBoard>,
    pub(crate) seed: u64,
    pub(crate) rng: Rng,
    /// Number of plays drawn in this frame.
    pub(crate) n_drawn: u32,
    /// Number of the current try, over all frames.
    pub(crate) number: u64,
    /// Session that counts the solutions of its clues.
    clues: Option<ClueSession>,
    /// Clues are removed as long as the solution stays unique.
    thins_out: bool,
    /// Rooms were generated, so they may be changed.
    pub(crate) has_drawn_rooms: bool,
    /// The puzzle has no clues besides its rooms.
    pub(crate) is_walls_alone: bool,
    /// The play must stay the solution.
    pub(crate) keeps_play: bool,
    /// Clues to remove last.
    pub(crate) before: BTreeSet<Clue>,
}

impl Frame {
    /// Starts from a level with its own walls, and counts one play as drawn.
    pub(crate) fn around(level: Level, reading: &dyn ClueReading, seed: u64) -> Self {
        Self {
            level,
            plays: None,
            seed,
            rng: Rng::with_seed(seed),
            n_drawn: 1,
            number: 1,
            clues: None,
            thins_out: !reading.keeps_all_clues(),
            has_drawn_rooms: false,
            is_walls_alone: false,
            keeps_play: false,
            before: BTreeSet::new(),
        }
    }
}

/// The outcome of trying one play in a frame.
pub(crate) enum OfFrame {
    Level(Box<Level>),
    /// No level was found for this play; another play may have one.
    None,
    /// All plays of the level itself were drawn, this many.
    NoMore(usize),
}

/// A solver session in which clues may be painted, to count the solutions that they leave.
struct ClueSession {
    slot: SessionSlot,
    level: Level,
    /// Generation of the worker process that has the session.
    generation: u64,
    clues: BTreeSet<(Site, Mark)>,
    /// The clues as atoms of the session. Empty if they are facts of its program.
    paints: Vec<Atom>,
}

/// The outcome of trying all clues of a play.
pub(crate) enum AllClues {
    /// A level with one solution, after removing clues if that is wanted.
    Level(Box<Level>),
    /// A level with one solution whose steps are easier than wanted, by this many sentences.
    Easier(Box<Level>, u32),
    /// The clues leave several solutions, or the steps miss the aims.
    Far(FarClues),
    Unknown,
}

/// The number of solutions that some clues leave.
enum OfClues {
    One(BTreeSet<Atom>),
    Several,
    /// No solution was found, or time ran out.
    Unknown,
}

/// Clues that leave one solution, and that solution.
struct SolvedClues {
    clues: BTreeSet<Atom>,
    play: BTreeSet<Atom>,
}

/// The order in which removals of clues are tried: random by `seed`, but those in `before` last.
struct LastToGo {
    before: BTreeSet<Atom>,
    seed: u64,
}

/// Tries one play, in the kept frame or in a new one.
pub(crate) fn read_off(
    ask: &mut Ask<'_>,
    settings: &GenerateSettings,
    kept: &mut Option<Frame>,
    reading: &dyn ClueReading,
    number: u64,
) -> Result<OfFrame, Why> {
    let settings = GenerateSettings { stock: Vec::new(), ..settings.clone() };
    let used_up = |frame: &Frame| {
        frame.n_drawn >= PLAYS_OF_FRAME && frame.level != *ask.level
            || frame.plays.as_ref().is_some_and(|board| !has_board(ask.engine, board))
    };
    if kept.as_ref().is_none_or(used_up) {
        close_frame(ask, kept);
        *kept = new_frame(ask, &settings, reading, number)?;
    }
    let Some(frame) = kept else { return Ok(OfFrame::None) };
    frame.n_drawn += 1;
    frame.number = number;
    let is_whole = frame.level == *ask.level;
    let level = frame.level.clone();
    let mut inner = ask.part(&level);
    if frame.is_walls_alone
        && frame.plays.is_none()
        && let Some(found) = of_walls_alone(&mut inner, &settings, frame, reading)?
    {
        return Ok(found);
    }
    let drawn = match &mut frame.plays {
        Some(board) => draw_play(&mut inner, board)?,
        None => match reading.drawn_play(&level, frame.rng.u64(..), None) {
            Some(play) => DrawnPlay::Play(plan::atoms_of(&play)),
            None => DrawnPlay::NoneInTime,
        },
    };
    let drawn = match drawn {
        DrawnPlay::Play(drawn) => drawn,
        DrawnPlay::NoMore(drawn) if is_whole => return Ok(OfFrame::NoMore(drawn)),
        DrawnPlay::NoMore(_) | DrawnPlay::NoneInTime => {
            frame.n_drawn = PLAYS_OF_FRAME;
            return Ok(OfFrame::None);
        }
    };
    let drawn = Candidate::of(level.clone(), drawn);
    let found = around_drawn(&mut inner, &settings, frame, reading, drawn)?;
    Ok(found.map_or(OfFrame::None, OfFrame::Level))
}

/// Tries a frame whose only clues are its rooms. Returns `None` if walls should move around a drawn play
/// instead.
fn of_walls_alone(
    ask: &mut Ask<'_>,
    settings: &GenerateSettings,
    frame: &mut Frame,
    reading: &dyn ClueReading,
) -> Result<Option<OfFrame>, Why> {
    let found = match with_walls_for_one(ask, reading, frame.rng.u64(..))? {
        OfRooms::Untold => {
            let plays = open_plays(ask, settings, frame.number, reading)?;
            frame.plays = Some(plays);
            return Ok(None);
        }
        OfRooms::Level(level) => with_steps(ask, settings, frame, reading, level)?,
        OfRooms::None => OfFrame::None,
    };
    // The next level should have other rooms.
    frame.n_drawn = PLAYS_OF_FRAME;
    Ok(Some(found))
}

/// Moves walls of a level with one solution until its steps meet the aims.
fn with_steps(
    ask: &mut Ask<'_>,
    settings: &GenerateSettings,
    frame: &mut Frame,
    reading: &dyn ClueReading,
    mut level: Box<Level>,
) -> Result<OfFrame, Why> {
    let Some(play) = level.intended.as_ref().filter(|_| ask.aims_for_steps()) else {
        return Ok(OfFrame::Level(level));
    };
    let play = plan::atoms_of(play);
    level.intended.clone_from(&ask.level.intended);
    level.policy.clone_from(&ask.level.policy);
    let of = Candidate::of(*level, play);
    let found = around_drawn(ask, settings, frame, reading, of)?;
    Ok(found.map_or(OfFrame::None, OfFrame::Level))
}

/// Draws a new frame at random. Returns `None` if time was short.
fn new_frame(
    ask: &mut Ask<'_>,
    settings: &GenerateSettings,
    reading: &dyn ClueReading,
    number: u64,
) -> Result<Option<Frame>, Why> {
    let seed = settings.seed_of(number);
    let mut level = reading.framed(ask.level, seed);
    let has_drawn_rooms = level != *ask.level;
    let open_rooms = reading.open_rooms(&level);
    let is_walls_alone = open_rooms.is_some();
    if let Some(rooms) = open_rooms {
        let drawn = with_rooms(ask, &level, &rooms, reading, seed)?;
        let Some(drawn) = drawn else { return Ok(None) };
        level = drawn;
    }
    let mut inner = ask.about(&level);
    // Plays drawn by the game itself ignore clues that are already there.
    let has_clues = level.marks().any(|(_, mark)| reading.may_read(mark) == Some(true));
    let plays = match is_walls_alone || reading.draws_plays() && !has_clues {
        true => None,
        false => Some(open_plays(&mut inner, settings, number, reading)?),
    };
    Ok(Some(Frame {
        plays,
        n_drawn: 0,
        number,
        has_drawn_rooms: has_drawn_rooms || is_walls_alone,
        is_walls_alone,
        ..Frame::around(level, reading, seed)
    }))
}

/// Returns the level with rooms that allow a play, or `None` if none were found in time.
fn with_rooms(
    ask: &mut Ask<'_>,
    level: &Level,
    rooms: &OpenRooms,
    reading: &dyn ClueReading,
    seed: u64,
) -> Result<Option<Level>, Why> {
    let program = plan::rooms_program(ask.game, level, rooms, reading).map_err(Why::from)?;
    let options = SessionOptions {
        seed,
        random_per_mille: DRAWN_ROOMS_PER_MILLE,
        conflicts: DRAWN_ROOMS_CONFLICTS,
        ..SessionOptions::default()
    };
    let slot = ask.own_session(&program, &options).map_err(NoDesign::of)?;
    let found = ask.about(level).models(slot, Vec::new(), 1, vec!["has".to_owned()]);
    ask.close(slot.ask(SessionRequest::Close));
    let drawn = found?.0.pop();
    Ok(drawn.map(|model| plan::level_of(level, &model.atoms, Holding::Firm)))
}

pub(crate) fn close_frame(ask: &mut Ask<'_>, kept: &mut Option<Frame>) {
    if let Some(frame) = kept.take() {
        if let Some(session) = frame.clues.filter(|session| has_session(ask.engine, session)) {
            ask.close(session.slot.ask(SessionRequest::Close));
        }
        if let Some(board) = &frame.plays {
            close_board(ask, board);
        }
    }
}

/// Returns whether the process that has the session still runs.
fn has_session(engine: &Engine, session: &ClueSession) -> bool {
    session.generation == engine.worker.generation()
}

/// Returns the level with as few of these clues as leave one solution.
pub(crate) fn fewest_clues(
    ask: &mut Ask<'_>,
    settings: &GenerateSettings,
    frame: &mut Frame,
    clues: &[(Site, Mark)],
) -> Result<AllClues, Why> {
    let seed = frame.seed.wrapping_add(u64::from(frame.n_drawn));
    let thins_out = frame.thins_out;
    let before = frame.before.iter().map(|(site, mark)| plan::painted(*site, mark)).collect();
    let session = clue_session(ask, frame, clues)?;
    let clues: BTreeSet<Atom> =
        clues.iter().map(|(site, mark)| plan::painted(*site, mark)).collect();
    let play = match solutions_of(ask, session, &clues)? {
        OfClues::One(play) => play,
        OfClues::Several => {
            let open = open_places(ask, session, &clues)?;
            return Ok(open.map_or(AllClues::Unknown, |open| AllClues::Far(FarClues::open(open))));
        }
        OfClues::Unknown => return Ok(AllClues::Unknown),
    };
    let all = SolvedClues { clues, play };
    let level = level_of(ask, &all)?;
    match of_steps(ask, level) {
        AllClues::Level(_) | AllClues::Easier(..) if thins_out => {
            thin_out(ask, settings, session, all, &LastToGo { before, seed })
        }
        fit => Ok(fit),
    }
}

/// Returns a session in which these clues may be painted: that of an earlier play of the frame, if it has
/// them.
fn clue_session<'f>(
    ask: &mut Ask<'_>,
    frame: &'f mut Frame,
    clues: &[(Site, Mark)],
) -> Result<&'f ClueSession, Why> {
    let is_of = |session: &&ClueSession| session.level == *ask.level;
    let known =
        frame.clues.as_ref().filter(|session| has_session(ask.engine, session)).filter(is_of);
    let mut open: BTreeSet<(Site, Mark)> = clues.iter().cloned().collect();
    let are_facts = !frame.thins_out && widest(ask, &open) > MAX_CLUES;
    let has_all = |session: &ClueSession| match session.paints.is_empty() {
        true => session.clues == open,
        false => open.is_subset(&session.clues),
    };
    if !known.is_some_and(has_all) {
        if let Some(session) = frame.clues.take() {
            if has_session(ask.engine, &session) {
                ask.close(session.slot.ask(SessionRequest::Close));
            }
            if session.level == *ask.level {
                open = widened(ask, open, session.clues);
            }
        }
        let program = match are_facts {
            true => plan::clues_program(ask.game, &with_clues(ask.level, &open), &[].into()),
            false => plan::clues_program(ask.game, ask.level, &open),
        };
        let program = program.map_err(Why::from)?;
        let options = SessionOptions {
            seed: frame.seed,
            project: true,
            conflicts: CLUE_CONFLICTS,
            ..SessionOptions::default()
        };
        // The rules are read for the frame's level, and differ in nothing for one with moved walls.
        let slot = match *ask.level == frame.level {
            true => ask.own_session(&program, &options),
            false => ask.trial_session(&program, &options),
        };
        let slot = slot.map_err(NoDesign::of)?;
        let paints = open_atoms(ask, slot, "has", 2)?;
        let generation = ask.engine.worker.generation();
        let level = ask.level.clone();
        frame.clues = Some(ClueSession { slot, level, generation, paints, clues: open });
    }
    frame.clues.as_ref().ok_or(Why::Stopped)
}

fn thin_out(
    ask: &mut Ask<'_>,
    settings: &GenerateSettings,
    session: &ClueSession,
    all: SolvedClues,
    last: &LastToGo,
) -> Result<AllClues, Why> {
    // Sets of fewer and fewer clues that leave one solution.
    let (mut clues, mut thinner) = (all.clues.clone(), vec![all]);
    let mut order: Vec<Atom> = clues.iter().cloned().collect();
    Rng::with_seed(last.seed).shuffle(&mut order);
    order.sort_by_key(|atom| last.before.contains(atom));
    let mut untold = 0;
    for atom in order {
        // The remaining clues make a level, too.
        if ask.left().is_zero() || untold == MAX_UNTOLD {
            break;
        }
        let fewer = without(ask, settings, &clues, &atom);
        let Some(fewer) = fewer.filter(|fewer| fewer.len() < clues.len()) else { continue };
        match solutions_of(ask, session, &fewer)? {
            OfClues::One(play) => {
                clues.clone_from(&fewer);
                thinner.push(SolvedClues { clues: fewer, play });
            }
            OfClues::Several => {}
            OfClues::Unknown => untold += 1,
        }
    }
    let suiting = last_that_suits(ask, &thinner, |solved| level_of(ask, solved))?;
    Ok(suiting.map_or(AllClues::Unknown, |level| of_steps(ask, level)))
}

/// Returns the sites where the solutions of all clues differ, or `None` if there are none, or time ran out.
fn open_places(
    ask: &mut Ask<'_>,
    session: &ClueSession,
    clues: &BTreeSet<Atom>,
) -> Result<Option<Vec<Site>>, Why> {
    let assume = fixed(&session.paints, clues);
    let all = ask.consequences(session.slot, ConsequenceMode::Cautious, assume.clone(), "play")?;
    if all.halt.is_some() {
        return Ok(None);
    }
    let some = ask.consequences(session.slot, ConsequenceMode::Brave, assume, "play")?;
    let differing = some.atoms.difference(&all.atoms);
    let sites: BTreeSet<Site> = differing.filter_map(|atom| site_of(atom)?.parse().ok()).collect();
    Ok((some.halt.is_none() && !sites.is_empty()).then(|| sites.into_iter().collect()))
}

/// Looks for up to two solutions of the level with these clues and no others.
fn solutions_of(
    ask: &mut Ask<'_>,
    session: &ClueSession,
    chosen: &BTreeSet<Atom>,
) -> Result<OfClues, Why> {
    let assume = fixed(&session.paints, chosen);
    let (models, ended) = ask.models(session.slot, assume, 2, shown())?;
    let mut plays: Vec<_> = models.iter().map(|model| of_name(model, "play")).collect();
    Ok(match (plays.len(), ended.exhausted) {
        (0, _) | (1, false) => OfClues::Unknown,
        (1, true) => plays.pop().map_or(OfClues::Unknown, OfClues::One),
        _ => OfClues::Several,
    })
}

/// Tries all clues of a play by their solving steps, if there are aims for these: they also show whether
/// there is one solution, and sooner than a session in which clues are open. Returns `None` if that takes too
/// long, or if clues may be removed.
pub(crate) fn told_by_steps(
    ask: &mut Ask<'_>,
    frame: &Frame,
    clues: &[Clue],
    play: &BTreeSet<Atom>,
) -> Option<AllClues> {
    if !ask.aims_for_steps() {
        return None;
    }
    let painted = clues.iter().map(|(site, mark)| plan::painted(*site, mark));
    let all = SolvedClues { clues: painted.collect(), play: play.clone() };
    // A play that the rules do not accept as the solution is left to the session.
    let level = level_of(ask, &all).ok()?;
    match of_steps(ask, level) {
        AllClues::Unknown => None,
        AllClues::Level(_) | AllClues::Easier(..) if may_go(ask, frame, clues, play) => None,
        found => Some(found),
    }
}

/// Returns whether a play stays a solution without one of the first few clues. The number of an island can
/// never go.
fn may_go(ask: &Ask<'_>, frame: &Frame, clues: &[Clue], play: &BTreeSet<Atom>) -> bool {
    let play = plan::read_play(play);
    let goes = |without: &Clue| {
        let others = clues.iter().filter(|clue| *clue != without).cloned();
        solves(ask.game, &with_clues(ask.level, &others.collect()), &play)
    };
    frame.thins_out && clues.iter().take(FIRST_CLUES).any(goes)
}

/// Judges a level with one solution by its steps.
fn of_steps(ask: &mut Ask<'_>, level: Level) -> AllClues {
    let fit = ask.fit(&level);
    if let Some(nearest) = ask.goal.nearest.words() {
        ask.note_further(&format!("; the nearest so far: {nearest}"));
    }
    match fit {
        Ok(StepFit::Meets) => AllClues::Level(Box::new(level)),
        Ok(StepFit::Easier(hardest)) => {
            let by = ask.goal.steps.hardest.unwrap_or(hardest).saturating_sub(hardest);
            AllClues::Easier(Box::new(level), by)
        }
        Ok(StepFit::Lacks(miss) | StepFit::Misses(miss)) => AllClues::Far(FarClues::of_steps(miss)),
        Err(_) => AllClues::Unknown,
    }
}

/// Builds the level with these clues, which leave one solution.
fn level_of(ask: &Ask<'_>, solved: &SolvedClues) -> Result<Level, Why> {
    let atoms: Vec<Atom> = solved.clues.iter().chain(&solved.play).cloned().collect();
    level_with_one_solution(ask, &atoms)
}

/// Returns the number of clues of these kinds over all sites.
fn widest(ask: &Ask<'_>, clues: &BTreeSet<(Site, Mark)>) -> usize {
    let marks: BTreeSet<&Mark> = clues.iter().map(|(_, mark)| mark).collect();
    marks.len() * ask.game.layout_of(ask.level).sites.len()
}

/// Returns these clues and earlier ones, each on all other sites too, if those are few: redrawn plays have
/// them. If they are many, but all on the sites of these clues, each is returned on those sites. Else returns
/// these alone, because rules about each clue grow with their number.
fn widened(
    ask: &Ask<'_>,
    clues: BTreeSet<(Site, Mark)>,
    earlier: BTreeSet<(Site, Mark)>,
) -> BTreeSet<(Site, Mark)> {
    let most = if ask.aims_for_steps() { MAX_FOR_STEPS } else { MAX_CLUES };
    let mut all: BTreeSet<(Site, Mark)> = clues.union(&earlier).cloned().collect();
    let mut marks: BTreeSet<Mark> = all.iter().map(|(_, mark)| mark.clone()).collect();
    let mut sites: BTreeSet<Site> = clues.iter().map(|(site, _)| *site).collect();
    if widest(ask, &all) <= most {
        let layout = ask.game.layout_of(ask.level).sites;
        sites = layout.into_iter().map(|(site, _)| site).collect();
        // The next plays are likely to have these numbers, too.
        let between = numbers_between(&marks);
        if ask.aims_for_steps() && (marks.len() + between.len()) * sites.len() <= most {
            marks.extend(between);
        }
    } else if marks.len() * sites.len() > most || all.iter().any(|(site, _)| !sites.contains(site))
    {
        return clues;
    }
    for site in sites.into_iter().filter(|site| ask.level.mark(*site).is_none()) {
        let may = |mark: &&Mark| ask.game.accepts(&ask.level.board, site, mark).is_ok();
        all.extend(marks.iter().filter(may).map(|mark| (site, mark.clone())));
    }
    all
}

/// Returns the missing marks whose number lies between those of two of these.
fn numbers_between(marks: &BTreeSet<Mark>) -> Vec<Mark> {
    let mut numbers: BTreeMap<&str, BTreeSet<u32>> = BTreeMap::new();
    for mark in marks {
        if let [number] = mark.args().as_slice()
            && let Ok(number) = number.parse()
        {
            numbers.entry(mark.functor()).or_default().insert(number);
        }
    }
    let missing = |(functor, there): (&str, BTreeSet<u32>)| {
        let (least, most) = (there.first().copied(), there.last().copied());
        let all = least.unwrap_or(1)..=most.unwrap_or(0);
        let between = all.filter(|number| !there.contains(number)).take(MAX_FOR_STEPS);
        between.filter_map(|number| format!("{functor}({number})").parse().ok()).collect::<Vec<_>>()
    };
    numbers.into_iter().flat_map(missing).collect()
}

fn with_clues(level: &Level, clues: &BTreeSet<(Site, Mark)>) -> Level {
    let mut with_clues = level.clone();
    clues.iter().for_each(|(site, mark)| with_clues.paint(*site, Some(mark.clone())));
    with_clues
}
