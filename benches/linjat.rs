//! Linjat, side by side: our deduction on real puzzles compared with their author's ratings, and our optimiser
//! with his.
//!
//! `cargo bench --bench linjat -- [FILE] [--peer FOLDER]` takes a collection of puzzles in the
//! author's JSON, and a folder with his program built for each tier (`easy`, `medium`, `hard`,
//! `expert`; 6x9 with 8 numbers, 7x10 with 17, 8x11 with 20, 9x13 with 25).
//! `benches/README.md` keeps figures and says how his program is built.
#![allow(clippy::expect_used)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use foolproof::game::{Game, Wanted};
use foolproof::level::{Board, Level};
use foolproof_linjat::optimize::{
    self, DeductionCourse, Ground, Leaking, Optimize, OptimizerPlan, Rule, Tier, Weights,
};

/// Seeds of each tier.
const SEEDS: u64 = 10;
/// Steps of the optimiser, as in the author's program.
const STEPS: u64 = 10_000;
/// Numbers of each tier's puzzles.
const NUMBERS: [(&str, u16); 4] = [("easy", 8), ("medium", 17), ("hard", 20), ("expert", 25)];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    let peer = arguments.iter().position(|argument| argument == "--peer");
    let folder = peer.and_then(|at| arguments.get(at + 1)).map(PathBuf::from);
    if let Some(file) = arguments.first().filter(|first| !first.starts_with("--")) {
        real(Path::new(file));
    }
    speed(folder.as_deref());
}

fn game() -> &'static dyn Game {
    static GAME: LazyLock<Arc<dyn Game>> =
        LazyLock::new(|| foolproof::built_in().by_id("linjat").expect("the game"));
    &**GAME
}

fn read(text: &str) -> Vec<Level> {
    game().formats()[0].read(text).expect("puzzles")
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

fn percentile(values: &mut [f64], part: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    let at = ((values.len() as f64 * part).ceil() as usize).clamp(1, values.len());
    values[at - 1]
}

/// The author's rating of a rule's depth; `None` for leaks if he did not look for them.
fn said(level: &Level, rule: &str) -> Option<f64> {
    let said = level.notes.split_once(": ").map_or("{}", |(_, said)| said);
    let said: serde_json::Value = serde_json::from_str(said).expect("what the file said");
    let depth = &said["classification"][rule]["depth"];
    depth.as_f64().or_else(|| depth.as_str()?.parse().ok())
}

/// Spearman's rank correlation; ties share their mean rank.
fn correlation(one: &[f64], two: &[f64]) -> f64 {
    let ranks = |values: &[f64]| -> Vec<f64> {
        let rank = |value: &f64| {
            let below = values.iter().filter(|other| *other < value).count() as f64;
            let equal = values.iter().filter(|other| *other == value).count() as f64;
            below + (equal - 1.0) / 2.0
        };
        values.iter().map(rank).collect()
    };
    let (one, two) = (ranks(one), ranks(two));
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let (m1, m2) = (mean(&one), mean(&two));
    let product: f64 = one.iter().zip(&two).map(|(a, b)| (a - m1) * (b - m2)).sum();
    let spread = |values: &[f64], mean: f64| values.iter().map(|v| (v - mean).powi(2)).sum::<f64>();
    product / (spread(&one, m1) * spread(&two, m2)).sqrt()
}

/// The puzzles of a file: solved or not, times, ratings, and agreement with their author.
fn real(file: &Path) {
    let levels = read(&std::fs::read_to_string(file).expect("a file of puzzles"));
    let mut tiers: BTreeMap<usize, Vec<(Level, DeductionCourse)>> = BTreeMap::new();
    let order = ["tutorial", "easy", "medium", "hard", "expert"];
    for level in levels {
        let tier = order.iter().position(|tier| level.tags.iter().any(|tag| tag == tier));
        let course = optimize::course(&level).expect("a puzzle");
        tiers.entry(tier.unwrap_or(9)).or_default().push((level, course));
    }
    println!(
        "| tier | puzzles | solved by deduction | one solution | median rating | rounds | width | leaking puzzles | deduce, median µs | 99 % | count, median µs | 99 % |"
    );
    println!("|{}", " --- |".repeat(12));
    for (tier, puzzles) in &tiers {
        let (mut deduce, mut count) = (Vec::new(), Vec::new());
        let mut unique = 0;
        for (level, _) in puzzles {
            let started = Instant::now();
            optimize::course(level);
            deduce.push(started.elapsed().as_secs_f64() * 1e6);
            let wanted = Wanted { shortcuts: false, plays: 2, most: 1000, marks: false };
            let search = game().search().expect("a search");
            let started = Instant::now();
            let found = search.solutions(level, wanted, &|| false).expect("an answer");
            count.push(started.elapsed().as_secs_f64() * 1e6);
            unique += u32::from(found.count == 1);
        }
        let of = |value: &dyn Fn(&DeductionCourse) -> f64| {
            median(&mut puzzles.iter().map(|(_, course)| value(course)).collect::<Vec<_>>())
        };
        let weights = Weights::default();
        println!(
            "| {} | {} | {} | {unique} | {} | {} | {} | {} | {:.0} | {:.0} | {:.0} | {:.0} |",
            order.get(*tier).unwrap_or(&"-"),
            puzzles.len(),
            puzzles.iter().filter(|(_, course)| course.solved).count(),
            of(&|course| weights.score(course) as f64),
            of(&|course| f64::from(course.rounds())),
            of(&|course| f64::from(course.width())),
            puzzles.iter().filter(|(_, course)| course.leaks != [0, 0]).count(),
            median(&mut deduce),
            percentile(&mut deduce, 0.99),
            median(&mut count),
            percentile(&mut count, 0.99),
        );
    }
    let graded: Vec<&(Level, DeductionCourse)> =
        tiers.iter().filter(|(tier, _)| (1..5).contains(*tier)).flat_map(|(_, all)| all).collect();
    agreement(&graded);
}

/// How deep our deduction goes with a rule.
type Of = Box<dyn Fn(&DeductionCourse) -> u32>;

fn agreement(graded: &[&(Level, DeductionCourse)]) {
    println!(
        "\n| rule | used, both | he alone | we alone | neither | agreement | same depth | correlation of ranks |"
    );
    println!("|{}", " --- |".repeat(8));
    let ours: Vec<(&str, Of)> = vec![
        ("cover", Box::new(|course| course.of_rule(Rule::Cover))),
        ("cant_fit", Box::new(|course| course.of_rule(Rule::CannotFit))),
        ("square", Box::new(|course| course.of_rule(Rule::Square))),
        ("dep", Box::new(|course| course.of_rule(Rule::Dependent))),
        ("one_of", Box::new(|course| course.of_rule(Rule::OneOf))),
        ("uncontested-no-cover", Box::new(|course| course.leaks_of(Leaking::Uncontested))),
        ("single-solution", Box::new(|course| course.leaks_of(Leaking::SingleSolution))),
        ("all", Box::new(DeductionCourse::rounds)),
    ];
    for (rule, of) in &ours {
        let pairs: Vec<(f64, f64)> = graded
            .iter()
            .filter_map(|(level, course)| Some((said(level, rule)?, f64::from(of(course)))))
            .collect();
        let count = |he: bool, we: bool| {
            pairs.iter().filter(|(h, w)| (*h > 0.0) == he && (*w > 0.0) == we).count()
        };
        let agree = count(true, true) + count(false, false);
        let same = pairs.iter().filter(|(he, we)| he == we).count();
        let (his, mine): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
        println!(
            "| {rule} | {} | {} | {} | {} | {:.0} % | {:.0} % | {:.2} |",
            count(true, true),
            count(true, false),
            count(false, true),
            count(false, false),
            100.0 * agree as f64 / pairs.len() as f64,
            100.0 * same as f64 / pairs.len() as f64,
            correlation(&his, &mine),
        );
    }
    println!();
}

/// CPU time of this thread.
fn clock() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or(0))
}

fn plan(tier: &Tier, numbers: u16, steps: u64, seed: u64) -> OptimizerPlan {
    let board = Board { cols: tier.cols, rows: tier.rows, tray: 0 };
    let mut plan = OptimizerPlan::new(tier, Ground::Bare(board)).expect("a plan");
    plan.numbers = (numbers, numbers);
    (plan.steps, plan.seed) = (steps, seed);
    plan
}

/// A run on this thread: the score by the tier's weights, and CPU seconds.
fn ours(tier: &Tier, numbers: u16, steps: u64, seed: u64) -> (f64, f64) {
    let mut optimize = Optimize::new(plan(tier, numbers, steps, seed)).expect("a run");
    let started = clock();
    optimize.run(&|_: f64| true);
    let seconds = (clock() - started).as_secs_f64();
    let best = optimize.level(0).expect("a puzzle");
    (scored(tier, &best), seconds)
}

/// The exact rating of a puzzle by the weights of a tier, with all rules. A puzzle without exactly one solution
/// by deduction scores nothing.
fn scored(tier: &Tier, level: &Level) -> f64 {
    match optimize::course(level) {
        Some(course) if course.solved => tier.weights.score(&course) as f64,
        _ => f64::NEG_INFINITY,
    }
}

/// The author's program with a seed: the score of its puzzle, and CPU seconds; `None` if it crashed.
fn theirs(folder: &Path, tier: &Tier, seed: u64) -> Option<(f64, f64)> {
    let weights = tier.weights;
    let mut command = Command::new("bash");
    let flag = |name: &str, weight: i32| format!("--score_{name}={weight}");
    let line = [
        format!("time {} --puzzle_count=1 --seed={seed}", folder.join(&tier.id).display()),
        format!("--optimize_iterations={STEPS}"),
        flag("cover", weights.cover),
        flag("cant_fit", weights.cannot_fit),
        flag("square", weights.square),
        flag("dep", weights.dependent),
        flag("one_of", weights.one_of),
        flag("max_width", weights.width),
    ]
    .join(" ");
    let out = command.args(["-c", &format!("TIMEFORMAT=%U; {line}")]).output().expect("bash");
    let text = String::from_utf8_lossy(&out.stdout);
    if !out.status.success() || !text.contains("\"puzzle\"") {
        return None;
    }
    let errors = String::from_utf8_lossy(&out.stderr);
    let seconds: f64 = errors.trim().lines().last()?.parse().ok()?;
    Some((scored(tier, read(&text).first()?), seconds))
}

fn speed(folder: Option<&Path>) {
    println!(
        "| tier | board | numbers | steps/s, ours | steps/s, his | ours / his | score of 10,000 steps, ours | his | score in his time, ours |"
    );
    println!("|{}", " --- |".repeat(9));
    for (id, numbers) in NUMBERS {
        let tier = Tier::all().iter().find(|tier| tier.id == id).expect("a tier");
        let (mut rates, mut scores, mut his_rates, mut his_scores, mut ratios, mut same) =
            (vec![], vec![], vec![], vec![], vec![], vec![]);
        for seed in 1..=SEEDS {
            let (score, seconds) = ours(tier, numbers, STEPS, seed);
            let rate = STEPS as f64 / seconds;
            rates.push(rate);
            scores.push(score);
            let Some((his, took)) = folder.and_then(|folder| theirs(folder, tier, seed)) else {
                continue;
            };
            let his_rate = STEPS as f64 / took;
            his_rates.push(his_rate);
            his_scores.push(his);
            ratios.push(rate / his_rate);
            same.push(ours(tier, numbers, (took * rate) as u64, seed).0);
        }
        println!(
            "| {id} | {}x{} | {numbers} | {:.0} | {:.0} | {:.1} | {} | {} | {} |",
            tier.cols,
            tier.rows,
            median(&mut rates),
            median(&mut his_rates),
            median(&mut ratios),
            median(&mut scores),
            median(&mut his_scores),
            median(&mut same),
        );
    }
}
