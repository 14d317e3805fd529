//! Everything posted: candidates, cells that see one another, and propagators.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::at_least::AtLeast;
use super::automaton::{Automaton, Read};
use super::band::Band;
use super::cages_in_house::{CagesInHouse, Part};
use super::combinations::sets_with_sum;
use super::crossing::{Crossing, without};
use super::ends::Ends;
use super::equal_sums::{EqualSums, SumGroup};
use super::gaps::{Gap, PostedSum, gaps};
use super::house::{Different, House, NakedSets};
use super::leftovers::Leftovers;
use super::linear::{Group, Linear};
use super::pairs::{Pair, Partners, reverse};
use super::propagator::{Board, CellSet, Cost, Propagator};
use super::set_of::SetOf;
use super::telling::Posted;
use super::triple::Triple;

/// Most cells that two houses may have beyond each other for the law of leftovers to be useful.
const FEW_LEFT: usize = 4;

/// Constraints over the digits of a board's cells.
pub(crate) struct Model {
    /// Digits go from 1 to this.
    pub side: usize,
    cells: usize,
    candidates: Vec<u16>,
    /// The cells that see each cell, and so hold another digit.
    sees: Vec<CellSet>,
    houses: Vec<Vec<usize>>,
    /// Houses that a band looks at together.
    banded: BTreeSet<(Vec<usize>, Vec<usize>)>,
    /// Relations of two cells, the first with the lower number, as partners of each digit.
    relations: BTreeMap<(usize, usize), Vec<u16>>,
    sums: Vec<PostedSum>,
    propagators: Vec<Box<dyn Propagator>>,
    /// Something impossible was posted.
    refuted: bool,
    ready: Option<Ready>,
}

/// The search's data besides the propagators.
struct Ready {
    peers: Vec<Vec<u16>>,
    /// For each cell a set of bits: the propagators that look at it.
    watch: Vec<u64>,
    words: usize,
    /// The first propagator that a walk skips on its way.
    deep: usize,
}

impl Model {
    /// A board without constraints.
    pub(crate) fn new(side: usize, cells: usize) -> Self {
        let all = u16::MAX >> (16 - side);
        Self {
            side,
            cells,
            candidates: vec![all; cells],
            sees: vec![CellSet::default(); cells],
            houses: Vec::new(),
            banded: BTreeSet::new(),
            relations: BTreeMap::new(),
            sums: Vec::new(),
            propagators: Vec::new(),
            refuted: false,
            ready: None,
        }
    }

    pub(crate) fn all(&self) -> u16 {
        u16::MAX >> (16 - self.side)
    }

    pub(crate) fn cells(&self) -> usize {
        self.cells
    }

    /// The candidates before propagation.
    pub(crate) fn start(&self) -> Vec<u16> {
        self.candidates.clone()
    }

    pub(super) fn houses(&self) -> &[Vec<usize>] {
        &self.houses
    }

    pub(crate) fn sees(&self, cell: usize, other: usize) -> bool {
        self.sees[cell].has(other)
    }

    /// Returns whether each of the cells sees all others.
    pub(crate) fn all_see(&self, cells: &[usize]) -> bool {
        let rest = |at: usize| cells.iter().skip(at + 1);
        cells.iter().enumerate().all(|(at, cell)| rest(at).all(|other| self.sees(*cell, *other)))
    }

    /// Restricts a cell to these candidates.
    pub(crate) fn allow(&mut self, cell: usize, candidates: u16) {
        self.candidates[cell] &= candidates;
        self.refuted |= self.candidates[cell] == 0;
    }

    /// The candidates that a predicate holds for.
    pub(crate) fn digits(&self, holds: impl Fn(u8) -> bool) -> u16 {
        let digits = (1..=16u8).take(self.side).filter(|digit| holds(*digit));
        digits.fold(0, |set, digit| set | 1 << (digit - 1))
    }

    /// Makes the model unsatisfiable.
    pub(crate) fn refute(&mut self) {
        self.refuted = true;
    }

    pub(crate) fn unlike(&mut self, first: usize, second: usize) {
        if first == second {
            return self.refute();
        }
        self.sees[first].insert(second);
        self.sees[second].insert(first);
    }

    /// Requires different digits in these cells.
    pub(crate) fn different(&mut self, cells: &[usize]) {
        for (at, first) in cells.iter().enumerate() {
            for second in &cells[at + 1..] {
                self.unlike(*first, *second);
            }
        }
        match cells.len() {
            0..3 => {}
            len if len > self.side => self.refute(),
            len if len == self.side => self.houses.push(cells.to_vec()),
            _ => self.post(Different { cells: cells.to_vec() }),
        }
    }

    /// Lines that together are the same cells as some boxes. Each line's cells are in the order of the boxes.
    pub(crate) fn band(&mut self, lines: &[Vec<usize>], boxes: &[Vec<usize>]) {
        let sorted = |house: &Vec<usize>| {
            let mut house = house.clone();
            house.sort_unstable();
            house
        };
        for line in lines {
            for over in boxes {
                let (line, over) = (sorted(line), sorted(over));
                self.banded.insert((line.clone(), over.clone()));
                self.banded.insert((over, line));
            }
        }
        self.post(Band { cells: lines.concat(), lines: lines.len(), boxes: boxes.len() });
    }

    /// Two cells with compatible digits.
    pub(crate) fn pair(&mut self, first: usize, second: usize, holds: impl Fn(u8, u8) -> bool) {
        if first == second {
            let same = self.digits(|digit| holds(digit, digit));
            return self.allow(first, same);
        }
        let swapped = second < first;
        let key = if swapped { (second, first) } else { (first, second) };
        let goes = |a: u8, b: u8| if swapped { holds(b, a) } else { holds(a, b) };
        let partners: Vec<u16> =
            (1..=16u8).take(self.side).map(|a| self.digits(|b| goes(a, b))).collect();
        let all = self.all();
        let known = self.relations.entry(key).or_insert_with(|| vec![all; partners.len()]);
        known.iter_mut().zip(partners).for_each(|(known, partners)| *known &= partners);
    }

    /// Cells with a sum, whether or not they hold different digits.
    pub(crate) fn sum(&mut self, cells: &[usize], total: i32) {
        self.sums.push(PostedSum { cells: cells.to_vec(), total });
    }

    /// A weighted sum of cells.
    pub(crate) fn linear(&mut self, terms: &[(usize, i32)], total: i32) {
        let mut weights: BTreeMap<usize, i32> = BTreeMap::new();
        for (cell, weight) in terms {
            *weights.entry(*cell).or_default() += weight;
        }
        weights.retain(|_, weight| *weight != 0);
        if weights.values().all(|weight| *weight == 1) {
            let cells: Vec<usize> = weights.into_keys().collect();
            return self.sum(&cells, total);
        }
        self.post_linear(weights.into_iter().collect(), total);
    }

    fn post_linear(&mut self, mut terms: Vec<(usize, i32)>, total: i32) {
        if let [(first, a), (second, b)] = terms[..] {
            let holds = move |x: u8, y: u8| a * i32::from(x) + b * i32::from(y) == total;
            return self.pair(first, second, holds);
        }
        if let [(cell, weight)] = terms[..] {
            let digits = self.digits(|digit| weight * i32::from(digit) == total);
            return self.allow(cell, digits);
        }
        if terms.is_empty() {
            self.refuted |= total != 0;
            return;
        }
        if let [a, b, c] = terms[..] {
            let (cells, weights) = ([a.0, b.0, c.0], [a.1, b.1, c.1]);
            return self.post(Triple { cells, weights, total });
        }
        let (mut cells, mut groups) = (Vec::new(), Vec::new());
        while let Some((cell, weight)) = terms.pop() {
            let from = cells.len();
            cells.push(cell);
            terms.retain(|(other, w)| {
                let joins =
                    *w == weight && cells[from..].iter().all(|cell| self.sees(*cell, *other));
                if joins {
                    cells.push(*other);
                }
                !joins
            });
            groups.push(Group { weight, from, to: cells.len() });
        }
        self.post(Linear { cells, groups, total });
    }

    /// Groups of cells with one sum.
    pub(crate) fn equal_sums(&mut self, groups: &[Vec<usize>]) {
        if let [first, second] = groups
            && first.len() + second.len() <= 3
        {
            let terms: Vec<(usize, i32)> = first
                .iter()
                .map(|cell| (*cell, 1))
                .chain(second.iter().map(|cell| (*cell, -1)))
                .collect();
            return self.linear(&terms, 0);
        }
        if let Some(total) = self.shared_sum(groups) {
            return groups.iter().for_each(|group| self.sum(group, total));
        }
        let cells: BTreeSet<usize> = groups.iter().flatten().copied().collect();
        let of = |cells: &Vec<usize>| {
            let by_sets = || sets_with_sum(self.side, cells.len(), |_| true);
            SumGroup::few(cells).unwrap_or_else(|| {
                match cells.len() <= self.side && self.all_see(cells) {
                    true => SumGroup::by_sets(cells, by_sets()),
                    false => SumGroup::by_bounds(cells),
                }
            })
        };
        let groups = groups.iter().map(of).collect();
        self.post(EqualSums { cells: cells.into_iter().collect(), groups });
    }

    /// The sum of groups with equal sums, if some of them make up a house.
    fn shared_sum(&self, groups: &[Vec<usize>]) -> Option<i32> {
        let whole = self.side * (self.side + 1) / 2;
        self.houses.iter().find_map(|house| {
            let (mut taken, mut parts) = (CellSet::default(), 0);
            for group in groups {
                if group.iter().all(|cell| house.contains(cell) && !taken.has(*cell)) {
                    group.iter().for_each(|cell| taken.insert(*cell));
                    parts += 1;
                }
            }
            let full = parts > 0 && house.iter().all(|cell| taken.has(*cell));
            // Groups whose sum would be a fraction notice that themselves.
            (full && whole.is_multiple_of(parts)).then(|| (whole / parts) as i32)
        })
    }

    /// At least `least` of the cells hold a digit of a set.
    pub(crate) fn at_least(&mut self, least: usize, cells: &[usize], digits: u16) {
        self.post(AtLeast { cells: cells.to_vec(), digits, least });
    }

    /// Different digits that together form one of some sets, each with as many digits as there are cells.
    pub(crate) fn one_of(&mut self, cells: &[usize], sets: Vec<u16>) {
        self.different(cells);
        if let [first, second] = cells {
            let set = |a: u8, b: u8| 1u16 << (a - 1) | 1 << (b - 1);
            return self.pair(*first, *second, |a, b| a != b && sets.contains(&set(a, b)));
        }
        self.post(SetOf { cells: cells.to_vec(), sets });
    }

    /// Two ends, and the digits allowed in between for each two digits of the ends.
    pub(crate) fn ends(
        &mut self,
        ends: [usize; 2],
        middle: &[usize],
        between: &dyn Fn(u8, u8) -> u16,
    ) {
        let cells = [&ends[..], middle].concat();
        self.post(Ends::new(self.side, cells, between));
    }

    pub(crate) fn read(&mut self, cells: &[usize], by: &Automaton) {
        self.post(Read::new(cells, by));
    }

    pub(crate) fn post(&mut self, propagator: impl Propagator + 'static) {
        self.propagators.push(Box::new(propagator));
    }

    /// Everything posted so far.
    pub(super) fn posted(&self) -> Posted<'_> {
        let sum = |sum: &'_ PostedSum| (sum.cells.clone(), sum.total);
        Posted {
            candidates: &self.candidates,
            sees: &self.sees,
            houses: &self.houses,
            relations: &self.relations,
            sums: self.sums.iter().map(sum).collect(),
            is_refuted: self.refuted,
            propagators: &self.propagators,
        }
    }

    /// Ends the posting: posts the consequences of several constraints together, too.
    pub(crate) fn finish(&mut self) {
        self.finish_sums();
        self.finish_houses();
        // Most relations occur for many pairs of cells.
        let mut tables: BTreeMap<Vec<u16>, Arc<Partners>> = BTreeMap::new();
        let all = self.all();
        for ((first, second), mut partners) in std::mem::take(&mut self.relations) {
            if self.sees(first, second) {
                let digits = partners.iter_mut().enumerate();
                digits.for_each(|(digit, partners)| *partners &= !(1 << digit));
            }
            if partners.iter().all(|partners| *partners == all) {
                continue;
            }
            let mut table = |partners: Vec<u16>| {
                let new = || Arc::new(Partners::new(&partners));
                tables.entry(partners.clone()).or_insert_with(new).clone()
            };
            let (first_of, second_of) = (table(reverse(&partners)), table(partners));
            self.post(Pair { cells: [first, second], first: first_of, second: second_of });
        }
        self.propagators.sort_by_key(|propagator| propagator.cost());
        let words = self.propagators.len().div_ceil(64).max(1);
        let mut watch = vec![0u64; words * self.cells];
        for (at, propagator) in self.propagators.iter().enumerate() {
            for cell in propagator.cells() {
                watch[cell * words + (at >> 6)] |= 1 << (at & 63);
            }
        }
        let seen = |set: &CellSet| -> Vec<u16> {
            (0..self.cells).filter(|other| set.has(*other)).map(|peer| peer as u16).collect()
        };
        let peers = self.sees.iter().map(seen).collect();
        let deep = self.propagators.partition_point(|propagator| propagator.cost() < Cost::Deep);
        self.ready = Some(Ready { peers, watch, words, deep });
    }

    /// Posts the sums: by sets if the cells see one another, by bounds otherwise.
    fn finish_sums(&mut self) {
        let mut sums = std::mem::take(&mut self.sums);
        for Gap { terms, total } in gaps(&self.houses, self.side, &sums) {
            self.linear(&terms, total);
        }
        sums.append(&mut self.sums);
        let mut cages = Vec::new();
        for PostedSum { cells, total } in sums {
            let distinct = cells.len() > 2 && cells.len() <= self.side && self.all_see(&cells);
            if !distinct {
                self.post_linear(cells.iter().map(|cell| (*cell, 1)).collect(), total);
                continue;
            }
            let wanted = |sum: u32| i32::try_from(sum) == Ok(total);
            let sets = sets_with_sum(self.side, cells.len(), wanted);
            cages.push(Part { cells: cells.clone(), sets: sets.clone() });
            self.post(SetOf { cells: cells.clone(), sets });
            if cells.len() < self.side {
                self.post_linear(cells.iter().map(|cell| (*cell, 1)).collect(), total);
            }
        }
        self.pack_cages(cages);
    }

    /// Disjoint cages in one house, the largest first.
    fn pack_cages(&mut self, mut cages: Vec<Part>) {
        cages.sort_by_key(|part| (std::cmp::Reverse(part.cells.len()), part.sets.len()));
        for house in self.houses.clone() {
            let (mut cells, mut parts) = (Vec::new(), Vec::new());
            for part in &cages {
                let fits = |cell: &usize| house.contains(cell) && !cells.contains(cell);
                if part.cells.iter().all(fits) {
                    cells.extend_from_slice(&part.cells);
                    parts.push(part.clone());
                }
            }
            if parts.is_empty() {
                continue;
            }
            parts.reverse();
            let mut cells: Vec<usize> = parts.iter().flat_map(|part| part.cells.clone()).collect();
            cells.extend(without(&house, &cells));
            self.post(CagesInHouse { cells, parts, all: self.all() });
        }
    }

    fn finish_houses(&mut self) {
        let mut houses = std::mem::take(&mut self.houses);
        houses.iter_mut().for_each(|house| house.sort_unstable());
        houses.sort();
        houses.dedup();
        for (at, first) in houses.iter().enumerate() {
            let cells = first.clone();
            let all = self.all();
            self.post(House { cells: cells.clone(), all });
            self.post(NakedSets { cells });
            for second in &houses[at + 1..] {
                let shared = first.iter().filter(|cell| second.contains(cell)).count();
                if shared < 2 {
                    continue;
                }
                if !self.banded.contains(&(first.clone(), second.clone())) {
                    self.post(Crossing::new(first, second));
                }
                if self.side - shared <= FEW_LEFT {
                    self.post(Leftovers::new(first, second));
                }
            }
        }
        self.houses = houses;
    }
}

/// The cell or propagator that had nothing left.
pub(super) enum Failure {
    Cell(usize),
    Propagator(usize),
}

/// The propagators still to run.
#[derive(Default)]
pub(super) struct Agenda {
    changed: CellSet,
    queue: Vec<u64>,
    /// The most expensive propagators run, too.
    pub(super) deep: bool,
}

impl Agenda {
    pub(super) fn note(&mut self, cell: usize) {
        self.changed.insert(cell);
    }

    /// Marks all cells as changed.
    pub(super) fn note_all(&mut self, cells: usize) {
        (0..cells).for_each(|cell| self.changed.insert(cell));
    }

    fn clear(&mut self) {
        self.changed.clear();
        self.queue.iter_mut().for_each(|word| *word = 0);
    }

    fn pop(&mut self) -> Option<usize> {
        let (at, word) = self.queue.iter_mut().enumerate().find(|(_, word)| **word != 0)?;
        let bit = word.trailing_zeros() as usize;
        *word &= *word - 1;
        Some(at << 6 | bit)
    }
}

impl Model {
    pub(super) fn watched(&self, propagator: usize) -> &[usize] {
        self.propagators.get(propagator).map_or(&[], |propagator| propagator.cells())
    }

    /// Removes impossible candidates, until nothing follows.
    pub(super) fn propagate(
        &self,
        candidates: &mut [u16],
        agenda: &mut Agenda,
    ) -> Result<(), Failure> {
        let Some(ready) = self.ready.as_ref().filter(|_| !self.refuted) else {
            return Err(Failure::Cell(0));
        };
        agenda.queue.resize(ready.words, 0);
        let ended = self.go_through(ready, candidates, agenda);
        if ended.is_err() {
            agenda.clear();
        }
        ended
    }

    fn go_through(
        &self,
        ready: &Ready,
        candidates: &mut [u16],
        agenda: &mut Agenda,
    ) -> Result<(), Failure> {
        loop {
            while let Some(cell) = agenda.changed.pop() {
                let watch = &ready.watch[cell * ready.words..(cell + 1) * ready.words];
                agenda.queue.iter_mut().zip(watch).for_each(|(word, more)| *word |= more);
                let digit = candidates[cell];
                if !digit.is_power_of_two() {
                    continue;
                }
                for peer in &ready.peers[cell] {
                    let peer = usize::from(*peer);
                    if candidates[peer] & digit != 0 {
                        candidates[peer] &= !digit;
                        if candidates[peer] == 0 {
                            return Err(Failure::Cell(peer));
                        }
                        agenda.changed.insert(peer);
                    }
                }
            }
            let Some(next) = agenda.pop() else { return Ok(()) };
            if next >= ready.deep && !agenda.deep {
                agenda.clear();
                return Ok(());
            }
            let mut board = Board::new(candidates, &mut agenda.changed, &self.sees);
            if !self.propagators[next].prune(&mut board) {
                return Err(Failure::Propagator(next));
            }
        }
    }
}
