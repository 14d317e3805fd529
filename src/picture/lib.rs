//! Pictures: shapes in board units, inks by role, and files of them.
//!
//! A game draws once; the window, SVG, PNG and PDF show the same picture. Colours are named in
//! `style` alone.

mod fonts;
mod fragment;
mod greys;
pub mod measure;
mod page;
mod paint;
mod raster;
mod shape;
mod spare;
mod style;
mod svg;
mod tiles;

pub use fonts::font_file;
pub use fragment::{
    fragment, hatching, ink_name, ink_sheet, look_sheet, tile_fragment, tiled_fragment,
};
pub use greys::grey_of;
pub use page::{Page, Picture, Placed, page_svg, picture_svg};
pub use paint::{Paint, PictureLook};
pub use raster::{ExportError, Pixels, pages_pdf, pdf, pixels, pixels_of_png, png};
pub use shape::{Align, CLUE_STROKE, Dash, Ink, Layout, Point, Rect, Shape, Stroke};
pub use spare::{SpareFont, SpareFonts};
pub use style::{OwnColours, Style, ink_of};
pub use svg::{svg, tiles_svg};
pub use tiles::{Piece, pieces, plain_shapes};
