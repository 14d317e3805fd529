//! PuzzleScript sources as games and packs: levels there and back, every answer against searches that share
//! nothing with it, and what becomes of a source that changes.

mod hopeless;
mod playing;
mod regions;
mod told;

use foolproof::games::{
    LibraryShelf,
    library::Library,
    script::{ScriptedGame, carried, companion_of, load_any, save_any},
};
use std::collections::{BTreeMap, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use foolproof::game::{EventElsewhere, Game, NoGrounder, Verdict, Wanted};
use foolproof::level::file::{There, WriteOrder};
use foolproof::level::{Board, Concept, Hold, Level, Mark, Pack, Play, Site, Spot};
use foolproof::puzzlescript::{ScriptSpace, SpaceEnd, compile, heuristic_search};
use foolproof::space::SpaceLimits;

const SAMPLES: [&str; 2] = ["ring-them-home", "yard-by-yard"];

fn sample_path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/puzzlescript").join(format!("{name}.txt"))
}

fn source(name: &str) -> String {
    std::fs::read_to_string(sample_path(name)).expect("a sample")
}

/// A separate folder with a copy of a sample.
fn copied(test: &str, name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("script").join(test);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(format!("{name}.txt"));
    std::fs::copy(sample_path(name), &path).expect("a copy");
    std::fs::copy(companion_of(&sample_path(name)), companion_of(&path)).expect("a copy");
    path
}

fn game_of(source: &str) -> (Arc<dyn Game>, Pack) {
    let (pack, left_out) = carried(source).expect("a pack");
    assert!(left_out.is_empty(), "{left_out:?}");
    let text = pack.games.first().and_then(|game| game.text.clone()).expect("the game");
    let game = ScriptedGame::new(text).map_err(|faults| faults[0].to_string());
    (Arc::new(game.expect("a game")), pack)
}

fn load(path: &Path) -> Pack {
    load_any(path).map(|(pack, ..)| pack).expect("a pack")
}

fn save(pack: &Pack, path: &Path) {
    let order = WriteOrder { there: There::Whatever, ..WriteOrder::default() };
    save_any(pack, path, &order).expect("saved");
}

fn boards(pack: &Pack) -> Vec<(Board, Vec<(Site, Mark)>)> {
    let marks = |level: &Level| level.marks().map(|(site, mark)| (site, mark.clone())).collect();
    pack.levels.iter().map(|level| (level.board, marks(level))).collect()
}

/// A small level at random: one player, and others of the palette.
fn random_level(game: &dyn Game, rng: &mut fastrand::Rng, board: Board) -> Level {
    let brushes: Vec<Mark> =
        game.palette().into_iter().flat_map(|group| group.brushes).map(|b| b.mark).collect();
    let with_player = |mark: &&Mark| mark.as_str().contains("player");
    let (players, others): (Vec<&Mark>, Vec<&Mark>) = brushes.iter().partition(with_player);
    let mut level = Level::open(game.about().id.clone().into_owned(), board);
    let cells: Vec<Site> = board.cells().collect();
    for cell in &cells {
        let mark = (rng.u8(..4) < 1).then(|| rng.choice(&others)).flatten();
        level.paint(*cell, mark.map(|mark| (*mark).clone()));
    }
    if let (Some(cell), Some(player)) = (rng.choice(&cells), rng.choice(&players)) {
        level.paint(*cell, Some((*player).clone()));
    }
    level
}

fn asked(shortcuts: bool) -> Wanted {
    Wanted { shortcuts, plays: 20, most: u64::MAX, marks: !shortcuts }
}

/// Breadth first over positions as levels: the length of a shortest solution, how many of that length,
/// positions that can be reached, and dead ends among them. Shares no table, packing or graph with the
/// search.
fn plainly(
    game: &dyn Game,
    level: &Level,
    most: usize,
) -> Option<(Option<usize>, u64, usize, usize)> {
    let moves = game.moves().expect("moves");
    let key = |level: &Level| -> Vec<(Site, Mark)> {
        level.marks().map(|(site, mark)| (site, mark.clone())).collect()
    };
    let mut numbers = BTreeMap::from([(key(level), 0_usize)]);
    let mut known = vec![(level.clone(), 0_usize, 1_u64)];
    let mut steps: Vec<Vec<Option<usize>>> = Vec::new();
    let (mut open, mut best) = (VecDeque::from([0_usize]), None);
    let mut n_best = 0;
    while let Some(at) = open.pop_front() {
        let (here, depth, ways) = known[at].clone();
        let mut to = Vec::new();
        for made in moves.legal(&here, &Play::default()) {
            let mut play = Play::default();
            play.0.insert(Site::step(play.len()), made.mark);
            if game.judge(&here, &play) == Verdict::Solved {
                if best.is_none_or(|length| length == depth + 1) {
                    best = Some(depth + 1);
                    n_best += ways;
                }
                to.push(None);
                continue;
            }
            let mut after = moves.after(&here, &play);
            after.settings.clear();
            let fresh = numbers.len();
            let number = *numbers.entry(key(&after)).or_insert(fresh);
            if number == fresh {
                known.push((after, depth + 1, 0));
                open.push_back(number);
            }
            if known[number].1 == depth + 1 {
                known[number].2 += ways;
            }
            to.push(Some(number));
        }
        steps.push(to);
        if known.len() > most {
            return None;
        }
    }
    let mut alive = vec![false; known.len()];
    loop {
        let before = alive.iter().filter(|alive| **alive).count();
        for (at, to) in steps.iter().enumerate() {
            alive[at] |= to.iter().any(|to| to.is_none_or(|to| alive[to]));
        }
        if alive.iter().filter(|alive| **alive).count() == before {
            break;
        }
    }
    let dead = alive.iter().filter(|alive| !**alive).count();
    Some((best, n_best, known.len(), dead))
}

#[test]
fn random_levels_are_solved_as_a_plain_search_solves_them() {
    let mut rng = fastrand::Rng::with_seed(19);
    let (mut solvable, mut counted) = (0, 0);
    for name in SAMPLES {
        let (game, _) = game_of(&source(name));
        for _ in 0..150 {
            let level = random_level(&*game, &mut rng, Board { cols: 5, rows: 3, tray: 0 });
            let Some((best, number, reached, dead)) = plainly(&*game, &level, 1500) else {
                continue;
            };
            let search = game.search().expect("a search");
            let found = search.solutions(&level, asked(false), &|| false).expect("an answer");
            assert!(found.exhausted, "{level:?}");
            assert_eq!(found.count, number, "{level:?}");
            assert_eq!(found.plays.first().map(Play::len), best, "{level:?}");
            for play in &found.plays {
                assert_eq!(game.judge(&level, play), Verdict::Solved);
            }
            let graph = game.moves().expect("moves").graph(&level, 5000, &|| false).expect("all");
            assert_eq!((graph.reached, graph.dead), (reached as u64, dead as u64), "{level:?}");
            assert_eq!(graph.solutions, number);
            solvable += usize::from(best.is_some_and(|length| length > 1));
            counted += 1;
        }
    }
    assert!(counted > 150 && solvable > 8, "{solvable} of {counted} levels take moves to solve");
}

/// Every play of at most so many keys that solves a level, in any order.
fn solutions_up_to(game: &dyn Game, level: &Level, most: usize) -> Vec<Play> {
    let moves = game.moves().expect("moves");
    let (mut found, mut open) = (Vec::new(), vec![Play::default()]);
    while let Some(play) = open.pop() {
        for made in moves.legal(level, &play) {
            let mut next = play.clone();
            next.0.insert(Site::step(play.len()), made.mark);
            match game.judge(level, &next) {
                Verdict::Solved => found.push(next),
                _ if next.len() < most => open.push(next),
                _ => {}
            }
        }
    }
    found
}

#[test]
fn shortcuts_and_what_every_solution_does_are_those_of_all_plays() {
    const MAX_MOVES: usize = 6;
    let mut rng = fastrand::Rng::with_seed(4);
    let (mut with, mut without) = (0, 0);
    for name in SAMPLES {
        let (game, _) = game_of(&source(name));
        for _ in 0..400 {
            if with > 25 && without > 25 {
                break;
            }
            let level = random_level(&*game, &mut rng, Board { cols: 3, rows: 3, tray: 0 });
            let all = solutions_up_to(&*game, &level, MAX_MOVES);
            let Some(first) = all.iter().min_by_key(|play| play.len()) else { continue };
            let events = game.moves().expect("moves").events(&level, first, &|| false);
            let properties = game.properties().expect("properties");
            for event in events.expect("events") {
                let asks = match event.event.starts_with("before(") {
                    true => event.event.clone(),
                    false => format!("happens({},1)", event.event),
                };
                let asks: Mark = asks.parse().expect("a mark");
                let mut level = level.clone();
                level.concept = Concept::Is(asks.clone());
                let found = game.search().expect("a search");
                let found = found.solutions(&level, asked(true), &|| false).expect("an answer");
                let lacks = |play: &&Play| properties.practises(&level, play, &asks) == Some(false);
                let shortest = all.iter().filter(lacks).map(Play::len).min();
                match (found.plays.first(), shortest) {
                    (Some(shortcut), Some(length)) => {
                        assert_eq!(shortcut.len(), length, "{asks} of {level:?}");
                    }
                    (Some(shortcut), None) => {
                        assert!(shortcut.len() > MAX_MOVES, "{asks} of {level:?}")
                    }
                    (None, shortest) => assert_eq!(shortest, None, "{asks} of {level:?}"),
                }
                if let Some(shortcut) = found.plays.first() {
                    assert_eq!(game.judge(&level, shortcut), Verdict::Solved);
                    assert_eq!(properties.practises(&level, shortcut, &asks), Some(false));
                }
                let everywhere = !matches!(event.elsewhere, EventElsewhere::NotIn(_));
                assert_eq!(everywhere, found.plays.is_empty(), "{asks} of {level:?}");
                *(if everywhere { &mut with } else { &mut without }) += 1;
            }
        }
    }
    assert!(with > 20 && without > 20, "{with} events everywhere, {without} not");
}

#[test]
fn a_source_that_is_saved_unchanged_stays_as_it_is() {
    for name in SAMPLES {
        let path = copied(&format!("unchanged-{name}"), name);
        let beside = std::fs::read_to_string(companion_of(&path)).expect("the file beside it");
        save(&load(&path), &path);
        assert_eq!(std::fs::read_to_string(&path).expect("a source"), source(name));
        let after = std::fs::read_to_string(companion_of(&path)).expect("the file beside it");
        assert_eq!(after, beside);
    }
}

#[test]
fn levels_are_written_back_and_every_other_byte_stays() {
    let mut rng = fastrand::Rng::with_seed(7);
    for name in SAMPLES {
        let path = copied(&format!("written-{name}"), name);
        let (game, _) = game_of(&source(name));
        for round in 0..60 {
            let mut pack = load(&path);
            let n = pack.levels.len();
            match rng.u8(..6) {
                0 if n > 2 => drop(pack.levels.remove(rng.usize(..n))),
                1 => {
                    let board = Board { cols: rng.u16(1..7), rows: rng.u16(1..6), tray: 0 };
                    let level = random_level(&*game, &mut rng, board);
                    pack.levels.insert(rng.usize(..=n), Arc::new(level));
                }
                2 => pack.levels.swap(rng.usize(..n), rng.usize(..n)),
                _ => {
                    let at = rng.usize(..n);
                    let level = Arc::make_mut(&mut pack.levels[at]);
                    let like = random_level(&*game, &mut rng, level.board);
                    for cell in level.board.cells().filter(|_| rng.u8(..4) == 0) {
                        level.paint(cell, like.mark(cell).cloned());
                    }
                }
            }
            save(&pack, &path);
            assert_eq!(boards(&load(&path)), boards(&pack), "{name}, round {round}");
        }
        let (before, after) = (source(name), std::fs::read_to_string(&path).expect("a source"));
        let rules = |text: &str| text.split("\nLEVELS\n").next().map(str::to_owned);
        assert_eq!(rules(&before), rules(&after));
        let messages = |text: &str| {
            let lines = text.lines().filter(|line| line.starts_with("message"));
            lines.map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(messages(&before), messages(&after), "messages stay");
    }
}

#[test]
fn one_cell_changes_one_row() {
    let path = copied("one-row", "ring-them-home");
    let mut pack = load(&path);
    let level = Arc::make_mut(pack.levels.get_mut(1).expect("a second level"));
    let cell = level.board.cells().find(|cell| level.mark(*cell).is_none()).expect("an empty cell");
    level.paint(cell, "hedge".parse().ok());
    save(&pack, &path);
    let (before, after) = (source("ring-them-home"), std::fs::read_to_string(&path).expect("text"));
    let changed = before.lines().zip(after.lines()).filter(|(old, new)| old != new);
    assert_eq!((changed.count(), before.lines().count()), (1, after.lines().count()));
}

#[test]
fn what_a_source_cannot_hold_is_kept_beside_it_and_found_again() {
    let path = copied("beside", "yard-by-yard");
    std::fs::remove_file(companion_of(&path)).expect("removed");
    let mut pack = load(&path);
    save(&pack, &path);
    assert!(!companion_of(&path).exists(), "there is nothing to keep");
    let level = Arc::make_mut(pack.levels.get_mut(2).expect("a third level"));
    level.concept = "happens(moved(player),3)".parse().expect("a concept");
    let cell = Site::cell(0, 0);
    level.set(cell, Spot { mark: level.mark(cell).cloned(), hold: Hold::Locked });
    "Three".clone_into(&mut level.title);
    save(&pack, &path);
    // A level is drawn before it in another editor.
    let text = std::fs::read_to_string(&path).expect("a source");
    let heading = "=======\nLEVELS\n=======\n";
    assert!(text.contains(heading));
    let text = text.replacen(heading, &format!("{heading}\n#####\n#p..#\n#####\n"), 1);
    std::fs::write(&path, text).expect("written");
    let found = load(&path);
    let three = found.levels.iter().find(|level| level.title == "Three").expect("the level");
    assert_eq!(three.hold(cell), Hold::Locked);
    assert_eq!(three.concept, "happens(moved(player),3)".parse().expect("a concept"));
    // The file next to it is a pack on its own, with the source as its game.
    let library = Library::new(Arc::new(NoGrounder), None);
    let games = foolproof::built_in().with_library(library);
    let beside = companion_of(&path);
    let alone = Pack::load(&beside).expect("a pack");
    assert_eq!(games.load_for(&alone, Some(&beside)), []);
    assert!(games.by_id(&three.game).is_some());
}

#[test]
fn a_level_that_the_legend_cannot_draw_is_refused_by_its_cell() {
    let path = copied("refused", "ring-them-home");
    let mut pack = load(&path);
    let level = Arc::make_mut(pack.levels.first_mut().expect("a level"));
    level.paint(Site::cell(1, 1), "stack(stile,sheep)".parse().ok());
    let order = WriteOrder { there: There::Whatever, ..WriteOrder::default() };
    let why = save_any(&pack, &path, &order).expect_err("refused").to_string();
    assert!(
        why.starts_with("level 1: ") && why.contains("sheep on stile, which is on R2C2"),
        "{why}"
    );
    assert_eq!(std::fs::read_to_string(&path).expect("a source"), source("ring-them-home"));
}

#[test]
fn a_concept_knows_its_rule_again_where_lines_have_moved() {
    let before = source("ring-them-home");
    let (game, pack) = game_of(&before);
    let moved =
        before.replacen("========\nOBJECTS", "(One)\n(Two)\n(Three)\n\n========\nOBJECTS", 1);
    let (later, _) = game_of(&moved);
    let changed = before.replacen(
        "late [ Called Sheep Clover ] -> [ Sheep ]",
        "late [ Called Sheep Clover ] -> [ Sheep Clover ]",
        1,
    );
    assert_ne!(changed, before);
    let (other, _) = game_of(&changed);
    let companion = load(&sample_path("ring-them-home"));
    let mut asked = 0;
    for (drawn, kept) in pack.levels.iter().zip(&companion.levels) {
        let Some(play) = &kept.intended else { continue };
        for property in kept.concept.properties() {
            let had = |game: &dyn Game| game.properties()?.practises(drawn, play, property);
            assert_eq!(had(&*game), Some(true), "{property}");
            assert_eq!(had(&*later), Some(true), "{property}");
            asked += 1;
        }
    }
    assert!(asked > 8);
    // A rule that was rewritten is another one.
    let rule = other.moves().and_then(|_| {
        let level = pack.levels.get(4)?;
        let play = companion.levels.get(4)?.intended.as_ref()?;
        game.moves()?.events(level, play, &|| false)
    });
    let named = rule.expect("events").into_iter().find(|event| event.words.contains("Clover ] ->"));
    let term: Mark =
        format!("happens({},1)", named.expect("the rule").event).parse().expect("a mark");
    let level = pack.levels.get(4).expect("a fifth level");
    assert!(game.properties().expect("properties").rules(level, &term, "x").is_ok());
    assert!(other.properties().expect("properties").rules(level, &term, "x").is_err());
}

#[test]
fn patterns_are_concepts_in_the_languages_own_brackets() {
    let (game, pack) = game_of(&source("ring-them-home"));
    let companion = load(&sample_path("ring-them-home"));
    let level = pack.levels.first().expect("a level");
    let play = companion.levels.first().and_then(|level| level.intended.clone()).expect("a play");
    let properties = game.properties().expect("properties");
    let pattern = |brackets: &str| properties.pattern(brackets);
    let shows = |brackets: &str| {
        let term = pattern(brackets).expect("a pattern");
        let asks: Mark = format!("happens({term},1)").parse().expect("a mark");
        game.properties().expect("properties").practises(level, &play, &asks)
    };
    assert_eq!(shows("[ Sheep Fold ]"), Some(true));
    assert_eq!(shows("[ Player | Sheep ]"), Some(true));
    assert_eq!(shows("up [ Player | Sheep ]"), Some(false));
    assert_eq!(shows("[ Player Fold ]"), Some(false));
    assert_eq!(shows("[ Player | ... | Hedge ] [ Sheep no Fold ]"), Some(true));
    assert!(pattern("[ Player | Wolf ]").expect_err("no wolf").to_string().contains("Wolf"));
    assert!(pattern("[ > Player ]").expect_err("no arrows").to_string().contains("arrows"));
    assert!(pattern("[ Player").is_err());
    let concept: &dyn Game = &*game;
    let spelled = concept.spelled_concept("not happens( up [ Player | Sheep ] [ Fold ] ,2) or any");
    let shown = "not happens( shown(up,row(player,sheep),row(fold)),2) or any";
    assert_eq!(spelled.as_deref(), Ok(shown));
}

#[test]
fn a_search_that_is_stopped_goes_on_to_the_same_end() {
    for name in SAMPLES {
        let game = compile(&source(name)).game.expect("a game");
        let limits = SpaceLimits::default();
        let boards: Vec<usize> =
            (0..game.levels.len()).filter(|at| game.board(*at).is_some()).take(5).collect();
        let mut rng = fastrand::Rng::with_seed(3);
        for level in boards {
            let whole = ScriptSpace::explore(&game, level, &limits, &|| false).expect("states");
            let asked = AtomicUsize::new(0);
            let most = rng.usize(2..2 + whole.n_states() / 3);
            let stop = || asked.fetch_add(1, Ordering::Relaxed) % most == most - 1;
            let mut parts = ScriptSpace::explore(&game, level, &limits, &stop).expect("states");
            let mut stops = 0;
            while *parts.end() == SpaceEnd::Stopped && stops < 100_000 {
                parts = parts.resume(&limits, &stop);
                stops += 1;
                if stops > 2000 {
                    parts = parts.resume(&limits, &|| false);
                }
            }
            assert!(stops > 0, "it was stopped");
            assert_eq!(parts.end(), whole.end());
            assert_eq!(parts.n_states(), whole.n_states());
            assert_eq!(parts.space().n_layers(), whole.space().n_layers());
            assert_eq!(parts.space().n_shortest(), whole.space().n_shortest());
            assert_eq!(parts.shortest_length(), whole.shortest_length());
            assert_eq!(parts.space().n_dead_ends(), whole.space().n_dead_ends());
            assert_eq!(parts.space().n_winning_steps(), whole.space().n_winning_steps());
            for state in 0..u32::try_from(whole.n_states()).expect("few") {
                assert_eq!(parts.state(state), whole.state(state));
                assert_eq!(parts.space().distance(state), whole.space().distance(state));
            }
        }
    }
}

#[test]
fn what_the_heuristic_search_finds_is_a_solution() {
    for name in SAMPLES {
        let (scripted, pack) = game_of(&source(name));
        let game = compile(&source(name)).game.expect("a game");
        let boards = (0..game.levels.len()).filter(|at| game.board(*at).is_some());
        for (at, level) in boards.zip(&pack.levels) {
            let found = heuristic_search(&game, at, 64 << 20, &|| false).expect("no fault");
            let keys = found.expect("a solution");
            let word = |key: &foolproof::puzzlescript::ScriptInput| {
                format!("{key:?}").to_lowercase().parse::<Mark>().expect("a mark")
            };
            let step = |at: usize| format!("step({at})").parse::<Site>().expect("a site");
            let play: Play = keys.iter().enumerate().map(|(n, key)| (step(n), word(key))).collect();
            assert_eq!(scripted.judge(level, &play), Verdict::Solved, "{}", level.title);
        }
    }
}

#[test]
fn levels_that_change_places_keep_what_is_kept_beside_them() {
    let path = copied("places", "ring-them-home");
    let before = load(&path);
    // The second and the third level change places in another editor, with their messages.
    let text = std::fs::read_to_string(&path).expect("a source");
    let parts: Vec<&str> = text.split("\nmessage ").collect();
    let mut order: Vec<usize> = (0..parts.len()).collect();
    order.swap(2, 3);
    let swapped: Vec<&str> = order.iter().map(|at| parts[*at]).collect();
    std::fs::write(&path, swapped.join("\nmessage ")).expect("written");
    let after = load(&path);
    let told = |pack: &Pack| -> Vec<(String, Concept)> {
        pack.levels.iter().map(|level| (level.title.clone(), level.concept.clone())).collect()
    };
    let mut wanted = told(&before);
    wanted.swap(1, 2);
    assert_eq!(told(&after), wanted);
}

#[test]
fn a_level_that_is_taken_out_and_put_back_stands_where_it_stood() {
    let path = copied("back", "ring-them-home");
    let whole = load(&path);
    // Behind the last level a message is the end of the game.
    for at in [0, 3, 6] {
        let mut pack = whole.clone();
        pack.levels.remove(at);
        save(&pack, &path);
        save(&whole, &path);
        let text = std::fs::read_to_string(&path).expect("a source");
        let lines = |text: &str| -> Vec<String> {
            text.lines().filter(|line| !line.trim().is_empty()).map(str::to_lowercase).collect()
        };
        assert_eq!(lines(&text), lines(&source("ring-them-home")), "level {}", at + 1);
    }
}

#[test]
fn rows_that_mean_the_same_stay_as_they_are_written() {
    let path = copied("ragged", "ring-them-home");
    // A ragged row, which goes on with its last character, and another letter's case.
    let text = source("ring-them-home").replacen("#.o..s.#\n########", "#.O..S.#\n###", 1);
    std::fs::write(&path, &text).expect("written");
    let mut pack = load(&path);
    let level = Arc::make_mut(pack.levels.first_mut().expect("a level"));
    level.paint(Site::cell(2, 1), "hedge".parse().ok());
    save(&pack, &path);
    let after = std::fs::read_to_string(&path).expect("a source");
    let changed: Vec<(&str, &str)> =
        text.lines().zip(after.lines()).filter(|(old, new)| old != new).collect();
    assert_eq!(changed, [("#......#", "#.#....#")]);
}

#[test]
fn words_do_not_depend_on_what_else_a_game_has() {
    let named = |more: &str| {
        source("ring-them-home")
            .replacen("Clover *", &format!("{more}Kl\u{f6} *"), 1)
            .replace("Clover", "Kl\u{f6}")
    };
    let more = "Kl\u{e4} !\nred\n\n";
    let plain = named("");
    let with = named(more).replacen("Kl\u{f6}, Stile", "Kl\u{f6}, Stile, Kl\u{e4}", 1);
    let mark = |text: &str| {
        let (game, pack) = game_of(text);
        let level = pack.levels.get(4).expect("a fifth level");
        let found = level.marks().find(|(_, mark)| game.describe(mark) == "kl\u{f6}");
        found.map(|(site, mark)| (site, mark.clone()))
    };
    let first = mark(&plain);
    assert!(first.is_some());
    assert_eq!(first, mark(&with));
}

#[test]
fn games_of_one_title_are_told_apart_by_their_rules() {
    let other = source("ring-them-home").replacen("No Called", "No Clover", 1);
    let (one, two) = (game_of(&source("ring-them-home")).1, game_of(&other).1);
    let id = |pack: &Pack| pack.levels.first().map(|level| level.game.clone());
    assert_ne!(id(&one), id(&two));
}

#[test]
fn a_concept_says_which_rule_it_means() {
    let source = source("ring-them-home");
    let (game, _) = game_of(&source);
    let line = source.lines().position(|line| line.starts_with("[ action Player")).expect("it") + 1;
    let concept = format!("happens(fired({line}),1) and happens(moved(sheep),1)");
    let concept: Concept = concept.parse().expect("a concept");
    assert_eq!(
        foolproof::game::concept_sentence(&*game, &concept),
        format!("In every solution, the sheep–player rule (line {line}) fires and a sheep moves.")
    );
    let never: Concept = "not happens(moved(sheep),1)".parse().expect("a concept");
    assert_eq!(
        foolproof::game::concept_sentence(&*game, &never),
        "In every solution, it never happens that a sheep moves."
    );
}
