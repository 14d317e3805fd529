//! Handles on the board's rim, to drag it larger or smaller.

use egui::{CursorIcon, Rect, Sense, Ui, Vec2};

use crate::board::canvas::CanvasFrame;
use crate::board::canvas::pointer::PointerTaken;
use crate::board::state::DraggedResize;
use crate::kit::theme::{Role, Theme};
use crate::session::kinds::BoardOffer;
use crate::session::state::State;
use foolproof_game::Game;
use foolproof_level::{Board, Place};

/// Length and thickness of a handle in points.
const LONG: f32 = 28.0;
const THICK: f32 = 5.0;

/// Shows the handles and returns whether one of them has the pointer.
pub(crate) fn show(ui: &Ui, state: &mut State, place: &CanvasFrame<'_>) -> PointerTaken {
    if state.chrome.is_playing()
        || state.features_of::<dyn BoardOffer>().any(|offer| offer.holds_still(&state.document))
    {
        return PointerTaken::No;
    }
    let cells = place.layout.sites.iter().filter(|(site, _)| site.place != Place::Tray);
    let Some(rim) =
        cells.map(|(_, rect)| place.transform.rect_to_screen(*rect)).reduce(Rect::union)
    else {
        return PointerTaken::No;
    };
    let apart = 10.0;
    let right = rim.right_center() + Vec2::new(apart, 0.0);
    let foot = rim.center_bottom() + Vec2::new(0.0, apart);
    let corner = rim.right_bottom() + Vec2::splat(apart);
    let left = rim.left_center() - Vec2::new(apart, 0.0);
    let top = rim.center_top() - Vec2::new(0.0, apart);
    let handle = |name, at, size, across, down| {
        let rect = Rect::from_center_size(at, size);
        Handle { name, rect, across, down }
    };
    let handles = [
        handle("right rim", right, Vec2::new(THICK, LONG), 1, 0),
        handle("lower rim", foot, Vec2::new(LONG, THICK), 0, 1),
        handle("corner", corner, Vec2::splat(THICK * 1.6), 1, 1),
        handle("left rim", left, Vec2::new(THICK, LONG), -1, 0),
        handle("upper rim", top, Vec2::new(LONG, THICK), 0, -1),
    ];
    let mut taken = PointerTaken::No;
    for handle in handles {
        if one(ui, state, place, &handle) {
            taken = PointerTaken::Yes;
        }
    }
    taken
}

/// A handle, and the side that dragging it extends.
struct Handle {
    name: &'static str,
    rect: Rect,
    /// 1 at the right, -1 at the left, 0 where the width stays.
    across: i32,
    /// 1 at the foot, -1 at the top, 0 where the height stays.
    down: i32,
}

fn one(ui: &Ui, state: &mut State, place: &CanvasFrame<'_>, handle: &Handle) -> bool {
    let Handle { name, rect, across, down } = *handle;
    let id = ui.scope_id().with(("handle", name));
    let response = ui.interact(rect.expand(5.0), id, Sense::drag());
    response.widget_info(|| {
        egui::WidgetInfo::labeled(egui::accesskit::Role::Splitter, true, format!("Resize: {name}"))
    });
    let busy = response.hovered() || response.dragged();
    let theme = Theme::of(ui);
    let colour = if busy { theme.role(Role::Accent) } else { theme.role(Role::Press) };
    ui.painter_at(place.rect).rect_filled(rect, THICK / 2.0, colour);
    if busy {
        ui.set_cursor_icon(match (across, down) {
            (1 | -1, 0) => CursorIcon::ResizeHorizontal,
            (0, 1 | -1) => CursorIcon::ResizeVertical,
            _ => CursorIcon::ResizeNwSe,
        });
    }
    if response.drag_started() {
        state.begin_resize();
    }
    if response.dragged()
        && let Some(start) = ui.input(|input| input.pointer.press_origin())
        && let Some(at) = response.interact_pointer_pos()
    {
        // The board is centred, so half of its growth goes to the other side.
        let cells = (at - start) / place.transform.scale;
        let (cols, rows) = (cells.x.round() as i32 * across, cells.y.round() as i32 * down);
        state.resize_by(place.game, handle, cols, rows);
    }
    if response.drag_stopped() {
        state.finish_resize();
    }
    busy
}

impl State {
    fn begin_resize(&mut self) {
        self.finish_stroke();
        let before = self.history().depth();
        self.board.resizing = self.level().map(|level| DraggedResize { from: level.board, before });
        // Refitting the board at every step would move it away from the pointer.
        let mut view = self.board.view();
        view.scale = Some(view.scale.unwrap_or(self.board.fitted));
        self.board.set_view(view);
    }

    /// Grows the board by `cols` columns and `rows` rows, at the left or top for handles there.
    fn resize_by(&mut self, game: &dyn Game, handle: &Handle, cols: i32, rows: i32) {
        let Some(DraggedResize { from, before }) = self.board.resizing else { return };
        let about = game.about();
        let sized = |side: u16, by: i32, least: u16, most: u16| {
            let side = (i32::from(side) + by).clamp(i32::from(least), i32::from(most));
            u16::try_from(side).unwrap_or(least)
        };
        let board = Board {
            cols: sized(from.cols, cols, about.smallest.cols, about.largest.cols),
            rows: sized(from.rows, rows, about.smallest.rows, about.largest.rows),
            tray: from.tray,
        };
        let board = about.nearest(board);
        if self.level().is_some_and(|level| level.board == board) {
            return;
        }
        // Each step starts from the original board, so that growing again loses no marks.
        while self.history().depth() > before && self.document.history_mut().undo().is_some() {}
        let grown = |to: u16, from: u16, way: i32| match way < 0 {
            true => i32::from(to) - i32::from(from),
            false => 0,
        };
        let cols = grown(board.cols, from.cols, handle.across);
        let rows = grown(board.rows, from.rows, handle.down);
        self.resize("Resize the board", board, cols, rows);
    }

    fn finish_resize(&mut self) {
        self.board.resizing = None;
    }
}
