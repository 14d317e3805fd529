//! Output of `course`: tables and sentences for people, a document for scripts.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::CourseReport;
use crate::course::model::{
    ConceptCell, CourseVoice, Lesson, ProposedOrder, RuleState, RuleVerdict,
};
use foolproof_cli::report::{columns, trimmed};
use foolproof_cli::shown::line;
use foolproof_game::{Games, listed, number_text};

/// Length of the longest bar, in letters.
const BAR: usize = 12;

pub(crate) fn as_text(games: &Games, report: &CourseReport) -> String {
    let mut text = table(report);
    let voice = report.judged.voice(games);
    text.push_str(&legend(games, report));
    if !report.judged.verdicts.is_empty() {
        text.push_str("\nRules\n");
    }
    for verdict in &report.judged.verdicts {
        text.push_str(&rule_lines(voice, verdict));
    }
    if !report.overview.remarks.is_empty() {
        text.push_str("\nWhat stands out\n");
    }
    for remark in &report.overview.remarks {
        let _ = writeln!(text, "  {}", line(&sentence(&voice.remark(remark))));
    }
    text.push_str(&first_lines(report));
    if let Some(proposed) = &report.proposed {
        text.push_str(&order_lines(voice, report, proposed));
    }
    text
}

/// Formats the first occurrences in the solving steps of levels.
fn first_lines(report: &CourseReport) -> String {
    let mut text = String::new();
    if !report.first.is_empty() {
        text.push_str("\nSolving steps, where they first need what the rules say\n");
    }
    for first in &report.first {
        let mut start = format!("level {}", first.level + 1);
        for words in first.lines(&report.judged.course) {
            let _ = writeln!(text, "  {start:<9} {}", line(&words));
            start.clear();
        }
    }
    text
}

/// Turns "level 3 …" into a sentence with its full stop.
fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}

fn word(state: RuleState) -> &'static str {
    match state {
        RuleState::Kept => "kept",
        RuleState::Unknown => "unknown",
        RuleState::Broken => "BROKEN",
    }
}

/// Formats a rule and its breaches as lines.
pub(crate) fn rule_lines(voice: CourseVoice<'_>, verdict: &RuleVerdict) -> String {
    let rule = voice.rule(&verdict.rule);
    let mut text = format!("  {:<8} {}\n", word(verdict.state()), line(&rule));
    for breach in &verdict.breaches {
        let words = voice.breach(breach, &verdict.rule);
        let _ = writeln!(text, "           {}", line(&sentence(&words)));
    }
    text
}

/// Formats a rule for scripts; levels are counted from 1.
pub(crate) fn rule_json(voice: CourseVoice<'_>, verdict: &RuleVerdict) -> Value {
    let breaches = verdict.breaches.iter().map(|breach| {
        json!({
            "level": breach.level + 1,
            "sure": breach.sure,
            "text": voice.breach(breach, &verdict.rule),
        })
    });
    json!({
        "rule": verdict.rule,
        // Identifies the rule in a baseline.
        "text": verdict.rule.to_string(),
        "words": voice.rule(&verdict.rule),
        "state": verdict.state(),
        "breaches": breaches.collect::<Vec<Value>>(),
    })
}

fn letter(at: usize) -> String {
    let letters = u8::try_from(at % 26).map_or('?', |at| char::from(b'A' + at));
    match at / 26 {
        0 => letters.to_string(),
        n => format!("{letters}{n}"),
    }
}

/// Returns a level's relation to a concept as a sign.
fn sign(cell: &ConceptCell) -> &'static str {
    match (cell.practised, cell.introduced, cell.combined) {
        (None, ..) => "?",
        (Some(false), ..) => "",
        (_, true, false) => "new",
        (_, true, true) => "new+",
        (_, false, false) => "x",
        (_, false, true) => "x+",
    }
}

fn table(report: &CourseReport) -> String {
    let rows = &report.overview.rows;
    let head = ["", "level", "measure", ""].map(str::to_owned);
    let head = head.into_iter().chain((0..rows.len()).map(letter));
    let row = |(at, lesson): (usize, &Lesson)| {
        let value = report.overview.value(lesson);
        let cells = rows.iter().map(|row| row.cells.get(at).map_or("", sign).to_owned());
        let measure = value.map_or("?".to_owned(), number_text);
        let start = [(at + 1).to_string(), line(&lesson.title).into_owned(), measure];
        let cells = [bar(report, lesson)].into_iter().chain(cells);
        start.into_iter().chain(cells).collect::<Vec<String>>()
    };
    let lessons = report.judged.lessons.iter().enumerate();
    format!("{}\n", trimmed(&columns(head, lessons.map(row))))
}

/// Draws a value as a bar between the least and the greatest of its game.
fn bar(report: &CourseReport, lesson: &Lesson) -> String {
    let range = report.overview.range(&report.judged.lessons, &lesson.game);
    let Some((value, (least, most))) = report.overview.value(lesson).zip(range) else {
        return String::new();
    };
    let part = if most > least { (value - least) / (most - least) } else { 0.0 };
    // Between 1 and the length of a bar.
    let long = 1 + (part * (BAR - 1) as f64).round() as usize;
    "█".repeat(long.min(BAR))
}

/// Explains the letters, the measures and the signs.
fn legend(games: &Games, report: &CourseReport) -> String {
    let mut text = String::from("\n");
    let voice = report.judged.voice(games);
    for game in &report.judged.games {
        let Some(id) = report.overview.measures.get(game) else { continue };
        let known = games.by_id(game);
        let about = known.as_ref().map(|known| known.ranked_measures()).unwrap_or_default();
        let says = about.into_iter().find(|about| about.id == *id);
        let says =
            says.map_or_else(String::new, |about| format!(": {} ({})", about.says, about.source));
        let _ = writeln!(text, "measure of {game}: {id}{says}");
    }
    if report.judged.games.len() > 1 {
        text.push_str("Each game has a scale of its own: bars of two games do not compare.\n");
    }
    let lessons = report.judged.lessons.iter().enumerate();
    let cut: Vec<String> = lessons
        .filter(|(_, lesson)| lesson.is_cut_short)
        .map(|(at, _)| (at + 1).to_string())
        .collect();
    if !cut.is_empty() {
        let cut = listed(&cut, "and");
        let _ = writeln!(text, "A limit came before all measures were known of level {cut}.");
    }
    for (at, row) in report.overview.rows.iter().enumerate() {
        let (concept, words) = (&row.concept, voice.concept(&row.concept));
        let _ = writeln!(text, "{}  {concept}: {}", letter(at), line(&words));
    }
    if !report.overview.rows.is_empty() {
        text.push_str("new: for the first time, x: again, +: with another concept, ?: not known\n");
    }
    text
}

fn order_lines(voice: CourseVoice<'_>, report: &CourseReport, proposed: &ProposedOrder) -> String {
    let mut text = String::from("\nProposed order\n");
    for (place, at) in proposed.order.iter().enumerate() {
        let title = report.judged.lessons.get(*at).map_or("", |lesson| lesson.title.as_str());
        let _ = writeln!(text, "  {:>3}. level {} {}", place + 1, at + 1, line(title));
    }
    let rules = &report.judged.course.rules;
    let (kept, all) = (proposed.kept.len(), rules.len());
    let tried = proposed.tried;
    let _ = match (kept == all, proposed.exact) {
        _ if all == 0 => writeln!(text, "  There are no rules to keep: the easiest comes first."),
        (true, _) => writeln!(text, "  It keeps all rules."),
        (false, true) => writeln!(text, "  It keeps {kept} of {all} rules; more cannot be added."),
        (false, false) => writeln!(
            text,
            "  It keeps {kept} of {all} rules. Whether more can be kept is not known: the search \
             gave up after {tried} beginnings of orders."
        ),
    };
    if let Some(clash) = &proposed.clash {
        let _ = writeln!(text, "  {}", line(&sentence(&voice.clash(clash, rules))));
    }
    text
}

fn level_json(report: &CourseReport, at: usize, lesson: &Lesson) -> Value {
    let concepts = report.overview.rows.iter().filter_map(|row| {
        let cell = row.cells.get(at)?;
        Some(json!({
            "concept": row.concept,
            "practised": cell.practised,
            "introduced": cell.introduced,
            "combined": cell.combined,
        }))
    });
    let practised = lesson.found.as_ref();
    let practised = practised.map(|found| json!({ "proved": found.proved, "open": found.open }));
    json!({
        "number": at + 1,
        "title": lesson.title,
        "game": lesson.game,
        "measure": report.overview.measures.get(&lesson.game),
        "value": report.overview.value(lesson),
        "measures": lesson.measures,
        "cut_short": lesson.is_cut_short,
        "asked": lesson.asked,
        "practised": practised,
        "concepts": concepts.collect::<Value>(),
    })
}

pub(super) fn fields(games: &Games, report: &CourseReport) -> Value {
    let CourseReport { judged, overview, proposed, first } = report;
    let voice = judged.voice(games);
    let levels = judged.lessons.iter().enumerate();
    let levels = levels.map(|(at, lesson)| level_json(report, at, lesson));
    let rules = judged.verdicts.iter().map(|verdict| rule_json(voice, verdict));
    let concepts = overview
        .rows
        .iter()
        .map(|row| json!({ "concept": row.concept, "text": voice.concept(&row.concept) }));
    let remarks = overview
        .remarks
        .iter()
        .map(|one| json!({ "level": one.level().map(|at| at + 1), "text": voice.remark(one) }));
    let numbers = |of: &[usize]| of.iter().map(|at| at + 1).collect::<Value>();
    let proposed = proposed.as_ref().map(|proposed| {
        json!({
            "order": numbers(&proposed.order),
            "kept": numbers(&proposed.kept),
            "exact": proposed.exact,
            "tried": proposed.tried,
            "clash": proposed.clash.as_ref().map(|clash| numbers(&clash.rules)),
        })
    });
    json!({
        "concepts": concepts.collect::<Value>(),
        "rules": rules.collect::<Value>(),
        "levels": levels.collect::<Value>(),
        "remarks": remarks.collect::<Value>(),
        "proposed": proposed,
        "first_steps": first.iter().map(|one| one.json(&judged.course)).collect::<Value>(),
    })
}
