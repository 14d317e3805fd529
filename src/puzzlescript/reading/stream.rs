//! A cursor over one line in lower case, which also has the line as written.

/// Returns whether a character separates words. Wider than ASCII: sources are pasted from web pages.
pub(crate) fn is_space(c: char) -> bool {
    (c.is_whitespace() && c != '\u{85}') || c == '\u{feff}'
}

/// Returns whether a character may be in a name: a letter, digit or underscore.
pub(crate) fn is_name_char(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn is_ascii_word_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Lower case, character by character, so that columns stay valid.
fn lower(c: char) -> char {
    let mut lowered = c.to_lowercase();
    match (lowered.next(), lowered.next()) {
        (Some(only), None) => only,
        _ => c,
    }
}

/// Text without spaces at both ends.
pub(crate) fn trim(text: &str) -> &str {
    text.trim_matches(is_space)
}

/// One line and a position in it.
#[derive(Default)]
pub(crate) struct LineStream {
    lowered: Vec<char>,
    written: Vec<char>,
    /// Position in characters, from 0.
    pub(crate) pos: usize,
}

impl LineStream {
    pub(crate) fn new(line: &str) -> LineStream {
        LineStream {
            lowered: line.chars().map(lower).collect(),
            written: line.chars().collect(),
            pos: 0,
        }
    }

    pub(crate) fn at_end(&self) -> bool {
        self.pos >= self.lowered.len()
    }

    pub(crate) fn peek(&self) -> Option<char> {
        self.lowered.get(self.pos).copied()
    }

    /// Takes one character.
    pub(crate) fn advance(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.pos += 1;
        Some(c)
    }

    pub(crate) fn skip_to_end(&mut self) {
        self.pos = self.lowered.len();
    }

    fn rest(&self) -> &[char] {
        self.lowered.get(self.pos..).unwrap_or(&[])
    }

    /// Skips characters of a kind. Returns how many.
    pub(crate) fn skip_while(&mut self, kind: impl Fn(char) -> bool) -> usize {
        let n = self.rest().iter().take_while(|&&c| kind(c)).count();
        self.pos += n;
        n
    }

    pub(crate) fn skip_spaces(&mut self) {
        self.skip_while(is_space);
    }

    /// Takes a non-empty run of characters of a kind.
    pub(crate) fn take_while(&mut self, kind: impl Fn(char) -> bool) -> Option<String> {
        let n = self.rest().iter().take_while(|&&c| kind(c)).count();
        let taken: String = self.rest().iter().take(n).collect();
        self.pos += n;
        (n > 0).then_some(taken)
    }

    /// Takes a name, and the spaces after it.
    pub(crate) fn take_name(&mut self) -> Option<String> {
        let name = self.take_while(is_name_char)?;
        self.skip_spaces();
        Some(name)
    }

    /// Takes anything up to a space or bracket of a comment, and the spaces after it.
    pub(crate) fn take_word(&mut self) -> Option<String> {
        let word = self.take_while(|c| !is_space(c) && c != '(' && c != ')')?;
        self.skip_spaces();
        Some(word)
    }

    /// Takes the rest up to a comment. Returns it as written or in lower case, trimmed.
    pub(crate) fn take_to_comment(&mut self) -> Option<String> {
        self.take_while(|c| c != '(')
    }

    /// The rest up to a comment as written, without taking it.
    pub(crate) fn rest_as_written(&self) -> Option<String> {
        let rest = self.written.get(self.pos..).unwrap_or(&[]);
        let text: String = rest.iter().take_while(|&&c| c != '(').collect();
        (!text.is_empty()).then_some(text)
    }

    /// The whole rest as written, including comments.
    pub(crate) fn rest_to_end_as_written(&self) -> String {
        self.written.get(self.pos..).unwrap_or(&[]).iter().collect()
    }

    /// Takes one of some words if it is here and ends at a word boundary, and the spaces after it.
    pub(crate) fn take_one_of(
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

    pub(crate) fn starts_with(&self, word: &str) -> bool {
        let mut rest = self.rest().iter();
        word.chars().all(|c| rest.next() == Some(&c))
    }

    /// Takes a number that ends at a word boundary, but no spaces.
    pub(crate) fn take_number(&mut self) -> Option<String> {
        let n = self.rest().iter().take_while(|c| c.is_ascii_digit()).count();
        if n == 0 || self.rest().get(n).is_some_and(|&c| is_ascii_word_char(c)) {
            return None;
        }
        let number = self.rest().iter().take(n).collect();
        self.pos += n;
        Some(number)
    }

    /// The first part of the line without a `(`: rules and win conditions are read from it.
    ///
    /// If a line begins with a comment, this is the text of that comment. It is then refused, as designers are
    /// used to.
    pub(crate) fn first_run(&self) -> String {
        self.lowered.iter().skip_while(|&&c| c == '(').take_while(|&&c| c != '(').collect()
    }

    /// The line as written.
    pub(crate) fn as_written(&self) -> String {
        self.written.iter().collect()
    }

    /// The line in lower case.
    pub(crate) fn as_lowered(&self) -> String {
        self.lowered.iter().collect()
    }
}

/// The characters that continue a word.
#[derive(Clone, Copy)]
pub(crate) enum WordBorder {
    Ascii,
    Name,
}
