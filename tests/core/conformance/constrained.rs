//! Sudoku with constraints: the game's own search against the rules that each kind gives the encoding.

use std::sync::atomic::{AtomicU32, Ordering};

use foolproof::games::{ConstraintForm, ConstraintKind, ConstraintText, Games};
use foolproof::solver::{CountSolutions, CountedSolutions, Topic};

use super::search::quick_engine;
use super::*;

/// Kinds that hardly any small board has.
const NEVER: [&str; 2] = ["anti_king", "non_consecutive"];

/// Cells in a random order in which each touches the one before it.
fn path(side: u16, many: usize, rng: &mut Rng) -> Vec<Site> {
    let mut cells = vec![Site::cell(rng.u16(0..side), rng.u16(0..side))];
    while cells.len() < many {
        let last = cells[cells.len() - 1];
        let touches = |cell: &Site| {
            cell.col.abs_diff(last.col).max(cell.row.abs_diff(last.row)) == 1
                && !cells.contains(cell)
        };
        let board = Board { cols: side, rows: side, tray: 0 };
        let near: Vec<Site> = board.cells().filter(touches).collect();
        match rng.choice(&near) {
            Some(next) => cells.push(*next),
            None => break,
        }
    }
    cells
}

fn cells(kind: &ConstraintKind, side: u16, rng: &mut Rng) -> Vec<Site> {
    let last = side - 1;
    match kind.form {
        ConstraintForm::Area if kind.id.ends_with("region") => path(side, usize::from(side), rng),
        ConstraintForm::Whole => Vec::new(),
        ConstraintForm::Area | ConstraintForm::Line | ConstraintForm::Circle => {
            path(side, rng.usize(1..=usize::from(side)), rng)
        }
        ConstraintForm::Pair => path(side, 2, rng),
        ConstraintForm::Groups => path(side, 4, rng),
        ConstraintForm::Corner => {
            let (col, row) = (rng.u16(0..last), rng.u16(0..last));
            [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(x, y)| Site::cell(col + x, row + y)).to_vec()
        }
        ConstraintForm::Straight => {
            let at = rng.u16(0..side);
            let mut line = vec![Site::cell(at, 0), Site::cell(at, last)];
            if rng.bool() {
                line.reverse();
            }
            line
        }
        ConstraintForm::Slanted => {
            let at = if kind.id == "diagonal" { 0 } else { rng.u16(0..last) };
            vec![Site::cell(at, 0), Site::cell(last, last - at)]
        }
    }
}

/// Cells in the groups of a form.
fn groups(form: ConstraintForm, mut cells: Vec<Site>, rng: &mut Rng) -> Vec<Vec<Site>> {
    let first = match form {
        ConstraintForm::Circle => 1 + usize::from(rng.u8(0..3) == 0),
        // Clones are as large as one another, other groups need not be.
        ConstraintForm::Groups => rng.usize(1..=3),
        _ => cells.len(),
    };
    let rest = cells.split_off(first.min(cells.len()));
    [cells, rest].into_iter().filter(|group| !group.is_empty()).collect()
}

/// A level with a random constraint of a kind, and perhaps another one.
pub(crate) fn random_level(
    game: &dyn Game,
    kinds: &[&ConstraintKind],
    rng: &mut Rng,
) -> Option<Level> {
    let whole = kinds.iter().any(|kind| kind.form == ConstraintForm::Whole);
    let side = if whole || rng.u8(0..4) == 0 { 6 } else { 4 };
    let board = Board { cols: side, rows: side, tray: 0 };
    let mut level = Level::open("sudoku", board);
    for (number, kind) in (0..).zip(kinds) {
        let numbers: Vec<i32> = (0..rng.usize(kind.numbers.0..=kind.numbers.1.min(3)))
            .map(|_| {
                let small = kind.form == ConstraintForm::Pair || kind.numbers.1 > 1;
                let most = if small { i32::from(side) } else { 2 * i32::from(side) };
                rng.i32(kind.bounds.0..=kind.bounds.1.min(most))
            })
            .collect();
        let said = ConstraintText { numbers: &numbers, text: kind.text.unwrap_or_default() };
        let groups = groups(kind.form, cells(kind, side, rng), rng);
        let known = game.constraints().expect("constraints");
        let mark = known.drawn(&board, kind.id, &said, &groups).ok()?;
        level.paint(Site::constraint(number), Some(mark));
    }
    if side == 6 {
        // Few cells are left open, so that all solutions can be listed.
        let mut plain = Level::open("sudoku", board);
        plain.paint(Site::cell(rng.u16(0..6), 0), rng.u8(1..=6).to_string().parse().ok());
        let asked = AtomicU32::new(0);
        // A board without a solution may take long to be seen through.
        let stop = || asked.fetch_add(1, Ordering::Relaxed) > 30;
        let first = |level: &Level| {
            let found = game.search()?.solutions(level, wanted(1), &stop)?;
            found.plays.first().cloned()
        };
        let full = first(&level).or_else(|| first(&plain))?;
        let mut marks: Vec<(Site, Mark)> =
            full.iter().map(|(site, mark)| (site, mark.clone())).collect();
        rng.shuffle(&mut marks);
        for (site, mark) in marks.into_iter().take(22) {
            level.paint(site, Some(mark));
        }
    }
    Some(level)
}

fn wanted(plays: usize) -> foolproof::games::Wanted {
    foolproof::games::Wanted { shortcuts: false, plays, most: plays as u64, marks: false }
}

fn counted(engine: &mut Engine, game: &dyn Game, level: &Level) -> (CountedSolutions, Vec<Play>) {
    let found = ask(engine, level, Question::from(CountSolutions { cap: 2000 }));
    let counted = about(&found, Topic::COUNT).report::<CountedSolutions>().cloned();
    let counted = counted.unwrap_or_else(|| panic!("{found:?} of {level:#?}"));
    let mut plays: Vec<Play> = counted.plays.iter().map(|play| game.whole(level, play)).collect();
    plays.sort();
    (counted, plays)
}

#[test]
fn every_constraint_means_the_same_to_search_and_encoding() {
    let game = Games::built_in().by_id("sudoku").expect("the game");
    let kinds = game.constraints().expect("constraints").kinds();
    let (mut rng, mut slow, mut quick) = (Rng::with_seed(4), engine(), quick_engine());
    for kind in &kinds {
        let (mut levels, mut solvable) = (0, 0);
        let rare = NEVER.contains(&kind.id);
        for round in 0..120 {
            // Some kinds seldom have a solution beside another.
            if round >= 24 && levels > 3 && (solvable > 0 || rare) {
                break;
            }
            let other = &kinds[rng.usize(0..kinds.len())];
            let both = [kind, other];
            let chosen = if rng.bool() { &both[..1] } else { &both[..] };
            let Some(level) = random_level(&*game, chosen, &mut rng) else { continue };
            let (one, two) =
                (counted(&mut quick, &*game, &level), counted(&mut slow, &*game, &level));
            assert_eq!(one.0.number, two.0.number, "{level:#?}");
            assert_eq!(one.1, two.1, "{level:#?}");
            levels += 1;
            solvable += u32::from(!one.1.is_empty());
        }
        let told = format!("{}: {levels} levels, {solvable} with solutions", kind.id);
        println!("{told}");
        assert!(levels > 3 && (solvable > 0 || rare), "{told}");
    }
}
