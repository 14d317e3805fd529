//! A game on one of its levels, without the parts that cannot change the outcome there.
//!
//! States of the level that differ only in parts left out become one state. It is won by the same keys, and
//! without chance that decides only about parts left out.

use crate::compiling::masks::{ANY_MOVEMENT, LAYERS_PER_WORD, MOVEMENTS, WideMask, movement_place};
use crate::compiling::tables::{CellWords, CompiledReplacement, CompiledRule, RuleTables, command};
use crate::compiling::widths::{AnyTables, with_tables};
use crate::game::{ScriptGame, ScriptLevel};
use crate::states::packing::{clear_object, is_crowded};
use crate::states::relevance::{Relevance, cells_of};
use crate::turns::stepper::ScriptState;
use std::sync::Arc;

impl ScriptGame {
    /// Returns the game on one of its levels without the parts that cannot change the outcome. The level is
    /// entry 0. `None` if nothing would be gained, or if it is not certain what can be left out.
    pub fn without_decoration(&self, level: usize) -> Option<ScriptGame> {
        let board = self.board(level)?;
        let shape = self.shape(board);
        let mut start = WideMask::default();
        self.cells(board).into_iter().flatten().for_each(|object| start.insert(object));
        let masks = &self.dictionary.layer_masks;
        let crowded = masks.iter().any(|mask| is_crowded(shape, mask, &board.start));
        let (tables, left_out) = match &*self.tables {
            AnyTables::One(tables) => reduced(tables, &start, crowded, AnyTables::One),
            AnyTables::Two(tables) => reduced(tables, &start, crowded, AnyTables::Two),
            AnyTables::Three(tables) => reduced(tables, &start, crowded, AnyTables::Three),
            AnyTables::Four(tables) => reduced(tables, &start, crowded, AnyTables::Four),
            AnyTables::Eight(tables) => reduced(tables, &start, crowded, AnyTables::Eight),
            AnyTables::Sixteen(tables) => reduced(tables, &start, crowded, AnyTables::Sixteen),
            AnyTables::ThirtyTwo(tables) => reduced(tables, &start, crowded, AnyTables::ThirtyTwo),
        }?;
        let mut board = board.clone();
        left_out.iter().for_each(|object| clear_object(shape, *object, &mut board.start));
        Some(ScriptGame {
            levels: vec![ScriptLevel::Board(board)],
            tables: Arc::new(tables),
            left_out: left_out.into(),
            ..self.clone()
        })
    }

    /// The objects that were left out since they cannot change the outcome, by number.
    pub fn left_out(&self) -> &[usize] {
        &self.left_out
    }

    /// Removes from a state of the whole game what this game leaves out.
    pub(crate) fn leave_out(&self, level: usize, state: &mut ScriptState) {
        if let Some(board) = self.board(level) {
            let shape = self.shape(board);
            self.left_out.iter().for_each(|object| clear_object(shape, *object, &mut state.words));
        }
    }

    /// Returns whether all rules of a line still exist and act only on what was kept.
    pub(crate) fn keeps_line(&self, line: u32) -> bool {
        with_tables!(&*self.tables, tables => !tables.cut_lines.contains(&line))
    }
}

/// Returns the tables without the parts that cannot change the outcome, and the objects that they leave out;
/// `None` if they would be no simpler.
fn reduced<const S: usize>(
    tables: &RuleTables<S>,
    start: &WideMask,
    crowded: bool,
    any: fn(RuleTables<S>) -> AnyTables,
) -> Option<(AnyTables, Vec<usize>)> {
    let relevance = Relevance::of(tables, start, crowded)?;
    let is_left_out = |object: &usize| {
        let layer = tables.layers.get(*object).copied().unwrap_or(0);
        !relevance.layers.contains(usize::from(layer)) && relevance.possible.contains(*object)
    };
    let left_out: Vec<usize> = tables.dynamic.iter().filter(is_left_out).collect();
    let mut made = tables.clone();
    made.keep_rules(tables, &relevance);
    let kept = kept_masks(tables, &relevance);
    made.replacements.iter_mut().for_each(|one| cut(one, &kept, tables.n_objects));
    left_out.iter().for_each(|object| made.dynamic.remove_all(&WideMask::one(*object)));
    made.hides = !left_out.is_empty();
    made.find_chance();
    let is_simpler = made.hides || made.random_line != tables.random_line;
    is_simpler.then(|| (any(made), left_out))
}

/// The first line whose chance can affect a win, in a level with any objects.
pub(crate) fn chance_line<const S: usize>(tables: &RuleTables<S>) -> Option<u32> {
    let Some(relevance) = Relevance::of(tables, &WideMask::all_below(tables.n_objects), true)
    else {
        return tables.random_line;
    };
    let mut made = tables.clone();
    made.keep_rules(tables, &relevance);
    let kept = kept_masks(tables, &relevance);
    made.replacements.iter_mut().for_each(|one| cut(one, &kept, tables.n_objects));
    made.find_chance();
    made.random_line
}

/// The objects and movements of the layers that matter.
struct KeptMasks<const S: usize> {
    objects: CellWords<S>,
    moves: CellWords<S>,
}

fn kept_masks<const S: usize>(tables: &RuleTables<S>, relevance: &Relevance) -> KeptMasks<S> {
    let mut kept = KeptMasks { objects: [0; S], moves: [0; S] };
    for layer in relevance.layers.iter() {
        let Some(mask) = tables.layer_masks.get(layer) else { continue };
        let mut moves = WideMask::default();
        moves.insert_movement(layer, ANY_MOVEMENT);
        for (s, word) in mask.iter().enumerate() {
            kept.objects[s] |= word;
            kept.moves[s] |= moves.word(s);
        }
    }
    kept
}

/// Returns whether a rule's cell changes something that does not matter.
fn is_cut<const S: usize>(
    made: &CompiledReplacement<S>,
    kept: &KeptMasks<S>,
    layers: &WideMask,
    layer_of: &[u16],
) -> bool {
    let outside = |object: &u32| {
        let layer = layer_of.get(*object as usize).copied().unwrap_or(0);
        !layers.contains(usize::from(layer))
    };
    (0..S).any(|s| {
        (!made.keep[s] | made.set[s]) & !kept.objects[s] != 0
            || (!made.keep_moves[s] | made.set_moves[s]) & !kept.moves[s] != 0
    }) || made.random_objects.iter().any(outside)
        || made.random_layers.iter().any(|layer| !layers.contains(*layer as usize))
}

/// Removes the effects from a replacement that do not matter.
fn cut<const S: usize>(made: &mut CompiledReplacement<S>, kept: &KeptMasks<S>, n_objects: usize) {
    for s in 0..S {
        made.keep[s] |= !kept.objects[s];
        made.set[s] &= kept.objects[s];
        made.clear[s] &= kept.objects[s];
        made.keep_moves[s] |= !kept.moves[s];
        made.set_moves[s] &= kept.moves[s];
        made.clear_moves[s] &= kept.moves[s];
        made.layers[s] &= kept.moves[s];
    }
    let has = |words: &CellWords<S>, bit: usize| {
        words.get(bit / 64).is_some_and(|word| word >> (bit % 64) & 1 == 1)
    };
    made.random_objects.retain(|object| has(&kept.objects, *object as usize));
    made.random_layers.retain(|layer| {
        let (word, shift) = movement_place(*layer as usize);
        has(&kept.moves, word * 64 + shift as usize)
    });
    made.set_planes.retain(|plane| match (*plane as usize).checked_sub(n_objects) {
        None => has(&kept.objects, *plane as usize),
        Some(movement) => {
            let a_word = LAYERS_PER_WORD * MOVEMENTS;
            has(&kept.moves, movement / a_word * 64 + movement % a_word)
        }
    });
}

impl<const S: usize> RuleTables<S> {
    /// Keeps the rules that matter, in their groups. A group may become empty, and then does nothing.
    fn keep_rules(&mut self, whole: &RuleTables<S>, relevance: &Relevance) {
        let kept = kept_masks(whole, relevance);
        self.rules.clear();
        for group in self.early.groups.iter_mut().chain(&mut self.late.groups) {
            let first = self.rules.len() as u32;
            for number in group.rules.start as usize..group.rules.end as usize {
                let rule = &whole.rules[number];
                let made = cells_of(whole, rule).filter_map(|cell| cell.replacement);
                let mut made = made.filter_map(|at| whole.replacements.get(at as usize));
                let matters = relevance.rules.get(number).copied().unwrap_or(true);
                if matters {
                    self.rules.push(rule.clone());
                }
                // A turn in which it only gives commands may count or not, depending on what is left out.
                let tells = rule.commands & command::TELLING != 0;
                let is_cut = |one| is_cut(one, &kept, &relevance.layers, &whole.layers);
                if !matters || tells || made.any(is_cut) {
                    self.cut_lines.insert(rule.line);
                }
            }
            group.rules = first..self.rules.len() as u32;
        }
    }

    /// Finds the rules that draw random numbers after some were removed.
    fn find_chance(&mut self) {
        let draws: Vec<bool> = self.rules.iter().map(|rule| self.rule_draws(rule)).collect();
        self.random_line = None;
        for group in self.early.groups.iter_mut().chain(&mut self.late.groups) {
            let rules = group.rules.start as usize..group.rules.end as usize;
            group.draws = group.random || draws[rules.clone()].contains(&true);
            let drawing = rules.filter(|rule| group.random || draws[*rule]);
            let lines = drawing.map(|rule| self.rules[rule].line);
            self.random_line = lines.chain(self.random_line).min();
        }
        self.find_even_draws();
    }

    fn rule_draws(&self, rule: &CompiledRule<S>) -> bool {
        let made = cells_of(self, rule).filter_map(|cell| cell.replacement);
        let mut made = made.filter_map(|at| self.replacements.get(at as usize));
        made.any(|one| !one.random_objects.is_empty() || !one.random_layers.is_empty())
    }
}
