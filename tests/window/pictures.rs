//! Pictures of the window, for a reviewer to look at: every game light, dark and grey, play, a small
//! screen and one of twice the scale. `UPDATE_SNAPSHOTS=1 cargo test --test window pictures` draws them
//! anew.
//!
//! No solver runs in them: its times would be others every time.

use crate::commands::*;
use std::sync::Arc;
use std::time::Duration;

use egui::Vec2;
use egui_kittest::kittest::Queryable as _;
use egui_kittest::{Harness, SnapshotOptions, SnapshotResults};
use foolproof::editor::session::chrome::WindowEffect;
use foolproof::editor::session::command::Command;
use foolproof::editor::session::settings::ColourScheme;
use foolproof::editor::session::state::State;
use foolproof::editor::{App, Options};
use foolproof::game::{NoGrounder, SeenSolutions};
use foolproof::games::{library::Library, script::load_any};
use foolproof::level::{
    Expect, LookColour, LookFont, LookPicture, Mark, Pack, PackLook, Play, PngFile, Rgb, Site,
};
use foolproof::picture::{Ink, Layout, Point, Rect, Shape, Stroke, Style, png, tiles_svg};
use foolproof::slices::course::model::LevelFound;
use foolproof::slices::course::window as course;
use foolproof::slices::handbook::window::Handbook;
use foolproof::slices::solving::question::{DeducedLevel, FoundSteps, StepsEnd};
use foolproof::solver::{
    Answer, CandidateList, Confirmed, Event, Finding, FoundPractice, How, Lane, Limits, Origin,
    ShortcutFreedom, SolvableLevel, Tickets, Truth, Uniqueness,
};

const DESKTOP: Vec2 = Vec2::new(1280.0, 800.0);
const SMALL: Vec2 = Vec2::new(1024.0, 700.0);

/// What differs between two pictures of one window.
#[derive(Clone)]
struct Scene {
    game: String,
    look: ColourScheme,
    size: Vec2,
    scale: f32,
}

impl Scene {
    fn of(game: &str, look: ColourScheme) -> Self {
        let game = game.to_owned();
        Self { game, look, size: DESKTOP, scale: 1.0 }
    }

    /// The window on the sample pack of the game.
    fn open(self) -> Harness<'static, Option<App>> {
        let builder =
            Harness::builder().with_size(self.size).with_pixels_per_point(self.scale).wgpu();
        let mut harness = builder.build_ui_state(
            move |ui, app: &mut Option<App>| {
                let app = app.get_or_insert_with(|| {
                    let options = Options {
                        pack: None,
                        games: foolproof::built_in(),
                        features: foolproof::slices::all().features(),
                        engine: None,
                        engines: None,
                        folders: None,
                        portal: None,
                    };
                    App::new(ui.ctx(), options)
                });
                app.state.chrome.settings.set_moves(false);
                app.state.chrome.settings.look = self.look;
                app.logic(ui.ctx());
                app.ui(ui);
            },
            None,
        );
        harness.run_steps(10);
        let state = &mut harness.state_mut().as_mut().expect("the window").state;
        state.chrome.request(WindowEffect::OpenSample(self.game.to_owned()));
        harness.run_steps(30);
        harness
    }
}

/// Renderers differ by a shade at edges of lines and letters; a displaced element is thousands of
/// pixels.
fn tolerant() -> SnapshotOptions {
    SnapshotOptions::new().threshold(2.0).max_failed_pixels(6000)
}

/// A picture of the window that the manual or the README shows.
fn compare_in_manual(
    results: &mut SnapshotResults,
    harness: &mut Harness<'_, Option<App>>,
    name: &str,
) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/src/pictures");
    results.add(harness.try_snapshot_options(name, &tolerant().output_path(folder)));
}

fn compare(results: &mut SnapshotResults, harness: &mut Harness<'_, Option<App>>, name: &str) {
    results.add(harness.try_snapshot_options(name, &tolerant()));
}

const LOOKS: [(ColourScheme, &str); 3] =
    [(ColourScheme::Light, "light"), (ColourScheme::Dark, "dark"), (ColourScheme::Greys, "greys")];

#[test]
fn every_game_light_dark_and_grey() {
    let mut results = SnapshotResults::new();
    for game in foolproof::built_in().all() {
        let id: &str = &game.about().id;
        for (look, word) in LOOKS {
            let mut harness = Scene::of(id, look).open();
            compare(&mut results, &mut harness, &format!("{id}_{word}"));
        }
    }
}

/// A designer's own game, whose pack lies in the assets.
#[test]
fn games_that_designers_bring_light_dark_and_grey() {
    let mut results = SnapshotResults::new();
    let packs = [
        ("star_battle", "assets/games/star-battle/levels.json"),
        ("cables", "assets/games/cables/levels.json"),
        ("crates", "assets/games/crates/levels.json"),
        ("ring_them_home", "assets/puzzlescript/ring-them-home.txt"),
    ];
    for (name, file) in packs {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
        let (pack, ..) = load_any(&path).expect("a pack");
        for (look, word) in LOOKS {
            let mut harness = Scene::of("sudoku", look).open();
            let state = &mut harness.state_mut().as_mut().expect("the window").state;
            let library = Library::new(Arc::new(NoGrounder), None);
            assert_eq!(library.load_for(state.games(), &pack, Some(&path)), []);
            state.set_pack(pack.clone(), None);
            harness.run_steps(30);
            compare(&mut results, &mut harness, &format!("{name}_{word}"));
        }
    }
}

#[test]
fn play_a_small_screen_and_twice_the_scale() {
    let mut results = SnapshotResults::new();
    let mut play = Scene::of("penguin_push", ColourScheme::Dark).open();
    let window = play.state_mut().as_mut().expect("the window");
    foolproof::slices::play::window::enter(&mut window.state);
    play.run_steps(6);
    compare(&mut results, &mut play, "play");
    let mut small = Scene { size: SMALL, ..Scene::of("witness", ColourScheme::Light) }.open();
    compare(&mut results, &mut small, "small");
    let mut twice =
        Scene { size: SMALL, scale: 2.0, ..Scene::of("linjat", ColourScheme::Dark) }.open();
    compare(&mut results, &mut twice, "twice");
}

/// A pack with its own look: crates instead of penguins.
fn with_look(state: &mut State) {
    let shapes = [Shape::Rect {
        rect: Rect::square(Point::new(0.5, 0.5), 0.8),
        radius: 0.1,
        fill: Some(Ink::Exact(0xB0, 0x6A, 0x2C)),
        stroke: Some(Stroke::new(Ink::Exact(0x5A, 0x33, 0x12), 0.1)),
    }];
    let layout = Layout { width: 1.0, height: 1.0, sites: Vec::new() };
    let file = png(&tiles_svg(&layout, &shapes, Style::Light), 1.0).expect("a picture");
    let light = PngFile::new(file).expect("a PNG");
    let look = PackLook {
        light: [(LookColour::Around, Rgb([0xE9, 0xD9, 0xB5]))].into(),
        dark: [(LookColour::Ice, Rgb([0x2A, 0x21, 0x18]))].into(),
        font: LookFont::Hand,
        tiles: [("penguin".parse().expect("a mark"), LookPicture { light, dark: None })].into(),
        ..PackLook::default()
    };
    state.edit_pack("look", |pack| pack.play.look = look);
}

#[test]
fn a_pack_with_a_look_of_its_own() {
    let mut results = SnapshotResults::new();
    let mut window = Scene::of("penguin_push", ColourScheme::Light).open();
    let state = &mut window.state_mut().as_mut().expect("the window").state;
    with_look(state);
    state.run(Command::LOOK);
    window.run_steps(10);
    compare(&mut results, &mut window, "look_form");
    let state = &mut window.state_mut().as_mut().expect("the window").state;
    state.chrome.close();
    foolproof::slices::play::window::enter(state);
    window.run_steps(10);
    compare(&mut results, &mut window, "look_in_play");
    let mut window = Scene::of("penguin_push", ColourScheme::Light).open();
    let state = &mut window.state_mut().as_mut().expect("the window").state;
    with_look(state);
    state.run(Command::EXPORT_PICTURE);
    window.run_steps(4);
    window.get_by_label("The whole pack on one sheet").click();
    window.get_by_label("The pack's own look").click();
    window.run_steps(6);
    compare(&mut results, &mut window, "look_in_pictures");
}

/// The course of a pack of two games, with one broken rule.
fn course_of(scene: Scene) -> Harness<'static, Option<App>> {
    let mut harness = scene.open();
    let state = &mut harness.state_mut().as_mut().expect("the window").state;
    let games = foolproof::built_in();
    let mut pack = state.history().pack().clone();
    let other = games.by_id("witness").expect("a game");
    let others = Pack::from_json(&other.sample()).expect("a pack").levels;
    pack.levels.truncate(9);
    pack.levels.extend(others.into_iter().take(4));
    pack.course.concepts = ["used(splitter)", "used(bender)", "used(combiner)", "has(square)"]
        .map(|concept| concept.parse().expect("a concept"))
        .to_vec();
    pack.course.rules = [
        r#"{"before":{"first":"used(bender)","then":"used(splitter)"}}"#,
        r#"{"practise_first":{"times":2}}"#,
        r#"{"step":{"measure":"used","most":4,"game":"refraction"}}"#,
    ]
    .map(|rule| serde_json::from_str(rule).expect("a rule"))
    .to_vec();
    state.set_pack(pack.clone(), None);
    state.chrome.welcomes = false;
    for level in state.history().pack().levels.clone() {
        let game = games.by_id(&level.game).expect("a game");
        let intended = level.intended.clone().expect("an intended solution");
        let mut has = |property: &Mark| game.practises(&level, &intended, property);
        let list = CandidateList::read(&*game, &level, &intended, false, &mut has);
        let proved = list.candidates.iter().filter_map(|one| one.property()).collect();
        let tried = list.tried.iter().map(ToString::to_string).collect();
        let practice = FoundPractice { proved, tried, ..FoundPractice::default() };
        let seen = SeenSolutions { plays: &[intended], in_all: None };
        let measures = game.rate(&level, seen, &|| false).measures;
        let (practice, measures) = (Some(Arc::new(practice)), Some(measures));
        course::learn(state, &level, LevelFound { practice, measures, is_cut_short: false });
    }
    state.run(Command::COURSE);
    harness.run_steps(12);
    harness
}

#[test]
fn the_course_of_a_pack_light_dark_and_on_a_small_screen() {
    let mut results = SnapshotResults::new();
    let mut light = course_of(Scene::of("refraction", ColourScheme::Light));
    compare(&mut results, &mut light, "course_light");
    let small = Scene { size: SMALL, ..Scene::of("refraction", ColourScheme::Dark) };
    let mut dark = course_of(small);
    compare(&mut results, &mut dark, "course_dark");
    for tab in ["Concepts", "Order"] {
        dark.get_by_label(tab).click();
        dark.run_steps(6);
        compare(&mut results, &mut dark, &format!("course_{}", tab.to_lowercase()));
    }
}

/// What the solver would have said of the level on the board.
fn tell(state: &mut State, answers: Vec<Answer>) {
    let level = state.level().cloned().expect("a level");
    let ticket = Tickets::default().next();
    state.findings.knowledge.asked(&level, Vec::new(), ticket);
    for answer in answers {
        let how = How {
            origin: Origin::Search,
            confirmed: Confirmed::Rules,
            elapsed: Duration::from_millis(32),
            limits: Limits::default(),
        };
        let finding = Finding { answer, how };
        state.findings.knowledge.hear(Event::Found { lane: Lane::Live, ticket, finding });
    }
    state.findings.knowledge.hear(Event::Finished { lane: Lane::Live, ticket });
}

fn show(harness: &mut Harness<'_, Option<App>>, title: &str) {
    let state = &mut harness.state_mut().as_mut().expect("the window").state;
    state.chrome.welcomes = false;
    let pack = state.history().pack().clone();
    let level = pack.levels.iter().find(|level| level.title == title).expect("a sample");
    state.show_level(level.id);
    let id = level.id;
    state.change_words(|history| {
        history.edit("Expect no shortcut", |pack| {
            let level = pack.levels.iter_mut().find(|level| level.id == id).expect("it");
            Arc::make_mut(level).policy.shortcut_free = Expect::Yes;
        })
    });
}

/// The verdict in its tones, with the legend: a shortcut, no solution, an empty board.
#[test]
fn verdicts_and_the_legend() {
    let mut results = SnapshotResults::new();
    let mut shortcut = Scene::of("refraction", ColourScheme::Light).open();
    show(&mut shortcut, "A hole in the wall");
    let placed = [(Site::cell(3, 2), "bender(w,s)"), (Site::cell(3, 5), "bender(n,e)")];
    let placed = placed.map(|(site, mark)| (site, mark.parse().expect("a mark")));
    let play = Play(placed.into_iter().collect());
    let state = &mut shortcut.state_mut().as_mut().expect("the window").state;
    tell(
        state,
        vec![
            SolvableLevel(Truth::Holds(None)).into(),
            ShortcutFreedom(Truth::Fails(play)).into(),
            Uniqueness(Truth::Fails(())).into(),
        ],
    );
    shortcut.run_steps(6);
    // Nothing was measured.
    shortcut.get_by_label("Rating").click();
    shortcut.run_steps(6);
    shortcut.remove_cursor();
    shortcut.run_steps(6);
    compare_in_manual(&mut results, &mut shortcut, "window-shortcut");
    let small = Scene { size: SMALL, ..Scene::of("refraction", ColourScheme::Dark) };
    let mut none = small.open();
    show(&mut none, "First light");
    let state = &mut none.state_mut().as_mut().expect("the window").state;
    tell(state, vec![SolvableLevel(Truth::Fails(())).into()]);
    none.run_steps(6);
    compare(&mut results, &mut none, "verdict_none");
    let mut empty = Scene { size: SMALL, ..Scene::of("sudoku", ColourScheme::Light) }.open();
    let state = &mut empty.state_mut().as_mut().expect("the window").state;
    state.chrome.welcomes = false;
    state.run(Command::NEW_LEVEL);
    empty.run_steps(6);
    compare(&mut results, &mut empty, "verdict_empty");
}

/// The level as its game solves it, in the middle of the hardest step.
fn solved(scene: Scene, title: &str, command: Command) -> Harness<'static, Option<App>> {
    let mut harness = scene.open();
    show(&mut harness, title);
    let state = &mut harness.state_mut().as_mut().expect("the window").state;
    let (game, level) = state.scene().expect("a level");
    let (mut steps, source) = (Vec::new(), game.own_steps().expect("steps of its own"));
    let found = source.steps(&level, &|| false, &mut |step| steps.push(step)).expect("a solution");
    let found = FoundSteps { steps, leaks: found.leaks, end: StepsEnd::Solved };
    tell(state, vec![DeducedLevel(found).into()]);
    state.run(command);
    harness.run_steps(12);
    harness.get_by_label_contains("Hardest: step ").click();
    harness.run_steps(6);
    harness
}

#[test]
fn how_a_level_is_solved_light_and_dark() {
    let mut results = SnapshotResults::new();
    for (look, word) in LOOKS.into_iter().take(2) {
        let sudoku = Scene::of("sudoku", look);
        let mut sudoku = solved(sudoku, "One more cell", Command::PROOF_PATH);
        compare(&mut results, &mut sudoku, &format!("steps_sudoku_{word}"));
        let mut linjat = solved(Scene::of("linjat", look), "Loose ends", Command::DEDUCTION);
        compare(&mut results, &mut linjat, &format!("steps_linjat_{word}"));
    }
}

/// The manual in its window: pictures, tables and lists, light and on a small dark screen.
#[test]
fn pages_of_the_manual() {
    let mut results = SnapshotResults::new();
    let mut light = Scene::of("refraction", ColourScheme::Light).open();
    let small = Scene { size: SMALL, ..Scene::of("refraction", ColourScheme::Dark) };
    let mut dark = small.open();
    for (harness, page, name) in
        [(&mut light, "first-level.md", "manual"), (&mut dark, "concepts.md", "manual_dark")]
    {
        let state = &mut harness.state_mut().as_mut().expect("the window").state;
        state.run(Command::MANUAL);
        let manual = state.feature_mut::<Handbook>().expect("the manual");
        manual.open(page);
        harness.run_steps(6);
        compare(&mut results, harness, name);
    }
}
