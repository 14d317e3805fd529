//! Owner of the keyboard: a dialog, a window over the board, a text, a button, or the board.
//!
//! Determined once a frame; all code that reads keys uses it.

use egui::{Context, Id};

use crate::board::canvas;
use crate::session::chrome::Chrome;
use crate::session::command::Focus;
use crate::session::state::State;
use crate::session::window::WindowStand;

/// Determines the owner of the keyboard in this frame; `asks` while a question has to be answered first.
pub(crate) fn find(context: &Context, state: &State, asks: bool) -> Focus {
    // Anything drawn as a modal window gets all keys, and so does a menu. The context knows only
    // the menus of this pass, and none has been drawn yet.
    let modal = context.memory(|memory| memory.top_modal_layer().is_some());
    let stand = state.chrome.window().map(|window| window.stand);
    if asks || stand == Some(WindowStand::Alone) || modal || egui::Popup::is_any_open(context) {
        return Focus::Dialog;
    }
    let typing = context.text_edit_focused();
    match stand {
        Some(WindowStand::Before) if typing => Focus::Dialog,
        Some(WindowStand::Before) => Focus::Form,
        _ if typing => Focus::Text,
        Some(WindowStand::Over) if state.chrome.is_playing() || !canvas::is_chosen(context) => {
            Focus::Window
        }
        Some(WindowStand::Beside) if is_in_a_window(context) => Focus::Beside,
        _ if state.chrome.is_playing() => Focus::Play,
        _ if canvas::has_keys(context) => Focus::Board,
        _ if state.document.choice.has_keys => Focus::Levels,
        _ => Focus::Widget,
    }
}

/// True if the menus can be reached: not behind a question or another modal window.
pub(crate) fn reaches_menus(context: &Context, chrome: &Chrome, asks: bool) -> bool {
    let alone = chrome.window().is_some_and(|window| window.stand == WindowStand::Alone);
    !asks && !alone && context.memory(|memory| memory.top_modal_layer().is_none())
}

/// True if the focused widget is in a window, rather than in a panel or on the canvas.
fn is_in_a_window(context: &Context) -> bool {
    let focused = context.memory(|memory| memory.focused());
    let response = focused.and_then(|id| context.read_response(id));
    response.is_some_and(|response| response.layer_id.order == egui::Order::Middle)
}

fn place() -> Id {
    Id::unique("who has the keyboard")
}

/// Stores the owner for the rest of the frame. A window just opened takes the keys from the board.
pub(crate) fn keep(context: &Context, chrome: &Chrome, focus: Focus) {
    let over = chrome.window().is_some_and(|window| window.stand != WindowStand::Beside);
    let was_over = context.data_mut(|data| {
        data.insert_temp(place(), focus);
        std::mem::replace(data.get_temp_mut_or_default::<bool>(place().with("over")), over)
    });
    if over && !was_over {
        canvas::leave(context);
    }
}

/// Returns the stored owner; `None` if a part of the window is used alone.
fn kept(context: &Context) -> Option<Focus> {
    context.data(|data| data.get_temp(place()))
}

/// True if keys belong to the board, also in play.
pub fn is_the_boards(context: &Context) -> bool {
    kept(context).is_none_or(|focus| matches!(focus, Focus::Board | Focus::Play))
}

/// True if a window next to the board may have its own keys.
pub fn is_free(context: &Context) -> bool {
    let free = [Focus::Board, Focus::Play, Focus::Widget, Focus::Levels, Focus::Beside];
    kept(context).is_none_or(|focus| free.contains(&focus))
}

/// Gives the keyboard to the first widget at the right when it is drawn.
pub(crate) fn give_to_the_right(context: &Context) {
    context.data_mut(|data| data.insert_temp(place().with("right"), true));
}

/// True if the first widget at the right should take the keyboard; once.
pub fn is_given_to_the_right(context: &Context) -> bool {
    context.data_mut(|data| data.remove_temp::<bool>(place().with("right"))).is_some()
}
