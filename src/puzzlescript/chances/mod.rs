//! Levels in which chance decides.

pub(crate) mod chance_needs;
#[cfg(test)]
mod chance_needs_tests;
pub(crate) mod chance_space;
#[cfg(test)]
mod chance_tests;
pub(crate) mod even_draws;
