//! The whole window with the real solver, driven by mouse and keys as a designer drives it.

use crate::toy;
use foolproof::slices::checking::window::WATCH;
use foolproof::slices::completing::window as completing;
use foolproof::slices::conflict::window as conflict;
use foolproof::slices::generating::window as generating;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use egui::{Key, Modifiers, PointerButton, Pos2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use foolproof::editor::panels::findings::DETAILS;
use foolproof::editor::session::chrome::SideTab;
use foolproof::editor::session::settings::Folders;
use foolproof::editor::session::state::State;
use foolproof::editor::{App, Options};
use foolproof::game::Games;
use foolproof::level::{Expect, Hold, Level, Pack, Place, Site};
use foolproof::solver::{Engine, Engines, Status, Topic, Truth, WorkerCommand};

/// Long enough for a slow machine; a test that needs it has failed.
const PATIENCE: Duration = Duration::from_secs(60);

mod arguing;
mod checks;
mod constraining;
mod course;
mod deduction;
mod digit_keys;
mod files;
mod forms;
mod handbook;
mod incoming;
mod keyboard;
mod locks;
mod looks;
mod marking;
mod moves;
mod outgoing;
mod own_games;
mod packs;
mod panels;
mod playing;
mod rating;
mod records;
mod replaced;
mod same_clicks;
mod script_games;
mod solving;
mod strangers;
mod suggesting;
mod turning;
mod typing;
mod verdict;

struct Window {
    harness: Harness<'static, Option<App>>,
}

impl Window {
    fn open(pack: &Path, folders: Option<Folders>) -> Self {
        Self::start(Some(pack), folders).with_pack()
    }

    /// A window in which beams flow.
    fn open_moving(pack: &Path) -> Self {
        Self::start_with(Some(pack), None, true).with_pack()
    }

    fn with_pack(mut self) -> Self {
        self.until("the pack is open", |app| app.state.document.file.path().is_some());
        self
    }

    fn start(pack: Option<&Path>, folders: Option<Folders>) -> Self {
        // Beams that flow would keep the window from coming to rest for a while.
        Self::start_with(pack, folders, false)
    }

    fn start_with(pack: Option<&Path>, folders: Option<Folders>, motion: bool) -> Self {
        Self::start_by(Path::new(env!("CARGO_BIN_EXE_foolproof")), pack, folders, motion)
    }

    /// A window whose solver is this program.
    fn start_by(
        program: &Path,
        pack: Option<&Path>,
        folders: Option<Folders>,
        motion: bool,
    ) -> Self {
        Self::start_with_games((program, pack), folders, (motion, foolproof::built_in(), None))
    }

    /// A window with other games.
    fn start_of(pack: Option<&Path>, games: Games) -> Self {
        let program = Path::new(env!("CARGO_BIN_EXE_foolproof"));
        let (worker, known) = (WorkerCommand::at(program), games.clone());
        let engines: Engines =
            Arc::new(move || Box::new(Engine::new(worker.clone(), known.clone())));
        Self::start_with_games((program, pack), None, (false, games, Some(engines)))
    }

    fn start_with_games(
        (program, pack): (&Path, Option<&Path>),
        folders: Option<Folders>,
        (motion, games, engines): (bool, Games, Option<Engines>),
    ) -> Self {
        let (program, pack) = (program.to_owned(), pack.map(Path::to_owned));
        let harness = Harness::builder().with_size([1280.0, 800.0]).build_ui_state(
            move |ui, app: &mut Option<App>| {
                let app = app.get_or_insert_with(|| {
                    let engine = toy::engine(&program);
                    let options = Options {
                        pack: pack.clone(),
                        games: games.clone(),
                        features: foolproof::slices::all().features(),
                        engine: Some(engine),
                        engines: engines.clone(),
                        folders: folders.clone(),
                        portal: None,
                    };
                    let mut app = App::new(ui.ctx(), options);
                    // The watch over other levels would take time from the answers that tests wait for.
                    app.state.chrome.settings.switch(WATCH, false);
                    app
                });
                app.state.chrome.settings.set_moves(motion);
                app.logic(ui.ctx());
                app.ui(ui);
            },
            None,
        );
        let mut window = Self { harness };
        window.steps(1);
        window
    }

    fn app(&self) -> &App {
        self.harness.state().as_ref().expect("the window has had a frame")
    }

    fn level(&self) -> &Level {
        self.app().state.level().expect("a level is on the canvas")
    }

    fn state(&mut self) -> &mut State {
        &mut self.harness.state_mut().as_mut().expect("a window").state
    }

    /// Shows every finding, and not the verdict alone.
    fn unfold(&mut self) {
        self.state().chrome.settings.switch(DETAILS, true);
        self.steps(2);
    }

    fn steps(&mut self, steps: usize) {
        self.harness.run_steps(steps);
    }

    /// Lets the window live until something has come about.
    fn until(&mut self, what: &str, done: impl Fn(&App) -> bool) {
        self.until_so(what, |window| done(window.app()));
    }

    /// Whether a label or a value in the window has these words.
    fn says(&self, words: &str) -> bool {
        let has = |text: Option<String>| text.is_some_and(|text| text.contains(words));
        self.harness.query_all_by(|node| has(node.label()) || has(node.value())).next().is_some()
    }

    /// Lets the window live until it says something.
    fn until_says(&mut self, words: &str) {
        self.until_so(&format!("“{words}”"), |window| window.says(words));
    }

    /// Lets the window live until something is called exactly this.
    fn until_called(&mut self, label: &str) {
        let called = |window: &Self| window.harness.query_all_by_label(label).next().is_some();
        self.until_so(&format!("“{label}”"), called);
    }

    fn until_so(&mut self, what: &str, so: impl Fn(&Self) -> bool) {
        let begun = Instant::now();
        while !so(self) {
            assert!(begun.elapsed() < PATIENCE, "waited in vain for {what}");
            std::thread::sleep(Duration::from_millis(5));
            self.steps(1);
        }
        self.steps(2);
    }

    /// Runs the window until the solver has answered for the current level.
    fn finding(&mut self, topic: Topic) -> Status {
        let known = |app: &App| {
            let level = app.state.level()?;
            Some(app.state.findings.knowledge.current(level, topic)?.status())
        };
        self.until("there is a finding", |app| known(app).is_some());
        known(self.app()).expect("it was there a moment ago")
    }

    fn key(&mut self, modifiers: Modifiers, key: Key) {
        self.harness.key_press_modifiers(modifiers, key);
        self.steps(3);
    }

    fn plain(&mut self, key: Key) {
        self.key(Modifiers::NONE, key);
    }

    fn at(&self, site: Site) -> Pos2 {
        let words = site.spoken();
        let nodes = self.harness.query_all_by(|node| {
            node.label().is_some_and(|label| label.to_lowercase().starts_with(&format!("{words}:")))
        });
        nodes.into_iter().next().expect("the site is on the canvas").rect().center()
    }

    fn brush(&mut self, mark: &str) {
        let game = foolproof::built_in().by_id("refraction").expect("a game");
        let words = game.describe(&mark.parse().expect("a mark"));
        self.harness.get_by_label(&format!("Brush: {words}")).click();
        self.steps(3);
    }

    /// Presses on one site, moves over the others and lets go on the last.
    fn stroke(&mut self, button: PointerButton, sites: &[Site]) {
        let places: Vec<Pos2> = sites.iter().map(|site| self.at(*site)).collect();
        let (first, last) = (places[0], places[places.len() - 1]);
        let press = |pos, pressed| egui::Event::PointerButton {
            pos,
            button,
            pressed,
            modifiers: Modifiers::NONE,
        };
        self.harness.hover_at(first);
        self.steps(2);
        self.harness.event(press(first, true));
        self.steps(2);
        for place in &places {
            self.harness.hover_at(*place);
            self.steps(2);
        }
        self.harness.event(press(last, false));
        self.steps(3);
    }

    fn double_click(&mut self, site: Site) {
        // A few frames of a test take longer than a click may. Earlier clicks do not count.
        self.steps(30);
        let usual = self.harness.ctx.options(|options| options.input_options);
        self.harness.ctx.options_mut(|options| {
            options.input_options.max_click_duration = 60.0;
            options.input_options.max_double_click_delay = 5.0;
        });
        self.stroke(PointerButton::Primary, &[site]);
        self.stroke(PointerButton::Primary, &[site]);
        self.harness.ctx.options_mut(|options| options.input_options = usual);
    }

    fn mark(&self, site: Site) -> Option<String> {
        self.level().mark(site).map(|mark| mark.as_str().to_owned())
    }

    /// Opens the tab with the rating.
    fn show_rating(&mut self) {
        self.state().chrome.tab = SideTab::Rating;
    }

    fn click(&mut self, label: &str) {
        self.until_called(label);
        self.harness.get_by_label(label).click();
        self.steps(4);
    }
}

/// Opens a pack in a folder that lasts as long as the window.
fn opened((folder, path): (tempfile::TempDir, PathBuf)) -> (tempfile::TempDir, Window) {
    let window = Window::open(&path, None);
    (folder, window)
}

/// A copy of the sample pack in a separate folder, with one level in front.
fn sample(first: &str) -> (tempfile::TempDir, PathBuf) {
    sample_of("refraction", first)
}

fn sample_of(game: &str, first: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let game = foolproof::built_in().by_id(game).expect("a game");
    let mut pack = Pack::from_json(&game.sample()).expect("the sample pack");
    pack.levels.retain(|level| level.title == first);
    assert_eq!(pack.levels.len(), 1, "no level is called {first}");
    let path = folder.path().join("pack.json");
    pack.save(&path).expect("saved");
    (folder, path)
}

#[test]
fn a_stroke_paints_and_is_one_step_to_undo() {
    let (_folder, path) = sample("First light");
    let mut window = Window::open(&path, None);
    let row = [Site::cell(1, 5), Site::cell(2, 5), Site::cell(3, 5)];
    window.brush("blocker");
    window.stroke(PointerButton::Primary, &row);
    for site in row {
        assert_eq!(window.mark(site).as_deref(), Some("blocker"), "{site}");
    }
    window.key(Modifiers::COMMAND, Key::Z);
    assert!(row.iter().all(|site| window.mark(*site).is_none()));
    window.key(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    assert!(row.iter().all(|site| window.mark(*site).is_some()));
    // The other button erases.
    window.stroke(PointerButton::Secondary, &row[..1]);
    assert_eq!(window.mark(row[0]), None);
}

/// A tap can press and release between two frames.
#[test]
fn a_tap_within_a_frame_paints_too() {
    let (_folder, path) = sample("First light");
    let mut window = Window::open(&path, None);
    let site = Site::cell(2, 5);
    window.brush("blocker");
    for (button, mark) in
        [(PointerButton::Primary, Some("blocker")), (PointerButton::Secondary, None)]
    {
        let pos = window.at(site);
        window.harness.hover_at(pos);
        window.steps(2);
        for pressed in [true, false] {
            let modifiers = Modifiers::NONE;
            let event = egui::Event::PointerButton { pos, button, pressed, modifiers };
            window.harness.input_mut().events.push(event);
        }
        window.steps(3);
        assert_eq!(window.mark(site).as_deref(), mark);
    }
}

#[test]
fn a_lock_holds_the_solver_and_the_designer() {
    let (_folder, path) = sample("First light");
    let mut window = Window::open(&path, None);
    let source = Site::cell(0, 1);
    window.plain(Key::V);
    window.stroke(PointerButton::Primary, &[source]);
    window.plain(Key::L);
    assert_eq!(window.level().hold(source), Hold::Locked);
    window.brush("blocker");
    window.stroke(PointerButton::Primary, &[source]);
    assert_eq!(window.mark(source).as_deref(), Some("source(e,1,1)"));
    assert_eq!(window.level().hold(source), Hold::Locked);
    window.until_said("1 locked cell was kept");
    // Two targets of 1 for one source: the solver gives up what is not locked.
    window.brush("target(n,1,1)");
    window.stroke(PointerButton::Primary, &[Site::cell(2, 5)]);
    assert_eq!(window.finding(Topic::SOLVABLE), Status::Refuted);
    window.key(Modifiers::COMMAND, Key::L);
    window.harness.get_by_label("This level has no solution.");
    window.plain(Key::Escape);
    window.key(Modifiers::COMMAND, Key::Enter);
    window.until("a completion is offered", |app| completing::proposal_of(&app.state).is_some());
    let offered = &completing::proposal_of(&window.app().state).expect("offered").level;
    assert_eq!(offered.mark(source).map(|mark| mark.as_str()), Some("source(e,1,1)"));
    assert_eq!(offered.hold(source), Hold::Locked);
}

#[test]
fn the_keyboard_alone_moves_copies_turns_and_mirrors() {
    let (_folder, path) = sample("First light");
    let mut window = Window::open(&path, None);
    window.plain(Key::V);
    window.stroke(PointerButton::Primary, &[Site::cell(0, 1)]);
    window.key(Modifiers::ALT, Key::ArrowDown);
    assert_eq!(window.mark(Site::cell(0, 2)).as_deref(), Some("source(e,1,1)"));
    assert_eq!(window.mark(Site::cell(0, 1)), None);
    window.plain(Key::R);
    assert_eq!(window.mark(Site::cell(0, 2)).as_deref(), Some("source(s,1,1)"));
    window.key(Modifiers::COMMAND, Key::A);
    window.key(Modifiers::SHIFT, Key::H);
    assert_eq!(window.mark(Site::cell(5, 2)).as_deref(), Some("source(s,1,1)"));
    for _ in 0..3 {
        window.key(Modifiers::COMMAND, Key::Z);
    }
    assert_eq!(window.mark(Site::cell(0, 1)).as_deref(), Some("source(e,1,1)"));
}

#[test]
fn a_shortcut_is_shown_repaired_saved_and_found_again() {
    let (_folder, path) = sample("A hole in the wall");
    let mut window = Window::open(&path, None);
    assert_eq!(window.finding(Topic::SOLVABLE), Status::Proved);
    assert_eq!(window.finding(Topic::SHORTCUT_FREE), Status::Refuted);
    window.harness.get_by_label_contains("Shortcut: ");
    window.key(Modifiers::COMMAND, Key::Enter);
    window.until("a repair is offered", |app| completing::proposal_of(&app.state).is_some());
    let offered = completing::proposal_of(&window.app().state).expect("offered").level.clone();
    assert_eq!(window.mark(Site::cell(4, 5)), None, "a preview changes nothing");
    window.click("Accept");
    assert!(window.level().same_puzzle(&offered));
    assert_eq!(window.finding(Topic::SHORTCUT_FREE), Status::Proved);
    // The check of the sample expected a shortcut.
    assert_eq!(window.level().policy.shortcut_free, Expect::Yes);
    window.until_says("no shortcut");
    assert!(!window.says("This level should have a shortcut."));
    window.key(Modifiers::COMMAND, Key::S);
    window.until("it is saved", |app| app.state.history().is_saved());
    let again = Window::open(&path, None);
    assert!(again.level().same_puzzle(window.level()));
    // One undo takes the whole repair back, and the old finding is known from before.
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(window.finding(Topic::SHORTCUT_FREE), Status::Refuted);
    assert_eq!(window.level().policy.shortcut_free, Expect::No);
}

#[test]
fn a_finding_is_not_current_after_an_edit_until_it_is_asked_anew() {
    let (_folder, path) = sample("First light");
    let mut window = Window::open(&path, None);
    assert_eq!(window.finding(Topic::SOLVABLE), Status::Proved);
    window.brush("target(n,1,1)");
    window.stroke(PointerButton::Primary, &[Site::cell(3, 0)]);
    // Nothing on the screen may call the old answer the new level's.
    assert_eq!(window.finding(Topic::SOLVABLE), Status::Refuted);
    window.key(Modifiers::COMMAND, Key::B);
    window.until("somebody is to blame", |app| conflict::blamed_sites(&app.state).is_some());
    let blamed = conflict::blamed_sites(&window.app().state).expect("blame").to_vec();
    assert!(blamed.contains(&Site::cell(3, 0)), "{blamed:?}");
}

#[test]
fn a_play_of_the_designer_becomes_the_intended_solution() {
    let (_folder, path) = sample("First light");
    let mut window = Window::open(&path, None);
    window.plain(Key::F5);
    for (from, to) in [(Site::tray(0), Site::cell(3, 1)), (Site::tray(1), Site::cell(3, 4))] {
        window.stroke(PointerButton::Primary, &[from, to]);
    }
    window.click("Make it the intended solution");
    let intended = window.level().intended.clone().expect("intended");
    assert_eq!(intended.get(Site::cell(3, 1)).map(|mark| mark.as_str()), Some("bender(w,s)"));
    assert_eq!(intended.get(Site::cell(3, 4)).map(|mark| mark.as_str()), Some("bender(n,e)"));
}

#[test]
fn a_damaged_pack_is_refused_with_its_place_and_costs_nothing() {
    let (folder, path) = sample("First light");
    let bad = folder.path().join("bad.json");
    let text = std::fs::read_to_string(&path).expect("text");
    std::fs::write(&bad, text.replace("\"bender(w,s)\"", "\"bender(w,\"")).expect("written");
    let mut window = Window::open(&path, None);
    let before = window.level().clone();
    let effect = foolproof::editor::session::chrome::WindowEffect::OpenPath(bad);
    window.harness.state_mut().as_mut().expect("a window").state.chrome.request(effect);
    window.until("the refusal is said", |app| !app.state.chrome.toasts.all().is_empty());
    let words = window.app().state.chrome.toasts.all()[0].words.clone();
    assert!(words.contains("bad.json") && words.contains("Line 31, column 30"), "{words}");
    assert_eq!(*window.level(), before);
}

#[test]
fn what_a_killed_editor_held_is_offered_at_the_next_start() {
    let (folder, path) = sample("First light");
    let folders = Folders { config: folder.path().join("c"), data: folder.path().join("d") };
    let mut window = Window::open(&path, Some(folders.clone()));
    window.brush("blocker");
    window.stroke(PointerButton::Primary, &[Site::cell(2, 5)]);
    window.until("it is autosaved", |_| files::is_kept(&folders));
    // Dropped without an end, as a killed process is.
    drop(window);
    let mut window = Window::open(&path, Some(folders));
    assert_eq!(window.mark(Site::cell(2, 5)), None);
    window.click("Recover");
    assert_eq!(window.mark(Site::cell(2, 5)).as_deref(), Some("blocker"));
    assert!(!window.app().state.history().is_saved());
}

#[test]
fn generated_levels_come_one_by_one_and_are_taken_into_the_pack() {
    let (_folder, path) = sample("First light");
    let mut window = Window::open(&path, None);
    window.key(Modifiers::COMMAND, Key::G);
    window.click("Generate");
    window.until("a level is there", |app| !generating::generated(&app.state).is_empty());
    let made = generating::generated(&window.app().state)[0].clone();
    assert_eq!(made.shortcut_free, Truth::Holds(()));
    let app = window.harness.state_mut().as_mut().expect("a window");
    app.state.findings.job.stop();
    generating::add(&mut app.state, 0);
    window.steps(3);
    assert_eq!(window.app().state.history().pack().levels.len(), 2);
}

/// The words that lie over the board.
fn overlay(window: &Window) -> Vec<String> {
    let state = &window.app().state;
    let level = Arc::clone(state.level().expect("a level"));
    let game = foolproof::built_in().by_id(&level.game).expect("a game");
    let mut kept = None;
    let drawn = foolproof::editor::board::overlay::drawn(&mut kept, &*game, &level, state);
    let text = |shape: &foolproof::picture::Shape| match shape {
        foolproof::picture::Shape::Text { text, .. } => Some(text.clone()),
        _ => None,
    };
    drawn.overlay.shapes.iter().filter_map(text).collect()
}
