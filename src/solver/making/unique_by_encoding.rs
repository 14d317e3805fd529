//! Generates levels with one solution for games that have rules for the solver and no search of their own.
//!
//! A play is drawn, and marks are chosen until it is the only solution (`making/drawn_plays.rs`). If that
//! fails, the proposer sometimes looks for a level that only this play solves: the shortcut search then
//! treats every other solution as a shortcut.

use crate::engine::play_questions::{FoundPlays, plays};
use crate::making::clues_from_play::{close_frame, read_off};
use crate::making::drawn_plays::{around_play, close_board, draw_play, has_board, open_drawing};
use crate::making::generation::{next_pair, say_no_more};
use crate::making::redundant_marks::leaner;
use std::collections::BTreeSet;
use std::time::Duration;

use crate::engine::ask::{Again, Ask};
use crate::engine::has_concept;
use crate::engine::plan::{self, Holding};
use crate::making::clues_from_play::{Frame, OfFrame};
use crate::making::drawn_plays::{CONFLICTS, DrawingBoard, DrawnPlay, shown};
use crate::making::emitted::GivenLevels;
use crate::questions::design_questions::{NoDesign, proposed_level};
use crate::values::answer::Truth;
use crate::values::limits::{GenerateSettings, LevelStyle, WantedSolutions};
use crate::values::status::Why;
use crate::values::worker_messages::{SessionRequest, TaggedRequest};
use foolproof_asp::{Atom, SessionOptions};
use foolproof_game::{ClueReading, Game, counted};
use foolproof_level::{Board, Expect, Level, Play};

/// Number of plays without a new level after which closer levels will do.
const CLOSER_AFTER: u32 = 10;
/// Number of plays without a new level after which any number of each mark will do.
const NARROW_AFTER: u32 = 8;
/// Minimum number of marks in a solution: fewer make no puzzle.
const TOO_FEW: usize = 2;
/// The proposer tries one in this many plays for which no marks were found, at first.
const PROPOSERS_TURN: u32 = 3;
/// The same number at last, if it never finds a level.
const ELISES_LAST_TURN: u32 = 48;
/// The proposer gets one in this many parts of the remaining time.
const SHARE: u32 = 8;
/// Number of solver processes that may die before a generation gives up.
const MAX_DEATHS: u32 = 12;

/// Returns whether a generation can choose between levels with one solution and with any number.
pub fn can_have_one_solution(game: &dyn Game, level: &Level) -> bool {
    // Levels that begin as drafts are proved only to keep their concept.
    let drafted = game.drafter().is_some();
    let searched = game.search().is_some() && game.asks_for_intended() && !drafted;
    !has_concept(level) && game.maker().is_none() && (searched || is_own(game))
}

/// Returns whether this is a designer's own game without a search. Levels of built-in games without a search
/// are generated for their concepts.
fn is_own(game: &dyn Game) -> bool {
    !game.is_built_in() && game.assets().encoding.is_some() && game.search().is_none()
}

/// Returns whether levels with one solution are wanted, and made in this way.
pub(crate) fn unique_levels_are_meant(ask: &Ask<'_>, wanted: WantedSolutions) -> bool {
    let several = ask.game.expected(ask.level).unique == Expect::No;
    wanted == WantedSolutions::One && !several && !has_concept(ask.level) && is_own(ask.game)
}

/// The outcome of a drawn play.
enum OfOne {
    /// A level that only this play solves.
    Level(Box<Level>),
    /// No level was found that only this play solves.
    None,
    /// No play was left to draw, after this many.
    NoneDrawn(usize),
}

/// Returns the reason why there are no more levels once all plays have been drawn.
fn in_vain_text(made: usize, drawn: usize) -> Why {
    let further = if made == 0 { "" } else { " further" };
    let tried = match drawn {
        1 => "the only solution that fits was tried".to_owned(),
        drawn => format!("all {drawn} solutions that fit were tried"),
    };
    Why::Stock(format!("{tried}, and no{further} level was found that has just one"))
}

/// Returns the reason why there are no levels of a board without a solution to read clues off.
fn no_play_text(ask: &Ask<'_>) -> Why {
    let Board { cols, rows, .. } = ask.level.board;
    Why::Stock(format!(
        "on a board of {cols}x{rows}, no solution was found that clues could be read off, with the marks that it \
         has now; other marks and sizes were not tried"
    ))
}

/// Returns whether the game restricts the plays that are drawn: without one, there may still be levels.
fn draws_few_plays(ask: &Ask<'_>) -> bool {
    ask.game.clue_reading().is_some()
}

/// A generation of levels with one solution.
struct UniqueRun {
    settings: GenerateSettings,
    board: Option<DrawingBoard>,
    /// The frame to read clues off, in games with a clue reading.
    frame: Option<Frame>,
    /// Number of plays drawn since the last level.
    in_vain: u32,
    /// Number of tries to read clues off, or of sessions that were opened.
    opened: u64,
    /// Number of plays since the proposer's last turn.
    since_proposer: u32,
    /// Number of plays between two turns of the proposer.
    proposers_turn: u32,
}

impl UniqueRun {
    /// Returns whether it is the proposer's turn; the next turn comes later, unless it finds a level.
    fn is_proposers_turn(&mut self) -> bool {
        self.since_proposer += 1;
        let is_now = self.since_proposer >= self.proposers_turn;
        if is_now {
            (self.since_proposer, self.proposers_turn) =
                (0, (2 * self.proposers_turn).min(ELISES_LAST_TURN));
        }
        is_now
    }

    /// Widens the stock of marks to the game's widest, if it was the usual one. Returns whether it changed.
    fn widen(&mut self, ask: &Ask<'_>) -> bool {
        let widest = ask.game.range(ask.level).stock;
        let widens =
            self.settings.stock == ask.game.stock(ask.level) && self.settings.stock != widest;
        if widens {
            self.settings.stock = widest;
        }
        widens
    }
}

/// Generates levels with one solution, each with another one.
pub(crate) fn generate_unique(
    ask: &mut Ask<'_>,
    settings: &GenerateSettings,
    made: &mut GivenLevels,
) {
    // A dead process costs only its question, and the run continues with another one.
    ask.again = Again::No;
    let mut run = UniqueRun {
        settings: settings.clone(),
        board: None,
        frame: None,
        in_vain: 0,
        opened: 0,
        since_proposer: 0,
        proposers_turn: PROPOSERS_TURN,
    };
    let (mut ended, mut deaths) = (None, 0);
    while ended.is_none() && made.len() < run.settings.count as usize {
        if ask.patience().is_over() {
            ended = Some(ask.patience().why());
            break;
        }
        run.in_vain += 1;
        if run.in_vain == NARROW_AFTER && run.widen(ask) {
            close_drawing(ask, &mut run);
        }
        if run.in_vain == NARROW_AFTER && made.len() == 0 && has_no_level(ask, &run.settings) {
            ended = Some(no_play_text(ask));
            break;
        }
        if run.settings.closer
            && run.settings.distance > 1
            && run.in_vain.is_multiple_of(CLOSER_AFTER)
        {
            run.settings.distance /= 2;
        }
        let tried = counted(run.in_vain, "solution", "solutions");
        ask.note_made(made.len(), &format!(", {tried} tried for the next{}", made.misses()));
        match one_unique(ask, &mut run) {
            Ok(OfOne::Level(level)) if made.is_far(&level, run.settings.distance) => {
                let moot = Why::moot("the level asks for no concept");
                if made.give_unique(ask, *level, Truth::Unknown(moot)) {
                    run.in_vain = 0;
                }
            }
            // The time limit of one solution does not limit the whole.
            Ok(OfOne::Level(_) | OfOne::None) | Err(Why::Time) => {}
            Ok(OfOne::NoneDrawn(0)) if draws_few_plays(ask) => ended = Some(no_play_text(ask)),
            // No level at all has a solution: the game's own choice may be too narrow.
            Ok(OfOne::NoneDrawn(0)) if run.widen(ask) => close_drawing(ask, &mut run),
            Ok(OfOne::NoneDrawn(0)) => {
                close_drawing(ask, &mut run);
                return say_no_more(ask, &run.settings, made.len());
            }
            Ok(OfOne::NoneDrawn(drawn)) => ended = Some(in_vain_text(made.len(), drawn)),
            Err(Why::Crashed(_)) if deaths < MAX_DEATHS => deaths += 1,
            Err(why) => ended = Some(why),
        }
    }
    close_drawing(ask, &mut run);
    if let Some(why) = ended {
        made.end(ask, why);
    }
}

fn close_drawing(ask: &mut Ask<'_>, run: &mut UniqueRun) {
    if let Some(board) = run.board.take() {
        close_board(ask, &board);
    }
    close_frame(ask, &mut run.frame);
}

/// Looks for a level around a solution, with clues that the game reads off it.
fn one_read_off(
    ask: &mut Ask<'_>,
    run: &mut UniqueRun,
    reading: &dyn ClueReading,
) -> Result<OfOne, Why> {
    run.opened += 1;
    match read_off(ask, &run.settings, &mut run.frame, reading, run.opened)? {
        OfFrame::Level(level) => has_one_solution(ask, &level).map(|()| OfOne::Level(level)),
        OfFrame::None => Ok(OfOne::None),
        OfFrame::NoMore(drawn) => Ok(OfOne::NoneDrawn(drawn)),
    }
}

/// Returns whether the board provably has no solution with any clues. Asked if the game draws plays itself,
/// because it cannot tell.
fn has_no_level(ask: &mut Ask<'_>, settings: &GenerateSettings) -> bool {
    let drawing = ask.game.clue_reading().filter(|reading| reading.draws_plays());
    let Some(reading) = drawing else { return false };
    let mut stock = ask.game.range(ask.level).stock;
    for item in &mut stock {
        item.least = 0;
        item.marks.retain(|mark| reading.may_read(mark) == Some(true));
    }
    stock.retain(|item| !item.marks.is_empty());
    let settings = GenerateSettings { stock, shape: LevelStyle::default(), ..settings.clone() };
    let program = plan::drawing_program(ask.game, ask.level, &settings);
    let Ok(program) = program else { return false };
    let options = SessionOptions { conflicts: CONFLICTS, ..SessionOptions::default() };
    let Ok(slot) = ask.own_session(&program, &options) else { return false };
    let found = ask.models(slot, Vec::new(), 1, shown());
    ask.close(slot.ask(SessionRequest::Close));
    found.is_ok_and(|(models, ended)| models.is_empty() && ended.exhausted)
}

/// Looks for a level that only a randomly drawn play solves.
fn one_unique(ask: &mut Ask<'_>, run: &mut UniqueRun) -> Result<OfOne, Why> {
    let game = ask.game;
    if let Some(reading) = game.clue_reading() {
        return one_read_off(ask, run, reading);
    }
    // A killed process has lost its sessions.
    let lost = |board: &DrawingBoard| !has_board(ask.engine, board);
    if run.board.as_ref().is_none_or(lost) {
        run.opened += 1;
        run.board = Some(open_drawing(ask, &run.settings, run.opened)?);
    }
    let Some(board) = &mut run.board else { return Ok(OfOne::None) };
    let drawn = match draw_play(ask, board)? {
        DrawnPlay::Play(drawn) => drawn,
        DrawnPlay::NoMore(drawn) => return Ok(OfOne::NoneDrawn(drawn)),
        DrawnPlay::NoneInTime => return Ok(OfOne::None),
    };
    if drawn.len() < TOO_FEW {
        return Ok(OfOne::None);
    }
    let found = match around_play(ask, board, &drawn)? {
        None if run.is_proposers_turn() => {
            let found = by_proposer(ask, run, &drawn)?;
            // If the proposer finds levels that are not found otherwise, it gets every turn.
            run.proposers_turn = if found.is_some() { 1 } else { run.proposers_turn };
            found
        }
        found => found,
    };
    let Some(level) = found else { return Ok(OfOne::None) };
    has_one_solution(ask, &level).map(|()| OfOne::Level(Box::new(level)))
}

/// Lets the proposer look for a level that only this play solves. It finds one if there is one, but may take
/// long.
fn by_proposer(
    ask: &mut Ask<'_>,
    run: &UniqueRun,
    drawn: &BTreeSet<Atom>,
) -> Result<Option<Level>, Why> {
    let play = plan::play_of(&drawn.iter().cloned().collect::<Vec<_>>());
    let time = (ask.left() / SHARE).max(Duration::from_secs(2));
    let seed = run.settings.seed_of(u64::from(run.in_vain));
    ask.spending(time, |ask| solved_by_one(ask, &run.settings, &play, seed))
}

/// Returns a level that only this play solves, or `None` if there is none.
pub(crate) fn solved_by_one(
    ask: &mut Ask<'_>,
    settings: &GenerateSettings,
    play: &Play,
    seed: u64,
) -> Result<Option<Level>, Why> {
    let program = plan::unique_program(ask.game, ask.level, settings, play).map_err(Why::from)?;
    let options = SessionOptions { seed, random_per_mille: 5, ..SessionOptions::default() };
    let slot = ask.open_tagged(program, options).map_err(NoDesign::of)?;
    let pair = next_pair(ask, slot, 1);
    ask.close(slot.ask(TaggedRequest::Close));
    let Some(solution) = pair? else { return Ok(None) };
    let mut level = proposed_level(ask, &solution, Holding::Firm)?;
    level.policy.unique = Some(Expect::Yes);
    if settings.minimal {
        level = leaner(ask, level, settings);
    }
    Ok(Some(level))
}

/// Checks the level like a painted one, so that nothing is returned that is not proved.
pub(crate) fn has_one_solution(ask: &mut Ask<'_>, level: &Level) -> Result<(), Why> {
    match sole_solution(ask, level) {
        Truth::Holds(_) => Ok(()),
        Truth::Fails(_) => Err(Why::EncodingFault(
            "a new level turned out not to have exactly one solution".to_owned(),
        )),
        Truth::Unknown(why) => Err(why),
    }
}

/// Returns the only solution of a level, or, if it does not have exactly one, no solution or two.
pub(crate) fn sole_solution(ask: &mut Ask<'_>, level: &Level) -> Truth<Play, Vec<Play>> {
    let program = match plan::fixed_program(ask.game, level) {
        Ok(program) => program,
        Err(error) => return Truth::Unknown(Why::from(error)),
    };
    match plays(&mut ask.about(level), &program, Vec::new(), 2) {
        FoundPlays::Plays { mut plays, exhausted, halt } => match (plays.len(), exhausted) {
            (1, true) => plays.pop().map_or(Truth::Fails(Vec::new()), Truth::Holds),
            (0 | 1, false) => Truth::Unknown(halt.map_or(Why::Stopped, Why::from)),
            _ => Truth::Fails(plays),
        },
        FoundPlays::Not(why) => Truth::Unknown(why),
    }
}
