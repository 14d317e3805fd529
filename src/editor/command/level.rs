//! Commands of the level menu: the levels of the pack, playing, and what the solver is asked.

use std::sync::Arc;

use egui::{Key, KeyboardShortcut, Modifiers};

use super::{Command, Entry, Menu, always, ctrl, ctrl_shift, has_level, key};
use crate::editor::jobs::GenerateForm;
use crate::editor::state::{Dialog, Effect, Gallery, State};
use crate::editor::text;
use crate::editor::toasts::Tone;
use crate::games::{self, Game};
use crate::level::{Concept, Level, LevelId, Play};
use crate::solver::{Detail, GenerateSettings, Lane, Limits, Question, Symmetry, Topic};

const fn new(
    command: Command,
    name: &'static str,
    tip: &'static str,
    run: fn(&mut State),
) -> Entry {
    let group = match command {
        Command::TogglePlay => 0,
        Command::NewLevel | Command::DuplicateLevel | Command::DeleteLevel => 1,
        Command::PreviousLevel | Command::NextLevel => 1,
        Command::LevelUp | Command::LevelDown => 1,
        Command::Resize | Command::AddSlot | Command::RemoveSlot | Command::EditConcept => 2,
        Command::TogglePause | Command::StopAll => 4,
        _ => 3,
    };
    Entry::new((command, Menu::Level, group), name, tip, run).when(has_level)
}

fn place(state: &State) -> Option<usize> {
    state.history.pack().levels.iter().position(|level| level.id == state.level_id)
}

fn neighbour(state: &State, step: isize) -> Option<LevelId> {
    let at = place(state)?.checked_add_signed(step)?;
    state.history.pack().levels.get(at).map(|level| level.id)
}

fn new_level(state: &mut State) {
    let (game, board) = match state.scene() {
        Some((game, level)) => (game.about().id.to_owned(), level.board),
        None => match games::all().first() {
            Some(game) => (game.about().id.to_owned(), game.about().default_board),
            None => return,
        },
    };
    let at = place(state).map_or(0, |at| at + 1);
    insert_level(state, at, "New level", Level::open(game, board));
}

fn duplicate_level(state: &mut State) {
    let Some(level) = state.level().cloned() else { return };
    let mut copy = (*level).clone();
    copy.id = LevelId::default();
    copy.title = text::copy_of(&level.title);
    let at = place(state).map_or(0, |at| at + 1);
    insert_level(state, at, "Duplicate the level", copy);
}

fn insert_level(state: &mut State, at: usize, name: &str, level: Level) {
    state.edit_pack(name, |pack| {
        pack.levels.insert(at.min(pack.levels.len()), Arc::new(level));
    });
    let added = state.history.pack().levels.get(at).map(|level| level.id);
    state.show_level(added.unwrap_or_default());
}

fn move_level(state: &mut State, step: isize) {
    let Some(at) = place(state) else { return };
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
    state.resize("Resize the tray", board);
}

fn has_tray(state: &State) -> bool {
    state.game().is_some_and(|game| game.about().largest.tray > 0)
}

fn generate(state: &mut State) {
    let Some((game, level)) = state.scene() else { return };
    let settings =
        GenerateSettings { stock: game.stock(&level), count: 5, ..GenerateSettings::default() };
    let asks = game.concepts().iter().any(|kind| kind.functor == "intended");
    let free = level.concept == Concept::Any && level.intended.is_some();
    let only_intended = (asks && free).then_some(true);
    state.dialog = Some(Dialog::Generate(GenerateForm { settings, seconds: 60, only_intended }));
}

/// The play that the designer looks at, to be made the intended solution.
fn intend(state: &mut State) {
    let solution = state.level().and_then(|level| {
        match state.knowledge.current(level, Topic::Solvable)?.detail.clone() {
            Detail::Play(play) => Some(play),
            _ => None,
        }
    });
    let shown = state.shown.as_ref().map(|shown| shown.play.clone());
    let played = state.play.as_ref().map(|session| session.play.clone());
    if let Some(play) = played.or(shown).or(solution) {
        state.intend(play);
    }
}

fn stand(state: &mut State, take: fn(&mut State, Play)) {
    if let Some(shown) = state.shown.clone() {
        take(state, shown.play);
    }
}

fn minimise(state: &mut State, symmetry: Option<Symmetry>) {
    // Every time another order, so that asking again may find another level.
    let seed = state.history.revision().0;
    state.start_job(Question::Minimise { seed, symmetry }, Limits::default());
}

fn toggle_pause(state: &mut State) {
    state.live.on = !state.live.on;
    if !state.live.on {
        state.stop_live();
    } else {
        state.knowledge.ask_again(state.level_id);
    }
}

impl State {
    /// Adds an empty level of a game behind the one on the canvas.
    pub fn add_level_of(&mut self, game: &dyn Game) {
        let about = game.about();
        let at = place(self).map_or(0, |at| at + 1);
        insert_level(self, at, "New level", Level::open(about.id, about.default_board));
    }

    /// Puts a position of the level on the canvas into the pack, behind that level.
    pub fn add_position(&mut self, level: Level) {
        let at = place(self).map_or(0, |at| at + 1);
        self.say(Tone::Good, text::added_level(&level.title));
        self.edit_pack(text::moves::ADD_STEP, |pack| {
            pack.levels.insert(at.min(pack.levels.len()), Arc::new(level));
        });
    }

    /// Plays the level with these moves made.
    pub fn play_on(&mut self, play: &Play) {
        self.dialog = None;
        self.enter_play();
        if let Some(session) = &mut self.play {
            session.walk(play);
        }
    }

    /// Makes a play the intended solution of the level on the canvas.
    pub fn intend(&mut self, play: Play) {
        if self.edit("Set the intended solution", |level| level.intended = Some(play)) {
            self.say(Tone::Good, text::INTENDED_SET);
        }
    }

    /// Takes a solution into the concept, with a note.
    pub fn allow(&mut self, play: Play) {
        self.take_stand(&play, true);
    }

    /// Strengthens the concept so that a solution is a shortcut.
    pub fn forbid(&mut self, play: Play) {
        self.take_stand(&play, false);
    }

    fn take_stand(&mut self, play: &Play, allowed: bool) {
        let Some((game, level)) = self.scene() else { return };
        let Some(property) = game.property_of(&level, play) else {
            return self.say(Tone::Trouble, text::NO_PROPERTY_OF);
        };
        let name = if allowed { "Allow a solution" } else { "Forbid a solution" };
        self.edit(name, |level| level.take_stand(property, allowed));
    }

    /// Stops what the live solver is doing, until the level changes.
    pub fn stop_live(&mut self) {
        self.knowledge.stopped();
        self.effects.push(Effect::Stop(Lane::Live));
    }
}

pub const ENTRIES: &[Entry] = &[
    new(Command::TogglePlay, "Play or edit", "Plays the level as a player, and back.", |state| {
        match state.play.is_some() {
            true => state.leave_play(),
            false => state.enter_play(),
        }
    })
    .keys(&[key(Key::F5), ctrl(Key::P)])
    .checked(|state| state.play.is_some())
    .in_play_too(),
    new(Command::NewLevel, "New level", "Adds an empty level behind this one.", new_level)
        .keys(&[ctrl_shift(Key::N)])
        .when(always),
    new(Command::DuplicateLevel, "Duplicate", "Adds a copy behind this level.", duplicate_level)
        .keys(&[ctrl(Key::D)]),
    new(Command::DeleteLevel, "Delete level", "Takes the level out of the pack.", |state| {
        let id = state.level_id;
        state.edit_pack("Delete the level", |pack| pack.levels.retain(|level| level.id != id));
    }),
    new(Command::LevelUp, "Move up in the pack", "Puts the level before its neighbour.", |state| {
        move_level(state, -1);
    })
    .keys(&[KeyboardShortcut::new(Modifiers::ALT, Key::PageUp)])
    .when(|state| neighbour(state, -1).is_some()),
    new(Command::LevelDown, "Move down in the pack", "Puts it behind its neighbour.", |state| {
        move_level(state, 1);
    })
    .keys(&[KeyboardShortcut::new(Modifiers::ALT, Key::PageDown)])
    .when(|state| neighbour(state, 1).is_some()),
    new(Command::PreviousLevel, "Previous level", "Shows the level before this one.", |state| {
        if let Some(id) = neighbour(state, -1) {
            state.show_level(id);
        }
    })
    .keys(&[key(Key::PageUp)])
    .when(|state| neighbour(state, -1).is_some())
    .in_play_too(),
    new(Command::NextLevel, "Next level", "Shows the level after this one.", |state| {
        if let Some(id) = neighbour(state, 1) {
            state.show_level(id);
        }
    })
    .keys(&[key(Key::PageDown)])
    .when(|state| neighbour(state, 1).is_some())
    .in_play_too(),
    new(Command::Resize, "Resize the board…", "Changes columns, rows and tray.", |state| {
        state.dialog = state.level().map(|level| Dialog::Resize(level.board));
    }),
    new(Command::AddSlot, "Add a tray slot", "Gives the player room for one more.", |state| {
        resize_tray(state, 1);
    })
    .when(has_tray),
    new(Command::RemoveSlot, "Remove a tray slot", "Takes the last slot away.", |state| {
        resize_tray(state, -1);
    })
    .when(has_tray),
    new(Command::EditConcept, "Concept…", "What every solution has to practise.", |state| {
        state.dialog = Some(Dialog::Concept);
    }),
    new(
        Command::Complete,
        "Complete",
        "Fills the open sites and changes as few painted ones as it can.",
        |state| state.start_job(Question::Complete, Limits::default()),
    )
    .keys(&[ctrl(Key::Enter)]),
    new(Command::AcceptPreview, "Accept the completion", "Takes the preview over.", |state| {
        state.accept_preview();
    })
    .when(|state| state.preview().is_some()),
    new(
        Command::Minimise,
        "Take off what is not needed",
        "Takes off painted marks until none can go: the level keeps its solutions, its concept, and that deduction solves it.",
        |state| minimise(state, None),
    ),
    new(
        Command::MinimiseEvenly,
        "Take off what is not needed, by half turn",
        "The same, but of marks that are half a turn apart both go, or none.",
        |state| minimise(state, Some(Symmetry::HalfTurn)),
    ),
    new(
        Command::Blame,
        "Find the conflict",
        "Looks for the fewest sites, and parts of the concept, because of which no level can be solved or every one has a shortcut.",
        |state| state.start_job(Question::Conflict, Limits::default()),
    )
    .keys(&[ctrl(Key::B)]),
    new(Command::Generate, "Generate…", "Makes new levels out of the open sites.", generate)
        .keys(&[ctrl(Key::G)]),
    new(
        Command::Study,
        "Workshop: mine, study…",
        "A study of very many levels of this game: numbers, charts, and levels worth to be kept.",
        |state| state.dialog = Some(Dialog::Study),
    )
    .when(|state| state.game().is_some_and(|game| game.study().is_some())),
    new(
        Command::ProofPath,
        "Proof path…",
        "Proves the whole puzzle step by step, each by the least evidence, with a chart.",
        State::open_proof_path,
    )
    .when(|state| state.game().is_some_and(|game| game.arguments().is_some())),
    new(
        Command::StateGraph,
        text::moves::GRAPH_BUTTON,
        "All positions that moves lead to: where they end, and which of them still lead to a solution.",
        |state| state.dialog = Some(Dialog::StateGraph),
    )
    .keys(&[ctrl_shift(Key::G)])
    .when(State::has_moves),
    new(
        Command::Deduction,
        text::deduction::COMMAND,
        "What people find round by round, by which rule and why, where it leaks and how it ends.",
        |state| state.dialog = Some(Dialog::Deduction),
    )
    .keys(&[ctrl_shift(Key::D)])
    .when(State::has_deduction),
    new(Command::Solutions, "Solutions…", "Shows the solutions as cards.", |state| {
        state.dialog = Some(Dialog::Gallery(Gallery::Solutions));
    })
    .keys(&[ctrl(Key::L)]),
    new(
        Command::IntendSolution,
        "Make it the intended solution",
        "Keeps the solution that is shown with the level.",
        intend,
    )
    .keys(&[ctrl(Key::I)])
    .in_play_too(),
    new(
        Command::AllowShown,
        "Allow the shown solution",
        "The concept then takes it as well; for a shortcut that may stay.",
        |state| stand(state, State::allow),
    )
    .when(|state| state.shown.is_some()),
    new(
        Command::ForbidShown,
        "Forbid the shown solution",
        "The concept is strengthened: the solution is then a shortcut.",
        |state| stand(state, State::forbid),
    )
    .when(|state| state.shown.is_some()),
    new(
        Command::ClearIntended,
        "Forget the intended solution",
        "The level then has none of its own.",
        |state| _ = state.edit("Forget the intended solution", |level| level.intended = None),
    )
    .when(|state| state.level().is_some_and(|level| level.intended.is_some())),
    new(Command::TogglePause, "Pause the solver", "Asks nothing until it goes on.", toggle_pause)
        .keys(&[key(Key::F9)])
        .checked(|state| !state.live.on)
        .in_play_too(),
    new(Command::StopAll, "Stop the solver", "Stops what it is doing now.", |state| {
        state.stop_job();
        state.stop_live();
    })
    .keys(&[ctrl(Key::Period)])
    .in_play_too(),
];
