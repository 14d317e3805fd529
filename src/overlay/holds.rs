//! Locks and open cells.

use super::signs::dot;
use super::{Overlay, OverlayDrawing, OverlayScene, SharedOverlay};
use foolproof_games::LineStart;
use foolproof_level::lattice::shifted;
use foolproof_level::{Hold, Place, Site};
use foolproof_picture::{Ink, Point, Rect, Shape, Stroke};

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

/// Padlocks on locked sites, a small plus on open ones, nothing on painted ones. A dot would look like a
/// player's note that a cell stays empty.
fn holds(out: &mut Vec<Shape>, scene: &OverlayScene<'_>) {
    let (level, play) = (scene.level, scene.play);
    // Where nothing is open, that a cell is empty on purpose needs no sign.
    let any_open = level.board.cells().any(|cell| level.hold(cell) == Hold::Open);
    for (site, rect) in &scene.layout.sites {
        match (level.hold(*site), level.mark(*site)) {
            (Hold::Locked, _) => {
                let unit = rect.width().min(rect.height()).min(1.0);
                let at = Point::new(rect.max.x - 0.13 * unit, rect.min.y + 0.15 * unit);
                padlock(out, at, unit);
            }
            // That lines and corners are open is the rule, and needs no sign.
            (Hold::Open, _) if !matches!(site.place, Place::Cell | Place::Tray) => {}
            // Marks there would be crossed out.
            (Hold::Open, _)
                if scene.filled
                    || level.top_layer(*site) != *site
                    || play.is_some_and(|play| play.get(*site).is_some())
                    || is_crossed(scene, *site) => {}
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

/// Whether a line from cell to cell runs over the middle of this one.
fn is_crossed(scene: &OverlayScene<'_>, cell: Site) -> bool {
    let Some(play) = scene.play else { return false };
    let begins = scene.game.drawing().map(|drawing| drawing.begins());
    let sides = [(0, -1), (1, 0), (0, 1), (-1, 0)];
    let mut edges = sides.into_iter().filter_map(|by| shifted(cell, by));
    begins == Some(LineStart::Cell) && edges.any(|edge| play.get(edge).is_some())
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
