//! Measures of a panel, from its solutions. Knows panels.

use std::time::{Duration, Instant};

use super::bits::{self, Strokes};
use super::panel::{Panel, line_of};
use super::search;
use super::word::BoardWord as _;
use crate::games::{Measure, MeasureName, Search as _, SeenSolutions, StopCheck, Wanted};
use crate::level::Level;

const SYMBOLS: MeasureName = MeasureName::new("symbols", "Symbols");
const TYPES: MeasureName = MeasureName::new("types", "Types");
const SOLUTIONS: MeasureName = MeasureName::new("solutions", "Solutions");
const EFFORT: MeasureName = MeasureName::new("effort", "Effort");
const LENGTH: MeasureName = MeasureName::new("length", "Length");
const TURNS: MeasureName = MeasureName::new("turns", "Turns");
const REGIONS: MeasureName = MeasureName::new("regions", "Regions");

pub const MEASURES: [MeasureName; 7] = [SYMBOLS, TYPES, SOLUTIONS, EFFORT, LENGTH, TURNS, REGIONS];

pub fn rate(level: &Level, seen: SeenSolutions<'_>, stop: StopCheck<'_>) -> Vec<Measure> {
    let panel = Panel::of(level);
    let kinds: std::collections::BTreeSet<_> =
        panel.pieces.values().filter_map(|piece| piece.kind()).map(|(kind, _)| kind).collect();
    let mut measures = vec![
        SYMBOLS.counts(panel.pieces.len(), "on cells"),
        TYPES.counts(kinds.len(), "of symbols"),
    ];
    // Longer than this, a rating is not worth.
    let (started, most) = (Instant::now(), Duration::from_secs(2));
    let wanted = Wanted { shortcuts: false, plays: 0, most: u64::MAX, marks: false };
    let searched =
        search::WitnessSearch.solutions(level, wanted, &|| started.elapsed() > most || stop());
    let mut all = seen.are_all();
    if let Some(searched) = searched.filter(|searched| searched.exhausted) {
        all = searched.count == seen.plays.len() as u64;
        measures.push(SOLUTIONS.is(searched.count as f64, "different lines"));
        let note = "beginnings of lines that a search goes through";
        measures.push(EFFORT.is(searched.effort as f64, note));
    }
    // Any board goes into the larger word.
    let lines: Vec<Strokes<u128>> =
        seen.plays.iter().map(|play| Strokes::of(line_of(play))).collect();
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
            LENGTH.counts(shortest, of("edges of the shortest line")),
            TURNS.counts(fewest, of("in the line that turns least")),
            REGIONS.counts(regions, of("in the line that cuts most")),
        ]);
    }
    measures
}
