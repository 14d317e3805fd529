//! The manual: the pages and pictures of `docs/src`, an mdBook that the program carries, and the licences of
//! its linked parts.

mod html;
mod licences;
mod outline;
mod parts;

pub use html::as_html;
pub use licences::{LICENCES, LinkedPart, licence_names, licence_text, linked_parts};
pub use outline::{Chapter, LinkTarget, ManualHeading, chapters, faults, headings, resolve};
pub use parts::{PageBlock, PageLook, PagePiece, blocks};

use pulldown_cmark::{Options, Parser};

/// The first page of the manual.
pub const FIRST_PAGE: &str = "index.md";
/// Names and contents of all pictures and pages; names are paths relative to `docs/src`.
static FILES: &[(&str, &[u8])] = &include!(concat!(env!("OUT_DIR"), "/manual_files.rs"));

fn file(name: &str) -> Option<&'static [u8]> {
    FILES.iter().find(|(known, _)| *known == name).map(|(_, bytes)| *bytes)
}

/// Returns the Markdown of a page, such as `concepts.md`.
pub fn page(name: &str) -> Option<&'static str> {
    file(name).filter(|_| name.ends_with(".md")).and_then(|bytes| std::str::from_utf8(bytes).ok())
}

/// Returns a picture, SVG or PNG, such as `pictures/window.png`.
pub fn picture(name: &str) -> Option<&'static [u8]> {
    file(name).filter(|_| !name.ends_with(".md"))
}

/// Returns the page about a built-in game.
pub fn page_of_game(id: &str) -> Option<String> {
    let name = format!("games/{id}.md");
    page(&name).map(|_| name)
}

/// Parses the same dialect as mdBook, as far as these pages need it.
fn parser(text: &str) -> Parser<'_> {
    Parser::new_ext(text, Options::ENABLE_TABLES)
}
