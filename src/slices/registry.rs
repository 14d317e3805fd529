//! What slices add to the program.

use clap::{Args, Subcommand};

use foolproof_cli::verb::{Verb, VerbKind};
#[cfg(feature = "window")]
use foolproof_editor::session::command;
#[cfg(feature = "window")]
use foolproof_editor::session::feature::Features;

/// What slices add to the program.
pub struct Slices {
    pub verbs: Vec<VerbKind>,
    #[cfg(feature = "window")]
    pub features: Features,
}

impl Slices {
    /// Nothing but the commands that the window has by itself.
    pub(crate) fn empty() -> Self {
        Self {
            verbs: Vec::new(),
            #[cfg(feature = "window")]
            features: Features::new(command::of_the_window()),
        }
    }

    pub(crate) fn verb<V: Verb + Args + 'static>(&mut self, name: &'static str) {
        self.verbs.push(VerbKind::of::<V>(name));
    }

    /// Verbs that are read as one type.
    pub(crate) fn verbs<V: Verb + Subcommand + 'static>(&mut self) {
        self.verbs.push(VerbKind::group::<V>());
    }
}
