//! The time to the first step of a level after an edit.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use fastrand::Rng;

use foolproof::game::{Game, Games};
use foolproof::ground::GroundProgram;
use foolproof::kernel::system::processor_time;
use foolproof::level::{Level, Mark, Site};
use foolproof::solving::{PathEnd, SolvingPath, Told};

use super::{clock, report};

/// The most changes that are tried before a level is given up.
const MAX_LOOKED_FOR: usize = 200;

/// The measurements after edits.
#[derive(Default)]
struct Measured {
    /// Until the first step was reported, without reading the rules and with it; `None` if time ran out.
    first: Vec<Option<Duration>>,
    with_rules: Vec<Option<Duration>>,
    read: Vec<Option<Duration>>,
    /// Until it was reported that there is no solution, or that the solutions share nothing.
    without: Vec<Option<Duration>>,
}

/// The result of a walk through a level.
struct Walked {
    first: Option<Duration>,
    end: Option<PathEnd>,
}

/// Walks a level as the window does, with what is cached of the levels before.
fn walk(program: GroundProgram, most: Duration) -> Walked {
    let started = clock();
    let since = || clock().saturating_sub(started);
    let mut first = None;
    let path = SolvingPath::walk(program, usize::MAX, &|| since() > most, &mut |_, told| {
        if !matches!(told, Told::Steps([])) {
            first.get_or_insert_with(since);
        }
    });
    let end = path.ok().map(|path| path.end.clone());
    let ended = matches!(end, Some(PathEnd::NoSolution(_) | PathEnd::Decided { .. }));
    Walked { first: first.or_else(|| ended.then(since)), end }
}

/// CPU time of this process and of those that it started.
fn all_processors() -> Duration {
    processor_time()
        + threads(Path::new("/proc/self")).into_iter().flat_map(children).map(of_process).sum()
}

/// The folders of a process's threads.
fn threads(process: &Path) -> Vec<PathBuf> {
    let threads = std::fs::read_dir(process.join("task"));
    threads.into_iter().flatten().flatten().map(|thread| thread.path()).collect()
}

fn children(thread: PathBuf) -> Vec<String> {
    let listed = std::fs::read_to_string(thread.join("children")).unwrap_or_default();
    listed.split_whitespace().map(str::to_owned).collect()
}

fn of_process(id: String) -> Duration {
    let nanoseconds = |thread: PathBuf| -> Option<u64> {
        let told = std::fs::read_to_string(thread.join("schedstat")).ok()?;
        told.split_whitespace().next()?.parse().ok()
    };
    let all = threads(&Path::new("/proc").join(id)).into_iter().filter_map(nanoseconds);
    Duration::from_nanos(all.sum())
}

/// A level after a small edit: one of its marks is removed or moved, or a mark that the level may have is
/// added.
fn edited(game: &dyn Game, level: &Level, rng: &mut Rng) -> Option<Level> {
    let marks: Vec<(Site, Mark)> = level.marks().map(|(site, mark)| (site, mark.clone())).collect();
    let sites: Vec<Site> = game.layout_of(level).sites.into_iter().map(|(site, _)| site).collect();
    let stock = game.stock(level);
    (0..MAX_LOOKED_FOR).find_map(|_| {
        let mut changed = level.clone();
        let to = *rng.choice(&sites)?;
        let mut put = |mark: &Mark| {
            let fits = game.accepts(&level.board, to, mark).is_ok() && level.mark(to) != Some(mark);
            fits.then(|| changed.paint(to, Some(mark.clone())))
        };
        match (rng.u8(..3), rng.choice(&marks)) {
            (0, Some((site, _))) => changed.paint(*site, None),
            (1, Some((site, mark))) if level.mark(to).is_none() && to.place == site.place => {
                put(mark)?;
                changed.paint(*site, None);
            }
            (2, _) => {
                let item = rng.choice(&stock)?;
                put(rng.choice(&item.marks)?)?;
            }
            _ => return None,
        }
        Some(changed)
    })
}

/// Reads the rules of a level. Also returns the CPU time of all processes.
fn read(game: &dyn Game, level: &Level) -> Option<(GroundProgram, Duration)> {
    let before = all_processors();
    let program = game.sentences()?.sentence_program(level).ok()?;
    Some((program, all_processors().saturating_sub(before)))
}

/// Edits each level `number` times. Each path may take `most`, the time for which a designer thinks.
pub(crate) fn measure(games: &Games, levels: &[Arc<Level>], number: usize, most: Duration) {
    let mut all = Measured::default();
    for level in levels {
        let Some(game) = games.by_id(level.game.as_str()) else { continue };
        let Some((program, _)) = read(&*game, level) else { continue };
        let before = walk(program, most);
        let mut of_level = Measured::default();
        edit(&*game, level, number, most, &mut of_level);
        let worst = of_level.first.iter().map(|time| time.map_or(f64::INFINITY, seconds));
        println!(
            "{:<34} before {:>7.3}  {:>2} edits with a step, at most {:>7.3}  {:>2} without",
            format!("{} {}", level.game.as_str(), level.title),
            before.first.map_or(f64::INFINITY, seconds),
            of_level.first.len(),
            worst.fold(0.0, f64::max),
            of_level.without.len(),
        );
        all.first.extend(of_level.first);
        all.with_rules.extend(of_level.with_rules);
        all.read.extend(of_level.read);
        all.without.extend(of_level.without);
    }
    report("first step after an edit, engine alone", &all.first);
    report("the same, with reading the rules", &all.with_rules);
    report("reading the rules", &all.read);
    report("edits that leave no solution, until that is told", &all.without);
}

fn seconds(time: Duration) -> f64 {
    time.as_secs_f64()
}

fn edit(game: &dyn Game, level: &Level, number: usize, most: Duration, measured: &mut Measured) {
    let mut rng = Rng::with_seed(level.board.cells().count() as u64);
    let mut now = level.clone();
    for _ in 0..number {
        let Some(next) = edited(game, &now, &mut rng) else { break };
        let Some((program, reading)) = read(game, &next) else { continue };
        let walked = walk(program, most);
        measured.read.push(Some(reading));
        if let Some(PathEnd::NoSolution(_)) = walked.end {
            measured.without.push(walked.first);
            continue;
        }
        measured.first.push(walked.first);
        measured.with_rules.push(walked.first.map(|first| first + reading));
        now = next;
    }
}
