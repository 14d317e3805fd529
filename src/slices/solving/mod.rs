//! Solves a level step by step: each step with the few sentences of the rules that it needs, or in the game's own
//! way. In games of arguments, weighs the evidence for a claim.

mod argue;
pub mod claims;
pub(crate) mod drawing;
mod evidence;
pub(crate) mod explained;
pub(crate) mod listing;
pub mod question;
pub(crate) mod techniques;
mod verb;
#[cfg(feature = "window")]
pub mod window;
pub(crate) mod words;

use crate::registry::Slices;

pub(crate) fn register(slices: &mut Slices) {
    slices.questions(question::QUESTIONS);
    slices.questions(claims::QUESTIONS);
    slices.verb::<verb::ShowSteps>("steps");
    slices.verb::<verb::Deduce>("deduce");
    slices.verb::<argue::Argue>("argue");
    #[cfg(feature = "window")]
    slices.feature(|features| {
        features.add::<window::leaks::Deduction>().findings().overlay();
        features.add::<window::SolvingSteps>().window().panel().listener().findings();
        features
            .add::<window::desk::Arguing>()
            .board_tool()
            .overlay()
            .panel()
            .solver_client()
            .listener();
    });
}
