//! Compares texts with their meaning in Rust.

use super::{Language, read, states_text};
use crate::iss_written;
use crate::{constraints::Iss, constraints::Object};
use foolproof_level::Site;

type Says = fn(&[i64]) -> bool;

/// Every row of this many digits up to `side`.
fn rows(many: u32, side: u8) -> impl Iterator<Item = Vec<u8>> {
    let side = u32::from(side);
    (0..side.pow(many))
        .map(move |number| (0..many).map(|at| (number / side.pow(at) % side) as u8 + 1).collect())
}

fn agree(language: Language, text: &str, many: u32, says: Says) {
    let by = read(language, text, many as usize, 5).expect(text);
    let (mut yes, mut no) = (0, 0);
    for row in rows(many, 5) {
        let digits: Vec<i64> = row.iter().map(|digit| i64::from(*digit)).collect();
        assert_eq!(by.accepts_some(&row), says(&digits), "{text} of {row:?}");
        if says(&digits) { yes += 1 } else { no += 1 }
    }
    assert!(yes > 0 && no > 0, "{text} tells rows apart: {yes}, {no}");
    // With an empty cell, it accepts a row that some digit completes.
    for mut row in rows(many, 5).step_by(7) {
        let at = usize::from(row[0]) % row.len();
        let some = (1..=5).any(|digit| {
            row[at] = digit;
            by.accepts_some(&row)
        });
        row[at] = 0;
        assert_eq!(by.accepts_some(&row), some, "{text} of {row:?}");
    }
}

#[test]
fn formulas_mean_what_they_say() {
    let all: [(&str, u32, Says); 12] = [
        ("sum%3==0", 4, |d| d.iter().sum::<i64>() % 3 == 0),
        ("product>12", 3, |d| d.iter().product::<i64>() > 12),
        ("max-min>=3", 3, |d| d.iter().max().unwrap() - d.iter().min().unwrap() >= 3),
        ("a*b==c", 3, |d| d[0] * d[1] == d[2]),
        ("a+b*2-c==4", 3, |d| d[0] + d[1] * 2 - d[2] == 4),
        ("a-b-c==0", 3, |d| d[0] - d[1] - d[2] == 0),
        ("odd==even", 4, |d| d.iter().filter(|x| *x % 2 == 1).count() * 2 == d.len()),
        ("count(5)>=2&&a!=5", 3, |d| d.iter().filter(|x| **x == 5).count() >= 2 && d[0] != 5),
        ("a<b||b<c", 3, |d| d[0] < d[1] || d[1] < d[2]),
        ("!(a=b)", 2, |d| d[0] != d[1]),
        ("abs(a-b)==max(c,2)", 3, |d| (d[0] - d[1]).abs() == d[2].max(2)),
        ("a/(b-c)==2", 3, |d| d[1] != d[2] && d[0].div_euclid(d[1] - d[2]) == 2),
    ];
    for (text, many, says) in all {
        agree(Language::Formula, text, many, says);
    }
}

#[test]
fn patterns_tables_and_rules_for_two_mean_what_they_say() {
    let rises: Says = |d| d.windows(2).all(|pair| pair[0] <= pair[1]);
    agree(Language::Pattern, "1*2*3*4*5*", 4, rises);
    agree(Language::Pattern, "1.|.[^1-3]", 2, |d| d[0] == 1 || d[1] > 3);
    agree(Language::Pattern, ".{2}5.*", 4, |d| d[2] == 5);
    let turns: Says = |d| d.windows(2).all(|pair| (pair[0] < 3) != (pair[1] < 3));
    agree(Language::States, "!12>1,345>2;!345>2;!12>1", 4, turns);
    agree(Language::Relation, "1:23,2:134,345:5", 2, |d| match d[0] {
        1 => d[1] == 2 || d[1] == 3,
        2 => [1, 3, 4].contains(&d[1]),
        _ => d[1] == 5,
    });
    agree(Language::Relation, "b==2*a||a==2*b", 2, |d| d[0] == 2 * d[1] || d[1] == 2 * d[0]);
}

#[test]
fn faults_say_where() {
    for (language, text, words) in [
        (Language::Formula, "a+", "a number, a cell or a name is missing at character 3"),
        (Language::Formula, "a==b)", "an operator is missing at character 5"),
        (Language::Formula, "(a==b", "`)` is missing at character 6"),
        (Language::Formula, "c>a", "`c` is behind the last of 2 cells"),
        (Language::Formula, "mean>3", "`mean` is not known at character 1"),
        (Language::Formula, "count(a)", "`count` takes a digit at character 8"),
        (Language::States, "12>1", "state 0: there is no state 1"),
        (Language::States, "!1>0,1>1;1>0", "state 0: 1 leads to two states"),
        (Language::States, "17>0", "state 0: `7` is not a digit of this board"),
        (Language::States, "12", "state 0: `12` is not digits, `>` and a state"),
        (Language::Relation, "1:2,x:1", "`x` is not a digit of this board"),
        (Language::Pattern, "(12", "unclosed group"),
        (Language::Pattern, "\"", "`\"` cannot be part of it"),
        (Language::Pattern, "", "nothing is written"),
        (Language::Pattern, "((.{99}){99}){99}", "the pattern is too large"),
    ] {
        assert_eq!(read(language, text, 2, 5).expect_err(text), words, "{text}");
    }
    let large = read(Language::Formula, "a*b*c*d*e*f==g*h*i*j", 10, 9).expect_err("it is large");
    assert!(large.starts_with("too many digits"), "{large}");
}

#[test]
fn automata_are_written_and_read_again() {
    let kind = crate::constraints::kind("states").expect("a kind");
    for (language, text, many) in [
        (Language::States, "!12>1,345>2;!345>2;!12>1", 3),
        (Language::Pattern, "(12|21|34|43|5)*", 4),
        (Language::Formula, "sum%4==1", 3),
    ] {
        let by = read(language, text, many, 5).expect(text);
        let table = states_text(&by);
        let same = read(Language::States, &table, many, 5).expect("a table");
        let mut object = Object::unread(Site::constraint(0), kind, Vec::new(), vec![vec![0]]);
        object.by = Some(std::sync::Arc::new(by.clone()));
        let key = iss_written::key_of(Iss::States, &object, 5).expect("a key").expect("it fits");
        let back = iss_written::text_of(Iss::States, &key, 5).expect("it is read");
        let back = read(Language::States, &back, many, 5).expect("a table");
        for row in rows(many as u32, 5) {
            let wanted = by.accepts_some(&row);
            assert_eq!(same.accepts_some(&row), wanted, "{table} of {row:?}");
            assert_eq!(back.accepts_some(&row), wanted, "{key} of {row:?}");
        }
    }
}
