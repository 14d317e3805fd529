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
    assert!(says.contains("`jump` is no move"), "{says}");
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
    assert!(lines.starts_with("Solved in 2 moves; 1 shortest solution ("), "{lines}");
    assert!(lines.ends_with("\n  right right\n"), "{lines}");
    let document = json(&["positions", &second], 0);
    // Before the push, after it, and after a step back.
    assert_eq!((&document["states"], &document["dead_ends"]), (&3.into(), &0.into()));
    let lines = printed(&["events", &second], 0);
    let crate_moves = lines.lines().find(|line| line.trim().starts_with("crate moves"));
    assert!(crate_moves.is_some_and(|line| line.trim().ends_with("yes")), "{lines}");
    // A crate in the corner: every state was searched.
    let stuck = SOURCE.replace("#P*.O#\n######\n", "#*P.O#\n######\n");
    let second = format!("{}#2", text(&source("stuck.txt", &stuck)));
    let lines = printed(&["solve", &second], 1);
    assert!(lines.starts_with("No solution: all 3 states that can be reached"), "{lines}");
}
