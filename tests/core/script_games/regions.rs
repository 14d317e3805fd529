//! Levels with so many states that a search by regions decides whether they have a solution.

use super::{asked, game_of};
use foolproof::games::{Searched, Wanted};
use foolproof::puzzlescript::{ScriptSpace, compile};
use foolproof::space::SpaceLimits;
use std::collections::BTreeSet;

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

#[test]
fn shortest_solutions_are_those_of_all_states() {
    let board =
        "#########\n#.......#\n#PB.....#\n#G...B..#\n#.B.#.R.#\n#.....#.#\n#.B...###\n#########\n";
    let found = searched(board, asked(false));
    let game = compile(&source(board)).game.expect("a game");
    let all = ScriptSpace::explore(&game, 0, &SpaceLimits::default(), &|| false);
    let mut space = all.expect("states");
    space.find_distances();
    assert!(found.shortest && found.exhausted && found.marks_exact, "{found:?}");
    assert!(found.effort > 250_000, "{}", found.effort);
    assert_eq!(Some(found.count), space.space().n_shortest());
    assert_eq!(found.plays.first().map(|play| play.0.len()), space.shortest_length());
    let steps = space.space().shortest_steps(0);
    let forced = steps.iter().filter(|labels| labels.len() == 1).count();
    assert_eq!(found.forced.len(), forced);
    assert_eq!(found.possible.len(), steps.iter().map(BTreeSet::len).sum::<usize>());
}
