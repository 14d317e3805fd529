//! Helpers: things that must exist but are not drawn: `some { pair(T,S) : beside(T,S) } :- play(T,tent).`
//!
//! To the solver a helper is a choice that does not distinguish solutions. The judge looks for helpers that
//! make nothing wrong (`ground/helpers.rs`).
//!
//! Invariant: neither valid plays nor the practice of a concept depend on helpers, so a concept is a property
//! of the play alone.

use std::collections::BTreeSet;

use crate::reading::fault::OwnFault;
use crate::reading::folder::{MANIFEST, RULES};
use crate::reading::form::{GameForm, PlayKind};
use crate::reading::term::line_and_column;
use crate::rules::forbidden::words;
use crate::rules::statements::{RuleStatement, statements, with_word_replaced};

/// The word before a choice of helpers.
pub(crate) const SOME: &str = "some";
/// Predicates that cannot be helpers, with their meaning.
const NO_HELPERS: [(&str, &str); 3] = [
    ("play", "`play` is what the player does: leave out `some`"),
    ("wrong", "`wrong` says what is wrong, and no choice makes it so"),
    ("look", "`look` says what is seen, and no choice makes it so"),
];

/// The helpers of a game.
#[derive(Clone, Debug, Default)]
pub(crate) struct RuleHelpers {
    names: BTreeSet<String>,
    /// Names of predicates derived from helpers, including the helpers.
    depending: BTreeSet<String>,
}

impl RuleHelpers {
    pub(crate) fn of(form: &GameForm, rules: &str) -> Self {
        let mut all = statements(rules);
        let names: BTreeSet<String> = all
            .iter()
            .filter(|statement| statement.some.is_some())
            .flat_map(|statement| statement.heads.iter().map(|head| head.name.clone()))
            .collect();
        if names.is_empty() {
            return Self::default();
        }
        all.extend(form.shelf.iter().flat_map(|module| statements(module.text)));
        let mut depending = names.clone();
        loop {
            let before = depending.len();
            for RuleStatement { heads, body, .. } in &all {
                if body.iter().any(|atom| depending.contains(&atom.name)) {
                    depending.extend(heads.iter().map(|head| head.name.clone()));
                }
            }
            if depending.len() == before {
                return Self { names, depending };
            }
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// Their names, as used in sentences.
    pub(crate) fn spoken(&self) -> String {
        let quoted: Vec<String> = self.names.iter().map(|name| format!("`{name}`")).collect();
        quoted.join(" and ")
    }

    /// Returns the errors in helpers and in predicates that depend on them.
    pub(crate) fn faults(&self, form: &GameForm, rules: &str, manifest: &str) -> Vec<OwnFault> {
        let fault = |(line, column): (usize, usize), why: String| OwnFault {
            file: RULES.to_owned(),
            line,
            column,
            why,
        };
        let mut found = Vec::new();
        for statement in statements(rules) {
            if let Some(at) = statement.some {
                found.extend(slip(form, &statement).map(|why| fault(at, why)));
            } else if let Some(head) = statement.heads.iter().find(|head| head.name == "play")
                && let Some(asked) =
                    statement.body.iter().find(|atom| self.depending.contains(&atom.name))
            {
                let why = format!(
                    "what may be played cannot depend on `{}`, which depends on helpers ({}): say \
                     with `wrong` what is not right",
                    asked.name,
                    self.spoken()
                );
                found.push(fault((head.line, head.column), why));
            }
        }
        for concept in &form.manifest.concept {
            let asked = words(concept.rule.get_ref()).into_iter().map(|(_, word)| word);
            if let Some(asked) = asked.into_iter().find(|word| self.depending.contains(word)) {
                let (line, column) = line_and_column(manifest, &concept.rule.span());
                let why = format!(
                    "a concept is of what the player does, and `{asked}` depends on helpers ({}), \
                     which may be others for the same play",
                    self.spoken()
                );
                found.push(OwnFault { file: MANIFEST.to_owned(), line, column, why });
            }
        }
        found
    }
}

/// Returns the reason why a statement is not a valid declaration of helpers.
fn slip(form: &GameForm, statement: &RuleStatement) -> Option<String> {
    if form.kind == PlayKind::Moves {
        return Some("a game of moves has no helpers: every move says what comes next".to_owned());
    }
    if !statement.chooses {
        return Some(
            "`some` stands before a choice: some { pair(S,T) : beside(S,_,T) }".to_owned(),
        );
    }
    let meant = |name: &str| NO_HELPERS.iter().find(|(other, _)| *other == name);
    statement.heads.iter().find_map(|head| Some(meant(&head.name)?.1.to_owned()))
}

/// Returns the rules as clingo reads them: `some` becomes a plain choice, and all positions stay unchanged.
pub(crate) fn with_plain_choices(rules: &str) -> String {
    let places: BTreeSet<(usize, usize)> =
        statements(rules).iter().filter_map(|statement| statement.some).collect();
    with_word_replaced(rules, &places, SOME, &" ".repeat(SOME.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_is_taken_off_before_choices_alone() {
        let rules = "% some { a }.\nsome { pair(S,T) : p(S,T) } = 1 :- q(S). some(1). p :- some(X),\n\
                     X = 1. wrong(\"some { }\") :- some(2).\n  some 1 { order(N) : n(N) } 1.\n";
        let plain = with_plain_choices(rules);
        let expected = "% some { a }.\n     { pair(S,T) : p(S,T) } = 1 :- q(S). some(1). p :- \
                        some(X),\nX = 1. wrong(\"some { }\") :- some(2).\n       1 { order(N) : n(N) } \
                        1.\n";
        assert_eq!(plain, expected);
        assert_eq!(with_plain_choices(&plain), plain);
    }
}
