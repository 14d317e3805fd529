//! Words about the list of solutions.

pub(crate) const MORE_SOLUTIONS: &str = "List up to 10,000";
pub(crate) const HAS_NO_SOLUTION: &str = "This level has no solution.";
pub(crate) const SOLUTIONS: &str = "Solutions";

pub(crate) fn first_of(listed: usize, all: u64) -> String {
    format!("The first {listed} of {all} solutions.")
}
