//! A puzzle's rules spelled as ground rules: the digits that cells may get, and the cases in which a sentence
//! is wrong.

use crate::constraints::Object;
use crate::engine::{CellSight, Layers, Model, Piece, digits_of};
use crate::puzzle::Puzzle;
use foolproof_game::{NoGroundPlay, SentenceWriter};
use foolproof_ground::{AtomNumber, GroundProgram};

/// A digit in a cell.
#[derive(Clone, Copy)]
enum Holding {
    Never,
    Always,
    If(AtomNumber),
}

/// The rules of a puzzle while they are written.
pub(crate) struct Spelling<'a> {
    puzzle: &'a Puzzle,
    writer: SentenceWriter,
    /// The digits of each empty cell.
    atoms: Vec<Vec<AtomNumber>>,
    /// Candidates of each cell by the clues.
    possible: Vec<u16>,
}

/// A violation of a sentence: all of these digits are there, and none of those.
#[derive(Default)]
struct Case {
    needs: Vec<(usize, u8)>,
    lacks: Vec<(usize, u8)>,
}

impl<'a> Spelling<'a> {
    /// Starts with the empty cells; each wants a digit.
    pub(crate) fn new(puzzle: &'a Puzzle, empty: &str) -> Self {
        let digits = crate::grid::digit_marks(puzzle.side);
        let all = u16::MAX >> (16 - puzzle.side.clamp(1, 16));
        let mut writer = SentenceWriter::default();
        let (mut atoms, mut possible) = (Vec::new(), Vec::new());
        for (cell, given) in puzzle.given.iter().enumerate() {
            if *given > 0 {
                atoms.push(Vec::new());
                possible.push(1 << (given - 1));
                continue;
            }
            let site = puzzle.site(cell);
            let of = writer.site(site, &digits);
            writer.wants_one(empty, &site.to_string(), &of);
            atoms.push(of);
            possible.push(all);
        }
        Self { puzzle, writer, atoms, possible }
    }

    pub(crate) fn program(self) -> GroundProgram {
        self.writer.program()
    }

    fn holding(&self, cell: usize, digit: u8) -> Holding {
        let may = self.possible.get(cell).is_some_and(|set| set >> (digit - 1) & 1 == 1);
        match self.atoms.get(cell).map(Vec::as_slice) {
            _ if !may => Holding::Never,
            Some([]) | None => Holding::Always,
            Some(atoms) => {
                atoms.get(usize::from(digit) - 1).map_or(Holding::Never, |atom| Holding::If(*atom))
            }
        }
    }

    /// A digit once in some cells, and not twice: two sentences about a place.
    pub(crate) fn once(&mut self, digit: u8, cells: &[usize], sentences: [&str; 2], place: &str) {
        let [missing, twice] = sentences;
        let mut open = Vec::new();
        let mut clues = 0;
        for cell in cells {
            match self.holding(*cell, digit) {
                Holding::Never => {}
                Holding::Always => clues += 1,
                Holding::If(atom) => open.push(atom),
            }
        }
        match clues {
            0 => {
                self.writer.wants_one(missing, place, &open);
                self.writer.wants_at_most(1, twice, place, &open);
            }
            1 => self.writer.wants_at_most(0, twice, place, &open),
            _ => self.writer.is_wrong(twice, place),
        }
    }

    /// Writes a sentence; its violations are given by its pieces.
    pub(crate) fn sentence(&mut self, words: &str, place: Option<&str>, pieces: &[&Piece]) {
        let wrong = match place {
            Some(place) => self.writer.wrong(words, place),
            None => self.writer.wrong_anywhere(words),
        };
        let mut cells: Vec<usize> = pieces.iter().flat_map(|piece| piece.cells()).collect();
        cells.sort_unstable();
        cells.dedup();
        for cell in cells {
            let any = self.digits(cell).map(|digit| (cell, digit)).collect();
            self.case(wrong, &Case { lacks: any, ..Case::default() });
        }
        pieces.iter().for_each(|piece| self.piece(wrong, piece));
    }

    fn digits(&self, cell: usize) -> impl Iterator<Item = u8> + use<> {
        digits_of(self.possible.get(cell).copied().unwrap_or(0))
    }

    /// Makes a sentence wrong in a case, if that is possible.
    fn case(&mut self, wrong: AtomNumber, case: &Case) {
        self.case_with(wrong, case, Vec::new(), &[]);
    }

    /// Makes a sentence wrong in a case if some atoms also hold, and others do not.
    fn case_with(
        &mut self,
        wrong: AtomNumber,
        case: &Case,
        mut needs: Vec<AtomNumber>,
        lacks: &[AtomNumber],
    ) {
        for (cell, digit) in &case.needs {
            match self.holding(*cell, *digit) {
                Holding::Never => return,
                Holding::Always => {}
                Holding::If(atom) => needs.push(atom),
            }
        }
        let mut lacks = lacks.to_vec();
        for (cell, digit) in &case.lacks {
            match self.holding(*cell, *digit) {
                Holding::Never => {}
                Holding::Always => return,
                Holding::If(atom) => lacks.push(atom),
            }
        }
        self.writer.rule(wrong, &needs, &lacks);
    }

    fn piece(&mut self, wrong: AtomNumber, piece: &Piece) {
        match piece {
            Piece::Never => self.case(wrong, &Case::default()),
            Piece::Allow(cell, allowed) => {
                for digit in self.digits(*cell).filter(|digit| allowed >> (digit - 1) & 1 == 0) {
                    self.case(wrong, &Case { needs: vec![(*cell, digit)], ..Case::default() });
                }
            }
            Piece::Unlike([first, second]) => {
                for digit in self.digits(*first) {
                    let needs = vec![(*first, digit), (*second, digit)];
                    self.case(wrong, &Case { needs, ..Case::default() });
                }
            }
            Piece::Pair([first, second], partners) => {
                let goes = |a: u8, b: u8| {
                    let partners = partners.get(usize::from(a) - 1);
                    partners.is_some_and(|set| set >> (b - 1) & 1 == 1)
                };
                self.partners(wrong, [*first, *second], &goes);
                self.partners(wrong, [*second, *first], &|b, a| goes(a, b));
            }
            Piece::House(cells) => {
                for digit in (1..=16u8).take(self.puzzle.side) {
                    let lacks: Vec<(usize, u8)> = cells.iter().map(|cell| (*cell, digit)).collect();
                    self.case(wrong, &Case { lacks, ..Case::default() });
                    for (at, first) in cells.iter().enumerate() {
                        for second in cells.iter().skip(at + 1) {
                            let needs = vec![(*first, digit), (*second, digit)];
                            self.case(wrong, &Case { needs, ..Case::default() });
                        }
                    }
                }
            }
            Piece::Paths(layers) => _ = self.paths(wrong, layers),
            Piece::Same(groups) => {
                let ends: Vec<Vec<AtomNumber>> =
                    groups.iter().map(|layers| self.paths(wrong, layers)).collect();
                for (at, (group, here)) in groups.iter().zip(&ends).enumerate() {
                    // One behind the other, and the first behind the last.
                    let next = (at + 1) % groups.len();
                    let (Some(other), Some(there)) = (groups.get(next), ends.get(next)) else {
                        continue;
                    };
                    for (end, atom) in group.ends.iter().zip(here) {
                        let same = other.ends.iter().zip(there).filter(|(other, _)| *other == end);
                        let same: Vec<AtomNumber> = same.map(|(_, atom)| *atom).collect();
                        self.writer.rule(wrong, &[*atom], &same);
                    }
                }
            }
        }
    }

    /// Requires that a digit of the first cell has a compatible one in the second.
    fn partners(
        &mut self,
        wrong: AtomNumber,
        [first, second]: [usize; 2],
        goes: &dyn Fn(u8, u8) -> bool,
    ) {
        for digit in self.digits(first) {
            let with = self.digits(second).filter(|other| goes(digit, *other));
            let lacks = with.map(|other| (second, other)).collect();
            self.case(wrong, &Case { needs: vec![(first, digit)], lacks });
        }
    }

    /// Spells a graph as nodes that are reached: a reached node wants an edge, and so does a digit. The
    /// consequences of a graph then follow rule by rule (as in I. Abío, G. Gange, V. Mayer-Eichberger, P.
    /// Stuckey, *On CNF encodings of decision diagrams*, 2016). Returns the atoms of the last layer's nodes.
    fn paths(&mut self, wrong: AtomNumber, layers: &Layers) -> Vec<AtomNumber> {
        let start = self.writer.derived();
        self.writer.rule(start, &[], &[]);
        let mut nodes = vec![start];
        for (cell, edges) in layers.cells.iter().zip(&layers.edges) {
            let n_next = edges.iter().map(|edge| edge.to + 1).max().unwrap_or(0);
            let next: Vec<AtomNumber> = (0..n_next).map(|_| self.writer.derived()).collect();
            let taken: Vec<AtomNumber> = edges.iter().map(|_| self.writer.derived()).collect();
            for (edge, taken) in edges.iter().zip(&taken) {
                let (Some(from), Some(to)) = (nodes.get(edge.from), next.get(edge.to)) else {
                    continue;
                };
                let needs = vec![(*cell, edge.digit)];
                self.case_with(*taken, &Case { needs, ..Case::default() }, vec![*from], &[]);
                self.writer.rule(*to, &[*taken], &[]);
            }
            let taken_where = |of: &dyn Fn(usize, u8) -> bool| -> Vec<AtomNumber> {
                let edges = edges.iter().zip(&taken);
                edges
                    .filter(|(edge, _)| of(edge.from, edge.digit))
                    .map(|(_, taken)| *taken)
                    .collect()
            };
            for (number, node) in nodes.iter().enumerate() {
                let out = taken_where(&|from, _| from == number);
                self.writer.rule(wrong, &[*node], &out);
            }
            for digit in self.digits(*cell) {
                let with = taken_where(&|_, held| held == digit);
                let needs = vec![(*cell, digit)];
                self.case_with(wrong, &Case { needs, ..Case::default() }, Vec::new(), &with);
            }
            nodes = next;
        }
        nodes
    }
}

impl Spelling<'_> {
    /// A constraint piece by piece; `None` if that takes too much room.
    pub(crate) fn pieces(&self, object: &Object, houses: &[Vec<usize>]) -> Option<Vec<Piece>> {
        let puzzle = self.puzzle;
        let mut model = Model::new(puzzle.side, puzzle.given.len());
        object.kind.post(object, puzzle, &mut model);
        let together = |a: usize, b: usize| {
            houses.iter().any(|house| house.contains(&a) && house.contains(&b))
        };
        let sees = |a: usize, b: usize| a != b && (model.sees(a, b) || together(a, b));
        model.told(&CellSight { possible: &self.possible, sees: &sees })
    }
}

#[cfg(test)]
#[path = "spelling_tests.rs"]
mod tests;

/// The reason why a constraint has no sentences.
pub(crate) fn too_large(title: &str) -> NoGroundPlay {
    NoGroundPlay::Because(format!("{title} leaves too many ways to be told step by step"))
}
