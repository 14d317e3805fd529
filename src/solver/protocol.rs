//! What the background thread and the worker process say to each other: one JSON value a line.
//!
//! Knows `asp`'s values. Must never know a level or a game: the worker sees programs and atoms.

use serde::{Deserialize, Serialize};

use crate::asp::{
    Alternatives, AspError, Assume, Atom, Consequences, Core, Located, Mode, Model, Optimum,
    Options, Outcome, Program, Puzzle, Turn, Verdict,
};

/// A line to the worker.
#[derive(Debug, Serialize, Deserialize)]
pub enum Message {
    Call {
        ticket: u64,
        time_ms: u64,
        request: Request,
    },
    /// Ends the call with this ticket soon, if it still runs.
    Cancel {
        ticket: u64,
    },
}

/// Work on one of the worker's sessions, which are numbered by the caller. The last six are of
/// tagged programs, see [`crate::asp::Duel`].
#[derive(Debug, Serialize, Deserialize)]
pub enum Request {
    Open {
        slot: u32,
        program: Program,
        options: Options,
    },
    Close {
        slot: u32,
    },
    Models {
        slot: u32,
        assume: Vec<Assume>,
        cap: u64,
        show: Vec<String>,
    },
    Consequences {
        slot: u32,
        mode: ConsequenceMode,
        assume: Vec<Assume>,
        of: String,
    },
    Core {
        slot: u32,
        assume: Vec<Assume>,
    },
    Optimum {
        slot: u32,
        assume: Vec<Assume>,
        show: Vec<String>,
    },
    Atoms {
        slot: u32,
        name: String,
        arity: usize,
    },
    Forbid {
        slot: u32,
        atoms: Vec<Assume>,
    },
    Tagged {
        slot: u32,
        program: Program,
        options: Options,
    },
    NextPair {
        slot: u32,
        distance: u32,
    },
    /// Gives no puzzle nearer to this one, which was given by a worker that died.
    KeepAway {
        slot: u32,
        puzzle: Puzzle,
        distance: u32,
    },
    Verify {
        slot: u32,
        puzzle: Puzzle,
    },
    Alternatives {
        slot: u32,
        puzzle: Puzzle,
        cap: usize,
    },
    /// Which of these terms cannot all be tagged in a shortcut-free puzzle?
    Blame {
        slot: u32,
        held: Vec<String>,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ConsequenceMode {
    Brave,
    Cautious,
}

impl From<ConsequenceMode> for Mode {
    fn from(mode: ConsequenceMode) -> Self {
        match mode {
            ConsequenceMode::Brave => Mode::Brave,
            ConsequenceMode::Cautious => Mode::Cautious,
        }
    }
}

/// A line from the worker.
#[derive(Debug, Serialize, Deserialize)]
pub struct Reply {
    pub ticket: u64,
    pub word: Word,
}

/// What a worker says of a call. Everything but `Model`, `Better` and
/// `Counterexamples` (how many were found so far) ends the call.
#[derive(Debug, Serialize, Deserialize)]
pub enum Word {
    Model(Model),
    Better(Model),
    Counterexamples(u64),
    Opened { warnings: Vec<Located> },
    Models(Outcome),
    Consequences(Consequences),
    Core(Core),
    Optimum(Optimum),
    Atoms(Vec<(Atom, bool)>),
    Turn(Turn),
    Verdict(Verdict),
    Alternatives(Alternatives),
    Done,
    Failed(AspError),
}
