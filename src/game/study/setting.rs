//! Settings of a study: an option of the command line, and a value that the study receives.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

const HOSTS_HELP: &str = "Work together with the processes of this file, which has an address such \
                          as 10.0.0.7:4000 in each line; start each of them with its own --process; a \
                          line `secret-file: FILE` names a secret that all of them know";
const PROCESS_HELP: &str = "The number of this process in the file of --hosts, from 0; process 0 \
                            hands out the work, and it alone writes and prints";

/// A setting of a study: an option of the command line with the words of its help.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setting {
    /// Name in the study, and long name of the option.
    pub id: &'static str,
    pub kind: SettingKind,
    pub help: &'static str,
    pub short: Option<char>,
    /// The placeholder for its value, if it takes one.
    pub value: Option<&'static str>,
    /// The default value.
    pub default: Option<&'static str>,
    pub required: bool,
    /// An option that it conflicts with; `only_with` is one that it requires.
    pub not_with: Option<&'static str>,
    pub only_with: Option<&'static str>,
}

/// Kind of a setting. The last ones are common to all studies; a study that omits one has no such option.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SettingKind {
    /// A whole number, with the least and the greatest value of the option. Beyond them the study says itself
    /// what it cannot do.
    Number { least: u64, most: u64 },
    /// Columns and rows.
    Size,
    /// A least and a greatest number.
    Bounds,
    /// Several names. The option may be repeated or, with `commas`, holds all in one word.
    Several { commas: bool },
    /// Weights of the things with these names.
    Weights(&'static [&'static str]),
    /// True or false.
    Flag,
    /// One word.
    Word,
    /// A file; the study receives its text.
    File,
    /// Only prints this text.
    Print(&'static str),
    /// The level that the study starts from.
    Level,
    /// The file with earlier results, which are resumed if it exists.
    Kept,
    /// Output for levels, and what may be overwritten.
    Out,
    /// Print the JSON document instead of the table.
    Json,
    /// Time limit in seconds.
    Time,
    /// The file that lists the processes which work together, an address in each line.
    Hosts,
    /// The number of this process among those of the hosts file.
    Process,
}

impl Setting {
    pub const fn new(id: &'static str, kind: SettingKind, help: &'static str) -> Self {
        let (short, value, default, required) = (None, None, None, false);
        Self { id, kind, help, short, value, default, required, not_with: None, only_with: None }
    }

    /// A whole number from `least` to `most`.
    pub const fn number(id: &'static str, least: u64, most: u64, help: &'static str) -> Self {
        Self::new(id, SettingKind::Number { least, most }, help)
    }

    /// The settings for work on several processes.
    pub const fn of_hosts() -> [Self; 2] {
        [
            Self::new("hosts", SettingKind::Hosts, HOSTS_HELP).value("FILE"),
            Self::new("process", SettingKind::Process, PROCESS_HELP).value("N").only_with("hosts"),
        ]
    }

    pub const fn value(self, value: &'static str) -> Self {
        Self { value: Some(value), ..self }
    }

    pub const fn usually(self, default: &'static str) -> Self {
        Self { default: Some(default), ..self }
    }

    pub const fn short(self, short: char) -> Self {
        Self { short: Some(short), ..self }
    }

    pub const fn required(self) -> Self {
        Self { required: true, ..self }
    }

    pub const fn not_with(self, other: &'static str) -> Self {
        Self { not_with: Some(other), ..self }
    }

    pub const fn only_with(self, other: &'static str) -> Self {
        Self { only_with: Some(other), ..self }
    }
}

/// Value of a setting.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SettingValue {
    Number(u64),
    /// Columns and rows, or a least and a greatest number.
    Pair(u16, u16),
    /// The chosen names.
    Names(Vec<String>),
    Weights(BTreeMap<String, i32>),
    Flag(bool),
    Text(String),
}

/// Values by the identifiers of their settings; the study decides about missing ones.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SettingValues(BTreeMap<String, SettingValue>);

impl SettingValues {
    pub fn set(&mut self, id: &str, value: SettingValue) {
        self.0.insert(id.to_owned(), value);
    }

    pub fn number(&self, id: &str) -> Option<u64> {
        match self.0.get(id)? {
            SettingValue::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// A number that counts things in memory.
    pub fn count(&self, id: &str) -> Option<usize> {
        self.number(id).map(|number| usize::try_from(number).unwrap_or(usize::MAX))
    }

    /// Columns and rows, or a least and a greatest number.
    pub fn pair(&self, id: &str) -> Option<(u16, u16)> {
        match self.0.get(id)? {
            SettingValue::Pair(one, other) => Some((*one, *other)),
            _ => None,
        }
    }

    /// The chosen names.
    pub fn names(&self, id: &str) -> Option<&[String]> {
        match self.0.get(id)? {
            SettingValue::Names(names) => Some(names),
            _ => None,
        }
    }

    pub fn weights(&self, id: &str) -> Option<&BTreeMap<String, i32>> {
        match self.0.get(id)? {
            SettingValue::Weights(weights) => Some(weights),
            _ => None,
        }
    }

    pub fn flag(&self, id: &str) -> bool {
        self.0.get(id) == Some(&SettingValue::Flag(true))
    }

    pub fn text(&self, id: &str) -> Option<&str> {
        match self.0.get(id)? {
            SettingValue::Text(text) => Some(text),
            _ => None,
        }
    }
}
