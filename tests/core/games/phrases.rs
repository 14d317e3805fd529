//! The phrases for concepts of the built-in games.

use foolproof::built_in;
use foolproof::game::{concept_clause, partial_phrase};
use foolproof::level::{Concept, Mark};

fn mark(text: &str) -> Mark {
    text.parse().expect("a mark")
}

#[test]
fn a_property_without_its_number_is_said_without_one() {
    let games = built_in();
    for (game, property, said) in [
        ("refraction", "used(bender)", "benders are used"),
        ("refraction", "built(frac(1,4))", "a splitter or combiner makes power 1/4"),
        ("refraction", "through", "a used piece lies on some cell"),
        ("witness", "turns", "the line turns"),
        ("witness", "length", "the line is long"),
        ("penguin_push", "turns", "pushes turn between rows and columns"),
        (
            "penguin_push",
            "ratio",
            "there is one solution, and knowing that makes the search smaller",
        ),
    ] {
        let game = games.by_id(game).expect("a game");
        assert_eq!(partial_phrase(&*game, &mark(property)).as_deref(), Some(said));
    }
}

#[test]
fn at_least_once_is_said_as_that_it_happens() {
    let games = built_in();
    for (game, concept, said) in [
        ("witness", "turns(1)", "the line turns"),
        ("witness", "not turns(1)", "the line never turns"),
        ("witness", "turns(3)", "the line turns at least 3 times"),
        ("witness", "not turns(3)", "the line turns fewer than 3 times"),
        // More than one is not none.
        ("witness", "not turns_at_most(1)", "the line turns more than 1 time"),
        (
            "penguin_push",
            "ratio(1)",
            "there is one solution, and knowing that makes the search at least 1 time smaller",
        ),
    ] {
        let game = games.by_id(game).expect("a game");
        let concept: Concept = concept.parse().expect("a concept");
        assert_eq!(concept_clause(&*game, &concept), said);
    }
}
