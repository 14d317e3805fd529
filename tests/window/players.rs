//! The player's window, driven by mouse and keys as a player drives it; what it keeps of her progress
//! and, with her consent, of her play.

use foolproof::games::{LibraryShelf, script};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::clicks::{self, Click};
use egui::{Key, Modifiers, Pos2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use foolproof::editor::session::settings::Folders;
use foolproof::game::{Game, Verdict};
use foolproof::level::{ForPlayers, Level, Pack, Play, Site, Unlock};
use foolproof::records::{
    PlayRecord, PlaySummary, PlayerStep, RecordEntry, Remark, plays_of, record_beside,
};
use foolproof::slices::play::player::{PlayerOptions, PlayerWindow, RecordWish, words};

pub mod hands;
mod records;
mod shelf;

/// Long enough for a slow machine; a test that needs it has failed.
const PATIENCE: Duration = Duration::from_secs(60);

struct Window {
    harness: Harness<'static, Option<PlayerWindow>>,
}

impl Window {
    /// At the list of levels, unless the first screen has a question to be answered.
    fn open(path: &Path, folder: &Path, record: RecordWish) -> Self {
        let mut window = Self::at_first_screen(path, folder, record);
        if !window.says("May a record of your play be kept?") {
            window.click(words::LEVELS);
        }
        window
    }

    fn at_first_screen(path: &Path, folder: &Path, record: RecordWish) -> Self {
        let (path, folder) = (path.to_owned(), folder.to_owned());
        let harness = Harness::builder().with_size([1280.0, 800.0]).build_ui_state(
            move |ui, window: &mut Option<PlayerWindow>| {
                let window = window.get_or_insert_with(|| {
                    let (pack, ..) = script::load_any(&path).expect("a pack");
                    let options = PlayerOptions {
                        pack,
                        path: path.clone(),
                        games: foolproof::built_in(),
                        engine: Some(crate::toy::engine(Path::new(env!(
                            "CARGO_BIN_EXE_foolproof"
                        )))),
                        engines: None,
                        folders: Some(folders(&folder)),
                        record: record.clone(),
                    };
                    PlayerWindow::new(ui.ctx(), options)
                });
                window.logic(ui.ctx());
                window.ui(ui);
            },
            None,
        );
        let mut window = Self { harness };
        window.steps(2);
        window
    }

    fn player(&self) -> &PlayerWindow {
        self.harness.state().as_ref().expect("the window has had a frame")
    }

    fn steps(&mut self, steps: usize) {
        self.harness.run_steps(steps);
    }

    fn key(&mut self, modifiers: Modifiers, key: Key) {
        self.harness.key_press_modifiers(modifiers, key);
        self.steps(3);
    }

    fn plain(&mut self, key: Key) {
        self.key(Modifiers::NONE, key);
    }

    fn says(&self, words: &str) -> bool {
        let has = |text: Option<String>| text.is_some_and(|text| text.contains(words));
        self.harness.query_all_by(|node| has(node.label()) || has(node.value())).next().is_some()
    }

    fn until_says(&mut self, words: &str) {
        let begun = Instant::now();
        while !self.says(words) {
            assert!(begun.elapsed() < PATIENCE, "waited in vain for “{words}”");
            std::thread::sleep(Duration::from_millis(5));
            self.steps(1);
        }
        self.steps(2);
    }

    fn click(&mut self, label: &str) {
        self.until_says(label);
        self.harness.get_by_label(label).click();
        self.steps(4);
    }

    /// Opens the first level of a pack of Sudokus and fills in a digit of its solution.
    fn puts_first_digit(&mut self, path: &Path) -> Pack {
        let pack = Pack::load(path).expect("a pack");
        self.click(&words::card(0, &pack.levels[0].title, "open"));
        let solution = pack.levels[0].intended.clone().expect("a solution");
        let (site, mark) = solution.iter().next().expect("a digit");
        self.tap(site);
        self.plain(Key::from_name(mark.as_str()).expect("a digit"));
        pack
    }

    /// Writes into the field that has the keys.
    fn types(&mut self, text: &str) {
        self.harness.event(egui::Event::Text(text.to_owned()));
        self.steps(2);
    }

    fn at(&self, site: Site) -> Pos2 {
        let words = format!("{}:", site.spoken());
        let nodes = self.harness.query_all_by(|node| {
            node.label().is_some_and(|label| label.to_lowercase().starts_with(&words))
        });
        nodes.into_iter().next().expect("the site is on the board").rect().center()
    }

    fn press(&mut self, at: Pos2, pressed: bool) {
        let (button, modifiers) = (egui::PointerButton::Primary, Modifiers::NONE);
        self.harness.event(egui::Event::PointerButton { pos: at, button, pressed, modifiers });
        self.steps(2);
    }

    /// Presses on one site, moves over the others and lets go on the last.
    fn drag(&mut self, sites: &[Site]) {
        let places: Vec<Pos2> = sites.iter().map(|site| self.at(*site)).collect();
        self.harness.hover_at(places[0]);
        self.steps(2);
        self.press(places[0], true);
        for place in &places {
            self.harness.hover_at(*place);
            self.steps(2);
        }
        self.press(places[places.len() - 1], false);
        self.steps(2);
    }

    fn tap(&mut self, site: Site) {
        let at = self.at(site);
        self.harness.hover_at(at);
        self.steps(2);
        self.press(at, true);
        self.press(at, false);
        self.steps(2);
    }

    /// Waits until the rules of the level on the table are read: a designer's own game reads them in the background.
    fn until_read(&mut self) -> (Arc<dyn Game>, Arc<Level>) {
        let table = self.player().table().expect("a level is played");
        let (game, level) = (Arc::clone(&table.game), Arc::clone(&table.session.level));
        let begun = Instant::now();
        while matches!(game.judge(&level, &Play::default()), Verdict::Undecided { .. }) {
            assert!(begun.elapsed() < PATIENCE, "the rules of {} are not read", level.game);
            self.steps(1);
            std::thread::sleep(Duration::from_millis(10));
        }
        // Buttons of moves are drawn only after the rules are read.
        self.steps(2);
        (game, level)
    }

    /// Plays a solution with mouse and keys, in the way of each game.
    fn solve(&mut self, solution: &Play) {
        let (game, level) = self.until_read();
        for click in clicks::solving(&*game, &level, solution) {
            match click {
                Click::Tap(site) => self.tap(site),
                Click::Drag(sites) => self.drag(&sites),
                Click::Key(key) => self.plain(Key::from_name(&key).expect("a key")),
                Click::Name(_, name) => crate::press_button(&mut self.harness, &name),
            }
        }
    }

    fn play(&self) -> Play {
        self.player().table().expect("a level is played").session.play.clone()
    }
}

fn folders(folder: &Path) -> Folders {
    Folders { config: folder.join("config"), data: folder.join("data") }
}

/// The sample pack of a game in a separate folder, cut to its first levels.
fn sample(game: &str, levels: usize) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let game = foolproof::built_in().by_id(game).expect("a game");
    let mut pack = Pack::from_json(&game.sample()).expect("the sample pack");
    pack.levels.truncate(levels);
    let path = folder.path().join("pack.json");
    pack.save(&path).expect("saved");
    (folder, path)
}

/// Files of the assets in a separate folder.
fn copied(files: &[&str], first: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    for file in files {
        let name = Path::new(file).file_name().expect("a file");
        fs::copy(assets.join(file), folder.path().join(name)).expect("copied");
    }
    let path = folder.path().join(first);
    (folder, path)
}

/// Plays the first level of a pack to its end and looks at what is kept of it.
fn plays_to_the_end(folder: &Path, path: &Path) {
    let record = folder.join("tester.jsonl");
    let mut window = Window::open(path, folder, RecordWish::At(record.clone()));
    let (pack, ..) = script::load_any(path).expect("a pack");
    let level = Arc::clone(&pack.levels[0]);
    let solution = level.intended.clone().expect("a solution");
    window.click(&words::card(0, &level.title, "open"));
    window.solve(&solution);
    let begun = Instant::now();
    while !window.says("Solved") {
        assert!(begun.elapsed() < PATIENCE, "it is not solved by {:?}", window.play());
        std::thread::sleep(Duration::from_millis(5));
        window.steps(1);
    }
    window.steps(2);
    assert!(window.player().progress().solved.contains(&level.digest_for_players()));
    let several = pack.levels.len() > 1;
    window.plain(Key::Enter);
    let next = window.player().playing().map(|level| level.title.clone());
    assert_eq!(next, several.then(|| pack.levels[1].title.clone()));
    // The thread that writes has nothing more to write once the window is gone.
    let games = foolproof::built_in();
    games.clone().load_for(&pack, Some(path));
    drop(window);
    let read = PlayRecord::load(&record).expect("a record");
    let first = read.entries.iter().skip(1);
    let first: Vec<&RecordEntry> =
        first.take_while(|e| !matches!(e, RecordEntry::Left { .. })).collect();
    assert!(matches!(first[0], RecordEntry::Level { number: 1, .. }), "{first:?}");
    assert!(matches!(first[first.len() - 1], RecordEntry::Solved { .. }), "{first:?}");
}

#[test]
fn a_level_of_each_built_in_game_is_played_to_its_end() {
    for game in ["refraction", "penguin_push", "linjat", "sudoku", "witness"] {
        let (folder, path) = sample(game, 2);
        plays_to_the_end(folder.path(), &path);
        let record = PlayRecord::load(&folder.path().join("tester.jsonl")).expect("a record");
        let pack = Pack::load(&path).expect("a pack");
        let (plays, gone) = plays_of(&foolproof::built_in(), &pack, &[record]);
        let summary = PlaySummary::of(&plays[0].visits);
        assert_eq!((summary.testers, summary.solved, gone), (1, 1, 0), "{game}");
        assert!(summary.median_moves >= 1, "{game}");
    }
}

#[test]
fn a_level_of_a_puzzlescript_source_is_played_to_its_end() {
    let files = ["puzzlescript/ring-them-home.txt", "puzzlescript/ring-them-home.foolproof.json"];
    let (folder, path) = copied(&files, "ring-them-home.txt");
    plays_to_the_end(folder.path(), &path);
}

#[test]
fn a_puzzlescript_source_speaks_to_its_player_and_names_its_key() {
    let files = ["puzzlescript/ring-them-home.txt", "puzzlescript/ring-them-home.foolproof.json"];
    let (folder, path) = copied(&files, "ring-them-home.txt");
    let mut window = Window::open(&path, folder.path(), RecordWish::Never);
    window.click(&words::card(0, "Ring once", "open"));
    assert!(window.says("Line up with the sheep and ring (X)."));
    assert!(window.says("Press X to act."));
    window.plain(Key::ArrowRight);
    window.steps(30);
    assert!(window.says("Line up with the sheep and ring (X)."), "while it is played");
}

#[test]
fn r_starts_again_from_the_last_checkpoint() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("flag.txt");
    let flag = "title Flag\n\nOBJECTS\n\nBackground .\nblack\n\nFlag F\nyellow\n\nGoal O\ngreen\n\n\
        Player P\nblue\n\nLEGEND\n\nSOUNDS\n\nCOLLISIONLAYERS\n\nBackground\nFlag, Goal\nPlayer\n\n\
        RULES\n\nlate [ Player Flag ] -> [ Player Flag ] checkpoint\n\nWINCONDITIONS\n\nall Player on Goal\n\n\
        LEVELS\n\nP.F..O\n";
    fs::write(&path, flag).expect("written");
    let mut window = Window::open(&path, folder.path(), RecordWish::Never);
    window.click(&words::card(0, "Level 1", "open"));
    for (key, moves) in
        [(Key::ArrowRight, 1), (Key::ArrowRight, 2), (Key::ArrowRight, 3), (Key::R, 2), (Key::R, 0)]
    {
        window.plain(key);
        window.steps(30);
        assert_eq!(window.play().len(), moves, "{key:?}");
    }
    assert!(window.says(words::RESTART.0));
}

#[test]
fn a_level_of_a_game_of_ones_own_is_played_to_its_end() {
    let files = ["game.toml", "rules.lp", "levels.json"].map(|file| format!("games/crates/{file}"));
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let (folder, path) = copied(&files, "levels.json");
    plays_to_the_end(folder.path(), &path);
}

#[test]
fn levels_open_as_the_pack_says_and_what_is_locked_stays_shut() {
    let (folder, path) = sample("penguin_push", 5);
    let mut pack = Pack::load(&path).expect("a pack");
    let (unlock, about) = (Unlock::InOrder, "Mind the gap.".into());
    pack.play = ForPlayers { unlock, about, ..ForPlayers::default() };
    pack.save(&path).expect("saved");
    let title = |pack: &Pack, n: usize, state| words::card(n, &pack.levels[n].title, state);
    let mut window = Window::open(&path, folder.path(), RecordWish::Never);
    assert!(window.says("Mind the gap.") && window.says(&words::solved_of(0, 5)));
    assert!(window.says(&title(&pack, 0, "open")) && window.says(&title(&pack, 1, "locked")));
    window.plain(Key::ArrowRight);
    window.plain(Key::Enter);
    assert!(window.player().playing().is_none(), "it is locked");
    window.plain(Key::ArrowLeft);
    window.plain(Key::Enter);
    // Neither hints nor anything that a solver found.
    assert!(!window.says("Hint") && !window.says("solve"));
    window.solve(&pack.levels[0].intended.clone().expect("a solution"));
    window.until_says("Next level");
    window.plain(Key::Escape);
    assert!(window.says(&title(&pack, 0, "solved")) && window.says(&title(&pack, 1, "open")));
    drop(window);
    // A moved level stays solved, a changed one does not.
    pack.levels.swap(0, 1);
    pack.save(&path).expect("saved");
    let window = Window::open(&path, folder.path(), RecordWish::Never);
    assert!(window.says(&title(&pack, 1, "solved")) && window.says(&title(&pack, 0, "open")));
    drop(window);
    Arc::make_mut(&mut pack.levels[1]).paint(Site::cell(0, 0), "penguin".parse().ok());
    pack.save(&path).expect("saved");
    let window = Window::open(&path, folder.path(), RecordWish::Never);
    assert!(window.says(&words::solved_of(0, 5)));
}

#[test]
fn the_first_screen_leads_into_the_game_and_back() {
    let (folder, path) = sample("sudoku", 3);
    let pack = Pack::load(&path).expect("a pack");
    let mut window = Window::at_first_screen(&path, folder.path(), RecordWish::Ask);
    assert!(window.says(&pack.title) && window.says("Every digit once in each row"));
    assert!(window.says("May a record of your play be kept?"), "it is asked there");
    window.plain(Key::F1);
    assert!(window.says(words::OPEN_A_LEVEL), "the rules are a key away");
    window.plain(Key::Escape);
    // Without an answer nothing is kept.
    window.click(words::PLAY);
    let playing = |window: &Window| window.player().playing().map(|level| level.title.clone());
    assert_eq!(playing(&window), Some(pack.levels[0].title.clone()));
    window.solve(&pack.levels[0].intended.clone().expect("a solution"));
    window.until_says("Solved");
    window.steps(2);
    window.plain(Key::Escape);
    assert_eq!(playing(&window), None);
    window.click("Play without");
    window.plain(Key::Escape);
    assert!(window.says("1 of 3 solved") && !window.says(words::FIRST_SCREEN), "the first screen");
    window.plain(Key::Enter);
    assert_eq!(playing(&window), Some(pack.levels[1].title.clone()));
    window.plain(Key::Escape);
    window.click(words::FIRST_SCREEN);
    assert!(window.says("Go on"));
    drop(window);
    assert!(!record_beside(&path).exists());
}

#[test]
fn she_is_asked_once_whether_a_record_may_be_kept_and_can_change_her_mind() {
    let (folder, path) = sample("penguin_push", 2);
    let pack = Pack::load(&path).expect("a pack");
    let beside = record_beside(&path);
    let mut window = Window::open(&path, folder.path(), RecordWish::Ask);
    assert!(window.says("May a record of your play be kept?"));
    assert!(window.says(&beside.to_string_lossy()), "it says where");
    window.click("Play without");
    window.click(words::LEVELS);
    let card = words::card(0, &pack.levels[0].title, "open");
    window.click(&card);
    window.plain(Key::Escape);
    drop(window);
    assert!(!beside.exists(), "nothing is kept without a yes");
    let mut window = Window::open(&path, folder.path(), RecordWish::Ask);
    assert!(!window.says("May a record of your play be kept?"), "she has answered");
    window.click("Keep a record…");
    window.click("Keep a record");
    window.click(&card);
    window.plain(Key::Escape);
    drop(window);
    let record = PlayRecord::load(&beside).expect("a record");
    assert!(matches!(record.entries[0], RecordEntry::Run { .. }));
    let mut window = Window::open(&path, folder.path(), RecordWish::Ask);
    assert!(!window.says("May a record of your play be kept?"));
    window.click("Stop");
    window.click(&card);
    window.plain(Key::Escape);
    drop(window);
    assert_eq!(PlayRecord::load(&beside).expect("a record"), record, "it has stopped");
}

#[test]
fn undo_restart_and_a_way_that_leads_nowhere_are_in_the_record() {
    let (folder, path) = sample("sudoku", 1);
    let record = folder.path().join("tester.jsonl");
    let mut window = Window::open(&path, folder.path(), RecordWish::At(record.clone()));
    window.puts_first_digit(&path);
    window.key(Modifiers::COMMAND, Key::Z);
    window.key(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    window.plain(Key::R);
    assert!(window.play().is_empty());
    drop(window);
    let read = PlayRecord::load(&record).expect("a record");
    let kinds: Vec<PlayerStep> = read
        .entries
        .iter()
        .filter_map(|entry| match entry {
            RecordEntry::Step { kind, .. } => Some(*kind),
            _ => None,
        })
        .collect();
    assert_eq!(kinds, [PlayerStep::Move, PlayerStep::Undo, PlayerStep::Redo, PlayerStep::Restart]);
    // Without a clean end all of it is there, but that she left.
    let ends = read.entries.last().expect("an entry");
    assert!(!matches!(ends, RecordEntry::Left { .. }));
}

#[test]
fn what_a_player_says_of_a_level_is_in_the_record() {
    let (folder, path) = sample("sudoku", 1);
    let record = folder.path().join("tester.jsonl");
    let mut window = Window::open(&path, folder.path(), RecordWish::At(record.clone()));
    let pack = window.puts_first_digit(&path);
    window.click("Comment…");
    // The field has the keys: R does not restart the level.
    window.types("Rather hard");
    window.click("I am stuck");
    assert_eq!(window.play().len(), 1);
    drop(window);
    let read = PlayRecord::load(&record).expect("a record");
    let (plays, _) = plays_of(&foolproof::built_in(), &pack, &[read]);
    let said = &plays[0].visits[0].said;
    assert_eq!(said.len(), 1);
    assert_eq!(
        (said[0].remark, said[0].words.as_str(), said[0].steps),
        (Remark::Stuck, "Rather hard", 1)
    );
}

#[test]
fn hints_are_there_where_the_pack_allows_them() {
    let (folder, path) = sample("penguin_push", 2);
    let mut pack = Pack::load(&path).expect("a pack");
    pack.play.hints = true;
    pack.save(&path).expect("saved");
    let record = folder.path().join("tester.jsonl");
    let mut window = Window::open(&path, folder.path(), RecordWish::At(record.clone()));
    window.click(&words::card(0, &pack.levels[0].title, "open"));
    window.plain(Key::H);
    window.until_says("Hint: ");
    drop(window);
    let read = PlayRecord::load(&record).expect("a record");
    assert!(read.entries.iter().any(|entry| matches!(entry, RecordEntry::Hint { .. })));
}

/// Where the rules name what is wrong, a hint comes in three stages.
#[test]
fn a_hint_by_steps_puts_a_mark_at_its_third_stage() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("stars.json");
    fs::copy("assets/shelf/starbattle/levels.json", &path).expect("a pack of the shelf");
    let mut pack = Pack::load(&path).expect("a pack");
    pack.play.hints = true;
    pack.save(&path).expect("saved");
    let mut window = Window::open(&path, folder.path(), RecordWish::Never);
    window.click(&words::card(0, &pack.levels[0].title, "open"));
    for words in ["Look here: ", "Otherwise the rules would say “", "So "] {
        window.plain(Key::H);
        window.until_says(words);
    }
    let table = window.player().table().expect("a level on the table");
    assert!(table.session.tally.hints == 3 && !table.session.past.is_empty());
}
