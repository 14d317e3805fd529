//! `steps --techniques`: lists and names the combinations of sentences that recur in a pack.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};

use super::question::{FindSteps, FoundSteps, STEPS};
use super::techniques::{RecurringCombination, recurring};
use super::verb::ShowSteps;
use foolproof_cli::Report;
use foolproof_cli::input::{Usage, read_contents, tell_of_rules, unguarded};
use foolproof_cli::output::{Output, refuse_damage, write_pack};
use foolproof_cli::progress::{clear_line, tell_now};
use foolproof_cli::questions::{Asker, about, holds};
use foolproof_cli::shown::line;
use foolproof_game::{Game, Games, counted};
use foolproof_games::Contents;
use foolproof_level::{Level, PackCourse};
use foolproof_solver::{Finding, Limits, has_steps};

/// Maximum number of listed steps of a combination.
const MAX_NAMED: usize = 6;

/// Returns the steps of a level, if its game has steps and they were found in time.
pub(crate) fn steps_of_level(
    asker: &mut Asker,
    game: &dyn Game,
    level: &Level,
    limits: &Limits,
) -> Option<FoundSteps> {
    if !has_steps(game) {
        return None;
    }
    let findings = asker.look(&level.without_concept(), &FindSteps::ALL.into(), limits);
    about(&findings, STEPS).and_then(Finding::report::<FoundSteps>).cloned()
}

/// Returns the steps of a pack's levels, if their games have steps and these were found in time.
pub(crate) fn steps_of_levels(
    games: &Games,
    asker: &mut Asker,
    contents: &Contents,
    limits: &Limits,
) -> Vec<Option<FoundSteps>> {
    let mut steps = |level: &Level| -> Option<FoundSteps> {
        steps_of_level(asker, &*games.by_id(&level.game)?, level, limits)
    };
    let all = contents.levels.len();
    let found = contents.levels.iter().enumerate().map(|(at, level)| {
        tell_now(&format!("{at} of {all} levels are solved step by step"));
        level.as_ref().ok().and_then(|level: &Arc<Level>| steps(level))
    });
    let found = found.collect();
    clear_line();
    found
}

/// Lists the recurring combinations of a pack, and writes the pack with new names.
pub(super) fn list(games: &Games, asked: &ShowSteps) -> Result<Report, Usage> {
    let file = unguarded(&asked.level);
    let contents = read_contents(games, file.as_ref(), None)?;
    if asked.out.is_some() {
        refuse_damage(&contents, file.as_ref())?;
    }
    let out = match asked.out.as_deref() {
        Some(path) => Some((path, Output::to(path, asked.force)?)),
        None => None,
    };
    tell_of_rules(Path::new(&file), contents.levels.iter().flatten().map(Arc::as_ref));
    let mut asker = Asker::new(games)?;
    let found = steps_of_levels(games, &mut asker, &contents, &asked.common.limits());
    let solved = found.iter().enumerate().filter_map(|(at, found)| Some((at, found.as_ref()?)));
    let combinations = recurring(solved);
    let mut pack = contents.readable();
    for text in &asked.name {
        named(&mut pack.course, &combinations, text)?;
    }
    pack.course.check().map_err(Usage::of)?;
    let all: Value = combinations.iter().map(|one| as_json(&pack.course, one)).collect();
    let text = as_text(&pack.course, &combinations);
    if let Some((path, out)) = out {
        write_pack(games, &out, Some(path), pack)?;
    }
    let report = Report::new(holds(!combinations.is_empty()), text);
    Ok(report.fields(json!({ "techniques": all })))
}

/// Names a combination of the list: `2=two rooms in two rows`.
fn named(
    course: &mut PackCourse,
    combinations: &[RecurringCombination],
    text: &str,
) -> Result<(), Usage> {
    let wrong = || {
        let all = combinations.len();
        Usage(format!("--name: write NUMBER=NAME with a number of the list, 1 to {all}"))
    };
    let (number, name) = text.split_once('=').ok_or_else(wrong)?;
    let number: usize = number.trim().parse().map_err(|_| wrong())?;
    let one = number.checked_sub(1).and_then(|at| combinations.get(at)).ok_or_else(wrong)?;
    course.set_name(&one.of, name.trim());
    Ok(())
}

fn as_text(course: &PackCourse, combinations: &[RecurringCombination]) -> String {
    if combinations.is_empty() {
        return "No two steps combine the same sentences.\n".to_owned();
    }
    let mut text = String::new();
    for (number, one) in combinations.iter().enumerate() {
        let name = course.name_of(&one.of).map(|name| format!("{}: ", line(name)));
        let combination = one.of.to_string();
        let (name, combination) = (name.unwrap_or_default(), line(&combination));
        let _ = writeln!(text, "{:3}  {name}{combination}", number + 1);
        let steps = counted(one.taken.len(), "step", "steps");
        let levels = counted(one.n_levels(), "level", "levels");
        let first = one.taken.iter().take(MAX_NAMED);
        let first = first.map(|(level, step)| format!("step {} of #{}", step + 1, level + 1));
        let more = if one.taken.len() > MAX_NAMED { ", …" } else { "" };
        let first = first.collect::<Vec<_>>().join(", ");
        let _ = writeln!(text, "       {steps} of {levels}: {first}{more}");
    }
    text
}

fn as_json(course: &PackCourse, one: &RecurringCombination) -> Value {
    let taken = one.taken.iter().map(|(level, step)| json!([level + 1, step + 1]));
    json!({
        "name": course.name_of(&one.of),
        "combines": one.of,
        "words": one.of.to_string(),
        "steps": taken.collect::<Vec<Value>>(),
    })
}
