//! The board for screen readers and tests: every site is a node with its contents in words.
//!
//! Costs nothing while no screen reader runs.

use egui::{Id, Sense, Ui, accesskit};

use crate::board::canvas::CanvasFrame;
use crate::board::tools::Extend;
use crate::session::state::State;
use crate::text;
use foolproof_game::Game;
use foolproof_level::{Level, Site};

/// Describes a site and its contents, by its name: "R4C3: bender, west to north, locked".
pub fn words(game: &dyn Game, level: &Level, site: Site) -> String {
    words_of(&site.name_on(level.board), game, level, site)
}

fn words_of(name: &str, game: &dyn Game, level: &Level, site: Site) -> String {
    let mark = level.mark(site).map(|mark| game.describe(mark));
    text::site_words(name, mark.as_deref(), level.hold(site))
}

pub(crate) fn sites(ui: &Ui, state: &mut State, place: &CanvasFrame<'_>) {
    let root: Id = ui.scope_id().with("sites");
    if ui.ctx().accesskit_node_builder(ui.unique_id(), |_| ()).is_none() {
        return;
    }
    let mut clicked = None;
    for (site, rect) in &place.layout.sites {
        let rect = place.transform.rect_to_screen(*rect);
        let id = root.with(site);
        let node = ui.interact(rect, id, Sense::hover());
        let label = words_of(&site.spoken(), place.game, place.level, *site);
        let chosen = state.board.selection.contains(site) || state.board.cursor == Some(*site);
        node.widget_info(|| {
            let mut info = egui::WidgetInfo::new(accesskit::Role::Cell);
            info.label = Some(label.clone());
            info.selected = Some(chosen);
            info
        });
        ui.ctx().accesskit_node_builder(id, |node| node.add_action(accesskit::Action::Click));
        if ui.input(|input| input.has_accesskit_action_request(id, accesskit::Action::Click)) {
            clicked = Some(*site);
        }
    }
    if let Some(site) = clicked {
        state.set_cursor(Some(site), Extend::No);
        state.act_by_tool(site);
    }
}
