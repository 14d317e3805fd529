//! Facts in a file: the tagged terms of a program, one ground term after another, each ended by a dot.
//!
//! Separates comments and strings as clingo does.

use std::collections::BTreeSet;

use super::lexer::{Token, TokenKind, tokens};

/// Maximum nesting depth of terms; real programs stay far below it.
const DEPTH: usize = 200;

/// Error in facts, with its line from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {why}")]
pub struct FactsError {
    pub line: usize,
    pub why: String,
}

/// Error in a constant of the options.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ConstantError {
    #[error("write NAME=VALUE, such as n=4")]
    Form,
    #[error("{0}")]
    Value(String),
    #[error("`{0}` cannot be part of a value")]
    Behind(String),
}

/// Reason why no term can be read.
#[derive(Debug, thiserror::Error)]
enum TermError {
    #[error("a term is missing")]
    Missing,
    #[error("{0}")]
    Misplaced(String),
}

impl From<&str> for TermError {
    fn from(why: &str) -> Self {
        Self::Misplaced(why.to_owned())
    }
}

/// Reads facts such as `at(1,2). wall(3).` into the terms in clingo's own spelling; the wrapper
/// `__level_design(…)` around each is optional. An error names its line.
pub fn read_facts(text: &str) -> Result<BTreeSet<String>, FactsError> {
    let line = |at: usize| text.get(..at).unwrap_or_default().matches('\n').count() + 1;
    let (found, slip) = tokens(text);
    if let Some(slip) = slip {
        return Err(FactsError { line: line(slip.at), why: slip.why.to_owned() });
    }
    let (mut reader, mut facts) = (TermParser { tokens: &found, at: 0 }, BTreeSet::new());
    while let Some(first) = reader.peek() {
        let begun = reader.at;
        let read = reader.term(0).and_then(|term| match reader.take(".") {
            true => Ok(term),
            false => Err(reader.misplaced("a fact ends with a dot")),
        });
        let term = read.map_err(|why| match reader.peek() {
            Some(token) => FactsError { line: line(token.at), why: why.to_string() },
            None => {
                let rest: String = found.iter().skip(begun).map(|token| token.text).collect();
                FactsError { line: line(first.at), why: format!("`{rest}` has no dot") }
            }
        })?;
        let inner = term.strip_prefix("__level_design(").and_then(|rest| rest.strip_suffix(')'));
        facts.insert(inner.map_or_else(|| term.clone(), str::to_owned));
    }
    Ok(facts)
}

/// Refuses anything but `NAME=VALUE` with a ground term as value, since clingo would continue to read after it.
pub(crate) fn check_constant(text: &str) -> Result<(), ConstantError> {
    let (name, value) = text.split_once('=').ok_or(ConstantError::Form)?;
    let is_name = name.trim_start_matches('_').starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if !is_name {
        return Err(ConstantError::Form);
    }
    let (found, slip) = tokens(value);
    if let Some(slip) = slip {
        return Err(ConstantError::Value(slip.why.to_owned()));
    }
    let mut reader = TermParser { tokens: &found, at: 0 };
    reader.term(0).map_err(|why| match why {
        TermError::Missing => ConstantError::Form,
        TermError::Misplaced(why) => ConstantError::Value(why),
    })?;
    match reader.peek() {
        None => Ok(()),
        Some(token) => Err(ConstantError::Behind(token.text.to_owned())),
    }
}

/// Reads terms, one after the other.
struct TermParser<'a> {
    tokens: &'a [Token<'a>],
    at: usize,
}

impl<'a> TermParser<'a> {
    fn peek(&self) -> Option<Token<'a>> {
        self.tokens.get(self.at).copied()
    }

    /// Consumes a sign if it is the next token.
    fn take(&mut self, sign: &str) -> bool {
        let is_next = self.peek().is_some_and(|token| token.text == sign);
        self.at += usize::from(is_next);
        is_next
    }

    fn misplaced(&self, why: &str) -> TermError {
        let token = self.peek().map_or("the end", |token| token.text);
        TermError::Misplaced(format!(
            "`{token}` does not belong here: {why}; write ground terms such as at(1,2)."
        ))
    }

    fn term(&mut self, depth: usize) -> Result<String, TermError> {
        if depth > DEPTH {
            return Err("terms are nested too deep".into());
        }
        let Some(token) = self.peek() else { return Err(TermError::Missing) };
        match (token.kind, token.text) {
            (TokenKind::Name, "not") => Err(self.misplaced("leave out what is not tagged")),
            (TokenKind::Name, name) => {
                self.at += 1;
                if !self.take("(") {
                    return Ok(name.to_owned());
                }
                match self.arguments(depth)? {
                    (_, _, true) => Err("`)` does not belong here: a term is missing".into()),
                    // `f()` is another spelling of `f`.
                    (_, 0, _) => Ok(name.to_owned()),
                    (all, ..) => Ok(format!("{name}({all})")),
                }
            }
            (TokenKind::Value, digits) if digits.starts_with(|c: char| c.is_ascii_digit()) => {
                let plain = digits == "0" || !digits.starts_with('0');
                if !plain || digits.parse::<i32>().is_err() {
                    return Err(self.misplaced("clingo cannot read this number"));
                }
                self.at += 1;
                Ok(digits.to_owned())
            }
            (TokenKind::Text, _) | (TokenKind::Keyword, "#inf" | "#sup") => {
                self.at += 1;
                Ok(token.text.to_owned())
            }
            (TokenKind::Value, _) => Err(self.misplaced("a fact has no variables")),
            (TokenKind::Sign, "-") => {
                self.at += 1;
                if self.peek().is_some_and(|token| matches!(token.text, "(" | "#inf" | "#sup")) {
                    return Err(self.misplaced("only numbers and names have a sign"));
                }
                Ok(match self.term(depth + 1)? {
                    text if text.starts_with('"') => {
                        let why = format!("`-{text}`: only numbers and names have a sign");
                        return Err(TermError::Misplaced(why));
                    }
                    zero if zero == "0" => zero,
                    twice if twice.starts_with('-') => twice.trim_start_matches('-').to_owned(),
                    term => format!("-{term}"),
                })
            }
            (TokenKind::Sign, "(") => {
                self.at += 1;
                Ok(match self.arguments(depth)? {
                    (one, 1, false) => one,
                    (one, 1, true) => format!("({one},)"),
                    (all, ..) => format!("({all})"),
                })
            }
            (TokenKind::Sign, ".") => Err("`.`: a term is missing before the dot".into()),
            _ => Err(self.misplaced("a fact is a term")),
        }
    }

    /// Reads the contents of parentheses, their number of terms, and whether they end in a comma, as in `(a,)`.
    fn arguments(&mut self, depth: usize) -> Result<(String, usize, bool), TermError> {
        let mut terms = Vec::new();
        if self.take(")") {
            return Ok((String::new(), 0, false));
        }
        loop {
            terms.push(self.term(depth + 1)?);
            if self.take(")") {
                return Ok((terms.join(","), terms.len(), false));
            }
            if !self.take(",") {
                return Err(self.misplaced("`,` or `)` is missing"));
            }
            if terms.len() == 1 && self.take(")") {
                return Ok((terms.join(","), 1, true));
            }
        }
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
            (Err(why), Err(part)) => assert!(why.to_string().contains(part), "{why}"),
            (got, _) => panic!("{text}: {got:?}"),
        }
    }

    #[test]
    fn facts_are_read_in_clingos_spelling() {
        check("at( 1, 2 ). % a wall.\n b.\n__level_design(f(x)).", Ok(&["at(1,2)", "b", "f(x)"]));
        check("s(\"a. b\").-1.", Ok(&["-1", "s(\"a. b\")"]));
        check("-p(-0,( a ,),(1,b)) .f(#inf,()).", Ok(&["-p(0,(a,),(1,b))", "f(#inf,())"]));
        check("a. %* b. %* c. *% d. *% e. #! f.\n", Ok(&["a", "e"]));
        check("", Ok(&[]));
        check("a.\nb", Err("line 2: `b` has no dot"));
        check("a :- b.", Err("line 1: `:`"));
        check("a)).", Err("line 1: `)` does not belong"));
        check(".", Err("a term is missing"));
        check("s(\"a).", Err("line 1: the string"));
    }

    #[test]
    fn what_is_no_fact_is_refused_by_its_line() {
        check("w(1).\nnot w(2).", Err("line 2: `not`"));
        check("w(1).\n\nw (X).", Err("line 3: `X`"));
        check("a b.", Err("line 1: `b`"));
        check("w(1..3).", Err("line 1: `.`"));
        check("w(1;2).", Err("line 1: `;`"));
        check("w(1+1).", Err("line 1: `+`"));
        check("w(@f).", Err("line 1: `@`"));
        check("w(07).", Err("line 1: `07`"));
        check("w(3000000000).", Err("line 1: `3000000000`"));
        check("#show w/1.", Err("line 1: `#show`"));
        check("w(1,).", Err("line 1: `)`"));
        check("a.\n%* b.", Err("line 2: the comment"));
        check(&"(".repeat(100_000), Err("line 1: terms are nested too deep"));
        check("a", Err("line 1: `a` has no dot"));
    }
}
