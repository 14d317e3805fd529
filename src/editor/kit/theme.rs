//! All colours, sizes and distances of the window, light, dark and grey.
//!
//! Inks of pictures come from `picture::Style`, so that the canvas and an exported file look the same; colours
//! that only the window has (panels, buttons, shadows) are here.

use std::collections::BTreeMap;
use std::sync::Arc;

use egui::style::{Selection, WidgetVisuals, Widgets};
use egui::{
    Color32, CornerRadius, FontData, FontFamily, FontId, Margin, Shadow, Stroke, TextStyle, Vec2,
};

use crate::kit::letters::MissingLetters;
use crate::kit::pack_look::PackLooks;
use foolproof_level::{LookColour, LookFont, Rgb};
use foolproof_picture::{Ink, OwnColours, SpareFonts, Style, font_file, grey_of};

/// Distances in points: everything in the window is a multiple of two of these.
pub const TIGHT: f32 = 4.0;
pub const GAP: f32 = 8.0;
pub const WIDE: f32 = 16.0;
/// Corners of buttons and fields, and of cards and windows.
pub const ROUND: u8 = 5;
pub const ROUND_CARD: u8 = 8;

/// Contrast that large and small words need to be read well (WCAG 2.1, section 1.4.6).
const MIN_CONTRAST: f64 = 7.0;

/// The set of colours on screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Theme {
    style: Style,
    /// Colours of the played pack.
    own: OwnColours,
    /// Number of the look that they belong to; 0 for the program's own.
    look: u64,
}

/// A colour of the window that no picture has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Behind everything; the canvas around the board.
    Canvas,
    /// Side panels and bars.
    Panel,
    /// Cards, menus and dialogs, which lie above panels.
    Card,
    /// Fields for text.
    Field,
    /// A button at rest, under the pointer, pressed.
    Button,
    Hover,
    Press,
    /// Lines between panels and around cards.
    Line,
    Text,
    Weak,
    /// The only accent, the colour on top of it, and its tint behind selected things.
    Accent,
    OnAccent,
    Tint,
    /// The lights along a flowing line.
    Spark,
}

impl Theme {
    pub const LIGHT: Theme = Theme::in_style(Style::Light);
    pub(crate) const DARK: Theme = Theme::in_style(Style::Dark);
    pub(crate) const GREYS: Theme = Theme::in_style(Style::Greys);

    /// Returns the theme with the inks of a style.
    pub const fn in_style(style: Style) -> Self {
        Self { style, own: OwnColours::NONE, look: 0 }
    }

    /// Returns the theme of a part of the window.
    pub fn of(ui: &egui::Ui) -> Self {
        Self::seen_in(ui.visuals()).looked(ui.ctx())
    }

    /// Returns the theme with the look of the played pack. Greys stay greys.
    fn looked(self, context: &egui::Context) -> Self {
        let Some(look) = PackLooks::shown(context) else { return self };
        self.with_look(look.number(), look.colours(self.style))
    }

    pub(crate) const fn with_look(self, look: u64, own: OwnColours) -> Self {
        Self { style: self.style, own, look }
    }

    /// Returns the number of the pack's look; 0 for the program's own.
    pub(crate) fn look(self) -> u64 {
        self.look
    }

    /// Recognises a theme by its visuals. egui knows only light and dark: the grey theme replaces the light
    /// one, and is recognised by its grey panels.
    fn seen_in(visuals: &egui::Visuals) -> Self {
        match visuals.dark_mode {
            true => Self::DARK,
            false if visuals.panel_fill == Self::GREYS.role(Role::Panel) => Self::GREYS,
            false => Self::LIGHT,
        }
    }

    pub fn of_context(context: &egui::Context) -> Self {
        Self::seen_in(&context.global_style().visuals).looked(context)
    }

    pub(crate) fn style(self) -> Style {
        self.style
    }

    pub fn ink(self, ink: Ink) -> Color32 {
        if let Some(own) = self.own.ink(ink) {
            return rgb(own);
        }
        let [red, green, blue, alpha] = self.style.colour(ink);
        Color32::from_rgba_unmultiplied(red, green, blue, alpha)
    }

    /// Returns the ground around boards and words: the pack's own colour if words can be read on it.
    pub fn around(self) -> Color32 {
        let plain = Self::in_style(self.style);
        let parts = |colour: Color32| Rgb([colour.r(), colour.g(), colour.b()]);
        let own = self.role(Role::Canvas);
        match parts(own).contrast(parts(self.role(Role::Text))) >= MIN_CONTRAST {
            true => own,
            false => plain.role(Role::Canvas),
        }
    }

    pub fn role(self, role: Role) -> Color32 {
        if let (Role::Canvas, Some(own)) = (role, self.own.part(LookColour::Around)) {
            return rgb(own);
        }
        let (light, dark) = match role {
            Role::Canvas => (0xEEF0F4, 0x111318),
            Role::Panel => (0xF8F9FB, 0x181B21),
            Role::Card => (0xFFFFFF, 0x20242C),
            Role::Field => (0xFFFFFF, 0x121419),
            Role::Button => (0xECEEF2, 0x292E38),
            Role::Hover => (0xE0E4EB, 0x343A46),
            Role::Press => (0xD3D9E3, 0x3F4655),
            Role::Line => (0xDDE1E8, 0x2C313B),
            Role::Text => (0x1F242D, 0xDFE3EA),
            Role::Weak => (0x667080, 0x929CAB),
            Role::Accent => (0x2F66DC, 0x5B8CFF),
            Role::OnAccent => (0xFFFFFF, 0x0B1226),
            Role::Tint => (0xDCE7FD, 0x24365F),
            Role::Spark => (0xFFF4E0, 0xFFFBF0),
        };
        let [_, red, green, blue] = match self.style {
            Style::Light => u32::to_be_bytes(light),
            Style::Dark => u32::to_be_bytes(dark),
            Style::Greys => {
                let [_, red, green, blue] = u32::to_be_bytes(light);
                return Color32::from_gray(grey_of([red, green, blue]));
            }
        };
        Color32::from_rgb(red, green, blue)
    }

    /// Returns a role's colour with part of its opacity, from 0 to 1.
    pub fn faded(self, role: Role, opacity: f32) -> Color32 {
        self.role(role).gamma_multiply(opacity)
    }

    /// Returns the ground of a list item that can be selected; `None` at rest.
    pub(crate) fn ground(self, chosen: bool, response: &egui::Response) -> Option<Color32> {
        match (chosen, response.hovered() || response.has_focus()) {
            (true, _) => Some(self.role(Role::Tint)),
            (_, true) => Some(self.role(Role::Hover)),
            _ => None,
        }
    }

    /// Returns the frame of a card: a raised box for one thing in a list.
    pub fn card(self) -> egui::Frame {
        egui::Frame::NONE
            .fill(self.role(Role::Card))
            .stroke(Stroke::new(1.0, self.role(Role::Line)))
            .corner_radius(CornerRadius::same(ROUND_CARD))
            .inner_margin(Margin::same(8))
    }

    /// Returns a dialog over the whole window, which is dimmed behind it.
    pub fn modal(self, id: &'static str) -> egui::Modal {
        let frame = egui::Frame::NONE
            .fill(self.role(Role::Card))
            .stroke(Stroke::new(1.0, self.role(Role::Line)))
            .corner_radius(CornerRadius::same(ROUND_CARD + 2))
            .shadow(self.shadow(24))
            .inner_margin(Margin::same(18));
        let dim = if self.style == Style::Dark { 120 } else { 56 };
        egui::Modal::new(egui::Id::unique(id))
            .frame(frame)
            .backdrop_color(Color32::from_black_alpha(dim))
    }

    /// Returns the frame of a panel at a side of the window.
    pub fn panel(self) -> egui::Frame {
        egui::Frame::NONE.fill(self.role(Role::Panel)).inner_margin(Margin::symmetric(12, 10))
    }

    /// Gives egui the fonts, both sets of colours, the sizes and the distances; once at the start.
    pub fn install(context: &egui::Context) {
        context.set_fonts(fonts());
        context.add_plugin(MissingLetters::from(SpareFonts::system()));
        for (egui_theme, theme) in
            [(egui::Theme::Light, Theme::LIGHT), (egui::Theme::Dark, Theme::DARK)]
        {
            context.style_mut_of(egui_theme, |style| {
                style.visuals = theme.visuals();
                style.text_styles = text_styles();
                style.animation_time = 0.1;
                space(&mut style.spacing);
            });
        }
    }

    /// Draws the light window in greys, or in its colours again.
    pub(crate) fn in_greys(context: &egui::Context, greys: bool) {
        let theme = if greys { Self::GREYS } else { Self::LIGHT };
        let panel = context.style_of(egui::Theme::Light).visuals.panel_fill;
        if panel != theme.role(Role::Panel) {
            context.style_mut_of(egui::Theme::Light, |style| style.visuals = theme.visuals());
        }
    }

    fn visuals(self) -> egui::Visuals {
        let role = |role| self.role(role);
        let mut visuals = match self.style {
            Style::Light | Style::Greys => egui::Visuals::light(),
            Style::Dark => egui::Visuals::dark(),
        };
        visuals.widgets = self.widgets();
        visuals.weak_text_color = Some(role(Role::Weak));
        visuals.selection =
            Selection { bg_fill: role(Role::Tint), stroke: Stroke::new(1.0, role(Role::Accent)) };
        visuals.hyperlink_color = role(Role::Accent);
        visuals.faint_bg_color = role(Role::Card);
        visuals.extreme_bg_color = role(Role::Field);
        visuals.code_bg_color = role(Role::Button);
        visuals.warn_fg_color = self.ink(Ink::Bad);
        visuals.error_fg_color = self.ink(Ink::Conflict);
        visuals.window_corner_radius = CornerRadius::same(ROUND_CARD + 2);
        visuals.menu_corner_radius = CornerRadius::same(ROUND_CARD);
        visuals.window_fill = role(Role::Card);
        visuals.window_stroke = Stroke::new(1.0, role(Role::Line));
        visuals.panel_fill = role(Role::Panel);
        visuals.window_shadow = self.shadow(24);
        visuals.popup_shadow = self.shadow(14);
        visuals.slider_trailing_fill = true;
        visuals.indent_has_left_vline = false;
        visuals.text_cursor.stroke = Stroke::new(1.5, role(Role::Accent));
        visuals
    }

    fn shadow(self, blur: u8) -> Shadow {
        let dark = if self.style == Style::Dark { 120 } else { 36 };
        Shadow { offset: [0, 6], blur, spread: 0, color: Color32::from_black_alpha(dark) }
    }

    fn widgets(self) -> Widgets {
        let state = |fill: Role, edge: Color32, text: Role| WidgetVisuals {
            bg_fill: self.role(fill),
            weak_bg_fill: self.role(fill),
            bg_stroke: Stroke::new(1.0, edge),
            corner_radius: CornerRadius::same(ROUND),
            fg_stroke: Stroke::new(1.0, self.role(text)),
            expansion: 0.0,
        };
        let line = self.role(Role::Line);
        Widgets {
            noninteractive: state(Role::Panel, line, Role::Text),
            inactive: state(Role::Button, line, Role::Text),
            hovered: state(Role::Hover, line, Role::Text),
            active: state(Role::Press, self.role(Role::Accent), Role::Text),
            open: state(Role::Hover, line, Role::Text),
        }
    }
}

/// Tint that leaves a picture's colours unchanged.
pub(crate) const UNTINTED: Color32 = Color32::WHITE;

/// Converts a colour of a pack.
pub fn rgb(Rgb([red, green, blue]): Rgb) -> Color32 {
    Color32::from_rgb(red, green, blue)
}

/// Returns a picture's pixel without its colour.
pub(crate) fn in_grey(pixel: Color32) -> Color32 {
    let [red, green, blue, alpha] = pixel.to_array();
    let grey = grey_of([red, green, blue]);
    Color32::from_rgba_premultiplied(grey, grey, grey, alpha)
}

/// Returns egui's own fonts; signs that the text font lacks (✓, ✗, →, ●) come from the one for code.
fn fonts() -> egui::FontDefinitions {
    let mut fonts = egui::FontDefinitions::default();
    let code = fonts.families.get(&FontFamily::Monospace).cloned().unwrap_or_default();
    let text = fonts.families.entry(FontFamily::Proportional).or_default();
    let missing: Vec<String> = code.into_iter().filter(|font| !text.contains(font)).collect();
    text.extend(missing);
    let text = text.clone();
    for font in LookFont::ALL {
        let mut own = text.clone();
        if let Some(file) = font_file(font) {
            fonts.font_data.insert(font.name().to_owned(), Arc::new(FontData::from_static(file)));
            own.insert(0, font.name().to_owned());
        }
        fonts.families.insert(family(font), own);
    }
    fonts
}

/// Returns the family of a font that a pack can choose.
pub(crate) fn family(font: LookFont) -> FontFamily {
    match font {
        LookFont::Plain => FontFamily::Proportional,
        font => FontFamily::Name(font.name().into()),
    }
}

/// Returns the sizes of type: a title, text, labels, small print and code.
fn text_styles() -> BTreeMap<TextStyle, FontId> {
    let plain = |size| FontId::new(size, FontFamily::Proportional);
    BTreeMap::from([
        (TextStyle::Heading, plain(16.0)),
        (TextStyle::Body, plain(13.5)),
        (TextStyle::Button, plain(13.5)),
        (TextStyle::Small, plain(11.5)),
        (TextStyle::Monospace, FontId::new(12.5, FontFamily::Monospace)),
    ])
}

fn space(spacing: &mut egui::Spacing) {
    spacing.item_spacing = Vec2::new(GAP, 6.0);
    spacing.button_padding = Vec2::new(GAP, 3.0);
    spacing.interact_size = Vec2::new(32.0, 24.0);
    spacing.window_margin = Margin::same(16);
    spacing.menu_margin = Margin::same(6);
    spacing.icon_width = 16.0;
    spacing.icon_width_inner = 10.0;
    spacing.combo_width = 72.0;
    spacing.indent = 14.0;
    spacing.tooltip_width = 320.0;
    spacing.scroll = egui::style::ScrollStyle::thin();
}

/// Shows the heading of a section: a quiet word above a group of things.
pub fn section(ui: &mut egui::Ui, words: &str) -> egui::Response {
    let colour = Theme::of(ui).role(Role::Weak);
    ui.label(egui::RichText::new(words).small().color(colour))
}

/// Shows the button that a dialog expects to be pressed.
pub fn primary(ui: &mut egui::Ui, words: &str) -> egui::Response {
    let theme = Theme::of(ui);
    let text = egui::RichText::new(words).color(theme.role(Role::OnAccent));
    ui.add(egui::Button::new(text).fill(theme.role(Role::Accent)))
}

/// Shows a list of names from which a value is chosen.
pub fn choice<T: PartialEq>(
    ui: &mut egui::Ui,
    list: egui::ComboBox,
    value: &mut T,
    all: impl IntoIterator<Item = (T, impl Into<egui::WidgetText>)>,
) -> egui::Response {
    let shown = list.show_ui(ui, |ui| {
        for (one, name) in all {
            ui.selectable_value(value, one, name.into());
        }
    });
    shown.response
}
