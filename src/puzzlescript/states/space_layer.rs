//! The turns of a level as steps between packed states.

use crate::dead_ends::{DeadEndWatch, DeadEnds};
use crate::game::ScriptGame;
use crate::local_turns::{LocalKind, LocalTurns, MAX_SAMPLES};
use crate::states::packing::StatePacker;
use crate::states::space::SpaceFault;
use crate::turns::stepper::{ScriptInput, ScriptState, ScriptStepper, TurnFault, TurnResult};
use foolproof_space::{BATCH_BYTES, Expansion, Standing, StateStore, Stepper, StopCheck, WINS};
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// The most states that are expanded in one batch.
const MAX_BATCH_STATES: usize = 4_096;
/// States from this number on are not expanded if abstractions prove that they are dead ends.
pub(crate) const FIRST_WATCHED: usize = 50_000;
/// From this number on, turns are looked up in local tables if possible; for fewer states that is not worth it.
const FIRST_BY_HEART: usize = 500;
/// Flags of turns: reached a checkpoint; restarted the level.
pub(crate) const CHECKPOINT: u8 = 1;
pub(crate) const RESTART: u8 = 2;

/// The data with which a thread takes turns on packed states. The label of a step is the number of its key.
pub(crate) struct SpaceWorker {
    pub(crate) stepper: ScriptStepper,
    pub(crate) packer: StatePacker,
    pub(crate) keys: Vec<ScriptInput>,
    /// The state in which turns begin.
    pub(crate) from: ScriptState,
    /// The state to which the last turn led.
    pub(crate) to: ScriptState,
    pub(crate) packed: Vec<u64>,
    /// A packed state without the player.
    alone: Vec<u64>,
    /// A buffer for the words of a packed state.
    read: Vec<u64>,
    pub(crate) level: usize,
    /// States from this number on are tested for dead ends.
    pub(crate) first_watched: usize,
    /// The dead ends of the level, computed on request and shared by all threads.
    ends: Arc<OnceLock<Option<Arc<DeadEnds>>>>,
    /// `None` inside if abstractions prove no dead ends.
    watch: Option<Option<DeadEndWatch>>,
    /// `None` inside if turns are not local.
    by_heart: Option<Option<Box<LocalTurns>>>,
}

/// The keys that a game uses, in the order in which searches press them.
pub fn keys_of(game: &ScriptGame) -> Vec<ScriptInput> {
    let mut keys = ScriptInput::KEYS.to_vec();
    if game.settings.without_action {
        keys.pop();
    }
    if game.settings.realtime_interval.is_some() {
        keys.push(ScriptInput::Wait);
    }
    keys
}

/// The keys that the labels of steps stand for.
pub(crate) fn pressed(keys: &[ScriptInput], labels: &[u32]) -> Vec<ScriptInput> {
    labels.iter().filter_map(|label| keys.get(*label as usize).copied()).collect()
}

impl SpaceWorker {
    /// A worker for a level.
    ///
    /// # Errors
    /// [`TurnFault::NoBoard`] if the entry is no board.
    pub(crate) fn new(game: &Arc<ScriptGame>, level: usize) -> Result<SpaceWorker, TurnFault> {
        let packer = StatePacker::new(game, level).ok_or(TurnFault::NoBoard(level))?;
        let mut stepper = ScriptStepper::new(Arc::clone(game));
        let from = stepper.prepare(level)?;
        let (to, keys) = (from.clone(), keys_of(game));
        let (packed, ends) = (Vec::new(), Arc::default());
        Ok(SpaceWorker {
            stepper,
            packer,
            keys,
            from,
            to,
            packed,
            alone: Vec::new(),
            read: Vec::new(),
            level,
            ends,
            watch: None,
            by_heart: None,
            first_watched: FIRST_WATCHED,
        })
    }

    /// Makes a packed state the one in which turns begin.
    pub(crate) fn stand_on(&mut self, packed: &[u64]) {
        self.packer.unpack(packed, &mut self.from);
    }

    /// Makes a state of a store the one in which turns begin.
    pub(crate) fn stand_on_number(&mut self, store: &StateStore, number: u32) {
        let mut packed = std::mem::take(&mut self.read);
        self.stand_on(store.state(number, &mut packed));
        self.read = packed;
    }

    /// Returns to the state in which turns begin.
    pub(crate) fn step_back(&mut self) {
        self.to.words.copy_from_slice(&self.from.words);
    }

    /// Takes a turn, given the number of its key, from the state in which turns begin, and packs the state to
    /// which it leads. `None` if it has no end, or changes nothing, or restarts the level.
    pub(crate) fn attempt(&mut self, key: usize) -> Option<TurnResult> {
        self.step_back();
        let turn = self.stepper.turn(&mut self.to, *self.keys.get(key)?).ok()?;
        if !turn.won && (!turn.changed || turn.restarted) {
            return None;
        }
        self.packer.pack(&self.to, &mut self.packed);
        Some(turn)
    }

    /// Returns whether abstractions prove dead ends at all.
    fn watches(&mut self) -> bool {
        let (game, level, ends) = (self.stepper.game(), self.level, &self.ends);
        let find = || DeadEnds::of(game, level).map(Arc::new);
        let watch = || ends.get_or_init(find).clone().map(DeadEndWatch::new);
        self.watch.get_or_insert_with(watch).is_some()
    }

    /// Returns whether abstractions prove that the state in which turns begin is a dead end.
    fn is_dead_end(&mut self) -> bool {
        let watch = self.watch.as_mut().and_then(Option::as_mut);
        watch.is_some_and(|watch| watch.is_dead_end(&self.from))
    }

    /// Takes a turn, which is a step if it wins or changes something.
    fn turn(
        &mut self,
        known: &StateStore,
        label: u32,
        made: &mut Expansion<SpaceFault>,
    ) -> Result<(), TurnFault> {
        let Some(key) = self.keys.get(label as usize).copied() else { return Ok(()) };
        self.step_back();
        let turn = match self.stepper.turn(&mut self.to, key) {
            // The game hears no key before such a turn ends: a player can only undo it.
            Err(TurnFault::EndlessAgain { .. }) => {
                made.endless(label);
                return Ok(());
            }
            turn => turn?,
        };
        if turn.checkpoint {
            made.flag(CHECKPOINT);
        }
        if turn.restarted {
            made.flag(RESTART);
        }
        if turn.won {
            made.step(label, WINS);
        } else if turn.changed {
            self.packer.pack(&self.to, &mut self.packed);
            made.step_found(label, &self.packed, known);
        }
        Ok(())
    }
}

impl SpaceWorker {
    /// Takes all turns of a state by means of local tables; false if that is impossible, and then nothing was
    /// added. The start may be won already, which only the rules recognise.
    fn turn_by_heart(
        &mut self,
        known: &StateStore,
        state: usize,
        made: &mut Expansion<SpaceFault>,
    ) -> Option<Result<(), (TurnFault, u32)>> {
        if state < FIRST_BY_HEART {
            return None;
        }
        if self.by_heart.is_none() {
            self.by_heart = Some(self.local_turns(known));
        }
        // It is put back afterwards; a level without local turns is remembered as such.
        let mut turns = self.by_heart.as_mut()?.take()?;
        let mut packed = std::mem::take(&mut self.read);
        let from = known.state(state as u32, &mut packed);
        let done = self.turns_known(&mut turns, from, known, made);
        self.read = packed;
        self.by_heart = Some((!turns.is_of_no_use()).then_some(turns));
        done
    }

    /// The turns of the level, if they are local in most of the known states.
    fn local_turns(&self, known: &StateStore) -> Option<Box<LocalTurns>> {
        let samples = self.samples(known);
        LocalTurns::new(self.stepper.game(), self.level, &samples).map(Box::new)
    }

    /// Some of the known states.
    pub(crate) fn samples(&self, known: &StateStore) -> Vec<ScriptState> {
        let apart = known.n_states().div_ceil(MAX_SAMPLES).max(1);
        let samples = (0..known.n_states()).step_by(apart).map(|number| {
            let mut state = self.packer.blank();
            self.packer.unpack(known.state(number as u32, &mut Vec::new()), &mut state);
            state
        });
        samples.collect()
    }

    fn turns_known(
        &mut self,
        turns: &mut LocalTurns,
        packed: &[u64],
        known: &StateStore,
        made: &mut Expansion<SpaceFault>,
    ) -> Option<Result<(), (TurnFault, u32)>> {
        let place = turns.place_in(packed).filter(|_| turns.is_local(packed))?;
        let mut alone = std::mem::take(&mut self.alone);
        alone.clear();
        alone.extend_from_slice(packed);
        turns.flip_player(place, &mut alone);
        let mut stands = false;
        let mut end = Ok(());
        for label in 0..self.keys.len() as u32 {
            let turn = turns.turn(&alone, place, label as usize);
            match turn.kind {
                LocalKind::Still => {}
                LocalKind::Odd => {
                    if !std::mem::replace(&mut stands, true) {
                        self.stand_on(packed);
                    }
                    if let Err(fault) = self.turn(known, label, made) {
                        end = Err((fault, label));
                        break;
                    }
                }
                LocalKind::Walk | LocalKind::Change => {
                    match turns.take(&turn, &alone, &mut self.packed) {
                        true => made.step(label, WINS),
                        false => made.step_found(label, &self.packed, known),
                    }
                }
            }
        }
        self.alone = alone;
        Some(end)
    }
}

impl Stepper for SpaceWorker {
    type Fault = SpaceFault;

    fn batch_states(&self) -> usize {
        let bytes_a_turn = (self.packer.n_words() + 3) * size_of::<u64>();
        (BATCH_BYTES / (bytes_a_turn * self.keys.len())).clamp(1, MAX_BATCH_STATES)
    }

    fn expand(
        &mut self,
        known: &StateStore,
        states: Range<usize>,
        stop: StopCheck<'_>,
        made: &mut Expansion<SpaceFault>,
    ) {
        for state in states {
            if stop() {
                return made.stop();
            }
            let stands = state >= self.first_watched && self.watches();
            if stands {
                self.stand_on_number(known, state as u32);
                if self.is_dead_end() {
                    made.end_state(Standing::DeadEnd);
                    continue;
                }
            }
            match self.turn_by_heart(known, state, made) {
                Some(Ok(())) => {
                    made.end_state(Standing::Open);
                    continue;
                }
                Some(Err((fault, label))) => return made.fail(SpaceFault::Turn(fault), label),
                None if stands => {}
                None => self.stand_on_number(known, state as u32),
            }
            for label in 0..self.keys.len() as u32 {
                if let Err(fault) = self.turn(known, label, made) {
                    return made.fail(SpaceFault::Turn(fault), label);
                }
            }
            made.end_state(Standing::Open);
        }
    }

    fn another(&self) -> Option<Self> {
        let other = SpaceWorker::new(self.stepper.game(), self.level).ok()?;
        Some(SpaceWorker {
            ends: Arc::clone(&self.ends),
            first_watched: self.first_watched,
            ..other
        })
    }

    fn conflict(&self, flags: u8) -> Option<SpaceFault> {
        (flags == (CHECKPOINT | RESTART)).then_some(SpaceFault::Checkpoints)
    }
}
