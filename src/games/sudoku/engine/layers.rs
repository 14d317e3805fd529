//! Joint fillings of cells, as a graph: a layer of nodes before each cell and one behind the last, and an
//! edge for each digit that leads on. Its paths from the first layer to the last are the possible fillings.

use std::collections::BTreeMap;

use super::digits_of;

/// Cells before anything is posted: their candidates, and the pairs that hold different digits.
pub(crate) struct CellSight<'a> {
    pub possible: &'a [u16],
    pub sees: &'a dyn Fn(usize, usize) -> bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LayerEdge {
    pub from: usize,
    pub digit: u8,
    pub to: usize,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Layers {
    pub cells: Vec<usize>,
    /// The edges of each cell. Each is on a path; the first layer has one node, the number 0.
    pub edges: Vec<Vec<LayerEdge>>,
    /// The result of the paths to each node of the last layer.
    pub ends: Vec<i32>,
    /// It knows which of its cells differ.
    pub is_exact: bool,
}

/// A constraint's information about its cells.
pub(crate) enum Told {
    /// Nothing beyond the known facts about single cells and pairs of cells.
    Nothing,
    /// Each two of its cells differ.
    Differing(Layers),
    /// For two cells, the digits of the second for each digit of the first.
    Pairs(Vec<([usize; 2], Vec<u16>)>),
    Paths(Layers),
    /// Paths with equal results.
    Same(Vec<Layers>),
}

/// Most edges of a graph that represents which of its cells differ, and of one that does not.
const MAX_EXACT: usize = 12_000;
const MAX_EDGES: usize = 60_000;
/// Most edges to try, as a multiple of those limits; most of them lead nowhere.
const MAX_TRIED: usize = 6;

/// Reading of cells one after the other.
pub(crate) struct CellReading<'a, S> {
    pub start: S,
    /// The next state after a digit in the cell with this index; `None` if it is not allowed there.
    pub step: &'a dyn Fn(usize, &S, u8) -> Option<S>,
    /// The result after the last cell; `None` if it may not end there.
    pub end: &'a dyn Fn(&S) -> Option<i32>,
}

/// For the cells behind a place, the digits that they may not hold: those of cells that they see. Cells that
/// are seen by the same ones share a set.
#[derive(Clone)]
struct Frontier {
    /// The numbers of the cells behind that see the cells of each set.
    seen_by: Vec<Vec<usize>>,
    /// The new index of each set of the previous place, and of the set for the digit in between.
    moves: Vec<Option<usize>>,
    own: Option<usize>,
}

impl Frontier {
    /// Before each cell and behind the last.
    fn all(frame: &CellSight<'_>, cells: &[usize]) -> Vec<Self> {
        let first = Self { seen_by: Vec::new(), moves: Vec::new(), own: None };
        let mut all = vec![first];
        for (at, cell) in cells.iter().enumerate() {
            let mut next = Self { seen_by: Vec::new(), moves: Vec::new(), own: None };
            let before = all.last().map(|last| last.seen_by.clone()).unwrap_or_default();
            for set in before {
                let behind = set.into_iter().filter(|other| *other > at).collect();
                let place = next.place(behind);
                next.moves.push(place);
            }
            let behind = (at + 1..cells.len()).filter(|other| (frame.sees)(*cell, cells[*other]));
            next.own = next.place(behind.collect());
            all.push(next);
        }
        all
    }

    fn place(&mut self, behind: Vec<usize>) -> Option<usize> {
        if behind.is_empty() {
            return None;
        }
        let known = self.seen_by.iter().position(|set| *set == behind);
        Some(known.unwrap_or_else(|| {
            self.seen_by.push(behind);
            self.seen_by.len() - 1
        }))
    }

    /// Digits that the cell with this number may not hold.
    fn barred(&self, at: usize, sets: &[u16]) -> u16 {
        let seen = self.seen_by.iter().zip(sets).filter(|(seen_by, _)| seen_by.contains(&at));
        seen.fold(0, |barred, (_, set)| barred | set)
    }

    /// The sets here, from those before and the digit between.
    fn after(&self, sets: &[u16], digit: u16) -> Vec<u16> {
        let mut after = vec![0; self.seen_by.len()];
        let moved = self.moves.iter().zip(sets).chain(std::iter::once((&self.own, &digit)));
        for (to, set) in moved {
            if let Some(place) = to.and_then(|to| after.get_mut(to)) {
                *place |= set;
            }
        }
        after
    }
}

impl Layers {
    /// The graph of a reading; `None` if it has too many edges. If it is small enough, it represents which of
    /// its cells differ.
    pub(crate) fn of<S: Clone + Ord>(
        frame: &CellSight<'_>,
        cells: &[usize],
        reading: &CellReading<'_, S>,
    ) -> Option<Self> {
        let blind = CellSight { sees: &|_, _| false, ..*frame };
        Self::exactly(frame, cells, reading)
            .or_else(|| Self::within(&blind, cells, reading, MAX_EDGES))
    }

    /// The graph of a reading that represents which of its cells differ; `None` if it is too large for that.
    pub(crate) fn exactly<S: Clone + Ord>(
        frame: &CellSight<'_>,
        cells: &[usize],
        reading: &CellReading<'_, S>,
    ) -> Option<Self> {
        let layers = Self::within(frame, cells, reading, MAX_EXACT)?;
        Some(Self { is_exact: true, ..layers })
    }

    fn within<S: Clone + Ord>(
        frame: &CellSight<'_>,
        cells: &[usize],
        reading: &CellReading<'_, S>,
        most: usize,
    ) -> Option<Self> {
        let frontiers = Frontier::all(frame, cells);
        let mut nodes = vec![(reading.start.clone(), Vec::<u16>::new())];
        let (mut edges, mut tried, mut counts) = (Vec::new(), 0, vec![1]);
        for (at, cell) in cells.iter().enumerate() {
            let (before, after) = (frontiers.get(at)?, frontiers.get(at + 1)?);
            let possible = frame.possible.get(*cell).copied().unwrap_or(0);
            let (mut next, mut known, mut here) = (Vec::new(), BTreeMap::new(), Vec::new());
            for (from, (state, sets)) in nodes.iter().enumerate() {
                for digit in digits_of(possible & !before.barred(at, sets)) {
                    let Some(state) = (reading.step)(at, state, digit) else { continue };
                    let node = (state, after.after(sets, 1 << (digit - 1)));
                    let to = *known.entry(node.clone()).or_insert_with(|| {
                        next.push(node);
                        next.len() - 1
                    });
                    here.push(LayerEdge { from, digit, to });
                }
            }
            tried += here.len();
            if tried > most * MAX_TRIED {
                return None;
            }
            edges.push(here);
            counts.push(next.len());
            nodes = next;
        }
        let ends = nodes.iter().map(|(state, _)| (reading.end)(state)).collect();
        let layers = Self { cells: cells.to_vec(), edges, ..Self::default() };
        let layers = layers.alive(&counts, ends);
        (layers.edges.iter().map(Vec::len).sum::<usize>() <= most).then_some(layers)
    }

    /// Keeps only edges that lead to an end. `counts` has the number of nodes of each layer.
    fn alive(mut self, counts: &[usize], ends: Vec<Option<i32>>) -> Self {
        let mut alive: Vec<bool> = ends.iter().map(Option::is_some).collect();
        let mut renamed = numbered(&alive);
        self.ends = ends.into_iter().flatten().collect();
        for (edges, count) in self.edges.iter_mut().zip(counts).rev() {
            edges.retain(|edge| alive[edge.to]);
            alive = vec![false; *count];
            edges.iter().for_each(|edge| alive[edge.from] = true);
            let from = numbered(&alive);
            for edge in edges.iter_mut() {
                (edge.from, edge.to) = (from[edge.from], renamed[edge.to]);
            }
            renamed = from;
        }
        self
    }

    /// A weighted sum, cells that see one another next to each other.
    pub(crate) fn sum(frame: &CellSight<'_>, terms: &[(usize, i32)], total: i32) -> Option<Self> {
        let mut left = terms.to_vec();
        let mut order: Vec<(usize, i32)> = Vec::new();
        while !left.is_empty() {
            let near = |(cell, _): &(usize, i32)| {
                order.iter().rev().take_while(|(other, _)| (frame.sees)(*cell, *other)).count()
            };
            // Large weights first: they leave little choice.
            let rank = |at: &usize| (near(&left[*at]), left[*at].1.abs(), left.len() - at);
            let best = (0..left.len()).max_by_key(rank);
            order.push(left.remove(best.unwrap_or(0)));
        }
        let cells: Vec<usize> = order.iter().map(|(cell, _)| *cell).collect();
        // Least and greatest sum of the cells behind each place.
        let mut rest = vec![(0, 0)];
        for (cell, weight) in order.iter().rev() {
            let digits = digits_of(frame.possible.get(*cell).copied().unwrap_or(0));
            let parts: Vec<i32> = digits.map(|digit| weight * i32::from(digit)).collect();
            let (low, high) = rest.last().copied().unwrap_or_default();
            let (least, most) =
                (parts.iter().min().unwrap_or(&0), parts.iter().max().unwrap_or(&0));
            rest.push((low + least, high + most));
        }
        rest.reverse();
        let step = |at: usize, sum: &i32, digit: u8| {
            let sum = sum + order.get(at)?.1 * i32::from(digit);
            let (low, high) = rest.get(at + 1)?;
            (sum + low <= total && sum + high >= total).then_some(sum)
        };
        let end = |sum: &i32| (*sum == total).then_some(0);
        Self::of(frame, &cells, &CellReading { start: 0, step: &step, end: &end })
    }

    /// Cells with their sum as the result.
    pub(crate) fn any_sum(frame: &CellSight<'_>, cells: &[usize]) -> Option<Self> {
        let step = |_: usize, sum: &i32, digit: u8| Some(sum + i32::from(digit));
        let reading = CellReading { start: 0, step: &step, end: &|sum: &i32| Some(*sum) };
        let mut layers = Self::of(frame, cells, &reading)?;
        // Several nodes may have the same result.
        let mut sums: Vec<i32> = layers.ends.clone();
        sums.sort_unstable();
        sums.dedup();
        let place = |end: &i32| sums.binary_search(end).unwrap_or(0);
        let places: Vec<usize> = layers.ends.iter().map(place).collect();
        if let Some(last) = layers.edges.last_mut() {
            last.iter_mut().for_each(|edge| edge.to = places.get(edge.to).copied().unwrap_or(0));
        }
        layers.ends = sums;
        Some(layers)
    }
}

/// New numbers for the kept elements, in their order.
fn numbered(stays: &[bool]) -> Vec<usize> {
    let mut next = 0;
    let number = |stays: &bool| {
        let here = next;
        next += usize::from(*stays);
        here
    };
    stays.iter().map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The fillings along the paths of a graph, with their results.
    fn paths(layers: &Layers) -> Vec<(Vec<u8>, i32)> {
        let mut open = vec![(Vec::new(), 0)];
        for edges in &layers.edges {
            let on = |(held, node): &(Vec<u8>, usize)| -> Vec<(Vec<u8>, usize)> {
                let here = edges.iter().filter(|edge| edge.from == *node);
                here.map(|edge| ([&held[..], &[edge.digit]].concat(), edge.to)).collect()
            };
            open = open.iter().flat_map(on).collect();
        }
        open.sort();
        open.into_iter().map(|(held, end)| (held, layers.ends[end])).collect()
    }

    /// All fillings of cells.
    fn fillings(possible: &[u16]) -> Vec<Vec<u8>> {
        possible.iter().fold(vec![Vec::new()], |all, set| {
            let more = |held: &Vec<u8>| -> Vec<Vec<u8>> {
                digits_of(*set).map(|digit| [&held[..], &[digit]].concat()).collect()
            };
            all.iter().flat_map(more).collect()
        })
    }

    #[test]
    fn paths_are_what_cells_may_hold() {
        let mut rng = fastrand::Rng::with_seed(9);
        let mut some = 0;
        for _ in 0..400 {
            let many = rng.usize(1..5);
            let possible: Vec<u16> = (0..many).map(|_| rng.u16(1..64)).collect();
            let differ: Vec<bool> = (0..many * many).map(|_| rng.u8(0..3) == 0).collect();
            let sees = |a: usize, b: usize| a != b && differ[a.min(b) * many + a.max(b)];
            let frame = CellSight { possible: &possible, sees: &sees };
            let weights: Vec<i32> = (0..many).map(|_| rng.i32(-1..3)).collect();
            let terms: Vec<(usize, i32)> = weights.iter().copied().enumerate().collect();
            let total = rng.i32(0..12);
            let fits = |held: &Vec<u8>| {
                (0..many).all(|a| (0..a).all(|b| held[a] != held[b] || !sees(a, b)))
            };
            let of = |held: &[u8]| -> i32 {
                held.iter().zip(&weights).map(|(digit, weight)| i32::from(*digit) * weight).sum()
            };
            let layers = Layers::sum(&frame, &terms, total).expect("few edges");
            let mut wanted: Vec<Vec<u8>> = fillings(&possible)
                .into_iter()
                .filter(|held| fits(held) && of(held) == total)
                .collect();
            let in_order = |held: &Vec<u8>| layers.cells.iter().map(|at| held[*at]).collect();
            wanted = wanted.iter().map(in_order).collect();
            wanted.sort();
            let found: Vec<Vec<u8>> = paths(&layers).into_iter().map(|(held, _)| held).collect();
            assert_eq!(found, wanted);
            some += found.len();
            let cells: Vec<usize> = (0..many).collect();
            let any = Layers::any_sum(&frame, &cells).expect("few edges");
            let sum = |held: Vec<u8>| {
                let sum = held.iter().copied().map(i32::from).sum();
                (held, sum)
            };
            let wanted: Vec<_> = fillings(&possible).into_iter().filter(fits).map(sum).collect();
            assert_eq!(paths(&any), wanted);
        }
        assert!(some > 200, "{some}");
    }

    #[test]
    fn large_graphs_leave_out_what_differs_or_are_none() {
        let possible = vec![511u16; 81];
        let frame = CellSight { possible: &possible, sees: &|a, b| a / 9 == b / 9 };
        let row: Vec<(usize, i32)> = (0..9).map(|cell| (cell, 1)).collect();
        let whole = Layers::sum(&frame, &row, 45).expect("a graph");
        assert!(whole.edges.iter().map(Vec::len).sum::<usize>() <= 2_304);
        let weighed: Vec<(usize, i32)> =
            (0..9).map(|cell| (cell, 10i32.pow(cell as u32))).collect();
        assert!(Layers::sum(&frame, &weighed, 123_456_789).is_some(), "most lead nowhere");
        let many: Vec<usize> = (0..60).collect();
        let step = |at: usize, held: &Vec<u8>, digit: u8| {
            (at < 9).then(|| [&held[..], &[digit]].concat()).or(Some(held.clone()))
        };
        let reading = CellReading { start: Vec::new(), step: &step, end: &|_| Some(0) };
        assert!(Layers::of(&frame, &many, &reading).is_none());
    }
}
