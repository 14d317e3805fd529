//! Commands of the view menu.

use egui::Key;

use crate::editor::board::state::View;
use crate::editor::session::command::{Command, Entry, Menu, ctrl, has_level, key};
use crate::editor::session::settings::ColourScheme;
use crate::editor::session::state::{PanelSide, State};

const fn new(
    group: u8,
    command: Command,
    name: &'static str,
    tip: &'static str,
    run: fn(&mut State),
) -> Entry {
    Entry::new((command, Menu::View, group), name, tip, run).in_play_too()
}

/// Steps of zoom, as factors.
const STEP: f32 = 1.25;

impl State {
    /// Zooms about the middle of the canvas.
    pub fn zoom(&mut self, factor: f32) {
        let view = self.view();
        let scale = view.scale.unwrap_or(self.board.fitted());
        let next = (scale * factor).clamp(8.0, 400.0);
        self.set_view(View { scale: Some(next), pan: view.pan * (next / scale) });
    }
}

fn look(state: &mut State, look: ColourScheme) {
    state.settings.look = look;
}

pub const ENTRIES: &[Entry] = &[
    new(0, Command::ZOOM_IN, "Zoom in", "Makes the board larger.", |state| state.zoom(STEP))
        .keys(&[ctrl(Key::Plus), ctrl(Key::Equals)])
        .when(has_level),
    new(0, Command::ZOOM_OUT, "Zoom out", "Makes the board smaller.", |state| {
        state.zoom(1.0 / STEP)
    })
    .keys(&[ctrl(Key::Minus)])
    .when(has_level),
    new(0, Command::ZOOM_FIT, "Fit the board", "Shows the whole board.", |state| {
        state.set_view(View::default());
    })
    .keys(&[ctrl(Key::Num0)])
    .when(has_level),
    new(2, Command::PANEL_LEFT, "Levels and palette", "Shows the panel on the left.", |state| {
        state.toggle_side(PanelSide::Left);
    })
    .keys(&[key(Key::F7)])
    .checked(|state| state.side(PanelSide::Left)),
    new(
        2,
        Command::PANEL_RIGHT,
        "Findings and inspector",
        "Shows the panel on the right.",
        |state| {
            state.toggle_side(PanelSide::Right);
        },
    )
    .keys(&[key(Key::F8)])
    .checked(|state| state.side(PanelSide::Right)),
    new(
        3,
        Command::LOOK_SYSTEM,
        "Colours of the desktop",
        "Light or dark as it has it.",
        |state| {
            look(state, ColourScheme::System);
        },
    )
    .checked(|state| state.settings.look == ColourScheme::System),
    new(3, Command::LOOK_LIGHT, "Light", "Dark on light.", |state| {
        look(state, ColourScheme::Light)
    })
    .checked(|state| state.settings.look == ColourScheme::Light),
    new(3, Command::LOOK_DARK, "Dark", "Light on dark.", |state| look(state, ColourScheme::Dark))
        .checked(|state| state.settings.look == ColourScheme::Dark),
    new(3, Command::TOGGLE_MOTION, "Moving beams", "Lets beams flow, or stand still.", |state| {
        state.settings.motion = !state.settings.motion;
    })
    .checked(|state| state.settings.motion),
];
