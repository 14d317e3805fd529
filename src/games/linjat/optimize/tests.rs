//! The optimizer: the same seed gives the same puzzles on any number of threads; locks stay.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;
use crate::about::Linjat;
use crate::search::count;
use foolproof_game::{Game, OwnEnd, Step, Verdict};
use foolproof_level::{Play, Site, Spot};

fn small(steps: u64, count: usize, threads: usize) -> OptimizerPlan {
    let tier = Tier::all().first().unwrap();
    let mut plan =
        OptimizerPlan::new(tier, Ground::Bare(Board { cols: 6, rows: 6, tray: 0 })).unwrap();
    (plan.steps, plan.count, plan.threads) = (steps, count, threads);
    plan
}

fn run(plan: OptimizerPlan) -> Optimize {
    let mut optimize = Optimize::new(plan).unwrap();
    assert!(optimize.run(&|_: f64| true));
    optimize
}

#[test]
fn the_tiers_that_come_with_the_program_are_read() {
    let ids: Vec<&str> = Tier::all().iter().map(|tier| tier.id.as_str()).collect();
    assert_eq!(ids, ["easy", "medium", "hard", "expert"]);
    assert!(Tier::read("[{}]").is_err());
    let wrong = TIERS.replacen("\"square\"]", "\"circle\"]", 1);
    assert!(Tier::read(&wrong).unwrap_err().to_string().contains("circle"));
}

#[test]
fn the_same_seed_makes_the_same_puzzles_on_one_thread_and_on_two() {
    // The command that made a level contains the number of puzzles.
    let puzzles = |plan: OptimizerPlan| {
        let mut levels = run(plan).levels();
        levels.iter_mut().for_each(|level| level.made = None);
        levels
    };
    let made = |count, threads| puzzles(small(1200, count, threads));
    let one = made(1, 1);
    assert_eq!(one, made(1, 2), "two pools on two threads");
    assert_eq!(made(3, 1), made(3, 2), "puzzles on two threads");
    assert_eq!(one[0], made(3, 2)[0], "a puzzle does not depend on how many there are");
    let mut other = small(1200, 1, 1);
    other.seed = 2;
    assert_ne!(one, puzzles(other));
}

#[test]
fn every_puzzle_has_one_solution_and_deduction_finds_it() {
    let optimize = run(small(800, 4, 2));
    for (at, level) in optimize.levels().iter().enumerate() {
        let puzzle = Puzzle::of(level).unwrap();
        assert_eq!(count(&puzzle, 5, &|| false), Some(1));
        let (game, mut steps): (&dyn Game, Vec<Step>) = (&Linjat, Vec::new());
        let rules = game.deduction().unwrap();
        let outcome = rules.steps(level, &|| false, &mut |step| steps.push(step)).unwrap();
        assert_eq!(outcome.end, OwnEnd::Solved);
        let follow = steps.iter().flat_map(|step| step.marks.clone());
        let play: Play = follow.map(|known| (known.site, known.mark)).collect();
        assert_eq!(game.judge(level, &play), Verdict::Solved);
        let found = optimize.best(at).unwrap();
        assert_eq!(found.course.rounds() as usize, steps.len());
        let scores: Vec<i64> = optimize.shown(at).curve.iter().map(|(_, score)| *score).collect();
        assert!(scores.is_sorted(), "the best never gets worse: {scores:?}");
        assert_eq!(scores.last(), Some(&found.score));
    }
}

#[test]
fn what_is_locked_stays() {
    let mut level = Level::open(GAME, Board { cols: 6, rows: 6, tray: 0 });
    let lock = |mark: &str| Spot { mark: mark.parse().ok(), hold: Hold::Locked };
    level.set(Site::cell(0, 0), lock("4"));
    level.set(Site::cell(3, 0), lock("dot"));
    for col in 0..6 {
        level.set(Site::cell(col, 5), Spot { mark: None, hold: Hold::Locked });
    }
    let tier = Tier::all().first().unwrap();
    let mut plan = OptimizerPlan::new(tier, Ground::Around(&level)).unwrap();
    plan.steps = 1500;
    let made = run(plan).level(0).expect("a puzzle around the locks");
    let locked = level.spots().filter(|(_, spot)| spot.hold == Hold::Locked);
    for (site, spot) in locked {
        assert_eq!(made.spot(site), *spot, "{site}");
    }
}

#[test]
fn a_run_that_was_stopped_goes_on_to_the_same_end() {
    let whole = run(small(2500, 2, 1)).levels();
    let mut stopped = Optimize::new(small(2500, 2, 1)).unwrap();
    let looks = AtomicUsize::new(0);
    assert!(!stopped.run(&|_: f64| looks.fetch_add(1, Ordering::Relaxed) < 3));
    let mut resumed = Optimize::resumed(&stopped.kept(), 2).unwrap();
    assert!(resumed.run(&|_: f64| true));
    assert_eq!(resumed.levels(), whole);
    assert!(Optimize::resumed("{}", 1).is_err());
    let kept: serde_json::Value = serde_json::from_str(&stopped.kept()).unwrap();
    let damaged = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut kept = kept.clone();
        change(&mut kept);
        Optimize::resumed(&kept.to_string(), 1).err().expect("a reason").to_string()
    };
    let puzzle = |kept: &mut serde_json::Value, numbers: serde_json::Value| {
        kept["climbs"][0]["pools"][0][2] = serde_json::json!([[numbers, []]]);
    };
    assert!(damaged(&|kept| puzzle(kept, serde_json::json!([]))).contains("do not fit"));
    assert!(damaged(&|kept| puzzle(kept, serde_json::json!([[900, 3]]))).contains("do not fit"));
    assert!(damaged(&|kept| kept["longest"] = 0.into()).contains("longest"));
    assert!(damaged(&|kept| kept["version"] = 9.into()).contains("version"));
}

#[test]
fn a_slope_rises_evenly() {
    for seed in 1..=6 {
        let mut plan = small(1500, 5, 2);
        (plan.slope, plan.seed) = (true, seed);
        let optimize = run(plan);
        let scores: Vec<i64> = (0..5).map(|at| optimize.best(at).unwrap().score).collect();
        assert!(scores.is_sorted(), "{scores:?}");
        let even = (scores[4] - scores[0]) as f64 / 4.0;
        for (at, score) in scores.iter().enumerate() {
            let wanted = scores[0] as f64 + even * at as f64;
            assert!((*score as f64 - wanted).abs() <= even + 1.0, "{scores:?}");
        }
    }
}

#[test]
fn plans_that_cannot_be_are_refused() {
    let refused = |change: &dyn Fn(&mut OptimizerPlan)| {
        let mut plan = small(100, 1, 1);
        change(&mut plan);
        Optimize::new(plan).err().expect("a reason").to_string()
    };
    assert!(refused(&|plan| plan.numbers = (40, 40)).contains("no room"));
    assert!(refused(&|plan| plan.numbers = (9, 3)).contains("no number is at least 9"));
    assert!(refused(&|plan| plan.count = 0).contains("one puzzle"));
    assert!(
        refused(&|plan| plan.rules = DeductionRules::ALL.without(Rule::Cover)).contains("Cover")
    );
}
