//! All states of a level with random rules, and the odds of winning it: with luck, for sure and at best.
//!
//! A turn is taken with every choice that its rules could draw, including those of AGAIN and of the trial that
//! decides about it. As in the original, each choice of a draw has the same chance: the matches of a random
//! group (including those that would change nothing), the four directions of RANDOMDIR, and the objects of
//! RANDOM.

use crate::game::ScriptGame;
use crate::states::packing::StatePacker;
use crate::states::space::{SpaceEnd, SpaceRefusal};
use crate::states::space_layer::{CHECKPOINT, RESTART, SpaceWorker};
use crate::turns::stepper::{ScriptInput, ScriptState, TurnFault};
use foolproof_space::{
    BrokenStep, Chance, ChanceSpace, ChanceStepper, ExploreEnd, Odds, OddsAtStart, SpaceLimits,
    Stepper as _, StopCheck, TurnEnds, hash_of,
};
use std::sync::Arc;

/// The most ways of one turn.
const MAX_WAYS: usize = 1 << 14;

/// The states of a level with chance.
pub struct ScriptChances {
    pub(crate) game: Arc<ScriptGame>,
    level: usize,
    packer: StatePacker,
    keys: Vec<ScriptInput>,
    /// The first turn with too many ways, and its key.
    too_many: Option<(TurnFault, ScriptInput)>,
    pub(crate) space: ChanceSpace,
    end: SpaceEnd,
    pub(crate) odds: Option<Odds>,
}

struct ChanceWorker {
    turns: SpaceWorker,
    /// The first turn with too many ways, and its key. Such turns are left out.
    too_many: Option<(TurnFault, ScriptInput)>,
}

/// Reason why a turn cannot be taken with all its choices.
#[derive(Debug)]
pub(crate) enum ChanceFault {
    Turn(TurnFault),
    Checkpoints,
}

impl ChanceStepper for ChanceWorker {
    type Fault = ChanceFault;

    fn n_labels(&self) -> u32 {
        self.turns.keys.len() as u32
    }

    fn take(&mut self, state: &[u64], label: u32, made: &mut TurnEnds) -> Result<(), ChanceFault> {
        let Some(key) = self.turns.keys.get(label as usize).copied() else { return Ok(()) };
        self.take_all_ways(state, key, made)
    }

    fn leave_out(&mut self, fault: ChanceFault, label: u32) -> Result<(), ChanceFault> {
        match (fault, self.turns.keys.get(label as usize)) {
            (ChanceFault::Turn(fault @ TurnFault::ManyDraws { .. }), Some(key)) => {
                self.too_many.get_or_insert((fault, *key));
                Ok(())
            }
            (fault, _) => Err(fault),
        }
    }

    fn another(&self) -> Option<Self> {
        Some(ChanceWorker { turns: self.turns.another()?, too_many: None })
    }

    fn conflict(&self, flags: u8) -> Option<ChanceFault> {
        (flags == CHECKPOINT | RESTART).then_some(ChanceFault::Checkpoints)
    }
}

impl ChanceWorker {
    fn take_all_ways(
        &mut self,
        state: &[u64],
        key: ScriptInput,
        made: &mut TurnEnds,
    ) -> Result<(), ChanceFault> {
        self.turns.stand_on(state);
        self.turns.stepper.choose_first();
        for n_ways in 0.. {
            self.turns.step_back();
            let turn =
                self.turns.stepper.turn(&mut self.turns.to, key).map_err(ChanceFault::Turn)?;
            made.flag(u8::from(turn.checkpoint) * CHECKPOINT);
            made.flag(u8::from(turn.restarted) * RESTART);
            let (one_in, is_more) = next_choices(&mut self.turns, n_ways)?;
            if turn.won {
                made.win(Chance::new(1, one_in));
            } else {
                self.turns.packer.pack(&self.turns.to, &mut self.turns.packed);
                made.lead_to(&self.turns.packed, Chance::new(1, one_in));
            }
            if !is_more {
                break;
            }
        }
        Ok(())
    }
}

/// Moves on to the next choices. Returns the chance of the last ones, as one in n, and whether there are more.
pub(crate) fn next_choices(
    turns: &mut SpaceWorker,
    n_ways: usize,
) -> Result<(u64, bool), ChanceFault> {
    let (one_in, is_more) = turns.stepper.choose_next().map_err(ChanceFault::Turn)?;
    if is_more && n_ways + 1 >= MAX_WAYS {
        let line = turns.stepper.line_at_work();
        return Err(ChanceFault::Turn(TurnFault::ManyDraws { line }));
    }
    Ok((one_in, is_more))
}

impl ScriptChances {
    /// Explores a level. O(states · keys · ways of a turn) turns, and memory within the limits.
    ///
    /// # Errors
    /// [`SpaceRefusal`] if the level cannot be started.
    pub fn explore(
        game: &Arc<ScriptGame>,
        level: usize,
        limits: &SpaceLimits,
        stop: StopCheck<'_>,
    ) -> Result<ScriptChances, SpaceRefusal> {
        let mut turns = SpaceWorker::new(game, level).map_err(SpaceRefusal::Start)?;
        let mut starts = TurnEnds::default();
        turns.stepper.choose_first();
        for n_ways in 0.. {
            let start = turns.stepper.start(level).map_err(SpaceRefusal::Start)?;
            let next = next_choices(&mut turns, n_ways);
            let (one_in, is_more) = next.map_err(|fault| match fault {
                ChanceFault::Turn(fault) => SpaceRefusal::Start(fault),
                ChanceFault::Checkpoints => SpaceRefusal::Start(TurnFault::WrongState),
            })?;
            turns.packer.pack(&start, &mut turns.packed);
            starts.lead_to(&turns.packed, Chance::new(1, one_in));
            if !is_more {
                break;
            }
        }
        let space = ChanceSpace::new(turns.packer.n_words(), &starts);
        let chances = ScriptChances {
            game: Arc::clone(game),
            level,
            packer: turns.packer,
            keys: turns.keys,
            too_many: None,
            space,
            end: SpaceEnd::Stopped,
            odds: None,
        };
        Ok(chances.resume(limits, stop))
    }

    /// Continues a stopped search; the result is the same as without the stop. Any other is returned unchanged.
    pub fn resume(mut self, limits: &SpaceLimits, stop: StopCheck<'_>) -> ScriptChances {
        if self.end != SpaceEnd::Stopped {
            return self;
        }
        let Ok(turns) = SpaceWorker::new(&self.game, self.level) else { return self };
        let mut workers = vec![ChanceWorker { turns, too_many: self.too_many }];
        let broken = self.space.explore(&mut workers, limits, stop);
        self.too_many = workers.first().and_then(|worker| worker.too_many);
        self.end = match (self.space.end(), broken) {
            (ExploreEnd::Complete, _) => match self.too_many {
                Some((fault, key)) => SpaceEnd::Fault { fault, way: vec![key] },
                None => SpaceEnd::Complete,
            },
            (ExploreEnd::Limit, _) => SpaceEnd::Limit,
            (_, Some(BrokenStep { fault: ChanceFault::Turn(fault), label, .. })) => {
                let way = self.keys.get(label as usize).copied().into_iter();
                SpaceEnd::Fault { fault, way: way.collect() }
            }
            (_, Some(_)) => SpaceEnd::Checkpoints,
            (ExploreEnd::Stopped | ExploreEnd::Broken, None) => SpaceEnd::Stopped,
        };
        // A broken exploration cannot continue, and is evaluated at once.
        let never = || false;
        let stop: StopCheck<'_> = match self.end {
            SpaceEnd::Fault { .. } => &never,
            _ => stop,
        };
        if self.end != SpaceEnd::Stopped && !self.weigh(stop) {
            self.end = SpaceEnd::Stopped;
        }
        self
    }

    /// Computes the odds, as far as states are known; false if stopped.
    pub fn weigh(&mut self, stop: StopCheck<'_>) -> bool {
        // If restarts lead to different places, nothing is known.
        if self.end == SpaceEnd::Checkpoints {
            return true;
        }
        self.odds = Odds::of(&self.space, self.too_many.is_none(), stop);
        self.odds.is_some()
    }

    /// The end of the search.
    pub fn end(&self) -> &SpaceEnd {
        &self.end
    }

    /// The entry of the levels.
    pub(crate) fn level(&self) -> usize {
        self.level
    }

    /// The number of known states.
    pub fn n_states(&self) -> usize {
        self.space.n_states()
    }

    /// Memory in bytes.
    pub fn bytes(&self) -> usize {
        self.space.bytes()
    }

    /// The number of a state of the level, if it is known. What the game leaves out makes no difference.
    pub fn number_of(&self, state: &ScriptState) -> Option<u32> {
        let (mut packed, mut state) = (Vec::new(), state.clone());
        self.game.leave_out(self.level, &mut state);
        self.packer.pack(&state, &mut packed);
        let number = self.space.table().find(&packed, hash_of(&packed))?;
        // Packing ignores everything that no turn changes, but a foreign board may differ there.
        let mut known = self.packer.blank();
        self.packer.unpack(&packed, &mut known);
        (known == state).then_some(number)
    }

    /// Turns to a win from a state if every outcome is favourable; `None` if no win is known.
    pub fn with_luck(&self, number: u32) -> Option<u32> {
        self.odds.as_ref()?.with_luck(number)
    }

    /// The numbers of the states in which the level may begin.
    pub fn starts(&self) -> impl Iterator<Item = u32> {
        self.space.starts_with()
    }

    /// The odds of winning the level, as far as they are known.
    pub fn at_start(&self) -> Option<OddsAtStart> {
        Some(self.odds.as_ref()?.at_start(&self.space))
    }

    /// The number of states that cannot be won even with luck; `None` if it is not known.
    pub fn n_dead_ends(&self) -> Option<usize> {
        self.odds.as_ref()?.n_dead_ends()
    }

    /// The key to press in a state: one that wins for sure, if possible; otherwise one with the best chance.
    pub fn best_key(&self, number: u32) -> Option<ScriptInput> {
        let label = self.odds.as_ref()?.choice(&self.space, number)?;
        self.keys.get(label as usize).copied()
    }

    /// The states to which a key may lead (`None`: a win), with their chances.
    pub fn turn(&self, number: u32, key: ScriptInput) -> Vec<(Option<u32>, Chance)> {
        let label = self.keys.iter().position(|known| *known == key);
        label.map_or_else(Vec::new, |label| self.space.turn(number, label as u32))
    }
}
