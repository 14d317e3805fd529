//! Commands of the edit menu, and of the keyboard on the board.

use std::collections::BTreeSet;

use egui::{Key, KeyboardShortcut, Modifiers};

use crate::board::tool::Tool;
use crate::board::tools::{CycleOrder, Extend};
use crate::session::chrome::WindowEffect;
use crate::session::command::entry::{
    Command, Entry, Menu, always, ctrl, ctrl_shift, entries_of, has_level, key, shift,
};
use crate::session::kinds::{BoardTool, Listener, Revert};
use crate::session::state::State;
use crate::text;
use foolproof_game::{Side, Turn};
use foolproof_level::{Hold, Spot};

entries_of!(new, Menu::Edit, .when(has_level));
entries_of!(tool, Menu::Board, 0, .when(has_level));
entries_of!(on_board, Menu::Board, 0, .when(has_level));

const fn alt(logical_key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::ALT, logical_key)
}

const PASTE_TIP: &str = "Pastes marks at the pointer, or levels that any program wrote as text.";

fn has_targets(state: &State) -> bool {
    !state.board.selection.is_empty() || state.board.cursor.is_some()
}

fn tool_can_erase(state: &State) -> bool {
    state.own_tool().is_some_and(BoardTool::can_erase)
}

/// Erases what the tool is holding, or else the selected cells.
fn erase(state: &mut State) {
    if tool_can_erase(state) {
        return state.with_tool(|tool, state| tool.erase(state));
    }
    let targets = state.board.targets();
    state.erase(targets);
}

fn select_all(state: &mut State) {
    let Some((game, level)) = state.scene() else { return };
    let sites = game.layout_of(&level).sites;
    state.set_tool(Tool::SELECT);
    state.board.selection = sites.into_iter().map(|(site, _)| site).collect();
}

/// Cancels one thing, the first of: a window, a stroke, the action of a feature, typing row by row, a
/// selection, a tool.
fn cancel(state: &mut State) {
    let given_up = state.chrome.close()
        || state.cancel_stroke()
        || state.any::<dyn Listener>(|own, state| own.cancel(state))
        || std::mem::take(&mut state.board.by_rows);
    if given_up {
    } else if !state.board.selection.is_empty() {
        state.board.selection.clear();
    } else if state.board.tool != Tool::SELECT {
        state.set_tool(Tool::SELECT);
    } else {
        state.board.cursor = None;
    }
}

fn leave_empty(state: &mut State) {
    let targets = state.board.targets();
    state.edit("Leave empty", |level| {
        for site in targets {
            let hold = if level.hold(site) == Hold::Locked { Hold::Locked } else { Hold::Painted };
            level.set(site, Spot { mark: None, hold });
        }
    });
}

/// True if digits are typed on the selected cells.
fn types_digits(state: &State) -> bool {
    state.game().is_some_and(|game| game.types_digits())
}

fn toggle_lock(state: &mut State) {
    let targets: BTreeSet<_> = state.board.targets();
    let locked = state
        .level()
        .is_some_and(|level| targets.iter().all(|site| level.hold(*site) == Hold::Locked));
    state.set_hold(&targets, if locked { Hold::Painted } else { Hold::Locked });
}

pub(crate) const ENTRIES: &[Entry] = &[
    new(
        0,
        Command::UNDO,
        "Undo",
        "Undoes the last change, whichever level it was in.",
        State::undo,
    )
    .searched_as("back revert take step mistake")
    .keys(&[ctrl(Key::Z)])
    .when(|state| state.can_revert(Revert::Undo))
    .in_play_too(),
    new(0, Command::REDO, "Redo", "Does again what was undone.", State::redo)
        .searched_as("again forward repeat")
        .keys(&[ctrl_shift(Key::Z), ctrl(Key::Y)])
        .when(|state| state.can_revert(Revert::Redo))
        .in_play_too(),
    new(1, Command::CUT, "Cut", "Copies the selected marks and erases them.", State::cut)
        .searched_as("move clipboard take remove")
        .keys(&[ctrl(Key::X)])
        .when(has_targets)
        .needs(text::NOTHING_SELECTED),
    new(1, Command::COPY, "Copy", "Copies the selected marks, as text too.", State::copy)
        .searched_as("clipboard duplicate marks")
        .keys(&[ctrl(Key::C)])
        .when(has_targets)
        .needs(text::NOTHING_SELECTED),
    new(1, Command::PASTE, "Paste", PASTE_TIP, |state| {
        state.chrome.request(WindowEffect::Paste);
    })
    .searched_as("insert clipboard put import")
    .keys(&[ctrl(Key::V)])
    .when(always),
    new(1, Command::SELECT_ALL, "Select all", "Selects the whole level.", select_all)
        .searched_as("mark everything whole")
        .keys(&[ctrl(Key::A)]),
    on_board(
        Command::CANCEL,
        "Deselect or leave",
        "Closes a preview, clears the selection, or leaves play.",
        cancel,
    )
    .searched_as("escape stop leave deselect give up close")
    .keys(&[key(Key::Escape)])
    .in_play_too(),
    new(
        2,
        Command::ERASE,
        "Erase",
        "Empties the selected cells and leaves them to the solver.",
        erase,
    )
    .searched_as("delete remove clear open cell rubber empty")
    .keys(&[key(Key::Delete), key(Key::Backspace), key(Key::O)])
    .when(|state| has_targets(state) || tool_can_erase(state))
    .needs(text::NOTHING_SELECTED),
    on_board(
        Command::LEAVE_EMPTY,
        "Leave empty",
        "Keeps the selected cells empty: the solver puts nothing there.",
        leave_empty,
    )
    .searched_as("blank nothing forbid block cell")
    .keys(&[shift(Key::Delete), key(Key::X)])
    .when(has_targets)
    .needs(text::NOTHING_SELECTED),
    on_board(
        Command::FILL,
        "Fill the selection",
        "Paints the brush into every selected cell.",
        |state| {
            state.fill(state.board.targets(), state.board.brush.clone());
        },
    )
    .searched_as("flood paint area bucket selection")
    .keys(&[key(Key::F)])
    .when(has_targets),
    new(
        2,
        Command::TOGGLE_LOCK,
        "Lock or unlock",
        "The solver never changes a locked cell.",
        toggle_lock,
    )
    .searched_as("fix freeze hold protect keep pin")
    .keys(&[key(Key::L)])
    .when(has_targets)
    .needs(text::NOTHING_TO_LOCK),
    on_board(
        Command::TURN_MARK,
        "Rotate the mark",
        "Turns each selected mark in its cell; with the paint tool, the brush.",
        |state| state.turn_marks(1),
    )
    .searched_as("turn spin direction orientation clockwise")
    .keys(&[key(Key::R)]),
    on_board(
        Command::TURN_MARK_BACK,
        "Rotate the mark back",
        "The same, against the clock.",
        |state| state.turn_marks(3),
    )
    .searched_as("turn spin direction orientation anticlockwise counterclockwise")
    .keys(&[alt(Key::R)]),
    on_board(Command::NEXT_VALUE, "Next value", "A larger power, or the next choice.", |state| {
        state.cycle(1);
    })
    .searched_as("increase number more power plus up colour")
    .keys(&[key(Key::Plus), key(Key::Equals)]),
    on_board(
        Command::PREVIOUS_VALUE,
        "Previous value",
        "A smaller power, or the last choice.",
        |state| state.cycle(-1),
    )
    .searched_as("decrease number less power minus down colour")
    .keys(&[key(Key::Minus)]),
    new(
        3,
        Command::MIRROR_COLUMNS,
        "Mirror left and right",
        "Mirrors the selection, or the whole level.",
        |state| state.turn(Turn::MirrorColumns),
    )
    .searched_as("flip reflect horizontal")
    .keys(&[shift(Key::H)]),
    new(
        3,
        Command::MIRROR_ROWS,
        "Mirror top and bottom",
        "Mirrors the selection, or the whole level.",
        |state| state.turn(Turn::MirrorRows),
    )
    .searched_as("flip reflect vertical")
    .keys(&[shift(Key::V)]),
    new(
        3,
        Command::ROTATE_BLOCK,
        "Rotate as a block",
        "Rotates the selection, or the whole level, a quarter clockwise.",
        |state| state.turn(Turn::Clockwise),
    )
    .searched_as("turn quarter clockwise whole level")
    .keys(&[shift(Key::R)]),
];

pub(crate) const TOOLS: &[Entry] = &[
    tool(Command::TOOL_SELECT, "Select tool", "Selects, moves and sets marks.", |state| {
        state.set_tool(Tool::SELECT);
    })
    .searched_as("pointer arrow cursor choose move")
    .keys(&[key(Key::V)])
    .checked(|state| state.board.tool == Tool::SELECT),
    tool(Command::TOOL_PAINT, "Paint tool", "Paints the brush of the palette.", |state| {
        state.set_tool(Tool::PAINT);
    })
    .searched_as("brush draw pen put place")
    .keys(&[key(Key::B)])
    .checked(|state| state.board.tool == Tool::PAINT),
    tool(
        Command::TOOL_ERASE,
        "Erase tool",
        "Empties cells and leaves them to the solver.",
        |state| {
            state.set_tool(Tool::ERASE);
        },
    )
    .searched_as("rubber delete remove clear")
    .keys(&[key(Key::E)])
    .checked(|state| state.board.tool == Tool::ERASE),
    tool(Command::TOOL_LOCK, "Lock tool", "Locks and unlocks cells with a stroke.", |state| {
        state.set_tool(Tool::LOCK);
    })
    .searched_as("fix freeze hold protect")
    .keys(&[key(Key::K)])
    .checked(|state| state.board.tool == Tool::LOCK),
    tool(Command::TOOL_PICK, "Pick tool", "Takes a mark from the board as the brush.", |state| {
        state.set_tool(Tool::PICK);
    })
    .searched_as("eyedropper pipette sample brush")
    .keys(&[key(Key::I)])
    .checked(|state| state.board.tool == Tool::PICK),
];

pub(crate) const BOARD: &[Entry] = &[
    on_board(Command::CURSOR_LEFT, "Go left", "Moves the cursor to the left.", |state| {
        state.move_cursor(Side::West, Extend::No);
    })
    .searched_as("arrow keyboard west")
    .keys(&[key(Key::ArrowLeft)]),
    on_board(Command::CURSOR_RIGHT, "Go right", "Moves the cursor to the right.", |state| {
        state.move_cursor(Side::East, Extend::No);
    })
    .searched_as("arrow keyboard east")
    .keys(&[key(Key::ArrowRight)]),
    on_board(Command::CURSOR_UP, "Go up", "Moves the cursor upwards.", |state| {
        state.move_cursor(Side::North, Extend::No);
    })
    .searched_as("arrow keyboard north")
    .keys(&[key(Key::ArrowUp)]),
    on_board(Command::CURSOR_DOWN, "Go down", "Moves the cursor downwards.", |state| {
        state.move_cursor(Side::South, Extend::No);
    })
    .searched_as("arrow keyboard south")
    .keys(&[key(Key::ArrowDown)]),
    on_board(Command::EXTEND_LEFT, "Select to the left", "Adds the next cell.", |state| {
        state.move_cursor(Side::West, Extend::Yes);
    })
    .searched_as("selection arrow shift grow")
    .keys(&[shift(Key::ArrowLeft)]),
    on_board(Command::EXTEND_RIGHT, "Select to the right", "Adds the next cell.", |state| {
        state.move_cursor(Side::East, Extend::Yes);
    })
    .searched_as("selection arrow shift grow")
    .keys(&[shift(Key::ArrowRight)]),
    on_board(Command::EXTEND_UP, "Select upwards", "Adds the next cell.", |state| {
        state.move_cursor(Side::North, Extend::Yes);
    })
    .searched_as("selection arrow shift grow")
    .keys(&[shift(Key::ArrowUp)]),
    on_board(Command::EXTEND_DOWN, "Select downwards", "Adds the next cell.", |state| {
        state.move_cursor(Side::South, Extend::Yes);
    })
    .searched_as("selection arrow shift grow")
    .keys(&[shift(Key::ArrowDown)]),
    on_board(Command::NUDGE_LEFT, "Move left", "Moves the selected marks.", |state| {
        state.nudge(Side::West);
    })
    .searched_as("shift selection west push")
    .keys(&[alt(Key::ArrowLeft)]),
    on_board(Command::NUDGE_RIGHT, "Move right", "Moves the selected marks.", |state| {
        state.nudge(Side::East);
    })
    .searched_as("shift selection east push")
    .keys(&[alt(Key::ArrowRight)]),
    on_board(Command::NUDGE_UP, "Move up", "Moves the selected marks.", |state| {
        state.nudge(Side::North);
    })
    .searched_as("shift selection north push")
    .keys(&[alt(Key::ArrowUp)]),
    on_board(Command::NUDGE_DOWN, "Move down", "Moves the selected marks.", |state| {
        state.nudge(Side::South);
    })
    .searched_as("shift selection south push")
    .keys(&[alt(Key::ArrowDown)]),
    on_board(Command::NEXT_SITE, "Next cell", "Goes through board and tray in order.", |state| {
        state.step_cursor(CycleOrder::Forwards);
    })
    .searched_as("cursor step order forward tray"),
    on_board(
        Command::PREVIOUS_SITE,
        "Previous cell",
        "Goes through board and tray backwards.",
        |state| {
            state.step_cursor(CycleOrder::Backwards);
        },
    )
    .searched_as("cursor step order back tray"),
    on_board(
        Command::ACT,
        "Paint at the cursor",
        "Does at the cursor what the tool does; accepts a preview.",
        |state| match state.entry(Command::ACCEPT_PREVIEW).filter(|entry| entry.is_enabled(state)) {
            Some(_) => state.run(Command::ACCEPT_PREVIEW),
            None => state.act_at_cursor(),
        },
    )
    .searched_as("put place enter space brush")
    // The space bar does the same where it is let go without having moved the board.
    .keys(&[key(Key::Enter)]),
    on_board(
        Command::EMPTY_ONWARD,
        "Leave empty and go on",
        "Leaves the selected cell empty and selects the next one, row by row.",
        State::empty_onward,
    )
    .searched_as("type rows point dot blank next")
    .when(types_digits)
    .keys(&[key(Key::Period)]),
    Entry::new(
        Command::BY_ROWS,
        Menu::Edit,
        2,
        "Type row by row",
        "After a typed digit the next cell is selected, up to the last one; a point leaves a cell empty.",
        State::toggle_by_rows,
    )
    .searched_as("digits clues fast enter next cell book")
    .when(types_digits)
    .listed_when_enabled()
    .checked(|state| state.board.by_rows),
    brush(Command("brush-group-1"), "First brushes", &[key(Key::Num1)], |s| s.number_key(1)),
    brush(Command("brush-group-2"), "Second brushes", &[key(Key::Num2)], |s| s.number_key(2)),
    brush(Command("brush-group-3"), "Third brushes", &[key(Key::Num3)], |s| s.number_key(3)),
    brush(Command("brush-group-4"), "Fourth brushes", &[key(Key::Num4)], |s| s.number_key(4)),
    brush(Command("brush-group-5"), "Fifth brushes", &[key(Key::Num5)], |s| s.number_key(5)),
    brush(Command("brush-group-6"), "Sixth brushes", &[key(Key::Num6)], |s| s.number_key(6)),
    brush(Command("brush-group-7"), "Seventh brushes", &[key(Key::Num7)], |s| s.number_key(7)),
    brush(Command("brush-group-8"), "Eighth brushes", &[key(Key::Num8)], |s| s.number_key(8)),
    brush(Command("brush-group-9"), "Ninth brushes", &[key(Key::Num9)], |s| s.number_key(9)),
    brush(Command::BRUSH_EMPTY, "The empty brush", &[key(Key::Num0)], |s| s.number_key(0))
        .searched_as("palette nothing blank erase"),
];

const fn brush(
    command: Command,
    name: &'static str,
    keys: &'static [KeyboardShortcut],
    run: fn(&mut State),
) -> Entry {
    const TIP: &str = "Types the digit, or chooses a row of the palette; again, its next brush.";
    on_board(command, name, TIP, run).searched_as("palette row mark choose").keys(keys)
}
