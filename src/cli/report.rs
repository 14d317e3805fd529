//! Reports of verbs: one JSON document for scripts, plain lines for people.
//!
//! The JSON's keys are stable; times are in milliseconds.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use comfy_table::{Cell, Row, Table, presets};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use foolproof_game::Game;
use foolproof_level::{Level, Play};
use foolproof_solver::{Answer, CountedSolutions, Finding, GENERATE, Origin, Topic};

/// Result of a verb, and the exit status of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Holds,
    DoesNotHold,
    /// Something is wrong with the level, which was reported; the known facts about it are still printed.
    BadInput,
}

/// Formats the JSON document of the verb with this name.
type FormatDocument = Box<dyn FnOnce(&str) -> String>;

/// Report of a verb: sentences for people, and fields for scripts. One of them is printed, on standard output.
pub struct Report {
    pub outcome: Outcome,
    text: String,
    game: Option<String>,
    title: Option<String>,
    document: Option<FormatDocument>,
}

/// A JSON document. Its first fields are the same for every verb.
#[derive(Serialize)]
struct Document<'a, F> {
    verb: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    holds: bool,
    #[serde(flatten)]
    fields: F,
}

impl Report {
    /// Creates a report with this text. Without fields, the text is the whole output, even with `--json`.
    pub fn new(outcome: Outcome, text: impl Into<String>) -> Self {
        Self { outcome, text: text.into(), game: None, title: None, document: None }
    }

    /// Creates the report of a verb that has done its work.
    pub fn done(text: impl Into<String>) -> Self {
        Self::new(Outcome::Holds, text)
    }

    /// Names the game in the document; to be called before the other fields are added.
    pub fn of_game(self, game: &str) -> Self {
        Self { game: Some(game.to_owned()), ..self }
    }

    /// Names the game and the title of a level; to be called before the other fields are added.
    pub fn of_level(self, level: &Level) -> Self {
        Self { title: Some(level.title.clone()), ..self.of_game(&level.game) }
    }

    /// Adds the fields of the document. They are formatted only if they are printed.
    pub fn fields(mut self, fields: impl Serialize + 'static) -> Self {
        let (game, title) = (self.game.take(), self.title.take());
        let holds = self.outcome == Outcome::Holds;
        let document = move |verb: &str| pretty(&Document { verb, game, title, holds, fields });
        Self { document: Some(Box::new(document)), ..self }
    }

    /// Adds findings about a level, without those that a later one on the same topic replaced.
    pub fn findings(self, level: &Level, findings: Vec<Finding>) -> Self {
        self.of_level(level).fields(BTreeMap::from([("findings", LastFindings(findings))]))
    }

    /// Adds findings about a level that do not replace each other.
    pub fn all_findings(self, level: &Level, findings: &[Finding]) -> Self {
        let findings: Value = findings.iter().map(finding_json).collect();
        self.of_level(level).fields(json!({ "findings": findings }))
    }

    /// Sets the whole document.
    pub fn document(self, document: impl Serialize + 'static) -> Self {
        Self { document: Some(Box::new(move |_| pretty(&document))), ..self }
    }

    /// Prints nothing in place of a document.
    pub(crate) fn without_document(self) -> Self {
        Self { document: Some(Box::new(|_| String::new())), ..self }
    }

    /// Returns the text to print: sentences, or the document of the verb with this name.
    pub(crate) fn printed(self, json_of: Option<&str>) -> String {
        match (self.document, json_of) {
            (Some(document), Some(verb)) => document(verb),
            _ => self.text,
        }
    }
}

/// Formats a document. A report contains only what JSON can express.
fn pretty(document: &impl Serialize) -> String {
    serde_json::to_string_pretty(document).unwrap_or_default() + "\n"
}

/// The last finding on each topic; generated levels are listed side by side.
pub struct LastFindings<F>(pub F);

impl<F: AsRef<[Finding]>> Serialize for LastFindings<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let findings = self.0.as_ref();
        let is_last = |(at, finding): &(usize, &Finding)| {
            let mut later = findings.iter().skip(at + 1);
            finding.topic() == GENERATE || later.all(|other| other.topic() != finding.topic())
        };
        let last = findings.iter().enumerate().filter(is_last);
        serializer.collect_seq(last.map(|(_, finding)| finding_json(finding)))
    }
}

/// Returns a table of aligned columns with this header, or without one if it is empty.
pub fn columns<H: Into<Cell>, R: Into<Row>>(
    header: impl IntoIterator<Item = H>,
    rows: impl IntoIterator<Item = R>,
) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    let mut header = header.into_iter().peekable();
    if header.peek().is_some() {
        table.set_header(header);
    }
    table.add_rows(rows);
    table
}

/// Formats a table without spaces at the ends of its lines.
pub fn trimmed(table: &Table) -> String {
    let lines: Vec<String> = table.lines().map(|line| line.trim_end().to_owned()).collect();
    lines.join("\n")
}

fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
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
