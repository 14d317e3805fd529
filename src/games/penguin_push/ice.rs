//! The board as a machine word: a bit for each cell, row by row.
//!
//! A push takes the pushed penguin's cell out and pulls everything ahead of it in the line one cell
//! towards it: each penguin ends next to the one that it hits, and the last one leaves. So a push,
//! and a push taken back, are a few operations on words.

use foolproof_game::Side;
use foolproof_level::{Board, Level, Place, Site};

/// The only mark of a level.
pub(crate) const PENGUIN: &str = "penguin";

/// Penguins by cell.
pub(crate) type Penguins = u64;

/// Cells in a word.
pub(crate) const CELLS: usize = 64;

/// A push of the penguin on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Push {
    pub cell: u8,
    pub side: Side,
}

/// Precomputed sets of cells for the pushes of a board size.
#[derive(Clone, Debug)]
pub(crate) struct Ice {
    pub board: Board,
    pub all: Penguins,
    cols: u32,
    /// The cells beyond a cell, by side.
    ahead: [[Penguins; CELLS]; 4],
    /// The cells along each side of the board.
    rim: [Penguins; 4],
    /// Cells with at least 1, 2 and 4 columns to their right, and to their left.
    right: [Penguins; 3],
    left: [Penguins; 3],
}

/// The bits of a word, lowest first.
pub(crate) fn bits(mut word: Penguins) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros() as usize;
        (word != 0).then(|| {
            word &= word - 1;
            bit
        })
    })
}

impl Ice {
    /// `None` for boards of more cells than a word has bits, or wider than eight.
    pub(crate) fn of(board: Board) -> Option<Self> {
        let (cols, rows) = (usize::from(board.cols), usize::from(board.rows));
        if cols == 0 || rows == 0 || cols > 8 || rows > 8 {
            return None;
        }
        let word = |holds: &dyn Fn(usize, usize) -> bool| -> Penguins {
            let cells = (0..rows).flat_map(|row| (0..cols).map(move |col| (col, row)));
            let held = cells.filter(|(col, row)| holds(*col, *row));
            held.fold(0, |word, (col, row)| word | 1 << (row * cols + col))
        };
        let mut ahead = [[0; CELLS]; 4];
        for (cell, (col, row)) in
            (0..rows).flat_map(|row| (0..cols).map(move |col| (col, row))).enumerate()
        {
            for (side, slot) in Side::ALL.into_iter().zip(&mut ahead) {
                slot[cell] = word(&|c, r| match side {
                    Side::North => c == col && r < row,
                    Side::East => r == row && c > col,
                    Side::South => c == col && r > row,
                    Side::West => r == row && c < col,
                });
            }
        }
        let rim = Side::ALL.map(|side| {
            word(&|col, row| match side {
                Side::North => row == 0,
                Side::East => col + 1 == cols,
                Side::South => row + 1 == rows,
                Side::West => col == 0,
            })
        });
        let right = [1, 2, 4].map(|n| word(&|col, _| col + n < cols));
        let left = [1, 2, 4].map(|n| word(&|col, _| col >= n));
        let cols = u32::from(board.cols);
        Some(Self { board, all: word(&|_, _| true), cols, ahead, rim, right, left })
    }

    /// The board of a level and its penguins.
    pub(crate) fn of_level(level: &Level) -> Option<(Self, Penguins)> {
        let ice = Self::of(level.board)?;
        let held = level.marks().filter(|(_, mark)| mark.as_str() == PENGUIN);
        let penguins = held.filter_map(|(site, _)| ice.bit(site)).fold(0, |word, bit| word | bit);
        Some((ice, penguins))
    }

    pub(crate) fn cell(&self, site: Site) -> Option<usize> {
        let on_board = site.place == Place::Cell && self.board.contains(site);
        on_board
            .then(|| usize::from(site.row) * usize::from(self.board.cols) + usize::from(site.col))
    }

    pub(crate) fn bit(&self, site: Site) -> Option<Penguins> {
        self.cell(site).map(|cell| 1 << cell)
    }

    pub(crate) fn site(&self, cell: usize) -> Site {
        let cols = usize::from(self.board.cols);
        let part = |number: usize| u16::try_from(number).unwrap_or(u16::MAX);
        Site::cell(part(cell % cols), part(cell / cols))
    }

    /// The cells beyond a cell on a side.
    pub(crate) fn ahead(&self, cell: usize, side: Side) -> Penguins {
        self.ahead[side as usize][cell]
    }

    /// The penguins that can be pushed to a side: those with another one there, not beside them.
    #[inline]
    fn movable(&self, penguins: Penguins, side: Side) -> Penguins {
        let cols = self.cols;
        // Cells with a penguin next to them on that side; then with one anywhere on that side.
        let (next, far) = match side {
            Side::North => {
                let next = penguins << cols;
                let far = next | next << cols;
                let far = far | far << (2 * cols);
                (next, far | far << (4 * cols))
            }
            Side::South => {
                let next = penguins >> cols;
                let far = next | next >> cols;
                let far = far | far >> (2 * cols);
                (next, far | far >> (4 * cols))
            }
            Side::East => {
                let [one, two, four] = self.right;
                let next = penguins >> 1 & one;
                let far = next | next >> 1 & one;
                let far = far | far >> 2 & two;
                (next, far | far >> 4 & four)
            }
            Side::West => {
                let [one, two, four] = self.left;
                let next = penguins << 1 & one;
                let far = next | next << 1 & one;
                let far = far | far << 2 & two;
                (next, far | far << 4 & four)
            }
        };
        penguins & far & !next
    }

    /// A set of cells moved one cell to a side; cells at that rim would be lost or wrap around, so
    /// there must be none.
    #[inline]
    fn moved(&self, cells: Penguins, side: Side) -> Penguins {
        match side {
            Side::North => cells >> self.cols,
            Side::East => cells << 1,
            Side::South => cells << self.cols,
            Side::West => cells >> 1,
        }
    }

    /// Returns the penguins after a push that can be made.
    #[inline]
    fn pushed(&self, penguins: Penguins, cell: usize, side: Side) -> Penguins {
        let hit = penguins & self.ahead[side as usize][cell];
        (penguins & !hit & !(1 << cell)) | self.moved(hit, side.opposite())
    }

    /// Calls `until` for every push that can be made, with the board after it; by side, then cell. Ends early
    /// when `until` returns true, and returns whether it did.
    #[inline]
    pub(crate) fn any_push(
        &self,
        penguins: Penguins,
        mut until: impl FnMut(Push, Penguins) -> bool,
    ) -> bool {
        for side in Side::ALL {
            let mut movable = self.movable(penguins, side);
            while movable != 0 {
                let cell = movable.trailing_zeros();
                movable &= movable - 1;
                // A bit's number is below 64.
                let push = Push { cell: cell as u8, side };
                if until(push, self.pushed(penguins, cell as usize, side)) {
                    return true;
                }
            }
        }
        false
    }

    /// Returns whether any push can be made.
    pub(crate) fn has_push(&self, penguins: Penguins) -> bool {
        Side::ALL.into_iter().any(|side| self.movable(penguins, side) != 0)
    }

    /// Calls `until` for every board with one more penguin from which a push leads here, with that push. Ends
    /// early when `until` returns true, and returns whether it did.
    pub(crate) fn any_parent(
        &self,
        penguins: Penguins,
        mut until: impl FnMut(Push, Penguins) -> bool,
    ) -> bool {
        for cell in bits(self.all & !penguins) {
            for side in Side::ALL {
                let hit = penguins & self.ahead[side as usize][cell];
                // The one that left stood on the board.
                if hit == 0 || hit & self.rim[side as usize] != 0 {
                    continue;
                }
                let parent = (penguins & !hit) | self.moved(hit, side) | 1 << cell;
                // A cell's number is below 64.
                if until(Push { cell: cell as u8, side }, parent) {
                    return true;
                }
            }
        }
        false
    }

    /// Returns the cell of a penguin after a push; `None` off the board.
    pub(crate) fn carried(&self, penguins: Penguins, push: Push, cell: usize) -> Option<usize> {
        let Push { cell: from, side } = push;
        let from = usize::from(from);
        let line = penguins & self.ahead(from, side);
        if cell != from && line >> cell & 1 == 0 {
            return Some(cell);
        }
        // It ends next to the one that it hits.
        let hit = penguins & self.ahead(cell, side);
        let nearest = match side {
            Side::East | Side::South => bits(hit).next(),
            Side::North | Side::West => bits(hit).last(),
        };
        nearest.and_then(|hit| bits(self.moved(1 << hit, side.opposite())).next())
    }

    /// The empty cells that penguins slide over or onto in a push.
    pub(crate) fn swept(&self, penguins: Penguins, push: Push) -> Penguins {
        self.ahead(usize::from(push.cell), push.side) & !penguins
    }

    /// The board upside down, by rows.
    #[inline]
    fn flipped(&self, penguins: Penguins) -> Penguins {
        let row = (1 << self.cols) - 1;
        let mut image = 0;
        for number in 0..u32::from(self.board.rows) {
            image = image << self.cols | penguins >> (number * self.cols) & row;
        }
        image
    }

    /// The board after half a turn.
    #[inline]
    fn half_turned(&self, penguins: Penguins) -> Penguins {
        penguins.reverse_bits() >> (u64::BITS - self.all.count_ones())
    }

    /// The board and its mirror images, starting with the board itself; some may coincide.
    #[inline]
    pub(crate) fn mirrored(&self, penguins: Penguins) -> [Penguins; 4] {
        let flipped = self.flipped(penguins);
        [penguins, flipped, self.half_turned(flipped), self.half_turned(penguins)]
    }

    /// Rows and columns exchanged, of a square board.
    fn transposed(&self, penguins: Penguins) -> Penguins {
        let cols = self.cols as usize;
        bits(penguins).fold(0, |image, cell| image | 1 << (cell % cols * cols + cell / cols))
    }

    /// All boards that equal this one up to mirroring or, if it is square, turning; each once, in order.
    pub(crate) fn images(&self, penguins: Penguins) -> Vec<Penguins> {
        let mut images = self.mirrored(penguins).to_vec();
        if self.board.cols == self.board.rows {
            images.extend(self.mirrored(self.transposed(penguins)));
        }
        images.sort_unstable();
        images.dedup();
        images
    }

    /// The number of images of an asymmetric board.
    pub(crate) fn symmetries(&self) -> usize {
        if self.board.cols == self.board.rows { 8 } else { 4 }
    }

    /// The board with its penguins moved to the middle.
    pub(crate) fn centred(&self, penguins: Penguins) -> Penguins {
        let mut board = self.cornered(penguins);
        let room = |side: Side| {
            let mut far = board;
            let mut steps = 0;
            while far != 0 && far & self.rim[side as usize] == 0 {
                far = self.moved(far, side);
                steps += 1;
            }
            steps
        };
        let (down, right) = (room(Side::South) / 2, room(Side::East) / 2);
        (0..down).for_each(|_| board = self.moved(board, Side::South));
        (0..right).for_each(|_| board = self.moved(board, Side::East));
        board
    }

    /// The board moved to the upper left corner, which is an equivalent puzzle: the rim stops no penguin.
    pub(crate) fn cornered(&self, mut penguins: Penguins) -> Penguins {
        while penguins != 0 && penguins & self.rim[Side::North as usize] == 0 {
            penguins = self.moved(penguins, Side::North);
        }
        while penguins != 0 && penguins & self.rim[Side::West as usize] == 0 {
            penguins = self.moved(penguins, Side::West);
        }
        penguins
    }
}
