//! What floats over the canvas: tools, switches of overlays, zoom, and the offer of a preview.
//!
//! Knows the state and the table of commands.

use egui::{Align2, Area, Button, Id, Order, Rect, RichText, Ui, Vec2};

use crate::editor::kit::icon::{self, Icon};
use crate::editor::kit::theme::Theme;
use crate::editor::session::command::{self, Command, entry};
use crate::editor::session::feature::ToolButton;
use crate::editor::session::state::State;
use crate::editor::text;

/// Width of a canvas on which three cards stand side by side, in points.
const ROOM_FOR_THREE: f32 = 720.0;

/// Shows the switches in the corners of the canvas.
pub fn show(ui: &Ui, state: &mut State, canvas: Rect) {
    if !state.is_playing() {
        corner(ui, "tools", (Align2::LEFT_TOP, canvas), |ui| tools(ui, state));
        corner(ui, "overlays", (Align2::RIGHT_TOP, canvas), |ui| overlays(ui, state));
    }
    corner(ui, "zoom", (Align2::RIGHT_BOTTOM, canvas), |ui| zoom(ui, state));
    if state.features().any(|feature| feature.offers(state)) {
        corner(ui, "offer", (Align2::CENTER_TOP, canvas), |ui| {
            state.first(|feature, state| feature.offers(state).then(|| feature.offer(ui, state)));
        });
    }
}

/// A small card at a corner of the canvas.
fn corner(ui: &Ui, name: &str, (at, canvas): (Align2, Rect), add: impl FnOnce(&mut Ui)) {
    let theme = Theme::of(ui);
    // An offer stands between the tools and the overlays where there is room, else beneath them.
    let crowded = at == Align2::CENTER_TOP && canvas.width() < ROOM_FOR_THREE;
    let below = if crowded { 44.0 } else { 0.0 };
    let place = canvas.shrink(10.0).translate(Vec2::new(0.0, below));
    Area::new(Id::unique(("canvas switches", name)))
        .order(Order::Middle)
        .pivot(at)
        .fixed_pos(at.pos_in_rect(&place))
        .constrain_to(canvas)
        .show(ui.ctx(), |ui| {
            theme.card().inner_margin(3).show(ui, |ui| {
                ui.spacing_mut().item_spacing = Vec2::splat(2.0);
                ui.horizontal(|ui| add(ui));
            });
        });
}

/// A square button with a drawn icon that does a command.
fn icon_button(ui: &mut Ui, state: &mut State, command: Command, icon: Icon) {
    let Some(entry) = entry(command) else { return };
    let stand = match entry.is_enabled(state) {
        true => icon::IconState::of(entry.is_checked(state).unwrap_or(false)),
        false => icon::IconState::Disabled,
    };
    let keys = entry.key_words(ui.ctx()).map(|keys| format!("  ({keys})")).unwrap_or_default();
    let tip = format!("{}{keys}\n{}", entry.name, entry.tip);
    if icon::with_tip(ui, icon, (entry.name, &tip), stand).clicked() {
        state.run(command);
    }
}

fn tools(ui: &mut Ui, state: &mut State) {
    let tools = [
        (Command::TOOL_SELECT, Icon::SELECT),
        (Command::TOOL_PAINT, Icon::PAINT),
        (Command::TOOL_ERASE, Icon::ERASE),
        (Command::TOOL_LOCK, Icon::LOCK),
        (Command::TOOL_PICK, Icon::PICK),
    ];
    for (command, icon) in tools {
        icon_button(ui, state, command, icon);
    }
    let own: Vec<ToolButton> =
        state.features().flat_map(|feature| feature.tools()).copied().collect();
    for button in own {
        if !(button.arises)(state) {
            continue;
        }
        icon_button(ui, state, button.command, button.icon);
    }
}

fn overlays(ui: &mut Ui, state: &mut State) {
    for switch in command::switches() {
        let command = Command::switch(switch.overlay);
        let Some(entry) = entry(command).filter(|entry| entry.is_enabled(state)) else { continue };
        let on = state.overlay(switch.overlay);
        let keys = entry.key_words(ui.ctx()).unwrap_or_default();
        let words = format!("Show: {}", switch.shows);
        let tip = format!("{words}  ({keys})\n{}", entry.tip);
        if icon::with_tip(ui, switch.icon, (&words, &tip), icon::IconState::of(on)).clicked() {
            state.run(command);
        }
    }
}

fn zoom(ui: &mut Ui, state: &mut State) {
    icon_button(ui, state, Command::ZOOM_OUT, Icon::MINUS);
    let scale = state.view().scale.unwrap_or(state.board.fitted);
    let percent = (scale / state.board.fitted * 100.0).round();
    let words = RichText::new(format!("{percent}%")).small();
    let fit = ui.add(Button::new(words).frame(false).min_size(Vec2::new(40.0, 24.0)));
    if fit.on_hover_text(text::FIT).clicked() {
        state.run(Command::ZOOM_FIT);
    }
    icon_button(ui, state, Command::ZOOM_IN, Icon::PLUS);
}
