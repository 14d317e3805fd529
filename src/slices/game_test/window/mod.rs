//! The test of a designer's own game: its slips, each with the level where it shows.
//!
//! It runs alongside the window.

mod run;
pub mod words;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use egui::{
    Align2, Color32, Context, DragValue, ProgressBar, Rect, ScrollArea, Sense, TextStyle, Ui, Vec2,
    WidgetInfo,
};

use foolproof_editor::kit::icon::{self, Icon};
use foolproof_editor::kit::theme::{self, Role, Theme};
use foolproof_editor::kit::thumbs::{Subject, Thumbs};
use foolproof_editor::panels::sheet::Sheet;
use foolproof_editor::session::command::{Command, Entry, Menu};
use foolproof_editor::session::document::Document;
use foolproof_editor::session::kinds::FeatureWindow;
use foolproof_editor::session::state::State;
use foolproof_editor::session::window::{Window, WindowStand};
use foolproof_editor::text;
use foolproof_game::Game;
use foolproof_level::{Level, LevelId};
use foolproof_picture::Ink;
use foolproof_testing::{TestEnd, TestLine, TestPlan, TestShows, unfinished};
use run::{GameTestRun, TestHeard};

foolproof_editor::command_names!(pub GameTestCommands, TEST_GAME = "test-game");

pub(crate) const TEST_GAME_WINDOW: Window =
    Window::new("test-game", WindowStand::Over).while_editing();

const COMMANDS: &[Entry] =
    &[Entry::new(Command::TEST_GAME, Menu::Pack, 0, words::COMMAND, words::COMMAND_TIP, |state| {
        state.chrome.open(TEST_GAME_WINDOW)
    })
    .searched_as("own rules check slips bench try debug lint validate")
    .when(|state| state.game().is_some_and(|game| has_rules_of_its_own(&*game)))
    .listed_when_enabled()];

/// Width of the window, height that its list leaves for the rest, and minimum height of the list.
const WIDTH: f32 = 720.0;
const REST: f32 = 310.0;
const LIST: f32 = 200.0;
/// Side of a picture, and height of the words beneath it.
const PICTURE: f32 = 104.0;
const CAPTION: f32 = 18.0;

/// True if a game is a designer's own, with rules that a test can read.
fn has_rules_of_its_own(game: &dyn Game) -> bool {
    !game.is_built_in() && game.text().is_some_and(|text| text.script.is_empty())
}

/// The requested test, and the one that runs or ran last.
pub(crate) struct GameTests {
    seed: u64,
    levels: u32,
    seconds: u64,
    run: Option<GameTestRun>,
    thumbs: Thumbs<PictureKey>,
}

/// A picture, by its line and its position there.
type PictureKey = (usize, usize);

impl Default for GameTests {
    fn default() -> Self {
        Self { seed: 1, levels: 40, seconds: 60, run: None, thumbs: Thumbs::default() }
    }
}

impl GameTests {
    fn contents(&mut self, ui: &mut Ui, state: &mut State) {
        let Some(game) = state.game().filter(|game| has_rules_of_its_own(&**game)) else { return };
        let (id, name) = (game.about().id.to_string(), game.about().name.to_string());
        ui.strong(&name);
        ui.weak(words::ABOUT);
        let heard = self.run.as_ref().filter(|run| run.game == id).map(GameTestRun::heard);
        match &heard {
            Some(heard) if !heard.ended => self.progress(ui, heard),
            _ => self.form(ui, state, &id, heard.is_some()),
        }
        if let Some(heard) = heard {
            ui.add_space(theme::TIGHT);
            results(ui, state, &heard, &mut self.thumbs);
        }
    }

    /// Shows the options, and the button that starts the test.
    fn form(&mut self, ui: &mut Ui, state: &State, id: &str, again: bool) {
        let folder = state.games().place_of(id).filter(|place| place.is_dir());
        let Some(engine) = state.findings.test_engine.clone() else {
            ui.label(words::NO_SOLVER);
            return;
        };
        let Some(folder) = folder else {
            ui.label(words::NO_FOLDER);
            return;
        };
        ui.horizontal_wrapped(|ui| {
            let label = ui.label(words::SEED).on_hover_text(words::SEED_TIP);
            ui.add(DragValue::new(&mut self.seed).speed(0.1)).labelled_by(label.id);
            let label = ui.label(words::LEVELS).on_hover_text(words::LEVELS_TIP);
            ui.add(DragValue::new(&mut self.levels).range(1..=10_000)).labelled_by(label.id);
            let label = ui.label(words::SECONDS).on_hover_text(words::SECONDS_TIP);
            ui.add(DragValue::new(&mut self.seconds).range(1..=3600)).labelled_by(label.id);
            let start = if again { words::AGAIN } else { words::START };
            if theme::primary(ui, start).clicked() {
                let plan = self.plan(folder.clone());
                let wake = ui.ctx().clone();
                let wake = move || wake.request_repaint();
                let run = GameTestRun::start(state.games(), engine, id.to_owned(), plan, wake);
                self.run = Some(run);
            }
        });
    }

    fn plan(&self, folder: PathBuf) -> TestPlan {
        let (seed, levels) = (self.seed, self.levels);
        TestPlan { folder, seed, levels, time: Duration::from_secs(self.seconds) }
    }

    fn progress(&self, ui: &mut Ui, heard: &TestHeard) {
        ui.horizontal(|ui| {
            let (what, at, of) = heard.now.unwrap_or(("", 0, 1));
            let bar = ProgressBar::new(at as f32 / of.max(1) as f32).desired_width(420.0);
            ui.add(bar.text(words::progress(what, at, of)));
            if ui.button(words::STOP).on_hover_text(words::STOP_TIP).clicked()
                && let Some(run) = &self.run
            {
                run.stop();
            }
        });
        ui.ctx().request_repaint_after(Duration::from_millis(100));
    }
}

/// Shows the results so far, the worst first.
fn results(ui: &mut Ui, state: &mut State, heard: &TestHeard, thumbs: &mut Thumbs<PictureKey>) {
    if let Some(why) = &heard.refused {
        ui.colored_label(Theme::of(ui).ink(Ink::Conflict), text::sentence(why));
        return;
    }
    let number = |end: TestEnd| heard.lines.iter().filter(|line| line.end == end).count();
    if heard.ended {
        let (failed, warned) = (number(TestEnd::Failed), number(TestEnd::Warned));
        ui.strong(words::sum(failed, warned, &unfinished(&heard.lines)));
    }
    let mut lines: Vec<(usize, &TestLine)> = heard.lines.iter().enumerate().collect();
    // Only the author can judge pictures, so they come before results that are merely good.
    lines.sort_by_key(|(_, line)| (std::cmp::Reverse(line.end), line.pictures.is_empty()));
    let height = (ui.ctx().content_rect().height() - REST).max(LIST);
    let list = ScrollArea::vertical().min_scrolled_height(height).max_height(height);
    list.auto_shrink([false, true]).show(ui, |ui| {
        for (at, line) in lines {
            one_line(ui, state, line);
            pictures(ui, state, at, line, thumbs);
        }
    });
}

fn one_line(ui: &mut Ui, state: &mut State, line: &TestLine) {
    let (sign, colour) = look(Theme::of(ui), line.end);
    ui.horizontal_top(|ui| {
        icon::inline(ui, sign, colour).on_hover_text(words::end(line.end));
        ui.vertical(|ui| {
            let said = format!("{}: {}", text::capital(&line.test), line.says);
            ui.add(egui::Label::new(said).wrap());
            // A click on a picture adds its level.
            let Some(level) = line.level.as_ref().filter(|_| line.pictures.is_empty()) else {
                return;
            };
            match in_pack(&state.document, level) {
                Some(id) => {
                    if ui.button(words::GO_THERE).clicked() {
                        state.chrome.close();
                        state.show_level(id);
                    }
                }
                None => {
                    let add = ui.button(words::ADD).on_hover_text(words::ADD_TIP);
                    if add.clicked() {
                        add_to_pack(state, level);
                    }
                }
            }
        });
    });
}

/// Shows the pictures of a line: levels with plays. A click adds one to the pack.
fn pictures(
    ui: &mut Ui,
    state: &mut State,
    at: usize,
    line: &TestLine,
    thumbs: &mut Thumbs<PictureKey>,
) {
    let Some(game) = state.game().filter(|_| !line.pictures.is_empty()) else { return };
    let mut chosen = None;
    ui.horizontal_wrapped(|ui| {
        for (n, picture) in line.pictures.iter().enumerate() {
            if n > 0 && !picture.shows.goes_on() {
                ui.add_space(theme::WIDE);
            }
            let size = Vec2::new(PICTURE, PICTURE + CAPTION);
            let (all, response) = ui.allocate_exact_size(size, Sense::click());
            let (rect, below) = all.split_top_bottom_at_y(all.top() + PICTURE);
            let (level, play) = (&picture.level, picture.level.intended.as_ref());
            let named =
                || WidgetInfo::labeled(egui::Role::Button, true, words::picture(&picture.says));
            response.widget_info(named);
            thumbs.paint(ui, rect, (at, n), Subject { game: &*game, level, play, against: None });
            caption(ui, below, picture.shows);
            if response.on_hover_text(words::picture(&picture.says)).clicked() {
                chosen = Some(Arc::clone(level));
            }
        }
    });
    if let Some(level) = chosen {
        add_to_pack(state, &level);
    }
}

/// Shows the word beneath a picture, in the colour of its meaning.
fn caption(ui: &Ui, into: Rect, shows: TestShows) {
    let theme = Theme::of(ui);
    let colour = match shows {
        TestShows::Forbidden => theme.ink(Ink::Conflict),
        TestShows::Solution => theme.ink(Ink::Good),
        TestShows::Before | TestShows::After => theme.role(Role::Weak),
    };
    let font = TextStyle::Small.resolve(ui.style());
    ui.painter().text(into.center(), Align2::CENTER_CENTER, words::caption(shows), font, colour);
}

/// Returns the level of the open pack that is the same puzzle.
fn in_pack(document: &Document, level: &Level) -> Option<LevelId> {
    let levels = &document.history().pack().levels;
    let titled = levels.iter().find(|own| own.title == level.title && own.same_puzzle(level));
    let any = || levels.iter().find(|own| own.same_puzzle(level));
    titled.or_else(any).map(|own| own.id)
}

fn add_to_pack(state: &mut State, level: &Arc<Level>) {
    let mut level = (**level).clone();
    level.id = LevelId::default();
    let before: Vec<LevelId> = state.history().pack().levels.iter().map(|own| own.id).collect();
    state.edit_pack(words::STEP, |pack| pack.levels.push(Arc::new(level)));
    let added = state.history().pack().levels.iter().map(|own| own.id);
    if let Some(id) = added.into_iter().find(|id| !before.contains(id)) {
        state.chrome.close();
        state.show_level(id);
    }
}

/// Returns the sign and the colour of a result; neither stands alone.
fn look(theme: Theme, end: TestEnd) -> (Icon, Color32) {
    match end {
        TestEnd::Passed => (Icon::CHECK, theme.ink(Ink::Good)),
        TestEnd::Warned => (Icon::WARNING, theme.ink(Ink::Bad)),
        TestEnd::Unfinished => (Icon::QUESTION, theme.role(Role::Weak)),
        TestEnd::Failed => (Icon::CROSS, theme.ink(Ink::Conflict)),
    }
}

foolproof_editor::feature!(GameTests, COMMANDS);

impl FeatureWindow for GameTests {
    fn windows(&mut self, context: &Context, state: &mut State) {
        Sheet::new(TEST_GAME_WINDOW, words::TITLE, WIDTH).show(context, state, |ui, state| {
            self.contents(ui, state);
        });
    }
}
