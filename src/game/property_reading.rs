//! Common code for the properties of built-in games: reading their parts, and the words of those that name a
//! solution.

use std::fmt::Display;
use std::str::FromStr;

use crate::abilities::properties::{ConceptKind, Param, ParamKind};
use crate::refusals::{ConceptFault, GameError};
use crate::text::Text;
use foolproof_level::{INTENDED, Level, Mark, Place, Play, Site};

/// Reader of a property's parts. Errors name the part and the property.
#[derive(Clone, Copy)]
pub struct PropertyReader<'a>(pub &'a Mark);

impl PropertyReader<'_> {
    /// Creates the error "`part` in `property` is …".
    pub fn fault(self, part: &str, is: impl Display) -> ConceptFault {
        format!("`{part}` in `{}` is {is}", self.0).into()
    }

    /// Reads a number from 1 on.
    pub fn number<T>(self, text: &str, most: T) -> Result<T, ConceptFault>
    where
        T: Copy + Display + From<u8> + FromStr + PartialOrd,
    {
        let number = text.parse().ok().filter(|n| (T::from(1)..=most).contains(n));
        number.ok_or_else(|| self.fault(text, format!("no number from 1 to {most}")))
    }

    /// Reads a number from 0 on.
    pub fn count(self, text: &str, most: usize) -> Result<usize, ConceptFault> {
        let number = text.parse().ok().filter(|n| *n <= most);
        number.ok_or_else(|| self.fault(text, "no number from 0"))
    }

    pub fn cell(self, text: &str) -> Result<Site, ConceptFault> {
        let site = text.parse().ok().filter(|site: &Site| site.place == Place::Cell);
        site.ok_or_else(|| self.fault(text, "no cell; write cell(3,4)"))
    }

    /// Reads a solution; `example` shows its syntax in the error.
    pub fn play(self, text: &str, example: &str) -> Result<Play, ConceptFault> {
        Play::of_term(text).ok_or_else(|| self.fault(text, format!("no play such as {example}")))
    }

    /// Creates the error for a property that the game lacks.
    pub fn unknown(self, game: &str, kinds: &[ConceptKind]) -> ConceptFault {
        let known: Vec<&str> = kinds.iter().map(|kind| &*kind.functor).collect();
        let (property, known) = (self.0, known.join(", "));
        format!(
            "`{property}` is not a property of {game}, or has the wrong number of parts; there are {known}"
        )
        .into()
    }

    /// Creates the error for rules of a property that only a whole level has.
    pub fn no_rules(self) -> GameError {
        let why = format!("`{}` can only be told of a whole level, not by rules", self.0);
        GameError::Concept(why.into())
    }
}

/// Returns the intended solution, for the rules of a property that asks for it.
pub fn intended_of(level: &Level) -> Result<&Play, GameError> {
    let why = "the level has no intended solution that solutions could be";
    level.intended.as_ref().ok_or_else(|| GameError::Concept(why.into()))
}

impl ConceptKind {
    /// Creates the kind "it is the intended solution".
    pub fn intended() -> Self {
        Self::new(INTENDED, "it is the intended solution", Vec::new())
            .otherwise("it is not the intended solution")
    }

    /// Creates the kind of a solution that a designer picked, described by its number of parts:
    /// "{0?push:pushes}".
    pub fn picked(functor: impl Into<Text>, parts: &str) -> Self {
        let words = |is: &str| format!("it {is} the solution of {{0}} {parts} that was picked");
        let play = Param::new("solution", ParamKind::Play, "play");
        Self::new(functor, words("is"), vec![play]).otherwise(words("is not"))
    }
}
