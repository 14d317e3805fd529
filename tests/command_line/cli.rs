//! The command line as scripts use it: what each verb prints, its exit status, and one line of
//! advice for everything that is wrong.

mod again;
mod baseline;
mod bounds;
mod checks;
mod constrained;
mod convert;
mod course;
mod drawn;
mod for_players;
mod limits;
mod linjat;
mod look;
mod many;
mod own_games;
mod own_mended;
mod own_moves;
mod own_slips;
mod own_told;
mod own_unfolded;
mod penguins;
mod records;
mod replaced;
mod replayed;
mod same;
mod script_told;
mod served;
mod solving;
mod stock;
mod suggested;
mod together;
mod told;
mod trust;
mod unwritten;
mod written;

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use foolproof::level::{Level, Mark, Pack, Site};
use serde_json::Value;

const PACK: &str = "assets/packs/refraction.json";

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_foolproof"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(args).stdin(Stdio::null());
    for display in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"] {
        command.env_remove(display);
    }
    command
}

fn run(args: &[&str]) -> Output {
    command(args).output().expect("the program runs")
}

/// Standard error, without the usual notice that a level brings its own rules.
fn complaints(output: &Output) -> String {
    let errors = String::from_utf8_lossy(&output.stderr);
    let told = |line: &&str| line.contains("own, asp(\"…\"), and the answers");
    errors.lines().filter(|line| !told(line)).map(|line| format!("{line}\n")).collect()
}

/// Runs a verb that must end with this status, and gives what it printed.
fn printed(args: &[&str], status: i32) -> String {
    let output = run(args);
    let errors = complaints(&output);
    assert_eq!(output.status.code(), Some(status), "{args:?}: {errors}");
    assert!(errors.is_empty(), "{args:?}: {errors}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn json(args: &[&str], status: i32) -> Value {
    let with_json: Vec<&str> = args.iter().copied().chain(["--json"]).collect();
    serde_json::from_str(&printed(&with_json, status)).expect("one JSON document")
}

/// Runs something wrong, which must say why on one line with status 2 and nothing else.
fn refused(args: &[&str]) -> String {
    let output = run(args);
    let errors = complaints(&output);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {errors}");
    assert_eq!(errors.lines().count(), 1, "{args:?}: {errors}");
    assert!(errors.starts_with("foolproof: "), "{args:?}: {errors}");
    assert!(output.stdout.is_empty(), "{args:?}");
    errors
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}

fn status_of<'a>(document: &'a Value, topic: &str) -> &'a Value {
    let findings = document["findings"].as_array().expect("findings");
    let found = findings.iter().rev().find(|finding| finding["topic"] == topic);
    &found.unwrap_or_else(|| panic!("no {topic} in {document:#}"))["status"]
}

#[test]
fn check_keeps_a_policy_or_says_which_level_does_not() {
    let table = printed(&["check", PACK], 0);
    assert!(table.contains("All 15 levels meet their policy."), "{table}");
    let document = json(&["check", PACK], 0);
    assert_eq!(document["holds"], true);
    assert_eq!(document["levels"].as_array().map(Vec::len), Some(15));
    let broken = folder("check").join("strict.json");
    let strict = fs::read_to_string(PACK)
        .expect("a pack")
        .replacen("\"unique\": \"any\"", "\"unique\": \"yes\"", 1);
    fs::write(&broken, strict).expect("written");
    let table = printed(&["check", text(&broken)], 1);
    assert!(table.contains("1 of 15 levels does not meet its policy."), "{table}");
    let line = table.lines().find(|line| line.contains("First light")).expect("a row");
    assert!(line.contains("no ✗") && line.ends_with("FAILS"), "{line}");
    let document = json(&["check", PACK, text(&broken)], 1);
    let passes = document["levels"].as_array().expect("levels").iter();
    assert_eq!(passes.filter(|level| level["passes"] == false).count(), 1);
}

#[test]
fn solve_counts_up_to_a_cap() {
    let document = json(&["solve", &format!("{PACK}#First light")], 0);
    assert_eq!(status_of(&document, "count"), &serde_json::json!({ "is": "exactly", "n": 3 }));
    let document = json(&["solve", &format!("{PACK}#1"), "-n", "2"], 0);
    // Finding one more than requested shows that there are more.
    assert_eq!(status_of(&document, "count"), &serde_json::json!({ "is": "at_least", "n": 3 }));
    let lines = printed(&["solve", &format!("{PACK}#1")], 0);
    assert!(lines.starts_with("Solutions: exactly 3 ("), "{lines}");
    assert!(lines.contains("R2C2: bender (west→south)"), "{lines}");
}

#[test]
fn verify_proves_refutes_or_admits_that_it_does_not_know() {
    let proved = json(&["verify", &format!("{PACK}#1")], 0);
    assert_eq!(status_of(&proved, "shortcut_free")["is"], "proved");
    let refuted = json(&["verify", &format!("{PACK}#14")], 1);
    assert_eq!(status_of(&refuted, "shortcut_free")["is"], "refuted");
    let lines = printed(&["verify", &format!("{PACK}#14")], 1);
    assert!(lines.contains("A shortcut:\n  R7C5: bender"), "{lines}");
    // Another concept than the level's own: one that no solution can miss.
    let other = json(&["verify", &format!("{PACK}#14"), "--concept", "used(bender,0)"], 0);
    assert_eq!(status_of(&other, "shortcut_free")["is"], "proved");
    let limited = json(&["verify", &format!("{PACK}#8"), "--time-limit", "0.000001"], 1);
    assert_eq!(status_of(&limited, "shortcut_free")["is"], "unknown");
    assert_eq!(status_of(&limited, "shortcut_free")["why"], "time");
}

#[test]
fn a_level_comes_from_standard_input_too() {
    let pack = fs::read_to_string(PACK).expect("a pack");
    let mut child = command(&["solve", "--json", "--", "-#2"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    child.stdin.take().expect("a pipe").write_all(pack.as_bytes()).expect("written");
    let output = child.wait_with_output().expect("ended");
    assert_eq!(output.status.code(), Some(0));
    let document: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(document["title"], "Up and over");
}

/// A level of Refraction whose only target is walled in.
const WALLED: &str = r#"{ "foolproof": 1, "levels": [ { "game": "refraction", "title": "Walled",
    "board": { "cols": 4, "rows": 1, "tray": 0 },
    "painted": { "cell(0,0)": "source(e,1,1)", "cell(1,0)": "blocker" },
    "locked": { "cell(2,0)": "blocker", "cell(3,0)": "target(w,1,1)" } } ] }"#;

#[test]
fn explain_names_the_sites_to_blame_or_the_forced_marks() {
    let path = folder("explain").join("walled.json");
    fs::write(&path, WALLED).expect("written");
    let document = json(&["explain", text(&path)], 0);
    assert_eq!(status_of(&document, "solvable")["is"], "refuted");
    let lines = printed(&["explain", text(&path)], 0);
    assert!(lines.contains("R1C3"), "{lines}");
    let lines = printed(&["explain", &format!("{PACK}#5")], 0);
    assert!(lines.contains("marks are in every solution"), "{lines}");
}

/// A board where light reaches the target both with and without the bender.
const SHORT: &str = r#"{ "foolproof": 1, "levels": [ { "game": "refraction", "title": "Short",
    "concept": "used(bender,1)", "board": { "cols": 3, "rows": 2, "tray": 1 },
    "painted": { "tray(0)": "bender(s,e)", "cell(1,1)": "source(n,1,1)" },
    "locked": { "cell(0,0)": "source(e,1,1)", "cell(2,0)": "target(w,1,1)" } } ] }"#;

#[test]
fn explain_names_what_leaves_no_level_without_a_shortcut() {
    let folder = folder("hopeless");
    let path = folder.join("short.json");
    fs::write(&path, SHORT).expect("written");
    let document = json(&["explain", text(&path)], 0);
    let findings = document["findings"].as_array().expect("findings");
    let blame = &findings.last().expect("one")["conflict"];
    assert_eq!(blame["lacking"], "shortcut_freedom", "{document:#}");
    assert_eq!(blame["among"], "locks");
    assert_eq!(blame["concept"], serde_json::json!(["used(bender,1)"]));
    assert_eq!(blame["sites"], serde_json::json!(["cell(0,0)", "cell(2,0)"]));
    let lines = printed(&["explain", text(&path)], 0);
    assert!(lines.contains("there is always a shortcut, or no solution"), "{lines}");
    let generate = ["generate", "refraction", "--from", text(&path), "--time-limit", "30"];
    let lines = printed(&generate, 1);
    assert!(lines.contains("the concept: at least 1 bender is used (used(bender,1))"), "{lines}");
}

#[test]
fn a_board_that_is_generated_has_all_that_its_concept_names() {
    let small = ["generate", "refraction", "--size", "3x3", "--concept", "through(cell(5,1))"];
    assert!(refused(&small).contains("names R2C6, which would be off the board"));
}

#[test]
fn a_solution_is_forbidden_and_a_shortcut_allowed() {
    let folder = folder("stand");
    let (path, out) = (folder.join("short.json"), folder.join("out.json"));
    fs::write(&path, SHORT.replace("used(bender,1)", "any")).expect("written");
    printed(&["solve", text(&path), "--forbid", "1", "--out", text(&out)], 0);
    let written = fs::read_to_string(&out).expect("a pack");
    assert!(written.contains("\"concept\": \"not network("), "{written}");
    let seventh = ["solve", text(&path), "--forbid", "7", "--out", text(&out), "--force"];
    assert!(refused(&seventh).contains("2 solutions were found"));
    fs::write(&path, SHORT).expect("written");
    printed(&["verify", text(&path), "--allow", "--out", text(&out), "--force"], 1);
    printed(&["verify", text(&out)], 0);
}

#[test]
fn complete_fills_what_is_open_and_writes_it() {
    let folder = folder("complete");
    let (open, out) = (folder.join("open.json"), folder.join("out.json"));
    let level = WALLED.replace(r#""cell(2,0)": "blocker", "#, "");
    fs::write(&open, &level).expect("written");
    let document = json(&["complete", text(&open), "--out", text(&out)], 0);
    assert_eq!(status_of(&document, "complete")["is"], "proved");
    // The painted blocker had to go: what was written is solvable and keeps the lock.
    printed(&["solve", text(&out)], 0);
    let written = fs::read_to_string(&out).expect("a pack");
    assert!(written.contains("target(w,1,1)"), "{written}");
    let impossible = folder.join("impossible.json");
    fs::write(&impossible, WALLED).expect("written");
    printed(&["complete", text(&impossible), "--time-limit", "20"], 1);
}

#[test]
fn complete_gives_several_completions_that_differ_the_smallest_first() {
    let folder = folder("completions");
    let (open, out) = (folder.join("open.json"), folder.join("out.json"));
    let level = WALLED.replace(r#""cell(2,0)": "blocker", "#, "");
    fs::write(&open, &level).expect("written");
    let document = json(&["complete", text(&open), "--count", "3", "--out", text(&out)], 0);
    let findings = document["findings"].as_array().expect("findings");
    let proposed: Vec<_> = findings.iter().filter(|f| !f["level"].is_null()).collect();
    assert_eq!(proposed.len(), 3, "{document:#}");
    let levels: Vec<String> = proposed.iter().map(|f| f["level"]["marks"].to_string()).collect();
    assert!(levels[0] != levels[1] && levels[1] != levels[2] && levels[0] != levels[2]);
    let changes: Vec<usize> =
        proposed.iter().map(|f| f["level"]["changed"].as_array().expect("sites").len()).collect();
    assert!(changes.windows(2).all(|pair| pair[0] <= pair[1]), "{changes:?}");
    assert!(proposed.iter().all(|f| f["status"]["is"] == "proved"), "{document:#}");
    printed(&["solve", text(&out)], 0);
    let lines = printed(&["complete", text(&open), "--count", "2"], 0);
    assert!(lines.contains("Completion 1 of 2") && lines.contains("Completion 2 of 2"), "{lines}");
}

#[test]
fn generate_makes_the_same_levels_for_the_same_seed() {
    let folder = folder("generate");
    let generate = |seed: &str| {
        let args = ["generate", "refraction", "--size", "5x5", "--concept", "used(bender,1)"];
        let rest = ["--seed", seed, "-n", "2", "--limit", "sources=1..1"];
        printed(&[&args[..], &rest[..]].concat(), 0)
    };
    let (one, again, other) = (generate("1"), generate("1"), generate("2"));
    assert_eq!(one, again);
    assert_ne!(one, other);
    let path = folder.join("made.json");
    fs::write(&path, &one).expect("written");
    let table = printed(&["check", text(&path)], 0);
    assert!(table.contains("All 2 levels"), "{table}");
}

#[test]
fn rate_convert_render_games_and_schema_do_their_work() {
    let rated = json(&["rate", &format!("{PACK}#3")], 0);
    assert!(rated.to_string().contains("distractors"), "{rated:#}");
    let folder = folder("files");
    let small = run(&["convert", PACK, text(&folder.join("small.txt"))]);
    assert_eq!(small.status.code(), Some(1));
    let why = String::from_utf8_lossy(&small.stderr).into_owned();
    assert!(why.contains("this format has boards of 10x10 only, not 6x6"), "{why}");
    let (pack, native) = (folder.join("pack.json"), folder.join("native.txt"));
    let wide = WALLED.replace("\"cols\": 4, \"rows\": 1", "\"cols\": 10, \"rows\": 10");
    fs::write(&pack, wide).expect("written");
    let to = ["convert", text(&pack), text(&native), "--to", "infinite-refraction"];
    assert!(printed(&to, 0).starts_with("1 level written to"));
    let back = folder.join("back.json");
    printed(&["convert", text(&native), text(&back)], 0);
    let level = |path: &Path| -> Vec<(Site, Mark)> {
        let pack = Pack::load(path).expect("a pack");
        let level = pack.levels.first().expect("a level");
        level.marks().map(|(site, mark)| (site, mark.clone())).collect()
    };
    assert_eq!(level(&pack), level(&back));
    for (ending, start) in [("svg", "<svg"), ("png", "\u{fffd}PNG"), ("pdf", "%PDF")] {
        let out = folder.join("board").with_extension(ending);
        printed(&["render", &format!("{PACK}#3"), text(&out), "--solution"], 0);
        let bytes = fs::read(&out).expect("a picture");
        let head = String::from_utf8_lossy(bytes.get(..8).expect("bytes")).into_owned();
        assert!(head.starts_with(start), "{ending}: {head}");
    }
    let program = printed(&["program", &format!("{PACK}#1")], 0);
    assert!(program.contains("has(cell(0,1),source(e,1,1)).") && program.contains("__concept :-"));
    let list = json(&["games"], 0);
    for game in foolproof::built_in().all() {
        assert!(list.to_string().contains(&*game.about().name));
    }
    let schema: Value = serde_json::from_str(&printed(&["schema"], 0)).expect("JSON");
    assert_eq!(schema["title"], "Foolproof pack");
}

#[test]
fn orthogonality_ranks_types_and_says_what_is_wrong() {
    let singleton = json(&["orthogonality", "--type", "singleton"], 0);
    assert_eq!(singleton["lines"], 184);
    let beside = &singleton["types"][0]["beside"];
    assert_eq!((&beside[0]["sooner_lines"], &beside[1]["sooner_lines"]), (&8.into(), &16.into()));
    let table = printed(&["orthogonality", "--size", "2x2", "--there", "square"], 0);
    assert!(table.starts_with("96 types on panels of 2x2, 12 lines"), "{table}");
    assert!(refused(&["orthogonality", "--type", "x0100:lt:1"]).contains("is not a comparison"));
    assert!(refused(&["orthogonality", "--there", "circle"]).contains("`circle` is not a type"));
    assert!(refused(&["orthogonality", "--size", "9x9"]).contains("1 to 21 cells"));
}

#[test]
fn orthogonality_goes_on_where_it_was_stopped_and_writes_the_best_levels() {
    let folder = folder("survey");
    let (survey, pack) = (folder.join("survey.json"), folder.join("best.json"));
    let first = ["orthogonality", "--size", "4x4", "--pieces", "4", "--type", "singleton"];
    let first = [&first[..], &["--time-limit", "0.01", "--resume", text(&survey)]].concat();
    assert!(printed(&first, 1).contains("go on with --resume"));
    // The original request counts; other options of a resumed survey are ignored.
    let more = ["orthogonality", "--time-limit", "0.01", "--resume", text(&survey)];
    assert_eq!(json(&more, 1)["size"], "4x4");
    fs::write(&survey, "{}").expect("written");
    assert!(refused(&more).contains("not a saved survey"));
    let best = ["orthogonality", "--type", "triangle", "--there", "none", "--size", "2x2"];
    let ranked = json(&[&best[..], &["-o", text(&pack)]].concat(), 0);
    let lines = ranked["types"][0]["by_pieces"].as_array().expect("counts");
    let lines: u64 = lines.iter().filter_map(Value::as_u64).sum();
    let checked = json(&["check", text(&pack)], 0);
    assert_eq!(checked["levels"].as_array().map(Vec::len), usize::try_from(lines).ok());
}

#[test]
fn effects_say_what_is_needed_and_what_an_edit_would_do() {
    let pack = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/packs/witness.json#3");
    let needed = json(&["effects", pack], 1);
    let found = &needed["findings"][0];
    assert_eq!((&found["topic"], &found["origin"]), (&"redundant".into(), &"search".into()));
    let same = |edit: &&Value| edit["same"] == true;
    let edits = found["effects"]["edits"].as_array().expect("edits");
    assert_eq!(edits.iter().filter(same).count(), 1);
    let table = printed(&["effects", pack, "--mark", "square(black)"], 0);
    assert!(table.starts_with("Solutions now: exactly 1\n"), "{table}");
    let site = json(&["effects", pack, "--site", "cell(1,1)"], 0);
    assert!(site["findings"][0]["effects"]["edits"].as_array().is_some_and(|e| e.len() > 20));
    assert!(refused(&["effects", pack, "--site", "cell(9,9)"]).contains("off the board"));
    assert!(refused(&["effects", pack, "--mark", "bender(w,n)"]).contains("not a symbol"));
    // For a game without its own search, the encoding counts a few solutions.
    let other = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/games/star-battle/levels.json#1");
    let site = json(&["effects", other, "--site", "cell(0,0)"], 0);
    assert_eq!(site["findings"][0]["origin"], "solver");
}

#[test]
fn panels_go_to_other_programs_and_come_back() {
    let folder = folder("panels");
    let (code, panel, back) =
        (folder.join("a.txt"), folder.join("b.json"), folder.join("back.json"));
    let level = folder.join("level.json");
    let painted = r#"{"foolproof":1,"levels":[{"game":"witness","board":{"cols":2,"rows":1},
        "painted":{"cell(0,0)":"square(black)","cell(1,0)":"star(blue)"}}]}"#;
    fs::write(&level, painted).expect("written");
    for (other, format) in [(&code, "windmill"), (&panel, "witnesspuzzles")] {
        printed(&["convert", text(&level), text(other), "--to", format], 0);
        printed(&["convert", text(other), text(&back), "--force"], 0);
        let pack: Value =
            serde_json::from_str(&fs::read_to_string(&back).expect("read")).expect("a pack");
        assert_eq!(pack["levels"][0]["painted"]["cell(1,0)"], "star(blue)", "{format}");
        assert_eq!(pack["levels"][0]["rules"], 1);
    }
    fs::write(&level, painted.replace("\"board\"", "\"rules\":9,\"board\"")).expect("written");
    assert!(refused(&["solve", text(&level)]).contains("for version 9 of the rules"));
}

/// A tagged program: a player who may take what the designer left, and is to take all of it.
const TAGGED: &str = "#const n=2. { left(1..n) }. { taken(X) } :- left(X). :- not taken(1).
    __level_design(left(X)) :- left(X). __concept :- taken(X) : left(X).
    #show left/1. #show taken/1.";

#[test]
fn shortcut_free_translates_any_tagged_program() {
    let folder = folder("tagged");
    let (program, facts) = (folder.join("take.lp"), folder.join("puzzle.lp"));
    fs::write(&program, TAGGED).expect("written");
    let program = text(&program);
    // Who left only the first thing forces the player's hand; with two, the second may stay.
    let all = json(&["shortcut-free", program, "-n", "0"], 0);
    assert_eq!(all["complete"], true);
    assert_eq!(all["pairs"].as_array().map(Vec::len), Some(1));
    assert_eq!(all["pairs"][0]["puzzle"], serde_json::json!(["left(1)"]));
    assert_eq!(all["pairs"][0]["solution"], serde_json::json!(["left(1)", "taken(1)"]));
    let lines = printed(&["shortcut-free", program, "-n", "2"], 1);
    assert!(lines.contains("Proved: this is the only shortcut-free puzzle"), "{lines}");
    fs::write(&facts, "left(1). left(2). % both").expect("written");
    let verify = ["shortcut-free", program, "--verify", text(&facts)];
    let refuted = json(&verify, 1);
    assert_eq!(refuted["status"]["is"], "refuted");
    let lines = printed(&verify, 1);
    assert!(lines.starts_with("A shortcut: left(1) left(2) taken(1) ("), "{lines}");
    let several = [&verify[..], &["--alternatives", "5"]].concat();
    let lines = printed(&several, 0);
    assert!(lines.contains("Solutions: exactly 2"), "{lines}");
    assert!(lines.contains("(a shortcut) left(1) left(2) taken(1)"), "{lines}");
    fs::write(&facts, "left(1).").expect("written");
    assert!(printed(&verify, 0).starts_with("Proved: shortcut-free"));
    // A game's own levels go through the same door.
    let generated = folder.join("game.lp");
    let args = ["generate", "refraction", "--size", "3x3", "--tray", "1", "--program"];
    let concept = ["--concept", "used(bender,1)", "--limit", "blockers=0..1"];
    fs::write(&generated, printed(&[&args[..], &concept[..]].concat(), 0)).expect("written");
    let one = json(&["shortcut-free", text(&generated)], 0);
    assert!(one["pairs"][0]["puzzle"].to_string().contains("has(tray(0),bender("), "{one:#}");
}

#[test]
fn a_program_that_is_not_tagged_or_not_right_is_refused_with_its_place() {
    let folder = folder("untagged");
    let (program, facts) = (folder.join("p.lp"), folder.join("facts.lp"));
    for (content, advice) in [
        ("a.".to_owned(), "the program has no __level_design(A)"),
        (TAGGED.replace("__concept", "concept"), "the program has no __concept"),
        (format!("{TAGGED}\n a :- b"), "p.lp, line 4"),
        (format!("{TAGGED} a ; b. a :- b. b :- a."), "not supported here: a disjunction"),
        (format!("{TAGGED} #minimize {{ 1 : taken(1) }}."), "not supported here: optimisation"),
    ] {
        fs::write(&program, content).expect("written");
        let line = refused(&["shortcut-free", text(&program)]);
        assert!(line.contains(advice), "`{advice}` is missing in: {line}");
    }
    fs::write(&program, TAGGED).expect("written");
    let verify = ["shortcut-free", text(&program), "--verify", text(&facts)];
    fs::write(&facts, "left(1) :- x.").expect("written");
    assert!(refused(&verify).contains("facts.lp: line 1: `:` does not belong here"));
    let constant = ["shortcut-free", text(&program), "-c", "2"];
    assert!(refused(&constant).contains("-c: write NAME=VALUE"));
    assert!(refused(&["shortcut-free", "nowhere.lp"]).contains("no such file"));
}

#[test]
fn what_is_wrong_gets_one_line_that_says_what_to_do() {
    let first = &format!("{PACK}#1");
    let cases: &[(&[&str], &str)] = &[
        (&["frobnicate"], "verbs are verify, complete, repair, minimise, explain,"),
        (&["solve"], "<LEVEL>"),
        (&["solve", first, "--jsn"], "a similar argument exists: '--json'"),
        (&["solve", first, "-n", "1000001"], "1000001 is not in 0..=1000000"),
        (&["solve", first, "--time-limit", "0"], "a number of seconds above 0"),
        (&["solve", first, "--memory", "1"], "64"),
        (&["solve", "nowhere.json"], "nowhere.json: no such file"),
        (&["verify", PACK], "has 15 levels; name one, such as assets/packs/refraction.json#1"),
        (&["solve", &format!("{PACK}#16")], "has no level `16`"),
        (
            &["solve", "Cargo.toml"],
            "Cargo.toml: this is not a file that Foolproof knows; it reads packs, PuzzleScript sources and linjat-json, fling, infinite-refraction",
        ),
        (&["verify", first, "--concept", "used("], "--concept: the concept cannot be read at"),
        (&["verify", first, "--concept", "usd(x)"], "`usd(x)` is not a property of Refraction"),
        (&["verify", first, "--concept", "asp(\"wanted :-\")"], "line 1"),
        (
            &["generate", "chess"],
            "there is no game `chess`; games are linjat, penguin_push, refraction",
        ),
        (&["generate", "refraction", "--size", "8"], "--size: write columns x rows"),
        (&["generate", "refraction", "--size", "99x1"], "Refraction boards are"),
        (&["generate", "refraction", "--limit", "x=1..2"], "groups are sources"),
        (&["convert", PACK, "/dev/null", "--to", "x"], "there is no format `x`; formats are"),
        (&["convert", PACK, "no/such/folder/x", "--to", "foolproof"], "no/such/folder/x"),
        (&["render", first, "board.gif"], "must end in .svg, .png or .pdf"),
        (&["render", first, "board.png", "--scale", "0"], "--scale is a number above 0"),
        (&["check", "src"], "src"),
    ];
    for (args, advice) in cases {
        let line = refused(args);
        assert!(line.contains(advice), "{args:?}: `{advice}` is missing in: {line}");
    }
}

#[test]
fn a_damaged_pack_is_told_of_with_its_place() {
    let path = folder("damaged").join("pack.json");
    let good = fs::read_to_string(PACK).expect("a pack");
    fs::write(&path, good.replacen("\"foolproof\": 1", "\"foolproof\": 9", 1)).expect("written");
    assert!(refused(&["check", text(&path)]).contains("has format 9; this program reads up to 1"));
    // An error in one level does not hide the others.
    for (from, to, advice) in [
        ("\"cols\": 6", "\"cols\": \"six\"", "levels[0].board"),
        ("source(e,1,1)", "source(q,1,1)", "R2C1"),
        ("\"game\": \"refraction\"", "\"game\": \"chess\"", "there is no game `chess`"),
    ] {
        fs::write(&path, good.replacen(from, to, 1)).expect("written");
        let table = printed(&["check", text(&path)], 1);
        assert!(table.contains(advice), "`{advice}` is missing in: {table}");
        assert!(table.contains("1 of 15 levels does not meet its policy."), "{table}");
        assert!(refused(&["solve", &format!("{}#1", text(&path))]).contains(advice));
    }
    fs::write(&path, b"\xff\xfe").expect("written");
    assert!(refused(&["check", text(&path)]).contains("this is not a text file"));
}

#[test]
fn without_a_display_the_editor_says_so_and_can_check_instead() {
    let line = refused(&[]);
    assert!(line.contains("there is no display"), "{line}");
    let output = run(&["--or-check"]);
    assert_eq!(output.status.code(), Some(0));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("checking the sample pack instead"), "{errors}");
    let table = String::from_utf8_lossy(&output.stdout);
    assert!(table.contains("levels meet their policy"), "{table}");
}

#[test]
fn a_reader_that_closes_early_is_no_error() {
    let mut child = command(&["schema"]).stdout(Stdio::piped()).spawn().expect("the program runs");
    drop(child.stdout.take());
    assert_eq!(child.wait().expect("ended").code(), Some(0));
}

#[test]
fn help_names_every_verb_and_no_switch_of_the_program_for_itself() {
    let help = printed(&["--help"], 0);
    for verb in
        ["check", "solve", "complete", "verify", "explain", "generate", "rate", "convert", "render"]
    {
        assert!(help.contains(&format!("\n  {verb} ")), "{verb} is missing");
        assert!(printed(&[verb, "--help"], 0).contains("Usage: foolproof"), "{verb}");
    }
    assert!(!help.contains("--worker"), "{help}");
}
