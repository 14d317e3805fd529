//! A cursor over one line, in lower case, that remembers the line as written.

/// What separates words. Wider than ASCII: sources are pasted from web pages.
pub(super) fn is_space(c: char) -> bool {
    (c.is_whitespace() && c != '\u{85}') || c == '\u{feff}'
}

/// A letter, digit or underscore: what names are made of.
pub(super) fn is_name_char(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn is_ascii_word_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Lower case, one character for one, so that columns stay true.
fn lower(c: char) -> char {
    let mut lowered = c.to_lowercase();
    match (lowered.next(), lowered.next()) {
        (Some(only), None) => only,
        _ => c,
    }
}

/// Text without spaces at both ends.
pub(super) fn trim(text: &str) -> &str {
    text.trim_matches(is_space)
}

/// One line and a position in it.
#[derive(Default)]
pub(super) struct LineStream {
    lowered: Vec<char>,
    written: Vec<char>,
    /// Position in characters, from 0.
    pub(super) pos: usize,
}

impl LineStream {
    pub(super) fn new(line: &str) -> LineStream {
        LineStream {
            lowered: line.chars().map(lower).collect(),
            written: line.chars().collect(),
            pos: 0,
        }
    }

    pub(super) fn at_end(&self) -> bool {
        self.pos >= self.lowered.len()
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.lowered.get(self.pos).copied()
    }

    /// Takes one character.
    pub(super) fn advance(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.pos += 1;
        Some(c)
    }

    pub(super) fn skip_to_end(&mut self) {
        self.pos = self.lowered.len();
    }

    fn rest(&self) -> &[char] {
        self.lowered.get(self.pos..).unwrap_or(&[])
    }

    /// Takes characters while they are of a kind; how many.
    pub(super) fn skip_while(&mut self, kind: impl Fn(char) -> bool) -> usize {
        let n = self.rest().iter().take_while(|&&c| kind(c)).count();
        self.pos += n;
        n
    }

    pub(super) fn skip_spaces(&mut self) {
        self.skip_while(is_space);
    }

    /// Takes a non-empty run of characters of a kind.
    pub(super) fn take_while(&mut self, kind: impl Fn(char) -> bool) -> Option<String> {
        let n = self.rest().iter().take_while(|&&c| kind(c)).count();
        let taken: String = self.rest().iter().take(n).collect();
        self.pos += n;
        (n > 0).then_some(taken)
    }

    /// A name, with the spaces behind it.
    pub(super) fn take_name(&mut self) -> Option<String> {
        let name = self.take_while(is_name_char)?;
        self.skip_spaces();
        Some(name)
    }

    /// Anything up to a space or bracket of a comment, with the spaces behind it.
    pub(super) fn take_word(&mut self) -> Option<String> {
        let word = self.take_while(|c| !is_space(c) && c != '(' && c != ')')?;
        self.skip_spaces();
        Some(word)
    }

    /// The rest up to a comment, as written or in lower case, trimmed; takes it.
    pub(super) fn take_to_comment(&mut self) -> Option<String> {
        self.take_while(|c| c != '(')
    }

    /// The rest up to a comment as it was written; takes nothing.
    pub(super) fn rest_as_written(&self) -> Option<String> {
        let rest = self.written.get(self.pos..).unwrap_or(&[]);
        let text: String = rest.iter().take_while(|&&c| c != '(').collect();
        (!text.is_empty()).then_some(text)
    }

    /// The whole rest as it was written, comments too.
    pub(super) fn rest_to_end_as_written(&self) -> String {
        self.written.get(self.pos..).unwrap_or(&[]).iter().collect()
    }

    /// Takes one of some words if it stands here and ends at a word's border, with spaces behind.
    pub(super) fn take_one_of(
        &mut self,
        words: &[&'static str],
        border: WordBorder,
    ) -> Option<&'static str> {
        let ends = |c: &char| match border {
            WordBorder::Ascii => !is_ascii_word_char(*c),
            WordBorder::Name => !is_name_char(*c),
        };
        let found = words.iter().find(|word| {
            self.starts_with(word) && self.rest().get(word.chars().count()).is_none_or(ends)
        })?;
        self.pos += found.chars().count();
        self.skip_spaces();
        Some(found)
    }

    pub(super) fn starts_with(&self, word: &str) -> bool {
        let mut rest = self.rest().iter();
        word.chars().all(|c| rest.next() == Some(&c))
    }

    /// A number that ends at a word's border; takes no spaces.
    pub(super) fn take_number(&mut self) -> Option<String> {
        let n = self.rest().iter().take_while(|c| c.is_ascii_digit()).count();
        if n == 0 || self.rest().get(n).is_some_and(|&c| is_ascii_word_char(c)) {
            return None;
        }
        let number = self.rest().iter().take(n).collect();
        self.pos += n;
        Some(number)
    }

    /// The first run of the line that holds no `(`: what rules and win conditions are read from.
    ///
    /// A line that begins with a comment gives that comment's text; it is then
    /// refused, which is what designers are used to.
    pub(super) fn first_run(&self) -> String {
        self.lowered.iter().skip_while(|&&c| c == '(').take_while(|&&c| c != '(').collect()
    }

    /// The line as written.
    pub(super) fn as_written(&self) -> String {
        self.written.iter().collect()
    }

    /// The line in lower case.
    pub(super) fn as_lowered(&self) -> String {
        self.lowered.iter().collect()
    }
}

/// Which characters continue a word.
#[derive(Clone, Copy)]
pub(super) enum WordBorder {
    Ascii,
    Name,
}
