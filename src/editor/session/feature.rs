//! The socket: what a capability hangs into the window, and where its own state is kept.
//!
//! A capability implements [`Feature`] in a folder of its own and is named in one line of
//! [`crate::editor::features::all`]. Its state is the type that implements the trait; nobody else
//! can see into it but through what it makes public. Knows the state and the table of commands;
//! names no capability.

use std::any::Any;
use std::sync::Arc;

use egui::{Context, KeyboardShortcut, Ui};

use crate::editor::board::tools::Tool;
use crate::editor::kit::icon::Icon;
use crate::editor::session::command::{Command, Entry};
use crate::editor::session::job::RunningJob;
use crate::editor::session::settings::Initially;
use crate::editor::session::state::State;
use crate::games::Game;
use crate::level::{Level, Play, Site};
use crate::overlay::{Overlay, OverlayDrawing, OverlayScene, SharedOverlay};
use crate::picture::{Ink, Layout, Rect, Shape};
use crate::solver::{Event, Finding, Question, Service, Topic};

/// A switch for an overlay: a button in the corner of the board, a line of a menu, and keys.
#[derive(Clone, Copy)]
pub struct Switch {
    pub overlay: Overlay,
    /// Its name in menus.
    pub name: &'static str,
    /// Its name on the button, after "Show:".
    pub shows: &'static str,
    pub tip: &'static str,
    pub icon: Icon,
    pub keys: &'static [KeyboardShortcut],
    pub initially: Initially,
    /// Whether there can be anything to show.
    pub arises: fn(&State) -> bool,
}

/// A button in the corner of the board that does a command.
#[derive(Clone, Copy)]
pub struct ToolButton {
    pub command: Command,
    pub icon: Icon,
    pub arises: fn(&State) -> bool,
}

/// How a window stands to the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WindowStand {
    /// It has all keys.
    Alone,
    /// It waits for an answer: the board is out of reach.
    Before,
    /// It is read or filled in; the board has the keys again once it is clicked.
    Over,
    /// It is used together with the board.
    Beside,
}

/// A window that can be open over the rest, one at a time. None of them loses work when it is
/// closed. The list is open, as that of commands is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    pub name: &'static str,
    pub stand: WindowStand,
    /// Whether it stays open while the level is played.
    pub in_play: bool,
}

impl Window {
    pub const fn new(name: &'static str, stand: WindowStand) -> Self {
        Self { name, stand, in_play: true }
    }

    /// It is about the level as it is edited: it closes when the level is played.
    pub const fn while_editing(self) -> Self {
        Self { in_play: false, ..self }
    }
}

/// When a question about a level that is painted has its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// After whether it can be solved: the answer takes no longer than a look.
    Soon,
    /// After all that is asked of every level.
    Late,
}

/// A row of the findings panel: what it is about, after which other row it stands, and when it
/// arises.
#[derive(Clone, Copy)]
pub struct FindingRow {
    pub topic: Topic,
    pub after: Topic,
    pub arises: fn(&State, &dyn Game, &Level) -> bool,
}

/// What a finding says, where a capability has words or a sign of its own for it.
#[derive(Clone, Debug, Default)]
pub struct Telling {
    /// The status in a word or two.
    pub word: Option<String>,
    pub sentence: Option<String>,
    /// A sign for an answer that is neither good nor bad.
    pub plain: Option<Icon>,
    /// Nothing to look at: it is said in passing.
    pub quiet: bool,
}

/// A place in the panel at the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PanelPlace {
    /// At the top, whatever is scrolled beneath it.
    Head,
    /// Before all findings.
    Top,
    /// Before the findings: what was asked for by hand.
    Asked,
    /// After the findings.
    Foot,
    /// Beneath the level's own words.
    Level,
}

/// What lies over a board: where a capability draws.
pub struct Over<'a> {
    pub drawing: &'a mut OverlayDrawing,
    pub state: &'a State,
    pub game: &'a dyn Game,
    pub level: &'a Arc<Level>,
    pub layout: &'a Layout,
    /// The play that is drawn on the board.
    pub play: Option<&'a Play>,
    /// The one that it is compared with.
    pub against: Option<&'a Play>,
    /// In which ink the game draws a play that is compared with nothing.
    pub ink: Ink,
    /// Whether something fills sites on which nothing stands.
    pub filled: bool,
    /// Whether a play was asked for: it has the board, whatever else there is to draw.
    pub whole: bool,
}

impl Over<'_> {
    /// Says in the legend what something means that is drawn; once, however often it is drawn.
    pub fn explain(&mut self, name: &'static str, sign: impl FnOnce(Rect) -> Vec<Shape>) {
        self.drawing.explain(name, sign);
    }

    /// Draws an overlay that pictures have as well, if it is switched on.
    pub fn draw_shared(&mut self, shared: &SharedOverlay) {
        let (state, level) = (self.state, self.level);
        if !state.overlay(shared.overlay) {
            return;
        }
        let drawing = (shared.draw)(&OverlayScene {
            game: self.game,
            level,
            layout: self.layout,
            play: self.play,
            filled: self.filled,
            finding: &|topic| state.knowledge.current(level, topic),
        });
        self.drawing.extend(drawing);
    }
}

/// How high something is drawn over a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum OverlayLayer {
    /// On the ground, whatever else is drawn.
    Ground,
    Middle,
    Top,
}

/// What is drawn on the canvas in place of the level as it stands.
#[derive(Clone, Debug)]
pub struct Pictured {
    pub level: Arc<Level>,
    pub play: Option<Play>,
    pub against: Option<Play>,
    /// Whether nothing lies over it but what its own capability draws.
    pub alone: bool,
    /// Whether all of the play is shown, whatever else there is to draw.
    pub whole: bool,
}

impl Pictured {
    /// The level as it stands, with no play.
    pub fn plain(level: &Arc<Level>) -> Self {
        let level = Arc::clone(level);
        Self { level, play: None, against: None, alone: false, whole: false }
    }
}

/// A key or a gesture of the mouse that is no command, for the sheet of keys.
#[derive(Clone, Copy)]
pub struct OwnKeys {
    /// Whether it does anything in the game of the level on the canvas.
    pub suits: fn(&State) -> bool,
    /// The part of the window where it works.
    pub group: &'static str,
    pub name: &'static str,
    /// What is pressed, as a person reads it.
    pub keys: &'static str,
}

/// Work that is in no pack yet and ends with the window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnkeptWork {
    pub title: &'static str,
    pub words: String,
    /// What the button says that keeps it, where that can be done.
    pub keep: Option<String>,
}

/// A step back or forth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Revert {
    Undo,
    Redo,
}

/// A capability of the window.
///
/// Every method has an answer for those that have nothing to do there, so a new one says only what
/// is its own. While one of the `&mut self` methods runs, the capability is out of the state:
/// [`State::room`] does not find it.
#[expect(unused_variables, reason = "most capabilities have no use for most of it")]
pub trait Feature: Any {
    /// Its rows of the table of commands.
    fn commands(&self) -> &'static [Entry] {
        &[]
    }

    /// What of it can be switched on and off over the board.
    fn switches(&self) -> &'static [Switch] {
        &[]
    }

    /// Its buttons beside the tools.
    fn tools(&self) -> &'static [ToolButton] {
        &[]
    }

    /// Its own tool.
    fn tool(&self) -> Option<Tool> {
        None
    }

    /// Its tool is pressed on a site; a stroke that it begins comes to [`Self::drag`].
    fn press(&mut self, state: &mut State, site: Site) {}

    /// The stroke that it began is over a site.
    fn drag(&mut self, state: &mut State, site: Site) {}

    /// Its tool does at a site what Enter does.
    fn act(&mut self, state: &mut State, site: Site) {}

    /// The cursor is to go to a site; whether its tool went there instead.
    fn steer(&mut self, state: &mut State, to: Site) -> bool {
        false
    }

    /// Another tool was chosen, or the same again.
    fn tool_chosen(&mut self) {}

    /// What it wants to know of every level that is painted.
    fn questions(&self, state: &State, game: &dyn Game, level: &Level) -> Vec<(When, Question)> {
        Vec::new()
    }

    /// Its rows of the findings panel.
    fn rows(&self) -> &'static [FindingRow] {
        &[]
    }

    /// How it says a finding.
    fn tells(&self, finding: &Finding, game: &dyn Game, level: &Level) -> Telling {
        Telling::default()
    }

    /// What it adds to the verdict on a level of which nothing is known to be wrong, in a few words.
    fn clause(&self, state: &State, level: &Level) -> Option<String> {
        None
    }

    /// Shows something else in place of the row of a topic; whether it did.
    fn in_place_of(&mut self, ui: &mut Ui, state: &mut State, topic: Topic) -> bool {
        false
    }

    /// What can be done with a finding that is current, as buttons in its row.
    fn actions(&mut self, ui: &mut Ui, state: &mut State, finding: &Finding) {}

    /// Whether it draws something else on the canvas than the level as it stands.
    fn pictured(&self, state: &State, game: &dyn Game, level: &Arc<Level>) -> Option<Pictured> {
        None
    }

    /// How high over the board it draws.
    fn layer(&self) -> OverlayLayer {
        OverlayLayer::Middle
    }

    /// Draws over the board.
    fn draw(&self, over: &mut Over<'_>) {}

    /// Whether what it draws fills sites on which nothing stands.
    fn fills(&self, state: &State, game: &dyn Game, level: &Level) -> bool {
        false
    }

    /// Takes marks out of the play on the canvas where it draws something else.
    fn make_room(&self, play: &mut Play, state: &State, game: &dyn Game, level: &Level) {}

    /// Changes whenever what it draws changes, unless the level, what is known of it or a switch
    /// does.
    fn version(&self, state: &State) -> u64 {
        0
    }

    /// What it says of the site under the pointer.
    fn tip(&self, state: &State, game: &dyn Game, level: &Level) -> Option<String> {
        None
    }

    /// What the bar at the foot says in place of the site under the pointer.
    fn status(&self, state: &State) -> Option<String> {
        None
    }

    /// Its keys and gestures that are no commands.
    fn own_keys(&self) -> &'static [OwnKeys] {
        &[]
    }

    /// Whether it has something to offer over the board.
    fn offers(&self, state: &State) -> bool {
        false
    }

    /// Whether the board keeps its size while that is at hand.
    fn holds_still(&self, state: &State) -> bool {
        false
    }

    /// Shows that offer, in a row.
    fn offer(&mut self, ui: &mut Ui, state: &mut State) {}

    /// Opens what is its own among the files that were dropped on the window, and takes it out of them.
    fn take_dropped(&mut self, context: &Context, state: &mut State) {}

    /// Shows its window, if that is the one that is open.
    fn windows(&mut self, context: &Context, state: &mut State) {}

    /// Shows its part of the panel at the right.
    fn panel(&mut self, ui: &mut Ui, state: &mut State, place: PanelPlace) {}

    /// Shows itself in place of the canvas; whether it did.
    fn stage(&mut self, ui: &mut Ui, state: &mut State) -> bool {
        false
    }

    /// Hears what the solver says on the lanes of arguments and of checks; what it has not asked is not
    /// its own.
    fn hear(&mut self, event: &Event, state: &mut State) {}

    /// Whether what it has asked on the lane of arguments is to be stopped.
    fn halts(&mut self, state: &State) -> bool {
        false
    }

    /// Once a frame, before anything is drawn: what it wants to ask the solver.
    fn ask(&mut self, state: &mut State, service: Option<&Service>) {}

    /// What a job has found; whether it asked for that.
    fn job_found(&mut self, state: &mut State, asked: &Arc<Level>, finding: &Finding) -> bool {
        false
    }

    /// A job came to its end.
    fn job_ended(&mut self, state: &mut State, job: &RunningJob) {}

    /// How far its job is, in a few words.
    fn job_progress(&self, job: &RunningJob) -> Option<String> {
        None
    }

    /// Escape: gives up what it has at hand; whether there was something.
    fn cancel(&mut self, state: &mut State) -> bool {
        false
    }

    /// The play that somebody has at hand, to be made the intended solution.
    fn play_at_hand(&self) -> Option<Play> {
        None
    }

    /// The work that would be lost if the pack were closed now.
    fn unkept(&self, state: &State) -> Option<UnkeptWork> {
        None
    }

    /// Keeps that work in the pack.
    fn keep_work(&mut self, state: &mut State) {}

    /// Gives that work up.
    fn drop_work(&mut self, state: &mut State) {}

    /// Whether undo and redo are its own now, and whether there is something to do; `None` where
    /// they are the pack's.
    fn can_revert(&self, revert: Revert) -> Option<bool> {
        None
    }

    fn revert(&mut self, revert: Revert) {}

    /// The level on the canvas was changed.
    fn edited(&mut self) {}

    /// Games have other rules now, or are gone: those of the levels for which `changed` holds.
    fn replaced(&mut self, state: &mut State, changed: &dyn Fn(&Level) -> bool) {}

    /// Another level is going to be shown.
    fn leaves_level(&mut self, state: &mut State) {}

    /// Another pack was opened: the levels of it may have the same numbers.
    fn forget(&mut self) {}
}

/// The states of all capabilities, each under its type.
#[derive(Default)]
pub struct Rooms(Vec<Option<Box<dyn Feature>>>);

impl Rooms {
    pub fn new(all: Vec<Box<dyn Feature>>) -> Self {
        Self(all.into_iter().map(Some).collect())
    }

    pub fn iter(&self) -> impl Iterator<Item = &dyn Feature> {
        self.0.iter().flatten().map(Box::as_ref)
    }

    fn get<T: Feature>(&self) -> Option<&T> {
        self.iter().find_map(|room| (room as &dyn Any).downcast_ref())
    }

    fn get_mut<T: Feature>(&mut self) -> Option<&mut T> {
        let mut rooms = self.0.iter_mut().flatten();
        rooms.find_map(|room| (room.as_mut() as &mut dyn Any).downcast_mut())
    }
}

impl State {
    /// The state of a capability; `None` while that is at work itself.
    pub fn room<T: Feature>(&self) -> Option<&T> {
        self.rooms().get()
    }

    pub fn room_mut<T: Feature>(&mut self) -> Option<&mut T> {
        self.rooms_mut().get_mut()
    }

    /// Lets a capability work with the state.
    pub fn within<T: Feature, R>(
        &mut self,
        work: impl FnOnce(&mut T, &mut Self) -> R,
    ) -> Option<R> {
        let is_it = |room: &Option<Box<dyn Feature>>| {
            room.as_ref().is_some_and(|room| (room.as_ref() as &dyn Any).is::<T>())
        };
        let at = self.rooms().0.iter().position(is_it)?;
        let mut room = self.rooms_mut().0.get_mut(at)?.take()?;
        let edits = self.edits();
        let done = (room.as_mut() as &mut dyn Any).downcast_mut().map(|own| work(own, self));
        self.put_back(at, room, edits);
        done
    }

    /// Lets every capability work with the state, in the order of the registry.
    pub fn each(&mut self, mut work: impl FnMut(&mut dyn Feature, &mut Self)) {
        self.first(|feature, state| {
            work(feature, state);
            None::<()>
        });
    }

    /// The first answer that a capability gives, in the order of the registry.
    pub fn first<R>(
        &mut self,
        mut work: impl FnMut(&mut dyn Feature, &mut Self) -> Option<R>,
    ) -> Option<R> {
        for at in 0..self.rooms().0.len() {
            let Some(mut room) = self.rooms_mut().0.get_mut(at).and_then(Option::take) else {
                continue;
            };
            let edits = self.edits();
            let answer = work(room.as_mut(), self);
            self.put_back(at, room, edits);
            if answer.is_some() {
                return answer;
            }
        }
        None
    }

    /// Puts a capability back that was at work; what it has edited itself it hears of now.
    fn put_back(&mut self, at: usize, mut room: Box<dyn Feature>, edits: u64) {
        if self.edits() != edits {
            room.edited();
        }
        if let Some(place) = self.rooms_mut().0.get_mut(at) {
            *place = Some(room);
        }
    }
}
