//! The sounds: read and checked, since a mistake here is a mistake of the game.

use crate::reading::diagnostics::did_you_mean;
use crate::reading::parsed::{SoundText, SoundWord};
use crate::reading::reader::ScriptReader;
use crate::reading::stream::WordBorder;
use crate::reading::words::{SOUND_DIRECTIONS, SOUND_EVENTS, SOUND_VERBS};

impl ScriptReader {
    /// Reads one word of a sound's line.
    pub(crate) fn sound_token(&mut self) {
        if self.sound.spoilt {
            self.stream.skip_while(|c| c != '(' && c != ')');
        } else {
            self.sound_word();
        }
        if self.stream.at_end() {
            self.end_sound_line();
        }
    }

    fn sound_word(&mut self) {
        let words = &self.sound.words;
        let Some((_, kind)) = words.first() else { return self.first_sound_word() };
        let last = words.last().map_or(SoundWord::Seed, |(_, kind)| *kind);
        let shown = words.last().map_or_else(String::new, |(word, _)| word.to_uppercase());
        let verb = words.get(1).map(|(word, _)| word.as_str());
        let directed = matches!(verb, Some("move" | "cantmove"));
        if words.len() == 1 && *kind == SoundWord::Object {
            match self.stream.take_one_of(&SOUND_VERBS, WordBorder::Ascii) {
                Some(verb) => self.sound.words.push((verb.into(), SoundWord::Verb)),
                None => self.spoil(|_| "After an object's name comes what happens to it: MOVE, ACTION, CREATE, DESTROY or CANTMOVE.".into()),
            }
            return;
        }
        if words.len() > 1 && (*kind == SoundWord::Event || last == SoundWord::Seed) {
            return self.spoil(|word| format!("Nothing may follow the sound {shown} on its line, so {word} makes no sense here."));
        }
        if directed
            && let Some(direction) = self.stream.take_one_of(&SOUND_DIRECTIONS, WordBorder::Name)
        {
            self.sound.words.push((direction.into(), SoundWord::Direction));
            return;
        }
        match self.stream.take_number() {
            Some(seed) => self.sound.words.push((seed, SoundWord::Seed)),
            None if *kind == SoundWord::Event => {
                self.spoil(|_| "After an event comes its sound: a whole number.".into());
            }
            None if directed => {
                self.spoil(|word| {
                    format!("After {shown} comes a direction or a sound's number, not {word}.")
                });
            }
            None => self.spoil(|word| format!("After {shown} comes a sound's number, not {word}.")),
        }
    }

    fn first_sound_word(&mut self) {
        if let Some(event) = self.stream.take_one_of(&SOUND_EVENTS, WordBorder::Ascii) {
            self.sound.words.push((event.into(), SoundWord::Event));
            return;
        }
        let Some(name) = self.stream.take_name() else {
            self.stream.take_word();
            self.sound.spoilt = true;
            let text =
                "A sound begins with an event, such as SFX3 or ENDLEVEL, or with an object's name.";
            self.log.warn(self.line, "", text.into());
            return;
        };
        if self.parsed.declared_on(&name).is_some() {
            self.sound.words.push((name, SoundWord::Object));
            return;
        }
        self.sound.spoilt = true;
        let near = did_you_mean(&name, self.parsed.all_names().chain(SOUND_EVENTS));
        let text = format!("{} is neither an event nor an object.{near}", name.to_uppercase());
        self.log.error(self.line, &name, text);
    }

    /// Reports the next word and gives up on the line.
    fn spoil(&mut self, text: impl Fn(&str) -> String) {
        let word = self.stream.take_word().unwrap_or_default();
        self.sound.spoilt = true;
        let text = text(&word.to_uppercase());
        self.log.error(self.line, &word, text);
    }

    /// Stores a finished line of the sounds.
    pub(crate) fn end_sound_line(&mut self) {
        let words = std::mem::take(&mut self.sound.words);
        if !words.is_empty() && !self.sound.spoilt {
            self.parsed.sounds.push(SoundText { words, line: self.line });
        }
    }
}
