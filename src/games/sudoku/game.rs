//! The game itself: its texts and files, its rules and its optional parts.

use std::borrow::Cow;
use std::sync::{Arc, LazyLock};

use crate::about::{ABOUT, Sudoku};
use crate::constraints::{self, Broken, Object};
use crate::grid::{MAX_DIGITS, Reading};
use crate::puzzle::{Puzzle, box_of};
use foolproof_game::{
    Abilities, AcceptError, Brush, Brushes, Encoding, Extent, Game, GameAssets, GameError, Gesture,
    GestureError, Group, HandItem, NextMark, PageFacts, PageRules, PageScript, PenpaFormat,
    Playing, Range, Rules, Scope, SeveralMarks, SolutionEquivalence, StockItem, Turn, TurnError,
    Turning, Typing, Verdict, plain,
};
use foolproof_level::{Board, Level, Mark, Place, Play, Site};
use foolproof_picture::{Layout, Rect, Shape};

/// Every mark of a given digit.
const DIGITS: [&str; 16] =
    ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16"];

static ASSETS: LazyLock<GameAssets> = LazyLock::new(|| GameAssets {
    encoding: Some(Encoding::of(
        "sudoku.lp",
        include_str!("../../../encodings/sudoku.lp"),
        &["value", "clue", "in", "digit"],
    )),
    sample: Cow::Borrowed(include_str!("../../../assets/packs/sudoku.json")),
    formats: vec![
        Arc::new(crate::formats::Sdk),
        Arc::new(crate::formats::PuzzleALine),
        Arc::new(crate::formats::Sdm),
        Arc::new(crate::fpuzzles::FPuzzles),
        Arc::new(crate::sudokupad::SudokuPad),
        Arc::new(crate::formats::PuzzLink),
        Arc::new(PenpaFormat(crate::penpa::DrawnSudoku)),
        Arc::new(crate::iss::IssString),
    ],
    page: Some(PageScript {
        text: include_str!("../../../assets/web/sudoku.js").into(),
        // Sums of cages are drawn above the grounds of givens.
        beneath: &DIGITS,
        rules: Some(PageRules {
            name: "pages/sudoku.lp".into(),
            text: include_str!("../../../encodings/pages/sudoku.lp").into(),
            facts: PageFacts::Board,
            reads: &["has", "play", "illegal", "wrong"],
        }),
    }),
    ..GameAssets::default()
});

impl Game for Sudoku {
    foolproof_game::parts_of_the_package!(crate::draw::draw, crate::draw::draw_mark);

    fn palette(&self) -> Vec<Group> {
        let brush = |reading: Reading| Some(Brush { mark: reading.mark()?, name: spoken(reading) });
        vec![
            Group {
                name: "Digits".into(),
                place: Place::Cell,
                brushes: (1..=MAX_DIGITS).map(Reading::Digit).filter_map(brush).collect(),
            },
            Group {
                name: "Pencil marks".into(),
                place: Place::Cell,
                brushes: (0..MAX_DIGITS)
                    .map(|at| Reading::Notes(1 << at))
                    .filter_map(brush)
                    .collect(),
            },
        ]
    }

    fn layout(&self, board: &Board) -> Layout {
        crate::draw::layout(board, false)
    }

    fn layout_of(&self, level: &Level) -> Layout {
        crate::draw::layout(&level.board, crate::draw::has_outside(level))
    }

    fn accepts(&self, board: &Board, site: Site, mark: &Mark) -> Result<(), AcceptError> {
        let side = usize::from(board.cols);
        if site.place == Place::Constraint {
            return Object::read(site, mark, side).map(|_| ());
        }
        let reading = Reading::of(mark)?;
        plain::on_cell(board, site)?;
        match u16::from(reading.highest()) > board.cols {
            true => Err(AcceptError::TooLarge(format!(
                "the digits of this board go from 1 to {}",
                board.cols
            ))),
            false => Ok(()),
        }
    }

    fn describe(&self, mark: &Mark) -> String {
        match constraints::kind(mark.functor()) {
            Some(kind) => constraints::described(kind, mark),
            None => Reading::of(mark).map_or_else(|_| mark.to_string(), spoken),
        }
    }

    fn facts(&self, level: &Level, _: Scope<'_>) -> Result<String, GameError> {
        Ok(crate::facts::facts(&Puzzle::of(level)?))
    }

    fn stock(&self, level: &Level) -> Vec<StockItem> {
        let Ok(puzzle) = Puzzle::of(level) else { return Vec::new() };
        vec![StockItem {
            group: "digits".to_owned(),
            place: Place::Cell,
            marks: crate::grid::digit_marks(puzzle.side),
            least: 0,
            most: u32::try_from(puzzle.given.len()).unwrap_or(0),
        }]
    }

    fn range(&self, level: &Level) -> Range {
        // Notes are not part of the puzzle.
        Range::new(self.stock(level), Extent::Every)
    }

    fn abilities(&self) -> Abilities<'_> {
        Abilities {
            rules: Some(self),
            properties: Some(self),
            typing: Some(self),
            several_marks: Some(self),
            brushes: Some(self),
            turning: Some(self),
            playing: Some(self),
            equivalence: Some(self),
            rating: Some(self),
            search: Some(&crate::search::Fillings),
            maker: Some(&crate::make::Digger),
            arguments: Some(&crate::court::Court),
            sentences: Some(self),
            constraints: Some(self),
            ..Abilities::default()
        }
    }
}

impl Rules for Sudoku {
    /// House by house, and constraint by constraint.
    fn judge(&self, level: &Level, play: &Play) -> Verdict {
        let illegal = |why: String, sites| Verdict::Illegal { why, sites };
        let puzzle = match Puzzle::of(level) {
            Ok(puzzle) => puzzle,
            Err(error) => return illegal(error.to_string(), Vec::new()),
        };
        if let Some((why, site)) = crate::single::misplaced(&puzzle, play) {
            return illegal(why, vec![site]);
        }
        let filled = puzzle.with(play);
        if let Some(Broken { why, cells }) = puzzle.broken(&filled) {
            let sites = cells.into_iter().map(|cell| puzzle.site(cell)).collect();
            return match puzzle.broken(&puzzle.given) {
                None => illegal(why, sites),
                // No play can help if the clues themselves conflict.
                Some(_) => Verdict::Unsolved { why, sites },
            };
        }
        match filled.iter().filter(|digit| **digit == 0).count() {
            0 => Verdict::Solved,
            1 => Verdict::Unsolved { why: "one cell is empty".to_owned(), sites: Vec::new() },
            n => Verdict::Unsolved { why: format!("{n} cells are empty"), sites: Vec::new() },
        }
    }
}

impl Typing for Sudoku {
    fn typed(&self, had: Option<&Mark>, text: &str, small: bool) -> Vec<Option<Mark>> {
        // Letters continue after 9.
        let letter =
            || text.parse::<char>().ok()?.to_digit(17).and_then(|digit| digit.try_into().ok());
        let number = || text.parse().ok().filter(|_| text == "0" || !text.starts_with('0'));
        let digit = number().or_else(letter).filter(|digit: &u8| *digit <= MAX_DIGITS);
        let Some(digit) = digit else { return Vec::new() };
        if digit == 0 {
            return vec![None];
        }
        if !small {
            return vec![Reading::Digit(digit).mark()];
        }
        let before = match had.map(Reading::of) {
            Some(Ok(Reading::Notes(notes))) => notes,
            _ => 0,
        };
        vec![Reading::Notes(before ^ 1 << (digit - 1)).mark()]
    }
}

impl Brushes for Sudoku {
    fn draw_brush(&self, mark: &Mark, into: Rect) -> Option<Vec<Shape>> {
        crate::draw::draw_brush(mark, into)
    }
}

impl SeveralMarks for Sudoku {
    fn draw_possible(
        &self,
        board: &Board,
        marks: &[(&Mark, Option<f64>)],
        into: Rect,
    ) -> Vec<Shape> {
        crate::draw::possible(board, marks, into)
    }
}

impl Turning for Sudoku {
    fn can_turn(&self, level: &Level, turn: Turn) -> Result<(), TurnError> {
        let has = |kind: &str| level.marks().any(|(_, mark)| mark.functor() == kind);
        let directions = |why: &str| Err(TurnError::Directions(why.to_owned()));
        if has("own_rules") {
            return directions("the level's own rules may name rows and columns");
        }
        let arrows = level.marks().filter(|(_, mark)| mark.functor() == "arrow");
        if arrows.into_iter().any(|(_, mark)| !crate::drawing::keeps_pill(level, mark, turn)) {
            return directions("the number in a pill is read from left to right and downwards");
        }
        let side = usize::from(level.board.cols);
        if has("windows") && !constraints::windows::stay_when_turned(side, turn) {
            return Err(TurnError::Shape(
                "the windows of this board would lie elsewhere".to_owned(),
            ));
        }
        let boxless = (has("region") || has("no_boxes")) && !has("disjoint_groups");
        match box_of(side).filter(|_| !boxless) {
            Some((wide, high)) if turn == Turn::Clockwise && wide != high => {
                Err(TurnError::Shape(format!(
                    "boxes of {wide} columns and {high} rows would lie on their side; the level can \
                     be mirrored"
                )))
            }
            _ => Ok(()),
        }
    }
}

impl Playing for Sudoku {
    fn hand(&self, level: &Level, play: &Play) -> Vec<HandItem> {
        let Ok(puzzle) = Puzzle::of(level) else { return Vec::new() };
        let filled = puzzle.with(play);
        let left = |digit: u8| {
            let placed = filled.iter().filter(|held| **held == digit).count();
            u32::try_from(puzzle.side.saturating_sub(placed)).unwrap_or(0)
        };
        let digits = (1..).zip(crate::grid::digit_marks(puzzle.side));
        digits.map(|(digit, mark)| HandItem { mark, site: None, left: left(digit) }).collect()
    }

    /// Conflicting digits may be filled in: finding the mistake is the player's task.
    fn act(&self, level: &Level, play: &Play, gesture: &Gesture) -> Result<Play, GestureError> {
        let next = gesture.made(play);
        let Gesture::Put { mark, to, .. } = gesture else { return Ok(next) };
        let alone: Play = [(*to, mark.clone())].into_iter().collect();
        let puzzle = Puzzle::of(level).map_err(|why| GestureError::Other(why.to_string()))?;
        match crate::single::misplaced(&puzzle, &alone) {
            Some((why, site)) => Err(GestureError::Illegal { why, sites: vec![site] }),
            None => Ok(next),
        }
    }

    fn next(&self, level: &Level, play: &Play, solution: &Play) -> Option<NextMark> {
        crate::single::next(level, play, solution)
    }
}

impl SolutionEquivalence for Sudoku {
    fn whole(&self, level: &Level, play: &Play) -> Play {
        // A clue and a player's digit are equivalent once the board is full.
        let digit = |mark: &Mark| matches!(Reading::of(mark), Ok(Reading::Digit(_)));
        let clues = level.marks().filter(|(_, mark)| digit(mark));
        clues.chain(play.iter()).map(|(site, mark)| (site, mark.clone())).collect()
    }

    fn handed_over(&self, before: &Level, after: &Level, play: &Play) -> Play {
        let is_digit = |mark: &Mark| matches!(Reading::of(mark), Ok(Reading::Digit(_)));
        let is_clue = |site: Site| after.mark(site).is_some_and(is_digit);
        let mut play = play.clone();
        play.0.retain(|site, _| !is_clue(*site));
        let gone = before.marks().filter(|(site, mark)| is_digit(mark) && !is_clue(*site));
        for (site, mark) in gone.filter(|(site, _)| after.board.contains(*site)) {
            let mut next = play.clone();
            next.0.entry(site).or_insert_with(|| mark.clone());
            // The player is not expected to fill in a clue that was wrong.
            if !matches!(self.judge(after, &next), Verdict::Illegal { .. }) {
                play = next;
            }
        }
        play
    }
}

fn spoken(reading: Reading) -> String {
    let digits: Vec<String> = reading.digits().map(|digit| digit.to_string()).collect();
    match reading {
        Reading::Digit(digit) => format!("digit {digit}"),
        Reading::Notes(_) => format!("pencil marks {}", digits.join(", ")),
    }
}
