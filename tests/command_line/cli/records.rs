//! `records`: what testers made of a pack, counted from their files and held against the solver.

use foolproof::level::Play;
use foolproof::records::{PlayerStep, RECORD_VERSION, RecordEntry};

use super::*;

/// The sample level that has a shortcut.
const NUMBER: usize = 15;
const TITLE: &str = "A hole in the wall";

/// A record of one visit with each of these plays as a step, marked if it solves the level.
pub(super) fn record(level: &Level, steps: &[&Play]) -> String {
    let game = foolproof::built_in().by_id(&level.game).expect("a game");
    let mut entries = vec![
        RecordEntry::Run {
            record: RECORD_VERSION,
            pack: String::new(),
            by: "foolproof".to_owned(),
            date: "2026-11-24T20:30:36Z".to_owned(),
        },
        RecordEntry::Level {
            number: NUMBER as u32,
            title: level.title.clone(),
            game: level.game.clone(),
            puzzle: level.digest_for_players(),
            rules: game.digest(),
            at: 0,
        },
    ];
    let (mut before, mut at) = (Play::default(), 0);
    for play in steps {
        at += 5000;
        entries.push(RecordEntry::step(at, at, PlayerStep::Move, &before, play));
        entries.push(RecordEntry::Solved { at, active: at });
        before = (*play).clone();
    }
    entries.push(RecordEntry::Left { at, active: at });
    entries.iter().map(RecordEntry::line).collect()
}

#[test]
fn records_name_the_shortcut_that_a_tester_found_and_what_the_solver_knew() {
    let pack_path = folder("records").join("refraction.json");
    fs::copy("assets/packs/refraction.json", &pack_path).expect("copied");
    let pack = Pack::load(&pack_path).expect("a pack");
    let level = &pack.levels[NUMBER - 1];
    assert_eq!(level.title, TITLE);
    let shown = json(&["verify", &format!("{}#{NUMBER}", text(&pack_path))], 1);
    let shortcut: Play =
        serde_json::from_value(shown["findings"][0]["play"].clone()).expect("a play");
    let intended = level.intended.clone().expect("an intended solution");
    let (one, two) = (pack_path.with_file_name("one.jsonl"), pack_path.with_file_name("two.jsonl"));
    fs::write(&one, record(level, &[&shortcut])).expect("written");
    fs::write(&two, record(level, &[&intended])).expect("written");
    let (pack, one, two) = (text(&pack_path), text(&one), text(&two));
    // Nobody who has only seen the intended solution found a shortcut.
    let said = printed(&["records", pack, two], 0);
    assert!(said.contains(&format!("{NUMBER}. {TITLE}: 1 of 1 solved it; median 5.0 s")), "{said}");
    assert!(said.contains("solution: 1 tester (the intended one)"), "{said}");
    let said = printed(&["records", pack, one, two], 1);
    assert!(said.starts_with("2 testers\n"), "{said}");
    assert!(said.contains("shortcut: 1 tester (the solver "), "{said}");
    let document = json(&["records", pack, one, two], 1);
    let told = &document["levels"][0];
    assert_eq!((&told["testers"], &told["solved"]), (&2.into(), &2.into()));
    let found = told["solutions"].as_array().expect("solutions");
    let of = |practice: &str| found.iter().find(|one| one["practice"] == practice);
    let played = |one: &Value| serde_json::from_value::<Play>(one["play"].clone()).expect("a play");
    assert_eq!(of("shortcut").map(played), Some(shortcut));
    assert_eq!(of("practises").map(played), Some(intended));
    assert_eq!(told["stuck"], Value::Array(Vec::new()));
}

#[test]
fn what_is_no_record_is_refused_and_a_changed_level_is_counted_apart() {
    let path = folder("records_refused").join("refraction.json");
    fs::copy("assets/packs/refraction.json", &path).expect("copied");
    let said = refused(&["records", text(&path), text(&path)]);
    assert!(said.contains("refraction.json: "), "{said}");
    let pack = Pack::load(&path).expect("a pack");
    let mut level = (*pack.levels[NUMBER - 1]).clone();
    let play = level.intended.clone().expect("an intended solution");
    let (site, _) = level.marks().next().expect("a mark");
    level.paint(site, None);
    let file = path.with_file_name("old.jsonl");
    fs::write(&file, record(&level, &[&play])).expect("written");
    let said = printed(&["records", text(&path), text(&file), "--no-solver"], 0);
    assert!(said.contains("no play of the level as it is"), "{said}");
    assert!(said.contains("1 visit before the level changed"), "{said}");
}
