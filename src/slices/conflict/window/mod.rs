//! The sites and parts of the concept that rule out every good level.

use std::sync::Arc;

use egui::{Key, Ui};

use foolproof_editor::board::tool::Tool;
use foolproof_editor::kit::icon::Icon;
use foolproof_editor::kit::theme::Theme;
use foolproof_editor::panels::findings::{RowLook, card};
use foolproof_editor::session::command::{Command, Entry, Menu, always, ctrl, has_level, shift};
use foolproof_editor::session::document::Document;
use foolproof_editor::session::feature::Switch;
use foolproof_editor::session::job::RunningJob;
use foolproof_editor::session::kinds::{
    BoardOverlay, JobOwner, Listener, Over, OverlayLayer, PanelPlace, PanelSection,
};
use foolproof_editor::session::settings::Initially;
use foolproof_editor::session::state::State;
use foolproof_editor::text;
use foolproof_level::{Level, Site};
use foolproof_overlay::{Overlay, blamed, rects_of};
use foolproof_picture::Ink;
use foolproof_solver::{
    COMPLETE, CONFLICT, FindConflict, Finding, FoundConflict, Limits, Question, SeveralSolutions,
    Status, Topic, Why, WhyNoSolution,
};

foolproof_editor::command_names!(pub(crate) ConflictCommands, SELECT_CONFLICT = "select-conflict");

/// Overlay of the sites that a conflict blames.
pub(crate) const CONFLICT_OVERLAY: Overlay = Overlay("conflict");

/// Sites to blame.
#[derive(Clone, Debug, PartialEq)]
struct Blamed {
    asked: Arc<Level>,
    sites: Vec<Site>,
    finding: Finding,
}

/// The last conflict found.
#[derive(Default)]
pub(crate) struct Conflict {
    blamed: Option<Blamed>,
    version: u64,
}

impl Conflict {
    /// Returns the conflict, if it is about the current level.
    fn fitting(&self, document: &Document) -> Option<&Blamed> {
        let level = document.level()?;
        let fits =
            |blamed: &&Blamed| blamed.asked.id == level.id && blamed.asked.same_puzzle(level);
        self.blamed.as_ref().filter(fits)
    }

    fn set(&mut self, blamed: Option<Blamed>) {
        self.blamed = blamed;
        self.version += 1;
    }
}

/// Returns the solutions that were compared, if nothing rules a solution out.
fn several_in(finding: &Finding) -> Option<&SeveralSolutions> {
    finding.report()
}

/// Returns the sites with a sign of blame on the board.
pub(crate) fn signed_sites(state: &State) -> &[Site] {
    let shown = blamed_sites(state).filter(|_| state.overlay(CONFLICT_OVERLAY));
    shown.unwrap_or_default()
}

/// Returns the sites to blame.
pub fn blamed_sites(state: &State) -> Option<&[Site]> {
    let blamed = state.feature::<Conflict>()?.fitting(&state.document)?;
    Some(&blamed.sites)
}

fn blame(state: &mut State) {
    if let Some(own) = state.feature_mut::<Conflict>() {
        own.set(None);
    }
    state.start_job(Question::from(FindConflict), Limits::default());
}

/// Selects the cells to blame.
fn select(state: &mut State) {
    let sites = blamed_sites(state).unwrap_or_default().iter().copied().collect();
    state.set_tool(Tool::SELECT);
    state.board.selection = sites;
}

const COMMANDS: &[Entry] = &[
    Entry::new(
        Command::BLAME,
        Menu::Solve,
        1,
        "Find the conflict",
        "Finds the fewest cells, and parts of the concept, that are in the way; of several solutions, where they differ.",
        blame,
    )
    .searched_as("why no solution unsolvable conflict impossible explain reason contradiction core several differ")
    .when(has_level)
    .keys(&[ctrl(Key::B)]),
    Entry::new(
        Command::SELECT_CONFLICT,
        Menu::Board,
        1,
        "Select the conflict",
        "Selects the cells that are in the way.",
        select,
    )
    .searched_as("why blame cells way impossible")
    .when(|state| blamed_sites(state).is_some_and(|sites| !sites.is_empty())),
];

const SWITCHES: &[Switch] = &[Switch {
    overlay: CONFLICT_OVERLAY,
    name: "Conflict",
    tip: "The cells that are in the way.",
    search: "overlay why blame impossible",
    icon: Icon::WARNING,
    keys: &[shift(Key::Num5)],
    initially: Initially::On,
    arises: always,
}];

foolproof_editor::feature!(Conflict, COMMANDS, SWITCHES);

impl BoardOverlay for Conflict {
    fn layer(&self) -> OverlayLayer {
        OverlayLayer::Top
    }

    fn draw(&self, over: &mut Over<'_>) {
        let found = self.fitting(&over.state.document);
        let sites = signed_sites(over.state);
        let (game, level, layout) = (over.game, over.level, over.layout);
        let rects = sites.iter().flat_map(|site| rects_of(game, level, layout, *site));
        over.drawing.shapes.extend(rects.flat_map(blamed));
        if !sites.is_empty() {
            let several = found.is_some_and(|found| several_in(&found.finding).is_some());
            over.explain(if several { "They differ" } else { "In the way" }, blamed);
        }
    }

    fn version(&self, _: &State) -> u64 {
        self.version
    }
}

impl PanelSection for Conflict {
    fn panel(&mut self, ui: &mut Ui, state: &mut State, place: PanelPlace) {
        if place != PanelPlace::Asked {
            return;
        }
        let Some(blamed) = self.fitting(&state.document).cloned() else { return };
        let Some((game, _)) = state.scene() else { return };
        let (sentence, searched) = match (blamed.finding.report(), blamed.finding.status()) {
            (Some(FoundConflict(Some(found))), _) => text::blame(&*game, &blamed.asked, found),
            (_, Status::Unknown(why)) => (text::why(&why), String::new()),
            _ => match several_in(&blamed.finding) {
                Some(found) => (found.words(&*game, blamed.asked.board), String::new()),
                None => return,
            },
        };
        let word =
            if several_in(&blamed.finding).is_some() { "several solutions" } else { "conflict" };
        let row = RowLook {
            icon: Icon::WARNING,
            colour: Theme::of(ui).ink(Ink::Conflict),
            word: word.to_owned(),
            sentence,
        };
        let how = text::how(&blamed.finding.how);
        let tip = if searched.is_empty() { how } else { format!("{searched}\n{how}") };
        card(ui, &row, &tip, |ui| {
            if !blamed.sites.is_empty() && ui.button("Select").clicked() {
                state.set_tool(Tool::SELECT);
                state.board.selection = blamed.sites.iter().copied().collect();
            }
            if ui.button("Dismiss").clicked() {
                self.set(None);
            }
        });
    }
}

impl JobOwner for Conflict {
    fn job_found(&mut self, state: &mut State, asked: &Arc<Level>, finding: &Finding) -> bool {
        let sites = match (finding.report(), finding.status()) {
            (Some(FoundConflict(Some(found))), _) => found.sites.clone(),
            // A game of moves: the cells that bar the win, where the reason names some.
            (_, Status::Unknown(Why::Undecided(_))) if finding.topic() == CONFLICT => {
                let why = state.findings.knowledge.current(asked, Topic::WHY_NONE);
                let why = why.and_then(Finding::report);
                why.map(|WhyNoSolution { sites, .. }| sites.clone()).unwrap_or_default()
            }
            _ => match several_in(finding) {
                Some(several) => several.sites.clone(),
                None => return false,
            },
        };
        if !state.overlay(CONFLICT_OVERLAY) {
            state.toggle_overlay(CONFLICT_OVERLAY);
        }
        let asked = Arc::clone(asked);
        self.set(Some(Blamed { asked, sites, finding: finding.clone() }));
        true
    }

    /// Forgets the conflict after a completion: what a repair changes is no longer in the way.
    fn job_ended(&mut self, _: &mut State, job: &RunningJob) {
        if job.topic == COMPLETE {
            self.set(None);
        }
    }
}

impl Listener for Conflict {
    fn replaced(&mut self, _: &mut State, changed: &dyn Fn(&Level) -> bool) {
        let kept = self.blamed.take().filter(|blamed| !changed(&blamed.asked));
        self.set(kept);
    }

    fn forget(&mut self) {
        self.set(None);
    }
}
