//! The games: the trait [`Game`], the registry, and a folder for each game.
//!
//! A game implements [`Game`] and names its optional parts in `Abilities`: search, moves, rating
//! and so on, each a trait with a file of its own here. `own` loads games from folders with rules,
//! `script` from PuzzleScript sources. Nothing outside this package names a game.

mod abilities;
mod argument;
mod brushes;
pub mod course;
mod crew;
mod deduction;
mod drafting;
mod drawing;
mod duplicates;
mod examples;
mod explored;
mod format;
mod game;
mod gestures;
mod ground_play;
mod ground_rules;
mod level_facts;
pub mod library;
pub mod linjat;
mod losses;
mod maker;
mod material;
mod moves;
mod opening;
mod other_links;
pub mod own;
mod penguin_push;
mod phrases;
mod plain;
mod playing;
mod properties;
mod rating;
mod reading;
mod refraction;
mod refusals;
mod registry;
mod replacing;
mod rims;
mod rules;
pub mod script;
mod search;
mod several_marks;
mod side;
mod solution_equivalence;
mod sources;
mod stock;
mod study;
mod sudoku;
mod tasks;
mod tuning;
mod turn;
mod turning;
mod typing;
mod witness;

use std::sync::Arc;

pub use game::{About, Brush, Game, GameError, Group, LevelNumber, Scene, Scope, Text, Verdict};

pub use abilities::Abilities;
pub use argument::{
    Argument, Arguments, Cases, CasesError, Claim, ClaimError, Halted, Tactics, Weighed,
};
pub use brushes::Brushes;
pub use crew::{Crew, CrewFault, Handout, Hands, Helper, TaskHand, packed, unpacked};
pub use deduction::{
    Deduced, Deduction, DeductionEnd, DeductionLeak, DeductionRound, DeductionRule, DeductionTrial,
    Insight,
};
pub(crate) use drafting::Drafter;
pub use drafting::{DraftWish, Drafts};
pub use drawing::Drawing;
pub use duplicates::{DuplicatePair, duplicates};
pub use examples::{example, fraction};
pub use format::{
    Exported, Format, FormatError, FormatOf, Unwritable, formats, has_ending, recognised,
    write_each,
};
pub(crate) use format::{first_link, or_none};
pub use gestures::{DOT, HandGesture, LineStart};
pub use ground_play::{GroundPart, GroundPlay, GroundPlayKind, NoGroundPlay};
pub use ground_rules::{Derived, DerivedBy, GroundRules, TriedPlay};
pub use level_facts::{level_facts, mark_facts, site_facts, sites};
pub use losses::{Loss, LostPart, lacks, losses_between};
pub use maker::{Maker, MakerWish};
pub use material::{Encoding, Material, NamedConstraints, PageScript};
pub use moves::{
    Aftermath, Choice, EventElsewhere, EventOfPlay, Glide, Move, MoveAim, MoveControls,
    MovePictures, Moves, Position, StateGraph,
};
pub use opening::Opening;
pub use phrases::{
    PhrasePart, capital, concept_clause, concept_sentence, counted, kind_of, missed, outline,
    phrase, said,
};
pub use playing::{Gesture, GestureError, HandItem, NextMark, Playing};
pub use properties::{ConceptKind, Instead, Param, ParamKind, Properties};
pub use rating::{COUNTED, Measure, MeasureKind, Rating, SeenSolutions};
pub use reading::{Asked, Contents, ReadError, read_contents, read_pasted};
pub(crate) use refusals::FormatFault;
pub use refusals::{AcceptError, BoardError, ConceptFault, MeaningError};
pub use registry::Games;
pub use replacing::{Replaced, replace_marks};
pub use rims::{BoardRims, ClueRims};
pub use rules::Rules;
pub use search::{Estimate, Search, Searched, StopCheck, Wanted};
pub use several_marks::{NotePlace, SeveralMarks};
pub use side::Side;
pub use solution_equivalence::SolutionEquivalence;
pub use sources::{GameMismatch, Mismatch};
pub use stock::{Extent, Range, StockItem};
pub use study::{
    Account, Chart, ChartStyle, Column, FormField, Glimpse, OptionWords, Refusal, Report, Row,
    SeenLevels, SeenStudy, Setting, SettingChoice, SettingKind, SettingValue, SettingValues, Study,
    StudyAbout, StudyEnd, StudyRequest, Studying, UNKNOWN, Watch, threads, time_text,
};
pub use sudoku::count as count_sudoku;
pub use tuning::{Control, ControlError, Tuning};
pub use turn::{Turn, TurnError, Turning};
pub use turning::{carry_along, falling_off, room_for, shifted_level, turned_half, turned_level};
pub use typing::Typing;

/// The game that a newcomer meets first.
const WELCOME: &str = "refraction";

/// The games that are part of the program: one line a game.
fn built_in() -> [Arc<dyn Game>; 5] {
    [
        Arc::new(linjat::Linjat),
        Arc::new(penguin_push::PenguinPush),
        Arc::new(refraction::Refraction),
        Arc::new(sudoku::Sudoku),
        Arc::new(witness::Witness),
    ]
}
