//! The bar at the top (menus, title, play) and the one at the foot (tool, site, solver, zoom).
//!
//! Menus come from the table of commands. Knows the state. Must never know a game's marks.

use std::sync::Arc;

use egui::{Align, Button, Layout, MenuBar, RichText, Ui};

use crate::editor::board::canvas;
use crate::editor::files;
use crate::editor::kit::icon::{self, Icon};
use crate::editor::kit::theme::{self, Role, Theme};
use crate::editor::kit::toasts::ToastTone;
use crate::editor::session::command::{self, Command, Entry, Menu, entry};
use crate::editor::session::state::{State, WindowEffect};
use crate::editor::text;
use crate::games::Game;
use crate::level::Pack;
use crate::picture::Ink;

/// Between the end of a menu and the rim of the window, with the menu's own rim, in points.
const MENU_RIM: f32 = 26.0;
/// Room for a tick at the left of a menu's line.
const TICK: f32 = 22.0;

/// Shows the bar at the top.
pub fn top(ui: &mut Ui, state: &mut State) {
    let full = ui.max_rect();
    let (mut left, mut right) = (full.left(), full.right());
    // Beneath the bar, however high a menu would like to be.
    let room =
        ui.ctx().content_rect().bottom() - full.top() - ui.spacing().interact_size.y - MENU_RIM;
    MenuBar::new().ui(ui, |ui| {
        for kind in Menu::bar() {
            ui.menu_button(kind.name(), |ui| menu(ui, state, (kind, room)));
        }
        left = ui.min_rect().left().max(ui.cursor().left());
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            at_the_right(ui, state);
            right = ui.cursor().right();
        });
    });
    title(ui, state, (full, egui::Rangef::new(left, right)));
}

fn menu(ui: &mut Ui, state: &mut State, (kind, room): (Menu, f32)) {
    egui::ScrollArea::vertical().max_height(room.max(80.0)).show(ui, |ui| {
        ui.set_min_width(250.0);
        ui.spacing_mut().item_spacing.y = 1.0;
        entries(ui, state, kind);
    });
}

fn entries(ui: &mut Ui, state: &mut State, kind: Menu) {
    let mut entries: Vec<&Entry> =
        command::all().filter(|entry| entry.menu == kind && entry.suits(state)).collect();
    entries.sort_by_key(|entry| entry.group);
    let mut group = entries.first().map_or(0, |entry| entry.group);
    for entry in entries {
        if entry.group != group {
            ui.separator();
            group = entry.group;
        }
        item(ui, state, entry);
        if entry.command == Command::OPEN {
            recent(ui, state);
            submenu(ui, "Open a sample", |ui| {
                if let Some(game) = one_of_the_games(ui, state) {
                    state.request(WindowEffect::OpenSample(game.about().id.clone().into_owned()));
                }
                collections(ui, state);
            });
        }
        if entry.command == Command::NEW_LEVEL {
            submenu(ui, "New level of", |ui| {
                if let Some(game) = one_of_the_games(ui, state) {
                    state.add_level_of(&*game);
                }
            });
        }
    }
}

/// A menu that opens out of a line of another; scrolled where it is longer than the window.
fn submenu(ui: &mut Ui, name: &str, add: impl FnOnce(&mut Ui)) {
    ui.scope(|ui| {
        ui.spacing_mut().button_padding.x = TICK;
        ui.menu_button(name, |ui| {
            let room = ui.ctx().content_rect().height() - 2.0 * MENU_RIM;
            egui::ScrollArea::vertical().max_height(room).show(ui, add);
        });
    });
}

/// Further packs of the games.
fn collections(ui: &mut Ui, state: &mut State) {
    let games = state.games().all();
    let packs = games.iter().flat_map(|game| {
        let packs = game.material().collections.iter();
        packs.map(move |(title, text)| (&game.about().name, title, text))
    });
    let packs: Vec<_> = packs.collect();
    if !packs.is_empty() {
        ui.separator();
    }
    for (game, title, text) in packs {
        if ui.button(format!("{game}: {title}")).clicked() {
            let pack = Pack::from_json(text).unwrap_or_default();
            state.request(WindowEffect::OpenMade(Box::new(pack)));
            ui.close();
        }
    }
}

fn item(ui: &mut Ui, state: &mut State, entry: &Entry) {
    let words = match entry.command {
        Command::UNDO => with_name("Undo", state.history().undo_name(), state),
        Command::REDO => with_name("Redo", state.history().redo_name(), state),
        _ => entry.name.to_owned(),
    };
    let on = entry.is_checked(state);
    let keys = entry.key_words(ui.ctx()).unwrap_or_default();
    let weak = Theme::of(ui).role(Role::Weak);
    let button = Button::new(words).right_text(RichText::new(keys).small().color(weak));
    let enabled = entry.is_enabled(state);
    let response = ui.scope(|ui| {
        ui.spacing_mut().button_padding.x = TICK;
        ui.add_enabled(enabled, button).on_hover_text(entry.tip)
    });
    let response = response.inner;
    if on == Some(true) {
        let at = response.rect.left_center() + egui::vec2(TICK / 2.0, 0.0);
        let tick = egui::Rect::from_center_size(at, egui::Vec2::splat(13.0));
        Icon::CHECK.paint(ui.painter(), tick, Theme::of(ui).role(Role::Accent));
    }
    if let Some(on) = on {
        ui.ctx().accesskit_node_builder(response.id, |node| node.set_toggled(on.into()));
    }
    if response.clicked() {
        ui.close();
        state.run(entry.command);
    }
}

fn with_name(word: &str, name: Option<&str>, state: &State) -> String {
    match name.filter(|_| !state.is_playing()) {
        Some(name) => format!("{word}: {name}"),
        None => word.to_owned(),
    }
}

/// The games as entries of a menu; the one that was chosen.
fn one_of_the_games(ui: &mut Ui, state: &State) -> Option<Arc<dyn Game>> {
    let mut chosen = None;
    for game in state.games().all() {
        let about = game.about();
        if ui.button(&*about.name).on_hover_text(&*about.tagline).clicked() {
            ui.close();
            chosen = Some(Arc::clone(&game));
        }
    }
    chosen
}

fn recent(ui: &mut Ui, state: &mut State) {
    let recent = state.settings.recent.clone();
    ui.add_enabled_ui(!recent.is_empty(), |ui| {
        submenu(ui, "Open recent", |ui| {
            for path in recent {
                let name = text::name_of(&path);
                let button = ui.button(match state.settings.is_suspect(&path) {
                    true => files::words::suspect(&name),
                    false => name,
                });
                if button.on_hover_text(path.display().to_string()).clicked() {
                    ui.close();
                    state.request(WindowEffect::OpenPath(path));
                }
            }
        });
    });
}

/// The pack's title in the middle of the bar, or where there is room beside the menus, with a dot
/// while something is not saved.
fn title(ui: &Ui, state: &State, (bar, room): (egui::Rect, egui::Rangef)) {
    /// Between the title and what is beside it; what is shorter than this says nothing.
    const BESIDE: f32 = 24.0;
    const LEAST: f32 = 40.0;
    let theme = Theme::of(ui);
    let name = text::pack_name(&state.history().pack().title, state.file.path());
    let font = egui::TextStyle::Body.resolve(ui.style());
    let colour = theme.role(Role::Text);
    let mut job = egui::text::LayoutJob::simple_singleline(name, font, colour);
    let wide = room.span() - 2.0 * BESIDE;
    job.wrap = egui::text::TextWrapping::truncate_at_width(wide.max(0.0));
    let galley = ui.painter().layout_job(job);
    let half = galley.size() / 2.0;
    let (least, most) = (room.min + BESIDE + half.x, room.max - BESIDE - half.x);
    let middle = egui::pos2(bar.center().x.clamp(least.min(most), most.max(least)), bar.center().y);
    if wide >= LEAST {
        ui.painter().galley(middle - half, galley, colour);
    }
    if !state.history().is_saved() {
        let beside = if wide >= LEAST { middle.x + half.x } else { room.min };
        let at = egui::pos2(beside + 10.0, middle.y);
        ui.painter().circle_filled(at, 3.5, theme.role(Role::Accent));
        let dot = egui::Rect::from_center_size(at, egui::Vec2::splat(14.0));
        ui.interact(dot, ui.scope_id().with("unsaved"), egui::Sense::hover())
            .on_hover_text(text::UNSAVED_DOT);
    }
}

fn at_the_right(ui: &mut Ui, state: &mut State) {
    let dark = ui.visuals().dark_mode;
    let (icon, name, command) = match dark {
        true => (Icon::SUN, "Light colours", Command::LOOK_LIGHT),
        false => (Icon::MOON, "Dark colours", Command::LOOK_DARK),
    };
    if icon::button(ui, icon, name).clicked() {
        state.run(command);
    }
    let find = entry(Command::COMMAND_PALETTE).and_then(|entry| entry.key_words(ui.ctx()));
    let tip = format!("{}  ({})", text::FIND_COMMAND, find.unwrap_or_default());
    let stand = icon::IconState::Plain;
    if icon::with_tip(ui, Icon::SEARCH, (text::FIND_COMMAND, &tip), stand).clicked() {
        state.run(Command::COMMAND_PALETTE);
    }
    ui.add_space(theme::TIGHT);
    play_switch(ui, state);
}

/// Two halves of one switch: edit and play.
fn play_switch(ui: &mut Ui, state: &mut State) {
    let playing = state.is_playing();
    let able = state.level().is_some();
    ui.spacing_mut().item_spacing.x = 1.0;
    for (words, tip, half) in [("Play", text::PLAY_TIP, true), ("Edit", text::EDIT_TIP, false)] {
        let button = Button::selectable(playing == half, words);
        let response = ui.add_enabled(able, button).on_hover_text(tip);
        if response.clicked() && playing != half {
            state.run(Command::TOGGLE_PLAY);
        }
    }
    ui.spacing_mut().item_spacing.x = theme::GAP;
}

/// Shows the bar at the foot.
pub fn status(ui: &mut Ui, state: &mut State) {
    ui.horizontal_centered(|ui| {
        ui.style_mut().override_text_style = Some(egui::TextStyle::Small);
        let mode = if state.is_playing() { "Play" } else { state.tool.name() };
        ui.label(RichText::new(mode).strong());
        ui.separator();
        ui.label(under_pointer(state));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let scale = state.view().scale.unwrap_or(state.board.fitted());
            ui.label(format!("{:.0}%", scale / state.board.fitted() * 100.0));
            ui.separator();
            solver(ui, state);
        });
    });
}

/// The site under the pointer, else the cursor's, and what it holds.
fn under_pointer(state: &State) -> String {
    if let Some(words) = state.features().find_map(|feature| feature.status(state)) {
        return words;
    }
    let site = state.hover.or(state.cursor);
    match (site, state.scene()) {
        (Some(site), Some((game, level))) => text::capital(&canvas::words(&*game, &level, site)),
        (None, Some((_, level))) if !level.title.is_empty() => level.title.clone(),
        _ => String::new(),
    }
}

/// What the solver is doing, and for how long.
fn solver(ui: &mut Ui, state: &State) {
    let theme = Theme::of(ui);
    let live = state.knowledge.running().filter(|_| state.knowledge.is_asking(state.level_id()));
    let job = state.job.running();
    let words = match (job, live) {
        (Some(job), _) => {
            let seconds = job.since.elapsed().as_secs_f32();
            format!("{}, {seconds:.1} s", text::capital(text::job_name(job.topic)))
        }
        (None, Some(running)) => {
            let seconds = running.since.elapsed().as_secs_f32();
            format!("{} {seconds:.1} s", text::asking(running.topic))
        }
        (None, None) if !state.live.on => "The solver is paused.".to_owned(),
        (None, None) => match state.knowledge.first_answer() {
            Some(time) => format!("First answer in {}", text::time(time)),
            None => "Ready".to_owned(),
        },
    };
    let busy = job.is_some() || live.is_some();
    let colour = if busy { theme.role(Role::Accent) } else { theme.role(Role::Weak) };
    ui.label(RichText::new(words).color(colour));
    if state.toasts.all().iter().any(|toast| toast.tone == ToastTone::Trouble) {
        icon::inline(ui, Icon::WARNING, theme.ink(Ink::Conflict));
    }
}
