//! `mine`: all boards of Penguin Push with one solution, and the best of them.
//!
//! Source: "Using Large Scale Search for Game Design" (AIIDE 2014).

use std::io::{IsTerminal as _, Write as _};
use std::path::Path;
use std::time::{Duration, Instant};

use comfy_table::{CellAlignment, Table, presets};
use serde_json::{Value, json};

use super::args::MineArgs;
use super::input::{Picked, Usage, pick_level, read_size};
use super::output::{PackOut, both, keep_for_later};
use super::questions::{holds, stop_on_interrupt};
use super::report::{go_on_text, time_text};
use super::{Outcome, Printed};
use crate::games::mine::{Found, Halt, Kind, Mine, Plan, Stage, kept_by, levels};
use crate::games::threads;
use crate::level::Board;
use crate::level::file::{LARGEST_KEPT, read_regular, write_atomically};

pub fn mine(asked: &MineArgs) -> Result<Printed, Usage> {
    let started = Instant::now();
    let around = asked.around.as_deref().map(pick_level).transpose()?;
    asked.out.apart_from(asked.resume.as_deref())?;
    let out = PackOut::of(&asked.out, around.as_ref())?;
    let mut mine = begun(asked, around.as_ref())?;
    let stop = stop_on_interrupt();
    let shows = std::io::stderr().is_terminal();
    let limit = asked.time_limit.map(Duration::from_secs_f64);
    let on_progress = |share: f64| {
        if shows && started.elapsed().as_secs_f64() > 1.0 {
            let _ = write!(std::io::stderr(), "\r{:3.0} %", share * 100.0);
        }
        !stop.is_set() && limit.is_none_or(|limit| started.elapsed() < limit)
    };
    let look = |mine: &Mine| {
        if shows {
            let stages = mine.stages(false).iter().chain(mine.stages(true));
            let last = stages.max_by_key(|stage| stage.penguins).map(said).unwrap_or_default();
            let _ = writeln!(std::io::stderr(), "\r{last}");
        }
        // After each number, in case that the machine stops; what cannot be kept is told at the end.
        if let Some((file, Ok(text))) = asked.resume.as_deref().map(|file| (file, mine.kept())) {
            let _ = write_atomically(file, text.as_bytes());
        }
    };
    let ended = mine.run(&look, &on_progress);
    if shows {
        let _ = write!(std::io::stderr(), "\r");
    }
    match &ended {
        Err(Halt::Memory) => return Err(Usage("there is not enough memory".to_owned())),
        Err(Halt::File(why)) => return Err(Usage(format!("a temporary file: {why}"))),
        Ok(()) | Err(Halt::Stopped) => {}
    }
    let kept = asked.resume.as_deref().map_or(Ok(()), |file| {
        let text = mine.kept().map_err(|halt| no_keeping(file, &halt))?;
        keep_for_later(file, &text)
    });
    let written = match &out {
        Some(out) => out.add(levels(&mine, mine.plan.penguins)),
        None => Ok(Outcome::Holds),
    };
    let wrote = both(kept, written)? == Outcome::Holds;
    let outcome = holds(ended.is_ok() && wrote);
    let text = match asked.json {
        true => document(&mine, outcome),
        false => table(asked, &mine, ended.is_ok()),
    };
    Ok(Printed { outcome, text })
}

/// Mining as asked, or what was kept in the file of `--resume`.
fn begun(asked: &MineArgs, around: Option<&Picked>) -> Result<Mine, Usage> {
    let plan = planned(asked, around)?;
    if let Some(file) = asked.resume.as_deref().filter(|file| file.exists()) {
        let why = |why: String| Usage(format!("--resume {}: {why}", file.display()));
        let (text, _) = read_regular(file, LARGEST_KEPT).map_err(|error| why(error.to_string()))?;
        let mut mine = Mine::resumed(&text).map_err(why)?;
        let Plan { board, penguins, .. } = mine.plan;
        if !plan.is_of_the_same_boards(&mine.plan) {
            return Err(why(format!(
                "it was begun with other options, for boards of {penguins} penguins on {}x{}; go on with \
                 the same --pieces, --size, --around, --set and --best",
                board.cols, board.rows
            )));
        }
        (mine.plan.threads, mine.plan.memory) = (plan.threads, plan.memory);
        return Ok(mine);
    }
    Mine::new(plan).map_err(Usage)
}

/// What the arguments ask for.
fn planned(asked: &MineArgs, around: Option<&Picked>) -> Result<Plan, Usage> {
    let kind = |word: &String| {
        Kind::of_word(word)
            .ok_or_else(|| Usage(format!("--set: `{word}` is none of ratio, even, safe")))
    };
    let kinds = asked.set.iter().map(kind).collect::<Result<_, _>>()?;
    let (board, (must, never)) = match around {
        Some(Picked { level, .. }) => {
            let kept = kept_by(level).map_err(|why| Usage(format!("--around: {why}")))?;
            (level.board, kept)
        }
        None => {
            let (cols, rows) = read_size(&asked.size)?;
            (Board { cols, rows, tray: 0 }, (0, 0))
        }
    };
    Ok(Plan {
        board,
        penguins: asked.pieces,
        kinds,
        best: asked.best,
        threads: asked.threads.map_or_else(threads, usize::from),
        memory: asked.memory.saturating_mul(1 << 20),
        must,
        never,
    })
}

fn no_keeping(file: &Path, halt: &Halt) -> Usage {
    Usage(format!("--resume {}: {halt:?}", file.display()))
}

fn said(stage: &Stage) -> String {
    let Stage { penguins, raw, elapsed, .. } = stage;
    format!("{penguins} penguins: {raw} boards, {}", time_text(*elapsed))
}

fn table(asked: &MineArgs, mine: &Mine, whole: bool) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(["penguins", "unique", "as one", "no loss", "solvable", "best ratio", "time"]);
    let (unique, safe) = (mine.stages(false), mine.stages(true));
    for at in 0..unique.len().max(safe.len()) {
        let (unique, safe) = (unique.get(at), safe.get(at));
        let penguins = unique.or(safe).map_or(0, |stage| stage.penguins);
        let number = |stage: Option<&Stage>, of: &dyn Fn(&Stage) -> u64| {
            stage.map_or_else(String::new, |stage| of(stage).to_string())
        };
        let solvable = mine.solvable.get(penguins).map(|(boards, error)| match *error {
            0.0 => format!("{boards:.0}"),
            error => format!("{boards:.3e} ± {error:.0e}"),
        });
        let best = unique.and_then(|stage| stage.best.as_slice().first());
        let time = [unique, safe].into_iter().flatten().map(|stage| stage.elapsed).sum();
        table.add_row([
            penguins.to_string(),
            number(unique, &|stage| stage.raw),
            number(unique, &|stage| stage.as_one(&mine.plan)),
            number(safe, &|stage| stage.raw),
            solvable.unwrap_or_default(),
            best.map_or_else(String::new, |found| format!("{:.2}", found.sizes.ratio())),
            time_text(time),
        ]);
    }
    for column in table.column_iter_mut() {
        column.set_cell_alignment(CellAlignment::Right);
    }
    let Board { cols, rows, .. } = mine.plan.board;
    let mut text = format!("Boards on {cols}x{rows} ({})\n\n{table}\n", time_text(mine.elapsed));
    text.push_str(
        "\nunique: boards with just one solution; as one: with mirror images as one; no loss: boards \
         on which\nevery push wins; solvable: estimated where an error is told.\n",
    );
    if !whole {
        let go_on = go_on_text(asked.resume.as_deref());
        text.push_str(&format!("Stopped before it was through; {go_on}.\n"));
    }
    text
}

fn document(mine: &Mine, outcome: Outcome) -> String {
    let stage = |stage: &Stage| {
        json!({
            "penguins": stage.penguins,
            "boards": stage.raw,
            "canonical": stage.as_one(&mine.plan),
            "elapsed_ms": stage.elapsed.as_secs_f64() * 1e3,
            "ratios": stage.ratios.bars(),
        })
    };
    let found = |kind: Kind| -> Value {
        let all = mine.found(kind, mine.plan.penguins).iter();
        all.map(|Found { board, sizes }| {
            let (reached, once) = (sizes.reached, sizes.once);
            // Boards on which every push wins have many solutions: to them a ratio means nothing.
            let ratio = (kind != Kind::Safe).then(|| sizes.ratio());
            json!({ "board": board, "reached": reached, "reached_once": once, "ratio": ratio })
        })
        .collect()
    };
    let solvable: Value = mine
        .solvable
        .iter()
        .enumerate()
        .map(|(penguins, (boards, error))| {
            json!({ "penguins": penguins, "boards": boards, "standard_error": error })
        })
        .collect();
    let document = json!({
        "verb": "mine",
        "holds": outcome == Outcome::Holds,
        "size": format!("{}x{}", mine.plan.board.cols, mine.plan.board.rows),
        "pieces": mine.plan.penguins,
        "threads": mine.plan.threads,
        "unique": mine.stages(false).iter().map(stage).collect::<Value>(),
        "no_dead_end": mine.stages(true).iter().map(stage).collect::<Value>(),
        "solvable": solvable,
        "best": {
            "ratio": found(Kind::Ratio),
            "even": found(Kind::Even),
            "safe": found(Kind::Safe),
        },
        "elapsed_ms": mine.elapsed.as_secs_f64() * 1e3,
    });
    format!("{document:#}\n")
}
