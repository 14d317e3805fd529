//! Which sentences of `wrong` a play of a level can be made to hear: asked of a worker of its own.
//!
//! The rules are taken with nothing forbidden that is wrong, and one sentence after the other is
//! assumed to be said.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use super::grounding::joined;
use super::one_session::{OneSession, SearchEnd};
use super::plan::play_of;
use super::protocol::{SessionRequest, Word};
use super::remote::{CallError, WorkerCommand};
use foolproof_asp::{SessionOptions, Stop};
use foolproof_games::own::GroundSource;
use foolproof_kernel::unquote;
use foolproof_level::Play;

/// What is said, wherever it is.
const HEARD: &str = "__heard";
const RULES: &str = "__heard(W) :- wrong(W,_).\n__heard(W) :- wrong(W).\n";

/// Looks for plays that hear sentences.
pub struct SentenceSearch(OneSession);

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
        Self(OneSession::new(command))
    }

    /// Looks for a play for each of the sentences that are wanted.
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
