//! Measures of a panel, from its solutions.

use std::time::{Duration, Instant};

use crate::about::Witness;
use crate::bits;
use crate::bits::Strokes;
use crate::entropy;
use crate::entropy::PanelRules;
use crate::panel::{Panel, line_of};
use crate::search;
use crate::word::BoardWord as _;
use foolproof_game::{
    COUNTED, Measure, MeasureKind, Rated, Rating, RatingCut, Search as _, SeenSolutions, StopCheck,
    Wanted,
};
use foolproof_level::{Level, Play};

const ENTROPY: &str = "After Chen, White and Sturtevant, “Entropy as a Measure of Puzzle Difficulty” \
    (2023); the rules of inference are our own.";

const SYMBOLS: MeasureKind =
    MeasureKind::new(10, ["symbols", "Symbols", "How many symbols lie on cells.", COUNTED]);
const TYPES: MeasureKind =
    MeasureKind::new(11, ["types", "Types", "How many types of symbols there are.", COUNTED]);
const SOLUTIONS: MeasureKind = MeasureKind::new(
    6,
    ["solutions", "Solutions", "How many different lines solve the panel.", COUNTED],
);
const EFFORT: MeasureKind = MeasureKind::new(
    5,
    ["effort", "Effort", "How many beginnings of lines a search goes through.", COUNTED],
);
const LENGTH: MeasureKind =
    MeasureKind::new(7, ["length", "Length", "How long the shortest solution is.", COUNTED]);
const TURNS: MeasureKind = MeasureKind::new(
    8,
    ["turns", "Turns", "How often the solution turns that turns least.", COUNTED],
);
const REGIONS: MeasureKind = MeasureKind::new(
    9,
    ["regions", "Regions", "Into how many regions a solution cuts the panel.", COUNTED],
);
const WITH_RULES: MeasureKind = MeasureKind::new(
    0,
    [
        "entropy_rules",
        "Entropy with rules",
        "How many bits a player has to guess who takes no step after which no end or a dot is \
             out of reach, or a closed region is wrong.",
        ENTROPY,
    ],
);
const BLIND: MeasureKind = MeasureKind::new(
    1,
    [
        "entropy",
        "Entropy",
        "How many bits a player has to guess who chooses blindly at every corner, for the \
             solution that takes the fewest.",
        ENTROPY,
    ],
);
const ENDS_KNOWN: MeasureKind = MeasureKind::new(
    2,
    [
        "entropy_ends",
        "Entropy, ends known",
        "The same for a player who never gets cut off from every end.",
        ENTROPY,
    ],
);
const DOTS_KNOWN: MeasureKind = MeasureKind::new(
    3,
    [
        "entropy_dots",
        "Entropy, dots known",
        "The same for a player who never leaves a dot out of reach.",
        ENTROPY,
    ],
);
const REGIONS_KNOWN: MeasureKind = MeasureKind::new(
    4,
    [
        "entropy_regions",
        "Entropy, regions known",
        "The same for a player who never closes off a region that is wrong.",
        ENTROPY,
    ],
);

impl Rating for Witness {
    fn measures(&self) -> Vec<MeasureKind> {
        vec![
            SYMBOLS, TYPES, SOLUTIONS, EFFORT, LENGTH, TURNS, REGIONS, WITH_RULES, BLIND,
            ENDS_KNOWN, DOTS_KNOWN, REGIONS_KNOWN,
        ]
    }

    fn rate(&self, level: &Level, seen: SeenSolutions<'_>, stop: StopCheck<'_>) -> Rated {
        let panel = Panel::of(level);
        let kinds: std::collections::BTreeSet<_> =
            panel.pieces.values().filter_map(|piece| piece.kind()).map(|(kind, _)| kind).collect();
        let mut measures = vec![
            SYMBOLS.counts(panel.pieces.len(), "on cells"),
            TYPES.counts(kinds.len(), "of symbols"),
        ];
        // A rating is not worth more time than this.
        let (started, most) = (Instant::now(), Duration::from_secs(2));
        let wanted = Wanted { shortcuts: false, plays: 0, most: u64::MAX, marks: false };
        let searched =
            search::WitnessSearch.solutions(level, wanted, &|| started.elapsed() > most || stop());
        let mut cut = None;
        let mut all = seen.are_all();
        if let Some(searched) = searched.filter(|searched| searched.exhausted) {
            all = searched.count == seen.plays.len() as u64;
            measures.push(SOLUTIONS.is(searched.count as f64, "different lines"));
            let note = "beginnings of lines that a search goes through";
            measures.push(EFFORT.is(searched.effort as f64, note));
        } else {
            cut = Some(RatingCut::Time);
        }
        // Panels of the editor fit into the larger word; a larger one is not measured.
        let lines: Vec<Strokes<u128>> =
            seen.plays.iter().map(|play| Strokes::of(line_of(play))).collect();
        let fits = bits::fits::<u128>(level.board);
        if let Some(shortest) = lines.iter().map(|line| line.len() as usize).min().filter(|_| fits)
        {
            let fewest = lines.iter().map(|line| line.bends().len() as usize).min().unwrap_or(0);
            let cells = bits::cells(level.board);
            let regions = lines.iter().map(|line| line.regions(cells).count()).max().unwrap_or(0);
            // The measures cover only the lines that were seen.
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
        measures.extend(entropies(&panel, seen.plays, all, stop));
        Rated { measures, cut }
    }
}

/// The entropy of the panel without rules of inference, with each, and with all of them.
fn entropies(panel: &Panel, solutions: &[Play], all: bool, stop: StopCheck<'_>) -> Vec<Measure> {
    let seen = match all {
        true => String::new(),
        false => format!(", among the {} solutions seen", solutions.len()),
    };
    let bits = |(of, rules, who): (MeasureKind, PanelRules, &str)| {
        let value = entropy::entropy(panel, solutions, rules, stop)?;
        // Two decimals suffice.
        let value = (value * 100.0).round() / 100.0;
        let note = format!("bits to guess for a player who knows {who}{seen}");
        Some(of.is(value, note))
    };
    let none = PanelRules::NONE;
    [
        (WITH_RULES, PanelRules::ALL, "ends, dots and regions"),
        (BLIND, none, "no rules of inference"),
        (ENDS_KNOWN, PanelRules { ends: true, ..none }, "ends alone"),
        (DOTS_KNOWN, PanelRules { dots: true, ..none }, "dots alone"),
        (REGIONS_KNOWN, PanelRules { regions: true, ..none }, "closed regions alone"),
    ]
    .into_iter()
    .filter_map(bits)
    .collect()
}
