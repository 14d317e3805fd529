//! Moves walls of rooms until they distinguish plays, so that one of these is the only solution of the level.
//!
//! In some games the rooms are the only clues: in each room a solution has the same number of marks, as in
//! LITS, or of entries, as in Double Back. A play with another number in some room is no longer a solution. It
//! is left open which play stays: if one is chosen beforehand, walls seldom suffice.

use fastrand::Rng;

use crate::levels::drawn_lines::cells_beside;
use crate::levels::frames::{
    Rooms, ShownRooms, inner_cells, neighbours, walls_of, with_walls_round,
};
use foolproof_game::{KnownPlays, OutsideClues};
use foolproof_level::{Level, Place, Play, Site};

/// Maximum number of steps. Each moves a cell to another room.
const MAX_STEPS: usize = 20_000;
/// The number of moves compared at each step, and the number drawn for that.
const COMPARED: usize = 8;
const DRAWN: usize = 24;
/// One in this many steps is taken even if it improves nothing.
const ONE_IN: u32 = 3;

/// Returns a level with other walls that few of the known plays can solve, if possible only one. `None` if its
/// solutions have no number in common that distinguishes plays, or no wall can move.
pub(crate) fn telling_walls(
    level: &Level,
    outside: OutsideClues,
    rooms: &Rooms,
    known: &KnownPlays<'_>,
    rng: &mut Rng,
) -> Option<Level> {
    let ShownRooms::Walls(wall) = &rooms.shown else { return None };
    let cells = inner_cells(level, outside);
    let mut telling = TellingRooms::of(rooms, &cells, &walls_of(level, wall));
    let common = telling.common(known.solving)?;
    telling.plays = known.all.iter().map(|play| telling.told(play, common)).collect();
    telling.tell_apart(common, rng);
    let room_of = cells.iter().copied().zip(telling.room.iter().copied()).collect();
    with_walls_round(level, wall, &cells, &room_of)
}

/// The marks that are counted: all rooms have the same number of them in a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Counted {
    /// Cells that hold a mark.
    Cells,
    /// Edges around the room that hold a mark, for example where a line crosses them.
    Borders,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Common {
    counted: Counted,
    number: i32,
}

/// A move of a cell from one room to another.
#[derive(Clone, Copy, Debug)]
struct Crossing {
    cell: usize,
    from: usize,
    to: usize,
}

/// A play, with the marks counted in rooms.
struct ToldPlay {
    /// By cell: flags for the cell itself, and for the edges to its neighbours.
    cells: Vec<bool>,
    edges: Vec<[bool; 4]>,
    /// Counts by room.
    counts: Vec<i32>,
    /// Number of rooms whose count differs from that of a solution.
    misfits: usize,
    /// Grows while the play is not ruled out.
    weight: u64,
}

/// Rooms of numbered cells, and plays to distinguish.
struct TellingRooms<'a> {
    rooms: &'a Rooms,
    cells: &'a [Site],
    beside: Vec<Vec<usize>>,
    room: Vec<usize>,
    sizes: Vec<usize>,
    plays: Vec<ToldPlay>,
}

impl ToldPlay {
    fn may_solve(&self) -> bool {
        self.misfits == 0
    }

    /// Returns the change of the counts of both rooms.
    fn change(&self, rooms: &TellingRooms<'_>, crossing: Crossing) -> [i32; 2] {
        let Crossing { cell, from, to } = crossing;
        let mut change = if self.cells[cell] { [-1, 1] } else { [0, 0] };
        let edges = rooms.beside[cell].iter().zip(&self.edges[cell]);
        for (other, _) in edges.filter(|(_, counts)| **counts) {
            // An edge within a room is not a border.
            let of_edge = match rooms.room[*other] {
                other if other == from => [1, 1],
                other if other == to => [-1, -1],
                _ => [-1, 1],
            };
            change = [change[0] + of_edge[0], change[1] + of_edge[1]];
        }
        change
    }

    /// Returns the number of misfits after a move.
    fn misfits_after(&self, rooms: &TellingRooms<'_>, crossing: Crossing, common: Common) -> usize {
        let change = self.change(rooms, crossing);
        let counts = [self.counts[crossing.from], self.counts[crossing.to]];
        let misfits = |counts: [i32; 2]| counts.iter().filter(|n| **n != common.number).count();
        self.misfits + misfits([counts[0] + change[0], counts[1] + change[1]]) - misfits(counts)
    }
}

impl<'a> TellingRooms<'a> {
    fn of(rooms: &'a Rooms, cells: &'a [Site], walls_now: &Play) -> Self {
        let at = |cell: &Site| number_of(cells, cell);
        let beside = cells.iter().map(|cell| neighbours(*cell).filter_map(|next| at(&next)));
        let beside = beside.map(Iterator::collect).collect();
        let (mut room, mut sizes) = (vec![0; cells.len()], Vec::new());
        for (name, of_room) in rooms.rooms_of(cells, walls_now).into_iter().enumerate() {
            of_room.iter().filter_map(at).for_each(|cell| room[cell] = name);
            sizes.push(of_room.len());
        }
        Self { rooms, cells, beside, room, sizes, plays: Vec::new() }
    }

    /// Returns the marks whose number is the same in all rooms and all of these plays.
    fn common(&self, solving: &[Play]) -> Option<Common> {
        [Counted::Cells, Counted::Borders].into_iter().find_map(|counted| {
            let told = |play| self.told(play, Common { counted, number: 0 }).counts;
            let mut counts = solving.iter().flat_map(told);
            let number = counts.next().filter(|number| *number > 0)?;
            counts.all(|other| other == number).then_some(Common { counted, number })
        })
    }

    fn told(&self, play: &Play, common: Common) -> ToldPlay {
        let mut cells = vec![false; self.cells.len()];
        let mut edges = vec![[false; 4]; self.cells.len()];
        let mut counts = vec![0; self.sizes.len()];
        for (site, _) in play.iter() {
            if common.counted == Counted::Cells {
                let Some(cell) = self.at(&site) else { continue };
                cells[cell] = true;
                counts[self.room[cell]] += 1;
                continue;
            }
            let edge = Some(site).filter(|site| matches!(site.place, Place::VEdge | Place::HEdge));
            let sides = edge.and_then(cells_beside).map(|sides| sides.map(|cell| self.at(&cell)));
            let Some([Some(one), Some(other)]) = sides else { continue };
            for (cell, next) in [(one, other), (other, one)] {
                let side = self.beside[cell].iter().position(|beside| *beside == next);
                side.into_iter().for_each(|side| edges[cell][side] = true);
                counts[self.room[cell]] += i32::from(self.room[cell] != self.room[next]);
            }
        }
        let misfits = counts.iter().filter(|count| **count != common.number).count();
        ToldPlay { cells, edges, counts, misfits, weight: 1 }
    }

    /// Returns the number of a cell, from 0.
    fn at(&self, cell: &Site) -> Option<usize> {
        number_of(self.cells, cell)
    }

    /// Moves walls until a single play may solve the level, or the maximum of moves is reached.
    fn tell_apart(&mut self, common: Common, rng: &mut Rng) {
        for _ in 0..MAX_STEPS {
            let open: Vec<usize> =
                (0..self.plays.len()).filter(|n| self.plays[*n].may_solve()).collect();
            let [Some(one), Some(other)] = [rng.choice(&open), rng.choice(&open)] else { return };
            if open.len() == 1 {
                return;
            }
            if one == other {
                continue;
            }
            let now: u64 = open.iter().map(|n| self.plays[*n].weight).sum();
            let differing = self.differing(*one, *other);
            let compared = (0..DRAWN).filter_map(|_| self.crossing(*rng.choice(&differing)?, rng));
            let compared: Vec<Crossing> = compared.take(COMPARED).collect();
            let weighed =
                compared.into_iter().filter_map(|it| Some((self.weight_after(it, common)?, it)));
            match weighed.min_by_key(|(weight, _)| *weight) {
                Some((weight, crossing)) if weight < now => self.cross(crossing, common),
                _ => {
                    open.iter().for_each(|n| self.plays[*n].weight += 1);
                    self.cross_anywhere(common, rng);
                }
            }
        }
    }

    /// Returns the cells that differ between two plays.
    fn differing(&self, one: usize, other: usize) -> Vec<usize> {
        let (one, other) = (&self.plays[one], &self.plays[other]);
        let differs = |cell: &usize| {
            one.cells[*cell] != other.cells[*cell] || one.edges[*cell] != other.edges[*cell]
        };
        (0..self.cells.len()).filter(differs).collect()
    }

    /// Returns a random adjacent room that a cell may move to: both rooms then have valid sizes, and the one
    /// that it leaves stays connected.
    fn crossing(&self, cell: usize, rng: &mut Rng) -> Option<Crossing> {
        let (from, to) = (self.room[cell], self.room[*rng.choice(&self.beside[cell])?]);
        let fits = from != to
            && self.sizes[from] > self.rooms.least
            && self.sizes[to] < self.rooms.most
            && self.hangs_together_without(cell);
        fits.then_some(Crossing { cell, from, to })
    }

    fn hangs_together_without(&self, cell: usize) -> bool {
        let room = self.room[cell];
        let is_in = |other: &usize| *other != cell && self.room[*other] == room;
        let mut next: Vec<usize> =
            self.beside[cell].iter().copied().find(is_in).into_iter().collect();
        let (mut seen, mut found) = (vec![false; self.cells.len()], 0);
        while let Some(at) = next.pop() {
            if !std::mem::replace(&mut seen[at], true) {
                found += 1;
                next.extend(self.beside[at].iter().copied().filter(is_in));
            }
        }
        found + 1 == self.sizes[room]
    }

    /// Returns the total weight of the plays that may solve the level after a move; `None` if none does.
    fn weight_after(&self, crossing: Crossing, common: Common) -> Option<u64> {
        let may = |play: &&ToldPlay| play.misfits_after(self, crossing, common) == 0;
        let weight: u64 = self.plays.iter().filter(may).map(|play| play.weight).sum();
        (weight > 0).then_some(weight)
    }

    fn cross_anywhere(&mut self, common: Common, rng: &mut Rng) {
        if rng.u32(..ONE_IN) == 0
            && let Some(crossing) = self.crossing(rng.usize(..self.cells.len()), rng)
            && self.weight_after(crossing, common).is_some()
        {
            self.cross(crossing, common);
        }
    }

    fn cross(&mut self, crossing: Crossing, common: Common) {
        let mut plays = std::mem::take(&mut self.plays);
        for play in &mut plays {
            play.misfits = play.misfits_after(self, crossing, common);
            let change = play.change(self, crossing);
            play.counts[crossing.from] += change[0];
            play.counts[crossing.to] += change[1];
        }
        self.plays = plays;
        self.room[crossing.cell] = crossing.to;
        self.sizes[crossing.from] -= 1;
        self.sizes[crossing.to] += 1;
    }
}

/// Returns the index of a cell of a board, in row order.
fn number_of(cells: &[Site], cell: &Site) -> Option<usize> {
    let in_rows = |cell: &Site| (cell.place, cell.row, cell.col);
    cells.binary_search_by_key(&in_rows(cell), in_rows).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use foolproof_level::Board;

    const OUTSIDE: OutsideClues = OutsideClues::NONE;

    fn rooms() -> Rooms {
        let shown = ShownRooms::Walls("wall".parse().expect("a mark"));
        Rooms { shown, least: 3, most: 9, rectangles: false, unlike: false }
    }

    /// Two rooms of six cells each, side by side.
    fn halves() -> Level {
        let mut level = Level::open("any", Board { cols: 6, rows: 2, tray: 0 });
        for row in 0..2 {
            level.paint(Site { place: Place::VEdge, col: 3, row }, rooms().example());
        }
        level
    }

    fn play(sites: &[Site], mark: &str) -> Play {
        sites.iter().map(|site| (*site, mark.parse().expect("a mark"))).collect()
    }

    /// Returns the number of a play's cells in each room.
    fn cells_in_rooms(level: &Level, play: &Play) -> Vec<usize> {
        let cells: Vec<Site> = level.board.cells().collect();
        let walls: Play = level.marks().map(|(site, mark)| (site, mark.clone())).collect();
        let held = |room: Vec<Site>| room.iter().filter(|cell| play.get(**cell).is_some()).count();
        rooms().rooms_of(&cells, &walls).into_iter().map(held).collect()
    }

    #[test]
    fn walls_move_until_one_play_is_left() {
        let level = halves();
        let columns = [(0, 5), (1, 5), (2, 5), (2, 3)];
        let plays = columns.map(|(a, b)| play(&[Site::cell(a, 0), Site::cell(b, 1)], "shade"));
        let known = KnownPlays { solving: &plays, all: &plays };
        for seed in 0..20 {
            let mut rng = Rng::with_seed(seed);
            // With one mark in each room, a single play remains only if both rooms are redrawn.
            let moved = telling_walls(&level, OUTSIDE, &rooms(), &known, &mut rng);
            let Some(moved) = moved else { panic!("seed {seed}: no wall has moved") };
            let fits = |play: &&Play| cells_in_rooms(&moved, play) == [1, 1];
            let left = plays.iter().filter(fits).count();
            assert!((1..plays.len()).contains(&left), "seed {seed}: {left} are left");
        }
    }

    #[test]
    fn lines_are_told_apart_by_how_often_they_enter() {
        let level = halves();
        let crossed = |row| Site { place: Place::VEdge, col: 3, row };
        let inside = |col, row| Site { place: Place::VEdge, col, row };
        let one = play(&[crossed(0), inside(2, 1)], "line");
        let other = play(&[crossed(1), inside(1, 0)], "line");
        let plays = [one, other];
        let known = KnownPlays { solving: &plays, all: &plays };
        for seed in 0..20 {
            let mut rng = Rng::with_seed(seed);
            let moved = telling_walls(&level, OUTSIDE, &rooms(), &known, &mut rng);
            let moved = moved.expect("other walls");
            let entered = |play: &&Play| {
                play.iter().filter(|(edge, _)| moved.mark(*edge).is_some()).count() == 1
            };
            assert_eq!(plays.iter().filter(entered).count(), 1, "seed {seed}");
        }
    }

    #[test]
    fn nothing_is_told_where_rooms_have_nothing_in_common() {
        let plays = [play(&[Site::cell(0, 0)], "shade"), play(&[Site::cell(5, 0)], "shade")];
        let known = KnownPlays { solving: &plays, all: &plays };
        let rng = &mut Rng::with_seed(1);
        assert_eq!(telling_walls(&halves(), OUTSIDE, &rooms(), &known, rng), None);
    }
}
