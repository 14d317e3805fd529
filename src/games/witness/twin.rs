//! Panels with two lines that mirror each other.

use crate::piece::Side;
use foolproof_game::Turn;
use foolproof_level::{Board, Place, Site};

/// The map from one line to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum PanelSymmetry {
    /// Left and right change places.
    Columns,
    /// Top and bottom change places.
    Rows,
    /// A half turn.
    Half,
}

/// One of two lines, by its colour. The player decides which is which by the choice of the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Strand {
    Blue,
    Yellow,
}

impl Strand {
    pub(crate) const BOTH: [Self; 2] = [Self::Blue, Self::Yellow];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Blue => "blue",
            Self::Yellow => "yellow",
        }
    }
}

impl PanelSymmetry {
    pub(crate) const ALL: [Self; 3] = [Self::Columns, Self::Rows, Self::Half];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Columns => "columns",
            Self::Rows => "rows",
            Self::Half => "half",
        }
    }

    pub(crate) fn spoken(self) -> &'static str {
        match self {
            Self::Columns => "start of two lines, left and right",
            Self::Rows => "start of two lines, above and below",
            Self::Half => "start of two lines, half a turn apart",
        }
    }

    fn swaps(self) -> (bool, bool) {
        (self != Self::Rows, self != Self::Columns)
    }

    /// The image of a corner, edge or cell.
    pub(crate) fn site(self, board: Board, site: Site) -> Site {
        let (columns, rows) = self.swaps();
        let Site { place, col, row } = site;
        let far = |all: u16, within: bool, at: u16| {
            all.saturating_sub(u16::from(within)).saturating_sub(at)
        };
        let wide = matches!(place, Place::HEdge | Place::Cell);
        let high = matches!(place, Place::VEdge | Place::Cell);
        Site {
            place,
            col: if columns { far(board.cols, wide, col) } else { col },
            row: if rows { far(board.rows, high, row) } else { row },
        }
    }

    pub(crate) fn side(self, side: Side) -> Side {
        let (columns, rows) = self.swaps();
        let side = if columns { side.turned(Turn::MirrorColumns) } else { side };
        if rows { side.turned(Turn::MirrorRows) } else { side }
    }

    /// The symmetry of a turned panel.
    pub(crate) fn turned(self, turn: Turn) -> Self {
        match (self, turn) {
            (Self::Columns, Turn::Clockwise) => Self::Rows,
            (Self::Rows, Turn::Clockwise) => Self::Columns,
            (same, _) => same,
        }
    }
}
