//! Tests of symmetries of random games and boards, and of searches that use them, against all positions.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use fastrand::Rng;

use super::testing::{random_game, read_rules};
use super::{Explored, Quotient, Renaming, StepGame, StepState, Symmetries};
use foolproof_space::{ActionId, SpaceLimits};

/// Builds a square of lights with this number a side. A press switches a light and its neighbours, or only
/// those for which `reaches` holds; the level is won when all are off.
fn lights(
    side: i32,
    on: impl Fn(i32, i32) -> bool,
    reaches: impl Fn(i32, i32) -> bool,
) -> StepGame {
    let mut text = String::new();
    let cells = || (0..side).flat_map(|row| (0..side).map(move |col| (col, row)));
    for (col, row) in cells() {
        text += &format!("{{now(cell({col},{row}),light)}}.\n{{do(press(cell({col},{row})))}}.\n");
        text += &format!("legal :- do(press(cell({col},{row}))).\n");
        text += &format!("astray :- now(cell({col},{row}),light).\n");
        let near = [(0, 0), (1, 0), (0, 1), (-1, 0), (0, -1)];
        for (across, down) in near.into_iter().filter(|(across, down)| reaches(*across, *down)) {
            let (near_col, near_row) = (col + across, row + down);
            if (0..side).contains(&near_col) && (0..side).contains(&near_row) {
                text += &format!(
                    "switched(cell({col},{row})) :- do(press(cell({near_col},{near_row}))).\n"
                );
            }
        }
        let here = format!("now(cell({col},{row}),light)");
        let switched = format!("switched(cell({col},{row}))");
        text += &format!("next(cell({col},{row}),light) :- {here}, not {switched}.\n");
        text += &format!("next(cell({col},{row}),light) :- {switched}, not {here}.\n");
        if on(col, row) {
            text += &format!("start(cell({col},{row}),light).\n");
        }
    }
    text += "won :- not astray.\n";
    StepGame::new(&read_rules(&text)).unwrap()
}

/// Renames the cells that a text names.
fn with_cells(text: &str, side: i32, to: impl Fn(i32, i32) -> (i32, i32)) -> Option<String> {
    let at = text.find("cell(")? + 5;
    let end = at + text[at..].find(')')?;
    let (col, row) = text[at..end].split_once(',')?;
    let (col, row) = to(col.parse().ok()?, row.parse().ok()?);
    let found = (0..side).contains(&col) && (0..side).contains(&row);
    found.then(|| format!("{}{col},{row}{}", &text[..at], &text[end..]))
}

/// Returns the symmetries among a mirror and a quarter turn of a square.
fn of_square(game: &StepGame, side: i32) -> Option<Symmetries> {
    let mirror = |col: i32, row: i32| (side - 1 - col, row);
    let quarter = |col: i32, row: i32| (side - 1 - row, col);
    let site = |text: &str, mark: &str, to: &dyn Fn(i32, i32) -> (i32, i32)| {
        Some((with_cells(text, side, to)?, mark.to_owned()))
    };
    let renamings = [
        Renaming {
            mark: &|text, mark| site(text, mark, &mirror),
            action: &|text| with_cells(text, side, mirror),
        },
        Renaming {
            mark: &|text, mark| site(text, mark, &quarter),
            action: &|text| with_cells(text, side, quarter),
        },
    ];
    game.symmetries(&renamings)
}

fn explored(game: &StepGame) -> Explored {
    game.explore(&SpaceLimits::default(), &|| false)
}

fn quotient(game: &StepGame, symmetries: Symmetries, threads: usize) -> Quotient {
    let limits = SpaceLimits { threads, ..SpaceLimits::default() };
    game.explore_quotient(&Arc::new(symmetries), None, &limits, &|| false)
}

/// Compares the results of classes with those of all positions.
fn assert_tells_the_same(game: &StepGame, all: &Explored, by_class: &Quotient) {
    let space = all.space();
    assert!(all.is_complete() && by_class.is_complete());
    assert_eq!(
        (by_class.shortest(), by_class.n_shortest()),
        (space.shortest(), space.n_shortest())
    );
    assert!(by_class.n_classes() <= all.n_positions());
    assert!(by_class.n_classes() * by_class.symmetries.n_symmetries() >= all.n_positions());
    let sorted = |mut plays: Vec<Vec<ActionId>>| {
        plays.sort();
        plays
    };
    let most = 500;
    let plays = sorted(by_class.shortest_plays(most));
    assert!(plays.iter().all(|play| game.wins(&game.start(), play)));
    if plays.len() < most {
        assert_eq!(plays, sorted(all.shortest_plays(0, most)));
    }
    let steps: Vec<_> = space
        .shortest_steps(0)
        .into_iter()
        .map(|labels| labels.into_iter().filter_map(|label| all.action_of(label)).collect())
        .collect();
    assert_eq!(by_class.shortest_steps(), steps);
}

#[test]
fn classes_of_positions_tell_what_all_positions_do() {
    let mut rng = Rng::with_seed(41);
    let (mut solved, mut fewer) = (0, 0);
    for round in 0..60 {
        let side = if round % 4 == 0 { 3 } else { 2 };
        let on: Vec<bool> = (0..9).map(|_| rng.bool()).collect();
        let game = lights(side, |col, row| on[(row * side + col) as usize], |_, _| true);
        let symmetries = of_square(&game, side).unwrap();
        assert_eq!(symmetries.n_symmetries(), 8);
        let all = explored(&game);
        let by_class = quotient(&game, symmetries, 1 + round % 2);
        assert_tells_the_same(&game, &all, &by_class);
        solved += usize::from(all.space().shortest().is_some());
        fewer += usize::from(by_class.n_classes() * 2 < all.n_positions());
    }
    assert!(solved > 30 && fewer > 30, "{solved} {fewer}");
}

#[test]
fn a_stopped_exploration_of_classes_goes_on() {
    let game = lights(3, |col, row| (col + row) % 2 == 0, |_, _| true);
    let symmetries = Arc::new(of_square(&game, 3).unwrap());
    let limits = SpaceLimits { threads: 1, ..SpaceLimits::default() };
    let mut begun = game.explore_quotient(&symmetries, None, &limits, &|| true);
    assert!(!begun.is_complete());
    let mut n_stops = 0;
    while !begun.is_complete() {
        n_stops += 1;
        let looks = AtomicUsize::new(0);
        let stop = || looks.fetch_add(1, Ordering::Relaxed) > n_stops;
        begun = game.explore_quotient(&symmetries, Some(begun), &limits, &stop);
    }
    assert!(n_stops > 3, "{n_stops}");
    assert_tells_the_same(&game, &explored(&game), &begun);
}

#[test]
fn only_symmetries_that_the_rules_have_are_found() {
    // A press does not reach the light to its left: top and bottom may change places, left and right may not.
    let game = lights(2, |_, _| true, |across, _| across >= 0);
    assert!(of_square(&game, 2).is_none());
    let flipped = |col: i32, row: i32| (col, 1 - row);
    let renaming = Renaming {
        mark: &|text, mark| Some((with_cells(text, 2, flipped)?, mark.to_owned())),
        action: &|text| with_cells(text, 2, flipped),
    };
    let symmetries = game.symmetries(&[renaming]).unwrap();
    assert_eq!(symmetries.n_symmetries(), 2);
    assert_tells_the_same(&game, &explored(&game), &quotient(&game, symmetries, 1));
}

/// True if renamed steps are the steps of renamed positions, in all reachable positions.
fn holds_in_all(game: &StepGame, all: &Explored, marks: &[usize], actions: &[ActionId]) -> bool {
    let renamed = |state: &StepState| {
        let mut words = vec![0; state.0.len()];
        let on = (0..marks.len()).filter(|at| state.0[at / 64] >> (at % 64) & 1 == 1);
        on.for_each(|at| words[marks[at] / 64] |= 1 << (marks[at] % 64));
        StepState(words.into())
    };
    (0..all.n_positions() as u32).all(|position| {
        let (from, to) = (all.state(position), renamed(&all.state(position)));
        game.standing(&from) == game.standing(&to)
            && actions.iter().enumerate().all(|(action, other)| {
                let (one, two) = (game.step(&from, action as ActionId), game.step(&to, *other));
                one.legal == two.legal && (!one.legal || renamed(&one.next) == two.next)
            })
    })
}

#[test]
fn renamings_of_random_games_that_are_verified_hold_in_all_positions() {
    let mut rng = Rng::with_seed(42);
    let (mut verified, mut refused) = (0, 0);
    for round in 0..3_000 {
        let Ok(game) = StepGame::new(&random_game(&mut rng)) else {
            continue;
        };
        let game = if round % 2 == 0 { game.with_all_marks() } else { game };
        // Two marks change places, and perhaps two actions.
        let (n_marks, n_kept) = (game.now.len(), game.kept().len());
        let mut marks: Vec<usize> = (0..n_marks).collect();
        marks.swap(rng.usize(0..n_kept), rng.usize(0..n_kept));
        let mut actions: Vec<ActionId> = (0..game.actions().len() as ActionId).collect();
        let n_actions = actions.len();
        actions.swap(rng.usize(0..n_actions), rng.usize(0..n_actions));
        let mark = |site: &str, mark: &str| {
            let at = game.now.iter().position(|now| now.site == site && now.mark == mark)?;
            let to = &game.now[marks[at]];
            Some((to.site.clone(), to.mark.clone()))
        };
        let action = |word: &str| {
            Some(game.actions()[actions[game.action(word)? as usize] as usize].clone())
        };
        let all = explored(&game);
        if !all.is_complete() || all.n_positions() > 2_000 {
            continue;
        }
        match game.symmetries(&[Renaming { mark: &mark, action: &action }]) {
            Some(symmetries) => {
                assert!(holds_in_all(&game, &all, &marks, &actions), "{round}");
                assert_tells_the_same(&game, &all, &quotient(&game, symmetries, 1));
                verified += 1;
            }
            None => refused += 1,
        }
    }
    assert!(verified > 50 && refused > 500, "{verified} {refused}");
}
