//! Windows that leave the board in view and within reach.

use std::ops::RangeInclusive;

use egui::{Context, DragValue, Pos2, Ui, Vec2};

use crate::kit::theme;
use crate::panels::messages;
use crate::session::state::State;
use crate::session::window::Window;
use crate::text;
use foolproof_game::About;
use foolproof_level::Board;

/// Width of a window next to the board.
pub const NARROW: f32 = 232.0;

/// Width up to which a window opens beside the board, over the panel at the right, in points.
const BESIDE: f32 = 520.0;

/// Maximum width of a gallery, in points.
pub const GALLERY: f32 = 1100.0;

/// Returns the area for windows: not over the status bar, nor over the strip above it.
pub fn place(context: &Context) -> egui::Rect {
    let whole = context.content_rect();
    whole.with_max_y(whole.bottom() - messages::height(context))
}

/// A window that leaves the board in view.
#[derive(Clone, Copy)]
pub struct Sheet<'a> {
    window: Window,
    title: &'a str,
    width: f32,
    least: Vec2,
    is_high: bool,
}

impl<'a> Sheet<'a> {
    pub fn new(window: Window, title: &'a str, width: f32) -> Self {
        Self { window, title, width, least: Vec2::ZERO, is_high: false }
    }

    /// Makes it as high as possible: for long lists and texts.
    pub fn high(self) -> Self {
        Self { is_high: true, ..self }
    }

    /// Sets the least size of its content, which scrolls if there is less room.
    pub fn at_least(self, least: Vec2) -> Self {
        Self { least, ..self }
    }

    /// Shows it while it is the open window; its cross closes it.
    pub fn show(self, context: &Context, state: &mut State, add: impl FnOnce(&mut Ui, &mut State)) {
        if !state.chrome.is_open(self.window) {
            return;
        }
        let mut open = true;
        let place = place(context);
        let width = self.width.min(place.width() - 48.0);
        // Wide windows are also high.
        let is_high = width > 900.0 || self.is_high;
        let above = if is_high { place.height() / 2.0 - 24.0 } else { 240.0 };
        let mut window = egui::Window::new(self.title);
        if self.is_high {
            window = window.default_height(place.height() - 88.0);
        }
        let last = state.chrome.settings.windows.get(self.window.name).copied();
        let shown = window
            .open(&mut open)
            .collapsible(false)
            .default_width(width)
            .max_width(place.width() - 24.0)
            .max_height(place.height() - 88.0)
            .constrain_to(place)
            .default_pos(match last {
                Some((x, y)) => Pos2::new(x, y),
                // Next to the board, which it is about.
                _ if width <= NARROW => place.left_top() + Vec2::new(12.0, 96.0),
                _ if width <= BESIDE && !self.is_high => {
                    place.right_top() + Vec2::new(-width - 40.0, 64.0)
                }
                _ => place.center() - Vec2::new(width / 2.0, above),
            })
            .show(context, |ui| self.content(ui, |ui| add(ui, state)));
        if let Some(shown) = shown {
            let at = shown.response.rect.left_top().round();
            state.chrome.settings.windows.insert(self.window.name.to_owned(), (at.x, at.y));
        }
        if !open {
            state.chrome.close();
        }
    }

    fn content(self, ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
        let room = ui.ctx().content_rect().size() - Vec2::new(64.0, 104.0);
        if self.least.x <= room.x && self.least.y <= room.y {
            return add(ui);
        }
        egui::ScrollArea::both().max_height(room.y).max_width(room.x).show(ui, |ui| {
            // Its parts divide the given size, which must be finite.
            let size = self.least.max(room);
            ui.allocate_ui(size, |ui| {
                ui.set_max_size(size);
                add(ui);
            });
        });
    }
}

/// Buttons of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SheetDeed {
    Go,
    Close,
}

/// Shows a form in the middle of the window; returns the pressed button, also if it was closed by its cross.
pub fn form(
    context: &Context,
    title: &str,
    add: impl FnOnce(&mut Ui) -> Option<SheetDeed>,
) -> Option<SheetDeed> {
    let mut open = true;
    let room = context.content_rect().height() - 96.0;
    let shown = egui::Window::new(title)
        .open(&mut open)
        .collapsible(false)
        .resizable(false)
        .default_height(room)
        .pivot(egui::Align2::CENTER_CENTER)
        .default_pos(context.content_rect().center())
        .constrain_to(place(context))
        .show(context, |ui| {
            // Content higher than the window scrolls.
            egui::ScrollArea::vertical().max_height(room).show(ui, add).inner
        });
    let said = shown.and_then(|shown| shown.inner).flatten();
    said.or((!open).then_some(SheetDeed::Close))
}

/// Shows the buttons beneath a form.
pub fn buttons(ui: &mut Ui, go: &str, able: bool) -> Option<SheetDeed> {
    ui.horizontal(|ui| {
        let go = ui.add_enabled_ui(able, |ui| theme::primary(ui, go)).inner.clicked();
        let close = ui.button(text::CANCEL).clicked();
        match (go, close) {
            (true, _) => Some(SheetDeed::Go),
            (_, true) => Some(SheetDeed::Close),
            _ => None,
        }
    })
    .inner
}

/// Shows the boards that a game allows, if it does not allow every size.
pub fn known_boards(ui: &mut Ui, about: &About, board: &mut Board) {
    let name = |board: &Board| format!("{}×{}", board.cols, board.rows);
    if about.boards.len() > FEW_BOARDS {
        let list = egui::ComboBox::from_id_salt("known boards").selected_text(name(board));
        theme::choice(ui, list, board, about.boards.iter().map(|known| (*known, name(known))));
        return;
    }
    for known in about.boards.iter() {
        ui.selectable_value(board, *known, name(known));
    }
}

/// Maximum number of boards with a button each; more are a list.
const FEW_BOARDS: usize = 5;

/// Shows fields for the columns, rows and tray slots of a board, if every size within limits is allowed.
pub fn board_size(ui: &mut Ui, about: &About, board: &mut Board) {
    if !about.boards.is_empty() {
        return;
    }
    let mut number = |name: &str, value: &mut u16, range: RangeInclusive<u16>| {
        let label = ui.label(name);
        ui.add(DragValue::new(value).range(range).speed(0.1)).labelled_by(label.id);
        ui.end_row();
    };
    let (least, most) = (about.smallest, about.largest);
    number("Columns", &mut board.cols, least.cols..=most.cols);
    number("Rows", &mut board.rows, least.rows..=most.rows);
    if most.tray > 0 {
        number("Tray slots", &mut board.tray, least.tray..=most.tray);
    }
}
