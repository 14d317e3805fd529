//! How findings are said: one JSON document for scripts, plain lines for people.
//!
//! Knows findings and games. The JSON's keys are stable; times are in milliseconds.

use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};

use super::{argument, positions};
pub use crate::games::time_text;

use crate::games::{Estimate, Game};
use crate::level::{Play, Site};
use crate::solver::{
    Blame, Detail, Effect, Finding, Origin, SearchedLevels, Status, Topic, Why, bytes_text,
};

/// The topic's name in JSON and in tables.
pub fn topic_name(finding: &Finding) -> String {
    serde_json::to_value(finding.topic)
        .ok()
        .and_then(|value| value.as_str().map(str::to_owned))
        .unwrap_or_default()
}

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
        Why::Time => "the time limit came first".to_owned(),
        Why::Memory(None) => "the memory limit came first".to_owned(),
        Why::Memory(Some(bytes)) => {
            format!("the memory limit came first: {} more were asked for", bytes_text(*bytes))
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

/// A status in words: "proved", "exactly 3", "unknown: the time limit came first".
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
        "solutions": status_json(&effect.solutions),
        "same": effect.same,
        "needless": effect.needless,
    })
}

/// Findings as JSON, without those that a later one of their topic took the place of. What is
/// generated stands beside each other.
pub fn findings_json(findings: &[Finding]) -> Value {
    let is_last = |(at, finding): &(usize, &Finding)| {
        let later = findings.iter().skip(at + 1);
        finding.topic == Topic::Generate
            || later.into_iter().all(|other| other.topic != finding.topic)
    };
    findings.iter().enumerate().filter(is_last).map(|(_, finding)| finding_json(finding)).collect()
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
        "topic": topic_name(finding),
        "status": status_json(&finding.status),
        "origin": origin,
        "confirmed": finding.how.confirmed,
        "elapsed_ms": milliseconds(finding.how.elapsed),
        "time_limit_ms": milliseconds(finding.how.limits.time),
        "memory_limit_mib": finding.how.limits.memory_mib,
    });
    let Some((name, detail)) = detail_json(&finding.detail) else { return value };
    if let Some(object) = value.as_object_mut() {
        object.insert(name.to_owned(), detail);
    }
    value
}

fn blame_json(blame: &Blame) -> Value {
    json!({
        "sites": sites_json(&blame.sites),
        "concept": blame.concept,
        "lacking": blame.lacking,
        "minimal": blame.minimal,
        "among": blame.among,
        "intended": blame.intended,
        "searched": searched_json(&blame.searched),
        "room": blame.room,
    })
}

/// What comes with a finding, and its key.
fn detail_json(detail: &Detail) -> Option<(&'static str, Value)> {
    Some(match detail {
        Detail::Nothing => return None,
        Detail::Play(play) => ("play", json!(play)),
        Detail::Flaw { why, sites } => ("flaw", json!({ "why": why, "sites": sites_json(sites) })),
        Detail::Plays(plays) => ("plays", json!(plays)),
        Detail::Marks { forced, possible, exact, uses } => {
            let list = |marks: &std::collections::BTreeSet<(Site, crate::level::Mark)>| -> Value {
                marks.iter().map(|(site, mark)| json!([site, mark])).collect()
            };
            let (forced, possible) = (list(forced), list(possible));
            let mut marks = json!({ "forced": forced, "possible": possible, "exact": exact });
            if !uses.is_empty() {
                marks["uses"] =
                    uses.iter().map(|((site, mark), n)| json!([site, mark, n])).collect();
            }
            ("marks", marks)
        }
        Detail::About(Estimate { value, error }) => {
            ("estimate", json!({ "solutions": value, "standard_error": error }))
        }
        Detail::Weighed(claim, weighed) => ("argument", argument::weighed_json(claim, weighed)),
        Detail::Smallest { smallest, tactics, .. } => {
            ("smallest", argument::smallest_json(smallest.as_ref(), tactics.as_ref()))
        }
        Detail::Arguments { arguments, whole, .. } => {
            ("arguments", json!({ "steps": arguments, "whole": whole }))
        }
        Detail::Deduced(deduced) => ("deduction", json!(deduced)),
        Detail::Trials(trials) => ("trials", json!(trials)),
        Detail::Measures(measures) => ("measures", json!(measures)),
        Detail::Graph(graph) => ("graph", positions::graph_json(graph)),
        Detail::None(searched) => ("searched", searched_json(searched)),
        Detail::Level { level, changed, shortcut_free, searched } => {
            let painted: serde_json::Map<String, Value> =
                level.marks().map(|(site, mark)| (site.to_string(), json!(mark))).collect();
            (
                "level",
                json!({
                    "marks": painted,
                    "intended": level.intended,
                    "changed": sites_json(changed),
                    "shortcut_free": status_json(shortcut_free),
                    "searched": searched.as_deref().map(searched_json),
                }),
            )
        }
        Detail::Effects { now, effects } => {
            let edits: Value = effects.iter().map(effect_json).collect();
            ("effects", json!({ "now": status_json(now), "edits": edits }))
        }
        Detail::Blame(blame) => ("conflict", blame_json(blame)),
    })
}

/// A play in words, a mark a line.
pub fn play_lines(game: &dyn Game, play: &Play) -> Vec<String> {
    if play.is_empty() {
        return vec!["  nothing is placed".to_owned()];
    }
    play.iter()
        .map(|(site, mark)| format!("  {}: {}", site.spoken(), game.describe(mark)))
        .collect()
}

/// A number of things: "1 level", "2 levels".
pub fn counted(number: usize, one: &str, more: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { more })
}

/// How work that was stopped can go on, in words.
pub fn go_on_text(resume: Option<&Path>) -> String {
    match resume {
        Some(file) => format!("go on with --resume {}", file.display()),
        None => "with --resume FILE it could go on".to_owned(),
    }
}
