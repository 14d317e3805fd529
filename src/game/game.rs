//! The trait of a game: one trait of plain questions and plain answers.
//!
//! A level design is marks on sites, `has(S,M)` in the game's encoding; a play is marks on sites
//! too, `play(S,M)`. So reading a model back, telling two solutions apart, locks, overlays and
//! repairs are written once, for every game.

use std::borrow::Cow;
use std::sync::Arc;

use sha2::{Digest, Sha256};

use crate::abilities::Abilities;
use crate::format::Format;
use crate::material::Material;
use crate::refusals::{AcceptError, BoardError, ConceptFault};
use crate::rims::ClueRims;
use crate::stock::{Extent, Range, StockItem};
use crate::study::Study;
use foolproof_level::{Board, GameText, Level, Mark, Place, Play, Site, source};
use foolproof_picture::{Layout, Rect, Shape};

/// Words that a game says: its own, where it was loaded, or those of the program's text.
pub type Text = Cow<'static, str>;

/// Who a game is.
#[derive(Clone, Debug)]
pub struct About {
    /// Identifier in files and on the command line, such as `refraction`.
    pub id: Text,
    /// Name on screen.
    pub name: Text,
    /// One sentence for a list of games.
    pub tagline: Text,
    /// The rules in a few short paragraphs, as players are told them.
    pub rules: Text,
    /// What else a designer of levels should know, in a few short paragraphs.
    pub design: Text,
    /// Grows when the rules change, so that a file says under which rules it was made.
    pub rules_version: u32,
    pub default_board: Board,
    pub smallest: Board,
    pub largest: Board,
    /// The only boards that there are, from the smallest; none where any between will do.
    pub boards: Cow<'static, [Board]>,
    /// Clue cells beside the board, which are part of it.
    pub rims: ClueRims,
    /// Numbers that its rules ask of every level.
    pub numbers: Vec<LevelNumber>,
}

impl About {
    /// The board of the game that is nearest to this one.
    pub fn nearest(&self, board: Board) -> Board {
        let apart =
            |known: &&Board| known.cols.abs_diff(board.cols) + known.rows.abs_diff(board.rows);
        self.boards.iter().min_by_key(apart).copied().unwrap_or(board)
    }

    /// Whether the game has such a board; what boards it has, if not.
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
    /// The places its brushes paint.
    pub place: Place,
    pub brushes: Vec<Brush>,
}

/// A mark to paint with.
#[derive(Clone, Debug)]
pub struct Brush {
    pub mark: Mark,
    /// What it is, in words, for tips, screen readers and search: "bender, west to north".
    pub name: String,
}

/// A number that the rules ask of every level: stars in each row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelNumber {
    /// What levels and rules call it.
    pub name: Text,
    pub words: Text,
    pub least: i32,
    pub most: i32,
    /// What it is in a level that does not say.
    pub default: i32,
    /// What its values are called, from the least on, where they are no mere numbers.
    pub choices: Vec<Text>,
}

impl LevelNumber {
    /// What a value is called.
    pub fn spoken(&self, value: i32) -> String {
        let at = value.checked_sub(self.least).and_then(|at| usize::try_from(at).ok());
        let choice = at.and_then(|at| self.choices.get(at));
        choice.map_or_else(|| value.to_string(), |choice| choice.to_string())
    }

    /// The value of this name, or of this number.
    pub fn value(&self, text: &str) -> Option<i32> {
        let named = self.choices.iter().position(|choice| choice.eq_ignore_ascii_case(text));
        let named = named.and_then(|at| self.least.checked_add(i32::try_from(at).ok()?));
        let number = || text.parse().ok().filter(|n| (self.least..=self.most).contains(n));
        named.or_else(number)
    }
}

/// Which facts are asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scope<'a> {
    /// The level as it stands; open cells are empty.
    Fixed,
    /// Open sites are filled from the stock.
    Design(&'a [StockItem]),
}

/// What the rules say of a play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Solved,
    /// Why not, in a sentence, and the sites that show it.
    Unsolved {
        why: String,
        sites: Vec<Site>,
    },
    /// The play breaks a rule (a piece on a blocker, more pieces than the tray holds).
    Illegal {
        why: String,
        sites: Vec<Site>,
    },
    /// Whether it solves the level takes longer to tell than a judgement may: neither of the others
    /// may be said of it.
    Undecided {
        why: String,
        sites: Vec<Site>,
    },
}

impl Verdict {
    /// Why it is no solution, or why that is not known; empty for a solution.
    pub fn why(&self) -> &str {
        match self {
            Self::Solved => "",
            Self::Unsolved { why, .. }
            | Self::Illegal { why, .. }
            | Self::Undecided { why, .. } => why,
        }
    }
}

/// Why a game cannot make sense of a level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    #[error("{}: {why}", site.name())]
    Mark { site: Site, why: AcceptError },
    #[error("{0}")]
    Board(String),
    #[error("concept: {0}")]
    Concept(ConceptFault),
    /// Nothing lies on the level with which anything could be done; others may have what it lacks.
    #[error("{0}")]
    Idle(String),
    /// A level as it should be that is too much for the encoding.
    #[error("{0}")]
    TooMuch(String),
}

/// What is to be drawn of a level.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scene<'a> {
    /// The play on the board, if any.
    pub play: Option<&'a Play>,
    /// A second play to show the difference to: where they differ, `play` is drawn in the
    /// shortcut's ink and `against` faintly beneath.
    pub against: Option<&'a Play>,
}

/// A puzzle domain: its marks, its picture, and the optional parts that it has.
///
/// Every game has all of these; [`Abilities`] names what else a game can do, each in a trait of its own.
/// `tests/toy` is a whole game, to be copied.
pub trait Game: Send + Sync {
    fn about(&self) -> &About;

    /// Its encoding, packs, formats and study.
    fn material(&self) -> &Material;

    /// What it can do that not every game can.
    fn abilities(&self) -> Abilities<'_>;

    /// Every mark that a designer can paint, in rows.
    fn palette(&self) -> Vec<Group>;

    /// Where the sites lie.
    fn layout(&self, board: &Board) -> Layout;

    /// Whether the site may hold the mark; the reason if not.
    fn accepts(&self, board: &Board, site: Site, mark: &Mark) -> Result<(), AcceptError>;

    /// The mark in words: "source, power 1/2, to the east".
    fn describe(&self, mark: &Mark) -> String;

    /// Draws the level, and the play of the scene.
    fn draw(&self, level: &Level, scene: Scene<'_>) -> Vec<Shape>;

    /// Draws a mark alone: palette, tray, ghosts of forced and possible marks.
    fn draw_mark(&self, mark: &Mark, into: Rect) -> Vec<Shape>;

    /// Facts that the encoding needs besides `site/1`, `has/2`, `open/1` and `may/2`, and the
    /// check that every mark of the level has a meaning.
    fn facts(&self, level: &Level, scope: Scope<'_>) -> Result<String, GameError>;

    /// What a generation may use, from the level's own marks where it has some.
    fn stock(&self, level: &Level) -> Vec<StockItem>;

    /// The widest stock that there is sense in: what is said of all levels is said after a search of
    /// it. Any number of marks that fits, on every site that is not locked.
    fn range(&self, level: &Level) -> Range {
        Range::new(self.stock(level), Extent::Some)
    }
}

/// What follows from these, for every game.
impl dyn Game + '_ {
    /// What tells its rules from others: a digest of their version and of the encoding's text.
    pub fn digest(&self) -> String {
        let mut digest = Sha256::new();
        digest.update(self.about().rules_version.to_string());
        // Keeps the number apart from what follows it.
        digest.update("\n");
        let encoding = self.material().encoding.as_ref();
        digest.update(encoding.map_or("", |encoding| &encoding.text));
        for (name, text) in encoding.iter().flat_map(|encoding| &encoding.beside) {
            digest.update(&**name);
            digest.update(&**text);
        }
        // Of a game without an encoding the text of its rules, and of its manifest where one is brought.
        for text in self.text().iter().flat_map(|text| [&text.rules, &text.script, &text.manifest])
        {
            digest.update(text);
        }
        let digits: String = digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        format!("{}{digits}", source::DIGEST)
    }

    /// Whether every mark of a level has a meaning; that the encoding has no room for it is no fault.
    pub fn makes_sense_of(&self, level: &Level) -> Result<(), GameError> {
        match self.facts(level, Scope::Fixed) {
            Ok(_) | Err(GameError::TooMuch(_)) => Ok(()),
            Err(why) => Err(why),
        }
    }

    /// Whether it is part of the program.
    pub fn is_built_in(&self) -> bool {
        self.text().is_none()
    }

    /// Text of the sample pack.
    pub fn sample(&self) -> Text {
        self.material().sample.clone()
    }

    pub fn formats(&self) -> Vec<Arc<dyn Format>> {
        self.material().formats.clone()
    }

    /// A long study of very many levels, if the game offers one.
    pub fn study(&self) -> Option<Arc<dyn Study>> {
        self.material().study.clone()
    }

    /// All that its folder holds, of a game that a designer brings.
    pub fn text(&self) -> Option<&Arc<GameText>> {
        self.material().text.as_ref()
    }
}
