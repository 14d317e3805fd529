//! Which sentences of `wrong` a play of a level can be made to hear: asked of a worker of its own.
//!
//! The rules are taken with nothing forbidden that is wrong, and one sentence after the other is
//! assumed to be said.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::grounding::joined;
use super::plan::play_of;
use super::protocol::{Request, SessionRequest, SessionSlot, Word};
use super::remote::{CallError, Worker, WorkerCommand, another_answer};
use foolproof_asp::{Atom, SessionOptions, Stop};
use foolproof_games::own::GroundSource;
use foolproof_kernel::unquote;
use foolproof_level::Play;

/// What is said, wherever it is.
const HEARD: &str = "__heard";
const RULES: &str = "__heard(W) :- wrong(W,_).\n__heard(W) :- wrong(W).\n";
const SLOT: SessionSlot = SessionSlot(0);

/// Looks for plays that hear sentences.
pub struct SentenceSearch(Worker);

/// What came of the sentences on one level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SentencesFound {
    /// Each sentence that some play hears, with one of these.
    pub heard: BTreeMap<String, Play>,
    /// No play that the rules allow hears any of the others.
    pub all: bool,
}

impl SentenceSearch {
    pub fn new(command: WorkerCommand) -> Self {
        Self(Worker::new(command))
    }

    /// Looks for a play for each of the sentences that are wanted.
    pub fn look(
        &mut self,
        sources: &[GroundSource],
        wanted: &BTreeSet<String>,
        time: Duration,
        stop: &Stop,
    ) -> SentencesFound {
        let until = Instant::now() + time;
        let mut found = SentencesFound::default();
        found.all = self.look_for_each(sources, wanted, until, stop, &mut found.heard).is_ok();
        let _ = self.ask(SessionRequest::Close, until, stop, &mut |_| {});
        found
    }

    fn look_for_each(
        &mut self,
        sources: &[GroundSource],
        wanted: &BTreeSet<String>,
        until: Instant,
        stop: &Stop,
        heard: &mut BTreeMap<String, Play>,
    ) -> Result<(), CallError> {
        let program = joined(sources).with("sentences", RULES);
        let options = SessionOptions::default();
        let mut none = |_: &[Atom]| {};
        self.ask(SessionRequest::Open { program, options }, until, stop, &mut none)?;
        let known = SessionRequest::Atoms { name: HEARD.to_owned(), arity: 1 };
        let Word::Atoms(atoms) = self.ask(known, until, stop, &mut none)? else {
            return Err(another_answer());
        };
        for (atom, _) in atoms {
            let sentence = atom.args.first().map(|term| unquote(term)).unwrap_or_default();
            if !wanted.contains(&sentence) || heard.contains_key(&sentence) {
                continue;
            }
            let mut play = None;
            let assumed = SessionRequest::Models {
                assume: vec![(atom, true)],
                cap: 1,
                show: vec!["play".to_owned()],
            };
            let ended = self.ask(assumed, until, stop, &mut |atoms| play = Some(play_of(atoms)))?;
            match (play, ended) {
                (Some(play), _) => drop(heard.insert(sentence, play)),
                (None, Word::Models(outcome)) if outcome.exhausted => {}
                (None, _) => return Err(CallError::Time),
            }
        }
        Ok(())
    }

    fn ask(
        &mut self,
        request: SessionRequest,
        until: Instant,
        stop: &Stop,
        on_model: &mut dyn FnMut(&[Atom]),
    ) -> Result<Word, CallError> {
        let left = until.saturating_duration_since(Instant::now());
        self.0.call(Request::Session(SLOT, request), left, stop, &mut |word| {
            if let Word::Model(model) = word {
                on_model(&model.atoms);
            }
            ControlFlow::Continue(())
        })
    }
}
