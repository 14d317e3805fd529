//! Long studies that a game offers beside its levels: all levels of a kind looked at, for numbers,
//! charts and the levels worth to be kept. What the window and the command line show of one.
//!
//! Knows `level`. Must never know the window.

use std::sync::Arc;

use crate::level::{Level, Mark};

/// Something to be set before a study starts.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    pub id: &'static str,
    pub name: &'static str,
    pub tip: &'static str,
    pub value: Value,
}

impl Setting {
    /// A number with its least and its greatest value.
    pub fn number(
        id: &'static str,
        name: &'static str,
        tip: &'static str,
        (value, least, most): (u32, u32, u32),
    ) -> Self {
        Self { id, name, tip, value: Value::Number { value, least, most } }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Number {
        value: u32,
        least: u32,
        most: u32,
    },
    /// What something is worth, which may be less than nothing.
    Weight {
        value: i32,
        least: i32,
        most: i32,
    },
    /// Any of these: name on screen, value, and whether it is chosen.
    Several(Vec<(&'static str, &'static str, bool)>),
    /// Names of one's own, parted by commas.
    Names(String),
}

/// What a table has where a number is not known.
pub const UNKNOWN: f64 = f64::NEG_INFINITY;

/// Settings as they were set, by their identifiers.
#[derive(Clone, Copy)]
pub struct Form<'a>(pub &'a [Setting]);

impl<'a> Form<'a> {
    fn value(self, id: &str) -> Option<&'a Value> {
        self.0.iter().find(|setting| setting.id == id).map(|setting| &setting.value)
    }

    pub fn number(self, id: &str) -> u32 {
        match self.value(id) {
            Some(Value::Number { value, .. }) => *value,
            _ => 0,
        }
    }

    /// A number that a board's side or a count of its marks may be.
    pub fn small(self, id: &str) -> u16 {
        u16::try_from(self.number(id)).unwrap_or(u16::MAX)
    }

    pub fn weight(self, id: &str) -> Option<i32> {
        match self.value(id) {
            Some(Value::Weight { value, .. }) => Some(*value),
            _ => None,
        }
    }

    /// What was chosen, or named.
    pub fn names(self, id: &str) -> Vec<String> {
        match self.value(id) {
            Some(Value::Several(all)) => {
                let chosen = all.iter().filter(|(.., on)| *on);
                chosen.map(|(_, value, _)| (*value).to_owned()).collect()
            }
            Some(Value::Names(text)) => {
                let names = text.split(',').map(|name| name.trim().to_owned());
                names.filter(|name| !name.is_empty()).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// As many threads as the machine runs at once.
pub fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Numbers of one thing that was studied.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub name: String,
    /// What it looks like, where it is a mark.
    pub mark: Option<Mark>,
    /// A number for each column, or [`UNKNOWN`].
    pub values: Vec<f64>,
    pub charts: Vec<Chart>,
}

/// How the numbers of a chart are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Drawn {
    /// Bars beside each other.
    #[default]
    Bars,
    /// A curve over the numbers that the names are, level from one to the next.
    Curve,
}

/// Numbers to be looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    pub title: String,
    /// Name and height of each bar.
    pub bars: Vec<(String, f64)>,
    pub drawn: Drawn,
}

impl Chart {
    pub fn bars(title: impl Into<String>, bars: Vec<(String, f64)>) -> Self {
        Self { title: title.into(), bars, drawn: Drawn::Bars }
    }

    pub fn curve(title: impl Into<String>, points: Vec<(String, f64)>) -> Self {
        Self { title: title.into(), bars: points, drawn: Drawn::Curve }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    pub name: String,
    pub tip: String,
    /// Digits after the point.
    pub digits: usize,
    /// Part of the matrix of pairs: shaded by its number.
    pub shaded: bool,
}

/// What a study has found, the best first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    pub summary: String,
    pub columns: Vec<Column>,
    pub rows: Vec<Row>,
}

/// What is known of a study while it works.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Seen {
    pub report: Report,
    /// The best levels of rows, by their names; other rows have none to be seen yet.
    pub levels: Vec<(String, Vec<Level>)>,
}

/// Asked now and then from another thread.
pub type Glimpse = Arc<dyn Fn() -> Seen + Send + Sync>;

/// A study that a game offers.
pub trait Study: Sync {
    fn name(&self) -> &'static str;

    /// What it finds out, in a sentence or two.
    fn about(&self) -> &'static str;

    fn settings(&self) -> Vec<Setting>;

    /// Settings of usual kinds, by name.
    fn presets(&self) -> Vec<(String, Vec<Setting>)> {
        Vec::new()
    }

    /// Begins one; `level` is the one at hand, for studies that can be made around it.
    fn start(
        &self,
        settings: &[Setting],
        level: Option<&Level>,
    ) -> Result<Box<dyn Studying>, String>;

    /// Goes on from what [`Studying::kept`] gave.
    fn resume(&self, text: &str) -> Result<Box<dyn Studying>, String>;
}

/// A study under way; one that is stopped goes on where it was.
pub trait Studying: Send {
    /// Works until it is through; `go_on` hears the share that is done, and false ends it early.
    fn run(&mut self, go_on: &(dyn Fn(f64) -> bool + Sync)) -> bool;

    /// What is known so far.
    fn report(&self) -> Report;

    /// The levels that show the thing of this name at its best.
    fn levels(&self, row: &str) -> Vec<Level>;

    /// A way to look at it while it works, where it has one.
    fn glimpse(&self) -> Option<Glimpse> {
        None
    }

    /// A text to go on from.
    fn kept(&self) -> String;
}
