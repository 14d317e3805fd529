//! Paint of pictures: a style, and the look of a pack where its boards are drawn as players see them.

use std::fmt::Write as _;

use super::fonts::font_family;
use super::raster::{in_greys, pixels_of_png};
use super::tiles::{Piece, pieces};
use super::{Ink, OwnColours, Shape, Style};
use foolproof_level::{LookFont, LookPicture, Mark, PackLook, PngFile, Rgb};

/// A pack's look for pictures. The background of the board only appears on screen: a picture has just the board.
pub struct PictureLook {
    light: OwnColours,
    dark: OwnColours,
    font: LookFont,
    /// The marks with pictures, in order.
    marks: Vec<Mark>,
    images: Vec<TileImages>,
}

/// The picture of a mark on light ground, on dark ground, and in greys.
struct TileImages {
    light: PngFile,
    dark: PngFile,
    greys: PngFile,
}

impl PictureLook {
    /// Creates the look of a pack; `None` if it has none. Pictures that cannot be drawn are left out.
    pub fn new(look: &PackLook) -> Option<Self> {
        let can_be_drawn = |picture: &LookPicture| {
            [false, true].into_iter().all(|dark| pixels_of_png(picture.on(dark).bytes()).is_ok())
        };
        let drawable = look.tiles.iter().filter(|(_, picture)| can_be_drawn(picture));
        let image = |(mark, picture): (&Mark, &LookPicture)| {
            let greys = in_greys(&picture.light).unwrap_or_else(|| picture.light.clone());
            let (light, dark) = (picture.light.clone(), picture.on(true).clone());
            (mark.clone(), TileImages { light, dark, greys })
        };
        let (marks, images) = drawable.map(image).unzip();
        let (light, dark) = (OwnColours::new(&look.light), OwnColours::new(&look.dark));
        (!look.is_default()).then_some(Self { light, dark, font: look.font, marks, images })
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

    /// Returns the parts of a picture, with the numbers of tiles.
    pub(crate) fn pieces<'s>(&self, shapes: &'s [Shape]) -> Vec<Piece<'s, usize>> {
        pieces(shapes, |mark| self.look?.marks.binary_search(mark).ok())
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
