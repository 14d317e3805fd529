//! The paths of an SVG file as straight lines on the unit square, cut at its sides.

use i_overlay::core::fill_rule;
use i_overlay::core::overlay_rule::OverlayRule;
use i_overlay::float::single::SingleFloatOverlay;
use resvg::usvg::tiny_skia_path::{Path, PathSegment, Transform};
use resvg::usvg::{FillRule, LineCap};

use super::markup::MarkupRefusal;
use foolproof_picture::{Dash, Ink, Point, Shape, Stroke};

/// Maximum distance of a curve from its lines: an eighth of a pixel in a cell of 48.
const CLOSE: f32 = 0.0026;
/// Maximum number of lines for a curve, and largest accepted coordinate.
const MAX_LINES: f32 = 48.0;
const FARTHEST: f32 = 1e5;
/// Maximum number of corners of areas whose crossings are cut.
const MAX_CORNERS: usize = 6_000;
/// Ink of shapes before they get their own.
const UNINKED: Ink = Ink::Text;
const PAGE: [[f32; 2]; 4] = [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]];

/// Returns the map from a page to the unit square around the origin: whole, and centred.
pub(super) fn frame(width: f32, height: f32) -> Option<Transform> {
    let longer = width.max(height);
    let usable = longer.is_finite() && width > 0.0 && height > 0.0 && longer < 1e9;
    let centred = Transform::from_translate(-width / 2.0, -height / 2.0);
    (usable && longer > 1e-6).then(|| centred.post_scale(1.0 / longer, 1.0 / longer))
}

/// A run of lines.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Contour {
    pub points: Vec<Point>,
    pub closed: bool,
}

/// Returns the runs of a path, with curves as lines.
pub(super) fn contours(path: &Path, to: Transform) -> Result<Vec<Contour>, MarkupRefusal> {
    let place = |mut p: resvg::usvg::tiny_skia_path::Point| {
        to.map_point(&mut p);
        Point::new(p.x, p.y)
    };
    let mut all: Vec<Contour> = Vec::new();
    for segment in path.segments() {
        if let PathSegment::MoveTo(p) = segment {
            all.push(Contour { points: vec![place(p)], closed: false });
            continue;
        }
        let Some(contour) = all.last_mut() else { continue };
        let from = contour.points.last().copied().unwrap_or_default();
        match segment {
            PathSegment::MoveTo(_) => {}
            PathSegment::LineTo(p) => contour.points.push(place(p)),
            PathSegment::QuadTo(a, p) => {
                let (a, p) = (place(a), place(p));
                let third = |q: Point, r: Point| {
                    Point::new(q.x + (r.x - q.x) * 2.0 / 3.0, q.y + (r.y - q.y) * 2.0 / 3.0)
                };
                curve(&mut contour.points, [from, third(from, a), third(p, a), p]);
            }
            PathSegment::CubicTo(a, b, p) => {
                curve(&mut contour.points, [from, place(a), place(b), place(p)]);
            }
            PathSegment::Close => contour.closed = true,
        }
    }
    let far = |p: &Point| !(p.x.abs() < FARTHEST && p.y.abs() < FARTHEST);
    if all.iter().any(|contour| contour.points.iter().any(far)) {
        return Err(MarkupRefusal::new(None, "a number in it is too large for its page"));
    }
    for contour in &mut all {
        contour.points.dedup_by(|a, b| (a.x - b.x).hypot(a.y - b.y) < 1e-5);
    }
    Ok(all)
}

fn curve(out: &mut Vec<Point>, [a, b, c, d]: [Point; 4]) {
    // The deviation of the control points from even steps bounds the curve's distance from a line.
    let bend = |p: Point, q: Point, r: Point| (p.x - 2.0 * q.x + r.x).hypot(p.y - 2.0 * q.y + r.y);
    let bent = bend(a, b, c).max(bend(b, c, d));
    let steps = (0.75 * bent / CLOSE).sqrt().ceil().clamp(1.0, MAX_LINES);
    let mut step = 1.0;
    while step <= steps {
        let t = step / steps;
        let s = 1.0 - t;
        let (wa, wb, wc, wd) = (s * s * s, 3.0 * s * s * t, 3.0 * s * t * t, t * t * t);
        out.push(Point::new(
            wa * a.x + wb * b.x + wc * c.x + wd * d.x,
            wa * a.y + wb * b.y + wc * c.y + wd * d.y,
        ));
        step += 1.0;
    }
}

/// Returns the areas on the page that outlines fill, without crossings.
pub(super) fn areas(contours: &[Contour], rule: FillRule) -> Result<Vec<Shape>, MarkupRefusal> {
    let outline = |contour: &Contour| contour.points.iter().map(|p| [p.x, p.y]).collect();
    let outlines: Vec<Vec<[f32; 2]>> = contours.iter().map(outline).collect();
    let rule = match rule {
        FillRule::NonZero => fill_rule::FillRule::NonZero,
        FillRule::EvenOdd => fill_rule::FillRule::EvenOdd,
    };
    let areas = outlines.overlay(&PAGE, OverlayRule::Intersect, rule);
    if areas.iter().flatten().map(Vec::len).sum::<usize>() > MAX_CORNERS {
        let why = "its outlines cross each other too often; simplify it";
        return Err(MarkupRefusal::new(None, why));
    }
    let ring = |ring: Vec<[f32; 2]>| ring.into_iter().map(|[x, y]| Point::new(x, y)).collect();
    let area = |rings: Vec<Vec<[f32; 2]>>| {
        let mut rings: Vec<Vec<Point>> = rings.into_iter().map(ring).collect();
        match rings.len() {
            1 => Shape::Polygon { points: rings.remove(0), fill: Some(UNINKED), stroke: None },
            _ => Shape::Area { rings, fill: UNINKED },
        }
    };
    Ok(areas.into_iter().map(area).collect())
}

fn along(a: Point, b: Point, share: f32) -> Point {
    Point::new(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share)
}

/// The pen of a path.
#[derive(Clone, Copy, Debug)]
pub(super) struct FlatPen {
    pub width: f32,
    pub dash: Dash,
    pub cap: LineCap,
}

/// Returns the lines of a stroke clipped to the page, with discs at round ends.
pub(super) fn lines(contours: &[Contour], pen: FlatPen) -> Vec<Shape> {
    let FlatPen { width, dash, cap } = pen;
    let stroke = Stroke { ink: UNINKED, width, dash };
    let line = |points| Shape::Polyline { points, stroke };
    let disc = |centre| {
        let fill = Some(UNINKED);
        Shape::Circle { centre, radius: width / 2.0, fill, stroke: None }
    };
    // A line is within the page with its whole width.
    let reach = (0.5 - width / 2.0).max(0.0);
    let inside = |p: &Point| p.x.abs() <= reach && p.y.abs() <= reach;
    let mut lines = Vec::new();
    for Contour { points, closed } in contours {
        let mut points = points.clone();
        let ends = [points.first(), points.last()].map(|end| end.copied());
        match (points.iter().all(inside), closed) {
            (true, _) if points.len() < 2 => {}
            (true, true) => lines.push(Shape::Polygon { points, fill: None, stroke: Some(stroke) }),
            (true, false) => {
                lines.push(line(points));
                if cap == LineCap::Round && dash == Dash::Solid {
                    lines.extend(ends.into_iter().flatten().map(disc));
                }
            }
            (false, closed) => {
                points.extend(ends[0].filter(|_| *closed));
                lines.extend(runs_inside(&points, reach).into_iter().map(line));
            }
        }
    }
    lines
}

/// Returns the stretches of a run within a square around the origin.
fn runs_inside(points: &[Point], reach: f32) -> Vec<Vec<Point>> {
    let mut runs: Vec<Vec<Point>> = Vec::new();
    for (a, b) in points.iter().zip(points.iter().skip(1)) {
        let (mut from, mut to) = (0.0_f32, 1.0_f32);
        for (at, way) in [(a.x, b.x - a.x), (a.y, b.y - a.y)] {
            let (near, far) = ((-reach - at) / way, (reach - at) / way);
            if way == 0.0 {
                if at.abs() > reach {
                    to = -1.0;
                }
                continue;
            }
            from = from.max(near.min(far));
            to = to.min(near.max(far));
        }
        if from >= to {
            continue;
        }
        let (start, end) = (along(*a, *b, from), along(*a, *b, to));
        match runs.last_mut() {
            Some(run) if from == 0.0 && run.last() == Some(&start) => run.push(end),
            _ => runs.push(vec![start, end]),
        }
    }
    runs
}
