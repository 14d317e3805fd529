//! The legend: meanings of the signs that are drawn over the board now.
//!
//! It is in the margin beneath the board, next to the zoom.

use egui::{Align2, Area, Id, Order, Rect, RichText, Sense, Ui, Vec2};

use crate::kit::painter::{self, Transform};
use crate::kit::theme::{self, Role, Theme};
use crate::session::chrome::Chrome;
use crate::session::settings::{Initially, SwitchKey};
use foolproof_overlay::LegendSign;

/// Settings key of the legend's visibility.
const LEGEND: SwitchKey = SwitchKey("legend");
/// Distance from the rim of the canvas, size of a sign, and room of the zoom, in points.
const RIM: f32 = 10.0;
const SIGN: f32 = 15.0;
const ZOOM: f32 = 124.0;

pub(crate) fn is_shown(chrome: &Chrome) -> bool {
    !chrome.is_playing() && chrome.settings.is_on(LEGEND, Initially::On)
}

pub(crate) fn toggle(chrome: &mut Chrome) {
    let on = chrome.settings.is_on(LEGEND, Initially::On);
    chrome.settings.switch(LEGEND, !on);
}

/// Shows the signs in a row, with names if all fit.
pub(crate) fn show(ui: &Ui, signs: &[LegendSign], canvas: Rect) {
    if signs.is_empty() {
        return;
    }
    let theme = Theme::of(ui);
    let room = canvas.width() - 2.0 * RIM - ZOOM;
    let named = width(ui, signs) <= room;
    Area::new(Id::unique("legend"))
        .order(Order::Middle)
        .pivot(Align2::LEFT_BOTTOM)
        .fixed_pos(canvas.shrink(RIM).left_bottom())
        .constrain_to(canvas)
        .show(ui.ctx(), |ui| {
            theme.card().inner_margin(egui::Margin::symmetric(7, 5)).show(ui, |ui| {
                ui.spacing_mut().item_spacing = Vec2::new(theme::TIGHT, 0.0);
                ui.horizontal(|ui| {
                    for (number, sign) in signs.iter().enumerate() {
                        if number > 0 {
                            ui.add_space(theme::GAP);
                        }
                        line(ui, theme, sign, named);
                    }
                });
            });
        });
}

fn line(ui: &mut Ui, theme: Theme, sign: &LegendSign, named: bool) {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(SIGN), Sense::hover());
    let transform = Transform { origin: rect.min, scale: SIGN };
    painter::paint(ui.painter(), transform, &sign.shapes, &theme, None);
    match named {
        true => {
            ui.label(RichText::new(sign.name).small().color(theme.role(Role::Text)));
        }
        false => {
            response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, sign.name));
            response.on_hover_text(sign.name);
        }
    }
}

/// Returns the width with all names, in points.
fn width(ui: &Ui, signs: &[LegendSign]) -> f32 {
    let font = egui::TextStyle::Small.resolve(ui.style());
    let words = |name: &str| {
        let galley =
            ui.painter().layout_no_wrap(name.to_owned(), font.clone(), egui::Color32::PLACEHOLDER);
        galley.size().x
    };
    let all: f32 = signs.iter().map(|sign| SIGN + words(sign.name) + 2.0 * theme::GAP).sum();
    all + theme::GAP
}
