//! Finds the layers and rules that can never change the outcome of a level.
//!
//! Collision layers are considered as wholes, since the objects of one layer push each other out and block each
//! other's way. A layer matters if a win condition names it or a player is in it; if it is read by a rule that
//! changes a layer that matters, or that gives a command other than MESSAGE and sounds; and in the cases of
//! [`Relevance::spread`]. The other layers cannot act on those that matter: whatever they contain, turns do the
//! same there. If that is not certain, a layer matters.
//!
//! A change of a layer that does not matter may be the only one in a step, and AGAIN depends on whether
//! something changed. The machine watches for this in play (`RuleTables::hides`).

use crate::compiling::masks::{ANY_MOVEMENT, LAYERS_PER_WORD, MOVEMENTS, WideMask, bits_of};
use crate::compiling::tables::{
    CellWords, CompiledCell, CompiledPhase, CompiledReplacement, CompiledRule, RuleTables, command,
};

/// Commands that only show or play something.
pub(crate) const IDLE_COMMANDS: u32 = !(command::FIRST_SOUND - 1) | command::MESSAGE;

/// The layers that a rule reads, those that it may change, and those where chance decides its effect.
struct RuleReach {
    reads: WideMask,
    writes: WideMask,
    draws: WideMask,
}

/// The layers and rules that matter in a level.
pub(crate) struct Relevance {
    pub(crate) layers: WideMask,
    /// For each rule, whether it matters.
    pub(crate) rules: Vec<bool>,
    /// The objects that can ever be on the board, whether they matter or not.
    pub(crate) possible: WideMask,
}

impl Relevance {
    /// Finds what matters in a level whose start has these objects; `None` if that cannot be determined.
    ///
    /// `crowded` says that some cell of the level has several objects of a layer.
    pub(crate) fn of<const S: usize>(
        tables: &RuleTables<S>,
        start: &WideMask,
        crowded: bool,
    ) -> Option<Relevance> {
        if tables.is_flawed || tables.replacements.iter().any(has_odd_movements) {
            return None;
        }
        let (live, possible) = live_rules(tables, start);
        let reach: Vec<RuleReach> =
            tables.rules.iter().map(|rule| RuleReach::of(tables, rule, crowded)).collect();
        let (layers, rules) = (first_layers(tables), vec![false; tables.rules.len()]);
        let mut found = Relevance { layers, rules, possible };
        while found.spread(tables, &live, &reach) {}
        let draws = |rule: &usize| found.rules[*rule] && reach[*rule].draws.meets(&found.layers);
        let groups = tables.early.groups.iter().chain(&tables.late.groups);
        let is_random = groups
            .map(|group| (group.random, group.rules.start as usize..group.rules.end as usize))
            .any(|(random, mut rules)| {
                rules.any(|rule| draws(&rule) || random && found.rules[rule])
            });
        let again = |rule: usize| live[rule] && tables.rules[rule].commands & command::AGAIN != 0;
        // Every further step repeats the draws that matter, and a layer that does not matter may cause steps.
        if is_random && (0..live.len()).any(again) {
            found.rules = live;
            found.layers = WideMask::all_below(tables.n_layers);
        }
        Some(found)
    }

    /// Goes through all rules once. Returns whether more matters than before.
    fn spread<const S: usize>(
        &mut self,
        tables: &RuleTables<S>,
        live: &[bool],
        reach: &[RuleReach],
    ) -> bool {
        let before = (self.layers.count(), self.rules.iter().filter(|rule| **rule).count());
        for phase in [&tables.early, &tables.late] {
            for (at, group) in phase.groups.iter().enumerate() {
                let rules = group.rules.start as usize..group.rules.end as usize;
                let in_loop = is_in_loop(phase, at);
                for rule in rules.clone().filter(|rule| live[*rule]) {
                    self.look_at(&tables.rules[rule], rule, &reach[rule], in_loop);
                }
                let members = || rules.clone().filter(|rule| live[*rule]);
                let draws = |rule: usize| self.rules[rule] && reach[rule].draws.meets(&self.layers);
                // A random group draws one match of all its rules, so each match affects the chances of the
                // others. If a rule draws again in each round, whatever causes a round matters too.
                let all = match group.random {
                    true => members().any(|rule| self.rules[rule]),
                    false => members().any(draws),
                };
                for rule in members().filter(|_| all) {
                    self.rules[rule] = true;
                    self.layers.add_all(&reach[rule].reads);
                    if !group.random {
                        self.layers.add_all(&reach[rule].writes);
                    }
                }
            }
        }
        before != (self.layers.count(), self.rules.iter().filter(|rule| **rule).count())
    }

    fn look_at<const S: usize>(
        &mut self,
        rule: &CompiledRule<S>,
        number: usize,
        reach: &RuleReach,
        in_loop: bool,
    ) {
        // A loop continues while anything changes; after too many rounds it is given up, with everything after
        // it. If a rigid rule cannot move everything, the whole turn is taken back.
        let whole = in_loop || rule.rigid != 0;
        let acts = rule.commands & !IDLE_COMMANDS != 0;
        if !(whole || acts || reach.writes.meets(&self.layers)) {
            return;
        }
        self.rules[number] = true;
        self.layers.add_all(&reach.reads);
        if whole {
            self.layers.add_all(&reach.writes);
        }
        // One draw decides everything that it sets.
        if reach.draws.meets(&self.layers) {
            self.layers.add_all(&reach.draws);
        }
    }
}

impl RuleReach {
    fn of<const S: usize>(
        tables: &RuleTables<S>,
        rule: &CompiledRule<S>,
        crowded: bool,
    ) -> RuleReach {
        let mut reach = RuleReach {
            reads: WideMask::default(),
            writes: WideMask::default(),
            draws: WideMask::default(),
        };
        for cell in cells_of(tables, rule) {
            let any = &tables.any[cell.any.start as usize..cell.any.end as usize];
            for objects in any.iter().chain([&cell.present, &cell.missing]) {
                add_layers(tables, objects, &mut reach.reads);
            }
            add_moving_layers(&cell.moving, &mut reach.reads);
            add_moving_layers(&cell.still, &mut reach.reads);
            let made = cell.replacement.and_then(|made| tables.replacements.get(made as usize));
            if let Some(made) = made {
                reach.add_made(tables, cell, made, crowded);
            }
        }
        reach
    }

    fn add_made<const S: usize>(
        &mut self,
        tables: &RuleTables<S>,
        cell: &CompiledCell<S>,
        made: &CompiledReplacement<S>,
        crowded: bool,
    ) {
        for (layer, mask) in tables.layer_masks.iter().enumerate() {
            let crowded = crowded || tables.crowded.contains(layer);
            if changes_objects(cell, made, mask, crowded) || changes_moves(cell, made, layer) {
                self.writes.insert(layer);
            }
        }
        for object in &made.random_objects {
            let layer = tables.layers.get(*object as usize).copied().unwrap_or(0);
            self.draws.insert(usize::from(layer));
        }
        made.random_layers.iter().for_each(|layer| self.draws.insert(*layer as usize));
        let draws = self.draws.clone();
        self.writes.add_all(&draws);
    }
}

/// The cells of a rule's brackets.
pub(crate) fn cells_of<'a, const S: usize>(
    tables: &'a RuleTables<S>,
    rule: &CompiledRule<S>,
) -> impl Iterator<Item = &'a CompiledCell<S>> {
    let rows = &tables.rows[rule.rows.start as usize..rule.rows.end as usize];
    let segments = rows.iter().flat_map(|row| &row.segments);
    segments
        .flat_map(|segment| &tables.cells[segment.cells.start as usize..segment.cells.end as usize])
}

/// Returns whether a rule can change the objects of a layer in a cell.
fn changes_objects<const S: usize>(
    cell: &CompiledCell<S>,
    made: &CompiledReplacement<S>,
    layer: &CellWords<S>,
    crowded: bool,
) -> bool {
    let (mut cleared, mut set, mut present) = ([0; S], [0; S], [0; S]);
    for s in 0..S {
        cleared[s] = !made.keep[s] & layer[s];
        set[s] = made.set[s] & layer[s];
        present[s] = cell.present[s] & layer[s];
    }
    let count = |words: &[u64; S]| words.iter().map(|word| word.count_ones()).sum::<u32>();
    match count(&set) {
        0 => (0..S).any(|s| cleared[s] & !cell.missing[s] != 0),
        1 => crowded || set != present,
        _ => true,
    }
}

/// Returns whether a rule can change the movement of a layer in a cell, which has at most one.
fn changes_moves<const S: usize>(
    cell: &CompiledCell<S>,
    made: &CompiledReplacement<S>,
    layer: usize,
) -> bool {
    let of = |words: &CellWords<S>| layer_moves(words, layer);
    let cleared = of(&made.keep_moves) ^ ANY_MOVEMENT;
    let (set, moving) = (of(&made.set_moves), of(&cell.moving));
    match (set, moving) {
        (0, 0) => cleared & !of(&cell.still) != 0,
        (0, moving) => cleared & moving != 0,
        (set, moving) => set != moving,
    }
}

pub(crate) fn layer_moves<const S: usize>(words: &CellWords<S>, layer: usize) -> u64 {
    let (word, shift) = crate::compiling::masks::movement_place(layer);
    words.get(word).map_or(0, |word| word >> shift & ANY_MOVEMENT)
}

/// Returns whether a rule may leave a layer of a cell with two movements at once, which only unusual rules do.
pub(crate) fn has_odd_movements<const S: usize>(made: &CompiledReplacement<S>) -> bool {
    (0..S * LAYERS_PER_WORD).any(|layer| {
        let set = layer_moves(&made.set_moves, layer);
        let drawn = u32::from(made.random_layers.contains(&(layer as u32)));
        let kept = layer_moves(&made.keep_moves, layer);
        set.count_ones() + drawn > 1 || (set.count_ones() + drawn > 0 && kept != 0)
    })
}

fn add_layers<const S: usize>(
    tables: &RuleTables<S>,
    objects: &CellWords<S>,
    layers: &mut WideMask,
) {
    for (s, word) in objects.iter().enumerate() {
        for bit in bits_of(*word) {
            let layer = tables.layers.get(s * 64 + bit).copied().unwrap_or(0);
            layers.insert(usize::from(layer));
        }
    }
}

fn add_moving_layers<const S: usize>(moves: &CellWords<S>, layers: &mut WideMask) {
    for (s, word) in moves.iter().enumerate() {
        bits_of(*word).for_each(|bit| layers.insert(s * LAYERS_PER_WORD + bit / MOVEMENTS));
    }
}

/// The layers of the win conditions and of the players.
fn first_layers<const S: usize>(tables: &RuleTables<S>) -> WideMask {
    let mut layers = WideMask::default();
    add_layers(tables, &tables.player, &mut layers);
    let sides = tables.wins.iter().flat_map(|win| [Some(&win.first), win.second.as_ref()]);
    for object in sides.flatten().flat_map(|side| &side.planes) {
        let layer = tables.layers.get(*object as usize).copied().unwrap_or(0);
        layers.insert(usize::from(layer));
    }
    layers
}

/// Returns whether a group belongs to a loop.
fn is_in_loop(phase: &CompiledPhase, at: usize) -> bool {
    let ends = phase.loop_back.iter().enumerate().skip(at);
    ends.filter_map(|(_, back)| *back).any(|back| back <= at)
}

/// The rules that may ever match, since all objects that they need are in the level or are made by such rules;
/// and all these objects.
pub(crate) fn live_rules<const S: usize>(
    tables: &RuleTables<S>,
    start: &WideMask,
) -> (Vec<bool>, WideMask) {
    let mut there: CellWords<S> = start.fixed();
    let mut live = vec![false; tables.rules.len()];
    loop {
        let mut more = false;
        for (number, rule) in tables.rules.iter().enumerate() {
            let can_match = |cell: &CompiledCell<S>| {
                let any = &tables.any[cell.any.start as usize..cell.any.end as usize];
                (0..S).all(|s| cell.present[s] & !there[s] == 0)
                    && any.iter().all(|any| (0..S).any(|s| any[s] & there[s] != 0))
            };
            if live[number] || !cells_of(tables, rule).all(can_match) {
                continue;
            }
            live[number] = true;
            more = true;
            for made in cells_of(tables, rule).filter_map(|cell| cell.replacement) {
                let Some(made) = tables.replacements.get(made as usize) else { continue };
                (0..S).for_each(|s| there[s] |= made.set[s]);
                for object in &made.random_objects {
                    there[*object as usize / 64] |= 1 << (*object % 64);
                }
            }
        }
        if !more {
            let bits = there.iter().enumerate();
            let objects = bits.flat_map(|(s, word)| bits_of(*word).map(move |bit| s * 64 + bit));
            let mut possible = WideMask::default();
            objects.for_each(|object| possible.insert(object));
            return (live, possible);
        }
    }
}
