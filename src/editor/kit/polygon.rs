//! Polygons that are not convex, or have holes, as triangles.

use earcut::Earcut;
use egui::{Pos2, Vec2};

fn cross(a: Vec2, b: Vec2) -> f32 {
    a.x * b.y - a.y * b.x
}

/// True if every corner turns the same way.
pub(crate) fn is_convex(points: &[Pos2]) -> bool {
    let corners = points.iter().zip(points.iter().cycle().skip(1));
    let thirds = points.iter().cycle().skip(2);
    let mut ways = corners.zip(thirds).map(|((a, b), c)| cross(*b - *a, *c - *b));
    let (mut left, mut right) = (false, false);
    ways.by_ref().for_each(|way| {
        left |= way > 1e-3;
        right |= way < -1e-3;
    });
    !(left && right)
}

/// Returns three indices for each triangle of an outline with holes; the points are counted ring by ring.
pub(crate) fn triangles(rings: &[Vec<Pos2>]) -> Vec<u32> {
    let mut count = 0;
    let ends = rings.iter().map(|ring| {
        count += ring.len();
        u32::try_from(count).unwrap_or(u32::MAX)
    });
    let mut holes: Vec<u32> = ends.collect();
    holes.pop();
    let points = rings.iter().flatten().map(|point| [point.x, point.y]);
    let mut triangles = Vec::new();
    Earcut::new().earcut(points, &holes, &mut triangles);
    triangles
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns twice the area, negative if the points run the other way round.
    fn area(points: &[Pos2]) -> f32 {
        let next = points.iter().cycle().skip(1);
        points.iter().zip(next).map(|(a, b)| cross(a.to_vec2(), b.to_vec2())).sum()
    }

    /// Returns twice the area of the triangles.
    fn covered(rings: &[Vec<Pos2>]) -> f32 {
        let points = rings.concat();
        let corner = |n: &u32| points[usize::try_from(*n).expect("an index")];
        let three = |three: &[u32]| area(&three.iter().map(corner).collect::<Vec<_>>()).abs();
        triangles(rings).chunks(3).map(three).sum()
    }

    fn check(points: &[(f32, f32)], convex: bool) {
        let points: Vec<Pos2> = points.iter().map(|(x, y)| Pos2::new(*x, *y)).collect();
        assert_eq!(is_convex(&points), convex, "{points:?}");
        let covered = covered(std::slice::from_ref(&points));
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

    #[test]
    fn triangles_leave_holes_open() {
        let square = |from: f32, to: f32| {
            [(from, from), (to, from), (to, to), (from, to)].map(|(x, y)| Pos2::new(x, y)).to_vec()
        };
        let rings = [square(0.0, 10.0), square(1.0, 4.0), square(6.0, 9.0)];
        assert!((covered(&rings) / 2.0 - 82.0).abs() < 1e-3);
    }
}
