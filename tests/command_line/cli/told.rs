//! How answers are told: unknown is not denied, limits are named, and unreadable levels do not affect the
//! others.

use super::*;

/// Three levels, the second with a different request.
fn three(folder: &Path, game: &str, concept: &str) -> PathBuf {
    let sample = foolproof::built_in().by_id(game).expect("a game").sample();
    let mut pack: Value = serde_json::from_str(&sample).expect("JSON");
    let levels: Vec<Value> = pack["levels"].as_array().expect("levels")[..3].to_vec();
    pack["levels"] = levels.into();
    pack["levels"][1]["concept"] = concept.into();
    let path = folder.join("three.json");
    fs::write(&path, pack.to_string()).expect("written");
    path
}

#[test]
fn a_concept_that_cannot_be_read_fails_its_level_alone() {
    let folder = folder("told_three");
    for (game, concept) in
        [("refraction", r#"asp("wanted. a")"#), ("sudoku", "needs(zz)"), ("witness", "turns(")]
    {
        let path = three(&folder, game, concept);
        let document = json(&["check", text(&path)], 1);
        let levels = document["levels"].as_array().expect("levels");
        let passes: Vec<&Value> = levels.iter().map(|level| &level["passes"]).collect();
        assert_eq!(passes, [true, false, true], "{game}: {document:#}");
        assert!(levels[1]["fault"].as_str().is_some_and(|why| !why.is_empty()));
        if game != "witness" {
            assert_eq!(status_of(&levels[1], "solvable")["is"], "proved", "{game}");
        }
        let table = printed(&["check", text(&path)], 1);
        assert!(table.contains("three.json, level 2: "), "{game}: {table}");
        assert!(table.contains("1 of 3 levels does not meet its policy."), "{table}");
    }
    let level = format!("{}#2", text(&three(&folder, "refraction", r#"asp("wanted. a")"#)));
    // Facts known without the concept come first.
    let output = run(&["explain", &level]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("Solvable: proved"));
    assert!(complaints(&output).contains("concept, line 1"), "{}", complaints(&output));
    let output = run(&["explain", &level, "--json"]);
    let document: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(status_of(&document, "solvable")["is"], "proved");
    assert_eq!(status_of(&document, "shortcut_free")["why"], "bad_input");
}

#[test]
fn other_levels_of_a_damaged_pack_are_used_and_the_damaged_one_is_kept() {
    let folder = folder("told_damaged");
    let path = three(&folder, "refraction", "used(bender,2");
    let before = fs::read_to_string(&path).expect("there");
    let (first, second) = (format!("{}#1", text(&path)), format!("{}#2", text(&path)));
    printed(&["solve", &first], 0);
    assert!(refused(&["solve", &second]).contains("the concept cannot be read"));
    for verb in [&["solve", &first, "--forbid", "1"][..], &["minimise", &first]] {
        let said = refused(&[verb, &["-o", text(&path)]].concat());
        assert!(said.contains("level 2 cannot be read and would be lost"), "{said}");
    }
    assert_eq!(fs::read_to_string(&path).expect("there"), before);
    let out = folder.join("out.json");
    printed(&["solve", &first, "--forbid", "1", "-o", text(&out)], 0);
    assert_eq!(Pack::load(&out).expect("a pack").levels.len(), 1);
}

#[test]
fn a_limit_that_came_before_all_were_counted_is_named() {
    let path = folder("told_many").join("many.json");
    // Sixteen benders on a wide board lead light to its end in millions of ways.
    let bends = ["w,n", "w,s", "s,e", "n,e"].iter().cycle().enumerate().take(16);
    let tray: String =
        bends.map(|(at, bend)| format!("\"tray({at})\": \"bender({bend})\", ")).collect();
    let many = format!(
        "{{ \"foolproof\": 1, \"levels\": [ {{ \"game\": \"refraction\", \"title\": \"Many\",
        \"board\": {{ \"cols\": 16, \"rows\": 16, \"tray\": 16 }}, \"painted\": {{ {tray}
        \"cell(0,0)\": \"source(e,1,1)\", \"cell(15,0)\": \"target(w,1,1)\" }} }} ] }}"
    );
    fs::write(&path, many).expect("written");
    let all = ["solve", text(&path), "-n", "0", "--time-limit", "2"];
    let lines = printed(&all, 1);
    let first = lines.lines().next().expect("a line");
    assert!(first.contains("time ran out"), "{first}");
    assert_eq!(json(&all, 1)["holds"], false);
    // As many as were wanted are enough.
    let lines = printed(&["solve", text(&path), "-n", "2"], 0);
    assert!(lines.starts_with("Solutions: at least 3 ("), "{lines}");
}

#[test]
fn what_is_not_known_is_not_denied() {
    let generate = ["generate", "refraction", "--size", "8x8", "--concept", "used(splitter,2)"];
    let limited = [&generate[..], &["--time-limit", "0.000001"]].concat();
    let output = run(&limited);
    let said = String::from_utf8_lossy(&output.stderr).into_owned()
        + &String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("No level was found: time ran out"), "{said}");
    let complete = ["complete", &format!("{PACK}#15"), "--time-limit", "0.000001"];
    let lines = printed(&complete, 1);
    assert!(lines.contains("time ran out before one without it was found"), "{lines}");
    // A search that ended gives a definite no.
    let none = ["generate", "refraction", "--size", "2x2", "--tray", "0", "--concept"];
    let output = run(&[&none[..], &["used(splitter,2)"]].concat());
    let said = String::from_utf8_lossy(&output.stderr).into_owned()
        + &String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("There is no such level"), "{said}");
    // New Thermometers have many full cells, which a board of four has no room for; others have levels.
    let output = run(&["generate", "thermometers", "--size", "3x3"]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned()
        + &String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("No level was found: on a board of 3x3, no solution was"), "{said}");
    let out = folder("told_made").join("made.json");
    let made = ["generate", "witness", "--size", "3x3", "--pieces", "3..5", "-o", text(&out)];
    let lines = printed(&made, 0);
    assert!(lines.starts_with("A level with one solution ("), "{lines}");
}

#[test]
fn status_and_holds_and_exit_agree() {
    // Every mark of it is needed: nothing goes.
    let out = folder("told_holds").join("lean.json");
    let level = format!("{PACK}#1");
    printed(&["minimise", &level, "-o", text(&out)], 0);
    let again = folder("told_again").join("again.json");
    let minimise = ["minimise", text(&out), "-o", text(&again)];
    let lines = printed(&minimise, 0);
    assert!(
        lines.contains("The level is unchanged, and was written to ")
            && lines.contains("again.json"),
        "{lines}"
    );
    let document = json(&["minimise", text(&out)], 0);
    assert_eq!((&document["holds"], status_of(&document, "minimise")), agreed(true));
    let document = json(&["explain", &format!("{PACK}#15")], 1);
    assert_eq!((&document["holds"], status_of(&document, "conflict")), agreed(false));
}

fn agreed(holds: bool) -> (&'static Value, &'static Value) {
    let is = serde_json::json!({ "is": if holds { "proved" } else { "refuted" } });
    (Box::leak(Box::new(Value::Bool(holds))), Box::leak(Box::new(is)))
}

#[test]
fn a_second_level_of_standard_input_is_no_option() {
    let pack = fs::read_to_string(PACK).expect("a pack");
    let ask = |args: &[&str]| {
        let mut child = command(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program runs");
        child.stdin.take().expect("a pipe").write_all(pack.as_bytes()).expect("written");
        child.wait_with_output().expect("ended")
    };
    for args in [&["solve", "-#2", "--json"][..], &["solve", "--json", "--", "-#2"]] {
        let output = ask(args);
        assert_eq!(output.status.code(), Some(0), "{}", complaints(&output));
        let document: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(document["title"], "Up and over");
    }
    let from = ["generate", "refraction", "--from", "-#1", "--program"];
    assert_eq!(ask(&from).status.code(), Some(0));
    assert!(complaints(&ask(&["solve", "-#99"])).contains("has no level `99`"));
    assert!(refused(&["convert", PACK, "-#2"]).contains("names a level, not a file"));
    assert!(refused(&["solve", "-#2", "-#3"]).contains("'-#3'"));
}

#[test]
fn a_verb_that_writes_no_level_does_not_hold() {
    let out = folder("told_none").join("none.json");
    let args = ["orthogonality", "--size", "2x2", "--type", "singleton", "--best", "0"];
    let args = [&args[..], &["-o", text(&out)]].concat();
    let output = run(&args);
    assert_eq!(output.status.code(), Some(1));
    assert!(complaints(&output).contains("there is no level to write, so nothing was written"));
    assert!(!out.exists());
}

#[test]
fn what_cannot_be_allowed_is_told_of() {
    let out = folder("told_allow").join("out.json");
    let output = run(&["verify", &format!("{PACK}#1"), "--allow", "-o", text(&out)]);
    assert_eq!(output.status.code(), Some(0));
    assert!(complaints(&output).contains("there is no shortcut to allow"));
    assert!(!out.exists());
}

#[test]
fn the_program_of_a_stranger_is_told_of() {
    let folder = folder("told_program");
    let rules = Value::from("wanted :- play(_,_). % \u{1b}[2J");
    let path = three(&folder, "refraction", &format!("asp({rules})"));
    let level = format!("{}#2", text(&path));
    let output = run(&["program", &level]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("a level has rules of its own"), "{errors}");
    // A solver gets it unchanged, a terminal does not.
    assert!(String::from_utf8_lossy(&output.stdout).contains('\u{1b}'));
    let words = format!("'{}' program '{level}'", env!("CARGO_BIN_EXE_foolproof"));
    let terminal = Command::new("script").args(["-qec", &words, "/dev/null"]).output();
    if let Ok(shown) = terminal.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()) {
        assert!(shown.contains(r"\u001b[2J") && !shown.contains('\u{1b}'), "{shown}");
    }
}

#[test]
fn one_penguin_has_no_search_that_could_be_smaller() {
    let path = folder("told_one").join("one.json");
    let one = r#"{ "foolproof": 1, "levels": [ { "game": "penguin_push", "title": "One",
        "board": { "cols": 7, "rows": 8 }, "painted": { "cell(3,3)": "penguin" } } ] }"#;
    fs::write(&path, one).expect("written");
    let lines = String::from_utf8(run(&["rate", text(&path)]).stdout).expect("UTF-8");
    assert!(!lines.contains("Ratio") && !lines.contains("Search if unique"), "{lines}");
    assert!(lines.contains("Penguins"), "{lines}");
    let lines = String::from_utf8(run(&["positions", text(&path)]).stdout).expect("UTF-8");
    assert!(!lines.contains("ratio"), "{lines}");
}

#[test]
fn one_of_a_thing_is_one() {
    let path = folder("told_singular").join("one.json");
    fs::write(&path, WALLED).expect("written");
    let table = printed(&["check", text(&path)], 1);
    assert!(table.contains("The level does not meet its policy."), "{table}");
    fs::write(&path, SHORT.replace("used(bender,1)", "any")).expect("written");
    assert!(printed(&["check", text(&path)], 0).contains("The level meets its policy."));
}
