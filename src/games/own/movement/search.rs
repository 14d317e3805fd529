//! Search through all positions of a level in a game of moves: solutions, shortcuts, and facts about all
//! solutions.
//!
//! A play may go in circles, so there may be infinitely many solutions: only the shortest ones are counted, but
//! proofs cover plays of any length.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::Arc;

use crate::concepts::{formula, formula_of_concept};
use crate::movement::move_rules::MoveRules;
use crate::movement::position_search::{EarlyFinding, is_won};
use crate::movement::unsolvable;
use crate::own_game::OwnGame;
use foolproof_game::{Search, Searched, StopCheck, Wanted, explored::note_step_marks};
use foolproof_ground::{Explored, PositionId, Quotient, StepState};
use foolproof_level::{Level, Mark};
use foolproof_space::{ActionId, ExploreEnd, Formula, ShortcutSearch};

impl Search for OwnGame {
    fn solutions(&self, level: &Level, wanted: Wanted, stop: StopCheck<'_>) -> Option<Searched> {
        let rules = self.ready(level)?;
        let start = self.position(&rules, level)?;
        if let Some(found) = self.solved_by_flips(&rules, &start, wanted, stop) {
            return Some(found);
        }
        if wanted.shortcuts {
            let explored = self.explored(&rules, stop)?;
            let from = explored.find(&start)?;
            let watched = formula_of_concept(&level.concept, &mut formula).ok()?;
            return self.shortcut(&rules, &explored, &watched, from, stop);
        }
        let early = self.early_finding(&rules, &start, stop).map(|found| match found {
            EarlyFinding::Won(play) => Searched {
                count: 1,
                plays: vec![rules.play_of(&play)],
                effort: rules.so_far(|explored| explored.n_positions()).unwrap_or(0) as u64,
                ..Searched::default()
            },
            EarlyFinding::Unsolvable(why) => Searched {
                exhausted: true,
                marks_exact: true,
                why_none: Some(unsolvable::sentence(&why, &self.form)),
                why_sites: unsolvable::sites(&why),
                ..Searched::default()
            },
        });
        let found = self.found_in(&rules, &start, early, wanted, stop)?;
        Some(match found.exhausted && found.count == 0 && found.why_none.is_none() {
            true => {
                let why = rules.game.why_lost(&start, stop);
                let why_sites = why.as_ref().map(unsolvable::sites).unwrap_or_default();
                let why_none = why.map(|why| unsolvable::sentence(&why, &self.form));
                Searched { why_none, why_sites, ..found }
            }
            false => found,
        })
    }

    fn allow_memory(&self, bytes: usize) {
        self.search_memory.allow(bytes);
    }

    fn counts_shortest(&self) -> bool {
        true
    }

    fn limit(&self, level: &Level) -> Option<String> {
        let rules = self.ready(level)?;
        let explored = self.explored(&rules, &|| true)?;
        match explored.end() {
            ExploreEnd::Complete => rules.gone_astray(&explored, &self.form),
            ExploreEnd::Stopped | ExploreEnd::Broken => None,
            ExploreEnd::Limit => Some(format!(
                "there are more than {} positions, which is as many as there is memory for",
                explored.n_positions()
            )),
        }
    }
}

/// Maximum number of listed solutions.
const MAX_PLAYS: usize = 1000;

/// The shortest solutions of a level.
pub(crate) struct ShortestSolutions<'a> {
    pub(crate) length: u32,
    /// `u64::MAX` if there are at least that many.
    pub(crate) number: u64,
    /// Returns up to this many of them.
    pub(crate) plays: &'a dyn Fn(usize) -> Vec<Vec<ActionId>>,
    /// For each step, the actions that some of them take.
    pub(crate) steps: &'a dyn Fn() -> Vec<BTreeSet<ActionId>>,
}

/// Adds the shortest solutions to the result of a search.
pub(crate) fn with_shortest(
    mut searched: Searched,
    rules: &MoveRules,
    found: &ShortestSolutions<'_>,
    wanted: Wanted,
) -> Searched {
    searched.count = found.number;
    searched.exhausted &= searched.count < u64::MAX;
    let plays = (found.plays)(wanted.plays.min(MAX_PLAYS));
    searched.plays = plays.iter().map(|actions| rules.play_of(actions)).collect();
    searched.shortest = true;
    let mark = |action| rules.game.actions().get(action as usize)?.parse::<Mark>().ok();
    if wanted.marks {
        note_step_marks((found.steps)(), &mark, &mut searched);
    }
    searched.digest = digest(found.length, &searched);
    searched
}

/// Returns the result for the solutions from one of the explored positions.
fn searched_in(
    rules: &MoveRules,
    explored: &Explored,
    from: PositionId,
    wanted: Wanted,
) -> Searched {
    let complete = explored.is_complete();
    let searched = Searched {
        exhausted: complete,
        marks_exact: complete,
        effort: explored.n_positions() as u64,
        dead: explored.n_dead_ends().map(|dead| dead as u64),
        ..Searched::default()
    };
    let Some(length) = explored.distance(from) else { return searched };
    let action = |label| explored.action_of(label);
    let steps = || {
        let steps = explored.space().shortest_steps(from).into_iter();
        steps.map(|labels| labels.into_iter().filter_map(action).collect()).collect()
    };
    let found = ShortestSolutions {
        length,
        number: explored.continuations(from),
        plays: &|most| explored.shortest_plays(from, most),
        steps: &steps,
    };
    // The search is breadth first, so from the start no shorter win can be missed; from elsewhere it can.
    let shortest = complete || from == 0;
    Searched { shortest, ..with_shortest(searched, rules, &found, wanted) }
}

/// Returns the result for the solutions of a level, from the complete set of classes.
fn searched_by_class(rules: &MoveRules, classes: &Quotient, wanted: Wanted) -> Searched {
    let searched = Searched {
        exhausted: true,
        marks_exact: true,
        effort: classes.n_classes() as u64,
        ..Searched::default()
    };
    let Some(length) = classes.shortest() else { return searched };
    let found = ShortestSolutions {
        length,
        number: classes.n_shortest().unwrap_or(u64::MAX),
        plays: &|most| classes.shortest_plays(most),
        steps: &|| classes.shortest_steps(),
    };
    with_shortest(searched, rules, &found, wanted)
}

fn digest(length: u32, searched: &Searched) -> u64 {
    let mut hasher = DefaultHasher::new();
    (length, &searched.forced, &searched.possible, &searched.plays).hash(&mut hasher);
    hasher.finish()
}

impl OwnGame {
    /// Returns the result for the solutions from a position, from an early finding or from all positions.
    fn found_in(
        &self,
        rules: &Arc<MoveRules>,
        start: &StepState,
        early: Option<Searched>,
        wanted: Wanted,
        stop: StopCheck<'_>,
    ) -> Option<Searched> {
        let all = wanted.marks || wanted.most > 1;
        if let Some(found) = early.as_ref().filter(|found| !all || found.count == 0) {
            return Some(found.clone());
        }
        // A win found before the search was stopped is a nearest one.
        let seen = |explored: &mut Explored| {
            is_won(explored).then(|| {
                explored.find_distances();
                searched_in(rules, explored, 0, wanted)
            })
        };
        let from_start = *start == rules.game.start();
        if !all
            && from_start
            && let Some(seen) = rules.so_far(seen).flatten()
        {
            return Some(seen);
        }
        if all
            && from_start
            && let Some(classes) = self.all_classes(rules, &|| false, stop)
        {
            return Some(searched_by_class(rules, &classes, wanted));
        }
        match self.explored(rules, stop) {
            None => rules.so_far(seen).flatten().filter(|_| from_start).or(early),
            Some(explored) if early.is_some() && !explored.is_complete() && !is_won(&explored) => {
                early
            }
            Some(explored) => Some(searched_in(rules, &explored, explored.find(start)?, wanted)),
        }
    }

    fn shortcut(
        &self,
        rules: &MoveRules,
        explored: &Explored,
        watched: &Formula,
        from: PositionId,
        stop: StopCheck<'_>,
    ) -> Option<Searched> {
        // The events before a position in the course of a play are unknown.
        if from != 0 {
            return None;
        }
        let limits = self.search_memory.limits();
        let found = match explored.shortcut(watched, &limits, stop).ok()? {
            ShortcutSearch::Found { play, .. } => {
                Searched { count: 1, plays: vec![rules.play_of(&play)], ..Searched::default() }
            }
            ShortcutSearch::Proved => Searched { exhausted: true, ..Searched::default() },
            ShortcutSearch::Limit | ShortcutSearch::Stopped => return None,
        };
        Some(found)
    }
}
