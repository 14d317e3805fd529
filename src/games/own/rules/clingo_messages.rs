//! clingo's messages about rules, in words that help their author.

use std::collections::BTreeSet;

use crate::rules::facts::source_of;
use crate::rules::shelf::{Module, SHELF};
use foolproof_game::GroundSource;

/// The distance at which one name may be a typo for another.
const NEAR: usize = 2;

/// Returns a clearer version of a remark of clingo's, if there is one.
pub(crate) fn remark(text: &str, sources: &[GroundSource]) -> Option<String> {
    let text = text.trim();
    if let Some(atom) = text.strip_prefix("atom does not occur in any rule head:") {
        return Some(underived(atom.trim(), sources));
    }
    if let Some(variables) = text.split_once(" variables in:").map(|(_, rest)| rest) {
        return unbound_in(variables);
    }
    if text.starts_with("operation undefined:") {
        let what = text.trim_start_matches("operation undefined:").trim();
        return Some(format!("{what} has no value: one of its parts is not a number"));
    }
    if let Some(unexpected) = text.strip_prefix("syntax error, unexpected ") {
        return Some(match unexpected {
            "<IDENTIFIER>" | "<VARIABLE>" => {
                "this cannot follow; a dot may be missing at the end of the rule before".to_owned()
            }
            "EOF" => "the last rule has no dot at its end".to_owned(),
            other => format!("{other} cannot stand here"),
        });
    }
    None
}

/// Returns the message for an atom that nothing derives, with a likely correction.
fn underived(atom: &str, sources: &[GroundSource]) -> String {
    let name = atom.split('(').next().unwrap_or_default().trim();
    let arity = arity(atom);
    let known = derived(sources);
    if let Some((_, other)) = known.iter().find(|(known, n)| known == name && *n != arity) {
        return format!("`{name}` is derived with {other} arguments, and here it has {arity}");
    }
    if let Some(module) = module_with(name, arity) {
        return format!(
            "nothing is ever `{name}/{arity}`: add \"{module}\" to `uses` in game.toml"
        );
    }
    let nearest = known
        .iter()
        .map(|(known, n)| (strsim::levenshtein(known, name), known, n))
        .filter(|(apart, _, n)| *apart <= NEAR && **n == arity)
        .min();
    match nearest {
        Some((_, known, n)) => {
            format!("nothing is ever `{name}/{arity}`: did you mean `{known}/{n}`?")
        }
        None => format!(
            "nothing is ever `{name}/{arity}`; where that is meant, say #defined {name}/{arity}."
        ),
    }
}

/// Returns the module of the shelf that derives a predicate.
fn module_with(name: &str, arity: usize) -> Option<&'static str> {
    let derives = |module: &&Module| {
        let mut found = BTreeSet::new();
        heads(module.text, &mut found);
        found.iter().any(|(known, n)| known == name && *n == arity)
    };
    SHELF.iter().find(derives).map(|module| module.name)
}

fn arity(atom: &str) -> usize {
    let Some((_, rest)) = atom.split_once('(') else { return 0 };
    let mut depth = 0;
    let commas = rest.chars().filter(|c| {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        *c == ',' && depth == 0
    });
    commas.count() + 1
}

/// Returns the predicates that start a rule or occur in a choice, as far as the text shows, including the
/// house's and those of all modules, even parts that the program omits.
fn derived(sources: &[GroundSource]) -> BTreeSet<(String, usize)> {
    let mut found = BTreeSet::new();
    for GroundSource { name, text } in sources {
        let module = SHELF.iter().find(|module| *source_of(module.name) == **name);
        heads(module.map_or(text, |module| module.text), &mut found);
    }
    found
}

fn heads(text: &str, found: &mut BTreeSet<(String, usize)>) {
    for line in text.lines() {
        let code = line.split('%').next().unwrap_or_default();
        for rule in code.split_inclusive(". ") {
            let head = rule.split(":-").next().unwrap_or_default();
            let head = head.trim().trim_start_matches(['{', ' ']);
            let end = head.find([':', '}', '.']).unwrap_or(head.len());
            let head = head.get(..end).unwrap_or_default().trim();
            if head.starts_with(|c: char| c.is_ascii_lowercase()) {
                let name = head.split('(').next().unwrap_or_default().to_owned();
                found.insert((name, arity(head)));
            }
        }
    }
}

/// Returns the variables that no positive part of a rule binds.
fn unbound_in(text: &str) -> Option<String> {
    let names: BTreeSet<&str> = text
        .split('\'')
        .skip(1)
        .step_by(2)
        .filter(|name| name.starts_with(|c: char| c.is_ascii_uppercase()))
        .collect();
    let first = names.first()?;
    if first.len() > 1 && first.chars().skip(1).any(|c| c.is_ascii_lowercase()) {
        return Some(format!(
            "`{first}` begins with a capital, so it is a variable, and nothing says what it is; if a \
             word is meant, write `{}`",
            first.to_lowercase()
        ));
    }
    Some(format!("nothing says what `{first}` is: name it in the body, such as site({first})"))
}
