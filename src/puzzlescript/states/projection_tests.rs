//! Games with and without the parts that cannot change their outcome: states, distances and plays, of little
//! games and random ones.

use crate::tests::compiled;
use crate::*;
use foolproof_space::SpaceLimits;
use std::sync::Arc;

pub(crate) const PUSH: &str = "[ > Hero | Box ] -> [ > Hero | > Box ]";

/// A game of a hero, a box, a wall and a goal, with dust on one layer and sparks on another.
pub(crate) fn game(prelude: &str, rules: &str, level: &str) -> Arc<ScriptGame> {
    let source = format!(
        "title Little\n{prelude}\n\nOBJECTS\nBackground\nblack\n\nHero h\nwhite\n\nBox b\nbrown\n\nWall w\ngrey\n\nGoal g\nyellow\n\n\
         Dust d\nwhite\n\nSoot s\nblack\n\nSpark k\nred\n\n\
         LEGEND\n. = Background\nPlayer = Hero\nx = Box and Goal\nDirt = Dust or Soot\n\nSOUNDS\n\n\
         COLLISIONLAYERS\nBackground\nGoal\nHero, Box, Wall\nDust, Soot\nSpark\n\n\
         RULES\n{rules}\n\nWINCONDITIONS\nAll Box on Goal\n\nLEVELS\n\n{level}\n"
    );
    compiled(&source)
}

fn explore(game: &Arc<ScriptGame>) -> ScriptSpace {
    let limits = SpaceLimits { states: 30_000, threads: 1, ..SpaceLimits::default() };
    ScriptSpace::explore(game, 0, &limits, &|| false).unwrap()
}

/// The names of the objects that are left out of a game; empty if there are none.
fn left_out(game: &ScriptGame) -> Vec<&str> {
    let reduced = game.without_decoration(0);
    let objects = reduced.as_ref().map_or(&[][..], ScriptGame::left_out);
    objects.iter().map(|&id| game.objects[id].name.as_str()).collect()
}

/// Compares all states of a game with those of the reduced game. Returns whether there are fewer.
fn compare(game: &Arc<ScriptGame>, what: &str) -> bool {
    let Some(reduced) = game.without_decoration(0).map(Arc::new) else { return false };
    let limits = SpaceLimits { states: 30_000, threads: 1, ..SpaceLimits::default() };
    let Ok(few) = ScriptSpace::explore(&reduced, 0, &limits, &|| false) else { return false };
    let Ok(all) = ScriptSpace::explore(game, 0, &limits, &|| false) else { return false };
    if !all.is_complete() || !few.is_complete() {
        // Leaving out parts that cannot matter never makes a turn endless, and never needs more states.
        assert!(
            !all.is_complete()
                || matches!(few.end(), SpaceEnd::Fault { fault: TurnFault::Torn, .. }),
            "{what}"
        );
        return false;
    }
    assert_eq!(all.shortest_length(), few.shortest_length(), "{what}");
    assert_eq!(all.space().n_shortest(), few.space().n_shortest(), "{what}");
    assert_eq!(all.shortest_plays(50), few.shortest_plays(50), "{what}");
    assert!(few.n_states() <= all.n_states(), "{what}");
    for number in 0..all.n_states() as u32 {
        let state = all.state(number).unwrap();
        let same = few.number_of(&state).unwrap_or_else(|| panic!("{what}: state {number}"));
        assert_eq!(all.space().distance(number), few.space().distance(same), "{what}: {number}");
        for (key, target) in few.turns(same) {
            let turn = all.turns(number).find(|(pressed, _)| *pressed == key).unwrap();
            let target_of_all = turn.1.map(|to| few.number_of(&all.state(to).unwrap()).unwrap());
            assert_eq!(target_of_all, target, "{what}: {number} {key:?}");
        }
    }
    few.n_states() < all.n_states()
}

const TRAIL: &str = "late [ Hero no Dirt ] -> [ Hero Dust ]";

#[test]
fn a_trail_that_nobody_reads_is_left_out() {
    let with_trail = game("", &format!("{PUSH}\n{TRAIL}"), "h...\n.b..\n...g");
    assert_eq!(left_out(&with_trail), ["dust"]);
    assert!(compare(&with_trail, "trail"));
    let without = game("", PUSH, "h...\n.b..\n...g");
    assert_eq!(left_out(&without), [""; 0]);
    let reduced = Arc::new(with_trail.without_decoration(0).unwrap());
    assert_eq!(explore(&reduced).n_states(), explore(&without).n_states());
}

#[test]
fn one_rule_that_reads_it_puts_it_back() {
    for rule in [
        "[ > Hero | Dust ] -> [ Hero | Dust ]",
        "late [ Hero Dust ] -> cancel",
        "late [ Hero Dust ] -> restart",
        "late [ Dust ] [ Goal Box ] -> win",
        "late [ Hero Dust ] -> checkpoint",
        "[ > Hero ] [ Dust ] -> [ > Hero ] [ Dust ] again",
        "late [ Box no Dust ] -> [ Wall no Dust ]",
        "[ > Hero | ... | Dust ] -> [ < Hero | ... | Dust ]",
        "rigid [ > Hero | Dust ] -> [ > Hero | > Dust ]",
        "late [ Dust | Box ] -> [ | Box Spark ]\nlate [ Spark ] -> win",
        "startloop\nlate [ Hero | Dust ] -> [ Hero | Soot ]\nendloop",
    ] {
        let read = game("", &format!("{PUSH}\n{TRAIL}\n{rule}"), "h....\n..b..\n....g");
        assert!(!left_out(&read).contains(&"dust"), "{rule}: {:?}", left_out(&read));
    }
    for rule in [
        "late [ Hero Dust ] -> message Hm",
        "late [ Hero Dust ] -> sfx0",
        "late [ Hero | Dust ] -> [ Hero | Soot ]",
        "late random [ Dust ] -> [ Soot ]",
        "[ > Hero | Dust ] -> [ > Hero | > Dust ]",
        "[ > Hero | ... | Dust ] -> [ > Hero | ... | randomdir Dust ]",
        "late [ Hero Dust ] -> [ Hero random Dirt ]",
        "late [ Dust ] -> [ Dust Spark ]",
    ] {
        let unread = game("", &format!("{PUSH}\n{TRAIL}\n{rule}"), "h....\n..b..\n....g");
        assert!(left_out(&unread).contains(&"dust"), "{rule}: {:?}", left_out(&unread));
        assert!(!unread.without_decoration(0).unwrap().is_random(), "{rule}");
    }
}

#[test]
fn chance_that_matters_stays() {
    for rule in [
        "late random [ Box ] -> [ Wall ]",
        "random [ Box ] -> [ randomdir Box ]",
        "late random [ Dust ] -> [ Soot ]\n+ late [ Box ] -> [ Wall ]",
        "[ Box ] -> [ randomdir Box ]\n+ [ Dust ] -> [ Soot ]",
    ] {
        let read = game("", &format!("{PUSH}\n{TRAIL}\n{rule}"), "h....\n..b..\n....g");
        assert!(read.without_decoration(0).is_none_or(|game| game.is_random()), "{rule}");
    }
    // A random rule does not count if it needs something that the level does not have and no rule makes.
    let dead =
        game("", &format!("{PUSH}\nlate random [ Spark ] [ Box ] -> [ Spark ] [ Wall ]"), "h.b.g");
    assert!(dead.is_random() && !dead.without_decoration(0).unwrap().is_random());
}

#[test]
fn again_goes_on_for_what_is_left_out() {
    // Only dust changes, and that asks for a further turn, in which the box moves.
    let rules =
        "[ Box ] [ stationary Hero ] -> [ right Box ] [ Hero ]\n[ > Hero ] -> [ Hero Spark ] again";
    let torn = game("", rules, "h.bg");
    assert_eq!(explore(&torn).shortest_length(), Some(1));
    let end = explore(&Arc::new(torn.without_decoration(0).unwrap())).end().clone();
    assert!(matches!(end, SpaceEnd::Fault { fault: TurnFault::Torn, .. }), "{end:?}");
    // Falling ends by itself, whatever happens to the dust.
    let falls =
        format!("{PUSH}\n{TRAIL}\ndown [ Box | no Wall no Hero no Box ] -> [ | Box ] again");
    let fine = game("", &falls, "h...\n.b..\n...g");
    assert_eq!(left_out(&fine), ["dust"]);
    assert!(compare(&fine, "falling"));
}

#[test]
fn a_state_of_another_level_is_not_taken_for_one_of_this() {
    // If there is never any soot, a rule that reads it can be ignored.
    let rules =
        format!("{PUSH}\n{TRAIL}\nlate [ Hero Soot ] -> win\nlate [ Soot | Spark ] -> [ | Spark ]");
    let clean = game("", &rules, "h.b.g");
    let dirty = game("", &rules, "hsb.g");
    let space = explore(&Arc::new(clean.without_decoration(0).unwrap()));
    let mut stepper = ScriptStepper::new(Arc::clone(&dirty));
    assert_eq!(space.number_of(&stepper.start(0).unwrap()), None);
    let mut stepper = ScriptStepper::new(Arc::clone(&clean));
    let mut state = stepper.start(0).unwrap();
    stepper.turn(&mut state, ScriptInput::Right).unwrap();
    assert!(space.number_of(&state).is_some());
}

const BRACKETS: [&str; 16] = [
    "Hero", "> Hero", "Box", "> Box", "Goal", "no Wall", "Dust", "Soot", "Dirt", "Spark",
    "no Dust", "no Spark", "Hero Dust", "Box Spark", "stationary Box", "no Dirt",
];
const MADE: [&str; 14] = [
    "Hero", "> Hero", "Box", "> Box", "Wall", "", "Dust", "Soot", "Spark", "Hero Dust",
    "Box Spark", "> Dust", "Hero Spark", "right Spark",
];
const COMMANDS: [&str; 8] = ["", "", "", "", "", "again", "cancel", "win"];

/// A random rule of one or two cells; most of them act only on dust and sparks.
pub(crate) fn random_rule(rng: &mut fastrand::Rng) -> String {
    let prefix = ["", "", "late ", "late ", "+ ", "right ", "rigid "][rng.usize(..7)];
    let late = prefix.starts_with("late");
    let n_cells = rng.usize(1..3);
    let mut left: Vec<String> = Vec::new();
    let mut right: Vec<String> = Vec::new();
    for _ in 0..n_cells {
        let before = BRACKETS[rng.usize(..BRACKETS.len())];
        // Usually whatever is not decoration stays.
        let keeps = rng.u8(..10) < 6;
        let after = match keeps {
            true => format!("{before}{}", ["", "", " Spark", " Dust"][rng.usize(..4)]),
            false => MADE[rng.usize(..MADE.len())].to_owned(),
        };
        left.push(before.to_owned());
        right.push(after);
    }
    let command = COMMANDS[rng.usize(..COMMANDS.len())];
    let text = format!("{prefix}[ {} ] -> [ {} ] {command}", left.join(" | "), right.join(" | "));
    if late {
        text.replace('>', "").replace("stationary", "").replace("right Spark", "Spark")
    } else {
        text
    }
}

#[test]
fn random_rules_have_the_same_outcome_without_what_cannot_matter() {
    let mut rng = fastrand::Rng::with_seed(42);
    let (mut n_fewer, mut n_compared) = (0, 0);
    for _ in 0..1500 {
        let n_rules = rng.usize(1..5);
        let rules: Vec<String> = (0..n_rules).map(|_| random_rule(&mut rng)).collect();
        let mut cells: Vec<char> = "hb.g........".chars().collect();
        for cell in cells.iter_mut().skip(4) {
            *cell = ['.', '.', 'w', 'd', 's', 'k', 'b'][rng.usize(..7)];
        }
        rng.shuffle(&mut cells);
        let level: Vec<String> = cells.chunks(4).map(|row| row.iter().collect()).collect();
        let text = format!("{PUSH}\n{}", rules.join("\n"));
        let source = (text.clone(), level.join("\n"));
        let Some(game) = playable(&source.0, &source.1) else { continue };
        n_compared += 1;
        n_fewer += usize::from(compare(&game, &format!("{text}\n{}", level.join("\n"))));
    }
    assert!(n_compared > 300 && n_fewer > 60, "{n_compared} {n_fewer}");
}

/// The game, unless the rules make no sense.
pub(crate) fn playable(rules: &str, level: &str) -> Option<Arc<ScriptGame>> {
    let source = std::panic::catch_unwind(|| game("", rules, level));
    source.ok()
}

/// Follows plays of a game with chance in the states of the reduced game: each turn must do the same there.
/// Returns the number of plays that win.
fn follow(game: &Arc<ScriptGame>, few: &ScriptSpace, rng: &mut fastrand::Rng, what: &str) -> u32 {
    let mut stepper = ScriptStepper::new(Arc::clone(game));
    let mut n_won = 0;
    for seed in 0..12 {
        stepper.seed(&format!("seed {seed}"));
        let mut state = stepper.start(0).unwrap();
        let mut at = few.number_of(&state).unwrap_or_else(|| panic!("{what}"));
        for _ in 0..60 {
            // Half of the plays try to win.
            let next = few.way_to_win(at).and_then(|way| way.first().copied());
            let key = next.filter(|_| seed % 2 == 0);
            let key = key.unwrap_or_else(|| ScriptInput::KEYS[rng.usize(..5)]);
            let Ok(turn) = stepper.turn(&mut state, key) else { break };
            match few.turns(at).find(|(pressed, _)| *pressed == key) {
                Some((_, Some(target))) => at = target,
                Some((_, None)) => {
                    assert!(turn.won, "{what}");
                    n_won += 1;
                    break;
                }
                None => {}
            }
            assert!(!turn.won, "{what}");
            assert_eq!(few.number_of(&state), Some(at), "{what}");
        }
    }
    n_won
}

#[test]
fn chance_that_cannot_matter_does_not_matter_in_plays() {
    let mut rng = fastrand::Rng::with_seed(77);
    let drawn = [
        "late random [ Dust ] -> [ Soot ]",
        "late random [ no Dirt ] -> [ Dust ]",
        "[ stationary Spark ] -> [ randomdir Spark ]",
        "late [ Hero no Dirt ] -> [ Hero random Dirt ]",
        "[ > Hero | Dust ] -> [ > Hero | randomdir Dust ]",
        "late random [ Spark no Soot ] -> [ Spark Soot ] again",
    ];
    let (mut n_followed, mut n_won) = (0, 0);
    for _ in 0..700 {
        let n_rules = rng.usize(1..4);
        let mut rules: Vec<String> = (0..n_rules).map(|_| random_rule(&mut rng)).collect();
        rules.insert(rng.usize(..=n_rules), drawn[rng.usize(..drawn.len())].to_owned());
        let mut cells: Vec<char> = "hb.g........".chars().collect();
        for cell in cells.iter_mut().skip(4) {
            *cell = ['.', '.', '.', 'w', 'd', 's', 'k'][rng.usize(..7)];
        }
        rng.shuffle(&mut cells);
        let level: Vec<String> = cells.chunks(4).map(|row| row.iter().collect()).collect();
        let text = format!("{PUSH}\n{}", rules.join("\n"));
        let Some(game) = playable(&text, &level.join("\n")) else { continue };
        let Some(reduced) = game.without_decoration(0).filter(|one| !one.is_random()) else {
            continue;
        };
        if !game.is_random() {
            continue;
        }
        let limits = SpaceLimits { states: 30_000, threads: 1, ..SpaceLimits::default() };
        let few = ScriptSpace::explore(&Arc::new(reduced), 0, &limits, &|| false);
        let Some(few) = few.ok().filter(ScriptSpace::is_complete) else { continue };
        n_followed += 1;
        n_won += follow(&game, &few, &mut rng, &format!("{text}\n{}", level.join("\n")));
    }
    assert!(n_followed > 60 && n_won > 60, "{n_followed} {n_won}");
}
