//! A source as read, line by line, before anything is resolved.

use rustc_hash::{FxHashMap, FxHashSet};

/// An object as declared.
#[derive(Clone, Debug, Default)]
pub(super) struct ObjectText {
    pub(super) name: String,
    /// As written, for display.
    pub(super) shown: String,
    pub(super) line: u32,
    /// The last line that belongs to it.
    pub(super) last_line: u32,
    pub(super) colours: Vec<String>,
    /// Rows of digits and dots, possibly incomplete.
    pub(super) rows: Vec<String>,
}

/// A name for one other name: `A = B`.
#[derive(Clone, Debug)]
pub(super) struct SynonymText {
    pub(super) name: String,
    pub(super) target: String,
    pub(super) line: u32,
}

/// A name for several others: `A = B and C` or `A = B or C`, its parts resolved as far as known.
#[derive(Clone, Debug)]
pub(super) struct GroupText {
    pub(super) name: String,
    pub(super) parts: Vec<String>,
    pub(super) line: u32,
}

/// The kind of a word in the line of a sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SoundWord {
    Event,
    Object,
    Verb,
    Direction,
    Seed,
}

/// One line of the sounds.
#[derive(Clone, Debug)]
pub(super) struct SoundText {
    pub(super) words: Vec<(String, SoundWord)>,
    pub(super) line: u32,
}

/// One line of the rules.
#[derive(Clone, Debug)]
pub(super) struct RuleText {
    /// Up to the first comment, in lower case.
    pub(super) text: String,
    /// The whole line as written: messages keep their case.
    pub(super) written: String,
    pub(super) line: u32,
}

/// One win condition, split into words.
#[derive(Clone, Debug)]
pub(super) struct WinText {
    pub(super) words: Vec<String>,
    pub(super) line: u32,
}

/// A row of a level: its characters in lower case, and their place.
#[derive(Clone, Debug)]
pub(super) struct RowText {
    pub(super) glyphs: Vec<char>,
    pub(super) line: u32,
    /// First column, in characters from 0.
    pub(super) column: usize,
}

/// A level or a message between levels.
#[derive(Clone, Debug)]
pub(super) enum LevelText {
    Message { text: String, line: u32 },
    Rows(Vec<RowText>),
}

/// A setting of the prelude.
#[derive(Clone, Debug)]
pub(super) struct SettingText {
    pub(super) key: String,
    pub(super) value: String,
}

/// The kind and definition of a declared name.
pub(super) enum Declared<'a> {
    Object,
    And(&'a GroupText),
    Or(&'a GroupText),
    Unknown,
}

/// Everything that was read.
#[derive(Default)]
pub(super) struct ParsedScript {
    pub(super) settings: Vec<SettingText>,
    /// The last line of each setting.
    pub(super) setting_lines: FxHashMap<String, u32>,
    pub(super) objects: Vec<ObjectText>,
    pub(super) object_index: FxHashMap<String, usize>,
    pub(super) synonyms: Vec<SynonymText>,
    pub(super) aggregates: Vec<GroupText>,
    pub(super) properties: Vec<GroupText>,
    /// The line of each name in the legend, for errors and lookups.
    pub(super) legend_lines: FxHashMap<String, (LegendKind, usize, u32)>,
    pub(super) sounds: Vec<SoundText>,
    pub(super) layers: Vec<Vec<String>>,
    pub(super) rules: Vec<RuleText>,
    pub(super) wins: Vec<WinText>,
    pub(super) levels: Vec<LevelText>,
    /// Names that rules and win conditions may use: those declared before SOUNDS.
    pub(super) names: FxHashSet<String>,
    /// Single characters that levels may use.
    pub(super) glyphs: FxHashSet<char>,
    /// The sections in the order of their headings, with the heading's line.
    pub(super) headings: Vec<(usize, u32)>,
}

/// The list that a legend name is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LegendKind {
    Synonym,
    And,
    Or,
}

impl ParsedScript {
    /// The line on which a name was declared, if it was.
    pub(super) fn declared_on(&self, name: &str) -> Option<u32> {
        if let Some(object) = self.object_index.get(name).and_then(|&i| self.objects.get(i)) {
            return Some(object.line);
        }
        self.legend_lines.get(name).map(|&(_, _, line)| line)
    }

    pub(super) fn object(&self, name: &str) -> Option<&ObjectText> {
        self.objects.get(*self.object_index.get(name)?)
    }

    /// Returns the declaration of a name, following synonyms, and the name at their end.
    pub(super) fn resolve(&self, name: &str) -> (String, Declared<'_>) {
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

    pub(super) fn add_synonym(&mut self, name: String, target: String, line: u32) {
        let entry = (LegendKind::Synonym, self.synonyms.len(), line);
        self.legend_lines.entry(name.clone()).or_insert(entry);
        self.synonyms.push(SynonymText { name, target, line });
    }

    pub(super) fn add_aggregate(&mut self, name: String, parts: Vec<String>, line: u32) {
        let entry = (LegendKind::And, self.aggregates.len(), line);
        self.legend_lines.entry(name.clone()).or_insert(entry);
        self.aggregates.push(GroupText { name, parts, line });
    }

    pub(super) fn add_property(&mut self, name: String, parts: Vec<String>, line: u32) {
        let entry = (LegendKind::Or, self.properties.len(), line);
        self.legend_lines.entry(name.clone()).or_insert(entry);
        self.properties.push(GroupText { name, parts, line });
    }

    /// All declared names, for suggestions.
    pub(super) fn all_names(&self) -> impl Iterator<Item = &str> {
        self.object_index.keys().chain(self.legend_lines.keys()).map(String::as_str)
    }

    /// The line of a section's heading, or 1.
    pub(super) fn heading_line(&self, section: &str) -> u32 {
        let found =
            self.headings.iter().find(|(s, _)| super::words::SECTIONS.get(*s) == Some(&section));
        found.map_or(1, |&(_, line)| line)
    }

    /// The last value of a setting.
    pub(super) fn setting(&self, key: &str) -> Option<&str> {
        self.settings.iter().rev().find(|s| s.key == key).map(|s| s.value.as_str())
    }
}
