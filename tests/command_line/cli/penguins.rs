//! Penguin Push on the command line: files of Fling, positions, and mining.

use super::*;

const SAMPLE: &str = "assets/packs/penguin_push.json";

fn level(number: usize) -> String {
    format!("{SAMPLE}#{number}")
}

#[test]
fn boards_of_fling_are_read_with_their_faults_and_written_again() {
    let folder = folder("fling");
    let (file, pack, again) =
        (folder.join("boards.txt"), folder.join("boards.json"), folder.join("again.txt"));
    let boards =
        "Hash: 6656\n.......\n..o.oo.\n.......\n\n\n----\n\nHash: 9\no..o\n....\n\n\n----\n\n";
    fs::write(&file, boards).expect("written");
    printed(&["convert", text(&file), text(&pack)], 0);
    printed(&["convert", text(&pack), text(&again), "--to", "fling"], 0);
    assert_eq!(fs::read_to_string(&again).expect("a file"), boards);
    // Without marks between them, and with capital letters.
    fs::write(&file, "..O\no..\n\n...\n...").expect("written");
    let read = json(&["check", text(&file)], 1);
    assert_eq!(read["levels"].as_array().map(Vec::len), Some(2));
    for (text_of, why) in [
        ("o..o\n.x..\n", "line 2, column 2: `x` is neither"),
        ("o..o\n..\n", "line 2, column 3: the row has 2 cells"),
        ("o........o\n", "line 1, column 9: a board has at most 8 columns"),
        ("Hash: 7\n----\n", "there is no board"),
    ] {
        fs::write(&file, text_of).expect("written");
        let refused = refused(&["convert", text(&file), text(&pack), "--from", "fling"]);
        assert!(refused.contains(why), "{refused}");
    }
}

#[test]
fn positions_tell_what_comes_of_each_move() {
    let seven = level(8);
    let told = printed(&["positions", &seven], 0);
    assert!(told.starts_with("104 unsolved positions can be reached"), "{told}");
    assert!(told.contains("7 are reached in just one way; ratio 14.86"), "{told}");
    let graph = &json(&["positions", &seven, "--most", "20"], 0)["findings"][0]["graph"];
    assert_eq!(graph["positions"].as_array().map(Vec::len), Some(20));
    let moves = graph["positions"][0]["moves"].as_array().expect("moves");
    let leads_on = |made: &&Value| made["solutions"] == 1;
    assert_eq!(moves.iter().filter(leads_on).count(), 1, "it has one solution");
    assert!(
        refused(&["positions", "assets/packs/refraction.json#1"])
            .contains("not played move by move")
    );
}

#[test]
fn both_readings_of_one_solution_are_told() {
    let told = printed(&["solve", &level(3), "-n", "10"], 0);
    assert!(told.contains("Solutions: exactly 2"), "{told}");
    assert!(told.contains("Solutions as Fling! counts them: exactly 1"), "{told}");
    printed(&["verify", &level(3), "--concept", "one_route"], 0);
    printed(&["verify", &level(6), "--concept", "no_dead_end"], 0);
    printed(&["verify", &level(8), "--concept", "no_dead_end"], 1);
    printed(&["verify", &level(8), "--concept", "ratio(14)"], 0);
    printed(&["verify", &level(8), "--concept", "ratio(15)"], 1);
    assert!(refused(&["verify", &level(8), "--concept", "ratio(0)"]).contains("no number from 1"));
    assert!(refused(&["verify", &level(8), "--concept", "flies(2)"]).contains("not a property"));
}

#[test]
fn mining_counts_keeps_and_goes_on() {
    let folder = folder("mine");
    let (kept, pack) = (folder.join("kept.json"), folder.join("best.json"));
    let mine = ["mine", "--pieces", "5", "--threads", "2", "--set", "ratio,even,safe"];
    let found = json(&[&mine[..], &["--best", "7", "-o", text(&pack)]].concat(), 0);
    let counts = |of: &str| -> Vec<u64> {
        let stages = found[of].as_array().expect("stages").iter();
        stages.filter_map(|stage| stage["boards"].as_u64()).collect()
    };
    assert_eq!(counts("unique"), [267, 2110, 15_724, 103_324]);
    assert_eq!(counts("no_dead_end"), [267, 610, 959, 570]);
    assert_eq!(found["solvable"][5]["boards"], 481_048.0);
    assert_eq!(found["best"]["ratio"][0]["ratio"], 4.2);
    let checked = json(&["check", text(&pack)], 0);
    assert_eq!(checked["levels"].as_array().map(Vec::len), Some(21));
    let stopped = [&mine[..], &["--time-limit", "0.000001", "--resume", text(&kept)]].concat();
    assert!(printed(&stopped, 1).contains("go on with --resume"));
    let on = json(&[&mine[..], &["--resume", text(&kept)]].concat(), 0);
    assert_eq!(on["unique"][3]["boards"], 103_324);
    let other = ["mine", "--pieces", "6", "--resume", text(&kept)];
    assert!(refused(&other).contains("for boards with 5 penguins on 7x8"));
    for other in [["--size", "5x5"], ["--set", "safe"], ["--best", "3"]] {
        let begun = ["mine", "--pieces", "5", "--resume", text(&kept)];
        assert!(refused(&[&begun[..], &other].concat()).contains("with other options"));
    }
    fs::write(&kept, "{}").expect("written");
    assert!(refused(&stopped).contains("not a saved search"));
    assert!(refused(&["mine", "--pieces", "1"]).contains("2 to 20 penguins"));
    assert!(refused(&["mine", "--pieces", "5", "--set", "good"]).contains("not one of ratio"));
    assert!(
        refused(&["mine", "--pieces", "5", "--around", "assets/packs/refraction.json#1"])
            .contains("not of Penguin Push")
    );
}

#[test]
fn mining_keeps_what_a_level_has() {
    let folder = folder("around");
    let pack = folder.join("around.json");
    let found = json(&["mine", "--pieces", "8", "--around", &level(7), "-o", text(&pack)], 0);
    assert!(found["best"]["ratio"][0]["ratio"].as_f64().is_some_and(|ratio| ratio > 5.0));
    let asked = Pack::load(Path::new(SAMPLE)).expect("the sample");
    let made = Pack::load(&pack).expect("a pack");
    assert!(!made.levels.is_empty());
    for level in &made.levels {
        assert_eq!(level.marks().count(), 8);
        assert!(asked.levels[6].marks().all(|(site, mark)| level.mark(site) == Some(mark)));
    }
}
