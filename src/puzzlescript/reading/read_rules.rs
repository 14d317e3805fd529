//! The lines of rules and levels, with those checks that need only single words.

use crate::reading::diagnostics::nearest;
use crate::reading::parsed::{LevelText, RowText, RuleText};
use crate::reading::reader::{LineMode, ScriptReader};
use crate::reading::stream::{WordBorder, is_space, trim};
use crate::reading::words::{Facing, Qualifier, RULE_WORDS, is_command};

impl ScriptReader {
    /// Reads one word or sign of a rule. `first` is the first character of the token.
    pub(crate) fn rule_token(&mut self, at_start: bool, first: Option<char>) {
        if at_start {
            let text = self.stream.first_run();
            let written = self.stream.as_written();
            self.parsed.rules.push(RuleText { text, written, line: self.line });
            self.in_cells = false;
        }
        if self.mode == LineMode::Message {
            self.stream.skip_to_end();
            return;
        }
        if self.stream.starts_with("->") {
            self.stream.pos += 2;
            self.stream.skip_spaces();
            return;
        }
        if matches!(first, Some('[' | '|' | ']' | '+')) {
            self.in_cells |= first != Some('+');
            self.stream.advance();
            self.stream.skip_spaces();
            return;
        }
        let ends = |c: char| matches!(c, '[' | '|' | ']') || is_space(c);
        let word = self.stream.take_while(|c| !ends(c)).unwrap_or_default();
        self.check_rule_word(&word, at_start);
    }

    fn check_rule_word(&mut self, word: &str, at_start: bool) {
        let leads = matches!(word, "startloop" | "endloop" | "late" | "rigid")
            || !Facing::parse(word).is_empty();
        let known = if self.in_cells { Qualifier::parse(word).is_some() } else { leads };
        if known {
            return;
        }
        if self.parsed.names.contains(word) {
            if at_start {
                let text = format!(
                    "{} stands outside the brackets. Objects belong inside [ ].",
                    word.to_uppercase()
                );
                self.log.error(self.line, word, text);
            }
        } else if is_command(word) {
            if word == "message" {
                self.mode = LineMode::Message;
            }
        } else if !matches!(word, "..." | "rigid" | "random") {
            let names = self.parsed.names.iter().map(String::as_str);
            let near = nearest(word, names.chain(RULE_WORDS));
            let shown = word.to_uppercase();
            let text = match near {
                Some(near) if RULE_WORDS.contains(&near) && !self.parsed.names.contains(near) => {
                    format!("Rules have no word {shown}. Did you mean {}?", near.to_uppercase())
                }
                Some(near) => {
                    format!("No object is called {shown}. Did you mean {}?", near.to_uppercase())
                }
                None => format!("No object is called {shown}."),
            };
            self.log.error(self.line, word, text);
        }
    }

    /// Reads one glyph of a level's row, or a message.
    pub(crate) fn level_token(&mut self, at_start: bool) {
        if at_start {
            if self.stream.take_one_of(&["message"], WordBorder::Ascii).is_some() {
                return self.level_message();
            }
            if self.stream.starts_with("message") {
                self.stream.pos += "message".len();
                self.stream.skip_spaces();
                let text = "MESSAGE needs a space after it. It is read as a message all the same.";
                self.log.warn(self.line, "message", text.into());
                return self.level_message();
            }
            self.level_row();
        } else if self.mode == LineMode::Message {
            self.stream.skip_to_end();
        }
        if self.mode != LineMode::Row || self.stream.at_end() {
            return;
        }
        if let Some(glyph) = self.stream.advance()
            && !self.parsed.glyphs.contains(&glyph)
        {
            let text = format!(
                "{} is not a character that a level may use. Give it a meaning in the legend.",
                glyph.to_uppercase()
            );
            self.log.error(self.line, &glyph.to_string(), text);
        }
    }

    fn level_message(&mut self) {
        self.mode = LineMode::Message;
        let text = trim(&self.stream.rest_to_end_as_written()).to_string();
        let message = LevelText::Message { text, line: self.line };
        let levels = &mut self.parsed.levels;
        match levels.last() {
            Some(LevelText::Rows(rows)) if rows.is_empty() => {
                let last = levels.len() - 1;
                levels.insert(last, message);
            }
            _ => levels.push(message),
        }
    }

    fn level_row(&mut self) {
        self.mode = LineMode::Row;
        let start = self.stream.pos;
        let text = self.stream.take_to_comment().unwrap_or_default();
        self.stream.pos = start;
        let row = RowText { glyphs: trim(&text).chars().collect(), line: self.line, column: start };
        match self.parsed.levels.last_mut() {
            Some(LevelText::Rows(rows)) => {
                if rows.first().is_some_and(|first| first.glyphs.len() != row.glyphs.len()) {
                    let text = "The rows of a level must be equally long. Fill up this row, or shorten it.";
                    self.log.warn(self.line, "", text.into());
                }
                rows.push(row);
            }
            _ => self.parsed.levels.push(LevelText::Rows(vec![row])),
        }
    }
}
