//! The open records, and their comparison with the current pack.
//!
//! Each file is read on its own thread. A damaged file is refused with its line, and the others stay.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use crossbeam_channel::{Receiver, bounded};
use egui::Context;

use super::ReplayMoment;
use super::words;
use crate::records::pauses::{StoppedAt, have_pauses};
use foolproof_editor::files::filter::Filter;
use foolproof_editor::kit::toasts::ToastTone;
use foolproof_editor::session::chrome::{Chrome, FileWish, WindowEffect};
use foolproof_editor::session::document::Document;
use foolproof_editor::session::findings::Findings;
use foolproof_editor::session::kinds::Pictured;
use foolproof_editor::session::state::State;
use foolproof_editor::text::name_of;
use foolproof_game::{Game, Measure};
use foolproof_level::{Level, LevelId, Pack, Revision, Site};
use foolproof_records::{
    FoundPlay, LevelPlays, PlayRecord, RecordError, StuckSearch, heat, plays_of, record_beside,
};
use foolproof_solver::{Finding, Status, Ticket, Topic, has_steps};

/// Maximum number of open records.
const MAX_RECORDS: usize = 200;
/// Purpose of the file dialog.
pub(super) const WISH: &str = "play record";

/// A record and its path.
pub(crate) struct OpenRecord {
    pub path: PathBuf,
    pub record: PlayRecord,
}

/// Result of a thread that reads a record.
type ReadRecord = (PathBuf, Result<PlayRecord, RecordError>);

/// The records compared with the pack.
pub(super) struct PackTold {
    revision: Revision,
    pub ids: Vec<LevelId>,
    pub plays: Vec<LevelPlays>,
    pub gone: usize,
}

/// The report on the level on the canvas.
pub struct LevelTold {
    pub level: Arc<Level>,
    pub game: Arc<dyn Game>,
    pub plays: LevelPlays,
    pub found: Vec<FoundPlay>,
    /// The findings about the level when the solutions were judged.
    known: Vec<Finding>,
    pub stuck: StuckSearch,
    /// All positions were examined.
    pub is_searched: bool,
    pub heat: BTreeMap<Site, u32>,
    /// The solving steps at which players stopped, once requested.
    pub(super) stopped: Option<Vec<StoppedAt>>,
}

/// The records of the window.
#[derive(Default)]
pub struct RecordDesk {
    pub(super) open: Vec<OpenRecord>,
    reading: Vec<Receiver<ReadRecord>>,
    pub(super) pack: Option<PackTold>,
    pub told: Option<LevelTold>,
    pub replay: Option<ReplayMoment>,
    /// The question in progress.
    pub(super) ticket: Option<(Ticket, super::asking::AwaitedAnswer)>,
    pub(super) measures: BTreeMap<LevelId, (Arc<Level>, Vec<Measure>)>,
    /// Levels with a solution for which the solver cannot tell whether it practises the concept.
    pub(super) unsure: BTreeSet<LevelId>,
    pub(super) measured: super::window::Measured,
    /// The measure shown by the curve of predictions.
    pub(super) predicted: Option<String>,
    version: u64,
}

impl RecordDesk {
    pub fn has_records(&self) -> bool {
        !self.open.is_empty()
    }

    /// Reads the record next to the pack, when the window is first shown.
    pub(super) fn begin(&mut self, document: &Document) {
        let beside = document.file.path().map(record_beside).filter(|path| path.is_file());
        if let Some(beside) = beside.filter(|_| self.open.is_empty() && self.reading.is_empty()) {
            self.load(vec![beside]);
        }
    }

    /// Asks for a file.
    pub(super) fn choose(chrome: &mut Chrome) {
        let filter =
            Filter { name: words::RECORD_FILES.to_owned(), endings: vec!["jsonl".to_owned()] };
        let (title, filters) = (words::CHOOSE.to_owned(), vec![filter]);
        chrome.request(WindowEffect::Choose(Box::new(FileWish { what: WISH, title, filters })));
    }

    /// Reads records, each on its own thread.
    pub(super) fn load(&mut self, paths: Vec<PathBuf>) {
        for path in paths {
            let (send, read) = bounded(1);
            let (spare, source) = (send.clone(), path.clone());
            let work = move || {
                let record = PlayRecord::load(&source);
                // The receiver is gone if the window has closed.
                let _ = send.send((source, record));
            };
            let thread = std::thread::Builder::new().name("play record".to_owned()).spawn(work);
            if let Err(why) = thread {
                let _ = spare.send((path, Err(why.into())));
            }
            self.reading.push(read);
        }
    }

    pub(super) fn is_reading(&self) -> bool {
        !self.reading.is_empty()
    }

    /// Receives chosen files and read records.
    pub(super) fn hear_files(&mut self, context: &Context, state: &mut State) {
        if let Some(path) = state.chrome.take_chosen_file(WISH) {
            self.load(vec![path]);
        }
        if self.reading.is_empty() {
            return;
        }
        context.request_repaint_after(std::time::Duration::from_millis(30));
        let mut read = Vec::new();
        self.reading.retain(|one| match one.try_recv() {
            Ok(found) => {
                read.push(found);
                false
            }
            Err(why) => why.is_empty(),
        });
        for (path, record) in read {
            match record {
                Err(why) => {
                    let why = words::not_read(&name_of(&path), &why.to_string());
                    state.say(ToastTone::Trouble, why);
                }
                Ok(_) if self.open.len() == MAX_RECORDS => {
                    state.say(ToastTone::Trouble, words::too_many(MAX_RECORDS))
                }
                Ok(record) => {
                    if record.is_torn {
                        state.say(ToastTone::Note, words::torn(&name_of(&path)));
                    }
                    self.open.retain(|open| open.path != path);
                    self.open.push(OpenRecord { path, record });
                    self.look_anew();
                }
            }
        }
    }

    pub(super) fn close_all(&mut self) {
        self.open.clear();
        self.look_anew();
    }

    /// Lets the results be recomputed.
    pub(super) fn look_anew(&mut self) {
        (self.pack, self.told, self.replay, self.ticket) = (None, None, None, None);
        self.unsure.clear();
        self.version += 1;
    }

    pub(super) fn forget_pack(&mut self) {
        self.open.clear();
        self.reading.clear();
        self.measures.clear();
        self.look_anew();
    }

    pub(super) fn drawn_anew(&self) -> u64 {
        self.version
    }

    /// Compares the records with the pack and the level on the canvas, if those have changed.
    pub(super) fn look(&mut self, state: &State) {
        if self.open.is_empty() {
            return;
        }
        let history = state.history();
        let fresh = self.pack.as_ref().is_some_and(|told| told.revision == history.revision());
        if !fresh {
            self.pack =
                Some(self.held_against(&state.document, history.pack(), history.revision()));
        }
        let Some((game, level)) = state.scene() else { return self.told = None };
        let same = self.told.as_ref().is_some_and(|told| Arc::ptr_eq(&told.level, &level));
        if !same {
            let told = self.told_of(&state.findings, game, level);
            (self.told, self.replay, self.ticket) = (Some(told), None, None);
            self.version += 1;
        }
        self.learn(&state.findings);
    }

    fn held_against(&self, document: &Document, pack: &Pack, revision: Revision) -> PackTold {
        let records: Vec<PlayRecord> = self.open.iter().map(|open| open.record.clone()).collect();
        let (plays, gone) = plays_of(document.games(), pack, &records);
        let ids = pack.levels.iter().map(|level| level.id).collect();
        PackTold { revision, ids, plays, gone }
    }

    fn told_of(&self, findings: &Findings, game: Arc<dyn Game>, level: Arc<Level>) -> LevelTold {
        let plays = self.pack.as_ref().and_then(|told| {
            let at = told.ids.iter().position(|id| *id == level.id)?;
            told.plays.get(at).cloned()
        });
        let plays = plays.unwrap_or_default();
        let known = known_of(findings, &level);
        let found = FoundPlay::all(&*game, &level, &plays.visits, &known);
        let heat = heat(&*game, &level, &plays.visits);
        let has_stops = has_steps(&*game) && have_pauses(&plays.visits);
        let stopped = (!has_stops).then(Vec::new);
        let (stuck, is_searched) = (StuckSearch::default(), plays.visits.is_empty());
        LevelTold { level, game, plays, found, known, stuck, is_searched, heat, stopped }
    }

    /// Updates which solutions were known before, from the solver's new findings about the level.
    fn learn(&mut self, findings: &Findings) {
        let Some(told) = &mut self.told else { return };
        let known = known_of(findings, &told.level);
        if known != told.known {
            let fresh = FoundPlay::all(&*told.game, &told.level, &told.plays.visits, &known);
            for one in &mut told.found {
                if let Some(other) = fresh.iter().find(|other| other.play == one.play) {
                    one.known = other.known;
                }
            }
            told.known = known;
        }
    }

    /// Returns the picture that a replay shows on the board.
    pub(super) fn replayed(&self, game: &dyn Game, level: &Arc<Level>) -> Option<Pictured> {
        let (told, replay) = (self.told.as_ref()?, self.replay.as_ref()?);
        if !Arc::ptr_eq(&told.level, level) {
            return None;
        }
        let play = told.plays.visits.get(replay.visit)?.play_after(replay.step);
        let plain = Pictured::plain(level);
        Some(match game.moves() {
            Some(moves) => {
                let level = Arc::new(moves.after(level, &play));
                Pictured { level, alone: true, ..plain }
            }
            None => Pictured { play: Some(play), alone: true, whole: true, ..plain },
        })
    }

    /// Shows a moment of a visit on the board.
    pub fn show_moment(&mut self, visit: usize, step: usize) {
        self.replay = Some(ReplayMoment { visit, step });
        self.version += 1;
    }

    pub(super) fn leave_replay(&mut self) -> bool {
        self.version += 1;
        self.replay.take().is_some()
    }
}

impl LevelTold {
    /// True if it is proved that there is no shortcut.
    pub(crate) fn is_proved(&self) -> bool {
        let proved = (Topic::SHORTCUT_FREE, Status::Proved);
        self.known.iter().any(|found| (found.topic(), found.status()) == proved)
    }
}

/// Returns the solver's findings about the current level.
fn known_of(findings: &Findings, level: &Level) -> Vec<Finding> {
    let topics = [Topic::SHORTCUT_FREE, Topic::COUNT, Topic::SOLVABLE];
    let known = topics.into_iter().filter_map(|topic| findings.knowledge.current(level, topic));
    known.cloned().collect()
}
