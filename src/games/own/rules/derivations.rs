//! Explains derivations in a designer's own game by walking down the ground rules.
//!
//! Atoms that the grounder made, mostly for counts, are skipped: the author's beneath them take their place.

use crate::own_game::OwnGame;
use crate::reading::form::PlayKind;
use crate::rules::helpers::RuleHelpers;
use foolproof_game::{Derived, DerivedBy, TriedPlay};
use foolproof_ground::{
    AtomNumber, AtomReason, FailureReason, GroundOutcome, GroundProgram, Names, Reasons,
    RuleFailure, split,
};
use foolproof_level::{Level, Site};

/// Maximum depth of a walk, and maximum number of atoms that it visits.
const DEEPEST: usize = 12;
const MAX_TOLD: usize = 400;
/// Predicates that go without saying: the board itself and the house's names.
const SILENT: [&str; 5] = ["site", "rim", "board", "has", "__moving"];

/// A program with the outcome of a play in it.
pub(crate) struct RulesAfter<'a> {
    program: &'a GroundProgram,
    names: Names<'a>,
    reasons: Reasons<'a>,
    outcome: &'a GroundOutcome,
    helpers: &'a RuleHelpers,
}

impl<'a> RulesAfter<'a> {
    fn new(
        program: &'a GroundProgram,
        outcome: &'a GroundOutcome,
        helpers: &'a RuleHelpers,
    ) -> Self {
        let (names, reasons) = (program.index(), Reasons::new(program));
        Self { program, names, reasons, outcome, helpers }
    }

    /// Returns the atoms that hold and mention a site; without a site, all atoms that hold.
    pub(crate) fn derived(&self, site: Option<Site>) -> Vec<String> {
        let site = site.map(|site| site.to_string());
        let about = |term: &str| match &site {
            None => true,
            Some(site) => term.match_indices(site.as_str()).any(|(at, _)| {
                let before = term.get(..at).and_then(|before| before.chars().next_back());
                before.is_none_or(|before| !before.is_alphanumeric())
            }),
        };
        let silent = |term: &str| {
            let name = term.split('(').next().unwrap_or(term);
            SILENT.contains(&name) || name.starts_with("__")
        };
        let held = self.program.names().filter(|(atom, term)| {
            (*atom == 0 || self.outcome.holds(*atom)) && about(term) && !silent(term)
        });
        let mut found: Vec<String> = held.map(|(_, term)| term.to_owned()).collect();
        found.sort();
        found.dedup();
        found
    }

    pub(crate) fn why(&self, term: &str) -> Option<Derived> {
        let atom = self.names.atom(term)?;
        if atom == 0 {
            let by = DerivedBy::Level;
            return Some(Derived { term: term.to_owned(), holds: true, by, from: Vec::new() });
        }
        let mut told = 0;
        self.walk(atom, 0, &mut told).into_iter().next()
    }

    /// Returns an atom with the atoms that it rests on. For an atom without a name, only those beneath it.
    fn walk(&self, atom: AtomNumber, depth: usize, told: &mut usize) -> Vec<Derived> {
        let holds = self.outcome.holds(atom);
        let name = self.names.term(atom);
        *told += 1;
        if depth > DEEPEST || *told > MAX_TOLD {
            let term = name.unwrap_or("…").to_owned();
            return vec![Derived { term, holds, by: DerivedBy::Cut, from: Vec::new() }];
        }
        let (by, literals) = match self.reasons.why(self.outcome, atom) {
            AtomReason::Chosen => (DerivedBy::Play, Vec::new()),
            AtomReason::Derived { body, .. } => (DerivedBy::Rule, body),
            AtomReason::Absent(failures) if failures.is_empty() => (DerivedBy::Level, Vec::new()),
            AtomReason::Absent(failures) => self.lacking(&failures),
        };
        let mut from = Vec::new();
        for literal in literals {
            let below = self.walk(literal.unsigned_abs(), depth + 1, told);
            let new = below.into_iter().filter(|one| !from.contains(one)).collect::<Vec<_>>();
            from.extend(new);
        }
        let is_helper = |term: &str| self.helpers.has(split(term).0);
        match name {
            Some(term) if by == DerivedBy::Play && is_helper(term) => {
                vec![Derived { term: term.to_owned(), holds, by: DerivedBy::Helper, from }]
            }
            Some(term) => vec![Derived { term: term.to_owned(), holds, by, from }],
            None => from,
        }
    }

    /// Returns the unmet conditions of rules that derive nothing.
    fn lacking(&self, failures: &[RuleFailure]) -> (DerivedBy, Vec<i32>) {
        let (mut by, mut literals) = (DerivedBy::Rule, Vec::new());
        for failure in failures {
            match failure.because {
                FailureReason::Literal(literal) => literals.push(literal),
                FailureReason::NotChosen => by = DerivedBy::Play,
                FailureReason::Weight { .. } => {
                    let rule = self.program.rule(failure.rule as usize);
                    let fails = |literal: &&i32| !self.outcome.satisfies(**literal);
                    literals.extend(rule.body.iter().filter(fails));
                }
            }
        }
        literals.sort_unstable();
        literals.dedup();
        (by, literals)
    }
}

impl OwnGame {
    /// Reads the derivations of a play.
    pub(crate) fn after_play<T>(
        &self,
        level: &Level,
        TriedPlay { play, tried }: TriedPlay<'_>,
        look: impl FnOnce(&RulesAfter<'_>) -> Option<T>,
    ) -> Option<T> {
        if self.form.kind == PlayKind::Moves {
            let rules = self.ready(level)?;
            let state = rules.after(&self.position(&rules, level)?, play).ok()?;
            let action = match tried {
                Some(made) => Some(rules.game.action(made.as_str())?),
                None => None,
            };
            let outcome = rules.game.evaluator().evaluate(&rules.game.chosen(&state, action));
            return look(&RulesAfter::new(rules.game.program(), &outcome, &self.helpers));
        }
        if tried.is_some() {
            return None;
        }
        let judge = self.own_judge(level, "")?.ok()?;
        let outcome = judge.after_possible(level, play)?;
        look(&RulesAfter::new(judge.program(), &outcome, &self.helpers))
    }
}
