//! The course as a picture: a curve of difficulty over the levels and, beneath it, a row for each concept
//! with the levels that practise it.
//!
//! Each game has its own line and scale.

use egui::{
    Align2, ComboBox, FontId, Pos2, Rangef, Rect, RichText, ScrollArea, Sense, Stroke, TextStyle,
    Ui, UiBuilder, Vec2, pos2,
};

use super::CourseRoom;
use super::known::CourseNow;
use super::words;
use crate::course::model::ConceptCell;
use foolproof_editor::kit::chart::{self, Axis, Columns};
use foolproof_editor::kit::icon::Icon;
use foolproof_editor::kit::theme::{self, Role, Theme};
use foolproof_editor::session::state::State;
use foolproof_editor::text;
use foolproof_level::LevelId;
use foolproof_picture::Ink;

/// Width of the part before the columns, and the least and greatest width of a column, in points.
const LABELS: f32 = 216.0;
const COLUMN: (f32, f32) = (22.0, 72.0);
/// Heights of the numbers of levels, of the curve, and of a concept's row.
const NUMBERS: f32 = 20.0;
const CURVE: f32 = 112.0;
const ROW: f32 = 30.0;
/// Maximum number of concepts shown at once; more are scrolled.
const ROWS: usize = 8;
const INKS: [Option<Ink>; 5] =
    [None, Some(Ink::Forced), Some(Ink::Preview), Some(Ink::Shortcut), Some(Ink::Beam)];

/// Returns the colour of a game's line, by its position among the games.
fn colour(theme: Theme, game: usize) -> egui::Color32 {
    match INKS.get(game % INKS.len()).copied().flatten() {
        Some(ink) => theme.ink(ink),
        None => theme.role(Role::Accent),
    }
}

/// Positions of columns and rows.
struct CourseFrame {
    columns: Columns,
    top: f32,
}

impl CourseFrame {
    /// Returns the bottom and the top of the curve.
    fn curve(&self) -> (f32, f32) {
        (self.top + NUMBERS + CURVE - 8.0, self.top + NUMBERS + 8.0)
    }

    fn row(&self, row: usize) -> f32 {
        self.top + NUMBERS + CURVE + ROW * (row as f32 + 0.5)
    }
}

impl CourseRoom {
    /// Shows the chart. Returns the level that was clicked.
    pub(super) fn chart(&mut self, ui: &mut Ui, state: &State, now: &CourseNow) -> Option<LevelId> {
        let rows = now.overview.rows.len();
        let height = NUMBERS + CURVE + ROW * rows as f32 + 4.0;
        let shown = NUMBERS + CURVE + ROW * rows.min(ROWS) as f32 + 12.0;
        let scroll = ScrollArea::vertical().id_salt("course").max_height(shown);
        let mut clicked = None;
        scroll.auto_shrink([false, true]).show(ui, |ui| {
            let room = ui.available_width() - LABELS;
            let n = now.judged.lessons.len().max(1) as f32;
            let column = (room / n).clamp(COLUMN.0, COLUMN.1);
            ui.horizontal_top(|ui| {
                ui.spacing_mut().item_spacing.x = 0.0;
                let size = Vec2::new(LABELS, height);
                let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
                self.labels(ui, rect, state, now);
                let area = ScrollArea::horizontal().id_salt("course levels");
                area.auto_shrink([true, true]).show(ui, |ui| {
                    let size = Vec2::new(column * n, height);
                    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
                    let columns = Columns {
                        left: rect.left(),
                        width: column,
                        count: now.judged.lessons.len(),
                    };
                    let frame = CourseFrame { columns, top: rect.top() };
                    clicked = levels(ui, &frame, state, now);
                    curves(ui, &frame, now);
                    grid(ui, &frame, rect, now);
                });
            });
        });
        legend(ui);
        clicked
    }

    /// Draws the games with their measures next to the curve, and the concepts next to their rows.
    fn labels(&mut self, ui: &mut Ui, rect: Rect, state: &State, now: &CourseNow) {
        let top = rect.top() + NUMBERS;
        let place = Rect::from_min_size(
            pos2(rect.left(), top),
            Vec2::new(LABELS - theme::GAP, CURVE - theme::TIGHT),
        );
        let down = egui::Layout::top_down(egui::Align::Min);
        let mut inner = ui.new_child(UiBuilder::new().max_rect(place).layout(down));
        inner.spacing_mut().item_spacing.y = 1.0;
        ScrollArea::vertical().id_salt("measures").show(&mut inner, |ui| {
            for (at, game) in now.judged.games.iter().enumerate() {
                self.measure_of(ui, at, game, state, now);
            }
        });
        let theme = Theme::of(ui);
        let font = TextStyle::Small.resolve(ui.style());
        let voice = now.judged.voice(state.games());
        for (row, one) in now.overview.rows.iter().enumerate() {
            let middle = rect.top() + NUMBERS + CURVE + ROW * (row as f32 + 0.5);
            let cell = Rect::from_center_size(
                pos2(rect.left() + LABELS / 2.0, middle),
                Vec2::new(LABELS, ROW),
            );
            let words = text::capital(&voice.concept(&one.concept));
            let (colour, width) = (theme.role(Role::Text), LABELS - theme::GAP);
            let mut job = egui::text::LayoutJob::simple(words.clone(), font.clone(), colour, width);
            job.wrap.max_rows = 2;
            let galley = ui.painter().layout_job(job);
            let at = Align2::LEFT_CENTER.anchor_size(cell.left_center(), galley.size());
            ui.painter().galley(at.min, galley, colour);
            let response = ui.interact(cell, ui.scope_id().with(("concept", row)), Sense::hover());
            response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &words));
            response.on_hover_text(format!("{}\n{}", text::sentence(&words), one.concept));
        }
    }

    /// Shows a game's name, the choice of its measure, and its scale.
    fn measure_of(&mut self, ui: &mut Ui, at: usize, game: &str, state: &State, now: &CourseNow) {
        let theme = Theme::of(ui);
        let known = state.games().by_id(game);
        let name = known.as_ref().map_or(game.to_owned(), |game| game.about().name.to_string());
        let chosen = now.overview.measures.get(game);
        let own = now.judged.lessons.iter().filter(|lesson| lesson.game == game);
        let mut all: Vec<(String, String)> = Vec::new();
        for measure in own.flat_map(|lesson| lesson.measures.iter().flatten()) {
            if all.iter().all(|(id, _)| *id != measure.id) {
                all.push((measure.id.clone(), measure.name.clone()));
            }
        }
        let label = RichText::new(&name).small().color(colour(theme, at));
        let label = ui.label(label);
        let Some(id) = chosen else {
            ui.label(RichText::new(words::NO_MEASURE).small().color(theme.role(Role::Weak)));
            return;
        };
        let name_of = |id: &str| {
            let found = all.iter().find(|(known, _)| known == id);
            found.map_or(id.to_owned(), |(_, name)| name.clone())
        };
        let mut next = id.clone();
        let width = LABELS - 3.0 * theme::GAP;
        let list = ComboBox::from_id_salt(("measure", game)).width(width).truncate();
        let list = theme::choice(ui, list.selected_text(name_of(id)), &mut next, all);
        let about = known.map(|game| game.ranked_measures()).unwrap_or_default();
        let about = about.into_iter().find(|about| about.id == *id);
        let says = about.map_or(words::MEASURE_TIP.to_owned(), |about| {
            format!("{} {}\n{}", about.says, about.source, words::MEASURE_TIP)
        });
        list.labelled_by(label.id).on_hover_text(says);
        if next != *id {
            self.measures.insert(game.to_owned(), next);
        }
        if let Some((least, most)) = now.overview.range(&now.judged.lessons, game) {
            let range = RichText::new(words::range(least, most)).small();
            ui.label(range.color(theme.role(Role::Weak)));
        }
    }
}

/// Draws the ground of each column with its level's number. Returns the level that was clicked.
fn levels(ui: &Ui, frame: &CourseFrame, state: &State, now: &CourseNow) -> Option<LevelId> {
    let theme = Theme::of(ui);
    let mut clicked = None;
    let height = NUMBERS + CURVE + ROW * now.overview.rows.len() as f32;
    let heights = Rangef::new(frame.top, frame.top + height);
    for (at, (level, lesson)) in now.levels.iter().zip(&now.judged.lessons).enumerate() {
        let practised: Vec<String> = now
            .overview
            .rows
            .iter()
            .filter(|row| row.cells.get(at).is_some_and(|cell| cell.practised == Some(true)))
            .map(|row| now.judged.voice(state.games()).concept(&row.concept))
            .collect();
        let measure = now.overview.measures.get(&lesson.game);
        let measure = measure.and_then(|id| Some((id.as_str(), now.overview.value(lesson)?)));
        let name = words::spoken(&text::level_name(at, level), measure, &practised);
        let current = level.id == state.level_id();
        let place = frame.columns.place(at, heights);
        let response = chart::column(ui, ("level", at), place, current, &name);
        let (colour, number) = match now.is_broken(at) {
            true => (theme.ink(Ink::Conflict), format!("{}!", at + 1)),
            false => (theme.role(Role::Weak), (at + 1).to_string()),
        };
        let font = FontId::proportional(11.0);
        let middle = pos2(frame.columns.middle(at), frame.top + NUMBERS / 2.0);
        ui.painter().text(middle, Align2::CENTER_CENTER, number, font, colour);
        if response.clicked() {
            clicked = Some(level.id);
        }
    }
    clicked
}

/// Draws a line for each game, between its least and its greatest value.
fn curves(ui: &Ui, frame: &CourseFrame, now: &CourseNow) {
    let theme = Theme::of(ui);
    let columns = &frame.columns;
    let (foot, top) = frame.curve();
    ui.painter().hline(columns.left..=columns.right(), foot + 6.0, chart::axis_pen(ui));
    for (at, game) in now.judged.games.iter().enumerate() {
        let own = now.judged.lessons.iter().enumerate().filter(|(_, lesson)| lesson.game == *game);
        let values: Vec<(usize, f64)> =
            own.filter_map(|(level, lesson)| Some((level, now.overview.value(lesson)?))).collect();
        let values_of = values.iter().map(|(_, value)| *value);
        let Some(up) = Axis::around(values_of, foot, top) else { continue };
        let place = |(level, value): &(usize, f64)| pos2(columns.middle(*level), up.at(*value));
        let points: Vec<Pos2> = values.iter().map(place).collect();
        chart::curve(ui.painter(), &points, colour(theme, at), false);
        for ((level, _), point) in values.iter().zip(points) {
            if now.is_broken(*level) {
                let ring = Stroke::new(1.5, theme.ink(Ink::Conflict));
                ui.painter().circle_stroke(point, 6.0, ring);
            }
        }
    }
}

/// Draws the relation of each level to each concept.
fn grid(ui: &Ui, frame: &CourseFrame, rect: Rect, now: &CourseNow) {
    let line = chart::axis_pen(ui);
    for (row, one) in now.overview.rows.iter().enumerate() {
        let y = frame.row(row);
        ui.painter().hline(rect.x_range(), y - ROW / 2.0, line);
        for (level, cell) in one.cells.iter().enumerate() {
            sign(ui, pos2(frame.columns.middle(level), y), cell);
        }
    }
}

/// Draws a sign: a large dot for new, a small one for again, with a ring if combined with another concept.
fn sign(ui: &Ui, at: Pos2, cell: &ConceptCell) {
    let (theme, painter) = (Theme::of(ui), ui.painter());
    match cell.practised {
        None => {
            let font = FontId::proportional(11.0);
            painter.text(at, Align2::CENTER_CENTER, "?", font, theme.role(Role::Weak));
        }
        Some(false) => {}
        Some(true) => {
            let (radius, role) = match cell.introduced {
                true => (5.0, Role::Accent),
                false => (3.0, Role::Text),
            };
            painter.circle_filled(at, radius, theme.role(role));
            if cell.combined {
                painter.circle_stroke(at, 7.5, Stroke::new(1.2, theme.role(role)));
            }
        }
    }
}

/// Explains the signs.
fn legend(ui: &mut Ui) {
    let cell = |introduced, combined| ConceptCell { practised: Some(true), introduced, combined };
    let unknown = ConceptCell::default();
    ui.horizontal(|ui| {
        for (cell, name) in [
            (cell(true, false), words::LEGEND_NEW),
            (cell(false, false), words::LEGEND_AGAIN),
            (cell(false, true), words::LEGEND_COMBINED),
            (unknown, words::LEGEND_UNKNOWN),
        ] {
            let (rect, _) = ui.allocate_exact_size(Vec2::splat(16.0), Sense::hover());
            sign(ui, rect.center(), &cell);
            let weak = Theme::of(ui).role(Role::Weak);
            ui.label(RichText::new(name).small().color(weak));
        }
    });
}

pub(super) fn state_sign(ui: &mut Ui, state: crate::course::model::RuleState) {
    use crate::course::model::RuleState;
    let theme = Theme::of(ui);
    let (icon, colour) = match state {
        RuleState::Kept => (Icon::CHECK, theme.ink(Ink::Good)),
        RuleState::Unknown => (Icon::QUESTION, theme.role(Role::Weak)),
        RuleState::Broken => (Icon::CROSS, theme.ink(Ink::Conflict)),
    };
    foolproof_editor::kit::icon::inline(ui, icon, colour);
}
