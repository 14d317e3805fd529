//! Rules read as text, statement by statement: what they derive or choose, and what they ask.
//!
//! This is just enough to find slips: it ignores everything that it does not understand.

use std::collections::BTreeSet;

use crate::rules::helpers::SOME;

/// Returns the rules with a word at these positions (line and column, from 1) replaced by other letters; all
/// lines stay.
pub(crate) fn with_word_replaced(
    rules: &str,
    places: &BTreeSet<(usize, usize)>,
    word: &str,
    by: &str,
) -> String {
    let mut replaced = String::with_capacity(rules.len() + by.len() * places.len());
    for (number, line) in rules.split_inclusive('\n').enumerate() {
        let starts = places.range((number + 1, 0)..(number + 2, 0)).map(|(_, column)| column - 1);
        let mut letters: Vec<char> = line.chars().collect();
        // From right to left, so that earlier positions stay valid.
        for start in starts.rev() {
            letters.splice(start..start + word.len(), by.chars());
        }
        replaced.extend(letters);
    }
    replaced
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RuleToken {
    /// A name or a number.
    Word(String),
    Variable(String),
    /// A text with its quotes.
    Text(String),
    Sign(char),
    /// `:-`
    If,
}

/// A token with its line and column, from 1.
pub(crate) type PlacedToken = (RuleToken, usize, usize);

/// An argument of an atom, as tokens.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct RuleArg(Vec<RuleToken>);

impl RuleArg {
    /// True if it is a quoted text.
    pub(crate) fn is_text(&self) -> bool {
        matches!(self.0.as_slice(), [RuleToken::Text(_)])
    }

    /// True if it is computed from a variable, such as `N+1`.
    pub(crate) fn is_reckoned(&self) -> bool {
        let sum = |token: &RuleToken| matches!(token, RuleToken::Sign('+' | '-' | '*'));
        self.variables().next().is_some() && self.0.iter().any(sum)
    }

    /// Returns the variables in it, each with the number of brackets around it.
    pub(crate) fn variables(&self) -> impl Iterator<Item = (&str, usize)> {
        let mut depth = 0_usize;
        self.0.iter().filter_map(move |token| {
            match token {
                RuleToken::Sign('(') => depth += 1,
                RuleToken::Sign(')') => depth = depth.saturating_sub(1),
                RuleToken::Variable(name) => return Some((name.as_str(), depth)),
                _ => {}
            }
            None
        })
    }

    /// True if it contains another argument unchanged.
    pub(crate) fn holds(&self, other: &Self) -> bool {
        !other.0.is_empty() && self.0.windows(other.0.len()).any(|part| part == other.0)
    }

    /// Returns the name of a term and the number of its arguments; `None` for variables, numbers and anything
    /// else.
    pub(crate) fn term(&self) -> Option<(&str, usize)> {
        let (RuleToken::Word(name), rest) = self.0.split_first()? else { return None };
        if !name.starts_with(|c: char| c.is_ascii_lowercase()) {
            return None;
        }
        match rest {
            [] => Some((name, 0)),
            [RuleToken::Sign('('), inner @ .., RuleToken::Sign(')')] => {
                let mut depth = 0_i32;
                let mut parts = 1;
                for token in inner {
                    match token {
                        RuleToken::Sign('(') => depth += 1,
                        RuleToken::Sign(')') => depth -= 1,
                        RuleToken::Sign(',') if depth == 0 => parts += 1,
                        // The alternatives of a pool may differ in the number of arguments.
                        RuleToken::Sign(';') if depth == 0 => return None,
                        _ => {}
                    }
                    if depth < 0 {
                        return None;
                    }
                }
                Some((name, parts))
            }
            _ => None,
        }
    }
}

/// An atom of a rule, with its line and column, from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RuleAtom {
    pub name: String,
    pub args: Vec<RuleArg>,
    /// A pool, `p(a;b)`; its arguments are not distinguished here.
    pub(crate) pooled: bool,
    /// `not` precedes it.
    pub negated: bool,
    pub line: usize,
    pub column: usize,
}

/// A statement: what it derives or chooses, what it asks, and the other names in it.
#[derive(Clone, Debug, Default)]
pub(crate) struct RuleStatement {
    pub heads: Vec<RuleAtom>,
    pub body: Vec<RuleAtom>,
    /// The position of the word that turns choices into helpers.
    pub(crate) some: Option<(usize, usize)>,
    /// Its head is in braces.
    pub(crate) chooses: bool,
    /// It has a comparison or a range, which may bound what it derives.
    pub(crate) compares: bool,
    /// Variables computed from others, such as `M` in `M = N+1`.
    pub(crate) reckoned: Vec<String>,
    /// Names in statements other than rules, such as `#show`.
    pub others: Vec<String>,
}

impl RuleStatement {
    pub(crate) fn atoms(&self) -> impl Iterator<Item = &RuleAtom> {
        self.heads.iter().chain(&self.body)
    }
}

pub(crate) fn statements(text: &str) -> Vec<RuleStatement> {
    let tokens = tokens(text);
    let mut found = Vec::new();
    let mut from = 0;
    for (at, (token, ..)) in tokens.iter().enumerate() {
        if *token == RuleToken::Sign('.') {
            found.push(statement(tokens.get(from..at).unwrap_or_default()));
            from = at + 1;
        }
    }
    found
}

pub(crate) fn statement(tokens: &[PlacedToken]) -> RuleStatement {
    if matches!(tokens.first(), Some((RuleToken::Sign('#'), ..))) {
        let names = tokens.iter().filter_map(|(token, ..)| match token {
            RuleToken::Word(name) => Some(name.clone()),
            _ => None,
        });
        return RuleStatement { others: names.collect(), ..RuleStatement::default() };
    }
    let (some, tokens) = match tokens {
        [(RuleToken::Word(word), line, column), rest @ ..]
            if word == SOME && rest.first().is_some_and(|(next, ..)| begins_choice(next)) =>
        {
            (Some((*line, *column)), rest)
        }
        _ => (None, tokens),
    };
    let split = tokens.iter().position(|(token, ..)| *token == RuleToken::If);
    let (head, body) = match split {
        Some(at) => (tokens.get(..at), tokens.get(at + 1..)),
        None => (Some(tokens), None),
    };
    let opens = |(token, ..): &PlacedToken| *token == RuleToken::Sign('{');
    let chooses = head.unwrap_or_default().iter().any(opens);
    let mut statement = RuleStatement { some, chooses, ..RuleStatement::default() };
    for (atom, asked) in atoms(head.unwrap_or_default()) {
        if asked { statement.body.push(atom) } else { statement.heads.push(atom) }
    }
    let body_tokens: Vec<&RuleToken> =
        body.unwrap_or_default().iter().map(|(token, ..)| token).collect();
    let compared = |token: &&RuleToken| matches!(token, RuleToken::Sign('<' | '>' | '!' | '…'));
    statement.compares = body_tokens.iter().any(compared);
    statement.reckoned = reckoned(&body_tokens);
    statement.body.extend(atoms(body.unwrap_or_default()).into_iter().map(|(atom, _)| atom));
    statement
}

/// True if this token continues a choice after a word that is not an atom: it begins the chosen atoms, or is a
/// part of the choice's bounds.
fn begins_choice(next: &RuleToken) -> bool {
    matches!(next, RuleToken::Sign('{') | RuleToken::Word(_) | RuleToken::Variable(_))
}

/// Returns the variables that a body sets to a sum, a difference or a product.
fn reckoned(body: &[&RuleToken]) -> Vec<String> {
    let sum = |token: &&RuleToken| matches!(token, RuleToken::Sign('+' | '-' | '*'));
    let ends = |token: &&RuleToken| matches!(token, RuleToken::Sign(',' | ';'));
    let mut found = Vec::new();
    for part in body.split(ends) {
        match part {
            [RuleToken::Variable(name), RuleToken::Sign('='), value @ ..]
            | [value @ .., RuleToken::Sign('='), RuleToken::Variable(name)]
                if value.iter().any(sum) =>
            {
                found.push(name.clone());
            }
            _ => {}
        }
    }
    found
}

/// Returns the atoms of a head or a body; the flag is true for an atom after a colon.
fn atoms(tokens: &[PlacedToken]) -> Vec<(RuleAtom, bool)> {
    let (mut found, mut asked, mut at) = (Vec::new(), false, 0);
    while let Some((token, line, column)) = tokens.get(at) {
        let before = at.checked_sub(1).and_then(|at| tokens.get(at)).map(|(token, ..)| token);
        let next = tokens.get(at + 1).map(|(token, ..)| token);
        match token {
            RuleToken::Sign(':') => asked = true,
            RuleToken::Sign(';' | '{' | '}') => asked = false,
            RuleToken::Word(name)
                if name.starts_with(|c: char| c.is_ascii_lowercase() || c == '_')
                    && name != "not"
                    && before != Some(&RuleToken::Sign('#')) =>
            {
                let (args, pooled, end) = match next {
                    Some(RuleToken::Sign('(')) => args(tokens, at + 2),
                    _ => (Vec::new(), false, at + 1),
                };
                let (line, column) = (*line, *column);
                let negated = before == Some(&RuleToken::Word("not".to_owned()));
                let name = name.clone();
                found.push((RuleAtom { name, args, pooled, negated, line, column }, asked));
                at = end;
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    found
}

/// Returns the arguments of an atom after its opening bracket, a flag for a pool, and the position after its
/// closing bracket.
fn args(tokens: &[PlacedToken], from: usize) -> (Vec<RuleArg>, bool, usize) {
    let (mut args, mut arg, mut depth, mut pooled) = (Vec::new(), Vec::new(), 0, false);
    for (at, (token, ..)) in tokens.iter().enumerate().skip(from) {
        match token {
            RuleToken::Sign(')') if depth == 0 => {
                args.push(RuleArg(arg));
                return (args, pooled, at + 1);
            }
            RuleToken::Sign(sign @ (',' | ';')) if depth == 0 => {
                pooled |= *sign == ';';
                args.push(RuleArg(std::mem::take(&mut arg)));
                continue;
            }
            RuleToken::Sign('(') => depth += 1,
            RuleToken::Sign(')') => depth -= 1,
            _ => {}
        }
        arg.push(token.clone());
    }
    (args, pooled, tokens.len())
}

/// True if a line is a comment that ends with it.
fn is_comment(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with('%') && !line.starts_with("%*")
}

pub(crate) fn tokens(text: &str) -> Vec<PlacedToken> {
    let mut found: Vec<PlacedToken> = Vec::new();
    let mut long_comment = false;
    for (number, line) in text.lines().enumerate() {
        // Half of most rules are comments.
        if !long_comment && is_comment(line) {
            continue;
        }
        let letters: Vec<char> = line.chars().collect();
        let mut at = 0;
        while let Some(c) = letters.get(at).copied() {
            let next = letters.get(at + 1).copied();
            let from = at;
            at += 1;
            if long_comment {
                if (c, next) == ('*', Some('%')) {
                    (long_comment, at) = (false, at + 1);
                }
                continue;
            }
            let token = match (c, next) {
                ('%', Some('*')) => {
                    long_comment = true;
                    continue;
                }
                ('%', _) => break,
                ('"', _) => {
                    while let Some(c) = letters.get(at).copied() {
                        at += if c == '\\' { 2 } else { 1 };
                        if c == '"' {
                            break;
                        }
                    }
                    RuleToken::Text(letters.get(from..at).unwrap_or_default().iter().collect())
                }
                (':', Some('-')) => {
                    at += 1;
                    RuleToken::If
                }
                // A range does not end a statement.
                ('.', Some('.')) => {
                    at += 1;
                    RuleToken::Sign('…')
                }
                (c, _) if c.is_alphanumeric() || c == '_' => {
                    while letters.get(at).is_some_and(|c| c.is_alphanumeric() || *c == '_') {
                        at += 1;
                    }
                    let word: String = letters.get(from..at).unwrap_or_default().iter().collect();
                    match word.trim_start_matches('_').starts_with(char::is_uppercase)
                        || word == "_"
                    {
                        true => RuleToken::Variable(word),
                        false => RuleToken::Word(word),
                    }
                }
                (c, _) if c.is_whitespace() => continue,
                (c, _) => RuleToken::Sign(c),
            };
            found.push((token, number + 1, from + 1));
        }
    }
    found
}

#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests {
    use super::*;

    #[test]
    fn heads_and_bodies_are_told_apart() {
        let text = "% no(more).\n1 { play(S,M) : mark(M) } 1 :-\n  site(S), not has(S,\"a.b\"), X = 1..3.\n\
                    p(f(X,Y),2); q :- #count { T : r(T) } > 1.\n#show s/1.";
        let all = statements(text);
        let names = |atoms: &[RuleAtom]| -> Vec<String> {
            atoms.iter().map(|atom| format!("{}/{}", atom.name, atom.args.len())).collect()
        };
        let [first, second, third] = all.as_slice() else { unreachable!("{all:?}") };
        assert_eq!(names(&first.heads), ["play/2"]);
        assert_eq!(names(&first.body), ["mark/1", "site/1", "has/2"]);
        assert_eq!((first.heads[0].line, first.heads[0].column), (2, 5));
        assert!(first.body[2].args[1].is_text());
        assert_eq!(names(&second.heads), ["p/2", "q/0"]);
        assert_eq!(second.heads[0].args[0].term(), Some(("f", 2)));
        assert_eq!(names(&second.body), ["r/1"]);
        assert_eq!(third.others, ["show", "s", "1"]);
    }
}
