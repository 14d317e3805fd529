//! The course of plays, key by key. The play of the last question is cached: a further key costs one turn,
//! however long the play is.

use std::sync::Arc;

use parking_lot::Mutex;

use crate::boards::BoardInPlay;
use foolproof_puzzlescript::{
    ScriptInput, ScriptState, ScriptStepper, SoundListener, TurnFault, TurnResult,
};

/// Maximum number of states of one turn that are shown; the rest is not animated.
const MAX_SHOWN: usize = 200;

/// The course of a play.
#[derive(Clone, Debug)]
pub(crate) struct KeysCourse {
    /// The state at the start and after each key, up to the win.
    pub states: Vec<ScriptState>,
    /// Number of keys up to the win, if there was one.
    pub won_after: Option<usize>,
    /// The number of the message that each key showed.
    messages: Vec<Option<u32>>,
    /// Numbers of keys after which there was a checkpoint.
    checkpoints: Vec<usize>,
}

impl KeysCourse {
    fn new(start: ScriptState) -> Self {
        let (messages, checkpoints) = (Vec::new(), Vec::new());
        Self { states: vec![start], won_after: None, messages, checkpoints }
    }

    /// Returns the number of the message that the last key showed.
    pub(crate) fn message(&self) -> Option<u32> {
        self.messages.last().copied().flatten()
    }

    /// Returns the number of keys up to the last checkpoint.
    pub(crate) fn checkpoint(&self) -> usize {
        self.checkpoints.last().copied().unwrap_or(0)
    }

    /// Returns the state to which RESTART leads, if that is not the board as drawn.
    fn restart(&self) -> Option<ScriptState> {
        self.states.get(*self.checkpoints.last()?).cloned()
    }

    /// Forgets all but the first keys.
    fn truncate(&mut self, keys: usize) {
        self.states.truncate(keys + 1);
        self.messages.truncate(keys);
        self.checkpoints.retain(|checkpoint| *checkpoint <= keys);
        self.won_after = self.won_after.filter(|after| *after <= keys);
    }

    /// Presses further keys, up to the win.
    fn go_on(
        &mut self,
        stepper: &mut ScriptStepper,
        keys: &[ScriptInput],
    ) -> Result<(), TurnFault> {
        for key in keys {
            if self.won_after.is_some() {
                break;
            }
            let Some(mut state) = self.states.last().cloned() else { break };
            let turn = press(stepper, &mut state, *key)?;
            self.messages.push(turn.message);
            self.states.push(state);
            let pressed = self.messages.len();
            if turn.checkpoint {
                self.checkpoints.push(pressed);
            }
            self.won_after = turn.won.then_some(pressed);
        }
        Ok(())
    }
}

/// The course of one key press.
#[derive(Default)]
pub(crate) struct KeyCourse {
    /// The states before and after it. If AGAIN continues by itself, also the first states on the way.
    pub states: Vec<ScriptState>,
    /// The seeds of the sounds that lead to each state but the first.
    pub heard: Vec<Vec<u64>>,
    /// A rule cancelled the turn.
    pub is_cancelled: bool,
}

/// The play and the key of the last question.
#[derive(Default)]
pub(super) struct KeptPlay {
    play: Mutex<Option<(Vec<ScriptInput>, Arc<KeysCourse>)>>,
    /// Cached since each key is asked about several times: its moves, its aftermath, its sounds.
    key: Mutex<Option<(Vec<ScriptInput>, Arc<KeyCourse>)>>,
}

/// Returns the number of keys at the beginning that two plays share.
fn n_alike(one: &[ScriptInput], other: &[ScriptInput]) -> usize {
    one.iter().zip(other).take_while(|(one, other)| one == other).count()
}

impl BoardInPlay {
    /// Returns the states of a play, up to its win.
    pub(crate) fn course(&self, keys: &[ScriptInput]) -> Result<Arc<KeysCourse>, TurnFault> {
        let mut kept = self.kept_play.play.lock();
        if let Some((had, course)) = &*kept
            && had == keys
        {
            return Ok(Arc::clone(course));
        }
        // Random rules continue from numbers drawn before, so such plays are replayed from the start.
        let begun = kept.take().filter(|_| !self.game.is_random());
        let course = match begun {
            Some((had, mut course)) => {
                let own = Arc::make_mut(&mut course);
                own.truncate(n_alike(&had, keys));
                let further = keys.get(own.messages.len()..).unwrap_or_default();
                self.going_on(own.restart(), |stepper| own.go_on(stepper, further))?;
                course
            }
            None => Arc::new(self.play(|stepper, start| {
                let mut course = KeysCourse::new(start);
                course.go_on(stepper, keys)?;
                Ok(course)
            })?),
        };
        *kept = Some((keys.to_vec(), Arc::clone(&course)));
        Ok(course)
    }

    /// Runs a closure with a stepper and the state that some keys lead to, even past a win.
    pub(crate) fn after<T>(
        &self,
        keys: &[ScriptInput],
        doing: impl FnOnce(&mut ScriptStepper, ScriptState) -> Result<T, TurnFault>,
    ) -> Result<T, TurnFault> {
        if !self.game.is_random() {
            let course = self.course(keys)?;
            if let Some(state) = course.states.get(keys.len()).cloned() {
                return self.going_on(course.restart(), |stepper| doing(stepper, state));
            }
        }
        self.play(|stepper, mut state| {
            for key in keys {
                press(stepper, &mut state, *key)?;
            }
            doing(stepper, state)
        })
    }

    /// Runs a closure with a stepper in the midst of a play in which RESTART leads to this state, or without
    /// one to the board as drawn.
    fn going_on<T>(
        &self,
        restart: Option<ScriptState>,
        doing: impl FnOnce(&mut ScriptStepper) -> Result<T, TurnFault>,
    ) -> Result<T, TurnFault> {
        self.with_stepper(|stepper| {
            stepper.prepare(0)?;
            restart.iter().for_each(|state| stepper.set_restart(state));
            doing(stepper)
        })
    }

    /// Returns the course of a key press after some others.
    pub(crate) fn way(
        &self,
        keys: &[ScriptInput],
        last: ScriptInput,
    ) -> Result<Arc<KeyCourse>, TurnFault> {
        let mut kept = self.kept_play.key.lock();
        if let Some((had, course)) = &*kept
            && had.split_last() == Some((&last, keys))
        {
            return Ok(Arc::clone(course));
        }
        let course = Arc::new(self.after(keys, |stepper, state| self.shown(stepper, state, last))?);
        *kept = Some(([keys, &[last]].concat(), Arc::clone(&course)));
        Ok(course)
    }

    fn shown(
        &self,
        stepper: &mut ScriptStepper,
        mut state: ScriptState,
        key: ScriptInput,
    ) -> Result<KeyCourse, TurnFault> {
        let mut listener = SoundListener::new(&self.game);
        let mut course = KeyCourse { states: vec![state.clone()], ..KeyCourse::default() };
        let (mut turn, heard) = stepper.step_heard(&mut state, key, &mut listener)?;
        course.is_cancelled = turn.cancelled && !turn.changed;
        course.heard.push(heard);
        course.states.push(state.clone());
        while turn.again && !turn.won && course.states.len() < MAX_SHOWN {
            let heard;
            (turn, heard) = stepper.step_heard(&mut state, ScriptInput::Wait, &mut listener)?;
            if !turn.counts {
                break;
            }
            course.heard.push(heard);
            course.states.push(state.clone());
        }
        Ok(course)
    }
}

/// Takes a turn as a player does: RESTART leads to the last checkpoint.
pub(crate) fn press(
    stepper: &mut ScriptStepper,
    state: &mut ScriptState,
    key: ScriptInput,
) -> Result<TurnResult, TurnFault> {
    let turn = stepper.turn(state, key)?;
    if turn.checkpoint {
        stepper.set_restart(state);
    }
    Ok(turn)
}
