//! Sentences of `wrong` that say two things at once: `not N { … } N` is true of too few and of too many.
//!
//! A player who reads "another number" has to count; and a slip in one half hides behind the other.

use crate::reading::folder::RULES;
use crate::rules::statements::{PlacedToken, RuleToken, tokens};
use foolproof_ground::unquote;

/// A sentence used both for too few and for too many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TwoIdeas {
    pub sentence: String,
    /// Its position, from 1.
    pub line: usize,
    /// The condition, without the counted set.
    written: String,
    too_few: String,
    too_many: String,
}

impl TwoIdeas {
    /// Returns the two cases it combines, and the two rules to separate them.
    pub fn words(&self) -> String {
        let Self { sentence, line, written, too_few, too_many } = self;
        format!(
            "“{sentence}” ({RULES}, line {line}) is said of too few and of too many, by `{written}`. Two \
             rules tell them apart: one with `{too_few}` and one with `{too_many}`"
        )
    }
}

/// Returns the sentences of rules that mean both too few and too many, in the order of the text.
pub fn two_ideas_in(rules: &str) -> Vec<TwoIdeas> {
    let tokens = tokens(rules);
    let ends = |(token, ..): &PlacedToken| *token == RuleToken::Sign('.');
    tokens.split(ends).filter_map(of_rule).collect()
}

fn of_rule(rule: &[PlacedToken]) -> Option<TwoIdeas> {
    let [
        (RuleToken::Word(head), line, _),
        (RuleToken::Sign('('), ..),
        (RuleToken::Text(why), ..),
        ..,
    ] = rule
    else {
        return None;
    };
    if head != "wrong" {
        return None;
    }
    let body = rule.iter().position(|(token, ..)| *token == RuleToken::If)?;
    let body: Vec<&RuleToken> = rule.get(body + 1..)?.iter().map(|(token, ..)| token).collect();
    let bounds = literals(&body).into_iter().find_map(bounds_of)?;
    let Bounds { least, count, most } = bounds;
    let (one_more, braces) = (above(&most), format!("{count}{{ … }}"));
    Some(TwoIdeas {
        sentence: unquote(why),
        line: *line,
        written: format!("not {least} {braces} {most}"),
        too_few: format!("not {least} {braces}"),
        too_many: format!("{one_more} {braces}"),
    })
}

fn literals<'a>(body: &'a [&'a RuleToken]) -> Vec<&'a [&'a RuleToken]> {
    let (mut found, mut from, mut depth) = (Vec::new(), 0, 0_i32);
    for (at, token) in body.iter().enumerate() {
        match token {
            RuleToken::Sign('(' | '{') => depth += 1,
            RuleToken::Sign(')' | '}') => depth -= 1,
            RuleToken::Sign(',' | ';') if depth == 0 => {
                found.extend(body.get(from..at));
                from = at + 1;
            }
            _ => {}
        }
    }
    found.extend(body.get(from..));
    found
}

/// The limits of a count that is wrong outside them.
struct Bounds {
    least: String,
    /// `#sum `, `#count ` or nothing.
    count: String,
    most: String,
}

fn bounds_of(literal: &[&RuleToken]) -> Option<Bounds> {
    let (negated, literal) = match literal {
        [RuleToken::Word(not), rest @ ..] if not == "not" => (true, rest),
        other => (false, other),
    };
    let open = literal.iter().position(|token| **token == RuleToken::Sign('{'))?;
    let close = literal.iter().rposition(|token| **token == RuleToken::Sign('}'))?;
    let (before, behind) = (literal.get(..open)?, literal.get(close + 1..)?);
    let (before, count) = match before {
        [before @ .., RuleToken::Sign('#'), RuleToken::Word(count)] => (before, &**count),
        before => (before, ""),
    };
    // The limits themselves are not too few or too many.
    let count = match count {
        "" => String::new(),
        "count" | "sum" => format!("#{count} "),
        _ => return None,
    };
    let unlike = |number: &[&RuleToken]| (written(number), written(number));
    let (least, most) = match (before, behind) {
        // `#sum { … } != N` and `N != #sum { … }`, or with `not` and `=`.
        ([], [RuleToken::Sign('!'), RuleToken::Sign('='), number @ ..]) if !negated => {
            unlike(number)
        }
        ([number @ .., RuleToken::Sign('!'), RuleToken::Sign('=')], []) if !negated => {
            unlike(number)
        }
        ([], [RuleToken::Sign('='), number @ ..]) if negated => unlike(number),
        ([number @ .., RuleToken::Sign('=')], []) if negated => unlike(number),
        ([_, ..], [_, ..]) if negated && !compares(before) && !compares(behind) => {
            (written(before), written(behind))
        }
        _ => return None,
    };
    Some(Bounds { least, count, most })
}

fn compares(tokens: &[&RuleToken]) -> bool {
    tokens.iter().any(|token| matches!(token, RuleToken::Sign('<' | '>' | '=' | '!')))
}

fn written(tokens: &[&RuleToken]) -> String {
    let word = |token: &&RuleToken| match token {
        RuleToken::Word(word) | RuleToken::Variable(word) | RuleToken::Text(word) => word.clone(),
        RuleToken::Sign('…') => "..".to_owned(),
        RuleToken::Sign(sign) => sign.to_string(),
        RuleToken::If => ":-".to_owned(),
    };
    tokens.iter().map(word).collect()
}

/// One more than a number.
fn above(number: &str) -> String {
    match (number.parse::<i64>(), number.strip_suffix("-1")) {
        (Ok(number), _) => number.saturating_add(1).to_string(),
        (Err(_), Some(next)) => next.to_owned(),
        (Err(_), None) => format!("{number}+1"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_of_too_few_and_too_many_are_found() {
        let rules = "wrong(\"another number\",S) :- has(S,clue(N)), not N { lamp(T) : beside(S,_,T) } N.\n\
                     wrong(\"another sum\",S) :- clue(S), not 0 #sum { 1,T : a(S,T); -N : b(S,N) } 0.\n\
                     wrong(\"uneven\",S) :- has(S,clue(N)), N-1 != #count { T : a(S,T) }.\n\
                     wrong(\"one or two\") :- not 1 { p(X) : q(X,\"}.\") } 2.\n\
                     wrong(\"too few\") :- not 1 { p(X) }. wrong(\"too many\") :- 2 { p(X) }.\n\
                     { p(1) } 1. wrong(\"largest\",S) :- n(S,N), N != #max { M : m(M) }.\n\
                     wrong(\"several\",S) :- a(S), not b(S), 2 #sum { X : p(X) } 4.";
        let found = two_ideas_in(rules);
        let told: Vec<(&str, usize, &str, &str)> =
            found.iter().map(|of| (&*of.sentence, of.line, &*of.too_few, &*of.too_many)).collect();
        assert_eq!(
            told,
            [
                ("another number", 1, "not N { … }", "N+1 { … }"),
                ("another sum", 2, "not 0 #sum { … }", "1 #sum { … }"),
                ("uneven", 3, "not N-1 #count { … }", "N #count { … }"),
                ("one or two", 4, "not 1 { … }", "3 { … }"),
            ]
        );
    }
}
