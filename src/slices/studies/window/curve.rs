//! Draws a step curve, which shows how a value improved over time.

use egui::{Align2, Pos2, Rect, Sense, Shape, Ui, Vec2};

use crate::studies::window::words;
use foolproof_editor::kit::chart::{self, Axis, Marker};
use foolproof_editor::kit::theme::{self, Role, Theme};
use foolproof_game::Chart;
use foolproof_picture::Ink;

/// Size of the chart, and space for the numbers at the left and at the foot, in points.
const SIZE: Vec2 = Vec2::new(420.0, 138.0);
const LEFT: f32 = 46.0;
const HEAD: f32 = 18.0;
const FOOT: f32 = 18.0;

/// The points in numbers, and their axes.
struct Scale {
    points: Vec<(f64, f64)>,
    along: Axis,
    up: Axis,
}

impl Scale {
    fn new(chart: &Chart, area: Rect) -> Option<Self> {
        let point = |(name, value): &(String, f64)| Some((name.parse().ok()?, *value));
        let points: Vec<(f64, f64)> = chart.bars.iter().filter_map(point).collect();
        let along = Axis::around(points.iter().map(|(x, _)| *x), area.left(), area.right())?;
        let (foot, top) = (area.bottom() - 4.0, area.top() + 4.0);
        let up = Axis::around(points.iter().map(|(_, y)| *y), foot, top)?;
        Some(Self { points, along, up })
    }

    fn to_screen(&self, x: f64, y: f64) -> Pos2 {
        Pos2::new(self.along.at(x), self.up.at(y))
    }

    /// Returns the last point at or before `x` on the screen.
    fn under(&self, x: f32) -> Option<(f64, f64)> {
        let before = |point: &&(f64, f64)| self.along.at(point.0) <= x;
        self.points.iter().rev().find(before).or(self.points.first()).copied()
    }
}

pub(super) fn show(ui: &mut Ui, chart: &Chart) {
    let theme = Theme::of(ui);
    let last = chart.bars.last().map_or(0.0, |(_, value)| *value);
    let name = || format!("{}: {last}", chart.title);
    let (rect, response) = chart::room(ui, SIZE, Sense::hover(), name);
    let weak = theme.role(Role::Weak);
    chart::words(ui, rect.left_top(), Align2::LEFT_TOP, &chart.title, weak);
    let low = Pos2::new(rect.left() + LEFT, rect.top() + HEAD);
    let area = Rect::from_min_max(low, rect.max - Vec2::new(theme::GAP, FOOT));
    ui.painter().rect_filled(area, 3.0, theme.role(Role::Panel));
    let Some(scale) = Scale::new(chart, area) else { return };
    axes(ui, area, &scale);
    let points: Vec<Pos2> = scale.points.iter().map(|(x, y)| scale.to_screen(*x, *y)).collect();
    chart::stairs(ui.painter(), &points, theme.role(Role::Accent));
    if let Some(at) = response.hover_pos().filter(|at| area.contains(*at))
        && let Some((x, y)) = scale.under(at.x)
    {
        ui.painter().vline(at.x, area.y_range(), chart::axis_pen(ui));
        let good = theme.ink(Ink::Good);
        let disc = Pos2::new(at.x, scale.up.at(y));
        Marker::Disc.draw(ui.painter(), disc, 3.5, good, good);
        response.on_hover_text_at_pointer(words::curve_point(x, y));
    }
}

/// Draws the axes with their bounds, and a dashed line at 0 if there are values on both sides of it.
fn axes(ui: &Ui, area: Rect, scale: &Scale) {
    let (pen, painter) = (chart::axis_pen(ui), ui.painter());
    let (along, up) = (&scale.along, &scale.up);
    let tick = |value: f64| chart::tick(ui, Pos2::new(area.left(), up.at(value)), value);
    tick(up.low);
    if up.high > up.low {
        tick(up.high);
    }
    if up.low < 0.0 && up.high > 0.0 {
        let zero = up.at(0.0);
        let ends = [Pos2::new(area.left(), zero), Pos2::new(area.right(), zero)];
        painter.extend(Shape::dashed_line(&ends, pen, 4.0, 3.0));
        if (zero - up.from).abs() > 12.0 && (zero - up.to).abs() > 12.0 {
            tick(0.0);
        }
    }
    painter.hline(area.x_range(), area.bottom(), pen);
    painter.vline(area.left(), area.y_range(), pen);
    let weak = Theme::of(ui).role(Role::Weak);
    let beneath = Vec2::new(0.0, 2.0);
    chart::words(ui, area.left_bottom() + beneath, Align2::LEFT_TOP, along.low, weak);
    chart::words(ui, area.right_bottom() + beneath, Align2::RIGHT_TOP, along.high, weak);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_below_nothing_have_their_place_and_the_pointer_finds_the_last() {
        let points = [("0", -50.0), ("10", -20.0), ("40", 30.0)];
        let points = points.map(|(name, value)| (name.to_owned(), value));
        let chart = Chart::curve("score", points.to_vec());
        let area = Rect::from_min_max(Pos2::ZERO, Pos2::new(40.0, 88.0));
        let scale = Scale::new(&chart, area).expect("points");
        let places: Vec<Pos2> = scale.points.iter().map(|(x, y)| scale.to_screen(*x, *y)).collect();
        assert_eq!(places, [(0.0, 84.0), (10.0, 54.0), (40.0, 4.0)].map(|(x, y)| Pos2::new(x, y)));
        assert_eq!(scale.under(25.0), Some((10.0, -20.0)));
    }
}
