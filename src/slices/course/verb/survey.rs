//! The questions about each level of a pack for its course: properties of all solutions, and measures.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::course::model::{JudgedCourse, LevelFound};
use crate::rating::measures;
use foolproof_cli::questions::{Asker, about};
use foolproof_game::Games;
use foolproof_games::Contents;
use foolproof_level::course::HAS_MARK;
use foolproof_level::{CourseRule, Level, Mark, PackCourse};
use foolproof_solver::{FindPractice, Limits, PRACTISED};

/// The facts wanted about each level.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct SurveyWanted {
    pub practice: bool,
    pub measures: bool,
}

impl SurveyWanted {
    /// Returns the facts that the rules of a course depend on.
    pub(crate) fn for_rules(course: &PackCourse) -> Self {
        let named = |concept: &Mark| concept.functor() != HAS_MARK;
        let alone = course
            .rules
            .iter()
            .any(|rule| matches!(rule, CourseRule::PractiseFirst { concept: None, .. }));
        Self {
            practice: alone || course.all_concepts().iter().any(named),
            measures: course.rules.iter().any(|rule| matches!(rule, CourseRule::Step { .. })),
        }
    }
}

/// Asks about each level of a pack, and judges its course.
pub(crate) fn survey(
    games: &Games,
    asker: &mut Asker,
    contents: &Contents,
    wanted: SurveyWanted,
    limits: &Limits,
) -> JudgedCourse {
    let named: Vec<Mark> = contents.pack_of(Vec::new()).course.all_concepts();
    let levels = contents.levels.iter().map(|level| level.as_ref().ok());
    let found =
        levels.map(|level| Some(look(games, asker, level?, &named, wanted, limits))).collect();
    judged(games, contents, found)
}

/// Judges the course of a pack from the answers about its levels; `None` for unreadable ones.
pub(crate) fn judged(
    games: &Games,
    contents: &Contents,
    found: Vec<Option<LevelFound>>,
) -> JudgedCourse {
    let both = contents.levels.iter().zip(&found);
    let both = both.map(|(level, found)| Some((&**level.as_ref().ok()?, found.as_ref()?)));
    JudgedCourse::of(games, contents.pack_of(Vec::new()).course, both)
}

/// Asks about a level.
pub(crate) fn look(
    games: &Games,
    asker: &mut Asker,
    level: &Level,
    named: &[Mark],
    wanted: SurveyWanted,
    limits: &Limits,
) -> LevelFound {
    let mut found = LevelFound::default();
    if games.by_id(&level.game).is_none() {
        return found;
    }
    // Nothing is asked of the level's own concept.
    let bare = level.without_concept();
    if wanted.measures {
        let measured = measures(asker, &bare, limits).map(|(measured, _)| measured);
        found.is_cut_short = measured.as_ref().is_some_and(|measured| measured.halt.is_some());
        found.measures = measured.map(|measured| measured.measures);
    }
    if wanted.practice {
        let question = FindPractice { also: named.to_vec() }.into();
        let findings = asker.look(&bare, &question, limits);
        let practice = about(&findings, PRACTISED).and_then(|found| found.answer.report());
        found.practice = practice.cloned().map(Arc::new);
    }
    found
}
