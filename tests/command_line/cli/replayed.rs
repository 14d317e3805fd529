//! Plays made move by move: of games of moves, and of PuzzleScript sources.

use super::*;

/// Crates that are pushed home; the second level has a message before it.
const SOURCE: &str = "title Home\n\n========\nOBJECTS\n========\n\nBackground .\nblack\n\nHome\nyellow\n\n\
Player P\nblue\n\nCrate *\nred\n\nWall #\ngrey\n\n=======\nLEGEND\n=======\n\nO = Home\n@ = Crate and Home\n\n\
=======\nSOUNDS\n=======\n\n================\nCOLLISIONLAYERS\n================\n\nBackground\nHome\nPlayer, Crate, Wall\n\n\
======\nRULES\n======\n\n[ > Player | Crate ] -> [ > Player | > Crate ]\n\n\
==============\nWINCONDITIONS\n==============\n\nall Crate on Home\n\n\
=======\nLEVELS\n=======\n\n#####\n#P*O#\n#####\n\nmessage Now two.\n\n######\n#P*.O#\n######\n";

fn source(name: &str, text: &str) -> PathBuf {
    let path = folder(&format!("replayed_{name}")).join(name);
    fs::write(&path, text).expect("written");
    path
}

#[test]
fn a_puzzlescript_source_is_played_move_by_move() {
    let path = source("home.txt", SOURCE);
    let first = printed(&["replay", text(&path), "right"], 0);
    assert_eq!(first, "#####\n#.p@#\n#####\nSolved after 1 move\n");
    // The second level, not the message before it; what was undone is made again.
    let second = format!("{}#2", text(&path));
    let lines = printed(&["replay", &second, "r undo rr"], 0);
    assert!(lines.ends_with("#..p@#\n######\nSolved after 4 moves\n"), "{lines}");
    let lines = printed(&["replay", &second, "right"], 1);
    assert!(lines.ends_with("#.p*o#\n######\nNot solved after 1 move\n"), "{lines}");
    let document = json(&["replay", &second, "r restart"], 1);
    let moves = document["moves"].as_array().expect("moves");
    assert_eq!(moves[0]["board"][1][2], serde_json::json!(["background", "player"]));
    assert_eq!(moves[1]["board"][1][1], serde_json::json!(["background", "player"]));
    // As the original's tests write a board: column by column, in lines as long as the board is wide.
    let lines = printed(&["replay", &second, "wait", "--original"], 0);
    assert!(lines.starts_with("background wall:0,0,0,0,background player:1,0,\n"), "{lines}");
}

#[test]
fn what_cannot_be_replayed_says_why() {
    let path = source("refused.txt", SOURCE);
    let says = refused(&["replay", text(&path), "right jump"]);
    assert!(says.contains("`jump` is not a move"), "{says}");
    let says = refused(&["replay", &format!("{}#3", text(&path)), "right"]);
    assert!(says.contains("has 2 levels, and no level 3"), "{says}");
    let path = source("faulty.txt", &SOURCE.replace("all Crate on Home", "all Crates on Home"));
    let output = run(&["replay", text(&path), "right"]);
    assert!(complaints(&output).contains("faulty.txt, line"), "{}", complaints(&output));
    let path = source("words.txt", "nothing like it\n");
    let says = refused(&["replay", text(&path), "right"]);
    assert!(says.contains("words.txt"), "{says}");
    // A turn that never ends is found out.
    let endless = SOURCE.replace(
        "[ > Player | Crate ] -> [ > Player | > Crate ]\n",
        "[ Home ] -> [ Player Home ] again\n[ > Player | Crate ] -> [ > Player | > Crate ]\n\
         late [ Player Home ] -> [ Home ] again\n",
    );
    let path = source("endless.txt", &endless);
    let output = run(&["replay", text(&path), "left"]);
    assert_ne!(output.status.code(), Some(0));
}

#[test]
fn a_level_of_a_game_of_moves_is_replayed() {
    let crates = "assets/games/crates/levels.json#1";
    let lines = printed(&["replay", crates, "e e"], 0);
    assert_eq!(lines, "Solved after 2 moves\n");
    let document = json(&["replay", crates, "e"], 1);
    assert_eq!(document["moves"][0]["move"], "e");
    let says = refused(&["replay", crates, "w w e"]);
    assert!(says.contains("move 2, `w`, cannot be made: there is no way; these can: "), "{says}");
    let says = refused(&["replay", "assets/packs/sudoku.json#1", "e"]);
    assert!(says.contains("is not played move by move"), "{says}");
}

#[test]
fn all_states_of_a_puzzlescript_level_are_searched() {
    let second = format!("{}#2", text(&source("space.txt", SOURCE)));
    let lines = printed(&["solve", &second], 0);
    assert!(lines.starts_with("Shortest solutions: exactly 1 ("), "{lines}");
    assert!(lines.ends_with("\n  step 1: right\n  step 2: right\n"), "{lines}");
    // Other games of moves have the same shape.
    let (solved, other) =
        (json(&["solve", &second], 0), json(&["solve", "assets/games/crates/levels.json#1"], 0));
    let shape = |document: &Value| {
        let findings = document["findings"].as_array().expect("findings").iter();
        let keys =
            |finding: &Value| finding.as_object().expect("a finding").keys().cloned().collect();
        findings.map(keys).collect::<Vec<Vec<String>>>()
    };
    assert_eq!(shape(&solved), shape(&other));
    assert_eq!(status_of(&solved, "count")["n"], 1);
    let document = json(&["positions", &second], 0);
    let graph = &document["findings"][0]["graph"];
    // Before the push, after it, and after a step back.
    assert_eq!((&graph["reached"], &graph["dead_ends"]), (&3.into(), &0.into()));
    let lines = printed(&["positions", &second], 0);
    assert!(lines.starts_with("3 unsolved positions can be reached; no dead ends"), "{lines}");
    assert!(lines.contains("shortest solutions"), "{lines}");
    let lines = printed(&["events", &second], 0);
    let crate_moves = lines.lines().find(|line| line.contains("crate moves"));
    assert!(crate_moves.is_some_and(|line| line.trim().ends_with("once at least")), "{lines}");
    // A crate in the corner: every state was searched.
    let stuck = SOURCE.replace("#P*.O#\n######\n", "#*P.O#\n######\n");
    let second = format!("{}#2", text(&source("stuck.txt", &stuck)));
    let lines = printed(&["solve", &second], 1);
    assert!(lines.starts_with("Shortest solutions: exactly 0"), "{lines}");
    assert!(lines.contains("the crate at R2C2 can never get where it has to be"), "{lines}");
}

#[test]
fn a_level_without_a_move_is_told_of_in_the_singular() {
    let sealed = SOURCE.replace("all Crate on", "some Crate on").replace("#P*O#", "#P###");
    let first = format!("{}#1", text(&source("sealed.txt", &sealed)));
    let lines = printed(&["explain", &first], 1);
    assert!(lines.contains("the only position that can be reached is not won"), "{lines}");
    assert!(lines.contains("`positions` shows where the moves lead"), "{lines}");
    let lines = printed(&["positions", &first], 0);
    assert!(lines.starts_with("1 unsolved position can be reached; it is a dead end"), "{lines}");
    // A source without levels is named as such.
    let bare = SOURCE.split("#####").next().unwrap_or_default();
    let output = run(&["solve", &format!("{}#1", text(&source("bare.txt", bare)))]);
    let says = String::from_utf8_lossy(&output.stderr);
    assert!(says.contains("the pack has no level") && !says.contains("it has "), "{says}");
}

#[test]
fn a_puzzlescript_sample_is_checked_mended_rated_and_drawn() {
    let folder = folder("script_sample");
    let source = folder.join("game.txt");
    let beside = folder.join("game.foolproof.json");
    fs::copy("assets/puzzlescript/ring-them-home.txt", &source).expect("copied");
    fs::copy("assets/puzzlescript/ring-them-home.foolproof.json", &beside).expect("copied");
    let lines = printed(&["check", text(&source)], 0);
    assert!(lines.contains("All 8 levels meet their policy"), "{lines}");
    // The level that is not as its lesson wants: one hedge mends it, and is written into the source.
    let seventh = format!("{}#7", text(&source));
    let lines = printed(&["verify", &seventh], 1);
    assert!(lines.contains("A shortcut:"), "{lines}");
    let before = fs::read_to_string(&source).expect("a source");
    let lines = printed(&["complete", &seventh, "-o", text(&source)], 0);
    assert!(lines.contains("Shortcut-free: proved"), "{lines}");
    let after = fs::read_to_string(&source).expect("a source");
    let changed = before.lines().zip(after.lines()).filter(|(old, new)| old != new).count();
    assert_eq!((changed, before.lines().count()), (1, after.lines().count()));
    printed(&["verify", &seventh], 0);
    let lines = printed(&["rate", &seventh], 0);
    assert!(lines.contains("Moves") && lines.contains("Dead ends"), "{lines}");
    let lines = printed(&["verify", &seventh, "--concept", "happens([ Sheep Fold ],1)"], 0);
    assert!(lines.contains("proved"), "{lines}");
    let says = refused(&["verify", &seventh, "--concept", "happens([ Wolf ],1)"]);
    assert!(says.contains("the game has no `Wolf`"), "{says}");
    let picture = folder.join("level.svg");
    printed(&["render", &seventh, text(&picture)], 0);
    let drawn = fs::read_to_string(&picture).expect("a picture");
    assert!(drawn.to_lowercase().contains("#8fb35c"), "the colours of the sprites");
}

#[test]
fn what_comes_before_what_is_told_and_a_faulty_source_fails_its_check() {
    let lines = printed(&["events", "assets/puzzlescript/ring-them-home.txt#5"], 0);
    assert!(lines.contains("before(") && lines.contains("clover vanishes before"), "{lines}");
    // The far crate takes three pushes, the near one only one.
    let often = SOURCE.replace("all Crate on", "some Crate on");
    let often = often.replace("#####\n#P*O#\n#####\n", "P*..O...\n......*O\n");
    let lines = printed(&["events", &format!("{}#1", text(&source("often.txt", &often)))], 0);
    let crate_moves = lines.lines().find(|line| line.contains("crate moves"));
    assert!(crate_moves.is_some_and(|line| line.trim().ends_with("once at least")), "{lines}");
    assert!(lines.contains(" 3 "), "the shortest solution has three: {lines}");
    let path = source("slip.txt", &SOURCE.replace("#P*O#", "#P*O?"));
    let output = run(&["check", text(&path)]);
    let lines = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{lines}");
    assert!(lines.contains("(the file)") && lines.contains("line"), "{lines}");
    assert!(lines.contains("The file has 1 fault."), "one mistake is one fault: {lines}");
}

#[test]
fn chance_is_named_where_nothing_can_be_proved() {
    let path = source(
        "chance.txt",
        &SOURCE.replace("[ > Player | Crate ] ->", "random [ > Player | Crate ] ->"),
    );
    let first = format!("{}#1", text(&path));
    // It can be won, and that is all that its policy asks.
    let lines = printed(&["check", text(&path)], 0);
    assert!(lines.contains("is random, so solutions cannot be counted or compared"), "{lines}");
    let lines = printed(&["verify", &first, "--concept", "happens(moved(crate),1)"], 1);
    assert!(lines.contains("is random, so solutions cannot be counted or compared"), "{lines}");
}

#[test]
fn levels_are_made_with_as_many_moves_as_are_wished() {
    let source = "assets/puzzlescript/ring-them-home.txt";
    let folder = folder("script_made");
    let out = folder.join("made.json");
    let made =
        ["generate", source, "--size", "6x5", "--moves", "4..9", "--aim", "narrow", "-n", "1"];
    printed(&[&made[..], &["-o", text(&out)]].concat(), 0);
    let pack = Pack::load(&out).expect("a pack");
    let intended =
        pack.levels.first().and_then(|level| level.intended.clone()).expect("a solution");
    assert!((4..=9).contains(&intended.len()), "{}", intended.len());
    let says = refused(&["generate", "sudoku", "--moves", "4..9"]);
    assert!(says.contains("Sudoku is not played move by move"), "{says}");
    let says = refused(&[&made[..5], &["9..4"]].concat());
    assert!(says.contains("--moves: write a number"), "{says}");
}

#[test]
fn a_source_is_never_overwritten_by_a_pack() {
    let path = source("kept.txt", SOURCE);
    let other = source("other.txt", &SOURCE.replace("title Home", "title Away"));
    let first = format!("{}#1", text(&path));
    let says = refused(&["complete", &first, "-o", text(&other), "--force"]);
    assert!(says.contains("this is a PuzzleScript source"), "{says}");
    // New levels of a source go to its end.
    let size = ["--size", "4x3", "-n", "1", "--moves", "1..9"];
    printed(&[&["generate", text(&path)], &size[..], &["-o", text(&path)]].concat(), 0);
    let after = fs::read_to_string(&path).expect("a source");
    assert!(after.starts_with(SOURCE.trim_end()), "{after}");
    assert!(printed(&["check", text(&path)], 0).contains("All 3 levels"));
    let says = refused(&["generate", &text(&path).replace("kept", "gone")]);
    assert!(says.contains("no such file"), "{says}");
    let says = refused(&["generate", text(&path), "--from", &first]);
    assert!(says.contains("no cell of the level is open"), "{says}");
    let says = refused(&["test-game", text(&path)]);
    assert!(says.contains("this is a PuzzleScript source"), "{says}");
    let says = refused(&["program", &first]);
    assert!(says.contains("no program for the solver"), "{says}");
}
