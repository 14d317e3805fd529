//! The kinds of features: one small trait for each way to take part in the window.
//!
//! A feature implements its kinds and names them where it is added to the list of features. While one of the
//! `&mut self` methods runs, the feature is removed from the state: [`State::feature`] does not find it.

use std::sync::Arc;

use egui::{Context, Ui};

use crate::board::tool::Tool;
use crate::kit::icon::Icon;
use crate::session::chrome::{Chrome, SideTab};
use crate::session::command::entry::Command;
use crate::session::document::Document;
use crate::session::feature::{Feature, Registration};
use crate::session::findings::Findings;
use crate::session::job::RunningJob;
use crate::session::state::State;
use foolproof_game::Game;
use foolproof_level::{Level, Play, Site};
use foolproof_overlay::{OverlayDrawing, OverlayScene, SharedOverlay};
use foolproof_picture::{Ink, Layout, Rect, Shape};
use foolproof_solver::{Event, Finding, Question, Service, Topic};

/// A tool on the board.
#[expect(unused_variables, reason = "the defaults have no use for them")]
pub trait BoardTool {
    fn tool(&self) -> Tool;

    /// Returns its buttons next to the tools.
    fn buttons(&self) -> &'static [ToolButton];

    /// Called when its tool is pressed on a site; a stroke that it begins continues in [`Self::drag`].
    fn press(&mut self, state: &mut State, site: Site);

    /// Called while the stroke that it began is over a site.
    fn drag(&mut self, state: &mut State, site: Site) {}

    /// Called when the stroke that it began has ended.
    fn release(&mut self, state: &mut State) {}

    /// Does with its tool at a site what Enter does.
    fn act(&mut self, state: &mut State, site: Site);

    /// Called before the cursor goes to a site; returns whether its tool went there instead.
    fn steer(&mut self, state: &mut State, to: Site) -> bool {
        false
    }

    /// Called when another tool is chosen, or the same one again.
    fn tool_chosen(&mut self) {}

    /// Returns the room around the board that its tool is about to need, in cells.
    fn room_outside(&self, game: &dyn Game, level: &Level) -> f32 {
        0.0
    }

    /// True if the key for erasing removes something that its tool is holding.
    fn can_erase(&self) -> bool {
        false
    }

    /// Removes what its tool is holding.
    fn erase(&mut self, state: &mut State) {}
}

/// Draws over the board, or instead of the level.
#[expect(unused_variables, reason = "the defaults have no use for them")]
pub trait BoardOverlay {
    /// Returns what it draws on the canvas instead of the level itself, if anything.
    fn pictured(&self, state: &State, game: &dyn Game, level: &Arc<Level>) -> Option<Pictured> {
        None
    }

    /// Returns the layer over the board on which it draws.
    fn layer(&self) -> OverlayLayer {
        OverlayLayer::Middle
    }

    /// Draws over the board.
    fn draw(&self, over: &mut Over<'_>);

    /// True if it fills empty sites.
    fn fills(&self, state: &State, game: &dyn Game, level: &Level) -> bool {
        false
    }

    /// Removes marks from the play on the canvas where it draws something else.
    fn make_room(&self, play: &mut Play, state: &State, game: &dyn Game, level: &Level) {}

    /// Returns a number that changes with the drawing, unless the level, its findings or a switch change.
    fn version(&self, state: &State) -> u64 {
        0
    }

    /// Returns its information about the site under the pointer.
    fn tip(&self, state: &State, game: &dyn Game, level: &Level) -> Option<String> {
        None
    }
}

/// Makes an offer in the strip beneath the board.
#[expect(unused_variables, reason = "the defaults have no use for them")]
pub trait BoardOffer {
    /// True if it has an offer over the board.
    fn offers(&self, document: &Document) -> bool;

    /// True if the board keeps its size during this mode.
    fn holds_still(&self, document: &Document) -> bool {
        false
    }

    /// Shows that offer in a row.
    fn offer(&mut self, ui: &mut Ui, state: &mut State);
}

/// A mode of the board in which the level is not edited.
pub trait BoardMode {
    /// Draws itself instead of the canvas; returns whether it did.
    fn stage(&mut self, ui: &mut Ui, state: &mut State) -> bool;

    /// Begins with the level on the canvas, with the marks of `made` already made.
    fn play_on(&mut self, state: &mut State, made: &Play);

    /// Returns the text of the status bar, instead of the site under the pointer.
    fn status(&self) -> Option<String>;

    /// Returns the current play, which is to become the intended solution.
    fn play_at_hand(&self) -> Option<Play>;

    /// Returns whether there is something to undo or redo in this mode; `None` if they act on the pack.
    fn can_revert(&self, revert: Revert) -> Option<bool>;

    fn revert(&mut self, revert: Revert);
}

/// Asks questions about every edited level, and shows the answers in the findings panel.
#[expect(unused_variables, reason = "the defaults have no use for them")]
pub trait LiveFindings {
    /// Returns its questions about every edited level.
    fn questions(&self, state: &State, game: &dyn Game, level: &Level) -> Vec<(When, Question)> {
        Vec::new()
    }

    /// Returns its rows of the findings panel.
    fn rows(&self) -> &'static [FindingRow] {
        &[]
    }

    /// Returns its presentation of a finding.
    fn tells(&self, finding: &Finding, game: &dyn Game, level: &Level) -> Telling {
        Telling::default()
    }

    /// Returns its part of the verdict on a level without other known faults.
    fn clause(&self, findings: &Findings, game: &dyn Game, level: &Level) -> Option<VerdictClause> {
        None
    }

    /// Shows something else instead of a topic's row; returns whether it did.
    fn in_place_of(&mut self, ui: &mut Ui, state: &mut State, topic: Topic) -> bool {
        false
    }

    /// Shows the actions for a current finding, as buttons in its row.
    fn actions(&mut self, ui: &mut Ui, state: &mut State, finding: &Finding) {}
}

/// Asks the solver on the lanes of arguments and of checks.
#[expect(unused_variables, reason = "the defaults have no use for them")]
pub trait SolverClient {
    /// Asks the solver its questions, once a frame, before anything is drawn.
    fn ask(&mut self, state: &mut State, service: Option<&Service>);

    /// Receives the answers on those lanes, including those to other clients.
    fn hear(&mut self, event: &Event, state: &mut State);

    /// True if its question on the lane of arguments should be stopped.
    fn halts(&mut self, state: &State) -> bool {
        false
    }
}

/// Takes the results of jobs.
#[expect(unused_variables, reason = "the defaults have no use for them")]
pub trait JobOwner {
    /// Takes a finding of a job; returns whether the job was its own.
    fn job_found(&mut self, state: &mut State, asked: &Arc<Level>, finding: &Finding) -> bool;

    /// Called when a job has ended.
    fn job_ended(&mut self, state: &mut State, job: &RunningJob) {}

    /// Returns the progress of its job in a few words.
    fn job_progress(&self, job: &RunningJob) -> Option<String> {
        None
    }
}

/// Has windows over the rest.
pub trait FeatureWindow {
    /// Shows its window if it is the open one.
    fn windows(&mut self, context: &Context, state: &mut State);
}

/// Has a section of the panel at the right.
pub trait PanelSection {
    /// Shows its section of the panel at the right.
    fn panel(&mut self, ui: &mut Ui, state: &mut State, place: PanelPlace);
}

/// Holds work that is in no pack yet.
pub trait UnsavedWork {
    /// Returns the work that would be lost if the pack were closed now.
    fn unkept(&self, findings: &Findings) -> Option<UnkeptWork>;

    /// Saves that work in the pack.
    fn keep_work(&mut self, state: &mut State);

    /// Discards that work.
    fn drop_work(&mut self, findings: &mut Findings);
}

/// Is told of changes to the pack and to the level on the canvas.
#[expect(unused_variables, reason = "the defaults have no use for them")]
pub trait Listener {
    /// Called when the level on the canvas was changed.
    fn edited(&mut self) {}

    /// Called before another level is shown.
    fn leaves_level(&mut self, chrome: &mut Chrome) {}

    /// Called when games have changed or are gone: those of the levels for which `changed` holds.
    fn replaced(&mut self, state: &mut State, changed: &dyn Fn(&Level) -> bool) {}

    /// Called when another pack was opened: its levels may have the same numbers.
    fn forget(&mut self) {}

    /// Cancels the current action when Escape is pressed; returns whether there was one.
    fn cancel(&mut self, state: &mut State) -> bool {
        false
    }

    /// Opens its own files among those dropped on the window, and removes them from the list.
    fn take_dropped(&mut self, context: &Context, state: &mut State) {}
}

/// One method for each kind; a line in the list of features calls those that apply.
impl<T: Feature> Registration<'_, T> {
    pub fn board_tool(self) -> Self
    where
        T: BoardTool,
    {
        self.with::<dyn BoardTool>(|it| it, |it| it)
    }

    pub fn overlay(self) -> Self
    where
        T: BoardOverlay,
    {
        self.with::<dyn BoardOverlay>(|it| it, |it| it)
    }

    pub fn offer(self) -> Self
    where
        T: BoardOffer,
    {
        self.with::<dyn BoardOffer>(|it| it, |it| it)
    }

    pub fn mode(self) -> Self
    where
        T: BoardMode,
    {
        self.with::<dyn BoardMode>(|it| it, |it| it)
    }

    pub fn findings(self) -> Self
    where
        T: LiveFindings,
    {
        self.with::<dyn LiveFindings>(|it| it, |it| it)
    }

    pub fn solver_client(self) -> Self
    where
        T: SolverClient,
    {
        self.with::<dyn SolverClient>(|it| it, |it| it)
    }

    pub fn job_owner(self) -> Self
    where
        T: JobOwner,
    {
        self.with::<dyn JobOwner>(|it| it, |it| it)
    }

    pub fn window(self) -> Self
    where
        T: FeatureWindow,
    {
        self.with::<dyn FeatureWindow>(|it| it, |it| it)
    }

    pub fn panel(self) -> Self
    where
        T: PanelSection,
    {
        self.with::<dyn PanelSection>(|it| it, |it| it)
    }

    pub fn unsaved_work(self) -> Self
    where
        T: UnsavedWork,
    {
        self.with::<dyn UnsavedWork>(|it| it, |it| it)
    }

    pub fn listener(self) -> Self
    where
        T: Listener,
    {
        self.with::<dyn Listener>(|it| it, |it| it)
    }
}

/// A button in the corner of the board that runs a command.
#[derive(Clone, Copy)]
pub struct ToolButton {
    pub command: Command,
    pub icon: Icon,
    pub arises: fn(&Document) -> bool,
}

/// Order of a question about the edited level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// After the question whether the level can be solved: the answer is quick.
    Soon,
    /// After the questions about every level.
    Late,
    /// After everything else: it may take long, and nothing should wait for it.
    Last,
}

/// A row of the findings panel: its topic, its position, and its condition.
#[derive(Clone, Copy)]
pub struct FindingRow {
    pub topic: Topic,
    pub after: Topic,
    pub arises: fn(&dyn Game, &Level) -> bool,
}

/// Presentation of a finding for which a feature has its own words or sign.
#[derive(Clone, Debug, Default)]
pub struct Telling {
    /// The status in a word or two.
    pub word: Option<String>,
    pub sentence: Option<String>,
    /// A sign for an answer that is neither good nor bad.
    pub plain: Option<Icon>,
    /// The finding needs no attention.
    pub quiet: bool,
}

/// A part of the verdict on a level.
#[derive(Clone, Debug)]
pub enum VerdictClause {
    /// A fact that is neither good nor bad, in a few words.
    Plain(String),
    /// The demand holds, by the findings of the topic.
    Holds(&'static str, Topic),
    /// The demand does not hold: in a few words, in a sentence, and how to mend it.
    Fails(&'static str, &'static str, (Command, &'static str)),
    /// A sentence about what is not known.
    Unknown(String),
    /// A sentence about the question that still runs.
    Waiting(&'static str),
}

/// A place in the panel at the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PanelPlace {
    /// At the top, unaffected by scrolling.
    Head,
    /// Before all findings.
    Top,
    /// Before the findings: results that were requested by hand.
    Asked,
    /// On the tabs.
    Tab(SideTab),
}

/// Context of a feature that draws over a board.
pub struct Over<'a> {
    pub drawing: &'a mut OverlayDrawing,
    pub state: &'a State,
    pub game: &'a dyn Game,
    pub level: &'a Arc<Level>,
    pub layout: &'a Layout,
    /// The play that is drawn on the board.
    pub play: Option<&'a Play>,
    /// The game's drawing of the board.
    pub board: &'a [Shape],
    /// The play that it is compared with.
    pub against: Option<&'a Play>,
    /// Ink of a play that is compared with nothing.
    pub ink: Ink,
    /// An overlay fills empty sites.
    pub filled: bool,
    /// A play was requested: it gets the board before anything else.
    pub whole: bool,
}

impl Over<'_> {
    /// Explains a sign in the legend, once however often it is drawn.
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
            board: self.board,
            filled: self.filled,
            finding: &|topic| state.findings.knowledge.current(level, topic),
        });
        self.drawing.extend(drawing);
    }
}

/// Layers of drawing over a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum OverlayLayer {
    /// On the ground, beneath everything else.
    Ground,
    Middle,
    Top,
}

/// A drawing on the canvas instead of the level itself.
#[derive(Clone, Debug)]
pub struct Pictured {
    pub level: Arc<Level>,
    pub play: Option<Play>,
    pub against: Option<Play>,
    /// Only its own feature draws over it.
    pub alone: bool,
    /// All of the play is shown, before anything else.
    pub whole: bool,
}

impl Pictured {
    /// Returns the level itself, without a play.
    pub fn plain(level: &Arc<Level>) -> Self {
        let level = Arc::clone(level);
        Self { level, play: None, against: None, alone: false, whole: false }
    }
}

/// Work that is in no pack yet and ends with the window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnkeptWork {
    pub title: &'static str,
    pub words: String,
    /// The label of the button that saves it, if possible.
    pub keep: Option<String>,
}

/// A step back or forth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Revert {
    Undo,
    Redo,
}
