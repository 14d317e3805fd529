//! Measured and predicted difficulty side by side: two curves over the levels of the pack.
//!
//! Each has its own scale, from 0 to its largest value: they are compared by their shape. One is drawn
//! with discs and a full line, the other with squares and dashes, so that no colour is needed. Knows
//! egui and the kit.

use egui::{Align2, Pos2, Rect, Sense, Shape, Stroke, TextStyle, Ui, Vec2};

use super::words;
use crate::editor::kit::theme::{self, Role, Theme};
use crate::picture::Ink;

/// Height of the chart, and the room at its sides and its foot, in points.
const HEIGHT: f32 = 120.0;
const SIDE: f32 = 40.0;
const FOOT: f32 = 16.0;

/// A level of the chart.
#[derive(Clone, Debug, PartialEq)]
pub struct CurvePoint {
    /// Its place in the pack, from 0, and its title.
    pub number: usize,
    pub title: String,
    pub measured: f64,
    pub predicted: Option<f64>,
}

/// Which of the two curves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Curve {
    Measured,
    Predicted,
}

/// Shows the chart; gives the level that was clicked, by its place.
pub(super) fn show(ui: &mut Ui, points: &[CurvePoint], names: (&str, &str)) -> Option<usize> {
    let theme = Theme::of(ui);
    let size = Vec2::new(ui.available_width(), HEIGHT);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| {
        let name = words::curves(names.0, names.1, points.len());
        egui::WidgetInfo::labeled(egui::Role::Label, true, name)
    });
    let area = Rect::from_min_max(
        rect.min + Vec2::new(SIDE, theme::GAP),
        rect.max - Vec2::new(SIDE, FOOT),
    );
    let painter = ui.painter();
    painter.rect_filled(area, 3.0, theme.role(Role::Panel));
    let small = TextStyle::Small.resolve(ui.style());
    let weak = theme.role(Role::Weak);
    for curve in [Curve::Predicted, Curve::Measured] {
        let most = points.iter().filter_map(|point| value(point, curve)).fold(0.0, f64::max);
        let colour = match curve {
            Curve::Measured => theme.role(Role::Accent),
            Curve::Predicted => theme.ink(Ink::Intended),
        };
        let line: Vec<Pos2> = points
            .iter()
            .enumerate()
            .filter_map(|(at, point)| {
                Some(place(area, (at, points.len()), (value(point, curve)?, most)))
            })
            .collect();
        draw(painter, &line, (curve, colour));
        let (edge, align) = match curve {
            Curve::Measured => (area.left_top() - Vec2::new(theme::TIGHT, 0.0), Align2::RIGHT_TOP),
            Curve::Predicted => (area.right_top() + Vec2::new(theme::TIGHT, 0.0), Align2::LEFT_TOP),
        };
        if most > 0.0 {
            painter.text(edge, align, words::value(most), small.clone(), colour);
        }
    }
    for (at, point) in points.iter().enumerate() {
        let x = place(area, (at, points.len()), (0.0, 1.0)).x;
        if points.len() <= 24 || at.is_multiple_of(points.len() / 12) {
            let foot = Pos2::new(x, area.bottom() + 2.0);
            let number = format!("{}", point.number + 1);
            painter.text(foot, Align2::CENTER_TOP, number, small.clone(), weak);
        }
    }
    let pointer = response.hover_pos().filter(|at| area.contains(*at))?;
    let near = |(at, _): &(usize, &CurvePoint)| {
        // Distances in points, far below what a float holds exactly.
        (place(area, (*at, points.len()), (0.0, 1.0)).x - pointer.x).abs() as i64
    };
    let (_, under) = points.iter().enumerate().min_by_key(near)?;
    let clicked = response.clicked().then_some(under.number);
    response.on_hover_text_at_pointer(words::point(under, names));
    clicked
}

fn value(point: &CurvePoint, curve: Curve) -> Option<f64> {
    match curve {
        Curve::Measured => Some(point.measured),
        Curve::Predicted => point.predicted,
    }
}

fn place(area: Rect, (at, all): (usize, usize), (value, most): (f64, f64)) -> Pos2 {
    // Numbers of levels on a screen, and parts between 0 and 1.
    let along = (at as f32 + 0.5) / all.max(1) as f32;
    let up = if most > 0.0 { (value / most) as f32 } else { 0.0 };
    Pos2::new(area.left() + along * area.width(), area.bottom() - 4.0 - up * (area.height() - 8.0))
}

fn draw(painter: &egui::Painter, line: &[Pos2], (curve, colour): (Curve, egui::Color32)) {
    let stroke = Stroke::new(1.8, colour);
    match curve {
        Curve::Measured => {
            painter.add(Shape::line(line.to_vec(), stroke));
            line.iter().for_each(|at| _ = painter.circle_filled(*at, 3.2, colour));
        }
        Curve::Predicted => {
            painter.extend(Shape::dashed_line(line, stroke, 5.0, 4.0));
            for at in line {
                let square = Rect::from_center_size(*at, Vec2::splat(5.5));
                painter.rect_filled(square, 0.0, colour);
            }
        }
    }
}
