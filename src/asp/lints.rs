//! Unusual tags of a program that still have a meaning: reported as warnings, by name.
//!
//! Every choice that is not tagged is the player's. So a designer's choice without its tag belongs to the
//! player, too, and a choice that is tagged only under a condition is the player's if the condition fails.

use std::collections::BTreeMap;

use super::error::Located;
use super::ground::{AtomNumber, Record, RecordedRule};
use super::program::Program;
use super::roles::{AtomSet, Tag};
use super::statements::{Signature, Statements, TextPlace};
use super::tagging::TAG;

/// Atoms of a ground program with warnings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct TagLints {
    /// Untagged choices on which tagged atoms depend.
    pub untagged: Vec<AtomNumber>,
    /// Tags that require more than that their choice was made.
    pub(crate) conditional: Vec<AtomNumber>,
}

impl TagLints {
    pub(crate) fn of(rules: &Record, last: AtomNumber, tags: &[Tag]) -> Self {
        let mut rules_of: Vec<Vec<u32>> = vec![Vec::new(); last as usize + 1];
        let mut choices = AtomSet::up_to(last);
        for (n, rule) in (0u32..).zip(rules.rules()) {
            for head in rule.heads {
                if let Some(of) = rules_of.get_mut(*head as usize) {
                    of.push(n);
                }
                if rule.choice {
                    choices.add(*head);
                }
            }
        }
        let of = |atom: AtomNumber| rules_of.get(atom as usize).into_iter().flatten();
        let (mut tagged, mut seen) = (AtomSet::up_to(last), AtomSet::up_to(last));
        let (mut open, mut odd) = (Vec::new(), Self::default());
        for tag in tags {
            // The tag of something that is not an atom of the program counts as an atom itself.
            let design = tag.tagged.unwrap_or(tag.tag);
            if seen.add(design) {
                open.push(design);
            }
            let Some(atom) = tag.tagged else { continue };
            tagged.add(atom);
            if of(tag.tag).any(|rule| !is_plain(&rules.rule(*rule as usize), atom)) {
                odd.conditional.push(tag.tag);
            }
        }
        while let Some(atom) = open.pop() {
            if choices.has(atom) && !tagged.has(atom) {
                odd.untagged.push(atom);
            }
            for rule in of(atom) {
                let body = rules.rule(*rule as usize).body.iter();
                let body = body.map(|literal| literal.unsigned_abs());
                open.extend(body.filter(|atom| seen.add(*atom)));
            }
        }
        odd
    }

    /// Returns the warnings, one for each predicate; `name` returns an atom's text and predicate.
    pub(crate) fn warnings(
        &self,
        program: &Program,
        name: &dyn Fn(AtomNumber) -> Option<(String, Signature)>,
    ) -> Vec<Located> {
        let mut found: BTreeMap<(Signature, String), String> = BTreeMap::new();
        let untagged = self.untagged.iter().map(|atom| (*atom, false));
        for (atom, is_tag) in untagged.chain(self.conditional.iter().map(|tag| (*tag, true))) {
            let Some((text, signature)) = name(atom) else { continue };
            let about = if is_tag { inner_name(&text) } else { String::new() };
            let said = found.entry((signature, about)).or_insert_with(|| text.clone());
            // The first in order, regardless of atom numbers.
            if text < *said {
                *said = text;
            }
        }
        if found.is_empty() {
            return Vec::new();
        }
        let statements = Statements::of(program).ok();
        let place =
            |find: &dyn Fn(&Statements) -> Option<TextPlace>| statements.as_ref().and_then(find);
        let warning = |((signature, about), atom): ((Signature, String), String)| {
            let (text, place) = match about.as_str() {
                "" => (untagged_text(&signature, &atom), place(&|all| all.choice_of(&signature))),
                name => (conditional_text(&atom), place(&|all| all.rule_about(TAG, name))),
            };
            match place {
                Some((line, column)) => program.locate(line, column, &text),
                None => Located::nowhere(text),
            }
        };
        found.into_iter().map(warning).collect()
    }
}

fn untagged_text((predicate, arity): &Signature, atom: &str) -> String {
    format!(
        "choice without a tag: {TAG} depends on {atom}, which is chosen and not tagged, so it \
         counts as the player's; tag {predicate}/{arity} if the designer decides it"
    )
}

fn conditional_text(tag: &str) -> String {
    format!(
        "tag under a condition: {tag} holds only under a condition, and where that fails its \
         choice is the player's; tag what the designer decides without one"
    )
}

/// Returns the name of the tagged term.
fn inner_name(tag: &str) -> String {
    let inner = tag.split_once('(').map_or("", |(_, inner)| inner);
    inner.split(['(', ')', ',']).next().unwrap_or_default().to_owned()
}

/// True if the rule requires only that this choice was made.
fn is_plain(rule: &RecordedRule<'_>, tagged: AtomNumber) -> bool {
    let alone = rule.body.first().filter(|_| rule.body.len() == 1 && rule.bound.is_none());
    !rule.choice && alone.is_some_and(|literal| i64::from(*literal) == i64::from(tagged))
}
