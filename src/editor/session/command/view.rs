//! Commands of the view menu.

use egui::{Key, KeyboardShortcut, Modifiers};

use crate::board::canvas::legend;
use crate::board::state::View;
use crate::kit::toasts::ToastTone;
use crate::session::chrome::Chrome;
use crate::session::chrome::{PanelSide, WindowEffect};
use crate::session::command::entry::{
    Command, Entry, Menu, ctrl, entries_of, has_level, key, shift,
};
use crate::session::screen::next_scale;
use crate::session::settings::ColourScheme;
use crate::session::state::State;
use crate::text;

entries_of!(new, Menu::View, .in_play_too());
entries_of!(by_key, Menu::Board, 1, .in_play_too().only_looks());
entries_of!(part, Menu::Board, 2, .only_looks());
entries_of!(setting, Menu::Settings, .in_play_too());

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
    by_key(Command::ZOOM_IN, "Zoom in", "Makes the board larger.", |state| state.board.zoom(STEP))
        .searched_as("larger bigger magnify closer")
        .keys(&[ctrl(Key::Plus), ctrl(Key::Equals)])
        .when(has_level),
    by_key(Command::ZOOM_OUT, "Zoom out", "Makes the board smaller.", |state| {
        state.board.zoom(1.0 / STEP)
    })
    .searched_as("smaller farther")
    .keys(&[ctrl(Key::Minus)])
    .when(has_level),
    by_key(Command::ZOOM_FIT, "Fit the board", "Shows the whole board.", |state| {
        state.board.set_view(View::default());
    })
    .searched_as("reset whole all centre 100")
    .keys(&[ctrl(Key::Num0)])
    .when(has_level),
    Entry::new(
        Command::TOGGLE_FINDINGS,
        Menu::View,
        0,
        "Findings on the board",
        "Shows the puzzle with what was found out about it, or the puzzle alone.",
        State::toggle_findings,
    )
    .searched_as("eye hide show clean puzzle only alone solution overlay forced answer")
    .keys(&[key(Key::F4), key(Key::H)])
    .when(has_level)
    .checked(State::shows_findings),
    new(
        0,
        Command::TOGGLE_BLIND,
        "Blind",
        "Hides verdict, solution and counts of each level until you ask for them.",
        State::toggle_blind,
    )
    .searched_as("hide verdict solution answer spoiler test solve myself secret")
    .checked(State::is_blind),
    new(2, Command::PANEL_LEFT, "Levels and palette", "Shows the panel on the left.", |state| {
        state.chrome.toggle_side(PanelSide::Left);
    })
    .searched_as("side bar hide show list palette")
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
    .searched_as("side bar hide show verdict inspector")
    .keys(&[key(Key::F8)])
    .checked(|state| state.chrome.side(PanelSide::Right)),
    setting(1, Command::SCALE_UP, "Larger interface", "Draws all of the window larger.", |state| {
        rescale(state, next_scale(state.chrome.settings.scale, true));
    })
    .searched_as("font text size larger bigger ui hidpi accessibility")
    .keys(&[ctrl_alt(Key::Plus), ctrl_alt(Key::Equals)])
    .only_looks(),
    setting(
        1,
        Command::SCALE_DOWN,
        "Smaller interface",
        "Draws all of the window smaller.",
        |state| {
            rescale(state, next_scale(state.chrome.settings.scale, false));
        },
    )
    .searched_as("font text size smaller ui")
    .keys(&[ctrl_alt(Key::Minus)])
    .only_looks(),
    setting(
        1,
        Command::SCALE_RESET,
        "Interface at 100 %",
        "Draws it as the desktop does.",
        |state| {
            rescale(state, 1.0);
        },
    )
    .searched_as("font text size normal ui default")
    .keys(&[ctrl_alt(Key::Num0)])
    .only_looks()
    .checked(|state| state.chrome.settings.scale == 1.0),
    setting(
        0,
        Command::LOOK_SYSTEM,
        "Colours of the desktop",
        "Light or dark, as the desktop is.",
        |state| {
            look(&mut state.chrome, ColourScheme::System);
        },
    )
    .searched_as("theme dark light mode appearance colour automatic")
    .checked(|state| state.chrome.settings.look == ColourScheme::System),
    setting(0, Command::LOOK_LIGHT, "Light", "Dark on light.", |state| {
        look(&mut state.chrome, ColourScheme::Light)
    })
    .searched_as("theme bright white day mode appearance colour scheme")
    .checked(|state| state.chrome.settings.look == ColourScheme::Light),
    setting(0, Command::LOOK_DARK, "Dark", "Light on dark.", |state| {
        look(&mut state.chrome, ColourScheme::Dark)
    })
    .searched_as("theme black night mode appearance colour scheme")
    .checked(|state| state.chrome.settings.look == ColourScheme::Dark),
    setting(
        0,
        Command::LOOK_GREYS,
        "Greys",
        "Without colour: by grey level, dashes and hatching.",
        |state| look(&mut state.chrome, ColourScheme::Greys),
    )
    .searched_as("theme colour blind accessibility contrast monochrome black white print")
    .checked(|state| state.chrome.settings.look == ColourScheme::Greys),
    new(0, Command::TOGGLE_LEGEND, "Legend", "Explains the signs on the board.", |state| {
        legend::toggle(&mut state.chrome)
    })
    .searched_as("key signs explain overlay symbols")
    .checked(|state| legend::is_shown(&state.chrome)),
    setting(
        2,
        Command::TOGGLE_MOTION,
        "Moving beams",
        "Lets beams flow, or stand still.",
        |state| {
            let moves = state.chrome.settings.moves();
            state.chrome.settings.set_moves(!moves);
        },
    )
    .searched_as("animation flow move still reduce accessibility")
    .checked(|state| state.chrome.settings.moves()),
    part(
        Command::NEXT_PART,
        "Next part of the window",
        "Goes from the levels to the board, and on to the verdict.",
        |state| {
            state.chrome.request(WindowEffect::NextPart);
        },
    )
    .searched_as("focus region jump panel keyboard")
    .keys(&[key(Key::F6)]),
    part(
        Command::PREVIOUS_PART,
        "Previous part of the window",
        "The same, the other way round.",
        |state| {
            state.chrome.request(WindowEffect::PreviousPart);
        },
    )
    .searched_as("focus region jump panel keyboard")
    .keys(&[shift(Key::F6)]),
];
