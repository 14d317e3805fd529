//! `orthogonality`: how much new types of symbols would add to panels of The Witness.
//!
//! Source: Abutarab, "A Study of Orthogonality in The Witness", chapters 3 and 4.

use std::fmt::Write as _;
use std::io::{IsTerminal as _, Write as _};
use std::time::Instant;

use serde_json::json;

use super::args::Orthogonality;
use super::input::{Usage, read_size};
use super::questions::stop_on_interrupt;
use super::report::time_text;
use super::{Outcome, Printed};
use crate::games::Form;
use crate::games::orthogonality::{Lines, Ranked, space};
use crate::level::Board;

/// More cells have more lines than a walk over all levels can take.
const MOST_CELLS: u16 = 16;

pub fn orthogonality(asked: &Orthogonality) -> Result<Printed, Usage> {
    let started = Instant::now();
    let (cols, rows) = read_size(&asked.size)?;
    if cols == 0 || rows == 0 || cols.saturating_mul(rows) > MOST_CELLS {
        return Err(Usage(format!("--size: panels of 1 to {MOST_CELLS} cells can be walked")));
    }
    let read = |option: &str, texts: &[String]| -> Result<Vec<Form>, Usage> {
        let form = |text: &String| Form::of_text(text.trim());
        let forms: Result<Vec<Form>, String> = texts.iter().map(form).collect();
        forms.map_err(|error| Usage(format!("{option}: {error}")))
    };
    let there = read("--there", &asked.there)?;
    let new = match asked.types.is_empty() {
        true => space(),
        false => read("--type", &asked.types)?,
    };
    let stop = stop_on_interrupt();
    let shows = std::io::stderr().is_terminal();
    let limit = asked.common.limits().time;
    let on_progress = |share: f64| {
        if shows && started.elapsed().as_secs_f64() > 1.0 {
            let _ = write!(std::io::stderr(), "\r{:3.0} % of the levels", share * 100.0);
        }
        !stop.is_set() && started.elapsed() < limit
    };
    let lines = Lines::of(Board { cols, rows, tray: 0 });
    let ranked = lines.rank(&new, &there, usize::from(asked.pieces), &on_progress);
    if shows && started.elapsed().as_secs_f64() > 1.0 {
        let _ = write!(std::io::stderr(), "\r                         \r");
    }
    let Some(mut ranked) = ranked else {
        let why = if stop.is_set() { "it was stopped" } else { "time ran out" };
        let text = format!("Unknown: {why} before all levels were seen\n");
        return Ok(Printed { outcome: Outcome::DoesNotHold, text });
    };
    ranked.sort_by(|one, two| two.o.total_cmp(&one.o));
    let time = time_text(started.elapsed());
    let text = match asked.common.json {
        true => document(asked, &lines, (&there, &ranked), started),
        false => table(asked, &lines, (&there, &ranked), &time),
    };
    Ok(Printed { outcome: Outcome::Holds, text })
}

fn document(
    asked: &Orthogonality,
    lines: &Lines,
    (there, ranked): (&[Form], &[Ranked]),
    started: Instant,
) -> String {
    let types: Vec<serde_json::Value> = ranked
        .iter()
        .map(|ranked| {
            let mut value = json!(ranked);
            value["type"] = json!(ranked.form.text());
            value
        })
        .collect();
    let document = json!({
        "verb": "orthogonality",
        "size": asked.size,
        "pieces": asked.pieces,
        "lines": lines.len(),
        "there": there.iter().map(|form| form.text()).collect::<Vec<_>>(),
        "types": types,
        "elapsed_ms": started.elapsed().as_secs_f64() * 1e3,
    });
    format!("{document:#}\n")
}

fn table(
    asked: &Orthogonality,
    lines: &Lines,
    (there, ranked): (&[Form], &[Ranked]),
    time: &str,
) -> String {
    let mut text = format!(
        "{} types on panels of {}, {} lines, levels of 1 to {} pieces in two colours ({time})\n\n",
        ranked.len(),
        asked.size,
        lines.len(),
        asked.pieces,
    );
    let _ = write!(text, "{:<12} {:>7} {:>6}", "type", "o", "e");
    for name in &asked.there {
        let _ = write!(text, "  | {:<11} {:>7} {:>6}", format!("{name}: new"), "express", "diff");
    }
    text.push('\n');
    for ranked in ranked {
        let _ = write!(text, "{:<12} {:>7.4} {:>6.3}", ranked.form.text(), ranked.o, ranked.e);
        for beside in ranked.beside.iter().take(there.len()) {
            let new: usize = beside.new_lines.iter().sum();
            let _ = write!(text, "  | {new:<11} {:>7.4} {:>6.4}", beside.express, beside.diff);
        }
        text.push('\n');
    }
    text.push_str(
        "\ne: share of the lines that a type expresses alone. new: lines that it expresses with the \
         other\ntype in fewer pieces than either alone. o: express times diff, averaged.\n",
    );
    text
}
