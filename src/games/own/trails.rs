//! The ways of pieces in a play: each pass over a border has a lane of its own, and steps are numbered.

use std::collections::BTreeMap;

use crate::moves;
use crate::own_game::OwnGame;
use foolproof_game::Scene;
use foolproof_level::Level;
use foolproof_picture::{Align, Dash, Ink, Point, Shape, Stroke};

/// Width of the line that a piece leaves, in cells.
const TRAIL: f32 = 0.05;
/// How far lanes are apart, in cells, and how many there are at most on each side.
const LANE: f32 = 0.09;
const LANES: usize = 4;
/// Every so many steps have a number, in a play with more than as many.
const NUMBERED: usize = 5;

/// From where to where a piece goes, in hundredths of cells.
type TrailWay = ((i32, i32), (i32, i32));

/// Where pieces go in the plays of a scene.
pub(crate) fn draw(game: &OwnGame, level: &Level, scene: Scene<'_>) -> Vec<Shape> {
    // As the legend says: what is intended is dashed beneath a shortcut.
    let plays = match scene.against {
        Some(_) => [
            (scene.against, Ink::Intended, Dash::Dashed),
            (scene.play, Ink::Shortcut, Dash::Flowing),
        ],
        None => [(None, Ink::Intended, Dash::Dashed), (scene.play, Ink::Intended, Dash::Flowing)],
    };
    let mut shapes = Vec::new();
    for (play, ink, dash) in plays {
        let steps = play.map(|play| moves::trail(game, level, play)).unwrap_or_default();
        shapes.extend(of_steps(&steps, Stroke { ink, width: TRAIL, dash }));
    }
    shapes
}

/// The lines of steps, and the numbers of some.
fn of_steps(steps: &[Vec<(Point, Point)>], stroke: Stroke) -> Vec<Shape> {
    let key = |at: &Point| ((at.x * 100.0) as i32, (at.y * 100.0) as i32);
    let mut passes: BTreeMap<TrailWay, usize> = BTreeMap::new();
    for (from, to) in steps.iter().flatten() {
        *passes.entry((key(from), key(to))).or_default() += 1;
    }
    let mut done: BTreeMap<TrailWay, usize> = BTreeMap::new();
    let (mut lines, mut numbers) = (Vec::new(), Vec::new());
    for (number, ways) in (1..).zip(steps) {
        for (at, (from, to)) in ways.iter().enumerate() {
            let (way, back) = ((key(from), key(to)), (key(to), key(from)));
            let before = *done.entry(way).and_modify(|count| *count += 1).or_insert(0);
            let alone = passes.get(&way) == Some(&1) && !passes.contains_key(&back);
            let lane = if alone { 0.0 } else { 0.5 + lane_number(before) };
            let [from, to] = beside(*from, *to, LANE * lane);
            lines.push(Shape::Polyline { points: vec![from, to], stroke });
            if at == 0 && number % NUMBERED == 0 && steps.len() > NUMBERED {
                numbers.extend(label(from, to, number, stroke.ink));
            }
        }
    }
    lines.into_iter().chain(numbers).collect()
}

fn lane_number(before: usize) -> f32 {
    u8::try_from(before.min(LANES - 1)).map_or(0.0, f32::from)
}

/// The way moved to its right by so much.
fn beside(from: Point, to: Point, by: f32) -> [Point; 2] {
    let (x, y) = (to.x - from.x, to.y - from.y);
    let long = x.hypot(y).max(f32::EPSILON);
    let (x, y) = (-y / long * by, x / long * by);
    [from, to].map(|at| Point::new(at.x + x, at.y + y))
}

/// The number of a step, in the middle of its way.
fn label(from: Point, to: Point, number: usize, ink: Ink) -> [Shape; 2] {
    let centre = Point::new((from.x + to.x) / 2.0, (from.y + to.y) / 2.0);
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
        let shapes = of_steps(&steps, Stroke::new(Ink::Intended, TRAIL));
        let lines: Vec<f32> = shapes
            .iter()
            .filter_map(|shape| match shape {
                Shape::Polyline { points, .. } => Some(points[0].y),
                _ => None,
            })
            .collect();
        for (number, line) in lines.iter().enumerate() {
            assert!(lines[..number].iter().all(|other| (line - other).abs() > 0.05), "{lines:?}");
        }
        let text = |shape: &Shape| matches!(shape, Shape::Text { text, .. } if text == "5");
        assert_eq!((lines.len(), shapes.iter().filter(|shape| text(shape)).count()), (6, 1));
        // A way that is gone once runs through the middle.
        let once = of_steps(&[vec![(a, b)]], Stroke::new(Ink::Intended, TRAIL));
        assert_eq!(
            once,
            [Shape::Polyline { points: vec![a, b], stroke: Stroke::new(Ink::Intended, TRAIL) }]
        );
    }
}
