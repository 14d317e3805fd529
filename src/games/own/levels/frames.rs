//! Parts of a new level that no play determines: walls of rooms, and marks strewn over the board.

use std::collections::{BTreeMap, BTreeSet};

use fastrand::Rng;

use crate::reading::form::GameForm;
use crate::reading::generation::NUMBER;
use crate::rules::statements::{RuleStatement, statements};
use foolproof_game::{OutsideClues, PartOfPlay};
use foolproof_level::{Level, Mark, Place, Play, Site};

/// Rules that draw rooms with the solver.
const DRAWN_ROOMS: &str = include_str!("../../../../encodings/drawn_rooms.lp");
/// Returns the names that those rules use from other modules.
pub(crate) fn asked_by_drawn_rooms() -> Vec<String> {
    let all = statements(DRAWN_ROOMS);
    let asked = all.iter().flat_map(RuleStatement::atoms).map(|atom| atom.name.clone());
    let is_own =
        |name: &String| all.iter().any(|one| one.heads.iter().any(|head| head.name == *name));
    asked.filter(|name| !is_own(name)).collect()
}

/// Maximum distance of a room's cells from its first cell, in small rooms and in others. Greater distances slow
/// the solver down.
const FARTHEST: [usize; 2] = [3, 4];
/// Maximum number of cells of a small room.
const SMALL: usize = 12;

/// The marks that show rooms on a board.
#[derive(Clone, Debug)]
pub(crate) enum ShownRooms {
    /// A mark on the edges between them.
    Walls(Mark),
    /// A mark on each of their cells, with `{1}` for the number of cells.
    Sizes(String),
}

/// Rooms that are drawn at random.
#[derive(Clone, Debug)]
pub(crate) struct Rooms {
    pub shown: ShownRooms,
    /// Minimum and maximum number of cells in a room.
    pub least: usize,
    pub most: usize,
    pub rectangles: bool,
    /// Adjacent rooms must differ in size.
    pub unlike: bool,
}

/// Marks to strew over the cells.
#[derive(Clone, Debug)]
pub(crate) struct Strewn {
    /// Marks to choose from, one for each cell.
    pub marks: Vec<Mark>,
    /// Share of the cells to cover, from 0 to 1.
    pub share: f64,
    /// Marked cells are symmetric under half a turn of the board.
    pub symmetric: bool,
}

/// Returns the cells of a board except clue cells, row by row.
pub(crate) fn inner_cells(level: &Level, outside: OutsideClues) -> Vec<Site> {
    let cols = outside.inner_cols(level.board);
    let rows = outside.inner_rows(level.board);
    rows.flat_map(|row| cols.clone().map(move |col| Site::cell(col, row))).collect()
}

/// Strews marks over the cells of a level, each in its layer, unless the level already has such marks.
pub(crate) fn strew(level: &mut Level, form: &GameForm, strewn: &Strewn, rng: &mut Rng) {
    if level.marks().any(|(_, mark)| strewn.marks.contains(mark)) {
        return;
    }
    let cells = inner_cells(level, form.outside_clues());
    let mut order: Vec<usize> = (0..cells.len()).collect();
    rng.shuffle(&mut order);
    let wanted = (strewn.share * cells.len() as f64).round() as usize;
    let mut taken = BTreeSet::new();
    for at in order {
        if taken.len() >= wanted {
            break;
        }
        taken.insert(at);
        if strewn.symmetric {
            taken.insert(cells.len() - 1 - at);
        }
    }
    for cell in taken.into_iter().filter_map(|at| cells.get(at)) {
        let Some(mark) = rng.choice(&strewn.marks) else { continue };
        let site = form.in_layer(*cell, mark);
        if level.mark(site).is_none() {
            level.paint(site, Some(mark.clone()));
        }
    }
}

/// Divides a level into rooms, unless it already has walls.
pub(crate) fn draw_rooms(level: &mut Level, outside: OutsideClues, rooms: &Rooms, rng: &mut Rng) {
    let ShownRooms::Walls(wall) = &rooms.shown else { return };
    if level.marks().any(|(_, mark)| mark == wall) {
        return;
    }
    let cells = inner_cells(level, outside);
    let room_of = rooms.drawn(&cells, rng);
    for edge in walls(&cells, &room_of) {
        level.paint(edge, Some(wall.clone()));
    }
}

pub(crate) fn walls_of(level: &Level, wall: &Mark) -> Play {
    level.marks().filter(|(_, mark)| *mark == wall).map(|(site, m)| (site, m.clone())).collect()
}

/// Returns the level with walls around these rooms instead of its own; `None` if nothing changes.
pub(crate) fn with_walls_round(
    level: &Level,
    wall: &Mark,
    cells: &[Site],
    room_of: &BTreeMap<Site, usize>,
) -> Option<Level> {
    let mut new = level.clone();
    walls_of(level, wall).iter().for_each(|(site, _)| new.paint(site, None));
    walls(cells, room_of).for_each(|edge| new.paint(edge, Some(wall.clone())));
    (new != *level).then_some(new)
}

/// Returns the rules that draw rooms along with a play; `None` if the level already has walls, or the solver
/// cannot draw such rooms.
pub(crate) fn open_rooms(level: &Level, rooms: &Rooms, wall: &Mark) -> Option<String> {
    let can_be_drawn =
        matches!(rooms.shown, ShownRooms::Walls(_)) && !rooms.rectangles && !rooms.unlike;
    if !can_be_drawn || level.marks().any(|(_, mark)| mark == wall) {
        return None;
    }
    let Rooms { least, most, .. } = rooms;
    let reach = (most - 1).min(FARTHEST[usize::from(*most > SMALL)]);
    // Many rooms allow few solutions.
    let many = 2 * level.board.cells().count() / (least + most);
    let sizes = format!("__size({least},{most}). __reach({reach}). __many({many}).");
    Some(format!("{DRAWN_ROOMS}{sizes} __wall({wall}).\n"))
}

/// Draws a play whose marks show rooms; `None` if no rooms of the wanted sizes were found.
pub(crate) fn play_of_rooms(
    level: &Level,
    outside: OutsideClues,
    rooms: &Rooms,
    rng: &mut Rng,
) -> Option<Play> {
    let cells = inner_cells(level, outside);
    if rooms.rectangles {
        return Some(rooms.play(&cells, &rectangles(&cells, rooms, rng)));
    }
    (0..REDRAWN).find_map(|_| {
        let room_of = grown(&cells, rooms, false, rng);
        Some(rooms.play(&cells, &rooms.settled(room_of, &cells, rng)?))
    })
}

/// Redraws the rooms of a play near a site; `None` if no valid sizes were found, and always for rectangles.
pub(crate) fn redrawn_rooms(
    level: &Level,
    outside: OutsideClues,
    rooms: &Rooms,
    again: &PartOfPlay<'_>,
    rng: &mut Rng,
) -> Option<Play> {
    if rooms.rectangles {
        // The remaining cells around some rooms are seldom connected.
        return None;
    }
    let cells = inner_cells(level, outside);
    let is_near =
        |room: &&Vec<Site>| room.iter().any(|cell| cell.distance(again.middle) <= again.reach);
    let before = rooms.rooms_of(&cells, again.play);
    let near: Vec<Site> = before.iter().filter(is_near).flatten().copied().collect();
    let others = before.iter().filter(|room| !is_near(room)).zip(cells.len()..);
    let far: BTreeMap<Site, usize> =
        others.flat_map(|(room, name)| room.iter().map(move |cell| (*cell, name))).collect();
    (0..REDRAWN).find_map(|_| {
        let mut room_of = grown(&near, rooms, false, rng);
        room_of.extend(far.clone());
        Some(rooms.play(&cells, &rooms.settled(room_of, &near, rng)?))
    })
}

/// True if the cells of a room are connected.
pub(crate) fn hangs_together(room_of: &BTreeMap<Site, usize>, name: usize) -> bool {
    let cells = room_of.iter().filter(|(_, room)| **room == name);
    let mut left: BTreeSet<Site> = cells.map(|(cell, _)| *cell).collect();
    let mut next: Vec<Site> = left.pop_first().into_iter().collect();
    while let Some(cell) = next.pop() {
        next.extend(neighbours(cell).filter(|cell| left.remove(cell)));
    }
    left.is_empty()
}

/// Maximum number of attempts to draw rooms.
pub(crate) const REDRAWN: usize = 12;

/// Returns the edges between cells of different rooms.
pub(crate) fn walls<'a>(
    cells: &'a [Site],
    room_of: &'a BTreeMap<Site, usize>,
) -> impl Iterator<Item = Site> + 'a {
    cells.iter().flat_map(|cell| {
        let beside = [Site::cell(cell.col + 1, cell.row), Site::cell(cell.col, cell.row + 1)];
        beside.into_iter().filter_map(|other| {
            let differ = room_of.get(cell)? != room_of.get(&other)?;
            differ.then(|| edge_between(*cell, other))
        })
    })
}

/// Returns the edge between two adjacent cells.
pub(crate) fn edge_between(one: Site, other: Site) -> Site {
    let (col, row) = (one.col.max(other.col), one.row.max(other.row));
    let place = if one.row == other.row { Place::VEdge } else { Place::HEdge };
    Site { place, col, row }
}

impl Rooms {
    /// Returns a mark that shows such rooms.
    pub(crate) fn example(&self) -> Option<Mark> {
        match &self.shown {
            ShownRooms::Walls(wall) => Some(wall.clone()),
            ShownRooms::Sizes(_) => self.shown_size(self.least),
        }
    }

    /// Returns the mark for the cells of a room of this size.
    fn shown_size(&self, size: usize) -> Option<Mark> {
        let ShownRooms::Sizes(text) = &self.shown else { return None };
        text.replace(NUMBER, &size.to_string()).parse().ok()
    }

    /// Draws rooms; maps each cell to the number of its room.
    fn drawn(&self, cells: &[Site], rng: &mut Rng) -> BTreeMap<Site, usize> {
        match self.rectangles {
            true => rectangles(cells, self, rng),
            false => grown(cells, self, true, rng),
        }
    }

    /// Returns the play that shows these rooms.
    fn play(&self, cells: &[Site], room_of: &BTreeMap<Site, usize>) -> Play {
        if let ShownRooms::Walls(wall) = &self.shown {
            return walls(cells, room_of).map(|edge| (edge, wall.clone())).collect();
        }
        let sizes = sizes_of(room_of);
        let shown = |cell: &Site| Some((*cell, self.shown_size(*sizes.get(room_of.get(cell)?)?)?));
        cells.iter().filter_map(shown).collect()
    }

    pub(crate) fn rooms_of(&self, cells: &[Site], play: &Play) -> Vec<Vec<Site>> {
        let joined = |one: Site, other: Site| match self.shown {
            ShownRooms::Walls(_) => play.get(edge_between(one, other)).is_none(),
            ShownRooms::Sizes(_) => play.get(one) == play.get(other),
        };
        let mut left: BTreeSet<Site> = cells.iter().copied().collect();
        let mut rooms = Vec::new();
        while let Some(first) = left.pop_first() {
            let (mut room, mut next) = (vec![first], 0);
            while let Some(cell) = room.get(next).copied() {
                next += 1;
                let here = |other: &Site| joined(cell, *other) && left.remove(other);
                room.extend(neighbours(cell).filter(here));
            }
            rooms.push(room);
        }
        rooms
    }

    /// Moves some of these cells to adjacent rooms until all sizes are valid; `None` if that fails.
    fn settled(
        &self,
        mut room_of: BTreeMap<Site, usize>,
        movable: &[Site],
        rng: &mut Rng,
    ) -> Option<BTreeMap<Site, usize>> {
        let may_move: BTreeSet<Site> = movable.iter().copied().collect();
        let mut faults = self.faults(&room_of);
        for _ in 0..MOVES_A_CELL * movable.len() {
            if faults == 0 {
                return Some(room_of);
            }
            let cell = *rng.choice(movable)?;
            let beside: Vec<Site> =
                neighbours(cell).filter(|next| may_move.contains(next)).collect();
            let Some(to) = rng.choice(&beside).and_then(|next| room_of.get(next)).copied() else {
                continue;
            };
            let from = room_of.insert(cell, to)?;
            if from == to {
                continue;
            }
            let found = self.faults(&room_of);
            if found <= faults && hangs_together(&room_of, from) {
                faults = found;
            } else {
                room_of.insert(cell, from);
            }
        }
        (faults == 0).then_some(room_of)
    }

    /// Counts the cells that rooms have too few or too many, and equal adjacent rooms that must differ.
    fn faults(&self, room_of: &BTreeMap<Site, usize>) -> usize {
        let sizes = sizes_of(room_of);
        let misfits: usize = sizes
            .values()
            .map(|size| self.least.saturating_sub(*size) + size.saturating_sub(self.most))
            .sum();
        if !self.unlike {
            return misfits;
        }
        let meets = |cell: Site, room: usize| {
            let beside = [Site::cell(cell.col + 1, cell.row), Site::cell(cell.col, cell.row + 1)];
            let others = beside.into_iter().filter_map(|next| room_of.get(&next).copied());
            others.filter(|other| *other != room && sizes.get(other) == sizes.get(&room)).count()
        };
        misfits + room_of.iter().map(|(cell, room)| meets(*cell, *room)).sum::<usize>()
    }
}

/// Maximum number of moves per cell to adjacent rooms before the attempt to reach valid sizes is given up.
const MOVES_A_CELL: usize = 120;

/// Counts the cells of each room.
fn sizes_of(room_of: &BTreeMap<Site, usize>) -> BTreeMap<usize, usize> {
    room_of.values().fold(BTreeMap::new(), |mut sizes, room| {
        *sizes.entry(*room).or_default() += 1;
        sizes
    })
}

pub(crate) fn neighbours(cell: Site) -> impl Iterator<Item = Site> {
    let Site { col, row, .. } = cell;
    let west = col.checked_sub(1).map(|col| Site::cell(col, row));
    let north = row.checked_sub(1).map(|row| Site::cell(col, row));
    let rest = [Site::cell(col + 1, row), Site::cell(col, row + 1)];
    west.into_iter().chain(north).chain(rest)
}

/// Grows rooms cell by cell from the narrowest space. A room that stays too small may join another.
fn grown(cells: &[Site], rooms: &Rooms, joins: bool, rng: &mut Rng) -> BTreeMap<Site, usize> {
    let mut free: BTreeSet<Site> = cells.iter().copied().collect();
    let mut room_of: BTreeMap<Site, usize> = BTreeMap::new();
    let mut number = 0;
    while !free.is_empty() {
        let space = |cell: &Site| neighbours(*cell).filter(|next| free.contains(next)).count();
        let narrowest = free.iter().map(space).min().unwrap_or_default();
        let starts: Vec<Site> =
            free.iter().copied().filter(|cell| space(cell) == narrowest).collect();
        let Some(start) = rng.choice(&starts).copied() else { break };
        let size = rng.usize(rooms.least..=rooms.most);
        let mut room = vec![start];
        free.remove(&start);
        while room.len() < size {
            let edge: BTreeSet<Site> = room
                .iter()
                .flat_map(|cell| neighbours(*cell))
                .filter(|cell| free.contains(cell))
                .collect();
            let edge: Vec<Site> = edge.into_iter().collect();
            let Some(next) = rng.choice(&edge).copied() else { break };
            free.remove(&next);
            room.push(next);
        }
        let beside: Vec<usize> = room
            .iter()
            .flat_map(|cell| neighbours(*cell))
            .filter_map(|cell| room_of.get(&cell).copied())
            .collect();
        let joined = rng.choice(&beside).copied().filter(|_| joins && room.len() < rooms.least);
        let name = joined.unwrap_or(number);
        room_of.extend(room.into_iter().map(|cell| (cell, name)));
        number += 1;
    }
    room_of
}

/// Divides the board into rectangles: it is cut in two until each part is small enough.
fn rectangles(cells: &[Site], rooms: &Rooms, rng: &mut Rng) -> BTreeMap<Site, usize> {
    let (Some(first), Some(last)) = (cells.first(), cells.last()) else { return BTreeMap::new() };
    let mut open = vec![(first.col, first.row, last.col + 1, last.row + 1)];
    let (mut room_of, mut number) = (BTreeMap::new(), 0);
    while let Some((left, top, right, bottom)) = open.pop() {
        let (width, height) = (right - left, bottom - top);
        let area = usize::from(width) * usize::from(height);
        // Parts that are too large are always cut, others sometimes, as long as no part becomes too small.
        let is_cut = area > rooms.most || (area > 2 * rooms.least && rng.u8(..4) == 0);
        let across = if width == height { rng.bool() } else { width > height };
        let length = if across { width } else { height };
        let other = if across { height } else { width };
        let part = |at: u16| usize::from(at) * usize::from(other);
        let cuts: Vec<u16> = (1..length)
            .filter(|at| part(*at) >= rooms.least && part(length - at) >= rooms.least)
            .collect();
        match rng.choice(&cuts).copied().filter(|_| is_cut) {
            Some(at) if across => {
                open.extend([(left, top, left + at, bottom), (left + at, top, right, bottom)]);
            }
            Some(at) => {
                open.extend([(left, top, right, top + at), (left, top + at, right, bottom)]);
            }
            None => {
                let sites = (top..bottom).flat_map(|row| (left..right).map(move |col| (col, row)));
                room_of.extend(sites.map(|(col, row)| (Site::cell(col, row), number)));
                number += 1;
            }
        }
    }
    room_of
}

#[cfg(test)]
mod tests {
    use super::*;
    use foolproof_level::Board;

    fn rooms(rectangles: bool) -> Rooms {
        let shown = ShownRooms::Walls("wall".parse().expect("a mark"));
        Rooms { shown, least: 3, most: 6, rectangles, unlike: false }
    }

    #[test]
    fn every_cell_is_in_a_room_of_cells_that_hang_together() {
        for seed in 0..60 {
            let mut rng = Rng::with_seed(seed);
            let board = Board { cols: 7, rows: 5, tray: 0 };
            let cells: Vec<Site> = board.cells().collect();
            for in_rectangles in [false, true] {
                let found = match in_rectangles {
                    true => rectangles(&cells, &rooms(true), &mut rng),
                    false => grown(&cells, &rooms(false), true, &mut rng),
                };
                assert_eq!(found.len(), cells.len());
                let names: BTreeSet<usize> = found.values().copied().collect();
                for name in names {
                    let size = found.values().filter(|room| **room == name).count();
                    assert!(size >= 3 || !in_rectangles, "seed {seed}");
                    assert!(hangs_together(&found, name), "seed {seed}: room {name} falls apart");
                }
            }
        }
    }

    #[test]
    fn rooms_that_are_drawn_again_lie_near_the_site() {
        let level = Level::open("any", Board { cols: 8, rows: 8, tray: 0 });
        let cells: Vec<Site> = level.board.cells().collect();
        let (outside, kind) = (OutsideClues::NONE, rooms(false));
        let mut redrawn = 0;
        for seed in 0..40 {
            let mut rng = Rng::with_seed(seed);
            let play = play_of_rooms(&level, outside, &kind, &mut rng).expect("rooms");
            let before = kind.rooms_of(&cells, &play);
            let again = PartOfPlay::near(&play, Site::cell(2, 2), 3);
            let Some(new) = redrawn_rooms(&level, outside, &kind, &again, &mut rng) else {
                continue;
            };
            redrawn += 1;
            let after = kind.rooms_of(&cells, &new);
            for room in &before {
                let is_near = room.iter().any(|cell| cell.distance(again.middle) <= again.reach);
                assert!(is_near || after.contains(room), "seed {seed}: a room far off has changed");
            }
            let far = |room: &&Vec<Site>| before.contains(room);
            for room in after.iter().filter(|room| !far(room)) {
                assert!((3..=6).contains(&room.len()), "seed {seed}: {} cells", room.len());
            }
        }
        assert!(redrawn > 10, "{redrawn} of 40");
    }

    #[test]
    fn rooms_that_meet_differ_in_size_where_they_have_to() {
        let level = Level::open("any", Board { cols: 9, rows: 9, tray: 0 });
        let cells: Vec<Site> = level.board.cells().collect();
        let shown = ShownRooms::Sizes("number({1})".to_owned());
        let kind = Rooms { shown, least: 1, most: 7, rectangles: false, unlike: true };
        for seed in 0..20 {
            let mut rng = Rng::with_seed(seed);
            let play = play_of_rooms(&level, OutsideClues::NONE, &kind, &mut rng);
            let play = play.expect("rooms");
            assert_eq!(play.iter().count(), cells.len(), "seed {seed}");
            // Adjacent rooms of equal size would count as one here.
            for room in kind.rooms_of(&cells, &play) {
                let mark = room.first().and_then(|cell| play.get(*cell));
                assert_eq!(mark.map(Mark::to_string), Some(format!("number({})", room.len())));
            }
        }
    }

    #[test]
    fn rooms_of_a_play_have_just_the_cells_that_are_wanted() {
        let level = Level::open("any", Board { cols: 10, rows: 10, tray: 0 });
        let cells: Vec<Site> = level.board.cells().collect();
        let kind = Rooms { least: 5, most: 5, ..rooms(false) };
        let drawn = (0..20).filter_map(|seed| {
            play_of_rooms(&level, OutsideClues::NONE, &kind, &mut Rng::with_seed(seed))
        });
        let sizes: Vec<usize> =
            drawn.flat_map(|play| kind.rooms_of(&cells, &play)).map(|room| room.len()).collect();
        assert!(sizes.len() > 200 && sizes.iter().all(|size| *size == 5), "{sizes:?}");
    }

    #[test]
    fn rooms_are_left_to_the_solver_where_none_are_there() {
        let mut level = Level::open("any", Board { cols: 6, rows: 5, tray: 0 });
        let kind = rooms(false);
        let wall = kind.example().expect("a wall");
        let rules = open_rooms(&level, &kind, &wall).expect("rules");
        // With 3 to 6 cells each, thirty cells make six rooms or more.
        assert!(rules.contains("__size(3,6). __reach(3). __many(6). __wall(wall)."), "{rules}");
        assert_eq!(open_rooms(&level, &rooms(true), &wall), None, "rectangles");
        level.paint(Site { place: Place::VEdge, col: 2, row: 1 }, Some(wall.clone()));
        assert_eq!(open_rooms(&level, &kind, &wall), None, "a wall is there");
    }

    #[test]
    fn what_a_level_has_stays() {
        let board = Board { cols: 4, rows: 4, tray: 0 };
        let mut level = Level::open("any", board);
        let wall: Mark = "wall".parse().expect("a mark");
        level.paint(Site { place: Place::VEdge, col: 2, row: 1 }, Some(wall));
        let before = level.clone();
        draw_rooms(&mut level, OutsideClues::NONE, &rooms(false), &mut Rng::with_seed(1));
        assert_eq!(level, before);
    }
}
