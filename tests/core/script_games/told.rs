//! What a designer is told: why a save fails, and which brushes look alike.

use super::*;

#[test]
fn a_save_that_fails_says_what_lies_where_and_what_to_do() {
    let path = copied("unsaved", "ring-them-home");
    let pack = load(&path);
    let painted = |mark: &str| {
        let mut pack = pack.clone();
        let mut level = (*pack.levels[0]).clone();
        level.paint(Site::cell(2, 1), mark.parse().ok());
        pack.levels[0] = Arc::new(level);
        let order = WriteOrder { there: There::Whatever, ..WriteOrder::default() };
        save_any(&pack, &path, &order).expect_err("it cannot be written").to_string()
    };
    let why = painted("boulder");
    assert!(
        why.contains("level 1: R2C3 has `boulder`, and the source has no such object"),
        "{why}"
    );
    let why = painted("stack(fold,clover)");
    assert!(why.contains("level 1: the legend has no character for "), "{why}");
    assert!(why.contains(" on R2C3. Add a line to the LEGEND, such as "), "{why}");
    assert!(why.contains("clover on fold"), "{why}");
}

#[test]
fn brushes_that_look_alike_have_their_characters() {
    let source = "title Alike\n\nOBJECTS\n\nBackground .\nblack\n\nGoal O\nyellow\n\nPlayer P\nblue\n\n\
        LEGEND\n\n+ = Player and Goal\n\nSOUNDS\n\nCOLLISIONLAYERS\n\nBackground\nGoal\nPlayer\n\nRULES\n\n\
        WINCONDITIONS\n\nall Player on Goal\n\nLEVELS\n\nP.O\n";
    let (game, _) = game_of(source);
    let brushes = game.brushes().expect("brushes");
    let sign = |mark: &str| brushes.sign_of_brush(&mark.parse().expect("a mark"));
    // Without pixels of its own a sprite is a whole square: the player covers the goal.
    assert_eq!(
        (sign("player"), sign("stack(goal,player)"), sign("goal")),
        (Some('p'), Some('+'), None)
    );
}
