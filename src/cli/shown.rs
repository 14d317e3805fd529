//! Escapes text for a terminal: texts from files may hold characters that move its cursor, change its colours
//! or turn the direction of reading.
//!
//! They are written as JSON writes them, `\\u001b`, so that a JSON document means the same before and after.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::Write as _;

use parking_lot::Mutex;

use foolproof_level::words::is_hidden;

fn escaped(text: &str, hidden: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&hidden) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '\n' if hidden(c) => out.push_str("\\n"),
            '\t' if hidden(c) => out.push_str("\\t"),
            c if hidden(c) => {
                // All of them have at most four digits.
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// Escapes text of several lines, or a JSON document.
pub fn lines(text: &str) -> Cow<'_, str> {
    escaped(text, |c| is_hidden(c) && c != '\n' && c != '\t')
}

/// Escapes text that has to stay on one line, such as a title in a table.
pub fn line(text: &str) -> Cow<'_, str> {
    escaped(text, is_hidden)
}

/// The last message on standard error.
static SAID: Mutex<String> = Mutex::new(String::new());

/// Writes a message on one line of standard error, unless it was the last one.
pub fn complain(what: &str) {
    let mut said = SAID.lock();
    if *said != what {
        let _ = writeln!(std::io::stderr(), "foolproof: {}", line(what));
        what.clone_into(&mut said);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_a_terminal_is_written_out() {
        assert_eq!(
            line("a\u{1b}[31m\tb\nc\u{9b}\u{7f}\u{202e}"),
            "a\\u001b[31m\\tb\\nc\\u009b\\u007f\\u202e"
        );
        assert_eq!(lines("a\tb\r\n"), "a\tb\\u000d\n");
        assert!(matches!(line("Größe 5 – ½"), Cow::Borrowed(_)));
        let title = "\u{9b}31m\u{2028}\u{200f}";
        let json = serde_json::json!({ "title": title }).to_string();
        assert_ne!(lines(&json), json);
        let back: serde_json::Value = serde_json::from_str(&lines(&json)).unwrap_or_default();
        assert_eq!(back["title"], title);
    }
}
