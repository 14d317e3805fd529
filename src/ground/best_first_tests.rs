//! Tests of the search for a solution and of its guides, on small boards of a game of pushing and on random
//! games.

use fastrand::Rng;

use super::circuit::Wire;
use super::expansion::{Expander, KnownPositions, Outlook};
use super::machine::Machine;
use super::testing::{random_game, read_rules};
use super::walk_flood::{FloodWins, WalkFlood};
use super::win_estimate::WinEstimate;
use super::{Explored, StepGame, StepState};
use foolproof_space::{SpaceLimits, StateTable};

const SIDES: [(&str, i32, i32); 4] = [("e", 1, 0), ("n", 0, -1), ("s", 0, 1), ("w", -1, 0)];

/// Builds a board on which a player pushes boxes onto goals, in the usual characters; the win either forbids
/// boxes off the goals, or requires a box on every goal.
fn pushing(rows: &[String], by_goals: bool) -> StepGame {
    let mut text = String::new();
    let sign = |at: (i32, i32)| -> char {
        let row = usize::try_from(at.1).ok().and_then(|row| rows.get(row));
        let col = usize::try_from(at.0).ok();
        row.zip(col).and_then(|(row, col)| row.chars().nth(col)).unwrap_or('#')
    };
    let cells = rows.iter().enumerate().flat_map(|(row, signs)| {
        (0..signs.chars().count()).map(move |col| (col as i32, row as i32))
    });
    let cells: Vec<(i32, i32)> = cells.filter(|cell| sign(*cell) != '#').collect();
    let name = |(col, row): (i32, i32)| format!("cell({col},{row})");
    for cell in cells.iter().map(|cell| name(*cell)) {
        text += &format!("{{now({cell},player)}}.\n{{now({cell},box)}}.\n");
    }
    SIDES.iter().for_each(|(side, ..)| text += &format!("{{do({side})}}.\n"));
    for &cell in &cells {
        let here = name(cell);
        for (side, across, down) in SIDES {
            let next = (cell.0 + across, cell.1 + down);
            let beyond = (next.0 + across, next.1 + down);
            if sign(next) != '#' {
                let to = name(next);
                text += &format!("to({to}) :- now({here},player), do({side}).\n");
                if sign(beyond) != '#' {
                    let into = name(beyond);
                    text += &format!(
                        "pushed({to},{into}) :- to({to}), now({to},box), do({side}), not now({into},box).\n"
                    );
                    text += &format!(
                        "gone({to}) :- pushed({to},{into}).\nnext({into},box) :- pushed({to},{into}).\n"
                    );
                }
            }
        }
        text += &format!("legal :- to({here}), not now({here},box).\nlegal :- gone({here}).\n");
        text += &format!("next({here},player) :- to({here}).\n");
        text += &format!("next({here},box) :- now({here},box), not to({here}).\n");
        let sign = sign(cell);
        match ("+*.".contains(sign), by_goals) {
            (false, false) => text += &format!("astray :- now({here},box).\n"),
            (true, true) => text += &format!("astray :- not now({here},box).\n"),
            _ => {}
        }
        for (signs, mark) in [("@+", "player"), ("$*", "box")] {
            if signs.contains(sign) {
                text += &format!("start({here},{mark}).\n");
            }
        }
    }
    text += "won :- not astray.\n";
    StepGame::new(&read_rules(&text)).unwrap()
}

fn board(rows: &[&str], by_goals: bool) -> StepGame {
    pushing(&rows.iter().map(|row| (*row).to_owned()).collect::<Vec<_>>(), by_goals)
}

/// Builds a board of five by five with some walls, boxes and as many goals.
fn random_board(rng: &mut Rng) -> StepGame {
    let mut cells: Vec<usize> = (0..25).collect();
    rng.shuffle(&mut cells);
    let mut signs = [' '; 25];
    let (n_walls, n_boxes) = (rng.usize(1..5), rng.usize(1..4));
    let mut taken = cells.into_iter();
    let mut put = |n: usize, sign: char| taken.by_ref().take(n).for_each(|at| signs[at] = sign);
    put(n_walls, '#');
    put(1, '@');
    put(n_boxes, '$');
    put(n_boxes, '.');
    let rows: Vec<String> = signs.chunks(5).map(|row| row.iter().collect()).collect();
    pushing(&rows, rng.bool())
}

/// Builds a game with random rules, if they are valid, or a board.
fn some_game(rng: &mut Rng, is_any: bool) -> Option<StepGame> {
    if is_any { StepGame::new(&random_game(rng)).ok() } else { Some(random_board(rng)) }
}

fn explored(game: &StepGame) -> Explored {
    game.explore(&SpaceLimits::default(), &|| false)
}

fn limits(threads: usize) -> SpaceLimits {
    SpaceLimits { bytes: 4 << 20, threads, ..SpaceLimits::default() }
}

#[test]
fn some_solution_is_found_where_there_is_one_whatever_the_threads() {
    let mut rng = Rng::with_seed(31);
    let (mut solved, mut unsolved) = (0, 0);
    for round in 0..300 {
        let Some(game) = some_game(&mut rng, round % 3 == 0) else { continue };
        let is_solved = explored(&game).space().shortest().is_some();
        let found =
            [1, 3].map(|threads| game.some_solution(&game.start(), &limits(threads), &|| false));
        assert_eq!(found[0], found[1], "{round}");
        assert_eq!(found[0].is_some(), is_solved, "{round}");
        assert!(found[0].as_ref().is_none_or(|play| game.wins(&game.start(), play)), "{round}");
        if is_solved { solved += 1 } else { unsolved += 1 }
    }
    assert!(solved > 70 && unsolved > 70, "{solved} {unsolved}");
}

#[test]
fn a_box_alone_needs_as_many_pushes_as_estimated() {
    for by_goals in [false, true] {
        let game = board(&["######", "#@   #", "# $  #", "#  # #", "#   .#", "######"], by_goals);
        let machine = Machine::new(&game);
        let mut estimate = WinEstimate::new(&game, &machine, &game.start().0, &|| false);
        // Twice to the right, around the wall, and twice down.
        assert_eq!(estimate.stand_on(&game.start().0), 4);
        let players = game.marks(&StepState(estimate.walkers.clone().into()));
        assert!(players.iter().all(|(_, mark)| *mark == "player") && players.len() == 15);
    }
}

#[test]
fn estimates_after_a_step_are_those_of_the_position() {
    let mut rng = Rng::with_seed(32);
    let mut priced = 0;
    for round in 0..200 {
        let Some(game) = some_game(&mut rng, round % 4 == 0) else { continue };
        let machine = Machine::new(&game);
        let mut estimate = WinEstimate::new(&game, &machine, &game.start().0, &|| false);
        let mut other = estimate.clone();
        let mut state = game.start();
        for _ in 0..20 {
            let legal = game.legal_actions(&state);
            if legal.is_empty() {
                break;
            }
            estimate.stand_on(&state.0);
            let next = game.step(&state, legal[rng.usize(0..legal.len())]).next;
            let found = [(); 2].map(|()| estimate.after(&state.0, &next.0));
            assert_eq!(found, [other.stand_on(&next.0); 2], "{round}");
            priced += u32::from(found[0] > 0);
            state = next;
        }
    }
    assert!(priced > 300, "{priced}");
}

#[test]
fn walks_are_the_positions_that_only_a_player_changes() {
    let game = board(&["  #  ", " @$ .", "  #  "], false);
    let machine = Machine::new(&game);
    let estimate = WinEstimate::new(&game, &machine, &game.start().0, &|| false);
    let mut flood = WalkFlood::new(&machine, &estimate.walkers);
    // The same walk from two of its positions, and the walk on the other side.
    let east = game.action("e").unwrap();
    let [beside, beyond] =
        [game.action("w").unwrap(), east].map(|go| game.step(&game.start(), go).next);
    let starts = [game.start().0, beside.0, beyond.0].concat();
    let mut pushes = Vec::new();
    let won = flood.run(&starts, FloodWins::End, |step| {
        pushes.push((step.walk, step.action, StepState(step.to.into())));
    });
    assert_eq!(won, None);
    let signatures = flood.signatures();
    assert!(signatures[0].is_some() && signatures[0] == signatures[1]);
    assert_ne!(signatures[0], signatures[2]);
    let once = game.step(&game.start(), east).next;
    let twice = game.step(&once, east).next;
    pushes.sort();
    assert_eq!(pushes, [(0, east, once.clone()), (1, east, once), (2, east, twice)]);
}

#[test]
fn boxes_that_are_stuck_are_dead_ends() {
    let mut rng = Rng::with_seed(33);
    let (mut stuck, mut open) = (0, 0);
    for round in 0..150 {
        let game = random_board(&mut rng);
        let all = explored(&game);
        let machine = Machine::new(&game);
        let goals: Vec<Wire> = machine.goals();
        let estimate = WinEstimate::new(&game, &machine, &game.start().0, &|| false);
        let walkers = estimate.walkers.clone();
        let mut worker = Expander::new(&machine, None, &goals, (estimate, &walkers));
        let (table, walks) = (StateTable::new(machine.width), Default::default());
        for position in 0..(all.n_positions() as u32).min(200) {
            let StepState(words) = all.state(position);
            let known = KnownPositions { table: &table, walks: &walks };
            let made = worker.expand(&words, &[false], known);
            match made.outlooks.first() {
                Some(Outlook::Stuck) => {
                    assert_eq!(all.space().is_dead_end(position), Some(true), "{round}");
                    assert!(made.found.is_empty());
                    stuck += 1;
                }
                Some(_) => open += 1,
                None => assert!(made.won.is_some()),
            }
            // The steps that follow are those of the game.
            for words in made.words.chunks_exact(machine.width) {
                assert!(all.find(&StepState(words.into())).is_some(), "{round}");
            }
        }
    }
    assert!(stuck > 300 && open > 300, "{stuck} {open}");
}
