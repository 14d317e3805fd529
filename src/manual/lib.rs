//! The manual: the pages and pictures of `docs/src`, an mdBook that the program carries, and the
//! licences of what is linked in.

mod html;
mod licences;
mod outline;
mod parts;

pub use html::as_html;
pub use licences::{LICENCES, LinkedPart, licence_names, licence_text, linked_parts};
pub use outline::{Chapter, LinkTarget, ManualHeading, chapters, faults, headings, resolve};
pub use parts::{PageBlock, PageLook, PagePiece, blocks};

use pulldown_cmark::{Options, Parser};

/// The page that is shown first.
pub const FIRST_PAGE: &str = "index.md";
/// What every picture and page is called, with what it holds; names are ways from `docs/src`.
static FILES: &[(&str, &[u8])] = &include!(concat!(env!("OUT_DIR"), "/manual_files.rs"));

fn file(name: &str) -> Option<&'static [u8]> {
    FILES.iter().find(|(known, _)| *known == name).map(|(_, bytes)| *bytes)
}

/// The Markdown of a page, such as `concepts.md`.
pub fn page(name: &str) -> Option<&'static str> {
    file(name).filter(|_| name.ends_with(".md")).and_then(|bytes| std::str::from_utf8(bytes).ok())
}

/// A picture, SVG or PNG, such as `pictures/window.png`.
pub fn picture(name: &str) -> Option<&'static [u8]> {
    file(name).filter(|_| !name.ends_with(".md"))
}

/// The page about a built-in game.
pub fn page_of_game(id: &str) -> Option<String> {
    let name = format!("games/{id}.md");
    page(&name).map(|_| name)
}

/// The same dialect as mdBook's, as far as our pages need it.
fn parser(text: &str) -> Parser<'_> {
    Parser::new_ext(text, Options::ENABLE_TABLES)
}
