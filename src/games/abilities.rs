//! What a game can do that not every game can: its optional parts, as data.
//!
//! Each part is a trait in a file of its own. What holds for a game without the part is said in that
//! file too, as methods of `dyn Game`, so that callers do not test for it.

use super::{
    Arguments, Brushes, Deduction, Drafter, Drawing, Game, GroundRules, Maker, Moves, Playing,
    Properties, Rating, Rules, Search, SeveralMarks, SolutionEquivalence, Tuning, Turning, Typing,
};

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
    /// The rules in plain Rust, where there are any beside the encoding.
    rules: dyn Rules,
    /// Properties that concepts are built of.
    properties: dyn Properties,
    /// Keys and pictures of brushes, where they are not those of the marks.
    brushes: dyn Brushes,
    /// What can be set of marks in place.
    tuning: dyn Tuning,
    /// Marks that are typed.
    typing: dyn Typing,
    /// Several marks of a site drawn as one picture.
    several_marks: dyn SeveralMarks,
    /// What a turn of the board does to marks, where it does anything.
    turning: dyn Turning,
    /// What a player has in hand.
    playing: dyn Playing,
    /// Lines that players draw.
    drawing: dyn Drawing,
    /// How a game is played move by move.
    moves: dyn Moves,
    /// Which solutions are the same, where their marks alone do not tell.
    equivalence: dyn SolutionEquivalence,
    /// Measures of levels and solutions.
    rating: dyn Rating,
    /// A search of the game's own.
    search: dyn Search,
    /// A way of its own to make levels with one solution.
    maker: dyn Maker,
    /// A way of its own to draft levels for a concept.
    drafter: Drafter,
    /// Rules that are ground for each level.
    ground_rules: dyn GroundRules,
    /// Arguments for what a player fills in, in games that are solved by them.
    arguments: dyn Arguments,
    /// Deduction by rules, round by round, in games that people solve so.
    deduction: dyn Deduction,
}
