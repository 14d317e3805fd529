//! A picture as PNG or PDF, by way of its SVG.
//!
//! Fonts are those that egui ships, so that an export looks the same on every machine. Knows SVG.

use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{self, fontdb};

use super::svg::FONT;

/// Why an export fails.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExportError {
    #[error("the picture cannot be drawn: {0}")]
    Drawing(String),
    #[error("a picture of {0}x{1} pixels is too large; use a smaller scale")]
    TooLarge(u32, u32),
}

/// Largest side of a PNG in pixels.
const LARGEST_SIDE: u32 = 16_384;

fn fonts() -> fontdb::Database {
    let mut fonts = fontdb::Database::new();
    fonts.load_font_data(epaint_default_fonts::UBUNTU_LIGHT.to_vec());
    fonts.load_font_data(epaint_default_fonts::HACK_REGULAR.to_vec());
    fonts.set_sans_serif_family(FONT);
    fonts
}

fn tree(svg: &str) -> Result<usvg::Tree, ExportError> {
    let options = usvg::Options {
        fontdb: Arc::new(fonts()),
        font_family: FONT.to_owned(),
        ..usvg::Options::default()
    };
    usvg::Tree::from_str(svg, &options).map_err(|error| ExportError::Drawing(error.to_string()))
}

/// PNG bytes; `scale` 1 makes a cell 48 pixels wide.
pub fn png(svg: &str, scale: f32) -> Result<Vec<u8>, ExportError> {
    let tree = tree(svg)?;
    let size = tree.size();
    let side = |length: f32| (length * scale).round().clamp(1.0, 1e6) as u32;
    let (width, height) = (side(size.width()), side(size.height()));
    if width > LARGEST_SIDE || height > LARGEST_SIDE {
        return Err(ExportError::TooLarge(width, height));
    }
    let mut pixels = Pixmap::new(width, height).ok_or(ExportError::TooLarge(width, height))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| ExportError::Drawing(error.to_string()))
}

/// PDF bytes, one page of the picture's size, with its fonts embedded.
pub fn pdf(svg: &str) -> Result<Vec<u8>, ExportError> {
    let conversion = svg2pdf::ConversionOptions::default();
    svg2pdf::to_pdf(&tree(svg)?, conversion, svg2pdf::PageOptions::default())
        .map_err(|error| ExportError::Drawing(error.to_string()))
}
