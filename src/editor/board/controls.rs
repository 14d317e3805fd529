//! Editing a mark's settings in place: next to it on the board, and in the inspector.

use egui::{Align2, Area, ComboBox, Id, Key, Order, Rect, RichText, TextEdit, Ui};

use crate::board::canvas::CanvasFrame;
use crate::kit::icon::{self, Icon};
use crate::kit::painter::{self, Transform};
use crate::kit::theme::{self, Role, Theme};
use crate::session::document::Document;
use crate::session::kinds::BoardOffer;
use crate::session::state::State;
use crate::text;
use foolproof_game::{Control, Game, Side};
use foolproof_level::{Mark, Site};
use foolproof_picture::{Ink, Point, Rect as Square};

/// Maximum width of the card next to a mark, in points.
const WIDEST: f32 = 260.0;

/// Shows the controls of the clicked mark in a small card next to the board.
pub(crate) fn popover(ui: &Ui, state: &mut State, place: &CanvasFrame<'_>) {
    let Some(site) = state.board.popover else { return };
    let busy = state.board.stroke.is_some()
        || state.chrome.is_playing()
        || state.features_of::<dyn BoardOffer>().any(|offer| offer.holds_still(&state.document));
    let controls = controls_of(&state.document, site);
    let Some(rect) = place.rect_of(site) else { return };
    if busy || controls.is_empty() {
        return;
    }
    let theme = Theme::of(ui);
    let id = Id::unique("mark controls");
    let size = egui::AreaState::load(ui.ctx(), id).and_then(|area| area.size);
    let size = size.unwrap_or(egui::vec2(WIDEST, WIDEST / 2.0));
    let (pivot, at) = card_place(ui.max_rect(), place.whole(), rect, size);
    Area::new(id).order(Order::Middle).constrain_to(ui.max_rect()).pivot(pivot).fixed_pos(at).show(
        ui.ctx(),
        |ui| {
            theme.card().shadow(ui.visuals().popup_shadow).show(ui, |ui| {
                ui.set_max_width(230.0);
                show(ui, state, site);
            });
        },
    );
}

/// Returns the position of a card of this size, and the corner that lies there: as close to the mark as
/// possible without covering a cell. If there is no room beside the board, it leaves the neighbours of the mark
/// free if possible, and always the mark.
fn card_place(canvas: Rect, board: Rect, mark: Rect, size: egui::Vec2) -> (Align2, egui::Pos2) {
    let gap = theme::GAP;
    let fits_right = |from: f32| from + gap + size.x <= canvas.right();
    let fits_left = |from: f32| from - gap - size.x >= canvas.left();
    let right = |from: f32| (Align2::LEFT_TOP, egui::pos2(from + gap, mark.top()));
    let left = |from: f32| (Align2::RIGHT_TOP, egui::pos2(from - gap, mark.top()));
    let is_at_right = mark.center().x >= board.center().x;
    match (fits_right(board.right()), fits_left(board.left())) {
        (true, beside) if is_at_right || !beside => return right(board.right()),
        (_, true) => return left(board.left()),
        _ => {}
    }
    let is_lowest = board.bottom() - mark.bottom() < mark.height();
    let bottom = if is_lowest { mark.bottom() } else { board.bottom() };
    if bottom + gap + size.y <= canvas.bottom() {
        return (Align2::LEFT_TOP, egui::pos2(mark.left(), bottom + gap));
    }
    if board.top() - gap - size.y >= canvas.top() {
        return (Align2::LEFT_BOTTOM, egui::pos2(mark.left(), board.top() - gap));
    }
    // Across one neighbour, then next to the mark.
    let sides = [mark.width(), 0.0].into_iter().flat_map(|skipped| {
        let (to_right, to_left) = (mark.right() + skipped, mark.left() - skipped);
        [fits_right(to_right).then(|| right(to_right)), fits_left(to_left).then(|| left(to_left))]
    });
    sides.flatten().next().unwrap_or_else(|| right(mark.right()))
}

fn controls_of(document: &Document, site: Site) -> Vec<Control> {
    let mark = document.level().and_then(|level| level.mark(site).cloned());
    match (document.game(), mark) {
        (Some(game), Some(mark)) => game.controls(&mark),
        _ => Vec::new(),
    }
}

/// Shows the controls of the mark on a site, one per row.
pub(crate) fn show(ui: &mut Ui, state: &mut State, site: Site) {
    let mut set = None;
    let game = state.game();
    for control in controls_of(&state.document, site) {
        let Some(game) = &game else { continue };
        let name = text::capital(&control.name);
        let value = ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(&name).color(Theme::of(ui).role(Role::Weak)));
            let marks = marks_of(&**game, &control);
            match (control.options.is_empty(), control.squares.is_empty()) {
                (true, _) => free(ui, &control, site, &name),
                (_, false) => grid(ui, &control, &name),
                _ if !marks.is_empty() => pictured(ui, &control, &**game, &marks),
                _ => choice(ui, &control, site, &name),
            }
        });
        if let Some(value) = value.inner {
            set = Some((control.name, value));
        }
    }
    let trouble = ui.scope_id().with(("control trouble", site));
    if let Some((name, value)) = set {
        let why = state.set_control(site, &name, &value).err().map(|why| why.to_string());
        ui.data_mut(|data| data.insert_temp(trouble, why.unwrap_or_default()));
    }
    let why: String = ui.data(|data| data.get_temp(trouble)).unwrap_or_default();
    if !why.is_empty() {
        let colour = Theme::of(ui).ink(Ink::Conflict);
        ui.label(RichText::new(text::sentence(&why)).small().color(colour));
    }
}

/// Returns the marks that a control chooses between, if its values are whole marks.
fn marks_of(game: &dyn Game, control: &Control) -> Vec<Mark> {
    let known = |(value, words): &(String, String)| {
        let mark: Mark = value.parse().ok()?;
        (game.describe(&mark) == *words && !game.controls(&mark).is_empty()).then_some(mark)
    };
    let marks: Option<Vec<Mark>> = control.options.iter().map(known).collect();
    marks.unwrap_or_default()
}

/// Shows a choice between marks: arrows if they point to different sides, or else their pictures.
fn pictured(ui: &mut Ui, control: &Control, game: &dyn Game, marks: &[Mark]) -> Option<String> {
    const SIDE: f32 = 28.0;
    let mut picked = None;
    ui.spacing_mut().item_spacing = egui::Vec2::splat(2.0);
    ui.spacing_mut().interact_size.y = SIDE;
    for ((value, words), mark) in control.options.iter().zip(marks) {
        let stand = icon::IconState::of(*value == control.value);
        let arrow = game.direction(mark).map(arrow);
        let response = icon::with_tip(ui, arrow.unwrap_or(Icon("")), words, words, stand);
        if arrow.is_none() {
            let square = Square { min: Point::new(0.0, 0.0), max: Point::new(1.0, 1.0) };
            let into = Transform::fit(response.rect.shrink(3.0), egui::Vec2::splat(1.0));
            let shapes = game.draw_mark(mark, square);
            painter::paint(ui.painter(), into, &shapes, &Theme::of(ui), None);
        }
        if response.clicked() {
            picked = Some(value.clone());
        }
    }
    picked
}

fn arrow(side: Side) -> Icon {
    match side {
        Side::North => Icon::NORTH,
        Side::East => Icon::EAST,
        Side::South => Icon::SOUTH,
        Side::West => Icon::WEST,
    }
}

fn choice(ui: &mut Ui, control: &Control, site: Site, name: &str) -> Option<String> {
    let mut picked = None;
    let now = control.options.iter().find(|(value, _)| *value == control.value);
    let words = now.map_or(control.value.as_str(), |(_, words)| words.as_str());
    // A few choices are buttons; many are a list.
    if control.options.len() <= 4 {
        ui.spacing_mut().item_spacing.x = 2.0;
        for (value, words) in &control.options {
            let button = egui::Button::selectable(*value == control.value, words);
            let response = ui.add(button).on_hover_text(format!("{name}: {words}"));
            if response.clicked() {
                picked = Some(value.clone());
            }
        }
        return picked;
    }
    ComboBox::from_id_salt(("control", site, control.name.clone())).selected_text(words).show_ui(
        ui,
        |ui| {
            for (value, words) in &control.options {
                if ui.selectable_label(*value == control.value, words).clicked() {
                    picked = Some(value.clone());
                }
            }
        },
    );
    picked
}

/// Shows squares that are switched by a click, or by a stroke over several.
fn grid(ui: &mut Ui, control: &Control, name: &str) -> Option<String> {
    const SIDE: f32 = 17.0;
    let theme = Theme::of(ui);
    let columns = control.squares.len().isqrt().max(1);
    let mut picked = None;
    let stroke = ui.scope_id().with("squares of a stroke");
    ui.vertical(|ui| {
        ui.spacing_mut().item_spacing = egui::Vec2::splat(2.0);
        ui.spacing_mut().interact_size.y = SIDE;
        let all: Vec<_> = control.squares.iter().zip(&control.options).collect();
        for row in all.chunks(columns) {
            ui.horizontal(|ui| {
                for (on, (value, words)) in row {
                    let (rect, response) =
                        ui.allocate_exact_size(egui::Vec2::splat(SIDE), egui::Sense::click());
                    response.widget_info(|| {
                        let role = egui::accesskit::Role::CheckBox;
                        egui::WidgetInfo::selected(role, true, **on, format!("{name}: {words}"))
                    });
                    let fill = match (**on, response.hovered()) {
                        (true, _) => theme.role(Role::Accent),
                        (false, true) => theme.role(Role::Press),
                        (false, false) => theme.role(Role::Hover),
                    };
                    ui.painter().rect_filled(rect, 3.0, fill);
                    if response.has_focus() {
                        let ring = egui::Stroke::new(1.5, theme.role(Role::Text));
                        let kind = egui::StrokeKind::Inside;
                        ui.painter().rect_stroke(rect, 3.0, ring, kind);
                    }
                    // A stroke sets every square to the new state of its first square.
                    let (down, pressed) = ui.input(|input| {
                        (input.pointer.primary_down(), input.pointer.primary_pressed())
                    });
                    let over = response.contains_pointer();
                    if pressed && over {
                        ui.data_mut(|data| data.insert_temp(stroke, !**on));
                    }
                    let wanted: Option<bool> = ui.data(|data| data.get_temp(stroke));
                    let by_key = response.clicked() && !over;
                    if by_key || down && over && wanted == Some(!**on) {
                        picked = Some(value.clone());
                    }
                }
            });
        }
        if !ui.input(|input| input.pointer.primary_down()) {
            ui.data_mut(|data| data.remove::<bool>(stroke));
        }
    });
    picked
}

/// Shows a field whose text is applied on Enter or on leaving the field.
fn free(ui: &mut Ui, control: &Control, site: Site, name: &str) -> Option<String> {
    let id = ui.scope_id().with(("free", site, control.name.clone()));
    let mut words: String =
        ui.data(|data| data.get_temp(id)).unwrap_or_else(|| control.value.clone());
    let field = TextEdit::singleline(&mut words).id(id.with("field")).desired_width(72.0);
    let response = ui.add(field).on_hover_text(control.hint.clone());
    response.widget_info(|| {
        let mut info = egui::WidgetInfo::text_edit(true, "", &words, "");
        info.label = Some(name.to_owned());
        info
    });
    if response.has_focus() || response.changed() {
        ui.data_mut(|data| data.insert_temp(id, words.clone()));
    }
    if !response.lost_focus() {
        return None;
    }
    ui.data_mut(|data| data.remove::<String>(id));
    let given_up = ui.input(|input| input.key_pressed(Key::Escape));
    (!given_up && words != control.value).then_some(words)
}
