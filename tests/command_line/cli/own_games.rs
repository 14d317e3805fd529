//! Designers' own games: made from a template, tested, asked what every solution does, carried by packs.

use super::*;

const CRATES: &str = "assets/games/crates/levels.json";

/// Runs in a separate folder, for a user without games.
fn away(folder: &Path, args: &[&str]) -> Output {
    let mut command = command(args);
    command.current_dir(folder).env("HOME", folder).env("XDG_DATA_HOME", folder.join("data"));
    command.output().expect("the program runs")
}

fn well(output: &Output) -> String {
    let errors = complaints(output);
    assert_eq!(
        output.status.code(),
        Some(0),
        "{errors}{}",
        String::from_utf8_lossy(&output.stdout)
    );
    assert!(errors.is_empty(), "{errors}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Replaces the first occurrence of a text in a file.
pub fn replace_in(path: &Path, old: &str, new: &str) {
    let text = fs::read_to_string(path).expect("a file");
    assert!(text.contains(old), "{} has no {old}", path.display());
    fs::write(path, text.replacen(old, new, 1)).expect("written");
}

/// The result of a test, and what it says.
pub fn told(document: &Value, test: &str) -> Vec<(String, String)> {
    let tests = document["tests"].as_array().expect("tests").iter();
    let of = tests.filter(|line| line["test"] == test);
    let word = |value: &Value| value.as_str().expect("words").to_owned();
    of.map(|line| (word(&line["result"]), word(&line["says"]))).collect()
}

#[test]
fn a_new_game_of_each_kind_runs_under_its_own_name() {
    let folder = folder("new_game");
    for (like, name) in [("put", "Night sky"), ("line", "Wires"), ("moves", "Ice & crates")] {
        let game = folder.join(like);
        let lines = well(&away(&folder, &["new-game", like, "--like", like, "--name", name]));
        assert!(lines.starts_with(name), "{lines}");
        assert!(lines.contains("foolproof test-game"), "{lines}");
        let first = format!("{like}/levels.json#1");
        let document = well(&away(&folder, &["solve", &first, "--json"]));
        let document: Value = serde_json::from_str(&document).expect("JSON");
        assert_eq!(status_of(&document, "count")["n"], 1);
        let id = document["game"].as_str().expect("a word");
        assert!(fs::read_to_string(game.join("game.toml")).expect("read").contains(id));
        // A folder that holds something is left alone.
        let again = away(&folder, &["new-game", like, "--like", like]);
        assert_eq!(again.status.code(), Some(2));
        assert!(complaints(&again).contains("is there already, and not empty"));
    }
    let into = |rest: &[&str]| {
        let place = folder.join("other");
        refused(&[&["new-game", text(&place)][..], rest].concat())
    };
    assert!(into(&["--id", "sudoku"]).contains("`sudoku` is a built-in game"));
    assert!(into(&["--id", "Sky!"]).contains("an id is lower case letters"));
    assert!(into(&["--name", ""]).contains("a name has 1 to 60 letters"));
    assert!(!folder.join("other").exists());
    let document = json(&["new-game", text(&folder.join("my_own-game"))], 0);
    assert_eq!(
        (&document["name"], &document["id"]),
        (&"My own game".into(), &"my-own-game".into())
    );
}

#[test]
fn a_game_is_tested_and_faults_are_found() {
    let folder = folder("test_game");
    let game = folder.join("crates");
    printed(&["new-game", text(&game), "--like", "moves", "--id", "crates-too"], 0);
    let rules = game.join("rules.lp");
    // Three levels are enough here.
    let mut pack = Pack::load(&game.join("levels.json")).expect("a pack");
    pack.levels.truncate(3);
    pack.save(&game.join("levels.json")).expect("saved");
    let test = ["test-game", text(&game), "--levels", "8", "--seed", "3"];
    let document = json(&test, 0);
    let levels = told(&document, "levels").remove(0);
    assert_eq!((&*levels.0, &*levels.1), ("ok", "3 of 3 levels meet their policy"));
    assert_eq!(told(&document, "turned levels")[0].0, "ok", "{document:#}");
    assert_eq!(told(&document, "rules")[0].0, "ok");
    assert!(document["tests"][2]["numbers"]["rules"].as_u64() > Some(100), "{document:#}");
    assert!(printed(&test, 0).contains("default board, 7x6"));

    // A sentence that never comes true, and an event that never happens.
    replace_in(
        &rules,
        "legal :-",
        "refused(\"never\",S) :- now(S,player), 1 > 2, do(_).\nlegal :-",
    );
    replace_in(
        &rules,
        "event(store) :- stops(_,U), goal(U).",
        "event(store) :- stops(_,U), wall(U).\nwall(S) :- has(S,wall).",
    );
    let document = json(&test, 0);
    let sentences = told(&document, "sentences");
    assert_eq!(sentences.last().map(|line| &*line.0), Some("warning"), "{document:#}");
    let never = |line: &(String, String)| line.1.starts_with("“never” is refused in none of the ");
    assert!(sentences.last().is_some_and(never), "{document:#}");
    assert_eq!(told(&document, "event store")[0].0, "warning");

    // A piece that only walks north is not symmetric, unless the manifest says so.
    replace_in(&rules, "action(D) :- side(D,_,_).", "action(D) :- side(D,_,_), D != w.");
    let document = json(&test, 1);
    let (result, says) = told(&document, "turned levels").remove(0);
    assert!(result == "failed" && says.contains("symmetric = false"), "{says}");
    replace_in(&game.join("game.toml"), "[board]", "symmetric = false\n\n[board]");
    assert_eq!(told(&json(&test, 1), "turned levels")[0].0, "ok");

    // Rules that cannot be read, and a manifest that says too much.
    replace_in(&rules, "won :- not astray.", "won :- not astray");
    let (result, says) = told(&json(&test, 1), "rules").remove(0);
    assert!(result == "failed" && says.contains("rules.lp"), "{says}");
    replace_in(&game.join("game.toml"), "[board]", "colour = 3\n\n[board]");
    let (result, says) = told(&json(&test, 1), "manifest").remove(0);
    assert!(result == "failed" && says.contains("game.toml, line"), "{says}");
    assert!(refused(&["test-game", text(&folder.join("nowhere"))]).contains("no such file"));
}

/// A copy of a game of the tests with these levels.
fn with_levels(folder: &Path, game: &str, levels: &str) -> PathBuf {
    let copy = folder.join(game);
    fs::create_dir_all(&copy).expect("a folder");
    for file in ["game.toml", "rules.lp"] {
        let from = format!("{}/tests/own_games/{game}/{file}", env!("CARGO_MANIFEST_DIR"));
        fs::copy(from, copy.join(file)).expect("copied");
    }
    let pack = format!("{{ \"foolproof\": 1, \"levels\": [ {levels} ] }}");
    fs::write(copy.join("levels.json"), pack).expect("written");
    copy
}

#[test]
fn every_event_of_a_pattern_is_looked_for() {
    let room = r#"{ "game": "ricochet", "title": "Room", "board": { "cols": 3, "rows": 3 },
        "painted": { "cell(0,0)": "robot(2)", "cell(2,0)": "target(2)" } }"#;
    let game = with_levels(&folder("pattern"), "ricochet", room);
    let document = json(&["test-game", text(&game), "--levels", "6"], 0);
    let robot = |number: i32| told(&document, &format!("event moved({number})"));
    assert!(robot(2)[0].1.contains("holds in a solution"), "{document:#}");
    assert_eq!((1..=4).map(|number| robot(number).len()).sum::<usize>(), 4);
    assert!(told(&document, "event moved(1..4)").is_empty());
    let (result, says) = told(&document, "padded levels").remove(0);
    assert!(result == "ok" && says.contains("the same with block on one side"), "{says}");
}

#[test]
fn a_game_that_is_not_padded_so_is_told_with_a_level() {
    let board = r#"{ "game": "akari", "title": "Small", "policy": { "unique": "any" }, "board": { "cols": 2, "rows": 2 } }"#;
    let game = with_levels(&folder("padding"), "akari", board);
    let test = ["test-game", text(&game), "--levels", "6"];
    let (result, says) = told(&json(&test, 0), "padded levels").remove(0);
    assert!(result == "ok" && says.contains("with wall on one side"), "{says}");
    replace_in(&game.join("game.toml"), "padding = \"wall\"", "padding = \"nothing\"");
    let (result, says) = told(&json(&test, 1), "padded levels").remove(0);
    assert!(result == "failed" && says.contains("with nothing added in the "), "{says}");
    replace_in(&game.join("game.toml"), "padding = \"nothing\"", "padding = \"moss\"");
    let (result, says) = told(&json(&test, 1), "manifest").remove(0);
    assert!(
        result == "failed" && says.contains("`moss`: a board is padded with nothing"),
        "{says}"
    );
    replace_in(&game.join("game.toml"), "padding = \"moss\"\n", "");
    assert!(told(&json(&test, 0), "padded levels").is_empty());
}

/// Random plays seldom find four numbers that are right at once; the solver does.
#[test]
fn sentences_that_chance_does_not_hear_are_looked_for() {
    let board = r#"{ "game": "own-sudoku", "title": "Empty", "policy": { "unique": "any" }, "board": { "cols": 4, "rows": 4 } }"#;
    let game = with_levels(&folder("sentences"), "sudoku", board);
    let rules = game.join("rules.lp");
    let text_of = fs::read_to_string(&rules).expect("the rules");
    let said = "wrong(\"two rows in order\",cell(0,0)) :- play(cell(0,0),1), play(cell(1,0),2),
        play(cell(2,0),3), play(cell(3,0),4), play(cell(0,1),4), play(cell(1,1),3),
        play(cell(2,1),2), play(cell(3,1),1).
        wrong(\"in two minds\",S) :- play(S,1), play(S,2).\n";
    fs::write(&rules, text_of + said).expect("written");
    // The first one concerns only some rows, so the rules do not turn.
    let manifest = game.join("game.toml");
    let turns = fs::read_to_string(&manifest).expect("a manifest");
    let stays =
        turns.replacen("foolproof_game = 1\n", "foolproof_game = 1\nsymmetric = false\n", 1);
    fs::write(&manifest, stays).expect("written");
    let document = json(&["test-game", text(&game), "--levels", "3"], 0);
    let sentences = told(&document, "sentences");
    assert!(sentences[0].1.contains(" in minimal pairs"), "{document:#}");
    let never = "“in two minds” is true of no play that the rules allow on 4 levels: can it";
    assert!(sentences.iter().any(|(_, says)| says.starts_with(never)), "{document:#}");
    assert!(sentences.iter().all(|(_, says)| !says.contains("two rows")), "{document:#}");
}

#[test]
fn what_every_solution_does_is_told_event_by_event() {
    // The crate can be pushed home over the ice or next to it.
    let level = format!("{CRATES}#2");
    let document = json(&["events", &level], 0);
    let found = &document["findings"][0];
    assert_eq!((&found["topic"], &found["status"]["is"]), (&"events".into(), &"proved".into()));
    let list = found["events"]["list"].as_array().expect("a list");
    let names: Vec<&str> = list.iter().filter_map(|event| event["event"].as_str()).collect();
    assert!(names.contains(&"push") && names.contains(&"slide"), "{names:?}");
    let push = list.iter().find(|event| event["event"] == "push").expect("a push");
    assert_eq!(
        (&push["in_every_solution"], &push["words"]),
        (&true.into(), &"a crate is pushed".into())
    );
    let lines = printed(&["events", &level], 0);
    assert!(lines.starts_with("The intended solution has 1 move"), "{lines}");
    let lines = printed(&["events", &level, "--play", "shortest"], 0);
    assert!(lines.starts_with("A shortest solution has 1 move"), "{lines}");

    let folder = folder("events");
    let path = folder.join("room.json");
    let room = r#"{ "foolproof": 1, "levels": [ { "game": "crates", "title": "Room",
        "board": { "cols": 5, "rows": 5 }, "painted": { "cell(0,2)": "player", "cell(1,2)": "box",
        "cell(3,2)": "goal", "cell(2,2)": "ice" } } ] }"#;
    fs::write(&path, room).expect("written");
    let game = ["--game", "assets/games/crates"];
    let document = json(&[&["events", text(&path)][..], &game].concat(), 0);
    let list = document["findings"][0]["events"]["list"].as_array().expect("a list");
    let slide = list.iter().find(|event| event["event"] == "slide").expect("it slides");
    assert_eq!(slide["in_every_solution"], false, "{document:#}");
    let other = slide["other"].as_object().expect("a play");
    assert!(other.len() > 1, "around the ice: {other:?}");
    let lines = printed(&[&["events", text(&path)][..], &game].concat(), 0);
    assert!(lines.contains(" in which this never happens: "), "{lines}");
    assert!(!lines.contains(" without slide"), "people read words: {lines}");
    // A pattern's event uses the words that the manifest has for the pattern.
    let robots = folder.join("robots.json");
    let room = r#"{ "foolproof": 1, "levels": [ { "game": "ricochet", "title": "Room",
        "board": { "cols": 3, "rows": 3 }, "painted": { "cell(0,0)": "robot(2)",
        "cell(2,0)": "target(2)" } } ] }"#;
    fs::write(&robots, room).expect("written");
    let ricochet = ["--game", "tests/own_games/ricochet"];
    let document = json(&[&["events", text(&robots)][..], &ricochet].concat(), 0);
    let moved = &document["findings"][0]["events"]["list"][0];
    assert_eq!((&moved["event"], &moved["words"]), (&"moved(2)".into(), &"robot 2 is sent".into()));
    let none = [&["events", text(&path), "--play", "intended"][..], &game].concat();
    assert!(refused(&none).contains("the level has no intended solution"));
    assert!(refused(&["events", &format!("{PACK}#1")]).contains("is not played move by move"));
}

#[test]
fn pushes_of_penguins_are_events_too() {
    let document = json(&["events", "assets/packs/penguin_push.json#3"], 0);
    let list = document["findings"][0]["events"]["list"].as_array().expect("a list").clone();
    assert!(!list.is_empty());
    for event in &list {
        assert!(event["event"].as_str().is_some_and(|name| name.starts_with("push(")));
        // Another solution lacks it, and the rules accept that one.
        let Some(other) = event["other"].as_object() else { continue };
        assert!(other.values().all(|push| push != &event["event"]), "{event:#}");
    }
}

#[test]
fn a_pack_carries_its_game_and_goes_on_carrying_it() {
    let folder = folder("carried");
    let (own, with, again) =
        (folder.join("own.json"), folder.join("with.json"), folder.join("again.json"));
    printed(&["convert", CRATES, text(&own)], 0);
    assert!(Pack::load(&own).expect("a pack").games[0].text.is_none());
    printed(&["convert", CRATES, text(&with), "--with-game"], 0);
    let pack = Pack::load(&with).expect("a pack");
    let carried = pack.games[0].text.as_ref().expect("the game");
    assert!(carried.rules.starts_with("% Crates:") && !carried.manifest.is_empty());
    // The relative path from one to the other, which stays valid if both are moved.
    let at = Path::new(&pack.games[0].at);
    assert!(at.starts_with("..") && at.ends_with("assets/games/crates"), "{}", at.display());
    assert!(folder.join(at).join("game.toml").is_file(), "{}", at.display());
    // Anywhere else, for somebody who has no such game.
    let elsewhere = folder.join("elsewhere");
    fs::create_dir_all(&elsewhere).expect("a folder");
    fs::rename(&with, elsewhere.join("with.json")).expect("moved");
    let document: Value =
        serde_json::from_str(&well(&away(&elsewhere, &["solve", "with.json#2", "--json"])))
            .expect("JSON");
    assert_eq!(status_of(&document, "count")["n"], 1);
    well(&away(&elsewhere, &["convert", "with.json", text(&again)]));
    let pack = Pack::load(&again).expect("a pack");
    assert_eq!(pack.games[0].text.as_ref(), Some(carried));
    let document: Value =
        serde_json::from_str(&well(&away(&elsewhere, &["check", text(&again), "--json"])))
            .expect("JSON");
    assert_eq!(document["games"], serde_json::json!([]), "its rules are what the pack says");
    let other = folder.join("fling.txt");
    let fling = ["convert", "assets/packs/penguin_push.json", text(&other), "--to", "fling"];
    assert!(refused(&[&fling[..], &["--with-game"]].concat()).contains("only a pack carries"));
}

#[test]
fn the_schema_of_a_manifest_is_printed() {
    let schema: Value = serde_json::from_str(&printed(&["schema", "game"], 0)).expect("JSON");
    assert_eq!(schema["title"], "Foolproof game");
    assert_eq!(schema["additionalProperties"], false);
    let pack: Value = serde_json::from_str(&printed(&["schema"], 0)).expect("JSON");
    assert_ne!(pack["title"], schema["title"]);
}

#[test]
fn what_cannot_be_solved_is_explained_in_the_sentences_of_the_rules() {
    let folder = folder("own_explained");
    // Stars that do not touch stand in one of two ways, and each has two of them in this region.
    let painted: Vec<String> =
        (0..8).map(|at| format!("\"cell({},{})\": \"region(1)\"", at % 4, at / 4)).collect();
    let pack = folder.join("rows.json");
    let level = format!(
        "{{\"foolproof\": 1, \"levels\": [{{\"game\": \"star-battle\", \"rules\": 1, \"board\": \
         {{\"cols\": 4, \"rows\": 4}}, \"painted\": {{{}}}}}]}}",
        painted.join(", ")
    );
    fs::write(&pack, level).expect("written");
    let args = ["explain", text(&pack), "--game", "assets/games/star-battle"];
    let document = json(&args, 0);
    let findings = document["findings"].as_array().expect("findings");
    let conflict = findings.iter().rev().find(|finding| finding["topic"] == "conflict");
    let conflict = &conflict.expect("a conflict")["conflict"];
    let named = |key: &str| -> Vec<&str> {
        conflict[key].as_array().expect("a list").iter().filter_map(Value::as_str).collect()
    };
    assert_eq!(named("sites"), ["cell(0,1)", "cell(1,0)", "cell(2,0)", "cell(3,1)"]);
    assert_eq!(
        named("sentences"),
        ["too few stars here", "too many stars here", "two stars touch"]
    );
    let lines = printed(&args, 0);
    let said = "Whatever is played, the rules say “too few stars here” or “too many stars here” or \
                “two stars touch”.";
    assert!(lines.contains(said), "{lines}");
}

#[test]
fn levels_of_a_game_of_moves_are_made_and_completed() {
    let folder = folder("own_generated");
    let (made, done) = (folder.join("made.json"), folder.join("done.json"));
    let crates = ["--game", "assets/games/crates"];
    let asked = ["generate", "crates", "--size", "4x4", "--concept", "happens(slide,1)", "-n", "2"];
    let written = ["--seed", "3", "-o", text(&made)];
    let document = json(&[&asked[..], &written, &crates].concat(), 0);
    assert_eq!(document["holds"], true, "{document:#}");
    let pack: Value =
        serde_json::from_str(&fs::read_to_string(&made).expect("read")).expect("JSON");
    let levels = pack["levels"].as_array().expect("levels");
    assert_eq!(levels.len(), 2);
    for level in levels {
        // As many players as each level of the sample has.
        let marks = level["painted"].as_object().expect("marks").values();
        let players =
            marks.filter(|mark| mark.as_str().is_some_and(|mark| mark.starts_with("player")));
        assert_eq!(players.count(), 1, "{level:#}");
        assert!(level["intended"].as_object().is_some_and(|steps| !steps.is_empty()));
    }
    // Asked again, alone: every solution slides a crate.
    for level in ["#1", "#2"] {
        let level = format!("{}{level}", text(&made));
        let document = json(&[&["verify", &level][..], &crates].concat(), 0);
        assert_eq!(document["holds"], true, "{document:#}");
    }
    let begun = r#"{ "foolproof": 1, "levels": [ { "game": "crates", "rules": 1,
        "board": { "cols": 4, "rows": 3 }, "concept": "happens(push,2)",
        "painted": { "cell(0,1)": "player", "cell(1,1)": "box" } } ] }"#;
    fs::write(&done, begun).expect("written");
    let document = json(&[&["complete", text(&done), "-o", text(&done)][..], &crates].concat(), 0);
    assert_eq!(document["holds"], true, "{document:#}");
    let document = json(&[&["verify", text(&done)][..], &crates].concat(), 0);
    assert_eq!(document["holds"], true, "{document:#}");
    // What nobody can make is not called impossible.
    let never = begun.replace("happens(push,2)", "happens(push,2) and never(push)");
    fs::write(&done, never).expect("written");
    let document =
        json(&[&["complete", text(&done), "--time-limit", "3"][..], &crates].concat(), 1);
    let found = document["findings"].as_array().expect("findings");
    let found = found.iter().rev().find(|finding| finding["topic"] == "complete");
    assert_eq!(found.expect("an answer")["status"]["is"], "unknown", "{document:#}");
}

#[test]
fn what_the_rules_derive_is_walked_down_to_what_was_played() {
    let folder = folder("own_why");
    let pack = folder.join("row.json");
    // Two touching stars, in an invalid intended solution.
    let level = r#"{ "foolproof": 1, "levels": [ { "game": "star-battle", "rules": 1,
        "board": { "cols": 4, "rows": 4 },
        "painted": { "cell(0,0)": "region(1)", "cell(1,0)": "region(2)", "cell(2,0)": "region(2)" },
        "intended": { "cell(0,0)": "star", "cell(1,0)": "star" } } ] }"#;
    fs::write(&pack, level).expect("written");
    let stars = ["--game", "assets/games/star-battle"];
    let why = |rest: &[&str], status: i32| {
        printed(&[&["why", text(&pack)][..], rest, &stars].concat(), status)
    };
    let all = why(&[], 0);
    assert!(all.lines().any(|line| line == "wrong(\"two stars touch\",cell(0,0))"), "{all}");
    let here = why(&["R1C3"], 0);
    assert!(here.lines().all(|line| line.contains("cell(2,0)")), "{here}");
    assert!(here.lines().any(|line| line == "look(cell(2,0),crossed)"), "{here}");
    let tree = why(&["look(cell(2,0),crossed)"], 0);
    assert!(tree.contains("\n  play(cell(1,0),star) (in the play)\n"), "{tree}");
    assert!(tree.contains("  not play(cell(2,0),star) (not in the play)\n"), "{tree}");
    // Nothing is crossed out if nothing was played.
    let empty = why(&["look(cell(2,0),crossed)", "--play", "nothing"], 1);
    assert!(empty.starts_with("not look(cell(2,0),crossed)\n"), "{empty}");
    let says = refused(&["why", text(&pack), "look(cell(2,0),dark)", "--game", stars[1]]);
    assert!(says.contains("never say anything of `look(cell(2,0),dark)`"), "{says}");
    let says = refused(&["why", "assets/packs/sudoku.json#1"]);
    assert!(says.contains("games of your own have"), "{says}");
}

#[test]
fn slips_in_rules_prove_nothing() {
    let folder = folder("own_slips");
    let game = |name: &str, from: &str| {
        let to = folder.join(name);
        fs::create_dir_all(&to).expect("a folder");
        for entry in fs::read_dir(from).expect("the game") {
            let path = entry.expect("a file").path();
            fs::copy(&path, to.join(path.file_name().expect("a name"))).expect("copied");
        }
        to
    };
    // A word that nothing derives is a slip, not a proof that there is no solution.
    let slip = game("slip", "assets/games/star-battle");
    replace_in(
        &slip.join("rules.lp"),
        "not N { play(S,star) : in(U,S) }.",
        "not lots(N), stars(N).",
    );
    let level = format!("{}#1", text(&slip.join("levels.json")));
    let output = run(&["solve", &level]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &complaints(&output);
    assert!(!said.contains("exactly 0") && said.contains("lots"), "{said}");
    // Nobody says what tells solutions apart but the house.
    let tags = game("tags", "assets/games/star-battle");
    let rules = fs::read_to_string(tags.join("rules.lp")).expect("rules");
    fs::write(tags.join("rules.lp"), rules + "__play(play(S,star)) :- site(S).\n")
        .expect("written");
    let says = refused(&["solve", &level, "--game", text(&tags)]);
    assert!(says.contains("`__play` is a name of the house"), "{says}");
    // A game of moves that is never won.
    let never = game("never", "assets/games/crates");
    let rules = fs::read_to_string(never.join("rules.lp")).expect("rules");
    fs::write(never.join("rules.lp"), rules.replace("won", "wonn")).expect("written");
    let says = refused(&["games", "--game", text(&never)]);
    assert!(says.contains("needs `won`"), "{says}");
    // The game next to a pack is the pack's: if it cannot be read, no other one is used.
    let broken = game("broken/mine", "assets/games/star-battle");
    game("broken/star-battle", "assets/games/star-battle");
    replace_in(&broken.join("game.toml"), "term = \"star\"", "trem = \"star\"");
    let mut command = command(&["check", "mine/levels.json"]);
    let output = command.current_dir(folder.join("broken")).output().expect("the program runs");
    assert_eq!(output.status.code(), Some(1), "{}", complaints(&output));
    assert!(complaints(&output).contains("trem"), "{}", complaints(&output));
}
