//! A panel as sets by bit: lines, cells and symbols in machine words, for searches.
//!
//! Bit `col + 8*row` is a vertex, a cell, the horizontal edge right of that vertex or the vertical
//! edge below it. Cells take seven columns at most, so that the eighth parts their rows. Knows panels.

use std::collections::BTreeSet;

use super::panel::{LINE, Panel};
use super::piece::{Comparison, PanelSymbol, Type};
use super::tiling::{self, OrientedPolyomino, PolyominoKind};
use crate::games::Halted;
use crate::level::{Board, Mark, Place, Play, Site};

/// Bits in a row.
pub(super) const ROW: u32 = 8;

/// The bit of a place on a board of at most 7x7 cells; none beyond.
pub fn bit(site: Site) -> u64 {
    match site.col.max(site.row) {
        0..8 => 1 << (u32::from(site.row) * ROW + u32::from(site.col)),
        _ => 0,
    }
}

/// The columns and rows of the bits of a set.
pub fn places(mut set: u64) -> impl Iterator<Item = (u16, u16)> {
    std::iter::from_fn(move || {
        let at = (set != 0).then(|| set.trailing_zeros() as u16)?;
        set &= set - 1;
        Some((at % 8, at / 8))
    })
}

/// The bits of a rectangle in the top left corner.
fn rectangle(cols: u16, rows: u16) -> u64 {
    (0..rows).map(|row| ((1u64 << cols) - 1) << (u32::from(row) * ROW)).fold(0, |a, b| a | b)
}

pub fn cells(board: Board) -> u64 {
    rectangle(board.cols, board.rows)
}

pub fn vertices(board: Board) -> u64 {
    rectangle(board.cols + 1, board.rows + 1)
}

/// Edges: horizontal and vertical ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Strokes {
    pub h: u64,
    pub v: u64,
}

impl Strokes {
    /// Every edge of a board.
    pub fn all(board: Board) -> Self {
        let Board { cols, rows, .. } = board;
        Self { h: rectangle(cols, rows + 1), v: rectangle(cols + 1, rows) }
    }

    /// Those between two cells.
    pub fn inner(board: Board) -> Self {
        let cells = cells(board);
        Self { h: cells & cells << ROW, v: cells & cells << 1 }
    }

    pub fn of(edges: impl IntoIterator<Item = Site>) -> Self {
        let mut strokes = Self::default();
        for edge in edges {
            match edge.place {
                Place::HEdge => strokes.h |= bit(edge),
                Place::VEdge => strokes.v |= bit(edge),
                _ => {}
            }
        }
        strokes
    }

    pub fn sites(self) -> impl Iterator<Item = Site> {
        let flat = places(self.h).map(|(col, row)| Site { place: Place::HEdge, col, row });
        let upright = places(self.v).map(|(col, row)| Site { place: Place::VEdge, col, row });
        flat.chain(upright)
    }

    /// The play that draws them.
    pub fn play(self) -> Play {
        let line: Option<Mark> = LINE.parse().ok();
        self.sites().filter_map(|edge| Some((edge, line.clone()?))).collect()
    }

    pub fn or(self, other: Self) -> Self {
        Self { h: self.h | other.h, v: self.v | other.v }
    }

    pub fn and(self, other: Self) -> Self {
        Self { h: self.h & other.h, v: self.v & other.v }
    }

    pub fn without(self, other: Self) -> Self {
        Self { h: self.h & !other.h, v: self.v & !other.v }
    }

    pub fn is_empty(self) -> bool {
        self.h | self.v == 0
    }

    pub fn len(self) -> u32 {
        self.h.count_ones() + self.v.count_ones()
    }

    /// Vertices that the edges meet.
    pub fn passed(self) -> u64 {
        self.h | self.h << 1 | self.v | self.v << ROW
    }

    /// Vertices in which they turn.
    pub fn bends(self) -> u64 {
        (self.h | self.h << 1) & (self.v | self.v << ROW)
    }

    /// A number that hardly ever is that of another line.
    pub fn digest(self) -> u64 {
        // The finaliser of SplitMix64, by Steele, Lea and Flood (2014), over both words.
        let mut mixed = self.h ^ self.v.rotate_left(29).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        for factor in [0xBF58_476D_1CE4_E5B9, 0x94D0_49BB_1331_11EB] {
            mixed = (mixed ^ mixed >> 31).wrapping_mul(factor);
        }
        mixed ^ mixed >> 31
    }

    /// The cells on both sides.
    pub fn beside(self) -> u64 {
        self.h | self.h >> ROW | self.v | self.v >> 1
    }

    /// How many of a cell's edges are among them, as sets of cells: the numbers' bits.
    pub fn around(self) -> [u64; 3] {
        let (a, b, c, d) = (self.h, self.h >> ROW, self.v, self.v >> 1);
        let (low, high) = (a ^ b, a & b);
        let (low2, high2) = (c ^ d, c & d);
        let carry = low & low2;
        let ones = low ^ low2;
        let twos = high ^ high2 ^ carry;
        [ones, twos, high & high2 | carry & (high ^ high2)]
    }

    /// What a set of cells reaches without crossing the edges.
    pub fn flood(self, from: u64, cells: u64) -> u64 {
        let (across, along) = (cells & !self.v, cells & !self.h);
        let mut set = from & cells;
        loop {
            // One after the other: each direction goes on from where the last one came.
            let mut more = set | set << 1 & across;
            more |= more << ROW & along;
            more |= (more & across) >> 1 & cells;
            more |= (more & along) >> ROW & cells;
            if more == set {
                return set;
            }
            set = more;
        }
    }

    /// The parts into which the edges cut the cells.
    pub fn regions(self, cells: u64) -> impl Iterator<Item = u64> {
        let mut left = cells;
        std::iter::from_fn(move || {
            let first = (left != 0).then(|| left & left.wrapping_neg())?;
            let region = self.flood(first, left);
            left &= !region;
            Some(region)
        })
    }

    /// The vertices that can be reached along these edges.
    pub fn reach(self, from: u64, free: u64) -> u64 {
        let mut set = from;
        loop {
            let mut more = set | (set & self.h) << 1 & free;
            more |= (more & self.v) << ROW & free;
            more |= more >> 1 & self.h & free;
            more |= more >> ROW & self.v & free;
            if more == set {
                return set;
            }
            set = more;
        }
    }
}

/// Symbols that count others: their cells, the cells of what they count, and how many they want.
#[derive(Clone, Copy, Debug)]
struct SymbolCount {
    cells: u64,
    related: u64,
    comparison: Comparison,
}

/// The symbols on the cells of a panel.
#[derive(Clone, Debug)]
pub struct Symbols {
    board: Board,
    pub cells: u64,
    pieces: u64,
    squares: Vec<u64>,
    counts: Vec<SymbolCount>,
    /// Cells of triangles that want 1, 2 and 3 edges.
    triangles: [u64; 3],
    /// Cells of polyominoes that are alike, and how these may lie.
    polys: Vec<(u64, Vec<OrientedPolyomino>)>,
}

impl Symbols {
    pub fn of(panel: &Panel) -> Self {
        let pieces: Vec<(u64, PanelSymbol)> =
            panel.pieces.iter().map(|(cell, piece)| (bit(*cell), *piece)).collect();
        Self::on(panel.board, &pieces)
    }

    /// Symbols on these cells.
    pub fn on(board: Board, pieces: &[(u64, PanelSymbol)]) -> Self {
        let kinds: BTreeSet<_> = pieces.iter().filter_map(|(_, piece)| piece.kind()).collect();
        let where_kind = |wanted: &dyn Fn(Type, _) -> bool| {
            let of = pieces.iter().filter(|(_, piece)| {
                piece.kind().is_some_and(|(kind, colour)| wanted(kind, colour))
            });
            of.fold(0, |set, (cell, _)| set | cell)
        };
        let squares = kinds.iter().filter(|(kind, _)| *kind == Type::Square);
        let squares =
            squares.map(|(_, colour)| where_kind(&|kind, c| kind == Type::Square && c == *colour));
        let mut counts = Vec::new();
        for (kind, colour) in &kinds {
            let own = |piece: &&(u64, PanelSymbol)| piece.1.kind() == Some((*kind, *colour));
            let Some(form) = pieces.iter().find(own).and_then(|(_, piece)| piece.form()) else {
                continue;
            };
            counts.push(SymbolCount {
                cells: where_kind(&|k, c| (k, c) == (*kind, *colour)),
                related: where_kind(&|k, c| form.relates(k == *kind, c == *colour)),
                comparison: form.comparison,
            });
        }
        let mut triangles = [0; 3];
        let mut polys: Vec<(u64, Vec<OrientedPolyomino>)> = Vec::new();
        for (cell, piece) in pieces {
            match piece {
                PanelSymbol::Triangle(_, n) => {
                    if let Some(set) = triangles.get_mut(usize::from(*n).wrapping_sub(1)) {
                        *set |= cell;
                    }
                }
                PanelSymbol::Poly { shape, free, .. } => {
                    let ways: Vec<OrientedPolyomino> =
                        shape.orientations(*free).into_iter().map(OrientedPolyomino::of).collect();
                    match polys.iter_mut().find(|(_, known)| *known == ways) {
                        Some((cells, _)) => *cells |= cell,
                        None => polys.push((*cell, ways)),
                    }
                }
                _ => {}
            }
        }
        Self {
            board,
            cells: cells(board),
            pieces: where_kind(&|_, _| true),
            squares: squares.collect(),
            counts,
            triangles,
            polys,
        }
    }

    pub fn has_triangles(&self) -> bool {
        self.triangles != [0; 3]
    }

    /// Whether every triangle can still have the edges that it wants, when some of `more` are added
    /// to the line.
    pub fn triangles_may_hold(&self, line: Strokes, more: Strokes) -> bool {
        let [one, two, four] = line.around();
        let [top_one, top_two, top_four] = line.or(more).around();
        let [want_one, want_two, want_three] = self.triangles;
        let too_many = want_one & (two | four) | want_two & (two & one | four) | want_three & four;
        let none = !(top_one | top_two | top_four);
        let below_two = none | top_one & !top_two & !top_four;
        let below_three = below_two | top_two & !top_one & !top_four;
        let too_few = want_one & none | want_two & below_two | want_three & below_three;
        too_many | too_few == 0
    }

    /// Whether cells that will be in one region can be, whatever else it has.
    pub fn may_hold(&self, part: u64) -> bool {
        if part & self.pieces == 0 {
            return true;
        }
        self.of_one_colour(part)
            && self.counts.iter().filter(|count| count.cells & part != 0).all(|count| {
                let related = (part & count.related).count_ones();
                match count.comparison {
                    Comparison::All => part & self.pieces & !count.related == 0,
                    Comparison::None => related == 0,
                    Comparison::Equal(n) => related <= u32::from(n),
                    Comparison::AtLeast(_) => true,
                }
            })
    }

    /// Whether to judge a region takes long, so that it is worth to be remembered.
    pub fn has_polyominoes(&self) -> bool {
        !self.polys.is_empty()
    }

    /// Whether regions matter at all.
    pub fn has_pieces(&self) -> bool {
        self.pieces != 0
    }

    /// Whether the symbols of a region hold, all but triangles.
    pub fn hold(&self, region: u64, stop: &dyn Fn() -> bool) -> Result<bool, Halted> {
        if region & self.pieces == 0 {
            return Ok(true);
        }
        let n_pieces = (region & self.pieces).count_ones() as usize;
        let counted = self.of_one_colour(region)
            && self.counts.iter().filter(|count| count.cells & region != 0).all(|count| {
                let related = (region & count.related).count_ones() as usize;
                count.comparison.holds(related, n_pieces)
            });
        if counted { self.is_tiled(region, stop) } else { Ok(false) }
    }

    fn of_one_colour(&self, part: u64) -> bool {
        self.squares.iter().filter(|cells| *cells & part != 0).count() <= 1
    }

    fn is_tiled(&self, region: u64, stop: &dyn Fn() -> bool) -> Result<bool, Halted> {
        let kinds = self.polys.iter().filter(|(cells, _)| cells & region != 0);
        let kinds: Vec<PolyominoKind<'_>> = kinds
            .map(|(cells, ways)| PolyominoKind { ways, count: (cells & region).count_ones() })
            .collect();
        match kinds.is_empty() {
            true => Ok(true),
            false => tiling::is_tiled(self.board, region, &kinds, stop),
        }
    }
}
