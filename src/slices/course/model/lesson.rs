//! Facts about a level that its course needs.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::judged::LevelFound;
use foolproof_game::{Game, Games, Measure, ParamKind, kind_of};
use foolproof_level::course::{HAS_MARK, is_case_of};
use foolproof_level::{Concept, INTENDED, Level, Mark, PackCourse};
use foolproof_solver::FoundPractice;

/// Maximum number of concepts taken from the levels, if the course lists none.
const MAX_FAMILIES: usize = 24;

/// Knowledge of whether a level practises a concept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Practising {
    No,
    /// Not asked yet, or a limit came first.
    Unknown,
    Yes,
}

impl Practising {
    pub(crate) fn is_sure(self) -> bool {
        self == Self::Yes
    }

    pub(crate) fn may_be(self) -> bool {
        self != Self::No
    }
}

/// Returns whether all solutions have a case of the concept.
fn found_practice(found: &FoundPractice, game: &dyn Game, concept: &Mark) -> Practising {
    let has = |list: &[Mark]| list.iter().any(|property| is_case_of(property, concept));
    if has(&found.proved) {
        return Practising::Yes;
    }
    if has(&found.open) {
        return Practising::Unknown;
    }
    let functor = concept.functor();
    let unheard = game.concepts().iter().all(|kind| kind.functor != functor);
    let tried = found.tried.iter().any(|tried| tried == functor);
    match unheard || tried || found.asked.contains(concept) {
        true => Practising::No,
        false => Practising::Unknown,
    }
}

/// The known facts about a level.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lesson {
    pub game: String,
    pub title: String,
    /// Properties that its concept asks of every solution.
    pub asked: Vec<Mark>,
    pub found: Option<Arc<FoundPractice>>,
    /// Practice of each concept of the course.
    pub practises: BTreeMap<Mark, Practising>,
    /// `None` until they are taken.
    pub measures: Option<Vec<Measure>>,
    /// The measures were cut short: missing ones are unknown.
    pub is_cut_short: bool,
}

impl Lesson {
    /// Derives the facts about a level from these findings; `game` is `None` if its game is unknown.
    pub fn of(
        game: Option<&dyn Game>,
        level: &Level,
        concepts: &[Mark],
        found: &LevelFound,
    ) -> Self {
        let LevelFound { practice: found, measures, is_cut_short } = found.clone();
        let asked: Vec<Mark> = required(&level.concept).into_iter().cloned().collect();
        let practice = |concept: &Mark| match (concept.functor(), game) {
            (HAS_MARK, _) => has_mark(level, concept),
            _ if asked.iter().any(|property| is_case_of(property, concept)) => Practising::Yes,
            (_, None) => Practising::Unknown,
            (functor, Some(game)) => match &found {
                Some(found) => found_practice(found, game, concept),
                None if game.concepts().iter().all(|kind| kind.functor != functor) => {
                    Practising::No
                }
                None => Practising::Unknown,
            },
        };
        let practises = concepts.iter().map(|one| (one.clone(), practice(one))).collect();
        let (game, title) = (level.game.clone(), level.title.clone());
        Self { game, title, asked, found, practises, measures, is_cut_short }
    }

    pub fn practice(&self, concept: &Mark) -> Practising {
        self.practises.get(concept).copied().unwrap_or(Practising::Unknown)
    }

    /// Returns the value of a measure; `None` if unknown.
    pub fn measure(&self, id: &str) -> Option<f64> {
        let found = self.measures.as_ref()?.iter().find(|measure| measure.id == id);
        found.map(|measure| measure.value)
    }

    /// True if all measures were taken and the level lacks this one.
    pub(crate) fn lacks(&self, measure: &str) -> bool {
        self.measures.is_some() && !self.is_cut_short && self.measure(measure).is_none()
    }

    /// Returns the properties that every solution is known to have, asked for or found.
    pub fn properties(&self) -> impl Iterator<Item = &Mark> {
        let found = self.found.iter().flat_map(|found| &found.proved);
        self.asked.iter().chain(found.filter(|property| !self.asked.contains(property)))
    }

    /// Returns the strongest cases of a concept that the level is known to practise.
    pub(crate) fn cases<'a>(&'a self, concept: &'a Mark) -> impl Iterator<Item = &'a Mark> {
        self.properties().filter(move |property| is_case_of(property, concept))
    }
}

/// Returns the properties that a concept asks of every solution, leaving out alternatives.
pub(super) fn required(concept: &Concept) -> Vec<&Mark> {
    match concept {
        Concept::Is(property) if property.as_str() != INTENDED => vec![property],
        Concept::And(parts) => parts.iter().flat_map(required).collect(),
        _ => Vec::new(),
    }
}

/// Returns whether the mark of a concept such as `has(star)` is on the board or in the tray.
fn has_mark(level: &Level, concept: &Mark) -> Practising {
    let args = concept.args();
    let wanted = args.first().and_then(|arg| arg.parse::<Mark>().ok());
    let lies = |wanted: Mark| level.marks().any(|(_, mark)| is_case_of(mark, &wanted));
    match wanted.is_some_and(lies) {
        true => Practising::Yes,
        false => Practising::No,
    }
}

/// Returns a property without its numbers and everything after them: the part that stays the same if a
/// level asks for more of it.
pub fn family(game: &dyn Game, property: &Mark) -> Mark {
    let kinds = game.concepts();
    let Some(kind) = kind_of(&kinds, property) else { return property.clone() };
    let is_number =
        |kind: &ParamKind| matches!(kind, ParamKind::Number { .. }) || kind.names_place();
    let kept = kind.params.iter().position(|param| is_number(&param.kind));
    let args = property.args();
    let Some(kept) = kept.and_then(|at| args.get(..at)) else { return property.clone() };
    let text = match kept.is_empty() {
        true => property.functor().to_owned(),
        false => format!("{}({})", property.functor(), kept.join(",")),
    };
    text.parse().unwrap_or_else(|_| property.clone())
}

/// Returns the marks that only some levels of a game have, as concepts: what boards teach on their own.
pub fn telling_marks<'a>(levels: impl Iterator<Item = &'a Level>) -> Vec<Mark> {
    let mut levels_of: BTreeMap<&str, usize> = BTreeMap::new();
    let mut with: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for level in levels {
        *levels_of.entry(level.game.as_str()).or_default() += 1;
        let own: BTreeSet<&str> = level.marks().map(|(_, mark)| mark.functor()).collect();
        for functor in own {
            *with.entry((level.game.as_str(), functor)).or_default() += 1;
        }
    }
    // A digit is a clue, not a kind of mark.
    let telling = with.into_iter().filter(|((game, functor), times)| {
        levels_of.get(game).is_some_and(|all| times < all)
            && !functor.starts_with(|c: char| c.is_ascii_digit() || c == '-')
    });
    let mut found: Vec<Mark> = telling
        .filter_map(|((_, functor), _)| format!("{HAS_MARK}({functor})").parse().ok())
        .collect();
    found.dedup();
    found.truncate(MAX_FAMILIES);
    found
}

/// Returns the concepts of a course: those that it names; else those that its levels ask for; else the
/// marks that tell its levels apart; else those that its levels were found to practise, except upper bounds
/// on the size of a solution.
pub(super) fn course_concepts<'a>(
    course: &PackCourse,
    games: &Games,
    levels: impl Iterator<Item = (&'a Level, Option<&'a FoundPractice>)> + Clone,
) -> Vec<Mark> {
    let named = course.all_concepts();
    if !named.is_empty() {
        return named;
    }
    let (mut asked, mut found) = (Vec::new(), Vec::new());
    let add = |list: &mut Vec<Mark>, concept: Mark| {
        if list.len() < MAX_FAMILIES && !list.contains(&concept) {
            list.push(concept);
        }
    };
    let marks = telling_marks(levels.clone().map(|(level, _)| level));
    for (level, known) in levels {
        let Some(game) = games.by_id(&level.game) else { continue };
        for property in required(&level.concept) {
            add(&mut asked, family(&*game, property));
        }
        for property in known.iter().flat_map(|found| &found.proved) {
            if !property.functor().contains("at_most") {
                add(&mut found, family(&*game, property));
            }
        }
    }
    [asked, marks].into_iter().find(|list| !list.is_empty()).unwrap_or(found)
}

/// True if a game has properties that a concept of the course names.
pub fn is_known<'a>(games: impl IntoIterator<Item = &'a dyn Game>, concept: &Mark) -> bool {
    concept.functor() == HAS_MARK
        || games.into_iter().any(|game| {
            game.concepts().iter().any(|kind| {
                kind.functor == concept.functor() && kind.params.len() >= concept.args().len()
            })
        })
}
