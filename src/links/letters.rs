//! The letters of a link's body, read one after another.

/// Why a body is not what its puzzle writes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub struct CodingFault {
    /// Bytes before the place in the body.
    pub at: usize,
    pub why: String,
}

/// Reads a body, or, if it is none, what is left of it without the marks of a text about the link.
pub fn read_bare<T>(
    body: &str,
    read: impl Fn(&str) -> Result<T, CodingFault>,
) -> Result<T, CodingFault> {
    read(body).or_else(|fault| match bare(body) {
        bare if !bare.is_empty() && bare.len() < body.len() => read(bare).map_err(|_| fault),
        _ => Err(fault),
    })
}

/// A body without what a text may have behind a link: quotes and the like, perhaps percent-encoded, or a full
/// stop with the decimals of a table.
fn bare(body: &str) -> &str {
    const CODES: [&str; 3] = ["%22", "%27", "%20"];
    let mut bare = body;
    loop {
        let shorter = bare.trim_end_matches(|c: char| " \"'()[]<>,;:!.".contains(c));
        let shorter = CODES.iter().find_map(|code| shorter.strip_suffix(code)).unwrap_or(shorter);
        match shorter.len() < bare.len() {
            true => bare = shorter,
            false => break,
        }
    }
    let decimals = || body.strip_suffix(".00").or_else(|| body.strip_suffix(".0"));
    if bare.len() < body.len() { bare } else { decimals().unwrap_or(body) }
}

/// A place in a body.
#[derive(Clone, Debug)]
pub struct Letters<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Letters<'a> {
    /// At the start of a body; letters are ASCII (`Address::read` sees to it).
    pub fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// The unread rest.
    pub fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub fn is_done(&self) -> bool {
        self.rest().is_empty()
    }

    /// Takes the next letter.
    pub(crate) fn take(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }

    /// Takes the next letter if it is this one.
    pub fn takes(&mut self, letter: char) -> bool {
        let is_next = self.peek() == Some(letter);
        if is_next {
            self.take();
        }
        is_next
    }

    /// Takes a number of exactly so many digits.
    pub(crate) fn number(&mut self, radix: u32, digits: usize) -> Result<u32, CodingFault> {
        let text = self.rest().get(..digits).unwrap_or_default();
        let is_number = text.len() == digits && text.chars().all(|digit| digit.is_digit(radix));
        let number = is_number.then(|| u32::from_str_radix(text, radix).ok()).flatten();
        let number =
            number.ok_or_else(|| self.fault(format!("{digits} digits should stand here")))?;
        self.at += digits;
        Ok(number)
    }

    /// Takes a digit.
    pub(crate) fn digit(&mut self, radix: u32) -> Result<u32, CodingFault> {
        self.number(radix, 1)
    }

    /// Takes a decimal number of any length; 0 if there is no digit.
    pub fn decimal(&mut self) -> u32 {
        let mut number = 0_u32;
        while let Some(digit) = self.peek().and_then(|letter| letter.to_digit(10)) {
            self.take();
            number = number.saturating_mul(10).saturating_add(digit);
        }
        number
    }

    /// A fault at this place.
    pub fn fault(&self, why: impl Into<String>) -> CodingFault {
        CodingFault { at: self.at, why: why.into() }
    }

    /// That the next letter means nothing here.
    pub(crate) fn unknown(&self) -> CodingFault {
        match self.peek() {
            Some(letter) => self.fault(format!("`{letter}` means nothing here")),
            None => self.fault("the link ends too early"),
        }
    }
}
