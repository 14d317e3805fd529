//! Moves the walls of rooms near a site, while the play stays.

use std::collections::BTreeMap;

use fastrand::Rng;

use crate::levels::frames::{
    REDRAWN, Rooms, ShownRooms, hangs_together, inner_cells, neighbours, walls_of, with_walls_round,
};
use foolproof_game::{OutsideClues, PartOfPlay};
use foolproof_level::{Level, Play, Site};

/// Maximum number of cells that change rooms at once.
const MAX_MOVED: usize = 3;

/// Returns a level in which a few cells near a site have moved to adjacent rooms. Cells with a mark of the play
/// stay, so that most rooms keep their part of the play.
pub(crate) fn moved_walls(
    level: &Level,
    outside: OutsideClues,
    rooms: &Rooms,
    part: &PartOfPlay<'_>,
    rng: &mut Rng,
) -> Option<Level> {
    let ShownRooms::Walls(wall) = &rooms.shown else { return None };
    let cells = inner_cells(level, outside);
    let mut moving = MovingWalls::of(rooms, &cells, &walls_of(level, wall));
    moving.move_near(&cells, part, rng)?;
    with_walls_round(level, wall, &cells, &moving.room_of)
}

/// Rooms during the moves of their cells.
struct MovingWalls<'a> {
    rooms: &'a Rooms,
    /// The number of each cell's room.
    room_of: BTreeMap<Site, usize>,
}

impl<'a> MovingWalls<'a> {
    fn of(rooms: &'a Rooms, cells: &[Site], walls_now: &Play) -> Self {
        let mut room_of: BTreeMap<Site, usize> = BTreeMap::new();
        for (n, room) in rooms.rooms_of(cells, walls_now).into_iter().enumerate() {
            room_of.extend(room.into_iter().map(|cell| (cell, n)));
        }
        Self { rooms, room_of }
    }

    /// Moves a cell to an adjacent room, if both rooms then have valid sizes and stay connected. Returns
    /// its previous room.
    fn move_cell(&mut self, cell: Site, rng: &mut Rng) -> Option<usize> {
        let beside: Vec<usize> =
            neighbours(cell).filter_map(|next| self.room_of.get(&next).copied()).collect();
        let to = rng.choice(&beside).copied()?;
        let from = self.room_of.insert(cell, to)?;
        let size = |name: usize| self.room_of.values().filter(|room| **room == name).count();
        let fits = from != to && size(from) >= self.rooms.least && size(to) <= self.rooms.most;
        if fits && hangs_together(&self.room_of, from) {
            return Some(from);
        }
        self.room_of.insert(cell, from);
        None
    }

    /// Moves a few cells near a site; `None` if none is free.
    fn move_near(&mut self, cells: &[Site], part: &PartOfPlay<'_>, rng: &mut Rng) -> Option<()> {
        let is_free = |cell: &&Site| {
            cell.distance(part.middle) <= part.reach && part.play.get(**cell).is_none()
        };
        let near: Vec<Site> = cells.iter().filter(is_free).copied().collect();
        let (wanted, mut moved) = (rng.usize(1..=MAX_MOVED), 0);
        for _ in 0..REDRAWN {
            let cell = *rng.choice(&near)?;
            moved += usize::from(self.move_cell(cell, rng).is_some());
            if moved == wanted {
                break;
            }
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::levels::frames::draw_rooms;
    use foolproof_level::Board;

    const OUTSIDE: OutsideClues = OutsideClues::NONE;

    fn rooms() -> Rooms {
        let shown = ShownRooms::Walls("wall".parse().expect("a mark"));
        Rooms { shown, least: 3, most: 6, rectangles: false, unlike: false }
    }

    /// Returns a level cut into rooms, and its cells.
    fn cut() -> (Level, Vec<Site>) {
        let mut level = Level::open("any", Board { cols: 7, rows: 7, tray: 0 });
        draw_rooms(&mut level, OUTSIDE, &rooms(), &mut Rng::with_seed(3));
        let cells = level.board.cells().collect();
        (level, cells)
    }

    fn rooms_in(level: &Level, cells: &[Site]) -> Vec<Vec<Site>> {
        let walls: Play = level.marks().map(|(site, mark)| (site, mark.clone())).collect();
        rooms().rooms_of(cells, &walls)
    }

    fn shaded(cells: &[Site]) -> Play {
        cells.iter().map(|cell| (*cell, "shade".parse().expect("a mark"))).collect()
    }

    #[test]
    fn walls_move_around_what_the_play_holds() {
        let (level, cells) = cut();
        let play = shaded(&[Site::cell(3, 3)]);
        let part = PartOfPlay::near(&play, Site::cell(3, 3), 4);
        let mut changed = 0;
        for seed in 0..30 {
            let moved = moved_walls(&level, OUTSIDE, &rooms(), &part, &mut Rng::with_seed(seed));
            let Some(moved) = moved else { continue };
            let (before, after) = (rooms_in(&level, &cells), rooms_in(&moved, &cells));
            assert_eq!(before.len(), after.len(), "seed {seed}: as many rooms");
            assert_ne!(before, after, "seed {seed}");
            changed += 1;
        }
        assert!(changed > 20, "{changed} of 30");
    }
}
