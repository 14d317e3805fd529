//! The report of a test: a table, or a document.

use std::fmt::Write as _;
use std::time::Duration;

use serde_json::{Map, Value, json};

use super::TestGame;
use foolproof_cli::report::columns;
use foolproof_game::{counted, listed, time_text};
use foolproof_level::Level;
use foolproof_testing::{TestEnd, TestLine, TestPicture, unfinished};

fn word(end: TestEnd) -> &'static str {
    match end {
        TestEnd::Passed => "ok",
        TestEnd::Warned => "warning",
        TestEnd::Unfinished => "unfinished",
        TestEnd::Failed => "FAILED",
    }
}

/// Returns the levels that lines show, each titled by its number and what it shows.
pub(crate) fn shown_levels(lines: &[TestLine]) -> Vec<Level> {
    let pictures = lines.iter().flat_map(|line| &line.pictures).enumerate();
    let titled = |(at, picture): (usize, &TestPicture)| {
        let mut level = (*picture.level).clone();
        level.title = format!("{}: {}", at + 1, picture.says);
        level
    };
    pictures.map(titled).collect()
}

/// Pairs each line with the number of its first picture, in order.
fn numbered(lines: &[TestLine]) -> impl Iterator<Item = (usize, &TestLine)> {
    let mut next = 1;
    lines.iter().map(move |line| {
        let first = next;
        next += line.pictures.len();
        (first, line)
    })
}

/// Names the levels of a pack that a line shows.
fn places(asked: &TestGame, first: usize, line: &TestLine) -> String {
    let Some(out) = asked.out.out.as_ref().map(|out| out.display()) else { return String::new() };
    match line.pictures.len() {
        0 => String::new(),
        1 => format!(" [{out}#{first}]"),
        n => format!(" [{out}#{first} to #{}]", first + n - 1),
    }
}

pub(crate) fn table(asked: &TestGame, lines: &[TestLine], elapsed: Duration) -> String {
    let rows = numbered(lines).map(|(first, line)| {
        let says = line.says.clone() + &places(asked, first, line);
        [line.test.clone(), word(line.end).to_owned(), says]
    });
    let table = columns(["test", "result", ""], rows);
    let number = |end: TestEnd| lines.iter().filter(|line| line.end == end).count();
    let (failed, warned) = (number(TestEnd::Failed), number(TestEnd::Warned));
    let unfinished = unfinished(lines);
    let mut text = format!("{table}\n");
    let mut sum = match (failed, warned) {
        (0, 0) if unfinished.is_empty() => "All is well".to_owned(),
        (0, 0) => "Nothing failed".to_owned(),
        (0, n) => format!("Nothing failed; {}", counted(n, "warning", "warnings")),
        (n, m) => format!("{n} failed; {}", counted(m, "warning", "warnings")),
    };
    if !unfinished.is_empty() {
        let names = listed(&unfinished, "and");
        let _ = write!(sum, "; not finished: {names} (--time-limit gives more time)");
    }
    let _ = writeln!(text, "{sum} ({}).", time_text(elapsed));
    text
}

pub(crate) fn fields(asked: &TestGame, lines: &[TestLine]) -> Value {
    let line = |(first, line): (usize, &TestLine)| {
        let pictures = line.pictures.iter().enumerate();
        let shows: Value = pictures.map(|(at, of)| shown(asked, first + at, of)).collect();
        json!({
            "test": line.test,
            "result": word(line.end).to_lowercase(),
            "says": line.says,
            "numbers": line.numbers,
            "shows": shows,
        })
    };
    let tests: Value = numbered(lines).map(line).collect();
    json!({ "folder": asked.folder.to_string_lossy(), "seed": asked.seed, "tests": tests })
}

/// Formats a level and a play that a line shows.
fn shown(asked: &TestGame, number: usize, picture: &TestPicture) -> Value {
    let level = &picture.level;
    let marks = level.marks().map(|(site, mark)| (site.to_string(), json!(mark.as_str())));
    let play = level.intended.iter().flat_map(|play| play.iter());
    let play = play.map(|(site, mark)| (site.to_string(), json!(mark.as_str())));
    let out = asked.out.out.as_ref().map(|out| format!("{}#{number}", out.display()));
    json!({
        "says": picture.says,
        "level": out,
        "cols": level.board.cols,
        "rows": level.board.rows,
        "settings": level.settings,
        "marks": marks.collect::<Map<_, _>>(),
        "play": play.collect::<Map<_, _>>(),
    })
}
