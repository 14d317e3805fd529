//! Pictures of levels: PNG, SVG and PDF with chosen overlays, and a picture on the clipboard.

pub mod words;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use egui::{Context, DragValue, Sense, Ui, Vec2};

use foolproof_editor::files::outgoing::Outgoing;
use foolproof_editor::files::{PressRun, file_name};
use foolproof_editor::kit::pack_look::PackLooks;
use foolproof_editor::kit::sheet_of_paper;
use foolproof_editor::kit::theme::{self, Theme};
use foolproof_editor::kit::toasts::ToastTone;
use foolproof_editor::panels::sheet::Sheet;
use foolproof_editor::session::chrome::WindowEffect;
use foolproof_editor::session::command::{Command, Entry, Menu, has_level};
use foolproof_editor::session::findings::Findings;
use foolproof_editor::session::kinds::{FeatureWindow, Listener};
use foolproof_editor::session::state::State;
use foolproof_editor::session::window::{Window, WindowStand};
use foolproof_editor::text;
use foolproof_game::Game;
use foolproof_level::{Level, Pack, PackLook};
use foolproof_overlay::OVERLAYS;
use foolproof_picture::{self as picture, ExportError, Page, Paint, Picture, PictureLook, Style};
use foolproof_printing::{
    BookletLevel, ContactStyle, KnownOfLevel, Make, PictureLayer, PressOrder, PressProgress,
    contact_sheet, level_picture,
};
use foolproof_shipping::{Exporter, PNG, picture_exporters};
use foolproof_solver::Topic;

foolproof_editor::command_names!(
    pub PicturingCommands,
    EXPORT_PICTURE = "export-picture",
    COPY_PICTURE = "copy-picture",
);

pub(crate) const PICTURE_WINDOW: Window = Window::new("picture", WindowStand::Over);

const COMMANDS: &[Entry] = &[
    Entry::new(Command::EXPORT_PICTURE, Menu::File, 1, words::EXPORT, words::EXPORT_TIP, |state| {
        state.chrome.open(PICTURE_WINDOW)
    })
    .searched_as("png svg image pdf screenshot draw save graphic")
    .when(has_level),
    Entry::new(Command::COPY_PICTURE, Menu::Edit, 1, words::COPY, words::COPY_TIP, |state| {
        state.with_feature(|own: &mut Picturing, state| own.copy(state));
    })
    .searched_as("png image screenshot clipboard")
    .when(has_level),
];

/// The levels to draw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum PictureScope {
    #[default]
    This,
    Each,
    Sheet,
}

/// Options of pictures.
#[derive(Clone)]
struct PictureChoice {
    scope: PictureScope,
    layers: BTreeSet<PictureLayer>,
    style: Style,
    /// Boards have the pack's look, as in play.
    look: bool,
    format: Arc<dyn Exporter>,
    /// Pixels of a cell, for a PNG.
    pixels: f32,
}

impl Default for PictureChoice {
    fn default() -> Self {
        Self {
            scope: PictureScope::This,
            layers: BTreeSet::new(),
            style: Style::Light,
            look: false,
            format: Arc::new(PNG),
            pixels: 96.0,
        }
    }
}

/// Pixels of a cell at scale 1.
const CELL: f32 = 48.0;
/// Width of the window, in points.
const WIDTH: f32 = 660.0;
/// Minimum size at which its parts fit side by side, in points.
const MIN_SIZE: Vec2 = Vec2::new(640.0, 500.0);
const CHOICES: f32 = 210.0;
const PREVIEW: Vec2 = Vec2::new(400.0, 400.0);
/// Maximum number of levels of a sheet in the preview.
const LOOKED_AT: usize = 60;
/// Time to solve each level of a pack.
const TIME: Duration = Duration::from_secs(20);

/// The window's choices, and the running job.
#[derive(Default)]
pub(crate) struct Picturing {
    choice: PictureChoice,
    looks: PackLooks,
    press: Option<PressRun>,
}

foolproof_editor::feature!(Picturing, COMMANDS);

impl FeatureWindow for Picturing {
    fn windows(&mut self, context: &Context, state: &mut State) {
        Sheet::new(PICTURE_WINDOW, words::TITLE, WIDTH).at_least(MIN_SIZE).show(
            context,
            state,
            |ui, state| {
                ui.set_max_width(WIDTH);
                self.show(ui, state);
            },
        );
        PressRun::hear(&mut self.press, state, words::STOPPED, words::not_drawn);
    }
}

impl Listener for Picturing {
    fn cancel(&mut self, _: &mut State) -> bool {
        self.press.take().is_some()
    }

    fn forget(&mut self) {
        self.press = None;
    }
}

/// Returns what the solver knows about the level on the canvas.
fn known(findings: &Findings, game: &dyn Game, level: &Level) -> KnownOfLevel {
    let mut known = KnownOfLevel::of(game, level);
    let of_overlays = OVERLAYS.into_iter().filter_map(|shared| shared.asks);
    let of_overlays = of_overlays.map(|asks| (asks.question)().topic());
    let topics = [Topic::SOLVABLE, Topic::SHORTCUT_FREE].into_iter().chain(of_overlays);
    known.hear(topics.filter_map(|topic| findings.knowledge.current(level, topic)));
    known
}

impl Picturing {
    fn show(&mut self, ui: &mut Ui, state: &mut State) {
        let Some((game, level)) = state.scene() else { return };
        ui.horizontal_top(|ui| {
            ui.vertical(|ui| {
                ui.set_width(CHOICES);
                self.choices(ui, !state.history().pack().play.look.is_default());
                ui.add_space(theme::WIDE);
                self.buttons(ui, state, &*game, &level);
            });
            ui.separator();
            ui.vertical(|ui| self.preview(ui, state, &*game, &level));
        });
    }

    fn choices(&mut self, ui: &mut Ui, has_look: bool) {
        let choice = &mut self.choice;
        theme::section(ui, words::WHAT);
        ui.radio_value(&mut choice.scope, PictureScope::This, words::THIS_LEVEL);
        ui.radio_value(&mut choice.scope, PictureScope::Each, words::EACH);
        ui.radio_value(&mut choice.scope, PictureScope::Sheet, words::SHEET);
        ui.add_space(theme::GAP);
        theme::section(ui, words::OVER);
        for layer in PictureLayer::all() {
            let mut on = choice.layers.contains(&layer);
            if ui.checkbox(&mut on, words::layer(layer)).changed() {
                match on {
                    true => choice.layers.insert(layer),
                    false => choice.layers.remove(&layer),
                };
            }
        }
        ui.add_space(theme::GAP);
        theme::section(ui, words::AS);
        ui.horizontal(|ui| {
            for format in picture_exporters() {
                let on = format.id() == choice.format.id();
                if ui.selectable_label(on, format.name()).clicked() {
                    choice.format = format;
                }
            }
        });
        ui.horizontal(|ui| {
            ui.selectable_value(&mut choice.style, Style::Light, words::LIGHT);
            ui.selectable_value(&mut choice.style, Style::Dark, words::DARK);
            ui.selectable_value(&mut choice.style, Style::Greys, words::GREYS);
        });
        if has_look {
            ui.checkbox(&mut choice.look, words::LOOK).on_hover_text(words::LOOK_TIP);
        }
        ui.add_enabled_ui(choice.format.has_pixels(), |ui| {
            ui.horizontal(|ui| {
                let label = ui.label(words::PIXELS);
                let value = DragValue::new(&mut choice.pixels).range(8.0..=400.0).speed(1.0);
                ui.add(value.max_decimals(0)).labelled_by(label.id);
            });
        });
    }

    fn buttons(&mut self, ui: &mut Ui, state: &mut State, game: &dyn Game, level: &Arc<Level>) {
        if let Some(press) = &self.press {
            press.progress(ui, CHOICES - 10.0, progress);
            if ui.button(words::STOP).clicked() {
                press.stop();
            }
            return;
        }
        ui.horizontal(|ui| {
            if theme::primary(ui, words::SAVE_AS).clicked() {
                self.save(ui.ctx(), state, game, level);
            }
            let this = self.choice.scope == PictureScope::This;
            if ui.add_enabled(this, egui::Button::new(words::COPY_BUTTON)).clicked() {
                self.copy(state);
            }
        });
    }

    fn picture(
        &self,
        findings: &Findings,
        game: &dyn Game,
        level: &Level,
    ) -> (Picture, KnownOfLevel) {
        let known = known(findings, game, level);
        (level_picture(game, level, &self.choice.layers, &known), known)
    }

    /// Shows the picture of the level, or the sheet with the findings known so far.
    fn preview(&mut self, ui: &mut Ui, state: &State, game: &dyn Game, level: &Level) {
        let (place, _) = ui.allocate_exact_size(PREVIEW, Sense::hover());
        let theme = Theme::in_style(self.choice.style);
        let (picture, known) = self.picture(&state.findings, game, level);
        let page = match self.choice.scope {
            PictureScope::Sheet => self.sheet(state),
            PictureScope::This | PictureScope::Each => picture.page(CELL),
        };
        let look = self
            .choice
            .look
            .then(|| self.looks.made(ui.ctx(), &state.history().pack().play.look))
            .flatten();
        sheet_of_paper::page(ui, place, &page, &theme, look);
        match self.choice.scope {
            PictureScope::This => {
                for why in known.lacks(&self.choice.layers, level) {
                    ui.weak(words::lacking(why));
                }
            }
            PictureScope::Sheet => {
                let words = match state.history().pack().levels.len() > LOOKED_AT {
                    true => words::first_of_sheet(LOOKED_AT),
                    false => words::ON_SHEET.to_owned(),
                };
                ui.weak(words);
            }
            PictureScope::Each => {}
        }
    }

    fn sheet(&self, state: &State) -> Page {
        let pack = state.history().pack();
        let mut pictures = Vec::new();
        // Drawn in every frame while the window is open.
        for (at, level) in pack.levels.iter().enumerate().take(LOOKED_AT) {
            let Some(game) = state.games().by_id(&level.game) else { continue };
            let picture = self.picture(&state.findings, &*game, level).0;
            pictures.push((caption(at, level), picture));
        }
        contact_sheet(&pictures, &ContactStyle { title: pack.title.clone(), columns: None })
    }

    /// Returns the look of a level's board, if it is wanted.
    fn look(&self, look: &PackLook) -> Option<PictureLook> {
        self.choice.look.then(|| PictureLook::new(look)).flatten()
    }

    /// Copies the level's picture with the chosen options.
    fn copy(&mut self, state: &mut State) {
        state.finish_stroke();
        let Some((game, level)) = state.scene() else { return };
        let picture = self.picture(&state.findings, &*game, &level).0;
        let look = self.look(&state.history().pack().play.look);
        let paint = Paint::new(self.choice.style, look.as_ref());
        let svg = picture::picture_svg(&picture, paint);
        match picture::pixels(&svg, self.choice.pixels / CELL) {
            Ok(pixels) => {
                state.chrome.request(WindowEffect::CopyPicture(Arc::new(pixels)));
                state.say(ToastTone::Good, words::COPIED);
            }
            Err(why) => {
                let why = text::sentence(&why.to_string());
                state.say(ToastTone::Trouble, words::not_drawn(&why));
            }
        }
    }

    /// Starts to draw. The file is asked for when the picture is ready.
    fn save(&mut self, context: &Context, state: &State, game: &dyn Game, level: &Arc<Level>) {
        let pack = state.history().pack();
        let all = || pack.levels.iter().enumerate();
        let numbered: Vec<(usize, &Arc<Level>)> = match self.choice.scope {
            PictureScope::This => all().filter(|(_, other)| other.id == level.id).collect(),
            PictureScope::Each | PictureScope::Sheet => all().collect(),
        };
        let of = |(at, level): &(usize, &Arc<Level>)| {
            let game = state.games().by_id(&level.game)?;
            let known = KnownOfLevel::default();
            Some((*at, BookletLevel { game, level: Arc::clone(level), known }))
        };
        let (places, levels): (Vec<usize>, Vec<BookletLevel>) =
            numbered.iter().filter_map(of).unzip();
        let digits = pack.levels.len().to_string().len();
        let suffix = |at: &usize| format!("{:0digits$}", at + 1);
        let title = match self.choice.scope {
            PictureScope::This => &level.title,
            PictureScope::Each | PictureScope::Sheet => &pack.title,
        };
        let name = file_name(title);
        let outgoing = Outgoing {
            title: words::TITLE.to_owned(),
            kind: (self.choice.format.name().to_owned(), self.choice.format.ending().to_owned()),
            name: if name.is_empty() { game.about().id.to_string() } else { name },
            files: match self.choice.scope {
                PictureScope::Sheet => vec![(String::new(), Arc::default())],
                _ => places.iter().map(|at| (suffix(at), Arc::default())).collect(),
            },
            beside: Vec::new(),
        };
        // Strangers' rules do not run for a picture.
        let mut layers = self.choice.layers.clone();
        if pack.levels.iter().any(|level| state.document.strangers.are_in(level)) {
            layers.remove(&PictureLayer::Shortcut);
        }
        let order = PressOrder { levels, layers, also: None, time: TIME };
        let make = make(self.choice.clone(), pack, places);
        let engines = state.findings.engines.clone();
        self.press = Some(PressRun::start(context, engines, order, make, outgoing));
    }
}

fn caption(at: usize, level: &Level) -> String {
    match level.title.as_str() {
        "" => (at + 1).to_string(),
        title => format!("{}  {title}", at + 1),
    }
}

/// Returns the function that draws the levels once they are solved.
fn make(choice: PictureChoice, pack: &Pack, places: Vec<usize>) -> Make {
    let (title, look) = (pack.title.clone(), pack.play.look.clone());
    Box::new(move |levels, goes_on| {
        let drawn =
            |of: &BookletLevel| level_picture(&*of.game, &of.level, &choice.layers, &of.known);
        let scale = choice.pixels / CELL;
        let look = choice.look.then(|| PictureLook::new(&look)).flatten();
        let paint = Paint::new(choice.style, look.as_ref());
        if choice.scope == PictureScope::Sheet {
            let named = places.iter().zip(&levels);
            let pictures: Vec<(String, Picture)> =
                named.map(|(at, of)| (caption(*at, &of.level), drawn(of))).collect();
            let page = contact_sheet(&pictures, &ContactStyle { title, columns: None });
            let svg = picture::page_svg(&page, paint);
            return Ok(vec![choice.format.picture(&svg, scale)?]);
        }
        let mut files = Vec::new();
        for of in &levels {
            if !goes_on(files.len()) {
                return Err(ExportError::Stopped);
            }
            let svg = picture::picture_svg(&drawn(of), paint);
            files.push(choice.format.picture(&svg, scale)?);
        }
        Ok(files)
    })
}

/// Returns the progress, from 0 to 1 and in words.
fn progress(progress: PressProgress) -> (f32, String) {
    match progress {
        PressProgress::Solving { done, all } => {
            // Few levels, so the casts lose nothing.
            (done as f32 / all.max(1) as f32, words::solving(done, all))
        }
        PressProgress::Drawing { done } => (1.0, words::drawing(done)),
    }
}
