//! Contributions of slices to the program.

use clap::{Args, Subcommand};

use foolproof_cli::verb::{Verb, VerbGroup, VerbKind};
#[cfg(feature = "window")]
use foolproof_editor::session::command;
#[cfg(feature = "window")]
use foolproof_editor::session::feature::Features;
use foolproof_solver::QuerySlice;

/// Contributions of slices to the program.
#[derive(Default)]
pub struct Slices {
    pub verbs: Vec<VerbKind>,
    /// Questions, and how they are answered.
    pub questions: Vec<QuerySlice>,
    /// Contributions to the window; the command line and its processes skip them.
    #[cfg(feature = "window")]
    features: Vec<fn(&mut Features)>,
}

impl Slices {
    pub(crate) fn questions(&mut self, slice: QuerySlice) {
        self.questions.push(slice);
    }

    #[cfg(feature = "window")]
    pub(crate) fn feature(&mut self, add: fn(&mut Features)) {
        self.features.push(add);
    }

    /// Returns the features of a window that opens.
    #[cfg(feature = "window")]
    pub fn features(&self) -> Features {
        let mut all = Features::new(command::of_the_window());
        self.features.iter().for_each(|add| add(&mut all));
        all
    }

    pub(crate) fn verb<V: Verb + Args + 'static>(&mut self, name: &'static str) {
        self.verbs.push(VerbKind::of::<V>(name));
    }

    /// Adds a verb that has `--json` and no other option of questions.
    pub(crate) fn verb_with_json<V: Verb + Args + 'static>(&mut self, name: &'static str) {
        self.verbs.push(VerbKind::with_json::<V>(name));
    }

    /// Adds verbs that are read as one type.
    pub(crate) fn verbs<V: Verb + Subcommand + 'static>(&mut self) {
        self.verbs.push(VerbKind::group::<V>());
    }

    /// Adds verbs that are made of data.
    pub(crate) fn verbs_of_data<V: VerbGroup + 'static>(&mut self) {
        self.verbs.push(VerbKind::of_data::<V>());
    }
}
