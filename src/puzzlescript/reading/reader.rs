//! Reads a source line by line, word by word, into [`ParsedScript`].
//!
//! This file handles comments, section headings, and everything shared by the sections. A line is read by
//! calling [`ScriptReader::token`] until it is used up; each section's words are read in a file of its own.
//! Reading is O(characters), with occasional lookups in a name table.

use crate::reading::diagnostics::DiagnosticLog;
use crate::reading::parsed::{LevelText, ParsedScript, SoundWord};
use crate::reading::stream::{LineStream, is_space};
use crate::reading::words::SECTIONS;

/// After this many errors the rest of a source makes no sense, and reading stops.
pub(crate) const MAX_READING_ERRORS: usize = 5;

/// The words of a sound's line so far.
#[derive(Default)]
pub(crate) struct SoundLine {
    pub(crate) words: Vec<(String, SoundWord)>,
    /// The line made no sense; the rest of it is skipped.
    pub(crate) spoilt: bool,
}

/// The section that is being read; `None` is the prelude.
pub(crate) type Section = Option<usize>;

pub(crate) const OBJECTS: Section = Some(0);
pub(crate) const LEGEND: Section = Some(1);
pub(crate) const SOUNDS: Section = Some(2);
const LAYERS: Section = Some(3);
const RULES: Section = Some(4);
const WINS: Section = Some(5);
const LEVELS: Section = Some(6);

/// The kind of the next line of an object.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum ObjectPart {
    #[default]
    Nothing,
    Name,
    Colours,
    Sprite,
}

/// Mode of reading the words of a line.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum LineMode {
    #[default]
    Words,
    /// The rest of the line is a message, including brackets.
    Message,
    /// The line is a row of a level.
    Row,
}

/// The state of reading.
pub(crate) struct ScriptReader {
    pub(crate) log: DiagnosticLog,
    pub(crate) parsed: ParsedScript,
    pub(crate) stream: LineStream,
    /// The line, from 1.
    pub(crate) line: u32,
    pub(crate) section: Section,
    comment_depth: u32,
    /// A comment stood at the start of the line: what follows counts as the line's start.
    starts_after_comment: bool,
    /// The reason why only a comment may follow on this line.
    ends_because: Option<&'static str>,
    /// The number of words read from the line; the meaning depends on the section.
    pub(crate) word_index: i32,
    pub(crate) mode: LineMode,
    /// Words of the line so far (legend, layers).
    pub(crate) words: Vec<String>,
    pub(crate) sound: SoundLine,
    pub(crate) object_part: ObjectPart,
    pub(crate) sprite: Vec<String>,
    /// The object whose lines are being read.
    pub(crate) object: Option<usize>,
    /// The line has shown an opening bracket (rules).
    pub(crate) in_cells: bool,
}

impl ScriptReader {
    fn new() -> ScriptReader {
        ScriptReader {
            log: DiagnosticLog::default(),
            parsed: ParsedScript {
                levels: vec![LevelText::Rows(Vec::new())],
                ..ParsedScript::default()
            },
            stream: LineStream::default(),
            line: 0,
            section: None,
            comment_depth: 0,
            starts_after_comment: false,
            ends_because: None,
            word_index: 0,
            mode: LineMode::Words,
            words: Vec::new(),
            sound: SoundLine::default(),
            object_part: ObjectPart::Nothing,
            sprite: Vec::new(),
            object: None,
            in_cells: false,
        }
    }

    /// Reads a whole source. The flag says whether its end was reached.
    pub(crate) fn read(source: &str) -> (ParsedScript, DiagnosticLog, bool) {
        let mut reader = ScriptReader::new();
        let complete = source
            .split('\n')
            .all(|line| reader.read_line(line, MAX_READING_ERRORS) && !reader.log.is_full());
        (reader.parsed, reader.log, complete)
    }

    /// Reads a whole source in spite of any errors.
    pub(crate) fn read_on(source: &str) -> ParsedScript {
        let mut reader = ScriptReader::new();
        for line in source.split('\n') {
            reader.read_line(line, usize::MAX);
        }
        reader.parsed
    }

    /// Reads one line. Returns whether to continue.
    fn read_line(&mut self, line: &str, most_errors: usize) -> bool {
        self.stream = LineStream::new(line);
        self.line += 1;
        self.words.clear();
        self.sound = SoundLine::default();
        self.word_index = 0;
        self.mode = LineMode::Words;
        self.ends_because = None;
        self.in_cells = false;
        loop {
            let before = self.stream.pos;
            self.token(before == 0);
            if self.log.n_errors() > most_errors {
                return false;
            }
            if self.stream.at_end() {
                return true;
            }
            if self.stream.pos == before {
                self.stream.advance();
            }
        }
    }

    /// Reads one word, comment, heading or other token.
    fn token(&mut self, at_start: bool) {
        let at_start = std::mem::take(&mut self.starts_after_comment) || at_start;
        self.stream.skip_spaces();
        let first = self.stream.peek();
        if self.comment(at_start, first) {
            return;
        }
        if at_start && self.stream.at_end() {
            self.end_of_line();
            self.blank_line();
            return;
        }
        if let Some(reason) = self.ends_because
            && !self.stream.at_end()
        {
            let text = format!(
                "Only a comment may follow {reason} on its line. Move the rest to a line of its own."
            );
            self.log.error(self.line, "", text);
            self.stream.skip_to_end();
            return;
        }
        if at_start && self.rule_off() {
            return;
        }
        if self.section != LEVELS && self.heading(at_start) {
            return;
        }
        if self.stream.at_end() {
            self.end_of_line();
            return;
        }
        match self.section {
            OBJECTS => self.object_token(at_start),
            LEGEND => self.legend_token(),
            SOUNDS => self.sound_token(),
            LAYERS => self.layer_token(at_start),
            RULES => self.rule_token(at_start, first),
            WINS => self.win_token(at_start),
            LEVELS => self.level_token(at_start),
            _ => self.prelude_token(at_start),
        }
    }

    /// Reads a comment, or the part of it that is on this line. Returns whether there was one.
    fn comment(&mut self, at_start: bool, first: Option<char>) -> bool {
        if first == Some('(') && self.mode != LineMode::Message {
            self.stream.advance();
            self.comment_depth += 1;
        } else if first == Some(')') {
            self.stream.advance();
            match self.comment_depth {
                0 => {
                    let text = "This ) closes a comment that was never opened. Remove it, or add the ( that is missing.";
                    self.log.warn(self.line, ")", text.into());
                    return true;
                }
                1 => {
                    self.comment_depth = 0;
                    self.starts_after_comment = true;
                    return true;
                }
                _ => self.comment_depth -= 1,
            }
        }
        if self.comment_depth == 0 {
            return false;
        }
        self.starts_after_comment |= at_start;
        while self.comment_depth > 0 && !self.stream.at_end() {
            match self.stream.advance() {
                Some('(') => self.comment_depth += 1,
                Some(')') => self.comment_depth -= 1,
                _ => {}
            }
        }
        if self.stream.at_end() {
            self.end_of_line();
        }
        true
    }

    /// A line of equals signs is decoration. In levels it may be a row.
    fn rule_off(&mut self) -> bool {
        if self.stream.peek() != Some('=') {
            return false;
        }
        let rest = self.stream.rest_to_end_as_written();
        if self.section == LEVELS && rest.chars().any(|c| c != '=' && !is_space(c)) {
            return false;
        }
        self.stream.skip_while(|c| c == '=');
        self.ends_because = Some("a line of equals signs");
        true
    }

    /// Reads a section's heading. A section's name elsewhere in a line is skipped.
    fn heading(&mut self, at_start: bool) -> bool {
        let Some(name) =
            self.stream.take_one_of(&SECTIONS, crate::reading::stream::WordBorder::Name)
        else {
            return false;
        };
        let index = SECTIONS.iter().position(|known| *known == name).unwrap_or(0);
        if !at_start {
            return false;
        }
        self.section = Some(index);
        self.ends_because = Some("a section's name");
        self.check_order(index, name);
        self.parsed.headings.push((index, self.line));
        match self.section {
            OBJECTS => self.object_part = ObjectPart::Nothing,
            SOUNDS => self.collect_names(),
            LEVELS => self.collect_glyphs(),
            _ => {}
        }
        true
    }

    fn check_order(&mut self, index: usize, name: &str) {
        let shown = name.to_uppercase();
        let seen = |wanted: usize| self.parsed.headings.iter().any(|(seen, _)| *seen == wanted);
        if seen(index) {
            let text = format!("There is a second {shown} section. Merge it into the first.");
            self.log.error(self.line, name, text);
        }
        if index == 0 && !self.parsed.headings.is_empty() {
            let text = format!("{shown} must be the first section. Move it up.");
            self.log.error(self.line, name, text);
        }
        if let Some(before) = index.checked_sub(1)
            && !self.parsed.headings.iter().any(|(seen, _)| *seen == before)
        {
            let wanted = SECTIONS.get(before).copied().unwrap_or("").to_uppercase();
            let text = format!(
                "{shown} must come after {wanted}. Move it, or add a {wanted} heading before it: every heading is needed, even above nothing."
            );
            self.log.error(self.line, name, text);
        }
    }

    fn collect_names(&mut self) {
        let names = self.parsed.objects.iter().map(|o| &o.name);
        let names = names.chain(self.parsed.legend_lines.keys());
        self.parsed.names.extend(names.cloned().collect::<Vec<_>>());
    }

    fn collect_glyphs(&mut self) {
        let single = |name: &String| {
            let mut chars = name.chars();
            chars.next().filter(|_| chars.next().is_none())
        };
        let parsed = &self.parsed;
        let names = parsed.objects.iter().map(|o| &o.name);
        let names = names.chain(parsed.synonyms.iter().map(|s| &s.name));
        let names = names.chain(parsed.aggregates.iter().map(|a| &a.name));
        let glyphs: Vec<char> = names.filter_map(single).collect();
        self.parsed.glyphs.extend(glyphs);
    }

    /// Finishes a line.
    fn end_of_line(&mut self) {
        match self.section {
            LEGEND => self.end_legend_line(),
            SOUNDS => self.end_sound_line(),
            _ => {}
        }
    }

    /// A blank line ends an object and a level.
    fn blank_line(&mut self) {
        match self.section {
            LEVELS if !matches!(self.parsed.levels.last(), Some(LevelText::Rows(rows)) if rows.is_empty()) =>
            {
                self.parsed.levels.push(LevelText::Rows(Vec::new()));
            }
            OBJECTS => self.object_part = ObjectPart::Nothing,
            _ => {}
        }
    }
}
