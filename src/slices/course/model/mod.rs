//! A pack as a course: what each level teaches, which rules of order are kept, and an order that keeps them.
//!
//! Everything is derived from the facts about each level (`Lesson`): its concept, the findings about all of
//! its solutions, and its measures. Unknown facts stay unknown: a rule is certainly broken only if no later
//! answer can fix it.

mod judged;
mod judging;
mod lesson;
mod order;
mod overview;
mod words;

pub use judged::{JudgedCourse, LevelFound};
pub use judging::{BreachKind, RuleBreach, RuleState, RuleVerdict, judge, judge_rule};
pub use lesson::{Lesson, Practising, family, is_known, telling_marks};
pub use order::{OrderWish, ProposedOrder, RuleClash, ease, propose};
pub use overview::{
    ConceptCell, ConceptRow, CourseRemark, CourseStep, Overview, main_measure, range,
};
pub use words::{CourseVoice, number};
