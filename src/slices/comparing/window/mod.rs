//! Two levels side by side, or a level and its saved version: as pictures, and as a list of differences.

pub mod words;

use std::collections::BTreeSet;
use std::sync::Arc;

use egui::{Context, Grid, RichText, ScrollArea, Sense, Stroke, StrokeKind, Ui, Vec2};

use foolproof_editor::kit::painter::Transform;
use foolproof_editor::kit::theme::{self, Theme};
use foolproof_editor::kit::thumbs::{Subject, Thumbs};
use foolproof_editor::kit::toasts::ToastTone;
use foolproof_editor::panels::sheet::Sheet;
use foolproof_editor::session::command::{Command, Entry, Menu};
use foolproof_editor::session::document::Document;
use foolproof_editor::session::kinds::{FeatureWindow, Listener};
use foolproof_editor::session::state::State;
use foolproof_editor::session::window::{Window, WindowStand};
use foolproof_editor::text;
use foolproof_game::Game;
use foolproof_level::comparison::LevelComparison;
use foolproof_level::difference::counterpart;
use foolproof_level::{Hold, Level, LevelId, Mark, Site, Spot};
use foolproof_picture::Ink;

foolproof_editor::command_names!(
    pub ComparingCommands,
    COMPARE_LEVELS = "compare-levels",
    COMPARE_SAVED = "compare-saved",
);

pub(crate) const COMPARING_WINDOW: Window =
    Window::new("comparing", WindowStand::Over).while_editing();

const COMMANDS: &[Entry] = &[
    Entry::new(
        Command::COMPARE_LEVELS,
        Menu::Pack,
        1,
        "Compare two levels…",
        "Shows the two chosen levels side by side.",
        |state| open(state, two_chosen),
    )
    .searched_as("diff difference two side by side")
    .when(|state| state.document.choice.count() == 2)
    .listed_when_enabled(),
    Entry::new(
        Command::COMPARE_SAVED,
        Menu::Pack,
        1,
        "Compare with the saved level…",
        "Shows the level next to its last save.",
        |state| open(state, with_saved),
    )
    .searched_as("diff difference changes since save")
    .when(|state| state.level().is_some() && state.document.file.base.is_some())
    .listed_when_enabled(),
];

/// A pair of levels to compare.
#[derive(Clone, Debug)]
enum ComparedPair {
    Two(LevelId, LevelId),
    /// A level, and its saved version at the time the window was opened.
    Saved(LevelId, Arc<Level>),
}

/// The two levels being compared.
#[derive(Default)]
pub(crate) struct Comparing {
    compared: Option<ComparedPair>,
    thumbs: Thumbs<usize>,
}

fn two_chosen(document: &Document) -> Option<ComparedPair> {
    let chosen = document.chosen_levels();
    let [one, other] = chosen.as_slice() else { return None };
    Some(ComparedPair::Two(one.id, other.id))
}

/// Returns the saved version of the level on the canvas.
fn saved(document: &Document) -> Option<Arc<Level>> {
    let (base, pack) = (document.file.base.as_ref()?, document.history().pack());
    let at = pack.levels.iter().position(|level| level.id == document.level_id())?;
    base.levels.get(counterpart(base, pack, at)?).cloned()
}

fn with_saved(document: &Document) -> Option<ComparedPair> {
    Some(ComparedPair::Saved(document.level_id(), saved(document)?))
}

fn open(state: &mut State, which: fn(&Document) -> Option<ComparedPair>) {
    let compared = which(&state.document);
    if let Some(own) = state.feature_mut::<Comparing>().filter(|_| compared.is_some()) {
        own.compared = compared;
        return state.chrome.open(COMPARING_WINDOW);
    }
    state.say(ToastTone::Note, words::NOT_SAVED);
}

/// A level with its name and its game.
struct CompareSide {
    name: String,
    level: Arc<Level>,
    game: Arc<dyn Game>,
}

impl Comparing {
    fn sides(&self, document: &Document) -> Option<[CompareSide; 2]> {
        let pack = document.history().pack();
        let named = |id: LevelId| {
            let at = pack.levels.iter().position(|level| level.id == id)?;
            let level = pack.levels.get(at)?;
            Some((text::level_name(at, level), Arc::clone(level)))
        };
        let both = match self.compared.as_ref()? {
            ComparedPair::Two(one, other) => [named(*one)?, named(*other)?],
            ComparedPair::Saved(id, saved) => {
                let (_, level) = named(*id)?;
                [(words::SAVED.to_owned(), Arc::clone(saved)), (words::NOW.to_owned(), level)]
            }
        };
        let side = |(name, level): (String, Arc<Level>)| {
            let game = document.games().by_id(&level.game)?;
            Some(CompareSide { name, level, game })
        };
        let [one, other] = both;
        Some([side(one)?, side(other)?])
    }

    fn contents(&mut self, ui: &mut Ui, document: &Document) {
        let Some(sides) = self.sides(document) else {
            ui.label(words::GONE);
            return;
        };
        let [here, there] = &sides;
        let found = LevelComparison::of(&here.level, &there.level);
        let played = found.intended.iter().map(|play| play.site);
        let differ: BTreeSet<Site> =
            found.sites.iter().map(|site| site.site).chain(played).collect();
        let room = (ui.ctx().content_rect().height() - 440.0).clamp(140.0, 320.0);
        let width = ((ui.available_width() - theme::GAP) / 2.0).min(350.0);
        ui.horizontal(|ui| {
            for (at, side) in sides.iter().enumerate() {
                ui.vertical(|ui| {
                    ui.set_width(width);
                    ui.add(egui::Label::new(RichText::new(&side.name).strong()).truncate());
                    self.picture(ui, at, side, Vec2::new(width, room), &differ);
                });
            }
        });
        ui.add_space(theme::TIGHT);
        if found.is_empty() {
            ui.label(words::SAME);
            return;
        }
        ui.horizontal(|ui| {
            ui.label(words::marks(found.sites.len()));
            if !differ.is_empty() {
                ui.weak(words::RINGS);
            }
        });
        let list = ScrollArea::vertical().max_height(150.0).auto_shrink([false, true]);
        list.show(ui, |ui| table(ui, &sides, &found));
    }

    /// Draws a level with rings around the differences.
    fn picture(
        &mut self,
        ui: &mut Ui,
        at: usize,
        side: &CompareSide,
        size: Vec2,
        differ: &BTreeSet<Site>,
    ) {
        let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
        let name = &side.name;
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, name));
        let (game, level) = (&*side.game, &side.level);
        let play = level.intended.as_ref();
        self.thumbs.paint(ui, rect, at, Subject { game, level, play, against: None });
        let layout = game.layout_of(level);
        // The same fit as that of a thumbnail's picture.
        let transform = Transform::fit(rect.shrink(3.0), Vec2::new(layout.width, layout.height));
        let stroke = Stroke::new(2.0, Theme::of(ui).ink(Ink::Conflict));
        for site in differ {
            if let Some(place) = layout.rect(*site) {
                let place = transform.rect_to_screen(place).expand(1.0);
                ui.painter().rect_stroke(place, theme::ROUND, stroke, StrokeKind::Outside);
            }
        }
    }
}

/// Lists the differences, a line each.
fn table(ui: &mut Ui, [here, there]: &[CompareSide; 2], found: &LevelComparison) {
    let row = |ui: &mut Ui, name: &str, from: &str, to: &str| {
        ui.weak(text::capital(name));
        ui.add(egui::Label::new(from).truncate()).on_hover_text(from);
        ui.add(egui::Label::new(to).truncate()).on_hover_text(to);
        ui.end_row();
    };
    let spacing = [theme::WIDE, 2.0];
    let width = (ui.available_width() - 2.0 * theme::WIDE) / 3.0;
    let grid = Grid::new("what differs").num_columns(3).striped(true).spacing(spacing);
    grid.min_col_width(width).max_col_width(width).show(ui, |ui| {
        for field in &found.fields {
            row(ui, field.name, &field.here, &field.there);
        }
        for site in &found.sites {
            let from = spot(&*here.game, &site.here);
            row(ui, &site.site.name(), &from, &spot(&*there.game, &site.there));
        }
        for play in &found.intended {
            let (from, to) = (played(&*here.game, &play.here), played(&*there.game, &play.there));
            row(ui, &words::intended(&play.site.name()), &from, &to);
        }
    });
}

fn spot(game: &dyn Game, spot: &Spot) -> String {
    let words = match (&spot.mark, spot.hold) {
        (Some(mark), _) => game.describe(mark),
        (None, Hold::Open) => words::OPEN.to_owned(),
        (None, _) => words::LEFT_EMPTY.to_owned(),
    };
    if spot.hold == Hold::Locked { words::locked(&words) } else { words }
}

fn played(game: &dyn Game, mark: &Option<Mark>) -> String {
    mark.as_ref().map_or(words::NOTHING.to_owned(), |mark| game.describe(mark))
}

foolproof_editor::feature!(Comparing, COMMANDS);

impl FeatureWindow for Comparing {
    fn windows(&mut self, context: &Context, state: &mut State) {
        Sheet::new(COMPARING_WINDOW, words::TITLE, 720.0).show(context, state, |ui, state| {
            self.contents(ui, &state.document);
        });
    }
}

impl Listener for Comparing {
    fn forget(&mut self) {
        self.compared = None;
    }
}
