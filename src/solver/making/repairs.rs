//! Repairs: the smallest edits after which a level keeps its intended solution and loses every shortcut, or has
//! only one solution.
//!
//! Works from counterexamples: an edit is worth the solver's time only if the intended solution survives it and
//! no known shortcut does. The game's own rules judge both in microseconds. If the solver refutes an edit, it
//! finds a new shortcut, which rules out other edits in turn. Source: the loop of Smith & Butler, "Quantifying
//! over Play", section 5.5, over edits. If one solution is wanted, every other solution counts as a shortcut.

use crate::engine::play_questions::shortcuts;
use crate::making::stock::takes_of_stock;
use crate::making::unique_by_encoding::sole_solution;
use crate::questions::design_questions::shortcut_of;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

use crate::engine::ask::Ask;
use crate::engine::own_search::prepare_edits;
use crate::engine::plan;
use crate::engine::{practises, solves};
use crate::making::local_search::is_made_by_trial;
use crate::values::answer::Truth;
use crate::values::status::Why;
use foolproof_game::{Game, StockItem, counted};
use foolproof_level::{Hold, Level, Mark, Play, Site};

/// Number of shortcuts to start with: one search finds them all, and they rule out most edits.
const FIRST_SHORTCUTS: u64 = 24;
/// Maximum number of pairs of edits to judge before the search gives up.
const MAX_PAIRS: usize = 400_000;

/// A level without shortcuts that differs in a few sites from one with shortcuts.
#[derive(Clone, Debug)]
pub(crate) struct Repair {
    pub level: Level,
}

/// The sites that may change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RepairReach {
    /// Open sites only.
    Open,
    /// All but the locked sites.
    Unlocked,
    /// These sites, except locked ones.
    Of(BTreeSet<Site>),
}

impl RepairReach {
    fn is_in(&self, site: Site, hold: Hold) -> bool {
        match self {
            RepairReach::Open => hold == Hold::Open,
            RepairReach::Unlocked => hold != Hold::Locked,
            RepairReach::Of(sites) => hold != Hold::Locked && sites.contains(&site),
        }
    }
}

/// Tells whether a mark on a site may be of use.
type MayDo<'a> = dyn Fn(Site, &Mark) -> bool + 'a;

/// A different mark, or none, on one site.
#[derive(Clone, Debug)]
pub(crate) struct Edit {
    site: Site,
    mark: Option<Mark>,
    /// Sort key, mildest edits first: open cells before painted ones, marks with few settings (a blocker)
    /// before those with many (a source with a power).
    cost: (bool, usize),
    /// For every known unwanted play, in order, whether this edit alone rules it out.
    kills: Vec<bool>,
}

#[derive(Clone, Copy, Debug)]
enum RepairAim<'a> {
    /// The intended solution stays, and no shortcut does.
    NoShortcut(&'a Play),
    /// One solution stays: the intended one, if it solves the level.
    OneSolution(Option<&'a Play>),
}

/// The state of a search for repairs.
pub(crate) struct RepairBench<'a> {
    game: &'a dyn Game,
    base: &'a Level,
    aim: RepairAim<'a>,
    /// The marks that the open cells of the asked level may hold.
    stock: Vec<StockItem>,
    /// Known shortcuts; if one solution is wanted, the known solutions except the intended one.
    unwanted: Vec<Play>,
    tried: u64,
}

impl Edit {
    pub(crate) fn site(&self) -> Site {
        self.site
    }

    /// Returns whether its site is painted.
    pub(crate) fn is_of_painted(&self) -> bool {
        self.cost.0
    }
}

impl<'a> RepairBench<'a> {
    /// Starts a search for edits after which a level keeps its one solution.
    pub(crate) fn keeping(game: &'a dyn Game, base: &'a Level, solution: &'a Play) -> Self {
        let (aim, stock) = (RepairAim::OneSolution(Some(solution)), game.stock(base));
        Self { game, base, aim, stock, unwanted: Vec::new(), tried: 0 }
    }
}

impl RepairBench<'_> {
    pub(crate) fn stock(&self) -> &[StockItem] {
        &self.stock
    }

    pub(crate) fn with(&self, edits: &[&Edit]) -> Level {
        let mut level = self.base.clone();
        for edit in edits {
            level.paint(edit.site, edit.mark.clone());
        }
        level
    }

    pub(crate) fn keeps_the_intended(&self, level: &Level) -> bool {
        match self.aim {
            RepairAim::NoShortcut(intended) => {
                solves(self.game, level, intended)
                    && practises(self.game, level, intended) != Some(false)
            }
            RepairAim::OneSolution(intended) => {
                intended.is_none_or(|intended| solves(self.game, level, intended))
            }
        }
    }

    /// Returns how many of the unwanted plays may remain: if none is intended, any one solution may.
    fn spared(&self) -> usize {
        usize::from(matches!(self.aim, RepairAim::OneSolution(None)))
    }

    fn is_unwanted(&self, level: &Level, play: &Play) -> bool {
        let counts = match self.aim {
            RepairAim::NoShortcut(_) => practises(self.game, level, play) != Some(true),
            RepairAim::OneSolution(_) => true,
        };
        counts && solves(self.game, level, play)
    }

    /// Judges an edit by the unwanted plays for which that was not done yet, until more than `most` of them
    /// remain. Returns how many remain.
    fn meet(&self, edit: &mut Edit, most: usize) -> usize {
        let mut left = edit.kills.iter().filter(|killed| !**killed).count();
        if left > most || edit.kills.len() == self.unwanted.len() {
            return left;
        }
        let level = self.with(&[edit]);
        for play in self.unwanted.iter().skip(edit.kills.len()) {
            let killed = !self.is_unwanted(&level, play);
            edit.kills.push(killed);
            left += usize::from(!killed);
            if left > most {
                break;
            }
        }
        left
    }

    /// Returns every other mark of the stock that may be of use, or none, on each site within reach.
    fn candidates(&self, reach: &RepairReach, may_do: &MayDo<'_>) -> Vec<Edit> {
        let mut edits = Vec::new();
        for (site, _) in self.game.layout_of(self.base).sites {
            let hold = self.base.hold(site);
            if !reach.is_in(site, hold) {
                continue;
            }
            let old = self.base.mark(site);
            let fitting = self.stock.iter().filter(|item| item.place == site.place);
            let marks = fitting.flat_map(|item| &item.marks);
            let accepted =
                marks.filter(|mark| self.game.accepts(&self.base.board, site, mark).is_ok());
            let accepted = accepted.filter(|mark| may_do(site, mark));
            let new = accepted.map(Some).chain(old.is_some().then_some(None));
            edits.extend(new.filter(|mark| *mark != old).map(|mark| {
                let settings = mark.map_or(0, |mark| self.game.controls(mark).len());
                let cost = (hold == Hold::Painted, settings);
                Edit { site, mark: mark.cloned(), cost, kills: Vec::new() }
            }));
        }
        edits
    }

    /// Returns the candidates that keep the intended solution, the mildest first.
    pub(crate) fn edits(
        &self,
        ask: &Ask<'_>,
        reach: &RepairReach,
        may_do: &MayDo<'_>,
    ) -> Result<Vec<Edit>, Why> {
        let candidates = self.candidates(reach, may_do);
        let put = |edit: &Edit| Some((edit.site, edit.mark.clone()?));
        prepare_edits(
            ask,
            candidates.len(),
            &candidates.iter().filter_map(put).collect::<Vec<_>>(),
        );
        let mut edits = Vec::new();
        for edit in candidates {
            ask.patience().check()?;
            let after = self.with(&[&edit]);
            if takes_of_stock(&self.stock, self.base, &after) && self.keeps_the_intended(&after) {
                edits.push(edit);
            }
        }
        edits.sort_by_key(|edit| edit.cost);
        Ok(edits)
    }
}

/// Passes repairs of `base`, which has an intended solution, to `on` as they are proved: first those of one
/// site, then those of two.
pub(crate) fn mend(
    ask: &mut Ask<'_>,
    base: &Level,
    reach: &RepairReach,
    on: &mut dyn FnMut(Repair) -> ControlFlow<()>,
) -> Result<(), Why> {
    let Some(intended) = &base.intended else { return Ok(()) };
    let (game, unwanted) = (ask.game, first_shortcuts(ask, base)?);
    let (aim, stock) = (RepairAim::NoShortcut(intended), game.stock(ask.level));
    let bench = RepairBench { game, base, aim, stock, unwanted, tried: 0 };
    mend_on(ask, bench, reach, on)
}

/// Passes repairs to `on` that leave one solution, for a level with these solutions, or with none.
pub(crate) fn mend_to_one(
    ask: &mut Ask<'_>,
    solutions: &[Play],
    reach: &RepairReach,
    on: &mut dyn FnMut(Repair) -> ControlFlow<()>,
) -> Result<(), Why> {
    let (game, base) = (ask.game, ask.level);
    let intended = base.intended.as_ref().filter(|play| solves(game, base, play));
    let unwanted = solutions.iter().filter(|play| Some(*play) != intended).cloned().collect();
    let (aim, stock) = (RepairAim::OneSolution(intended), game.stock(base));
    let bench = RepairBench { game, base, aim, stock, unwanted, tried: 0 };
    mend_on(ask, bench, reach, on)
}

fn mend_on(
    ask: &mut Ask<'_>,
    mut bench: RepairBench<'_>,
    reach: &RepairReach,
    on: &mut dyn FnMut(Repair) -> ControlFlow<()>,
) -> Result<(), Why> {
    let mut edits = bench.edits(ask, reach, &|_, _| true)?;
    match singles(ask, &mut bench, &mut edits, on)? {
        ControlFlow::Break(()) => Ok(()),
        ControlFlow::Continue(()) => pairs(ask, &mut bench, &mut edits, on),
    }
}

/// Finds some shortcuts of the level: one if its levels are made by local search, else several from the
/// solver.
fn first_shortcuts(ask: &mut Ask<'_>, base: &Level) -> Result<Vec<Play>, Why> {
    if is_made_by_trial(ask.game) {
        return match shortcut_of(ask, base) {
            Truth::Holds(()) => Ok(Vec::new()),
            Truth::Fails(shortcut) => Ok(vec![shortcut]),
            Truth::Unknown(why) => Err(why),
        };
    }
    let program = plan::fixed_program(ask.game, base).map_err(Why::from)?;
    let game = ask.game;
    let found = shortcuts(&mut ask.about(base), &program, FIRST_SHORTCUTS)?;
    Ok(found.into_iter().filter(|play| practises(game, base, play) != Some(true)).collect())
}

fn singles(
    ask: &mut Ask<'_>,
    bench: &mut RepairBench<'_>,
    edits: &mut [Edit],
    on: &mut dyn FnMut(Repair) -> ControlFlow<()>,
) -> Result<ControlFlow<()>, Why> {
    // An edit that spares a known solution certainly leaves the level one.
    for spared in (0..=bench.spared()).rev() {
        for edit in &mut *edits {
            ask.patience().check()?;
            if bench.meet(edit, bench.spared()) == spared
                && prove(ask, bench, &[edit], on)?.is_break()
            {
                return Ok(ControlFlow::Break(()));
            }
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// Tries pairs of edits that together remove the shortcuts that neither removes alone.
fn pairs(
    ask: &mut Ask<'_>,
    bench: &mut RepairBench<'_>,
    edits: &mut [Edit],
    on: &mut dyn FnMut(Repair) -> ControlFlow<()>,
) -> Result<(), Why> {
    for edit in edits.iter_mut() {
        ask.patience().check()?;
        bench.meet(edit, usize::MAX);
    }
    let useful: Vec<&Edit> =
        edits.iter().filter(|edit| edit.kills.iter().any(|killed| *killed)).collect();
    let mut pairs: Vec<(&Edit, &Edit)> = Vec::new();
    for (n, first) in useful.iter().enumerate() {
        ask.patience().check()?;
        if pairs.len() >= MAX_PAIRS {
            break;
        }
        for second in useful.iter().skip(n + 1) {
            let both = first.kills.iter().zip(&second.kills);
            let left = both.filter(|(a, b)| !**a && !**b).count();
            if first.site != second.site && left == bench.spared() {
                pairs.push((first, second));
            }
            if pairs.len() >= MAX_PAIRS {
                break;
            }
        }
    }
    pairs.sort_by_key(|(a, b)| (u8::from(a.cost.0) + u8::from(b.cost.0), a.cost.1 + b.cost.1));
    for (first, second) in pairs {
        ask.patience().check()?;
        let level = bench.with(&[first, second]);
        if !takes_of_stock(&bench.stock, bench.base, &level)
            || !bench.keeps_the_intended(&level)
            || bench.unwanted.iter().filter(|play| bench.is_unwanted(&level, play)).count()
                > bench.spared()
        {
            continue;
        }
        if prove(ask, bench, &[first, second], on)?.is_break() {
            break;
        }
    }
    Ok(())
}

/// Lets the solver look for a shortcut after the edits. If there is none, they are a repair; otherwise it
/// is learned.
fn prove(
    ask: &mut Ask<'_>,
    bench: &mut RepairBench<'_>,
    edits: &[&Edit],
    on: &mut dyn FnMut(Repair) -> ControlFlow<()>,
) -> Result<ControlFlow<()>, Why> {
    ask.patience().check()?;
    let mut level = bench.with(edits);
    bench.tried += 1;
    ask.note(bench.tried, format!("{} tried", counted(bench.tried, "repair", "repairs")));
    let verdict = match bench.aim {
        RepairAim::NoShortcut(_) => match shortcut_of(ask, &level) {
            Truth::Holds(()) => Truth::Holds(bench.base.intended.clone()),
            Truth::Fails(shortcut) => Truth::Fails(vec![shortcut]),
            Truth::Unknown(why) => Truth::Unknown(why),
        },
        RepairAim::OneSolution(_) => sole_solution(ask, &level).map(Some),
    };
    match verdict {
        Truth::Holds(intended) => {
            level.intended = intended;
            Ok(on(Repair { level }))
        }
        Truth::Fails(plays) => {
            let kept = bench.base.intended.as_ref();
            bench.unwanted.extend(plays.into_iter().filter(|play| Some(play) != kept));
            Ok(ControlFlow::Continue(()))
        }
        Truth::Unknown(why @ (Why::Stopped | Why::Time | Why::Memory(_))) => Err(why),
        // An edit that makes no program (too many powers, say) is no repair.
        _ => Ok(ControlFlow::Continue(())),
    }
}
