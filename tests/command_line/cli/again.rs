//! Generated levels record their command; running it again makes them again.

use super::*;

/// Runs the command of a level, and gives the level of that number from the pack that it writes.
fn again(path: &Path, number: usize) -> Value {
    let pack: Value = serde_json::from_str(&fs::read_to_string(path).expect("text")).expect("JSON");
    let level = &pack["levels"][number];
    let made = &level["made"];
    assert_eq!(made["number"], number + 1, "{level:#}");
    assert!(made["by"].as_str().is_some_and(|by| by.starts_with("Foolproof ")), "{level:#}");
    let words = made["command"].as_array().expect("a command").iter();
    let mut words: Vec<&str> = words.map(|word| word.as_str().expect("a word")).collect();
    let out = path.with_extension("again.json");
    let _ = fs::remove_file(&out);
    words.extend(["--out", text(&out)]);
    let mut child = command(&words)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .expect("the program runs");
    let mut input = child.stdin.take().expect("an input");
    let text = made.get("input").map(Value::to_string).unwrap_or_default();
    // A command that reads nothing may have closed it.
    let _ = input.write_all(text.as_bytes());
    drop(input);
    assert_eq!(child.wait().expect("ended").code(), Some(0), "{words:?}");
    let written = fs::read_to_string(&out).expect("text");
    let pack: Value = serde_json::from_str(&written).expect("JSON");
    let same = &pack["levels"][number];
    for part in ["board", "painted", "locked", "concept", "intended", "made"] {
        assert_eq!(level[part], same[part], "{part}: {words:?}");
    }
    level.clone()
}

#[test]
fn a_generated_level_can_be_generated_again() {
    let folder = folder("again_generated");
    let bare = folder.join("bare.json");
    let args = ["generate", "refraction", "--size", "3x3", "--tray", "1", "--seed", "7", "-n", "2"];
    let rest = [
        "--concept",
        "used(bender,1)",
        "--limit",
        "blockers=0..2",
        "--distance",
        "3",
        "--out",
        text(&bare),
    ];
    printed(&[&args[..], &rest[..]].concat(), 0);
    let level = again(&bare, 1);
    assert!(level["made"].get("input").is_none(), "{level:#}");
    // From a level, which need not be there any more.
    let template = folder.join("template.json");
    let open = WALLED.replace("\"rows\": 1", "\"rows\": 2");
    let open = open.replace(r#""cell(2,0)": "blocker", "#, "");
    fs::write(&template, open.replace(r#", "cell(1,0)": "blocker""#, "")).expect("written");
    let out = folder.join("from.json");
    let args = ["generate", "refraction", "--from", text(&template), "--seed", "3"];
    printed(&[&args[..], &["--minimal", "--out", text(&out)]].concat(), 0);
    fs::remove_file(&template).expect("removed");
    let level = again(&out, 0);
    assert_eq!(level["made"]["input"]["levels"][0]["title"], "Walled", "{level:#}");
}

#[test]
fn a_puzzle_with_constraints_of_wanted_kinds_can_be_generated_again() {
    let out = folder("again_constraints").join("made.json");
    let args = ["generate", "sudoku", "--size", "6x6", "--seed", "5", "--limit", "thermo=2..4"];
    let rest = ["--limit", "white dot=1..6", "--limit", "digits=0..1", "--out", text(&out)];
    printed(&[&args[..], &rest[..]].concat(), 0);
    let level = again(&out, 0);
    let marks: Vec<&str> =
        level["painted"].as_object().expect("marks").values().filter_map(Value::as_str).collect();
    let many = |kind: &str| marks.iter().filter(|mark| mark.starts_with(kind)).count();
    assert!(
        (2..=4).contains(&many("thermo(")) && (1..=6).contains(&many("difference(")),
        "{marks:?}"
    );
    let wrong = ["generate", "sudoku", "--limit", "anti_knight=1..1"];
    assert!(refused(&wrong).contains("groups are digits, cage"));
}

#[test]
fn an_optimized_puzzle_can_be_optimized_again() {
    let out = folder("again_optimized").join("made.json");
    let args = ["optimize", "--size", "6x6", "--numbers", "8", "--tier", "easy", "--steps", "400"];
    printed(
        &[&args[..], &["--seed", "5", "-n", "2", "--weight", "width=-2", "--out", text(&out)]]
            .concat(),
        0,
    );
    again(&out, 1);
}

#[test]
fn a_mined_board_can_be_mined_again() {
    let out = folder("again_mined").join("made.json");
    let args = ["mine", "--pieces", "4", "--size", "3x3", "--set", "ratio,safe", "--best", "2"];
    printed(&[&args[..], &["--out", text(&out)]].concat(), 0);
    again(&out, 0);
}

#[test]
fn a_level_of_moves_is_changed_and_keeps_its_size_and_what_is_locked() {
    let folder = folder("changed");
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/puzzlescript/ring-them-home.txt");
    let (pack, out) = (folder.join("pack.json"), folder.join("out.json"));
    printed(&["convert", source, text(&pack), "--with-game"], 0);
    let mut levels: Value =
        serde_json::from_str(&fs::read_to_string(&pack).expect("text")).expect("JSON");
    let level = &mut levels["levels"][0];
    let painted = level["painted"].as_object_mut().expect("marks");
    let (locked, painted): (serde_json::Map<String, Value>, _) =
        std::mem::take(painted).into_iter().partition(|(_, mark)| mark == "hedge");
    assert!(locked.len() > 10 && !painted.is_empty());
    level["locked"] = Value::Object(locked);
    level["painted"] = Value::Object(painted);
    let given = level.clone();
    fs::write(&pack, levels.to_string()).expect("written");
    let from = format!("{}#1", pack.display());
    let args = ["generate", source, "--from", &from, "--seed", "2", "-n", "2"];
    let why = refused(&args);
    assert!(why.contains("change what is painted (--change)"), "{why}");
    printed(&[&args[..], &["--distance", "1", "--change", "--out", text(&out)]].concat(), 0);
    let made: Value = serde_json::from_str(&fs::read_to_string(&out).expect("text")).expect("JSON");
    let made = made["levels"].as_array().expect("levels");
    assert_eq!(made.len(), 2);
    for level in made {
        assert_eq!((&level["board"], &level["locked"]), (&given["board"], &given["locked"]));
        assert_ne!(level["painted"], given["painted"]);
        let command = level["made"]["command"].as_array().expect("a command");
        assert!(command.iter().any(|word| word == "--change"), "{command:?}");
    }
    assert_ne!(made[0]["painted"], made[1]["painted"]);
    printed(&["check", text(&out)], 0);
    let sudoku = ["generate", "sudoku", "--from", "assets/packs/sudoku.json#1", "--change"];
    assert!(refused(&sudoku).contains("levels of Sudoku are made by filling open cells"));
}
