//! `optimize`: puzzles of Linjat that are changed, dotted anew and rated, thousands of times.
//!
//! Source: Snellman, "Creating a procedural puzzle generator".

use std::io::{IsTerminal as _, Write as _};
use std::path::Path;
use std::time::{Duration, Instant};

use comfy_table::{CellAlignment, Table, presets};
use serde_json::{Value, json};

use super::args::OptimizeArgs;
use super::input::{Picked, Usage, pick_level, read_size, read_text};
use super::output::{PackOut, both, keep_for_later};
use super::questions::{holds, stop_on_interrupt};
use super::report::{go_on_text, time_text};
use super::{Outcome, Printed};
use crate::games::optimize::{
    Found, GAME, Ground, Leaking, Optimize, Plan, Rule, TIERS, Tier, Weights,
};
use crate::games::threads;
use crate::level::Board;
use crate::level::file::{LARGEST_KEPT, read_regular};

pub fn optimize(asked: &OptimizeArgs) -> Result<Printed, Usage> {
    if asked.print_tiers {
        return Ok(Printed { outcome: Outcome::Holds, text: TIERS.to_owned() });
    }
    let started = Instant::now();
    let around = asked.around.as_deref().map(pick_level).transpose()?;
    asked.out.apart_from(asked.resume.as_deref())?;
    let out = PackOut::of(&asked.out, around.as_ref())?;
    let optimize = begun(asked, around.as_ref())?;
    let stop = stop_on_interrupt();
    let shows = std::io::stderr().is_terminal();
    let limit = asked.time_limit.map(Duration::from_secs_f64);
    let on_progress = |share: f64| {
        if shows && started.elapsed().as_secs_f64() > 1.0 {
            let best = (0..optimize.count()).filter_map(|at| optimize.best(at));
            let best = best.map(|found| found.score).max();
            let best = best.map_or_else(String::new, |score| format!(", best {score}"));
            let _ = write!(std::io::stderr(), "\r{:3.0} %{best}   ", share * 100.0);
        }
        !stop.is_set() && limit.is_none_or(|limit| started.elapsed() < limit)
    };
    let whole = optimize.run(&on_progress);
    if shows {
        let _ = write!(std::io::stderr(), "\r                              \r");
    }
    let resume = asked.resume.as_deref();
    let kept = resume.map_or(Ok(()), |file| keep_for_later(file, &optimize.kept()));
    let written = match &out {
        Some(out) => out.add(optimize.levels()),
        None => Ok(Outcome::Holds),
    };
    let wrote = both(kept, written)? == Outcome::Holds;
    let all = (0..optimize.count()).all(|at| optimize.best(at).is_some());
    let outcome = holds(whole && wrote && all);
    let text = match asked.json {
        true => document(&optimize, outcome, started.elapsed()),
        false => table(&optimize, (asked, whole), &time_text(started.elapsed())),
    };
    Ok(Printed { outcome, text })
}

/// Puzzles in the making as asked, or what was kept in the file of `--resume`.
fn begun(asked: &OptimizeArgs, around: Option<&Picked>) -> Result<Optimize, Usage> {
    let plan = planned(asked, around)?;
    let Some(file) = asked.resume.as_deref().filter(|file| file.exists()) else {
        return Optimize::new(plan).map_err(Usage);
    };
    let why = |why: String| Usage(format!("--resume {}: {why}", file.display()));
    let (text, _) = read_regular(file, LARGEST_KEPT).map_err(|error| why(error.to_string()))?;
    let resumed = Optimize::resumed(&text, plan.threads).map_err(why)?;
    match resumed.plan == plan {
        true => Ok(resumed),
        false => Err(why("it was begun with other options; go on with the same".to_owned())),
    }
}

/// The tier of this name, from a file of tiers or of those that come with the program.
fn tier(asked: &OptimizeArgs) -> Result<Tier, Usage> {
    let own = asked.tiers.as_deref().map(read_tiers).transpose()?;
    let all = own.as_deref().unwrap_or(Tier::all());
    let known = || all.iter().map(|tier| tier.id.as_str()).collect::<Vec<_>>().join(", ");
    let found = all.iter().find(|tier| tier.id == asked.tier).cloned();
    found.ok_or_else(|| Usage(format!("--tier: `{}` is none of {}", asked.tier, known())))
}

fn read_tiers(file: &Path) -> Result<Vec<Tier>, Usage> {
    let text = read_text(file)?;
    Tier::read(&text).map_err(|why| Usage(format!("--tiers {}: {why}", file.display())))
}

fn planned(asked: &OptimizeArgs, around: Option<&Picked>) -> Result<Plan, Usage> {
    let mut tier = tier(asked)?;
    for text in &asked.weight {
        let fault = |why: &str| {
            let known = Weights::NAMES.join(", ");
            Usage(format!("--weight {text}: {why}; write NAME=WEIGHT with a name of {known}"))
        };
        let (name, weight) = text.split_once('=').ok_or_else(|| fault("there is no `=`"))?;
        let known = tier.weights.named(name).ok_or_else(|| fault("there is no such weight"))?;
        *known = weight.parse().map_err(|_| fault("the weight is no whole number"))?;
    }
    if !asked.rules.is_empty() {
        tier.rules.clone_from(&asked.rules);
        tier.known_rules().map_err(|why| Usage(format!("--rules: {why}")))?;
    }
    if let Some(lengths) = &asked.lengths {
        let (least, most) = bounds("--lengths", lengths)?;
        let small =
            |length: u16| u8::try_from(length).ok().filter(|length| (1..=9).contains(length));
        let bounds = small(least).zip(small(most)).filter(|(least, most)| least <= most);
        tier.lengths =
            bounds.ok_or_else(|| Usage(format!("--lengths: `{lengths}` is not within 1..9")))?;
    }
    tier.longest = asked.longest.unwrap_or(tier.longest);
    let mut plan = match around {
        Some(Picked { level, game, .. }) if game.about().id != GAME => {
            let name = game.about().name;
            return Err(Usage(format!("--around: {} is a level of {name}", level.title)));
        }
        Some(Picked { level, .. }) => Plan::new(&tier, Ground::Around(level)),
        None => {
            let (cols, rows) = match &asked.size {
                Some(size) => read_size(size)?,
                None => (tier.cols, tier.rows),
            };
            Plan::new(&tier, Ground::Bare(Board { cols, rows, tray: 0 }))
        }
    }
    .map_err(Usage)?;
    if let Some(numbers) = &asked.numbers {
        plan.numbers = bounds("--numbers", numbers)?;
    }
    (plan.steps, plan.seed) = (asked.steps, asked.seed);
    (plan.count, plan.slope) = (asked.count as usize, asked.slope);
    plan.threads = asked.threads.map_or_else(threads, usize::from);
    Ok(plan)
}

fn bounds(option: &str, text: &str) -> Result<(u16, u16), Usage> {
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    match (least.parse(), most.parse()) {
        (Ok(least), Ok(most)) => Ok((least, most)),
        _ => Err(Usage(format!(
            "{option}: `{text}` is no number such as 4, nor bounds such as 3..5"
        ))),
    }
}

fn table(optimize: &Optimize, (asked, whole): (&OptimizeArgs, bool), time: &str) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    let rules = Rule::ALL.map(Rule::name);
    let head = ["puzzle", "score", "rounds"].into_iter().chain(rules);
    table.set_header(head.chain(["width", "leaks", "steps"]));
    for (at, found) in found(optimize) {
        let course = &found.course;
        let leaks: u32 = Leaking::ALL.iter().map(|kind| course.leaks_of(*kind)).sum();
        let mut row = vec![(at + 1).to_string(), found.score.to_string()];
        row.push(course.rounds().to_string());
        row.extend(Rule::ALL.iter().map(|rule| course.of_rule(*rule).to_string()));
        row.extend([course.width().to_string(), leaks.to_string()]);
        row.push(optimize.shown(at).steps.to_string());
        table.add_row(row);
    }
    for column in table.column_iter_mut() {
        column.set_cell_alignment(CellAlignment::Right);
    }
    let mut text = format!("{table}\n");
    let steps: u64 = (0..optimize.count()).map(|at| optimize.shown(at).steps).sum();
    let unit = if steps == 1 { "step" } else { "steps" };
    text.push_str(&format!("{steps} {unit} ({time})\n"));
    if found(optimize).count() < optimize.count() && whole {
        text.push_str(
            "Some have no puzzle that the rules solve; more steps, fewer numbers or fewer locks may \
             help.\n",
        );
    }
    if !whole {
        let go_on = go_on_text(asked.resume.as_deref());
        text.push_str(&format!("Stopped before it was through; {go_on}.\n"));
    }
    text
}

fn found(optimize: &Optimize) -> impl Iterator<Item = (usize, Found)> {
    (0..optimize.count()).filter_map(|at| Some((at, optimize.best(at)?)))
}

fn document(optimize: &Optimize, outcome: Outcome, time: Duration) -> String {
    let puzzle = |(at, found): (usize, Found)| -> Value {
        let course = &found.course;
        let depth: serde_json::Map<String, Value> = Rule::ALL
            .iter()
            .map(|rule| (rule.id().to_owned(), json!(course.of_rule(*rule))))
            .collect();
        let leaks: serde_json::Map<String, Value> = Leaking::ALL
            .iter()
            .map(|kind| (kind.id().to_owned(), json!(course.leaks_of(*kind))))
            .collect();
        let marks: serde_json::Map<String, Value> = optimize
            .level(at)
            .iter()
            .flat_map(|level| level.marks().map(|(site, mark)| (site.to_string(), json!(mark))))
            .collect();
        json!({
            "score": found.score,
            "rounds": course.rounds(),
            "depth": depth,
            "width": course.width(),
            "leaks": leaks,
            "steps": optimize.shown(at).steps,
            "curve": optimize.shown(at).curve,
            "marks": marks,
        })
    };
    let document = json!({
        "verb": "optimize",
        "holds": outcome == Outcome::Holds,
        "tier": optimize.plan.tier,
        "seed": optimize.plan.seed,
        "puzzles": found(optimize).map(puzzle).collect::<Value>(),
        "elapsed_ms": time.as_secs_f64() * 1e3,
    });
    format!("{document:#}\n")
}
