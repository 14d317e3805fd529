//! Measures of a Refraction level, from the networks that solve it.
//!
//! Knows `level` and the simulator.

use std::collections::BTreeMap;

use super::concepts;
use super::judge::{self, Light};
use super::piece::{Piece, PieceKind};
use crate::games::Measure;
use crate::level::{Level, Place, Play, Site};

pub fn rate(level: &Level, solutions: &[Play]) -> Vec<Measure> {
    let lights: Vec<Light> = solutions.iter().map(|play| judge::light(level, play)).collect();
    let tray = level.marks().filter(|(site, _)| site.place == Place::Tray).count();
    let fewest = lights.iter().map(|light| light.active.len()).min();
    let mut measures = vec![
        measure("pieces", "Pieces in the tray", tray, "that the player gets"),
        measure("targets", "Targets", targets(level).len(), "to light"),
    ];
    let Some(fewest) = fewest else { return measures };
    let longest = lights.iter().map(longest_chain).max().unwrap_or(0);
    let built = |(play, light)| concepts::built(play, light).len();
    let fractions = solutions.iter().zip(&lights).map(built).max().unwrap_or(0);
    let branching = solutions
        .iter()
        .zip(&lights)
        .map(|(play, light)| branching(play, light))
        .max()
        .unwrap_or(0);
    measures.extend([
        measure("used", "Fewest pieces used", fewest, "in the smallest solution seen"),
        measure(
            "distractors",
            "Distractors",
            tray - fewest.min(tray),
            "pieces that stay in the tray in the smallest solution seen",
        ),
        measure(
            "chain",
            "Longest chain",
            longest,
            "pieces one after the other from a source, in the solutions seen",
        ),
        measure(
            "fractions",
            "Fractions built",
            fractions,
            "different powers that splitters and combiners make, in the solutions seen",
        ),
        measure(
            "branching",
            "Splitters and combiners",
            branching,
            "in the solution seen that uses most",
        ),
    ]);
    measures
}

fn measure(id: &str, name: &str, value: usize, note: &str) -> Measure {
    Measure { id: id.to_owned(), name: name.to_owned(), value: value as f64, note: note.to_owned() }
}

fn targets(level: &Level) -> Vec<Site> {
    level
        .marks()
        .filter(|(_, mark)| matches!(Piece::read(mark), Ok(Piece::Target { .. })))
        .map(|(site, _)| site)
        .collect()
}

fn branching(play: &Play, light: &Light) -> usize {
    let kind = |site: &Site| Piece::read(play.get(*site)?).ok()?.kind();
    light
        .active
        .keys()
        .filter(|site| matches!(kind(site), Some(PieceKind::Splitter | PieceKind::Combiner)))
        .count()
}

/// Lit networks have no cycles, so the longest way to each piece is found by repetition.
fn longest_chain(light: &Light) -> usize {
    let mut longest: BTreeMap<Site, usize> = BTreeMap::new();
    for _ in 0..=light.active.len() {
        for beam in light.beams.iter().filter(|beam| beam.enters) {
            let Some(to) = beam.to.filter(|to| light.active.contains_key(to)) else { continue };
            let here = longest.get(&beam.from).copied().unwrap_or(0) + 1;
            let there = longest.entry(to).or_default();
            *there = here.max(*there);
        }
    }
    longest.into_values().max().unwrap_or(0)
}
