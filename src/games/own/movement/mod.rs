//! Games of moves.

pub(crate) mod board_symmetry;
pub(crate) mod flips;
pub(crate) mod happenings;
pub(crate) mod move_rules;
pub(crate) mod moves;
pub(crate) mod piece_steps;
pub(crate) mod position_search;
pub(crate) mod search;
pub(crate) mod step_faults;
pub(crate) mod trails;
pub(crate) mod unsolvable;
