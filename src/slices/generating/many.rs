//! `generate` for levels by the thousand: batch after batch, on all cores, into the pack as they are made.
//!
//! Each batch is a separate question with a separate seed, so the levels do not depend on the number of
//! cores, and a stopped run resumes after the last batch in its pack.

mod together;

use std::collections::{BTreeMap, VecDeque};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use serde_json::json;

use foolproof_cli::Report;
use foolproof_cli::args::Common;
use foolproof_cli::input::Usage;
use foolproof_cli::output::PackOut;
use foolproof_cli::progress::{end_line, tell_now};
use foolproof_cli::questions::{engine, fault_of, holds};
use foolproof_game::{Games, counted, threads, time_text};
use foolproof_level::{Concept, Level, Made};
use foolproof_solver::{
    Answers as _, EngineProcess, Finding, GenerateSettings, Limits, Progress, Question, Status,
    Stop,
};

/// Number of levels in a batch: enough that what was learned from one serves the next.
const BATCH: u32 = 20;
/// Number of batches without a new level after which there are most likely no more.
const IN_VAIN: u64 = 20;
/// Minimum time between two writes of the pack; it is also at least this many times as long as the last write.
const WRITE_AFTER: Duration = Duration::from_secs(2);
const WRITING_SHARE: u32 = 20;
const STOPPED: &str = "stopped; --resume goes on from here";

/// The levels to make.
pub(crate) struct LevelRun<'a> {
    pub games: &'a Games,
    pub template: Level,
    /// Batches take turns with these.
    pub concepts: Vec<Concept>,
    pub settings: GenerateSettings,
    pub common: &'a Common,
}

/// A finding of a batch; `None` at its end.
struct BatchWord {
    batch: u64,
    finding: Option<Finding>,
}

/// The levels kept so far, as hashes of their marks, so that close ones are found fast.
#[derive(Default)]
struct KeptMarks(Vec<Vec<u64>>);

impl KeptMarks {
    /// Keeps a level that differs from all others in at least this many marks. Returns whether it was kept.
    /// O(levels · marks).
    fn keep(&mut self, level: &Level, distance: u32) -> bool {
        let number = |mark: &(_, &_)| {
            let mut hasher = DefaultHasher::new();
            mark.hash(&mut hasher);
            hasher.finish()
        };
        let mut marks: Vec<u64> = level.marks().map(|mark| number(&mark)).collect();
        marks.sort_unstable();
        let apart = distance.max(1) as usize;
        let is_far = self.0.iter().all(|other| differs(&marks, other, apart));
        if is_far {
            self.0.push(marks);
        }
        is_far
    }
}

/// True if two sorted lists differ in at least this many entries.
fn differs(one: &[u64], other: &[u64], apart: usize) -> bool {
    if one.len().abs_diff(other.len()) >= apart {
        return true;
    }
    let (mut a, mut b, mut differ) = (one.iter().peekable(), other.iter().peekable(), 0);
    while differ < apart {
        let order = match (a.peek(), b.peek()) {
            (Some(x), Some(y)) => x.cmp(y),
            (Some(_), None) => std::cmp::Ordering::Less,
            (None, Some(_)) => std::cmp::Ordering::Greater,
            (None, None) => return false,
        };
        differ += usize::from(order.is_ne());
        if order.is_le() {
            a.next();
        }
        if order.is_ge() {
            b.next();
        }
    }
    true
}

/// Returns the value of an option of a command.
fn option<'a>(made: &'a Made, name: &str) -> Option<&'a str> {
    let at = made.command.iter().position(|word| word == name)?;
    made.command.get(at + 1).map(String::as_str)
}

impl LevelRun<'_> {
    fn seed(&self, batch: u64) -> u64 {
        self.settings.seed.wrapping_add(batch)
    }

    fn concept(&self, batch: u64) -> Concept {
        let at = batch % (self.concepts.len() as u64).max(1);
        let concept = usize::try_from(at).ok().and_then(|at| self.concepts.get(at));
        concept.cloned().unwrap_or_default()
    }

    /// Returns the batch of this run that made a level, according to its command.
    fn batch_of(&self, level: &Level) -> Option<u64> {
        let made = level.made.as_deref()?;
        let seed: u64 = option(made, "--seed")?.parse().ok()?;
        let batch = seed.wrapping_sub(self.settings.seed);
        let concept = self.concept(batch);
        // The command of a level that was made from another one does not name its concept.
        let named = option(made, "--concept").map(str::to_owned);
        let same = match &made.input {
            Some(input) => input.concept == concept,
            None => named.unwrap_or_default() == text_of(&concept),
        };
        // A run of few levels is not a batch, but starts like the first one.
        let is_batch = option(made, "--count") == Some(&BATCH.to_string()) || batch == 0;
        let of_game = made.command.get(1) == Some(&self.template.game);
        let of_size = level.board == self.template.board;
        (same && is_batch && of_game && of_size).then_some(batch)
    }

    /// Asks for a batch, reporting each level as soon as it is made.
    fn ask(
        &self,
        engine: &mut EngineProcess,
        batch: u64,
        limits: &Limits,
        stop: &Stop,
        say: &mut dyn FnMut(Finding),
    ) {
        let mut level = self.template.clone();
        level.concept = self.concept(batch);
        let settings =
            GenerateSettings { seed: self.seed(batch), count: BATCH, ..self.settings.clone() };
        let question = Question::from(settings);
        engine.answer(&level, &question, limits, stop, &mut |progress| {
            if let Progress::Found(finding) = progress {
                say(finding);
            }
        });
    }

    /// Makes the levels; levels of an earlier run in the pack count.
    pub(crate) fn make(&self, mut out: PackOut) -> Result<Report, Usage> {
        let mut shelf = RunShelf::new(self, &mut out);
        let (stop, next) = (Stop::on_interrupt(), AtomicU64::new(shelf.next));
        let (limits, command) = (self.common.limits(), engine()?);
        let mut ended = (shelf.n_made >= self.settings.count).then(String::new);
        std::thread::scope(|scope| -> Result<(), Usage> {
            let (say, heard) = crossbeam_channel::bounded::<BatchWord>(BATCH as usize);
            let left = self.settings.count.saturating_sub(shelf.n_made);
            for _ in 0..threads().min(left.div_ceil(BATCH) as usize) {
                let (say, command) = (say.clone(), command.clone());
                let (next, limits, stop) = (&next, &limits, &stop);
                scope.spawn(move || {
                    let mut engine = EngineProcess::new(command).with_games(self.games.clone());
                    while !stop.is_set() {
                        let batch = next.fetch_add(1, Ordering::Relaxed);
                        // A failed send means that the receiver is gone and the run is over.
                        let told = |finding| drop(say.send(BatchWord { batch, finding }));
                        self.ask(&mut engine, batch, limits, stop, &mut |found| {
                            told(Some(found));
                        });
                        told(None);
                    }
                });
            }
            drop(say);
            let mut waiting = BTreeMap::<u64, VecDeque<Option<Finding>>>::new();
            for BatchWord { batch, finding } in heard {
                waiting.entry(batch).or_default().push_back(finding);
                while ended.is_none()
                    && let Some(word) = waiting.get_mut(&shelf.next).and_then(VecDeque::pop_front)
                {
                    let heard = match word {
                        Some(finding) => shelf.take(&finding),
                        // It may have been cut short.
                        None if stop.is_set() => Ok(Some(STOPPED.to_owned())),
                        None => Ok(shelf.end_batch()),
                    };
                    ended = heard.inspect_err(|_| stop.set())?;
                }
                shelf.tell();
                // Further levels are not needed.
                if ended.is_some() {
                    stop.set();
                }
            }
            Ok(())
        })?;
        shelf.write()?;
        end_line();
        Ok(shelf.printed(ended))
    }
}

/// Formats a concept as in a command: empty for none.
fn text_of(concept: &Concept) -> String {
    match concept {
        Concept::Any => String::new(),
        concept => concept.to_string(),
    }
}

/// The levels made so far, and their pack.
struct RunShelf<'a> {
    run: &'a LevelRun<'a>,
    out: &'a mut PackOut,
    marks: KeptMarks,
    n_made: u32,
    /// Number of levels of an earlier run, and the start of this one.
    n_resumed: u32,
    started: Instant,
    /// The batch that comes next.
    next: u64,
    /// Number of batches that ended since the last new level.
    in_vain: u64,
    /// Reason why the last unfinished batch was cut short.
    last_why: Option<String>,
    unwritten: Vec<Level>,
    wrote: Instant,
    /// Duration of the last write.
    took: Duration,
}

impl<'a> RunShelf<'a> {
    fn new(run: &'a LevelRun<'a>, out: &'a mut PackOut) -> Self {
        let mut shelf = Self {
            run,
            marks: KeptMarks::default(),
            n_made: 0,
            n_resumed: 0,
            started: Instant::now(),
            next: 0,
            in_vain: 0,
            last_why: None,
            unwritten: Vec::new(),
            wrote: Instant::now(),
            took: Duration::ZERO,
            out,
        };
        let there: Vec<Arc<Level>> = shelf.out.levels().to_vec();
        for level in there {
            if let Some(batch) = run.batch_of(&level) {
                shelf.n_made += 1;
                // The last batch may have been cut short: the levels that it has already are not taken twice.
                shelf.next = shelf.next.max(batch);
                shelf.marks.keep(&level, 1);
            }
        }
        shelf.n_resumed = shelf.n_made;
        shelf
    }

    /// Reports the progress.
    fn tell(&self) {
        let (made, count) = (self.n_made, self.run.settings.count);
        let seconds = self.started.elapsed().as_secs_f64().max(0.001);
        let pace = f64::from(made - self.n_resumed) / seconds;
        let left = match pace > 0.0 {
            true => format!(", {:.0} s left", f64::from(count.saturating_sub(made)) / pace),
            false => String::new(),
        };
        tell_now(&format!("{made} of {count} levels, {pace:.1} a second{left}"));
    }

    /// Takes in the next finding. Returns the reason to end the run, if any.
    fn take(&mut self, finding: &Finding) -> Result<Option<String>, Usage> {
        if let Some(why) = fault_of(std::slice::from_ref(finding)) {
            return Err(Usage(why));
        }
        let settings = &self.run.settings;
        if let Some(proposed) = finding.answer.proposed()
            && self.marks.keep(&proposed.level, settings.distance)
        {
            self.n_made += 1;
            self.in_vain = 0;
            let mut level = (*proposed.level).clone();
            level.title = format!("Generated {}", self.n_made);
            self.unwritten.push(level);
        }
        if let Status::Unknown(why) = finding.status() {
            self.last_why = Some(why.words());
        }
        if self.wrote.elapsed() > WRITE_AFTER.max(self.took * WRITING_SHARE) {
            self.write()?;
        }
        Ok((self.n_made >= settings.count).then(String::new))
    }

    /// Goes on to the next batch. Returns the reason to end the run, if any.
    fn end_batch(&mut self) -> Option<String> {
        self.next += 1;
        self.in_vain += 1;
        // The first of them is the batch that the last new level came from.
        let tried = IN_VAIN.max(self.run.concepts.len() as u64);
        (self.in_vain > tried).then(|| {
            let last = self.last_why.as_ref().map(|why| format!("; the last one: {why}"));
            format!("{tried} batches brought no new level{}", last.unwrap_or_default())
        })
    }

    fn write(&mut self) -> Result<(), Usage> {
        let started = Instant::now();
        if !self.unwritten.is_empty() {
            self.out.add_more(std::mem::take(&mut self.unwritten))?;
        }
        (self.wrote, self.took) = (Instant::now(), started.elapsed());
        Ok(())
    }

    /// Prints the result of the run, with the reason if it ended before all levels were made.
    fn printed(&self, ended: Option<String>) -> Report {
        let (made, elapsed) = (self.n_made, self.started.elapsed());
        let all = made >= self.run.settings.count;
        let why = ended.filter(|_| !all);
        let outcome = holds(all);
        let elapsed_ms = elapsed.as_secs_f64() * 1e3;
        let fields = json!({ "levels": made, "ended": why, "elapsed_ms": elapsed_ms });
        let levels = counted(made as usize, "level", "levels");
        let mut text = format!("{levels}, each proved ({})\n", time_text(elapsed));
        if let Some(why) = why {
            text.push_str(&format!("Fewer than were wanted: {why}\n"));
        }
        Report::new(outcome, text).of_game(&self.run.template.game).fields(fields)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_differ_in_marks_that_one_of_them_has() {
        assert!(!differs(&[1, 2, 3], &[1, 2, 3], 1));
        assert!(differs(&[1, 2, 3], &[1, 2, 4], 2) && !differs(&[1, 2, 3], &[1, 2, 4], 3));
        assert!(differs(&[1], &[1, 2, 3], 2) && differs(&[], &[5], 1) && !differs(&[], &[], 1));
    }
}
