//! Levels with so many states that a search by regions decides whether they have a solution.

use super::{asked, game_of};
use foolproof::game::{EventElsewhere, Searched, Wanted};
use foolproof::puzzlescript::{PlayEvent, ScriptSpace, SolutionStudy, compile};
use foolproof::space::{Formula, ShortcutSearch, SpaceLimits};
use std::collections::BTreeSet;

/// A level with several solutions and many states.
const SOLVABLE: &str =
    "#########\n#...#####\n#PB.....#\n#G...B..#\n#...#.R.#\n#...#.#.#\n#.B...###\n#########\n";

/// What the search answers for a level with red and grey boxes, and a goal for the red one.
fn searched(board: &str, wanted: Wanted) -> Searched {
    let (game, pack) = game_of(&source(board));
    let level = pack.levels.first().expect("a level");
    game.search().expect("a search").solutions(level, wanted, &|| false).expect("an answer")
}

fn source(board: &str) -> String {
    format!(
        "title Corridor\n\nOBJECTS\nBackground\nblack\n\nWall\nbrown\n\nPlayer\nblue\n\nRed\nred\n\nGrey\ngrey\n\n\
         Goal\nyellow\n\nLEGEND\n. = Background\n# = Wall\nP = Player\nR = Red\nB = Grey\nG = Goal\nBox = Red or Grey\n\n\
         SOUNDS\n\nCOLLISIONLAYERS\nBackground\nGoal\nPlayer, Wall, Red, Grey\n\nRULES\n\
         [ > Player | Box ] -> [ > Player | > Box ]\n\nWINCONDITIONS\nAll Goal on Red\n\nLEVELS\n\n{board}\n"
    )
}

#[test]
fn no_solution_is_told_of_many_states() {
    // The box in the corridor ends up on the goal. Alone, the red one would get there.
    let board =
        "############\n#......#####\n#.BRB...B.G#\n#.B..P.#####\n#......#####\n############\n";
    for wanted in [asked(false), Wanted { most: 1, marks: false, ..asked(false) }] {
        let found = searched(board, wanted);
        assert!(found.exhausted && found.count == 0 && found.why_none.is_none(), "{found:?}");
        assert!(found.effort > 250_000, "{found:?}");
    }
}

/// All states of the solvable level.
fn all_states() -> ScriptSpace {
    let game = compile(&source(SOLVABLE)).game.expect("a game");
    let space = ScriptSpace::explore(&game, 0, &SpaceLimits::default(), &|| false);
    let space = space.expect("states");
    assert!(space.is_complete() && space.n_states() > 250_000);
    space
}

#[test]
fn shortest_solutions_are_those_of_all_states() {
    let found = searched(SOLVABLE, asked(false));
    let space = all_states();
    assert!(found.shortest && found.exhausted && found.marks_exact, "{found:?}");
    assert!(found.effort > 250_000, "{}", found.effort);
    assert_eq!(Some(found.count), space.space().n_shortest());
    assert_eq!(found.plays.first().map(|play| play.0.len()), space.shortest_length());
    let steps = space.space().shortest_steps(0);
    let forced = steps.iter().filter(|labels| labels.len() == 1).count();
    assert_eq!(found.forced.len(), forced);
    assert_eq!(found.possible.len(), steps.iter().map(BTreeSet::len).sum::<usize>());
}

#[test]
fn shortcuts_are_those_of_all_states() {
    let (game, pack) = game_of(&source(SOLVABLE));
    let mut level = pack.levels.first().expect("a level").as_ref().clone();
    let (space, limits) = (all_states(), SpaceLimits::default());
    let n_dead_ends = space.space().n_dead_ends().expect("all states");
    assert!(n_dead_ends > 1_000, "{n_dead_ends}");
    let glyphs = compile(&source(SOLVABLE)).game.expect("a game").glyphs();
    let (_, red) = glyphs.iter().find(|(glyph, _)| glyph.eq_ignore_ascii_case(&'r')).expect("red");
    let red = PlayEvent::Moved { object: red[0] as u32 };
    let (mut n_found, mut n_proved) = (0, 0);
    for times in [4, 7] {
        level.concept = format!("happens(moved(red),{times})").parse().expect("a concept");
        let search = game.search().expect("a search");
        let found = search.solutions(&level, asked(true), &|| false).expect("an answer");
        let wanted = space.shortcut(&Formula::Happens(red, times), &[], &limits, &|| false);
        match wanted.expect("an answer") {
            ShortcutSearch::Found { play, .. } => {
                assert_eq!(found.plays.first().map(|play| play.0.len()), Some(play.len()));
                n_found += 1;
            }
            wanted => {
                assert_eq!(wanted, ShortcutSearch::Proved);
                assert!(found.exhausted && found.count == 0, "{times}: {found:?}");
                n_proved += 1;
            }
        }
    }
    assert!(n_found > 0 && n_proved > 0, "{n_found} found, {n_proved} proved");
}

#[test]
fn what_every_solution_does_is_that_of_all_states() {
    let (game, pack) = game_of(&source(SOLVABLE));
    let level = pack.levels.first().expect("a level");
    let (space, limits) = (all_states(), SpaceLimits::default());
    let found = searched(SOLVABLE, asked(false));
    let play = found.plays.first().expect("a solution");
    let events = game.moves().expect("moves").events(level, play, &|| false).expect("events");
    let keys = space.shortest_plays(1).pop().expect("a solution");
    let study = SolutionStudy::new(&space, &keys, &[], &limits, &|| false).expect("a study");
    assert_eq!(events.len(), study.deeds().len());
    let everywhere =
        |proved: bool| events.iter().filter(|event| (event.always > 0) == proved).count();
    let proved = study.deeds().iter().filter(|deed| deed.verdict == ShortcutSearch::Proved).count();
    assert_eq!((everywhere(true), everywhere(false)), (proved, events.len() - proved));
    assert!(proved > 3 && proved < events.len(), "{proved} of {}", events.len());
    let unknown = |event: &foolproof::game::EventOfPlay| event.elsewhere == EventElsewhere::Unknown;
    assert!(!events.iter().any(unknown));
}
