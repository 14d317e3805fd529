//! The right side: the verdict, always in sight; then findings and the selection; then level, expectations and
//! rating as tabs.

use egui::{Button, Ui};

use crate::kit::theme;
use crate::panels::form::{self, FormMemory};
use crate::panels::{findings, inspector, sides};
use crate::session::chrome::SideTab;
use crate::session::kinds::{PanelPlace, PanelSection};
use crate::session::state::State;
use crate::text;

const TABS: [(SideTab, &str, &str); 3] = [
    (SideTab::Level, text::LEVEL_TAB, text::LEVEL_TAB_TIP),
    (SideTab::Expected, text::EXPECTED_TAB, text::POLICY_TIP),
    (SideTab::Rating, text::RATING_TAB, text::RATING_TAB_TIP),
];

/// Shows the right side; `forms` are those of the level and of the pack.
pub(crate) fn show(ui: &mut Ui, state: &mut State, forms: &mut [FormMemory; 2]) {
    state.each::<dyn PanelSection>(|own, state| own.panel(ui, state, PanelPlace::Head));
    // A newly shown level begins at its top.
    let scroll = egui::ScrollArea::vertical().id_salt(("right side", state.level_id()));
    scroll.auto_shrink([false, false]).show(ui, |ui| {
        sides::part(ui, "findings", |ui| findings::show(ui, state));
        ui.add_space(theme::GAP);
        if !state.board.targets().is_empty() {
            sides::part(ui, "selected", |ui| inspector::selected(ui, state));
        }
        tabs(ui, state);
        let tab = state.chrome.tab;
        sides::part(ui, text::LEVEL_TAB, |ui| match tab {
            SideTab::Level => level(ui, state, forms),
            SideTab::Expected => expected(ui, state),
            SideTab::Rating if state.is_blind() => _ = ui.weak(text::HIDDEN),
            SideTab::Rating => sections(ui, state, tab),
        });
    });
}

fn tabs(ui: &mut Ui, state: &mut State) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = theme::TIGHT;
        for (tab, name, tip) in TABS {
            let button = Button::selectable(state.chrome.tab == tab, name);
            if ui.add(button).on_hover_text(tip).clicked() {
                state.chrome.tab = tab;
            }
        }
    });
    ui.add_space(theme::TIGHT);
}

fn sections(ui: &mut Ui, state: &mut State, tab: SideTab) {
    state.each::<dyn PanelSection>(|own, state| own.panel(ui, state, PanelPlace::Tab(tab)));
}

fn level(ui: &mut Ui, state: &mut State, [of_level, of_pack]: &mut [FormMemory; 2]) {
    inspector::board(ui, state);
    let id = state.level_id();
    state.change_words(|history| of_level.level(ui, history, id));
    sections(ui, state, SideTab::Level);
    ui.add_space(theme::WIDE);
    ui.collapsing(text::PACK, |ui| state.change_words(|history| of_pack.pack(ui, history)));
}

fn expected(ui: &mut Ui, state: &mut State) {
    let (games, level) = (state.games().clone(), state.level().cloned());
    if let Some(level) = level {
        state.change_words(|history| form::policy(ui, history, &games, &level));
    }
    sections(ui, state, SideTab::Expected);
}
