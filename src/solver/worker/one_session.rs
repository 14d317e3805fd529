//! A worker with one program open, for searches next to an engine's.

use std::ops::ControlFlow;
use std::time::Instant;

use crate::values::worker_messages::{Request, SessionRequest, SessionSlot, Word};
use crate::worker::remote::{CallError, Worker, WorkerCommand, another_answer};
use foolproof_asp::{Atom, Program, SessionOptions, Stop};

const SLOT: SessionSlot = SessionSlot(0);

/// A worker with one program open.
pub(crate) struct OneSession(Worker);

/// The deadline of a search, with its stop signal.
#[derive(Clone, Copy)]
pub struct SearchEnd<'a> {
    pub until: Instant,
    pub stop: &'a Stop,
}

impl OneSession {
    pub(crate) fn new(command: WorkerCommand) -> Self {
        Self(Worker::new(command))
    }

    pub(crate) fn open(
        &mut self,
        program: Program,
        options: SessionOptions,
        end: SearchEnd<'_>,
    ) -> Result<(), CallError> {
        self.ask(SessionRequest::Open { program, options }, end, &mut |_| {}).map(drop)
    }

    pub(crate) fn close(&mut self, end: SearchEnd<'_>) {
        let _ = self.ask(SessionRequest::Close, end, &mut |_| {});
    }

    /// Returns the atoms of a predicate that may be true.
    pub(crate) fn atoms(
        &mut self,
        name: &str,
        arity: usize,
        end: SearchEnd<'_>,
    ) -> Result<Vec<Atom>, CallError> {
        let known = SessionRequest::Atoms { name: name.to_owned(), arity };
        match self.ask(known, end, &mut |_| {})? {
            Word::Atoms(atoms) => Ok(atoms.into_iter().map(|(atom, _)| atom).collect()),
            _ => Err(another_answer()),
        }
    }

    /// Sends a request, and passes on the atoms of each model.
    pub(crate) fn ask(
        &mut self,
        request: SessionRequest,
        end: SearchEnd<'_>,
        on_model: &mut dyn FnMut(Vec<Atom>),
    ) -> Result<Word, CallError> {
        let left = end.until.saturating_duration_since(Instant::now());
        self.0.call(Request::Session(SLOT, request), left, end.stop, &mut |word| {
            if let Word::Model(model) = word {
                on_model(model.atoms);
            }
            ControlFlow::Continue(())
        })
    }
}
