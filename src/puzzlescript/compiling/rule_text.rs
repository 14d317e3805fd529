//! Splits a rule's line into cells of terms, as written: nothing is expanded yet.

use crate::reading::diagnostics::DiagnosticLog;
use crate::reading::dictionary::{Dictionary, NameId};
use crate::reading::parsed::{ParsedScript, RuleText};
use crate::reading::words::{Facing, Qualifier, is_command, is_sound_command};
use std::rc::Rc;

/// An object of a cell, with its qualifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Term {
    pub(crate) qualifier: Qualifier,
    pub(crate) name: NameId,
}

pub(crate) type TermCell = Vec<Term>;
/// The cells between one `[` and its `]`.
pub(crate) type TermRow = Vec<TermCell>;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum RuleCommand {
    Cancel,
    Checkpoint,
    Restart,
    Win,
    Again,
    Message(String),
    /// `sfx0` to `sfx10`.
    Sound(String),
}

/// A rule as written, or one of the rules that it expands to.
#[derive(Clone, Debug)]
pub(crate) struct DraftRule {
    pub(crate) facings: Vec<Facing>,
    pub(crate) left: Vec<TermRow>,
    /// Empty if the rule only has commands.
    pub(crate) right: Vec<TermRow>,
    pub(crate) line: u32,
    /// The line of the rule that began the group.
    pub(crate) group: u32,
    pub(crate) late: bool,
    pub(crate) rigid: bool,
    pub(crate) random: bool,
    pub(crate) commands: Rc<[RuleCommand]>,
}

/// The meaning of a line of the rules.
pub(crate) enum RuleLine {
    LoopStart,
    LoopEnd,
    Rule(DraftRule),
    /// It was reported and is left out.
    Nothing,
    /// Its two sides have different shapes: the game cannot be built.
    Unusable,
}

/// The words and signs of a rule's text.
pub(crate) fn split_rule(text: &str) -> Vec<String> {
    let spaced =
        text.replace('[', " [ ").replace(']', " ] ").replace('|', " | ").replace("->", " -> ");
    let spaced = spaced.trim_matches(crate::reading::stream::is_space);
    let words = |text: &str| -> Vec<String> {
        text.split(crate::reading::stream::is_space)
            .filter(|w| !w.is_empty())
            .map(str::to_string)
            .collect()
    };
    match spaced.strip_prefix('+') {
        Some(rest) => std::iter::once("+".to_string()).chain(words(rest)).collect(),
        None => words(spaced),
    }
}

/// Reads one rule's words.
pub(crate) struct RuleParser<'a> {
    pub(crate) parsed: &'a ParsedScript,
    pub(crate) dictionary: &'a mut Dictionary,
    pub(crate) log: &'a mut DiagnosticLog,
    /// The rule before this one, for `+`.
    pub(crate) previous: Option<(u32, bool)>,
    line: u32,
    pending: Option<Qualifier>,
    cell: TermCell,
    row: TermRow,
    in_row: bool,
    depth: i32,
    arrow: bool,
    joins: bool,
    draft: DraftRule,
    commands: Vec<RuleCommand>,
    unusable: bool,
}

impl<'a> RuleParser<'a> {
    pub(crate) fn new(
        parsed: &'a ParsedScript,
        dictionary: &'a mut Dictionary,
        log: &'a mut DiagnosticLog,
        previous: Option<(u32, bool)>,
        line: u32,
    ) -> RuleParser<'a> {
        let draft = DraftRule {
            facings: Vec::new(),
            left: Vec::new(),
            right: Vec::new(),
            line,
            group: line,
            late: false,
            rigid: false,
            random: false,
            commands: Rc::new([]),
        };
        RuleParser {
            parsed,
            dictionary,
            log,
            previous,
            line,
            pending: None,
            cell: Vec::new(),
            row: Vec::new(),
            in_row: false,
            depth: 0,
            arrow: false,
            joins: false,
            draft,
            commands: Vec::new(),
            unusable: false,
        }
    }

    fn error(&mut self, word: &str, text: impl Into<String>) {
        self.log.error(self.line, word, text.into());
    }

    fn warn(&mut self, word: &str, text: impl Into<String>) {
        self.log.warn(self.line, word, text.into());
    }

    pub(crate) fn read(mut self, rule: &RuleText) -> RuleLine {
        if rule.written.contains('(') && !rule.text.contains("->") {
            self.error("(", "A comment begins before this rule's arrow and swallows the rest. Move the comment to a line of its own.");
            return RuleLine::Nothing;
        }
        let words = split_rule(&rule.text);
        match words.first().map(String::as_str) {
            None => self.error("", "This line of the rules has no rule in it."),
            Some("startloop") if words.len() == 1 => return RuleLine::LoopStart,
            Some("endloop") if words.len() == 1 => return RuleLine::LoopEnd,
            _ => {}
        }
        if !words.iter().any(|word| word == "->") {
            self.error(
                "",
                "A rule needs an arrow, -> , between what it looks for and what it makes of it.",
            );
        }
        let n_lead = self.read_lead(&words);
        if !self.read_cells(rule, &words, n_lead) {
            return RuleLine::Nothing;
        }
        self.finish()
    }

    /// Reads the words before the first bracket. Returns how many there are.
    fn read_lead(&mut self, words: &[String]) -> usize {
        for (i, word) in words.iter().enumerate() {
            match word.as_str() {
                "[" => {
                    if self.draft.facings.is_empty() {
                        self.draft.facings.extend(Facing::ALL);
                    }
                    return i;
                }
                "+" => self.join_group(i),
                "late" => self.draft.late = true,
                "rigid" => self.draft.rigid = true,
                "random" => {
                    self.draft.random = true;
                    if self.joins {
                        self.error(word, "RANDOM belongs to a whole group: write it on the group's first rule, not on one that joins with +.");
                    }
                }
                _ if Qualifier::parse(word).is_some_and(Qualifier::is_relative) => {
                    self.error(word, "A rule's own direction must be absolute: UP, DOWN, LEFT, RIGHT, HORIZONTAL or VERTICAL. Without one it looks in all four.");
                }
                _ if !Facing::parse(word).is_empty() => {
                    self.draft.facings.extend(Facing::parse(word))
                }
                _ if word == "moving" => self.draft.facings.extend(Facing::ALL),
                _ => {
                    let text = format!(
                        "A rule begins with directions or a bracket; {} is neither.",
                        word.to_uppercase()
                    );
                    self.error(word, text);
                }
            }
        }
        words.len()
    }

    fn join_group(&mut self, index: usize) {
        self.joins = true;
        if self.draft.group != self.line {
            return self.error("+", "One + is enough to join the group above.");
        }
        if index != 0 {
            self.error("+", "The + that joins the group above must be the first sign of the line.");
        }
        match self.previous {
            Some((group, _)) => self.draft.group = group,
            None => {
                self.error("+", "There is no rule above that this + could join. Remove it.");
                self.joins = false;
            }
        }
    }

    /// Reads brackets, cells, arrow and commands. False if the rule is to be left out.
    fn read_cells(&mut self, rule: &RuleText, words: &[String], start: usize) -> bool {
        for (i, word) in words.iter().enumerate().skip(start) {
            if let Some(qualifier) = Qualifier::parse(word) {
                self.qualifier(word, qualifier);
                continue;
            }
            match word.as_str() {
                "[" => self.open(),
                "|" => self.next_cell(),
                "]" => {
                    if !self.close() {
                        return false;
                    }
                }
                "->" => {
                    if !self.pass_arrow() {
                        return false;
                    }
                }
                _ if self.parsed.names.contains(word) => self.object(word),
                "..." => self.ellipsis(),
                _ if is_command(word) => {
                    self.command(rule, words, i);
                    if word == "message" {
                        return true;
                    }
                }
                _ => {
                    let text = format!(
                        "{} makes no sense in a rule's cell. Cells hold objects and what they do.",
                        word.to_uppercase()
                    );
                    self.error(word, text);
                }
            }
        }
        true
    }

    fn open(&mut self) {
        self.depth += 1;
        if self.depth > 1 {
            self.warn(
                "[",
                "A [ follows another that is still open. Close each with ] before the next.",
            );
        }
        if !self.cell.is_empty() || self.pending.is_some() {
            self.error("[", "A [ opens while a cell is not finished. Close the one before with ].");
        }
        self.in_row = true;
        self.cell.clear();
        self.pending = None;
    }

    fn qualifier(&mut self, word: &str, qualifier: Qualifier) {
        if self.pending.is_some() {
            self.error(
                word,
                "An object can do only one thing at a time, but two are asked of it. Remove one.",
            );
        } else if !self.in_row {
            self.warn(
                word,
                "Directions go before the first bracket or inside one, not between or after them.",
            );
        } else if self.draft.late
            && !matches!(qualifier, Qualifier::No | Qualifier::Random | Qualifier::RandomDir)
        {
            self.error(word, "A LATE rule comes after all movement, so it cannot mention any. Remove the movement, or LATE.");
        } else {
            self.pending = Some(qualifier);
        }
    }

    fn next_cell(&mut self) {
        if !self.in_row {
            self.warn("|", "A | separates cells, so it belongs inside [ ].");
        } else if self.pending.is_some() {
            self.error("|", "A movement stands without an object. Name what moves.");
        } else {
            self.row.push(std::mem::take(&mut self.cell));
        }
    }

    fn close(&mut self) -> bool {
        self.depth -= 1;
        if self.depth < 0 {
            self.warn("]", "A ] closes a bracket that was never opened. Remove it, or add the [ that is missing.");
            return false;
        }
        if self.pending.is_some() {
            if self.cell.first().map(|term| term.qualifier) == Some(Qualifier::Ellipsis) {
                self.error(
                    "]",
                    "A row of cells cannot end with ... : nothing would limit the gap.",
                );
            } else {
                self.error("]", "A movement stands without an object. Name what moves.");
            }
        } else {
            self.row.push(std::mem::take(&mut self.cell));
        }
        let row = std::mem::take(&mut self.row);
        if self.arrow {
            self.draft.right.push(row)
        } else {
            self.draft.left.push(row)
        }
        self.in_row = false;
        true
    }

    fn pass_arrow(&mut self) -> bool {
        if self.draft.group != self.line
            && self.previous.is_some_and(|(_, late)| late != self.draft.late)
        {
            self.warn("late", "A group mixes LATE rules with others. They run at different times; split the group.");
        }
        if self.in_row {
            self.warn("->", "An arrow stands inside brackets. Close them with ] before it.");
        } else if self.arrow {
            self.error("->", "A rule has one arrow; this one has two. Split it into two rules.");
            return false;
        } else {
            self.arrow = true;
        }
        true
    }

    fn object(&mut self, word: &str) {
        if !self.in_row {
            let text = format!(
                "{} stands outside the brackets of the rule. Objects belong inside [ ].",
                word.to_uppercase()
            );
            return self.warn(word, text);
        }
        let name = self.dictionary.intern(word);
        for index in 0..self.cell.len() {
            let Some(term) = self.cell.get(index).filter(|term| term.name == name) else {
                continue;
            };
            let both_no = term.qualifier == Qualifier::No && self.pending == Some(Qualifier::No);
            if both_no {
                let text = format!(
                    "NO {} stands in this cell more than once. Once is enough.",
                    word.to_uppercase()
                );
                self.warn(word, text);
                continue;
            }
            let text =
                format!("{} stands in one cell more than once. Keep it once.", word.to_uppercase());
            self.error(word, text);
            if self.dictionary.property(name).is_some() {
                let text = "If two different objects of that kind are meant, make two names for the kind in the legend.";
                self.log.error_once(self.line, word, text);
            }
        }
        let qualifier = self.pending.take().unwrap_or(Qualifier::Plain);
        self.cell.push(Term { qualifier, name });
    }

    fn ellipsis(&mut self) {
        if !self.in_row {
            return self
                .warn("...", "A ... stands for cells between others, so it belongs inside [ ].");
        }
        let name = self.dictionary.intern("...");
        match self.pending.take() {
            Some(qualifier) => {
                self.cell.push(Term { qualifier, name });
                self.pending = Some(Qualifier::Ellipsis);
            }
            None => self.cell.push(Term { qualifier: Qualifier::Ellipsis, name }),
        }
    }

    fn command(&mut self, rule: &RuleText, words: &[String], index: usize) {
        let Some(word) = words.get(index) else { return };
        let text = "Commands stand at the end of a rule, after the last bracket.";
        if !self.arrow {
            self.error(word, text);
        } else if self.in_row || words.iter().skip(index).any(|w| w == "]") {
            self.warn(word, text);
        }
        let command = match word.as_str() {
            "cancel" => RuleCommand::Cancel,
            "checkpoint" => RuleCommand::Checkpoint,
            "restart" => RuleCommand::Restart,
            "win" => RuleCommand::Win,
            "again" => RuleCommand::Again,
            "message" => RuleCommand::Message(message_text(&rule.written, words, index)),
            _ => RuleCommand::Sound(word.clone()),
        };
        if is_sound_command(word) && !self.sound_is_defined(word) {
            let text =
                format!("{} has no sound. Give it one in the SOUNDS section.", word.to_uppercase());
            self.warn(word, text);
        }
        self.commands.push(command);
    }

    fn sound_is_defined(&self, word: &str) -> bool {
        self.parsed
            .sounds
            .iter()
            .any(|sound| sound.words.first().is_some_and(|(first, _)| first == word))
    }

    fn finish(mut self) -> RuleLine {
        if self.draft.late && self.draft.rigid {
            self.error("rigid", "A LATE rule cannot be RIGID: it comes after all movement. Remove one of the words.");
        }
        let (n_left, n_right) = (self.draft.left.len(), self.draft.right.len());
        if n_left != n_right {
            if self.commands.is_empty() || n_right != 0 {
                self.warn(
                    "->",
                    "Both sides of a rule need the same number of brackets. This rule is left out.",
                );
                return RuleLine::Nothing;
            }
        } else {
            for index in 0..n_left {
                let n_cells = |rows: &[TermRow]| rows.get(index).map_or(0, Vec::len);
                if n_cells(&self.draft.left) != n_cells(&self.draft.right) {
                    self.error("->", "A bracket and its counterpart after the arrow need the same number of cells.");
                    self.unusable = true;
                }
                if n_cells(&self.draft.left) == 0 {
                    self.log.error_once(
                        self.line,
                        "[",
                        "A bracket before the arrow is empty. Say what the rule looks for.",
                    );
                }
            }
        }
        if n_left == 0 {
            self.error("", "This rule looks for nothing. Put a bracket before its arrow.");
        }
        let says = |command: &RuleCommand| matches!(command, RuleCommand::Message(_));
        if self.commands.contains(&RuleCommand::Win) && self.commands.iter().any(says) {
            // A message ends the turn there before it looks for a win.
            self.warn("win", "A player of PuzzleScript's own sees this message and never wins: a turn with a message does not count as a win there. Put the message after the level.");
        }
        self.draft.commands = self.commands.into();
        if !is_directional(&self.draft) {
            self.draft.facings.truncate(1);
        }
        if self.unusable { RuleLine::Unusable } else { RuleLine::Rule(self.draft) }
    }
}

/// Returns whether a rule's direction makes a difference.
fn is_directional(rule: &DraftRule) -> bool {
    let relative = |row: &TermRow| row.iter().flatten().any(|term| term.qualifier.is_relative());
    rule.left.iter().any(|row| row.len() > 1 || relative(row)) || rule.right.iter().any(relative)
}

/// The text after a rule's MESSAGE, as written.
fn message_text(written: &str, words: &[String], index: usize) -> String {
    // Lower case character by character, so that positions are those of the written text.
    let lowered: String = written.chars().map(|c| c.to_ascii_lowercase()).collect();
    let mut from = 0;
    for word in words.iter().take(index + 1) {
        let rest = lowered.get(from..).unwrap_or("");
        from += rest.find(word.as_str()).map_or(0, |at| at + word.len());
    }
    let text = crate::reading::stream::trim(written.get(from..).unwrap_or(""));
    if text.is_empty() { " ".into() } else { text.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_are_words_of_their_own() {
        assert_eq!(
            split_rule("+late [a|b]->[ ]"),
            ["+", "late", "[", "a", "|", "b", "]", "->", "[", "]"]
        );
    }

    #[test]
    fn a_message_keeps_its_case_and_brackets() {
        let written = "[ Hero ] -> message Well (done)";
        let words = split_rule(&written.to_lowercase());
        let index = words.iter().position(|w| w == "message").unwrap();
        assert_eq!(message_text(written, &words, index), "Well (done)");
    }
}
