//! Orders of suggestions.

use std::cmp::Reverse;
use std::str::FromStr;

use super::search::Suggestion;
use super::variation::differing;
#[cfg(feature = "window")]
use super::words;
use foolproof_game::{Game, listed};

/// Order of suggestions. On the command line, a measure has its identifier: `highest:steps`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum SuggestionOrder {
    /// Fewest changes first.
    #[default]
    Nearest,
    FewestMarks,
    /// The highest main measure of the game first.
    Hardest,
    /// The hardest first, then always the one that differs most from those before it.
    Different,
    Highest(String),
    Lowest(String),
}

impl FromStr for SuggestionOrder {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (kind, measure) = text.split_once(':').unwrap_or((text, ""));
        match (kind, measure) {
            ("nearest", "") => Ok(Self::Nearest),
            ("fewest-marks", "") => Ok(Self::FewestMarks),
            ("hardest", "") => Ok(Self::Hardest),
            ("different", "") => Ok(Self::Different),
            ("highest", id) if !id.is_empty() => Ok(Self::Highest(id.to_owned())),
            ("lowest", id) if !id.is_empty() => Ok(Self::Lowest(id.to_owned())),
            _ => Err(
                "not an order: nearest, fewest-marks, hardest, different, highest:MEASURE or lowest:MEASURE",
            ),
        }
    }
}

impl SuggestionOrder {
    /// Describes the fault if the game has no such measure.
    pub(super) fn fault(&self, game: &dyn Game) -> Option<String> {
        let id = self.measure()?;
        let ids = game.ranked_measures().into_iter().map(|kind| kind.id.into_owned());
        let ids: Vec<String> = ids.collect();
        let all = || listed(&ids, "and");
        let fault = || format!("no measure {id}; {} has {}", game.about().name, all());
        (!ids.iter().any(|known| known == id)).then(fault)
    }

    /// Returns the identifier of the measure that it names.
    pub(super) fn measure(&self) -> Option<&str> {
        match self {
            Self::Highest(id) | Self::Lowest(id) => Some(id),
            _ => None,
        }
    }

    /// Returns the orders for a game, with their names on screen.
    #[cfg(feature = "window")]
    pub(super) fn all(game: &dyn Game) -> Vec<(Self, String)> {
        let measures = game.ranked_measures();
        let fixed = [(Self::Nearest, words::NEAREST), (Self::FewestMarks, words::FEWEST_MARKS)];
        let hard = [(Self::Hardest, words::HARDEST), (Self::Different, words::DIFFERENT)];
        let hard = hard.into_iter().filter(|_| !measures.is_empty());
        let named = fixed.into_iter().chain(hard).map(|(order, name)| (order, name.to_owned()));
        let by_measure = measures.iter().flat_map(|kind| {
            let (id, name) = (kind.id.to_string(), kind.name.to_lowercase());
            [
                (Self::Highest(id.clone()), words::highest(&name)),
                (Self::Lowest(id), words::lowest(&name)),
            ]
        });
        named.chain(by_measure).collect()
    }

    /// Sorts suggestions. Those that are alike in an order keep the one with fewer changes first, and those
    /// without a measure come last.
    pub(super) fn sort<T: AsRef<Suggestion>>(&self, game: &dyn Game, all: &mut [T]) {
        all.sort_by_key(|one| one.as_ref().changed.len());
        match self {
            Self::Nearest => {}
            Self::FewestMarks => all.sort_by_key(|one| one.as_ref().level.marks().count()),
            _ => {
                sort_from_highest(all, |one| self.value(game, one));
                if *self == Self::Different {
                    spread(all);
                }
            }
        }
    }

    /// Returns the value by which suggestions are sorted, the highest first; `None` in an order without measures.
    pub(super) fn value(&self, game: &dyn Game, one: &Suggestion) -> Option<f64> {
        match self {
            Self::Nearest | Self::FewestMarks => None,
            Self::Hardest | Self::Different => {
                game.ranked_measures().iter().find_map(|kind| one.measure(&kind.id))
            }
            Self::Highest(id) => one.measure(id),
            Self::Lowest(id) => one.measure(id).map(|value| -value),
        }
    }
}

fn sort_from_highest<T: AsRef<Suggestion>>(
    all: &mut [T],
    value: impl Fn(&Suggestion) -> Option<f64>,
) {
    let value = |one: &T| value(one.as_ref()).unwrap_or(f64::NEG_INFINITY);
    all.sort_by(|one, other| value(other).total_cmp(&value(one)));
}

/// Keeps the first, and orders the others so that each differs as much as possible from all before it. Takes
/// time cubic in their number, which is small.
fn spread<T: AsRef<Suggestion>>(all: &mut [T]) {
    for at in 1..all.len() {
        let (before, rest) = all.split_at_mut(at);
        let distance = |one: &T| {
            let level = &one.as_ref().level;
            before.iter().map(|old| differing(&old.as_ref().level, level).len()).min()
        };
        let next = (0..rest.len())
            .max_by_key(|number| (rest.get(*number).and_then(distance), Reverse(*number)));
        if let Some(rest) = next.and_then(|next| rest.get_mut(..=next)) {
            rest.rotate_right(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use foolproof_game::MeasureKind;
    use foolproof_level::{Board, Level, Site};

    const HARD: MeasureKind = MeasureKind::new(1, ["hard", "Hard", "", ""]);

    /// A suggestion with marks on these cells of a row, and this value of a measure.
    fn suggestion(cells: &[u16], value: f64) -> Suggestion {
        let mut level = Level::open("any", Board { cols: 9, rows: 1, tray: 0 });
        let sites = cells.iter().map(|col| Site::cell(*col, 0));
        sites.for_each(|site| level.paint(site, "wall".parse().ok()));
        let measures = vec![HARD.is(value, "")];
        Suggestion { changed: Default::default(), level: Arc::new(level), measures }
    }

    #[test]
    fn orders_are_read_as_they_are_documented() {
        assert_eq!("hardest".parse(), Ok(SuggestionOrder::Hardest));
        assert_eq!("lowest:steps".parse(), Ok(SuggestionOrder::Lowest("steps".to_owned())));
        for wrong in ["", "highest", "highest:", "nearest:steps", "Hardest"] {
            assert!(wrong.parse::<SuggestionOrder>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_highest_come_first_and_those_without_a_value_last() {
        let mut all = vec![suggestion(&[0], 1.0), suggestion(&[1], 3.0), suggestion(&[2], 2.0)];
        all[2].measures.clear();
        sort_from_highest(&mut all, |one| one.measure("hard"));
        let values: Vec<Option<f64>> = all.iter().map(|one| one.measure("hard")).collect();
        assert_eq!(values, [Some(3.0), Some(1.0), None]);
    }

    #[test]
    fn each_differs_as_much_as_possible_from_all_before_it() {
        // The second is like the first but for a mark; the third has no mark in common.
        let mut all =
            vec![suggestion(&[0, 1], 3.0), suggestion(&[0, 1, 2], 2.0), suggestion(&[5, 6], 1.0)];
        spread(&mut all);
        let counts: Vec<usize> = all.iter().map(|one| one.level.marks().count()).collect();
        assert_eq!(counts, [2, 2, 3]);
        assert!(all[1].level.mark(Site::cell(5, 0)).is_some());
    }
}
