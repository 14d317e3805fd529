//! A booklet of a pack: a title page, the rules of each game, the puzzles, and their solutions at the back.
//!
//! This file distributes the contents to pages; `booklet_pages.rs` lays a page out. Sizes are in points.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use super::booklet_pages::{Folio, PageMaker};
use super::layer::{PictureLayer, level_picture};
use super::paper::Paper;
use super::solving::{KnownOfLevel, NoSolution};
use foolproof_game::Game;
use foolproof_level::{Level, Pack, Place};
use foolproof_picture::{Page, Picture, PictureLook};

/// Options of a booklet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookletStyle {
    pub paper: Paper,
    /// Number of puzzles on a page: 1, 2, 4, 6, 9 or 12; another number is rounded up to the next of these.
    pub puzzles_a_page: u16,
    /// The solutions are at the back.
    pub solutions: bool,
    /// The rules of each game precede its puzzles.
    pub rules: bool,
    pub coordinates: bool,
    /// The end explains, step by step, how each puzzle is solved.
    pub steps: bool,
    /// Boards have the pack's look, as in play.
    pub look: bool,
}

impl Default for BookletStyle {
    fn default() -> Self {
        let paper = Paper::A4;
        Self {
            paper,
            puzzles_a_page: 4,
            solutions: true,
            rules: true,
            coordinates: false,
            steps: false,
            look: false,
        }
    }
}

impl BookletStyle {
    /// The numbers of puzzles that fit on a page.
    pub const A_PAGE: [u16; 6] = [1, 2, 4, 6, 9, 12];

    /// Returns the columns and rows of puzzles on a page.
    fn grid(&self) -> PageGrid {
        let (columns, rows) = match self.puzzles_a_page {
            0 | 1 => (1, 1),
            2 => (1, 2),
            3 | 4 => (2, 2),
            5 | 6 => (2, 3),
            7..=9 => (3, 3),
            _ => (3, 4),
        };
        PageGrid { columns, rows }
    }

    /// Returns the layers of solutions, which also determine the questions to ask.
    pub fn layers(&self) -> BTreeSet<PictureLayer> {
        self.solutions.then_some(PictureLayer::Solution).into_iter().collect()
    }
}

/// A level of the booklet.
#[derive(Clone)]
pub struct BookletLevel {
    pub game: Arc<dyn Game>,
    pub level: Arc<Level>,
    pub known: KnownOfLevel,
}

/// A booklet of these levels, with the texts of their pack.
pub struct Booklet<'a> {
    pub pack: &'a Pack,
    pub levels: &'a [BookletLevel],
    pub style: &'a BookletStyle,
}

/// A puzzle or a solution in its place on a page.
pub(super) struct BookletEntry {
    /// Number of the puzzle, from 1.
    pub number: usize,
    pub title: String,
    /// Text next to the title, such as another author.
    pub aside: String,
    pub picture: Result<Picture, &'static str>,
    /// Distance of the board from the left of its picture, in cells.
    pub inset: f32,
}

/// Columns and rows of puzzles or solutions on a page.
#[derive(Clone, Copy)]
pub(super) struct PageGrid {
    pub columns: usize,
    pub rows: usize,
}

impl PageGrid {
    fn places(self) -> usize {
        self.columns * self.rows
    }
}

const SOLUTIONS: PageGrid = PageGrid { columns: 3, rows: 4 };
pub(super) const STEPS: PageGrid = PageGrid { columns: 3, rows: 3 };

/// The content of a page.
#[derive(Clone, Debug, PartialEq)]
enum PagePlan {
    Title,
    /// The number of the page among those of the rules.
    Rules(usize),
    /// Levels by their indices.
    Puzzles(Range<usize>),
    Solutions(Range<usize>),
    /// Steps of a level, by the indices of the level and the steps.
    Steps(usize, Range<usize>),
}

impl Booklet<'_> {
    /// Returns all pages in their order.
    pub fn pages(&self) -> Vec<Page> {
        let plan = self.plan();
        (0..plan.len()).filter_map(|at| self.page_of(&plan, at)).collect()
    }

    /// Returns the number of pages.
    pub fn n_pages(&self) -> usize {
        self.plan().len()
    }

    /// Returns one page by its index.
    pub fn page(&self, at: usize) -> Option<Page> {
        self.page_of(&self.plan(), at)
    }

    fn plan(&self) -> Vec<PagePlan> {
        let mut plan = vec![PagePlan::Title];
        if self.style.rules && PageMaker::new(self.style.paper).short_rules(self).is_empty() {
            let rules = PageMaker::new(self.style.paper).rules_pages(&self.games());
            plan.extend((0..rules.len()).map(PagePlan::Rules));
        }
        let each = self.style.grid().places();
        plan.extend(chunks(self.levels.len(), each).map(PagePlan::Puzzles));
        if self.style.solutions {
            let each = SOLUTIONS.places();
            plan.extend(chunks(self.levels.len(), each).map(PagePlan::Solutions));
        }
        if self.style.steps {
            let each = STEPS.places();
            for (at, of) in self.levels.iter().enumerate() {
                let pages = chunks(of.known.steps.len(), each);
                plan.extend(pages.map(|steps| PagePlan::Steps(at, steps)));
            }
        }
        plan
    }

    fn page_of(&self, plan: &[PagePlan], at: usize) -> Option<Page> {
        let maker = PageMaker::new(self.style.paper);
        let folio = Folio { number: at + 1, running: self.title() };
        Some(match plan.get(at)? {
            PagePlan::Title => maker.title_page(self),
            PagePlan::Rules(number) => {
                let page = maker.rules_pages(&self.games()).into_iter().nth(*number)?;
                maker.with_folio(page, &folio)
            }
            PagePlan::Puzzles(of) => {
                let entries: Vec<BookletEntry> =
                    of.clone().filter_map(|at| self.puzzle(at)).collect();
                maker.grid_page(&entries, self.style.grid(), None, &folio)
            }
            PagePlan::Solutions(of) => {
                let entries: Vec<BookletEntry> =
                    of.clone().filter_map(|at| self.solution(at)).collect();
                // The heading is on the first of them.
                let heading = (of.start == 0).then_some("Solutions");
                maker.grid_page(&entries, SOLUTIONS, heading, &folio)
            }
            PagePlan::Steps(level, steps) => {
                let of = self.levels.get(*level)?;
                let shown = of.known.steps.get(steps.clone())?;
                let heading = steps_heading(*level + 1, &of.level.title, steps.start > 0);
                maker.steps_page(&heading, steps.start + 1, shown, &folio)
            }
        })
    }

    fn puzzle(&self, at: usize) -> Option<BookletEntry> {
        let of = self.levels.get(at)?;
        let nothing = KnownOfLevel::default();
        let picture = level_picture(&*of.game, &of.level, &self.board_layers(), &nothing);
        Some(self.entry(at, of, Ok(picture)))
    }

    fn solution(&self, at: usize) -> Option<BookletEntry> {
        let of = self.levels.get(at)?;
        let picture = match of.known.solution(&of.level) {
            Some(_) => {
                let mut layers = self.board_layers();
                layers.insert(PictureLayer::Solution);
                Ok(level_picture(&*of.game, &of.level, &layers, &of.known))
            }
            None => Err(no_solution(of.known.missing)),
        };
        Some(self.entry(at, of, picture))
    }

    fn board_layers(&self) -> BTreeSet<PictureLayer> {
        self.style.coordinates.then_some(PictureLayer::Coordinates).into_iter().collect()
    }

    fn entry(
        &self,
        at: usize,
        of: &BookletLevel,
        picture: Result<Picture, &'static str>,
    ) -> BookletEntry {
        let author = &of.level.author;
        let aside = if *author == self.pack.author { String::new() } else { author.clone() };
        let board = of.game.layout_of(&of.level);
        let edge = board.sites.iter().filter(|(site, _)| site.place == Place::Cell);
        let edge = edge.map(|(_, rect)| rect.min.x).reduce(f32::min).unwrap_or(0.0);
        // Row numbers precede it.
        let before = picture.as_ref().map_or(0.0, |picture| picture.width - board.width);
        let inset = edge + before;
        BookletEntry { number: at + 1, title: of.level.title.clone(), aside, picture, inset }
    }

    pub(super) fn title(&self) -> String {
        match self.pack.title.trim() {
            "" => "Puzzles".to_owned(),
            title => title.to_owned(),
        }
    }

    /// Returns the look of the boards, if they have one.
    pub fn look(&self) -> Option<PictureLook> {
        self.style.look.then(|| PictureLook::new(&self.pack.play.look)).flatten()
    }

    /// Returns the games of the levels, each once, in their order.
    pub(super) fn games(&self) -> Vec<Arc<dyn Game>> {
        let mut games: Vec<Arc<dyn Game>> = Vec::new();
        for of in self.levels {
            if games.iter().all(|game| game.about().id != of.game.about().id) {
                games.push(Arc::clone(&of.game));
            }
        }
        games
    }
}

/// Splits `count` things into ranges of the given size.
fn chunks(count: usize, each: usize) -> impl Iterator<Item = Range<usize>> {
    (0..count).step_by(each.max(1)).map(move |from| from..(from + each).min(count))
}

/// Returns the heading above the steps of a puzzle.
fn steps_heading(number: usize, title: &str, goes_on: bool) -> String {
    let title = title.trim();
    let puzzle = match title.is_empty() {
        true => format!("How to solve {number}"),
        false => format!("How to solve {number}, {title}"),
    };
    if goes_on { format!("{puzzle} (continued)") } else { puzzle }
}

fn no_solution(missing: NoSolution) -> &'static str {
    match missing {
        NoSolution::None => "This puzzle has no solution.",
        NoSolution::NotAsked | NoSolution::NotFound => "No solution is known.",
    }
}
