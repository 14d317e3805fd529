//! Effects of single edits, over the board: marks that are not needed, marks without which there would be a
//! solution, and the number of solutions with the brush on each site.

use crate::conflict::window::signed_sites;
use foolproof_editor::session::kinds::Over;
use foolproof_editor::text;
use foolproof_overlay::{dot, inset, label, rects_of};
use foolproof_picture::{Dash, Ink, Point, Rect, Shape, Stroke};
use foolproof_solver::{Count, EFFECTS, EditsTried, Effect, REDUNDANT};

pub(super) fn draw(over: &mut Over<'_>) {
    let (state, level, layout) = (over.state, over.level, over.layout);
    let tried = |topic| state.findings.knowledge.current(level, topic)?.answer.edits();
    if let Some(EditsTried { now, effects, .. }) = tried(REDUNDANT)
        && state.overlay(super::NEEDLESS_OVERLAY)
    {
        // A site that is to blame has a sign already.
        let signed = signed_sites(state);
        for effect in effects.iter().filter(|effect| !signed.contains(&effect.site)) {
            let rects = rects_of(over.game, level, layout, effect.site);
            if *now == Count::Exactly(0) {
                if effect.solutions != Count::Exactly(0) {
                    over.drawing.shapes.extend(of_all(&rects, freeing));
                    over.explain("Solvable without it", freeing);
                }
            } else if effect.needless == Some(true) {
                over.drawing.shapes.extend(of_all(&rects, needless));
                over.explain("Not needed", needless);
            }
        }
    }
    if let Some(EditsTried { effects, .. }) = tried(EFFECTS)
        && state.overlay(super::EDITS_OVERLAY)
    {
        for effect in effects.iter().filter(|e| e.mark.is_some() && e.mark == state.board.brush) {
            let Some(rect) = layout.rect(effect.site) else { continue };
            let played = over.play.is_some_and(|play| play.get(effect.site).is_some());
            let empty = level.mark(effect.site).is_none() && !played;
            over.drawing.shapes.extend(number(rect, effect, empty));
            over.explain("Solutions with the brush", |cell| {
                vec![label(cell.centre(), "12", 0.7, Ink::Possible)]
            });
        }
    }
}

/// Returns the signs of a mark: all of them on its first place, only the frame on its other places.
fn of_all(rects: &[Rect], signs: fn(Rect) -> Vec<Shape>) -> Vec<Shape> {
    let of = |(at, rect): (usize, &Rect)| {
        let shown = if at == 0 { usize::MAX } else { 1 };
        signs(*rect).into_iter().take(shown)
    };
    rects.iter().enumerate().flat_map(of).collect()
}

/// Draws a dashed frame and a minus in the corner: without this mark there would be a solution.
fn freeing(rect: Rect) -> Vec<Shape> {
    let unit = rect.width().min(rect.height());
    let stroke = Stroke { ink: Ink::Conflict, width: 0.045 * unit, dash: Dash::Dashed };
    let frame = inset(rect, 0.05 * unit);
    let at = Point::new(rect.max.x - 0.12 * unit, rect.min.y + 0.12 * unit);
    let (left, right) = (at.x - 0.07 * unit, at.x + 0.07 * unit);
    let bar = vec![Point::new(left, at.y), Point::new(right, at.y)];
    vec![
        Shape::Rect { rect: frame, radius: 0.1 * unit, fill: None, stroke: Some(stroke) },
        dot(at, 0.12 * unit, Ink::Conflict),
        Shape::Polyline { points: bar, stroke: Stroke::new(Ink::Ground, 0.04 * unit) },
    ]
}

/// Draws a dashed frame and a struck-out ring in the corner: this mark is not needed.
fn needless(rect: Rect) -> Vec<Shape> {
    let unit = rect.width().min(rect.height());
    let stroke = Stroke { ink: Ink::Possible, width: 0.03 * unit, dash: Dash::Dashed };
    let frame = inset(rect, 0.06 * unit);
    let at = Point::new(rect.max.x - 0.16 * unit, rect.max.y - 0.16 * unit);
    let ring = Some(Stroke::new(Ink::Possible, 0.028 * unit));
    let by = 0.075 * unit;
    let strike = vec![Point::new(at.x - by, at.y + by), Point::new(at.x + by, at.y - by)];
    vec![
        Shape::Rect { rect: frame, radius: 0.1 * unit, fill: None, stroke: Some(stroke) },
        dot(at, 0.105 * unit, Ink::Ground),
        Shape::Circle { centre: at, radius: 0.08 * unit, fill: None, stroke: ring },
        Shape::Polyline { points: strike, stroke: Stroke::new(Ink::Possible, 0.028 * unit) },
    ]
}

/// Draws the number of solutions with the brush here; one that makes a unique level is highlighted. It
/// stands in the middle of an empty site, or in the corner next to a mark.
fn number(rect: Rect, effect: &Effect, empty: bool) -> Vec<Shape> {
    let ink = match effect.solutions {
        Count::Exactly(1) => Ink::Good,
        Count::Exactly(0) => Ink::Faint,
        _ => Ink::Possible,
    };
    let words = text::few_solutions(&effect.solutions);
    // A count has few digits, so the cast loses nothing.
    let letters = words.chars().count() as f32;
    let (wide, high) = (rect.width(), rect.height());
    let least = wide.min(high);
    let largest = if empty { 0.34 } else { 0.26 } * least.max(0.5);
    let size = largest.min(0.92 * wide / (0.58 * letters + 0.4)).min(0.8 * high);
    let half = (0.5 * (0.58 * letters + 0.4) * size, 0.58 * size);
    let by = 0.03 * least;
    let at = match empty {
        true => rect.centre(),
        false => Point::new(rect.min.x + by + half.0, rect.max.y - by - half.1),
    };
    let plate = Rect {
        min: Point::new(at.x - half.0, at.y - half.1),
        max: Point::new(at.x + half.0, at.y + half.1),
    };
    let fill = Some(Ink::Ground);
    let mut shapes = match empty {
        true => vec![Shape::Rect { rect: plate, radius: half.1.min(half.0), fill, stroke: None }],
        // A rim round the digits hides less of the mark than a plate does.
        false => ROUND
            .map(|(x, y)| Point::new(at.x + x * RIM * size, at.y + y * RIM * size))
            .map(|at| label(at, &words, size, Ink::Ground))
            .to_vec(),
    };
    shapes.push(label(at, &words, size, ink));
    shapes
}

/// Offsets at which digits are repeated to make their rim, whose width is a share of their size.
const ROUND: [(f32, f32); 8] = [
    (1.0, 0.0),
    (0.7, 0.7),
    (0.0, 1.0),
    (-0.7, 0.7),
    (-1.0, 0.0),
    (-0.7, -0.7),
    (0.0, -1.0),
    (0.7, -0.7),
];
const RIM: f32 = 0.09;

#[cfg(test)]
mod tests {
    use super::*;
    use foolproof_level::Site;

    #[test]
    fn a_count_lies_within_its_site_however_long_it_is() {
        for count in [Count::Exactly(0), Count::Exactly(1), Count::AtLeast(1000)] {
            for (wide, high) in [(1.0, 1.0), (0.66, 0.34), (0.34, 0.66), (0.34, 0.34)] {
                for empty in [true, false] {
                    let rect =
                        Rect { min: Point::new(2.0, 3.0), max: Point::new(2.0 + wide, 3.0 + high) };
                    let effect = Effect {
                        site: Site::cell(0, 0),
                        mark: None,
                        solutions: count.clone(),
                        same: None,
                        needless: None,
                    };
                    for shape in number(rect, &effect, empty) {
                        let (min, max) = match shape {
                            Shape::Rect { rect, .. } => (rect.min, rect.max),
                            Shape::Text { at, text, size, .. } => {
                                let (x, y) =
                                    (0.29 * text.chars().count() as f32 * size, 0.4 * size);
                                (Point::new(at.x - x, at.y - y), Point::new(at.x + x, at.y + y))
                            }
                            other => panic!("{other:?}"),
                        };
                        assert!(min.x >= rect.min.x && max.x <= rect.max.x, "{min:?} {max:?}");
                        assert!(min.y >= rect.min.y && max.y <= rect.max.y, "{min:?} {max:?}");
                    }
                }
            }
        }
    }
}
