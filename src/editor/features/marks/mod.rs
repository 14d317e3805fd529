//! The player's marks that all solutions have, and those that some solution has.

use std::collections::BTreeMap;

use egui::Key;

use crate::editor::board::overlay::{dot, label};
use crate::editor::board::tools::Tool;
use crate::editor::kit::icon::Icon;
use crate::editor::session::command::shift;
use crate::editor::session::feature::{
    Feature, FindingRow, Over, Overlay, OverlayLayer, Switch, Telling, When,
};
use crate::editor::session::settings::Initially;
use crate::editor::session::state::State;
use crate::games::Game;
use crate::level::{Level, Mark, Play, Site};
use crate::picture::{Ink, Layout, Point, Rect, Shape, Stroke};
use crate::solver::{Answer, Finding, MarksOfSolutions, Question, Topic, Truth};

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
        tip: "Marks that every solution has.",
        icon: Icon::PIN,
        keys: &[shift(Key::Num3)],
        initially: Initially::On,
        arises: has_marks,
    },
    Switch {
        overlay: Overlay::POSSIBLE,
        name: "Possible marks",
        shows: "Possible marks",
        tip: "Marks that some solution has.",
        icon: Icon::DOTS,
        keys: &[shift(Key::Num4)],
        initially: Initially::Off,
        arises: has_marks,
    },
];

/// Whether what a player decides are marks on the board, rather than moves.
fn has_marks(state: &State) -> bool {
    state.game().is_some_and(|game| game.moves().is_none())
}

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
        &[FindingRow { topic: Topic::MARKS, after: Topic::COUNT, arises: |_, _, _| true }]
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
        let Some(finding) = state.knowledge.current(level, Topic::MARKS) else { return };
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
        if let Some(finding) = over.state.knowledge.current(over.level, Topic::MARKS) {
            let scene = (over.game, over.level.as_ref(), over.play);
            let pins = match is_unique(over.state, over.level) {
                true => Pins::WhereNotDrawn,
                false => Pins::Everywhere,
            };
            let pinned = marks(over.shapes, over.state, (finding, pins), (scene, over.layout));
            explain(over, finding, pinned);
        }
    }
}

/// Whether the game has a place for every possible mark of a site.
fn shows_all(game: &dyn Game, level: &Level) -> bool {
    game.draw_possible(&level.board, &[], Rect::default()).is_some()
}

/// What the signs mean, of those that are drawn.
fn explain(over: &mut Over<'_>, finding: &Finding, pinned: bool) {
    let Answer::Marks(Ok(found)) = &finding.answer else { return };
    if pinned {
        over.explain("In every solution", |_| {
            let points = vec![Point::new(0.38, 0.34), Point::new(0.72, 0.8)];
            let needle = Shape::Polyline { points, stroke: Stroke::new(Ink::Forced, 0.12) };
            vec![needle, dot(Point::new(0.38, 0.34), 0.26, Ink::Forced)]
        });
    }
    if over.state.overlay(Overlay::POSSIBLE) && found.possible.len() > found.forced.len() {
        let (game, level) = (over.game, over.level);
        let small = found.possible.difference(&found.forced).next().map(|(_, mark)| mark);
        let small = small.filter(|_| !shows_all(game, level));
        over.explain("In some solution", |cell| match small {
            Some(mark) => game.draw_mark(mark, Rect::square(cell.centre(), 0.8)),
            None => vec![label(cell.centre(), "1", 0.8, Ink::Possible)],
        });
    }
}

/// Which forced marks have a pin: of the only solution all are forced, and a pin on each says nothing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pins {
    Everywhere,
    /// Not on those of the play that is drawn.
    WhereNotDrawn,
}

fn is_unique(state: &State, level: &Level) -> bool {
    let known = state.knowledge.current(level, Topic::UNIQUE);
    known.is_some_and(|known| known.answer == Answer::Unique(Truth::Holds(())))
}

/// Forced marks as solid ghosts with a pin, possible ones as small ghosts or as their number; whether
/// there is a pin.
fn marks(
    out: &mut Vec<Shape>,
    state: &State,
    (finding, pins): (&Finding, Pins),
    ((game, level, drawn), layout): ((&dyn Game, &Level, Option<&Play>), &Layout),
) -> bool {
    let Answer::Marks(Ok(found)) = &finding.answer else { return false };
    let mut pinned = false;
    let MarksOfSolutions { forced, possible, uses, .. } = found;
    if state.overlay(Overlay::FORCED) && found.is_exact() {
        for (site, mark) in forced {
            let Some(rect) = layout.rect(*site) else { continue };
            let is_drawn = drawn.is_some_and(|play| play.get(*site) == Some(mark));
            if !is_drawn {
                out.extend(game.draw_mark(mark, rect));
            }
            if !is_drawn || pins == Pins::Everywhere {
                pin(out, rect);
                pinned = true;
            }
        }
    }
    if !state.overlay(Overlay::POSSIBLE) {
        return pinned;
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
    pinned
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
    let (wide, high) = (rect.width(), rect.height());
    let unit = wide.min(high);
    if marks.len() > 4 {
        let at = Point::new(rect.max.x - 0.2 * unit, rect.max.y - 0.18 * unit);
        return out.push(label(at, &format!("{}×", marks.len()), 0.2 * unit, Ink::Possible));
    }
    // Each has the shape of its place: a mark of an edge is as long as that runs.
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
