//! Words and symbols of a drawing.

use serde_json::Value;

/// A word or a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DrawnText {
    /// If empty, its circle or its frame is the clue.
    pub word: String,
    /// The circle around it: 1 white, 2 black.
    pub ring: Option<u32>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DrawnSymbol {
    pub name: String,
    /// `None` if there are several in one place.
    pub kind: Option<u32>,
    /// The index of the only one present, of several possible ones.
    pub only: Option<usize>,
}

impl DrawnText {
    /// `None` for a list of small numbers.
    pub(crate) fn of(value: &Value) -> Option<Self> {
        let ring = match value[1].as_u64() {
            Some(6) => Some(1),
            Some(7) => Some(2),
            _ => None,
        };
        let is_list = value[2].as_str() == Some("7") || value[0].is_array();
        (!is_list).then(|| Self { word: word_of(&value[0]).trim().to_owned(), ring })
    }

    /// True if nothing of it is visible. A blank is still drawn with a circle, or in a cell of arrows.
    pub(crate) fn is_hidden(&self, value: &Value) -> bool {
        self.word.is_empty() && self.ring.is_none() && value[2].as_str() != Some("2")
    }

    /// Returns a description of what is visible.
    pub(crate) fn shown(&self) -> String {
        match (self.word.is_empty(), self.ring) {
            (false, _) => format!("`{}`", self.word),
            (true, Some(_)) => "an empty circle".to_owned(),
            (true, None) => "an empty clue".to_owned(),
        }
    }
}

/// The fill of a symbol, as numbered in links.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shade {
    Grey,
    White,
    Black,
}

impl DrawnSymbol {
    /// Returns its shade; `None` if it is coloured or clear.
    pub(crate) fn shade(&self) -> Option<Shade> {
        match self.kind? {
            1 | 6..=8 | 10 => Some(Shade::White),
            2 => Some(Shade::Black),
            3 | 5 | 9 => Some(Shade::Grey),
            _ => None,
        }
    }

    pub(crate) fn is_circle(&self) -> bool {
        self.name.starts_with("circle") && self.kind.is_some()
    }

    pub(crate) fn is_box(&self) -> bool {
        self.name.starts_with("kakuro") || self.name.starts_with("square")
    }

    /// True if it can frame a number.
    pub(crate) fn is_frame(&self) -> bool {
        self.is_circle() || self.is_box()
    }
}

pub(crate) fn word_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        _ => String::new(),
    }
}
