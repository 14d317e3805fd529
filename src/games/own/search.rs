//! Every position of a level in a game of moves: solutions, shortcuts, and what all solutions do.
//!
//! A play may go round in circles, so there is no end of solutions: what is counted are the shortest
//! ones, and what is proved is proved of plays of any length. Knows steps.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use super::OwnGame;
use super::concepts::{formula, formula_of_concept};
use super::moves::{MOST_BYTES, MOST_POSITIONS, MoveRules};
use crate::games::{Search, Searched, Wanted};
use crate::ground::{ExploreEnd, Explored, PositionId};
use crate::level::{Level, Mark, Site};
use crate::space::{ActionId, Formula, ShortcutSearch, SpaceLimits};

impl Search for OwnGame {
    fn solutions(
        &self,
        level: &Level,
        wanted: Wanted,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Searched> {
        let rules = self.ready(level)?;
        let explored = rules.explored(stop)?;
        let start = self.position(&rules, level)?;
        let from = explored.find(&start)?;
        if wanted.shortcuts {
            let watched = formula_of_concept(&level.concept, &mut formula).ok()?;
            return shortcut(&rules, &explored, (&watched, from), stop);
        }
        let complete = explored.end() == ExploreEnd::Complete;
        let mut searched = Searched {
            exhausted: complete,
            marks_exact: complete,
            effort: explored.n_positions() as u64,
            dead: explored.n_dead_ends().map(|dead| dead as u64),
            ..Searched::default()
        };
        let Some(length) = explored.distance(from) else { return Some(searched) };
        searched.count = explored.continuations(from);
        searched.exhausted &= searched.count < u64::MAX;
        let plays = ways(&explored, from, wanted.plays.min(MOST_PLAYS));
        searched.plays = plays.iter().map(|actions| rules.play_of(actions)).collect();
        // Breadth first from the start, no nearer win can be missing; from elsewhere one can.
        searched.shortest = complete || from == 0;
        if wanted.marks {
            mark_layers(&rules, &explored, from, &mut searched);
        }
        let mut hasher = DefaultHasher::new();
        (length, &searched.forced, &searched.possible, &searched.plays).hash(&mut hasher);
        searched.digest = hasher.finish();
        Some(searched)
    }

    fn counts_shortest(&self) -> bool {
        true
    }

    fn limit(&self, level: &Level) -> Option<String> {
        let rules = self.ready(level)?;
        let explored = rules.explored(&|| false)?;
        match explored.end() {
            ExploreEnd::Complete | ExploreEnd::Stopped => None,
            ExploreEnd::Astray { .. } => rules.gone_astray(&explored, &self.form),
            ExploreEnd::Limit => Some(format!(
                "there are more than {} positions, which is as many as are searched",
                explored.n_positions()
            )),
        }
    }
}

/// Solutions that are listed at most.
const MOST_PLAYS: usize = 1000;

fn shortcut(
    rules: &MoveRules,
    explored: &Explored,
    (watched, from): (&Formula, PositionId),
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<Searched> {
    // What happened on the way to a position in the course of a play is not known.
    if from != 0 {
        return None;
    }
    let limits = SpaceLimits { states: 4 * MOST_POSITIONS, bytes: MOST_BYTES, threads: 1 };
    let found = match explored.shortcut(watched, &limits, stop).ok()? {
        ShortcutSearch::Found { play, .. } => {
            Searched { count: 1, plays: vec![rules.play_of(&play)], ..Searched::default() }
        }
        ShortcutSearch::Proved => Searched { exhausted: true, ..Searched::default() },
        ShortcutSearch::Limit | ShortcutSearch::Stopped => return None,
    };
    Some(found)
}

/// The first shortest ways to win from a position, in the order of their actions.
fn ways(explored: &Explored, from: PositionId, most: usize) -> Vec<Vec<ActionId>> {
    let mut found = Vec::new();
    let mut open: Vec<(PositionId, Vec<ActionId>)> = vec![(from, Vec::new())];
    while let Some((at, way)) = open.pop() {
        if found.len() == most {
            break;
        }
        match explored.distance(at) {
            Some(0) => found.push(way),
            Some(left) => {
                let nearer =
                    explored.steps(at).filter(|(_, to)| explored.distance(*to) == Some(left - 1));
                let mut further: Vec<(PositionId, Vec<ActionId>)> = nearer
                    .map(|(action, to)| {
                        let mut way = way.clone();
                        way.push(action);
                        (to, way)
                    })
                    .collect();
                // The last is gone on from first.
                further.reverse();
                open.extend(further);
            }
            None => {}
        }
    }
    found
}

/// The actions of all and of some shortest solutions, step by step.
fn mark_layers(rules: &MoveRules, explored: &Explored, from: PositionId, searched: &mut Searched) {
    let mut layer: BTreeSet<PositionId> = BTreeSet::from([from]);
    let mut at = 0;
    while let Some(left) =
        layer.first().and_then(|first| explored.distance(*first)).filter(|n| *n > 0)
    {
        let (mut next, mut actions) = (BTreeSet::new(), BTreeSet::new());
        for position in &layer {
            for (action, to) in explored.steps(*position) {
                if explored.distance(to) == Some(left - 1) {
                    next.insert(to);
                    actions.insert(action);
                }
            }
        }
        let marks = actions.iter().filter_map(|action| {
            let word = rules.game.actions().get(*action as usize)?;
            Some((Site::step(at), word.parse::<Mark>().ok()?))
        });
        let marks: BTreeSet<(Site, Mark)> = marks.collect();
        if marks.len() == 1 {
            searched.forced.extend(marks.iter().cloned());
        }
        searched.possible.extend(marks);
        (layer, at) = (next, at + 1);
    }
}
