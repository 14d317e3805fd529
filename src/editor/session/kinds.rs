//! The kinds of features: one small trait for each way to take part in the window.
//!
//! A feature implements its kinds and names them where it is added to the list of features. While
//! one of the `&mut self` methods runs, the feature is out of the state: [`State::feature`] does
//! not find it.

use std::sync::Arc;

use egui::{Context, Ui};

use crate::board::tool::Tool;
use crate::kit::icon::Icon;
use crate::session::chrome::Chrome;
use crate::session::command::entry::Command;
use crate::session::document::Document;
use crate::session::feature::{Feature, Registration};
use crate::session::findings::Findings;
use crate::session::job::RunningJob;
use crate::session::state::State;
use foolproof_games::Game;
use foolproof_level::{Level, Play, Site};
use foolproof_overlay::{OverlayDrawing, OverlayScene, SharedOverlay};
use foolproof_picture::{Ink, Layout, Rect, Shape};
use foolproof_solver::{Event, Finding, Question, Service, Topic};

/// A tool on the board.
#[expect(unused_variables, reason = "the defaults have no use for them")]
pub trait BoardTool {
    fn tool(&self) -> Tool;

    /// Its buttons next to the tools.
    fn buttons(&self) -> &'static [ToolButton];

    /// Its tool is pressed on a site; a stroke that it begins comes to [`Self::drag`].
    fn press(&mut self, state: &mut State, site: Site);

    /// The stroke that it began is over a site.
    fn drag(&mut self, state: &mut State, site: Site) {}

    /// The stroke that it began has ended.
    fn release(&mut self, state: &mut State) {}

    /// Its tool does at a site what Enter does.
    fn act(&mut self, state: &mut State, site: Site);

    /// The cursor is to go to a site; whether its tool went there instead.
    fn steer(&mut self, state: &mut State, to: Site) -> bool {
        false
    }

    /// Another tool was chosen, or the same again.
    fn tool_chosen(&mut self) {}

    /// How many cells of room around the board its tool is about to need.
    fn room_outside(&self, game: &dyn Game, level: &Level) -> f32 {
        0.0
    }

    /// Whether its tool has something at hand that the key for erasing takes away.
    fn can_erase(&self) -> bool {
        false
    }

    /// Takes that away.
    fn erase(&mut self, state: &mut State) {}
}

/// Draws over the board, or instead of the level.
#[expect(unused_variables, reason = "the defaults have no use for them")]
pub trait BoardOverlay {
    /// Draws something else on the canvas than the level itself, if it does.
    fn pictured(&self, state: &State, game: &dyn Game, level: &Arc<Level>) -> Option<Pictured> {
        None
    }

    /// How high over the board it draws.
    fn layer(&self) -> OverlayLayer {
        OverlayLayer::Middle
    }

    /// Draws over the board.
    fn draw(&self, over: &mut Over<'_>);

    /// Whether it fills empty sites.
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

    /// Its information about the site under the pointer.
    fn tip(&self, state: &State, game: &dyn Game, level: &Level) -> Option<String> {
        None
    }
}

/// Offers something in the strip beneath the board.
#[expect(unused_variables, reason = "the defaults have no use for them")]
pub trait BoardOffer {
    /// Whether it has something to offer over the board.
    fn offers(&self, document: &Document) -> bool;

    /// Whether the board keeps its size during this mode.
    fn holds_still(&self, document: &Document) -> bool {
        false
    }

    /// Shows that offer, in a row.
    fn offer(&mut self, ui: &mut Ui, state: &mut State);
}

/// A mode of the board in which the level is not edited.
pub trait BoardMode {
    /// Draws itself instead of the canvas; returns whether it did.
    fn stage(&mut self, ui: &mut Ui, state: &mut State) -> bool;

    /// Begins with the level on the canvas, with these marks made.
    fn play_on(&mut self, state: &mut State, made: &Play);

    /// What the bar at the foot shows instead of the site under the pointer.
    fn status(&self) -> Option<String>;

    /// The current play, to be made the intended solution.
    fn play_at_hand(&self) -> Option<Play>;

    /// Whether undo and redo are its own now, and whether there is something to do; `None` if they
    /// are the pack's.
    fn can_revert(&self, revert: Revert) -> Option<bool>;

    fn revert(&mut self, revert: Revert);
}

/// Asks about every level that is painted, and shows the answers in the findings panel.
#[expect(unused_variables, reason = "the defaults have no use for them")]
pub trait LiveFindings {
    /// Its questions about every painted level.
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

    /// A short clause for the verdict on a level without known faults.
    fn clause(&self, findings: &Findings, game: &dyn Game, level: &Level) -> Option<String> {
        None
    }

    /// Shows something else instead of a topic's row; returns whether it did.
    fn in_place_of(&mut self, ui: &mut Ui, state: &mut State, topic: Topic) -> bool {
        false
    }

    /// What can be done with a finding that is current, as buttons in its row.
    fn actions(&mut self, ui: &mut Ui, state: &mut State, finding: &Finding) {}
}

/// Asks the solver on the lanes of arguments and of checks.
#[expect(unused_variables, reason = "the defaults have no use for them")]
pub trait SolverClient {
    /// Once a frame, before anything is drawn: its questions to the solver.
    fn ask(&mut self, state: &mut State, service: Option<&Service>);

    /// Hears what the solver says on the lanes of arguments and of checks; what it has not asked is not
    /// its own.
    fn hear(&mut self, event: &Event, state: &mut State);

    /// Whether what it has asked on the lane of arguments is to be stopped.
    fn halts(&mut self, state: &State) -> bool {
        false
    }
}

/// Takes the results of jobs.
#[expect(unused_variables, reason = "the defaults have no use for them")]
pub trait JobOwner {
    /// What a job has found; whether it asked for that.
    fn job_found(&mut self, state: &mut State, asked: &Arc<Level>, finding: &Finding) -> bool;

    /// A job came to its end.
    fn job_ended(&mut self, state: &mut State, job: &RunningJob) {}

    /// How far its job is, in a few words.
    fn job_progress(&self, job: &RunningJob) -> Option<String> {
        None
    }
}

/// Has windows over the rest.
pub trait FeatureWindow {
    /// Shows its window, if that is the one that is open.
    fn windows(&mut self, context: &Context, state: &mut State);
}

/// Has a part of the panel at the right.
pub trait PanelSection {
    /// Shows its part of the panel at the right.
    fn panel(&mut self, ui: &mut Ui, state: &mut State, place: PanelPlace);
}

/// Holds work that is in no pack yet.
pub trait UnsavedWork {
    /// The work that would be lost if the pack were closed now.
    fn unkept(&self, findings: &Findings) -> Option<UnkeptWork>;

    /// Keeps that work in the pack.
    fn keep_work(&mut self, state: &mut State);

    /// Gives that work up.
    fn drop_work(&mut self, findings: &mut Findings);
}

/// Hears what happens to the pack and to the level on the canvas.
#[expect(unused_variables, reason = "the defaults have no use for them")]
pub trait Listener {
    /// The level on the canvas was changed.
    fn edited(&mut self) {}

    /// Another level is going to be shown.
    fn leaves_level(&mut self, chrome: &mut Chrome) {}

    /// Called when games have changed or are gone: those of the levels for which `changed` holds.
    fn replaced(&mut self, state: &mut State, changed: &dyn Fn(&Level) -> bool) {}

    /// Another pack was opened: the levels of it may have the same numbers.
    fn forget(&mut self) {}

    /// Escape: abandons the current action; returns whether there was one.
    fn cancel(&mut self, state: &mut State) -> bool {
        false
    }

    /// Opens what is its own among the files that were dropped on the window, and takes it out of them.
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

/// A button in the corner of the board that does a command.
#[derive(Clone, Copy)]
pub struct ToolButton {
    pub command: Command,
    pub icon: Icon,
    pub arises: fn(&Document) -> bool,
}

/// When a question about a level that is painted has its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// After whether it can be solved: the answer takes no longer than a look.
    Soon,
    /// After all that is asked of every level.
    Late,
    /// After all else: it may take long, and nothing is to wait for it.
    Last,
}

/// A row of the findings panel: its topic, its position, and when it arises.
#[derive(Clone, Copy)]
pub struct FindingRow {
    pub topic: Topic,
    pub after: Topic,
    pub arises: fn(&dyn Game, &Level) -> bool,
}

/// How to show a finding, if a capability has its own words or sign for it.
#[derive(Clone, Debug, Default)]
pub struct Telling {
    /// The status in a word or two.
    pub word: Option<String>,
    pub sentence: Option<String>,
    /// A sign for an answer that is neither good nor bad.
    pub plain: Option<Icon>,
    /// Needs no attention: it is mentioned in passing.
    pub quiet: bool,
}

/// A place in the panel at the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PanelPlace {
    /// At the top, unaffected by scrolling.
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

/// Everything over a board: where a capability draws.
pub struct Over<'a> {
    pub drawing: &'a mut OverlayDrawing,
    pub state: &'a State,
    pub game: &'a dyn Game,
    pub level: &'a Arc<Level>,
    pub layout: &'a Layout,
    /// The play that is drawn on the board.
    pub play: Option<&'a Play>,
    /// What the game has drawn.
    pub board: &'a [Shape],
    /// The one that it is compared with.
    pub against: Option<&'a Play>,
    /// In which ink the game draws a play that is compared with nothing.
    pub ink: Ink,
    /// Whether something fills empty sites.
    pub filled: bool,
    /// Whether a play was requested: it gets the board before anything else.
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
            board: self.board,
            filled: self.filled,
            finding: &|topic| state.findings.knowledge.current(level, topic),
        });
        self.drawing.extend(drawing);
    }
}

/// How high something is drawn over a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum OverlayLayer {
    /// On the ground, beneath everything else.
    Ground,
    Middle,
    Top,
}

/// What is drawn on the canvas instead of the level itself.
#[derive(Clone, Debug)]
pub struct Pictured {
    pub level: Arc<Level>,
    pub play: Option<Play>,
    pub against: Option<Play>,
    /// Whether only its own capability draws over it.
    pub alone: bool,
    /// Whether all of the play is shown, before anything else.
    pub whole: bool,
}

impl Pictured {
    /// The level itself, without a play.
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
    /// The label of the button that keeps it, if possible.
    pub keep: Option<String>,
}

/// A step back or forth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Revert {
    Undo,
    Redo,
}
