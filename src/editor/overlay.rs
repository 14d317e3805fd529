//! What lies over the board: forced and possible marks, a shortcut, a conflict, a preview, holds.
//!
//! All of it is made of the same shapes as the board, and kept until the level or what is known
//! of it changes. Knows the state, and games as a trait. Must never know a game's marks.

mod choices;
mod edits;

use std::collections::BTreeMap;
use std::sync::Arc;

use super::arguing;
use super::deduction;
use super::state::{Overlay, Shown, State};
use super::tools::Tool;
use crate::games::{Game, Scene, Verdict};
use crate::level::{Hold, Level, Mark, Place, Play, Revision, Site};
use crate::picture::{Align, Dash, Ink, Layout, Point, Rect, Shape, Stroke};
use crate::solver::{Detail, Finding, Status, Topic};

/// The picture of a level with all that lies over it.
pub struct Drawn {
    key: Key,
    pub layout: Layout,
    pub shapes: Vec<Shape>,
    pub overlay: Vec<Shape>,
    /// Whether the level was drawn otherwise in the frame before.
    pub fresh: bool,
}

/// All that the picture depends on.
#[derive(Clone, PartialEq)]
struct Key {
    level: Same,
    known: u64,
    overlays: [bool; Overlay::ALL.len()],
    shown: Option<Shown>,
    preview: Option<Revision>,
    blame: Option<Revision>,
    brush: Option<Mark>,
    drawing: bool,
    argued: Option<u64>,
}

/// A level, equal to itself alone: comparing addresses costs nothing.
#[derive(Clone)]
struct Same(Arc<Level>);

impl PartialEq for Same {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Key {
    fn of(level: &Arc<Level>, state: &State) -> Self {
        Self {
            level: Same(Arc::clone(level)),
            known: state.knowledge.version(),
            overlays: Overlay::ALL.map(|overlay| state.overlay(overlay)),
            shown: state.shown.clone(),
            preview: state.preview().map(|preview| preview.finding.revision),
            blame: state.blame().map(|blame| blame.finding.revision),
            brush: state.brush.clone(),
            drawing: state.tool == Tool::Solution,
            argued: state.argues().then(|| state.desk.version()),
        }
    }
}

/// The picture of the level, drawn anew only if something of it has changed.
pub fn drawn<'a>(
    kept: &'a mut Option<Drawn>,
    game: &dyn Game,
    level: &Arc<Level>,
    state: &State,
) -> &'a Drawn {
    let key = Key::of(level, state);
    let drawn = match kept.take() {
        Some(old) if old.key == key => Drawn { fresh: false, ..old },
        old => {
            let mut new = draw(key, game, level, state);
            new.fresh = old.is_none_or(|old| old.shapes != new.shapes);
            new
        }
    };
    kept.insert(drawn)
}

fn draw(key: Key, game: &dyn Game, level: &Arc<Level>, state: &State) -> Drawn {
    let layout = game.layout(&level.board);
    let mut overlay = Vec::new();
    if let Some(preview) = state.preview() {
        let scene = Scene { play: preview.level.intended.as_ref(), against: None };
        let shapes = game.draw(&preview.level, scene);
        if state.overlay(Overlay::Holds) {
            let play = preview.level.intended.as_ref();
            holds(&mut overlay, level, (&layout, play, true));
        }
        for site in &preview.changed {
            let rect = layout.rect(*site);
            let sign = if level.mark(*site).is_some() { "~" } else { "+" };
            overlay.extend(rect.into_iter().flat_map(|rect| proposal(rect, sign)));
        }
        return Drawn { key, layout, shapes, overlay, fresh: true };
    }
    let (mut play, against) = plays(game, level, state);
    if state.shown.is_none() {
        leave_room(&mut play, state, (game, level));
    }
    let shapes = game.draw(level, Scene { play: play.as_ref(), against: against.as_ref() });
    if state.overlay(Overlay::Holds) {
        let dots = !(state.overlay(Overlay::Possible) && shows_all(game, level));
        holds(&mut overlay, level, (&layout, play.as_ref(), dots));
        if play.is_some() && play == level.intended {
            let held = level.intended_locked.iter().filter_map(|site| layout.rect(*site));
            held.for_each(|rect| padlock(&mut overlay, rect.centre(), 1.0));
        }
    }
    if state.argues() {
        arguing::draw(&mut overlay, &state.desk, game, &layout);
        return Drawn { key, layout, shapes, overlay, fresh: true };
    }
    edits::draw(&mut overlay, state, level, &layout);
    choices::draw(&mut overlay, state, level, &layout);
    deduction::board::draw(&mut overlay, state, level, &layout);
    if let Some(finding) = state.knowledge.current(level, Topic::Marks)
        && state.tool != Tool::Solution
    {
        let drawn = play.as_ref();
        marks(&mut overlay, state, finding, (game, level, &layout, drawn));
    }
    if let Some(Detail::Flaw { sites, .. }) =
        state.knowledge.current(level, Topic::Intended).map(|finding| &finding.detail)
        && play.is_some()
        && play == level.intended
    {
        overlay.extend(sites.iter().filter_map(|site| layout.rect(*site)).flat_map(conflict));
    }
    if let Some(blame) = state.blame().filter(|_| state.overlay(Overlay::Conflict)) {
        let rects = blame.sites.iter().filter_map(|site| layout.rect(*site));
        overlay.extend(rects.flat_map(conflict));
    }
    Drawn { key, layout, shapes, overlay, fresh: true }
}

/// Whether the game has a place for every possible mark of a site.
fn shows_all(game: &dyn Game, level: &Level) -> bool {
    game.draw_possible(&level.board, &[], Rect::default()).is_some()
}

/// Takes marks out of a play where several are possible and the game shows them all in their place.
fn leave_room(play: &mut Option<Play>, state: &State, (game, level): (&dyn Game, &Level)) {
    let Some(finding) = state.knowledge.current(level, Topic::Marks) else { return };
    let Detail::Marks { forced, possible, .. } = &finding.detail else { return };
    let shows_all = shows_all(game, level);
    if let Some(play) = play.as_mut().filter(|_| shows_all && state.overlay(Overlay::Possible)) {
        for (site, _) in possible.difference(forced) {
            play.0.remove(site);
        }
    }
}

/// The play to draw, and what it is compared with.
pub fn plays(game: &dyn Game, level: &Level, state: &State) -> (Option<Play>, Option<Play>) {
    if let Some(shown) = &state.shown {
        return (Some(shown.play.clone()), shown.against.clone());
    }
    if state.argues() {
        return (Some(state.desk.filled().clone()), None);
    }
    // What she draws is what she sees.
    if state.tool == Tool::Solution {
        return (level.intended.clone(), None);
    }
    let solves = |play: &Play| game.judge(level, play) == Verdict::Solved;
    let intended = level.intended.clone();
    // What the designer has in mind stands as it is; no other one takes its place where it is none.
    if intended.as_ref().is_some_and(|play| !solves(play)) {
        return (intended.filter(|_| state.overlay(Overlay::Solution)), None);
    }
    if state.overlay(Overlay::Shortcut)
        && let Some(shortcut) = shortcut(game, level, state)
    {
        let against = intended.filter(|_| state.overlay(Overlay::Solution));
        return (Some(shortcut), against);
    }
    if !state.overlay(Overlay::Solution) {
        return (None, None);
    }
    if intended.is_some() {
        return (intended, None);
    }
    let found = state.knowledge.finding(level, Topic::Solvable).map(|(finding, _)| finding);
    let found = found.and_then(|finding| match &finding.detail {
        Detail::Play(play) => Some(play.clone()),
        _ => None,
    });
    // An older solution that still is one may stay, so that nothing flickers while one paints.
    (found.filter(solves), None)
}

/// The shortcut that was found, as long as it is one.
pub fn shortcut(game: &dyn Game, level: &Level, state: &State) -> Option<Play> {
    let (finding, _) = state.knowledge.finding(level, Topic::ShortcutFree)?;
    let (Status::Refuted, Detail::Play(play)) = (&finding.status, &finding.detail) else {
        return None;
    };
    let current = state.knowledge.current(level, Topic::ShortcutFree).is_some();
    let still = || {
        let practises =
            level.concept.evaluate(&mut |property| game.practises(level, play, property));
        game.judge(level, play) == Verdict::Solved && practises == Some(false)
    };
    (current || still()).then(|| play.clone())
}

/// Padlocks on locked sites, a quiet dot on open ones, nothing on painted ones.
fn holds(
    out: &mut Vec<Shape>,
    level: &Level,
    (layout, play, dots): (&Layout, Option<&Play>, bool),
) {
    for (site, rect) in &layout.sites {
        match (level.hold(*site), level.mark(*site)) {
            (Hold::Locked, _) => {
                let unit = rect.width().min(rect.height()).min(1.0);
                let at = Point::new(rect.max.x - 0.13 * unit, rect.min.y + 0.15 * unit);
                padlock(out, at, unit);
            }
            // That lines and corners are open is the rule, and needs no sign.
            (Hold::Open, _) if !matches!(site.place, Place::Cell | Place::Tray) => {}
            // What is drawn there would be crossed out.
            (Hold::Open, _) if !dots || play.is_some_and(|play| play.get(*site).is_some()) => {}
            (Hold::Open, _) => out.push(dot(rect.centre(), 0.035, Ink::Open)),
            (Hold::Painted, None) => {
                // Empty on purpose: a dash where an open site has a dot.
                let centre = rect.centre();
                let points = vec![
                    Point::new(centre.x - 0.08, centre.y),
                    Point::new(centre.x + 0.08, centre.y),
                ];
                let stroke = Stroke::new(Ink::Faint, 0.025);
                out.push(Shape::Polyline { points, stroke });
            }
            (Hold::Painted, Some(_)) => {}
        }
    }
}

pub(super) fn dot(centre: Point, radius: f32, ink: Ink) -> Shape {
    Shape::Circle { centre, radius, fill: Some(ink), stroke: None }
}

fn padlock(out: &mut Vec<Shape>, at: Point, unit: f32) {
    let ink = Stroke::new(Ink::Locked, 0.03 * unit);
    let (w, h) = (0.062 * unit, 0.05 * unit);
    let shackle =
        [(-0.6, -0.1), (-0.6, -1.0), (-0.3, -1.45), (0.3, -1.45), (0.6, -1.0), (0.6, -0.1)];
    let points = shackle.map(|(x, y)| Point::new(at.x + x * w, at.y + y * h)).to_vec();
    // A plate beneath keeps it readable on a mark of any colour.
    out.push(dot(Point::new(at.x, at.y), 0.11 * unit, Ink::Ground));
    out.push(Shape::Polyline { points, stroke: ink });
    let body = Rect {
        min: Point::new(at.x - w, at.y - 0.1 * h),
        max: Point::new(at.x + w, at.y + 1.3 * h),
    };
    out.push(Shape::Rect {
        rect: body,
        radius: 0.015 * unit,
        fill: Some(Ink::Locked),
        stroke: None,
    });
}

/// A frame around a proposed mark, and a sign in its corner: + is new, ~ is changed.
fn proposal(rect: Rect, sign: &str) -> [Shape; 3] {
    let stroke = Stroke { ink: Ink::Preview, width: 0.045, dash: Dash::Dashed };
    let inner = inset(rect, 0.05);
    let at = Point::new(rect.min.x + 0.17, rect.min.y + 0.17);
    [
        Shape::Rect { rect: inner, radius: 0.1, fill: None, stroke: Some(stroke) },
        dot(at, 0.12, Ink::Preview),
        label(at, sign, 0.22, Ink::Ground),
    ]
}

pub(super) fn label(at: Point, words: &str, size: f32, ink: Ink) -> Shape {
    Shape::Text { at, text: words.to_owned(), size, ink, align: Align::Centre }
}

pub(super) fn inset(rect: Rect, by: f32) -> Rect {
    Rect {
        min: Point::new(rect.min.x + by, rect.min.y + by),
        max: Point::new(rect.max.x - by, rect.max.y - by),
    }
}

/// Hatching, an outline and an exclamation mark: red is not the only sign.
fn conflict(rect: Rect) -> Vec<Shape> {
    let inner = inset(rect, 0.04);
    let (w, h) = (inner.width(), inner.height());
    let thin = Stroke::new(Ink::Conflict, 0.018);
    let mut shapes: Vec<Shape> = Vec::new();
    let steps = 7u8;
    for step in 1..steps {
        // Lines from the left and lower rim to the upper and right one, at 45 degrees.
        let along = (w + h) * f32::from(step) / f32::from(steps);
        let from = Point::new(inner.min.x + (along - h).max(0.0), inner.min.y + along.min(h));
        let to = Point::new(inner.min.x + along.min(w), inner.min.y + (along - w).max(0.0));
        shapes.push(Shape::Polyline { points: vec![from, to], stroke: thin });
    }
    let outline = Some(Stroke::new(Ink::Conflict, 0.05));
    shapes.push(Shape::Rect { rect: inner, radius: 0.08, fill: None, stroke: outline });
    let at = Point::new(rect.min.x + 0.17, rect.min.y + 0.17);
    shapes.push(dot(at, 0.13, Ink::Conflict));
    shapes.push(label(at, "!", 0.22, Ink::Ground));
    shapes
}

/// Forced marks as solid ghosts with a pin, possible ones as small ghosts or as their number.
fn marks(
    out: &mut Vec<Shape>,
    state: &State,
    finding: &Finding,
    (game, level, layout, drawn): (&dyn Game, &Level, &Layout, Option<&Play>),
) {
    let Detail::Marks { forced, possible, exact, uses } = &finding.detail else { return };
    if state.overlay(Overlay::Forced) && *exact {
        for (site, mark) in forced {
            let Some(rect) = layout.rect(*site) else { continue };
            if drawn.is_none_or(|play| play.get(*site) != Some(mark)) {
                out.extend(game.draw_mark(mark, rect));
            }
            pin(out, rect);
        }
    }
    if !state.overlay(Overlay::Possible) {
        return;
    }
    let mut by_site: BTreeMap<Site, Vec<&Mark>> = BTreeMap::new();
    for (site, mark) in possible.difference(forced) {
        by_site.entry(*site).or_default().push(mark);
    }
    for (site, marks) in by_site {
        let Some(rect) = layout.rect(site).filter(|_| level.mark(site).is_none()) else { continue };
        if drawn.is_some_and(|play| play.get(site).is_some()) {
            continue;
        }
        let counted = |mark: &&'_ Mark| uses.get(&(site, (*mark).clone())).copied();
        let with: Vec<(&Mark, Option<f64>)> =
            marks.iter().map(|mark| (*mark, counted(mark))).collect();
        match game.draw_possible(&level.board, &with, rect) {
            Some(shapes) => out.extend(shapes),
            None => candidates(out, game, rect, &marks),
        }
    }
}

fn pin(out: &mut Vec<Shape>, rect: Rect) {
    let at = Point::new(rect.min.x + 0.14, rect.min.y + 0.14);
    let tip = Point::new(at.x + 0.09, at.y + 0.11);
    out.push(Shape::Polyline { points: vec![at, tip], stroke: Stroke::new(Ink::Forced, 0.03) });
    out.push(dot(at, 0.065, Ink::Forced));
}

/// Up to four small ghosts in the corners of the site; of more, their number.
fn candidates(out: &mut Vec<Shape>, game: &dyn Game, rect: Rect, marks: &[&Mark]) {
    let centre = rect.centre();
    if marks.len() > 4 {
        let at = Point::new(rect.max.x - 0.2, rect.max.y - 0.18);
        return out.push(label(at, &format!("{}×", marks.len()), 0.2, Ink::Possible));
    }
    let corners = [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)];
    let apart = if marks.len() == 1 { 0.0 } else { 0.22 };
    for (mark, (x, y)) in marks.iter().zip(corners) {
        let middle = Point::new(centre.x + x * apart, centre.y + y * apart);
        out.extend(game.draw_mark(mark, Rect::square(middle, 0.38)));
    }
}
