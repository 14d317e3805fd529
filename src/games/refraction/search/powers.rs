//! The powers that a network can have if its light serves a target: those that the tray's operations can make
//! of the sources, and that can be wanted on the way back from a target.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use super::bits::CellBits;
use super::limits::NetworkLimits;
use super::model::LightModel;
use crate::piece::PieceKind;

/// A power by its index in the table.
pub(crate) type Index = u16;

/// Limit of powers; longer tables are not computed.
const MAX_POWERS: usize = 1500;
/// Most slots of a table of sums.
const MAX_SUMS: usize = 1 << 13;
/// Most cached results about powers that can be made.
const MAX_MADE: usize = 1 << 19;
/// Most slots of the dense table of values.
const MAX_SLOTS: u64 = 1 << 20;

/// Numbers of remaining operations: splitters into 2 and 3, combiners of 2 and 3.
pub(crate) type Ops = [usize; 4];

/// Index of the operation of a shape.
pub(crate) fn operation(kind: PieceKind, ports: usize) -> Option<usize> {
    match (kind, ports) {
        (PieceKind::Bender, _) => None,
        (PieceKind::Splitter, 2) => Some(0),
        (PieceKind::Splitter, _) => Some(1),
        (PieceKind::Combiner, 2) => Some(2),
        (PieceKind::Combiner, _) => Some(3),
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct PowerTable {
    /// In ascending order.
    values: Vec<u64>,
    grain: u64,
    /// The index of each value by its number of grains, plus 1.
    index: Vec<Index>,
    /// The pairs of powers that make each, in both orders.
    pairs: Vec<Vec<(Index, Index)>>,
    /// The powers that these operations can make of light of these powers, both as bits by index.
    made: RefCell<FxHashMap<(u128, Ops), u128>>,
}

impl PowerTable {
    /// The table; `None` if it would be too long.
    pub(crate) fn of<B: CellBits>(
        model: &LightModel<B>,
        limits: &NetworkLimits<B>,
    ) -> Option<Self> {
        let most = operations(model, limits);
        let sources: BTreeSet<u64> = model.sources.iter().map(|source| source.power).collect();
        let whole: u64 = model.sources.iter().map(|source| source.power).sum();
        let made = makeable(&sources, most, whole, limits.pieces)?;
        let values: Vec<u64> = wanted(model, &made, most, limits).into_iter().collect();
        let mut table = Self::default();
        table.take(values)?;
        table.fill_pairs(most);
        Some(table)
    }

    fn take(&mut self, values: Vec<u64>) -> Option<()> {
        self.grain = values.iter().copied().fold(0, greatest_common_divisor).max(1);
        let slots = values.last().map_or(0, |last| last / self.grain) + 1;
        if slots > MAX_SLOTS {
            return None;
        }
        self.index = vec![0; usize::try_from(slots).ok()?];
        for (n, value) in values.iter().enumerate() {
            let slot = usize::try_from(value / self.grain).ok()?;
            *self.index.get_mut(slot)? = Index::try_from(n + 1).ok()?;
        }
        self.values = values;
        Some(())
    }

    fn fill_pairs(&mut self, ops: Ops) {
        let part = |sum: u64, a: u64| self.index_of(sum.checked_sub(a)?);
        let pairs_of = |sum: &u64| {
            let firsts = self.values.iter().enumerate().take_while(|(_, a)| *a < sum);
            firsts.filter_map(|(n, a)| Some((Index::try_from(n).ok()?, part(*sum, *a)?))).collect()
        };
        self.pairs = match ops {
            [_, _, 0, 0] => vec![Vec::new(); self.values.len()],
            _ => self.values.iter().map(pairs_of).collect(),
        };
    }

    /// The powers that these operations can make of light of the powers `there`; all of them if the table is
    /// too long to tell.
    pub(crate) fn made_of(&self, there: u128, ops: Ops) -> u128 {
        if self.values.len() > 128 {
            return u128::MAX;
        }
        let known = self.made.borrow().get(&(there, ops)).copied();
        if let Some(known) = known {
            return known;
        }
        let lesser: [Option<u128>; 4] = std::array::from_fn(|kind| {
            let mut rest = ops;
            let left = rest.get_mut(kind)?;
            *left = left.checked_sub(1)?;
            Some(self.made_of(there, rest))
        });
        let [halves, thirds, twos, threes] = lesser;
        let sums = threes.map(|set| (set, self.sums_of_two(set)));
        let mut made = there;
        for n in (0..self.values.len()).filter(|n| there & (1 << n) == 0) {
            if self.is_part(n, halves, 2)
                || self.is_part(n, thirds, 3)
                || twos.is_some_and(|set| self.is_sum(n, set))
                || sums.as_ref().is_some_and(|(set, sums)| self.is_sum_of_three(n, *set, sums))
            {
                made |= 1 << n;
            }
        }
        let mut kept = self.made.borrow_mut();
        if kept.len() >= MAX_MADE {
            kept.clear();
        }
        kept.insert((there, ops), made);
        made
    }

    /// Returns whether a power is one of `parts` equal parts of one of a set.
    fn is_part(&self, n: usize, set: Option<u128>, parts: u64) -> bool {
        let value = self.values.get(n).copied().unwrap_or_default();
        let whole = value.checked_mul(parts).and_then(|whole| self.index_of(whole));
        whole.zip(set).is_some_and(|(whole, set)| set & (1 << whole) != 0)
    }

    /// Returns whether a power is the sum of two of a set.
    fn is_sum(&self, n: usize, set: u128) -> bool {
        let pairs = self.pairs.get(n).into_iter().flatten();
        pairs.into_iter().any(|(x, y)| set & (1 << x) != 0 && set & (1 << y) != 0)
    }

    /// The sums of two powers of a set, by their numbers of grains; `None` if there are too many.
    fn sums_of_two(&self, set: u128) -> Option<Vec<bool>> {
        let slots = self.index.len();
        if slots > MAX_SUMS {
            return None;
        }
        let grains: Vec<usize> = (0..self.values.len())
            .filter(|n| set & (1 << n) != 0)
            .filter_map(|n| usize::try_from(self.values.get(n)? / self.grain).ok())
            .collect();
        let mut sums = vec![false; slots];
        for a in &grains {
            for b in &grains {
                match sums.get_mut(a + b) {
                    Some(sum) => *sum = true,
                    None => break,
                }
            }
        }
        Some(sums)
    }

    /// Returns whether a power is the sum of three of a set, using the sums of two of it. The sum of two need
    /// not be wanted on its own, so it may be missing from the table.
    fn is_sum_of_three(&self, n: usize, set: u128, sums: &Option<Vec<bool>>) -> bool {
        let Some(sums) = sums else { return true };
        let value = self.values.get(n).copied().unwrap_or_default();
        let firsts = self.values.iter().enumerate().take_while(|(_, first)| **first < value);
        firsts.filter(|(x, _)| set & (1 << x) != 0).any(|(_, first)| {
            let slot = usize::try_from((value - first) / self.grain);
            slot.is_ok_and(|slot| sums.get(slot).copied().unwrap_or_default())
        })
    }

    /// Calls for every way to make a value of `n` powers in order, until a call returns false.
    pub(crate) fn ways(
        &self,
        sum: u64,
        n: usize,
        parts: &mut Vec<Index>,
        each: &mut dyn FnMut(&[Index]),
    ) {
        match n {
            0 => {}
            1 => {
                if let Some(last) = self.index_of(sum) {
                    parts.push(last);
                    each(parts);
                    parts.pop();
                }
            }
            _ => {
                for (x, value) in self.values.iter().enumerate().take_while(|(_, x)| **x < sum) {
                    parts.push(Index::try_from(x).unwrap_or(Index::MAX));
                    self.ways(sum - value, n - 1, parts, each);
                    parts.pop();
                }
            }
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.values.len()
    }

    /// All of them, in ascending order.
    pub(crate) fn values(&self) -> &[u64] {
        &self.values
    }

    pub(crate) fn value(&self, power: Index) -> u64 {
        self.values.get(usize::from(power)).copied().unwrap_or_default()
    }

    pub(crate) fn index_of(&self, value: u64) -> Option<Index> {
        if !value.is_multiple_of(self.grain) {
            return None;
        }
        let slot = usize::try_from(value / self.grain).ok()?;
        self.index.get(slot).copied().filter(|n| *n > 0).map(|n| n - 1)
    }

    pub(crate) fn pairs(&self, power: Index) -> &[(Index, Index)] {
        self.pairs.get(usize::from(power)).map_or(&[], Vec::as_slice)
    }
}

fn greatest_common_divisor(a: u64, b: u64) -> u64 {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    x
}

/// Most operations of each kind.
pub(crate) fn operations<B: CellBits>(model: &LightModel<B>, limits: &NetworkLimits<B>) -> Ops {
    let mut ops = Ops::default();
    for (shape, count) in model.shapes.iter().zip(&limits.shapes) {
        let ports = shape.ins.len().max(shape.outs.len());
        if let Some(of) = operation(shape.kind, ports).and_then(|kind| ops.get_mut(kind)) {
            *of += count;
        }
    }
    let [_, splitters, combiners] = limits.kinds;
    let [a, b, c, d] = ops;
    [a.min(splitters), b.min(splitters), c.min(combiners), d.min(combiners)]
}

/// Every power up to `whole` that the operations can make in sequence, with the least number of them.
fn makeable(
    sources: &BTreeSet<u64>,
    ops: Ops,
    whole: u64,
    pieces: usize,
) -> Option<BTreeMap<u64, usize>> {
    let [twos, threes, pairs, triples] = ops;
    let mut made: BTreeMap<u64, usize> = sources.iter().map(|power| (*power, 0)).collect();
    for round in 1..=ops.iter().sum::<usize>().min(pieces) {
        let mut next: BTreeSet<u64> = BTreeSet::new();
        for value in made.keys() {
            for (parts, count) in [(2, twos), (3, threes)] {
                if count > 0 && value.is_multiple_of(parts) {
                    next.insert(value / parts);
                }
            }
        }
        let add = |sums: &mut dyn Iterator<Item = u64>, next: &mut BTreeSet<u64>| {
            for a in sums {
                let fitting = made.keys().take_while(|b| a + **b <= whole);
                next.extend(fitting.map(|b| a + b));
                if next.len() > 2 * MAX_POWERS {
                    return;
                }
            }
        };
        if pairs > 0 {
            add(&mut made.keys().copied(), &mut next);
        }
        if triples > 0 {
            let mut twos = BTreeSet::new();
            add(&mut made.keys().copied(), &mut twos);
            add(&mut twos.into_iter(), &mut next);
        }
        let before = made.len();
        next.into_iter().for_each(|power| _ = made.entry(power).or_insert(round));
        if made.len() > MAX_POWERS {
            return None;
        }
        if made.len() == before {
            break;
        }
    }
    Some(made)
}

/// The powers among `made` that can be wanted: a target's, and those that make a wanted one, while there are
/// enough pieces for both the way there and the way on.
fn wanted<B: CellBits>(
    model: &LightModel<B>,
    made: &BTreeMap<u64, usize>,
    ops: Ops,
    limits: &NetworkLimits<B>,
) -> BTreeSet<u64> {
    let [twos, threes, pairs, triples] = ops;
    let add_parts = |sum: u64, most: usize, open: &mut Vec<u64>| {
        if most >= 3 {
            // Some power that goes into the sum with two or more others.
            open.extend(made.keys().filter(|part| **part < sum));
        } else if most == 2 {
            let both = |part: &&u64| **part < sum && made.contains_key(&(sum - **part));
            open.extend(made.keys().filter(both));
        }
    };
    let mut open: Vec<u64> = Vec::new();
    for target in &model.targets {
        let Some(power) = target.power else { continue };
        open.push(power);
        add_parts(power, target.ins.len(), &mut open);
    }
    let mut wanted = BTreeSet::new();
    for way_on in 0..=limits.pieces {
        let mut next = Vec::new();
        for value in open {
            let fits = made.get(&value).is_some_and(|way| way + way_on <= limits.pieces);
            if !fits || !wanted.insert(value) || limits.unbuilt.contains(&value) {
                continue;
            }
            for (parts, count) in [(2, twos), (3, threes)] {
                if count > 0 {
                    next.extend(value.checked_mul(parts));
                }
            }
            let most = if triples > 0 {
                3
            } else if pairs > 0 {
                2
            } else {
                0
            };
            add_parts(value, most, &mut next);
        }
        open = next;
    }
    wanted
}
