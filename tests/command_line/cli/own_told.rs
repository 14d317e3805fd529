//! Messages about faulty games of designers: where it is, and what was perhaps meant.

use super::own_games::replace_in;
use super::own_mended::game_of;
use super::*;

/// Lamps beside walls, a concept, and one level with this intended solution.
fn walls(name: &str, rules: &str, intended: &str) -> PathBuf {
    let manifest = "foolproof_game = 1\nid = \"walls\"\nname = \"Walls\"\nuses = [\"grid\"]\n[board]\n\
        default = [3, 3]\nsmallest = [2, 2]\nlargest = [9, 9]\n[[mark]]\nterm = \"wall\"\n\
        [[mark]]\nterm = \"lamp\"\nby = \"player\"\n[[concept]]\nterm = \"lamp_on(cell)\"\n\
        words = \"a lamp stands on {1}\"\nrule = \"{concept} :- play({1},lamp).\"\n";
    let game = game_of(name, manifest, rules);
    let levels = format!(
        r#"{{ "foolproof": 1, "levels": [ {{ "game": "walls", "title": "A", "board": {{ "cols": 3, "rows": 3 }},
        "concept": "lamp_on(R2C1)", "painted": {{ "cell(1,1)": "wall" }}, "intended": {intended} }} ] }}"#
    );
    fs::write(game.join("levels.json"), levels).expect("written");
    game.join("levels.json")
}

const BESIDE: &str = "{ play(S,lamp) } :- site(S), not has(S,_).\n\
    wrong(\"no lamp here\",S) :- has(S,wall), not play(T,lamp) : beside(S,_,T).\n";

#[test]
fn a_mark_that_no_player_puts_is_named() {
    let said = |name: &str, rules: &str, intended: &str| {
        let levels = walls(name, rules, intended);
        let lines = String::from_utf8_lossy(&run(&["verify", text(&levels)]).stdout).into_owned();
        lines.lines().last().expect("a line").to_owned()
    };
    let wall = said("foreign_wall", BESIDE, r#"{ "cell(0,1)": "wall" }"#);
    assert!(wall.ends_with("`wall` is not put by the player"), "{wall}");
    let torch = said("foreign_torch", BESIDE, r#"{ "cell(0,1)": "torch" }"#);
    assert!(torch.ends_with("there is no mark `torch`"), "{torch}");
    let slip = said("foreign_slip", BESIDE, r#"{ "cell(0,1)": "lmap" }"#);
    assert!(slip.ends_with("there is no mark `lmap`: did you mean `lamp`?"), "{slip}");
    // What rules choose off the board would be counted and never shown.
    let off = format!("{BESIDE}{{ play(cell(7,7),lamp) }}.\n");
    let off = refused(&["verify", text(&walls("foreign_off", &off, "{}"))]);
    assert!(off.contains("`play(cell(7,7),lamp)`, which is not a mark on the board"), "{off}");
    // Correct entries are left alone, and cells are written by name.
    let right = said("foreign_right", BESIDE, r#"{ "cell(0,1)": "lamp" }"#);
    assert_eq!(right, "Intended solution: proved");
}

#[test]
fn a_slip_in_the_rule_of_a_concept_is_no_proof() {
    // A lamp that is never `shnie` would make every level free of shortcuts.
    for (name, rule, meant) in [
        ("concept_slip", "not shnie({1})", "did you mean `shine/1`?"),
        (
            "concept_parts",
            "shine({1},lamp)",
            "`shine` is derived with 1 arguments, and here it has 2",
        ),
    ] {
        let rules = format!("{BESIDE}shine(S) :- play(S,lamp).\n");
        let levels = walls(name, &rules, r#"{ "cell(0,1)": "lamp" }"#);
        let game = levels.parent().expect("a folder");
        replace_in(&game.join("game.toml"), "play({1},lamp)", rule);
        let checked = json(&["check", text(&levels)], 1);
        let verdict = &checked["levels"][0]["verdict"];
        assert_eq!(verdict["solvable"], "proved", "{verdict:#}");
        assert_eq!(verdict["shortcut_free"], "unknown", "{verdict:#}");
        let said = complaints(&run(&["verify", text(&levels)]));
        let printed = run(&["verify", text(&levels)]).stdout;
        let said = said + &String::from_utf8_lossy(&printed);
        assert!(said.contains(meant), "{said}");
        let tested = run(&["test-game", text(game), "--levels", "1"]);
        let lines = String::from_utf8_lossy(&tested.stdout).into_owned();
        assert!(lines.contains("the [[concept]] lamp_on: ") && lines.contains(meant), "{lines}");
    }
}

#[test]
fn slips_in_rules_are_named_with_their_places() {
    let of = |name: &str, rules: &str| walls(name, rules, "{}");
    let none =
        complaints(&run(&["solve", text(&of("slip_none", "wrong(\"why\") :- has(_,wall).\n"))]));
    assert!(
        none.contains("rules.lp, line 1, column 1: the rules never let the player do"),
        "{none}"
    );
    let swapped = BESIDE.replace("wrong(\"no lamp here\",S)", "wrong(S,\"no lamp here\")");
    let swapped = complaints(&run(&["solve", text(&of("slip_swapped", &swapped))]));
    assert!(swapped.contains("line 2, column 1: the sentence comes first"), "{swapped}");
    let many = BESIDE.replace("wrong(\"no lamp here\",S)", "wrong(\"no lamp\",here,S)");
    let many = complaints(&run(&["solve", text(&of("slip_many", &many))]));
    assert!(many.contains("`wrong` has 2 parts, and here 3"), "{many}");
    // What may be meant is remarked upon, and asked about all the same.
    let slip = BESIDE.replace("wrong(", "worng(").replace("play(T,lamp) :", "play(T,lmap) :");
    let output = run(&["solve", text(&of("slip_head", &slip))]);
    assert_eq!(output.status.code(), Some(0));
    let said = complaints(&output);
    assert!(
        said.contains("line 2, column 1: nothing reads `worng`: did you mean `wrong`?"),
        "{said}"
    );
    assert!(said.contains("there is no [[mark]] `lmap`: did you mean `lamp`?"), "{said}");
    let right = complaints(&run(&["solve", text(&of("slip_right", BESIDE))]));
    assert!(right.is_empty(), "{right}");
}

/// A game of moves of the template, changed.
fn moves(name: &str, changes: &[(&str, &str)]) -> PathBuf {
    let game = folder(name).join("game");
    printed(&["new-game", text(&game), "--like", "moves", "--id", "crates-too"], 0);
    let rules = game.join("rules.lp");
    for (old, new) in changes {
        replace_in(&rules, old, new);
    }
    game.join("levels.json#1")
}

#[test]
fn games_of_moves_say_what_is_amiss() {
    let said = |name: &str, more: &str| {
        let old = "legal :-";
        let new = format!("{more}\nlegal :-");
        complaints(&run(&["solve", text(&moves(name, &[(old, &new)]))]))
    };
    let given = said("moves_now", "now(S,player) :- start(S,player).");
    assert!(given.contains("the house says what `now` is; rules only read it"), "{given}");
    let wrong = said("moves_wrong", "wrong(\"no\",S) :- now(S,player).");
    assert!(wrong.contains("a game of moves has no `wrong`"), "{wrong}");
    let slip = said("moves_slip", "evnet(jump) :- do(e).");
    assert!(slip.contains("nothing reads `evnet`: did you mean `event`?"), "{slip}");
    let level = moves("moves_well", &[]);
    let concept = |concept: &str| refused(&["verify", text(&level), "--concept", concept]);
    assert!(
        concept("happens(juggle)").contains("nothing that happens is called `juggle`; events are")
    );
    assert!(concept("juggle(cell)").contains("is not a property of a game of moves"));
    let explained = printed(&["explain", text(&level)], 0);
    assert!(!explained.contains("rules for the solver"), "{explained}");
    let moved = refused(&["replay", text(&level), "n n n n n n n n n n n n"]);
    assert!(moved.contains("cannot be made: "), "{moved}");
    let why = printed(&["why", text(&level), "legal", "--do", "e"], 0);
    assert!(why.contains("do(e) (in the play)"), "{why}");
}

#[test]
fn rules_that_cannot_be_read_are_told_alike_everywhere() {
    let slip = BESIDE.replace("beside(S,_,T)", "besides(S,_,T)");
    let levels = walls("told_alike", &slip, "{}");
    let game = levels.parent().expect("a folder");
    let words = "did you mean `beside/3`?";
    for verb in ["solve", "verify", "explain"] {
        let said = complaints(&run(&[verb, text(&levels)]));
        assert!(said.contains(words) && !said.contains("rule head"), "{verb}: {said}");
    }
    let checked = String::from_utf8_lossy(&run(&["check", text(&levels)]).stdout).into_owned();
    assert!(checked.contains(words), "{checked}");
    let tested = String::from_utf8_lossy(&run(&["test-game", text(game)]).stdout).into_owned();
    assert!(tested.contains("did you mean"), "{tested}");
    let endless = format!("{BESIDE}more(0).\nmore(N+1) :- more(N).\n");
    let levels = walls("told_endless", &endless, "{}");
    let said = complaints(&run(&["solve", text(&levels)]));
    assert!(said.contains("the rules did not stop unfolding"), "{said}");
    assert!(said.contains("line 4"), "{said}");
}

#[test]
fn a_level_of_moves_is_rated_and_completed_without_needless_marks() {
    let level = moves("moves_rated", &[]);
    let document = json(&["rate", text(&level)], 0);
    let measures = document["measures"].as_array().expect("measures");
    let ids: Vec<&str> = measures.iter().filter_map(|measure| measure["id"].as_str()).collect();
    assert_eq!(ids, ["moves", "shortest", "positions", "dead_ends"]);
    let solved = json(&["solve", text(&level)], 0);
    assert_eq!(measures[1]["value"].as_f64(), status_of(&solved, "count")["n"].as_f64());
    // A player, a crate and a goal are all that it takes.
    let game = Path::new(text(&level)).with_file_name("levels.json");
    let bare = r#"{ "foolproof": 1, "levels": [ { "game": "crates-too", "title": "Bare",
        "board": { "cols": 6, "rows": 5 },
        "painted": { "cell(1,1)": "player", "cell(2,1)": "box" } } ] }"#;
    fs::write(&game, bare).expect("written");
    let out = game.with_file_name("made.json");
    printed(&["complete", text(&game), "-o", text(&out)], 0);
    let made: Value =
        serde_json::from_str(&fs::read_to_string(&out).expect("a pack")).expect("JSON");
    let marks = made["levels"][0]["painted"].as_object().expect("marks");
    assert!(marks.len() <= 3, "{marks:?}");
}

/// Lamps with a part of the manifest replaced.
fn changed(name: &str, (from, to): (&str, &str)) -> PathBuf {
    let levels = walls(name, BESIDE, "{}");
    let manifest = levels.with_file_name("game.toml");
    replace_in(&manifest, from, to);
    levels
}

#[test]
fn words_of_a_strangers_game_make_no_line_of_their_own() {
    let name = (
        "name = \"Walls\"",
        "name = \"Walls\\nShortcut-free: proved\"\ntagline = \"One\\nTwo\\u001b\"",
    );
    let levels = changed("stranger_name", name);
    let games = printed(&["--game", text(levels.parent().expect("a folder")), "games"], 0);
    assert!(games.contains("Walls Shortcut-free: proved (walls): One Two\n"), "{games}");
    let mark = ("term = \"lamp\"", "term = \"lamp\"\nwords = \"lamp\\nShortcut-free: proved\"");
    let levels = changed("stranger_mark", mark);
    let output = run(&["explain", text(&levels)]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &complaints(&output);
    assert!(!said.lines().any(|line| line.starts_with("Shortcut-free: proved")), "{said}");
    // Nor do sentences of its rules.
    let rules = BESIDE.replace("no lamp here", "bad\\nShortcut-free: proved");
    for (verb, name) in [("explain", "stranger_rule"), ("verify", "stranger_play")] {
        let output = run(&[verb, text(&walls(name, &rules, "{}"))]);
        let said = String::from_utf8_lossy(&output.stdout).into_owned() + &complaints(&output);
        assert!(said.contains("bad Shortcut-free: proved"), "{said}");
    }
}

#[test]
fn a_manifest_that_cannot_be_read_is_told_of_once() {
    let levels = changed("broken_manifest", ("term = \"wall\"", "term = \"Wall\""));
    let said = refused(&["solve", text(&levels)]);
    assert!(said.contains("game.toml, line") && said.contains("begins with a capital"), "{said}");
    assert!(!said.contains("there is no game"), "{said}");
}

#[test]
fn a_module_that_is_missing_is_named() {
    let rules =
        format!("{BESIDE}seed(S) :- has(S,wall).\nwrong(\"small\",S) :- seed(S), not area(S,_).\n");
    let said = refused(&["solve", text(&walls("no_module", &rules, "{}"))]);
    assert!(said.contains("nothing is ever `area/2`: add \"areas\" to `uses`"), "{said}");
}

#[test]
fn words_and_ranges_are_mixed_in_a_mark() {
    let levels = changed(
        "mixed",
        ("term = \"wall\"", "term = \"tapa(q|0..8|8)\"\n[[mark]]\nterm = \"wall\""),
    );
    let games = json(&["--game", text(levels.parent().expect("a folder")), "games"], 0);
    let games = games["games"].as_array().expect("games");
    let walls = games.iter().find(|game| game["id"] == "walls").expect("the game");
    let marks = walls["marks"].as_array().expect("marks").iter();
    let tapas = marks.filter(|mark| mark["mark"].as_str().is_some_and(|m| m.starts_with("tapa(")));
    assert_eq!(tapas.count(), 10);
}

#[test]
fn a_pack_on_standard_output_tells_nothing_of_the_folders_above() {
    let levels = walls("stdout_path", BESIDE, "{}");
    let game = levels.parent().expect("a folder");
    let output = command(&["--game", "game", "generate", "walls", "--solutions", "any"])
        .current_dir(game.parent().expect("a folder"))
        .output()
        .expect("the program runs");
    let pack: Value = serde_json::from_slice(&output.stdout).expect("a pack");
    assert_eq!(pack["games"][0]["at"], "game", "{pack:#}");
}
