//! The rating of the level: its measures with their parts, as a small table.
//!
//! Shown for games that are solved by rules of deduction, whose measures take little time. Knows
//! findings, levels and egui.

use std::sync::Arc;

use egui::{CollapsingHeader, Grid, Label, RichText, Ui, Vec2};

use crate::editor::features::rating::words;
use crate::editor::kit::theme::{self, Role, Theme};
use crate::editor::session::glances::Glances;
use crate::editor::text;
use crate::games::{Game, Measure};
use crate::level::Level;
use crate::solver::{Answer, Question};

/// The measures that were taken last.
#[derive(Default)]
pub struct RatingTable {
    known: Option<(Arc<Level>, Vec<Measure>)>,
}

impl RatingTable {
    /// Shows the measures of a level.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        game: &dyn Game,
        level: &Arc<Level>,
        glances: &mut Glances,
    ) {
        if game.deduction().is_none() {
            return;
        }
        // Those of the level before an edit stay for the moment until the new ones are there.
        self.known = self.known.take().filter(|(known, _)| known.id == level.id);
        if self.known.as_ref().is_none_or(|(known, _)| !Arc::ptr_eq(known, level)) {
            let found = glances.look(level, Question::Rate { solutions: Vec::new() });
            if let Some(finding) = found {
                let measures = match &finding.answer {
                    Answer::Rating(Ok(rated)) => rated.measures.clone(),
                    _ => Vec::new(),
                };
                self.known = Some((Arc::clone(level), measures));
            }
        }
        let Some((_, measures)) = self.known.as_ref().filter(|(_, all)| !all.is_empty()) else {
            return;
        };
        ui.add_space(theme::GAP);
        let title = match measures.first() {
            Some(first) => format!("{}: {} {}", words::RATING, first.name, number(first.value)),
            None => words::RATING.to_owned(),
        };
        let header = CollapsingHeader::new(RichText::new(title)).id_salt("rating");
        let shown = header.default_open(true).show(ui, |ui| table(ui, measures));
        shown.header_response.on_hover_text(words::RATING_TIP);
    }
}

fn number(value: f64) -> String {
    format!("{value}")
}

/// A measure a line: its name, its number, and what that means.
fn table(ui: &mut Ui, measures: &[Measure]) {
    let theme = Theme::of(ui);
    let weak = theme.role(Role::Weak);
    Grid::new("measures")
        .num_columns(3)
        .min_row_height(15.0)
        .spacing(Vec2::new(theme::GAP, 1.0))
        .show(ui, |ui| {
            for measure in measures {
                let nothing = measure.value == 0.0;
                let colour = if nothing { weak } else { theme.role(Role::Text) };
                let small = |words: &str| RichText::new(words).small();
                ui.label(small(&measure.name).color(colour));
                ui.label(small(&number(measure.value)).color(colour));
                let note = Label::new(small(&measure.note).color(weak)).truncate();
                ui.add(note).on_hover_text(text::sentence(&measure.note));
                ui.end_row();
            }
        });
}
