//! How findings are said: one JSON document for scripts, plain lines for people.
//!
//! Knows findings and games. The JSON's keys are stable; times are in milliseconds.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};

pub use crate::games::{counted, time_text};

use crate::games::{Estimate, Game};
use crate::level::{Mark, Play, Site};
use crate::solver::{
    Answer, Blame, Effect, Finding, FoundLevel, IntendedFlaw, MarksOfSolutions, Origin,
    ProposedLevel, SearchedLevels, Status, Topic, Truth, Why, bytes_text,
};

/// One word for a status.
pub fn status_word(status: &Status) -> &'static str {
    match status {
        Status::Proved => "proved",
        Status::Refuted => "refuted",
        Status::Exactly(_) => "exactly",
        Status::AtLeast(_) => "at_least",
        Status::Unknown(_) => "unknown",
    }
}

/// Why something is not known, in words.
pub fn why_text(why: &Why) -> String {
    match why {
        Why::Time => "time ran out".to_owned(),
        Why::Memory(None) => "memory ran out".to_owned(),
        Why::Memory(Some(bytes)) => {
            format!("memory ran out: {} more were needed", bytes_text(*bytes))
        }
        Why::Stopped => "stopped".to_owned(),
        Why::Crashed(text)
        | Why::BadInput(text)
        | Why::EncodingFault(text)
        | Why::Undecided(text)
        | Why::Stock(text)
        | Why::Moot(text) => text.clone(),
    }
}

/// A status in words: "proved", "exactly 3", "unknown: time ran out".
pub fn status_text(status: &Status) -> String {
    match status {
        Status::Exactly(n) => format!("exactly {n}"),
        Status::AtLeast(n) => format!("at least {n}"),
        Status::Unknown(Why::Moot(text)) => format!("does not apply: {text}"),
        Status::Unknown(why) => format!("unknown: {}", why_text(why)),
        status => status_word(status).to_owned(),
    }
}

pub fn status_json(status: &Status) -> Value {
    match status {
        Status::Exactly(n) | Status::AtLeast(n) => json!({ "is": status_word(status), "n": n }),
        Status::Unknown(why) => {
            let reason = serde_json::to_value(why)
                .ok()
                .and_then(|value| value.get("why").and_then(|w| w.as_str().map(str::to_owned)))
                .unwrap_or_default();
            let mut value = json!({ "is": "unknown", "why": reason, "text": why_text(why) });
            if let (Why::Memory(Some(bytes)), Some(object)) = (why, value.as_object_mut()) {
                object.insert("bytes".to_owned(), json!(bytes));
            }
            value
        }
        status => json!({ "is": status_word(status) }),
    }
}

fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

fn sites_json(sites: &[Site]) -> Value {
    sites.iter().map(Site::to_string).collect()
}

fn effect_json(effect: &Effect) -> Value {
    json!({
        "site": effect.site.to_string(),
        "mark": effect.mark,
        "solutions": status_json(&effect.solutions.status()),
        "same": effect.same,
        "needless": effect.needless,
    })
}

/// Findings as JSON, without those that a later one of their topic took the place of. What is
/// generated stands beside each other.
pub fn findings_json(findings: &[Finding]) -> Value {
    let is_last = |(at, finding): &(usize, &Finding)| {
        let later = findings.iter().skip(at + 1);
        finding.topic() == Topic::GENERATE
            || later.into_iter().all(|other| other.topic() != finding.topic())
    };
    findings.iter().enumerate().filter(is_last).map(|(_, finding)| finding_json(finding)).collect()
}

/// Findings as JSON, each of which stands for itself.
pub fn all_findings_json(findings: &[Finding]) -> Value {
    findings.iter().map(finding_json).collect()
}

/// Levels that were looked at: the sites that could change, the marks that they could hold.
fn searched_json(searched: &SearchedLevels) -> Value {
    json!({
        "freed": searched.freed,
        "extent": searched.extent,
        "stock": searched.stock,
        "words": searched.words,
    })
}

/// A finding as JSON.
fn finding_json(finding: &Finding) -> Value {
    let origin = match finding.how.origin {
        Origin::Witness => "witness",
        Origin::Rules => "rules",
        Origin::Cache => "cache",
        Origin::Search => "search",
        Origin::Solver => "solver",
    };
    let mut value = json!({
        "topic": finding.topic().id(),
        "status": status_json(&finding.status()),
        "origin": origin,
        "confirmed": finding.how.confirmed,
        "elapsed_ms": milliseconds(finding.how.elapsed),
        "time_limit_ms": milliseconds(finding.how.limits.time),
        "memory_limit_mib": finding.how.limits.memory_mib,
    });
    let Some((name, detail)) = detail_json(&finding.answer) else { return value };
    if let Some(object) = value.as_object_mut() {
        if matches!(&finding.answer, Answer::Count(Ok(counted)) if counted.shortest) {
            object.insert("shortest".to_owned(), json!(true));
        }
        object.insert(name.to_owned(), detail);
    }
    value
}

fn blame_json(blame: &Blame) -> Value {
    json!({
        "sites": sites_json(&blame.sites),
        "concept": blame.concept,
        "sentences": blame.sentences,
        "lacking": blame.lacking,
        "minimal": blame.minimal,
        "among": blame.among,
        "intended": blame.intended,
        "searched": searched_json(&blame.searched),
        "room": blame.room,
    })
}

/// What comes with an answer, and its key.
fn detail_json(answer: &Answer) -> Option<(&'static str, Value)> {
    Some(match answer {
        Answer::Solvable(Truth::Holds(Some(play))) | Answer::ShortcutFree(Truth::Fails(play)) => {
            ("play", json!(play))
        }
        Answer::Intended(Truth::Fails(IntendedFlaw { why, sites })) => {
            ("flaw", json!({ "why": why, "sites": sites_json(sites) }))
        }
        Answer::Count(Ok(counted)) => ("plays", json!(counted.plays)),
        // A list that is empty, as long as no solution was found.
        Answer::Count(Err(_)) => ("plays", json!([])),
        Answer::Marks(Ok(marks)) => ("marks", marks_json(marks)),
        Answer::Estimate { estimate: Estimate { value, error }, .. } => {
            ("estimate", json!({ "solutions": value, "standard_error": error }))
        }
        Answer::Open(answer) => return answer.detail(),
        Answer::Redundant(Ok(tried)) | Answer::Effects(Ok(tried)) => {
            let edits: Value = tried.effects.iter().map(effect_json).collect();
            ("effects", json!({ "now": status_json(&tried.now.status()), "edits": edits }))
        }
        Answer::Minimise(Ok(minimised)) => ("level", level_json(&minimised.proposed, None)),
        Answer::Complete(FoundLevel::None(searched))
        | Answer::Generate(FoundLevel::None(searched)) => ("searched", searched_json(searched)),
        Answer::Complete(found) | Answer::Generate(found) => {
            ("level", level_json(found.proposed()?, found.searched()))
        }
        Answer::Conflict(Ok(Some(blame))) => ("conflict", blame_json(blame)),
        _ => return None,
    })
}

fn marks_json(found: &MarksOfSolutions) -> Value {
    let list = |marks: &BTreeSet<(Site, Mark)>| -> Value {
        marks.iter().map(|(site, mark)| json!([site, mark])).collect()
    };
    let (forced, possible) = (list(&found.forced), list(&found.possible));
    let mut marks = json!({ "forced": forced, "possible": possible, "exact": found.is_exact() });
    if !found.uses.is_empty() {
        marks["uses"] = found.uses.iter().map(|((site, mark), n)| json!([site, mark, n])).collect();
    }
    marks
}

/// A proposed level, with the levels that were all looked at where none of them is without shortcuts.
fn level_json(proposed: &ProposedLevel, searched: Option<&SearchedLevels>) -> Value {
    let level = &proposed.level;
    let painted: serde_json::Map<String, Value> =
        level.marks().map(|(site, mark)| (site.to_string(), json!(mark))).collect();
    json!({
        "marks": painted,
        "intended": level.intended,
        "changed": sites_json(&proposed.changed),
        "fewest": proposed.fewest,
        "shortcut_free": status_json(&proposed.shortcut_free.status()),
        "searched": searched.map(searched_json),
    })
}

/// A play in words, a mark a line.
pub fn play_lines(game: &dyn Game, play: &Play) -> Vec<String> {
    if play.is_empty() {
        return vec!["  nothing is placed".to_owned()];
    }
    play.iter().map(|(site, mark)| format!("  {}: {}", site.name(), game.describe(mark))).collect()
}

/// How work that was stopped can go on, in words.
pub fn go_on_text(resume: Option<&Path>) -> String {
    match resume {
        Some(file) => format!("go on with --resume {}", file.display()),
        None => "use --resume FILE to be able to go on".to_owned(),
    }
}
