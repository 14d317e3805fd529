//! `shortcut-free`: the paper's translator, for any tagged clingo program.
//!
//! Source: Smith & Butler, "Quantifying over Play", section 6.2.

use clap::Args;

use crate::registry::Slices;
use foolproof_cli::args::Common;
use foolproof_game::{Games, time_text};
use std::path::{Path, PathBuf};
use std::time::Instant;

use serde_json::{Value, json};

use foolproof_cli::input::{Usage, read_text};
use foolproof_cli::progress::{Ticker, clear_line};
use foolproof_cli::questions::worker;
use foolproof_cli::shown::complain;
use foolproof_cli::verb::Verb;
use foolproof_cli::{Outcome, Report};
use foolproof_solver::Stop;
use foolproof_solver::{
    Alternatives, Atom, DuelTurn, DuelVerdict, Program, PuzzleTerms, Tagged, TaggedOptions, Why,
    read_facts,
};

pub(crate) fn register(slices: &mut Slices) {
    slices.verb::<ShortcutFree>("shortcut-free");
}

/// Make shortcut-free puzzles of any clingo program with __level_design/1 and __concept/0
#[derive(Debug, Args)]
pub(crate) struct ShortcutFree {
    /// Files of one program; - is standard input
    #[arg(required = true)]
    pub programs: Vec<PathBuf>,
    /// A value for a constant of the program; may be repeated
    #[arg(short = 'c', long = "const", value_name = "NAME=VALUE")]
    pub constants: Vec<String>,
    /// How many puzzles; 0 for all of them
    #[arg(short, long, default_value_t = 1)]
    pub number: u32,
    /// Any two of the puzzles differ in at least this many tagged terms
    #[arg(long, default_value_t = 1)]
    pub distance: u32,
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many of a thousand decisions of the search are random
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(0..=1000))]
    pub random: u32,
    /// Judge one puzzle instead: a file of facts, each one a term that the program tags
    #[arg(long, value_name = "FACTS")]
    pub verify: Option<PathBuf>,
    /// Print the paper's saturated program instead, for a solver of your own
    #[arg(long, conflicts_with_all = ["verify", "number", "distance"])]
    pub translate: bool,
    /// Show up to N different solutions of the puzzle given with --verify
    #[arg(long, value_name = "N", requires = "verify")]
    pub alternatives: Option<usize>,
    #[command(flatten)]
    pub common: Common,
}

/// Result of a run, in both output formats.
struct ShortcutFreeAnswer {
    outcome: Outcome,
    lines: Vec<String>,
    document: Value,
}

impl Verb for ShortcutFree {
    fn run(&self, _: &Games) -> Result<Report, Usage> {
        let started = Instant::now();
        if self.translate {
            return translated(self);
        }
        let puzzle = self.verify.as_deref().map(puzzle).transpose()?;
        let (answer, warnings) = match open(self) {
            Ok(mut tagged) => {
                for warning in tagged.warnings() {
                    complain(&format!("warning: {warning}"));
                }
                let answer = match (&puzzle, self.alternatives) {
                    (None, _) => pairs(&mut tagged, self)?,
                    (Some(puzzle), None) => verdict(&mut tagged, puzzle)?,
                    (Some(puzzle), Some(cap)) => alternatives(&mut tagged, puzzle, cap)?,
                };
                (answer, tagged.warnings().to_vec())
            }
            Err(Why::BadInput(why)) => return Err(Usage(why)),
            // A limit came while the program was grounded: nothing is known of it.
            Err(why) => (unknown(self, &why.words()), Vec::new()),
        };
        let ShortcutFreeAnswer { outcome, lines, mut document } = answer;
        let elapsed = started.elapsed();
        document["verb"] = json!("shortcut-free");
        document["holds"] = json!(outcome == Outcome::Holds);
        document["elapsed_ms"] = json!(elapsed.as_secs_f64() * 1e3);
        document["warnings"] = json!(warnings);
        let text = format!("{} ({})\n", lines.join("\n"), time_text(elapsed));
        Ok(Report::new(outcome, text).document(document))
    }
}

/// Returns the answer if the search did not even start.
fn unknown(asked: &ShortcutFree, why: &str) -> ShortcutFreeAnswer {
    let document = match (&asked.verify, asked.alternatives) {
        (None, _) => {
            json!({ "pairs": [], "complete": false, "counterexamples": 0, "ended": why })
        }
        (Some(_), None) => json!({ "status": { "is": "unknown", "why": why } }),
        (Some(_), Some(_)) => json!({ "solutions": [], "exhausted": false, "ended": why }),
    };
    let lines = vec![format!("Unknown: {why}")];
    ShortcutFreeAnswer { outcome: Outcome::DoesNotHold, lines, document }
}

/// Prints the program as the paper would have it solved. The text is the whole output, even with `--json`.
fn translated(asked: &ShortcutFree) -> Result<Report, Usage> {
    let told = |why: Why| match why {
        Why::BadInput(why) => Usage(why),
        why => Usage(why.words()),
    };
    let (program, options) = read(asked).map_err(told)?;
    let (limits, stop) = (asked.common.limits(), Stop::on_interrupt());
    let text = Tagged::saturated(worker()?, program, &options, &limits, &stop).map_err(told)?;
    Ok(Report::done(text))
}

fn open(asked: &ShortcutFree) -> Result<Tagged, Why> {
    let (program, options) = read(asked)?;
    let worker = worker().map_err(|Usage(why)| Why::BadInput(why))?;
    Tagged::open(worker, program, &options, &asked.common.limits(), &Stop::on_interrupt())
}

/// Reads the files as one program, with the options to open it.
fn read(asked: &ShortcutFree) -> Result<(Program, TaggedOptions), Why> {
    let mut program = Program::default();
    for file in &asked.programs {
        let text = read_text(file).map_err(|Usage(why)| Why::BadInput(why))?;
        program = program.with(file.to_string_lossy(), text);
    }
    for constant in &asked.constants {
        let name = constant.split_once('=').map_or("", |(name, _)| name);
        let named = name.starts_with(|c: char| c.is_ascii_lowercase() || c == '_');
        if !named || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
            let why = format!("-c: write NAME=VALUE, such as n=4, not `{constant}`");
            return Err(Why::BadInput(why));
        }
    }
    let options = TaggedOptions {
        seed: asked.seed,
        random_per_mille: asked.random,
        constants: asked.constants.clone(),
    };
    Ok((program, options))
}

fn puzzle(file: &Path) -> Result<PuzzleTerms, Usage> {
    read_facts(&read_text(file)?).map_err(|why| Usage::of_file(file, why))
}

fn words(atoms: &[Atom]) -> Vec<String> {
    atoms.iter().map(Atom::to_string).collect()
}

/// Finds puzzle after puzzle; each is printed immediately if a person or a pipe reads along.
fn pairs(tagged: &mut Tagged, asked: &ShortcutFree) -> Result<ShortcutFreeAnswer, Usage> {
    let (mut lines, mut found) = (Vec::new(), Vec::new());
    let mut ticker = Ticker::start();
    let mut n_counterexamples = 0;
    let ended = loop {
        if asked.number > 0 && found.len() >= asked.number as usize {
            break None;
        }
        let turn = tagged.next_pair(asked.distance, &mut |n| {
            n_counterexamples = n;
            ticker.tell(|| format!("{n} counterexamples"));
        });
        match turn {
            Ok(DuelTurn::Pair(pair)) => {
                let puzzle: Vec<&String> = pair.puzzle.iter().collect();
                let solution = words(&pair.solution);
                lines.push(format!("Puzzle {}", found.len() + 1));
                lines.push(
                    puzzle.iter().map(|term| format!("{term}.")).collect::<Vec<_>>().join(" "),
                );
                lines.push(format!("Solution: {}", solution.join(" ")));
                found.push(json!({ "puzzle": puzzle, "solution": solution }));
            }
            Ok(DuelTurn::NoMore) => break Some((true, "no further puzzle exists".to_owned())),
            Ok(DuelTurn::Halted(halt)) => break Some((false, Why::from(halt).words())),
            Err(Why::BadInput(why)) => return Err(Usage(why)),
            Err(why) => break Some((false, why.words())),
        }
    };
    clear_line();
    let n = found.len();
    let through = matches!(ended, Some((true, _)));
    // If all were requested, success means having all; else it means having enough.
    let holds = if asked.number == 0 { through && n > 0 } else { n >= asked.number as usize };
    let outcome = if holds { Outcome::Holds } else { Outcome::DoesNotHold };
    lines.push(match (&ended, n) {
        (None, n) => format!("{n} shortcut-free"),
        (Some((true, _)), 0) => "Proved: no shortcut-free puzzle exists".to_owned(),
        (Some((true, _)), 1) => "Proved: this is the only shortcut-free puzzle".to_owned(),
        (Some((true, _)), n) => format!("Proved: these {n} are all shortcut-free puzzles"),
        (Some((false, why)), n) => format!("{n} shortcut-free, then {why}"),
    });
    let document = json!({
        "pairs": found,
        "complete": through,
        "counterexamples": n_counterexamples,
        "ended": ended.map(|(_, why)| why),
    });
    Ok(ShortcutFreeAnswer { outcome, lines, document })
}

fn verdict(tagged: &mut Tagged, puzzle: &PuzzleTerms) -> Result<ShortcutFreeAnswer, Usage> {
    let unknown = |why: Why| {
        let why = why.words();
        let line = format!("Unknown: {why}");
        (Outcome::DoesNotHold, line, json!({ "is": "unknown", "why": why }))
    };
    let (outcome, line, document) = match tagged.verify(puzzle) {
        Ok(DuelVerdict::ShortcutFree) => {
            (Outcome::Holds, "Proved: shortcut-free".to_owned(), json!({ "is": "proved" }))
        }
        Ok(DuelVerdict::Shortcut(play)) => {
            let play = words(&play);
            let line = format!("A shortcut: {}", play.join(" "));
            (Outcome::DoesNotHold, line, json!({ "is": "refuted", "shortcut": play }))
        }
        Ok(DuelVerdict::Unsolvable) => {
            let line = "No solution: the puzzle has no answer set at all".to_owned();
            (Outcome::DoesNotHold, line, json!({ "is": "unsolvable" }))
        }
        Ok(DuelVerdict::NoPuzzle(why)) => {
            let line = format!("No solution: this is not a puzzle of the program: {why}");
            (Outcome::DoesNotHold, line, json!({ "is": "unsolvable", "why": why }))
        }
        Ok(DuelVerdict::NoReference) => {
            let why = "no solution has __reference, which the intended one must have";
            let line = format!("Refuted: there is no shortcut, but {why}");
            (Outcome::DoesNotHold, line, json!({ "is": "refuted", "why": why }))
        }
        Ok(DuelVerdict::Halted(halt)) => unknown(halt.into()),
        Err(Why::BadInput(why)) => return Err(Usage(why)),
        Err(why) => unknown(why),
    };
    Ok(ShortcutFreeAnswer { outcome, lines: vec![line], document: json!({ "status": document }) })
}

fn alternatives(
    tagged: &mut Tagged,
    puzzle: &PuzzleTerms,
    cap: usize,
) -> Result<ShortcutFreeAnswer, Usage> {
    let (found, ended) = match tagged.alternatives(puzzle, cap) {
        Ok(found) => {
            let ended = found.halt.map(|halt| Why::from(halt).words());
            (found, ended)
        }
        Err(Why::BadInput(why)) => return Err(Usage(why)),
        Err(why) => {
            let none = Alternatives { solutions: Vec::new(), exhausted: false, halt: None };
            (none, Some(why.words()))
        }
    };
    let mut lines = Vec::new();
    let mut solutions = Vec::new();
    for (shown, practises) in &found.solutions {
        let shown = words(shown);
        let mark = if *practises { "" } else { " (a shortcut)" };
        lines.push(format!("{}.{mark} {}", solutions.len() + 1, shown.join(" ")));
        solutions.push(json!({ "solution": shown, "practises": practises }));
    }
    let n = solutions.len();
    lines.push(match (found.exhausted, &ended) {
        (true, _) => format!("Solutions: exactly {n}"),
        (false, None) => format!("Solutions: at least {n}"),
        (false, Some(why)) => format!("Solutions: at least {n}, then {why}"),
    });
    let outcome = if n > 0 { Outcome::Holds } else { Outcome::DoesNotHold };
    let document = json!({
        "solutions": solutions,
        "exhausted": found.exhausted,
        "ended": ended,
    });
    Ok(ShortcutFreeAnswer { outcome, lines, document })
}
