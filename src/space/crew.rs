//! Workers on several threads, added only when the work is worth it.

use super::sharing::{piece_of, share_out};
use foolproof_kernel::look_at;
use std::ops::Range;
use std::time::Instant;

/// Nanoseconds of work after which a second thread starts: most levels end before.
const WORTH_A_CREW: u128 = 3_000_000;
/// Nanoseconds of work below which a batch is not shared.
const WORTH_A_THREAD: u128 = 200_000;
const PIECES_A_THREAD: usize = 4;

/// Workers: one at the start, more as they are needed.
pub(super) struct Crew<'a, W> {
    workers: &'a mut Vec<W>,
    most: usize,
    /// Nanoseconds of all work so far, and nanoseconds a state in the last batch.
    worked: u128,
    nanos_a_state: u128,
}

impl<'a, W: Send> Crew<'a, W> {
    /// `workers` must not be empty; it never grows beyond `most`.
    pub(super) fn new(workers: &'a mut Vec<W>, most: usize) -> Self {
        Self { workers, most: most.max(1), worked: 0, nanos_a_state: 0 }
    }

    pub(super) fn workers(&self) -> &[W] {
        self.workers
    }

    /// The worker that is always there.
    pub(super) fn first(&mut self) -> Option<&mut W> {
        self.workers.first_mut()
    }

    /// Does the work of a batch of the states that are known, in pieces, and returns the results in order. The
    /// length of a piece is a multiple of `together`; `another` makes a worker.
    pub(super) fn take<T: Send>(
        &mut self,
        (batch, known): (&Range<usize>, usize),
        together: usize,
        another: impl Fn(&W) -> Option<W>,
        work: impl Fn(&mut W, Range<usize>) -> T + Sync,
    ) -> Vec<T> {
        let worth =
            self.worked > WORTH_A_CREW && self.nanos_a_state * batch.len() as u128 > WORTH_A_THREAD;
        while worth && self.workers.len() < self.most {
            match self.workers.first().and_then(&another) {
                Some(worker) => self.workers.push(worker),
                None => break,
            }
        }
        let n_used = if worth { self.workers.len().min(self.most) } else { 1 };
        let piece_len = match n_used {
            1 => batch.len(),
            n => batch.len().div_ceil(n * PIECES_A_THREAD),
        };
        let piece_len = piece_len.next_multiple_of(together.max(1)).max(1);
        look_at(batch.len(), known.saturating_sub(batch.end));
        let began = Instant::now();
        let workers = self.workers.get_mut(..n_used).unwrap_or_default();
        let made = share_out(workers, batch.len().div_ceil(piece_len), |worker, piece| {
            work(worker, piece_of(batch, piece_len, piece))
        });
        let nanos = began.elapsed().as_nanos();
        self.worked += nanos;
        self.nanos_a_state = nanos / batch.len().max(1) as u128;
        made
    }
}

impl<W> Drop for Crew<'_, W> {
    fn drop(&mut self) {
        // The search is over.
        look_at(0, 0);
    }
}
