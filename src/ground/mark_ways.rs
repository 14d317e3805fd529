//! Number of steps that a mark needs from each cell to each place, if it is alone of its kind.

use super::filling_plan::{FillingPlan, WalkerSites};
use super::machine::{Batch, Machine};
use super::win_marks::{KindGoal, MarkKind, WinMarks};
use foolproof_planning::{EmptiedGame, EmptiedSpace, GONE, MoverWay};
use foolproof_space::{StopCheck, bits_of, has_bit, hash_of};

/// Maximum number of explored positions of an emptied game.
const MAX_POSITIONS: usize = 100_000;
/// Maximum number of stored ways between cells and places.
const MAX_WAYS: usize = 1 << 20;
/// Cost of a mark that never reaches a place.
pub(crate) const DEAD: i32 = 1_000;

/// Cost of each way, by cell and then place.
#[derive(Clone, Debug)]
pub(crate) struct MarkWays {
    pub(crate) costs: Vec<i32>,
    /// Order for filling places, if something walks in the mark's game.
    pub(crate) plan: Option<FillingPlan>,
}

/// The game of the positions with one mark of a kind.
struct LoneMark<'a> {
    machine: &'a Machine,
    kind: &'a MarkKind,
    batch: Batch<1>,
}

impl MarkWays {
    /// Computes the ways from a position reduced to one mark of the goal's kind and the marks of the mask.
    /// `None` if no mark of the position reaches any place. O(positions · actions + positions · places).
    pub(crate) fn find(
        machine: &Machine,
        from: &[u64],
        (marks, goal): (&WinMarks, &KindGoal),
        kept: &[u64],
        stop: StopCheck<'_>,
    ) -> Option<Self> {
        let kind = &marks.kinds[goal.kind];
        let (n_cells, n_places) = (kind.marks.len(), goal.places.len());
        if n_places * n_cells > MAX_WAYS {
            return None;
        }
        let here = (0..).zip(&kind.marks).filter(|(_, mark)| has_bit(from, **mark));
        let here: Vec<u32> = here.map(|(cell, _)| cell).collect();
        let alone = |cell: &u32| {
            let masked = from.iter().zip(kept).zip(&kind.mask);
            let mut words: Vec<u64> =
                masked.map(|((word, kept), mask)| word & kept & !mask).collect();
            let mark = kind.marks[*cell as usize];
            words[mark as usize / 64] |= 1 << (mark % 64);
            words
        };
        let starts: Vec<Vec<u64>> = here.iter().map(alone).collect();
        let mut game = LoneMark { machine, kind, batch: Batch::new(machine) };
        let emptied = EmptiedSpace::explore(&mut game, &starts, MAX_POSITIONS, stop);
        let ways = emptied.ways(n_cells, &goal.places);
        // A mark that cannot move is no information, wherever it is.
        if !here.iter().any(|cell| ways.lengths(*cell).any(|length| length > 0)) {
            return None;
        }
        let cells = 0..n_cells as u32;
        let longest = cells.clone().flat_map(|cell| ways.lengths(cell)).max().unwrap_or(0) as i32;
        let cost = |cell: u32, place: usize| match ways.way(cell, place) {
            MoverWay::Dead => DEAD,
            // Farther than all known ways.
            MoverWay::Unknown => (longest + 1).min(DEAD - 1),
            MoverWay::Steps(length) => (length as i32).min(DEAD - 1),
        };
        let costs = cells.flat_map(|cell| (0..n_places).map(move |place| cost(cell, place)));
        let costs = costs.collect();
        let starts: Vec<u32> =
            starts.iter().filter_map(|start| emptied.states.find(start, hash_of(start))).collect();
        let plan = walkers(&emptied, marks, from)
            .map(|walkers| FillingPlan::new(&emptied, kind, (&goal.places, &starts), walkers));
        Some(Self { costs, plan })
    }
}

impl EmptiedGame for LoneMark<'_> {
    const TOGETHER: usize = 64;

    fn cell(&mut self, state: &[u64]) -> u32 {
        let masked = state.iter().zip(&self.kind.mask).enumerate();
        let mut marks = masked.flat_map(|(word, (bits, mask))| {
            bits_of(bits & mask).map(move |bit| (word * 64 + bit) as u32)
        });
        match (marks.next(), marks.next()) {
            (Some(mark), None) => self.kind.marks.binary_search(&mark).map_or(GONE, |at| at as u32),
            _ => GONE,
        }
    }

    fn take_steps(&mut self, states: &[u64], visit: &mut dyn FnMut(usize, &[u64])) -> bool {
        let (machine, n) = (self.machine, states.len() / self.machine.width);
        self.batch.judge(machine, states);
        // A mark may have to pass one place to reach another one.
        self.batch.forget_wins();
        self.batch.act(machine, n);
        for action in 0..machine.actions.len() {
            for lane in 0..n {
                if self.batch.is_legal(action, lane) {
                    visit(lane, self.batch.next(machine, action, lane));
                }
            }
        }
        true
    }
}

/// Finds the kind that walks, if there is exactly one: its single mark moves while the game's mark stays.
fn walkers(emptied: &EmptiedSpace, marks: &WinMarks, from: &[u64]) -> Option<WalkerSites> {
    let states = &emptied.states;
    let mut changing = vec![0; from.len()];
    for (one, other, _) in emptied.steps.iter().filter(|(.., counts)| !counts) {
        let pairs = states.state(*one).iter().zip(states.state(*other));
        changing.iter_mut().zip(pairs).for_each(|(all, (one, other))| *all |= one ^ other);
    }
    let common = |kind: &MarkKind, words: &[u64]| -> u32 {
        kind.mask.iter().zip(words).map(|(mask, word)| (mask & word).count_ones()).sum()
    };
    let walks = |kind: &&MarkKind| common(kind, from) == 1 && common(kind, &changing) > 1;
    let mut kinds = marks.kinds.iter().filter(walks);
    let kind = kinds.next().filter(|_| kinds.next().is_none())?;
    let stands = |words: &[u64]| {
        let is_on = |mark: &&u32| has_bit(words, **mark);
        let mut marks = kind.marks.iter().filter(is_on);
        marks.next().filter(|_| marks.next().is_none()).copied()
    };
    let states = (0..states.n_states() as u32).map(|number| states.state(number));
    let stands = states.map(|words| Some(marks.sites[stands(words)? as usize])).collect();
    Some(WalkerSites { sites: marks.sites.clone(), mask: kind.mask.clone(), stands })
}
