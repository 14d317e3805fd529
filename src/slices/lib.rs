//! The slices: the program's capabilities, a folder each.
//!
//! A slice owns its verb of the command line (`verb`), its part of the window (`window`), its questions to
//! the solver (`question`), and what they need. A slice adds itself by its `register`, which is named in
//! one line of [`SLICES`]. The order there is that of verbs, switches, menus and panels.

#[cfg(feature = "window")]
pub(crate) mod announcing;
#[cfg(feature = "window")]
pub mod backups;
#[cfg(feature = "window")]
pub mod bindings;
#[cfg(feature = "window")]
pub mod booklet;
#[cfg(feature = "window")]
pub mod cell_notes;
pub mod chance;
pub mod checking;
#[cfg(feature = "window")]
pub(crate) mod command_palette;
pub mod comparing;
pub mod completing;
#[cfg(feature = "window")]
pub mod concept;
pub mod conflict;
pub(crate) mod constraining;
pub mod course;
pub mod duplicates;
pub(crate) mod edits;
mod every_solution;
mod expecting;
pub mod exporting;
pub mod game_test;
pub mod generating;
pub mod handbook;
#[cfg(feature = "window")]
pub mod help;
#[cfg(feature = "window")]
pub mod history;
#[cfg(feature = "window")]
pub(crate) mod holds;
#[cfg(feature = "window")]
pub mod importing;
#[cfg(feature = "window")]
pub mod labelling;
pub(crate) mod launching;
mod listing;
pub mod look;
#[cfg(feature = "window")]
pub(crate) mod marks;
pub mod moves;
#[cfg(feature = "window")]
pub mod new_pack;
pub(crate) mod own_games;
pub mod picturing;
pub mod play;
mod program;
pub mod rating;
pub mod records;
pub(crate) mod registry;
pub mod replacing;
mod replaying;
#[cfg(feature = "window")]
pub(crate) mod resizing;
mod serving;
mod shortcut_free;
#[cfg(feature = "window")]
pub mod solution;
pub(crate) mod solutions;
pub mod solving;
pub mod studies;
pub mod suggesting;
pub mod verdict;

use registry::Slices;

pub use program::{add_questions, command, main};

const SLICES: &[fn(&mut Slices)] = &[
    verdict::register,
    completing::register,
    #[cfg(feature = "window")]
    solution::register,
    #[cfg(feature = "window")]
    marks::register,
    conflict::register,
    #[cfg(feature = "window")]
    holds::register,
    constraining::register,
    #[cfg(feature = "window")]
    cell_notes::register,
    // A rating takes less time than trying every edit, so it is asked for first.
    rating::register,
    edits::register,
    chance::register,
    moves::register,
    every_solution::register,
    replaying::register,
    solving::register,
    generating::register,
    suggesting::register,
    shortcut_free::register,
    studies::register,
    solutions::register,
    #[cfg(feature = "window")]
    concept::register,
    checking::register,
    expecting::register,
    course::register,
    comparing::register,
    duplicates::register,
    #[cfg(feature = "window")]
    labelling::register,
    #[cfg(feature = "window")]
    history::register,
    #[cfg(feature = "window")]
    new_pack::register,
    #[cfg(feature = "window")]
    backups::register,
    replacing::register,
    #[cfg(feature = "window")]
    resizing::register,
    own_games::register,
    game_test::register,
    listing::register,
    play::register,
    look::register,
    launching::register,
    records::register,
    #[cfg(feature = "window")]
    importing::register,
    exporting::register,
    picturing::register,
    #[cfg(feature = "window")]
    booklet::register,
    #[cfg(feature = "window")]
    help::register,
    serving::register,
    handbook::register,
    #[cfg(feature = "window")]
    bindings::register,
    #[cfg(feature = "window")]
    command_palette::register,
    #[cfg(feature = "window")]
    announcing::register,
];

/// Returns what all slices add to the program.
pub fn all() -> Slices {
    let mut all = Slices::default();
    SLICES.iter().for_each(|register| register(&mut all));
    all
}

#[cfg(all(test, feature = "window"))]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    #[test]
    fn every_command_stands_in_the_table_once_and_says_what_it_does() {
        let mut seen = BTreeSet::new();
        for entry in all().features().commands {
            assert!(seen.insert(entry.command), "{:?} stands twice", entry.command);
            assert!(entry.tip.ends_with('.'), "{:?}: {}", entry.command, entry.tip);
        }
    }

    #[test]
    fn no_key_does_two_things() {
        let mut keys = BTreeMap::new();
        for entry in all().features().commands {
            for key in entry.keys {
                let words = format!("{key:?}");
                if let Some(other) = keys.insert(words.clone(), entry.command) {
                    panic!("{words} does {other:?} and {:?}", entry.command);
                }
            }
        }
    }

    #[test]
    fn every_command_is_found_by_other_words() {
        for entry in all().features().commands {
            assert!(!entry.search.trim().is_empty(), "{:?} has no words", entry.command);
            assert_eq!(entry.search, entry.search.to_lowercase(), "{:?}", entry.command);
        }
    }
}
