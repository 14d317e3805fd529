//! Play mode of games that designers bring: what a player has in hand, and lines drawn from cell to cell
//! or along the grid.
//!
//! Knows judges and the form.

use std::collections::BTreeMap;

use super::OwnGame;
use super::form::{MarkKind, MarkPlace};
use super::marks::{is_rim, lies_on};
use crate::games::{Drawing, HandItem, Playing};
use crate::level::{Level, Mark, Place, Play, Site};

/// Marks that a hand shows.
const MOST_IN_HAND: usize = 60;

impl Playing for OwnGame {
    fn hand(&self, level: &Level, play: &Play) -> Vec<HandItem> {
        let Some(playable) = self.playable(level) else { return Vec::new() };
        let mut left: BTreeMap<&Mark, u32> = BTreeMap::new();
        for (site, mark) in playable.iter() {
            let taken = play.get(*site).is_some();
            *left.entry(mark).or_default() += u32::from(!taken);
        }
        // In the order of the manifest, each kind from its first mark.
        let mut hand = Vec::new();
        for kind in &self.form.marks {
            let is_first = |first: &MarkKind| std::ptr::eq(first, kind);
            let of_kind =
                left.iter().filter(|(mark, _)| self.form.kind_of(mark).is_some_and(is_first));
            let mut items: Vec<(&Mark, u32)> = of_kind.map(|(mark, left)| (*mark, *left)).collect();
            items.sort_by_key(|(mark, _)| number(mark));
            hand.extend(items.into_iter().map(|(mark, left)| HandItem {
                mark: mark.clone(),
                site: None,
                left,
            }));
        }
        hand.truncate(MOST_IN_HAND);
        hand
    }
}

/// Marks with numbers stand in the order of their numbers.
fn number(mark: &Mark) -> (i64, Mark) {
    let number = mark.args().first().and_then(|arg| arg.parse().ok());
    (number.or(mark.as_str().parse().ok()).unwrap_or(0), mark.clone())
}

impl OwnGame {
    fn line_mark(&self) -> Option<Mark> {
        self.form.line.as_ref()?.parse().ok()
    }

    /// Whether the rules may let the player draw there; while they are read, wherever a line lies.
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

    /// Draws what is not drawn and takes back what is, place by place.
    fn pen(&self, level: &Level, play: &Play, (from, to): (Site, Site)) -> Option<(Play, Site)> {
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
                break;
            }
            if play.0.remove(&edge).is_none() {
                play.0.insert(edge, mark.clone());
            }
            at = next;
        }
        (at != from).then_some((play, at))
    }
}

fn nearer(from: u16, to: u16) -> u16 {
    match from.cmp(&to) {
        std::cmp::Ordering::Less => from + 1,
        std::cmp::Ordering::Equal => from,
        std::cmp::Ordering::Greater => from - 1,
    }
}

/// The edge between two cells that lie side by side, or along which two corners lie.
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
