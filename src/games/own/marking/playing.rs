//! Play mode of games that designers bring: marks, and lines drawn from cell to cell or along the grid.

use std::collections::BTreeSet;

use crate::look::Course;
use crate::marking::marks::{is_rim, lies_on};
use crate::own_game::OwnGame;
use crate::reading::form::{MarkKind, MarkPlace};
use crate::reading::manifest::TaughtForm;
use foolproof_game::{Drawing, HandItem, LineStart, Playing, TaughtLine};
use foolproof_level::{Board, Level, Mark, Place, Play, Site};
use foolproof_picture::Point;

/// Maximum number of marks to choose from.
const MAX_IN_HAND: usize = 60;

impl Playing for OwnGame {
    fn hand(&self, level: &Level, _: &Play) -> Vec<HandItem> {
        let Some(playable) = self.playable(level) else { return Vec::new() };
        let marks: BTreeSet<&Mark> = playable.iter().map(|(_, mark)| mark).collect();
        // In the order of the manifest; each kind starts with its first mark.
        let mut hand = Vec::new();
        for kind in &self.form.marks {
            let is_first = |first: &MarkKind| std::ptr::eq(first, kind);
            let of_kind = marks.iter().filter(|mark| self.form.kind_of(mark).is_some_and(is_first));
            let mut items: Vec<&Mark> = of_kind.copied().collect();
            items.sort_by_key(|mark| number(mark));
            let item =
                |mark: &Mark| HandItem { mark: mark.clone(), site: None, left: HandItem::ANY };
            hand.extend(items.into_iter().map(item));
        }
        hand.truncate(MAX_IN_HAND);
        hand
    }

    fn marks_put(&self, level: &Level, place: Place) -> Vec<Mark> {
        let Some(playable) = self.playable(level) else { return Vec::new() };
        let kind = |place: Place| if place == Place::VEdge { Place::HEdge } else { place };
        let here = playable.iter().filter(|(site, _)| kind(site.place) == kind(place));
        let here: BTreeSet<&Mark> = here.map(|(_, mark)| mark).collect();
        let hand = self.hand(level, &Play::default()).into_iter().map(|item| item.mark);
        hand.filter(|mark| here.contains(mark)).collect()
    }
}

/// Returns the key to sort marks by: their first number, then the mark.
fn number(mark: &Mark) -> (i64, Mark) {
    let number = mark.args().first().and_then(|arg| arg.parse().ok());
    (number.or(mark.as_str().parse().ok()).unwrap_or(0), mark.clone())
}

impl OwnGame {
    fn line_mark(&self) -> Option<Mark> {
        self.form.line.as_ref()?.parse().ok()
    }

    /// Returns the mark that the next stroke puts on an edge: the line first, then other marks.
    fn after_mark(&self, level: &Level, edge: Site, mark: Option<&Mark>) -> Option<Mark> {
        let line = self.line_mark()?;
        let mut others = self.marks_put(level, edge.place);
        others.retain(|other| *other != line && self.may_draw(level, edge, other));
        let all: Vec<Mark> = std::iter::once(line).chain(others).collect();
        match mark {
            None => all.into_iter().next(),
            Some(mark) => all.into_iter().skip_while(|other| other != mark).nth(1),
        }
    }

    /// True if the rules may let the player draw there; while they are being read, true wherever a line may be.
    fn may_draw(&self, level: &Level, edge: Site, mark: &Mark) -> bool {
        match self.playable(level) {
            Some(playable) => playable.contains(&(edge, mark.clone())),
            None => {
                let kind = self.form.kind_of(mark);
                kind.is_some_and(|kind| lies_on(&self.form, &level.board, kind, edge))
            }
        }
    }
}

impl OwnGame {
    /// True if the designer's line continues here, so that the pen passes over it.
    fn is_drawn_already(&self, level: &Level, edge: Site) -> bool {
        let kind = level.mark(edge).and_then(|mark| self.form.kind_of(mark));
        self.form.across && kind.is_some_and(|kind| kind.look.course() == Course::Across)
    }
}

impl Drawing for OwnGame {
    fn pens(&self, level: &Level, _: &Play) -> Vec<Site> {
        let board = level.board;
        if self.form.across {
            return board.cells().filter(|cell| !is_rim(&self.form, &board, *cell)).collect();
        }
        let vertices = (0..=board.rows).flat_map(|row| {
            (0..=board.cols).map(move |col| Site { place: Place::Vertex, col, row })
        });
        vertices.filter(|_| self.form.spots.contains(&MarkPlace::Edge)).collect()
    }

    fn pen_set(&self, _: &Level, play: &Play, _: Site) -> Play {
        play.clone()
    }

    fn begins(&self) -> LineStart {
        if self.form.across { LineStart::Cell } else { LineStart::Corner }
    }

    fn taught(&self) -> TaughtLine {
        match self.form.manifest.play.taught {
            TaughtForm::Bent => TaughtLine::Bent,
            TaughtForm::Straight => TaughtLine::Straight,
            TaughtForm::Step => TaughtLine::Step,
        }
    }

    fn reached(&self, board: &Board, at: Point) -> Option<Site> {
        self.form.ground(*board).reached(at)
    }

    fn pen(&self, level: &Level, play: &Play, from: Site, to: Site) -> Option<(Play, Site)> {
        self.pen_since(level, play, play, from, to)
    }

    /// Each place takes its next mark: the line, other marks that can lie there, nothing.
    fn pen_since(
        &self,
        level: &Level,
        begun: &Play,
        play: &Play,
        from: Site,
        to: Site,
    ) -> Option<(Play, Site)> {
        let mark = self.line_mark()?;
        let (mut play, mut at) = (play.clone(), from);
        if from.place != to.place || (from.col != to.col && from.row != to.row) {
            return None;
        }
        while at != to {
            let next =
                Site { col: nearer(at.col, to.col), row: nearer(at.row, to.row), place: at.place };
            let edge = edge_between(at, next)?;
            if !self.may_draw(level, edge, &mark) {
                if self.is_drawn_already(level, edge) {
                    at = next;
                    continue;
                }
                break;
            }
            let before = begun.get(edge);
            let becomes = match play.get(edge) == before {
                true => self.after_mark(level, edge, before),
                false => before.cloned(),
            };
            match becomes {
                Some(mark) => play.0.insert(edge, mark),
                None => play.0.remove(&edge),
            };
            at = next;
        }
        (at != from).then_some((play, at))
    }

    fn line_at(&self, _: &Level, play: &Play, site: Site) -> Option<Site> {
        play.get(site).is_some().then_some(site)
    }
}

fn nearer(from: u16, to: u16) -> u16 {
    match from.cmp(&to) {
        std::cmp::Ordering::Less => from + 1,
        std::cmp::Ordering::Equal => from,
        std::cmp::Ordering::Greater => from - 1,
    }
}

/// Returns the edge between two adjacent cells, or between two adjacent corners.
fn edge_between(one: Site, other: Site) -> Option<Site> {
    let (first, last) = (one.min(other), one.max(other));
    let along_row = first.row == last.row;
    match (first.place, along_row) {
        (Place::Cell, true) => Some(Site { place: Place::VEdge, ..last }),
        (Place::Cell, false) => Some(Site { place: Place::HEdge, ..last }),
        (Place::Vertex, true) => Some(Site { place: Place::HEdge, ..first }),
        (Place::Vertex, false) => Some(Site { place: Place::VEdge, ..first }),
        _ => None,
    }
}
