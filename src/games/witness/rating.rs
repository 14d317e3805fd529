//! Measures of a panel, from its solutions. Knows panels.

use std::time::{Duration, Instant};

use super::bits::{self, Strokes};
use super::panel::{Panel, line_of};
use super::search;
use super::word::BoardWord as _;
use crate::games::{Measure, Search as _, Wanted};
use crate::level::{Level, Play};

pub fn rate(level: &Level, solutions: &[Play], stop: &(dyn Fn() -> bool + Sync)) -> Vec<Measure> {
    let panel = Panel::of(level);
    let measure = |id: &str, name: &str, value: usize, note: &str| Measure {
        id: id.to_owned(),
        name: name.to_owned(),
        value: value as f64,
        note: note.to_owned(),
    };
    let kinds: std::collections::BTreeSet<_> =
        panel.pieces.values().filter_map(|piece| piece.kind()).map(|(kind, _)| kind).collect();
    let mut measures = vec![
        measure("symbols", "Symbols", panel.pieces.len(), "on cells"),
        measure("types", "Types", kinds.len(), "of symbols"),
    ];
    // Longer than this, a rating is not worth.
    let (started, most) = (Instant::now(), Duration::from_secs(2));
    let wanted = Wanted { shortcuts: false, plays: 0, most: u64::MAX, marks: false };
    let searched =
        search::WitnessSearch.solutions(level, wanted, &|| started.elapsed() > most || stop());
    let mut all = false;
    if let Some(searched) = searched.filter(|searched| searched.exhausted) {
        all = searched.count == solutions.len() as u64;
        let count = usize::try_from(searched.count).unwrap_or(usize::MAX);
        measures.push(measure("solutions", "Solutions", count, "different lines"));
        let effort = usize::try_from(searched.effort).unwrap_or(usize::MAX);
        measures.push(measure(
            "effort",
            "Effort",
            effort,
            "beginnings of lines that a search goes through",
        ));
    }
    // Any board goes into the larger word.
    let lines: Vec<Strokes<u128>> =
        solutions.iter().map(|play| Strokes::of(line_of(play))).collect();
    if let Some(shortest) = lines.iter().map(|line| line.len() as usize).min() {
        let fewest = lines.iter().map(|line| line.bends().len() as usize).min().unwrap_or(0);
        let cells = bits::cells(level.board);
        let regions = lines.iter().map(|line| line.regions(cells).count()).max().unwrap_or(0);
        // Of lines that nobody has looked at nothing is said.
        let of = |note: &str| match all {
            true => note.to_owned(),
            false => format!("{note}, among the {} seen", lines.len()),
        };
        measures.extend([
            measure("length", "Length", shortest, &of("edges of the shortest line")),
            measure("turns", "Turns", fewest, &of("in the line that turns least")),
            measure("regions", "Regions", regions, &of("in the line that cuts most")),
        ]);
    }
    measures
}
