//! The state graph as dots in rows: what is good, dead or solved, the walk, and what can be reached.

use egui::{Pos2, Rect, Response, Sense, Stroke, Ui, Vec2};

use crate::moves::window::walk::PositionWalk;
use crate::moves::window::words;
use foolproof_editor::kit::chart::{self, Marker};
use foolproof_editor::kit::theme::{Role, Theme};
use foolproof_game::Position;
use foolproof_picture::Ink;

/// The least and the greatest distance of dots in a row, and of rows, in points.
const APART: (f32, f32) = (4.0, 30.0);
const ROWS: (f32, f32) = (26.0, 70.0);
/// Maximum radius of a dot, in points.
const DOT: f32 = 6.0;
/// Size of the area around a position that is scrolled into view.
const BROUGHT: f32 = 160.0;
/// Margin at the sides, in points.
const RIM: f32 = 16.0;

/// Positions of the dots on the screen.
struct Places<'a> {
    walk: &'a PositionWalk,
    area: Rect,
    row: f32,
}

impl Places<'_> {
    fn apart(&self, row: usize) -> f32 {
        let count = self.walk.layers.rows.get(row).map_or(1, Vec::len).max(1);
        // A number of positions on a screen: nothing that matters is lost.
        ((self.area.width() - 2.0 * RIM) / count as f32).clamp(APART.0, APART.1)
    }

    fn radius(&self, row: usize) -> f32 {
        (self.apart(row) * 0.4).min(DOT)
    }

    fn of(&self, number: usize) -> Option<Pos2> {
        let (row, at) = self.walk.layers.place(number)?;
        let count = self.walk.layers.rows.get(row)?.len();
        let from_middle = at as f32 + 0.5 - count as f32 / 2.0;
        let x = self.area.center().x + from_middle * self.apart(row);
        Some(Pos2::new(x, self.area.top() + (row as f32 + 0.5) * self.row))
    }

    /// Returns the position whose dot is at a place.
    fn under(&self, at: Pos2) -> Option<usize> {
        let down = (at.y - self.area.top()) / self.row;
        let row = self.walk.layers.rows.get((down >= 0.0).then_some(down as usize)?)?;
        let number = |place: usize| row.get(place).copied();
        let row_number = down as usize;
        let along = (at.x - self.area.center().x) / self.apart(row_number) + row.len() as f32 / 2.0;
        let found = number((along >= 0.0).then_some(along as usize)?)?;
        let near = self.of(found)?.distance(at) <= self.radius(row_number).max(5.0) + 5.0;
        near.then_some(found)
    }
}

/// Draws the graph and scrolls a position into view. Returns its response and the position under the pointer.
pub(crate) fn show(
    ui: &mut Ui,
    walk: &PositionWalk,
    bring: Option<usize>,
    shortest: bool,
) -> (Response, Option<usize>) {
    let rows = walk.layers.rows.len().max(1) as f32;
    let room = ui.available_size();
    let row = (room.y / rows).clamp(ROWS.0, ROWS.1);
    let wide = (walk.layers.widest() as f32 * APART.0 + 2.0 * RIM).max(room.x);
    let size = Vec2::new(wide, (row * rows).max(room.y));
    let name = || format!("{}: {}", words::GRAPH, words::graph(&walk.graph, shortest));
    let (rect, response) = chart::room(ui, size, Sense::click(), name);
    let places = Places { walk, area: rect, row };
    if let Some(at) = bring.and_then(|number| places.of(number)) {
        // The start is centred; afterwards it scrolls only as far as necessary.
        let align = (walk.trail().len() == 1).then_some(egui::Align::Center);
        ui.scroll_to_rect(Rect::from_center_size(at, Vec2::splat(BROUGHT)), align);
    }
    edges(ui, &places);
    let under = response.hover_pos().and_then(|at| places.under(at));
    dots(ui, &places, under);
    (response, under)
}

fn edges(ui: &Ui, places: &Places<'_>) {
    let theme = Theme::of(ui);
    let graph = &places.walk.graph;
    let line = |from: usize, to: usize, stroke: Stroke| {
        if let (Some(from), Some(to)) = (places.of(from), places.of(to)) {
            ui.painter().line_segment([from, to], stroke);
        }
    };
    let from = |number: usize, strong: f32| {
        let choices = graph.positions.get(number).map_or(&[][..], |p| &p.choices);
        for choice in choices {
            let colour = match choice.solutions {
                0 => theme.faded(Role::Weak, 0.35 * strong),
                _ => theme.ink(Ink::Good).gamma_multiply(0.8 * strong),
            };
            if let Some(to) = choice.to {
                line(number, to, Stroke::new(1.0, colour));
            }
        }
    };
    if places.walk.layers.few_edges {
        (0..graph.positions.len()).for_each(|number| from(number, 0.7));
    }
    from(places.walk.at(), 1.4);
    for pair in places.walk.trail().windows(2) {
        if let [before, after] = pair {
            line(*before, *after, Stroke::new(3.0, theme.role(Role::Accent)));
        }
    }
}

fn dots(ui: &Ui, places: &Places<'_>, under: Option<usize>) {
    let theme = Theme::of(ui);
    let visible = ui.clip_rect().expand(DOT);
    let ring = |number: usize, radius: f32, stroke: Stroke| {
        if let Some(at) = places.of(number) {
            ui.painter().circle_stroke(at, radius, stroke);
        }
    };
    for (number, position) in places.walk.graph.positions.iter().enumerate() {
        let Some(at) = places.of(number).filter(|at| visible.contains(*at)) else { continue };
        let row = places.walk.layers.place(number).map_or(0, |(row, _)| row);
        dot(ui, at, places.radius(row), DotKind::of(position));
    }
    for number in places.walk.trail() {
        ring(number, DOT + 1.0, Stroke::new(1.5, theme.role(Role::Accent)));
    }
    ring(places.walk.at(), DOT + 4.0, Stroke::new(2.5, theme.role(Role::Accent)));
    if let Some(under) = under {
        ring(under, DOT + 3.0, Stroke::new(1.5, theme.role(Role::Text)));
    }
}

/// The meaning of a dot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DotKind {
    LeadsOn,
    DeadEnd,
    Solved,
}

impl DotKind {
    fn of(position: &Position) -> Self {
        match (position.solutions, position.choices.is_empty()) {
            (0, _) => DotKind::DeadEnd,
            (_, true) => DotKind::Solved,
            _ => DotKind::LeadsOn,
        }
    }
}

/// Draws a disc if a solution can be reached, a square if it is solved, a ring in a dead end.
pub(crate) fn dot(ui: &Ui, at: Pos2, radius: f32, kind: DotKind) {
    let theme = Theme::of(ui);
    let (marker, ink) = match kind {
        DotKind::DeadEnd => (Marker::Ring, Ink::Bad),
        DotKind::Solved => (Marker::Square, Ink::Good),
        DotKind::LeadsOn => (Marker::Disc, Ink::Good),
    };
    marker.draw(ui.painter(), at, radius, theme.ink(ink), theme.role(Role::Card));
}
