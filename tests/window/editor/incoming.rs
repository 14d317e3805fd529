//! Levels from elsewhere in the window: other programs' files, dropped files, a text that is pasted.

use crate::commands::*;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use egui::{Key, Modifiers};
use egui_kittest::Harness;
use foolproof::editor::files::dialogs::{DialogRequest, Portal};
use foolproof::editor::session::chrome::WindowEffect;
use foolproof::editor::session::command::Command;
use foolproof::editor::{App, Options};
use foolproof::level::Site;

use super::{Window, completing, generating, opened, sample};

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

#[derive(Debug)]
struct Dropped(PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        std::fs::read(&self.0).map_err(|why| why.to_string())
    }
}

impl Window {
    /// A window in which every file dialog returns this file.
    pub fn choosing(pack: &Path, chosen: &Path) -> Self {
        let (pack, chosen) = (pack.to_owned(), chosen.to_owned());
        let portal: Portal = Arc::new(move |_: &DialogRequest| Some(chosen.clone()));
        let harness = Harness::builder().with_size([1280.0, 800.0]).build_ui_state(
            move |ui, app: &mut Option<App>| {
                let app = app.get_or_insert_with(|| {
                    let program = Path::new(env!("CARGO_BIN_EXE_foolproof"));
                    let options = Options {
                        pack: Some(pack.clone()),
                        games: foolproof::built_in(),
                        features: foolproof::slices::all().features(),
                        engine: Some(crate::toy::engine(program)),
                        engines: None,
                        folders: None,
                        portal: Some(Arc::clone(&portal)),
                    };
                    App::new(ui.ctx(), options)
                });
                app.state.chrome.settings.set_moves(false);
                app.logic(ui.ctx());
                app.ui(ui);
            },
            None,
        );
        let mut window = Self { harness };
        window.until("the pack is open", |app| app.state.document.file.path().is_some());
        window
    }

    pub fn runs(&mut self, command: Command) {
        self.harness.state_mut().as_mut().expect("a window").state.run(command);
        self.steps(3);
    }

    pub fn drops(&mut self, paths: &[&Path]) {
        let files = paths
            .iter()
            .map(|path| -> egui::DroppedFileHandle { Arc::new(Dropped(path.to_path_buf())) });
        self.harness.input_mut().dropped_files = files.collect();
        self.steps(2);
    }

    fn pastes(&mut self, text: &str) {
        self.harness.event(egui::Event::Paste(text.to_owned()));
        self.steps(3);
    }

    fn games(&self) -> Vec<String> {
        let pack = self.app().state.history().pack();
        pack.levels.iter().map(|level| level.game.clone()).collect()
    }

    fn n_levels(&self) -> usize {
        self.games().len()
    }
}

fn written(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, text).expect("written");
    path
}

#[test]
fn another_programs_file_opens_and_what_cannot_be_read_is_listed() {
    let (folder, pack) = sample("First light");
    let mut window = Window::open(&pack, None);
    let text = format!("{PUZZLE}\n{}\n{PUZZLE}\n", PUZZLE.replace('9', "x"));
    let lines = written(folder.path(), "daily.txt", &text);
    let state = &mut window.harness.state_mut().as_mut().expect("a window").state;
    state.chrome.request(WindowEffect::OpenPath(lines.clone()));
    window.until("the puzzles are open", |app| app.state.history().pack().levels.len() == 2);
    assert_eq!(window.games(), ["sudoku", "sudoku"]);
    assert_eq!(window.app().state.history().pack().title, "daily");
    assert_eq!(window.app().state.document.file.path(), None, "nothing is written over that file");
    assert!(window.says("2 levels were read. 1 could not be read:"));
    assert!(window.says("daily.txt, level 2") && window.says("Line 2, column "));
    window.click("Close");
    assert!(!window.says("daily.txt, level 2"));
    assert_eq!(std::fs::read_to_string(&lines).expect("the file"), text);
    // It is one of the recent ones, and opens again from there.
    assert_eq!(window.app().state.chrome.settings.recent.first(), Some(&lines));
}

#[test]
fn a_damaged_pack_gives_its_other_levels_and_is_not_written_over() {
    let folder = tempfile::tempdir().expect("a folder");
    let whole = std::fs::read_to_string("assets/packs/refraction.json").expect("a pack");
    let broken = whole.replacen("\"cols\": 6", "\"cols\": \"six\"", 1);
    let path = written(folder.path(), "broken.json", &broken);
    let mut window = Window::start(Some(&path), None);
    window.until("the rest is open", |app| !app.state.document.file.unread.faults.is_empty());
    assert_eq!(window.n_levels(), 14);
    assert_eq!(window.app().state.document.file.path(), None);
    assert!(window.says("14 levels were read. 1 could not be read:"));
    assert_eq!(std::fs::read_to_string(&path).expect("the file"), broken);
}

#[test]
fn a_source_with_errors_opens_once_they_are_mended() {
    let folder = tempfile::tempdir().expect("a folder");
    let whole =
        std::fs::read_to_string("assets/puzzlescript/ring-them-home.txt").expect("a source");
    let path = written(folder.path(), "ring.txt", &whole.replace("COLLISIONLAYERS", "COLLISIONS"));
    let mut window = Window::start(Some(&path), None);
    window.until("its errors are shown", |app| !app.state.document.file.broken.is_empty());
    window.until_says("Its levels appear here once the source has no errors.");
    assert!(window.says("This source has errors"));
    assert!(!window.says("This pack is empty"));
    written(folder.path(), "ring.txt", &whole);
    window.until("it is open", |app| app.state.history().pack().levels.len() > 1);
    assert!(!window.says("Its levels appear here"));
}

#[test]
fn files_are_dropped_one_or_several() {
    let (folder, pack) = sample("First light");
    let mut window = Window::open(&pack, None);
    let lines = written(folder.path(), "a.txt", &format!("{PUZZLE}\n"));
    let fling = written(folder.path(), "b.dat", "..o....\n.......\n..o....\n");
    let other = written(folder.path(), "c.txt", "only words\n");
    window.drops(&[&fling]);
    window.until("the board is open", |app| app.state.history().pack().levels.len() == 1);
    window.until("it is a board", |app| app.state.history().pack().levels[0].game != "refraction");
    assert_eq!(window.games(), ["penguin_push"]);
    window.drops(&[&lines, &fling, &pack, &other]);
    window.until("all are open", |app| app.state.history().pack().levels.len() == 3);
    assert_eq!(window.games(), ["sudoku", "penguin_push", "refraction"]);
    assert!(window.says("c.txt"), "what is no level is listed");
    window.click("Close");
    // A file that cannot be read at all leaves what is open alone.
    window.drops(&[&other]);
    window.until("it is said", |app| {
        app.state.chrome.toasts.all().iter().any(|toast| toast.words.contains("c.txt"))
    });
    assert_eq!(window.n_levels(), 3);
}

#[test]
fn a_text_is_pasted_as_levels_in_one_step() {
    let (_folder, mut window) = opened(sample("First light"));
    window.pastes(&format!("Try {PUZZLE} and\n{PUZZLE}"));
    assert_eq!(window.games(), ["refraction", "sudoku", "sudoku"]);
    assert_eq!(window.level().game, "sudoku", "the first of them is shown");
    window.pastes("..o....\n.......\n..o....\n");
    assert_eq!(window.games(), ["refraction", "sudoku", "penguin_push", "sudoku"]);
    window.key(Modifiers::COMMAND, Key::Z);
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(window.games(), ["refraction"]);
    window.pastes("no level at all");
    assert!(window.says("There are no marks and no levels to paste here."));
    assert_eq!(window.n_levels(), 1);
}

#[test]
fn levels_of_a_file_are_added_to_the_pack() {
    let (folder, path) = sample("First light");
    let text = format!("{PUZZLE}\n{PUZZLE}x\n");
    let lines = written(folder.path(), "more.txt", &text);
    let mut window = Window::choosing(&path, &lines);
    window.runs(Command::ADD_LEVELS);
    window.until("the level is there", |app| app.state.history().pack().levels.len() == 2);
    assert!(window.says("more.txt, level 2"));
    assert_eq!(
        window.app().state.document.file.path(),
        Some(path.as_path()),
        "it is the same pack"
    );
    window.click("Close");
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(window.n_levels(), 1);
}

/// A link of puzz.link and what a setter does with it: read the verdict, change a clue, repair, make more.
const SLITHERLINK: &str = "https://puzz.link/p?slither/4/4/dgdh2c71";

#[test]
fn a_link_opens_a_pack_of_its_own_in_place_of_an_untouched_sample() {
    let mut window = Window::start(None, None);
    window.until("the sample is open", |app| app.state.level().is_some());
    window.pastes(SLITHERLINK);
    assert_eq!(window.games(), ["slitherlink"]);
    assert_eq!(window.app().state.history().pack().title, "Slitherlink");
    assert_eq!(window.level().title, "Slitherlink 1");
    window.pastes("https://puzz.link/p?nurikabe/6/6/m8n8i9u");
    assert_eq!(window.games(), ["slitherlink", "nurikabe"], "what was opened stays");
    assert_eq!(window.app().state.history().pack().title, "", "the pack is of more games now");
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(window.app().state.history().pack().title, "Slitherlink");
    window.pastes("https://puzz.link/p?slither/4/4/dgdh2c71");
    assert_eq!(window.app().state.history().pack().title, "Slitherlink");
    // A sample that somebody worked on stays, too.
    let mut window = Window::start(None, None);
    window.until("the sample is open", |app| app.state.level().is_some());
    let before = window.n_levels();
    window.state().edit("Erase", |level| level.title = "Mine".to_owned());
    window.pastes(SLITHERLINK);
    assert_eq!(window.n_levels(), before + 1);
}

#[test]
fn a_level_with_several_solutions_or_none_is_repaired_to_one() {
    let mut window = Window::start(None, None);
    window.until("the sample is open", |app| app.state.level().is_some());
    window.pastes(SLITHERLINK);
    super::own_games::until_headline(&mut window, "One solution");
    for (clue, said) in [("clue(1)", "5 solutions"), ("clue(0)", "No solution")] {
        let clue = clue.parse().expect("a mark");
        window.state().edit("Paint", |level| level.paint(Site::cell(0, 1), Some(clue)));
        super::own_games::until_headline(&mut window, said);
        window.steps(2);
        window.click("Repair…");
        window.until("a repair is proposed", |app| completing::proposal_of(&app.state).is_some());
        let changed = completing::proposal_of(&window.app().state).map(|made| made.changed.len());
        assert!(changed.is_some_and(|changed| (1..=2).contains(&changed)), "{changed:?}");
        window.until_says("proved to leave one solution");
        window.click("Accept");
        super::own_games::until_headline(&mut window, "One solution");
        window.key(Modifiers::COMMAND, Key::Z);
        window.key(Modifiers::COMMAND, Key::Z);
        super::own_games::until_headline(&mut window, "One solution");
    }
}

/// More marks in a level with one solution would be the same puzzle again.
#[test]
fn levels_like_one_that_is_whole_are_made_anew_and_added_in_their_order() {
    let mut window = Window::start(None, None);
    window.until("the sample is open", |app| app.state.level().is_some());
    window.pastes(SLITHERLINK);
    super::own_games::until_headline(&mut window, "One solution");
    window.key(Modifiers::COMMAND, Key::G);
    window.until_says("Keep only what is locked, fill 16 places anew");
    window.click("Generate");
    window.until("levels are there", |app| generating::generated(&app.state).len() == 5);
    window.until("it is done", |app| app.state.findings.job.running().is_none());
    window.click(&generating::words::add_these(5));
    window.steps(2);
    // There is nothing left to do with them.
    assert!(window.says("5 levels added."));
    assert!(window.app().state.chrome.window().is_none());
    let made: Vec<_> =
        generating::generated(&window.app().state).iter().map(|made| made.level.clone()).collect();
    let pack = window.app().state.history().pack();
    let marks = |level: &foolproof::level::Level| {
        level.marks().map(|(site, mark)| (site, mark.clone())).collect::<Vec<_>>()
    };
    let added: Vec<_> = pack.levels[1..].iter().map(|level| marks(level)).collect();
    assert_eq!(added, made.iter().map(|level| marks(level)).collect::<Vec<_>>());
}
