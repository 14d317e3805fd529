//! The search for suggestions. It says what to ask the solver next, and takes the answers in, so that the
//! window need not wait for them.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use super::order::SuggestionOrder;
use super::variation::{Variation, VariationOdds, differing};
use crate::rating::question::{MeasuredLevel, RateLevel};
use foolproof_game::{Game, Measure, counted};
use foolproof_level::{CheckItem, Expect, Level, Site};
use foolproof_solver::{
    Finding, LevelCheck, Question, Status, Topic, check_questions, is_made_by_trial,
};

/// Maximum number of variations in a row that lead to no level.
const MAX_IN_VAIN: u32 = 150;
/// Maximum times for a question about a variation. There are always others.
const MAX_CHECK_TIME: Duration = Duration::from_secs(3);
const MAX_GENERATION_TIME: Duration = Duration::from_secs(1);
/// Maximum number of measures that a suggestion names.
const MAX_GAINS: usize = 2;

/// A proved level like another one.
#[derive(Clone)]
pub(super) struct Suggestion {
    pub level: Arc<Level>,
    /// The sites whose marks differ from those of the other level.
    pub changed: BTreeSet<Site>,
    pub measures: Vec<Measure>,
}

impl Suggestion {
    pub(super) fn measure(&self, id: &str) -> Option<f64> {
        self.measures.iter().find(|measure| measure.id == id).map(|measure| measure.value)
    }
}

impl AsRef<Self> for Suggestion {
    fn as_ref(&self) -> &Self {
        self
    }
}

/// The subject of the next question.
enum SearchStage {
    /// The level itself.
    Begin,
    Draw,
    Generated,
    /// A level that may be a suggestion.
    Check(Arc<Level>),
    Measure(Suggestion),
}

/// Levels that are looked for around a level.
pub(super) struct SuggestionSearch {
    /// The level itself, with its measures.
    pub own: Suggestion,
    pub found: Vec<Suggestion>,
    /// The number of levels to find. In an order by a measure, only better ones than the level itself count.
    pub wanted: usize,
    /// Sites that keep their marks.
    pub spared: BTreeSet<Site>,
    /// The level passes its check.
    passes: bool,
    stage: SearchStage,
    odds: VariationOdds,
    seed: u64,
    /// The number of levels that count, and of variations since there were fewer.
    n_found: usize,
    in_vain: u32,
}

impl SuggestionSearch {
    pub(super) fn new(level: Arc<Level>, wanted: usize, seed: u64) -> Self {
        Self {
            own: Suggestion { level, changed: BTreeSet::new(), measures: Vec::new() },
            found: Vec::new(),
            wanted,
            spared: BTreeSet::new(),
            passes: false,
            stage: SearchStage::Begin,
            odds: VariationOdds::default(),
            seed: seed << 20,
            n_found: 0,
            in_vain: 0,
        }
    }

    /// Returns whether so many variations led to no level that it ended.
    pub(super) fn is_in_vain(&self) -> bool {
        self.in_vain >= MAX_IN_VAIN
    }

    /// Leaves the marks of these sites alone from now on.
    #[cfg(feature = "window")]
    pub(super) fn spare(&mut self, sites: BTreeSet<Site>) {
        self.found.retain(|old| old.changed.is_disjoint(&sites));
        self.spared.extend(sites);
        self.in_vain = 0;
    }

    /// Returns whether there are as many levels as wanted.
    #[cfg(feature = "window")]
    pub(super) fn is_full(&self, game: &dyn Game, order: &SuggestionOrder) -> bool {
        self.n_better(game, order) >= self.wanted
    }

    fn n_better(&self, game: &dyn Game, order: &SuggestionOrder) -> usize {
        self.found.iter().filter(|one| self.is_better(one, game, order)).count()
    }

    /// Returns whether a suggestion is better than the level itself, in an order by a measure.
    pub(super) fn is_better(
        &self,
        one: &Suggestion,
        game: &dyn Game,
        order: &SuggestionOrder,
    ) -> bool {
        let [new, own] = [one, &self.own].map(|one| order.value(game, one));
        new.zip(own).is_none_or(|(new, own)| new > own)
    }

    /// Returns the level to vary: this one, or in an order by a measure, every second time the best level so far.
    fn base(&self, game: &dyn Game, order: &SuggestionOrder) -> Arc<Level> {
        let valued = self.found.iter().filter_map(|one| Some((order.value(game, one)?, one)));
        let best = valued.max_by(|(one, _), (other, _)| one.total_cmp(other));
        let best = best.filter(|_| self.seed.is_multiple_of(2));
        best.map_or(&self.own.level, |(_, best)| &best.level).clone()
    }

    /// Returns the level to ask about next, the questions, and the time for each. `None` once there are enough
    /// levels, or after many variations in vain.
    pub(super) fn next(
        &mut self,
        game: &dyn Game,
        order: &SuggestionOrder,
    ) -> Option<(Arc<Level>, Vec<Question>, Duration)> {
        loop {
            match &self.stage {
                SearchStage::Begin => {
                    let mut questions = check_questions(&self.own.level);
                    questions.push(RateLevel::question());
                    return Some((self.own.level.clone(), questions, MAX_CHECK_TIME));
                }
                SearchStage::Check(level) => {
                    return Some((level.clone(), check_questions(level), MAX_CHECK_TIME));
                }
                SearchStage::Measure(new) => {
                    return Some((new.level.clone(), vec![RateLevel::question()], MAX_CHECK_TIME));
                }
                SearchStage::Draw | SearchStage::Generated => {}
            }
            let n_found = self.n_better(game, order);
            if n_found != self.n_found {
                (self.n_found, self.in_vain) = (n_found, 0);
            }
            if n_found >= self.wanted || self.is_in_vain() {
                return None;
            }
            (self.seed, self.in_vain) = (self.seed + 1, self.in_vain + 1);
            let base = self.base(game, order);
            match Variation::draw(game, &base, &self.spared, &mut self.odds, self.seed)? {
                Variation::Level(level) => self.consider(game, level),
                Variation::Template(level, settings) => {
                    self.stage = SearchStage::Generated;
                    return Some((Arc::new(level), vec![settings.into()], MAX_GENERATION_TIME));
                }
            }
        }
    }

    /// Takes in the findings about the last questions.
    pub(super) fn answered(&mut self, game: &dyn Game, findings: &[Finding]) {
        let measured = || {
            let measured = findings.iter().filter_map(MeasuredLevel::of).next_back();
            measured.map(|measured| measured.measures).unwrap_or_default()
        };
        match std::mem::replace(&mut self.stage, SearchStage::Draw) {
            SearchStage::Begin => {
                self.own.measures = measured();
                self.passes = proved(game, (*self.own.level).clone(), findings).is_some();
            }
            SearchStage::Draw => {}
            SearchStage::Generated => {
                if let Some(made) = findings.iter().find_map(|found| found.answer.proposed()) {
                    self.consider(game, (*made.level).clone());
                }
            }
            SearchStage::Check(level) => {
                match proved(game, Arc::unwrap_or_clone(level), findings) {
                    Some(level) => {
                        let changed = differing(&self.own.level, &level);
                        let new =
                            Suggestion { level: Arc::new(level), changed, measures: Vec::new() };
                        self.stage = SearchStage::Measure(new);
                    }
                    None => self.in_vain += 1,
                }
            }
            SearchStage::Measure(new) => {
                self.found.push(Suggestion { measures: measured(), ..new });
                self.odds.found();
            }
        }
    }

    /// Checks a level next, if it is new. More clues for a puzzle that needs none are not.
    fn consider(&mut self, game: &dyn Game, level: Level) {
        let is_clue = !is_made_by_trial(game) && self.passes;
        let is_change = |site: &Site| !is_clue || self.own.level.mark(*site).is_some();
        let is_new = differing(&self.own.level, &level).iter().any(is_change)
            && self.found.iter().all(|old| !old.level.same_puzzle(&level));
        if is_new {
            self.stage = SearchStage::Check(level.into());
        }
    }

    /// Says what differs from the level itself: "2 marks moved, 1 added", "hardest step 20 → 23". The measure of
    /// the order comes first.
    pub(super) fn gains(
        &self,
        of: &Suggestion,
        game: &dyn Game,
        order: &SuggestionOrder,
    ) -> Vec<String> {
        let shown = |value: f64| (value * 100.0).round() / 100.0;
        let mut kinds = game.ranked_measures();
        kinds.sort_by_key(|kind| Some(&*kind.id) != order.measure());
        let gains = kinds.iter().filter_map(|kind| {
            let was = self.own.measure(&kind.id)?;
            let is = of.measure(&kind.id)?;
            let words = || format!("{} {} → {}", kind.name.to_lowercase(), shown(was), shown(is));
            (was != is).then(words)
        });
        [changes(&self.own.level, of)].into_iter().chain(gains.take(MAX_GAINS)).collect()
    }
}

/// Counts the changes of a suggestion for a level. A mark that comes where an equal one goes has moved.
fn changes(level: &Level, of: &Suggestion) -> String {
    let (mut added, mut removed, mut moved, mut changed) = (0, Vec::new(), 0, 0);
    for site in &of.changed {
        match (level.mark(*site), of.level.mark(*site)) {
            (Some(mark), None) => removed.push(mark),
            (None, _) => {}
            _ => changed += 1,
        }
    }
    for mark in of.changed.iter().filter(|site| level.mark(**site).is_none()) {
        let new = of.level.mark(*mark);
        match removed.iter().position(|old| Some(*old) == new) {
            Some(at) => {
                removed.swap_remove(at);
                moved += 1;
            }
            None => added += 1,
        }
    }
    let counts =
        [(moved, "moved"), (changed, "changed"), (added, "added"), (removed.len(), "removed")];
    let mut words = String::new();
    for (n, verb) in counts.into_iter().filter(|(n, _)| *n > 0) {
        let _ = match words.is_empty() {
            true => write!(words, "{} {verb}", counted(n, "mark", "marks")),
            false => write!(words, ", {n} {verb}"),
        };
    }
    if words.is_empty() { "as on the board".to_owned() } else { words }
}

/// Returns the level, with a solution, if its check passes.
fn proved(game: &dyn Game, mut level: Level, findings: &[Finding]) -> Option<Level> {
    let check = LevelCheck::of(game, &level, findings);
    let is_settled = |item: CheckItem| {
        let property = check.properties.iter().find(|property| property.item == item);
        property.is_some_and(|property| {
            property.expect != Expect::Any || property.status == Status::Proved
        })
    };
    if !check.passes() || !is_settled(CheckItem::Solvable) {
        return None;
    }
    if level.intended.is_none() {
        let about = |finding: &&Finding| finding.topic() == Topic::COUNT;
        let plays = findings.iter().rev().find(about).and_then(|count| count.answer.plays());
        level.intended = plays.and_then(|plays| plays.first().cloned());
    }
    Some(level)
}
