//! The game itself: its texts and files, its rules and its optional parts.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

use crate::about::{ABOUT, Linjat};
use crate::marks::{LONGEST, Line, LinjatClue};
use foolproof_game::{
    Abilities, AcceptError, Brush, Encoding, Extent, Game, GameAssets, GameError, Group, HandItem,
    PageFacts, PageRules, PageScript, Playing, Range, Scope, StockItem, Turn, Turning, Typing,
    plain,
};
use foolproof_level::{Board, Level, Mark, Place, Play, Site};

fn brush(piece: LinjatClue) -> Option<Brush> {
    Some(Brush { mark: piece.mark()?, name: spoken(piece) })
}

fn item(group: &str, pieces: &[LinjatClue], most: u32) -> StockItem {
    StockItem {
        group: group.to_owned(),
        place: Place::Cell,
        marks: pieces.iter().filter_map(|piece| piece.mark()).collect(),
        least: 0,
        most,
    }
}

fn spoken(piece: LinjatClue) -> String {
    match piece {
        LinjatClue::Dot => "dot".to_owned(),
        LinjatClue::Number(number) => format!("number {number}"),
    }
}

/// The numbers of a level that have no line, or one that is too short.
fn undrawn(level: &Level, play: &Play) -> impl Iterator<Item = (Site, u8)> {
    level.marks().filter_map(move |(site, mark)| match LinjatClue::read(mark) {
        Ok(LinjatClue::Number(number)) => {
            let line = play.get(site).and_then(Line::read);
            line.is_none_or(|line| line.length() < number).then_some((site, number))
        }
        _ => None,
    })
}

static ASSETS: LazyLock<GameAssets> = LazyLock::new(|| GameAssets {
    encoding: Some(Encoding::of(
        "linjat.lp",
        include_str!("../../../encodings/linjat.lp"),
        &["covers", "number"],
    )),
    sample: Cow::Borrowed(include_str!("../../../assets/packs/linjat.json")),
    formats: vec![Arc::new(crate::formats::Rows)],
    page: Some(PageScript::of(include_str!("../../../assets/web/linjat.js")).judged_by(
        PageRules {
            name: "pages/linjat.lp".into(),
            text: include_str!("../../../encodings/pages/linjat.lp").into(),
            facts: PageFacts::Level,
            reads: &["play", "illegal", "wrong"],
        },
    )),
    study: Some(Arc::new(crate::optimize::Optimizing)),
    ..GameAssets::default()
});

impl Game for Linjat {
    foolproof_game::parts_of_the_package!(crate::draw::draw, crate::draw::draw_mark);

    fn palette(&self) -> Vec<Group> {
        let numbers = (1..=LONGEST).map(LinjatClue::Number).filter_map(brush).collect();
        vec![
            Group {
                name: "Dots".into(),
                place: Place::Cell,
                brushes: brush(LinjatClue::Dot).into_iter().collect(),
            },
            Group { name: "Numbers".into(), place: Place::Cell, brushes: numbers },
        ]
    }

    fn accepts(&self, board: &Board, site: Site, mark: &Mark) -> Result<(), AcceptError> {
        LinjatClue::read(mark)?;
        plain::on_cell(board, site)
    }

    fn describe(&self, mark: &Mark) -> String {
        match (Line::read(mark), LinjatClue::read(mark)) {
            (Some(line), _) => line.spoken(),
            (_, Ok(piece)) => spoken(piece),
            _ => mark.to_string(),
        }
    }

    fn facts(&self, level: &Level, _: Scope<'_>) -> Result<String, GameError> {
        crate::marks::facts(level)
    }

    fn stock(&self, level: &Level) -> Vec<StockItem> {
        let cells = u32::try_from(level.board.cells().count()).unwrap_or(u32::MAX);
        let numbers: Vec<LinjatClue> = (2..=5).map(LinjatClue::Number).collect();
        let here = level.marks().count();
        let here = u32::try_from(here).unwrap_or(u32::MAX);
        vec![
            item("numbers", &numbers, (cells / 3).max(here)),
            item("dots", &[LinjatClue::Dot], (cells / 2).max(here)),
        ]
    }

    fn range(&self, level: &Level) -> Range {
        let cells = u32::try_from(level.board.cells().count()).unwrap_or(u32::MAX);
        // No line is longer than the board, so that no level with a higher number can be solved.
        let longest = level.board.cols.max(level.board.rows);
        let fits = |number: &u8| u16::from(*number) <= longest;
        let numbers: Vec<LinjatClue> = (1..=LONGEST).filter(fits).map(LinjatClue::Number).collect();
        let stock = vec![item("numbers", &numbers, cells), item("dots", &[LinjatClue::Dot], cells)];
        Range::new(stock, Extent::Every)
    }

    fn abilities(&self) -> Abilities<'_> {
        Abilities {
            rules: Some(self),
            properties: Some(self),
            typing: Some(self),
            turning: Some(self),
            playing: Some(self),
            drawing: Some(self),
            rating: Some(self),
            search: Some(&crate::search::LinjatSearch),
            maker: Some(&crate::make::Dotter),
            deduction: Some(&crate::explain::LinjatDeduction),
            sentences: Some(self),
            ..Abilities::default()
        }
    }
}

impl Typing for Linjat {
    fn typed(&self, had: Option<&Mark>, text: &str, _: bool) -> Vec<Option<Mark>> {
        match text {
            "." => vec![if had.is_none() { LinjatClue::Dot.mark() } else { None }],
            "0" => vec![None],
            digit => {
                let number = digit.parse().ok().filter(|_| digit.len() == 1);
                number.map(|number| LinjatClue::Number(number).mark()).into_iter().collect()
            }
        }
    }
}

impl Turning for Linjat {
    fn turned(&self, mark: &Mark, turn: Turn) -> Mark {
        let turned = Line::read(mark).and_then(|line| line.turned(turn).mark());
        turned.unwrap_or_else(|| mark.clone())
    }
}

impl Playing for Linjat {
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
}
