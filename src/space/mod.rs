//! State spaces of games of moves, and formulas over what happens in a play.
//!
//! Depends on no other room: games and their rules come in as numbered states, actions and events.

mod monitor;
mod sharing;

pub(crate) use monitor::{Automaton, HOLDS, Monitor};
pub use monitor::{Formula, MonitorTooLarge};
pub(crate) use sharing::{piece_of, share_out};
