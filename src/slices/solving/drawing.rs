//! Draws a step on the board: known marks, the places of its sentences, what it needs and what follows.

use std::collections::{BTreeMap, BTreeSet};

use crate::solving::question::FoundSteps;
use crate::solving::words::telling;
use foolproof_game::{Game, KnownMark, PlacedSentence, Step};
use foolproof_level::{Mark, Place, Site};
use foolproof_overlay::frame;
use foolproof_picture::{Align, Dash, Ink, Layout, Point, Shape, Stroke};

/// Draws the overlay on the board at a step, with the place of one of its sentences or of all.
pub(crate) fn drawn(
    found: &FoundSteps,
    at: usize,
    sentence: Option<usize>,
    game: &dyn Game,
    layout: &Layout,
) -> Vec<Shape> {
    let mut kinds: BTreeMap<Site, BTreeSet<&Mark>> = BTreeMap::new();
    for mark in found.steps.iter().flat_map(|step| &step.marks) {
        kinds.entry(mark.site).or_default().insert(&mark.mark);
    }
    let is_alone = |site: Site| kinds.get(&site).is_some_and(|kinds| kinds.len() == 1);
    // Small crosses on sites where an earlier step ruled out the only possible mark.
    let taken = found.steps.iter().take(at).flat_map(|step| &step.marks);
    let off = taken.filter(|mark| !mark.on && is_alone(mark.site));
    let faint = Stroke::new(Ink::Faint, 0.04);
    let mut shapes: Vec<Shape> =
        off.flat_map(|mark| cross(layout, mark.site, 0.1, faint)).collect();
    let Some(step) = found.steps.get(at) else { return shapes };
    let chosen = sentence.and_then(|at| step.sentences.get(at));
    shapes.extend(match chosen {
        Some(chosen) => place(chosen, layout),
        None => places(step, layout),
    });
    shapes.extend(rings(step, layout));
    let named = |mark: &KnownMark| !is_alone(mark.site);
    shapes.extend(followed(step, layout, &|mark| named(mark).then(|| game.describe(&mark.mark))));
    shapes
}

/// Strikes out marks that a site cannot have. If their names are long, draws a cross instead.
fn struck_out(layout: &Layout, site: Site, marks: &[String]) -> Vec<Shape> {
    let text = marks.join(" ");
    let Some(rect) = layout.rect(site) else { return Vec::new() };
    if text.chars().count() > 9 {
        return cross(layout, site, 0.2, Stroke::new(Ink::Forced, 0.07));
    }
    let (at, wide) = (rect.centre(), 0.4 * rect.width());
    let size = if text.chars().count() > 3 { 0.22 } else { 0.42 } * rect.width();
    let points = vec![Point::new(at.x - wide, at.y + wide), Point::new(at.x + wide, at.y - wide)];
    vec![
        Shape::Text { at, text, size, ink: Ink::Forced, align: Align::Centre },
        Shape::Polyline { points, stroke: Stroke::new(Ink::Forced, 0.03) },
    ]
}

/// Draws a cross on a site. It extends `part` of the site's longer side from the centre.
fn cross(layout: &Layout, site: Site, part: f32, stroke: Stroke) -> Vec<Shape> {
    let Some(rect) = layout.rect(site) else { return Vec::new() };
    // Vertical and horizontal edges have the same length.
    let (centre, by) = (rect.centre(), part * rect.width().max(rect.height()));
    let line = |x: f32, y: f32| Shape::Polyline {
        points: vec![
            Point::new(centre.x - x, centre.y - y),
            Point::new(centre.x + x, centre.y + y),
        ],
        stroke,
    };
    vec![line(by, by), line(by, -by)]
}

/// Draws a dashed line around all of these cells.
fn outline(layout: &Layout, sites: &[Site]) -> Vec<Shape> {
    let cells: BTreeSet<Site> =
        sites.iter().copied().filter(|site| site.place == Place::Cell).collect();
    let stroke = Stroke { ink: Ink::Shortcut, width: 0.06, dash: Dash::Dashed };
    let mut shapes = Vec::new();
    for cell in &cells {
        let Some(rect) = layout.rect(*cell) else { continue };
        let (min, max) = (rect.min, rect.max);
        let (right, below) = (Point::new(max.x, min.y), Point::new(min.x, max.y));
        let sides = [
            (cell.col.checked_sub(1).map(|col| Site { col, ..*cell }), min, below),
            (Some(Site { col: cell.col + 1, ..*cell }), right, max),
            (cell.row.checked_sub(1).map(|row| Site { row, ..*cell }), min, right),
            (Some(Site { row: cell.row + 1, ..*cell }), below, max),
        ];
        for (beyond, from, to) in sides {
            if beyond.is_none_or(|beyond| !cells.contains(&beyond)) {
                shapes.push(Shape::Polyline { points: vec![from, to], stroke });
            }
        }
    }
    shapes
}

/// Draws lines around the subjects of the sentences.
pub(crate) fn places(step: &Step, layout: &Layout) -> Vec<Shape> {
    step.sentences.iter().flat_map(|sentence| place(sentence, layout)).collect()
}

/// Draws lines around the subject of a sentence.
fn place(sentence: &PlacedSentence, layout: &Layout) -> Vec<Shape> {
    let mut shapes = outline(layout, &sentence.about);
    let site = sentence.site.and_then(|site| layout.rect(site));
    shapes.extend(site.map(|rect| frame(rect, Ink::Shortcut)));
    shapes
}

/// Draws rings around the marks that a step needs; around an edge as a whole.
pub(crate) fn rings(step: &Step, layout: &Layout) -> Vec<Shape> {
    let ring = |mark: &KnownMark| {
        let rect = layout.rect(mark.site)?;
        let stroke = Some(Stroke::new(Ink::Selection, 0.045));
        let (least, most) = (rect.width().min(rect.height()), rect.width().max(rect.height()));
        Some(match most < 1.2 * least {
            true => Shape::Circle { centre: rect.centre(), radius: 0.4 * most, fill: None, stroke },
            false => Shape::Rect { rect, radius: 0.5 * least, fill: None, stroke },
        })
    };
    step.reasons.iter().filter_map(ring).collect()
}

/// Draws the result of a step: frames around the marks that are there. Marks that cannot be there are
/// struck out by their names, or by a cross if they need no name.
pub(crate) fn followed(
    step: &Step,
    layout: &Layout,
    name: &dyn Fn(&KnownMark) -> Option<String>,
) -> Vec<Shape> {
    let there = step.marks.iter().filter(|mark| mark.on);
    let frames = there.filter_map(|mark| layout.rect(mark.site)).map(|rect| {
        let stroke = Some(Stroke::new(Ink::Forced, 0.07));
        Shape::Rect { rect, radius: 0.1, fill: None, stroke }
    });
    let mut shapes: Vec<Shape> = frames.collect();
    let mut named: BTreeMap<Site, Vec<String>> = BTreeMap::new();
    for mark in telling(&step.marks).filter(|mark| !mark.on) {
        match name(mark) {
            None => shapes.extend(cross(layout, mark.site, 0.2, Stroke::new(Ink::Forced, 0.07))),
            Some(name) => named.entry(mark.site).or_default().push(name),
        }
    }
    for (site, marks) in named {
        shapes.extend(struck_out(layout, site, &marks));
    }
    shapes
}
