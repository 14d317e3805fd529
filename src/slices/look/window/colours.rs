//! A colour of the look: a swatch that opens a mixer, and the way back to the program's own.

use egui::ecolor::Hsva;
use egui::{Popup, PopupCloseBehavior, Sense, Slider, Stroke, StrokeKind, Ui, Vec2};

use super::words;
use crate::look::remarks::plain_colour;
use foolproof_editor::kit::theme::{self, Role, Theme};
use foolproof_level::{LookColour, PackLook, Rgb};

const SWATCH: Vec2 = Vec2::new(34.0, 20.0);
/// The width of the mixer's sliders, in points.
const SLIDER: f32 = 170.0;

/// The colour being mixed, kept because a grey would lose its hue.
#[derive(Default)]
pub(super) struct Mixing {
    mixed: Option<([u8; 3], Hsva)>,
    /// The colour as typed, and its value at that time.
    typed: Option<([u8; 3], String)>,
}

/// Shows the colour of a part on one ground.
pub(super) fn colour(
    ui: &mut Ui,
    look: &mut PackLook,
    part: LookColour,
    dark: bool,
    mixing: &mut Mixing,
) {
    let own = look.colours(dark).get(&part).copied();
    let Rgb(before) = own.unwrap_or_else(|| plain_colour(part, dark));
    ui.horizontal(|ui| {
        let swatch = swatch(ui, Rgb(before), &words::colour(part, dark));
        let popup = Popup::from_toggle_button_response(&swatch);
        let popup = popup.close_behavior(PopupCloseBehavior::CloseOnClickOutside);
        let mixed = popup.show(|ui| mixing.mixer(ui, before)).and_then(|shown| shown.inner);
        if let Some(mixed) = mixed {
            look.colours_mut(dark).insert(part, Rgb(mixed));
        }
        let tip = words::colour_back(part, dark);
        let back = ui.add_enabled(own.is_some(), egui::Button::new("×").frame(false));
        let has = own.is_some();
        back.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, has, tip.clone()));
        if back.on_hover_text(&tip).clicked() {
            look.colours_mut(dark).remove(&part);
        }
    });
}

fn swatch(ui: &mut Ui, colour: Rgb, name: &str) -> egui::Response {
    let theme = Theme::of(ui);
    let (rect, response) = ui.allocate_exact_size(SWATCH, Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, name));
    let chosen = response.hovered() || response.has_focus();
    let line = theme.role(if chosen { Role::Accent } else { Role::Line });
    let colour = theme::rgb(colour);
    ui.painter().rect(rect, theme::ROUND, colour, Stroke::new(1.5, line), StrokeKind::Inside);
    response.on_hover_text(name)
}

impl Mixing {
    /// Shows hue, saturation, brightness and the colour as text. Returns the colour if it has changed.
    fn mixer(&mut self, ui: &mut Ui, before: [u8; 3]) -> Option<[u8; 3]> {
        ui.spacing_mut().slider_width = SLIDER;
        let kept = self.mixed.filter(|(rgb, _)| *rgb == before).map(|(_, mixed)| mixed);
        let mut mixed = kept.unwrap_or_else(|| Hsva::from_srgb(before));
        let mut moved = false;
        for (part, name) in [
            (&mut mixed.h, words::HUE),
            (&mut mixed.s, words::SATURATION),
            (&mut mixed.v, words::VALUE),
        ] {
            let label = ui.label(name);
            let slider = Slider::new(part, 0.0..=1.0).show_value(false);
            moved |= ui.add(slider).labelled_by(label.id).changed();
        }
        let typed = self.typed(ui, before);
        let after = if moved { mixed.to_srgb() } else { typed? };
        self.mixed = Some((after, if moved { mixed } else { Hsva::from_srgb(after) }));
        (after != before).then_some(after)
    }

    fn typed(&mut self, ui: &mut Ui, before: [u8; 3]) -> Option<[u8; 3]> {
        let kept = self.typed.take().filter(|(rgb, _)| *rgb == before).map(|(_, text)| text);
        let mut text = kept.unwrap_or_else(|| Rgb(before).to_string());
        let field = egui::TextEdit::singleline(&mut text).code_editor().desired_width(80.0);
        let label = ui.label(words::CODE);
        let field = ui.add(field).labelled_by(label.id);
        let changed = field.on_hover_text(words::TYPED_COLOUR).changed();
        let read = changed.then(|| text.trim().parse::<Rgb>().ok()).flatten();
        self.typed = Some((read.map_or(before, |Rgb(rgb)| rgb), text));
        read.map(|Rgb(rgb)| rgb)
    }
}
