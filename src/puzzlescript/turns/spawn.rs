//! Objects that a rule brings into a cell arrive standing still.

use crate::compiling::rule_text::DraftRule;
use crate::reading::dictionary::Dictionary;
use crate::reading::words::Qualifier;

/// Marks objects after the arrow as stationary if their layer was not mentioned before it.
///
/// Otherwise, an object could inherit the movement of what it replaces.
pub(crate) fn still_newcomers(rule: &mut DraftRule, dictionary: &Dictionary) {
    if rule.late {
        return;
    }
    for (row, before) in rule.right.iter_mut().zip(&rule.left) {
        for (cell, before) in row.iter_mut().zip(before) {
            let mut known = Vec::new();
            for term in before {
                if dictionary.object(term.name).is_some() {
                    known.push(term.name);
                } else {
                    known.extend(dictionary.property(term.name).unwrap_or(&[]));
                }
            }
            let layer = |name| dictionary.object(name).map(|object| object.layer());
            let layers: Vec<_> = known.iter().filter_map(|&name| layer(name)).collect();
            for term in cell.iter_mut().filter(|term| term.qualifier == Qualifier::Plain) {
                let is_property = dictionary.property(term.name).is_some();
                if !is_property
                    && !known.contains(&term.name)
                    && layer(term.name).is_some_and(|layer| !layers.contains(&layer))
                {
                    term.qualifier = Qualifier::Stationary;
                }
            }
        }
    }
}
