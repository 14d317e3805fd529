//! Results of a study as the command line prints them: a table with its summary and its legend, and a document
//! of its numbers.

use std::time::Duration;

use comfy_table::{CellAlignment, Table, presets};
use serde_json::{Map, Value};

use foolproof_kernel::time_text;

/// The printed summary of a study.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Account {
    /// Summary of what was examined, in a line; the elapsed time is appended.
    pub summary: String,
    /// The summary is above the table, instead of below it.
    pub summary_first: bool,
    /// Lines of the table, each with its line break.
    pub table: String,
    /// Meaning of the columns, or other remarks, with line breaks; may be empty.
    pub legend: String,
    /// Words after "Stopped before" if the study was stopped, such as "it was through".
    pub unfinished: String,
    /// Numbers for other programs.
    pub document: Map<String, Value>,
    /// Everything requested was found, if the study is finished.
    pub complete: bool,
    /// Elapsed time, including earlier runs; if `None`, the time of the whole command is used.
    pub elapsed: Option<Duration>,
}

impl Account {
    /// Returns the whole text; `stopped` says how a stopped study can be continued.
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

    /// Returns the whole document as text.
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

/// Lays out a table of numbers with the narrowest columns possible.
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
