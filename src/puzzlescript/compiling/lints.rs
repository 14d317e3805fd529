//! Terms of a rule that have no effect: reported, and removed before expansion.
//!
//! Works on rules as written.

use crate::compiling::masks::WideMask;
use crate::compiling::rule_text::{DraftRule, TermCell};
use crate::reading::diagnostics::DiagnosticLog;
use crate::reading::dictionary::Dictionary;
use crate::reading::words::Qualifier;

/// Checks all rules.
pub(crate) fn remove_idle_terms(
    rules: &mut [DraftRule],
    dictionary: &Dictionary,
    log: &mut DiagnosticLog,
) {
    for rule in rules {
        for cell in rule.right.iter().flatten() {
            report_contradiction(cell, rule.line, dictionary, log);
        }
        drop_repeated_absences(rule);
        for cell in rule.left.iter_mut().flatten() {
            drop_implied_absences(cell, rule.line, dictionary, log);
        }
    }
}

/// `[ Crate no Crate ]` after the arrow.
fn report_contradiction(
    cell: &TermCell,
    line: u32,
    dictionary: &Dictionary,
    log: &mut DiagnosticLog,
) {
    let mut present = WideMask::default();
    let mut shown = Vec::new();
    for term in cell.iter().filter(|term| term.qualifier != Qualifier::No) {
        if let Some(object) = dictionary.object(term.name) {
            present.insert(object.id());
            shown.push(dictionary.shown(term.name));
        }
    }
    for term in cell.iter().filter(|term| term.qualifier == Qualifier::No) {
        if dictionary.meaning(term.name).mask.as_ref().is_some_and(|mask| mask.meets(&present)) {
            let text = format!(
                "The rule puts {} into a cell that is to have NO {}. Remove one of them.",
                shown.join(", "),
                dictionary.shown(term.name)
            );
            log.error(line, dictionary.text(term.name), text);
        }
    }
}

/// `no X` after the arrow has no effect if it also stands before the arrow.
fn drop_repeated_absences(rule: &mut DraftRule) {
    for (j, row) in rule.right.iter_mut().enumerate() {
        for (k, cell) in row.iter_mut().enumerate() {
            let Some(before) = rule.left.get(j).and_then(|row| row.get(k)) else { continue };
            let mut i = 0;
            while let Some(&term) = cell.get(i) {
                if term.qualifier == Qualifier::No && before.contains(&term) {
                    cell.remove(i);
                }
                // The term that moved up is skipped; removing it too would change nothing.
                i += 1;
            }
        }
    }
}

/// `no X` in a cell with a required object that leaves no room for X.
fn drop_implied_absences(
    cell: &mut TermCell,
    line: u32,
    dictionary: &Dictionary,
    log: &mut DiagnosticLog,
) {
    let mut layers = WideMask::default();
    let mut objects = WideMask::default();
    let mut occupants = Vec::new();
    for term in cell.iter().filter(|term| term.qualifier != Qualifier::No) {
        let mut occupy = |id: usize, layer: usize| {
            layers.insert(layer);
            objects.insert(id);
        };
        if dictionary.meaning(term.name).one_layer {
            for object in dictionary.property(term.name).unwrap_or(&[]) {
                if let Some(object) = dictionary.object(*object) {
                    occupy(object.id(), object.layer());
                }
            }
        } else if let Some(object) = dictionary.object(term.name) {
            occupy(object.id(), object.layer());
        } else if let Some(parts) = dictionary.aggregate(term.name) {
            for object in parts.iter().filter_map(|&part| dictionary.object(part)) {
                occupy(object.id(), object.layer());
            }
        } else {
            continue;
        }
        occupants.push(dictionary.shown(term.name));
    }
    cell.retain(|term| {
        let Some(mask) =
            Some(&dictionary.meaning(term.name).mask).filter(|_| term.qualifier == Qualifier::No)
        else {
            return true;
        };
        let Some(mask) = mask else { return true };
        let own_layers =
            dictionary.layer_masks.iter().enumerate().filter(|(_, layer)| layer.meets(mask));
        let implied =
            own_layers.clone().all(|(layer, _)| layers.contains(layer)) && !mask.meets(&objects);
        if implied {
            let text = format!(
                "NO {} says nothing here: {} already takes its place in the layer. Leave it out.",
                dictionary.shown(term.name),
                occupants.join(" and ")
            );
            log.warn(line, dictionary.text(term.name), text);
        }
        !implied
    });
}
