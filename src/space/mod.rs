//! State spaces of games of moves, and what follows from them.
//!
//! Whether every solution, of whatever length, does something ([`every_solution`]) or satisfies a
//! [`Formula`] ([`shortcut`]). Depends on no other room: games and their rules come in as numbered
//! states, actions and events.

mod bits;
mod every;
mod monitor;
mod sharing;
mod shortcut;
mod walks;
mod watched;

pub use every::every_solution;
pub use monitor::{Formula, Monitor, MonitorTooLarge};
pub use shortcut::{ShortcutSearch, shortcut};
pub use watched::{ActionId, EventSets, SpaceLimits, StopAsk, WatchedSpace, WatchedStep};

pub(crate) use bits::bits_of;
pub(crate) use sharing::{piece_of, share_out};
