//! The marks of levels and plays, and their names in the encoding.
//!
//! A number is the mark `4`, a dot `dot`. The line of a number is a mark on the number's cell: `across(1,2)`
//! runs from one cell left of it to two cells right of it, `down(0,3)` to three cells below it. The only file
//! besides concepts that knows predicate names of `encodings/linjat.lp`.

use crate::puzzle::Puzzle;
use foolproof_game::{GameError, MeaningError, Turn};
use foolproof_level::{Level, Mark, Site};

pub(crate) const DOT: &str = "dot";
/// The longest line.
pub(crate) const LONGEST: u8 = 9;

/// A mark that a designer paints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LinjatClue {
    Dot,
    Number(u8),
}

impl LinjatClue {
    pub(crate) fn read(mark: &Mark) -> Result<Self, MeaningError> {
        match mark.as_str() {
            DOT => Ok(LinjatClue::Dot),
            text => text
                .parse()
                .ok()
                .filter(|number| (1..=LONGEST).contains(number))
                .map(LinjatClue::Number)
                .ok_or_else(|| {
                    MeaningError::Unknown(format!(
                        "`{mark}` is neither `dot` nor a number from 1 to 9"
                    ))
                }),
        }
    }

    pub(crate) fn mark(self) -> Option<Mark> {
        match self {
            LinjatClue::Dot => DOT.parse().ok(),
            LinjatClue::Number(number) => number.to_string().parse().ok(),
        }
    }
}

/// The position of a line around its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Line {
    pub across: bool,
    /// Number of cells left of the number, or above it.
    pub before: u8,
    /// Number of cells right of it, or below it.
    pub after: u8,
}

impl Line {
    /// A line of one cell is stored as across.
    pub(crate) fn new(across: bool, before: u8, after: u8) -> Self {
        Self { across: across || before + after == 0, before, after }
    }

    pub(crate) fn read(mark: &Mark) -> Option<Self> {
        let [before, after] = mark.args().try_into().ok()?;
        let side = |text: &str| text.parse().ok().filter(|cells| *cells < LONGEST);
        let (before, after) = (side(before)?, side(after)?);
        let across = match mark.functor() {
            "across" => true,
            "down" => false,
            _ => return None,
        };
        // A line of one cell has one name.
        let line = Self::new(across, before, after);
        (line.across == across).then_some(line)
    }

    pub(crate) fn mark(self) -> Option<Mark> {
        let name = if self.across { "across" } else { "down" };
        format!("{name}({},{})", self.before, self.after).parse().ok()
    }

    pub(crate) fn length(self) -> u8 {
        self.before + self.after + 1
    }

    /// Returns whether it runs across (or down); a line of one cell does neither.
    pub(crate) fn runs(self, across: bool) -> bool {
        self.length() > 1 && self.across == across
    }

    /// The cells of the line of a number on `site`, those to the left of the board or above it left
    /// out.
    pub(crate) fn cells(self, site: Site) -> impl Iterator<Item = Site> {
        let (before, length) = (i32::from(self.before), i32::from(self.length()));
        (0..length).filter_map(move |step| {
            let off = step - before;
            let (right, down) = if self.across { (off, 0) } else { (0, off) };
            let col = u16::try_from(i32::from(site.col) + right).ok()?;
            let row = u16::try_from(i32::from(site.row) + down).ok()?;
            Some(Site::cell(col, row))
        })
    }

    pub(crate) fn turned(self, turn: Turn) -> Self {
        let Line { across, before, after } = self;
        match (turn, across) {
            (Turn::MirrorColumns, true) | (Turn::MirrorRows, false) => {
                Line::new(across, after, before)
            }
            (Turn::MirrorColumns | Turn::MirrorRows, _) => self,
            // Left becomes above, and above becomes right.
            (Turn::Clockwise, true) => Line::new(false, before, after),
            (Turn::Clockwise, false) => Line::new(true, after, before),
        }
    }

    pub(crate) fn spoken(self) -> String {
        let Line { across, before, after } = self;
        let (one, other) = if across { ("left", "right") } else { ("up", "down") };
        let part = |cells: u8, side: &str| (cells > 0).then(|| format!("{cells} {side}"));
        let parts: Vec<String> =
            [part(before, one), part(after, other)].into_iter().flatten().collect();
        match parts.is_empty() {
            true => "a line of one cell".to_owned(),
            false => format!("a line {}", parts.join(" and ")),
        }
    }
}

/// Facts that the encoding needs besides sites and marks: none, but every mark must have a meaning.
pub(crate) fn facts(level: &Level) -> Result<String, GameError> {
    Puzzle::of(level)?;
    Ok(String::new())
}
