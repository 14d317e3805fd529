//! The text from which stopped mining is resumed.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};

use super::boards::Boards;
use super::sweep::{Sweep, SweepGoal, SweepStage};
use super::{Mine, MiningHalt, MiningPlan};
use crate::ice::{Ice, Penguins};
use foolproof_game::StudyError;
use foolproof_level::Board;

/// Increased whenever the format of the text changes.
const VERSION: u32 = 1;
/// Boards that are read at once.
const BLOCK: usize = 1 << 20;

#[derive(Serialize, Deserialize)]
struct KeptMining {
    version: u32,
    size: (u16, u16),
    penguins: usize,
    kinds: Vec<SweepGoal>,
    best: usize,
    threads: usize,
    memory: u64,
    must: Penguins,
    never: Penguins,
    elapsed: Duration,
    /// Solvable boards by number of penguins, with the standard error.
    solvable: Vec<(f64, f64)>,
    sweeps: Vec<KeptSweep>,
    /// For examination one by one: the number of boards examined, and the results.
    direct: Option<(u64, [SweepStage; 2])>,
}

#[derive(Serialize, Deserialize)]
struct KeptSweep {
    stages: Vec<SweepStage>,
    part: Option<SweepStage>,
    at: usize,
    /// Boards, eight bytes each with the lowest first, in base64.
    from: String,
    next: String,
}

fn encoded(boards: &Boards) -> Result<String, MiningHalt> {
    let mut bytes = Vec::with_capacity(boards.len() * 8);
    for from in (0..boards.len()).step_by(BLOCK) {
        let block = boards.read(from, BLOCK)?;
        bytes.extend(block.iter().flat_map(|board| board.to_le_bytes()));
    }
    Ok(STANDARD.encode(bytes))
}

fn decoded(text: &str) -> Result<Boards, StudyError> {
    let bytes =
        STANDARD.decode(text).map_err(|error| format!("its boards are damaged: {error}"))?;
    let (words, rest) = bytes.as_chunks::<8>();
    if !rest.is_empty() {
        return Err("its boards are cut off".into());
    }
    let mut boards = Boards::default();
    for block in words.chunks(BLOCK) {
        let block: Vec<Penguins> =
            block.iter().map(|bytes| Penguins::from_le_bytes(*bytes)).collect();
        boards.extend(&block).map_err(StudyError::of)?;
    }
    Ok(boards)
}

/// Returns whether all boards have this number of penguins and are on the ice.
fn all_are(boards: &Boards, ice: &Ice, penguins: usize) -> Result<bool, StudyError> {
    for from in (0..boards.len()).step_by(BLOCK) {
        let block = boards.read(from, BLOCK).map_err(StudyError::of)?;
        let is_one =
            |board: &Penguins| board & !ice.all == 0 && board.count_ones() as usize == penguins;
        if !block.iter().all(is_one) {
            return Ok(false);
        }
    }
    Ok(true)
}

impl Mine {
    /// The results so far, for [`Mine::resumed`].
    pub(crate) fn kept(&self) -> Result<String, MiningHalt> {
        let MiningPlan { board, penguins, kinds, best, threads, memory, must, never } =
            self.plan.clone();
        let sweep = |sweep: &Sweep| -> Result<KeptSweep, MiningHalt> {
            Ok(KeptSweep {
                stages: sweep.stages.clone(),
                part: sweep.stage.clone(),
                at: sweep.at,
                from: encoded(&sweep.from)?,
                next: encoded(&sweep.next)?,
            })
        };
        let kept = KeptMining {
            version: VERSION,
            size: (board.cols, board.rows),
            penguins,
            kinds,
            best,
            threads,
            memory,
            must,
            never,
            elapsed: self.elapsed,
            solvable: self.solvable.clone(),
            sweeps: self.sweeps.iter().map(sweep).collect::<Result<_, _>>()?,
            direct: self.direct.as_ref().map(|direct| (direct.at, direct.stages.clone())),
        };
        serde_json::to_string(&kept).map_err(|error| MiningHalt::File(error.to_string()))
    }

    /// Mining of a text from [`Mine::kept`].
    pub(crate) fn resumed(text: &str) -> Result<Self, StudyError> {
        let kept: KeptMining = serde_json::from_str(text)
            .map_err(|error| format!("this is not a saved search for boards: {error}"))?;
        if kept.version != VERSION {
            return Err(
                format!("it is a saved search of version {}, not {VERSION}", kept.version).into()
            );
        }
        let (cols, rows) = kept.size;
        let mut mine = Mine::new(MiningPlan {
            board: Board { cols, rows, tray: 0 },
            penguins: kept.penguins,
            kinds: kept.kinds,
            best: kept.best,
            threads: kept.threads,
            memory: kept.memory,
            must: kept.must,
            never: kept.never,
        })?;
        if kept.sweeps.len() != mine.sweeps.len() {
            return Err("it is a saved search for other boards".into());
        }
        (mine.elapsed, mine.solvable) = (kept.elapsed, kept.solvable);
        if let (Some(direct), Some((at, stages))) = (&mut mine.direct, kept.direct) {
            (direct.at, direct.stages) = (at, stages);
        }
        for (sweep, kept) in mine.sweeps.iter_mut().zip(kept.sweeps) {
            let (from, next) = (decoded(&kept.from)?, decoded(&kept.next)?);
            let fits = kept.stages.last().is_some_and(|last| last.canonical == from.len() as u64)
                && kept.part.as_ref().map_or(0, |part| part.canonical) == next.len() as u64
                && kept.at <= from.len();
            if !fits {
                return Err("its board counts do not match its lists".into());
            }
            let numbers = kept.stages.iter().map(|stage| stage.penguins);
            let last = kept.stages.len() + 1;
            let lists_fit = numbers.eq(2..=last)
                && all_are(&from, &mine.ice, last)?
                && all_are(&next, &mine.ice, last + 1)?;
            if !lists_fit {
                return Err("it has boards with other numbers of penguins".into());
            }
            (sweep.from, sweep.next, sweep.at) = (from, next, kept.at);
            (sweep.stages, sweep.stage) = (kept.stages, kept.part);
        }
        Ok(mine)
    }
}
