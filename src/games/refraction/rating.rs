//! Measures of a Refraction level, from the networks that solve it.

use std::collections::BTreeMap;

use crate::about::Refraction;
use crate::concepts;
use crate::judge;
use crate::judge::Light;
use crate::piece::{Piece, PieceKind};
use foolproof_game::{COUNTED, Measure, MeasureKind, Rated, Rating, SeenSolutions, StopCheck};
use foolproof_level::{Level, Place, Play, Site};

const FEATURES: &str = "After the solution features of Butler, Andersen, Smith, Gulwani and Popović, \
    “Automatic Game Progression Design through Analysis of Solution Features” (2015).";

const SOLUTIONS: MeasureKind = MeasureKind::new(
    5,
    ["solutions", "Solutions", "How many different networks solve the level.", COUNTED],
);
const USED: MeasureKind = MeasureKind::new(
    0,
    ["used", "Fewest pieces used", "How many pieces the smallest solution uses.", FEATURES],
);
const DISTRACTORS: MeasureKind = MeasureKind::new(
    4,
    [
        "distractors",
        "Distractors",
        "How many pieces stay in the tray in the smallest solution.",
        COUNTED,
    ],
);
const CHAIN: MeasureKind = MeasureKind::new(
    3,
    ["chain", "Longest chain", "How many pieces light passes one after the other.", COUNTED],
);
const FRACTIONS: MeasureKind = MeasureKind::new(
    2,
    [
        "fractions",
        "Fractions built",
        "How many different powers splitters and combiners make.",
        FEATURES,
    ],
);
const BRANCHING: MeasureKind = MeasureKind::new(
    1,
    [
        "branching",
        "Splitters and combiners",
        "How many splitters and combiners a solution uses at most.",
        FEATURES,
    ],
);
const PIECES: MeasureKind = MeasureKind::new(
    6,
    ["pieces", "Pieces in the tray", "How many pieces the player gets.", COUNTED],
);
const TARGETS: MeasureKind =
    MeasureKind::new(7, ["targets", "Targets", "How many targets are to be lit.", COUNTED]);

impl Rating for Refraction {
    fn measures(&self) -> Vec<MeasureKind> {
        vec![SOLUTIONS, USED, DISTRACTORS, CHAIN, FRACTIONS, BRANCHING, PIECES, TARGETS]
    }

    fn rate(&self, level: &Level, seen: SeenSolutions<'_>, _: StopCheck<'_>) -> Rated {
        let tray = level.marks().filter(|(site, _)| site.place == Place::Tray).count();
        let mut measures = Vec::new();
        if let Some(number) = seen.in_all {
            let note = "different networks of pieces that light every target";
            measures.push(SOLUTIONS.is(number as f64, note));
        }
        measures.extend(of_solutions(level, seen, tray));
        measures.push(PIECES.counts(tray, "that the player gets"));
        measures.push(TARGETS.counts(targets(level).len(), "to light"));
        measures.into()
    }
}

/// The measures of solutions; `tray` is the number of pieces in the tray.
fn of_solutions(level: &Level, seen: SeenSolutions<'_>, tray: usize) -> Vec<Measure> {
    let lights: Vec<Light> = seen.plays.iter().map(|play| judge::light(level, play)).collect();
    let Some(fewest) = lights.iter().map(|light| light.active.len()).min() else {
        return Vec::new();
    };
    let longest = lights.iter().map(longest_chain).max().unwrap_or(0);
    let both = || seen.plays.iter().zip(&lights);
    let fractions = both().map(|(play, light)| concepts::built(play, light).len()).max();
    let branching = both().map(|(play, light)| branching(play, light)).max();
    // Nothing can be said about solutions that were not found.
    let of = |note: &str| match seen.are_all() {
        true => note.to_owned(),
        false => format!("{note}, among the {} seen", seen.plays.len()),
    };
    vec![
        USED.counts(fewest, of("in the smallest solution")),
        DISTRACTORS.counts(
            tray - fewest.min(tray),
            of("pieces that stay in the tray in the smallest solution"),
        ),
        CHAIN.counts(longest, of("pieces one after the other, from source to target")),
        FRACTIONS.counts(
            fractions.unwrap_or(0),
            of("different powers made by splitters and combiners, in the solution that makes most"),
        ),
        BRANCHING.counts(branching.unwrap_or(0), of("in the solution that uses most")),
    ]
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
