//! Turns that continue on their own, checkpoints, and the part of the board that players see.

use foolproof::level::{Level, Mark, Play, Site};

use super::game_of;

/// Rocks fall by AGAIN, a flag is a checkpoint, and players see three columns.
const FALLING: &str = "title Falling\nflickscreen 3x9\nagain_interval 0.3\n\nOBJECTS\nBackground\nblack\n
Wall\nbrown\n\nPlayer\nblue\n\nRock\ngrey\n\nGoal\nyellow\n\nFlag\nred\n\nLEGEND\n. = Background\n# = Wall
P = Player\nR = Rock\nG = Goal\nF = Flag\n\nSOUNDS\n\nCOLLISIONLAYERS\nBackground\nGoal, Flag\nPlayer, Wall, Rock\n
RULES\n[ > Player | Rock ] -> [ > Player | > Rock ] again\nlate [ Player Flag ] -> checkpoint
down [ stationary Rock | no Rock no Wall no Player ] -> [ > Rock | ] again\n\nWINCONDITIONS\nAll Goal on Rock\n
LEVELS\nP.RF.\n###..\n###..\n###G.\n";

fn play(keys: &str) -> Play {
    let steps = (0..).zip(keys.split_whitespace());
    steps.map(|(at, key)| (Site::step(at), key.parse().expect("a mark"))).collect()
}

#[test]
fn a_turn_that_goes_on_by_itself_is_shown_step_by_step() {
    let (game, pack) = game_of(FALLING);
    let (level, moves) = (&*pack.levels[0], game.moves().expect("a game of moves"));
    let right: Mark = "right".parse().expect("a mark");
    let rock = |level: &Level| {
        level.marks().find(|(_, mark)| mark.as_str().contains("rock")).map(|(site, _)| site)
    };
    // It is pushed over the pit, and falls in the turns that follow.
    let before = play("right");
    let aftermath = moves.aftermath(level, &before, &right);
    let falls: Vec<_> = aftermath.boards.iter().filter_map(rock).map(|site| site.row).collect();
    let rest = moves.after(level, &play("right right"));
    assert_eq!((falls.first(), aftermath.each), (Some(&0), 0.3));
    assert!(falls.is_sorted() && falls.last() < rock(&rest).map(|site| site.row).as_ref());
    assert_eq!(rock(&rest), Some(Site::cell(3, 3)));
    // What glides comes to the first of those boards.
    let glides = moves.motion(level, &before, &right);
    assert!(glides.iter().all(|glide| glide.from.y == glide.to.y), "{glides:?}");
    assert_eq!(glides.len(), 2, "{glides:?}");
    assert!(moves.aftermath(level, &play(""), &right).boards.is_empty());
}

#[test]
fn a_player_starts_again_at_a_checkpoint_and_sees_the_screen_where_she_is() {
    let source = FALLING.replace("LEVELS\nP.RF.", "LEVELS\nP.F..\n##R##");
    let (game, pack) = game_of(&source);
    let (level, moves) = (&*pack.levels[0], game.moves().expect("a game of moves"));
    let again = |keys: &str| moves.restart(level, &play(keys));
    assert_eq!(again("right"), play(""));
    assert_eq!(again("right right right"), play("right right"));
    // Whoever has done nothing since goes back to the start.
    assert_eq!(again("right right"), play(""));
    let window = |keys: &str| {
        let (first, last) = moves.window(level, &play(keys)).expect("a window");
        (first.col, last.col, last.row)
    };
    assert_eq!((window("right right"), window("right right right")), ((0, 2, 4), (3, 4, 4)));
    let (zoom, pack) = game_of(&source.replace("flickscreen", "zoomscreen"));
    let seen = zoom.moves().and_then(|moves| moves.window(&pack.levels[0], &play("right right")));
    assert_eq!(seen, Some((Site::cell(1, 0), Site::cell(3, 4))));
}
