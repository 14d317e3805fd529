//! Records compared with a pack: the visits of each level, and their outcomes.
//!
//! A visit counts if the player saw the current puzzle under the current rules.

use std::cmp::Reverse;
use std::sync::Arc;

use super::entry::{PlayerStep, RecordEntry, Remark, rules_digest};
use super::read::PlayRecord;
use foolproof_game::{Game, Games};
use foolproof_level::{Level, Pack, Play, Site};

/// One step of a visit: the marks that it added and removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VisitStep {
    pub kind: PlayerStep,
    put: Play,
    taken: Vec<Site>,
    /// Milliseconds of the visit that the player had spent on the level.
    pub active: u64,
}

impl VisitStep {
    /// Applies the step to a play.
    pub(crate) fn make(&self, play: &mut Play) {
        self.taken.iter().for_each(|site| _ = play.0.remove(site));
        play.0.extend(self.put.iter().map(|(site, mark)| (site, mark.clone())));
    }
}

/// A player's remark in a visit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VisitRemark {
    pub remark: Remark,
    pub words: String,
    /// Number of steps of the visit before it.
    pub steps: usize,
}

/// One visit of a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Visit {
    /// The number of the record, from 0.
    pub record: usize,
    pub steps: Vec<VisitStep>,
    /// Numbers of steps after which the play solved the level.
    pub solved: Vec<usize>,
    pub hints: u32,
    pub said: Vec<VisitRemark>,
    /// Milliseconds that the player spent on it in all.
    pub active: u64,
    /// The player left it; false after a crash or if the window was still open.
    pub left: bool,
}

impl Visit {
    fn new(record: usize) -> Self {
        let (steps, solved, said) = (Vec::new(), Vec::new(), Vec::new());
        Self { record, steps, solved, hints: 0, said, active: 0, left: false }
    }

    /// Returns the play after the first `steps` steps.
    pub fn play_after(&self, steps: usize) -> Play {
        let mut play = Play::default();
        self.steps.iter().take(steps).for_each(|step| step.make(&mut play));
        play
    }

    /// Counts the steps of a kind among the first `steps` steps.
    pub(crate) fn count(&self, kind: PlayerStep, steps: usize) -> u64 {
        let counted = self.steps.iter().take(steps).filter(|step| step.kind == kind);
        counted.count() as u64
    }

    fn take(&mut self, entry: &RecordEntry) {
        self.active = self.active.max(entry.times().1);
        match entry {
            RecordEntry::Step { kind, put, taken, active, .. } => {
                let (put, taken) = (put.clone(), taken.clone());
                self.steps.push(VisitStep { kind: *kind, put, taken, active: *active });
            }
            RecordEntry::Solved { .. } => self.solved.push(self.steps.len()),
            RecordEntry::Hint { .. } => self.hints += 1,
            RecordEntry::Said { remark, words, .. } => {
                let (remark, words, steps) = (*remark, words.clone(), self.steps.len());
                self.said.push(VisitRemark { remark, words, steps });
            }
            RecordEntry::Left { .. } => self.left = true,
            RecordEntry::Run { .. } | RecordEntry::Level { .. } => {}
        }
    }
}

/// The longest time in which a player changed nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LongestPause {
    /// Number of steps of the visit before it.
    pub steps: usize,
    pub millis: u64,
    /// The visit ended with it, unsolved.
    pub left: bool,
}

impl Visit {
    /// Returns the longest pause before the solution. The time before the first step does not count: players
    /// read the rules then. A player who left an unsolved level stopped there, however long they looked at it.
    pub fn longest_pause(&self) -> Option<LongestPause> {
        let end = self.solved.first().copied().unwrap_or(self.steps.len());
        let before: Vec<u64> = self.steps.iter().take(end).map(|step| step.active).collect();
        let last = *before.last()?;
        if self.solved.is_empty() && self.left {
            let millis = self.active.saturating_sub(last);
            return Some(LongestPause { steps: end, millis, left: true });
        }
        let pauses = before.iter().zip(before.iter().skip(1));
        let pauses = pauses.map(|(one, next)| next.saturating_sub(*one)).enumerate();
        // The first of several.
        let (at, millis) = pauses.max_by_key(|(at, millis)| (*millis, Reverse(*at)))?;
        let steps = at + 1;
        Some(LongestPause { steps, millis, left: false })
    }
}

/// The visits of one level of a pack.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LevelPlays {
    pub visits: Vec<Visit>,
    /// Numbers of visits to the level before it changed, and under other rules.
    pub of_changed: usize,
    pub under_other_rules: usize,
    /// Number of visits that do not fit the board and come from no play.
    pub damaged: usize,
}

/// Place of a line's level in the pack.
enum Whereabouts {
    Here(usize),
    Changed(usize),
    OtherRules(usize),
    Gone,
}

/// Returns the visits of each level of a pack, in its order, and the number of visits to levels that are not in
/// the pack.
pub fn plays_of(games: &Games, pack: &Pack, records: &[PlayRecord]) -> (Vec<LevelPlays>, usize) {
    let known: Vec<KnownPuzzle> = pack.levels.iter().map(|l| KnownPuzzle::of(games, l)).collect();
    let mut plays = vec![LevelPlays::default(); pack.levels.len()];
    let mut gone = 0;
    for (number, record) in records.iter().enumerate() {
        let mut at: Option<usize> = None;
        for entry in &record.entries {
            if let RecordEntry::Run { .. } = entry {
                at = None;
            }
            let RecordEntry::Level { .. } = entry else {
                if let Some(at) = at
                    && let Some(of) = plays.get_mut(at)
                    && let Some(visit) = of.visits.last_mut()
                {
                    visit.take(entry);
                }
                continue;
            };
            at = None;
            match whereabouts(&known, entry) {
                Whereabouts::Here(level) => {
                    if let Some(of) = plays.get_mut(level) {
                        of.visits.push(Visit::new(number));
                        at = Some(level);
                    }
                }
                Whereabouts::Changed(level) => count(&mut plays, level, |of| of.of_changed += 1),
                Whereabouts::OtherRules(level) => {
                    count(&mut plays, level, |of| of.under_other_rules += 1);
                }
                Whereabouts::Gone => gone += 1,
            }
        }
    }
    for (of, level) in plays.iter_mut().zip(&pack.levels) {
        let before = of.visits.len();
        of.visits.retain(|visit| fits(visit, level));
        of.damaged = before - of.visits.len();
    }
    (plays, gone)
}

fn count(plays: &mut [LevelPlays], level: usize, with: impl FnOnce(&mut LevelPlays)) {
    if let Some(of) = plays.get_mut(level) {
        with(of);
    }
}

/// Properties that identify a level of a pack.
struct KnownPuzzle {
    title: String,
    game: String,
    puzzle: String,
    rules: Option<String>,
}

impl KnownPuzzle {
    fn of(games: &Games, level: &Arc<Level>) -> Self {
        let game: Option<Arc<dyn Game>> = games.by_id(&level.game);
        Self {
            title: level.title.clone(),
            game: level.game.clone(),
            puzzle: level.digest_for_players(),
            rules: game.map(|game| rules_digest(&*game)),
        }
    }
}

fn whereabouts(known: &[KnownPuzzle], entry: &RecordEntry) -> Whereabouts {
    let RecordEntry::Level { number, title, game, puzzle, rules, .. } = entry else {
        return Whereabouts::Gone;
    };
    let place = (*number as usize).wrapping_sub(1);
    let own = known.get(place).filter(|one| one.puzzle == *puzzle).map(|_| place);
    let same = own.or_else(|| known.iter().position(|one| one.puzzle == *puzzle));
    if let Some(at) = same {
        let here = known.get(at).and_then(|one| one.rules.as_ref());
        return match here.is_none_or(|here| here == rules) {
            true => Whereabouts::Here(at),
            false => Whereabouts::OtherRules(at),
        };
    }
    let alike = |one: &KnownPuzzle| one.game == *game && one.title == *title;
    let titled = known.iter().position(|one| !title.is_empty() && alike(one));
    let placed = known.get(place).filter(|one| alike(one)).map(|_| place);
    titled.or(placed).map_or(Whereabouts::Gone, Whereabouts::Changed)
}

/// True if every site of a visit is on the board.
fn fits(visit: &Visit, level: &Level) -> bool {
    let on_board = |step: &VisitStep| step.put.iter().all(|(site, _)| level.board.contains(site));
    visit.steps.iter().all(on_board)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn visit(active: &[u64], solved: &[usize], left: bool) -> Visit {
        let step = |active: &u64| VisitStep {
            kind: PlayerStep::Move,
            put: Play::default(),
            taken: Vec::new(),
            active: *active,
        };
        let steps = active.iter().map(step).collect();
        let (solved, active) = (solved.to_vec(), 90_000);
        Visit { steps, solved, left, active, ..Visit::new(0) }
    }

    #[test]
    fn a_pause_lies_between_two_steps_or_at_the_end() {
        let pause = |steps, millis, left| Some(LongestPause { steps, millis, left });
        let solved = visit(&[60_000, 61_000, 70_000, 71_000], &[4], true);
        assert_eq!(solved.longest_pause(), pause(2, 9_000, false), "not the time for the rules");
        let gave_up = visit(&[60_000, 61_000, 88_000], &[], true);
        assert_eq!(gave_up.longest_pause(), pause(3, 2_000, true));
        let stands = visit(&[1_000, 2_000, 3_000], &[], false);
        assert_eq!(stands.longest_pause(), pause(1, 1_000, false));
        assert_eq!(visit(&[], &[], true).longest_pause(), None);
        assert_eq!(visit(&[5_000], &[1], true).longest_pause(), None);
    }
}
