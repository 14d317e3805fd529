//! Positions where players got stuck: the first one of a visit that could no longer be solved.
//!
//! Positions are asked about one after the other, each once, even if several players reached it; those without
//! an answer stay unknown, and those that a limit left out are reported.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::plays::Visit;
use foolproof_game::{Game, Verdict};
use foolproof_level::{Level, Mark, Play, Site};
use foolproof_solver::{Finding, Question, SolvableLevel, SolveLevel, Truth};

/// Maximum number of positions of a level that are asked about.
const MAX_POSITIONS: usize = 400;

/// Known solvability of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PositionOutlook {
    Open,
    DeadEnd,
    Unknown,
}

/// The first position of a visit that could no longer be solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StuckAt {
    pub visit: usize,
    /// Number of steps of the visit before it.
    pub step: usize,
    /// The level was solved later in the visit.
    pub solved_later: bool,
}

/// Identity of a position of a level.
type PositionMarks = (Vec<(Site, Mark)>, Play);

/// Returns the question whether a position can be solved: in a game of moves, the rest of the level; otherwise,
/// whether a solution contains all marks of the play that stay.
pub(crate) fn position_question(game: &dyn Game, level: &Level, play: &Play) -> (Level, Question) {
    match game.moves() {
        Some(moves) => (moves.after(level, play), Question::from(SolveLevel::default())),
        None => {
            let with = game.settled(level, play);
            (level.clone(), SolveLevel { with }.into())
        }
    }
}

/// The visit being examined: the current step, and the solution.
#[derive(Clone, Debug, Default)]
struct VisitInSearch {
    number: usize,
    step: usize,
    play: Play,
    /// Number of steps until it was first solved, and the solving play once the rules have judged it.
    solution: Option<Option<Play>>,
}

/// The search for the position where each visit got stuck: returns questions and takes their answers.
#[derive(Clone, Debug, Default)]
pub struct StuckSearch {
    /// The known positions, and the one whose answer is awaited.
    known: BTreeMap<PositionMarks, PositionOutlook>,
    awaited: Option<PositionMarks>,
    at: VisitInSearch,
    asked: usize,
    pub stuck: Vec<StuckAt>,
    /// Positions that stayed unknown.
    pub unknown: usize,
    /// Visits that were not examined to their end because there were too many positions.
    pub left_out: usize,
}

impl StuckSearch {
    /// Returns the next question, until all visits are examined.
    pub fn next(
        &mut self,
        game: &dyn Game,
        level: &Level,
        visits: &[Visit],
    ) -> Option<(Arc<Level>, Question)> {
        // The concept does not matter to a player who is stuck.
        let level = level.without_concept();
        while let Some(visit) = visits.get(self.at.number) {
            let end = visit.solved.first().copied().unwrap_or(visit.steps.len());
            let Some(step) = visit.steps.get(self.at.step).filter(|_| self.at.step < end) else {
                self.next_visit();
                continue;
            };
            let mut play = self.at.play.clone();
            step.make(&mut play);
            if self.leads_on(game, &level, visit, &play) {
                self.step_on(play);
                continue;
            }
            let (position, question) = position_question(game, &level, &play);
            let marks = marks_of(&position, &question);
            match self.known.get(&marks) {
                Some(PositionOutlook::DeadEnd) => {
                    let (number, step) = (self.at.number, self.at.step + 1);
                    let solved_later = !visit.solved.is_empty();
                    self.stuck.push(StuckAt { visit: number, step, solved_later });
                    self.next_visit();
                }
                Some(PositionOutlook::Open | PositionOutlook::Unknown) => self.step_on(play),
                None if self.asked == MAX_POSITIONS => {
                    self.left_out += 1;
                    self.next_visit();
                }
                None => {
                    self.asked += 1;
                    self.awaited = Some(marks);
                    return Some((Arc::new(position), question));
                }
            }
        }
        None
    }

    fn step_on(&mut self, play: Play) {
        self.at.step += 1;
        self.at.play = play;
    }

    fn next_visit(&mut self) {
        self.at = VisitInSearch { number: self.at.number + 1, ..VisitInSearch::default() };
    }

    /// True if the visit itself shows that a position can be solved: it was solved later, by a play that
    /// contains all of this one. Then no question is needed.
    fn leads_on(&mut self, game: &dyn Game, level: &Level, visit: &Visit, play: &Play) -> bool {
        let solution = self.at.solution.get_or_insert_with(|| {
            let solution = visit.play_after(*visit.solved.first()?);
            // The record alone is not trusted.
            (game.judge(level, &solution) == Verdict::Solved).then_some(solution)
        });
        solution.as_ref().is_some_and(|solution| play.minus(solution).next().is_none())
    }

    /// Takes in the answer to the last question; `None` if there was no answer.
    pub fn hear(&mut self, answer: Option<&Finding>) {
        let Some(marks) = self.awaited.take() else { return };
        let outlook = match answer.and_then(Finding::report) {
            Some(SolvableLevel(Truth::Holds(_))) => PositionOutlook::Open,
            Some(SolvableLevel(Truth::Fails(()))) => PositionOutlook::DeadEnd,
            _ => PositionOutlook::Unknown,
        };
        self.unknown += usize::from(outlook == PositionOutlook::Unknown);
        self.known.insert(marks, outlook);
    }
}

fn marks_of(level: &Level, question: &Question) -> PositionMarks {
    let marks = level.marks().map(|(site, mark)| (site, mark.clone())).collect();
    let played = question.query::<SolveLevel>().map(|asked| asked.with.clone());
    (marks, played.unwrap_or_default())
}
