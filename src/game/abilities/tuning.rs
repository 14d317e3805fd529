//! What can be set of a mark in place: a direction, a power, a colour.

use crate::refusals::{AcceptError, MeaningError};
use crate::side::Side;
use crate::text::Text;
use foolproof_level::Mark;

/// What can be set of a mark in place: the direction of a port, a power, a colour.
#[derive(Clone, Debug, PartialEq)]
pub struct Control {
    pub name: Text,
    /// Its current value, as text that [`Tuning::set_control`] reads back.
    pub value: String,
    /// The values to choose from; empty when any text of the form in `hint` will do.
    pub options: Vec<(String, String)>,
    /// The form of a free value, such as "a fraction such as 3/4".
    pub hint: Text,
    /// If there are some, the options switch the squares of a square grid, row by row; these are
    /// their states.
    pub squares: Vec<bool>,
}

/// Why a control of a mark cannot be set so.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ControlError {
    /// The mark, or what it would become, has no meaning.
    #[error(transparent)]
    Meaning(#[from] MeaningError),
    /// The site does not accept what the mark would become.
    #[error(transparent)]
    Accept(#[from] AcceptError),
    /// `of` says what the mark is: "a blocker".
    #[error("{of} has no {control}")]
    NoControl { of: String, control: String },
    /// It has one, which something else decides.
    #[error("{of} has no {control} of its own")]
    NotItsOwn { of: String, control: String },
    #[error("`{value}` is not a valid {control}")]
    NoValue { value: String, control: String },
    /// `items` names the valid ones: "numbers from 1 to 9".
    #[error("`{item}` cannot stand in this {control}, which has {items}")]
    NoItem { item: String, control: String, items: String },
    #[error("this {control} needs something in it: {items}")]
    Empty { control: String, items: String },
}

impl ControlError {
    pub fn no_control(of: String, control: &str) -> Self {
        Self::NoControl { of, control: control.to_owned() }
    }
}

/// The mark that a value of a control is.
pub fn mark_of_value(control: &str, value: &str) -> Result<Mark, ControlError> {
    let no_value =
        |_| ControlError::NoValue { value: value.to_owned(), control: control.to_owned() };
    value.parse().map_err(no_value)
}

/// A game whose marks have settings.
pub trait Tuning: Send + Sync {
    /// What can be set of this mark in place.
    fn controls(&self, mark: &Mark) -> Vec<Control>;

    /// The mark with a control at another value; an error if there is no such control or value.
    fn set_control(&self, mark: &Mark, control: &str, value: &str) -> Result<Mark, ControlError>;

    /// The side to which a mark points, if any; a choice between such marks is shown as arrows.
    fn direction(&self, mark: &Mark) -> Option<Side> {
        let _ = mark;
        None
    }
}
