//! The bar at the top (menus, title, play) and the one at the foot (tool, site, solver, zoom).

use egui::{Align, Button, Layout, MenuBar, RichText, Ui};

use crate::board::canvas;
use crate::kit::icon::{self, Icon};
use crate::kit::theme::{self, Role, Theme};
use crate::kit::toasts::ToastTone;
use crate::panels::menus;
use crate::session::command::Command;
use crate::session::document::Document;
use crate::session::kinds::BoardMode;
use crate::session::state::State;
use crate::text;
use foolproof_picture::Ink;

/// Shows the bar at the top.
pub(crate) fn top(ui: &mut Ui, state: &mut State) {
    let full = ui.max_rect();
    let (mut left, mut right) = (full.left(), full.right());
    MenuBar::new().ui(ui, |ui| {
        menus::show(ui, state);
        left = ui.min_rect().left().max(ui.cursor().left());
        right = at_the_right(ui, state).left();
    });
    title(ui, &state.document, full, egui::Rangef::new(left, right));
}

/// Shows the pack's title in the middle of the bar, or next to the menus if there is room, with a dot while
/// there are unsaved changes.
fn title(ui: &Ui, document: &Document, bar: egui::Rect, room: egui::Rangef) {
    /// Distance between the title and its neighbours, and the width below which a title is useless, in points.
    const BESIDE: f32 = 24.0;
    const MIN_TITLE_WIDTH: f32 = 40.0;
    let theme = Theme::of(ui);
    let name = text::pack_name(&document.history().pack().title, document.file.path());
    let font = egui::TextStyle::Body.resolve(ui.style());
    let colour = theme.role(Role::Text);
    let mut job = egui::text::LayoutJob::simple_singleline(name, font, colour);
    let wide = room.span() - 2.0 * BESIDE;
    job.wrap = egui::text::TextWrapping::truncate_at_width(wide.max(0.0));
    let galley = ui.painter().layout_job(job);
    let half = galley.size() / 2.0;
    let (least, most) = (room.min + BESIDE + half.x, room.max - BESIDE - half.x);
    let middle = egui::pos2(bar.center().x.clamp(least.min(most), most.max(least)), bar.center().y);
    if wide >= MIN_TITLE_WIDTH {
        ui.painter().galley(middle - half, galley, colour);
    }
    if !document.history().is_saved() {
        let beside = if wide >= MIN_TITLE_WIDTH { middle.x + half.x } else { room.min };
        let at = egui::pos2(beside + 10.0, middle.y);
        ui.painter().circle_filled(at, 3.5, theme.role(Role::Accent));
        let dot = egui::Rect::from_center_size(at, egui::Vec2::splat(14.0));
        ui.interact(dot, ui.scope_id().with("unsaved"), egui::Sense::hover())
            .on_hover_text(text::UNSAVED_DOT);
    }
}

/// Shows search, colours and the switch between edit and play, at the right rim; returns their area.
fn at_the_right(ui: &mut Ui, state: &mut State) -> egui::Rect {
    // Uses the previous width: laying out from the right would reverse the Tab order, too.
    let id = ui.scope_id().with("width of what stands at the right");
    let width = ui.data(|data| data.get_temp::<f32>(id));
    let rim = ui.max_rect();
    let left = rim.right() - width.unwrap_or(0.0);
    let place = egui::UiBuilder::new()
        .max_rect(rim.with_min_x(left.max(ui.cursor().left())))
        .layout(Layout::left_to_right(Align::Center));
    let mut own = ui.new_child(place);
    play_switch(&mut own, state);
    own.add_space(theme::TIGHT);
    find_and_colours(&mut own, state);
    let taken = own.min_rect();
    if width != Some(taken.width()) {
        ui.data_mut(|data| data.insert_temp(id, taken.width()));
        ui.ctx().request_discard("the right end of the bar has another width");
    }
    taken
}

fn find_and_colours(ui: &mut Ui, state: &mut State) {
    let find = state.entry(Command::COMMAND_PALETTE).and_then(|entry| entry.key_words(ui.ctx()));
    let tip = format!("{}  ({})", text::FIND_COMMAND, find.unwrap_or_default());
    let stand = icon::IconState::Plain;
    if icon::with_tip(ui, Icon::SEARCH, text::FIND_COMMAND, &tip, stand).clicked() {
        state.run(Command::COMMAND_PALETTE);
    }
    let (icon, name, command) = match ui.visuals().dark_mode {
        true => (Icon::SUN, "Light colours", Command::LOOK_LIGHT),
        false => (Icon::MOON, "Dark colours", Command::LOOK_DARK),
    };
    if icon::button(ui, icon, name).clicked() {
        state.run(command);
    }
}

/// Shows the two halves of the switch between edit and play.
fn play_switch(ui: &mut Ui, state: &mut State) {
    let playing = state.chrome.is_playing();
    let able = state.level().is_some();
    ui.spacing_mut().item_spacing.x = 1.0;
    for (words, tip, half) in [("Edit", text::EDIT_TIP, false), ("Play", text::PLAY_TIP, true)] {
        let button = Button::selectable(playing == half, words);
        let response = ui.add_enabled(able, button).on_hover_text(tip);
        if response.clicked() && playing != half {
            state.run(Command::TOGGLE_PLAY);
        }
    }
    ui.spacing_mut().item_spacing.x = theme::GAP;
}

/// Shows the bar at the foot.
pub(crate) fn status(ui: &mut Ui, state: &mut State) {
    ui.horizontal_centered(|ui| {
        ui.style_mut().override_text_style = Some(egui::TextStyle::Small);
        let mode = if state.chrome.is_playing() { "Play" } else { state.board.tool.name() };
        ui.label(RichText::new(mode).strong());
        ui.separator();
        if state.board.by_rows && !state.chrome.is_playing() {
            ui.label(RichText::new(text::BY_ROWS).strong().color(Theme::of(ui).role(Role::Accent)));
            ui.separator();
        }
        ui.label(under_pointer(state));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let scale = state.board.view().scale.unwrap_or(state.board.fitted());
            ui.label(format!("{:.0}%", scale / state.board.fitted() * 100.0));
            ui.separator();
            solver(ui, state);
        });
    });
}

/// Describes the site under the pointer, or else the cursor's, and its contents.
fn under_pointer(state: &State) -> String {
    if let Some(words) = state.features_of::<dyn BoardMode>().find_map(|mode| mode.status()) {
        return words;
    }
    let site = state.board.hover.or(state.board.cursor);
    match (site, state.scene()) {
        (Some(site), Some((game, level))) => text::capital(&canvas::words(&*game, &level, site)),
        (None, Some((_, level))) if !level.title.is_empty() => level.title.clone(),
        _ => String::new(),
    }
}

/// Shows the solver's current question, and its time so far.
fn solver(ui: &mut Ui, state: &State) {
    let theme = Theme::of(ui);
    let live = state
        .findings
        .knowledge
        .running()
        .filter(|_| state.findings.knowledge.is_asking(state.level_id()));
    let job = state.findings.job.running();
    let words = match (job, live) {
        (Some(job), _) => {
            let seconds = job.since.elapsed().as_secs_f32();
            format!("{}, {seconds:.1} s", text::capital(job.topic.0.job))
        }
        (None, Some(running)) => {
            let seconds = running.since.elapsed().as_secs_f32();
            format!("{} {seconds:.1} s", running.topic.0.asks)
        }
        (None, None) if !state.findings.live.on => "The solver is paused.".to_owned(),
        (None, None) => match state.findings.knowledge.first_answer() {
            Some(time) => format!("First answer in {}", text::time(time)),
            None => "Ready".to_owned(),
        },
    };
    let busy = job.is_some() || live.is_some();
    let colour = if busy { theme.role(Role::Accent) } else { theme.role(Role::Weak) };
    ui.label(RichText::new(words).color(colour));
    if state.chrome.toasts.all().iter().any(|toast| toast.tone == ToastTone::Trouble) {
        icon::inline(ui, Icon::WARNING, theme.ink(Ink::Conflict));
    }
}
