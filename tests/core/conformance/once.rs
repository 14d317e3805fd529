//! Games that say their rules only once: in a search without an encoding, or in an encoding alone.

use std::path::Path;
use std::sync::Arc;

use fastrand::Rng;
use foolproof::game::{Game, Verdict};
use foolproof::level::{Board, Hold, Level, Play, Site, Spot};
use foolproof::solver::{
    CheckIntended, CompleteLevel, CompletedLevel, Confirmed, CountSolutions, Engine, FindConflict,
    Finding, FoundLevel, Origin, ProveShortcutFree, Question, SolveLevel, Status, Topic, Why,
    WorkerCommand,
};

use super::toy::{self, variants::Variant};
use super::{ask, worker};

/// Levels of Lamps with walls here and there, and a concept.
fn levels() -> Vec<Level> {
    let mut rng = Rng::with_seed(11);
    let level = |_| {
        let mut level = Level::open("lamps", Board { cols: 3, rows: 3, tray: 0 });
        for site in level.board.cells().collect::<Vec<Site>>() {
            let mark = (rng.u32(..4) == 0).then(|| "wall".parse().expect("a mark"));
            level.set(site, Spot { mark, hold: Hold::Painted });
        }
        let most = rng.u32(1..=4);
        level.concept = format!("at_most({most})").parse().expect("a concept");
        level
    };
    (0..25).map(level).collect()
}

fn engine(variant: Option<Variant>, worker: WorkerCommand) -> Engine {
    let games = toy::games();
    variant.into_iter().for_each(|variant| games.put(Arc::new(variant)));
    Engine::new(worker, games)
}

fn questions() -> [Question; 3] {
    [
        Question::from(SolveLevel::default()),
        Question::from(CountSolutions { cap: 1000 }),
        Question::from(ProveShortcutFree),
    ]
}

fn said(found: &[Finding]) -> Vec<(Topic, Status)> {
    found.iter().map(|finding| (finding.topic(), finding.status())).collect()
}

#[test]
fn a_game_without_an_encoding_is_answered_by_its_search_and_nothing_is_asked_of_a_worker() {
    let nobody = WorkerCommand::at(Path::new("/no/such/program"));
    let mut alone = engine(Some(Variant::searched()), nobody);
    let mut both = engine(None, worker());
    for level in levels() {
        for question in questions() {
            let found = ask(&mut alone, &level, question.clone());
            assert_eq!(said(&found), said(&ask(&mut both, &level, question)), "{level:#?}");
            assert!(found.iter().all(|finding| finding.how.origin != Origin::Solver));
            assert!(found.iter().all(|finding| finding.how.confirmed == Confirmed::Rules));
        }
    }
    let mut level = levels().remove(0);
    let found = ask(&mut alone, &level, Question::from(FindConflict));
    let unknown = |finding: &Finding| match &finding.status() {
        Status::Unknown(Why::Undecided(why)) => why.contains("has no rules for the solver"),
        _ => false,
    };
    assert!(!found.is_empty() && found.iter().any(unknown), "{found:?}");
    // Levels are made by trial, and the search proves them.
    let mut completed = 0;
    for mut level in levels() {
        for site in level.board.cells().take(5).collect::<Vec<Site>>() {
            level.set(site, Spot::default());
        }
        let found = ask(&mut alone, &level, Question::from(CompleteLevel::default()));
        assert_eq!(found.last().map(|one| one.how.origin), Some(Origin::Search));
        let Some(CompletedLevel(FoundLevel::Level(made))) = found.last().and_then(Finding::report)
        else {
            assert!(matches!(found[0].status(), Status::Unknown(_)), "{found:?}");
            continue;
        };
        completed += 1;
        let found = ask(&mut both, &made.level, Question::from(ProveShortcutFree));
        assert_eq!(found.last().map(Finding::status), Some(Status::Proved), "{made:?}");
    }
    assert!(completed > 12, "{completed} of 25");
    level.concept = "asp(\"wanted :- play(S,lamp).\")".parse().expect("a concept");
    let found = ask(&mut alone, &level, Question::from(ProveShortcutFree));
    let why = found.first().map(Finding::status);
    assert!(matches!(why, Some(Status::Unknown(Why::Undecided(_)))), "{why:?}");
}

#[test]
fn what_only_the_encoding_knows_is_confirmed_by_it_in_a_session_of_its_own() {
    let mut alone = engine(Some(Variant::encoded()), worker());
    let mut both = engine(None, worker());
    for mut level in levels() {
        for question in questions() {
            let found = ask(&mut alone, &level, question.clone());
            assert_eq!(said(&found), said(&ask(&mut both, &level, question)), "{level:#?}");
            assert!(found.iter().all(|finding| finding.how.confirmed == Confirmed::Encoding));
        }
        // A play is a solution when the encoding says so of the level with just that play.
        let free = level.board.cells().filter(|site| level.mark(*site).is_none());
        let lamps: Vec<Site> = free.step_by(3).collect();
        let play: Play = lamps.iter().map(|at| (*at, "lamp".parse().expect("a mark"))).collect();
        level.concept = Default::default();
        let solves = toy_judges(&level, &play);
        level.intended = Some(play);
        let found = ask(&mut alone, &level, Question::from(CheckIntended));
        let status = found.last().map(|finding| finding.status());
        let expected = if solves { Status::Proved } else { Status::Refuted };
        assert_eq!(status, Some(expected), "{level:#?}");
    }
    let found = ask(&mut alone, &levels()[0], Question::from(CompleteLevel::default()));
    let status = found.last().map(Finding::status);
    assert!(matches!(status, Some(Status::Unknown(Why::Undecided(_)))), "{status:?}");
}

fn toy_judges(level: &Level, play: &Play) -> bool {
    let game: &dyn Game = &toy::Lamps;
    game.judge(level, play) == Verdict::Solved
}
