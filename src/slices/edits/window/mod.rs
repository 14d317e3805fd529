//! Effects of single edits: marks that are not needed, and the number of solutions with the brush on each site.
//!
//! Only for games whose own search is fast enough to try them all the time.

mod draw;

use egui::Key;

use foolproof_editor::board::tool::Tool;
use foolproof_editor::kit::icon::Icon;
use foolproof_editor::session::command::shift;
use foolproof_editor::session::feature::Switch;
use foolproof_editor::session::kinds::{
    BoardOverlay, FindingRow, LiveFindings, Over, Telling, When,
};
use foolproof_editor::session::settings::Initially;
use foolproof_editor::session::state::State;
use foolproof_game::Game;
use foolproof_level::Level;
use foolproof_overlay::Overlay;
use foolproof_solver::{
    Candidates, FindNeedlessMarks, Finding, MARKS, Question, REDUNDANT, Status, TryEdits,
};

/// Overlay of marks that could go: the level would keep all that you ask of it.
pub(crate) const NEEDLESS_OVERLAY: Overlay = Overlay("needless");
/// Overlay of the number of solutions that the brush would leave in each cell.
pub(crate) const EDITS_OVERLAY: Overlay = Overlay("edits");

const SWITCHES: &[Switch] = &[
    Switch {
        overlay: NEEDLESS_OVERLAY,
        name: "Marks not needed",
        tip: "Marks that could go: the level keeps all that you ask of it.",
        search: "overlay redundant superfluous unnecessary clues",
        icon: Icon::EMPTY,
        keys: &[shift(Key::Num7)],
        initially: Initially::On,
        arises: |state| state.game().is_some_and(|game| names_needless(&*game)),
    },
    Switch {
        overlay: EDITS_OVERLAY,
        name: "Solutions with the brush",
        tip: "How many solutions the brush would leave in each cell.",
        search: "overlay brush effect what if count preview solutions",
        icon: Icon::NUMBER,
        keys: &[shift(Key::Num8)],
        initially: Initially::Off,
        arises: |state| state.game().is_some_and(|game| searches(&*game)),
    },
];

/// True if the level's game has its own search.
fn searches(game: &dyn Game) -> bool {
    game.search().is_some()
}

/// True if unneeded marks are looked for. In games of moves most marks are walls: that one could go says
/// little about the level, and `minimise` says it when asked.
fn names_needless(game: &dyn Game) -> bool {
    searches(game) && !game.counts_shortest()
}

/// Returns the edits that the designer may have in mind: every mark on the selected site, or the brush
/// everywhere if its overlay is on.
fn candidates(state: &State) -> Option<Candidates> {
    let targets = state.board.targets();
    match (state.board.tool, targets.first()) {
        (Tool::SELECT, Some(site)) if targets.len() == 1 => Some(Candidates::OfSite(*site)),
        _ => {
            let brush = state.board.brush.clone().filter(|_| state.overlay(EDITS_OVERLAY));
            brush.map(Candidates::OfMark)
        }
    }
}

/// Effects of single edits, as overlays.
#[derive(Default)]
pub(crate) struct Edits;

foolproof_editor::feature!(Edits, SWITCHES);

impl LiveFindings for Edits {
    fn questions(&self, state: &State, game: &dyn Game, _: &Level) -> Vec<(When, Question)> {
        if !searches(game) {
            return Vec::new();
        }
        let edits = candidates(state).map(|candidates| TryEdits { candidates }.into());
        let redundant = names_needless(game).then_some(Question::from(FindNeedlessMarks));
        let all = [redundant, edits].into_iter().flatten();
        all.map(|question| (When::Late, question)).collect()
    }

    fn rows(&self) -> &'static [FindingRow] {
        const ROWS: &[FindingRow] = &[FindingRow {
            topic: REDUNDANT,
            after: MARKS,
            arises: |game, _| names_needless(game),
        }];
        ROWS
    }

    fn tells(&self, finding: &Finding, _: &dyn Game, _: &Level) -> Telling {
        let ours = finding.topic() == REDUNDANT && finding.status() == Status::Refuted;
        Telling { quiet: ours, ..Telling::default() }
    }
}

impl BoardOverlay for Edits {
    fn draw(&self, over: &mut Over<'_>) {
        draw::draw(over);
    }
}
