//! The window itself: carries out what the state asks for, and lays its parts out.
//!
//! `logic` hears the solver and asks it, `ui` paints. Knows all parts of the window and the
//! solver's service.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use egui::{CentralPanel, Frame, Margin, Panel, Ui};

use super::autosave::{Autosave, Found, Recovery, Saved, Work, keep_on_signals};
use super::canvas::Canvas;
use super::command::{self, Focus};
use super::dialogs::{self, Portal, Recover};
use super::disk::Disk;
use super::files::{After, Files, Store};
use super::parts::Parts;
use super::settings::{Folders, Look, Settings};
use super::state::{Effect, Games, Overlay, Side, State};
use super::theme::{Role, Theme};
use super::toasts::Tone;
use super::{
    bars, command_palette, findings, help, inspector, keyboard, palette, text, theme, windows,
};
use crate::games;
use crate::level::Pack;
use crate::solver::{Event, Lane, Limits, LiveOptions, Question, Service, WorkerCommand};

/// How the window starts.
pub struct Options {
    /// The pack to open; the last one, else the sample pack, if none is given.
    pub pack: Option<PathBuf>,
    pub games: Games,
    /// How to start the solver; without one the editor edits, and says that nothing is solved.
    pub worker: Option<WorkerCommand>,
    /// Where settings and autosaves are kept; nothing is kept without.
    pub folders: Option<Folders>,
    /// The desktop's file dialog, if it is not to be the real one.
    pub portal: Option<Portal>,
}

/// The window.
pub struct App {
    pub state: State,
    service: Option<Service>,
    disk: Disk,
    autosave: Option<Autosave>,
    recoveries: Vec<Recovery>,
    /// The one of which it is asked whether it is to be thrown away.
    discarding: Option<usize>,
    folders: Option<Folders>,
    stored: Settings,
    files: Files,
    canvas: Canvas,
    parts: Parts,
    title: String,
    /// Whether the desk was open in the last frame.
    argues: bool,
}

impl App {
    pub fn new(context: &egui::Context, options: Options) -> Self {
        Theme::install(context);
        // Zoom keys belong to the board.
        context.options_mut(|options| options.zoom_with_keyboard = false);
        let mut settings = options.folders.as_ref().map(Settings::load).unwrap_or_default();
        let stored = settings.clone();
        let kept = options.folders.as_ref().map(Folders::autosave);
        let (autosave, found, trouble) = match kept.as_ref().map(|kept| Autosave::start(kept)) {
            Some(Ok((autosave, found))) => (Some(autosave), found, None),
            Some(Err(why)) => (None, Found::default(), kept.map(|kept| (kept, why))),
            None => (None, Found::default(), None),
        };
        settings.suspect(found.suspects);
        // Should a file turn out to be damaged, the sample is still better than nothing.
        let mut state = State::new(sample(), options.games, settings);
        if let Some((kept, why)) = trouble {
            state.say(Tone::Trouble, text::files::no_autosave_folder(&kept, &why.to_string()));
        }
        let vault = autosave.as_ref().map(Autosave::vault);
        let mut files = Files::new(options.portal, vault);
        if let Some(path) = options.pack.or_else(|| last_pack(&mut state)) {
            files.load(context, &state, path);
        }
        let wake = context.clone();
        let disk = Disk::start(move || wake.request_repaint());
        let wake = context.clone();
        let service = options.worker.map(|worker| {
            let wake = Arc::new(move || wake.request_repaint());
            Service::start_with(worker, options.games, wake)
        });
        if service.is_none() {
            state.live.on = false;
        }
        let (folders, canvas) = (options.folders, Canvas::default());
        let mut parts = Parts::default();
        parts.workshop.folder = folders.as_ref().map(|folders| folders.data.clone());
        Self {
            state,
            service,
            disk,
            autosave,
            recoveries: found.recoveries,
            discarding: None,
            folders,
            stored,
            files,
            canvas,
            parts,
            title: String::new(),
            argues: false,
        }
    }

    /// Hears the solver, asks it, and carries out what the state asks for.
    pub fn logic(&mut self, context: &egui::Context) {
        for event in self.service.iter().flat_map(Service::poll).collect::<Vec<_>>() {
            match lane(&event) {
                Lane::Live => self.state.knowledge.hear(event),
                Lane::Job => self.state.hear_job(event),
                Lane::Argue => {
                    if let Some(desk) = self.state.desk() {
                        desk.hear(event);
                    } else if let Some(session) = &mut self.state.play {
                        session.moving.light.hear(event);
                    }
                }
            }
        }
        self.state.stop_outdated_job();
        for why in self.disk.troubles() {
            self.state.say(Tone::Trouble, why);
        }
        self.ask();
        self.argue();
        self.look_ahead();
        self.carry_out(context);
        self.files.hear(context, &mut self.state);
        self.keep_safe(context);
        self.look(context);
    }

    /// Asks the solver about the level on the canvas, if it has not been asked.
    fn ask(&mut self) {
        let (Some(service), Some(level)) = (&self.service, self.state.level().cloned()) else {
            return;
        };
        let waits = self.state.strangers.are_in(&level);
        if !self.state.live.on || self.state.play.is_some() || waits {
            return;
        }
        let edits = self.state.candidates();
        if self.state.knowledge.wants(&level, edits.as_ref()) {
            let ticket = self.state.knowledge.ask(&level, edits.clone());
            let redundant = self.state.searches();
            let trials = self.state.overlay(Overlay::Trials);
            let options = LiveOptions { redundant, trials, ..self.state.live.options };
            service.ask_live(ticket, level, options, edits);
        }
    }

    /// Asks about the argument on the desk.
    fn argue(&mut self) {
        let Some(service) = &self.service else { return };
        let moves = self.state.has_moves();
        let (at_work, halts) = match self.state.desk() {
            Some(desk) => (true, desk.takes_halt()),
            None => (moves && self.state.play.is_some(), false),
        };
        // Nobody waits for an answer once the desk is left.
        if halts || (self.argues && !at_work) {
            service.stop(Lane::Argue);
            match self.state.desk() {
                Some(desk) => desk.stopped(),
                None => self.state.desk.stopped(),
            }
        }
        self.argues = at_work;
        let level = match &self.state.play {
            Some(session) => Some(Arc::clone(&session.level)),
            None => self.state.level().cloned(),
        };
        let next = self.state.desk().and_then(|desk| desk.next_question());
        if let (Some(level), Some((ticket, question))) = (level, next) {
            service.argue(ticket, level, question, Limits::default());
        }
    }

    /// Asks whether the position in play can still be solved.
    fn look_ahead(&mut self) {
        let (Some(game), Some(session)) = (self.state.game(), &mut self.state.play) else { return };
        let Some(level) = session.wonders(game) else { return };
        let light = &mut session.moving.light;
        match &self.service {
            None => light.unanswered(&level),
            Some(service) => {
                if let Some(ticket) = light.ask(&level) {
                    service.argue(ticket, level, Question::Solvable, Limits::default());
                }
            }
        }
    }

    fn carry_out(&mut self, context: &egui::Context) {
        for effect in std::mem::take(&mut self.state.effects) {
            if self.files.carry_out(context, &mut self.state, &effect) {
                continue;
            }
            match effect {
                Effect::Copy(words) => context.copy_text(words),
                Effect::Paste => context.send_viewport_cmd(egui::ViewportCommand::RequestPaste),
                Effect::Stop(lane) => {
                    if let Some(service) = &self.service {
                        service.stop(lane);
                    }
                }
                Effect::StartJob(job) => match &self.service {
                    Some(s) => s.start_job(job.ticket, job.level, job.question, job.limits),
                    None => {
                        self.state.jobs.running = None;
                        self.state.say(Tone::Trouble, text::NO_SOLVER);
                    }
                },
                _ => {}
            }
        }
    }

    fn keep_safe(&mut self, context: &egui::Context) {
        let history = &self.state.history;
        if let Some(autosave) = &mut self.autosave {
            let work = Work {
                pack: history.pack(),
                document: self.state.document,
                revision: history.revision(),
                file: self.state.file.as_deref(),
                known: self.state.known.as_ref(),
                strangers: &self.state.strangers,
                state: if history.is_saved() { Saved::Yes } else { Saved::No },
            };
            if let Some(wait) = autosave.watch(&self.disk, Instant::now(), work) {
                context.request_repaint_after(wait);
            }
        }
        if let Some(folders) = &self.folders
            && self.state.settings != self.stored
            && self.state.settings.save(folders, &self.disk).is_ok()
        {
            self.stored = self.state.settings.clone();
        }
    }

    fn look(&mut self, context: &egui::Context) {
        let look = match self.state.settings.look {
            Look::System => egui::ThemePreference::System,
            Look::Light => egui::ThemePreference::Light,
            Look::Dark => egui::ThemePreference::Dark,
        };
        if context.options(|options| options.theme_preference) != look {
            context.set_theme(look);
        }
        let pack = self.state.history.pack();
        let name = text::pack_name(&pack.title, self.state.file.as_deref());
        let dot = if self.state.history.is_saved() { "" } else { "• " };
        let title = format!("{dot}{name} – Foolproof");
        if title != self.title {
            context.send_viewport_cmd(egui::ViewportCommand::Title(title.clone()));
            self.title = title;
        }
        if context.input(|input| input.viewport().close_requested()) && !self.files.quit {
            context.send_viewport_cmd(egui::ViewportCommand::CancelClose);
            self.files.guard(context, &mut self.state, After::Quit);
        }
    }

    /// Paints the window, and does what keys and pointer ask for.
    pub fn ui(&mut self, ui: &mut Ui) {
        let context = ui.ctx().clone();
        self.keys(&context);
        self.panels(ui);
        command_palette::show(&context, &mut self.state);
        windows::show(&context, &mut self.state);
        self.parts.windows(&context, &mut self.state);
        self.files.show(&context, &mut self.state);
        self.offer_recovery(&context);
    }

    /// Keys of commands, by who has the keyboard.
    fn keys(&mut self, context: &egui::Context) {
        let focus = self.focus(context);
        for command in command::pressed(context, focus) {
            self.state.run(command);
            // What was typed on is for the window that has just opened.
            if self.focus(context) != focus {
                break;
            }
        }
        let now = self.focus(context);
        keyboard::keep(context, &self.state, now);
        if focus != Focus::Board || now != Focus::Board {
            return;
        }
        let events = context.input(|input| input.events.clone());
        for event in events {
            match event {
                egui::Event::Copy => self.state.run(command::Command::Copy),
                egui::Event::Cut => self.state.run(command::Command::Cut),
                egui::Event::Paste(words) => self.state.paste_text(&words),
                _ => {}
            }
        }
    }

    fn focus(&self, context: &egui::Context) -> Focus {
        let asks = self.files.is_open() || !self.recoveries.is_empty();
        keyboard::find(context, &self.state, asks)
    }

    fn panels(&mut self, ui: &mut Ui) {
        let theme = Theme::of(ui);
        let state = &mut self.state;
        let bar = |margin| Frame::NONE.fill(theme.role(Role::Panel)).inner_margin(margin);
        Panel::top("top bar").frame(bar(Margin::symmetric(8, 4))).show(ui, |ui| {
            bars::top(ui, state);
        });
        Panel::bottom("status bar")
            .frame(bar(Margin::symmetric(10, 2)))
            .exact_size(24.0)
            .show(ui, |ui| bars::status(ui, state));
        let editing = state.play.is_none();
        let parts = &mut self.parts;
        if state.side(Side::Left) && editing {
            let left = Panel::left("left").frame(theme.panel());
            left.default_size(222.0).min_size(170.0).show(ui, |ui| left_side(ui, state, parts));
        }
        if state.side(Side::Right) && editing {
            let right = Panel::right("right").frame(theme.panel());
            right.default_size(290.0).min_size(230.0).show(ui, |ui| right_side(ui, state, parts));
        }
        let canvas = &mut self.canvas;
        CentralPanel::no_frame().show(ui, |ui| {
            let rect = ui.max_rect();
            match state.play.is_some() {
                true => parts.play(ui, state),
                false => canvas.show(ui, state),
            }
            state.toasts.show(ui.ctx(), rect);
        });
    }

    fn offer_recovery(&mut self, context: &egui::Context) {
        if self.recoveries.is_empty() {
            return;
        }
        if let Some(number) = self.discarding {
            return self.discard(context, number);
        }
        match dialogs::recover(context, &self.recoveries) {
            None => {}
            Some(Recover::Later) => self.recoveries.clear(),
            Some(Recover::Discard(number)) if number < self.recoveries.len() => {
                self.discarding = Some(number);
            }
            Some(Recover::Open(number, state)) if number < self.recoveries.len() => {
                self.recover(number, state);
            }
            Some(_) => {}
        }
    }

    fn discard(&mut self, context: &egui::Context, number: usize) {
        let answer = match self.recoveries.get(number) {
            Some(offer) => dialogs::discard(context, offer),
            None => Some(false),
        };
        self.discarding = self.discarding.filter(|_| answer.is_none());
        if answer == Some(true)
            && let Err(why) = self.recoveries.remove(number).discard()
        {
            self.state.say(Tone::Trouble, why);
        }
    }

    fn recover(&mut self, number: usize, state: usize) {
        let recovery = self.recoveries.remove(number);
        match recovery.open(state) {
            Ok((pack, waiting)) => {
                // What is still being opened must not take its place.
                self.files.stop_loading();
                self.state.set_pack(pack, recovery.original.clone());
                self.state.known = recovery.known.clone();
                if let Some(waiting) = waiting {
                    self.state.strangers.keep_only(&waiting);
                }
                self.state.history.mark_unsaved();
                if let Some(autosave) = &mut self.autosave {
                    autosave.adopt(&self.disk, self.state.document, recovery);
                }
                self.recoveries.clear();
            }
            Err(why) => {
                self.state.say(Tone::Trouble, why);
                // An earlier state may still be whole.
                self.recoveries.insert(number, recovery);
            }
        }
    }

    /// Writes the newest work when the system asks the program to end.
    pub fn heed_signals(&mut self) {
        let Some(autosave) = &self.autosave else { return };
        if let Err(why) = keep_on_signals(autosave.vault()) {
            self.state.say(Tone::Trouble, text::files::no_signals(&why.to_string()));
        }
    }

    /// Whether the window is about to close.
    pub fn quits(&self) -> bool {
        self.files.quit
    }

    /// Puts another disk in the place of the real one, such as one that is slow.
    pub fn set_store(&mut self, store: Store) {
        self.files.set_store(store);
    }

    /// A clean end: what was autosaved is not needed any more.
    pub fn finish(&mut self) {
        let Some(autosave) = self.autosave.take() else { return };
        if self.files.quit || self.state.history.is_saved() {
            autosave.finish(&self.disk);
        } else {
            // The window ends without having been asked: the desktop has gone, for example.
            let vault = autosave.vault();
            let _ = self.disk.run(move || vault.end());
        }
    }
}

/// Levels above, palette below.
fn left_side(ui: &mut Ui, state: &mut State, parts: &mut Parts) {
    let theme = Theme::of(ui);
    let frame = Frame::NONE.fill(theme.role(Role::Panel));
    Panel::top("levels")
        .frame(frame.inner_margin(Margin { bottom: 8, ..Margin::ZERO }))
        .resizable(true)
        .default_size(232.0)
        .min_size(90.0)
        .show(ui, |ui| parts.levels(ui, state));
    CentralPanel::no_frame().show(ui, |ui| palette::show(ui, state));
}

/// Findings, then what is selected, then the words of level and pack.
fn right_side(ui: &mut Ui, state: &mut State, parts: &mut Parts) {
    egui::ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        if state.settings.first_steps && help::first_steps(ui) == help::Card::Dismissed {
            state.settings.first_steps = false;
        }
        findings::show(ui, state);
        if let Some((game, level)) = state.scene() {
            parts.rating.show(ui, game, &level);
        }
        ui.add_space(theme::WIDE);
        inspector::show(ui, state);
        ui.add_space(theme::GAP);
        let id = state.level_id;
        if state.level().is_some() {
            parts.form.level(ui, &mut state.history, id);
        }
        ui.add_space(theme::WIDE);
        ui.collapsing(text::PACK, |ui| parts.pack_form.pack(ui, &mut state.history));
    });
}

fn lane(event: &Event) -> Lane {
    match event {
        Event::Started { lane, .. }
        | Event::Found { lane, .. }
        | Event::Note { lane, .. }
        | Event::Finished { lane, .. } => *lane,
    }
}

/// The pack that was open last, unless the editor ended while it opened it.
fn last_pack(state: &mut State) -> Option<PathBuf> {
    let last = state.settings.recent.first().filter(|path| path.is_file()).cloned()?;
    if state.settings.is_suspect(&last) {
        state.say(Tone::Trouble, text::files::not_opened_by_itself(&last));
        return None;
    }
    Some(last)
}

/// The pack that a first start shows.
fn sample() -> Pack {
    super::files::sample_of(games::welcome().about().id)
}

impl eframe::App for App {
    fn logic(&mut self, context: &egui::Context, _: &mut eframe::Frame) {
        App::logic(self, context);
    }

    fn ui(&mut self, ui: &mut Ui, _: &mut eframe::Frame) {
        App::ui(self, ui);
    }

    fn on_exit(&mut self, _: Option<&eframe::glow::Context>) {
        self.finish();
    }

    fn persist_egui_memory(&self) -> bool {
        false
    }
}
