//! Erasers, hollow polyominoes, and dots that belong to one of two lines.

use crate::panel;
use std::collections::BTreeSet;

use fastrand::Rng;

use crate::about::Witness;
use crate::reading::PanelReading;
use crate::tests::{lines, searched};
use crate::{formats, json, orthogonality, tests};
use foolproof_game::{Format, Rules, Verdict};
use foolproof_level::{Board, Level, Mark, Place, Play, Site};

const SHAPES: [&str; 6] = [
    "poly(yellow,p0001,fixed)",
    "poly(yellow,p0003,free)",
    "poly(red,p0007,fixed)",
    "poly(yellow,p0013,free)",
    "poly(white,p0033,fixed)",
    "poly(yellow,p0017,fixed)",
];
const HOLLOWS: [&str; 4] = [
    "hollow(blue,p0001,fixed)",
    "hollow(blue,p0003,free)",
    "hollow(white,p0011,fixed)",
    "hollow(blue,p0013,free)",
];

/// Random symbols, with these numbers of each new kind.
fn panel(rng: &mut Rng, board: Board, erasers: usize, hollows: usize) -> Level {
    let mut level = Level::open("witness", board);
    let mut cells: Vec<Site> = board.cells().collect();
    rng.shuffle(&mut cells);
    let colours = ["black", "white", "red"];
    let mut marks: Vec<String> = Vec::new();
    for _ in 0..erasers {
        marks.push(format!("eraser({})", rng.choice(["white", "black"]).expect("a colour")));
    }
    for _ in 0..hollows {
        marks.push((*rng.choice(&HOLLOWS).expect("a shape")).to_owned());
        marks.push((*rng.choice(&SHAPES).expect("a shape")).to_owned());
    }
    for _ in 0..rng.usize(1..=4) {
        let colour = rng.choice(colours).expect("a colour");
        marks.push(match rng.u8(0..6) {
            0 | 1 => format!("square({colour})"),
            2 => format!("star({colour})"),
            3 => format!("triangle({colour},{})", rng.u8(1..=3)),
            4 => format!("rule({colour},x0111,eq,1)"),
            _ => (*rng.choice(&SHAPES).expect("a shape")).to_owned(),
        });
    }
    for (cell, mark) in cells.into_iter().zip(marks) {
        level.paint(cell, Some(mark.parse().expect("a mark")));
    }
    let corners = panel::vertices(&board);
    let on_lines: Vec<Site> = panel::edges(&board).into_iter().chain(corners).collect();
    for _ in 0..rng.usize(0..=2) {
        level.paint(*rng.choice(&on_lines).expect("a place"), "dot".parse().ok());
    }
    level
}

/// The lines of a panel that the judge accepts are exactly those that the search finds.
fn agree(level: &Level, all: &[Play]) -> usize {
    let right: BTreeSet<Play> = all
        .iter()
        .filter(|play| Rules::judge(&Witness, level, play) == Verdict::Solved)
        .cloned()
        .collect();
    let found = searched(level, usize::MAX);
    let plays: BTreeSet<Play> = found.plays.into_iter().collect();
    assert_eq!(plays, right, "{level:#?}");
    right.len()
}

#[test]
fn erasers_and_hollow_polyominoes_are_searched_as_they_are_judged() {
    let mut rng = Rng::with_seed(31);
    let mut solvable = [[0; 3]; 2];
    for (cols, rows) in [(2, 2), (3, 2), (2, 3), (3, 3), (5, 1)] {
        let board = Board { cols, rows, tray: 0 };
        let all = lines(board);
        for n in 0..480 {
            let (kind, reading) = (n % 3, n / 3 % 2);
            let (erasers, hollows) = [(rng.usize(1..=4), 0), (0, 1), (rng.usize(1..=3), 1)][kind];
            let mut level = panel(&mut rng, board, erasers, hollows);
            PanelReading::ALL[reading].set(&mut level);
            solvable[reading][kind] += usize::from(agree(&level, &all) > 0);
        }
    }
    assert!(solvable.as_flattened().iter().all(|count| *count > 60), "{solvable:?}");
}

/// A panel of these marks.
fn of_marks(cols: u16, rows: u16, marks: &[(&str, &str)]) -> Level {
    let mut level = Level::open("witness", Board { cols, rows, tray: 0 });
    for (site, mark) in marks {
        level.paint(site.parse().expect("a site"), Some(mark.parse().expect("a mark")));
    }
    level
}

/// Counts the lines that solve a panel of these marks.
fn count(cols: u16, rows: u16, marks: &[(&str, &str)]) -> u64 {
    counted(&of_marks(cols, rows, marks))
}

/// Counts the lines that solve it by the rules of the game and by those of Windmill.
fn by_both(cols: u16, rows: u16, marks: &[(&str, &str)]) -> [u64; 2] {
    PanelReading::ALL.map(|reading| {
        let mut level = of_marks(cols, rows, marks);
        reading.set(&mut level);
        counted(&level)
    })
}

fn counted(level: &Level) -> u64 {
    let found = searched(level, 1000);
    let judged = |play: &Play| Rules::judge(&Witness, level, play) == Verdict::Solved;
    assert!(found.plays.iter().all(judged), "{level:?}");
    found.count
}

#[test]
fn an_eraser_takes_one_thing_that_is_wrong() {
    let eraser = ("cell(0,0)", "eraser(white)");
    // There is no error, so it has nothing to erase.
    assert_eq!(count(2, 1, &[eraser]), 0);
    assert_eq!(count(2, 1, &[eraser, ("cell(1,0)", "square(black)")]), 0);
    // A lone star of another colour is wrong wherever the eraser is with it: all lines that keep the
    // two cells together, which are two of four.
    assert_eq!(count(2, 1, &[eraser, ("cell(1,0)", "star(red)")]), 2);
    // With a star of its own colour it forms a pair, and there is no error.
    assert_eq!(count(2, 1, &[eraser, ("cell(1,0)", "star(white)")]), 0);
    // A missed dot is erased.
    let dot = ("vertex(0,0)", "dot");
    let missed = count(2, 1, &[eraser, dot]);
    assert!(missed > 0 && missed < 4, "{missed}");
    // Two errors are too many for one, and two erasers fix two.
    let two = [("cell(1,0)", "star(red)"), ("cell(2,0)", "star(blue)")];
    assert_eq!(
        count(
            3,
            1,
            &[
                eraser,
                two[0],
                two[1],
                ("hedge(0,0)", "gap"),
                ("hedge(1,0)", "gap"),
                ("hedge(2,0)", "gap"),
                ("vedge(1,0)", "gap"),
                ("vedge(2,0)", "gap")
            ]
        ),
        0
    );
    let third = ("cell(3,0)", "eraser(black)");
    assert!(count(4, 1, &[eraser, two[0], two[1], third]) > 0);
}

/// One region: the line goes round the outside.
const ROUND: [(&str, &str); 4] =
    [("vedge(1,0)", "gap"), ("vedge(1,1)", "gap"), ("hedge(0,1)", "gap"), ("hedge(1,1)", "gap")];

/// As counted by jbzdarkid's engine and Windmill's validator.
#[test]
fn the_game_and_windmill_read_erasers_otherwise() {
    let cells = ["cell(0,0)", "cell(1,0)", "cell(0,1)", "cell(1,1)"];
    let both = |marks: &[&str]| {
        let marks: Vec<_> = cells.into_iter().zip(marks.iter().copied()).chain(ROUND).collect();
        by_both(2, 2, &marks)
    };
    // Two lines go round. A used eraser no longer counts for the stars of its colour …
    let orange = ["star(orange)", "star(orange)", "star(orange)", "eraser(orange)"];
    assert_eq!(both(&orange), [2, 0]);
    let pair = ["star(orange)", "square(black)", "square(white)", "eraser(orange)"];
    assert_eq!(both(&pair), [0, 2]);
    // … two of them erase each other, but an odd one has nothing to erase …
    assert_eq!(both(&["eraser(white)", "eraser(white)"]), [2, 0]);
    assert_eq!(both(&["eraser(white)", "eraser(white)", "eraser(white)"]), [0, 0]);
    // … and fewer would do.
    let two = ["square(black)", "square(white)", "eraser(red)", "eraser(red)"];
    assert_eq!(both(&two), [2, 0]);
    // Of three, two erase each other.
    let three = ["square(black)", "eraser(white)", "eraser(red)", "eraser(red)"];
    assert_eq!(both(&three), [0, 0]);
    let three = ["star(blue)", "eraser(white)", "eraser(red)", "eraser(red)"];
    assert_eq!(both(&three), [2, 0]);
    // But not before one has been used if it had a use.
    let unused = ["star(red)", "square(red)", "eraser(red)", "eraser(red)"];
    assert_eq!(both(&unused), [0, 0]);
    // A star that is one of three goes with either; symbols erased in Windmill still count.
    let third = ["star(red)", "square(red)", "triangle(red,1)", "eraser(white)"];
    assert_eq!(both(&third), [2, 2]);
    let erased = ["star(black)", "square(black)", "square(white)", "eraser(white)"];
    assert_eq!(both(&erased), [2, 2]);
}

/// Windmill tries one polyomino, or all of them, and lets them cross the rim next to hollow ones.
#[test]
fn the_game_and_windmill_read_polyominoes_otherwise() {
    let one = ("cell(0,0)", "poly(yellow,p0001,fixed)");
    let marks = [one, ("cell(1,0)", "poly(yellow,p0003,fixed)"), ("cell(0,1)", "eraser(white)")];
    let marks: Vec<_> = marks.into_iter().chain(ROUND).collect();
    assert_eq!(by_both(2, 2, &marks), [0, 0]);
    let more = [("cell(1,1)", "eraser(red)")];
    let marks: Vec<_> = marks.into_iter().chain(more).collect();
    assert_eq!(by_both(2, 2, &marks), [2, 2]);
    // A bar of three less one square is the whole of a 2x1 board, except for the rim.
    let bar =
        [("cell(0,0)", "poly(yellow,p0007,fixed)"), ("cell(1,0)", "hollow(blue,p0001,fixed)")];
    let flat = [("vedge(1,0)", "gap")];
    let marks: Vec<_> = bar.into_iter().chain(flat).collect();
    assert_eq!(by_both(2, 1, &marks), [0, 2]);
    // A shape larger than any board of its size, reduced from outside.
    let long = ("cell(0,0)", "poly(yellow,p9x1_1ff,fixed)");
    let cut = ("cell(1,0)", "hollow(blue,p7x1_7f,fixed)");
    let marks: Vec<_> = [long, cut].into_iter().chain(flat).collect();
    assert_eq!(by_both(2, 1, &marks), [0, 2]);
}

#[test]
fn hollow_polyominoes_take_squares_away() {
    // Three squares less one are two, and a region of two cells is cut off in a row.
    let three = ("cell(0,0)", "poly(yellow,p0007,fixed)");
    let one = ("cell(1,0)", "hollow(blue,p0001,fixed)");
    assert!(count(3, 2, &[three, one]) > 0);
    // With equal sizes, they cancel wherever they are in one region.
    let equal =
        [("cell(0,0)", "poly(yellow,p0003,fixed)"), ("cell(1,0)", "hollow(blue,p0003,fixed)")];
    assert!(count(2, 2, &equal) > 0);
    // In any shape, by both readings.
    let across =
        [("cell(0,0)", "poly(yellow,p0003,fixed)"), ("cell(1,0)", "hollow(blue,p0011,fixed)")];
    assert_eq!(by_both(2, 2, &across), [count(2, 2, &equal); 2]);
    assert!(count(1, 2, &[across[0], ("cell(0,1)", "hollow(blue,p0011,fixed)")]) > 0);
    // A single hollow one subtracts more than there is.
    assert_eq!(count(2, 2, &[one]), 0);
}

/// A panel of two lines side by side, with two dots on corners.
fn twins(left: &str, right: &str, [one, other]: [Site; 2]) -> u64 {
    let mut level = Level::open("witness", Board { cols: 3, rows: 2, tray: 0 });
    level.paint(panel::vertex(0, 2), "start(columns)".parse().ok());
    level.paint(panel::vertex(0, 0), "end".parse().ok());
    level.paint(one, left.parse().ok());
    level.paint(other, right.parse().ok());
    let found = searched(&level, 1000);
    assert!(found.plays.iter().all(|play| Rules::judge(&Witness, &level, play) == Verdict::Solved));
    found.count
}

#[test]
fn dots_of_one_of_two_lines_lie_on_one_line() {
    let sides = [panel::vertex(0, 1), panel::vertex(3, 1)];
    let same = [panel::vertex(0, 1), panel::vertex(1, 1)];
    let plain = twins("dot", "dot", sides);
    assert!(plain > 0);
    assert_eq!(twins("dot(blue)", "dot(yellow)", sides), plain);
    assert_eq!(twins("dot(blue)", "dot(blue)", sides), 0);
    assert_eq!(twins("dot(yellow)", "dot", sides), plain);
    assert_eq!(twins("dot(blue)", "dot(blue)", same), twins("dot", "dot", same));
    assert_eq!(twins("dot(blue)", "dot(yellow)", same), 0);
}

#[test]
fn the_new_symbols_go_to_other_programs_and_come_back() {
    let mut level = Level::open("witness", Board { cols: 3, rows: 3, tray: 0 });
    for (site, mark) in [
        ("cell(0,0)", "eraser(white)"),
        ("cell(1,0)", "eraser(red)"),
        ("cell(2,0)", "hollow(blue,p0013,fixed)"),
        ("cell(0,1)", "hollow(yellow,p0003,free)"),
        ("cell(1,1)", "poly(blue,p0003,free)"),
    ] {
        level.paint(site.parse().expect("a site"), mark.parse().ok());
    }
    let marks = |level: &Level| -> BTreeSet<(Site, Mark)> {
        let cells = level.marks().filter(|(site, _)| site.place == Place::Cell);
        cells.map(|(site, mark)| (site, mark.clone())).collect()
    };
    let formats: [&dyn Format; 2] = [&formats::Windmill, &json::WitnessPuzzles];
    for format in formats {
        let text = format.write(&[&level]).expect("a panel");
        let back = format.read(&text).expect("a panel").remove(0);
        assert_eq!(marks(&back), marks(&level), "{text}");
        let reading = PanelReading::of(&back);
        assert_eq!(reading == PanelReading::Windmill, format.is_link(), "{text}");
    }
    level.paint(panel::vertex(1, 1), "dot(yellow)".parse().ok());
    let text = json::WitnessPuzzles.write(&[&level]).expect("a panel");
    assert!(text.contains("\"SHAPELESS_ZERO_POLY\":true"), "equal areas cancel there too: {text}");
    let back = json::WitnessPuzzles.read(&text).expect("a panel").remove(0);
    assert_eq!(back.mark(panel::vertex(1, 1)).map(Mark::as_str), Some("dot(yellow)"));
    assert!(formats::Windmill.write(&[&level]).is_err());
}

#[test]
fn an_export_says_where_a_panel_is_read_otherwise() {
    let orange = [
        ("cell(0,0)", "star(orange)"),
        ("cell(1,0)", "star(orange)"),
        ("cell(0,1)", "star(orange)"),
        ("cell(1,1)", "eraser(orange)"),
    ];
    let mut level = of_marks(2, 2, &orange);
    let there = formats::Windmill.reads_otherwise(&level).expect("another reading");
    assert!(there.contains("lines that solve it are 0 there and 2 here"), "{there}");
    assert_eq!(json::WitnessPuzzles.reads_otherwise(&level), None);
    PanelReading::Windmill.set(&mut level);
    assert_eq!(formats::Windmill.reads_otherwise(&level), None);
    let there = json::WitnessPuzzles.reads_otherwise(&level).expect("another reading");
    assert!(there.contains("lines that solve it are 2 there and 0 here"), "{there}");
    // One eraser, one thing to erase of another colour: the same lines everywhere.
    let same = of_marks(2, 1, &[("cell(0,0)", "eraser(white)"), ("cell(1,0)", "star(red)")]);
    assert_eq!(formats::Windmill.reads_otherwise(&same), None);
    // A search that is too large is reported as unknown.
    let mut large = of_marks(9, 9, &[("cell(0,0)", "eraser(white)")]);
    large.paint(Site::cell(8, 8), "star(red)".parse().ok());
    let there = formats::Windmill.reads_otherwise(&large).expect("not known");
    assert!(there.contains("was not found out"), "{there}");
}

#[test]
fn no_line_goes_where_the_grid_is_missing() {
    let whole = count(2, 2, &[]);
    let edge = count(2, 2, &[("hedge(0,0)", "missing")]);
    assert_eq!(edge, count(2, 2, &[("hedge(0,0)", "gap")]));
    let around = ["hedge(0,1)", "hedge(1,1)", "vedge(1,0)", "vedge(1,1)"].map(|at| (at, "gap"));
    let corner = count(2, 2, &[("vertex(1,1)", "missing")]);
    assert_eq!(corner, count(2, 2, &around));
    assert!(corner > 0 && corner < edge && edge < whole);
    let mut level = Level::open("witness", Board { cols: 2, rows: 2, tray: 0 });
    for (site, mark) in [("hedge(0,0)", "missing"), ("vertex(1,1)", "missing")] {
        level.paint(site.parse().expect("a site"), mark.parse().ok());
    }
    let code = formats::Windmill.write(&[&level]).expect("a code");
    let back = formats::Windmill.read(&code).expect("a panel").remove(0);
    assert_eq!(searched(&back, 99).count, searched(&level, 99).count);
    assert_eq!(back.mark(panel::vertex(1, 1)).map(Mark::as_str), Some("missing"));
    assert!(json::WitnessPuzzles.write(&[&level]).is_err());
}

/// The effect of erasers on squares, counted by solving every level of both.
#[test]
fn a_survey_with_erasers_counts_what_solving_every_level_does() {
    let board = Board { cols: 3, rows: 2, tray: 0 };
    let course = tests::survey(board, &["eraser"], &["square", "star"], 4);
    let ranked = course.ranked().remove(0);
    for level in course.levels(&ranked.name) {
        let found = searched(&level, 2);
        assert_eq!(found.plays, level.intended.iter().cloned().collect::<Vec<_>>(), "{level:#?}");
    }
    let small = Board { cols: 2, rows: 2, tray: 0 };
    let course = tests::survey(small, &["eraser"], &["square"], 4);
    let marks = ["eraser(black)", "eraser(blue)", "square(black)", "square(blue)"];
    // The fewest pieces for each line: of both types, of erasers, of squares.
    let mut fewest: std::collections::BTreeMap<Play, [usize; 3]> = Default::default();
    for code in 1..5usize.pow(4) {
        let mut level = Level::open("witness", small);
        let kinds: Vec<usize> = (0..4).map(|n| code / 5usize.pow(n) % 5).collect();
        for (cell, kind) in small.cells().zip(&kinds) {
            level.paint(cell, kind.checked_sub(1).and_then(|kind| marks[kind].parse().ok()));
        }
        let found = searched(&level, 2);
        if found.count != 1 {
            continue;
        }
        let n = level.marks().count();
        let [mut erasers, mut squares] = [false; 2];
        for kind in kinds.into_iter().filter(|kind| *kind > 0) {
            *if kind <= 2 { &mut erasers } else { &mut squares } = true;
        }
        let least = fewest.entry(found.plays[0].clone()).or_insert([9; 3]);
        let counts = [true, !squares, !erasers];
        for (least, _) in least.iter_mut().zip(counts).filter(|(_, counts)| *counts) {
            *least = n.min(*least);
        }
    }
    let mut new_lines = [0; 4];
    for [both, erasers, squares] in fewest.into_values() {
        if both < erasers && both < squares {
            new_lines[both - 1] += 1;
        }
    }
    assert_eq!(course.ranked().remove(0).beside[0].new_lines, new_lines);
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    let (new, there) = (names(&["eraser"]), names(&["triangle"]));
    let refused = orthogonality::SurveyRun::new(small, new, there, 3, 2).err().expect("refused");
    assert!(refused.to_string().contains("depends on the line"), "{refused}");
}
