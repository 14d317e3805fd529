//! The entropy of a panel: the bits that a player has to guess to draw a line that solves it.
//!
//! At each corner of a line, an uninformed player chooses among all corners that the line can continue to,
//! and stopping if there is an end; one who knows some rules of inference immediately excludes the choices
//! that these rule out. A solution's bits are those of its choices, and the panel's are those of the solution
//! with the fewest. After Chen, White and Sturtevant, "Entropy as a Measure of Puzzle Difficulty" (AIIDE
//! 2023), whose minimum uninformed solution entropy this follows; the choice of rules is our own.

use std::collections::{BTreeMap, BTreeSet};

use crate::covering::JudgePatience;
use crate::judge;
use crate::panel::{Panel, ends, line_of, sides};
use crate::piece::PanelSymbol;
use foolproof_game::StopCheck;
use foolproof_level::{Play, Site};

/// Rules of inference that a player has, each on or off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PanelRules {
    /// Excludes steps after which no end can be reached.
    pub ends: bool,
    /// Excludes steps after which a dot cannot be passed any more, and stopping before all are.
    pub dots: bool,
    /// Excludes steps and stops that finally close off a region with unsatisfied symbols.
    pub regions: bool,
}

impl PanelRules {
    pub(crate) const NONE: Self = Self { ends: false, dots: false, regions: false };
    pub(crate) const ALL: Self = Self { ends: true, dots: true, regions: true };
}

/// A partial line: its corners in order, and its edges.
#[derive(Clone)]
struct LineBegun {
    corners: Vec<Site>,
    edges: BTreeSet<Site>,
}

impl LineBegun {
    fn head(&self) -> Option<Site> {
        self.corners.last().copied()
    }

    fn with(&self, edge: Site, corner: Site) -> Self {
        let mut longer = self.clone();
        longer.corners.push(corner);
        longer.edges.insert(edge);
        longer
    }
}

/// The fewest bits of these solutions under the rules; `None` if there is no solution, if two lines are
/// drawn at once, or when stopped.
pub(crate) fn entropy(
    panel: &Panel,
    solutions: &[Play],
    rules: PanelRules,
    stop: StopCheck<'_>,
) -> Option<f64> {
    if panel.symmetry.is_some() {
        return None;
    }
    let player = InformedPlayer { panel, roads: roads(panel), rules };
    let mut fewest: Option<f64> = None;
    for play in solutions {
        for corners in directions(panel, &line_of(play)) {
            if stop() {
                return None;
            }
            let bits = player.bits(&corners);
            fewest = Some(fewest.map_or(bits, |least| least.min(bits)));
        }
    }
    fewest
}

/// Continuations from each corner: each edge and the corner it leads to.
type Roads = BTreeMap<Site, Vec<(Site, Site)>>;

fn roads(panel: &Panel) -> Roads {
    let mut roads = Roads::new();
    for edge in crate::panel::edges(&panel.board) {
        let Some([one, other]) = ends(edge).filter(|_| !panel.gaps.contains(&edge)) else {
            continue;
        };
        roads.entry(one).or_default().push((edge, other));
        roads.entry(other).or_default().push((edge, one));
    }
    roads
}

/// The corners of a line from each start at one of its ends to an end at the other.
fn directions(panel: &Panel, line: &BTreeSet<Site>) -> Vec<Vec<Site>> {
    let degrees = crate::panel::degrees(line);
    let loose = degrees.iter().filter(|(_, degree)| **degree == 1).map(|(corner, _)| *corner);
    let begins = loose.filter(|corner| panel.starts.contains(corner));
    let walk = |start: Site| {
        let (mut corners, mut left) = (vec![start], line.clone());
        while let Some(at) = corners.last().copied() {
            let next = left.iter().find_map(|edge| {
                let [one, other] = ends(*edge)?;
                let to = if one == at { Some(other) } else { (other == at).then_some(one) };
                Some((*edge, to?))
            });
            let Some((edge, to)) = next else { break };
            left.remove(&edge);
            corners.push(to);
        }
        corners
    };
    let reaches =
        |corners: &Vec<Site>| corners.last().is_some_and(|corner| panel.ends.contains_key(corner));
    begins.map(walk).filter(reaches).collect()
}

/// A player who draws a line and knows some rules of inference.
struct InformedPlayer<'a> {
    panel: &'a Panel,
    roads: Roads,
    rules: PanelRules,
}

impl InformedPlayer<'_> {
    /// The bits of the choices along a line.
    fn bits(&self, corners: &[Site]) -> f64 {
        let [start, further @ ..] = corners else { return 0.0 };
        let mut bits = (self.panel.starts.len().max(1) as f64).log2();
        let mut line = LineBegun { corners: vec![*start], edges: BTreeSet::new() };
        for corner in further.iter().copied().map(Some).chain([None]) {
            bits += f64::from(self.choices(&line).max(1)).log2();
            let Some(corner) = corner else { break };
            let own = line.head().and_then(|head| self.roads.get(&head));
            let edge = own.and_then(|own| own.iter().find(|(_, to)| *to == corner));
            let Some((edge, _)) = edge else { break };
            line = line.with(*edge, corner);
        }
        bits
    }

    /// Counts the continuations, including stopping, that the rules do not exclude.
    fn choices(&self, line: &LineBegun) -> u32 {
        let Some(head) = line.head() else { return 0 };
        let stops = self.panel.ends.contains_key(&head) && self.may_stop(line);
        let steps = self.roads.get(&head).into_iter().flatten();
        let steps = steps.filter(|(_, corner)| !line.corners.contains(corner));
        let good = steps.filter(|(edge, corner)| self.may_stand(&line.with(*edge, *corner)));
        u32::from(stops) + good.fold(0, |count, _| count + 1)
    }

    fn may_stop(&self, line: &LineBegun) -> bool {
        let Self { panel, rules, .. } = self;
        let dots = !rules.dots || panel.dots.iter().all(|dot| is_passed(line, dot));
        dots && (!rules.regions || is_happy(panel, &line.edges, &|_| true))
    }

    /// Returns whether the rules allow the line so far.
    fn may_stand(&self, line: &LineBegun) -> bool {
        let Self { panel, roads, rules } = self;
        if *rules == PanelRules::NONE {
            return true;
        }
        // Corners that the line can still reach, and edges between them.
        let (mut corners, mut edges) = (BTreeSet::new(), BTreeSet::new());
        let mut open: Vec<Site> = line.head().into_iter().collect();
        while let Some(at) = open.pop() {
            for (edge, to) in roads.get(&at).into_iter().flatten() {
                if line.edges.contains(edge)
                    || line.corners.contains(to) && Some(*to) != line.head()
                {
                    continue;
                }
                edges.insert(*edge);
                if Some(*to) != line.head() && corners.insert(*to) {
                    open.push(*to);
                }
            }
        }
        let at_end = line.head().is_some_and(|head| panel.ends.contains_key(&head));
        if rules.ends && !at_end && !panel.ends.keys().any(|end| corners.contains(end)) {
            return false;
        }
        let can_be =
            |dot: &Site| is_passed(line, dot) || corners.contains(dot) || edges.contains(dot);
        if rules.dots && !panel.dots.iter().all(can_be) {
            return false;
        }
        !rules.regions || is_happy(panel, &line.edges, &|edge| !edges.contains(edge))
    }
}

fn is_passed(line: &LineBegun, dot: &Site) -> bool {
    line.edges.contains(dot) || line.corners.contains(dot)
}

/// Returns whether all symbols are satisfied in the regions in or around which no edge can be drawn any more.
/// If that takes too long, it counts as satisfied.
fn is_happy(panel: &Panel, line: &BTreeSet<Site>, settled: &dyn Fn(&Site) -> bool) -> bool {
    let mut closed = panel.clone();
    // Dots are a separate rule, except for those that an eraser may remove.
    let erases = panel.pieces.values().any(|piece| matches!(piece, PanelSymbol::Eraser(_)));
    if !erases {
        closed.dots.clear();
    }
    for region in panel.regions(line) {
        let done = region
            .iter()
            .all(|cell| sides(*cell).iter().all(|edge| line.contains(edge) || settled(edge)));
        if !done {
            region.iter().for_each(|cell| _ = closed.pieces.remove(cell));
            let apart = |dot: &Site| !region.iter().any(|cell| judge::touches(*cell, *dot));
            closed.dots.retain(apart);
        }
    }
    match judge::unsatisfied(&closed, line, JudgePatience::default()) {
        Ok(unhappy) => unhappy.is_empty(),
        Err(_) => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::panel::vertex;
    use foolproof_level::{Board, Level};

    fn never() -> bool {
        false
    }

    /// A panel of one cell: from the bottom left to the top right, over the top or along the bottom.
    fn small() -> Level {
        Level::open("witness", Board { cols: 1, rows: 1, tray: 0 })
    }

    fn line(edges: &[&str]) -> Play {
        Play(
            edges
                .iter()
                .map(|edge| (edge.parse().expect("an edge"), "line".parse().expect("a mark")))
                .collect(),
        )
    }

    /// By hand: two ways from the start. Over the top the line reaches the end without a choice, where it may
    /// stop or continue down: 1 + 0 + 1 bits.
    #[test]
    fn the_bits_of_a_panel_that_one_can_count() {
        let over = line(&["vedge(0,0)", "hedge(0,0)"]);
        let panel = Panel::of(&small());
        let bits = |rules| entropy(&panel, std::slice::from_ref(&over), rules, &never);
        assert_eq!(bits(PanelRules::NONE), Some(2.0));
        // From the end the line can only run into the start: the next corner does not lead to an end.
        let ends = PanelRules { ends: true, ..PanelRules::NONE };
        assert_eq!(bits(ends), Some(1.0));
    }

    #[test]
    fn a_dot_and_a_triangle_rule_out_the_other_way() {
        let along = line(&["hedge(0,1)", "vedge(1,0)"]);
        let mut level = small();
        level.paint(vertex(1, 1), "dot".parse().ok());
        let panel = Panel::of(&level);
        let dots = PanelRules { dots: true, ..PanelRules::NONE };
        let bits =
            |panel: &Panel, rules| entropy(panel, std::slice::from_ref(&along), rules, &never);
        let uninformed = bits(&panel, PanelRules::NONE).expect("a line");
        // Over the top the dot can still be reached round the corner, so that way stays; stopping is known.
        assert!(bits(&panel, dots).expect("a line") <= uninformed);
        assert_eq!(bits(&panel, PanelRules::ALL), Some(1.0));
    }

    #[test]
    fn more_rules_never_leave_more_to_guess() {
        let game: &dyn foolproof_game::Game = &crate::about::Witness;
        let pack = foolproof_level::Pack::from_json(&game.sample()).expect("a pack");
        let mut informed = 0;
        for level in &pack.levels {
            let panel = Panel::of(level);
            let Some(play) = &level.intended else { continue };
            let bits = |rules| entropy(&panel, std::slice::from_ref(play), rules, &never);
            let Some(none) = bits(PanelRules::NONE) else { continue };
            for (ends, dots, regions) in
                [(true, false, false), (false, true, false), (false, false, true)]
            {
                let some = bits(PanelRules { ends, dots, regions }).expect("bits");
                let all = bits(PanelRules::ALL).expect("bits");
                assert!(all <= some && some <= none, "{}: {all} {some} {none}", level.title);
                informed += usize::from(some < none);
            }
        }
        assert!(informed > 5, "rules say something {informed} times");
    }
}
