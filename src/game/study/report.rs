//! Results of a study: rows of numbers, with charts and levels.
//!
//! All of it is sent from one process to another.

use serde::{Deserialize, Serialize};

use foolproof_level::{Level, Mark};

/// Placeholder of an unknown number in a table.
pub const UNKNOWN: f64 = f64::NEG_INFINITY;

/// Numbers of one studied thing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    pub name: String,
    /// Its picture, if it is a mark.
    pub mark: Option<Mark>,
    /// A number for each column, or [`UNKNOWN`].
    #[serde(with = "sent_values")]
    pub values: Vec<f64>,
    pub charts: Vec<Chart>,
}

/// Style of a chart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ChartStyle {
    /// Bars side by side.
    #[default]
    Bars,
    /// A step curve; the names of the bars are the positions, and it stays level up to the next.
    Curve,
}

/// A chart of numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Chart {
    pub title: String,
    /// Name and height of each bar.
    pub bars: Vec<(String, f64)>,
    pub drawn: ChartStyle,
}

impl Chart {
    pub fn bars(title: impl Into<String>, bars: Vec<(String, f64)>) -> Self {
        Self { title: title.into(), bars, drawn: ChartStyle::Bars }
    }

    pub fn curve(title: impl Into<String>, points: Vec<(String, f64)>) -> Self {
        Self { title: title.into(), bars: points, drawn: ChartStyle::Curve }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Column {
    pub name: String,
    pub tip: String,
    /// Number of decimals.
    pub digits: usize,
    /// Part of the matrix of pairs: shaded by its number.
    pub shaded: bool,
}

/// Results of a study, the best first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Report {
    pub summary: String,
    pub columns: Vec<Column>,
    pub rows: Vec<Row>,
}

/// The results of a study while it works.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SeenStudy {
    pub report: Report,
    /// Best levels of rows, by name; other rows have none yet.
    pub levels: Vec<SeenLevels>,
}

/// The best levels of a row.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeenLevels {
    pub row: String,
    #[serde(with = "sent_levels")]
    pub levels: Vec<Level>,
}

/// Serialization of a table's numbers, since JSON has only finite ones.
mod sent_values {
    use serde::{Deserialize, Deserializer, Serialize as _, Serializer};

    use super::UNKNOWN;

    pub(crate) fn serialize<S: Serializer>(values: &[f64], to: S) -> Result<S::Ok, S::Error> {
        let known = values.iter().map(|value| Some(*value).filter(|value| value.is_finite()));
        known.collect::<Vec<_>>().serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<f64>, D::Error> {
        let known = Vec::<Option<f64>>::deserialize(from)?;
        Ok(known.into_iter().map(|value| value.unwrap_or(UNKNOWN)).collect())
    }
}

/// Serialization of levels in messages, each as a pack of its own.
pub(crate) mod sent_levels {
    use std::sync::Arc;

    use serde::de::Error as _;
    use serde::{Deserialize, Deserializer, Serialize as _, Serializer};

    use foolproof_level::{Level, Pack};

    fn text(level: &Level) -> String {
        Pack { levels: vec![Arc::new(level.clone())], ..Pack::default() }.to_json()
    }

    pub(crate) fn serialize<S: Serializer>(levels: &[Level], to: S) -> Result<S::Ok, S::Error> {
        levels.iter().map(text).collect::<Vec<_>>().serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Level>, D::Error> {
        let mut levels = Vec::new();
        for text in Vec::<String>::deserialize(from)? {
            let pack = Pack::from_json(&text).map_err(D::Error::custom)?;
            levels.extend(pack.levels.into_iter().map(Arc::unwrap_or_clone));
        }
        Ok(levels)
    }
}

/// Serialization of an optional level in a message.
pub(crate) mod sent_level {
    use serde::{Deserializer, Serializer};

    use super::sent_levels;
    use foolproof_level::Level;

    pub(crate) fn serialize<S: Serializer>(
        level: &Option<Level>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        sent_levels::serialize(level.as_slice(), to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<Level>, D::Error> {
        sent_levels::deserialize(from).map(|levels| levels.into_iter().next())
    }
}
