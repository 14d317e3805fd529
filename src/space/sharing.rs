//! Runs pieces of work on a few threads and returns the results in the order of the pieces.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Runs `n_pieces` pieces of work with one thread for each worker and returns their results in order.
///
/// Any worker may run any piece, so results must not depend on it. With one worker or one piece no thread is
/// started. A panic in a piece is passed on to the caller.
pub fn share_out<W: Send, T: Send>(
    workers: &mut [W],
    n_pieces: usize,
    work: impl Fn(&mut W, usize) -> T + Sync,
) -> Vec<T> {
    let n_used = workers.len().min(n_pieces);
    let Some((first, others)) = workers.split_first_mut() else { return Vec::new() };
    if n_used < 2 {
        return (0..n_pieces).map(|piece| work(first, piece)).collect();
    }
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, T)>> = Mutex::new(Vec::with_capacity(n_pieces));
    let run = |worker: &mut W| {
        loop {
            let piece = next.fetch_add(1, Ordering::Relaxed);
            if piece >= n_pieces {
                return;
            }
            let result = work(worker, piece);
            if let Ok(mut done) = done.lock() {
                done.push((piece, result));
            }
        }
    };
    std::thread::scope(|scope| {
        for worker in others.iter_mut().take(n_used - 1) {
            scope.spawn(|| run(worker));
        }
        run(first);
    });
    let mut done = done.into_inner().unwrap_or_default();
    done.sort_unstable_by_key(|&(piece, _)| piece);
    done.into_iter().map(|(_, result)| result).collect()
}

/// One of the pieces of this length into which a range is cut.
pub fn piece_of(
    range: &std::ops::Range<usize>,
    piece_len: usize,
    piece: usize,
) -> std::ops::Range<usize> {
    let first = (range.start + piece * piece_len).min(range.end);
    first..(first + piece_len).min(range.end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_work() {
        for n_workers in 1..4 {
            let mut workers = vec![0; n_workers];
            let squares = share_out(&mut workers, 50, |count, piece| {
                *count += 1;
                piece * piece
            });
            assert_eq!(squares, (0..50).map(|piece| piece * piece).collect::<Vec<_>>());
            assert_eq!(workers.iter().sum::<i32>(), 50);
        }
        assert_eq!(piece_of(&(10..25), 10, 1), 20..25);
    }
}
