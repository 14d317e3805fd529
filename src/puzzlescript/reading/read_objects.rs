//! The objects: a line of names, a line of colours, five rows of a sprite.

use crate::reading::palette::COLOUR_NAMES;
use crate::reading::parsed::ObjectText;
use crate::reading::reader::{ObjectPart, ScriptReader};
use crate::reading::stream::is_space;
use crate::reading::words::is_keyword;

/// Pixels along a side of a sprite.
pub(crate) const SPRITE_SIDE: usize = 5;

impl ScriptReader {
    /// Reads one word, colour or pixel of an object.
    pub(crate) fn object_token(&mut self, at_start: bool) {
        if at_start {
            self.object_part = match self.object_part {
                ObjectPart::Name => ObjectPart::Colours,
                ObjectPart::Colours => ObjectPart::Sprite,
                other => other,
            };
        }
        match self.object_part {
            ObjectPart::Nothing | ObjectPart::Name => {
                self.sprite.clear();
                self.object_name(at_start);
            }
            ObjectPart::Colours => self.object_colour(),
            ObjectPart::Sprite => self.object_pixel(at_start),
        }
    }

    /// The object's name, or a further name on the same line.
    fn object_name(&mut self, at_start: bool) {
        let name = if at_start { self.stream.take_name() } else { self.stream.take_word() };
        let Some(name) = name else {
            self.stream.take_to_comment();
            let text = "This does not belong to an object. A name is made of letters, digits and _ (other signs go into the legend); a sprite is 5 rows of 5 pixels.";
            self.log.warn(self.line, "", text.into());
            return;
        };
        let shown = name.to_uppercase();
        if let Some(earlier) = self.parsed.object(&name) {
            let text = format!(
                "{shown} is already an object, on line {}. Rename one of them.",
                earlier.line
            );
            self.log.error(self.line, &name, text);
            return;
        }
        if self.parsed.synonyms.iter().any(|synonym| synonym.name == name) {
            let text =
                format!("{shown} is already another object's second name. Choose a new name.");
            self.log.error(self.line, &name, text);
        }
        if is_keyword(&name) {
            let text = format!(
                "{shown} is a word of the language, so rules may misread it. Rename the object."
            );
            self.log.warn(self.line, &name, text);
        }
        let line = self.line;
        if at_start {
            let index = self.parsed.objects.len();
            self.parsed.object_index.insert(name.clone(), index);
            let written = self.stream.as_written();
            let written = written.trim_start_matches(is_space);
            let shown = written.chars().take(name.chars().count()).collect();
            let object = ObjectText { name, shown, line, last_line: line, ..ObjectText::default() };
            self.parsed.objects.push(object);
            self.object = Some(index);
        } else if let Some(object) = self.object.and_then(|i| self.parsed.objects.get(i)) {
            let target = object.name.clone();
            self.parsed.add_synonym(name, target, line);
        }
        self.object_part = ObjectPart::Name;
    }

    fn object_colour(&mut self) {
        self.word_index = 0;
        let line = self.line;
        if let Some(colour) = self.take_colour() {
            if let Some(object) = self.object.and_then(|i| self.parsed.objects.get_mut(i)) {
                object.colours.push(colour);
                object.last_line = line;
            }
            return;
        }
        let word = self.stream.take_name().or_else(|| self.stream.take_to_comment());
        let word = word.unwrap_or_default();
        let text = format!(
            "{} is not a colour for {}. Use a colour's name, or #rrggbb.",
            word.trim().to_uppercase(),
            self.object_shown()
        );
        self.log.error(line, word.trim(), text);
    }

    fn object_shown(&self) -> String {
        let object = self.object.and_then(|i| self.parsed.objects.get(i));
        object.map_or_else(String::new, |object| object.name.to_uppercase())
    }

    /// Takes the longest colour name or hex number at this place, and the spaces after it.
    fn take_colour(&mut self) -> Option<String> {
        let words =
            COLOUR_NAMES.into_iter().chain(["gray", "darkgray", "lightgray", "transparent"]);
        if let Some(word) = words.into_iter().find(|word| self.stream.starts_with(word)) {
            self.stream.pos += word.len();
            self.stream.skip_spaces();
            return Some(word.to_string());
        }
        if self.stream.peek() != Some('#') {
            return None;
        }
        let start = self.stream.pos;
        self.stream.advance();
        let mut digits = String::from("#");
        while digits.len() < 7 && self.stream.peek().is_some_and(|c| c.is_ascii_hexdigit()) {
            digits.extend(self.stream.advance());
        }
        let n_kept = match digits.len() - 1 {
            0..=2 => {
                self.stream.pos = start;
                return None;
            }
            3..=5 => 3,
            _ => 6,
        };
        digits.truncate(n_kept + 1);
        self.stream.pos = start + n_kept + 1;
        self.stream.skip_spaces();
        Some(digits)
    }

    fn object_pixel(&mut self, at_start: bool) {
        let pixel = self.stream.peek().filter(|&c| c == '.' || c.is_ascii_digit());
        let Some(pixel) = pixel else {
            if self.sprite.is_empty() {
                return self.object_name(at_start);
            }
            let text = format!(
                "The sprite of {} has something other than digits and dots here. End it with a blank line, or finish its five rows.",
                self.object_shown()
            );
            self.log.error(self.line, "", text);
            self.stream.take_to_comment();
            return;
        };
        self.stream.advance();
        if at_start {
            self.sprite.push(String::new());
        }
        let Some(row) = self.sprite.last_mut() else { return };
        row.push(pixel);
        let n_pixels = row.len();
        if n_pixels > SPRITE_SIDE {
            let text = "A sprite is 5 pixels wide; this row has more. Remove some.";
            self.log.warn(self.line, "", text.into());
            self.stream.take_to_comment();
            return;
        }
        let complete = self.sprite.len() == SPRITE_SIDE && n_pixels == SPRITE_SIDE;
        let line = self.line;
        let Some(object) = self.object.and_then(|i| self.parsed.objects.get_mut(i)) else { return };
        object.rows.clone_from(&self.sprite);
        object.last_line = line;
        let n_colours = object.colours.len();
        if complete {
            self.object_part = ObjectPart::Nothing;
        }
        if let Some(index) = pixel.to_digit(10).filter(|&d| d as usize >= n_colours) {
            let text = format!(
                "The sprite of {} uses colour {index}, but only {n_colours} are listed, from 0. Add a colour or use another digit.",
                self.object_shown()
            );
            self.log.error(line, "", text);
        }
    }
}
