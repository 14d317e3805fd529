//! Puzzles with one solution: a full board from which clues are taken as long as it stays the only
//! one.

use fastrand::Rng;

use crate::candidates::{CellCandidates, Digits};
use crate::grid::{Grid, Reading, digit_marks, play_of};
use crate::search::{DigitOrder, FillingWalk, only};
use crate::shape::{Cells, bit, members};
use foolproof_game::{Maker, MakerWish, StopCheck};
use foolproof_level::{Hold, INTENDED, Level, Site};

/// The maker of this game.
pub(crate) struct Digger;

/// Full boards that are tried, where sites that are to stay empty leave some with no puzzle.
const BOARDS: usize = 200;

impl Maker for Digger {
    fn make(&self, level: &Level, wish: &MakerWish<'_>, stop: StopCheck<'_>) -> Option<Level> {
        let grid = Grid::of(level).ok()?;
        let mut rng = Rng::with_seed(wish.seed);
        let cells = grid.shape.sites(grid.shape.all);
        let open = grid.shape.set(cells.filter(|site| level.hold(*site) == Hold::Open));
        let wanted = wanted(level, &grid)?;
        for _ in 0..BOARDS {
            if stop() {
                return None;
            }
            let filling = fill(&wanted, &mut rng, stop)?;
            if let Some(clues) = dig(&grid, &filling, open, wish, &mut rng, stop) {
                return Some(laid(level, &grid, &filling, clues));
            }
        }
        None
    }
}

/// The clues, and what is held of the intended solution: all of it where the concept asks for that
/// one. `None` where the two are at odds.
fn wanted(level: &Level, grid: &Grid) -> Option<Grid> {
    let Some(intended) = &level.intended else { return Some(grid.clone()) };
    let whole = level.concept.names(INTENDED);
    let held = |site: &Site| whole || level.intended_locked.contains(site);
    let mut wanted = grid.clone();
    for (site, mark) in intended.iter().filter(|(site, _)| held(site)) {
        let (cell, Ok(Reading::Digit(digit))) = (grid.shape.cell(site)?, Reading::of(mark)) else {
            return None;
        };
        if ![0, digit].contains(&wanted.given[cell]) {
            return None;
        }
        wanted.given[cell] = digit;
    }
    Some(wanted)
}

/// A random filling of the clues.
fn fill(grid: &Grid, rng: &mut Rng, stop: StopCheck<'_>) -> Option<Digits> {
    let mut walk = FillingWalk::new(grid.shape, stop);
    walk.order = DigitOrder::Random(rng);
    walk.first(CellCandidates::given(grid.shape, &grid.given))
}

/// Clues on open cells that leave the filling alone; `None` where not even all of them do, or not
/// so few.
fn dig(
    grid: &Grid,
    filling: &Digits,
    open: Cells,
    wish: &MakerWish<'_>,
    rng: &mut Rng,
    stop: StopCheck<'_>,
) -> Option<Cells> {
    let shape = grid.shape;
    let is_only = |clues: Cells| {
        let mut digits = grid.given;
        members(clues).for_each(|cell| digits[cell] = filling[cell]);
        matches!(only(shape, &digits, stop), Ok(Some((_, true))))
    };
    let mut clues = open;
    if !is_only(clues) {
        return None;
    }
    let given = grid.filled().count_ones();
    let (least, most) = wish.marks.unwrap_or((0, 81));
    // As few as there may be, or anywhere between the bounds: where nobody says, from the hardest
    // puzzles to easy ones.
    let cells = shape.all.count_ones();
    let aim = match (wish.minimal, wish.marks) {
        (true, _) => least,
        (false, Some(_)) => rng.u32(least..=most.max(least)),
        (false, None) => rng.u32(cells / 4..=cells / 2),
    };
    let mut order: Vec<usize> = members(open).collect();
    rng.shuffle(&mut order);
    for cell in order {
        if stop() || given + clues.count_ones() <= aim {
            break;
        }
        let image = wish.image.and_then(|image| shape.cell(image(shape.site(cell))));
        let pair = bit(cell) | image.map_or(0, bit) & open;
        let fewer = clues & !pair;
        if clues & bit(cell) != 0 && given + fewer.count_ones() >= least && is_only(fewer) {
            clues = fewer;
        }
    }
    (given + clues.count_ones() <= most).then_some(clues)
}

fn laid(level: &Level, grid: &Grid, filling: &Digits, clues: Cells) -> Level {
    let mut made = level.clone();
    let marks = digit_marks();
    for cell in members(clues) {
        let mark = marks.get(usize::from(filling[cell]).saturating_sub(1)).cloned();
        made.paint(grid.shape.site(cell), mark);
    }
    if let Ok(grid) = Grid::of(&made) {
        made.intended = Some(play_of(&grid, filling));
    }
    made
}
