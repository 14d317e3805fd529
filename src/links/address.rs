//! Addresses of puzz.link and of sites with the same format: type, size and body of a puzzle.

use std::borrow::Cow;

use crate::file::plain;
use crate::letters::CodingFault;

/// The parts of a puzzle's address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// The sites' name for the type of puzzle: `nurikabe`.
    pub kind: String,
    /// Letters that change the rules or the look; each is a separate flag.
    pub flags: String,
    pub cols: u16,
    pub rows: u16,
    /// The contents of the board, in the type's codings.
    pub body: String,
}

/// The start of new addresses.
const SITE: &str = "https://puzz.link/p?";

/// The part before the type in addresses: many sites run the same program, whose page has one of these names.
const PAGES: [&str; 2] = ["/p?", "/p.html?"];

/// Words before or after the type that tell a site how to show the puzzle.
const MODES: [&str; 2] = ["_edit", "_play"];

/// Prefix of the name of a variant, before or after the type.
const VARIANT: &str = "v:";

/// Maximum side of a board.
const LARGEST: u16 = 120;

impl Address {
    /// Returns the type of the puzzle, if a word is an address of one of the sites.
    pub fn kind_of(word: &str) -> Option<String> {
        Some(split(&Self::unescaped(word))?.kind.to_owned())
    }

    /// Removes additions by browsers, sites and mail programs from an address: a fragment after `#`, settings
    /// after the puzzle (`&id=…`), and percent-encoding. An address with slashes is not decoded: `%` has a
    /// meaning there.
    pub fn unescaped(word: &str) -> Cow<'_, str> {
        let word = word.split_once('#').map_or(word, |(address, _)| address);
        let Some((_, query)) = page_of(word) else { return Cow::Borrowed(word) };
        let begins = word.get(..word.len() - query.len()).unwrap_or_default();
        if !query.contains('/') && query.contains('%') {
            return Cow::Owned(begins.to_owned() + without_settings(&plain(query)));
        }
        let ends = begins.len() + without_settings(query).len();
        Cow::Borrowed(word.get(..ends).unwrap_or(word))
    }

    /// Reads an address; `None` if the word is not one.
    pub fn read(word: &str) -> Option<Result<Self, CodingFault>> {
        let word = &*Self::unescaped(word);
        let Split { kind, rest, is_variant } = split(word)?;
        let at = word.len() - rest.len();
        let fault = |why: &str| CodingFault { at, why: why.to_owned() };
        let mut parts = rest.split('/').peekable();
        let is_size = |part: &&str| part.parse::<u16>().is_ok();
        if is_variant || parts.peek().is_some_and(|part| part.starts_with(VARIANT)) {
            return Some(Err(fault("variants of a type (`v:`) are not read")));
        }
        let flags = parts.next_if(|part| !is_size(part)).unwrap_or_default().to_owned();
        let mut side = || parts.next()?.parse().ok().filter(|side| (1..=LARGEST).contains(side));
        let (Some(cols), Some(rows)) = (side(), side()) else {
            return Some(Err(fault("the address has no size, such as 10/10")));
        };
        let mut parts: Vec<&str> = parts.collect();
        // Sites end addresses so because mail programs would cut off a final full stop.
        if parts.last().is_some_and(|last| last.is_empty()) {
            parts.pop();
        }
        let body = parts.join("/");
        // Quotes and brackets of the text around the address.
        let body = body.trim_end_matches(|c: char| !c.is_ascii()).to_owned();
        if !body.is_ascii() {
            return Some(Err(fault("the address has letters that no puzzle writes")));
        }
        Some(Ok(Self { kind: kind.to_owned(), flags, cols, rows, body }))
    }

    /// Returns the address as text.
    pub fn written(&self) -> String {
        let Self { kind, flags, cols, rows, body } = self;
        let flags = if flags.is_empty() { String::new() } else { format!("{flags}/") };
        format!("{SITE}{kind}/{flags}{cols}/{rows}/{body}")
    }
}

/// Returns the part after the page, without the settings after the puzzle.
fn without_settings(query: &str) -> &str {
    let before = query.len() - behind_settings(query).len();
    match query.get(before..).and_then(|puzzle| puzzle.split_once('&')) {
        Some((puzzle, _)) => query.get(..before + puzzle.len()).unwrap_or(query),
        None => query,
    }
}

/// Returns the part after the settings before the puzzle: `type=editor&` says how to open it.
fn behind_settings(mut query: &str) -> &str {
    while let Some((setting, rest)) = query.split_once('&')
        && setting.contains('=')
        && !setting.contains('/')
    {
        query = rest;
    }
    query
}

/// Splits an address after its page.
fn page_of(word: &str) -> Option<(&str, &str)> {
    PAGES.iter().find_map(|page| word.split_once(page))
}

/// The type of an address, and the rest after it.
struct Split<'a> {
    kind: &'a str,
    rest: &'a str,
    /// A variant of the type is named before it.
    is_variant: bool,
}

fn split(word: &str) -> Option<Split<'_>> {
    let mut query = behind_settings(page_of(word)?.1);
    let is_variant = query.starts_with(VARIANT);
    if is_variant {
        (_, query) = query.split_once('/')?;
    }
    let (kind, rest) = query.split_once('/').unwrap_or((query, ""));
    let kind = MODES.iter().find_map(|mode| kind.strip_suffix(mode)).unwrap_or(kind);
    let is_kind = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_".contains(c);
    let is_one = !kind.is_empty() && kind.chars().all(is_kind);
    is_one.then_some(Split { kind, rest, is_variant })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_taken_apart_and_written_again() {
        let word = "https://puzz.link/p?nurikabe/6/5/1g2h";
        let read = Address::read(word).expect("an address").expect("one that can be read");
        assert_eq!((read.kind.as_str(), read.cols, read.rows), ("nurikabe", 6, 5));
        assert_eq!(read.written(), word);
        let other = "http://pzv.jp/p.html?type=editor&simpleloop_edit/b/6/5//1g2h/";
        let read = Address::read(other).expect("an address").expect("one that can be read");
        assert_eq!((read.kind.as_str(), read.flags.as_str()), ("simpleloop", "b"));
        assert_eq!(read.body, "/1g2h");
        let kind = Address::kind_of("https://puzz.link/p?numlin_bit/2/2/h11");
        assert_eq!(kind.as_deref(), Some("numlin_bit"));
    }

    #[test]
    fn every_site_with_such_a_page_is_read() {
        for site in [
            "pzplus.tck.mn/p?",
            "http://pzv.jp/p.html?",
            "http://indi.s58.xrea.com/pzpr/v3/p.html?",
            "https://sabo2.github.io/pzprv3/p.html?type=player&",
        ] {
            for kind in ["slither", "slither_edit", "slither_play"] {
                let word = format!("{site}{kind}/4/3/dgdh2/");
                let read = Address::read(&word).expect(&word).expect("one that can be read");
                assert_eq!(read.written(), "https://puzz.link/p?slither/4/3/dgdh2");
            }
        }
    }

    #[test]
    fn what_browsers_put_into_an_address_is_taken_out() {
        let plain = "https://puzz.link/p?hitori/2/2/1@%2";
        let escaped = "https://puzz.link/p?hitori%2F2%2F2%2F1%40%252";
        for word in [plain.to_owned(), format!("{plain}#top"), escaped.to_owned()] {
            let read = Address::read(&word).expect(&word).expect("one that can be read");
            assert_eq!((read.written().as_str(), read.body.as_str()), (plain, "1@%2"), "{word}");
            assert_eq!(Address::kind_of(&word).as_deref(), Some("hitori"));
        }
        for behind in ["&id=259flcep", "&id=259flcep#top", "”", "&a=1&b=2"] {
            for before in ["", "type=player&"] {
                let word = format!("https://puzz.link/p?{before}shikaku/2/2/2h2{behind}");
                let read = Address::read(&word).expect(&word).expect("one that can be read");
                assert_eq!(read.body, "2h2", "{word}");
            }
        }
        for word in ["https://puzz.link/p?v:x/lits/2/2/00", "https://puzz.link/p?lits/v:x/2/2/00"] {
            let fault = Address::read(word).expect("an address").expect_err("a variant");
            assert_eq!(fault.why, "variants of a type (`v:`) are not read");
        }
    }

    #[test]
    fn what_is_no_address_is_left_and_a_broken_one_says_why() {
        for word in ["https://puzz.link/list.html", "https://puzz.link/p?", "nurikabe/6/6/"] {
            assert_eq!(Address::kind_of(word), None, "{word}");
        }
        for word in ["https://puzz.link/p?nurikabe", "https://puzz.link/p?nurikabe/6/0/g"] {
            let fault = Address::read(word).expect("an address").expect_err("a broken one");
            assert_eq!(fault.why, "the address has no size, such as 10/10", "{word}");
        }
    }
}
