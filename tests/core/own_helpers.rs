//! Games whose rules ask for something that only has to exist: the judge and the solver against every
//! play of small levels, with helpers looked for by brute force.

use foolproof::games::{
    LibraryShelf,
    library::Library,
    own::{OwnGame, read_folder},
};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use foolproof::game::{Game, Games, NoGrounder, Verdict};
use foolproof::level::{Board, Level, Mark, Play, Site};
use foolproof::solver::{
    Count, CountSolutions, CountedSolutions, Engine, FindForcedMarks, Finding, Limits,
    MarksOfSolutions, Question, Stop, WaitingGrounder, WorkerCommand,
};

fn worker() -> WorkerCommand {
    WorkerCommand::at(Path::new(env!("CARGO_BIN_EXE_foolproof")))
}

fn games(folders: &[&str]) -> Games {
    let library = Library::new(
        Arc::new(WaitingGrounder::new(worker(), foolproof::games::own::RULE_READER)),
        None,
    );
    let games = foolproof::built_in().with_library(library.clone());
    for folder in folders {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        library.load(&games, &folder).expect("a game");
    }
    games
}

fn mark(word: &str) -> Mark {
    word.parse().expect("a mark")
}

fn every_play(sites: &[Site], mark: &Mark) -> impl Iterator<Item = Play> {
    (0..1_u32 << sites.len()).map(move |ways| {
        let put = sites.iter().enumerate().filter(|(at, _)| ways >> at & 1 == 1);
        put.map(|(_, site)| (*site, mark.clone())).collect()
    })
}

/// What is beside a cell, and what touches it.
fn around(board: Board, cell: Site, corners: bool) -> Vec<Site> {
    let near = |other: &Site| {
        let (cols, rows) = (cell.col.abs_diff(other.col), cell.row.abs_diff(other.row));
        cols + rows == 1 || (corners && cols == 1 && rows == 1)
    };
    board.cells().filter(near).collect()
}

/// Whether there is a walk over all of these from one of them on.
fn can_walk(board: Board, from: Site, left: &BTreeSet<Site>) -> bool {
    left.is_empty()
        || around(board, from, false).into_iter().filter(|next| left.contains(next)).any(|next| {
            let mut rest = left.clone();
            rest.remove(&next);
            can_walk(board, next, &rest)
        })
}

fn walk_is_right(level: &Level, shaded: &BTreeSet<Site>) -> bool {
    let counts = level.marks().all(|(site, mark)| match mark.args().first() {
        Some(number) => {
            let near = around(level.board, site, true);
            near.iter().filter(|cell| shaded.contains(cell)).count().to_string() == *number
        }
        None => true,
    });
    let walk = |from: &Site| {
        let mut rest = shaded.clone();
        rest.remove(from);
        can_walk(level.board, *from, &rest)
    };
    counts && (shaded.is_empty() || shaded.iter().any(walk))
}

fn findings(engine: &mut Engine, level: &Level, question: impl Into<Question>) -> Vec<Finding> {
    engine.answer(level, &question.into(), &Limits::default(), &Stop::default(), &mut |_| {})
}

fn counted(engine: &mut Engine, level: &Level) -> CountedSolutions {
    let found = findings(engine, level, CountSolutions { cap: 100_000 });
    let counted = found.iter().find_map(|finding| finding.report::<CountedSolutions>().cloned());
    counted.expect("counted")
}

/// Brute force, judge and solver agree on a level.
fn agrees(game: &dyn Game, engine: &mut Engine, level: &Level, right: &BTreeSet<Play>) {
    let found = counted(engine, level);
    assert_eq!(found.number, Count::Exactly(right.len() as u64), "{level:?}");
    assert_eq!(found.plays.iter().cloned().collect::<BTreeSet<Play>>(), *right, "{level:?}");
    if right.is_empty() {
        return;
    }
    let found = findings(engine, level, FindForcedMarks);
    let marks = found.iter().find_map(|finding| finding.report::<MarksOfSolutions>().cloned());
    let marks = marks.expect("marks");
    let of = |play: &Play| -> BTreeSet<(Site, Mark)> {
        play.iter().map(|(site, mark)| (site, mark.clone())).collect()
    };
    let all = right.iter().map(of);
    assert_eq!(Some(&marks.forced), all.clone().reduce(|one, other| &one & &other).as_ref());
    assert_eq!(Some(&marks.possible), all.reduce(|one, other| &one | &other).as_ref());
    let first = right.iter().next().expect("a play");
    assert_eq!(game.judge(level, first), Verdict::Solved);
}

#[test]
fn a_walk_that_nobody_draws_is_found_where_there_is_one() {
    let games = games(&["tests/own_games/walk"]);
    let game = games.by_id("walk").expect("the game");
    let mut engine = Engine::new(worker(), games.clone());
    let mut random = fastrand::Rng::with_seed(3);
    let (board, shade) = (Board { cols: 3, rows: 3, tray: 0 }, mark("shade"));
    let (mut solutions, mut wrong) = (0, BTreeSet::new());
    for _ in 0..100 {
        let mut level = Level::open("walk", board);
        for cell in board.cells() {
            match random.u8(..6) {
                0 => level.paint(cell, Some(mark("rock"))),
                1 => level.paint(cell, Some(mark(&format!("clue({})", random.u8(1..5))))),
                _ => {}
            }
        }
        let free: Vec<Site> = board.cells().filter(|cell| level.mark(*cell).is_none()).collect();
        let mut right = BTreeSet::new();
        for play in every_play(&free, &shade) {
            let shaded: BTreeSet<Site> = play.iter().map(|(site, _)| site).collect();
            let is_right = walk_is_right(&level, &shaded);
            match game.judge(&level, &play) {
                Verdict::Solved => assert!(is_right, "{level:?} {play:?}"),
                Verdict::Unsolved { why, .. } => {
                    assert!(!is_right, "{level:?} {play:?}: {why}");
                    wrong.insert(why);
                }
                other => panic!("{other:?}"),
            }
            if is_right {
                right.insert(play);
            }
        }
        solutions += right.len();
        agrees(&*game, &mut engine, &level, &right);
    }
    assert!(solutions > 500, "{solutions}");
    assert!(wrong.len() > 1, "{wrong:?}");
}

/// The shelf's Tents has the pairs by a theorem, and here they are helpers.
#[test]
fn tents_with_pairs_have_the_solutions_of_tents() {
    let games = games(&["assets/shelf/tents", "tests/own_games/tents_by_pairs"]);
    let theorem = games.by_id("tents").expect("the game");
    let pairs = games.by_id("tents-by-pairs").expect("the game");
    let mut engine = Engine::new(worker(), games.clone());
    let mut random = fastrand::Rng::with_seed(4);
    let (board, tent) = (Board { cols: 5, rows: 5, tray: 0 }, mark("tent"));
    let (mut solved, mut judged) = (0, [0, 0]);
    for _ in 0..150 {
        let mut level = Level::open("tents", board);
        for cell in board.cells() {
            match (cell.col, cell.row) {
                (0, 0) => {}
                (0, _) | (_, 0) if random.u8(..4) == 0 => {
                    level.paint(cell, Some(mark(&format!("clue({})", random.u8(0..3)))));
                }
                (0, _) | (_, 0) => {}
                _ if random.u8(..5) == 0 => level.paint(cell, Some(mark("tree"))),
                _ => {}
            }
        }
        let mut other = level.clone();
        other.game = "tents-by-pairs".to_owned();
        let right: BTreeSet<Play> = counted(&mut engine, &level).plays.iter().cloned().collect();
        solved += usize::from(!right.is_empty());
        agrees(&*pairs, &mut engine, &other, &right);
        let inner = board.cells().filter(|cell| cell.col > 0 && cell.row > 0);
        let free: Vec<Site> = inner.filter(|cell| level.mark(*cell).is_none()).collect();
        let drawn = (0..20).map(|_| {
            let put = free.iter().filter(|_| random.u8(..6) == 0);
            put.map(|site| (*site, tent.clone())).collect::<Play>()
        });
        for play in drawn.collect::<Vec<Play>>().iter().chain(&right) {
            let one = theorem.judge(&level, play) == Verdict::Solved;
            assert_eq!(one, pairs.judge(&other, play) == Verdict::Solved, "{level:?} {play:?}");
            judged[usize::from(one)] += 1;
        }
    }
    assert!(solved > 10 && judged.iter().all(|number| *number > 20), "{solved} {judged:?}");
}

/// Errors in rules added to those of a game with helpers, and in concepts of its manifest.
fn faults(rules: &str, concept: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/own_games/walk");
    let mut text = read_folder(&folder).expect("a folder");
    text.rules.push_str(rules);
    text.manifest = text.manifest.replace("{concept} :- {1} { play(S,shade) }.", concept);
    match OwnGame::new(Arc::new(text), Arc::new(NoGrounder)) {
        Ok(_) => String::new(),
        Err(faults) => faults.iter().map(|fault| format!("{fault}\n")).collect(),
    }
}

#[test]
fn what_cannot_depend_on_helpers_is_named_with_its_place() {
    let right = "{concept} :- {1} { play(S,shade) }.";
    assert_eq!(faults("", right), "");
    for (rules, concept, why) in [
        (
            "",
            "{concept} :- begins(_), {1} > 0.",
            "line 46, column 8: a concept is of what the player",
        ),
        (
            "",
            "{concept} :- comes(_), {1} > 0.",
            "`comes` depends on helpers (`begins` and `steps`)",
        ),
        ("far(S) :- comes(S).\n{ play(S,rock) } :- far(S).", right, "cannot depend on `far`"),
        ("some begins(S) :- site(S).", right, "`some` stands before a choice"),
        ("some { play(S,rock) } :- site(S).", right, "leave out `some`"),
        ("some { has(S,rock) } :- site(S).", right, "the house says what `has` is"),
    ] {
        let said = faults(rules, concept);
        assert!(said.contains(why), "{rules} {concept}: {said}");
    }
}
