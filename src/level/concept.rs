//! A concept: a formula over named properties that every solution of a level has to practise.
//!
//! In text: `used(splitter,2) and (built(1,4) or not at_most(5))`; `any` asks for nothing, and
//! `asp("…")` holds rules of the designer's own that derive `wanted`. The names belong to the
//! games; here they are words. Source: Smith & Butler, "Quantifying over Play", section 6.2.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::bounds::LONGEST_CONCEPT;
use super::{Mark, with_sites};

/// The property of the intended solution alone, in every game that has it.
pub const INTENDED: &str = "intended";
/// The predicate that a designer's own rules have to define.
pub const WANTED: &str = "wanted";

/// A formula over properties of a play. In files it is a text; between processes it is sent part by part,
/// because a text loses the nesting of parts that mean the same.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(remote = "Self")]
pub enum Concept {
    /// Every solution will do.
    #[default]
    Any,
    /// A property that the game offers, with its arguments, as a term.
    Is(Mark),
    And(Vec<Concept>),
    Or(Vec<Concept>),
    Not(Box<Concept>),
    /// Rules of an answer set program that derive `wanted`.
    Asp(String),
}

/// Error for a text that is not a concept, with the position at which reading failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the concept cannot be read at character {}: {why}", at + 1)]
pub struct ConceptError {
    pub at: usize,
    pub why: String,
}

impl Concept {
    /// Every named property in the formula, in order.
    pub fn properties(&self) -> Vec<&Mark> {
        match self {
            Concept::Any | Concept::Asp(_) => Vec::new(),
            Concept::Is(property) => vec![property],
            Concept::And(parts) | Concept::Or(parts) => {
                parts.iter().flat_map(Concept::properties).collect()
            }
            Concept::Not(part) => part.properties(),
        }
    }

    /// The designer's own rules in the formula, in order.
    pub fn own_rules(&self) -> Vec<&str> {
        match self {
            Concept::Any | Concept::Is(_) => Vec::new(),
            Concept::Asp(rules) => vec![rules],
            Concept::And(parts) | Concept::Or(parts) => {
                parts.iter().flat_map(Concept::own_rules).collect()
            }
            Concept::Not(part) => part.own_rules(),
        }
    }

    /// Evaluates the formula, given the truth of each named property; `None` as soon as it depends on rules
    /// that only the solver can read.
    pub fn evaluate(&self, property: &mut dyn FnMut(&Mark) -> Option<bool>) -> Option<bool> {
        let mut all = |parts: &[Concept], stop_at: bool| {
            let mut unknown = false;
            for part in parts {
                match part.evaluate(property) {
                    Some(truth) if truth == stop_at => return Some(stop_at),
                    Some(_) => {}
                    None => unknown = true,
                }
            }
            if unknown { None } else { Some(!stop_at) }
        };
        match self {
            Concept::Any => Some(true),
            Concept::Is(mark) => property(mark),
            Concept::And(parts) => all(parts, false),
            Concept::Or(parts) => all(parts, true),
            Concept::Not(part) => part.evaluate(property).map(|truth| !truth),
            Concept::Asp(_) => None,
        }
    }

    /// Position of the first occurrence of a property in the formula's text, in characters.
    pub fn place_of(&self, property: &Mark) -> Option<usize> {
        let (text, word) = (self.to_string(), property.as_str());
        let part = |c: char| !c.is_whitespace() && c != '(' && c != ')';
        let stands = |at: &usize| {
            let before = text.get(..*at).and_then(|text| text.chars().next_back());
            let after = text.get(at + word.len()..).and_then(|text| text.chars().next());
            !before.is_some_and(part) && !after.is_some_and(part)
        };
        let at = text.match_indices(word).map(|(at, _)| at).find(stands)?;
        Some(text.get(..at)?.chars().count())
    }

    /// True if it contains a property of this functor.
    pub fn names(&self, functor: &str) -> bool {
        self.properties().iter().any(|property| property.functor() == functor)
    }

    /// True if it asks for the intended solution and for nothing else.
    pub fn is_intended(&self) -> bool {
        matches!(self, Concept::Is(property) if property.as_str() == INTENDED)
    }

    /// Replaces a property by its truth, once that is known for all plays.
    pub fn with(&self, property: &Mark, holds: bool) -> Self {
        let all = |parts: &[Concept]| parts.iter().map(|part| part.with(property, holds)).collect();
        match self {
            Concept::Is(mark) if mark == property && holds => Concept::Any,
            Concept::Is(mark) if mark == property => Concept::Not(Box::new(Concept::Any)),
            Concept::And(parts) => Concept::And(all(parts)),
            Concept::Or(parts) => Concept::Or(all(parts)),
            Concept::Not(part) => Concept::Not(Box::new(part.with(property, holds))),
            other => other.clone(),
        }
    }

    /// Replaces each property.
    pub fn mapped<E>(&self, to: &mut dyn FnMut(&Mark) -> Result<Mark, E>) -> Result<Self, E> {
        let mut all = |parts: &[Concept]| -> Result<Vec<Concept>, E> {
            parts.iter().map(|part| part.mapped(to)).collect()
        };
        Ok(match self {
            Concept::Any => Concept::Any,
            Concept::Asp(rules) => Concept::Asp(rules.clone()),
            Concept::And(parts) => Concept::And(all(parts)?),
            Concept::Or(parts) => Concept::Or(all(parts)?),
            Concept::Is(property) => Concept::Is(to(property)?),
            Concept::Not(part) => Concept::Not(Box::new(part.mapped(to)?)),
        })
    }

    /// Extends the concept to plays with this property.
    pub(crate) fn allowing(self, property: Mark) -> Self {
        let property = Concept::Is(property);
        match self {
            // Everything is allowed already.
            Concept::Any => Concept::Any,
            Concept::Or(parts) => Concept::Or(parts.into_iter().chain([property]).collect()),
            one => Concept::Or(vec![one, property]),
        }
    }

    /// Excludes plays with this property from the concept.
    pub(crate) fn forbidding(self, property: Mark) -> Self {
        let other = Concept::Not(Box::new(Concept::Is(property)));
        match self {
            Concept::Any => other,
            Concept::And(parts) => Concept::And(parts.into_iter().chain([other]).collect()),
            one => Concept::And(vec![one, other]),
        }
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, inside: bool) -> fmt::Result {
        let (parts, word, none) = match self {
            Concept::Any => return f.write_str("any"),
            Concept::Is(mark) => return write!(f, "{mark}"),
            Concept::Asp(rules) => return write!(f, "asp({})", serde_json::json!(rules)),
            Concept::Not(part) => {
                f.write_str("not ")?;
                return part.write(f, true);
            }
            Concept::And(parts) => (parts, " and ", "any"),
            Concept::Or(parts) => (parts, " or ", "not any"),
        };
        if parts.is_empty() {
            return f.write_str(none);
        }
        if inside {
            f.write_str("(")?;
        }
        for (n, part) in parts.iter().enumerate() {
            if n > 0 {
                f.write_str(word)?;
            }
            part.write(f, true)?;
        }
        if inside { f.write_str(")") } else { Ok(()) }
    }
}

impl fmt::Display for Concept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, false)
    }
}

/// Reads formulas by recursive descent; `or` binds weakest, `not` strongest.
struct FormulaParser<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
}

impl<'a> FormulaParser<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn skip_blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    fn fail<T>(&self, why: impl Into<String>) -> Result<T, ConceptError> {
        Err(ConceptError { at: self.at, why: why.into() })
    }

    fn take_word(&mut self, word: &str) -> bool {
        self.skip_blanks();
        let Some(behind) = self.rest().strip_prefix(word) else { return false };
        let ends = !behind.starts_with(|c: char| c.is_alphanumeric() || c == '_' || c == '(')
            || word.ends_with('(')
            || behind.starts_with(' ');
        let ends = ends || (matches!(word, "not" | "and" | "or") && behind.starts_with('('));
        if ends || word == "(" || word == ")" {
            self.at += word.len();
            return true;
        }
        false
    }

    fn chain(
        &mut self,
        word: &str,
        part: fn(&mut Self) -> Result<Concept, ConceptError>,
        join: fn(Vec<Concept>) -> Concept,
    ) -> Result<Concept, ConceptError> {
        let first = part(self)?;
        let mut parts = vec![first];
        while self.take_word(word) {
            parts.push(part(self)?);
        }
        if parts.len() > 1 {
            return Ok(join(parts));
        }
        parts.pop().map_or_else(|| self.fail("a property is missing"), Ok)
    }

    fn either(&mut self) -> Result<Concept, ConceptError> {
        self.chain("or", Self::both, Concept::Or)
    }

    fn both(&mut self) -> Result<Concept, ConceptError> {
        self.chain("and", Self::single, Concept::And)
    }

    fn single(&mut self) -> Result<Concept, ConceptError> {
        self.depth += 1;
        if self.depth > 64 {
            return self.fail("too many parentheses");
        }
        let read = self.single_inside();
        self.depth -= 1;
        read
    }

    fn single_inside(&mut self) -> Result<Concept, ConceptError> {
        if self.take_word("not") {
            return Ok(Concept::Not(Box::new(self.single()?)));
        }
        if self.take_word("(") {
            let inner = self.either()?;
            return if self.take_word(")") { Ok(inner) } else { self.fail("`)` is missing") };
        }
        if self.take_word("any") {
            return Ok(Concept::Any);
        }
        if self.take_word("asp(") {
            return self.own_rules();
        }
        self.property()
    }

    fn own_rules(&mut self) -> Result<Concept, ConceptError> {
        let mut strings = serde_json::Deserializer::from_str(self.rest()).into_iter::<String>();
        let rules = match strings.next() {
            Some(Ok(rules)) => rules,
            _ => return self.fail("asp( wants its rules in double quotes"),
        };
        self.at += strings.byte_offset();
        if self.take_word(")") { Ok(Concept::Asp(rules)) } else { self.fail("`)` is missing") }
    }

    fn property(&mut self) -> Result<Concept, ConceptError> {
        self.skip_blanks();
        let (mut depth, mut end) = (0usize, self.rest().len());
        for (at, c) in self.rest().char_indices() {
            match c {
                '(' => depth += 1,
                ')' if depth == 0 => {
                    end = at;
                    break;
                }
                ')' => depth -= 1,
                c if c.is_whitespace() && depth == 0 => {
                    end = at;
                    break;
                }
                _ => {}
            }
        }
        let word = self.rest().get(..end).unwrap_or_default();
        if matches!(word, "" | "and" | "or" | "not") {
            return self.fail("a property such as used(splitter,2) is missing");
        }
        match word.parse::<Mark>() {
            Ok(mark) => {
                self.at += end;
                Ok(Concept::Is(mark))
            }
            Err(error) => Err(ConceptError { at: self.at + error.at, why: error.why.to_owned() }),
        }
    }
}

impl FromStr for Concept {
    type Err = ConceptError;

    fn from_str(text: &str) -> Result<Self, ConceptError> {
        if text.len() > LONGEST_CONCEPT {
            let why = format!("it is longer than {LONGEST_CONCEPT} bytes");
            return Err(ConceptError { at: LONGEST_CONCEPT, why });
        }
        let called = with_sites(text);
        let text = called.as_str();
        let mut reader = FormulaParser { text, at: 0, depth: 0 };
        if text.trim().is_empty() {
            return Ok(Concept::Any);
        }
        let concept = reader.either()?;
        reader.skip_blanks();
        if reader.rest().is_empty() {
            Ok(concept)
        } else {
            reader.fail("`and`, `or` or the end should come here")
        }
    }
}

impl Serialize for Concept {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match serializer.is_human_readable() {
            true => serializer.collect_str(self),
            false => Concept::serialize(self, serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Concept {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if !deserializer.is_human_readable() {
            return Concept::deserialize(deserializer);
        }
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

impl schemars::JsonSchema for Concept {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Concept".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "string",
            "description": "What every solution has to practise: properties of the game joined by \
                            and, or, not and parentheses; `any` asks for nothing; asp(\"…\") holds \
                            rules that derive `wanted`."
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Result<&str, usize>) {
        let got = text.parse::<Concept>();
        match (&got, expected) {
            (Ok(concept), Ok(canonical)) => {
                assert_eq!(concept.to_string(), canonical);
                assert_eq!(canonical.parse::<Concept>().as_ref(), Ok(concept), "round trip");
            }
            (Err(error), Err(at)) => assert_eq!(error.at, at, "{error}"),
            _ => panic!("{text}: {got:?}"),
        }
    }

    #[test]
    fn reads_and_writes_formulas() {
        check("", Ok("any"));
        check("used(splitter,2)", Ok("used(splitter,2)"));
        check("a(1) and b or not c", Ok("(a(1) and b) or not c"));
        check("a and (b or c) and not (d)", Ok("a and (b or c) and not d"));
        check("not(a or b)", Ok("not (a or b)"));
        check("order(1) or android", Ok("order(1) or android"));
        check(r#"asp("wanted :- x(\"q\").") and a"#, Ok(r#"asp("wanted :- x(\"q\").") and a"#));
    }

    #[test]
    fn says_where_a_formula_breaks() {
        check("a and", Err(5));
        check("a b", Err(2));
        check("(a", Err(2));
        check("a(1", Err(3));
        check("asp(x)", Err(4));
        check(&"(".repeat(200), Err(64));
    }

    #[test]
    fn finds_properties_in_its_text() {
        let concept: Concept = "not ab(1) and (b(1) or c)".parse().expect("a concept");
        let place = |mark: &str| concept.place_of(&mark.parse().expect("a mark"));
        assert_eq!(place("ab(1)"), Some(4));
        assert_eq!(place("b(1)"), Some(15));
        assert_eq!(place("c"), Some(23));
        assert_eq!(place("d"), None);
    }

    #[test]
    fn evaluates_with_unknowns() {
        let mut truth = |mark: &Mark| Some(mark.as_str() == "yes");
        let mut holds = |text: &str| text.parse::<Concept>().ok()?.evaluate(&mut truth);
        assert_eq!(holds("yes and not no"), Some(true));
        assert_eq!(holds("no or no"), Some(false));
        assert_eq!(holds(r#"asp("wanted.") and no"#), Some(false));
        assert_eq!(holds(r#"asp("wanted.") and yes"#), None);
    }
}
