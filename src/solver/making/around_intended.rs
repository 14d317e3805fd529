//! Generates levels around a solution that the designer gave: marks are added so that it stays a solution and
//! every shortcut disappears.
//!
//! If a game has its own search, this is much quicker than letting the proposer choose marks and solution
//! together: it tries some marks, adds the one that leaves the fewest shortcuts, and repeats. It cannot prove
//! that there is no such level; if it finds none, the proposer searches.

use std::collections::BTreeSet;

use fastrand::Rng;

use crate::engine::ask::{Ask, Patience};
use crate::engine::plan::{image, is_alike};
use crate::engine::{practises, solves};
use crate::making::stock::{exceeds_no_group, has_least_of_stock};
use crate::values::limits::GenerateSettings;
use foolproof_game::{Game, Wanted};
use foolproof_level::{Hold, INTENDED, Level, Mark, Place, Play, Site, Spot};

/// Marks added at once: one, or two that need each other, with their images.
type LaidMarks = Vec<(Site, Mark)>;

/// Number of moves to try for the next one.
const SINGLES: usize = 48;
/// Maximum number of random draws for these.
const PAIRS: usize = 240;
/// Maximum number of marks added blindly before shortcuts are counted.
const BLIND: usize = 3;
/// Maximum number of shortcuts to count.
const MAX_COUNTED: u64 = 20_000;
/// Number of random fillings to try if the intended solution does not solve the painted level.
const FILLINGS: usize = 2_000;
/// Maximum number of marks in each filling.
const FILLED_WITH: usize = 4;
/// Maximum number of moves in one try.
const MAX_MOVES: usize = 60;

/// The state of a search for levels around the intended solution.
pub(crate) struct SolutionBench<'a> {
    game: &'a dyn Game,
    level: &'a Level,
    patience: Patience<'a>,
    intended: &'a Play,
    settings: GenerateSettings,
    open: Vec<Site>,
    rng: Rng,
}

impl<'a> SolutionBench<'a> {
    /// Returns `None` if this way is not available: no search, no intended solution to keep as a whole, or a
    /// concept that only the solver can judge.
    pub(crate) fn new(
        ask: &Ask<'a>,
        settings: &GenerateSettings,
        patience: Patience<'a>,
    ) -> Option<Self> {
        let Ask { game, level, .. } = *ask;
        let intended = level.intended.as_ref()?;
        let concept = &level.concept;
        let named = concept.names(INTENDED);
        let kept = named || intended.iter().all(|(site, _)| level.intended_locked.contains(&site));
        let known = concept.own_rules().is_empty() && game.search().is_some();
        if !kept || !known || practises(game, level, intended) != Some(true) {
            return None;
        }
        let sites = game.layout_of(level).sites.into_iter().map(|(site, _)| site);
        let open = sites.filter(|site| level.hold(*site) == Hold::Open).collect();
        let rng = Rng::with_seed(settings.seed.wrapping_mul(0x9E37_79B9) ^ 0x5EED);
        let settings = settings.clone();
        let mut bench = Self { game, level, patience, intended, settings, open, rng };
        // The intended solution may need further marks besides the painted ones.
        let solved = solves(game, level, intended) || bench.begun().is_some();
        solved.then_some(bench)
    }

    /// Returns the level, with a few more marks if the intended solution needs them: an eraser must have
    /// something to erase.
    fn begun(&mut self) -> Option<Level> {
        if solves(self.game, self.level, self.intended) {
            return Some(self.level.clone());
        }
        let patience = self.patience;
        (0..FILLINGS).take_while(|_| !patience.is_over()).find_map(|_| {
            let mut level = self.level.clone();
            for _ in 0..self.rng.usize(1..=FILLED_WITH) {
                let Some(next) = self.one(&level) else { continue };
                let mut after = level.clone();
                lay(&mut after, &next);
                if self.is_allowed(&level, &after, &next) {
                    level = after;
                }
            }
            solves(self.game, &level, self.intended).then_some(level)
        })
    }

    /// Tries once to make a level whose every solution practises the concept.
    pub(crate) fn attempt(&mut self) -> Option<Level> {
        let mut level = self.begun()?;
        // Tries differ from the start, because their first marks are added blindly.
        for _ in 0..self.rng.usize(..=BLIND) {
            if let Some(next) = (0..PAIRS).find_map(|_| self.draw(&level)) {
                lay(&mut level, &next);
            }
        }
        let mut left = self.shortcuts(&level, MAX_COUNTED)?;
        for _ in 0..MAX_MOVES {
            if left == 0 {
                return self.with_the_least(level);
            }
            // Too many shortcuts to count: no move is known to leave fewer.
            if left >= MAX_COUNTED
                && let Some(next) = (0..PAIRS).find_map(|_| self.draw(&level))
            {
                lay(&mut level, &next);
                left = self.shortcuts(&level, MAX_COUNTED)?;
                continue;
            }
            match self.best_move(&level, left) {
                Some((next, fewer)) => {
                    lay(&mut level, &next);
                    left = fewer;
                }
                // In a dead end, some of the added marks go, to make room for others.
                None => {
                    level = self.thinned(&level)?;
                    left = self.shortcuts(&level, MAX_COUNTED)?;
                }
            }
        }
        None
    }

    /// Removes a few of the added marks so that the intended solution still solves the level.
    fn thinned(&mut self, level: &Level) -> Option<Level> {
        let laid: Vec<Site> =
            self.open.iter().copied().filter(|site| level.mark(*site).is_some()).collect();
        (0..PAIRS).find_map(|_| {
            let mut fewer = level.clone();
            for _ in 0..self.rng.usize(1..=3) {
                let site = self.rng.choice(&laid).copied()?;
                let mark = level.mark(site);
                if let (Some(symmetry), Some(mark)) = (self.settings.shape.symmetry, mark)
                    && is_alike(self.game, mark)
                {
                    let other = image(self.game, level.board, site, symmetry);
                    if self.open.contains(&other) {
                        fewer.set(other, Spot::default());
                    }
                }
                fewer.set(site, Spot::default());
            }
            solves(self.game, &fewer, self.intended).then_some(fewer)
        })
    }

    /// Counts the shortcuts of the level, up to a maximum. Returns `None` when time is over.
    fn shortcuts(&self, level: &Level, most: u64) -> Option<u64> {
        let wanted = Wanted { shortcuts: true, plays: 0, most, marks: false };
        let patience = self.patience;
        let found = self.game.search()?.solutions(level, wanted, &|| patience.is_over())?;
        // A search that was stopped counted too few.
        (!patience.is_over()).then_some(found.count)
    }

    /// Returns the move that leaves the fewest shortcuts, and their number, or `None` if no tried move leaves
    /// fewer than there are. Each search ends at as many shortcuts as the best move leaves.
    fn best_move(&mut self, level: &Level, left: u64) -> Option<(LaidMarks, u64)> {
        let mut best: Option<(LaidMarks, u64)> = None;
        let mut tried = 0;
        for _ in 0..PAIRS {
            let Some(next) = self.draw(level) else { continue };
            let mut after = level.clone();
            lay(&mut after, &next);
            let fewest = best.as_ref().map_or(left, |(_, fewest)| *fewest);
            // Two marks have to do better than one.
            let fewest = if next.len() > 1 { fewest.div_ceil(2) } else { fewest };
            let count = self.shortcuts(&after, fewest.max(1))?;
            if count < fewest {
                best = Some((next, count));
            }
            tried += 1;
            if tried == SINGLES {
                break;
            }
        }
        best
    }

    /// Draws a random move after which the intended solution is still one.
    fn draw(&mut self, level: &Level) -> Option<LaidMarks> {
        // Some marks are useless without a second one.
        let pair = self.rng.u32(..3) == 0;
        let mut next = self.one(level)?;
        if pair {
            next.extend(self.one(level)?);
        }
        let mut after = level.clone();
        lay(&mut after, &next);
        let good =
            self.is_allowed(level, &after, &next) && solves(self.game, &after, self.intended);
        good.then_some(next)
    }

    /// Draws a random mark of the stock on a random open site, with its image.
    fn one(&mut self, level: &Level) -> Option<LaidMarks> {
        let item = self.rng.choice(&self.settings.stock)?;
        let mark = self.rng.choice(&item.marks)?.clone();
        let sites: Vec<Site> =
            self.open.iter().copied().filter(|at| at.place == item.place).collect();
        let site = self.rng.choice(&sites).copied()?;
        let mut laid = vec![(site, mark.clone())];
        if let Some(symmetry) = self.settings.shape.symmetry
            && is_alike(self.game, &mark)
        {
            let other = image(self.game, level.board, site, symmetry);
            if other != site && self.open.contains(&other) {
                laid.push((other, mark));
            }
        }
        Some(laid)
    }

    /// Returns whether the marks go on empty sites that accept them, and stay within the maximum of each
    /// group.
    fn is_allowed(&self, before: &Level, after: &Level, next: &LaidMarks) -> bool {
        let sites: BTreeSet<Site> = next.iter().map(|(site, _)| *site).collect();
        let fits = |(site, mark): &(Site, Mark)| {
            before.mark(*site).is_none() && self.game.accepts(&before.board, *site, mark).is_ok()
        };
        sites.len() == next.len()
            && next.iter().all(fits)
            && exceeds_no_group(after, &self.settings.stock)
            && self.filled(after).1
    }

    /// Returns whether enough cells hold a mark, and whether not too many do.
    fn filled(&self, level: &Level) -> (bool, bool) {
        let (least, most) = self.settings.shape.filled(level.board.cells().count());
        let filled = filled(level);
        (filled >= least, filled <= most)
    }

    /// Adds random marks up to the least number of each group.
    fn with_the_least(&mut self, mut level: Level) -> Option<Level> {
        for _ in 0..PAIRS {
            if has_least_of_stock(&level, &self.settings.stock)
                && self.filled(&level) == (true, true)
            {
                return self.shortcuts(&level, 1).filter(|left| *left == 0).map(|_| level);
            }
            let next = self.one(&level)?;
            let mut after = level.clone();
            lay(&mut after, &next);
            if self.is_allowed(&level, &after, &next) && solves(self.game, &after, self.intended) {
                level = after;
            }
        }
        None
    }
}

/// Counts the cells that hold a mark.
pub(crate) fn filled(level: &Level) -> usize {
    level.marks().filter(|(site, _)| site.place == Place::Cell).count()
}

fn lay(level: &mut Level, next: &LaidMarks) {
    for (site, mark) in next {
        level.paint(*site, Some(mark.clone()));
    }
}
