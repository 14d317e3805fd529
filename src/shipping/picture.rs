//! Formats of pictures.

use super::{ExportScope, Exporter, ExporterAbout};
use foolproof_picture::{self as picture, ExportError};

/// A format of pictures.
pub struct PictureFormat {
    id: &'static str,
    name: &'static str,
    has_pixels: bool,
    draw: fn(&str, f32) -> Result<Vec<u8>, ExportError>,
}

pub(crate) const SVG: PictureFormat = PictureFormat {
    id: "svg",
    name: "SVG",
    has_pixels: false,
    draw: |svg, _| Ok(svg.as_bytes().to_vec()),
};
pub const PNG: PictureFormat =
    PictureFormat { id: "png", name: "PNG", has_pixels: true, draw: picture::png };
pub(crate) const PDF: PictureFormat =
    PictureFormat { id: "pdf", name: "PDF", has_pixels: false, draw: |svg, _| picture::pdf(svg) };

impl Exporter for PictureFormat {
    fn about(&self) -> ExporterAbout<'_> {
        let endings = vec![self.id];
        ExporterAbout { id: self.id, name: self.name, endings, scope: ExportScope::Picture }
    }

    fn has_pixels(&self) -> bool {
        self.has_pixels
    }

    fn picture(&self, svg: &str, scale: f32) -> Result<Vec<u8>, ExportError> {
        (self.draw)(svg, scale)
    }
}
