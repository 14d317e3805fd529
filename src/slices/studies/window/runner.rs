//! A study in its process: started, stopped, asked for results, and saved so that it can be resumed.
//!
//! A separate thread receives the messages and saves the study's state, so that nothing waits for the
//! window to be drawn.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use thiserror::Error;

use foolproof_game::{
    Refusal, SeenLevels, SeenStudy, Setting, SettingKind, SettingValues, StudyEnd, threads,
};
use foolproof_level::file::{LARGEST_KEPT, read_regular, write_atomically};
use foolproof_solver::{
    HostSeat, HostsError, Keeping, StudyCommand, StudyEnded, StudyFault, StudyOrder, StudyProcess,
    StudyReply,
};

/// Time in which an abandoned study may end with its results so far.
const GRACE: Duration = Duration::from_secs(20);
/// Interval between two checks of whether it has ended.
const PATIENCE: Duration = Duration::from_millis(20);

/// The start of a study.
pub(crate) enum Begin {
    New(Box<StudyOrder>),
    /// A stopped study of the named game, from the file in which it was saved.
    Kept(String, PathBuf),
}

/// Reason why a study was not started.
#[derive(Debug, Error)]
pub(crate) enum StartFault {
    #[error("hosts file {file}: {why}")]
    Unread { file: String, why: std::io::Error },
    #[error("hosts file {file}: {why}")]
    Hosts { file: String, why: HostsError },
    #[error(transparent)]
    Process(#[from] StudyFault),
}

/// Reads the file of the processes that share a study, if there is one. This process leads.
pub(crate) fn seat_of(
    values: &SettingValues,
    settings: &[Setting],
) -> Result<Option<HostSeat>, StartFault> {
    let hosts = settings.iter().find(|setting| setting.kind == SettingKind::Hosts);
    let Some(file) = hosts.and_then(|setting| values.text(setting.id)).map(str::trim) else {
        return Ok(None);
    };
    if file.is_empty() {
        return Ok(None);
    }
    let threads = values.count("threads").unwrap_or_else(threads);
    let (text, _) = read_regular(Path::new(file), LARGEST_KEPT)
        .map_err(|why| StartFault::Unread { file: file.to_owned(), why })?;
    let seat = HostSeat::of_file(&text, Path::new(file), 0, threads);
    seat.map(Some).map_err(|why| StartFault::Hosts { file: file.to_owned(), why })
}

/// News of a study since the last call of [`Runner::news`].
#[derive(Default)]
pub(crate) struct News {
    pub seen: Option<SeenStudy>,
    pub ended: Option<StudyEnded>,
    /// The levels of rows, in order of request.
    pub levels: Vec<Vec<SeenLevels>>,
    /// Reason why the study has failed or was refused.
    pub over: Option<String>,
    /// Reason why the study could not be saved.
    pub trouble: Option<String>,
}

#[derive(Default)]
struct Heard {
    news: News,
    /// Progress from 0 to 1; `words` are shown after it.
    share: f64,
    words: String,
    /// The study has begun, and can be asked for results.
    has_begun: bool,
    /// The study is running.
    works: bool,
}

/// A study in its process.
pub(crate) struct Runner {
    /// `Some` until the runner is dropped.
    process: Option<StudyProcess>,
    heard: Arc<Mutex<Heard>>,
    keeps: Keeping,
}

impl Runner {
    /// Starts a study with a limit of memory in MiB, and saves it in `file`, if there is one. Calls `wake` when
    /// there is something new to show.
    pub(crate) fn start(
        command: &StudyCommand,
        memory_mib: u64,
        seat: Option<HostSeat>,
        begin: Begin,
        file: Option<PathBuf>,
        wake: impl Fn() + Send + 'static,
    ) -> Result<Self, StudyFault> {
        let heard = Arc::new(Mutex::new(Heard { works: true, ..Heard::default() }));
        let keeps = if file.is_some() { Keeping::UntilWhole } else { Keeping::Never };
        let ear = Arc::clone(&heard);
        let process = StudyProcess::start(command, memory_mib, move |said| {
            let tells = !matches!(said, Ok(StudyReply::Progress(_) | StudyReply::Kept(_)));
            note(&ear, said, file.as_deref());
            if tells {
                wake();
            }
        })?;
        let orders = process.orders();
        if let Some(seat) = seat {
            orders.give(&StudyOrder::Together(seat));
        }
        let run = StudyOrder::Run { time: None, keeps };
        match begin {
            Begin::New(order) => {
                orders.give(&order);
                orders.give(&run);
            }
            // The file may be large, so a thread reads it.
            Begin::Kept(game, file) => {
                let ear = Arc::clone(&heard);
                std::thread::spawn(move || match read_regular(&file, LARGEST_KEPT) {
                    Ok((text, _)) => {
                        orders.give(&StudyOrder::Resume { game, text, asked: None });
                        orders.give(&run);
                    }
                    Err(why) => {
                        let mut heard = ear.lock();
                        heard.works = false;
                        heard.news.over = Some(format!("{}: {why}", file.display()));
                    }
                });
            }
        }
        Ok(Self { process: Some(process), heard, keeps })
    }

    fn give(&self, order: &StudyOrder) {
        if let Some(process) = &self.process {
            process.give(order);
        }
    }

    /// Continues a stopped study.
    pub(crate) fn go_on(&self) {
        self.heard.lock().works = true;
        self.give(&StudyOrder::Run { time: None, keeps: self.keeps });
    }

    /// Stops the study, which ends with its results so far.
    pub(crate) fn stop(&self) {
        if self.heard.lock().has_begun {
            self.process.iter().for_each(StudyProcess::stop);
        }
    }

    /// Asks for interim results.
    pub(crate) fn look(&self) {
        if self.heard.lock().has_begun {
            self.give(&StudyOrder::Look);
        }
    }

    /// Asks for the levels of rows.
    pub(crate) fn ask(&self, rows: Vec<String>) {
        self.give(&StudyOrder::Levels(rows));
    }

    /// Returns the progress, from 0 to 1.
    pub(crate) fn share(&self) -> f64 {
        self.heard.lock().share
    }

    /// Returns the study's words about its progress, with the leading separator; may be empty.
    pub(crate) fn words(&self) -> String {
        self.heard.lock().words.clone()
    }

    /// Returns the news since the last call.
    pub(crate) fn news(&self) -> News {
        std::mem::take(&mut self.heard.lock().news)
    }
}

impl Drop for Runner {
    /// Lets a running study end with its results so far, which are saved. Does not wait for it.
    fn drop(&mut self) {
        if !self.heard.lock().works {
            return;
        }
        self.stop();
        let (process, heard) = (self.process.take(), Arc::clone(&self.heard));
        std::thread::spawn(move || {
            let since = Instant::now();
            while heard.lock().works && since.elapsed() < GRACE {
                std::thread::sleep(PATIENCE);
            }
            drop(process);
        });
    }
}

/// Handles a message of a study, and saves the states from which it can be resumed.
fn note(heard: &Mutex<Heard>, said: Result<StudyReply, StudyFault>, file: Option<&Path>) {
    let keep =
        |file: &Path, text| keep(file, text).err().map(|why| format!("{}: {why}", file.display()));
    let trouble = match (&said, file) {
        (Ok(StudyReply::Kept(text)), Some(file)) => keep(file, Some(text)),
        (Ok(StudyReply::Ended(ended)), Some(file)) => match (&ended.end, &ended.kept) {
            (StudyEnd::Whole, _) => keep(file, None),
            (_, Some(Ok(text))) => keep(file, Some(text)),
            (_, Some(Err(why))) => Some(why.clone()),
            (_, None) => None,
        },
        _ => None,
    };
    let mut heard = heard.lock();
    heard.news.trouble = trouble.or(heard.news.trouble.take());
    match said {
        Ok(StudyReply::Begun) => heard.has_begun = true,
        Ok(StudyReply::Progress(progress)) => {
            (heard.share, heard.words) = (progress.share, progress.words);
        }
        Ok(StudyReply::Seen(seen)) => heard.news.seen = Some(seen),
        Ok(StudyReply::Levels(levels)) => heard.news.levels.push(levels),
        Ok(StudyReply::Ended(ended)) => {
            heard.works = false;
            heard.news.ended = Some(*ended);
        }
        Ok(StudyReply::Refused(refusal)) => {
            heard.works = false;
            heard.news.over = Some(match (refusal, file) {
                (Refusal::Kept(why), Some(file)) => format!("{}: {why}", file.display()),
                (Refusal::Setting { why, .. } | Refusal::Plan(why) | Refusal::Kept(why), _) => why,
            });
        }
        Err(fault) => {
            heard.works = false;
            // If the study was refused or unreadable, that reason says more.
            heard.news.over.get_or_insert_with(|| fault.to_string());
        }
        Ok(_) => {}
    }
}

/// Saves the state from which a study can be resumed; without a state, removes the file.
fn keep(file: &Path, text: Option<&String>) -> std::io::Result<()> {
    match (text, file.parent()) {
        (None, _) if !file.exists() => Ok(()),
        (None, _) => std::fs::remove_file(file),
        (Some(text), folder) => folder
            .map_or(Ok(()), std::fs::create_dir_all)
            .and_then(|()| write_atomically(file, text.as_bytes())),
    }
}
