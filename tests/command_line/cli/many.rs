//! Levels by the thousand: into the pack as they come, and gone on with.

#[path = "hosts.rs"]
mod hosts;

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::{folder, printed, refused, run, text};

fn levels(path: &Path) -> Vec<Value> {
    let pack: Value = serde_json::from_slice(&fs::read(path).expect("a pack")).expect("JSON");
    pack["levels"].as_array().expect("levels").clone()
}

#[test]
fn a_run_that_is_gone_on_with_makes_what_one_run_makes() {
    let folder = folder("many");
    let (whole, parts) = (folder.join("whole.json"), folder.join("parts.json"));
    let make = |path: &Path, count: &str, more: &[&str]| {
        let args = ["generate", "sudoku", "--size", "4x4", "-n", count, "-o", text(path)];
        let said = printed(&[&args[..], more].concat(), 0);
        assert!(said.contains(&format!("{count} levels, each proved")), "{said}");
    };
    make(&whole, "120", &[]);
    // Whole batches of twenty; the next run sees how far the last one came.
    make(&parts, "60", &["--resume"]);
    make(&parts, "120", &["--resume"]);
    assert_eq!(levels(&whole), levels(&parts));
    assert_eq!(levels(&whole).len(), 120);
    // All there already: nothing is made, and nothing changes.
    make(&parts, "120", &["--resume"]);
    assert_eq!(levels(&whole), levels(&parts));
    // Without it nobody's file is touched.
    let again = ["generate", "sudoku", "--size", "4x4", "-n", "120", "-o", text(&parts)];
    assert!(refused(&again).contains("this file exists already"));
}

#[test]
fn a_run_that_is_through_is_not_made_again() {
    let folder = folder("through");
    let path = folder.join("levels.json");
    let make = |count: &str, more: &[&str]| {
        let args = ["generate", "sudoku", "--size", "4x4", "-n", count, "--seed", "3"];
        printed(&[&args[..], &["-o", text(&path)], more].concat(), 0);
        levels(&path)
    };
    let made = make("5", &[]);
    assert_eq!(made.len(), 5);
    assert_eq!(make("5", &["--resume"]), made);
    // If more are requested, existing ones stay, without duplicates.
    let more = make("8", &["--resume"]);
    assert_eq!((more.len(), &more[..5]), (8, &made[..]));
    let boards: std::collections::BTreeSet<String> =
        more.iter().map(|level| level["painted"].to_string()).collect();
    assert_eq!(boards.len(), 8);
}

#[test]
fn levels_of_several_concepts_take_turns() {
    let folder = folder("turns");
    let path = folder.join("levels.json");
    let concepts = ["--concept", "used(bender,1)", "--concept", "used(any,2)"];
    let args = ["generate", "refraction", "--size", "4x4", "-n", "24", "-o", text(&path)];
    let output = run(&[&args[..], &concepts].concat());
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let of = |concept: &str| {
        levels(&path).iter().filter(|level| level["concept"].to_string().contains(concept)).count()
    };
    let (benders, any) = (of("bender"), of("any"));
    assert!(benders > 4 && any > 0 && benders + any == 24, "{benders} {any}");
    assert!(refused(&[&args[..6], &concepts].concat()).contains("--out"));
}
