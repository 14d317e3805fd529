//! Settings of a mark that can be changed in place: a direction, a power, a colour.

use crate::refusals::{AcceptError, MeaningError};
use crate::side::Side;
use crate::text::Text;
use foolproof_level::Mark;

/// A setting of a mark that can be changed in place: the direction of a port, a power, a colour.
#[derive(Clone, Debug, PartialEq)]
pub struct Control {
    pub name: Text,
    /// Its current value, as text that [`Tuning::set_control`] reads back.
    pub value: String,
    /// Values to choose from; empty if any text of the form in `hint` will do.
    pub options: Vec<(String, String)>,
    /// The form of a free value, such as "a fraction such as 3/4".
    pub hint: Text,
    /// If not empty, the options toggle the squares of a square grid, row by row; these are their states.
    pub squares: Vec<bool>,
}

/// Reason why a control of a mark cannot be set to a value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ControlError {
    /// The mark, or the new mark, has no meaning.
    #[error(transparent)]
    Meaning(#[from] MeaningError),
    /// The site does not accept the new mark.
    #[error(transparent)]
    Accept(#[from] AcceptError),
    /// `of` describes the mark: "a blocker".
    #[error("{of} has no {control}")]
    NoControl { of: String, control: String },
    /// The mark has this control, but something else decides its value.
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

/// Parses the value of a control that is a mark.
pub fn mark_of_value(control: &str, value: &str) -> Result<Mark, ControlError> {
    let no_value =
        |_| ControlError::NoValue { value: value.to_owned(), control: control.to_owned() };
    value.parse().map_err(no_value)
}

/// A game whose marks have settings.
pub trait Tuning: Send + Sync {
    /// Settings of this mark that can be changed in place.
    fn controls(&self, mark: &Mark) -> Vec<Control>;

    /// Returns the mark with a control at another value; an error if there is no such control or value.
    fn set_control(&self, mark: &Mark, control: &str, value: &str) -> Result<Mark, ControlError>;

    /// Side to which a mark points, if any; a choice between such marks is shown as arrows.
    fn direction(&self, mark: &Mark) -> Option<Side> {
        let _ = mark;
        None
    }
}
