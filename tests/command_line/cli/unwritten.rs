//! Standard output that cannot be written, as on a full disk: no verb looks as if all were well.

#![cfg(target_os = "linux")]

use super::records::record;
use super::script_told::{PUSH, source};
use super::*;
use std::sync::atomic::{AtomicUsize, Ordering};

/// These open windows, start other programs or write pictures, and print nothing.
const QUIET: [&str; 3] = ["launch", "play", "render"];
const LEVEL: &str = "assets/packs/refraction.json#1";
const OWN: &str = "assets/shelf/lights-out/levels.json#1";

/// Arguments with which a verb soon prints something; files of its own may go into this folder.
fn arguments(verb: &str, folder: &str) -> Vec<String> {
    let (new, records) = (format!("{folder}/{verb}"), format!("{folder}/one.jsonl"));
    let program = format!("{folder}/program.lp");
    let chance = format!("{folder}/chance.txt");
    let words: &[&str] = match verb {
        "verify" | "complete" | "repair" | "minimise" | "explain" | "rate" | "solve"
        | "effects" | "suggest" => &[LEVEL, "--time-limit", "2"],
        "constraints" => &["assets/packs/sudoku.json#1"],
        "steps" | "argue" => &["assets/packs/sudoku.json#1", "--time-limit", "2"],
        "chance" => &[&chance],
        "positions" | "events" => &[OWN, "--time-limit", "2"],
        "deduce" => &["assets/packs/linjat.json#1"],
        "replay" => &[OWN, "press(R1C1)"],
        "generate" => &["refraction", "--time-limit", "2"],
        "shortcut-free" => &[&program],
        "orthogonality" => &["--type", "triangle", "--size", "1x1", "--time-limit", "1"],
        "mine" => &["--pieces", "2", "--size", "3x3"],
        "optimize" => &["--print-tiers"],
        "expect" => &["assets/packs/linjat.json"],
        "check" | "course" => &["assets/packs/linjat.json", "--time-limit", "1"],
        "diff" => &[LEVEL, "assets/packs/refraction.json#2"],
        "duplicates" | "look" | "player-settings" => &["assets/packs/refraction.json"],
        "replace" => &["assets/packs/refraction.json", "--find", "blocker"],
        "new-game" | "samples" => &[&new],
        "why" => &[OWN],
        "program" => &[LEVEL],
        "test-game" => &["assets/shelf/lights-out", "--levels", "1", "--time-limit", "1"],
        "records" => &[PACK, &records, "--no-solver"],
        "convert" => &[LEVEL, "-"],
        "completions" => &["bash"],
        "games" | "schema" | "serve" | "manual" | "licences" | "man" => &[],
        _ => panic!("{verb}: say here with which arguments it prints something"),
    };
    [verb].iter().chain(words).map(|word| (*word).to_owned()).collect()
}

/// What is wrong with what a verb did whose output could not be written; empty if nothing is.
fn fault(args: &[String]) -> String {
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("the device");
    let mut child = command(&args)
        .stdin(Stdio::piped())
        .stdout(full)
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    // Only `serve` reads it.
    let mut input = child.stdin.take().expect("an input");
    let _ = writeln!(input, "{}", serde_json::json!({ "id": 1, "method": "initialize" }));
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    let errors = complaints(&output);
    let is_told = errors
        .lines()
        .last()
        .is_some_and(|line| line.starts_with("foolproof: standard output cannot be written: "));
    match output.status.code() == Some(2) && is_told {
        true => String::new(),
        false => format!("{args:?}: {:?} {errors}\n", output.status.code()),
    }
}

#[test]
fn every_verb_fails_where_its_output_cannot_be_written() {
    let folder = folder("unwritten");
    let level = &Pack::load(Path::new(PACK)).expect("a pack").levels[14];
    fs::write(folder.join("one.jsonl"), record(level, &[])).expect("written");
    let program = "{ d(1..2) }. { p(1..2) }. __level_design(d(X)) :- d(X). __concept :- p(1).\n";
    fs::write(folder.join("program.lp"), program).expect("written");
    let throw = format!("{PUSH}\nrandom [ action Player ] -> [ randomdir Player ]");
    let chance = source("unwritten_chance", &throw, "........\n.P.*.O..\n........\n");
    fs::copy(chance, folder.join("chance.txt")).expect("copied");
    let known = foolproof::slices::command(&foolproof::built_in());
    let verbs = known.get_subcommands().map(clap::Command::get_name);
    let mut calls: Vec<Vec<String>> = verbs
        .filter(|verb| !QUIET.contains(verb))
        .map(|verb| arguments(verb, text(&folder)))
        .collect();
    calls.push(vec!["--help".to_owned()]);
    calls.push(vec!["rate".to_owned(), PACK.to_owned(), "--csv".to_owned()]);
    let next = AtomicUsize::new(0);
    let faults: String = std::thread::scope(|scope| {
        let work = || {
            let call = || calls.get(next.fetch_add(1, Ordering::Relaxed));
            std::iter::from_fn(call).map(|args| fault(args)).collect::<String>()
        };
        let all: Vec<_> = (0..4).map(|_| scope.spawn(work)).collect();
        all.into_iter().map(|one| one.join().expect("no panic")).collect()
    });
    assert!(faults.is_empty(), "{faults}");
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let mut child = command(&["manual", "own-games"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), complaints(&output)), (Some(0), String::new()));
}
