//! Foolproof: a level editor that plays every game its designer did not think of.
//!
//! The packages under one name, for tests and benches. Each may use those above it; its manifest
//! says which. `ARCHITECTURE.md` tells what they are for.

pub use foolproof_kernel as kernel;

pub use foolproof_level as level;
pub use foolproof_picture as picture;
pub use foolproof_space as space;

pub use foolproof_ground as ground;
pub use foolproof_puzzlescript as puzzlescript;
pub use foolproof_solving as solving;

pub use foolproof_asp as asp;
pub use foolproof_work as work;

pub use foolproof_built_in::built_in;
pub use foolproof_game as game;
pub use foolproof_games as games;
pub use foolproof_solver as solver;

pub use foolproof_overlay as overlay;
pub use foolproof_printing as printing;

pub use foolproof_manual as manual;
pub use foolproof_records as records;
pub use foolproof_shipping as shipping;
pub use foolproof_testing as testing;

pub use foolproof_cli as cli;
#[cfg(feature = "editor")]
pub use foolproof_editor as editor;
#[cfg(feature = "editor")]
pub use foolproof_sound as sound;

pub use foolproof_slices as slices;
