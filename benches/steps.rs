//! Solving steps: how long the first one and the whole path take, and how much smaller the steps are than by
//! plain deletion.
//!
//! `cargo bench --bench steps` takes the largest level of each game on the shelf in which marks are put, or the
//! packs in the folder `FOOLPROOF_PACKS`. `--only NAME` takes games whose names begin so, `--seconds N` ends
//! each path after this time, and `--deletion N` walks each level again by plain deletion, for N seconds. Times
//! are CPU times of one thread, without reading the rules.
//!
//! `--edits N` walks each level, changes it N times as a designer might (a mark is removed, moved, or put
//! somewhere), and measures the time to the first step, given what is cached of the level before. An edit that
//! leaves no solution is undone. The time for reading the rules is shown beside it: CPU time of this process
//! and of the workers that it started.
//!
//! `--published FOLDER` walks all instances of Demystify's models in a copy of their repository (its `eprime`),
//! `--only NAME` those whose paths there begin so. Their files are only read, and no copy is kept here.
#![allow(clippy::expect_used)]

#[path = "steps/edits.rs"]
mod edits;
#[path = "steps/published.rs"]
mod published;

use foolproof::games::{LibraryShelf, library::Library, shelf};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use foolproof::game::Games;
use foolproof::kernel::StopCheck;
use foolproof::level::{Level, Pack};
use foolproof::solver::{WaitingGrounder, WorkerCommand};
use foolproof::solving::{Begun, Halted, Puzzle, SolvingStep, StepFinder};

/// CPU time of this thread.
fn clock() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec.unsigned_abs(), now.tv_nsec as u32)
}

/// A walk through a level, as far as time allowed.
#[derive(Default)]
struct Walked {
    first: Option<Duration>,
    whole: Option<Duration>,
    /// The number of sentences of each step.
    sizes: Vec<usize>,
    unproved: usize,
    /// The number of marks in which the solutions differ.
    differing: usize,
}

/// A way to find the next step.
type Next = fn(&mut StepFinder<'_>, StopCheck<'_>) -> Result<Option<SolvingStep>, Halted>;

fn walk(puzzle: &Puzzle, most: Duration, next: Next) -> Walked {
    let (started, mut walked) = (clock(), Walked::default());
    let since = || clock().saturating_sub(started);
    let stop = || since() > most;
    let Ok(Begun::Finder(mut finder)) = StepFinder::begin(puzzle, &stop) else { return walked };
    walked.differing = finder.differing().len();
    loop {
        match next(&mut finder, &stop) {
            Ok(Some(step)) => {
                walked.first.get_or_insert_with(since);
                walked.sizes.push(step.constraints.len());
                walked.unproved += usize::from(!step.smallest);
            }
            Ok(None) => {
                walked.whole = Some(since());
                return walked;
            }
            Err(Halted) => return walked,
        }
    }
}

impl Walked {
    fn mean(&self) -> f64 {
        self.sizes.iter().sum::<usize>() as f64 / self.sizes.len().max(1) as f64
    }

    fn print(&self, name: &str) {
        let seconds = |time: Option<Duration>| {
            time.map_or("-".to_owned(), |time| format!("{:.3}", time.as_secs_f64()))
        };
        println!(
            "{name:<34} first {:>7}  path {:>7}  {:>4} steps, {:.2} sentences on average, {} at most, {} not proved smallest",
            seconds(self.first),
            seconds(self.whole),
            self.sizes.len(),
            self.mean(),
            self.sizes.iter().max().copied().unwrap_or(0),
            self.unproved
        );
    }
}

/// The levels to walk through.
fn levels(games: &Games, only: &str) -> Vec<Arc<Level>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/shelf");
    let brought = std::env::var_os("FOOLPROOF_PACKS");
    let folder = brought.as_ref().map_or(root, |folder| Path::new(folder).to_owned());
    let mut found = Vec::new();
    for game in games.all().into_iter().filter(|game| game.moves().is_none()) {
        let id = game.about().id.to_string();
        let path = folder.join(&id).join("levels.json");
        let Ok(pack) = Pack::load(&path) else { continue };
        if id.starts_with(only) {
            let first = if brought.is_some() { 0 } else { pack.levels.len().saturating_sub(1) };
            found.extend(pack.levels.iter().skip(first).cloned());
        }
    }
    found
}

fn report(what: &str, times: &[Option<Duration>]) {
    let mut times: Vec<f64> =
        times.iter().map(|time| time.map_or(f64::INFINITY, |time| time.as_secs_f64())).collect();
    times.sort_by(f64::total_cmp);
    let at =
        |share: usize| times.get((times.len() * share / 100).min(times.len().saturating_sub(1)));
    let (half, most) = (at(50).copied().unwrap_or(0.0), at(95).copied().unwrap_or(0.0));
    println!("{what}: median {half:.3} s, 95 % {most:.3} s of {} levels", times.len());
}

/// Prints plain deletion's sentences a step and its time, as multiples of ours, for levels that both complete.
fn compare(both: &[(Walked, Walked)]) {
    let ended = both.iter().filter_map(|(ours, plain)| {
        let times = (ours.whole?.as_secs_f64(), plain.whole?.as_secs_f64());
        (ours.mean() > 0.0).then_some((plain.mean() / ours.mean(), times))
    });
    let (mut sizes, mut ratios, mut sums, mut levels) = (Vec::new(), Vec::new(), (0.0, 0.0), 0);
    for (size, (ours, plain)) in ended {
        sizes.push(size);
        ratios.push(plain / ours.max(1e-6));
        sums = (sums.0 + ours, sums.1 + plain);
        levels += 1;
    }
    let middle = |of: &mut Vec<f64>| {
        of.sort_by(f64::total_cmp);
        (of.get(of.len() / 2).copied().unwrap_or(0.0), of.last().copied().unwrap_or(0.0))
    };
    let ((size, most), (time, _)) = (middle(&mut sizes), middle(&mut ratios));
    println!(
        "by deletion, {levels} of {} levels to their end: {size:.2} times the sentences a step in the median, \
         {most:.2} at most; {time:.2} times the time in the median, {:.1} s against {:.1} s in all",
        both.len(),
        sums.1,
        sums.0
    );
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let given = |name: &str| {
        let at = arguments.iter().position(|argument| argument == name)?;
        arguments.get(at + 1).cloned()
    };
    let seconds = |name: &str| Some(Duration::from_secs(given(name)?.parse().ok()?));
    let most = seconds("--seconds").unwrap_or(Duration::from_secs(30));
    let worker = WorkerCommand::at(Path::new(env!("CARGO_BIN_EXE_foolproof")));
    let library = Library::new(
        Arc::new(WaitingGrounder::new(worker, foolproof::games::own::RULE_READER)),
        None,
    );
    let games = foolproof::built_in().with_library(library.clone());
    for card in shelf::cards() {
        library.load_from_shelf(&games, &card.id).expect("a game").expect("rules that can be read");
    }
    if let Some(number) = given("--edits").and_then(|number| number.parse().ok()) {
        let levels = levels(&games, &given("--only").unwrap_or_default());
        return edits::measure(&games, &levels, number, most);
    }
    if let Some(folder) = given("--published") {
        let only = given("--only").unwrap_or_default();
        let of = (Path::new(&folder), only.as_str());
        return published::measure(&games, of, most, seconds("--deletion"));
    }
    let (mut first, mut whole, mut both) = (Vec::new(), Vec::new(), Vec::new());
    for level in levels(&games, &given("--only").unwrap_or_default()) {
        let game = games.by_id(level.game.as_str()).expect("it was loaded");
        let Some(rules) = game.sentences() else { continue };
        let Ok(program) = rules.sentence_program(&level) else { continue };
        let puzzle = Puzzle::of(&program);
        let name = format!("{} {}", level.game.as_str(), level.title);
        let walked = walk(&puzzle, most, |finder, stop| finder.next(stop));
        walked.print(&name);
        first.push(walked.first);
        whole.push(walked.whole);
        if let Some(most) = seconds("--deletion") {
            let plain = walk(&puzzle, most, |finder, stop| finder.next_by_deletion(stop));
            plain.print("  by deletion");
            both.push((walked, plain));
        }
    }
    report("first step", &first);
    report("whole path", &whole);
    if !both.is_empty() {
        compare(&both);
    }
}
