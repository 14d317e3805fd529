//! The deeds that no win avoids, in levels with chance: with luck, and for sure.
//!
//! A deed is in every win if nothing wins once the ways that have it are forbidden. It is in every sure win if
//! no strategy wins for sure once every step is forbidden in which chance may bring the deed about. Both are
//! questions about the graph of states and steps, as the odds themselves are (see `odds`).

use super::chance::ChanceSpace;
use super::odds::{NEVER, Sources, almost_surely, for_sure, with_luck};
use foolproof_kernel::StopCheck;

/// A deed, located in the ways of a completely explored space.
#[derive(Debug)]
pub struct WaysWithDeed {
    /// For each way, whether every draw that goes this way has the deed.
    pub always: Vec<bool>,
    /// For each way, whether some draw that goes this way has it.
    pub sometimes: Vec<bool>,
}

/// Need of a deed: the kinds of wins that all contain it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DeedNeed {
    /// Even with luck, there is no win without it.
    pub in_every_win: bool,
    /// No strategy that wins with chance 1 avoids it for sure. `None` if the level cannot be won with chance 1.
    pub in_sure_wins: Option<bool>,
}

/// Certainty of a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Certainty {
    Luck,
    /// With chance 1, sooner or later.
    Almost,
    /// Within a bounded number of turns.
    Sure,
}

/// Decides for deeds whether they are needed. The space must be complete.
pub struct DeedNeeds<'a> {
    space: &'a ChanceSpace,
    sources: Sources,
    certainty: Certainty,
}

impl<'a> DeedNeeds<'a> {
    /// `None` if there is no win even with luck, if states are missing, or if stopped. O(ways), except for
    /// levels that are won with chance 1: see [`almost_surely`].
    pub fn new(space: &'a ChanceSpace, stop: StopCheck<'_>) -> Option<DeedNeeds<'a>> {
        let sources = Sources::new(space);
        let mut needs = DeedNeeds { space, sources, certainty: Certainty::Luck };
        if !space.is_complete() || !needs.has_luck(|_, _| true) {
            return None;
        }
        if needs.is_sure(|_| true) {
            needs.certainty = Certainty::Sure;
        } else if needs.is_almost_sure(|_| true, stop)? {
            needs.certainty = Certainty::Almost;
        }
        Some(needs)
    }

    /// Returns the need of a deed; `None` if stopped. Complexity as in [`Self::new`].
    pub fn of(&self, ways: &WaysWithDeed, stop: StopCheck<'_>) -> Option<DeedNeed> {
        let way_to = |step: usize, target: u32| {
            let all = self.space.way_numbers(step);
            all.into_iter().find(|way| self.space.ways[*way].target == target)
        };
        let is_without = |step: usize, target: u32| {
            way_to(step, target).is_some_and(|way| !ways.always.get(way).copied().unwrap_or(true))
        };
        let spares = |step: usize| {
            let sometimes = ways.sometimes.get(self.space.way_numbers(step));
            sometimes.is_some_and(|some| !some.contains(&true))
        };
        let in_sure_wins = match self.certainty {
            Certainty::Luck => None,
            Certainty::Sure => Some(!self.is_sure(spares)),
            Certainty::Almost => Some(!self.is_almost_sure(spares, stop)?),
        };
        Some(DeedNeed { in_every_win: !self.has_luck(is_without), in_sure_wins })
    }

    fn has_luck(&self, is_allowed: impl Fn(usize, u32) -> bool) -> bool {
        let luck = with_luck(self.space, &self.sources, is_allowed);
        self.space.starts_with().any(|state| luck[state as usize] != NEVER)
    }

    fn is_sure(&self, is_allowed: impl Fn(usize) -> bool) -> bool {
        let mut choices = vec![0; self.space.n_states()];
        let sure = for_sure(self.space, &self.sources, is_allowed, &mut choices);
        self.space.starts_with().all(|state| sure[state as usize] != NEVER)
    }

    fn is_almost_sure(
        &self,
        may_take: impl Fn(usize) -> bool,
        stop: StopCheck<'_>,
    ) -> Option<bool> {
        let luck = with_luck(self.space, &self.sources, |step, _| may_take(step));
        let mut choices = vec![0; self.space.n_states()];
        let stays = almost_surely(self.space, &self.sources, &luck, may_take, &mut choices, stop)?;
        Some(self.space.starts_with().all(|state| stays[state as usize]))
    }
}
