//! What a study has found, as the command line prints it: a table with its summary and its legend,
//! and a document of its numbers.

use std::time::Duration;

use comfy_table::{CellAlignment, Table, presets};
use serde_json::{Map, Value};

use foolproof_kernel::time_text;

/// The printed summary of a study.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Account {
    /// What was examined, in a line; the time it took is appended.
    pub summary: String,
    /// Whether the summary is above the table, instead of below it.
    pub summary_first: bool,
    /// Its lines, each with its line break.
    pub table: String,
    /// What the columns mean, or what else is to be said, with its line breaks; may be empty.
    pub legend: String,
    /// What was not reached if it was stopped: "it was through".
    pub unfinished: String,
    /// Its numbers, for other programs.
    pub document: Map<String, Value>,
    /// Whether everything requested was found, if it is finished.
    pub complete: bool,
    /// How long it took, including earlier runs; the time of the whole command if it does not know.
    pub elapsed: Option<Duration>,
}

impl Account {
    /// The whole text; `stopped` says how a study that was stopped can go on.
    pub fn text(&self, took: Duration, stopped: Option<&str>) -> String {
        let summary = format!("{} ({})\n", self.summary, time_text(self.elapsed.unwrap_or(took)));
        let Self { table, legend, unfinished, .. } = self;
        let mut text = match self.summary_first {
            true => format!("{summary}\n{table}\n{legend}"),
            false => format!("{table}{summary}{legend}"),
        };
        if let Some(go_on) = stopped {
            text.push_str(&format!("Stopped before {unfinished}; {go_on}.\n"));
        }
        text
    }

    /// The whole document, as text.
    pub fn document(&self, verb: &str, holds: bool, took: Duration) -> String {
        let mut document = Map::new();
        document.insert("verb".to_owned(), verb.into());
        document.insert("holds".to_owned(), holds.into());
        document.extend(self.document.clone());
        let took = self.elapsed.unwrap_or(took).as_secs_f64() * 1e3;
        document.insert("elapsed_ms".to_owned(), took.into());
        format!("{:#}\n", Value::Object(document))
    }
}

/// A table of numbers, each column as wide as it has to be.
pub fn laid_out(head: Vec<String>, rows: Vec<Vec<String>>) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(head);
    table.add_rows(rows);
    for column in table.column_iter_mut() {
        column.set_cell_alignment(CellAlignment::Right);
    }
    format!("{table}\n")
}
