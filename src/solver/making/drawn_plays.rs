//! Generates levels around a play that is drawn first: the designer's marks are chosen to fit it.
//!
//! Works in two warm sessions in which the designer's marks and the play are both open: one draws random
//! plays, the other looks for marks. With the play fixed, the session chooses marks whose solution it is.
//! With the marks fixed, another solution shows that they are too few, and marks that rule it out are chosen
//! first the next time. It cannot prove that no marks make a play the only solution.

use crate::questions::design_questions::open_atoms;
use std::cell::Cell;
use std::collections::BTreeSet;

use fastrand::Rng;

use crate::engine::ask::Ask;
use crate::engine::plan::{self, Holding, image, is_alike};
use crate::engine::step_aims::last_that_suits;
use crate::engine::{Engine, why};
use crate::making::redundant_marks::keeps_least;
use crate::questions::design_questions::{NoDesign, proposed_level};
use crate::values::limits::GenerateSettings;
use crate::values::status::Why;
use crate::values::worker_messages::{ConsequenceMode, SessionRequest, SessionSlot, Word};
use crate::worker::remote::another_answer;
use foolproof_asp::{Assume, Atom, Model, Program, SessionOptions};
use foolproof_game::{ClueReading, GameError};
use foolproof_level::{Expect, Hold, Level, Site};

/// Share of random solver decisions while plays are drawn, per mille, so that they vary.
const DRAWN_PER_MILLE: u32 = 300;
/// Number of parts of a play that are drawn before the solver finds the rest.
const DRAWN_PARTS: usize = 16;
/// Number of parts that are drawn when a play is redrawn near a site.
const DRAWN_NEAR: usize = 4;
/// Number of sets of marks that are tried around one play.
const ROUNDS: usize = 24;
/// Number of other plays that no single mark rules out, after which a play is given up.
const MAX_STUBBORN: usize = 3;
/// Maximum number of conflicts of a single search. A limit in work does not depend on the machine.
pub(crate) const CONFLICTS: u64 = 10_000;
/// Maximum number of questions about the marks of one play.
const MAX_ASKED: usize = 3_000;
/// Other searches get one in `PART` of the remaining time each.
const PART: u32 = 3;

/// The sessions of one stock of marks.
pub(crate) struct DrawingBoard {
    /// The settings that it was opened for.
    settings: GenerateSettings,
    draws: SessionSlot,
    marks: SessionSlot,
    /// Generation of the worker process that has the sessions.
    generation: u64,
    /// Marks that the player may place.
    plays: Vec<Atom>,
    /// Marks that the designer may paint.
    paints: Vec<Atom>,
    /// Atoms that say that a site holds some mark: plays of levels with many marks are more often the only
    /// ones.
    marked: Vec<Atom>,
    rng: Rng,
    /// Number of plays that were drawn.
    n_drawn: usize,
}

/// The outcome of drawing a play.
pub(crate) enum DrawnPlay {
    Play(BTreeSet<Atom>),
    /// There are no more plays; this many were drawn.
    NoMore(usize),
    NoneInTime,
}

/// Uniqueness of a given play under fixed marks.
enum OnlyPlay {
    Yes,
    Another(BTreeSet<Atom>),
    Unknown,
}

impl DrawingBoard {
    /// Draws a random part of a play: some mark of the designer's on a site, or a mark of the player's, set
    /// or not.
    fn part(&mut self) -> Option<Assume> {
        if self.rng.bool()
            && let Some(marked) = self.rng.choice(&self.marked)
        {
            return Some((marked.clone(), true));
        }
        let truth = self.rng.bool();
        Some((self.rng.choice(&self.plays)?.clone(), truth))
    }
}

/// A play, and the candidate marks for it.
struct PlayWithMarks<'a> {
    play: &'a BTreeSet<Atom>,
    fixed: Vec<Assume>,
    possible: Vec<Atom>,
    /// Number of questions asked about them.
    asked: Cell<usize>,
}

impl PlayWithMarks<'_> {
    /// Counts a question, if one more may be asked.
    fn may_ask(&self) -> bool {
        self.asked.replace(self.asked.get() + 1) < MAX_ASKED
    }
}

/// Returns the site of an atom about a site.
pub(crate) fn site_of(atom: &Atom) -> Option<&String> {
    atom.args.first()
}

/// Fixes all atoms of a list: true if they are in the set, else false.
pub(crate) fn fixed(all: &[Atom], held: &BTreeSet<Atom>) -> Vec<Assume> {
    all.iter().map(|atom| (atom.clone(), held.contains(atom))).collect()
}

/// Opens the sessions of a stock.
pub(crate) fn open_drawing(
    ask: &mut Ask<'_>,
    settings: &GenerateSettings,
    number: u64,
) -> Result<DrawingBoard, NoDesign> {
    let program = plan::drawing_program(ask.game, ask.level, settings);
    open_board(ask, settings, number, program, true)
}

/// Opens the sessions of a level's plays, drawn as the game wants.
pub(crate) fn open_plays(
    ask: &mut Ask<'_>,
    settings: &GenerateSettings,
    number: u64,
    reading: &dyn ClueReading,
) -> Result<DrawingBoard, NoDesign> {
    let program = plan::plays_program(ask.game, ask.level, reading);
    open_board(ask, settings, number, program, false)
}

fn open_board(
    ask: &mut Ask<'_>,
    settings: &GenerateSettings,
    number: u64,
    program: Result<Program, GameError>,
    // Also opens a session to look for marks.
    paints: bool,
) -> Result<DrawingBoard, NoDesign> {
    let program = program.map_err(|error| NoDesign::Other(Why::from(error)))?;
    let seed = settings.seed_of(number);
    let options =
        SessionOptions { seed, project: true, conflicts: CONFLICTS, ..SessionOptions::default() };
    let draws =
        SessionOptions { random_per_mille: DRAWN_PER_MILLE, extendable: true, ..options.clone() };
    let draws = ask.own_session(&program, &draws).map_err(NoDesign::of)?;
    let marks = match paints {
        true => ask.own_session(&program, &options).map_err(NoDesign::of)?,
        false => draws,
    };
    let generation = ask.engine.worker.generation();
    let mut open = |name, arity| open_atoms(ask, draws, name, arity);
    let plays = open("play", 2).map_err(NoDesign::Other)?;
    let paints = open("has", 2).map_err(NoDesign::Other)?;
    let marked = open("__marked", 1).map_err(NoDesign::Other)?;
    let rng = Rng::with_seed(seed ^ 0x0D2A_14B0);
    let settings = settings.clone();
    let n_drawn = 0;
    Ok(DrawingBoard { settings, draws, marks, generation, plays, paints, marked, rng, n_drawn })
}

/// Returns whether the process that has the sessions still runs.
pub(crate) fn has_board(engine: &Engine, board: &DrawingBoard) -> bool {
    board.generation == engine.worker.generation()
}

pub(crate) fn close_board(ask: &mut Ask<'_>, board: &DrawingBoard) {
    if has_board(ask.engine, board) {
        ask.close(board.draws.ask(SessionRequest::Close));
        if board.marks != board.draws {
            ask.close(board.marks.ask(SessionRequest::Close));
        }
    }
}

/// Draws a play that was not drawn before.
pub(crate) fn draw_play(ask: &mut Ask<'_>, board: &mut DrawingBoard) -> Result<DrawnPlay, Why> {
    draw_with(ask, board, Vec::new(), DRAWN_PARTS, DrawingBoard::part)
}

/// Draws a new play that equals this one except within `reach` half cells of a site.
pub(crate) fn draw_near(
    ask: &mut Ask<'_>,
    board: &mut DrawingBoard,
    play: &BTreeSet<Atom>,
    middle: Site,
    reach: u16,
) -> Result<Option<BTreeSet<Atom>>, Why> {
    let is_far = |atom: &Atom| {
        let site = site_of(atom).and_then(|site| site.parse::<Site>().ok());
        site.is_none_or(|site| site.distance(middle) > reach)
    };
    let (far, near): (Vec<Atom>, Vec<Atom>) = board.plays.iter().cloned().partition(is_far);
    let part = |board: &mut DrawingBoard| {
        let truth = board.rng.bool();
        Some((board.rng.choice(&near)?.clone(), truth))
    };
    match draw_with(ask, board, fixed(&far, play), DRAWN_NEAR, part)? {
        DrawnPlay::Play(play) => Ok(Some(play)),
        DrawnPlay::NoMore(_) | DrawnPlay::NoneInTime => Ok(None),
    }
}

/// Draws a new play with these parts, and with as many further random parts as go together.
fn draw_with(
    ask: &mut Ask<'_>,
    board: &mut DrawingBoard,
    mut parts: Vec<Assume>,
    n_parts: usize,
    part: impl Fn(&mut DrawingBoard) -> Option<Assume>,
) -> Result<DrawnPlay, Why> {
    let mut inner = ask.about(ask.level);
    let mut drawn = None;
    for n in 0..=n_parts {
        // The first search shows whether there is any play at all.
        let mut assume: Vec<Assume> = parts.clone();
        if n > 0 {
            let Some(part) = part(board) else { break };
            assume.push(part);
        }
        let (models, ended) = inner.models(board.draws, assume.clone(), 1, shown())?;
        match models.into_iter().next() {
            Some(model) => (drawn, parts) = (Some(of_name(&model, "play")), assume),
            None if !ended.exhausted => break,
            None if n == 0 => return Ok(DrawnPlay::NoMore(board.n_drawn)),
            None => {}
        }
    }
    let Some(play) = drawn else { return Ok(DrawnPlay::NoneInTime) };
    board.n_drawn += 1;
    let atoms = fixed(&board.plays, &play);
    match ask.call(board.draws.ask(SessionRequest::Forbid { atoms })).map_err(why)? {
        Word::Done => Ok(DrawnPlay::Play(play)),
        _ => Err(why(another_answer())),
    }
}

/// Returns a level that only this play solves, as far as the session can tell, or `None` if no marks were
/// found that exclude all other plays.
pub(crate) fn around_play(
    ask: &mut Ask<'_>,
    board: &mut DrawingBoard,
    play: &BTreeSet<Atom>,
) -> Result<Option<Level>, Why> {
    let mut inner = ask.about(ask.level);
    let assume = fixed(&board.plays, play);
    let Some(possible) = possible_marks(&mut inner, board, &assume)? else { return Ok(None) };
    let (possible, asked) = (possible.into_iter().collect(), Cell::new(0));
    let of = PlayWithMarks { play, fixed: assume, possible, asked };
    let (mut others, mut stubborn): (Vec<BTreeSet<Atom>>, usize) = (Vec::new(), 0);
    for _ in 0..ROUNDS {
        let Some(chosen) = marks_against(&mut inner, board, &of, &others)? else {
            return Ok(None);
        };
        match only_play(&mut inner, board, &of, &chosen)? {
            OnlyPlay::Yes => {
                let thinner = thinned(&mut inner, board, &of, chosen)?;
                return last_that_suits(ask, &thinner, |chosen| level_with(ask, chosen, play));
            }
            OnlyPlay::Another(other) => {
                let assume = fixed(&board.plays, &other);
                let Some(possible) = possible_marks(&mut inner, board, &assume)? else {
                    return Ok(None);
                };
                stubborn += usize::from(of.possible.iter().all(|atom| possible.contains(atom)));
                if stubborn == MAX_STUBBORN {
                    return Ok(None);
                }
                others.push(possible);
            }
            OnlyPlay::Unknown => return Ok(None),
        }
    }
    Ok(None)
}

/// Returns the marks that may be painted if this play is fixed, or `None` if time was short.
fn possible_marks(
    ask: &mut Ask<'_>,
    board: &DrawingBoard,
    assume: &[Assume],
) -> Result<Option<BTreeSet<Atom>>, Why> {
    let found = ask.consequences(board.marks, ConsequenceMode::Brave, assume.to_vec(), "has")?;
    let open: BTreeSet<Atom> = board.paints.iter().cloned().collect();
    Ok(found.halt.is_none().then(|| &found.atoms & &open))
}

/// Chooses as many marks as go with the play, first those that rule other plays out. Returns `None` if time
/// was short.
fn marks_against(
    ask: &mut Ask<'_>,
    board: &mut DrawingBoard,
    of: &PlayWithMarks<'_>,
    others: &[BTreeSet<Atom>],
) -> Result<Option<BTreeSet<Atom>>, Why> {
    let mut chosen = BTreeSet::new();
    let mut order: Vec<usize> = (0..others.len()).collect();
    board.rng.shuffle(&mut order);
    for at in order {
        let Some(other) = others.get(at) else { continue };
        let rules_out = |atom: &&Atom| !other.contains(atom);
        if chosen.iter().any(|atom| rules_out(&atom)) {
            continue;
        }
        let mut against: Vec<Atom> = of.possible.iter().filter(rules_out).cloned().collect();
        board.rng.shuffle(&mut against);
        for atom in against {
            match goes_with(ask, board, of, &chosen, std::slice::from_ref(&atom))? {
                Some(true) => {
                    chosen.insert(atom);
                    break;
                }
                Some(false) => {}
                None => return Ok(None),
            }
        }
    }
    let mut rest: Vec<Atom> = of.possible.clone();
    board.rng.shuffle(&mut rest);
    match filled_up(ask, board, of, &mut chosen, &rest)? {
        Some(()) => Ok(Some(chosen)),
        None => Ok(None),
    }
}

/// Adds all of these marks that go together: all at once if possible, else half by half.
fn filled_up(
    ask: &mut Ask<'_>,
    board: &DrawingBoard,
    of: &PlayWithMarks<'_>,
    chosen: &mut BTreeSet<Atom>,
    rest: &[Atom],
) -> Result<Option<()>, Why> {
    let mut taken: BTreeSet<&String> = BTreeSet::new();
    let held: BTreeSet<String> = chosen.iter().filter_map(site_of).cloned().collect();
    // One mark per site first; its other marks come later, in case the first one does not fit.
    let (once, again): (Vec<&Atom>, Vec<&Atom>) = rest
        .iter()
        .filter(|atom| site_of(atom).is_some_and(|site| !held.contains(site)))
        .partition(|atom| site_of(atom).is_some_and(|site| taken.insert(site)));
    for part in [once, again] {
        let part: Vec<Atom> = part.into_iter().cloned().collect();
        let mut open = vec![part.as_slice()];
        while let Some(part) = open.pop() {
            let sites: BTreeSet<&String> = chosen.iter().filter_map(site_of).collect();
            let free = |atom: &&Atom| site_of(atom).is_some_and(|site| !sites.contains(site));
            let part_free: Vec<Atom> = part.iter().filter(free).cloned().collect();
            if part_free.is_empty() {
                continue;
            }
            match goes_with(ask, board, of, chosen, &part_free)? {
                Some(true) => chosen.extend(part_free),
                Some(false) if part.len() > 1 => {
                    let (one, other) = part.split_at(part.len() / 2);
                    open.extend([other, one]);
                }
                Some(false) => {}
                None => return Ok(None),
            }
        }
    }
    Ok(Some(()))
}

/// Returns whether the play solves some level with these marks and more, or `None` if that is too hard to
/// tell, or the maximum of questions is reached.
fn goes_with(
    ask: &mut Ask<'_>,
    board: &DrawingBoard,
    of: &PlayWithMarks<'_>,
    chosen: &BTreeSet<Atom>,
    more: &[Atom],
) -> Result<Option<bool>, Why> {
    if !of.may_ask() {
        return Ok(None);
    }
    let marks = chosen.iter().chain(more).map(|atom| (atom.clone(), true));
    let assume = of.fixed.iter().cloned().chain(marks).collect();
    let (models, ended) = ask.models(board.marks, assume, 1, shown())?;
    Ok(match (models.is_empty(), ended.exhausted) {
        (false, _) => Some(true),
        (true, true) => Some(false),
        (true, false) => None,
    })
}

/// Checks whether a level with these marks and no others has only this solution.
fn only_play(
    ask: &mut Ask<'_>,
    board: &DrawingBoard,
    of: &PlayWithMarks<'_>,
    chosen: &BTreeSet<Atom>,
) -> Result<OnlyPlay, Why> {
    if !of.may_ask() {
        return Ok(OnlyPlay::Unknown);
    }
    let assume = fixed(&board.paints, chosen);
    let (models, ended) = ask.models(board.marks, assume, 2, shown())?;
    let mut plays: Vec<BTreeSet<Atom>> =
        models.iter().map(|model| of_name(model, "play")).collect();
    plays.retain(|found| found != of.play);
    Ok(match (plays.pop(), ended.exhausted, models.len()) {
        (Some(other), ..) => OnlyPlay::Another(other),
        (None, true, 1) => OnlyPlay::Yes,
        _ => OnlyPlay::Unknown,
    })
}

/// Returns the marks, and fewer and fewer of them down to those that are needed: the play stays the only one.
/// A mark that cannot be decided in time stays.
fn thinned(
    ask: &mut Ask<'_>,
    board: &mut DrawingBoard,
    of: &PlayWithMarks<'_>,
    mut chosen: BTreeSet<Atom>,
) -> Result<Vec<BTreeSet<Atom>>, Why> {
    let mut thinner = vec![chosen.clone()];
    loop {
        let mut order: Vec<Atom> = chosen.iter().cloned().collect();
        board.rng.shuffle(&mut order);
        let before = chosen.len();
        for atom in order {
            if ask.left().is_zero() || of.asked.get() >= MAX_ASKED {
                return Ok(thinner);
            }
            let fewer = without(ask, &board.settings, &chosen, &atom);
            let Some(fewer) = fewer.filter(|fewer| fewer.len() < chosen.len()) else {
                continue;
            };
            if let OnlyPlay::Yes = only_play(ask, board, of, &fewer)? {
                chosen.clone_from(&fewer);
                thinner.push(fewer);
            }
        }
        // Without one mark, another may become redundant.
        if chosen.len() == before {
            return Ok(thinner);
        }
    }
}

/// Names of the predicates that are shown of a model.
pub(crate) fn shown() -> Vec<String> {
    vec!["play".to_owned()]
}

/// Does one search, in one in `PART` of the remaining time.
pub(crate) fn hurried<T>(ask: &mut Ask<'_>, search: impl FnOnce(&mut Ask<'_>) -> T) -> T {
    ask.spending(ask.left() / PART, search)
}

pub(crate) fn of_name(model: &Model, name: &str) -> BTreeSet<Atom> {
    model.atoms.iter().filter(|atom| atom.name == name).cloned().collect()
}

/// Returns the marks without one and its image, or `None` if the settings require it.
pub(crate) fn without(
    ask: &Ask<'_>,
    settings: &GenerateSettings,
    chosen: &BTreeSet<Atom>,
    atom: &Atom,
) -> Option<BTreeSet<Atom>> {
    let level =
        plan::level_of(ask.level, &chosen.iter().cloned().collect::<Vec<_>>(), Holding::Firm);
    let site: Site = site_of(atom)?.parse().ok()?;
    let mark = level.mark(site)?;
    let other = settings.shape.symmetry.map(|way| image(ask.game, level.board, site, way));
    let alike = is_alike(ask.game, mark);
    let pair = other.filter(|other| alike && ask.level.hold(*other) == Hold::Open);
    let sites: Vec<Site> = [site].into_iter().chain(pair).collect();
    if !keeps_least(&level, &sites, settings) {
        return None;
    }
    let sites: BTreeSet<String> = sites.iter().map(Site::to_string).collect();
    let stays = |atom: &&Atom| site_of(atom).is_none_or(|site| !sites.contains(site));
    Some(chosen.iter().filter(stays).cloned().collect())
}

/// Builds the level with these marks, and with the play as its intended solution if the rules accept it.
fn level_with(ask: &Ask<'_>, chosen: &BTreeSet<Atom>, play: &BTreeSet<Atom>) -> Result<Level, Why> {
    let atoms: Vec<Atom> = chosen.iter().chain(play).cloned().collect();
    let mut level = proposed_level(ask, &atoms, Holding::Firm)?;
    level.policy.unique = Some(Expect::Yes);
    Ok(level)
}
