//! The verbs that show what there is: render, program, games, schema.

use std::ffi::OsStr;
use std::fmt::Write as _;

use serde_json::{Value, json};

use super::args::Render;
use super::input::{Usage, read_level, read_level_to_show};
use super::output::Output;
use super::{Outcome, Printed};
use crate::games::{Games, Scene};
use crate::level::Pack;
use crate::picture::{self, Style};
use crate::solver::program_text;

fn done(text: impl Into<String>) -> Printed {
    Printed { outcome: Outcome::Holds, text: text.into() }
}

pub fn render(games: &Games, render: &Render) -> Result<Printed, Usage> {
    let (level, game) = read_level_to_show(games, &render.level)?;
    if render.solution && level.intended.is_none() {
        return Err(Usage("the level has no intended solution to draw".to_owned()));
    }
    let output = Output::to(&render.out, render.force)?;
    let play = level.intended.as_ref().filter(|_| render.solution);
    let shapes = game.draw(&level, Scene { play, against: None });
    let style = if render.dark { Style::Dark } else { Style::Light };
    let svg = picture::svg(&game.layout(&level.board), &shapes, style);
    let kind = render.out.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    if !(render.scale > 0.0 && render.scale <= 100.0) {
        return Err(Usage("--scale is a number above 0 and at most 100".to_owned()));
    }
    let failed = |error: picture::ExportError| Usage(error.to_string());
    let bytes = match kind.to_ascii_lowercase().as_str() {
        "svg" => svg.into_bytes(),
        "png" => picture::png(&svg, render.scale).map_err(failed)?,
        "pdf" => picture::pdf(&svg).map_err(failed)?,
        _ => {
            return Err(Usage(format!(
                "{}: the name must end in .svg, .png or .pdf",
                render.out.display()
            )));
        }
    };
    output.write(&bytes)?;
    Ok(done(String::new()))
}

pub fn games(games: &Games, as_json: bool) -> Printed {
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
                    json!({ "concept": kind.functor, "parts": parts, "means": kind.phrase })
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
            let _ = writeln!(text, "  concept {call}: {}", kind.phrase);
        }
        for format in game.formats() {
            let _ = writeln!(text, "  format {}: {}", format.id(), format.name());
        }
    }
    done(text)
}

pub fn program(games: &Games, level: &OsStr) -> Result<Printed, Usage> {
    let (level, game) = read_level(games, level)?;
    program_text(&*game, &level).map(done).map_err(|why| Usage(why.to_string()))
}

pub fn schema() -> Printed {
    done(Pack::schema())
}

/// Every game can be found by its own identifier.
#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::input::find_game;

    #[test]
    fn every_game_is_found() {
        let games = Games::built_in();
        for game in games.all() {
            let found = find_game(&games, &game.about().id).map(|game| game.about().id.clone());
            assert_eq!(found, Ok(game.about().id.clone()));
        }
    }
}
