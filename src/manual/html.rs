//! The manual as HTML: a file for each page, to be read in a browser without a server.
//!
//! Its style is in `manual.css`.

use pulldown_cmark::{CowStr, Event, Tag, TagEnd, html};

use super::outline::{Chapter, LinkTarget, chapters, headings, resolve};
use super::{FILES, page, parser};
use foolproof_level::words::escaped_xml;

const STYLE: &str = include_str!("manual.css");
const STYLE_FILE: &str = "manual.css";

/// Returns the files of the book: their names and contents.
pub fn as_html() -> Vec<(String, Vec<u8>)> {
    let chapters = chapters();
    let pages = chapters.iter().enumerate().filter_map(|(at, chapter)| {
        let text = page(&chapter.page)?;
        Some((as_file(&chapter.page), whole_page(&chapters, at, text).into_bytes()))
    });
    let pictures = FILES.iter().filter(|(name, _)| !name.ends_with(".md"));
    let pictures = pictures.map(|(name, bytes)| ((*name).to_owned(), bytes.to_vec()));
    let style = (STYLE_FILE.to_owned(), STYLE.as_bytes().to_vec());
    pages.chain(pictures).chain([style]).collect()
}

/// Returns the name of a page's file.
fn as_file(page: &str) -> String {
    format!("{}.html", page.trim_end_matches(".md"))
}

fn whole_page(chapters: &[Chapter], at: usize, text: &str) -> String {
    let Some(chapter) = chapters.get(at) else { return String::new() };
    let root = "../".repeat(chapter.page.matches('/').count());
    let link = |chapter: &Chapter, words: &str, class: &str| {
        let (file, words) = (as_file(&chapter.page), escaped_xml(words));
        format!("<a class=\"{class}\" href=\"{root}{file}\">{words}</a>")
    };
    let list: String = chapters
        .iter()
        .map(|other| {
            let here = if other.page == chapter.page { " here" } else { "" };
            format!("{}\n", link(other, &other.title, &format!("depth{}{here}", other.depth)))
        })
        .collect();
    let step = |other: Option<usize>, word: &str| {
        let other = other.and_then(|at| chapters.get(at));
        other.map_or_else(String::new, |other| {
            link(other, &format!("{word}: {}", other.title), "step")
        })
    };
    let steps = step(at.checked_sub(1), "Before") + &step(Some(at + 1), "Next");
    let title = escaped_xml(&chapter.title);
    let body = body(&chapter.page, text);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta \
         name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title} – \
         Foolproof</title>\n<link rel=\"stylesheet\" href=\"{root}{STYLE_FILE}\">\n</head>\n\
         <body>\n<nav>\n{list}</nav>\n<main>\n{body}<footer>{steps}</footer>\n</main>\n</body>\n\
         </html>\n"
    )
}

/// Returns the text of a page; headings are named, and links lead to the files of the book.
fn body(name: &str, text: &str) -> String {
    let mut named = headings(text).into_iter();
    let events = parser(text).filter_map(|event| match event {
        Event::Start(Tag::Heading { level, .. }) => {
            let id = named.next().map(|heading| CowStr::from(heading.anchor));
            Some(Event::Start(Tag::Heading { level, id, classes: Vec::new(), attrs: Vec::new() }))
        }
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
            let dest_url = of_the_book(name, &dest_url).map_or(dest_url, CowStr::from);
            Some(Event::Start(Tag::Link { link_type, dest_url, title, id }))
        }
        // Comments are for the tests.
        Event::Html(_) | Event::InlineHtml(_) => None,
        Event::Start(Tag::HtmlBlock) | Event::End(TagEnd::HtmlBlock) => None,
        other => Some(other),
    });
    let mut out = String::new();
    html::push_html(&mut out, events);
    out
}

/// Turns a link to another page into one to its file.
fn of_the_book(from: &str, link: &str) -> Option<String> {
    let LinkTarget::Within { .. } = resolve(from, link) else { return None };
    let (path, anchor) = match link.split_once('#') {
        Some((path, anchor)) => (path, format!("#{anchor}")),
        None => (link, String::new()),
    };
    path.ends_with(".md").then(|| as_file(path) + &anchor)
}
