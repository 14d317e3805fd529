//! The player's marks that all solutions have, as ghosts with a pin, and those that some solution has,
//! as small ghosts or as their number.

use std::collections::BTreeMap;

use super::signs::{dot, label};
use super::{Overlay, OverlayDrawing, OverlayQuestion, OverlayScene, SharedOverlay};
use foolproof_game::Game;
use foolproof_level::{Level, Mark, Play, Site};
use foolproof_picture::{Ink, Point, Rect, Shape, Stroke};
use foolproof_solver::{
    FindForcedMarks, Finding, MARKS, MarksOfSolutions, Question, Status, Topic,
};

pub const FORCED: SharedOverlay = SharedOverlay {
    overlay: Overlay::FORCED,
    name: "Forced marks",
    asks: Some(OverlayQuestion {
        question: || Question::from(FindForcedMarks),
        is_answered: |answer| answer.report().is_some_and(MarksOfSolutions::is_exact),
        unknown: "which marks are forced is not known",
    }),
    draw: forced,
};

pub const POSSIBLE: SharedOverlay = SharedOverlay {
    overlay: Overlay::POSSIBLE,
    name: "Possible marks",
    asks: Some(OverlayQuestion {
        question: || Question::from(FindForcedMarks),
        is_answered: |answer| answer.report().is_some_and(MarksOfSolutions::is_exact),
        unknown: "which marks are possible is not known",
    }),
    draw: possible,
};

/// True if the game has a position for every possible mark of a site.
pub fn fills_sites(game: &dyn Game, level: &Level) -> bool {
    game.draw_possible(&level.board, &[], Rect::default()).is_some()
}

/// Removes marks from a play that only some solutions have, so that possible marks can be drawn there.
pub fn make_room(play: &mut Play, finding: &Finding) {
    if let Some(MarksOfSolutions { forced, possible, .. }) = finding.report() {
        for (site, _) in possible.difference(forced) {
            play.0.remove(site);
        }
    }
}

fn found<'a>(scene: &OverlayScene<'a>) -> Option<&'a MarksOfSolutions> {
    (scene.finding)(MARKS)?.report()
}

/// Draws forced marks as ghosts with a pin. With only one solution all marks are forced, so pins on each would
/// say nothing.
fn forced(scene: &OverlayScene<'_>) -> OverlayDrawing {
    let mut drawing = OverlayDrawing::default();
    let Some(found) = found(scene).filter(|found| found.is_exact()) else { return drawing };
    let unique =
        (scene.finding)(Topic::UNIQUE).is_some_and(|known| known.status() == Status::Proved);
    for (site, mark) in &found.forced {
        let Some(rect) = scene.layout.rect(*site) else { continue };
        let is_drawn = scene.play.is_some_and(|play| play.get(*site) == Some(mark));
        if !is_drawn {
            // A digit must not look like a given.
            let ghost = |ink| if ink == Ink::Clue { Ink::Forced } else { ink };
            let shapes = scene.game.draw_mark(mark, rect).into_iter();
            drawing.shapes.extend(shapes.map(|shape| shape.in_inks(&ghost)));
        }
        if !is_drawn || !unique {
            drawing.shapes.extend(pin(rect));
            drawing.explain("In every solution", |_| {
                let points = vec![Point::new(0.38, 0.34), Point::new(0.72, 0.8)];
                let needle = Shape::Polyline { points, stroke: Stroke::new(Ink::Forced, 0.12) };
                vec![needle, dot(Point::new(0.38, 0.34), 0.26, Ink::Forced)]
            });
        }
    }
    drawing
}

fn pin(rect: Rect) -> [Shape; 2] {
    let at = Point::new(rect.min.x + 0.14, rect.min.y + 0.14);
    let tip = Point::new(at.x + 0.09, at.y + 0.11);
    let stroke = Stroke::new(Ink::Forced, 0.03);
    [Shape::Polyline { points: vec![at, tip], stroke }, dot(at, 0.065, Ink::Forced)]
}

/// Draws possible marks that are not forced, on empty sites.
fn possible(scene: &OverlayScene<'_>) -> OverlayDrawing {
    let mut drawing = OverlayDrawing::default();
    let Some(MarksOfSolutions { forced, possible, uses, .. }) = found(scene) else {
        return drawing;
    };
    let (game, level) = (scene.game, scene.level);
    let mut by_site: BTreeMap<Site, Vec<&Mark>> = BTreeMap::new();
    for (site, mark) in possible.difference(forced) {
        by_site.entry(*site).or_default().push(mark);
    }
    for (site, marks) in by_site {
        let empty = level.mark(site).is_none();
        let Some(rect) = scene.layout.rect(site).filter(|_| empty) else { continue };
        if scene.play.is_some_and(|play| play.get(site).is_some()) {
            continue;
        }
        let counted = |mark: &&'_ Mark| uses.get(&(site, (*mark).clone())).copied();
        let with: Vec<(&Mark, Option<f64>)> =
            marks.iter().map(|mark| (*mark, counted(mark))).collect();
        match game.draw_possible(&level.board, &with, rect) {
            Some(shapes) => drawing.shapes.extend(shapes),
            None => candidates(&mut drawing.shapes, game, rect, &marks),
        }
    }
    let leaves_one = possible.difference(forced).any(|at| uses.get(at) == Some(&1.0));
    if leaves_one && fills_sites(game, level) {
        drawing
            .explain("Leaves one solution", |cell| vec![label(cell.centre(), "1", 0.8, Ink::Good)]);
    }
    if possible.len() > forced.len() {
        let small = possible.difference(forced).next().map(|(_, mark)| mark);
        let small = small.filter(|_| !fills_sites(game, level));
        drawing.explain("In some solution", |cell| match small {
            Some(mark) => game.draw_mark(mark, Rect::square(cell.centre(), 0.8)),
            None => vec![label(cell.centre(), "1", 0.8, Ink::Possible)],
        });
    }
    drawing
}

/// Draws up to four small ghosts in the corners of the site; of more, their number.
fn candidates(out: &mut Vec<Shape>, game: &dyn Game, rect: Rect, marks: &[&Mark]) {
    let centre = rect.centre();
    let (wide, high) = (rect.width(), rect.height());
    let unit = wide.min(high);
    if marks.len() > 4 {
        let at = Point::new(rect.max.x - 0.2 * unit, rect.max.y - 0.18 * unit);
        return out.push(label(at, &format!("{}×", marks.len()), 0.2 * unit, Ink::Possible));
    }
    // Each keeps the shape of its place: a mark of an edge is as long as the edge.
    let share = if marks.len() == 1 { 0.5 } else { 0.38 };
    let corners = [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)];
    let apart = if marks.len() == 1 { 0.0 } else { 0.22 };
    for (mark, (x, y)) in marks.iter().zip(corners) {
        let middle = Point::new(centre.x + x * apart * wide, centre.y + y * apart * high);
        let half = (share * wide / 2.0, share * high / 2.0);
        let into = Rect {
            min: Point::new(middle.x - half.0, middle.y - half.1),
            max: Point::new(middle.x + half.0, middle.y + half.1),
        };
        out.extend(game.draw_mark(mark, into));
    }
}
