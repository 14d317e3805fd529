//! Commands of the view menu.

use egui::{Key, KeyboardShortcut, Modifiers};

use crate::board::canvas::legend;
use crate::board::state::View;
use crate::kit::toasts::ToastTone;
use crate::session::chrome::Chrome;
use crate::session::chrome::{PanelSide, WindowEffect};
use crate::session::command::entry::{Command, Entry, Menu, ctrl, has_level, key, shift};
use crate::session::screen::next_scale;
use crate::session::settings::ColourScheme;
use crate::session::state::State;
use crate::text;

const fn new(
    group: u8,
    command: Command,
    name: &'static str,
    tip: &'static str,
    run: fn(&mut State),
) -> Entry {
    Entry::new(command, Menu::View, group, name, tip, run).in_play_too()
}

const fn part(
    command: Command,
    name: &'static str,
    tip: &'static str,
    run: fn(&mut State),
) -> Entry {
    Entry::new(command, Menu::View, 2, name, tip, run)
}

/// Steps of zoom, as factors.
const STEP: f32 = 1.25;

fn rescale(state: &mut State, scale: f32) {
    state.chrome.settings.scale = scale;
    state.say(ToastTone::Note, text::interface_at(scale));
}

const fn ctrl_alt(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND.plus(Modifiers::ALT), key)
}

fn look(chrome: &mut Chrome, look: ColourScheme) {
    chrome.settings.look = look;
}

pub(crate) const ENTRIES: &[Entry] = &[
    new(0, Command::ZOOM_IN, "Zoom in", "Makes the board larger.", |state| state.board.zoom(STEP))
        .keys(&[ctrl(Key::Plus), ctrl(Key::Equals)])
        .when(has_level),
    new(0, Command::ZOOM_OUT, "Zoom out", "Makes the board smaller.", |state| {
        state.board.zoom(1.0 / STEP)
    })
    .keys(&[ctrl(Key::Minus)])
    .when(has_level),
    new(0, Command::ZOOM_FIT, "Fit the board", "Shows the whole board.", |state| {
        state.board.set_view(View::default());
    })
    .keys(&[ctrl(Key::Num0)])
    .when(has_level),
    new(2, Command::PANEL_LEFT, "Levels and palette", "Shows the panel on the left.", |state| {
        state.chrome.toggle_side(PanelSide::Left);
    })
    .keys(&[key(Key::F7)])
    .checked(|state| state.chrome.side(PanelSide::Left)),
    new(
        2,
        Command::PANEL_RIGHT,
        "Findings and inspector",
        "Shows the panel on the right.",
        |state| {
            state.chrome.toggle_side(PanelSide::Right);
        },
    )
    .keys(&[key(Key::F8)])
    .checked(|state| state.chrome.side(PanelSide::Right)),
    new(4, Command::SCALE_UP, "Larger interface", "Draws all of the window larger.", |state| {
        rescale(state, next_scale(state.chrome.settings.scale, true));
    })
    .keys(&[ctrl_alt(Key::Plus), ctrl_alt(Key::Equals)])
    .only_looks(),
    new(4, Command::SCALE_DOWN, "Smaller interface", "Draws all of the window smaller.", |state| {
        rescale(state, next_scale(state.chrome.settings.scale, false));
    })
    .keys(&[ctrl_alt(Key::Minus)])
    .only_looks(),
    new(4, Command::SCALE_RESET, "Interface at 100 %", "Draws it as the desktop does.", |state| {
        rescale(state, 1.0);
    })
    .keys(&[ctrl_alt(Key::Num0)])
    .only_looks()
    .checked(|state| state.chrome.settings.scale == 1.0),
    new(
        3,
        Command::LOOK_SYSTEM,
        "Colours of the desktop",
        "Light or dark, as the desktop is.",
        |state| {
            look(&mut state.chrome, ColourScheme::System);
        },
    )
    .checked(|state| state.chrome.settings.look == ColourScheme::System),
    new(3, Command::LOOK_LIGHT, "Light", "Dark on light.", |state| {
        look(&mut state.chrome, ColourScheme::Light)
    })
    .checked(|state| state.chrome.settings.look == ColourScheme::Light),
    new(3, Command::LOOK_DARK, "Dark", "Light on dark.", |state| {
        look(&mut state.chrome, ColourScheme::Dark)
    })
    .checked(|state| state.chrome.settings.look == ColourScheme::Dark),
    new(
        3,
        Command::LOOK_GREYS,
        "Greys",
        "Without colour: by grey level, dashes and hatching.",
        |state| look(&mut state.chrome, ColourScheme::Greys),
    )
    .checked(|state| state.chrome.settings.look == ColourScheme::Greys),
    new(3, Command::TOGGLE_LEGEND, "Legend", "Explains the signs on the board.", |state| {
        legend::toggle(&mut state.chrome)
    })
    .checked(|state| legend::is_shown(&state.chrome)),
    new(3, Command::TOGGLE_MOTION, "Moving beams", "Lets beams flow, or stand still.", |state| {
        state.chrome.settings.motion = !state.chrome.settings.motion;
    })
    .checked(|state| state.chrome.settings.motion),
    part(
        Command::NEXT_PART,
        "Next part of the window",
        "Goes from the levels to the board, and on to the verdict.",
        |state| {
            state.chrome.request(WindowEffect::NextPart);
        },
    )
    .keys(&[key(Key::F6)]),
    part(
        Command::PREVIOUS_PART,
        "Previous part of the window",
        "The same, the other way round.",
        |state| {
            state.chrome.request(WindowEffect::PreviousPart);
        },
    )
    .keys(&[shift(Key::F6)]),
];
