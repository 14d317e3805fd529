//! Boards and polyominoes beyond the source's.

use crate::panel;
use std::collections::BTreeSet;

use fastrand::Rng;

use crate::about::Witness;
use crate::panel::LINE;
use crate::piece::{PanelSymbol, Polyomino};
use crate::tests::{lines, searched};
use crate::{formats, json, search, twin};
use foolproof_game::{Drawing, Properties, Rules, Turn, Verdict, Wanted};
use foolproof_level::{Board, Level, Play, Site};

const POLYS: [&str; 7] = [
    "poly(yellow,p0001,fixed)",
    "poly(yellow,p0003,free)",
    "poly(red,p0013,free)",
    "poly(yellow,p5x1_1f,fixed)",
    "poly(yellow,p1x5_1f,free)",
    "poly(blue,p6x2_fff,free)",
    "poly(yellow,p9x1_1ff,fixed)",
];

/// A panel with a few random symbols.
fn panel(rng: &mut Rng, board: Board) -> Level {
    let mut level = Level::open("witness", board);
    let cells: Vec<Site> = board.cells().collect();
    let colours = ["black", "white", "red"];
    for _ in 0..rng.usize(1..=3) {
        let colour = rng.choice(colours).expect("a colour");
        let mark = match rng.u8(0..5) {
            0 => format!("square({colour})"),
            1 => format!("star({colour})"),
            2 => format!("triangle({colour},{})", rng.u8(1..=2)),
            _ => (*rng.choice(&POLYS).expect("a polyomino")).to_owned(),
        };
        level.paint(*rng.choice(&cells).expect("a cell"), mark.parse().ok());
    }
    let edges = panel::edges(&board);
    if rng.bool() {
        let mark = *rng.choice(&["gap", "dot"]).expect("a mark");
        level.paint(*rng.choice(&edges).expect("an edge"), mark.parse().ok());
    }
    if rng.u8(..4) == 0 {
        level.paint(panel::vertex(0, board.rows), "start(dot)".parse().ok());
    }
    level
}

#[test]
fn long_boards_are_searched_as_they_are_judged() {
    let mut rng = Rng::with_seed(5);
    let mut solvable = 0;
    for (cols, rows) in [(9, 1), (1, 10), (7, 2), (2, 8), (8, 2)] {
        let board = Board { cols, rows, tray: 0 };
        let all = lines(board);
        for _ in 0..40 {
            let level = panel(&mut rng, board);
            let right: BTreeSet<Play> = all
                .iter()
                .filter(|play| Rules::judge(&Witness, &level, play) == Verdict::Solved)
                .cloned()
                .collect();
            let found = searched(&level, usize::MAX);
            assert_eq!(found.count as usize, right.len(), "{level:?}");
            assert_eq!(found.plays.into_iter().collect::<BTreeSet<Play>>(), right);
            solvable += usize::from(!right.is_empty());
        }
    }
    assert!(solvable > 80, "{solvable}");
}

#[test]
fn both_words_find_the_same() {
    let mut rng = Rng::with_seed(6);
    let wanted = Wanted { shortcuts: false, plays: usize::MAX, most: u64::MAX, marks: true };
    let mut solvable = 0;
    for _ in 0..600 {
        let board = Board { cols: rng.u16(1..=4), rows: rng.u16(1..=3), tray: 0 };
        let level = panel(&mut rng, board);
        let small = search::solutions::<u64>(&level, wanted, &|| false).expect("a panel");
        let large = search::solutions::<u128>(&level, wanted, &|| false).expect("a panel");
        assert_eq!(small.plays, large.plays, "{level:?}");
        assert_eq!((small.forced, small.possible), (large.forced, large.possible));
        solvable += usize::from(small.count > 0);
    }
    assert!(solvable > 200, "{solvable}");
}

#[test]
fn polyominoes_of_any_size_are_read_as_they_are_written() {
    for text in ["p0001", "p0013", "pffff", "p5x1_1f", "p1x5_1f", "p6x2_821", "p11x1_401"] {
        let read = Polyomino::read(text).expect("a polyomino");
        assert_eq!(read.to_string(), text);
        assert_eq!(read.turned(Turn::Clockwise).turned(Turn::MirrorRows).area(), read.area());
    }
    let bar = Polyomino::read("p5x1_1f").expect("a bar");
    assert_eq!(bar.turned(Turn::Clockwise).to_string(), "p1x5_1f");
    assert_eq!((bar.area(), bar.orientations(true).len()), (5, 2));
    // Four digits are for shapes that fit there; a grid has squares on all sides; twelve are too many.
    for text in
        ["p2x1_3", "p5x1_3", "p5x2_1f", "p6x2_fc0", "p12x1_fff", "p0000", "px", "p5x1_", "p"]
    {
        assert!(Polyomino::read(text).is_err(), "{text}");
    }
}

#[test]
fn windmill_codes_of_large_panels_come_back() {
    let mut level = Level::open("witness", Board { cols: 10, rows: 9, tray: 0 });
    let marks = [
        ("cell(9,8)", "square(black)"),
        ("cell(0,0)", "poly(yellow,p6x2_821,free)"),
        ("vertex(0,9)", "start"),
        ("vertex(10,0)", "end(e)"),
    ];
    for (site, mark) in marks {
        level.paint(site.parse().expect("a site"), mark.parse().ok());
    }
    let code = foolproof_game::Format::write(&formats::Windmill, &[&level]).expect("a code");
    let back = foolproof_game::Format::read(&formats::Windmill, &code).expect("a panel").remove(0);
    assert_eq!(back.board, level.board);
    assert!(back.marks().eq(level.marks()));
}

/// Every play of two lines of a panel, by walking.
fn twin_plays(level: &Level) -> BTreeSet<Play> {
    let panel = panel::Panel::of(level);
    let (mut found, mut open) = (BTreeSet::new(), Vec::new());
    open.extend(panel.starts.iter().map(|start| (vec![*start], Play::default())));
    while let Some((path, play)) = open.pop() {
        let at = *path.last().expect("a start");
        if Rules::judge(&Witness, level, &play) == Verdict::Solved {
            found.insert(play.clone());
        }
        for edge in panel::edges(&level.board) {
            let ends = panel::ends(edge).expect("an edge");
            let next = ends.into_iter().find(|end| *end != at && ends.contains(&at));
            let Some(next) = next.filter(|next| !path.contains(next)) else { continue };
            let mut further = play.clone();
            for edge in [edge, panel.image(edge).expect("an image")] {
                further.0.insert(edge, LINE.parse().expect("a mark"));
            }
            open.push(([path.as_slice(), &[next]].concat(), further));
        }
    }
    found
}

#[test]
fn two_lines_are_searched_as_they_are_judged() {
    let mut rng = Rng::with_seed(8);
    let mut solvable = [0; 3];
    for n in 0..600 {
        let board = Board { cols: rng.u16(1..=3), rows: rng.u16(1..=2), tray: 0 };
        let mut level = panel(&mut rng, board);
        let corners: Vec<Site> = panel::vertices(&board).collect();
        let mut corner = || *rng.choice(&corners).expect("a corner");
        let (one, two, dot) = (corner(), corner(), corner());
        let symmetry = twin::PanelSymmetry::ALL[n % 3];
        level.paint(dot, "dot".parse().ok());
        level.paint(two, if n % 4 == 0 { "end".parse().ok() } else { None });
        level.paint(one, PanelSymbol::TwinStart(symmetry).mark());
        if n % 50 == 0 {
            // Starts of two symmetries are invalid.
            level.paint(two, "start(rows)".parse().ok());
        }
        let right = twin_plays(&level);
        let found = searched(&level, usize::MAX);
        assert_eq!(found.count as usize, right.len(), "{level:?}");
        assert_eq!(found.plays.into_iter().collect::<BTreeSet<Play>>(), right);
        solvable[n % 3] += usize::from(!right.is_empty());
    }
    assert!(solvable.iter().all(|count| *count > 15), "{solvable:?}");
}

#[test]
fn panels_of_two_lines_go_to_other_programs_and_come_back() {
    for symmetry in twin::PanelSymmetry::ALL {
        let mut level = Level::open("witness", Board { cols: 4, rows: 3, tray: 0 });
        let start = PanelSymbol::TwinStart(symmetry);
        let corners = [(panel::vertex(1, 3), start), (panel::vertex(0, 0), PanelSymbol::End(None))];
        for (corner, piece) in corners {
            level.paint(corner, piece.mark());
            level.paint(symmetry.site(level.board, corner), piece.mark());
        }
        level.paint(Site::cell(1, 1), "star(red)".parse().ok());
        let formats: [&dyn foolproof_game::Format; 2] = [&formats::Windmill, &json::WitnessPuzzles];
        for format in formats {
            let text = format.write(&[&level]).expect("a panel");
            let back = format.read(&text).expect("a panel").remove(0);
            assert_eq!(searched(&back, usize::MAX).plays, searched(&level, usize::MAX).plays);
            assert!(back.mark(panel::vertex(1, 3)) == start.mark().as_ref(), "{text}");
        }
    }
}

#[test]
fn the_pen_draws_two_lines_that_keep_apart() {
    let mut level = Level::open("witness", Board { cols: 3, rows: 2, tray: 0 });
    level.paint(panel::vertex(0, 2), "start(columns)".parse().ok());
    let pen = |play: &Play, from, to| Witness.pen(&level, play, from, to);
    let (play, at) = pen(&Play::default(), panel::vertex(0, 2), panel::vertex(0, 0)).expect("up");
    assert_eq!((play.len(), at), (4, panel::vertex(0, 0)));
    // It stops before it would meet the other.
    let (play, at) = pen(&play, at, panel::vertex(3, 0)).expect("right");
    assert_eq!((play.len(), at), (6, panel::vertex(1, 0)));
    let (play, at) = pen(&play, at, panel::vertex(0, 0)).expect("back");
    assert_eq!((play.len(), at), (4, panel::vertex(0, 0)));
    // Both ends of the last corner are ends of the panel.
    assert_eq!(Rules::judge(&Witness, &level, &play), Verdict::Solved);
}

/// A file may hold a panel that is too large for any word; it must not crash the program.
#[test]
fn a_panel_beyond_all_words_has_no_properties_and_harms_nothing() {
    let mut level = Level::open("witness", Board { cols: 30, rows: 20, tray: 0 });
    level.paint(Site::cell(29, 19), "square(black)".parse().ok());
    let play = Play::default();
    for property in ["regions_at_least(2)", "shape(p0001,free)", "turns_at_least(1)"] {
        let mark = property.parse().expect("a property");
        assert_eq!(Witness.practises(&level, &play, &mark), None, "{property}");
    }
    let shape = "shape(p0001,free)".parse().expect("a property");
    let why = Properties::rules(&Witness, &level, &shape, "head").expect_err("too large");
    assert!(why.to_string().contains("30x20"), "{why}");
    assert!(matches!(
        Witness.judge(&level, &play),
        Verdict::Illegal { .. } | Verdict::Unsolved { .. }
    ));
}
