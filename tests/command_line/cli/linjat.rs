//! Linjat on the command line: its files, deduction in words, and the optimizer.

use super::*;

const SAMPLE: &str = "assets/packs/linjat.json";

#[test]
fn puzzles_are_read_with_their_faults_and_written_again() {
    let folder = folder("linjat");
    let (file, pack, again) =
        (folder.join("rows.json"), folder.join("rows.pack.json"), folder.join("again.json"));
    let text_of = r#"{
  "easy": [
    {
      "puzzle": [
        "3 2",
        "  .",
        ".  "
      ],
      "classification": {
        "all": {
          "depth": 3
        }
      }
    }
  ],
  "hard": [
    {
      "puzzle": [
        "2."
      ]
    }
  ]
}
"#;
    fs::write(&file, text_of).expect("written");
    printed(&["convert", text(&file), text(&pack)], 0);
    let read = json(&["check", text(&pack)], 0);
    assert_eq!(read["levels"].as_array().map(Vec::len), Some(2));
    printed(&["convert", text(&pack), text(&again), "--to", "linjat-json"], 0);
    assert_eq!(fs::read_to_string(&again).expect("a file"), text_of);
    // One puzzle a line, as the generator writes them.
    fs::write(&file, "{ \"puzzle\": [\"2.\"]}\n\n{\"puzzle\":[\"3 .\",\"   \"]}\n")
        .expect("written");
    assert_eq!(json(&["check", text(&file)], 0)["levels"].as_array().map(Vec::len), Some(2));
    // A pack is recognised whatever its words.
    let pack_of = r#"{"foolproof":1,"title":"puzzle","levels":[{"game":"linjat","title":"puzzle",
        "board":{"cols":2,"rows":1},"painted":{"cell(0,0)":"2"}}]}"#;
    fs::write(&file, pack_of).expect("written");
    printed(&["check", text(&file)], 0);
    for (text_of, why) in [
        ("\n{\"puzzle\":[\"2.\",\"x \"]}", "line 2, column 1: `x` in row 2, column 1"),
        ("{\"puzzle\":[\"2.\",\" \"]}", "row 2 of puzzle 1 has 1 cells, the first has 2"),
        ("{\"puzzle\":[\"2.\",7]}", "a row of puzzle 1 is not text"),
        ("{\"puzzle\":[]}", "puzzle 1 has 0 columns"),
        ("{\"easy\":[{\"puzzle\":null},{}]}", "puzzle 2 of \"easy\" has no \"puzzle\""),
        ("{\"puzzle\":[\"2.\"]", "line 1, column 16"),
    ] {
        fs::write(&file, text_of).expect("written");
        let refused = refused(&["convert", text(&file), text(&pack), "--from", "linjat-json"]);
        assert!(refused.contains(why), "{refused}");
    }
}

#[test]
fn deduction_says_each_round_in_words() {
    let folder = folder("deduce");
    let file = folder.join("puzzle.json");
    fs::write(&file, r#"{"puzzle":["3 2","  .",".  "]}"#).expect("written");
    let told = printed(&["deduce", text(&file)], 0);
    assert!(told.contains("1  Cover: "), "{told}");
    assert!(told.contains("can reach the dot on R3C1, so it must cover it."), "{told}");
    assert!(told.contains("Solved in "), "{told}");
    let document = json(&["deduce", text(&file)], 0);
    let deduction = &document["findings"][0]["steps"];
    assert_eq!(deduction["ends"]["end"], "solved");
    assert_eq!(deduction["steps"][0]["technique"], "Cover");
    assert_eq!(printed(&["steps", "--own", text(&file)], 0).lines().count(), told.lines().count());
    // Two 2s that turn about each other: a dot in the right place settles them.
    fs::write(&file, r#"{"puzzle":["2 ","  "]}"#).expect("written");
    assert!(
        printed(&["deduce", text(&file)], 1)
            .contains("After 0 steps no rule applies any more; 1 line is")
    );
    let trials = json(&["deduce", text(&file), "--trials"], 0);
    let solved = |trial: &&Value| trial["solved"] == true;
    assert_eq!(trials["trials"].as_array().expect("trials").iter().filter(solved).count(), 2);
    fs::write(&file, r#"{"puzzle":["2 ."]}"#).expect("written");
    assert!(printed(&["deduce", text(&file)], 1).contains("no number can cover the dot"));
    let other = refused(&["deduce", "assets/packs/refraction.json#1"]);
    assert!(other.contains("not solved by deduction"), "{other}");
}

#[test]
fn properties_of_deduction_are_concepts() {
    let pack = format!("{SAMPLE}#1");
    printed(&["verify", &pack, "--concept", "deduced and no_leak"], 0);
    printed(&["verify", &pack, "--concept", "needs(one_of)"], 1);
    assert!(refused(&["verify", &pack, "--concept", "needs(luck)"]).contains("there are cover"));
    assert!(refused(&["verify", &pack, "--concept", "run(0,across)"]).contains("no number from 1"));
    let rated = json(&["rate", &pack], 0);
    let ids: Vec<&str> = rated["measures"]
        .as_array()
        .expect("measures")
        .iter()
        .filter_map(|measure| measure["id"].as_str())
        .collect();
    assert!(ids.starts_with(&["score", "tier", "rounds", "cover"]), "{ids:?}");
}

#[test]
fn the_optimizer_makes_the_same_puzzles_of_a_seed() {
    let folder = folder("optimize");
    let (pack, kept) = (folder.join("made.json"), folder.join("kept.json"));
    let asked = ["optimize", "--size", "6x6", "--numbers", "8", "--tier", "easy", "--steps", "600"];
    let two = ["--count", "2", "--seed", "5", "--threads", "2", "-o", text(&pack)];
    let first = json(&[&asked[..], &two[..]].concat(), 0);
    assert_eq!(first["puzzles"].as_array().map(Vec::len), Some(2));
    assert_eq!(first["puzzles"][0]["steps"], 600);
    let checked = json(&["check", text(&pack)], 0);
    assert_eq!(checked["levels"].as_array().map(Vec::len), Some(2));
    printed(&["verify", &format!("{}#2", text(&pack)), "--concept", "deduced"], 0);
    let again = ["--count", "2", "--seed", "5", "--threads", "1", "-o", text(&pack), "--force"];
    assert_eq!(json(&[&asked[..], &again[..]].concat(), 0)["puzzles"], first["puzzles"]);
    let stopped =
        ["--count", "2", "--seed", "5", "--time-limit", "0.000001", "--resume", text(&kept)];
    assert!(printed(&[&asked[..], &stopped[..]].concat(), 1).contains("go on with --resume"));
    let resumed = ["--count", "2", "--seed", "5", "--resume", text(&kept)];
    assert_eq!(json(&[&asked[..], &resumed[..]].concat(), 0)["puzzles"], first["puzzles"]);
    let other = [&asked[..], &["--seed", "6", "--resume", text(&kept)]].concat();
    assert!(refused(&other).contains("started with other options"));
}

#[test]
fn the_optimizer_keeps_locks_and_refuses_what_cannot_be() {
    let folder = folder("around");
    let (level, made) = (folder.join("level.json"), folder.join("made.json"));
    let text_of = r#"{"foolproof":1,"levels":[{"game":"linjat","board":{"cols":6,"rows":6},
        "painted":{"cell(5,5)":"3"},"locked":{"cell(0,0)":"4","cell(2,2)":null}}]}"#;
    fs::write(&level, text_of).expect("written");
    let around = [
        "optimize",
        "--around",
        text(&level),
        "--numbers",
        "7",
        "--steps",
        "800",
        "-o",
        text(&made),
    ];
    printed(&around, 0);
    let pack: Value =
        serde_json::from_str(&fs::read_to_string(&made).expect("a file")).expect("JSON");
    let locked = &pack["levels"][0]["locked"];
    assert_eq!((&locked["cell(0,0)"], locked["cell(2,2)"].is_null()), (&Value::from("4"), true));
    for (arguments, why) in [
        (&["--tier", "silly"][..], "`silly` is not one of easy, medium, hard, expert"),
        (&["--weight", "luck=3"], "no such weight"),
        (&["--weight", "width=x"], "not a whole number"),
        (&["--numbers", "40..30"], "no number is at least 40 and at most 30"),
        (&["--size", "3x3", "--numbers", "12"], "there is no room for 12 numbers"),
        (&["--size", "99x2"], "boards are 1x1 to 16x16"),
        (&["--around", "assets/packs/sudoku.json#1"], "is not a level of Linjat"),
    ] {
        let refused = refused(&[&["optimize", "--steps", "10"], arguments].concat());
        assert!(refused.contains(why), "{arguments:?}: {refused}");
    }
    let tiers = folder.join("tiers.json");
    fs::write(&tiers, printed(&["optimize", "--print-tiers"], 0)).expect("written");
    let own = ["optimize", "--tiers", text(&tiers), "--tier", "easy", "--steps", "100", "--json"];
    assert_eq!(json(&own[..7], 0)["tier"], "easy");
    fs::write(&tiers, "[{\"id\": \"odd\"}]").expect("written");
    assert!(refused(&own).contains("missing field"));
}
