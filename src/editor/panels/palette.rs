//! The palette: every mark of the game as a brush, in rows.
//!
//! Knows the state, and games as a trait. Must never know a game's marks.

use egui::{Color32, Rect, Response, ScrollArea, Sense, Stroke, StrokeKind, Ui, Vec2};

use crate::editor::board::tools::Tool;
use crate::editor::kit::icon;
use crate::editor::kit::painter::{self, Transform};
use crate::editor::kit::theme::{self, ROUND, Role, Theme};
use crate::editor::session::state::State;
use crate::editor::text;
use crate::games::{Brush, Game, Group};
use crate::level::{Board, Mark, Site};
use crate::picture::{Point, Rect as Square};

/// Side of a brush in points.
const SIDE: f32 = 34.0;

/// Shows the palette.
pub fn show(ui: &mut Ui, state: &mut State) {
    let Some(game) = state.game() else { return };
    let groups = game.palette();
    let board = state.level().map(|level| level.board);
    let sites = board.map(|board| game.layout(&board).sites).unwrap_or_default();
    ScrollArea::vertical().id_salt("palette").auto_shrink([false, false]).show(ui, |ui| {
        if !listed(&groups, state.brush.as_ref()) {
            own_brush(ui, state, &*game);
        }
        for (number, group) in groups.iter().enumerate() {
            let first = sites.iter().map(|(site, _)| *site).find(|site| site.place == group.place);
            row(ui, state, &*game, (number, group, board.zip(first)));
        }
        heading(ui, text::NOTHING, if game.typed(None, '0', false).is_none() { "0" } else { "" });
        let on = state.tool == Tool::PAINT && state.brush.is_none();
        let response = square(ui, text::LEAVE_EMPTY, on);
        let rect = Rect::from_center_size(response.rect.center(), Vec2::splat(16.0));
        icon::Icon::EMPTY.paint(ui.painter(), rect, Theme::of(ui).role(Role::Weak));
        if response.on_hover_text(text::LEAVE_EMPTY_TIP).clicked() {
            state.choose_brush(None);
        }
    });
}

fn listed(groups: &[Group], brush: Option<&Mark>) -> bool {
    let mut brushes = groups.iter().flat_map(|group| &group.brushes);
    brush.is_none_or(|mark| brushes.any(|brush| brush.mark == *mark))
}

/// A brush that was picked or changed and stands in no row.
fn own_brush(ui: &mut Ui, state: &mut State, game: &dyn Game) {
    let Some(mark) = state.brush.clone() else { return };
    heading(ui, text::PICKED, "");
    let brush = Brush { name: game.describe(&mark), mark };
    one(ui, state, game, &brush);
}

fn heading(ui: &mut Ui, words: &str, key: &str) {
    ui.add_space(theme::TIGHT);
    ui.horizontal(|ui| {
        theme::section(ui, words);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            theme::section(ui, key);
        });
    });
}

/// A row; `place` is a board with one of its sites that are of the row's kind.
fn row(
    ui: &mut Ui,
    state: &mut State,
    game: &dyn Game,
    (number, group, place): (usize, &Group, Option<(Board, Site)>),
) {
    // Where digits are typed, number keys choose no rows.
    let chooses = number < 9 && game.typed(None, '1', false).is_none();
    let key = if chooses { (number + 1).to_string() } else { String::new() };
    heading(ui, &group.name, &key);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = Vec2::splat(3.0);
        for brush in &group.brushes {
            // What no site of this board takes is no brush for it.
            let fits = |(board, site)| game.accepts(&board, site, &brush.mark).is_ok();
            if place.is_none_or(fits) {
                one(ui, state, game, brush);
            }
        }
    });
}

fn one(ui: &mut Ui, state: &mut State, game: &dyn Game, brush: &Brush) {
    let on = state.tool == Tool::PAINT && state.brush.as_ref() == Some(&brush.mark);
    let response = square(ui, &brush.name, on);
    if ui.is_rect_visible(response.rect) {
        draw_mark(ui, game, &brush.mark, response.rect.shrink(3.0));
    }
    if response.on_hover_text(text::capital(&brush.name)).clicked() {
        state.choose_brush(Some(brush.mark.clone()));
    }
}

/// Draws a mark alone into a square of the screen.
pub fn draw_mark(ui: &Ui, game: &dyn Game, mark: &Mark, into: Rect) {
    let shapes =
        game.draw_mark(mark, Square { min: Point::new(0.0, 0.0), max: Point::new(1.0, 1.0) });
    let transform = Transform::fit(into, Vec2::splat(1.0));
    painter::paint(ui.painter(), transform, &shapes, &Theme::of(ui), None);
}

/// A mark with words beneath it, as a button; without a mark it stands for none.
pub fn counted(
    ui: &mut Ui,
    (game, mark): (&dyn Game, Option<&Mark>),
    (words, colour): (&str, Color32),
    name: &str,
) -> Response {
    let size = Vec2::new(SIDE, SIDE + 13.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| {
        egui::WidgetInfo::labeled(egui::accesskit::Role::Button, true, name.to_owned())
    });
    let theme = Theme::of(ui);
    if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect, f32::from(ROUND), theme.role(Role::Hover));
    }
    let top = Rect::from_min_size(rect.min, Vec2::splat(SIDE));
    match mark {
        Some(mark) => draw_mark(ui, game, mark, top.shrink(3.0)),
        None => icon::Icon::ERASE.paint(ui.painter(), top.shrink(8.0), theme.role(Role::Weak)),
    }
    let font = egui::TextStyle::Small.resolve(ui.style());
    let foot = rect.center_bottom() - Vec2::new(0.0, 1.0);
    ui.painter().text(foot, egui::Align2::CENTER_BOTTOM, words, font, colour);
    response
}

fn square(ui: &mut Ui, name: &str, on: bool) -> Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(SIDE), Sense::click());
    response.widget_info(|| {
        let role = egui::accesskit::Role::Button;
        let mut info = egui::WidgetInfo::labeled(role, true, format!("Brush: {name}"));
        info.selected = Some(on);
        info
    });
    let theme = Theme::of(ui);
    let fill = match (on, response.hovered()) {
        (true, _) => theme.role(Role::Tint),
        (_, true) => theme.role(Role::Hover),
        _ => Color32::TRANSPARENT,
    };
    ui.painter().rect_filled(rect, f32::from(ROUND), fill);
    if on || response.has_focus() {
        let pen = Stroke::new(1.5, theme.role(Role::Accent));
        ui.painter().rect_stroke(rect, f32::from(ROUND), pen, StrokeKind::Inside);
    }
    response
}

impl State {
    /// Chooses the first brush of a row, or the one after the brush if it is of that row.
    pub fn next_brush_of(&mut self, row: usize) {
        let groups = self.game().map(|game| game.palette()).unwrap_or_default();
        let Some(group) = groups.get(row) else { return };
        let at = group.brushes.iter().position(|brush| Some(&brush.mark) == self.brush.as_ref());
        let painting = self.tool == Tool::PAINT;
        let next = at.map_or(0, |at| if painting { (at + 1) % group.brushes.len() } else { at });
        let mark = group.brushes.get(next).map(|brush| brush.mark.clone());
        self.choose_brush(mark);
    }
}
