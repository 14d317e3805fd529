//! The state of the window: one value, changed by commands and by the parts of the window.
//!
//! Whatever needs the desktop (a file dialog, the clipboard, the solver's service, the end of the
//! program) is left as an [`WindowEffect`] for `app.rs` to carry out; so a test can drive the state
//! alone.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use crate::board::state::{BoardState, View};
use crate::board::tool::Tool;
use crate::files::filter::Filter;
use crate::files::open_file::OpenFile;
use crate::files::outgoing::Outgoing;
use crate::kit::toasts::{ToastSource, ToastTone, ToastWords, Toasts};
use crate::session::chosen::LevelChoice;
use crate::session::feature::Features;
use crate::session::glances::Glances;
use crate::session::job::Job;
use crate::session::kinds::{BoardMode, BoardTool, Listener, Revert};
use crate::session::knowledge::Knowledge;
use crate::session::live::Live;
use crate::session::settings::{Initially, Settings, SwitchKey};
use crate::session::strangers::Strangers;
use crate::session::verdicts::Verdicts;
use crate::session::window::Window;
use foolproof_games::{Game, Games};
use foolproof_level::{History, Level, LevelId, Mark, Pack};
use foolproof_overlay::Overlay;
use foolproof_picture::Pixels;
use foolproof_solver::{EngineCommand, Engines, Lane, StudyCommand};

/// The panels at the sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PanelSide {
    /// Levels and palette.
    Left,
    /// Findings and inspector.
    Right,
}

impl PanelSide {
    pub fn key(self) -> SwitchKey {
        SwitchKey(match self {
            PanelSide::Left => "left",
            PanelSide::Right => "right",
        })
    }

    pub fn name(self) -> &'static str {
        match self {
            PanelSide::Left => "Levels and palette",
            PanelSide::Right => "Findings and inspector",
        }
    }
}

/// A file to be read: what for, and what it looks like.
#[derive(Clone, Debug, PartialEq)]
pub struct FileWish {
    /// Who wants it, by a name of its own.
    pub what: &'static str,
    /// What the dialog is called.
    pub title: String,
    pub filters: Vec<Filter>,
}

/// What the window's owner has to do.
#[derive(Clone, Debug, PartialEq)]
pub enum WindowEffect {
    /// Shows a new pack.
    New(Box<Pack>),
    Open,
    OpenPath(PathBuf),
    /// Adds the levels of a file to the pack.
    Add,
    /// Adds the levels that a text from elsewhere holds.
    PasteLevels(String),
    /// Asks for a file that a capability reads.
    Choose(Box<FileWish>),
    /// Writes files where the designer says.
    Export(Box<Outgoing>),
    /// Puts a picture on the system's clipboard.
    CopyPicture(Arc<Pixels>),
    /// Opens the sample pack of the game with this identifier.
    OpenSample(String),
    /// Opens a pack that was made and has no file yet.
    OpenMade(Box<Pack>),
    Save,
    SaveAs,
    Quit,
    /// Puts a text on the system's clipboard.
    Copy(String),
    /// Asks the system for the text on its clipboard.
    Paste,
    /// Stops what runs on a lane of the service.
    Stop(Lane),
    /// Gives the keys to the next part of the window, or to the one before.
    NextPart,
    PreviousPart,
}

/// What all of the window shares: the pack, what is chosen on the board, what is known of levels, and
/// how the window stands. What one room alone needs is kept there, and is reached by what that makes
/// public.
pub struct State {
    /// Where a level's game is found.
    games: Games,
    /// The edition of the games that was heeded last.
    pub edition: u64,
    /// The pack with its undo. Every change of it can be undone.
    history: History,
    pub file: OpenFile,
    level_id: LevelId,
    /// The levels that are chosen in the list.
    pub choice: LevelChoice,
    /// How the board stands: tool, brush, selection, views.
    pub board: BoardState,
    pub live: Live,
    pub knowledge: Knowledge,
    /// Long work that was asked for by hand.
    pub job: Job,
    /// What is asked of what is looked at.
    pub glances: Glances,
    /// Which verdicts of checks still hold.
    pub verdicts: Verdicts,
    pub toasts: Toasts,
    /// Games whose files cannot be read as they are now, by identifier, and why.
    pub game_faults: BTreeMap<String, String>,
    /// The window that is open over the rest.
    window: Option<Window>,
    /// Whether the level is played, not edited.
    playing: bool,
    features: Features,
    edits: u64,
    pub settings: Settings,
    /// Rules of the pack that wait for leave to run.
    pub strangers: Strangers,
    effects: Vec<WindowEffect>,
    /// The file that was chosen last for a capability, until that takes it.
    chosen_file: Option<(&'static str, PathBuf)>,
    /// Where the program keeps what is its own, if anywhere.
    pub folder: Option<PathBuf>,
    /// How to start a study.
    pub studies: Option<StudyCommand>,
    /// How games are tested, where an engine can be started.
    pub test_engine: Option<EngineCommand>,
    /// Who answers what is to be printed.
    pub engines: Option<Engines>,
}

impl State {
    pub fn new(pack: Pack, games: Games, settings: Settings, features: Features) -> Self {
        let mut state = Self {
            edition: games.edition(),
            games,
            history: History::new(pack),
            file: OpenFile::default(),
            level_id: LevelId::default(),
            choice: LevelChoice::default(),
            board: BoardState::default(),
            live: Live::default(),
            knowledge: Knowledge::default(),
            job: Job::default(),
            glances: Glances::default(),
            verdicts: Verdicts::default(),
            toasts: Toasts::default(),
            game_faults: BTreeMap::new(),
            window: None,
            playing: false,
            features,
            edits: 0,
            settings,
            strangers: Strangers::default(),
            effects: Vec::new(),
            chosen_file: None,
            folder: None,
            studies: None,
            test_engine: None,
            engines: None,
        };
        state.show_first_level();
        state
    }

    /// Replaces the pack by another: a new one, or one that was opened.
    pub fn set_pack(&mut self, pack: Pack, file: Option<PathBuf>) {
        self.strangers = Strangers::of(&pack, &self.settings);
        self.history = History::new(pack);
        self.file.change(file);
        self.board.forget_views();
        self.knowledge.forget();
        self.verdicts.forget();
        self.stop_job();
        self.toasts.forget_pack();
        self.window = None;
        self.board.tool = Tool::SELECT;
        self.level_id = LevelId::default();
        self.choice = LevelChoice::default();
        self.show_first_level();
        self.each::<dyn Listener>(|own, _| own.forget());
    }

    fn show_first_level(&mut self) {
        let first = self.history.pack().levels.first().map(|level| level.id);
        self.show_level(first.unwrap_or_default());
        self.board.brush = self.first_brush();
    }

    fn first_brush(&self) -> Option<Mark> {
        let palette = self.game()?.palette();
        Some(palette.first()?.brushes.first()?.mark.clone())
    }

    pub fn games(&self) -> &Games {
        &self.games
    }

    /// Asks the window's owner to do something.
    pub fn request(&mut self, effect: WindowEffect) {
        self.effects.push(effect);
    }

    /// A file was chosen for a capability.
    pub(crate) fn choose_file(&mut self, what: &'static str, path: PathBuf) {
        self.chosen_file = Some((what, path));
    }

    /// The file that was chosen for this, once.
    pub fn take_chosen_file(&mut self, what: &'static str) -> Option<PathBuf> {
        self.chosen_file.take_if(|(wanted, _)| *wanted == what).map(|(_, path)| path)
    }

    /// What its owner was asked for since the last time.
    pub fn take_effects(&mut self) -> Vec<WindowEffect> {
        std::mem::take(&mut self.effects)
    }

    pub fn level_id(&self) -> LevelId {
        self.level_id
    }

    /// The level on the canvas; `None` in a pack without levels.
    pub fn level(&self) -> Option<&Arc<Level>> {
        self.history.pack().level(self.level_id)
    }

    /// The game of the level on the canvas.
    pub fn game(&self) -> Option<Arc<dyn Game>> {
        self.games.by_id(&self.level()?.game)
    }

    /// The level with its game, for all that needs both.
    pub fn scene(&self) -> Option<(Arc<dyn Game>, Arc<Level>)> {
        Some((self.game()?, Arc::clone(self.level()?)))
    }

    /// Shows another level of the pack. Undo goes on across it.
    pub fn show_level(&mut self, id: LevelId) {
        if !self.choice.contains(id) {
            self.choice.clear();
        }
        if id == self.level_id {
            return;
        }
        self.finish_stroke();
        self.each::<dyn Listener>(|own, state| own.leaves_level(state));
        self.level_id = id;
        self.board.leave_level();
        self.tell_of_edit();
        self.choose_a_known_brush();
        self.choose_a_known_tool();
    }

    /// Keeps a capability's tool only in games that have a button for it.
    fn choose_a_known_tool(&mut self) {
        let own = self.features_of::<dyn BoardTool>().find(|own| own.tool() == self.board.tool);
        let arises = own.is_none_or(|own| own.buttons().iter().any(|button| (button.arises)(self)));
        if !arises {
            self.set_tool(Tool::SELECT);
        }
    }

    /// Keeps the brush only where it paints a mark of the level's game.
    pub(crate) fn choose_a_known_brush(&mut self) {
        let known = self.board.brush.as_ref().is_none_or(|brush| self.describes(brush));
        if !known {
            self.board.brush = self.first_brush();
        }
    }

    /// Whether the mark is one of this game's palette, by its functor.
    fn describes(&self, mark: &Mark) -> bool {
        self.game().is_some_and(|game| {
            let groups = game.palette();
            let mut brushes = groups.iter().flat_map(|group| &group.brushes);
            brushes.any(|brush| brush.mark.functor() == mark.functor())
        })
    }

    /// Changes the level on the canvas in one undoable step; true when anything changed.
    pub fn edit(&mut self, name: impl Into<String>, change: impl FnOnce(&mut Level)) -> bool {
        let (id, game) = (self.level_id, self.game());
        let changed = self.history.edit(name, |pack| {
            if let Some(level) = pack.levels.iter_mut().find(|level| level.id == id) {
                let before = Arc::clone(level);
                change(Arc::make_mut(level));
                if let Some(game) = &game {
                    game.hand_over(&before, Arc::make_mut(level));
                }
            }
        });
        if changed {
            self.after_edit();
        }
        changed
    }

    /// Changes the pack in one undoable step, then shows a level that is there.
    pub fn edit_pack(&mut self, name: impl Into<String>, change: impl FnOnce(&mut Pack)) -> bool {
        let place = self.history.pack().levels.iter().position(|l| l.id == self.level_id);
        let changed = self.history.edit(name, change);
        if changed {
            self.after_edit();
            self.stay_near(place.unwrap_or_default());
        }
        changed
    }

    /// Lets fields of the window change words of the pack or of the level, in steps that join while
    /// one types. What it says of the puzzle is an edit like any other.
    pub fn change_words<T>(&mut self, change: impl FnOnce(&mut History) -> T) -> T {
        let before = self.level().cloned();
        let changed = change(&mut self.history);
        let same = match (&before, self.level()) {
            (Some(before), Some(level)) => Arc::ptr_eq(before, level) || before.same_puzzle(level),
            (None, None) => true,
            _ => false,
        };
        if !same {
            self.after_edit();
        }
        changed
    }

    /// Lets a part of the window change the pack; it gives the level to show afterwards.
    pub fn change_pack(&mut self, change: impl FnOnce(&mut History) -> Option<LevelId>) {
        self.finish_stroke();
        let place = self.history.pack().levels.iter().position(|l| l.id == self.level_id);
        if let Some(id) = change(&mut self.history) {
            self.show_level(id);
        }
        self.after_edit();
        self.stay_near(place.unwrap_or_default());
    }

    /// The pack with its undo.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// The same for what is no edit of its own: strokes that join, and what was written to a file.
    pub fn history_mut(&mut self) -> &mut History {
        &mut self.history
    }

    /// Shows the neighbour of a level that is gone.
    fn stay_near(&mut self, place: usize) {
        if self.level().is_some() {
            return;
        }
        let levels = &self.history.pack().levels;
        let near = levels.get(place).or_else(|| levels.last()).map(|level| level.id);
        self.show_level(near.unwrap_or_default());
    }

    /// Tells the capabilities that the level on the canvas is another one.
    pub(crate) fn tell_of_edit(&mut self) {
        self.edits += 1;
        self.each::<dyn Listener>(|own, _| own.edited());
    }

    /// Grows with every change of the level on the canvas.
    pub fn edits(&self) -> u64 {
        self.edits
    }

    /// What was chosen of the old level may not be there in the new one.
    fn after_edit(&mut self) {
        self.tell_of_edit();
        let board = self.level().map(|level| level.board);
        self.board.keep_within(board);
    }

    /// Whether there is something to undo or to redo where these now act.
    pub fn can_revert(&self, revert: Revert) -> bool {
        let own = self.features_of::<dyn BoardMode>().find_map(|mode| mode.can_revert(revert));
        own.unwrap_or_else(|| match revert {
            Revert::Undo => self.history.undo_name().is_some() || self.board.is_drawn_on(),
            Revert::Redo => self.history.redo_name().is_some(),
        })
    }

    pub fn undo(&mut self) {
        self.revert(Revert::Undo);
    }

    pub fn redo(&mut self) {
        self.revert(Revert::Redo);
    }

    fn revert(&mut self, revert: Revert) {
        let reverted = self.any::<dyn BoardMode>(|mode, _| {
            let own = mode.can_revert(revert).is_some();
            if own {
                mode.revert(revert);
            }
            own
        });
        if reverted {
            return;
        }
        self.finish_stroke();
        let place = self.history.pack().levels.iter().position(|l| l.id == self.level_id);
        let touched = match revert {
            Revert::Undo => self.history.undo(),
            Revert::Redo => self.history.redo(),
        };
        if revert == Revert::Undo {
            self.toasts.undone(self.history.depth());
        }
        if let Some(touched) = touched {
            self.follow(touched, place);
        }
    }

    /// Goes to the state of the pack after so many steps, back or forth.
    pub fn go_to_step(&mut self, depth: usize) {
        self.finish_stroke();
        let place = self.history.pack().levels.iter().position(|l| l.id == self.level_id);
        let mut touched = None;
        while self.history.depth() != depth {
            let step = match self.history.depth() > depth {
                true => self.history.undo(),
                false => self.history.redo(),
            };
            let Some(step) = step else { break };
            touched = Some(step);
        }
        if let Some(touched) = touched {
            self.follow(touched, place);
        }
    }

    /// Shows the level that an undo was about: a change out of sight would be no undo to the eye.
    fn follow(&mut self, touched: LevelId, place: Option<usize>) {
        if self.history.pack().level(touched).is_some() {
            self.show_level(touched);
        }
        self.stay_near(place.unwrap_or_default());
        self.after_edit();
    }

    pub fn view(&self) -> View {
        self.board.view(self.level_id)
    }

    pub(crate) fn set_view(&mut self, view: View) {
        self.board.set_view(self.level_id, view);
    }

    pub fn overlay(&self, overlay: Overlay) -> bool {
        let switch = self.switches().iter().find(|switch| switch.overlay == overlay);
        let initially = switch.map_or(Initially::Off, |switch| switch.initially);
        self.settings.is_on_in(SwitchKey(overlay.0), self.game_shown(), initially)
    }

    /// The game whose switches are meant.
    fn game_shown(&self) -> &str {
        self.level().map_or("", |level| &level.game)
    }

    pub fn toggle_overlay(&mut self, overlay: Overlay) {
        let on = !self.overlay(overlay);
        let game = self.game_shown().to_owned();
        self.settings.switch_in(SwitchKey(overlay.0), &game, on);
    }

    /// Opens a window; the one that was open closes.
    pub fn open(&mut self, window: Window) {
        self.window = Some(window);
    }

    /// Closes the window that is open; false where none was.
    pub fn close(&mut self) -> bool {
        self.window.take().is_some()
    }

    /// The window that is open.
    pub fn window(&self) -> Option<Window> {
        self.window
    }

    pub fn is_open(&self, window: Window) -> bool {
        self.window == Some(window)
    }

    /// Whether the level is played, not edited.
    pub fn is_playing(&self) -> bool {
        self.playing
    }

    /// Says that the level is played from now on, or edited again. What lies over the board and is about
    /// the level as it is edited closes.
    pub fn set_playing(&mut self, playing: bool) {
        self.playing = playing;
        if playing {
            self.window = self.window.filter(|window| window.in_play);
        }
    }

    pub fn all_features(&self) -> &Features {
        &self.features
    }

    pub(crate) fn all_features_mut(&mut self) -> &mut Features {
        &mut self.features
    }

    pub fn side(&self, side: PanelSide) -> bool {
        self.settings.is_on(side.key(), Initially::On)
    }

    pub(crate) fn toggle_side(&mut self, side: PanelSide) {
        let on = !self.side(side);
        self.settings.switch(side.key(), on);
    }

    /// Says something that the designer should know, for a few seconds.
    #[track_caller]
    pub fn say(&mut self, tone: ToastTone, words: impl Into<ToastWords>) {
        self.toasts.say(tone, words, self.history.depth());
    }

    /// The same, in the place of what the same source said before.
    pub fn say_of(&mut self, source: ToastSource, tone: ToastTone, words: impl Into<ToastWords>) {
        self.toasts.say_of(source, (tone, words), self.history.depth());
    }
}
