//! A survey of new types beside those that there are: the walks it takes, in tasks that can be
//! stopped and gone on with, and the numbers that come of them.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use super::walk::{Found, MOST_FIRSTS, Walk, get, less, level_of, table_size, tasks};
use super::{Lines, Sort};
use crate::games::threads;
use crate::games::witness::piece::Piece;
use crate::level::{Board, Level};

/// The numbers of one new type beside one that there is.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Beside {
    /// Lines that both express with fewer pieces than either alone, by the number of pieces, from 1.
    pub new_lines: Vec<usize>,
    /// Lines that both express with fewer pieces than the type that is there does with any other
    /// that is there; none where there is no other. The "new solution paths" of section 4.3.
    pub sooner_lines: Option<usize>,
    pub express: f64,
    pub diff: f64,
}

/// The numbers of one new type.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Ranked {
    #[serde(rename = "type")]
    pub name: String,
    /// Share of the lines that the type expresses alone.
    pub e: f64,
    /// Lines that it expresses alone, by the number of pieces, from 1.
    pub by_pieces: Vec<usize>,
    /// Its levels with just one solution, by the number of pieces, from 1.
    pub unique_levels: Vec<u64>,
    /// Beside each type that there is, in their order.
    pub beside: Vec<Beside>,
    pub o: f64,
}

/// What a survey is to look at.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    pub board: Board,
    pub new: Vec<Sort>,
    pub there: Vec<Sort>,
    /// Levels have up to so many pieces.
    pub most: usize,
}

/// A walk: its first types by their places among new types and then those there, and its second one
/// among those there.
#[derive(Clone, Debug)]
struct Course {
    firsts: Vec<usize>,
    second: Option<usize>,
}

/// New types beside those that there are.
pub struct Survey {
    pub plan: Plan,
    pub lines: Lines,
    courses: Vec<Course>,
    /// Tasks that are through, by course.
    pub done: Vec<BTreeSet<usize>>,
    pub found: Vec<Vec<Found>>,
    n_tasks: usize,
}

/// Boards of more cells have more levels than can be walked, or told apart by a number.
pub const MOST_CELLS: u16 = 16;
/// How often what was found is made safe: a walk that is ended loses no more.
const MERGE_EVERY: Duration = Duration::from_millis(700);

impl Survey {
    pub fn new(plan: Plan) -> Result<Self, String> {
        let Board { cols, rows, .. } = plan.board;
        if cols == 0 || rows == 0 || cols.saturating_mul(rows) > MOST_CELLS || cols.max(rows) > 7 {
            return Err(format!("panels of 1 to {MOST_CELLS} cells can be walked"));
        }
        let lines = Lines::of(plan.board);
        let courses = courses(&plan);
        let found = courses.iter().map(|course| {
            let none = Found::new(lines.len(), plan.most);
            vec![none; course.firsts.len()]
        });
        let found = found.collect();
        let done = vec![BTreeSet::new(); courses.len()];
        let mut survey = Self { done, plan, lines, courses, found, n_tasks: 0 };
        for course in &survey.courses {
            survey.n_tasks += survey.tasks(course)?;
        }
        Ok(survey)
    }

    fn sort(&self, place: usize) -> Option<&Sort> {
        self.plan.new.iter().chain(&self.plan.there).nth(place)
    }

    /// The types of a course: its first ones, and the second.
    fn sorts(&self, course: &Course) -> (Vec<&Sort>, Option<&Sort>) {
        let firsts = course.firsts.iter().filter_map(|at| self.sort(*at)).collect();
        (firsts, course.second.and_then(|at| self.plan.there.get(at)))
    }

    /// How many tasks a course has; why it cannot be walked.
    fn tasks(&self, course: &Course) -> Result<usize, String> {
        let (firsts, second) = self.sorts(course);
        let kinds = firsts.first().copied().into_iter().chain(second).map(|s| s.pieces.len()).sum();
        table_size(kinds, self.plan.most)?;
        Ok(tasks(self.lines.cells.len(), kinds, self.plan.most).count())
    }

    /// The share of the tasks that is through.
    pub fn share(&self) -> f64 {
        let done: usize = self.done.iter().map(BTreeSet::len).sum();
        done as f64 / self.n_tasks.max(1) as f64
    }

    /// Walks what is left, on as many threads as there are, each taking the next task when it is through with one.
    /// `go_on` hears the share that is done and says whether to go on; false when it did not.
    pub fn run(&mut self, go_on: &(dyn Fn(f64) -> bool + Sync)) -> bool {
        for at in 0..self.courses.len() {
            if !self.run_course(at, go_on) {
                return false;
            }
        }
        true
    }

    fn run_course(&mut self, at: usize, go_on: &(dyn Fn(f64) -> bool + Sync)) -> bool {
        let Some(course) = self.courses.get(at).cloned() else { return true };
        let (firsts, second) = self.sorts(&course);
        let (most, share) = (self.plan.most, self.share());
        let walk = match Walk::new(&self.lines, (&firsts, second), most, &|| go_on(share)) {
            Ok(Some(walk)) => walk,
            Ok(None) => return false,
            // That it can be walked was seen when its tasks were counted.
            Err(_) => return true,
        };
        let old = self.done.get(at).cloned().unwrap_or_default();
        let left: Vec<usize> = walk.tasks().filter(|task| !old.contains(task)).collect();
        let (next, over) = (AtomicUsize::new(0), AtomicBool::new(false));
        let through = Mutex::new(Vec::new());
        let lock = || through.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let work = || {
            let (mut state, mut whole) = (walk.state(), walk.state().found);
            let asks = || {
                if !go_on(share + lock().len() as f64 / self.n_tasks.max(1) as f64) {
                    over.store(true, Ordering::Relaxed);
                }
                !over.load(Ordering::Relaxed)
            };
            // Only what was merged counts: what was seen since is seen again, should the walk end.
            let (mut pending, mut merged) = (Vec::new(), Instant::now());
            loop {
                let task = left.get(next.fetch_add(1, Ordering::Relaxed));
                if task.is_none() || merged.elapsed() > MERGE_EVERY {
                    lock().append(&mut pending);
                    merged = Instant::now();
                    for (mine, seen) in whole.iter_mut().zip(&mut state.found) {
                        mine.merge(seen);
                        *seen = Found::new(self.lines.len(), self.plan.most);
                    }
                }
                match task {
                    Some(task) if asks() && walk.run(&mut state, *task, &asks) => {
                        pending.push(*task);
                    }
                    _ => return whole,
                }
            }
        };
        let parts: Vec<Option<Vec<Found>>> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..threads()).map(|_| scope.spawn(work)).collect();
            threads.into_iter().map(|thread| thread.join().ok()).collect()
        });
        let done = std::mem::take(&mut *lock());
        drop(walk);
        if let (Some(found), Some(known)) = (self.found.get_mut(at), self.done.get_mut(at)) {
            for part in parts.iter().flatten() {
                found.iter_mut().zip(part).for_each(|(mine, theirs)| mine.merge(theirs));
            }
            known.extend(done);
        }
        !over.load(Ordering::Relaxed)
    }

    /// What was found of a new or existing type, by its place, beside one that is there.
    fn of_pair(&self, first: usize, second: Option<usize>) -> Option<&Found> {
        let mut all = self.courses.iter().zip(&self.found);
        all.find_map(|(course, found)| {
            let at = course.firsts.iter().position(|place| *place == first)?;
            found.get(at).filter(|_| course.second == second)
        })
    }

    fn part(&self, lines: usize) -> f64 {
        lines as f64 / self.lines.len().max(1) as f64
    }

    /// The numbers of every new type; of a survey that was stopped, as far as it got.
    pub fn ranked(&self) -> Vec<Ranked> {
        (0..self.plan.new.len()).map(|new| self.rank(new)).collect()
    }

    fn rank(&self, new: usize) -> Ranked {
        let there = self.plan.there.len();
        let beside: Vec<Beside> =
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

    fn beside(&self, new: usize, second: usize) -> Option<Beside> {
        let found = self.of_pair(new, Some(second))?;
        let lines = 0..self.lines.len();
        let new_lines: Vec<usize> = (1..=self.plan.most)
            .map(|pieces| {
                let least = |line: &usize| get(&found.both, *line).map(usize::from) == Some(pieces);
                lines.clone().filter(|line| found.is_new(*line) && least(line)).count()
            })
            .collect();
        let express = self.part(new_lines.iter().sum());
        // Among the others there are: by how many lines does this one differ at least?
        let others = (0..self.plan.there.len()).filter(|other| *other != second);
        let differs = others.filter_map(|other| {
            let others = self.of_pair(self.plan.new.len() + other, Some(second))?;
            let sooner = |line: &usize| less(get(&found.both, *line), get(&others.both, *line));
            Some(lines.clone().filter(sooner).count())
        });
        let sooner_lines = differs.min();
        let diff = sooner_lines.map_or(1.0, |lines| self.part(lines));
        Some(Beside { new_lines, sooner_lines, express, diff })
    }

    /// Levels that show a new type at its best: of each line that it expresses only, or sooner, with
    /// one that is there (or alone, where there is none), one with the fewest pieces, fewest first.
    pub fn best_levels(&self, new: usize, second: Option<usize>) -> Vec<Level> {
        let Some(found) = self.of_pair(new, second) else { return Vec::new() };
        let pieces: Vec<Piece> = self
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
            level.concept = "intended".parse().ok()?;
            level.policy.unique = crate::level::Expect::Yes;
            Some(level)
        };
        lines.into_iter().filter_map(level).collect()
    }
}

/// The walks that a survey takes. Types of as many pieces, none of which looks at edges or tilings,
/// are walked at once.
fn courses(plan: &Plan) -> Vec<Course> {
    let all: Vec<&Sort> = plan.new.iter().chain(&plan.there).collect();
    let n_new = plan.new.len();
    let mut courses = Vec::new();
    let seconds: Vec<Option<usize>> = match plan.there.len() {
        0 => vec![None],
        n => (0..n).map(Some).collect(),
    };
    for second in seconds {
        // Types that there are, beside one another: for what a new one adds to them.
        let wanted = (0..all.len()).filter(|at| *at < n_new || Some(at - n_new) != second);
        let (mut alike, mut single): (Vec<usize>, Vec<usize>) = (Vec::new(), Vec::new());
        for at in wanted {
            let forms = all.get(at).is_some_and(|sort| sort.as_form().is_some());
            if forms { alike.push(at) } else { single.push(at) }
        }
        courses.extend(
            alike.chunks(MOST_FIRSTS).map(|firsts| Course { firsts: firsts.to_vec(), second }),
        );
        courses.extend(single.into_iter().map(|at| Course { firsts: vec![at], second }));
    }
    courses
}
