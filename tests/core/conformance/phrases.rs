//! Concepts in plain words, for every kind of property of every game: readable sentences, and what
//! a solution does instead, said of just those that do not practise the concept.

use foolproof::game::{Param, concept_sentence, example, missed};

use super::concepts::{property_of, solvable_level};
use super::*;

/// A sentence without the ways that light takes through a piece, such as "(west→south)".
fn without_ways(words: &str) -> String {
    let mut parts = words.split(" (");
    let begin = parts.next().unwrap_or_default().to_owned();
    parts.fold(begin, |all, part| match part.split_once(')') {
        Some((way, rest)) if way.contains('→') && !way.contains('(') => all + rest,
        _ => all + " (" + part,
    })
}

/// That a sentence is one: no signs of a template or a formula, a capital, a stop.
fn check_sentence(words: &str, of: &dyn std::fmt::Display) {
    let signs = ['{', '}', '(', ')', '[', ']', '<', '>', '…', '#', '_'];
    assert!(!without_ways(words).contains(signs), "{of}: {words}");
    assert!(words.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit()), "{of}: {words}");
    assert!(words.ends_with('.') && !words.ends_with(".."), "{of}: {words}");
    assert!(!words.contains("  ") && !words.contains(" ,"), "{of}: {words}");
    assert!(!words.contains("it is not so that"), "{of}: {words}");
    // Agreement: "1 splitters", "2 splitter is".
    let words: Vec<&str> = words.split([' ', ',', '.']).collect();
    for pair in words.windows(2) {
        let plural = ["are", "times", "edges", "pieces", "lamps", "benders", "splitters"];
        assert!(!(pair[0] == "1" && plural.contains(&pair[1])), "{of}: {words:?}");
    }
}

fn formulas(a: &Mark, b: &Mark, c: &Mark) -> Vec<Concept> {
    let texts = [
        format!("{a}"),
        format!("not {a}"),
        format!("{a} and {b}"),
        format!("{a} and {b} and {c}"),
        format!("{a} or {b} or {c}"),
        format!("{a} and ({b} or {c})"),
        format!("{a} and not ({b} and {c})"),
        format!("({a} and {b}) or {c}"),
        format!("({a} and ({b} or not {c})) or not {b}"),
        format!("not ({a} and ({b} or {c}))"),
    ];
    texts.iter().map(|text| text.parse().expect("a concept")).collect()
}

#[test]
fn every_concept_reads_as_a_sentence() {
    let mut rng = Rng::with_seed(4711);
    for game in subjects() {
        let kinds = game.concepts();
        for level in &sample(&*game).levels {
            check_sentence(&concept_sentence(&*game, &level.concept), &level.concept);
        }
        for _ in 0..20 {
            let (level, _) = solvable_level(&*game, &mut rng);
            let mut any = || {
                let kind = rng.choice(&kinds).expect("a kind").clone();
                property_of(&*game, &level, &kind, &mut rng)
            };
            let others = [any(), any()];
            for kind in &kinds {
                let property = property_of(&*game, &level, kind, &mut rng);
                for concept in formulas(&property, &others[0], &others[1]) {
                    check_sentence(&concept_sentence(&*game, &concept), &concept);
                }
                assert!(kind.otherwise.is_some(), "{}", kind.functor);
            }
        }
    }
}

#[test]
fn examples_fit_their_level() {
    let mut rng = Rng::with_seed(93);
    let certain = |param: &Param| matches!(param.kind, ParamKind::Play);
    for game in subjects() {
        let mut levels: Vec<Level> =
            sample(&*game).levels.iter().map(|level| (**level).clone()).collect();
        levels.extend((0..10).map(|_| solvable_level(&*game, &mut rng).0));
        for level in levels {
            for kind in game.concepts() {
                let Some(property) = example(&*game, &level, &kind) else {
                    let none = level.intended.is_none() && kind.functor == "intended";
                    assert!(none || kind.params.iter().any(certain), "{}", kind.functor);
                    continue;
                };
                check_sentence(
                    &concept_sentence(&*game, &Concept::Is(property.clone())),
                    &property,
                );
                if !game.is_of_level(&property) {
                    game.concept_rules(&level, &property, "head").expect("rules");
                }
            }
        }
    }
}

#[test]
fn what_is_missed_is_said_of_shortcuts_alone() {
    let mut rng = Rng::with_seed(12);
    for game in subjects() {
        let kinds = game.concepts();
        let (mut said, mut counted) = (0, 0);
        for _ in 0..60 {
            let (mut level, plays) = solvable_level(&*game, &mut rng);
            let property = |rng: &mut Rng| {
                let kind = rng.choice(&kinds).expect("a kind");
                property_of(&*game, &level, kind, rng)
            };
            let [a, b, c] = std::array::from_fn(|_| property(&mut rng));
            for concept in formulas(&a, &b, &c) {
                level.concept = concept;
                for play in plays.iter().take(20) {
                    let mut holds = |property: &Mark| game.practises(&level, play, property);
                    let is_missed = level.concept.evaluate(&mut holds) == Some(false);
                    let words = missed(&*game, &level, play);
                    assert_eq!(words.is_some(), is_missed, "{} {words:?}", level.concept);
                    let Some(words) = words else { continue };
                    let sentence = format!("{}.", capital(&words));
                    check_sentence(&sentence, &level.concept);
                    said += 1;
                    counted += u32::from(words.contains("only "));
                }
            }
        }
        assert!(said > 50, "{}: {said} said, {counted} with a number", game.about().id);
    }
}

fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The stated number is the number of pieces: one more would be too many.
#[test]
fn the_number_that_is_said_is_the_number_that_is_used() {
    let game = foolproof::built_in().by_id("refraction").expect("a game");
    let mut told = BTreeSet::new();
    for level in &sample(&*game).levels {
        let Some(intended) = &level.intended else { continue };
        let used = game.canonical(level, intended).len();
        let mut level = (**level).clone();
        for asked in used + 1..used + 3 {
            level.concept = format!("used(any,{asked})").parse().expect("a concept");
            let pieces = if used == 1 { "piece is" } else { "pieces are" };
            let words = missed(&*game, &level, intended).expect("too few");
            assert_eq!(words, format!("only {used} {pieces} used"));
        }
        level.concept = format!("at_most({})", used - 1).parse().expect("a concept");
        told.extend(missed(&*game, &level, intended));
        level.concept = "used(combiner,9) and built(frac(1,97))".parse().expect("a concept");
        told.extend(missed(&*game, &level, intended));
    }
    let says = |words: &str| assert!(told.contains(words), "{words}: {told:#?}");
    says("no combiners are used and no splitter or combiner makes power 1/97");
    says("only 1 combiner is used and no splitter or combiner makes power 1/97");
    says("2 pieces are used");
}
