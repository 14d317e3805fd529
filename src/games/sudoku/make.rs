//! Puzzles with one solution: a full board that loses clues as long as it stays the only solution.

use fastrand::Rng;

use crate::constraints::Object;
use crate::filling_rules::FillingRules;
use crate::grid::{Reading, digit_marks};
use crate::laying::{self, Laying};
use crate::puzzle::Puzzle;
use foolproof_game::{KindCount, Maker, MakerKind, MakerWish, StopCheck};
use foolproof_level::{Hold, INTENDED, Level, Site};

/// The maker of this game.
pub(crate) struct Digger;

/// Most full boards to try, if sites that must stay empty leave some without a puzzle.
const BOARDS: usize = 200;

impl Maker for Digger {
    fn make(&self, level: &Level, wish: &MakerWish<'_>, stop: StopCheck<'_>) -> Option<Level> {
        let rules = FillingRules::of(level).ok()?;
        let mut rng = Rng::with_seed(wish.seed);
        let cells = 0..rules.puzzle.given.len();
        let is_open = |cell: &usize| level.hold(rules.puzzle.site(*cell)) == Hold::Open;
        let open: Vec<usize> = cells.filter(is_open).collect();
        let wanted = wanted(level, &rules)?;
        for _ in 0..BOARDS {
            if stop() {
                return None;
            }
            let filling = fill(&rules, &wanted, &mut rng, stop)?;
            let board = FullBoard { level, filling: &filling, open: &open, wish, stop };
            if let Some(made) = board.made(&mut rng) {
                return Some(made);
            }
        }
        None
    }

    fn kinds(&self) -> Vec<MakerKind> {
        laying::kinds()
    }
}

/// The clues, and the kept part of the intended solution: all of it if the concept asks for that one. `None`
/// if the two conflict.
fn wanted(level: &Level, rules: &FillingRules) -> Option<Vec<u8>> {
    let mut wanted = rules.puzzle.given.clone();
    let Some(intended) = &level.intended else { return Some(wanted) };
    let whole = level.concept.names(INTENDED);
    let held = |site: &Site| whole || level.intended_locked.contains(site);
    for (site, mark) in intended.iter().filter(|(site, _)| held(site)) {
        let (cell, Ok(Reading::Digit(digit))) = (rules.puzzle.cell(site)?, Reading::of(mark))
        else {
            return None;
        };
        if ![0, digit].contains(&wanted[cell]) {
            return None;
        }
        wanted[cell] = digit;
    }
    Some(wanted)
}

/// A random filling of the clues.
fn fill(
    rules: &FillingRules,
    wanted: &[u8],
    rng: &mut Rng,
    stop: StopCheck<'_>,
) -> Option<Vec<u8>> {
    let mut first = None;
    rules.run(&rules.start(wanted), Some(rng), stop, &mut |filling| {
        first = Some(filling.to_vec());
        false
    });
    first
}

/// A full board that shall be the only solution of a level.
struct FullBoard<'a> {
    level: &'a Level,
    filling: &'a [u8],
    open: &'a [usize],
    wish: &'a MakerWish<'a>,
    stop: StopCheck<'a>,
}

impl FullBoard<'_> {
    /// The level with constraints of the wanted kinds, and with digits; if digits alone do not suffice, with
    /// as many constraints as allowed, and with the sums of cages that were drawn without one.
    fn made(&self, rng: &mut Rng) -> Option<Level> {
        let mut draft = self.level.clone();
        self.number(&mut draft, |one| one.kind.needs_number())?;
        let kinds = self.wish.kinds;
        let some: Vec<usize> =
            kinds.iter().map(|kind| rng.usize(kind.least as usize..=kind.most as usize)).collect();
        let all: Vec<usize> = kinds.iter().map(|kind| kind.most as usize).collect();
        for counts in [some, all] {
            let (filling, wish) = (self.filling, kinds);
            Laying { level: &mut draft, filling, wish, stop: self.stop }.lay(&counts, rng)?;
            if let Some(made) = self.with_digits(&draft, rng) {
                return Some(made);
            }
            if kinds.is_empty() {
                break;
            }
        }
        match self.number(&mut draft, |_| true)? {
            0 => None,
            _ => self.with_digits(&draft, rng),
        }
    }

    /// Adds missing numbers to constraints. Returns how many were added.
    fn number(&self, draft: &mut Level, takes: fn(&Object) -> bool) -> Option<usize> {
        let puzzle = Puzzle::of(draft).ok()?;
        let found: Vec<Object> =
            laying::numbers(draft, &puzzle, self.filling).filter(takes).collect();
        for one in &found {
            draft.paint(one.site, Some(one.mark(puzzle.side)?));
        }
        Some(found.len())
    }

    /// The level with digits that leave the board as the only solution. If few marks are wanted, unneeded
    /// ones are left out.
    fn with_digits(&self, draft: &Level, rng: &mut Rng) -> Option<Level> {
        let rules = FillingRules::of(draft).ok()?;
        let FullBoard { filling, wish, stop, .. } = *self;
        let clues = Dig { rules: &rules, filling, wish, stop }.clues(self.open, rng)?;
        let mut made = laid(draft, &rules, filling, &clues);
        // New constraints, and constraints with a new number.
        let sites = draft.marks().map(|(site, _)| site);
        let is_new = |site: &Site| draft.mark(*site) != self.level.mark(*site);
        let mut new: Vec<Site> = sites.filter(is_new).collect();
        rng.shuffle(&mut new);
        for site in new.into_iter().filter(|_| wish.minimal) {
            let mut without = made.clone();
            without.paint(site, self.level.mark(site).cloned());
            let rules = FillingRules::of(&without).ok()?;
            let too_few =
                |kind: &KindCount| laying::count(&rules.puzzle, &kind.kind) < kind.least as usize;
            let only = rules.only(&rules.puzzle.given, stop);
            if matches!(only, Ok(Some((_, true)))) && !wish.kinds.iter().any(too_few) {
                made = without;
            }
        }
        Some(made)
    }
}

/// A full board from which clues are removed.
struct Dig<'a> {
    rules: &'a FillingRules,
    filling: &'a [u8],
    wish: &'a MakerWish<'a>,
    stop: StopCheck<'a>,
}

impl Dig<'_> {
    /// Returns whether the filling is the only one with the puzzle's own clues and these.
    fn is_only(&self, is_clue: &[bool]) -> bool {
        let mut digits = self.rules.puzzle.given.clone();
        let held = is_clue.iter().zip(self.filling);
        digits.iter_mut().zip(held).filter(|(_, (clue, _))| **clue).for_each(|(to, (_, digit))| {
            *to = *digit;
        });
        matches!(self.rules.only(&digits, self.stop), Ok(Some((_, true))))
    }

    /// The open cells that are clues, so that the filling is the only one; `None` if not even all of them
    /// suffice, or more are needed than wanted.
    fn clues(&self, open: &[usize], rng: &mut Rng) -> Option<Vec<bool>> {
        let given = self.rules.puzzle.given.iter().filter(|digit| **digit > 0).count() as u32;
        let cells = self.filling.len();
        let mut clues = vec![false; cells];
        open.iter().for_each(|cell| clues[*cell] = true);
        if !self.is_only(&clues) {
            return None;
        }
        let many = |clues: &[bool]| given + clues.iter().filter(|clue| **clue).count() as u32;
        let (wish, cells) = (self.wish, cells as u32);
        let (least, most) = wish.marks.unwrap_or((0, cells));
        // As few clues as possible, or a number between the bounds. Without bounds, the puzzles range from
        // the hardest to easy ones; constraints give a player much information, so fewer clues suffice.
        let few = if self.rules.is_plain() { cells / 4 } else { 0 };
        let aim = match (wish.minimal, wish.marks) {
            (true, _) => least,
            (false, Some(_)) => rng.u32(least..=most.max(least)),
            (false, None) => rng.u32(few..=cells / if wish.kinds.is_empty() { 2 } else { 4 }),
        };
        let mut order = open.to_vec();
        rng.shuffle(&mut order);
        for cell in order {
            if (self.stop)() || many(&clues) <= aim {
                break;
            }
            let puzzle = &self.rules.puzzle;
            let image = wish.image.and_then(|image| puzzle.cell(image(puzzle.site(cell))));
            let mut fewer = clues.clone();
            fewer[cell] = false;
            if let Some(image) = image.filter(|image| open.contains(image)) {
                fewer[image] = false;
            }
            if clues[cell] && many(&fewer) >= least && self.is_only(&fewer) {
                clues = fewer;
            }
        }
        (many(&clues) <= most).then_some(clues)
    }
}

fn laid(level: &Level, rules: &FillingRules, filling: &[u8], clues: &[bool]) -> Level {
    let mut made = level.clone();
    let marks = digit_marks(rules.puzzle.side);
    for (cell, digit) in filling.iter().enumerate().filter(|(cell, _)| clues[*cell]) {
        let mark = marks.get(usize::from(*digit).saturating_sub(1)).cloned();
        made.paint(rules.puzzle.site(cell), mark);
    }
    if let Ok(rules) = FillingRules::of(&made) {
        made.intended = Some(rules.play(filling));
    }
    made
}
