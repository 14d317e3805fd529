//! The choice of rules by which a panel is read: programs for The Witness disagree about erasing and
//! subtracting.

use std::sync::atomic::{AtomicU32, Ordering};

use crate::piece::PanelSymbol;
use crate::search::WitnessSearch;
use foolproof_game::{LevelNumber, Search as _, Wanted};
use foolproof_level::{Board, Level};

/// The rules that define the solutions of a panel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum PanelReading {
    /// The game's, as far as known, and those of witnesspuzzles.com: an eraser vanishes with what it erases.
    #[default]
    Game,
    /// Windmill's: erasers, and what they erase, still count.
    Windmill,
}

impl PanelReading {
    pub(crate) const ALL: [Self; 2] = [Self::Game, Self::Windmill];
    /// Name of the setting in a level.
    pub(crate) const SETTING: &str = "reading";

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Game => "the game",
            Self::Windmill => "Windmill",
        }
    }

    /// The reading that a level sets; the game's if it sets none, or an unknown one.
    pub(crate) fn of(level: &Level) -> Self {
        Self::stated(level).unwrap_or_default()
    }

    /// The reading of a level; `Err` with the number of an unknown one.
    pub(crate) fn stated(level: &Level) -> Result<Self, i32> {
        let number = level.settings.get(Self::SETTING).copied().unwrap_or_default();
        let known = usize::try_from(number).ok().and_then(|at| Self::ALL.get(at));
        known.copied().ok_or(number)
    }

    /// Sets the reading of a level.
    pub(crate) fn set(self, level: &mut Level) {
        match self {
            Self::Game => _ = level.settings.remove(Self::SETTING),
            Self::Windmill => _ = level.settings.insert(Self::SETTING.to_owned(), self.number()),
        }
    }

    /// The rim that no polyomino crosses; Windmill allows that.
    pub(crate) fn rim(self, board: Board) -> Option<Board> {
        (self == Self::Game).then_some(board)
    }

    fn number(self) -> i32 {
        i32::from(self == Self::Windmill)
    }

    /// The reading as a number of the level.
    pub(crate) fn level_number() -> LevelNumber {
        LevelNumber {
            name: Self::SETTING.into(),
            words: "Rules of".into(),
            least: Self::Game.number(),
            most: Self::Windmill.number(),
            default: Self::default().number(),
            choices: Self::ALL.map(|reading| reading.name().into()).to_vec(),
            told: None,
        }
    }
}

/// Limit of stop checks of a search that tells whether two readings differ. It checks for each new region,
/// and every few thousand beginnings of lines.
const MAX_LOOKS: u32 = 2_000;

/// Describes how a program with that reading finds other lines than this level's rules allow; also if it
/// reads some symbols differently and it is unknown whether that matters.
pub(crate) fn reads_otherwise(level: &Level, there: PanelReading, program: &str) -> Option<String> {
    let here = PanelReading::of(level);
    let what = parted_symbols(level)?;
    if here == there {
        return None;
    }
    let mut other = level.clone();
    there.set(&mut other);
    let rules = format!("{program} reads {what} otherwise than {}", here.name());
    Some(match (lines(level), lines(&other)) {
        (Some(ours), Some(theirs)) if ours == theirs => return None,
        (Some((n, _)), Some((m, _))) if n == m => {
            format!("{rules}: as many lines solve it there, but other ones")
        }
        (Some((n, _)), Some((m, _))) => {
            format!("{rules}: lines that solve it are {m} there and {n} here")
        }
        _ => format!("{rules}; whether other lines solve it there was not found out"),
    })
}

/// The symbols of a panel that are read in several ways.
pub(crate) fn parted_symbols(level: &Level) -> Option<&'static str> {
    let is = |wanted: fn(&PanelSymbol) -> bool| {
        let pieces = level.marks().filter_map(|(_, mark)| PanelSymbol::read(mark).ok());
        pieces.into_iter().any(|piece| wanted(&piece))
    };
    let erasers = is(|piece| matches!(piece, PanelSymbol::Eraser(_)));
    match (erasers, is(|piece| matches!(piece, PanelSymbol::Hollow { .. }))) {
        (true, true) => Some("erasers and hollow polyominoes"),
        (true, false) => Some("erasers"),
        (false, true) => Some("hollow polyominoes"),
        (false, false) => None,
    }
}

/// The number of lines that solve a panel, and a digest of them; `None` if that is too much work.
fn lines(level: &Level) -> Option<(u64, u64)> {
    let looks = AtomicU32::new(0);
    let stop = || looks.fetch_add(1, Ordering::Relaxed) >= MAX_LOOKS;
    let wanted = Wanted { shortcuts: false, plays: 0, most: u64::MAX, marks: false };
    let found = WitnessSearch.solutions(level, wanted, &stop)?;
    found.exhausted.then_some((found.count, found.digest))
}
