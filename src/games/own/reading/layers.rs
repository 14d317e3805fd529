//! Layers: a cell can hold a region, a given and a piece at once.
//!
//! Outside the rules, each layer of a cell is a site of its own, such as `under(3,4)`, so that locks, edits,
//! repairs and searches can ignore layers. The rules only know the cell: their `has` is read under another
//! name, which holds for the cell if any of its layers has the mark.

use crate::look::LookLayers;
use crate::reading::form::{GameForm, MarkKind, MarkPlace};
use crate::reading::manifest::{ManifestFault, ManifestWord, one_of};
use crate::rules::statements::{RuleToken, tokens, with_word_replaced};
use foolproof_level::{Mark, Place, Site};

/// The predicate for the marks of a level, in authors' rules and as it is read in a game with layers.
const HAS: &str = "has";
const HAS_OF_CELL: &str = "__has";

/// Rules that combine the marks of all layers of a cell.
const OF_CELL: &str = "__has(S,M) :- has(S,M), site(S).\n\
                       __has(S,M) :- has(S,M), rim(S).\n\
                       __has(cell(C,R),M) :- has(under(C,R),M).\n\
                       __has(cell(C,R),M) :- has(over(C,R),M).\n\
                       #defined __has/2. #defined site/1.\n";

/// Returns the layers of marks of these kinds.
pub(crate) fn of<'a>(marks: impl Iterator<Item = &'a MarkKind> + Clone) -> LookLayers {
    let has = |place| marks.clone().any(|kind| kind.on == [place]);
    LookLayers { under: has(MarkPlace::Under), over: has(MarkPlace::Over) }
}

impl GameForm {
    /// True if a cell can hold several marks of the designer.
    pub(crate) fn has_layers(&self) -> bool {
        self.layers != LookLayers::default()
    }

    /// Rewrites the rules of the manifest so that `has` covers all layers of a cell.
    pub(crate) fn reading_layers(mut self) -> Self {
        let has_layers = self.has_layers();
        for concept in &mut self.concepts {
            concept.rule = as_read(has_layers, &concept.rule);
        }
        if let Some(generation) = &mut self.generation {
            generation.rules = as_read(has_layers, &generation.rules);
            generation.plays = as_read(has_layers, &generation.plays);
        }
        self
    }

    /// Returns the site for a mark on this cell: in the layer of the mark.
    pub(crate) fn in_layer(&self, site: Site, mark: &Mark) -> Site {
        let on = |place| self.kind_of(mark).is_some_and(|kind| kind.on == [place]);
        match site.place {
            Place::Cell if on(MarkPlace::Under) => Site { place: Place::Under, ..site },
            Place::Cell if on(MarkPlace::Over) => Site { place: Place::Over, ..site },
            _ => site,
        }
    }
}

/// Returns the places of marks with a layer: they must lie on cells and belong to the designer.
pub(crate) fn places(
    layer: &ManifestWord,
    on: &[MarkPlace],
    by_player: bool,
) -> Result<Vec<MarkPlace>, ManifestFault> {
    let place = one_of(layer, &[("under", MarkPlace::Under), ("over", MarkPlace::Over)])?;
    match on {
        _ if by_player => Err(ManifestFault::of(layer, "the player's marks have no layers")),
        [MarkPlace::Cell] => Ok(vec![place]),
        _ => Err(ManifestFault::of(layer, "cells alone have layers")),
    }
}

/// Returns rules as a game with layers reads them; otherwise unchanged. Everything stays on its line.
pub(crate) fn as_read(has_layers: bool, rules: &str) -> String {
    if !has_layers {
        return rules.to_owned();
    }
    let is_has = |(token, ..): &&(RuleToken, usize, usize)| matches!(token, RuleToken::Word(word) if word == HAS);
    let all = tokens(rules);
    let places = all.iter().filter(is_has).map(|(_, line, column)| (*line, *column)).collect();
    with_word_replaced(rules, &places, HAS, HAS_OF_CELL)
}

/// Returns the rules that the house adds to a game with layers.
pub(crate) fn house_rules(has_layers: bool) -> &'static str {
    if has_layers { OF_CELL } else { "" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_rules_call_has_is_read_as_what_the_cell_has() {
        let rules = "% has(S,M) in a comment\nwrong(\"has(1,2)\",S) :- has(S,clue(N)), not has(S,_),\n\
                     N = #sum { K,T : has(T,k(K)) }. has_room(S) :- site(S).\n";
        let expected = "% has(S,M) in a comment\nwrong(\"has(1,2)\",S) :- __has(S,clue(N)), not \
                        __has(S,_),\nN = #sum { K,T : __has(T,k(K)) }. has_room(S) :- site(S).\n";
        assert_eq!(as_read(true, rules), expected);
        assert_eq!(as_read(false, rules), rules);
    }
}
