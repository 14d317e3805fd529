//! `look`: shows and changes how a pack looks to its players.
//!
//! Runs no rules of a level.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::Args;
use clap::builder::TypedValueParser;
use serde_json::{Value, json};

use super::picture_file;
use super::remarks::{unreadable, unseen};
use foolproof_cli::Report;
use foolproof_cli::args::one_of;
use foolproof_cli::input::{LevelRef, Usage, read_contents};
use foolproof_cli::output::{OutArgs, PackOut, refuse_loss};
use foolproof_cli::verb::Verb;
use foolproof_game::Games;
use foolproof_level::{
    LookColour, LookColours, LookFont, LookPicture, Mark, Pack, PackLook, PngFile, Rgb, bounds,
};

/// Show or change how a pack looks to its players: colours, pictures of marks, background and font
#[derive(Debug, Args)]
pub(super) struct LookAsked {
    pub pack: OsString,
    /// A colour on light ground, such as board=#fff4dc; `none` is the program's own again. Parts are
    /// around, board, grid, rim, text, faint, source, target, wall, piece, piece-edge, glass, ice, beam
    /// and play
    #[arg(long, value_name = "PART=COLOUR", requires = "out")]
    pub light: Vec<ColourChange>,
    /// The same on dark ground
    #[arg(long, value_name = "PART=COLOUR", requires = "out")]
    pub dark: Vec<ColourChange>,
    /// The font of the board
    #[arg(long, value_parser = fonts(), requires = "out")]
    pub font: Option<LookFont>,
    /// A PNG picture for a mark, such as stone=boulder.png; `none` is the program's own again
    #[arg(long, value_name = "MARK=FILE", requires = "out")]
    pub tile: Vec<TileChange>,
    /// Another picture of it on dark ground
    #[arg(long, value_name = "MARK=FILE", requires = "out")]
    pub tile_dark: Vec<TileChange>,
    /// A PNG picture behind the board; `none` takes it away
    #[arg(long, value_name = "FILE", requires = "out")]
    pub background: Option<PathBuf>,
    /// Another one on dark ground
    #[arg(long, value_name = "FILE", requires = "out")]
    pub background_dark: Option<PathBuf>,
    #[command(flatten)]
    pub out: OutArgs,
}

/// The word for the program's own colour or picture.
const NONE: &str = "none";

/// `board=#fff4dc`, or `board=none`.
#[derive(Clone, Debug)]
pub(super) struct ColourChange(LookColour, Option<Rgb>);

impl FromStr for ColourChange {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (part, colour) = text.split_once('=').ok_or("write PART=#rrggbb")?;
        let known = LookColour::ALL.into_iter().find(|one| one.name() == part);
        let part = known.ok_or_else(|| {
            let names: Vec<&str> = LookColour::ALL.iter().map(|part| part.name()).collect();
            format!("`{part}` has no colour; it is one of {}", names.join(", "))
        })?;
        let colour = (colour != NONE).then(|| colour.parse::<Rgb>());
        Ok(Self(part, colour.transpose().map_err(|why| why.to_string())?))
    }
}

/// `stone=boulder.png`, or `stone=none`.
#[derive(Clone, Debug)]
pub(super) struct TileChange(Mark, PathBuf);

impl FromStr for TileChange {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (mark, file) = text.split_once('=').ok_or("write MARK=FILE")?;
        let mark = mark.parse::<Mark>().map_err(|why| why.to_string())?;
        Ok(Self(mark, file.into()))
    }
}

/// Parses fonts by their names.
fn fonts() -> impl TypedValueParser<Value = LookFont> {
    one_of(LookFont::ALL.map(|font| (font.name(), font)))
}

/// Reads the picture of a file; `None` for the word that removes one.
fn picture(path: &Path) -> Result<Option<PngFile>, Usage> {
    match path == Path::new(NONE) {
        true => Ok(None),
        false => picture_file(path).map(Some).map_err(Usage),
    }
}

/// Sets or removes the picture of a place on light ground.
fn light(place: &mut Option<LookPicture>, file: Option<PngFile>) {
    let dark = place.take().and_then(|picture| picture.dark);
    *place = file.map(|light| LookPicture { light, dark });
}

/// Sets or removes the picture on dark ground; an error if there is none on light ground.
fn dark(place: &mut Option<LookPicture>, file: Option<PngFile>, what: &str) -> Result<(), Usage> {
    let without = || Usage(format!("{what}: give the picture on light ground, too"));
    place.as_mut().ok_or_else(without)?.dark = file;
    Ok(())
}

impl LookAsked {
    fn changed(&self, look: &PackLook) -> Result<PackLook, Usage> {
        let mut look = look.clone();
        for (dark, changes) in [(false, &self.light), (true, &self.dark)] {
            for ColourChange(part, colour) in changes {
                let colours = look.colours_mut(dark);
                match colour {
                    Some(colour) => _ = colours.insert(*part, *colour),
                    None => _ = colours.remove(part),
                }
            }
        }
        look.font = self.font.unwrap_or(look.font);
        if let Some(file) = &self.background {
            light(&mut look.background, picture(file)?);
        }
        if let Some(file) = &self.background_dark {
            dark(&mut look.background, picture(file)?, "--background-dark")?;
        }
        let of_tiles = [(false, &self.tile), (true, &self.tile_dark)];
        for (on_dark, changes) in of_tiles {
            for TileChange(mark, file) in changes {
                let mut place = look.tiles.remove(mark);
                match on_dark {
                    false => light(&mut place, picture(file)?),
                    true => dark(&mut place, picture(file)?, &format!("--tile-dark {mark}"))?,
                }
                look.tiles.extend(place.map(|picture| (mark.clone(), picture)));
            }
        }
        look.check().map_err(Usage::of)?;
        Ok(look)
    }
}

impl Verb for LookAsked {
    fn run(&self, games: &Games) -> Result<Report, Usage> {
        let file = LevelRef::parse(&self.pack).file;
        let contents = read_contents(games, &file, None)?;
        let mut pack = contents.readable();
        let look = self.changed(&pack.play.look)?;
        if let Some(out) = PackOut::beside(games, &self.out, Some((&contents, &file, 0)))? {
            refuse_loss(&contents, &file)?;
            out.change_pack(&pack, &|pack| pack.play.look = look.clone())?;
            if out.file().is_none() {
                return Ok(Report::done(""));
            }
        }
        pack.play.look = look;
        bounds::for_players(&pack.play).map_err(Usage::of)?;
        let remarks = remarks(games, &pack);
        let look = &pack.play.look;
        Ok(Report::done(told(look, &remarks)).fields(fields(look, &remarks)))
    }

    fn writes_levels_out(&self) -> bool {
        self.out.is_standard()
    }
}

fn remarks(games: &Games, pack: &Pack) -> Vec<String> {
    let unseen = unseen(games, pack);
    let unseen = unseen.iter().map(ToString::to_string);
    unreadable(&pack.play.look).into_iter().chain(unseen).collect()
}

fn size(file: &PngFile) -> String {
    let [width, height] = file.size();
    format!("{width}x{height}")
}

fn told(look: &PackLook, remarks: &[String]) -> String {
    let colours = |colours: &LookColours| match colours.is_empty() {
        true => "the program's".to_owned(),
        false => {
            let one = |(part, colour): (&LookColour, &Rgb)| format!("{} {colour}", part.name());
            colours.iter().map(one).collect::<Vec<_>>().join(", ")
        }
    };
    let picture = |picture: &LookPicture| match &picture.dark {
        None => size(&picture.light),
        Some(dark) => format!("{}, on dark ground {}", size(&picture.light), size(dark)),
    };
    let mut text = format!(
        "Light: {}\nDark: {}\nFont: {}\nBackground: {}\n",
        colours(&look.light),
        colours(&look.dark),
        look.font.name(),
        look.background.as_ref().map_or("none".to_owned(), picture),
    );
    for (mark, tile) in &look.tiles {
        let _ = writeln!(text, "{mark}: {}", picture(tile));
    }
    for remark in remarks {
        let _ = writeln!(text, "Note: {remark}");
    }
    text
}

fn fields(look: &PackLook, remarks: &[String]) -> Value {
    let picture = |picture: &LookPicture| json!({ "light": picture.light.size(), "dark": picture.dark.as_ref().map(PngFile::size) });
    let tiles: serde_json::Map<String, Value> =
        look.tiles.iter().map(|(mark, tile)| (mark.to_string(), picture(tile))).collect();
    json!({
        "light": look.light, "dark": look.dark, "font": look.font,
        "background": look.background.as_ref().map(picture), "tiles": tiles, "remarks": remarks,
    })
}
