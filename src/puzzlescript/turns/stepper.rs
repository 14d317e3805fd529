//! Plays a game: takes turns on states repeatedly, without allocating.

use crate::compiling::widths::{AnyMachine, with_machine, with_tables};
use crate::game::ScriptGame;
use crate::local_turns::{FarRule, QuietRow, RowFinding, RuleRow, TurnLog, TurnTouches};
use crate::reading::sounds::SoundListener;
use crate::turns::again::AgainWatch;
use crate::turns::machine::MAX_WORK;
use crate::turns::rng::{ChanceSource, GivenChoices, ScriptRandom};
use crate::turns::step::{StepInput, StepKind, StepOutcome};
use crate::turns::trace::{TurnWatcher, Unwatched};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Input of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ScriptInput {
    /// The upward key.
    Up,
    /// The leftward key.
    Left,
    /// The downward key.
    Down,
    /// The rightward key.
    Right,
    /// The action key.
    Action,
    /// No key: time passes.
    Wait,
}

impl ScriptInput {
    /// The keys, in the order of their numbers in recorded play.
    pub const KEYS: [ScriptInput; 5] = [
        ScriptInput::Up,
        ScriptInput::Left,
        ScriptInput::Down,
        ScriptInput::Right,
        ScriptInput::Action,
    ];

    fn movement(self) -> u64 {
        match self {
            ScriptInput::Up => 1,
            ScriptInput::Down => 2,
            ScriptInput::Left => 4,
            ScriptInput::Right => 8,
            ScriptInput::Action => 16,
            ScriptInput::Wait => 0,
        }
    }
}

/// A board of a level in play: sets of cells by object, then sets of objects by cell.
///
/// States of one level compare equal exactly if their boards do.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ScriptState {
    pub(crate) words: Box<[u64]>,
}

impl ScriptState {
    /// Memory in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.words)
    }
}

/// Reason why a turn or a level cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub enum TurnFault {
    /// AGAIN repeats for ever: the same boards recur.
    #[error(
        "AGAIN never settles (line {line}): after {turns} turns without a key the board is one that was there before"
    )]
    EndlessAgain {
        /// The number of turns taken.
        turns: u32,
        /// The line of the rule that gave the last AGAIN.
        line: u32,
    },
    /// AGAIN repeats for too long.
    #[error(
        "AGAIN goes on for too long (line {line}): after {turns} turns without a key the board still changes"
    )]
    LongAgain {
        /// The number of turns taken.
        turns: u32,
        /// The line of the rule that gave the last AGAIN.
        line: u32,
    },
    /// The rules of one turn did not come to an end in reasonable time.
    #[error("the rules of this turn go on for too long (line {line})")]
    TooMuchWork {
        /// The line of the group of rules being applied.
        line: u32,
    },
    /// Something left out because it seemed to have no effect may cause a further turn by AGAIN.
    #[error("what was left out of the game may cause a further turn")]
    Torn,
    /// Chance can take a turn in too many ways to try them all.
    #[error("chance can take this turn in too many ways (line {line})")]
    ManyDraws {
        /// The line of a group of rules being applied.
        line: u32,
    },
    /// There is no board with this number.
    #[error("entry {0} of the levels cannot be played: it is not a board")]
    NoBoard(usize),
    /// The state belongs to another level.
    #[error("the state belongs to another level")]
    WrongState,
}

/// The result of a turn, including AGAIN.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TurnResult {
    /// The board has changed.
    pub changed: bool,
    /// The level is won.
    pub won: bool,
    /// A rule took the turn back.
    pub cancelled: bool,
    /// A rule restarted the level.
    pub(crate) restarted: bool,
    /// A rule made this board the one to which RESTART leads.
    pub checkpoint: bool,
    /// The board may change further without a key (only after a single step).
    pub again: bool,
    /// The number of the message that is shown.
    pub message: Option<u32>,
    /// Sounds that rules asked for: bit n is `sfxn`.
    pub(crate) sounds: u32,
    /// Not set if a step requested by AGAIN had nothing to do: it counts as not taken.
    pub counts: bool,
    /// The line of a group of rules that never settled and was given up after 200 rounds.
    pub(crate) gave_up: Option<u32>,
}

/// The work limit of a turn with all turns that AGAIN adds; a multiple of the limit of a single turn.
const MAX_TURN_WORK: u64 = 10 * MAX_WORK;

/// Plays one level of a game at a time. Cheap to keep, expensive to make: one for each thread.
pub struct ScriptStepper {
    pub(crate) game: Arc<ScriptGame>,
    machine: AnyMachine,
    level: usize,
    restart: Box<[u64]>,
    again: AgainWatch,
    /// The work left for the turn and for those that AGAIN adds.
    work_left: u64,
}

impl ScriptStepper {
    /// A stepper for a game; start a level before taking turns.
    pub fn new(game: Arc<ScriptGame>) -> ScriptStepper {
        let machine = AnyMachine::new(&game.tables);
        let (restart, again) = (Box::new([]) as Box<[u64]>, AgainWatch::default());
        ScriptStepper { game, machine, level: 0, restart, again, work_left: MAX_TURN_WORK }
    }

    /// The game that is played.
    pub(crate) fn game(&self) -> &Arc<ScriptGame> {
        &self.game
    }

    /// The entry of the levels that is played.
    pub(crate) fn level(&self) -> usize {
        self.level
    }

    /// Sets the random numbers from here on. The same text gives the same numbers.
    pub fn seed(&mut self, seed: &str) {
        self.draw_from(ChanceSource::Seeded(Box::new(ScriptRandom::new(seed))));
    }

    /// From here on, enumerates all choices of chance instead of drawing them, starting with the first ones.
    pub(crate) fn choose_first(&mut self) {
        self.draw_from(ChanceSource::Given(GivenChoices::default()));
    }

    fn draw_from(&mut self, source: ChanceSource) {
        let _: Result<(), TurnFault> = with_machine!(&mut self.machine, &*self.game.tables, machine, _tables => {
            machine.random = source;
            Ok(())
        });
    }

    /// Returns the chance of the choices of the last turn, as one in n turns, and whether there are further
    /// choices, which the next turn will take.
    ///
    /// # Errors
    /// [`TurnFault::ManyDraws`] if chances get too small.
    pub(crate) fn choose_next(&mut self) -> Result<(u64, bool), TurnFault> {
        with_machine!(&mut self.machine, &*self.game.tables, machine, _tables => {
            let line = machine.at_line;
            match &mut machine.random {
                ChanceSource::Seeded(_) => Ok((1, false)),
                ChanceSource::Given(choices) => {
                    let one_in = choices.one_in().ok_or(TurnFault::ManyDraws { line })?;
                    Ok((one_in, choices.advance()))
                }
            }
        })
    }

    /// Prepares a level and returns its board as drawn, before any rule has run.
    ///
    /// # Errors
    /// [`TurnFault::NoBoard`] if the entry is a message or missing.
    pub fn prepare(&mut self, level: usize) -> Result<ScriptState, TurnFault> {
        let game = Arc::clone(&self.game);
        let board = game.board(level).ok_or(TurnFault::NoBoard(level))?;
        with_machine!(&mut self.machine, &*self.game.tables, machine, tables => {
            machine.set_size(tables, board.width, board.height);
            Ok(())
        })?;
        self.level = level;
        self.restart = board.start.clone();
        Ok(ScriptState { words: board.start.clone() })
    }

    /// Starts a level: its board after the rules of the start, if the game asks for them.
    ///
    /// # Errors
    /// As [`ScriptStepper::prepare`] and [`ScriptStepper::turn`].
    pub fn start(&mut self, level: usize) -> Result<ScriptState, TurnFault> {
        let mut state = self.prepare(level)?;
        if self.game.settings.runs_rules_on_start {
            let first = self.start_step(&mut state)?;
            if first.again {
                self.settle(&mut state, first, &mut Unwatched)?;
            }
        }
        Ok(state)
    }

    /// Takes the single step with which a level starts, if the game asks for one.
    pub(crate) fn start_step(&mut self, state: &mut ScriptState) -> Result<TurnResult, TurnFault> {
        self.refill_work();
        self.one_step(state, ScriptInput::Wait, StepKind::Start, &mut Unwatched)
    }

    /// Makes a state the one to which RESTART leads.
    pub fn set_restart(&mut self, state: &ScriptState) {
        self.restart.clone_from(&state.words);
    }

    /// The state to which RESTART leads.
    pub(crate) fn restart_state(&self) -> ScriptState {
        ScriptState { words: self.restart.clone() }
    }

    /// Takes a turn, with all further turns that AGAIN asks for.
    ///
    /// When a CHECKPOINT is reported, a caller that plays (rather than searches) must call
    /// [`ScriptStepper::set_restart`].
    ///
    /// # Errors
    /// [`TurnFault`] if the turn does not end; the state is then an intermediate one.
    pub fn turn(
        &mut self,
        state: &mut ScriptState,
        input: ScriptInput,
    ) -> Result<TurnResult, TurnFault> {
        self.turn_watched(state, input, &mut Unwatched)
    }

    /// Like [`ScriptStepper::turn`], reporting events to a watcher.
    ///
    /// # Errors
    /// As [`ScriptStepper::turn`].
    #[inline]
    pub(crate) fn turn_watched<T: TurnWatcher>(
        &mut self,
        state: &mut ScriptState,
        input: ScriptInput,
        watcher: &mut T,
    ) -> Result<TurnResult, TurnFault> {
        let first = self.step_watched(state, input, watcher)?;
        if first.again && !first.won { self.settle(state, first, watcher) } else { Ok(first) }
    }

    /// Takes a single step: AGAIN is only reported. The next step is [`ScriptInput::Wait`].
    ///
    /// # Errors
    /// As [`ScriptStepper::turn`].
    pub fn step(
        &mut self,
        state: &mut ScriptState,
        input: ScriptInput,
    ) -> Result<TurnResult, TurnFault> {
        self.step_watched(state, input, &mut Unwatched)
    }

    /// Like [`ScriptStepper::step`]; also returns the seeds of the sounds that are heard.
    ///
    /// # Errors
    /// As [`ScriptStepper::turn`].
    pub fn step_heard(
        &mut self,
        state: &mut ScriptState,
        input: ScriptInput,
        listener: &mut SoundListener,
    ) -> Result<(TurnResult, Vec<u64>), TurnFault> {
        let result = self.step_watched(state, input, listener)?;
        Ok((result, listener.take(result.sounds)))
    }

    fn step_watched<T: TurnWatcher>(
        &mut self,
        state: &mut ScriptState,
        input: ScriptInput,
        watcher: &mut T,
    ) -> Result<TurnResult, TurnFault> {
        self.refill_work();
        self.one_step(state, input, StepKind::Plain, watcher)
    }

    /// Starts watching AGAIN from this board on.
    pub(crate) fn begin_again(&mut self, state: &ScriptState) {
        self.again.begin(&state.words);
    }

    /// Takes the step requested by AGAIN, within the work limit of the turn before.
    ///
    /// # Errors
    /// As [`ScriptStepper::turn`]; also if this step gives AGAIN in turn, and that never ends.
    pub(crate) fn step_again<T: TurnWatcher>(
        &mut self,
        state: &mut ScriptState,
        watcher: &mut T,
    ) -> Result<TurnResult, TurnFault> {
        let step = self.one_step(state, ScriptInput::Wait, StepKind::Plain, watcher)?;
        if step.again && step.counts && !step.won {
            let line = self.again_line();
            self.again.asked_again(&state.words, line, self.game.is_random())?;
        }
        Ok(step)
    }

    /// The line of the rule that gave the last AGAIN.
    fn again_line(&mut self) -> u32 {
        let line = with_machine!(&mut self.machine, &*self.game.tables, machine, _tables => {
            Ok(machine.again_line)
        });
        line.unwrap_or(0)
    }

    /// The line of the group of rules that was applied last.
    pub(crate) fn line_at_work(&mut self) -> u32 {
        let line = with_machine!(&mut self.machine, &*self.game.tables, machine, _tables => {
            Ok(machine.at_line)
        });
        line.unwrap_or(0)
    }

    /// Starts logging turns: the cells that they touch, and whether one of these rules looks far.
    pub(crate) fn log_turns(&mut self, far_rules: &[FarRule]) {
        let _: Result<(), TurnFault> = with_machine!(&mut self.machine, &*self.game.tables, machine, _tables => {
            machine.log = Some(TurnLog::new(far_rules));
            Ok(())
        });
    }

    /// Returns what was touched since the last call; `None` if nothing is logged.
    pub(crate) fn take_log(&mut self) -> Option<TurnTouches> {
        let touches: Result<_, TurnFault> = with_machine!(&mut self.machine, &*self.game.tables, machine, _tables => {
            Ok(machine.log.as_mut().map(TurnLog::take))
        });
        touches.ok().flatten()
    }

    /// Returns the effects of brackets of rules in a state without movements, in their order.
    pub(crate) fn findings(&mut self, state: &ScriptState, rows: &[RuleRow]) -> Vec<RowFinding> {
        let found: Result<_, TurnFault> = with_machine!(&mut self.machine, &*self.game.tables, machine, tables => {
            machine.rest(&state.words);
            Ok(rows.iter().map(|row| machine.finding(tables, *row)).collect())
        });
        found.unwrap_or_default()
    }

    /// Returns whether no bracket does more than it may in a state without movements.
    pub(crate) fn is_quiet(&mut self, state: &ScriptState, rows: &[QuietRow]) -> bool {
        let quiet: Result<_, TurnFault> = with_machine!(&mut self.machine, &*self.game.tables, machine, tables => {
            machine.rest(&state.words);
            Ok(rows.iter().all(|quiet| machine.finding(tables, quiet.place) <= quiet.most))
        });
        quiet.unwrap_or(false)
    }

    fn refill_work(&mut self) {
        self.work_left = MAX_TURN_WORK;
        self.again.begin(&[]);
        let _: Result<(), TurnFault> = with_machine!(&mut self.machine, &*self.game.tables, machine, _tables => {
            machine.gave_up = None;
            Ok(())
        });
    }

    #[inline]
    fn one_step<T: TurnWatcher>(
        &mut self,
        state: &mut ScriptState,
        input: ScriptInput,
        kind: StepKind,
        watcher: &mut T,
    ) -> Result<TurnResult, TurnFault> {
        let restart = &self.restart;
        let (left, turns) = (&mut self.work_left, self.again.turns());
        with_machine!(&mut self.machine, &*self.game.tables, machine, tables => {
            if state.words.len() != machine.shape.state_words() {
                return Err(TurnFault::WrongState);
            }
            let input = StepInput { state: &mut state.words, restart, movement: input.movement(), kind };
            let granted = MAX_WORK.min(*left);
            machine.work_left = granted;
            let outcome = machine.step(tables, input, watcher);
            if T::WATCHES {
                let counts = outcome.counts || outcome.won;
                watcher.step_ends(counts && !outcome.cancelled && !outcome.idle);
            }
            if std::mem::take(&mut machine.is_torn) {
                return Err(TurnFault::Torn);
            }
            if machine.work_left == 0 {
                return Err(match granted < MAX_WORK {
                    true => TurnFault::LongAgain { turns, line: machine.again_line },
                    false => TurnFault::TooMuchWork { line: machine.at_line },
                });
            }
            *left -= granted - machine.work_left;
            Ok(result_of(outcome, machine.gave_up))
        })
    }

    /// Takes steps without a key until the board settles.
    fn settle<T: TurnWatcher>(
        &mut self,
        state: &mut ScriptState,
        first: TurnResult,
        watcher: &mut T,
    ) -> Result<TurnResult, TurnFault> {
        let mut total = first;
        self.begin_again(state);
        loop {
            watcher.goes_on(state);
            let step = self.step_again(state, watcher)?;
            if !step.counts {
                total.again = false;
                total.checkpoint |= step.checkpoint;
                return Ok(total);
            }
            total = TurnResult {
                counts: true,
                changed: total.changed | step.changed,
                won: step.won,
                cancelled: total.cancelled,
                restarted: total.restarted | step.restarted,
                checkpoint: total.checkpoint | step.checkpoint,
                again: false,
                message: total.message.or(step.message),
                sounds: total.sounds | step.sounds,
                gave_up: total.gave_up.or(step.gave_up),
            };
            if step.won || !step.again {
                return Ok(total);
            }
        }
    }

    /// The text of a message that a turn shows.
    pub fn message(&self, number: u32) -> Option<&str> {
        with_tables!(&*self.game.tables, tables => tables.messages.get(number as usize).map(String::as_str))
    }
}

fn result_of(outcome: StepOutcome, gave_up: Option<u32>) -> TurnResult {
    TurnResult {
        changed: outcome.changed,
        won: outcome.won,
        cancelled: outcome.cancelled | outcome.idle,
        restarted: outcome.restarted,
        checkpoint: outcome.checkpoint,
        again: outcome.again,
        message: outcome.message,
        sounds: outcome.sounds,
        counts: outcome.counts,
        gave_up,
    }
}
