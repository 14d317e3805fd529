//! Optional parts of a game, as data.
//!
//! Each part is a trait in a file of its own. `any_game.rs` has the defaults for games without the
//! part, as methods of `dyn Game`, so that callers need not test for it.

pub(crate) mod argument;
pub(crate) mod brushes;
pub(crate) mod chance;
pub(crate) mod clue_reading;
pub(crate) mod compiled_rules;
pub(crate) mod constraints;
pub(crate) mod drafting;
pub(crate) mod drawing;
pub(crate) mod ground_play;
pub(crate) mod ground_rules;
pub(crate) mod maker;
pub(crate) mod moves;
pub(crate) mod opening;
pub(crate) mod playing;
pub(crate) mod properties;
pub(crate) mod rating;
pub(crate) mod rules;
pub(crate) mod search;
pub(crate) mod sentences;
pub(crate) mod several_marks;
pub(crate) mod solution_equivalence;
pub(crate) mod sounds;
pub(crate) mod step_measures;
pub(crate) mod steps;
pub(crate) mod tuning;
pub(crate) mod turning;
pub(crate) mod typing;

use crate::abilities::argument::Arguments;
use crate::abilities::brushes::Brushes;
use crate::abilities::chance::ChancePlay;
use crate::abilities::clue_reading::ClueReading;
use crate::abilities::compiled_rules::CompiledRules;
use crate::abilities::constraints::Constraints;
use crate::abilities::drafting::Drafter;
use crate::abilities::drawing::Drawing;
use crate::abilities::ground_rules::GroundRules;
use crate::abilities::maker::Maker;
use crate::abilities::moves::Moves;
use crate::abilities::playing::Playing;
use crate::abilities::properties::Properties;
use crate::abilities::rating::Rating;
use crate::abilities::rules::Rules;
use crate::abilities::search::Search;
use crate::abilities::sentences::Sentences;
use crate::abilities::several_marks::SeveralMarks;
use crate::abilities::solution_equivalence::SolutionEquivalence;
use crate::abilities::sounds::OwnSounds;
use crate::abilities::steps::StepSource;
use crate::abilities::tuning::Tuning;
use crate::abilities::turning::Turning;
use crate::abilities::typing::Typing;
use crate::game::Game;

/// Declares the parts: a field of [`Abilities`] each, and a method of `dyn Game` that asks for it.
macro_rules! abilities {
    ($($(#[$doc:meta])* $name:ident: $part:ty,)*) => {
        /// The optional parts of a game. A game names those that it has:
        /// `Abilities { rules: Some(self), ..Abilities::default() }`.
        #[derive(Clone, Copy, Default)]
        pub struct Abilities<'a> {
            $($(#[$doc])* pub $name: Option<&'a $part>,)*
        }

        impl dyn Game + '_ {
            $($(#[$doc])* pub fn $name(&self) -> Option<&$part> {
                self.abilities().$name
            })*
        }
    };
}

abilities! {
    /// Rules in Rust, if there are any besides the encoding.
    rules: dyn Rules,
    /// Properties that concepts are built of.
    properties: dyn Properties,
    /// Keys and pictures of brushes that differ from those of their marks.
    brushes: dyn Brushes,
    /// Settings of marks that can be changed in place.
    tuning: dyn Tuning,
    typing: dyn Typing,
    /// Several marks of a site drawn as one picture.
    several_marks: dyn SeveralMarks,
    /// The effect of turning the board on marks, if any.
    turning: dyn Turning,
    /// Marks in the player's hand, and the effect of gestures.
    playing: dyn Playing,
    /// Lines that players draw.
    drawing: dyn Drawing,
    /// Moves of a game that is played move by move.
    moves: dyn Moves,
    sounds: dyn OwnSounds,
    /// Odds of levels in which moves depend on chance.
    chance: dyn ChancePlay,
    /// Equivalence of solutions, if their marks alone do not decide it.
    equivalence: dyn SolutionEquivalence,
    /// Measures of levels and solutions.
    rating: dyn Rating,
    search: dyn Search,
    /// The game's own way to make levels with one solution.
    maker: dyn Maker,
    /// The game's own way to draft levels for a concept.
    drafter: Drafter,
    /// Clues that are read off plays.
    clue_reading: dyn ClueReading,
    /// Rules that pages run in compiled form.
    compiled_rules: dyn CompiledRules,
    /// Rules that are ground for each level.
    ground_rules: dyn GroundRules,
    /// Rules as sentences, the material of solving steps.
    sentences: dyn Sentences,
    /// Arguments for what a player fills in, in games that are solved by them.
    arguments: dyn Arguments,
    /// Constraints that designers draw.
    constraints: dyn Constraints,
    /// Deduction by rules, round by round, in games that people solve that way.
    deduction: dyn StepSource,
}
