//! A picture as PNG or PDF, converted from its SVG.
//!
//! Fonts are those that egui ships, so that an export looks the same on every machine; letters of
//! scripts that they lack come from the system's fonts.

use std::collections::BTreeSet;
use std::sync::Arc;

use krilla::Document;
use krilla::geom::Size;
use krilla::metadata::Metadata;
use krilla::page::PageSettings;
use krilla_svg::{SurfaceExt as _, SvgSettings};
use resvg::tiny_skia::{Pixmap, PremultipliedColorU8, Transform};
use resvg::usvg;
use resvg::usvg::fontdb::{Database, ID, Source};

use super::fonts::{font_family, font_file};
use super::greys::grey_of;
use super::measure;
use super::spare::{self, SpareFont, SpareFonts};
use super::svg::FONT;
use foolproof_level::look::{LARGEST_BACKGROUND_SIDE, png_size};
use foolproof_level::{LookFont, Pack, PngFile};

/// Reasons why an export fails.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExportError {
    #[error("the picture cannot be drawn: {0}")]
    Drawing(String),
    #[error("a picture of {0}x{1} pixels is too large; use a smaller scale")]
    TooLarge(u32, u32),
    #[error("the picture has {width}x{height} pixels; at most {most} a side")]
    LargeFile { width: u32, height: u32, most: u32 },
    #[error("it was stopped")]
    Stopped,
}

/// Largest side of a PNG in pixels.
const LARGEST_SIDE: u32 = 16_384;

/// The fonts of pictures.
struct Fonts {
    database: Arc<Database>,
    /// Those of the program, in the order in which they are searched for a letter that another lacks.
    own: Vec<ID>,
    /// Those of the system that a picture needs, by index.
    spare: Vec<(usize, ID)>,
}

impl Fonts {
    /// Loads the fonts that pictures need: those of the system only for letters that the program's lack.
    fn of<Svg: AsRef<str>>(svgs: &[Svg]) -> Self {
        let mut database = Database::new();
        let mut own = Vec::new();
        for file in measure::OWN_FONTS {
            own.extend(database.load_font_source(Source::Binary(Arc::new(file))));
        }
        for font in LookFont::ALL {
            let named = format!("font-family=\"{}\"", font_family(font));
            if let Some(file) = font_file(font)
                && svgs.iter().any(|svg| svg.as_ref().contains(&named))
            {
                database.load_font_source(Source::Binary(Arc::new(file)));
            }
        }
        database.set_sans_serif_family(FONT);
        let mut spare = Vec::new();
        let lacking = svgs.iter().flat_map(|svg| measure::lacking(svg.as_ref()));
        for letter in lacking.collect::<BTreeSet<char>>() {
            let Some(font) = SpareFonts::system().find(letter) else { continue };
            if spare.iter().all(|(place, _)| *place != font.place)
                && let Some(id) = loaded(&mut database, &font)
            {
                spare.push((font.place, id));
            }
        }
        Self { database: Arc::new(database), own, spare }
    }

    /// Returns the font that draws a letter that others lack: the one that `measure` measures.
    fn fallback(&self, letter: char, tried: &[ID], database: &Database) -> Option<ID> {
        let draws = |id: &ID| {
            let has = |file: &[u8], index| spare::draws(file, index, letter);
            database.with_face_data(*id, has) == Some(true)
        };
        let spare = || {
            let font = SpareFonts::system().known(letter)??;
            self.spare.iter().find(|(place, _)| *place == font.place).map(|(_, id)| *id)
        };
        let is_new = |id: &ID| !tried.contains(id);
        let own = self.own.iter().copied().find(|id| is_new(id) && draws(id));
        own.or_else(|| spare().filter(is_new))
    }

    fn tree(&self, svg: &str) -> Result<usvg::Tree, ExportError> {
        let select_fallback = Box::new(|letter, tried: &[ID], database: &mut Arc<Database>| {
            self.fallback(letter, tried, database)
        });
        let options = usvg::Options {
            fontdb: Arc::clone(&self.database),
            font_family: FONT.to_owned(),
            font_resolver: usvg::FontResolver { select_fallback, ..Default::default() },
            ..usvg::Options::default()
        };
        usvg::Tree::from_str(svg, &options).map_err(|error| ExportError::Drawing(error.to_string()))
    }
}

/// Loads one font of a file that may hold several.
fn loaded(database: &mut Database, font: &SpareFont) -> Option<ID> {
    let file = Source::Binary(Arc::<Vec<u8>>::clone(&font.file));
    let all = database.load_font_source(file);
    all.into_iter().find(|id| database.face(*id).is_some_and(|face| face.index == font.index))
}

/// A picture as pixels, row by row: red, green, blue and opacity, not premultiplied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pixels {
    pub width: u32,
    pub height: u32,
    pub rgba: Vec<u8>,
}

fn drawn(svg: &str, scale: f32) -> Result<Pixmap, ExportError> {
    let tree = Fonts::of(&[svg]).tree(svg)?;
    let size = tree.size();
    let side = |length: f32| (length * scale).round().clamp(1.0, 1e6) as u32;
    let (width, height) = (side(size.width()), side(size.height()));
    if width > LARGEST_SIDE || height > LARGEST_SIDE {
        return Err(ExportError::TooLarge(width, height));
    }
    let mut pixels = Pixmap::new(width, height).ok_or(ExportError::TooLarge(width, height))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    Ok(pixels)
}

/// Draws the pixels of a picture; `scale` is in pixels per unit of the SVG document.
pub fn pixels(svg: &str, scale: f32) -> Result<Pixels, ExportError> {
    Ok(apart(&drawn(svg, scale)?))
}

/// Decodes a PNG picture.
pub fn pixels_of_png(bytes: &[u8]) -> Result<Pixels, ExportError> {
    Ok(apart(&decoded(bytes)?))
}

/// Decodes a picture. A small file can have very many pixels, so its header is checked first.
fn decoded(bytes: &[u8]) -> Result<Pixmap, ExportError> {
    let [width, height] = png_size(bytes).unwrap_or_default();
    if width.max(height) > LARGEST_BACKGROUND_SIDE {
        return Err(ExportError::LargeFile { width, height, most: LARGEST_BACKGROUND_SIDE });
    }
    Pixmap::decode_png(bytes).map_err(|error| ExportError::Drawing(error.to_string()))
}

/// Returns a PNG file without colour; `None` if it cannot be drawn.
pub(crate) fn in_greys(file: &PngFile) -> Option<PngFile> {
    let mut drawn = decoded(file.bytes()).ok()?;
    for pixel in drawn.pixels_mut() {
        let grey = grey_of([pixel.red(), pixel.green(), pixel.blue()]);
        *pixel = PremultipliedColorU8::from_rgba(grey, grey, grey, pixel.alpha())?;
    }
    PngFile::new(drawn.encode_png().ok()?).ok()
}

/// Returns pixels whose colours are not premultiplied with their opacity.
fn apart(drawn: &Pixmap) -> Pixels {
    let apart = |pixel: &PremultipliedColorU8| {
        let colour = pixel.demultiply();
        [colour.red(), colour.green(), colour.blue(), colour.alpha()]
    };
    let rgba = drawn.pixels().iter().flat_map(apart).collect();
    Pixels { width: drawn.width(), height: drawn.height(), rgba }
}

/// Returns PNG bytes; `scale` is in pixels per unit of the SVG document, with 48 units per cell of a board.
pub fn png(svg: &str, scale: f32) -> Result<Vec<u8>, ExportError> {
    drawn(svg, scale)?.encode_png().map_err(|error| ExportError::Drawing(error.to_string()))
}

/// Returns PDF bytes, one page of the picture's size, with its fonts embedded.
pub fn pdf(svg: &str) -> Result<Vec<u8>, ExportError> {
    pages_pdf(&[svg], &Pack::default(), &mut |_| true)
}

/// Returns PDF bytes, a page for each picture, with its fonts embedded; a unit of a picture is a point.
/// `goes_on` receives the number of finished pages, and stops the work by `false`; `about` has title, author and
/// language of the document.
pub fn pages_pdf<Svg: AsRef<str>>(
    pages: &[Svg],
    about: &Pack,
    goes_on: &mut dyn FnMut(usize) -> bool,
) -> Result<Vec<u8>, ExportError> {
    let mut document = Document::new();
    let fonts = Fonts::of(pages);
    for (number, svg) in pages.iter().enumerate() {
        if !goes_on(number) {
            return Err(ExportError::Stopped);
        }
        let fault = || ExportError::Drawing(format!("page {} has no size", number + 1));
        let tree = fonts.tree(svg.as_ref())?;
        let (width, height) = (tree.size().width(), tree.size().height());
        let settings = PageSettings::from_wh(width, height).ok_or_else(fault)?;
        let size = Size::from_wh(width, height).ok_or_else(fault)?;
        let mut page = document.start_page_with(settings);
        page.surface().draw_svg(&tree, size, SvgSettings::default()).ok_or_else(fault)?;
    }
    let authors = Some(about.author.clone()).filter(|author| !author.is_empty());
    let words = Metadata::new().title(about.title.clone()).producer("Foolproof".to_owned());
    let words = match about.play.language.trim() {
        "" => words,
        language => words.language(language.to_owned()),
    };
    document.set_metadata(words.authors(authors.into_iter().collect()));
    document.finish().map_err(|error| ExportError::Drawing(format!("{error:?}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_picture_is_refused_by_its_header() {
        let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec();
        bytes.extend([30_000_u32, 1].map(u32::to_be_bytes).concat());
        let why = pixels_of_png(&bytes).expect_err("it is too large").to_string();
        assert_eq!(why, "the picture has 30000x1 pixels; at most 2048 a side");
    }
}
