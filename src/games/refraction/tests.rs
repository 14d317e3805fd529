//! Tests of the rules on real levels, and of the corner cases one by one.

use std::collections::BTreeSet;
use std::path::PathBuf;

use crate::about::Refraction;
use crate::formats::InfiniteRefraction;
use crate::judge::light;
use crate::piece;
use crate::piece::Power;
use foolproof_game::{Format as _, Game as _, Rules as _, Scene, Verdict};
use foolproof_level::{Board, Level, Play, Site};
use foolproof_picture::{Style, svg};

/// Real levels next to the repository, if there are any.
fn real_levels() -> Option<String> {
    let beside = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let folder = std::env::var_os("FOOLPROOF_DATA").map_or_else(beside, PathBuf::from);
    std::fs::read_to_string(folder.join("refraction/brainpop.txt")).ok()
}

fn level(cols: u16, rows: u16, marks: &[(Site, &str)]) -> Level {
    let mut level = Level::open("refraction", Board { cols, rows, tray: 6 });
    for (site, mark) in marks {
        level.paint(*site, Some(mark.parse().expect("a mark")));
    }
    level
}

fn play(marks: &[(Site, &str)]) -> Play {
    marks.iter().map(|(site, mark)| (*site, mark.parse().expect("a mark"))).collect()
}

fn power(top: i64, bottom: i64) -> Power {
    Power::new(top, bottom)
}

#[test]
fn reference_solutions_of_real_levels_play_through_beam_by_beam() {
    let Some(text) = real_levels() else {
        eprintln!("no real levels beside the repository; set FOOLPROOF_DATA");
        return;
    };
    let levels = InfiniteRefraction.read(&text).expect("readable");
    assert_eq!(levels.len(), 35);
    for (level, line) in levels.iter().zip(text.lines()) {
        let intended = level.intended.as_ref().expect("the reference solves its level");
        assert_eq!(Refraction.judge(level, intended), Verdict::Solved, "{}", level.title);
        let file: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let lasers = file["extra"]["lasers"].as_array().expect("lasers");
        let number = |value: &serde_json::Value| value.as_u64().expect("a cell");
        let expected: BTreeSet<(u64, u64)> =
            lasers.iter().map(|laser| (number(&laser["s"]), number(&laser["e"]))).collect();
        let cell = |site: Site| u64::from(site.col + 10 * site.row);
        let beams: BTreeSet<(u64, u64)> = light(level, intended)
            .beams
            .iter()
            .filter(|beam| beam.enters)
            .map(|beam| (cell(beam.from), cell(beam.end)))
            .collect();
        assert!(beams.is_subset(&expected), "{}: {beams:?}", level.title);
        // One level names a beam between two pieces that no light reaches.
        for (from, to) in expected.difference(&beams) {
            assert_eq!((level.title.as_str(), *from, *to), ("Level 24", 94, 74));
        }
    }
}

#[test]
fn real_levels_are_written_back_as_they_were_read() {
    let Some(text) = real_levels() else { return };
    let levels = InfiniteRefraction.read(&text).expect("readable");
    let written = InfiniteRefraction.write(&levels.iter().collect::<Vec<_>>()).expect("writable");
    let again = InfiniteRefraction.read(&written).expect("readable again");
    for (old, new) in levels.iter().zip(&again) {
        assert_eq!(old.notes, new.notes, "{}", old.title);
        assert_eq!(old.intended, new.intended, "{}", old.title);
        assert!(old.spots().eq(new.spots()), "{}", old.title);
    }
    // Every fixed piece and the whole tray are in both files.
    for (old, new) in text.lines().zip(written.lines()) {
        let pieces = |line: &str| -> BTreeSet<String> {
            let file: serde_json::Value = serde_json::from_str(line).expect("JSON");
            let pieces = file["level"]["data"]["pieces"].as_array().expect("pieces").clone();
            let fixed = pieces.into_iter().filter(|piece| piece["mobility"].is_null());
            fixed.map(|piece| piece.to_string()).collect()
        };
        assert_eq!(pieces(old), pieces(new));
    }
}

#[test]
fn pieces_that_light_only_each_other_stay_dark() {
    let mut ring = level(4, 4, &[(Site::cell(3, 3), "target(n,1,1)")]);
    let corners = [
        (Site::cell(0, 0), "bender(s,e)"),
        (Site::cell(2, 0), "bender(w,s)"),
        (Site::cell(2, 2), "bender(n,w)"),
        (Site::cell(0, 2), "bender(e,n)"),
    ];
    for (n, (_, mark)) in (0..).zip(corners) {
        ring.paint(Site::tray(n), Some(mark.parse().expect("a mark")));
    }
    let light = light(&ring, &play(&corners));
    assert!(light.active.is_empty() && light.beams.is_empty());
}

#[test]
fn a_combiner_gives_nothing_until_every_input_is_lit() {
    let marks = [
        (Site::cell(0, 1), "source(e,1,3)"),
        (Site::cell(2, 0), "blocker"),
        (Site::cell(4, 1), "target(w,1,2)"),
        (Site::tray(0), "combiner(nw,e)"),
    ];
    let mut level = level(5, 3, &marks);
    let placed = play(&[(Site::cell(2, 1), "combiner(nw,e)")]);
    assert_eq!(light(&level, &placed).received[&Site::cell(4, 1)], Power::default());
    level.paint(Site::cell(2, 0), Some("source(s,1,6)".parse().expect("a mark")));
    assert_eq!(light(&level, &placed).received[&Site::cell(4, 1)], power(1, 2));
    assert_eq!(Refraction.judge(&level, &placed), Verdict::Solved);
}

#[test]
fn beams_cross_end_at_the_first_piece_and_enter_only_through_ports() {
    let marks = [
        (Site::cell(0, 1), "source(e,1,1)"),
        (Site::cell(1, 0), "source(s,1,1)"),
        (Site::cell(3, 1), "target(w,1,1)"),
        (Site::cell(1, 3), "target(w,1,1)"),
    ];
    let light = light(&level(4, 4, &marks), &Play::default());
    assert_eq!(light.received[&Site::cell(3, 1)], power(1, 1), "beams cross");
    assert_eq!(light.received[&Site::cell(1, 3)], Power::default(), "this side has no port");
}

#[test]
fn a_target_adds_up_its_ports_and_wants_exactly_its_power() {
    let marks = [
        (Site::cell(0, 1), "source(e,1,4)"),
        (Site::cell(2, 0), "source(s,1,2)"),
        (Site::cell(2, 1), "target(nw,3,4)"),
    ];
    let mut level = level(3, 2, &marks);
    assert_eq!(Refraction.judge(&level, &Play::default()), Verdict::Solved);
    level.paint(Site::cell(2, 1), Some("target(nw,1,2)".parse().expect("a mark")));
    assert!(matches!(Refraction.judge(&level, &Play::default()), Verdict::Unsolved { .. }));
    // A dark port is fine if the other receives everything.
    level.paint(Site::cell(0, 1), None);
    assert_eq!(Refraction.judge(&level, &Play::default()), Verdict::Solved);
}

#[test]
fn splitters_share_equally_and_powers_are_in_lowest_terms() {
    let marks = [
        (Site::cell(0, 1), "source(e,2,3)"),
        (Site::cell(2, 0), "target(s,2,9)"),
        (Site::tray(0), "splitter(w,nes)"),
    ];
    let level = level(4, 3, &marks);
    let placed = play(&[(Site::cell(2, 1), "splitter(w,nes)")]);
    assert_eq!(Refraction.judge(&level, &placed), Verdict::Solved);
    assert!(piece::Piece::read(&"source(e,2,4)".parse().expect("a mark")).is_err());
}

#[test]
fn a_play_takes_only_what_the_tray_holds_and_only_free_cells() {
    let level = level(3, 1, &[(Site::cell(0, 0), "blocker"), (Site::tray(0), "bender(w,n)")]);
    let illegal = |marks: &[(Site, &str)]| {
        matches!(Refraction.judge(&level, &play(marks)), Verdict::Illegal { .. })
    };
    assert!(!illegal(&[(Site::cell(1, 0), "bender(w,n)")]));
    assert!(illegal(&[(Site::cell(0, 0), "bender(w,n)")]), "taken");
    assert!(illegal(&[(Site::cell(1, 0), "bender(w,s)")]), "not in the tray");
    assert!(illegal(&[(Site::cell(1, 0), "bender(w,n)"), (Site::cell(2, 0), "bender(w,n)")]));
    assert!(illegal(&[(Site::cell(1, 0), "source(e,1,1)")]), "not the player's");
    assert!(illegal(&[(Site::cell(9, 9), "bender(w,n)")]), "off the board");
}

#[test]
fn faults_of_the_other_format_are_named_with_their_line() {
    let line = |pieces: &str| {
        format!(
            r#"{{"level":{{"ltype":"normal","data":{{"gver":1,"pieces":[{pieces}]}},"fver":1}}}}"#
        )
    };
    let good = line(r#"{"type":"source","pos":3,"output":"s","value":{"num":1,"den":1}}"#);
    for (piece, word) in [
        (r#"{"type":"mirror","pos":1}"#, "mirror"),
        (r#"{"type":"bender","pos":1,"input":"n","output":"s"}"#, "bender"),
        (r#"{"type":"source","pos":1,"output":"up","value":{"num":1,"den":1}}"#, "up"),
        (r#"{"type":"source","pos":1,"output":"n","value":{"num":1,"den":0}}"#, "0"),
        (r#"{"type":"source","pos":1,"output":"n"}"#, "value"),
        (r#"{"type":"blocker","pos":100}"#, "100"),
        (r#"{"type":"splitter","pos":1,"input":"n","outputs":["e","e"]}"#, "twice"),
    ] {
        let text = format!("{good}\n{}\n", line(piece));
        let error = InfiniteRefraction.read(&text).expect_err(piece);
        assert_eq!(error.line, 2, "{error}");
        assert!(error.why.contains(word), "{error}");
    }
    assert!(InfiniteRefraction.read("{\"level\":").is_err());
    let small = Level::open("refraction", Board { cols: 6, rows: 6, tray: 2 });
    let error = InfiniteRefraction.write(&[&small]).expect_err("only 10x10");
    assert!(error.why.contains("10x10"), "{error}");
}

/// A line of the other format with these pieces and beams.
fn line_of(pieces: &[&str], lasers: &str) -> String {
    format!(
        r#"{{"level":{{"ltype":"normal","data":{{"gver":1,"pieces":[{}]}},"fver":1}},"extra":{{"lasers":[{lasers}]}}}}"#,
        pieces.join(",")
    )
}

#[test]
fn a_target_with_several_inputs_is_one_entry_a_side() {
    let half = r#""value":{"num":1,"den":2}"#;
    let source = |pos: u16, side: &str| {
        format!(r#"{{"type":"source","pos":{pos},"output":"{side}",{half}}}"#)
    };
    let target = |side: &str| {
        let value = r#""value":{"num":3,"den":2}"#;
        format!(r#"{{"type":"target","pos":44,"inputs":["{side}"],{value}}}"#)
    };
    let bender = |pos: u16| {
        format!(r#"{{"type":"bender","pos":{pos},"input":"n","output":"e","mobility":"movable"}}"#)
    };
    // Its entries are apart, and a second bender stays in the tray.
    let pieces = [
        target("e"),
        source(4, "s"),
        target("n"),
        source(47, "w"),
        target("w"),
        source(1, "s"),
        bender(41),
        bender(0),
    ];
    let pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
    let lasers = r#"{"s":4,"e":44},{"s":47,"e":44},{"s":1,"e":41},{"s":41,"e":44}"#;
    let read = InfiniteRefraction.read(&line_of(&pieces, lasers)).expect("readable");
    let mark = |site: Site| read[0].mark(site).map(ToString::to_string);
    assert_eq!(mark(Site::cell(4, 4)).as_deref(), Some("target(new,3,2)"));
    assert_eq!(read[0].intended, Some(play(&[(Site::cell(1, 4), "bender(n,e)")])));

    let written = InfiniteRefraction.write(&[&read[0]]).expect("writable");
    assert_eq!(written.matches(r#""type":"target","pos":44"#).count(), 3, "{written}");
    let again = InfiniteRefraction.read(&written).expect("readable again");
    assert!(again[0].spots().eq(read[0].spots()));
    assert_eq!(again[0].intended, read[0].intended);

    let third = r#"{"type":"target","pos":44,"inputs":["s"],"value":{"num":1,"den":3}}"#;
    for (more, why) in [
        (target("n").as_str(), "has that input already"),
        (third, "wants 3/2, not 1/3"),
        (source(44, "s").as_str(), "taken already"),
    ] {
        let all: Vec<&str> = pieces.iter().copied().chain([more]).collect();
        let error = InfiniteRefraction.read(&line_of(&all, lasers)).expect_err(why);
        assert!(error.why.contains(why), "{error}");
    }
}

#[test]
fn pieces_that_stay_in_the_tray_do_not_hide_one_in_the_corner() {
    let value = r#""value":{"num":1,"den":1}"#;
    let (source, target, used, left) = (
        format!(r#"{{"type":"source","pos":20,"output":"n",{value}}}"#),
        format!(r#"{{"type":"target","pos":2,"inputs":["w"],{value}}}"#),
        r#"{"type":"bender","pos":0,"input":"s","output":"e","mobility":"movable"}"#,
        r#"{"type":"bender","pos":0,"input":"n","output":"w","mobility":"movable"}"#,
    );
    for (one, two) in [(used, left), (left, used)] {
        let line = line_of(&[&source, &target, one, two], r#"{"s":20,"e":0},{"s":0,"e":2}"#);
        let read = InfiniteRefraction.read(&line).expect("readable");
        assert_eq!(read[0].intended, Some(play(&[(Site::cell(0, 0), "bender(s,e)")])));
    }
    // A source in the corner is lit, and nothing is under it.
    let source = format!(r#"{{"type":"source","pos":0,"output":"e",{value}}}"#);
    let line = line_of(&[&source, &target, left], r#"{"s":0,"e":2}"#);
    let read = InfiniteRefraction.read(&line).expect("readable");
    assert_eq!(read[0].intended, Some(Play::default()));
}

#[test]
fn a_level_is_drawn_as_it_was_always_drawn() {
    let marks = [
        (Site::cell(0, 0), "source(e,1,1)"),
        (Site::cell(2, 1), "target(n,1,1)"),
        (Site::cell(0, 1), "blocker"),
        (Site::tray(0), "bender(w,s)"),
    ];
    let mut level = level(3, 2, &marks);
    level.resize(Board { cols: 3, rows: 2, tray: 1 });
    let placed = play(&[(Site::cell(2, 0), "bender(w,s)")]);
    let scene = Scene { play: Some(&placed), ..Scene::default() };
    let drawn = svg(&Refraction.layout_of(&level), &Refraction.draw(&level, scene), Style::Light);
    expect_test::expect_file!["../../../tests/golden/refraction.svg"].assert_eq(&drawn);
}
