//! Structure of the manual: its chapters, the headings of a page, its links.

use std::collections::{BTreeMap, BTreeSet};

use pulldown_cmark::{Event, Tag, TagEnd};

use super::{FILES, file, page, parser};

/// The list of chapters, in mdBook's format.
const SUMMARY: &str = "SUMMARY.md";

/// A line of the list of chapters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chapter {
    pub title: String,
    /// The name of its page.
    pub page: String,
    /// Depth: 0 for a chapter, 1 for a part of one.
    pub depth: usize,
}

/// Returns the chapters in their order.
pub fn chapters() -> Vec<Chapter> {
    let mut chapters = Vec::new();
    let (mut lists, mut open) = (0_usize, None);
    for event in parser(page(SUMMARY).unwrap_or_default()) {
        match event {
            Event::Start(Tag::List(_)) => lists += 1,
            Event::End(TagEnd::List(_)) => lists = lists.saturating_sub(1),
            Event::Start(Tag::Link { dest_url, .. }) => {
                let page = dest_url.trim_start_matches("./").to_owned();
                open = Some(Chapter { title: String::new(), page, depth: lists.saturating_sub(1) });
            }
            Event::End(TagEnd::Link) => chapters.extend(open.take()),
            Event::Text(words) | Event::Code(words) => {
                if let Some(chapter) = &mut open {
                    chapter.title.push_str(&words);
                }
            }
            _ => {}
        }
    }
    chapters
}

/// A heading of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ManualHeading {
    /// Level of the heading, from 1.
    pub level: u8,
    pub words: String,
    /// Name for links: the words in lower case, with hyphens, as mdBook makes it.
    pub anchor: String,
}

/// Returns the headings of a page in their order.
pub fn headings(text: &str) -> Vec<ManualHeading> {
    let mut found: Vec<ManualHeading> = Vec::new();
    let (mut open, mut used) = (None, BTreeMap::new());
    for event in parser(text) {
        match event {
            Event::Start(Tag::Heading { level, .. }) => open = Some((level as u8, String::new())),
            Event::Text(part) | Event::Code(part) => {
                if let Some((_, words)) = &mut open {
                    words.push_str(&part);
                }
            }
            Event::End(TagEnd::Heading(_)) => {
                let Some((level, words)) = open.take() else { continue };
                let anchor = anchor_of(&words);
                let times = used.entry(anchor.clone()).or_insert(0_u32);
                let anchor = if *times == 0 { anchor } else { format!("{anchor}-{times}") };
                *times += 1;
                found.push(ManualHeading { level, words, anchor });
            }
            _ => {}
        }
    }
    found
}

fn anchor_of(words: &str) -> String {
    let sign = |c: char| match c {
        c if c.is_alphanumeric() || c == '_' || c == '-' => c.to_lowercase().next(),
        c if c.is_whitespace() => Some('-'),
        _ => None,
    };
    words.trim().chars().filter_map(sign).collect()
}

/// Target of a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkTarget {
    /// A page or a picture of the manual, and the heading on it.
    Within { file: String, anchor: Option<String> },
    /// An address on the web.
    Web(String),
}

/// Returns the target of a link on a page.
pub fn resolve(from: &str, link: &str) -> LinkTarget {
    if link.contains("://") || link.starts_with("mailto:") {
        return LinkTarget::Web(link.to_owned());
    }
    let (path, anchor) = match link.split_once('#') {
        Some((path, anchor)) => (path, Some(anchor.to_owned())),
        None => (link, None),
    };
    if path.is_empty() {
        return LinkTarget::Within { file: from.to_owned(), anchor };
    }
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "." => {}
            // A path out of the book is kept, so that it is found to lead nowhere.
            ".." if parts.last().is_some_and(|last| *last != "..") => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    LinkTarget::Within { file: parts.join("/"), anchor }
}

/// Returns the links and pictures of a page, as written.
fn links(text: &str) -> Vec<String> {
    let link = |event| match event {
        Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => Some(dest_url),
        _ => None,
    };
    parser(text).filter_map(link).map(|link| link.to_string()).collect()
}

/// Returns all faults of the book, in sentences: links that lead nowhere, pages and pictures without a link to
/// them, markup that the window could not show.
pub fn faults() -> Vec<String> {
    let mut faults = Vec::new();
    let chapters = chapters();
    let mut used: BTreeSet<String> = chapters.iter().map(|chapter| chapter.page.clone()).collect();
    if used.len() != chapters.len() {
        faults.push(format!("{SUMMARY} names a page twice"));
    }
    used.insert(SUMMARY.to_owned());
    for missing in used.iter().filter(|name| page(name).is_none()) {
        faults.push(format!("{SUMMARY} names {missing}, which is not there"));
    }
    for (name, text) in FILES.iter().filter_map(|(name, _)| Some((*name, page(name)?))) {
        for link in links(text) {
            let LinkTarget::Within { file: target, anchor } = resolve(name, &link) else {
                continue;
            };
            if file(&target).is_none() {
                faults.push(format!("{name}: {link} leads nowhere"));
            }
            let known = headings(page(&target).unwrap_or_default());
            if let Some(anchor) = anchor.filter(|wanted| known.iter().all(|h| h.anchor != *wanted))
            {
                faults.push(format!("{name}: {target} has no heading #{anchor}"));
            }
            if !target.ends_with(".md") {
                used.insert(target);
            }
        }
        let markup = parser(text).any(|event| match event {
            Event::Html(text) | Event::InlineHtml(text) => !text.trim_start().starts_with("<!--"),
            _ => false,
        });
        if markup {
            faults.push(format!("{name}: it holds HTML"));
        }
    }
    let unused = FILES.iter().filter(|(name, _)| !used.contains(*name));
    faults.extend(unused.map(|(name, _)| format!("nothing leads to {name}")));
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_followed_from_where_they_stand() {
        let within = |file: &str, anchor: Option<&str>| LinkTarget::Within {
            file: file.to_owned(),
            anchor: anchor.map(str::to_owned),
        };
        assert_eq!(resolve("a.md", "b.md"), within("b.md", None));
        assert_eq!(resolve("games/a.md", "../b.md#c"), within("b.md", Some("c")));
        assert_eq!(resolve("games/a.md", "#c"), within("games/a.md", Some("c")));
        assert_eq!(resolve("a.md", "../../b.md"), within("../../b.md", None));
        assert_eq!(resolve("a.md", "https://b"), LinkTarget::Web("https://b".to_owned()));
    }

    #[test]
    fn headings_are_called_as_mdbook_calls_them() {
        let text = "# One, `two` – three\n\n## Why?\n\n## Why?\n";
        let anchors: Vec<String> = headings(text).into_iter().map(|h| h.anchor).collect();
        assert_eq!(anchors, ["one-two--three", "why", "why-1"]);
    }
}
