//! Levels with many states, of which a search by regions tells whether they have a solution.

use super::{asked, game_of};
use foolproof::games::{Searched, Wanted};

/// A room with boxes that are in no one's way, and a corridor to the goal of the red box.
fn corridor(row: &str) -> Searched {
    let source = format!(
        "title Corridor\n\nOBJECTS\nBackground\nblack\n\nWall\nbrown\n\nPlayer\nblue\n\nRed\nred\n\nGrey\ngrey\n\n\
         Goal\nyellow\n\nLEGEND\n. = Background\n# = Wall\nP = Player\nR = Red\nB = Grey\nG = Goal\nBox = Red or Grey\n\n\
         SOUNDS\n\nCOLLISIONLAYERS\nBackground\nGoal\nPlayer, Wall, Red, Grey\n\nRULES\n\
         [ > Player | Box ] -> [ > Player | > Box ]\n\nWINCONDITIONS\nAll Goal on Red\n\n\
         LEVELS\n\n############\n#......#####\n#.BRB..{row}#\n#.B..P.#####\n#......#####\n############\n"
    );
    let (game, pack) = game_of(&source);
    let level = pack.levels.first().expect("a level");
    let one = Wanted { most: 1, marks: false, ..asked(false) };
    let search = game.search().expect("a search");
    search.solutions(level, one, &|| false).expect("an answer")
}

#[test]
fn no_solution_is_told_of_many_states() {
    // The box in the corridor ends up on the goal. Alone, the red one would get there.
    let found = corridor(".B.G");
    assert!(found.exhausted && found.count == 0 && found.why_none.is_none(), "{found:?}");
    assert!(found.effort > 250_000, "{found:?}");
}

#[test]
fn a_solution_is_found_where_there_is_one() {
    let found = corridor("...G");
    assert!(found.count == 1 && found.plays.len() == 1, "{found:?}");
}
