//! Tests beyond the conformance suite: stopped searches, large boards, corner cases of formats.
#![allow(clippy::expect_used)]

use std::sync::atomic::{AtomicUsize, Ordering};

use fastrand::Rng;

use crate::about::PenguinPush;
use crate::game::penguin;
use crate::ice::{CELLS, Ice, bits};
use crate::search::BoardSearch;
use crate::{formats, ice, make, rules, search, turns};
use foolproof_game::{
    Format as _, Maker as _, Moves as _, Properties as _, Rules as _, Search as _, Side, Verdict,
    Wanted,
};
use foolproof_level::{Board, Level, Play};

fn board(cols: u16, rows: u16) -> Board {
    Board { cols, rows, tray: 0 }
}

fn level(rows: &[&str]) -> Level {
    let text = rows.join("\n");
    formats::Fling.read(&text).expect("a board").remove(0)
}

fn random(penguins: usize, board: Board, rng: &mut Rng) -> Level {
    let mut level = Level::open("penguin_push", board);
    for site in rng.choose_multiple(board.cells(), penguins) {
        level.paint(site, penguin());
    }
    level
}

#[test]
fn pushes_on_words_are_those_of_the_rules_and_can_be_taken_back() {
    let mut rng = Rng::with_seed(1);
    for (cols, rows) in [(7, 8), (8, 8), (8, 1), (1, 8), (5, 3), (8, 3), (2, 7)] {
        let ice = Ice::of(board(cols, rows)).expect("a board");
        assert_eq!(ice.all.count_ones() as usize, usize::from(cols * rows));
        assert!(usize::from(cols * rows) <= CELLS);
        for _ in 0..400 {
            let most = usize::from(cols * rows).min(16);
            let level = random(rng.usize(1..=most), board(cols, rows), &mut rng);
            let (_, word) = Ice::of_level(&level).expect("a level");
            let mut pushes = 0;
            ice.any_push(word, |push, after| {
                let from = ice.site(usize::from(push.cell));
                let slides = rules::push(&rules::penguins(&level), level.board, from, push.side);
                let left = rules::after(&rules::penguins(&level), &slides.expect("it is legal"));
                let left = left.into_iter().filter_map(|site| ice.bit(site));
                assert_eq!(after, left.fold(0, |word, bit| word | bit));
                let back = ice.any_parent(after, |back, parent| (back, parent) == (push, word));
                assert!(back, "it can be taken back");
                pushes += 1;
                false
            });
            assert_eq!(pushes, turns::Pushes.legal(&level, &Play::default()).len());
            assert_eq!(ice.has_push(word), pushes > 0);
            ice.any_parent(word, |push, parent| {
                let leads = ice.any_push(parent, |made, after| (made, after) == (push, word));
                assert!(leads, "what is taken back can be made");
                false
            });
            for image in ice.images(word) {
                let count = |word| BoardSearch::new(&ice, &|| false).solvable(word);
                if word.count_ones() <= 8 {
                    assert_eq!(count(image), count(word), "an image is the same puzzle");
                    assert_eq!(count(ice.cornered(image)), count(word));
                    assert_eq!(count(ice.centred(image)), count(word));
                }
            }
        }
    }
    assert!(Ice::of(board(9, 2)).is_none() && Ice::of(board(0, 3)).is_none());
}

#[test]
fn a_search_that_is_stopped_never_says_that_it_knows() {
    let mut rng = Rng::with_seed(5);
    for _ in 0..12 {
        let level = random(13, board(7, 8), &mut rng);
        let wanted = Wanted { shortcuts: false, plays: 3, most: u64::MAX, marks: true };
        let whole = search::Orders.solutions(&level, wanted, &|| false).expect("an answer");
        for looks in 0..60 {
            let left = AtomicUsize::new(looks);
            let stop = || {
                left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |n| n.checked_sub(1))
                    .is_err()
            };
            let found = search::Orders.solutions(&level, wanted, &stop).expect("an answer");
            if found.exhausted {
                assert_eq!((found.count, &found.possible), (whole.count, &whole.possible));
                assert_eq!(found.forced, whole.forced);
            }
            if found.marks_exact {
                assert_eq!(found.possible, whole.possible);
            }
        }
    }
}

#[test]
fn concepts_of_boards_of_one_or_two_penguins() {
    let has = |level: &Level, property: &str| {
        PenguinPush.level_has(level, &property.parse().expect("a property"), &|| false)
    };
    let one = level(&["o..", "..."]);
    assert_eq!(has(&one, "ratio(1)"), Some(false));
    assert_eq!(has(&one, "no_dead_end"), Some(true));
    assert_eq!(has(&one, "one_route"), Some(true));
    let two = level(&["o.o"]);
    assert_eq!(has(&two, "ratio(1)"), Some(true));
    assert_eq!(has(&two, "no_dead_end"), Some(true));
    let neighbours = level(&["oo."]);
    assert_eq!(has(&neighbours, "no_dead_end"), Some(false));
    assert_eq!(has(&neighbours, "one_route"), Some(false));
}

#[test]
fn a_penguin_is_carried_where_the_slides_take_it() {
    let level = level(&["o.oo.o.o"]);
    let (ice, word) = Ice::of_level(&level).expect("a level");
    let push = ice::Push { cell: 0, side: Side::East };
    let carried: Vec<Option<usize>> =
        bits(word).map(|cell| ice.carried(word, push, cell)).collect();
    // Each stops next to the penguin that it hits; the last one leaves.
    assert_eq!(carried, [Some(1), Some(2), Some(4), Some(6), None]);
    assert_eq!(bits(ice.swept(word, push)).collect::<Vec<_>>(), [1, 4, 6]);
}

#[test]
fn makers_keep_what_is_held_and_make_one_solution() {
    let level =
        level(&[".......", "..o....", ".......", ".......", "......o", ".......", "......."]);
    for (seed, marks) in (0..6).zip([None, Some((5, 5)), Some((6, 8)), None, Some((4, 4)), None]) {
        let wish = foolproof_game::MakerWish {
            seed,
            minimal: seed % 2 == 1,
            image: None,
            marks,
            kinds: &[],
        };
        let made = make::Placer.make(&level, &wish, &|| false).expect("a level");
        assert!(level.marks().all(|(site, mark)| made.mark(site) == Some(mark)));
        let number = made.marks().count() as u32;
        assert!(marks.is_none_or(|(least, most)| (least..=most).contains(&number)), "{number}");
        let (ice, word) = Ice::of_level(&made).expect("a level");
        let count = BoardSearch::new(&ice, &|| false).count(word).expect("a count");
        assert_eq!(count.pushes, 1);
        let intended = made.intended.as_ref().expect("its solution");
        assert_eq!(PenguinPush.judge(&made, intended), Verdict::Solved);
    }
}
