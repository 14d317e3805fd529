//! Turns by heart compared with turns by the rules, in all states of random little games.

use super::*;
use crate::states::space_layer::SpaceWorker;
use crate::tests::compiled;
use foolproof_space::{StateTable, hash_of};

const CELLS: [&str; 20] = [
    "Hero",
    "Box",
    "Stone",
    "no Wall",
    "no Box",
    "Thing",
    "Goal",
    "Key",
    "no Key",
    "no Thing",
    "Box Goal",
    "stationary Box",
    "Wall",
    "",
    "no Hero no Wall no Thing",
    "> Box",
    "< Stone",
    "perpendicular Box",
    "Hero Key",
    "moving Stone",
];
const MOVED: [&str; 12] = [
    "> Hero", "> Hero", "> Hero", "< Hero", "action Hero", "moving Hero", "> Box", "> Thing",
    "moving Box", "perpendicular Stone", "> Twin", "< Twin",
];
const AFTER: [&str; 20] = [
    "Hero", "> Hero", "Twin", "> Twin", "Box", "> Box", "Wall", "", "Stone", "Key", "Hero Key",
    "Box Key", "> Stone", "< Box", "Goal", "no Key", "Box Goal", "no Box", "up Stone",
    "action Box",
];
/// Rules without a movement, some of them with further turns.
const RESTING: [&str; 26] = [
    "late [ Box Goal ] -> [ Stone Goal ]",
    "late [ Hero Key ] -> [ Hero ]",
    "late [ Hero | Box | Key ] -> [ Hero | Box | ]",
    "late [ Hero Goal ] [ Box ] -> [ Hero Goal ] [ Stone ]",
    "late [ Hero Goal ] -> win",
    "late [ Hero | Stone ] -> restart",
    "late [ Hero | Goal ] -> checkpoint",
    "late horizontal [ Box | Box ] -> [ Box | Stone ]",
    "late [ Box Key ] -> cancel",
    "late [ Key | Wall ] [ Hero | Wall ] -> [ | Wall ] [ Hero | Wall ]",
    "[ Box Goal ] -> [ Key Goal ]",
    "[ Hero Key ] [ Box ] -> [ Hero ] [ > Box ]",
    "[ > Hero ] [ Box Goal ] -> [ > Hero ] [ Goal ]",
    "[ > Hero ] [ Box | Wall ] -> [ > Hero ] [ Wall | Wall ]",
    "[ > Hero | ... | Stone ] -> [ > Hero | ... | > Stone ]",
    "[ > Hero | Box | ... | Wall ] -> [ > Hero | Key | ... | Wall ]",
    "[ Key | Box ] -> [ > Key | Box ] again",
    "down [ Box Goal | no Thing ] -> [ > Box Goal | ] again",
    "[ > Hero | Stone ] -> [ Hero | > Stone ] again",
    "late [ Box | Key ] -> [ Key | ] again",
    "[ stationary Box Key ] -> [ randomdir Box Key ]",
    "down [ stationary Stone | no Thing no Wall no Hero no Twin ] -> [ > Stone | ] again",
    "late [ Hero ] [ Box Goal ] -> [ Hero ] [ Stone Goal ]",
    "[ stationary Hero ] [ Box ] -> [ Hero ] [ > Box ]",
    "late [ Hero | Key ] [ Stone ] -> [ Hero | ] [ ]",
    "[ Hero no Goal ] [ Key ] -> [ Hero ] [ ]",
];
const WINS: [&str; 5] =
    ["All Box on Goal", "Some Hero on Goal", "No Stone", "All Goal on Thing", "Some Key"];

fn one_of<'a>(rng: &mut fastrand::Rng, all: &[&'a str]) -> &'a str {
    all[rng.usize(..all.len())]
}

/// A random rule; in most of them, all brackets ask for a movement.
fn random_rule(rng: &mut fastrand::Rng) -> String {
    let (mut left, mut right) = (String::new(), String::new());
    for _ in 0..if rng.u8(..6) == 0 { 2 } else { 1 } {
        let n = rng.usize(1..4);
        let anchor = if rng.u8(..30) == 0 { n } else { rng.usize(..n) };
        let cell =
            |rng: &mut fastrand::Rng, at| one_of(rng, if at == anchor { &MOVED } else { &CELLS });
        let cells: Vec<&str> = (0..n).map(|at| cell(rng, at)).collect();
        let made: Vec<&str> =
            cells.iter().map(|cell| if rng.bool() { *cell } else { one_of(rng, &AFTER) }).collect();
        left += &format!("[ {} ] ", cells.join(" | "));
        right += &format!("[ {} ] ", made.join(" | "));
    }
    let prefix = one_of(rng, &["", "", "", "+ ", "up ", "horizontal "]);
    let command = one_of(rng, &["", "", "", "", "", "cancel", "sfx1"]);
    match rng.u8(..8) {
        0 => format!("{prefix}{left}-> cancel"),
        _ => format!("{prefix}{left}-> {right}{command}"),
    }
}

/// A game with one small level, in which turns are local.
pub(crate) fn random_game(rng: &mut fastrand::Rng) -> String {
    random_game_with(rng, &[])
}

/// A game with one small level and further rules.
fn random_game_with(rng: &mut fastrand::Rng, further: &[&str]) -> String {
    let mut rules: Vec<String> = (0..rng.usize(0..4)).map(|_| random_rule(rng)).collect();
    rules.extend(further.iter().map(|rule| (*rule).to_owned()));
    if rng.u8(..4) > 0 {
        rules.insert(0, "[ > Player | Box ] -> [ > Player | > Box ]".to_owned());
    }
    if rng.u8(..6) == 0 {
        rules.push("[ > Hero ] -> [ > Twin ]".to_owned());
        rules.push("[ < Twin ] -> [ < Hero ]".to_owned());
    }
    let prelude =
        one_of(rng, &["", "", "require_player_movement", "noaction", "realtime_interval 1"]);
    let (width, height) = (rng.usize(2..6), rng.usize(2..5));
    let mut cells: Vec<char> = vec!['h', 'b', 'g'];
    let others = ['.', '.', '.', '.', 'w', 's', 'k', 'b', 'g'];
    cells.extend((3..width * height).map(|_| others[rng.usize(..others.len())]));
    rng.shuffle(&mut cells);
    let level: Vec<String> = cells.chunks(width).map(|row| row.iter().collect()).collect();
    format!(
        "title Little\n{prelude}\n\nOBJECTS\nBackground\nblack\n\nHero h\nwhite\n\nTwin t\nwhite\n\nBox b\nbrown\n\n\
         Wall w\ngrey\n\nGoal g\nyellow\n\nStone s\ngrey\n\nKey k\nred\n\n\
         LEGEND\n. = Background\nPlayer = Hero or Twin\nThing = Box or Stone\n\nSOUNDS\n\n\
         COLLISIONLAYERS\nBackground\nGoal\nHero, Twin, Box, Wall, Stone\nKey\n\n\
         RULES\n{}\n\nWINCONDITIONS\n{}\n\nLEVELS\n\n{}\n",
        rules.join("\n"),
        one_of(rng, &WINS),
        level.join("\n")
    )
}

/// A game with rules that ask for no movement, in which turns may be local.
pub(crate) fn random_game_at_rest(rng: &mut fastrand::Rng) -> String {
    let rules: Vec<&str> = (0..rng.usize(1..4)).map(|_| one_of(rng, &RESTING)).collect();
    random_game_with(rng, &rules)
}

/// States of a random play, which is always the same.
fn samples(worker: &mut SpaceWorker) -> Vec<ScriptState> {
    let Ok(start) = worker.stepper.start(0) else { return Vec::new() };
    let mut found = vec![start.clone()];
    let mut state = start;
    for n in 0..60 {
        let key = worker.keys[hash_of(&[n]) as usize % worker.keys.len()];
        match worker.stepper.turn(&mut state, key) {
            Ok(turn) if !turn.won => found.push(state.clone()),
            _ => state = found[0].clone(),
        }
    }
    found
}

/// Follows all states by the rules and compares each turn. Returns the numbers of turns and of known ones.
fn compare(game: &Arc<ScriptGame>, what: &str) -> Option<(usize, usize)> {
    let mut worker = SpaceWorker::new(game, 0).unwrap();
    let mut turns = LocalTurns::new(game, 0, &samples(&mut worker))?;
    let start = worker.stepper.start(0).unwrap();
    let mut table = StateTable::new(worker.packer.n_words());
    table.grow(3_000);
    let mut packed = Vec::new();
    worker.packer.pack(&start, &mut packed);
    table.number(&packed, hash_of(&packed));
    let (mut at, mut n_turns, mut n_known) = (0, 0, 0);
    while at < table.n_states() {
        let from = table.state(at as u32).to_vec();
        at += 1;
        worker.stand_on(&from);
        let place = turns.place_in(&from).filter(|_| turns.is_local(&from));
        for key in 0..worker.keys.len() {
            worker.step_back();
            let taken = worker.stepper.turn(&mut worker.to, worker.keys[key]);
            let Ok(taken) = taken else { continue };
            worker.packer.pack(&worker.to, &mut packed);
            n_turns += 1;
            if let Some(place) = place {
                let mut base = from.clone();
                turns.flip_player(place, &mut base);
                let turn = turns.turn(&base, place, key);
                let again = turns.turn(&base, place, key);
                assert_eq!((turn.kind, turn.to), (again.kind, again.to), "{what}");
                if turn.kind != LocalKind::Odd {
                    n_known += 1;
                    let mut after = Vec::new();
                    let won = turns.take(&turn, &base, &mut after);
                    assert_eq!(turn.kind == LocalKind::Still, !taken.changed, "{what}");
                    assert!(!taken.changed || won == taken.won, "{what}\n{key} {turn:?}");
                    if won {
                        continue;
                    }
                    assert_eq!(after, packed, "{what}\n{key} {turn:?}");
                    assert_eq!(turns.place_in(&after), Some(turn.to), "{what}");
                    let mut planes = worker.from.words.to_vec();
                    turns.apply_to_planes(&turn, &mut planes);
                    let is_player = |word: usize| {
                        turns.players.iter().any(|one| one.0 == word / turns.shape.n_words)
                    };
                    let pairs = planes.iter().zip(&worker.to.words).enumerate();
                    let mut pairs = pairs.take(turns.shape.plane_words());
                    assert!(
                        pairs.all(|(at, (one, other))| is_player(at) || one == other),
                        "{what}"
                    );
                }
            }
            if !taken.won && table.n_states() < table.capacity() {
                table.number(&packed, hash_of(&packed));
            }
        }
    }
    Some((n_turns, n_known))
}

/// Compares all turns of random games. Counts games with local turns, their turns, and those by heart.
fn compare_all(n: usize, mut draw: impl FnMut() -> String) -> (usize, usize, usize) {
    let (mut n_games, mut n_turns, mut n_known) = (0, 0, 0);
    for _ in 0..n {
        let source = draw();
        let compiled = crate::compile(&source);
        let is_fine = compiled.diagnostics.iter().all(|one| one.severity != crate::Severity::Error);
        let Some(game) = compiled.game.filter(|_| is_fine) else { continue };
        let Some((turns, known)) = compare(&game, &source) else { continue };
        n_games += 1;
        n_turns += turns;
        n_known += known;
    }
    println!("{n_games} games, {n_turns} turns, {n_known} by heart");
    (n_games, n_turns, n_known)
}

#[test]
fn turns_by_heart_are_turns_by_the_rules() {
    let mut rng = fastrand::Rng::with_seed(11);
    let (n_games, n_turns, n_known) = compare_all(4_000, || random_game(&mut rng));
    assert!(n_games > 1_000 && n_known > n_turns / 2, "{n_games} {n_turns} {n_known}");
}

#[test]
fn turns_with_rules_that_ask_for_no_movement_are_known_by_heart() {
    let mut rng = fastrand::Rng::with_seed(12);
    let (n_games, n_turns, n_known) = compare_all(3_000, || random_game_at_rest(&mut rng));
    assert!(n_games > 1_000 && n_known > n_turns / 2, "{n_games} {n_turns} {n_known}");
}

fn is_local(rules: &str) -> bool {
    let source = format!(
        "title Little\n\nOBJECTS\nBackground\nblack\n\nHero h\nwhite\n\nBox b\nbrown\n\nWall w\ngrey\n\nGoal g\nyellow\n\n\
         LEGEND\n. = Background\nPlayer = Hero\n\nSOUNDS\n\nCOLLISIONLAYERS\nBackground\nGoal\nHero, Box, Wall\n\n\
         RULES\n{rules}\n\nWINCONDITIONS\nAll Box on Goal\n\nLEVELS\n\nh.bg\n"
    );
    LocalTurns::with_plain_turns(&compiled(&source), 0).is_some()
}

#[test]
fn turns_are_plain_where_every_bracket_asks_for_a_movement() {
    let push = "[ > Hero | Box ] -> [ > Hero | > Box ]";
    assert!(is_local(push));
    assert!(is_local(&format!("{push}\n[ Hero | Wall ] -> [ | Wall ]")));
    for rule in [
        "[ Box | Goal ] -> [ > Box | Goal ]",
        "[ > Hero ] [ Box ] -> [ > Hero ] [ > Box ]",
        "late [ Hero | Box ] -> [ | Box ]",
        "[ > Hero | Box ] -> again",
        "[ > Hero | Box ] -> restart",
        "[ > Hero | Box ] -> win",
        "[ > Hero | Box ] -> checkpoint",
        "rigid [ > Hero | Box ] -> [ > Hero | > Box ]",
        "random [ > Hero | Box ] -> [ > Hero | > Box ]",
    ] {
        assert!(!is_local(&format!("{push}\n{rule}")), "{rule}");
    }
}
