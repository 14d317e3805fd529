//! Stocks: which marks a search may put on open cells, how often, and how much of everything that a
//! designer could paint this is.
//!
//! Claims of a search about "all levels" only cover the levels of its stock.

use serde::{Deserialize, Serialize};

use foolproof_level::{Mark, Place};

/// What a generation may put on open cells, and how often.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct StockItem {
    /// The name of the group in words, such as "sources".
    pub group: String,
    pub place: Place,
    pub marks: Vec<Mark>,
    /// How many marks of the group a whole level has, locked ones included.
    pub least: u32,
    pub most: u32,
}

/// How much of all that could be painted a stock holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Extent {
    /// Nothing: sites that are freed stay empty.
    Nothing,
    /// Some marks, or fewer of them than would fit.
    Some,
    /// Every mark of the palette, as often as it fits; marks have other settings as well.
    Palette,
    /// Every mark that could make a difference.
    Every,
}

/// A stock, and how much of everything it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Range {
    pub stock: Vec<StockItem>,
    pub extent: Extent,
    /// A still wider one, if that takes far longer to search: it is searched last, and not for long.
    pub beyond: Option<Box<Range>>,
}

impl Range {
    pub fn new(stock: Vec<StockItem>, extent: Extent) -> Self {
        Self { stock, extent, beyond: None }
    }

    /// The range that leaves freed sites empty.
    pub fn nothing() -> Self {
        Self::new(Vec::new(), Extent::Nothing)
    }

    /// Whether a search of it says something of all levels that the palette can make.
    pub fn is_whole(&self) -> bool {
        matches!(self.extent, Extent::Palette | Extent::Every)
    }

    /// Another stock, with how much of this one it holds: all of it in any number, or some.
    pub fn cut_to(&self, stock: Vec<StockItem>) -> Self {
        let holds = |whole: &StockItem, mark: &Mark| {
            stock.iter().any(|item| item.place == whole.place && item.marks.contains(mark))
        };
        let all = self.stock.iter().all(|item| item.marks.iter().all(|mark| holds(item, mark)));
        let most = self.stock.iter().map(|item| item.most).max().unwrap_or(0);
        let free = stock.iter().all(|item| item.least == 0 && item.most >= most);
        let extent = if all && free { self.extent } else { Extent::Some };
        Self::new(stock, extent)
    }
}
