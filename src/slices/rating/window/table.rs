//! The rating of the level: its measures with their parts, as a small table.
//!
//! Every measure of the game has its row before its number is known, and keeps it while the level
//! is edited, so that nothing beneath the table moves.

use std::sync::Arc;

use egui::{Align, Color32, Label, Layout, Response, RichText, Ui, Vec2};

use crate::rating::question::{MeasuredLevel, RATING, RateLevel};
use crate::rating::window::words;
use foolproof_editor::kit::theme::{self, Role, Theme};
use foolproof_editor::session::state::State;
use foolproof_editor::text;
use foolproof_game::{Measure, MeasureKind, number_text};
use foolproof_level::{Level, LevelId};
use foolproof_solver::Question;

/// Height of a row, and width of a number.
const ROW: f32 = 15.0;
const NUMBERS: f32 = 56.0;

/// Returns the question that rates a level.
pub(crate) fn question() -> Question {
    RateLevel::question()
}

/// The table with its last measures.
#[derive(Default)]
pub(crate) struct RatingTable {
    known: Option<(LevelId, MeasuredLevel)>,
}

impl RatingTable {
    /// Shows the measures of the level on the canvas.
    pub(crate) fn show(&mut self, ui: &mut Ui, state: &mut State) {
        let Some((game, level)) = state.scene() else { return };
        let Some(rating) = game.rating() else { return };
        let measured = measured(state, &level);
        let is_current = measured.is_some();
        // The measures from before an edit stay until the new ones are there.
        self.known = match measured {
            Some(measured) => Some((level.id, measured)),
            None => self.known.take().filter(|(known, _)| *known == level.id),
        };
        let known = self.known.as_ref().map(|(_, measured)| measured);
        table(ui, &rating.measures(), known, is_current);
        ui.add_space(theme::GAP);
    }
}

/// Returns the known measures of the current level. If no question about the edited level asks for them, asks
/// for them aside.
fn measured(state: &mut State, level: &Arc<Level>) -> Option<MeasuredLevel> {
    let finding = match state.findings.knowledge.current(level, RATING) {
        Some(finding) => finding,
        None if is_aside(state, level) => state.findings.glances.look(level, question())?,
        None => return None,
    };
    MeasuredLevel::of(finding)
}

/// True if the measures are not asked for with every edit: those by a walk, and all while live solving is off.
fn is_aside(state: &State, level: &Level) -> bool {
    let is_walked = state.game().is_some_and(|game| game.rating().is_some_and(|it| it.is_walked()));
    is_walked || !state.findings.live.on || state.document.strangers.are_in(level)
}

/// Returns the contents of a row: its number, the meaning of the number, and its colour.
fn told(
    theme: Theme,
    kind: &MeasureKind,
    known: Option<&MeasuredLevel>,
    is_current: bool,
) -> (String, String, Color32) {
    let weak = theme.role(Role::Weak);
    let Some(known) = known else { return (words::TO_COME.to_owned(), String::new(), weak) };
    match known.measures.iter().find(|measure| measure.id == kind.id) {
        Some(Measure { value, note, .. }) => {
            let faint = *value == 0.0 || !is_current;
            (number_text(*value), note.clone(), if faint { weak } else { theme.role(Role::Text) })
        }
        None => match &known.halt {
            Some(why) => (words::NOT_KNOWN.to_owned(), words::not_known(&why.words()), weak),
            None => (words::NONE.to_owned(), String::new(), weak),
        },
    }
}

/// Shows one measure per line: its name and its number; the tip explains it. Columns have fixed widths, so
/// that their contents cannot widen the panel.
fn table(ui: &mut Ui, rows: &[MeasureKind], known: Option<&MeasuredLevel>, is_current: bool) {
    let theme = Theme::of(ui);
    let names = (ui.available_width() - NUMBERS - theme::TIGHT).max(NUMBERS);
    ui.spacing_mut().item_spacing = Vec2::new(theme::TIGHT, 1.0);
    ui.spacing_mut().interact_size.y = ROW;
    for kind in rows {
        let (value, note, colour) = told(theme, kind, known, is_current);
        let about = format!("{} {}", kind.says, kind.source);
        let said = (!note.is_empty()).then(|| format!("{value}: {}", text::sentence(&note)));
        let tip = said.into_iter().chain([about]).collect::<Vec<_>>().join("\n");
        ui.horizontal(|ui| {
            let shown = cell(ui, names, &kind.name, colour) | cell(ui, NUMBERS, &value, colour);
            shown.on_hover_text(tip);
        });
    }
}

/// Shows a cell of the table. Long text is cut, and shown in full in a tip.
fn cell(ui: &mut Ui, width: f32, words: &str, colour: Color32) -> Response {
    let size = Vec2::new(width, ROW);
    let layout = Layout::left_to_right(Align::Center);
    let shown = ui.allocate_ui_with_layout(size, layout, |ui| {
        ui.set_min_size(size);
        ui.set_max_width(width);
        ui.add(Label::new(RichText::new(words).small().color(colour)).truncate())
    });
    shown.inner
}
