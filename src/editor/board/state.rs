//! State of work on the board: a running stroke, the card open next to a site, the view of each level, the
//! copied marks.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::board::tool::{Tool, ToolStroke};
use crate::board::typing::TypedNumber;
use foolproof_level::{Board, LevelId, Mark, Site};

/// Zoom and position of a level on the canvas. Not saved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// Points of the screen for one cell; `None` fits the board into the canvas.
    pub scale: Option<f32>,
    /// Offset of the board's middle from the canvas's middle, in points.
    pub pan: egui::Vec2,
}

impl Default for View {
    fn default() -> Self {
        Self { scale: None, pan: egui::Vec2::ZERO }
    }
}

/// Marks on the clipboard.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Clip {
    /// Version of the text on the clipboard.
    #[serde(rename = "foolproof-marks")]
    pub version: u32,
    pub game: String,
    pub spots: Vec<Clipped>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Clipped {
    pub site: Site,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark: Option<Mark>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub locked: bool,
}

/// A resize that is being dragged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DraggedResize {
    pub from: Board,
    pub before: usize,
}

/// The state of the board: the selection, the tool and the views.
#[derive(Debug)]
pub struct BoardState {
    pub tool: Tool,
    /// The mark of the paint tool; `None` leaves a site deliberately empty.
    pub brush: Option<Mark>,
    pub selection: BTreeSet<Site>,
    /// The site that the keyboard acts on.
    pub cursor: Option<Site>,
    /// The site under the pointer.
    pub hover: Option<Site>,
    pub stroke: Option<ToolStroke>,
    /// The site with an open card of controls.
    pub(crate) popover: Option<Site>,
    pub resizing: Option<DraggedResize>,
    views: BTreeMap<LevelId, View>,
    /// The level on view.
    level: LevelId,
    /// The scale at which the board last fitted the canvas.
    pub fitted: f32,
    pub(crate) clip: Option<Clip>,
    /// Typed characters make notes instead of marks.
    pub pencil: bool,
    /// The next cell is selected after a mark is typed.
    pub(crate) by_rows: bool,
    pub(crate) typed: Option<TypedNumber>,
}

impl Default for BoardState {
    fn default() -> Self {
        Self {
            tool: Tool::SELECT,
            brush: None,
            selection: BTreeSet::new(),
            cursor: None,
            hover: None,
            stroke: None,
            popover: None,
            resizing: None,
            views: BTreeMap::new(),
            level: LevelId::default(),
            fitted: 48.0,
            clip: None,
            pencil: false,
            by_rows: false,
            typed: None,
        }
    }
}

impl BoardState {
    /// Returns the sites that a command acts on: the selection, or else the cursor's.
    pub fn targets(&self) -> BTreeSet<Site> {
        match self.selection.is_empty() {
            true => self.cursor.into_iter().collect(),
            false => self.selection.clone(),
        }
    }

    /// Clears the selection for another level.
    pub(crate) fn show_level(&mut self, id: LevelId) {
        self.level = id;
        self.selection.clear();
        self.cursor = None;
        self.hover = None;
        self.close_popover();
    }

    /// Drops selected sites that are no longer on the board, after a change of the level.
    pub(crate) fn keep_within(&mut self, board: Option<Board>) {
        let Some(board) = board else {
            self.selection.clear();
            self.cursor = None;
            return;
        };
        self.selection.retain(|site| board.contains(*site));
        self.cursor = self.cursor.filter(|site| board.contains(*site));
        self.hover = self.hover.filter(|site| board.contains(*site));
    }

    /// True if a stroke is running.
    pub(crate) fn is_drawn_on(&self) -> bool {
        self.stroke.is_some()
    }

    /// Closes the card next to a site.
    pub(crate) fn close_popover(&mut self) {
        self.popover = None;
    }

    /// Forgets the views, for another pack: its levels may have the same numbers.
    pub(crate) fn forget_views(&mut self) {
        self.views.clear();
        self.level = LevelId::default();
    }

    pub(crate) fn fitted(&self) -> f32 {
        self.fitted
    }

    pub fn pencils(&self) -> bool {
        self.pencil
    }

    pub fn toggle_pencil(&mut self) {
        self.pencil = !self.pencil;
    }

    /// Returns the view of the level on the canvas.
    pub fn view(&self) -> View {
        self.views.get(&self.level).copied().unwrap_or_default()
    }

    pub(crate) fn set_view(&mut self, view: View) {
        self.views.insert(self.level, view);
    }

    /// Zooms about the middle of the canvas.
    pub(crate) fn zoom(&mut self, factor: f32) {
        let view = self.view();
        let scale = view.scale.unwrap_or(self.fitted);
        let next = (scale * factor).clamp(8.0, 400.0);
        self.set_view(View { scale: Some(next), pan: view.pan * (next / scale) });
    }
}
