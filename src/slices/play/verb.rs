//! `play`: plays a pack as a game, in its own window.

use std::path::{Path, PathBuf};

use clap::Args;

#[cfg(feature = "window")]
use crate::play::player::{PlayerOptions, RecordWish, ShelfOptions, run, run_shelf};
use foolproof_cli::Report;
use foolproof_cli::input::{STANDARD, Usage, read_text};
use foolproof_cli::shown::complain;
use foolproof_cli::verb::Verb;
#[cfg(feature = "window")]
use foolproof_editor::session::settings::Folders;
use foolproof_game::Games;
use foolproof_games::{Asked, pack_files, read_contents};
use foolproof_level::Pack;

/// Play a pack in a window of its own: a game without the editor. Asks once whether a record of the
/// play may be kept. Without a pack, the window offers all games
#[derive(Debug, Args)]
pub(super) struct PlayAsked {
    /// A pack, a PuzzleScript source, or another program's file
    pub pack: Option<PathBuf>,
    /// Keep a record of the play in this file, without asking; what is recorded there already stays
    #[arg(long, value_name = "FILE", conflicts_with = "no_record", requires = "pack")]
    pub record: Option<PathBuf>,
    /// Keep no record, and do not ask
    #[arg(long)]
    pub(crate) no_record: bool,
}

impl PlayAsked {
    /// Reads the pack, with all of its readable levels. The window loads its games without waiting for rules.
    fn read(file: &Path, games: &Games) -> Result<Pack, Usage> {
        if file == Path::new(STANDARD) {
            return Err(Usage("play reads a pack from a file".to_owned()));
        }
        if pack_files::is_source(file) {
            let (pack, _, faults, _) = pack_files::load(file)
                .map_err(|why| Usage(format!("{}, {why}", file.display())))?;
            faults.iter().for_each(|why| complain(&format!("{}, {why}", file.display())));
            return Ok(pack);
        }
        let text = read_text(file)?;
        let ending = file.extension().unwrap_or_default().to_string_lossy();
        let contents = read_contents(games, &text, &ending, Asked::Recognised)
            .map_err(|why| Usage::of_file(file, why))?;
        if let Some(why) = contents.hopeless() {
            return Err(Usage::of_file(file, why));
        }
        for (number, why) in contents.unreadable() {
            complain(&format!("level {number}: {why}; this level is left out"));
        }
        Ok(contents.readable())
    }

    #[cfg(feature = "window")]
    fn start(&self, games: &Games, file: &Path, pack: Pack) -> Result<(), Usage> {
        let record = match (&self.record, self.no_record) {
            (Some(file), _) => RecordWish::At(file.clone()),
            (None, true) => RecordWish::Never,
            (None, false) => RecordWish::Ask,
        };
        let options = PlayerOptions {
            pack,
            path: file.to_owned(),
            games: games.clone(),
            engine: foolproof_solver::EngineCommand::this_binary().ok(),
            engines: None,
            folders: Folders::of_user(),
            record,
        };
        run(options).map_err(Usage::of)
    }

    #[cfg(feature = "window")]
    fn offer(games: &Games) -> Result<(), Usage> {
        let options = ShelfOptions {
            games: games.clone(),
            engine: foolproof_solver::EngineCommand::this_binary().ok(),
            engines: None,
            folders: Folders::of_user(),
        };
        run_shelf(options).map_err(Usage::of)
    }

    #[cfg(not(feature = "window"))]
    fn start(&self, games: &Games, _: &Path, _: Pack) -> Result<(), Usage> {
        let _ = (&self.record, self.no_record);
        Self::offer(games)
    }

    #[cfg(not(feature = "window"))]
    fn offer(_: &Games) -> Result<(), Usage> {
        Err(Usage("this build has no window".to_owned()))
    }
}

impl Verb for PlayAsked {
    fn run(&self, games: &Games) -> Result<Report, Usage> {
        match &self.pack {
            Some(file) => self.start(games, file, Self::read(file, games)?)?,
            None => Self::offer(games)?,
        }
        Ok(Report::done(""))
    }
}
