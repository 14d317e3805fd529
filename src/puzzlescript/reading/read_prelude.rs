//! The prelude and the win conditions: lines of a word and its values.

use crate::reading::diagnostics::did_you_mean;
use crate::reading::parsed::{SettingText, WinText};
use crate::reading::reader::ScriptReader;
use crate::reading::stream::{is_space, trim};
use crate::reading::words::{PLAIN_SETTINGS, VALUED_SETTINGS};

impl ScriptReader {
    /// Reads one piece of a prelude line. `word_index`: 0 the setting's word, then its value.
    pub(crate) fn prelude_token(&mut self, at_start: bool) {
        if at_start {
            self.word_index = 0;
        }
        if self.word_index != 0 {
            self.stream.take_to_comment();
            self.word_index += 1;
            if self.word_index > 2 {
                let text = "A comment ends a setting's value; what follows it is ignored. Move the comment to a line of its own.";
                self.log.warn(self.line, "(", text.into());
            }
            return;
        }
        match self.stream.take_name() {
            Some(word) if at_start => self.setting(&word),
            Some(_) => {}
            None => {
                let line = self.stream.as_lowered();
                let text = format!(
                    "The prelude has no room for \"{}\". Before OBJECTS there are only settings, such as TITLE or AUTHOR; put notes in ( ).",
                    trim(&line)
                );
                // An unknown setting was already reported.
                if !self.log.has_error_on(self.line) {
                    self.log.error(self.line, "", text);
                }
                self.stream.advance();
            }
        }
    }

    fn setting(&mut self, word: &str) {
        if VALUED_SETTINGS.contains(&word) {
            self.valued_setting(word);
        } else if PLAIN_SETTINGS.contains(&word) {
            self.plain_setting(word);
        } else {
            let known = VALUED_SETTINGS.into_iter().chain(PLAIN_SETTINGS);
            let text = format!(
                "{} is not a setting of the prelude.{}",
                word.to_uppercase(),
                did_you_mean(word, known)
            );
            self.log.error(self.line, word, text);
            // Later words of such a line are skipped without another diagnostic.
        }
    }

    fn valued_setting(&mut self, word: &str) {
        let shown = word.to_uppercase();
        if word == "youtube" {
            let text = "YOUTUBE no longer plays music. Remove the line.";
            self.log.warn(self.line, word, text.into());
        }
        let keeps_case = matches!(word, "title" | "author" | "homepage");
        match self.stream.rest_as_written() {
            Some(value) => {
                let value = trim(&value);
                let value = if keeps_case { value.to_string() } else { value.to_lowercase() };
                self.parsed.settings.push(SettingText { key: word.to_string(), value });
                if let Some(earlier) = self.parsed.setting_lines.get(word) {
                    let text =
                        format!("{shown} is already set on line {earlier}. Keep one of the two.");
                    self.log.warn(self.line, word, text);
                }
                self.parsed.setting_lines.insert(word.to_string(), self.line);
            }
            None => {
                let text = format!("{shown} needs a value after it.");
                self.log.error(self.line, word, text);
            }
        }
        self.word_index = 1;
    }

    fn plain_setting(&mut self, word: &str) {
        self.parsed.settings.push(SettingText { key: word.to_string(), value: "true".into() });
        self.word_index = -1;
        if let Some(extra) = self.stream.rest_as_written() {
            let text = format!(
                "{} takes no value, so \"{}\" is ignored. Remove it.",
                word.to_uppercase(),
                trim(&extra)
            );
            self.log.warn(self.line, word, text);
        }
    }

    /// Reads one word of a win condition. `word_index` counts them from 0.
    pub(crate) fn win_token(&mut self, at_start: bool) {
        if at_start {
            let run = self.stream.first_run();
            let words = run.split(is_space).filter(|w| !w.is_empty()).map(str::to_string).collect();
            self.parsed.wins.push(WinText { words, line: self.line });
            self.word_index = -1;
        }
        self.word_index += 1;
        let Some(word) = self.stream.take_name() else {
            let text = "A win condition is made of words: ALL, SOME or NO, an object, and perhaps ON and another object.";
            self.log.error(self.line, "", text.into());
            self.stream.take_to_comment();
            return;
        };
        let shown = word.to_uppercase();
        let diagnostic = match self.word_index {
            0 if !matches!(word.as_str(), "all" | "any" | "no" | "some") => {
                format!("A win condition begins with ALL, SOME, ANY or NO, not with {shown}.")
            }
            2 if word != "on" => format!("Only ON may stand here, not {shown}: ALL X ON Y."),
            1 | 3 if !self.parsed.names.contains(&word) => {
                let near = did_you_mean(&word, self.parsed.names.iter().map(String::as_str));
                format!("{shown} is not an object or a name of the legend.{near}")
            }
            4.. => format!(
                "A win condition ends before {shown}. Put a second one on a line of its own."
            ),
            _ => return,
        };
        self.log.error(self.line, &word, diagnostic);
    }
}
