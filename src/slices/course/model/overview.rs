//! The course at a glance: the concepts that each level practises, for the first time or again, and remarks.

use std::collections::{BTreeMap, BTreeSet};

use super::judging::combination;
use super::lesson::{Lesson, Practising};
use foolproof_game::{Games, Measure};
use foolproof_level::Mark;

/// A step is large if it is more than this many times the usual one of its game, and more than this share
/// of the whole range.
const LARGE_TIMES: f64 = 3.0;
const LARGE_PART: f64 = 0.25;
/// Minimum number of levels of a game for a usual step.
const FEWEST: usize = 4;

/// Relation of a level to a concept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ConceptCell {
    /// `None` if unknown.
    pub practised: Option<bool>,
    /// It is the first level that is sure to practise the concept.
    pub introduced: bool,
    /// It practises another concept of the course as well.
    pub combined: bool,
}

/// A concept, and its relation to each level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConceptRow {
    pub concept: Mark,
    pub cells: Vec<ConceptCell>,
}

/// A step of the main measure from one level of a game to its next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CourseStep {
    pub from: usize,
    pub to: usize,
    pub by: f64,
    /// The usual step of the game.
    pub usual: f64,
}

/// Remarkable facts about a course.
#[derive(Clone, Debug, PartialEq)]
pub enum CourseRemark {
    /// The level practises no concept of the course.
    Nothing { level: usize },
    /// The level practises exactly what the previous level of its game does, to the same degree.
    Same { level: usize, before: usize },
    /// A step is far larger than usual.
    Large(CourseStep),
    /// The level introduces several concepts at once, so a level in between is missing.
    Several { level: usize, concepts: Vec<Mark> },
    /// The concept first appears together with others that are known.
    NeverAlone { level: usize, concept: Mark },
    /// No level practises it.
    Untaught { concept: Mark },
    /// One level alone practises it.
    Once { concept: Mark, level: usize },
}

impl CourseRemark {
    /// Returns the level concerned.
    pub fn level(&self) -> Option<usize> {
        match self {
            Self::Nothing { level }
            | Self::Same { level, .. }
            | Self::Several { level, .. }
            | Self::NeverAlone { level, .. }
            | Self::Once { level, .. } => Some(*level),
            Self::Large(step) => Some(step.to),
            Self::Untaught { .. } => None,
        }
    }
}

/// A course at a glance.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overview {
    pub rows: Vec<ConceptRow>,
    pub remarks: Vec<CourseRemark>,
    /// The measure by which the levels of each game are compared.
    pub measures: BTreeMap<String, String>,
}

impl Overview {
    /// Builds the overview; `measures` names the measure of each game, by its identifier.
    pub fn of(lessons: &[Lesson], concepts: &[Mark], measures: BTreeMap<String, String>) -> Self {
        let rows: Vec<ConceptRow> =
            concepts.iter().map(|concept| row(concept, lessons, concepts)).collect();
        let mut remarks: Vec<CourseRemark> = rows.iter().filter_map(of_row).collect();
        for level in 0..lessons.len() {
            remarks.extend(of_level(level, lessons, &rows));
        }
        remarks.extend(large_steps(lessons, &measures).into_iter().map(CourseRemark::Large));
        // Concepts first, then level by level.
        remarks.sort_by_key(|remark| remark.level());
        Self { rows, remarks, measures }
    }

    /// Returns the value by which a level is compared.
    pub fn value(&self, lesson: &Lesson) -> Option<f64> {
        lesson.measure(self.measures.get(&lesson.game)?)
    }

    /// Returns the least and the greatest value of a game's levels.
    pub fn range(&self, lessons: &[Lesson], game: &str) -> Option<(f64, f64)> {
        let own = lessons.iter().filter(|lesson| lesson.game == game);
        range(own.filter_map(|lesson| self.value(lesson)))
    }
}

/// Returns the least and the greatest of some values.
pub fn range(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    values.fold(None, |range, value| {
        let (least, most) = range.unwrap_or((value, value));
        Some((value.min(least), value.max(most)))
    })
}

fn row(concept: &Mark, lessons: &[Lesson], concepts: &[Mark]) -> ConceptRow {
    let mut met = false;
    let cell = |lesson: &Lesson| {
        let practice = lesson.practice(concept);
        let introduced = practice.is_sure() && !met;
        met |= practice.is_sure();
        let combined = practice.is_sure() && combination(lesson, concept, concepts).is_sure();
        let practised = match practice {
            Practising::Yes => Some(true),
            Practising::No => Some(false),
            Practising::Unknown => None,
        };
        ConceptCell { practised, introduced, combined }
    };
    ConceptRow { concept: concept.clone(), cells: lessons.iter().map(cell).collect() }
}

fn of_row(row: &ConceptRow) -> Option<CourseRemark> {
    let concept = row.concept.clone();
    if row.cells.is_empty() || row.cells.iter().any(|cell| cell.practised.is_none()) {
        return None;
    }
    let mut practised = row.cells.iter().enumerate().filter(|(_, one)| one.practised == Some(true));
    match (practised.next(), practised.next()) {
        (None, _) => Some(CourseRemark::Untaught { concept }),
        (Some((level, _)), None) => Some(CourseRemark::Once { concept, level }),
        _ => None,
    }
}

fn of_level(level: usize, lessons: &[Lesson], rows: &[ConceptRow]) -> Vec<CourseRemark> {
    let cells: Vec<(&Mark, &ConceptCell)> =
        rows.iter().filter_map(|row| Some((&row.concept, row.cells.get(level)?))).collect();
    let mut found = Vec::new();
    if !cells.is_empty() && cells.iter().all(|(_, cell)| cell.practised == Some(false)) {
        found.push(CourseRemark::Nothing { level });
    }
    let new: Vec<Mark> =
        cells.iter().filter(|(_, cell)| cell.introduced).map(|(one, _)| (*one).clone()).collect();
    // The first level has to begin with something.
    match new.as_slice() {
        [concept] if cells.iter().any(|(_, cell)| cell.introduced && cell.combined) => {
            found.push(CourseRemark::NeverAlone { level, concept: concept.clone() });
        }
        [_, _, ..] => found.push(CourseRemark::Several { level, concepts: new }),
        _ => {}
    }
    let Some(lesson) = lessons.get(level) else { return found };
    let earlier = lessons.iter().enumerate().take(level).rev();
    let before = earlier.into_iter().find(|(_, other)| other.game == lesson.game);
    if let Some((before, _)) = before.filter(|(_, other)| teaches_same(lesson, other, rows)) {
        found.push(CourseRemark::Same { level, before });
    }
    found
}

/// True if two levels practise the same concepts of the course, to the same degree. Unknown ones do not
/// count as the same.
fn teaches_same(one: &Lesson, other: &Lesson, rows: &[ConceptRow]) -> bool {
    let mut some = false;
    let same = rows.iter().all(|row| {
        let (here, there) = (one.practice(&row.concept), other.practice(&row.concept));
        let cases =
            |lesson: &Lesson| -> BTreeSet<Mark> { lesson.cases(&row.concept).cloned().collect() };
        some |= here.is_sure();
        here == there && here != Practising::Unknown && cases(one) == cases(other)
    });
    same && some
}

fn large_steps(lessons: &[Lesson], measures: &BTreeMap<String, String>) -> Vec<CourseStep> {
    let mut large = Vec::new();
    for (game, measure) in measures {
        let own = lessons.iter().enumerate().filter(|(_, lesson)| lesson.game == *game);
        let values: Vec<(usize, f64)> =
            own.filter_map(|(at, lesson)| Some((at, lesson.measure(measure)?))).collect();
        let steps: Vec<(usize, usize, f64)> = values
            .iter()
            .zip(values.iter().skip(1))
            .map(|((from, one), (to, other))| (*from, *to, other - one))
            .collect();
        if values.len() < FEWEST {
            continue;
        }
        let mut sizes: Vec<f64> = steps.iter().map(|(.., by)| by.abs()).collect();
        sizes.sort_by(f64::total_cmp);
        let usual = sizes.get(sizes.len() / 2).copied().unwrap_or_default();
        let (least, most) = range(values.iter().map(|(_, value)| *value)).unwrap_or_default();
        let is_large =
            |by: f64| by.abs() > LARGE_TIMES * usual && by.abs() > LARGE_PART * (most - least);
        let found = steps.into_iter().filter(|(.., by)| is_large(*by));
        large.extend(found.map(|(from, to, by)| CourseStep { from, to, by, usual }));
    }
    large
}

/// Returns the measure by which a game's levels are compared, unless another one is chosen: the first that
/// its rating names, or the first that was taken.
pub fn main_measure(games: &Games, game: &str, lessons: &[Lesson]) -> Option<String> {
    let known = games.by_id(game);
    let taken = |id: &str| {
        let mut own = lessons.iter().filter(|lesson| lesson.game == game);
        own.any(|lesson| lesson.measure(id).is_some())
    };
    let about = known.as_ref().map(|game| game.ranked_measures()).unwrap_or_default();
    let named = about.into_iter().map(|about| about.id.to_string()).find(|id| taken(id));
    let first = || {
        let own = lessons.iter().filter(|lesson| lesson.game == game);
        let measures = own.flat_map(|lesson| lesson.measures.iter().flatten());
        measures.map(|measure: &Measure| measure.id.clone()).next()
    };
    named.or_else(first)
}
