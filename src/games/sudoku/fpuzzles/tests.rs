//! Files of f-puzzles as they are found.

use super::*;
use crate::puzzle::Puzzle;

/// A puzzle of empty cells, as JSON.
fn blank(side: usize) -> Value {
    let row = vec![serde_json::json!({}); side];
    serde_json::json!({ "size": side, "grid": vec![row; side] })
}

fn read_one(puzzle: &Value) -> Result<Level, String> {
    FPuzzles.read(&puzzle.to_string()).map(|mut levels| levels.remove(0)).map_err(|why| why.why)
}

#[test]
fn null_stands_for_what_is_missing() {
    let mut puzzle = blank(4);
    for name in ["title", "author", "ruleset", "solution", "cage", "thermometer", "extraregion"] {
        puzzle[name] = Value::Null;
    }
    for name in ["value", "given", "givenPencilMarks", "region", "centerPencilMarks", "c"] {
        puzzle["grid"][0][0][name] = Value::Null;
    }
    let level = read_one(&puzzle).expect("it is read");
    assert_eq!((level.marks().count(), level.notes.as_str()), (0, ""));
}

#[test]
fn a_field_of_another_type_is_named() {
    let mut puzzle = blank(4);
    puzzle["grid"][1][2]["value"] = "x".into();
    let why = read_one(&puzzle).expect_err("no number");
    assert!(why.ends_with("(in `grid[1][2].value`)"), "{why}");
    puzzle["grid"] = Value::Null;
    let why = read_one(&puzzle).expect_err("no grid");
    assert!(why.ends_with("(in `grid`)"), "{why}");
}

#[test]
fn a_board_of_a_prime_side_has_rows_where_no_region_is_said() {
    let mut puzzle = blank(7);
    assert_eq!(read_one(&puzzle).expect("rows").marks().count(), 0);
    puzzle["grid"][0][6]["region"] = 1.into();
    let why = read_one(&puzzle).expect_err("a region of eight cells");
    assert_eq!(why, "the region of R1C1: a region of this board has 7 cells, not 6");
    puzzle["grid"][1][6]["region"] = 0.into();
    let level = read_one(&puzzle).expect("regions");
    let regions = Puzzle::of(&level).expect("a puzzle").regions;
    assert_eq!(regions.len(), 7);
    assert_eq!(regions[0], [0, 1, 2, 3, 4, 5, 13]);
    assert_eq!(regions[2], [14, 15, 16, 17, 18, 19, 20]);
}

#[test]
fn what_others_read_as_well_is_read() {
    let mut puzzle = blank(9);
    let region = serde_json::json!([{ "cells": ["R1C1", "R1C2", "R2C1", "R2C2"] }]);
    puzzle["extraregion"] = region;
    let line = ["R5C5", "R5C6", "R6C6", "R6C5", "R5C5", "R5C4"];
    puzzle["whispers"] = serde_json::json!([{ "lines": [line], "value": 5 }]);
    let level = read_one(&puzzle).expect("it is read");
    let objects = Puzzle::of(&level).expect("a puzzle").objects;
    let objects: Vec<String> = objects.iter().map(|object| format!("{object:?}")).collect();
    let (round, rest) = ("whisper[5][[40, 41, 50, 49]]", "whisper[5][[49, 40, 39]]");
    assert_eq!(objects, ["cage[][[0, 1, 9, 10]]", round, rest]);
}

#[test]
fn a_solution_is_intended_and_what_a_player_has_entered_is_named() {
    let mut puzzle = blank(4);
    puzzle["grid"][0][0] = serde_json::json!({ "value": 1, "given": true });
    puzzle["grid"][0][1] = serde_json::json!({ "value": 2, "centerPencilMarks": [2, 3] });
    puzzle["grid"][3][3] = serde_json::json!({ "centerPencilMarks": [1], "c": "#ff0000" });
    puzzle["successMessage"] = "Well done".into();
    let digits = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
    puzzle["solution"] = serde_json::json!(digits);
    let level = read_one(&puzzle).expect("it is read");
    let named = "1 x successMessage, 1 x c, 2 x centerPencilMarks, 1 x entered digit";
    assert_eq!(level.notes, format!("Not read here: {named}."));
    assert_eq!(level.intended.as_ref().map(|play| play.len()), Some(15));
    let back = FPuzzles.read(&FPuzzles.write(&[&level]).expect("it is written")).expect("read");
    assert_eq!(back[0].intended, level.intended);
    puzzle["solution"][0] = 2.into();
    let notes = read_one(&puzzle).expect("it is read").notes;
    assert!(notes.ends_with("1 x entered digit, the solution."), "{notes}");
}
