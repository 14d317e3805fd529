//! Dead ends of a level, found without its states, from situations that no turn can undo.
//!
//! There are three abstractions; each allows everything that the game does, and more. The [`envelope`] is the
//! delete relaxation of the level; within it, [`traps`] follow one object at a time, and [`freezes`] consider
//! objects that block each other. If none of them can undo something, no key and no chance can: if it bars the
//! win in a state, that state is a dead end, and a level that begins in one has no solution.
//!
//! Nothing is claimed of rules that win by command, of games with errors, of boards with several objects of a
//! layer in a cell, or of rules that leave movements in empty cells.

mod cell_rules;
mod envelope;
mod freezes;
mod goals;
mod placements;
#[cfg(test)]
mod tests;
mod traps;

use crate::compiling::tables::{CellWords, RuleTables, command};
use crate::compiling::widths::with_tables;
use crate::game::ScriptGame;
use crate::states::packing::is_crowded;
use crate::states::relevance::has_odd_movements;
use crate::turns::machine::BoardShape;
use crate::turns::stepper::{ScriptState, ScriptStepper};
use envelope::Envelope;
use freezes::{Freezes, FrozenObjects};
use goals::{LonelyObject, Obstacles, obstacles};
use placements::BoardRules;
use std::sync::Arc;
use traps::TrapGraph;

/// Reason why no play leads to a win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeadEndReason {
    /// The game has no win condition, and no rule wins.
    NoGoal,
    /// An object can never get from its cell to where it must be: it is in a trap.
    Trapped {
        /// Its number.
        object: usize,
        /// Its column and row.
        cell: (usize, usize),
    },
    /// An object that never leaves its cell has to get company there, and nothing can come.
    Unreachable {
        /// Its number.
        object: usize,
        /// Its column and row.
        cell: (usize, usize),
        /// The numbers of objects; one of them would have to come.
        needed: Vec<usize>,
    },
    /// An object never leaves its cell, and the level is not won with it there.
    Stays {
        /// Its number.
        object: usize,
        /// Its column and row.
        cell: (usize, usize),
    },
    /// Objects hold each other in place for ever.
    Frozen {
        /// Their numbers, columns and rows.
        objects: Vec<(usize, usize, usize)>,
    },
    /// Too few objects are left to fill every place that needs one.
    TooFew {
        /// The numbers of the objects that would do.
        objects: Vec<usize>,
        /// The number of them that is needed.
        needed: usize,
    },
}

/// The dead ends of a level that abstractions recognise.
#[derive(Debug)]
pub(super) struct DeadEnds {
    shape: BoardShape,
    /// The kinds of objects that may bar a win.
    kinds: Vec<usize>,
    /// By kind, the cells in which it bars a win for ever.
    trapped: Vec<Vec<u64>>,
    /// For each kind, whether keys or rules move or change it anywhere.
    mobile: Vec<bool>,
    /// Objects in cells to which another object would have to come.
    lonely: Vec<LonelyObject>,
    fewest: Vec<(Vec<usize>, usize)>,
    freezes: Freezes,
    /// A rule may restart the level, so only a level without a solution has dead ends.
    restarts: bool,
    /// The boards at the start of a play or after a restart, before and after the rules of the start.
    starts: [ScriptState; 2],
}

/// Tests states for dead ends.
#[derive(Clone)]
pub(super) struct DeadEndWatch {
    ends: Arc<DeadEnds>,
    frozen: FrozenObjects,
    /// The answer for all states, if it does not depend on the state.
    all: Option<bool>,
}

impl ScriptGame {
    /// Returns the reason why a level has no solution, whatever chance does; `None` if abstractions show none.
    pub fn why_hopeless(self: &Arc<Self>, level: usize) -> Option<DeadEndReason> {
        if with_tables!(&*self.tables, tables => tables.has_no_goal()) {
            return Some(DeadEndReason::NoGoal);
        }
        let mut watch = DeadEndWatch::new(Arc::new(DeadEnds::of(self, level)?));
        let [drawn, start] = watch.ends.starts.clone();
        // If the rules of the start are random, this is only one of several starts.
        let start = if self.is_random() { None } else { watch.reason(&start) };
        start.or_else(|| watch.reason(&drawn))
    }
}

impl DeadEnds {
    /// The dead ends that abstractions recognise; `None` if there are none.
    pub(super) fn of(game: &Arc<ScriptGame>, level: usize) -> Option<DeadEnds> {
        let board = game.board(level)?;
        let shape = game.shape(board);
        let drawn = ScriptState { words: board.start.clone() };
        let start = ScriptStepper::new(Arc::clone(game)).start(level).ok()?;
        let acts = !game.settings.without_action;
        let crowded =
            game.dictionary.layer_masks.iter().any(|mask| is_crowded(shape, mask, &drawn.words));
        if crowded {
            return None;
        }
        with_tables!(&*game.tables, tables => of_tables(tables, shape, [drawn, start], acts))
    }

    /// Returns whether an object is one of those whose number must suffice. Any other can be removed from a
    /// state, which then is a dead end only if it was one before: removal makes traps and freezes fewer.
    pub(super) fn count(&self, object: usize) -> bool {
        self.fewest.iter().any(|(few, _)| few.contains(&object))
    }

    fn has_too_few(&self, state: &ScriptState) -> Option<&(Vec<usize>, usize)> {
        let n_words = self.shape.n_words;
        self.fewest.iter().find(|(objects, needed)| {
            let words = objects.iter().flat_map(|object| {
                state.words.get(object * n_words..(object + 1) * n_words).unwrap_or_default()
            });
            words.map(|word| word.count_ones() as usize).sum::<usize>() < *needed
        })
    }

    /// The first trapped object of a state, by kind and cell, of the kinds that count.
    fn trapped_in(
        &self,
        state: &ScriptState,
        counts: impl Fn(usize) -> bool,
    ) -> Option<(usize, usize)> {
        let n_words = self.shape.n_words;
        let planes = self.kinds.iter().zip(&self.trapped).enumerate();
        let mut planes = planes.filter(|(kind, _)| counts(*kind));
        planes.find_map(|(kind, (object, trapped))| {
            let plane = state.words.get(object * n_words..(object + 1) * n_words)?;
            let mut words = plane.iter().zip(trapped).enumerate();
            words.find_map(|(word, (here, trapped))| {
                let bits = here & trapped;
                (bits != 0).then(|| (kind, word * 64 + bits.trailing_zeros() as usize))
            })
        })
    }

    /// Returns the reason why a trapped object bars the win.
    fn trap(&self, (kind, at): (usize, usize)) -> DeadEndReason {
        let (object, height) = (self.kinds[kind], self.shape.height);
        let cell = (at / height, at % height);
        if self.mobile[kind] {
            return DeadEndReason::Trapped { object, cell };
        }
        let is_this = |lonely: &&LonelyObject| (lonely.object, lonely.at) == (object, at);
        match self.lonely.iter().find(is_this) {
            Some(LonelyObject { needed, .. }) => {
                DeadEndReason::Unreachable { object, cell, needed: needed.clone() }
            }
            None => DeadEndReason::Stays { object, cell },
        }
    }
}

impl DeadEndWatch {
    pub(super) fn new(ends: Arc<DeadEnds>) -> DeadEndWatch {
        let mut watch = DeadEndWatch { ends, frozen: FrozenObjects::default(), all: None };
        if watch.ends.restarts {
            let starts = watch.ends.starts.clone();
            watch.all = Some(starts.iter().all(|start| watch.look(start)));
        }
        watch
    }

    /// Returns whether a state is certainly a dead end. O(objects²) at worst.
    pub(super) fn is_dead_end(&mut self, state: &ScriptState) -> bool {
        match self.all {
            Some(all) => all,
            None => self.look(state),
        }
    }

    fn look(&mut self, state: &ScriptState) -> bool {
        let DeadEnds { kinds, freezes, shape, .. } = &*self.ends;
        self.ends.trapped_in(state, |_| true).is_some()
            || self.ends.has_too_few(state).is_some()
            || freezes.hold(kinds, shape.n_words, state, &mut self.frozen)
    }

    /// Returns the reason why a state is a dead end, if it is known to be one.
    pub(super) fn reason(&mut self, state: &ScriptState) -> Option<DeadEndReason> {
        if !self.is_dead_end(state) {
            return None;
        }
        let height = self.ends.shape.height;
        // Naming an object that can move tells more than naming the place to which it should have come.
        let mobile = self.ends.trapped_in(state, |kind| self.ends.mobile[kind]);
        if let Some(found) = mobile.or_else(|| self.ends.trapped_in(state, |_| true)) {
            return Some(self.ends.trap(found));
        }
        if let Some((objects, needed)) = self.ends.has_too_few(state) {
            return Some(DeadEndReason::TooFew { objects: objects.clone(), needed: *needed });
        }
        self.look(state);
        self.ends.freezes.leave_few(&mut self.frozen);
        let place = |&(kind, at): &(u8, u32)| {
            (self.ends.kinds[usize::from(kind)], at as usize / height, at as usize % height)
        };
        let objects = self.frozen.objects().iter().map(place).collect();
        Some(DeadEndReason::Frozen { objects })
    }
}

impl<const S: usize> RuleTables<S> {
    /// Returns whether nothing could win any level.
    fn has_no_goal(&self) -> bool {
        !self.is_flawed
            && self.wins.is_empty()
            && self.rules.iter().all(|rule| rule.commands & command::WIN == 0)
    }
}

fn of_tables<const S: usize>(
    tables: &RuleTables<S>,
    shape: BoardShape,
    starts: [ScriptState; 2],
    acts: bool,
) -> Option<DeadEnds> {
    let is_odd = tables.is_flawed
        || !tables.crowded.is_empty()
        || tables.wins.is_empty()
        || tables.replacements.iter().any(has_odd_movements);
    if is_odd {
        return None;
    }
    let rules = BoardRules::new(tables, shape)?;
    if rules.leaves_ghosts() {
        return None;
    }
    let boards = starts.each_ref().map(|start| cells_of::<S>(shape, start));
    let envelope = Envelope::new(&rules, &boards, acts)?;
    let gives = |bit: u32| {
        let mut live = tables.rules.iter().zip(&envelope.live).filter(|(_, live)| **live);
        live.any(|(rule, _)| rule.commands & bit != 0)
    };
    if gives(command::WIN) {
        return None;
    }
    let found: Obstacles = obstacles(&rules, &envelope, &boards);
    let graph = TrapGraph::new(&rules, &envelope, &found, acts)?;
    Some(DeadEnds {
        shape,
        trapped: graph.trapped_cells(),
        mobile: graph.mobile(),
        lonely: found.lonely.clone(),
        freezes: Freezes::new(&graph),
        kinds: graph.kinds,
        fewest: found.fewest.clone(),
        restarts: gives(command::RESTART),
        starts,
    })
}

/// The objects of a state by cell.
fn cells_of<const S: usize>(shape: BoardShape, state: &ScriptState) -> Vec<CellWords<S>> {
    let first = shape.plane_words();
    let cell = |at: usize| {
        std::array::from_fn(|s| state.words.get(first + at * S + s).copied().unwrap_or(0))
    };
    (0..shape.n_cells()).map(cell).collect()
}
