//! Levels from elsewhere: another program's file, files dropped on the window, a text on the clipboard.
//! Unreadable levels are listed one by one; the rest is added.

use std::path::PathBuf;

use crate::files::filter::Filter;
use crate::files::open_file::Unread;
use crate::files::store::Incoming;
use crate::files::{After, words};
use crate::kit::toasts::ToastTone;
use crate::session::state::State;
use crate::session::window::{Window, WindowStand};
use foolproof_game::Games;
use foolproof_games::{formats, read_pasted};
use foolproof_level::Pack;

impl Window {
    /// The list of what could not be read.
    pub const UNREAD: Window = Window::new("unread", WindowStand::Over);
}

/// Returns the filters for all readable kinds of files.
pub(crate) fn filters(games: &Games) -> Vec<Filter> {
    let mut endings: Vec<String> = ["json", "tmj", "ldtk"].map(str::to_owned).to_vec();
    for of in formats(games) {
        for ending in of.format.extensions() {
            if endings.iter().all(|known| known != ending) {
                endings.push(ending.to_owned());
            }
        }
    }
    let all = Filter { name: words::ALL_FILES.to_owned(), endings: Vec::new() };
    vec![Filter { name: words::LEVEL_FILES.to_owned(), endings }, Filter::packs(), all]
}

/// Shows levels as a pack that has no file yet.
pub(crate) fn open(state: &mut State, incoming: Incoming) {
    let Incoming { pack, paths, formats, unread } = incoming;
    let count = pack.levels.len();
    paths.iter().rev().for_each(|path| state.chrome.settings.opened(path));
    state.set_pack(pack, None);
    crate::files::tell_of_games(state);
    state.say(ToastTone::Good, words::opened_levels(count, &formats));
    tell(state, Unread { faults: unread, read: count, paths });
}

/// Inserts levels after the one on the canvas, in one undoable step.
pub(crate) fn add(state: &mut State, step: &str, incoming: Incoming) {
    let Incoming { pack, paths, unread, .. } = incoming;
    let count = pack.levels.len();
    if !state.add_levels(step, pack, paths.first().map(PathBuf::as_path)) {
        return;
    }
    crate::files::tell_of_games(state);
    state.say(ToastTone::Good, words::added_levels(count));
    tell(state, Unread { faults: unread, read: count, paths: Vec::new() });
}

/// Adds the levels of a text that was copied elsewhere.
pub(crate) fn paste(state: &mut State, text: &str) {
    if state.chrome.is_playing() {
        return;
    }
    let read = read_pasted(state.games(), text).map_err(|why| why.to_string());
    let read = read.and_then(|contents| Incoming::pasted(&contents).map_err(|why| why.to_string()));
    match read {
        Ok(mut incoming) if is_untouched(state, &incoming.pack) => {
            if let Some(name) =
                state.only_game(&incoming.pack).filter(|_| incoming.pack.title.is_empty())
            {
                incoming.pack.title = name;
            }
            open(state, incoming);
            // They are in no file.
            state.document.history_mut().mark_unsaved();
        }
        Ok(incoming) => add(state, words::PASTE_LEVELS, incoming),
        Err(why) => state.say(ToastTone::Note, words::not_pasted(&why)),
    }
}

/// True if the open pack is an unmodified sample or new pack for other games than these levels: then they do
/// not belong in it.
fn is_untouched(state: &State, incoming: &Pack) -> bool {
    let history = state.history();
    let is_of = |game: &str| incoming.levels.iter().any(|level| level.game == game);
    state.document.file.path().is_none()
        && history.is_saved()
        && history.depth() == 0
        && !history.pack().levels.iter().any(|level| is_of(&level.game))
}

fn tell(state: &mut State, unread: Unread) {
    let whole = unread.faults.is_empty();
    state.document.file.unread = unread;
    if !whole {
        state.chrome.open(Window::UNREAD);
    }
}

/// Returns the action for files dropped on the window; `None` while a question is open.
pub(crate) fn dropped(context: &egui::Context, asks: bool) -> Option<After> {
    let files = context.input(|input| input.raw.dropped_files.clone());
    let mut paths: Vec<PathBuf> = files.into_iter().map(|file| file.path().to_owned()).collect();
    match paths.len() {
        _ if asks => None,
        0 => None,
        1 => paths.pop().map(After::OpenPath),
        _ => Some(After::OpenSeveral(paths)),
    }
}
