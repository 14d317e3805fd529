//! The verdicts of all levels: a row for each level, sorted by a chosen column.

use std::cmp::Ordering;
use std::sync::Arc;

use egui::{Align2, Button, Rect, RichText, ScrollArea, Sense, TextStyle, Ui, Vec2, pos2};

use super::run::CheckPurpose;
use super::{Checking, words};
use foolproof_editor::kit::icon::Icon;
use foolproof_editor::kit::theme::{self, Role, Theme};
use foolproof_editor::session::state::State;
use foolproof_editor::text;
use foolproof_level::{CheckItem, Expect, Expected, KeptStatus, Level, LevelId, Pack, Staleness};
use foolproof_picture::Ink;

const ROW: f32 = 24.0;
/// Widths of the number, a property and the verdict, in points; the title takes the rest.
const NUMBER: f32 = 34.0;
const PROPERTY: f32 = 88.0;
const VERDICT: f32 = 122.0;
/// Free room before the first cell.
const LEFT: f32 = 6.0;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum CheckColumn {
    #[default]
    Number,
    Title,
    Item(CheckItem),
    Verdict,
}

/// The column to sort by, and whether in reverse.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sorting {
    by: CheckColumn,
    backwards: bool,
}

/// A level as its row shows it.
pub(super) struct CheckRow<'a> {
    number: usize,
    level: &'a Arc<Level>,
    expected: Expected,
    known: Vec<(CheckItem, KeptStatus)>,
    pub verdict: RowVerdict,
}

/// In sort order, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum RowVerdict {
    Worse,
    Fails,
    Stale(Staleness),
    Checking,
    Unchecked,
    Passes,
}

impl RowVerdict {
    fn words(self) -> &'static str {
        match self {
            Self::Worse => words::WORSE,
            Self::Fails => words::FAILS,
            Self::Stale(staleness) => words::stale(staleness),
            Self::Checking => words::CHECKING,
            Self::Unchecked => words::UNCHECKED,
            Self::Passes => words::PASSES,
        }
    }

    pub(super) fn holds(self) -> bool {
        matches!(self, Self::Worse | Self::Fails | Self::Passes)
    }
}

impl CheckRow<'_> {
    fn status(&self, item: CheckItem) -> Option<KeptStatus> {
        self.known.iter().find(|(known, _)| *known == item).map(|(_, status)| *status)
    }

    /// Describes the whole row for screen readers.
    fn spoken(&self) -> String {
        format!("{}: {}", text::level_name(self.number, self.level), self.verdict.words())
    }
}

impl Checking {
    /// Returns the row of each level: from the solver's last answers, or else from the last check or watch.
    pub(super) fn rows<'a>(&self, state: &State, pack: &'a Pack) -> Vec<CheckRow<'a>> {
        let row = |(number, level): (usize, &'a Arc<Level>)| {
            let status = |item: CheckItem| Some((item, state.findings.standing(level, item)?.0));
            let known: Vec<_> = CheckItem::ALL.into_iter().filter_map(status).collect();
            let verdict = self.verdict(state, level, &known);
            CheckRow { number, level, expected: state.games().expected(level), known, verdict }
        };
        pack.levels.iter().enumerate().map(row).collect()
    }

    fn verdict(
        &self,
        state: &State,
        level: &Level,
        known: &[(CheckItem, KeptStatus)],
    ) -> RowVerdict {
        let asked = self.asked.as_ref().filter(|asked| asked.purpose == CheckPurpose::Check);
        if asked.is_some_and(|asked| asked.level.id == level.id) {
            return RowVerdict::Checking;
        }
        let (verdicts, expected) = (&state.findings.verdicts, state.games().expected(level));
        let last = verdicts.last(level);
        if !state.findings.is_checked(level) {
            return match last {
                Some((_, staleness)) if staleness != Staleness::Current => {
                    RowVerdict::Stale(staleness)
                }
                _ => RowVerdict::Unchecked,
            };
        }
        let has_fault = last.is_some_and(|(verdict, staleness)| {
            staleness == Staleness::Current && !verdict.fault.is_empty()
        });
        let mut meets = known.iter().map(|(item, status)| status.meets(item.expected(expected)));
        match () {
            () if self.is_worse(state.games(), level) || verdicts.is_worse(level) => {
                RowVerdict::Worse
            }
            () if !has_fault && meets.all(|meets| meets) => RowVerdict::Passes,
            () => RowVerdict::Fails,
        }
    }

    pub(super) fn table(
        &mut self,
        ui: &mut Ui,
        state: &mut State,
        mut rows: Vec<CheckRow<'_>>,
        pack: &Pack,
    ) {
        rows.sort_by(|one, other| {
            let order = compare(self.sorting.by, one, other);
            if self.sorting.backwards { order.reverse() } else { order }
        });
        let applies = |item: CheckItem| pack.levels.iter().any(|level| item.applies(level));
        self.told.clear();
        self.told.extend(CheckItem::ALL.iter().filter(|item| item.is_usual() || applies(**item)));
        self.head(ui);
        let mut chosen = None;
        let room = ui.ctx().content_rect().height() - 360.0;
        let height = (ROW * rows.len() as f32).min(room).max(ROW * 4.0);
        // The area counts the space between rows, too.
        ui.spacing_mut().item_spacing.y = 0.0;
        let list = ScrollArea::vertical().max_height(height).min_scrolled_height(height);
        list.auto_shrink([false, true]).show_rows(ui, ROW, rows.len(), |ui, range| {
            for row in rows.get(range).unwrap_or_default() {
                chosen = self.row(ui, row, state.level_id()).or(chosen);
            }
        });
        if let Some(id) = chosen {
            state.show_level(id);
        }
    }

    /// Shows the names of the columns; a click sorts by one, another click reverses the order.
    fn head(&mut self, ui: &mut Ui) {
        let (rect, _) =
            ui.allocate_exact_size(Vec2::new(ui.available_width(), ROW), Sense::hover());
        let side = egui::Layout::left_to_right(egui::Align::Center);
        for (column, cell) in self.columns(rect) {
            let name = match column {
                CheckColumn::Number => "#",
                CheckColumn::Title => words::LEVEL,
                CheckColumn::Item(item) => item.head(),
                CheckColumn::Verdict => words::VERDICT,
            };
            let is_it = self.sorting.by == column;
            let sign = match (is_it, self.sorting.backwards) {
                (false, _) => "",
                (true, false) => " ▲",
                (true, true) => " ▼",
            };
            let words = RichText::new(format!("{name}{sign}")).small();
            let mut inner = ui.new_child(egui::UiBuilder::new().max_rect(cell).layout(side));
            if inner.add(Button::new(words).frame(false)).clicked() {
                let backwards = is_it && !self.sorting.backwards;
                self.sorting = Sorting { by: column, backwards };
            }
        }
    }

    /// Shows a level's row. Returns the level if it was clicked.
    fn row(&self, ui: &mut Ui, row: &CheckRow<'_>, current: LevelId) -> Option<LevelId> {
        let theme = Theme::of(ui);
        let size = Vec2::new(ui.available_width(), ROW);
        let (rect, response) = ui.allocate_exact_size(size, Sense::click());
        let is_current = row.level.id == current;
        response.widget_info(|| {
            egui::WidgetInfo::selected(egui::Role::Button, true, is_current, row.spoken())
        });
        let fill = match (is_current, response.hovered()) {
            (true, _) => Some(Role::Tint),
            (false, true) => Some(Role::Button),
            _ => None,
        };
        if let Some(fill) = fill {
            ui.painter().rect_filled(rect, theme::ROUND, theme.role(fill));
        }
        for (column, cell) in self.columns(rect) {
            let (words, colour, sign) = match column {
                CheckColumn::Number => ((row.number + 1).to_string(), theme.role(Role::Weak), None),
                CheckColumn::Title => (text::title_of(row.level), theme.role(Role::Text), None),
                CheckColumn::Item(item) => property(theme, row, item),
                CheckColumn::Verdict => {
                    (row.verdict.words().to_owned(), verdict_ink(theme, row), None)
                }
            };
            let font = TextStyle::Body.resolve(ui.style());
            let mut job = egui::text::LayoutJob::simple_singleline(words, font, colour);
            job.wrap = egui::text::TextWrapping::truncate_at_width(cell.width() - 6.0);
            let galley = ui.painter().layout_job(job);
            let at = Align2::LEFT_CENTER.anchor_size(cell.left_center(), galley.size());
            ui.painter().galley(at.min, galley, colour);
            if let Some(sign) = sign {
                let place = at.right_center() + Vec2::new(10.0, 0.0);
                let place = Rect::from_center_size(place, Vec2::splat(10.0));
                sign.paint(ui.painter(), place, colour);
            }
        }
        let clicked = response.clicked();
        if row.level.checked.is_some() {
            response.on_hover_ui(|ui| self.details(ui, row));
        }
        clicked.then_some(row.level.id)
    }

    /// Returns the cells of a row.
    fn columns(&self, row: Rect) -> Vec<(CheckColumn, Rect)> {
        let items = self.told.iter().map(|item| (CheckColumn::Item(*item), PROPERTY));
        let items: Vec<_> = items.collect();
        let fixed = NUMBER + VERDICT + PROPERTY * items.len() as f32;
        // Never wider than the row: a window grows with what is in it.
        let title = (row.width() - fixed - LEFT).max(60.0);
        let all = [(CheckColumn::Number, NUMBER), (CheckColumn::Title, title)];
        let all = all.into_iter().chain(items).chain([(CheckColumn::Verdict, VERDICT)]);
        let mut left = row.left() + LEFT;
        all.map(|(column, width)| {
            let cell = Rect::from_min_max(pos2(left, row.top()), pos2(left + width, row.bottom()));
            left += width;
            (column, cell)
        })
        .collect()
    }

    /// Shows the reasons for a verdict.
    fn details(&self, ui: &mut Ui, row: &CheckRow<'_>) {
        ui.label(text::title_of(row.level));
        let Some(verdict) = &row.level.checked else { return };
        if !verdict.fault.is_empty() {
            ui.label(text::sentence(&verdict.fault));
        }
        if let Some(result) = self.results.get(&row.level.id) {
            if let Some(flaw) = &result.check.flaw {
                ui.label(text::sentence(flaw));
            }
            let was = result.was.as_ref();
            for turned in was.map(|was| result.is.turned_since(was, row.expected)).iter().flatten()
            {
                ui.label(words::turned(turned));
            }
        }
        ui.weak(words::when(verdict));
    }
}

/// Draws a property's cell: a cross if it breaks the policy, a tick if it keeps it; a stale one is weak.
fn property(
    theme: Theme,
    row: &CheckRow<'_>,
    item: CheckItem,
) -> (String, egui::Color32, Option<Icon>) {
    let weak = theme.role(Role::Weak);
    let Some(status) = row.status(item) else { return (String::new(), weak, None) };
    let expect = item.expected(row.expected);
    let words = status.word().to_owned();
    match (row.verdict.holds(), status.meets(expect), expect) {
        (false, ..) => (format!("({words})"), weak, None),
        (_, false, _) => (words, theme.ink(Ink::Conflict), Some(Icon::CROSS)),
        (_, true, Expect::Any) => (words, weak, None),
        (_, true, _) if status == KeptStatus::Moot => (words, weak, None),
        (_, true, _) => (words, theme.ink(Ink::Good), Some(Icon::CHECK)),
    }
}

fn verdict_ink(theme: Theme, row: &CheckRow<'_>) -> egui::Color32 {
    match row.verdict {
        RowVerdict::Worse | RowVerdict::Fails => theme.ink(Ink::Conflict),
        RowVerdict::Passes => theme.ink(Ink::Good),
        RowVerdict::Checking => theme.role(Role::Accent),
        RowVerdict::Stale(_) | RowVerdict::Unchecked => theme.role(Role::Weak),
    }
}

fn compare(by: CheckColumn, one: &CheckRow<'_>, other: &CheckRow<'_>) -> Ordering {
    let place = one.number.cmp(&other.number);
    match by {
        CheckColumn::Number => place,
        CheckColumn::Title => one.level.title.cmp(&other.level.title).then(place),
        CheckColumn::Item(item) => one.status(item).cmp(&other.status(item)).then(place),
        CheckColumn::Verdict => one.verdict.cmp(&other.verdict).then(place),
    }
}
