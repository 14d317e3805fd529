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

mod added_clues;
mod again;
mod allowed;
mod answer;
mod answers;
mod ask;
mod blame;
mod candidates;
mod checking;
mod combinations;
mod completion;
mod completion_steps;
mod concept_slips;
mod confirming;
mod conflict;
mod design_questions;
mod drafting;
mod drawn_plays;
mod earlier;
mod easier_completion;
mod edits;
mod engine;
mod engine_process;
mod every_solution;
mod fewest;
mod finding;
mod generation;
mod given_levels;
mod grounding;
mod hosts;
mod intended;
mod judged_session;
mod kept_solution;
mod making;
mod marks;
mod moved_clues;
mod near_levels;
mod need;
mod needless;
mod one_completion;
mod one_session;
mod one_solution;
mod own_search;
mod pair_search;
mod plan;
mod play_questions;
mod protocol;
mod query;
mod question;
mod race;
mod read_off;
mod redrawing;
mod redrawn_completion;
mod registry;
mod remote;
mod repairs;
mod report;
mod restarts;
mod searched;
mod sentences;
mod service;
mod several;
mod shortcut_free;
mod solutions;
mod status;
mod step_aims;
mod step_repairs;
mod study;
mod tagged;
mod tasks;
mod texts;
mod topic;
mod trial_levels;
mod twin_helpers;
mod twins;
mod unique_levels;
mod walls_alone;
mod worker;

pub use answer::{Count, FewestChanges, FoundLevel, ProposedLevel, Truth, WhyNoBetter};
pub use answers::{Answers, Engines};
pub use ask::{Ask, Patience};
pub use blame::{Among, Blame, Lacking};
pub use candidates::{CandidateList, FoundPractice};
pub use checking::{
    CheckedProperty, LevelCheck, check_questions, check_topic, checked_for, kept_status,
};
pub use combinations::{PlacedSentence, combination_of, known_marks, placed_sentences};
pub use completion::{COMPLETE, CompleteLevel, CompletedLevel};
pub use conflict::{CONFLICT, FindConflict, FoundConflict};
pub use earlier::{EarlierCompletions, EarlierDesign, completion_rank};
pub use edits::{Candidates, EFFECTS, EditsTried, Effect, TryEdits};
pub use engine::{Engine, has_concept, has_intended};
pub use engine_process::{EngineCommand, EngineProcess, engine_main};
pub use every_solution::{EVENTS, EventsOfPlay, FindEvents, FindPractice, PRACTISED};
pub use finding::{Confirmed, Finding, How, Origin, Progress};
pub use foolproof_asp::{
    Alternatives, Atom, DuelTurn, DuelVerdict, Pair, Program, PuzzleTerms, Stop, read_facts,
};
pub use given_levels::{GENERATE, GeneratedLevel};
pub use grounding::{BackgroundGrounder, WaitingGrounder};
pub use hosts::{Helping, HostFault, HostSeat, HostsError, Leading};
pub use intended::{CheckIntended, IntendedFlaw, IntendedVerdict};
pub use marks::{FindForcedMarks, MARKS, MarksOfSolutions};
pub use need::{FoundNeed, NEED, NeedTechnique, need_question, need_text};
pub use needless::{
    FindNeedlessMarks, MINIMISE, MinimiseLevel, Minimised, NeedlessMarks, REDUNDANT,
};
pub use one_session::SearchEnd;
pub use own_search::{SolutionSet, is_of_puzzle, prepare_edits};
pub use pair_search::{
    BoardRules, ForbiddenPlay, ForbiddenSearch, PairSearch, PlayDifference, WantedPlay,
};
pub use query::{Query, QueryKind, QuerySlice, Question};
pub use question::{
    GenerateSettings, LevelAim, LevelStyle, Limits, PaintedMarks, Symmetry, WantedSolutions,
};
pub use registry::{SliceError, add_slices};
pub use remote::WorkerCommand;
pub use report::{Answer, LevelReport, Message, ReportKind};
pub use searched::{Freed, SearchedLevels};
pub use sentences::{SentenceSearch, SentencesFound, UnreadConstraints};
pub use service::{Event, Lane, Service, Ticket, Tickets};
pub use several::{SEVERAL, SeveralSolutions, TellingMark};
pub use shortcut_free::{ProveShortcutFree, ShortcutFreedom};
pub use solutions::{
    CountSolutions, CountedSolutions, EstimatedSolutions, SolvableLevel, SolveLevel, Uniqueness,
    WhyNoSolution,
};
pub use status::{Status, Why};
pub use step_aims::{StepAims, has_steps, step_rules};
pub use step_repairs::CompletionWay;
pub use study::{
    Keeping, PrintOrder, StudyCommand, StudyEnded, StudyFault, StudyOrder, StudyOrders,
    StudyProcess, StudyProgress, StudyReply, study_main,
};
pub use tagged::{Tagged, TaggedOptions};
pub use texts::{TextError, check_input, design_text, program_text};
pub use topic::{Topic, TopicWords};
pub use trial_levels::is_made_by_trial;
pub use unique_levels::can_have_one_solution;
pub use worker::worker_main;
