//! The instances published with the models of Demystify (github.com/stacs-cp/demystify-rs), read from a copy of
//! that repository: each parameter file becomes a level of ours.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use foolproof::game::Games;
use foolproof::level::{Board, Level, Mark, Site};
use foolproof::solving::Puzzle;

use super::{Walked, report, walk};

/// A value of a parameter in a file.
#[derive(Clone, Debug)]
enum Value {
    Number(i32),
    List(Vec<Value>),
}

/// The parameters of an instance, by their names.
struct Parameters(BTreeMap<String, Value>);

impl Value {
    fn number(&self) -> Option<i32> {
        match self {
            Self::Number(number) => Some(*number),
            Self::List(_) => None,
        }
    }

    fn list(&self) -> Option<Vec<i32>> {
        match self {
            Self::Number(_) => None,
            Self::List(values) => values.iter().map(Self::number).collect(),
        }
    }

    /// Reads a value from the front of a text; also returns the rest of the text.
    fn read(text: &str) -> Option<(Self, &str)> {
        let text = text.trim_start();
        let Some(mut rest) = text.strip_prefix('[') else {
            let is_inside = |at: char| at.is_ascii_digit() || at == '-';
            let end = text.find(|at| !is_inside(at)).unwrap_or(text.len());
            return Some((Self::Number(text[..end].parse().ok()?), &text[end..]));
        };
        let mut values = Vec::new();
        loop {
            rest = rest.trim_start().trim_start_matches(',').trim_start();
            if let Some(rest) = rest.strip_prefix(']') {
                return Some((Self::List(values), rest));
            }
            let (value, behind) = Self::read(rest)?;
            values.push(value);
            rest = behind;
        }
    }
}

impl Parameters {
    /// Reads every `letting NAME be VALUE`; comments begin with a dollar.
    fn read(text: &str) -> Self {
        let lines = text.lines().map(|line| line.split('$').next().unwrap_or_default());
        let text = lines.collect::<Vec<&str>>().join("\n");
        let given = text.split("letting ").skip(1).filter_map(|part| {
            let (name, value) = part.split_once(" be")?;
            Some((name.trim().to_owned(), Value::read(value)?.0))
        });
        Self(given.collect())
    }

    fn number(&self, name: &str) -> Option<i32> {
        self.0.get(name)?.number()
    }

    fn list(&self, name: &str) -> Option<Vec<i32>> {
        self.0.get(name)?.list()
    }

    fn rows(&self, name: &str) -> Option<Vec<Vec<i32>>> {
        match self.0.get(name)? {
            Value::Number(_) => None,
            Value::List(rows) => rows.iter().map(Value::list).collect(),
        }
    }

    /// The level for an instance, by the folder of its model; `None` if we do not have the game.
    fn level(&self, path: &str) -> Option<Level> {
        let readers = [
            ("binairo", Self::binairo as fn(&Self) -> Option<Level>),
            ("futoshiki", Self::futoshiki),
            ("kakurasu", Self::kakurasu),
            ("kakuro", Self::kakuro),
            ("killersudoku", Self::killer),
            ("skyscrapers", Self::skyscrapers),
            ("star-battle", Self::star_battle),
            ("tents", Self::tents),
            ("thermometer", Self::thermometers),
        ];
        let (_, read) = readers.into_iter().find(|(name, _)| path.starts_with(name))?;
        read(self)
    }

    fn binairo(&self) -> Option<Level> {
        let rows = self.rows("initial")?;
        let mut level = board_of("binairo", &rows, 0)?;
        paint_all(&mut level, &rows, 0, |digit| (digit < 2).then(|| format!("digit({digit})")));
        Some(level)
    }

    fn futoshiki(&self) -> Option<Level> {
        let rows = self.rows("values")?;
        let mut level = board_of("futoshiki", &rows, 0)?;
        paint_all(&mut level, &rows, 0, |given| (given > 0).then(|| format!("given({given})")));
        for less in self.rows("lt")? {
            let [row, col, to_row, to_col] = less[..] else { return None };
            let (edge, towards) = match row == to_row {
                true => ("vedge", if col < to_col { "w" } else { "e" }),
                false => ("hedge", if row < to_row { "n" } else { "s" }),
            };
            // The place is named after the second of the two cells; theirs count from 1.
            let place = format!("{edge}({},{})", col.max(to_col) - 1, row.max(to_row) - 1);
            paint(&mut level, &place, &format!("smaller({towards})"));
        }
        Some(level)
    }

    fn kakurasu(&self) -> Option<Level> {
        let (rows, cols) = (self.list("row_sums")?, self.list("col_sums")?);
        let side = rows.len() as u16;
        let mut level = Level::open("kakurasu", Board { cols: side + 2, rows: side + 2, tray: 0 });
        for (at, (row, col)) in rows.iter().zip(&cols).enumerate() {
            let (at, last) = (at + 1, side + 1);
            paint(&mut level, &format!("cell({last},{at})"), &format!("clue({row})"));
            paint(&mut level, &format!("cell({at},{last})"), &format!("clue({col})"));
        }
        Some(level)
    }

    fn kakuro(&self) -> Option<Level> {
        let rows = self.rows("blanks")?;
        let mut level = board_of("kakuro", &rows, 0)?;
        paint_all(&mut level, &rows, 0, |white| (white == 0).then(|| "black".to_owned()));
        for (sums, edge) in [("vertsums", "hedge"), ("horzsums", "vedge")] {
            for (at, sum) in cells(&self.rows(sums)?).filter(|(_, sum)| *sum != 0) {
                let (col, row) = if edge == "hedge" { (at.0, at.1 + 1) } else { (at.0 + 1, at.1) };
                paint(&mut level, &format!("{edge}({col},{row})"), &format!("sum({sum})"));
            }
        }
        Some(level)
    }

    fn killer(&self) -> Option<Level> {
        let rows = self.rows("grid")?;
        let mut level = board_of("sudoku", &rows, 0)?;
        for (number, sum) in self.list("hints")?.into_iter().enumerate() {
            let inside = cells(&rows).filter(|(_, cage)| *cage == number as i32 + 1);
            let inside: Vec<String> =
                inside.map(|((col, row), _)| format!("cell({col},{row})")).collect();
            let mark = format!("cage({sum},{})", inside.join(","));
            if !inside.is_empty() {
                paint(&mut level, &format!("constraint({number})"), &mark);
            }
        }
        Some(level)
    }

    fn skyscrapers(&self) -> Option<Level> {
        let rows = self.rows("GRID")?;
        let last = rows.len() + 1;
        let mut level = board_of("skyscrapers", &rows, 2)?;
        paint_all(&mut level, &rows, 1, |given| (given > 0).then(|| format!("given({given})")));
        for (side, clues) in self.rows("side_labels")?.iter().enumerate() {
            for (at, clue) in (1..).zip(clues).filter(|(_, clue)| **clue > 0) {
                let (col, row) = match side {
                    0 => (0, at),
                    1 => (at, 0),
                    2 => (last, at),
                    _ => (at, last),
                };
                paint(&mut level, &format!("cell({col},{row})"), &format!("clue({clue})"));
            }
        }
        Some(level)
    }

    fn star_battle(&self) -> Option<Level> {
        let rows = self.rows("cages")?;
        let mut level = board_of("starbattle", &rows, 0)?;
        level.settings.insert("stars".to_owned(), self.number("starcount")?);
        let at = |col: usize, row: usize| rows.get(row).and_then(|row| row.get(col));
        for ((col, row), cage) in cells(&rows) {
            if col > 0 && at(col - 1, row) != Some(&cage) {
                paint(&mut level, &format!("vedge({col},{row})"), "wall");
            }
            if row > 0 && at(col, row - 1) != Some(&cage) {
                paint(&mut level, &format!("hedge({col},{row})"), "wall");
            }
        }
        Some(level)
    }

    fn tents(&self) -> Option<Level> {
        let rows = self.rows("trees")?;
        let mut level = board_of("tents", &rows, 1)?;
        paint_all(&mut level, &rows, 1, |tree| (tree > 0).then(|| "tree".to_owned()));
        self.count_lines(&mut level)?;
        Some(level)
    }

    fn thermometers(&self) -> Option<Level> {
        let (rows, step) = (self.rows("therms")?, self.number("step")?);
        let mut level = board_of("thermometers", &rows, 1)?;
        let at: BTreeMap<i32, (usize, usize)> =
            cells(&rows).map(|(at, piece)| (piece, at)).collect();
        for (piece, place) in &at {
            let beside = |other: i32| {
                let is_of_it = other / step == piece / step && other % step != 0;
                at.get(&other).filter(|_| is_of_it).and_then(|to| towards(*place, *to))
            };
            let mark = match (beside(piece - 1), beside(piece + 1)) {
                (None, Some(next)) => format!("bulb({next})"),
                (Some(before), None) => format!("tip({before})"),
                (Some(one), Some(other)) => through(one, other)?,
                (None, None) => return None,
            };
            paint(&mut level, &format!("cell({},{})", place.0 + 1, place.1 + 1), &mark);
        }
        self.count_lines(&mut level)?;
        Some(level)
    }

    /// The numbers of the rows and columns, at the left and at the top; -1 stands for none.
    fn count_lines(&self, level: &mut Level) -> Option<()> {
        let (rows, cols) = (self.list("row_sums")?, self.list("col_sums")?);
        for (row, sum) in (1..).zip(rows).filter(|(_, sum)| *sum >= 0) {
            paint(level, &format!("cell(0,{row})"), &format!("clue({sum})"));
        }
        for (col, sum) in (1..).zip(cols).filter(|(_, sum)| *sum >= 0) {
            paint(level, &format!("cell({col},0)"), &format!("clue({sum})"));
        }
        Some(())
    }
}

/// An empty level for these cells, with `rim` more rows and columns for clues.
fn board_of(game: &str, rows: &[Vec<i32>], rim: usize) -> Option<Level> {
    let side = |cells: usize| u16::try_from(cells + rim).ok();
    let (cols, rows) = (side(rows.first()?.len())?, side(rows.len())?);
    Some(Level::open(game, Board { cols, rows, tray: 0 }))
}

/// All cells by column and row, with their values.
fn cells(rows: &[Vec<i32>]) -> impl Iterator<Item = ((usize, usize), i32)> {
    let numbered = rows.iter().enumerate();
    numbered.flat_map(|(row, cells)| {
        cells.iter().enumerate().map(move |(col, value)| ((col, row), *value))
    })
}

fn paint(level: &mut Level, site: &str, mark: &str) {
    let site: Site = site.parse().expect("a site");
    level.paint(site, Some(mark.parse::<Mark>().expect("a mark")));
}

/// Paints the meaning of the cells' values; `rim` cells come before them.
fn paint_all(
    level: &mut Level,
    rows: &[Vec<i32>],
    rim: usize,
    mark_of: impl Fn(i32) -> Option<String>,
) {
    for ((col, row), value) in cells(rows) {
        if let Some(mark) = mark_of(value) {
            paint(level, &format!("cell({},{})", col + rim, row + rim), &mark);
        }
    }
}

/// The direction from a cell to a neighbour.
fn towards(from: (usize, usize), to: (usize, usize)) -> Option<char> {
    match (to.0 as i64 - from.0 as i64, to.1 as i64 - from.1 as i64) {
        (0, -1) => Some('n'),
        (1, 0) => Some('e'),
        (0, 1) => Some('s'),
        (-1, 0) => Some('w'),
        _ => None,
    }
}

/// A piece of tube between these sides.
fn through(one: char, other: char) -> Option<String> {
    let sides: String = "nesw".chars().filter(|side| *side == one || *side == other).collect();
    Some(match sides.as_str() {
        "ns" => "tube(upright)".to_owned(),
        "ew" => "tube(level)".to_owned(),
        "nw" => "bend(wn)".to_owned(),
        bend if bend.len() == 2 => format!("bend({bend})"),
        _ => return None,
    })
}

/// All parameter files below a folder, sorted by name.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    for path in entries.map(|entry| entry.path()) {
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|of| of == "param" || of == "eprime") {
            found.push(path);
        }
    }
    found.sort();
}

/// Prints a walk, with the number of steps of each size.
fn told(name: &str, walked: Walked) -> Walked {
    walked.print(name);
    let mut sizes: BTreeMap<usize, usize> = BTreeMap::new();
    walked.sizes.iter().for_each(|size| *sizes.entry(*size).or_default() += 1);
    let told: Vec<String> =
        sizes.iter().map(|(size, steps)| format!("{steps} of {size}")).collect();
    println!("    {}; {} marks differ", told.join(", "), walked.differing);
    walked
}

/// The walks over the instances of a game.
#[derive(Default)]
struct OfGame {
    walked: Vec<Walked>,
    by_deletion: Vec<Walked>,
}

/// Walks all instances below a folder whose paths within it begin with `only`, each for a limited time, and
/// again by plain deletion if that is wanted.
pub(crate) fn measure(
    games: &Games,
    (folder, only): (&Path, &str),
    most: Duration,
    by_deletion: Option<Duration>,
) {
    let (mut found, mut all) = (Vec::new(), BTreeMap::<String, OfGame>::new());
    files(folder, &mut found);
    for path in found {
        let name = path.strip_prefix(folder).unwrap_or(&path).display().to_string();
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let level = Parameters::read(&text).level(&name).filter(|_| name.starts_with(only));
        let Some(level) = level else { continue };
        let game = games.by_id(level.game.as_str()).expect("it was loaded");
        let program = game.sentences().and_then(|rules| rules.sentence_program(&level).ok());
        let Some(program) = program else {
            println!("{name}: its rules cannot be read");
            continue;
        };
        let puzzle = Puzzle::of(&program);
        let of_game = all.entry(level.game.to_string()).or_default();
        let walked = walk(&puzzle, most, |finder, stop| finder.next(stop));
        of_game.walked.push(told(&name, walked));
        if let Some(most) = by_deletion {
            let walked = walk(&puzzle, most, |finder, stop| finder.next_by_deletion(stop));
            of_game.by_deletion.push(told("  by deletion", walked));
        }
    }
    for (game, of_game) in &all {
        for (way, walked) in [("", &of_game.walked), (" by deletion", &of_game.by_deletion)] {
            summarise(&format!("{game}{way}"), walked);
        }
    }
    let all: Vec<&Walked> = all.values().flat_map(|of| &of.walked).collect();
    report("first step", &all.iter().map(|walked| walked.first).collect::<Vec<_>>());
    report("whole path", &all.iter().map(|walked| walked.whole).collect::<Vec<_>>());
}

fn summarise(name: &str, walked: &[Walked]) {
    let ended: Vec<&Walked> = walked.iter().filter(|walked| walked.whole.is_some()).collect();
    let one = ended.iter().filter(|walked| walked.differing == 0).count();
    let steps: usize = ended.iter().map(|walked| walked.sizes.len()).sum();
    let sentences: usize = ended.iter().flat_map(|walked| &walked.sizes).sum();
    let time: f64 = ended.iter().filter_map(|of| of.whole).map(|time| time.as_secs_f64()).sum();
    if !walked.is_empty() {
        println!(
            "{name}: {} of {} to their end, {one} with one solution; {steps} steps, {:.2} sentences on average, \
             {time:.2} s",
            ended.len(),
            walked.len(),
            sentences as f64 / steps.max(1) as f64,
        );
    }
}
