//! Constraints that the program places: of wanted kinds, on random cells, so that a full board satisfies
//! them.
//!
//! The choice depends on the other boards that are still possible: the next constraint is the one that most
//! of those break, as in synthesis guided by counterexamples (Solar-Lezama et al., ASPLOS 2006).

use std::sync::atomic::{AtomicU32, Ordering};

use fastrand::Rng;

use crate::constraints::{ALL, Amount, Constraint, Lie, Object};
use crate::filling_rules::FillingRules;
use crate::puzzle::Puzzle;
use foolproof_game::{KindCount, MakerKind, StopCheck};
use foolproof_level::{Hold, Level, Site};

/// Number of candidates of a kind to compare.
const CHOICE: usize = 24;
/// Draws for each of them: many kinds hold on few cells of a board.
const DRAWS: usize = 40;
/// Number of other boards that the next constraint should rule out per search, and of independent searches.
const OTHERS: usize = 4;
const SEARCHES: usize = 3;
/// Number of a search's stop checks after which a board is given up.
const LOOKS: u32 = 400;

/// The kinds that the program can place.
pub(crate) fn kinds() -> Vec<MakerKind> {
    let own = ALL.iter().filter(|kind| kind.usual_cells().is_some());
    own.map(|kind| MakerKind { id: kind.id(), name: kind.name() }).collect()
}

/// A level on which constraints are placed.
pub(crate) struct Laying<'a> {
    pub level: &'a mut Level,
    /// The only board that should remain.
    pub filling: &'a [u8],
    pub wish: &'a [KindCount],
    pub stop: StopCheck<'a>,
}

impl Laying<'_> {
    /// Places constraints until one board is left, or each kind has as many as `counts` says; never fewer of
    /// one than are wanted. `None` if that is impossible.
    pub(crate) fn lay(&mut self, counts: &[usize], rng: &mut Rng) -> Option<()> {
        loop {
            let puzzle = Puzzle::of(self.level).ok()?;
            let room: Vec<(&'static dyn Constraint, bool)> = self
                .wish
                .iter()
                .zip(counts)
                .filter_map(|(wish, goal)| {
                    let many = count(&puzzle, &wish.kind);
                    let is_due = many < wish.least as usize;
                    let kind = crate::constraints::kind(&wish.kind)?;
                    (is_due || many < *goal).then_some((kind, is_due))
                })
                .collect();
            if room.is_empty() {
                return Some(());
            }
            let rules = FillingRules::new(puzzle);
            let others = self.others(&rules, rng)?;
            let next = self.best(&room, &rules.puzzle, &others, rng);
            match next {
                Some(next) => {
                    let mark = next.mark(rules.puzzle.side)?;
                    self.level.paint(next.site, Some(mark));
                }
                None if room.iter().any(|(_, is_due)| *is_due) => return None,
                None => return Some(()),
            }
        }
    }

    /// Some other boards that satisfy all rules; empty if no other exists. `None` if none was found but some
    /// may exist.
    fn others(&self, rules: &FillingRules, rng: &mut Rng) -> Option<Vec<Vec<u8>>> {
        let start = rules.start(&rules.puzzle.given);
        let mut others: Vec<Vec<u8>> = Vec::new();
        let looks = AtomicU32::new(0);
        let is_over = || looks.fetch_add(1, Ordering::Relaxed) >= LOOKS || (self.stop)();
        for search in 1..=SEARCHES {
            let ended = rules.run(&start, Some(rng), &is_over, &mut |board| {
                if board != self.filling {
                    others.push(board.to_vec());
                }
                others.len() < search * OTHERS
            });
            if ended.whole {
                break;
            }
            if others.is_empty() {
                return None;
            }
        }
        Some(others)
    }

    /// The constraint that rules out the most of these boards; without boards, one of a kind still due.
    fn best(
        &self,
        room: &[(&'static dyn Constraint, bool)],
        puzzle: &Puzzle,
        others: &[Vec<u8>],
        rng: &mut Rng,
    ) -> Option<Object> {
        let sites = (0..).map(Site::constraint);
        let mut sites = sites.take_while(|site| self.level.board.contains(*site));
        let site = sites.find(|site| self.level.mark(*site).is_none())?;
        let wanted = room.iter().filter(|(_, is_due)| *is_due || !others.is_empty());
        let mut best: Option<(usize, Object)> = None;
        for (kind, is_due) in wanted {
            let pencil = Pencil { kind: *kind, puzzle, filling: self.filling, site };
            for object in (0..CHOICE).filter_map(|_| pencil.draw(rng)) {
                let breaks =
                    |board: &&Vec<u8>| object.kind.broken(&object, puzzle, board).is_some();
                let ruled_out = others.iter().filter(breaks).count();
                let is_useful = ruled_out > 0 || *is_due;
                if is_useful && best.as_ref().is_none_or(|(most, _)| ruled_out > *most) {
                    best = Some((ruled_out, object));
                }
            }
        }
        best.map(|(_, object)| object)
    }
}

/// Counts the constraints of a kind in a puzzle.
pub(crate) fn count(puzzle: &Puzzle, kind: &str) -> usize {
    puzzle.objects.iter().filter(|object| object.kind.id() == kind).count()
}

/// Draws constraints of a kind that a full board satisfies.
struct Pencil<'a> {
    kind: &'static dyn Constraint,
    puzzle: &'a Puzzle,
    filling: &'a [u8],
    site: Site,
}

impl Pencil<'_> {
    /// A constraint on random cells, compatible with the existing ones.
    fn draw(&self, rng: &mut Rng) -> Option<Object> {
        let drawn = (0..DRAWS).find_map(|_| self.holding(self.kind.form().lie, rng));
        let side = self.puzzle.side;
        drawn.filter(|object| {
            let others = &self.puzzle.objects;
            !others.iter().any(|other| is_in_the_way(object, other, side))
                && !crosses_itself(object, side)
        })
    }

    fn holding(&self, lie: Lie, rng: &mut Rng) -> Option<Object> {
        let side = self.puzzle.side;
        let (first, is_row) = (rng.usize(..side * side), rng.bool());
        match lie {
            Lie::Whole => None,
            Lie::Area(_) => self.kept(vec![self.area(first, rng)?]),
            Lie::Line(_) | Lie::Loop | Lie::Circle => self.line(first, rng),
            Lie::Pair => {
                let beside = self.neighbours(first, rng).into_iter();
                let mut beside = beside.filter(|cell| is_beside(first, *cell, side));
                self.kept(vec![vec![first, beside.next()?]])
            }
            Lie::Corner => {
                let squares: Vec<[usize; 4]> = self.puzzle.squares().collect();
                self.kept(vec![rng.choice(&squares)?.to_vec()])
            }
            Lie::Straight => {
                let along = |at: usize| match is_row {
                    true => first / side * side + at,
                    false => at * side + first % side,
                };
                let mut cells: Vec<usize> = (0..side).map(along).collect();
                if rng.bool() {
                    cells.reverse();
                }
                self.kept(vec![cells])
            }
            Lie::Slanted => self.kept(vec![self.diagonal(rng)]),
            Lie::Groups => self.twins(first, rng),
        }
    }

    /// The constraint on these cells, with the number that the board gives it; `None` if it does not hold
    /// there.
    fn kept(&self, groups: Vec<Vec<usize>>) -> Option<Object> {
        let bare = Object::unread(self.site, self.kind, Vec::new(), groups);
        let amounts = self.kind.amounts_in(&bare, self.filling)?;
        let mark = Object { amounts, ..bare }.mark(self.puzzle.side)?;
        let object = Object::read(self.site, &mark, self.puzzle.side).ok()?;
        let holds = object.kind.broken(&object, self.puzzle, self.filling).is_none();
        holds.then_some(object)
    }

    /// Draws the number of cells, from the usual range of the kind.
    fn many(&self, rng: &mut Rng) -> Option<usize> {
        Some(rng.usize(self.kind.usual_cells()?))
    }

    /// The cells around one, in random order.
    fn neighbours(&self, cell: usize, rng: &mut Rng) -> Vec<usize> {
        let side = self.puzzle.side;
        let near = |other: &usize| {
            (other % side).abs_diff(cell % side) <= 1 && (other / side).abs_diff(cell / side) <= 1
        };
        let mut cells: Vec<usize> =
            (0..side * side).filter(near).filter(|other| *other != cell).collect();
        rng.shuffle(&mut cells);
        cells
    }

    /// Connected cells.
    fn area(&self, first: usize, rng: &mut Rng) -> Option<Vec<usize>> {
        let (many, side) = (self.many(rng)?, self.puzzle.side);
        let mut cells = vec![first];
        while cells.len() < many {
            let from = *rng.choice(&cells)?;
            let mut beside = self.neighbours(from, rng).into_iter();
            let next = beside.find(|cell| is_beside(from, *cell, side) && !cells.contains(cell));
            cells.extend(next);
        }
        cells.sort_unstable();
        Some(cells)
    }

    /// The longest prefix of a random line on which the constraint holds. The line grows where it still
    /// holds, if possible.
    fn line(&self, first: usize, rng: &mut Rng) -> Option<Object> {
        let is_circle = self.kind.form().lie == Lie::Circle;
        let groups = |cells: &[usize]| match (is_circle, cells) {
            (true, [circle, shaft @ ..]) => vec![vec![*circle], shaft.to_vec()],
            _ => vec![cells.to_vec()],
        };
        let usual = self.kind.usual_cells()?;
        let least = *usual.start();
        let most = self.many(rng)? + usize::from(is_circle);
        let (mut cells, mut longest) = (vec![first], None);
        while cells.len() < most {
            let free = self.neighbours(*cells.last()?, rng).into_iter();
            let free: Vec<usize> = free.filter(|cell| !cells.contains(cell)).collect();
            let with = |cell: &usize| [&cells[..], &[*cell]].concat();
            let goes = free.iter().find_map(|cell| Some((*cell, self.kept(groups(&with(cell)))?)));
            match goes {
                Some((cell, object)) => {
                    cells.push(cell);
                    let is_long = cells.len() >= least + usize::from(is_circle);
                    longest = if is_long { Some(object) } else { longest };
                }
                None => cells.push(*free.first()?),
            }
        }
        longest
    }

    /// A diagonal from one rim to another, starting at one of its ends.
    fn diagonal(&self, rng: &mut Rng) -> Vec<usize> {
        let side = self.puzzle.side as i32;
        // Its distance from the corner, along the upper rim or along the left one.
        let off = rng.i32(2 - side..=side - 2);
        let (mut x, mut y) = (off.max(0), (-off).max(0));
        let is_mirrored = rng.bool();
        let mut cells = Vec::new();
        while x < side && y < side {
            let col = if is_mirrored { side - 1 - x } else { x };
            cells.push((y * side + col) as usize);
            (x, y) = (x + 1, y + 1);
        }
        if rng.bool() {
            cells.reverse();
        }
        cells
    }

    /// Two groups of the same shape.
    fn twins(&self, first: usize, rng: &mut Rng) -> Option<Object> {
        let side = self.puzzle.side;
        let area = self.area(first, rng)?;
        let spread = |at: fn(usize, usize) -> usize| {
            let along = area.iter().map(|cell| at(*cell, side));
            Some((along.clone().min()?, along.max()?))
        };
        let (left, right) = spread(|cell, side| cell % side)?;
        let (top, bottom) = spread(|cell, side| cell / side)?;
        // Every place where the shape fits, in random order.
        let cols = 0..side - (right - left);
        let mut places: Vec<(usize, usize)> =
            cols.flat_map(|col| (0..side - (bottom - top)).map(move |row| (col, row))).collect();
        rng.shuffle(&mut places);
        places.into_iter().find_map(|(col, row)| {
            let moved = |cell: &usize| (cell / side - top + row) * side + cell % side - left + col;
            let other: Vec<usize> = area.iter().map(moved).collect();
            let apart = !other.iter().any(|cell| area.contains(cell));
            apart.then(|| self.kept(vec![area.clone(), other])).flatten()
        })
    }
}

fn is_beside(one: usize, other: usize, side: usize) -> bool {
    (one % side).abs_diff(other % side) + (one / side).abs_diff(other / side) == 1
}

/// The layer of a board, in which one object hides another.
#[derive(PartialEq, Eq)]
enum Ground {
    Lines,
    Areas,
    /// Beside the board.
    Rim,
    Own(Lie),
}

fn ground(object: &Object) -> Ground {
    match object.kind.form().lie {
        Lie::Line(_) | Lie::Loop | Lie::Circle => Ground::Lines,
        Lie::Straight | Lie::Slanted => Ground::Rim,
        Lie::Area(_) if object.line().len() > 1 => Ground::Areas,
        lie => Ground::Own(lie),
    }
}

/// The corners that a line crosses diagonally.
fn slants(object: &Object, side: usize) -> Vec<usize> {
    let cells = object.cells();
    let slanted = cells.windows(2).filter(|pair| {
        let far = pair[0].abs_diff(pair[1]);
        far == side + 1 || far == side - 1
    });
    // The sum of two diagonally adjacent cells is the same for both ways over their corner.
    slanted.map(|pair| pair[0] + pair[1]).collect()
}

/// Column and row of a clue outside the grid: one step before its line begins.
fn beside_board(object: &Object, side: usize) -> Option<(i32, i32)> {
    let at = |cell: usize| ((cell % side) as i32, (cell / side) as i32);
    let [first, second, ..] = object.line() else { return None };
    let ((x, y), (next_x, next_y)) = (at(*first), at(*second));
    Some((2 * x - next_x, 2 * y - next_y))
}

/// Returns whether a line crosses a corner twice.
fn crosses_itself(object: &Object, side: usize) -> bool {
    let corners = slants(object, side);
    let again = |(at, corner): (usize, &usize)| corners[at + 1..].contains(corner);
    ground(object) == Ground::Lines && corners.iter().enumerate().any(again)
}

/// Returns whether two constraints could not be distinguished on the board.
fn is_in_the_way(one: &Object, other: &Object, side: usize) -> bool {
    let on = ground(one);
    if on != ground(other) {
        return false;
    }
    let (cells, others) = (one.cells(), other.cells());
    let meets = || cells.iter().any(|cell| others.contains(cell));
    match on {
        Ground::Areas => meets(),
        Ground::Lines => {
            meets() || slants(one, side).iter().any(|at| slants(other, side).contains(at))
        }
        Ground::Rim => beside_board(one, side) == beside_board(other, side),
        Ground::Own(_) => {
            let same = |cells: &[usize]| cells.iter().all(|cell| others.contains(cell));
            same(&cells) && cells.len() == others.len()
        }
    }
}

/// The constraints without a number that may have one, with the board's number; locked ones do not change.
pub(crate) fn numbers<'a>(
    level: &'a Level,
    puzzle: &'a Puzzle,
    filling: &'a [u8],
) -> impl Iterator<Item = Object> + 'a {
    let free = puzzle.objects.iter().filter(|one| {
        one.amounts.is_empty()
            && matches!(one.kind.form().amount, Amount::Maybe(..))
            && level.hold(one.site) != Hold::Locked
    });
    free.filter_map(|one| {
        let amounts = one.kind.amounts_in(one, filling)?;
        (!amounts.is_empty()).then(|| Object { amounts, ..one.clone() })
    })
}
