//! Formats of findings: one JSON document for scripts, plain lines for people.
//!
//! The JSON's keys are stable; times are in milliseconds.

use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};

use super::Outcome;
use foolproof_game::Game;
use foolproof_level::{Level, Play};
use foolproof_solver::{Answer, CountedSolutions, Finding, GENERATE, Origin, Topic};

/// Returns a verb's report as one JSON document: the verb, whether it holds, and the other fields.
pub fn json_report(verb: &str, outcome: Outcome, rest: Value) -> String {
    joined(json!({ "verb": verb, "holds": outcome == Outcome::Holds }), rest)
}

/// Returns such a report about a level.
pub fn json_report_of(verb: &str, level: &Level, outcome: Outcome, rest: Value) -> String {
    let (game, title, holds) = (&level.game, &level.title, outcome == Outcome::Holds);
    joined(json!({ "verb": verb, "game": game, "title": title, "holds": holds }), rest)
}

fn joined(mut document: Value, rest: Value) -> String {
    if let (Value::Object(all), Value::Object(rest)) = (&mut document, rest) {
        all.extend(rest);
    }
    format!("{document:#}\n")
}

fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

/// Returns findings as JSON, without those that a later one on the same topic replaced. Generated levels are
/// listed side by side.
pub fn findings_json(findings: &[Finding]) -> Value {
    let is_last = |(at, finding): &(usize, &Finding)| {
        let later = findings.iter().skip(at + 1);
        finding.topic() == GENERATE
            || later.into_iter().all(|other| other.topic() != finding.topic())
    };
    findings.iter().enumerate().filter(is_last).map(|(_, finding)| finding_json(finding)).collect()
}

/// Returns findings as JSON, each on its own.
pub(crate) fn all_findings_json(findings: &[Finding]) -> Value {
    findings.iter().map(finding_json).collect()
}

/// Returns a finding as JSON.
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
        "status": finding.status().json(),
        "origin": origin,
        "confirmed": finding.how.confirmed,
        "elapsed_ms": milliseconds(finding.how.elapsed),
        "time_limit_ms": milliseconds(finding.how.limits.time),
        "memory_limit_mib": finding.how.limits.memory_mib,
    });
    let Some((name, detail)) = detail_json(&finding.answer) else { return value };
    if let Some(object) = value.as_object_mut() {
        if finding.report::<CountedSolutions>().is_some_and(|counted| counted.shortest) {
            object.insert("shortest".to_owned(), json!(true));
        }
        object.insert(name.to_owned(), detail);
    }
    value
}

/// Returns the details of an answer and their key. The list of solutions is present, and empty, as long as none
/// was found.
fn detail_json(answer: &Answer) -> Option<(&'static str, Value)> {
    let nothing = || (answer.topic() == Topic::COUNT).then(|| ("plays", json!([])));
    answer.detail().or_else(nothing)
}

/// Describes a play, one mark per line.
pub fn play_lines(game: &dyn Game, play: &Play) -> Vec<String> {
    if play.is_empty() {
        return vec!["  nothing is placed".to_owned()];
    }
    play.iter().map(|(site, mark)| format!("  {}: {}", site.name(), game.describe(mark))).collect()
}

/// Says how stopped work can be resumed.
pub fn go_on_text(resume: Option<&Path>) -> String {
    match resume {
        Some(file) => format!("go on with --resume {}", file.display()),
        None => "use --resume FILE to be able to go on".to_owned(),
    }
}
