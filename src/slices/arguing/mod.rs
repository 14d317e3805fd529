//! Arguments: why a mark is forced, from as few others as possible.

mod naming;
pub mod question;
mod verb;
#[cfg(feature = "window")]
pub mod window;

use crate::registry::Slices;

/// Adds the slice to the program.
pub(crate) fn register(slices: &mut Slices) {
    slices.questions(question::QUESTIONS);
    slices.verb::<verb::Argue>("argue");
    #[cfg(feature = "window")]
    slices.feature(|features| {
        features
            .add::<window::Arguing>()
            .board_tool()
            .overlay()
            .panel()
            .window()
            .solver_client()
            .listener();
    });
}
