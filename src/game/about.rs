//! Plain values that describe a game: its name, palette, verdicts and scenes.

use std::borrow::Cow;

use crate::outside_clues::OutsideClues;
use crate::refusals::BoardError;
use crate::stock::StockItem;
use crate::text::Text;
use foolproof_level::{Board, Expect, Mark, Place, Play, Site};

/// Describes a game.
#[derive(Clone, Debug)]
pub struct About {
    /// Identifier in files and on the command line, such as `refraction`.
    pub id: Text,
    /// Name on screen.
    pub name: Text,
    /// One sentence for the list of games.
    pub tagline: Text,
    /// The rules for players, in a few short paragraphs.
    pub rules: Text,
    /// Further advice for level designers, in a few short paragraphs.
    pub design: Text,
    /// Grows when the rules change, so that a file tells under which rules it was made.
    pub rules_version: u32,
    pub default_board: Board,
    pub smallest: Board,
    pub largest: Board,
    /// The only possible boards, from the smallest; empty if any size between the limits will do.
    pub boards: Cow<'static, [Board]>,
    /// Clue cells outside the grid, which are part of the board.
    pub outside_clues: OutsideClues,
    /// Numbers that the rules ask of every level.
    pub numbers: Vec<LevelNumber>,
    /// Number of solutions that its solvers expect of a level.
    pub unique: Expect,
}

impl About {
    /// The board of the game that is nearest to this one.
    pub fn nearest(&self, board: Board) -> Board {
        let apart =
            |known: &&Board| known.cols.abs_diff(board.cols) + known.rows.abs_diff(board.rows);
        self.boards.iter().min_by_key(apart).copied().unwrap_or(board)
    }

    /// Checks that the game has such a board; if not, says which boards it has.
    pub fn allows(&self, board: Board) -> Result<(), BoardError> {
        let (smallest, largest) = (self.smallest, self.largest);
        let game = self.name.clone();
        if !self.boards.is_empty() {
            return match self.boards.contains(&board) {
                true => Ok(()),
                false => Err(BoardError::NotOneOf { game, boards: self.boards.to_vec() }),
            };
        }
        let within = (smallest.cols..=largest.cols).contains(&board.cols)
            && (smallest.rows..=largest.rows).contains(&board.rows)
            && board.tray <= largest.tray;
        match within {
            true => Ok(()),
            false => Err(BoardError::OutOfBounds { game, smallest, largest }),
        }
    }
}

/// A named row of the palette.
#[derive(Clone, Debug)]
pub struct Group {
    pub name: Text,
    /// Kind of sites that its brushes paint.
    pub place: Place,
    pub brushes: Vec<Brush>,
}

/// A mark to paint with.
#[derive(Clone, Debug)]
pub struct Brush {
    pub mark: Mark,
    /// Description for tips, screen readers and search: "bender, west to north".
    pub name: String,
}

/// A number that the rules ask of every level, such as stars in each row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelNumber {
    /// Name in levels and rules.
    pub name: Text,
    pub words: Text,
    pub least: i32,
    pub most: i32,
    /// Value in a level that does not set it.
    pub default: i32,
    /// Names of its values, from the least on, if they are not just numbers.
    pub choices: Vec<Text>,
    /// A sentence for players in place of the words: `{1}` stands for the value; without it, the sentence is
    /// for all values except the default. Empty if players need not know.
    pub told: Option<Text>,
}

impl LevelNumber {
    /// Name of a value.
    pub fn spoken(&self, value: i32) -> String {
        let at = value.checked_sub(self.least).and_then(|at| usize::try_from(at).ok());
        let choice = at.and_then(|at| self.choices.get(at));
        choice.map_or_else(|| value.to_string(), |choice| choice.to_string())
    }

    /// True if it only switches its words on or off.
    pub fn is_switch(&self) -> bool {
        self.choices.is_empty() && (self.least, self.most) == (0, 1)
    }

    /// Tells a player about a value; `None` if it is usual.
    pub fn told(&self, value: i32) -> Option<String> {
        let is_usual = value == self.default;
        let number = || (!(is_usual && value == 0)).then_some(value);
        if let Some(told) = &self.told {
            let is_said = if told.contains("{1}") { number().is_some() } else { !is_usual };
            let said = told.replace("{1}", &value.to_string());
            return Some(said).filter(|said| is_said && !said.is_empty());
        }
        // The meaning of the values, in brackets, is for designers.
        let words = self.words.split(" (").next().unwrap_or_default();
        let said = match (self.choices.is_empty(), value) {
            (false, _) => (!is_usual).then(|| format!("{words}: {}", self.spoken(value)))?,
            (true, 0) if self.is_switch() => {
                (!is_usual).then(|| format!("it is not so that {words}"))?
            }
            (true, 1) if self.is_switch() => (!is_usual).then(|| words.to_owned())?,
            (true, 0) => number().map(|_| format!("no {words}"))?,
            (true, value) => format!("{words}: {value}"),
        };
        let mut letters = said.chars();
        let first = letters.next()?.to_uppercase();
        Some(format!("{first}{}.", letters.as_str()))
    }

    /// Parses a value from its name or number.
    pub fn value(&self, text: &str) -> Option<i32> {
        let named = self.choices.iter().position(|choice| choice.eq_ignore_ascii_case(text));
        let named = named.and_then(|at| self.least.checked_add(i32::try_from(at).ok()?));
        let number = || text.parse().ok().filter(|n| (self.least..=self.most).contains(n));
        named.or_else(number)
    }
}

/// Sites that the facts describe.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scope<'a> {
    /// The level as it is; open cells are empty.
    Fixed,
    /// Open sites are filled from the stock.
    Design(&'a [StockItem]),
}

/// The verdict of the rules on a play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Solved,
    /// Not solved; the reason in a sentence, and the sites that show it.
    Unsolved {
        why: String,
        sites: Vec<Site>,
    },
    /// The play breaks a rule (a piece on a blocker, more pieces than the tray holds).
    Illegal {
        why: String,
        sites: Vec<Site>,
    },
    /// A judgement may not take as long as deciding the play: neither solved nor unsolved is known.
    Undecided {
        why: String,
        sites: Vec<Site>,
    },
}

impl Verdict {
    /// Reason why it is not a solution, or why that is not known; empty for a solution.
    pub fn why(&self) -> &str {
        match self {
            Self::Solved => "",
            Self::Unsolved { why, .. }
            | Self::Illegal { why, .. }
            | Self::Undecided { why, .. } => why,
        }
    }
}

/// Contents of a picture of a level.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scene<'a> {
    /// The play on the board, if any.
    pub play: Option<&'a Play>,
    /// A second play to compare with: where they differ, `play` is drawn in the shortcut's ink and `against`
    /// faintly beneath.
    pub against: Option<&'a Play>,
    /// Marks that break a rule look like the others.
    pub quiet: bool,
}
