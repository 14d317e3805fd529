//! The shelf: every game is read without a remark, its known levels have the number of solutions that a
//! search of another kind found, and links write what they read.

use foolproof::games::{LibraryShelf, formats, library::Library, shelf};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use foolproof::game::{Game, Games, Grounder, NoGrounder, Text, Verdict, list_items};
use foolproof::level::{Board, Expect, Level, Pack, Play};
use foolproof::solver::{
    Count, CountSolutions, CountedSolutions, Engine, GenerateSettings, Limits, Question, Stop,
    WaitingGrounder, WorkerCommand,
};

fn worker() -> WorkerCommand {
    WorkerCommand::at(Path::new(env!("CARGO_BIN_EXE_foolproof")))
}

/// All games of the shelf, loaded.
pub(crate) fn all() -> Games {
    all_with(Arc::new(WaitingGrounder::new(worker(), foolproof::games::own::RULE_READER)))
}

fn all_with(grounder: Arc<dyn Grounder>) -> Games {
    let library = Library::new(grounder, None);
    let games = Games::default().with_library(library.clone());
    for card in shelf::cards() {
        let loaded = library.load_from_shelf(&games, &card.id).expect("a game of the shelf");
        assert_eq!(loaded.as_ref().map_err(ToString::to_string), Ok(&card.id));
    }
    games
}

/// The levels of a game whose solutions were counted by other means.
pub(crate) fn known(game: &dyn Game) -> Vec<Arc<Level>> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("assets/shelf");
    let text = std::fs::read_to_string(folder.join(&*game.about().id).join("known.json"));
    let pack = Pack::from_json(&text.expect("known levels")).expect("a pack");
    assert!(pack.levels.len() >= 5, "{}: five known levels", game.about().id);
    pack.levels
}

/// The number that a tag such as `solutions=3` gives.
fn tagged(level: &Level, name: &str) -> Option<usize> {
    let value = level.tags.iter().find_map(|tag| tag.strip_prefix(name)?.strip_prefix('='));
    value?.parse().ok()
}

#[test]
fn every_game_of_the_shelf_is_read_without_a_remark() {
    let games = all();
    assert!(games.all().len() >= 90, "{}", games.all().len());
    for game in games.all() {
        assert!(game.assets().slips.is_empty(), "{}: {:?}", game.about().id, game.assets().slips);
        assert!(!game.about().rules.is_empty(), "{} says its rules", game.about().id);
        assert!(!game.concepts().is_empty(), "{} has a concept", game.about().id);
    }
    // A name, an identifier and a link lead to one game.
    for (at, card) in shelf::cards().iter().enumerate() {
        let others = shelf::cards().iter().skip(at + 1);
        for other in others {
            assert_ne!(card.id, other.id);
            assert_ne!(card.name, other.name);
            let shared = card.link_types.iter().find(|kind| other.link_types.contains(kind));
            assert_eq!(shared, None, "{} and {}", card.name, other.name);
        }
    }
}

/// A number has its digits; several numbers have one each, and one that is not known is a minus.
#[test]
fn the_numbers_of_every_clue_can_be_typed() {
    let games = all();
    let mut n_typed = BTreeMap::<Text, usize>::new();
    for game in games.all() {
        for level in known(&*game) {
            for (site, mark) in level.marks() {
                let lists = mark.args().into_iter().filter_map(list_items).flatten();
                let alone = mark.args().into_iter().filter(|arg| list_items(arg).is_none());
                let is_long = |text: &&str| text.len() > 1;
                let is_number = |text: &&str| *text == "q" || text.parse::<u32>().is_ok();
                let (items, numbers): (Vec<&str>, Vec<&str>) =
                    (lists.collect(), alone.filter(is_number).collect());
                let n = items.len() + numbers.len();
                if n == 0 || items.iter().any(is_long) || n > 1 && numbers.iter().any(is_long) {
                    continue;
                }
                let text = [numbers, items].concat().concat().replace('q', "-");
                let typed = game.typed(Some(mark), &text, false);
                let id = &game.about().id;
                assert_eq!(typed.first(), Some(&Some(mark.clone())), "{id}, {site}: {text}");
                *n_typed.entry(id.clone()).or_default() += 1;
            }
        }
    }
    assert!(n_typed.len() > 70, "{n_typed:?}");
}

/// A compass takes its numbers one after another; those to come are unknown, or stay.
#[test]
fn the_numbers_of_a_compass_are_typed_one_by_one() {
    let games = all();
    let game = games.by_id("compass").expect("a game");
    let mut had = None;
    let typed = ["3", "30", "30-", "30-5", "1"].map(|text| {
        had = game.typed(had.as_ref(), text, false).into_iter().next().flatten();
        had.as_ref().map_or_else(String::new, ToString::to_string)
    });
    let [one, two] = ["compass(3,q,q,q)", "compass(3,0,q,q)"];
    assert_eq!(typed, [one, two, two, "compass(3,0,q,5)", "compass(1,0,q,5)"]);
}

/// All clues of a loop leave other loops most of the time; the play is drawn again where they differ.
#[test]
fn levels_are_made_where_a_drawn_play_has_too_few_clues() {
    let games = all();
    let mut engine = Engine::new(worker(), games.clone());
    for (id, n) in [("simple-loop", 7), ("masyu", 6)] {
        let game = games.by_id(id).expect("a game");
        let board = Board { cols: n, rows: n, tray: 0 };
        let mut level = Level::open(id, board);
        level.rules = game.about().rules_version;
        let question = Question::from(GenerateSettings { count: 2, ..GenerateSettings::default() });
        let (limits, stop) = (Limits::default(), Stop::default());
        let made = engine.answer(&level, &question, &limits, &stop, &mut |_| {});
        let levels: Vec<&Level> =
            made.iter().filter_map(|one| Some(&*one.answer.proposed()?.level)).collect();
        assert_eq!(levels.len(), 2, "{id}");
        for level in levels {
            let play = level.intended.as_ref().expect("a solution");
            assert_eq!(game.judge(level, play), Verdict::Solved, "{id}");
            let question = Question::from(CountSolutions { cap: 2 });
            let findings = engine.answer(level, &question, &limits, &stop, &mut |_| {});
            let counted = findings.iter().find_map(|one| one.report::<CountedSolutions>());
            assert_eq!(counted.map(|counted| &counted.number), Some(&Count::Exactly(1)), "{id}");
        }
    }
}

/// Every way to a level leads to one expectation, which the game states once.
#[test]
fn every_way_into_a_game_expects_what_its_solvers_do() {
    let games = all();
    for game in foolproof::built_in().all() {
        games.put(game);
    }
    let mut ways = 0;
    for of in formats(&games).into_iter().filter(|of| of.format.is_written()) {
        let sample = Pack::from_json(&of.game.sample()).expect("a sample pack");
        for level in sample.levels.iter().take(3) {
            let Ok(text) = of.format.write(&[level]) else { continue };
            for back in of.format.read(&text).expect("what it wrote") {
                let usual = Level::open(&*of.game.about().id, back.board);
                assert_eq!(back.policy, usual.policy, "{}", of.format.id());
                ways += 1;
            }
        }
    }
    assert!(ways > 150, "{ways}");
    for game in games.all() {
        let about = game.about();
        let several = game.moves().is_some() || ["refraction", "witness"].contains(&&*about.id);
        let expected = if several { Expect::Any } else { Expect::Yes };
        let level = Level::open(&*about.id, about.default_board);
        assert_eq!(games.expected(&level).unique, expected, "{}", about.id);
        // A pack that does not say; and levels of the program's own packs agree, or say otherwise.
        let pack = Pack { levels: vec![Arc::new(level)], ..Pack::default() };
        let text = pack.to_json();
        assert!(!text.contains("unique"), "{text}");
        let back = Pack::from_json(&text).expect("a pack");
        assert_eq!(games.expected(&back.levels[0]).unique, expected, "{}", about.id);
        let sample = Pack::from_json(&game.sample()).expect("a sample pack");
        let lax = sample.levels.iter().filter(|level| games.is_lax(level)).count();
        assert_eq!(lax, 0, "{}", about.id);
    }
}

/// Counted by exhaustive searches in another language, written from the rules in words.
#[test]
fn known_levels_have_as_many_solutions_as_other_searches_found() {
    let games = all();
    let mut engine = Engine::new(worker(), games.clone());
    for game in games.all() {
        let mut seen = 0;
        for level in known(&*game) {
            let name = format!("{}, {}", game.about().id, level.title);
            if let Some(intended) = &level.intended {
                assert_eq!(game.judge(&level, intended), Verdict::Solved, "{name}");
            }
            let example = level.tags.iter().any(|tag| tag == "example");
            let wanted = tagged(&level, "solutions").or(example.then_some(1));
            let Some(wanted) = wanted.filter(|_| game.moves().is_none()) else { continue };
            let question = Question::from(CountSolutions { cap: wanted as u32 + 1 });
            let (limits, stop) = (Limits::default(), Stop::default());
            let findings = engine.answer(&level, &question, &limits, &stop, &mut |_| {});
            let counted = findings.iter().find_map(|one| one.report::<CountedSolutions>().cloned());
            let number = counted.map(|counted| counted.number);
            assert!(
                matches!(number, Some(Count::Exactly(n)) if n as usize == wanted),
                "{name}: {number:?}, not {wanted}"
            );
            seen += 1;
        }
        assert!(seen >= 5 || game.moves().is_some(), "{}: {seen} counted", game.about().id);
    }
}

/// A play, and the plays with one mark less.
fn with_parts(play: &Play) -> impl Iterator<Item = Play> {
    let less = play.iter().map(|(left, _)| play.iter().filter(move |(site, _)| *site != left));
    let less: Vec<Play> =
        less.map(|rest| rest.map(|(site, mark)| (site, mark.clone())).collect()).collect();
    less.into_iter().chain([play.clone()])
}

/// With a grounder that always fails, judges can only have the rules that the solver unfolded.
#[test]
fn judges_say_the_same_by_the_rules_that_the_solver_unfolded() {
    let (by_itself, handed) = (all(), all_with(Arc::new(NoGrounder)));
    let mut engine = Engine::new(worker(), handed.clone());
    let (mut taken, mut left) = (Vec::new(), Vec::new());
    for game in by_itself.all().into_iter().filter(|game| game.moves().is_none()) {
        let other = handed.by_id(&game.about().id).expect("the same game");
        let mut judged = 0;
        for level in known(&*game).iter().take(5) {
            let mut level = level.without_concept();
            level.intended = None;
            let question = Question::from(CountSolutions { cap: 2 });
            let (limits, stop) = (Limits::default(), Stop::default());
            let findings = engine.answer(&level, &question, &limits, &stop, &mut |_| {});
            let plays = findings.iter().find_map(|one| one.answer.plays());
            for play in plays.unwrap_or_default().iter().flat_map(with_parts) {
                let name = format!("{}, {}, {play:?}", game.about().id, level.title);
                assert_eq!(other.judge(&level, &play), game.judge(&level, &play), "{name}");
                judged += 1;
            }
        }
        let id = game.about().id.clone();
        if judged > 1 { taken.push(id) } else { left.push(id) }
    }
    // Rules with lists, which may not end, are read by the judge alone.
    assert!(taken.len() > 9 * left.len(), "rules were not handed over: {left:?}");
}

#[test]
fn links_are_read_as_they_were_written() {
    let mut written = 0;
    for game in all().all() {
        for format in game.formats() {
            for level in known(&*game) {
                // What no link can say, such as a number of the level, is refused by name.
                let Ok(text) = format.write(&[&level]) else { continue };
                let read = format.read(&text).expect("a level that was written");
                let again = format.write(&[&read[0]]).expect("a level that was read");
                assert_eq!(text, again, "{}", game.about().id);
                // Empty clue cells of a margin and empty slots are left out.
                let (board, before) = (read[0].board, level.board);
                assert!(board.cols <= before.cols && board.rows <= before.rows, "{text}");
                assert!(board.tray <= before.tray, "{text}");
                assert_eq!(read[0].marks().count(), level.marks().count(), "{text}");
                assert!(format.recognises(&text), "{text}");
                written += 1;
            }
        }
    }
    assert!(written > 300, "{written}");
}
