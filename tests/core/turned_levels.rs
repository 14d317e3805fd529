//! Levels of all packs, turned and mirrored as a whole: the same puzzles, and everything comes back. Where a game
//! refuses a turn, its solutions are none any more afterwards.

use foolproof::games::{LibraryShelf, own::OwnGame, script::ScriptedGame};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use fastrand::Rng;

use crate::conformance::concepts::property_of;
use crate::own_games::worker;
use crate::shelf;
use foolproof::game::{Game, OutsideClues, Turn, TurnError, Verdict, turned_level};
use foolproof::level::{Concept, GameText, Level, Mark, Pack};
use foolproof::solver::{
    Count, CountSolutions, CountedSolutions, Engine, Limits, Question, Stop, WaitingGrounder,
};
use foolproof::solving::SolvingPath;

const TURNS: [Turn; 3] = [Turn::MirrorColumns, Turn::MirrorRows, Turn::Clockwise];

/// Solutions of a level that are counted.
const CAP: u32 = 1000;

/// A game with all of its levels that come with the program, or with its tests.
struct Subject {
    game: Arc<dyn Game>,
    levels: Vec<Arc<Level>>,
}

fn packs_in(folder: &Path) -> Vec<Arc<Level>> {
    let files = std::fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> =
        files.filter(|file| file.extension().is_some_and(|e| e == "json")).collect();
    files.sort();
    let read = |file: PathBuf| std::fs::read_to_string(file).expect("a file");
    files
        .into_iter()
        .filter_map(|file| Pack::from_json(&read(file)).ok())
        .flat_map(|p| p.levels)
        .collect()
}

/// The games, and an engine for them.
fn subjects() -> (Vec<Subject>, Engine) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let shelf_games = shelf::all();
    let mut subjects: Vec<Subject> = shelf_games
        .all()
        .into_iter()
        .map(|game| {
            let levels = packs_in(&root.join("assets/shelf").join(&*game.about().id));
            Subject { game, levels }
        })
        .collect();
    let packs = packs_in(&root.join("assets/packs"));
    for game in foolproof::built_in().all() {
        let own = packs.iter().filter(|level| *level.game == *game.about().id);
        subjects.push(Subject { levels: own.cloned().collect(), game });
    }
    for name in ["ring-them-home", "yard-by-yard"] {
        let path = root.join("assets/puzzlescript").join(format!("{name}.txt"));
        let (pack, _) =
            foolproof::games::script::carried(&std::fs::read_to_string(path).expect("a source"))
                .expect("a pack");
        let text = pack.games.first().and_then(|game| game.text.clone()).expect("the game");
        let game = ScriptedGame::new(text).map_err(|faults| faults[0].to_string());
        subjects.push(Subject { game: Arc::new(game.expect("a game")), levels: pack.levels });
    }
    let games = foolproof::built_in().with_library(shelf_games.library().expect("the shelf"));
    for subject in &subjects {
        games.put(Arc::clone(&subject.game));
    }
    (subjects, Engine::new(worker(), games))
}

/// A game that does not know that its rules or properties tell directions apart.
fn blind(game: &dyn Game) -> Option<OwnGame> {
    let text = game.assets().text.clone()?;
    if text.manifest.is_empty() {
        return None;
    }
    let lines = text.manifest.lines().filter(|line| !line.starts_with("symmetric = "));
    let manifest = lines.map(|line| format!("{line}\n")).collect();
    let text = Arc::new(GameText { manifest, ..GameText::clone(&text) });
    Some(
        OwnGame::new(
            text,
            Arc::new(WaitingGrounder::new(worker(), foolproof::games::own::RULE_READER)),
        )
        .expect("the same game"),
    )
}

/// A level after several turns.
fn after(game: &dyn Game, level: &Level, turns: &[Turn]) -> Result<Level, TurnError> {
    turns.iter().try_fold(level.clone(), |level, turn| turned_level(game, &level, *turn))
}

/// Everything about a level comes back, and the eight turns are those of a square.
fn comes_back(game: &dyn Game, level: &Level) -> usize {
    let whole = game.spelled_out(level).expect("room for what is spelled out");
    let (across, down, round) = (Turn::MirrorColumns, Turn::MirrorRows, Turn::Clockwise);
    let circles: [&[Turn]; 5] = [
        &[across, across],
        &[down, down],
        &[round; 4],
        &[across, round, across, round],
        &[across, down, round, round],
    ];
    let mut turned = 0;
    for turns in circles {
        if let Ok(back) = after(game, &whole, turns) {
            assert_eq!(back, whole, "{}, {}: {turns:?}", level.game, level.title);
            turned += 1;
        }
    }
    turned
}

/// How many solutions a level has, if they are counted to the end.
fn counted(engine: &mut Engine, level: &Level) -> Option<Count> {
    let question = Question::from(CountSolutions { cap: CAP });
    let level = level.without_concept();
    let findings =
        engine.answer(&level, &question, &Limits::default(), &Stop::default(), &mut |_| {});
    let counted = findings.iter().find_map(|one| one.report::<CountedSolutions>().cloned());
    counted.map(|counted| counted.number)
}

fn solves_intended(game: &dyn Game, level: &Level) -> Option<bool> {
    Some(game.judge(level, level.intended.as_ref()?) == Verdict::Solved)
}

fn turn_name(turn: Turn) -> &'static str {
    match turn {
        Turn::MirrorColumns => "left and right",
        Turn::MirrorRows => "top and bottom",
        Turn::Clockwise => "quarter",
    }
}

fn name(level: &Level, turns: &[Turn]) -> String {
    format!("{}, {}: {turns:?}", level.game, level.title)
}

/// Levels of the games with an intended solution, the smallest first.
fn solved(subject: &Subject) -> Vec<&Arc<Level>> {
    let mut levels: Vec<_> =
        subject.levels.iter().filter(|level| level.intended.is_some()).collect();
    levels.sort_by_key(|level| level.board.cells().count());
    levels.retain(|level| solves_intended(&*subject.game, level) == Some(true));
    levels
}

/// Everything that belongs to a level: marks, locks, play, size, settings, constraints and words.
#[test]
fn every_level_of_every_pack_comes_back() {
    let (subjects, _) = subjects();
    let (mut levels, mut turned) = (0, 0);
    for Subject { game, levels: own } in &subjects {
        for level in own {
            levels += 1;
            turned += comes_back(&**game, level);
        }
    }
    println!("{levels} levels, {turned} circles of turns");
    assert!(levels > 700 && turned > 3000, "{levels}, {turned}");
}

/// Whether a turn does no more to the game's levels than to take marks along.
fn is_plain(game: &dyn Game, level: &Level) -> bool {
    let brushes = game.palette().into_iter().flat_map(|group| group.brushes);
    let mut marks = brushes.map(|brush| brush.mark);
    let same = |mark: Mark| TURNS.iter().all(|turn| game.turned(&mark, *turn) == mark);
    let can_all = TURNS.iter().all(|turn| game.can_turn(level, *turn).is_ok());
    marks.all(same) && can_all && game.about().outside_clues == OutsideClues::NONE
}

/// The smallest level of each game, with a mirror and a quarter turn: its solution goes along, and where clues,
/// marks or rules know directions, it has as many solutions.
#[test]
fn a_level_of_every_game_keeps_its_solutions_turned_and_mirrored() {
    let (subjects, mut engine) = subjects();
    let (mut games, mut counts) = (0, 0);
    for subject in &subjects {
        let game = &*subject.game;
        let small = subject.levels.iter().filter(|level| level.intended.is_some());
        let Some(level) = small.min_by_key(|level| level.board.cells().count()) else { continue };
        let turns = [[Turn::MirrorColumns, Turn::MirrorRows][games % 2], Turn::Clockwise];
        let turned = turns.map(|turn| turned_level(game, level, turn).ok());
        let before = solves_intended(game, level);
        for other in turned.iter().flatten() {
            assert_eq!(solves_intended(game, other), before, "{}", name(level, &turns));
        }
        games += 1;
        if is_plain(game, level) {
            continue;
        }
        let Some(before @ Count::Exactly(_)) = counted(&mut engine, level) else { continue };
        for other in turned.iter().flatten() {
            assert_eq!(
                counted(&mut engine, other),
                Some(before.clone()),
                "{}",
                name(level, &turns)
            );
            counts += 1;
        }
    }
    println!("{games} games, {counts} counts");
    assert!(games >= 95 && counts >= 40, "{games}, {counts}");
}

/// Whether sentences of the game's rules begin at a first cell in reading order, so that a mirrored level may need
/// more or fewer of them at once: cells hang together with the first of their set.
fn reads_in_order(game: &dyn Game) -> bool {
    let text = game.assets().text.clone();
    let uses = |module: &str| text.as_ref().is_some_and(|text| text.manifest.contains(module));
    uses("\"connected\"") || uses("\"linked\"")
}

/// The most sentences that a solving step of the level needs, if every step is proved to be a smallest one.
fn hardest_step(game: &dyn Game, level: &Level) -> Option<usize> {
    let program = game.sentences()?.sentence_program(level).ok()?;
    let path = SolvingPath::walk(program, usize::MAX, &|| false, &mut |_, _| {}).ok()?;
    let is_exact = path.is_solved() && path.reasoned().all(|step| step.smallest);
    is_exact.then(|| path.hardest())
}

/// The smallest level of each game, mirrored and turned: its hardest step stays as hard.
#[test]
fn a_level_of_every_game_keeps_its_hardest_step_turned_and_mirrored() {
    let (subjects, _) = subjects();
    let (mut same, mut other_order) = (0, 0);
    for subject in &subjects {
        let game = &*subject.game;
        for level in solved(subject).into_iter().take(2) {
            let Some(before) = hardest_step(game, level) else { continue };
            let turned = TURNS.into_iter().filter_map(|turn| turned_level(game, level, turn).ok());
            for after in turned.filter_map(|other| hardest_step(game, &other)) {
                let is_same = after == before;
                assert!(
                    is_same || reads_in_order(game),
                    "{}: {before} to {after}",
                    name(level, &TURNS)
                );
                same += usize::from(is_same);
                other_order += usize::from(!is_same);
            }
        }
    }
    println!("{same} as hard, {other_order} read in another order");
    assert!(same >= 200 && other_order > 0, "{same}, {other_order}");
}

/// All turns of all levels.
#[test]
#[ignore = "takes many minutes"]
fn every_level_of_every_pack_keeps_its_solutions_turned_and_mirrored() {
    let (subjects, mut engine) = subjects();
    let (mut levels, mut same, mut unknown, mut wrong) = (0, 0, 0, Vec::new());
    let quarters = (0..4).map(|n| vec![Turn::Clockwise; n]);
    let mirrored = (0..4).map(|n| [vec![Turn::MirrorColumns], vec![Turn::Clockwise; n]].concat());
    let all: Vec<_> = quarters.chain(mirrored).skip(1).chain([vec![Turn::MirrorRows]]).collect();
    for Subject { game, levels: own } in &subjects {
        for level in own {
            let solves = solves_intended(&**game, level);
            let before = counted(&mut engine, level);
            levels += 1;
            for turns in &all {
                let Ok(other) = after(&**game, level, turns) else { continue };
                let counts = match before {
                    Some(Count::Exactly(_)) => counted(&mut engine, &other),
                    _ => None,
                };
                match counts {
                    None => unknown += 1,
                    number if number == before => same += 1,
                    number => {
                        wrong.push(format!("{}: {number:?}, not {before:?}", name(level, turns)))
                    }
                }
                if solves_intended(&**game, &other) != solves {
                    wrong.push(format!("{}: its solution is none", name(level, turns)));
                }
            }
        }
    }
    println!("{levels} levels, {same} turned ones with as many solutions, {unknown} not counted");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(levels > 700 && same > 2000, "{levels}, {same}");
}

/// Levels of a game that refuses a turn lose their solutions by it, and a property that is not turned holds of
/// other plays afterwards. All others keep both.
fn is_refused_with_reason(subjects: &[Subject], levels_each: usize) {
    let mut rng = Rng::with_seed(5);
    let (mut refused, mut justified, mut kept) = (BTreeSet::new(), BTreeSet::new(), 0);
    for subject in subjects {
        let game = &*subject.game;
        let Some(blind) = blind(game) else { continue };
        for (level, turn) in
            solved(subject).into_iter().take(levels_each).flat_map(|l| TURNS.map(|t| (l, t)))
        {
            let level = level.without_concept();
            let mut told = |kind: &str, is_refused: bool, is_same: bool| {
                let key = (level.game.clone(), kind.to_owned(), turn_name(turn));
                assert!(is_same || is_refused, "{key:?}, {}", level.title);
                kept += usize::from(is_same);
                if is_refused {
                    refused.insert(key.clone());
                }
                if !is_same {
                    justified.insert(key);
                }
            };
            let Ok(other) = turned_level(&blind, &level, turn) else { continue };
            let is_same = solves_intended(game, &other) == Some(true);
            told("", game.can_turn(&level, turn).is_err(), is_same);
            for kind in game.concepts().iter().filter(|_| is_same) {
                let asked = property_of(game, &level, kind, &mut rng);
                let mut with = level.clone();
                with.concept = Concept::Is(asked.clone());
                let Ok(other) = turned_level(&blind, &with, turn) else { continue };
                let Concept::Is(after) = &other.concept else { panic!("a property") };
                let holds = |level: &Level, property: &Mark| {
                    game.practises(level, level.intended.as_ref()?, property)
                };
                let is_same = holds(&with, &asked) == holds(&other, after);
                told(&kind.functor, game.can_turn(&with, turn).is_err(), is_same);
            }
        }
    }
    let without: Vec<_> = refused.difference(&justified).collect();
    println!("{kept} kept; {} turns refused; without an example: {without:?}", refused.len());
    // Of each game that refuses a turn, and of most turns and properties, a level shows why.
    let games = |keys: &BTreeSet<(String, String, &'static str)>| -> BTreeSet<String> {
        keys.iter().filter(|(_, kind, _)| kind.is_empty()).map(|(game, ..)| game.clone()).collect()
    };
    assert_eq!(games(&refused), games(&justified));
    let of_whole_games = without.iter().filter(|(_, kind, _)| kind.is_empty()).count();
    assert!(of_whole_games <= 1, "{without:?}");
    assert!(refused.intersection(&justified).count() >= 20, "{refused:?}, {without:?}");
}

#[test]
fn turns_are_refused_where_they_make_another_puzzle() {
    let (mut subjects, _) = subjects();
    let tells = |game: &dyn Game| {
        game.assets().text.as_ref().is_some_and(|text| text.manifest.contains("\nsymmetric = "))
    };
    subjects.retain(|subject| tells(&*subject.game));
    is_refused_with_reason(&subjects, 4);
}

#[test]
#[ignore = "takes many minutes"]
fn turns_are_refused_just_where_they_make_another_puzzle() {
    is_refused_with_reason(&subjects().0, 20);
}
