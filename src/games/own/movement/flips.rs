//! Solves levels whose actions flip fixed marks, such as boards of lights, by linear equations, whatever their
//! number of positions.

use std::sync::OnceLock;

use crate::movement::move_rules::MoveRules;
use crate::movement::search::{ShortestSolutions, with_shortest};
use crate::movement::unsolvable;
use crate::own_game::OwnGame;
use foolproof_game::{Searched, StopCheck, Wanted};
use foolproof_ground::{FewestFlips, FlipAnswer, FlipGame, StepState};
use foolproof_space::ActionId;

/// A level's rules as linear equations, if they have that form. Computed on first use.
#[derive(Default)]
pub(crate) struct FlipRules(OnceLock<Option<FlipGame>>);

/// Measures of a level's positions, from its equations.
pub(crate) struct FlipCounts {
    pub(crate) fewest: Option<FewestFlips>,
    pub(crate) n_positions: f64,
    pub(crate) n_dead: f64,
}

impl MoveRules {
    fn flips(&self) -> Option<&FlipGame> {
        self.flips.0.get_or_init(|| self.game.as_flips()).as_ref()
    }

    /// Computes measures from equations; `None` unless they tell all of them.
    pub(crate) fn flip_counts(&self, from: &StepState, stop: StopCheck<'_>) -> Option<FlipCounts> {
        let flips = self.flips()?;
        let (n_positions, n_dead) = self.game.count_flips(flips, from)?;
        let fewest = match self.game.solve_flips(flips, from, stop)? {
            FlipAnswer::Fewest(fewest) => Some(fewest),
            FlipAnswer::Unsolvable(_) => None,
            FlipAnswer::Some(_) => return None,
        };
        Some(FlipCounts { fewest, n_positions, n_dead })
    }

    /// Finds some solution by equations, if the shortest one would take too long to find.
    pub(crate) fn play_by_flips(
        &self,
        from: &StepState,
        stop: StopCheck<'_>,
    ) -> Option<Vec<ActionId>> {
        match self.game.solve_flips(self.flips()?, from, stop)? {
            FlipAnswer::Some(play) => Some(play),
            FlipAnswer::Fewest(_) | FlipAnswer::Unsolvable(_) => None,
        }
    }
}

impl OwnGame {
    /// Finds the shortest solutions from a position by equations. `None` if the rules do not have that form, or
    /// too many sets would have to be compared.
    pub(crate) fn solved_by_flips(
        &self,
        rules: &MoveRules,
        from: &StepState,
        wanted: Wanted,
        stop: StopCheck<'_>,
    ) -> Option<Searched> {
        let flips = rules.flips()?;
        // Without a solution there is no shortcut either; otherwise positions have to be searched.
        if wanted.shortcuts && rules.game.can_flip_to_win(flips, from) {
            return None;
        }
        let counts = rules.game.count_flips(flips, from);
        let whole = Searched {
            exhausted: true,
            marks_exact: true,
            effort: counts.map_or(0, |(positions, _)| positions as u64),
            dead: counts.map(|(_, dead)| dead as u64),
            ..Searched::default()
        };
        match rules.game.solve_flips(flips, from, stop)? {
            FlipAnswer::Unsolvable(why) => Some(Searched {
                why_none: Some(unsolvable::sentence(&why, &self.form)),
                why_sites: unsolvable::sites(&why),
                ..whole
            }),
            FlipAnswer::Fewest(fewest) => {
                let found = ShortestSolutions {
                    length: fewest.length,
                    number: fewest.n_solutions(),
                    plays: &|most| fewest.plays(most),
                    steps: &|| fewest.steps(),
                };
                Some(with_shortest(whole, rules, &found, wanted))
            }
            FlipAnswer::Some(_) => None,
        }
    }
}
