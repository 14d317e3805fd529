//! A ground program as facts, for programs that reason about programs.
//!
//! The reference test of the shortcut-free engine reads it: Smith & Butler, "Quantifying over Play", section
//! 6.3.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::answer::SessionOptions;
use super::atom::Atom;
use super::error::AspError;
use super::ground::Record;
use super::program::Program;
use super::session::Session;
use super::shift::positive_edges;
use super::shift::{HeadCycle, shifted};
use super::tagging::{self, CONCEPT, TAG, name_what_is_circular};
use foolproof_ground::components;

/// Rules that interpret such facts.
const SATURATED: &str = include_str!("../../encodings/saturated.lp");

/// Returns the saturated program of the paper for a tagged program, as one text: an answer set of it is a
/// puzzle without a shortcut, and `puzzle(T)` lists its tags. Any solver of disjunctive programs runs it.
pub fn saturated(program: &Program, options: &SessionOptions) -> Result<String, AspError> {
    tagging::name_what_is_missing(program)?;
    let facts = reify(program, options)?;
    Ok(format!("{SATURATED}{facts}\n"))
}

/// Grounds a tagged program and writes it as facts:
///
/// `atom(A)`, `head(R,A)`, `rule(R)` or `choice(R)`; for a body of literals `pos(R,A)` and
/// `neg(R,A)`; for one with a bound `bound(R,B)`, `weight(R,A,W)`, `unless(R,A,W)` (A false) and
/// `total(R,W)`; `in(A,C)` for an atom in the loop C and `steps(C,N)` for its length; `tag(A,T)` for
/// the atom `__level_design(T)` and `concept(A)` for `__concept`, where they are not settled;
/// `settled(T)` for what every answer set tags.
fn reify(program: &Program, options: &SessionOptions) -> Result<String, AspError> {
    let mut session =
        Session::ground(program, &SessionOptions { record: true, ..options.clone() })?;
    let ground = session.take_record();
    tagging::name_what_is_refused(program, &ground)?;
    let names = session.by_literal();
    let last = names.keys().map(|literal| literal.unsigned_abs()).max().unwrap_or(0);
    let last = last.max(ground.last_atom());
    let ground = shifted(ground, last).map_err(|HeadCycle| name_what_is_circular(program))?;
    let mut facts = String::new();
    for (n, rule) in ground.rules().enumerate() {
        let _ = write!(facts, "\n{}({n}).", if rule.choice { "choice" } else { "rule" });
        for head in rule.heads {
            let _ = write!(facts, "head({n},{head}).");
        }
        let sign = |literal: i32, words: [&'static str; 2]| words[usize::from(literal < 0)];
        let Some(bound) = rule.bound else {
            for literal in rule.body {
                let word = sign(*literal, ["pos", "neg"]);
                let _ = write!(facts, "{word}({n},{}).", literal.unsigned_abs());
            }
            continue;
        };
        // A literal may occur twice; as a fact in a set it would count once.
        let mut weights: BTreeMap<i32, i64> = BTreeMap::new();
        for (literal, weight) in rule.body.iter().zip(rule.weights) {
            *weights.entry(*literal).or_default() += i64::from(*weight);
        }
        let total: i64 = weights.values().sum();
        let _ = write!(facts, "bound({n},{bound}).total({n},{total}).");
        for (literal, weight) in weights {
            let word = sign(literal, ["weight", "unless"]);
            let _ = write!(facts, "{word}({n},{},{weight}).", literal.unsigned_abs());
        }
    }
    write_loops(&ground, &mut facts);
    for tag in session.about(TAG) {
        let _ = match tag.literal {
            Some(literal) => write!(facts, "\ntag({literal},{}).", tag.text),
            None => write!(facts, "\nsettled({}).", tag.text),
        };
    }
    match session.literal(&Atom::constant(CONCEPT)) {
        Ok(literal) => {
            let _ = write!(facts, "\nconcept({literal}).");
        }
        // Every guess of Fiona has the concept; or none of Elise's has it.
        Err(true) => facts.push_str("\nrefuted."),
        Err(false) => facts.push_str("\n:- #true."),
    }
    Ok(facts)
}

fn write_loops(ground: &Record, facts: &mut String) {
    let last = ground.last_atom();
    let edges = positive_edges(ground, last);
    let components = components(last as usize + 1, &edges);
    let mut loops: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for atom in 1..=last {
        let _ = write!(facts, "\natom({atom}).");
        loops.entry(components.of(atom)).or_default().push(atom);
    }
    for (component, atoms) in loops {
        let alone = |atom: &u32| !edges.get(*atom).contains(atom);
        if atoms.len() == 1 && atoms.iter().all(alone) {
            continue;
        }
        let _ = write!(facts, "\nsteps({component},{}).", atoms.len());
        for atom in atoms {
            let _ = write!(facts, "in({atom},{component}).");
        }
    }
}
