//! Files of Fling boards: rows of `.` and `o`, with or without a `Hash:` line before and a line of
//! `----` behind each.

use crate::ice::Ice;
use crate::ice::PENGUIN;
use foolproof_game::{Format, FormatError, or_none};
use foolproof_level::{Board, Level, Mark, Site};

/// Blocks of rows.
pub(crate) struct Fling;

const HASH: &str = "Hash:";

fn is_row(line: &str) -> bool {
    !line.is_empty() && line.chars().all(|c| matches!(c, '.' | 'o' | 'O'))
}

fn is_between(line: &str) -> bool {
    line.is_empty() || line.starts_with(HASH) || line.chars().all(|c| c == '-')
}

fn level_of(rows: &[(usize, Vec<bool>)], number: usize) -> Result<Level, FormatError> {
    let (Some((first, row)), Some((last, _))) = (rows.first(), rows.last()) else {
        return Err(FormatError::at(1, 1, "there is no board"));
    };
    let cols = row.len();
    if let Some((line, row)) = rows.iter().find(|(_, row)| row.len() != cols) {
        let why = format!("the row has {} cells, those above have {cols}", row.len());
        return Err(FormatError::at(*line, row.len().min(cols) + 1, why));
    }
    let side = |length: usize, line, column, name| {
        u16::try_from(length)
            .ok()
            .filter(|length| *length <= 8)
            .ok_or_else(|| FormatError::at(line, column, format!("a board has at most 8 {name}")))
    };
    let board = Board {
        cols: side(cols, *first, 9, "columns")?,
        rows: side(rows.len(), *last, 1, "rows")?,
        tray: 0,
    };
    let mut level = Level::open("penguin_push", board);
    let penguin: Option<Mark> = PENGUIN.parse().ok();
    let cells = rows.iter().flat_map(|(_, row)| row);
    for (site, _) in board.cells().zip(cells).filter(|(_, taken)| **taken) {
        level.paint(site, penguin.clone());
    }
    level.title = format!("Board {number}");
    Ok(level)
}

/// The board of consecutive lines.
fn board_of(lines: &[(usize, &str)], number: usize) -> Result<Level, FormatError> {
    let mut rows = Vec::new();
    for (line, text) in lines {
        let indent = text.len() - text.trim_start().len();
        let cell = |(at, character)| match character {
            '.' => Ok(false),
            'o' | 'O' => Ok(true),
            other => Err(FormatError::at(
                *line,
                indent + at + 1,
                format!("`{other}` is neither `.` for ice nor `o` for a penguin"),
            )),
        };
        let row: Result<Vec<bool>, FormatError> =
            text.trim().chars().enumerate().map(cell).collect();
        rows.push((*line, row?));
    }
    level_of(&rows, number)
}

impl Format for Fling {
    fn id(&self) -> &'static str {
        "fling"
    }

    fn name(&self) -> &'static str {
        "Fling boards"
    }

    fn extensions(&self) -> Vec<&str> {
        vec!["txt", "fling"]
    }

    fn recognises(&self, text: &str) -> bool {
        let mut said = text.lines().map(str::trim).filter(|line| !line.is_empty()).peekable();
        let Some(first) = said.peek().copied() else { return false };
        let mut rows = said.filter(|line| is_row(line));
        match first.starts_with(HASH) {
            true => rows.next().is_some(),
            // Rows of empty cells alone could be any game's.
            false => is_row(first) && rows.any(|row| row.contains(['o', 'O'])),
        }
    }

    fn read_each(&self, text: &str) -> Vec<Result<Level, FormatError>> {
        let (mut levels, mut rows) = (Vec::new(), Vec::new());
        for (at, line) in text.lines().enumerate() {
            if !is_between(line.trim()) {
                rows.push((at + 1, line));
            } else if !rows.is_empty() {
                levels.push(board_of(&rows, levels.len() + 1));
                rows.clear();
            }
        }
        if !rows.is_empty() {
            levels.push(board_of(&rows, levels.len() + 1));
        }
        or_none(levels, "there is no board")
    }

    fn write(&self, levels: &[&Level]) -> Result<String, FormatError> {
        let mut text = String::new();
        for (at, level) in levels.iter().enumerate() {
            let Some((_, board)) = Ice::of_level(level) else {
                return Err(FormatError::at(at + 1, 1, "a board has at most 8 columns and 8 rows"));
            };
            text.push_str(&format!("{HASH} {board}\n"));
            for row in 0..level.board.rows {
                let cell = |col| match level.mark(Site::cell(col, row)) {
                    Some(_) => 'o',
                    None => '.',
                };
                text.extend((0..level.board.cols).map(cell));
                text.push('\n');
            }
            text.push_str("\n\n----\n\n");
        }
        Ok(text)
    }
}
