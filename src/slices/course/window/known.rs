//! What is known of each level of the pack for its course, and what that comes to.
//!
//! What was found is kept by what a level is, not by its place: it is there again when a pack is
//! opened again, and gone once the puzzle or its rules change.

use std::collections::BTreeMap;
use std::sync::Arc;

use foolproof_editor::session::document::Document;
use crate::course::model::{
    CourseVoice, Lesson, Overview, Practising, RuleState, RuleVerdict,
    course_concepts, is_known, judge, main_measure,
};
use foolproof_games::{Game, Games, Measure, kind_of};
use foolproof_level::{Level, LevelId, Mark, PackCourse, Revision};
use foolproof_solver::FoundPractice;

/// The most levels whose findings are kept.
const MOST: usize = 5000;

/// What was found of a level.
#[derive(Clone, Debug, Default)]
pub struct KnownLevel {
    pub practice: Option<Arc<FoundPractice>>,
    pub measures: Option<Vec<Measure>>,
}

/// What was found of levels, by what they are.
#[derive(Default)]
pub(crate) struct KnownLevels {
    found: BTreeMap<String, KnownLevel>,
    digests: BTreeMap<LevelId, (Arc<Level>, String)>,
    rules: BTreeMap<String, String>,
    edition: u64,
    /// Grows with everything that is learned.
    version: u64,
}

impl KnownLevels {
    /// Forgets which level is which; what was found stays.
    pub(crate) fn forget(&mut self) {
        self.digests.clear();
        self.version += 1;
    }

    /// What a level is, without what it asks of its solutions: the same puzzle under the same rules.
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

    pub(crate) fn of(&mut self, document: &Document, level: &Arc<Level>) -> KnownLevel {
        if self.edition != document.games().edition() {
            self.edition = document.games().edition();
            self.digests.clear();
            self.rules.clear();
        }
        let digest = self.digest(document, level);
        self.found.get(&digest).cloned().unwrap_or_default()
    }

    /// Keeps what was found of a level.
    pub(crate) fn learn(&mut self, document: &Document, level: &Arc<Level>, found: KnownLevel) {
        if self.found.len() >= MOST {
            self.found.clear();
        }
        let digest = self.digest(document, level);
        self.found.insert(digest, found);
        self.version += 1;
    }
}

/// The pack as a course, as it stands.
pub(crate) struct CourseNow {
    key: (Revision, u64, u64),
    pub levels: Vec<Arc<Level>>,
    pub course: PackCourse,
    pub concepts: Vec<Mark>,
    pub lessons: Vec<Lesson>,
    pub verdicts: Vec<RuleVerdict>,
    pub overview: Overview,
    /// The games of the levels, each once, with the measure that their levels are compared by.
    pub games: Vec<String>,
    pub measures: BTreeMap<String, String>,
    /// Levels with something still to be found out.
    pub open: Vec<LevelId>,
}

impl CourseNow {
    /// Says what there is to say of it, in the words of its games.
    pub(crate) fn voice<'a>(&'a self, games: &'a Games) -> CourseVoice<'a> {
        CourseVoice::new(games, &self.games)
    }

    /// Works it out, where anything has changed.
    pub(crate) fn renew(
        was: Option<Self>,
        document: &Document,
        known: &mut KnownLevels,
        chosen: &BTreeMap<String, String>,
    ) -> Self {
        let key = (document.history().revision(), known.version, document.games().edition());
        if let Some(was) = was
            && was.key == key
            && chosen.iter().all(|(game, id)| was.measures.get(game).is_none_or(|old| old == id))
        {
            return was;
        }
        let pack = document.history().pack();
        let found: Vec<KnownLevel> =
            pack.levels.iter().map(|level| known.of(document, level)).collect();
        let both = pack
            .levels
            .iter()
            .zip(&found)
            .map(|(level, found)| (&**level, found.practice.as_deref()));
        let concepts = course_concepts(&pack.course, document.games(), both);
        let lesson = |(level, found): (&Arc<Level>, &KnownLevel)| {
            let game = document.games().by_id(&level.game);
            let (practice, measures) = (found.practice.clone(), found.measures.clone());
            Lesson::of(game.as_deref(), level, &concepts, practice, measures)
        };
        let lessons: Vec<Lesson> = pack.levels.iter().zip(&found).map(lesson).collect();
        let refs: Vec<&Lesson> = lessons.iter().collect();
        let mut games: Vec<String> = lessons.iter().map(|lesson| lesson.game.clone()).collect();
        games.sort_unstable();
        games.dedup();
        let of = |game: &String| {
            let own = chosen.get(game).cloned();
            Some((game.clone(), own.or_else(|| main_measure(document.games(), game, &refs))?))
        };
        let measures: BTreeMap<String, String> = games.iter().filter_map(of).collect();
        let overview = Overview::of(&refs, &concepts, &measures);
        let verdicts = verdicts(document, &games, &refs, &concepts);
        let open = pack.levels.iter().zip(&found).zip(&lessons);
        let open = open
            .filter(|((level, found), lesson)| is_open(document, level, found, lesson))
            .map(|((level, _), _)| level.id)
            .collect();
        let (levels, course) = (pack.levels.clone(), pack.course.clone());
        Self { key, levels, course, concepts, lessons, verdicts, overview, games, measures, open }
    }

    pub(crate) fn states(&self) -> Vec<RuleState> {
        self.verdicts.iter().map(RuleVerdict::state).collect()
    }

    /// The value that a level is compared by.
    pub(crate) fn value(&self, lesson: &Lesson) -> Option<f64> {
        lesson.measure(self.measures.get(&lesson.game)?)
    }

    /// Places of levels at which a rule is broken for sure.
    pub(crate) fn is_broken(&self, level: usize) -> bool {
        let breaches = self.verdicts.iter().flat_map(|verdict| &verdict.breaches);
        breaches.into_iter().any(|breach| breach.sure && breach.level == level)
    }
}

fn verdicts(
    document: &Document,
    games: &[String],
    lessons: &[&Lesson],
    concepts: &[Mark],
) -> Vec<RuleVerdict> {
    let known: Vec<Arc<dyn Game>> =
        games.iter().filter_map(|id| document.games().by_id(id)).collect();
    let all_known = known.len() == games.len();
    let knows = |concept: &Mark| !all_known || is_known(known.iter().map(|game| &**game), concept);
    judge(&document.history().pack().course, lessons, concepts, &knows)
}

/// Properties of a course that a game can be asked about by name.
pub(crate) fn whole_properties(game: &dyn Game, course: &PackCourse) -> Vec<Mark> {
    let kinds = game.concepts();
    let all = course.all_concepts().into_iter();
    all.filter(|concept| kind_of(&kinds, concept).is_some()).collect()
}

/// Whether something of a level is still to be found out, and can be.
fn is_open(document: &Document, level: &Level, found: &KnownLevel, lesson: &Lesson) -> bool {
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
