//! Marks replaced where the game takes the others.

use foolproof::built_in;
use std::collections::BTreeSet;

use foolproof::game::{Replaced, replace_marks};
use foolproof::level::{Board, Hold, Level, Mark, Site, Spot};

fn mark(text: &str) -> Mark {
    text.parse().expect("a mark")
}

#[test]
fn marks_are_replaced_where_the_game_takes_the_other() {
    let game = built_in().by_id("refraction").expect("a game");
    let mut level = Level::open("refraction", Board { cols: 3, rows: 1, tray: 1 });
    level.paint(Site::cell(0, 0), Some(mark("bender(w,n)")));
    level.set(Site::cell(1, 0), Spot { mark: Some(mark("bender(w,n)")), hold: Hold::Locked });
    level.paint(Site::tray(0), Some(mark("bender(w,n)")));
    let (find, with) = (mark("bender(w,n)"), mark("blocker"));
    let mut there = level.clone();
    let done = replace_marks(&*game, &mut there, &find, Some(&with), None);
    assert_eq!(done, Replaced { found: 3, changed: 1 }, "a tray takes no blocker");
    assert_eq!(there.mark(Site::tray(0)), Some(&find));
    assert_eq!(there.spot(Site::cell(1, 0)), level.spot(Site::cell(1, 0)), "it is locked");
    let first = BTreeSet::from([Site::cell(0, 0)]);
    let done = replace_marks(&*game, &mut level, &find, None, Some(&first));
    assert_eq!(done, Replaced { found: 1, changed: 1 });
    assert_eq!((level.hold(Site::cell(0, 0)), level.marks().count()), (Hold::Open, 2));
}
