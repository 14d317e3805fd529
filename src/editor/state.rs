//! The state of the window: one value, changed by commands and by the parts of the window.
//!
//! Whatever needs the desktop (a file dialog, the clipboard, the solver's service, the end of the
//! program) is left as an [`Effect`] for `app.rs` to carry out; so a test can drive the state
//! alone. Knows levels, games as a trait, and findings. Must never know `asp`, and names no game.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use super::arguing::{Desk, argue_alike};
use super::jobs::Jobs;
use super::knowledge::Knowledge;
use super::marks::Clip;
use super::play::{Light, PlaySession};
use super::settings::{Initially, LIGHT_KEY, Settings, SwitchKey};
use super::strangers::Strangers;
use super::text;
use super::toasts::{Toasts, Tone};
use super::tools::{Stroke, Tool};
use crate::games::Game;
use crate::level::file::Fingerprint;
use crate::level::{Board, History, Level, LevelId, Mark, Pack, Play, Site};
use crate::solver::{Candidates, Lane, LiveOptions};

/// Where the window finds a level's game; the registry, or a test's own.
pub type Games = fn(&str) -> Option<&'static dyn Game>;

/// How a level is looked at. Not saved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// Points of the screen for one cell; `None` fits the board into the canvas.
    pub scale: Option<f32>,
    /// How far the board's middle is from the canvas's middle, in points.
    pub pan: egui::Vec2,
}

impl Default for View {
    fn default() -> Self {
        Self { scale: None, pan: egui::Vec2::ZERO }
    }
}

/// What can be switched on and off over the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Overlay {
    /// The intended solution, or one that the solver found.
    Solution,
    /// A shortcut, over the intended solution.
    Shortcut,
    /// The player's marks that all solutions have.
    Forced,
    /// The player's marks that some solution has.
    Possible,
    /// The sites that a conflict blames.
    Conflict,
    /// Locks and open sites.
    Holds,
    /// Marks without which the solutions are the same.
    Needless,
    /// How many solutions there would be with the brush on each site.
    Edits,
    /// To how many solutions each first move leads.
    Moves,
    /// Where deduction leaks, and what it leaves open.
    Leaks,
    /// What one more helping mark would do to deduction, on each open site.
    Trials,
}

impl Overlay {
    pub const ALL: [Overlay; 11] = [
        Overlay::Solution,
        Overlay::Shortcut,
        Overlay::Forced,
        Overlay::Possible,
        Overlay::Conflict,
        Overlay::Holds,
        Overlay::Needless,
        Overlay::Edits,
        Overlay::Moves,
        Overlay::Leaks,
        Overlay::Trials,
    ];

    pub fn key(self) -> SwitchKey {
        SwitchKey(match self {
            Overlay::Solution => "solution",
            Overlay::Shortcut => "shortcut",
            Overlay::Forced => "forced",
            Overlay::Possible => "possible",
            Overlay::Conflict => "conflict",
            Overlay::Holds => "holds",
            Overlay::Needless => "needless",
            Overlay::Edits => "edits",
            Overlay::Moves => "moves",
            Overlay::Leaks => "leaks",
            Overlay::Trials => "trials",
        })
    }

    /// Name on the switch.
    pub fn name(self) -> &'static str {
        match self {
            Overlay::Solution => "Solution",
            Overlay::Shortcut => "Shortcut",
            Overlay::Forced => "Forced marks",
            Overlay::Possible => "Possible marks",
            Overlay::Conflict => "Conflict",
            Overlay::Holds => "Locks and open sites",
            Overlay::Needless => "Marks not needed",
            Overlay::Edits => "Solutions with the brush",
            Overlay::Moves => "First moves",
            Overlay::Leaks => "Leaks",
            Overlay::Trials => "Deduction with one more mark",
        }
    }
}

/// The panels at the sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// Levels and palette.
    Left,
    /// Findings and inspector.
    Right,
}

impl Side {
    pub fn key(self) -> SwitchKey {
        SwitchKey(match self {
            Side::Left => "left",
            Side::Right => "right",
        })
    }

    pub fn name(self) -> &'static str {
        match self {
            Side::Left => "Levels and palette",
            Side::Right => "Findings and inspector",
        }
    }
}

/// A window or sheet that is open over the rest. None of them loses work when it is closed.
#[derive(Clone, Debug, PartialEq)]
pub enum Dialog {
    CommandPalette(super::command_palette::Search),
    Resize(Board),
    Generate(super::jobs::GenerateForm),
    Shortcuts,
    Rules,
    Concept,
    /// Solutions, or generated levels, as cards.
    Gallery(Gallery),
    /// The workshop with the game's study.
    Study,
    /// The whole level, argument by argument.
    ProofPath,
    /// The positions of a game of moves.
    StateGraph,
    /// Deduction round by round.
    Deduction,
}

/// What the gallery shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gallery {
    Solutions,
    Generated,
}

/// A play that the designer asked to see on the board, and what it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    pub words: String,
    pub play: Play,
    /// What it is compared with: drawn faintly beneath.
    pub against: Option<Play>,
}

/// What the window's owner has to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    New,
    Open,
    OpenPath(PathBuf),
    /// Opens the sample pack of the game with this identifier.
    OpenSample(&'static str),
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
    StartJob(super::jobs::JobRequest),
}

/// The solver that runs on its own while the designer edits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Live {
    pub on: bool,
    pub options: LiveOptions,
}

/// Everything that the window shows.
pub struct State {
    pub games: Games,
    pub history: History,
    /// The pack's file, once it has one.
    pub file: Option<PathBuf>,
    /// What the file was when it was read or written last.
    pub known: Option<Fingerprint>,
    /// The pack as it was read or written last, where that is known.
    pub base: Option<Pack>,
    /// Tells one open pack from the next; a save or a load that comes late may be another's.
    pub document: u64,
    pub level_id: LevelId,
    pub tool: Tool,
    /// What the paint tool paints; `None` leaves a site deliberately empty.
    pub brush: Option<Mark>,
    pub selection: BTreeSet<Site>,
    /// Where the keyboard draws the intended solution on from, and whether that is a new one.
    pub pen: Option<(Site, bool)>,
    /// The site that the keyboard acts on.
    pub cursor: Option<Site>,
    /// The site under the pointer.
    pub hover: Option<Site>,
    pub stroke: Option<Stroke>,
    /// The site whose controls lie open beside it.
    pub popover: Option<Site>,
    pub resizing: Option<super::canvas::Resizing>,
    pub views: BTreeMap<LevelId, View>,
    /// The scale at which the board fits the canvas, as the canvas found it last.
    pub fitted: f32,
    pub live: Live,
    pub knowledge: Knowledge,
    pub jobs: Jobs,
    pub shown: Option<Shown>,
    /// Where the argue tool's argument lies.
    pub desk: Desk,
    /// Whether characters that are typed note rather than set.
    pub pencil: bool,
    /// How often play mode was entered.
    played: u32,
    /// Play mode, while it is on.
    pub play: Option<PlaySession>,
    /// Plays by arguments that were left, to be gone on with.
    left: BTreeMap<LevelId, PlaySession>,
    pub clip: Option<Clip>,
    pub toasts: Toasts,
    pub dialog: Option<Dialog>,
    pub settings: Settings,
    /// Rules of the pack that wait for leave to run.
    pub strangers: Strangers,
    pub effects: Vec<Effect>,
}

impl State {
    pub fn new(pack: Pack, games: Games, settings: Settings) -> Self {
        let mut state = Self {
            games,
            history: History::new(pack),
            file: None,
            known: None,
            base: None,
            document: 0,
            level_id: LevelId::default(),
            tool: Tool::Select,
            brush: None,
            selection: BTreeSet::new(),
            pen: None,
            cursor: None,
            hover: None,
            stroke: None,
            popover: None,
            resizing: None,
            views: BTreeMap::new(),
            fitted: 48.0,
            live: Live { on: true, options: LiveOptions::default() },
            knowledge: Knowledge::default(),
            jobs: Jobs::default(),
            shown: None,
            desk: Desk::default(),
            pencil: false,
            played: 0,
            play: None,
            left: BTreeMap::new(),
            clip: None,
            toasts: Toasts::default(),
            dialog: None,
            settings,
            strangers: Strangers::default(),
            effects: Vec::new(),
        };
        state.show_first_level();
        state
    }

    /// Replaces the pack by another: a new one, or one that was opened.
    pub fn set_pack(&mut self, pack: Pack, file: Option<PathBuf>) {
        self.strangers = Strangers::of(&pack, &self.settings);
        self.history = History::new(pack);
        self.file = file;
        (self.known, self.base) = (None, None);
        self.document += 1;
        self.views.clear();
        self.knowledge.forget();
        self.jobs.forget();
        self.effects.push(Effect::Stop(Lane::Job));
        self.dialog = None;
        self.level_id = LevelId::default();
        self.show_first_level();
        // The levels of another pack may have the same numbers.
        self.left.clear();
        self.desk.clear();
    }

    fn show_first_level(&mut self) {
        let first = self.history.pack().levels.first().map(|level| level.id);
        self.show_level(first.unwrap_or_default());
        self.brush = self.first_brush();
    }

    fn first_brush(&self) -> Option<Mark> {
        let palette = self.game()?.palette();
        Some(palette.first()?.brushes.first()?.mark.clone())
    }

    /// The level on the canvas; `None` in a pack without levels.
    pub fn level(&self) -> Option<&Arc<Level>> {
        self.history.pack().level(self.level_id)
    }

    /// The game of the level on the canvas.
    pub fn game(&self) -> Option<&'static dyn Game> {
        (self.games)(&self.level()?.game)
    }

    /// The level with its game, for all that needs both.
    pub fn scene(&self) -> Option<(&'static dyn Game, Arc<Level>)> {
        Some((self.game()?, Arc::clone(self.level()?)))
    }

    /// Shows another level of the pack. Undo goes on across it.
    pub fn show_level(&mut self, id: LevelId) {
        if id == self.level_id {
            return;
        }
        self.finish_stroke();
        self.leave_play();
        self.level_id = id;
        self.selection.clear();
        self.cursor = None;
        self.hover = None;
        self.popover = None;
        self.shown = None;
        let known = self.brush.as_ref().is_none_or(|brush| self.describes(brush));
        if !known {
            self.brush = self.first_brush();
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

    /// Whether the level's game has a search that is fast enough to try single edits all the time.
    pub fn searches(&self) -> bool {
        self.game().is_some_and(|game| game.search().is_some())
    }

    /// Whether the level's game is played move by move.
    pub fn has_moves(&self) -> bool {
        self.game().is_some_and(|game| game.moves().is_some())
    }

    /// Whether the level's game is solved by rules of deduction.
    pub fn has_deduction(&self) -> bool {
        self.game().is_some_and(|game| game.deduction().is_some())
    }

    /// The edits that the designer may think of: every mark on the site that she has selected, or
    /// the brush everywhere, where she wants to see that.
    pub fn candidates(&self) -> Option<Candidates> {
        if !self.searches() {
            return None;
        }
        match (self.tool, self.targets().first()) {
            (Tool::Select, Some(site)) if self.targets().len() == 1 => {
                Some(Candidates::OfSite(*site))
            }
            _ => {
                self.brush.clone().filter(|_| self.overlay(Overlay::Edits)).map(Candidates::OfMark)
            }
        }
    }

    /// Changes the level on the canvas in one undoable step; true when anything changed.
    pub fn edit(&mut self, name: impl Into<String>, change: impl FnOnce(&mut Level)) -> bool {
        let id = self.level_id;
        let changed = self.history.edit(name, |pack| {
            if let Some(level) = pack.levels.iter_mut().find(|level| level.id == id) {
                change(Arc::make_mut(level));
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

    /// Shows the neighbour of a level that is gone.
    fn stay_near(&mut self, place: usize) {
        if self.level().is_some() {
            return;
        }
        let levels = &self.history.pack().levels;
        let near = levels.get(place).or_else(|| levels.last()).map(|level| level.id);
        self.show_level(near.unwrap_or_default());
    }

    /// What was chosen of the old level may not be there in the new one.
    fn after_edit(&mut self) {
        self.shown = None;
        let Some(board) = self.level().map(|level| level.board) else {
            self.selection.clear();
            self.cursor = None;
            return;
        };
        self.selection.retain(|site| board.contains(*site));
        self.cursor = self.cursor.filter(|site| board.contains(*site));
        self.hover = self.hover.filter(|site| board.contains(*site));
    }

    pub fn undo(&mut self) {
        self.finish_stroke();
        let place = self.history.pack().levels.iter().position(|l| l.id == self.level_id);
        if let Some(touched) = self.history.undo() {
            self.follow(touched, place);
        }
    }

    pub fn redo(&mut self) {
        self.finish_stroke();
        let place = self.history.pack().levels.iter().position(|l| l.id == self.level_id);
        if let Some(touched) = self.history.redo() {
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

    /// The sites that a command is about: the selection, else the cursor's.
    pub fn targets(&self) -> BTreeSet<Site> {
        match self.selection.is_empty() {
            true => self.cursor.into_iter().collect(),
            false => self.selection.clone(),
        }
    }

    pub fn view(&self) -> View {
        self.views.get(&self.level_id).copied().unwrap_or_default()
    }

    pub fn set_view(&mut self, view: View) {
        self.views.insert(self.level_id, view);
    }

    pub fn overlay(&self, overlay: Overlay) -> bool {
        let initially = match overlay {
            Overlay::Possible | Overlay::Edits | Overlay::Moves | Overlay::Trials => Initially::Off,
            _ => Initially::On,
        };
        self.settings.is_on(overlay.key(), initially)
    }

    pub fn toggle_overlay(&mut self, overlay: Overlay) {
        let on = !self.overlay(overlay);
        self.settings.switch(overlay.key(), on);
        if overlay == Overlay::Trials && on {
            self.knowledge.ask_again(self.level_id);
        }
    }

    pub fn side(&self, side: Side) -> bool {
        self.settings.is_on(side.key(), Initially::On)
    }

    pub fn toggle_side(&mut self, side: Side) {
        let on = !self.side(side);
        self.settings.switch(side.key(), on);
    }

    /// Starts to play the level as a player would.
    pub fn enter_play(&mut self) {
        self.finish_stroke();
        if let Some(level) = self.level().cloned() {
            let argues = self.game().is_some_and(|game| game.arguments().is_some());
            self.played += 1;
            let mut session = self.play_of(level, argues);
            session.moving.light = Light::numbered(self.played);
            session.moving.lit = self.settings.is_on(LIGHT_KEY, Initially::On);
            self.play = Some(session);
            // It would lie over the board, and is about the level as it is edited.
            let over = [Dialog::StateGraph, Dialog::Deduction];
            self.dialog = self.dialog.take().filter(|dialog| !over.contains(dialog));
        }
    }

    /// The play by arguments that was left, if the level still is as it was; else a new one. What was
    /// given up stays remembered even then.
    fn play_of(&mut self, level: Arc<Level>, argues: bool) -> PlaySession {
        let left = self.left.remove(&level.id).filter(|_| argues);
        match left {
            Some(session) if argue_alike(&session.level, &level) => {
                if !session.play.is_empty() {
                    self.say(Tone::Note, text::arguing::GOES_ON);
                }
                session.resumed(level)
            }
            left => {
                let mut session = PlaySession::new(level);
                session.desk = argues.then(|| Desk::numbered(self.played));
                if let (Some(desk), Some(old)) = (&mut session.desk, left.and_then(|s| s.desk)) {
                    desk.inherit(old);
                }
                session
            }
        }
    }

    /// Back to the level as it was edited. A play by arguments is kept for the next time.
    pub fn leave_play(&mut self) {
        let Some(mut session) = self.play.take() else { return };
        if let Some(desk) = &mut session.desk {
            desk.stopped();
            self.left.insert(session.level.id, session);
        }
    }

    /// Says something that the designer should know, for a few seconds.
    pub fn say(&mut self, tone: Tone, words: impl Into<String>) {
        self.toasts.say(tone, words);
    }
}
