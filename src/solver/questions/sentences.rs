//! Finds the sentences of `wrong` that some play of a level violates, in a worker of its own.
//!
//! The rules are taken without their constraints on wrong plays, and one sentence after the other is assumed
//! to be violated.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use crate::engine::plan::play_of;
use crate::values::worker_messages::{SessionRequest, Word};
use crate::worker::grounding::joined;
use crate::worker::one_session::{OneSession, SearchEnd};
use crate::worker::remote::{CallError, WorkerCommand};
use foolproof_asp::{AspError, SessionOptions, Stop};
use foolproof_game::GroundSource;
use foolproof_kernel::unquote;
use foolproof_level::Play;

/// Predicate of the sentences that are violated, at any place.
const HEARD: &str = "__heard";
/// Share of random solver decisions while a play is drawn, per mille.
const DRAWN_PER_MILLE: u32 = 300;
const RULES: &str = "__heard(W) :- wrong(W,_).\n__heard(W) :- wrong(W).\n";

/// Looks for plays that violate sentences.
pub struct SentenceSearch(OneSession);

/// The result for the sentences on one level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SentencesFound {
    /// Each sentence that some play violates, with such a play.
    pub heard: BTreeMap<String, Play>,
    /// No play that the rules allow violates any of the others.
    pub all: bool,
}

/// The reason why constraints on plays cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(transparent)]
pub struct UnreadConstraints(AspError);

impl SentenceSearch {
    pub fn new(command: WorkerCommand) -> Self {
        Self(OneSession::new(command))
    }

    /// Looks for a play that violates each of the wanted sentences.
    pub fn look(
        &mut self,
        sources: &[GroundSource],
        wanted: &BTreeSet<String>,
        time: Duration,
        stop: &Stop,
    ) -> SentencesFound {
        let end = SearchEnd { until: Instant::now() + time, stop };
        let mut found = SentencesFound::default();
        found.all = self.look_for_each(sources, wanted, end, &mut found.heard).is_ok();
        self.0.close(end);
        found
    }

    /// Looks for a play of a level under these constraints, instead of requiring that nothing is wrong.
    /// Returns `None` if none was found, and an error if the constraints cannot be read.
    pub fn play_under(
        &mut self,
        sources: &[GroundSource],
        constraints: &str,
        seed: u64,
        time: Duration,
        stop: &Stop,
    ) -> Result<Option<Play>, UnreadConstraints> {
        let end = SearchEnd { until: Instant::now() + time, stop };
        let program = joined(sources).with("plays", constraints);
        let options =
            SessionOptions { seed, random_per_mille: DRAWN_PER_MILLE, ..SessionOptions::default() };
        match self.0.open(program, options, end) {
            Err(CallError::Program(why)) => return Err(UnreadConstraints(why)),
            Err(_) => return Ok(None),
            Ok(()) => {}
        }
        let show = vec!["play".to_owned()];
        let asked = SessionRequest::Models { assume: Vec::new(), cap: 1, show };
        let mut play = None;
        let _ = self.0.ask(asked, end, &mut |atoms| play = Some(play_of(&atoms)));
        self.0.close(end);
        Ok(play)
    }

    fn look_for_each(
        &mut self,
        sources: &[GroundSource],
        wanted: &BTreeSet<String>,
        end: SearchEnd<'_>,
        heard: &mut BTreeMap<String, Play>,
    ) -> Result<(), CallError> {
        let program = joined(sources).with("sentences", RULES);
        self.0.open(program, SessionOptions::default(), end)?;
        for atom in self.0.atoms(HEARD, 1, end)? {
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
            let ended = self.0.ask(assumed, end, &mut |atoms| play = Some(play_of(&atoms)))?;
            match (play, ended) {
                (Some(play), _) => drop(heard.insert(sentence, play)),
                (None, Word::Models(outcome)) if outcome.exhausted => {}
                (None, _) => return Err(CallError::Time),
            }
        }
        Ok(())
    }
}
