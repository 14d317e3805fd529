//! The facts about each level of the pack for its course, and the result.
//!
//! Findings are stored by the content of a level, not by its place: they reappear when a pack is
//! reopened, and disappear once the puzzle or its rules change.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::course::model::{
    JudgedCourse, Lesson, LevelFound, Overview, Practising, RuleState, RuleVerdict, main_measure,
};
use foolproof_editor::session::document::Document;
use foolproof_game::{Game, kind_of};
use foolproof_level::{Level, LevelId, Mark, PackCourse, Revision};

/// Maximum number of levels whose findings are kept.
const MAX_LEVELS: usize = 5000;

/// Findings about levels, by content.
#[derive(Default)]
pub(crate) struct KnownLevels {
    found: BTreeMap<String, LevelFound>,
    digests: BTreeMap<LevelId, (Arc<Level>, String)>,
    rules: BTreeMap<String, String>,
    edition: u64,
    /// Grows with every new finding.
    version: u64,
}

impl KnownLevels {
    /// Forgets the digests of levels; findings stay.
    pub(crate) fn forget(&mut self) {
        self.digests.clear();
        self.version += 1;
    }

    /// Returns a digest of a level and its rules, without what the level asks of its solutions.
    fn digest(&mut self, document: &Document, level: &Arc<Level>) -> String {
        if let Some((known, digest)) = self.digests.get(&level.id)
            && Arc::ptr_eq(known, level)
        {
            return digest.clone();
        }
        let of_game = |game: Arc<dyn Game>| game.digest();
        let rules = self.rules.entry(level.game.clone()).or_insert_with(|| {
            document.games().by_id(&level.game).map_or_else(String::new, of_game)
        });
        let digest = format!("{rules} {}", level.without_concept().digest());
        self.digests.insert(level.id, (Arc::clone(level), digest.clone()));
        digest
    }

    pub(crate) fn of(&mut self, document: &Document, level: &Arc<Level>) -> LevelFound {
        if self.edition != document.games().edition() {
            self.edition = document.games().edition();
            self.digests.clear();
            self.rules.clear();
        }
        let digest = self.digest(document, level);
        self.found.get(&digest).cloned().unwrap_or_default()
    }

    /// Stores the findings about a level.
    pub(crate) fn learn(&mut self, document: &Document, level: &Arc<Level>, found: LevelFound) {
        if self.found.len() >= MAX_LEVELS {
            self.found.clear();
        }
        let digest = self.digest(document, level);
        self.found.insert(digest, found);
        self.version += 1;
    }
}

/// The pack's current course.
pub(crate) struct CourseNow {
    key: (Revision, u64, u64),
    pub levels: Vec<Arc<Level>>,
    pub judged: JudgedCourse,
    pub overview: Overview,
    /// Levels with facts still to be found.
    pub open: Vec<LevelId>,
}

impl CourseNow {
    /// Updates the course if anything has changed.
    pub(crate) fn renew(
        was: Option<Self>,
        document: &Document,
        known: &mut KnownLevels,
        chosen: &BTreeMap<String, String>,
    ) -> Self {
        let key = (document.history().revision(), known.version, document.games().edition());
        let is_chosen = |measures: &BTreeMap<String, String>| {
            chosen.iter().all(|(game, id)| measures.get(game).is_none_or(|old| old == id))
        };
        if let Some(was) = was
            && was.key == key
            && is_chosen(&was.overview.measures)
        {
            return was;
        }
        let (games, pack) = (document.games(), document.history().pack());
        let found: Vec<LevelFound> =
            pack.levels.iter().map(|level| known.of(document, level)).collect();
        let both = pack.levels.iter().zip(&found);
        let read = both.clone().map(|(level, found)| Some((&**level, found)));
        let judged = JudgedCourse::of(games, pack.course.clone(), read);
        let lessons = &judged.lessons;
        let measure_of = |game: &String| {
            let own = chosen.get(game).cloned();
            Some((game.clone(), own.or_else(|| main_measure(games, game, lessons))?))
        };
        let measures = judged.games.iter().filter_map(measure_of).collect();
        let overview = Overview::of(lessons, &judged.concepts, measures);
        let open = both.zip(lessons);
        let open = open
            .filter(|((level, found), lesson)| is_open(document, level, found, lesson))
            .map(|((level, _), _)| level.id)
            .collect();
        Self { key, levels: pack.levels.clone(), judged, overview, open }
    }

    pub(crate) fn states(&self) -> Vec<RuleState> {
        self.judged.verdicts.iter().map(RuleVerdict::state).collect()
    }

    /// True if the level certainly breaks a rule.
    pub(crate) fn is_broken(&self, level: usize) -> bool {
        let breaches = self.judged.verdicts.iter().flat_map(|verdict| &verdict.breaches);
        breaches.into_iter().any(|breach| breach.sure && breach.level == level)
    }
}

/// Returns the properties of a course that a game can be asked about by name.
pub(crate) fn whole_properties(game: &dyn Game, course: &PackCourse) -> Vec<Mark> {
    let kinds = game.concepts();
    let all = course.all_concepts().into_iter();
    all.filter(|concept| kind_of(&kinds, concept).is_some()).collect()
}

/// True if facts about a level are still unknown, and can be found.
fn is_open(document: &Document, level: &Level, found: &LevelFound, lesson: &Lesson) -> bool {
    let Some(game) = document.games().by_id(&level.game) else { return false };
    if found.measures.is_none() {
        return true;
    }
    let Some(practice) = &found.practice else { return false };
    let course = &document.history().pack().course;
    whole_properties(&*game, course).iter().any(|property| {
        lesson.practice(property) == Practising::Unknown
            && !practice.asked.contains(property)
            && !practice.open.contains(property)
    })
}
