//! The shortcut-free engine compared with the paper's method.
//!
//! `cargo bench --bench shortcut_free` prints one table; `benches/README.md` keeps figures. Both get the same
//! program text and the same clingo library, and run one after the other in processes of their own; the CPU
//! time of such a process up to its first answer counts, including grounding and all threads. The reference is
//! `encodings/saturated.lp`: Smith & Butler, "Quantifying over Play", section 6.3. Options: `--seeds N` (10),
//! `--reference-seeds N` (1), `--limit SECONDS` (600), `--only TEXT` for the rows whose names contain this
//! text. Needs Linux, for the CPU time.

use std::io::Read as _;
use std::ops::ControlFlow;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use foolproof::asp::{Duel, DuelTurn, Program, Session, SessionOptions, Shot, Stop, saturated};

const GAME: &str = include_str!("reference/refraction.lp");

/// A concept of section 6.4, or a smaller one, as rules.
const TOGETHER: &str = "__concept :- active(splitter(_)), active(combiner(_)).";
const TWICE: &str = "__concept :- 2 { active(splitter(1..splitters)) }, \
                     2 { active(combiner(1..combiners)) }.";
const MONOLITHIC: &str = "
    joins(P,Q) :- links(P,Q,_), emits(P,_).
    joins(P,Q) :- joins(Q,P).
    spanned(source(1)).
    spanned(Q) :- spanned(P), joins(P,Q).
    missed :- type(P,T), T != blocker, not spanned(P).
    missed :- movable(P), not active(P).
    __concept :- not missed.";

/// One row: concept, columns, rows, and numbers of sources, targets, blockers, benders, splitters
/// and combiners.
struct Case {
    name: &'static str,
    concept: &'static str,
    size: [u32; 2],
    pieces: [u32; 6],
}

const fn case(name: &'static str, concept: &'static str, size: [u32; 2], pieces: [u32; 6]) -> Case {
    Case { name, concept, size, pieces }
}

const CASES: [Case; 13] = [
    case("one splitter and combiner", TOGETHER, [6, 6], [2, 2, 4, 3, 1, 1]),
    case("one splitter and combiner", TOGETHER, [8, 8], [2, 2, 12, 4, 2, 2]),
    case("one splitter and combiner", TOGETHER, [10, 10], [2, 2, 28, 4, 2, 2]),
    case("two and two", TWICE, [6, 6], [2, 2, 6, 3, 2, 2]),
    case("two and two", TWICE, [8, 8], [2, 2, 15, 3, 2, 2]),
    case("two and two", TWICE, [10, 10], [2, 2, 29, 3, 2, 2]),
    case("monolithic, three pairs", MONOLITHIC, [6, 6], [3, 3, 4, 2, 2, 2]),
    case("monolithic, three pairs", MONOLITHIC, [8, 8], [3, 3, 12, 2, 2, 2]),
    case("monolithic, three pairs", MONOLITHIC, [10, 10], [3, 3, 28, 2, 2, 2]),
    case("monolithic, no blockers", MONOLITHIC, [6, 6], [3, 3, 0, 2, 2, 2]),
    case("monolithic, no blockers", MONOLITHIC, [8, 8], [3, 3, 0, 2, 2, 2]),
    case("monolithic, no blockers", MONOLITHIC, [10, 10], [3, 3, 0, 2, 2, 2]),
    case("none exists", TOGETHER, [4, 3], [1, 1, 0, 2, 1, 1]),
];

impl Case {
    fn program(&self) -> Program {
        Program::default().with("refraction.lp", GAME).with("concept.lp", self.concept)
    }

    fn options(&self, seed: u64) -> SessionOptions {
        let names = ["sources", "targets", "blockers", "benders", "splitters", "combiners"];
        let [w, h] = self.size;
        let pieces = names.iter().zip(self.pieces).map(|(name, n)| format!("{name}={n}"));
        let constants = pieces.chain([format!("w={w}"), format!("h={h}")]).collect();
        SessionOptions { seed, constants, random_per_mille: 2, ..SessionOptions::default() }
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let value = |name: &str| {
        let at = arguments.iter().position(|argument| argument == name)?;
        arguments.get(at + 1).cloned()
    };
    let number = |name: &str, default: u64| {
        value(name).and_then(|text| text.parse().ok()).unwrap_or(default)
    };
    if let Some(who) = value("--child") {
        return child(&who, number("--case", 0) as usize, number("--seed", 1));
    }
    let limit = Duration::from_secs(number("--limit", 600));
    let only = value("--only").unwrap_or_default();
    println!(
        "| concept | board | pieces | the paper's way | ours, median | ours, slowest | times faster | \
         answer |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- |");
    for (n, case) in CASES.iter().enumerate().filter(|(_, case)| case.name.contains(&only)) {
        let runs = |who: &str, seeds: u64| -> Vec<Run> {
            (1..=seeds).map(|seed| run(who, n, seed, limit)).collect()
        };
        row(
            case,
            runs("reference", number("--reference-seeds", 1)),
            runs("ours", number("--seeds", 10)),
            limit,
        );
    }
}

/// The CPU seconds of a run, and its answer; `None` if the limit was reached.
struct Run {
    seconds: f64,
    answer: Option<String>,
}

fn run(who: &str, case: usize, seed: u64, limit: Duration) -> Run {
    let lost = Run { seconds: limit.as_secs_f64(), answer: None };
    let Ok(this) = std::env::current_exe() else { return lost };
    let child = Command::new(this)
        .args(["--child", who, "--case", &case.to_string(), "--seed", &seed.to_string()])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let Ok(mut child) = child else { return lost };
    let started = Instant::now();
    while started.elapsed() < limit {
        if let Ok(Some(_)) = child.try_wait() {
            let mut said = String::new();
            let read = child.stdout.take().map(|mut out| out.read_to_string(&mut said));
            let (seconds, answer) = said.trim().split_once(' ').unwrap_or_default();
            return match (read, seconds.parse()) {
                (Some(Ok(_)), Ok(seconds)) => Run { seconds, answer: Some(answer.to_owned()) },
                _ => lost,
            };
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let _ = child.kill();
    let _ = child.wait();
    lost
}

fn row(case: &Case, mut reference: Vec<Run>, mut ours: Vec<Run>, limit: Duration) {
    let sort = |runs: &mut Vec<Run>| runs.sort_by(|one, two| one.seconds.total_cmp(&two.seconds));
    sort(&mut reference);
    sort(&mut ours);
    let middle = |runs: &[Run]| runs.get(runs.len() / 2).map_or(0.0, |run| run.seconds);
    let lost = reference.iter().filter(|run| run.answer.is_none()).count();
    let least = if lost > 0 { "more than " } else { "" };
    let theirs = match lost {
        0 => format!("{:.1} s", middle(&reference)),
        _ => format!("none in {} s", limit.as_secs()),
    };
    let mut answers: Vec<&str> =
        ours.iter().chain(&reference).filter_map(|run| run.answer.as_deref()).collect();
    answers.sort_unstable();
    answers.dedup();
    println!(
        "| {} | {}x{} | {} | {theirs} | {:.2} s | {:.2} s | {least}{:.0} | {} |",
        case.name,
        case.size[0],
        case.size[1],
        case.pieces.iter().sum::<u32>(),
        middle(&ours),
        ours.last().map_or(0.0, |run| run.seconds),
        middle(&reference) / middle(&ours).max(1e-3),
        answers.join(" / "),
    );
}

/// Answers once and prints the CPU time of this process and the answer.
fn child(who: &str, case: usize, seed: u64) {
    let Some(case) = CASES.get(case) else { return };
    let shot = Shot::new(Duration::from_secs(3600), &Stop::default());
    let options = case.options(seed);
    let answer = match who {
        "ours" => Duel::new(&case.program(), &options)
            .and_then(|mut duel| duel.next_pair(1, &shot, &mut |_| {}))
            .map(|turn| match turn {
                DuelTurn::Pair(_) => "a level",
                DuelTurn::NoMore => "proved: none",
                DuelTurn::Halted(_) => "",
            }),
        _ => saturated(&case.program(), &options).and_then(|text| {
            let meta = Program::default().with("saturated.lp", text);
            let options = SessionOptions { constants: Vec::new(), ..options };
            let mut session = Session::ground(&meta, &options)?;
            let mut found = false;
            let outcome = session.models(&[], 1, &["puzzle"], &shot, &mut |_| {
                found = true;
                ControlFlow::Break(())
            })?;
            Ok(match (found, outcome.exhausted) {
                (true, _) => "a level",
                (false, true) => "proved: none",
                (false, false) => "",
            })
        }),
    };
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    let cpu = Duration::new(now.tv_sec.unsigned_abs(), u32::try_from(now.tv_nsec).unwrap_or(0));
    if let Ok(answer @ ("a level" | "proved: none")) = answer {
        println!("{} {answer}", cpu.as_secs_f64());
    }
}
