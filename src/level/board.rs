//! The lattice of a level: how many columns and rows, and how many slots its tray has.

use serde::{Deserialize, Serialize};

use super::site::{Place, Site};

/// The size of a level, in cells and tray slots.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    schemars::JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct Board {
    pub cols: u16,
    pub rows: u16,
    /// Slots next to the board that can hold a piece for the player; 0 in games without a tray.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub tray: u16,
}

/// Constraints that a level has at most: more than a sensible puzzle needs.
pub(crate) const MOST_CONSTRAINTS: u16 = 1000;

fn is_zero(number: &u16) -> bool {
    *number == 0
}

impl Board {
    pub fn contains(&self, site: Site) -> bool {
        let Site { place, col, row } = site;
        match place {
            Place::Cell | Place::Under | Place::Over => col < self.cols && row < self.rows,
            Place::HEdge => col < self.cols && row <= self.rows,
            Place::VEdge => col <= self.cols && row < self.rows,
            Place::Vertex => col <= self.cols && row <= self.rows,
            Place::Tray => col < self.tray && row == 0,
            Place::Step => row == 0,
            Place::Constraint => col < MOST_CONSTRAINTS && row == 0,
        }
    }

    /// All cells, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Site> + use<> {
        let Board { cols, rows, .. } = *self;
        (0..rows).flat_map(move |row| (0..cols).map(move |col| Site::cell(col, row)))
    }

    /// All slots of the tray, in order.
    pub fn tray_slots(&self) -> impl Iterator<Item = Site> + use<> {
        (0..self.tray).map(Site::tray)
    }
}
