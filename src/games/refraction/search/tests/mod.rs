//! Compares the search with all plays of small levels, judged one by one.

mod levels;

use std::collections::{BTreeMap, BTreeSet};

use crate::about::Refraction;
use crate::judge::canonical;
use crate::search::RefractionSearch;
use fastrand::Rng;
use foolproof_game::{Properties as _, Rules as _, Search, Searched, Verdict, Wanted};
use foolproof_level::{Level, Pack, Play};
use levels::{
    all_networks, count_plays, disturb, marks_of, pick, random_concept, random_level,
    within_a_large_board,
};

fn ask(level: &Level, shortcuts: bool, most: u64) -> Option<Searched> {
    let plays = usize::try_from(most).unwrap_or(usize::MAX);
    let wanted = Wanted { shortcuts, plays, most, marks: true };
    RefractionSearch.solutions(level, wanted, &|| false)
}

fn describe(level: &Level) -> String {
    Pack { levels: vec![std::sync::Arc::new(level.clone())], ..Pack::default() }.to_json()
}

/// Checks that an answer has exactly the expected networks.
fn check_all(level: &Level, found: &Searched, expected: &[&Play]) {
    let networks: BTreeSet<Play> = found.plays.iter().map(|play| canonical(level, play)).collect();
    let expected_set: BTreeSet<Play> = expected.iter().map(|play| (*play).clone()).collect();
    assert_eq!(networks, expected_set, "{}", describe(level));
    assert_eq!(found.plays.len(), networks.len(), "each once: {}", describe(level));
    assert_eq!(found.count, expected.len() as u64);
    assert!(found.exhausted && found.marks_exact);
    for play in &found.plays {
        assert_eq!(Refraction.judge(level, play), Verdict::Solved, "{}", describe(level));
    }
    let (forced, possible) = marks_of(expected);
    assert_eq!((&found.forced, &found.possible), (&forced, &possible), "{}", describe(level));
}

fn check(level: &Level, rng: &mut Rng, digests: &mut BTreeMap<u64, BTreeSet<Play>>) -> usize {
    let networks = all_networks(level);
    let expected: Vec<&Play> = networks.keys().collect();
    let found = ask(level, false, u64::MAX).expect("an answer");
    check_all(level, &found, &expected);
    let set: BTreeSet<Play> = networks.keys().cloned().collect();
    assert_eq!(*digests.entry(found.digest).or_insert_with(|| set.clone()), set);
    let most = rng.u64(1..4);
    let some = ask(level, false, most).expect("an answer");
    assert_eq!(some.count, most.min(expected.len() as u64), "{}", describe(level));
    assert!(some.exhausted || some.count == most);
    assert!(!some.exhausted || some.count == expected.len() as u64);
    for _ in 0..4 {
        let mut level = level.clone();
        level.concept = random_concept(rng, &level, 2);
        let practised = |play: &Play| {
            level.concept.evaluate(&mut |property| Refraction.practises(&level, play, property))
        };
        let shortcuts: Vec<&Play> = networks
            .iter()
            .filter(|(_, play)| practised(play) == Some(false))
            .map(|(n, _)| n)
            .collect();
        let found = ask(&level, true, u64::MAX).expect("an answer");
        check_all(&level, &found, &shortcuts);
        let most = rng.u64(1..4);
        let some = ask(&level, true, most).expect("an answer");
        assert_eq!(some.count, most.min(shortcuts.len() as u64), "{}", describe(&level));
        assert!(some.exhausted || some.count == most);
        for play in &some.plays {
            assert_eq!(Refraction.judge(&level, play), Verdict::Solved);
            assert_eq!(practised(play), Some(false), "{}", describe(&level));
        }
    }
    expected.len()
}

fn run(seed: u64, levels: usize, ports: bool, large: bool, most_plays: u64) {
    let mut rng = Rng::with_seed(seed);
    let mut digests = BTreeMap::new();
    let sizes = [(2, 2), (3, 2), (2, 3), (3, 3), (4, 2), (4, 3), (3, 4), (1, 5), (5, 1)];
    let (mut done, mut solvable, mut many) = (0, 0, 0);
    while done < levels {
        let (cols, rows) = pick(&mut rng, &sizes);
        let most = rng.usize(0..=5);
        let mut level = random_level(&mut rng, cols, rows, most, ports);
        if rng.u8(0..4) == 0 {
            disturb(&mut rng, &mut level);
        }
        if count_plays(&level) > most_plays {
            continue;
        }
        if large {
            level = within_a_large_board(&mut rng, &level);
        }
        let count = check(&level, &mut rng, &mut digests);
        done += 1;
        solvable += usize::from(count > 0);
        many += usize::from(count > 3);
    }
    println!("{done} levels, {solvable} solvable, {many} with more than 3 solutions");
    assert!(solvable * 2 > done && solvable < done);
}

#[test]
fn finds_all_networks_of_small_levels() {
    run(1, 8000, false, false, 3000);
}

#[test]
fn finds_all_networks_of_some_larger_levels() {
    run(2, 1500, false, false, 40_000);
}

#[test]
fn finds_all_networks_with_targets_of_several_ports() {
    run(3, 8000, true, false, 3000);
}

#[test]
fn finds_all_networks_of_larger_levels_with_targets_of_several_ports() {
    run(4, 1000, true, false, 40_000);
}

#[test]
fn finds_all_networks_on_large_boards() {
    run(5, 300, false, true, 2000);
    run(6, 300, true, true, 2000);
}

fn sample(title: &str) -> Level {
    let text = include_str!("../../../../../assets/packs/refraction.json");
    let pack = Pack::from_json(text).expect("a pack");
    let level = pack.levels.iter().find(|level| level.title == title);
    (**level.expect("a level of that title")).clone()
}

#[test]
fn solves_the_sample_pack_and_finds_the_shortcuts_that_are_there() {
    let text = include_str!("../../../../../assets/packs/refraction.json");
    for level in &Pack::from_json(text).expect("a pack").levels {
        let found = ask(level, false, 1).expect("an answer");
        assert_eq!(Refraction.judge(level, &found.plays[0]), Verdict::Solved, "{}", level.title);
        let shortcuts = ask(level, true, 1).expect("an answer");
        let has_one = level.policy.shortcut_free == foolproof_level::Expect::No;
        assert_eq!(shortcuts.count > 0, has_one, "{}", level.title);
        assert!(shortcuts.exhausted || has_one, "{}", level.title);
    }
}

#[test]
fn leaves_what_only_the_solver_can_read_to_it() {
    let mut level = sample("Crossed wires");
    for concept in [r#"used(bender,1) or asp("wanted.")"#, "unknown(1)", "through(tray(0))"] {
        level.concept = concept.parse().expect("a concept");
        assert!(ask(&level, true, 1).is_none(), "{concept}");
        assert_eq!(ask(&level, false, 1).map(|found| found.count), Some(1));
    }
    level.intended = None;
    level.concept = "intended".parse().expect("a concept");
    assert!(ask(&level, true, 1).is_none());
}

#[test]
fn says_that_there_may_be_more_when_it_is_stopped() {
    let level = sample("A hole in the wall");
    let wanted = Wanted { shortcuts: false, plays: 1, most: u64::MAX, marks: true };
    let found = RefractionSearch.solutions(&level, wanted, &|| true).expect("an answer");
    assert!(!found.exhausted && !found.marks_exact);
}
