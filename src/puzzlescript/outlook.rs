//! What a space says about winning: whether, how soon, in how many ways, and from where no more.
//!
//! Everything here reads the turns that a search has taken and takes none itself.
//! What an incomplete space cannot know is not said: see each function.

use super::space::{ScriptSpace, SpaceEnd, leads_to};
use super::space_layer::{OPEN, WINS};
use super::stepper::{ScriptInput, ScriptState};
use crate::space::StopAsk;
use serde::{Deserialize, Serialize};

/// No win is known from here.
const NEVER: u32 = u32::MAX;
/// States between two questions whether to stop.
const STOP_EVERY: usize = 1 << 16;

/// Whether a level can be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Solvability {
    /// A solution is known.
    Solvable,
    /// All states are known, and no turn wins.
    Unsolvable,
    /// No solution was found, but not everything was seen.
    Unknown,
}

/// What can still become of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum StateOutlook {
    /// It can be won.
    Alive {
        /// Turns to the nearest win that is known.
        turns: u32,
        /// The first key on the way there; the first one in the order of keys, if several do.
        key: ScriptInput,
        /// There is no nearer win: said where the space is complete.
        nearest: bool,
    },
    /// It cannot be won any more.
    Dead,
    /// It was met, but the search ended before it was clear.
    Open,
    /// It is not among the states that were met.
    Elsewhere,
}

/// A play looked at with all that is known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CourseOfPlay {
    /// The states by number, the start first; a winning key has none after it.
    pub states: Vec<u32>,
    /// The keys up to the win, if the play wins. Later ones are not looked at.
    pub won_after: Option<usize>,
    /// Keys after which, for the first time, some key would lead from an alive state to a dead end.
    /// None also where the space is incomplete.
    pub mistake_possible_after: Option<usize>,
    /// Keys after which the play was lost: the state before could be won, this one cannot.
    /// 0 if the level cannot be solved at all. None also where the space is incomplete.
    pub mistake_made_after: Option<usize>,
}

/// Why a play cannot be followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub enum CourseError {
    /// A key that the game does not listen to.
    #[error("this game has no use for key {place} of the play")]
    Key {
        /// Its place in the play, from 0.
        place: usize,
    },
    /// The search ended before it saw what the key does.
    #[error("the search ended before it saw what key {place} of the play does")]
    Unseen {
        /// Its place in the play, from 0.
        place: usize,
    },
}

impl ScriptSpace {
    /// Turns to a win, backwards from the winning turns; false if stopped. O(states · keys).
    pub(super) fn find_distances(&mut self, stop: StopAsk<'_>) -> bool {
        let n_states = self.n_states();
        let n_keys = self.keys.len();
        self.distances = vec![NEVER; n_states];
        // Who leads to a state: `sources[first[state]..first[state + 1]]`.
        let mut first = vec![0_u32; n_states + 1];
        for target in self.targets.iter().filter_map(|&target| leads_to(target)) {
            first[target as usize + 1] += 1;
        }
        for state in 0..n_states {
            first[state + 1] += first[state];
        }
        let mut sources = vec![0_u32; first.last().map_or(0, |&end| end as usize)];
        // Filling moves each first place to the next state's.
        for (place, &target) in self.targets.iter().enumerate() {
            if place % STOP_EVERY == 0 && stop() {
                return false;
            }
            if let Some(target) = leads_to(target) {
                let slot = &mut first[target as usize];
                sources[*slot as usize] = (place / n_keys) as u32;
                *slot += 1;
            }
        }
        let mut queue: Vec<u32> = Vec::with_capacity(n_states);
        for (place, &target) in self.targets.iter().enumerate() {
            let from = place / n_keys;
            if target == WINS && self.distances[from] == NEVER {
                self.distances[from] = 1;
                queue.push(from as u32);
            }
        }
        let mut at = 0;
        while let Some(&state) = queue.get(at) {
            if at % STOP_EVERY == 0 && stop() {
                return false;
            }
            at += 1;
            let state = state as usize;
            let begin = state.checked_sub(1).map_or(0, |before| first[before]);
            for &source in &sources[begin as usize..first[state] as usize] {
                if self.distances[source as usize] == NEVER {
                    self.distances[source as usize] = self.distances[state] + 1;
                    queue.push(source);
                }
            }
        }
        true
    }

    /// The keys that do something in a state, in their order, and the state to which each leads; none for
    /// a win. Empty where its turns were not taken.
    pub fn turns(&self, number: u32) -> impl Iterator<Item = (ScriptInput, Option<u32>)> + '_ {
        let row = self.keys.iter().zip(self.row(number));
        let taken = row.filter(|&(_, &target)| target == WINS || leads_to(target).is_some());
        taken.map(|(&key, &target)| (key, leads_to(target)))
    }

    /// Turns from a state to the nearest win that is known; exact where the space is complete.
    pub fn distance(&self, number: u32) -> Option<u32> {
        self.distances.get(number as usize).copied().filter(|&turns| turns != NEVER)
    }

    /// Whether the level can be solved.
    pub fn solvability(&self) -> Solvability {
        match (self.first_win, &self.end) {
            (Some(_), _) => Solvability::Solvable,
            (None, SpaceEnd::Complete) => Solvability::Unsolvable,
            _ => Solvability::Unknown,
        }
    }

    /// Turns of a shortest solution. Exact also where the space is incomplete.
    pub fn shortest_length(&self) -> Option<usize> {
        self.first_win
    }

    /// How many shortest solutions there are, none of their keys without effect; `u64::MAX` if
    /// there are more. 0 if there is no solution, none if that is not known. O(states · keys).
    pub fn n_shortest(&self) -> Option<u64> {
        let Some(length) = self.first_win else { return self.is_complete().then_some(0) };
        // All turns of the layer before the win must have been taken.
        let end = self.layer(length - 1).end;
        if self.n_expanded() < end as usize {
            return None;
        }
        let mut ways = vec![0_u64; end as usize];
        if let Some(start) = ways.first_mut() {
            *start = 1;
        }
        let mut winning = 0_u64;
        for turns in 0..length {
            let next = self.layer(turns + 1);
            for state in self.layer(turns) {
                let so_far = ways[state as usize];
                for &target in self.row(state) {
                    if target == WINS {
                        winning = winning.saturating_add(so_far);
                    } else if next.contains(&target)
                        && let Some(slot) = ways.get_mut(target as usize)
                    {
                        *slot = slot.saturating_add(so_far);
                    }
                }
            }
        }
        Some(winning)
    }

    /// The first `most` shortest solutions, in the order of keys up, left, down, right, action.
    ///
    /// Of an incomplete space, those that are known. O(most · length · keys).
    pub fn shortest_plays(&self, most: usize) -> Vec<Vec<ScriptInput>> {
        let mut plays = Vec::new();
        let Some(length) = self.first_win else { return plays };
        // For every turn of the play that is being made, its state and the next key to try.
        let mut path: Vec<(u32, usize)> = vec![(0, 0)];
        while let Some(&mut (state, ref mut next)) = path.last_mut() {
            if plays.len() >= most {
                break;
            }
            let key = *next;
            *next += 1;
            let Some(&target) = self.row(state).get(key) else {
                path.pop();
                continue;
            };
            let left = length - path.len();
            if target == WINS && left == 0 {
                plays.push(self.keys_of_path(&path));
            } else if let Some(target) = leads_to(target)
                && left > 0
                && self.distance(target) == Some(left as u32)
            {
                path.push((target, 0));
            }
        }
        plays
    }

    fn keys_of_path(&self, path: &[(u32, usize)]) -> Vec<ScriptInput> {
        path.iter().filter_map(|&(_, next)| self.keys.get(next - 1).copied()).collect()
    }

    /// A shortest way from a state to a win; the first key in order at each turn.
    pub fn way_to_win(&self, number: u32) -> Option<Vec<ScriptInput>> {
        let mut at = number;
        let mut way = Vec::with_capacity(self.distance(at)? as usize);
        loop {
            let (key, target) = self.best_turn(at)?;
            way.push(key);
            match leads_to(target) {
                Some(next) => at = next,
                None => return Some(way),
            }
        }
    }

    /// The first key that comes nearer to a win, and where it leads.
    fn best_turn(&self, number: u32) -> Option<(ScriptInput, u32)> {
        let turns = self.distance(number)?;
        let nearer = |&(_, &target): &(&ScriptInput, &u32)| match leads_to(target) {
            Some(next) => self.distance(next).is_some_and(|left| left + 1 == turns),
            None => target == WINS && turns == 1,
        };
        self.keys.iter().zip(self.row(number)).find(nearer).map(|(&key, &target)| (key, target))
    }

    /// Whether no win can be reached from a state; none where that is not known.
    pub fn is_dead(&self, number: u32) -> Option<bool> {
        let &turns = self.distances.get(number as usize)?;
        if turns != NEVER { Some(false) } else { self.is_complete().then_some(true) }
    }

    /// States from which no win can be reached; none where the space is incomplete. O(states).
    pub fn n_dead_ends(&self) -> Option<usize> {
        let dead = || self.distances.iter().filter(|&&turns| turns == NEVER).count();
        self.is_complete().then(dead)
    }

    /// What can still become of a state.
    pub fn outlook(&self, state: &ScriptState) -> StateOutlook {
        match self.number_of(state) {
            None => StateOutlook::Elsewhere,
            Some(number) => self.outlook_of(number),
        }
    }

    /// What can still become of a state with a number.
    pub fn outlook_of(&self, number: u32) -> StateOutlook {
        if number as usize >= self.n_states() {
            return StateOutlook::Elsewhere;
        }
        match (self.distance(number), self.best_turn(number)) {
            (Some(turns), Some((key, _))) => {
                StateOutlook::Alive { turns, key, nearest: self.is_complete() }
            }
            _ if self.is_complete() => StateOutlook::Dead,
            _ => StateOutlook::Open,
        }
    }

    /// Follows a play from the start up to its win or its end. O(keys pressed · keys).
    ///
    /// # Errors
    /// [`CourseError`] if the play leaves what is known.
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
            let key = key.ok_or(CourseError::Key { place })?;
            let target = self.row(at).get(key).copied().filter(|&target| target != OPEN);
            let target = target.ok_or(CourseError::Unseen { place })?;
            if target == WINS {
                course.won_after = Some(place + 1);
                break;
            }
            at = leads_to(target).unwrap_or(at);
            self.stand(&mut course, at);
        }
        Ok(course)
    }

    /// Notes that a play has come to a state.
    fn stand(&self, course: &mut CourseOfPlay, at: u32) {
        let keys = course.states.len();
        course.states.push(at);
        let dead = |number| self.is_dead(number) == Some(true);
        if dead(at) {
            course.mistake_made_after.get_or_insert(keys);
        } else if self.row(at).iter().any(|&target| leads_to(target).is_some_and(dead)) {
            course.mistake_possible_after.get_or_insert(keys);
        }
    }
}
