//! Linjat: through every number runs a straight line of so many cells, and every dot lies on a line.
//!
//! Source: Snellman, "Creating a procedural puzzle generator" (2019), and the game. The
//! specification is `encodings/linjat.lp`; `judge` says the same in plain Rust. Knows `level`,
//! `picture`. Must never know the solver or the window.

mod concepts;
mod deduce;
mod draw;
mod explain;
mod formats;
mod generate;
mod judge;
mod make;
mod marks;
pub mod optimize;
mod pen;
mod puzzle;
mod rating;
mod search;
mod tally;
#[cfg(test)]
mod tests;
mod ways;

use std::collections::BTreeSet;

use marks::{LONGEST, Line, Piece};

use super::{
    About, Brush, ConceptKind, Deduction, Extent, Format, Game, GameError, Group, HandItem, Maker,
    Measure, Range, Scene, Scope, Search, StockItem, Study, Turn, Verdict, plain,
};
use crate::level::{Board, Level, Mark, Place, Play, Site};
use crate::picture::{Layout, Rect, Shape};

/// The game, for the registry.
pub struct Linjat;

static ABOUT: About = About {
    id: "linjat",
    name: "Linjat",
    tagline: "Draw a line through every number so that every dot is covered.",
    rules: "Through every number runs one straight line, across or down, of that many cells. The \
            number may be anywhere along its line.\n\
            Lines share no cell, and every dot lies on a line.\n\
            A good level is solved by deduction alone: there is always a rule that says something \
            more, and nothing has to be tried. Whoever trusts that there is one solution can \
            sometimes skip the thinking; such a leak is told of and counts against the level.",
    rules_version: 1,
    default_board: Board { cols: 6, rows: 9, tray: 0 },
    smallest: Board { cols: 1, rows: 1, tray: 0 },
    largest: Board { cols: formats::LARGEST, rows: formats::LARGEST, tray: 0 },
    boards: &[],
};

fn brush(piece: Piece) -> Option<Brush> {
    Some(Brush { mark: piece.mark()?, name: spoken(piece) })
}

fn item(group: &str, pieces: &[Piece], most: u32) -> StockItem {
    StockItem {
        group: group.to_owned(),
        place: Place::Cell,
        marks: pieces.iter().filter_map(|piece| piece.mark()).collect(),
        least: 0,
        most,
    }
}

fn spoken(piece: Piece) -> String {
    match piece {
        Piece::Dot => "dot".to_owned(),
        Piece::Number(number) => format!("number {number}"),
    }
}

/// The numbers of a level that have no line, or one that is too short.
fn undrawn(level: &Level, play: &Play) -> impl Iterator<Item = (Site, u8)> {
    level.marks().filter_map(move |(site, mark)| match Piece::read(mark) {
        Ok(Piece::Number(number)) => {
            let line = play.get(site).and_then(Line::read);
            line.is_none_or(|line| line.length() < number).then_some((site, number))
        }
        _ => None,
    })
}

impl Game for Linjat {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn palette(&self) -> Vec<Group> {
        let numbers = (1..=LONGEST).map(Piece::Number).filter_map(brush).collect();
        vec![
            Group {
                name: "Dots",
                place: Place::Cell,
                brushes: brush(Piece::Dot).into_iter().collect(),
            },
            Group { name: "Numbers", place: Place::Cell, brushes: numbers },
        ]
    }

    fn layout(&self, board: &Board) -> Layout {
        plain::layout(board)
    }

    fn accepts(&self, board: &Board, site: Site, mark: &Mark) -> Result<(), String> {
        Piece::read(mark)?;
        match site.place == Place::Cell && board.contains(site) {
            true => Ok(()),
            false => Err(format!("{} is no cell of the board", site.spoken())),
        }
    }

    fn describe(&self, mark: &Mark) -> String {
        match (Line::read(mark), Piece::read(mark)) {
            (Some(line), _) => line.spoken(),
            (_, Ok(piece)) => spoken(piece),
            _ => mark.to_string(),
        }
    }

    fn draw(&self, level: &Level, scene: Scene<'_>) -> Vec<Shape> {
        draw::draw(level, scene)
    }

    fn draw_mark(&self, mark: &Mark, into: Rect) -> Vec<Shape> {
        draw::draw_mark(mark, into)
    }

    fn asks(&self) -> &'static [&'static str] {
        &["covers", "number"]
    }

    fn encoding(&self) -> (&'static str, &'static str) {
        ("linjat.lp", include_str!("../../../encodings/linjat.lp"))
    }

    fn sample(&self) -> &'static str {
        include_str!("../../../assets/packs/linjat.json")
    }

    fn facts(&self, level: &Level, _: Scope<'_>) -> Result<String, GameError> {
        marks::facts(level)
    }

    fn judge(&self, level: &Level, play: &Play) -> Verdict {
        judge::judge(level, play)
    }

    fn concepts(&self) -> Vec<ConceptKind> {
        concepts::kinds()
    }

    fn concept_rules(
        &self,
        level: &Level,
        property: &Mark,
        head: &str,
    ) -> Result<String, GameError> {
        concepts::rules(level, property, head)
    }

    fn practises(&self, level: &Level, play: &Play, property: &Mark) -> Option<bool> {
        concepts::practises(level, play, property)
    }

    fn is_of_level(&self, property: &Mark) -> bool {
        concepts::is_of_level(property)
    }

    fn level_has(
        &self,
        level: &Level,
        property: &Mark,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<bool> {
        concepts::level_has(level, property, stop)
    }

    fn property_of(&self, _: &Level, play: &Play) -> Option<Mark> {
        concepts::just(play)
    }

    fn typed(&self, had: Option<&Mark>, character: char, _: bool) -> Option<Option<Mark>> {
        match character {
            '.' => Some(if had.is_none() { Piece::Dot.mark() } else { None }),
            '0' => Some(None),
            digit => {
                let number = u8::try_from(digit.to_digit(10)?).ok()?;
                Some(Piece::Number(number).mark())
            }
        }
    }

    fn turned(&self, mark: &Mark, turn: Turn) -> Mark {
        let turned = Line::read(mark).and_then(|line| line.turned(turn).mark());
        turned.unwrap_or_else(|| mark.clone())
    }

    fn turned_property(&self, property: &Mark, turn: Turn) -> Mark {
        concepts::turned(property, turn)
    }

    fn hand(&self, level: &Level, play: &Play) -> Vec<HandItem> {
        let numbers: Vec<u8> = undrawn(level, play).map(|(_, number)| number).collect();
        let lengths: BTreeSet<u8> = numbers.iter().copied().collect();
        let lines = lengths.into_iter().flat_map(|length| {
            let left = numbers.iter().filter(|number| **number == length).count();
            let ways = [true, false].into_iter().flat_map(move |across| {
                (0..length).map(move |before| Line::new(across, before, length - 1 - before))
            });
            let ways: BTreeSet<Line> = ways.collect();
            ways.into_iter().map(move |line| (line, u32::try_from(left).unwrap_or(u32::MAX)))
        });
        lines
            .filter_map(|(line, left)| Some(HandItem { mark: line.mark()?, site: None, left }))
            .collect()
    }

    fn pens(&self, level: &Level, play: &Play) -> Vec<Site> {
        pen::pens(level, play)
    }

    fn pen_set(&self, level: &Level, play: &Play, site: Site) -> Play {
        pen::set_down(level, play, site)
    }

    fn pen(&self, level: &Level, play: &Play, way: (Site, Site)) -> Option<(Play, Site)> {
        pen::drawn(level, play, way)
    }

    fn line_at(&self, _: &Level, play: &Play, site: Site) -> Option<Site> {
        pen::line_at(play, site)
    }

    fn stock(&self, level: &Level) -> Vec<StockItem> {
        let cells = u32::try_from(level.board.cells().count()).unwrap_or(u32::MAX);
        let numbers: Vec<Piece> = (2..=5).map(Piece::Number).collect();
        let here = level.marks().count();
        let here = u32::try_from(here).unwrap_or(u32::MAX);
        vec![
            item("numbers", &numbers, (cells / 3).max(here)),
            item("dots", &[Piece::Dot], (cells / 2).max(here)),
        ]
    }

    fn range(&self, level: &Level) -> Range {
        let cells = u32::try_from(level.board.cells().count()).unwrap_or(u32::MAX);
        // No line is longer than the board, so that no level with a higher number can be solved.
        let longest = level.board.cols.max(level.board.rows);
        let fits = |number: &u8| u16::from(*number) <= longest;
        let numbers: Vec<Piece> = (1..=LONGEST).filter(fits).map(Piece::Number).collect();
        let stock = vec![item("numbers", &numbers, cells), item("dots", &[Piece::Dot], cells)];
        Range { stock, extent: Extent::Every }
    }

    fn rate(&self, level: &Level, _: &[Play], stop: &(dyn Fn() -> bool + Sync)) -> Vec<Measure> {
        rating::rate(level, stop)
    }

    fn search(&self) -> Option<&'static dyn Search> {
        Some(&search::Lines)
    }

    fn maker(&self) -> Option<&'static dyn Maker> {
        Some(&make::Dotter)
    }

    fn deduction(&self) -> Option<&'static dyn Deduction> {
        Some(&explain::Layers)
    }

    fn study(&self) -> Option<&'static dyn Study> {
        Some(&optimize::Optimizing)
    }

    fn formats(&self) -> &'static [&'static dyn Format] {
        &[&formats::Rows]
    }
}
