//! The rules in plain Rust, cell by cell: a second implementation of `encodings/linjat.lp`.

use std::collections::BTreeMap;

use crate::about::Linjat;
use crate::marks::{Line, LinjatClue};
use crate::puzzle::Puzzle;
use foolproof_game::{Rules, Verdict};
use foolproof_level::{Level, Play, Site};

/// The length given by a number on a site.
pub(crate) fn length_on(level: &Level, site: Site) -> Option<u8> {
    match LinjatClue::read(level.mark(site)?) {
        Ok(LinjatClue::Number(length)) => Some(length),
        _ => None,
    }
}

/// The lines that cover each cell, by the cells of their numbers. The error is the reason if a play puts
/// anything other than lines on numbers.
pub(crate) fn covered(
    level: &Level,
    play: &Play,
) -> Result<BTreeMap<Site, Vec<Site>>, (String, Site)> {
    let mut covered: BTreeMap<Site, Vec<Site>> = BTreeMap::new();
    for (site, mark) in play.iter() {
        let Some(length) = length_on(level, site) else {
            return Err((format!("there is no number on {}", site.name()), site));
        };
        let Some(line) = Line::read(mark) else {
            return Err((format!("`{mark}` is not a line"), site));
        };
        if line.length() > length {
            let why = format!("the line of the {length} on {} is too long", site.name());
            return Err((why, site));
        }
        let cells: Vec<Site> = line.cells(site).collect();
        let on_board = |cell: &Site| level.board.contains(*cell);
        if cells.len() < usize::from(line.length()) || !cells.iter().all(on_board) {
            let why = format!("the line of the {length} on {} leaves the board", site.name());
            return Err((why, site));
        }
        for cell in cells {
            covered.entry(cell).or_default().push(site);
        }
    }
    Ok(covered)
}

impl Rules for Linjat {
    fn judge(&self, level: &Level, play: &Play) -> Verdict {
        let illegal = |why: String, sites| Verdict::Illegal { why, sites };
        if let Err(error) = Puzzle::of(level) {
            return illegal(error.to_string(), Vec::new());
        }
        let covered = match covered(level, play) {
            Ok(covered) => covered,
            Err((why, site)) => return illegal(why, vec![site]),
        };
        for (cell, lines) in &covered {
            if lines.len() > 1 {
                let why = format!("two lines cover {}", cell.name());
                return illegal(why, vec![*cell]);
            }
            if !lines.contains(cell) && length_on(level, *cell).is_some() {
                let why = format!("a line covers the number on {}", cell.name());
                return illegal(why, vec![*cell]);
            }
        }
        unsolved(level, play, &covered).unwrap_or(Verdict::Solved)
    }
}

/// The reason why a play is not a solution yet, if there is one.
fn unsolved(level: &Level, play: &Play, covered: &BTreeMap<Site, Vec<Site>>) -> Option<Verdict> {
    let length = |site: Site| play.get(site).and_then(Line::read).map_or(0, Line::length);
    let numbers: Vec<Site> = level.marks().map(|(site, _)| site).collect();
    let short: Vec<Site> = numbers
        .iter()
        .copied()
        .filter(|site| length_on(level, *site).is_some_and(|wanted| length(*site) < wanted))
        .collect();
    let bare: Vec<Site> = numbers
        .into_iter()
        .filter(|site| length_on(level, *site).is_none() && !covered.contains_key(site))
        .collect();
    let count = |sites: &[Site], one: &str, more: &str| match sites.len() {
        1 => format!("one {one}"),
        n => format!("{n} {more}"),
    };
    let lines = count(&short, "line is not drawn", "lines are not drawn");
    let dots = count(&bare, "dot is not covered", "dots are not covered");
    let why = match (short.is_empty(), bare.is_empty()) {
        (true, true) => return None,
        (false, true) => lines,
        (true, false) => dots,
        (false, false) => format!("{lines}, {dots}"),
    };
    Some(Verdict::Unsolved { why, sites: short.into_iter().chain(bare).collect() })
}
