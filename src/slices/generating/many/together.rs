//! Levels by the thousand by several processes: a task is a batch, and results are collected in batch order,
//! so that the levels are the same as those of one process.

use std::cell::RefCell;
use std::sync::Arc;
use std::time::Instant;

use super::{LevelRun, RunShelf, STOPPED, text_of};
use foolproof_cli::Report;
use foolproof_cli::hosts::{helped_report, helped_words, shown_until};
use foolproof_cli::input::Usage;
use foolproof_cli::output::PackOut;
use foolproof_cli::progress::end_line;
use foolproof_cli::questions::engine;
use foolproof_game::{
    Cluster as _, ClusterError, Follower, TaskBatch, TaskFn, TaskRunner, packed, unpacked,
};
use foolproof_level::Pack;
use foolproof_solver::{
    EngineCommand, EngineProcess, Finding, Helping, HostSeat, Leading, Limits, Stop,
};

/// Makes batches; each thread has its own engine.
struct BatchRunner<'a> {
    run: &'a LevelRun<'a>,
    command: EngineCommand,
    limits: Limits,
    stop: Stop,
}

impl TaskRunner for BatchRunner<'_> {
    fn task_fn(&self) -> TaskFn<'_> {
        let games = self.run.games.clone();
        let mut engine = EngineProcess::new(self.command.clone()).with_games(games);
        Box::new(move |task| {
            let (batch, mut found) = (unpacked(task)?, Vec::new());
            let keep = &mut |finding| found.push(finding);
            self.run.ask(&mut engine, batch, &self.limits, &self.stop, keep);
            packed(&found)
        })
    }

    fn stop(&self) {
        self.stop.set();
    }
}

impl Follower for BatchRunner<'_> {}

impl LevelRun<'_> {
    fn runner(&self, stop: Stop) -> Result<BatchRunner<'_>, Usage> {
        let limits = self.common.limits();
        Ok(BatchRunner { run: self, command: engine()?, limits, stop })
    }

    /// Returns the data that all processes must start with.
    fn work(&self) -> Result<Vec<u8>, Usage> {
        let levels = vec![Arc::new(self.template.clone())];
        let level = Pack { levels, ..Pack::default() }.to_json();
        let concepts: Vec<String> = self.concepts.iter().map(text_of).collect();
        packed(&(level, concepts, &self.settings, self.common.limits()))
            .map_err(|why| Usage(why.into()))
    }

    /// Makes the levels, together with the other processes.
    pub(crate) fn make_together(&self, mut out: PackOut, seat: HostSeat) -> Result<Report, Usage> {
        let stop = Stop::on_interrupt();
        let shelf = RunShelf::new(self, &mut out);
        let mut next = shelf.next;
        let ended = (shelf.n_made >= self.settings.count).then(String::new);
        let runner = self.runner(stop.clone())?;
        let waits = shown_until(&stop);
        let led = Leading::start(seat, &self.work()?, &waits);
        let mut leading = led.map_err(Usage::of)?;
        let state = RefCell::new((shelf, ended));
        let batch = TaskBatch {
            runner: &runner,
            next: &mut || {
                next += 1;
                packed(&(next - 1)).map(Some)
            },
            take: &mut |result| {
                let mut state = state.borrow_mut();
                let (shelf, ended) = &mut *state;
                for finding in unpacked::<Vec<Finding>>(result)? {
                    if ended.is_none() {
                        *ended = shelf.take(&finding).map_err(|Usage(why)| why)?;
                    }
                }
                *ended = ended.take().or_else(|| match stop.is_set() {
                    // It may have been cut short.
                    true => Some(STOPPED.to_owned()),
                    false => shelf.end_batch(),
                });
                shelf.tell();
                Ok(())
            },
            go_on: &|| {
                let over = stop.is_set() || state.borrow().1.is_some();
                // Further levels are not needed.
                over.then(|| stop.set());
                !over
            },
            patient: false,
        };
        let made = leading.begin(&[]).and_then(|()| leading.run_tasks(batch));
        let (mut shelf, mut ended) = state.into_inner();
        // Before waiting for anybody again.
        let written = shelf.write();
        drop(leading);
        written?;
        match made {
            Ok(_) => ended = ended.or(Some(STOPPED.to_owned())),
            Err(ClusterError::Lost(why)) => {
                let how = "start all processes again, with --resume";
                ended = Some(format!("{why}; to go on, {how}"));
            }
            Err(ClusterError::Task(why)) => return Err(Usage(why.into())),
        }
        end_line();
        Ok(shelf.printed(ended))
    }

    /// Helps the leading process, which was started with the same command.
    pub(crate) fn help(&self, seat: HostSeat) -> Result<Report, Usage> {
        let (started, stop, number) = (Instant::now(), Stop::on_interrupt(), seat.process);
        let told = shown_until(&stop);
        let fault = |fault: foolproof_solver::HostFault| Usage(fault.to_string());
        let mut helping = Helping::start(seat, &told).map_err(fault)?;
        if helping.work != self.work()? {
            let why = "it was started with other options than process 0";
            helping.fail(why);
            return Err(Usage(format!("this process cannot help: {why}")));
        }
        let mut runner = self.runner(Stop::default())?;
        let helped = helping.help(&mut runner, &|batches| told(&format!("{batches} batches made")));
        end_line();
        let again = |why| format!("{why}; to go on, start all processes again, with --resume");
        let words = |batches| helped_words(number, batches, "batch", "batches", started);
        Ok(helped_report(helped.map_err(again), words))
    }
}
