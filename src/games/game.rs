//! What a game is to the rest of the house: one trait of plain questions and plain answers.
//!
//! A level design is marks on sites, `has(S,M)` in the game's encoding; a play is marks on sites
//! too, `play(S,M)`. So reading a model back, telling two solutions apart, locks, overlays and
//! repairs are written once, for every game. Knows `level`, `picture`. Must never know the solver
//! or the window.

use std::collections::{BTreeMap, BTreeSet};

use super::format::Format;
use super::stock::{Extent, Range, StockItem};
use super::{Arguments, Deduction, Maker, Moves, Study};
use crate::level::{Board, Level, Mark, Place, Play, Site};
use crate::picture::{Layout, Rect, Shape};

/// Who a game is.
#[derive(Clone, Debug)]
pub struct About {
    /// Identifier in files and on the command line, such as `refraction`.
    pub id: &'static str,
    /// Name on screen.
    pub name: &'static str,
    /// One sentence for a list of games.
    pub tagline: &'static str,
    /// The rules in a few short paragraphs, for the help window.
    pub rules: &'static str,
    /// Grows when the rules change, so that a file says under which rules it was made.
    pub rules_version: u32,
    pub default_board: Board,
    pub smallest: Board,
    pub largest: Board,
    /// The only boards that there are, from the smallest; none where any between will do.
    pub boards: &'static [Board],
}

impl About {
    /// The board of the game that is nearest to this one.
    pub fn nearest(&self, board: Board) -> Board {
        let apart =
            |known: &&Board| known.cols.abs_diff(board.cols) + known.rows.abs_diff(board.rows);
        self.boards.iter().min_by_key(apart).copied().unwrap_or(board)
    }

    /// Whether the game has such a board; what boards it has, if not.
    pub fn allows(&self, board: Board) -> Result<(), String> {
        let (least, most) = (self.smallest, self.largest);
        if !self.boards.is_empty() {
            let sizes: Vec<String> =
                self.boards.iter().map(|board| format!("{}x{}", board.cols, board.rows)).collect();
            let fits = self.boards.contains(&board);
            return match fits {
                true => Ok(()),
                false => Err(format!("{} boards are {}", self.name, sizes.join(", "))),
            };
        }
        let within = (least.cols..=most.cols).contains(&board.cols)
            && (least.rows..=most.rows).contains(&board.rows)
            && board.tray <= most.tray;
        match within {
            true => Ok(()),
            false => Err(format!(
                "{} boards are {}x{} to {}x{} with at most {} tray slots",
                self.name, least.cols, least.rows, most.cols, most.rows, most.tray
            )),
        }
    }
}

/// A named row of the palette.
#[derive(Clone, Debug)]
pub struct Group {
    pub name: &'static str,
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

/// What can be set of a mark in place: the direction of a port, a power, a colour.
#[derive(Clone, Debug, PartialEq)]
pub struct Control {
    pub name: &'static str,
    /// How it stands now, as text that `Game::set_control` reads back.
    pub value: String,
    /// The values to choose from; empty when any text of the form in `hint` will do.
    pub options: Vec<(String, String)>,
    /// The form of a free value, such as "a fraction such as 3/4".
    pub hint: &'static str,
    /// Where there are some, the options switch the squares of a square grid, row by row; how the
    /// squares stand.
    pub squares: Vec<bool>,
}

/// A turn or reflection of a selection, applied to the marks in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Left and right change places.
    MirrorColumns,
    /// Top and bottom change places.
    MirrorRows,
    Clockwise,
}

/// Which facts are asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scope<'a> {
    /// The level as it stands; open sites are empty.
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
    #[error("{}: {why}", site.spoken())]
    Mark { site: Site, why: String },
    #[error("{0}")]
    Board(String),
    #[error("concept: {0}")]
    Concept(String),
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

/// What a player has left to put on the board.
#[derive(Clone, Debug, PartialEq)]
pub struct HandItem {
    pub mark: Mark,
    /// The tray slot it is drawn in, where the game has a tray.
    pub site: Option<Site>,
    pub left: u32,
}

/// What a player does in play mode.
#[derive(Clone, Debug, PartialEq)]
pub enum Gesture {
    /// Puts a mark on a site: from the hand, or (with `from`) from another site.
    Put {
        mark: Mark,
        from: Option<Site>,
        to: Site,
    },
    Take {
        site: Site,
    },
}

/// A property that a concept may be built of.
#[derive(Clone, Debug)]
pub struct ConceptKind {
    /// Functor in the concept's text.
    pub functor: &'static str,
    /// A phrase with a `{}` for each parameter: "{1} or more {0} are used".
    pub phrase: &'static str,
    pub params: Vec<Param>,
}

#[derive(Clone, Debug)]
pub struct Param {
    pub name: &'static str,
    pub kind: ParamKind,
    /// The value that a new concept starts with.
    pub default: &'static str,
}

#[derive(Clone, Debug)]
pub enum ParamKind {
    Number {
        least: i32,
        most: i32,
    },
    /// One of these (value, name on screen).
    Choice(Vec<(&'static str, &'static str)>),
    /// A cell of the board.
    Site,
    /// An edge or a corner of the board.
    Line,
    /// A mark of the level's tray or board.
    Mark,
    /// An exact fraction, written `frac(1,2)` in the concept's text.
    Fraction,
    /// A solution, written as `Play::term` does.
    Play,
}

/// A measure of a level or of its solutions, for the rating.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Measure {
    pub id: String,
    pub name: String,
    pub value: f64,
    /// In words: what the number means, or its parts.
    pub note: String,
}

/// What a game's own search is to find.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// Only solutions that do not practise the level's concept.
    pub shortcuts: bool,
    /// How many solutions are kept.
    pub plays: usize,
    /// The search may end with so many.
    pub most: u64,
    /// Whether it is wanted which marks solutions use, and how many of them.
    pub marks: bool,
}

/// A number of solutions that were too many to count.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    pub value: f64,
    /// The standard error of the value.
    pub error: f64,
}

/// What a game's own search found.
#[derive(Clone, Debug, Default)]
pub struct Searched {
    pub count: u64,
    /// There are no more. False where the search was stopped, or had as many as were wanted.
    pub exhausted: bool,
    /// The first solutions, truly different ones.
    pub plays: Vec<Play>,
    /// The player's marks in all solutions found, and in at least one.
    pub forced: BTreeSet<(Site, Mark)>,
    pub possible: BTreeSet<(Site, Mark)>,
    /// The two are those of all solutions, though not all were found.
    pub marks_exact: bool,
    /// How many solutions use each mark, where the search can tell; estimated with the number.
    pub uses: BTreeMap<(Site, Mark), f64>,
    /// How many there are in the game's looser reading, where it has one and the search can tell.
    pub loosely: Option<u64>,
    /// How many there are, where there are too many to count.
    pub estimate: Option<Estimate>,
    /// Two levels with as many solutions and this same number have the same solutions, in all
    /// likelihood; whatever their order.
    pub digest: u64,
    /// How many beginnings of solutions it looked at.
    pub effort: u64,
}

/// A game's own search for the solutions of a level as it stands, orders of magnitude faster than the
/// encoding, which is its specification.
pub trait Search: Sync {
    /// Solutions in a fixed order; `stop` is asked now and then. `None` where only the solver can
    /// answer, such as for shortcuts by rules of the designer's own.
    fn solutions(
        &self,
        level: &Level,
        wanted: Wanted,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Searched>;
}

/// A puzzle domain: its rules, palette, encoding and picture.
pub trait Game: Sync {
    fn about(&self) -> &About;

    /// Every mark that a designer can paint, in rows.
    fn palette(&self) -> Vec<Group>;

    /// Where the sites lie.
    fn layout(&self, board: &Board) -> Layout;

    /// Whether the site may hold the mark; the reason if not.
    fn accepts(&self, board: &Board, site: Site, mark: &Mark) -> Result<(), String>;

    /// The mark in words: "source, power 1/2, to the east".
    fn describe(&self, mark: &Mark) -> String;

    /// Draws the level, and the play of the scene.
    fn draw(&self, level: &Level, scene: Scene<'_>) -> Vec<Shape>;

    /// Draws a mark alone: palette, tray, ghosts of forced and possible marks.
    fn draw_mark(&self, mark: &Mark, into: Rect) -> Vec<Shape>;

    /// Name and text of the answer set program.
    fn encoding(&self) -> (&'static str, &'static str);

    /// Names of the encoding, besides `site`, `has` and `play`, that rules of a designer's own may ask
    /// about: those that mean the same whatever the program was made for. What depends on the marks
    /// that a level may hold, such as a table of them, is none.
    fn asks(&self) -> &'static [&'static str] {
        &[]
    }

    /// Text of the sample pack, `assets/packs/<game>.json`.
    fn sample(&self) -> &'static str;

    /// Further packs that come with it: title and text of each.
    fn collections(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// Facts that the encoding needs besides `site/1`, `has/2`, `open/1` and `may/2`, and the
    /// check that every mark of the level has a meaning.
    fn facts(&self, level: &Level, scope: Scope<'_>) -> Result<String, GameError>;

    /// The rules in plain Rust: every model of the solver is judged before anybody sees it.
    fn judge(&self, level: &Level, play: &Play) -> Verdict;

    /// The part of a play that tells it apart from another solution.
    fn essence(&self, level: &Level, play: &Play) -> Play {
        let _ = level;
        play.clone()
    }

    /// What is on the board once a level is solved by the play: two levels have the same solutions
    /// when these are the same.
    fn whole(&self, level: &Level, play: &Play) -> Play {
        self.essence(level, play)
    }

    fn concepts(&self) -> Vec<ConceptKind>;

    /// Rules that derive the atom `head` when the play practises `property`, a term with one of
    /// the functors of `concepts`.
    fn concept_rules(
        &self,
        level: &Level,
        property: &Mark,
        head: &str,
    ) -> Result<String, GameError>;

    /// The same in plain Rust, for a play that the rules accept; `None` when `property` is not
    /// one of this game's.
    fn practises(&self, level: &Level, play: &Play, property: &Mark) -> Option<bool>;

    /// Whether a property is one of the level as a whole, the same for all of its solutions.
    fn is_of_level(&self, property: &Mark) -> bool {
        let _ = property;
        false
    }

    /// Whether the level has such a property; `None` when stopped before that was known.
    fn level_has(
        &self,
        level: &Level,
        property: &Mark,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<bool> {
        let _ = (level, property, stop);
        None
    }

    /// The property that only solutions with this play's essence have: how a designer allows or
    /// forbids a solution that she sees. `None` where the game has none.
    fn property_of(&self, level: &Level, play: &Play) -> Option<Mark> {
        let _ = (level, play);
        None
    }

    /// What can be set of this mark in place.
    fn controls(&self, mark: &Mark) -> Vec<Control> {
        let _ = mark;
        Vec::new()
    }

    fn set_control(&self, mark: &Mark, control: &str, value: &str) -> Result<Mark, String> {
        let _ = (mark, value);
        Err(format!("this mark has no {control}"))
    }

    /// What a character that is typed makes of a site's mark, in games whose marks have characters;
    /// a `small` one notes rather than sets. `None` where the character means nothing.
    fn typed(&self, had: Option<&Mark>, character: char, small: bool) -> Option<Option<Mark>> {
        let _ = (had, character, small);
        None
    }

    /// The marks that a site's solutions use, with their numbers where they are known, drawn into
    /// it; `None` where marks are drawn as they are.
    fn draw_possible(
        &self,
        board: &Board,
        marks: &[(&Mark, Option<f64>)],
        into: Rect,
    ) -> Option<Vec<Shape>> {
        let _ = (board, marks, into);
        None
    }

    /// The mark after a turn of the board.
    fn turned(&self, mark: &Mark, turn: Turn) -> Mark {
        let _ = turn;
        mark.clone()
    }

    /// A property after a turn of the board, as far as it names directions; what it names of sites,
    /// marks and plays is turned already.
    fn turned_property(&self, property: &Mark, turn: Turn) -> Mark {
        let _ = turn;
        property.clone()
    }

    /// Whether levels of this size can be turned as a whole; why not, if not.
    fn can_turn(&self, board: &Board, turn: Turn) -> Result<(), String> {
        let _ = (board, turn);
        Ok(())
    }

    /// The level with that painted which the rules would read from its place on the board, so that it
    /// can be turned; why not, where something else lies there.
    fn spelled_out(&self, level: &Level) -> Result<Level, String> {
        Ok(level.clone())
    }

    /// What a player has left to put on the board.
    fn hand(&self, level: &Level, play: &Play) -> Vec<HandItem> {
        let _ = (level, play);
        Vec::new()
    }

    /// The play after a gesture; why not, if the rules forbid it.
    fn act(&self, level: &Level, play: &Play, gesture: &Gesture) -> Result<Play, String> {
        let mut next = play.clone();
        match gesture {
            Gesture::Take { site } => {
                next.0.remove(site);
            }
            Gesture::Put { mark, from, to } => {
                if let Some(from) = from {
                    next.0.remove(from);
                }
                next.0.insert(*to, mark.clone());
            }
        }
        match self.judge(level, &next) {
            Verdict::Illegal { why, .. } => Err(why),
            _ => Ok(next),
        }
    }

    /// Where a player can set down a pen, in games in which a line is drawn; nowhere in others.
    fn pens(&self, level: &Level, play: &Play) -> Vec<Site> {
        let _ = (level, play);
        Vec::new()
    }

    /// The play once a pen is set down on one of those sites.
    fn pen_set(&self, level: &Level, play: &Play, site: Site) -> Play {
        let _ = (level, site);
        play.clone()
    }

    /// Draws from the pen's place towards another: the play after it, and where the pen is then;
    /// `None` when it cannot go there. Going back takes back what was drawn.
    fn pen(&self, level: &Level, play: &Play, (at, to): (Site, Site)) -> Option<(Play, Site)> {
        let _ = (level, play, at, to);
        None
    }

    /// In games in which several lines are drawn, each of a mark of its own: the site of the mark whose
    /// line lies over a site.
    fn line_at(&self, level: &Level, play: &Play, site: Site) -> Option<Site> {
        let _ = (level, play, site);
        None
    }

    /// What a generation may use, from the level's own marks where it has some.
    fn stock(&self, level: &Level) -> Vec<StockItem>;

    /// The widest stock that there is sense in: what is said of all levels is said after a search of
    /// it. Any number of marks that fits, on every site that is not locked.
    fn range(&self, level: &Level) -> Range {
        Range { stock: self.stock(level), extent: Extent::Some }
    }

    /// Measures of the level and of some of its solutions; those that are not found before `stop`
    /// says so are left out.
    fn rate(
        &self,
        level: &Level,
        solutions: &[Play],
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Vec<Measure> {
        let _ = (level, solutions, stop);
        Vec::new()
    }

    /// A search of the game's own, where it has one.
    fn search(&self) -> Option<&'static dyn Search> {
        None
    }

    /// A way of its own to make levels with one solution, where it has one.
    fn maker(&self) -> Option<&'static dyn Maker> {
        None
    }

    /// How the moves are made, in games that are played move by move.
    fn moves(&self) -> Option<&'static dyn Moves> {
        None
    }

    /// A second reading of "the same solution", in which fewer are told apart, in words that follow
    /// "one solution"; [`Searched::loosely`] counts in it.
    fn looser_reading(&self) -> Option<&'static str> {
        None
    }

    /// Arguments for what a player fills in, in games that are solved by them.
    fn arguments(&self) -> Option<&'static dyn Arguments> {
        None
    }

    /// Deduction by rules, round by round, in games that people solve so.
    fn deduction(&self) -> Option<&'static dyn Deduction> {
        None
    }

    /// A long study of very many levels, where the game offers one.
    fn study(&self) -> Option<&'static dyn Study> {
        None
    }

    fn formats(&self) -> &'static [&'static dyn Format] {
        &[]
    }
}
