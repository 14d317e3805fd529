//! A source as read, line by line, before anything is resolved.

use rustc_hash::{FxHashMap, FxHashSet};

/// An object as declared.
#[derive(Clone, Debug, Default)]
pub(crate) struct ObjectText {
    pub(crate) name: String,
    /// As written, for display.
    pub(crate) shown: String,
    pub(crate) line: u32,
    /// The last line that belongs to it.
    pub(crate) last_line: u32,
    pub(crate) colours: Vec<String>,
    /// Rows of digits and dots, possibly incomplete.
    pub(crate) rows: Vec<String>,
}

/// A name for one other name: `A = B`.
#[derive(Clone, Debug)]
pub(crate) struct SynonymText {
    pub(crate) name: String,
    pub(crate) target: String,
    pub(crate) line: u32,
}

/// A name for several others: `A = B and C` or `A = B or C`, its parts resolved as far as known.
#[derive(Clone, Debug)]
pub(crate) struct GroupText {
    pub(crate) name: String,
    pub(crate) parts: Vec<String>,
    pub(crate) line: u32,
}

/// The kind of a word in the line of a sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SoundWord {
    Event,
    Object,
    Verb,
    Direction,
    Seed,
}

/// One line of the sounds.
#[derive(Clone, Debug)]
pub(crate) struct SoundText {
    pub(crate) words: Vec<(String, SoundWord)>,
    pub(crate) line: u32,
}

/// One line of the rules.
#[derive(Clone, Debug)]
pub(crate) struct RuleText {
    /// Up to the first comment, in lower case.
    pub(crate) text: String,
    /// The whole line as written: messages keep their case.
    pub(crate) written: String,
    pub(crate) line: u32,
}

/// One win condition, split into words.
#[derive(Clone, Debug)]
pub(crate) struct WinText {
    pub(crate) words: Vec<String>,
    pub(crate) line: u32,
}

/// A row of a level: its characters in lower case, and their place.
#[derive(Clone, Debug)]
pub(crate) struct RowText {
    pub(crate) glyphs: Vec<char>,
    pub(crate) line: u32,
    /// First column, in characters from 0.
    pub(crate) column: usize,
}

/// A level or a message between levels.
#[derive(Clone, Debug)]
pub(crate) enum LevelText {
    Message { text: String, line: u32 },
    Rows(Vec<RowText>),
}

/// A setting of the prelude.
#[derive(Clone, Debug)]
pub(crate) struct SettingText {
    pub(crate) key: String,
    pub(crate) value: String,
}

/// The kind and definition of a declared name.
pub(crate) enum Declared<'a> {
    Object,
    And(&'a GroupText),
    Or(&'a GroupText),
    Unknown,
}

/// Everything that was read.
#[derive(Default)]
pub(crate) struct ParsedScript {
    pub(crate) settings: Vec<SettingText>,
    /// The last line of each setting.
    pub(crate) setting_lines: FxHashMap<String, u32>,
    pub(crate) objects: Vec<ObjectText>,
    pub(crate) object_index: FxHashMap<String, usize>,
    pub(crate) synonyms: Vec<SynonymText>,
    pub(crate) aggregates: Vec<GroupText>,
    pub(crate) properties: Vec<GroupText>,
    /// The line of each name in the legend, for errors and lookups.
    pub(crate) legend_lines: FxHashMap<String, (LegendKind, usize, u32)>,
    pub(crate) sounds: Vec<SoundText>,
    pub(crate) layers: Vec<Vec<String>>,
    pub(crate) rules: Vec<RuleText>,
    pub(crate) wins: Vec<WinText>,
    pub(crate) levels: Vec<LevelText>,
    /// Names that rules and win conditions may use: those declared before SOUNDS.
    pub(crate) names: FxHashSet<String>,
    /// Single characters that levels may use.
    pub(crate) glyphs: FxHashSet<char>,
    /// The sections in the order of their headings, with the heading's line.
    pub(crate) headings: Vec<(usize, u32)>,
}

/// The list that a legend name is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LegendKind {
    Synonym,
    And,
    Or,
}

impl ParsedScript {
    /// The line on which a name was declared, if it was.
    pub(crate) fn declared_on(&self, name: &str) -> Option<u32> {
        if let Some(object) = self.object_index.get(name).and_then(|&i| self.objects.get(i)) {
            return Some(object.line);
        }
        self.legend_lines.get(name).map(|&(_, _, line)| line)
    }

    pub(crate) fn object(&self, name: &str) -> Option<&ObjectText> {
        self.objects.get(*self.object_index.get(name)?)
    }

    /// Returns the declaration of a name, following synonyms, and the name at their end.
    pub(crate) fn resolve(&self, name: &str) -> (String, Declared<'_>) {
        let mut name = name.to_string();
        // A synonym may refer to itself in a source with errors; the bound ends such cycles.
        for _ in 0..=self.synonyms.len() {
            if self.object_index.contains_key(&name) {
                return (name, Declared::Object);
            }
            match self.legend_lines.get(&name) {
                Some(&(LegendKind::Synonym, index, _)) => match self.synonyms.get(index) {
                    Some(synonym) => name.clone_from(&synonym.target),
                    None => break,
                },
                Some(&(LegendKind::And, index, _)) => match self.aggregates.get(index) {
                    Some(group) => return (name, Declared::And(group)),
                    None => break,
                },
                Some(&(LegendKind::Or, index, _)) => match self.properties.get(index) {
                    Some(group) => return (name, Declared::Or(group)),
                    None => break,
                },
                None => break,
            }
        }
        (name, Declared::Unknown)
    }

    pub(crate) fn add_synonym(&mut self, name: String, target: String, line: u32) {
        let entry = (LegendKind::Synonym, self.synonyms.len(), line);
        self.legend_lines.entry(name.clone()).or_insert(entry);
        self.synonyms.push(SynonymText { name, target, line });
    }

    pub(crate) fn add_aggregate(&mut self, name: String, parts: Vec<String>, line: u32) {
        let entry = (LegendKind::And, self.aggregates.len(), line);
        self.legend_lines.entry(name.clone()).or_insert(entry);
        self.aggregates.push(GroupText { name, parts, line });
    }

    pub(crate) fn add_property(&mut self, name: String, parts: Vec<String>, line: u32) {
        let entry = (LegendKind::Or, self.properties.len(), line);
        self.legend_lines.entry(name.clone()).or_insert(entry);
        self.properties.push(GroupText { name, parts, line });
    }

    /// All declared names, for suggestions.
    pub(crate) fn all_names(&self) -> impl Iterator<Item = &str> {
        self.object_index.keys().chain(self.legend_lines.keys()).map(String::as_str)
    }

    /// The line of a section's heading, or 1.
    pub(crate) fn heading_line(&self, section: &str) -> u32 {
        let found = self
            .headings
            .iter()
            .find(|(s, _)| crate::reading::words::SECTIONS.get(*s) == Some(&section));
        found.map_or(1, |&(_, line)| line)
    }

    /// The last value of a setting.
    pub(crate) fn setting(&self, key: &str) -> Option<&str> {
        self.settings.iter().rev().find(|s| s.key == key).map(|s| s.value.as_str())
    }
}
