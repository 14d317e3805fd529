//! A panel as sets by bit: lines, cells and symbols in machine words, for searches.
//!
//! Bit `col + ROW*row` is a vertex, a cell, the horizontal edge right of that vertex or the vertical edge
//! below it. Cells take one column less than a row has bits, so that the last bit separates their rows.

use std::collections::{BTreeMap, BTreeSet};

use crate::erasing;
use crate::hollow;
use crate::panel::{LINE, Panel};
use crate::piece::{Comparison, PanelSymbol, Polyomino, Type};
use crate::reading::PanelReading;
use crate::tiling;
use crate::tiling::{OrientedPolyomino, PolyominoKind};
use crate::word::BoardWord;
use foolproof_game::Halted;
use foolproof_level::{Board, Mark, Place, Play, Site};

/// Returns whether a word has room for a board.
pub(crate) fn fits<W: BoardWord>(board: Board) -> bool {
    board.cols.max(board.rows) <= W::most()
}

/// The bit of a place on a board that fits; empty beyond it.
pub(crate) fn bit<W: BoardWord>(site: Site) -> W {
    match site.col.max(site.row) <= W::most() {
        true => W::ONE << (u32::from(site.row) * W::ROW + u32::from(site.col)),
        false => W::NONE,
    }
}

/// The numbers of the bits of a set.
pub(crate) fn numbers<W: BoardWord>(mut set: W) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let at = (!set.is_none()).then(|| set.first())?;
        set = set.without(set.lowest());
        Some(at)
    })
}

/// The columns and rows of the bits of a set.
pub(crate) fn places<W: BoardWord>(set: W) -> impl Iterator<Item = (u16, u16)> {
    // A word has at most 128 bits.
    numbers(set).map(|at| ((at % W::ROW) as u16, (at / W::ROW) as u16))
}

/// The bits of a rectangle in the top left corner, clipped to the word.
fn rectangle<W: BoardWord>(cols: u16, rows: u16) -> W {
    let row: W = (0..cols).fold(W::NONE, |row, col| row | bit(Site::cell(col, 0)));
    (0..u32::from(rows.min(W::most() + 1))).fold(W::NONE, |set, down| set | row << (W::ROW * down))
}

pub(crate) fn cells<W: BoardWord>(board: Board) -> W {
    rectangle(board.cols, board.rows)
}

pub(crate) fn vertices<W: BoardWord>(board: Board) -> W {
    rectangle(board.cols + 1, board.rows + 1)
}

/// Edges: horizontal and vertical ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Strokes<W = u64> {
    pub h: W,
    pub v: W,
}

impl<W: BoardWord> Strokes<W> {
    /// Every edge of a board.
    pub(crate) fn all(board: Board) -> Self {
        let Board { cols, rows, .. } = board;
        Self { h: rectangle(cols, rows + 1), v: rectangle(cols + 1, rows) }
    }

    /// The edges between two cells.
    pub(crate) fn inner(board: Board) -> Self {
        let cells: W = cells(board);
        Self { h: cells & cells << W::ROW, v: cells & cells << 1 }
    }

    pub(crate) fn of(edges: impl IntoIterator<Item = Site>) -> Self {
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

    pub(crate) fn sites(self) -> impl Iterator<Item = Site> {
        let flat = places(self.h).map(|(col, row)| Site { place: Place::HEdge, col, row });
        let upright = places(self.v).map(|(col, row)| Site { place: Place::VEdge, col, row });
        flat.chain(upright)
    }

    /// The play that draws them.
    pub(crate) fn play(self) -> Play {
        let line: Option<Mark> = LINE.parse().ok();
        self.sites().filter_map(|edge| Some((edge, line.clone()?))).collect()
    }

    pub(crate) fn or(self, other: Self) -> Self {
        Self { h: self.h | other.h, v: self.v | other.v }
    }

    pub(crate) fn and(self, other: Self) -> Self {
        Self { h: self.h & other.h, v: self.v & other.v }
    }

    pub(crate) fn without(self, other: Self) -> Self {
        Self { h: self.h & !other.h, v: self.v & !other.v }
    }

    pub(crate) fn is_empty(self) -> bool {
        (self.h | self.v).is_none()
    }

    pub(crate) fn len(self) -> u32 {
        self.h.len() + self.v.len()
    }

    /// Vertices that the edges meet.
    pub(crate) fn passed(self) -> W {
        self.h | self.h << 1 | self.v | self.v << W::ROW
    }

    /// Vertices where they bend.
    pub(crate) fn bends(self) -> W {
        (self.h | self.h << 1) & (self.v | self.v << W::ROW)
    }

    /// A number that almost certainly identifies the line.
    pub(crate) fn digest(self) -> u64 {
        // The finaliser of SplitMix64, by Steele, Lea and Flood (2014), over both words.
        let (h, v) = (self.h.folded(), self.v.folded());
        let mut mixed = h ^ v.rotate_left(29).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        for factor in [0xBF58_476D_1CE4_E5B9, 0x94D0_49BB_1331_11EB] {
            mixed = (mixed ^ mixed >> 31).wrapping_mul(factor);
        }
        mixed ^ mixed >> 31
    }

    /// The cells on both sides.
    pub(crate) fn beside(self) -> W {
        self.h | self.h >> W::ROW | self.v | self.v >> 1
    }

    /// Counts each cell's edges among them, as sets of cells: the bits of the numbers.
    pub(crate) fn around(self) -> [W; 3] {
        let (a, b, c, d) = (self.h, self.h >> W::ROW, self.v, self.v >> 1);
        let (low, high) = (a ^ b, a & b);
        let (low2, high2) = (c ^ d, c & d);
        let carry = low & low2;
        let ones = low ^ low2;
        let twos = high ^ high2 ^ carry;
        [ones, twos, high & high2 | carry & (high ^ high2)]
    }

    /// The cells that a set reaches without crossing the edges.
    pub(crate) fn flood(self, from: W, cells: W) -> W {
        let (across, along) = (cells & !self.v, cells & !self.h);
        let mut set = from & cells;
        loop {
            // In sequence: each direction continues from the result of the last.
            let mut more = set | set << 1 & across;
            more |= more << W::ROW & along;
            more |= (more & across) >> 1 & cells;
            more |= (more & along) >> W::ROW & cells;
            if more == set {
                return set;
            }
            set = more;
        }
    }

    /// The parts that the edges divide the cells into.
    pub(crate) fn regions(self, cells: W) -> impl Iterator<Item = W> {
        let mut left = cells;
        std::iter::from_fn(move || {
            let first = (!left.is_none()).then(|| left.lowest())?;
            let region = self.flood(first, left);
            left = left.without(region);
            Some(region)
        })
    }

    /// The vertices that can be reached along these edges.
    pub(crate) fn reach(self, from: W, free: W) -> W {
        let mut set = from;
        loop {
            let mut more = set | (set & self.h) << 1 & free;
            more |= (more & self.v) << W::ROW & free;
            more |= more >> 1 & self.h & free;
            more |= more >> W::ROW & self.v & free;
            if more == set {
                return set;
            }
            set = more;
        }
    }
}

/// Symbols that count others: their cells, the cells that they count, and the wanted number.
#[derive(Clone, Copy, Debug)]
struct SymbolCount<W> {
    kind: Type,
    cells: W,
    related: W,
    comparison: Comparison,
}

/// The symbols on the cells of a panel.
#[derive(Clone, Debug)]
pub(crate) struct Symbols<W = u64> {
    board: Board,
    /// The rules by which they are read.
    pub reading: PanelReading,
    pub cells: W,
    pieces: W,
    squares: Vec<W>,
    counts: Vec<SymbolCount<W>>,
    /// Cells of triangles that want 1, 2 and 3 edges.
    triangles: [W; 3],
    /// Cells of triangles that want all four edges: a line would have to run in a ring.
    rings: W,
    /// Cells of equal polyominoes, and their possible orientations.
    polys: Vec<(W, Vec<OrientedPolyomino<W>>)>,
    /// Cells of equal hollow polyominoes, and their possible orientations.
    hollows: Vec<(W, Vec<OrientedPolyomino<W>>)>,
    erasers: W,
    /// Cells by symbol.
    by_symbol: BTreeMap<PanelSymbol, W>,
}

/// Errors of a region that depend only on the line, for regions where something can be erased.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Missed<W> {
    /// Cells of triangles without the wanted number of edges.
    pub triangles: W,
    /// Dots that the line misses.
    pub corners: W,
    pub edges: Strokes<W>,
}

impl<W: BoardWord> Missed<W> {
    pub(crate) fn len(&self) -> u32 {
        self.triangles.len() + self.corners.len() + self.edges.len()
    }
}

impl<W: BoardWord> Symbols<W> {
    pub(crate) fn of(panel: &Panel) -> Self {
        let pieces: Vec<(W, PanelSymbol)> =
            panel.pieces.iter().map(|(cell, piece)| (bit(*cell), *piece)).collect();
        Self { reading: panel.reading, ..Self::on(panel.board, &pieces) }
    }

    /// Symbols on these cells.
    pub(crate) fn on(board: Board, pieces: &[(W, PanelSymbol)]) -> Self {
        let kinds: BTreeSet<_> = pieces.iter().filter_map(|(_, piece)| piece.kind()).collect();
        let where_kind = |wanted: &dyn Fn(Type, _) -> bool| {
            let of = pieces.iter().filter(|(_, piece)| {
                piece.kind().is_some_and(|(kind, colour)| wanted(kind, colour))
            });
            of.fold(W::NONE, |set, (cell, _)| set | *cell)
        };
        let squares = kinds.iter().filter(|(kind, _)| *kind == Type::Square);
        let squares =
            squares.map(|(_, colour)| where_kind(&|kind, c| kind == Type::Square && c == *colour));
        let mut counts = Vec::new();
        for (kind, colour) in &kinds {
            let own = |piece: &&(W, PanelSymbol)| piece.1.kind() == Some((*kind, *colour));
            let Some(form) = pieces.iter().find(own).and_then(|(_, piece)| piece.form()) else {
                continue;
            };
            counts.push(SymbolCount {
                kind: *kind,
                cells: where_kind(&|k, c| (k, c) == (*kind, *colour)),
                related: where_kind(&|k, c| form.relates(k == *kind, c == *colour)),
                comparison: form.comparison,
            });
        }
        let (mut triangles, mut rings) = ([W::NONE; 3], W::NONE);
        let (mut polys, mut hollows) = (Vec::new(), Vec::new());
        let mut erasers = W::NONE;
        let mut by_symbol = BTreeMap::new();
        for (cell, piece) in pieces {
            *by_symbol.entry(*piece).or_insert(W::NONE) |= *cell;
            match piece {
                PanelSymbol::Triangle(_, n) => {
                    match triangles.get_mut(usize::from(*n).wrapping_sub(1)) {
                        Some(set) => *set |= *cell,
                        None => rings |= *cell,
                    }
                }
                PanelSymbol::Poly { shape, free, .. } => {
                    add_shape(&mut polys, *cell, *shape, *free);
                }
                PanelSymbol::Hollow { shape, free, .. } => {
                    add_shape(&mut hollows, *cell, *shape, *free);
                }
                PanelSymbol::Eraser(_) => erasers |= *cell,
                _ => {}
            }
        }
        Self {
            board,
            reading: PanelReading::default(),
            cells: cells(board),
            pieces: where_kind(&|_, _| true),
            squares: squares.collect(),
            counts,
            triangles,
            rings,
            polys,
            hollows,
            erasers,
            by_symbol,
        }
    }

    pub(crate) fn has_triangles(&self) -> bool {
        self.triangles != [W::NONE; 3] || !self.rings.is_none()
    }

    /// Cells of triangles that can no longer get the edges they need, whichever of `more` the line gains.
    pub(crate) fn wrong_triangles(&self, line: Strokes<W>, more: Strokes<W>) -> W {
        let [one, two, four] = line.around();
        let [top_one, top_two, top_four] = line.or(more).around();
        let [want_one, want_two, want_three] = self.triangles;
        let too_many = want_one & (two | four) | want_two & (two & one | four) | want_three & four;
        let none = !(top_one | top_two | top_four);
        let below_two = none | top_one & !top_two & !top_four;
        let below_three = below_two | top_two & !top_one & !top_four;
        let too_few = want_one & none | want_two & below_two | want_three & below_three;
        too_many | too_few | self.rings
    }

    pub(crate) fn erasers(&self) -> W {
        self.erasers
    }

    /// Cells of polyominoes, full and hollow.
    pub(crate) fn shapes(&self) -> W {
        self.polys.iter().chain(&self.hollows).fold(W::NONE, |set, (cells, _)| set | *cells)
    }

    /// Returns whether cells of one future region can belong together, whatever else it contains.
    pub(crate) fn may_hold(&self, part: W) -> bool {
        if !part.meets(self.pieces) {
            return true;
        }
        if !self.erasers.is_none() {
            // Whatever erasers remove, the squares of one colour may stay.
            let counts = self.squares.iter().map(|cells| (*cells & part).len());
            let (all, most) = counts.fold((0, 0), |(all, most), n| (all + n, most.max(n)));
            return all - most <= self.erasers.len();
        }
        self.of_one_colour(part)
            && self.counts.iter().filter(|count| count.cells.meets(part)).all(|count| {
                let related = (part & count.related).len();
                match count.comparison {
                    Comparison::All => !(part & self.pieces).meets(!count.related),
                    Comparison::None => related == 0,
                    Comparison::Equal(n) => related <= u32::from(n),
                    Comparison::AtLeast(_) => true,
                }
            })
    }

    /// Returns whether judging a region takes so long that the result should be cached.
    pub(crate) fn takes_long(&self) -> bool {
        !self.polys.is_empty() || !self.hollows.is_empty() || !self.erasers.is_none()
    }

    /// Returns whether regions matter at all.
    pub(crate) fn has_pieces(&self) -> bool {
        !self.pieces.is_none()
    }

    /// Returns whether the symbols of a region hold; triangles and dots are given only by `missed`.
    pub(crate) fn hold(
        &self,
        region: W,
        missed: &Missed<W>,
        stop: &dyn Fn() -> bool,
    ) -> Result<bool, Halted> {
        if region.meets(self.erasers) {
            return erasing::holds(self, region, missed, stop);
        }
        match missed.len() == 0 && self.agree(region) {
            true => self.is_filled(region, region, stop),
            false => Ok(false),
        }
    }

    /// Returns whether symbols that ask for others hold among these pieces of a region.
    pub(crate) fn agree(&self, pieces: W) -> bool {
        if !pieces.meets(self.pieces) {
            return true;
        }
        let n_pieces = (pieces & self.pieces).len() as usize;
        self.of_one_colour(pieces)
            && self.counts.iter().filter(|count| count.cells.meets(pieces)).all(|count| {
                let related = (pieces & count.related).len() as usize;
                count.comparison.holds(related, n_pieces)
            })
    }

    /// Cells of symbols that ask for others, or for the shape of the region, and are unsatisfied.
    pub(crate) fn wrong(&self, region: W, stop: &dyn Fn() -> bool) -> Result<W, Halted> {
        let n_pieces = (region & self.pieces).len() as usize;
        let mut wrong = W::NONE;
        if !self.of_one_colour(region) {
            wrong = self.squares.iter().fold(wrong, |set, cells| set | *cells);
        }
        for count in &self.counts {
            let related = (region & count.related).len() as usize;
            if !count.comparison.holds(related, n_pieces) {
                wrong |= count.cells;
            }
        }
        if !self.is_filled(region, region, stop)? {
            wrong |= self.shapes();
        }
        Ok(wrong & region)
    }

    /// Stars of a region that have no other symbol of their colour there.
    pub(crate) fn lonely(&self, region: W) -> W {
        let alone = self.stars().filter(|star| (star.related & region).len() == 1);
        alone.fold(W::NONE, |set, star| set | star.cells & region)
    }

    fn stars(&self) -> impl Iterator<Item = &SymbolCount<W>> {
        self.counts.iter().filter(|count| count.kind == Type::Star)
    }

    /// Counts the wrong symbols of a region as Windmill does, without triangles and polyominoes: squares
    /// except those of one colour, stars, and rule symbols.
    pub(crate) fn errors(&self, region: W) -> u32 {
        let squares = || self.squares.iter().map(|cells| (*cells & region).len());
        let odd = squares().sum::<u32>() - squares().max().unwrap_or(0);
        let n_pieces = (region & self.pieces).len() as usize;
        let of_count = |count: &SymbolCount<W>| {
            let (own, related) = ((count.cells & region).len(), (count.related & region).len());
            match count.comparison.holds(related as usize, n_pieces) {
                true => 0,
                // Stars beyond two of a colour are erased, or all of them.
                false if count.kind == Type::Star && own > 1 => own.min(related.saturating_sub(2)),
                false => own,
            }
        };
        odd + self.counts.iter().map(of_count).sum::<u32>()
    }

    /// Cells of a region, grouped by equal symbols.
    pub(crate) fn alike(&self, region: W) -> Vec<W> {
        let here = self.by_symbol.values().map(|cells| *cells & region);
        here.filter(|cells| !cells.is_none()).collect()
    }

    fn of_one_colour(&self, part: W) -> bool {
        self.squares.iter().filter(|cells| cells.meets(part)).count() <= 1
    }

    /// Returns whether the polyominoes among these pieces fill a region, if there are any.
    pub(crate) fn is_filled(
        &self,
        pieces: W,
        region: W,
        stop: &dyn Fn() -> bool,
    ) -> Result<bool, Halted> {
        let (full, hollow) = (kinds_of(&self.polys, pieces), kinds_of(&self.hollows, pieces));
        match (full.is_empty(), hollow.is_empty()) {
            (true, true) => Ok(true),
            (false, true) => tiling::is_tiled(self.board, region, &full, stop),
            _ => hollow::balances(self.reading.rim(self.board), region, &full, &hollow, stop),
        }
    }
}

/// Adds a polyomino to the equal ones.
fn add_shape<W: BoardWord>(
    all: &mut Vec<(W, Vec<OrientedPolyomino<W>>)>,
    cell: W,
    shape: Polyomino,
    free: bool,
) {
    let ways: Vec<OrientedPolyomino<W>> =
        shape.orientations(free).into_iter().map(OrientedPolyomino::of).collect();
    match all.iter_mut().find(|(_, known)| *known == ways) {
        Some((cells, _)) => *cells |= cell,
        None => all.push((cell, ways)),
    }
}

/// The kinds among these pieces, with their numbers.
fn kinds_of<W: BoardWord>(
    all: &[(W, Vec<OrientedPolyomino<W>>)],
    pieces: W,
) -> Vec<PolyominoKind<'_, W>> {
    let here = all.iter().filter(|(cells, _)| cells.meets(pieces));
    here.map(|(cells, ways)| PolyominoKind { ways, count: (*cells & pieces).len() }).collect()
}
