//! A text that is read from left to right: formulas, and rules of a level.

/// The unread rest of a text.
pub(super) struct TextReader<'a> {
    whole: &'a str,
    pub rest: &'a str,
    /// Describes the place behind some text.
    place: fn(&str) -> String,
    depth: usize,
}

/// Maximum nesting.
const MAX_DEPTH: usize = 40;

impl<'a> TextReader<'a> {
    pub(super) fn new(whole: &'a str, place: fn(&str) -> String) -> Self {
        Self { whole, rest: whole, place, depth: 0 }
    }

    /// Number of bytes read.
    pub(super) fn at(&self) -> usize {
        self.whole.len() - self.rest.len()
    }

    /// An error with its place.
    pub(super) fn fault(&self, why: &str) -> String {
        let before = self.whole.get(..self.at()).unwrap_or_default();
        format!("{why} {}", (self.place)(before))
    }

    /// Consumes a sign if it comes next.
    pub(super) fn take(&mut self, sign: &str) -> bool {
        let rest = self.rest.strip_prefix(sign);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    pub(super) fn want(&mut self, sign: &str) -> Result<(), String> {
        if self.take(sign) { Ok(()) } else { Err(self.fault(&format!("`{sign}` is missing"))) }
    }

    /// Consumes the first of these signs that comes next, and returns its meaning.
    pub(super) fn one_of<T: Copy>(&mut self, signs: &[(&str, T)]) -> Option<T> {
        let (_, meaning) = signs.iter().find(|(sign, _)| self.take(sign))?;
        Some(*meaning)
    }

    /// Consumes all characters of some kind that come next.
    pub(super) fn run(&mut self, is_such: fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|c| !is_such(c)).unwrap_or(self.rest.len());
        let (run, rest) = self.rest.split_at(end);
        self.rest = rest;
        run
    }

    /// Consumes a number if one comes next.
    pub(super) fn number(&mut self) -> Result<Option<i64>, String> {
        let begun = self.rest;
        match self.run(|c| c.is_ascii_digit()) {
            "" => Ok(None),
            digits => digits.parse().map(|number: u32| Some(number.into())).map_err(|_| {
                self.rest = begun;
                self.fault("the number is too large")
            }),
        }
    }

    /// Begins a part inside another one.
    pub(super) fn enter(&mut self) -> Result<(), String> {
        self.depth += 1;
        if self.depth > MAX_DEPTH { Err(self.fault("it is nested too deeply")) } else { Ok(()) }
    }

    /// Ends a part inside another one.
    pub(super) fn leave(&mut self) {
        self.depth -= 1;
    }
}
