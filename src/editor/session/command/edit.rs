//! Commands of the edit menu, and what the keyboard does on the board.

use std::collections::BTreeSet;

use egui::{Key, KeyboardShortcut, Modifiers};

use crate::board::tool::Tool;
use crate::board::tools::{CycleOrder, Extend};
use crate::session::chrome::WindowEffect;
use crate::session::command::entry::{
    Command, Entry, Menu, always, ctrl, ctrl_shift, has_level, key, shift,
};
use crate::session::kinds::{Listener, Revert};
use crate::session::state::State;
use crate::text;
use foolproof_games::{Side, Turn};
use foolproof_level::{Hold, Spot};

const fn new(
    group: u8,
    command: Command,
    name: &'static str,
    tip: &'static str,
    run: fn(&mut State),
) -> Entry {
    Entry::new(command, Menu::Edit, group, name, tip, run).when(has_level)
}

const fn tool(
    command: Command,
    name: &'static str,
    tip: &'static str,
    run: fn(&mut State),
) -> Entry {
    Entry::new(command, Menu::Tools, 0, name, tip, run).when(has_level)
}

const fn on_board(
    command: Command,
    name: &'static str,
    tip: &'static str,
    run: fn(&mut State),
) -> Entry {
    Entry::new(command, Menu::Board, 0, name, tip, run).when(has_level)
}

const fn alt(logical_key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::ALT, logical_key)
}

const PASTE_TIP: &str = "Pastes marks at the pointer, or levels that any program wrote as text.";

fn has_targets(state: &State) -> bool {
    !state.board.selection.is_empty() || state.board.cursor.is_some()
}

fn select_all(state: &mut State) {
    let Some((game, level)) = state.scene() else { return };
    let sites = game.layout(&level.board).sites;
    state.set_tool(Tool::SELECT);
    state.board.selection = sites.into_iter().map(|(site, _)| site).collect();
}

/// One thing at a time: a window, a stroke, what a capability has at hand, a selection, a tool.
fn cancel(state: &mut State) {
    let given_up = state.chrome.close()
        || state.cancel_stroke()
        || state.any::<dyn Listener>(|own, state| own.cancel(state));
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
        "Takes the last step back, in whatever level it was.",
        State::undo,
    )
    .keys(&[ctrl(Key::Z)])
    .when(|state| state.can_revert(Revert::Undo))
    .in_play_too(),
    new(0, Command::REDO, "Redo", "Does again what was undone.", State::redo)
        .keys(&[ctrl_shift(Key::Z), ctrl(Key::Y)])
        .when(|state| state.can_revert(Revert::Redo))
        .in_play_too(),
    new(1, Command::CUT, "Cut", "Copies the selected marks and erases them.", State::cut)
        .keys(&[ctrl(Key::X)])
        .when(has_targets)
        .needs(text::NOTHING_SELECTED),
    new(1, Command::COPY, "Copy", "Copies the selected marks, as text too.", State::copy)
        .keys(&[ctrl(Key::C)])
        .when(has_targets)
        .needs(text::NOTHING_SELECTED),
    new(1, Command::PASTE, "Paste", PASTE_TIP, |state| {
        state.chrome.request(WindowEffect::Paste);
    })
    .keys(&[ctrl(Key::V)])
    .when(always),
    new(1, Command::SELECT_ALL, "Select all", "Selects the whole level.", select_all)
        .keys(&[ctrl(Key::A)]),
    new(
        1,
        Command::CANCEL,
        "Deselect or leave",
        "Closes a preview, clears the selection, or leaves play.",
        cancel,
    )
    .keys(&[key(Key::Escape)])
    .in_play_too(),
    new(
        2,
        Command::ERASE,
        "Erase",
        "Empties the selected cells and leaves them to the solver.",
        |state| {
            let targets = state.board.targets();
            state.erase(targets);
        },
    )
    .keys(&[key(Key::Delete), key(Key::Backspace), key(Key::O)])
    .when(has_targets)
    .needs(text::NOTHING_SELECTED),
    new(
        2,
        Command::LEAVE_EMPTY,
        "Leave empty",
        "Keeps the selected cells empty: the solver puts nothing there.",
        leave_empty,
    )
    .keys(&[shift(Key::Delete), key(Key::X)])
    .when(has_targets)
    .needs(text::NOTHING_SELECTED),
    new(
        2,
        Command::FILL,
        "Fill the selection",
        "Paints the brush into every selected cell.",
        |state| {
            state.fill(state.board.targets(), state.board.brush.clone());
        },
    )
    .keys(&[key(Key::F)])
    .when(has_targets),
    new(
        2,
        Command::TOGGLE_LOCK,
        "Lock or unlock",
        "The solver never changes a locked cell.",
        toggle_lock,
    )
    .keys(&[key(Key::L)])
    .when(has_targets)
    .needs(text::NOTHING_SELECTED),
    new(
        3,
        Command::TURN_MARK,
        "Rotate the mark",
        "Turns each selected mark in its cell; with the paint tool, the brush.",
        |state| state.turn_marks(1),
    )
    .keys(&[key(Key::R)]),
    new(
        3,
        Command::TURN_MARK_BACK,
        "Rotate the mark back",
        "The same, against the clock.",
        |state| state.turn_marks(3),
    )
    .keys(&[alt(Key::R)]),
    new(3, Command::NEXT_VALUE, "Next value", "A larger power, or the next choice.", |state| {
        state.cycle(1);
    })
    .keys(&[key(Key::Plus), key(Key::Equals)]),
    new(
        3,
        Command::PREVIOUS_VALUE,
        "Previous value",
        "A smaller power, or the last choice.",
        |state| state.cycle(-1),
    )
    .keys(&[key(Key::Minus)]),
    new(
        3,
        Command::MIRROR_COLUMNS,
        "Mirror left and right",
        "Mirrors the selection, or the whole level.",
        |state| state.turn(Turn::MirrorColumns),
    )
    .keys(&[shift(Key::H)]),
    new(
        3,
        Command::MIRROR_ROWS,
        "Mirror top and bottom",
        "Mirrors the selection, or the whole level.",
        |state| state.turn(Turn::MirrorRows),
    )
    .keys(&[shift(Key::V)]),
    new(
        3,
        Command::ROTATE_BLOCK,
        "Rotate as a block",
        "Rotates the selection, or the whole level, a quarter clockwise.",
        |state| state.turn(Turn::Clockwise),
    )
    .keys(&[shift(Key::R)]),
];

pub(crate) const TOOLS: &[Entry] = &[
    tool(Command::TOOL_SELECT, "Select tool", "Selects, moves and sets marks.", |state| {
        state.set_tool(Tool::SELECT);
    })
    .keys(&[key(Key::V)])
    .checked(|state| state.board.tool == Tool::SELECT),
    tool(Command::TOOL_PAINT, "Paint tool", "Paints the brush of the palette.", |state| {
        state.set_tool(Tool::PAINT);
    })
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
    .keys(&[key(Key::E)])
    .checked(|state| state.board.tool == Tool::ERASE),
    tool(Command::TOOL_LOCK, "Lock tool", "Locks and unlocks cells with a stroke.", |state| {
        state.set_tool(Tool::LOCK);
    })
    .keys(&[key(Key::K)])
    .checked(|state| state.board.tool == Tool::LOCK),
    tool(Command::TOOL_PICK, "Pick tool", "Takes a mark from the board as the brush.", |state| {
        state.set_tool(Tool::PICK);
    })
    .keys(&[key(Key::I)])
    .checked(|state| state.board.tool == Tool::PICK),
];

pub(crate) const BOARD: &[Entry] = &[
    on_board(Command::CURSOR_LEFT, "Go left", "Moves the cursor to the left.", |state| {
        state.move_cursor(Side::West, Extend::No);
    })
    .keys(&[key(Key::ArrowLeft)]),
    on_board(Command::CURSOR_RIGHT, "Go right", "Moves the cursor to the right.", |state| {
        state.move_cursor(Side::East, Extend::No);
    })
    .keys(&[key(Key::ArrowRight)]),
    on_board(Command::CURSOR_UP, "Go up", "Moves the cursor upwards.", |state| {
        state.move_cursor(Side::North, Extend::No);
    })
    .keys(&[key(Key::ArrowUp)]),
    on_board(Command::CURSOR_DOWN, "Go down", "Moves the cursor downwards.", |state| {
        state.move_cursor(Side::South, Extend::No);
    })
    .keys(&[key(Key::ArrowDown)]),
    on_board(Command::EXTEND_LEFT, "Select to the left", "Adds the next cell.", |state| {
        state.move_cursor(Side::West, Extend::Yes);
    })
    .keys(&[shift(Key::ArrowLeft)]),
    on_board(Command::EXTEND_RIGHT, "Select to the right", "Adds the next cell.", |state| {
        state.move_cursor(Side::East, Extend::Yes);
    })
    .keys(&[shift(Key::ArrowRight)]),
    on_board(Command::EXTEND_UP, "Select upwards", "Adds the next cell.", |state| {
        state.move_cursor(Side::North, Extend::Yes);
    })
    .keys(&[shift(Key::ArrowUp)]),
    on_board(Command::EXTEND_DOWN, "Select downwards", "Adds the next cell.", |state| {
        state.move_cursor(Side::South, Extend::Yes);
    })
    .keys(&[shift(Key::ArrowDown)]),
    on_board(Command::NUDGE_LEFT, "Move left", "Moves the selected marks.", |state| {
        state.nudge(Side::West);
    })
    .keys(&[alt(Key::ArrowLeft)]),
    on_board(Command::NUDGE_RIGHT, "Move right", "Moves the selected marks.", |state| {
        state.nudge(Side::East);
    })
    .keys(&[alt(Key::ArrowRight)]),
    on_board(Command::NUDGE_UP, "Move up", "Moves the selected marks.", |state| {
        state.nudge(Side::North);
    })
    .keys(&[alt(Key::ArrowUp)]),
    on_board(Command::NUDGE_DOWN, "Move down", "Moves the selected marks.", |state| {
        state.nudge(Side::South);
    })
    .keys(&[alt(Key::ArrowDown)]),
    on_board(Command::NEXT_SITE, "Next cell", "Goes through board and tray in order.", |state| {
        state.step_cursor(CycleOrder::Forwards);
    }),
    on_board(
        Command::PREVIOUS_SITE,
        "Previous cell",
        "Goes through board and tray backwards.",
        |state| {
            state.step_cursor(CycleOrder::Backwards);
        },
    ),
    on_board(
        Command::ACT,
        "Paint at the cursor",
        "Does at the cursor what the tool does; accepts a preview.",
        |state| match state.entry(Command::ACCEPT_PREVIEW).filter(|entry| entry.is_enabled(state)) {
            Some(_) => state.run(Command::ACCEPT_PREVIEW),
            None => state.act_at_cursor(),
        },
    )
    // The space bar does the same where it is let go without having moved the board.
    .keys(&[key(Key::Enter)]),
    brush(Command::BRUSH_GROUP1, "First brushes", &[key(Key::Num1)], |s| s.number_key(1)),
    brush(Command::BRUSH_GROUP2, "Second brushes", &[key(Key::Num2)], |s| s.number_key(2)),
    brush(Command::BRUSH_GROUP3, "Third brushes", &[key(Key::Num3)], |s| s.number_key(3)),
    brush(Command::BRUSH_GROUP4, "Fourth brushes", &[key(Key::Num4)], |s| s.number_key(4)),
    brush(Command::BRUSH_GROUP5, "Fifth brushes", &[key(Key::Num5)], |s| s.number_key(5)),
    brush(Command::BRUSH_GROUP6, "Sixth brushes", &[key(Key::Num6)], |s| s.number_key(6)),
    brush(Command::BRUSH_GROUP7, "Seventh brushes", &[key(Key::Num7)], |s| s.number_key(7)),
    brush(Command::BRUSH_GROUP8, "Eighth brushes", &[key(Key::Num8)], |s| s.number_key(8)),
    brush(Command::BRUSH_GROUP9, "Ninth brushes", &[key(Key::Num9)], |s| s.number_key(9)),
    brush(Command::BRUSH_EMPTY, "The empty brush", &[key(Key::Num0)], |s| s.number_key(0)),
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
