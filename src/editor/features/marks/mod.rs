//! The player's marks that all solutions have, and those that some solution has.

use std::collections::BTreeMap;

use egui::Key;

use crate::editor::board::overlay::{dot, label};
use crate::editor::board::tools::Tool;
use crate::editor::kit::icon::Icon;
use crate::editor::session::command::{always, shift};
use crate::editor::session::feature::{
    Feature, FindingRow, Over, Overlay, OverlayLayer, Switch, Telling, When,
};
use crate::editor::session::settings::Initially;
use crate::editor::session::state::State;
use crate::games::Game;
use crate::level::{Level, Mark, Play, Site};
use crate::picture::{Ink, Layout, Point, Rect, Shape, Stroke};
use crate::solver::{Answer, Finding, MarksOfSolutions, Question, Topic};

impl Overlay {
    /// The player's marks that all solutions have.
    pub const FORCED: Overlay = Overlay("forced");
    /// The player's marks that some solution has.
    pub const POSSIBLE: Overlay = Overlay("possible");
}

const SWITCHES: &[Switch] = &[
    Switch {
        overlay: Overlay::FORCED,
        name: "Forced marks",
        shows: "Forced marks",
        tip: "Marks that all solutions have.",
        icon: Icon::PIN,
        keys: &[shift(Key::Num3)],
        initially: Initially::On,
        arises: always,
    },
    Switch {
        overlay: Overlay::POSSIBLE,
        name: "Possible marks",
        shows: "Possible marks",
        tip: "Marks that some solution has.",
        icon: Icon::DOTS,
        keys: &[shift(Key::Num4)],
        initially: Initially::Off,
        arises: always,
    },
];

/// Forced and possible marks.
#[derive(Default)]
pub struct Marks;

impl Feature for Marks {
    fn switches(&self) -> &'static [Switch] {
        SWITCHES
    }

    fn questions(&self, _: &State, _: &dyn Game, _: &Level) -> Vec<(When, Question)> {
        vec![(When::Late, Question::Marks)]
    }

    fn rows(&self) -> &'static [FindingRow] {
        &[FindingRow { topic: Topic::Marks, after: Topic::Count, arises: |_, _, _| true }]
    }

    fn tells(&self, finding: &Finding, _: &dyn Game, _: &Level) -> Telling {
        let ours = matches!(&finding.answer, Answer::Marks(Ok(found)) if found.is_exact());
        Telling { plain: ours.then_some(Icon::PIN), ..Telling::default() }
    }

    fn layer(&self) -> OverlayLayer {
        OverlayLayer::Top
    }

    fn fills(&self, state: &State, game: &dyn Game, level: &Level) -> bool {
        state.overlay(Overlay::POSSIBLE) && shows_all(game, level)
    }

    fn make_room(&self, play: &mut Play, state: &State, game: &dyn Game, level: &Level) {
        let Some(finding) = state.knowledge.current(level, Topic::Marks) else { return };
        let Answer::Marks(Ok(MarksOfSolutions { forced, possible, .. })) = &finding.answer else {
            return;
        };
        if self.fills(state, game, level) {
            for (site, _) in possible.difference(forced) {
                play.0.remove(site);
            }
        }
    }

    fn draw(&self, over: &mut Over<'_>) {
        if over.state.tool == Tool::SOLUTION {
            return;
        }
        if let Some(finding) = over.state.knowledge.current(over.level, Topic::Marks) {
            let scene = (over.game, over.level.as_ref(), over.play);
            marks(over.shapes, over.state, finding, (scene, over.layout));
            explain(over, finding);
        }
    }
}

/// Whether the game has a place for every possible mark of a site.
fn shows_all(game: &dyn Game, level: &Level) -> bool {
    game.draw_possible(&level.board, &[], Rect::default()).is_some()
}

/// What the signs mean, of those that are drawn.
fn explain(over: &mut Over<'_>, finding: &Finding) {
    let Answer::Marks(Ok(found)) = &finding.answer else { return };
    if over.state.overlay(Overlay::FORCED) && found.is_exact() && !found.forced.is_empty() {
        over.explain("In every solution", |cell| {
            let mut shapes = Vec::new();
            pin(&mut shapes, Rect::square(cell.centre(), 0.6));
            shapes
        });
    }
    if over.state.overlay(Overlay::POSSIBLE) && found.possible.len() > found.forced.len() {
        over.explain("In some solution", |cell| {
            vec![label(cell.centre(), "1", 0.8, Ink::Possible)]
        });
    }
}

/// Forced marks as solid ghosts with a pin, possible ones as small ghosts or as their number.
fn marks(
    out: &mut Vec<Shape>,
    state: &State,
    finding: &Finding,
    ((game, level, drawn), layout): ((&dyn Game, &Level, Option<&Play>), &Layout),
) {
    let Answer::Marks(Ok(found)) = &finding.answer else { return };
    let MarksOfSolutions { forced, possible, uses, .. } = found;
    if state.overlay(Overlay::FORCED) && found.is_exact() {
        for (site, mark) in forced {
            let Some(rect) = layout.rect(*site) else { continue };
            if drawn.is_none_or(|play| play.get(*site) != Some(mark)) {
                out.extend(game.draw_mark(mark, rect));
            }
            pin(out, rect);
        }
    }
    if !state.overlay(Overlay::POSSIBLE) {
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
