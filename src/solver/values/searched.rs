//! The levels that a search covered, which are all that its answer speaks of.
//!
//! "There is none" applies to the levels that were searched: those whose freed sites hold marks of a stock.
//! The words are made here, once for the command line and the window.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::values::status::{Status, Why};
use foolproof_game::{Extent, Game, Range, StockItem, Text, listed};
use foolproof_level::{Level, Mark, Place};

/// A short phrase for levels whose open cells stay empty, and for those of a stock.
const EMPTY: &str = "while the open cells stay empty";
const TRIED: &str = "with the marks that were tried";
/// Maximum length of a list of mark names, in bytes. Longer lists are left out: the group says enough.
const NAMED: usize = 60;

/// Levels that were all searched.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchedLevels {
    pub freed: Freed,
    pub extent: Extent,
    pub stock: Vec<StockItem>,
    /// Description as a clause at the end of a sentence: "whatever stands on the open cells".
    pub words: String,
    /// Description in a few words, with a space or comma before them: " with the marks that were tried".
    pub short: String,
    /// The levels as the object of "Searched": "every level with any marks in the open cells".
    detail: String,
}

/// The sites that could change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Freed {
    /// Those that were not painted.
    Open,
    /// Open and painted ones.
    Unlocked,
    /// All except those that are named.
    Others,
}

impl SearchedLevels {
    /// Returns the sites that could change, and the marks that they could hold, in JSON.
    pub(crate) fn json(&self) -> Value {
        json!({
            "freed": self.freed,
            "extent": self.extent,
            "stock": self.stock,
            "words": self.words,
        })
    }

    pub(crate) fn new(game: &dyn Game, level: &Level, freed: Freed, range: &Range) -> Self {
        let sites = match freed {
            Freed::Open => "the open cells",
            Freed::Unlocked => "the unlocked cells",
            Freed::Others => "the other cells",
        };
        let (words, short, detail) = match range.extent {
            Extent::Nothing => (
                "with the open cells left empty, whatever else is removed".to_owned(),
                format!(" {EMPTY}"),
                "the level as it is, and with any of its marks removed".to_owned(),
            ),
            Extent::Every => {
                let words = format!("whatever is put in {sites}");
                let detail = format!("every level, whatever is in {sites}");
                (words.clone(), format!(", {words}"), detail)
            }
            Extent::Palette => (
                format!("whichever marks of the palette are put in {sites}"),
                format!(", whatever the palette puts in {sites}"),
                format!("every level with marks of the palette in {sites}"),
            ),
            Extent::Some => {
                let groups = groups(game, level, &range.stock);
                let words = format!(
                    "as long as the level has {groups}, and nothing else is put in {sites}"
                );
                let detail = format!("every level with {groups}, and nothing else in {sites}");
                (words, format!(" {TRIED}"), detail)
            }
        };
        Self { freed, extent: range.extent, stock: range.stock.clone(), words, short, detail }
    }

    /// Restricts the levels by a further requirement, in words that go before.
    pub(crate) fn with(mut self, words: &str) -> Self {
        self.words = format!("{words}, {}", self.words);
        let and = if self.short.starts_with(" with ") && words.starts_with("with ") {
            " and"
        } else {
            ""
        };
        self.short = format!(" {words}{and}{}", self.short);
        self.detail = format!("{}, {words}", self.detail);
        self
    }

    /// Says in a line that there is none; [`SearchedLevels::detail`] says the rest.
    pub fn none_of(&self, what: &str) -> String {
        format!("There is no {what}{}.", self.short)
    }

    /// Returns exactly which levels were searched, as a sentence.
    pub fn detail(&self) -> String {
        format!("Searched: {}.", self.detail)
    }

    /// Marks the levels as fewer than all of the palette, whatever the range says.
    pub(crate) fn narrower(mut self) -> Self {
        if self.extent != Extent::Nothing {
            self.extent = Extent::Some;
        }
        self
    }

    /// Returns the status of "is there one?" once none was found: refuted only if all levels were searched.
    pub(crate) fn none(&self) -> Status {
        match self.extent {
            Extent::Palette | Extent::Every => Status::Refuted,
            Extent::Nothing | Extent::Some => {
                Status::Unknown(Why::Stock(format!("there is none{}", self.short)))
            }
        }
    }
}

/// Returns the marks that levels of a stock have, in words: "at most 2 mirrors and any number of lamps".
fn groups(game: &dyn Game, level: &Level, stock: &[StockItem]) -> String {
    let fits = |item: &&StockItem| item.place != Place::Tray || level.board.tray > 0;
    let all = game.layout_of(level).sites.len();
    let groups: Vec<String> =
        stock.iter().filter(fits).filter_map(|item| numbered(game, item, all)).collect();
    match groups.as_slice() {
        [] => "no marks".to_owned(),
        some => listed(some, "and"),
    }
}

/// Returns a group with its bounds and what tells its marks apart: "at most 2 sources (power 1 or 1/2)".
fn numbered(game: &dyn Game, item: &StockItem, all: usize) -> Option<String> {
    let number = match (item.least, item.most) {
        (_, 0) => return None,
        (0, most) if most as usize >= all => "any number of".to_owned(),
        (0, most) => format!("at most {most}"),
        (least, most) if least == most => most.to_string(),
        (least, most) => format!("{least} to {most}"),
    };
    let which = settings(game, &item.marks).or_else(|| names(game, item));
    let which = which.map_or_else(String::new, |which| format!(" ({which})"));
    let group = if item.most == 1 { one_of(&item.group) } else { item.group.clone() };
    Some(format!("{number} {group}{which}"))
}

/// Returns a group's name in the singular: "splitter by three".
fn one_of(group: &str) -> String {
    let mut words: Vec<&str> = group.split(' ').collect();
    if let Some(word) = words.iter_mut().find(|word| word.ends_with('s')) {
        *word =
            word.strip_suffix("oes").map_or(&word[..word.len() - 1], |_| &word[..word.len() - 2]);
    }
    words.join(" ")
}

/// Returns the values of the marks' free settings, such as powers.
fn settings(game: &dyn Game, marks: &[Mark]) -> Option<String> {
    let mut values: Vec<(Text, String)> = Vec::new();
    for control in marks.iter().flat_map(|mark| game.controls(mark)) {
        let value = (control.name, control.value);
        if control.options.is_empty() && !values.contains(&value) {
            values.push(value);
        }
    }
    let names: BTreeSet<&str> = values.iter().map(|(name, _)| &**name).collect();
    let of = |name: &str| {
        let of_name = values.iter().filter(|(other, _)| *other == name);
        let of_name: Vec<&str> = of_name.map(|(_, value)| value.as_str()).collect();
        format!("{name} {}", listed(&of_name, "or"))
    };
    let all: Vec<String> = names.into_iter().map(of).collect();
    (!all.is_empty()).then(|| all.join(", "))
}

/// Returns the marks by name, if they are few.
fn names(game: &dyn Game, item: &StockItem) -> Option<String> {
    let named: Vec<String> = item.marks.iter().map(|mark| game.describe(mark)).collect();
    let named: Vec<&str> = named.iter().map(String::as_str).collect();
    let says_more = |name: &&str| format!("{name}s") != item.group;
    let words = listed(&named, "or");
    (words.len() <= NAMED && named.iter().any(says_more)).then_some(words)
}
