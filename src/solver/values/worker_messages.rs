//! Messages between an engine and its worker process.

use serde::{Deserialize, Serialize};

use foolproof_asp::{
    Alternatives, AspError, Assume, Atom, Consequences, Core, DuelTurn, DuelVerdict,
    EnumerationOutcome, Located, Model, ModelMode, Optimum, Program, PuzzleTerms, SessionOptions,
};
use foolproof_ground::GroundProgram;

/// A call of the worker.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct WorkerAsk {
    pub time_ms: u64,
    pub request: Request,
}

/// A session of the worker, numbered by the caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct SessionSlot(pub u32);

/// A tagged program of the worker, see [`foolproof_asp::Duel`]; the caller numbers them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct TaggedSlot(pub u32);

/// Work on one of the programs that the worker has open.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Request {
    Session(SessionSlot, SessionRequest),
    Tagged(TaggedSlot, TaggedRequest),
    /// Opens the encoding of a level as a session, and first returns the ground rules that judge its plays,
    /// if the encoding has them.
    OpenJudged {
        slot: SessionSlot,
        program: Program,
        options: SessionOptions,
        limits: GroundingLimits,
    },
    /// Writes down the ground program.
    Ground(Program, GroundingLimits),
}

/// Limits for writing down a ground program. They count work, not the time that goes by: that is longer on a
/// machine that serves others, too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct GroundingLimits {
    pub rules: usize,
    pub(crate) processor_ms: u64,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum SessionRequest {
    Open { program: Program, options: SessionOptions },
    Close,
    Models { assume: Vec<Assume>, cap: u64, show: Vec<String> },
    Consequences { mode: ConsequenceMode, assume: Vec<Assume>, of: String },
    Core { assume: Vec<Assume> },
    Optimum { assume: Vec<Assume>, show: Vec<String> },
    Atoms { name: String, arity: usize },
    Forbid { atoms: Vec<Assume> },
}

/// Requests to a tagged program.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum TaggedRequest {
    Open {
        program: Program,
        options: SessionOptions,
    },
    /// Writes down the saturated program of the paper; nothing is kept open.
    Saturate {
        program: Program,
        options: SessionOptions,
    },
    Close,
    NextPair {
        distance: u32,
    },
    /// Returns no puzzle nearer to this one, which was returned by a worker that died.
    KeepAway {
        puzzle: PuzzleTerms,
        distance: u32,
    },
    Verify {
        puzzle: PuzzleTerms,
    },
    Alternatives {
        puzzle: PuzzleTerms,
        cap: usize,
    },
    /// Looks for a set of these terms that cannot all be tagged in a shortcut-free puzzle.
    Blame {
        held: Vec<String>,
    },
}

impl SessionSlot {
    pub(crate) fn ask(self, request: SessionRequest) -> Request {
        Request::Session(self, request)
    }
}

impl TaggedSlot {
    pub(crate) fn ask(self, request: TaggedRequest) -> Request {
        Request::Tagged(self, request)
    }
}

impl Request {
    /// Returns the options of a request that opens a program: that is the part that grounds.
    pub(crate) fn opening(&mut self) -> Option<&mut SessionOptions> {
        match self {
            Self::Session(_, SessionRequest::Open { options, .. })
            | Self::OpenJudged { options, .. }
            | Self::Tagged(_, TaggedRequest::Open { options, .. }) => Some(options),
            _ => None,
        }
    }

    /// Returns the request that closes the program of this request.
    pub(crate) fn closing(&self) -> Self {
        match self {
            Self::Session(slot, _) | Self::OpenJudged { slot, .. } => {
                slot.ask(SessionRequest::Close)
            }
            Self::Tagged(slot, _) => slot.ask(TaggedRequest::Close),
            // Nothing stays open.
            Self::Ground(_, limits) => Self::Ground(Program::default(), *limits),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum ConsequenceMode {
    Brave,
    Cautious,
}

impl From<ConsequenceMode> for ModelMode {
    fn from(mode: ConsequenceMode) -> Self {
        match mode {
            ConsequenceMode::Brave => ModelMode::Brave,
            ConsequenceMode::Cautious => ModelMode::Cautious,
        }
    }
}

/// A worker's messages about a call. Everything except `Model`, `Better` and `Counterexamples` (their number
/// so far) ends the call.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Word {
    Model(Model),
    Better(Model),
    Counterexamples(u64),
    Opened { warnings: Vec<Located> },
    Models(EnumerationOutcome),
    Consequences(Consequences),
    Core(Core),
    Optimum(Optimum),
    Atoms(Vec<(Atom, bool)>),
    Turn(DuelTurn),
    Verdict(DuelVerdict),
    Alternatives(Alternatives),
    Ground(GroundProgram, Vec<Located>),
    Saturated(String),
    Done,
}

/// The end of a call.
pub(crate) type WorkerAnswer = Result<Word, AspError>;
