//! Formats of pictures. Knows pictures.

use super::{ExportScope, Exporter};
use crate::picture::{self, ExportError};

pub struct Png;

impl Exporter for Png {
    fn id(&self) -> &str {
        "png"
    }

    fn name(&self) -> &str {
        "PNG"
    }

    fn endings(&self) -> Vec<&str> {
        vec!["png"]
    }

    fn scope(&self) -> ExportScope<'_> {
        ExportScope::Picture
    }

    fn has_pixels(&self) -> bool {
        true
    }

    fn picture(&self, svg: &str, scale: f32) -> Result<Vec<u8>, ExportError> {
        picture::png(svg, scale)
    }
}

pub struct Svg;

impl Exporter for Svg {
    fn id(&self) -> &str {
        "svg"
    }

    fn name(&self) -> &str {
        "SVG"
    }

    fn endings(&self) -> Vec<&str> {
        vec!["svg"]
    }

    fn scope(&self) -> ExportScope<'_> {
        ExportScope::Picture
    }

    fn picture(&self, svg: &str, _: f32) -> Result<Vec<u8>, ExportError> {
        Ok(svg.as_bytes().to_vec())
    }
}

pub struct PdfPage;

impl Exporter for PdfPage {
    fn id(&self) -> &str {
        "pdf"
    }

    fn name(&self) -> &str {
        "PDF"
    }

    fn endings(&self) -> Vec<&str> {
        vec!["pdf"]
    }

    fn scope(&self) -> ExportScope<'_> {
        ExportScope::Picture
    }

    fn picture(&self, svg: &str, _: f32) -> Result<Vec<u8>, ExportError> {
        picture::pdf(svg)
    }
}
