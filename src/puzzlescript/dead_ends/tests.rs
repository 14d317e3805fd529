//! Dead ends found by abstractions, compared with all states, of little games and random ones.

use super::*;
use crate::states::space::{ScriptSpace, SpaceEnd};
use crate::tests::compiled;
use foolproof_space::SpaceLimits;

const PUSH: &str = "[ > Hero | Box ] -> [ > Hero | > Box ]";

fn source(prelude: &str, rules: &str, wins: &str, level: &str) -> String {
    format!(
        "title Little\n{prelude}\n\nOBJECTS\nBackground\nblack\n\nHero h\nwhite\n\nBox b\nbrown\n\nWall w\ngrey\n\nGoal g\nyellow\n\n\
         Stone s\ngrey\n\nKey k\nred\n\n\
         LEGEND\n. = Background\nPlayer = Hero\nx = Box and Goal\ny = Stone and Goal\nThing = Box or Stone\n\nSOUNDS\n\n\
         COLLISIONLAYERS\nBackground\nGoal\nHero, Box, Wall, Stone\nKey\n\n\
         RULES\n{rules}\n\nWINCONDITIONS\n{wins}\n\nLEVELS\n\n{level}\n"
    )
}

fn game(rules: &str, wins: &str, level: &str) -> Arc<ScriptGame> {
    compiled(&source("", rules, wins, level))
}

fn all_states(game: &Arc<ScriptGame>) -> Option<ScriptSpace> {
    let limits = SpaceLimits { states: 20_000, threads: 1, ..SpaceLimits::default() };
    ScriptSpace::explore(game, 0, &limits, &|| false).ok()
}

/// Returns the numbers of states that abstractions call dead ends, and of all dead ends. Checks that each of
/// the first is one.
fn compare(game: &Arc<ScriptGame>, what: &str) -> Option<(usize, usize)> {
    let space = all_states(game).filter(|space| *space.end() == SpaceEnd::Complete)?;
    let dead = space.space().n_dead_ends()?;
    let Some(ends) = DeadEnds::of(game, 0) else { return Some((0, dead)) };
    let mut watch = DeadEndWatch::new(Arc::new(ends));
    let mut claimed = 0;
    for number in 0..space.n_states() as u32 {
        let state = space.state(number).unwrap();
        if watch.is_dead_end(&state) {
            claimed += 1;
            let is_one = space.space().is_dead_end(number) == Some(true);
            assert!(is_one, "{what}\n{number}: {:?}", watch.reason(&state));
        }
    }
    compare_solutions(game, &space, what);
    Some((claimed, dead))
}

/// Checks that, without the states behind dead ends, solutions are the same and no play is judged wrongly.
fn compare_solutions(game: &Arc<ScriptGame>, all: &ScriptSpace, what: &str) {
    let limits = SpaceLimits { states: 20_000, threads: 2, ..SpaceLimits::default() };
    let few = ScriptSpace::explore_watching(game, 0, 1, &limits, &|| false).unwrap();
    assert!(few.is_complete(), "{what}");
    assert_eq!(all.shortest_length(), few.shortest_length(), "{what}");
    assert_eq!(all.space().n_shortest(), few.space().n_shortest(), "{what}");
    assert_eq!(all.shortest_plays(20), few.shortest_plays(20), "{what}");
    let left_out = all.n_states() - few.n_states();
    assert!(left_out == 0 || few.space().n_unfollowed() > 0, "{what}");
    for number in 0..few.n_states() as u32 {
        let state = few.state(number).unwrap();
        let same = all.number_of(&state).unwrap();
        assert_eq!(all.space().distance(same), few.space().distance(number), "{what}: {number}");
    }
    let mut rng = fastrand::Rng::with_seed(all.n_states() as u64);
    let play: Vec<_> = (0..20).map(|_| all.keys()[rng.usize(..all.keys().len())]).collect();
    if let Ok(course) = few.course(&play) {
        let whole = all.course(&play).unwrap();
        assert_eq!(course.won_after, whole.won_after, "{what}");
        assert_eq!(course.states.len(), whole.states.len(), "{what}");
        assert_eq!(course.mistake_made_after, whole.mistake_made_after, "{what}");
    }
}

fn reason(game: &Arc<ScriptGame>) -> Option<DeadEndReason> {
    let start = ScriptStepper::new(Arc::clone(game)).start(0).unwrap();
    DeadEndWatch::new(Arc::new(DeadEnds::of(game, 0)?)).reason(&start)
}

#[test]
fn a_box_by_a_wall_without_a_goal_is_trapped() {
    let wins = "All Box on Goal";
    let trapped = game(PUSH, wins, "wwwwww\nw.b..w\nw...hw\nw..g.w\nwwwwww");
    let Some(DeadEndReason::Trapped { object, cell }) = reason(&trapped) else { panic!("no trap") };
    assert_eq!((trapped.objects[object].name.as_str(), cell), ("box", (2, 1)));
    let fine = game(PUSH, wins, "wwwwww\nw.b..w\nw...hw\nw.g..w\nwwwwww");
    assert_eq!(reason(&game(PUSH, wins, "wwwwww\nw....w\nw.b.hw\nw..g.w\nwwwwww")), None);
    assert!(reason(&fine).is_some());
    // A pull, a key that breaks boxes, or a rule that changes boxes frees it.
    for rule in [
        "[ < Hero | Box ] -> [ < Hero | < Box ]",
        "[ action Hero | Box ] -> [ Hero | ]",
        "late [ Hero | Box ] -> [ Hero | Stone ]",
        "late [ Hero | Box ] -> win",
        "[ action Hero ] [ Box | no Wall no Hero ] -> [ Hero ] [ | Box ]",
    ] {
        let freed =
            game(&format!("{PUSH}\n{rule}"), wins, "wwwwww\nw.b..w\nw...hw\nw..g.w\nwwwwww");
        assert_eq!(reason(&freed), None, "{rule}");
        compare(&freed, rule);
    }
    // These rules do not.
    for rule in [
        "[ > Hero | Wall ] -> cancel",
        "late [ Hero | Box ] -> [ Hero Key | Box ]",
        "random [ Box ] [ Hero ] -> [ Box ] [ > Hero ]",
        "[ Hero ] -> [ Hero ] again",
    ] {
        let held = game(&format!("{PUSH}\n{rule}"), wins, "wwwwww\nwb...w\nw...hw\nw..g.w\nwwwwww");
        assert!(reason(&held).is_some(), "{rule}");
    }
}

#[test]
fn boxes_hold_each_other() {
    let level = "wwwwwwww\nw......w\nwhb.b..w\nw.gbb..w\nw..gggxw\nwwwwwwww";
    for wins in ["All Box on Goal", "All Goal on Box"] {
        let frozen = |rules: &str| {
            let game = game(rules, wins, &level.replace('x', "."));
            let mut watch = DeadEndWatch::new(Arc::new(DeadEnds::of(&game, 0).unwrap()));
            let mut stepper = ScriptStepper::new(Arc::clone(&game));
            let mut state = stepper.start(0).unwrap();
            assert_eq!(watch.reason(&state), None);
            stepper.turn(&mut state, crate::ScriptInput::Right).unwrap();
            watch.reason(&state)
        };
        let found = frozen(PUSH);
        let Some(DeadEndReason::Frozen { objects }) = &found else { panic!("{wins}: {found:?}") };
        assert_eq!(objects.len(), 4);
        assert_eq!(frozen(&format!("{PUSH}\n[ > Box | Box ] -> [ > Box | > Box ]")), None);
    }
    // With more goals than boxes, every box counts if goals must be covered; with more boxes, none does.
    let spare = game(PUSH, "All Goal on Box", "wwwww\nwb..w\nwhbgw\nwwwww");
    assert_eq!(reason(&spare), None);
    let level = "wwwwwww\nw.....w\nw.hgb.w\nw..g..w\nw.....w\nwwwwwww";
    let few = game(PUSH, "All Goal on Box", level);
    assert!(matches!(reason(&few), Some(DeadEndReason::TooFew { needed: 2, .. })));
}

#[test]
fn a_restart_leads_out_of_dead_ends() {
    let restart = format!("{PUSH}\n[ action Hero ] -> restart");
    let level = "wwwwww\nw....w\nw.bh.w\nw..g.w\nwwwwww";
    let game_of = |rules: &str, level: &str| game(rules, "All Box on Goal", level);
    assert_eq!(compare(&game_of(&restart, level), "restart").unwrap().0, 0);
    assert!(compare(&game_of(PUSH, level), "push").unwrap().0 > 0);
    let hopeless = "wwwwww\nwb...w\nw..h.w\nw..g.w\nwwwwww";
    let (claimed, dead) = compare(&game_of(&restart, hopeless), "hopeless").unwrap();
    assert!(claimed > 0 && claimed == dead);
}

const BEFORE: [&str; 22] = [
    "Hero",
    "> Hero",
    "action Hero",
    "Box",
    "> Box",
    "Goal",
    "no Wall",
    "Stone",
    "Thing",
    "> Thing",
    "Key",
    "no Key",
    "no Thing",
    "Hero Key",
    "Box Goal",
    "stationary Box",
    "moving Stone",
    "Wall",
    "",
    "no Hero no Wall no Thing",
    "< Stone",
    "perpendicular Box",
];
const AFTER: [&str; 20] = [
    "Hero", "> Hero", "Box", "> Box", "Wall", "", "Stone", "Key", "Hero Key", "Box Key", "> Stone",
    "< Box", "Goal", "no Key", "randomdir Box", "random Thing", "Box Goal", "no Box", "up Stone",
    "action Box",
];
const COMMANDS: [&str; 12] =
    ["", "", "", "", "", "", "", "", "again", "cancel", "restart", "checkpoint"];
const PREFIXES: [&str; 11] =
    ["", "", "", "late ", "late ", "+ ", "right ", "rigid ", "random ", "up ", "late random "];
const WINS: [&str; 12] = [
    "All Box on Goal", "All Goal on Box", "All Thing on Goal", "No Box", "No Stone on Goal",
    "All Hero on Goal", "All Goal on Thing", "No Key", "All Box on Key", "Some Hero on Goal",
    "All Stone on Goal", "All Key on Box",
];

fn one_of<'a>(rng: &mut fastrand::Rng, all: &[&'a str]) -> &'a str {
    all[rng.usize(..all.len())]
}

/// A random rule of up to two brackets; most cells stay as they are.
fn random_rule(rng: &mut fastrand::Rng) -> String {
    let prefix = one_of(rng, &PREFIXES);
    let mut sides = (String::new(), String::new());
    for _ in 0..1 + usize::from(rng.u8(..4) == 0) {
        let (mut left, mut right): (Vec<String>, Vec<String>) = Default::default();
        for cell in 0..rng.usize(1..4) {
            if cell == 1 && rng.u8(..8) == 0 {
                left.push("...".to_owned());
                right.push("...".to_owned());
            }
            let before = one_of(rng, &BEFORE);
            let after = if rng.bool() { before } else { one_of(rng, &AFTER) };
            left.push(before.to_owned());
            right.push(after.to_owned());
        }
        sides.0 += &format!("[ {} ]", left.join(" | "));
        sides.1 += &format!("[ {} ]", right.join(" | "));
    }
    let text = format!("{prefix}{} -> {} {}", sides.0, sides.1, one_of(rng, &COMMANDS));
    if !prefix.starts_with("late") {
        return text;
    }
    let words = text.split(' ').filter(|word| {
        !["<", "moving", "stationary", "perpendicular", "randomdir", "up", "action"].contains(word)
    });
    let words: Vec<&str> = words.collect();
    let text = words.join(" ");
    text.replace("-> ", "ARROW ").replace("> ", "").replace("ARROW ", "-> ")
}

/// The game, unless the rules make no sense.
fn playable(rules: &str, wins: &str, level: &str) -> Option<Arc<ScriptGame>> {
    let source = source("", rules, wins, level);
    let compiled = crate::compile(&source);
    let is_error = |one: &crate::Diagnostic| one.severity == crate::Severity::Error;
    compiled.game.filter(|_| !compiled.diagnostics.iter().any(is_error))
}

#[test]
fn no_state_that_can_be_won_is_called_a_dead_end() {
    let mut rng = fastrand::Rng::with_seed(7);
    let (mut n_compared, mut n_claimed, mut n_dead, mut n_games) = (0, 0, 0, 0);
    for _ in 0..6000 {
        let n_rules = rng.usize(0..4);
        let mut rules: Vec<String> = (0..n_rules).map(|_| random_rule(&mut rng)).collect();
        if rng.u8(..5) > 0 {
            rules.insert(0, PUSH.to_owned());
        }
        let (width, height) = (rng.usize(3..6), rng.usize(2..5));
        let mut cells: Vec<char> = vec!['h', 'b', 'g'];
        let others = ['.', '.', '.', '.', 'w', 'w', 's', 'k', 'b', 'g', 'x'];
        cells.extend((3..width * height).map(|_| others[rng.usize(..others.len())]));
        rng.shuffle(&mut cells);
        let level: Vec<String> = cells.chunks(width).map(|row| row.iter().collect()).collect();
        let (rules, level) = (rules.join("\n"), level.join("\n"));
        let wins = one_of(&mut rng, &WINS);
        let Some(game) = playable(&rules, wins, &level) else { continue };
        let what = format!("{rules}\n\n{wins}\n\n{level}");
        let Some((claimed, dead)) = compare(&game, &what) else { continue };
        n_compared += 1;
        n_games += usize::from(claimed > 0);
        n_claimed += claimed;
        n_dead += dead;
    }
    println!("{n_compared} {n_games} {n_claimed} {n_dead}");
    assert!(n_compared > 1000 && n_games > 300, "{n_compared} {n_games} {n_claimed} {n_dead}");
}

#[test]
fn games_without_a_goal_have_no_solution() {
    let reason = |rules: &str, wins: &str| game(rules, wins, "hb.g").why_hopeless(0);
    assert_eq!(reason(PUSH, ""), Some(DeadEndReason::NoGoal));
    // There is no solution, whatever chance does.
    let random = format!("{PUSH}\nrandom [ no Wall ] -> [ Box ]");
    assert_eq!(reason(&random, ""), Some(DeadEndReason::NoGoal));
    assert_eq!(reason(&format!("{PUSH}\n[ > Hero | Wall ] -> win"), ""), None);
    assert_eq!(reason(PUSH, "All Box on Goal"), None);
}
