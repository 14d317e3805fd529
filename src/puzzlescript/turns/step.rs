//! One turn of a board: input, rules, movement, late rules, commands, win.
//!
//! A step is a turn without the turns that AGAIN adds; see `stepper` for those.

use crate::compiling::checks::Quantifier;
use crate::compiling::masks::{bits_of, movement_place};
use crate::compiling::tables::{CompiledWin, RuleTables, WinPlanes, command};
use crate::turns::machine::{BoardMachine, CommandQueue, meets};
use crate::turns::trace::{TurnEvent, TurnWatcher};

/// Maximum number of repetitions of a turn in which rigid bodies were stuck.
const MAX_RIGID_ROUNDS: usize = 50;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum StepKind {
    /// A player's step.
    Plain,
    /// The step at the start or restart of a level: winning does not count.
    Start,
    /// A test whether a step would change anything; nothing is written.
    Trial,
}

/// The effects of a step.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct StepOutcome {
    /// The state has changed.
    pub(crate) changed: bool,
    pub(crate) won: bool,
    /// AGAIN was given: a further step without input is due.
    pub(crate) again: bool,
    pub(crate) cancelled: bool,
    pub(crate) restarted: bool,
    pub(crate) checkpoint: bool,
    /// A step added by AGAIN counts only if this is set.
    pub(crate) counts: bool,
    pub(crate) message: Option<u32>,
    pub(crate) sounds: u32,
    /// No player moved, in a game that requires it.
    pub(crate) idle: bool,
}

pub(crate) struct StepInput<'a> {
    /// The state, read and written.
    pub(crate) state: &'a mut [u64],
    /// The state to which RESTART leads.
    pub(crate) restart: &'a [u64],
    /// The player's movement bits; 0 without a key.
    pub(crate) movement: u64,
    pub(crate) kind: StepKind,
}

impl<const S: usize> BoardMachine<S> {
    pub(crate) fn step<T: TurnWatcher>(
        &mut self,
        tables: &RuleTables<S>,
        input: StepInput<'_>,
        watcher: &mut T,
    ) -> StepOutcome {
        self.run(tables, input.state, input.movement, watcher);
        if tables.requires_movement && input.movement != 0 && self.no_player_moved(tables) {
            return StepOutcome { idle: true, ..StepOutcome::default() };
        }
        let queue = self.queue;
        let sounds = queue.bits / command::FIRST_SOUND;
        if queue.bits & command::CANCEL != 0 {
            let others = queue.bits & !command::CANCEL != 0;
            return StepOutcome {
                cancelled: true,
                counts: others,
                sounds,
                ..StepOutcome::default()
            };
        }
        if T::WATCHES && input.kind == StepKind::Plain {
            self.given.iter().for_each(|line| watcher.note(TurnEvent::Fired { line: *line }));
        }
        let mut outcome = StepOutcome { sounds, message: queue.message, ..StepOutcome::default() };
        if queue.bits & command::RESTART != 0 && input.kind == StepKind::Plain {
            return self.restart(tables, input, outcome, watcher);
        }
        outcome.changed = self.differs(input.state);
        outcome.counts = outcome.changed || queue.bits & (command::WIN | command::RESTART) != 0;
        if input.kind == StepKind::Trial && outcome.counts {
            return outcome;
        }
        outcome.won = input.kind == StepKind::Plain
            && (queue.bits & command::WIN != 0 || self.is_won(tables));
        if outcome.changed {
            self.store(input.state);
        }
        outcome.checkpoint = queue.bits & command::CHECKPOINT != 0;
        outcome.again = outcome.changed && queue.bits & command::AGAIN != 0;
        let is_asked = queue.bits & command::AGAIN != 0 && !outcome.changed && !outcome.won;
        if is_asked && tables.hides && input.kind != StepKind::Trial {
            self.is_torn |= !self.rests(tables, input.state, input.restart);
        }
        if outcome.again && tables.random_line.is_some() {
            // The trial draws random numbers, so it affects the game.
            let trial = StepInput {
                state: input.state,
                restart: input.restart,
                movement: 0,
                kind: StepKind::Trial,
            };
            let trial = self.step(tables, trial, &mut crate::turns::trace::Unwatched);
            outcome.again = trial.counts;
            outcome.checkpoint |= trial.checkpoint;
        }
        outcome
    }

    /// Returns whether a further step without input does nothing.
    ///
    /// AGAIN was given and nothing changed. What is left out of the tables may have changed, though, and then
    /// there is a further step.
    fn rests(&mut self, tables: &RuleTables<S>, state: &mut [u64], restart: &[u64]) -> bool {
        let trial = StepInput { state, restart, movement: 0, kind: StepKind::Trial };
        let trial = self.step(tables, trial, &mut crate::turns::trace::Unwatched);
        let acts = command::AGAIN | command::CHECKPOINT;
        trial.cancelled || !trial.counts && self.queue.bits & acts == 0
    }

    /// The RESTART command: back to the start, including the start's rules.
    fn restart<T: TurnWatcher>(
        &mut self,
        tables: &RuleTables<S>,
        input: StepInput<'_>,
        mut outcome: StepOutcome,
        watcher: &mut T,
    ) -> StepOutcome {
        outcome.restarted = true;
        if T::WATCHES {
            watcher.note(TurnEvent::Restarted);
        }
        outcome.counts = true;
        outcome.changed = input.state != input.restart;
        if input.state.len() == input.restart.len() {
            input.state.copy_from_slice(input.restart);
        }
        if tables.runs_rules_on_start {
            let start = StepInput {
                state: input.state,
                restart: input.restart,
                movement: 0,
                kind: StepKind::Start,
            };
            outcome.again = self.step(tables, start, watcher).again;
        }
        self.load(input.state);
        outcome.won = self.is_won(tables);
        outcome
    }

    /// Applies rules and movement, with rigid rounds. The board then holds the result.
    fn run<T: TurnWatcher>(
        &mut self,
        tables: &RuleTables<S>,
        state: &[u64],
        movement: u64,
        watcher: &mut T,
    ) {
        self.load(state);
        self.clear_moves();
        self.banned.fill(false);
        for _ in 0..MAX_RIGID_ROUNDS {
            self.queue = CommandQueue::default();
            self.given.clear();
            self.player_cells.clear();
            if movement != 0 {
                self.push_players(tables, movement);
            }
            self.apply_phase(tables, &tables.early, true, watcher);
            if !self.resolve(tables, watcher) {
                self.apply_phase(tables, &tables.late, false, watcher);
                return;
            }
            self.load(state);
            if T::WATCHES {
                watcher.note(TurnEvent::TakenBack);
            }
        }
    }

    /// Gives every player the movement of the key.
    fn push_players(&mut self, tables: &RuleTables<S>, movement: u64) {
        let n_words = self.shape.n_words;
        for word in 0..n_words {
            let planes = tables
                .player_planes
                .iter()
                .map(|&plane| self.planes[plane as usize * n_words + word]);
            let found = if tables.player_together {
                planes.fold(u64::MAX, |all, plane| all & plane)
            } else {
                planes.fold(0, |all, plane| all | plane)
            };
            for bit in bits_of(found) {
                let cell = word * 64 + bit;
                let Some(objects) = self.cells.get(cell) else { continue };
                let mut moves = self.moves[cell];
                for (s, &here) in objects.iter().enumerate() {
                    for object in bits_of(here & tables.player[s]) {
                        let layer =
                            tables.layers.get(s * 64 + object).map_or(0, |&layer| layer as usize);
                        let (place, shift) = movement_place(layer);
                        moves[place] |= movement << shift;
                    }
                }
                self.player_cells.push(cell as u32);
                self.write_moves(cell, moves);
            }
        }
    }

    /// Returns whether there were players and all of them stayed in place.
    fn no_player_moved(&self, tables: &RuleTables<S>) -> bool {
        let stayed = |&cell: &u32| {
            self.cells.get(cell as usize).is_some_and(|objects| meets(&tables.player, objects))
        };
        !self.player_cells.is_empty() && self.player_cells.iter().all(stayed)
    }

    /// Returns whether all win conditions hold; a game without conditions is never won this way.
    pub(crate) fn is_won(&self, tables: &RuleTables<S>) -> bool {
        let n_words = self.shape.n_words;
        let planes = &self.planes;
        conditions_hold(&tables.wins, n_words, |plane, word| {
            planes.get(plane as usize * n_words + word).copied().unwrap_or(0)
        })
    }
}

/// Returns whether there are conditions and all of them hold, given words of planes.
#[inline]
pub(crate) fn conditions_hold(
    wins: &[CompiledWin],
    n_words: usize,
    plane_word: impl Fn(u32, usize) -> u64,
) -> bool {
    // A word of the cells that satisfy a side of a condition.
    let side_word = |side: &WinPlanes, word: usize| {
        let mut planes = side.planes.iter().map(|&plane| plane_word(plane, word));
        if side.together {
            planes.fold(u64::MAX, |all, plane| all & plane)
        } else {
            planes.by_ref().fold(0, |all, plane| all | plane)
        }
    };
    !wins.is_empty()
        && wins.iter().all(|win| {
            let mut words = (0..n_words).map(|word| {
                let first = side_word(&win.first, word);
                let second = win.second.as_ref().map_or(u64::MAX, |side| side_word(side, word));
                (first, second)
            });
            match win.quantifier {
                Quantifier::No => words.all(|(first, second)| first & second == 0),
                Quantifier::Some => words.any(|(first, second)| first & second != 0),
                Quantifier::All => words.all(|(first, second)| first & !second == 0),
            }
        })
}
