//! How a level is solved: step by step, each with the few sentences of the rules that it needs.

pub(crate) mod drawing;
pub(crate) mod explained;
pub mod question;
mod verb;
#[cfg(feature = "window")]
pub mod window;
pub(crate) mod words;

use crate::registry::Slices;
use foolproof_games::Game;

/// Whether the solutions of a game can be told step by step.
pub(crate) fn has_steps(game: &dyn Game) -> bool {
    game.ground_rules().is_some() && game.moves().is_none()
}

/// Adds the slice to the program.
pub(crate) fn register(slices: &mut Slices) {
    slices.questions(question::QUESTIONS);
    slices.verb::<verb::ShowSteps>("steps");
    #[cfg(feature = "window")]
    slices.feature(|features| {
        features.add::<window::SolvingSteps>().window().panel().listener();
    });
}
