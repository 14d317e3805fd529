//! One mark in place of another, wherever it stands.

use std::collections::BTreeSet;

use super::Game;
use foolproof_level::{Level, Mark, Site, Spot};

/// How many sites had the mark, and how many of them have the other now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Replaced {
    pub found: usize,
    pub changed: usize,
}

/// Puts one mark in place of another, or nothing, on these sites or on all. A locked site stays locked
/// with its new mark; one that is emptied is open. Where the game does not take the new mark the old one
/// stays.
pub fn replace_marks(
    game: &dyn Game,
    level: &mut Level,
    (find, with): (&Mark, Option<&Mark>),
    within: Option<&BTreeSet<Site>>,
) -> Replaced {
    let is_meant = |site: &Site| within.is_none_or(|within| within.contains(site));
    let found: Vec<Site> = level
        .marks()
        .filter(|(site, mark)| *mark == find && is_meant(site))
        .map(|(site, _)| site)
        .collect();
    let fits =
        |site: &&Site| with.is_none_or(|mark| game.accepts(&level.board, **site, mark).is_ok());
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Games;
    use foolproof_level::{Board, Hold};

    fn mark(text: &str) -> Mark {
        text.parse().expect("a mark")
    }

    #[test]
    fn marks_are_replaced_where_the_game_takes_the_other() {
        let game = Games::built_in().by_id("refraction").expect("a game");
        let mut level = Level::open("refraction", Board { cols: 3, rows: 1, tray: 1 });
        level.paint(Site::cell(0, 0), Some(mark("bender(w,n)")));
        level.set(Site::cell(1, 0), Spot { mark: Some(mark("bender(w,n)")), hold: Hold::Locked });
        level.paint(Site::tray(0), Some(mark("bender(w,n)")));
        let (find, with) = (mark("bender(w,n)"), mark("blocker"));
        let mut there = level.clone();
        let done = replace_marks(&*game, &mut there, (&find, Some(&with)), None);
        assert_eq!(done, Replaced { found: 3, changed: 2 }, "a tray takes no blocker");
        assert_eq!(there.mark(Site::tray(0)), Some(&find));
        assert_eq!(there.hold(Site::cell(1, 0)), Hold::Locked);
        let first = BTreeSet::from([Site::cell(0, 0)]);
        let done = replace_marks(&*game, &mut level, (&find, None), Some(&first));
        assert_eq!(done, Replaced { found: 1, changed: 1 });
        assert_eq!((level.hold(Site::cell(0, 0)), level.marks().count()), (Hold::Open, 2));
    }
}
