//! The greys: every ink as a level of grey, with dashes, dots and hatching to tell inks apart. For prints
//! without colour, and for eyes without it.

use std::f32::consts::TAU;

use super::{Dash, Ink, Point, Shape, Stroke};

/// The hatching of a filled shape: each direction is a share of a turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Hatch {
    pub turns: &'static [f32],
    /// Ink of its lines.
    pub ink: Ink,
}

const UPWARD: &[f32] = &[-0.125];
const LEVEL: &[f32] = &[0.0];
const UPRIGHT: &[f32] = &[0.25];
const DOWNWARD: &[f32] = &[0.125];
const CROSSED: &[f32] = &[-0.125, 0.125];
const CHECKED: &[f32] = &[0.0, 0.25];

/// Colours that a game's marks have by rule, in the order of `Ink::Colour`: dark ones stay dark, so that words
/// on them can be read.
const COLOURS: [(u8, &[f32]); 16] = [
    (0x10, &[]),
    (0xFF, &[]),
    (0x60, &[]),
    (0x70, UPWARD),
    (0x40, LEVEL),
    (0xE6, LEVEL),
    (0xCC, UPRIGHT),
    (0x50, UPRIGHT),
    (0xB0, UPWARD),
    (0x80, DOWNWARD),
    (0x90, CROSSED),
    (0xDA, CROSSED),
    (0xBE, DOWNWARD),
    (0x9C, CHECKED),
    (0x2C, DOWNWARD),
    (0x1E, CROSSED),
];

/// Pale grounds, in the order of `Ink::Tint`: neighbours in number are far apart.
const TINTS: [(u8, &[f32]); 14] = [
    (0xE2, &[]),
    (0xFA, &[]),
    (0xD6, &[]),
    (0xEE, &[]),
    (0xFA, UPWARD),
    (0xEA, DOWNWARD),
    (0xFA, LEVEL),
    (0xEA, UPWARD),
    (0xFA, DOWNWARD),
    (0xEA, UPRIGHT),
    (0xFA, CROSSED),
    (0xEA, LEVEL),
    (0xFA, UPRIGHT),
    (0xEA, CROSSED),
];

/// Lines in the order of `Ink::Band`: as light as the digits on them need, and no lighter.
const BANDS: [u8; 14] =
    [0xC4, 0xD8, 0xBC, 0xDC, 0xD0, 0xC8, 0xD4, 0xC0, 0xCC, 0xE0, 0xD6, 0xDA, 0xB8, 0xCE];

/// The darkest tint, which hatches the others: marks on a ground have to be readable.
const TINT_LINES: Ink = Ink::Tint(2);

/// Returns the grey of a colour with the same lightness.
pub fn grey_of([red, green, blue]: [u8; 3]) -> u8 {
    let parts = [(red, 299_u32), (green, 587), (blue, 114)];
    let sum: u32 = parts.iter().map(|(part, weight)| u32::from(*part) * weight).sum();
    // The weights add up to a thousand, so this is a byte again.
    u8::try_from(sum / 1000).unwrap_or(u8::MAX)
}

/// Returns the grey of an ink, on white.
pub(super) fn level(ink: Ink) -> u8 {
    match ink {
        Ink::Ground | Ink::Paper => 0xFF,
        Ink::Grid => 0xD2,
        Ink::Rim => 0x2C,
        Ink::Shade => 0x90,
        Ink::Text | Ink::Clue => 0x14,
        Ink::Faint => 0x6E,
        Ink::Source => 0xC8,
        Ink::Target => 0xEA,
        Ink::Blocker => 0x5A,
        Ink::Piece => 0xF4,
        Ink::PieceEdge => 0x46,
        Ink::Glass => 0xF4,
        Ink::Gloss | Ink::Ice => 0xFF,
        Ink::Frost => 0xE6,
        Ink::Good => 0x10,
        Ink::Bad => 0x68,
        Ink::Beam => 0x86,
        Ink::BeamDim => 0xC6,
        Ink::Intended => 0x78,
        Ink::Shortcut => 0x00,
        Ink::Forced => 0x22,
        Ink::Possible => 0x92,
        Ink::Conflict => 0x2C,
        Ink::Preview => 0x50,
        Ink::Locked => 0x4E,
        Ink::Open => 0xC4,
        Ink::Selection => 0x34,
        Ink::Heat(heat) => 0xB0 + 0x09 * (heat.clamp(1, 9) - 1),
        Ink::Colour(number) => colour(number).0,
        Ink::Tint(number) => tint(number).0,
        Ink::Band(number) => BANDS.get(usize::from(number) % BANDS.len()).copied().unwrap_or(0xC8),
        Ink::Exact(red, green, blue) => {
            // Its lightness (Rec. 709), so that sprites keep their drawing.
            let light =
                0.2126 * f32::from(red) + 0.7152 * f32::from(green) + 0.0722 * f32::from(blue);
            light.round() as u8
        }
    }
}

fn tint(number: u8) -> (u8, &'static [f32]) {
    TINTS.get(usize::from(number) % TINTS.len()).copied().unwrap_or((0xF0, &[]))
}

fn colour(number: u8) -> (u8, &'static [f32]) {
    COLOURS.get(usize::from(number) % COLOURS.len()).copied().unwrap_or((0x18, &[]))
}

/// Returns the hatching of filled shapes of an ink.
pub(super) fn hatch(ink: Ink) -> Option<Hatch> {
    let turns = match ink {
        Ink::Colour(number) => colour(number).1,
        Ink::Tint(number) => tint(number).1,
        Ink::Bad | Ink::Conflict => UPWARD,
        Ink::Possible => LEVEL,
        _ => &[],
    };
    let ink = match ink {
        Ink::Tint(_) => TINT_LINES,
        _ if level(ink) < 0x80 => Ink::Open,
        _ => Ink::Faint,
    };
    (!turns.is_empty()).then_some(Hatch { turns, ink })
}

/// Returns the dashes of an ink without its own.
pub(super) fn dash(ink: Ink) -> Dash {
    match ink {
        Ink::Bad => Dash::Dashed,
        Ink::Possible => Dash::Dotted,
        _ => Dash::Solid,
    }
}

fn dashed(stroke: Stroke) -> Stroke {
    match stroke.dash {
        Dash::Solid => Stroke { dash: dash(stroke.ink), ..stroke },
        Dash::Dashed | Dash::Dotted | Dash::Flowing => stroke,
    }
}

/// Returns the shapes to draw instead of this one; `None` to keep it.
pub(super) fn drawn(shape: &Shape) -> Option<Vec<Shape>> {
    if matches!(shape, Shape::Text { .. }) {
        return None;
    }
    let (fill, stroke) = shape.paint();
    let hatch = fill.and_then(hatch);
    let pen = stroke.map(dashed);
    if hatch.is_none() && pen == stroke {
        return None;
    }
    let Some(hatch) = hatch else { return Some(vec![with(shape, fill, pen)]) };
    let rings = match shape {
        Shape::Area { rings, .. } => rings.clone(),
        _ => vec![outline(shape)],
    };
    let mut shapes = vec![with(shape, fill, None)];
    for turn in hatch.turns {
        shapes.extend(hatched(&rings, *turn, hatch.ink));
    }
    if pen.is_some() {
        shapes.push(with(shape, None, pen));
    }
    Some(shapes)
}

/// Returns the shape with another fill and another stroke; a line always has one.
fn with(shape: &Shape, new_fill: Option<Ink>, new_stroke: Option<Stroke>) -> Shape {
    let mut shape = shape.clone();
    match &mut shape {
        Shape::Polyline { stroke, .. } => *stroke = new_stroke.unwrap_or(*stroke),
        Shape::Polygon { fill, stroke, .. }
        | Shape::Circle { fill, stroke, .. }
        | Shape::Rect { fill, stroke, .. } => (*fill, *stroke) = (new_fill, new_stroke),
        Shape::Area { fill, .. } => *fill = new_fill.unwrap_or(*fill),
        Shape::Text { .. } | Shape::Mark { .. } => {}
    }
    shape
}

/// Returns the corners of a shape's filled area. Round corners of a rectangle are cut.
fn outline(shape: &Shape) -> Vec<Point> {
    match shape {
        Shape::Polygon { points, .. } => points.clone(),
        Shape::Circle { centre, radius, .. } => (0..24u8)
            .map(|n| f32::from(n) / 24.0 * TAU)
            .map(|angle| {
                Point::new(centre.x + radius * angle.cos(), centre.y + radius * angle.sin())
            })
            .collect(),
        Shape::Rect { rect, radius, .. } => {
            // So that no line sticks out of a round corner: the chord that touches its arc.
            let cut = radius * 0.6;
            let (a, b) = (rect.min, rect.max);
            vec![
                Point::new(a.x + cut, a.y),
                Point::new(b.x - cut, a.y),
                Point::new(b.x, a.y + cut),
                Point::new(b.x, b.y - cut),
                Point::new(b.x - cut, b.y),
                Point::new(a.x + cut, b.y),
                Point::new(a.x, b.y - cut),
                Point::new(a.x, a.y + cut),
            ]
        }
        Shape::Polyline { .. } | Shape::Area { .. } | Shape::Text { .. } | Shape::Mark { .. } => {
            Vec::new()
        }
    }
}

/// Number of lines of hatching over the smaller side of a shape.
const LINES: f32 = 5.0;

/// Returns parallel lines within closed rings, in a direction given as a share of a turn.
fn hatched(rings: &[Vec<Point>], turn: f32, ink: Ink) -> Vec<Shape> {
    let (sin, cos) = (turn * TAU).sin_cos();
    // Turned so that the lines are level.
    let level = |p: &Point| Point::new(p.x * cos + p.y * sin, p.y * cos - p.x * sin);
    let rings: Vec<Vec<Point>> =
        rings.iter().map(|ring| ring.iter().map(level).collect()).collect();
    let side = |of: fn(&Point) -> f32| {
        let all = || rings.iter().flatten().map(of);
        (all().fold(f32::INFINITY, f32::min), all().fold(f32::NEG_INFINITY, f32::max))
    };
    let ((left, right), (top, bottom)) = (side(|p| p.x), side(|p| p.y));
    let gap = (right - left).min(bottom - top) / LINES;
    if !(gap.is_finite() && gap > 0.0) {
        return Vec::new();
    }
    let stroke = Stroke::new(ink, gap * 0.3);
    let mut shapes = Vec::new();
    let mut y = top + gap / 2.0;
    while y < bottom {
        let mut cuts: Vec<f32> = Vec::new();
        let sides = rings.iter().flat_map(|ring| ring.iter().zip(ring.iter().cycle().skip(1)));
        for (a, b) in sides {
            if (a.y <= y) != (b.y <= y) {
                cuts.push(a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x));
            }
        }
        cuts.sort_by(f32::total_cmp);
        for pair in cuts.chunks_exact(2) {
            let [from, to] = pair else { continue };
            let back = |x: f32| Point::new(x * cos - y * sin, y * cos + x * sin);
            shapes.push(Shape::Polyline { points: vec![back(*from), back(*to)], stroke });
        }
        y += gap;
    }
    shapes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rect;

    /// Inks that a reader has to tell apart without colour.
    const APART: [(Ink, Ink); 7] = [
        (Ink::Forced, Ink::Possible),
        (Ink::Intended, Ink::Shortcut),
        (Ink::Good, Ink::Bad),
        (Ink::Beam, Ink::BeamDim),
        (Ink::Source, Ink::Target),
        (Ink::Piece, Ink::Blocker),
        (Ink::Conflict, Ink::Possible),
    ];

    #[test]
    fn opposites_differ_in_grey() {
        for (one, other) in APART {
            let apart = level(one).abs_diff(level(other));
            assert!(apart >= 0x20, "{one:?} and {other:?}: {apart}");
        }
        // Inks that can cross on one board differ in their dashes as well, or one of them is black.
        assert_ne!(dash(Ink::Forced), dash(Ink::Possible));
        assert_ne!(dash(Ink::Good), dash(Ink::Bad));
    }

    #[test]
    fn no_two_colours_of_marks_look_alike() {
        for one in 0..16 {
            for other in 0..one {
                let apart = level(Ink::Colour(one)).abs_diff(level(Ink::Colour(other)));
                let hatched = colour(one).1 != colour(other).1;
                assert!(apart >= 0x28 || hatched && apart >= 0x0C, "{one} and {other}: {apart}");
            }
        }
    }

    #[test]
    fn no_two_grounds_look_alike() {
        for one in 0..14 {
            for other in 0..one {
                let apart = tint(one).0.abs_diff(tint(other).0);
                let hatched = tint(one).1 != tint(other).1;
                assert!(apart >= 0x0C || hatched, "{one} and {other}: {apart}");
            }
        }
    }

    #[test]
    fn hatching_stays_inside_and_under_the_outline() {
        let rect = Rect::square(Point::new(0.5, 0.5), 1.0);
        let pen = Stroke::new(Ink::Faint, 0.02);
        let shape =
            Shape::Rect { rect, radius: 0.0, fill: Some(Ink::Colour(4)), stroke: Some(pen) };
        let drawn = drawn(&shape).expect("green is hatched");
        let [first, lines @ .., last] = drawn.as_slice() else { panic!("{drawn:?}") };
        assert!(matches!(first, Shape::Rect { fill: Some(Ink::Colour(4)), stroke: None, .. }));
        assert!(matches!(last, Shape::Rect { fill: None, stroke: Some(_), .. }));
        assert!(lines.len() >= 5, "{}", lines.len());
        for line in lines {
            let Shape::Polyline { points, .. } = line else { panic!("{line:?}") };
            let inside =
                |p: &Point| (-0.001..1.001).contains(&p.x) && (-0.001..1.001).contains(&p.y);
            assert!(points.iter().all(inside), "{points:?}");
        }
        // Shapes without a hatch or dashes are drawn unchanged.
        let plain = Shape::Polyline { points: vec![rect.min, rect.max], stroke: pen };
        assert_eq!(super::drawn(&plain), None);
    }
}
