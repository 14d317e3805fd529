//! Questions to sessions and their answers, as plain values.

use std::collections::BTreeSet;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::atom::Atom;
use super::ffi::Literal;
use super::limits::Deadline;
use foolproof_kernel::{Halt, Stop};

/// Options of a session.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SessionOptions {
    /// Seed of the search; with `random` the search also takes random decisions.
    pub seed: u64,
    /// Share of random decisions, per thousand.
    pub random_per_mille: u32,
    /// One of clasp's presets, such as `jumpy`; empty for the default.
    pub preset: String,
    /// Constraints may be added later.
    pub extendable: bool,
    /// Turns off clasp's equivalence preprocessing, which crashes clingo 5.6.2 on a few programs; used to retry
    /// a question whose worker died.
    pub plain: bool,
    /// The session searches once and without assumptions, so that a preset may eliminate variables: most of the
    /// benefit of presets on large programs comes from that.
    pub one_shot: bool,
    /// Models that agree on the atoms of `#project` count as one. Set explicitly, because clingo's `auto`
    /// forgets it when no such atom can be true.
    pub project: bool,
    /// clasp receives the names of projected atoms only. That saves a fifth of the grounding, but consequences
    /// among other atoms are then unknown.
    pub names_projected: bool,
    /// The program optimises; if false, `#minimize` is ignored.
    pub optimise: bool,
    /// Values of the program's constants, such as `n=4`.
    pub constants: Vec<String>,
    /// The ground program is recorded; see `Session::take_record`.
    pub record: bool,
    /// Number of conflicts after which a search gives up; 0 means no limit. Unlike time, this does not depend
    /// on the machine.
    pub conflicts: u64,
    /// Conflicts of the first turn of a search in two forms; 0 means the default.
    pub first_turn: u64,
    /// clasp turns aggregates into clauses.
    pub as_clauses: bool,
}

/// Result of a search for one model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum FirstModel {
    /// The truth of every watched literal.
    Model(Vec<bool>),
    /// There is none; these assumed literals exclude all models.
    Nothing(Vec<Literal>),
    Halted(Halt),
}

/// An atom whose argument may be another atom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TaggedAtom {
    pub literal: Option<Literal>,
    pub text: String,
    pub tagged: Option<Literal>,
}

/// An atom with its assumed truth.
pub type Assume = (Atom, bool);

/// Kind of consequences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModelMode {
    /// Atoms in some model.
    Brave,
    /// Atoms in every model.
    Cautious,
}

/// Limits of one call.
#[derive(Clone, Debug)]
pub struct Shot {
    pub(crate) deadline: Deadline,
    pub stop: Stop,
    /// Number of conflicts after which a search ends its turn.
    pub(super) conflicts: Option<u64>,
}

/// A model, with the atoms of the requested signatures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Model {
    pub atoms: Vec<Atom>,
    pub costs: Vec<i64>,
}

/// End of an enumeration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EnumerationOutcome {
    pub n_models: u64,
    /// No model is missing. Only this proves absence.
    pub exhausted: bool,
    pub halt: Option<Halt>,
}

/// Brave or cautious consequences.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Consequences {
    /// Exact if `halt` is `None`; otherwise there are too few brave or too many cautious atoms.
    pub atoms: BTreeSet<Atom>,
    /// `None` if the search ended before it found a model.
    pub satisfiable: Option<bool>,
    pub halt: Option<Halt>,
}

/// Answer to "which of these assumptions contradict each other?".
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Core {
    Satisfiable,
    /// Indices into the list of assumptions. `minimal`: without any one of them there is a model.
    Unsatisfiable {
        core: Vec<usize>,
        minimal: bool,
    },
    Unknown(Halt),
}

/// The best model of an optimising search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Optimum {
    pub model: Option<Model>,
    /// No better model exists (or, without a model, none at all).
    pub proved: bool,
    pub halt: Option<Halt>,
}

impl Shot {
    pub fn new(time: Duration, stop: &Stop) -> Self {
        Self { deadline: Deadline::after(time), stop: stop.clone(), conflicts: None }
    }

    /// Returns the same limits for a turn with a limit on conflicts.
    pub(super) fn of_turn(&self, conflicts: Option<u64>) -> Self {
        Self { conflicts, ..self.clone() }
    }

    /// Reason why a search has to end now, if it has to.
    pub(super) fn halt(&self) -> Option<Halt> {
        if self.stop.is_set() {
            return Some(Halt::Stopped);
        }
        self.deadline.is_over().then_some(Halt::Time)
    }
}
