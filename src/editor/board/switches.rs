//! Controls over the canvas: tools, switches of overlays, zoom, and the offer of a preview.

use egui::{Align2, Area, Button, Id, Order, Rect, RichText, Ui, Vec2};

use crate::kit::icon::{self, Icon};
use crate::kit::theme::{self, Theme};
use crate::session::command::Command;
use crate::session::kinds::{BoardTool, ToolButton};
use crate::session::state::State;
use crate::text;

/// Distance of the cards from the rim of the canvas, and height and width of one, in points.
const RIM: f32 = 10.0;
const CARD: f32 = 34.0;
const BUTTON: f32 = 26.0;

/// Shows the switches in the corners of the canvas.
pub(crate) fn show(ui: &Ui, state: &mut State, canvas: Rect) {
    if !state.chrome.is_playing() {
        corner(ui, "tools", Align2::LEFT_TOP, canvas, |ui| tools(ui, state));
        // Next to the tools if there is room, else beneath them.
        let mut below = canvas;
        *below.top_mut() += height(state, canvas) - CARD - RIM;
        corner(ui, "overlays", Align2::RIGHT_TOP, below, |ui| overlays(ui, state));
    }
    corner(ui, "zoom", Align2::RIGHT_BOTTOM, canvas, |ui| zoom(ui, state));
}

/// Returns the height that the cards at the top take from the canvas, including its rim, in points.
pub(crate) fn height(state: &State, canvas: Rect) -> f32 {
    let tools = 5 + own_tools(state).len();
    let overlays = state.switches().iter().filter(|switch| (switch.arises)(state)).count();
    let wide = |buttons: usize| buttons as f32 * BUTTON + theme::GAP;
    let rows = |buttons| (wide(buttons) / (canvas.width() - 2.0 * RIM).max(BUTTON)).ceil().max(1.0);
    match wide(tools) + wide(overlays) + 3.0 * RIM <= canvas.width() {
        true => CARD + RIM,
        false => (rows(tools) + rows(overlays)) * CARD + 2.0 * RIM,
    }
}

fn own_tools(state: &State) -> Vec<ToolButton> {
    let all = state.features_of::<dyn BoardTool>().flat_map(|tool| tool.buttons()).copied();
    all.filter(|button| (button.arises)(&state.document)).collect()
}

/// Shows a small card at a corner of the canvas.
fn corner(ui: &Ui, name: &str, at: Align2, canvas: Rect, add: impl FnOnce(&mut Ui)) {
    let theme = Theme::of(ui);
    let place = canvas.shrink(RIM);
    Area::new(Id::unique(("canvas switches", name)))
        .order(Order::Middle)
        .pivot(at)
        .fixed_pos(at.pos_in_rect(&place))
        .constrain_to(canvas)
        .show(ui.ctx(), |ui| {
            theme.card().inner_margin(3).show(ui, |ui| {
                ui.spacing_mut().item_spacing = Vec2::splat(2.0);
                ui.set_max_width(place.width() - 8.0);
                ui.horizontal_wrapped(|ui| add(ui));
            });
        });
}

/// Shows a square button with a drawn icon that runs a command.
fn icon_button(ui: &mut Ui, state: &mut State, command: Command, icon: Icon) {
    let Some(entry) = state.entry(command) else { return };
    let stand = match entry.is_enabled(state) {
        true => icon::IconState::of(entry.is_checked(state).unwrap_or(false)),
        false => icon::IconState::Disabled,
    };
    let keys = entry.key_words(ui.ctx()).map(|keys| format!("  ({keys})")).unwrap_or_default();
    let tip = format!("{}{keys}\n{}", entry.name, entry.tip);
    if icon::with_tip(ui, icon, entry.name, &tip, stand).clicked() {
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
    for button in own_tools(state) {
        icon_button(ui, state, button.command, button.icon);
    }
}

fn overlays(ui: &mut Ui, state: &mut State) {
    for switch in state.switches().to_vec() {
        let command = Command::switch(switch.overlay);
        let Some(entry) = state.entry(command).filter(|entry| entry.is_enabled(state)) else {
            continue;
        };
        let on = state.overlay(switch.overlay);
        let words = format!("Show: {}", switch.shows);
        let keys = entry.key_words(ui.ctx()).map(|keys| format!("  ({keys})"));
        let tip = format!("{words}{}\n{}", keys.unwrap_or_default(), entry.tip);
        if icon::with_tip(ui, switch.icon, &words, &tip, icon::IconState::of(on)).clicked() {
            state.run(command);
        }
    }
}

fn zoom(ui: &mut Ui, state: &mut State) {
    icon_button(ui, state, Command::ZOOM_OUT, Icon::MINUS);
    let scale = state.board.view().scale.unwrap_or(state.board.fitted);
    let percent = (scale / state.board.fitted * 100.0).round();
    let words = RichText::new(format!("{percent}%")).small();
    let fit = ui.add(Button::new(words).frame(false).min_size(Vec2::new(40.0, 24.0)));
    if fit.on_hover_text(text::FIT).clicked() {
        state.run(Command::ZOOM_FIT);
    }
    icon_button(ui, state, Command::ZOOM_IN, Icon::PLUS);
}
