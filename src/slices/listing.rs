//! Verbs that list the program of a level, the games, and the schema.

use crate::registry::Slices;
use foolproof_games::{
    LibraryShelf,
    own::{GameCard, Manifest},
    shelf,
};
use std::ffi::OsString;
use std::fmt::Write as _;
use std::sync::Arc;

use serde_json::{Value, json};

use clap::Args;
use clap::builder::TypedValueParser;
use foolproof_cli::Report;
use foolproof_cli::args::one_of;
use foolproof_cli::input::{Usage, read_level};
use foolproof_cli::shown::complain;
use foolproof_cli::verb::Verb;
use foolproof_game::{Game, Games, outline};
use foolproof_level::Pack;
use foolproof_solver::program_text;

pub(crate) fn register(slices: &mut Slices) {
    slices.verb::<PrintProgram>("program");
    slices.verb::<ListGames>("games");
    slices.verb::<PrintSchema>("schema");
}

/// Print a level's answer set program: `clingo --project 0` on it lists each solution once
#[derive(Debug, Args)]
pub(crate) struct PrintProgram {
    level: OsString,
}

/// List the games with their marks, concepts and formats
#[derive(Debug, Args)]
pub(crate) struct ListGames {
    #[arg(long)]
    json: bool,
}

/// Print the JSON schema of a pack, or of the manifest of a game
#[derive(Debug, Args)]
pub(crate) struct PrintSchema {
    /// The file: a pack, or game.toml
    #[arg(value_parser = schema(), default_value = "pack")]
    of: fn() -> String,
}

/// Parses the kind of a file as the function that returns its schema.
fn schema() -> impl TypedValueParser<Value = fn() -> String> {
    one_of([("pack", Pack::schema as fn() -> String), ("game", Manifest::schema)])
}

/// Lists the games for scripts.
fn games_json(games: &Games) -> Value {
    let one = |game: &Arc<dyn Game>| {
        let about = game.about();
        let palette = game.palette();
        let brushes = palette.iter().flat_map(|group| &group.brushes);
        let marks = brushes.map(|brush| json!({ "mark": brush.mark, "name": brush.name }));
        let concepts = game.concepts();
        let concepts = concepts.iter().map(|kind| {
            let parts: Vec<&str> = kind.params.iter().map(|param| &*param.name).collect();
            json!({ "concept": kind.functor, "parts": parts, "means": outline(kind) })
        });
        let formats = game.formats();
        let formats: Vec<&str> = formats.iter().map(|format| format.id()).collect();
        json!({
            "id": about.id,
            "name": about.name,
            "rules_version": about.rules_version,
            "marks": marks.collect::<Value>(),
            "concepts": concepts.collect::<Value>(),
            "formats": formats,
        })
    };
    let list: Value = games.all().iter().map(one).collect();
    json!({ "games": list, "shelf": on_shelf(games).map(card_json).collect::<Value>() })
}

/// Lists the games for people.
fn games_text(games: &Games) -> String {
    let mut text = String::new();
    for game in games.all() {
        let about = game.about();
        let _ = writeln!(text, "{} ({}): {}", about.name, about.id, about.tagline);
        for kind in game.concepts() {
            let parts: Vec<&str> = kind.params.iter().map(|param| &*param.name).collect();
            let call = match parts.as_slice() {
                [] => kind.functor.clone().into_owned(),
                parts => format!("{}({})", kind.functor, parts.join(",")),
            };
            let _ = writeln!(text, "  concept {call}: {}", outline(&kind));
        }
        for format in game.formats() {
            let _ = writeln!(text, "  format {}: {}", format.id(), format.name());
        }
    }
    text + &shelf_text(games)
}

/// Returns the games of the shelf that are not loaded.
fn on_shelf(games: &Games) -> impl Iterator<Item = &'static GameCard> {
    shelf::cards().iter().filter(|card| games.by_id(&card.id).is_none())
}

fn card_json(card: &GameCard) -> Value {
    let GameCard { id, name, also, group, tagline, link_types } = card;
    json!({
        "id": id, "name": name, "also": also, "group": group, "tagline": tagline,
        "link_types": link_types,
    })
}

fn shelf_text(games: &Games) -> String {
    let mut text = "\nOn the shelf, to play and to copy (new-game --like ID):\n".to_owned();
    let mut groups: Vec<&str> = on_shelf(games).map(|card| card.group.as_str()).collect();
    groups.sort_unstable();
    groups.dedup();
    for group in groups {
        let _ = writeln!(text, "{group}");
        for card in on_shelf(games).filter(|card| card.group == group) {
            let also = match card.also.as_slice() {
                [] => String::new(),
                names => format!(" (also {})", names.join(", ")),
            };
            let _ = writeln!(text, "  {}: {}{also}. {}", card.id, card.name, card.tagline);
        }
    }
    text
}

impl Verb for PrintProgram {
    fn run(&self, games: &Games) -> Result<Report, Usage> {
        let Self { level } = self;
        let (level, game) = read_level(games, level)?;
        if game.assets().encoding.is_none() {
            let name = &game.about().name;
            return Err(Usage(format!(
                "{name} has a search of its own and no program for the solver"
            )));
        }
        program_text(&*game, &level).map(Report::done).map_err(Usage::of)
    }

    fn prints_program(&self) -> bool {
        true
    }
}

impl Verb for ListGames {
    fn run(&self, games: &Games) -> Result<Report, Usage> {
        if let Some(library) = games.library() {
            library.load_own(games).iter().for_each(|why| complain(&why.to_string()));
        }
        let report = Report::done(games_text(games));
        Ok(if self.json { report.document(games_json(games)) } else { report })
    }
}

impl Verb for PrintSchema {
    fn run(&self, _: &Games) -> Result<Report, Usage> {
        Ok(Report::done((self.of)()))
    }
}

/// Tests that every game can be found by its own identifier.
#[cfg(test)]
mod tests {
    use foolproof_cli::input::find_game;

    #[test]
    fn every_game_is_found() {
        let games = foolproof_built_in::built_in();
        for game in games.all() {
            let found = find_game(&games, &game.about().id).map(|game| game.about().id.clone());
            assert_eq!(found, Ok(game.about().id.clone()));
        }
    }
}
