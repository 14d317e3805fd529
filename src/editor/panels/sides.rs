//! Division of the window: widths and heights of its panels, and the lines that are dragged.
//!
//! The contents of a panel never change its size.

use egui::{CursorIcon, Rect, Response, Sense, Ui, Vec2, pos2};

use crate::kit::theme::{Role, Theme};
use crate::session::settings::PanelSizes;
use crate::text;

/// Widths in points: minimum and maximum of the panel at each side, and the minimum of the board.
const LEFT: (f32, f32) = (170.0, 420.0);
const RIGHT: (f32, f32) = (200.0, 560.0);
const BOARD: f32 = 260.0;
/// Height of a list with five levels, and with three, in points; maximum share of the height beyond these three
/// unless the palette leaves more, and the minimum of the palette.
const LEVELS: f32 = 300.0;
const MIN_LEVELS: f32 = 200.0;
const LEVELS_SHARE: f32 = 0.42;
const PALETTE: f32 = 80.0;
/// Width of the area for grabbing a line between two panels, in points.
const GRIP: f32 = 7.0;

/// Parts of the window that a key goes to, from left to right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WindowPart {
    /// The list of levels, above the palette.
    Levels,
    Board,
    /// The verdict and everything beneath it.
    Right,
}

/// Positions of the window's parts, in points of the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WindowParts {
    /// The side panels, if shown.
    pub left: Option<Rect>,
    pub right: Option<Rect>,
    /// The room between them.
    pub room: Rect,
}

impl Default for WindowParts {
    fn default() -> Self {
        Self { left: None, right: None, room: Rect::NOTHING }
    }
}

impl WindowParts {
    /// Returns the part after or before the one at a position, wrapping around.
    pub(crate) fn beside(&self, at: Option<egui::Pos2>, forwards: bool) -> WindowPart {
        let within = |part: Option<Rect>| at.is_some_and(|at| part.is_some_and(|p| p.contains(at)));
        let parts = [
            (WindowPart::Levels, self.left.is_some()),
            (WindowPart::Board, true),
            (WindowPart::Right, self.right.is_some()),
        ];
        let shown: Vec<WindowPart> =
            parts.into_iter().filter(|(_, shown)| *shown).map(|(part, _)| part).collect();
        let here = match (within(self.left), within(self.right)) {
            (true, _) => WindowPart::Levels,
            (_, true) => WindowPart::Right,
            _ => WindowPart::Board,
        };
        let now = shown.iter().position(|part| *part == here).unwrap_or(0);
        let step = if forwards { 1 } else { shown.len() - 1 };
        shown.get((now + step) % shown.len()).copied().unwrap_or(WindowPart::Board)
    }
}

/// Returns the widths of the shown panels at the left and right, in a window of this width: as wide as wanted,
/// unless that leaves too little for the board.
pub(crate) fn widths(sizes: PanelSizes, shown: [bool; 2], whole: f32) -> [Option<f32>; 2] {
    let wanted = [sizes.left.clamp(LEFT.0, LEFT.1), sizes.right.clamp(RIGHT.0, RIGHT.1)];
    let least = [LEFT.0, RIGHT.0];
    let sum = |widths: [f32; 2]| -> f32 {
        shown.iter().zip(widths).map(|(shown, width)| if *shown { width } else { 0.0 }).sum()
    };
    let (needed, spare) = (sum(least), sum(wanted) - sum(least));
    let share = ((whole - BOARD - needed) / spare.max(1.0)).clamp(0.0, 1.0);
    let width = |side: usize| least[side] + (wanted[side] - least[side]) * share;
    [0, 1].map(|side| shown[side].then(|| width(side).floor()))
}

/// Shows the contents of a panel, which cannot widen it.
pub(crate) fn hold<R>(ui: &mut Ui, add: impl FnOnce(&mut Ui) -> R) -> R {
    let room = ui.available_rect_before_wrap();
    let mut within = ui.new_child(egui::UiBuilder::new().max_rect(room));
    let added = add(&mut within);
    ui.set_min_size(room.size());
    added
}

/// Shows a part of a panel. Its widgets keep their identity, and so the keyboard focus, when the parts
/// above change: egui counts widgets, and each part has its own count.
pub(crate) fn part<R>(ui: &mut Ui, name: &str, add: impl FnOnce(&mut Ui) -> R) -> R {
    let id = ui.scope_id().with(name);
    ui.scope_builder(egui::UiBuilder::new().scope_id(id), add).inner
}

/// Returns the height of the list of levels above a palette. Unless its line was dragged, it gets what the
/// palette leaves, at most the height of its levels; `wanted` are the preferred heights of both.
pub(crate) fn height_of_levels(sizes: PanelSizes, whole: f32, wanted: [f32; 2]) -> f32 {
    let [levels, palette] = wanted;
    let least = (whole * LEVELS_SHARE).clamp(MIN_LEVELS, LEVELS);
    let most = (whole - PALETTE).max(least.min(whole / 2.0));
    let height = sizes.list.unwrap_or_else(|| levels.min(whole - palette));
    height.clamp(least.min(most), most).round()
}

/// Shows the lines next to the board.
pub(crate) fn handles(
    ui: &Ui,
    sizes: &mut PanelSizes,
    whole: Rect,
    left: Option<Rect>,
    right: Option<Rect>,
) {
    let line =
        |x| Rect::from_center_size(pos2(x, whole.center().y), Vec2::new(GRIP, whole.height()));
    let usual = PanelSizes::default();
    if let Some(panel) = left {
        let grip = grip(ui, text::LEFT_EDGE, line(panel.right()), CursorIcon::ResizeHorizontal);
        if let Some(at) = dragged(&grip) {
            let other = right.map_or(0.0, |right| right.width());
            let most = (whole.width() - BOARD - other).clamp(LEFT.0, LEFT.1);
            sizes.left = (at.x - panel.left()).clamp(LEFT.0, most);
        } else if grip.double_clicked() {
            sizes.left = usual.left;
        }
    }
    if let Some(panel) = right {
        let grip = grip(ui, text::RIGHT_EDGE, line(panel.left()), CursorIcon::ResizeHorizontal);
        if let Some(at) = dragged(&grip) {
            let other = left.map_or(0.0, |left| left.width());
            let most = (whole.width() - BOARD - other).clamp(RIGHT.0, RIGHT.1);
            sizes.right = (panel.right() - at.x).clamp(RIGHT.0, most);
        } else if grip.double_clicked() {
            sizes.right = usual.right;
        }
    }
}

/// Shows the line between levels and palette.
pub(crate) fn split(ui: &Ui, sizes: &mut PanelSizes, whole: Rect, height: f32) {
    let middle = pos2(whole.center().x, whole.top() + height);
    let line = Rect::from_center_size(middle, Vec2::new(whole.width(), GRIP));
    let grip = grip(ui, text::LEVELS_EDGE, line, CursorIcon::ResizeVertical);
    if let Some(at) = dragged(&grip) {
        let wanted = PanelSizes { list: Some(at.y - whole.top()), ..*sizes };
        sizes.list = Some(height_of_levels(wanted, whole.height(), [0.0; 2]));
    } else if grip.double_clicked() {
        sizes.list = None;
    }
}

fn dragged(grip: &Response) -> Option<egui::Pos2> {
    grip.dragged().then(|| grip.interact_pointer_pos()).flatten()
}

/// Shows a strip to drag; drawn while the pointer is on it.
fn grip(ui: &Ui, name: &'static str, strip: Rect, cursor: CursorIcon) -> Response {
    // Not a stop of the Tab key: nothing is typed there.
    let id = ui.scope_id().with(("grip", name));
    let response = ui.interact(strip, id, Sense::CLICK | Sense::DRAG);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::accesskit::Role::Splitter, true, name));
    if response.hovered() || response.dragged() {
        ui.set_cursor_icon(cursor);
        let thin =
            if strip.width() > strip.height() { Vec2::new(0.0, 2.5) } else { Vec2::new(2.5, 0.0) };
        ui.painter().rect_filled(strip.shrink2(thin), 1.0, Theme::of(ui).role(Role::Accent));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panels_are_as_wide_as_they_are_wanted_unless_the_board_would_go() {
        let sizes = PanelSizes::default();
        assert_eq!(widths(sizes, [true, true], 1280.0), [Some(222.0), Some(290.0)]);
        assert_eq!(widths(sizes, [false, true], 1280.0), [None, Some(290.0)]);
        for whole in [640.0, 720.0, 1024.0, 1280.0] {
            for wanted in [PanelSizes { left: 1e9, right: 1e9, list: None }, sizes] {
                let sum: f32 = widths(wanted, [true; 2], whole).into_iter().flatten().sum();
                assert!(whole - sum >= BOARD - 2.0, "{whole} leaves {}", whole - sum);
            }
        }
        let none = PanelSizes { left: -5.0, right: 0.0, list: Some(0.0) };
        assert_eq!(widths(none, [true; 2], 1280.0), [Some(LEFT.0), Some(RIGHT.0)]);
        assert_eq!(height_of_levels(none, 600.0, [900.0, 300.0]), 252.0);
    }

    #[test]
    fn the_list_has_what_the_palette_leaves_unless_its_line_was_dragged() {
        let sizes = PanelSizes::default();
        assert_eq!(height_of_levels(sizes, 1000.0, [970.0, 400.0]), 600.0);
        assert_eq!(height_of_levels(sizes, 1000.0, [350.0, 400.0]), 350.0);
        assert_eq!(height_of_levels(sizes, 600.0, [970.0, 500.0]), 252.0);
        assert_eq!(height_of_levels(sizes, 1000.0, [970.0, 900.0]), LEVELS);
        assert_eq!(height_of_levels(sizes, 340.0, [970.0, 300.0]), MIN_LEVELS);
        assert_eq!(height_of_levels(sizes, 150.0, [970.0, 300.0]), 75.0);
        let dragged = PanelSizes { list: Some(480.0), ..sizes };
        assert_eq!(height_of_levels(dragged, 1000.0, [970.0, 400.0]), 480.0);
    }
}
