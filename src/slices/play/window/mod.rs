//! Play mode: the level as a player sees it, instead of the canvas.

mod ahead;
mod bar;
mod board;
mod cycling;
mod elsewhere;
mod entry;
mod glide;
mod glow;
pub(crate) mod hearing;
pub(crate) mod hinting;
mod keys;
mod light;
mod moving;
mod pen;
mod scene;
mod session;
mod sketch;
mod steer;
mod stepping;
pub mod words;

use std::collections::BTreeMap;
use std::sync::Arc;

use egui::{Key, Ui};

use crate::solution::{self, Shown};
use crate::solving::window::desk::{Desk, argue_alike};
use foolproof_editor::kit::pack_look::PackLooks;
use foolproof_editor::kit::toasts::ToastTone;
use foolproof_editor::session::chrome::Chrome;
use foolproof_editor::session::command::{Command, Entry, Menu, ctrl, has_level, key};
use foolproof_editor::session::document::Document;
use foolproof_editor::session::feature::{Feature, OwnKeys};
use foolproof_editor::session::kinds::{BoardMode, Listener, Revert, SolverClient};
use foolproof_editor::session::settings::{Initially, SwitchKey};
use foolproof_editor::session::state::State;
use foolproof_game::Game;
use foolproof_level::{Level, LevelId, Play};
use foolproof_solver::{Event, Lane, Limits, Service};
use foolproof_sound::Speaker;

pub use ahead::{Ahead, NextStep};
pub use bar::start_again;
pub(crate) use bar::{for_player, messages};
pub use board::{show, table};
pub use entry::{EntryMode, NotePlace, Notes, TypedEntry};
pub use hinting::{HintLook, ToldHint};
pub use light::{Outlook, PlayLight, Prospect};
pub use moving::{BoardAfterMoves, Moving};
pub use session::{DeedTally, Guidance, Held, PlayDeed, PlaySession, Played};
pub use sketch::{Sketch, SketchLine, SketchPoint};
pub use stepping::HintStage;

/// Switch: play shows whether the position can still be solved.
const LIGHT_KEY: SwitchKey = SwitchKey("light");
/// Switch: sites that break a rule are marked in play.
pub(crate) const CLASHES_KEY: SwitchKey = SwitchKey("clashes");
/// Switch: each mark has to be argued for, in games that are solved by arguments.
const ARGUE_KEY: SwitchKey = SwitchKey("argue");

const COMMANDS: &[Entry] = &[
    Entry::new(
        Command::TOGGLE_PLAY,
        Menu::Play,
        0,
        "Play here",
        "Plays the level as a player would; again to go back to editing.",
        |state| match state.chrome.is_playing() {
            true => leave(state),
            false => enter(state),
        },
    )
    .searched_as("test try preview run game player solve by hand")
    .when(has_level)
    .keys(&[key(Key::F5), ctrl(Key::P)])
    .checked(|state| state.chrome.is_playing())
    .in_play_too()
    .only_looks(),
    Entry::new(
        PLAY_AS_PLAYER,
        Menu::Play,
        0,
        "Open the players' window",
        "Opens the pack as players have it, in a window of its own. No record is kept.",
        elsewhere::start,
    )
    .searched_as("play as player window test try run pack levels")
    .when(has_level)
    .only_looks(),
    Entry::new(
        TOGGLE_SOUNDS,
        Menu::Settings,
        2,
        "Sounds in play",
        "Lets play be heard, or silent.",
        |state| {
            let volume = &mut state.chrome.settings.volume;
            volume.is_on = !volume.is_on;
        },
    )
    .searched_as("audio mute volume loud quiet silent noise")
    .when(|_| Speaker::IS_ABLE)
    .checked(|state| state.chrome.settings.volume.is_on)
    .in_play_too()
    .only_looks(),
];

const TOGGLE_SOUNDS: Command = Command("toggle-sounds");

const PLAY_AS_PLAYER: Command = Command("play-as-player");

/// State of play mode.
#[derive(Default)]
pub(crate) struct LevelPlaying {
    session: Option<PlaySession>,
    /// Abandoned plays by arguments, to be continued later.
    left: BTreeMap<LevelId, PlaySession>,
    /// A desk was in use in the last frame.
    argued: bool,
    looks: PackLooks,
    speaker: Speaker,
}

/// Starts to play the level as a player would.
pub fn enter(state: &mut State) {
    state.with_feature(|own: &mut LevelPlaying, state| own.enter(state));
}

/// Returns to editing the level. A play by arguments is stored for the next time.
pub fn leave(state: &mut State) {
    state.with_feature(|own: &mut LevelPlaying, state| own.leave(&mut state.chrome));
}

/// Returns the play session, if there is one.
pub fn session(state: &State) -> Option<&PlaySession> {
    state.feature::<LevelPlaying>()?.session.as_ref()
}

/// Returns the play session for changes, if there is one.
pub fn session_mut(state: &mut State) -> Option<&mut PlaySession> {
    state.feature_mut::<LevelPlaying>()?.session.as_mut()
}

impl LevelPlaying {
    fn enter(&mut self, state: &mut State) {
        state.finish_stroke();
        let Some(level) = state.level().cloned() else { return };
        let argues = state.game().is_some_and(|game| game.arguments().is_some());
        let mut session = self.play_of(state, level, argues);
        session.ahead.lit = state.chrome.settings.is_on(LIGHT_KEY, Initially::On);
        session.marks_clashes = state.chrome.settings.is_on(CLASHES_KEY, Initially::On);
        session.freely = !state.chrome.settings.is_on(ARGUE_KEY, Initially::Off);
        session.course = state.history().pack().course.clone();
        self.session = Some(session);
        state.chrome.set_playing(true);
    }

    /// Returns the abandoned play by arguments if the level has not changed, else a new one. The abandoned
    /// play stays stored even then.
    fn play_of(&mut self, state: &mut State, level: Arc<Level>, argues: bool) -> PlaySession {
        let left = self.left.remove(&level.id).filter(|_| argues);
        match left {
            Some(session) if argue_alike(&session.level, &level) => {
                if !session.play.is_empty() {
                    state.say(ToastTone::Note, crate::solving::window::desk::words::GOES_ON);
                }
                session.resumed(level)
            }
            left => {
                let mut session = PlaySession::new(level);
                session.desk = argues.then(Desk::default);
                if let (Some(desk), Some(old)) = (&mut session.desk, left.and_then(|s| s.desk)) {
                    desk.inherit(old);
                }
                session
            }
        }
    }

    fn leave(&mut self, chrome: &mut Chrome) {
        let Some(mut session) = self.session.take() else { return };
        chrome.set_playing(false);
        if let Some(desk) = &mut session.desk {
            desk.stopped();
            self.left.insert(session.level.id, session);
        }
    }

    /// Returns the desk of the play, updated with the marks that are filled in.
    fn desk(&mut self, document: &Document) -> Option<&mut Desk> {
        let game = document.game()?;
        let session = self.session.as_mut()?;
        let desk = session.desk.as_mut()?;
        desk.set_level(&session.level, &session.play, game.arguments()?);
        Some(desk)
    }

    /// Gives the play the source of its hints, if it waits for one.
    fn help_hints(&mut self, state: &mut State) {
        let (Some(game), Some(session)) = (state.game(), &mut self.session) else { return };
        let Some(level) = session.lacks_source().cloned() else { return };
        if let Some(source) = hinting::source_of(&mut state.findings, &*game, &level) {
            session.hear_source(&*game, source);
        }
    }
}

/// Asks whether the position can still be solved, if that is wanted.
pub(crate) fn look_ahead(session: &mut PlaySession, game: &dyn Game, service: Option<&Service>) {
    loop {
        // The way back continues as far as answers are known; each step may need further ones.
        session.seek_on(game);
        let Some(prospect) = session.wonders(game) else { return };
        let light = &mut session.ahead.light;
        let Some(service) = service else {
            light.unanswered(&prospect);
            if session.seeks() {
                continue;
            }
            return;
        };
        if light.wants(&prospect) {
            let (asked, question) = (Arc::clone(&prospect.level), prospect.question());
            let ticket = service.ask(Lane::Argue, asked, vec![question], Limits::default());
            light.asked(&prospect, ticket);
        }
        return;
    }
}

impl Feature for LevelPlaying {
    const COMMANDS: &'static [Entry] = COMMANDS;
    const OWN_KEYS: &'static [OwnKeys] = words::KEYS;
}

impl BoardMode for LevelPlaying {
    fn stage(&mut self, ui: &mut Ui, state: &mut State) -> bool {
        let time = state.chrome.settings.moves().then(|| ui.input(|input| input.time));
        let (Some(game), Some(session)) = (state.game(), &mut self.session) else { return false };
        let (lit, freely) = (session.ahead.lit, session.freely);
        let clashes = session.marks_clashes;
        let (look, context) = (&state.history().pack().play.look, ui.ctx().clone());
        let look = self.looks.made(&context, look);
        PackLooks::show(&context, look);
        session.volume = state.chrome.settings.volume;
        let deed = show(ui, session, &*game, time);
        PackLooks::show(&context, None);
        let cues = session.take_cues(&*game);
        state.chrome.settings.volume = session.volume;
        self.speaker.play(&cues, session.volume);
        if session.ahead.lit != lit {
            state.chrome.settings.switch(LIGHT_KEY, session.ahead.lit);
        }
        if session.marks_clashes != clashes {
            state.chrome.settings.switch(CLASHES_KEY, session.marks_clashes);
        }
        if session.freely != freely {
            state.chrome.settings.switch(ARGUE_KEY, !session.freely);
            // Questions of the light and of the desk share a lane, so the open ones are lost.
            session.ahead.light.stopped();
            if let Some(desk) = &mut session.desk {
                desk.stopped();
            }
        }
        match deed {
            None => {}
            Some(PlayDeed::Leave) => self.leave(&mut state.chrome),
            Some(PlayDeed::Intend(play)) => {
                self.leave(&mut state.chrome);
                solution::intend(state, play);
            }
            Some(PlayDeed::Shortcut(play)) => {
                self.leave(&mut state.chrome);
                let against = state.level().and_then(|level| level.intended.clone());
                solution::show(state, Shown { words: words::YOUR_PLAY.to_owned(), play, against });
            }
        }
        true
    }

    fn play_on(&mut self, state: &mut State, made: &Play) {
        state.chrome.close();
        self.enter(state);
        if let Some(session) = &mut self.session {
            session.walk(made);
        }
    }

    fn status(&self) -> Option<String> {
        let session = self.session.as_ref()?;
        Some(session.status.clone().unwrap_or_else(|| session.level.title.clone()))
    }

    fn play_at_hand(&self) -> Option<Play> {
        self.session.as_ref().map(|session| session.play.clone())
    }

    fn can_revert(&self, revert: Revert) -> Option<bool> {
        let session = self.session.as_ref()?;
        Some(match revert {
            Revert::Undo => !session.past.is_empty(),
            Revert::Redo => !session.future.is_empty(),
        })
    }

    fn revert(&mut self, revert: Revert) {
        if let Some(session) = &mut self.session {
            match revert {
                Revert::Undo => session.undo(),
                Revert::Redo => session.redo(),
            }
        }
    }
}

impl SolverClient for LevelPlaying {
    fn hear(&mut self, event: &Event, state: &mut State) {
        if let Some(desk) = self.desk(&state.document) {
            desk.hear(event);
        }
        if let Some(session) = &mut self.session {
            session.ahead.light.hear(event);
        }
    }

    fn halts(&mut self, state: &State) -> bool {
        let argues = self.session.is_some();
        let halts = self.argued && !argues;
        if let Some(desk) = self.desk(&state.document).filter(|_| halts) {
            desk.stopped();
        }
        self.argued = argues;
        halts
    }

    fn ask(&mut self, state: &mut State, service: Option<&Service>) {
        let arguing = self.session.as_ref().filter(|session| session.argues());
        let level = arguing.map(|session| Arc::clone(&session.level));
        if let (Some(service), Some(level), Some(desk)) =
            (service, level, self.desk(&state.document))
            && let Some(question) = desk.next_question()
        {
            let ticket = service.ask(Lane::Argue, level, vec![question.clone()], Limits::default());
            desk.asked(question, ticket);
        }
        if let (Some(game), Some(session)) = (state.game(), &mut self.session) {
            look_ahead(session, &*game, service);
        }
        self.help_hints(state);
    }
}

impl Listener for LevelPlaying {
    fn cancel(&mut self, state: &mut State) -> bool {
        let had = self.session.is_some();
        self.leave(&mut state.chrome);
        had
    }

    fn leaves_level(&mut self, chrome: &mut Chrome) {
        self.leave(chrome);
    }

    fn replaced(&mut self, state: &mut State, changed: &dyn Fn(&Level) -> bool) {
        self.left.retain(|_, session| !changed(&session.level));
        if self.session.take_if(|session| changed(&session.level)).is_some() {
            state.chrome.set_playing(false);
            state.say(ToastTone::Note, words::PLAY_ENDS);
        }
    }

    fn forget(&mut self) {
        self.left.clear();
    }
}
