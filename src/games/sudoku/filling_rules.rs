//! The fillings of a level by all of its rules: plain grids by their own fast walk, all others by a model.

use fastrand::Rng;

use crate::candidates::{CellCandidates, Next};
use crate::engine::{Model, Walk, digits_of as digits_in};
use crate::puzzle::Puzzle;
use crate::search::{DigitOrder, FillingWalk, digits_of};
use crate::shape::GridShape;
use foolproof_game::{GameError, Halted, StopCheck};
use foolproof_level::{Level, Play};

/// A level whose fillings can be visited. Candidates are a set of bits for each cell, the lowest for 1.
pub(crate) struct FillingRules {
    pub puzzle: Puzzle,
    way: Way,
}

enum Way {
    Plain(&'static GridShape),
    Model(Box<Model>),
}

/// Result of a walk.
pub(crate) struct Ended {
    /// All fillings were seen.
    pub whole: bool,
    pub steps: u64,
}

impl FillingRules {
    pub(crate) fn of(level: &Level) -> Result<Self, GameError> {
        Ok(Self::new(Puzzle::of(level)?))
    }

    pub(crate) fn new(puzzle: Puzzle) -> Self {
        let plain = GridShape::of_cells(puzzle.given.len());
        let way = match plain.filter(|_| puzzle.objects.is_empty()) {
            Some(shape) => Way::Plain(shape),
            None => Way::Model(Box::new(puzzle.model())),
        };
        Self { puzzle, way }
    }

    /// Returns whether fillings are found so fast that very many can be counted.
    pub(crate) fn is_plain(&self) -> bool {
        matches!(self.way, Way::Plain(_))
    }

    /// The candidates with these digits in their cells, before propagation.
    pub(crate) fn start(&self, digits: &[u8]) -> Vec<u16> {
        let mut candidates = match &self.way {
            Way::Plain(shape) => vec![u16::MAX >> (16 - shape.n); shape.cells()],
            Way::Model(model) => model.start(),
        };
        let held = digits.iter().enumerate().filter(|(_, digit)| **digit > 0);
        for (cell, digit) in held {
            candidates[cell] &= 1 << (digit - 1);
        }
        candidates
    }

    /// Calls `found` with every filling of the candidates, until it returns false; digits in random order if
    /// a generator is given.
    pub(crate) fn run(
        &self,
        candidates: &[u16],
        rng: Option<&mut Rng>,
        stop: StopCheck<'_>,
        found: &mut dyn FnMut(&[u8]) -> bool,
    ) -> Ended {
        match &self.way {
            Way::Plain(shape) => {
                let mut walk = FillingWalk::new(shape, stop);
                if let Some(rng) = rng {
                    walk.order = DigitOrder::Random(rng);
                }
                walk.run(plain(shape, candidates), &mut |full| found(&full[..shape.cells()]));
                Ended { whole: !walk.ended, steps: walk.steps }
            }
            Way::Model(model) => {
                let mut walk = Walk::new(model, stop);
                walk.rng = rng.map(Rng::fork);
                walk.run(candidates.to_vec(), found);
                Ended { whole: !walk.ended, steps: walk.steps }
            }
        }
    }

    /// Removes candidates that the rules exclude directly; false if a cell has none left.
    pub(crate) fn settle(&self, candidates: &mut [u16]) -> bool {
        match &self.way {
            Way::Plain(shape) => {
                let mut board = plain(shape, candidates);
                if matches!(board.settle(shape), Next::Contradiction) {
                    return false;
                }
                for (cell, candidates) in candidates.iter_mut().enumerate() {
                    *candidates = board.digits(cell).fold(0, |set, digit| set | 1 << digit);
                }
                true
            }
            Way::Model(model) => Walk::new(model, &|| false).settle(candidates),
        }
    }

    /// Some filling of the digits, and whether it is the only one; `None` if there is none.
    pub(crate) fn only(
        &self,
        digits: &[u8],
        stop: StopCheck<'_>,
    ) -> Result<Option<(Vec<u8>, bool)>, Halted> {
        let mut found: Vec<Vec<u8>> = Vec::new();
        let ended = self.run(&self.start(digits), None, stop, &mut |full| {
            found.push(full.to_vec());
            found.len() < 2
        });
        match found.len() {
            0 | 1 if !ended.whole => Err(Halted),
            many => Ok(found.into_iter().next().map(|first| (first, many == 1))),
        }
    }

    /// A filling by random choices, and the number of fillings that it represents: the product of the numbers
    /// of choices. `None` if the choices end in a contradiction.
    pub(crate) fn dive(&self, candidates: &[u16], rng: &mut Rng) -> Option<(f64, Vec<u8>)> {
        let (mut now, mut weight) = (candidates.to_vec(), 1.0);
        loop {
            if !self.settle(&mut now) {
                return None;
            }
            let open = now.iter().enumerate().filter(|(_, set)| set.count_ones() > 1);
            let Some((cell, set)) = open.min_by_key(|(_, set)| set.count_ones()) else {
                return Some((
                    weight,
                    now.iter().map(|set| set.trailing_zeros() as u8 + 1).collect(),
                ));
            };
            let digits: Vec<u8> = digits_in(*set).collect();
            weight *= digits.len() as f64;
            now[cell] = 1 << (rng.choice(&digits)? - 1);
        }
    }

    /// The play that fills the empty cells of the puzzle.
    pub(crate) fn play(&self, filling: &[u8]) -> Play {
        let open = self.puzzle.given.iter().zip(filling).enumerate();
        let open = open.filter(|(_, (given, _))| **given == 0);
        let digit = |digit: &u8| digit.to_string().parse().ok();
        open.filter_map(|(cell, (_, held))| Some((self.puzzle.site(cell), digit(held)?))).collect()
    }
}

/// The candidates digit by digit.
fn plain(shape: &GridShape, candidates: &[u16]) -> CellCandidates {
    let fixed = |set: &u16| if set.is_power_of_two() { set.trailing_zeros() as u8 + 1 } else { 0 };
    let digits: Vec<u8> = candidates.iter().map(fixed).collect();
    let mut board = CellCandidates::given(shape, &digits_of(&digits));
    for (cell, set) in candidates.iter().enumerate().filter(|(_, set)| !set.is_power_of_two()) {
        (0..shape.n)
            .filter(|digit| set >> digit & 1 == 0)
            .for_each(|digit| board.drop(digit, cell));
    }
    board
}
