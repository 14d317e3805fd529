//! An order of the levels that keeps the rules: the easiest level that the rules allow comes next.
//!
//! All rules except those about steps only get easier to keep as more levels are placed: placing an allowed
//! level never excludes another one, so for these rules the first try is exact. With steps the search
//! backtracks when stuck, remembers failures, and gives up after a fixed number of tries. Unknown values
//! count as the worst.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::judging::combination;
use super::lesson::{Lesson, Practising};
use super::overview::Overview;
use foolproof_game::StopCheck;
use foolproof_level::{CourseRule, Mark};

/// Maximum number of tries of a search, and of each search for the rules that clash.
const MAX_TRIES: u64 = 50_000;
const MAX_TRIES_EACH: u64 = 10_000;

/// The levels to order.
#[derive(Clone, Copy)]
pub struct OrderWish<'a> {
    pub rules: &'a [CourseRule],
    pub concepts: &'a [Mark],
    pub lessons: &'a [Lesson],
    /// Difficulty of each level among those of its game: of two that may come next, the lower comes first.
    pub ease: &'a [f64],
}

/// Result of a search for an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum OrderEnd {
    /// An order that keeps all rules: the positions of the first level, the second …
    Found(Vec<usize>),
    /// No order keeps all rules.
    None,
    /// The search gave up, or was stopped.
    GaveUp,
}

/// Rules that no order keeps together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleClash {
    /// Positions in the list of rules.
    pub rules: Vec<usize>,
    /// Every one of them is needed for the clash: without it, a search found an order that keeps the others.
    pub minimal: bool,
}

/// An order, and the rules that it keeps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProposedOrder {
    pub order: Vec<usize>,
    /// Positions of the rules that it keeps.
    pub kept: Vec<usize>,
    /// Reason why it does not keep all rules, if one was found.
    pub clash: Option<RuleClash>,
    /// For each rule that is not kept, it is known that no order keeps it together with the kept ones.
    pub exact: bool,
    /// Number of beginnings of orders that were examined.
    pub tried: u64,
}

/// Returns the best order found: one that keeps all rules, or as many as are compatible, with earlier rules
/// taking precedence.
pub fn propose(wish: OrderWish<'_>, stop: StopCheck<'_>) -> ProposedOrder {
    let mut tried = 0;
    let all: Vec<usize> = (0..wish.rules.len()).collect();
    let search = |rules: &[usize], most: u64, tried: &mut u64| {
        let mut search = OrderSearch::new(wish, rules, most, stop);
        let end = search.run();
        *tried += search.tried;
        end
    };
    let end = search(&all, MAX_TRIES, &mut tried);
    if let OrderEnd::Found(order) = end {
        return ProposedOrder { order, kept: all, clash: None, exact: true, tried };
    }
    let clash = (end == OrderEnd::None).then(|| {
        let (mut rules, mut minimal) = (all.clone(), true);
        for rule in all.iter().rev() {
            let others: Vec<usize> = rules.iter().copied().filter(|at| at != rule).collect();
            match search(&others, MAX_TRIES_EACH, &mut tried) {
                OrderEnd::None => rules = others,
                OrderEnd::Found(_) => {}
                OrderEnd::GaveUp => minimal = false,
            }
        }
        RuleClash { rules, minimal }
    });
    let (mut kept, mut exact) = (Vec::new(), true);
    let mut order = Vec::new();
    for rule in all.iter().map(Some).chain([None]) {
        let with: Vec<usize> = kept.iter().chain(rule).copied().collect();
        // Without any rule there always is an order.
        if rule.is_none() && !order.is_empty() {
            break;
        }
        match search(&with, MAX_TRIES_EACH, &mut tried) {
            OrderEnd::Found(found) => (kept, order) = (with, found),
            OrderEnd::None => {}
            OrderEnd::GaveUp => exact = false,
        }
    }
    ProposedOrder { order, kept, clash, exact, tried }
}

/// Levels of one kind are interchangeable.
type LevelKind = usize;

/// Number of levels left of each kind, and the last placed kind of each game.
type OrderMemo = (Vec<u32>, Vec<Option<LevelKind>>);

struct OrderSearch<'a> {
    wish: OrderWish<'a>,
    rules: Vec<&'a CourseRule>,
    kinds: Vec<LevelKind>,
    stop: StopCheck<'a>,
    most: u64,
    tried: u64,
    /// Levels sorted by ease.
    by_ease: Vec<usize>,
    placed: Vec<usize>,
    is_placed: Vec<bool>,
    /// Remaining levels and states of the games for which no order was found.
    failed: HashSet<OrderMemo>,
    games: Vec<&'a str>,
}

impl<'a> OrderSearch<'a> {
    fn new(wish: OrderWish<'a>, rules: &[usize], most: u64, stop: StopCheck<'a>) -> Self {
        let n = wish.lessons.len();
        let rules: Vec<&CourseRule> = rules.iter().filter_map(|at| wish.rules.get(*at)).collect();
        let mut by_ease: Vec<usize> = (0..n).collect();
        let ease = |at: &usize| wish.ease.get(*at).copied().unwrap_or(f64::MAX);
        by_ease.sort_by(|a, b| ease(a).total_cmp(&ease(b)).then(a.cmp(b)));
        let games: BTreeSet<&str> = wish.lessons.iter().map(|one| one.game.as_str()).collect();
        let (games, is_placed) = (games.into_iter().collect(), vec![false; n]);
        let (kinds, placed, failed) = (kinds(wish, &rules), Vec::new(), HashSet::new());
        Self { wish, rules, kinds, stop, most, tried: 0, by_ease, placed, is_placed, failed, games }
    }

    fn has_steps(&self) -> bool {
        self.rules.iter().any(|rule| matches!(rule, CourseRule::Step { .. }))
    }

    fn run(&mut self) -> OrderEnd {
        let backs = self.has_steps();
        // Levels that were tried at each place, by their kinds.
        let mut tried_here: Vec<BTreeSet<LevelKind>> = vec![BTreeSet::new()];
        loop {
            if self.placed.len() == self.wish.lessons.len() {
                return OrderEnd::Found(self.placed.clone());
            }
            if self.tried >= self.most || (self.tried.is_multiple_of(64) && (self.stop)()) {
                return OrderEnd::GaveUp;
            }
            self.tried += 1;
            let known = tried_here.last().cloned().unwrap_or_default();
            let hopeless = backs && (self.failed.contains(&self.key()) || !self.can_step_on());
            let next = if hopeless { None } else { self.next(&known) };
            match next {
                Some(level) => {
                    let kind = self.kinds.get(level).copied().unwrap_or_default();
                    tried_here.last_mut().map(|tried| tried.insert(kind));
                    self.put(level);
                    tried_here.push(BTreeSet::new());
                }
                None => {
                    // What is allowed now stays allowed: without steps there is no reason to backtrack.
                    if !backs {
                        return OrderEnd::None;
                    }
                    self.failed.insert(self.key());
                    tried_here.pop();
                    let Some(level) = self.placed.pop() else { return OrderEnd::None };
                    if let Some(placed) = self.is_placed.get_mut(level) {
                        *placed = false;
                    }
                }
            }
        }
    }

    fn put(&mut self, level: usize) {
        self.placed.push(level);
        if let Some(placed) = self.is_placed.get_mut(level) {
            *placed = true;
        }
    }

    /// Returns the easiest level that may come next and is of none of these kinds.
    fn next(&self, known: &BTreeSet<LevelKind>) -> Option<usize> {
        let left = self.by_ease.iter().copied();
        let left = left.filter(|level| self.is_placed.get(*level) == Some(&false));
        let new = |level: &usize| self.kinds.get(*level).is_some_and(|kind| !known.contains(kind));
        left.filter(new).find(|level| self.may_follow(*level))
    }

    fn lesson(&self, level: usize) -> Option<&'a Lesson> {
        self.wish.lessons.get(level)
    }

    fn may_follow(&self, level: usize) -> bool {
        let Some(lesson) = self.lesson(level) else { return false };
        self.rules.iter().all(|rule| match rule {
            CourseRule::NotBefore { concept, level } => {
                !lesson.practice(concept).may_be() || self.placed.len() + 1 >= *level as usize
            }
            CourseRule::Before { first, then } => {
                let seen = |one: &Lesson| one.practice(first).is_sure();
                !lesson.practice(then).may_be() || self.count(&seen) > 0
            }
            CourseRule::PractiseFirst { times, concept: Some(concept) } => {
                self.was_alone(lesson, concept, *times)
            }
            CourseRule::PractiseFirst { times, concept: None } => {
                self.wish.concepts.iter().all(|concept| self.was_alone(lesson, concept, *times))
            }
            CourseRule::Step { measure, most, game } => {
                let of_game = game.as_ref().is_none_or(|game| *game == lesson.game);
                let last = self.last_of(&lesson.game).filter(|_| of_game);
                last.is_none_or(|last| {
                    self.has_no(&lesson.game, measure) || {
                        let both = last.measure(measure).zip(lesson.measure(measure));
                        both.is_some_and(|(one, other)| (other - one).abs() <= most.value())
                    }
                })
            }
        })
    }

    fn count(&self, which: &dyn Fn(&Lesson) -> bool) -> u32 {
        let placed = self.placed.iter().filter_map(|level| self.lesson(*level));
        placed.filter(|lesson| which(lesson)).fold(0, |count, _| count + 1)
    }

    fn was_alone(&self, lesson: &Lesson, concept: &Mark, times: u32) -> bool {
        let concepts = self.wish.concepts;
        if !lesson.practice(concept).may_be() || !combination(lesson, concept, concepts).may_be() {
            return true;
        }
        let alone = |one: &Lesson| {
            one.practice(concept).is_sure() && combination(one, concept, concepts) == Practising::No
        };
        self.count(&alone) >= times
    }

    fn last_of(&self, game: &str) -> Option<&'a Lesson> {
        let placed = self.placed.iter().rev().filter_map(|level| self.lesson(*level));
        placed.into_iter().find(|lesson| lesson.game == game)
    }

    /// True if all levels of a game were measured and none has the measure: then no steps are reported.
    fn has_no(&self, game: &str, measure: &str) -> bool {
        let mut own = self.wish.lessons.iter().filter(|lesson| lesson.game == game);
        own.all(|lesson| lesson.lacks(measure))
    }

    /// Returns the relevant part of the placed levels: the number left of each kind, and the last of each game.
    fn key(&self) -> OrderMemo {
        let n_kinds = self.kinds.iter().max().map_or(0, |most| most + 1);
        let mut left = vec![0_u32; n_kinds];
        for (level, placed) in self.is_placed.iter().enumerate() {
            let kind = self.kinds.get(level).and_then(|kind| left.get_mut(*kind));
            kind.into_iter().for_each(|count| *count += u32::from(!placed));
        }
        let last = |game: &&str| {
            let mut placed = self.placed.iter().rev();
            let is_own =
                |level: &&usize| self.lesson(**level).is_some_and(|one| one.game == **game);
            placed.find(is_own).and_then(|level| self.kinds.get(*level).copied())
        };
        (left, self.games.iter().map(last).collect())
    }

    /// True if small enough steps can lead through all remaining values: sorted together with the last
    /// placed value, no two neighbours are too far apart.
    fn can_step_on(&self) -> bool {
        let rules = self.rules.iter().filter_map(|rule| match rule {
            CourseRule::Step { measure, most, game } => Some((measure, most, game)),
            _ => None,
        });
        let mut rules = rules;
        rules.all(|(measure, most, game)| {
            let own = |name: &&&str| game.as_ref().is_none_or(|game| *game == **name);
            self.games.iter().filter(own).all(|name| {
                let left =
                    (0..self.kinds.len()).filter(|at| self.is_placed.get(*at) == Some(&false));
                let lessons =
                    left.filter_map(|at| self.lesson(at)).filter(|one| one.game == **name);
                let mut values: Vec<f64> = lessons
                    .chain(self.last_of(name))
                    .filter_map(|lesson| lesson.measure(measure))
                    .collect();
                values.sort_by(f64::total_cmp);
                let mut gaps = values.iter().zip(values.iter().skip(1));
                gaps.all(|(one, other)| other - one <= most.value())
            })
        })
    }
}

/// Facts about a level that rules use: its concepts, and the bits of its measures.
type LevelTraits = (Vec<Practising>, Vec<Option<u64>>);

/// Assigns kinds: levels of one kind are equal in everything that rules consider, so one represents all.
fn kinds(wish: OrderWish<'_>, rules: &[&CourseRule]) -> Vec<LevelKind> {
    let mut known: BTreeMap<(&str, LevelTraits), LevelKind> = BTreeMap::new();
    let key = |lesson: &'_ Lesson| {
        let practices: Vec<Practising> =
            wish.concepts.iter().map(|one| lesson.practice(one)).collect();
        let named = rules.iter().flat_map(|rule| rule.concepts());
        let named = named.map(|one| lesson.practice(one));
        let steps = rules.iter().filter_map(|rule| match rule {
            CourseRule::Step { measure, .. } => Some(lesson.measure(measure).map(f64::to_bits)),
            _ => None,
        });
        (practices.into_iter().chain(named).collect::<Vec<_>>(), steps.collect::<Vec<_>>())
    };
    let mut kinds = Vec::new();
    for lesson in wish.lessons {
        let next = known.len();
        kinds.push(*known.entry((lesson.game.as_str(), key(lesson))).or_insert(next));
    }
    kinds
}

/// Returns the difficulty of each level among those of its game, from 0 to 1, so that levels of several
/// games fit in one order; if unknown, by its position.
pub fn ease(lessons: &[Lesson], overview: &Overview) -> Vec<f64> {
    let rank = |(at, lesson): (usize, &Lesson)| {
        let own: Vec<f64> = lessons
            .iter()
            .filter(|one| one.game == lesson.game)
            .filter_map(|one| overview.value(one))
            .collect();
        // Numbers of levels: nothing that matters is lost.
        match overview.value(lesson) {
            Some(mine) => {
                let below = own.iter().filter(|other| **other < mine).count();
                below as f64 / own.len().max(1) as f64
            }
            None => at as f64 / lessons.len().max(1) as f64,
        }
    };
    lessons.iter().enumerate().map(rank).collect()
}
