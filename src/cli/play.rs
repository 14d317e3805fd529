//! `play`: a pack as a game, in a window of its own.
//!
//! Reads the pack; the caller starts the window.

use std::path::{Path, PathBuf};

use clap::Args;

use super::input::{STANDARD, Usage, read_text};
use super::shown::complain;
use foolproof_games::{self as games, Asked, Games, script};
use foolproof_level::Pack;

#[derive(Debug, Args)]
pub struct PlayAsked {
    /// A pack, a PuzzleScript source, or another program's file
    pub pack: PathBuf,
    /// Keep a record of the play in this file, without asking; what is recorded there already stays
    #[arg(long, value_name = "FILE", conflicts_with = "no_record")]
    pub record: Option<PathBuf>,
    /// Keep no record, and do not ask
    #[arg(long)]
    pub no_record: bool,
}

impl PlayAsked {
    /// The pack, with all of its levels that can be read. Its games are loaded by the window, which does
    /// not wait for their rules.
    pub fn read(&self, games: &Games) -> Result<Pack, Usage> {
        let file = &self.pack;
        if file.as_path() == Path::new(STANDARD) {
            return Err(Usage("play reads a pack from a file".to_owned()));
        }
        if script::is_script(file) {
            let (pack, _, faults) = script::load_any(file)
                .map_err(|why| Usage(format!("{}, {why}", file.display())))?;
            faults.iter().for_each(|why| complain(&format!("{}, {why}", file.display())));
            return Ok(pack);
        }
        let text = read_text(file)?;
        let ending = file.extension().unwrap_or_default().to_string_lossy();
        let contents = games::read_contents(games, &text, (&ending, Asked::Recognised))
            .map_err(|why| Usage(format!("{}: {why}", file.display())))?;
        if let Some(why) = contents.hopeless() {
            return Err(Usage(format!("{}: {why}", file.display())));
        }
        for (number, why) in contents.unreadable() {
            complain(&format!("level {number}: {why}; this level is left out"));
        }
        Ok(contents.readable())
    }
}
