//! A survey of new types compared with existing ones: its walks, in tasks that can be stopped and resumed,
//! and the resulting numbers.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use super::contents::{ContentNumbers, MAX_FIRSTS};
use super::found::{MAX_CELLS, WalkFound, get, less, level_of, most_kinds};
use super::walk::{LevelWalk, LevelWalkState, tasks};
use super::{BoardLines, Sort};
use crate::piece::PanelSymbol;
use foolproof_game::{StudyError, Watch, tasks as taken, threads};
use foolproof_level::{Board, INTENDED, Level};

/// The numbers of one new type compared with an existing one.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub(crate) struct TypeComparison {
    /// Lines that both express with fewer pieces than either alone, by the number of pieces, from 1.
    pub(crate) new_lines: Vec<usize>,
    /// Lines that both types express with fewer pieces than the existing one does with any other
    /// existing type; `None` if there is no other. The "new solution paths" of section 4.3.
    pub sooner_lines: Option<usize>,
    pub(crate) express: f64,
    pub diff: f64,
}

/// The numbers of one new type.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub(crate) struct Ranked {
    #[serde(rename = "type")]
    pub name: String,
    /// Share of the lines that the type alone expresses.
    pub e: f64,
    /// Lines that it expresses alone, by the number of pieces, from 1.
    pub by_pieces: Vec<usize>,
    /// Its levels with exactly one solution, by the number of pieces, from 1.
    pub unique_levels: Vec<u64>,
    /// Comparisons with each existing type, in their order.
    pub beside: Vec<TypeComparison>,
    pub o: f64,
}

/// The scope of a survey.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SurveyPlan {
    pub board: Board,
    pub new: Vec<Sort>,
    pub there: Vec<Sort>,
    /// Most pieces of a level.
    pub most: usize,
    /// Colours of symbols that have one.
    pub colours: usize,
}

/// A walk: its first types by index among the new types and then the existing ones, and its second type by
/// index among the existing ones.
#[derive(Clone, Debug)]
pub(crate) struct WalkPlan {
    firsts: Vec<usize>,
    second: Option<usize>,
}

/// New types compared with existing ones.
pub(crate) struct Survey {
    pub plan: SurveyPlan,
    pub lines: Arc<BoardLines>,
    pub threads: usize,
    pub walks: Vec<WalkPlan>,
    /// The results of each walk.
    pub known: Vec<KnownWalk>,
    pub(crate) n_tasks: usize,
}

/// The results of a walk.
#[derive(Clone, Debug, Default)]
pub(crate) struct KnownWalk {
    /// Completed tasks.
    pub done: BTreeSet<usize>,
    /// Their results, for each first type.
    pub found: Vec<WalkFound>,
}

/// Working state of a thread in a walk.
struct Room {
    state: LevelWalkState,
    /// Completed tasks whose results are not merged yet.
    pending: Vec<usize>,
    merged: Instant,
}

impl Room {
    /// Merges the results since the last time.
    fn merge(&mut self, known: &Mutex<KnownWalk>) {
        let mut known = known.lock();
        known.done.extend(self.pending.drain(..));
        let news = self.state.found.news();
        known.found.iter_mut().zip(&news).for_each(|(known, news)| known.learn(news));
        self.merged = Instant::now();
    }

    /// Drops the results since the last time, after an incomplete task.
    fn forget(&mut self, walk: &LevelWalk) {
        self.pending.clear();
        self.state = walk.state();
    }
}

/// Time between two merges: a walk that is ended loses no more than that.
const MERGE_EVERY: Duration = Duration::from_millis(700);

impl Survey {
    pub(crate) fn new(plan: SurveyPlan) -> Result<Self, StudyError> {
        let Board { cols, rows, .. } = plan.board;
        let cells = usize::from(cols) * usize::from(rows);
        if !(1..=MAX_CELLS).contains(&cells) || cols.max(rows) > 7 {
            return Err(format!("a panel has 1 to {MAX_CELLS} cells").into());
        }
        let lines = Arc::new(BoardLines::of(plan.board));
        let walks = walks(&plan);
        let none = WalkFound::new(lines.len(), plan.most);
        let unknown = |walk: &WalkPlan| {
            let found = vec![none.clone(); walk.firsts.len()];
            KnownWalk { done: BTreeSet::new(), found }
        };
        let known = walks.iter().map(unknown).collect();
        let threads = threads();
        let mut survey = Self { known, plan, lines, threads, walks, n_tasks: 0 };
        for walk in &survey.walks {
            survey.n_tasks += survey.tasks(walk)?;
        }
        Ok(survey)
    }

    fn sort(&self, place: usize) -> Option<&Sort> {
        self.plan.new.iter().chain(&self.plan.there).nth(place)
    }

    /// The types of a walk: its first ones, and the second.
    fn sorts(&self, walk: &WalkPlan) -> (Vec<&Sort>, Option<&Sort>) {
        let firsts = walk.firsts.iter().filter_map(|at| self.sort(*at)).collect();
        (firsts, walk.second.and_then(|at| self.plan.there.get(at)))
    }

    /// Counts the tasks of a walk; an error says why it cannot be walked.
    fn tasks(&self, walk: &WalkPlan) -> Result<usize, StudyError> {
        let (firsts, second) = self.sorts(walk);
        let all = || firsts.iter().copied().chain(second);
        if let Some(other) = all().find(|sort| all().any(Sort::erases) && !sort.is_counted()) {
            return Err(format!(
                "erasers beside `{}` cannot be surveyed: what they take there depends on the line; \
                 they can be beside squares, stars and kinds that count symbols",
                other.name
            )
            .into());
        }
        let kinds = firsts.first().copied().into_iter().chain(second).map(|s| s.pieces.len()).sum();
        ContentNumbers::new(kinds, self.plan.most)?;
        let cells = self.lines.cells.len();
        if kinds > most_kinds(cells) {
            return Err(format!(
                "{kinds} kinds of symbols are too many for {cells} cells; more than 16 cells can \
                 have 7"
            )
            .into());
        }
        Ok(tasks(cells, kinds, self.plan.most).count())
    }

    /// The share of finished tasks.
    pub(crate) fn share(&self) -> f64 {
        self.share_with(0)
    }

    /// The share of finished tasks with this many further ones.
    fn share_with(&self, more: usize) -> f64 {
        let done: usize = self.known.iter().map(|known| known.done.len()).sum();
        (done + more) as f64 / self.n_tasks.max(1) as f64
    }

    /// Reports the finished share, with this many further tasks; false ends the work early.
    pub(crate) fn goes_on(&self, watch: &dyn Watch, more: usize) -> bool {
        watch.go_on(self.share_with(more), &|| " of the levels".to_owned())
    }

    /// Walks the rest on all threads, each taking the next task when it has finished one; false if `watch`
    /// ended it early.
    pub(crate) fn run(&mut self, watch: &dyn Watch) -> bool {
        (0..self.walks.len())
            .all(|at| self.with_known(at, |mine, known| mine.walk_on(at, known, watch)))
    }

    /// Works on a walk. Its results are separate from the survey meanwhile.
    pub(crate) fn with_known<T>(
        &mut self,
        at: usize,
        work: impl FnOnce(&Self, &Mutex<KnownWalk>) -> T,
    ) -> T {
        let known = Mutex::new(self.known.get_mut(at).map(std::mem::take).unwrap_or_default());
        let ended = work(self, &known);
        if let Some(slot) = self.known.get_mut(at) {
            *slot = known.into_inner();
        }
        ended
    }

    /// The prepared walk; `None` if `go_on` ended the preparation.
    pub(crate) fn walk_of(
        &self,
        walk: &WalkPlan,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Option<LevelWalk>, StudyError> {
        let (firsts, second) = self.sorts(walk);
        LevelWalk::new(&self.lines, &firsts, second, self.plan.most, go_on)
    }

    /// Walks the rest of a walk; false if that was ended early.
    fn walk_on(&self, at: usize, known: &Mutex<KnownWalk>, watch: &dyn Watch) -> bool {
        let Some(walk) = self.walks.get(at) else { return true };
        let old = known.lock().done.clone();
        let (through, over) = (AtomicUsize::new(old.len()), AtomicBool::new(false));
        let asks = || {
            if !self.goes_on(watch, through.load(Ordering::Relaxed)) {
                over.store(true, Ordering::Relaxed);
            }
            !over.load(Ordering::Relaxed)
        };
        let walk = match self.walk_of(walk, &asks) {
            Ok(Some(walk)) => walk,
            Ok(None) => return false,
            // Counting its tasks has shown that it can be walked.
            Err(_) => return true,
        };
        let left: Vec<usize> = walk.tasks().filter(|task| !old.contains(task)).collect();
        let room = || Room { state: walk.state(), pending: Vec::new(), merged: Instant::now() };
        let task = |room: &mut Room, number: u64| {
            // The number of a task, which is an index in a list.
            let Some(task) = left.get(number as usize).filter(|_| asks()) else {
                return ControlFlow::Break(());
            };
            if !walk.run(&mut room.state, *task, &asks) {
                // Only merged results count: anything since then is computed again.
                room.forget(&walk);
                return ControlFlow::Break(());
            }
            room.pending.push(*task);
            if room.merged.elapsed() > MERGE_EVERY {
                through.fetch_add(room.pending.len(), Ordering::Relaxed);
                room.merge(known);
                watch.keep(&|| Ok(self.kept_during(Some((at, &known.lock())))));
            }
            ControlFlow::Continue(())
        };
        let ended = taken::take(self.threads, 0..left.len() as u64, room, task);
        ended.rooms.into_iter().for_each(|mut room| room.merge(known));
        !over.into_inner()
    }

    /// The results for a new or existing type, by its index, compared with an existing one.
    fn of_pair(&self, first: usize, second: Option<usize>) -> Option<&WalkFound> {
        let mut all = self.walks.iter().zip(&self.known);
        all.find_map(|(walk, known)| {
            let at = walk.firsts.iter().position(|place| *place == first)?;
            known.found.get(at).filter(|_| walk.second == second)
        })
    }

    fn part(&self, lines: usize) -> f64 {
        lines as f64 / self.lines.len().max(1) as f64
    }

    /// The numbers of every new type; partial for a stopped survey.
    pub(crate) fn ranked(&self) -> Vec<Ranked> {
        (0..self.plan.new.len()).map(|new| self.rank(new)).collect()
    }

    fn rank(&self, new: usize) -> Ranked {
        let there = self.plan.there.len();
        let beside: Vec<TypeComparison> =
            (0..there).filter_map(|second| self.beside(new, second)).collect();
        let first = self.of_pair(new, (there > 0).then_some(0));
        let by_pieces: Vec<usize> = (1..=self.plan.most)
            .map(|pieces| {
                let with = |least: &&Option<u8>| least.map(usize::from) == Some(pieces);
                first.map_or(0, |found| found.first.iter().filter(with).count())
            })
            .collect();
        let unique = first.map(|found| found.unique.iter().skip(1).copied().collect());
        let e = self.part(by_pieces.iter().sum());
        let sum: f64 = beside.iter().map(|beside| beside.express * beside.diff).sum();
        let o = if beside.is_empty() { e } else { sum / beside.len() as f64 };
        let name = self.sort(new).map(|sort| sort.name.clone()).unwrap_or_default();
        Ranked { name, e, by_pieces, unique_levels: unique.unwrap_or_default(), beside, o }
    }

    fn beside(&self, new: usize, second: usize) -> Option<TypeComparison> {
        let found = self.of_pair(new, Some(second))?;
        let lines = 0..self.lines.len();
        let new_lines: Vec<usize> = (1..=self.plan.most)
            .map(|pieces| {
                let least = |line: &usize| get(&found.both, *line).map(usize::from) == Some(pieces);
                lines.clone().filter(|line| found.is_new(*line) && least(line)).count()
            })
            .collect();
        let express = self.part(new_lines.iter().sum());
        // The least number of lines by which this one differs from another existing one.
        let others = (0..self.plan.there.len()).filter(|other| *other != second);
        let differs = others.filter_map(|other| {
            let others = self.of_pair(self.plan.new.len() + other, Some(second))?;
            let sooner = |line: &usize| less(get(&found.both, *line), get(&others.both, *line));
            Some(lines.clone().filter(sooner).count())
        });
        let sooner_lines = differs.min();
        let diff = sooner_lines.map_or(1.0, |lines| self.part(lines));
        Some(TypeComparison { new_lines, sooner_lines, express, diff })
    }

    /// Levels that show a new type at its best: for each line that it expresses only, or sooner, with an
    /// existing type (or alone, if there is none), a level with the fewest pieces, fewest first.
    pub(crate) fn best_levels(&self, new: usize, second: Option<usize>) -> Vec<Level> {
        let Some(found) = self.of_pair(new, second) else { return Vec::new() };
        let pieces: Vec<PanelSymbol> = self
            .sort(new)
            .into_iter()
            .chain(second.and_then(|at| self.plan.there.get(at)))
            .flat_map(|sort| sort.pieces.clone())
            .collect();
        let mut lines: Vec<usize> = (0..self.lines.len())
            .filter(|line| match second {
                Some(_) => found.is_new(*line),
                None => get(&found.both, *line).is_some(),
            })
            .collect();
        lines.sort_by_key(|line| (get(&found.both, *line), *line));
        let level = |line: usize| {
            let number = found.example.get(line).copied()?;
            let mut level = level_of(&self.lines, &pieces, number);
            level.intended = self.lines.lines.get(line).map(|line| line.play());
            level.concept = INTENDED.parse().ok()?;
            level.policy.unique = Some(foolproof_level::Expect::Yes);
            Some(level)
        };
        lines.into_iter().filter_map(level).collect()
    }
}

/// The walks of a survey. Types with equal numbers of pieces that depend on neither edges nor tilings share
/// one walk.
fn walks(plan: &SurveyPlan) -> Vec<WalkPlan> {
    let all: Vec<&Sort> = plan.new.iter().chain(&plan.there).collect();
    let n_new = plan.new.len();
    let mut walks = Vec::new();
    let seconds: Vec<Option<usize>> = match plan.there.len() {
        0 => vec![None],
        n => (0..n).map(Some).collect(),
    };
    for second in seconds {
        // Existing types compared with each other: for the contribution of a new one.
        let wanted = (0..all.len()).filter(|at| *at < n_new || Some(at - n_new) != second);
        let (mut alike, mut single): (Vec<usize>, Vec<usize>) = (Vec::new(), Vec::new());
        for at in wanted {
            let forms = all.get(at).is_some_and(|sort| sort.as_form().is_some());
            if forms { alike.push(at) } else { single.push(at) }
        }
        walks.extend(
            alike.chunks(MAX_FIRSTS).map(|firsts| WalkPlan { firsts: firsts.to_vec(), second }),
        );
        walks.extend(single.into_iter().map(|at| WalkPlan { firsts: vec![at], second }));
    }
    walks
}
