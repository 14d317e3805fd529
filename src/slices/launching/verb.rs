//! `launch`: a level in the designer's own game.

use std::ffi::OsString;

use clap::Args;

use super::launch::{LaunchCommand, trouble};
use foolproof_cli::input::{Usage, read_level_to_show};
use foolproof_cli::shown::complain;
use foolproof_cli::verb::Verb;
use foolproof_cli::{Outcome, Report};
use foolproof_game::Games;
use foolproof_level::Pack;

/// Start your own game on a level, and wait for its end (exit status 1: it failed). The level lies in a
/// file of its own, which is gone afterwards
#[derive(Debug, Args)]
pub(super) struct LaunchAsked {
    level: OsString,
    /// What starts the game, such as 'godot --path game -- {file}'. {file} is the level as a pack,
    /// {file.tmj} the same in the format with this ending; without either, the pack's name comes last
    #[arg(long = "with", value_name = "COMMAND")]
    command: String,
}

impl Verb for LaunchAsked {
    fn run(&self, games: &Games) -> Result<Report, Usage> {
        let (level, _) = read_level_to_show(games, &self.level)?;
        let told = |why: &dyn std::fmt::Display| Usage(format!("--with: {why}"));
        let command = LaunchCommand::read(&self.command).map_err(|why| told(&why))?;
        let mut pack = Pack { levels: vec![level], ..Pack::default() };
        // The file is far from the games that the level uses, so it includes them.
        games.carry_all(&mut pack);
        let folder = tempfile::tempdir().map_err(Usage::of)?;
        let game = command.start(games, &pack, folder.path()).map_err(|why| told(&why))?;
        let trouble = trouble(game);
        if let Some(why) = &trouble {
            complain(&format!("the game ended with {why}"));
        }
        let outcome = if trouble.is_none() { Outcome::Holds } else { Outcome::DoesNotHold };
        Ok(Report::new(outcome, String::new()))
    }
}
