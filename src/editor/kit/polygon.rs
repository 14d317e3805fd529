//! Triangulation of polygons that are not convex, by ear clipping.
//!
//! Source: Meisters, "Polygons have ears", 1975.

use egui::{Pos2, Vec2};

fn cross(a: Vec2, b: Vec2) -> f32 {
    a.x * b.y - a.y * b.x
}

fn turn(a: Pos2, b: Pos2, c: Pos2) -> f32 {
    cross(b - a, c - b)
}

/// True if every corner turns the same way.
pub(crate) fn is_convex(points: &[Pos2]) -> bool {
    let corners = points.iter().zip(points.iter().cycle().skip(1));
    let thirds = points.iter().cycle().skip(2);
    let mut ways = corners.zip(thirds).map(|((a, b), c)| turn(*a, *b, *c));
    let (mut left, mut right) = (false, false);
    ways.by_ref().for_each(|way| {
        left |= way > 1e-3;
        right |= way < -1e-3;
    });
    !(left && right)
}

/// Returns twice the area, negative if the points run the other way round.
fn area(points: &[Pos2]) -> f32 {
    let next = points.iter().cycle().skip(1);
    points.iter().zip(next).map(|(a, b)| cross(a.to_vec2(), b.to_vec2())).sum()
}

fn inside(at: Pos2, [a, b, c]: [Pos2; 3]) -> bool {
    let (ab, bc, ca) = (turn(a, b, at), turn(b, c, at), turn(c, a, at));
    (ab > 0.0 && bc > 0.0 && ca > 0.0) || (ab < 0.0 && bc < 0.0 && ca < 0.0)
}

/// Returns three indices for each triangle.
pub(crate) fn triangles(points: &[Pos2]) -> Vec<u32> {
    let way = area(points).signum();
    let mut left: Vec<(u32, Pos2)> = (0..).zip(points.iter().copied()).collect();
    let mut out = Vec::with_capacity(points.len() * 3);
    while left.len() > 3 {
        let ear = (0..left.len()).find(|at| is_ear(&left, *at, way));
        // A path that crosses itself may have no ears left; then any corner has to do.
        let at = ear.unwrap_or(0);
        push(&mut out, &left, at);
        left.remove(at);
    }
    if left.len() == 3 {
        push(&mut out, &left, 1);
    }
    out
}

/// Returns the corner at `at` with its two neighbours.
fn corner(left: &[(u32, Pos2)], at: usize) -> Option<[(u32, Pos2); 3]> {
    let count = left.len();
    let before = left.get((at + count).checked_sub(1)? % count)?;
    let after = left.get((at + 1) % count)?;
    Some([*before, *left.get(at)?, *after])
}

fn is_ear(left: &[(u32, Pos2)], at: usize, way: f32) -> bool {
    let Some([a, b, c]) = corner(left, at) else { return false };
    let three = [a.1, b.1, c.1];
    turn(a.1, b.1, c.1) * way > 0.0
        && !left
            .iter()
            .filter(|(n, _)| ![a.0, b.0, c.0].contains(n))
            .any(|(_, at)| inside(*at, three))
}

fn push(out: &mut Vec<u32>, left: &[(u32, Pos2)], at: usize) {
    if let Some(three) = corner(left, at) {
        out.extend(three.map(|(n, _)| n));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(points: &[(f32, f32)], convex: bool) {
        let points: Vec<Pos2> = points.iter().map(|(x, y)| Pos2::new(*x, *y)).collect();
        assert_eq!(is_convex(&points), convex, "{points:?}");
        let cut = triangles(&points);
        let covered: f32 = cut
            .chunks(3)
            .map(|three| {
                let corners: Vec<Pos2> =
                    three.iter().map(|n| points[usize::try_from(*n).expect("an index")]).collect();
                area(&corners).abs()
            })
            .sum();
        assert!((covered - area(&points).abs()).abs() < 1e-3, "{covered} of {points:?}");
    }

    #[test]
    fn triangles_cover_the_polygon_exactly() {
        check(&[(0.0, 0.0), (4.0, 0.0), (4.0, 3.0), (0.0, 3.0)], true);
        check(&[(0.0, 3.0), (4.0, 3.0), (4.0, 0.0), (0.0, 0.0)], true);
        // An arrow, an L and a star.
        check(&[(0.0, 0.0), (4.0, 2.0), (0.0, 4.0), (1.0, 2.0)], false);
        check(&[(0.0, 0.0), (1.0, 0.0), (1.0, 3.0), (3.0, 3.0), (3.0, 4.0), (0.0, 4.0)], false);
        check(
            &[
                (5.0, 0.0),
                (6.0, 4.0),
                (10.0, 5.0),
                (6.0, 6.0),
                (5.0, 10.0),
                (4.0, 6.0),
                (0.0, 5.0),
                (4.0, 4.0),
            ],
            false,
        );
        check(&[], true);
    }
}
