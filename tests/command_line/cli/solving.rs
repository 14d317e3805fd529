//! Solving steps, in text and JSON.

use super::*;

const STARS: &str = "assets/shelf/starbattle/levels.json#2";

#[test]
fn steps_are_told_with_their_sentences_and_what_they_need() {
    let told = printed(&["steps", STARS], 0);
    assert!(
        told.contains("“too few stars here”: the room of R3C3\n       so star on R3C3"),
        "{told}"
    );
    assert!(told.contains("since star on R6C6"), "{told}");
    assert!(told.lines().last().is_some_and(|line| line.starts_with("Solved in ")), "{told}");
    let first = printed(&["steps", STARS, "--next"], 0);
    assert!(told.starts_with(&first) && first.starts_with("  1  "), "{first}");
    let explained = printed(&["steps", STARS, "--explain", "R4C5"], 0);
    assert!(explained.contains("“too many stars here”: row 4"), "{explained}");
    let document = json(&["steps", STARS], 0);
    let steps =
        &document["findings"].as_array().and_then(|all| all.last()).expect("steps")["steps"];
    assert_eq!(steps["ends"]["end"], "solved");
    assert_eq!(steps["steps"][0]["smallest"], true);
    assert_eq!(steps["steps"][0]["marks"][0]["site"], "cell(2,2)");
}

#[test]
fn steps_end_where_solutions_differ_or_there_is_none() {
    let pack = fs::read_to_string("assets/shelf/nurikabe/known.json").expect("known levels");
    let pack: Value = serde_json::from_str(&pack).expect("JSON");
    let levels = pack["levels"].as_array().expect("levels");
    for (number, level) in levels.iter().enumerate() {
        let tags = level["tags"].as_array().expect("tags");
        let tag = |name: &str| tags.iter().any(|tag| tag.as_str() == Some(name));
        let (status, said) = match (tag("solutions=0"), tag("solutions=1") || tag("example")) {
            (true, _) => (1, "no play keeps all of these"),
            (_, true) => (0, "Solved in "),
            _ => (1, "All that the solutions share"),
        };
        let told = printed(
            &["steps", &format!("assets/shelf/nurikabe/known.json#{}", number + 1)],
            status,
        );
        assert!(told.contains(said), "{}: {told}", number + 1);
    }
}

#[test]
fn games_of_moves_have_no_steps() {
    let why = refused(&["steps", "assets/shelf/sokoban/levels.json#1"]);
    assert!(why.contains("is played move by move"), "{why}");
    let why = refused(&["steps", "assets/packs/sudoku.json#1"]);
    assert!(why.contains("has no rules in a folder"), "{why}");
}
