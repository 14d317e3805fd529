//! A curve that is level from one point to the next: how something became better step by step.
//!
//! Knows charts and egui.

use egui::{Align2, Pos2, Rect, Sense, Shape, Stroke, TextStyle, Ui, Vec2};

use crate::editor::features::workshop::words;
use crate::editor::kit::theme::{self, Role, Theme};
use crate::games::Chart;
use crate::picture::Ink;

/// Size of the whole, and room for the numbers at the left and at the foot, in points.
const SIZE: Vec2 = Vec2::new(420.0, 138.0);
const LEFT: f32 = 46.0;
const HEAD: f32 = 18.0;
const FOOT: f32 = 18.0;

/// The points in numbers, with their bounds.
struct Scale {
    points: Vec<(f64, f64)>,
    x: (f64, f64),
    y: (f64, f64),
    area: Rect,
}

impl Scale {
    fn new(chart: &Chart, area: Rect) -> Option<Self> {
        let point = |(name, value): &(String, f64)| Some((name.parse().ok()?, *value));
        let points: Vec<(f64, f64)> = chart.bars.iter().filter_map(point).collect();
        let bounds = |of: fn(&(f64, f64)) -> f64| {
            let mut all = points.iter().map(of);
            let first = all.next()?;
            Some(all.fold((first, first), |(low, high), one| (low.min(one), high.max(one))))
        };
        let (x, y) = (bounds(|point| point.0)?, bounds(|point| point.1)?);
        Some(Self { points, x, y, area })
    }

    /// Between 0 and 1; the middle where there is only one number.
    fn part(value: f64, (low, high): (f64, f64)) -> f32 {
        if high > low { ((value - low) / (high - low)) as f32 } else { 0.5 }
    }

    fn to_screen(&self, (x, y): (f64, f64)) -> Pos2 {
        let along = Self::part(x, self.x) * self.area.width();
        let up = Self::part(y, self.y) * (self.area.height() - 8.0) + 4.0;
        Pos2::new(self.area.left() + along, self.area.bottom() - up)
    }

    /// The corners of the stairs.
    fn stairs(&self) -> Vec<Pos2> {
        let mut stairs: Vec<Pos2> = Vec::new();
        for point in &self.points {
            let at = self.to_screen(*point);
            if let Some(last) = stairs.last() {
                stairs.push(Pos2::new(at.x, last.y));
            }
            stairs.push(at);
        }
        stairs
    }

    /// The last point that is not after a place on the screen.
    fn under(&self, x: f32) -> Option<(f64, f64)> {
        let before = |point: &&(f64, f64)| self.to_screen(**point).x <= x;
        self.points.iter().rev().find(before).or(self.points.first()).copied()
    }
}

pub(super) fn show(ui: &mut Ui, chart: &Chart) {
    let theme = Theme::of(ui);
    let (rect, response) = ui.allocate_exact_size(SIZE, Sense::hover());
    let last = chart.bars.last().map_or(0.0, |(_, value)| *value);
    let name = format!("{}: {last}", chart.title);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &name));
    let small = TextStyle::Small.resolve(ui.style());
    let (weak, painter) = (theme.role(Role::Weak), ui.painter());
    painter.text(rect.left_top(), Align2::LEFT_TOP, &chart.title, small.clone(), weak);
    let low = Pos2::new(rect.left() + LEFT, rect.top() + HEAD);
    let area = Rect::from_min_max(low, rect.max - Vec2::new(theme::GAP, FOOT));
    painter.rect_filled(area, 3.0, theme.role(Role::Panel));
    let Some(scale) = Scale::new(chart, area) else { return };
    let axis = Stroke::new(1.0, theme.role(Role::Line));
    let number = |at: Pos2, to: Align2, value: f64| {
        painter.text(at, to, format!("{value}"), small.clone(), weak);
    };
    let (bottom, top) =
        (scale.to_screen((scale.x.0, scale.y.0)), scale.to_screen((0.0, scale.y.1)));
    number(Pos2::new(area.left() - theme::TIGHT, bottom.y), Align2::RIGHT_CENTER, scale.y.0);
    if scale.y.1 > scale.y.0 {
        number(Pos2::new(area.left() - theme::TIGHT, top.y), Align2::RIGHT_CENTER, scale.y.1);
    }
    if scale.y.0 < 0.0 && scale.y.1 > 0.0 {
        let zero = scale.to_screen((scale.x.0, 0.0)).y;
        painter.extend(Shape::dashed_line(
            &[Pos2::new(area.left(), zero), Pos2::new(area.right(), zero)],
            axis,
            4.0,
            3.0,
        ));
        if (zero - bottom.y).abs() > 12.0 && (zero - top.y).abs() > 12.0 {
            number(Pos2::new(area.left() - theme::TIGHT, zero), Align2::RIGHT_CENTER, 0.0);
        }
    }
    painter.hline(area.x_range(), area.bottom(), axis);
    painter.vline(area.left(), area.y_range(), axis);
    number(area.left_bottom() + Vec2::new(0.0, 2.0), Align2::LEFT_TOP, scale.x.0);
    number(area.right_bottom() + Vec2::new(0.0, 2.0), Align2::RIGHT_TOP, scale.x.1);
    painter.add(Shape::line(scale.stairs(), Stroke::new(2.0, theme.role(Role::Accent))));
    if let Some(end) = scale.points.last() {
        painter.circle_filled(scale.to_screen(*end), 3.0, theme.role(Role::Accent));
    }
    if let Some(at) = response.hover_pos().filter(|at| area.contains(*at))
        && let Some((x, y)) = scale.under(at.x)
    {
        let dot = scale.to_screen((x, y));
        painter.vline(at.x, area.y_range(), axis);
        painter.circle_filled(Pos2::new(at.x, dot.y), 3.5, theme.ink(Ink::Good));
        response.on_hover_text_at_pointer(words::curve_point(x, y));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_level_from_one_point_to_the_next_also_below_nothing() {
        let points = [("0", -50.0), ("10", -20.0), ("40", 30.0)];
        let points = points.map(|(name, value)| (name.to_owned(), value));
        let chart = Chart::curve("score", points.to_vec());
        let area = Rect::from_min_max(Pos2::ZERO, Pos2::new(40.0, 88.0));
        let scale = Scale::new(&chart, area).expect("points");
        let stairs: Vec<(f32, f32)> = scale.stairs().iter().map(|at| (at.x, at.y)).collect();
        assert_eq!(stairs, [(0.0, 84.0), (10.0, 84.0), (10.0, 54.0), (40.0, 54.0), (40.0, 4.0)]);
        assert_eq!(scale.under(25.0), Some((10.0, -20.0)));
    }
}
