//! Boards with several rows of clue cells, and lines that a designer has drawn, in games of folders.

use std::collections::BTreeSet;

use crate::own_games::{every_play, games, solutions, worker};
use foolproof::game::{Turn, turned_level};
use foolproof::level::{Board, Level, Mark, Place, Play, Site};
use foolproof::solver::Engine;

/// Rows of clue cells at the left and on top of the game, and the side of its pictures here.
const RIM: u16 = 3;
const SIDE: u16 = 4;

/// Lengths of runs, in their order.
fn runs(line: impl Iterator<Item = bool>) -> Vec<usize> {
    let line: Vec<bool> = line.collect();
    let runs = line.chunk_by(|one, other| one == other).filter(|run| run[0]);
    runs.map(<[bool]>::len).collect()
}

/// The runs of all rows and then of all columns of a picture.
fn lines(is_shaded: &dyn Fn(u16, u16) -> bool) -> Vec<Vec<usize>> {
    let rows = (0..SIDE).map(|row| runs((0..SIDE).map(|col| is_shaded(col, row))));
    let columns = (0..SIDE).map(|col| runs((0..SIDE).map(|row| is_shaded(col, row))));
    rows.chain(columns).collect()
}

/// The level with these clues, each line's last one next to the board.
fn level(lines: &[Vec<usize>]) -> Level {
    let side = SIDE + RIM;
    let mut level = Level::open("runs", Board { cols: side, rows: side, tray: 0 });
    for (line, clues) in (0..).zip(lines) {
        for (away, number) in (1..).zip(clues.iter().rev()) {
            let cell = match line < SIDE {
                true => Site::cell(RIM - away, RIM + line),
                false => Site::cell(RIM + line - SIDE, RIM - away),
            };
            level.paint(cell, format!("clue({number})").parse().ok());
        }
    }
    level
}

#[test]
fn a_nonogram_with_a_number_in_each_clue_cell_has_all_its_pictures_however_it_is_turned() {
    let games = games(&["tests/own_games/runs"]);
    let game = games.by_id("runs").expect("the game");
    let mut engine = Engine::new(worker(), games.clone());
    let shade: Mark = "shade".parse().expect("a mark");
    let cells: Vec<Site> =
        (0..SIDE * SIDE).map(|at| Site::cell(RIM + at % SIDE, RIM + at / SIDE)).collect();
    let shaded =
        |play: &Play, col: u16, row: u16| play.get(Site::cell(RIM + col, RIM + row)).is_some();
    let pictures: Vec<(Play, Vec<Vec<usize>>)> = every_play(&cells, &shade)
        .map(|play| {
            let lines = lines(&|col, row| shaded(&play, col, row));
            (play, lines)
        })
        .collect();
    let mut random = fastrand::Rng::with_seed(7);
    let mut seen = BTreeSet::new();
    for number in 0..12 {
        // No line has more runs than there are clue cells: four cells hold two.
        let (_, clues) = random.choice(&pictures).expect("a picture");
        let mut level = level(clues);
        let expected: BTreeSet<Play> = pictures
            .iter()
            .filter(|(_, lines)| lines == clues)
            .map(|(play, _)| play.clone())
            .collect();
        let solved: BTreeSet<Play> = solutions(&mut engine, &level).into_iter().collect();
        assert_eq!(solved, expected, "{level:?}");
        seen.insert(solved.len());
        let turns = [Turn::Clockwise, Turn::MirrorColumns, Turn::MirrorRows];
        level.intended = solved.first().cloned();
        let turned = turned_level(game.as_ref(), &level, turns[number % 3]).expect("it turns");
        let after: BTreeSet<Play> = solutions(&mut engine, &turned).into_iter().collect();
        assert_eq!(after.len(), solved.len(), "{turned:?}");
        assert!(turned.intended.is_some_and(|play| after.contains(&play)));
    }
    assert!(seen.len() > 1, "levels with one solution and with several: {seen:?}");
}

/// The player cannot use a given piece of a loop, and her stroke continues after it.
#[test]
fn a_pen_passes_over_lines_of_the_designer() {
    let games = games(&["assets/shelf/simple-loop"]);
    let game = games.by_id("simple-loop").expect("the game");
    let mut level = Level::open("simple-loop", Board { cols: 5, rows: 3, tray: 0 });
    let given = Site { place: Place::VEdge, col: 2, row: 0 };
    level.paint(given, "given".parse().ok());
    level.paint(Site::cell(4, 0), "block".parse().ok());
    let drawing = game.drawing().expect("lines are drawn");
    let (from, to) = (Site::cell(0, 0), Site::cell(4, 0));
    let (play, at) = drawing.pen(&level, &Play::default(), from, to).expect("a stroke");
    // It ends before the black cell.
    assert_eq!(at, Site::cell(3, 0));
    let drawn: Vec<String> = play.iter().map(|(site, _)| site.to_string()).collect();
    assert_eq!(drawn, ["vedge(1,0)", "vedge(3,0)"]);
}
