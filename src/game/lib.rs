//! The definition of a game: the trait [`Game`], its optional parts, and methods for every game.
//!
//! A game implements [`Game`] and names its optional parts in [`Abilities`]: search, moves, rating and
//! so on, each a trait with a file of its own in `abilities`. This package names no game.

mod abilities;
mod about;
mod any_game;
mod assets;
mod celebration;
mod examples;
pub mod explored;
mod format;
mod game;
mod games;
mod gesture_scenes;
mod gestures;
mod grounding;
pub mod kept_search;
mod level_facts;
pub mod level_search;
mod line_formats;
mod lists;
mod outside_clues;
mod page_rules;
mod penpa_format;
mod phrases;
pub mod plain;
mod property_reading;
mod refusals;
mod replacing;
mod side;
mod sources;
mod spoken;
mod stock;
pub mod study;
mod text;
mod turn;
mod turning;

pub use abilities::Abilities;
pub use abilities::argument::{Argument, Arguments, Cases, Claim, ClaimError, Tactics, Weighed};
pub use abilities::brushes::Brushes;
pub use abilities::chance::{ChancePlay, LevelOdds, NeededEvent, StrategyStep, WinningChance};
pub use abilities::clue_reading::{ClueReading, KnownPlays, OpenRooms, PartOfPlay};
pub use abilities::compiled_rules::CompiledRules;
pub use abilities::constraints::{ConstraintForm, ConstraintKind, ConstraintText, Constraints};
pub use abilities::drafting::{DraftWish, Drafter, Drafts};
pub use abilities::drawing::Drawing;
pub use abilities::drawing::{LineStart, TaughtLine};
pub use abilities::ground_play::{GroundPart, GroundPlay, GroundPlayKind, NoGroundPlay, PartLine};
pub use abilities::ground_rules::{Derived, DerivedBy, GroundRules, TriedPlay};
pub use abilities::maker::{KindCount, Maker, MakerKind, MakerWish};
pub use abilities::moves::{
    Aftermath, Choice, EventElsewhere, EventOfPlay, Glide, Move, MoveAim, MoveControls,
    MovePictures, Moves, Position, StateGraph, dead_ends_among,
};
pub use abilities::opening::Opening;
pub use abilities::playing::{Gesture, GestureError, HandItem, NextMark, Playing};
pub use abilities::properties::{ConceptKind, HAPPENS, Instead, Param, ParamKind, Properties};
pub use abilities::rating::{
    COUNTED, Measure, MeasureKind, Rated, Rating, RatingCut, SeenSolutions,
};
pub use abilities::rules::Rules;
pub use abilities::search::{Estimate, Search, Searched, StopCheck, Wanted};
pub use abilities::sentences::{KnownMark, SentenceWriter, Sentences, Summand};
pub use abilities::several_marks::SeveralMarks;
pub use abilities::solution_equivalence::SolutionEquivalence;
pub use abilities::sounds::{OwnSounds, PlayMoment};
pub use abilities::step_measures::{measured_steps, step_measures};
pub use abilities::steps::{
    Halted, Leak, NamedRule, OwnEnd, OwnOutcome, PlacedSentence, Step, StepSource, StepTrial,
    StepsError,
};
pub use abilities::tuning::{Control, ControlError, Tuning, mark_of_value};
pub use abilities::turning::Turning;
pub use abilities::typing::Typing;
pub use about::{About, Brush, Group, LevelNumber, Scene, Scope, Verdict};
pub use assets::{Encoding, GameAssets, NamedConstraints, PageScript};
pub use celebration::{FlyingSpark, WIN_SECONDS, WinSpark, win_sparks};
pub use examples::{example, fraction};
pub use foolproof_kernel::{capital, counted, listed, number_text, time_text};
pub use format::{Format, FormatError, first_link, has_ending, or_none};
pub use game::Game;
pub use games::{GameLoader, Games, TextGames};
pub use gesture_scenes::{GestureScene, HandPose, SCENE_SECONDS, SCENE_SIZE, ScenePart, pointer};
pub use gestures::{CROSS, DOT, HandGesture};
pub use grounding::{
    GroundSource, Grounder, Grounding, MAX_BEGUN_RULES, NoGrounder, RuleGrowth, RuleReader,
    RulesFault, UnfinishedGrounding,
};
pub use level_facts::{level_facts, mark_facts, site_facts, sites};
pub use line_formats::{note_unread, numbered, read_lines, write_lines};
pub use lists::{list_facts, list_items, list_of};
pub use outside_clues::turned_half;
pub use outside_clues::{OutsideClues, PlacedClues};
pub use page_rules::{PageFacts, PageProgram, PageRules};
pub use penpa_format::{DrawnGame, PenpaFormat};
pub use phrases::{
    PhrasePart, concept_clause, concept_sentence, kind_of, missed, outline, partial_phrase, phrase,
    said,
};
pub use property_reading::{PropertyReader, intended_of};
pub use refusals::GameError;
pub use refusals::{AcceptError, BoardError, ConceptFault, FormatFault, MeaningError};
pub use replacing::{Replaced, replace_marks};
pub use side::Side;
pub use spoken::spoken_place;
pub use stock::{Extent, Range, StockItem};
pub use study::StudyError;
pub use study::cluster::{
    Cluster, ClusterError, Follower, TaskBatch, TaskFn, TaskRunner, packed, unpacked,
};
pub use study::tasks;
pub use study::{
    Account, Refusal, Setting, SettingKind, SettingValue, SettingValues, Study, StudyAbout,
    StudyEnd, StudyRequest, Studying, USUAL_MEMORY_MIB, Watch, laid_out, sent_levels, threads,
};
pub use text::Text;
pub use turn::{Turn, TurnError};
pub use turning::{carry_along, falling_off, room_for, shifted_level, turned_level};

/// The methods of a [`Game`] that answer with `ABOUT`, `ASSETS`, and by functions that draw a level and a mark.
#[macro_export]
macro_rules! parts_of_the_package {
    ($draw:path, $draw_mark:path) => {
        fn about(&self) -> &$crate::About {
            &ABOUT
        }

        fn assets(&self) -> &$crate::GameAssets {
            &ASSETS
        }

        fn draw(
            &self,
            level: &foolproof_level::Level,
            scene: $crate::Scene<'_>,
        ) -> Vec<foolproof_picture::Shape> {
            $draw(level, scene)
        }

        fn draw_mark(
            &self,
            mark: &foolproof_level::Mark,
            into: foolproof_picture::Rect,
        ) -> Vec<foolproof_picture::Shape> {
            $draw_mark(mark, into)
        }
    };
}
