//! Concepts in plain words: what holds, what does not, and what a solution does instead.
//!
//! A phrase is a clause with the parameters of its kind in it, counted from 0: `{1}` is the second; `{0#1}` is
//! the first, a name in the plural, inflected by the second as its number; `{1?is:are}` is the word that agrees
//! with the second.

use crate::abilities::properties::{ConceptKind, Param, ParamKind};
use crate::game::Game;
use crate::text::Text;
use foolproof_kernel::capital;
use foolproof_level::{Concept, INTENDED, Level, Mark, Play, Site};

/// Largest number tried when counting what a property asks for in a solution.
const MAX_COUNTED: u32 = 300;
/// Maximum number of reasons given for a solution being a shortcut.
const MAX_REASONS: usize = 2;

/// A part of a phrase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PhrasePart<'a> {
    Words(&'a str),
    /// The value of a parameter.
    Slot(usize),
    /// A name inflected by another parameter as its number.
    Numbered {
        slot: usize,
        by: usize,
    },
    /// One of two words: for one, or for any other number of a parameter.
    Agreeing {
        by: usize,
        one: &'a str,
        many: &'a str,
    },
}

impl<'a> PhrasePart<'a> {
    /// Splits a phrase into its parts, in order.
    pub fn all(phrase: &'a str) -> Vec<Self> {
        let mut found = Vec::new();
        let mut rest = phrase;
        while let Some((before, after)) = rest.split_once('{') {
            let Some((inside, behind)) = after.split_once('}') else { break };
            found.push(PhrasePart::Words(before));
            found.push(Self::of(inside));
            rest = behind;
        }
        found.push(PhrasePart::Words(rest));
        found
    }

    fn of(inside: &'a str) -> Self {
        let at = |text: &str| text.parse().unwrap_or(usize::MAX);
        if let Some((by, words)) = inside.split_once('?') {
            let (one, many) = words.split_once(':').unwrap_or((words, words));
            return PhrasePart::Agreeing { by: at(by), one, many };
        }
        match inside.split_once('#') {
            Some((slot, by)) => PhrasePart::Numbered { slot: at(slot), by: at(by) },
            None => PhrasePart::Slot(at(inside)),
        }
    }
}

/// Writes a phrase with the values of a property in it.
struct PhraseWriter<'a> {
    game: &'a dyn Game,
    params: &'a [Param],
    values: &'a [String],
}

impl PhraseWriter<'_> {
    fn write(&self, phrase: &str) -> String {
        PhrasePart::all(phrase).into_iter().map(|part| self.part(part)).collect()
    }

    fn part(&self, part: PhrasePart<'_>) -> String {
        match part {
            PhrasePart::Words(words) => words.to_owned(),
            PhrasePart::Slot(at) => self.value(at),
            PhrasePart::Numbered { slot, by } if self.is_one(by) => singular(&self.value(slot)),
            PhrasePart::Numbered { slot, .. } => self.value(slot),
            PhrasePart::Agreeing { by, one, .. } if self.is_one(by) => one.to_owned(),
            PhrasePart::Agreeing { many, .. } => many.to_owned(),
        }
    }

    fn value(&self, at: usize) -> String {
        match (self.params.get(at), self.values.get(at)) {
            (Some(param), Some(value)) => said(self.game, param, value),
            (Some(param), None) => unsaid(&param.kind).to_owned(),
            (None, _) => "…".to_owned(),
        }
    }

    fn is_one(&self, at: usize) -> bool {
        self.value(at) == "1"
    }
}

/// Returns the singular: "benders" without its last letter.
fn singular(plural: &str) -> String {
    plural.strip_suffix('s').unwrap_or(plural).to_owned()
}

/// Writes a value of a parameter in words. A solution is described by its number of marks.
pub fn said(game: &dyn Game, param: &Param, value: &str) -> String {
    match &param.kind {
        ParamKind::Number { .. } => value.to_owned(),
        ParamKind::Choice(options) => options
            .iter()
            .find(|(option, _)| *option == value)
            .map_or_else(|| described(game, value), |(_, words)| words.to_string()),
        ParamKind::Site | ParamKind::Line => {
            value.parse::<Site>().map_or_else(|_| value.to_owned(), Site::name)
        }
        ParamKind::Mark => described(game, value),
        ParamKind::Fraction => match value.parse::<Mark>() {
            Ok(mark) if mark.functor() == "frac" => mark.args().join("/"),
            _ => value.to_owned(),
        },
        ParamKind::Play => Play::of_term(value).map_or(0, |play| play.len()).to_string(),
    }
}

/// Stands for a parameter that is not given.
fn unsaid(kind: &ParamKind) -> &'static str {
    match kind {
        ParamKind::Number { .. } => "so many",
        ParamKind::Site => "some cell",
        ParamKind::Line => "some place",
        _ => "…",
    }
}

/// Describes a mark, or anything else that the game has words for.
fn described(game: &dyn Game, value: &str) -> String {
    // In the middle of a sentence a comma would separate what belongs together.
    let words = |mark| game.describe(&mark).replace(", ", " ");
    value.parse().map_or_else(|_| value.to_owned(), words)
}

/// Returns the kind of a property, if it is one of these.
pub fn kind_of<'a>(kinds: &'a [ConceptKind], property: &Mark) -> Option<&'a ConceptKind> {
    let parts = property.args().len();
    kinds.iter().find(|kind| kind.functor == property.functor() && kind.params.len() == parts)
}

/// Describes a kind without values, for a list of the possible concepts: `at least <number> <type> are used`.
pub fn outline(kind: &ConceptKind) -> String {
    let name = |at: usize| {
        kind.params.get(at).map_or_else(|| "…".to_owned(), |param| format!("<{}>", param.name))
    };
    let part = |part| match part {
        PhrasePart::Words(words) | PhrasePart::Agreeing { many: words, .. } => words.to_owned(),
        PhrasePart::Slot(at) | PhrasePart::Numbered { slot: at, .. } => name(at),
    };
    PhrasePart::all(&kind.phrase).into_iter().map(part).collect()
}

/// Describes a property with only its first parts given: "splitters are used".
pub fn partial_phrase(game: &dyn Game, property: &Mark) -> Option<String> {
    let (kinds, args) = (game.concepts(), property.args());
    let fits =
        |kind: &&ConceptKind| kind.functor == property.functor() && kind.params.len() >= args.len();
    let kind = kinds.iter().find(fits)?;
    let values: Vec<String> = args.into_iter().map(str::to_owned).collect();
    let writer = PhraseWriter { game, params: &kind.params, values: &values };
    let open = args_missing(kind, values.len());
    Some(writer.write(&open.fold(kind.phrase.to_string(), without_number)))
}

/// Indices of parameters after the first `given` that are numbers.
fn args_missing(kind: &ConceptKind, given: usize) -> impl Iterator<Item = usize> + '_ {
    let numbers = kind.params.iter().enumerate().skip(given);
    numbers.filter(|(_, param)| matches!(param.kind, ParamKind::Number { .. })).map(|(at, _)| at)
}

/// Removes the number from a phrase: "the line turns", "benders are used".
fn without_number(phrase: String, at: usize) -> String {
    let number = format!("at least {{{at}}} ");
    let phrase = phrase.replace(&format!(" {}", times(at)), "");
    match phrase.split_once(&number) {
        Some((start, rest)) if rest.ends_with("long") => format!("{start}long"),
        Some((start, rest)) => format!("{start}{rest}"),
        None => phrase,
    }
}

/// The phrase "at least 3 times" with parameter `at` as its number.
fn times(at: usize) -> String {
    format!("at least {{{at}}} {{{at}?time:times}}")
}

/// Says that a property holds, or does not hold, as a clause: "at least 2 splitters are used".
pub fn phrase(game: &dyn Game, kinds: &[ConceptKind], property: &Mark, holds: bool) -> String {
    let Some(kind) = kind_of(kinds, property) else {
        let not = if holds { "" } else { "not " };
        return format!("{not}{property}");
    };
    let values: Vec<String> = property.args().into_iter().map(str::to_owned).collect();
    let writer = PhraseWriter { game, params: &kind.params, values: &values };
    match (holds, &kind.otherwise) {
        (true, _) => writer.write(&once_is_unsaid(&writer, &kind.phrase)),
        (false, Some(otherwise)) => writer.write(none_of_it(&writer, kind).unwrap_or(otherwise)),
        (false, None) => format!("it is not so that {}", writer.write(&kind.phrase)),
    }
}

/// Omits "at least 1 time", which only says that it happens.
fn once_is_unsaid(writer: &PhraseWriter<'_>, phrase: &str) -> String {
    let ones = (0..writer.params.len()).filter(|at| writer.is_one(*at));
    ones.fold(phrase.to_owned(), |phrase, at| {
        let without = phrase.replace(&format!(" {}", times(at)), "");
        if without.ends_with(" smaller") { phrase } else { without }
    })
}

/// Returns the phrase for none, if fewer than one is asked for.
fn none_of_it<'a>(writer: &PhraseWriter<'_>, kind: &'a ConceptKind) -> Option<&'a str> {
    let (instead, otherwise) = (kind.instead.as_ref()?, kind.otherwise.as_ref()?);
    let is_one = |at: &usize| {
        writer.is_one(*at) && otherwise.to_lowercase().contains(&format!("fewer than {{{at}}}"))
    };
    (0..writer.params.len()).find(is_one).map(|_| &*instead.none)
}

/// Writes a concept as a clause without a capital and a stop: "at least 2 splitters are used".
pub fn concept_clause(game: &dyn Game, concept: &Concept) -> String {
    Clause::of(game, &game.concepts(), concept, true).said()
}

/// Says what every solution has to do, in one or a few sentences.
pub fn concept_sentence(game: &dyn Game, concept: &Concept) -> String {
    let kinds = game.concepts();
    let parts = match Clause::of(game, &kinds, concept, true) {
        Clause::Anything => return "Any solution will do.".to_owned(),
        Clause::All(parts) => parts,
        whole => vec![whole],
    };
    let (of_level, of_plays): (Vec<Clause>, Vec<Clause>) =
        parts.into_iter().partition(Clause::is_of_level);
    // Simple statements share one sentence; each of the others has its own.
    let (easy, others): (Vec<Clause>, Vec<Clause>) =
        of_plays.into_iter().partition(|part| part.height() <= 1);
    let easy = (!easy.is_empty()).then(|| Clause::All(easy).without_needless_groups());
    let plays = easy.into_iter().chain(others).map(|part| match part {
        Clause::Is { intended: true, .. } => "Every solution is the intended one.".to_owned(),
        part => format!("In every solution, {}.", part.said()),
    });
    let levels = of_level.iter().map(|part| format!("{}.", capital(&part.said())));
    plays.chain(levels).collect::<Vec<_>>().join(" ")
}

/// A concept with its negations pushed down to the properties.
enum Clause {
    Anything,
    Nothing,
    Is { text: String, of_level: bool, intended: bool },
    All(Vec<Clause>),
    One(Vec<Clause>),
}

impl Clause {
    fn of(game: &dyn Game, kinds: &[ConceptKind], concept: &Concept, holds: bool) -> Self {
        let is = |text: String| Clause::Is { text, of_level: false, intended: false };
        let all = |parts: &[Concept]| -> Vec<Clause> {
            parts.iter().map(|part| Clause::of(game, kinds, part, holds)).collect()
        };
        match concept {
            Concept::Any if holds => Clause::Anything,
            Concept::Any => Clause::Nothing,
            Concept::Is(property) => Clause::Is {
                text: phrase(game, kinds, property, holds),
                of_level: game.is_of_level(property),
                intended: holds && property.as_str() == INTENDED,
            },
            Concept::Asp(_) if holds => is("the level’s own rules hold".to_owned()),
            Concept::Asp(_) => is("the level’s own rules do not hold".to_owned()),
            Concept::Not(part) => Clause::of(game, kinds, part, !holds),
            // "Not all" means that one does not hold, and the other way round.
            Concept::And(parts) if holds => Clause::All(all(parts)),
            Concept::Or(parts) if !holds => Clause::All(all(parts)),
            Concept::And(parts) | Concept::Or(parts) => Clause::One(all(parts)),
        }
        .without_needless_groups()
    }

    /// Removes groups of one, and groups within groups of their own sort.
    fn without_needless_groups(self) -> Self {
        let flat = |parts: Vec<Clause>, all: bool| {
            let mut flat = Vec::new();
            for part in parts {
                match part {
                    Clause::All(inner) if all => flat.extend(inner),
                    Clause::One(inner) if !all => flat.extend(inner),
                    part => flat.push(part),
                }
            }
            flat
        };
        let joined = |mut parts: Vec<Clause>, all: bool| match (parts.len(), all) {
            (0, true) => Clause::Anything,
            (0, false) => Clause::Nothing,
            (1, _) => parts.pop().unwrap_or(Clause::Anything),
            (_, true) => Clause::All(parts),
            (_, false) => Clause::One(parts),
        };
        match self {
            Clause::All(parts) => joined(flat(parts, true), true),
            Clause::One(parts) => joined(flat(parts, false), false),
            leaf => leaf,
        }
    }

    /// Nesting depth of its groups: 0 for a property alone.
    fn height(&self) -> usize {
        match self {
            Clause::All(parts) | Clause::One(parts) => {
                1 + parts.iter().map(Clause::height).max().unwrap_or(0)
            }
            Clause::Anything | Clause::Nothing | Clause::Is { .. } => 0,
        }
    }

    fn is_of_level(&self) -> bool {
        match self {
            Clause::Is { of_level, .. } => *of_level,
            Clause::All(parts) | Clause::One(parts) => parts.iter().all(Clause::is_of_level),
            Clause::Anything | Clause::Nothing => false,
        }
    }

    /// Writes the clause in words. Nested groups are distinguished by their separators, not by brackets: " or
    /// ", then ", or ", then "; or ".
    fn said(&self) -> String {
        let (parts, word, opening) = match self {
            Clause::Anything => return "anything may happen".to_owned(),
            Clause::Nothing => return "nothing will do".to_owned(),
            Clause::Is { text, .. } => return text.clone(),
            Clause::All(parts) => (parts, "and", ""),
            Clause::One(parts) if parts.len() > 2 => (parts, "or", "one of these: "),
            Clause::One(parts) => (parts, "or", "either "),
        };
        let comma = parts.iter().any(|part| part.height() > 0 || part.said().contains(", "));
        let (between, last) = match (self.height(), comma) {
            (1, false) if parts.len() > 2 => (", ".to_owned(), format!(" {word} ")),
            (1, false) => (String::new(), format!(" {word} ")),
            (0..=2, _) => (", ".to_owned(), format!(", {word} ")),
            (_, _) => ("; ".to_owned(), format!("; {word} ")),
        };
        let inner: Vec<String> = parts.iter().map(|part| part.inside(self)).collect();
        match inner.as_slice() {
            [] => String::new(),
            [one] => one.clone(),
            [first @ .., end] => format!("{opening}{}{last}{end}", first.join(&between)),
        }
    }

    /// Writes the clause inside a group of the other sort: "both" opens a list joined by "and".
    fn inside(&self, outer: &Self) -> String {
        match (self, outer) {
            (Clause::All(parts), Clause::One(_)) if parts.len() == 2 => {
                format!("both {}", self.said())
            }
            (Clause::All(_), Clause::One(_)) => format!("all of these: {}", self.said()),
            _ => self.said(),
        }
    }
}

/// Says what a solution that misses the level's concept does instead, as a clause without a capital and a full
/// stop: "only 3 benders are used". `None` for one that practises it, and if only the solver can tell.
pub fn missed(game: &dyn Game, level: &Level, play: &Play) -> Option<String> {
    let scene = MissedScene { game, level, play, kinds: game.concepts() };
    let reasons = scene.reasons(&level.concept, true)?;
    (!reasons.is_empty()).then(|| reasons.join(" and "))
}

struct MissedScene<'a> {
    game: &'a dyn Game,
    level: &'a Level,
    play: &'a Play,
    kinds: Vec<ConceptKind>,
}

impl MissedScene<'_> {
    fn truth(&self, concept: &Concept) -> Option<bool> {
        concept.evaluate(&mut |property| self.game.practises(self.level, self.play, property))
    }

    /// Reasons why a part of the concept is not as wanted; `None` if it is.
    fn reasons(&self, concept: &Concept, wanted: bool) -> Option<Vec<String>> {
        if self.truth(concept)? == wanted {
            return None;
        }
        let (parts, all_fail) = match concept {
            Concept::Any => return Some(vec!["any solution will do".to_owned()]),
            Concept::Is(property) => return Some(vec![self.instead(property, wanted)]),
            Concept::Asp(_) => return None,
            Concept::Not(part) => return self.reasons(part, !wanted),
            Concept::And(parts) => (parts, !wanted),
            Concept::Or(parts) => (parts, wanted),
        };
        let each = parts.iter().filter_map(|part| self.reasons(part, wanted));
        // If all have to fail, only all reasons together explain it; otherwise each is a reason of its own.
        let each: Vec<Vec<String>> = each.collect();
        let most = if all_fail { parts.len() } else { MAX_REASONS };
        Some(each.into_iter().flatten().take(most).collect())
    }

    /// Says what the solution has instead of a property, or that it has it.
    fn instead(&self, property: &Mark, wanted: bool) -> String {
        let counted = if wanted { self.counted(property) } else { None };
        counted.unwrap_or_else(|| phrase(self.game, &self.kinds, property, !wanted))
    }

    /// Says the same with the solution's number, if the property asks for a number.
    fn counted(&self, property: &Mark) -> Option<String> {
        let kind = kind_of(&self.kinds, property)?;
        let instead = kind.instead.as_ref()?;
        let is_number = |param: &Param| matches!(param.kind, ParamKind::Number { .. });
        let at = kind.params.iter().position(is_number)?;
        let mut values: Vec<String> = property.args().into_iter().map(str::to_owned).collect();
        let asked: u32 = values.get(at)?.parse().ok()?;
        let mut holds = |number: u32| {
            *values.get_mut(at)? = number.to_string();
            let text = format!("{}({})", kind.functor, values.join(","));
            self.game.practises(self.level, self.play, &text.parse().ok()?)
        };
        // Too few: the largest number that it reaches. Too many: the smallest number that it does not exceed.
        let fewer = (1..asked).rev().find(|number| holds(*number) == Some(true));
        let more = || {
            let tried = (asked..=MAX_COUNTED).map(|number| (number, holds(number)));
            let known = tried.take_while(|(_, truth)| truth.is_some());
            known.filter(|(_, truth)| *truth == Some(true)).map(|(number, _)| number).next()
        };
        let number = fewer.or_else(more).unwrap_or(0);
        *values.get_mut(at)? = number.to_string();
        let writer = PhraseWriter { game: self.game, params: &kind.params, values: &values };
        let words: &Text = if number == 0 { &instead.none } else { &instead.some };
        Some(writer.write(words))
    }
}
