//! What each sentence of `wrong` alone forbids, searched on all levels of a board at once, against every
//! level and every play of that board.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use foolproof::games::own::{OwnGame, read_folder};
use foolproof::level::{Board, Level, Mark, Play, Site};
use foolproof::solver::{
    BoardRules, ForbiddenPlay, ForbiddenSearch, PairSearch, PlayDifference, SearchEnd, Stop,
    WaitingGrounder, WantedPlay, WorkerCommand,
};

const CLUES: usize = 2;
const DIFFERENCES: [Option<PlayDifference>; 4] =
    [None, Some(PlayDifference::Any), Some(PlayDifference::More), Some(PlayDifference::Less)];

fn worker() -> WorkerCommand {
    WorkerCommand::at(Path::new(env!("CARGO_BIN_EXE_foolproof")))
}

fn hitori() -> OwnGame {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/own_games/hitori");
    let text = Arc::new(read_folder(&folder).expect("a folder"));
    let grounder = Arc::new(WaitingGrounder::new(worker(), foolproof::games::own::RULE_READER));
    OwnGame::new(text, grounder).unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// Every way to put one of these marks on each site, or none.
fn every(sites: &[Site], marks: &[Mark]) -> Vec<Play> {
    sites.iter().fold(vec![Play::default()], |all, site| {
        let with = |play: &Play| {
            let put = marks.iter().map(|mark| {
                let mut more = play.clone();
                more.0.insert(*site, mark.clone());
                more
            });
            std::iter::once(play.clone()).chain(put).collect::<Vec<_>>()
        };
        all.iter().flat_map(with).collect()
    })
}

/// What the search keeps small: all marks, or marks of the level before those that differ between plays.
type Cost = (usize, usize);

fn cost_of(level: &Level, play: &Play, right: Option<&Play>) -> Cost {
    let marks = level.marks().count();
    let Some(right) = right else { return (marks + play.len(), 0) };
    let pairs = |play: &Play| -> BTreeSet<(Site, Mark)> {
        play.iter().map(|(site, mark)| (site, mark.clone())).collect()
    };
    let differ = pairs(play).symmetric_difference(&pairs(right)).count();
    (marks, 2 * differ + play.len())
}

fn is_so(difference: PlayDifference, play: &Play, right: &Play) -> bool {
    let has = |all: &Play, (site, mark): (Site, &Mark)| all.get(site) == Some(mark);
    let more = play.iter().any(|of| !has(right, of));
    let less = right.iter().any(|of| !has(play, of));
    match difference {
        PlayDifference::Any => true,
        PlayDifference::More => more && !less,
        PlayDifference::Less => less && !more,
    }
}

/// The least cost of everything that can be wanted, by every level and play.
fn by_brute_force(game: &OwnGame, empty: &Level) -> BTreeMap<WantedPlay, Cost> {
    let cells: Vec<Site> = empty.board.cells().collect();
    let clues: Vec<Mark> =
        (1..=CLUES).map(|n| format!("clue({n})").parse().expect("a mark")).collect();
    let shade: Mark = "shade".parse().expect("a mark");
    let mut least: BTreeMap<WantedPlay, Cost> = BTreeMap::new();
    for marks in every(&cells, &clues) {
        let mut level = empty.clone();
        marks.iter().for_each(|(site, mark)| level.paint(site, Some(mark.clone())));
        let said = |play: Play| {
            let said = game.sentences(&level, &play).expect("judged").said;
            (play, said)
        };
        let plays: Vec<(Play, BTreeSet<String>)> =
            every(&cells, std::slice::from_ref(&shade)).into_iter().map(said).collect();
        let right: Vec<&Play> =
            plays.iter().filter(|(_, said)| said.is_empty()).map(|(play, _)| play).collect();
        for (play, said) in plays.iter().filter(|(_, said)| said.len() == 1) {
            let sentence = said.first().expect("one").clone();
            let mut note = |beside, right: Option<&Play>| {
                let wanted = WantedPlay { sentence: sentence.clone(), beside };
                let cost = cost_of(&level, play, right);
                let known = least.entry(wanted).or_insert(cost);
                *known = cost.min(*known);
            };
            note(None, None);
            for right in &right {
                for difference in DIFFERENCES.into_iter().flatten() {
                    if is_so(difference, play, right) {
                        note(Some(difference), Some(right));
                    }
                }
            }
        }
    }
    least
}

#[test]
fn the_smallest_forbidden_plays_are_those_of_all_levels_and_plays() {
    let game = hitori();
    let stop = Stop::default();
    for (cols, rows) in [(2, 2), (3, 2)] {
        let empty = Level::open("hitori", Board { cols, rows, tray: 0 });
        let program = game.rules_of_board(&empty, CLUES).expect("rules");
        let sentences = [
            "two shaded cells side by side",
            "this number is there twice",
            "cut off from the other cells",
        ];
        let wanted: Vec<WantedPlay> = sentences
            .iter()
            .flat_map(|sentence| {
                DIFFERENCES.map(|beside| WantedPlay { sentence: (*sentence).to_owned(), beside })
            })
            .collect();
        let end = SearchEnd { until: Instant::now() + Duration::from_secs(300), stop: &stop };
        let board = BoardRules { level: &empty, program: &program, end };
        let found = PairSearch::new(worker()).look(board, &wanted);
        let known = by_brute_force(&game, &empty);
        let mut n_found = 0;
        for (wanted, found) in wanted.iter().zip(found) {
            let cost = match &found {
                ForbiddenSearch::Found(found) => {
                    let ForbiddenPlay { level, play, right, is_least } = &**found;
                    assert!(*is_least, "{wanted:?}");
                    let said = game.sentences(level, play).expect("judged").said;
                    assert_eq!(said, BTreeSet::from([wanted.sentence.clone()]), "{found:?}");
                    n_found += 1;
                    Some(cost_of(level, play, right.as_ref()))
                }
                ForbiddenSearch::None => None,
                ForbiddenSearch::Unknown => panic!("{wanted:?} was not searched to the end"),
            };
            assert_eq!(cost, known.get(wanted).copied(), "{wanted:?} on {cols}x{rows}: {found:?}");
        }
        assert!(n_found > 5 && n_found < wanted.len(), "some are found and some not: {n_found}");
    }
}

#[test]
fn drawn_levels_have_the_solution_that_they_are_drawn_with() {
    let game = hitori();
    let stop = Stop::default();
    let empty = Level::open("hitori", Board { cols: 4, rows: 4, tray: 0 });
    let program = game.rules_of_board(&empty, 4).expect("rules");
    let end = SearchEnd { until: Instant::now() + Duration::from_secs(300), stop: &stop };
    let board = BoardRules { level: &empty, program: &program, end };
    let mut rng = fastrand::Rng::with_seed(7);
    let drawn = PairSearch::new(worker()).draw(board, 12, &mut rng);
    assert_eq!(drawn.len(), 12);
    for level in &drawn {
        let play = level.intended.clone().expect("a solution");
        assert!(game.sentences(level, &play).expect("judged").said.is_empty(), "{level:?}");
    }
    let levels: BTreeSet<Vec<(Site, Mark)>> = drawn
        .iter()
        .map(|level| level.marks().map(|(site, mark)| (site, mark.clone())).collect())
        .collect();
    let plays: BTreeSet<&Play> = drawn.iter().filter_map(|level| level.intended.as_ref()).collect();
    assert!(levels.len() > 8 && plays.len() > 8, "{} and {}", levels.len(), plays.len());
}
