//! Ground terms as text, as clingo prints them: split into a name and arguments.
//!
//! Parentheses and commas within a quoted string belong to the string.

/// Splits a term into its name and its arguments; a constant has no arguments. A tuple has an empty name.
pub fn split(term: &str) -> (&str, Vec<&str>) {
    let whole = (term, Vec::new());
    let Some(open) = opening(term) else { return whole };
    let (name, rest) = term.split_at(open);
    let Some(inner) = rest.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) else {
        return whole;
    };
    let mut arguments = Vec::new();
    let mut from = 0;
    for at in commas(inner) {
        arguments.extend(inner.get(from..at));
        from = at + 1;
    }
    // A tuple of one ends with a comma, and the empty tuple is empty.
    arguments.extend(inner.get(from..).filter(|last| !last.is_empty()));
    (name, arguments)
}

/// Returns the arguments of a term with this name and this many of them.
pub fn arguments<'a, const N: usize>(term: &'a str, name: &str) -> Option<[&'a str; N]> {
    let called = term.strip_prefix(name).is_some_and(|rest| rest.starts_with('('));
    if !called {
        return None;
    }
    split(term).1.try_into().ok()
}

/// Returns the content of a quoted string; other terms stay as they are.
pub fn unquote(term: &str) -> String {
    let Some(inner) = term.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) else {
        return term.to_owned();
    };
    let (mut out, mut escaped) = (String::with_capacity(inner.len()), false);
    for letter in inner.chars() {
        match (escaped, letter) {
            (false, '\\') => escaped = true,
            (true, 'n') => {
                out.push('\n');
                escaped = false;
            }
            (_, letter) => {
                out.push(letter);
                escaped = false;
            }
        }
    }
    out
}

fn opening(term: &str) -> Option<usize> {
    if term.starts_with('"') { None } else { term.find('(') }
}

/// Returns the positions of the commas that separate arguments.
fn commas(inner: &str) -> Vec<usize> {
    let (mut depth, mut quoted, mut escaped) = (0usize, false, false);
    let mut found = Vec::new();
    for (at, byte) in inner.bytes().enumerate() {
        if quoted {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b'"' => quoted = false,
                _ => {}
            }
            continue;
        }
        match byte {
            b'"' => quoted = true,
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => found.push(at),
            _ => {}
        }
    }
    found
}

/// Quotes a text as a term.
pub fn quote(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_term_falls_into_its_arguments() {
        let check = |term, name, expected: &[&str]| {
            assert_eq!(split(term), (name, expected.to_vec()), "{term}");
        };
        check("won", "won", &[]);
        check("now(cell(1,2),box)", "now", &["cell(1,2)", "box"]);
        check("(a,(b,c))", "", &["a", "(b,c)"]);
        check("(a,)", "", &["a"]);
        check("()", "", &[]);
        check(r#"refused("no, (not \") so",s)"#, "refused", &[r#""no, (not \") so""#, "s"]);
        assert_eq!(arguments::<2>("next(a,b)", "next"), Some(["a", "b"]));
        assert_eq!(arguments::<2>("nextdoor(a,b)", "next"), None);
        assert_eq!(unquote(r#""a \"b\"\n\\""#), "a \"b\"\n\\");
        assert_eq!(quote("a \"b\"\n\\"), r#""a \"b\"\n\\""#);
    }
}
