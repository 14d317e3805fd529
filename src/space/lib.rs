//! State spaces of games of moves, and analyses of them.
//!
//! A game implements its rules as a [`Stepper`]: packed states and the steps of each. [`explore`] finds all
//! states ([`StateSpace`]), their distances from a win, the numbers of shortest ways, and dead ends. Given the
//! events of steps ([`WatchedSpace`]), [`every_solution`] finds the events that all solutions of any length
//! share, and [`shortcut`] finds a solution that does not satisfy a [`Formula`].
//!
//! If steps depend on chance, the rules are a [`ChanceStepper`]. A [`ChanceSpace`] holds every outcome of each
//! step, and [`Odds`] tells whether a state can be won with luck and for sure, and with which chance.

mod bits;
mod chance;
mod chance_turns;
mod chunks;
mod counts;
mod crew;
mod distances;
mod every;
mod explore;
mod keys;
mod monitor;
mod monitored_regions;
mod needs;
mod odds;
#[cfg(test)]
mod odds_tests;
mod region_boards;
mod region_every;
mod regions;
#[cfg(test)]
mod regions_tests;
mod sharing;
mod shortcut;
mod shortest_ways;
mod spill;
#[cfg(test)]
mod spill_tests;
mod state_space;
mod step_log;
mod stepper;
mod store;
mod table;
mod trees;
mod values;
mod walks;
mod watched;

pub use chance::ChanceSpace;
pub use chance_turns::{Chance, ChanceStepper, TurnEnds};
pub use every::every_solution;
pub use explore::{BATCH_BYTES, explore, resume};
pub use foolproof_kernel::StopCheck;
pub use monitor::{Formula, Monitor, MonitorTooLarge};
pub use monitored_regions::{MonitoredRegions, RegionWatch};
pub use needs::{DeedNeed, DeedNeeds, WaysWithDeed};
pub use odds::{BestChance, Odds, OddsAtStart};
pub use region_boards::{RegionStepper, RegionTurns};
pub use region_every::{RegionStart, every_solution_by_regions};
pub use regions::{RegionEnd, RegionSpace};
pub use shortcut::{ShortcutSearch, shortcut};
pub use shortest_ways::ShortestWays;
pub use state_space::{ExploreEnd, StateSpace};
pub use stepper::{ActionId, BrokenStep, Expansion, Standing, Step, Stepper, WINS};
pub use store::StateStore;
pub use table::{StateTable, hash_of};
pub use watched::{EventSets, NO_SET, SpaceLimits, WatchedSpace};

pub use bits::{bits_of, has_bit};
pub use sharing::{piece_of, share_out};
