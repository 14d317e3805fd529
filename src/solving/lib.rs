//! Solving steps: small sets of sentences of the rules, and the marks that they decide.
//!
//! A level's ground rules say which marks a player may put (`play`), and which sentences must not come true
//! (`wrong`). A *step* is a smallest set of sentences together with a set of decided marks from which further
//! marks follow, on or off. A *path* takes one cheapest step after the other until everything is decided that
//! all solutions share. See *Using Small MUSes to Explain How to Solve Pen and Paper Puzzles* (Espasa, Gent,
//! Hoffmann, Jefferson, Lynch, McIlree, arXiv 2104.15040); the proof that a set is smallest follows Ignatiev,
//! Previti, Liffiton, Marques-Silva, *Smallest MUS Extraction with Minimal Hitting Set Dualization* (CP 2015).
//!
//! Nothing here knows a game: marks and places are terms.

mod asker;
mod avoiding;
mod chains;
mod check;
mod clauses;
mod early;
mod finder;
mod following;
mod founded;
mod hitting;
mod knots;
mod path;
mod propagation;
mod puzzle;
mod solutions;
mod step;
mod thresholds;

#[cfg(test)]
mod tests;

pub use avoiding::{AllowedSets, Reach};
pub use check::StepCheck;
pub use finder::{Begun, StepFinder};
pub use path::{Clash, PathEnd, SolvingPath, Told};
pub use puzzle::{Constraint, ConstraintNumber, MarkNumber, Puzzle, PuzzleMark};
pub use step::{Decision, Halted, NoSteps, SolvingStep, narrowest};
