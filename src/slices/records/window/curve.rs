//! Measured and predicted difficulty side by side: two curves over the levels of the pack.
//!
//! Each has its own scale, from 0 to its largest value: they are compared by their shape. One is
//! drawn with discs and a full line, the other with squares and dashes, so no colour is needed.

use egui::{Align2, Pos2, Rect, Sense, Ui, Vec2};

use super::words;
use foolproof_editor::kit::chart::{self, Axis, Columns};
use foolproof_editor::kit::theme::{self, Role, Theme};
use foolproof_picture::Ink;

/// Height of the chart, and the space at its sides and its foot, in points.
const HEIGHT: f32 = 120.0;
const SIDE: f32 = 40.0;
const FOOT: f32 = 16.0;

/// A level of the chart.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct CurvePoint {
    /// Its index in the pack, from 0, and its title.
    pub number: usize,
    pub title: String,
    pub measured: f64,
    pub(crate) predicted: Option<f64>,
}

/// One of the two curves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Curve {
    Measured,
    Predicted,
}

/// Shows the chart. Returns the index of the clicked level, if any.
pub(super) fn show(
    ui: &mut Ui,
    points: &[CurvePoint],
    measured: &str,
    predicted: &str,
) -> Option<usize> {
    let theme = Theme::of(ui);
    let size = Vec2::new(ui.available_width(), HEIGHT);
    let name = || words::curves(measured, predicted, points.len());
    let (rect, response) = chart::room(ui, size, Sense::click(), name);
    let area = Rect::from_min_max(
        rect.min + Vec2::new(SIDE, theme::GAP),
        rect.max - Vec2::new(SIDE, FOOT),
    );
    ui.painter().rect_filled(area, 3.0, theme.role(Role::Panel));
    let columns = Columns::across(area.x_range(), points.len());
    for curve in [Curve::Predicted, Curve::Measured] {
        draw(ui, area, &columns, points, curve);
    }
    for (at, point) in points.iter().enumerate() {
        if points.len() <= 24 || at.is_multiple_of(points.len() / 12) {
            let foot = Pos2::new(columns.middle(at), area.bottom() + 2.0);
            let number = point.number + 1;
            chart::words(ui, foot, Align2::CENTER_TOP, number, theme.role(Role::Weak));
        }
    }
    let pointer = response.hover_pos().filter(|at| area.contains(*at));
    let under = pointer.and_then(|at| columns.under(at.x));
    let point = |at: &CurvePoint| words::point(at, measured, predicted);
    let says = |at: usize| points.get(at).map_or_else(String::new, point);
    let clicked = chart::clicked(response, under, says)?;
    points.get(clicked).map(|point| point.number)
}

fn value(point: &CurvePoint, curve: Curve) -> Option<f64> {
    match curve {
        Curve::Measured => Some(point.measured),
        Curve::Predicted => point.predicted,
    }
}

/// Draws a curve, with its maximum next to the chart.
fn draw(ui: &Ui, area: Rect, columns: &Columns, points: &[CurvePoint], curve: Curve) {
    let theme = Theme::of(ui);
    let values = || points.iter().filter_map(|point| value(point, curve));
    let up = Axis::from_zero(values(), area.bottom() - 4.0, area.top() + 4.0);
    let place = |(at, point): (usize, &CurvePoint)| {
        Some(Pos2::new(columns.middle(at), up.at(value(point, curve)?)))
    };
    let line: Vec<Pos2> = points.iter().enumerate().filter_map(place).collect();
    let aside = Vec2::new(theme::TIGHT, 0.0);
    let (colour, dashed, at, align) = match curve {
        Curve::Measured => {
            (theme.role(Role::Accent), false, area.left_top() - aside, Align2::RIGHT_TOP)
        }
        Curve::Predicted => {
            (theme.ink(Ink::Intended), true, area.right_top() + aside, Align2::LEFT_TOP)
        }
    };
    chart::curve(ui.painter(), &line, colour, dashed);
    if values().any(|value| value > 0.0) {
        chart::words(ui, at, align, words::value(up.high), colour);
    }
}
