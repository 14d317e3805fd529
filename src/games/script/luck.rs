//! Levels in which chance decides and that have too many states, or turns that go in too many ways: a search for
//! a play that wins with luck goes on beside that for all states.

use std::time::Instant;

use crate::boards::{BoardInPlay, Weighing};
use foolproof_game::level_search::{SOON, searched_beside};
use foolproof_game::{LevelOdds, StopCheck, WinningChance};
use foolproof_puzzlescript::{ScriptInput, lucky_search};

impl BoardInPlay {
    /// As [`Self::chances`]; where that takes long or tells nothing, luck is looked for beside it, and kept.
    pub(crate) fn chances_or_luck(&self, stop: StopCheck<'_>) -> Option<Weighing> {
        let began = Instant::now();
        let soon = self.chances(&|| stop() || began.elapsed() > SOON);
        let is_told = |found: &Weighing| {
            let odds = found.as_ref().ok().and_then(|chances| chances.at_start());
            odds.is_some_and(|odds| odds.is_complete || odds.with_luck.is_some())
        };
        if soon.as_ref().is_some_and(is_told) || stop() {
            return soon;
        }
        if self.lucky.lock().is_some() {
            return soon.or_else(|| self.chances(stop));
        }
        let mut all = soon;
        // Luck alone does not end the search for all states.
        let search = |_: StopCheck<'_>| {
            all = all.take().or_else(|| self.chances(stop));
            all.as_ref().is_some_and(is_told)
        };
        if let Some(play) = searched_beside(stop, |stop| self.lucky_play(stop), search) {
            *self.lucky.lock() = Some(play);
        }
        all
    }

    fn lucky_play(&self, stop: StopCheck<'_>) -> Option<Vec<ScriptInput>> {
        let (game, bytes) = (self.searched_game(), self.bytes_beside());
        lucky_search(&game, 0, bytes, stop).ok().flatten()
    }

    /// What is known of a level where no more than a play was found that wins with luck.
    pub(crate) fn odds_by_luck(&self, positions: usize) -> Option<LevelOdds> {
        let moves = u32::try_from(self.lucky.lock().as_ref()?.len()).ok()?;
        Some(LevelOdds {
            with_luck: Some(moves),
            for_sure: None,
            almost_surely: false,
            best: WinningChance { low: 0.0, high: 1.0, exact: None },
            is_complete: false,
            positions: positions as u64,
            dead: None,
            strategy: Vec::new(),
            why_none: None,
            needs: None,
        })
    }
}
