//! Tests that each coding reads what it writes, on random clues and on texts as the sites write them.

use proptest::prelude::*;

use super::*;

/// Returns clues that a coding can write.
fn clue(name: &str) -> BoxedStrategy<Clue> {
    let number = |most: u32| (0..=most).prop_map(Clue::number).boxed();
    let maybe = |most: u32| {
        prop_oneof![Just(None), (0..=most).prop_map(Some)].prop_map(|part| Clue(vec![part])).boxed()
    };
    let parts = |most: u32, length: usize| {
        prop::collection::vec(prop::option::of(0..=most), length).prop_map(Clue).boxed()
    };
    let from_1 = |most: u32| (1..=most).prop_map(Clue::number).boxed();
    match name {
        "numbers-16" | "numbers-10-or-16" => maybe(100_000),
        "numbers-10" => maybe(9),
        "numbers-36" => maybe(1295),
        "numbers-0-to-4" => maybe(4),
        "arrows-16" => (0..5_u32, prop::option::of(0..4096_u32))
            .prop_map(|(side, number)| Clue(vec![Some(side), number]))
            .boxed(),
        "shaded-arrows-16" => (0..3_u32, 0..5_u32, prop::option::of(0..4096_u32))
            .prop_map(|(shade, side, number)| Clue(vec![Some(shade), Some(side), number]))
            .boxed(),
        "compasses" => parts(300, 4),
        "balance" => (1..3_u32, prop::option::of(1..2000_u32))
            .prop_map(|(colour, number)| Clue(vec![Some(colour), number]))
            .boxed(),
        "sashigane" => prop_oneof![
            prop::option::of(0..256_u32).prop_map(|number| Clue(vec![Some(0), number])),
            (1..5_u32).prop_map(|side| Clue(vec![Some(side), None])),
            Just(Clue(vec![None])),
        ]
        .boxed(),
        "tapa" => prop_oneof![
            maybe(8),
            prop::collection::vec(prop::option::of(1..=5_u32), 2).prop_map(Clue),
            prop::collection::vec(prop::option::of(1..=3_u32), 3).prop_map(Clue),
            prop::collection::vec(prop::option::of(Just(1)), 4).prop_map(Clue),
        ]
        .boxed(),
        "tatamibari" => prop_oneof![Just(Clue(vec![None])), from_1(3)].boxed(),
        "kakuro" => parts(45, 2),
        "kakuro-rim" => number(45),
        "tilepaint-rim" => number(255),
        "tilepaint" => parts(255, 2),
        "pipes" => prop_oneof![Just(Clue(vec![None])), from_1(7)].boxed(),
        "bits" | "borders" | "sparse-marks" | "cross-marks" | "blocks" | "edge-marks" => from_1(1),

        "circles" | "dots" => from_1(2),
        "bits-numbers-16" => joined(1, vec![0, 1], |shade, number| vec![Some(shade), number]),
        "gates-numbers-16" => joined(3, vec![1], |shade, number| vec![Some(shade), number]),
        "gates-arrows-16" => joined(3, vec![1], |shade, number| vec![Some(shade), Some(4), number]),
        "fleet" => ship(),
        "pieces" => piece(),
        "index" => Just(Clue::number(1)).boxed(),
        "positions" => {
            (1..100_u32, 1..100_u32).prop_map(|(col, row)| Clue(vec![Some(col), Some(row)])).boxed()
        }
        other => panic!("say here what `{other}` can write"),
    }
}

/// Returns a ship of up to five cells.
fn ship() -> BoxedStrategy<Clue> {
    (1..6_u32).prop_map(|size| Clue(vec![Some(size), Some(1), Some((1 << size) - 1)])).boxed()
}

/// Returns some pieces of four and five cells.
fn piece() -> BoxedStrategy<Clue> {
    let pieces = [[1, 4, 0b1111], [2, 3, 0b01_01_11], [3, 3, 0b001_111_010]];
    prop::sample::select(pieces.map(|piece| Clue(piece.map(Some).to_vec())).to_vec()).boxed()
}

/// Returns clues of two codings: only a number up to `most`, or one of these numbers with that of the second
/// coding.
fn joined(
    most: u32,
    with_more: Vec<u32>,
    both: fn(u32, Option<u32>) -> Vec<Option<u32>>,
) -> BoxedStrategy<Clue> {
    let more = (prop::sample::select(with_more), prop::option::of(0..256_u32));
    prop_oneof![
        (1..=most).prop_map(Clue::number),
        more.prop_map(move |(first, number)| Clue(both(first, number))),
    ]
    .boxed()
}

/// Returns rows of clues, with few or many empty places between them.
fn clues(name: &str) -> BoxedStrategy<Vec<Clue>> {
    let each = clue(name);
    // These have no separators.
    if ["positions", "pieces", "fleet"].contains(&name) {
        return prop::collection::vec(each, 1..4).boxed();
    }
    if name == "index" {
        let places = (1..150_usize).prop_flat_map(|places| (Just(places), 0..places));
        let one = |(places, at): (usize, usize)| {
            (0..places).map(move |place| if place == at { Clue::number(1) } else { Clue::NOTHING })
        };
        return places.prop_map(move |place| one(place).collect()).boxed();
    }
    (1..60_u32)
        .prop_flat_map(move |share| {
            let one = prop_oneof![share => Just(Clue::NOTHING), 4 => each.clone()];
            prop::collection::vec(one, 1..150)
        })
        .boxed()
}

#[test]
fn every_coding_reads_what_it_writes() {
    for coding in codings() {
        let name = coding.name();
        let mut runner = proptest::test_runner::TestRunner::deterministic();
        let tried = runner.run(&clues(name), |clues| {
            let text = coding.write(&clues).expect("clues that can be written");
            // The rest is left for the next coding.
            let with_more = text.clone() + "/";
            let mut letters = Letters::new(&with_more);
            // Only the end of the text marks the last block.
            if name == "blocks" {
                letters = Letters::new(&text);
            }
            let read = coding.read(&mut letters, clues.len());
            prop_assert_eq!(read.as_ref(), Ok(&clues), "{}: {}", name, text);
            prop_assert_eq!(letters.rest(), if name == "blocks" { "" } else { "/" });
            Ok(())
        });
        if let Err(why) = tried {
            panic!("{name}: {why}");
        }
    }
}

#[test]
fn no_text_makes_a_coding_fall_over() {
    for coding in codings() {
        let mut runner = proptest::test_runner::TestRunner::deterministic();
        let tried = runner.run(&("[ -~]{0,40}", 0_usize..50), |(text, places)| {
            if let Ok(clues) = coding.read(&mut Letters::new(&text), places) {
                prop_assert_eq!(clues.len(), places);
            }
            Ok(())
        });
        if let Err(why) = tried {
            panic!("{}: {why}", coding.name());
        }
    }
}

#[test]
fn names_of_codings_are_told_apart() {
    let mut names: Vec<&str> = codings().map(Coding::name).collect();
    names.sort_unstable();
    let count = names.len();
    names.dedup();
    assert_eq!(names.len(), count);
}

#[test]
fn clues_are_written_as_the_sites_write_them() {
    let written = |name: &str, clues: &[&[Option<u32>]]| {
        let clues: Vec<Clue> = clues.iter().map(|parts| Clue(parts.to_vec())).collect();
        coding(name).and_then(|coding| coding.write(&clues).ok())
    };
    let some = |text: &str| Some(text.to_owned());
    assert_eq!(
        written("numbers-16", &[&[Some(3)], &[], &[], &[Some(17)], &[None]]),
        some("3h-11.")
    );
    assert_eq!(written("numbers-0-to-4", &[&[Some(1)], &[], &[Some(2)], &[], &[]]), some("6c"));
    assert_eq!(
        written("borders", &[&[Some(1)], &[], &[], &[], &[Some(1)], &[Some(1)]]),
        some("hg")
    );
    assert_eq!(written("circles", &[&[Some(1)], &[Some(2)], &[], &[Some(2)]]), some("fi"));
    assert_eq!(written("arrows-16", &[&[], &[Some(1), Some(2)], &[Some(4), None]]), some("a124."));
    assert_eq!(written("tapa", &[&[Some(1), Some(3)], &[Some(8)]]), some("a98"));
    assert_eq!(written("tatamibari", &[&[Some(2)], &[Some(3)], &[Some(1)]]), some("123"));
    assert_eq!(written("dots", &[&[Some(1)], &[], &[Some(2)]]), some("21"));
    assert_eq!(written("numbers-10", &[&[Some(12)]]), None);
    assert_eq!(
        written("gates-arrows-16", &[&[], &[Some(1)], &[Some(3)], &[Some(1), Some(4), Some(9)]]),
        some("4131g49")
    );
    assert_eq!(written("bits-numbers-16", &[&[Some(1)], &[], &[Some(0), Some(3)]]), some("gh3"));
    assert_eq!(written("edge-marks", &[&[] as &[_]; 36]), some("z1"));
    assert_eq!(written("index", &[&[], &[], &[Some(1)]]), some("2"));
    assert_eq!(written("index", &[&[], &[]]), None);
}

#[test]
fn banks_are_read_however_their_pieces_lie_and_known_ones_have_a_letter() {
    let bank = |name: &str, text: &str, places: usize| {
        let coding = coding(name).expect("a coding");
        let clues = coding.read(&mut Letters::new(text), places);
        clues.map(|clues| {
            (clues.iter().filter(|clue| !clue.is_nothing()).count(), coding.write(&clues))
        })
    };
    let read = |name, text, number, written: &str| {
        assert_eq!(bank(name, text, 60), Ok((number, Ok(written.to_owned()))), "{name} {text}");
    };
    for (letter, number) in [("/p", 12), ("/t", 5), ("/d", 10), ("/z", 0)] {
        read("pieces", letter, number, letter);
    }
    for (letter, number) in [("/c", 6), ("/d", 10), ("/e", 15)] {
        read("fleet", letter, number, letter);
    }
    // An L in four of its orientations, and a list that is a known one.
    read("pieces", "4/23bg/32u/32jg/23t", 4, "4/23bg/23bg/23bg/23bg");
    read("pieces", "5/41u/23bg/22u/23f/23eg", 5, "/t");
    read("pieces", "", 0, "/z");
    read("fleet", "3/11g/12o/14u", 3, "3/11g/21o/41u");
    let refused = |text: &str, places: usize| bank("pieces", text, places).expect_err(text).why;
    assert_eq!(refused("/q", 60), "`q` means nothing here");
    assert_eq!(refused("2/11g", 60), "the link ends too early");
    assert_eq!(refused("/p", 5), "there are 5 pieces at the most");
    assert_eq!(refused("1/zzv", 60), "pieces have 32 cells at the most");
}
