//! Links of puzzles that no game here reads, so that the refusal can name the puzzle.

use std::fmt;

use foolproof_links::Address;

/// A link to a puzzle of another program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OtherLink {
    /// A puzzle of puzz.link or a program with the same addresses, with the puzzle's name.
    Named(String),
    /// A puzzle of Penpa+, whose addresses do not name it.
    Penpa,
}

/// Puzzle types of puzz.link with their better-known names.
const NAMES: [(&str, &str); 12] = [
    ("akari", "Akari"),
    ("fillomino", "Fillomino"),
    ("hashi", "Hashi"),
    ("heyawake", "Heyawake"),
    ("lightup", "Akari"),
    ("mashu", "Masyu"),
    ("numlin", "Numberlink"),
    ("nurikabe", "Nurikabe"),
    ("slalom", "Slalom"),
    ("slither", "Slitherlink"),
    ("starbattle", "Star Battle"),
    ("yajilin", "Yajilin"),
];

/// A part of all addresses of Penpa+.
pub(crate) const PENPA: &str = "/penpa-edit/";

impl OtherLink {
    /// Returns the link in a word, if it is one of another program.
    pub(crate) fn of(word: &str) -> Option<Self> {
        if word.contains(PENPA) {
            return Some(Self::Penpa);
        }
        Some(Self::Named(spoken(&Address::kind_of(word)?)))
    }
}

/// Returns the usual name of a puzzle.
fn spoken(name: &str) -> String {
    if let Some((_, known)) = NAMES.iter().find(|(code, _)| *code == name) {
        return (*known).to_owned();
    }
    let mut letters = name.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

impl fmt::Display for OtherLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Named(name) => write!(
                f,
                "{name} is not among the games whose links are read; New game… (`foolproof \
                 new-game`) makes a game of your own"
            ),
            Self::Penpa => write!(
                f,
                "this Penpa+ link does not say which game it is; `foolproof convert LINK \
                 level.json --from penpa:slitherlink` names one"
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_of_other_programs_are_named() {
        let of = |word: &str| OtherLink::of(word);
        let named = |name: &str| Some(OtherLink::Named(name.to_owned()));
        assert_eq!(of("https://puzz.link/p?slither/10/10/abc"), named("Slitherlink"));
        assert_eq!(of("http://pzv.jp/p.html?kurodoko/7/7/x"), named("Kurodoko"));
        assert_eq!(
            of("https://swaroopg92.github.io/penpa-edit/#m=edit&p=7VZ"),
            Some(OtherLink::Penpa)
        );
        assert_eq!(of("https://puzz.link/list.html"), None);
        assert_eq!(of("https://puzz.link/p?"), None);
    }
}
