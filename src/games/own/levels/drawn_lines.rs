//! Plays drawn without the solver: lines that cover a board, and chains of all numbers.

use std::collections::{BTreeMap, BTreeSet};

use fastrand::Rng;

use crate::levels::frames::{edge_between, inner_cells, neighbours};
use crate::reading::generation::NUMBER;
use foolproof_game::{OutsideClues, PartOfPlay};
use foolproof_level::{Level, Mark, Place, Play, Site};

/// Lines over all cells. No line touches itself, since it could take a shortcut there.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    /// The mark on the edges that lines cross.
    pub mark: Mark,
    /// Minimum number of cells in a line.
    pub least: usize,
}

/// A chain through all cells.
#[derive(Clone, Debug)]
pub(crate) enum Chain {
    /// A mark on each cell, with `{1}` for its number. Consecutive cells share a side or a corner.
    Numbers(String),
    /// A mark on each edge that is crossed.
    Path(Mark),
}

/// Number of moves of line ends: per cell for a whole board, and in total near a site.
const MOVES_A_CELL: usize = 60;
const MOVES_NEAR: usize = 120;
/// Number of moves of a chain's end, per cell, before the attempt is given up.
const STEPS_A_CELL: usize = 200;
/// Number of further moves per cell once a path covers all cells; else it would run along the rim too often.
const MIXED_A_CELL: usize = 20;

impl Lines {
    pub(crate) fn drawn(&self, level: &Level, outside: OutsideClues, rng: &mut Rng) -> Play {
        let cells = inner_cells(level, outside);
        let mut lines = straight_lines(level, &cells, rng.bool());
        for _ in 0..MOVES_A_CELL * cells.len() {
            self.hand_over(&mut lines, |_| true, rng);
        }
        self.play(&lines)
    }

    /// Redraws the ends of lines near a site; `None` if nothing changes.
    pub(crate) fn redrawn(&self, again: &PartOfPlay<'_>, rng: &mut Rng) -> Option<Play> {
        let mut lines = self.lines_of(again.play);
        let is_near = |cell: Site| cell.distance(again.middle) <= again.reach;
        for _ in 0..MOVES_NEAR {
            self.hand_over(&mut lines, is_near, rng);
        }
        let play = self.play(&lines);
        (play != *again.play).then_some(play)
    }

    /// Lets a line take the last cell of an adjacent one that ends there.
    fn hand_over(&self, lines: &mut [Vec<Site>], may: impl Fn(Site) -> bool, rng: &mut Rng) {
        let mut order: Vec<usize> = (0..lines.len()).collect();
        rng.shuffle(&mut order);
        let [taker, giver, ..] = order[..] else { return };
        let Ok([taker, giver]) = lines.get_disjoint_mut([taker, giver]) else { return };
        if rng.bool() {
            taker.reverse();
        }
        if rng.bool() {
            giver.reverse();
        }
        let (Some(end), Some(cell)) = (taker.last().copied(), giver.last().copied()) else {
            return;
        };
        let others = taker.iter().filter(|other| **other != end);
        let fits = giver.len() > self.least
            && may(cell)
            && neighbours(end).any(|next| next == cell)
            && !neighbours(cell).any(|next| others.clone().any(|other| *other == next));
        if fits {
            giver.pop();
            taker.push(cell);
        }
    }

    fn play(&self, lines: &[Vec<Site>]) -> Play {
        lines.iter().flat_map(|line| crossing(line, &self.mark)).collect()
    }

    /// Returns the lines of a play, from end to end.
    fn lines_of(&self, play: &Play) -> Vec<Vec<Site>> {
        let mut beside: BTreeMap<Site, Vec<Site>> = BTreeMap::new();
        for (edge, _) in play.iter().filter(|(_, mark)| **mark == self.mark) {
            let Some([one, other]) = cells_beside(edge) else { continue };
            beside.entry(one).or_default().push(other);
            beside.entry(other).or_default().push(one);
        }
        let ends: Vec<Site> =
            beside.iter().filter(|(_, next)| next.len() == 1).map(|(cell, _)| *cell).collect();
        let mut seen = BTreeSet::new();
        let mut lines = Vec::new();
        for end in ends {
            let (mut line, mut next) = (Vec::new(), Some(end));
            while let Some(cell) = next.filter(|cell| seen.insert(*cell)) {
                line.push(cell);
                next = beside.get(&cell).into_iter().flatten().copied().find(|c| !seen.contains(c));
            }
            if !line.is_empty() {
                lines.push(line);
            }
        }
        lines
    }
}

/// Returns the cells on both sides of an edge.
pub(crate) fn cells_beside(edge: Site) -> Option<[Site; 2]> {
    let Site { place, col, row } = edge;
    let before = match place {
        Place::VEdge => Site::cell(col.checked_sub(1)?, row),
        _ => Site::cell(col, row.checked_sub(1)?),
    };
    Some([before, Site::cell(col, row)])
}

/// Returns rows or columns of cells, cut at marks of the level.
fn straight_lines(level: &Level, cells: &[Site], in_rows: bool) -> Vec<Vec<Site>> {
    let mut cells = cells.to_vec();
    if !in_rows {
        cells.sort_by_key(|cell| (cell.col, cell.row));
    }
    let mut lines: Vec<Vec<Site>> = Vec::new();
    for cell in cells.into_iter().filter(|cell| level.mark(*cell).is_none()) {
        match lines.last_mut() {
            Some(line) if line.last().is_some_and(|last| neighbours(*last).any(|n| n == cell)) => {
                line.push(cell);
            }
            _ => lines.push(vec![cell]),
        }
    }
    lines
}

impl Chain {
    /// Draws a chain over all cells without a mark; `None` if none was found.
    pub(crate) fn drawn(
        &self,
        level: &Level,
        outside: OutsideClues,
        rng: &mut Rng,
    ) -> Option<Play> {
        let cells = inner_cells(level, outside);
        let cells: BTreeSet<Site> =
            cells.into_iter().filter(|cell| level.mark(*cell).is_none()).collect();
        let mut free = cells.clone();
        let first = rng.choice(&cells).copied()?;
        free.remove(&first);
        let mut chain = vec![first];
        for _ in 0..STEPS_A_CELL * cells.len() {
            if free.is_empty() {
                break;
            }
            if rng.u8(..8) == 0 {
                chain.reverse();
            }
            let end = *chain.last()?;
            let around = |cell: Site| self.next_to(cell).filter(|next| free.contains(next)).count();
            let open: Vec<Site> = self.next_to(end).filter(|next| free.contains(next)).collect();
            // Cells with few continuations come first, or they would be left over.
            let fewest = open.iter().map(|cell| around(*cell)).min();
            let narrow: Vec<Site> =
                open.into_iter().filter(|cell| Some(around(*cell)) == fewest).collect();
            if let Some(next) = rng.choice(&narrow).copied() {
                free.remove(&next);
                chain.push(next);
            } else {
                self.turn_end(&mut chain, rng)?;
            }
        }
        if !free.is_empty() {
            return None;
        }
        if let Self::Path(_) = self {
            for _ in 0..MIXED_A_CELL * chain.len() {
                if rng.bool() {
                    chain.reverse();
                }
                self.turn_end(&mut chain, rng)?;
            }
        }
        self.play(&chain)
    }

    /// Lets the end step onto the chain, which is then cut after that cell.
    fn turn_end(&self, chain: &mut [Site], rng: &mut Rng) -> Option<()> {
        let end = *chain.last()?;
        let held: Vec<usize> = self
            .next_to(end)
            .filter_map(|next| chain.iter().position(|cell| *cell == next))
            .collect();
        let at = *rng.choice(&held)?;
        chain.get_mut(at + 1..)?.reverse();
        Some(())
    }

    /// Returns the cells that may come before or after a cell.
    fn next_to(&self, cell: Site) -> impl Iterator<Item = Site> {
        let by_side = matches!(self, Self::Path(_));
        touching(cell).filter(move |next| !by_side || next.col == cell.col || next.row == cell.row)
    }

    fn play(&self, chain: &[Site]) -> Option<Play> {
        match self {
            Self::Numbers(text) => {
                let mark = |number: usize| text.replace(NUMBER, &number.to_string()).parse().ok();
                chain.iter().zip(1..).map(|(cell, number)| Some((*cell, mark(number)?))).collect()
            }
            Self::Path(mark) => Some(crossing(chain, mark).collect()),
        }
    }
}

/// Returns a mark on each edge that a line crosses.
fn crossing<'a>(line: &'a [Site], mark: &'a Mark) -> impl Iterator<Item = (Site, Mark)> + 'a {
    let steps = line.iter().zip(line.iter().skip(1));
    steps.map(|(one, next)| (edge_between(*one, *next), mark.clone()))
}

/// Returns the neighbours of a cell, including diagonal ones.
fn touching(cell: Site) -> impl Iterator<Item = Site> {
    let cols = cell.col.saturating_sub(1)..=cell.col + 1;
    let rows = cell.row.saturating_sub(1)..=cell.row + 1;
    let cells = rows.flat_map(move |row| cols.clone().map(move |col| Site::cell(col, row)));
    cells.filter(move |other| *other != cell)
}

#[cfg(test)]
mod tests {
    use super::*;
    use foolproof_level::Board;

    fn level() -> Level {
        Level::open("any", Board { cols: 8, rows: 7, tray: 0 })
    }

    fn lines() -> Lines {
        Lines { mark: "line".parse().expect("a mark"), least: 3 }
    }

    /// Lines cover all cells, and only consecutive cells of a line are adjacent.
    fn check(found: &[Vec<Site>], seed: u64) {
        let covered: BTreeSet<Site> = found.iter().flatten().copied().collect();
        assert_eq!(covered, level().board.cells().collect(), "seed {seed}");
        for line in found {
            assert!(line.len() >= 3, "seed {seed}");
            for cell in line {
                let beside = neighbours(*cell).filter(|next| line.contains(next)).count();
                let is_end = [line.first(), line.last()].contains(&Some(cell));
                assert_eq!(beside, if is_end { 1 } else { 2 }, "seed {seed}: {cell}");
            }
        }
    }

    #[test]
    fn lines_cover_the_board_and_keep_away_from_themselves() {
        for seed in 0..20 {
            let mut rng = Rng::with_seed(seed);
            let play = lines().drawn(&level(), OutsideClues::NONE, &mut rng);
            check(&lines().lines_of(&play), seed);
        }
    }

    #[test]
    fn lines_that_are_drawn_again_differ_near_the_site() {
        let mut redrawn = 0;
        for seed in 0..20 {
            let mut rng = Rng::with_seed(seed);
            let play = lines().drawn(&level(), OutsideClues::NONE, &mut rng);
            let again = PartOfPlay::near(&play, Site::cell(3, 3), 4);
            let Some(new) = lines().redrawn(&again, &mut rng) else { continue };
            redrawn += 1;
            check(&lines().lines_of(&new), seed);
            let far = |edge: &Site| edge.distance(again.middle) > again.reach + 2;
            let of = |play: &Play| {
                play.iter().map(|(edge, _)| edge).filter(far).collect::<BTreeSet<Site>>()
            };
            assert_eq!(of(&play), of(&new), "seed {seed}");
        }
        assert!(redrawn > 5, "{redrawn} of 20");
    }

    #[test]
    fn a_chain_visits_each_free_cell_once() {
        let chain = Chain::Numbers("{1}".to_owned());
        let mut level = level();
        for cell in [Site::cell(0, 3), Site::cell(4, 4), Site::cell(7, 0)] {
            level.paint(cell, "wall".parse().ok());
        }
        for seed in 0..20 {
            let mut rng = Rng::with_seed(seed);
            let play = chain.drawn(&level, OutsideClues::NONE, &mut rng).expect("a chain");
            let at = |n: usize| {
                play.iter().find(|(_, mark)| mark.as_str() == n.to_string()).map(|(site, _)| site)
            };
            let cells: Vec<Site> = (1..=53).map(|n| at(n).expect("each number")).collect();
            assert!(cells.iter().all(|cell| level.mark(*cell).is_none()), "seed {seed}");
            for (one, next) in cells.iter().zip(cells.iter().skip(1)) {
                assert!(touching(*one).any(|cell| cell == *next), "seed {seed}: {one} to {next}");
            }
        }
    }

    #[test]
    fn a_path_goes_through_all_cells_side_by_side() {
        let mark: Mark = "line".parse().expect("a mark");
        let path = Chain::Path(mark.clone());
        let reader = Lines { mark, least: 2 };
        let mut seen = BTreeSet::new();
        for seed in 0..20 {
            let mut rng = Rng::with_seed(seed);
            let play = path.drawn(&level(), OutsideClues::NONE, &mut rng).expect("a path");
            let found = reader.lines_of(&play);
            assert_eq!(found.len(), 1, "seed {seed}");
            let cells: BTreeSet<Site> = found.iter().flatten().copied().collect();
            assert_eq!(cells.len(), 56, "seed {seed}");
            seen.insert(found);
        }
        assert_eq!(seen.len(), 20);
    }
}
