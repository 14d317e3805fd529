//! Rules as designers write them, in the language of the encoding: the parser and the writer.
//!
//! A mark has no blanks, quotes and backslashes: `not` is kept as `!`, the remainder `\` as `~`, and a
//! sentence in quotes as words with `_`.

use std::collections::BTreeSet;
use std::ops::Range;

use super::super::reader::TextReader;

/// A term, its variables numbered rule by rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Term {
    Number(i64),
    Variable(usize),
    /// `_`: anything.
    Any,
    /// A word, or a function of terms.
    Call(String, Vec<Term>),
    Computed(Operator, Vec<Term>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Plus,
    Minus,
    Times,
    Over,
    Modulo,
    Negative,
    Absolute,
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
    /// The position of its name in the text.
    at: usize,
}

/// Terms that are aggregated if some literals hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Element {
    pub terms: Vec<Term>,
    pub condition: Vec<Literal>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Literal {
    pub kind: LiteralKind,
    /// Its part of the text.
    text: Range<usize>,
}

/// The meaning of a literal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum LiteralKind {
    Holds(Atom),
    Fails(Atom),
    Compare(Comparison, [Term; 2]),
    /// A variable that takes each number from one to another.
    Range([Term; 3]),
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
    /// The head's part of the text.
    head_text: Range<usize>,
}

/// The reason for rules that give none.
const NO_REASON: &str = "these_rules_do_not_hold";

/// Signs of rules, as characters.
const SIGNS: &str = "(){},;:.=<>+-*/~|!#_";

/// Operators of each level, the loosest first.
const OPERATORS: [&[(&str, Operator)]; 2] = [
    &[("+", Operator::Plus), ("-", Operator::Minus)],
    &[("*", Operator::Times), ("/", Operator::Over), ("~", Operator::Modulo)],
];

/// Comparisons; of two with a common prefix the longer one first.
const COMPARISONS: [(&str, Comparison); 7] = [
    ("==", Comparison::Equal),
    ("=", Comparison::Equal),
    ("!=", Comparison::Differs),
    ("<=", Comparison::AtMost),
    (">=", Comparison::AtLeast),
    ("<", Comparison::Less),
    (">", Comparison::More),
];

const FOLDS: [(&str, Fold); 4] =
    [("#count", Fold::Count), ("#sum", Fold::Sum), ("#min", Fold::Min), ("#max", Fold::Max)];

impl Operator {
    /// The result for these numbers, if it is one.
    pub(super) fn of(self, numbers: &[i64]) -> Option<i64> {
        Some(match (self, numbers) {
            (Self::Plus, [a, b]) => a + b,
            (Self::Minus, [a, b]) => a - b,
            (Self::Times, [a, b]) => a * b,
            (Self::Over, [a, b]) => a.checked_div(*b)?,
            (Self::Modulo, [a, b]) => a.checked_rem(*b)?,
            (Self::Negative, [a]) => -a,
            (Self::Absolute, [a]) => a.abs(),
            _ => return None,
        })
    }
}

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

    pub(super) fn holds<T: Ord>(self, a: &T, b: &T) -> bool {
        match self {
            Self::Equal => a == b,
            Self::Differs => a != b,
            Self::Less => a < b,
            Self::AtMost => a <= b,
            Self::More => a > b,
            Self::AtLeast => a >= b,
        }
    }
}

impl Literal {
    /// Its terms outside of aggregates.
    pub(super) fn terms(&self) -> Vec<&Term> {
        match &self.kind {
            LiteralKind::Holds(atom) | LiteralKind::Fails(atom) => atom.args.iter().collect(),
            LiteralKind::Compare(_, terms) => terms.iter().collect(),
            LiteralKind::Range(terms) => terms.iter().collect(),
            LiteralKind::Folded(_, _, guards) => guards.iter().map(|(_, term)| term).collect(),
        }
    }
}

impl LiteralKind {
    fn atoms(&self) -> Vec<&Atom> {
        match self {
            Self::Holds(atom) | Self::Fails(atom) => vec![atom],
            Self::Compare(..) | Self::Range(_) => Vec::new(),
            Self::Folded(_, elements, _) => {
                elements.iter().flat_map(|element| atoms(&element.condition)).collect()
            }
        }
    }
}

/// All atoms of literals, including those inside aggregates.
pub(super) fn atoms(body: &[Literal]) -> Vec<&Atom> {
    body.iter().flat_map(|literal| literal.kind.atoms()).collect()
}

fn is_part(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// A text in the form that a mark can hold: without comments, blanks and quotes.
pub(in super::super) fn compact(text: &str) -> String {
    let (mut out, mut rest) = (String::new(), text);
    while let Some(next) = rest.chars().next() {
        let behind_word = out.ends_with(is_part);
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

/// A place in a text without blanks, shown by the text before it.
fn behind(before: &str) -> String {
    let from = before.char_indices().rev().nth(23).map_or(0, |(from, _)| from);
    match before.get(from..).unwrap_or_default() {
        "" => "at the beginning".to_owned(),
        tail if from > 0 => format!("behind `…{tail}`"),
        tail => format!("behind `{tail}`"),
    }
}

struct RuleParser<'a> {
    text: TextReader<'a>,
    variables: Vec<String>,
}

/// Reads rules: each ends with a dot.
pub(super) fn parse(text: &str) -> Result<Vec<Rule>, String> {
    let is_other = |c: char| !c.is_ascii_alphanumeric() && !SIGNS.contains(c);
    if let Some((before, other)) = text.find(is_other).map(|at| text.split_at(at)) {
        let other = other.chars().next().unwrap_or(' ');
        return Err(format!("`{other}` {} cannot be part of rules", behind(before)));
    }
    let mut parser = RuleParser { text: TextReader::new(text, behind), variables: Vec::new() };
    let mut rules = Vec::new();
    while !parser.text.rest.is_empty() {
        rules.push(parser.rule()?);
    }
    Ok(rules)
}

impl RuleParser<'_> {
    fn rule(&mut self) -> Result<Rule, String> {
        let from = self.text.at();
        let head = match self.text.rest.starts_with(":-") {
            true => Head::Wrong { why: NO_REASON.to_owned(), place: None },
            false => self.head()?,
        };
        let head_text = from..self.text.at();
        let body = match self.text.take(":-") {
            true => self.list(&[",", ";"], Self::literal)?,
            false => Vec::new(),
        };
        self.text.want(".")?;
        Ok(Rule { head, body, variables: std::mem::take(&mut self.variables), head_text })
    }

    /// Reads parts with separators between them.
    fn list<T>(
        &mut self,
        separators: &[&str],
        part: fn(&mut Self) -> Result<T, String>,
    ) -> Result<Vec<T>, String> {
        let mut parts = vec![part(self)?];
        while separators.iter().any(|separator| self.text.take(separator)) {
            parts.push(part(self)?);
        }
        Ok(parts)
    }

    fn head(&mut self) -> Result<Head, String> {
        let atom = self.atom()?;
        if atom.name != "wrong" {
            return Ok(Head::Helper(atom));
        }
        let mut args = atom.args.into_iter();
        let why = match args.next() {
            None => NO_REASON.to_owned(),
            Some(Term::Call(why, parts)) if parts.is_empty() => why,
            Some(_) => return Err(self.text.fault("a reason is words, such as \"two 5s touch\",")),
        };
        let place = args.next();
        match args.next() {
            None => Ok(Head::Wrong { why, place }),
            Some(_) => Err(self.text.fault("`wrong` takes a reason and a cell")),
        }
    }

    fn atom(&mut self) -> Result<Atom, String> {
        if !self.text.rest.starts_with(|c: char| c.is_ascii_lowercase()) {
            return Err(self.text.fault("a name is missing"));
        }
        let at = self.text.at();
        Ok(Atom { name: self.text.run(is_part).to_owned(), args: self.arguments()?, at })
    }

    fn arguments(&mut self) -> Result<Vec<Term>, String> {
        if !self.text.take("(") {
            return Ok(Vec::new());
        }
        let args = self.list(&[","], Self::term)?;
        self.text.want(")")?;
        Ok(args)
    }

    fn literal(&mut self) -> Result<Literal, String> {
        self.text.enter()?;
        let (mut from, brackets) = (self.text.at(), self.text.rest.find(|c| c != '(').unwrap_or(0));
        let mut kind = self.kind()?;
        let mut to = self.text.at();
        if let LiteralKind::Holds(atom) = &mut kind {
            // An atom in brackets is written without them.
            (from, to) = (from + brackets, to - brackets);
            atom.at = from;
        }
        self.text.leave();
        Ok(Literal { kind, text: from..to })
    }

    fn kind(&mut self) -> Result<LiteralKind, String> {
        if self.text.take("!") {
            return Ok(LiteralKind::Fails(self.atom()?));
        }
        if self.text.rest.starts_with('#') {
            return self.folded(None);
        }
        let first = self.term()?;
        let Some(comparison) = self.text.one_of(&COMPARISONS) else {
            return match first {
                Term::Call(name, args) => Ok(LiteralKind::Holds(Atom { name, args, at: 0 })),
                _ => Err(self.text.fault("a comparison is missing")),
            };
        };
        if self.text.rest.starts_with('#') {
            return self.folded(Some((comparison.flipped(), first)));
        }
        let second = self.term()?;
        match comparison == Comparison::Equal && self.text.take("..") {
            true => Ok(LiteralKind::Range([first, second, self.term()?])),
            false => Ok(LiteralKind::Compare(comparison, [first, second])),
        }
    }

    fn folded(&mut self, left: Option<(Comparison, Term)>) -> Result<LiteralKind, String> {
        let Some(fold) = self.text.one_of(&FOLDS) else {
            return Err(self.text.fault("`#count`, `#sum`, `#min` or `#max` is missing"));
        };
        self.text.want("{")?;
        let elements = self.list(&[";"], Self::element)?;
        self.text.want("}")?;
        let mut guards = Vec::from_iter(left);
        if let Some(comparison) = self.text.one_of(&COMPARISONS) {
            guards.push((comparison, self.term()?));
        }
        match guards.is_empty() {
            true => Err(self.text.fault("a comparison is missing")),
            false => Ok(LiteralKind::Folded(fold, elements, guards)),
        }
    }

    fn element(&mut self) -> Result<Element, String> {
        let terms = self.list(&[","], Self::term)?;
        let condition = match !self.text.rest.starts_with(":-") && self.text.take(":") {
            true => self.list(&[","], Self::literal)?,
            false => Vec::new(),
        };
        Ok(Element { terms, condition })
    }

    fn term(&mut self) -> Result<Term, String> {
        self.level(0)
    }

    fn level(&mut self, level: usize) -> Result<Term, String> {
        let Some(operators) = OPERATORS.get(level) else { return self.single() };
        let mut term = self.level(level + 1)?;
        while let Some(operator) = self.text.one_of(operators) {
            term = Term::Computed(operator, vec![term, self.level(level + 1)?]);
        }
        Ok(term)
    }

    fn single(&mut self) -> Result<Term, String> {
        self.text.enter()?;
        let term = if let Some(number) = self.text.number()? {
            Term::Number(number)
        } else if self.text.take("-") {
            Term::Computed(Operator::Negative, vec![self.single()?])
        } else if self.text.take("(") {
            let inner = self.term()?;
            self.text.want(")")?;
            inner
        } else if self.text.take("|") {
            let inner = self.term()?;
            self.text.want("|")?;
            Term::Computed(Operator::Absolute, vec![inner])
        } else {
            match self.text.run(is_part) {
                "" => return Err(self.text.fault("a term is missing")),
                "_" => Term::Any,
                name if name.starts_with(|c: char| c.is_ascii_lowercase()) => {
                    Term::Call(name.to_owned(), self.arguments()?)
                }
                name => self.variable(name),
            }
        };
        self.text.leave();
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
    pub helpers: &'a BTreeSet<String>,
    /// The text from which the rules were read.
    pub text: &'a str,
}

impl Writer<'_> {
    pub(super) fn rule(&self, rule: &Rule) -> String {
        let number = self.number;
        let head = match &rule.head {
            Head::Wrong { why, .. } => {
                let why = foolproof_kernel::quote(&why.replace('_', " "));
                format!("unmet({why},{number})")
            }
            Head::Helper(_) => format!("own_{number}_{}", self.part(&rule.head_text, &[])),
        };
        let own = atoms(&rule.body).into_iter().filter(|atom| self.helpers.contains(&atom.name));
        let own: Vec<usize> = own.map(|atom| atom.at).collect();
        let literals = rule.body.iter().map(|literal| self.part(&literal.text, &own));
        let body: String = literals.map(|literal| format!(", {literal}")).collect();
        format!("{head} :- kind({number},own_rules){body}.\n")
    }

    /// A part of the text; `own` are the positions of helpers' names.
    fn part(&self, part: &Range<usize>, own: &[usize]) -> String {
        let mut out = String::new();
        for (at, letter) in part.clone().zip(self.text[part.clone()].chars()) {
            if own.contains(&at) {
                out.push_str(&format!("own_{}_", self.number));
            }
            let next = self.text[at + 1..].chars().next();
            match letter {
                '!' if next != Some('=') => out.push_str("not "),
                '~' => out.push('\\'),
                // The encoding's numbers have no zeros in front.
                '0' if !out.ends_with(is_part) && next.is_some_and(|c| c.is_ascii_digit()) => {}
                letter => out.push(letter),
            }
        }
        out
    }
}
