//! Other cells for the constraint that is selected: drawn again, or with one more group or line.

use super::{Constraining, said_of, shown_text, words};
use egui::Ui;
use foolproof_editor::kit::toasts::ToastTone;
use foolproof_editor::session::state::State;
use foolproof_game::{ConstraintForm, ConstraintKind, ConstraintText, Game};
use foolproof_level::{Level, Mark, Site};

/// Purpose of the next stroke of the tool.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum NextStroke {
    /// A new constraint.
    #[default]
    New,
    /// The selected one, with other cells.
    Again,
    /// One more group of cells of the selected one, or one more line from its circle.
    More,
}

impl Constraining {
    /// Returns the kind that a stroke draws: that of the selected constraint if the stroke changes it.
    pub(super) fn kind_of_stroke(&self, game: &dyn Game, level: &Level) -> Option<ConstraintKind> {
        let mark = self.selected.and_then(|site| level.mark(site));
        match (self.next_stroke, mark) {
            (NextStroke::Again | NextStroke::More, Some(mark)) => {
                let kinds = game.constraints()?.kinds();
                kinds.into_iter().find(|kind| kind.id == mark.functor())
            }
            _ => self.kind_in_hand(game),
        }
    }

    /// Shows the buttons that change the cells of the selected constraint.
    pub(super) fn reshape_buttons(&mut self, ui: &mut Ui, state: &mut State, form: ConstraintForm) {
        if form == ConstraintForm::Whole {
            return;
        }
        let more = match form {
            ConstraintForm::Groups => Some(words::MORE_GROUP),
            ConstraintForm::Circle => Some(words::MORE_LINE),
            _ => None,
        };
        ui.horizontal(|ui| {
            let again = (words::AGAIN, NextStroke::Again);
            for (name, stroke) in
                [Some(again), more.map(|name| (name, NextStroke::More))].into_iter().flatten()
            {
                let is_on = self.next_stroke == stroke;
                let button = egui::Button::new(name).selected(is_on);
                if ui.add(button).on_hover_text(words::how(form)).clicked() {
                    self.next_stroke = if is_on { NextStroke::New } else { stroke };
                    self.first_group.clear();
                    state.set_tool(super::CONSTRAINT_TOOL);
                }
            }
        });
    }

    /// Gives the selected constraint other cells.
    pub(super) fn redraw(
        &mut self,
        state: &mut State,
        kind: &ConstraintKind,
        groups: &[Vec<Site>],
    ) {
        self.reshape(state, |game, level, mark| {
            let (numbers, text) = said_of(kind, &shown_text(mark));
            let said = ConstraintText { numbers: &numbers, text: &text };
            let known = game.constraints().ok_or(words::NONE_HERE)?;
            known.drawn(&level.board, kind.id, &said, groups)
        });
    }

    /// Adds a group of cells to the selected constraint, or a line from its circle.
    pub(super) fn add_group(&mut self, state: &mut State, kind: &ConstraintKind, drawn: Vec<Site>) {
        self.reshape(state, |game, level, mark| {
            let mut groups = groups_of(mark);
            let circle = groups.first().filter(|_| kind.form == ConstraintForm::Circle);
            // A line is dragged from the circle, whose cells do not belong to it.
            let is_new = |site: &Site| circle.is_none_or(|circle| !circle.contains(site));
            let more: Vec<Site> = drawn.into_iter().filter(is_new).collect();
            if more.is_empty() {
                return Err(words::how(kind.form).to_owned());
            }
            groups.push(more);
            let known = game.constraints().ok_or(words::NONE_HERE)?;
            known.drawn(&level.board, kind.id, &ConstraintText::default(), &groups)
        });
    }

    /// Replaces the selected constraint by another mark, or says why it cannot.
    fn reshape(
        &mut self,
        state: &mut State,
        next: impl FnOnce(&dyn Game, &Level, &Mark) -> Result<Mark, String>,
    ) {
        let (Some((game, level)), Some(site)) = (state.scene(), self.selected) else { return };
        let Some(mark) = level.mark(site) else { return };
        match next(&*game, &level, mark) {
            Ok(mark) => {
                self.next_stroke = NextStroke::New;
                state.edit(words::RESHAPE, |level| level.paint(site, Some(mark)));
            }
            Err(why) => state.say(ToastTone::Trouble, why),
        }
    }
}

/// Returns the groups of cells that a mark names.
pub(super) fn groups_of(mark: &Mark) -> Vec<Vec<Site>> {
    let groups = mark.args().into_iter().filter_map(|arg| {
        let (name, cells) = foolproof_kernel::split(arg);
        (name == "cells").then(|| cells.into_iter().filter_map(|cell| cell.parse().ok()).collect())
    });
    groups.collect()
}
