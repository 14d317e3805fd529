//! A course, judged by the findings about its levels.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::judging::{RuleVerdict, judge};
use super::lesson::{Lesson, course_concepts, is_known};
use super::words::CourseVoice;
use foolproof_game::{Game, Games, Measure};
use foolproof_level::{Level, Mark, PackCourse};
use foolproof_solver::FoundPractice;

/// The findings about a level.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct LevelFound {
    pub practice: Option<Arc<FoundPractice>>,
    pub measures: Option<Vec<Measure>>,
    /// The measures were cut short: missing ones are unknown.
    #[serde(default)]
    pub is_cut_short: bool,
}

/// A pack as a course, and the state of its rules.
pub struct JudgedCourse {
    pub course: PackCourse,
    pub concepts: Vec<Mark>,
    /// One for each level; an unreadable level has unknown ones.
    pub lessons: Vec<Lesson>,
    /// The games of the levels, each once.
    pub games: Vec<String>,
    pub verdicts: Vec<RuleVerdict>,
}

impl JudgedCourse {
    /// Judges a course by its levels; `None` stands for an unreadable one.
    pub fn of<'a>(
        games: &Games,
        course: PackCourse,
        levels: impl Iterator<Item = Option<(&'a Level, &'a LevelFound)>> + Clone,
    ) -> Self {
        let readable = levels.clone().flatten();
        let practices = readable.map(|(level, found)| (level, found.practice.as_deref()));
        let concepts = course_concepts(&course, games, practices);
        let lesson = |read: Option<(&Level, &LevelFound)>| {
            let Some((level, found)) = read else { return Lesson::default() };
            Lesson::of(games.by_id(&level.game).as_deref(), level, &concepts, found)
        };
        let lessons: Vec<Lesson> = levels.map(lesson).collect();
        let mut of: Vec<String> = lessons.iter().map(|lesson| lesson.game.clone()).collect();
        of.sort_unstable();
        of.dedup();
        let known: Vec<Arc<dyn Game>> = of.iter().filter_map(|id| games.by_id(id)).collect();
        // The concepts of an unknown game cannot be checked.
        let all_known = known.len() == of.len();
        let knows =
            |concept: &Mark| !all_known || is_known(known.iter().map(|game| &**game), concept);
        let verdicts = judge(&course, &lessons, &concepts, &knows);
        Self { course, concepts, lessons, games: of, verdicts }
    }

    /// Returns a formatter of remarks about the course, in the words of its games.
    pub fn voice<'a>(&'a self, games: &'a Games) -> CourseVoice<'a> {
        CourseVoice::new(games, &self.games, &self.lessons)
    }
}
