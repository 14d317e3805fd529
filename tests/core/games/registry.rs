//! The shelf of games.

use foolproof::built_in;
use foolproof::game::Games;

fn ids(games: &Games) -> Vec<String> {
    games.all().iter().map(|game| game.about().id.clone().into_owned()).collect()
}

#[test]
fn games_stand_in_the_order_of_their_names() {
    let games = built_in();
    let all = games.all();
    let names: Vec<&str> = all.iter().map(|game| game.about().name.as_ref()).collect();
    assert!(names.is_sorted(), "{names:?}");
    let game = all.first().cloned();
    let id = game.as_ref().map(|game| game.about().id.clone()).unwrap_or_default();
    assert!(games.remove(&id) && !games.remove(&id));
    game.into_iter().for_each(|game| games.put(game));
    assert_eq!(ids(&games), ids(&built_in()));
}

#[test]
fn a_copy_is_the_same_shelf_and_another_shelf_is_not() {
    let (games, other) = (built_in(), built_in());
    let copy = games.clone();
    let edition = copy.edition();
    games.remove("linjat");
    assert!(copy.by_id("linjat").is_none() && other.by_id("linjat").is_some());
    assert!(copy.edition() > edition && copy.changed_since("linjat", edition));
    assert!(!copy.changed_since("sudoku", edition));
}
