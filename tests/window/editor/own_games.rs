//! Games that designers bring, in the window: a pack opens beside its game, moves are played by keys,
//! numbers of a level are set, and rules that change are at work at once.

use crate::commands::*;
use std::fs;

use foolproof::editor::session::command::Command;
use foolproof::slices::play::window as play;
use foolproof::slices::verdict::window::LevelVerdict;

use super::*;

/// A copy of a game's folder with one level of its pack.
fn game(name: &str, first: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/games").join(name);
    for entry in fs::read_dir(from).expect("the game") {
        let path = entry.expect("a file").path();
        fs::copy(&path, folder.path().join(path.file_name().expect("a name"))).expect("copied");
    }
    let path = folder.path().join("levels.json");
    let mut pack = Pack::load(&path).expect("its pack");
    pack.levels.retain(|level| level.title == first);
    assert_eq!(pack.levels.len(), 1, "no level is called {first}");
    pack.save(&path).expect("saved");
    (folder, path)
}

fn headline(window: &Window) -> String {
    let state = &window.app().state;
    let (game, level) = state.scene().expect("a level");
    LevelVerdict::of(state, &*game, &level).headline
}

pub fn until_headline(window: &mut Window, begins: &str) {
    let begun = Instant::now();
    while !headline(window).starts_with(begins) {
        assert!(begun.elapsed() < PATIENCE, "{begins}: {}", headline(window));
        std::thread::sleep(Duration::from_millis(5));
        window.steps(1);
    }
}

#[test]
fn a_game_of_moves_is_proved_and_played_by_arrow_keys() {
    let (_folder, mut window) = opened(game("crates", "Homeward"));
    until_headline(&mut window, "One shortest solution, 2 moves");
    window.plain(Key::F5);
    window.until_says("It can still be solved.");
    for _ in 0..2 {
        window.plain(Key::ArrowRight);
        window.steps(30);
    }
    let session = play::session(&window.app().state).expect("in play");
    assert_eq!(session.play.len(), 2);
    window.until_says("Solved");
}

/// A game of the shelf becomes the designer's own, with the levels that she has made of it.
#[test]
fn a_game_of_the_shelf_is_copied_with_the_levels_of_the_pack() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("mine.json");
    let shelf = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/shelf/tapa/levels.json");
    fs::copy(shelf, &path).expect("copied");
    let mut window = Window::open(&path, None);
    until_headline(&mut window, "One solution");
    let n_levels = window.app().state.document.history().pack().levels.len();
    window.state().run(Command("make-mine"));
    window.steps(4);
    let target = folder.path().join("my-tapa");
    window.harness.get_by_label("Folder").click();
    window.steps(2);
    window.key(Modifiers::COMMAND, Key::A);
    window.harness.get_by_label("Folder").type_text(&target.to_string_lossy());
    window.steps(2);
    window.click("Create");
    let copy = target.join("levels.json");
    window.until("the copy is open", |app| app.state.document.file.path() == Some(&copy));
    let pack = window.app().state.document.history().pack();
    assert_eq!(pack.levels.len(), n_levels);
    assert!(pack.levels.iter().all(|level| level.game == "my-tapa"));
    let manifest = fs::read_to_string(target.join("game.toml")).expect("a manifest");
    assert!(manifest.contains("name = \"My Tapa\""), "{manifest}");
    until_headline(&mut window, "One solution");
}

#[test]
fn letters_of_the_manifest_take_up_brushes() {
    let (folder, path) = game("crates", "Homeward");
    let manifest = folder.path().join("game.toml");
    let text = fs::read_to_string(&manifest).expect("the manifest");
    // B is the brush of the window otherwise, and S another tool.
    let text = text.replacen("term = \"wall\"", "term = \"wall\"\nkey = \"b\"", 1);
    let text = text.replacen("term = \"ice\"", "term = \"ice\"\nkey = \"s\"", 1);
    fs::write(&manifest, &text).expect("written");
    let mut window = Window::open(&path, None);
    let brush =
        |window: &Window| window.app().state.board.brush.clone().map(|mark| mark.to_string());
    for (key, mark) in [(Key::S, "ice"), (Key::B, "wall"), (Key::S, "ice")] {
        window.plain(key);
        assert_eq!(brush(&window).as_deref(), Some(mark));
    }
}

/// A game in which clicks switch lamps, and in which one can wait.
const LAMPS: &str = r#"
foolproof_game = 1
id = "lamps"
name = "Lamps"
[board]
default = [3, 2]
smallest = [1, 1]
largest = [5, 5]
[[mark]]
term = "lamp"
[[mark]]
term = "wall"
[play]
kind = "moves"
moving = ["lamp"]
"#;
const LAMP_RULES: &str = r#"
% Switch off all lamps, and wait once.
has_wall(S) :- has(S,wall).
start(S,lamp) :- has(S,lamp).
may_hold(S,lamp) :- site(S), not has_wall(S).
action(flip(S)) :- site(S).
action(wait).
flipped(S) :- do(flip(S)).
refused("a wall has no lamp",S) :- do(flip(S)), has_wall(S).
legal :- do(flip(S)), not has_wall(S).
legal :- do(wait).
next(S,lamp) :- now(S,lamp), not flipped(S).
next(S,lamp) :- flipped(S), not now(S,lamp), not has_wall(S).
lit :- now(_,lamp).
won :- not lit.
"#;
const LAMP_LEVEL: &str = r#"{ "foolproof": 1, "levels": [ { "game": "lamps", "title": "Two",
    "board": { "cols": 3, "rows": 2 },
    "painted": { "cell(0,0)": "lamp", "cell(2,1)": "lamp", "cell(1,0)": "wall" } } ] }"#;

#[test]
fn actions_without_a_side_are_played_by_a_click_or_by_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let files = [("game.toml", LAMPS), ("rules.lp", LAMP_RULES), ("levels.json", LAMP_LEVEL)];
    for (name, text) in files {
        fs::write(folder.path().join(name), text).expect("written");
    }
    let mut window = Window::open(&folder.path().join("levels.json"), None);
    until_headline(&mut window, "2 shortest solutions, 2 moves");
    window.plain(Key::F5);
    window.until_says("It can still be solved.");
    let played = |window: &Window| -> Vec<String> {
        let session = play::session(&window.app().state).expect("in play");
        session.play.iter().map(|(_, mark)| mark.to_string()).collect()
    };
    window.click("row 1, column 1: lamp");
    window.until("a lamp is off", |app| {
        play::session(&app.state).is_some_and(|session| session.play.len() == 1)
    });
    window.click("row 1, column 2: wall");
    window.until_says("A wall has no lamp");
    window.click("Wait");
    window.plain(Key::Num1);
    window.steps(3);
    assert_eq!(played(&window), ["flip(cell(0,0))", "wait", "wait"]);
    window.click("row 2, column 3: lamp");
    window.until_says("Solved");
    assert_eq!(played(&window).last().map(String::as_str), Some("flip(cell(2,1))"));
}

#[test]
fn a_number_of_the_level_is_a_fact_of_the_rules_and_can_be_undone() {
    let (_folder, mut window) = opened(game("star-battle", "Four quarters of the sky"));
    until_headline(&mut window, "One solution");
    let before = window.level().settings.clone();
    window.state().edit("stars", |level| {
        level.settings.insert("stars".to_owned(), 2);
    });
    until_headline(&mut window, "No solution");
    assert!(window.says("Stars in each row, column and region"));
    window.key(Modifiers::COMMAND, Key::Z);
    until_headline(&mut window, "One solution");
    assert_eq!(window.level().settings, before);
}

#[test]
fn the_verdict_names_the_marks_that_show_that_nothing_is_won() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("levels.json");
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/shelf/sokoban/levels.json");
    fs::copy(from, &path).expect("copied");
    let mut window = Window::open(&path, None);
    until_headline(&mut window, "One shortest solution");
    window.state().edit("a corner", |level| {
        let sites: Vec<Site> = level.marks().map(|(site, _)| site).collect();
        sites.into_iter().for_each(|site| level.paint(site, None));
        for (column, row, mark) in [(0, 0, "player"), (4, 0, "box"), (2, 2, "goal")] {
            level.paint(Site::cell(column, row), Some(mark.parse().expect("a mark")));
        }
    });
    until_headline(&mut window, "No solution");
    window.until_says("A box stays at R1C5 for ever, and nothing is won while it does (a trap).");
    // Why? marks the box, until the level is another one.
    window.key(Modifiers::COMMAND, Key::B);
    let blamed = |app: &App| conflict::blamed_sites(&app.state).map(<[Site]>::to_vec);
    window.until("the box is marked", |app| blamed(app) == Some(vec![Site::cell(4, 0)]));
    window.key(Modifiers::COMMAND, Key::Z);
    until_headline(&mut window, "One shortest solution");
    assert_eq!(blamed(window.app()), None);
    assert!(!window.says("A box stays at R1C5"));
}

#[test]
fn rules_that_change_are_at_work_at_once_and_faulty_ones_leave_the_last_at_work() {
    let (folder, path) = game("star-battle", "Elbow room");
    let mut window = Window::open(&path, None);
    until_headline(&mut window, "One solution");
    let rules = folder.path().join("rules.lp");
    let text = fs::read_to_string(&rules).expect("rules");
    // Stars may touch.
    let gentle: Vec<&str> = text.lines().filter(|line| !line.contains("two stars touch")).collect();
    fs::write(&rules, gentle.join("\n") + "\n").expect("written");
    let solutions = |window: &Window| headline(window).contains("olutions");
    window.until_so("more than one solution", solutions);
    // A slip is reported with its place and a suggestion.
    fs::write(&rules, text.replace("touches(S,T), play(T,star)", "tuoches(S,T), play(T,star)"))
        .expect("written");
    window.until_says("did you mean `touches/2`?");
    assert!(window.says("rules.lp, line"));
    assert!(window.says("The last rules without errors stay in use."));
    assert!(solutions(&window), "{}", headline(&window));
    fs::write(&rules, &text).expect("written");
    until_headline(&mut window, "One solution");
    assert!(!window.says("The last rules without errors stay in use."));
}

#[test]
fn what_the_rules_derive_at_a_cell_is_unfolded() {
    let (_folder, mut window) = opened(game("star-battle", "Elbow room"));
    until_headline(&mut window, "One solution");
    let level = window.level();
    let intended = level.intended.clone().expect("a solution");
    let star = intended.iter().map(|(site, _)| site).next().expect("a star");
    // Beside a star nothing else can stand.
    let beside = level
        .board
        .cells()
        .find(|cell| cell.col.abs_diff(star.col) == 1 && cell.row == star.row)
        .expect("a neighbour");
    window.state().board.selection = [beside].into_iter().collect();
    window.show_rating();
    let header = format!("What the rules derive at {}", beside.name());
    window.until_says(&header);
    window.click(&header);
    let look = format!("look({beside},crossed)");
    window.until_says(&look);
    window.click(&look);
    window.until_says(&format!("play({star},star)"));
}

#[test]
fn a_game_is_tested_in_its_window_and_a_slip_leads_to_its_level() {
    use foolproof::slices::game_test::window::words;
    let (_folder, path) = game("crates", "Homeward");
    let mut window = Window::open(&path, None);
    until_headline(&mut window, "One shortest solution");
    window.state().run(Command::TEST_GAME);
    window.steps(2);
    assert!(window.says(words::ABOUT));
    window.harness.get_by_label(words::START).click();
    window.until_says("1 of 1 level meets its policy");
    window.harness.get_by_label(words::STOP).click();
    window.until_so("the test has ended", |window| window.says(words::AGAIN));
    // What is expected of the level is wrong now.
    let mut pack = Pack::load(&path).expect("its pack");
    let level = Arc::make_mut(&mut pack.levels[0]);
    level.policy.solvable = Expect::No;
    pack.save(&path).expect("saved");
    window.harness.get_by_label(words::AGAIN).click();
    window.until_says("does not meet its policy");
    window.harness.get_by_label(words::GO_THERE).click();
    window.steps(2);
    assert!(!window.says(words::AGAIN), "the window is closed");
}

const TUBES: &str = r#"
foolproof_game = 1
id = "tubes"
name = "Tubes"
uses = ["grid", "edges"]
[board]
places = ["cell", "edge"]
default = [4, 3]
smallest = [1, 1]
largest = [9, 9]
[[mark]]
term = "tube(n|e|s|w)"
on = "edge"
words = "tube towards {1}"
draw = { ink = "pale blue", width = 0.4, across = true }
[[mark]]
term = "lamp"
by = "player"
"#;
const TUBE_LEVEL: &str = r#"{ "foolproof": 1, "levels": [ { "game": "tubes", "title": "Empty",
    "board": { "cols": 4, "rows": 3 } } ] }"#;

/// A designer's line is drawn as a player draws hers: on and back, and taken off by another stroke.
#[test]
fn lines_of_a_designer_are_drawn_from_cell_to_cell() {
    let folder = tempfile::tempdir().expect("a folder");
    let rules = "{ play(S,lamp) } :- site(S), S = cell(_,_).\n";
    for (name, text) in [("game.toml", TUBES), ("rules.lp", rules), ("levels.json", TUBE_LEVEL)] {
        fs::write(folder.path().join(name), text).expect("written");
    }
    let mut window = Window::open(&folder.path().join("levels.json"), None);
    window.click("Brush: tube towards north");
    let cell = Site::cell;
    let tubes = |window: &Window| -> Vec<String> {
        window.level().marks().map(|(site, mark)| format!("{site} {mark}")).collect()
    };
    let stroke = |window: &mut Window, cells: &[Site]| {
        window.stroke(PointerButton::Primary, cells);
        tubes(window)
    };
    // Two to the right and one down, each piece towards the next cell; then one back.
    let drawn = stroke(&mut window, &[cell(0, 0), cell(1, 0), cell(2, 0), cell(2, 1)]);
    assert_eq!(drawn, ["hedge(2,1) tube(s)", "vedge(1,0) tube(e)", "vedge(2,0) tube(e)"]);
    let back = stroke(&mut window, &[cell(0, 1), cell(0, 2), cell(1, 2), cell(0, 2)]);
    assert_eq!(back.len(), 4, "{back:?}");
    assert!(back.contains(&"hedge(0,2) tube(s)".to_owned()));
    // A stroke is one step.
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(tubes(&window), drawn);
    // The same way again takes it off, the other way turns it.
    let turned = stroke(&mut window, &[cell(2, 0), cell(1, 0)]);
    assert!(turned.contains(&"vedge(2,0) tube(w)".to_owned()), "{turned:?}");
    let rest = stroke(&mut window, &[cell(0, 0), cell(1, 0)]);
    assert_eq!(rest, ["hedge(2,1) tube(s)", "vedge(2,0) tube(w)"]);
    // A click on a cell draws nothing and says how it goes.
    let same = stroke(&mut window, &[cell(3, 2)]);
    assert_eq!(same, rest);
    window.until_says("Drag from cell to cell");
}

/// A cell holds a mark in each layer: each brush paints in its own, and erasing takes the uppermost first.
#[test]
fn marks_are_painted_and_erased_layer_by_layer() {
    let folder = tempfile::tempdir().expect("a folder");
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/own_games/gardens");
    for name in ["game.toml", "rules.lp"] {
        fs::copy(from.join(name), folder.path().join(name)).expect("copied");
    }
    let path = folder.path().join("levels.json");
    let board = foolproof::level::Board { cols: 4, rows: 4, tray: 0 };
    let level = Level::open("gardens", board);
    let pack = Pack { levels: vec![Arc::new(level)], ..Pack::default() };
    pack.save(&path).expect("saved");
    let mut window = Window::open(&path, None);
    let cell = Site::cell(1, 1);
    let [over, usual, under]: [Site; 3] =
        cell.layers().collect::<Vec<_>>().try_into().expect("three layers");
    for brush in ["garden 2", "seed, which grows a flower", "a flower north of here"] {
        window.harness.get_by_label(&format!("Brush: {brush}")).click();
        window.steps(3);
        window.stroke(PointerButton::Primary, &[cell]);
    }
    let held = |window: &Window| [over, usual, under].map(|site| window.mark(site));
    let mark = |word: &str| Some(word.to_owned());
    assert_eq!(held(&window), [mark("arrow(n)"), mark("seed"), mark("region(2)")]);
    // A stroke takes one mark of a cell, however long it stays there.
    window.plain(Key::E);
    window.stroke(PointerButton::Primary, &[cell, cell, cell]);
    assert_eq!(held(&window), [None, mark("seed"), mark("region(2)")]);
    // Beside the one that is selected stands the other, to be selected instead.
    window.plain(Key::V);
    window.stroke(PointerButton::Primary, &[cell]);
    assert_eq!(window.app().state.board.targets(), [usual].into());
    window.click("The layer under R2C2: garden 2");
    assert_eq!(window.app().state.board.targets(), [under].into());
    window.plain(Key::L);
    assert_eq!(window.level().hold(under), Hold::Locked);
    assert_eq!(window.level().hold(usual), Hold::Painted);
    for _ in 0..5 {
        window.key(Modifiers::COMMAND, Key::Z);
    }
    assert_eq!(held(&window), [None, None, None]);
}
