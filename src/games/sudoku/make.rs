//! Puzzles with one solution: a full board from which clues are taken as long as it stays the only
//! one.

use fastrand::Rng;

use crate::constraints::Object;
use crate::filling_rules::FillingRules;
use crate::grid::{Reading, digit_marks};
use foolproof_game::{Maker, MakerWish, StopCheck};
use foolproof_level::{Hold, INTENDED, Level, Mark, Site};

/// The maker of this game.
pub(crate) struct Digger;

/// Full boards that are tried, where sites that are to stay empty leave some with no puzzle.
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
            let dig = Dig { rules: &rules, filling: &filling, wish, stop };
            if let Some(clues) = dig.clues(&open, &mut rng) {
                return Some(laid(level, &rules, &filling, &clues));
            }
            // Digits alone do not do: cages that were drawn without a sum tell theirs.
            if let Some(made) = dig.summed(level, &open, &mut rng) {
                return Some(made);
            }
        }
        None
    }
}

/// The clues, and what is held of the intended solution: all of it where the concept asks for that
/// one. `None` where the two are at odds.
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

/// A full board that clues are taken from.
struct Dig<'a> {
    rules: &'a FillingRules,
    filling: &'a [u8],
    wish: &'a MakerWish<'a>,
    stop: StopCheck<'a>,
}

impl Dig<'_> {
    /// The level with sums in cages that have none, and clues beside; where few marks are wanted, sums that
    /// are not needed stay out.
    fn summed(&self, level: &Level, open: &[usize], rng: &mut Rng) -> Option<Level> {
        let puzzle = &self.rules.puzzle;
        let free = puzzle.objects.iter().filter(|one| level.hold(one.site) != Hold::Locked);
        let mut sums: Vec<(Site, Mark)> = free
            .filter_map(|one| {
                let amounts = vec![one.kind.missing_amount(one, self.filling)?];
                Some((one.site, Object { amounts, ..one.clone() }.mark(puzzle.side)?))
            })
            .collect();
        if sums.is_empty() {
            return None;
        }
        let mut made = level.clone();
        for (site, mark) in &sums {
            made.paint(*site, Some(mark.clone()));
        }
        let rules = FillingRules::of(&made).ok()?;
        let clues = Dig { rules: &rules, ..*self }.clues(open, rng)?;
        made = laid(&made, &rules, self.filling, &clues);
        rng.shuffle(&mut sums);
        for (site, _) in sums.iter().filter(|_| self.wish.minimal) {
            let mut without = made.clone();
            without.paint(*site, level.mark(*site).cloned());
            let rules = FillingRules::of(&without).ok()?;
            let only = rules.only(&rules.puzzle.given, self.stop);
            if matches!(only, Ok(Some((_, true)))) {
                made = without;
            }
        }
        Some(made)
    }

    /// Whether the filling is the only one with the puzzle's own clues and these.
    fn is_only(&self, is_clue: &[bool]) -> bool {
        let mut digits = self.rules.puzzle.given.clone();
        let held = is_clue.iter().zip(self.filling);
        digits.iter_mut().zip(held).filter(|(_, (clue, _))| **clue).for_each(|(to, (_, digit))| {
            *to = *digit;
        });
        matches!(self.rules.only(&digits, self.stop), Ok(Some((_, true))))
    }

    /// Which open cells are clues that leave the filling alone; `None` where not even all of them do, or
    /// not so few.
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
        // the hardest to easy ones; constraints tell a player much, so there fewer clues will do.
        let few = if self.rules.is_plain() { cells / 4 } else { 0 };
        let aim = match (wish.minimal, wish.marks) {
            (true, _) => least,
            (false, Some(_)) => rng.u32(least..=most.max(least)),
            (false, None) => rng.u32(few..=cells / 2),
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
