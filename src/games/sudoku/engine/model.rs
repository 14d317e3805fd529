//! What was posted: candidates, cells that see one another, and propagators.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::at_least::AtLeast;
use super::automaton::{Automaton, Read};
use super::band::Band;
use super::combinations::sets_with_sum;
use super::crossing::Crossing;
use super::distinct_sum::DistinctSum;
use super::ends::Ends;
use super::equal_sums::{EqualSums, SumGroup};
use super::house::{Different, House, NakedSets};
use super::leftovers::Leftovers;
use super::linear::{Group, Linear};
use super::pairs::{Pair, Partners, reverse};
use super::propagator::{Board, CellSet, Cost, Propagator};
use super::telling::Posted;
use super::triple::Triple;

/// What two houses may have beyond each other for the law of leftovers to be of use.
const FEW_LEFT: usize = 4;

/// A sum of cells that was posted; each cell counts once.
struct PostedSum {
    cells: Vec<usize>,
    total: i32,
}

/// Constraints over the digits of a board's cells.
pub(crate) struct Model {
    /// Digits go from 1 to this.
    pub side: usize,
    cells: usize,
    candidates: Vec<u16>,
    /// Which cells see each cell, and so hold another digit.
    sees: Vec<CellSet>,
    houses: Vec<Vec<usize>>,
    /// Houses that a band looks at together.
    banded: BTreeSet<(Vec<usize>, Vec<usize>)>,
    /// Relations of two cells, the first with the lower number, as partners of each digit.
    relations: BTreeMap<(usize, usize), Vec<u16>>,
    sums: Vec<PostedSum>,
    propagators: Vec<Box<dyn Propagator>>,
    /// Something that was posted cannot be.
    refuted: bool,
    ready: Option<Ready>,
}

/// What the search needs beside the propagators.
struct Ready {
    peers: Vec<Vec<u16>>,
    /// For each cell a set of bits: the propagators that look at it.
    watch: Vec<u64>,
    words: usize,
    /// The first propagator that does not run on the way of a walk.
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

    /// The candidates before anything follows.
    pub(crate) fn start(&self) -> Vec<u16> {
        self.candidates.clone()
    }

    pub(super) fn houses(&self) -> &[Vec<usize>] {
        &self.houses
    }

    pub(crate) fn sees(&self, cell: usize, other: usize) -> bool {
        self.sees[cell].has(other)
    }

    /// Whether each of the cells sees all others.
    pub(crate) fn all_see(&self, cells: &[usize]) -> bool {
        let rest = |at: usize| cells.iter().skip(at + 1);
        cells.iter().enumerate().all(|(at, cell)| rest(at).all(|other| self.sees(*cell, *other)))
    }

    /// Leaves a cell these candidates.
    pub(crate) fn allow(&mut self, cell: usize, candidates: u16) {
        self.candidates[cell] &= candidates;
        self.refuted |= self.candidates[cell] == 0;
    }

    /// The candidates that a predicate holds for.
    pub(crate) fn digits(&self, holds: impl Fn(u8) -> bool) -> u16 {
        let digits = (1..=16u8).take(self.side).filter(|digit| holds(*digit));
        digits.fold(0, |set, digit| set | 1 << (digit - 1))
    }

    /// Nothing can be right.
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

    /// Different digits in these cells.
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

    /// Lines that together are the same cells as some boxes. The cells of each line follow one another box
    /// by box.
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

    /// Two cells whose digits go together.
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
            let see = |one: usize, other: usize| self.sees(one, other);
            let triple = Triple {
                cells: [a.0, b.0, c.0],
                weights: [a.1, b.1, c.1],
                total,
                see: [see(a.0, b.0), see(a.0, c.0), see(b.0, c.0)],
            };
            return self.post(triple);
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
        let groups: Vec<SumGroup> = groups
            .iter()
            .map(|cells| {
                let sets = match cells.len() <= self.side && self.all_see(cells) {
                    true => sets_with_sum(self.side, cells.len(), |_| true),
                    false => Vec::new(),
                };
                SumGroup { cells: cells.clone(), sets }
            })
            .collect();
        let cells: BTreeSet<usize> = groups.iter().flat_map(|group| group.cells.clone()).collect();
        self.post(EqualSums { cells: cells.into_iter().collect(), groups });
    }

    /// So many of the cells hold a digit of a set.
    pub(crate) fn at_least(&mut self, least: usize, cells: &[usize], digits: u16) {
        self.post(AtLeast { cells: cells.to_vec(), digits, least });
    }

    /// Two ends, and what may lie between them for each two digits.
    pub(crate) fn ends(
        &mut self,
        ends: [usize; 2],
        middle: &[usize],
        between: &dyn Fn(u8, u8) -> u16,
    ) {
        let cells = [&ends[..], middle].concat();
        self.post(Ends::new(self.side, cells, between));
    }

    /// Cells that an automaton reads.
    pub(crate) fn read(&mut self, cells: &[usize], by: Automaton) {
        self.post(Read { cells: cells.to_vec(), by });
    }

    pub(crate) fn post(&mut self, propagator: impl Propagator + 'static) {
        self.propagators.push(Box::new(propagator));
    }

    /// What was posted so far.
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

    /// Ends the posting: what follows from several constraints together is posted, too.
    pub(crate) fn finish(&mut self) {
        self.finish_sums();
        self.finish_houses();
        // Most relations are those of many pairs of cells.
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

    /// Posts the sums: by sets where the cells see one another, by bounds elsewhere.
    fn finish_sums(&mut self) {
        let mut sums = std::mem::take(&mut self.sums);
        sums.extend(self.sums_of_houses(&sums));
        for PostedSum { cells, total } in sums {
            let distinct = cells.len() > 2 && cells.len() <= self.side && self.all_see(&cells);
            if !distinct {
                self.post_linear(cells.iter().map(|cell| (*cell, 1)).collect(), total);
                continue;
            }
            let wanted = |sum: u32| i32::try_from(sum) == Ok(total);
            let sets = sets_with_sum(self.side, cells.len(), wanted);
            self.post(DistinctSum { cells: cells.clone(), sets });
            if cells.len() < self.side {
                self.post_linear(cells.iter().map(|cell| (*cell, 1)).collect(), total);
            }
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

    /// Sums that follow from those of cages and from houses whose digits all are known: what a house has
    /// beside its cages, and what cages have beside a house.
    fn sums_of_houses(&self, sums: &[PostedSum]) -> Vec<PostedSum> {
        let side = self.side as i32;
        let whole = side * (side + 1) / 2;
        let mut taken = CellSet::default();
        // Sums that share no cells, the smallest ones first.
        let mut apart: Vec<&PostedSum> = sums.iter().collect();
        apart.sort_by_key(|sum| sum.cells.len());
        apart.retain(|sum| {
            let free = !sum.cells.iter().any(|cell| taken.has(*cell));
            if free {
                sum.cells.iter().for_each(|cell| taken.insert(*cell));
            }
            free
        });
        let mut found = Vec::new();
        for region in self.regions() {
            let (mut inside, mut total) = (region.clone(), whole * (region.len() as i32 / side));
            let (mut outside, mut surplus) = (Vec::new(), -total);
            let mut covered = 0;
            for PostedSum { cells, total: sum } in &apart {
                let within = cells.iter().filter(|cell| region.contains(cell)).count();
                if within == cells.len() {
                    inside.retain(|cell| !cells.contains(cell));
                    total -= sum;
                }
                if within > 0 {
                    covered += within;
                    surplus += sum;
                    outside.extend(cells.iter().filter(|cell| !region.contains(cell)));
                }
            }
            let few = |cells: &[usize]| (1..=self.side / 2 + 1).contains(&cells.len());
            if few(&inside) && inside.len() < region.len() {
                found.push(PostedSum { cells: inside, total });
            }
            if covered == region.len() && few(&outside) {
                found.push(PostedSum { cells: outside, total: surplus });
            }
        }
        found
    }

    /// Houses, and unions of two and three of them that share no cell and lie side by side.
    fn regions(&self) -> Vec<Vec<usize>> {
        let mut regions = self.houses.clone();
        for (at, first) in self.houses.iter().enumerate() {
            let apart =
                |other: &Vec<usize>, from: &[usize]| !other.iter().any(|cell| from.contains(cell));
            let later = &self.houses[at + 1..];
            if let Some(second) = later.first().filter(|second| apart(second, first)) {
                let two = [&first[..], second].concat();
                if let Some(third) = later.get(1).filter(|third| apart(third, &two)) {
                    regions.push([&two[..], third].concat());
                }
                regions.push(two);
            }
        }
        regions
    }
}

/// Which cell or propagator had nothing left.
pub(super) enum Failure {
    Cell(usize),
    Propagator(usize),
}

/// What is to be looked at.
#[derive(Default)]
pub(super) struct Agenda {
    changed: CellSet,
    queue: Vec<u64>,
    /// Whether the dearest propagators run, too.
    pub(super) deep: bool,
}

impl Agenda {
    pub(super) fn note(&mut self, cell: usize) {
        self.changed.insert(cell);
    }

    /// Has all looked at.
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

    /// Takes away what cannot be, until nothing follows.
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
