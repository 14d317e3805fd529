//! Solving steps, in text and JSON.

use super::*;

const STARS: &str = "assets/shelf/starbattle/levels.json#2";

#[test]
fn steps_are_told_with_their_sentences_and_what_they_need() {
    let told = printed(&["steps", STARS], 0);
    assert!(
        told.contains("“too few stars here”: the room of R3C3\n       so star on R3C3"),
        "{told}"
    );
    assert!(told.contains("since star on R6C6"), "{told}");
    assert!(told.lines().last().is_some_and(|line| line.starts_with("Solved in ")), "{told}");
    let first = printed(&["steps", STARS, "--next"], 0);
    assert!(told.starts_with(&first) && first.starts_with("  1  "), "{first}");
    let explained = printed(&["steps", STARS, "--explain", "R4C5"], 0);
    assert!(explained.contains("“too many stars here”: row 4"), "{explained}");
    let document = json(&["steps", STARS], 0);
    let steps =
        &document["findings"].as_array().and_then(|all| all.last()).expect("steps")["steps"];
    assert_eq!(steps["ends"]["end"], "solved");
    assert_eq!(steps["steps"][0]["smallest"], true);
    assert_eq!(steps["steps"][0]["marks"][0]["site"], "cell(2,2)");
}

#[test]
fn steps_end_where_solutions_differ_or_there_is_none() {
    let pack = fs::read_to_string("assets/shelf/nurikabe/known.json").expect("known levels");
    let pack: Value = serde_json::from_str(&pack).expect("JSON");
    let levels = pack["levels"].as_array().expect("levels");
    for (number, level) in levels.iter().enumerate() {
        let tags = level["tags"].as_array().expect("tags");
        let tag = |name: &str| tags.iter().any(|tag| tag.as_str() == Some(name));
        let (status, said) = match (tag("solutions=0"), tag("solutions=1") || tag("example")) {
            (true, _) => (1, "no play keeps all of these"),
            (_, true) => (0, "Solved in "),
            _ => (1, "All that the solutions share"),
        };
        let told = printed(
            &["steps", &format!("assets/shelf/nurikabe/known.json#{}", number + 1)],
            status,
        );
        assert!(told.contains(said), "{}: {told}", number + 1);
    }
}

#[test]
fn games_of_moves_have_no_steps() {
    let why = refused(&["steps", "assets/shelf/sokoban/levels.json#1"]);
    assert!(why.contains("is played move by move"), "{why}");
    let why = refused(&["steps", "assets/packs/refraction.json#1"]);
    assert!(why.contains("has no rules that are sentences"), "{why}");
}

#[test]
fn steps_of_built_in_games_have_the_names_that_people_know() {
    let told = printed(&["steps", "assets/packs/sudoku.json#1"], 0);
    assert!(told.contains("“a digit is missing”: digit "), "{told}");
    assert!(told.contains("this is “hidden single”"), "{told}");
    let told = printed(&["steps", "assets/packs/linjat.json#1"], 0);
    assert!(told.contains("this is “Cover”"), "{told}");
}

/// How hard the steps of each level of a pack are, by a measure.
fn measured(pack: &str, measure: &str) -> Vec<f64> {
    let rated = json(&["rate", pack], 0);
    let levels = match rated["levels"].as_array() {
        Some(levels) => levels.clone(),
        None => vec![rated],
    };
    let value = |level: &Value| {
        let measures = level["measures"].as_array().expect("measures");
        let found = measures.iter().find(|one| one["id"] == measure).expect("the measure");
        found["value"].as_f64().expect("a number")
    };
    levels.iter().map(value).collect()
}

#[test]
fn steps_of_built_in_games_are_measured() {
    assert_eq!(measured("assets/packs/sudoku.json#1", "hardest"), [1.0]);
    assert_eq!(measured("assets/packs/linjat.json#8", "hardest"), [2.0]);
    assert_eq!(measured("assets/packs/linjat.json#8", "combined"), [3.0]);
}

#[test]
fn levels_are_generated_and_minimised_with_steps_no_harder_than_wanted() {
    let made = folder("steps_aimed").join("made.json");
    let made = text(&made);
    let size = ["generate", "nurikabe", "--size", "5x5", "--seed", "2"];
    let aims = ["--hardest", "1", "--narrowest", "2", "--no-guessing", "--out", made];
    printed(&[&size[..], &aims].concat(), 0);
    assert_eq!(measured(made, "hardest"), [1.0]);
    assert!(measured(made, "narrowest").iter().all(|most| *most >= 2.0));
    // How a level can be made again says so.
    let pack = fs::read_to_string(made).expect("a pack");
    for option in ["--hardest", "--narrowest", "--no-guessing"] {
        assert!(pack.contains(&format!("\"{option}\"")), "{option} is missing");
    }
    let fewer = folder("steps_minimised").join("fewer.json");
    let fewer = text(&fewer);
    let stars = "assets/shelf/nurikabe/levels.json#1";
    printed(&["minimise", stars, "--hardest", "1", "--out", fewer], 0);
    assert!(measured(fewer, "hardest").iter().all(|hardest| *hardest <= 1.0));
}

#[test]
fn a_level_that_is_too_hard_as_it_is_is_not_minimised() {
    let said = printed(&["minimise", STARS_OF_TWO, "--hardest", "1"], 1);
    assert!(said.contains("with all marks, step "), "{said}");
}

#[test]
fn a_level_that_lost_a_clue_is_completed_with_steps_no_harder_than_wanted() {
    let folder = folder("steps_completed");
    let (lost, whole) = (folder.join("lost.json"), folder.join("whole.json"));
    let pack = fs::read_to_string("assets/shelf/masyu/levels.json").expect("levels");
    let mut pack: Value = serde_json::from_str(&pack).expect("JSON");
    let level = pack["levels"][5].as_object_mut().expect("a level");
    level.remove("intended");
    let painted = level["painted"].as_object_mut().expect("marks");
    painted.remove("cell(1,5)").expect("a pearl");
    pack["levels"] = Value::Array(vec![pack["levels"][5].clone()]);
    fs::write(&lost, pack.to_string()).expect("written");
    let (lost, whole) = (text(&lost), text(&whole));
    printed(&["check", lost], 1);
    printed(&["complete", lost, "--hardest", "2", "--out", whole], 0);
    printed(&["check", whole], 0);
    assert!(measured(whole, "hardest").iter().all(|hardest| *hardest <= 2.0));
}

#[test]
fn a_level_that_stays_too_hard_is_told_with_what_it_lacks() {
    // The corners of a loop always need two sentences.
    let level = "assets/shelf/masyu/levels.json#1";
    let said = printed(&["complete", level, "--hardest", "1", "--time-limit", "5"], 1);
    assert!(said.contains("of the level that came nearest, step 1 needs more than 1"), "{said}");
    let said = printed(&["repair", level, "--hardest", "1", "--time-limit", "5"], 1);
    assert!(said.contains("of one mark") && said.contains("changed further"), "{said}");
}

#[test]
fn a_level_that_is_too_hard_is_repaired_by_as_few_marks_as_will_do() {
    let repaired = folder("steps_repaired").join("repaired.json");
    let (level, out) = ("assets/shelf/tapa/levels.json#1", text(&repaired));
    assert!(measured(level, "hardest").iter().all(|hardest| *hardest > 1.0));
    let said = printed(&["repair", level, "--hardest", "1", "--out", out], 0);
    assert!(said.contains("One solution: proved") && said.contains("No fewer changes"), "{said}");
    assert_eq!(said.matches(" → ").count(), 1, "{said}");
    assert!(measured(out, "hardest").iter().all(|hardest| *hardest <= 1.0));
    // Where nothing has to change, nothing does.
    let said = printed(&["repair", level, "--hardest", "2"], 0);
    assert!(said.contains("The level is unchanged"), "{said}");
}

#[test]
fn a_level_that_no_two_marks_repair_is_changed_further() {
    let repaired = folder("steps_changed_further").join("repaired.json");
    let (level, out) = ("assets/shelf/starbattle/levels.json#3", text(&repaired));
    assert!(measured(level, "hardest").iter().all(|hardest| *hardest > 1.0));
    let said = printed(&["repair", level, "--hardest", "1", "--out", out], 0);
    assert!(said.contains("One solution: proved"), "{said}");
    // Rooms change by several walls at once.
    let changed = said.matches(" → ").count();
    assert!((3..=20).contains(&changed), "{said}");
    assert!(measured(out, "hardest").iter().all(|hardest| *hardest <= 1.0));
}

#[test]
fn steps_of_a_level_without_a_solution_name_what_no_play_keeps() {
    let clashing = folder("no_solution_steps").join("clashing.json");
    let pack = fs::read_to_string("assets/shelf/tapa/levels.json").expect("levels");
    let mut pack: Value = serde_json::from_str(&pack).expect("JSON");
    pack.as_object_mut().expect("a pack").remove("games");
    let level = &mut pack["levels"][0];
    level.as_object_mut().expect("a level").remove("intended");
    for site in ["cell(0,0)", "cell(4,4)"] {
        level["painted"][site] = "clue(8)".into();
    }
    fs::write(&clashing, pack.to_string()).expect("written");
    let said = printed(&["steps", &format!("{}#1", text(&clashing))], 1);
    assert!(said.contains("no play keeps all of these, and none can be left out"), "{said}");
}

#[test]
fn games_without_steps_refuse_aims_of_steps() {
    let why = refused(&["generate", "refraction", "--hardest", "2"]);
    assert!(why.contains("Refraction is not told step by step"), "{why}");
    let why = refused(&["minimise", "assets/packs/refraction.json#1", "--no-guessing"]);
    assert!(why.contains("Refraction is not told step by step"), "{why}");
}

/// A level that requires combining sentences.
const STARS_OF_TWO: &str = "assets/shelf/starbattle/levels.json#5";

#[test]
fn techniques_are_listed_named_and_told() {
    let folder = folder("techniques");
    let (few, named) = (folder.join("few.json"), folder.join("named.json"));
    let pack = fs::read_to_string("assets/shelf/starbattle/levels.json").expect("levels");
    let mut pack: Value = serde_json::from_str(&pack).expect("JSON");
    pack["games"] = Value::Null;
    pack.as_object_mut().expect("a pack").remove("games");
    let levels = pack["levels"].as_array_mut().expect("levels");
    levels.truncate(5);
    fs::write(&few, pack.to_string()).expect("written");
    let (few, named) = (text(&few), text(&named));
    let listed = printed(&["steps", few, "--techniques"], 0);
    let first = listed.lines().next().expect("a line");
    assert!(first.starts_with("  1  “too few stars here” ("), "{first}");
    assert!(first.ends_with(") and “two stars touch”"), "{first}");
    assert!(listed.contains("of #1"), "{listed}");
    let name = "1=a room beside its neighbour";
    let printed_too = printed(&["steps", few, "--techniques", "--name", name, "--out", named], 0);
    assert!(printed_too.contains("a room beside its neighbour: “too few"), "{printed_too}");
    let told = printed(&["steps", &format!("{named}#1")], 0);
    assert!(told.contains("this is “a room beside its neighbour”"), "{told}");
    let first = format!("{named}#1");
    let told = printed(&["steps", &first, "--needs", "a room beside its neighbour"], 1);
    assert!(told.contains("  Not needed: steps of at most three sentences"), "{told}");
    let why = refused(&["steps", &first, "--needs", "another"]);
    assert!(why.contains("it names “a room beside its neighbour”"), "{why}");
    let course = printed(&["course", named], 0);
    assert!(course.contains("together: a room beside its neighbour: “too few"), "{course}");
    let why =
        refused(&["steps", few, "--techniques", "--name", "99=none", "--out", named, "--force"]);
    assert!(why.contains("a number of the list"), "{why}");
}

/// The first levels of Tapa, with the technique that comes most often named; that the level with this number,
/// from 0, is about it.
fn tapa_about_a_technique(folder: &Path, level: usize) -> PathBuf {
    let (few, named) = (folder.join("few.json"), folder.join("named.json"));
    let pack = fs::read_to_string("assets/shelf/tapa/levels.json").expect("levels");
    let mut pack: Value = serde_json::from_str(&pack).expect("JSON");
    pack["levels"].as_array_mut().expect("levels").truncate(4);
    fs::write(&few, pack.to_string()).expect("written");
    let args = ["steps", text(&few), "--techniques", "--name", "1=joined at a clue", "--out"];
    printed(&[&args[..], &[text(&named), "--force"]].concat(), 0);
    let pack = fs::read_to_string(&named).expect("a pack");
    let mut pack: Value = serde_json::from_str(&pack).expect("JSON");
    pack["levels"][level]["needs"] = pack["course"]["techniques"][0]["combines"].clone();
    fs::write(&named, pack.to_string()).expect("written");
    named
}

#[test]
fn a_level_can_be_about_a_technique() {
    let folder = folder("needs");
    let named = tapa_about_a_technique(&folder, 0);
    let first = format!("{}#1", text(&named));
    let told = printed(&["verify", &first], 0);
    assert!(told.starts_with("Technique: “joined at a clue”: “cut off from"), "{told}");
    assert!(told.contains("  Needed: no path of steps of at most three sentences"), "{told}");
    let second = format!("{}#2", text(&named));
    let told = printed(&["verify", &second, "--needs", "joined at a clue"], 1);
    assert!(told.contains("  Not needed: steps of at most three sentences"), "{told}");
    let table = printed(&["check", text(&named)], 0);
    let heads: Vec<&str> = table.lines().next().expect("heads").split_whitespace().collect();
    assert_eq!(heads, ["level", "solvable", "unique", "shortcut-free", "technique", "intended"]);
    let kept = json(&["check", text(&named)], 0);
    assert_eq!(kept["levels"][0]["verdict"]["needs"], "proved");
    assert_eq!(kept["levels"][1]["verdict"]["needs"], Value::Null);
    let named = tapa_about_a_technique(&folder, 1);
    let table = printed(&["check", text(&named)], 1);
    assert!(table.contains("no ✗"), "{table}");
}

#[test]
fn levels_are_made_for_a_technique_and_keep_it() {
    let folder = folder("made_for_needs");
    let named = folder.join("named.json");
    let loops = "assets/shelf/simple-loop/levels.json";
    let name = ["--name", "1=open and passing", "--out", text(&named)];
    printed(&[&["steps", loops, "--techniques"][..], &name].concat(), 0);
    let (made, fewer) = (folder.join("made.json"), folder.join("fewer.json"));
    let (made, fewer) = (text(&made), text(&fewer));
    let wanted = format!("{}#open and passing", text(&named));
    let size = ["generate", "simple-loop", "--size", "5x5", "--out", made];
    printed(&[&size[..], &["--needs", &wanted]].concat(), 0);
    // The name comes with it.
    let told = printed(&["verify", made], 0);
    assert!(told.starts_with("Technique: “open and passing”: "), "{told}");
    printed(&["minimise", made, "--out", fewer], 0);
    printed(&["verify", fewer], 0);
    let why = refused(&["generate", "tapa", "--needs", "open and passing"]);
    assert!(why.contains("PACK#NAME"), "{why}");
    let why = refused(&["generate", "refraction", "--needs", &wanted]);
    assert!(why.contains("is not told step by step"), "{why}");
}

/// A pack with one level of Sokoban, given as people draw it.
fn sokoban(rows: &[&str]) -> String {
    let mut painted = serde_json::Map::new();
    for (row, cells) in rows.iter().enumerate() {
        for (column, cell) in cells.chars().enumerate() {
            let mark = match cell {
                '#' => "wall",
                '@' => "player",
                '$' => "box",
                '.' => "goal",
                _ => continue,
            };
            painted.insert(format!("cell({column},{row})"), mark.into());
        }
    }
    let level = serde_json::json!({
        "game": "sokoban",
        "rules": 1,
        "title": "Room",
        "board": { "cols": rows[0].len(), "rows": rows.len() },
        "painted": painted,
    });
    serde_json::json!({ "foolproof": 1, "title": "Rooms", "levels": [level] }).to_string()
}

#[test]
fn rooms_with_too_many_positions_are_solved_or_proved_unsolvable() {
    let folder = tempfile::tempdir().unwrap();
    let pack = folder.path().join("rooms.json");
    let mut room = [
        "############", "#@         #", "# $ $ $ $  #", "#          #", "#  . . .   #",
        "#      . $ #", "#          #", "#   .      #", "############",
    ];
    fs::write(&pack, sokoban(&room)).unwrap();
    let level = format!("{}#1", pack.display());
    let solved = json(&["solve", &level, "-n", "1", "--time-limit", "5"], 1);
    let found = solved["findings"].as_array().unwrap();
    let solvable = found.iter().find(|finding| finding["topic"] == "solvable").unwrap();
    assert_eq!(solvable["status"]["is"], "proved");
    assert_eq!(solvable["confirmed"], "rules");
    // Beside a wall without goals.
    room[6] = "#         $#";
    fs::write(&pack, sokoban(&room)).unwrap();
    for most in ["10", "1"] {
        let told = printed(&["solve", &level, "-n", most], 1);
        assert!(told.contains("exactly 0"), "{told}");
        assert!(told.contains("No solution: a box stays at one of R2C11, R3C11, "), "{told}");
        assert!(told.contains("for ever, and nothing is won while it does (a trap)."), "{told}");
    }
}

#[test]
fn every_level_of_a_file_is_solved_unless_one_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("links.txt");
    let links = "https://puzz.link/p?nurikabe/4/4/g2o3j\nhttps://puzz.link/p?barns/5/5/000000\n\
                 https://puzz.link/p?mashu/3/3/000\n";
    fs::write(&file, links).expect("written");
    let file = text(&file);
    let told = printed(&["solve", file], 1);
    let lines: Vec<&str> = told.lines().collect();
    let [nurikabe, unread, masyu] = lines.as_slice() else { panic!("{told}") };
    assert!(nurikabe.starts_with("1. Nurikabe 1: Solutions: exactly "), "{told}");
    assert!(unread.starts_with("2. (cannot be read): Barns is not among the games"), "{told}");
    assert!(masyu.starts_with("3. Masyu 2: Solutions: at least 11"), "{told}");
    let all = json(&["solve", file], 1);
    for (level, number) in all["levels"].as_array().expect("levels").iter().zip(1..) {
        assert_eq!(level["number"], number);
        match number {
            2 => assert!(level["findings"].is_null() && level["error"].is_string(), "{level}"),
            _ => {
                let alone = json(&["solve", &format!("{file}#{number}")], 0);
                assert_eq!(status_of(level, "count"), status_of(&alone, "count"));
            }
        }
    }
    let why = refused(&["solve", file, "--forbid", "1", "--out", "-"]);
    assert!(why.contains("has 3 levels; name one"), "{why}");
}
