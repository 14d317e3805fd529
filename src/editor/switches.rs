//! Small switches over the canvas: overlays, zoom, and the offer of a preview.
//!
//! Knows the state and the table of commands.

use egui::{Align2, Area, Button, Id, Order, Rect, RichText, Ui, Vec2};

use super::command::{Command, entry};
use super::icon::{self, Icon};
use super::state::{Overlay, State};
use super::text;
use super::theme::{self, Role, Theme};

/// Width of a canvas on which three cards stand side by side, in points.
const ROOM_FOR_THREE: f32 = 720.0;

/// Shows the switches in the corners of the canvas.
pub fn show(ui: &Ui, state: &mut State, canvas: Rect) {
    if state.play.is_none() {
        corner(ui, "tools", (Align2::LEFT_TOP, canvas), |ui| tools(ui, state));
        corner(ui, "overlays", (Align2::RIGHT_TOP, canvas), |ui| overlays(ui, state));
    }
    corner(ui, "zoom", (Align2::RIGHT_BOTTOM, canvas), |ui| zoom(ui, state));
    if state.preview().is_some() {
        corner(ui, "preview", (Align2::CENTER_TOP, canvas), |ui| preview(ui, state));
    } else if state.shown.is_some() {
        corner(ui, "shown", (Align2::CENTER_TOP, canvas), |ui| shown(ui, state));
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
        true => icon::State::of(entry.is_checked(state).unwrap_or(false)),
        false => icon::State::Disabled,
    };
    let keys = entry.key_words(ui.ctx()).map(|keys| format!("  ({keys})")).unwrap_or_default();
    let tip = format!("{}{keys}\n{}", entry.name, entry.tip);
    if icon::with_tip(ui, icon, (entry.name, &tip), stand).clicked() {
        state.run(command);
    }
}

fn tools(ui: &mut Ui, state: &mut State) {
    let tools = [
        (Command::ToolSelect, Icon::Select),
        (Command::ToolPaint, Icon::Paint),
        (Command::ToolErase, Icon::Erase),
        (Command::ToolLock, Icon::Lock),
        (Command::ToolPick, Icon::Pick),
        (Command::ToolSolution, Icon::Edit),
    ];
    for (command, icon) in tools {
        icon_button(ui, state, command, icon);
    }
    let argues = state.game().is_some_and(|game| game.arguments().is_some());
    if argues {
        icon_button(ui, state, Command::ToolArgue, Icon::Scales);
        icon_button(ui, state, Command::Pencil, Icon::Pencil);
    }
}

fn overlays(ui: &mut Ui, state: &mut State) {
    let switches = [
        (Command::OverlaySolution, Overlay::Solution, Icon::Beam),
        (Command::OverlayShortcut, Overlay::Shortcut, Icon::Shortcut),
        (Command::OverlayForced, Overlay::Forced, Icon::Pin),
        (Command::OverlayPossible, Overlay::Possible, Icon::Dots),
        (Command::OverlayConflict, Overlay::Conflict, Icon::Warning),
        (Command::OverlayHolds, Overlay::Holds, Icon::Lock),
        (Command::OverlayNeedless, Overlay::Needless, Icon::Empty),
        (Command::OverlayEdits, Overlay::Edits, Icon::Number),
        (Command::OverlayMoves, Overlay::Moves, Icon::Moves),
        (Command::OverlayLeaks, Overlay::Leaks, Icon::Leak),
        (Command::OverlayTrials, Overlay::Trials, Icon::Trial),
    ];
    for (command, overlay, icon) in switches {
        let Some(entry) = entry(command).filter(|entry| entry.is_enabled(state)) else { continue };
        let on = state.overlay(overlay);
        let keys = entry.key_words(ui.ctx()).unwrap_or_default();
        let words = format!("Show: {}", overlay.name());
        let tip = format!("{words}  ({keys})\n{}", entry.tip);
        if icon::with_tip(ui, icon, (&words, &tip), icon::State::of(on)).clicked() {
            state.run(command);
        }
    }
}

fn zoom(ui: &mut Ui, state: &mut State) {
    icon_button(ui, state, Command::ZoomOut, Icon::Minus);
    let scale = state.view().scale.unwrap_or(state.fitted);
    let percent = (scale / state.fitted * 100.0).round();
    let words = RichText::new(format!("{percent}%")).small();
    let fit = ui.add(Button::new(words).frame(false).min_size(Vec2::new(40.0, 24.0)));
    if fit.on_hover_text(text::FIT).clicked() {
        state.run(Command::ZoomFit);
    }
    icon_button(ui, state, Command::ZoomIn, Icon::Plus);
}

fn preview(ui: &mut Ui, state: &mut State) {
    let Some(preview) = state.preview() else { return };
    let words = text::preview(preview.changed.len(), &preview.finding);
    ui.add_space(theme::TIGHT);
    ui.label(words);
    ui.add_space(theme::GAP);
    if theme::primary(ui, "Accept").on_hover_text("Enter").clicked() {
        state.accept_preview();
    }
    if ui.button("Drop").on_hover_text("Escape").clicked() {
        state.drop_preview();
    }
}

fn shown(ui: &mut Ui, state: &mut State) {
    let Some(shown) = state.shown.clone() else { return };
    ui.add_space(theme::TIGHT);
    ui.label(RichText::new(&shown.words).color(Theme::of(ui).role(Role::Text)));
    ui.add_space(theme::GAP);
    if ui.button("Make it the intended solution").clicked() {
        state.intend(shown.play);
    } else if ui.button("Hide").on_hover_text("Escape").clicked() {
        state.shown = None;
    }
}
