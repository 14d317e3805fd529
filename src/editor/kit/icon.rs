//! The window's icons, drawn as lines on a grid of sixteen by sixteen.
//!
//! Drawn rather than taken from a font, so that they share one weight and are never missing.

use egui::{Color32, Pos2, Rect, Response, Sense, Shape, Stroke, Ui, Vec2};

use crate::kit::theme::{self, Role, Theme};

/// A picture of a few lines, as text: parts separated by semicolons, each a word with points from 0 to 16. A
/// `line` is a stroke, a `loop` a closed one, a `fill` a filled shape; a `ring` and a `disc` have a middle and a
/// radius. Rooms that need other icons define them where they use them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Icon(pub &'static str);

impl Icon {
    pub(crate) const SELECT: Icon =
        Icon("loop 4,2.5 4,12.5 6.8,9.9 8.6,13.6 10.4,12.8 8.7,9.2 12.2,9");
    pub(crate) const PAINT: Icon =
        Icon("line 13.5,2.5 7.5,8.8; loop 7.5,8.8 5.2,8.9 4,11 2.5,13.2 6.2,13.2 8.2,11.2");
    pub(crate) const ERASE: Icon = Icon(
        "loop 9.5,3 13.5,7 8,12.5 5.5,12.5 2.8,9.7; line 6.2,6.3 10.2,10.3; line 8,13.2 \
         13.5,13.2",
    );
    pub(crate) const PICK: Icon = Icon(
        "line 9,4.5 11.5,7; line 8,5.5 3.5,10 2.8,13.2 6,12.5 10.5,8; fill 10,5.5 12,2.6 13.4,4 \
         10.5,6",
    );
    pub const LOCK: Icon = Icon(
        "loop 3.8,7.2 12.2,7.2 12.2,13.2 3.8,13.2; line 5.5,7.2 5.5,4.6 6.8,3 9.2,3 10.5,4.6 \
         10.5,7.2",
    );
    pub(crate) const NORTH: Icon = Icon("line 8,13 8,3; line 4,7 8,3 12,7");
    pub(crate) const SOUTH: Icon = Icon("line 8,3 8,13; line 4,9 8,13 12,9");
    pub(crate) const WEST: Icon = Icon("line 13,8 3,8; line 7,4 3,8 7,12");
    pub(crate) const EAST: Icon = Icon("line 3,8 13,8; line 9,4 13,8 9,12");
    pub const UNDO: Icon =
        Icon("line 6,3 3,6 6,9; line 3,6 9.5,6 12,7.2 13,9.5 12,11.8 9.5,13 6.5,13");
    pub const REDO: Icon =
        Icon("line 10,3 13,6 10,9; line 13,6 6.5,6 4,7.2 3,9.5 4,11.8 6.5,13 9.5,13");
    pub const PLUS: Icon = Icon("line 8,3 8,13; line 3,8 13,8");
    pub const MINUS: Icon = Icon("line 3,8 13,8");
    pub const CHECK: Icon = Icon("line 3,8.5 6.5,12 13,4");
    pub const CROSS: Icon = Icon("line 4,4 12,12; line 12,4 4,12");
    pub const WARNING: Icon = Icon("loop 8,2.6 14,13.2 2,13.2; line 8,6.5 8,9.6; disc 8,11.5 0.8");
    pub const QUESTION: Icon = Icon(
        "ring 8,8 5.8; line 6.2,6.4 6.8,5.2 8.2,4.8 9.6,5.4 9.8,6.6 8.2,8 8,9.2; disc 8,11.2 \
         0.8",
    );
    pub(crate) const EYE: Icon =
        Icon("loop 1.6,8 4.4,5 8,3.8 11.6,5 14.4,8 11.6,11 8,12.2 4.4,11; ring 8,8 2");
    pub const PLAY: Icon = Icon("fill 4.5,2.8 13,8 4.5,13.2");
    pub const PAUSE: Icon =
        Icon("fill 4,3.2 6.6,3.2 6.6,12.8 4,12.8; fill 9.4,3.2 12,3.2 12,12.8 9.4,12.8");
    pub const STOP: Icon = Icon("fill 4,4 12,4 12,12 4,12");
    pub const EDIT: Icon =
        Icon("loop 2.8,13.2 3.6,10 10.8,2.8 13.2,5.2 6,12.4; line 9.2,4.4 11.6,6.8");
    pub(crate) const SUN: Icon = Icon(
        "ring 8,8 2.8; line 8,1.8 8,3.2; line 8,12.8 8,14.2; line 1.8,8 3.2,8; line 12.8,8 \
         14.2,8; line 3.6,3.6 4.6,4.6; line 11.4,11.4 12.4,12.4; line 3.6,12.4 4.6,11.4; line \
         11.4,4.6 12.4,3.6",
    );
    pub(crate) const MOON: Icon = Icon(
        "loop 6.2,2.6 4,4.2 2.8,7 3.2,10 5,12.3 8,13.3 10.8,12.8 13.2,10.4 10.2,10.4 7.6,9 \
         6,6.4",
    );
    pub const LEFT: Icon = Icon("line 10,3.5 5.5,8 10,12.5");
    pub const RIGHT: Icon = Icon("line 6,3.5 10.5,8 6,12.5");
    pub(crate) const DOWN: Icon = Icon("line 3.5,6 8,10.5 12.5,6");
    pub(crate) const SEARCH: Icon = Icon("ring 7,7 4.2; line 10.2,10.2 13.6,13.6");
    pub const AGAIN: Icon = Icon(
        "line 13,8 12,5 9.5,3.2 6.5,3.2 4,5 3,8 4,11 6.5,12.8 9.5,12.8 11.6,11.6; line 13.6,4.6 \
         13,8 9.9,6.8",
    );
    pub(crate) const COMPARE: Icon =
        Icon("loop 2.6,3.6 6.6,3.6 6.6,12.4 2.6,12.4; loop 9.4,3.6 13.4,3.6 13.4,12.4 9.4,12.4");
    pub const FLAG: Icon = Icon("line 4,14 4,2.6; loop 4,3 12.6,3 10.6,6 12.6,9 4,9");
    pub const WAND: Icon = Icon(
        "line 2.8,13.2 9.6,6.4; line 11.6,2 11.6,5; line 10.1,3.5 13.1,3.5; line 5.4,3.4 \
         5.4,5.4; line 4.4,4.4 6.4,4.4; line 13,8.4 13,10.4; line 12,9.4 14,9.4",
    );
    pub const EMPTY: Icon = Icon("ring 8,8 5.2; line 4.4,11.6 11.6,4.4");
    pub const CLOCK: Icon = Icon("ring 8,8 5.6; line 8,4.6 8,8 10.4,9.6");
    pub const BEAM: Icon =
        Icon("line 2.5,11.5 8,11.5 8,4.5 12.5,4.5; line 10.4,2.4 12.8,4.5 10.4,6.6");
    pub const SHORTCUT: Icon = Icon(
        "line 2.5,13 2.5,6 12.8,6; line 10.2,3.4 12.9,6 10.2,8.6; line 6.2,12.6 7.8,12.6; line \
         10.2,12.6 11.8,12.6",
    );
    pub const PIN: Icon =
        Icon("line 8,9.2 8,14; line 4.2,9.2 11.8,9.2; line 5.8,9.2 6.4,2.6 9.6,2.6 10.2,9.2");
    pub const DOTS: Icon =
        Icon("disc 4.6,4.6 1.6; disc 11.4,4.6 1.6; disc 4.6,11.4 1.6; disc 11.4,11.4 1.6");
    pub(crate) const CARDS: Icon =
        Icon("loop 2.5,5.2 9.2,5.2 9.2,13.2 2.5,13.2; line 5.4,2.8 13.2,2.8 13.2,10.6 11.4,10.6");
    pub const NUMBER: Icon =
        Icon("line 6.4,2.8 5,13.2; line 11,2.8 9.6,13.2; line 3.2,6 13.4,6; line 2.6,10 12.8,10");

    /// Draws the icon in the middle of a rectangle.
    pub fn paint(self, painter: &egui::Painter, into: Rect, colour: Color32) {
        let side = into.width().min(into.height());
        let origin = into.center() - Vec2::splat(side / 2.0);
        let pen = Stroke::new((side / 11.0).max(1.0), colour);
        let number = |text: &str| text.parse::<f32>().ok().map(|number| number * side / 16.0);
        let point = |text: &str| {
            let (x, y) = text.split_once(',')?;
            Some(origin + Vec2::new(number(x)?, number(y)?))
        };
        for part in self.0.split(';') {
            let (kind, rest) = part.trim().split_once(' ').unwrap_or_default();
            let points: Vec<Pos2> = rest.split(' ').filter_map(point).collect();
            let middle = points.first().copied().unwrap_or(origin);
            let radius = rest.rsplit(' ').next().and_then(number).unwrap_or_default();
            painter.add(match kind {
                "line" => Shape::line(points, pen),
                "loop" => Shape::closed_line(points, pen),
                "fill" => Shape::convex_polygon(points, colour, Stroke::NONE),
                "ring" => Shape::circle_stroke(middle, radius, pen),
                "disc" => Shape::circle_filled(middle, radius, colour),
                _ => Shape::Noop,
            });
        }
    }
}

/// The state of a button with an icon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IconState {
    Plain,
    Chosen,
    Disabled,
}

impl IconState {
    /// Returns the state of a switch that is enabled.
    pub fn of(on: bool) -> Self {
        if on { IconState::Chosen } else { IconState::Plain }
    }
}

/// Shows a square button with an icon; its name is its tip and its text for screen readers.
pub fn button(ui: &mut Ui, icon: Icon, name: &str) -> Response {
    toggle(ui, icon, name, IconState::Plain)
}

/// Shows a button for a tool or a switch that may be chosen or disabled.
pub fn toggle(ui: &mut Ui, icon: Icon, name: &str, state: IconState) -> Response {
    with_tip(ui, icon, name, name, state)
}

/// Shows such a button with a tip that says more than its name.
pub fn with_tip(ui: &mut Ui, icon: Icon, name: &str, tip: &str, state: IconState) -> Response {
    let side = ui.spacing().interact_size.y;
    let sense = if state == IconState::Disabled { Sense::hover() } else { Sense::click() };
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(side), sense);
    let theme = Theme::of(ui);
    let chosen = state == IconState::Chosen;
    response.widget_info(|| {
        let mut info =
            egui::WidgetInfo::labeled(egui::Role::Button, state != IconState::Disabled, name);
        info.selected = chosen.then_some(true);
        info
    });
    if ui.is_rect_visible(rect) {
        let fill = match (chosen, response.is_pointer_button_down_on(), response.hovered()) {
            (true, ..) => Some(Role::Tint),
            (_, true, _) => Some(Role::Press),
            (.., true) if state != IconState::Disabled => Some(Role::Hover),
            _ => None,
        };
        if let Some(fill) = fill {
            ui.painter().rect_filled(rect, theme::ROUND, theme.role(fill));
        }
        if response.has_focus() {
            let ring = Stroke::new(1.5, theme.role(Role::Accent));
            ui.painter().rect_stroke(rect, theme::ROUND, ring, egui::StrokeKind::Inside);
        }
        let colour = match state {
            IconState::Chosen => theme.role(Role::Accent),
            IconState::Disabled => theme.faded(Role::Weak, 0.4),
            IconState::Plain if response.hovered() => theme.role(Role::Text),
            IconState::Plain => theme.role(Role::Weak),
        };
        icon.paint(ui.painter(), rect.shrink(side * 0.17), colour);
    }
    response.on_hover_text(tip)
}

/// Shows an icon in a line of text.
pub fn inline(ui: &mut Ui, icon: Icon, colour: Color32) -> Response {
    let side = ui.text_style_height(&egui::TextStyle::Body);
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(side), Sense::hover());
    icon.paint(ui.painter(), rect, colour);
    response
}
