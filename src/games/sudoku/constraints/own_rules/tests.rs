//! Compares rules with their meaning in Rust, on all fillings of a small board, and tests their errors.

use std::sync::Arc;

use super::super::{Object, kind, tests::plain};
use super::{compact, plan, program};
use crate::filling_rules::FillingRules;
use crate::puzzle::Puzzle;
use foolproof_level::Site;

type Says = fn(&[u8]) -> bool;

fn object(text: &str) -> Result<Object, String> {
    let kind = kind("own_rules").expect("a kind");
    let site = Site::constraint(0);
    let object = Object::unread(site, kind, Vec::new(), Vec::new()).with_text(text);
    let mark = object.mark(4).expect("a mark");
    let read = Object::read(site, &mark, 4).map_err(|why| why.to_string())?;
    assert_eq!(read.text, object.text, "what is read is written the same");
    Ok(read)
}

/// The fillings of a 4x4 board with a few clues that a text allows, by the judge and by the search.
fn agree(text: &str, says: Says) {
    let mut given = vec![0; 16];
    (given[0], given[5]) = (1, 4);
    let object = object(text).expect(text);
    let puzzle = Puzzle::new(4, given.clone(), vec![object]);
    let all = plain(4, &given);
    let good: Vec<&Vec<u8>> = all.iter().filter(|full| says(full)).collect();
    assert!(!good.is_empty() && good.len() < all.len(), "{text} tells boards apart");
    for full in &all {
        assert_eq!(puzzle.broken(full).is_none(), says(full), "{text} on {full:?}");
        // An error on a part is an error on every board that completes it.
        let mut part = full.clone();
        part[usize::from(full[3] + full[9] * 2)] = 0;
        part[15] = 0;
        if puzzle.broken(&part).is_some() {
            let fits = |good: &&&Vec<u8>| {
                good.iter().zip(&part).all(|(digit, held)| *held == 0 || digit == held)
            };
            assert_eq!(good.iter().find(fits), None, "{text} on {part:?}");
        }
    }
    let (mut found, rules) = (Vec::new(), FillingRules::new(puzzle));
    rules.run(&rules.start(&given), None, &|| false, &mut |full| {
        found.push(full.to_vec());
        true
    });
    found.sort();
    let mut good: Vec<Vec<u8>> = good.into_iter().cloned().collect();
    good.sort();
    assert_eq!(found, good, "{text}");
}

#[test]
fn rules_mean_what_they_say() {
    let all: [(&str, Says); 9] = [
        ("wrong(touch,S) :- value(S,1), value(T,1), S = cell(C,R), T = cell(C+1,R+1).", |d| {
            !(0..15).any(|s| s % 4 < 3 && s < 11 && d[s] == 1 && d[s + 5] == 1)
        }),
        (":- value(cell(0,R),D), value(cell(3,R),E), D + E = 5.", |d| {
            (0..4).all(|r| d[r * 4] + d[r * 4 + 3] != 5)
        }),
        ("wrong(a) :- not value(cell(3,3),2), not value(cell(3,0),2).", |d| {
            d[15] == 2 || d[3] == 2
        }),
        ("wrong(a) :- #sum { D,C : value(cell(C,C),D) } != 10.", |d| {
            d[0] + d[5] + d[10] + d[15] == 10
        }),
        ("wrong :- 2 > #count { C : value(cell(C,C),4) }.", |d| {
            [0, 5, 10, 15].iter().filter(|s| d[**s] == 4).count() >= 2
        }),
        ("top(D) :- D = #max { E : value(cell(3,R),E), R < 3 }. wrong :- top(4).", |d| {
            d[3] < 4 && d[7] < 4 && d[11] < 4
        }),
        ("odd(S) :- value(S,D), D \\ 2 = 1. wrong(b,S) :- odd(S), S = cell(3,R), R > 1.", |d| {
            d[11] % 2 == 0 && d[15] % 2 == 0
        }),
        (
            "odd(S) :- value(S,D), D \\ 2 = 1. % those with 1 or 3\n\
             wrong(\"an even digit in the corner\") :- not odd(cell(3,3)).",
            |d| d[15] % 2 == 1,
        ),
        ("wrong :- X = 1..3, value(cell(X,0),A), value(cell(X,3),B), |A-B| >= 3.", |d| {
            (1..4).all(|x| d[x].abs_diff(d[12 + x]) < 3)
        }),
    ];
    for (text, says) in all {
        agree(text, says);
    }
}

#[test]
fn rules_are_kept_without_blanks_and_quotes() {
    let text =
        "% comment\nwrong(\"Two 5s: touch!\", S) :- value(S, 5),\n  not value(S,6), knot(S).";
    let kept = "wrong(two_5s_touch,S):-value(S,5),!value(S,6),knot(S).";
    assert_eq!(compact(text), kept);
    assert_eq!(compact(kept), kept);
}

#[test]
fn what_is_wrong_has_its_reason_and_its_cells() {
    let object = object(
        "wrong(\"ones meet\",T) :- value(S,1), value(T,1), S < T, beside(S,T). wrong(x) :- value(cell(0,0),4).",
    );
    let puzzle = Puzzle::new(4, vec![0; 16], vec![object.expect("rules")]);
    let mut digits = vec![0; 16];
    (digits[6], digits[7]) = (1, 1);
    let broken = puzzle.objects[0].kind.broken(&puzzle.objects[0], &puzzle, &digits);
    let broken = broken.expect("it is wrong already");
    assert_eq!((broken.why.as_str(), broken.cells), ("ones meet", vec![7]));
    (digits[7], digits[0]) = (0, 4);
    let broken = puzzle.objects[0].kind.broken(&puzzle.objects[0], &puzzle, &digits);
    assert_eq!(broken.map(|broken| broken.why), Some("x".to_owned()));
}

#[test]
fn helpers_have_names_of_their_own_in_the_encoding() {
    let puzzle = Puzzle::new(
        4,
        vec![0; 16],
        vec![
            object("near(S) :- beside(S,T), value(T,2). wrong(far,S) :- value(S,1), not near(S).")
                .expect("rules"),
        ],
    );
    let facts = puzzle.objects[0].kind.facts(&puzzle);
    assert_eq!(
        facts,
        "at(0,0,0,S) :- site(S).\n\
         own_0_near(S) :- kind(0,own_rules), value(T,2), beside(S,T).\n\
         unmet(\"far\",0) :- kind(0,own_rules), value(S,1), not own_0_near(S).\n"
    );
}

#[test]
fn the_encoding_takes_literals_as_they_are_written() {
    let text = "near(S) :- (beside(S,T)), value(T,02). wrong :- not near(cell(0,3)), side(N), \
                N \\ 3 = 1, 1 <= #count { S : near(S), S != cell(1,1) } <= 2.";
    let puzzle = Puzzle::new(4, vec![0; 16], vec![object(text).expect("rules")]);
    let facts = puzzle.objects[0].kind.facts(&puzzle);
    for literal in [
        "beside(S,T)",
        "value(T,2)",
        "not own_0_near(cell(0,3))",
        "N\\3=1",
        "1<=#count{S:own_0_near(S),S!=cell(1,1)}<=2",
    ] {
        assert!(facts.contains(&format!(", {literal}")), "{literal}: {facts}");
    }
}

#[test]
fn faults_say_where_and_why() {
    for (text, words) in [
        ("", "no rule says what is wrong"),
        ("a(1).", "no rule says what is wrong"),
        ("wrong(a) :- value(S,5)", "`.` is missing behind `wrong(a):-value(S,5)`"),
        ("wrong(a) :- value(S,D", "`)` is missing behind `wrong(a):-value(S,D`"),
        (
            "wrong(a) :- colour(S,D).",
            "`colour` with 2 arguments is said nowhere; given are value(S,D)",
        ),
        ("wrong(a,S) :- value(T,5).", "nothing says what `S` can be"),
        ("wrong(a) :- not value(S,5).", "nothing says what `S` can be"),
        ("wrong(a) :- D < 3.", "nothing says what `D` can be"),
        ("wrong(a) :- value(S,D), X > 2.", "nothing says what `X` can be"),
        ("p(X) :- q(X). q(X) :- p(X), digit(X). wrong(a) :- p(1).", "depends on itself"),
        ("value(S,D) :- beside(S,D). wrong(a).", "`value` is given, and cannot be said anew"),
        ("wrong(5) :- digit(5).", "a reason is words"),
        ("wrong(a) :- digit(D) ? 3.", "`?` behind `wrong(a):-digit(D)` cannot be part of rules"),
        ("wrong(a) :- #count { S : value(S,1) }.", "a comparison is missing"),
        (
            "wrong(a) :- value(A,1), value(B,_), value(C,_), value(D,_), value(E,_), A < B, value(F,_).",
            "they take too long to look at a board",
        ),
    ] {
        let said = object(text).map(|object| object.text).expect_err(text);
        assert!(said.contains(words), "{text}: {said}");
    }
    assert!(Arc::ptr_eq(
        &program("wrong:-digit(4).", 4).expect("rules"),
        &program("wrong:-digit(4).", 4).expect("rules")
    ));
    assert!(plan::read("wrong:-digit(4).").is_ok());
}
