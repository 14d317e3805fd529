//! The steps of all states in a few bytes each, in the order of the states.
//!
//! States are numbered as a search finds them, so a step to a new state needs no target: it is the next number.
//! Other targets are stored as differences from the number of the state. Steps are found by blocks of states.

use super::chunks::Chunks;
use super::spill::SpillFile;
use super::stepper::{Step, WINS};
use foolproof_kernel::StopCheck;
use std::borrow::Cow;
use std::sync::Arc;

/// The number of states in a block.
const BLOCK_STATES: usize = 16;
/// Bytes of the pieces in which the log grows.
const PIECE_BYTES: usize = 1 << 20;
/// The most bytes of a step: a label and a difference, seven bits a byte.
pub(super) const MAX_STEP_BYTES: usize = 10;

/// Blocks between two checks for a stop.
const STOP_EVERY: usize = 1 << 12;

/// Codes of targets: a new state, a win, or another state.
const NEW: u64 = 0;
const WIN: u64 = 1;
const KNOWN: u64 = 2;
/// The first byte of a state with 15 steps or more. For other states it holds the numbers of steps and of new
/// states.
const LONG_HEAD: u8 = u8::MAX;

#[derive(Clone, Copy, Debug)]
struct BlockStart {
    piece: u32,
    at: u32,
    /// The number of states found by the steps before it.
    n_met: u32,
    /// The number of steps before it.
    n_steps: u32,
}

/// Some consecutive blocks.
#[derive(Clone, Debug)]
enum Piece {
    InMemory(Vec<u8>),
    InFile { at: usize, len: usize },
}

/// The steps of the states from the first one on.
#[derive(Clone, Debug)]
pub(super) struct StepLog {
    pieces: Vec<Piece>,
    piece_bytes: usize,
    /// The number of pieces in the file, which are the first ones.
    n_spilled: usize,
    file: Option<Arc<SpillFile>>,
    blocks: Chunks<BlockStart>,
    /// The last block, which is not full.
    open: Vec<u8>,
    open_start: BlockStart,
    /// The steps of the state being added, as bytes.
    written: Vec<u8>,
    n_states: usize,
    /// The number of steps of these states.
    n_steps: usize,
    /// The number of states found by steps, including the start.
    n_met: u32,
    /// The steps of the next state, as far as they were taken.
    next: Vec<Step>,
}

/// The order in which states are visited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum VisitOrder {
    Forwards,
    Backwards,
}

/// The steps of the states of a block, with the places of each.
#[derive(Debug, Default)]
struct BlockSteps {
    steps: Vec<Step>,
    /// The first state; and for each state the end of its steps.
    first: usize,
    ends: Vec<usize>,
}

impl BlockSteps {
    fn states(&self) -> impl DoubleEndedIterator<Item = (usize, &[Step])> {
        self.ends.iter().enumerate().map(|(at, end)| {
            let from = at.checked_sub(1).map_or(0, |before| self.ends[before]);
            (self.first + at, self.steps.get(from..*end).unwrap_or_default())
        })
    }
}

/// Reads steps, beginning with those of the first state of a block.
#[derive(Clone, Debug)]
struct LogReader<'a> {
    bytes: Cow<'a, [u8]>,
    at: usize,
    state: u32,
    /// The number of steps of the state that were not read yet.
    left: u32,
    n_met: u32,
}

impl LogReader<'_> {
    fn number(&mut self) -> u64 {
        let (mut number, mut shift) = (0, 0);
        while let Some(byte) = self.bytes.get(self.at) {
            self.at += 1;
            number |= u64::from(byte & 0x7F) << shift;
            shift += 7;
            if byte & 0x80 == 0 {
                break;
            }
        }
        number
    }

    /// Reads the header of a state: how many of its steps found new states, and the bytes of all its steps.
    fn begin(&mut self) -> (u32, usize) {
        let head = self.bytes.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        let (left, n_new) = match head {
            LONG_HEAD => (self.number() as u32, self.number() as u32),
            head => (u32::from(head >> 4), u32::from(head & 15)),
        };
        self.left = left;
        (n_new, self.number() as usize)
    }
}

impl Iterator for LogReader<'_> {
    type Item = Step;

    /// The next step of the state.
    fn next(&mut self) -> Option<Step> {
        self.left = self.left.checked_sub(1)?;
        let code = self.number();
        let target = match code & 3 {
            NEW => {
                self.n_met += 1;
                self.n_met - 1
            }
            WIN => WINS,
            _ => {
                let far = self.number();
                let far = (far >> 1) as i64 ^ -((far & 1) as i64);
                (i64::from(self.state) + far) as u32
            }
        };
        Some(Step { target, label: (code >> 2) as u32 })
    }
}

fn put_number(mut number: u64, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

impl StepLog {
    pub(super) fn new() -> Self {
        let start = BlockStart { piece: 0, at: 0, n_met: 1, n_steps: 0 };
        Self {
            pieces: Vec::new(),
            piece_bytes: 0,
            n_spilled: 0,
            file: None,
            blocks: Chunks::default(),
            open: Vec::new(),
            open_start: start,
            written: Vec::new(),
            n_states: 0,
            n_steps: 0,
            n_met: 1,
            next: Vec::new(),
        }
    }

    /// The number of states whose steps are complete.
    pub(super) fn n_states(&self) -> usize {
        self.n_states
    }

    /// The number of steps, with those of the next state.
    pub(super) fn n_steps(&self) -> usize {
        self.n_steps + self.next.len()
    }

    /// Memory in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.piece_bytes + self.blocks.bytes() + self.open.capacity()
    }

    /// Adds a step of the next state.
    pub(super) fn push(&mut self, step: Step) {
        self.next.push(step);
    }

    /// Removes and returns the steps of the next state.
    pub(super) fn take_next(&mut self) -> Vec<Step> {
        std::mem::take(&mut self.next)
    }

    /// Marks the steps of the next state as complete.
    pub(super) fn end_state(&mut self) {
        let (state, n_met) = (self.n_states as i64, self.n_met);
        self.written.clear();
        for step in &self.next {
            let kind = match step.target {
                WINS => WIN,
                target if target == self.n_met => NEW,
                _ => KNOWN,
            };
            put_number(u64::from(step.label) << 2 | kind, &mut self.written);
            if kind == NEW {
                self.n_met += 1;
            } else if kind == KNOWN {
                let far = i64::from(step.target) - state;
                put_number((far << 1 ^ far >> 63) as u64, &mut self.written);
            }
        }
        let (n_steps, n_new) = (self.next.len() as u64, u64::from(self.n_met - n_met));
        if n_steps < 15 {
            self.open.push((n_steps << 4 | n_new) as u8);
        } else {
            self.open.push(LONG_HEAD);
            put_number(n_steps, &mut self.open);
            put_number(n_new, &mut self.open);
        }
        put_number(self.written.len() as u64, &mut self.open);
        self.open.extend_from_slice(&self.written);
        self.n_states += 1;
        self.n_steps += self.next.len();
        self.next.clear();
        if self.n_states.is_multiple_of(BLOCK_STATES) {
            self.end_block();
        }
    }

    fn end_block(&mut self) {
        let has_room = match self.pieces.last() {
            Some(Piece::InMemory(piece)) => piece.len() + self.open.len() <= PIECE_BYTES,
            _ => false,
        };
        if !has_room {
            // The first piece grows as it is filled.
            let room = if self.pieces.is_empty() { 0 } else { PIECE_BYTES.max(self.open.len()) };
            self.pieces.push(Piece::InMemory(Vec::with_capacity(room)));
            self.piece_bytes += room;
        }
        let piece = self.pieces.len() as u32 - 1;
        if let Some(Piece::InMemory(last)) = self.pieces.last_mut() {
            self.blocks.push(BlockStart { piece, at: last.len() as u32, ..self.open_start });
            let before = last.capacity();
            last.extend_from_slice(&self.open);
            self.piece_bytes += last.capacity() - before;
        }
        self.open.clear();
        let (n_met, n_steps) = (self.n_met, self.n_steps as u32);
        self.open_start = BlockStart { piece: 0, at: 0, n_met, n_steps };
    }

    /// Moves the oldest steps into a file, up to this many bytes. Returns the bytes freed.
    pub(super) fn spill(&mut self, file: &Arc<SpillFile>, bytes: usize) -> usize {
        let before = self.piece_bytes;
        while before - self.piece_bytes < bytes && self.n_spilled + 1 < self.pieces.len() {
            let Some(piece) = self.pieces.get_mut(self.n_spilled) else { break };
            if let Piece::InMemory(steps) = piece {
                let Some(at) = file.append(steps) else { break };
                self.piece_bytes -= steps.capacity();
                *piece = Piece::InFile { at, len: steps.len() };
            }
            self.file.get_or_insert_with(|| Arc::clone(file));
            self.n_spilled += 1;
        }
        before - self.piece_bytes
    }

    fn n_blocks(&self) -> usize {
        self.n_states.div_ceil(BLOCK_STATES)
    }

    /// The bytes of a block (possibly with bytes after it in its piece), and its start.
    fn block(&self, block: usize) -> (Cow<'_, [u8]>, BlockStart) {
        let Some(start) = self.blocks.get(block) else {
            return (Cow::Borrowed(&self.open), self.open_start);
        };
        let from = start.at as usize;
        let bytes = match self.pieces.get(start.piece as usize) {
            Some(Piece::InMemory(piece)) => Cow::Borrowed(piece.get(from..).unwrap_or_default()),
            Some(Piece::InFile { at, len }) => {
                let next = self.blocks.get(block + 1).filter(|next| next.piece == start.piece);
                let mut read = vec![0; next.map_or(*len, |next| next.at as usize) - from];
                if let Some(file) = &self.file {
                    file.read(at + from, &mut read);
                }
                Cow::Owned(read)
            }
            None => Cow::Borrowed(&[][..]),
        };
        (bytes, start)
    }

    /// A reader of the steps of a state, and the number of the first one.
    fn reader(&self, state: usize) -> (LogReader<'_>, usize) {
        let (bytes, start) = self.block(state / BLOCK_STATES);
        let first = (state - state % BLOCK_STATES) as u32;
        let mut reader = LogReader { bytes, at: 0, state: first, left: 0, n_met: start.n_met };
        let mut place = start.n_steps as usize;
        for _ in first..state as u32 {
            let (n_new, bytes) = reader.begin();
            place += reader.left as usize;
            reader.n_met += n_new;
            reader.at += bytes;
            reader.state += 1;
        }
        reader.begin();
        (reader, place)
    }

    /// The steps of a state, as far as they were taken, and the number of the first one among all steps.
    pub(super) fn of(&self, state: u32) -> (usize, impl Iterator<Item = Step> + '_) {
        let state = state as usize;
        let complete = (state < self.n_states).then(|| self.reader(state));
        let next = if state == self.n_states { self.next.as_slice() } else { &[] };
        let place = complete.as_ref().map_or(self.n_steps, |(_, place)| *place);
        let complete = complete.into_iter().flat_map(|(reader, _)| reader);
        (place, complete.chain(next.iter().copied()))
    }

    /// The state and the label of the step that first found a state. O(log states).
    pub(super) fn met_by(&self, state: u32) -> Option<(u32, u32)> {
        let is_before = |start: &BlockStart| start.n_met <= state;
        let block = self.blocks.partition_point(is_before);
        let open_first = self.blocks.len() == block && is_before(&self.open_start);
        let number = if open_first { block } else { block.checked_sub(1)? };
        let first = number * BLOCK_STATES;
        (first as u32..=self.n_states.min(first + BLOCK_STATES) as u32).find_map(|from| {
            let step = self.of(from).1.find(|step| step.target == state)?;
            Some((from, step.label))
        })
    }

    /// Calls a function with the steps of each state; `None` if stopped.
    pub(super) fn visit(
        &self,
        order: VisitOrder,
        stop: StopCheck<'_>,
        mut visitor: impl FnMut(usize, &[Step]),
    ) -> Option<()> {
        if order == VisitOrder::Backwards {
            visitor(self.n_states, &self.next);
        }
        let (mut block, n_blocks) = (BlockSteps::default(), self.n_blocks());
        for place in 0..n_blocks {
            if place.is_multiple_of(STOP_EVERY) && stop() {
                return None;
            }
            match order {
                VisitOrder::Forwards => {
                    self.read_block(place, &mut block);
                    block.states().for_each(|(state, steps)| visitor(state, steps));
                }
                VisitOrder::Backwards => {
                    self.read_block(n_blocks - 1 - place, &mut block);
                    block.states().rev().for_each(|(state, steps)| visitor(state, steps));
                }
            }
        }
        if order == VisitOrder::Forwards {
            visitor(self.n_states, &self.next);
        }
        Some(())
    }

    /// Reads all steps of a block into `out`, which is overwritten.
    fn read_block(&self, block: usize, out: &mut BlockSteps) {
        out.steps.clear();
        out.ends.clear();
        out.first = block * BLOCK_STATES;
        let (bytes, start) = self.block(block);
        let (state, n_met) = (out.first as u32, start.n_met);
        let mut reader = LogReader { bytes, at: 0, state, left: 0, n_met };
        for _ in out.first..self.n_states.min(out.first + BLOCK_STATES) {
            reader.begin();
            out.steps.extend(reader.by_ref());
            out.ends.push(out.steps.len());
            reader.state += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn add(log: &mut StepLog, steps: &[Step]) {
        steps.iter().for_each(|step| log.push(*step));
        log.end_state();
    }

    #[test]
    fn steps_are_read_as_they_were_written() {
        let mut rng = fastrand::Rng::with_seed(5);
        let (mut log, mut met) = (StepLog::new(), 1_u32);
        let mut all: Vec<Vec<Step>> = Vec::new();
        for state in 0..5_000_u32 {
            let step = |_| {
                let target = match rng.u32(0..10) {
                    0 => WINS,
                    1..4 => {
                        met += 1;
                        met - 1
                    }
                    _ => rng.u32(0..met),
                };
                Step { target, label: rng.u32(0..if state % 7 == 0 { u32::MAX } else { 6 }) }
            };
            let most = if state % 11 == 0 { 40 } else { 5 };
            let steps: Vec<Step> = (0..state % most).map(step).collect();
            add(&mut log, &steps);
            all.push(steps);
        }
        let mut place = 0;
        let file = Arc::new(SpillFile::new(usize::MAX));
        assert_eq!(log.spill(&file, usize::MAX), 0);
        for (state, steps) in all.iter().enumerate() {
            let (first, found) = log.of(state as u32);
            assert_eq!((first, &found.collect::<Vec<_>>()), (place, steps));
            place += steps.len();
        }
        assert_eq!((log.n_states(), log.n_steps()), (all.len(), place));
        let mut next = 0;
        let visited = log.visit(VisitOrder::Forwards, &|| false, |state, steps| {
            let expected = all.get(state).map_or(&[][..], Vec::as_slice);
            assert_eq!((state, steps), (next, expected));
            next += 1;
        });
        assert_eq!((visited, next), (Some(()), all.len() + 1));
        let mut met_by = vec![(0, 0)];
        for (from, step) in
            all.iter().enumerate().flat_map(|(at, steps)| steps.iter().map(move |s| (at, s)))
        {
            if step.target as usize == met_by.len() {
                met_by.push((from as u32, step.label));
            }
        }
        assert!((1..met).all(|state| log.met_by(state) == Some(met_by[state as usize])));
        assert_eq!(log.met_by(met), None);
    }

    #[test]
    fn steps_in_a_file_are_read() {
        let (mut log, file) = (StepLog::new(), Arc::new(SpillFile::new(usize::MAX)));
        let mut rng = fastrand::Rng::with_seed(9);
        let step = |rng: &mut fastrand::Rng, state| Step { target: state, label: rng.u32(..) };
        let all: Vec<[Step; 5]> = (0..100_000_u32)
            .map(|state| [step(&mut rng, state / 2), step(&mut rng, state / 3)].repeat(3))
            .map(|steps| std::array::from_fn(|at| steps[at]))
            .collect();
        for steps in &all {
            add(&mut log, steps);
            if log.n_states() % 1_000 == 0 {
                let before = log.bytes();
                assert_eq!(log.spill(&file, 1), before - log.bytes());
            }
        }
        assert!(log.bytes() < 3 * PIECE_BYTES && file.len() > 2 * PIECE_BYTES);
        let mut left = all.len();
        log.visit(VisitOrder::Backwards, &|| false, |state, steps| {
            assert_eq!(state, left);
            assert_eq!(steps, all.get(state).map_or(&[][..], |steps| &steps[..]));
            left = left.saturating_sub(1);
        });
        for state in (0..all.len()).step_by(77) {
            assert!(log.of(state as u32).1.eq(all[state]));
        }
        assert!(!file.has_failed());
    }
}
