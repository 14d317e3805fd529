//! Controls over the canvas: tools, switches of overlays, zoom, and the offer of a preview.

use egui::{
    Align2, Area, Button, Id, Order, Popup, PopupCloseBehavior, Rect, RichText, Sense, Stroke, Ui,
    Vec2, WidgetInfo,
};

use crate::kit::icon::{self, Icon};
use crate::kit::theme::{self, Role, Theme};
use crate::session::command::Command;
use crate::session::kinds::{BoardTool, ToolButton};
use crate::session::state::State;
use crate::text;

/// Distance of the cards from the rim of the canvas, and height and width of one, in points.
const RIM: f32 = 10.0;
const CARD: f32 = 34.0;
const BUTTON: f32 = 26.0;
/// Width of the arrow beside the eye, of its list, and of an icon there, in points.
const ARROW: f32 = 16.0;
const LIST: f32 = 240.0;
const ICON: f32 = 16.0;

/// Shows the switches in the corners of the canvas.
pub(crate) fn show(ui: &Ui, state: &mut State, canvas: Rect) {
    if !state.chrome.is_playing() {
        corner(ui, "tools", Align2::LEFT_TOP, canvas, |ui| tools(ui, state));
        // Next to the tools if there is room, else beneath them.
        let mut below = canvas;
        *below.top_mut() += height(state, canvas) - CARD - RIM;
        corner(ui, "overlays", Align2::RIGHT_TOP, below, |ui| eye(ui, state));
    }
    corner(ui, "zoom", Align2::RIGHT_BOTTOM, canvas, |ui| zoom(ui, state));
}

/// Returns the height that the cards at the top take from the canvas, including its rim, in points.
pub(crate) fn height(state: &State, canvas: Rect) -> f32 {
    let tools = 5 + own_tools(state).len();
    let wide = |buttons: usize| buttons as f32 * BUTTON + theme::GAP;
    match wide(tools) + wide(2) + 3.0 * RIM <= canvas.width() {
        true => CARD + RIM,
        false => {
            let rows = wide(tools) / (canvas.width() - 2.0 * RIM).max(BUTTON);
            (rows.ceil().max(1.0) + 1.0) * CARD + 2.0 * RIM
        }
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

/// Shows the eye, and the list of what it shows.
fn eye(ui: &mut Ui, state: &mut State) {
    icon_button(ui, state, Command::TOGGLE_FINDINGS, Icon::EYE);
    let (rect, button) =
        ui.allocate_exact_size(Vec2::new(ARROW, ui.spacing().interact_size.y), Sense::click());
    button.widget_info(|| WidgetInfo::labeled(egui::Role::Button, true, text::SHOWN_ON_THE_BOARD));
    let theme = Theme::of(ui);
    let colour = if button.hovered() { Role::Text } else { Role::Weak };
    Icon::DOWN.paint(ui.painter(), rect.shrink(2.0), theme.role(colour));
    if button.has_focus() {
        let ring = Stroke::new(1.5, theme.role(Role::Accent));
        ui.painter().rect_stroke(rect, theme::ROUND, ring, egui::StrokeKind::Inside);
    }
    Popup::menu(&button.on_hover_text(text::SHOWN_ON_THE_BOARD))
        .align(egui::RectAlign::BOTTOM_END)
        .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
        .show(|ui| shown_on_the_board(ui, state));
}

/// Shows a line for each overlay that there is now, for the legend and for blind mode.
fn shown_on_the_board(ui: &mut Ui, state: &mut State) {
    ui.set_width(LIST);
    ui.spacing_mut().item_spacing.y = 1.0;
    for switch in state.switches().to_vec() {
        overlay_line(ui, state, Command::switch(switch.overlay), Some(switch.icon));
    }
    ui.separator();
    overlay_line(ui, state, Command::TOGGLE_LEGEND, None);
    overlay_line(ui, state, Command::TOGGLE_BLIND, None);
}

fn overlay_line(ui: &mut Ui, state: &mut State, command: Command, icon: Option<Icon>) {
    let Some(entry) = state.entry(command).filter(|entry| entry.is_enabled(state)) else { return };
    let on = entry.is_checked(state).unwrap_or(false);
    let theme = Theme::of(ui);
    let keys = RichText::new(entry.key_words(ui.ctx()).unwrap_or_default()).small();
    ui.scope(|ui| {
        ui.spacing_mut().button_padding.x = 2.0 * ICON + theme::TIGHT;
        let button = Button::new(entry.name).right_text(keys.color(theme.role(Role::Weak)));
        let line = ui.add(button);
        let place = |at: f32| {
            let centre = line.rect.left_center() + Vec2::new(ICON * at, 0.0);
            Rect::from_center_size(centre, Vec2::splat(ICON - 3.0))
        };
        if on {
            Icon::CHECK.paint(ui.painter(), place(0.6), theme.role(Role::Accent));
        }
        if let Some(icon) = icon {
            icon.paint(ui.painter(), place(1.6), theme.role(Role::Weak));
        }
        ui.ctx().accesskit_node_builder(line.id, |node| node.set_toggled(on.into()));
        if line.on_hover_text(entry.tip).clicked() {
            state.run(command);
        }
    });
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
