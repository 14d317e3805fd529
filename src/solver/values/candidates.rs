//! Candidates for properties of every solution: read off one solution, and weakened by each further one.
//!
//! A candidate with a number is as strong as the solutions seen so far allow: a solution with two splitters
//! weakens `used(splitter,3)` to `used(splitter,2)`. So a candidate without an exception is the strongest
//! that holds.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use foolproof_game::{ConceptKind, Game, ParamKind, Text};
use foolproof_level::{INTENDED, Level, Mark, Play};

/// Maximum number of candidates.
const MAX_CANDIDATES: usize = 48;
/// Maximum number of values to try for a number.
const MAX_NUMBERS: i32 = 200;
/// Largest denominator of a fraction to try.
const MAX_DENOMINATOR: u32 = 12;
/// Largest range of numbers that are tried one by one.
const FEW_NUMBERS: i32 = 12;

/// Properties found in every solution of a level.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoundPractice {
    /// Properties that every solution has, the strongest of each kind: a search for a solution without them
    /// was exhausted.
    pub proved: Vec<Mark>,
    /// Properties of all solutions that were seen; other solutions may lack them.
    pub open: Vec<Mark>,
    /// Properties that were asked for by name. If one is neither proved nor open, some solution lacks it.
    pub asked: Vec<Mark>,
    /// Functors of properties of which all cases were tried. Nothing is known about others.
    pub tried: Vec<String>,
}

impl FoundPractice {
    /// Removes duplicates, keeping the order in which properties were found.
    pub fn tidy(&mut self) {
        let Self { proved, open, asked, tried } = self;
        for list in [proved, open, asked] {
            let mut seen = BTreeSet::new();
            list.retain(|property| seen.insert(property.clone()));
        }
        tried.sort_unstable();
        tried.dedup();
    }
}

/// The direction in which a property's number makes it stronger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NumberGrowth {
    /// A larger number asks for more.
    More,
    /// A smaller number asks for more.
    Less,
}

/// A property that every solution may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PractisedCandidate {
    functor: Text,
    args: Vec<String>,
    /// The position of its number, the direction of growth, and the weakest meaningful value.
    number: Option<(usize, NumberGrowth, i32)>,
}

impl PractisedCandidate {
    /// Returns the property with its number fixed.
    pub fn of(property: &Mark) -> Self {
        let functor = Text::Owned(property.functor().to_owned());
        let args = property.args().into_iter().map(str::to_owned).collect();
        Self { functor, args, number: None }
    }

    fn with(&self, number: i32) -> Option<Mark> {
        let mut args = self.args.clone();
        *args.get_mut(self.number?.0)? = number.to_string();
        term(&self.functor, &args)
    }

    /// Returns the property as it stands.
    pub fn property(&self) -> Option<Mark> {
        term(&self.functor, &self.args)
    }

    fn value(&self) -> Option<i32> {
        self.args.get(self.number?.0)?.parse().ok()
    }

    /// Returns the strongest weakening that a further solution still has, where `has` says whether it has a
    /// property, or `None` if there is none, or `has` cannot tell.
    pub(crate) fn weakened(mut self, has: &mut dyn FnMut(&Mark) -> Option<bool>) -> Option<Self> {
        if has(&self.property()?)? {
            return Some(self);
        }
        let (at, growth, weakest) = self.number?;
        let (mut fails, mut holds) = (self.value()?, weakest);
        if !has(&self.with(holds)?)? {
            return None;
        }
        while fails.abs_diff(holds) > 1 {
            let middle = i32::midpoint(fails, holds);
            match has(&self.with(middle)?)? {
                true => holds = middle,
                false => fails = middle,
            }
        }
        // Weakening makes the number smaller, or larger.
        debug_assert!(match growth {
            NumberGrowth::More => holds < fails,
            NumberGrowth::Less => holds > fails,
        });
        *self.args.get_mut(at)? = holds.to_string();
        Some(self)
    }
}

/// The candidates that a solution suggests.
#[derive(Clone, Debug, Default)]
pub struct CandidateList {
    pub candidates: Vec<PractisedCandidate>,
    /// Functors of the kinds of which all cases were tried.
    pub tried: Vec<Text>,
}

impl CandidateList {
    /// Reads candidates off a solution; with `of_level`, properties of the level as a whole instead. `has`
    /// tells which properties it has. Kinds that name places of the board are left out: other levels do not
    /// have those.
    pub fn read(
        game: &dyn Game,
        level: &Level,
        play: &Play,
        of_level: bool,
        has: &mut dyn FnMut(&Mark) -> Option<bool>,
    ) -> Self {
        let mut list = Self::default();
        for kind in game.concepts() {
            let plain = term(&kind.functor, &defaults(&kind));
            let is_own = plain.is_some_and(|plain| game.is_of_level(&plain) == of_level);
            let numbers =
                kind.params.iter().filter(|p| matches!(p.kind, ParamKind::Number { .. })).count();
            let abroad = kind.params.iter().any(|param| param.kind.names_place());
            if is_own && numbers <= 1 && !abroad && kind.functor != INTENDED {
                list.add_kind(&kind, level, play, has);
            }
        }
        list
    }

    fn add_kind(
        &mut self,
        kind: &ConceptKind,
        level: &Level,
        play: &Play,
        has: &mut dyn FnMut(&Mark) -> Option<bool>,
    ) {
        // Skip marks that the player does not place.
        let of_marks = kind.params.iter().any(|param| matches!(param.kind, ParamKind::Mark));
        let mut told_all = true;
        let mut has = |property: &Mark| {
            let known = has(property);
            told_all &= known.is_some() || of_marks;
            known
        };
        let mut ways: Vec<Vec<String>> = vec![Vec::new()];
        for param in &kind.params {
            let values = match &param.kind {
                ParamKind::Choice(options) => {
                    options.iter().map(|(value, _)| value.to_string()).collect()
                }
                ParamKind::Mark => marks(level, play),
                ParamKind::Fraction => fractions(),
                _ => vec![param.default.to_string()],
            };
            let longer = |way: &Vec<String>| {
                let longer = |value: &String| way.iter().chain([value]).cloned().collect();
                values.iter().map(longer).collect::<Vec<Vec<String>>>()
            };
            ways = ways.iter().flat_map(longer).collect();
        }
        let mut found: Vec<PractisedCandidate> = Vec::new();
        for args in &ways {
            let number = kind.params.iter().enumerate().find_map(|(at, param)| match param.kind {
                ParamKind::Number { least, most } => Some((at, least, most)),
                _ => None,
            });
            let functor = kind.functor.clone();
            let plain = PractisedCandidate { functor, args: args.clone(), number: None };
            match number {
                None => {
                    let holds = plain.property().and_then(|property| has(&property));
                    found.extend((holds == Some(true)).then_some(plain));
                }
                Some((at, least, most)) => {
                    found.extend(numbered(&plain, at, least, most, &mut has));
                }
            }
        }
        // A property that holds for every choice says nothing.
        let fixed = |one: &PractisedCandidate| one.number.is_none() && one.args.len() > 1;
        let same = |one: &PractisedCandidate| {
            let alike = |other: &&PractisedCandidate| one.args.first() == other.args.first();
            found.iter().filter(alike).count()
        };
        let choices = kind.params.iter().any(|p| matches!(p.kind, ParamKind::Number { .. }));
        let empty = |one: &PractisedCandidate| choices && fixed(one) && same(one) > 1;
        let told: Vec<PractisedCandidate> =
            found.iter().filter(|one| !empty(one)).cloned().collect();
        let room = MAX_CANDIDATES.saturating_sub(self.candidates.len());
        if told_all && told.len() <= room {
            self.tried.push(kind.functor.clone());
        }
        self.candidates.extend(told.into_iter().take(room));
    }
}

/// Returns the strongest number that holds; if there are few and none is strongest, each one that holds.
fn numbered(
    plain: &PractisedCandidate,
    at: usize,
    least: i32,
    most: i32,
    has: &mut dyn FnMut(&Mark) -> Option<bool>,
) -> Vec<PractisedCandidate> {
    let most = most.min(least.saturating_add(MAX_NUMBERS));
    let with = |number: i32| {
        let mut one = plain.clone();
        if let Some(arg) = one.args.get_mut(at) {
            *arg = number.to_string();
        }
        one
    };
    let mut holds = |number: i32| with(number).property().and_then(|property| has(&property));
    if most - least <= FEW_NUMBERS {
        let known: Option<Vec<bool>> = (least..=most).map(&mut holds).collect();
        let Some(known) = known else { return Vec::new() };
        let ups = known.iter().zip(known.iter().skip(1)).filter(|(a, b)| !**a && **b).count();
        let downs = known.iter().zip(known.iter().skip(1)).filter(|(a, b)| **a && !**b).count();
        if ups + downs > 1 {
            let each = (least..=most).zip(known).filter(|(_, holds)| *holds);
            return each.map(|(number, _)| with(number)).collect();
        }
    }
    let ends = (holds(least), holds(most));
    let (growth, weakest) = match ends {
        // That something is used at least zero times says nothing.
        (Some(true), Some(false)) => (NumberGrowth::More, least),
        (Some(false), Some(true)) => (NumberGrowth::Less, most),
        _ => return Vec::new(),
    };
    let (mut yes, mut no) =
        if growth == NumberGrowth::More { (least, most) } else { (most, least) };
    while yes.abs_diff(no) > 1 {
        let middle = i32::midpoint(yes, no);
        match holds(middle) {
            Some(true) => yes = middle,
            Some(false) => no = middle,
            None => return Vec::new(),
        }
    }
    if growth == NumberGrowth::More && yes <= 0 {
        return Vec::new();
    }
    let weakest = if growth == NumberGrowth::More { weakest.max(1) } else { weakest };
    vec![PractisedCandidate { number: Some((at, growth, weakest)), ..with(yes) }]
}

fn term(functor: &str, args: &[String]) -> Option<Mark> {
    match args.is_empty() {
        true => functor.parse().ok(),
        false => format!("{functor}({})", args.join(",")).parse().ok(),
    }
}

fn defaults(kind: &ConceptKind) -> Vec<String> {
    kind.params.iter().map(|param| param.default.to_string()).collect()
}

/// Returns the different marks of a level and of a solution.
fn marks(level: &Level, play: &Play) -> Vec<String> {
    let own = level.marks().map(|(_, mark)| mark).chain(play.iter().map(|(_, mark)| mark));
    let all: BTreeSet<String> = own.map(ToString::to_string).collect();
    all.into_iter().collect()
}

/// Returns fractions with small denominators, without those that can be reduced.
fn fractions() -> Vec<String> {
    let reduced = |top: u32, bottom: u32| {
        (2..=top.min(bottom)).all(|part| !top.is_multiple_of(part) || !bottom.is_multiple_of(part))
    };
    let all = (1..=MAX_DENOMINATOR).flat_map(|bottom| (1..=bottom).map(move |top| (top, bottom)));
    let all = all.filter(|(top, bottom)| reduced(*top, *bottom));
    all.map(|(top, bottom)| format!("frac({top},{bottom})")).collect()
}
