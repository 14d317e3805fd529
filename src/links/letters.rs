//! A reader for the letters of a link's body.

/// The reason why a body does not suit its puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub struct CodingFault {
    /// Position in the body, in bytes.
    pub at: usize,
    pub why: String,
}

/// Reads a body. If that fails, tries without marks that belong to the text around the link.
pub fn read_bare<T>(
    body: &str,
    read: impl Fn(&str) -> Result<T, CodingFault>,
) -> Result<T, CodingFault> {
    read(body).or_else(|fault| match bare(body) {
        bare if !bare.is_empty() && bare.len() < body.len() => read(bare).map_err(|_| fault),
        _ => Err(fault),
    })
}

/// Removes marks of the text around a link from the end of a body: quotes and the like, perhaps
/// percent-encoded, or a full stop with the decimals of a table.
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

/// A position in a body.
#[derive(Clone, Debug)]
pub struct Letters<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Letters<'a> {
    /// Starts at the beginning of a body. Letters are ASCII (`Address::read` ensures it).
    pub fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// Returns the unread rest.
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

    /// Takes a number of exactly this many digits.
    pub(crate) fn number(&mut self, radix: u32, digits: usize) -> Result<u32, CodingFault> {
        let text = self.rest().get(..digits).unwrap_or_default();
        let is_number = text.len() == digits && text.chars().all(|digit| digit.is_digit(radix));
        let number = is_number.then(|| u32::from_str_radix(text, radix).ok()).flatten();
        let number =
            number.ok_or_else(|| self.fault(format!("{digits} digits should stand here")))?;
        self.at += digits;
        Ok(number)
    }

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

    /// Returns a fault at this position.
    pub fn fault(&self, why: impl Into<String>) -> CodingFault {
        CodingFault { at: self.at, why: why.into() }
    }

    /// Returns the fault that the next letter has no meaning here.
    pub(crate) fn unknown(&self) -> CodingFault {
        match self.peek() {
            Some(letter) => self.fault(format!("`{letter}` means nothing here")),
            None => self.fault("the link ends too early"),
        }
    }
}
