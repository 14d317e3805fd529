//! Paint of pictures: a style, and the look of a pack where its boards are drawn as players see them.

use std::fmt::Write as _;

use super::fonts::font_family;
use super::raster::in_greys;
use super::tiles::{Piece, TileForms};
use super::{Ink, OwnColours, Shape, Style};
use foolproof_level::{LookFont, PackLook, PngFile, Rgb};

/// A pack's look for pictures. The background of the board only appears on screen: a picture contains just
/// the board.
pub struct PictureLook {
    light: OwnColours,
    dark: OwnColours,
    font: LookFont,
    tiles: TileForms,
    images: Vec<TileImages>,
}

/// The picture of a mark on light ground, on dark ground, and in greys.
struct TileImages {
    light: PngFile,
    dark: PngFile,
    greys: PngFile,
}

impl PictureLook {
    /// Creates the look. `tiles` are the drawings that its pictures replace; a picture's number is its index
    /// among the look's marks.
    pub fn new(look: &PackLook, tiles: TileForms) -> Self {
        let images = look.tiles.values().map(|picture| TileImages {
            light: picture.light.clone(),
            dark: picture.on(true).clone(),
            greys: in_greys(&picture.light).unwrap_or_else(|| picture.light.clone()),
        });
        Self {
            light: OwnColours::new(&look.light),
            dark: OwnColours::new(&look.dark),
            font: look.font,
            tiles,
            images: images.collect(),
        }
    }

    fn own(&self, style: Style, ink: Ink) -> Option<Rgb> {
        match style {
            Style::Light => self.light.ink(ink),
            Style::Dark => self.dark.ink(ink),
            Style::Greys => None,
        }
    }
}

/// A style, and the look of the boards if they have one.
#[derive(Clone, Copy)]
pub struct Paint<'a> {
    pub(crate) style: Style,
    look: Option<&'a PictureLook>,
}

impl From<Style> for Paint<'_> {
    fn from(style: Style) -> Self {
        Self { style, look: None }
    }
}

impl<'a> Paint<'a> {
    pub fn new(style: Style, look: Option<&'a PictureLook>) -> Self {
        Self { style, look }
    }

    /// Returns a colour as `#rrggbb`.
    pub(crate) fn colour(&self, ink: Ink) -> String {
        let own = self.look.and_then(|look| look.own(self.style, ink));
        own.map_or_else(|| self.style.hex(ink), |own| own.to_string())
    }

    /// Returns the font of words.
    pub(crate) fn family(&self) -> &'static str {
        font_family(self.look.map(|look| look.font).unwrap_or_default())
    }

    pub(crate) fn pieces<'s>(&self, shapes: &'s [Shape]) -> Vec<Piece<'s>> {
        match self.look {
            Some(look) if !look.tiles.is_empty() => look.tiles.pieces(shapes),
            _ => shapes.iter().map(Piece::Shape).collect(),
        }
    }

    /// Returns each picture of a mark that the body of a document uses, once.
    pub(crate) fn tiles_of(&self, body: &str) -> String {
        let mut out = String::new();
        for (number, images) in
            self.look.into_iter().flat_map(|look| look.images.iter().enumerate())
        {
            if !body.contains(&format!("\"#tile-{number}\"")) {
                continue;
            }
            let file = match self.style {
                Style::Light => &images.light,
                Style::Dark => &images.dark,
                Style::Greys => &images.greys,
            };
            let _ = writeln!(
                out,
                "<defs><image id=\"tile-{number}\" width=\"1\" height=\"1\" \
                 preserveAspectRatio=\"none\"{} href=\"{}\"/></defs>",
                if file.keeps_pixels() { " image-rendering=\"optimizeSpeed\"" } else { "" },
                file.address()
            );
        }
        out
    }
}
