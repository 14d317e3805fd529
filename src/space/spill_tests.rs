//! Explorations with too little memory, compared with others that have enough.

use super::explore::{BATCH_BYTES, explore, resume};
use super::state_space::{ExploreEnd, StateSpace};
use super::stepper::{Expansion, Standing, Stepper, WINS};
use super::store::StateStore;
use super::watched::SpaceLimits;
use foolproof_kernel::StopCheck;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A walker on a torus with some one-way crossings and a pit that nobody leaves.
#[derive(Clone)]
struct Torus {
    size: u64,
}

impl Torus {
    /// The target of a step; `None` if it is not allowed.
    fn target(&self, (x, y): (u64, u64), label: u32) -> Option<(u64, u64)> {
        let (right, left) = ((x + 1) % self.size, (x + self.size - 1) % self.size);
        let (down, up) = ((y + 1) % self.size, (y + self.size - 1) % self.size);
        let is_in_pit = |(x, y): (u64, u64)| x / 8 == 5 && y / 16 == 7;
        let to = [(right, y), (x, down), (left, y), (x, up)][label as usize];
        let may = label < 2 || (x * 7 + y * 3) % 5 > 0;
        (may && (!is_in_pit((x, y)) || is_in_pit(to))).then_some(to)
    }
}

impl Stepper for Torus {
    type Fault = ();

    fn batch_states(&self) -> usize {
        1_000
    }

    fn expand(
        &mut self,
        known: &StateStore,
        states: Range<usize>,
        _: StopCheck<'_>,
        made: &mut Expansion<()>,
    ) {
        let mut words = Vec::new();
        for state in states {
            let at = known.state(state as u32, &mut words);
            let at = (at[0], at[2]);
            for label in 0..4 {
                match self.target(at, label) {
                    Some((3, 300)) => made.step(label, WINS),
                    Some((x, y)) => made.step_found(label, &[x, 17, y], known),
                    None => {}
                }
            }
            made.end_state(Standing::Open);
        }
    }

    fn another(&self) -> Option<Self> {
        Some(self.clone())
    }
}

fn explored(limits: &SpaceLimits) -> StateSpace {
    explore(&mut vec![Torus { size: 640 }], &[0, 17, 0], limits, &|| false).0
}

#[test]
fn what_lies_on_disk_is_the_same() {
    let whole = explored(&SpaceLimits { threads: 1, ..SpaceLimits::default() });
    assert_eq!((whole.end(), whole.disk_bytes()), (ExploreEnd::Complete, 0));
    assert!(whole.n_states() > 400_000 && whole.n_dead_ends() == Some(8 * 16));
    let bytes = BATCH_BYTES + (8 << 20);
    for threads in [1, 2] {
        let limits = SpaceLimits { bytes, disk: 64 << 20, threads, ..SpaceLimits::default() };
        let tight = explored(&limits);
        assert_eq!((tight.end(), tight.n_states()), (ExploreEnd::Complete, whole.n_states()));
        assert!(tight.bytes() <= bytes && tight.disk_bytes() > 1 << 20);
        assert_eq!(tight.n_shortest(), whole.n_shortest());
        assert_eq!((tight.shortest(), tight.n_dead_ends()), (whole.shortest(), Some(8 * 16)));
        assert!(tight.way_to_win(0) == whole.way_to_win(0) && whole.shortest().is_some());
        let (mut one, mut other) = (Vec::new(), Vec::new());
        for state in 0..whole.n_states() as u32 {
            assert_eq!(tight.distance(state), whole.distance(state));
            if state % 997 == 0 {
                assert!(tight.steps(state).eq(whole.steps(state)));
                let packed = tight.store().state(state, &mut one);
                assert_eq!(packed, whole.store().state(state, &mut other));
                assert_eq!(tight.store().find(packed), Some(state));
                assert_eq!(tight.way_to(state).len(), whole.depth(state) as usize);
            }
        }
    }
}

#[test]
fn a_search_that_is_stopped_goes_on_as_if_it_had_not_been() {
    [1, 2].into_iter().for_each(stop_and_go_on);
}

fn stop_and_go_on(threads: usize) {
    let whole = explored(&SpaceLimits { threads: 1, ..SpaceLimits::default() });
    let bytes = BATCH_BYTES + (8 << 20);
    let limits = SpaceLimits { bytes, disk: 64 << 20, threads, ..SpaceLimits::default() };
    let asked = AtomicUsize::new(0);
    let stop = || asked.fetch_add(1, Ordering::Relaxed) % 23 == 22;
    let mut steppers = vec![Torus { size: 640 }];
    let mut tight = explore(&mut steppers, &[0, 17, 0], &limits, &stop).0;
    let mut n_stops = 0;
    while tight.end() == ExploreEnd::Stopped {
        // The last attempt is not stopped, or distances would never be found.
        let is_last = n_stops > 40;
        let never = || false;
        let stop: StopCheck<'_> = if is_last { &never } else { &stop };
        tight = resume(tight, &mut steppers, &limits, stop).0;
        n_stops += 1;
    }
    assert_eq!((tight.end(), tight.n_states()), (ExploreEnd::Complete, whole.n_states()));
    assert_eq!((tight.n_steps(), tight.n_shortest()), (whole.n_steps(), whole.n_shortest()));
    assert!((0..whole.n_states() as u32).all(|at| tight.distance(at) == whole.distance(at)));
    assert!((0..whole.n_states() as u32).step_by(97).all(|at| tight.steps(at).eq(whole.steps(at))));
}

#[test]
fn limits_of_disk_are_kept() {
    let bytes = BATCH_BYTES + (5 << 20);
    let mut states = 0;
    for disk in [0, 3 << 20] {
        let limits = SpaceLimits { bytes, disk, threads: 1, ..SpaceLimits::default() };
        let space = explored(&limits);
        assert_eq!((space.end(), space.n_dead_ends()), (ExploreEnd::Limit, None));
        let other = explored(&SpaceLimits { threads: 2, ..limits });
        assert_eq!((space.n_states(), space.n_steps()), (other.n_states(), other.n_steps()));
        assert!(space.bytes() <= bytes && space.disk_bytes() <= disk);
        assert!(space.n_states() > states, "{disk}");
        states = space.n_states();
    }
}
