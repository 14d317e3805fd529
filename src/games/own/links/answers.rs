//! Answers in files of pzprv3: the marks that a player has put are the intended solution.
//!
//! An answer on a cell is a `#` or a number. An answer on an edge is a 1, or a 2 for a second mark. Entries
//! without a mark of the game, such as crosses, are the player's notes.

use super::LinkPart;
use super::file_lines::FileLines;
use super::places::{Grid, LinkPlaces};
use crate::reading::form::{GameForm, MarkKind, MarkPlace};
use crate::reading::term::Pattern;
use foolproof_game::note_unread;
use foolproof_level::{Level, Mark, Place, Play, Site};

/// Functor of the mark for a number that a player puts.
const NUMBER: &str = "number";

/// The mark of a cell without a number.
const BLOCK: &str = "block";

/// The mark of a cell that is not part of the board.
const HOLE: &str = "hole";

/// The player's marks, by the form of their entries.
pub(super) struct Answers {
    /// The mark for a `#`.
    shade: Option<Mark>,
    /// The mark for numbers.
    number: Option<Pattern>,
    has_cells: bool,
    edges: Vec<Mark>,
}

/// The part of an answer that was read from a file.
#[derive(Default)]
pub(super) struct Answer {
    play: Play,
    /// Some of it has no meaning here.
    is_unread: bool,
    /// There are notes of a player.
    has_notes: bool,
}

impl Answer {
    /// Makes the answer the intended solution. If it could not be read in full, the level's notes say so.
    pub(super) fn kept_in(&mut self, level: &mut Level) {
        let mut play = std::mem::take(&mut self.play);
        play.0.retain(|at, _| !is_given(level, *at));
        match self.is_unread || self.has_notes && play.is_empty() {
            true => note_unread(level, &["the answer".to_owned()]),
            false => level.intended = Some(play).filter(|play| !play.is_empty()),
        }
    }
}

impl Answers {
    pub(super) fn of(form: &GameForm) -> Self {
        let clues: Vec<&str> = form.link.iter().flat_map(LinkPart::functors).collect();
        let is_players = |kind: &&MarkKind| kind.by_player;
        // Some marks belong to both: those that no clue means.
        let is_answer = |kind: &&MarkKind| !clues.contains(&kind.pattern.functor.as_str());
        let on = |place: MarkPlace| -> Vec<&MarkKind> {
            let kinds = || form.marks.iter().filter(|kind| kind.on.contains(&place));
            let own: Vec<&MarkKind> = kinds().filter(is_players).collect();
            if own.is_empty() { kinds().filter(is_answer).collect() } else { own }
        };
        let (cells, edges) = (on(MarkPlace::Cell), on(MarkPlace::Edge));
        let plain = |kinds: &[&MarkKind]| -> Vec<Mark> {
            let kinds = kinds.iter().filter(|kind| kind.pattern.parts.is_empty());
            kinds.flat_map(|kind| kind.pattern.functor.parse()).collect()
        };
        let number = cells.iter().find(|kind| kind.pattern.functor == NUMBER);
        Self {
            shade: <[Mark; 1]>::try_from(plain(&cells)).ok().map(|[mark]| mark),
            number: number.map(|kind| kind.pattern.clone()),
            has_cells: !cells.is_empty(),
            edges: plain(&edges),
        }
    }

    /// Reads an entry of an answer.
    pub(super) fn read(&self, at: Site, text: &str, answer: &mut Answer) {
        let number = text.parse::<i32>().ok();
        let mark = match at.place {
            Place::Cell => match (text, number) {
                ("#" | "A", _) => self.shade.clone(),
                // In games that leave out numbers, such cells are blocks.
                ("-", _) if self.shade.as_ref().is_some_and(|mark| mark.as_str() == BLOCK) => {
                    self.shade.clone()
                }
                ("" | "." | "+" | "-", _) => return,
                (_, Some(number @ 1..)) => self.numbered(number),
                (_, Some(_)) => return,
                _ => None,
            },
            _ => match number {
                Some(number @ 1..) => {
                    let place = usize::try_from(number - 1).unwrap_or(usize::MAX);
                    self.edges.get(place).cloned()
                }
                _ => return,
            },
        };
        let has_edges = !self.edges.is_empty();
        let has_such = match at.place {
            Place::Cell => self.has_cells || !has_edges,
            _ => has_edges || !self.has_cells,
        };
        match mark {
            Some(mark) => _ = answer.play.0.insert(at, mark),
            None if has_such => answer.is_unread = true,
            None => answer.has_notes = true,
        }
    }

    /// Returns the mark of a number, if the game has one.
    fn numbered(&self, number: i32) -> Option<Mark> {
        let mark = format!("{NUMBER}({number})").parse().ok()?;
        self.number.as_ref().is_some_and(|pattern| pattern.matches(&mark)).then_some(mark)
    }

    /// Reads the grid of answers on cells.
    pub(super) fn read_cells(&self, grid: Grid, lines: &mut FileLines) {
        let rows = (0..grid.rows)
            .map(|row| (0..grid.cols).map(|col| grid.cell(col, row)).collect::<Vec<Site>>());
        self.read_rows(rows, lines);
    }

    fn read_rows(&self, rows: impl Iterator<Item = Vec<Site>>, lines: &mut FileLines) {
        for row in rows {
            let line = lines.next();
            for (at, text) in row.into_iter().zip(line.split_whitespace()) {
                self.read(at, text, &mut lines.answer);
            }
        }
    }

    /// Reads the grids after the clues, which are told apart by their widths.
    pub(super) fn read_behind(&self, grid: Grid, lines: &mut FileLines) {
        let (cols, rows) = (usize::from(grid.cols), usize::from(grid.rows));
        while let Some((_, line)) = lines.lines.front() {
            let width = line.split_whitespace().count();
            match width {
                0 => _ = lines.next(),
                _ if width == cols => self.read_cells(grid, lines),
                _ if width + 1 == cols => {
                    let edges =
                        grid.runs(LinkPlaces::Edges, false, &Level::open("", grid.board(0)));
                    let edges: Vec<Site> = edges.concat();
                    let (beside, below) = edges.split_at((rows * (cols - 1)).min(edges.len()));
                    let beside = beside.chunks(cols - 1).map(<[Site]>::to_vec);
                    self.read_rows(beside.chain(below.chunks(cols).map(<[Site]>::to_vec)), lines);
                }
                _ if width == cols + 1 => self.read_rows(framed_edges(grid), lines),
                _ => {
                    lines.answer.is_unread = true;
                    lines.lines.clear();
                }
            }
        }
    }
}

/// True if players put nothing on an edge, though files have it in answers: the border of a hole, or an edge at
/// the rim with a mark, such as the way into Icebarn.
fn is_given(level: &Level, edge: Site) -> bool {
    let (left, up) = match edge.place {
        Place::VEdge => (1, 0),
        Place::HEdge => (0, 1),
        _ => return false,
    };
    let beside =
        [Some((edge.col, edge.row)), edge.col.checked_sub(left).zip(edge.row.checked_sub(up))];
    let is_on = |(col, row): &(u16, u16)| *col < level.board.cols && *row < level.board.rows;
    let cells: Vec<(u16, u16)> = beside.into_iter().flatten().filter(is_on).collect();
    let mark = |(col, row): &(u16, u16)| level.mark(Site::cell(*col, *row));
    cells.iter().filter_map(mark).any(|mark| mark.as_str() == HOLE)
        || cells.len() == 1 && level.mark(edge).is_some()
}

/// Returns rows of edges between columns, then of those between rows, including those of the frame.
fn framed_edges(grid: Grid) -> impl Iterator<Item = Vec<Site>> {
    let edge = move |place: Place, col: u16, row: u16| Site { place, ..grid.cell(col, row) };
    let beside = (0..grid.rows)
        .map(move |row| (0..=grid.cols).map(|col| edge(Place::VEdge, col, row)).collect());
    let below = (0..=grid.rows)
        .map(move |row| (0..grid.cols).map(|col| edge(Place::HEdge, col, row)).collect());
    beside.chain(below)
}
