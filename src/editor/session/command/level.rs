//! Commands about the levels of the pack and about live solving.

use std::sync::Arc;

use egui::{Key, KeyboardShortcut, Modifiers};

use crate::session::chrome::{PanelSide, WindowEffect};
use crate::session::command::entry::{
    Command, Entry, Menu, always, ctrl, ctrl_shift, entries_of, has_level, key,
};
use crate::session::document::Document;
use crate::session::state::State;
use crate::text;
use foolproof_game::Game;
use foolproof_level::{Level, LevelId};
use foolproof_solver::Lane;

entries_of!(new, Menu::Level, .when(has_level));
entries_of!(by_key, Menu::Board, 3, .when(has_level));

fn new_level(state: &mut State) {
    let (game, board) = match state.scene() {
        Some((game, level)) => (game.about().id.to_string(), level.board),
        None => match state.games().all().first() {
            Some(game) => (game.about().id.to_string(), game.about().default_board),
            None => return,
        },
    };
    let at = state.document.place().map_or(0, |at| at + 1);
    insert_level(state, at, "New level", Level::open(game, board));
}

fn expect_one(state: &mut State) {
    let games = state.games().clone();
    state.edit_pack(text::EXPECT_ONE, |pack| {
        for level in pack.levels.iter_mut().filter(|level| games.is_lax(level)) {
            Arc::make_mut(level).policy.unique = None;
        }
    });
}

fn duplicate_level(state: &mut State) {
    let Some(level) = state.level().cloned() else { return };
    let mut copy = (*level).clone();
    copy.id = LevelId::default();
    copy.title = text::copy_of(&level.title);
    let at = state.document.place().map_or(0, |at| at + 1);
    insert_level(state, at, "Duplicate the level", copy);
}

fn insert_level(state: &mut State, at: usize, name: &str, level: Level) {
    state.edit_pack(name, |pack| {
        pack.levels.insert(at.min(pack.levels.len()), Arc::new(level));
    });
    let added = state.history().pack().levels.get(at).map(|level| level.id);
    state.show_level(added.unwrap_or_default());
}

fn move_level(state: &mut State, step: isize) {
    if state.document.choice.count() > 1 {
        return state.move_levels(step);
    }
    let Some(at) = state.document.place() else { return };
    let Some(to) = at.checked_add_signed(step) else { return };
    state.edit_pack("Move the level", |pack| {
        if to < pack.levels.len() {
            pack.levels.swap(at, to);
        }
    });
}

fn resize_tray(state: &mut State, step: i32) {
    let Some((game, level)) = state.scene() else { return };
    let mut board = level.board;
    let (least, most) = (game.about().smallest.tray, game.about().largest.tray);
    let tray = (i32::from(board.tray) + step).clamp(i32::from(least), i32::from(most));
    board.tray = u16::try_from(tray).unwrap_or(board.tray);
    state.resize("Resize the tray", board, 0, 0);
}

fn has_tray(document: &Document) -> bool {
    document.game().is_some_and(|game| game.about().largest.tray > 0)
}

fn toggle_pause(state: &mut State) {
    state.findings.live.on = !state.findings.live.on;
    if !state.findings.live.on {
        state.stop_live();
    } else {
        state.findings.knowledge.ask_again(state.level_id());
    }
}

impl State {
    /// Adds an empty level of a game after the one on the canvas.
    pub fn add_level_of(&mut self, game: &dyn Game) {
        let about = game.about();
        let at = self.document.place().map_or(0, |at| at + 1);
        insert_level(self, at, "New level", Level::open(&*about.id, about.default_board));
    }

    /// Adds a level to the pack, after the one on the canvas.
    pub fn add_level(&mut self, name: &str, level: Arc<Level>) {
        let at = self.document.place().map_or(0, |at| at + 1);
        self.edit_pack(name, |pack| pack.levels.insert(at.min(pack.levels.len()), level));
    }

    /// Stops what the live solver is doing, until the level changes.
    pub fn stop_live(&mut self) {
        self.findings.knowledge.stopped();
        self.chrome.request(WindowEffect::Stop(Lane::Live));
    }
}

pub(crate) const ENTRIES: &[Entry] = &[
    new(1, Command::NEW_LEVEL, "New level", "Adds an empty level after this one.", new_level)
        .searched_as("add create insert puzzle")
        .keys(&[ctrl_shift(Key::N)])
        .when(always),
    new(1, Command::DUPLICATE_LEVEL, "Duplicate", "Adds a copy after this one.", duplicate_level)
        .searched_as("copy clone twin variant")
        .keys(&[ctrl(Key::D)]),
    new(1, Command::RENAME_LEVEL, "Rename", "Writes the level's title in the list.", |state| {
        if !state.chrome.side(PanelSide::Left) {
            state.chrome.toggle_side(PanelSide::Left);
        }
        state.document.choice.renames = true;
    })
    .searched_as("title name call label")
    .keys(&[key(Key::F2)]),
    new(
        1,
        Command::DELETE_LEVEL,
        "Delete level",
        "Takes the chosen levels out of the pack.",
        State::delete_levels,
    )
    .searched_as("remove erase throw away"),
    by_key(Command::LEVEL_UP, "Move up in the pack", "Moves the level one up.", |state| {
        move_level(state, -1);
    })
    .searched_as("order earlier sort before move")
    .keys(&[KeyboardShortcut::new(Modifiers::ALT, Key::PageUp)])
    .when(|state| state.document.neighbour(-1).is_some()),
    by_key(Command::LEVEL_DOWN, "Move down in the pack", "Moves the level one down.", |state| {
        move_level(state, 1);
    })
    .searched_as("order later sort after move")
    .keys(&[KeyboardShortcut::new(Modifiers::ALT, Key::PageDown)])
    .when(|state| state.document.neighbour(1).is_some()),
    by_key(
        Command::PREVIOUS_LEVEL,
        "Previous level",
        "Shows the level before this one.",
        |state| {
            if let Some(id) = state.document.neighbour(-1) {
                state.show_level(id);
            }
        },
    )
    .searched_as("back before go")
    .keys(&[key(Key::PageUp)])
    .when(|state| state.document.neighbour(-1).is_some())
    .in_play_too(),
    by_key(Command::NEXT_LEVEL, "Next level", "Shows the level after this one.", |state| {
        if let Some(id) = state.document.neighbour(1) {
            state.show_level(id);
        }
    })
    .searched_as("forward after go")
    .keys(&[key(Key::PageDown)])
    .when(|state| state.document.neighbour(1).is_some())
    .in_play_too(),
    Entry::new(
        Command::EXPECT_ONE,
        Menu::Pack,
        0,
        text::EXPECT_ONE,
        "For levels whose check accepts several solutions, though their game's solvers expect one.",
        expect_one,
    )
    .searched_as("unique uniqueness number solutions expected policy check")
    .when(|state| state.history().pack().levels.iter().any(|level| state.games().is_lax(level)))
    .listed_when_enabled(),
    new(2, Command::ADD_SLOT, "Add a tray slot", "Gives the player room for one more.", |state| {
        resize_tray(state, 1);
    })
    .searched_as("tray piece hand more")
    .of_games(has_tray),
    new(2, Command::REMOVE_SLOT, "Remove a tray slot", "Takes the last slot away.", |state| {
        resize_tray(state, -1);
    })
    .searched_as("tray piece hand less")
    .of_games(has_tray),
    by_key(
        Command::TOGGLE_PAUSE,
        "Pause the solver",
        "Keeps the solver quiet until you let it go on.",
        toggle_pause,
    )
    .searched_as("solver stop rest freeze battery go on resume")
    .keys(&[key(Key::F9)])
    .only_looks()
    .checked(|state| !state.findings.live.on)
    .in_play_too(),
    by_key(Command::STOP_ALL, "Stop the solver", "Stops what the solver is doing.", |state| {
        state.findings.job.stop();
        state.stop_live();
        for lane in [Lane::Argue, Lane::Glance, Lane::Check, Lane::Suggest] {
            state.chrome.request(WindowEffect::Stop(lane));
        }
    })
    .searched_as("abort cancel halt interrupt solver job")
    .keys(&[ctrl(Key::Period)])
    .only_looks()
    .in_play_too(),
];
