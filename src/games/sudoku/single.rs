//! Checks of a player's entries, and the next cell to fill.

use crate::engine::{Model, Walk};
use crate::grid::Reading;
use crate::puzzle::Puzzle;
use foolproof_game::{NextMark, listed};
use foolproof_level::{Level, Play, Site};

/// The first mark of a play that is not a digit on an empty cell of the board, and why.
pub(crate) fn misplaced(puzzle: &Puzzle, play: &Play) -> Option<(String, Site)> {
    play.iter().find_map(|(site, mark)| {
        match Reading::of(mark) {
            Ok(Reading::Digit(digit)) if usize::from(digit) <= puzzle.side => {}
            _ => return Some((format!("`{mark}` is not a digit of this board"), site)),
        }
        match puzzle.cell(site) {
            None => Some((format!("{} is not a cell of the board", site.name()), site)),
            Some(cell) if puzzle.given[cell] != 0 => {
                let words = "holds a clue, so it cannot be filled";
                Some((format!("{} {words}", site.name()), site))
            }
            Some(_) => None,
        }
    })
}

/// The next cell of a solution: a single if there is one, with its reason, else the first.
pub(crate) fn next(level: &Level, play: &Play, solution: &Play) -> Option<NextMark> {
    let puzzle = Puzzle::of(level).ok()?;
    let narrowing = Narrowing::of(&puzzle);
    let seen = narrowing.look(&puzzle.with(play));
    let missing: Vec<(usize, u8)> = solution
        .minus(play)
        .filter_map(|(site, mark)| match Reading::of(mark) {
            Ok(Reading::Digit(digit)) => Some((puzzle.cell(site)?, digit)),
            _ => None,
        })
        .filter(|(cell, _)| puzzle.given[*cell] == 0)
        .collect();
    let reasons: [SingleReason<'_>; 6] = [
        Seen::last_of_house,
        Seen::hidden,
        Seen::naked,
        Seen::left_by_one,
        Seen::hidden_by_one,
        Seen::left_by_several,
    ];
    for reason in reasons {
        let told = |(cell, digit): &(usize, u8)| Some((*cell, reason(&seen, *cell, *digit)?));
        if let Some((cell, why)) = missing.iter().find_map(told) {
            return Some(NextMark { site: puzzle.site(cell), why: Some(why) });
        }
    }
    let (cell, _) = missing.first()?;
    Some(NextMark { site: puzzle.site(*cell), why: None })
}

/// The rounds in which singles fill a puzzle: the number of cells found in each, given those of earlier
/// rounds; and the number of cells left when there are no more singles.
pub(crate) fn rounds(puzzle: &Puzzle, solution: &[u8]) -> (Vec<usize>, usize) {
    let narrowing = Narrowing::of(puzzle);
    let (mut digits, mut rounds) = (puzzle.given.clone(), Vec::new());
    loop {
        let seen = narrowing.look(&digits);
        let reasons: [SingleReason<'_>; 4] =
            [Seen::hidden, Seen::naked, Seen::left_by_one, Seen::hidden_by_one];
        let told = |(cell, digit): &(usize, u8)| {
            reasons.iter().any(|reason| reason(&seen, *cell, *digit).is_some())
        };
        let empty = || {
            let cells = digits.iter().zip(solution).enumerate();
            cells.filter(|(_, (held, _))| **held == 0).map(|(cell, (_, digit))| (cell, *digit))
        };
        let found: Vec<(usize, u8)> = empty().filter(told).collect();
        if found.is_empty() {
            return (rounds, empty().count());
        }
        rounds.push(found.len());
        found.into_iter().for_each(|(cell, digit)| digits[cell] = digit);
    }
}

/// The reason why a cell holds a digit, if this kind of reason applies.
type SingleReason<'n> = fn(&Seen<'n>, usize, u8) -> Option<String>;

/// Each constraint of a puzzle alone, as a remover of digits.
struct Narrowing<'a> {
    puzzle: &'a Puzzle,
    /// Rows, columns and regions, each with its name.
    houses: Vec<(Vec<usize>, &'static str)>,
    alone: Vec<Model>,
}

impl<'a> Narrowing<'a> {
    fn of(puzzle: &'a Puzzle) -> Self {
        let name = |number: usize| match number / puzzle.side {
            0 => "row",
            1 => "column",
            _ if puzzle.boxes.is_some() => "box",
            _ => "region",
        };
        let houses = puzzle.houses().enumerate().map(|(number, house)| (house, name(number)));
        let houses: Vec<(Vec<usize>, &'static str)> = houses.collect();
        let alone = puzzle.objects.iter().map(|object| {
            let mut model = Model::new(puzzle.side, puzzle.given.len());
            // It is obvious that cells of a common house differ.
            for (house, _) in &houses {
                let mut here = object.cells();
                here.sort_unstable();
                here.dedup();
                here.retain(|cell| house.contains(cell));
                for (at, first) in here.iter().enumerate() {
                    here.iter().skip(at + 1).for_each(|second| model.unlike(*first, *second));
                }
            }
            object.kind.post(object, puzzle, &mut model);
            model.finish();
            model
        });
        let alone = alone.collect();
        Self { puzzle, houses, alone }
    }

    /// The candidates visible on a board with these digits.
    fn look<'b>(&'b self, digits: &[u8]) -> Seen<'b> {
        let all = u16::MAX >> (16 - self.puzzle.side);
        let held = |digit: u8| if digit > 0 { 1u16 << (digit - 1) } else { 0 };
        let mut candidates = vec![all; digits.len()];
        for (house, _) in &self.houses {
            let there = house.iter().fold(0, |set, cell| set | held(digits[*cell]));
            house.iter().for_each(|cell| candidates[*cell] &= !there);
        }
        for (candidates, digit) in
            candidates.iter_mut().zip(digits).filter(|(_, digit)| **digit > 0)
        {
            *candidates = held(*digit);
        }
        let narrowed = self.alone.iter().map(|model| {
            let mut left: Vec<u16> =
                candidates.iter().zip(model.start()).map(|(seen, may)| seen & may).collect();
            // Conflicting digits give no information.
            let goes = Walk::new(model, &|| false).settle(&mut left);
            if goes { left } else { candidates.clone() }
        });
        let narrowed = narrowed.collect();
        Seen { of: self, digits: digits.to_vec(), candidates, narrowed }
    }
}

/// The view of a board: the candidates of each cell given the digits of its houses, and the part that each
/// constraint alone leaves.
struct Seen<'a> {
    of: &'a Narrowing<'a>,
    digits: Vec<u8>,
    candidates: Vec<u16>,
    narrowed: Vec<Vec<u16>>,
}

impl Seen<'_> {
    /// The houses of a cell, each with its name.
    fn houses(&self, cell: usize) -> impl DoubleEndedIterator<Item = &(Vec<usize>, &'static str)> {
        self.of.houses.iter().filter(move |(house, _)| house.contains(&cell))
    }

    fn last_of_house(&self, cell: usize, _: u8) -> Option<String> {
        let last =
            |house: &[usize]| house.iter().all(|other| *other == cell || self.digits[*other] > 0);
        let (_, name) = self.houses(cell).find(|(house, _)| last(house))?;
        Some(format!("it is the last empty cell of its {name}"))
    }

    /// A house of a cell in which no other cell may hold a digit.
    fn alone_in(&self, cell: usize, digit: u8, candidates: &[u16]) -> Option<&'static str> {
        let takes = |other: &usize| {
            *other != cell && self.digits[*other] == 0 && candidates[*other] >> (digit - 1) & 1 == 1
        };
        // Adjacent cells are noticed first.
        let mut houses = self.houses(cell).rev();
        houses.find(|(house, _)| !house.iter().any(takes)).map(|(_, name)| *name)
    }

    fn hidden(&self, cell: usize, digit: u8) -> Option<String> {
        let name = self.alone_in(cell, digit, &self.candidates)?;
        Some(format!("no other cell of its {name} can hold it"))
    }

    fn naked(&self, cell: usize, digit: u8) -> Option<String> {
        let only = self.candidates[cell] == 1 << (digit - 1);
        let (last, before) = self.of.houses_named();
        only.then(|| format!("every other digit is in its {before} or {last} already"))
    }

    /// The constraints, each with the candidates that it leaves.
    fn constraints(&self) -> impl Iterator<Item = (String, &Vec<u16>)> {
        let puzzle = self.of.puzzle;
        puzzle.objects.iter().zip(&self.narrowed).map(|(of, left)| (of.title(puzzle.side), left))
    }

    fn left_by_one(&self, cell: usize, digit: u8) -> Option<String> {
        let only = |left: &Vec<u16>| left[cell] == 1 << (digit - 1);
        let (title, _) = self.constraints().find(|(_, left)| only(left))?;
        Some(format!("{title} leaves it no other digit"))
    }

    fn hidden_by_one(&self, cell: usize, digit: u8) -> Option<String> {
        self.constraints().find_map(|(title, left)| {
            let name = self.alone_in(cell, digit, left)?;
            Some(format!("with {title}, no other cell of its {name} can hold it"))
        })
    }

    /// A minimal set of constraints that leave a cell no other digit.
    fn left_by_several(&self, cell: usize, digit: u8) -> Option<String> {
        let narrows = |(_, left): &(String, &Vec<u16>)| left[cell] != self.candidates[cell];
        let mut needed: Vec<(String, &Vec<u16>)> = self.constraints().filter(narrows).collect();
        let left = |of: &[(String, &Vec<u16>)]| {
            of.iter().fold(u16::MAX, |set, (_, left)| set & left[cell])
        };
        let only = 1 << (digit - 1);
        if left(&needed) != only {
            return None;
        }
        for at in (0..needed.len()).rev() {
            let one = needed.remove(at);
            if left(&needed) != only {
                needed.insert(at, one);
            }
        }
        let titles: Vec<String> = needed.into_iter().map(|(title, _)| title).collect();
        Some(format!("{} leave it no other digit", listed(&titles, "and")))
    }
}

impl Narrowing<'_> {
    /// The last kind of houses, and those before it.
    fn houses_named(&self) -> (&'static str, &'static str) {
        match (self.puzzle.boxes.is_some(), self.puzzle.regions.is_empty()) {
            (true, _) => ("box", "row, column"),
            (false, false) => ("region", "row, column"),
            (false, true) => ("column", "row"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use foolproof_level::Board;

    fn level(rows: [&str; 4]) -> Level {
        let mut level = Level::open("sudoku", Board { cols: 4, rows: 4, tray: 0 });
        for (row, digits) in (0u16..).zip(rows) {
            for (col, digit) in (0u16..).zip(digits.chars()).filter(|(_, digit)| *digit != '.') {
                level.paint(Site::cell(col, row), digit.to_string().parse().ok());
            }
        }
        level
    }

    fn solution() -> Play {
        let rows = ["1234", "3412", "2143", "4321"];
        let level = level(rows);
        level.marks().map(|(site, mark)| (site, mark.clone())).collect()
    }

    fn next_of(rows: [&str; 4]) -> (Site, Option<String>) {
        let level = level(rows);
        let free = |site: &Site| level.mark(*site).is_none();
        let all = solution();
        let open: Play = all
            .iter()
            .filter(|(site, _)| free(site))
            .map(|(site, mark)| (site, mark.clone()))
            .collect();
        let NextMark { site, why } = next(&level, &Play::default(), &open).expect("a cell is open");
        (site, why)
    }

    #[test]
    fn singles_fill_round_by_round_or_leave_cells() {
        let mut digits = vec![0; 16];
        let empty = Puzzle::of(&level(["....", "....", "....", "...."])).expect("a puzzle");
        for (site, mark) in solution().iter() {
            digits[empty.cell(site).expect("a cell")] = mark.as_str().parse().expect("a digit");
        }
        let of = |rows| rounds(&Puzzle::of(&level(rows)).expect("a puzzle"), &digits);
        assert_eq!(of(["1234", "3412", "2143", "432."]), (vec![1], 0));
        assert_eq!(of(["123.", "3412", "2143", "432."]), (vec![2], 0));
        assert_eq!(of(["....", "....", "....", "...."]), (vec![], 16));
    }

    #[test]
    fn the_next_cell_is_the_easiest_and_says_why() {
        let (site, why) = next_of(["123.", "....", "....", "...."]);
        assert_eq!(site, Site::cell(3, 0));
        assert!(why.expect("a reason").contains("last empty cell of its row"));
        let (site, why) = next_of(["12..", "....", "..4.", "...1"]);
        assert_eq!(site, Site::cell(1, 2));
        assert!(why.expect("a reason").contains("no other cell of its box can hold it"));
        assert_eq!(next_of(["....", "....", "....", "...."]).1, None, "nothing can be told");
    }

    #[test]
    fn constraints_give_reasons_and_boards_need_no_boxes() {
        let mut level = level(["....", "....", "....", "...."]);
        let mark = |text: &str| Some(text.parse().expect("a mark"));
        let next_of = |level: &Level| next(level, &Play::default(), &solution()).expect("a cell");
        level.paint(Site::constraint(1), mark("thermo(cell(0,0),cell(0,1))"));
        level.paint(Site::constraint(0), mark("cage(4,cell(0,0),cell(0,1))"));
        let NextMark { site, why } = next_of(&level);
        assert_eq!(
            (site, why.as_deref()),
            (
                Site::cell(0, 1),
                Some("the 4-cage at R1C1 and the thermometer at R1C1 leave it no other digit")
            )
        );
        level.paint(Site::constraint(1), mark("odd(cell(0,0))"));
        level.paint(Site::constraint(0), mark("cage(3,cell(0,0),cell(1,0))"));
        let why = next_of(&level).why.expect("a reason");
        assert_eq!(why, "the 3-cage at R1C1 and the odd cell at R1C1 leave it no other digit");
        level.paint(Site::constraint(2), mark("no_boxes"));
        level.paint(Site::cell(1, 0), mark("2"));
        let why = next_of(&level).why.expect("a reason");
        assert_eq!(why, "the 3-cage at R1C1 leaves it no other digit");
        level.paint(Site::constraint(0), None);
        level.paint(Site::cell(0, 1), mark("3"));
        let NextMark { site, why } = next_of(&level);
        assert_eq!(site, Site::cell(0, 0));
        assert_eq!(why.as_deref(), Some("the odd cell at R1C1 leaves it no other digit"));
        level.paint(Site::cell(2, 0), mark("3"));
        level.paint(Site::cell(0, 3), mark("4"));
        let why = next_of(&level).why.expect("a reason");
        assert_eq!(why, "no other cell of its column can hold it");
    }
}
