//! Levels made with constraints that the program places.

use crate::about::{Sudoku, square};
use crate::constraints::{self, Object};
use crate::filling_rules::FillingRules;
use crate::laying;
use crate::make::Digger;
use crate::puzzle::Puzzle;
use foolproof_game::{KindCount, Maker as _, MakerWish, Rules as _, StopCheck, Verdict};
use foolproof_level::{Hold, Level, Place, Site, Spot};

const NEVER: StopCheck<'static> = &|| false;

fn open(side: u16) -> Level {
    Level::open("sudoku", square(side))
}

fn wish<'a>(seed: u64, kinds: &'a [KindCount], digits: Option<(u32, u32)>) -> MakerWish<'a> {
    MakerWish { seed, minimal: seed.is_multiple_of(2), image: None, marks: digits, kinds }
}

fn kinds(all: &[(&str, u32, u32)]) -> Vec<KindCount> {
    let count = |(kind, least, most): &(&str, u32, u32)| KindCount {
        kind: (*kind).to_owned(),
        least: *least,
        most: *most,
    };
    all.iter().map(count).collect()
}

/// Fails unless a level has only its intended solution, and the wanted number of constraints of each kind.
fn check(made: &Level, wanted: &[KindCount]) {
    let rules = FillingRules::of(made).expect("a puzzle");
    let only = rules.only(&rules.puzzle.given, NEVER);
    assert!(matches!(only, Ok(Some((_, true)))), "{:?}", rules.puzzle.objects);
    let play = made.intended.as_ref().expect("its solution");
    assert_eq!(Sudoku.judge(made, play), Verdict::Solved);
    for KindCount { kind, least, most } in wanted {
        let many = laying::count(&rules.puzzle, kind) as u32;
        assert!((*least..=*most).contains(&many), "{many} of {kind}");
    }
    for object in &rules.puzzle.objects {
        assert!(!object.is_blank(), "{} lacks its number", object.title(rules.puzzle.side));
    }
}

#[test]
fn every_kind_is_laid_so_that_one_board_is_left() {
    for kind in laying::kinds() {
        for seed in 0..4 {
            let wanted = kinds(&[(kind.id, 1, 2)]);
            let made = Digger.make(&open(6), &wish(seed, &wanted, None), NEVER);
            check(&made.unwrap_or_else(|| panic!("no level with {}", kind.name)), &wanted);
        }
    }
}

#[test]
fn constraints_do_where_few_digits_are_allowed() {
    let wanted = kinds(&[("thermo", 1, 6), ("difference", 0, 12), ("little_killer", 2, 8)]);
    for seed in 0..12 {
        let made = Digger.make(&open(6), &wish(seed, &wanted, Some((0, 1))), NEVER);
        let made = made.expect("a level");
        check(&made, &wanted);
        let digits = made.marks().filter(|(site, _)| site.place == Place::Cell).count();
        assert!(digits <= 1, "{digits} digits");
    }
}

#[test]
fn what_is_drawn_stays_and_counts() {
    let mut level = open(6);
    let drawn = Site::constraint(3);
    level.paint(drawn, "thermo(cell(0,0),cell(1,0),cell(2,1))".parse().ok());
    let wanted = kinds(&[("thermo", 2, 2)]);
    let made = Digger.make(&level, &wish(1, &wanted, None), NEVER).expect("a level");
    assert_eq!(made.mark(drawn), level.mark(drawn));
    check(&made, &wanted);
}

#[test]
fn clues_without_a_number_get_theirs() {
    let marks = [
        "sandwich(cell(0,0),cell(5,0))",
        "little_killer(cell(1,0),cell(5,4))",
        "skyscraper(cell(3,0),cell(3,5))",
        "x_sum(cell(5,5),cell(5,0))",
        "numbered_room(cell(0,3),cell(5,3))",
        "sum(cell(2,2),cell(3,3))",
    ];
    let mut level = open(6);
    for (number, mark) in (0u16..).zip(marks) {
        level.paint(Site::constraint(number), mark.parse().ok());
    }
    let blank = Puzzle::of(&level).expect("a puzzle");
    assert!(blank.objects.iter().all(Object::is_blank));
    // Without its number, a clue requires nothing.
    let bare = FillingRules::of(&open(6)).expect("rules");
    let filling = bare.only(&bare.puzzle.given, NEVER).expect("an answer").expect("a board").0;
    let broken = |one: &Object| one.kind.broken(one, &blank, &filling).is_some();
    assert!(!blank.objects.iter().any(broken));
    let made = Digger.make(&level, &wish(1, &[], None), NEVER).expect("a level");
    check(&made, &[]);
    for (number, mark) in (0u16..).zip(marks) {
        let kind = mark.split('(').next().and_then(constraints::kind).expect("a kind");
        let made = made.mark(Site::constraint(number)).expect("it stays");
        assert!(kind.needs_number() && made.functor() == kind.id());
    }
}

#[test]
fn a_locked_clue_stays_without_its_number() {
    let (mut level, site) = (open(6), Site::constraint(0));
    level.paint(site, "skyscraper(cell(3,0),cell(3,5))".parse().ok());
    let spot = Spot { hold: Hold::Locked, ..level.spot(site).clone() };
    level.set(site, spot);
    let made = Digger.make(&level, &wish(1, &[], None), NEVER).expect("a level");
    assert_eq!(made.mark(site), level.mark(site));
}
