//! Techniques of a pack: named combinations of sentences of the rules.

use std::fmt;

use serde::{Deserialize, Serialize};

use foolproof_kernel::listed;

/// How the places of sentences lie to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[derive(Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PlacesLie {
    OnePlace,
    /// Each touches another, at a side or a corner.
    Neighbours,
    OneRow,
    OneColumn,
    Apart,
}

/// Sentences of the rules that a solving step combines, wherever they are said.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[derive(Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Combination {
    /// The words of the sentences in their order, each as often as the step needs it, with the kind of its
    /// place in brackets where that has a name: `too few stars here (room)`.
    pub sentences: Vec<String>,
    /// How those of their places lie that are sites, where these are several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lie: Option<PlacesLie>,
}

/// A combination with its name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Technique {
    /// Such as `two rooms in two rows`.
    pub name: String,
    pub combines: Combination,
}

impl fmt::Display for Combination {
    /// `2 × “too few stars here” (room) and “two stars touch”, neighbours`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut counted: Vec<(&str, usize)> = Vec::new();
        for sentence in self.sentences.iter().map(String::as_str) {
            match counted.iter_mut().find(|(known, _)| *known == sentence) {
                Some((_, times)) => *times += 1,
                None => counted.push((sentence, 1)),
            }
        }
        let quoted = |(sentence, times): &(&str, usize)| {
            let words = match sentence.rsplit_once(" (") {
                Some((words, kind)) => format!("“{words}” ({kind}"),
                None => format!("“{sentence}”"),
            };
            if *times > 1 { format!("{times} × {words}") } else { words }
        };
        f.write_str(&listed(&counted.iter().map(quoted).collect::<Vec<_>>(), "and"))?;
        f.write_str(match self.lie {
            None => "",
            Some(PlacesLie::OnePlace) => ", of one place",
            Some(PlacesLie::Neighbours) => ", neighbours",
            Some(PlacesLie::OneRow) => ", in one row",
            Some(PlacesLie::OneColumn) => ", in one column",
            Some(PlacesLie::Apart) => ", apart",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_combination_is_said_with_how_often_and_where() {
        let few = "too few stars here (room)".to_owned();
        let combination = Combination {
            sentences: vec![few.clone(), few, "two stars touch".to_owned()],
            lie: Some(PlacesLie::OneRow),
        };
        let said = "2 × “too few stars here” (room) and “two stars touch”, in one row";
        assert_eq!(combination.to_string(), said);
    }
}
