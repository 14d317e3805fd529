//! Filter of the list of levels: those that match all words, tags, verdicts and measures.

use foolproof_game::Games;
use foolproof_level::comparison::FIELDS;
use foolproof_level::{CheckItem, Expected, KeptStatus, Level};

/// The known facts about a level, for terms about it.
pub(crate) type Known<'a> = &'a dyn Fn(&Level, CheckItem) -> Option<KeptStatus>;

/// A parsed filter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct LevelFilter(Vec<(bool, FilterTerm)>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum FilterTerm {
    /// Words in the title, a tag or the author.
    Words(String),
    /// Words in the field of this name.
    Field(&'static str, String),
    Item(CheckItem),
    /// As expected, as far as known.
    Passes,
    Fails,
    Unchecked,
    Measure(BoardMeasure, Relation, u64),
}

/// A measure that needs no solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BoardMeasure {
    Marks,
    Locked,
    Columns,
    Rows,
    Tray,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    Less,
    AtMost,
    Equal,
    AtLeast,
    More,
}

impl LevelFilter {
    /// Reads terms separated by blanks; a `-` before a term negates it.
    pub(crate) fn parse(text: &str) -> Self {
        let mut terms = Vec::new();
        for word in text.to_lowercase().split_whitespace() {
            let (wanted, word) = match word.strip_prefix('-') {
                Some(rest) if !rest.is_empty() => (false, rest),
                _ => (true, word),
            };
            terms.extend(term(word).map(|term| (wanted, term)));
        }
        Self(terms)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// True if a level is listed.
    pub(crate) fn takes(&self, level: &Level, games: &Games, known: Known<'_>) -> bool {
        let asked = || as_expected(level, games.expected(level), known);
        self.0.iter().all(|(wanted, term)| term.holds(level, &asked, known) == *wanted)
    }
}

/// Reads a term; `None` if it is still being typed.
fn term(word: &str) -> Option<FilterTerm> {
    if let Some((name, value)) = word.split_once(':') {
        let one = |name: &str| name.trim_end_matches('s').to_owned();
        match FIELDS.iter().find(|field| one(field.name) == one(name)) {
            _ if value.is_empty() => return None,
            Some(field) => return Some(FilterTerm::Field(field.name, value.to_owned())),
            None => {}
        }
    }
    if let Some(measure) = measure(word) {
        return Some(measure);
    }
    Some(match word {
        "passes" => FilterTerm::Passes,
        "fails" => FilterTerm::Fails,
        "unchecked" => FilterTerm::Unchecked,
        words => {
            let item = CheckItem::ALL.into_iter().find(|item| item.word() == words);
            item.map_or_else(|| FilterTerm::Words(words.to_owned()), FilterTerm::Item)
        }
    })
}

/// Reads a measure with a bound, such as `marks>20`.
fn measure(word: &str) -> Option<FilterTerm> {
    let at = word.find(['<', '>', '='])?;
    let (name, rest) = word.split_at_checked(at)?;
    let measure = match name {
        "marks" => BoardMeasure::Marks,
        "locked" => BoardMeasure::Locked,
        "cols" | "columns" => BoardMeasure::Columns,
        "rows" => BoardMeasure::Rows,
        "tray" => BoardMeasure::Tray,
        _ => return None,
    };
    let relations = [
        ("<=", Relation::AtMost),
        (">=", Relation::AtLeast),
        ("<", Relation::Less),
        (">", Relation::More),
        ("=", Relation::Equal),
    ];
    let found = relations
        .iter()
        .find_map(|(sign, relation)| Some((*relation, rest.strip_prefix(sign)?.parse().ok()?)));
    found.map(|(relation, bound)| FilterTerm::Measure(measure, relation, bound))
}

impl FilterTerm {
    fn holds(
        &self,
        level: &Level,
        as_expected: &dyn Fn() -> Option<bool>,
        known: Known<'_>,
    ) -> bool {
        let has = |text: &str, part: &str| text.to_lowercase().contains(part);
        match self {
            Self::Words(words) => {
                let texts = [&level.title, &level.author].into_iter().chain(&level.tags);
                texts.into_iter().any(|text| has(text, words))
            }
            Self::Field(name, part) => {
                let mut named = FIELDS.iter().filter(|field| field.name == *name);
                named.any(|field| has(&(field.text)(level), part))
            }
            Self::Item(item) => known(level, *item) == Some(KeptStatus::Proved),
            Self::Passes => as_expected() == Some(true),
            Self::Fails => as_expected() == Some(false),
            Self::Unchecked => as_expected().is_none(),
            Self::Measure(measure, relation, bound) => {
                let value = measure.of(level);
                match relation {
                    Relation::Less => value < *bound,
                    Relation::AtMost => value <= *bound,
                    Relation::Equal => value == *bound,
                    Relation::AtLeast => value >= *bound,
                    Relation::More => value > *bound,
                }
            }
        }
    }
}

impl BoardMeasure {
    fn of(self, level: &Level) -> u64 {
        let count = |count: usize| count as u64;
        match self {
            Self::Marks => count(level.marks().count()),
            Self::Locked => {
                let locked =
                    |spot: &&foolproof_level::Spot| spot.hold == foolproof_level::Hold::Locked;
                count(level.spots().map(|(_, spot)| spot).filter(locked).count())
            }
            Self::Columns => level.board.cols.into(),
            Self::Rows => level.board.rows.into(),
            Self::Tray => level.board.tray.into(),
        }
    }
}

/// True if the level is as expected; `None` if a part of that is not known.
fn as_expected(level: &Level, expected: Expected, known: Known<'_>) -> Option<bool> {
    let statuses = CheckItem::ALL.map(|item| {
        let expect = item.expected(expected);
        let asked = expect != foolproof_level::Expect::Any && item.applies(level);
        asked.then(|| known(level, item).map(|status| status.meets(expect)))
    });
    let asked: Vec<Option<bool>> = statuses.into_iter().flatten().collect();
    match () {
        () if asked.contains(&Some(false)) => Some(false),
        () if asked.contains(&None) => None,
        () => Some(true),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use foolproof_level::{Board, Site};

    fn level() -> Level {
        let mut level = Level::open("sudoku", Board { cols: 4, rows: 3, tray: 0 });
        level.title = "First Steps".to_owned();
        level.author = "Ann".to_owned();
        level.tags = vec!["easy".to_owned(), "two mirrors".to_owned()];
        level.paint(Site::cell(0, 0), "1".parse().ok());
        level
    }

    fn check(text: &str, expected: bool) {
        let unique = |_: &Level, item| match item {
            CheckItem::Unique | CheckItem::Solvable => Some(KeptStatus::Proved),
            CheckItem::ShortcutFree => Some(KeptStatus::Refuted),
            _ => None,
        };
        let taken =
            LevelFilter::parse(text).takes(&level(), &foolproof_built_in::built_in(), &unique);
        assert_eq!(taken, expected, "{text}");
    }

    #[test]
    fn every_term_has_to_fit() {
        for (text, expected) in [
            ("", true),
            ("steps", true),
            ("STEPS first", true),
            ("steps last", false),
            ("tag:easy", true),
            ("tag:hard", false),
            ("-tag:hard", true),
            ("tag:", true),
            ("mirrors ann", true),
            ("author:ann game:sudoku title:first", true),
            ("unique", true),
            ("shortcut-free", false),
            ("-unique", false),
            ("fails", true),
            ("passes", false),
            ("unchecked", false),
            ("tags:easy board:4x3 concept:any", true),
            ("technique:stars", false),
            ("technique", false),
            ("marks=1 cols>=4 rows<4", true),
            ("marks>1", false),
            ("columns<=3", false),
        ] {
            check(text, expected);
        }
    }
}
