//! The verbs about files: convert, render, program, games, schema.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};

use super::args::Render;
use super::input::{Usage, formats, read_level, read_pack};
use super::{Outcome, Printed};
use crate::games::{self, Scene};
use crate::level::pack::write_atomically;
use crate::level::{Level, Pack};
use crate::picture::{self, Style};
use crate::solver::program_text;

fn done(text: impl Into<String>) -> Printed {
    Printed { outcome: Outcome::Holds, text: text.into() }
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Usage> {
    write_atomically(path, bytes).map_err(|error| Usage(format!("{}: {error}", path.display())))
}

/// Saves levels as a pack of their own.
pub fn save_pack(path: &Path, levels: &[Level]) -> Result<(), Usage> {
    let levels = levels.iter().cloned().map(Arc::new).collect();
    let pack = Pack { levels, ..Pack::default() };
    pack.save(path).map_err(|error| Usage(error.to_string()))
}

pub fn convert(
    input: &str,
    output: &Path,
    from: Option<&str>,
    to: Option<&str>,
) -> Result<Printed, Usage> {
    let pack = read_pack(input, from)?;
    let text = match to {
        None | Some("foolproof") => pack.to_json(),
        Some(name) => {
            let known = formats();
            let (_, format) =
                known.iter().find(|(_, format)| format.id() == name).ok_or_else(|| {
                    let names: Vec<&str> = known.iter().map(|(_, format)| format.id()).collect();
                    Usage(format!(
                        "there is no format `{name}`; known are foolproof, {}",
                        names.join(", ")
                    ))
                })?;
            let levels: Vec<&Level> = pack.levels.iter().map(Arc::as_ref).collect();
            format.write(&levels).map_err(|error| {
                Usage(format!("level {} cannot be written as {name}: {}", error.line, error.why))
            })?
        }
    };
    write(output, text.as_bytes())?;
    let levels = match pack.levels.len() {
        1 => "1 level".to_owned(),
        n => format!("{n} levels"),
    };
    Ok(done(format!("{levels} written to {}\n", output.display())))
}

pub fn render(render: &Render) -> Result<Printed, Usage> {
    let (level, game) = read_level(&render.level)?;
    if render.solution && level.intended.is_none() {
        return Err(Usage("the level has no intended solution to draw".to_owned()));
    }
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
    write(&render.out, &bytes)?;
    Ok(done(String::new()))
}

pub fn games(as_json: bool) -> Printed {
    let list: Vec<Value> = games::all()
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
                    let parts: Vec<&str> = kind.params.iter().map(|param| param.name).collect();
                    json!({ "concept": kind.functor, "parts": parts, "means": kind.phrase })
                })
                .collect();
            let formats: Vec<&str> = game.formats().iter().map(|format| format.id()).collect();
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
    for game in games::all() {
        let about = game.about();
        let _ = writeln!(text, "{} ({}): {}", about.name, about.id, about.tagline);
        for kind in game.concepts() {
            let parts: Vec<&str> = kind.params.iter().map(|param| param.name).collect();
            let call = match parts.as_slice() {
                [] => kind.functor.to_owned(),
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

pub fn program(level: &str) -> Result<Printed, Usage> {
    let (level, game) = read_level(level)?;
    program_text(game, &level).map(done).map_err(Usage)
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
        for game in games::all() {
            assert_eq!(find_game(game.about().id).map(|g| g.about().id), Ok(game.about().id));
        }
    }
}
