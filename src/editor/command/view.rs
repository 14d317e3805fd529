//! Commands of the view and help menus.

use egui::Key;

use super::{Command, Entry, Menu, ctrl, ctrl_shift, has_level, key, shift};
use crate::editor::command_palette::Search;
use crate::editor::settings::Look;
use crate::editor::state::{Dialog, Overlay, Side, State, View};

const fn new(
    command: Command,
    name: &'static str,
    tip: &'static str,
    run: fn(&mut State),
) -> Entry {
    let group = match command {
        Command::ZoomIn | Command::ZoomOut | Command::ZoomFit => 0,
        Command::PanelLeft | Command::PanelRight => 2,
        Command::LookSystem | Command::LookLight | Command::LookDark => 3,
        Command::ToggleMotion => 3,
        _ => 1,
    };
    Entry::new((command, Menu::View, group), name, tip, run).in_play_too()
}

const fn help(
    command: Command,
    name: &'static str,
    tip: &'static str,
    run: fn(&mut State),
) -> Entry {
    Entry::new((command, Menu::Help, 0), name, tip, run).in_play_too()
}

/// Steps of zoom, as factors.
const STEP: f32 = 1.25;

impl State {
    /// Zooms about the middle of the canvas; `shown` is the scale that is on screen now.
    pub fn zoom(&mut self, factor: f32) {
        let view = self.view();
        let scale = view.scale.unwrap_or(self.fitted);
        let next = (scale * factor).clamp(8.0, 400.0);
        self.set_view(View { scale: Some(next), pan: view.pan * (next / scale) });
    }
}

fn look(state: &mut State, look: Look) {
    state.settings.look = look;
}

pub const ENTRIES: &[Entry] = &[
    new(Command::ZoomIn, "Zoom in", "Makes the board larger.", |state| state.zoom(STEP))
        .keys(&[ctrl(Key::Plus), ctrl(Key::Equals)])
        .when(has_level),
    new(Command::ZoomOut, "Zoom out", "Makes the board smaller.", |state| state.zoom(1.0 / STEP))
        .keys(&[ctrl(Key::Minus)])
        .when(has_level),
    new(Command::ZoomFit, "Fit the board", "Shows the whole board.", |state| {
        state.set_view(View::default());
    })
    .keys(&[ctrl(Key::Num0)])
    .when(has_level),
    new(Command::OverlaySolution, "Solution", "Draws the solution on the board.", |state| {
        state.toggle_overlay(Overlay::Solution);
    })
    .keys(&[shift(Key::Num1)])
    .checked(|state| state.overlay(Overlay::Solution)),
    new(Command::OverlayShortcut, "Shortcut", "Draws a shortcut over it.", |state| {
        state.toggle_overlay(Overlay::Shortcut);
    })
    .keys(&[shift(Key::Num2)])
    .checked(|state| state.overlay(Overlay::Shortcut)),
    new(Command::OverlayForced, "Forced marks", "Marks that all solutions have.", |state| {
        state.toggle_overlay(Overlay::Forced);
    })
    .keys(&[shift(Key::Num3)])
    .checked(|state| state.overlay(Overlay::Forced)),
    new(Command::OverlayPossible, "Possible marks", "Marks that some solution has.", |state| {
        state.toggle_overlay(Overlay::Possible);
    })
    .keys(&[shift(Key::Num4)])
    .checked(|state| state.overlay(Overlay::Possible)),
    new(Command::OverlayConflict, "Conflict", "Sites that a conflict blames.", |state| {
        state.toggle_overlay(Overlay::Conflict);
    })
    .keys(&[shift(Key::Num5)])
    .checked(|state| state.overlay(Overlay::Conflict)),
    new(Command::OverlayHolds, "Locks and open sites", "Padlocks and open sites.", |state| {
        state.toggle_overlay(Overlay::Holds);
    })
    .keys(&[shift(Key::Num6)])
    .checked(|state| state.overlay(Overlay::Holds)),
    new(Command::OverlayNeedless, "Marks not needed", "Marks without which the level keeps what is asked of it.", |state| {
        state.toggle_overlay(Overlay::Needless);
    })
    .keys(&[shift(Key::Num7)])
    .when(State::searches)
    .checked(|state| state.overlay(Overlay::Needless)),
    new(
        Command::OverlayEdits,
        "Solutions with the brush",
        "How many solutions there would be with the brush on each site.",
        |state| state.toggle_overlay(Overlay::Edits),
    )
    .keys(&[shift(Key::Num8)])
    .when(State::searches)
    .checked(|state| state.overlay(Overlay::Edits)),
    new(
        Command::OverlayMoves,
        "First moves",
        "How many solutions each first move leads to.",
        |state| state.toggle_overlay(Overlay::Moves),
    )
    .keys(&[shift(Key::Num9)])
    .when(State::has_moves)
    .checked(|state| state.overlay(Overlay::Moves)),
    new(
        Command::OverlayLeaks,
        "Leaks",
        "A warning where trust in one solution skips the thinking, and rings where deduction stops.",
        |state| state.toggle_overlay(Overlay::Leaks),
    )
    .keys(&[shift(Key::L)])
    .when(State::has_deduction)
    .checked(|state| state.overlay(Overlay::Leaks)),
    new(
        Command::OverlayTrials,
        "Deduction with one more mark",
        "On each open cell: a check where one more mark lets deduction solve the level, a cross where there would be no solution, else how much stays open.",
        |state| state.toggle_overlay(Overlay::Trials),
    )
    .keys(&[shift(Key::Num0)])
    .when(State::has_deduction)
    .checked(|state| state.overlay(Overlay::Trials)),
    new(Command::PanelLeft, "Levels and palette", "Shows the panel on the left.", |state| {
        state.toggle_side(Side::Left);
    })
    .keys(&[key(Key::F7)])
    .checked(|state| state.side(Side::Left)),
    new(Command::PanelRight, "Findings and inspector", "Shows the panel on the right.", |state| {
        state.toggle_side(Side::Right);
    })
    .keys(&[key(Key::F8)])
    .checked(|state| state.side(Side::Right)),
    new(Command::LookSystem, "Colours of the desktop", "Light or dark as it has it.", |state| {
        look(state, Look::System);
    })
    .checked(|state| state.settings.look == Look::System),
    new(Command::LookLight, "Light", "Dark on light.", |state| look(state, Look::Light))
        .checked(|state| state.settings.look == Look::Light),
    new(Command::LookDark, "Dark", "Light on dark.", |state| look(state, Look::Dark))
        .checked(|state| state.settings.look == Look::Dark),
    new(Command::ToggleMotion, "Moving beams", "Lets beams flow, or stand still.", |state| {
        state.settings.motion = !state.settings.motion;
    })
    .checked(|state| state.settings.motion),
    help(
        Command::CommandPalette,
        "Find a command…",
        "Every command by a few letters of its name.",
        |state| state.dialog = Some(Dialog::CommandPalette(Search::default())),
    )
    .keys(&[ctrl(Key::K), ctrl_shift(Key::P)]),
    help(Command::Shortcuts, "Keyboard shortcuts", "All keys on one sheet.", |state| {
        state.dialog = Some(Dialog::Shortcuts);
    })
    .keys(&[key(Key::F1), key(Key::Questionmark)]),
    help(Command::Rules, "Rules of the game", "How the puzzle is played.", |state| {
        state.dialog = Some(Dialog::Rules);
    }),
    help(Command::FirstSteps, "First steps", "Shows the card for newcomers again.", |state| {
        state.settings.first_steps = true;
    }),
];
