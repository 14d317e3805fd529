//! Lines drawn by hand: from a number outwards, along its row or its column.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use crate::about::Linjat;
use crate::judge::{covered, length_on};
use crate::marks::Line;
use foolproof_game::{Drawing, LineStart, TaughtLine};
use foolproof_level::{Level, Mark, Play, Site};

impl Drawing for Linjat {
    fn begins(&self) -> LineStart {
        LineStart::Number
    }

    fn taught(&self) -> TaughtLine {
        TaughtLine::Straight
    }

    /// Places to set the pen down: numbers, and the ends of lines.
    fn pens(&self, level: &Level, play: &Play) -> Vec<Site> {
        let numbers =
            level.marks().map(|(site, _)| site).filter(|s| length_on(level, *s).is_some());
        let ends = play.iter().filter_map(|(site, mark)| {
            let cells: Vec<Site> = Line::read(mark)?.cells(site).collect();
            Some([*cells.first()?, *cells.last()?])
        });
        let pens: BTreeSet<Site> = numbers.chain(ends.flatten()).collect();
        pens.into_iter().collect()
    }

    /// The play once a pen is set down: a number 1 gets its line at once.
    fn pen_set(&self, level: &Level, play: &Play, site: Site) -> Play {
        let mut play = play.clone();
        if length_on(level, site) == Some(1)
            && let Some(mark) = Line::new(true, 0, 0).mark()
        {
            play.0.insert(site, mark);
        }
        play
    }

    /// The play after a pen moved from one cell towards another in the row or column of its number, as far as
    /// there is room. A line grows when it moves away from its number and shrinks on the way back; a line of
    /// full length is shifted.
    fn pen(&self, level: &Level, play: &Play, from: Site, to: Site) -> Option<(Play, Site)> {
        let (number, line) = held(level, play, from)?;
        let length = length_on(level, number)?;
        let across = to.row == number.row && from.row == number.row;
        let down = to.col == number.col && from.col == number.col;
        if from == to || !(across || down) {
            return None;
        }
        let place = |site: Site| {
            let (one, own) = if across { (site.col, number.col) } else { (site.row, number.row) };
            i32::from(one) - i32::from(own)
        };
        let (begun, wanted) = (place(from), place(to));
        // When the pen crosses the number, or leaves it in the other direction, the line so far is removed.
        let same_way = line.across == across || line.length() == 1;
        let (mut before, mut after) = if same_way { (line.before, line.after) } else { (0, 0) };
        match begun.cmp(&0) {
            Ordering::Less if wanted >= 0 => before = 0,
            Ordering::Greater if wanted <= 0 => after = 0,
            _ => {}
        }
        let free = room(level, play, number, across, wanted);
        match wanted.cmp(&0) {
            Ordering::Less => (before, after) = (free, after.min(length - 1 - free)),
            Ordering::Greater => (before, after) = (before.min(length - 1 - free), free),
            Ordering::Equal => {}
        }
        let mut next = play.clone();
        let line = Line::new(across, before, after);
        match line.length() {
            1 if length > 1 => next.0.remove(&number),
            _ => next.0.insert(number, line.mark()?),
        };
        let off = if wanted < 0 { -i32::from(free) } else { i32::from(free) };
        let moved = |own: u16, off: i32| u16::try_from(i32::from(own) + off).ok();
        let pen = match across {
            true => Site::cell(moved(number.col, off)?, number.row),
            false => Site::cell(number.col, moved(number.row, off)?),
        };
        (next != *play || pen != from).then_some((next, pen))
    }

    /// The lines that are as long as their numbers.
    fn settled(&self, level: &Level, play: &Play) -> Play {
        let is_whole = |(site, mark): &(Site, &Mark)| {
            Line::read(mark).map(Line::length) == length_on(level, *site)
        };
        play.iter().filter(is_whole).map(|(site, mark)| (site, mark.clone())).collect()
    }

    /// The number whose line covers a cell.
    fn line_at(&self, _: &Level, play: &Play, site: Site) -> Option<Site> {
        let over = |(number, mark): &(Site, &Mark)| {
            Line::read(mark).is_some_and(|line| line.cells(*number).any(|cell| cell == site))
        };
        play.iter().find(over).map(|(site, _)| site)
    }
}

/// The number whose line is drawn from a place, and the current line.
fn held(level: &Level, play: &Play, at: Site) -> Option<(Site, Line)> {
    if length_on(level, at).is_some() {
        let line = play.get(at).and_then(Line::read);
        return Some((at, line.unwrap_or(Line::new(true, 0, 0))));
    }
    let number = Linjat.line_at(level, play, at)?;
    Some((number, play.get(number).and_then(Line::read)?))
}

/// Counts the cells next to a number that its line can take towards a place, before a rim, a number or
/// another line.
fn room(level: &Level, play: &Play, number: Site, across: bool, wanted: i32) -> u8 {
    let length = length_on(level, number).unwrap_or(1);
    let mut others = play.clone();
    others.0.remove(&number);
    let taken = covered(level, &others).unwrap_or_default();
    let most = u8::try_from(wanted.unsigned_abs()).unwrap_or(u8::MAX).min(length - 1);
    let line = match wanted < 0 {
        true => Line::new(across, most, 0),
        false => Line::new(across, 0, most),
    };
    // A line of one cell runs across by name; it takes no room.
    let mut cells: Vec<Site> = line.cells(number).collect();
    if wanted < 0 {
        cells.reverse();
    }
    let is_free = |cell: &&Site| {
        level.board.contains(**cell)
            && !taken.contains_key(*cell)
            && (**cell == number || length_on(level, **cell).is_none())
    };
    let free = cells.iter().take_while(is_free).count();
    u8::try_from(free.saturating_sub(1)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::level;

    /// From a column and row to a column and row.
    type Way = ((u16, u16), (u16, u16));

    fn after(rows: &[&str], moves: &[Way]) -> (String, Option<Site>) {
        let level = level(rows);
        let (mut play, mut pen) = (Play::default(), None);
        for ((col, row), (to_col, to_row)) in moves {
            let (from, to) = (Site::cell(*col, *row), Site::cell(*to_col, *to_row));
            let Some((next, at)) = Linjat.pen(&level, &play, from, to) else {
                pen = None;
                continue;
            };
            (play, pen) = (next, Some(at));
        }
        (play.term(), pen)
    }

    #[test]
    fn a_line_grows_both_ways_and_moves_along_when_it_is_whole() {
        let rows = [" 3  ", "    "];
        let (play, pen) = after(&rows, &[((1, 0), (2, 0))]);
        assert_eq!(
            (play.as_str(), pen),
            ("play(put(cell(1,0),across(0,1)))", Some(Site::cell(2, 0)))
        );
        let (play, _) = after(&rows, &[((1, 0), (2, 0)), ((1, 0), (0, 0))]);
        assert_eq!(play, "play(put(cell(1,0),across(1,1)))");
        let both = [((1, 0), (2, 0)), ((1, 0), (0, 0)), ((2, 0), (3, 0))];
        assert_eq!(after(&rows, &both).0, "play(put(cell(1,0),across(0,2)))");
    }

    #[test]
    fn a_line_shrinks_on_the_way_back_and_turns_at_its_number() {
        let rows = ["    ", " 3  ", "    ", "    "];
        let back = [((1, 1), (3, 1)), ((3, 1), (2, 1))];
        assert_eq!(after(&rows, &back).0, "play(put(cell(1,1),across(0,1)))");
        let home = [((1, 1), (3, 1)), ((3, 1), (1, 1))];
        assert_eq!(after(&rows, &home), ("play".to_owned(), Some(Site::cell(1, 1))));
        let turn = [((1, 1), (3, 1)), ((1, 1), (1, 2))];
        assert_eq!(after(&rows, &turn).0, "play(put(cell(1,1),down(0,1)))");
    }

    #[test]
    fn a_line_stops_before_numbers_lines_and_rims() {
        let rows = ["3 2 ", "    "];
        assert_eq!(after(&rows, &[((0, 0), (3, 0))]).0, "play(put(cell(0,0),across(0,1)))");
        let crossing = [((2, 0), (2, 1)), ((0, 0), (0, 1))];
        let (play, pen) = after(&rows, &crossing);
        assert_eq!(play, "play(put(cell(0,0),down(0,1)),put(cell(2,0),down(0,1)))");
        assert_eq!(pen, Some(Site::cell(0, 1)));
    }
}
