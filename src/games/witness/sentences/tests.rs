//! Compares sentences and steps with the rules in plain Rust, over all sets of edges of small panels.

use std::collections::{BTreeMap, BTreeSet};

use fastrand::Rng;
use foolproof_game::{Rules, Sentences, Verdict};
use foolproof_ground::{AtomNumber, Evaluator, GroundProgram, HelperSearch};
use foolproof_level::{Board, Level, Place, Play, Site};
use foolproof_solving::{Decision, PathEnd, SolvingPath};

use crate::about::Witness;
use crate::panel::{LINE, edges, vertices};
use crate::tests::searched;

const SYMBOLS: [&str; 20] = [
    "square(black)",
    "square(white)",
    "square(black)",
    "square(white)",
    "star(black)",
    "star(red)",
    "star(red)",
    "triangle(orange,1)",
    "triangle(red,2)",
    "triangle(orange,3)",
    "triangle(orange,4)",
    "rule(red,x0111,eq,1)",
    "rule(red,x1011,all,0)",
    "rule(black,x0010,none,0)",
    "rule(white,x1010,ge,2)",
    "rule(black,x0101,eq,2)",
    "poly(yellow,p0001,fixed)",
    "poly(yellow,p0003,free)",
    "poly(red,p0013,free)",
    "poly(yellow,p0011,fixed)",
];
const HOLLOWS: [&str; 3] =
    ["hollow(blue,p0001,fixed)", "hollow(blue,p0003,free)", "hollow(white,p0011,fixed)"];
const ON_LINES: [&str; 4] = ["dot", "dot", "gap", "missing"];
const SHAPES: [&str; 5] = [
    "poly(yellow,p0001,fixed)",
    "poly(yellow,p0003,free)",
    "poly(red,p0007,free)",
    "poly(yellow,p0013,free)",
    "poly(yellow,p0033,fixed)",
];

fn one(rng: &mut Rng, of: &[&'static str]) -> &'static str {
    of[rng.usize(..of.len())]
}

/// A panel with a few of everything; of two lines if a symmetry is named.
fn panel(rng: &mut Rng, board: Board, symmetry: Option<&str>) -> Level {
    let mut level = Level::open("witness", board);
    let corners: Vec<Site> = vertices(&board).collect();
    let on_lines: Vec<Site> = edges(&board).into_iter().chain(corners.iter().copied()).collect();
    let mut paint = |sites: &[Site], mark: &str, rng: &mut Rng| {
        let site = sites[rng.usize(..sites.len())];
        let belongs = site.place != Place::Vertex || mark != "gap";
        level.paint(site, mark.parse().ok().filter(|_| belongs));
    };
    let cells: Vec<Site> = board.cells().collect();
    for _ in 0..rng.usize(0..=4) {
        paint(&cells, one(rng, &SYMBOLS), rng);
    }
    if rng.u8(..4) == 0 {
        paint(&cells, one(rng, &HOLLOWS), rng);
        paint(&cells, one(rng, &SHAPES), rng);
    }
    for _ in 0..rng.usize(0..=2) {
        paint(&on_lines, one(rng, &ON_LINES), rng);
    }
    match symmetry {
        None => {
            let start = ["start", "start(dot)"];
            (0..rng.usize(0..=2)).for_each(|_| paint(&corners, one(rng, &start), rng));
        }
        Some(how) => {
            (0..rng.usize(0..=3)).for_each(|_| {
                paint(&on_lines, one(rng, &["dot(blue)", "dot(yellow)"]), rng);
            });
            let start = format!("start({how})");
            (0..rng.usize(1..=2)).for_each(|_| paint(&corners, &start, rng));
            if rng.u8(..20) == 0 {
                paint(&corners, "start(half)", rng);
            }
        }
    }
    (0..rng.usize(0..=2)).for_each(|_| paint(&corners, "end", rng));
    level
}

/// Evaluates sentences on sets of edges.
struct SentenceJudge {
    program: GroundProgram,
    evaluator: Evaluator,
    drawn: BTreeMap<Site, AtomNumber>,
    /// The errors, by name.
    wrong: BTreeMap<String, AtomNumber>,
    helpers: Vec<AtomNumber>,
}

impl SentenceJudge {
    fn of(level: &Level) -> Self {
        let program = Witness.sentence_program(level).expect("a program");
        let evaluator = Evaluator::new(&program).expect("rules that can be evaluated");
        let (mut drawn, mut wrong) = (BTreeMap::new(), BTreeMap::new());
        for (atom, name) in program.names() {
            assert_ne!(atom, 0);
            match name.strip_prefix("play(").and_then(|name| name.strip_suffix(",line)")) {
                Some(site) => _ = drawn.insert(site.parse().expect("a site"), atom),
                None => _ = wrong.insert(name.to_owned(), atom),
            }
        }
        let no_mark = |atom: &AtomNumber| !drawn.values().any(|mark| mark == atom);
        let helpers = program.inputs().into_iter().filter(no_mark).collect();
        Self { program, evaluator, drawn, wrong, helpers }
    }

    /// Returns whether some way to place polyominoes satisfies all these sentences with this line.
    fn keeps(&self, line: &BTreeSet<Site>, sentences: &[AtomNumber]) -> bool {
        let drawn: Option<Vec<AtomNumber>> =
            line.iter().map(|edge| self.drawn.get(edge).copied()).collect();
        let Some(mut chosen) = drawn else { return false };
        let outcome = self.evaluator.evaluate(&chosen);
        let broken = sentences.iter().any(|atom| outcome.holds(*atom));
        if !broken || !outcome.is_answer_set() {
            return outcome.is_answer_set();
        }
        let filling = |name: &str| name.contains("do not fill");
        let rest = self.wrong.iter().filter(|(name, _)| !filling(name));
        if rest.into_iter().any(|(_, atom)| sentences.contains(atom) && outcome.holds(*atom)) {
            return false;
        }
        let search =
            HelperSearch::new(&self.program, self.helpers.clone(), sentences.iter().copied());
        let search = search.expect("rules that can be read");
        chosen.extend(search.best(&self.program, &outcome).expect("little to search"));
        let outcome = self.evaluator.evaluate(&chosen);
        outcome.is_answer_set() && !sentences.iter().any(|atom| outcome.holds(*atom))
    }

    fn solves(&self, line: &BTreeSet<Site>) -> bool {
        let all: Vec<AtomNumber> = self.wrong.values().copied().collect();
        self.keeps(line, &all)
    }
}

fn every_set(board: Board) -> Vec<BTreeSet<Site>> {
    let edges = edges(&board);
    let set = |bits: u32| {
        let drawn = edges.iter().enumerate().filter(|(at, _)| bits >> at & 1 == 1);
        drawn.map(|(_, edge)| *edge).collect()
    };
    (0..1 << edges.len()).map(set).collect()
}

fn play_of(line: &BTreeSet<Site>) -> Play {
    line.iter().map(|edge| (*edge, LINE.parse().expect("a mark"))).collect()
}

fn solved(level: &Level, line: &BTreeSet<Site>) -> bool {
    Rules::judge(&Witness, level, &play_of(line)) == Verdict::Solved
}

const SYMMETRIES: [Option<&str>; 6] =
    [None, None, None, Some("columns"), Some("rows"), Some("half")];

fn small_board(rng: &mut Rng) -> Board {
    let (cols, rows) = [(2, 2), (2, 2), (2, 2), (3, 1), (1, 3), (2, 1)][rng.usize(..6)];
    Board { cols, rows, tray: 0 }
}

#[test]
fn sentences_admit_the_lines_that_solve_a_panel_and_no_other_edges() {
    let mut rng = Rng::with_seed(41);
    let (mut right, mut solvable, mut twins, mut shaped) = (0, 0, 0, 0);
    for _ in 0..1_200 {
        let board = small_board(&mut rng);
        let symmetry = SYMMETRIES[rng.usize(..SYMMETRIES.len())];
        let level = panel(&mut rng, board, symmetry);
        let judge = SentenceJudge::of(&level);
        let mut n = 0;
        for line in every_set(board) {
            let solves = solved(&level, &line);
            assert_eq!(judge.solves(&line), solves, "{line:?} {level:#?}");
            n += usize::from(solves);
        }
        right += n;
        solvable += usize::from(n > 0);
        twins += usize::from(n > 0 && symmetry.is_some());
        shaped += usize::from(n > 0 && !judge.helpers.is_empty());
    }
    assert!(right > 1_000 && solvable > 250, "{right} {solvable}");
    assert!(twins > 50 && shaped > 50, "{twins} {shaped}");
}

#[test]
fn on_larger_panels_lines_keep_all_sentences_where_they_solve() {
    let mut rng = Rng::with_seed(42);
    let (mut right, mut wrong) = (0, 0);
    for _ in 0..150 {
        let board = Board { cols: rng.u16(3..=4), rows: 3, tray: 0 };
        let symmetry = SYMMETRIES[rng.usize(..SYMMETRIES.len())];
        let level = panel(&mut rng, board, symmetry);
        let mut bare = level.clone();
        for cell in board.cells() {
            bare.paint(cell, None);
        }
        let judge = SentenceJudge::of(&level);
        for play in searched(&bare, 80).plays {
            let line: BTreeSet<Site> = play.iter().map(|(edge, _)| edge).collect();
            let solves = solved(&level, &line);
            assert_eq!(judge.solves(&line), solves, "{line:?} {level:#?}");
            *(if solves { &mut right } else { &mut wrong }) += 1;
        }
    }
    assert!(right > 500 && wrong > 1_000, "{right} {wrong}");
}

#[test]
fn steps_follow_from_their_sentences_alone_and_lead_to_all_that_solutions_share() {
    let mut rng = Rng::with_seed(43);
    let (mut n_steps, mut unique) = (0, 0);
    for _ in 0..1_000 {
        let board = small_board(&mut rng);
        let symmetry = SYMMETRIES[rng.usize(..SYMMETRIES.len())];
        let level = panel(&mut rng, board, symmetry);
        let judge = SentenceJudge::of(&level);
        let all = every_set(board);
        let solutions: Vec<&BTreeSet<Site>> =
            all.iter().filter(|line| solved(&level, line)).collect();
        let program = Witness.sentence_program(&level).expect("a program");
        let path = SolvingPath::walk(program, usize::MAX, &|| false, &mut |_, _| {});
        let path = path.expect("a path");
        let edge =
            |mark: usize| -> Site { path.puzzle.marks()[mark].site.parse().expect("a site") };
        let has = |line: &BTreeSet<Site>, of: &Decision| line.contains(&edge(of.mark)) == of.on;
        let atoms = |numbers: &[usize]| -> Vec<AtomNumber> {
            let spoken = |at: &usize| {
                let of = &path.puzzle.constraints()[*at];
                let place = of.place.as_ref().map_or(String::new(), |place| format!(",{place}"));
                judge.wrong[&format!("wrong({}{place})", of.sentence)]
            };
            numbers.iter().map(spoken).collect()
        };
        let Some(first) = solutions.first() else {
            let PathEnd::NoSolution(clash) = &path.end else { panic!("{level:#?}") };
            let core = atoms(&clash.constraints);
            assert!(!all.iter().any(|line| judge.keeps(line, &core)), "{level:#?}");
            continue;
        };
        let differs = |mark: &usize| {
            let there = |line: &BTreeSet<Site>| line.contains(&edge(*mark));
            solutions.iter().any(|of| there(of) != there(first))
        };
        let differing: Vec<usize> = (0..path.puzzle.marks().len()).filter(differs).collect();
        unique += usize::from(differing.is_empty());
        assert_eq!(path.end, PathEnd::Decided { differing }, "{level:#?}");
        for step in &path.steps {
            let set = atoms(&step.constraints);
            for line in &all {
                let known = step.reasons.iter().all(|of| has(line, of));
                if known && !step.marks.iter().all(|of| has(line, of)) {
                    assert!(!judge.keeps(line, &set), "{step:?} {line:?} {level:#?}");
                }
            }
            n_steps += 1;
        }
    }
    assert!(n_steps > 600 && unique > 50, "{n_steps} {unique}");
}

#[test]
fn erasers_and_what_only_the_search_knows_are_refused_by_name() {
    let refused = |marks: &[&str], reading: i32| {
        let mut level = Level::open("witness", Board { cols: 3, rows: 3, tray: 0 });
        for (mark, cell) in marks.iter().zip(level.board.cells()) {
            level.paint(cell, mark.parse().ok());
        }
        level.settings.insert("reading".to_owned(), reading);
        Witness.sentence_program(&level).err().map(|why| why.to_string())
    };
    let told = |why: Option<String>, part: &str| why.is_some_and(|why| why.contains(part));
    assert!(told(refused(&["eraser(white)"], 0), "steps of panels with erasers"));
    assert!(told(refused(&["hollow(blue,p0001,fixed)"], 1), "Windmill"));
    assert_eq!(refused(&["hollow(blue,p0001,fixed)"], 0), None);
    assert!(told(refused(&[], 7), "number 7"));
    assert!(told(refused(&["lamp"], 0), "lamp"));
}

#[test]
fn a_panel_full_of_large_polyominoes_is_refused() {
    let mut level = Level::open("witness", Board { cols: 10, rows: 10, tray: 0 });
    for cell in level.board.cells() {
        level.paint(cell, "poly(yellow,p0017,free)".parse().ok());
    }
    // A program of that size must not be printed.
    let Err(why) = Witness.sentence_program(&level) else { panic!("it is too large") };
    assert!(why.to_string().contains("too many polyominoes"), "{why}");
}
