//! SudokuPad's short form of JSON: names and words without quotes, strings in single ones, and an empty
//! object in a list as nothing.

/// The JSON of such a text; plain JSON is unchanged.
pub(super) fn unzipped(text: &str) -> String {
    if text.contains('"') {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len() * 2);
    // The previous character: the start of a list or object, or a comma, after which an element may be
    // missing.
    let mut before = '\0';
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        match letter {
            '\'' => rest = string(rest, &mut out),
            ',' | ']' => {
                if matches!(before, ',' | '[') {
                    out.push_str("{}");
                }
                out.push(letter);
                rest = &rest[1..];
            }
            '{' | '}' | '[' | ':' => {
                out.push(letter);
                rest = &rest[1..];
            }
            letter if letter.is_whitespace() => {
                rest = &rest[letter.len_utf8()..];
                continue;
            }
            _ => rest = word(rest, &mut out),
        }
        before = letter;
    }
    out
}

/// Writes a string in single quotes as one in double ones. Returns the rest of the text.
fn string<'a>(text: &'a str, out: &mut String) -> &'a str {
    out.push('"');
    let mut letters = text.char_indices().skip(1);
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' => match letters.next() {
                Some((_, '\'')) => out.push('\''),
                Some((_, next)) => out.extend(['\\', next]),
                None => break,
            },
            '\'' => {
                out.push('"');
                return &text[at + 1..];
            }
            _ => out.push(letter),
        }
    }
    // It is cut short; parsing the JSON reports that.
    ""
}

/// A name, or a value: a number stays, `t` and `f` are true and false, and the rest is a string.
fn word<'a>(text: &'a str, out: &mut String) -> &'a str {
    let end = text.find(|c| ",:]}[{'".contains(c)).unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    let is_name = rest.starts_with(':');
    let written = match word {
        "t" | "true" if !is_name => "true".to_owned(),
        "f" | "false" if !is_name => "false".to_owned(),
        "null" if !is_name => word.to_owned(),
        // A number of six characters is a colour, and colours do not matter here.
        _ if !is_name && word.parse::<f64>().is_ok() && word.len() != 6 => word.to_owned(),
        _ => serde_json::Value::from(word).to_string(),
    };
    out.push_str(&written);
    rest
}
