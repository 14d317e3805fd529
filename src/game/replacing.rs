//! Replaces one mark by another, wherever it is.

use std::collections::BTreeSet;

use crate::game::Game;
use foolproof_level::{Hold, Level, Mark, Site, Spot};

/// Number of sites that had the mark, and of those that now have the other one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Replaced {
    pub found: usize,
    pub changed: usize,
}

/// Replaces one mark by another, or by nothing, on these sites or on all. A site that is emptied is open. On
/// locked sites, and where the game does not accept the new mark, the old one stays.
pub fn replace_marks(
    game: &dyn Game,
    level: &mut Level,
    find: &Mark,
    with: Option<&Mark>,
    within: Option<&BTreeSet<Site>>,
) -> Replaced {
    let is_meant = |site: &Site| within.is_none_or(|within| within.contains(site));
    let found: Vec<Site> = level
        .marks()
        .filter(|(site, mark)| *mark == find && is_meant(site))
        .map(|(site, _)| site)
        .collect();
    let fits = |site: &&Site| {
        let accepts = |mark| game.accepts(&level.board, **site, mark).is_ok();
        level.hold(**site) != Hold::Locked && with.is_none_or(accepts)
    };
    let changes: Vec<Site> = found.iter().filter(fits).copied().collect();
    let before = level.clone();
    for site in &changes {
        match with {
            Some(mark) => level.paint(*site, Some(mark.clone())),
            None => level.set(*site, Spot::default()),
        }
    }
    game.hand_over(&before, level);
    Replaced { found: found.len(), changed: if with == Some(find) { 0 } else { changes.len() } }
}
