//! Building blocks of searches for some solution of a game of moves, if there are too many states to explore.
//!
//! A best-first search keeps its states in a [`SearchTree`]. It takes them from [`SearchQueues`], which are
//! ordered by an estimate of the distance to a win and by novelty ([`NoveltyTable`]), or from [`FeatureCells`].
//! If things have to get to places, the estimate is the cost of a [`MoverPairing`]; an [`EmptiedSpace`] tells
//! what each pair costs, and in which order places are filled.

mod counted_steps;
mod emptied;
mod feature_cells;
mod novelty;
mod pairing;
mod search_queues;
mod search_tree;

pub use emptied::{EmptiedGame, EmptiedSpace, GONE, MoverWay, MoverWays};
pub use feature_cells::{CellRank, FeatureCells};
pub use novelty::NoveltyTable;
pub use pairing::MoverPairing;
pub use search_queues::{SearchQueues, StateRank};
pub use search_tree::{Origin, SearchTree};
