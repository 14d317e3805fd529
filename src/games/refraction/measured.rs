//! What the measures of a Refraction level measure, in words.
//!
//! Knows nothing but their names.

use crate::games::MeasureAbout;

const COUNTED: &str = "Counted by this program.";
const FEATURES: &str = "After the solution features of Butler, Andersen, Smith, Gulwani and Popović, \
    “Automatic Game Progression Design through Analysis of Solution Features” (2015).";

pub fn about() -> Vec<MeasureAbout> {
    [
        ["used", "Fewest pieces used", "How many pieces the smallest solution uses.", FEATURES],
        [
            "branching",
            "Splitters and combiners",
            "How many splitters and combiners a solution uses at most.",
            FEATURES,
        ],
        [
            "fractions",
            "Fractions built",
            "How many different powers splitters and combiners make.",
            FEATURES,
        ],
        ["chain", "Longest chain", "How many pieces light passes one after the other.", COUNTED],
        [
            "distractors",
            "Distractors",
            "How many pieces stay in the tray in the smallest solution.",
            COUNTED,
        ],
        ["solutions", "Solutions", "How many different networks solve the level.", COUNTED],
        ["pieces", "Pieces in the tray", "How many pieces the player gets.", COUNTED],
        ["targets", "Targets", "How many targets are to be lit.", COUNTED],
    ]
    .map(MeasureAbout::new)
    .to_vec()
}
