//! A search that can be stopped and continued.

use std::ops::ControlFlow;
use std::sync::Arc;

use parking_lot::Mutex;

/// State of a stopped search (`B`), or its final result (`E`).
#[derive(Debug)]
pub struct KeptSearch<B, E = Arc<B>> {
    begun: Mutex<Option<B>>,
    ended: Mutex<Option<E>>,
}

impl<B, E> Default for KeptSearch<B, E> {
    fn default() -> Self {
        Self { begun: Mutex::new(None), ended: Mutex::new(None) }
    }
}

impl<B, E: Clone> KeptSearch<B, E> {
    /// Returns the final result; `None` if stopped. `search` begins, or continues from an earlier state. It
    /// breaks with the final result, or continues with its state if it was stopped. It starts again if the
    /// result is no longer `enough`. Other callers wait while it runs.
    pub fn go_on(
        &self,
        enough: impl FnOnce(&E) -> bool,
        search: impl FnOnce(Option<B>) -> ControlFlow<E, B>,
    ) -> Option<E> {
        let mut ended = self.ended.lock();
        if let Some(ended) = ended.as_ref().filter(|ended| enough(ended)) {
            return Some(ended.clone());
        }
        let begun = self.begun.lock().take();
        match search(begun) {
            ControlFlow::Break(found) => *ended = Some(found),
            ControlFlow::Continue(found) => {
                *self.begun.lock() = Some(found);
                return None;
            }
        }
        ended.clone()
    }

    /// Reads the state of a stopped search.
    pub fn so_far<T>(&self, read: impl FnOnce(&mut B) -> T) -> Option<T> {
        self.begun.lock().as_mut().map(read)
    }

    /// Returns the final result. Waits for a running search.
    pub fn ended(&self) -> Option<E> {
        self.ended.lock().clone()
    }

    /// Returns the final result if no search is running.
    pub fn known(&self) -> Option<E> {
        self.ended.try_lock()?.clone()
    }

    /// Bytes of the state and the final result; 0 while a search is running.
    pub fn bytes(
        &self,
        of_begun: impl FnOnce(&B) -> usize,
        of_ended: impl FnOnce(&E) -> usize,
    ) -> usize {
        let begun = self.begun.try_lock().and_then(|begun| begun.as_ref().map(of_begun));
        let ended = self.ended.try_lock().and_then(|ended| ended.as_ref().map(of_ended));
        begun.unwrap_or(0) + ended.unwrap_or(0)
    }

    /// Forgets everything. Waits for a running search.
    pub fn forget(&self) {
        *self.ended.lock() = None;
        *self.begun.lock() = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_goes_on_where_it_was_stopped_and_ends_once() {
        let search = KeptSearch::<u32, u32>::default();
        let count_to = |most: u32, from: Option<u32>| match from.unwrap_or(0) + 2 {
            n if n < most => ControlFlow::Continue(n),
            n => ControlFlow::Break(n),
        };
        assert_eq!(
            (search.go_on(|_| true, |from| count_to(5, from)), search.known()),
            (None, None)
        );
        assert_eq!(search.so_far(|n| *n), Some(2));
        assert_eq!(search.bytes(|n| *n as usize, |_| 100), 2);
        assert_eq!(search.go_on(|_| true, |from| count_to(5, from)), None);
        assert_eq!(search.go_on(|_| true, |from| count_to(5, from)), Some(6));
        assert_eq!(
            (search.so_far(|n| *n), search.known(), search.ended()),
            (None, Some(6), Some(6))
        );
        let again = search.go_on(|end| *end == 6, |_| unreachable!("it has ended"));
        assert_eq!((again, search.bytes(|_| 100, |n| *n as usize)), (Some(6), 6));
        // A result that is not enough is searched for again.
        assert_eq!(search.go_on(|end| *end > 6, |from| count_to(2, from)), Some(2));
        search.forget();
        assert_eq!(search.ended(), None);
    }
}
