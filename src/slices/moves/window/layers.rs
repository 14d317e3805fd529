//! The layout of a state graph: a layer of positions for each number of moves, ordered to reduce crossing
//! edges.
//!
//! Source: the barycentre step of Sugiyama, Tagawa and Toda (1981).

use std::collections::BTreeMap;

use foolproof_game::StateGraph;

/// Number of edges above which not all are drawn at once.
const FEW: usize = 600;

/// Returns the positions of a row with those that lead to solutions in the middle: however long rows are,
/// the ways to solutions run down the picture.
fn with_solutions_amid(graph: &StateGraph, row: &[usize]) -> Vec<usize> {
    let leads_on = |number: &&usize| graph.positions.get(**number).is_some_and(|p| p.solutions > 0);
    let (alive, dead): (Vec<usize>, Vec<usize>) = row.iter().partition(leads_on);
    let (left, right) = dead.split_at(dead.len() / 2);
    [left, &alive, right].concat()
}

#[derive(Clone, Debug, Default)]
pub(crate) struct PositionLayers {
    /// Numbers of positions, from left to right, by their number of moves.
    pub rows: Vec<Vec<usize>>,
    /// Row of each position and its place there, by number.
    places: Vec<(usize, usize)>,
    /// There are few enough edges to draw them all.
    pub(crate) few_edges: bool,
}

impl PositionLayers {
    pub(crate) fn of(graph: &StateGraph) -> Self {
        let mut by_depth: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (number, position) in graph.positions.iter().enumerate() {
            by_depth.entry(position.depth).or_default().push(number);
        }
        let edges = graph.positions.iter().map(|position| position.choices.len()).sum::<usize>();
        let places = vec![(0, 0); graph.positions.len()];
        let mut layers = Self { rows: Vec::new(), places, few_edges: edges <= FEW };
        // From the left, in shares of the previous row: the sum over predecessors, and their number.
        let mut drawn = vec![(0.0_f64, 0_u32); graph.positions.len()];
        for mut row in by_depth.into_values() {
            let mean = |number: &usize| match drawn.get(*number) {
                Some((sum, n)) => sum / f64::from((*n).max(1)),
                None => 0.0,
            };
            row.sort_by(|a, b| mean(a).total_cmp(&mean(b)).then(a.cmp(b)));
            let row = with_solutions_amid(graph, &row);
            for (at, number) in row.iter().enumerate() {
                if let Some(place) = layers.places.get_mut(*number) {
                    *place = (layers.rows.len(), at);
                }
                let along = (at as f64 + 0.5) / row.len() as f64;
                let choices = graph.positions.get(*number).map_or(&[][..], |p| &p.choices);
                for to in choices.iter().filter_map(|choice| choice.to) {
                    if let Some((sum, n)) = drawn.get_mut(to) {
                        (*sum, *n) = (*sum + along, *n + 1);
                    }
                }
            }
            layers.rows.push(row);
        }
        layers
    }

    /// Returns the row of a position and its place there.
    pub(crate) fn place(&self, number: usize) -> Option<(usize, usize)> {
        self.places.get(number).copied()
    }

    /// Returns the length of the longest row.
    pub(crate) fn widest(&self) -> usize {
        self.rows.iter().map(Vec::len).max().unwrap_or(0)
    }
}
