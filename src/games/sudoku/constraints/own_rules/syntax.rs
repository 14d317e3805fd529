//! Rules as designers write them, in the language of the encoding: the parser and the writer.
//!
//! A mark has no blanks, quotes and backslashes: `not` is kept as `!`, the remainder `\` as `~`, and a
//! sentence in quotes as words with `_`.

use std::collections::BTreeSet;
use std::fmt::Write as _;

/// A term, its variables numbered rule by rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Term {
    Number(i64),
    Variable(usize),
    /// `_`: anything.
    Any,
    /// A word, or a function of terms.
    Call(String, Vec<Term>),
    Minus(Box<Term>),
    Abs(Box<Term>),
    Two(Operator, Box<Term>, Box<Term>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Plus,
    Minus,
    Times,
    Over,
    Modulo,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comparison {
    Equal,
    Differs,
    Less,
    AtMost,
    More,
    AtLeast,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fold {
    Count,
    Sum,
    Min,
    Max,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Atom {
    pub name: String,
    pub args: Vec<Term>,
}

/// Terms that are aggregated if some literals hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Element {
    pub terms: Vec<Term>,
    pub condition: Vec<Literal>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Literal {
    Holds(Atom),
    Fails(Atom),
    Compare(Comparison, Term, Term),
    /// A variable that takes each number from one to another.
    Range(Term, Term, Term),
    /// The aggregate is on the left of the comparison.
    Folded(Fold, Vec<Element>, Vec<(Comparison, Term)>),
}

/// The head of a rule: an error, or the atom of a helper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Head {
    Wrong { why: String, place: Option<Term> },
    Helper(Atom),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rule {
    pub head: Head,
    pub body: Vec<Literal>,
    /// The names of its variables.
    pub variables: Vec<String>,
}

/// The reason for rules that give none.
const NO_REASON: &str = "these_rules_do_not_hold";

/// Deepest nesting.
const DEEPEST: usize = 20;

impl Comparison {
    pub(super) fn flipped(self) -> Self {
        match self {
            Self::Less => Self::More,
            Self::AtMost => Self::AtLeast,
            Self::More => Self::Less,
            Self::AtLeast => Self::AtMost,
            same => same,
        }
    }
}

/// Signs; of two with a common prefix the longer one first.
const SIGNS: [&str; 26] = [
    ":-", "!=", "<=", ">=", "==", "..", "(", ")", "{", "}", ",", ";", ":", ".", "=", "<", ">", "+",
    "-", "*", "/", "~", "|", "!", "#", "_",
];

const COMPARISONS: [(&str, Comparison); 7] = [
    ("==", Comparison::Equal),
    ("=", Comparison::Equal),
    ("!=", Comparison::Differs),
    ("<=", Comparison::AtMost),
    (">=", Comparison::AtLeast),
    ("<", Comparison::Less),
    (">", Comparison::More),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token<'a> {
    Number(i64),
    Word(&'a str),
    Variable(&'a str),
    Sign(&'static str),
}

/// A text in the form that a mark can hold: without comments, blanks and quotes.
pub(in super::super) fn compact(text: &str) -> String {
    let (mut out, mut rest) = (String::new(), text);
    while let Some(next) = rest.chars().next() {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let behind_word = out.ends_with(is_word);
        if next == '%' {
            rest = rest.split_once('\n').map_or("", |(_, rest)| rest);
        } else if let Some(quoted) = rest.strip_prefix('"') {
            let (sentence, behind) = quoted.split_once('"').unwrap_or((quoted, ""));
            out.push_str(&as_word(sentence));
            rest = behind;
        } else if !behind_word
            && let Some(behind) = rest.strip_prefix("not")
            && behind.starts_with(char::is_whitespace)
        {
            out.push('!');
            rest = behind.trim_start();
        } else {
            if !next.is_whitespace() {
                out.push(if next == '\\' { '~' } else { next });
            }
            rest = &rest[next.len_utf8()..];
        }
    }
    out
}

/// A sentence as a word: "two 5s touch" is `two_5s_touch`.
fn as_word(sentence: &str) -> String {
    let parts =
        sentence.split(|c: char| !c.is_ascii_alphanumeric()).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join("_").to_lowercase()
}

fn tokens(text: &str) -> Result<Vec<(usize, Token<'_>)>, String> {
    let (mut tokens, mut at) = (Vec::new(), 0);
    while at < text.len() {
        let rest = &text[at..];
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let (word, first) = (&rest[..end], rest.as_bytes()[0]);
        let (token, length) = if first.is_ascii_digit() {
            let end = word.find(|c: char| !c.is_ascii_digit()).unwrap_or(end);
            let number = word[..end].parse::<u32>();
            let number =
                number.map_err(|_| format!("the number {} is too large", behind(text, at)))?;
            (Token::Number(i64::from(number)), end)
        } else if first.is_ascii_lowercase() {
            (Token::Word(word), end)
        } else if first.is_ascii_uppercase() || (first == b'_' && end > 1) {
            (Token::Variable(word), end)
        } else {
            let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign));
            let sign = sign.ok_or_else(|| {
                let other = rest.chars().next().unwrap_or(' ');
                format!("`{other}` {} cannot be part of rules", behind(text, at))
            })?;
            (Token::Sign(sign), sign.len())
        };
        tokens.push((at, token));
        at += length;
    }
    Ok(tokens)
}

/// A place in a text without blanks, shown by the text before it.
fn behind(text: &str, at: usize) -> String {
    let before = text.get(..at).unwrap_or("");
    let from = before.char_indices().rev().nth(23).map_or(0, |(from, _)| from);
    match before.get(from..).unwrap_or("") {
        "" => "at the beginning".to_owned(),
        tail if from > 0 => format!("behind `…{tail}`"),
        tail => format!("behind `{tail}`"),
    }
}

struct RuleParser<'a> {
    tokens: &'a [(usize, Token<'a>)],
    at: usize,
    text: &'a str,
    depth: usize,
    variables: Vec<String>,
}

/// Reads rules: each ends with a dot.
pub(super) fn parse(text: &str) -> Result<Vec<Rule>, String> {
    let tokens = tokens(text)?;
    let mut parser = RuleParser { tokens: &tokens, at: 0, text, depth: 0, variables: Vec::new() };
    let mut rules = Vec::new();
    while parser.at < tokens.len() {
        rules.push(parser.rule()?);
    }
    Ok(rules)
}

impl<'a> RuleParser<'a> {
    fn fault(&self, why: &str) -> String {
        let place = self.tokens.get(self.at).map_or(self.text.len(), |(at, _)| *at);
        format!("{why} {}", behind(self.text, place))
    }

    fn peek(&self) -> Option<Token<'a>> {
        self.tokens.get(self.at).map(|(_, token)| *token)
    }

    fn next_is(&self, sign: &str) -> bool {
        matches!(self.peek(), Some(Token::Sign(next)) if next == sign)
    }

    fn take(&mut self, sign: &str) -> bool {
        let there = self.next_is(sign);
        self.at += usize::from(there);
        there
    }

    fn want(&mut self, sign: &str) -> Result<(), String> {
        if self.take(sign) { Ok(()) } else { Err(self.fault(&format!("`{sign}` is missing"))) }
    }

    fn rule(&mut self) -> Result<Rule, String> {
        self.variables.clear();
        let head = match self.next_is(":-") {
            true => Head::Wrong { why: NO_REASON.to_owned(), place: None },
            false => self.head()?,
        };
        let mut body = Vec::new();
        if self.take(":-") {
            body.push(self.literal()?);
            while self.take(",") || self.take(";") {
                body.push(self.literal()?);
            }
        }
        self.want(".")?;
        Ok(Rule { head, body, variables: std::mem::take(&mut self.variables) })
    }

    fn head(&mut self) -> Result<Head, String> {
        let Atom { name, args } = self.atom()?;
        if name != "wrong" {
            return Ok(Head::Helper(Atom { name, args }));
        }
        let mut args = args.into_iter();
        let why = match args.next() {
            None => NO_REASON.to_owned(),
            Some(Term::Call(why, parts)) if parts.is_empty() => why,
            Some(_) => return Err(self.fault("a reason is words, such as \"two 5s touch\",")),
        };
        let place = args.next();
        match args.next() {
            None => Ok(Head::Wrong { why, place }),
            Some(_) => Err(self.fault("`wrong` takes a reason and a cell")),
        }
    }

    fn atom(&mut self) -> Result<Atom, String> {
        let Some(Token::Word(name)) = self.peek() else {
            return Err(self.fault("a name is missing"));
        };
        self.at += 1;
        Ok(Atom { name: name.to_owned(), args: self.arguments()? })
    }

    fn arguments(&mut self) -> Result<Vec<Term>, String> {
        let mut args = Vec::new();
        if self.take("(") {
            args.push(self.term(0)?);
            while self.take(",") {
                args.push(self.term(0)?);
            }
            self.want(")")?;
        }
        Ok(args)
    }

    fn comparison(&mut self) -> Option<Comparison> {
        let Some(Token::Sign(next)) = self.peek() else { return None };
        let (_, comparison) = COMPARISONS.iter().find(|(sign, _)| *sign == next)?;
        self.at += 1;
        Some(*comparison)
    }

    fn literal(&mut self) -> Result<Literal, String> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.fault("it is nested too deeply"));
        }
        let literal = self.literal_within();
        self.depth -= 1;
        literal
    }

    fn literal_within(&mut self) -> Result<Literal, String> {
        if self.take("!") {
            return Ok(Literal::Fails(self.atom()?));
        }
        if self.next_is("#") {
            return self.folded(None);
        }
        let first = self.term(0)?;
        let Some(comparison) = self.comparison() else {
            return match first {
                Term::Call(name, args) => Ok(Literal::Holds(Atom { name, args })),
                _ => Err(self.fault("a comparison is missing")),
            };
        };
        if self.next_is("#") {
            return self.folded(Some((comparison.flipped(), first)));
        }
        let second = self.term(0)?;
        if comparison == Comparison::Equal && self.take("..") {
            return Ok(Literal::Range(first, second, self.term(0)?));
        }
        Ok(Literal::Compare(comparison, first, second))
    }

    fn folded(&mut self, left: Option<(Comparison, Term)>) -> Result<Literal, String> {
        self.want("#")?;
        let fold = match self.peek() {
            Some(Token::Word("count")) => Fold::Count,
            Some(Token::Word("sum")) => Fold::Sum,
            Some(Token::Word("min")) => Fold::Min,
            Some(Token::Word("max")) => Fold::Max,
            _ => return Err(self.fault("`#count`, `#sum`, `#min` or `#max` is missing")),
        };
        self.at += 1;
        self.want("{")?;
        let mut elements = vec![self.element()?];
        while self.take(";") {
            elements.push(self.element()?);
        }
        self.want("}")?;
        let mut guards: Vec<(Comparison, Term)> = left.into_iter().collect();
        if let Some(comparison) = self.comparison() {
            guards.push((comparison, self.term(0)?));
        }
        match guards.is_empty() {
            true => Err(self.fault("a comparison is missing")),
            false => Ok(Literal::Folded(fold, elements, guards)),
        }
    }

    fn element(&mut self) -> Result<Element, String> {
        let mut element = Element { terms: vec![self.term(0)?], condition: Vec::new() };
        while self.take(",") {
            element.terms.push(self.term(0)?);
        }
        if self.take(":") {
            element.condition.push(self.literal()?);
            while self.take(",") {
                element.condition.push(self.literal()?);
            }
        }
        Ok(element)
    }

    /// Sums bind loosest, then products.
    fn term(&mut self, level: usize) -> Result<Term, String> {
        let operators: &[(&str, Operator)] = match level {
            0 => &[("+", Operator::Plus), ("-", Operator::Minus)],
            1 => &[("*", Operator::Times), ("/", Operator::Over), ("~", Operator::Modulo)],
            _ => return self.single(),
        };
        let mut term = self.term(level + 1)?;
        while let Some((_, operator)) = operators.iter().find(|(sign, _)| self.take(sign)) {
            let second = self.term(level + 1)?;
            term = Term::Two(*operator, Box::new(term), Box::new(second));
        }
        Ok(term)
    }

    fn single(&mut self) -> Result<Term, String> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.fault("it is nested too deeply"));
        }
        let term = match self.peek() {
            Some(Token::Number(number)) => {
                self.at += 1;
                Term::Number(number)
            }
            Some(Token::Variable(name)) => {
                self.at += 1;
                self.variable(name)
            }
            Some(Token::Word(_)) => {
                let Atom { name, args } = self.atom()?;
                Term::Call(name, args)
            }
            Some(Token::Sign("_")) => {
                self.at += 1;
                Term::Any
            }
            Some(Token::Sign("-")) => {
                self.at += 1;
                Term::Minus(Box::new(self.single()?))
            }
            Some(Token::Sign(sign @ ("(" | "|"))) => {
                self.at += 1;
                let inner = self.term(0)?;
                self.want(if sign == "(" { ")" } else { "|" })?;
                if sign == "(" { inner } else { Term::Abs(Box::new(inner)) }
            }
            _ => return Err(self.fault("a term is missing")),
        };
        self.depth -= 1;
        Ok(term)
    }

    fn variable(&mut self, name: &str) -> Term {
        let known = self.variables.iter().position(|known| known == name);
        Term::Variable(known.unwrap_or_else(|| {
            self.variables.push(name.to_owned());
            self.variables.len() - 1
        }))
    }
}

/// Writes rules for the encoding: as constraint `number`, with separate names for helpers.
pub(super) struct Writer<'a> {
    pub number: u16,
    pub helpers: BTreeSet<&'a str>,
}

impl Writer<'_> {
    pub(super) fn rule(&self, rule: &Rule) -> String {
        let mut text = String::new();
        let number = self.number;
        match &rule.head {
            Head::Wrong { why, .. } => {
                let why = foolproof_kernel::quote(&why.replace('_', " "));
                // Writing to a string cannot fail.
                let _ = write!(text, "unmet({why},{number}) :- kind({number},own_rules)");
            }
            Head::Helper(atom) => {
                let _ = write!(text, "{} :- kind({number},own_rules)", self.atom(atom, rule));
            }
        }
        for literal in &rule.body {
            let _ = write!(text, ", {}", self.literal(literal, rule));
        }
        text + ".\n"
    }

    fn atom(&self, atom: &Atom, rule: &Rule) -> String {
        let own = self.helpers.contains(atom.name.as_str());
        let name =
            if own { format!("own_{}_{}", self.number, atom.name) } else { atom.name.clone() };
        called(&name, &self.terms(&atom.args, rule))
    }

    fn terms(&self, terms: &[Term], rule: &Rule) -> String {
        terms.iter().map(|term| written(term, rule)).collect::<Vec<_>>().join(",")
    }

    fn literal(&self, literal: &Literal, rule: &Rule) -> String {
        let literals = |all: &[Literal]| {
            all.iter().map(|literal| self.literal(literal, rule)).collect::<Vec<_>>().join(", ")
        };
        match literal {
            Literal::Holds(atom) => self.atom(atom, rule),
            Literal::Fails(atom) => format!("not {}", self.atom(atom, rule)),
            Literal::Compare(comparison, a, b) => {
                format!("{}{}{}", written(a, rule), sign_of(*comparison), written(b, rule))
            }
            Literal::Range(variable, from, to) => {
                let [variable, from, to] = [variable, from, to].map(|term| written(term, rule));
                format!("{variable}={from}..{to}")
            }
            Literal::Folded(fold, elements, guards) => {
                let element = |element: &Element| {
                    let condition = literals(&element.condition);
                    format!("{} : {condition}", self.terms(&element.terms, rule))
                };
                let elements = elements.iter().map(element).collect::<Vec<_>>().join("; ");
                let fold = match fold {
                    Fold::Count => "#count",
                    Fold::Sum => "#sum",
                    Fold::Min => "#min",
                    Fold::Max => "#max",
                };
                let one = |(comparison, term): &(Comparison, Term)| {
                    let sign = sign_of(*comparison);
                    format!("{fold} {{ {elements} }} {sign} {}", written(term, rule))
                };
                guards.iter().map(one).collect::<Vec<_>>().join(", ")
            }
        }
    }
}

fn sign_of(comparison: Comparison) -> &'static str {
    COMPARISONS.iter().rev().find(|(_, known)| *known == comparison).map_or("=", |(sign, _)| *sign)
}

fn called(name: &str, args: &str) -> String {
    if args.is_empty() { name.to_owned() } else { format!("{name}({args})") }
}

fn written(term: &Term, rule: &Rule) -> String {
    let inner = |term: &Term| written(term, rule);
    match term {
        Term::Number(number) => number.to_string(),
        Term::Variable(at) => rule.variables.get(*at).cloned().unwrap_or_default(),
        Term::Any => "_".to_owned(),
        Term::Call(name, args) => {
            called(name, &args.iter().map(inner).collect::<Vec<_>>().join(","))
        }
        Term::Minus(term) => format!("(-{})", inner(term)),
        Term::Abs(term) => format!("|{}|", inner(term)),
        Term::Two(operator, a, b) => {
            let sign = match operator {
                Operator::Plus => "+",
                Operator::Minus => "-",
                Operator::Times => "*",
                Operator::Over => "/",
                Operator::Modulo => "\\",
            };
            format!("({}{sign}{})", inner(a), inner(b))
        }
    }
}
