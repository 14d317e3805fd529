//! Refraction's own search for the solutions of a level: exact, and much faster than the encoding.
//!
//! Solutions are distinguished by their networks: the placed pieces that emit. Every network that solves a
//! level has a *core*, the pieces whose light finally reaches a target; the rest of it is lit by light that
//! is not needed. Cores are found backwards from the targets (`cores`), the rest forwards from the sources
//! (`growth`). The existence of a solution depends only on cores, if every target has one port, and so does
//! that of a shortcut to a concept that a network keeps when it gains pieces.

mod asked;
mod bits;
mod cores;
mod growth;
mod limits;
mod model;
mod powers;
mod reach;
mod steps;
mod supply;
mod takers;
mod tally;

#[cfg(test)]
mod tests;

use std::cell::Cell;
use std::ops::ControlFlow;

use asked::NetworkTest;
use bits::{CellBits, Wide};
use cores::{CoreSearch, PartialCore};
use growth::{Growth, NetworkSink};
use limits::NetworkLimits;
use model::LightModel;
use powers::PowerTable;
use reach::Reach;
use tally::NetworkTally;

use foolproof_game::{Search, Searched, StopCheck, Wanted};
use foolproof_level::Level;

/// Up to this many solutions are sought in rounds of larger and larger cores.
const FEW: u64 = 50;
/// Most pieces of cores in the first round, and the increase per round.
const FIRST_ROUND: usize = 3;
const ROUND: usize = 2;
/// After a round of this many steps, the next one takes all cores: small rounds would cost nearly as much.
const LONG_ROUND: u64 = 3_000;

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RefractionSearch;

impl Search for RefractionSearch {
    fn solutions(&self, level: &Level, wanted: Wanted, stop: StopCheck<'_>) -> Option<Searched> {
        if usize::from(level.board.cols) * usize::from(level.board.rows) <= u128::ROOM {
            Task::<u128>::read(level, wanted, stop)?.run()
        } else {
            Task::<Wide>::read(level, wanted, stop)?.run()
        }
    }
}

/// One question about one level.
struct Task<'a, B> {
    level: &'a Level,
    wanted: Wanted,
    stop: StopCheck<'a>,
    model: LightModel<B>,
    /// The concept, if shortcuts are wanted.
    asked: Option<NetworkTest>,
    effort: Cell<u64>,
}

impl<'a, B: CellBits> Task<'a, B> {
    fn read(level: &'a Level, wanted: Wanted, stop: StopCheck<'a>) -> Option<Self> {
        let model = LightModel::read(level)?;
        let asked = match wanted.shortcuts {
            true => Some(NetworkTest::read(level, &model)?),
            false => None,
        };
        Some(Self { level, wanted, stop, model, asked, effort: Cell::new(0) })
    }

    fn run(&self) -> Option<Searched> {
        let all = NetworkLimits::of(&self.model);
        if !CoreSearch::fits(&self.model, &all) {
            return None;
        }
        if let Some(asked) = self.asked.as_ref().filter(|asked| asked.grows())
            && let Some(limits) = asked.shut_out(&self.model, &all)
        {
            let mut tally = NetworkTally::new(&self.model, self.wanted);
            let mut flow = ControlFlow::Continue(());
            let mut found = false;
            for mut limits in limits {
                limits.tighten(&self.model);
                flow = self.networks(&limits, &mut |network, shields| {
                    found = true;
                    _ = tally.take(network, shields);
                    ControlFlow::Break(())
                })?;
                if flow.is_break() {
                    break;
                }
            }
            if !found || self.wanted.most <= 1 {
                return Some(tally.finish(flow.is_continue(), self.effort.get()));
            }
        }
        let mut tally = NetworkTally::new(&self.model, self.wanted);
        let flow = self.networks(&all, &mut |network, shields| tally.take(network, shields))?;
        Some(tally.finish(flow.is_continue(), self.effort.get()))
    }

    /// Calls with every wanted network whose core keeps to the limits. If a few are enough, those with small
    /// cores come first: they are found soonest, and dead ends with few pieces need not be followed far.
    fn networks(
        &self,
        limits: &NetworkLimits<B>,
        sink: NetworkSink<'_>,
    ) -> Option<ControlFlow<()>> {
        let mut cores = 0;
        let mut most = if self.wanted.most > FEW { limits.pieces } else { FIRST_ROUND };
        loop {
            // The tables of a round can take a while.
            if most > FIRST_ROUND && (self.stop)() {
                return Some(ControlFlow::Break(()));
            }
            let mut round = limits.clone();
            round.pieces = round.pieces.min(most);
            round.tighten(&self.model);
            let before = self.effort.get();
            let flow = self.round(&round, cores, sink)?;
            if flow.is_break() || most >= limits.pieces {
                return Some(flow);
            }
            cores = most + 1;
            let is_long = self.effort.get() - before > LONG_ROUND;
            most = if is_long { limits.pieces } else { most + ROUND };
        }
    }

    /// Calls with every wanted network whose core keeps to the limits and has a minimum number of pieces.
    fn round(
        &self,
        limits: &NetworkLimits<B>,
        least: usize,
        sink: NetworkSink<'_>,
    ) -> Option<ControlFlow<()>> {
        let powers = PowerTable::of(&self.model, limits)?;
        let reach = Reach::of(&self.model, &powers, limits);
        let all = NetworkLimits::of(&self.model);
        let grows = self.asked.as_ref().filter(|asked| asked.grows());
        let refuses = |begun: &PartialCore<B>| {
            grows.is_some_and(|asked| asked.is_sure(&self.model, &powers, begun))
        };
        let stop = || (self.stop)();
        let mut growth = Growth { model: &self.model, limits: &all, stop: &stop, effort: 0 };
        let mut cores = CoreSearch::new(&self.model, limits, &powers, &reach, &refuses, &stop);
        let flow = cores.run(&mut |core| {
            let is_practised =
                |asked: &NetworkTest| asked.holds(self.level, &self.model, &core.pieces);
            if core.pieces.len() < least || grows.is_some_and(is_practised) {
                return ControlFlow::Continue(());
            }
            growth.run(core, &mut |network, shields| {
                let holds = |asked: &NetworkTest| asked.holds(self.level, &self.model, network);
                if self.asked.as_ref().is_some_and(holds) {
                    return ControlFlow::Continue(());
                }
                sink(network, shields)
            })
        });
        self.effort.set(self.effort.get() + cores.effort + growth.effort);
        Some(flow)
    }
}
