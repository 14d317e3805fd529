//! Tasks for several threads; each takes the next one when it has finished the last.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The outcome of the tasks.
#[derive(Debug)]
pub struct TasksOutcome<R> {
    /// The first task not yet taken; all before it are finished.
    pub next: u64,
    /// One of them was aborted.
    pub broken: bool,
    /// Working memory of each thread at its end.
    pub rooms: Vec<R>,
}

/// Runs `task` on these numbers on `threads` threads, each with its own working memory. Tasks that have begun
/// are always finished: once one breaks, no other begins, and the numbers from some position on are left. A
/// panicking task ends everything, with its message.
pub fn take<R: Send>(
    threads: usize,
    numbers: Range<u64>,
    room: impl Fn() -> R + Sync,
    task: impl Fn(&mut R, u64) -> ControlFlow<()> + Sync,
) -> TasksOutcome<R> {
    let (next, broken) = (AtomicU64::new(numbers.start), AtomicBool::new(false));
    let work = || {
        let mut room = room();
        while !broken.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= numbers.end {
                break;
            }
            if task(&mut room, number).is_break() {
                broken.store(true, Ordering::Relaxed);
            }
        }
        room
    };
    let rooms = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
        let mut rooms = Vec::new();
        for thread in threads {
            match thread.join() {
                Ok(room) => rooms.push(room),
                Err(fault) => {
                    broken.store(true, Ordering::Relaxed);
                    std::panic::resume_unwind(fault);
                }
            }
        }
        rooms
    });
    TasksOutcome { next: next.into_inner().min(numbers.end), broken: broken.into_inner(), rooms }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_task_is_taken_once_and_what_is_left_begins_at_one_place() {
        for threads in [0, 1, 3] {
            let whole = take(threads, 2..100, Vec::new, |room: &mut Vec<u64>, number| {
                room.push(number);
                ControlFlow::Continue(())
            });
            let mut seen: Vec<u64> = whole.rooms.into_iter().flatten().collect();
            seen.sort_unstable();
            assert!(seen.into_iter().eq(2..100) && whole.next == 100 && !whole.broken);
            let half = take(threads, 0..100, Vec::new, |room: &mut Vec<u64>, number| {
                room.push(number);
                if number >= 40 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            let mut seen: Vec<u64> = half.rooms.into_iter().flatten().collect();
            seen.sort_unstable();
            assert!(half.broken && half.next > 40 && seen.into_iter().eq(0..half.next));
        }
    }

    #[test]
    fn a_task_that_panics_ends_all_with_its_words() {
        let fell = std::panic::catch_unwind(|| {
            take(
                2,
                0..10,
                || (),
                |(), number| {
                    assert!(number != 3, "the third falls");
                    ControlFlow::Continue(())
                },
            )
        });
        let words =
            fell.err().and_then(|fault| fault.downcast_ref::<&str>().map(|w| (*w).to_owned()));
        assert!(words.is_some_and(|words| words.contains("the third falls")));
    }
}
