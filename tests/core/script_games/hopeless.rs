//! Levels that are proved unsolvable without exploring their positions.

use super::{asked, game_of};

/// A box in a corner, which has to come out of it.
fn corner(push: &str) -> String {
    format!(
        "title Corner\n\nOBJECTS\nBackground\nblack\n\nWall\nbrown\n\nPlayer\nblue\n\nBox\ngrey\n\nGoal\nyellow\n\n\
         LEGEND\n. = Background\n# = Wall\nP = Player\nB = Box\nG = Goal\n\nSOUNDS\n\nCOLLISIONLAYERS\n\
         Background\nGoal\nPlayer, Wall, Box\n\nRULES\n{push}\n\nWINCONDITIONS\nAll Goal on Box\n\n\
         LEVELS\n\n######\n#B...#\n#...P#\n#..G.#\n######\n"
    )
}

#[test]
fn searches_say_why_there_is_no_solution() {
    let (game, pack) = game_of(&corner("[ > Player | Box ] -> [ > Player | > Box ]"));
    let search = game.search().expect("a search");
    let level = pack.levels.first().expect("a level");
    let found = search.solutions(level, asked(false), &|| false).expect("an answer");
    assert!(found.exhausted && found.plays.is_empty());
    let why = found.why_none.expect("a reason");
    assert!(why.starts_with("No solution: the box at R2C2 can never get"), "{why}");
}

#[test]
fn chance_cannot_win_what_has_no_solution() {
    let (game, pack) = game_of(&corner("random [ > Player | Box ] -> [ > Player | > Box ]"));
    let level = pack.levels.first().expect("a level");
    let chance = game.chance().expect("a game of chance");
    assert!(chance.decides(level));
    let odds = chance.odds(level, 10, &|| false).expect("an answer").expect("known odds");
    assert!(odds.is_complete && odds.with_luck.is_none() && odds.positions == 0);
    assert!(odds.why_none.is_some_and(|why| why.starts_with("No solution: ")));
}
