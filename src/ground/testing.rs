//! Shared by the tests of this package: a reader of aspif, random programs, a naive evaluator.
//!
//! The naive evaluator uses no order and no components: it alternates between an upper and a lower bound of the
//! derivable atoms until both agree.

use std::collections::BTreeSet;

use fastrand::Rng;

use super::program::{AtomNumber, GroundProgram, RecordedRule};

/// Reads the output of `clingo --mode=gringo`.
pub(crate) fn read_aspif(text: &str) -> GroundProgram {
    let mut program = GroundProgram::default();
    for line in text.lines() {
        let (kind, rest) = line.split_once(' ').unwrap_or((line, ""));
        match kind {
            "1" => read_rule(&mut program, rest),
            "4" => {
                let (length, rest) = rest.split_once(' ').unwrap();
                let (name, condition) = rest.split_at(length.parse().unwrap());
                let numbers = numbers(condition);
                assert!(numbers.len() <= 2, "{line}");
                program.name(numbers.get(1).map_or(0, |atom| *atom as u32), name);
            }
            _ => {}
        }
    }
    program
}

fn numbers(text: &str) -> Vec<i32> {
    text.split_whitespace().map(|number| number.parse().unwrap()).collect()
}

fn read_rule(program: &mut GroundProgram, rest: &str) {
    let all = numbers(rest);
    let (choice, n_heads) = (all[0] == 1, all[1] as usize);
    let heads: Vec<AtomNumber> = all[2..2 + n_heads].iter().map(|head| *head as u32).collect();
    let rest = &all[2 + n_heads..];
    if rest[0] == 0 {
        return program.push(choice, &heads, &rest[2..]);
    }
    let pairs = rest[3..].chunks(2).map(|pair| (pair[0], pair[1]));
    program.push_weighted(choice, &heads, rest[1], pairs);
}

/// Builds a program of atoms from 1 to `n_atoms`, whose negative literals and counts use lower atoms only. A
/// third of the rules are choices, whose bodies are unrestricted.
pub(crate) fn random_program(rng: &mut Rng, n_atoms: u32, n_rules: usize) -> GroundProgram {
    let mut program = GroundProgram::default();
    // Atoms of the same level may depend on each other.
    let level = |atom: u32| atom / 4;
    for _ in 0..n_rules {
        let head = rng.u32(1..=n_atoms);
        let choice = rng.u8(0..3) == 0;
        let constraint = rng.u8(0..12) == 0;
        let weighted = rng.u8(0..5) == 0;
        let mut body = Vec::new();
        for _ in 0..rng.usize(0..4) {
            let atom = rng.u32(1..=n_atoms);
            let negative = rng.u8(0..3) == 0;
            let lower = level(atom) < level(head);
            let same = level(atom) == level(head) && !negative && !weighted;
            if choice || constraint || lower || same {
                body.push(if negative { -(atom as i32) } else { atom as i32 });
            }
        }
        let heads: &[u32] = if constraint && !choice { &[] } else { &[head] };
        if weighted {
            let bound = rng.i32(0..6);
            let body: Vec<_> = body.iter().map(|literal| (*literal, rng.i32(0..4))).collect();
            program.push_weighted(choice, heads, bound, body);
        } else {
            program.push(choice, heads, &body);
        }
    }
    (1..=n_atoms).for_each(|atom| program.name(atom, &format!("a({atom})")));
    program
}

/// A random subset.
pub(crate) fn some_of<T: Copy>(rng: &mut Rng, all: &[T]) -> Vec<T> {
    all.iter().copied().filter(|_| rng.bool()).collect()
}

type Set = BTreeSet<AtomNumber>;

/// Returns the least set closed under the rules, with negative literals evaluated in `reference`.
fn least(
    program: &GroundProgram,
    given: &Set,
    reference: &Set,
    fires: impl Fn(&RecordedRule<'_>, AtomNumber) -> bool,
) -> Set {
    let mut derived = given.clone();
    loop {
        let before = derived.len();
        for rule in program.rules() {
            let holds = |literal: i32| {
                let atom = literal.unsigned_abs();
                if literal > 0 { derived.contains(&atom) } else { !reference.contains(&atom) }
            };
            if rule.body_holds(holds) {
                let heads = rule.heads.iter().filter(|head| fires(&rule, **head));
                derived.extend(heads.copied().collect::<Vec<_>>());
            }
        }
        if derived.len() == before {
            return derived;
        }
    }
}

/// Returns the true atoms, and whether they form an answer set with exactly the chosen inputs.
pub(crate) fn naive(program: &GroundProgram, chosen: &[AtomNumber]) -> (Vec<AtomNumber>, bool) {
    let given: Set = chosen.iter().copied().collect();
    let normal = |rule: &RecordedRule<'_>, _| !rule.choice;
    let mut certain = given.clone();
    let model = loop {
        let possible = least(program, &given, &certain, normal);
        let more = least(program, &given, &possible, normal);
        if more == possible {
            break more;
        }
        assert_ne!(more, certain, "not stratified");
        certain = more;
    };
    let holds = |literal: i32| model.contains(&literal.unsigned_abs()) == (literal > 0);
    let broken = program.rules().any(|rule| rule.heads.is_empty() && rule.body_holds(holds));
    let founded =
        least(program, &Set::new(), &model, |rule, head| !rule.choice || model.contains(&head));
    let asked = program.inputs().iter().all(|input| model.contains(input) == given.contains(input));
    (model.iter().copied().collect(), !broken && asked && founded == model)
}

/// Reads ground rules in the usual notation, one a line: `a :- b, not c.`, `{a}.`, `:- a, b.`
pub(crate) fn read_rules(text: &str) -> GroundProgram {
    let mut program = GroundProgram::default();
    let mut atoms: Vec<String> = Vec::new();
    let mut literal = |text: &str, program: &mut GroundProgram| {
        let (sign, name) = text.strip_prefix("not ").map_or((1, text), |name| (-1, name));
        let known = atoms.iter().position(|atom| atom == name);
        let at = known.unwrap_or_else(|| {
            atoms.push(name.to_owned());
            program.name(atoms.len() as u32, name);
            atoms.len() - 1
        });
        sign * (at as i32 + 1)
    };
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let line = line.strip_suffix('.').unwrap();
        let (head, body) = line.split_once(":-").unwrap_or((line, ""));
        let choice = head.trim().strip_prefix('{').and_then(|head| head.strip_suffix('}'));
        let listed = |text: &str| -> Vec<String> {
            let whole = format!("x({})", text.trim());
            foolproof_kernel::split(&whole).1.iter().map(|part| part.trim().to_owned()).collect()
        };
        let heads: Vec<u32> = listed(choice.unwrap_or(head))
            .iter()
            .map(|name| literal(name, &mut program).unsigned_abs())
            .collect();
        let body: Vec<i32> = listed(body).iter().map(|name| literal(name, &mut program)).collect();
        program.push(choice.is_some(), &heads, &body);
    }
    program
}

/// Builds a game of moves from random rules, with few positions.
pub(crate) fn random_game(rng: &mut Rng) -> GroundProgram {
    read_rules(&random_rules(rng))
}

/// Builds a random game with up to three marks on which no other marks depend.
pub(crate) fn random_game_with_trails(rng: &mut Rng) -> GroundProgram {
    let mut text = random_rules(rng);
    for n in 0..rng.usize(1..=3) {
        let source = ["now(s(0),m)", "not now(s(1),m)", "now(t(0),m)"][rng.usize(0..3)];
        text += &format!("{{now(t({n}),m)}}.\nnext(t({n}),m) :- {source}, do(a(0)).\n");
        let stays = format!("next(t({n}),m) :- now(t({n}),m).\n");
        text += if rng.bool() { &stays } else { "" };
    }
    read_rules(&text)
}

fn random_rules(rng: &mut Rng) -> String {
    let (n_now, n_actions) = (rng.u32(2..=9), rng.u32(1..=3));
    let mut text = String::new();
    let mut known: Vec<String> = (0..n_now).map(|n| format!("now(s({n}),m)")).collect();
    let actions: Vec<String> = (0..n_actions).map(|n| format!("do(a({n}))")).collect();
    known.iter().chain(&actions).for_each(|atom| text += &format!("{{{atom}}}.\n"));
    for n in 0..n_now {
        text += &if rng.bool() { format!("start(s({n}),m).\n") } else { String::new() };
    }
    let sign = |rng: &mut Rng| if rng.u8(0..3) == 0 { "not ".to_owned() } else { String::new() };
    let rule = |rng: &mut Rng, text: &mut String, head: &str, known: &[String], most: usize| {
        for _ in 0..rng.usize(1..=most) {
            let body: Vec<String> = (0..rng.usize(1..=3))
                .map(|_| sign(rng) + &known[rng.usize(0..known.len())])
                .collect();
            *text += &format!("{head} :- {}.\n", body.join(", "));
        }
    };
    for n in 0..rng.usize(0..3) {
        rule(rng, &mut text, &format!("p({n})"), &known, 2);
        known.push(format!("p({n})"));
    }
    let goal: Vec<String> = (0..n_now.min(4)).map(|n| sign(rng) + &known[n as usize]).collect();
    text += &format!("won :- {}.\n", goal.join(", "));
    if rng.u8(0..3) == 0 {
        rule(rng, &mut text, "lost", &known, 1);
    }
    known.extend(actions.iter().cloned());
    for n in 0..rng.usize(0..3) {
        // Two atoms in a positive cycle.
        text += &format!("f({n}) :- g({n}).\ng({n}) :- f({n}), {}.\n", known[0]);
        rule(rng, &mut text, &format!("f({n})"), &known, 2);
        rule(rng, &mut text, &format!("g({n})"), &known, 1);
        known.push(format!("g({n})"));
    }
    rule(rng, &mut text, "legal", &known, 3);
    (0..3).for_each(|n| rule(rng, &mut text, &format!("event(e({n}))"), &known, 2));
    // Actions move marks about, so that many positions are reached, and rules interfere.
    for action in &actions {
        text += &format!("legal :- {action}, {}{}.\n", sign(rng), known[0]);
        for n in 0..n_now {
            let from = &known[rng.usize(0..n_now as usize)];
            text += &format!("next(s({n}),m) :- {action}, {}{from}.\n", sign(rng));
        }
    }
    (0..n_now / 3).for_each(|n| rule(rng, &mut text, &format!("next(s({n}),m)"), &known, 1));
    // Marks that stay, and events that happen together, push the others into later words.
    for n in 0..if rng.u8(0..4) == 0 { rng.u32(50..140) } else { 0 } {
        text += &format!("{{now(r({n}),m)}}.\nnext(r({n}),m) :- now(r({n}),m).\n");
        text += &if rng.bool() { format!("start(r({n}),m).\n") } else { String::new() };
    }
    for n in 0..if rng.u8(0..8) == 0 { 70 } else { 0 } {
        text += &format!("event(d({n})) :- {}, {}.\n", known[0], actions[0]);
    }
    text
}
