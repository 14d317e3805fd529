//! Sudoku with constraints, in a page: its script against the program's rules.

use std::sync::atomic::{AtomicU32, Ordering};

use fastrand::Rng;
use foolproof::game::{ConstraintKind, Game, Wanted};
use foolproof::level::{Board, Level, Pack, Place, Play};
use serde_json::{Map, json};

use super::corpus::JudgedLevel;
use super::{DESKTOP, compared, in_a_page, played, with_grounder};
use crate::conformance::constrained::random_level;

const SCRIPTS: [&str; 2] =
    [include_str!("../../../assets/web/ground.js"), include_str!("../../../assets/web/sudoku.js")];
/// Levels of each kind.
const OF_EACH: usize = 6;

/// The first solution of a level, where a short search finds one.
fn solution(game: &dyn Game, level: &Level) -> Option<Play> {
    let asked = AtomicU32::new(0);
    let stop = || asked.fetch_add(1, Ordering::Relaxed) > 1000;
    let wanted = Wanted { shortcuts: false, plays: 1, most: 1, marks: false };
    game.search()?.solutions(level, wanted, &stop)?.plays.first().cloned()
}

/// A level with one constraint and few clues, without a broken rule.
fn level(game: &dyn Game, kind: &ConstraintKind, rng: &mut Rng) -> Option<(Level, Option<Play>)> {
    let mut level = random_level(game, &[kind], rng)?;
    let solution = solution(game, &level).map(|play| game.whole(&level, &play));
    let clues: Vec<_> = level.marks().map(|(site, _)| site).collect();
    for site in clues {
        if site.place == Place::Cell && (solution.is_none() || rng.u8(0..4) > 0) {
            level.paint(site, None);
        }
    }
    let begun = game.judge(&level, &Play::default());
    begun.why().ends_with("empty").then_some((level, solution))
}

/// Full boards: the solution, boards that keep all but the constraint, and the same with a digit changed;
/// and all of these with some cells empty.
fn plays(game: &dyn Game, level: &Level, solution: Option<&Play>, rng: &mut Rng) -> Vec<Play> {
    let mut plain = Level::open("sudoku", level.board);
    let mut full: Vec<Play> = solution.cloned().into_iter().collect();
    for _ in 0..6 {
        let first = rng.choice(level.board.cells().collect::<Vec<_>>());
        let digit = rng.u16(1..=level.board.cols).to_string().parse().ok();
        first.into_iter().for_each(|site| plain.paint(site, digit.clone()));
        full.extend(self::solution(game, &plain).map(|play| game.whole(&plain, &play)));
        first.into_iter().for_each(|site| plain.paint(site, None));
    }
    let free: Vec<_> = level.board.cells().filter(|site| level.mark(*site).is_none()).collect();
    let mut all = Vec::new();
    for mut play in full {
        play.0.retain(|site, _| free.contains(site));
        let mut changed = play.clone();
        if let Some(mark) = rng.choice(&free).and_then(|site| changed.0.get_mut(site)) {
            *mark = rng.u16(1..=level.board.cols).to_string().parse().expect("a digit");
        }
        let mut part = play.clone();
        part.0.retain(|_, _| rng.bool());
        all.extend([play, changed, part]);
    }
    all
}

#[test]
fn a_page_judges_every_constraint_as_the_rules_do() {
    let (games, mut rng) = (with_grounder(), Rng::with_seed(12));
    let game = foolproof::built_in().by_id("sudoku").expect("the game");
    let mut judged = Vec::new();
    for kind in game.constraints().expect("constraints").kinds() {
        let mut levels = 0;
        for _ in 0..40 * OF_EACH {
            let Some((level, solution)) = level(&*game, &kind, &mut rng) else { continue };
            let plays = plays(&*game, &level, solution.as_ref(), &mut rng);
            judged.push(JudgedLevel::new(&*game, level, &plays));
            levels += 1;
            if levels == OF_EACH {
                break;
            }
        }
        assert_eq!(levels, OF_EACH, "{}", kind.id);
    }
    let mut all = Map::new();
    let mut corpus = in_a_page(&games, &judged);
    for entry in corpus["entries"].as_array_mut().expect("entries") {
        entry["level"]["constrained"] = json!(true);
    }
    all.insert("sudoku".to_owned(), corpus);
    let told = compared(&SCRIPTS.concat(), all);
    let of = &told["sudoku"];
    println!("{of}");
    assert_eq!(of["wrong"], json!([]), "{of:#}");
    let count = |key: &str| of[key].as_u64().unwrap_or(0);
    assert!(count("solved") >= 100 && count("unsolved") >= 100 && count("illegal") >= 100, "{of}");
}

#[test]
fn constraints_and_digits_behind_nine_are_played_by_pointer_and_keys() {
    let (games, mut rng) = (with_grounder(), Rng::with_seed(13));
    let game = foolproof::built_in().by_id("sudoku").expect("the game");
    let mut levels = Vec::new();
    for kind in game.constraints().expect("constraints").kinds() {
        if let Some((mut level, Some(mut play))) = level(&*game, &kind, &mut rng)
            && levels.len() < 5
        {
            play.0.retain(|site, _| level.mark(*site).is_none());
            level.intended = Some(play);
            levels.push(level.into());
        }
    }
    let mut large = Level::open("sudoku", Board { cols: 16, rows: 16, tray: 0 });
    let full = solution(&*game, &large).expect("a filled board");
    let (open, clues): (Vec<_>, Vec<_>) =
        full.iter().map(|(site, mark)| (site, mark.clone())).partition(|_| rng.u8(0..12) == 0);
    clues.into_iter().for_each(|(site, mark)| large.paint(site, Some(mark)));
    large.intended = Some(Play(open.into_iter().collect()));
    levels.push(large.into());
    played(&games, &*game, Pack { levels, ..Pack::default() }, DESKTOP);
}
