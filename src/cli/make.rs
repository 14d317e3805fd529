//! The verbs that make levels: complete and generate.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use super::args::{Common, Generate, SymmetryArg};
use super::files::save_pack;
use super::input::{Usage, find_game, read_level, read_size};
use super::questions::{Asker, about, blame_text, document, holds};
use super::report::{status_text, time_text};
use super::{Outcome, Printed};
use crate::games::{Game, StockItem};
use crate::level::{Board, Concept, Level, Pack};
use crate::solver::{
    Detail, Finding, GenerateSettings, Question, Shape, Status, Symmetry, Topic, design_text,
};

pub fn complete(level: &str, out: Option<&Path>, common: &Common) -> Result<Printed, Usage> {
    changed_level(level, ("complete", &Question::Complete), out, common)
}

pub fn minimise(
    level: &str,
    (seed, symmetry): (u64, Option<SymmetryArg>),
    out: Option<&Path>,
    common: &Common,
) -> Result<Printed, Usage> {
    let symmetry = symmetry.map(Symmetry::from);
    changed_level(level, ("minimise", &Question::Minimise { seed, symmetry }), out, common)
}

/// A verb that gives the level in another state.
fn changed_level(
    level: &str,
    (verb, question): (&str, &Question),
    out: Option<&Path>,
    common: &Common,
) -> Result<Printed, Usage> {
    let (level, game) = read_level(level)?;
    let findings = Asker::new()?.ask(&level, question, &common.limits())?;
    let finding = about(&findings, question.topic());
    let there = |finding: &Finding| matches!(finding.detail, Detail::Level { .. });
    let outcome = holds(finding.is_some_and(there));
    if let (Some(out), Some(Finding { detail: Detail::Level { level, .. }, .. })) = (out, finding) {
        save_pack(out, &[(**level).clone()])?;
    }
    if common.json {
        return Ok(Printed { outcome, text: document(verb, &level, outcome, &findings) });
    }
    let mut text = String::new();
    if let Some(finding) = finding {
        describe(game, &level, finding, &mut text);
    }
    Ok(Printed { outcome, text })
}

fn describe(game: &dyn Game, before: &Level, finding: &Finding, text: &mut String) {
    let time = time_text(finding.how.elapsed);
    let Detail::Level { level, changed, shortcut_free } = &finding.detail else {
        let none = match &finding.status {
            Status::Refuted => "there is none".to_owned(),
            status => status_text(status),
        };
        let what =
            if finding.topic == Topic::Minimise { "Nothing taken off" } else { "No completion" };
        let _ = writeln!(text, "{what}: {none} ({time})");
        return;
    };
    if finding.topic == Topic::Minimise {
        let _ = writeln!(text, "{} marks taken off ({time})", changed.len());
    } else {
        let _ = writeln!(text, "Shortcut-free: {} ({time})", status_text(shortcut_free));
    }
    if changed.is_empty() {
        let _ = writeln!(text, "The level stays as it is.");
    }
    for site in changed {
        let name = |level: &Level| level.mark(*site).map_or("empty".into(), |m| game.describe(m));
        let _ = writeln!(text, "  {}: {} → {}", site.spoken(), name(before), name(level));
    }
}

/// The level that a generation starts from.
fn template(generate: &Generate, game: &dyn Game) -> Result<Level, Usage> {
    let mut level = match &generate.from {
        Some(from) => {
            let (level, other) = read_level(from)?;
            if other.about().id != game.about().id {
                return Err(Usage(format!("{from} is a level of {}", other.about().name)));
            }
            (*level).clone()
        }
        None => Level::open(game.about().id, game.about().default_board),
    };
    let mut board: Board = level.board;
    if let Some(size) = &generate.size {
        (board.cols, board.rows) = read_size(size)?;
    }
    board.tray = generate.tray.unwrap_or(board.tray);
    game.about().allows(board).map_err(Usage)?;
    level.resize(board);
    if let Some(concept) = &generate.concept {
        level.concept =
            concept.parse::<Concept>().map_err(|error| Usage(format!("--concept: {error}")))?;
    }
    Ok(level)
}

/// Reads `--density LEAST..MOST`.
fn density(text: &str) -> Result<(u32, u32), Usage> {
    let percent = |text: &str| text.trim().trim_end_matches('%').to_owned();
    let range = text.split_once("..");
    match range.and_then(|(least, most)| bounds(&percent(least), &percent(most))) {
        Some((least, most)) if most <= 100 => Ok((least, most)),
        _ => Err(Usage(format!("--density wants LEAST..MOST in percent, not `{text}`"))),
    }
}

/// Reads `--pieces NUMBER` and `--pieces LEAST..MOST`.
fn pieces(text: &str) -> Result<(u32, u32), Usage> {
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    bounds(least.trim(), most.trim())
        .ok_or_else(|| Usage(format!("--pieces wants a number or LEAST..MOST, not `{text}`")))
}

/// Two numbers, the least first.
fn bounds(least: &str, most: &str) -> Option<(u32, u32)> {
    let bounds: (u32, u32) = (least.parse().ok()?, most.parse().ok()?);
    (bounds.0 <= bounds.1).then_some(bounds)
}

/// Applies `--limit GROUP=LEAST..MOST` to the game's stock.
fn limited(mut stock: Vec<StockItem>, limits: &[String]) -> Result<Vec<StockItem>, Usage> {
    for limit in limits {
        let names = stock.iter().map(|item| item.group.clone()).collect::<Vec<_>>().join(", ");
        let wrong =
            || Usage(format!("--limit wants GROUP=LEAST..MOST, not `{limit}`; groups are {names}"));
        let (group, range) = limit.split_once('=').ok_or_else(wrong)?;
        let item = stock.iter_mut().find(|item| item.group == group).ok_or_else(wrong)?;
        let (least, most) = range.split_once("..").unwrap_or((range, range));
        (item.least, item.most) = bounds(least.trim(), most.trim()).ok_or_else(wrong)?;
    }
    Ok(stock)
}

fn settings(generate: &Generate, stock: Vec<StockItem>) -> Result<GenerateSettings, Usage> {
    Ok(GenerateSettings {
        seed: generate.seed,
        count: generate.count,
        distance: generate.distance,
        closer: generate.closer,
        minimal: generate.minimal,
        stock,
        shape: Shape {
            symmetry: generate.symmetry.map(Symmetry::from),
            density: generate.density.as_deref().map(density).transpose()?,
            marks: generate.pieces.as_deref().map(pieces).transpose()?,
        },
    })
}

pub fn generate(generate: &Generate) -> Result<Printed, Usage> {
    let game = find_game(&generate.game)?;
    let level = template(generate, game)?;
    let stock = limited(game.stock(&level), &generate.limit)?;
    let settings = settings(generate, stock)?;
    if generate.program {
        let text = design_text(game, &level, &settings).map_err(Usage)?;
        return Ok(Printed { outcome: Outcome::Holds, text });
    }
    let question = Question::Generate(settings);
    let findings = Asker::new()?.ask(&level, &question, &generate.common.limits())?;
    let mut levels: Vec<Level> = Vec::new();
    for finding in &findings {
        if let Detail::Level { level, .. } = &finding.detail {
            let mut level = (**level).clone();
            level.title = format!("Generated {}", levels.len() + 1);
            levels.push(level);
        }
    }
    let outcome = holds(levels.len() as u64 == u64::from(generate.count));
    if let Some(out) = &generate.out
        && !levels.is_empty()
    {
        save_pack(out, &levels)?;
    }
    if generate.common.json {
        return Ok(Printed { outcome, text: document("generate", &level, outcome, &findings) });
    }
    let mut text = String::new();
    if generate.out.is_none() && outcome == Outcome::Holds {
        let levels = levels.into_iter().map(Arc::new).collect();
        return Ok(Printed { outcome, text: Pack { levels, ..Pack::default() }.to_json() });
    }
    for finding in &findings {
        if let Detail::Blame(blame) = &finding.detail {
            let time = time_text(finding.how.elapsed);
            text.push_str(&blame_text(game, &level, blame, &time));
            continue;
        }
        let free = match &finding.detail {
            Detail::Level { shortcut_free, .. } => status_text(shortcut_free),
            _ => String::new(),
        };
        let _ = writeln!(
            text,
            "{} {free} ({})",
            match &finding.detail {
                Detail::Level { .. } => "A level, shortcut-free:".to_owned(),
                _ if finding.status == Status::Refuted => "No such level exists".to_owned(),
                _ => format!("No further level: {}", status_text(&finding.status)),
            },
            time_text(finding.how.elapsed)
        );
    }
    Ok(Printed { outcome, text })
}
