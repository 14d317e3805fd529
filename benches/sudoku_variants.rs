//! Sudoku with constraints, side by side with the Interactive Sudoku Solver: whether a puzzle has one
//! solution, and what each cell may hold over all solutions.
//!
//! `cargo bench --bench sudoku_variants -- PUZZLES.jsonl FOLDER` takes a file with a puzzle a line, as JSON
//! with `name`, `input` (a string of that program) and `solution`, and a folder with that program's source,
//! which `node` runs. Each puzzle is solved several times by both; the best time of each counts, so that
//! theirs has been compiled. Ours reads the level, posts its constraints and searches each time.
#![allow(clippy::expect_used)]

use std::process::Command;
use std::time::{Duration, Instant};

use foolproof::games::{Format, Games, Search, Wanted};
use foolproof::level::Level;

/// How often a puzzle is solved.
const TIMES: usize = 5;

/// What `node` runs in that program's folder: a time in milliseconds a line, or nothing.
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

/// The times of both questions, and whether the solution is the one that is known.
fn ours(level: &Level, search: &dyn Search, solution: &str) -> (Duration, Duration, bool) {
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
    (one, all, right)
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect();
    let [puzzles, folder] = &args[..] else {
        println!("give a file of puzzles and a folder with the Interactive Sudoku Solver");
        return;
    };
    let game = Games::built_in().by_id("sudoku").expect("the game");
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
    println!("| puzzle | ours | theirs / ours | possible digits, ours | theirs / ours |");
    println!("| --- | --- | --- | --- | --- |");
    let text = std::fs::read_to_string(&puzzles).expect("a file of puzzles");
    let mut ratios: [Vec<f64>; 2] = [Vec::new(), Vec::new()];
    for (line, theirs) in text.lines().zip(theirs.lines()) {
        let puzzle: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let word = |name: &str| puzzle[name].as_str().unwrap_or_default();
        let level = match format.read(word("input")) {
            Ok(mut levels) => levels.remove(0),
            Err(why) => {
                println!("| {} | {} | | | |", word("name"), why.why);
                continue;
            }
        };
        let (one, all, right) = ours(&level, search, word("solution"));
        let theirs: Vec<f64> = theirs.split(' ').filter_map(|time| time.parse().ok()).collect();
        let [their_one, their_all] = theirs[..] else { continue };
        let ms = |time: Duration| time.as_secs_f64() * 1e3;
        let ratio = [their_one / ms(one), their_all / ms(all)];
        ratios.iter_mut().zip(ratio).for_each(|(all, ratio)| all.push(ratio));
        println!(
            "| {}{} | {:.2} ms | {:.1} | {:.2} ms | {:.1} |",
            word("name"),
            if right { "" } else { " (**another solution**)" },
            ms(one),
            ratio[0],
            ms(all),
            ratio[1]
        );
    }
    let mean = |ratios: &[f64]| {
        (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len().max(1) as f64).exp()
    };
    let least = |ratios: &[f64]| ratios.iter().copied().fold(f64::INFINITY, f64::min);
    println!(
        "| geometric mean of {} | | {:.1} (least {:.1}) | | {:.1} (least {:.1}) |",
        ratios[0].len(),
        mean(&ratios[0]),
        least(&ratios[0]),
        mean(&ratios[1]),
        least(&ratios[1])
    );
}
