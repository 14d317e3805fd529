//! The looks of marks in a designer's own game.
//!
//! A style of the manifest (words, shapes, inks, an SVG file) becomes shapes of the picture crate, in inks that
//! are roles; so the window and every export show the same board, light, dark and grey.

mod alone;
mod board;
mod borders;
mod draw;
mod flatten;
mod forms;
mod inks;
mod layout;
mod lines;
mod markup;
mod style;
mod style_error;
mod svg;
mod template;
mod tile;
mod words;

#[cfg(test)]
mod tests;

pub(crate) use alone::{ground_alone, mark_part};
pub(crate) use board::{PlacedMark, Scenery, draw_board};
pub(crate) use draw::draw_mark;
pub(crate) use layout::{BoardGround, LookLayers, LookPlaces, edge_in, layout};
pub(crate) use style::Hand;
pub(crate) use style::{Course, LookStyle, LookTurn};
pub(crate) use svg::SvgDrawing;
