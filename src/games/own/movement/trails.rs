//! Trails of pieces in a play: each pass over a border has its own lane and arrowhead, and steps are numbered.

use std::collections::BTreeMap;

use crate::movement::moves;
use crate::own_game::OwnGame;
use foolproof_game::Scene;
use foolproof_level::Level;
use foolproof_picture::{Align, Dash, Ink, Point, Shape, Stroke};

/// Width of a trail's line, in cells.
const TRAIL: f32 = 0.05;
/// Distance between lanes, in cells, and maximum number of lanes on each side.
const LANE: f32 = 0.09;
const LANES: usize = 4;
/// Besides the first step and the last, each multiple of this has a number.
const NUMBERED: usize = 5;
/// Length of an arrowhead, in cells, and half its width.
const HEAD: f32 = 0.15;
const HALF_HEAD: f32 = 0.075;

/// Start and end of a piece's move, in hundredths of cells.
type TrailWay = ((i32, i32), (i32, i32));

/// Draws the trails for the plays of a scene: shapes beneath the pieces, and numbers above them.
pub(crate) fn draw(game: &OwnGame, level: &Level, scene: Scene<'_>) -> [Vec<Shape>; 2] {
    // As in the legend: the intended play is dashed beneath a shortcut.
    let ink = if scene.against.is_some() { Ink::Shortcut } else { Ink::Intended };
    let plays = [(scene.against, Ink::Intended, Dash::Dashed), (scene.play, ink, Dash::Solid)];
    let mut drawn = [Vec::new(), Vec::new()];
    for (play, ink, dash) in plays {
        let steps = play.map(|play| moves::trail(game, level, play)).unwrap_or_default();
        let own = drawn_steps(&steps, ink, dash);
        drawn.iter_mut().zip(own).for_each(|(all, own)| all.extend(own));
    }
    drawn
}

/// Draws the lines and arrowheads of steps, and the numbers of some. A step that moves nothing has its number
/// where the action takes place.
pub fn drawn_steps(steps: &[Vec<(Point, Point)>], ink: Ink, dash: Dash) -> [Vec<Shape>; 2] {
    let stroke = Stroke { ink, width: TRAIL, dash };
    let key = |at: &Point| ((at.x * 100.0) as i32, (at.y * 100.0) as i32);
    let mut passes: BTreeMap<TrailWay, usize> = BTreeMap::new();
    for (from, to) in steps.iter().flatten() {
        *passes.entry((key(from), key(to))).or_default() += 1;
    }
    let mut done: BTreeMap<TrailWay, usize> = BTreeMap::new();
    let (mut lines, mut numbers) = (Vec::new(), Vec::new());
    for (number, ways) in (1..).zip(steps) {
        let is_told = number == 1 || number == steps.len() || number % NUMBERED == 0;
        for (at, (from, to)) in ways.iter().enumerate() {
            let (way, back) = ((key(from), key(to)), (key(to), key(from)));
            let before = *done.entry(way).and_modify(|count| *count += 1).or_insert(0);
            if from == to {
                let beside = Point::new(from.x + 0.3 * lane_number(before), from.y);
                numbers.extend(label(beside, number, ink));
                continue;
            }
            let alone = passes.get(&way) == Some(&1) && !passes.contains_key(&back);
            let lane = if alone { 0.0 } else { 0.5 + lane_number(before) };
            let [from, to] = beside(*from, *to, LANE * lane);
            lines.push(Shape::Polyline { points: vec![from, to], stroke });
            let numbered = at == 0 && steps.len() > 1 && is_told;
            lines.push(head(from, to, if numbered { 0.8 } else { 0.55 }, ink));
            // Between two cells, away from pieces and from numbers of other passes.
            let at = along(from, to, 0.5);
            if numbered && !numbers.iter().any(|shape| is_near(shape, at)) {
                numbers.extend(label(at, number, ink));
            }
        }
    }
    [lines, numbers]
}

/// Draws an arrowhead with its tip this many cells from the start of a way.
fn head(from: Point, to: Point, far: f32, ink: Ink) -> Shape {
    let back = along(from, to, far - HEAD);
    let sides = [HALF_HEAD, -HALF_HEAD].map(|by| beside(back, to, by)[0]);
    let points = vec![along(from, to, far), sides[0], sides[1]];
    Shape::Polygon { points, fill: Some(ink), stroke: None }
}

/// Returns the point of a way this many cells from its start.
fn along(from: Point, to: Point, far: f32) -> Point {
    let (x, y) = (to.x - from.x, to.y - from.y);
    let share = far / x.hypot(y).max(f32::EPSILON);
    Point::new(from.x + share * x, from.y + share * y)
}

fn lane_number(before: usize) -> f32 {
    u8::try_from(before.min(LANES - 1)).map_or(0.0, f32::from)
}

/// Returns the way shifted to its right, by this many cells.
fn beside(from: Point, to: Point, by: f32) -> [Point; 2] {
    let (x, y) = (to.x - from.x, to.y - from.y);
    let long = x.hypot(y).max(f32::EPSILON);
    let (x, y) = (-y / long * by, x / long * by);
    [from, to].map(|at| Point::new(at.x + x, at.y + y))
}

fn is_near(shape: &Shape, to: Point) -> bool {
    matches!(shape, Shape::Text { at, .. } if (at.x - to.x).hypot(at.y - to.y) < 0.24)
}

/// Draws the number of a step.
fn label(centre: Point, number: usize, ink: Ink) -> [Shape; 2] {
    let text =
        Shape::Text { at: centre, text: number.to_string(), size: 0.2, ink, align: Align::Centre };
    [Shape::Circle { centre, radius: 0.14, fill: Some(Ink::Ground), stroke: None }, text]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passes_over_the_same_border_lie_apart_and_steps_are_numbered() {
        let (a, b) = (Point::new(0.5, 0.5), Point::new(1.5, 0.5));
        let steps: Vec<_> =
            (0..6).map(|n| vec![if n % 2 == 0 { (a, b) } else { (b, a) }]).collect();
        let [lines, numbers] = drawn_steps(&steps, Ink::Intended, Dash::Solid);
        let lines: Vec<f32> = lines
            .iter()
            .filter_map(|shape| match shape {
                Shape::Polyline { points, .. } => Some(points[0].y),
                _ => None,
            })
            .collect();
        for (number, line) in lines.iter().enumerate() {
            assert!(lines[..number].iter().all(|other| (line - other).abs() > 0.05), "{lines:?}");
        }
        let told: Vec<&str> = numbers.iter().filter_map(text).collect();
        assert_eq!((lines.len(), told), (6, vec!["1", "6"]));
        // A single pass runs through the middle; its direction is seen, and its number is clear.
        let [once, none] = drawn_steps(&[vec![(a, b)]], Ink::Intended, Dash::Solid);
        let line =
            Shape::Polyline { points: vec![a, b], stroke: Stroke::new(Ink::Intended, TRAIL) };
        assert_eq!((&once[0], once.len(), none.len()), (&line, 2, 0));
        assert!(matches!(&once[1], Shape::Polygon { points, .. } if points[0].x > points[1].x));
        // A step that moves nothing is numbered where the action takes place.
        let [lines, pressed] = drawn_steps(&[vec![(a, a)]], Ink::Intended, Dash::Solid);
        assert_eq!((lines.len(), pressed.iter().find_map(text)), (0, Some("1")));
    }

    fn text(shape: &Shape) -> Option<&str> {
        match shape {
            Shape::Text { text, .. } => Some(text),
            _ => None,
        }
    }
}
