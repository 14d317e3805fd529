//! Repairs: the smallest edits after which a level keeps its intended solution and loses every
//! shortcut.
//!
//! Works from counterexamples: an edit is worth the solver's time only when the intended solution
//! survives it and no known shortcut does, and both are judged by the game's own rules in
//! microseconds. What the solver refutes brings a new shortcut, which rules out other edits in
//! turn. Source: the loop of Smith & Butler, "Quantifying over Play", section 5.5, over edits.

use std::ops::ControlFlow;

use super::answer::Truth;
use super::ask::{Ask, Patience};
use super::engine::{Engine, practises, solves};
use super::plan;
use super::status::Why;
use super::trial_levels::is_made_by_trial;
use foolproof_games::{Game, StockItem};
use foolproof_level::{Hold, Level, Mark, Play, Site};

/// Shortcuts to begin with: one search brings them all, so that most edits fall without another.
const FIRST_SHORTCUTS: u64 = 24;
/// Pairs of edits that are judged before the search gives up.
const MOST_PAIRS: usize = 400_000;

/// A level without shortcuts, a few sites away from one that has some.
#[derive(Clone, Debug)]
pub(super) struct Repair {
    pub level: Level,
}

/// Which sites may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RepairReach {
    /// Only those that nobody painted.
    Open,
    /// All but the locked ones.
    Unlocked,
}

/// Another mark, or none, on one site.
#[derive(Clone, Debug)]
struct Edit {
    site: Site,
    mark: Option<Mark>,
    /// Sorts the edits that a designer minds least first: open cells before painted ones, marks
    /// with little to set (a blocker) before those with much (a source with a power).
    cost: (bool, usize),
    /// For every known shortcut, whether it is gone after this edit alone.
    kills: Vec<bool>,
}

/// What the search works with.
struct RepairBench<'a> {
    game: &'a dyn Game,
    base: &'a Level,
    intended: &'a Play,
    /// What the open cells of the asked level may hold.
    stock: Vec<StockItem>,
    shortcuts: Vec<Play>,
    tried: u64,
}

impl RepairBench<'_> {
    fn with(&self, edits: &[&Edit]) -> Level {
        let mut level = self.base.clone();
        for edit in edits {
            level.paint(edit.site, edit.mark.clone());
        }
        level
    }

    fn keeps_the_intended(&self, level: &Level) -> bool {
        solves(self.game, level, self.intended)
            && practises(self.game, level, self.intended) != Some(false)
    }

    /// Whether an edited level has of no group more than a level may have, or than it had.
    fn is_of_stock(&self, level: &Level) -> bool {
        let held = |level: &Level, item: &StockItem| {
            level.marks().filter(|(_, mark)| item.marks.contains(mark)).count()
        };
        let fits = |item| held(level, item) <= held(self.base, item).max(item.most as usize);
        self.stock.iter().all(fits)
    }

    fn is_shortcut(&self, level: &Level, play: &Play) -> bool {
        solves(self.game, level, play) && practises(self.game, level, play) != Some(true)
    }

    /// Judges an edit against the shortcuts that it has not met yet.
    fn meet(&self, edit: &mut Edit) {
        if edit.kills.len() == self.shortcuts.len() {
            return;
        }
        let level = self.with(&[edit]);
        let new = self.shortcuts.iter().skip(edit.kills.len());
        edit.kills.extend(new.map(|play| !self.is_shortcut(&level, play)));
    }

    /// Every single edit that leaves the intended solution alone, the mildest first.
    fn edits(&self, reach: RepairReach, patience: Patience<'_>) -> Result<Vec<Edit>, Why> {
        let mut edits = Vec::new();
        for (site, _) in self.game.layout(&self.base.board).sites {
            let hold = self.base.hold(site);
            if hold == Hold::Locked || (hold == Hold::Painted && reach == RepairReach::Open) {
                continue;
            }
            let old = self.base.mark(site);
            let fitting = self.stock.iter().filter(|item| item.place == site.place);
            let marks = fitting.flat_map(|item| &item.marks);
            let accepted =
                marks.filter(|mark| self.game.accepts(&self.base.board, site, mark).is_ok());
            let new = accepted.map(Some).chain(old.is_some().then_some(None));
            for mark in new.filter(|mark| *mark != old) {
                let settings = mark.map_or(0, |mark| self.game.controls(mark).len());
                let cost = (hold == Hold::Painted, settings);
                let edit = Edit { site, mark: mark.cloned(), cost, kills: Vec::new() };
                patience.check()?;
                let after = self.with(&[&edit]);
                if self.is_of_stock(&after) && self.keeps_the_intended(&after) {
                    edits.push(edit);
                }
            }
        }
        edits.sort_by_key(|edit| edit.cost);
        Ok(edits)
    }
}

impl Engine {
    /// Gives repairs of `base`, which has an intended solution, to `on` as they are proved: those
    /// of one site first, then those of two.
    pub(super) fn mend(
        &mut self,
        ask: &mut Ask<'_>,
        base: &Level,
        reach: RepairReach,
        on: &mut dyn FnMut(Repair) -> ControlFlow<()>,
    ) -> Result<(), Why> {
        let Some(intended) = &base.intended else { return Ok(()) };
        let (game, shortcuts) = (ask.game, self.first_shortcuts(ask, base)?);
        let stock = game.stock(ask.level);
        let mut bench = RepairBench { game, base, intended, stock, shortcuts, tried: 0 };
        let mut edits = bench.edits(reach, ask.patience())?;
        match self.singles(ask, &mut bench, &mut edits, on)? {
            ControlFlow::Break(()) => Ok(()),
            ControlFlow::Continue(()) => self.pairs(ask, &mut bench, &mut edits, on),
        }
    }

    /// Some shortcuts of the level: those known from before, and more from the solver.
    fn first_shortcuts(&mut self, ask: &mut Ask<'_>, base: &Level) -> Result<Vec<Play>, Why> {
        if is_made_by_trial(ask) {
            return match self.fiona(ask, base) {
                Truth::Holds(()) => Ok(Vec::new()),
                Truth::Fails(shortcut) => Ok(vec![shortcut]),
                Truth::Unknown(why) => Err(why),
            };
        }
        let program = plan::fixed_program(ask.game, base).map_err(Why::from)?;
        let (game, mut quiet) = (ask.game, |_| {});
        let mut inner = ask.about(base, &mut quiet);
        let found = self.shortcuts(&mut inner, &program, FIRST_SHORTCUTS)?;
        Ok(found.into_iter().filter(|play| practises(game, base, play) != Some(true)).collect())
    }

    fn singles(
        &mut self,
        ask: &mut Ask<'_>,
        bench: &mut RepairBench<'_>,
        edits: &mut [Edit],
        on: &mut dyn FnMut(Repair) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Why> {
        for edit in edits {
            ask.patience().check()?;
            bench.meet(edit);
            if edit.kills.iter().all(|killed| *killed)
                && self.prove(ask, bench, &[edit], on)?.is_break()
            {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Two edits that together kill what neither kills alone.
    fn pairs(
        &mut self,
        ask: &mut Ask<'_>,
        bench: &mut RepairBench<'_>,
        edits: &mut [Edit],
        on: &mut dyn FnMut(Repair) -> ControlFlow<()>,
    ) -> Result<(), Why> {
        for edit in edits.iter_mut() {
            ask.patience().check()?;
            bench.meet(edit);
        }
        let useful: Vec<&Edit> =
            edits.iter().filter(|edit| edit.kills.iter().any(|killed| *killed)).collect();
        let mut pairs: Vec<(&Edit, &Edit)> = Vec::new();
        for (n, first) in useful.iter().enumerate() {
            ask.patience().check()?;
            if pairs.len() >= MOST_PAIRS {
                break;
            }
            for second in useful.iter().skip(n + 1) {
                let both = first.kills.iter().zip(&second.kills);
                if first.site != second.site && both.into_iter().all(|(a, b)| *a || *b) {
                    pairs.push((first, second));
                }
                if pairs.len() >= MOST_PAIRS {
                    break;
                }
            }
        }
        pairs.sort_by_key(|(a, b)| (u8::from(a.cost.0) + u8::from(b.cost.0), a.cost.1 + b.cost.1));
        for (first, second) in pairs {
            ask.patience().check()?;
            let level = bench.with(&[first, second]);
            if !bench.is_of_stock(&level)
                || !bench.keeps_the_intended(&level)
                || bench.shortcuts.iter().any(|play| bench.is_shortcut(&level, play))
            {
                continue;
            }
            if self.prove(ask, bench, &[first, second], on)?.is_break() {
                break;
            }
        }
        Ok(())
    }

    /// Lets the solver look for a shortcut after the edits: none is a repair, one is learned from.
    fn prove(
        &mut self,
        ask: &mut Ask<'_>,
        bench: &mut RepairBench<'_>,
        edits: &[&Edit],
        on: &mut dyn FnMut(Repair) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Why> {
        ask.patience().check()?;
        let level = bench.with(edits);
        bench.tried += 1;
        ask.note(bench.tried, format!("{} repairs tried", bench.tried));
        match self.fiona(ask, &level) {
            Truth::Holds(()) => Ok(on(Repair { level })),
            Truth::Fails(shortcut) => {
                bench.shortcuts.push(shortcut);
                Ok(ControlFlow::Continue(()))
            }
            Truth::Unknown(why @ (Why::Stopped | Why::Time | Why::Memory(_))) => Err(why),
            // An edit that makes no program (too many powers, say) is no repair.
            _ => Ok(ControlFlow::Continue(())),
        }
    }
}
