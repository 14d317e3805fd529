//! The paths of an SVG file as straight lines on the unit square, cut at its sides.

use i_overlay::core::fill_rule;
use i_overlay::core::overlay_rule::OverlayRule;
use i_overlay::float::single::SingleFloatOverlay;
use resvg::usvg::tiny_skia_path::{Path, PathSegment, Transform};
use resvg::usvg::{FillRule, LineCap};

use super::markup::MarkupRefusal;
use foolproof_picture::{Dash, Point};

/// Maximum distance of a curve from its lines: an eighth of a pixel in a cell of 48.
const CLOSE: f32 = 0.0026;
/// Maximum number of lines for a curve, and largest accepted coordinate.
const MAX_LINES: f32 = 48.0;
const FARTHEST: f32 = 1e5;
/// Maximum number of corners of areas whose crossings are cut.
const MAX_CORNERS: usize = 6_000;
const PAGE: [[f32; 2]; 4] = [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]];

/// Maps a page to the unit square around the origin: whole, and centred.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct FlatFrame {
    scale: f32,
    middle: Point,
}

impl FlatFrame {
    pub(super) fn of(width: f32, height: f32) -> Option<Self> {
        let longer = width.max(height);
        let usable = longer.is_finite() && width > 0.0 && height > 0.0 && longer < 1e9;
        let middle = Point::new(width / 2.0, height / 2.0);
        (usable && longer > 1e-6).then_some(Self { scale: 1.0 / longer, middle })
    }

    /// Returns the factor by which lines of a path become longer.
    pub(super) fn scale_of(self, transform: Transform) -> f32 {
        let area = transform.sx * transform.sy - transform.kx * transform.ky;
        area.abs().sqrt() * self.scale
    }
}

/// A run of lines.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Contour {
    pub points: Vec<Point>,
    pub closed: bool,
}

/// Returns the runs of a path, with curves as lines.
pub(super) fn contours(
    path: &Path,
    transform: Transform,
    frame: FlatFrame,
) -> Result<Vec<Contour>, MarkupRefusal> {
    let place = |p: resvg::usvg::tiny_skia_path::Point| {
        let x = transform.sx * p.x + transform.kx * p.y + transform.tx;
        let y = transform.ky * p.x + transform.sy * p.y + transform.ty;
        Point::new((x - frame.middle.x) * frame.scale, (y - frame.middle.y) * frame.scale)
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

/// Returns the areas on the page that outlines fill, without crossings: each as an outline and its holes.
pub(super) fn areas(
    contours: &[Contour],
    rule: FillRule,
) -> Result<Vec<Vec<Vec<Point>>>, MarkupRefusal> {
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
    let area = |rings: Vec<Vec<[f32; 2]>>| rings.into_iter().map(ring).collect();
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

/// A line that is drawn.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct FlatLine {
    pub points: Vec<Point>,
    pub closed: bool,
    pub width: f32,
    pub dash: Dash,
}

/// Returns the lines of a stroke clipped to the page, with the positions of round ends.
pub(super) fn lines(contours: &[Contour], pen: FlatPen) -> Vec<(FlatLine, Vec<Point>)> {
    let FlatPen { width, dash, cap } = pen;
    // A line is within the page with its whole width.
    let reach = (0.5 - width / 2.0).max(0.0);
    let inside = |p: &Point| p.x.abs() <= reach && p.y.abs() <= reach;
    let mut lines = Vec::new();
    for contour in contours {
        if contour.points.iter().all(inside) {
            let points = contour.points.clone();
            if points.len() < 2 {
                continue;
            }
            let ends = match (cap, contour.closed, points.first(), points.last()) {
                (LineCap::Round, false, Some(a), Some(b)) if dash == Dash::Solid => vec![*a, *b],
                _ => Vec::new(),
            };
            lines.push((FlatLine { points, closed: contour.closed, width, dash }, ends));
            continue;
        }
        let mut points = contour.points.clone();
        if contour.closed {
            points.extend(contour.points.first().copied());
        }
        for points in runs_inside(&points, reach) {
            lines.push((FlatLine { points, closed: false, width, dash }, Vec::new()));
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
