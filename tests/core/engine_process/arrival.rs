//! Data between processes arrives unchanged: levels with random edits, and findings of every
//! question.

use std::collections::BTreeSet;

use foolproof::game::{Claim, Estimate, Game};
use foolproof::level::{Hold, Level, LevelId, Pack, Play, Site, Spot};
use foolproof::slices::moves::question::ReachPositions;
use foolproof::slices::rating::question::RateLevel;
use foolproof::slices::solving::claims::{FindNextArguments, WeighClaim};
use foolproof::slices::solving::question::{DeduceLevel, TryHelpingMarks};
use foolproof::solver::{
    Answer, Answers as _, Candidates, CheckIntended, CompleteLevel, Count, CountSolutions,
    EarlierCompletions, Engine, EngineProcess, EstimatedSolutions, FindConflict, FindForcedMarks,
    FindNeedlessMarks, Finding, GenerateSettings, Limits, MinimiseLevel, ProveShortcutFree,
    Question, SolveLevel, Status, Stop, TryEdits, Why, WorkerCommand,
};
use proptest::prelude::*;
use serde::{Serialize, de::DeserializeOwned};

use super::binary;
use crate::toy;

/// The value behind two trips, as the processes send it.
fn there_and_back<T: Serialize + DeserializeOwned>(value: &T) -> T {
    let bytes = rmp_serde::to_vec_named(value).expect("written");
    rmp_serde::from_slice(&bytes).expect("read")
}

fn levels() -> Vec<Level> {
    let packs = foolproof::built_in()
        .all()
        .into_iter()
        .map(|game| Pack::from_json(&game.sample()).expect("a pack"));
    packs.flat_map(|pack| pack.levels).map(|level| (*level).clone()).collect()
}

proptest! {
    #[test]
    fn edited_levels_arrive_as_they_were(
        which in any::<prop::sample::Index>(),
        id in any::<u64>(),
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0..3_u8, any::<bool>()), 0..20),
        notes in ".*",
    ) {
        let levels = levels();
        let mut level = which.get(&levels).clone();
        level.id = LevelId(id);
        level.notes = notes;
        let sites: Vec<Site> = level.board.cells().collect();
        let mark = level.marks().next().map(|(_, mark)| mark.clone());
        for (at, hold, marked) in edits {
            let site = *at.get(&sites);
            let hold = [Hold::Open, Hold::Painted, Hold::Locked][usize::from(hold)];
            level.set(site, Spot { mark: mark.clone().filter(|_| marked), hold });
            level.intended_locked.insert(site);
        }
        prop_assert_eq!(there_and_back(&level), level);
    }
}

/// Every question that can be asked of a level.
pub(crate) fn questions(game: &dyn Game, level: &Level) -> Vec<Question> {
    let stock = game.stock(level);
    let settings = GenerateSettings { count: 2, stock, ..GenerateSettings::default() };
    let site = level.board.cells().find(|site| level.mark(*site).is_none());
    let conclusion = site.or(Some(Site::cell(0, 0)));
    let evidence: BTreeSet<Site> = level.marks().map(|(site, _)| site).collect();
    let claim = Claim { filled: Play::default(), evidence, conclusion };
    let mut all = vec![
        Question::from(SolveLevel::default()),
        Question::from(CheckIntended),
        Question::from(CountSolutions { cap: 2 }),
        Question::from(CountSolutions { cap: 100 }),
        Question::from(ProveShortcutFree),
        Question::from(FindForcedMarks),
        Question::from(CompleteLevel::default()),
        Question::from(CompleteLevel {
            earlier: EarlierCompletions::default().and(level, true),
            ..Default::default()
        }),
        Question::from(FindNeedlessMarks),
        Question::from(MinimiseLevel { seed: 1, ..MinimiseLevel::default() }),
        WeighClaim { claim }.into(),
        FindNextArguments::default().into(),
        DeduceLevel.into(),
        TryHelpingMarks.into(),
        RateLevel::question(),
        Question::from(ReachPositions { most: 2000 }),
        Question::from(FindConflict),
        Question::from(settings),
    ];
    all.extend(site.map(|site| Question::from(TryEdits { candidates: Candidates::OfSite(site) })));
    all
}

/// The first levels of each game, and what they are when nothing, or something else, is asked or
/// held.
fn some_levels() -> Vec<Level> {
    let mut some = Vec::new();
    for game in foolproof::built_in().all() {
        let pack = Pack::from_json(&game.sample()).expect("a pack");
        let Some(first) = pack.levels.first() else { continue };
        some.push((**first).clone());
        let mut flawed = (**first).clone();
        flawed.intended = Some(Play::default());
        some.push(flawed);
        let mut bare = Level::open(&*game.about().id, first.board);
        for site in bare.board.cells().collect::<Vec<Site>>() {
            bare.set(site, Spot { mark: None, hold: Hold::Locked });
        }
        some.push(bare);
    }
    some
}

/// The kind of answer, and in a word how sure it is.
fn kind(answer: &Answer) -> String {
    let status = format!("{:?}", answer.status());
    let word: String = status.chars().take_while(|c| c.is_alphanumeric()).collect();
    format!("{:?} {word}", answer.topic())
}

#[test]
fn findings_of_every_question_arrive_as_they_were() {
    foolproof::slices::add_questions().expect("no two questions have one name");
    let mut engine = Engine::new(WorkerCommand::at(binary()), foolproof::built_in());
    let limits = Limits { time: std::time::Duration::from_secs(2), ..Limits::default() };
    let mut kinds = BTreeSet::new();
    for level in some_levels() {
        let game = foolproof::built_in().by_id(&level.game).expect("a game");
        for question in questions(&*game, &level) {
            assert_eq!(there_and_back(&question), question);
            let found = engine.answer(&level, &question, &limits, &Stop::default(), &mut |_| {});
            for finding in found {
                // Compared as text, since NaN is not equal to itself.
                let arrived: Finding = there_and_back(&finding);
                assert_eq!(format!("{arrived:?}"), format!("{finding:?}"), "{question:?}");
                kinds.insert(kind(&finding.answer));
            }
        }
    }
    let all = [
        "argument Proved", "complete Proved", "conflict Proved", "count Exactly",
        "deduction Proved", "effects Proved", "generate Proved", "intended Refuted",
        "marks Proved", "minimise Proved", "optimal Refuted", "positions Exactly", "rating Proved",
        "redundant Refuted", "shortcut_free Proved", "shortcut_free Refuted", "solvable Proved",
        "solvable Refuted", "strategy Proved", "trials Exactly",
    ];
    let missing: Vec<&str> = all.into_iter().filter(|kind| !kinds.contains(*kind)).collect();
    assert!(missing.is_empty(), "never seen: {missing:?} among {kinds:?}");
}

#[test]
fn numbers_that_are_none_arrive_as_they_were() {
    for value in [0.1, f64::INFINITY, f64::NAN, -0.0, f64::MIN_POSITIVE] {
        let estimate = Estimate { value, error: 1.0 / 3.0 };
        let answer = Answer::from(EstimatedSolutions { counted: 1, estimate });
        assert_eq!(format!("{:?}", there_and_back(&answer)), format!("{answer:?}"));
    }
    let count = Count::AtLeast(u64::MAX);
    assert_eq!(there_and_back(&count), count);
}

#[test]
fn a_process_says_what_an_engine_here_says() {
    let mut here = Engine::new(WorkerCommand::at(binary()), foolproof::built_in());
    let mut there = EngineProcess::new(toy::engine(binary()));
    let said = |found: &[Finding]| -> Vec<String> {
        found.iter().map(|one| format!("{:?}", one.answer)).collect()
    };
    let (limits, stop) = (Limits::default(), Stop::default());
    for level in levels().into_iter().step_by(5) {
        let asked = [
            Question::from(SolveLevel::default()),
            Question::from(CheckIntended),
            DeduceLevel.into(),
            Question::from(ProveShortcutFree),
        ];
        for question in asked {
            let one = here.answer(&level, &question, &limits, &stop, &mut |_| {});
            let mut told = Vec::new();
            let other = there.answer(&level, &question, &limits, &stop, &mut |progress| {
                if let foolproof::solver::Progress::Found(finding) = progress {
                    told.push(finding);
                }
            });
            let late = |found: &[Finding]| {
                found.iter().any(|one| one.status() == Status::Unknown(Why::Time))
            };
            if !late(&one) && !late(&other) {
                assert_eq!(said(&one), said(&other), "{}: {question:?}", level.title);
                assert_eq!(said(&told), said(&other));
            }
        }
    }
}
