//! The palette: every kind of mark of the game as a brush, in rows; a brush in hand turns.

use egui::{Color32, Rect, Response, ScrollArea, Sense, Stroke, StrokeKind, Ui, Vec2};

use crate::board::tool::Tool;
use crate::kit::icon;
use crate::kit::one_stop::OneStop;
use crate::kit::painter::{self, Transform};
use crate::kit::theme::{self, ROUND, Role, Theme};
use crate::session::command::Command;
use crate::session::document::{Document, first_of};
use crate::session::state::State;
use crate::text;
use foolproof_game::{Brush, Game, Group};
use foolproof_level::Mark;
use foolproof_picture::{Point, Rect as Square};

/// Side of a brush in points.
const SIDE: f32 = 34.0;
/// Distance between two brushes, in points.
const APART: f32 = 3.0;
/// Number of brushes of a row that are shown at first, if there are very many: the levels above need room, too.
const FEW: usize = 25;

/// Names of two tab stops: the palette, and the directions of the brush in hand.
pub(crate) const BRUSHES: &str = "brushes";
const TURNS: &str = "turns";

/// A row of the palette: its number, its name, and the kinds of marks that the board has room for.
struct PaletteRow<'a> {
    number: usize,
    name: &'a str,
    kinds: Vec<Vec<Brush>>,
}

/// Shows the palette; returns its preferred height, in points.
pub(crate) fn show(ui: &mut Ui, state: &mut State) -> f32 {
    let Some(game) = state.game() else { return 0.0 };
    let groups = game.palette();
    let rows = rows(&state.document, &*game, &groups);
    let top = ui.cursor().top();
    directions(ui, state, &*game, &rows);
    let above = ui.cursor().top() - top;
    let brushes = ScrollArea::vertical().id_salt("palette").auto_shrink([false, false]);
    let shown = brushes.show(ui, |ui| {
        let mut stop = OneStop::begin(ui, BRUSHES);
        if !listed(&groups, state.board.brush.as_ref()) {
            own_brush(ui, state, &*game, &mut stop);
        }
        for shown in &rows {
            row(ui, state, &*game, shown, &mut stop);
        }
        heading(ui, text::NOTHING, if game.typed(None, "0", false).is_empty() { "0" } else { "" });
        let on = state.board.tool == Tool::PAINT && state.board.brush.is_none();
        let response = square(ui, text::BRUSH, text::LEAVE_EMPTY, on, &mut stop);
        let rect = Rect::from_center_size(response.rect.center(), Vec2::splat(16.0));
        icon::Icon::EMPTY.paint(ui.painter(), rect, Theme::of(ui).role(Role::Weak));
        if response.on_hover_text(text::LEAVE_EMPTY_TIP).clicked() {
            state.choose_brush(None);
        }
        stop.end(ui);
    });
    above + shown.content_size.y
}

fn rows<'a>(document: &Document, game: &dyn Game, groups: &'a [Group]) -> Vec<PaletteRow<'a>> {
    let board = document.level().map(|level| level.board);
    let sites = board.map(|board| game.layout(&board).sites).unwrap_or_default();
    let row = |(number, group): (usize, &'a Group)| {
        let first = first_of(&sites, group.place);
        // Only marks that some site of this board accepts are brushes.
        let fits = |brush: &&Brush| {
            let place = board.zip(first);
            place.is_none_or(|(board, site)| game.accepts(&board, site, &brush.mark).is_ok())
        };
        let brushes: Vec<Brush> = group.brushes.iter().filter(fits).cloned().collect();
        PaletteRow { number, name: &group.name, kinds: game.kinds(&brushes) }
    };
    groups.iter().enumerate().map(row).collect()
}

fn listed(groups: &[Group], brush: Option<&Mark>) -> bool {
    let mut brushes = groups.iter().flat_map(|group| &group.brushes);
    brush.is_none_or(|mark| brushes.any(|brush| brush.mark == *mark))
}

/// Shows a picked or changed brush that is in no row.
fn own_brush(ui: &mut Ui, state: &mut State, game: &dyn Game, stop: &mut OneStop) {
    let Some(mark) = state.board.brush.clone() else { return };
    heading(ui, text::PICKED, "");
    let brush = Brush { name: game.describe(&mark), mark };
    one(ui, state, game, &brush, stop);
}

fn heading(ui: &mut Ui, words: &str, key: &str) {
    ui.add_space(theme::TIGHT);
    ui.scope(|ui| {
        // It has no buttons, so it is no higher than its text.
        ui.spacing_mut().interact_size.y = 0.0;
        ui.horizontal(|ui| {
            theme::section(ui, words);
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                theme::section(ui, key);
            });
        });
    });
}

fn row(ui: &mut Ui, state: &mut State, game: &dyn Game, row: &PaletteRow<'_>, stop: &mut OneStop) {
    // Where digits are typed, number keys choose no rows.
    let chooses = row.number < 9 && !game.types_digits();
    let key = if chooses { (row.number + 1).to_string() } else { String::new() };
    heading(ui, row.name, &key);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = Vec2::splat(APART);
        let all = ui.scope_id().with(("all brushes", row.name));
        let few = if game.types_digits() { FEW / 2 } else { FEW };
        let is_long = row.kinds.len() > few + 1;
        let mut opened = ui.data(|data| data.get_temp(all)).unwrap_or(false);
        let shown = if is_long && !opened { few } else { row.kinds.len() };
        for (at, kind) in row.kinds.iter().enumerate() {
            let held = kind.iter().find(|brush| state.board.brush.as_ref() == Some(&brush.mark));
            let Some(brush) = held.or(kind.first()).filter(|_| at < shown || held.is_some()) else {
                continue;
            };
            one(ui, state, game, brush, stop);
        }
        if is_long && ui.button(text::brushes_shown(opened, row.kinds.len())).clicked() {
            opened = !opened;
            ui.data_mut(|data| data.insert_temp(all, opened));
        }
    });
}

/// Shows the directions of the brush in hand. They stay above all rows, so that no row moves when another brush
/// is taken.
fn directions(ui: &mut Ui, state: &mut State, game: &dyn Game, rows: &[PaletteRow<'_>]) {
    let kinds = || rows.iter().flat_map(|row| &row.kinds);
    let most = kinds().map(Vec::len).max().unwrap_or(0);
    if most < 2 {
        return;
    }
    let keys = state.entry(Command::TURN_MARK).and_then(|entry| entry.key_words(ui.ctx()));
    let keys = keys.unwrap_or_default();
    heading(ui, text::TURNS, &keys);
    let in_hand = |kind: &&Vec<Brush>| {
        kind.iter().any(|brush| state.board.brush.as_ref() == Some(&brush.mark))
    };
    let turns = kinds().find(in_hand).filter(|kind| kind.len() > 1);
    let a_line = (((ui.available_width() + APART) / (SIDE + APART)).floor() as usize).max(1);
    let lines = most.div_ceil(a_line) as f32;
    let size = Vec2::new(ui.available_width(), lines * (SIDE + APART) - APART);
    let (rect, _) = ui.allocate_exact_size(size, Sense::empty());
    let layout = egui::Layout::left_to_right(egui::Align::Min).with_main_wrap(true);
    let mut ui = ui.new_child(egui::UiBuilder::new().max_rect(rect).layout(layout));
    ui.spacing_mut().item_spacing = Vec2::splat(APART);
    let Some(turns) = turns else {
        ui.weak(text::NO_TURNS);
        return;
    };
    let mut stop = OneStop::begin(&ui, TURNS);
    for brush in turns {
        let on = state.board.tool == Tool::PAINT && state.board.brush.as_ref() == Some(&brush.mark);
        let response = square(&mut ui, text::TURN, &brush.name, on, &mut stop);
        draw_mark(&ui, game, &brush.mark, response.rect.shrink(2.0));
        if response.on_hover_text(text::turn_tip(&brush.name, &keys)).clicked() {
            state.choose_brush(Some(brush.mark.clone()));
        }
    }
    stop.end(&ui);
}

fn one(ui: &mut Ui, state: &mut State, game: &dyn Game, brush: &Brush, stop: &mut OneStop) {
    let on = state.board.tool == Tool::PAINT && state.board.brush.as_ref() == Some(&brush.mark);
    let response = square(ui, text::BRUSH, &brush.name, on, stop);
    if ui.is_rect_visible(response.rect) {
        let into = response.rect.shrink(3.0);
        draw_mark(ui, game, &brush.mark, into);
        let brushes = game.brushes();
        if brushes.is_some_and(|brushes| brushes.fills_squares()) {
            rim(ui, into);
        }
        if let Some(sign) = brushes.and_then(|brushes| brushes.sign_of_brush(&brush.mark)) {
            label(ui, into, sign);
        }
    }
    let tip = match game.brushes().and_then(|brushes| brushes.key_of_brush(&brush.mark)) {
        Some(key) => format!("{} ({})", text::capital(&brush.name), key.to_ascii_uppercase()),
        None => text::capital(&brush.name),
    };
    if response.on_hover_text(tip).clicked() {
        state.choose_brush(Some(brush.mark.clone()));
    }
}

/// Draws a line around a picture that fills its square, since the picture may have the colour of the panel.
fn rim(ui: &Ui, around: Rect) {
    let pen = Stroke::new(1.0, Theme::of(ui).role(Role::Line));
    ui.painter().rect_stroke(around, 0.0, pen, StrokeKind::Outside);
}

/// Draws the character that stands for a mark in level files into the corner of its picture.
fn label(ui: &Ui, into: Rect, sign: char) {
    let theme = Theme::of(ui);
    let plate = Rect::from_min_max(into.max - Vec2::new(11.0, 13.0), into.max);
    ui.painter().rect_filled(plate, 2.0, theme.role(Role::Panel));
    let font = egui::TextStyle::Small.resolve(ui.style());
    let colour = theme.role(Role::Text);
    ui.painter().text(plate.center(), egui::Align2::CENTER_CENTER, sign, font, colour);
}

/// Draws a single mark into a square of the screen.
fn draw_mark(ui: &Ui, game: &dyn Game, mark: &Mark, into: Rect) {
    let square = Square { min: Point::new(0.0, 0.0), max: Point::new(1.0, 1.0) };
    let shapes = game.draw_brush(mark, square);
    let transform = Transform::fit(into, Vec2::splat(1.0));
    painter::paint(ui.painter(), transform, &shapes, &Theme::of(ui), None);
}

/// Shows a mark with words beneath it, as a button; `None` stands for no mark.
pub(crate) fn counted(
    ui: &mut Ui,
    game: &dyn Game,
    mark: Option<&Mark>,
    words: &str,
    colour: Color32,
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

fn square(ui: &mut Ui, what: &str, name: &str, on: bool, stop: &mut OneStop) -> Response {
    let sense = stop.sense(ui, Sense::click());
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(SIDE), sense);
    stop.add(&response, on);
    response.widget_info(|| {
        let role = egui::accesskit::Role::Button;
        let mut info = egui::WidgetInfo::labeled(role, true, format!("{what}: {name}"));
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
    /// Selects the first kind of brush of a row, or the next one if the brush is of that row; in a row of one
    /// kind, its next turn.
    pub(crate) fn next_brush_of(&mut self, row: usize) {
        let Some(game) = self.game() else { return };
        let groups = game.palette();
        let Some(group) = groups.get(row) else { return };
        let mut kinds = game.kinds(&group.brushes);
        if let [only] = kinds.as_slice() {
            kinds = only.iter().map(|brush| vec![brush.clone()]).collect();
        }
        let is_held = |brush: &Brush| Some(&brush.mark) == self.board.brush.as_ref();
        let at = kinds.iter().position(|kind| kind.iter().any(is_held));
        let next = match at {
            // Takes the same brush again, with its turn.
            Some(_) if self.board.tool != Tool::PAINT => self.board.brush.clone(),
            Some(at) => kinds.get((at + 1) % kinds.len()).and_then(|kind| first(kind)),
            None => kinds.first().and_then(|kind| first(kind)),
        };
        self.choose_brush(next);
    }
}

fn first(kind: &[Brush]) -> Option<Mark> {
    kind.first().map(|brush| brush.mark.clone())
}
