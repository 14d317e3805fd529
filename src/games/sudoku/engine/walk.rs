//! A walk over the fillings of a model.

use super::model::{Agenda, Failure, Model};
use foolproof_game::StopCheck;

/// Steps between two checks of the clock.
const STEPS_A_LOOK: u64 = 1 << 6;
/// Steps of a first walk, after which each candidate is tried alone.
const FIRST_STEPS: u64 = 500;
/// If the cell to try has more candidates than this, a digit with two places is tried.
const MANY: u32 = 3;
/// The weight of few candidates relative to a cell's failures. Of powers from 1 to 5, this one took the
/// fewest steps over published puzzles of thirty kinds.
const FEWNESS: f32 = 3.57;
/// Number of failures after which old ones count half.
const FAILURES_A_HALVING: u32 = 256;

/// A walk; its knowledge of hard cells serves the next one.
pub(crate) struct Walk<'a> {
    model: &'a Model,
    stop: StopCheck<'a>,
    /// Divisors of a cell's weight, by its number of candidates.
    dues: [f32; 17],
    /// Number of failed choices at each cell, and of failed propagators that contain it.
    weights: Vec<f32>,
    failures: u32,
    agenda: Agenda,
    pub steps: u64,
    pub most_steps: u64,
    /// It ended early: a limit was reached, or enough fillings were found.
    pub ended: bool,
    /// The order in which digits are tried; those of this filling come first.
    pub near: Option<Vec<u8>>,
    pub rng: Option<fastrand::Rng>,
}

/// A digit to try in a cell.
struct Choice {
    cell: usize,
    digit: u16,
}

impl<'a> Walk<'a> {
    pub(crate) fn new(model: &'a Model, stop: StopCheck<'a>) -> Self {
        Self {
            model,
            stop,
            dues: std::array::from_fn(|size| (size as f32).powf(FEWNESS)),
            weights: vec![1.0; model.cells()],
            failures: 0,
            agenda: Agenda::default(),
            steps: 0,
            most_steps: u64::MAX,
            ended: false,
            near: None,
            rng: None,
        }
    }

    /// Removes candidates that everything posted excludes; false if a cell has none left.
    pub(crate) fn settle(&mut self, candidates: &mut [u16]) -> bool {
        self.agenda.note_all(candidates.len());
        self.agenda.deep = true;
        let good = self.follow(candidates);
        self.agenda.deep = false;
        good
    }

    fn follow(&mut self, candidates: &mut [u16]) -> bool {
        self.steps += 1;
        match self.model.propagate(candidates, &mut self.agenda) {
            Ok(()) => true,
            Err(failure) => {
                self.blame(&failure);
                false
            }
        }
    }

    fn blame(&mut self, failure: &Failure) {
        match failure {
            Failure::Cell(cell) => self.weights[*cell] += 0.5,
            Failure::Propagator(number) => {
                let cells = self.model.watched(*number);
                let share = 1.0 / cells.len().max(1) as f32;
                for cell in cells {
                    self.weights[*cell] += share;
                }
            }
        }
        self.failures += 1;
        if self.failures.is_multiple_of(FAILURES_A_HALVING) {
            self.weights.iter_mut().for_each(|weight| *weight = weight.mul_add(0.5, 0.5));
        }
    }

    /// Calls `found` with every filling of the candidates, until it returns false.
    pub(crate) fn run(&mut self, mut candidates: Vec<u16>, found: &mut dyn FnMut(&[u8]) -> bool) {
        self.ended = false;
        if !self.settle(&mut candidates) {
            return;
        }
        // A short walk first: most puzzles need no more, and it learns which cells are hard.
        let (mut seen, most) = (Vec::new(), self.most_steps);
        self.most_steps = most.min(self.steps + FIRST_STEPS);
        let ended = self.go(candidates.clone(), &mut |filling| {
            seen.push(filling.to_vec());
            true
        });
        self.most_steps = most;
        if ended {
            self.ended = !seen.iter().all(|filling| found(filling));
            return;
        }
        self.ended = false;
        if self.is_over() || !self.probe(&mut candidates) {
            return;
        }
        self.ended = !self.go(candidates, found);
    }

    /// Returns whether a limit is reached; if so, the walk has ended.
    fn is_over(&mut self) -> bool {
        let over = self.steps >= self.most_steps
            || self.steps.is_multiple_of(STEPS_A_LOOK) && (self.stop)();
        self.ended |= over;
        over
    }

    /// Tries each candidate alone and removes those that lead to a contradiction; false if none is left.
    fn probe(&mut self, candidates: &mut [u16]) -> bool {
        loop {
            let before = candidates.to_vec();
            for cell in 0..candidates.len() {
                if candidates[cell].is_power_of_two() {
                    continue;
                }
                for digit in super::digits_of(candidates[cell]) {
                    let digit = 1u16 << (digit - 1);
                    if candidates[cell] & digit == 0 {
                        continue;
                    }
                    if self.is_over() {
                        return false;
                    }
                    let mut with = candidates.to_vec();
                    with[cell] = digit;
                    self.agenda.note(cell);
                    if self.follow(&mut with) {
                        continue;
                    }
                    candidates[cell] &= !digit;
                    self.agenda.note(cell);
                    if candidates[cell] == 0 || !self.follow(candidates) {
                        return false;
                    }
                }
            }
            let gone =
                |candidates: &[u16]| -> u32 { candidates.iter().map(|set| set.count_ones()).sum() };
            // Another round pays off if this one removed many.
            if gone(&before) - gone(candidates) < 1 + gone(&before) / 16 {
                return true;
            }
        }
    }

    /// Walks from candidates that allow no further inference; false if it ended early.
    fn go(&mut self, start: Vec<u16>, found: &mut dyn FnMut(&[u8]) -> bool) -> bool {
        let cells = start.len();
        let (mut now, mut left): (Vec<u16>, Vec<u16>) = (start, Vec::new());
        // The cell changed on each of the remaining boards.
        let mut changed: Vec<usize> = Vec::new();
        let mut filling = vec![0u8; cells];
        let mut good = true;
        loop {
            let choice = if good { self.choice(&now) } else { None };
            match choice {
                Some(Choice { cell, digit }) => {
                    if self.is_over() {
                        return false;
                    }
                    left.extend_from_slice(&now);
                    if let Some(other) =
                        left.len().checked_sub(cells - cell).and_then(|at| left.get_mut(at))
                    {
                        *other &= !digit;
                    }
                    changed.push(cell);
                    now[cell] = digit;
                    self.agenda.note(cell);
                    good = self.follow(&mut now);
                    if !good {
                        // Cells where choices fail at once are the best to choose.
                        self.weights[cell] += 1.0;
                    }
                }
                None => {
                    if good {
                        let digits = now.iter().map(|set| set.trailing_zeros() as u8 + 1);
                        filling.iter_mut().zip(digits).for_each(|(to, digit)| *to = digit);
                        if !found(&filling) {
                            return false;
                        }
                    }
                    let Some(cell) = changed.pop() else { return true };
                    let from = left.len() - cells;
                    now.copy_from_slice(&left[from..]);
                    left.truncate(from);
                    self.agenda.note(cell);
                    good = now[cell] != 0 && self.follow(&mut now);
                }
            }
        }
    }

    /// The next choice; `None` if the board is full.
    fn choice(&mut self, candidates: &[u16]) -> Option<Choice> {
        let mut best: Option<(usize, f32, u32)> = None;
        for (cell, set) in candidates.iter().enumerate() {
            let size = set.count_ones();
            if size < 2 {
                continue;
            }
            let score = self.weights[cell] / self.dues[size as usize];
            if best.is_none_or(|(_, known, _)| score > known) {
                best = Some((cell, score, size));
            }
        }
        let (cell, _, size) = best?;
        if size > MANY
            && self.near.is_none()
            && let Some(choice) = self.narrow_digit(candidates)
        {
            return Some(choice);
        }
        Some(Choice { cell, digit: self.digit(cell, candidates[cell]) })
    }

    /// A digit with two places in a house, in the harder one of them.
    fn narrow_digit(&self, candidates: &[u16]) -> Option<Choice> {
        let mut best: Option<(Choice, f32)> = None;
        for house in self.model.houses() {
            let (mut once, mut twice, mut more) = (0u16, 0u16, 0u16);
            for cell in house {
                more |= twice & candidates[*cell];
                twice |= once & candidates[*cell];
                once |= candidates[*cell];
            }
            for digit in super::digits_of(twice & !more) {
                let digit = 1u16 << (digit - 1);
                let places = house.iter().filter(|cell| candidates[**cell] & digit != 0);
                let weight: f32 = places.clone().map(|cell| self.weights[*cell]).sum();
                let hardest = places.max_by(|a, b| self.weights[**a].total_cmp(&self.weights[**b]));
                if let Some(cell) = hardest
                    && best.as_ref().is_none_or(|(_, known)| weight > *known)
                {
                    best = Some((Choice { cell: *cell, digit }, weight));
                }
            }
        }
        best.map(|(choice, _)| choice)
    }

    fn digit(&mut self, cell: usize, set: u16) -> u16 {
        if let Some(near) = self.near.as_ref().and_then(|near| near.get(cell)) {
            let digit = 1u16 << (near.max(&1) - 1);
            if set & digit != 0 {
                return digit;
            }
        }
        match &mut self.rng {
            Some(rng) => {
                let digits: Vec<u8> = super::digits_of(set).collect();
                rng.choice(&digits).map_or(set & set.wrapping_neg(), |digit| 1 << (digit - 1))
            }
            None => set & set.wrapping_neg(),
        }
    }
}
