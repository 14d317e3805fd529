//! The verbs that show what there is: program, games, schema.

use std::ffi::OsStr;
use std::fmt::Write as _;

use serde_json::{Value, json};

use super::args::SchemaArg;
use super::input::{Usage, read_level};
use super::shown::complain;
use super::{Outcome, Printed};
use foolproof_games::own::Manifest;
use foolproof_games::{Games, outline};
use foolproof_level::Pack;
use foolproof_solver::program_text;

fn done(text: impl Into<String>) -> Printed {
    Printed { outcome: Outcome::Holds, text: text.into() }
}

pub(crate) fn games(games: &Games, as_json: bool) -> Printed {
    if let Some(library) = games.library() {
        library.load_own(games).iter().for_each(|why| complain(&why.to_string()));
    }
    let list: Vec<Value> = games
        .all()
        .iter()
        .map(|game| {
            let about = game.about();
            let marks: Vec<Value> = game
                .palette()
                .iter()
                .flat_map(|group| &group.brushes)
                .map(|brush| json!({ "mark": brush.mark, "name": brush.name }))
                .collect();
            let concepts: Vec<Value> = game
                .concepts()
                .iter()
                .map(|kind| {
                    let parts: Vec<&str> = kind.params.iter().map(|param| &*param.name).collect();
                    json!({ "concept": kind.functor, "parts": parts, "means": outline(kind) })
                })
                .collect();
            let formats = game.formats();
            let formats: Vec<&str> = formats.iter().map(|format| format.id()).collect();
            json!({
                "id": about.id,
                "name": about.name,
                "rules_version": about.rules_version,
                "marks": marks,
                "concepts": concepts,
                "formats": formats,
            })
        })
        .collect();
    if as_json {
        return done(format!("{:#}\n", json!({ "games": list })));
    }
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
    done(text)
}

pub(crate) fn program(games: &Games, level: &OsStr) -> Result<Printed, Usage> {
    let (level, game) = read_level(games, level)?;
    if game.material().encoding.is_none() {
        let name = &game.about().name;
        return Err(Usage(format!("{name} has a search of its own and no program for the solver")));
    }
    program_text(&*game, &level).map(done).map_err(|why| Usage(why.to_string()))
}

/// The schema of a file of ours.
pub(crate) fn schema(of: SchemaArg) -> Printed {
    done(match of {
        SchemaArg::Pack => Pack::schema(),
        SchemaArg::Game => Manifest::schema(),
    })
}

/// Every game can be found by its own identifier.
#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::find_game;

    #[test]
    fn every_game_is_found() {
        let games = Games::built_in();
        for game in games.all() {
            let found = find_game(&games, &game.about().id).map(|game| game.about().id.clone());
            assert_eq!(found, Ok(game.about().id.clone()));
        }
    }
}
