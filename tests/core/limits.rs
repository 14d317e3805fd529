//! Every search and every question ends soon after its time is over, or after it was stopped, on the
//! worst board of its game.
//!
//! Bounds are generous, for slow machines and unoptimised builds: what is tested is that it ends.

use std::path::Path;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use foolproof::game::{
    Game, MakerWish, SeenSolutions, SettingValue, SettingValues, Study, StudyRequest, Studying,
    Wanted,
};
use foolproof::level::{Board, Expect, Level, Place, Play, Site};
use foolproof::solver::{
    Candidates, Engine, Finding, Limits, Question, Status, Stop, TryEdits, Why, WorkerCommand,
};

use crate::engine_process::arrival;

/// The limit, and what is granted beyond it.
const LIMIT: Duration = Duration::from_millis(100);
const GRACE: Duration = Duration::from_secs(3);

fn worker() -> WorkerCommand {
    WorkerCommand::at(Path::new(env!("CARGO_BIN_EXE_foolproof")))
}

/// A level of a game with these marks.
fn level(game: &str, (cols, rows, tray): (u16, u16, u16), marks: &[(String, String)]) -> Level {
    let mut level = Level::open(game, Board { cols, rows, tray });
    for (site, mark) in marks {
        level.paint(site.parse().expect("a site"), Some(mark.parse().expect("a mark")));
    }
    level
}

fn on(
    cells: impl Iterator<Item = (u16, u16)>,
    mark: &dyn Fn(usize) -> String,
) -> Vec<(String, String)> {
    cells.enumerate().map(|(n, (col, row))| (format!("cell({col},{row})"), mark(n))).collect()
}

fn grid(cols: u16, rows: u16) -> impl Iterator<Item = (u16, u16)> {
    (0..rows).flat_map(move |row| (0..cols).map(move |col| (col, row)))
}

/// The hardest boards of each game for its searches.
fn worst(game: &dyn Game) -> Vec<Level> {
    let id: &str = &game.about().id;
    let largest = game.about().largest;
    let empty = level(id, (largest.cols, largest.rows, largest.tray), &[]);
    let mut levels = match id {
        "witness" => panels(),
        "sudoku" => sudokus(),
        "linjat" => lines(largest),
        "penguin_push" => ice(),
        "refraction" => beams(largest),
        _ => Vec::new(),
    };
    levels.push(empty);
    for level in &levels {
        for (site, mark) in level.marks() {
            game.accepts(&level.board, site, mark).expect("a mark of this game");
        }
    }
    levels
}

/// Dominoes that may turn, as many as half the cells; shapes of scattered squares, no two alike; many
/// starts and ends; nothing.
fn panels() -> Vec<Level> {
    let dominoes = |cols, rows, n| {
        let cells: Vec<_> = grid(cols, rows).filter(|(x, y)| (x * 3 + y * 5) % 7 < 4).collect();
        on(cells.into_iter().take(n), &|_| "poly(yellow,p0003,free)".to_owned())
    };
    // All pairs of squares of a 4x4 grid that touch its left and its top.
    let pairs = (0..16u16).flat_map(|one| (one + 1..16).map(move |two| 1 << one | 1 << two));
    let touches = |set: &u16| set & 0xf != 0 && set & 0x1111 != 0;
    let shapes: Vec<u16> = pairs.filter(touches).collect();
    let scattered = on(grid(7, 7).step_by(2).take(24), &|n| {
        format!("poly(yellow,p{:04x},fixed)", shapes[n % shapes.len()])
    });
    let ends = grid(8, 8).map(|(col, row)| {
        let mark = if (col + row) % 2 == 0 { "start" } else { "end" };
        (format!("vertex({col},{row})"), mark.to_owned())
    });
    let both = |more: Vec<(String, String)>| {
        let ends = (0..8).flat_map(|at| {
            [
                (format!("vertex({at},7)"), "start".to_owned()),
                (format!("vertex({at},0)"), "end".to_owned()),
            ]
        });
        ends.chain(more).collect::<Vec<_>>()
    };
    vec![
        level("witness", (6, 4, 0), &dominoes(6, 4, 11)),
        level("witness", (7, 7, 0), &dominoes(7, 7, 24)),
        level("witness", (7, 7, 0), &scattered),
        level("witness", (7, 7, 0), &ends.collect::<Vec<_>>()),
        level("witness", (7, 7, 0), &both(dominoes(7, 7, 20))),
    ]
}

/// An empty board, one with a few clues, and one clue short of a hard puzzle.
fn sudokus() -> Vec<Level> {
    let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let clues = |text: &str, take: usize| -> Vec<(String, String)> {
        let given = text.chars().enumerate().filter(|(_, c)| c.is_ascii_digit()).take(take);
        given.map(|(n, c)| (format!("cell({},{})", n % 9, n / 9), c.to_string())).collect()
    };
    vec![
        level("sudoku", (9, 9, 0), &clues(hard, 6)),
        level("sudoku", (9, 9, 0), &clues(hard, 20)),
        level("sudoku", (9, 9, 0), &clues(hard, 21)),
    ]
}

/// As many numbers as there can be ways for, long ones and short ones, with dots and without.
fn lines(largest: Board) -> Vec<Level> {
    let numbers = |far: usize, length: &dyn Fn(usize) -> u32| {
        let cells: Vec<_> = grid(largest.cols, largest.rows).step_by(far).collect();
        on(cells.into_iter(), &|n| length(n).to_string())
    };
    let size = (largest.cols, largest.rows, 0);
    let dotted = |mut marks: Vec<(String, String)>| {
        for (col, row) in grid(largest.cols, largest.rows) {
            let site = format!("cell({col},{row})");
            if (col + 2 * row) % 9 == 4 && !marks.iter().any(|(at, _)| *at == site) {
                marks.push((site, "dot".to_owned()));
            }
        }
        marks
    };
    vec![
        level("linjat", size, &numbers(3, &|n| 2 + (n % 3) as u32)),
        level("linjat", size, &numbers(11, &|_| 9)),
        level("linjat", size, &dotted(numbers(5, &|n| 2 + (n % 4) as u32))),
        level("linjat", size, &dotted(numbers(7, &|n| 2 + (n % 8) as u32))),
    ]
}

/// Boards full of penguins: every second cell, each third, and a few far apart.
fn ice() -> Vec<Level> {
    let penguins = |(cols, rows), far| {
        let cells: Vec<_> = grid(cols, rows).step_by(far).collect();
        level("penguin_push", (cols, rows, 0), &on(cells.into_iter(), &|_| "penguin".to_owned()))
    };
    vec![penguins((7, 8), 2), penguins((7, 8), 3), penguins((7, 8), 5), penguins((8, 7), 2)]
}

/// Full trays of splitters and combiners, with sources whose powers share little.
fn beams(largest: Board) -> Vec<Level> {
    let tray = |marks: &[&str]| -> Vec<(String, String)> {
        let slots = (0..largest.tray).map(|n| format!("tray({n})"));
        slots.zip(marks.iter().cycle()).map(|(site, mark)| (site, (*mark).to_owned())).collect()
    };
    let lit = |sources: &[&str], mut marks: Vec<(String, String)>| {
        for (n, power) in (0..).zip(sources) {
            marks.push((
                format!("cell(0,{})", 2 * n),
                format!("source(e,{})", power.replace('/', ",")),
            ));
        }
        marks.push((format!("cell({},0)", largest.cols - 1), "target(w,5,12)".to_owned()));
        marks
    };
    let size = (largest.cols, largest.rows, largest.tray);
    let split = tray(&["splitter(w,ne)", "combiner(nw,e)", "bender(w,n)"]);
    vec![
        level("refraction", size, &lit(&["1,1", "2,3", "3,1"], split.clone())),
        level("refraction", size, &lit(&["1,1", "1,7", "2,5"], split)),
    ]
}

/// A boolean that becomes true after so long.
fn after(time: Duration) -> impl Fn() -> bool + Sync {
    let started = Instant::now();
    move || started.elapsed() > time
}

fn held(what: &str, level: &Level, granted: Duration, work: impl FnOnce()) {
    let started = Instant::now();
    work();
    let took = started.elapsed();
    if took > Duration::from_millis(500) {
        eprintln!(
            "SLOW {took:?} {what} {} {:?} {} marks",
            level.game,
            level.board,
            level.marks().count()
        );
    }
    assert!(took < granted, "{what} took {took:?} on {level:#?}");
}

#[test]
fn searches_of_games_end_when_they_are_stopped() {
    for game in foolproof::built_in().all() {
        let Some(search) = game.search() else { continue };
        for level in worst(&*game) {
            for (plays, most, marks) in [(1, 1, false), (2, 3, false), (100, u64::MAX, true)] {
                let wanted = Wanted { shortcuts: false, plays, most, marks };
                held(&format!("{wanted:?}"), &level, LIMIT + GRACE, || {
                    search.solutions(&level, wanted, &after(LIMIT));
                });
            }
        }
    }
}

#[test]
fn makers_and_ratings_end_when_they_are_stopped() {
    for game in foolproof::built_in().all() {
        for level in worst(&*game) {
            held("a rating", &level, LIMIT + GRACE, || {
                game.rate(&level, SeenSolutions::default(), &after(LIMIT));
            });
            let Some(maker) = game.maker() else { continue };
            let image = |site: Site| site;
            for minimal in [false, true] {
                let wish =
                    MakerWish { seed: 1, minimal, image: Some(&image), marks: None, kinds: &[] };
                held("a maker", &level, LIMIT + GRACE, || {
                    maker.make(&level, &wish, &after(LIMIT));
                });
            }
        }
    }
}

#[test]
fn judgements_and_facts_end_by_themselves() {
    for game in foolproof::built_in().all() {
        for level in worst(&*game) {
            held("a judgement", &level, GRACE, || {
                for play in plays(&*game, &level) {
                    game.judge(&level, &play);
                }
            });
            held("facts", &level, 4 * GRACE, || {
                let _ = game.facts(&level, foolproof::game::Scope::Fixed);
            });
            held("facts of a design", &level, 4 * GRACE, || {
                let _ = game.facts(&level, foolproof::game::Scope::Design(&game.stock(&level)));
            });
        }
    }
}

/// Large values of a study's settings.
fn large_values(game: &str) -> Vec<(&'static str, SettingValue)> {
    let number = |id, number| (id, SettingValue::Number(number));
    let pair = |id, one, other| (id, SettingValue::Pair(one, other));
    match game {
        "penguin_push" => {
            vec![
                number("pieces", 20),
                pair("size", 8, 8),
                number("best", 1000),
                number("threads", 64),
            ]
        }
        "witness" => {
            let sizes = [pair("size", 7, 3), pair("size", 7, 7)];
            [&sizes[..], &[number("pieces", 9), number("colours", 3)]].concat()
        }
        "linjat" => {
            let sizes = [pair("size", 16, 9), pair("size", 16, 16), pair("numbers", 7, 120)];
            let work = [number("steps", 10_000_000), number("seed", u32::MAX.into())];
            [&sizes[..], &work, &[number("count", 1000), number("threads", 64)]].concat()
        }
        game => panic!("no values for the study of {game}"),
    }
}

/// The study as usual, and with one large value after another, as long as the result is a valid study.
fn studies(game: &str, study: &dyn Study) -> Vec<Box<dyn Studying>> {
    let mut values = crate::studies::requests(game).swap_remove(0);
    let start =
        |values: &SettingValues| study.start(&StudyRequest { values: values.clone(), level: None });
    let mut all = vec![start(&values).expect("a usual study")];
    for (id, value) in large_values(game) {
        let before = values.clone();
        values.set(id, value);
        match start(&values) {
            Ok(study) => all.push(study),
            Err(_) => values = before,
        }
    }
    all
}

#[test]
fn studies_end_when_they_are_stopped() {
    for game in foolproof::built_in().all() {
        let Some(study) = game.study() else { continue };
        let level = Level::open(&*game.about().id, game.about().default_board);
        for mut studying in studies(&game.about().id, &*study) {
            held(study.about().verb, &level, LIMIT + GRACE, || {
                let stop = after(LIMIT);
                studying.run(&|_: f64| !stop());
            });
        }
    }
}

/// Some plays to be judged: nothing, and what a pen draws along the rim.
fn plays(game: &dyn Game, level: &Level) -> Vec<Play> {
    let mut plays = vec![Play::default()];
    for pen in game.pens(level, &Play::default()).into_iter().take(4) {
        let (mut play, mut at) = (game.pen_set(level, &Play::default(), pen), pen);
        let Board { cols, rows, .. } = level.board;
        for (col, row) in [(0, 0), (cols, 0), (cols, rows), (0, rows), (cols, rows), (cols, 0)] {
            let corner = Site { place: Place::Vertex, col, row };
            if let Some((next, to)) = game.pen(level, &play, at, corner) {
                (play, at) = (next, to);
                plays.push(play.clone());
            }
        }
    }
    plays
}

/// Every question, of a level.
fn questions(game: &dyn Game, level: &Level) -> Vec<Question> {
    let mut questions = arrival::questions(game, level);
    let mark = game.palette().into_iter().flat_map(|group| group.brushes).next();
    questions.extend(
        mark.map(|brush| Question::from(TryEdits { candidates: Candidates::OfMark(brush.mark) })),
    );
    questions
}

/// The level as a whole to be asked about: with a concept, and with an intended solution where its
/// first solution is easily found.
fn asked(game: &dyn Game, level: &Level) -> Level {
    let mut level = level.clone();
    let concept = game.concepts().first().map(|kind| {
        let params: Vec<&str> = kind.params.iter().map(|param| &*param.default).collect();
        match params.is_empty() {
            true => kind.functor.to_string(),
            false => format!("{}({})", kind.functor, params.join(",")),
        }
    });
    if let Some(concept) = concept.and_then(|text| text.parse().ok()) {
        level.concept = concept;
    }
    level.policy.unique = Some(Expect::Yes);
    let wanted = Wanted { shortcuts: false, plays: 1, most: 1, marks: false };
    let found = game.search().and_then(|search| search.solutions(&level, wanted, &after(LIMIT)));
    level.intended = found.and_then(|found| found.plays.into_iter().next());
    level
}

/// Nothing went wrong on the way.
fn sound(findings: &[Finding]) {
    let crashed = |finding: &&Finding| matches!(finding.status(), Status::Unknown(Why::Crashed(_)));
    assert_eq!(findings.iter().find(crashed), None);
}

#[test]
fn questions_end_soon_after_their_time_is_over() {
    let mut engine = Engine::new(worker(), foolproof::built_in());
    let limits = Limits { time: LIMIT, ..Limits::default() };
    for game in foolproof::built_in().all() {
        for level in worst(&*game) {
            let level = asked(&*game, &level);
            for question in questions(&*game, &level) {
                let what = format!("{question:?}");
                held(&what, &level, LIMIT + GRACE, || {
                    sound(&engine.answer(
                        &level,
                        &question,
                        &limits,
                        &Stop::default(),
                        &mut |_| {},
                    ));
                });
            }
        }
    }
}

#[test]
fn questions_end_soon_after_they_are_stopped() {
    let mut engine = Engine::new(worker(), foolproof::built_in());
    for game in foolproof::built_in().all() {
        for level in worst(&*game) {
            let level = asked(&*game, &level);
            for question in questions(&*game, &level) {
                let (stop, limits) = (Stop::default(), Limits::default());
                let other = stop.clone();
                // What has been answered before is not waited for.
                let (answered, waits) = mpsc::channel::<()>();
                let clock = std::thread::spawn(move || {
                    if waits.recv_timeout(LIMIT) == Err(RecvTimeoutError::Timeout) {
                        other.set();
                    }
                });
                let what = format!("stopping {question:?}");
                held(&what, &level, LIMIT + GRACE, || {
                    sound(&engine.answer(&level, &question, &limits, &stop, &mut |_| {}));
                });
                drop(answered);
                clock.join().expect("a clock");
            }
        }
    }
}
