//! The window's icons, drawn as lines on a grid of sixteen by sixteen.
//!
//! Drawn rather than taken from a font, so that they share one weight and are never missing.

use egui::{Color32, Pos2, Rect, Response, Sense, Shape, Stroke, Ui, Vec2};

use crate::kit::theme::{self, Role, Theme};

/// Points on the grid, `x` and `y` from 0 to 16.
pub(crate) type IconPath = &'static [(f32, f32)];

/// A stroke, a closed stroke, a filled shape, a ring or a disc (middle and radius).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum IconPart {
    Line(IconPath),
    Loop(IconPath),
    Fill(IconPath),
    Ring(f32, f32, f32),
    Disc(f32, f32, f32),
}

use IconPart::{Disc, Fill, Line, Loop, Ring};

/// A picture of a few lines. Rooms that need other icons define them where they use them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Icon(pub &'static [IconPart]);

impl Icon {
    pub(crate) const SELECT: Icon = Icon(&[Loop(&[
        (4.0, 2.5),
        (4.0, 12.5),
        (6.8, 9.9),
        (8.6, 13.6),
        (10.4, 12.8),
        (8.7, 9.2),
        (12.2, 9.0),
    ])]);
    pub(crate) const PAINT: Icon = Icon(&[
        Line(&[(13.5, 2.5), (7.5, 8.8)]),
        Loop(&[(7.5, 8.8), (5.2, 8.9), (4.0, 11.0), (2.5, 13.2), (6.2, 13.2), (8.2, 11.2)]),
    ]);
    pub(crate) const ERASE: Icon = Icon(&[
        Loop(&[(9.5, 3.0), (13.5, 7.0), (8.0, 12.5), (5.5, 12.5), (2.8, 9.7)]),
        Line(&[(6.2, 6.3), (10.2, 10.3)]),
        Line(&[(8.0, 13.2), (13.5, 13.2)]),
    ]);
    pub(crate) const PICK: Icon = Icon(&[
        Line(&[(9.0, 4.5), (11.5, 7.0)]),
        Line(&[(8.0, 5.5), (3.5, 10.0), (2.8, 13.2), (6.0, 12.5), (10.5, 8.0)]),
        Fill(&[(10.0, 5.5), (12.0, 2.6), (13.4, 4.0), (10.5, 6.0)]),
    ]);
    pub const LOCK: Icon = Icon(&[
        Loop(&[(3.8, 7.2), (12.2, 7.2), (12.2, 13.2), (3.8, 13.2)]),
        Line(&[(5.5, 7.2), (5.5, 4.6), (6.8, 3.0), (9.2, 3.0), (10.5, 4.6), (10.5, 7.2)]),
    ]);
    pub(crate) const NORTH: Icon =
        Icon(&[Line(&[(8.0, 13.0), (8.0, 3.0)]), Line(&[(4.0, 7.0), (8.0, 3.0), (12.0, 7.0)])]);
    pub(crate) const SOUTH: Icon =
        Icon(&[Line(&[(8.0, 3.0), (8.0, 13.0)]), Line(&[(4.0, 9.0), (8.0, 13.0), (12.0, 9.0)])]);
    pub(crate) const WEST: Icon =
        Icon(&[Line(&[(13.0, 8.0), (3.0, 8.0)]), Line(&[(7.0, 4.0), (3.0, 8.0), (7.0, 12.0)])]);
    pub(crate) const EAST: Icon =
        Icon(&[Line(&[(3.0, 8.0), (13.0, 8.0)]), Line(&[(9.0, 4.0), (13.0, 8.0), (9.0, 12.0)])]);
    pub const UNDO: Icon = Icon(&[
        Line(&[(6.0, 3.0), (3.0, 6.0), (6.0, 9.0)]),
        Line(&[
            (3.0, 6.0),
            (9.5, 6.0),
            (12.0, 7.2),
            (13.0, 9.5),
            (12.0, 11.8),
            (9.5, 13.0),
            (6.5, 13.0),
        ]),
    ]);
    pub const REDO: Icon = Icon(&[
        Line(&[(10.0, 3.0), (13.0, 6.0), (10.0, 9.0)]),
        Line(&[
            (13.0, 6.0),
            (6.5, 6.0),
            (4.0, 7.2),
            (3.0, 9.5),
            (4.0, 11.8),
            (6.5, 13.0),
            (9.5, 13.0),
        ]),
    ]);
    pub(crate) const PLUS: Icon =
        Icon(&[Line(&[(8.0, 3.0), (8.0, 13.0)]), Line(&[(3.0, 8.0), (13.0, 8.0)])]);
    pub const MINUS: Icon = Icon(&[Line(&[(3.0, 8.0), (13.0, 8.0)])]);
    pub const CHECK: Icon = Icon(&[Line(&[(3.0, 8.5), (6.5, 12.0), (13.0, 4.0)])]);
    pub const CROSS: Icon =
        Icon(&[Line(&[(4.0, 4.0), (12.0, 12.0)]), Line(&[(12.0, 4.0), (4.0, 12.0)])]);
    pub const WARNING: Icon = Icon(&[
        Loop(&[(8.0, 2.6), (14.0, 13.2), (2.0, 13.2)]),
        Line(&[(8.0, 6.5), (8.0, 9.6)]),
        Disc(8.0, 11.5, 0.8),
    ]);
    pub const QUESTION: Icon = Icon(&[
        Ring(8.0, 8.0, 5.8),
        Line(&[(6.2, 6.4), (6.8, 5.2), (8.2, 4.8), (9.6, 5.4), (9.8, 6.6), (8.2, 8.0), (8.0, 9.2)]),
        Disc(8.0, 11.2, 0.8),
    ]);
    pub(crate) const EYE: Icon = Icon(&[
        Loop(&[
            (1.6, 8.0),
            (4.4, 5.0),
            (8.0, 3.8),
            (11.6, 5.0),
            (14.4, 8.0),
            (11.6, 11.0),
            (8.0, 12.2),
            (4.4, 11.0),
        ]),
        Ring(8.0, 8.0, 2.0),
    ]);
    pub const PLAY: Icon = Icon(&[Fill(&[(4.5, 2.8), (13.0, 8.0), (4.5, 13.2)])]);
    pub const PAUSE: Icon = Icon(&[
        Fill(&[(4.0, 3.2), (6.6, 3.2), (6.6, 12.8), (4.0, 12.8)]),
        Fill(&[(9.4, 3.2), (12.0, 3.2), (12.0, 12.8), (9.4, 12.8)]),
    ]);
    pub const STOP: Icon = Icon(&[Fill(&[(4.0, 4.0), (12.0, 4.0), (12.0, 12.0), (4.0, 12.0)])]);
    pub const EDIT: Icon = Icon(&[
        Loop(&[(2.8, 13.2), (3.6, 10.0), (10.8, 2.8), (13.2, 5.2), (6.0, 12.4)]),
        Line(&[(9.2, 4.4), (11.6, 6.8)]),
    ]);
    pub(crate) const SUN: Icon = Icon(&[
        Ring(8.0, 8.0, 2.8),
        Line(&[(8.0, 1.8), (8.0, 3.2)]),
        Line(&[(8.0, 12.8), (8.0, 14.2)]),
        Line(&[(1.8, 8.0), (3.2, 8.0)]),
        Line(&[(12.8, 8.0), (14.2, 8.0)]),
        Line(&[(3.6, 3.6), (4.6, 4.6)]),
        Line(&[(11.4, 11.4), (12.4, 12.4)]),
        Line(&[(3.6, 12.4), (4.6, 11.4)]),
        Line(&[(11.4, 4.6), (12.4, 3.6)]),
    ]);
    pub(crate) const MOON: Icon = Icon(&[Loop(&[
        (6.2, 2.6),
        (4.0, 4.2),
        (2.8, 7.0),
        (3.2, 10.0),
        (5.0, 12.3),
        (8.0, 13.3),
        (10.8, 12.8),
        (13.2, 10.4),
        (10.2, 10.4),
        (7.6, 9.0),
        (6.0, 6.4),
    ])]);
    pub const LEFT: Icon = Icon(&[Line(&[(10.0, 3.5), (5.5, 8.0), (10.0, 12.5)])]);
    pub const RIGHT: Icon = Icon(&[Line(&[(6.0, 3.5), (10.5, 8.0), (6.0, 12.5)])]);
    pub(crate) const DOWN: Icon = Icon(&[Line(&[(3.5, 6.0), (8.0, 10.5), (12.5, 6.0)])]);
    pub(crate) const SEARCH: Icon =
        Icon(&[Ring(7.0, 7.0, 4.2), Line(&[(10.2, 10.2), (13.6, 13.6)])]);
    pub const AGAIN: Icon = Icon(&[
        Line(&[
            (13.0, 8.0),
            (12.0, 5.0),
            (9.5, 3.2),
            (6.5, 3.2),
            (4.0, 5.0),
            (3.0, 8.0),
            (4.0, 11.0),
            (6.5, 12.8),
            (9.5, 12.8),
            (11.6, 11.6),
        ]),
        Line(&[(13.6, 4.6), (13.0, 8.0), (9.9, 6.8)]),
    ]);
    pub(crate) const COMPARE: Icon = Icon(&[
        Loop(&[(2.6, 3.6), (6.6, 3.6), (6.6, 12.4), (2.6, 12.4)]),
        Loop(&[(9.4, 3.6), (13.4, 3.6), (13.4, 12.4), (9.4, 12.4)]),
    ]);
    pub const FLAG: Icon = Icon(&[
        Line(&[(4.0, 14.0), (4.0, 2.6)]),
        Loop(&[(4.0, 3.0), (12.6, 3.0), (10.6, 6.0), (12.6, 9.0), (4.0, 9.0)]),
    ]);
    pub const WAND: Icon = Icon(&[
        Line(&[(2.8, 13.2), (9.6, 6.4)]),
        Line(&[(11.6, 2.0), (11.6, 5.0)]),
        Line(&[(10.1, 3.5), (13.1, 3.5)]),
        Line(&[(5.4, 3.4), (5.4, 5.4)]),
        Line(&[(4.4, 4.4), (6.4, 4.4)]),
        Line(&[(13.0, 8.4), (13.0, 10.4)]),
        Line(&[(12.0, 9.4), (14.0, 9.4)]),
    ]);
    pub const EMPTY: Icon = Icon(&[Ring(8.0, 8.0, 5.2), Line(&[(4.4, 11.6), (11.6, 4.4)])]);
    pub const CLOCK: Icon =
        Icon(&[Ring(8.0, 8.0, 5.6), Line(&[(8.0, 4.6), (8.0, 8.0), (10.4, 9.6)])]);
    pub const BEAM: Icon = Icon(&[
        Line(&[(2.5, 11.5), (8.0, 11.5), (8.0, 4.5), (12.5, 4.5)]),
        Line(&[(10.4, 2.4), (12.8, 4.5), (10.4, 6.6)]),
    ]);
    pub const SHORTCUT: Icon = Icon(&[
        Line(&[(2.5, 13.0), (2.5, 6.0), (12.8, 6.0)]),
        Line(&[(10.2, 3.4), (12.9, 6.0), (10.2, 8.6)]),
        Line(&[(6.2, 12.6), (7.8, 12.6)]),
        Line(&[(10.2, 12.6), (11.8, 12.6)]),
    ]);
    pub const PIN: Icon = Icon(&[
        Line(&[(8.0, 9.2), (8.0, 14.0)]),
        Line(&[(4.2, 9.2), (11.8, 9.2)]),
        Line(&[(5.8, 9.2), (6.4, 2.6), (9.6, 2.6), (10.2, 9.2)]),
    ]);
    pub const DOTS: Icon = Icon(&[
        Disc(4.6, 4.6, 1.6),
        Disc(11.4, 4.6, 1.6),
        Disc(4.6, 11.4, 1.6),
        Disc(11.4, 11.4, 1.6),
    ]);
    pub(crate) const CARDS: Icon = Icon(&[
        Loop(&[(2.5, 5.2), (9.2, 5.2), (9.2, 13.2), (2.5, 13.2)]),
        Line(&[(5.4, 2.8), (13.2, 2.8), (13.2, 10.6), (11.4, 10.6)]),
    ]);
    pub const NUMBER: Icon = Icon(&[
        Line(&[(6.4, 2.8), (5.0, 13.2)]),
        Line(&[(11.0, 2.8), (9.6, 13.2)]),
        Line(&[(3.2, 6.0), (13.4, 6.0)]),
        Line(&[(2.6, 10.0), (12.8, 10.0)]),
    ]);

    /// Draws the icon in the middle of a rectangle.
    pub fn paint(self, painter: &egui::Painter, into: Rect, colour: Color32) {
        let side = into.width().min(into.height());
        let origin = into.center() - Vec2::splat(side / 2.0);
        let at = |(x, y): (f32, f32)| origin + Vec2::new(x, y) * side / 16.0;
        let pen = Stroke::new((side / 11.0).max(1.0), colour);
        let place = |path: IconPath| path.iter().map(|point| at(*point)).collect::<Vec<Pos2>>();
        for part in self.0 {
            painter.add(match *part {
                Line(path) => Shape::line(place(path), pen),
                Loop(path) => Shape::closed_line(place(path), pen),
                Fill(path) => Shape::convex_polygon(place(path), colour, Stroke::NONE),
                Ring(x, y, radius) => Shape::circle_stroke(at((x, y)), radius * side / 16.0, pen),
                Disc(x, y, radius) => {
                    Shape::circle_filled(at((x, y)), radius * side / 16.0, colour)
                }
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
