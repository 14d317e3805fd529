//! Compares surveys with solving every level, and splits with the lines one by one.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use fastrand::Rng;

use super::found::{WalkFound, in_level, level_of, most_kinds};
use super::splits::{BoardSplits, SplitLevel, ones};
use super::walk::LevelWalk;
use super::*;
use crate::bits::bit;
use crate::tests::searched;
use crate::word::BoardWord as _;
use foolproof_level::{Board, Play};

fn board(cols: u16, rows: u16) -> Board {
    Board { cols, rows, tray: 0 }
}

/// For each way to leave pieces together (given as the first piece with each one), the lines that do.
fn split_line_by_line(lines: &BoardLines, cells: &[usize]) -> BTreeMap<Vec<usize>, Vec<usize>> {
    let mut ways: BTreeMap<Vec<usize>, Vec<usize>> = BTreeMap::new();
    for (line, parts) in lines.parts.iter().enumerate() {
        let region = |cell: &usize| {
            let has = |part: &&u32| lines.regions[**part as usize].meets(bit(lines.cells[*cell]));
            parts.iter().find(has).expect("a region")
        };
        let regions: Vec<_> = cells.iter().map(region).collect();
        let first = |region| regions.iter().position(|other| *other == region).expect("itself");
        ways.entry(regions.iter().copied().map(first).collect()).or_default().push(line);
    }
    ways
}

#[test]
fn splits_are_those_of_the_lines_one_by_one() {
    let mut rng = Rng::with_seed(7);
    for (size, each) in [(board(3, 3), false), (board(3, 3), true), (board(4, 3), false)] {
        let lines = BoardLines::of(size);
        let splits = BoardSplits::of(&lines, each);
        for _ in 0..40 {
            let mut cells: Vec<usize> = (0..lines.cells.len()).collect();
            rng.shuffle(&mut cells);
            cells.truncate(rng.usize(1..=6));
            let mut level = splits.root();
            for n in 1..=cells.len() {
                let mut next = SplitLevel::default();
                splits.extend(&level, &mut next, &cells[..n], n < cells.len() || each);
                level = next;
            }
            let mut expected = split_line_by_line(&lines, &cells);
            for split in &level.splits {
                let regions = level.regions(split);
                let first = |piece: usize| {
                    let region = regions.iter().find(|region| *region >> piece & 1 == 1);
                    region.expect("a region").trailing_zeros() as usize
                };
                let way: Vec<usize> = (0..cells.len()).map(first).collect();
                let of_way = expected.remove(&way).expect("no such split, or twice");
                assert_eq!(split.line, (of_way.len() == 1).then(|| of_way[0]));
                assert!(regions[0] >> (cells.len() - 1) & 1 == 1);
                if each {
                    let (words, skipped) = level.set(split);
                    let set = ones(words).map(|at| splits.lines[skipped * 64 + at]);
                    assert!(set.eq(of_way));
                }
            }
            assert!(expected.is_empty(), "{expected:?}");
        }
    }
}

/// The results of a walk for a pair of types, by solving every level.
fn found_by_solving(
    lines: &BoardLines,
    first: &Sort,
    second: Option<&Sort>,
    most: usize,
) -> WalkFound {
    let others = second.map_or(&[][..], |sort| sort.pieces.as_slice());
    let pieces = [first.pieces.as_slice(), others].concat();
    let plays: Vec<Play> = lines.lines.iter().map(|line| line.play()).collect();
    let mut found = WalkFound::new(lines.len(), most);
    let mut open: Vec<(usize, Vec<(usize, usize)>)> = vec![(0, Vec::new())];
    while let Some((from, laid)) = open.pop() {
        if laid.len() < most {
            for cell in from..lines.cells.len() {
                let with = |kind| [laid.as_slice(), &[(cell, kind)]].concat();
                open.extend((0..pieces.len()).map(|kind| (cell + 1, with(kind))));
            }
        }
        let number =
            laid.iter().map(|(cell, kind)| in_level(lines.cells.len(), *cell, *kind)).sum();
        let solved = searched(&level_of(lines, &pieces, number), 2);
        if laid.is_empty() || solved.count != 1 {
            continue;
        }
        let line = plays.iter().position(|play| *play == solved.plays[0]).expect("a line");
        let is_first = |piece: &(usize, usize)| piece.1 < first.pieces.len();
        let fewest = Some(u8::try_from(laid.len()).expect("few"));
        let sooner = |old: Option<u8>| old.is_none_or(|old| Some(old) > fewest);
        if laid.iter().all(is_first) {
            found.unique[laid.len()] += 1;
            if sooner(found.first[line]) {
                found.first[line] = fewest;
            }
        }
        if !laid.iter().any(is_first) && sooner(found.second[line]) {
            found.second[line] = fewest;
        }
        let same = found.both[line] == fewest && number < found.example[line];
        if sooner(found.both[line]) || same {
            (found.both[line], found.example[line]) = (fewest, number);
        }
    }
    found
}

/// The results of a walk for each pair.
fn found_by_walking(
    lines: &Arc<BoardLines>,
    firsts: &[&Sort],
    second: Option<&Sort>,
    most: usize,
) -> Vec<WalkFound> {
    let walk = LevelWalk::new(lines, firsts, second, most, &|| true);
    let walk = walk.expect("a walk").expect("ready");
    let mut state = walk.state();
    let mut found = vec![WalkFound::new(lines.len(), most); firsts.len()];
    for task in walk.tasks() {
        assert!(walk.run(&mut state, task, &|| true));
        let news = state.found.news();
        found.iter_mut().zip(&news).for_each(|(found, news)| found.learn(news));
    }
    found
}

/// Digit by digit: the lines that each type expresses, alone and with the other, and the levels that show it.
#[test]
fn walks_find_what_solving_every_level_does() {
    let mut rng = Rng::with_seed(11);
    let named = |names: &[&str]| -> Vec<Sort> {
        names.iter().map(|name| Sort::of_text(name, 2).expect("a type")).collect()
    };
    let there = named(&["square", "star", "eraser", "x0111:eq:1"]);
    let special = named(&["triangle", "poly", "poly:p0001:p0013", "eraser"]);
    // A level cannot have the symbol with the empty set of relations.
    let forms: Vec<Sort> = space()
        .into_iter()
        .filter(|form| form.relations > 0)
        .map(|form| Sort::form(form, 2))
        .collect();
    let mut expressed = 0;
    for (size, most) in [(board(2, 3), 3), (board(3, 2), 4), (board(3, 3), 3), (board(4, 3), 2)] {
        let lines = Arc::new(BoardLines::of(size));
        for round in 0..4 {
            let counted = round < 2;
            let firsts: Vec<&Sort> = match counted {
                true => (0..4).filter_map(|_| rng.choice(&forms)).collect(),
                false => rng.choice(&special).into_iter().collect(),
            };
            let second = rng.choice(&there).filter(|second| {
                let all = [firsts[0], second];
                !all.iter().any(|sort| sort.erases()) || all.iter().all(|sort| sort.is_counted())
            });
            let second = second.filter(|second| second.name != firsts[0].name);
            let found = found_by_walking(&lines, &firsts, second, most);
            for (first, found) in firsts.iter().zip(found) {
                let expected = found_by_solving(&lines, first, second, most);
                let beside = second.map(|second| &second.name);
                assert_eq!(found, expected, "{} beside {beside:?} on {size:?}", first.name);
                expressed += found.both.iter().flatten().count();
            }
        }
    }
    assert!(expressed > 50, "{expressed}");
}

#[test]
fn a_walk_that_is_ended_tells_so_and_levels_have_numbers_of_their_own() {
    let lines = Arc::new(BoardLines::of(board(3, 3)));
    let star = Sort::of_text("star", 2).expect("a type");
    let walk = LevelWalk::new(&lines, &[&star], None, 5, &|| true);
    let walk = walk.expect("a walk").expect("ready");
    let last = |walk: &LevelWalk| walk.tasks().nth(20).expect("a level of two pieces and more");
    assert!(!walk.run(&mut walk.state(), last(&walk), &|| false));
    for cells in [16, 17, 21] {
        let all = (0..cells).flat_map(|cell| (0..most_kinds(cells)).map(move |kind| (cell, kind)));
        let numbers: BTreeSet<u64> = all.map(|(cell, kind)| in_level(cells, cell, kind)).collect();
        assert_eq!(numbers.len(), cells * most_kinds(cells));
        // No piece reaches into the bits of another cell.
        let full = (0..cells).map(|cell| in_level(cells, cell, most_kinds(cells) - 1));
        assert_eq!(full.clone().fold(0, |all, one| all | one), full.sum::<u64>());
    }
    let wide = BoardLines::of(board(6, 3));
    let number = in_level(18, 17, 1) | in_level(18, 2, 0);
    let level = level_of(&wide, &star.pieces, number);
    let marks: Vec<String> = level.marks().map(|(site, mark)| format!("{site} {mark}")).collect();
    assert_eq!(marks, ["cell(2,0) star(black)", "cell(5,2) star(blue)"]);
}
