//! Properties that concepts are built of: each has a phrase, rules for the solver, and a second
//! reading in plain Rust.

use crate::refusals::ConceptFault;
use crate::refusals::GameError;
use crate::text::Text;
use crate::turn::Turn;
use foolproof_kernel::StopCheck;
use foolproof_level::{Level, Mark, Play};

/// The property of games of moves that an event happens, some number of times.
pub const HAPPENS: &str = "happens";

/// A property that a concept may be built of.
#[derive(Clone, Debug)]
pub struct ConceptKind {
    /// Functor in the concept's text.
    pub functor: Text,
    /// Positive clause with the parameters in it; `phrases.rs` defines its syntax.
    pub phrase: Text,
    /// Phrase for the negated property; without one, the whole phrase is negated.
    pub otherwise: Option<Text>,
    /// Phrases for what a solution has instead, if the property asks for a number of something.
    pub instead: Option<Instead>,
    pub params: Vec<Param>,
}

/// Phrases for a solution that has too few or too many of something: they give its number instead of the
/// required one.
#[derive(Clone, Debug)]
pub struct Instead {
    /// Phrase for some: "only {1} {0#1} {1?is:are} used".
    pub some: Text,
    /// Phrase for none.
    pub none: Text,
}

impl ConceptKind {
    pub fn new(functor: impl Into<Text>, phrase: impl Into<Text>, params: Vec<Param>) -> Self {
        let (functor, phrase) = (functor.into(), phrase.into());
        Self { functor, phrase, otherwise: None, instead: None, params }
    }

    /// Adds the phrase for the negated property.
    pub fn otherwise(self, phrase: impl Into<Text>) -> Self {
        Self { otherwise: Some(phrase.into()), ..self }
    }

    /// Adds the phrases for what a solution has instead: some, and none at all.
    pub fn instead(self, some: impl Into<Text>, none: impl Into<Text>) -> Self {
        Self { instead: Some(Instead { some: some.into(), none: none.into() }), ..self }
    }
}

#[derive(Clone, Debug)]
pub struct Param {
    pub name: Text,
    pub kind: ParamKind,
    /// Value that a new concept starts with.
    pub default: Text,
    /// For a cell: it has to hold a mark of the level.
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
    /// True if it names a place or a solution, which other levels do not have.
    pub fn names_place(&self) -> bool {
        matches!(self, Self::Site | Self::Line | Self::Play)
    }

    /// Builds a choice from pairs of a value and its name on screen.
    pub fn choice(of: &[(&'static str, &'static str)]) -> Self {
        Self::Choice(of.iter().map(|(value, name)| ((*value).into(), (*name).into())).collect())
    }
}

/// The properties of a game's levels and solutions.
pub trait Properties: Send + Sync {
    /// All kinds of properties.
    fn kinds(&self) -> Vec<ConceptKind>;

    /// Rules that derive the atom `head` when the play practises `property`, a term with one of
    /// the functors of `kinds`.
    fn rules(&self, level: &Level, property: &Mark, head: &str) -> Result<String, GameError>;

    /// Evaluates the property in Rust, for a play that the rules accept; `None` if the game has no such
    /// `property`.
    fn practises(&self, level: &Level, play: &Play, property: &Mark) -> Option<bool>;

    /// True if a property belongs to the level as a whole and is the same for all of its solutions.
    fn is_of_level(&self, property: &Mark) -> bool {
        let _ = property;
        false
    }

    /// Returns whether the level has such a property; `None` if stopped before that was known.
    fn level_has(&self, level: &Level, property: &Mark, stop: StopCheck<'_>) -> Option<bool> {
        let _ = (level, property, stop);
        None
    }

    /// Returns the property that only solutions with the same canonical play have; a designer uses it to allow
    /// or forbid a solution on screen. `None` if the game has no such property.
    fn property_of(&self, level: &Level, play: &Play) -> Option<Mark> {
        let _ = (level, play);
        None
    }

    /// Turns the directions that a property names; sites, marks and plays in it are already turned.
    fn turned_property(&self, property: &Mark, turn: Turn) -> Mark {
        let _ = turn;
        property.clone()
    }

    /// True if a designer can write patterns of the board in concepts.
    fn has_patterns(&self) -> bool {
        false
    }

    /// Returns such a pattern as a term of concepts, or says why it makes no sense.
    fn pattern(&self, text: &str) -> Result<Mark, ConceptFault> {
        Err(format!("`{text}`: this game has no patterns").into())
    }
}
