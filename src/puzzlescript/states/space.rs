//! All states of a level that can be reached by pressing keys, and their analysis.
//!
//! A state is a board. States are numbered in the order in which a breadth-first search with the keys up, left,
//! down, right, action finds them. Games in real time have a sixth key: to wait. A turn that wins ends a play,
//! so it leads to no state; a key that changes nothing is no turn. For the limits of an incomplete space, see
//! each function.
//!
//! From the 50,000th state on, dead ends that abstractions prove (`dead_ends`) are not expanded. States that
//! can only be reached through them are missing, which does not affect solutions.
//!
//! A turn whose AGAIN never ends leads to no state either: the game hears no key before it ends, and it does
//! not win on the way. See [`ScriptSpace::endless_turn`].
//!
//! The command RESTART leads to the level's start. If a level has both turns with CHECKPOINT and turns with
//! RESTART, the effect of a key does not depend on the board alone, and the search ends with
//! [`SpaceEnd::Checkpoints`].

use crate::game::ScriptGame;
use crate::states::packing::StatePacker;
use crate::states::space_layer::{FIRST_WATCHED, SpaceWorker, keys_of, pressed};
use crate::turns::stepper::{ScriptInput, ScriptState, TurnFault};
use foolproof_space::{
    BrokenStep, ExploreEnd, SpaceLimits, StateSpace, Step, StopCheck, explore, resume,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// End of a search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SpaceEnd {
    /// All states were found.
    Complete,
    /// States or memory ran out.
    Limit,
    /// The search was stopped.
    Stopped,
    /// A turn takes too long, and nothing proves that it never ends.
    Fault {
        fault: TurnFault,
        /// The keys that lead there from the start, ending with that of the turn.
        way: Vec<ScriptInput>,
    },
    /// Restarting leads to different places, depending on the checkpoint that was reached last.
    Checkpoints,
}

/// Reason why a level has no space.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub enum SpaceRefusal {
    /// Turns have no unique result.
    #[error("line {line} draws random numbers, so a key does not always do the same")]
    Random {
        /// The line in the source, from 1.
        line: u32,
    },
    /// The level cannot be started.
    #[error("the level cannot be started: {0}")]
    Start(TurnFault),
}

/// Reason why a search ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SpaceFault {
    Turn(TurnFault),
    Checkpoints,
}

/// Answer to whether a level can be solved.
#[cfg(test)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum Solvability {
    /// A solution is known.
    Solvable,
    /// All states are known, and no turn wins.
    Unsolvable,
    /// No solution was found, but not everything was seen.
    Unknown,
}

/// A play, evaluated with all that is known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CourseOfPlay {
    /// The numbers of its states, starting with the start; a winning key leads to none.
    pub states: Vec<u32>,
    /// The number of keys up to the win, if the play wins. Later keys are ignored.
    pub won_after: Option<usize>,
    /// The number of keys after which, for the first time, some key leads from a state that can be won to a
    /// dead end. Also `None` if the space is incomplete.
    pub mistake_possible_after: Option<usize>,
    /// The number of keys after which the play was lost: the state before could be won, this one cannot. 0 if
    /// the level cannot be solved at all. Also `None` if the space is incomplete.
    pub(crate) mistake_made_after: Option<usize>,
}

/// Error when following a play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub enum CourseError {
    /// A key that the game does not use.
    #[error("this game has no use for key {place} of the play")]
    Key {
        /// Its place in the play, from 0.
        place: usize,
    },
    /// The turn of the key never comes to an end.
    #[error("key {place} of the play begins a turn without an end")]
    Endless {
        /// Its place in the play, from 0.
        place: usize,
    },
    /// The search ended before it took the turn of the key.
    #[error("the search ended before it saw what key {place} of the play does")]
    Unseen {
        /// Its place in the play, from 0.
        place: usize,
    },
}

/// The states of a level and the turns between them.
pub struct ScriptSpace {
    pub(crate) game: Arc<ScriptGame>,
    pub(crate) level: usize,
    packer: StatePacker,
    pub(crate) keys: Vec<ScriptInput>,
    pub(crate) space: StateSpace,
    end: SpaceEnd,
    /// States from this number on were not expanded if abstractions proved that they are dead ends.
    first_watched: usize,
}

impl ScriptSpace {
    /// Explores a level. O(states · keys) turns, and memory within the limits.
    ///
    /// Calls `stop` before each state, in any of the threads; the states found by then are kept.
    ///
    /// # Errors
    /// [`SpaceRefusal`] if the game is random or the level cannot be started.
    pub fn explore(
        game: &Arc<ScriptGame>,
        level: usize,
        limits: &SpaceLimits,
        stop: StopCheck<'_>,
    ) -> Result<ScriptSpace, SpaceRefusal> {
        Self::explore_watching(game, level, FIRST_WATCHED, limits, stop)
    }

    /// Explores; does not expand dead ends that abstractions prove, from state number `first_watched` on.
    pub(crate) fn explore_watching(
        game: &Arc<ScriptGame>,
        level: usize,
        first_watched: usize,
        limits: &SpaceLimits,
        stop: StopCheck<'_>,
    ) -> Result<ScriptSpace, SpaceRefusal> {
        if let Some(line) = game.random_line() {
            return Err(SpaceRefusal::Random { line });
        }
        let mut worker = SpaceWorker::new(game, level).map_err(SpaceRefusal::Start)?;
        let no_board = SpaceRefusal::Start(TurnFault::NoBoard(level));
        let packer = StatePacker::new(game, level).ok_or(no_board)?;
        let start = worker.stepper.start(level).map_err(SpaceRefusal::Start)?;
        worker.first_watched = first_watched;
        let mut packed = Vec::new();
        packer.pack(&start, &mut packed);
        let (space, broken) = explore(&mut vec![worker], &packed, limits, stop);
        let (game, keys) = (Arc::clone(game), keys_of(game));
        let end = SpaceEnd::Stopped;
        let found = ScriptSpace { game, level, packer, keys, space, end, first_watched };
        Ok(found.ended(broken))
    }

    /// Continues a stopped search; the result is the same as without the stop. Any other space stays unchanged.
    pub fn resume(mut self, limits: &SpaceLimits, stop: StopCheck<'_>) -> ScriptSpace {
        if self.end != SpaceEnd::Stopped {
            return self;
        }
        let Ok(mut worker) = SpaceWorker::new(&self.game, self.level) else { return self };
        worker.first_watched = self.first_watched;
        let (space, broken) = resume(self.space, &mut vec![worker], limits, stop);
        self.space = space;
        self.ended(broken)
    }

    fn ended(mut self, broken: Option<BrokenStep<SpaceFault>>) -> ScriptSpace {
        self.end = match (self.space.end(), broken) {
            (ExploreEnd::Complete, _) => SpaceEnd::Complete,
            (ExploreEnd::Limit, _) => SpaceEnd::Limit,
            (
                ExploreEnd::Broken,
                Some(BrokenStep { fault: SpaceFault::Turn(fault), state, label }),
            ) => {
                let mut way = self.keys_of(&self.space.way_to(state));
                way.extend(self.keys.get(label as usize));
                SpaceEnd::Fault { fault, way }
            }
            (ExploreEnd::Broken, Some(_)) => SpaceEnd::Checkpoints,
            (ExploreEnd::Stopped | ExploreEnd::Broken, _) => SpaceEnd::Stopped,
        };
        self
    }

    pub(crate) fn keys_of(&self, labels: &[u32]) -> Vec<ScriptInput> {
        pressed(&self.keys, labels)
    }

    /// The states without their boards.
    pub fn space(&self) -> &StateSpace {
        &self.space
    }

    /// The end of the search.
    pub fn end(&self) -> &SpaceEnd {
        &self.end
    }

    /// Returns whether all states were found.
    pub fn is_complete(&self) -> bool {
        self.end == SpaceEnd::Complete && !self.space.is_torn()
    }

    /// The objects that states leave out, since they cannot change the outcome.
    pub fn left_out(&self) -> &[usize] {
        self.game.left_out()
    }

    #[cfg(test)]
    pub(crate) fn game(&self) -> &Arc<ScriptGame> {
        &self.game
    }

    /// The keys with which turns are taken, in order.
    pub fn keys(&self) -> &[ScriptInput] {
        &self.keys
    }

    /// The number of known states, including the start.
    pub fn n_states(&self) -> usize {
        self.space.n_states()
    }

    /// The number of a state of the level, if it is in the space. What the game leaves out makes no difference.
    /// O(dynamic objects · cells / 64).
    pub fn number_of(&self, state: &ScriptState) -> Option<u32> {
        let (mut packed, mut state) = (Vec::new(), state.clone());
        self.game.leave_out(self.level, &mut state);
        self.packer.pack(&state, &mut packed);
        let number = self.space.store().find(&packed)?;
        // Packing ignores everything that no turn changes, but a foreign board may differ there.
        let mut known = self.packer.blank();
        self.packer.unpack(&packed, &mut known);
        (known == state).then_some(number)
    }

    /// The state with a number.
    pub fn state(&self, number: u32) -> Option<ScriptState> {
        if number as usize >= self.n_states() {
            return None;
        }
        let mut state = self.packer.blank();
        self.packer.unpack(self.space.store().state(number, &mut Vec::new()), &mut state);
        Some(state)
    }

    pub(crate) fn key(&self, step: Step) -> Option<ScriptInput> {
        self.keys.get(step.label as usize).copied()
    }

    /// The keys that do something in a state, in their order, each with the state to which it leads (`None`: a
    /// win). Empty if the state was not expanded.
    pub fn turns(&self, number: u32) -> impl Iterator<Item = (ScriptInput, Option<u32>)> + '_ {
        let steps = self.space.steps(number);
        steps.filter_map(|step| Some((self.key(step)?, step.state())))
    }

    /// The first turn that never ends, if there is one: the fault, and the keys that lead there from the start,
    /// ending with that of the turn.
    pub fn endless_turn(&self) -> Option<(TurnFault, Vec<ScriptInput>)> {
        let (state, label) = self.space.endless_steps().first().copied()?;
        let key = self.keys.get(label as usize).copied()?;
        let mut worker = SpaceWorker::new(&self.game, self.level).ok()?;
        worker.stand_on_number(self.space.store(), state);
        worker.step_back();
        let fault = worker.stepper.turn(&mut worker.to, key).err()?;
        let mut way = self.keys_of(&self.space.way_to(state));
        way.push(key);
        Some((fault, way))
    }

    /// Finds the distances of states from the wins found so far. An exploration that ends by itself has done
    /// so.
    pub fn find_distances(&mut self) {
        self.space.find_distances(&|| false);
    }

    /// Returns whether the level can be solved.
    #[cfg(test)]
    pub(crate) fn solvability(&self) -> Solvability {
        match (self.space.shortest(), &self.end) {
            (Some(_), _) => Solvability::Solvable,
            (None, SpaceEnd::Complete) => Solvability::Unsolvable,
            _ => Solvability::Unknown,
        }
    }

    /// The number of turns of a shortest solution. Exact even if the space is incomplete.
    pub fn shortest_length(&self) -> Option<usize> {
        self.space.shortest().map(|length| length as usize)
    }

    /// The first `most` shortest solutions, in the order of keys up, left, down, right, action.
    ///
    /// If the space is incomplete, those that are known. O(most · length · keys).
    pub fn shortest_plays(&self, most: usize) -> Vec<Vec<ScriptInput>> {
        let plays = self.space.shortest_plays(0, most);
        plays.iter().map(|labels| self.keys_of(labels)).collect()
    }

    /// A shortest way from a state to a win; the first key in order at each turn.
    pub fn way_to_win(&self, number: u32) -> Option<Vec<ScriptInput>> {
        self.space.way_to_win(number).map(|labels| self.keys_of(&labels))
    }

    /// Follows a play from the start up to its win or its end. O(keys pressed · keys).
    ///
    /// # Errors
    /// [`CourseError`] if the play leaves the known states.
    pub fn course(&self, play: &[ScriptInput]) -> Result<CourseOfPlay, CourseError> {
        let mut course = CourseOfPlay {
            states: Vec::with_capacity(play.len() + 1),
            won_after: None,
            mistake_possible_after: None,
            mistake_made_after: None,
        };
        if self.n_states() == 0 {
            return Err(CourseError::Unseen { place: 0 });
        }
        let mut at = 0;
        self.stand(&mut course, at);
        for (place, key) in play.iter().enumerate() {
            let key = self.keys.iter().position(|known| known == key);
            let label = key.ok_or(CourseError::Key { place })? as u32;
            let step = self.space.steps(at).find(|step| step.label == label);
            if self.space.endless_steps().binary_search(&(at, label)).is_ok() {
                return Err(CourseError::Endless { place });
            }
            // If all turns of a state were taken, a key without a step does nothing.
            if step.is_none() && !self.is_followed(at) {
                return Err(CourseError::Unseen { place });
            }
            match step.map(|step| step.state()) {
                Some(None) => {
                    course.won_after = Some(place + 1);
                    break;
                }
                Some(Some(target)) => at = target,
                None => {}
            }
            self.stand(&mut course, at);
        }
        Ok(course)
    }

    /// Returns whether all turns of a state were taken.
    fn is_followed(&self, state: u32) -> bool {
        let may_be_left = self.space.n_unfollowed() > 0 && state as usize >= self.first_watched;
        (state as usize) < self.space.n_expanded()
            && !(may_be_left && self.space.steps(state).next().is_none())
    }

    /// Notes the next state of a play.
    fn stand(&self, course: &mut CourseOfPlay, at: u32) {
        let keys = course.states.len();
        course.states.push(at);
        let dead = |number| self.space.is_dead_end(number) == Some(true);
        if dead(at) {
            course.mistake_made_after.get_or_insert(keys);
        } else if self.space.steps(at).any(|step| step.state().is_some_and(dead)) {
            course.mistake_possible_after.get_or_insert(keys);
        }
    }
}
