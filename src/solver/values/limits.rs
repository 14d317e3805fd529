//! Settings of generations, and limits of questions.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use foolproof_game::{KindCount, StockItem};

/// Settings of a generation. As a question, it asks which levels there are.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct GenerateSettings {
    pub seed: u64,
    /// Number of levels to make.
    pub count: u32,
    /// Minimum difference between levels: number of marks, with their sites, that one has and the other
    /// lacks.
    pub distance: u32,
    /// Closer levels may follow once there are no more so far apart: the most varied come first.
    pub closer: bool,
    /// Leaves out every mark that is not needed, especially blockers and distractors.
    pub minimal: bool,
    /// Main aim for levels of games of moves.
    pub aim: LevelAim,
    /// Least and greatest number of moves in a shortest solution.
    pub moves: Option<(u32, u32)>,
    /// Aims for the solving steps of levels of other games.
    pub steps: StepAims,
    /// Number of solutions that levels without a concept may have.
    pub solutions: WantedSolutions,
    /// Number of tray pieces that must be useless in every solution, if the game drafts its levels.
    pub distractors: Option<u32>,
    pub stock: Vec<StockItem>,
    /// Constraints to add, if the game's maker adds some.
    pub kinds: Vec<KindCount>,
    pub shape: LevelStyle,
    pub painted: PaintedMarks,
}

/// Treatment of marks that are painted and not locked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum PaintedMarks {
    #[default]
    Stay,
    /// New levels are the asked one with a few changes.
    Change,
}

impl GenerateSettings {
    /// Returns the seed of a draw. Draws of neighbouring seeds differ.
    pub(crate) fn seed_of(&self, number: u64) -> u64 {
        self.seed.wrapping_mul(7919).wrapping_add(number)
    }
}

/// Aims for the path of a level, which always takes a cheapest step next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct StepAims {
    /// Maximum number of sentences that a step may need. A new level in which some step needs exactly as many
    /// is preferred.
    pub hardest: Option<u32>,
    /// Minimum number of available steps at any moment, counting those no larger than a step before.
    pub narrowest: Option<u32>,
    /// For every step, it must be proved that no smaller set of sentences will do.
    pub no_guessing: bool,
}

impl StepAims {
    /// Aims for steps that need at most this many sentences.
    pub const fn at_most(hardest: u32) -> Self {
        Self { hardest: Some(hardest), narrowest: None, no_guessing: false }
    }

    /// Returns whether any steps will do.
    pub fn is_none(self) -> bool {
        self == Self::default()
    }
}

/// Main aim for new levels of a game of moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum LevelAim {
    /// A shortest solution takes many moves.
    #[default]
    Long,
    /// Few of the positions that moves reach are dead ends.
    FewDeadEnds,
    /// Few solutions are as short as the shortest.
    Narrow,
}

/// Number of solutions that a generated level may have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum WantedSolutions {
    /// Exactly one, as a puzzle is expected to have, if there is a way to make such levels.
    #[default]
    One,
    Any,
}

impl GenerateSettings {
    /// Returns a sensible minimum difference for levels with this many open cells: a quarter of those cells,
    /// at most eight, and at most half of the marks that a level may have, so that such levels exist.
    pub fn fitting_distance(open_sites: usize, stock: &[StockItem]) -> u32 {
        let usual = Self::default().distance;
        let marks = stock.iter().map(|item| item.most).fold(0, u32::saturating_add);
        let most = if stock.is_empty() { usual } else { usual.min(marks.div_ceil(2)).max(1) };
        u32::try_from(open_sites / 4).unwrap_or(u32::MAX).clamp(1, most)
    }
}

/// Appearance of generated levels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct LevelStyle {
    /// Marks that look the same from all sides, such as blockers, are symmetric where both sites
    /// are open.
    pub symmetry: Option<Symmetry>,
    /// Least and greatest share of the board's cells with a mark, in percent.
    pub density: Option<(u32, u32)>,
    /// Least and greatest number of cells that hold a mark.
    pub marks: Option<(u32, u32)>,
}

impl LevelStyle {
    /// Returns the least and greatest number of a board's cells that hold a mark.
    pub(crate) fn filled(&self, cells: usize) -> (usize, usize) {
        let share = |percent: u32| cells * percent as usize;
        let density = self.density.map(|(l, m)| (share(l).div_ceil(100), share(m) / 100));
        let marks = self.marks.map(|(least, most)| (least as usize, most as usize));
        let bounds = [density, marks].into_iter().flatten();
        bounds.fold((0, cells), |(least, most), (l, m)| (least.max(l), most.min(m)))
    }
}

/// Maps each cell to its image.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Symmetry {
    LeftRight,
    TopBottom,
    HalfTurn,
}

impl Default for GenerateSettings {
    /// One level with the usual settings; levels differ in a handful of marks.
    fn default() -> Self {
        Self {
            seed: 1,
            count: 1,
            distance: 8,
            closer: false,
            minimal: false,
            aim: LevelAim::default(),
            moves: None,
            steps: StepAims::default(),
            solutions: WantedSolutions::One,
            distractors: None,
            stock: Vec::new(),
            kinds: Vec::new(),
            shape: LevelStyle::default(),
            painted: PaintedMarks::Stay,
        }
    }
}

/// The limits of a question; every finding repeats them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Limits {
    pub time: Duration,
    /// Address space of the engine and of its worker process, in MiB.
    pub memory_mib: u64,
    /// Memory for what a game's own search keeps, in MiB. It is part of `memory_mib`.
    pub search_mib: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { time: Duration::from_secs(20), memory_mib: 4096, search_mib: 1024 }
    }
}

impl Limits {
    /// Returns the bytes for what a game's own search keeps. An eighth of all memory is left for the rest.
    pub(crate) fn search_bytes(&self) -> usize {
        let mib = self.search_mib.min(self.memory_mib - self.memory_mib / 8);
        usize::try_from(mib.saturating_mul(1 << 20)).unwrap_or(usize::MAX)
    }
}
