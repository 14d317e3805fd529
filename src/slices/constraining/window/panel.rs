//! The part of the panel at the right: the palette of kinds, the number, and the level's constraints.

use std::sync::Arc;

use egui::{TextEdit, Ui};

use super::{CONSTRAINT_TOOL, Constraining, NumberOf, shown_text, words};
use crate::constraining::constraints;
use foolproof_editor::kit::theme::{self, Theme};
use foolproof_editor::session::state::State;
use foolproof_editor::text;
use foolproof_game::{ConstraintForm, ConstraintKind, Game};
use foolproof_level::{Level, Mark, Site};
use foolproof_picture::Ink;
use foolproof_solver::{Count, REDUNDANT};

/// Maximum height of the list of constraints: the parts beneath it need room, too.
const LIST_HEIGHT: f32 = 170.0;
/// Width of the number's field.
const NUMBER_WIDTH: f32 = 64.0;

impl Constraining {
    pub(super) fn show(&mut self, ui: &mut Ui, state: &mut State) {
        let Some((game, level)) = state.scene() else { return };
        // Computed even if the section is closed: the board shows them.
        self.faults(&*game, &level);
        let kinds = game.constraints().map(|known| known.kinds()).unwrap_or_default();
        let section = egui::CollapsingHeader::new(words::SECTION).id_salt("constraints");
        let section = section.default_open(constraints(&level).next().is_some());
        // Taking the tool shows what it draws.
        let taken = state.board.tool == CONSTRAINT_TOOL;
        let was_taken = std::mem::replace(&mut self.was_taken, taken);
        let opens = match (was_taken, taken) {
            (false, true) => Some(true),
            // A level without constraints needs the section no longer.
            (true, false) if constraints(&level).next().is_none() => Some(false),
            _ => None,
        };
        let shown = section.open(opens).show(ui, |ui| {
            self.palette(ui, state, &*game, &level, &kinds);
            self.number(ui, state, &*game, &level, &kinds);
            let selected = self.selected.and_then(|site| level.mark(site));
            let kind = |mark: &Mark| kinds.iter().find(|kind| kind.id == mark.functor());
            if let Some(kind) = selected.and_then(kind) {
                self.reshape_buttons(ui, state, kind.form);
            }
            self.list(ui, state, &*game, &level);
        });
        if opens == Some(true) {
            shown.header_response.scroll_to_me(Some(egui::Align::TOP));
        }
    }

    /// Shows all kinds and the current one; a kind for the whole board is ticked.
    fn palette(
        &mut self,
        ui: &mut Ui,
        state: &mut State,
        game: &dyn Game,
        level: &Level,
        kinds: &[ConstraintKind],
    ) {
        if let Some(chosen) = self.kinds(ui, game, kinds)
            && let Some(kind) = kinds.get(chosen)
        {
            self.choose(state, chosen, kind);
        }
        let Some(in_hand) = kinds.get(self.kind) else { return };
        ui.strong(text::capital(in_hand.name));
        ui.add(egui::Label::new(egui::RichText::new(in_hand.rule).small()).wrap());
        let how = egui::RichText::new(words::how(in_hand.form)).small().weak();
        ui.add(egui::Label::new(how).wrap());
        if in_hand.form == ConstraintForm::Circle {
            ui.horizontal(|ui| {
                let label = ui.label(words::CIRCLE);
                let cells = egui::DragValue::new(&mut self.circle).range(1..=4);
                ui.add(cells).labelled_by(label.id);
            });
        }
        ui.add_space(theme::TIGHT);
        ui.menu_button("Of the whole board…", |ui| {
            for kind in kinds.iter().filter(|kind| kind.form == ConstraintForm::Whole) {
                let there = constraints(level).find(|(_, mark)| mark.functor() == kind.id);
                let mut on = there.is_some();
                if ui.checkbox(&mut on, kind.name).on_hover_text(kind.rule).changed() {
                    match there {
                        Some((site, _)) => {
                            state.edit(words::DELETE, |level| level.paint(site, None));
                        }
                        None => self.put(state, kind, &[]),
                    }
                }
            }
        });
    }

    /// Shows the number of the selected constraint, or of the next one.
    fn number(
        &mut self,
        ui: &mut Ui,
        state: &mut State,
        game: &dyn Game,
        level: &Level,
        kinds: &[ConstraintKind],
    ) {
        let selected = self.selected.filter(|_| self.number_of == NumberOf::Selected);
        let selected = selected.and_then(|site| Some((site, level.mark(site)?)));
        let kind = match selected {
            Some((_, mark)) => kinds.iter().find(|kind| kind.id == mark.functor()),
            None => kinds.get(self.kind),
        };
        let takes = |kind: &&ConstraintKind| kind.numbers.1 > 0 || kind.text.is_some();
        let Some(kind) = kind.filter(takes) else { return };
        let mut text = selected.map_or_else(|| self.number.clone(), |(_, mark)| shown_text(mark));
        ui.vertical(|ui| {
            let what = if kind.text.is_some() { words::TEXT } else { words::NUMBER };
            let label = match selected {
                Some((site, mark)) => {
                    format!("{what} of {}. {}", site.col + 1, game.describe(mark))
                }
                None => format!("{what} of the next {}", kind.name),
            };
            let label = ui.add(egui::Label::new(egui::RichText::new(label).small()).wrap());
            let id = ui.make_persistent_id("constraint number");
            let held = ui.data(|data| data.get_temp::<String>(id));
            let field = ui.memory(|memory| memory.has_focus(id));
            if field && let Some(held) = held {
                text = held;
            }
            let width = if kind.text.is_some() { f32::INFINITY } else { NUMBER_WIDTH };
            let edit = match kind.form {
                ConstraintForm::Whole => TextEdit::multiline(&mut text).code_editor(),
                _ => TextEdit::singleline(&mut text),
            };
            let edit = edit.id(id).desired_width(width).hint_text(self.number.as_str());
            let response = ui.add(edit).labelled_by(label.id);
            if std::mem::take(&mut self.takes_number) {
                // A number is typed from scratch, a text starts from its example.
                let held = if kind.text.is_some() { text.clone() } else { String::new() };
                ui.data_mut(|data| data.insert_temp(id, held));
                response.request_focus();
            }
            if response.changed() {
                ui.data_mut(|data| data.insert_temp(id, text.clone()));
                match selected {
                    Some(_) => self.renumber(state, &text),
                    None => {
                        self.number.clone_from(&text);
                        self.number_of = NumberOf::NextTyped;
                    }
                }
            } else if response.lost_focus() {
                ui.data_mut(|data| data.remove::<String>(id));
                self.fault = None;
            }
        });
        if let Some(why) = self.fault.as_deref().filter(|_| selected.is_some()) {
            ui.colored_label(Theme::of(ui).ink(Ink::Conflict), text::sentence(why));
        }
    }

    /// Lists all constraints of the level: a click selects one.
    fn list(&mut self, ui: &mut Ui, state: &mut State, game: &dyn Game, level: &Arc<Level>) {
        // Above the list, since the faulty entry may be far down.
        for (site, why) in self.faults(game, level) {
            let why = format!("{}. {}", site.col + 1, text::sentence(&why));
            let why = egui::RichText::new(why).small().color(Theme::of(ui).ink(Ink::Bad));
            let shown = ui.add(egui::Label::new(why).wrap().sense(egui::Sense::click()));
            if shown.clicked() {
                self.select(Some(site));
            }
        }
        let scroll = egui::ScrollArea::vertical().id_salt("constraint list");
        let removed =
            scroll.max_height(LIST_HEIGHT).show(ui, |ui| self.rows(ui, state, game, level));
        if let Some(site) = removed.inner {
            self.remove(state, site);
        }
    }

    /// Shows a row for each constraint. Returns the one to remove.
    fn rows(
        &mut self,
        ui: &mut Ui,
        state: &mut State,
        game: &dyn Game,
        level: &Arc<Level>,
    ) -> Option<Site> {
        let mut removed = None;
        let faults = self.faults(game, level);
        let needless = needless(state, level);
        for (site, mark) in constraints(level) {
            let name = format!("{}. {}", site.col + 1, game.describe(mark));
            let fault = faults.iter().find(|(at, _)| *at == site).map(|(_, why)| why);
            let right = egui::Layout::right_to_left(egui::Align::Center);
            let row = |ui: &mut Ui| {
                if ui.small_button("×").on_hover_text(words::DELETE).clicked() {
                    removed = Some(site);
                }
                if needless.contains(&site) {
                    ui.label(egui::RichText::new(words::NEEDLESS).small().weak());
                }
                // The name takes the rest.
                ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                    self.name(ui, state, site, &name, fault.is_some());
                });
            };
            ui.horizontal(|ui| ui.with_layout(right, row));
        }
        removed
    }

    /// Shows the name of a constraint: a click selects it, another one deselects it.
    fn name(&mut self, ui: &mut Ui, state: &mut State, site: Site, name: &str, faulty: bool) {
        let on = self.selected == Some(site);
        let mut shown = egui::RichText::new(name);
        if faulty {
            shown = shown.color(Theme::of(ui).ink(Ink::Bad));
        }
        let row = ui.add(egui::Button::selectable(on, shown).truncate());
        if row.on_hover_text(name).clicked() {
            state.set_tool(CONSTRAINT_TOOL);
            self.select(Some(site).filter(|_| !on));
        }
    }

    pub(super) fn remove(&mut self, state: &mut State, site: Site) {
        if self.selected == Some(site) {
            self.select(None);
        }
        self.version += 1;
        state.edit(words::DELETE, |level| level.paint(site, None));
    }
}

/// Returns the constraints that the solver has found to be unnecessary.
fn needless(state: &State, level: &Level) -> Vec<Site> {
    let known = state.findings.knowledge.current(level, REDUNDANT);
    let Some(tried) = known.and_then(|finding| finding.answer.edits()) else { return Vec::new() };
    // In a level without a solution no mark matters.
    if tried.now == Count::Exactly(0) {
        return Vec::new();
    }
    let effects = tried.effects.iter().filter(|effect| effect.needless == Some(true));
    effects.map(|effect| effect.site).collect()
}
