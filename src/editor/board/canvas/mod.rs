//! The canvas: the board with its overlays, zoom and panning, and the pointer on it.
//!
//! The picture of a level is drawn by its game and cached until something in it changes.

mod access;
mod handles;
pub(crate) mod legend;
mod pointer;

use std::sync::Arc;

pub use access::words;

use egui::{Pos2, Rect, Sense, Stroke, StrokeKind, Ui, Vec2, pos2};

use crate::board::controls;
use crate::board::overlay::{self, DrawnBoard};
use crate::board::state::BoardState;
use crate::board::state::View;
use crate::board::switches;
use crate::board::tool::{FillShape, StrokeDeed, Tool};
use crate::board::tools::CycleOrder;
use crate::kit::painter::{self, Transform};
use crate::kit::theme::{self, Role, Theme};
use crate::session::command::Command;
use crate::session::kinds::BoardOverlay;
use crate::session::state::State;
use crate::text;
use foolproof_game::Game;
use foolproof_level::{Level, Site};
use foolproof_picture::{Ink, Layout, Point};

/// Room between the board and the rim of the canvas, in points.
const MARGIN: f32 = 44.0;
/// Height of the strip beneath the board with one line in it, in points: the legend and the zoom, which lie
/// above it, then cover no part of the board.
const STRIP: f32 = 36.0;

/// State of the canvas between two frames; all of it can be rebuilt.
#[derive(Default)]
pub(crate) struct Canvas {
    drawn: Option<DrawnBoard>,
    flow: painter::Flow,
    pointer: pointer::Memory,
}

/// Positions on the canvas in this frame.
pub(crate) struct CanvasFrame<'a> {
    game: &'a dyn Game,
    level: &'a Arc<Level>,
    layout: &'a Layout,
    transform: Transform,
    rect: Rect,
    /// The centre of an unmoved board.
    middle: Pos2,
}

impl CanvasFrame<'_> {
    /// Returns the rectangle of the whole board with its tray.
    pub(crate) fn whole(&self) -> Rect {
        let Layout { width, height, .. } = *self.layout;
        let corner = |x, y| self.transform.to_screen(Point::new(x, y));
        Rect::from_min_max(corner(0.0, 0.0), corner(width, height))
    }

    /// Returns the site under a point: for a cell with layers, the layer of the brush, or else the topmost
    /// occupied one.
    fn site_at(&self, at: Pos2, board: &BoardState) -> Option<Site> {
        let site = self.layout.site_at(self.transform.to_board(at))?;
        let brush = board.brush.as_ref().filter(|_| board.tool == Tool::PAINT);
        Some(match brush {
            Some(_) => self.game.layer_of(&self.level.board, site, brush),
            None => self.level.top_layer(site),
        })
    }

    pub(crate) fn rect_of(&self, site: Site) -> Option<Rect> {
        Some(self.transform.rect_to_screen(self.layout.rect(site)?))
    }
}

impl Canvas {
    /// Shows the level in the rest of the window. `room` is the rest without a message strip: the board is
    /// centred in it, and does not move when a message appears.
    pub(crate) fn show(&mut self, ui: &mut Ui, state: &mut State, room: Rect) {
        let rect = ui.available_rect_before_wrap();
        let theme = Theme::of(ui);
        ui.painter().rect_filled(rect, 0.0, theme.role(Role::Canvas));
        let Some((game, level)) = state.scene() else {
            return nothing_to_show(ui, rect, state);
        };
        let response = ui.interact(rect, board_id(), Sense::click_and_drag());
        keep_focus(ui, &response);
        let drawn = overlay::drawn(&mut self.drawn, &*game, &level, state);
        let top = switches::height(state, rect) - MARGIN;
        // If the strip has several lines, the board moves.
        let foot = (room.bottom() - STRIP).min(rect.bottom());
        let room =
            Rect::from_min_max(rect.min + Vec2::new(0.0, top.max(0.0)), pos2(rect.right(), foot));
        let reserved = state.own_tool().map_or(0.0, |own| own.room_outside(&*game, &level));
        let transform = transform(&mut state.board, room, &drawn.layout, reserved);
        let (layout, middle) = (drawn.layout.clone(), room.center());
        let place =
            CanvasFrame { game: &*game, level: &level, layout: &layout, transform, rect, middle };
        self.paint(ui, state, &place);
        let used = handles::show(ui, state, &place);
        self.pointer.handle(ui, state, &place, &response, used);
        let tips = state.features_of::<dyn BoardOverlay>();
        let tips = tips.filter_map(|own| own.tip(state, &*game, &level));
        let words = tips.collect::<Vec<_>>().join("\n");
        if !words.is_empty() {
            response.on_hover_text_at_pointer(words);
        }
        access::sites(ui, state, &place);
        controls::popover(ui, state, &place);
        switches::show(ui, state, rect);
        if let Some(drawn) = self.drawn.as_ref().filter(|_| legend::is_shown(&state.chrome)) {
            legend::show(ui, &drawn.overlay.legend, rect);
        }
    }

    fn paint(&mut self, ui: &Ui, state: &State, place: &CanvasFrame<'_>) {
        let Some(drawn) = &self.drawn else { return };
        let theme = Theme::of(ui);
        let painter = ui.painter_at(place.rect);
        let now = state.chrome.settings.moves().then(|| ui.input(|input| input.time));
        if drawn.fresh {
            self.flow.begin();
        }
        let time = self.flow.time(now);
        let motion = painter::paint(&painter, place.transform, &drawn.shapes, &theme, time);
        if ui.input(|input| input.focused) {
            self.flow.keep_going(motion, ui.ctx());
        }
        painter::paint(&painter, place.transform, &drawn.overlay.shapes, &theme, None);
        chosen(&painter, &state.board, place, theme);
    }
}

fn board_id() -> egui::Id {
    egui::Id::unique("the board")
}

/// True if the board was the last thing clicked.
pub fn is_chosen(context: &egui::Context) -> bool {
    context.memory(|memory| memory.focused()) == Some(board_id())
}

/// Removes the keyboard focus from the board.
pub(crate) fn leave(context: &egui::Context) {
    context.memory_mut(|memory| memory.surrender_focus(board_id()));
}

/// True if keys go to the board, and not to a button or a field.
pub(crate) fn has_keys(context: &egui::Context) -> bool {
    context.memory(|memory| memory.focused()).is_none_or(|id| id == board_id())
}

/// Gives the keyboard focus to the board, with a site to begin at.
pub(crate) fn enter(context: &egui::Context, state: &mut State) {
    context.memory_mut(|memory| memory.request_focus(board_id()));
    if state.board.cursor.is_none() {
        state.step_cursor(CycleOrder::Forwards);
    }
}

/// Lets Tab leave the board if nothing has the focus, since then the board has the keys.
pub(crate) fn leave_by_tab(context: &egui::Context) {
    let tab = context.input(|input| input.key_pressed(egui::Key::Tab));
    context.memory_mut(|memory| {
        if tab && memory.focused().is_none() {
            memory.request_focus(board_id());
        }
    });
}

/// Keeps the arrows and Escape on the board while it has the keys; Tab moves on.
fn keep_focus(ui: &Ui, response: &egui::Response) {
    response.widget_info(|| {
        egui::WidgetInfo::labeled(egui::accesskit::Role::Canvas, true, text::BOARD)
    });
    let filter = egui::EventFilter {
        tab: false,
        horizontal_arrows: true,
        vertical_arrows: true,
        escape: true,
    };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
}

/// Returns the board's position: fitted into the canvas with `reserved` cells of room around it, or as the
/// designer moved it.
fn transform(board: &mut BoardState, rect: Rect, layout: &Layout, reserved: f32) -> Transform {
    let size = Vec2::new(layout.width, layout.height);
    let fitted = Transform::fit(rect.shrink(MARGIN), size + Vec2::splat(2.0 * reserved));
    board.fitted = fitted.scale.clamp(8.0, 160.0);
    let View { scale, pan } = board.view();
    let scale = scale.unwrap_or(board.fitted);
    Transform { origin: rect.center() - size * scale / 2.0 + pan, scale }
}

/// Draws the selection, the cursor, the hover and the sites of a running stroke.
fn chosen(painter: &egui::Painter, board: &BoardState, place: &CanvasFrame<'_>, theme: Theme) {
    let colour = theme.ink(Ink::Selection);
    let corner = place.transform.scale * 0.08;
    for site in &board.selection {
        let Some(rect) = place.rect_of(*site) else { continue };
        painter.rect_filled(rect.shrink(1.0), corner, colour.gamma_multiply(0.14));
        let pen = Stroke::new(1.5, colour);
        painter.rect_stroke(rect.shrink(1.0), corner, pen, StrokeKind::Inside);
    }
    if let Some(rect) = board.hover.and_then(|site| place.rect_of(site)) {
        let pen = Stroke::new(1.0, colour.gamma_multiply(0.6));
        painter.rect_stroke(rect.shrink(1.0), corner, pen, StrokeKind::Inside);
        ghost(painter, board, place, theme);
    }
    if let Some(rect) = board.cursor.and_then(|site| place.rect_of(site)) {
        let pen = Stroke::new(2.0, colour);
        painter.rect_stroke(rect.expand(1.0), corner, pen, StrokeKind::Outside);
    }
    match board.stroke.as_ref().map(|stroke| &stroke.deed) {
        Some(StrokeDeed::Area { from, to, .. }) => {
            let (from, to) = (place.transform.to_screen(*from), place.transform.to_screen(*to));
            let area = Rect::from_two_pos(from, to);
            painter.rect_filled(area, 2.0, colour.gamma_multiply(0.1));
            painter.rect_stroke(area, 2.0, Stroke::new(1.0, colour), StrokeKind::Inside);
        }
        Some(StrokeDeed::Fill { from, to, shape, .. }) => {
            let (from, to) = (place.transform.to_screen(*from), place.transform.to_screen(*to));
            let pen = Stroke::new(1.5, colour);
            match shape {
                FillShape::Line => _ = painter.line_segment([from, to], pen),
                FillShape::Rectangle => {
                    let area = Rect::from_two_pos(from, to);
                    painter.rect_filled(area, 2.0, colour.gamma_multiply(0.1));
                    painter.rect_stroke(area, 2.0, pen, StrokeKind::Inside);
                }
            }
        }
        Some(StrokeDeed::Move { from, to }) => moving(painter, board, place, *from, *to),
        _ => {}
    }
}

/// Draws the brush under the pointer before it is painted.
fn ghost(painter: &egui::Painter, board: &BoardState, place: &CanvasFrame<'_>, theme: Theme) {
    let idle = board.stroke.is_none() && board.tool == Tool::PAINT;
    let (Some(site), Some(mark), true) = (board.hover, &board.brush, idle) else {
        return;
    };
    let Some(rect) = place.layout.rect(site) else { return };
    if place.level.mark(site).is_some()
        || place.game.accepts(&place.level.board, site, mark).is_err()
    {
        return;
    }
    let shapes = place.game.draw_mark(mark, rect);
    let mut faint = painter.clone();
    faint.multiply_opacity(0.45);
    painter::paint(&faint, place.transform, &shapes, &theme, None);
}

/// Draws carried marks at their destination.
fn moving(
    painter: &egui::Painter,
    board: &BoardState,
    place: &CanvasFrame<'_>,
    from: Site,
    to: Site,
) {
    let rects = (place.layout.rect(from), place.layout.rect(to));
    let (Some(start), Some(end)) = rects else { return };
    let (start, end) = (start.centre(), end.centre());
    let theme = Theme::of_context(painter.ctx());
    let by = Vec2::new(end.x - start.x, end.y - start.y) * place.transform.scale;
    let carried = Transform { origin: place.transform.origin + by, ..place.transform };
    let mut faint = painter.clone();
    faint.multiply_opacity(0.7);
    for site in board.targets() {
        let (Some(mark), Some(rect)) = (place.level.mark(site), place.layout.rect(site)) else {
            continue;
        };
        painter::paint(&faint, carried, &place.game.draw_mark(mark, rect), &theme, None);
    }
}

/// Shows a sentence instead of a board, with a way on.
fn nothing_to_show(ui: &mut Ui, rect: Rect, state: &mut State) {
    let is_broken = !state.document.file.broken.is_empty();
    let words = match state.level() {
        Some(level) => text::unknown_game(&level.game),
        None if is_broken => text::BROKEN_SOURCE.to_owned(),
        None => text::NO_LEVEL.to_owned(),
    };
    let has_level = state.level().is_some() || is_broken;
    ui.scope_builder(egui::UiBuilder::new().max_rect(rect.shrink(theme::WIDE)), |ui| {
        ui.vertical_centered(|ui| {
            ui.add_space(rect.height() * 0.4);
            ui.label(egui::RichText::new(words).color(Theme::of(ui).role(Role::Weak)));
            ui.add_space(theme::GAP);
            if !has_level && theme::primary(ui, "New level").clicked() {
                state.run(Command::NEW_LEVEL);
            }
        });
    });
}
