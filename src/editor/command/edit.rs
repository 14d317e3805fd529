//! Commands of the edit menu, and what the keyboard does on the board.

use std::collections::BTreeSet;

use egui::{Key, KeyboardShortcut, Modifiers};

use super::{Command, Entry, Menu, ctrl, ctrl_shift, has_level, key, shift};
use crate::editor::state::{Effect, State};
use crate::editor::tools::{Extend, Order, Tool};
use crate::games::Turn;
use crate::level::{Hold, Spot};

const fn new(
    command: Command,
    name: &'static str,
    tip: &'static str,
    run: fn(&mut State),
) -> Entry {
    let group = match command {
        Command::Undo | Command::Redo => 0,
        Command::Cut | Command::Copy | Command::Paste => 1,
        Command::SelectAll | Command::Cancel => 1,
        Command::Erase | Command::LeaveEmpty | Command::ToggleLock => 2,
        Command::TurnMark | Command::NextValue | Command::PreviousValue => 3,
        Command::MirrorColumns | Command::MirrorRows | Command::RotateBlock => 3,
        _ => 4,
    };
    Entry::new((command, Menu::Edit, group), name, tip, run).when(has_level)
}

const fn on_board(
    command: Command,
    name: &'static str,
    tip: &'static str,
    run: fn(&mut State),
) -> Entry {
    Entry::new((command, Menu::Board, 0), name, tip, run).when(has_level)
}

const fn alt(logical_key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::ALT, logical_key)
}

fn has_targets(state: &State) -> bool {
    !state.selection.is_empty() || state.cursor.is_some()
}

fn can_undo(state: &State) -> bool {
    match &state.play {
        Some(session) => !session.past.is_empty(),
        None => state.history.undo_name().is_some() || state.stroke.is_some(),
    }
}

fn can_redo(state: &State) -> bool {
    match &state.play {
        Some(session) => !session.future.is_empty(),
        None => state.history.redo_name().is_some(),
    }
}

/// Whether the level's game is solved by arguments.
fn argues(state: &State) -> bool {
    state.game().is_some_and(|game| game.arguments().is_some())
}

fn undo(state: &mut State) {
    match &mut state.play {
        Some(session) => session.undo(),
        None => state.undo(),
    }
}

fn redo(state: &mut State) {
    match &mut state.play {
        Some(session) => session.redo(),
        None => state.redo(),
    }
}

fn select_all(state: &mut State) {
    let Some((game, level)) = state.scene() else { return };
    let sites = game.layout(&level.board).sites;
    state.set_tool(Tool::Select);
    state.selection = sites.into_iter().map(|(site, _)| site).collect();
}

/// One thing at a time: a stroke, a preview, what is shown, play mode, a selection, a tool.
fn cancel(state: &mut State) {
    if state.dialog.take().is_some() || state.cancel_stroke() {
    } else if state.preview().is_some() {
        state.drop_preview();
    } else if state.shown.take().is_some() {
    } else if state.play.is_some() {
        state.leave_play();
    } else if !state.selection.is_empty() {
        state.selection.clear();
    } else if state.tool != Tool::Select {
        state.set_tool(Tool::Select);
    } else {
        state.cursor = None;
    }
}

fn leave_empty(state: &mut State) {
    let targets = state.targets();
    state.edit("Leave empty", |level| {
        for site in targets {
            let hold = if level.hold(site) == Hold::Locked { Hold::Locked } else { Hold::Painted };
            level.set(site, Spot { mark: None, hold });
        }
    });
}

fn toggle_lock(state: &mut State) {
    let targets: BTreeSet<_> = state.targets();
    let locked = state
        .level()
        .is_some_and(|level| targets.iter().all(|site| level.hold(*site) == Hold::Locked));
    state.set_hold(&targets, if locked { Hold::Painted } else { Hold::Locked });
}

pub const ENTRIES: &[Entry] = &[
    new(Command::Undo, "Undo", "Takes the last step back, in whatever level it was.", undo)
        .keys(&[ctrl(Key::Z)])
        .when(can_undo)
        .in_play_too(),
    new(Command::Redo, "Redo", "Does again what was undone.", redo)
        .keys(&[ctrl_shift(Key::Z), ctrl(Key::Y)])
        .when(can_redo)
        .in_play_too(),
    new(Command::Cut, "Cut", "Copies the selected marks and erases them.", State::cut)
        .keys(&[ctrl(Key::X)])
        .when(has_targets),
    new(Command::Copy, "Copy", "Copies the selected marks, as text too.", State::copy)
        .keys(&[ctrl(Key::C)])
        .when(has_targets),
    new(Command::Paste, "Paste", "Pastes marks at the pointer or at the cursor.", |state| {
        state.effects.push(Effect::Paste);
    })
    .keys(&[ctrl(Key::V)]),
    new(Command::SelectAll, "Select all", "Selects every site of the level.", select_all)
        .keys(&[ctrl(Key::A)]),
    new(Command::Cancel, "Cancel", "Drops the selection, a preview or play mode.", cancel)
        .keys(&[key(Key::Escape)])
        .in_play_too(),
    new(
        Command::Erase,
        "Erase",
        "Makes the selected sites open: the solver may fill them.",
        |state| {
            let targets = state.targets();
            state.erase(targets);
        },
    )
    .keys(&[key(Key::Delete), key(Key::Backspace), key(Key::O)])
    .when(has_targets),
    new(
        Command::LeaveEmpty,
        "Leave empty",
        "Keeps the selected sites empty on purpose: nothing is put there.",
        leave_empty,
    )
    .keys(&[shift(Key::Delete), key(Key::X)])
    .when(has_targets),
    new(
        Command::ToggleLock,
        "Lock or unlock",
        "A locked site is never changed by the solver.",
        toggle_lock,
    )
    .keys(&[key(Key::L)])
    .when(has_targets),
    new(Command::TurnMark, "Rotate the mark", "Turns each selected mark on its site.", |state| {
        state.turn_marks(Turn::Clockwise);
    })
    .keys(&[key(Key::R)]),
    new(Command::NextValue, "Next value", "A larger power, or the next choice.", |state| {
        state.cycle(1);
    })
    .keys(&[key(Key::Plus), key(Key::Equals)]),
    new(
        Command::PreviousValue,
        "Previous value",
        "A smaller power, or the last choice.",
        |state| state.cycle(-1),
    )
    .keys(&[key(Key::Minus)]),
    new(
        Command::MirrorColumns,
        "Mirror left and right",
        "Mirrors the selection, or the whole level.",
        |state| state.turn(Turn::MirrorColumns),
    )
    .keys(&[shift(Key::H)]),
    new(
        Command::MirrorRows,
        "Mirror top and bottom",
        "Mirrors the selection, or the whole level.",
        |state| state.turn(Turn::MirrorRows),
    )
    .keys(&[shift(Key::V)]),
    new(
        Command::RotateBlock,
        "Rotate as a block",
        "Rotates the selection, or the whole level, a quarter clockwise.",
        |state| state.turn(Turn::Clockwise),
    )
    .keys(&[shift(Key::R)]),
    new(Command::ToolSelect, "Select tool", "Selects, moves and sets marks.", |state| {
        state.set_tool(Tool::Select);
    })
    .keys(&[key(Key::V)])
    .checked(|state| state.tool == Tool::Select),
    new(Command::ToolPaint, "Paint tool", "Paints the brush of the palette.", |state| {
        state.set_tool(Tool::Paint);
    })
    .keys(&[key(Key::B)])
    .checked(|state| state.tool == Tool::Paint),
    new(Command::ToolErase, "Erase tool", "Makes sites open again.", |state| {
        state.set_tool(Tool::Erase);
    })
    .keys(&[key(Key::E)])
    .checked(|state| state.tool == Tool::Erase),
    new(Command::ToolLock, "Lock tool", "Locks and unlocks sites by a stroke.", |state| {
        state.set_tool(Tool::Lock);
    })
    .keys(&[key(Key::K)])
    .checked(|state| state.tool == Tool::Lock),
    new(Command::ToolPick, "Pick tool", "Takes a mark of the board as the brush.", |state| {
        state.set_tool(Tool::Pick);
    })
    .keys(&[key(Key::I)])
    .checked(|state| state.tool == Tool::Pick),
    new(
        Command::ToolSolution,
        "Solution tool",
        "Draws the intended solution where the game has lines; a click holds a part of it.",
        |state| state.set_tool(Tool::Solution),
    )
    .keys(&[key(Key::S)])
    .checked(|state| state.tool == Tool::Solution),
    new(
        Command::ToolArgue,
        "Argue tool",
        "Proves an empty cell by the filled cells that are clicked, and shows what they are worth.",
        |state| state.set_tool(Tool::Argue),
    )
    .keys(&[key(Key::A)])
    .when(argues)
    .checked(|state| state.tool == Tool::Argue),
    new(
        Command::Pencil,
        "Pencil marks",
        "Digits that are typed note what a cell may hold, instead of filling it in.",
        |state| state.pencil = !state.pencil,
    )
    .keys(&[key(Key::N)])
    .when(argues)
    .checked(|state| state.pencil),
];

pub const BOARD: &[Entry] = &[
    on_board(Command::CursorLeft, "Go left", "Moves the cursor to the left.", |state| {
        state.move_cursor((-1.0, 0.0), Extend::No);
    })
    .keys(&[key(Key::ArrowLeft)]),
    on_board(Command::CursorRight, "Go right", "Moves the cursor to the right.", |state| {
        state.move_cursor((1.0, 0.0), Extend::No);
    })
    .keys(&[key(Key::ArrowRight)]),
    on_board(Command::CursorUp, "Go up", "Moves the cursor upwards.", |state| {
        state.move_cursor((0.0, -1.0), Extend::No);
    })
    .keys(&[key(Key::ArrowUp)]),
    on_board(Command::CursorDown, "Go down", "Moves the cursor downwards.", |state| {
        state.move_cursor((0.0, 1.0), Extend::No);
    })
    .keys(&[key(Key::ArrowDown)]),
    on_board(Command::ExtendLeft, "Select to the left", "Adds the next site.", |state| {
        state.move_cursor((-1.0, 0.0), Extend::Yes);
    })
    .keys(&[shift(Key::ArrowLeft)]),
    on_board(Command::ExtendRight, "Select to the right", "Adds the next site.", |state| {
        state.move_cursor((1.0, 0.0), Extend::Yes);
    })
    .keys(&[shift(Key::ArrowRight)]),
    on_board(Command::ExtendUp, "Select upwards", "Adds the next site.", |state| {
        state.move_cursor((0.0, -1.0), Extend::Yes);
    })
    .keys(&[shift(Key::ArrowUp)]),
    on_board(Command::ExtendDown, "Select downwards", "Adds the next site.", |state| {
        state.move_cursor((0.0, 1.0), Extend::Yes);
    })
    .keys(&[shift(Key::ArrowDown)]),
    on_board(Command::NudgeLeft, "Move left", "Moves the selected marks.", |state| {
        state.nudge((-1, 0));
    })
    .keys(&[alt(Key::ArrowLeft)]),
    on_board(Command::NudgeRight, "Move right", "Moves the selected marks.", |state| {
        state.nudge((1, 0));
    })
    .keys(&[alt(Key::ArrowRight)]),
    on_board(Command::NudgeUp, "Move up", "Moves the selected marks.", |state| {
        state.nudge((0, -1));
    })
    .keys(&[alt(Key::ArrowUp)]),
    on_board(Command::NudgeDown, "Move down", "Moves the selected marks.", |state| {
        state.nudge((0, 1));
    })
    .keys(&[alt(Key::ArrowDown)]),
    on_board(Command::NextSite, "Next site", "Goes through board and tray in order.", |state| {
        state.step_cursor(Order::Forwards);
    })
    .keys(&[key(Key::Tab)]),
    on_board(Command::PreviousSite, "Previous site", "Goes through them backwards.", |state| {
        state.step_cursor(Order::Backwards);
    })
    .keys(&[shift(Key::Tab)]),
    on_board(
        Command::Act,
        "Paint at the cursor",
        "Does at the cursor what the tool does; accepts a preview.",
        |state| match state.preview().is_some() {
            true => state.accept_preview(),
            false => state.act_at_cursor(),
        },
    )
    .keys(&[key(Key::Enter), key(Key::Space)]),
    brush(Command::BrushGroup1, "First brushes", &[key(Key::Num1)], |s| s.number_key(1)),
    brush(Command::BrushGroup2, "Second brushes", &[key(Key::Num2)], |s| s.number_key(2)),
    brush(Command::BrushGroup3, "Third brushes", &[key(Key::Num3)], |s| s.number_key(3)),
    brush(Command::BrushGroup4, "Fourth brushes", &[key(Key::Num4)], |s| s.number_key(4)),
    brush(Command::BrushGroup5, "Fifth brushes", &[key(Key::Num5)], |s| s.number_key(5)),
    brush(Command::BrushGroup6, "Sixth brushes", &[key(Key::Num6)], |s| s.number_key(6)),
    brush(Command::BrushGroup7, "Seventh brushes", &[key(Key::Num7)], |s| s.number_key(7)),
    brush(Command::BrushGroup8, "Eighth brushes", &[key(Key::Num8)], |s| s.number_key(8)),
    brush(Command::BrushGroup9, "Ninth brushes", &[key(Key::Num9)], |s| s.number_key(9)),
    brush(Command::BrushEmpty, "The empty brush", &[key(Key::Num0)], |s| s.number_key(0)),
];

const fn brush(
    command: Command,
    name: &'static str,
    keys: &'static [KeyboardShortcut],
    run: fn(&mut State),
) -> Entry {
    const TIP: &str = "Chooses a row of the palette; again, its next brush.";
    on_board(command, name, TIP, run).keys(keys)
}
