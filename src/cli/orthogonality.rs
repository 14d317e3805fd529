//! `orthogonality`: how much new types of symbols would add to panels of The Witness.
//!
//! Source: Abutarab, "A Study of Orthogonality in The Witness", chapters 3 and 4.

use std::fmt::Write as _;
use std::io::{IsTerminal as _, Write as _};
use std::time::Instant;

use serde_json::json;

use super::args::Orthogonality;
use super::input::{Usage, read_size};
use super::output::{PackOut, both, keep_for_later};
use super::questions::{holds, stop_on_interrupt};
use super::report::{go_on_text, time_text};
use super::{Outcome, Printed};
use crate::games::Studying as _;
use crate::games::orthogonality::{Course, Ranked};
use crate::level::file::{LARGEST_KEPT, read_regular};
use crate::level::{Board, Level};

pub fn orthogonality(asked: &Orthogonality) -> Result<Printed, Usage> {
    let started = Instant::now();
    asked.out.apart_from(asked.resume.as_deref())?;
    let out = PackOut::of(&asked.out, None)?;
    let mut course = course(asked)?;
    let stop = stop_on_interrupt();
    let shows = std::io::stderr().is_terminal();
    let limit = asked.common.limits().time;
    let on_progress = |share: f64| {
        if shows && started.elapsed().as_secs_f64() > 1.0 {
            let _ = write!(std::io::stderr(), "\r{:3.0} % of the levels", share * 100.0);
        }
        !stop.is_set() && started.elapsed() < limit
    };
    let whole = course.run(&on_progress);
    if shows && started.elapsed().as_secs_f64() > 1.0 {
        let _ = write!(std::io::stderr(), "\r                         \r");
    }
    let resume = asked.resume.as_deref();
    let kept = resume.map_or(Ok(()), |file| keep_for_later(file, &course.kept()));
    let ranked = course.ranked();
    let written = match &out {
        Some(out) => out.add(best(&course, &ranked, asked.best)),
        None => Ok(Outcome::Holds),
    };
    let outcome = holds(both(kept, written)? == Outcome::Holds && whole);
    let text = match asked.common.json {
        true => document(asked, &course, (&ranked, outcome), started),
        false => table(&course, &ranked, (asked, whole), &time_text(started.elapsed())),
    };
    Ok(Printed { outcome, text })
}

/// A survey as asked, or the one that was kept in the file of `--resume`.
fn course(asked: &Orthogonality) -> Result<Course, Usage> {
    if let Some(file) = asked.resume.as_deref().filter(|file| file.exists()) {
        let why = |why: String| Usage(format!("--resume {}: {why}", file.display()));
        let (text, _) = read_regular(file, LARGEST_KEPT).map_err(|error| why(error.to_string()))?;
        return Course::resumed(&text).map_err(why);
    }
    let (cols, rows) = read_size(&asked.size)?;
    let new = match asked.types.is_empty() {
        true => vec!["all".to_owned()],
        false => asked.types.clone(),
    };
    let there = asked.there.iter().filter(|name| *name != "none").cloned().collect();
    let board = Board { cols, rows, tray: 0 };
    let (pieces, colours) = (u16::from(asked.pieces), usize::from(asked.colours));
    Course::new(board, (new, there), pieces, colours).map_err(Usage)
}

/// The levels that show the best types at their best.
fn best(course: &Course, ranked: &[Ranked], types: usize) -> Vec<Level> {
    ranked.iter().take(types).flat_map(|ranked| course.levels(&ranked.name)).collect()
}

fn document(
    asked: &Orthogonality,
    course: &Course,
    (ranked, outcome): (&[Ranked], Outcome),
    started: Instant,
) -> String {
    let plan = &course.survey.plan;
    let document = json!({
        "verb": "orthogonality",
        "holds": outcome == Outcome::Holds,
        "size": format!("{}x{}", plan.board.cols, plan.board.rows),
        "pieces": plan.most,
        "colours": asked.colours,
        "lines": course.survey.lines.len(),
        "share_seen": course.survey.share(),
        "there": plan.there.iter().map(|sort| sort.name.clone()).collect::<Vec<_>>(),
        "types": ranked,
        "elapsed_ms": started.elapsed().as_secs_f64() * 1e3,
    });
    format!("{document:#}\n")
}

fn table(
    course: &Course,
    ranked: &[Ranked],
    (asked, whole): (&Orthogonality, bool),
    time: &str,
) -> String {
    let mut text = format!("{} ({time})\n\n", course.report().summary);
    let names = ranked.iter().map(|ranked| ranked.name.len()).max().unwrap_or(4).max(4);
    let _ = write!(text, "{:<names$} {:>7} {:>6}", "type", "o", "e");
    for sort in &course.survey.plan.there {
        let new = format!("{}: new", sort.name);
        let _ = write!(text, "  | {new:<13} {:>7} {:>6}", "express", "diff");
    }
    text.push('\n');
    for ranked in ranked {
        let _ = write!(text, "{:<names$} {:>7.4} {:>6.3}", ranked.name, ranked.o, ranked.e);
        for beside in &ranked.beside {
            let new: usize = beside.new_lines.iter().sum();
            let _ = write!(text, "  | {new:<13} {:>7.4} {:>6.4}", beside.express, beside.diff);
        }
        text.push('\n');
    }
    text.push_str(
        "\ne: share of the lines that a type expresses alone. new: lines that it expresses with the \
         other\ntype in fewer pieces than either alone. o: express times diff, averaged.\n",
    );
    if !whole {
        let go_on = go_on_text(asked.resume.as_deref());
        let _ = writeln!(text, "Stopped before all levels were seen; {go_on}.");
    }
    text
}
