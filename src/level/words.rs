//! Texts for people and the characters that they may contain.
//!
//! A file may hold control characters. They mean nothing in a title, and some systems close a window because of
//! them. So they are removed when words are read, and again when a window is named.

use std::borrow::Cow;

/// True for invisible characters with an effect: on a terminal, or on the direction of text.
pub fn is_hidden(c: char) -> bool {
    let turns = matches!(
        c,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    );
    c.is_control() || turns || matches!(c, '\u{2028}' | '\u{2029}')
}

/// Cleans words on one line, such as a title: a line break becomes a blank, other control characters go.
pub fn one_line(text: &str) -> Cow<'_, str> {
    cleaned(text, |c| match c {
        '\n' | '\t' | '\u{2028}' | '\u{2029}' => Some(' '),
        c => Some(c).filter(|c| !c.is_control()),
    })
}

/// Cleans words of several lines, such as notes: line breaks and tabs stay, other control characters go.
pub fn several_lines(text: &str) -> Cow<'_, str> {
    cleaned(text, |c| Some(c).filter(|c| !c.is_control() || matches!(c, '\n' | '\t')))
}

/// Adds the article: "a crate", "an apple", "an X-sum"; plurals stay as they are.
pub fn with_article(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().unwrap_or_default().to_ascii_lowercase();
    let is_spelled = !letters.next().is_some_and(char::is_alphabetic);
    let begins_with_vowel = if is_spelled { "aefhilmnorsx" } else { "aeiou" }.contains(first);
    match (name.ends_with('s'), begins_with_vowel) {
        (true, _) => name.to_owned(),
        (false, true) => format!("an {name}"),
        (false, false) => format!("a {name}"),
    }
}

/// Forms the plural: "boxes", "crates", "berries", "sheep"; plurals stay as they are.
pub fn plural(name: &str) -> String {
    let ends = |endings: &[&str]| endings.iter().any(|ending| name.ends_with(ending));
    let vowel_before_y = ["ay", "ey", "oy", "uy"];
    match name.strip_suffix('y').filter(|_| !ends(&vowel_before_y)) {
        Some(stem) => format!("{stem}ies"),
        None if ends(&["s", "sheep", "fish"]) => name.to_owned(),
        None if ends(&["x", "z", "ch", "sh"]) => format!("{name}es"),
        None => format!("{name}s"),
    }
}

/// Cleans the name of a window: one line, in one direction.
pub fn window_title(text: &str) -> String {
    one_line(text).chars().filter(|c| !is_hidden(*c)).collect()
}

/// Escapes words for an XML or HTML document, as text or as the value of an attribute. Control characters are
/// dropped, since no document can hold them in any form.
pub fn escaped_xml(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars().filter(|c| !c.is_control()) {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
    out
}

/// Replaces or drops each character.
fn cleaned(text: &str, kept: impl Fn(char) -> Option<char>) -> Cow<'_, str> {
    match text.chars().all(|c| kept(c) == Some(c)) {
        true => Cow::Borrowed(text),
        false => Cow::Owned(text.chars().filter_map(kept).collect()),
    }
}

/// Removes from a word what cannot be on one line.
pub fn clean_line(text: &mut String) {
    if let Cow::Owned(clean) = one_line(text) {
        *text = clean;
    }
}

/// Removes control characters from words of several lines.
pub fn clean_lines(text: &mut String) {
    if let Cow::Owned(clean) = several_lines(text) {
        *text = clean;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_left_out() {
        assert_eq!(one_line("a\0b\u{1b}[31m\nc\u{7f}\u{9b}"), "ab[31m c");
        assert_eq!(several_lines("a\0b\r\n\tc\u{8}"), "ab\n\tc");
        assert_eq!(window_title("a\0\u{202e}b\nc"), "ab c");
        assert_eq!(escaped_xml("<a b=\"c\">\0 & ½"), "&lt;a b=&quot;c&quot;&gt; &amp; ½");
        assert!(matches!(one_line("Größe 5 – ½ \u{200f}"), Cow::Borrowed(_)));
    }

    #[test]
    fn names_get_their_article() {
        let names = ["crate", "Apple", "X-sum", "X", "T piece", "own rules"];
        let with = ["a crate", "an Apple", "an X-sum", "an X", "a T piece", "own rules"];
        assert_eq!(names.map(with_article), with);
        let one = ["box", "crate", "berry", "key", "sheep", "torch", "boxes"];
        let many = ["boxes", "crates", "berries", "keys", "sheep", "torches", "boxes"];
        assert_eq!(one.map(plural), many);
    }
}
