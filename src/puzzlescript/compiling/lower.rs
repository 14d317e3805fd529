//! Turns concrete rules into masks: the required contents of a cell, and its replacement.
//!
//! The masks have any width here; the engine's rule tables fix it.

use crate::compiling::expand::FacedRule;
use crate::compiling::masks::{ANY_MOVEMENT, WideMask};
use crate::compiling::rule_text::{RuleCommand, Term, TermCell};
use crate::reading::diagnostics::DiagnosticLog;
use crate::reading::dictionary::{Dictionary, NameId};
use crate::reading::words::{Facing, Qualifier};
use std::rc::Rc;

/// The contents of a cell that a rule requires.
#[derive(Clone, Debug, Default)]
pub(crate) struct CellPattern {
    pub(crate) present: WideMask,
    pub(crate) missing: WideMask,
    /// At least one object of each of these.
    pub(crate) any: Vec<WideMask>,
    pub(crate) moving: WideMask,
    /// Movement bits that must not be set.
    pub(crate) still: WideMask,
    /// `None` if the rule leaves the cell alone.
    pub(crate) replacement: Option<CellReplacement>,
}

/// The effect of a rule on a cell.
#[derive(Clone, Debug, Default)]
pub(crate) struct CellReplacement {
    pub(crate) clear: WideMask,
    pub(crate) set: WideMask,
    pub(crate) movement_clear: WideMask,
    pub(crate) movement_set: WideMask,
    /// Movement bits of the layers that the rule sets.
    pub(crate) layers: WideMask,
    /// One of these objects, drawn at random, is put here.
    pub(crate) random_objects: WideMask,
    /// On these layers a direction is drawn at random.
    pub(crate) random_layers: Vec<usize>,
}

impl CellPattern {
    /// Adds the objects and movements that the cell requires, forbids or changes.
    pub(crate) fn add_touched(&self, objects: &mut WideMask, moves: &mut WideMask) {
        objects.add_all(&self.present);
        objects.add_all(&self.missing);
        self.any.iter().for_each(|any| objects.add_all(any));
        moves.add_all(&self.moving);
        moves.add_all(&self.still);
        if let Some(made) = &self.replacement {
            objects.add_all(&made.clear);
            objects.add_all(&made.set);
            moves.add_all(&made.movement_clear);
            moves.add_all(&made.movement_set);
            moves.add_all(&made.layers);
        }
    }
}

impl CellReplacement {
    fn changes_nothing(&self) -> bool {
        let masks = [
            &self.clear, &self.set, &self.movement_clear, &self.movement_set, &self.layers,
            &self.random_objects,
        ];
        masks.into_iter().all(WideMask::is_empty) && self.random_layers.is_empty()
    }
}

/// One place of a row of cells.
#[derive(Clone, Debug)]
pub(crate) enum RowPlace {
    Cell(Box<CellPattern>),
    /// `...`
    Gap,
}

#[derive(Clone, Debug)]
pub(crate) struct MaskRule {
    pub(crate) facing: Facing,
    pub(crate) rows: Vec<Vec<RowPlace>>,
    pub(crate) has_right: bool,
    pub(crate) line: u32,
    pub(crate) group: u32,
    pub(crate) late: bool,
    pub(crate) rigid: bool,
    pub(crate) random: bool,
    pub(crate) commands: Rc<[RuleCommand]>,
    /// Two objects of one layer that the rule requires in one cell: it can never apply.
    pub(crate) clash: Option<(NameId, NameId)>,
}

/// Turns rules into masks; rules that make no sense are reported and left out.
pub(crate) fn lower(
    rules: Vec<FacedRule>,
    dictionary: &Dictionary,
    log: &mut DiagnosticLog,
) -> Vec<MaskRule> {
    rules
        .into_iter()
        .filter_map(|rule| {
            let mut lowering = MaskLowering {
                dictionary,
                log,
                line: rule.draft.line,
                clash: None,
                gap_at_edge: false,
            };
            lowering.rule(rule)
        })
        .collect()
}

struct MaskLowering<'a> {
    dictionary: &'a Dictionary,
    log: &'a mut DiagnosticLog,
    line: u32,
    clash: Option<(NameId, NameId)>,
    gap_at_edge: bool,
}

/// The rule cannot be used.
struct Unfit;

fn is_gap(cell: &TermCell) -> bool {
    cell.first().is_some_and(|term| term.qualifier == Qualifier::Ellipsis)
}

/// The layers taken by the objects of a cell, with the name that takes each.
type Taken = Vec<Option<NameId>>;

impl MaskLowering<'_> {
    fn error(&mut self, word: &str, text: String) {
        self.log.error(self.line, word, text);
    }

    fn rule(&mut self, rule: FacedRule) -> Option<MaskRule> {
        let draft = rule.draft;
        let mut rows = Vec::with_capacity(draft.left.len());
        for (index, left) in draft.left.iter().enumerate() {
            let right = draft.right.get(index);
            let mut row = Vec::with_capacity(left.len());
            for (column, cell) in left.iter().enumerate() {
                let after = right.and_then(|right| right.get(column));
                let at_edge = column == 0 || column + 1 == left.len();
                row.push(self.place(cell, after, at_edge).ok()?);
            }
            rows.push(row);
        }
        if self.gap_at_edge {
            return None;
        }
        Some(MaskRule {
            facing: rule.facing,
            rows,
            has_right: !draft.right.is_empty(),
            line: draft.line,
            group: draft.group,
            late: draft.late,
            rigid: draft.rigid,
            random: draft.random,
            commands: draft.commands,
            clash: self.clash,
        })
    }

    fn place(
        &mut self,
        cell: &TermCell,
        after: Option<&TermCell>,
        at_edge: bool,
    ) -> Result<RowPlace, Unfit> {
        if cell.iter().any(|term| term.qualifier == Qualifier::Ellipsis) {
            return self.gap(cell, after, at_edge);
        }
        let mut pattern = CellPattern::default();
        let mut taken: Taken = vec![None; self.dictionary.n_layers()];
        let mut own_layers = WideMask::default();
        for term in cell {
            self.require(term, &mut pattern, &mut taken, &mut own_layers);
        }
        if pattern.present.meets(&pattern.missing) {
            let both = pattern.present.iter().filter(|&id| pattern.missing.contains(id));
            let names: Vec<String> =
                both.map(|id| self.dictionary.id_text(id).to_uppercase()).collect();
            let text = format!(
                "Before the arrow, {} must be there and not be there, so the rule never applies and is left out.",
                names.join(", ")
            );
            self.log.warn(self.line, "", text);
            return Err(Unfit);
        }
        if let Some(after) = after {
            if is_gap(after) {
                self.error(
                    "...",
                    "A ... after the arrow needs one in the same place before it.".into(),
                );
            }
            if after.len() != 1 && after.iter().any(|term| term.qualifier == Qualifier::Ellipsis) {
                self.error(
                    "...",
                    "A ... stands alone in its cell. Put a | between it and the rest.".into(),
                );
            }
            pattern.replacement = self.replacement(after, &pattern, &taken, own_layers);
        }
        Ok(RowPlace::Cell(Box::new(pattern)))
    }

    fn gap(
        &mut self,
        cell: &TermCell,
        after: Option<&TermCell>,
        at_edge: bool,
    ) -> Result<RowPlace, Unfit> {
        if cell.len() != 1 {
            self.error(
                "...",
                "A ... stands alone in its cell. Put a | between it and the rest.".into(),
            );
            return Err(Unfit);
        }
        if at_edge {
            self.error(
                "...",
                "A ... at the end of a row stands for nothing. Put a cell on each side of it."
                    .into(),
            );
            self.gap_at_edge = true;
        }
        if after.is_some_and(|after| after.len() != 1 || !is_gap(after)) {
            self.error(
                "...",
                "A ... before the arrow needs one in the same place after it.".into(),
            );
        }
        Ok(RowPlace::Gap)
    }

    /// The layer of a term's objects, if they share one.
    fn layer_of(&mut self, term: &Term) -> Option<usize> {
        let dictionary = self.dictionary;
        let layer = match dictionary.object(term.name) {
            Some(object) => Some(object.layer()),
            None => dictionary.meaning(term.name).single_layer,
        };
        if layer.is_none() {
            let shown = dictionary.shown(term.name);
            let text = format!(
                "{shown} has no collision layer that the rule could use. Put its objects into one layer."
            );
            self.error(dictionary.text(term.name), text);
        }
        layer
    }

    fn require(
        &mut self,
        term: &Term,
        pattern: &mut CellPattern,
        taken: &mut Taken,
        own_layers: &mut WideMask,
    ) {
        if term.qualifier == Qualifier::Random {
            return self.error(
                "random",
                "RANDOM can only choose what appears, so it belongs after the arrow.".into(),
            );
        }
        let Some(layer) = self.layer_of(term) else { return };
        let mask = self.dictionary.meaning(term.name).mask.clone().unwrap_or_default();
        if term.qualifier == Qualifier::No {
            return pattern.missing.add_all(&mask);
        }
        if let Some(other) = taken.get_mut(layer).and_then(|slot| slot.replace(term.name)) {
            self.clash = Some((term.name, other));
        }
        if self.dictionary.object(term.name).is_some() {
            pattern.present.add_all(&mask);
            own_layers.insert_movement(layer, ANY_MOVEMENT);
        } else {
            pattern.any.push(mask);
        }
        if term.qualifier == Qualifier::Stationary {
            pattern.still.insert_movement(layer, ANY_MOVEMENT);
        } else {
            pattern.moving.insert_movement(layer, term.qualifier.movement_bits());
        }
    }

    fn replacement(
        &mut self,
        after: &TermCell,
        pattern: &CellPattern,
        taken: &Taken,
        mut own_layers: WideMask,
    ) -> Option<CellReplacement> {
        let mut made = CellReplacement::default();
        let mut after_taken: Taken = vec![None; taken.len()];
        let mut random_taken: Taken = vec![None; taken.len()];
        let mut new_layers = WideMask::default();
        for term in after {
            match term.qualifier {
                Qualifier::Ellipsis => break,
                Qualifier::Random => {
                    self.random_object(term, &mut made, &after_taken, &mut random_taken)
                }
                _ => self.put(term, &mut made, &mut after_taken, &random_taken, &mut new_layers),
            }
        }
        if !pattern.present.is_within(&made.set) {
            made.clear.add_all(&pattern.present);
        }
        if !pattern.moving.is_within(&made.movement_set) {
            made.movement_clear.add_all(&pattern.moving);
        }
        for (layer, _) in taken.iter().enumerate().filter(|(_, name)| name.is_some()) {
            if after_taken.get(layer).is_some_and(Option::is_none) {
                if let Some(mask) = self.dictionary.layer_masks.get(layer) {
                    made.clear.add_all(mask);
                }
                made.layers.insert_movement(layer, ANY_MOVEMENT);
            }
        }
        own_layers.remove_all(&new_layers);
        made.layers.add_all(&own_layers);
        (!made.changes_nothing()).then_some(made)
    }

    fn random_object(
        &mut self,
        term: &Term,
        made: &mut CellReplacement,
        taken: &Taken,
        random_taken: &mut Taken,
    ) {
        let shown = self.dictionary.shown(term.name);
        let Some(mask) = &self.dictionary.meaning(term.name).mask else {
            let text =
                format!("RANDOM cannot choose from {shown}. Use a name that was made with OR.");
            return self.error(self.dictionary.text(term.name), text);
        };
        made.random_objects.add_all(mask);
        let single = [term.name];
        let choices = self.dictionary.property(term.name).unwrap_or(&single);
        if choices.len() == 1 {
            let text = format!(
                "RANDOM has only {shown} to choose from. Use a name that was made with OR."
            );
            self.log.warn(self.line, "random", text);
        }
        for &choice in choices {
            let Some((_, layer)) = self.dictionary.object(choice).and_then(|object| object.place)
            else {
                continue;
            };
            if let Some(other) =
                taken.get(layer).copied().flatten().filter(|&other| other != choice)
            {
                let text = format!(
                    "RANDOM may choose {}, which cannot be in one cell with {}: they share a layer.",
                    self.dictionary.shown(choice),
                    self.dictionary.shown(other)
                );
                self.log.warn(self.line, "random", text);
            }
            if let Some(slot) = random_taken.get_mut(layer) {
                *slot = Some(choice);
            }
        }
    }

    fn put(
        &mut self,
        term: &Term,
        made: &mut CellReplacement,
        taken: &mut Taken,
        random_taken: &Taken,
        new_layers: &mut WideMask,
    ) {
        let Some(layer) = self.layer_of(term) else { return };
        let mask = self.dictionary.meaning(term.name).mask.clone().unwrap_or_default();
        if term.qualifier == Qualifier::No {
            return made.clear.add_all(&mask);
        }
        let earlier =
            taken.get(layer).copied().flatten().or(random_taken.get(layer).copied().flatten());
        if let Some(other) = earlier
            && self.clash.is_none()
        {
            let text = format!(
                "After the arrow, {} and {} are to share a cell, but they are in one collision layer. Keep one, or change the layers.",
                self.dictionary.shown(term.name),
                self.dictionary.shown(other)
            );
            self.error(self.dictionary.text(term.name), text);
        }
        if let Some(slot) = taken.get_mut(layer) {
            *slot = Some(term.name);
        }
        if term.qualifier != Qualifier::Plain {
            made.layers.insert_movement(layer, ANY_MOVEMENT);
        }
        if let Some(object) = self.dictionary.object(term.name) {
            made.set.insert(object.id());
            if let Some(all) = self.dictionary.layer_masks.get(layer) {
                made.clear.add_all(all);
            }
            new_layers.insert_movement(layer, ANY_MOVEMENT);
        }
        match term.qualifier {
            Qualifier::Stationary => made.movement_clear.insert_movement(layer, ANY_MOVEMENT),
            Qualifier::RandomDir => made.random_layers.push(layer),
            qualifier => made.movement_set.insert_movement(layer, qualifier.movement_bits()),
        }
    }
}
