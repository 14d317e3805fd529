//! `check`: every level of packs against its policy, as a studio's continuous integration does.

use comfy_table::{Table, presets};
use serde_json::{Value, json};

use super::args::Common;
use super::input::{Usage, game_of, read_pack};
use super::questions::{Asker, about, holds};
use super::report::{finding_json, status_text};
use super::{Outcome, Printed};
use crate::games;
use crate::level::{Expect, Level, Pack};
use crate::solver::{Finding, Limits, Question, Status, Topic, Why};

struct Checked {
    title: String,
    number: usize,
    file: String,
    cells: [String; 3],
    passes: bool,
    findings: Vec<Finding>,
}

pub fn check(files: &[String], common: &Common) -> Result<Printed, Usage> {
    let packs = files
        .iter()
        .map(|file| Ok((file.clone(), read_pack(file, None)?)))
        .collect::<Result<Vec<_>, Usage>>()?;
    check_packs(&packs, &common.limits(), common.json)
}

/// Checks the sample packs that are part of the program.
pub fn check_sample() -> Result<Printed, Usage> {
    let packs = games::all()
        .iter()
        .map(|game| {
            let name = format!("sample pack of {}", game.about().name);
            match Pack::from_json(game.sample()) {
                Ok(pack) => Ok((name, pack)),
                Err(error) => Err(Usage(format!("{name}: {error}"))),
            }
        })
        .collect::<Result<Vec<_>, _>>()?;
    check_packs(&packs, &Limits::default(), false)
}

fn check_packs(packs: &[(String, Pack)], limits: &Limits, as_json: bool) -> Result<Printed, Usage> {
    for (file, pack) in packs {
        if pack.levels.is_empty() {
            return Err(Usage(format!("{file}: the pack has no level")));
        }
    }
    let mut asker = Asker::new()?;
    let mut rows = Vec::new();
    for (file, pack) in packs {
        for (n, level) in pack.levels.iter().enumerate() {
            game_of(level)?;
            let row = check_level(&mut asker, level, limits).map_err(|Usage(why)| {
                Usage(format!("{file}, level {} ({}): {why}", n + 1, level.title))
            })?;
            rows.push(Checked { number: n + 1, file: file.clone(), ..row });
        }
    }
    let outcome = holds(rows.iter().all(|row| row.passes));
    let text = if as_json { as_document(&rows, outcome) } else { as_table(&rows) };
    Ok(Printed { outcome, text })
}

fn check_level(asker: &mut Asker, level: &Level, limits: &Limits) -> Result<Checked, Usage> {
    let mut findings = asker.ask(level, &Question::Solutions { cap: 2 }, limits)?;
    findings.extend(asker.ask(level, &Question::ShortcutFree, limits)?);
    let status = |topic| about(&findings, topic).map(|finding| finding.status.clone());
    let asked = [
        (Topic::Solvable, level.policy.solvable),
        (Topic::Unique, level.policy.unique),
        (Topic::ShortcutFree, level.policy.shortcut_free),
    ];
    let mut passes = true;
    let cells = asked.map(|(topic, expect)| {
        let status = status(topic).unwrap_or(Status::Unknown(Why::Stopped));
        let meets = meets(&status, expect);
        passes &= meets;
        let mark = if meets { "" } else { " ✗" };
        format!("{}{mark}", short(&status))
    });
    Ok(Checked {
        title: level.title.clone(),
        number: 0,
        file: String::new(),
        cells,
        passes,
        findings,
    })
}

/// Whether a finding meets a policy. What does not apply breaks none: a level without a concept
/// has nothing to be free of, and an unsolvable one fails by being unsolvable.
fn meets(status: &Status, expect: Expect) -> bool {
    matches!(
        (expect, status),
        (Expect::Any, _)
            | (Expect::Yes, Status::Proved | Status::Unknown(Why::Moot(_)))
            | (Expect::No, Status::Refuted)
    )
}

fn short(status: &Status) -> String {
    match status {
        Status::Proved => "yes".to_owned(),
        Status::Refuted => "no".to_owned(),
        Status::Unknown(Why::Moot(_)) => "–".to_owned(),
        status => status_text(status),
    }
}

fn as_table(rows: &[Checked]) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(["", "level", "solvable", "unique", "shortcut-free", ""]);
    for row in rows {
        let [solvable, unique, free] = row.cells.clone();
        let verdict = if row.passes { "ok" } else { "FAILS" };
        table.add_row([
            row.number.to_string(),
            row.title.clone(),
            solvable,
            unique,
            free,
            verdict.to_owned(),
        ]);
    }
    let failing = rows.iter().filter(|row| !row.passes).count();
    let sum = match failing {
        0 => format!("All {} levels keep their policy.", rows.len()),
        n => format!("{n} of {} levels do not keep their policy.", rows.len()),
    };
    let lines: Vec<String> = table.lines().map(|line| line.trim_end().to_owned()).collect();
    format!("{}\n{sum}\n", lines.join("\n"))
}

fn as_document(rows: &[Checked], outcome: Outcome) -> String {
    let levels: Vec<Value> = rows
        .iter()
        .map(|row| {
            json!({
                "file": row.file,
                "number": row.number,
                "title": row.title,
                "passes": row.passes,
                "findings": row.findings.iter().map(finding_json).collect::<Vec<_>>(),
            })
        })
        .collect();
    let document = json!({ "verb": "check", "holds": outcome == Outcome::Holds, "levels": levels });
    format!("{document:#}\n")
}
