//! Every position of a level in a game of moves: solutions, shortcuts, and what all solutions do.
//!
//! A play may go in circles, so solutions are endless: only the shortest ones are counted, but
//! proofs cover plays of any length.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use crate::concepts::{formula, formula_of_concept};
use crate::moves::{MOST_BYTES, MOST_POSITIONS, MoveRules};
use crate::own_game::OwnGame;
use foolproof_game::explored::note_shortest_marks;
use foolproof_game::{Search, Searched, StopCheck, Wanted, threads};
use foolproof_ground::{Explored, PositionId};
use foolproof_level::{Level, Mark};
use foolproof_space::{ExploreEnd, Formula, ShortcutSearch, SpaceLimits};

impl Search for OwnGame {
    fn solutions(&self, level: &Level, wanted: Wanted, stop: StopCheck<'_>) -> Option<Searched> {
        let rules = self.ready(level)?;
        let explored = rules.explored(stop)?;
        let start = self.position(&rules, level)?;
        let from = explored.find(&start)?;
        if wanted.shortcuts {
            let watched = formula_of_concept(&level.concept, &mut formula).ok()?;
            return shortcut(&rules, &explored, &watched, from, stop);
        }
        let complete = explored.is_complete();
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
        let plays = explored.shortest_plays(from, wanted.plays.min(MOST_PLAYS));
        searched.plays = plays.iter().map(|actions| rules.play_of(actions)).collect();
        // Breadth first from the start, no shorter win can be missed; from elsewhere one can.
        searched.shortest = complete || from == 0;
        let mark = |label| {
            let word = rules.game.actions().get(explored.action_of(label)? as usize)?;
            word.parse::<Mark>().ok()
        };
        if wanted.marks {
            note_shortest_marks(explored.space(), from, &mark, &mut searched);
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
            ExploreEnd::Complete => rules.gone_astray(&explored, &self.form),
            ExploreEnd::Stopped | ExploreEnd::Broken => None,
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
    watched: &Formula,
    from: PositionId,
    stop: StopCheck<'_>,
) -> Option<Searched> {
    // What happened on the way to a position in the course of a play is not known.
    if from != 0 {
        return None;
    }
    let limits =
        SpaceLimits { states: 4 * MOST_POSITIONS, bytes: MOST_BYTES, disk: 0, threads: threads() };
    let found = match explored.shortcut(watched, &limits, stop).ok()? {
        ShortcutSearch::Found { play, .. } => {
            Searched { count: 1, plays: vec![rules.play_of(&play)], ..Searched::default() }
        }
        ShortcutSearch::Proved => Searched { exhausted: true, ..Searched::default() },
        ShortcutSearch::Limit | ShortcutSearch::Stopped => return None,
    };
    Some(found)
}
