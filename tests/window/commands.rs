//! The names of all slices' commands, so that a test need not say which slice brings one.

pub use foolproof::slices::backups::BackupsCommands as _;
pub use foolproof::slices::bindings::BindingsCommands as _;
pub use foolproof::slices::booklet::BookletCommands as _;
pub use foolproof::slices::checking::window::CheckingCommands as _;
pub use foolproof::slices::comparing::window::ComparingCommands as _;
pub use foolproof::slices::completing::window::CompletingCommands as _;
pub use foolproof::slices::course::window::CourseCommands as _;
pub use foolproof::slices::duplicates::window::DuplicatesCommands as _;
pub use foolproof::slices::exporting::window::ExportingCommands as _;
pub use foolproof::slices::game_test::window::GameTestCommands as _;
pub use foolproof::slices::handbook::window::HandbookCommands as _;
pub use foolproof::slices::help::HelpCommands as _;
pub use foolproof::slices::history::HistoryCommands as _;
pub use foolproof::slices::importing::ImportingCommands as _;
pub use foolproof::slices::look::window::LookCommands as _;
pub use foolproof::slices::moves::window::MovesCommands as _;
pub use foolproof::slices::picturing::window::PicturingCommands as _;
pub use foolproof::slices::records::window::RecordsCommands as _;
pub use foolproof::slices::replacing::window::ReplacingCommands as _;
pub use foolproof::slices::solution::SolutionCommands as _;
pub use foolproof::slices::solving::window::SolvingCommands as _;
pub use foolproof::slices::solving::window::desk::ArguingCommands as _;
pub use foolproof::slices::suggesting::window::SuggestingCommands as _;
pub use foolproof::slices::verdict::window::VerdictCommands as _;
