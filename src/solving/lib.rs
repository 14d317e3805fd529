//! Solving steps: which few sentences of the rules decide which marks.
//!
//! A level's ground rules say which marks a player may put (`play`), and which sentences must not come true
//! (`wrong`). A *step* is a smallest set of sentences together with a set of decided marks from which
//! further marks follow, on or off. A *path* takes a cheapest step at a time until all is decided that all
//! solutions share. See *Using Small MUSes to Explain How to Solve Pen and Paper Puzzles* (Espasa, Gent,
//! Hoffmann, Jefferson, Lynch, McIlree, arXiv 2104.15040); that a set is smallest is proved as by Ignatiev,
//! Previti, Liffiton, Marques-Silva, *Smallest MUS Extraction with Minimal Hitting Set Dualization* (CP 2015).
//!
//! Nothing here knows a game: marks and places are terms.

mod asker;
mod avoiding;
mod bits;
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
