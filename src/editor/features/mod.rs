//! The capabilities of the window, a room each.
//!
//! What a room holds is said by [`Feature`]; the window knows of it by its line in [`all`], and by
//! nothing else. The order is that of switches, menus and panels.

mod announcing;
pub mod arguing;
pub mod backups;
pub mod bindings;
pub mod booklet;
pub mod cell_notes;
pub mod checking;
pub mod command_palette;
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
pub mod resizing;
pub mod solution;
pub mod solutions;
pub mod verdict;
pub mod workshop;

use crate::editor::session::feature::Feature;

/// Every capability, as it is when the window opens.
pub fn all() -> Vec<Box<dyn Feature>> {
    vec![
        Box::<verdict::VerdictCard>::default(),
        Box::<completing::Completing>::default(),
        Box::<solution::Solution>::default(),
        Box::<marks::Marks>::default(),
        Box::<conflict::Conflict>::default(),
        Box::<holds::Holds>::default(),
        Box::<cell_notes::NoteWriting>::default(),
        // A rating takes less time than what every edit would do, so it is asked for first.
        Box::<rating::RatingTable>::default(),
        Box::<edits::Edits>::default(),
        Box::<moves::Positions>::default(),
        Box::<deduction::DeductionSteps>::default(),
        Box::<arguing::Arguing>::default(),
        Box::<generating::Generating>::default(),
        Box::<workshop::Workshops>::default(),
        Box::<solutions::Solutions>::default(),
        Box::<concept::Concepts>::default(),
        Box::<checking::Checking>::default(),
        Box::<course::CourseRoom>::default(),
        Box::<comparing::Comparing>::default(),
        Box::<duplicates::DuplicateFinder>::default(),
        Box::<labelling::Labelling>::default(),
        Box::<history::StepList>::default(),
        Box::<new_pack::NewPack>::default(),
        Box::<backups::Backups>::default(),
        Box::<replacing::Replacing>::default(),
        Box::<resizing::Resizing>::default(),
        Box::<own_games::OwnGames>::default(),
        Box::<game_test::GameTests>::default(),
        Box::<play::LevelPlaying>::default(),
        Box::<records::RecordDesk>::default(),
        Box::<importing::Importing>::default(),
        Box::<exporting::Exporting>::default(),
        Box::<picturing::Picturing>::default(),
        Box::<booklet::Booklets>::default(),
        Box::<help::Help>::default(),
        Box::<handbook::Handbook>::default(),
        Box::<bindings::Bindings>::default(),
        Box::<command_palette::CommandPalette>::default(),
        Box::<announcing::Announcing>::default(),
    ]
}
