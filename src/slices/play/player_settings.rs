//! `player-settings`: shows and changes the settings of a pack that concern its players.
//!
//! Runs no rules of a level.

use std::ffi::OsString;

use clap::Args;
use serde_json::json;

use foolproof_cli::Report;
use foolproof_cli::args::one_of;
use foolproof_cli::input::{LevelRef, Usage, read_contents};
use foolproof_cli::output::{OutArgs, PackOut, refuse_loss};
use foolproof_cli::shown::line;
use foolproof_cli::verb::Verb;
use foolproof_game::Games;
use foolproof_level::bounds;
use foolproof_level::{ForPlayers, Unlock};

/// Show or change what a pack says to its players: which levels open when, hints, and what they
/// read first
#[derive(Debug, Args)]
pub(super) struct PlayerSettings {
    pub pack: OsString,
    /// Which levels are open: all, in-order, or a number of levels that may be left unsolved
    #[arg(long, value_name = "all|in-order|N", requires = "out")]
    pub unlock: Option<Unlock>,
    /// Whether players can ask for hints
    #[arg(long, value_parser = one_of([("on", true), ("off", false)]), requires = "out")]
    pub hints: Option<bool>,
    /// What players read above the list of levels
    #[arg(long, value_name = "TEXT", requires = "out")]
    pub about: Option<String>,
    /// The language of the pack's words, such as ja or pt-BR
    #[arg(long, value_name = "TAG", requires = "out")]
    pub language: Option<String>,
    #[command(flatten)]
    pub out: OutArgs,
}

impl PlayerSettings {
    fn changed(&self, play: &ForPlayers) -> ForPlayers {
        ForPlayers {
            unlock: self.unlock.unwrap_or(play.unlock),
            hints: self.hints.unwrap_or(play.hints),
            about: self.about.clone().unwrap_or_else(|| play.about.clone()),
            language: self.language.clone().unwrap_or_else(|| play.language.clone()),
            look: play.look.clone(),
        }
    }
}

impl Verb for PlayerSettings {
    fn run(&self, games: &Games) -> Result<Report, Usage> {
        let file = LevelRef::parse(&self.pack).file;
        let contents = read_contents(games, &file, None)?;
        let pack = contents.readable();
        let play = self.changed(&pack.play);
        bounds::for_players(&play).map_err(|why| Usage(why.to_string()))?;
        if let Some(out) = PackOut::beside(games, &self.out, Some((&contents, &file, 0)))? {
            refuse_loss(&contents, &file)?;
            out.change_pack(&pack, &|pack| pack.play = self.changed(&pack.play))?;
            if out.file().is_none() {
                return Ok(Report::done(""));
            }
        }
        let ForPlayers { unlock, hints, about, language, look: _ } = &play;
        let fields =
            json!({ "unlock": unlock, "hints": hints, "about": about, "language": language });
        let hints = if *hints { "players can ask for them" } else { "none" };
        let [about, language] = [about, language].map(|words| match words.as_str() {
            "" => "nothing".into(),
            words => line(words),
        });
        let text = format!(
            "Levels open: {}\nHints: {hints}\nAbout: {about}\nLanguage: {language}\n",
            opened(*unlock)
        );
        Ok(Report::done(text).fields(fields))
    }

    fn writes_levels_out(&self) -> bool {
        self.out.is_standard()
    }
}

/// Describes in words when levels open.
fn opened(unlock: Unlock) -> String {
    match unlock {
        Unlock::All => "all at once".to_owned(),
        Unlock::InOrder | Unlock::Ahead(0) => "in order".to_owned(),
        Unlock::Ahead(1) => "in order; one level may be left unsolved".to_owned(),
        Unlock::Ahead(n) => format!("in order; {n} levels may be left unsolved"),
    }
}
