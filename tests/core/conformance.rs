//! What every game must keep to, in one suite over the registry and a toy game.
//!
//! The encoding (answer set programming) and the rules in Rust are two independent readings of a
//! game. Here only the rules enumerate plays, on hundreds of small random levels, and the solver's
//! claims are compared with that.

pub(crate) mod concepts;
mod conflicts;
pub(crate) mod constrained;
mod erased;
mod filled;
mod lined;
mod lit;
mod made;
mod moves;
mod needless;
mod once;
mod phrases;
mod rated;
mod search;
mod searched;
mod sentences;
mod stands;
mod turning;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use crate::toy;
use fastrand::Rng;
use foolproof::game::{ConceptKind, Game, Gesture, ParamKind, StockItem, Turn, Verdict};
use foolproof::level::{Board, Concept, Expect, Hold, Level, Mark, Pack, Place, Play, Site};
use foolproof::picture::{Point, Rect};
use foolproof::solver::{
    Answer, Blame, COMPLETE, CONFLICT, CompleteLevel, Count, CountSolutions, CountedSolutions,
    Engine, FindConflict, FindForcedMarks, FindNeedlessMarks, Finding, FoundConflict, FoundLevel,
    GenerateSettings, LevelStyle, Limits, MARKS, MINIMISE, MarksOfSolutions, MinimiseLevel,
    Minimised, ProposedLevel, ProveShortcutFree, Question, REDUNDANT, SEVERAL, ShortcutFreedom,
    SolveLevel, Status, Stop, Symmetry, Topic, Truth, Why, WhyNoBetter, WorkerCommand, check_input,
};

const SMALL_TARGETS: [&str; 7] = ["1", "1/2", "1/3", "1/4", "2/3", "1/6", "3/2"];

/// Games in which a player draws: random marks hardly ever solve anything, and there are far more
/// ways to put them.
const DRAWS: [&str; 1] = ["witness"];

/// Games in which a player fills every empty cell: their levels are made from full boards.
const FILLS: [&str; 1] = ["sudoku"];

/// Games in which every number has a line: few of them fit.
const LINED: [&str; 1] = ["linjat"];

fn subjects() -> Vec<Arc<dyn Game>> {
    let mut all = foolproof::built_in().all();
    all.push(Arc::new(toy::Lamps));
    all
}

fn worker() -> WorkerCommand {
    WorkerCommand::at(Path::new(env!("CARGO_BIN_EXE_foolproof")))
}

/// An engine that asks the encodings alone.
fn engine() -> Engine {
    Engine::new(worker(), toy::games()).without_search()
}

fn ask(engine: &mut Engine, level: &Level, question: Question) -> Vec<Finding> {
    engine.answer(level, &question, &Limits::default(), &Stop::default(), &mut |_| {})
}

fn about(findings: &[Finding], topic: Topic) -> &Finding {
    findings.iter().rev().find(|finding| finding.topic() == topic).expect("an answer")
}

/// What is in the way of a level as it should be; nothing if the answer tells solutions apart instead.
fn blame_in(findings: &[Finding]) -> Option<Blame> {
    if findings.iter().any(|finding| finding.topic() == SEVERAL) {
        return None;
    }
    let finding = about(findings, CONFLICT);
    let blame = finding.report().and_then(|FoundConflict(blame)| blame.clone());
    assert!(blame.is_some() || finding.status() == Status::Refuted, "{finding:#?}");
    blame
}

/// The sample pack of a game, which every game has.
fn sample(game: &dyn Game) -> Pack {
    let pack = Pack::from_json(&game.sample()).expect("a sample pack");
    assert!(!pack.levels.is_empty());
    pack
}

/// The sites where a player may put something, whatever else is there.
fn playable(game: &dyn Game, level: &Level) -> Vec<Site> {
    let marks: BTreeSet<Mark> =
        game.hand(level, &Play::default()).into_iter().map(|item| item.mark).collect();
    let sites = game.layout_of(level).sites.into_iter().map(|(site, _)| site);
    let may = |site: &Site| {
        marks.iter().any(|mark| {
            let put = Gesture::Put { mark: mark.clone(), from: None, to: *site };
            game.act(level, &Play::default(), &put).is_ok()
        })
    };
    sites.filter(may).collect()
}

/// The play after a gesture, where it breaks no rule: some games let a player make mistakes.
fn legally(game: &dyn Game, level: &Level, play: &Play, gesture: &Gesture) -> Option<Play> {
    let next = game.act(level, play, gesture).ok()?;
    (!matches!(game.judge(level, &next), Verdict::Illegal { .. })).then_some(next)
}

/// Every play that the rules accept as a solution, by placing marks in the order of sites.
fn solutions(game: &dyn Game, level: &Level) -> Vec<Play> {
    if game.moves().is_some() {
        return moves::solutions(game, level);
    }
    let cells = playable(game, level);
    let (mut found, mut open) = (Vec::new(), vec![(Play::default(), 0)]);
    while let Some((play, from)) = open.pop() {
        if game.judge(level, &play) == Verdict::Solved {
            found.push(play.clone());
        }
        let hand: BTreeSet<Mark> = game
            .hand(level, &play)
            .into_iter()
            .filter(|item| item.left > 0)
            .map(|item| item.mark)
            .collect();
        for (n, to) in cells.iter().enumerate().skip(from) {
            for mark in &hand {
                let put = Gesture::Put { mark: mark.clone(), from: None, to: *to };
                if let Some(next) = legally(game, level, &play, &put) {
                    open.push((next, n + 1));
                }
            }
        }
    }
    found
}

fn canonicals(game: &dyn Game, level: &Level, plays: &[Play]) -> BTreeSet<Play> {
    plays.iter().map(|play| game.canonical(level, play)).collect()
}

fn random_play(game: &dyn Game, level: &Level, rng: &mut Rng) -> Play {
    if game.moves().is_some() {
        return moves::random_play(game, level, rng);
    }
    let cells = playable(game, level);
    let mut play = Play::default();
    for _ in 0..rng.usize(0..6) {
        let hand = game.hand(level, &play);
        let left: Vec<&Mark> =
            hand.iter().filter(|item| item.left > 0).map(|item| &item.mark).collect();
        let Some(mark) = rng.choice(left) else { break };
        let Some(to) = rng.choice(&cells).copied() else { break };
        let put = Gesture::Put { mark: mark.clone(), from: None, to };
        play = legally(game, level, &play, &put).unwrap_or(play);
    }
    play
}

/// A small level of random marks from the palette, some with random values.
fn random_level(game: &dyn Game, rng: &mut Rng) -> Level {
    let about = game.about();
    if FILLS.contains(&&*about.id) {
        return filled::random_level(game, 6, rng);
    }
    if game.moves().is_some() {
        return moves::random_level(game, 6, rng);
    }
    let tray = if about.largest.tray > 0 { rng.u16(1..=3) } else { 0 };
    let draws = DRAWS.contains(&&*about.id);
    let (cols, rows) = match (tray > 0, draws) {
        (true, _) => (rng.u16(2..=3), 3),
        (_, true) => *rng.choice(&[(1, 1), (2, 1), (1, 2), (2, 2), (2, 2), (3, 1)]).expect("some"),
        _ => (rng.u16(1..=3), rng.u16(1..=3)),
    };
    let mut level = Level::open(about.id.clone(), Board { cols, rows, tray });
    let palette = game.palette();
    for group in &palette {
        let most = match group.place {
            // Many kinds of symbols on few cells can seldom be satisfied.
            _ if draws => 1,
            Place::Cell => 2,
            _ => 3,
        };
        for _ in 0..rng.usize(0..=most) {
            let brush = &group.brushes[rng.usize(..group.brushes.len())];
            let sites: Vec<Site> =
                game.layout_of(&level).sites.into_iter().map(|(site, _)| site).collect();
            let site = sites[rng.usize(..sites.len())];
            let mark = with_random_value(game, &brush.mark, rng);
            if game.accepts(&level.board, site, &mark).is_ok() && level.mark(site).is_none() {
                level.paint(site, Some(mark));
            }
        }
    }
    level
}

/// The mark with other ports now and then, and a random value where it has one.
fn with_random_value(game: &dyn Game, mark: &Mark, rng: &mut Rng) -> Mark {
    let mut mark = mark.clone();
    for control in game.controls(&mark) {
        let value = match control.options.is_empty() {
            true => SMALL_TARGETS[rng.usize(..SMALL_TARGETS.len())],
            false if rng.u32(..3) > 0 => continue,
            false => &control.options[rng.usize(..control.options.len())].0,
        };
        mark = game.set_control(&mark, &control.name, value).unwrap_or(mark);
    }
    mark
}

/// Random levels, every other one with at least one solution that places something.
fn random_levels(game: &dyn Game, count: usize, rng: &mut Rng) -> Vec<Level> {
    (0..count).map(|number| next_level(game, number, rng)).collect()
}

/// The next of such levels.
fn next_level(game: &dyn Game, number: usize, rng: &mut Rng) -> Level {
    loop {
        let mut level = random_level(game, rng);
        let id: &str = &game.about().id;
        let all = DRAWS.contains(&id) || FILLS.contains(&id) || game.moves().is_some();
        let mut plays: Vec<Play> = match all {
            true => solutions(game, &level),
            false => (0..3).map(|_| random_play(game, &level, rng)).collect(),
        };
        rng.shuffle(&mut plays);
        plays.retain(|play| {
            !game.canonical(&level, play).is_empty() && game.judge(&level, play) == Verdict::Solved
        });
        let solvable = !plays.is_empty();
        level.intended = plays.pop().filter(|_| rng.bool());
        if solvable || number.is_multiple_of(2) {
            return level;
        }
    }
}

/// A property with random arguments that makes sense for the level.
fn random_property(game: &dyn Game, level: &Level, rng: &mut Rng) -> Mark {
    loop {
        let property = any_property(game, level, rng);
        // "It is the intended solution" wants an intended solution.
        if game.concept_rules(level, &property, "head").is_ok() {
            return property;
        }
    }
}

fn any_property(game: &dyn Game, level: &Level, rng: &mut Rng) -> Mark {
    let kinds = game.concepts();
    concepts::property_of(game, level, &kinds[rng.usize(..kinds.len())], rng)
}

fn random_concept(game: &dyn Game, level: &Level, rng: &mut Rng) -> Concept {
    let mut one = || Concept::Is(random_property(game, level, rng));
    let (a, b) = (one(), one());
    match rng.u32(..5) {
        0 => Concept::Not(Box::new(a)),
        1 => Concept::And(vec![a, b]),
        2 => Concept::Or(vec![a, Concept::Not(Box::new(b))]),
        _ => a,
    }
}

fn practises(game: &dyn Game, level: &Level, play: &Play) -> bool {
    level
        .concept
        .evaluate(&mut |property| match game.is_of_level(property) {
            true => game.level_has(level, property, &|| false),
            false => game.practises(level, play, property),
        })
        .expect("the game knows its properties")
}

#[test]
fn names_are_unique_and_marks_are_described_drawn_and_turned() {
    let mut seen = BTreeSet::new();
    for game in subjects() {
        let about = game.about();
        assert!(seen.insert(about.id.clone()), "{} stands twice", about.id);
        assert!(!about.tagline.is_empty() && !about.rules.is_empty());
        let board = about.default_board;
        let sites: Vec<Site> = game.layout(&board).sites.iter().map(|(site, _)| *site).collect();
        for group in game.palette() {
            for brush in &group.brushes {
                let mark = &brush.mark;
                // Some marks occur only on large boards.
                let largest = || {
                    let large = game.layout(&about.largest).sites.into_iter();
                    let takes = |site: &Site| game.accepts(&about.largest, *site, mark).is_ok();
                    large.map(|(site, _)| site).find(takes)
                };
                let takes = |site: &&Site| game.accepts(&board, **site, mark).is_ok();
                let place = sites.iter().find(takes).copied().or_else(largest);
                assert_eq!(place.map(|site| site.place), Some(group.place), "{mark}");
                assert!(!game.describe(mark).is_empty() && !brush.name.is_empty());
                let rect = Rect { min: Point::new(0.0, 0.0), max: Point::new(1.0, 1.0) };
                assert!(!game.draw_mark(mark, rect).is_empty(), "{mark} is not drawn");
                turns(&*game, mark);
                controls(&*game, mark);
            }
        }
    }
}

fn turns(game: &dyn Game, mark: &Mark) {
    let turn = |mark: Mark, turn| game.turned(&mark, turn);
    let round = (0..4).fold(mark.clone(), |mark, _| turn(mark, Turn::Clockwise));
    assert_eq!(round, *mark, "four turns");
    for mirror in [Turn::MirrorColumns, Turn::MirrorRows] {
        assert_eq!(turn(turn(mark.clone(), mirror), mirror), *mark, "{mirror:?} twice");
    }
    // Both mirrors are half a turn.
    let both = turn(turn(mark.clone(), Turn::MirrorColumns), Turn::MirrorRows);
    let half = turn(turn(mark.clone(), Turn::Clockwise), Turn::Clockwise);
    assert_eq!(both, half);
}

fn controls(game: &dyn Game, mark: &Mark) {
    for control in game.controls(mark) {
        let same = game.set_control(mark, &control.name, &control.value);
        assert_eq!(same.as_ref(), Ok(mark), "{} of {mark}", control.name);
        for (value, _) in &control.options {
            game.set_control(mark, &control.name, value).expect("an option is a value");
        }
        for nonsense in ["", "x", "-1/2", "1/0", "9999999999999999999999", "a(b"] {
            assert!(game.set_control(mark, &control.name, nonsense).is_err(), "{nonsense}");
        }
    }
    assert!(game.set_control(mark, "no such control", "1").is_err());
}

#[test]
fn the_solver_finds_exactly_the_solutions_of_the_rules() {
    let (mut rng, mut engine) = (Rng::with_seed(1), engine());
    for game in subjects() {
        let mut with_solutions = 0;
        for level in random_levels(&*game, 220, &mut rng) {
            let known = solutions(&*game, &level);
            let expected = canonicals(&*game, &level, &known);
            let found = ask(&mut engine, &level, Question::from(CountSolutions { cap: 4000 }));
            let plays = about(&found, Topic::COUNT).answer.plays().expect("solutions");
            assert_eq!(canonicals(&*game, &level, plays), expected, "{level:#?}");
            let count = expected.len() as u64;
            assert_eq!(about(&found, Topic::COUNT).status(), Status::Exactly(count));
            let unique = about(&found, Topic::UNIQUE).status() == Status::Proved;
            assert_eq!(unique, count == 1);
            with_solutions += usize::from(!expected.is_empty());
        }
        assert!(with_solutions >= 60, "only {with_solutions} levels can tell anything");
    }
}

#[test]
fn sample_packs_keep_their_policies_and_their_intended_solutions() {
    let mut engine = engine();
    for game in subjects() {
        for level in &sample(&*game).levels {
            assert_eq!(level.game, game.about().id);
            check_input(&*game, level).expect("a level that makes a program");
            let mut findings = ask(&mut engine, level, Question::from(CountSolutions { cap: 2 }));
            findings.extend(ask(&mut engine, level, Question::from(ProveShortcutFree)));
            let expected = game.expected(level);
            for (topic, expect) in [
                (Topic::SOLVABLE, expected.solvable),
                (Topic::UNIQUE, expected.unique),
                (Topic::SHORTCUT_FREE, expected.shortcut_free),
            ] {
                let status = about(&findings, topic).status();
                let meets = match expect {
                    Expect::Any => true,
                    Expect::Yes => matches!(status, Status::Proved | Status::Unknown(Why::Moot(_))),
                    Expect::No => status == Status::Refuted,
                };
                assert!(meets, "{}: {topic:?} is {status:?}", level.title);
            }
            if let Some(play) = &level.intended {
                assert_eq!(game.judge(level, play), Verdict::Solved, "{}", level.title);
                assert!(practises(&*game, level, play), "{}", level.title);
            }
        }
    }
}

#[test]
fn a_concept_means_the_same_to_the_solver_and_to_the_rules() {
    let (mut rng, mut engine) = (Rng::with_seed(2), engine());
    for game in subjects() {
        let (mut proved, mut refuted) = (0, 0);
        for mut level in random_levels(&*game, 220, &mut rng) {
            level.concept = random_concept(&*game, &level, &mut rng);
            let known = solutions(&*game, &level);
            let shortcut = known.iter().find(|play| !practises(&*game, &level, play));
            let found = ask(&mut engine, &level, Question::from(ProveShortcutFree));
            let finding = about(&found, Topic::SHORTCUT_FREE);
            match finding.result() {
                Some(Ok(ShortcutFreedom(Truth::Holds(())))) => {
                    proved += 1;
                    assert!(!known.is_empty(), "proved of an unsolvable level: {level:#?}");
                    assert_eq!(shortcut, None, "a wrong proof: {level:#?}");
                }
                Some(Ok(ShortcutFreedom(Truth::Fails(play)))) => {
                    refuted += 1;
                    assert_eq!(game.judge(&level, play), Verdict::Solved);
                    assert!(!practises(&*game, &level, play), "{level:#?}");
                }
                Some(Err(why)) if why.is_moot() => {
                    assert!(known.is_empty());
                }
                other => panic!("{other:?} of {level:#?}"),
            }
        }
        assert!(proved >= 20 && refuted >= 20, "{proved} proved, {refuted} refuted");
    }
}

#[test]
fn forced_and_possible_marks_are_those_of_all_and_of_some_solutions() {
    let (mut rng, mut engine) = (Rng::with_seed(3), engine());
    for game in subjects() {
        for level in random_levels(&*game, 60, &mut rng) {
            let known = canonicals(&*game, &level, &solutions(&*game, &level));
            let marks = |play: &Play| -> BTreeSet<(Site, Mark)> {
                play.iter().map(|(site, mark)| (site, mark.clone())).collect()
            };
            let found = ask(&mut engine, &level, Question::from(FindForcedMarks));
            let finding = about(&found, MARKS);
            let Some(first) = known.first() else {
                assert!(matches!(finding.status(), Status::Unknown(why) if why.is_moot()));
                continue;
            };
            let all = known.iter().fold(marks(first), |all, play| &all & &marks(play));
            let some = known.iter().fold(BTreeSet::new(), |some, play| &some | &marks(play));
            let uses = std::collections::BTreeMap::new();
            let expected = MarksOfSolutions { forced: all, possible: some, uses, halt: None };
            assert_eq!(finding.answer, expected.into(), "{level:#?}");
        }
    }
}
