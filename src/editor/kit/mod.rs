//! Elements of the window: colours, icons, pictures, charts, fields, short messages.

pub mod aside;
pub mod chart;
pub mod gallery;
pub mod games;
pub mod icon;
pub mod join;
pub mod letters;
pub(crate) mod one_stop;
pub mod pack_look;
pub mod painter;
mod polygon;
pub mod sheet_of_paper;
pub mod theme;
pub mod thumbs;
pub mod toasts;
