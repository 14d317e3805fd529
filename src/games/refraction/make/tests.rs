//! Properties of every draft, for any request.

use super::probe::Probe;
use super::relax::Forecast;
use super::shut::is_shortcut;
use super::weigh::LevelNumbers;
use super::{PieceDrafter, practises};
use crate::about::Refraction;
use crate::piece::{Piece, PieceKind, Ports, Power, Side};
use foolproof_game::{DraftWish, Drafts as _, Rules as _, StockItem, Verdict};
use foolproof_level::{Board, Hold, Level, Mark, Place, Play, Site, Spot};

fn mark(text: &str) -> Mark {
    text.parse().expect("a mark")
}

fn powers() -> Vec<Power> {
    [3, 4, 6, 9, 12, 18].into_iter().map(|n| Power::new(n, 12)).collect()
}

/// Sources, targets, blockers, benders, splitters, combiners: least and most.
fn stock(numbers: [(u32, u32); 6]) -> Vec<StockItem> {
    let ends = |make: &dyn Fn(Side, Power) -> Piece| -> Vec<Piece> {
        powers().iter().flat_map(|power| Side::ALL.map(|side| make(side, *power))).collect()
    };
    let movable = |kind: PieceKind| -> Vec<Piece> {
        Piece::all_movable().into_iter().filter(|piece| piece.kind() == Some(kind)).collect()
    };
    let groups = [
        ("sources", Place::Cell, ends(&|out, power| Piece::Source { out, power })),
        (
            "targets",
            Place::Cell,
            ends(&|side, power| Piece::Target { ins: Ports::one(side), power }),
        ),
        ("blockers", Place::Cell, vec![Piece::Blocker]),
        ("benders", Place::Tray, movable(PieceKind::Bender)),
        ("splitters", Place::Tray, movable(PieceKind::Splitter)),
        ("combiners", Place::Tray, movable(PieceKind::Combiner)),
    ];
    let item =
        |((group, place, pieces), (least, most)): ((&str, Place, Vec<Piece>), (u32, u32))| {
            let marks = pieces.into_iter().map(Piece::mark).collect();
            StockItem { group: group.to_owned(), place, marks, least, most }
        };
    groups.into_iter().zip(numbers).map(item).collect()
}

const FEW: [(u32, u32); 6] = [(1, 2), (1, 2), (2, 10), (0, 5), (0, 3), (0, 2)];

fn open(side: u16, concept: &str) -> Level {
    let mut level = Level::open("refraction", Board { cols: side, rows: side, tray: 14 });
    level.concept = concept.parse().expect("a concept");
    level
}

fn wish<'a>(seed: u64, level: &'a Level, stock: &'a [StockItem]) -> DraftWish<'a> {
    DraftWish { seed, level, stock, marks: None, image: None, distractors: None }
}

/// The requirements on a draft.
fn check(draft: &Level, wish: &Level, stock: &[StockItem]) {
    let play = draft.intended.as_ref().expect("an intended play");
    assert_eq!(Refraction.judge(draft, play), Verdict::Solved);
    assert_eq!(practises(draft, play), Some(true), "{}", wish.concept);
    for (site, spot) in wish.spots() {
        assert_eq!(draft.spot(site), *spot, "{site} was painted");
    }
    for item in stock {
        let held = draft
            .marks()
            .filter(|(site, mark)| site.place == item.place && item.marks.contains(mark));
        let held = u32::try_from(held.count()).expect("few marks");
        assert!((item.least..=item.most).contains(&held), "{}: {held}", item.group);
    }
    for (site, held) in draft.marks().filter(|(site, _)| wish.mark(*site).is_none()) {
        let allowed =
            stock.iter().any(|item| item.place == site.place && item.marks.contains(held));
        assert!(allowed, "{held} on {site} is not in the stock");
    }
}

/// With the usual choice of marks for a level whose concept asks for one piece or two.
#[test]
fn drafts_come_of_every_piece_and_every_pair_of_pieces() {
    let kinds = ["bender", "splitter", "combiner"];
    let single = kinds.iter().flat_map(|kind| [1, 2].map(|n| format!("used({kind},{n})")));
    let pairs = kinds.iter().flat_map(|one| {
        let others = kinds.iter().filter(move |other| *other != one);
        others.flat_map(move |other| {
            let asked = format!("used({one},1) and used({other},1)");
            [asked, format!("used({one},1) and not used({other},1)")]
        })
    });
    for concept in single.chain(pairs) {
        let level = open(6, &concept);
        let stock = crate::stock::stock(&level);
        let mut drafter = PieceDrafter::new(wish(3, &level, &stock));
        let made: Vec<Level> = (0..4).filter_map(|_| drafter.next(&|| false)).collect();
        made.iter().for_each(|draft| check(draft, &level, &stock));
        assert!(made.len() >= 2, "{concept}: {} of 4", made.len());
    }
}

const CONCEPTS: &[&str] = &[
    "any",
    "used(splitter,1) and used(combiner,1)",
    "used(splitter,2) and used(combiner,2)",
    "used(bender,4)",
    "used(any,5)",
    "built(frac(1,2))",
    "uses(bender(w,n))",
    "uses(splitter(w,ne))",
    "through(cell(3,3))",
    "all_pieces",
    "monolithic",
    "at_most(3)",
    "at_most(4) and used(splitter,1)",
    "intended",
    "used(splitter,1) or used(combiner,1)",
    "not used(combiner,1)",
    "not used(any,4) and built(frac(1,4))",
    "used(combiner,1)",
    "used(combiner,2)",
    "used(bender,1) and used(combiner,1)",
];

#[test]
fn drafts_are_solved_practised_and_of_the_stock() {
    let stock = stock(FEW);
    for concept in CONCEPTS {
        let level = open(8, concept);
        let mut made = 0;
        for seed in 0..12 {
            let mut drafter = PieceDrafter::new(wish(seed, &level, &stock));
            for draft in (0..2).filter_map(|_| drafter.next(&|| false)) {
                check(&draft, &level, &stock);
                made += 1;
            }
        }
        assert!(made >= 20, "{concept}: {made} of 24");
    }
}

#[test]
fn the_same_wish_makes_the_same_levels() {
    let (level, stock) = (open(8, "monolithic"), stock(FEW));
    let levels = |seed: u64| -> Vec<Level> {
        let mut drafter = PieceDrafter::new(wish(seed, &level, &stock));
        (0..3).filter_map(|_| drafter.next(&|| false)).collect()
    };
    assert_eq!(levels(7), levels(7));
    assert_ne!(levels(7), levels(8));
}

#[test]
fn painted_marks_stay_and_take_part() {
    let stock = stock([(1, 3), (1, 3), (0, 12), (0, 8), (0, 3), (0, 2)]);
    let painted = [
        ("cell(0,2)", "source(e,1,1)"),
        ("cell(6,6)", "target(w,1,2)"),
        ("cell(3,0)", "blocker"),
        ("tray(0)", "bender(w,s)"),
        ("tray(3)", "splitter(n,ew)"),
    ];
    for concept in ["used(splitter,1)", "used(bender,2)", "used(splitter,2) and used(combiner,1)"] {
        let mut level = open(8, concept);
        for (n, (site, text)) in painted.iter().enumerate() {
            let hold = if n % 2 == 0 { Hold::Locked } else { Hold::Painted };
            level.set(site.parse().expect("a site"), Spot { mark: Some(mark(text)), hold });
        }
        level.set(Site::cell(4, 4), Spot { mark: None, hold: Hold::Painted });
        let mut made = 0;
        for seed in 0..20 {
            if let Some(draft) = PieceDrafter::new(wish(seed, &level, &stock)).next(&|| false) {
                check(&draft, &level, &stock);
                made += 1;
            }
        }
        assert!(made >= 15, "{concept}: {made} of 20");
    }
}

#[test]
fn a_kept_intended_play_stays() {
    let stock = stock([(1, 3), (1, 3), (0, 12), (0, 8), (0, 3), (0, 2)]);
    let mut level = open(8, "used(splitter,1) and used(bender,2)");
    level.paint(Site::cell(0, 2), Some(mark("source(e,1,1)")));
    let kept: Play = [(Site::cell(4, 2), mark("splitter(w,ns)"))].into_iter().collect();
    level.intended = Some(kept);
    let mut made = 0;
    for seed in 0..20 {
        if let Some(draft) = PieceDrafter::new(wish(seed, &level, &stock)).next(&|| false) {
            check(&draft, &level, &stock);
            let play = draft.intended.expect("a play");
            assert_eq!(play.get(Site::cell(4, 2)), Some(&mark("splitter(w,ns)")));
            made += 1;
        }
    }
    assert!(made >= 15, "{made} of 20");
}

#[test]
fn density_and_symmetry_are_kept() {
    let (level, stock) =
        (open(10, "used(splitter,1)"), stock([(1, 2), (1, 2), (0, 40), (0, 5), (0, 3), (0, 2)]));
    let mirror = |site: Site| Site { col: 9 - site.col, ..site };
    let mut made = 0;
    for seed in 0..20 {
        let wish =
            DraftWish { marks: Some((14, 20)), image: Some(&mirror), ..wish(seed, &level, &stock) };
        let Some(draft) = PieceDrafter::new(wish).next(&|| false) else { continue };
        check(&draft, &level, &stock);
        let filled = draft.marks().filter(|(site, _)| site.place == Place::Cell).count();
        assert!((14..=20).contains(&filled), "{filled}");
        let blocked = |site: Site| draft.mark(site) == Some(&Piece::Blocker.mark());
        assert!(level.board.cells().all(|site| blocked(site) == blocked(mirror(site))));
        made += 1;
    }
    assert!(made >= 18, "{made} of 20");
}

#[test]
fn distractors_lie_in_the_tray_unused() {
    let (level, stock) = (open(8, "used(splitter,1) and used(combiner,1)"), stock(FEW));
    for seed in 0..10 {
        let wish = DraftWish { distractors: Some(2), ..wish(seed, &level, &stock) };
        let draft = PieceDrafter::new(wish).next(&|| false).expect("a level");
        check(&draft, &level, &stock);
        let tray = draft.marks().filter(|(site, _)| site.place == Place::Tray).count();
        assert_eq!(tray, draft.intended.expect("a play").len() + 2);
    }
}

#[test]
fn shut_mends_what_a_search_finds() {
    let stock = stock([(1, 2), (1, 2), (0, 14), (2, 6), (0, 2), (0, 2)]);
    let (mut found, mut mended) = (0, 0);
    for concept in ["used(bender,3)", "used(splitter,1)", "through(cell(3,3))", "intended"] {
        let level = open(7, concept);
        // Drafts for anything have shortcuts for most concepts.
        for seed in 0..20 {
            let mut drafter = PieceDrafter::new(wish(seed, &level, &stock));
            let Some((needs, plan)) = drafter.plan() else { continue };
            let Some((_, draft)) = (0..60).find_map(|_| drafter.lay(&needs, &plan)) else {
                continue;
            };
            let Some(shortcut) = Probe::shortcut(&draft, 5_000) else { continue };
            assert!(is_shortcut(&draft, &shortcut));
            found += 1;
            let Some(next) = drafter.shut(&draft, &shortcut, &|| false) else { continue };
            check(&next, &level, &stock);
            assert_ne!(Refraction.judge(&next, &shortcut), Verdict::Solved);
            assert_eq!(next.intended, draft.intended);
            mended += 1;
        }
    }
    assert!(found > 10 && mended * 2 > found, "{mended} of {found}");
}

/// If numbers prove that a level has no shortcut, a search finds none.
#[test]
fn what_numbers_prove_no_search_refutes() {
    let stock = stock(FEW);
    let mut sure = 0;
    for concept in CONCEPTS {
        let level = open(6, concept);
        for seed in 0..30 {
            let mut drafter = PieceDrafter::new(wish(seed, &level, &stock));
            let Some((needs, plan)) = drafter.plan() else { continue };
            let Some((_, draft)) = (0..60).find_map(|_| drafter.lay(&needs, &plan)) else {
                continue;
            };
            let forecast = LevelNumbers::new(&draft).map(|weighed| weighed.forecast());
            if forecast == Some(Forecast::Sure) && *concept != "any" {
                sure += 1;
                assert_eq!(Probe::shortcut(&draft, 3_000), None, "{concept}: {:?}", draft);
            }
        }
    }
    assert!(sure > 50, "{sure}");
}

#[test]
fn what_cannot_be_is_given_up_soon() {
    let stock = stock(FEW);
    for concept in
        ["used(bender,9)", "uses(combiner(ns,w)) and not used(combiner,1)", "built(frac(5,7))"]
    {
        let level = open(8, concept);
        assert_eq!(PieceDrafter::new(wish(1, &level, &stock)).next(&|| false), None, "{concept}");
    }
    // The stock has no piece like the one that must be kept.
    let mut level = open(8, "any");
    level.intended = Some([(Site::cell(1, 1), mark("splitter(w,ns)"))].into_iter().collect());
    let without = super::tests::stock([(1, 2), (1, 2), (2, 10), (0, 5), (0, 0), (0, 2)]);
    assert_eq!(PieceDrafter::new(wish(1, &level, &without)).next(&|| false), None);
}

#[test]
fn a_stop_is_heeded() {
    let (level, stock) = (open(10, "used(bender,40)"), stock(FEW));
    assert_eq!(PieceDrafter::new(wish(1, &level, &stock)).next(&|| true), None);
}
