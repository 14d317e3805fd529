//! Stocks: the marks that a search may put on open cells, how often, and how much of everything that a designer
//! could paint this covers.
//!
//! Claims of a search about "all levels" only cover the levels of its stock.

use serde::{Deserialize, Serialize};

use foolproof_level::{Mark, Place};

/// Marks that a generation may put on open cells, with their numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct StockItem {
    /// Name of the group, such as "sources".
    pub group: String,
    pub place: Place,
    pub marks: Vec<Mark>,
    /// Least number of marks of the group in a whole level, locked ones included; `most` is the greatest.
    pub least: u32,
    pub most: u32,
}

/// Share of all possible marks that a stock covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Extent {
    /// Nothing: sites that are freed stay empty.
    Nothing,
    /// Some marks, or fewer than would fit.
    Some,
    /// Every mark of the palette, as often as it fits; marks also have other settings.
    Palette,
    /// Every mark that could make a difference.
    Every,
}

/// A stock and its extent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Range {
    pub stock: Vec<StockItem>,
    pub extent: Extent,
    /// A still wider range, if searching it takes far longer: it is searched last, and briefly.
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

    /// True if a search of it makes a statement about all levels that the palette can make.
    pub fn is_whole(&self) -> bool {
        matches!(self.extent, Extent::Palette | Extent::Every)
    }

    /// Replaces the stock; the extent says if the new one holds all of this one in any number, or only some.
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
