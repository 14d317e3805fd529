//! `new-game`: starts a designer's own game from one that already runs.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use serde_json::json;

use super::model::Model;
use foolproof_cli::Report;
use foolproof_cli::args::new_folder;
use foolproof_cli::input::Usage;
use foolproof_cli::verb::Verb;
use foolproof_game::{Games, NoGrounder};
use foolproof_games::own::{LONGEST_NAME, OwnGame, id_of_name, write_folder};
use foolproof_level::GameText;

/// Write a game of your own to begin with, which runs as it is
#[derive(Debug, Args)]
pub(super) struct NewGame {
    /// A new folder, or an empty one
    #[arg(value_parser = new_folder())]
    pub folder: PathBuf,
    /// What the game is like: put (marks on cells), line (a line is drawn), moves (pieces are
    /// moved), puzzlescript (a source), or a game of the shelf, such as nurikabe (see `games`)
    #[arg(long, default_value = "put")]
    pub like: String,
    /// Its name; if not given, the folder's
    #[arg(long)]
    pub name: Option<String>,
    /// What packs call it: lower case letters, digits and hyphens; if not given, made of the name
    #[arg(long)]
    pub id: Option<String>,
}

impl Verb for NewGame {
    fn run(&self, games: &Games) -> Result<Report, Usage> {
        let folder = &self.folder;
        let name = self.name.clone().unwrap_or_else(|| name_of(folder));
        let id = self.id.clone().unwrap_or_else(|| id_of_name(&name));
        if games.by_id(&id).is_some_and(|known| known.is_built_in()) {
            return Err(Usage(format!("--id: `{id}` is a built-in game; choose another id")));
        }
        let kind = Model::named(&self.like).ok_or_else(|| {
            Usage(format!(
                "--like: there is no game `{}`; write put, line, moves, puzzlescript or a game of \
                 the shelf, which `games` lists",
                self.like
            ))
        })?;
        let text = kind.text(&name, &id, None);
        if kind.is_folder() {
            refuse_names(&text, &name, &id)?;
        } else if self.id.is_some() {
            return Err(Usage("--id: a PuzzleScript game goes by its title".to_owned()));
        }
        write_folder(&text, folder).map_err(Usage::of)?;
        let mut files = match kind.is_folder() {
            true => vec!["game.toml", "levels.json", "rules.lp"],
            false => vec!["game.foolproof.json", "game.txt"],
        };
        files.extend(text.drawings.keys().map(String::as_str));
        let shown = folder.to_string_lossy();
        let fields = json!({ "folder": shown, "id": id, "name": name, "files": files });
        let said = match kind.is_folder() {
            true => next_steps(folder, &name, &id, &files),
            false => {
                let source = folder.join(kind.pack_name());
                let (shown, source) = (folder.display(), source.display());
                format!(
                    "{name} is in {shown}: {}\nOpen it:        foolproof {source}\nChange it:      edit \
                 {source}, a PuzzleScript source\nCheck it:       foolproof check {source}\n",
                    files.join(", ")
                )
            }
        };
        Ok(Report::done(said).fields(fields))
    }
}

/// Refuses a name or an identifier that no manifest may have.
fn refuse_names(text: &GameText, name: &str, id: &str) -> Result<(), Usage> {
    let read = OwnGame::new(Arc::new(text.clone()), Arc::new(NoGrounder));
    let Err(faults) = read else { return Ok(()) };
    let why = faults.first().map(|fault| fault.why.clone()).unwrap_or_default();
    Err(Usage(format!("the name `{name}` and the id `{id}` make no game: {why}")))
}

fn next_steps(folder: &Path, name: &str, id: &str, files: &[&str]) -> String {
    let shown = folder.display();
    format!(
        "{name} ({id}) is in {shown}: {}\nOpen it:        foolproof {}\nChange it:      edit {} and \
         {}\nTest it:        foolproof test-game {shown}\n",
        files.join(", "),
        folder.join("levels.json").display(),
        folder.join("rules.lp").display(),
        folder.join("game.toml").display(),
    )
}

/// Turns a folder's name into that of a game: `my-game` becomes "My game".
fn name_of(folder: &Path) -> String {
    let absolute = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    let name = absolute.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let spoken: String = name.replace(['-', '_'], " ").trim().chars().take(LONGEST_NAME).collect();
    let mut letters = spoken.chars();
    let first = letters.next().unwrap_or('G');
    first.to_uppercase().chain(letters).collect()
}
