//! Panels of The Witness with erasers, hollow polyominoes and dots of one of two lines: the game's own
//! search against its encoding, kind by kind.

use super::search::quick_engine;
use super::*;

const SHAPES: [&str; 5] = ["p0001", "p0003", "p0011", "p0013", "p0007"];

/// Random marks of a kind of panel: erasers alone, hollow polyominoes alone, both, or two lines.
fn random_panel(kind: usize, rng: &mut Rng) -> Level {
    let board = Board { cols: rng.u16(1..=3), rows: rng.u16(1..=3), tray: 0 };
    let mut level = Level::open("witness", board);
    let colours = ["black", "white", "red"];
    let colour = |rng: &mut Rng| *rng.choice(colours.iter()).expect("a colour");
    let shape = |rng: &mut Rng| {
        let turns = if rng.bool() { "fixed" } else { "free" };
        format!("{},{turns}", rng.choice(SHAPES.iter()).expect("a shape"))
    };
    let mut marks = Vec::new();
    if kind != 1 {
        for _ in 0..rng.usize(1..=2) {
            marks.push(format!("eraser({})", colour(rng)));
        }
    }
    if kind == 1 || kind == 2 {
        marks.push(format!("hollow({},{})", colour(rng), shape(rng)));
        marks.push(format!("poly({},{})", colour(rng), shape(rng)));
    }
    for _ in 0..rng.usize(0..=3) {
        marks.push(match rng.u8(0..7) {
            0 | 1 => format!("square({})", colour(rng)),
            2 => format!("star({})", colour(rng)),
            3 => format!("triangle({},{})", colour(rng), rng.u8(1..=3)),
            4 => {
                let how = ["all,0", "none,0", "eq,1", "eq,2", "ge,1", "ge,2"];
                let how = rng.choice(how.iter()).expect("a comparison");
                format!("rule({},x{:04b},{how})", colour(rng), rng.u8(1..16))
            }
            _ => format!("poly({},{})", colour(rng), shape(rng)),
        });
    }
    let mut cells: Vec<Site> = board.cells().collect();
    rng.shuffle(&mut cells);
    for (cell, mark) in cells.into_iter().zip(marks) {
        level.paint(cell, Some(mark.parse().expect("a mark")));
    }
    let on_lines = |wanted: fn(Place) -> bool| -> Vec<Site> {
        let all = (0..=board.rows).flat_map(|row| (0..=board.cols).map(move |col| (col, row)));
        let sites = all.flat_map(|(col, row)| {
            [Place::Vertex, Place::HEdge, Place::VEdge].map(|place| Site { place, col, row })
        });
        sites.filter(|site| board.contains(*site) && wanted(site.place)).collect()
    };
    let (lines, corners) = (on_lines(|_| true), on_lines(|place| place == Place::Vertex));
    let dots = if kind == 3 { ["dot(blue)", "dot(yellow)", "dot"] } else { ["dot"; 3] };
    for _ in 0..rng.usize(0..=2) {
        let dot = rng.choice(dots.iter()).expect("a dot");
        let dot = if rng.u8(..8) == 0 { &"missing" } else { dot };
        level.paint(*rng.choice(lines.iter()).expect("a place"), dot.parse().ok());
    }
    if kind == 3 {
        let symmetry = ["columns", "rows", "half"];
        let start = format!("start({})", rng.choice(symmetry.iter()).expect("a symmetry"));
        level.paint(*rng.choice(corners.iter()).expect("a corner"), start.parse().ok());
        level.paint(*rng.choice(corners.iter()).expect("a corner"), "end".parse().ok());
    }
    level
}

/// The number of solutions, and all of them in order.
fn all_solutions(engine: &mut Engine, level: &Level) -> (Answer, Vec<Play>) {
    let found = ask(engine, level, Question::from(CountSolutions { cap: 4000 }));
    let answer = about(&found, Topic::COUNT).answer.clone();
    let mut plays = answer.plays().map(<[Play]>::to_vec).unwrap_or_default();
    plays.sort();
    match answer.report::<CountedSolutions>().cloned() {
        Some(counted) => (CountedSolutions { plays: Vec::new(), ..counted }.into(), plays),
        None => (answer, plays),
    }
}

#[test]
fn erasers_hollow_polyominoes_and_dots_of_two_lines_are_encoded_as_they_are_searched() {
    let (mut rng, mut slow, mut quick) = (Rng::with_seed(41), engine(), quick_engine());
    let game = foolproof::built_in().by_id("witness").expect("a game");
    for kind in 0..4 {
        let mut solvable = 0;
        for _ in 0..PANELS {
            let mut level = random_panel(kind, &mut rng);
            // Hollow polyominoes over the rim are the search's alone.
            if kind % 3 == 0 && rng.bool() {
                level.settings.insert("reading".to_owned(), 1);
            }
            if check_input(&*game, &level).is_err() {
                continue;
            }
            let one = all_solutions(&mut quick, &level);
            let two = all_solutions(&mut slow, &level);
            assert_eq!(one, two, "kind {kind}: {level:#?}");
            solvable += usize::from(!one.1.is_empty());
        }
        assert!(solvable > PANELS / 8, "kind {kind}: only {solvable} have solutions");
    }
}

/// Random panels of each kind; two thousand of each agreed, too.
const PANELS: usize = 200;
