//! Instructions against the hand: what the window tells a player is done by mouse and keys, in every game.

use egui_kittest::kittest::NodeT as _;
use foolproof::game::{CROSS, DOT, Game, HandGesture, LineStart, MoveAim, Side};
use foolproof::level::Place;

use super::*;

/// A folder of a game with its levels, copied.
fn folder_of(name: &str) -> (tempfile::TempDir, PathBuf) {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    let folder = tempfile::tempdir().expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        fs::copy(entry.path(), folder.path().join(entry.file_name())).expect("copied");
    }
    let path = folder.path().join("levels.json");
    (folder, path)
}

/// All games that players see here, each with its own pack.
fn packs() -> Vec<(String, tempfile::TempDir, PathBuf)> {
    let mut all = Vec::new();
    for game in clicks::BUILT_IN {
        let (folder, path) = sample(game, 3);
        all.push((game.to_owned(), folder, path));
    }
    for game in clicks::FOLDERS {
        let (folder, path) = folder_of(game);
        all.push((game.to_owned(), folder, path));
    }
    for source in clicks::SOURCES {
        let (text, rest) = (format!("{source}.txt"), format!("{source}.foolproof.json"));
        let files = [text.clone(), rest].map(|file| format!("puzzlescript/{file}"));
        let files: Vec<&str> = files.iter().map(String::as_str).collect();
        let (folder, path) = copied(&files, &text);
        all.push((source.to_owned(), folder, path));
    }
    all
}

/// The same, and a Sudoku with constraints.
pub fn all_packs() -> Vec<(String, tempfile::TempDir, PathBuf)> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("variant.json");
    fs::write(&path, clicks::VARIANT).expect("written");
    let mut all = packs();
    all.push(("a Sudoku with constraints".to_owned(), folder, path));
    all
}

impl Window {
    fn session(&self) -> &foolproof::slices::play::window::PlaySession {
        &self.player().table().expect("a level is played").session
    }

    /// The gestures of the level on the table, once its rules are read.
    fn hands(&mut self) -> Vec<HandGesture> {
        let (game, _) = self.until_read();
        let begun = Instant::now();
        loop {
            let hands = self.session().hands(&*game);
            if !hands.is_empty() {
                return hands;
            }
            assert!(begun.elapsed() < PATIENCE, "no gestures for {}", game.about().id);
            std::thread::sleep(Duration::from_millis(5));
            self.steps(1);
        }
    }

    fn other_button(&mut self, site: Site) {
        let pos = self.at(site);
        self.harness.hover_at(pos);
        self.steps(2);
        for pressed in [true, false] {
            let (button, modifiers) = (egui::PointerButton::Secondary, Modifiers::NONE);
            self.harness.event(egui::Event::PointerButton { pos, button, pressed, modifiers });
            self.steps(2);
        }
        self.steps(2);
    }

    fn described(&self, site: Site) -> String {
        let words = format!("{}:", site.spoken());
        let has = |label: &str| label.to_lowercase().starts_with(&words);
        let nodes = self.harness.query_all_by(|node| node.label().is_some_and(|label| has(&label)));
        let node = nodes.into_iter().next().expect("the site is on the board");
        let label = node.accesskit_node().label().expect("a label");
        label.split_once(": ").expect("what it holds").1.to_owned()
    }

    /// Sites of a kind where a player may put something.
    fn free(&self, place: Place) -> Vec<Site> {
        let table = self.player().table().expect("a level is played");
        let (game, level) = (&table.game, &table.session.level);
        let sites = game.layout_of(level).sites.into_iter().map(|(site, _)| site);
        let sites = sites.filter(|site| site.place == place);
        sites.filter(|site| !game.choices_at(level, &Play::default(), *site).is_empty()).collect()
    }

    /// Does what a gesture says, and looks that it plays.
    fn performs(&mut self, gesture: &HandGesture) {
        let table = self.player().table().expect("a level is played");
        let (game, level) = (Arc::clone(&table.game), Arc::clone(&table.session.level));
        let solution = table.level.intended.clone().expect("a solution");
        self.plain(Key::R);
        assert!(self.play().is_empty());
        match gesture {
            HandGesture::Carry => self.carries((&*game, &level), &solution),
            HandGesture::Cycle { place, marks } => {
                let site = self.free(*place)[0];
                let before = self.described(site);
                for mark in marks {
                    self.tap(site);
                    assert_eq!(self.described(site), *mark);
                    assert_eq!(self.play().is_empty(), [DOT, CROSS].contains(&mark.as_str()));
                }
                self.tap(site);
                assert_eq!((self.described(site), self.play().len()), (before, 0));
            }
            HandGesture::Sweep => {
                let sites = self.free(Place::Cell);
                let row =
                    sites.iter().find(|site| sites.contains(&Site::cell(site.col + 1, site.row)));
                let first = *row.expect("two beside each other");
                self.drag(&[first, Site::cell(first.col + 1, first.row)]);
                assert_eq!(self.play().len(), 2);
                self.key(Modifiers::COMMAND, Key::Z);
                assert!(self.play().is_empty(), "one step");
            }
            HandGesture::Type => {
                let (site, mark) = solution.iter().next().expect("a digit");
                self.tap(site);
                let digit = game.typed_text(mark).expect("a digit");
                self.plain(Key::from_name(&digit).expect("a key"));
                assert_eq!(self.play().get(site), Some(mark));
            }
            HandGesture::Draw(start) => self.draws(*start, (&*game, &level), &solution),
            HandGesture::Follow => {
                let way = clicks::stroke(&*game, &level, &solution);
                self.tap(way[0]);
                let to = self.at(way[1]);
                self.harness.hover_at(to);
                self.steps(3);
                self.press(to, true);
                self.press(to, false);
                assert_eq!(self.play().len(), 1, "the line follows");
                assert_eq!(self.session().pen, None, "and is let go");
            }
            HandGesture::TakeOff => self.takes_off((&*game, &level), &solution),
            HandGesture::CycleBack => self.goes_back(&*game, &level),
            HandGesture::Cross => self.crosses_out(),
            HandGesture::Steer | HandGesture::Push => self.moves(gesture, &level),
            HandGesture::Press | HandGesture::PressTwo | HandGesture::Name => {
                self.acts(gesture, &level);
            }
            HandGesture::Letters(letters) => self.types_letters(letters, &level),
        }
    }

    /// The other button goes through the same, the other way round.
    fn goes_back(&mut self, game: &dyn Game, level: &Level) {
        let cycled = game.gestures(level).into_iter().find_map(|hand| match hand {
            HandGesture::Cycle { place, marks } => Some((place, marks)),
            _ => None,
        });
        let (place, marks) = cycled.expect("something is put by clicks");
        let site = self.free(place)[0];
        let before = self.described(site);
        for mark in marks.iter().rev() {
            self.other_button(site);
            assert_eq!(self.described(site), *mark);
        }
        self.other_button(site);
        assert_eq!((self.described(site), self.play().len()), (before, 0));
    }

    /// A cross does not belong to the play: the other button puts and removes it, and a drag puts several.
    fn crosses_out(&mut self) {
        let edges = self.free(Place::VEdge);
        let beside = |site: &&Site| edges.contains(&Site { col: site.col + 1, ..**site });
        let first = *edges.iter().find(beside).expect("two edges beside each other");
        let next = Site { col: first.col + 1, ..first };
        let before = self.described(first);
        self.other_button(first);
        assert_eq!((self.described(first).as_str(), self.play().len()), (CROSS, 0));
        self.other_button(first);
        assert_eq!(self.described(first), before);
        let (from, to) = (self.at(first), self.at(next));
        let (button, modifiers) = (egui::PointerButton::Secondary, Modifiers::NONE);
        self.harness.hover_at(from);
        self.steps(2);
        let pressed = |pos, pressed| egui::Event::PointerButton { pos, button, pressed, modifiers };
        self.harness.event(pressed(from, true));
        self.steps(2);
        self.harness.hover_at(to);
        self.steps(2);
        self.harness.event(pressed(to, false));
        self.steps(2);
        assert_eq!([first, next].map(|site| self.described(site)), [CROSS, CROSS]);
        assert!(self.play().is_empty());
        self.key(Modifiers::COMMAND, Key::Z);
        assert_eq!(self.described(next), before, "one step");
    }

    fn carries(&mut self, (game, level): (&dyn Game, &Level), solution: &Play) {
        let (site, mark) = solution.iter().next().expect("a piece");
        let hand = game.hand(level, &self.play()).into_iter();
        let slot = hand.filter(|item| item.mark == *mark && item.left > 0);
        let from = slot.filter_map(|item| item.site).next().expect("in the tray");
        self.drag(&[from, site]);
        assert_eq!(self.play().get(site), Some(mark), "dragged");
        self.plain(Key::R);
        self.tap(from);
        self.tap(site);
        assert_eq!(self.play().get(site), Some(mark), "two clicks");
    }

    fn draws(&mut self, start: LineStart, (game, level): (&dyn Game, &Level), solution: &Play) {
        let way = match start {
            LineStart::Number | LineStart::Start => clicks::stroke(game, level, solution),
            LineStart::Cell => {
                let mut edges = solution.iter().map(|(site, _)| site);
                let edge = edges.find(|site| site.place == Place::VEdge);
                let edge = edge.expect("a line across an upright edge");
                vec![Site::cell(edge.col - 1, edge.row), Site::cell(edge.col, edge.row)]
            }
            LineStart::Corner => {
                // From corner to corner along the first edge: corners are not sites here.
                let at = |window: &Self, place: Place| window.at(Site { place, col: 0, row: 0 });
                let (top, left) = (at(self, Place::HEdge), at(self, Place::VEdge));
                let corner = Pos2::new(left.x, top.y);
                let next = Pos2::new(2.0 * top.x - left.x, top.y);
                self.harness.hover_at(corner);
                self.steps(2);
                self.press(corner, true);
                self.harness.hover_at(next);
                self.steps(3);
                self.press(next, false);
                self.steps(2);
                let edge = Site { place: Place::HEdge, col: 0, row: 0 };
                assert_eq!(self.play().iter().map(|(site, _)| site).collect::<Vec<_>>(), [edge]);
                return;
            }
        };
        self.drag(&way);
        assert!(!self.play().is_empty(), "{way:?}");
    }

    fn takes_off(&mut self, (game, level): (&dyn Game, &Level), solution: &Play) {
        let hands = game.gestures(level);
        let other = hands.iter().find(|hand| {
            !matches!(hand, HandGesture::TakeOff | HandGesture::Sweep | HandGesture::Follow)
        });
        match other.expect("something is put") {
            HandGesture::Cycle { place, .. } => self.tap(self.free(*place)[0]),
            HandGesture::Draw(
                start @ (LineStart::Number | LineStart::Cell | LineStart::Corner),
            ) => {
                self.draws(*start, (game, level), solution);
            }
            HandGesture::Draw(LineStart::Start) => {
                self.drag(&clicks::stroke(game, level, solution));
            }
            HandGesture::Type => {
                let (site, mark) = solution.iter().next().expect("a digit");
                self.tap(site);
                let digit = game.typed_text(mark).expect("a digit");
                self.plain(Key::from_name(&digit).expect("a key"));
            }
            other => self.performs(other),
        }
        let before = self.play();
        let (site, _) = before.iter().next().expect("something was put");
        self.other_button(site);
        assert!(self.play().len() < before.len(), "{before:?}");
    }

    fn moves(&mut self, gesture: &HandGesture, level: &Level) {
        let table = self.player().table().expect("a level is played");
        let game = Arc::clone(&table.game);
        let moves = game.moves().expect("moves");
        let legal = moves.legal(level, &Play::default());
        let made = legal.iter().find(|made| moves.aim(&made.mark) == MoveAim::Side);
        let made = made.expect("a move").clone();
        let key = match made.towards {
            Side::North => Key::ArrowUp,
            Side::East => Key::ArrowRight,
            Side::South => Key::ArrowDown,
            Side::West => Key::ArrowLeft,
        };
        if *gesture == HandGesture::Push {
            self.tap(made.from);
        }
        self.plain(key);
        assert_eq!(self.play().len(), 1, "by the key");
        self.plain(Key::R);
        self.steps(60);
        let middle = Site::cell(level.board.cols / 2, level.board.rows / 2);
        let from = if *gesture == HandGesture::Push { made.from } else { middle };
        let from = self.at(from);
        let (x, y) = match made.towards {
            Side::North => (0.0, -1.0),
            Side::East => (1.0, 0.0),
            Side::South => (0.0, 1.0),
            Side::West => (-1.0, 0.0),
        };
        let to = from + 90.0 * egui::vec2(x, y);
        self.harness.hover_at(from);
        self.steps(2);
        self.press(from, true);
        self.harness.hover_at(to);
        self.steps(3);
        self.press(to, false);
        self.steps(2);
        assert_eq!(self.play().len(), 1, "by a drag");
    }

    /// Each letter is the key of a move, where that move can be made.
    fn types_letters(&mut self, letters: &[(char, String)], level: &Level) {
        let game = Arc::clone(&self.player().table().expect("a level is played").game);
        let moves = game.moves().expect("moves");
        for (letter, _) in letters {
            let legal = moves.legal(level, &Play::default());
            let is_made = legal.iter().any(|made| moves.letter(&made.mark) == Some(*letter));
            self.plain(Key::from_name(&letter.to_string()).expect("a key"));
            assert_eq!(self.play().len(), usize::from(is_made), "{letter}");
            self.plain(Key::R);
        }
    }

    fn acts(&mut self, gesture: &HandGesture, level: &Level) {
        let table = self.player().table().expect("a level is played");
        let game = Arc::clone(&table.game);
        let moves = game.moves().expect("moves");
        let legal = moves.legal(level, &Play::default());
        let is_it = |aim: MoveAim| match gesture {
            HandGesture::Press => matches!(aim, MoveAim::Site(_)),
            HandGesture::PressTwo => matches!(aim, MoveAim::Sites(..)),
            _ => aim == MoveAim::Name,
        };
        let Some(made) = legal.iter().find(|made| is_it(moves.aim(&made.mark))) else {
            // A PuzzleScript game need not use its key of action here.
            assert_eq!(*gesture, HandGesture::Name);
            return;
        };
        match moves.aim(&made.mark) {
            MoveAim::Site(site) => self.tap(site),
            MoveAim::Sites(from, to) => {
                self.tap(from);
                self.tap(to);
            }
            MoveAim::Side | MoveAim::Name => {
                crate::press_button(&mut self.harness, &game.describe(&made.mark));
            }
        }
        assert!(self.play().0.values().eq([&made.mark]), "{:?}", self.play());
    }
}

#[test]
fn every_game_is_played_as_its_window_says() {
    for (name, folder, path) in packs() {
        let mut window = Window::open(&path, folder.path(), RecordWish::Never);
        let (pack, ..) = script::load_any(&path).expect("a pack");
        let solved = |level: &&Arc<Level>| level.intended.is_some();
        let first = pack.levels.iter().position(|level| solved(&level)).expect("a solution");
        let level = &pack.levels[first];
        window.click(&words::card(first, &level.title, words::OPEN));
        let hands = window.hands();
        println!("{name}: {hands:?}");
        let game = Arc::clone(&window.player().table().expect("it is played").game);
        window.until_says(&game.instruction(level));
        assert!(window.says(&game.about().tagline), "{name}: the goal");
        for gesture in &hands {
            window.until_says(&gesture.words());
        }
        for gesture in &hands {
            println!("  {}", gesture.words());
            window.performs(gesture);
        }
    }
}

#[test]
fn the_first_screen_shows_what_one_wants_and_does() {
    for (name, folder, path) in packs() {
        let mut window = Window::at_first_screen(&path, folder.path(), RecordWish::Never);
        window.until_says(words::HOW_TO_PLAY);
        window.click(words::PLAY);
        let hands = window.hands();
        let game = Arc::clone(&window.player().table().expect("it is played").game);
        window.plain(Key::Escape);
        window.click(words::FIRST_SCREEN);
        window.until_says(&game.about().tagline);
        window.until_says(words::HOW_TO_PLAY);
        for gesture in hands.iter().take(4) {
            assert!(window.says(&gesture.words()), "{name}: {gesture:?}");
        }
    }
}

#[test]
fn rules_goal_and_gestures_are_a_key_away() {
    for (name, folder, path) in packs() {
        let mut window = Window::open(&path, folder.path(), RecordWish::Never);
        let (pack, ..) = script::load_any(&path).expect("a pack");
        let level = &pack.levels[0];
        window.click(&words::card(0, &level.title, words::OPEN));
        let hands = window.hands();
        let game = Arc::clone(&window.player().table().expect("it is played").game);
        window.plain(Key::R);
        window.plain(Key::F1);
        assert!(window.says(words::HOW_TO_PLAY) && window.says(words::KEYS), "{name}");
        let rules = game.about().rules.lines().map(str::trim).filter(|line| !line.is_empty());
        for line in rules {
            assert!(window.says(line), "{name}: {line}");
        }
        assert!(game.about().design.is_empty() || !window.says(&game.about().design), "{name}");
        // No key reaches the board beneath it.
        for key in [Key::ArrowRight, Key::ArrowDown, Key::Enter, Key::Space, Key::Num1] {
            window.plain(key);
        }
        if window.says(words::HOW_TO_PLAY) {
            assert!(hands.iter().all(|gesture| window.says(&gesture.words())), "{name}");
            window.plain(Key::Escape);
        }
        assert!(!window.says(words::HOW_TO_PLAY), "{name}: it is shut");
        assert!(window.play().is_empty(), "{name}: nothing was played meanwhile");
        assert!(window.player().playing().is_some(), "{name}: the level is still there");
    }
}

#[test]
fn the_same_clicks_solve_every_game_as_in_the_editor_and_in_a_page() {
    for (name, folder, path) in all_packs() {
        println!("{name}");
        let mut window = Window::open(&path, folder.path(), RecordWish::Never);
        let (pack, ..) = script::load_any(&path).expect("a pack");
        let solved = |level: &Arc<Level>| level.intended.is_some();
        let first = pack.levels.iter().position(solved).expect("a solution");
        let level = &pack.levels[first];
        window.click(&words::card(first, &level.title, words::OPEN));
        window.hands();
        window.solve(&level.intended.clone().expect("a solution"));
        window.until_says("Solved");
    }
}
