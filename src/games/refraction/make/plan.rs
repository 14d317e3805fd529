//! Networks without positions: the order of splitting and combining, and the resulting powers.

use fastrand::Rng;

use super::formula::Needs;
use super::relax::{BeamEnd, Forecast, Relaxed};
use super::store::{PieceStore, many};
use crate::piece::{Piece, PieceKind, Ports, Power, Side};
use foolproof_level::Concept;

/// A step of a network. Beams are numbered in order: those of the sources, then the outputs of each step.
#[derive(Clone, Debug)]
pub(super) enum PlanStep {
    Split { beam: usize, parts: usize },
    Combine { beams: Vec<usize> },
}

#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// Powers of new sources; the beams of painted ones come first.
    pub sources: Vec<Power>,
    pub steps: Vec<PlanStep>,
    /// The beams of painted targets, in their order; then those of new targets.
    pub painted: Vec<usize>,
    pub ends: Vec<usize>,
    pub powers: Vec<Power>,
}

/// Input for making plans.
pub(super) struct Planner<'a> {
    pub concept: &'a Concept,
    pub needs: &'a Needs,
    pub store: &'a PieceStore,
    /// Powers of painted sources and targets.
    pub sources: &'a [Power],
    pub targets: &'a [Power],
}

/// Numbers of splitters by two and three, and of combiners of two and three.
pub(super) type Numbers = [usize; 4];

const KINDS: [(PieceKind, usize); 4] = [
    (PieceKind::Splitter, 2),
    (PieceKind::Splitter, 3),
    (PieceKind::Combiner, 2),
    (PieceKind::Combiner, 3),
];

/// Most splitters to add if a concept asks for combiners and for no splitter.
const MORE_SPLITTERS: usize = 2;

/// Draws of numbers and powers for one plan, and plans to weigh against shortcuts.
const DRAWS: usize = 400;
const LARGEST_WALK: usize = 4_000;

impl Planner<'_> {
    /// A plan that practises the concept, and whether every other way to serve its targets does too, judging
    /// by powers; the best of several tries.
    pub(crate) fn plan(&self, rng: &mut Rng, tries: usize) -> Option<(bool, Plan)> {
        let mut best: Option<(u8, Plan)> = None;
        for _ in 0..tries {
            let Some(plan) = (0..DRAWS).find_map(|_| self.draw(rng)) else { break };
            let rank = match self.forecast(&plan) {
                Forecast::Sure | Forecast::Open => return Some((true, plan)),
                Forecast::TooLarge => 1,
                Forecast::Doubtful => 2,
            };
            if best.as_ref().is_none_or(|(held, _)| rank < *held) {
                best = Some((rank, plan));
            }
        }
        best.map(|(_, plan)| (false, plan))
    }

    fn supply(&self) -> [(usize, usize); 4] {
        KINDS.map(|(kind, ports)| {
            let (least, most) = self.store.supply(kind, ports);
            (least as usize, most as usize)
        })
    }

    /// Numbers of pieces of each kind, of new sources and of new targets.
    fn numbers(&self, rng: &mut Rng) -> Option<(Numbers, usize, usize)> {
        let supply = self.supply();
        let mut numbers = [0usize; 4];
        if self.needs.all {
            numbers = supply.map(|(least, _)| least);
        }
        for piece in &self.needs.uses {
            let kind =
                |kind: &(PieceKind, usize)| Some(kind.0) == piece.kind() && kind.1 == many(*piece);
            let at = KINDS.iter().position(kind);
            if let Some(n) = at.and_then(|at| numbers.get_mut(at)) {
                *n = (*n).max(1);
            }
        }
        if numbers.iter().zip(&supply).any(|(n, (_, most))| n > most) {
            return None;
        }
        let raise =
            |numbers: &mut Numbers, range: std::ops::Range<usize>, least: usize, rng: &mut Rng| {
                while numbers.get(range.clone()).unwrap_or_default().iter().sum::<usize>() < least {
                    let with_room =
                        |n: &usize| numbers.get(*n) < supply.get(*n).map(|(_, most)| most);
                    let kinds: Vec<usize> = range.clone().filter(with_room).collect();
                    let n = *rng.choice(&kinds)?;
                    numbers[n] += 1;
                }
                Some(())
            };
        let more = |rng: &mut Rng| usize::from(rng.u8(..4) == 0);
        let built = usize::from(!self.needs.built.is_empty());
        raise(&mut numbers, 0..2, self.needs.splitters.max(built), rng)?;
        raise(&mut numbers, 2..4, self.needs.combiners, rng)?;
        // A few more if available, so that levels vary.
        let now = |numbers: &Numbers, range: std::ops::Range<usize>| -> usize {
            numbers.get(range).unwrap_or_default().iter().sum()
        };
        let few = if self.needs.all { rng.usize(..=2) } else { more(rng) };
        for range in [0..2, 2..4] {
            let least = now(&numbers, range.clone()) + few;
            let _ = raise(&mut numbers, range, least, rng);
        }
        // Combined light was split before, or comes from several sources.
        let nothing_splits = self.needs.splitters + self.needs.built.len() == 0 && !self.needs.all;
        if nothing_splits && now(&numbers, 2..4) > 0 {
            let least = now(&numbers, 0..2) + rng.usize(..=MORE_SPLITTERS);
            let _ = raise(&mut numbers, 0..2, least, rng);
        }
        let bounds = |test: fn(Piece) -> bool, painted: usize| {
            let (least, most) = self.store.wanted(test);
            let least = (least as usize).max(usize::from(painted == 0));
            (least, (most as usize).min(least + 3))
        };
        let sources = bounds(|piece| matches!(piece, Piece::Source { .. }), self.sources.len());
        let targets = bounds(|piece| matches!(piece, Piece::Target { .. }), self.targets.len());
        let [s2, s3, c2, c3] = numbers;
        let short = (1 + c2 + 2 * c3).saturating_sub(self.sources.len() + s2 + 2 * s3);
        let sources = (sources.0.max(short), sources.1);
        let draw = |(least, most): (usize, usize), rng: &mut Rng| {
            (least <= most).then(|| rng.usize(least..=most))
        };
        Some((numbers, draw(sources, rng)?, draw(targets, rng)?))
    }

    fn draw(&self, rng: &mut Rng) -> Option<Plan> {
        let (numbers, sources, targets) = self.numbers(rng)?;
        let begin = self.sources.len() + sources;
        let [s2, s3, c2, c3] = numbers;
        let end = (begin + s2 + 2 * s3).checked_sub(c2 + 2 * c3)?;
        let wanted = self.targets.len() + targets;
        let waste = end.checked_sub(wanted)?;
        // Wasted beams are only used if there is no choice.
        if waste > 0 && (self.needs.monolithic || rng.usize(..1 << (2 * waste).min(6)) > 0) {
            return None;
        }
        let choice = self.store.source_powers();
        let sources: Vec<Power> =
            (0..sources).map(|_| rng.choice(&choice).copied()).collect::<Option<_>>()?;
        let powers = self.sources.iter().chain(&sources).copied().collect();
        let mut plan =
            Plan { sources, steps: Vec::new(), painted: Vec::new(), ends: Vec::new(), powers };
        let mut live: Vec<usize> = (0..begin).collect();
        self.steps(&mut plan, &mut live, numbers, rng)?;
        self.finish(plan, live, targets, rng)
    }

    /// Draws the steps; beams of one splitter are not combined again at once.
    fn steps(
        &self,
        plan: &mut Plan,
        live: &mut Vec<usize>,
        numbers: Numbers,
        rng: &mut Rng,
    ) -> Option<()> {
        let mut kinds: Vec<usize> = (0..4).flat_map(|n| vec![n; numbers[n]]).collect();
        rng.shuffle(&mut kinds);
        let mut parents: Vec<usize> = (0..plan.powers.len()).map(|n| usize::MAX - n).collect();
        for kind in kinds {
            let (piece, ports) = KINDS[kind];
            rng.shuffle(live);
            if piece == PieceKind::Splitter {
                let beam = live.pop()?;
                let power = plan.powers.get(beam)? / Power::from_integer(ports as i64);
                (0..ports).for_each(|_| {
                    live.push(plan.powers.len());
                    plan.powers.push(power);
                    parents.push(plan.steps.len());
                });
                plan.steps.push(PlanStep::Split { beam, parts: ports });
                continue;
            }
            let beams = live.split_off(live.len().checked_sub(ports)?);
            let first = parents.get(*beams.first()?)?;
            if beams.iter().all(|beam| parents.get(*beam) == Some(first)) {
                return None;
            }
            let power = beams.iter().filter_map(|beam| plan.powers.get(*beam)).sum();
            live.push(plan.powers.len());
            plan.powers.push(power);
            parents.push(plan.steps.len());
            plan.steps.push(PlanStep::Combine { beams });
        }
        Some(())
    }

    /// Leads the remaining beams to targets.
    fn finish(
        &self,
        mut plan: Plan,
        mut live: Vec<usize>,
        targets: usize,
        rng: &mut Rng,
    ) -> Option<Plan> {
        rng.shuffle(&mut live);
        for power in self.targets {
            let at = live.iter().position(|beam| plan.powers.get(*beam) == Some(power))?;
            plan.painted.push(live.swap_remove(at));
        }
        let choice = self.store.target_powers();
        let fits = |beam: &usize| plan.powers.get(*beam).is_some_and(|p| choice.contains(p));
        // Beams made by steps come before those of a source.
        live.sort_by_key(|beam| *beam < self.sources.len() + plan.sources.len());
        plan.ends = live.into_iter().filter(fits).take(targets).collect();
        let made = plan.powers.get(self.sources.len() + plan.sources.len()..)?;
        let built = self.needs.built.iter().all(|power| made.contains(power));
        (plan.ends.len() == targets && built).then_some(plan)
    }

    /// Forecast of the plan's shortcuts from powers alone. The tray holds the pieces that the plan uses and
    /// those that the stock requires.
    fn forecast(&self, plan: &Plan) -> Forecast {
        let port = |power: &Power| BeamEnd { power: *power, direction: 0 };
        let sources: Vec<BeamEnd> = self.sources.iter().chain(&plan.sources).map(port).collect();
        let ends = plan.painted.iter().chain(&plan.ends);
        let targets: Vec<BeamEnd> =
            ends.filter_map(|beam| plan.powers.get(*beam)).map(port).collect();
        let mut numbers: Numbers = self.supply().map(|(least, _)| least);
        let mut used: Numbers = [0; 4];
        for step in &plan.steps {
            used[match step {
                PlanStep::Split { parts, .. } => parts - 2,
                PlanStep::Combine { beams } => beams.len(),
            }] += 1;
        }
        for (all, used) in numbers.iter_mut().zip(used) {
            *all = (*all).max(used);
        }
        let stand_ins = [
            Piece::Splitter { input: Side::West, outs: Ports::of([Side::North, Side::East]) },
            Piece::Splitter {
                input: Side::West,
                outs: Ports::of([Side::North, Side::East, Side::South]),
            },
            Piece::Combiner { ins: Ports::of([Side::North, Side::West]), out: Side::East },
            Piece::Combiner {
                ins: Ports::of([Side::North, Side::South, Side::West]),
                out: Side::East,
            },
        ];
        let count = |n: usize| u8::try_from(n).unwrap_or(u8::MAX);
        let tray: Vec<(Piece, u8)> = stand_ins.into_iter().zip(numbers.map(count)).collect();
        let tray: Vec<(Piece, u8)> = tray.into_iter().filter(|(_, n)| *n > 0).collect();
        let straight = |_: usize, _: usize| true;
        let (sources, targets, tray) = (&sources[..], &targets[..], &tray[..]);
        let (straight, concept) = (&straight, self.concept);
        Relaxed { sources, targets, tray, powers_only: true, straight, concept }
            .forecast(LARGEST_WALK)
    }
}
