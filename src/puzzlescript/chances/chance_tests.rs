//! Chances of turns and odds of levels, compared with very many seeded plays.

use crate::states::projection_tests::{PUSH, game};
use crate::*;
use foolproof_space::SpaceLimits;
use std::collections::HashMap;
use std::sync::Arc;

fn chances(game: &Arc<ScriptGame>) -> ScriptChances {
    let limits = SpaceLimits { states: 20_000, threads: 1, ..SpaceLimits::default() };
    ScriptChances::explore(game, 0, &limits, &|| false).unwrap()
}

/// Compares the ways of a key with `n` seeded turns of the game.
fn compare_turns(game: &Arc<ScriptGame>, before: &[ScriptInput], key: ScriptInput, n: u32) {
    let found = chances(game);
    let mut stepper = ScriptStepper::new(Arc::clone(game));
    stepper.seed("before");
    let mut state = stepper.start(0).unwrap();
    for key in before {
        if stepper.turn(&mut state, *key).unwrap().won {
            return;
        }
    }
    let number = found.number_of(&state).unwrap();
    assert_eq!(found.end(), &SpaceEnd::Complete);
    let mut seen: HashMap<Option<u32>, u32> = HashMap::new();
    stepper.seed("many");
    for _ in 0..n {
        let mut after = state.clone();
        let won = stepper.turn(&mut after, key).unwrap().won;
        let target = if won { None } else { Some(found.number_of(&after).unwrap()) };
        *seen.entry(target).or_default() += 1;
    }
    let ways = found.turn(number, key);
    assert!(
        seen.keys().all(|target| ways.iter().any(|(way, _)| way == target)),
        "{seen:?} {ways:?}"
    );
    for (target, chance) in ways {
        let chance = *chance.numer() as f64 / *chance.denom() as f64;
        let often = f64::from(seen.get(&target).copied().unwrap_or(0)) / f64::from(n);
        // Five standard errors.
        let error = 5.0 * (chance * (1.0 - chance) / f64::from(n)).sqrt();
        assert!((often - chance).abs() <= error, "{often} {chance}");
    }
}

#[test]
fn chances_of_turns_are_those_of_plays_with_seeds() {
    let (n, right) = (100_000, ScriptInput::Right);
    let level = "h..\n.bg";
    for rules in [
        format!("{PUSH}\nlate random [ Goal | no Wall no Goal ] -> [ | Goal ]"),
        "[ stationary Box ] -> [ randomdir Box ]".to_owned(),
        "random [ Box | no Wall ] -> [ | Box ]\nlate [ Hero no Dirt ] -> [ Hero random Dirt ]"
            .to_owned(),
        // A match that changes nothing is drawn as often as the others.
        "late random [ no Wall ] -> [ Spark no Wall ]".to_owned(),
        // Each rule of a random group has a chance for every match.
        "random [ Box ] -> [ left Box ]\n+ [ no Box no Hero ] -> [ Dust no Box no Hero ]"
            .to_owned(),
        "random [ Box no Dirt ] -> [ Box random Dirt ] again\nlate [ Soot ] -> [ Spark ]"
            .to_owned(),
        // Directions are drawn until a round draws the same for all.
        "[ Box ] -> [ randomdir Box ]\nlate [ Box ] -> [ Box Spark ]".to_owned(),
        "[ Box ] -> [ randomdir Box ]\n+ [ Goal ] -> [ randomdir Goal ]".to_owned(),
        // Every neighbour is another draw.
        "[ Box | no Wall ] -> [ randomdir Box | no Wall ]\n[ > Box | Hero ] -> [ > Box | > Hero ]"
            .to_owned(),
        "startloop\n[ Box no Spark ] -> [ randomdir Box Spark ]\nendloop".to_owned(),
    ] {
        let game = game("", &rules, level);
        compare_turns(&game, &[], right, n);
        compare_turns(&game, &[right, ScriptInput::Down], ScriptInput::Left, n);
    }
}

/// Plays `n` seeded games by the strategy, and counts the wins.
fn played(game: &Arc<ScriptGame>, found: &ScriptChances, n: u32, most_turns: usize) -> u32 {
    let mut stepper = ScriptStepper::new(Arc::clone(game));
    stepper.seed("strategy");
    let mut n_won = 0;
    for _ in 0..n {
        let mut state = stepper.start(0).unwrap();
        for _ in 0..most_turns {
            let number = found.number_of(&state).expect("a state that is known");
            let Some(key) = found.best_key(number) else { break };
            if stepper.turn(&mut state, key).unwrap().won {
                n_won += 1;
                break;
            }
        }
    }
    n_won
}

/// Checks that the strategy wins as often as it should, and returns how often it does.
fn check_strategy(game: &Arc<ScriptGame>, n: u32) -> Option<f64> {
    let found = chances(game);
    let odds = found.at_start()?;
    let often = f64::from(played(game, &found, n, 4_000)) / f64::from(n);
    let error = 5.0 * (odds.best.high * (1.0 - odds.best.low) / f64::from(n)).sqrt() + 1e-9;
    assert!(odds.best.low - error <= often && often <= odds.best.high + error, "{often} {odds:?}");
    if odds.for_sure.is_some() || odds.with_luck.is_none() {
        assert_eq!(often, f64::from(u8::from(odds.for_sure.is_some())));
    }
    Some(often)
}

#[test]
fn the_strategy_wins_as_often_as_it_is_said_to() {
    // The box moves somewhere at each turn.
    let rules = "[ > Hero | Box ] -> [ > Hero | > Box ]\nlate random [ Box | no Wall no Hero no Box ] -> [ | Box ]";
    for (level, sure) in
        [("hb.g", None), ("h.b\n..g", None), ("hbgw", Some(1)), ("hb.w\n..g.", None)]
    {
        let game = game("", rules, level);
        let odds = chances(&game).at_start().unwrap();
        assert!(
            odds.for_sure.is_none() || sure.is_some() || odds.almost_surely,
            "{level} {odds:?}"
        );
        check_strategy(&game, 100_000).unwrap();
    }
}

#[test]
fn luck_and_certainty_are_told_apart() {
    // The action is a coin: it puts the box on the goal, or takes the hero away.
    let coin = "random [ action Hero ] [ Box ] [ Goal ] -> [ Hero ] [ ] [ Goal Box ]\n+ [ action Hero ] [ Box ] [ Goal ] -> [ ] [ Box ] [ Goal ]";
    let found = chances(&game("", coin, "h.b.g"));
    let odds = found.at_start().unwrap();
    assert_eq!((odds.with_luck, odds.for_sure, odds.almost_surely), (Some(1), None, false));
    assert_eq!(odds.best.exact.map(|exact| (*exact.numer(), *exact.denom())), Some((1, 2)));
    // It is thrown again after the other side, so it wins almost surely.
    let again = "random [ action Hero ] [ Box ] [ Goal ] -> [ Hero ] [ ] [ Goal Box ]\n+ [ action Hero ] -> [ Hero ]";
    let odds = chances(&game("", again, "h.b.g")).at_start().unwrap();
    assert_eq!((odds.with_luck, odds.for_sure, odds.almost_surely), (Some(1), None, true));
    // If the box can be pushed, a win is sure.
    let both = format!("{PUSH}\n{again}");
    let odds = chances(&game("", &both, "h.b.g")).at_start().unwrap();
    assert_eq!((odds.with_luck, odds.for_sure, odds.almost_surely), (Some(1), Some(3), true));
    // A level that cannot be won even with luck.
    let odds = chances(&game("", coin, "hwbw.\n.wwwb")).at_start();
    assert!(odds.is_some_and(|odds| odds.with_luck.is_none() && odds.best.high == 0.0));
}

#[test]
fn directions_drawn_in_many_rounds_are_drawn_once() {
    let sums = |rules: &str, level: &str, key| {
        let game = game("", rules, level);
        let found = chances(&game);
        assert_eq!(found.end(), &SpaceEnd::Complete, "{rules}");
        let start = found.starts().next().unwrap();
        found.turn(start, key)
    };
    // A box alone on a board goes four ways with the same chance; in a corner, two of them leave it in place.
    let rules = "[ Box ] -> [ randomdir Box ]";
    let ways = sums(rules, "h....\n.....\n...b.\n....g", ScriptInput::Left);
    assert_eq!(ways.len(), 4);
    assert!(ways.iter().all(|(_, chance)| (*chance.numer(), *chance.denom()) == (1, 4)));
    let ways = sums(rules, "h....\n...gb", ScriptInput::Left);
    let mut all: Vec<_> = ways.iter().map(|(_, one)| (*one.numer(), *one.denom())).collect();
    all.sort_unstable();
    assert_eq!(all, [(1, 2), (1, 4), (1, 4)]);
    // Three boxes between walls; each goes up or down half of the time.
    let ways = sums(rules, "hw.w.w.w\n.wbwbwbw\n.w.w.w.w\ngwwwwwww", ScriptInput::Down);
    let chances: Vec<_> = ways.iter().map(|(_, one)| *one.denom() / *one.numer()).collect();
    assert_eq!((ways.len(), chances.iter().filter(|one| **one == 8).count()), (27, 1));
    // If a box has moved before, rounds make a difference, and there are too many of them.
    let found = chances_of(&format!("{PUSH}\n{rules}"), "hb.g.");
    assert!(matches!(found, SpaceEnd::Fault { fault: TurnFault::ManyDraws { .. }, .. }));
    // Rounds make a difference also if something else depends on the directions.
    let found = chances_of("[ Box ] -> [ randomdir Box ]\n+ [ left Box ] -> [ Box ]", "h.bg.");
    assert!(matches!(found, SpaceEnd::Fault { fault: TurnFault::ManyDraws { .. }, .. }));
}

fn chances_of(rules: &str, level: &str) -> SpaceEnd {
    chances(&game("", rules, level)).end().clone()
}

#[test]
fn too_many_ways_are_told() {
    let found = chances(&game(
        "",
        "[ Dust ] -> [ randomdir Dust ]\nlate [ Hero Dust ] -> win",
        "hddddd\nddddbg",
    ));
    assert!(matches!(found.end(), SpaceEnd::Fault { fault: TurnFault::ManyDraws { .. }, .. }));
    assert!(found.at_start().is_some_and(|odds| !odds.is_complete && odds.with_luck.is_none()));
    // A win by another key counts.
    let rules = format!(
        "{PUSH}\n[ action Hero ] [ Dust ] -> [ action Hero ] [ randomdir Dust ]\nlate [ Hero Dust ] -> cancel"
    );
    let found = chances(&game("", &rules, "hb.g....\ndddddddd"));
    assert!(matches!(found.end(), SpaceEnd::Fault { fault: TurnFault::ManyDraws { .. }, .. }));
    let odds = found.at_start().unwrap();
    assert_eq!((odds.for_sure, odds.is_complete, odds.best.high), (Some(2), false, 1.0));
}

#[test]
fn random_games_of_chance_are_played_as_they_are_said_to_end() {
    let mut rng = fastrand::Rng::with_seed(17);
    let lines = [
        "late random [ Box | no Wall no Hero no Box ] -> [ | Box ]",
        "[ stationary Box ] -> [ randomdir Box ]",
        "[ Box ] -> [ randomdir Box ]",
        "late random [ Goal | no Goal ] -> [ | Goal ]",
        "random [ > Hero ] -> [ ^ Hero ]\n+ [ > Hero ] -> [ > Hero ]",
        "[ action Hero ] -> [ Hero random Dirt ]\nlate [ Soot ] [ Box ] -> [ ] [ Wall ]",
        "late random [ Hero | Box ] -> [ Hero | ]\n+ [ no Box no Hero no Wall ] -> [ no Box no Hero no Wall ]",
        "late random [ Wall ] -> [ Box ] again",
        "late random [ Box ] -> [ Wall ]\n+ [ no Box no Wall ] -> [ no Box no Wall ]",
    ];
    let mut seen = HashMap::<&str, u32>::new();
    // A push that may break the box.
    let fragile = "random [ > Hero | Box ] -> [ > Hero | > Box ]\n+ [ > Hero | Box ] -> [ | Box ]";
    for round in 0..80 {
        let n_lines = rng.usize(..5).saturating_sub(2);
        let rules: Vec<&str> = (0..n_lines).map(|_| lines[rng.usize(..lines.len())]).collect();
        let mut cells: Vec<char> = "hbg......".chars().collect();
        for cell in cells.iter_mut().skip(3) {
            *cell = ['.', '.', '.', '.', 'w', 'g'][rng.usize(..6)];
        }
        rng.shuffle(&mut cells);
        let level: Vec<String> = cells.chunks(3).map(|row| row.iter().collect()).collect();
        let push = if rng.u8(..4) == 0 { PUSH } else { fragile };
        let game = game("", &format!("{push}\n{}", rules.join("\n")), &level.join("\n"));
        let n = if round < 3 { 100_000 } else { 2_000 };
        let kind = match check_strategy(&game, n) {
            None => "unknown",
            Some(0.0) => "never",
            Some(1.0) => "always",
            Some(_) => "between",
        };
        *seen.entry(kind).or_default() += 1;
        // A lucky play that is found is valid, and most that exist are found.
        let lucky = lucky_search(&game, 0, 16 << 20, &|| false).unwrap();
        if let Some(odds) = chances(&game).at_start().filter(|odds| odds.is_complete) {
            let turns = lucky.as_ref().map(|play| play.len() as u32);
            assert!(turns.is_none_or(|turns| odds.with_luck.is_some_and(|least| least <= turns)));
            let kind = if turns.is_some() { "lucky" } else { "unlucky" };
            *seen.entry(kind).or_default() += u32::from(odds.with_luck.is_some());
        }
        // The odds are the same if what cannot matter is left out.
        if let Some(reduced) = game.without_decoration(0).map(Arc::new)
            && let (Some(whole), Some(few)) =
                (chances(&game).at_start(), chances(&reduced).at_start())
        {
            assert_eq!(
                (whole.with_luck, whole.for_sure, whole.almost_surely),
                (few.with_luck, few.for_sure, few.almost_surely)
            );
            assert!(whole.best.low < few.best.high + 1e-9 && few.best.low < whole.best.high + 1e-9);
            *seen.entry("reduced").or_default() += 1;
        }
    }
    let enough = |kind| seen.get(kind).is_some_and(|n| *n > 3);
    assert!(seen.get("unlucky").copied().unwrap_or(0) * 5 < seen["lucky"], "{seen:?}");
    assert!(enough("never") && enough("between") && enough("always"), "{seen:?}");
}

#[test]
fn luck_is_found_where_chance_has_too_many_ways() {
    let rules = format!("{PUSH}\n[ Dust ] -> [ randomdir Dust ]\nlate [ Box Dust ] -> win");
    let game = game("", &rules, "hddddd\nddddbg\nwwwwww");
    let found = chances(&game);
    assert!(matches!(found.end(), SpaceEnd::Fault { fault: TurnFault::ManyDraws { .. }, .. }));
    assert!(lucky_search(&game, 0, 16 << 20, &|| false).unwrap().is_some());
}
