//! The area of outlines as simple polygons: crossings are cut, the fill rule finds the inside, and a cut joins
//! each hole to the outside, so that every painter fills it alike.
//!
//! Coordinates are on a fine grid of whole numbers.

use std::collections::BTreeMap;

use resvg::usvg::FillRule;

use foolproof_picture::Point;

/// Grid steps per unit.
const GRID: f32 = 16_384.0;

type Corner = (i64, i64);
type FillEdge = (Corner, Corner);

/// Maximum number of edges after all crossings are cut. Finding the inside is quadratic in their number.
const MAX_EDGES: usize = 6_000;

/// Simple polygons, each with its holes cut open, that cover the filled area; nothing if the outlines cross
/// each other too often.
pub(super) fn filled(outlines: &[Vec<Point>], rule: FillRule) -> Option<Vec<Vec<Point>>> {
    let spot = |p: &Point| ((p.x * GRID).round() as i64, (p.y * GRID).round() as i64);
    let mut edges: Vec<FillEdge> = Vec::new();
    for outline in outlines {
        let spots: Vec<Corner> = outline.iter().map(spot).collect();
        let pairs = spots.iter().copied().zip(spots.iter().copied().cycle().skip(1));
        edges.extend(pairs.filter(|(a, b)| a != b));
    }
    let edges = split(&edges).filter(|edges| edges.len() <= MAX_EDGES)?;
    let loops = loops(&rims(&edges, rule));
    let point = |(x, y): &Corner| Point::new(*x as f32 / GRID, *y as f32 / GRID);
    Some(joined(loops).iter().map(|spots| spots.iter().map(point).collect()).collect())
}

/// Twice the area of a triangle; its sign tells on which side of the line from `a` to `b` the point `c` is.
fn cross(a: Corner, b: Corner, c: Corner) -> i64 {
    (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)
}

fn boxes_meet((a, b): FillEdge, (c, d): FillEdge) -> bool {
    a.0.min(b.0) <= c.0.max(d.0)
        && c.0.min(d.0) <= a.0.max(b.0)
        && a.1.min(b.1) <= c.1.max(d.1)
        && c.1.min(d.1) <= a.1.max(b.1)
}

/// Returns the points where two edges meet, rounded to the grid.
fn meetings(one: FillEdge, other: FillEdge) -> Vec<Corner> {
    let ((a, b), (c, d)) = (one, other);
    if !boxes_meet(one, other) {
        return Vec::new();
    }
    let (ca, cb) = (cross(c, d, a), cross(c, d, b));
    let (ac, ad) = (cross(a, b, c), cross(a, b, d));
    let apart = |x: i64, y: i64| (x < 0 && y > 0) || (x > 0 && y < 0);
    if apart(ca, cb) && apart(ac, ad) {
        let share = ca as f64 / (ca - cb) as f64;
        let at = |from: i64, to: i64| (from as f64 + share * (to - from) as f64).round() as i64;
        return vec![(at(a.0, b.0), at(a.1, b.1))];
    }
    let on =
        |p: Corner, (from, to): FillEdge, side: i64| side == 0 && boxes_meet((p, p), (from, to));
    let mut spots = Vec::new();
    spots.extend([(a, ca), (b, cb)].into_iter().filter(|(p, s)| on(*p, other, *s)).map(|x| x.0));
    spots.extend([(c, ac), (d, ad)].into_iter().filter(|(p, s)| on(*p, one, *s)).map(|x| x.0));
    spots
}

/// Returns the edges, cut wherever they meet; `None` if there are too many.
fn split(edges: &[FillEdge]) -> Option<Vec<FillEdge>> {
    let mut cuts: Vec<Vec<Corner>> = edges.iter().map(|(a, b)| vec![*a, *b]).collect();
    let mut met = 0usize;
    for (at, one) in edges.iter().enumerate() {
        if met > 8 * MAX_EDGES {
            return None;
        }
        for (later, other) in edges.iter().enumerate().skip(at + 1) {
            for spot in meetings(*one, *other) {
                met += 1;
                for edge in [at, later] {
                    cuts.get_mut(edge).into_iter().for_each(|cuts| cuts.push(spot));
                }
            }
        }
    }
    let mut out = Vec::with_capacity(edges.len());
    for ((from, _), mut spots) in edges.iter().zip(cuts) {
        spots.sort_by_key(|p| (p.0 - from.0).pow(2) + (p.1 - from.1).pow(2));
        spots.dedup();
        out.extend(spots.iter().copied().zip(spots.iter().copied().skip(1)));
    }
    Some(out)
}

/// Returns the winding number of the outlines around a point that lies on none of them.
fn winding(edges: &[FillEdge], x: f64, y: f64) -> i32 {
    let mut count = 0;
    for (a, b) in edges {
        let (ay, by) = (a.1 as f64, b.1 as f64);
        if (ay <= y) == (by <= y) {
            continue;
        }
        let at = a.0 as f64 + (y - ay) / (by - ay) * (b.0 - a.0) as f64;
        if at > x {
            count += if by > ay { 1 } else { -1 };
        }
    }
    count
}

/// Returns the edges between inside and outside, each with the inside on the same side.
fn rims(edges: &[FillEdge], rule: FillRule) -> Vec<FillEdge> {
    let inside = |x, y| {
        let count = winding(edges, x, y);
        match rule {
            FillRule::NonZero => count != 0,
            FillRule::EvenOdd => count % 2 != 0,
        }
    };
    let mut once: Vec<FillEdge> = edges.iter().map(|(a, b)| (*a.min(b), *a.max(b))).collect();
    once.sort_unstable();
    once.dedup();
    let mut rims = Vec::new();
    for (a, b) in once {
        let (dx, dy) = ((b.0 - a.0) as f64, (b.1 - a.1) as f64);
        let length = dx.hypot(dy).max(1e-9);
        let (x, y) = ((a.0 + b.0) as f64 / 2.0, (a.1 + b.1) as f64 / 2.0);
        let (nx, ny) = (-dy / length * 0.05, dx / length * 0.05);
        match (inside(x + nx, y + ny), inside(x - nx, y - ny)) {
            (true, false) => rims.push((a, b)),
            (false, true) => rims.push((b, a)),
            _ => {}
        }
    }
    rims
}

/// Closed runs of edges. Where several continue from a point, the one closest to the inside is taken.
fn loops(rims: &[FillEdge]) -> Vec<Vec<Corner>> {
    let mut from: BTreeMap<Corner, Vec<Corner>> = BTreeMap::new();
    for (a, b) in rims {
        from.entry(*a).or_default().push(*b);
    }
    let mut loops = Vec::new();
    while let Some((start, next)) = from.iter_mut().find_map(|(at, ends)| Some((*at, ends.pop()?)))
    {
        let mut run = vec![start];
        let (mut before, mut at) = (start, next);
        while at != start {
            run.push(at);
            let Some(ends) = from.get_mut(&at).filter(|ends| !ends.is_empty()) else { break };
            let turn = |end: &Corner| {
                let (ux, uy) = ((at.0 - before.0) as f64, (at.1 - before.1) as f64);
                let (vx, vy) = ((end.0 - at.0) as f64, (end.1 - at.1) as f64);
                (ux * vy - uy * vx).atan2(ux * vx + uy * vy)
            };
            let best = (0..ends.len())
                .max_by(|i, j| turn_at(ends, *i, &turn).total_cmp(&turn_at(ends, *j, &turn)));
            let end = ends.swap_remove(best.unwrap_or(0));
            (before, at) = (at, end);
        }
        straightened(&mut run);
        // Areas thinner than the grid are dropped.
        if run.len() >= 3 && area(&run).abs() > 200 {
            loops.push(run);
        }
    }
    loops
}

fn turn_at(ends: &[Corner], at: usize, turn: &dyn Fn(&Corner) -> f64) -> f64 {
    ends.get(at).map_or(f64::NEG_INFINITY, turn)
}

/// Removes corners on a straight line between their neighbours.
fn straightened(run: &mut Vec<Corner>) {
    let mut at = 0;
    while run.len() > 3 && at < run.len() {
        let count = run.len();
        let spot = |n: usize| run.get(n % count).copied().unwrap_or_default();
        if cross(spot(at + count - 1), spot(at), spot(at + 1)) == 0 {
            run.remove(at);
        } else {
            at += 1;
        }
    }
}

/// Twice the area; negative for holes.
fn area(run: &[Corner]) -> i64 {
    run.iter().zip(run.iter().cycle().skip(1)).map(|(a, b)| a.0 * b.1 - a.1 * b.0).sum()
}

fn edges_of(run: &[Corner]) -> Vec<FillEdge> {
    run.iter().copied().zip(run.iter().copied().cycle().skip(1)).collect()
}

/// Outer runs with their holes cut open.
fn joined(loops: Vec<Vec<Corner>>) -> Vec<Vec<Corner>> {
    let (mut outer, mut holes): (Vec<_>, Vec<_>) = loops.into_iter().partition(|run| area(run) > 0);
    outer.sort_by_key(|run| area(run));
    holes.sort_by_key(|run| std::cmp::Reverse(run.iter().copied().max()));
    let mut own: Vec<Vec<Vec<Corner>>> = outer.iter().map(|_| Vec::new()).collect();
    for hole in holes {
        let home = outer.iter().position(|run| {
            let edges = edges_of(run);
            let place = hole
                .first()
                .zip(hole.get(1))
                .map(|(a, b)| ((a.0 + b.0) as f64 / 2.0 + 0.013, (a.1 + b.1) as f64 / 2.0 + 0.017));
            place.is_some_and(|(x, y)| winding(&edges, x, y) != 0)
        });
        if let Some(holes) = home.and_then(|home| own.get_mut(home)) {
            holes.push(hole);
        }
    }
    outer.into_iter().zip(own).map(|(run, holes)| with_holes(run, holes)).collect()
}

/// Returns a run with its holes, from the rightmost one on; each is joined by a cut that crosses nothing.
fn with_holes(mut run: Vec<Corner>, holes: Vec<Vec<Corner>>) -> Vec<Corner> {
    for number in 0..holes.len() {
        let Some(hole) = holes.get(number) else { continue };
        let walls: Vec<FillEdge> = edges_of(&run)
            .into_iter()
            .chain(holes.iter().skip(number).flat_map(|h| edges_of(h)))
            .collect();
        let first = (0..hole.len()).max_by_key(|at| hole.get(*at)).unwrap_or(0);
        let Some(from) = hole.get(first).copied() else { continue };
        let mut ends: Vec<(usize, Corner)> = run.iter().copied().enumerate().collect();
        ends.sort_by_key(|(_, p)| (p.0 - from.0).pow(2) + (p.1 - from.1).pow(2));
        let free = |to: Corner| {
            walls.iter().all(|wall| {
                meetings((from, to), *wall).iter().all(|spot| *spot == from || *spot == to)
            })
        };
        let seen = ends.iter().find(|(_, to)| free(*to)).or(ends.first());
        let Some((at, to)) = seen.copied() else { continue };
        let round = hole.iter().cycle().skip(first).take(hole.len() + 1).copied();
        let cut: Vec<Corner> = round.chain([to]).collect();
        run.splice(at + 1..at + 1, cut);
    }
    run
}
