//! The rating of the level: its measures with their parts, as a small table.
//!
//! Every measure of the game has its row before its number is known, and keeps it while the level is
//! edited: what stands beneath the table keeps its place. Knows findings, levels and egui.

use egui::{CollapsingHeader, Color32, Grid, Label, RichText, Ui, Vec2};

use crate::editor::features::rating::words;
use crate::editor::kit::theme::{self, Role, Theme};
use crate::editor::session::settings::{Initially, SwitchKey};
use crate::editor::session::state::State;
use crate::editor::text;
use crate::games::{Game, Measure, MeasureName};
use crate::level::{Level, LevelId};
use crate::solver::{Answer, MeasuredLevel, Question, Topic};

use std::sync::Arc;

/// Whether the table is unfolded, as the settings know it.
const UNFOLDED: SwitchKey = SwitchKey("rating");

/// What is asked of a level that is rated.
pub fn question() -> Question {
    Question::Rate { solutions: Vec::new() }
}

/// The measures that were taken last.
#[derive(Default)]
pub struct RatingTable {
    known: Option<(LevelId, MeasuredLevel)>,
}

impl RatingTable {
    /// Shows the measures of the level on the canvas.
    pub fn show(&mut self, ui: &mut Ui, state: &mut State) {
        let Some((game, level)) = state.scene() else { return };
        let Some(rating) = game.rating() else { return };
        let measured = measured(state, &level);
        let is_current = measured.is_some();
        // Those of the level before an edit stay for the moment until the new ones are there.
        self.known = match measured {
            Some(measured) => Some((level.id, measured)),
            None => self.known.take().filter(|(known, _)| *known == level.id),
        };
        let known = self.known.as_ref().map(|(_, measured)| measured);
        ui.add_space(theme::GAP);
        let unfolded = state.settings.is_on(UNFOLDED, Initially::On);
        let header = CollapsingHeader::new(RichText::new(title(&*game, known)))
            .id_salt("rating")
            .open(Some(unfolded));
        let rows = rating.measures();
        let shown = header.show(ui, |ui| table(ui, &rows, (known, is_current)));
        if shown.header_response.on_hover_text(words::RATING_TIP).clicked() {
            state.settings.switch(UNFOLDED, !unfolded);
        }
    }
}

/// What is known of the level as it is. While the solver rests, it is looked up all the same.
fn measured(state: &mut State, level: &Arc<Level>) -> Option<MeasuredLevel> {
    let rests = !state.live.on || state.strangers.are_in(level);
    let finding = match state.knowledge.current(level, Topic::Rating) {
        Some(finding) => finding,
        None if rests => state.glances.look(level, question())?,
        None => return None,
    };
    match &finding.answer {
        Answer::Rating(Ok(measured)) => Some(measured.clone()),
        Answer::Rating(Err(why)) => {
            Some(MeasuredLevel { measures: Vec::new(), halt: Some(why.clone()) })
        }
        _ => None,
    }
}

/// The heading, with the score where the first measure is one.
fn title(game: &dyn Game, known: Option<&MeasuredLevel>) -> String {
    let scored = known.filter(|_| game.deduction().is_some());
    match scored.and_then(|known| known.measures.first()) {
        Some(first) => format!("{}: {} {}", words::RATING, first.name, number(first.value)),
        None => words::RATING.to_owned(),
    }
}

fn number(value: f64) -> String {
    let digits = if value.fract() == 0.0 { 0 } else { 2 };
    format!("{value:.digits$}")
}

/// What a row says: its number, what that means, and its colour.
fn told(
    theme: Theme,
    name: MeasureName,
    (known, is_current): (Option<&MeasuredLevel>, bool),
) -> (String, String, Color32) {
    let weak = theme.role(Role::Weak);
    let Some(known) = known else { return (words::TO_COME.to_owned(), String::new(), weak) };
    match known.measures.iter().find(|measure| measure.id == name.id) {
        Some(Measure { value, note, .. }) => {
            let faint = *value == 0.0 || !is_current;
            (number(*value), note.clone(), if faint { weak } else { theme.role(Role::Text) })
        }
        None if known.halt.is_some() => {
            (words::NONE.to_owned(), words::NOT_IN_TIME.to_owned(), weak)
        }
        None => (words::NONE.to_owned(), String::new(), weak),
    }
}

/// A measure a line: its name, its number, and what that means.
fn table(ui: &mut Ui, rows: &[MeasureName], known: (Option<&MeasuredLevel>, bool)) {
    let theme = Theme::of(ui);
    Grid::new("measures")
        .num_columns(3)
        .min_row_height(15.0)
        .spacing(Vec2::new(theme::GAP, 1.0))
        .show(ui, |ui| {
            for name in rows {
                let (value, note, colour) = told(theme, *name, known);
                let small = |words: &str| RichText::new(words).small();
                ui.label(small(name.name).color(colour));
                ui.label(small(&value).color(colour));
                let tip = text::sentence(&note);
                let note = Label::new(small(&note).color(theme.role(Role::Weak))).truncate();
                let shown = ui.add(note);
                if !tip.is_empty() {
                    shown.on_hover_text(tip);
                }
                ui.end_row();
            }
        });
}
