//! The solver: questions about a level in, findings out.
//!
//! All solving happens in engine processes of the same binary ([`EngineProcess`]), each with a warm
//! worker process for clingo. The threads of the window's [`Service`] ask them, and so does the
//! command line. In an engine process, [`Engine`] answers: from known answers, then known
//! solutions, then the game's own search alongside the worker.
//!
//! A question is a slice: a file with a `Query`, the `LevelReport` that answers it and their
//! [`Topic`], listed in `registry`. Packages above this one add theirs ([`add_slices`]). It names no
//! game.

mod engine;
mod making;
mod process;
mod questions;
mod registry;
mod values;
mod worker;

pub use engine::ask::{Ask, Patience};
pub use engine::own_search::{SolutionSet, prepare_edits};
pub use engine::query::{CheckKind, Query, QueryKind, QuerySlice, Question};
pub use engine::step_aims::{has_steps, step_rules};
pub use engine::tagged::{Tagged, TaggedOptions};
pub use engine::texts::{TextError, check_input, design_text, program_text};
pub use engine::{Engine, has_concept, has_intended};
pub use foolproof_asp::{
    Alternatives, Atom, DuelTurn, DuelVerdict, Pair, Program, PuzzleTerms, Stop, read_facts,
};
pub use making::completion::{COMPLETE, CompleteLevel, CompletedLevel};
pub use making::emitted::{GENERATE, GeneratedLevel};
pub use making::local_search::is_made_by_trial;
pub use making::redundant_marks::{
    FindNeedlessMarks, MINIMISE, MinimiseLevel, Minimised, NeedlessMarks, REDUNDANT,
};
pub use making::unique_by_encoding::can_have_one_solution;
pub use process::answers::{Answers, Engines};
pub use process::engine_process::{EngineCommand, EngineProcess, engine_main};
pub use process::hosts::{Helping, HostFault, HostSeat, HostsError, Leading};
pub use process::service::{Event, Lane, Service, Ticket, Tickets};
pub use process::study::{
    PrintOrder, StudyCommand, StudyEnded, StudyFault, StudyOrder, StudyProcess, StudyProgress,
    StudyReply, study_main,
};
pub use questions::checking::{
    CheckedProperty, LevelCheck, check_questions, check_topic, checked_for, kept_status,
};
pub use questions::conflict::{CONFLICT, FindConflict, FoundConflict};
pub use questions::edits::{Candidates, EFFECTS, EditsTried, Effect, TryEdits};
pub use questions::every_solution::{EVENTS, EventsOfPlay, FindEvents, FindPractice, PRACTISED};
pub use questions::intended::{CheckIntended, IntendedFlaw, IntendedVerdict};
pub use questions::marks::{FindForcedMarks, MARKS, MarksOfSolutions};
pub use questions::need::{FoundNeed, NEED, NeedTechnique, need_question, need_text};
pub use questions::pair_search::{
    BoardRules, ForbiddenPlay, ForbiddenSearch, PairSearch, PlayDifference, WantedPlay,
};
pub use questions::sentences::{SentenceSearch, SentencesFound, UnreadConstraints};
pub use questions::several::{SEVERAL, SeveralSolutions, TellingMark};
pub use questions::shortcut_free::{ProveShortcutFree, ShortcutFreedom};
pub use questions::solutions::CountSolutions;
pub use registry::{SliceError, add_slices};
pub use values::answer::{Count, FewestChanges, FoundLevel, ProposedLevel, Truth, WhyNoBetter};
pub use values::blame::{Among, Blame, Lacking};
pub use values::candidates::{CandidateList, FoundPractice};
pub use values::combinations::{combination_of, known_marks, placed_sentences};
pub use values::earlier_completions::CompletionWay;
pub use values::earlier_completions::{EarlierCompletions, EarlierDesign, completion_rank};
pub use values::finding::{Confirmed, Finding, How, Origin, Progress};
pub use values::limits::StepAims;
pub use values::limits::{
    GenerateSettings, LevelAim, LevelStyle, Limits, PaintedMarks, Symmetry, WantedSolutions,
};
pub use values::report::{Answer, LevelReport, Message, ReportKind};
pub use values::searched::{Freed, SearchedLevels};
pub use values::solutions::{
    CountedSolutions, EstimatedSolutions, SolvableLevel, SolveLevel, Uniqueness, WhyNoSolution,
};
pub use values::status::{Status, Why};
pub use values::topic::{Topic, TopicWords};
pub use worker::grounding::{BackgroundGrounder, WaitingGrounder};
pub use worker::one_session::SearchEnd;
pub use worker::options::PROCESS_OPTIONS;
pub use worker::remote::WorkerCommand;
pub use worker::serve::worker_main;
