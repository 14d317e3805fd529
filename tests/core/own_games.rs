//! Games that designers bring, without a window: the judge against the solver, rewritten games against the
//! built-in ones, and errors in unreadable files.

use foolproof::games::{LibraryShelf, library::Library};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use foolproof::game::{Game, Games, GroundSource, Grounder, Grounding, Turn, Verdict};
use foolproof::level::{Board, Hold, Level, Mark, Play, Site, Spot};
use foolproof::solver::{
    Count, CountSolutions, CountedSolutions, Engine, Limits, Question, Stop, WaitingGrounder,
    WorkerCommand,
};

pub fn worker() -> WorkerCommand {
    WorkerCommand::at(Path::new(env!("CARGO_BIN_EXE_foolproof")))
}

pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The built-in games, with those of some folders.
pub fn games(folders: &[&str]) -> Games {
    let library = Library::new(
        Arc::new(WaitingGrounder::new(worker(), foolproof::games::own::RULE_READER)),
        None,
    );
    let games = foolproof::built_in().with_library(library.clone());
    for folder in folders {
        library.load(&games, &root().join(folder)).expect("a game");
    }
    games
}

/// All solutions of a level, as the solver finds them.
pub fn solutions(engine: &mut Engine, level: &Level) -> Vec<Play> {
    let question = Question::from(CountSolutions { cap: 100_000 });
    let findings =
        engine.answer(level, &question, &Limits::default(), &Stop::default(), &mut |_| {});
    let counted = findings.iter().find_map(|finding| finding.report::<CountedSolutions>().cloned());
    let counted = counted.expect("counted to the end");
    assert!(matches!(counted.number, Count::Exactly(_)), "{:?}", counted.number);
    counted.plays.to_vec()
}

/// Every way to put a mark on some of these sites, or none.
pub fn every_play(sites: &[Site], mark: &Mark) -> impl Iterator<Item = Play> {
    (0..1_u32 << sites.len()).map(move |ways| {
        let put = sites.iter().enumerate().filter(|(at, _)| ways >> at & 1 == 1);
        put.map(|(_, site)| (*site, mark.clone())).collect()
    })
}

#[test]
fn the_judge_and_the_solver_agree_on_every_play_of_small_levels() {
    let games = games(&["assets/games/star-battle"]);
    let game = games.by_id("star-battle").expect("the game");
    let mut engine = Engine::new(worker(), games.clone());
    let star: Mark = "star".parse().expect("a mark");
    let mut random = fastrand::Rng::with_seed(5);
    let mut seen = BTreeSet::new();
    for _ in 0..4 {
        let board = Board { cols: 4, rows: 4, tray: 0 };
        let mut level = Level::open("star-battle", board);
        for cell in board.cells() {
            let number = random.u8(1..=4);
            level.paint(cell, format!("region({number})").parse().ok());
        }
        let sites: Vec<Site> = board.cells().collect();
        let judged: BTreeSet<Play> = every_play(&sites, &star)
            .filter(|play| game.judge(&level, play) == Verdict::Solved)
            .collect();
        let solved: BTreeSet<Play> = solutions(&mut engine, &level).into_iter().collect();
        assert_eq!(judged, solved, "{level:?}");
        seen.insert(solved.len());
    }
    assert!(seen.len() > 1, "levels with and without solutions: {seen:?}");
}

/// Unfolds the rules of each level separately, even while painting.
struct LevelByLevel(WaitingGrounder);

impl Grounder for LevelByLevel {
    fn ground(&self, sources: &[GroundSource]) -> Grounding {
        self.0.ground(sources)
    }
}

/// Whether a program for all levels of the board is there.
fn has_opening(game: &dyn Game, level: &Level) -> bool {
    game.ground_rules().is_some_and(|rules| rules.opening(level).is_some())
}

/// Waits until the rules of a board are unfolded for all levels at once.
fn opened(game: &dyn Game, level: &Level) {
    let nothing = Play::default();
    let waited = (0..400).any(|_| {
        game.judge(level, &nothing);
        std::thread::sleep(Duration::from_millis(25));
        has_opening(game, level)
    });
    assert!(waited, "the board was not opened");
}

/// Rules that are unfolded once for a board, and rules that are unfolded for each level, say the same of
/// every play, and leave the same solutions.
#[test]
fn an_open_board_is_judged_and_solved_as_each_of_its_levels() {
    let games_open = games(&["assets/games/star-battle"]);
    let by_level =
        Arc::new(LevelByLevel(WaitingGrounder::new(worker(), foolproof::games::own::RULE_READER)));
    let library = Library::new(by_level, None);
    let games_closed = foolproof::built_in().with_library(library.clone());
    library.load(&games_closed, &root().join("assets/games/star-battle")).expect("a game");
    let open = games_open.by_id("star-battle").expect("the game");
    let closed = games_closed.by_id("star-battle").expect("the game");
    let mut engines =
        [&games_open, &games_closed].map(|games| Engine::new(worker(), games.clone()));
    let (star, mut random): (Mark, _) =
        ("star".parse().expect("a mark"), fastrand::Rng::with_seed(8));
    let board = Board { cols: 4, rows: 4, tray: 0 };
    let sites: Vec<Site> = board.cells().collect();
    for number in 0..40 {
        let mut level = Level::open("star-battle", board);
        // Now and then a cell lies in no region.
        for (cell, region) in board.cells().map(|cell| (cell, random.u8(0..=4))) {
            if region > 0 {
                level.paint(cell, format!("region({region})").parse().ok());
            }
        }
        if number == 1 {
            opened(&*open, &level);
        }
        assert_eq!(has_opening(&*open, &level), number > 0);
        assert!(!has_opening(&*closed, &level));
        for _ in 0..200 {
            let share = random.u8(1..8);
            let put = sites.iter().filter(|_| random.u8(..16) < share);
            let play: Play = put.map(|site| (*site, star.clone())).collect();
            let (one, other) = (open.judge(&level, &play), closed.judge(&level, &play));
            assert_eq!(one, other, "{level:?} {play:?}");
        }
        let [one, other] = engines.each_mut().map(|engine| {
            let plays = solutions(engine, &level).into_iter();
            plays.collect::<BTreeSet<Play>>()
        });
        assert_eq!(one, other, "{level:?}");
    }
}

/// Counts what is unfolded while somebody waits.
struct CountingGrounder(WaitingGrounder, std::sync::atomic::AtomicUsize);

impl Grounder for CountingGrounder {
    fn ground(&self, sources: &[GroundSource]) -> Grounding {
        self.1.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        self.0.ground(sources)
    }
}

/// Islands on a board of four by four, with this many of them.
fn islands(random: &mut fastrand::Rng, n: usize) -> Level {
    let board = Board { cols: 4, rows: 4, tray: 0 };
    let mut level = Level::open("nurikabe", board);
    let cells: Vec<Site> = board.cells().collect();
    for cell in random.choose_multiple(cells, n) {
        level.paint(cell, format!("island({})", random.u8(1..=4)).parse().ok());
    }
    level
}

/// Rules that are unfolded once for a level's own marks and a few more say the same of every play, and
/// leave the same solutions, as rules that are unfolded for each level.
#[test]
fn levels_that_differ_in_few_marks_are_judged_and_solved_as_each_of_them() {
    let folder = root().join("tests/own_games/nurikabe");
    let loaded = || {
        let count = std::sync::atomic::AtomicUsize::new(0);
        let grounder = Arc::new(CountingGrounder(
            WaitingGrounder::new(worker(), foolproof::games::own::RULE_READER),
            count,
        ));
        let library = Library::new(Arc::clone(&grounder) as Arc<dyn Grounder>, None);
        let games = foolproof::built_in().with_library(library.clone());
        library.load(&games, &folder).expect("a game");
        (games, grounder)
    };
    let ((games_open, counted), (games_closed, _)) = (loaded(), loaded());
    let open = games_open.by_id("nurikabe").expect("the game");
    let closed = games_closed.by_id("nurikabe").expect("the game");
    let mut engines =
        [&games_open, &games_closed].map(|games| Engine::new(worker(), games.clone()));
    let (sea, mut random): (Mark, _) =
        ("sea".parse().expect("a mark"), fastrand::Rng::with_seed(3));
    let mut solvable = 0;
    for _ in 0..16 {
        let level = islands(&mut random, 4);
        let site = Site::cell(random.u16(..4), random.u16(..4));
        let more: Vec<(Site, Mark)> =
            (1..=9).map(|n| (site, format!("island({n})").parse().expect("a mark"))).collect();
        open.ground_rules().expect("ground rules").prepare_edits(&level, &more);
        let before = counted.1.load(std::sync::atomic::Ordering::Relaxed);
        for n in 0..8 {
            let mut edited = level.clone();
            match more.get(n).filter(|_| n < 5) {
                Some((_, mark)) => edited.paint(site, Some(mark.clone())),
                None => {
                    let lying: Vec<Site> = level.marks().map(|(site, _)| site).collect();
                    let gone = random.choose_multiple(lying, n - 4);
                    gone.into_iter().for_each(|site| edited.paint(site, None));
                }
            }
            assert!(has_opening(&*open, &edited) && !has_opening(&*closed, &edited));
            for _ in 0..100 {
                let share = random.u8(1..12);
                let put = edited.board.cells().filter(|_| random.u8(..16) < share);
                let play: Play = put.map(|site| (site, sea.clone())).collect();
                let (one, other) = (open.judge(&edited, &play), closed.judge(&edited, &play));
                assert_eq!(one, other, "{edited:?} {play:?}");
            }
            let [one, other] = engines.each_mut().map(|engine| {
                let plays = solutions(engine, &edited).into_iter();
                plays.collect::<BTreeSet<Play>>()
            });
            assert_eq!(one, other, "{edited:?}");
            solvable += usize::from(!one.is_empty());
        }
        let after = counted.1.load(std::sync::atomic::Ordering::Relaxed);
        assert_eq!(before, after, "nothing was unfolded for a single level");
    }
    assert!(solvable > 2, "{solvable} levels with solutions");
}

/// A random level of a game, and the same for the game of a folder.
fn pair(mut level: Level, marks: &[(Site, Mark)], own: &str) -> (Level, Level) {
    for (site, mark) in marks {
        level.set(*site, Spot { mark: Some(mark.clone()), hold: Hold::Painted });
    }
    let mut other = level.clone();
    other.game = own.to_owned();
    (level, other)
}

/// How a built-in game and one of a folder are compared: random marks of a board.
struct Rewritten {
    built_in: &'static str,
    own: &'static str,
    board: Board,
    marks: fn(&mut fastrand::Rng) -> Mark,
    /// The most marks of a level.
    most: usize,
}

const BY_HAND: [Rewritten; 3] = [
    Rewritten {
        built_in: "sudoku",
        own: "own-sudoku",
        board: Board { cols: 4, rows: 4, tray: 0 },
        marks: |random| random.u8(1..=4).to_string().parse().expect("a digit"),
        most: 6,
    },
    Rewritten {
        built_in: "linjat",
        own: "own-linjat",
        board: Board { cols: 4, rows: 3, tray: 0 },
        marks: |random| match random.u8(0..5) {
            0 => "dot".parse().expect("a mark"),
            number => number.to_string().parse().expect("a number"),
        },
        most: 5,
    },
    Rewritten {
        built_in: "penguin_push",
        own: "own-penguin-push",
        board: Board { cols: 5, rows: 4, tray: 0 },
        marks: |_| "penguin".parse().expect("a mark"),
        most: 5,
    },
];

/// The three games whose rules can be written so have the same solutions, level by level.
#[test]
fn games_rewritten_as_folders_have_the_solutions_of_the_built_in_ones() {
    let folders =
        ["tests/own_games/sudoku", "tests/own_games/linjat", "tests/own_games/penguin-push"];
    let games = games(&folders);
    let mut engine = Engine::new(worker(), games.clone());
    let levels = std::env::var("FOOLPROOF_LEVELS").ok().and_then(|n| n.parse().ok()).unwrap_or(120);
    for rewritten in &BY_HAND {
        let game = games.by_id(rewritten.built_in).expect("the built-in one");
        let mut random = fastrand::Rng::with_seed(11);
        let mut solvable = 0;
        for number in 0..levels {
            let mut cells: Vec<Site> = rewritten.board.cells().collect();
            random.shuffle(&mut cells);
            let count = random.usize(1..=rewritten.most);
            let marks: Vec<(Site, Mark)> = cells
                .into_iter()
                .take(count)
                .map(|cell| (cell, (rewritten.marks)(&mut random)))
                .collect();
            let level = Level::open(rewritten.built_in, rewritten.board);
            let (level, other) = pair(level, &marks, rewritten.own);
            let canonical = |plays: Vec<Play>| -> BTreeSet<Play> {
                plays.iter().map(|play| game.canonical(&level, play)).collect()
            };
            let expected = canonical(solutions(&mut engine, &level));
            let found = canonical(solutions(&mut engine, &other));
            assert_eq!(found, expected, "{} {number}: {marks:?}", rewritten.own);
            solvable += usize::from(!found.is_empty());
            // Most of these levels are solved by rules that are unfolded for their board.
            if number == 1 && rewritten.built_in != "penguin_push" {
                opened(&*games.by_id(rewritten.own).expect("the game"), &other);
            }
        }
        assert!(solvable > levels / 50, "{}: {solvable} can be solved", rewritten.own);
    }
}

/// The manifest says what turns make of the player's marks; the built-in game says it in Rust.
#[test]
fn lines_of_a_folder_turn_as_the_built_in_ones() {
    let games = games(&["tests/own_games/linjat"]);
    let [built_in, own] = ["linjat", "own-linjat"].map(|id| games.by_id(id).expect("the game"));
    let mut changed = 0;
    for (before, after) in (0..9).flat_map(|before| (0..9 - before).map(move |n| (before, n))) {
        let names =
            ["across", "down"].into_iter().filter(|name| *name == "across" || before + after > 0);
        for name in names {
            let mark: Mark = format!("{name}({before},{after})").parse().expect("a line");
            for turn in [Turn::Clockwise, Turn::MirrorColumns, Turn::MirrorRows] {
                let turned = own.turned(&mark, turn);
                assert_eq!(turned, built_in.turned(&mark, turn), "{mark} {turn:?}");
                changed += usize::from(turned != mark);
            }
        }
    }
    assert!(changed > 100, "{changed}");
}

/// Every game of a folder in the tests and in the assets is read, drawn, and solves an empty board or says
/// why not.
#[test]
fn every_game_of_a_folder_is_read_and_its_marks_are_drawn() {
    let of = |folder: &str| {
        let entries = std::fs::read_dir(root().join(folder)).expect("a folder");
        entries.map(|entry| entry.expect("an entry").path())
    };
    let tried_by = WaitingGrounder::new(worker(), foolproof::games::own::RULE_READER);
    let library = Library::new(
        Arc::new(WaitingGrounder::new(worker(), foolproof::games::own::RULE_READER)),
        None,
    );
    let games = foolproof::built_in().with_library(library.clone());
    let mut count = 0;
    for folder in of("tests/own_games").chain(of("assets/games")) {
        let id =
            library.reload(&games, "", &folder, &tried_by).unwrap_or_else(|why| panic!("{why}"));
        let game = games.by_id(&id).expect("it was loaded");
        for group in game.palette() {
            for brush in group.brushes {
                let rect = foolproof::picture::Rect::square(Default::default(), 1.0);
                assert!(!game.draw_mark(&brush.mark, rect).is_empty(), "{id}: {}", brush.mark);
                assert_eq!(game.describe(&brush.mark), brush.name);
            }
        }
        count += 1;
    }
    assert_eq!(count, 23);
}
