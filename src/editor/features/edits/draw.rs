//! What single edits would do, over the board: marks that are not needed, marks without which there
//! would be a solution, and how many solutions there would be with the brush on each site.
//!
//! Knows the state and findings.

use crate::editor::board::overlay::{dot, hatched, inset, label};
use crate::editor::session::feature::{Over, Overlay};
use crate::editor::text;
use crate::level::Place;
use crate::picture::{Dash, Ink, Point, Rect, Shape, Stroke};
use crate::solver::{Count, EditsTried, Effect, Topic};

pub(super) fn draw(over: &mut Over<'_>) {
    let (state, level, layout) = (over.state, over.level, over.layout);
    let tried = |topic| state.knowledge.current(level, topic)?.answer.edits();
    if let Some(EditsTried { now, effects, .. }) = tried(Topic::Redundant)
        && state.overlay(Overlay::NEEDLESS)
    {
        for effect in effects {
            let Some(rect) = layout.rect(effect.site) else { continue };
            if *now == Count::Exactly(0) {
                if effect.solutions != Count::Exactly(0) {
                    over.shapes.extend(hatched(rect));
                    over.explain("Solvable without it", hatched);
                }
            } else if effect.needless == Some(true) {
                over.shapes.extend(needless(rect));
                over.explain("Not needed", needless);
            }
        }
    }
    if let Some(EditsTried { effects, .. }) = tried(Topic::Effects)
        && state.overlay(Overlay::EDITS)
    {
        for effect in effects.iter().filter(|e| e.mark.is_some() && e.mark == state.brush) {
            let Some(rect) = layout.rect(effect.site) else { continue };
            over.shapes.extend(number(rect, effect));
            over.explain("Solutions with the brush", |cell| {
                vec![label(cell.centre(), "12", 0.7, Ink::Possible)]
            });
        }
    }
}

/// A dashed frame and a struck-out ring in the corner.
fn needless(rect: Rect) -> Vec<Shape> {
    let stroke = Stroke { ink: Ink::Possible, width: 0.03, dash: Dash::Dashed };
    let frame = inset(rect, 0.06);
    let at = Point::new(rect.max.x - 0.16, rect.max.y - 0.16);
    let ring = Some(Stroke::new(Ink::Possible, 0.028));
    let strike =
        vec![Point::new(at.x - 0.075, at.y + 0.075), Point::new(at.x + 0.075, at.y - 0.075)];
    vec![
        Shape::Rect { rect: frame, radius: 0.1, fill: None, stroke: Some(stroke) },
        dot(at, 0.105, Ink::Ground),
        Shape::Circle { centre: at, radius: 0.08, fill: None, stroke: ring },
        Shape::Polyline { points: strike, stroke: Stroke::new(Ink::Possible, 0.028) },
    ]
}

/// The number of solutions with the brush here; the one that makes a unique level stands out.
fn number(rect: Rect, effect: &Effect) -> Vec<Shape> {
    let ink = match effect.solutions {
        Count::Exactly(1) => Ink::Good,
        Count::Exactly(0) => Ink::Faint,
        _ => Ink::Possible,
    };
    let words = text::few_solutions(&effect.solutions);
    let (at, size) = match effect.site.place {
        // In the corner, beside a small symbol.
        Place::Cell | Place::Tray => {
            let by = 0.12 * rect.width();
            (Point::new(rect.min.x + by, rect.max.y - by), 0.2)
        }
        _ => (rect.centre(), 0.15),
    };
    vec![dot(at, size * 0.72, Ink::Ground), label(at, &words, size, ink)]
}
