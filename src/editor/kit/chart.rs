//! Charts: axes, columns, bars, curves and their markers, and pointing at, clicking and reading out a chart.

use egui::{
    Align2, Color32, Painter, Pos2, Rangef, Rect, Response, Sense, Shape, Stroke, TextStyle, Ui,
    Vec2, WidgetInfo,
};

use crate::kit::theme::{self, Role, Theme};

/// Width of curves, and radius of the discs on them, in points.
const CURVE: f32 = 2.0;
const DISC: f32 = 3.5;

/// Values along a line on the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    /// The least and the greatest value.
    pub low: f64,
    pub high: f64,
    /// Positions of those two on the screen, in points.
    pub from: f32,
    pub to: f32,
}

impl Axis {
    /// Spans some values, from the least to the greatest; `None` without values.
    pub fn around(values: impl IntoIterator<Item = f64>, from: f32, to: f32) -> Option<Self> {
        let bounds = values.into_iter().fold(None, |bounds: Option<(f64, f64)>, value| {
            let (low, high) = bounds.unwrap_or((value, value));
            Some((low.min(value), high.max(value)))
        });
        bounds.map(|(low, high)| Self { low, high, from, to })
    }

    /// Spans some values, from 0 to the greatest. If all are 0, they lie at 0.
    pub fn from_zero(values: impl IntoIterator<Item = f64>, from: f32, to: f32) -> Self {
        Self { low: 0.0, high: values.into_iter().fold(f64::MIN_POSITIVE, f64::max), from, to }
    }

    /// Returns the position of a value on the screen; the middle if the axis has only one value.
    pub fn at(&self, value: f64) -> f32 {
        let wide = self.high > self.low;
        // A fraction from 0 to 1: the precision lost is not visible.
        let part = if wide { ((value - self.low) / (self.high - self.low)) as f32 } else { 0.5 };
        self.from + part * (self.to - self.from)
    }
}

/// Columns of the same width, side by side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Columns {
    pub left: f32,
    pub width: f32,
    pub count: usize,
}

impl Columns {
    /// Divides a width into columns.
    pub fn across(room: Rangef, count: usize) -> Self {
        // A number of columns on a screen: the cast is exact.
        Self { left: room.min, width: room.span() / count.max(1) as f32, count }
    }

    pub fn right(&self) -> f32 {
        self.left + self.width * self.count as f32
    }

    pub fn middle(&self, column: usize) -> f32 {
        self.left + self.width * (column as f32 + 0.5)
    }

    /// Returns the rectangle of a column between two heights.
    pub fn place(&self, column: usize, heights: Rangef) -> Rect {
        let left = self.left + self.width * column as f32;
        Rect::from_x_y_ranges(left..=left + self.width, heights)
    }

    /// Returns the column at a horizontal position on the screen.
    pub fn under(&self, x: f32) -> Option<usize> {
        let columns = (x - self.left) / self.width;
        // Whole columns from the left: the fraction is dropped on purpose.
        (columns >= 0.0).then_some(columns as usize).filter(|column| *column < self.count)
    }

    /// Returns the bar of a value in a column, with a gap at both sides.
    pub fn bar(&self, column: usize, value: f64, up: &Axis, gap: f32) -> Rect {
        let heights = Rangef::new(up.at(value), up.from);
        self.place(column, heights).shrink2(Vec2::new(gap, 0.0))
    }
}

/// Allocates room for a chart that screen readers hear as one label.
pub fn room(ui: &mut Ui, size: Vec2, sense: Sense, name: impl Fn() -> String) -> (Rect, Response) {
    let (rect, response) = ui.allocate_exact_size(size, sense);
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Label, true, name()));
    (rect, response)
}

/// Shows a column as a button with a name. Its ground shows whether it is selected or pointed at.
pub fn column(ui: &Ui, id: impl egui::AsIdSalt, rect: Rect, chosen: bool, name: &str) -> Response {
    let response = ui.interact(rect, ui.scope_id().with(id), Sense::click());
    response.widget_info(|| WidgetInfo::selected(egui::Role::Button, true, chosen, name));
    if let Some(ground) = Theme::of(ui).ground(chosen, &response) {
        ui.painter().rect_filled(rect.shrink2(Vec2::new(1.0, 0.0)), theme::ROUND, ground);
    }
    response.on_hover_text(name)
}

/// Shows a tip for the item under the pointer, and returns the item if it was clicked.
pub fn clicked(
    response: Response,
    under: Option<usize>,
    says: impl FnOnce(usize) -> String,
) -> Option<usize> {
    let at = under?;
    let clicked = response.clicked().then_some(at);
    response.on_hover_text_at_pointer(says(at));
    clicked
}

/// Returns the pen for axes.
pub fn axis_pen(ui: &Ui) -> Stroke {
    Stroke::new(1.0, Theme::of(ui).role(Role::Line))
}

/// Draws small text at a position.
pub fn words(ui: &Ui, at: Pos2, align: Align2, words: impl ToString, colour: Color32) {
    ui.painter().text(at, align, words, TextStyle::Small.resolve(ui.style()), colour);
}

/// Draws words above a bar.
pub fn label_above(ui: &Ui, bar: Rect, label: &str, colour: Color32) {
    let at = bar.center_top() - Vec2::new(0.0, 1.0);
    words(ui, at, Align2::CENTER_BOTTOM, label, colour);
}

/// Draws a name beneath a bar.
pub fn label_beneath(ui: &Ui, bar: Rect, label: &str, colour: Color32) {
    let at = bar.center_bottom() + Vec2::new(0.0, 2.0);
    words(ui, at, Align2::CENTER_TOP, label, colour);
}

/// The sign at a point. Shapes tell points apart where colours do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marker {
    Disc,
    Square,
    Ring,
}

impl Marker {
    pub fn draw(self, painter: &Painter, at: Pos2, radius: f32, ink: Color32, ground: Color32) {
        match self {
            Marker::Disc => _ = painter.circle_filled(at, radius, ink),
            Marker::Square => {
                let square = Rect::from_center_size(at, Vec2::splat(radius * 2.0));
                painter.rect_filled(square, 1.0, ink);
            }
            Marker::Ring => {
                let rim = Stroke::new((radius * 0.4).max(1.0), ink);
                painter.circle(at, radius * 0.7, ground, rim);
            }
        }
    }
}

/// Draws a curve through points: a full line with discs, or a dashed one with squares.
pub fn curve(painter: &Painter, points: &[Pos2], colour: Color32, dashed: bool) {
    let stroke = Stroke::new(CURVE, colour);
    let (marker, radius) = match dashed {
        true => (Marker::Square, DISC * 0.8),
        false => (Marker::Disc, DISC),
    };
    match dashed {
        true => painter.extend(Shape::dashed_line(points, stroke, 5.0, 4.0)),
        false => _ = painter.add(Shape::line(points.to_vec(), stroke)),
    }
    for at in points {
        marker.draw(painter, *at, radius, colour, Color32::TRANSPARENT);
    }
}

/// Draws a line that is level from one point to the next, with a disc at its end.
pub fn stairs(painter: &Painter, points: &[Pos2], colour: Color32) {
    painter.add(Shape::line(corners(points), Stroke::new(CURVE, colour)));
    if let Some(end) = points.last() {
        Marker::Disc.draw(painter, *end, 3.0, colour, colour);
    }
}

/// Returns the corners of stairs through points.
fn corners(points: &[Pos2]) -> Vec<Pos2> {
    let mut corners: Vec<Pos2> = Vec::new();
    for at in points {
        if let Some(last) = corners.last() {
            corners.push(Pos2::new(at.x, last.y));
        }
        corners.push(*at);
    }
    corners
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_go_through_their_ends_and_hold_a_single_value_in_the_middle() {
        let up = Axis::around([3.0, 1.0, 2.0], 100.0, 20.0).expect("values");
        assert_eq!([1.0, 2.0, 3.0].map(|value| up.at(value)), [100.0, 60.0, 20.0]);
        assert_eq!(Axis::around([5.0], 0.0, 10.0).expect("a value").at(5.0), 5.0);
        assert_eq!(Axis::around([], 0.0, 10.0), None);
        assert_eq!(Axis::from_zero([0.0, 0.0], 100.0, 20.0).at(0.0), 100.0);
        assert_eq!(Axis::from_zero([2.0, 4.0], 100.0, 20.0).at(2.0), 60.0);
    }

    #[test]
    fn a_column_is_found_under_the_pointer() {
        let columns = Columns::across(Rangef::new(10.0, 40.0), 3);
        assert_eq!(
            [9.0, 10.0, 25.0, 39.0, 40.0].map(|x| columns.under(x)),
            [None, Some(0), Some(1), Some(2), None]
        );
        assert_eq!((columns.middle(1), columns.right()), (25.0, 40.0));
        assert_eq!(Columns::across(Rangef::new(0.0, 10.0), 0).under(5.0), None);
    }

    #[test]
    fn stairs_are_level_from_one_point_to_the_next() {
        let points = [(0.0, 84.0), (10.0, 54.0), (40.0, 4.0)].map(|(x, y)| Pos2::new(x, y));
        let stairs: Vec<(f32, f32)> = corners(&points).iter().map(|at| (at.x, at.y)).collect();
        assert_eq!(stairs, [(0.0, 84.0), (10.0, 84.0), (10.0, 54.0), (40.0, 54.0), (40.0, 4.0)]);
    }
}
