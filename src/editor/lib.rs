//! The window of the editor.
//!
//! Levels are drawn by their games, questions are answered by the solver's service, and the window waits for
//! neither. It names no game.
//!
//! All parts share [`session`] and draw with [`kit`]. [`board`], [`panels`] and [`files`] are the window around
//! a level. All further abilities are passed to it as [`Features`](session::feature::Features); it does not
//! know any of them.

pub(crate) mod app;
pub mod board;
pub mod files;
pub mod kit;
pub mod panels;
pub mod run;
pub mod session;
pub mod text;

pub use app::{App, Options};
pub use run::{EditorError, run};

/// Implements [`Feature`](session::feature::Feature) for a type, with those of its declarations that are constants here.
#[macro_export]
macro_rules! feature {
    (@ COMMANDS) => {
        const COMMANDS: &'static [$crate::session::command::Entry] = COMMANDS;
    };
    (@ SWITCHES) => {
        const SWITCHES: &'static [$crate::session::feature::Switch] = SWITCHES;
    };
    (@ OWN_KEYS) => {
        const OWN_KEYS: &'static [$crate::session::feature::OwnKeys] = OWN_KEYS;
    };
    ($state:ident $(, $declared:ident)*) => {
        impl $crate::session::feature::Feature for $state {
            $($crate::feature!(@ $declared);)*
        }
    };
}
