//! Plays a game as a player would: keys, undo, restart, one level after another.
//!
//! Used for recorded play and for trying a game out. Searches do not need it.

use crate::game::{ScriptGame, ScriptLevel};
use crate::turns::stepper::{ScriptInput, ScriptState, ScriptStepper, TurnFault, TurnResult};
use crate::turns::trace::Unwatched;
use std::sync::Arc;

/// A play in progress.
pub struct Playback {
    stepper: ScriptStepper,
    state: ScriptState,
    level: usize,
    undo: Vec<ScriptState>,
    /// A message is shown, or the title. The last board still exists but cannot be won.
    reading: bool,
}

impl Playback {
    /// Starts a level; the seed determines its random numbers.
    ///
    /// # Errors
    /// [`TurnFault`] if there is no such board or its start does not settle.
    pub fn new(game: Arc<ScriptGame>, level: usize, seed: &str) -> Result<Playback, TurnFault> {
        let mut stepper = ScriptStepper::new(game);
        stepper.seed(seed);
        let state = stepper.prepare(level)?;
        let mut play = Playback { stepper, state, level, undo: Vec::new(), reading: false };
        let again = play.run_start()?;
        play.settle(again)?;
        Ok(play)
    }

    /// The memory of the boards kept for undo, in bytes.
    pub fn bytes(&self) -> usize {
        self.undo.iter().map(ScriptState::bytes).sum()
    }

    /// The current board.
    pub fn state(&self) -> &ScriptState {
        &self.state
    }

    /// The entry of the levels to which the board belongs.
    pub fn board_level(&self) -> usize {
        self.stepper.level()
    }

    /// Runs the rules at a level's start, if the game asks for it. Returns whether AGAIN is due.
    fn run_start(&mut self) -> Result<bool, TurnFault> {
        if !self.stepper.game().settings.runs_rules_on_start {
            return Ok(false);
        }
        let result = self.stepper.start_step(&mut self.state)?;
        self.obey_checkpoint(&result);
        Ok(result.again)
    }

    fn obey_checkpoint(&mut self, result: &TurnResult) {
        if result.checkpoint {
            self.stepper.set_restart(&self.state);
        }
    }

    /// Presses a key, and takes the turns that AGAIN asks for. The result is that of the key's own step.
    ///
    /// # Errors
    /// [`TurnFault`] if the turn does not end.
    pub fn press(&mut self, input: ScriptInput) -> Result<TurnResult, TurnFault> {
        let (result, again) = self.step(input, false)?;
        self.settle(again)?;
        Ok(result)
    }

    fn step(&mut self, input: ScriptInput, again: bool) -> Result<(TurnResult, bool), TurnFault> {
        let before = self.state.clone();
        let result = if again {
            self.stepper.step_again(&mut self.state, &mut Unwatched)?
        } else {
            self.stepper.step(&mut self.state, input)?
        };
        if result.restarted {
            self.undo.push(before.clone());
        }
        if result.changed && input != ScriptInput::Wait {
            self.undo.push(before);
        }
        let mut again = result.again;
        let won = result.won && !self.reading;
        if won && let Some(start_again) = self.next_level()? {
            return Ok((result, start_again));
        }
        self.obey_checkpoint(&result);
        again &= result.counts;
        Ok((result, again))
    }

    fn settle(&mut self, mut again: bool) -> Result<(), TurnFault> {
        self.stepper.begin_again(&self.state);
        while again {
            again = self.step(ScriptInput::Wait, true)?.1;
        }
        Ok(())
    }

    /// Continues after a win. `None` if a message or the end comes next: the old board stays.
    fn next_level(&mut self) -> Result<Option<bool>, TurnFault> {
        let next = self.level + 1;
        let game = Arc::clone(self.stepper.game());
        match game.levels.get(next) {
            Some(ScriptLevel::Board(_)) => {
                self.level = next;
                self.undo.clear();
                self.state = self.stepper.prepare(next)?;
                self.run_start().map(Some)
            }
            Some(ScriptLevel::Message(_)) => {
                self.level = next;
                self.reading = true;
                Ok(None)
            }
            Some(ScriptLevel::TooLarge(..) | ScriptLevel::Unreadable(_)) => {
                Err(TurnFault::NoBoard(next))
            }
            None => {
                self.level = 0;
                self.reading = true;
                Ok(None)
            }
        }
    }

    /// Returns to the last state that differs, if the game allows it.
    pub fn undo(&mut self) {
        if self.stepper.game().settings.without_undo {
            return;
        }
        while self.undo.last() == Some(&self.state) {
            self.undo.pop();
        }
        if let Some(state) = self.undo.pop() {
            self.state = state;
        }
    }

    /// Returns to the level's start or last checkpoint, if the game allows it.
    ///
    /// # Errors
    /// [`TurnFault`] if the rules of the start do not settle.
    pub fn restart(&mut self) -> Result<(), TurnFault> {
        if self.stepper.game().settings.without_restart {
            return Ok(());
        }
        self.undo.push(self.state.clone());
        self.state = self.stepper.restart_state();
        let again = self.run_start()?;
        self.settle(again)
    }
}
