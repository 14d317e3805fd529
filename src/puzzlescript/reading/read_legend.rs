//! The legend and the collision layers: names defined by other names.

use crate::reading::diagnostics::did_you_mean;
use crate::reading::parsed::Declared;
use crate::reading::reader::ScriptReader;
use crate::reading::stream::is_space;
use crate::reading::words::is_keyword;

/// The forms of a line of the legend, for diagnostics.
const LEGEND_SHAPES: &str = "Write A = B, or A = B AND C, or A = B OR C";

impl ScriptReader {
    /// Reads one word of a legend line. `word_index`: 0 the new name, 1 the `=`, then names and AND/OR in turn.
    pub(crate) fn legend_token(&mut self) {
        let word = match self.word_index {
            0 => {
                self.word_index = 1;
                self.stream.take_while(|c| c != '=' && c != '(' && !is_space(c))
            }
            1 => {
                self.word_index = 2;
                Some(self.legend_equals())
            }
            n if n >= 3 && n % 2 == 1 => self.legend_joint(),
            _ => self.legend_part(),
        };
        self.words.extend(word);
        if self.stream.at_end() {
            self.end_legend_line();
        }
    }

    fn legend_equals(&mut self) -> String {
        if self.stream.peek() == Some('=') {
            self.stream.advance();
            self.stream.skip_spaces();
            return "=".into();
        }
        self.log.error(
            self.line,
            "",
            format!("A legend line needs an = after its first name. {LEGEND_SHAPES}."),
        );
        self.stream.take_to_comment();
        "error".into()
    }

    /// AND or OR, the same throughout a line.
    fn legend_joint(&mut self) -> Option<String> {
        self.word_index += 1;
        let Some(word) = self.stream.take_name() else {
            self.legend_nonsense();
            return None;
        };
        if word != "and" && word != "or" {
            let text = format!(
                "{} stands where AND or OR is expected. {LEGEND_SHAPES}.",
                word.to_uppercase()
            );
            self.log.error(self.line, &word, text);
        } else if self.word_index > 5 && self.words.get(3) != Some(&word) {
            let text = "One legend line cannot mix AND with OR. Split it into two names.";
            self.log.error(self.line, &word, text.into());
        }
        Some(word)
    }

    fn legend_part(&mut self) -> Option<String> {
        match self.stream.take_name() {
            Some(word) => {
                self.word_index += 1;
                Some(word)
            }
            None => {
                self.legend_nonsense();
                None
            }
        }
    }

    fn legend_nonsense(&mut self) {
        let text = format!(
            "A legend cannot use this name: names are made of letters, digits and _. {LEGEND_SHAPES}."
        );
        self.log.error(self.line, "", text);
        self.stream.take_to_comment();
    }

    /// Stores a finished line of the legend.
    pub(crate) fn end_legend_line(&mut self) {
        let mut words = std::mem::take(&mut self.words);
        match words.len() {
            0 => {}
            1 => {
                let text =
                    format!("This legend line gives a name but no meaning. {LEGEND_SHAPES}.");
                self.log.error(self.line, "", text);
            }
            n if n % 2 == 0 => {
                let last = words.last().map_or_else(String::new, |w| w.to_uppercase());
                let text =
                    format!("This legend line breaks off after \"{last}\". {LEGEND_SHAPES}.");
                self.log.error(self.line, "", text);
            }
            _ => {
                let sound = self.check_legend_words(&mut words);
                self.define(words, sound);
            }
        }
    }

    /// Reports doubtful names and removes a name's use in its own definition. Returns whether there was no
    /// error.
    fn check_legend_words(&mut self, words: &mut Vec<String>) -> bool {
        let name = words.first().cloned().unwrap_or_default();
        let shown = name.to_uppercase();
        let mut sound = true;
        if let Some(earlier) = self.parsed.declared_on(&name) {
            let text =
                format!("{shown} already has a meaning, on line {earlier}. Choose a new name.");
            self.log.error(self.line, &name, text);
            sound = false;
        }
        if is_keyword(&name) {
            let text =
                format!("{shown} is a word of the language, so rules may misread it. Rename it.");
            self.log.warn(self.line, &name, text);
        }
        let mut i = 2;
        while i < words.len() {
            let word = words.get(i).cloned().unwrap_or_default();
            if word == name {
                let text =
                    format!("{shown} is defined by itself. Use other names to the right of the =.");
                self.log.error(self.line, &name, text);
                sound = false;
                while let Some(at) = words.iter().skip(2).position(|w| *w == name).map(|at| at + 2)
                {
                    let from = if at >= 4 { at - 1 } else { at };
                    words.drain(from..(from + 2).min(words.len()));
                }
            }
            if words.iter().take(i).skip(2).step_by(2).any(|w| *w == word) {
                let text =
                    format!("{} stands here more than once. Once is enough.", word.to_uppercase());
                self.log.warn(self.line, &word, text);
            }
            i += 2;
        }
        for word in words.iter().skip(2).step_by(2) {
            if *word != name && self.parsed.declared_on(word).is_none() {
                let near = did_you_mean(word, self.parsed.all_names());
                let text = format!(
                    "{} is used here but was not defined before.{near}",
                    word.to_uppercase()
                );
                self.log.error(self.line, word, text);
            }
        }
        sound
    }

    fn define(&mut self, words: Vec<String>, sound: bool) {
        let mut words = words.into_iter();
        let Some(name) = words.next() else { return };
        let rest: Vec<String> = words.skip(1).collect();
        let parts = || rest.iter().step_by(2);
        match (rest.len(), rest.get(1).map(String::as_str)) {
            (1, _) => {
                let target = rest.into_iter().next().unwrap_or_default();
                self.parsed.add_synonym(name, target, self.line);
            }
            (_, Some("and")) => {
                let mut members = Vec::new();
                for part in parts() {
                    self.and_members(part, &mut members);
                }
                self.parsed.add_aggregate(name, members, self.line);
            }
            (_, Some("or")) => {
                if rest.iter().skip(3).step_by(2).any(|joint| joint != "or") {
                    return;
                }
                let mut members = Vec::new();
                for part in parts() {
                    self.or_members(&name, part, &mut members);
                }
                if !members.is_empty() {
                    self.parsed.add_property(name, members, self.line);
                }
            }
            _ if sound => {
                let text = format!("This legend line cannot be read. {LEGEND_SHAPES}.");
                self.log.error(self.line, "", text);
            }
            _ => {}
        }
    }

    /// The objects for which a part of an AND stands.
    fn and_members(&mut self, part: &str, members: &mut Vec<String>) {
        let (name, declared) = self.parsed.resolve(part);
        match declared {
            Declared::And(group) => {
                for inner in group.parts.clone() {
                    self.and_members(&inner, members);
                }
            }
            Declared::Or(_) => {
                let text = "AND cannot join names that were made with OR: which of their objects would be meant?";
                self.log.error(self.line, part, text.into());
                members.push(name);
            }
            _ => members.push(name),
        }
    }

    /// The objects for which a part of an OR stands.
    fn or_members(&mut self, whole: &str, part: &str, members: &mut Vec<String>) {
        let (name, declared) = self.parsed.resolve(part);
        match declared {
            Declared::And(_) => {
                let text = format!(
                    "OR cannot join names that were made with AND, so {} cannot contain {}.",
                    whole.to_uppercase(),
                    name.to_uppercase()
                );
                self.log.error(self.line, part, text);
            }
            Declared::Or(group) => {
                for inner in group.parts.clone() {
                    if inner != name {
                        self.or_members(whole, &inner, members);
                    }
                }
            }
            _ => members.push(name),
        }
    }

    /// Reads one name of a collision layer. `word_index` 1: the background is in this layer.
    pub(crate) fn layer_token(&mut self, at_start: bool) {
        if at_start {
            self.parsed.layers.push(Vec::new());
            self.words.clear();
            self.word_index = 0;
        }
        let Some(name) = self.stream.take_name() else {
            if self.stream.skip_while(|c| c == ' ' || c == ',') == 0 {
                let c = self.stream.advance().unwrap_or(' ');
                let text = format!("A layer lists names with commas between them; {c} is neither.");
                self.log.error(self.line, "", text);
            }
            return;
        };
        let shown = name.to_uppercase();
        let alone = self.parsed.layers.last().is_none_or(Vec::is_empty);
        if (name == "background" && !alone) || (name != "background" && self.word_index != 0) {
            let text =
                "The background needs a layer of its own. Move the other objects to another line.";
            self.log.error(self.line, &name, text.into());
        }
        if name == "background" {
            self.word_index = 1;
        }
        let mut objects = Vec::new();
        self.layer_members(&shown, &name, &mut objects);
        self.check_layer_members(&shown, &objects);
        if self.words.contains(&name) {
            let text = format!("{shown} stands in this layer more than once. Once is enough.");
            self.log.warn(self.line, &name, text);
        }
        self.words.push(name);
        if let Some(layer) = self.parsed.layers.last_mut() {
            layer.extend(objects);
        }
    }

    fn layer_members(&mut self, shown: &str, name: &str, objects: &mut Vec<String>) {
        let (found, declared) = self.parsed.resolve(name);
        match declared {
            Declared::Object => objects.push(found),
            Declared::And(_) => {
                let text = format!(
                    "{} was made with AND: its objects share a cell, so they cannot share a layer. List them in layers of their own.",
                    found.to_uppercase()
                );
                self.log.error(self.line, name, text);
            }
            Declared::Or(group) => {
                for inner in group.parts.clone() {
                    if inner != found {
                        self.layer_members(shown, &inner, objects);
                    }
                }
            }
            Declared::Unknown => {
                let near = did_you_mean(name, self.parsed.all_names());
                let text = format!("{shown} cannot go into a layer: it was never declared.{near}");
                self.log.error(self.line, name, text);
            }
        }
    }

    fn check_layer_members(&mut self, shown: &str, objects: &[String]) {
        let n_layers = self.parsed.layers.len();
        let earlier = self.parsed.layers.iter().take(n_layers.saturating_sub(1)).enumerate();
        let twice: Vec<String> = objects
            .iter()
            .flat_map(|object| earlier.clone().filter(move |(_, layer)| layer.contains(object)))
            .map(|(index, _)| (index + 1).to_string())
            .collect();
        if !twice.is_empty() {
            let text = format!(
                "{shown} is in several layers: {} and {n_layers}. Keep it in one.",
                twice.join(", ")
            );
            self.log.warn(self.line, &shown.to_lowercase(), text);
        }
    }
}
