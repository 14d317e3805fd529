//! Facts in a file: what a program tags, one ground term after another, each ended by a dot.
//!
//! Knows nobody.

use std::collections::BTreeSet;

/// Reads facts such as `at(1,2). wall(3).` into the terms in clingo's own spelling; the wrapper
/// `__level_design(…)` may stand around each. The error names the line.
pub fn read_facts(text: &str) -> Result<BTreeSet<String>, String> {
    let (mut facts, mut term) = (BTreeSet::new(), String::new());
    let (mut line, mut depth, mut begun_at) = (1, 0usize, 1);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c == '\n' {
            line += 1;
        }
        match c {
            '%' => while chars.next_if(|c| *c != '\n').is_some() {},
            '"' => {
                term.push(c);
                loop {
                    match chars.next() {
                        Some('\\') => term.extend(['\\'].into_iter().chain(chars.next())),
                        Some('"') => break term.push('"'),
                        Some(inner) if inner != '\n' => term.push(inner),
                        _ => return Err(format!("line {line}: a string has no end")),
                    }
                }
            }
            '.' if depth == 0 => {
                facts.insert(fact(&term).map_err(|why| format!("line {begun_at}: {why}"))?);
                term.clear();
            }
            c if c.is_whitespace() => {}
            c if c.is_ascii_alphanumeric() || "_(),-'".contains(c) => {
                if term.is_empty() {
                    begun_at = line;
                }
                match c {
                    '(' => depth += 1,
                    ')' if depth == 0 => return Err(format!("line {line}: `)` has no `(`")),
                    ')' => depth -= 1,
                    _ => {}
                }
                term.push(c);
            }
            other => {
                return Err(format!(
                    "line {line}: `{other}` has no place in a fact; write ground terms such as \
                     at(1,2), each ended by a dot"
                ));
            }
        }
    }
    if term.is_empty() { Ok(facts) } else { Err(format!("line {begun_at}: `{term}` has no dot")) }
}

fn fact(term: &str) -> Result<String, String> {
    let inner = term.strip_prefix("__level_design(").and_then(|rest| rest.strip_suffix(')'));
    let term = inner.unwrap_or(term);
    if term.is_empty() {
        Err("a term is missing before the dot".to_owned())
    } else {
        Ok(term.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Result<&[&str], &str>) {
        match (read_facts(text), expected) {
            (Ok(facts), Ok(terms)) => {
                assert_eq!(facts.iter().map(String::as_str).collect::<Vec<_>>(), terms);
            }
            (Err(why), Err(part)) => assert!(why.contains(part), "{why}"),
            (got, _) => panic!("{text}: {got:?}"),
        }
    }

    #[test]
    fn facts_are_read_in_clingos_spelling() {
        check("at( 1, 2 ). % a wall.\n b.\n__level_design(f(x)).", Ok(&["at(1,2)", "b", "f(x)"]));
        check("s(\"a. b\").-1.", Ok(&["-1", "s(\"a. b\")"]));
        check("", Ok(&[]));
        check("a.\nb", Err("line 2: `b` has no dot"));
        check("a :- b.", Err("line 1: `:`"));
        check("a)).", Err("`)` has no `(`"));
        check(".", Err("a term is missing"));
        check("s(\"a).", Err("a string has no end"));
    }
}
