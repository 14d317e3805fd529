//! The report of a test: a table, or a document.

use std::fmt::Write as _;
use std::time::Duration;

use comfy_table::{Table, presets};
use serde_json::{Value, json};

use super::TestGame;
use foolproof_cli::Outcome;
use foolproof_cli::report::json_report;
use foolproof_games::{counted, time_text};
use foolproof_testing::{TestEnd, TestLine};

fn word(end: TestEnd) -> &'static str {
    match end {
        TestEnd::Passed => "ok",
        TestEnd::Warned => "warning",
        TestEnd::Unfinished => "unfinished",
        TestEnd::Failed => "FAILED",
    }
}

pub(crate) fn table(lines: &[TestLine], elapsed: Duration) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(["test", "result", ""]);
    for line in lines {
        table.add_row([line.test.as_str(), word(line.end), line.says.as_str()]);
    }
    let number = |end: TestEnd| lines.iter().filter(|line| line.end == end).count();
    let (failed, warned) = (number(TestEnd::Failed), number(TestEnd::Warned));
    let unfinished = number(TestEnd::Unfinished);
    let mut text = format!("{table}\n");
    let sum = match (failed, warned) {
        (0, _) if unfinished > 0 => {
            let tests = counted(unfinished, "test", "tests");
            format!("{tests} not finished; --time-limit gives more time")
        }
        (0, 0) => "All is well".to_owned(),
        (0, n) => format!("Nothing failed; {}", counted(n, "warning", "warnings")),
        (n, m) => format!("{n} failed; {}", counted(m, "warning", "warnings")),
    };
    let _ = writeln!(text, "{sum} ({}).", time_text(elapsed));
    text
}

pub(crate) fn document(asked: &TestGame, outcome: Outcome, lines: &[TestLine]) -> String {
    let line = |line: &TestLine| {
        json!({
            "test": line.test,
            "result": word(line.end).to_lowercase(),
            "says": line.says,
            "numbers": line.numbers,
        })
    };
    let tests: Value = lines.iter().map(line).collect();
    let folder = asked.folder.to_string_lossy();
    json_report(
        "test-game",
        outcome,
        json!({ "folder": folder, "seed": asked.seed, "tests": tests }),
    )
}
