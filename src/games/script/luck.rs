//! Levels in which chance decides and that have too many states, or turns with too many outcomes: a search for
//! a play that wins with luck runs beside the one for all states.

use std::time::Instant;

use crate::boards::{BoardInPlay, Weighing};
use foolproof_game::{
    LevelOdds, StopCheck, WinningChance,
    level_search::{SOON, searched_beside},
};
use foolproof_puzzlescript::{ScriptInput, lucky_search};

impl BoardInPlay {
    /// Like [`Self::chances`]; if that takes long or tells nothing, also looks for a lucky play, and keeps it.
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

    /// Returns the odds of a level for which nothing but a lucky play was found.
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
