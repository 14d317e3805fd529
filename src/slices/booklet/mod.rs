//! A booklet of the pack to be printed: its form, a preview of its pages, and the work on it.

pub(crate) mod words;

use crate::registry::Slices;
use crate::solving::explained::PICTURED;
use std::sync::Arc;
use std::time::Duration;

use egui::{Context, Sense, Ui, Vec2};

use foolproof_editor::files::open_file::Stamp;
use foolproof_editor::files::outgoing::Outgoing;
use foolproof_editor::files::{PressRun, file_name};
use foolproof_editor::kit::pack_look::PackLooks;
use foolproof_editor::kit::sheet_of_paper;
use foolproof_editor::kit::theme::{self, Theme};
use foolproof_editor::kit::toasts::ToastTone;
use foolproof_editor::panels::sheet::Sheet;
use foolproof_editor::session::command::{Command, Entry, Menu, has_level};
use foolproof_editor::session::document::Document;
use foolproof_editor::session::kinds::{FeatureWindow, Listener};
use foolproof_editor::session::state::State;
use foolproof_editor::session::window::{Window, WindowStand};
use foolproof_picture::{self as picture, Page, Paint, Style};
use foolproof_printing::{
    Booklet, BookletLevel, BookletStyle, KnownOfLevel, Paper, PressOrder, PressProgress,
};

pub(crate) fn register(slices: &mut Slices) {
    slices.feature(|features| _ = features.add::<Booklets>().window().listener());
}

foolproof_editor::command_names!(pub BookletCommands, BOOKLET = "booklet");

pub(crate) const BOOKLET_WINDOW: Window = Window::new("booklet", WindowStand::Over);

const COMMANDS: &[Entry] =
    &[Entry::new(Command::BOOKLET, Menu::File, 1, words::BOOKLET, words::BOOKLET_TIP, |state| {
        state.chrome.open(BOOKLET_WINDOW)
    })
    .searched_as("pdf print paper book a4 letter publish")
    .when(has_level)];

/// Size of the window, of its left column and of the preview, in points.
const WIDTH: f32 = 620.0;
/// The smallest size at which its parts stand side by side, in points.
const MIN_SIZE: Vec2 = Vec2::new(600.0, 520.0);
const CHOICES: f32 = 200.0;
const PREVIEW: Vec2 = Vec2::new(360.0, 470.0);
/// Height of the parts above and below the preview, in points.
const AROUND: f32 = 260.0;
/// Time to solve each level.
const TIME: Duration = Duration::from_secs(20);

/// Preview of the current page, with the inputs that it was made from.
struct BookletPreview {
    of: Stamp,
    style: BookletStyle,
    at: usize,
    page: Option<Page>,
    /// Number of pages.
    pages: usize,
}

/// The form, and the running work.
#[derive(Default)]
pub(crate) struct Booklets {
    style: BookletStyle,
    shown: Option<BookletPreview>,
    looks: PackLooks,
    /// Number of the page on view.
    at: usize,
    press: Option<PressRun>,
}

foolproof_editor::feature!(Booklets, COMMANDS);

impl FeatureWindow for Booklets {
    fn windows(&mut self, context: &Context, state: &mut State) {
        Sheet::new(BOOKLET_WINDOW, words::TITLE, WIDTH).at_least(MIN_SIZE).show(
            context,
            state,
            |ui, state| {
                ui.set_max_width(WIDTH);
                self.show(ui, state);
            },
        );
        if !state.chrome.is_open(BOOKLET_WINDOW) {
            self.shown = None;
        }
        PressRun::hear(&mut self.press, state, words::STOPPED, words::not_made);
    }
}

impl Listener for Booklets {
    fn cancel(&mut self, _: &mut State) -> bool {
        self.press.take().is_some()
    }

    fn forget(&mut self) {
        *self = Self { style: self.style.clone(), ..Self::default() };
    }
}

/// Returns the levels of the pack whose games are loaded, with what is known without asking.
fn levels(document: &Document) -> Vec<BookletLevel> {
    let of = |level: &Arc<foolproof_level::Level>| {
        let game = document.games().by_id(&level.game)?;
        let known = KnownOfLevel::of(&*game, level);
        Some(BookletLevel { game, level: Arc::clone(level), known })
    };
    document.history().pack().levels.iter().filter_map(of).collect()
}

impl Booklets {
    fn show(&mut self, ui: &mut Ui, state: &mut State) {
        self.draw(&state.document);
        ui.horizontal_top(|ui| {
            ui.vertical(|ui| {
                ui.set_width(CHOICES);
                let has_look = !state.history().pack().play.look.is_default();
                ui.add_enabled_ui(self.press.is_none(), |ui| self.choices(ui, has_look));
                ui.add_space(theme::WIDE);
                self.buttons(ui, state);
            });
            ui.separator();
            ui.vertical(|ui| self.preview(ui, &state.document));
        });
    }

    /// Lays the page out again if an input has changed.
    fn draw(&mut self, document: &Document) {
        let (pack, at) = (document.history().pack(), self.at);
        let of = document.stamp();
        let same =
            |shown: &BookletPreview| shown.at == at && shown.of == of && shown.style == self.style;
        if self.shown.as_ref().is_some_and(same) {
            return;
        }
        let levels = levels(document);
        let booklet = Booklet { pack, levels: &levels, style: &self.style };
        let pages = booklet.n_pages();
        self.at = at.min(pages.saturating_sub(1));
        let (at, page) = (self.at, booklet.page(self.at));
        let style = self.style.clone();
        self.shown = Some(BookletPreview { of, style, at, page, pages });
    }

    fn choices(&mut self, ui: &mut Ui, has_look: bool) {
        let style = &mut self.style;
        theme::section(ui, words::PAPER);
        ui.horizontal(|ui| {
            for paper in Paper::ALL {
                ui.selectable_value(&mut style.paper, paper, paper.name());
            }
        });
        ui.add_space(theme::GAP);
        theme::section(ui, words::A_PAGE);
        ui.horizontal(|ui| {
            for n in BookletStyle::A_PAGE {
                ui.selectable_value(&mut style.puzzles_a_page, n, n.to_string());
            }
        });
        ui.add_space(theme::GAP);
        theme::section(ui, words::WITH);
        ui.checkbox(&mut style.rules, words::RULES);
        ui.checkbox(&mut style.solutions, words::SOLUTIONS);
        ui.checkbox(&mut style.steps, words::STEPS).on_hover_text(words::STEPS_TIP);
        ui.checkbox(&mut style.coordinates, words::COORDINATES);
        if has_look {
            ui.checkbox(&mut style.look, words::LOOK).on_hover_text(words::LOOK_TIP);
        }
        ui.add_space(theme::GAP);
        ui.weak(words::TITLE_NOTE);
        if style.solutions || style.steps {
            ui.weak(words::PREVIEW_NOTE);
        }
    }

    fn buttons(&mut self, ui: &mut Ui, state: &mut State) {
        if let Some(press) = &self.press {
            let pages = self.shown.as_ref().map_or(1, |shown| shown.pages);
            press.progress(ui, CHOICES - 10.0, |now| progress(now, pages));
            if ui.button(words::STOP).clicked() {
                press.stop();
            }
            return;
        }
        if theme::primary(ui, words::SAVE_AS).clicked() {
            self.save(ui.ctx(), state);
        }
    }

    fn preview(&mut self, ui: &mut Ui, document: &Document) {
        let Some(shown) = &self.shown else { return };
        let room = (ui.ctx().content_rect().height() - AROUND).max(200.0);
        let size = Vec2::new(PREVIEW.x, PREVIEW.y.min(room));
        let (place, _) = ui.allocate_exact_size(size, Sense::hover());
        if let Some(page) = &shown.page {
            let look = &document.history().pack().play.look;
            let look = self.style.look.then(|| self.looks.made(ui.ctx(), look)).flatten();
            sheet_of_paper::page(ui, place, page, &Theme::LIGHT, look);
        }
        ui.horizontal(|ui| {
            let last = shown.pages.saturating_sub(1);
            let back = ui.add_enabled(self.at > 0, egui::Button::new("◀"));
            let on = ui.add_enabled(self.at < last, egui::Button::new("▶"));
            let named = |response: egui::Response, name: &'static str| {
                let enabled = response.enabled();
                response
                    .widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, enabled, name));
                response.on_hover_text(name).clicked()
            };
            if named(back, words::BEFORE) {
                self.at = self.at.saturating_sub(1);
            }
            if named(on, words::AFTER) {
                self.at = (self.at + 1).min(last);
            }
            ui.label(words::page(self.at + 1, shown.pages));
        });
    }

    fn save(&mut self, context: &Context, state: &mut State) {
        state.finish_stroke();
        let levels = levels(&state.document);
        if levels.is_empty() {
            return state.say(ToastTone::Note, words::NO_LEVELS);
        }
        let pack = state.history().pack().clone();
        let name = file_name(&pack.title);
        let outgoing = Outgoing {
            title: words::TITLE.to_owned(),
            kind: ("PDF".to_owned(), "pdf".to_owned()),
            name: if name.is_empty() { "booklet".to_owned() } else { name },
            files: vec![(String::new(), Arc::default())],
            beside: Vec::new(),
        };
        let style = self.style.clone();
        let also = style.steps.then_some(PICTURED);
        let order = PressOrder { levels, layers: style.layers(), also, time: TIME };
        let make =
            Box::new(move |levels: Vec<BookletLevel>, goes_on: &mut dyn FnMut(usize) -> bool| {
                let booklet = Booklet { pack: &pack, levels: &levels, style: &style };
                let look = booklet.look();
                let paint = Paint::new(Style::Light, look.as_ref());
                let pages = booklet.pages();
                let pages: Vec<String> =
                    pages.iter().map(|page| picture::page_svg(page, paint)).collect();
                Ok(vec![picture::pages_pdf(&pages, &pack, goes_on)?])
            });
        let engines = state.findings.engines.clone();
        self.press = Some(PressRun::start(context, engines, order, make, outgoing));
    }
}

/// Returns the progress as a share and in words.
fn progress(progress: PressProgress, pages: usize) -> (f32, String) {
    // Few levels and pages, so the casts lose nothing.
    match progress {
        PressProgress::Solving { done, all } => {
            (done as f32 / all.max(1) as f32, words::solving(done, all))
        }
        PressProgress::Drawing { done } => {
            // Steps are found on the way, so there can be more pages than foreseen.
            let pages = pages.max(done + 1);
            (done as f32 / pages as f32, words::drawing(done + 1, pages))
        }
    }
}
