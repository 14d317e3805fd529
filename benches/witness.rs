//! Panels of The Witness, side by side: our search, a plain walk over all lines, and clingo on the encoding;
//! then levels a second, by our search and by a plain walk over stored lines.
//!
//! `cargo bench --bench witness` prints two tables; `benches/README.md` keeps figures. The plain walks follow
//! the definition without any tricks, and are compiled with the same optimisation.
#![allow(clippy::expect_used)]

use std::io::Write as _;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use fastrand::Rng;
use foolproof::game::{Game, SettingValue, SettingValues, StudyEnd, StudyRequest, Wanted};
use foolproof::level::{Board, Level, Site};
use foolproof::solver::program_text;

fn main() {
    println!(
        "| panels | lines | ours, median | slowest | plain walk, median | times faster | clingo, median | times faster |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- |");
    for (side, panels) in [(3, 60), (4, 60), (5, 12)] {
        solutions(side, panels);
    }
    println!();
    println!("| levels of | levels | plain walk | ours | times faster |");
    println!("| --- | --- | --- | --- | --- |");
    levels();
}

/// Symbols of a plain panel: a square or a star of colour 1 or 2, a triangle of 1 to 3 edges.
#[derive(Clone, Copy, PartialEq)]
enum Plain {
    Empty,
    Square(u8),
    Star(u8),
    Triangle(u8),
}

impl Plain {
    fn mark(self) -> Option<String> {
        let colour = |n: u8| if n == 1 { "black" } else { "blue" };
        match self {
            Plain::Empty => None,
            Plain::Square(n) => Some(format!("square({})", colour(n))),
            Plain::Star(n) => Some(format!("star({})", colour(n))),
            Plain::Triangle(n) => Some(format!("triangle(orange,{n})")),
        }
    }

    fn colour(self) -> Option<u8> {
        match self {
            Plain::Square(n) | Plain::Star(n) => Some(n),
            _ => None,
        }
    }
}

/// The regions of a line, and for each cell the number of its edges along which the line runs.
type Stored = (Vec<Vec<usize>>, Vec<u8>);

/// A panel and a walk over its lines, by the definition.
struct Walk {
    side: usize,
    cells: Vec<Plain>,
    passed: Vec<bool>,
    /// Whether the line runs along the edge to the right of each corner, and below it.
    right: Vec<bool>,
    down: Vec<bool>,
    lines: u64,
    solutions: u64,
    /// Every line, if they are to be stored.
    stored: Option<Vec<Stored>>,
}

impl Walk {
    fn new(side: usize, cells: Vec<Plain>) -> Self {
        let corners = (side + 1) * (side + 1);
        let none = vec![false; corners];
        Self {
            side,
            cells,
            passed: none.clone(),
            right: none.clone(),
            down: none,
            lines: 0,
            solutions: 0,
            stored: None,
        }
    }

    fn go(&mut self, (x, y): (usize, usize)) {
        let wide = self.side + 1;
        if (x, y) == (self.side, 0) {
            self.lines += 1;
            let regions = self.regions();
            let edges = self.edges();
            self.solutions += u64::from(holds(&self.cells, &regions, &edges));
            if let Some(stored) = &mut self.stored {
                stored.push((regions, edges));
            }
            return;
        }
        self.passed[y * wide + x] = true;
        let steps = [(0, -1), (1, 0), (0, 1), (-1, 0)];
        for (dx, dy) in steps {
            let (Some(nx), Some(ny)) = (x.checked_add_signed(dx), y.checked_add_signed(dy)) else {
                continue;
            };
            if nx > self.side || ny > self.side || self.passed[ny * wide + nx] {
                continue;
            }
            let at = y.min(ny) * wide + x.min(nx);
            let edge = if dx == 0 { &mut self.down } else { &mut self.right };
            edge[at] = true;
            self.go((nx, ny));
            let edge = if dx == 0 { &mut self.down } else { &mut self.right };
            edge[at] = false;
        }
        self.passed[y * wide + x] = false;
    }

    fn regions(&self) -> Vec<Vec<usize>> {
        let (side, wide) = (self.side, self.side + 1);
        let mut seen = vec![false; side * side];
        let mut regions = Vec::new();
        for first in 0..side * side {
            if seen[first] {
                continue;
            }
            seen[first] = true;
            let (mut region, mut open) = (vec![first], vec![first]);
            while let Some(cell) = open.pop() {
                let (x, y) = (cell % side, cell / side);
                let mut to = Vec::new();
                if x > 0 && !self.down[y * wide + x] {
                    to.push(cell - 1);
                }
                if x + 1 < side && !self.down[y * wide + x + 1] {
                    to.push(cell + 1);
                }
                if y > 0 && !self.right[y * wide + x] {
                    to.push(cell - side);
                }
                if y + 1 < side && !self.right[(y + 1) * wide + x] {
                    to.push(cell + side);
                }
                for next in to {
                    if !seen[next] {
                        seen[next] = true;
                        region.push(next);
                        open.push(next);
                    }
                }
            }
            regions.push(region);
        }
        regions
    }

    fn edges(&self) -> Vec<u8> {
        let (side, wide) = (self.side, self.side + 1);
        (0..side * side)
            .map(|cell| {
                let at = cell / side * wide + cell % side;
                let around =
                    [self.right[at], self.right[at + wide], self.down[at], self.down[at + 1]];
                around.iter().map(|on| u8::from(*on)).sum()
            })
            .collect()
    }
}

/// Whether every symbol is satisfied.
fn holds(cells: &[Plain], regions: &[Vec<usize>], edges: &[u8]) -> bool {
    regions.iter().all(|region| {
        region.iter().all(|at| match cells[*at] {
            Plain::Empty => true,
            Plain::Triangle(n) => edges[*at] == n,
            Plain::Square(n) => region.iter().all(|other| match cells[*other] {
                Plain::Square(m) => m == n,
                _ => true,
            }),
            Plain::Star(n) => {
                region.iter().filter(|other| cells[**other].colour() == Some(n)).count() == 2
            }
        })
    })
}

fn level_of(side: usize, cells: &[Plain]) -> Level {
    let cols = u16::try_from(side).unwrap_or(1);
    let mut level = Level::open("witness", Board { cols, rows: cols, tray: 0 });
    for (at, plain) in cells.iter().enumerate() {
        let site = |at: usize| u16::try_from(at).unwrap_or(0);
        let mark = plain.mark().and_then(|mark| mark.parse().ok());
        level.paint(Site::cell(site(at % side), site(at / side)), mark);
    }
    level
}

fn random_panel(side: usize, rng: &mut Rng) -> Vec<Plain> {
    let mut cells = vec![Plain::Empty; side * side];
    for _ in 0..rng.usize(1..=side * side / 2) {
        let at = rng.usize(..cells.len());
        cells[at] = match rng.u8(..3) {
            0 => Plain::Square(rng.u8(1..=2)),
            1 => Plain::Star(rng.u8(1..=2)),
            _ => Plain::Triangle(rng.u8(1..=3)),
        };
    }
    cells
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

fn ms(time: Duration) -> String {
    format!("{:.3} ms", time.as_secs_f64() * 1e3)
}

/// All solutions of the same random panels, one after the other in one run; the first panel is empty.
fn solutions(side: usize, panels: usize) {
    let game = foolproof::built_in().by_id("witness").expect("the game");
    let search = game.search().expect("its search");
    let mut rng = Rng::with_seed(side as u64);
    let (mut ours, mut plain, mut asp, mut lines) = (vec![], vec![], vec![], 0);
    let wanted = Wanted { shortcuts: false, plays: 100, most: u64::MAX, marks: false };
    for n in 0..panels {
        let cells = match n {
            0 => vec![Plain::Empty; side * side],
            _ => random_panel(side, &mut rng),
        };
        let level = level_of(side, &cells);
        let begun = Instant::now();
        let found = search.solutions(&level, wanted, &|| false).expect("an answer");
        ours.push(begun.elapsed());
        let begun = Instant::now();
        let mut walk = Walk::new(side, cells);
        walk.go((0, side));
        plain.push(begun.elapsed());
        lines = walk.lines;
        assert_eq!(found.count, walk.solutions, "{level:?}");
        // A million solutions are too many for it.
        if n > 0 && side < 5 {
            asp.extend(clingo(&*game, &level, found.count));
        }
    }
    let slowest = ours.iter().max().copied().unwrap_or_default();
    let (ours, plain) = (median(&mut ours), median(&mut plain));
    let times = |other: Duration| format!("{:.0}", other.as_secs_f64() / ours.as_secs_f64());
    let asp = (!asp.is_empty()).then(|| median(&mut asp));
    println!(
        "| {side}x{side} ({panels}) | {lines} | {} | {} | {} | {} | {} | {} |",
        ms(ours),
        ms(slowest),
        ms(plain),
        times(plain),
        asp.map_or("not asked".to_owned(), ms),
        asp.map_or(String::new(), times),
    );
}

/// All answer sets by `clingo` itself, if it is on the path, including the time to start it.
fn clingo(game: &dyn Game, level: &Level, count: u64) -> Option<Duration> {
    let text = program_text(game, level).ok()?;
    let begun = Instant::now();
    let mut child = Command::new("clingo")
        .args(["-n", "0", "-q", "--project", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    child.stdin.take()?.write_all(text.as_bytes()).ok()?;
    let output = child.wait_with_output().ok()?;
    let time = begun.elapsed();
    let text = String::from_utf8_lossy(&output.stdout);
    let models = text.lines().find_map(|line| line.strip_prefix("Models       : "));
    assert_eq!(models.and_then(|n| n.trim().parse().ok()), Some(count), "{text}");
    Some(time)
}

/// Every level of 1 to 5 squares and stars in two colours on 3x3: which lines are a level's only one?
fn levels() {
    let mut walk = Walk::new(3, vec![Plain::Empty; 9]);
    walk.stored = Some(Vec::new());
    walk.go((0, 3));
    let stored = walk.stored.unwrap_or_default();
    let kinds = [Plain::Square(1), Plain::Square(2), Plain::Star(1), Plain::Star(2)];
    let begun = Instant::now();
    let (mut seen, mut unique) = (0u64, 0u64);
    every_level(&mut vec![Plain::Empty; 9], (0, 5), &kinds, &mut |cells| {
        seen += 1;
        let solves = |line: &&Stored| holds(cells, &line.0, &line.1);
        unique += u64::from(stored.iter().filter(solves).take(2).count() == 1);
    });
    let plain = begun.elapsed();
    let rate = |levels: u64, time: Duration| levels as f64 / time.as_secs_f64();
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    let study = foolproof::built_in().by_id("witness").expect("the game").study().expect("a study");
    let timed = |new: &[&str], there: &[&str]| {
        let mut values = SettingValues::default();
        values.set("type", SettingValue::Names(names(new)));
        values.set("there", SettingValue::Names(names(there)));
        let mut survey = study.start(&StudyRequest { values, level: None }).expect("a survey");
        let begun = Instant::now();
        assert_eq!(survey.run(&|_: f64| true), StudyEnd::Whole);
        begun.elapsed()
    };
    let line = |what: &str, levels: u64, time: Duration| {
        println!(
            "| {what} | {levels} | {:.0} levels a second | {:.0} levels a second | {:.0} |",
            rate(seen, plain),
            rate(levels, time),
            rate(levels, time) / rate(seen, plain)
        );
    };
    assert!(unique > 0);
    line("squares and stars", seen, timed(&["star"], &["square"]));
    // Each of 96 types, and the two there are, beside each of those two.
    line("96 types beside squares and stars", seen * 194, timed(&["all"], &["square", "star"]));
}

fn every_level(
    cells: &mut Vec<Plain>,
    (from, left): (usize, usize),
    kinds: &[Plain],
    on: &mut dyn FnMut(&[Plain]),
) {
    for at in from..cells.len() {
        for kind in kinds {
            cells[at] = *kind;
            on(cells);
            if left > 1 {
                every_level(cells, (at + 1, left - 1), kinds, on);
            }
        }
        cells[at] = Plain::Empty;
    }
}
