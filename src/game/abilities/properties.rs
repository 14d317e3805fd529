//! Properties that concepts are built of: each has a phrase, rules for the solver, and a second
//! reading in plain Rust.

use crate::refusals::ConceptFault;
use crate::refusals::GameError;
use crate::text::Text;
use crate::turn::Turn;
use foolproof_kernel::StopCheck;
use foolproof_level::{Level, Mark, Play};

/// A property that a concept may be built of.
#[derive(Clone, Debug)]
pub struct ConceptKind {
    /// Functor in the concept's text.
    pub functor: Text,
    /// What holds, as a clause with the parameters in it; `phrases.rs` says how that is written.
    pub phrase: Text,
    /// The phrase for when it does not hold; without one, the whole phrase is negated.
    pub otherwise: Option<Text>,
    /// What a solution has instead, where the property asks for a number of something.
    pub instead: Option<Instead>,
    pub params: Vec<Param>,
}

/// What to say of a solution that has too few or too many of something: the number that it has,
/// instead of the one asked for.
#[derive(Clone, Debug)]
pub struct Instead {
    /// "only {1} {0#1} {1?is:are} used"
    pub some: Text,
    /// The same for a solution that has none.
    pub none: Text,
}

impl ConceptKind {
    pub fn new(functor: impl Into<Text>, phrase: impl Into<Text>, params: Vec<Param>) -> Self {
        let (functor, phrase) = (functor.into(), phrase.into());
        Self { functor, phrase, otherwise: None, instead: None, params }
    }

    /// Adds the phrase for when it does not hold.
    pub fn otherwise(self, phrase: impl Into<Text>) -> Self {
        Self { otherwise: Some(phrase.into()), ..self }
    }

    /// With the phrases for what a solution has instead: of some, and of none at all.
    pub fn instead(self, some: impl Into<Text>, none: impl Into<Text>) -> Self {
        Self { instead: Some(Instead { some: some.into(), none: none.into() }), ..self }
    }
}

#[derive(Clone, Debug)]
pub struct Param {
    pub name: Text,
    pub kind: ParamKind,
    /// The value that a new concept starts with.
    pub default: Text,
    /// Of a cell: whether it has to hold a mark of the level.
    pub held: bool,
}

impl Param {
    pub fn new(name: impl Into<Text>, kind: ParamKind, default: impl Into<Text>) -> Self {
        Self { name: name.into(), kind, default: default.into(), held: false }
    }

    /// Restricts a cell to those that hold a mark of the level: a penguin, a number.
    pub fn of_mark(self) -> Self {
        Self { held: true, ..self }
    }
}

#[derive(Clone, Debug)]
pub enum ParamKind {
    Number {
        least: i32,
        most: i32,
    },
    /// One of these (value, name on screen).
    Choice(Vec<(Text, Text)>),
    /// A cell of the board.
    Site,
    /// An edge or a corner of the board.
    Line,
    /// A mark of the level's tray or board.
    Mark,
    /// An exact fraction, written `frac(1,2)` in the concept's text.
    Fraction,
    /// A solution, written as `Play::term` does.
    Play,
}

impl ParamKind {
    /// Whether it names a place or a solution, which other levels do not have.
    pub fn names_place(&self) -> bool {
        matches!(self, Self::Site | Self::Line | Self::Play)
    }

    /// One of these (value, name on screen).
    pub fn choice(of: &[(&'static str, &'static str)]) -> Self {
        Self::Choice(of.iter().map(|(value, name)| ((*value).into(), (*name).into())).collect())
    }
}

/// The properties of a game's levels and solutions.
pub trait Properties: Send + Sync {
    /// Which there are.
    fn kinds(&self) -> Vec<ConceptKind>;

    /// Rules that derive the atom `head` when the play practises `property`, a term with one of
    /// the functors of `kinds`.
    fn rules(&self, level: &Level, property: &Mark, head: &str) -> Result<String, GameError>;

    /// The same in Rust, for a play that the rules accept; `None` if the game has no such
    /// `property`.
    fn practises(&self, level: &Level, play: &Play, property: &Mark) -> Option<bool>;

    /// Whether a property is one of the level as a whole, the same for all of its solutions.
    fn is_of_level(&self, property: &Mark) -> bool {
        let _ = property;
        false
    }

    /// Whether the level has such a property; `None` if stopped before that was known.
    fn level_has(&self, level: &Level, property: &Mark, stop: StopCheck<'_>) -> Option<bool> {
        let _ = (level, property, stop);
        None
    }

    /// The property that only solutions with the same canonical play have: with it, a designer
    /// allows or forbids a solution that she sees. `None` if the game has no such property.
    fn property_of(&self, level: &Level, play: &Play) -> Option<Mark> {
        let _ = (level, play);
        None
    }

    /// Turns the directions that a property names; sites, marks and plays in it are already turned.
    fn turned_property(&self, property: &Mark, turn: Turn) -> Mark {
        let _ = turn;
        property.clone()
    }

    /// Whether a designer can write patterns of the board in concepts.
    fn has_patterns(&self) -> bool {
        false
    }

    /// Such a pattern as a term of concepts; why it makes no sense.
    fn pattern(&self, text: &str) -> Result<Mark, ConceptFault> {
        Err(format!("`{text}`: this game has no patterns").into())
    }
}
