//! Levels of a pack that are the same puzzle.

use std::sync::Arc;

use foolproof::built_in;
use foolproof::game::{Turn, turned_level};
use foolproof::games::{DuplicatePair, duplicates};
use foolproof::level::{Hold, Level, Pack, Spot};

/// The sample levels of every game, then a copy, a turned one and a mirrored one of each.
#[test]
fn every_level_is_found_again_turned_and_mirrored_and_no_other_is() {
    let games = built_in();
    for game in games.all() {
        let pack = Pack::from_json(&game.sample()).expect("the sample pack");
        let own = duplicates(&games, &pack.levels);
        assert!(own.is_empty(), "{}: {own:?}", game.about().id);
        let mut checked = 0;
        for level in &pack.levels {
            for turn in [Turn::Clockwise, Turn::MirrorColumns, Turn::MirrorRows] {
                let Ok(mut turned) = turned_level(&*game, level, turn) else { continue };
                turned.title = "another".to_owned();
                turned.intended = None;
                let marks: Vec<_> =
                    turned.marks().map(|(site, mark)| (site, mark.clone())).collect();
                for (site, mark) in marks {
                    turned.set(site, Spot { mark: Some(mark), hold: Hold::Locked });
                }
                let pairs = duplicates(&games, &[Arc::clone(level), Arc::new(turned)]);
                assert_eq!(pairs.len(), 1, "{}: {} {turn:?}", game.about().id, level.title);
                checked += 1;
            }
        }
        assert!(checked > 0, "{}", game.about().id);
    }
}

#[test]
fn a_mark_that_differs_makes_another_puzzle_and_an_empty_board_is_none() {
    let games = built_in();
    let game = games.by_id("sudoku").expect("a game");
    let pack = Pack::from_json(&game.sample()).expect("the sample pack");
    let level = &pack.levels[0];
    let mut other = Level::clone(level);
    let (site, _) = level.marks().next().expect("a mark");
    other.set(site, Spot::default());
    let empty = Arc::new(Level::open("sudoku", level.board));
    let levels = [Arc::clone(level), Arc::new(other), Arc::clone(&empty), empty, Arc::clone(level)];
    let pair = DuplicatePair { first: 0, second: 4, turned: false };
    assert_eq!(duplicates(&games, &levels), [pair]);
}
