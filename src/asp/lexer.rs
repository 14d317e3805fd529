//! Tokens of a program, separated from comments and strings exactly as clingo 5.6.2 does it.
//!
//! A scanner that only resembles clingo's can be made to miss a word that clingo then obeys. So this one
//! follows `nongroundlexer.xch` token by token: `%` and `#!` begin a comment to the end of the line, `%*` one
//! that nests and in which `%` hides the rest of a line, a string ends on its own line and has three escapes.
//! If clingo would report an error and continue, this scanner ends with a slip, and the program is refused.
//! Strings and comments of theories are not followed, since `#theory` is refused too.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// `#` and the letters after it.
    Keyword,
    /// An identifier that begins with a small letter, `not` among them.
    Name,
    /// A variable or a number.
    Value,
    /// A string, with its quotes.
    Text,
    /// Any other character.
    Sign,
}

/// A token and the byte offset of its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token<'a> {
    pub kind: TokenKind,
    pub text: &'a str,
    pub at: usize,
}

/// A place that clingo cannot read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slip {
    pub at: usize,
    pub why: &'static str,
}

const OPEN_COMMENT: &str = "the comment that begins here with %* has no *% at its end";
const OPEN_TEXT: &str = "the string that begins here does not end on its line, or has an escape other than \\\", \\\\ and \\n";

/// Splits a text into tokens, up to the first slip.
pub(crate) fn tokens(text: &str) -> (Vec<Token<'_>>, Option<Slip>) {
    let (mut found, bytes, mut at) = (Vec::new(), text.as_bytes(), 0);
    while let Some(&byte) = bytes.get(at) {
        let next = bytes.get(at + 1).copied();
        let (kind, end) = match (byte, next) {
            (b' ' | b'\t' | b'\r' | b'\n', _) => {
                at += 1;
                continue;
            }
            (b'%', Some(b'*')) => match block_end(bytes, at) {
                Some(end) => {
                    at = end;
                    continue;
                }
                None => return (found, Some(Slip { at, why: OPEN_COMMENT })),
            },
            (b'%', _) | (b'#', Some(b'!')) => {
                at = line_end(bytes, at);
                continue;
            }
            (b'"', _) => match text_end(bytes, at) {
                Some(end) => (TokenKind::Text, end),
                None => return (found, Some(Slip { at, why: OPEN_TEXT })),
            },
            (b'#', _) => (
                TokenKind::Keyword,
                run_end(bytes, at + 1, |b| b.is_ascii_alphanumeric() || b == b'_'),
            ),
            (b'0'..=b'9', _) => (TokenKind::Value, run_end(bytes, at, |b| b.is_ascii_digit())),
            _ => word_end(bytes, at).unwrap_or_else(|| {
                let width =
                    text.get(at..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8);
                (TokenKind::Sign, at + width)
            }),
        };
        found.push(Token { kind, text: text.get(at..end).unwrap_or_default(), at });
        at = end;
    }
    (found, None)
}

fn run_end(bytes: &[u8], from: usize, belongs: impl Fn(u8) -> bool) -> usize {
    let rest = bytes.get(from..).unwrap_or_default();
    from + rest.iter().take_while(|byte| belongs(**byte)).count()
}

fn line_end(bytes: &[u8], from: usize) -> usize {
    run_end(bytes, from, |byte| byte != b'\n')
}

/// Returns the end of an identifier or a variable.
fn word_end(bytes: &[u8], from: usize) -> Option<(TokenKind, usize)> {
    let letter = run_end(bytes, from, |byte| matches!(byte, b'_' | b'\''));
    let kind = match bytes.get(letter)? {
        b'a'..=b'z' => TokenKind::Name,
        b'A'..=b'Z' => TokenKind::Value,
        _ => return None,
    };
    let belongs = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'\'');
    Some((kind, run_end(bytes, letter, belongs)))
}

/// Returns the end of a comment that begins with `%*`.
fn block_end(bytes: &[u8], from: usize) -> Option<usize> {
    let (mut at, mut depth) = (from, 0);
    loop {
        match (*bytes.get(at)?, bytes.get(at + 1).copied()) {
            (b'*', Some(b'%')) => {
                (at, depth) = (at + 2, depth - 1);
                if depth == 0 {
                    return Some(at);
                }
            }
            (b'%', Some(b'*')) => (at, depth) = (at + 2, depth + 1),
            (b'%', _) => at = line_end(bytes, at),
            _ => at += 1,
        }
    }
}

/// Returns the end of a string.
fn text_end(bytes: &[u8], from: usize) -> Option<usize> {
    let mut at = from + 1;
    loop {
        match (*bytes.get(at)?, bytes.get(at + 1).copied()) {
            (b'"', _) => return Some(at + 1),
            (b'\\', Some(b'"' | b'\\' | b'n')) => at += 2,
            (b'\\' | b'\n', _) => return None,
            _ => at += 1,
        }
    }
}
