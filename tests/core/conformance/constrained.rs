//! Sudoku with constraints: the game's own search against the rules that each kind gives the encoding.

use std::sync::atomic::{AtomicU32, Ordering};

use foolproof::game::{ConstraintForm, ConstraintKind, ConstraintText};
use foolproof::solver::{CountSolutions, CountedSolutions, Topic};

use super::search::quick_engine;
use super::*;

/// Kinds that hardly any small board has.
const NEVER: [&str; 2] = ["anti_king", "non_consecutive"];

/// Cells in a random order, each next to the previous one.
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

fn wanted(plays: usize) -> foolproof::game::Wanted {
    foolproof::game::Wanted { shortcuts: false, plays, most: plays as u64, marks: false }
}

pub(crate) fn counted(
    engine: &mut Engine,
    game: &dyn Game,
    level: &Level,
) -> (CountedSolutions, Vec<Play>) {
    let found = ask(engine, level, Question::from(CountSolutions { cap: 2000 }));
    let counted = about(&found, Topic::COUNT).report::<CountedSolutions>().cloned();
    let counted = counted.unwrap_or_else(|| panic!("{found:?} of {level:#?}"));
    let mut plays: Vec<Play> = counted.plays.iter().map(|play| game.whole(level, play)).collect();
    plays.sort();
    (counted, plays)
}

#[test]
fn every_constraint_means_the_same_to_search_and_encoding() {
    let game = foolproof::built_in().by_id("sudoku").expect("the game");
    let kinds = game.constraints().expect("constraints").kinds();
    let (mut rng, mut slow, mut quick) = (Rng::with_seed(4), engine(), quick_engine());
    for kind in &kinds {
        let (mut levels, mut solvable) = (0, 0);
        let rare = NEVER.contains(&kind.id);
        for round in 0..120 {
            // Some kinds seldom allow two solutions.
            if round >= 24 && levels > 3 && (solvable > 0 || rare) {
                break;
            }
            let other = &kinds[rng.usize(0..kinds.len())];
            let both = [kind, other];
            let chosen = if rng.bool() { &both[..1] } else { &both[..] };
            let Some(level) = random_level(&*game, chosen, &mut rng) else { continue };
            levels += 1;
            solvable += u32::from(agree(&mut quick, &mut slow, &*game, &level) > 0);
        }
        let told = format!("{}: {levels} levels, {solvable} with solutions", kind.id);
        println!("{told}");
        assert!(levels > 3 && (solvable > 0 || rare), "{told}");
    }
}

/// Counts the solutions of a level by the search and by the encoding, which have to be the same.
fn agree(quick: &mut Engine, slow: &mut Engine, game: &dyn Game, level: &Level) -> usize {
    let (one, two) = (counted(quick, game, level), counted(slow, game, level));
    assert_eq!(one.0.number, two.0.number, "{level:#?}");
    assert_eq!(one.1, two.1, "{level:#?}");
    one.1.len()
}

/// Rules of a designer's own: all that their language has.
const OWN_RULES: [&str; 22] = [
    "wrong(a,S) :- value(S,D), value(T,D+1), beside(S,T).",
    "wrong(a) :- value(cell(C,R),D), value(cell(C+1,R+1),E), D = E.",
    ":- value(S,3), in(box(X,Y),S), in(box(X,1-Y),T), value(T,1), S < T.",
    "wrong :- not value(cell(0,0),1), not value(cell(3,3),1), not value(cell(1,2),4).",
    "low(S) :- value(S,D), D <= 2. wrong :- low(S), low(T), S = cell(C,R), T = cell(C+1,R-1).",
    "low(S) :- value(S,D), D <= 2. wrong :- not low(cell(C,C)), digit(C+1), C = 0..2, C > 0.",
    "low(S) :- value(S,1). low(S) :- value(S,2). wrong(few) :- #count { S : low(S), in(row(0),S), S > cell(1,0) } < 1.",
    "wrong :- N = #sum { D,S : value(S,D), in(column(0),S) ; -D,S : value(S,D), in(column(1),S), digit(D) }, N != 0.",
    "d(X) :- X = #sum { D,C : value(cell(C,C),D) }. wrong(sum) :- d(X), X \\ 3 != 1.",
    "wrong :- value(cell(0,0),A), value(cell(1,1),B), (A-B*3) / 2 = -2.",
    "wrong :- value(cell(0,0),A), value(cell(1,1),B), (A-B*3) \\ 2 = -1.",
    "wrong :- value(cell(0,3),A), value(cell(2,2),B), |A-B| < 2, A*B > 4.",
    "wrong :- M = #max { D : value(cell(C,C),D), C < 2 }, M > #min { D : value(cell(C,3-C),D) }.",
    "best(M) :- M = #max { D : value(cell(C,C),D), C < 2 }. wrong :- best(M), not value(cell(3,3),M).",
    "pair(S,T) :- beside(S,T), value(S,D), value(T,E), D+E = 5, S < T. wrong :- 7 < #count { S,T : pair(S,T) }.",
    "pair(S,T) :- beside(S,T), value(S,D), value(T,E), D+E = 5. wrong(lonely,S) :- site(S), not pair(S,_).",
    "hop(S,T) :- S = cell(C,R), site(S), T = cell(C+X,R+Y), site(T), jump(X,Y). jump(1,2). jump(2,1). \
     wrong(\"a knight's move\",S) :- hop(S,T), value(S,D), value(T,D), D > 2.",
    "wrong :- side(N), value(cell(N-1,0),N), value(cell(0,N-1),D), D != N-1.",
    "wrong :- unit(U), #count { S : in(U,S), value(S,D), D \\ 2 = 0 } != 2.",
    "rise(R) :- R = 0..3, value(cell(0,R),A), value(cell(1,R),B), value(cell(2,R),C), A < B, B < C. wrong :- rise(R), rise(Q), R < Q.",
    "wrong(a) :- value(_,5). wrong(b) :- #count { D : value(cell(_,2),D) } < 4. wrong(c) :- value(cell(2,2),1).",
    "a(S) :- value(S,4). b(S) :- a(T), beside(S,T). c(S) :- site(S), not b(S), not a(S). wrong :- #sum { D,S : c(S), value(S,D) } > 12.",
];

#[test]
fn own_rules_mean_the_same_to_search_and_encoding() {
    let game = foolproof::built_in().by_id("sudoku").expect("the game");
    let known = game.constraints().expect("constraints");
    let board = Board { cols: 4, rows: 4, tray: 0 };
    let (mut rng, mut slow, mut quick) = (Rng::with_seed(9), engine(), quick_engine());
    let mut told_apart = 0;
    for text in OWN_RULES {
        let (mut counts, mut plain) = (Vec::new(), Vec::new());
        for round in 0..3 {
            let mut level = Level::open("sudoku", board);
            level.paint(Site::cell(rng.u16(0..4), 0), Some("1".parse().expect("a digit")));
            level.paint(Site::cell(rng.u16(0..4), 3), Some("2".parse().expect("a digit")));
            plain.push(agree(&mut quick, &mut slow, &*game, &level));
            // Helpers of two rules do not get into each other's way.
            let other = OWN_RULES[rng.usize(0..OWN_RULES.len())];
            for (number, text) in (0..).zip([text, other].into_iter().take(1 + round % 2)) {
                let said = ConstraintText { numbers: &[], text };
                let mark = known.drawn(&board, "own_rules", &said, &[]);
                let mark = mark.unwrap_or_else(|why| panic!("{text}: {why}"));
                level.paint(Site::constraint(number), Some(mark));
            }
            counts.push(agree(&mut quick, &mut slow, &*game, &level));
        }
        println!("{plain:?} {counts:?} {text}");
        told_apart += u32::from(counts != plain && counts[0] > 0);
    }
    assert!(told_apart > 12, "{told_apart} texts leave some solutions");
}
