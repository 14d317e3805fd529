//! Compares the search with the judge on random boards with every kind of constraint and every two of them.

use std::sync::atomic::{AtomicU32, Ordering};

use fastrand::Rng;

use super::custom::Language;
use super::{ALL, Amount, Constraint, Lie, Object, Pen};
use crate::draw::Frame;
use crate::filling_rules::FillingRules;
use crate::fpuzzles::FPuzzles;
use crate::iss::IssString;
use crate::puzzle::Puzzle;
use foolproof_game::Format;
use foolproof_level::{Board, Level, Rgb, Site};
use foolproof_picture::{Shape, Style};

/// A path of different cells, each next to the one before it or touching it.
fn path(side: usize, many: usize, rng: &mut Rng) -> Vec<usize> {
    let mut cells = vec![rng.usize(0..side * side)];
    while cells.len() < many {
        let last = cells[cells.len() - 1];
        let near = |cell: &usize| {
            let (down, across) =
                ((cell / side).abs_diff(last / side), (cell % side).abs_diff(last % side));
            down.max(across) == 1 && !cells.contains(cell)
        };
        let near: Vec<usize> = (0..side * side).filter(near).collect();
        match rng.choice(&near) {
            Some(next) => cells.push(*next),
            None => break,
        }
    }
    cells
}

fn amounts(kind: &dyn Constraint, side: usize, rng: &mut Rng) -> Vec<i32> {
    match kind.form().amount {
        Amount::None | Amount::Text(_) => Vec::new(),
        Amount::Maybe(..) if rng.u8(0..4) == 0 => Vec::new(),
        Amount::One(least, most) | Amount::Maybe(least, most) => {
            vec![rng.i32(least..=most.min(2 * side as i32))]
        }
        Amount::Digits(most) => {
            let many = rng.usize(1..=most.min(3));
            (0..many).map(|_| rng.i32(1..=side as i32)).collect()
        }
    }
}

fn text(kind: &dyn Constraint, rng: &mut Rng) -> &'static str {
    let Amount::Text(language) = kind.form().amount else { return "" };
    let texts: &[&str] = match language {
        Language::Pattern => {
            &["[1-3].*", "(1|3)*[^3]+", ".?.?2?.*", "(12|21|34|43|3|4)*", "4{0,2}.+"]
        }
        Language::States => &[
            "!12>1,3456789>2;!3456789>2;!12>1",
            "!1>0,2>1,34>2;1234>0;!1234>1",
            "123456789>1;1234>2,56789>1;!1>1,23456789>2",
        ],
        Language::Formula => &[
            "sum%2==0",
            "max-min>=3",
            "product>8||a==1",
            "a==min",
            "odd>=even&&count(2)<2",
            "-a+abs(a-3)*2<=max(a,2)",
            "!(sum/2==4)",
        ],
        Language::Rules => &[
            "wrong(\"two 2s side by side\",S) :- value(S,2), value(T,2), beside(S,T).",
            "sees(S,T) :- in(U,S), in(U,T), S != T.\n\
             wrong(lonely,S) :- value(S,1), not near(S). near(S) :- beside(S,T), value(T,2).\n\
             wrong(S) :- sees(S,S).",
            ":- in(row(R),S), in(row(R+1),T), value(S,D), value(T,D), S = cell(C,_), T = cell(C+1,_).",
            "wrong(few) :- #count { S : value(S,D), beside(S,T), value(T,E), |D-E| = 1 } < 3.",
            "wrong(sum) :- N = #sum { D,S : value(S,D), S = cell(C,C) }, N \\ 2 = 1.",
            "wrong(three,cell(C,R)) :- value(cell(C,R),D), value(cell(C+1,R),E), value(cell(C+2,R),F), \
             D < E, E < F. wrong(corner) :- not value(cell(0,0),1), not value(cell(1,1),1), \
             not value(cell(2,2),1).",
        ],
        Language::Relation => {
            &["abs(a-b)>=2", "a+b!=5", "1:23,2:134,34:12", "a>b||b==2*a", "a%2!=b%2"]
        }
    };
    rng.choice(texts).copied().unwrap_or("")
}

/// A random constraint of a kind, written and read again; `None` if the random choice is invalid.
pub(crate) fn random(
    kind: &'static dyn Constraint,
    number: u16,
    side: usize,
    rng: &mut Rng,
) -> Option<Object> {
    let last = side - 1;
    let groups = match kind.form().lie {
        Lie::Whole => Vec::new(),
        Lie::Area(least) | Lie::Line(least) => {
            let most = if kind.id().ends_with("region") { side } else { side.min(least + 3) };
            let least = if kind.id().ends_with("region") { side } else { least };
            vec![path(side, rng.usize(least..=most), rng)]
        }
        Lie::Loop if rng.u8(0..4) == 0 => {
            let at = rng.usize(0..last) * side + rng.usize(0..last);
            vec![vec![at, at + 1, at + side + 1, at + side, at]]
        }
        Lie::Loop => vec![path(side, rng.usize(2..=side), rng)],
        Lie::Pair => vec![path(side, 2, rng)],
        Lie::Corner => {
            let at = rng.usize(0..last) * side + rng.usize(0..last);
            vec![vec![at, at + 1, at + side, at + side + 1]]
        }
        Lie::Straight => {
            let at = rng.usize(0..side);
            let mut line = if rng.bool() {
                vec![at, last * side + at]
            } else {
                vec![at * side, at * side + last]
            };
            if rng.bool() {
                line.reverse();
            }
            vec![line]
        }
        Lie::Slanted => {
            let at = if kind.id() == "diagonal" { 0 } else { rng.usize(0..last) };
            vec![vec![at, (last - at) * side + last]]
        }
        Lie::Circle => {
            let cells = path(side, rng.usize(2..=4), rng);
            let pill = if cells.len() > 3 && rng.bool() { 2 } else { 1 };
            let (pill, line) = cells.split_at(pill);
            vec![pill.to_vec(), line.to_vec()]
        }
        Lie::Groups => {
            let cells = path(side, 4, rng);
            let (first, second) = cells.split_at(cells.len() / 2);
            vec![first.to_vec(), second.to_vec()]
        }
    };
    let amounts = amounts(kind, side, rng);
    let site = Site::constraint(number);
    let object = Object::unread(site, kind, amounts, groups).with_text(text(kind, rng));
    // Lines from outside name the ends of all their cells.
    let mark = object.mark(side)?;
    let read = Object::read(site, &mark, side).ok()?;
    assert_eq!(read.mark(side), Some(mark), "what is read is written the same");
    Some(read)
}

/// All fillings of a plain board with some digits.
pub(crate) fn plain(side: usize, given: &[u8]) -> Vec<Vec<u8>> {
    let rules = FillingRules::new(Puzzle::new(side, given.to_vec(), Vec::new()));
    let mut all = Vec::new();
    rules.run(&rules.start(given), None, &|| false, &mut |full| {
        all.push(full.to_vec());
        true
    });
    all
}

fn found(puzzle: &Puzzle) -> Vec<Vec<u8>> {
    let rules = FillingRules::new(puzzle.clone());
    let mut found = Vec::new();
    rules.run(&rules.start(&puzzle.given), None, &|| false, &mut |full| {
        found.push(full.to_vec());
        true
    });
    found.sort();
    found
}

/// A board with some of the digits of a random filling, one that satisfies the constraints if there is one.
pub(crate) fn clued(side: usize, open: usize, objects: &[Object], rng: &mut Rng) -> Vec<u8> {
    let mut given = Vec::new();
    for objects in [objects, &[]] {
        let rules = FillingRules::new(Puzzle::new(side, vec![0; side * side], objects.to_vec()));
        let asked = AtomicU32::new(0);
        // A board without a filling may take too long to refute.
        let stop = || asked.fetch_add(1, Ordering::Relaxed) > 30;
        rules.run(&rules.start(&[]), Some(rng), &stop, &mut |full| {
            given = full.to_vec();
            false
        });
        if !given.is_empty() {
            break;
        }
    }
    let mut cells: Vec<usize> = (0..side * side).collect();
    rng.shuffle(&mut cells);
    cells.into_iter().take(open).for_each(|cell| given[cell] = 0);
    given
}

fn compare(objects: Vec<Object>, side: usize, given: Vec<u8>) -> usize {
    let puzzle = Puzzle::new(side, given.clone(), objects);
    if puzzle.boxes.is_none() {
        return 0;
    }
    let good = |full: &Vec<u8>| puzzle.broken(full).is_none();
    let mut wanted: Vec<Vec<u8>> = plain(side, &given).into_iter().filter(good).collect();
    wanted.sort();
    assert_eq!(found(&puzzle), wanted, "{:?} on {side} with {given:?}", puzzle.objects);
    wanted.len()
}

#[test]
fn a_search_finds_what_the_judge_accepts_for_every_kind_and_two_of_them() {
    let mut rng = Rng::with_seed(40);
    for kind in ALL {
        let (mut some, mut none, mut tried) = (0, 0, 0);
        for round in 0..120 {
            let side = [4, 6, 4, 9][round % 4];
            let Some(object) = random(*kind, 0, side, &mut rng) else { continue };
            let mut objects = vec![object];
            if round % 3 > 0 {
                let other = ALL[rng.usize(0..ALL.len())];
                objects.extend(random(other, 1, side, &mut rng));
            }
            tried += 1;
            let open = if side == 4 { 16 } else { rng.usize(8..20) };
            let given = clued(side, open, &objects, &mut rng);
            match compare(objects, side, given) {
                0 => none += 1,
                _ => some += 1,
            }
        }
        let replaces = ["region", "no_boxes"].contains(&kind.id());
        assert!(tried > 20, "{}: {tried} tried", kind.id());
        assert!(replaces || some > 0, "{}: {some} with solutions, {none} without", kind.id());
    }
}

/// Cages and sums that cover a board, with the sums of a filling; now and then one is off.
fn killer(side: usize, filling: &[u8], rng: &mut Rng) -> Vec<Object> {
    let mut free: Vec<usize> = (0..side * side).collect();
    let mut objects = Vec::new();
    while let Some(first) = rng.choice(&free).copied() {
        let mut cells = path(side, rng.usize(1..=side.min(5)), rng);
        cells.retain(|cell| free.contains(cell));
        if cells.is_empty() {
            cells.push(first);
        }
        free.retain(|cell| !cells.contains(cell));
        let off = i32::from(rng.u8(0..60) == 0);
        let sum: i32 = cells.iter().map(|cell| i32::from(filling[*cell])).sum::<i32>() + off;
        let site = Site::constraint(objects.len() as u16);
        let mut digits: Vec<u8> = cells.iter().map(|cell| filling[*cell]).collect();
        digits.sort_unstable();
        digits.dedup();
        let is_cage = cells.len() > 1 && digits.len() == cells.len();
        let kind = super::kind(if is_cage { "cage" } else { "sum" }).expect("a kind");
        objects.push(Object::unread(site, kind, vec![sum], vec![cells]));
    }
    objects
}

#[test]
fn boards_full_of_cages_have_the_fillings_that_the_judge_accepts() {
    let mut rng = Rng::with_seed(43);
    let (mut some, mut none) = (0, 0);
    for round in 0..3000 {
        let side = [4, 6, 4, 9][round % 4];
        let filling = clued(side, 0, &[], &mut rng);
        let mut objects = killer(side, &filling, &mut rng);
        objects.retain(|_| rng.u8(0..8) > 0);
        let mut given = filling.clone();
        let open = if side == 4 { 16 } else { rng.usize(12..24) };
        let mut cells: Vec<usize> = (0..side * side).collect();
        rng.shuffle(&mut cells);
        cells.into_iter().take(open).for_each(|cell| given[cell] = 0);
        match compare(objects, side, given) {
            0 => none += 1,
            _ => some += 1,
        }
    }
    assert!(some > 1500 && none > 100, "{some} with solutions, {none} without");
}

#[test]
fn partly_filled_boards_are_broken_only_where_no_filling_is_good() {
    let mut rng = Rng::with_seed(41);
    for round in 0..1500 {
        let kind = ALL[round % ALL.len()];
        let side = if kind.form().lie == Lie::Whole && round % 2 == 0 { 6 } else { 4 };
        let Some(object) = random(kind, 0, side, &mut rng) else { continue };
        let given = clued(side, rng.usize(1..12), &[], &mut rng);
        let puzzle = Puzzle::new(side, given.clone(), vec![object]);
        if puzzle.boxes.is_some() && puzzle.broken(&given).is_some() {
            let good = |full: &Vec<u8>| puzzle.broken(full).is_none();
            assert!(!plain(side, &given).iter().any(good), "{:?} {given:?}", puzzle.objects);
        }
    }
}

#[test]
fn words_of_a_fault_say_what_is_wrong_with_a_mark() {
    for (mark, words) in [
        ("thermo(cell(0,0))", "a thermometer has 2 cells or more"),
        ("thermo(cell(0,0),cell(9,0))", "R1C10 is not a cell of the board"),
        ("thermo(cell(0,0),cell(1,0),cell(0,0))", "a thermometer comes to R1C1 twice"),
        ("whisper(cell(0,0),cell(1,0))", "a whisper has one number"),
        ("whisper(99,cell(0,0),cell(1,0))", "the number of a whisper goes from 1 to 15"),
        ("difference(cell(0,0),cell(2,0))", "a white dot lies between two cells side by side"),
        (
            "quadruple(1,cell(0,0),cell(1,0),cell(0,1),cell(2,1))",
            "a quadruple lies on a corner of four cells",
        ),
        (
            "sandwich(5,cell(0,0),cell(3,0))",
            "a sandwich sum speaks of a row or column from one rim to the other, told by its first and its last cell",
        ),
        ("arrow(cell(0,0),cell(1,0))", "an arrow has a circle and a line: cells(…),cells(…)"),
        ("spiral(cell(0,0))", "`spiral` is not a constraint of Sudoku"),
        (
            "quadruple(0,cell(0,0),cell(1,0),cell(0,1),cell(1,1))",
            "the number of a quadruple goes from 1 to 9",
        ),
    ] {
        let fault =
            Object::read(Site::constraint(0), &mark.parse().expect("a mark"), 9).expect_err(mark);
        assert_eq!(fault.to_string(), words);
    }
}

/// The requirement of a constraint, regardless of the order of its cells.
fn told(level: &Level) -> Vec<(String, Vec<i32>, Vec<usize>)> {
    let puzzle = Puzzle::of(level).expect("a puzzle");
    let tell = |object: &Object| {
        let mut cells = object.cells();
        cells.sort_unstable();
        // A dot without a number has the usual one.
        let usual = match object.kind.id() {
            "difference" => Some(1),
            "ratio" => Some(2),
            _ => None,
        };
        let amounts: Vec<i32> = match object.amounts.is_empty() {
            true => usual.into_iter().collect(),
            false => object.amounts.clone(),
        };
        (object.kind.id().to_owned(), amounts, cells)
    };
    let mut told: Vec<_> = puzzle.objects.iter().map(tell).collect();
    told.sort();
    told
}

#[test]
fn a_killer_in_81_characters_is_read_and_faults_are_placed() {
    let text = format!("3<A^{}", "0".repeat(77));
    let level = IssString.read(&text).expect_err("it points off the board");
    assert!(level.why.contains("row 1, column 4: it points off the board"), "{level}");
    let text = format!("3<A<v{}9{}", "0".repeat(8), "0".repeat(67));
    let level = IssString.read(&text).expect("a level").remove(0);
    let wanted = [
        ("cage".to_owned(), vec![3], vec![0, 1]),
        ("cage".to_owned(), vec![9], vec![4, 13]),
        ("cage".to_owned(), vec![10], vec![2, 3]),
    ];
    let mut told = told(&level);
    told.sort_by_key(|(_, amounts, _)| amounts.clone());
    assert_eq!(told, wanted);
}

/// Kinds that the formats cannot express.
const NOT_IN_ISS: [&str; 6] =
    ["slow_thermo", "minimum", "maximum", "no_other_difference", "no_other_ratio", "own_rules"];
const NOT_IN_FPUZZLES: [&str; 19] = [
    "sum", "equality_cage", "value_indexing", "pattern", "states", "formula", "neighbours",
    "each_two", "own_rules", "region", "equal_sums", "lockout", "sum_line", "greater",
    "numbered_room", "windows", "anti_taxicab", "global_entropy", "global_modular",
];

#[test]
fn other_programs_give_back_what_they_were_given_or_refuse_it_by_name() {
    let mut rng = Rng::with_seed(42);
    let formats: [(&dyn Format, &[&str]); 2] =
        [(&IssString, &NOT_IN_ISS), (&FPuzzles, &NOT_IN_FPUZZLES)];
    for (format, lacks) in formats {
        for kind in ALL {
            let mut written = 0;
            for _ in 0..40 {
                let side = [4, 6, 9, 9, 16][rng.usize(0..5)];
                let Some(object) = random(*kind, 0, side, &mut rng) else { continue };
                let part = u16::try_from(side).expect("a side");
                let board = Board { cols: part, rows: part, tray: 0 };
                let mut level = Level::open("sudoku", board);
                level.paint(object.site, object.mark(side));
                let text = match format.write(&[&level]) {
                    Ok(text) => text,
                    Err(why) => {
                        assert!(why.why.contains("no room for"), "{}: {why}", kind.id());
                        continue;
                    }
                };
                let back = format.read(&text).unwrap_or_else(|why| panic!("{text}: {why}"));
                let same = told(&back[0]) == told(&level);
                // The cells of some kinds become separate constraints there, like those of a clone; some
                // kinds are choices of digits, and a choice of one is that digit. A formula is a table of
                // states.
                let single = ["odd", "even", "minimum", "maximum", "only", "clone", "formula"];
                let known = single.contains(&kind.id())
                    || ["no_other_difference", "region"].contains(&kind.id());
                assert!(same || known, "{text}: {:?} for {:?}", told(&back[0]), told(&level));
                written += 1;
            }
            assert_eq!(written > 0, !lacks.contains(&kind.id()), "{}: {}", format.id(), kind.id());
        }
    }
}

#[test]
fn what_rules_call_white_grey_or_black_is_drawn_so_in_every_theme() {
    let mut rng = Rng::with_seed(3);
    let level = Level::open("sudoku", Board { cols: 4, rows: 4, tray: 0 });
    let mut seen = 0;
    for kind in ALL {
        let said = format!("{} {}", kind.name(), kind.rule());
        let says = |word: &str| said.split(' ').any(|part| part == word);
        let wanted = match (says("white"), says("grey"), says("black")) {
            (true, false, false) => 0.8..=1.0,
            (false, true, false) => 0.04..=0.85,
            (false, false, true) => 0.0..=0.03,
            _ => continue,
        };
        let mut pen = Pen::new(Frame::of(&level));
        let object = (0..20).find_map(|_| random(*kind, 0, 4, &mut rng)).expect("an object");
        kind.look(&object, &mut pen);
        let shapes = [pen.grounds, pen.under, pen.over].concat();
        let ink = shapes.iter().find_map(|shape| match shape {
            Shape::Circle { fill, .. } | Shape::Rect { fill, .. } => *fill,
            _ => None,
        });
        // "All black dots are given" draws nothing.
        let Some(ink) = ink else { continue };
        seen += 1;
        for style in Style::ALL {
            let [red, green, blue, _] = style.colour(ink);
            let light = (Rgb([red, green, blue]).contrast(Rgb([0; 3])) - 1.0) / 20.0;
            assert!(wanted.contains(&light), "{} {style:?}: {light:.2}", kind.name());
        }
    }
    assert_eq!(seen, 4);
}
