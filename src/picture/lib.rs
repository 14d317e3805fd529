//! Pictures: shapes in board units and the roles of their inks.
//!
//! A game draws once; the window, SVG, PNG and PDF show the same picture. Knows `level`. Must
//! never know a game, the solver or the window.

mod fragment;
mod greys;
pub mod measure;
mod page;
mod raster;
mod shape;
mod style;
mod svg;

pub use fragment::{fragment, ink_name, ink_sheet};
pub use page::{Page, Picture, Placed, page_svg, picture_svg};
pub use raster::{DocumentWords, ExportError, Pixels, pages_pdf, pdf, pixels, pixels_of_png, png};
pub use shape::{Align, Dash, Ink, Layout, Point, Rect, Shape, Stroke};
pub use style::Style;
pub use svg::svg;
