//! The objects of a game that can ever be made, destroyed or moved, and the layers that can be crowded.
//!
//! All other objects stay where a level has them, so states of a search need not store them. An object counts
//! as dynamic unless it is certain not to be.

use crate::compiling::groups::RuleProgram;
use crate::compiling::lower::{CellPattern, CellReplacement, RowPlace};
use crate::compiling::masks::{ANY_MOVEMENT, WideMask, movement_place};
use crate::reading::dictionary::Dictionary;

/// The objects that may change their place.
pub(crate) fn dynamic(program: &RuleProgram, dictionary: &Dictionary) -> WideMask {
    // The player moves without any rule.
    let mut found = dictionary.player.1.clone();
    let groups = program.early.groups.iter().chain(&program.late.groups);
    for place in groups.flatten().flat_map(|rule| rule.rows.iter().flatten()) {
        if let RowPlace::Cell(cell) = place
            && let Some(made) = &cell.replacement
        {
            for (layer, mask) in dictionary.layer_masks.iter().enumerate() {
                add_layer(cell, made, layer, mask, &mut found);
            }
        }
    }
    found
}

/// The layers on which a rule may put two objects into one cell, which only unusual rules do.
pub(crate) fn crowded(program: &RuleProgram, dictionary: &Dictionary) -> WideMask {
    let mut found = WideMask::default();
    let groups = program.early.groups.iter().chain(&program.late.groups);
    for place in groups.flatten().flat_map(|rule| rule.rows.iter().flatten()) {
        let RowPlace::Cell(cell) = place else { continue };
        let Some(made) = &cell.replacement else { continue };
        for (layer, mask) in dictionary.layer_masks.iter().enumerate() {
            let n_set = intersection(&made.set, mask).count();
            if n_set > 1 || (n_set == 1 && made.random_objects.meets(mask)) {
                found.insert(layer);
            }
        }
    }
    found
}

fn intersection(a: &WideMask, b: &WideMask) -> WideMask {
    let mut both = WideMask::default();
    a.iter().filter(|&bit| b.contains(bit)).for_each(|bit| both.insert(bit));
    both
}

/// Adds the possible effects of a rule's cell on the objects of a layer.
fn add_layer(
    cell: &CellPattern,
    made: &CellReplacement,
    layer: usize,
    mask: &WideMask,
    found: &mut WideMask,
) {
    let before = possible(cell, mask);
    let mut cleared = intersection(&before, &made.clear);
    cleared.remove_all(&made.set);
    found.add_all(&cleared);
    let random = intersection(&made.random_objects, mask);
    if !random.is_empty() {
        found.add_all(&random);
        found.add_all(&before);
    }
    let mut new = intersection(&made.set, mask);
    let set = new.clone();
    new.remove_all(&intersection(&cell.present, mask));
    found.add_all(&new);
    let (word, shift) = movement_place(layer);
    if made.movement_set.word(word) >> shift & ANY_MOVEMENT != 0
        || made.random_layers.contains(&layer)
    {
        found.add_all(if set.is_empty() { &before } else { &set });
    }
}

/// The objects of a layer that may be in a cell where a rule applies.
fn possible(cell: &CellPattern, layer: &WideMask) -> WideMask {
    let required = intersection(&cell.present, layer);
    if !required.is_empty() {
        return required;
    }
    let mut possible = layer.clone();
    for any in cell.any.iter().filter(|any| any.is_within(layer)) {
        possible = intersection(&possible, any);
    }
    possible.remove_all(&cell.missing);
    possible
}
