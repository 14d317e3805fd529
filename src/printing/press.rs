//! Long work on pictures, on a separate thread: levels are solved one after the other, then made into a
//! document.
//!
//! It reports its progress, and can be stopped at any time.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crossbeam_channel::{Receiver, TryRecvError, bounded};

use super::booklet::BookletLevel;
use super::explaining::AlsoAsked;
use super::layer::PictureLayer;
use super::solving::{KnownOfLevel, ask_for, asks};
use foolproof_picture::ExportError;
use foolproof_solver::{Answers, Engines, Limits, Stop};

/// The levels to solve and the limits.
pub struct PressOrder {
    pub levels: Vec<BookletLevel>,
    pub layers: BTreeSet<PictureLayer>,
    /// A further question about each level.
    pub also: Option<AlsoAsked>,
    /// Time limit for each level.
    pub time: Duration,
}

/// Progress of the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PressProgress {
    Solving { done: usize, all: usize },
    Drawing { done: usize },
}

/// Makes a document of solved levels; the callback receives the number of finished pages and returns whether to
/// continue.
pub type Make = Box<
    dyn FnOnce(
            Vec<BookletLevel>,
            &mut dyn FnMut(usize) -> bool,
        ) -> Result<Vec<Vec<u8>>, ExportError>
        + Send,
>;

/// Files, or the error; `None` if stopped.
pub(crate) type Pressed = Option<Result<Vec<Vec<u8>>, PressError>>;

/// Reasons why nothing was drawn.
#[derive(Debug, thiserror::Error)]
pub enum PressError {
    #[error(transparent)]
    Export(#[from] ExportError),
    /// No thread could be started for drawing.
    #[error(transparent)]
    Thread(#[from] std::io::Error),
    #[error("the part of the program that draws failed")]
    Fell,
}

/// Running work. Dropping it stops it.
pub struct Press {
    stop: Stop,
    solved: Arc<AtomicUsize>,
    drawn: Arc<AtomicUsize>,
    all: usize,
    result: Receiver<Pressed>,
}

/// Value of the counter before anything is drawn.
const NOT_YET: usize = usize::MAX;

impl Press {
    /// Starts the work; without engines nothing is solved.
    pub fn start(
        engines: Option<Engines>,
        order: PressOrder,
        make: Make,
        wake: impl Fn() + Send + 'static,
    ) -> Self {
        let (stop, all) = (Stop::default(), order.levels.len());
        let solved = Arc::new(AtomicUsize::new(0));
        let drawn = Arc::new(AtomicUsize::new(NOT_YET));
        let (send, result) = bounded(1);
        let spare = send.clone();
        let press = Self {
            stop: stop.clone(),
            solved: Arc::clone(&solved),
            drawn: Arc::clone(&drawn),
            all,
            result,
        };
        let work = move || {
            let mut levels = order.levels;
            let mut engine: Option<Box<dyn Answers>> = None;
            let limits = Limits { time: order.time, ..Limits::default() };
            for of in &mut levels {
                if stop.is_set() {
                    break;
                }
                of.known = KnownOfLevel::of(&*of.game, &of.level);
                if asks(&order.layers, &*of.game, &of.level)
                    && let Some(engines) = &engines
                {
                    let engine = engine.get_or_insert_with(|| engines());
                    let (game, level) = (&*of.game, of.level.as_ref());
                    of.known = ask_for(&order.layers, game, level, &mut **engine, &limits, &stop);
                }
                if let (Some(also), Some(engines)) = (order.also, &engines)
                    && also.asks(&*of.game)
                {
                    let engine = engine.get_or_insert_with(|| engines());
                    also.ask(of, &mut **engine, &limits, &stop);
                }
                solved.fetch_add(1, Ordering::Relaxed);
                wake();
            }
            let made = match stop.is_set() {
                true => None,
                false => match make(levels, &mut |done| {
                    drawn.store(done, Ordering::Relaxed);
                    wake();
                    !stop.is_set()
                }) {
                    Err(ExportError::Stopped) => None,
                    made => Some(made.map_err(PressError::from)),
                },
            };
            // The receiver is gone if the press was dropped.
            let _ = send.send(made);
            wake();
        };
        if let Err(why) = std::thread::Builder::new().name("press".to_owned()).spawn(work) {
            let _ = spare.send(Some(Err(why.into())));
        }
        press
    }

    pub fn progress(&self) -> PressProgress {
        match self.drawn.load(Ordering::Relaxed) {
            NOT_YET => {
                let done = self.solved.load(Ordering::Relaxed);
                PressProgress::Solving { done, all: self.all }
            }
            done => PressProgress::Drawing { done },
        }
    }

    pub fn stop(&self) {
        self.stop.set();
    }

    /// Returns the result, once.
    pub fn result(&self) -> Option<Pressed> {
        match self.result.try_recv() {
            Ok(result) => Some(result),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Some(Err(PressError::Fell))),
        }
    }
}

impl Drop for Press {
    fn drop(&mut self) {
        self.stop.set();
    }
}
