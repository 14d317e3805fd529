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

/// A field of a level, as comparisons, filters of lists and losses of formats know it. Marks are compared
/// separately.
pub struct LevelField {
    pub name: &'static str,
    /// The name of what a format lacks that loses the field. Without it, the field cannot be lost, or
    /// `foolproof_games` finds the loss in its own way.
    pub lost_as: Option<&'static str>,
    /// Returns the field in words. Those of a new level are its default.
    pub text: fn(&Level) -> String,
}

/// All fields, in the order of comparisons.
pub static FIELDS: [LevelField; 9] = [
    LevelField::of("game", |level| level.game.clone()),
    LevelField::of("board", |level| board(level.board)),
    LevelField::of("concept", |level| level.concept.to_string()).lost_as("concepts"),
    LevelField::of("technique", |level| {
        level.needs.as_ref().map(ToString::to_string).unwrap_or_default()
    })
    .lost_as("needed techniques"),
    LevelField::of("expected", |level| policy(level.policy)),
    LevelField::of("title", |level| level.title.clone()).lost_as("titles"),
    LevelField::of("author", |level| level.author.clone()).lost_as("authors"),
    LevelField::of("tags", |level| level.tags.join(", ")),
    LevelField::of("notes", |level| level.notes.clone()).lost_as("notes"),
];

/// A field and its value in each level, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldDifference {
    pub name: &'static str,
    pub here: String,
    pub there: String,
}

impl LevelField {
    const fn of(name: &'static str, text: fn(&Level) -> String) -> Self {
        Self { name, lost_as: None, text }
    }

    const fn lost_as(self, name: &'static str) -> Self {
        Self { lost_as: Some(name), ..self }
    }

    /// True if a level says something here that is not in a copy of it.
    pub fn is_lost(&self, level: &Level, copy: &Level) -> bool {
        let usual = (self.text)(&Level::open(&*level.game, level.board));
        let text = (self.text)(level);
        text.trim() != usual && text != (self.text)(copy)
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
        let fields = FIELDS.iter().map(|LevelField { name, text, .. }| FieldDifference {
            name,
            here: text(here),
            there: text(there),
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
        let fields: Vec<&str> = found.fields.iter().map(|field| field.name).collect();
        assert_eq!(fields, ["board", "title"]);
    }
}
