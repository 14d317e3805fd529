//! The results of a study: the table with its shaded cells, the charts of a row, and its levels.

use std::sync::Arc;

use egui::{Align2, Rect, ScrollArea, Sense, TextStyle, Ui, Vec2};

use crate::studies::window::words;
use crate::studies::window::{WorkshopDeed, curve};
use foolproof_editor::kit::chart::{self, Axis, Columns};
use foolproof_editor::kit::theme::{self, Role, Theme};
use foolproof_editor::kit::thumbs::{Subject, Thumbs};
use foolproof_editor::panels::palette;
use foolproof_editor::text;
use foolproof_game::{Chart, ChartStyle, Game, Report, Row, UNKNOWN};
use foolproof_level::Level;

const NAME: f32 = 124.0;
const CELL: f32 = 66.0;
const LINE: f32 = 22.0;
/// Height of a column's head, in points: enough for names of three words.
const HEAD: f32 = 42.0;
/// Maximum width of a column, in points.
const WIDEST: f32 = 110.0;
/// Side of a level's picture, in points; `LARGE` if there are at most `FEW`.
const CARD: f32 = 92.0;
const LARGE: f32 = 150.0;
const FEW: usize = 4;
/// Space beneath the cards, in points.
const BENEATH: f32 = 88.0;

/// Shows the table, the best rows first. Returns the name of the clicked row.
pub(super) fn table(
    ui: &mut Ui,
    game: &dyn Game,
    report: &Report,
    chosen: Option<&str>,
    sorted: &mut usize,
) -> Option<String> {
    *sorted = (*sorted).min(report.columns.len().saturating_sub(1));
    let mut order: Vec<&Row> = report.rows.iter().collect();
    let value = |row: &Row| row.values.get(*sorted).copied().unwrap_or(0.0);
    order.sort_by(|one, two| value(two).total_cmp(&value(one)));
    let greatest: Vec<f64> = (0..report.columns.len())
        .map(|column| {
            let values = report.rows.iter().filter_map(|row| row.values.get(column));
            values.fold(0.0, |most: f64, value| most.max(*value))
        })
        .collect();
    // Free space goes to the columns, so that their heads are readable.
    let share = (ui.available_width() - NAME - theme::WIDE) / report.columns.len().max(1) as f32;
    let table = StudyTable { game, report, greatest, cell: share.clamp(CELL, WIDEST).floor() };
    let mut asked = None;
    let height = (ui.available_height() * 0.42).clamp(120.0, 340.0);
    ScrollArea::horizontal().id_salt("columns").show(ui, |ui| {
        ui.vertical(|ui| {
            table.head(ui, sorted);
            ScrollArea::vertical().max_height(height).auto_shrink([false, true]).show_rows(
                ui,
                LINE,
                order.len(),
                |ui, shown| {
                    ui.spacing_mut().item_spacing.y = 0.0;
                    for row in order.get(shown).unwrap_or_default() {
                        let on = chosen == Some(row.name.as_str());
                        if table.line(ui, row, on) {
                            asked = Some(row.name.clone());
                        }
                    }
                },
            );
        });
    });
    asked
}

/// Data shared by the lines of a table.
struct StudyTable<'a> {
    game: &'a dyn Game,
    report: &'a Report,
    /// Maximum value of each column.
    greatest: Vec<f64>,
    /// Width of a column, in points.
    cell: f32,
}

impl StudyTable<'_> {
    /// Shows the names of the columns. A click sorts by that column.
    fn head(&self, ui: &mut Ui, sorted: &mut usize) {
        let theme = Theme::of(ui);
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 0.0;
            let size = Vec2::new(NAME, HEAD);
            ui.allocate_exact_size(size, Sense::hover());
            let font = TextStyle::Small.resolve(ui.style());
            for (n, column) in self.report.columns.iter().enumerate() {
                let (rect, response) =
                    ui.allocate_exact_size(Vec2::new(self.cell, HEAD), Sense::click());
                response.widget_info(|| {
                    let words = format!("{} {}", words::SORT_BY, column.name);
                    egui::WidgetInfo::labeled(egui::Role::Button, true, words)
                });
                let on = n == *sorted || response.hovered() || response.has_focus();
                let colour = if on { theme.role(Role::Accent) } else { theme.role(Role::Weak) };
                let mut job = egui::text::LayoutJob::simple(
                    column.name.clone(),
                    font.clone(),
                    colour,
                    self.cell - theme::GAP - 2.0,
                );
                job.wrap.max_rows = 3;
                job.halign = egui::Align::RIGHT;
                let words = ui.painter().layout_job(job);
                let at = rect.right_bottom() - Vec2::new(theme::GAP, words.size().y + 3.0);
                ui.painter().galley(at, words, colour);
                let tip = format!("{}\n{}\n{}.", column.name, column.tip, words::SORT_BY);
                if response.on_hover_text(tip).clicked() {
                    *sorted = n;
                }
            }
        });
    }

    /// Shows a row. Returns whether it was clicked.
    fn line(&self, ui: &mut Ui, row: &Row, on: bool) -> bool {
        let (theme, wide) = (Theme::of(ui), self.cell);
        let width = NAME + wide * self.report.columns.len() as f32;
        let (rect, response) = ui.allocate_exact_size(Vec2::new(width, LINE), Sense::click());
        response.widget_info(|| {
            let mut info = egui::WidgetInfo::labeled(egui::Role::Button, true, &row.name);
            info.selected = Some(on);
            info
        });
        if let Some(ground) = theme.ground(on, &response) {
            ui.painter().rect_filled(rect, theme::ROUND, ground);
        }
        let font = TextStyle::Body.resolve(ui.style());
        let icon = Rect::from_min_size(rect.min, Vec2::splat(LINE));
        if let Some(mark) = &row.mark {
            palette::draw_mark(ui, self.game, mark, icon.shrink(1.0));
        }
        let at = icon.right_center() + Vec2::new(theme::TIGHT, 0.0);
        let colour = theme.role(Role::Text);
        ui.painter().text(at, Align2::LEFT_CENTER, &row.name, font.clone(), colour);
        let columns = self.report.columns.iter().zip(&row.values).zip(&self.greatest);
        for (n, ((column, value), most)) in columns.enumerate() {
            let left = rect.left() + NAME + wide * n as f32;
            let cell = Rect::from_min_size(egui::pos2(left, rect.top()), Vec2::new(wide, LINE));
            if column.shaded && *most > 0.0 {
                // Between 0 and 1, so the cast loses nothing visible.
                let share = (value / most) as f32;
                let fill = theme.faded(Role::Accent, 0.65 * share);
                ui.painter().rect_filled(cell.shrink(1.0), 2.0, fill);
            }
            let words = match *value {
                UNKNOWN => words::NOT_KNOWN.to_owned(),
                value if value >= 1e8 => format!("{value:.2e}"),
                value => format!("{value:.digits$}", digits = column.digits),
            };
            let colour =
                if *value == 0.0 || *value == UNKNOWN { theme.role(Role::Weak) } else { colour };
            let at = cell.right_center() - Vec2::new(theme::GAP, 0.0);
            ui.painter().text(at, Align2::RIGHT_CENTER, words, font.clone(), colour);
        }
        response.clicked()
    }
}

/// Shows the charts and the levels of a row.
pub(super) fn row(
    ui: &mut Ui,
    game: &dyn Game,
    row: &Row,
    levels: &[Arc<Level>],
    thumbs: &mut Thumbs<usize>,
) -> Option<WorkshopDeed> {
    ui.add_space(theme::GAP);
    let words = row.mark.as_ref().map_or_else(|| row.name.clone(), |mark| game.describe(mark));
    ui.horizontal(|ui| {
        ui.heading(text::capital(&words));
        if row.mark.is_some() {
            ui.weak(&row.name);
        }
    });
    ScrollArea::horizontal().id_salt("charts").show(ui, |ui| {
        ui.horizontal(|ui| {
            row.charts.iter().for_each(|one| match one.drawn {
                ChartStyle::Bars => bars(ui, one),
                ChartStyle::Curve => curve::show(ui, one),
            })
        });
    });
    ui.add_space(theme::TIGHT);
    let mut deed = None;
    ui.horizontal(|ui| {
        theme::section(ui, &words::best_levels(levels.len()));
        if !levels.is_empty() && ui.button(words::OPEN_AS_PACK).clicked() {
            deed = Some(WorkshopDeed::Open(text::capital(&words), levels.to_vec()));
        }
    });
    let side = if levels.len() > FEW { CARD } else { LARGE };
    let columns = ((ui.available_width() / (side + theme::GAP)).floor() as usize).max(1);
    let rows = levels.len().div_ceil(columns);
    let cell = side + theme::GAP;
    // The height depends on the room in the program's window, not on the first row.
    let most = ui.ctx().content_rect().bottom() - ui.cursor().top() - BENEATH;
    let high = (rows as f32 * cell).min(most.max(cell));
    let cards = ScrollArea::vertical().id_salt("best levels").min_scrolled_height(high);
    cards.max_height(high).auto_shrink([false, true]).show_rows(ui, cell, rows, |ui, shown| {
        ui.spacing_mut().item_spacing = Vec2::splat(theme::GAP);
        for line in shown {
            ui.horizontal(|ui| {
                let here = levels.iter().enumerate().skip(line * columns).take(columns);
                for (n, level) in here {
                    if card(ui, game, n, level, side, thumbs) {
                        deed = Some(WorkshopDeed::Add(Arc::clone(level)));
                    }
                }
            });
        }
    });
    deed
}

/// Shows a level as a picture. Returns whether it was clicked, which puts it into the pack.
fn card(
    ui: &mut Ui,
    game: &dyn Game,
    number: usize,
    level: &Arc<Level>,
    side: f32,
    thumbs: &mut Thumbs<usize>,
) -> bool {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(side), Sense::click());
    response.widget_info(|| {
        egui::WidgetInfo::labeled(egui::Role::Button, true, words::add_level(&level.title))
    });
    let play = level.intended.as_ref();
    thumbs.paint(ui, rect, number, Subject { game, level, play, against: None });
    let theme = Theme::of(ui);
    let edge = if response.hovered() || response.has_focus() { Role::Accent } else { Role::Line };
    let pen = egui::Stroke::new(1.0, theme.role(edge));
    ui.painter().rect_stroke(rect, theme::ROUND, pen, egui::StrokeKind::Inside);
    response.on_hover_text(words::add_level(&level.title)).clicked()
}

/// Formats a number so that it fits above a bar.
fn short(value: f64) -> String {
    match value {
        value if value >= 1e6 => format!("{:.1}M", value / 1e6),
        value if value >= 1e4 => format!("{:.0}k", value / 1e3),
        value => format!("{value}"),
    }
}

/// Draws bars with their numbers.
fn bars(ui: &mut Ui, chart: &Chart) {
    const BAR: f32 = 30.0;
    const HIGH: f32 = 74.0;
    let theme = Theme::of(ui);
    let weak = theme.role(Role::Weak);
    let small = TextStyle::Small.resolve(ui.style());
    let title = ui.painter().layout_no_wrap(chart.title.clone(), small, weak);
    // Wide enough that the title does not reach into the next chart.
    let width = (BAR * chart.bars.len() as f32).max(210.0).max(title.size().x + theme::GAP);
    let size = Vec2::new(width, HIGH + 44.0);
    let (rect, _) = chart::room(ui, size, Sense::hover(), || {
        let bars: Vec<String> = chart.bars.iter().map(|(x, y)| format!("{x}: {y}")).collect();
        format!("{}: {}", chart.title, bars.join(", "))
    });
    ui.painter().galley(rect.left_top(), title, weak);
    let ground = rect.top() + 30.0 + HIGH;
    let values = chart.bars.iter().map(|(_, value)| *value);
    let up = Axis::from_zero(values, ground, ground - HIGH + 12.0);
    let columns = Columns { left: rect.left(), width: BAR, count: chart.bars.len() };
    for (n, (name, value)) in chart.bars.iter().enumerate() {
        let bar = columns.bar(n, *value, &up, 3.0);
        ui.painter().rect_filled(bar, 2.0, theme.role(Role::Accent));
        let colour = if *value == 0.0 { weak } else { theme.role(Role::Text) };
        chart::label_above(ui, bar, &short(*value), colour);
        chart::label_beneath(ui, bar, name, weak);
    }
    ui.painter().hline(rect.x_range(), ground, chart::axis_pen(ui));
}
