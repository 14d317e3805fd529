//! Deduction over a board: where it leaks, what it leaves open, the effect of one more mark, and the sites
//! that a sentence is about.

use crate::deduction::question::{DEDUCTION, DeducedLevel, SitesTried, TRIALS};
use crate::deduction::window as deduction;
use crate::deduction::window::steps::Steps;
use foolproof_editor::session::kinds::Over;
use foolproof_editor::session::state::State;
use foolproof_game::{Deduced, DeductionEnd, DeductionTrial, Game};
use foolproof_level::{Level, Site};
use foolproof_overlay::{frame, label};
use foolproof_picture::{Align, Dash, Ink, Layout, Point, Rect, Shape, Stroke};

fn deduced<'a>(state: &'a State, level: &Level) -> Option<&'a Deduced> {
    let known = state.findings.knowledge.current(level, DEDUCTION)?;
    known.report().map(|DeducedLevel(deduced)| &**deduced)
}

fn trials<'a>(state: &'a State, level: &Level) -> Option<&'a [DeductionTrial]> {
    let tried: &SitesTried = state.findings.knowledge.current(level, TRIALS)?.answer.report()?;
    Some(&tried.trials)
}

/// Draws the overlays.
pub(crate) fn draw(over: &mut Over<'_>) {
    let (state, level, layout) = (over.state, over.level, over.layout);
    let known = deduced(state, level);
    let open = match known.map(|deduced| &deduced.end) {
        Some(DeductionEnd::Stops { open, .. }) => open.as_slice(),
        _ => &[],
    };
    if state.overlay(super::TRIALS_OVERLAY) {
        for trial in trials(state, level).unwrap_or_default() {
            if let Some(rect) = layout.rect(trial.site) {
                figure(&mut over.drawing.shapes, rect, trial, open.len());
                over.explain("With one more mark", |cell| {
                    vec![label(cell.centre(), "12", 0.7, Ink::Possible)]
                });
            }
        }
    }
    if state.overlay(super::LEAKS_OVERLAY) {
        over.drawing
            .shapes
            .extend(open.iter().filter_map(|site| layout.rect(*site)).map(soft_ring));
        if !open.is_empty() {
            over.explain("Deduction stops", |cell| vec![soft_ring(cell)]);
        }
        let leaks = known.map_or(&[][..], |deduced| &deduced.leaks);
        for rect in leaks.iter().filter_map(|leak| layout.rect(leak.about)) {
            over.drawing.shapes.extend(badge(rect));
            over.explain("Leak", |cell| badge(Rect::square(cell.centre(), 0.6)).into());
        }
    }
}

/// Describes the overlays' information about a site.
pub(crate) fn tip(state: &State, game: &dyn Game, level: &Level) -> Option<String> {
    let (site, rules) = (state.board.hover?, game.deduction()?);
    let mut said = Vec::new();
    if state.overlay(super::LEAKS_OVERLAY)
        && let Some(deduced) = deduced(state, level)
    {
        let here = deduced.leaks.iter().filter(|leak| leak.about == site);
        said.extend(here.map(|leak| deduction::words::leak(&leak.name, &leak.words)));
        if let DeductionEnd::Stops { open, .. } = &deduced.end
            && open.contains(&site)
        {
            said.push(deduction::words::stays_open(rules));
        }
    }
    if state.overlay(super::TRIALS_OVERLAY) {
        let mark = rules.helper().map(|mark| game.describe(&mark)).unwrap_or_default();
        let known = trials(state, level).into_iter().flatten();
        let here = known.into_iter().find(|trial| trial.site == site);
        said.extend(here.map(|trial| deduction::words::trial(trial, &mark, rules)));
    }
    (!said.is_empty()).then(|| said.join("\n"))
}

/// Draws a drop with an exclamation mark in the corner, so that red is not the only sign.
fn badge(rect: Rect) -> [Shape; 2] {
    const DROP: [(f32, f32); 9] = [
        (0.0, -0.2),
        (0.075, -0.08),
        (0.135, 0.02),
        (0.125, 0.1),
        (0.07, 0.155),
        (-0.07, 0.155),
        (-0.125, 0.1),
        (-0.135, 0.02),
        (-0.075, -0.08),
    ];
    let unit = rect.width();
    let at = Point::new(rect.max.x - 0.16 * unit, rect.min.y + 0.2 * unit);
    let point = |(x, y): (f32, f32)| Point::new(at.x + x * unit, at.y + y * unit);
    let points = DROP.into_iter().map(point).collect();
    let stroke = Some(Stroke::new(Ink::Ground, 0.03 * unit));
    let mark = Shape::Text {
        at: point((0.0, 0.04)),
        text: "!".to_owned(),
        size: 0.22 * unit,
        ink: Ink::Ground,
        align: Align::Centre,
    };
    [Shape::Polygon { points, fill: Some(Ink::Bad), stroke }, mark]
}

/// Draws a dotted ring around a site that deduction leaves open.
fn soft_ring(rect: Rect) -> Shape {
    let stroke = Some(Stroke { ink: Ink::Bad, width: 0.05, dash: Dash::Dotted });
    let radius = 0.43 * rect.width();
    Shape::Circle { centre: rect.centre(), radius, fill: None, stroke }
}

/// Draws a check, a cross, or the amount that stays open; fainter if it is no better than now.
fn figure(out: &mut Vec<Shape>, rect: Rect, trial: &DeductionTrial, now: usize) {
    let (at, unit) = (rect.centre(), rect.width());
    let point = |x: f32, y: f32| Point::new(at.x + x * unit, at.y + y * unit);
    let ground =
        Shape::Circle { centre: at, radius: 0.19 * unit, fill: Some(Ink::Ground), stroke: None };
    out.push(ground);
    if trial.solved {
        let points = vec![point(-0.13, 0.01), point(-0.03, 0.11), point(0.14, -0.1)];
        out.push(Shape::Polyline { points, stroke: Stroke::new(Ink::Good, 0.06 * unit) });
    } else if trial.impossible {
        let stroke = Stroke::new(Ink::Conflict, 0.035 * unit);
        for (x, y) in [(0.08, 0.08), (0.08, -0.08)] {
            out.push(Shape::Polyline { points: vec![point(-x, -y), point(x, y)], stroke });
        }
    } else {
        out.push(Shape::Text {
            at,
            text: trial.open.to_string(),
            size: 0.27 * unit,
            ink: if trial.open < now { Ink::Possible } else { Ink::Faint },
            align: Align::Centre,
        });
    }
}

/// Draws frames around the sites that a sentence is about.
pub(super) fn marked(steps: &Steps, layout: &Layout) -> Vec<Shape> {
    let (about, because) = steps.marked();
    let ink = if steps.leak().is_some() { Ink::Bad } else { Ink::Selection };
    let mut shapes: Vec<Shape> =
        because.iter().filter_map(|site| layout.rect(*site)).map(|rect| frame(rect, ink)).collect();
    if let (Some(rect), Some(_)) = (about.and_then(|site| layout.rect(site)), steps.leak()) {
        let stroke = Some(Stroke::new(ink, 0.07));
        shapes.push(Shape::Circle {
            centre: rect.centre(),
            radius: 0.42 * rect.width(),
            fill: None,
            stroke,
        });
    }
    shapes
}

/// Draws a ring and frames for a hint.
pub(crate) fn hinted(layout: &Layout, about: Site, because: &[Site], ink: Ink) -> Vec<Shape> {
    let mut shapes: Vec<Shape> = because
        .iter()
        .filter_map(|site| layout.rect(*site))
        .map(|rect| frame(rect, Ink::Selection))
        .collect();
    if let Some(rect) = layout.rect(about) {
        let stroke = Some(Stroke::new(ink, 0.07));
        let radius = 0.44 * rect.width();
        shapes.push(Shape::Circle { centre: rect.centre(), radius, fill: None, stroke });
    }
    shapes
}
