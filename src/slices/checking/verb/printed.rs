//! Output of `check`: a table for people, a document for scripts.

use serde_json::{Value, json};

use super::{Checked, CheckedCourse, CheckedPacks, SourceWarning};
use crate::course::model::RuleState;
use crate::course::verb::printed::{rule_json, rule_lines};
use foolproof_cli::report::{LastFindings, columns, trimmed};
use foolproof_cli::shown::line;
use foolproof_game::{Games, counted};
use foolproof_games::{GameMismatch, script::ScriptFault};
use foolproof_level::{CheckItem, KeptStatus, Turned};
use foolproof_solver::{CheckedProperty, Status, Why};

fn short(status: &Status) -> String {
    match status {
        Status::Proved => "yes".to_owned(),
        Status::Refuted => "no".to_owned(),
        Status::Unknown(Why::Moot(_)) => "–".to_owned(),
        // The reason is below the table.
        Status::Unknown(Why::BadInput(_)) => "unknown".to_owned(),
        status => status.words(),
    }
}

/// Formats a cell of the table; a cross marks a property that breaks the policy.
fn cell(property: &CheckedProperty) -> String {
    format!("{}{}", short(&property.status), if property.meets() { "" } else { " ✗" })
}

/// Returns the properties in the table: unusual ones only if they apply to a level.
fn told_items(rows: &[Checked]) -> Vec<CheckItem> {
    let verdicts = || rows.iter().flat_map(|row| &row.found).map(|(_, verdict)| verdict);
    let applies = |item| verdicts().any(|verdict| verdict.status(item) != KeptStatus::Moot);
    CheckItem::ALL.into_iter().filter(|item| item.is_usual() || applies(*item)).collect()
}

/// Describes a change: "unique: was yes, is no".
pub(crate) fn turned_words(turned: &Turned) -> String {
    let Turned { item, was, is, .. } = turned;
    format!("{}: was {}, is {}", item.word(), was.word(), is.word())
}

/// Faults and warnings of files, apart from those of levels.
#[derive(Clone, Copy)]
pub(crate) struct AboutFiles<'a> {
    pub mismatches: &'a [(&'a str, GameMismatch)],
    pub warnings: &'a [SourceWarning<'a>],
    /// Notes on the number of solutions that levels expect.
    pub notes: &'a [(&'a str, String)],
}

impl AboutFiles<'_> {
    fn lines(self) -> String {
        let warnings = self.warnings.iter().map(|(file, told)| {
            format!("{}, {} (a warning)\n", line(file), line(&told.to_string()))
        });
        let mismatches = self
            .mismatches
            .iter()
            .map(|(file, told)| format!("{}: {}\n", line(file), line(&told.to_string())));
        let notes = self.notes.iter().map(|(file, note)| format!("{}: {note}\n", line(file)));
        warnings.chain(mismatches).chain(notes).collect()
    }
}

pub(crate) fn as_table(
    games: &Games,
    checked: &CheckedPacks,
    about_files: AboutFiles<'_>,
) -> String {
    let CheckedPacks { rows, courses, .. } = checked;
    let items = told_items(rows);
    let heads = items.iter().map(|item| item.word());
    let header = ["", "level"].into_iter().chain(heads).chain([""]);
    let same_file = |row: &Checked, other: &Checked| row.file == other.file && other.is_file();
    let is_first = |(n, row): &(usize, &Checked)| {
        !row.is_file() || !rows.iter().take(*n).any(|other| same_file(row, other))
    };
    let table_row = |(_, row): (usize, &Checked)| {
        let properties = row.found.iter().flat_map(|(check, _)| &check.properties);
        let told = properties.filter(|property| items.contains(&property.item));
        let mut cells: Vec<String> = told.map(cell).collect();
        cells.resize(items.len(), String::new());
        let verdict = match &row.compared {
            Some(compared) if compared.is_worse => "WORSE",
            Some(compared) if compared.was.is_none() && row.passes() => "ok, new",
            Some(compared) if compared.was.is_some() && !row.passes() => "fails, as before",
            _ if row.passes() => "ok",
            _ => "FAILS",
        };
        let number = if row.is_file() { String::new() } else { row.number.to_string() };
        let start = [number, line(&row.title).into_owned()];
        start.into_iter().chain(cells).chain([verdict.to_owned()]).collect::<Vec<String>>()
    };
    let table = columns(header, rows.iter().enumerate().filter(is_first).map(table_row));
    let flaws: String = rows.iter().flat_map(remarks).collect();
    let files = about_files.lines();
    // A game of moves has endlessly many longer solutions.
    let shortest = rows.iter().any(|row| row.counts_shortest);
    let note =
        if shortest { "In games of moves, unique means one shortest solution.\n" } else { "" };
    let rules: String = courses.iter().map(|course| rules_text(games, course)).collect();
    format!("{}\n{flaws}{files}{note}{rules}{}\n", trimmed(&table), sum(rows))
}

/// Formats the rules of order of a pack as lines, with their breaches.
fn rules_text(games: &Games, course: &CheckedCourse) -> String {
    let (voice, verdicts) = (course.judged.voice(games), &course.judged.verdicts);
    let broken = verdicts.iter().filter(|rule| rule.state() != RuleState::Kept).count();
    let head = match (broken, verdicts.len()) {
        (0, 1) => "The rule of the course is kept".to_owned(),
        (0, all) => format!("All {all} rules of the course are kept"),
        (n, all) => format!("{n} of {all} rules of the course are not kept, or not known to be"),
    };
    let rules = verdicts.iter().map(|rule| rule_lines(voice, rule));
    format!("{}: {head}.\n{}", line(&course.file), rules.collect::<String>())
}

/// Sums up the check in a sentence or two.
fn sum(rows: &[Checked]) -> String {
    let n_faults = rows.iter().filter(|row| row.is_file()).count();
    let levels = rows.iter().filter(|row| !row.is_file());
    let failing = levels.clone().filter(|row| !row.passes()).count();
    let policy = match (failing, levels.count()) {
        (0, 1) => "The level meets its policy.".to_owned(),
        (0, all) => format!("All {all} levels meet their policy."),
        (_, 1) => "The level does not meet its policy.".to_owned(),
        (1, all) => format!("1 of {all} levels does not meet its policy."),
        (n, all) => format!("{n} of {all} levels do not meet their policy."),
    };
    let policy = match n_faults {
        0 => policy,
        n => format!("The file has {}. {policy}", counted(n, "fault", "faults")),
    };
    if rows.iter().all(|row| row.compared.is_none()) {
        return policy;
    }
    let worse = rows.iter().filter(|row| row.compared.as_ref().is_some_and(|c| c.is_worse)).count();
    let since = match worse {
        0 => "No level is worse than in the baseline.".to_owned(),
        n => counted(
            n,
            "level is worse than in the baseline.",
            "levels are worse than in the baseline.",
        ),
    };
    format!("{policy}\n{since}")
}

/// Lists problems of a level or its intended solution, and notes that an empty board gets no verdict.
fn remarks(row: &Checked) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(why) = &row.fault {
        let level = if row.is_file() { String::new() } else { format!(", level {}", row.number) };
        lines.push(format!("{}{level}: {}\n", line(&row.file), line(why)));
    }
    if let Some(flaw) = row.found.as_ref().and_then(|(check, _)| check.flaw.as_ref()) {
        lines.push(format!("{}, intended solution: {flaw}\n", row.number));
    }
    if row.bare {
        lines.push(format!("{}: the board has no marks\n", row.number));
    }
    for turned in row.compared.iter().flat_map(|compared| &compared.turned) {
        let sign = if turned.worse { ", which is worse" } else { "" };
        lines.push(format!("{}, {}{sign}\n", row.number, turned_words(turned)));
    }
    lines
}

pub(crate) fn fields(known: &Games, checked: &CheckedPacks, about_files: AboutFiles<'_>) -> Value {
    let CheckedPacks { rows, courses, .. } = checked;
    let levels: Vec<Value> = rows.iter().map(row_json).collect();
    let games: Vec<Value> = about_files
        .mismatches
        .iter()
        .map(|(file, mismatch)| {
            json!({
                "file": file,
                "id": mismatch.source.id,
                "at": mismatch.source.at,
                "is": mismatch.how.word(),
                "text": mismatch.to_string(),
            })
        })
        .collect();
    let mut rest = json!({ "games": games, "levels": levels });
    if !about_files.warnings.is_empty() {
        let warnings = about_files.warnings.iter().map(|(file, ScriptFault(told))| {
            json!({
                "file": file,
                "line": told.line,
                "column": told.column,
                "text": told.text,
            })
        });
        rest["warnings"] = warnings.collect();
    }
    if !about_files.notes.is_empty() {
        let notes = about_files.notes.iter();
        rest["notes"] = notes.map(|(file, text)| json!({ "file": file, "text": text })).collect();
    }
    if !courses.is_empty() {
        let of_all = courses.iter().map(|course| {
            let voice = course.judged.voice(known);
            let rules = course.judged.verdicts.iter().map(|rule| rule_json(voice, rule));
            json!({ "file": course.file, "rules": rules.collect::<Vec<Value>>() })
        });
        rest["courses"] = of_all.collect();
    }
    rest
}

fn row_json(row: &Checked) -> Value {
    let mut value = json!({
        "file": row.file,
        "number": row.number,
        "title": row.title,
        "passes": row.passes(),
        "fault": row.fault,
        "verdict": row.found.as_ref().map(|(_, verdict)| verdict),
        "findings": LastFindings(&row.findings),
    });
    if let Some(compared) = &row.compared {
        value["new"] = json!(compared.was.is_none());
        value["worse"] = json!(compared.is_worse);
        value["turned"] = json!(compared.turned);
    }
    value
}
