//! Levels drawn from solutions: clues that are right for a play are added to its level. The play must still be
//! right after it is turned or mirrored together with the level.
//!
//! Random clues are seldom right, so random levels tell little about turns.

use std::sync::Arc;
use std::time::Instant;

use super::solved::{SMALL, TURNS, painted};
use super::{TestBench, TestEnd, TestLine};
use foolproof_game::{Game as _, Turn, Verdict, counted, turned_level};
use foolproof_level::{Level, Mark, Place, Play, Site};
use foolproof_solver::{CountSolutions, Question};

/// Number of clues tried for a level, and maximum number that it gets.
const TRIED: usize = 40;
const CLUES: usize = 8;
/// Number of empty boards to solve if too few levels were solved before.
const EMPTY: usize = 6;
const LONGEST_SIDE: u16 = 4;

pub(crate) fn test(bench: &mut TestBench, until: Instant) -> Vec<TestLine> {
    if bench.game.abilities().moves.is_some() || bench.turns() == 0 {
        return Vec::new();
    }
    let solved = some_solved(bench, until);
    let kinds = clues_by_kind(bench);
    let (mut drawn, mut clues) = (0_usize, 0);
    for _ in 0..bench.levels {
        let Some((level, play)) = bench.rng.choice(&solved).cloned() else { break };
        if bench.is_over(until) {
            break;
        }
        let level = with_clues(bench, &level, &play, &kinds, until);
        if let Some(says) = wrong_turn(bench, &level, &play) {
            return vec![TestLine::new("turned solutions", TestEnd::Failed, says)];
        }
        drawn += 1;
        clues += level.marks().count();
    }
    let (end, says) = match drawn {
        0 if bench.is_over(until) => {
            (TestEnd::Unfinished, "there was no time to draw a level from a solution".to_owned())
        }
        0 => (TestEnd::Warned, "no small level with a solution is known to draw from".to_owned()),
        _ => {
            let levels = counted(drawn, "level", "levels");
            let clues = counted(clues, "clue", "clues");
            let says = format!(
                "{levels} drawn from solutions, {clues}: the solutions turned with them are right"
            );
            (TestEnd::Passed, says)
        }
    };
    vec![TestLine::new("turned solutions", end, says)]
}

/// Returns small levels with solutions: those solved before, and if these are few, empty boards.
fn some_solved(bench: &mut TestBench, until: Instant) -> Vec<(Level, Play)> {
    let is_small = |level: &Level| level.board.cells().count() <= SMALL;
    if bench.solved.iter().filter(|(level, _)| is_small(level)).count() < EMPTY {
        let about = bench.game.about();
        let (id, mut board) = (about.id.clone(), about.default_board);
        let side = |of: u16, least: u16, most: u16| of.min(LONGEST_SIDE).clamp(least, most);
        board.cols = side(board.cols, about.smallest.cols, about.largest.cols);
        board.rows = side(board.rows, about.smallest.rows, about.largest.rows);
        for _ in 0..EMPTY {
            let mut level = Level::open(&*id, board);
            level.settings = bench.game.random_numbers(&mut bench.rng);
            // `ask` records solved levels.
            bench.ask(&level, &Question::from(CountSolutions { cap: 20 }), until);
        }
    }
    let bare = |level: &Arc<Level>| {
        let mut level = level.without_concept();
        (level.intended, level.title) = (None, String::new());
        level.intended_locked.clear();
        level
    };
    let small = bench.solved.iter().filter(|(level, _)| is_small(level));
    small.flat_map(|(level, plays)| plays.iter().map(|play| (bare(level), play.clone()))).collect()
}

/// Returns the designer's marks by kind, so that a kind with many variants does not crowd out the others.
fn clues_by_kind(bench: &TestBench) -> Vec<Vec<Mark>> {
    let mut kinds: Vec<Vec<Mark>> = Vec::new();
    for brush in bench.game.palette().into_iter().flat_map(|group| group.brushes) {
        let like = kinds
            .iter_mut()
            .find(|kind| kind.first().is_some_and(|mark| mark.functor() == brush.mark.functor()));
        match like {
            Some(kind) => kind.push(brush.mark),
            None => kinds.push(vec![brush.mark]),
        }
    }
    kinds
}

/// Adds a few clues to a level that are right for a play according to the rules.
fn with_clues(
    bench: &mut TestBench,
    level: &Level,
    play: &Play,
    kinds: &[Vec<Mark>],
    until: Instant,
) -> Level {
    let mut level = level.clone();
    let sites = bench.game.layout_of(&level).sites.into_iter().map(|(site, _)| site);
    let free = |site: &Site| level.mark(*site).is_none() && site.place != Place::Step;
    let sites: Vec<Site> = sites.filter(free).collect();
    let mut laid = 0;
    for _ in 0..TRIED {
        if laid == CLUES || bench.is_over(until) {
            break;
        }
        let kind = bench.rng.choice(kinds);
        let mark = kind.and_then(|kind| bench.rng.choice(kind)).cloned();
        let (Some(mark), Some(site)) = (mark, bench.rng.choice(&sites).copied()) else { break };
        if level.mark(site).is_some() || bench.game.accepts(&level.board, site, &mark).is_err() {
            continue;
        }
        level.paint(site, Some(mark));
        match is_solved(bench, &level, play) {
            true => laid += 1,
            false => level.paint(site, None),
        }
    }
    level
}

fn is_solved(bench: &TestBench, level: &Level, play: &Play) -> bool {
    bench.game.abilities().rules.is_some_and(|rules| rules.judge(level, play) == Verdict::Solved)
}

/// Returns the error if a solution becomes invalid when it is turned together with its level.
fn wrong_turn(bench: &TestBench, level: &Level, play: &Play) -> Option<String> {
    if !is_solved(bench, level, play) {
        return None;
    }
    let mut whole = level.clone();
    whole.intended = Some(play.clone());
    for turn in TURNS {
        let Ok(other) = turned_level(&bench.game, &whole, turn) else { continue };
        let after = other.intended.clone().unwrap_or_default();
        let why = match bench.game.abilities().rules.map(|rules| rules.judge(&other, &after)) {
            Some(Verdict::Unsolved { why, .. } | Verdict::Illegal { why, .. }) => why,
            _ => continue,
        };
        let how = match turn {
            Turn::Clockwise => "turned to the right",
            Turn::MirrorColumns | Turn::MirrorRows => "mirrored",
        };
        return Some(format!(
            "a solution of {} is none any more when both are {how}: {why}; look at the turn of each \
             [[mark]], or write symmetric = false into game.toml",
            painted(level)
        ));
    }
    None
}
