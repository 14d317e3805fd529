//! Turns that AGAIN asks for: whether they come to an end.

use super::stepper::TurnFault;

/// Turns without a key that AGAIN may cause.
const MOST_AGAINS: u32 = 20_000;

/// Watches the boards between turns that AGAIN asks for.
#[derive(Default)]
pub(super) struct AgainWatch {
    /// A board of an earlier turn, to notice when boards recur.
    mark: Vec<u64>,
    turns: u32,
    next_mark: u32,
}

impl AgainWatch {
    /// Begins with the board after the turn that asked first.
    pub(super) fn begin(&mut self, words: &[u64]) {
        self.mark.clear();
        self.mark.extend_from_slice(words);
        (self.turns, self.next_mark) = (0, 1);
    }

    /// Turns that were taken without a key.
    pub(super) fn turns(&self) -> u32 {
        self.turns
    }

    /// Takes note of the board after a turn that asks for another one. `line` is that of the rule with
    /// AGAIN; without chance, a board that comes back comes back for ever.
    ///
    /// # Errors
    /// [`TurnFault`] once there is no end of it, or none in sight.
    pub(super) fn asked_again(
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
        if turns >= MOST_AGAINS {
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
