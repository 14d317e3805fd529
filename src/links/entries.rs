//! Entries of grids in files: the contents of one place.

use crate::clue::Clue;

/// A way to write entries. It ignores entries that are not clues, such as answers.
#[derive(Debug)]
pub struct Entries {
    /// Its name in `game.toml`.
    pub name: &'static str,
    /// The entry for nothing.
    pub nothing: &'static str,
    /// Entries are separated by spaces.
    pub is_spaced: bool,
    /// They share the grid of the previous part.
    pub joins: bool,
    /// The position of edge entries.
    pub stands: Stands,
    /// Entries of edges include those of the frame, which have no further meaning.
    pub has_frame: bool,
    /// A single letter is an entry.
    pub has_letters: bool,
    /// The codings of links with these contents, unless a game names other entries.
    codings: &'static [&'static str],
    read: fn(&str) -> Option<Clue>,
    write: fn(&Clue) -> Option<String>,
}

/// The position of edge entries in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stands {
    /// Before the cells.
    Before,
    Behind,
    /// After the answers on the cells.
    BehindAnswers,
}

impl Entries {
    const PLAIN: Self = Self {
        name: "numbers",
        nothing: ".",
        is_spaced: true,
        joins: false,
        stands: Stands::Before,
        has_frame: false,
        has_letters: false,
        codings: &[],
        read: |text| Some(Clue(vec![number(text)?])),
        write: |clue| match clue.0[..] {
            [part] => Some(written(part)),
            _ => None,
        },
    };

    /// Returns the clue of an entry.
    pub fn clue(&self, text: &str) -> Clue {
        (self.read)(text).unwrap_or_default()
    }

    /// Returns the entry of a clue, if it has one.
    pub fn written(&self, clue: &Clue) -> Option<String> {
        match clue.is_nothing() {
            true => Some(self.nothing.to_owned()),
            false => (self.write)(clue),
        }
    }
}

/// The rooms formed by walls: cells of a room have the same number.
pub const ROOMS: &str = "rooms";

/// Returns the entries with this name.
pub fn entries(name: &str) -> Option<&'static Entries> {
    ALL.iter().find(|entries| entries.name == name)
}

/// Returns the names of all entries.
pub fn entry_names() -> impl Iterator<Item = &'static str> {
    ALL.iter().map(|entries| entries.name).chain([ROOMS])
}

/// Returns the entries for the contents of this coding of links.
pub fn entries_of(coding: &str) -> Option<&'static Entries> {
    ALL.iter().find(|entries| entries.codings.contains(&coding))
}

const ALL: &[Entries] = &[
    Entries {
        codings: &[
            "numbers-16", "numbers-10", "numbers-10-or-16", "numbers-36", "numbers-0-to-4",
            "circles",
        ],
        ..Entries::PLAIN
    },
    // Marks without a question mark; a `-` belongs to the player.
    Entries {
        name: "marks",
        codings: &["sparse-marks"],
        read: |text| of_text(text).map(Clue::number),
        ..Entries::PLAIN
    },
    // Numbers next to a board, with -2 for a question mark.
    Entries {
        name: "rim-numbers",
        write: |clue| match clue.0[..] {
            [part] => Some(part.map_or("-2".to_owned(), |number| number.to_string())),
            _ => None,
        },
        ..Entries::PLAIN
    },
    // Numbers for which the site writes 0 for nothing.
    Entries { name: "digits", nothing: "0", read: |text| one_of(text, "0"), ..Entries::PLAIN },
    Entries {
        name: "walls",
        nothing: "0",
        codings: &["borders", "blocks"],
        read: |text| (text == "1").then(|| Clue::number(1)),
        ..Entries::PLAIN
    },
    // Walls among the borders that a player draws.
    Entries {
        name: "given-walls",
        nothing: "0",
        stands: Stands::BehindAnswers,
        read: |text| matches!(text, "X" | "-X").then(|| Clue::number(1)),
        write: |clue| (clue.single() == Some(1)).then(|| "X".to_owned()),
        ..Entries::PLAIN
    },
    // Numbers among answers, which have no letter before them.
    Entries {
        name: "givens",
        read: |text| Some(Clue(vec![number(text.strip_prefix('q')?)?])),
        write: |clue| match clue.0[..] {
            [None] => Some("q-2".to_owned()),
            [part] => Some(format!("q{}", written(part))),
            _ => None,
        },
        ..Entries::PLAIN
    },
    // Numbers up to 4, with 5 for a question mark.
    Entries {
        name: "lamps",
        read: |text| match number(text)? {
            Some(5) => Some(Clue::unknown()),
            part => Some(Clue(vec![part])),
        },
        write: |clue| match clue.0[..] {
            [part] => Some(part.map_or("5".to_owned(), |number| number.to_string())),
            _ => None,
        },
        ..Entries::PLAIN
    },
    // Signs among other entries, for places that are not part of the board.
    Entries {
        name: "holes",
        joins: true,
        read: |text| (text == "#").then(|| Clue::number(1)),
        write: |clue| (clue.single() == Some(1)).then(|| "#".to_owned()),
        ..Entries::PLAIN
    },
    // Such signs among dots.
    Entries {
        name: "crosses",
        joins: true,
        read: |text| (text == "X").then(|| Clue::number(1)),
        write: |clue| (clue.single() == Some(1)).then(|| "X".to_owned()),
        ..Entries::PLAIN
    },
    // Stars for places that are not part of the board.
    Entries {
        name: "stars",
        codings: &["bits"],
        read: |text| (text == "*").then(|| Clue::number(1)),
        write: |clue| (clue.single() == Some(1)).then(|| "*".to_owned()),
        ..Entries::PLAIN
    },
    // Such stars with numbers, whose coding has 7 or 12 for these places.
    Entries {
        name: "numbers-or-7",
        read: |text| number_or_star(text, 7),
        write: |clue| written_or_star(clue, 7),
        ..Entries::PLAIN
    },
    Entries {
        name: "numbers-or-12",
        read: |text| number_or_star(text, 12),
        write: |clue| written_or_star(clue, 12),
        ..Entries::PLAIN
    },
    // A side and a number.
    Entries {
        name: "arrows",
        codings: &["arrows-16"],
        read: |text| {
            let [side, number] = parts(text)?;
            Some(Clue(vec![side, number]))
        },
        write: joined,
        ..Entries::PLAIN
    },
    // A side, a number, and a flag for inside or outside.
    Entries {
        name: "shaded-arrows",
        codings: &["shaded-arrows-16"],
        read: |text| {
            let [side, _, shade] = parts(text)?;
            let said = text.split(',').nth(1)?;
            // The site has no other entry for a place without a clue.
            (said != "-1").then(|| Clue(vec![shade.map(|shade| shade % 4), side, of_text(said)]))
        },
        write: |clue| match clue.0[..] {
            [shade, side, number] => joined(&Clue(vec![side, number, shade])),
            _ => None,
        },
        ..Entries::PLAIN
    },
    // Numbers to the right, below, at the left and on top, with -1 for none; a sign if a place does not
    // belong to the board.
    Entries {
        name: "compasses",
        codings: &["compasses"],
        read: |text| match text {
            "#" => Some(Clue::number(1)),
            _ => {
                let [right, down, left, up] = parts(text)?;
                Some(Clue(vec![up, down, left, right]))
            }
        },
        write: |clue| match clue.0[..] {
            [Some(1)] => Some("#".to_owned()),
            [up, down, left, right] => {
                let number = |part: Option<u32>| part.map_or("-1".to_owned(), |n| n.to_string());
                Some([right, down, left, up].map(number).join(","))
            }
            _ => None,
        },
        ..Entries::PLAIN
    },
    // A colour and a number.
    Entries {
        name: "coloured-numbers",
        codings: &["balance"],
        read: |text| {
            let (colour, number) = text.split_once(',')?;
            let colour = colour.parse::<u32>().ok()?;
            Some(Clue(vec![Some(colour.checked_add(1)?), of_text(number)]))
        },
        write: |clue| match clue.0[..] {
            [Some(colour @ 1..), number] => Some(format!(
                "{},{}",
                colour - 1,
                number.map_or("-2".to_owned(), |n| n.to_string())
            )),
            _ => None,
        },
        ..Entries::PLAIN
    },
    // A minus before a dark place, and 0 for a question mark.
    Entries {
        name: "dark-numbers",
        codings: &["bits-numbers-16"],
        read: |text| {
            let (dark, rest) = match text.strip_prefix('-') {
                Some(rest) => (1, rest),
                None => (0, text),
            };
            let said = rest.parse::<u32>().ok().map(|number| Some(number).filter(|n| *n > 0));
            (dark == 1 || said.is_some())
                .then(|| Clue([Some(dark)].into_iter().chain(said).collect()))
        },
        write: |clue| {
            let said = clue.0.get(1).map(|part| part.unwrap_or(0).to_string());
            let sign = if clue.0.first() == Some(&Some(1)) { "-" } else { "" };
            Some(format!("{sign}{}", said.unwrap_or_else(|| ".".to_owned())))
        },
        ..Entries::PLAIN
    },
    // Up to four numbers in any order.
    Entries {
        name: "lists",
        codings: &["tapa"],
        read: |text| {
            let parts = text.split(',').map(number).collect::<Option<Vec<_>>>()?;
            Some(Clue(parts))
        },
        write: joined,
        ..Entries::PLAIN
    },
    // A plus (c), a bar down (a) or across (b).
    Entries {
        name: "signs",
        has_letters: true,
        codings: &["tatamibari"],
        read: |text| match text {
            "-" => Some(Clue::unknown()),
            _ => Some(Clue::number(["c", "a", "b"].iter().position(|c| *c == text)? as u32 + 1)),
        },
        write: |clue| match clue.0[..] {
            [None] => Some("-".to_owned()),
            [Some(kind @ 1..=3)] => "cab".chars().nth(kind as usize - 1).map(String::from),
            _ => None,
        },
        ..Entries::PLAIN
    },
    // A circle with a number, or the side of an arrow.
    Entries {
        name: "circles-or-arrows",
        codings: &["sashigane"],
        read: |text| match text.strip_prefix('o') {
            Some("") => Some(Clue(vec![Some(0), None])),
            Some(number) => Some(Clue(vec![Some(0), Some(number.parse().ok()?)])),
            None if text == "-" => Some(Clue::unknown()),
            None => Some(Clue(vec![Some(text.parse().ok()?), None])),
        },
        write: |clue| match clue.0[..] {
            [Some(0), None] => Some("o".to_owned()),
            [Some(0), Some(number)] => Some(format!("o{number}")),
            [Some(side), None] => Some(side.to_string()),
            [None] => Some("-".to_owned()),
            _ => None,
        },
        ..Entries::PLAIN
    },
    // Pieces of line, from a on.
    Entries {
        name: "pieces-of-line",
        has_letters: true,
        codings: &["pipes"],
        read: |text| match text {
            "-" => Some(Clue::unknown()),
            _ => Some(Clue::number(
                "abcdefg".split("").position(|c| !c.is_empty() && c == text)? as u32
            )),
        },
        write: |clue| match clue.0[..] {
            [None] => Some("-".to_owned()),
            [Some(piece @ 1..=7)] => "abcdefg".chars().nth(piece as usize - 1).map(String::from),
            _ => None,
        },
        ..Entries::PLAIN
    },
    // Arrows on edges: to the left or up, and in the same grid to the right or down.
    Entries {
        name: "arrows-back",
        nothing: "0",
        stands: Stands::Behind,
        has_frame: true,
        read: |text| (text == "1").then(|| Clue::number(1)),
        ..Entries::PLAIN
    },
    Entries {
        name: "arrows-on",
        nothing: "0",
        stands: Stands::Behind,
        has_frame: true,
        joins: true,
        read: |text| (text == "2").then(|| Clue::number(1)),
        write: |clue| (clue.single() == Some(1)).then(|| "2".to_owned()),
        ..Entries::PLAIN
    },
    // Gates that are vertical (i) or horizontal (-), black places, and those with a side and a number.
    Entries {
        name: "gates",
        has_letters: true,
        codings: &["gates-arrows-16"],
        read: |text| match text {
            "#" => Some(Clue::number(1)),
            "i" => Some(Clue::number(2)),
            "-" => Some(Clue::number(3)),
            _ => {
                // A black place without a number has a question mark or 0.
                let (side, said) = text.split_once(',').unwrap_or(("0", text));
                let side: u32 = side.parse().ok()?;
                Some(match number(said)? {
                    Some(number @ 1..) => Clue([1, side, number].map(Some).to_vec()),
                    _ => Clue::number(1),
                })
            }
        },
        write: |clue| match clue.0[..] {
            [Some(kind @ 1..=3)] => "#i-".chars().nth(kind as usize - 1).map(String::from),
            [Some(1), Some(side), Some(number)] => Some(format!("{side},{number}")),
            _ => None,
        },
        ..Entries::PLAIN
    },
    // The circle among them.
    Entries {
        name: "circle-among-gates",
        joins: true,
        read: |text| (text == "o").then(|| Clue::number(1)),
        write: |clue| (clue.single() == Some(1)).then(|| "o".to_owned()),
        ..Entries::PLAIN
    },
    // Two numbers of a black place: down, and to the right.
    Entries {
        name: "sums-down",
        codings: &["tilepaint", "tilepaint-rim"],
        read: |text| sums(text).map(reversed),
        write: |clue| written_sums(&reversed(clue.clone())),
        ..Entries::PLAIN
    },
    // Two numbers of a black place: to the right, and down.
    Entries {
        name: "sums",
        codings: &["kakuro", "kakuro-rim"],
        read: sums,
        write: written_sums,
        ..Entries::PLAIN
    },
    // White (1) and black (2) dots, a character each.
    Entries {
        name: "dots",
        is_spaced: false,
        codings: &["dots"],
        read: |text| one_of(text, "0"),
        ..Entries::PLAIN
    },
];

/// Parses a number or a question mark; `None` if it is neither. On a rim, the sites write -2 for a question
/// mark and -1 for nothing.
fn number(text: &str) -> Option<Option<u32>> {
    match text {
        "-" | "-2" => Some(None),
        _ => text.parse().ok().map(Some),
    }
}

/// Parses a number, if known.
fn of_text(text: &str) -> Option<u32> {
    text.parse().ok()
}

/// Parses the number of a line, or those to the right and down.
fn sums(text: &str) -> Option<Clue> {
    match text.split_once(',') {
        Some((right, down)) => Some(Clue(vec![of_text(right), of_text(down)])),
        None => number(text)?.map(Clue::number),
    }
}

fn written_sums(clue: &Clue) -> Option<String> {
    match clue.0[..] {
        [Some(number)] => Some(number.to_string()),
        [right, down] => {
            let part = |part: Option<u32>| part.map_or("-1".to_owned(), |n| n.to_string());
            Some(format!("{},{}", part(right), part(down)))
        }
        _ => None,
    }
}

fn reversed(mut clue: Clue) -> Clue {
    clue.0.reverse();
    clue
}

fn written(part: Option<u32>) -> String {
    part.map_or("-".to_owned(), |number| number.to_string())
}

/// Parses a number or question mark, unless it is the entry for nothing.
fn one_of(text: &str, nothing: &str) -> Option<Clue> {
    (text != nothing).then(|| number(text)).flatten().map(|part| Clue(vec![part]))
}

fn number_or_star(text: &str, star: u32) -> Option<Clue> {
    match text {
        "*" => Some(Clue::number(star)),
        _ => number(text).map(|part| Clue(vec![part])),
    }
}

fn written_or_star(clue: &Clue, star: u32) -> Option<String> {
    match clue.0[..] {
        [Some(number)] if number == star => Some("*".to_owned()),
        [part] => Some(written(part)),
        _ => None,
    }
}

/// Parses exactly `N` numbers, separated by commas.
fn parts<const N: usize>(text: &str) -> Option<[Option<u32>; N]> {
    let parts: Vec<Option<u32>> = text.split(',').map(of_text).collect();
    parts.try_into().ok()
}

fn joined(clue: &Clue) -> Option<String> {
    let parts: Vec<String> = clue.0.iter().map(|part| written(*part)).collect();
    Some(parts.join(","))
}
