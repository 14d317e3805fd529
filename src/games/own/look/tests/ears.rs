//! The window cuts polygons into triangles by their ears, so the outlines of a drawing must be cuttable in
//! full.
//!
//! A copy of `editor/kit/polygon.rs` for plain points.

use foolproof_picture::Point;

fn turn(a: Point, b: Point, c: Point) -> f32 {
    (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x)
}

pub(crate) fn area(points: &[Point]) -> f32 {
    points.iter().zip(points.iter().cycle().skip(1)).map(|(a, b)| a.x * b.y - a.y * b.x).sum()
}

fn inside(at: Point, [a, b, c]: [Point; 3]) -> bool {
    let (ab, bc, ca) = (turn(a, b, at), turn(b, c, at), turn(c, a, at));
    (ab > 0.0 && bc > 0.0 && ca > 0.0) || (ab < 0.0 && bc < 0.0 && ca < 0.0)
}

/// Returns the area of all triangles, which equals the polygon's if they do not overlap; and the number of them
/// that were not ears.
pub(crate) fn cut(points: &[Point]) -> (f32, usize) {
    let way = area(points).signum();
    let mut left: Vec<(usize, Point)> = points.iter().copied().enumerate().collect();
    let (mut covered, mut forced) = (0.0, 0);
    while left.len() >= 3 {
        let count = left.len();
        let corner = |at: usize| [left[(at + count - 1) % count], left[at], left[(at + 1) % count]];
        let is_ear = |at: &usize| {
            let [a, b, c] = corner(*at);
            let three = [a.1, b.1, c.1];
            let names = [a.0, b.0, c.0];
            turn(a.1, b.1, c.1) * way > 0.0
                && !left.iter().filter(|(n, _)| !names.contains(n)).any(|(_, p)| inside(*p, three))
        };
        let ear = (0..count).find(is_ear);
        forced += usize::from(ear.is_none() && count > 3);
        let at = ear.unwrap_or(0);
        covered += area(&corner(at).map(|(_, p)| p)).abs();
        left.remove(at);
    }
    (covered, forced)
}
