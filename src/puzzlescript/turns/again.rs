//! Turns requested by AGAIN, and whether they end.

use crate::turns::stepper::TurnFault;

/// The most turns without a key that AGAIN may cause.
const MAX_AGAINS: u32 = 20_000;

/// Watches the boards between turns requested by AGAIN.
#[derive(Default)]
pub(crate) struct AgainWatch {
    /// The board after an earlier turn, to recognise a board that recurs.
    mark: Vec<u64>,
    turns: u32,
    next_mark: u32,
}

impl AgainWatch {
    /// Starts with the board after the first turn that gave AGAIN.
    pub(crate) fn begin(&mut self, words: &[u64]) {
        self.mark.clear();
        self.mark.extend_from_slice(words);
        (self.turns, self.next_mark) = (0, 1);
    }

    /// The number of turns taken without a key.
    pub(crate) fn turns(&self) -> u32 {
        self.turns
    }

    /// Notes the board after a turn that gave AGAIN, by the rule at `line`. Without chance, a board that recurs
    /// once recurs for ever.
    ///
    /// # Errors
    /// [`TurnFault`] if the turns never end, or not within the limit.
    pub(crate) fn asked_again(
        &mut self,
        words: &[u64],
        line: u32,
        chance: bool,
    ) -> Result<(), TurnFault> {
        self.turns += 1;
        let turns = self.turns;
        if !chance && self.mark == words {
            return Err(TurnFault::EndlessAgain { turns, line });
        }
        if turns >= MAX_AGAINS {
            return Err(TurnFault::LongAgain { turns, line });
        }
        if turns == self.next_mark {
            self.mark.clear();
            self.mark.extend_from_slice(words);
            self.next_mark *= 2;
        }
        Ok(())
    }
}
