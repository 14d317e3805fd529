//! The record of a play, kept with the player's consent. Each action is written as it happens.
//!
//! Must never send anything anywhere.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use parking_lot::Mutex;
use thiserror::Error;

use super::clock::{VisitClock, milliseconds};
use super::playing::LevelOnTable;
use crate::play::window::DeedTally;
use foolproof_editor::files::disk::{Disk, DiskError};
use foolproof_game::Verdict;
use foolproof_level::checked::{stamp, this_program};
use foolproof_level::{Pack, Play};
use foolproof_records::{
    PlayerStep, RECORD_VERSION, RecordEntry, RecordWriter, WriterError, record_beside, rules_digest,
};

/// The wish of the command line for a record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum RecordWish {
    /// The player is asked, once per pack.
    #[default]
    Ask,
    Never,
    /// A record is kept in this file, without a question.
    At(PathBuf),
}

/// Reason why the record ended.
#[derive(Debug, Error)]
pub(crate) enum RecordingError {
    #[error("No record is kept: {0}.")]
    Writer(#[from] WriterError),
    #[error("No record is kept: {0}.")]
    Disk(#[from] DiskError),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Keeps {
    /// The player is being asked.
    Asks,
    On,
    Off,
}

/// The recorded visit so far.
struct RecordedVisit {
    play: Play,
    tally: DeedTally,
    clock: VisitClock,
    solved: bool,
}

/// The record of this window.
pub(crate) struct Recording {
    path: PathBuf,
    keeps: Keeps,
    /// The player decides, and may change the decision in the window.
    is_players: bool,
    changed: bool,
    writer: Option<Arc<Mutex<RecordWriter>>>,
    /// Start of the run, in seconds of the window's clock.
    begun: f64,
    visit: Option<RecordedVisit>,
}

impl Recording {
    /// `answered` is the player's answer when this pack was played before.
    pub(crate) fn new(wish: RecordWish, pack: &Path, answered: Option<bool>) -> Self {
        let is_players = wish == RecordWish::Ask;
        let (path, keeps) = match (wish, answered) {
            (RecordWish::At(path), _) => (path, Keeps::On),
            (RecordWish::Never, _) | (RecordWish::Ask, Some(false)) => {
                (record_beside(pack), Keeps::Off)
            }
            (RecordWish::Ask, Some(true)) => (record_beside(pack), Keeps::On),
            (RecordWish::Ask, None) => (record_beside(pack), Keeps::Asks),
        };
        let (writer, visit) = (None, None);
        Self { path, keeps, is_players, changed: false, writer, begun: 0.0, visit }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn is_on(&self) -> bool {
        self.keeps == Keeps::On
    }

    pub(crate) fn asks(&self) -> bool {
        self.keeps == Keeps::Asks
    }

    /// True if the player can change the decision in the window.
    pub(crate) fn is_players(&self) -> bool {
        self.is_players
    }

    pub(crate) fn decide(&mut self, record: bool) {
        self.keeps = if record { Keeps::On } else { Keeps::Off };
    }

    pub(crate) fn ask_again(&mut self) {
        self.keeps = Keeps::Asks;
    }

    /// Ends the record. The written part stays.
    pub(crate) fn stop(&mut self) {
        (self.keeps, self.changed) = (Keeps::Off, true);
        (self.writer, self.visit) = (None, None);
    }

    /// Returns whether the player has changed the decision since the last call.
    pub(crate) fn takes_change(&mut self) -> bool {
        std::mem::take(&mut self.changed)
    }

    /// Records that a level comes on the table.
    pub(crate) fn begins(
        &mut self,
        pack: &Pack,
        table: &LevelOnTable,
        now: f64,
        disk: &Disk,
    ) -> Result<(), RecordingError> {
        if !self.is_on() {
            return Ok(());
        }
        if self.writer.is_none() {
            match RecordWriter::open(&self.path) {
                Ok(writer) => self.writer = Some(Arc::new(Mutex::new(writer))),
                Err(why) => {
                    self.keeps = Keeps::Off;
                    return Err(why.into());
                }
            }
            self.begun = now;
            let run = RecordEntry::Run {
                record: RECORD_VERSION,
                pack: pack.title.clone(),
                by: this_program(),
                date: stamp(SystemTime::now()),
            };
            self.write(run, disk)?;
        }
        let level = RecordEntry::Level {
            // A pack has far fewer levels than this.
            number: u32::try_from(table.number + 1).unwrap_or(u32::MAX),
            title: table.level.title.clone(),
            game: table.level.game.clone(),
            puzzle: table.digest.clone(),
            rules: rules_digest(&*table.game),
            at: milliseconds(now - self.begun),
        };
        let (play, tally) = (table.session.play.clone(), table.session.tally);
        let clock = VisitClock::new(now);
        self.visit = Some(RecordedVisit { play, tally, clock, solved: false });
        self.write(level, disk)
    }

    /// Writes the events since the last call. Called once per frame.
    pub(crate) fn observe(
        &mut self,
        table: &mut LevelOnTable,
        now: f64,
        in_front: bool,
        disk: &Disk,
    ) -> Result<(), RecordingError> {
        let Some(visit) = &mut self.visit else { return Ok(()) };
        visit.clock.tick(now, in_front);
        let entries = visit.news(table, milliseconds(now - self.begun));
        entries.into_iter().try_for_each(|entry| self.write(entry, disk))
    }

    /// Records that the level leaves the table.
    pub(crate) fn leaves(&mut self, now: f64, disk: &Disk) -> Result<(), RecordingError> {
        let Some(mut visit) = self.visit.take() else { return Ok(()) };
        visit.clock.tick(now, true);
        let (at, active) = (milliseconds(now - self.begun), visit.clock.active_ms());
        self.write(RecordEntry::Left { at, active }, disk)
    }

    fn write(&mut self, entry: RecordEntry, disk: &Disk) -> Result<(), RecordingError> {
        let Some(writer) = self.writer.clone() else { return Ok(()) };
        let append = move || writer.lock().append(&entry).map_err(|why| why.to_string());
        disk.run(append).map_err(|why| {
            // A record with a gap would describe plays that nobody made.
            (self.keeps, self.writer, self.visit) = (Keeps::Off, None, None);
            RecordingError::from(why)
        })
    }
}

impl RecordedVisit {
    /// Returns the events since the last call; `at` is the time of the run in milliseconds.
    fn news(&mut self, table: &mut LevelOnTable, at: u64) -> Vec<RecordEntry> {
        let (session, active) = (&mut table.session, self.clock.active_ms());
        let (before, now) = (std::mem::replace(&mut self.tally, session.tally), session.tally);
        let asked = now.hints.saturating_sub(before.hints);
        let mut entries: Vec<RecordEntry> =
            (0..asked).map(|_| RecordEntry::Hint { at, active }).collect();
        let solved = session.judgement(&*table.game).0 == Verdict::Solved;
        // A stroke is one step, however long the pen is down.
        let is_whole = session.pen.is_none() || solved;
        if session.play != self.play && is_whole {
            let kind = match () {
                () if now.restarts > before.restarts => PlayerStep::Restart,
                () if now.undos > before.undos => PlayerStep::Undo,
                () if now.redos > before.redos => PlayerStep::Redo,
                () => PlayerStep::Move,
            };
            entries.push(RecordEntry::step(at, active, kind, &self.play, &session.play));
            self.play.clone_from(&session.play);
        }
        let said = table.remarks.take().into_iter();
        entries.extend(said.map(|(remark, words)| RecordEntry::Said { at, active, remark, words }));
        if solved && !self.solved {
            entries.push(RecordEntry::Solved { at, active });
        }
        self.solved = solved;
        entries
    }
}
