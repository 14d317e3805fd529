//! Testers' results for a level, in numbers.

use std::collections::BTreeMap;

use super::entry::PlayerStep;
use super::plays::Visit;

/// Effort of one tester: until the level was first solved, or in all if it was not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Effort {
    solved: bool,
    time_ms: u64,
    moves: u64,
    undos: u64,
    restarts: u64,
    hints: u64,
}

impl Effort {
    fn take(&mut self, visit: &Visit) {
        if self.solved {
            return;
        }
        let until = visit.solved.first().copied();
        let steps = until.unwrap_or(visit.steps.len());
        let solved_ms =
            until.map(|at| visit.steps.get(at.wrapping_sub(1)).map_or(0, |step| step.active));
        self.solved = until.is_some();
        self.time_ms += solved_ms.unwrap_or(visit.active);
        self.moves += visit.count(PlayerStep::Move, steps);
        self.undos += visit.count(PlayerStep::Undo, steps);
        self.restarts += visit.count(PlayerStep::Restart, steps);
        self.hints += u64::from(visit.hints);
    }
}

/// Testers' results for a level. A record is a tester; medians are over all who opened the level, until they
/// solved it or left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct PlaySummary {
    pub testers: usize,
    pub solved: usize,
    pub median_time_ms: u64,
    pub median_moves: u64,
    pub median_undos: u64,
    pub median_restarts: u64,
    /// Number of testers who asked for a hint.
    pub hinted: usize,
}

impl PlaySummary {
    pub fn of(visits: &[Visit]) -> Self {
        let mut efforts: BTreeMap<usize, Effort> = BTreeMap::new();
        for visit in visits {
            efforts.entry(visit.record).or_default().take(visit);
        }
        let all = |of: fn(&Effort) -> u64| median(efforts.values().map(of).collect());
        Self {
            testers: efforts.len(),
            solved: efforts.values().filter(|effort| effort.solved).count(),
            median_time_ms: all(|effort| effort.time_ms),
            median_moves: all(|effort| effort.moves),
            median_undos: all(|effort| effort.undos),
            median_restarts: all(|effort| effort.restarts),
            hinted: efforts.values().filter(|effort| effort.hints > 0).count(),
        }
    }
}

/// Returns the median of some numbers, rounded down; 0 for none.
pub fn median(mut numbers: Vec<u64>) -> u64 {
    numbers.sort_unstable();
    let half = numbers.len() / 2;
    let at = |at: usize| numbers.get(at).copied().unwrap_or(0);
    match numbers.len() % 2 {
        1 => at(half),
        _ if numbers.is_empty() => 0,
        _ => u64::midpoint(at(half - 1), at(half)),
    }
}
