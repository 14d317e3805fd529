//! Writes the constraints of f-puzzles.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use crate::constraints::{FPuzzlesKey, Object};
use crate::puzzle::Puzzle;
use foolproof_game::FormatFault;
use foolproof_level::Level;

/// Names of cells; rows and columns count from 1.
fn names(cells: &[usize], side: usize) -> Vec<String> {
    cells.iter().map(|cell| crate::puzzle::site_of(*cell, side).name()).collect()
}

pub(super) fn written(level: &Level) -> Result<Value, FormatFault> {
    let puzzle = Puzzle::of(level).map_err(|error| error.to_string())?;
    let side = puzzle.side;
    let mut cells: Vec<Map<String, Value>> = puzzle.given.iter().map(cell).collect();
    let mut lists: Map<String, Value> = Map::new();
    for object in &puzzle.objects {
        match object.kind.id() {
            "region" | "no_boxes" => {}
            "only" => {
                for at in object.line() {
                    cells[*at].insert("givenPencilMarks".to_owned(), json!(object.amounts));
                }
            }
            _ => add(&mut lists, object, side)?,
        }
    }
    let covered: BTreeSet<usize> = puzzle.regions.iter().flatten().copied().collect();
    if !covered.is_empty() && covered.len() < cells.len() {
        return Err("f-puzzles has no room for regions that leave cells out".into());
    }
    if puzzle.boxes.is_none() {
        for (number, region) in puzzle.regions.iter().enumerate() {
            for at in region {
                cells[*at].insert("region".to_owned(), json!(number));
            }
        }
        if puzzle.regions.is_empty() {
            // Rows are regions that require nothing more.
            for (at, cell) in cells.iter_mut().enumerate() {
                cell.insert("region".to_owned(), json!(at / side));
            }
        }
    }
    let rows: Vec<&[Map<String, Value>]> = cells.chunks(side).collect();
    let mut written = json!({ "size": side, "title": level.title, "author": level.author });
    if !level.notes.is_empty() {
        written["ruleset"] = json!(level.notes);
    }
    written["grid"] = json!(rows);
    if let Some(solution) = solution(&puzzle, level) {
        written["solution"] = json!(solution);
    }
    if let Some(fields) = written.as_object_mut() {
        fields.extend(lists);
    }
    Ok(written)
}

/// The digits of all cells by the intended solution, if it is complete.
fn solution(puzzle: &Puzzle, level: &Level) -> Option<Vec<u32>> {
    let intended = level.intended.as_ref()?;
    let digit = |(cell, given): (usize, &u8)| match given {
        0 => intended.get(puzzle.site(cell))?.as_str().parse().ok(),
        given => Some(u32::from(*given)),
    };
    puzzle.given.iter().enumerate().map(digit).collect()
}

fn cell(digit: &u8) -> Map<String, Value> {
    match digit {
        0 => Map::new(),
        digit => {
            Map::from_iter([("value".to_owned(), json!(digit)), ("given".to_owned(), json!(true))])
        }
    }
}

/// Adds a constraint to the list of its kind.
fn add(lists: &mut Map<String, Value>, object: &Object, side: usize) -> Result<(), FormatFault> {
    let flag = match object.kind.id() {
        "diagonal" if object.line().contains(&0) => Some("diagonal-"),
        "diagonal" => Some("diagonal+"),
        "non_consecutive" | "no_other_difference" => Some("nonconsecutive"),
        _ => None,
    };
    if let Some(name) = flag {
        lists.insert(name.to_owned(), json!(true));
        return Ok(());
    }
    let negative = match object.kind.id() {
        "no_other_ratio" => Some("ratio"),
        "no_other_xv" => Some("xv"),
        _ => None,
    };
    let lacks = || FormatFault::from(format!("f-puzzles has no room for {}", object.title(side)));
    let (name, items) = match (negative, object.kind.fpuzzles()) {
        (Some(name), _) => ("negative", vec![json!(name)]),
        (None, Some((name, FPuzzlesKey::Flag))) => {
            lists.insert(name.to_owned(), json!(true));
            return Ok(());
        }
        (None, Some((name, key))) => (name, items(object, key, side)),
        (None, None) => return Err(lacks()),
    };
    let list = lists.entry(name).or_insert_with(|| json!([]));
    list.as_array_mut().ok_or_else(lacks)?.extend(items);
    Ok(())
}

/// The objects of that program's list: one, but for kinds whose objects have one cell or two groups each.
fn items(object: &Object, key: FPuzzlesKey, side: usize) -> Vec<Value> {
    match key {
        FPuzzlesKey::Cell => {
            names(object.line(), side).into_iter().map(|name| json!({ "cell": name })).collect()
        }
        FPuzzlesKey::Clone => {
            let cells = names(object.line(), side);
            let others = object.groups.iter().skip(1);
            others
                .map(|other| json!({ "cells": cells, "cloneCells": names(other, side) }))
                .collect()
        }
        _ => vec![item(object, key, side)],
    }
}

fn item(object: &Object, key: FPuzzlesKey, side: usize) -> Value {
    let cells = names(object.line(), side);
    let amount = object.amount().map(|amount| amount.to_string());
    match key {
        FPuzzlesKey::Flag | FPuzzlesKey::Cell | FPuzzlesKey::Clone => json!(true),
        FPuzzlesKey::Cells => match amount {
            Some(amount) => json!({ "cells": cells, "value": amount }),
            None => json!({ "cells": cells }),
        },
        FPuzzlesKey::Letters => {
            let letter = match object.amount() {
                Some(10) => "X".to_owned(),
                Some(5) => "V".to_owned(),
                _ => amount.unwrap_or_default(),
            };
            json!({ "cells": cells, "value": letter })
        }
        FPuzzlesKey::Lines => match amount {
            Some(amount) => json!({ "lines": [cells], "value": amount }),
            None => json!({ "lines": [cells] }),
        },
        FPuzzlesKey::Arrow => {
            let line = |line: &Vec<usize>| {
                let from = nearest(object.line(), line.first().copied().unwrap_or(0), side);
                names(&[&[from], &line[..]].concat(), side)
            };
            let lines: Vec<Vec<String>> = object.groups.iter().skip(1).map(line).collect();
            json!({ "cells": cells, "lines": lines })
        }
        FPuzzlesKey::Corner => json!({ "cells": cells, "values": object.amounts }),
        FPuzzlesKey::Outside | FPuzzlesKey::Slanted => outside(object, key, side),
    }
}

/// The cell of a circle or pill that is nearest to another one.
fn nearest(cells: &[usize], to: usize, side: usize) -> usize {
    let far = |cell: &usize| (cell / side).abs_diff(to / side) + (cell % side).abs_diff(to % side);
    cells.iter().copied().min_by_key(far).unwrap_or(to)
}

/// A clue with its place outside the grid.
fn outside(object: &Object, key: FPuzzlesKey, side: usize) -> Value {
    let [first, second, ..] = object.line() else { return json!({}) };
    let at = |cell: usize| ((cell / side) as i32, (cell % side) as i32);
    let ((row, col), (next_row, next_col)) = (at(*first), at(*second));
    let (down, across) = (next_row - row, next_col - col);
    let cell = format!("R{}C{}", row - down + 1, col - across + 1);
    let value = object.amount().map_or_else(String::new, |amount| amount.to_string());
    match key {
        FPuzzlesKey::Slanted => {
            let way = if down > 0 { "D" } else { "U" };
            let side = if across > 0 { "R" } else { "L" };
            json!({ "cell": cell, "direction": format!("{way}{side}"), "value": value })
        }
        _ => json!({ "cell": cell, "value": value }),
    }
}
