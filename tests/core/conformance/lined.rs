//! Levels of games whose numbers have lines: made from disjoint lines, since random numbers hardly
//! ever have room for theirs.

use super::*;

/// A board full of lines, with their numbers, some dots on them, and now and then a mark too many.
pub fn crowded_level(game: &dyn Game, rng: &mut Rng) -> Level {
    let board = Board { cols: rng.u16(1..=4), rows: rng.u16(1..=4), tray: 0 };
    let mut level = Level::open(game.about().id.clone(), board);
    let mut taken = BTreeSet::new();
    let dot: Option<Mark> = "dot".parse().ok();
    for _ in 0..rng.usize(1..=8) {
        let (across, length) = (rng.bool(), rng.u16(1..=4));
        let (col, row) = (rng.u16(0..board.cols), rng.u16(0..board.rows));
        let cell = |far| match across {
            true => Site::cell(col + far, row),
            false => Site::cell(col, row + far),
        };
        let cells: Vec<Site> = (0..length).map(cell).collect();
        if cells.iter().any(|cell| !board.contains(*cell) || taken.contains(cell)) {
            continue;
        }
        taken.extend(cells.iter().copied());
        let own = cells[rng.usize(..cells.len())];
        level.paint(own, length.to_string().parse().ok());
        for cell in cells.into_iter().filter(|cell| *cell != own && rng.u8(0..3) == 0) {
            level.paint(cell, dot.clone());
        }
    }
    if rng.u8(0..4) == 0 {
        let site = Site::cell(rng.u16(0..board.cols), rng.u16(0..board.rows));
        let mark = if rng.bool() { dot } else { rng.u8(1..=9).to_string().parse().ok() };
        level.paint(site, mark);
    }
    level
}
