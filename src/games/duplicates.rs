//! Levels that are the same puzzle for a player, also turned or mirrored.
//!
//! Only the board and its marks count; words, the concept, locks and the order of pieces in the tray do not.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use foolproof_game::{Game, Games, Turn, turned_level};
use foolproof_level::{Concept, Level, LevelId};

/// Indices of two levels that are the same puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DuplicatePair {
    pub first: usize,
    pub second: usize,
    /// One must be turned or mirrored to become the other.
    pub turned: bool,
}

/// Returns a level reduced to what a player sees.
fn bare(level: &Level) -> Level {
    let mut bare = Level::open(level.game.clone(), level.board);
    bare.rules = level.rules;
    bare.concept = Concept::Any;
    bare.id = LevelId::default();
    for (site, spot) in level.spots().filter(|(_, spot)| spot.mark.is_some()) {
        bare.set(site, spot.clone());
    }
    bare
}

/// Returns a text that is equal for levels that look the same.
fn look(level: &Level) -> String {
    let (tray, board): (Vec<_>, Vec<_>) =
        level.marks().partition(|(site, _)| site.place.is_linear());
    let mut tray: Vec<&str> = tray.iter().map(|(_, mark)| mark.as_str()).collect();
    tray.sort_unstable();
    let board: Vec<String> = board.iter().map(|(site, mark)| format!("{site}={mark}")).collect();
    let size = level.board;
    format!(
        "{} {}x{}+{} {} / {}",
        level.game,
        size.cols,
        size.rows,
        size.tray,
        board.join(" "),
        tray.join(" ")
    )
}

/// Returns the smallest text of all turned and mirrored versions of a level.
fn canonical(game: &dyn Game, level: &Level) -> String {
    const TURNS: [Turn; 3] = [Turn::Clockwise, Turn::MirrorColumns, Turn::MirrorRows];
    if game.turning().is_some_and(|turning| !turning.is_blind_to_turns()) {
        return look(level);
    }
    let start = game.spelled_out(level).unwrap_or_else(|_| level.clone());
    let mut known = BTreeSet::from([look(&start)]);
    let mut open = vec![start];
    while let Some(level) = open.pop() {
        // Skip turns that the board or the game does not allow.
        for turned in TURNS.iter().filter_map(|turn| turned_level(game, &level, *turn).ok()) {
            if known.insert(look(&turned)) {
                open.push(turned);
            }
        }
    }
    known.pop_first().unwrap_or_default()
}

/// Returns the pairs of duplicates, each with the first level of its kind. Boards without marks do not count.
pub fn duplicates(games: &Games, levels: &[Arc<Level>]) -> Vec<DuplicatePair> {
    let mut kinds: BTreeMap<String, Vec<(usize, String)>> = BTreeMap::new();
    for (at, level) in levels.iter().enumerate().filter(|(_, one)| one.marks().next().is_some()) {
        let bare = bare(level);
        let plain = look(&bare);
        let kind = games.by_id(&level.game).map(|game| canonical(&*game, &bare));
        kinds.entry(kind.unwrap_or_else(|| plain.clone())).or_default().push((at, plain));
    }
    let mut pairs = Vec::new();
    for same in kinds.values() {
        let Some(((first, look), rest)) = same.split_first() else { continue };
        pairs.extend(rest.iter().map(|(second, other)| DuplicatePair {
            first: *first,
            second: *second,
            turned: look != other,
        }));
    }
    pairs.sort_unstable();
    pairs
}
