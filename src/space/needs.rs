//! What no win can do without, in levels with chance: with luck, and for sure.
//!
//! Something is in every win if none is left once the ways that have it are forbidden. It is in every win for
//! sure if no keys are left that win for sure once all steps are forbidden in which chance may bring it. Both
//! are asked of the graph of states and steps, as the odds themselves are (see `odds`).

use super::chance::ChanceSpace;
use super::odds::{NEVER, Sources, almost_surely, for_sure, with_luck};
use foolproof_kernel::StopCheck;

/// A deed in the ways of a space whose states are all known.
#[derive(Debug)]
pub struct WaysWithDeed {
    /// By way, whether all draws that go this way have it.
    pub always: Vec<bool>,
    /// By way, whether some draw that goes this way has it.
    pub sometimes: Vec<bool>,
}

/// Which wins have a deed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DeedNeed {
    /// No luck wins without it.
    pub in_every_win: bool,
    /// Nobody who is sure to win is sure to do without it; said only of levels that can be won with chance 1.
    pub in_sure_wins: Option<bool>,
}

/// How certain a win can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Certainty {
    Luck,
    /// With chance 1, sooner or later.
    Almost,
    /// Within a number of turns.
    Sure,
}

/// Asks which deeds are needed. All steps of all states have to be known.
pub struct DeedNeeds<'a> {
    space: &'a ChanceSpace,
    sources: Sources,
    certainty: Certainty,
}

impl<'a> DeedNeeds<'a> {
    /// Prepares for asking; `None` where no luck wins, states are missing, or it was stopped. O(ways), but
    /// for levels that are won with chance 1, see [`almost_surely`].
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

    /// Whether a deed is needed; `None` when stopped. O(ways), or as [`almost_surely`].
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
