//! Sudoku with constraints, compared with the Interactive Sudoku Solver: whether a puzzle has one solution,
//! what each cell may hold over all solutions, and how long it takes to count 10,000 solutions of the puzzle
//! without its digits.
//!
//! `cargo bench --bench sudoku_variants -- PUZZLES.jsonl FOLDER` takes a file with one puzzle a line, as JSON
//! with `name`, `input` (a string of that program) and `solution`, and a folder with that program's source,
//! which `node` runs. Each puzzle is solved several times by both, and the best time of each counts, so that
//! their code has been compiled. Ours reads the level, posts its constraints and searches each time.
#![allow(clippy::expect_used)]

use std::process::Command;
use std::time::{Duration, Instant};

use foolproof::game::{Format, Search, Wanted};
use foolproof::level::{Level, Mark, Place, Site};

/// How often a puzzle is solved.
const TIMES: usize = 5;

/// The script that `node` runs in that program's folder: prints times in milliseconds, one a line, or nothing.
const SCRIPT: &str = "
import { readFile } from 'node:fs/promises';
import { ensureGlobalEnvironment } from './tests/helpers/test_env.js';
ensureGlobalEnvironment();
const { SimpleSolver } = await import('./js/sandbox/simple_solver.js' + self.VERSION_PARAM);
const lines = (await readFile(process.argv[1], 'utf8')).trim().split('\\n').map(l => JSON.parse(l));
const best = (work) => {
  let best = Infinity;
  for (let i = 0; i < 5; i++) {
    const begun = performance.now();
    work(new SimpleSolver());
    best = Math.min(best, performance.now() - begun);
  }
  return best;
};
for (const { input } of lines) {
  try {
    const one = best((solver) => solver.countSolutions(input, 2));
    const all = best((solver) => solver.trueCandidates(input));
    console.log(one + ' ' + all);
  } catch { console.log(''); }
}
";

/// The script that counts the solutions of a puzzle without its digits, which may take longer than anybody
/// waits.
const COUNT: &str = "
import { ensureGlobalEnvironment } from './tests/helpers/test_env.js';
ensureGlobalEnvironment();
const { SimpleSolver } = await import('./js/sandbox/simple_solver.js' + self.VERSION_PARAM);
const loose = process.argv[1].split('.').filter(item => !item.startsWith('~'));
const text = loose.map(item => item.trim()).join('.') || '.Shape~9x9';
let [best, many] = [Infinity, 0];
for (let i = 0; i < 3; i++) {
  const begun = performance.now();
  many = new SimpleSolver().countSolutions(text, 10000);
  best = Math.min(best, performance.now() - begun);
}
console.log(best + ' ' + many);
";

/// The time limit of both programs for counting.
const PATIENCE: Duration = Duration::from_secs(20);

/// The time they take to count, and the number of solutions; `None` if they do not finish.
fn their_count(input: &str, folder: &str) -> Option<(f64, u64)> {
    let patience = PATIENCE.as_secs().to_string();
    let node = Command::new("timeout")
        .args([&patience, "node", "--input-type=module", "-e", COUNT, input])
        .current_dir(folder)
        .output()
        .ok()?;
    let text = String::from_utf8_lossy(&node.stdout).into_owned();
    let (time, many) = text.trim().split_once(' ')?;
    Some((time.parse().ok()?, many.parse().ok()?))
}

fn best(mut work: impl FnMut()) -> Duration {
    let timed = (0..TIMES).map(|_| {
        let begun = Instant::now();
        work();
        begun.elapsed()
    });
    timed.min().unwrap_or_default()
}

fn wanted(marks: bool) -> Wanted {
    Wanted { shortcuts: false, plays: 1, most: 2, marks }
}

/// The most solutions that are counted.
const MANY: u64 = 10_000;

/// The times of our search for each question, and what it finds.
struct Ours {
    one: Duration,
    all: Duration,
    counted: Duration,
    /// The solution is the known one.
    right: bool,
    /// The number of solutions without the given digits.
    many: u64,
}

fn ours(level: &Level, search: &dyn Search, solution: &str) -> Ours {
    let found = search.solutions(level, wanted(false), &|| false).expect("an answer");
    let digits: String = level
        .board
        .cells()
        .filter_map(|site| {
            let mark = found.plays.first()?.get(site).or_else(|| level.mark(site))?;
            let digit = mark.as_str().parse::<u8>().ok()?;
            Some(if level.board.cols > 9 {
                char::from(b'A' + digit - 1)
            } else {
                char::from(b'0' + digit)
            })
        })
        .collect();
    let right = found.count == 1 && found.exhausted && digits == solution;
    let one = best(|| _ = search.solutions(level, wanted(false), &|| false));
    let all = best(|| _ = search.solutions(level, wanted(true), &|| false));
    let mut loose = level.clone();
    // Choices of digits belong to the digits there.
    let is_choice = |mark: &Mark| mark.functor() == "only";
    let gone: Vec<Site> = level
        .marks()
        .filter(|(site, mark)| site.place == Place::Cell || is_choice(mark))
        .map(|(site, _)| site)
        .collect();
    gone.into_iter().for_each(|site| loose.paint(site, None));
    let count = Wanted { most: MANY, ..wanted(false) };
    let begun = Instant::now();
    let late = || begun.elapsed() > PATIENCE;
    let many = search.solutions(&loose, count, &late).map_or(0, |found| found.count);
    let counted = match late() {
        true => begun.elapsed(),
        false => best(|| _ = search.solutions(&loose, count, &|| false)),
    };
    Ours { one, all, counted, right, many }
}

/// Their times for each question, in milliseconds.
struct Theirs {
    one: f64,
    all: f64,
    /// The time for counting, and the number of solutions.
    counted: Option<(f64, u64)>,
}

/// Prints a puzzle's row, and returns their times as multiples of ours.
fn row(name: &str, ours: &Ours, theirs: &Theirs) -> [f64; 3] {
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    let counted = theirs.counted.map_or(f64::NAN, |(time, _)| time);
    let ratios = [theirs.one / ms(ours.one), theirs.all / ms(ours.all), counted / ms(ours.counted)];
    let same = theirs.counted.is_none_or(|(_, many)| ours.many == many);
    println!(
        "| {name}{}{} | {:.2} ms | {:.1} | {:.2} ms | {:.1} | {:.2} ms | {:.1} |",
        if ours.right { "" } else { " (**another solution**)" },
        if same { "" } else { " (**another count**)" },
        ms(ours.one),
        ratios[0],
        ms(ours.all),
        ratios[1],
        ms(ours.counted),
        ratios[2]
    );
    ratios
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect();
    let [puzzles, folder] = &args[..] else {
        println!("give a file of puzzles and a folder with the Interactive Sudoku Solver");
        return;
    };
    let game = foolproof::built_in().by_id("sudoku").expect("the game");
    let search = game.search().expect("its search");
    let formats = game.formats();
    let format: &dyn Format =
        &**formats.iter().find(|format| format.id() == "iss").expect("a format");
    let puzzles = std::path::absolute(puzzles).expect("a path");
    let theirs = Command::new("node")
        .args(["--input-type=module", "-e", SCRIPT])
        .arg(&puzzles)
        .current_dir(folder)
        .output()
        .expect("node runs");
    let theirs = String::from_utf8_lossy(&theirs.stdout).into_owned();
    println!("| puzzle | ours | theirs / ours | possible digits | ratio | counting | ratio |");
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    let text = std::fs::read_to_string(&puzzles).expect("a file of puzzles");
    let mut ratios: [Vec<f64>; 3] = [Vec::new(), Vec::new(), Vec::new()];
    for (line, theirs) in text.lines().zip(theirs.lines()) {
        let puzzle: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let word = |name: &str| puzzle[name].as_str().unwrap_or_default();
        let level = match format.read(word("input")) {
            Ok(mut levels) => levels.remove(0),
            Err(why) => {
                println!("| {} | {} | | | | | |", word("name"), why.why);
                continue;
            }
        };
        let ours = ours(&level, search, word("solution"));
        let theirs: Vec<f64> = theirs.split(' ').filter_map(|time| time.parse().ok()).collect();
        let [one, all] = theirs[..] else { continue };
        let theirs = Theirs { one, all, counted: their_count(word("input"), folder) };
        for (all, ratio) in ratios.iter_mut().zip(row(word("name"), &ours, &theirs)) {
            all.extend(Some(ratio).filter(|ratio| !ratio.is_nan()));
        }
    }
    let mean = |ratios: &[f64]| {
        (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len().max(1) as f64).exp()
    };
    let least = |ratios: &[f64]| ratios.iter().copied().fold(f64::INFINITY, f64::min);
    let told = |ratios: &[f64]| format!("{:.1} (least {:.1})", mean(ratios), least(ratios));
    println!(
        "| geometric mean of {} | | {} | | {} | | {} |",
        ratios[0].len(),
        told(&ratios[0]),
        told(&ratios[1]),
        told(&ratios[2])
    );
}
