//! Pieces of Refraction and their marks.
//!
//! Sides are n, e, s, w; `input n` means a port on the north side, so that the beam comes from the
//! north. A set of sides is written as its letters in that order. Powers are exact fractions.
//! Source: Smith & Butler, "Quantifying over Play", section 3.

use std::fmt;

use num_rational::Ratio;
use num_traits::{CheckedAdd as _, CheckedDiv as _};

pub(crate) use foolproof_game::Side;
use foolproof_game::{MeaningError, listed};
use foolproof_level::Mark;

/// An exact power.
pub(crate) type Power = Ratio<i64>;

/// Largest numerator and denominator of a power that a level may ask for.
pub(crate) const LARGEST: i64 = 10_000;

/// A set of sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Ports(u8);

impl Ports {
    pub(crate) fn of(sides: impl IntoIterator<Item = Side>) -> Self {
        Ports(sides.into_iter().fold(0, |bits, side| bits | 1 << side as u8))
    }

    pub(crate) fn one(side: Side) -> Self {
        Self::of([side])
    }

    pub(crate) fn contains(self, side: Side) -> bool {
        self.0 & (1 << side as u8) != 0
    }

    pub(crate) fn sides(self) -> impl Iterator<Item = Side> {
        Side::ALL.into_iter().filter(move |side| self.contains(*side))
    }

    pub(crate) fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Every set of `n` sides without `except`, in order.
    pub(crate) fn choices(n: usize, except: Option<Side>) -> Vec<Ports> {
        (1..16u8)
            .map(Ports)
            .filter(|ports| ports.len() == n && !except.is_some_and(|side| ports.contains(side)))
            .collect()
    }

    fn parse(text: &str) -> Option<Self> {
        let sides: Vec<Side> = text.chars().map(Side::from_letter).collect::<Option<_>>()?;
        let ports = Self::of(sides);
        (!text.is_empty() && ports.to_string() == text).then_some(ports)
    }

    fn map(self, turn: impl Fn(Side) -> Side) -> Self {
        Self::of(self.sides().map(turn))
    }

    /// "north, east and south".
    pub(crate) fn spoken(self) -> String {
        let names: Vec<&str> = self.sides().map(Side::name).collect();
        match names.as_slice() {
            [] => "nowhere".to_owned(),
            some => listed(some, "and"),
        }
    }
}

impl fmt::Display for Ports {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sides().try_for_each(|side| write!(f, "{}", side.letter()))
    }
}

/// The meaning of a mark of this game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Piece {
    Source { out: Side, power: Power },
    Target { ins: Ports, power: Power },
    Blocker,
    Bender { input: Side, out: Side },
    Splitter { input: Side, outs: Ports },
    Combiner { ins: Ports, out: Side },
}

/// Kinds of movable pieces, as concepts name them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum PieceKind {
    Bender,
    Splitter,
    Combiner,
}

impl PieceKind {
    pub(crate) const ALL: [PieceKind; 3] =
        [PieceKind::Bender, PieceKind::Splitter, PieceKind::Combiner];

    pub(crate) fn name(self) -> &'static str {
        match self {
            PieceKind::Bender => "bender",
            PieceKind::Splitter => "splitter",
            PieceKind::Combiner => "combiner",
        }
    }
}

/// Reads `3/4`, `3` or two numbers as a power in bounds.
pub(crate) fn power(numerator: i64, denominator: i64) -> Result<Power, MeaningError> {
    if denominator == 0 {
        return Err(MeaningError::Part(
            "a power cannot be a fraction with 0 below the line".to_owned(),
        ));
    }
    if numerator <= 0 || denominator < 0 {
        return Err(MeaningError::Part(format!(
            "a power is more than 0, not {numerator}/{denominator}"
        )));
    }
    if numerator > LARGEST || denominator > LARGEST {
        return Err(MeaningError::Part(format!("the numbers of a power go up to {LARGEST}")));
    }
    Ok(Power::new(numerator, denominator))
}

/// The sum of powers. Levels whose powers are too fine for exact 64-bit fractions are rejected when they are
/// read (`facts.rs`); a sum beyond that is 0 here, which no target wants.
pub(crate) fn total(powers: impl IntoIterator<Item = Power>) -> Power {
    powers
        .into_iter()
        .try_fold(Power::default(), |sum, power| sum.checked_add(&power))
        .unwrap_or_default()
}

/// The power of each of `n` equal shares; 0 beyond the bounds, like [`total`].
pub(crate) fn share(power: Power, n: usize) -> Power {
    i64::try_from(n)
        .ok()
        .and_then(|n| power.checked_div(&Power::from_integer(n)))
        .unwrap_or_default()
}

/// Reads a power as a designer types it: `3/4` or `2`.
pub(crate) fn parse_power(text: &str) -> Result<Power, MeaningError> {
    let (top, bottom) = text.split_once('/').unwrap_or((text, "1"));
    match (top.trim().parse(), bottom.trim().parse()) {
        (Ok(top), Ok(bottom)) => power(top, bottom),
        _ => Err(MeaningError::Part(format!(
            "`{}` is not a power; write a fraction such as 3/4",
            text.trim()
        ))),
    }
}

impl Piece {
    /// Reads a mark; an error if it is not one of this game.
    pub(crate) fn read(mark: &Mark) -> Result<Self, MeaningError> {
        let args = mark.args();
        let side = |text: &str| {
            let mut letters = text.chars();
            match (letters.next().and_then(Side::from_letter), letters.next()) {
                (Some(side), None) => Ok(side),
                _ => Err(MeaningError::Part(format!(
                    "`{text}` in `{mark}` is not a side; sides are n, e, s and w"
                ))),
            }
        };
        let ports = |text: &str| {
            Ports::parse(text).ok_or_else(|| {
                MeaningError::Part(format!(
                    "`{text}` in `{mark}` is not a set of sides in the order n e s w"
                ))
            })
        };
        let number = |text: &str| {
            text.parse::<i64>()
                .map_err(|_| MeaningError::Part(format!("`{text}` in `{mark}` is not a number")))
        };
        let in_lowest_terms = |top: &str, bottom: &str| {
            let power = power(number(top)?, number(bottom)?)?;
            if power.numer().to_string() == top && power.denom().to_string() == bottom {
                Ok(power)
            } else {
                Err(MeaningError::Part(format!("the power of `{mark}` is not in lowest terms")))
            }
        };
        let piece = match (mark.functor(), args.as_slice()) {
            ("blocker", []) => Piece::Blocker,
            ("source", [out, top, bottom]) => {
                Piece::Source { out: side(out)?, power: in_lowest_terms(top, bottom)? }
            }
            ("target", [ins, top, bottom]) => {
                Piece::Target { ins: ports(ins)?, power: in_lowest_terms(top, bottom)? }
            }
            ("bender", [input, out]) => Piece::Bender { input: side(input)?, out: side(out)? },
            ("splitter", [input, outs]) => {
                Piece::Splitter { input: side(input)?, outs: ports(outs)? }
            }
            ("combiner", [ins, out]) => Piece::Combiner { ins: ports(ins)?, out: side(out)? },
            _ => {
                return Err(MeaningError::Unknown(format!(
                    "`{mark}` is not a piece of Refraction"
                )));
            }
        };
        piece.check().map(|()| piece)
    }

    /// Checks that the ports fit the type.
    fn check(self) -> Result<(), MeaningError> {
        let several = |ports: Ports, other: Side, what: &str| {
            if ports.contains(other) {
                Err(MeaningError::Parts(format!("a {what} has at most one port on each side")))
            } else if matches!(ports.len(), 2 | 3) {
                Ok(())
            } else {
                Err(MeaningError::Parts(format!(
                    "a {what} has two or three ports of a kind, not {}",
                    ports.len()
                )))
            }
        };
        match self {
            Piece::Bender { input, out } if input == out || input.opposite() == out => {
                Err(MeaningError::Parts("a bender turns the beam by a right angle".to_owned()))
            }
            Piece::Splitter { input, outs } => several(outs, input, "splitter"),
            Piece::Combiner { ins, out } => several(ins, out, "combiner"),
            _ => Ok(()),
        }
    }

    pub(crate) fn mark(self) -> Mark {
        let text = match self {
            Piece::Source { out, power } => {
                format!("source({},{},{})", out.letter(), power.numer(), power.denom())
            }
            Piece::Target { ins, power } => {
                format!("target({ins},{},{})", power.numer(), power.denom())
            }
            Piece::Blocker => "blocker".to_owned(),
            Piece::Bender { input, out } => format!("bender({},{})", input.letter(), out.letter()),
            Piece::Splitter { input, outs } => format!("splitter({},{outs})", input.letter()),
            Piece::Combiner { ins, out } => format!("combiner({ins},{})", out.letter()),
        };
        // The text above is a term by construction; `blocker` could not be reached otherwise.
        text.parse().unwrap_or_else(|_| Piece::Blocker.mark())
    }

    /// The kind of a movable piece.
    pub(crate) fn kind(self) -> Option<PieceKind> {
        match self {
            Piece::Bender { .. } => Some(PieceKind::Bender),
            Piece::Splitter { .. } => Some(PieceKind::Splitter),
            Piece::Combiner { .. } => Some(PieceKind::Combiner),
            _ => None,
        }
    }

    pub(crate) fn is_movable(self) -> bool {
        self.kind().is_some()
    }

    pub(crate) fn inputs(self) -> Ports {
        match self {
            Piece::Source { .. } | Piece::Blocker => Ports::default(),
            Piece::Target { ins, .. } | Piece::Combiner { ins, .. } => ins,
            Piece::Bender { input, .. } | Piece::Splitter { input, .. } => Ports::one(input),
        }
    }

    pub(crate) fn outputs(self) -> Ports {
        match self {
            Piece::Target { .. } | Piece::Blocker => Ports::default(),
            Piece::Source { out, .. } | Piece::Bender { out, .. } | Piece::Combiner { out, .. } => {
                Ports::one(out)
            }
            Piece::Splitter { outs, .. } => outs,
        }
    }

    pub(crate) fn power(self) -> Option<Power> {
        match self {
            Piece::Source { power, .. } | Piece::Target { power, .. } => Some(power),
            _ => None,
        }
    }

    /// The piece with every side replaced.
    pub(crate) fn turned(self, turn: impl Fn(Side) -> Side) -> Self {
        match self {
            Piece::Source { out, power } => Piece::Source { out: turn(out), power },
            Piece::Target { ins, power } => Piece::Target { ins: ins.map(&turn), power },
            Piece::Blocker => Piece::Blocker,
            Piece::Bender { input, out } => Piece::Bender { input: turn(input), out: turn(out) },
            Piece::Splitter { input, outs } => {
                Piece::Splitter { input: turn(input), outs: outs.map(&turn) }
            }
            Piece::Combiner { ins, out } => Piece::Combiner { ins: ins.map(&turn), out: turn(out) },
        }
    }

    /// In words: "splitter (west→north and south)".
    pub(crate) fn spoken(self) -> String {
        match self {
            Piece::Source { out, power } => format!("source of {power}, to the {}", out.name()),
            Piece::Target { ins, power } => format!("target of {power}, from the {}", ins.spoken()),
            Piece::Blocker => "blocker".to_owned(),
            Piece::Bender { input, out } => {
                format!("bender ({}→{})", input.name(), out.name())
            }
            Piece::Splitter { input, outs } => {
                format!("splitter ({}→{})", input.name(), outs.spoken())
            }
            Piece::Combiner { ins, out } => {
                format!("combiner ({}→{})", ins.spoken(), out.name())
            }
        }
    }

    /// Every possible movable piece: 8 benders, 16 splitters, 16 combiners.
    pub(crate) fn all_movable() -> Vec<Piece> {
        let mut pieces = Vec::new();
        for input in Side::ALL {
            for out in Side::ALL {
                let piece = Piece::Bender { input, out };
                if piece.check().is_ok() {
                    pieces.push(piece);
                }
            }
        }
        let sets =
            |side| Ports::choices(2, Some(side)).into_iter().chain(Ports::choices(3, Some(side)));
        for input in Side::ALL {
            pieces.extend(sets(input).map(|outs| Piece::Splitter { input, outs }));
        }
        for out in Side::ALL {
            pieces.extend(sets(out).map(|ins| Piece::Combiner { ins, out }));
        }
        pieces
    }
}
