//! A maker of levels for a concept: first a network that practises it, then its layout on the board, then
//! pieces and blockers around it.
//!
//! Powers come first: they are chosen so that, with these sources and this tray, the targets cannot be served
//! without the pieces that the concept wants (`plan.rs`), ignoring positions and ports. The network is placed
//! on the board step by step (`lay.rs`); the consequences of its directions are weighed (`weigh.rs`). A proof
//! of such a level seldom finds a shortcut; one that is found is shut (`shut.rs`).

mod fill;
mod formula;
mod lay;
mod plan;
mod probe;
mod relax;
mod shut;
mod sketch;
mod store;
mod weigh;

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use fastrand::Rng;

use self::formula::Needs;
use self::lay::{NetLayout, OpenRay};
use self::plan::{Plan, Planner};
use self::probe::Probe;
use self::relax::Forecast;
use self::sketch::Sketch;
use self::store::PieceStore;
use self::weigh::LevelNumbers;
use crate::about::Refraction;
use crate::judge;
use crate::piece::{Piece, PieceKind, Power};
use foolproof_game::{DraftWish, Drafts, Properties as _, Rules as _, StopCheck, Verdict};
use foolproof_level::{Concept, Level, Mark, Place, Play, Site};

/// Makes one level after the other, each from other networks.
pub(crate) struct PieceDrafter<'a> {
    wish: DraftWish<'a>,
    rng: Rng,
    start: DraftStart,
    /// Plans that have proved good, with the needs they were made for.
    plans: Vec<(Needs, Plan)>,
    /// Consecutive failures to find a good plan: more failures reduce the number of tries.
    misses: u32,
    /// Consecutive levels for which numbers alone did not suffice.
    unsure: u32,
    /// The remaining effort for the current level.
    budget: usize,
    /// Shortcuts of the current level that were shut.
    shortcuts: Vec<Play>,
}

/// The board before the layout.
#[derive(Clone)]
struct DraftStart {
    sketch: Sketch,
    store: PieceStore,
    placed: Vec<(usize, Piece)>,
    /// The kept intended play is there as a whole.
    whole: bool,
    /// Beams that lead nowhere yet, and targets that do not receive their power.
    beams: Vec<OpenRay>,
    targets: Vec<(usize, Piece)>,
}

/// Limit of plans kept for later levels.
const MAX_PLANS: usize = 48;
/// Tries for a plan, layouts of one plan, plans of one level.
const PLANS: usize = 100;
const LAYOUTS: usize = 60;
/// Levels weighed before one is taken although it depends on positions: fewer if numbers have not sufficed
/// for the last few levels, or cannot.
const WEIGHED: usize = 120;
const WEIGHED_IN_VAIN: usize = 40;
const WEIGHED_BY_PLACES: usize = 8;
/// Shortcuts shut in one level before it is handed out, and steps to look for each.
const MENDS: usize = 30;
const NODES: usize = 20_000;

/// The greatest effort for one level, and the cost of its parts, in tens of microseconds: half a second in all.
const BUDGET: usize = 10_000;
const PLAN_COST: usize = 4;
const WEIGH_COST: usize = 8;
const PROBE_COST: usize = 60;

/// A level and its rank: less is better.
type RankedDraft = (usize, Level);

impl<'a> PieceDrafter<'a> {
    pub(crate) fn new(wish: DraftWish<'a>) -> Self {
        let rng = Rng::with_seed(wish.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x00D1_2AF7);
        let start = DraftStart::new(&wish);
        Self {
            wish,
            rng,
            start,
            plans: Vec::new(),
            misses: 0,
            unsure: 0,
            budget: 0,
            shortcuts: Vec::new(),
        }
    }

    /// A few levels to weigh, up to the first one that numbers alone prove to be good.
    fn drafts(&mut self, stop: StopCheck<'_>) -> Vec<RankedDraft> {
        let mut drafts = Vec::new();
        let mut most = WEIGHED;
        while self.budget > 0 && drafts.len() < most && !stop() {
            let Some((needs, plan)) = self.plan() else { continue };
            most = match needs.is_of_numbers() {
                true if self.unsure < 4 => WEIGHED,
                true => WEIGHED_IN_VAIN,
                false => WEIGHED_BY_PLACES,
            };
            for _ in 0..LAYOUTS {
                if self.budget == 0 || drafts.len() >= most {
                    break;
                }
                self.spend(1);
                let Some(draft) = self.lay(&needs, &plan) else { continue };
                self.spend(WEIGH_COST);
                let good = draft.0 == 0;
                drafts.push(draft);
                if good {
                    return drafts;
                }
            }
        }
        drafts
    }

    fn spend(&mut self, cost: usize) {
        self.budget = self.budget.saturating_sub(cost);
    }

    /// The level with easily found shortcuts shut. Ranks are 0 if there can be none, 1 if none was found, 2
    /// if it depends on positions.
    fn probed(&mut self, rank: usize, level: Level, stop: StopCheck<'_>) -> Option<RankedDraft> {
        if rank == 0 {
            return Some((rank, level));
        }
        self.shortcuts.clear();
        let mut level = level;
        for _ in 0..MENDS {
            if self.budget == 0 {
                return None;
            }
            self.spend(PROBE_COST);
            let Some(shortcut) = Probe::shortcut(&level, NODES) else {
                return Some((1, level));
            };
            level = self.shut(&level, &shortcut, stop)?;
        }
        None
    }

    /// A plan: a new one, or one known to be good.
    fn plan(&mut self) -> Option<(Needs, Plan)> {
        if self.plans.len() >= MAX_PLANS && self.rng.u8(..16) > 0 {
            return self.rng.choice(&self.plans).cloned();
        }
        let mut needs = Needs::of(&self.wish.level.concept, &mut self.rng);
        needs.less(&self.start.placed);
        let sources: Vec<Power> = self.start.beams.iter().map(|ray| ray.power).collect();
        let targets = self.start.targets.iter().filter_map(|(_, piece)| piece.power());
        let planner = Planner {
            concept: &self.wish.level.concept,
            needs: &needs,
            store: &self.start.store,
            sources: &sources,
            targets: &targets.collect::<Vec<_>>(),
        };
        let tries = (PLANS >> self.misses.min(5)).max(1);
        let planned = planner.plan(&mut self.rng, tries);
        let good = planned.as_ref().is_some_and(|(good, _)| *good);
        self.misses = if good { 0 } else { self.misses + 1 };
        self.spend(if good { PLAN_COST } else { tries * PLAN_COST });
        let (good, plan) = planned?;
        if !good {
            let known = self.rng.choice(&self.plans).cloned();
            return known.or(Some((needs, plan)));
        }
        if self.plans.len() >= MAX_PLANS {
            let at = self.rng.usize(..self.plans.len());
            self.plans.swap_remove(at);
        }
        self.plans.push((needs.clone(), plan.clone()));
        Some((needs, plan))
    }

    /// Places a plan and fills the level. Returns the level with its rank.
    fn lay(&mut self, needs: &Needs, plan: &Plan) -> Option<RankedDraft> {
        let rng = &mut self.rng;
        let mut layout = NetLayout::new(&self.start);
        let benders = benders(needs, plan, &layout, rng);
        let targets = &self.start.targets;
        if !layout.lay(plan, targets, needs, benders, rng) || !suits(&layout, needs) {
            return None;
        }
        let forecast = |layout: &NetLayout| {
            let level = fill::level_of(layout, &self.wish);
            let weighed = LevelNumbers::new(&level);
            weighed.map_or(Forecast::Open, |weighed| weighed.forecast())
        };
        let sure = !needs.places && forecast(&layout) == Forecast::Sure;
        fill::fill_tray(&mut layout, &self.wish, sure, rng)?;
        fill::lay_blockers(&mut layout, &self.wish, !sure, rng)?;
        if !layout.store.is_full() {
            return None;
        }
        let rank = match sure.then(|| forecast(&layout)) {
            Some(Forecast::Sure) => 0,
            Some(_) => 1,
            None => 2,
        };
        let level = fill::level_of(&layout, &self.wish);
        is_good(&level).then_some((rank, level))
    }
}

impl Drafts for PieceDrafter<'_> {
    /// The next level: its intended solution practises the concept. `None` if no try made one.
    fn next(&mut self, stop: StopCheck<'_>) -> Option<Level> {
        self.shortcuts.clear();
        self.budget = if self.start.whole { BUDGET } else { 0 };
        let mut best: Option<RankedDraft> = None;
        while self.budget > 0 && !stop() {
            let mut drafts = self.drafts(stop);
            drafts.sort_by_key(|(rank, _)| *rank);
            if drafts.first().is_some_and(|(rank, _)| *rank == 0) {
                self.unsure = 0;
                return drafts.into_iter().next().map(|(_, level)| level);
            }
            self.unsure = self.unsure.saturating_add(1);
            for (rank, level) in drafts {
                if best.is_some() && (stop() || self.budget == 0) {
                    break;
                }
                match self.probed(rank, level.clone(), stop) {
                    Some((rank, level)) if rank <= 1 => return Some(level),
                    Some(found) => better(&mut best, found),
                    None => better(&mut best, (rank.saturating_add(GIVEN_UP), level)),
                }
            }
            if best.as_ref().is_some_and(|(rank, _)| *rank < GIVEN_UP) {
                break;
            }
        }
        best.map(|(_, level)| level)
    }

    /// Marks that the intended solution does not contain: idle only if none of their kind is used.
    fn distractors(&self, draft: &Level) -> Option<Concept> {
        let intended = draft.intended.as_ref()?;
        let mut wished = self.wish.distractors? as usize;
        let mut of_no_use = Vec::new();
        let tray: BTreeSet<&Mark> = tray(draft).collect();
        for mark in tray.into_iter().filter(|mark| intended.iter().all(|(_, used)| used != *mark)) {
            if wished == 0 {
                break;
            }
            wished = wished.saturating_sub(self::tray(draft).filter(|held| *held == mark).count());
            let helps = format!("helps({mark})").parse().ok()?;
            of_no_use.push(Concept::Not(Box::new(Concept::Is(helps))));
        }
        (wished == 0).then_some(Concept::And(of_no_use))
    }

    /// The level mended so that this shortcut no longer solves it, while the intended play still does and
    /// practises the concept. `None` if that fails.
    fn shut(&mut self, level: &Level, shortcut: &Play, stop: StopCheck<'_>) -> Option<Level> {
        self.shortcuts.push(shortcut.clone());
        shut::shut(&self.wish, level, &self.shortcuts, &mut self.rng, stop)
    }
}

/// Penalty on the rank of a level with shortcuts that could not be shut.
const GIVEN_UP: usize = 1 << 20;

fn better(best: &mut Option<RankedDraft>, found: RankedDraft) {
    if best.as_ref().is_none_or(|(rank, _)| found.0 < *rank) {
        *best = Some(found);
    }
}

fn tray(level: &Level) -> impl Iterator<Item = &Mark> {
    level.marks().filter(|(site, _)| site.place == Place::Tray).map(|(_, mark)| mark)
}

/// Returns whether the intended play solves the level and practises its concept, as far as that is known
/// without a designer's own rules.
pub(super) fn is_good(level: &Level) -> bool {
    level.intended.as_ref().is_some_and(|play| {
        Refraction.judge(level, play) == Verdict::Solved && practises(level, play) != Some(false)
    })
}

/// Returns whether a play practises the level's concept.
pub(super) fn practises(level: &Level, play: &Play) -> Option<bool> {
    level.concept.evaluate(&mut |property| Refraction.practises(level, play, property))
}

/// Least number of benders for the network.
fn benders(needs: &Needs, plan: &Plan, layout: &NetLayout, rng: &mut Rng) -> usize {
    let (least, most) = layout.store.supply(PieceKind::Bender, 1);
    let rest = needs.any.saturating_sub(plan.steps.len());
    let asked = needs.benders.max(rest);
    if needs.all {
        let more = (most as usize).saturating_sub(least as usize).min(2);
        return asked.max(least as usize + rng.usize(..=more));
    }
    let roof = (most as usize).min(asked.max(3));
    asked.max(rng.usize(..=roof))
}

/// Returns whether the network suits the concept, as far as that is cheap to check.
fn suits(layout: &NetLayout, needs: &Needs) -> bool {
    let benders = layout.count(PieceKind::Bender);
    let held = |piece: &Piece| layout.placed.iter().any(|(_, laid)| laid == piece);
    let through = |site: &Site| {
        layout.sketch.index(*site).is_some_and(|at| layout.placed.iter().any(|(n, _)| *n == at))
    };
    benders >= needs.benders
        && layout.placed.len() >= needs.any
        && needs.at_most.is_none_or(|most| layout.placed.len() <= most)
        && (!needs.all || layout.store.spare.is_empty())
        && needs.uses.iter().all(held)
        && needs.through.iter().all(through)
}

impl DraftStart {
    fn new(wish: &DraftWish<'_>) -> Self {
        let level = wish.level;
        let mut sketch = Sketch::new(level);
        let mut store = PieceStore::new(level, wish.stock);
        let kept = level.intended.clone().unwrap_or_default();
        let mut placed = Vec::new();
        for (site, mark) in kept.iter() {
            let (Some(at), Ok(piece)) = (sketch.index(site), Piece::read(mark)) else { continue };
            if sketch.cell(at).piece.is_none() && piece.is_movable() && store.take(piece) {
                sketch.put(at, piece);
                placed.push((at, piece));
            }
        }
        let play = placed.iter().map(|(at, piece)| (sketch.site(*at), piece.mark())).collect();
        let light = judge::light(level, &play);
        let got = |site: Site, power: Power| light.received.get(&site) == Some(&power);
        let mut beams = Vec::new();
        for beam in &light.beams {
            let Some(from) = sketch.index(beam.from) else { continue };
            let wrong = beam.to.is_some_and(|to| {
                let piece = level.mark(to).and_then(|mark| Piece::read(mark).ok());
                matches!(piece, Some(Piece::Target { power, .. }) if !got(to, power))
            });
            if beam.enters && !wrong {
                sketch.beam(from, beam.direction, beam.to.and_then(|to| sketch.index(to)));
            } else if !sketch.ray(from, beam.direction).is_empty() {
                beams.push(OpenRay { from, side: beam.direction, power: beam.power });
            }
        }
        let mut targets = Vec::new();
        for (site, mark) in level.marks() {
            let (Some(at), Ok(piece)) = (sketch.index(site), Piece::read(mark)) else { continue };
            if let Piece::Target { power, .. } = piece
                && !got(site, power)
            {
                targets.push((at, piece));
            }
        }
        Self { sketch, store, whole: placed.len() == kept.len(), placed, beams, targets }
    }
}
