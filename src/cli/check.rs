//! `check`: every level of packs against its policy, as a studio's continuous integration does.

use std::ffi::OsString;

use comfy_table::{Table, presets};
use serde_json::{Value, json};

use super::args::Common;
use super::input::{Contents, Usage, game_of, read_contents, tell_of_rules, unguarded};
use super::questions::{Asker, about, fault_of, holds};
use super::report::{findings_json, status_text};
use super::shown::line;
use super::{Outcome, Printed};
use crate::games::{GameMismatch, Games};
use crate::level::{Expect, Level, Pack};
use crate::solver::{Answer, Finding, Limits, Question, Status, Topic, Truth, Why, has_intended};

struct Checked {
    title: String,
    number: usize,
    file: String,
    cells: [String; 4],
    /// It has no mark.
    bare: bool,
    passes: bool,
    findings: Vec<Finding>,
    /// Why it or its concept cannot be read, where that is so.
    fault: Option<String>,
}

impl Checked {
    /// A level of which nothing can be asked, which keeps no policy.
    fn unread((file, number): (&str, usize), title: &str, why: &str) -> Self {
        Self {
            title: title.to_owned(),
            number,
            file: file.to_owned(),
            cells: Default::default(),
            bare: false,
            passes: false,
            findings: Vec::new(),
            fault: Some(why.to_owned()),
        }
    }
}

pub fn check(games: &Games, files: &[OsString], common: &Common) -> Result<Printed, Usage> {
    let packs = files
        .iter()
        .map(|file| {
            let file = unguarded(file);
            let contents = read_contents(games, file.as_ref(), None)?;
            Ok((file.to_string_lossy().into_owned(), contents))
        })
        .collect::<Result<Vec<_>, Usage>>()?;
    for (file, contents) in &packs {
        let levels = contents.levels.iter().filter_map(|level| level.as_deref().ok());
        tell_of_rules(std::path::Path::new(file), levels);
    }
    check_packs(games, &packs, &common.limits(), common.json)
}

/// Checks the sample packs that are part of the program.
pub fn check_sample(games: &Games) -> Result<Printed, Usage> {
    let packs = games
        .all()
        .iter()
        .map(|game| {
            let name = format!("sample pack of {}", game.about().name);
            match Pack::from_json(&game.sample()) {
                Ok(pack) => Ok((name, pack.into())),
                Err(error) => Err(Usage(format!("{name}: {error}"))),
            }
        })
        .collect::<Result<Vec<_>, _>>()?;
    check_packs(games, &packs, &Limits::default(), false)
}

fn check_packs(
    games: &Games,
    packs: &[(String, Contents)],
    limits: &Limits,
    as_json: bool,
) -> Result<Printed, Usage> {
    for (file, pack) in packs {
        if pack.levels.is_empty() {
            return Err(Usage(format!("{file}: the pack has no level")));
        }
        if let Some(why) = pack.hopeless() {
            return Err(Usage(format!("{file}: {why}")));
        }
    }
    let mut asker = Asker::new()?;
    let mut rows = Vec::new();
    for (file, pack) in packs {
        for (n, level) in pack.levels.iter().enumerate() {
            let place = (file.as_str(), n + 1);
            rows.push(match level {
                Err(why) => Checked::unread(place, "(cannot be read)", why),
                Ok(level) => match game_of(games, level) {
                    Err(Usage(why)) => Checked::unread(place, &level.title, &why),
                    Ok(_) => check_level(&mut asker, place, level, limits),
                },
            });
        }
    }
    let outcome = holds(rows.iter().all(|row| row.passes));
    let mismatches: Vec<(&str, GameMismatch)> = packs
        .iter()
        .flat_map(|(file, pack)| {
            let found = games.mismatches(&pack.pack_of(Vec::new()));
            found.into_iter().map(|mismatch| (file.as_str(), mismatch))
        })
        .collect();
    let text = match as_json {
        true => as_document(&rows, &mismatches, outcome),
        false => as_table(&rows, &mismatches),
    };
    Ok(Printed { outcome, text })
}

/// Asks all that there is to ask. A concept that cannot be read fails the level, and takes nothing
/// from what is known without it.
fn check_level(
    asker: &mut Asker,
    (file, number): (&str, usize),
    level: &Level,
    limits: &Limits,
) -> Checked {
    let mut findings = asker.look(level, &Question::Solutions { cap: 2 }, limits);
    findings.extend(asker.look(level, &Question::ShortcutFree, limits));
    if has_intended(level) {
        findings.extend(asker.look(level, &Question::Intended, limits));
    }
    let fault = fault_of(&findings);
    let status = |topic| about(&findings, topic).map(Finding::status);
    let asked = [
        (Topic::Solvable, level.policy.solvable),
        (Topic::Unique, level.policy.unique),
        (Topic::ShortcutFree, level.policy.shortcut_free),
        // Whatever the policy: a solution that is kept with the level has to be one.
        (Topic::Intended, Expect::Yes),
    ];
    let mut passes = fault.is_none();
    let cells = asked.map(|(topic, expect)| {
        let none = || match topic {
            Topic::Intended => Status::Unknown(Why::Moot("no solution is intended".to_owned())),
            _ => Status::Unknown(Why::Stopped),
        };
        let status = status(topic).unwrap_or_else(none);
        let meets = meets(&status, expect);
        passes &= meets;
        let mark = if meets { "" } else { " ✗" };
        format!("{}{mark}", short(&status))
    });
    Checked {
        title: level.title.clone(),
        number,
        file: file.to_owned(),
        cells,
        bare: level.marks().next().is_none(),
        passes,
        findings,
        fault,
    }
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
        // The reason stands below the table.
        Status::Unknown(Why::BadInput(_)) => "unknown".to_owned(),
        status => status_text(status),
    }
}

fn as_table(rows: &[Checked], mismatches: &[(&str, GameMismatch)]) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(["", "level", "solvable", "unique", "shortcut-free", "intended", ""]);
    for row in rows {
        let [solvable, unique, free, intended] = row.cells.clone();
        let verdict = if row.passes { "ok" } else { "FAILS" };
        table.add_row([
            row.number.to_string(),
            line(&row.title).into_owned(),
            solvable,
            unique,
            free,
            intended,
            verdict.to_owned(),
        ]);
    }
    let failing = rows.iter().filter(|row| !row.passes).count();
    let sum = match (failing, rows.len()) {
        (0, 1) => "The level keeps its policy.".to_owned(),
        (0, all) => format!("All {all} levels keep their policy."),
        (_, 1) => "The level does not keep its policy.".to_owned(),
        (1, all) => format!("1 of {all} levels does not keep its policy."),
        (n, all) => format!("{n} of {all} levels do not keep their policy."),
    };
    let lines: Vec<String> = table.lines().map(|line| line.trim_end().to_owned()).collect();
    let flaws: String = rows.iter().flat_map(remarks).collect();
    let mismatches: String = mismatches
        .iter()
        .map(|(file, mismatch)| format!("{}: {}\n", line(file), line(&mismatch.to_string())))
        .collect();
    format!("{}\n{flaws}{mismatches}{sum}\n", lines.join("\n"))
}

/// What is wrong with a level or its intended solution, and that nothing is said of an empty board, in
/// lines.
fn remarks(row: &Checked) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(why) = &row.fault {
        lines.push(format!("{}, level {}: {}\n", line(&row.file), row.number, line(why)));
    }
    if let Some(Answer::Intended(Truth::Fails(flaw))) =
        about(&row.findings, Topic::Intended).map(|finding| &finding.answer)
    {
        lines.push(format!("{}, intended solution: {}\n", row.number, flaw.why));
    }
    if row.bare {
        lines.push(format!("{}: there is no mark on the board\n", row.number));
    }
    lines
}

fn as_document(rows: &[Checked], mismatches: &[(&str, GameMismatch)], outcome: Outcome) -> String {
    let levels: Vec<Value> = rows
        .iter()
        .map(|row| {
            json!({
                "file": row.file,
                "number": row.number,
                "title": row.title,
                "passes": row.passes,
                "fault": row.fault,
                "findings": findings_json(&row.findings),
            })
        })
        .collect();
    let games: Vec<Value> = mismatches
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
    let holds = outcome == Outcome::Holds;
    let document = json!({ "verb": "check", "holds": holds, "games": games, "levels": levels });
    format!("{document:#}\n")
}
