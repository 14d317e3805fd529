//! Levels like a level, suggested.

use std::collections::BTreeSet;

use foolproof::level::{Hold, Spot};

use super::*;

/// The cards of the suggestions for a level.
fn suggested(level: &str, more: &[&str]) -> Vec<Value> {
    let args = [&["suggest", level, "-n", "3", "--time-limit", "60"], more].concat();
    let document = json(&args, 0);
    document["suggestions"].as_array().expect("suggestions").clone()
}

fn changed(card: &Value) -> usize {
    card["changed"].as_array().expect("sites").len()
}

fn measure(card: &Value, id: &str) -> f64 {
    let measures = card["measures"].as_array().expect("measures");
    let found = measures.iter().find(|measure| measure["id"] == id);
    found.and_then(|measure| measure["value"].as_f64()).expect("a measure")
}

/// Clues, numbers, pieces and moves: every suggestion passes the check of a pack, which asks anew.
#[test]
fn every_suggestion_passes_its_check() {
    let samples = [
        "assets/packs/refraction.json#1",
        "assets/packs/sudoku.json#1",
        "assets/packs/linjat.json#1",
        "assets/packs/witness.json#2",
        "assets/packs/penguin_push.json#1",
        "assets/shelf/slitherlink/levels.json#1",
        "assets/shelf/akari/levels.json#1",
        "assets/shelf/sokoban/levels.json#1",
        "assets/shelf/shikaku/levels.json#1",
    ];
    for (number, sample) in samples.into_iter().enumerate() {
        let out = folder("suggested").join(format!("{number}.json"));
        let args = ["suggest", sample, "-n", "2", "--time-limit", "60", "-o", text(&out)];
        let said = printed(&args, 0);
        assert!(said.contains("  1  ") && said.contains("mark"), "{sample}: {said}");
        printed(&["check", text(&out)], 0);
    }
}

#[test]
fn the_same_seed_suggests_the_same_levels_nearest_first() {
    let level = "assets/shelf/slitherlink/levels.json#1";
    let cards = suggested(level, &[]);
    assert_eq!(cards, suggested(level, &[]));
    assert!(cards.is_sorted_by_key(changed) && cards.iter().all(|card| changed(card) > 0));
    assert_ne!(cards, suggested(level, &["--seed", "2"]));
}

#[test]
fn orders_are_by_measures_of_the_game() {
    let level = "assets/shelf/slitherlink/levels.json#1";
    let hardest = suggested(level, &["--order", "hardest"]);
    let main = |card: &Value| -measure(card, "hardest");
    assert!(hardest.is_sorted_by(|one, other| main(one) <= main(other)), "{hardest:#?}");
    let own = measure(&json(&["rate", level], 0), "hardest");
    assert!(hardest.iter().all(|card| measure(card, "hardest") > own), "{hardest:#?}");
    let fewest = suggested(level, &["--order", "lowest:steps"]);
    assert!(fewest.is_sorted_by(|one, other| measure(one, "steps") <= measure(other, "steps")));
    let wrong = refused(&["suggest", level, "--order", "highest:beauty"]);
    assert!(wrong.contains("no measure beauty; Slitherlink has "), "{wrong}");
    assert!(refused(&["suggest", level, "--order", "best"]).contains("nearest"));
}

#[test]
fn what_is_locked_stays_and_what_is_broken_is_mended() {
    let folder = folder("suggested_locked");
    let path = folder.join("level.json");
    let pack = fs::read_to_string("assets/shelf/slitherlink/levels.json").expect("a pack");
    let mut pack = Pack::from_json(&pack).expect("JSON");
    pack.levels.truncate(1);
    let level = std::sync::Arc::make_mut(&mut pack.levels[0]);
    let marks: Vec<Site> = level.marks().map(|(site, _)| site).collect();
    let (lost, locked) = marks.split_last().expect("clues");
    level.paint(*lost, None);
    for site in locked.iter().step_by(2) {
        let mark = level.mark(*site).cloned();
        level.set(*site, Spot { mark, hold: Hold::Locked });
    }
    fs::write(&path, pack.to_json()).expect("written");
    let locked: BTreeSet<String> = locked.iter().step_by(2).map(Site::to_string).collect();
    let before = fs::read(&path).expect("the pack");
    for card in suggested(text(&path), &[]) {
        let changed = card["changed"].as_array().expect("sites").iter();
        let mut changed = changed.filter_map(Value::as_str);
        assert!(changed.all(|site| !locked.contains(site)), "{card:#}");
    }
    assert_eq!(fs::read(&path).expect("the pack"), before, "nothing is written unasked");
    let empty = "{ \"foolproof\": 1, \"levels\": [ { \"game\": \"slitherlink\", \"board\": { \"cols\": 3, \"rows\": 3 } } ] }";
    fs::write(&path, empty).expect("written");
    assert!(printed(&["suggest", text(&path)], 1).contains("No level was found"));
}
