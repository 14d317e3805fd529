//! Turns that continue on their own, checkpoints, and the part of the board that players see.

use foolproof::game::Game;
use foolproof::level::{Level, Mark, Play, Site};

use super::{SAMPLES, game_of, source};

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

/// What a game says of a play and of its next move.
fn said(game: &dyn Game, level: &Level, play: &Play, made: &Mark) -> String {
    let moves = game.moves().expect("a game of moves");
    let heard = game.abilities().sounds.map(|sounds| sounds.of_move(level, play, made));
    format!(
        "{:?} {:?} {:?} {:?} {:?} {:?} {:?} {heard:?}",
        game.judge(level, play),
        moves.after(level, play).marks().collect::<Vec<_>>(),
        moves.legal(level, play),
        moves.says(level, play),
        moves.restart(level, play),
        moves.motion(level, play, made),
        moves.aftermath(level, play, made).boards,
    )
}

#[test]
fn a_play_that_goes_on_or_back_is_told_as_one_from_the_start() {
    let restarts = FALLING
        .replace("LEVELS\nP.RF.", "LEVELS\nP.F..\n##R##")
        .replace("down [", "[ > Player | Wall ] -> restart\ndown [");
    let chance = FALLING.replace(
        "\nWINCONDITIONS",
        "\nrandom [ Rock | no Rock no Wall no Player ] -> [ | Rock ]\n\nWINCONDITIONS",
    );
    let sources = [FALLING.to_owned(), restarts, chance];
    let mut rng = fastrand::Rng::with_seed(11);
    let mut won = 0;
    for text in sources.into_iter().chain(SAMPLES.map(source)) {
        let (game, pack) = game_of(&text);
        let keys = game.moves().expect("moves").controls(&pack.levels[0]).aims.len();
        let marks: Vec<Mark> = ["up", "left", "down", "right", "action"]
            .into_iter()
            .take(keys)
            .map(|key| key.parse().expect("a mark"))
            .collect();
        let level = &*pack.levels[0];
        // Wins where rocks fall.
        let solution = play("right right");
        let mut words: Vec<Mark> = Vec::new();
        for _ in 0..60 {
            match rng.u8(..8) {
                0 => words.truncate(rng.usize(..=words.len())),
                1 => words = solution.iter().map(|(_, made)| made.clone()).collect(),
                _ => words.extend(rng.choice(&marks).cloned()),
            }
            let play: Play = (0..).map(Site::step).zip(words.iter().cloned()).collect();
            let made = rng.choice(&marks).expect("a key");
            let fresh = game_of(&text).0;
            let (kept, anew) =
                (said(&*game, level, &play, made), said(&*fresh, level, &play, made));
            assert_eq!(kept, anew, "{words:?}\n{text}");
            won += usize::from(kept.starts_with("Solved"));
        }
    }
    assert!(won > 5, "{won}");
}
