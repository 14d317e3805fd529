//! Differences between two levels: their marks, their intended solutions and their words.

use std::collections::BTreeSet;

use super::{Board, Expect, Level, Mark, Play, Policy, Site, Spot};

/// Differences between two levels.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LevelComparison {
    pub sites: Vec<SiteDifference>,
    /// Marks of the intended solutions.
    pub intended: Vec<PlayDifference>,
    pub fields: Vec<FieldDifference>,
}

/// A site at which the levels differ; a board without the site counts as open there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteDifference {
    pub site: Site,
    pub here: Spot,
    pub there: Spot,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayDifference {
    pub site: Site,
    pub here: Option<Mark>,
    pub there: Option<Mark>,
}

/// A field of a level; marks are compared separately.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ComparedField {
    Game,
    Board,
    Concept,
    Needs,
    Policy,
    Title,
    Author,
    Tags,
    Notes,
}

/// A field and its value in each level, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldDifference {
    pub field: ComparedField,
    pub here: String,
    pub there: String,
}

impl ComparedField {
    pub(crate) const ALL: [Self; 9] = [
        Self::Game,
        Self::Board,
        Self::Concept,
        Self::Needs,
        Self::Policy,
        Self::Title,
        Self::Author,
        Self::Tags,
        Self::Notes,
    ];

    /// Name of the field.
    pub fn word(self) -> &'static str {
        match self {
            Self::Game => "game",
            Self::Board => "board",
            Self::Concept => "concept",
            Self::Needs => "needed technique",
            Self::Policy => "expected",
            Self::Title => "title",
            Self::Author => "author",
            Self::Tags => "tags",
            Self::Notes => "notes",
        }
    }

    fn of(self, level: &Level) -> String {
        match self {
            Self::Game => level.game.clone(),
            Self::Board => board(level.board),
            Self::Concept => level.concept.to_string(),
            Self::Needs => level.needs.as_ref().map(ToString::to_string).unwrap_or_default(),
            Self::Policy => policy(level.policy),
            Self::Title => level.title.clone(),
            Self::Author => level.author.clone(),
            Self::Tags => level.tags.join(", "),
            Self::Notes => level.notes.clone(),
        }
    }
}

fn board(Board { cols, rows, tray }: Board) -> String {
    match tray {
        0 => format!("{cols}x{rows}"),
        tray => format!("{cols}x{rows}, tray {tray}"),
    }
}

fn policy(policy: Policy) -> String {
    let Policy { solvable, unique, shortcut_free } = policy;
    let (solvable, unique) = (solvable.word(), unique.map_or("as usual", Expect::word));
    format!("solvable {solvable}, unique {unique}, shortcut-free {}", shortcut_free.word())
}

impl LevelComparison {
    pub fn of(here: &Level, there: &Level) -> Self {
        let sites: BTreeSet<Site> =
            here.spots().chain(there.spots()).map(|(site, _)| site).collect();
        let sites = sites.into_iter().map(|site| SiteDifference {
            site,
            here: here.spot(site),
            there: there.spot(site),
        });
        let none = Play::default();
        let plays = [here, there].map(|level| level.intended.as_ref().unwrap_or(&none));
        let [mine, theirs] = plays;
        let played: BTreeSet<Site> =
            mine.iter().chain(theirs.iter()).map(|(site, _)| site).collect();
        let intended = played.into_iter().map(|site| PlayDifference {
            site,
            here: mine.get(site).cloned(),
            there: theirs.get(site).cloned(),
        });
        let fields = ComparedField::ALL.into_iter().map(|field| FieldDifference {
            field,
            here: field.of(here),
            there: field.of(there),
        });
        Self {
            sites: sites.filter(|site| site.here != site.there).collect(),
            intended: intended.filter(|play| play.here != play.there).collect(),
            fields: fields.filter(|field| field.here != field.there).collect(),
        }
    }

    /// True if the levels are equal in everything compared.
    pub fn is_empty(&self) -> bool {
        let Self { sites, intended, fields } = self;
        sites.is_empty() && intended.is_empty() && fields.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::super::Hold;
    use super::*;

    #[test]
    fn marks_holds_solutions_and_words_are_compared() {
        let cell = Site::cell;
        let mark = |text: &str| text.parse::<Mark>().ok();
        let mut here = Level::open("any", Board { cols: 3, rows: 2, tray: 0 });
        here.paint(cell(0, 0), mark("a"));
        here.paint(cell(1, 0), mark("b"));
        let mut there = here.clone();
        assert!(LevelComparison::of(&here, &there).is_empty());
        there.set(cell(0, 0), Spot { mark: mark("a"), hold: Hold::Locked });
        there.paint(cell(1, 0), mark("c"));
        there.paint(cell(2, 1), mark("d"));
        there.intended = mark("p").map(|played| [(cell(1, 1), played)].into_iter().collect());
        there.title = "new".to_owned();
        there.board.rows = 4;
        let found = LevelComparison::of(&here, &there);
        let sites: Vec<Site> = found.sites.iter().map(|site| site.site).collect();
        assert_eq!(sites, [cell(0, 0), cell(1, 0), cell(2, 1)]);
        assert_eq!(found.intended.len(), 1);
        let fields: Vec<ComparedField> = found.fields.iter().map(|field| field.field).collect();
        assert_eq!(fields, [ComparedField::Board, ComparedField::Title]);
    }
}
