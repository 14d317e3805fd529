//! Rules of other people: programs with tags, facts of puzzles, packs that bring rules along.

use std::fs;

use serde_json::{Value, json};

use super::{command, folder, json, refused, run, text};

const TAGGED: &str = "{ d(1..2) }. { p(1..2) }. __level_design(d(X)) :- d(X). #show p/1.\n";

fn tagged(folder: &std::path::Path, rest: &str) -> String {
    let path = folder.join("program.lp");
    fs::write(&path, format!("{TAGGED}{rest}")).expect("written");
    text(&path).to_owned()
}

#[test]
fn a_verdict_takes_the_reference_into_account() {
    let folder = folder("reference");
    let program = tagged(&folder, "__concept. __reference :- d(1), p(1).");
    let facts = folder.join("facts");
    for (puzzle, status) in [("d(1).", 0), ("d(2).", 1)] {
        fs::write(&facts, puzzle).expect("written");
        let output = run(&["shortcut-free", &program, "--verify", text(&facts), "--json"]);
        assert_eq!(output.status.code(), Some(status), "{puzzle}");
        let document: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let is = if status == 0 { "proved" } else { "refuted" };
        assert_eq!(document["status"]["is"], is, "{document:#}");
    }
}

#[test]
fn a_limit_that_comes_while_grounding_is_unknown_and_no_bad_input() {
    let folder = folder("grounding");
    let endless = "__concept :- n(X). n(0). n(X+1) :- n(X), X < 2000000000.";
    let program = tagged(&folder, endless);
    let facts = folder.join("facts");
    fs::write(&facts, "d(1).").expect("written");
    let verify = ["--verify", text(&facts)];
    let alternatives = ["--verify", text(&facts), "--alternatives", "3"];
    for more in [&[][..], &verify[..], &alternatives[..]] {
        let args = [&["shortcut-free", &program, "--time-limit", "1", "--json"][..], more].concat();
        let output = run(&args);
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        let document: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(document["holds"], false);
        let ended = document["ended"].as_str().or(document["status"]["why"].as_str());
        assert!(ended.is_some_and(|why| why.contains("time")), "{document:#}");
    }
}

#[test]
fn what_is_odd_about_tags_is_warned_of_on_standard_error_and_in_the_document() {
    let folder = folder("odd");
    let rest = "{ size(1) }. { w(1) } :- size(1). __level_design(w(1)) :- w(1). __concept :- p(1).
                __level_design(p(1)) :- p(1), d(1).";
    let program = tagged(&folder, rest);
    let output = run(&["shortcut-free", &program, "--json"]);
    let errors = String::from_utf8_lossy(&output.stderr);
    let document: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    for name in ["choice without a tag", "tag under a condition"] {
        assert!(
            errors.contains(&format!("program.lp, line 2, column 1: {name}"))
                || errors.contains(&format!("program.lp, line 3, column 17: {name}")),
            "{errors}"
        );
        assert!(document["warnings"].to_string().contains(name), "{document:#}");
    }
}

#[test]
fn the_saturated_program_is_printed_for_a_solver_of_ones_own() {
    let folder = folder("translate");
    let program = tagged(&folder, "__concept :- d(1).");
    let output = run(&["shortcut-free", &program, "--translate"]);
    let printed = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    for part in ["\nyes(A) | no(A) :- atom(A).\n", ",d(1)).\n", "\nconcept("] {
        assert!(printed.contains(part), "{part}: {printed}");
    }
    // If no rule can express something, its line is named instead of left out.
    let program = tagged(&folder, "__concept :- d(1).\n#minimize { 1,X : p(X) }.");
    let line = refused(&["shortcut-free", &program, "--translate"]);
    assert!(
        line.contains("line 3, column 13: not supported here: optimisation (#minimize"),
        "{line}"
    );
}

#[test]
fn what_is_no_fact_is_refused_by_its_line() {
    let folder = folder("facts");
    let program = tagged(&folder, "__concept.");
    let facts = folder.join("facts");
    fs::write(&facts, "d(1).\nnot d(2).\n").expect("written");
    let line = refused(&["shortcut-free", &program, "--verify", text(&facts)]);
    assert!(line.contains("line 2: `not` does not belong here"), "{line}");
}

/// The first sample level with this concept, in a pack.
fn pack_with(folder: &std::path::Path, rules: &str) -> std::path::PathBuf {
    let pack = fs::read_to_string("assets/packs/refraction.json").expect("a pack");
    let mut pack: Value = serde_json::from_str(&pack).expect("JSON");
    let rules = serde_json::to_string(rules).expect("JSON");
    pack["levels"][0]["concept"] = Value::String(format!("asp({rules})"));
    let path = folder.join("pack.json");
    fs::write(&path, pack.to_string()).expect("written");
    path
}

/// A file next to the pack must never affect anything, nor be printed.
#[test]
fn no_file_is_read_through_rules_of_a_pack() {
    let folder = folder("leak");
    let secret = folder.join("secret.lp");
    fs::write(&secret, "wanted. secret_word(").expect("written");
    for wrapped in ["#! \" \n#include \"F\".%\"", "%* %* *% %*% \n *%\n*% #include \"F\"."] {
        let rules = wrapped.replace('F', text(&secret));
        let rules = format!("{rules}\nwanted :- play(_,_).");
        let level = format!("{}#1", text(&pack_with(&folder, &rules)));
        let output = run(&["verify", &level]);
        assert_eq!(output.status.code(), Some(2), "{wrapped:?}");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!said.contains("secret_word") && said.contains("#include"), "{said}");
    }
}

#[test]
fn rules_that_a_pack_brings_are_told_of_before_they_run() {
    let folder = folder("own");
    let path = pack_with(&folder, "wanted :- play(_,_).");
    let level = format!("{}#1", text(&path));
    for args in [&["solve", &level][..], &["check", text(&path)]] {
        let output = command(args).output().expect("the program runs");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(errors.contains("pack.json: a level has rules of its own"), "{args:?}: {errors}");
    }
    let drawn = folder.join("drawn.svg");
    assert!(run(&["render", &level, text(&drawn)]).stderr.is_empty(), "nothing runs");
}

#[test]
fn rules_of_a_concept_change_nothing_but_the_concept() {
    for (rules, word) in [
        ("wanted. #project side/1.", "#project is not allowed: it would change"),
        ("wanted. #const e = w.", "#const e is not allowed: the game's rules use e"),
        ("wanted. :- not used(tray(0)).", "a constraint would take solutions away"),
        ("wanted. :- not __c(1).", "begin with __"),
        ("wanted. __concept.", "begin with __"),
        ("wanted. used(X) :- filled(X).", "`used` is defined elsewhere"),
        ("wanted. x :- not x, not used(tray(0)).", "`x` depends on its own negation"),
        ("wanted. -a. a :- not used(tray(0)).", "take solutions away"),
        ("wanted. 1 {a} 0 :- not used(tray(0)).", "a choice would add solutions"),
        ("wanted. #edge(1,2). #edge(2,1) : not used(tray(0)).", "only rules, #const"),
        // What means something else in the program of a level that is made, or of another power.
        ("#defined open/1. wanted :- not open(_).", "`open` cannot be used here"),
        ("wanted :- not keep(_).", "`keep` cannot be used here"),
        ("__open(1). wanted :- __open(1).", "begin with __"),
        ("q :- built(F), frac(F,1,4). wanted :- not q.", "`built` cannot be used here"),
        ("wanted :- X = 4294967297, X = 1.", "numbers only go to 2147483647"),
        ("wanted(1).", "no rule derives `wanted`"),
        ("", "no rule derives `wanted`"),
    ] {
        let concept = format!("asp(\"{rules}\")");
        let first = "assets/packs/refraction.json#1";
        let line = refused(&["verify", first, "--concept", &concept]);
        assert!(line.contains(word), "{line}");
    }
}

/// Whatever verb is asked: what one accepts no other refuses, and the names that rules may ask are
/// there in every game.
#[test]
fn rules_are_allowed_or_refused_in_every_verb_alike() {
    let folder = folder("alike");
    for game in foolproof::built_in().all() {
        let id = game.about().id.clone();
        let pack = fs::read_to_string(format!("assets/packs/{id}.json")).expect("a pack");
        let mut pack: Value = serde_json::from_str(&pack).expect("JSON");
        let encoding = game.assets().encoding.clone().expect("an encoding");
        let (asks, encoding) = (encoding.asks, encoding.text);
        let arity = |name: &str| {
            let begins = ["\n", " "].map(|before| encoding.find(&format!("{before}{name}(")));
            let Some(at) = begins.into_iter().flatten().next() else { return 0 };
            let rest = &encoding[at + name.len() + 2..];
            // Commas between the outer arguments, at any nesting.
            let mut depth = 0;
            let inner = rest.chars().take_while(|c| {
                depth += i32::from(*c == '(') - i32::from(*c == ')');
                depth >= 0
            });
            let mut nested = 0;
            inner.fold(1, |n, c| {
                nested += i32::from(c == '(') - i32::from(c == ')');
                n + usize::from(c == ',' && nested == 0)
            })
        };
        let bodies: Vec<String> = (asks.iter())
            .map(|name| match arity(name) {
                0 => format!("seen :- {name}."),
                n => format!("seen :- {name}({}).", vec!["_"; n].join(",")),
            })
            .collect();
        for (rules, allowed) in [
            (format!("{} wanted.", bodies.join(" ")), true),
            ("wanted :- not may(_,_).".to_owned(), false),
        ] {
            pack["levels"][1]["concept"] = Value::String(format!("asp({rules:?})"));
            let path = folder.join("alike.json");
            fs::write(&path, pack.to_string()).expect("written");
            let level = format!("{}#2", text(&path));
            for verb in ["verify", "complete", "explain", "program"] {
                let output = run(&[verb, &level]);
                let errors = String::from_utf8_lossy(&output.stderr);
                assert_eq!(output.status.code() == Some(2), !allowed, "{id} {verb}: {errors}");
            }
        }
    }
}

/// Printing a program means running it where nothing is refused.
#[test]
fn a_program_that_must_not_run_is_not_printed() {
    let folder = folder("unprinted");
    for rules in ["wanted. #script (python) x #end.", "wanted. #include \"x\".", "wanted. :- a."] {
        refused(&["program", &format!("{}#1", text(&pack_with(&folder, rules)))]);
    }
}

/// Clingo crashes on it; what is asked again is answered.
#[test]
fn a_program_that_ends_the_worker_is_asked_again_with_less_preprocessing() {
    let path = folder("crashing").join("crashing.lp");
    let rules = "1 { d(1..3) } 2. __level_design(d(X)) :- d(X). { p(1..1) }. c :- d(3); not g(2).
        { g(2) } :- not not d(3). :- d(3); p(1). __concept :- p(1).";
    fs::write(&path, rules).expect("written");
    // Knowing that there is none is not a success.
    let found = json(&["shortcut-free", text(&path), "-n", "0"], 1);
    assert_eq!((&found["complete"], &found["pairs"]), (&json!(true), &json!([])), "{found:#}");
}
