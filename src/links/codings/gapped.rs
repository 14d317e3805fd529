//! Codings in which a clue is a few letters, and one letter stands for a run of empty places.

use crate::clue::Clue;
use crate::coding::{Coding, NotWritten};
use crate::letters::{CodingFault, Letters};

/// A coding of clues and gaps.
pub(crate) struct Gapped {
    name: &'static str,
    gaps: Gaps,
    read: fn(&mut Letters<'_>) -> Result<Clue, CodingFault>,
    write: fn(&Clue) -> Option<String>,
}

/// The way to write empty places.
#[derive(Clone, Copy)]
pub(super) enum Gaps {
    /// Runs of empty places: this base-36 digit for one, up to `z`.
    From(char),
    /// This letter for each empty place.
    Each(char),
}

impl Gaps {
    /// Returns the number of empty places for a letter.
    pub(super) fn of(self, letter: char) -> Option<usize> {
        match self {
            Self::Each(empty) => (letter == empty).then_some(1),
            Self::From(first) => {
                let value = |digit: char| digit.to_digit(36).filter(|_| !digit.is_uppercase());
                let run = value(letter)?.checked_sub(value(first)?)?;
                Some(run as usize + 1)
            }
        }
    }

    /// Returns the letters of a run of empty places; long runs take several.
    pub(super) fn written(self, mut run: usize) -> String {
        let first = match self {
            Self::Each(empty) => return empty.to_string().repeat(run),
            Self::From(first) => first.to_digit(36).unwrap_or_default(),
        };
        let mut text = String::new();
        while run > 0 {
            let length = run.min(36 - first as usize);
            text.extend(char::from_digit(first + length as u32 - 1, 36));
            run -= length;
        }
        text
    }
}

impl Coding for Gapped {
    fn name(&self) -> &'static str {
        self.name
    }

    fn read(&self, letters: &mut Letters<'_>, places: usize) -> Result<Vec<Clue>, CodingFault> {
        let mut clues = Vec::new();
        while clues.len() < places {
            let Some(next) = letters.peek() else { break };
            match self.gaps.of(next) {
                Some(run) => {
                    letters.take();
                    clues.resize(clues.len() + run, Clue::NOTHING);
                }
                None => clues.push((self.read)(letters)?),
            }
        }
        // The last letter may stand for more places than are left.
        clues.resize(places, Clue::NOTHING);
        Ok(clues)
    }

    fn write(&self, clues: &[Clue]) -> Result<String, NotWritten> {
        let (mut text, mut run) = (String::new(), 0);
        for (place, clue) in clues.iter().enumerate() {
            if clue.is_nothing() {
                run += 1;
                continue;
            }
            text.push_str(&self.gaps.written(std::mem::take(&mut run)));
            text.push_str(&(self.write)(clue).ok_or(NotWritten(place))?);
        }
        Ok(text + &self.gaps.written(run))
    }
}

pub(crate) const NUMBERS_16: Gapped = Gapped {
    name: "numbers-16",
    gaps: Gaps::From('g'),
    read: number_16,
    write: |clue| written_16(*clue.0.first()?).filter(|_| clue.0.len() == 1),
};

pub(crate) const NUMBERS_10: Gapped = Gapped {
    name: "numbers-10",
    gaps: Gaps::From('a'),
    read: |letters| match letters.takes('.') {
        true => Ok(Clue::unknown()),
        false => letters.digit(10).map(Clue::number),
    },
    write: |clue| match clue.0[..] {
        [None] => Some(".".to_owned()),
        [Some(number)] => (number < 10).then(|| number.to_string()),
        _ => None,
    },
};

/// Black cells (1), and gates that are vertical (2) or horizontal (3).
pub(super) const GATES: Gapped = Gapped {
    name: "gates",
    gaps: Gaps::From('4'),
    read: |letters| match letters.digit(4)? {
        kind @ 1.. => Ok(Clue::number(kind)),
        0 => Err(letters.fault("a kind is 1, 2 or 3")),
    },
    write: |clue| clue.single().filter(|kind| (1..=3).contains(kind)).map(|kind| kind.to_string()),
};

/// A side (0 none, 1 up, 2 down, 3 left, 4 right) and a number.
pub(super) const ARROWS_16: Gapped = arrows_16("arrows-16", Gaps::From('a'));
/// `ARROWS_16` for black cells only.
pub(super) const BLACK_ARROWS_16: Gapped = arrows_16("black-arrows-16", Gaps::From('g'));

const fn arrows_16(name: &'static str, gaps: Gaps) -> Gapped {
    Gapped {
        name,
        gaps,
        read: arrow,
        write: |clue| match clue.0[..] {
            [Some(side), number] => written_arrow(side, number),
            _ => None,
        },
    }
}

/// All codings of this kind.
pub(crate) const ALL: &[Gapped] = &[
    NUMBERS_16,
    NUMBERS_10,
    ARROWS_16,
    // A number of up to two digits in base 36 in every cell.
    Gapped {
        name: "numbers-36",
        gaps: Gaps::Each('.'),
        read: |letters| match letters.peek() {
            Some('%' | '@') => {
                letters.take();
                Ok(Clue::unknown())
            }
            Some('-') => {
                letters.take();
                letters.number(36, 2).map(Clue::number)
            }
            _ => letters.digit(36).map(Clue::number),
        },
        write: |clue| match clue.0[..] {
            [None] => Some("@".to_owned()),
            [Some(number)] if number < 36 => Some(in_base_36(number, 1)),
            [Some(number)] if number < 36 * 36 => Some(format!("-{}", in_base_36(number, 2))),
            _ => None,
        },
    },
    // A flag for places inside (2), outside (1) or neither (0), a side and a number.
    Gapped {
        name: "shaded-arrows-16",
        gaps: Gaps::From('a'),
        read: |letters| {
            let shade = letters.digit(3)?;
            let Clue(mut parts) = arrow(letters)?;
            parts.insert(0, Some(shade));
            Ok(Clue(parts))
        },
        write: |clue| match clue.0[..] {
            [Some(shade @ 0..=2), Some(side), number] => {
                Some(format!("{shade}{}", written_arrow(side, number)?))
            }
            _ => None,
        },
    },
    // Four numbers: up, down, left, right; or 1 for a place that is not part of the board.
    Gapped {
        name: "compasses",
        gaps: Gaps::From('g'),
        read: |letters| {
            if letters.takes('_') {
                return Ok(Clue::number(1));
            }
            let mut parts = Vec::new();
            for _ in 0..4 {
                parts.extend(number_16(letters)?.0);
            }
            Ok(Clue(parts))
        },
        write: |clue| {
            if clue.single() == Some(1) {
                return Some("_".to_owned());
            }
            let parts = clue.0.iter().map(|part| written_16(*part)).collect::<Option<String>>();
            parts.filter(|_| clue.0.len() == 4)
        },
    },
    // A colour (1 white, 2 black) and a number, which may be a question mark.
    Gapped {
        name: "balance",
        gaps: Gaps::From('g'),
        read: |letters| {
            let start = letters.clone();
            let code = number_16(letters)?.single().ok_or_else(|| start.unknown())?;
            Ok(Clue(vec![Some(code % 2 + 1), Some(code / 2).filter(|number| *number > 0)]))
        },
        write: |clue| match clue.0[..] {
            [Some(colour @ 1..=2), number] => {
                written_16(Some(number.unwrap_or(0) * 2 + colour - 1))
            }
            _ => None,
        },
    },
    // A circle with a number (0 and the number), an arrow (its side, and a question mark), or an unknown one of
    // both.
    Gapped {
        name: "sashigane",
        gaps: Gaps::From('k'),
        read: |letters| match letters.peek() {
            Some(arrow @ 'g'..='j') => {
                letters.take();
                Ok(Clue(vec![Some(arrow as u32 - 'g' as u32 + 1), None]))
            }
            Some('@' | '%') => {
                letters.take();
                Ok(Clue::unknown())
            }
            _ => {
                let Clue(number) = number_16(letters)?;
                Ok(Clue([vec![Some(0)], number].concat()))
            }
        },
        write: |clue| match clue.0[..] {
            [Some(0), number @ (None | Some(0..256))] => written_16(number),
            [Some(side @ 1..=4), None] => ('g'..='j').nth(side as usize - 1).map(String::from),
            [None] => Some("@".to_owned()),
            _ => None,
        },
    },
    // Up to four numbers in any order.
    Gapped { name: "tapa", gaps: Gaps::From('g'), read: tapa, write: |clue| written_tapa(&clue.0) },
    // Kinds 1 (a plus), 2 (a bar down), 3 (a bar across), or a question mark.
    Gapped {
        name: "tatamibari",
        gaps: Gaps::From('g'),
        read: |letters| match letters.takes('.') {
            true => Ok(Clue::unknown()),
            false => match letters.digit(4)? {
                // The digits are cyclic: 1 means kind 2.
                digit @ 1..=3 => Ok(Clue::number(digit % 3 + 1)),
                _ => Err(letters.fault("a clue is 1, 2 or 3")),
            },
        },
        write: |clue| match clue.0[..] {
            [None] => Some(".".to_owned()),
            [Some(kind @ 1..=3)] => Some(((kind + 1) % 3 + 1).to_string()),
            _ => None,
        },
    },
    // Two numbers of a black cell: to the right, and down. A hyphen means no number.
    Gapped {
        name: "kakuro",
        gaps: Gaps::From('k'),
        read: |letters| {
            if letters.takes('.') {
                return Ok(Clue(vec![None, None]));
            }
            let down = kakuro_number(letters)?;
            let right = kakuro_number(letters)?;
            Ok(Clue(vec![right, down]))
        },
        write: |clue| match clue.0[..] {
            [None, None] => Some(".".to_owned()),
            [right, down] => Some(written_kakuro(down)? + &written_kakuro(right)?),
            _ => None,
        },
    },
    // The numbers of a clue outside the grid, which looks in one direction.
    Gapped {
        name: "kakuro-rim",
        gaps: Gaps::Each('-'),
        read: |letters| Ok(Clue(kakuro_number(letters)?.into_iter().map(Some).collect())),
        write: |clue| written_kakuro(clue.single()),
    },
    // Numbers next to a board of tiles, one for each row and column.
    Gapped {
        name: "tilepaint-rim",
        gaps: Gaps::Each('.'),
        read: |letters| match letters.takes('-') {
            true => letters.number(16, 2).map(Clue::number),
            false => letters.digit(16).map(Clue::number),
        },
        write: |clue| {
            clue.single().filter(|number| *number < 256).and_then(|n| written_16(Some(n)))
        },
    },
    // Two numbers of a black cell among tiles: down, and to the right. Signs tell which one has two digits.
    Gapped {
        name: "tilepaint",
        gaps: Gaps::From('g'),
        read: |letters| {
            let digits = match letters.peek() {
                Some('-') => [1, 2],
                Some('+') => [2, 1],
                Some('=') => [2, 2],
                _ => [1, 1],
            };
            if digits != [1, 1] {
                letters.take();
            }
            let mut parts = Vec::new();
            for digits in digits {
                let is_open = digits == 1 && letters.takes('.');
                parts.push(if is_open { None } else { Some(letters.number(16, digits)?) });
            }
            Ok(Clue(parts))
        },
        write: |clue| {
            let (down, right) = match clue.0[..] {
                [down, right] => (down, right),
                _ => return None,
            };
            let is_long = |number: Option<u32>| number.is_some_and(|number| number > 15);
            let sign = match (is_long(down), is_long(right)) {
                (false, false) => "",
                (false, true) => "-",
                (true, false) => "+",
                (true, true) => "=",
            };
            let written = |number: Option<u32>| match number {
                None => Some(".".to_owned()),
                Some(number) => (number < 256).then(|| format!("{number:x}")),
            };
            Some(format!("{sign}{}{}", written(down)?, written(right)?))
        },
    },
    // Pieces of line: a (all four sides) to g.
    Gapped {
        name: "pipes",
        gaps: Gaps::From('h'),
        read: |letters| match letters.peek() {
            Some('.') => {
                letters.take();
                Ok(Clue::unknown())
            }
            Some(piece @ 'a'..='g') => {
                letters.take();
                Ok(Clue::number(piece as u32 - 'a' as u32 + 1))
            }
            _ => Err(letters.unknown()),
        },
        write: |clue| match clue.0[..] {
            [None] => Some(".".to_owned()),
            [Some(piece @ 1..=7)] => ('a'..='g').nth(piece as usize - 1).map(String::from),
            _ => None,
        },
    },
];

fn in_base_36(number: u32, digits: usize) -> String {
    let mut text = String::new();
    for at in (0..digits).rev() {
        text.extend(char::from_digit(number / 36_u32.pow(at as u32) % 36, 36));
    }
    text
}

/// Reads the number of a numbers-16 clue, with a sign before it for its number of digits.
pub(crate) fn number_16(letters: &mut Letters<'_>) -> Result<Clue, CodingFault> {
    let (digits, beyond) = match letters.peek() {
        Some('.') => {
            letters.take();
            return Ok(Clue::unknown());
        }
        Some('-') => (2, 0),
        Some('+') => (3, 0),
        Some('=') => (3, 4096),
        Some('%' | '@') => (3, 8192),
        Some('*') => (4, 12240),
        Some('$') => (5, 77776),
        Some(digit) if digit.is_ascii_digit() || ('a'..='f').contains(&digit) => {
            return letters.digit(16).map(Clue::number);
        }
        _ => return Err(letters.unknown()),
    };
    letters.take();
    Ok(Clue::number(letters.number(16, digits)? + beyond))
}

pub(crate) fn written_16(number: Option<u32>) -> Option<String> {
    let Some(number) = number else { return Some(".".to_owned()) };
    Some(match number {
        0..16 => format!("{number:x}"),
        16..256 => format!("-{number:x}"),
        256..4096 => format!("+{number:x}"),
        4096..8192 => format!("={:03x}", number - 4096),
        8192..12240 => format!("@{:03x}", number - 8192),
        12240..77776 => format!("*{:04x}", number - 12240),
        77776..1_126_352 => format!("${:05x}", number - 77776),
        _ => return None,
    })
}

fn arrow(letters: &mut Letters<'_>) -> Result<Clue, CodingFault> {
    if letters.takes('-') {
        let side = letters.digit(5)?;
        return Ok(Clue(vec![Some(side), Some(letters.number(16, 3)?)]));
    }
    let side = letters.digit(10)?;
    let number = match side {
        5.. => Some(letters.number(16, 2)?),
        _ if letters.takes('.') => None,
        _ => Some(letters.digit(16)?),
    };
    Ok(Clue(vec![Some(side % 5), number]))
}

fn written_arrow(side: u32, number: Option<u32>) -> Option<String> {
    let written = match number {
        None => format!("{side}."),
        Some(number @ 0..16) => format!("{side}{number:x}"),
        Some(number @ 16..256) => format!("{}{number:x}", side + 5),
        Some(number @ 256..4096) => format!("-{side}{number:x}"),
        Some(_) => return None,
    };
    (side < 5).then_some(written)
}

/// For clues of two, three or four numbers: their number, the number of values of each, and the first code. A
/// question mark counts as 0.
const TAPA: [(usize, u32, u32); 3] = [(2, 6, 360), (3, 4, 396), (4, 2, 460)];

fn tapa(letters: &mut Letters<'_>) -> Result<Clue, CodingFault> {
    match letters.peek() {
        Some('.') => {
            letters.take();
            Ok(Clue::unknown())
        }
        Some('9') => {
            letters.take();
            Ok(Clue(vec![Some(1); 4]))
        }
        Some('0'..='8') => letters.digit(10).map(Clue::number),
        _ => {
            let start = letters.clone();
            let code = letters.number(36, 2)?;
            let row = TAPA.iter().find(|(length, base, first)| {
                (*first..first + base.pow(*length as u32)).contains(&code)
            });
            let (length, base, first) = row.ok_or_else(|| start.unknown())?;
            let digit = |at: usize| (code - first) / base.pow((length - 1 - at) as u32) % base;
            Ok(Clue((0..*length).map(|at| Some(digit(at)).filter(|digit| *digit > 0)).collect()))
        }
    }
}

fn written_tapa(parts: &[Option<u32>]) -> Option<String> {
    match parts {
        [None] => Some(".".to_owned()),
        [Some(number @ 0..=8)] => Some(number.to_string()),
        [Some(1), Some(1), Some(1), Some(1)] => Some("9".to_owned()),
        _ => {
            let (_, base, first) = TAPA.iter().find(|(length, ..)| *length == parts.len())?;
            let mut code = 0;
            for part in parts {
                let digit = part.unwrap_or(0);
                code = code * base + Some(digit).filter(|digit| digit < base)?;
            }
            Some(in_base_36(code + first, 2))
        }
    }
}

fn kakuro_number(letters: &mut Letters<'_>) -> Result<Option<u32>, CodingFault> {
    let number = match letters.peek() {
        Some('-') => None,
        Some(digit @ ('0'..='9' | 'a'..='j')) => digit.to_digit(36),
        Some(digit @ 'A'..='Z') => digit.to_digit(36).map(|number| number + 10),
        _ => return Err(letters.unknown()),
    };
    letters.take();
    Ok(number)
}

fn written_kakuro(number: Option<u32>) -> Option<String> {
    Some(match number {
        None => "-".to_owned(),
        Some(number @ 0..20) => in_base_36(number, 1),
        Some(number @ 20..46) => in_base_36(number - 10, 1).to_ascii_uppercase(),
        Some(_) => return None,
    })
}
