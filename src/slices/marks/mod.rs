//! The player's marks that all solutions have, and those that some solution has.

use crate::registry::Slices;
use crate::solution::SOLUTION_TOOL;
use egui::Key;

use foolproof_editor::kit::icon::Icon;
use foolproof_editor::session::command::shift;
use foolproof_editor::session::document::Document;
use foolproof_editor::session::feature::Switch;
use foolproof_editor::session::kinds::{
    BoardOverlay, FindingRow, LiveFindings, Over, OverlayLayer, Telling, When,
};
use foolproof_editor::session::settings::Initially;
use foolproof_editor::session::state::State;
use foolproof_game::Game;
use foolproof_level::{Level, Play};
use foolproof_overlay::{FORCED, POSSIBLE, fills_sites, make_room};
use foolproof_solver::{FindForcedMarks, Finding, MARKS, MarksOfSolutions, Question, Topic};

pub(crate) fn register(slices: &mut Slices) {
    slices.feature(|features| _ = features.add::<Marks>().findings().overlay());
}

const SWITCHES: &[Switch] = &[
    Switch {
        overlay: FORCED.overlay,
        name: FORCED.name,
        tip: "Marks that every solution has.",
        search: "overlay must certain hint same every solution",
        icon: Icon::PIN,
        keys: &[shift(Key::Num3)],
        initially: Initially::On,
        arises: |state| has_marks(&state.document),
    },
    Switch {
        overlay: POSSIBLE.overlay,
        name: POSSIBLE.name,
        tip: "Marks that some solution has.",
        search: "overlay can candidates may hint",
        icon: Icon::DOTS,
        keys: &[shift(Key::Num4)],
        initially: Initially::Off,
        arises: |state| has_marks(&state.document),
    },
];

/// True if players place marks on the board rather than make moves.
fn has_marks(document: &Document) -> bool {
    document.game().is_some_and(|game| game.moves().is_none())
}

/// Forced and possible marks.
#[derive(Default)]
pub(crate) struct Marks;

foolproof_editor::feature!(Marks, SWITCHES);

impl LiveFindings for Marks {
    fn questions(&self, _: &State, _: &dyn Game, _: &Level) -> Vec<(When, Question)> {
        vec![(When::Late, Question::from(FindForcedMarks))]
    }

    fn rows(&self) -> &'static [FindingRow] {
        &[FindingRow { topic: MARKS, after: Topic::COUNT, arises: |_, _| true }]
    }

    fn tells(&self, finding: &Finding, _: &dyn Game, _: &Level) -> Telling {
        let ours = finding.report().is_some_and(MarksOfSolutions::is_exact);
        Telling { plain: ours.then_some(Icon::PIN), ..Telling::default() }
    }
}

impl BoardOverlay for Marks {
    fn layer(&self) -> OverlayLayer {
        OverlayLayer::Top
    }

    fn fills(&self, state: &State, game: &dyn Game, level: &Level) -> bool {
        state.overlay(POSSIBLE.overlay) && fills_sites(game, level)
    }

    fn make_room(&self, play: &mut Play, state: &State, game: &dyn Game, level: &Level) {
        if self.fills(state, game, level)
            && let Some(finding) = state.findings.knowledge.current(level, MARKS)
        {
            make_room(play, finding);
        }
    }

    fn draw(&self, over: &mut Over<'_>) {
        if over.state.board.tool != SOLUTION_TOOL {
            over.draw_shared(&FORCED);
            over.draw_shared(&POSSIBLE);
        }
    }
}
