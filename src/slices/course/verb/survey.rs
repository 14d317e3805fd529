//! What is asked of each level of a pack for its course: what every solution does, and its measures.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::rating::measures;
use foolproof_cli::questions::{Asker, about};
use crate::course::model::{
    Lesson, RuleVerdict, course_concepts, is_known, judge,
};
use foolproof_games::{Contents, Game, Games, Measure};
use foolproof_level::course::HAS_MARK;
use foolproof_level::damaged::UnreadLevel;
use foolproof_level::{CourseRule, Level, Mark, PackCourse};
use foolproof_solver::{FindPractice, FoundPractice, Limits, PRACTISED};

/// What is wanted of each level.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct SurveyWanted {
    pub practice: bool,
    pub measures: bool,
}

impl SurveyWanted {
    /// What the rules of a course depend on.
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

/// A pack as a course, with all that was found of it.
pub(crate) struct CourseSurvey {
    pub course: PackCourse,
    pub concepts: Vec<Mark>,
    /// One a level; of one that cannot be read nothing is known.
    pub lessons: Vec<Lesson>,
    pub verdicts: Vec<RuleVerdict>,
}

/// What was found of a level.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct LevelFound {
    practice: Option<Arc<FoundPractice>>,
    measures: Option<Vec<Measure>>,
}

impl CourseSurvey {
    /// Asks about each level of a pack.
    pub(crate) fn of(
        games: &Games,
        asker: &mut Asker,
        contents: &Contents,
        wanted: SurveyWanted,
        limits: &Limits,
    ) -> Self {
        let named: Vec<Mark> = contents.pack_of(Vec::new()).course.all_concepts();
        let found = contents.levels.iter().map(|level| {
            let level = level.as_ref().ok()?;
            Some(LevelFound::of(games, asker, level, &named, wanted, limits))
        });
        let found = found.collect();
        Self::of_found(games, contents, found)
    }

    /// The games of the levels, each once.
    pub(crate) fn games(&self) -> Vec<String> {
        let of: BTreeSet<&String> = self.lessons.iter().map(|lesson| &lesson.game).collect();
        of.into_iter().cloned().collect()
    }

    /// The same of a pack about each of whose levels was asked; of one that cannot be read there is
    /// nothing.
    pub(crate) fn of_found(
        games: &Games,
        contents: &Contents,
        found: Vec<Option<LevelFound>>,
    ) -> Self {
        let course = contents.pack_of(Vec::new()).course;
        let both = contents.levels.iter().zip(&found).filter_map(|(level, found)| {
            let practice = found.as_ref().and_then(|found| found.practice.as_deref());
            Some((&**level.as_ref().ok()?, practice))
        });
        let concepts = course_concepts(&course, games, both);
        let lesson = |(level, found): (&Result<Arc<Level>, UnreadLevel>, Option<LevelFound>)| {
            let (Ok(level), Some(found)) = (level, found) else { return Lesson::default() };
            let game = games.by_id(&level.game);
            let LevelFound { practice, measures } = found;
            Lesson::of(game.as_deref(), level, &concepts, practice, measures)
        };
        let lessons: Vec<Lesson> = contents.levels.iter().zip(found).map(lesson).collect();
        let verdicts = verdicts(games, &course, &lessons, &concepts);
        Self { course, concepts, lessons, verdicts }
    }
}

/// How the rules stand.
fn verdicts(
    games: &Games,
    course: &PackCourse,
    lessons: &[Lesson],
    concepts: &[Mark],
) -> Vec<RuleVerdict> {
    let lessons: Vec<&Lesson> = lessons.iter().collect();
    let mut of: Vec<&str> = lessons.iter().map(|lesson| lesson.game.as_str()).collect();
    of.sort_unstable();
    of.dedup();
    let known: Vec<Arc<dyn Game>> = of.iter().filter_map(|id| games.by_id(id)).collect();
    // What an unknown game has nobody knows.
    let all_known = known.len() == of.len();
    let knows = |concept: &Mark| !all_known || is_known(known.iter().map(|game| &**game), concept);
    judge(course, &lessons, concepts, &knows)
}

impl LevelFound {
    /// Asks about a level.
    pub(crate) fn of(
        games: &Games,
        asker: &mut Asker,
        level: &Level,
        named: &[Mark],
        wanted: SurveyWanted,
        limits: &Limits,
    ) -> Self {
        let mut found = Self::default();
        if games.by_id(&level.game).is_none() {
            return found;
        }
        // Nothing is asked of the level's own concept.
        let bare = level.without_concept();
        if wanted.measures {
            found.measures = measures(asker, &bare, limits).map(|(measures, _)| measures);
        }
        if wanted.practice {
            let question = FindPractice { also: named.to_vec() }.into();
            let findings = asker.look(&bare, &question, limits);
            let practice = about(&findings, PRACTISED).and_then(|found| found.answer.report());
            found.practice = practice.cloned().map(Arc::new);
        }
        found
    }
}
