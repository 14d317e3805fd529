//! Heuristic searches in little games; solutions found are played.

use super::abstraction::{AbstractWays, AbstractionTask, ObjectGroup};
use super::changes::{ChangeEnd, ChangeSearch};
use super::{heuristic_search, search_regions};
use crate::local_turns::tests::random_game;
use crate::*;
use foolproof_planning::MoverWay;
use foolproof_space::SpaceLimits;
use std::sync::Arc;

fn game(win: &str, rules: &str, level: &str) -> Arc<ScriptGame> {
    let source = format!(
        "title Little\n\nOBJECTS\nBackground\nblack\n\nHero h\nwhite\n\nBox b\nbrown\n\nWall w\ngrey\n\nGoal g\nyellow\n\n\
         LEGEND\n. = Background\nPlayer = Hero\nx = Box and Goal\n\nSOUNDS\n\nCOLLISIONLAYERS\nBackground\nGoal\nHero, Box, Wall\n\n\
         RULES\n[ > Hero | Box ] -> [ > Hero | > Box ]\n{rules}\n\nWINCONDITIONS\n{win}\n\nLEVELS\n\n{level}\n"
    );
    let compiled = compile(&source);
    let errors: Vec<_> =
        compiled.diagnostics.iter().filter(|c| c.severity == Severity::Error).collect();
    assert!(errors.is_empty(), "{errors:?}");
    compiled.game.unwrap()
}

/// Turns of the solution found, after playing it and the one found with regions.
fn found(game: &Arc<ScriptGame>) -> Option<usize> {
    let way = heuristic_search(game, 0, 64 << 20, &|| false).unwrap();
    let by_regions = search_regions(game, 0, 64 << 20, &|| false).unwrap();
    assert_eq!(way.is_some(), by_regions.is_some());
    played(game, &by_regions?);
    Some(played(game, &way?))
}

/// The turns of a solution, which has to win with the last one.
fn played(game: &Arc<ScriptGame>, way: &[ScriptInput]) -> usize {
    let mut stepper = ScriptStepper::new(Arc::clone(game));
    let mut state = stepper.start(0).unwrap();
    let won: Vec<bool> =
        way.iter().map(|&key| stepper.turn(&mut state, key).unwrap().won).collect();
    assert_eq!(won.iter().position(|&won| won), Some(way.len() - 1), "{way:?}");
    way.len()
}

#[test]
fn conditions_of_all_kinds_are_met() {
    assert_eq!(found(&game("All Box on Goal", "", ".....\nhb.bg\n.g...")), Some(5));
    assert_eq!(found(&game("All Goal on Box", "", ".....\nhb.bg\n.....")), Some(5));
    assert_eq!(found(&game("Some Hero on Goal", "", "....\nhw.g\n.w..")), Some(5));
    assert_eq!(found(&game("No Box on Goal", "", "hxx")), None);
    assert_eq!(found(&game("No Box on Goal", "", "h...\n.x..\n....")), Some(2));
    let breaks = "[ action Hero | Box ] -> [ Hero | ]";
    assert_eq!(found(&game("No Box", breaks, "hb.b")), Some(4));
    assert_eq!(
        found(&game("Some Box", "[ action Hero | Wall ] -> [ Hero | Box ]", "h.w")),
        Some(2)
    );
}

#[test]
fn solutions_are_shortened() {
    // The player need not walk around the box.
    let wide = game("All Box on Goal", "", "........\n.h......\n..b.....\n......g.\n........");
    let space = ScriptSpace::explore(&wide, 0, &SpaceLimits::default(), &|| false).unwrap();
    assert_eq!(found(&wide), space.shortest_length());
}

#[test]
fn solvable_levels_are_solved_region_by_region() {
    let mut rng = fastrand::Rng::with_seed(5);
    let (mut n_solved, mut n_compared) = (0, 0);
    while n_compared < 250 {
        let mut cells: Vec<char> = "hbgg".chars().collect();
        cells.extend((4..20).map(|_| ['.', '.', '.', '.', '.', 'b', 'g', 'w'][rng.usize(..8)]));
        rng.shuffle(&mut cells);
        let level: Vec<String> = cells.chunks(5).map(|row| row.iter().collect()).collect();
        let game = game("All Box on Goal", "", &level.join("\n"));
        let space = ScriptSpace::explore(&game, 0, &SpaceLimits::default(), &|| false).unwrap();
        assert_eq!(found(&game).is_some(), space.shortest_length().is_some(), "{level:?}");
        n_solved += usize::from(space.shortest_length().is_some());
        n_compared += 1;
    }
    assert!(n_solved > 20 && n_solved < 230, "{n_solved}");
}

/// The result of the search by changes alone: a solution, no solution, or nothing.
fn by_changes(game: &Arc<ScriptGame>) -> Option<Option<usize>> {
    let mut search = ChangeSearch::new(game, 0, 64 << 20, &|| false).unwrap()?;
    match search.run() {
        ChangeEnd::Won(way) => Some(Some(played(game, &way))),
        ChangeEnd::Through => Some(None),
        ChangeEnd::Odd | ChangeEnd::Over => None,
    }
}

#[test]
fn solvable_levels_are_solved_by_changes_with_corrals_first() {
    let mut rng = fastrand::Rng::with_seed(6);
    let (mut n_solved, mut n_compared) = (0, 0);
    while n_compared < 500 {
        let (width, height) = (rng.usize(4..7), rng.usize(3..6));
        let mut cells: Vec<char> = "hbgbg".chars().collect();
        let others = if rng.bool() { "......w" } else { "......bgw" }.as_bytes();
        cells.extend((5..width * height).map(|_| char::from(others[rng.usize(..others.len())])));
        rng.shuffle(&mut cells);
        let level: Vec<String> = cells.chunks(width).map(|row| row.iter().collect()).collect();
        let wins = ["All Box on Goal", "All Goal on Box"][rng.usize(..2)];
        let game = game(wins, "", &level.join("\n"));
        let limits = SpaceLimits { states: 50_000, ..SpaceLimits::default() };
        let space = ScriptSpace::explore(&game, 0, &limits, &|| false).unwrap();
        if !space.is_complete() {
            continue;
        }
        n_compared += 1;
        let shortest = space.shortest_length();
        n_solved += usize::from(shortest.is_some());
        let found = by_changes(&game).unwrap();
        assert_eq!(found.is_some(), shortest.is_some(), "{wins} {level:?}");
        assert!(found >= shortest, "{level:?}");
    }
    assert!(n_solved > 25 && n_solved < 450, "{n_solved}");
}

#[test]
fn what_is_found_in_random_games_wins() {
    let mut rng = fastrand::Rng::with_seed(12);
    let (mut n_found, mut n_games) = (0, 0);
    for _ in 0..1_000 {
        let source = random_game(&mut rng).replace("Some Key", "All Box on Goal");
        let compiled = compile(&source);
        let is_fine = compiled.diagnostics.iter().all(|one| one.severity != Severity::Error);
        let Some(game) = compiled.game.filter(|_| is_fine) else { continue };
        let Some(found) = by_changes(&game) else { continue };
        let limits = SpaceLimits { states: 20_000, ..SpaceLimits::default() };
        let Ok(space) = ScriptSpace::explore(&game, 0, &limits, &|| false) else { continue };
        n_games += 1;
        if let (Some(length), Some(shortest)) = (found, space.shortest_length()) {
            assert!(length >= shortest, "{source}");
        }
        assert!(found.is_none() || !space.is_complete() || space.shortest_length().is_some());
        n_found += usize::from(found.is_some());
    }
    assert!(n_found > 15 && n_games > n_found, "{n_found} {n_games}");
}

#[test]
fn a_search_ends() {
    let unsolvable = game("All Box on Goal", "", "h.b");
    assert_eq!(found(&unsolvable), None);
    let solvable = game("All Box on Goal", "", "hbg");
    assert_eq!(heuristic_search(&solvable, 0, 64 << 20, &|| true), Ok(None));
    assert_eq!(heuristic_search(&solvable, 3, 64 << 20, &|| false), Err(TurnFault::NoBoard(3)));
    let large = "h.........\n.b.b.b.b..\n..........\n.b.b.b.b.g\n..........";
    let large = game("All Box on Goal", "", large);
    assert_eq!(heuristic_search(&large, 0, 1 << 20, &|| false), Ok(None));
}

#[test]
fn a_turn_without_an_end_leads_nowhere() {
    let rules = "[ stationary Wall Goal | Hero ] -> [ action Wall | Hero ] again\n\
                 [ stationary Wall no Goal | Hero ] -> [ action Wall Goal | Hero ] again";
    assert_eq!(found(&game("Some Hero on Goal", rules, "g.h..w")), Some(2));
}

#[test]
fn searches_are_alike() {
    let level = "wwwwwwwww\nw...w...w\nw.b...b.w\nwgg.h.ggw\nw.b...b.w\nw...w...w\nwwwwwwwww";
    let game = game("All Goal on Box", "", level);
    let ways: Vec<_> =
        (0..2).map(|_| heuristic_search(&game, 0, 64 << 20, &|| false).unwrap()).collect();
    assert!(ways[0].is_some() && ways[0] == ways[1]);
}

#[test]
fn the_emptied_level_knows_corners_and_walls() {
    let game = game("All Box on Goal", "", "h....\n.b...\n..w..\n.b.wg\n.....");
    let shape = game.shape(game.board(0).unwrap());
    let start = ScriptStepper::new(Arc::clone(&game)).start(0).unwrap();
    let number = |name: &str| game.objects.iter().position(|o| o.name == name).unwrap();
    let mover = ObjectGroup { planes: vec![number("box")], together: false };
    let kept: Vec<bool> = (0..shape.n_objects).map(|object| object != number("box")).collect();
    let goal = (4 * shape.height + 3) as u32;
    let task = AbstractionTask { mover: &mover, kept, places: vec![goal], all_turns: false };
    let ways = AbstractWays::new(&game, shape, &start, &task, &|| false).unwrap().unwrap();
    let cell = |column: usize, row: usize| (column * shape.height + row) as u32;
    // With the wall above and below, a box can be pushed to the last column only along the top.
    assert_eq!(ways.way(cell(4, 1), goal), MoverWay::Steps(2));
    assert_eq!(ways.way(cell(1, 1), goal), MoverWay::Steps(5));
    assert_eq!(ways.way(cell(0, 0), goal), MoverWay::Dead);
    assert_eq!(ways.way(cell(2, 2), goal), MoverWay::Unknown);
    assert_eq!(ways.way(cell(4, 4), goal), MoverWay::Dead);
    assert_eq!(ways.way(cell(4, 1), goal - 1), MoverWay::Unknown);
}
