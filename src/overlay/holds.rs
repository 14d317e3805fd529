//! Locks and open cells.

use std::collections::BTreeSet;

use super::signs::dot;
use super::{Overlay, OverlayDrawing, OverlayScene, SharedOverlay};
use foolproof_level::{Hold, Place, Site};
use foolproof_picture::{Ink, Point, Rect, Shape, Stroke, plain_shapes};

pub const HOLDS: SharedOverlay =
    SharedOverlay { overlay: Overlay::HOLDS, name: "Locks and open cells", asks: None, draw };

fn draw(scene: &OverlayScene<'_>) -> OverlayDrawing {
    let mut drawing = OverlayDrawing::default();
    let (level, layout) = (scene.level, scene.layout);
    holds(&mut drawing.shapes, scene);
    if layout.sites.iter().any(|(site, _)| level.hold(*site) == Hold::Locked) {
        drawing.explain("Locked", |cell| {
            let mut shapes = Vec::new();
            padlock(&mut shapes, cell.centre(), 4.5);
            shapes
        });
    }
    if scene.play.is_some() && scene.play == level.intended.as_ref() {
        let held = level.intended_locked.iter().filter_map(|site| layout.rect(*site));
        held.for_each(|rect| padlock(&mut drawing.shapes, rect.centre(), 1.0));
    }
    drawing
}

/// Draws padlocks on locked sites, a small plus on open ones, nothing on painted ones. A dot would look like a
/// player's note that a cell stays empty.
fn holds(out: &mut Vec<Shape>, scene: &OverlayScene<'_>) {
    let (level, play) = (scene.level, scene.play);
    // If no cell is open, deliberately empty cells need no sign.
    let drawn = drawn_middles(scene);
    let any_open = level.board.cells().any(|cell| level.hold(cell) == Hold::Open);
    for (site, rect) in &scene.layout.sites {
        match (level.hold(*site), level.mark(*site)) {
            (Hold::Locked, _) => {
                let unit = rect.width().min(rect.height()).min(1.0);
                let at = Point::new(rect.max.x - 0.13 * unit, rect.min.y + 0.15 * unit);
                padlock(out, at, unit);
            }
            // Lines and corners are usually open, so they need no sign.
            (Hold::Open, _) if !matches!(site.place, Place::Cell | Place::Tray) => {}
            // Signs there would be crossed out.
            (Hold::Open, _)
                if scene.filled
                    || level.top_layer(*site) != *site
                    || play.is_some_and(|play| play.get(*site).is_some())
                    || site.place == Place::Cell
                        && drawn.contains(&(i32::from(site.col), i32::from(site.row))) => {}
            (Hold::Open, _) => plus(out, rect.centre()),
            (Hold::Painted, None) if any_open => {
                // Empty on purpose: a dash where an open site has a plus.
                let centre = rect.centre();
                let points = vec![
                    Point::new(centre.x - 0.08, centre.y),
                    Point::new(centre.x + 0.08, centre.y),
                ];
                let stroke = Stroke::new(Ink::Faint, 0.025);
                out.push(Shape::Polyline { points, stroke });
            }
            (Hold::Painted, _) => {}
        }
    }
}

/// Distance from the middle of a cell within which a drawing crosses out the cell's sign, in cells.
const NEAR: f32 = 0.3;

/// Returns the offsets, in whole cells from the first cell's middle, of cells with a drawing in their middle:
/// lines, pieces and words, but no grounds.
fn drawn_middles(scene: &OverlayScene<'_>) -> BTreeSet<(i32, i32)> {
    let Some(first) = scene.layout.rect(Site::cell(0, 0)).map(|rect| rect.centre()) else {
        return BTreeSet::new();
    };
    let middle = |at: Point| {
        let (x, y) = (at.x - first.x, at.y - first.y);
        let near = (x - x.round()).abs() < NEAR && (y - y.round()).abs() < NEAR;
        near.then_some((x.round() as i32, y.round() as i32))
    };
    let points = plain_shapes(scene.board).into_iter().flat_map(|shape| match shape {
        Shape::Circle { centre, .. } => vec![*centre],
        Shape::Text { at, .. } => vec![*at],
        Shape::Polyline { points, .. } => points.windows(2).flat_map(on_the_way).collect(),
        Shape::Polygon { points, .. } => points.clone(),
        Shape::Area { rings, .. } => rings.concat(),
        // A play's bars, but no grounds.
        Shape::Rect { rect, stroke: Some(stroke), .. }
            if matches!(stroke.ink, Ink::Intended | Ink::Shortcut) =>
        {
            let (Rect { min, max }, middle) = (*rect, rect.centre());
            let level = [Point::new(min.x, middle.y), Point::new(max.x, middle.y)];
            let upright = [Point::new(middle.x, min.y), Point::new(middle.x, max.y)];
            [on_the_way(&level), on_the_way(&upright)].concat()
        }
        Shape::Rect { .. } | Shape::Mark { .. } => Vec::new(),
    });
    points.filter_map(middle).collect()
}

/// Returns points on a piece of a line, near enough to each other for every middle on it.
fn on_the_way(piece: &[Point]) -> Vec<Point> {
    let [from, to] = piece else { return Vec::new() };
    let (x, y) = (to.x - from.x, to.y - from.y);
    let parts = (x.hypot(y) / NEAR).ceil().max(1.0);
    let at = |part: u16| {
        let share = f32::from(part) / parts;
        Point::new(from.x + share * x, from.y + share * y)
    };
    // A board has few cells, so the cast loses nothing.
    (0..=parts as u16).map(at).collect()
}

fn plus(out: &mut Vec<Shape>, at: Point) {
    let stroke = Stroke::new(Ink::Open, 0.02);
    for (x, y) in [(0.05, 0.0), (0.0, 0.05)] {
        let points = vec![Point::new(at.x - x, at.y - y), Point::new(at.x + x, at.y + y)];
        out.push(Shape::Polyline { points, stroke });
    }
}

fn padlock(out: &mut Vec<Shape>, at: Point, unit: f32) {
    let ink = Stroke::new(Ink::Locked, 0.03 * unit);
    let (w, h) = (0.062 * unit, 0.05 * unit);
    let shackle =
        [(-0.6, -0.1), (-0.6, -1.0), (-0.3, -1.45), (0.3, -1.45), (0.6, -1.0), (0.6, -0.1)];
    let points = shackle.map(|(x, y)| Point::new(at.x + x * w, at.y + y * h)).to_vec();
    // A plate beneath keeps it readable on a mark of any colour.
    out.push(dot(Point::new(at.x, at.y), 0.11 * unit, Ink::Ground));
    out.push(Shape::Polyline { points, stroke: ink });
    let body = Rect {
        min: Point::new(at.x - w, at.y - 0.1 * h),
        max: Point::new(at.x + w, at.y + 1.3 * h),
    };
    out.push(Shape::Rect {
        rect: body,
        radius: 0.015 * unit,
        fill: Some(Ink::Locked),
        stroke: None,
    });
}
