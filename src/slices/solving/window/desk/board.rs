//! Overlays of a desk on the board: ambiguity as a heat map with numbers, evidence, the conclusion, hints.

use std::collections::BTreeSet;

use super::Desk;
use crate::solving::evidence::is_constraint;
use foolproof_game::Game;
use foolproof_level::Site;
use foolproof_overlay::{dot, inset, label};
use foolproof_picture::{Dash, Ink, Layout, Point, Rect, Shape, Stroke};

/// Draws the desk over a level whose marks are already drawn.
pub fn draw(out: &mut Vec<Shape>, desk: &Desk, game: &dyn Game, layout: &Layout) {
    heat(out, desk, game, layout);
    let hints = desk.hints().unwrap_or_default();
    for hint in hints {
        if let Some(rect) = layout.rect(hint.conclusion) {
            let stroke = Stroke { ink: Ink::Preview, width: 0.04, dash: Dash::Dotted };
            out.push(frame(rect, 0.1, stroke));
            let at = Point::new(rect.max.x - 0.19, rect.min.y + 0.2);
            out.push(dot(at, 0.14, Ink::Preview));
            out.push(label(at, &hint.evidence.len().to_string(), 0.19, Ink::Ground));
        }
    }
    for site in &desk.evidence {
        if let Some(rect) = layout.rect(*site) {
            out.push(frame(rect, 0.06, Stroke::new(Ink::Selection, 0.085)));
        }
    }
    constraints(out, desk, game, layout);
    tactics(out, desk, layout);
    if let Some(rect) = desk.conclusion.and_then(|site| layout.rect(site)) {
        let valid = desk.weighed().is_some_and(|weighed| weighed.concludes.is_some());
        let (ink, dash) =
            if valid { (Ink::Good, Dash::Solid) } else { (Ink::Preview, Dash::Dashed) };
        out.push(frame(rect, 0.05, Stroke { ink, width: 0.085, dash }));
    }
}

/// Shows how many marks each site may hold, given the evidence: a settled site shows its mark, an open one
/// the number, a filled one the number in its corner.
fn heat(out: &mut Vec<Shape>, desk: &Desk, game: &dyn Game, layout: &Layout) {
    // Without evidence everything is open, which needs no numbers.
    let Some(weighed) = desk.weighed().filter(|_| !desk.evidence.is_empty()) else { return };
    for (site, marks) in &weighed.possible {
        let Some(rect) = layout.rect(*site) else { continue };
        let filled = desk.is_filled(*site);
        let settled = marks.iter().next().filter(|_| marks.len() == 1);
        if filled {
            if !desk.evidence.contains(site) {
                let at = Point::new(rect.max.x - 0.16, rect.max.y - 0.17);
                out.push(label(at, &marks.len().to_string(), 0.2, Ink::Faint));
            }
            continue;
        }
        let heat = u8::try_from(marks.len()).unwrap_or(u8::MAX);
        let fill = Some(Ink::Heat(heat));
        out.push(Shape::Rect { rect: inset(rect, 0.03), radius: 0.06, fill, stroke: None });
        match settled {
            Some(mark) => out.extend(game.draw_mark(mark, inset(rect, 0.08))),
            None => out.push(label(rect.centre(), &marks.len().to_string(), 0.3, Ink::Faint)),
        }
    }
}

/// Draws dashed frames around the cells of constraints that are evidence.
fn constraints(out: &mut Vec<Shape>, desk: &Desk, game: &dyn Game, layout: &Layout) {
    let (Some(level), Some(known)) = (&desk.level, game.constraints()) else { return };
    let marks = desk.evidence.iter().filter(|site| is_constraint(site));
    let cells = marks.filter_map(|site| Some(known.cells(&level.board, level.mark(*site)?)));
    let cells: BTreeSet<Site> = cells.flatten().collect();
    for rect in cells.into_iter().filter_map(|cell| layout.rect(cell)) {
        let stroke = Stroke { ink: Ink::Selection, width: 0.04, dash: Dash::Dashed };
        out.push(frame(rect, 0.11, stroke));
    }
}

/// Draws a dot on evidence that all smallest arguments use, and a stroke through evidence that none uses.
fn tactics(out: &mut Vec<Shape>, desk: &Desk, layout: &Layout) {
    let tactics = desk.least().and_then(|least| least.tactics.as_ref());
    let Some(tactics) = tactics.filter(|_| desk.tactics) else { return };
    let corner = |rect: Rect| Point::new(rect.min.x + 0.17, rect.min.y + 0.17);
    let rects = |sites: &BTreeSet<Site>| -> Vec<Rect> {
        sites.iter().filter_map(|site| layout.rect(*site)).collect()
    };
    for rect in rects(&tactics.in_all) {
        out.push(dot(corner(rect), 0.11, Ink::Ground));
        out.push(dot(corner(rect), 0.085, Ink::Forced));
    }
    for rect in rects(&tactics.in_none) {
        let at = corner(rect);
        let points = vec![Point::new(at.x - 0.08, at.y), Point::new(at.x + 0.08, at.y)];
        out.push(Shape::Polyline { points, stroke: Stroke::new(Ink::Faint, 0.035) });
    }
}

fn frame(rect: Rect, by: f32, stroke: Stroke) -> Shape {
    Shape::Rect { rect: inset(rect, by), radius: 0.1, fill: None, stroke: Some(stroke) }
}
