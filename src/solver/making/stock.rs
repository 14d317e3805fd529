//! The marks of a level, counted by the groups of a stock.

use foolproof_game::StockItem;
use foolproof_level::Level;

/// Returns the number of marks of a group.
pub(crate) fn n_of_group(level: &Level, group: &StockItem) -> usize {
    level.marks().filter(|(_, mark)| group.marks.contains(mark)).count()
}

/// Returns whether the number of marks of each group is within its bounds.
pub(crate) fn is_of_stock(level: &Level, stock: &[StockItem]) -> bool {
    has_least_of_stock(level, stock) && exceeds_no_group(level, stock)
}

/// Returns whether the level has at most the allowed number of marks of each group.
pub(crate) fn exceeds_no_group(level: &Level, stock: &[StockItem]) -> bool {
    stock.iter().all(|group| n_of_group(level, group) <= group.most as usize)
}

/// Returns whether the level has at least the required number of marks of each group.
pub(crate) fn has_least_of_stock(level: &Level, stock: &[StockItem]) -> bool {
    stock.iter().all(|group| n_of_group(level, group) >= group.least as usize)
}

/// Returns whether each group of an edited level has no more marks than allowed, or than it had before.
pub(crate) fn takes_of_stock(stock: &[StockItem], base: &Level, level: &Level) -> bool {
    let most = |group: &StockItem| n_of_group(base, group).max(group.most as usize);
    stock.iter().all(|group| n_of_group(level, group) <= most(group))
}
