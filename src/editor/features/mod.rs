//! The features of the window, a folder each.
//!
//! The window knows a feature only by its line in [`all`], which names the
//! [kinds](crate::session::kinds) that it is of. The order is that of switches, menus and
//! panels.

mod announcing;
pub mod arguing;
pub mod backups;
pub mod bindings;
pub mod booklet;
pub mod cell_notes;
pub mod checking;
pub(crate) mod command_palette;
pub mod comparing;
pub mod completing;
pub mod concept;
pub mod conflict;
pub mod course;
pub mod deduction;
pub mod duplicates;
pub mod edits;
pub mod exporting;
pub mod game_test;
pub mod generating;
pub mod handbook;
pub mod help;
pub mod history;
mod holds;
pub mod importing;
pub mod labelling;
mod marks;
pub mod moves;
pub mod new_pack;
pub mod own_games;
pub mod picturing;
pub mod play;
pub mod rating;
pub mod records;
pub mod replacing;
pub(crate) mod resizing;
pub mod solution;
pub mod solutions;
pub mod verdict;
pub mod workshop;

use crate::session::command;
use crate::session::feature::Features;

/// Every feature, as it is when the window opens.
pub fn all() -> Features {
    let mut all = Features::new(command::of_the_window());
    all.add::<verdict::VerdictCard>().panel();
    all.add::<completing::Completing>().overlay().job_owner().offer().listener();
    all.add::<solution::Solution>().board_tool().overlay().findings().panel().offer().listener();
    all.add::<marks::Marks>().findings().overlay();
    all.add::<conflict::Conflict>().overlay().panel().job_owner().listener();
    all.add::<holds::Holds>().overlay();
    all.add::<cell_notes::NoteWriting>().overlay().window();
    // A rating takes less time than what every edit would do, so it is asked for first.
    all.add::<rating::RatingTable>().findings().panel().listener();
    all.add::<edits::Edits>().findings().overlay();
    all.add::<moves::Positions>().findings().overlay().window();
    all.add::<deduction::DeductionSteps>().findings().overlay().window();
    all.add::<arguing::Arguing>()
        .board_tool()
        .overlay()
        .panel()
        .window()
        .solver_client()
        .listener();
    all.add::<generating::Generating>().job_owner().window().unsaved_work().listener();
    all.add::<workshop::Workshops>().window();
    all.add::<solutions::Solutions>().findings().window();
    all.add::<concept::Concepts>().findings().panel().window();
    all.add::<checking::Checking>().window().solver_client().listener();
    all.add::<course::CourseRoom>().window().solver_client().listener();
    all.add::<comparing::Comparing>().window().listener();
    all.add::<duplicates::DuplicateFinder>().window().listener();
    all.add::<labelling::Labelling>().window().listener();
    all.add::<history::StepList>().window().listener();
    all.add::<new_pack::NewPack>().window().listener();
    all.add::<backups::Backups>().window().listener();
    all.add::<replacing::Replacing>().window();
    all.add::<resizing::Resizing>().window();
    all.add::<own_games::OwnGames>().window().findings().listener().panel();
    all.add::<game_test::GameTests>().window();
    all.add::<play::LevelPlaying>().mode().solver_client().listener();
    all.add::<records::RecordDesk>().overlay().listener().window().solver_client();
    all.add::<importing::Importing>().window();
    all.add::<exporting::Exporting>().window().listener();
    all.add::<picturing::Picturing>().window().listener();
    all.add::<booklet::Booklets>().window().listener();
    all.add::<help::Help>().panel().window();
    all.add::<handbook::Handbook>().window();
    all.add::<bindings::Bindings>().window();
    all.add::<command_palette::CommandPalette>().window();
    all.add::<announcing::Announcing>().window();
    all
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;
    use crate::session::command::search_words::SEARCH_WORDS;

    #[test]
    fn every_command_stands_in_the_table_once_and_says_what_it_does() {
        let mut seen = BTreeSet::new();
        for entry in all().commands {
            assert!(seen.insert(entry.command), "{:?} stands twice", entry.command);
            assert!(entry.tip.ends_with('.'), "{:?}: {}", entry.command, entry.tip);
        }
    }

    #[test]
    fn no_key_does_two_things() {
        let mut keys = BTreeMap::new();
        for entry in all().commands {
            for key in entry.keys {
                let words = format!("{key:?}");
                if let Some(other) = keys.insert(words.clone(), entry.command) {
                    panic!("{words} does {other:?} and {:?}", entry.command);
                }
            }
        }
    }

    #[test]
    fn every_command_has_other_words_and_the_list_names_no_other() {
        let commands: BTreeSet<&str> = all().commands.iter().map(|entry| entry.command.0).collect();
        let mut listed = BTreeSet::new();
        for (name, words) in SEARCH_WORDS {
            assert!(listed.insert(*name), "{name} is listed twice");
            assert!(!words.trim().is_empty(), "{name} has no words");
            assert_eq!(*words, words.to_lowercase(), "{name}");
        }
        assert_eq!(listed, commands);
    }
}
