//! Calls of a question to the worker: sessions that it opens, and requests to them.

use std::ops::ControlFlow;

use crate::engine::ask::Ask;
use crate::engine::concept_slips::slip_in_concept;
use crate::engine::own_search::may_be_opened;
use crate::engine::preconditions::{may_be_solved, rules_are_read};
use crate::engine::{WARM_SESSIONS, why};
use crate::values::finding::Progress;
use crate::values::status::Why;
use crate::values::worker_messages::{
    ConsequenceMode, Request, SessionRequest, SessionSlot, TaggedRequest, TaggedSlot, Word,
};
use crate::worker::remote::{CallError, another_answer};
use foolproof_asp::{
    AspError, Assume, Consequences, EnumerationOutcome, Model, Program, SessionOptions, Source,
};
use foolproof_game::counted;
use foolproof_level::Play;

impl Ask<'_> {
    /// Opens a session for one question only: constraints are added to it, so it is not reused.
    pub(crate) fn own_session(
        &mut self,
        program: &Program,
        options: &SessionOptions,
    ) -> Result<SessionSlot, CallError> {
        if let Some(slot) = self.judged_session(program, options)? {
            return Ok(slot);
        }
        may_be_solved(self)?;
        rules_are_read(self)?;
        self.trial_session(program, options)
    }

    /// Opens a session for one question about a level that is tried, and may be changed again at once: its
    /// rules were read for another level of the game, so its judge does not read them yet.
    pub(crate) fn trial_session(
        &mut self,
        program: &Program,
        options: &SessionOptions,
    ) -> Result<SessionSlot, CallError> {
        let slot = self.free_slot()?;
        let (asked, options) = (program.clone(), options.clone());
        let request = slot.ask(SessionRequest::Open { program: asked, options });
        self.open(request, &program.sources)?;
        Ok(slot)
    }

    /// Opens a tagged program for one question only.
    pub(crate) fn open_tagged(
        &mut self,
        program: Program,
        options: SessionOptions,
    ) -> Result<TaggedSlot, CallError> {
        may_be_solved(self)?;
        rules_are_read(self)?;
        let slot = TaggedSlot(self.free_slot()?.0);
        let sources = program.sources.clone();
        self.open(slot.ask(TaggedRequest::Open { program, options }), &sources)?;
        Ok(slot)
    }

    /// Returns a slot for a program.
    pub(crate) fn free_slot(&mut self) -> Result<SessionSlot, CallError> {
        may_be_solved(self)?;
        self.engine.worker.start()?;
        self.engine.next_slot += 1;
        Ok(SessionSlot(self.engine.next_slot))
    }

    /// Opens a program, and closes it again if rules of a concept contain a slip: the designer's, or those in
    /// the manifest of a game.
    fn open(&mut self, request: Request, sources: &[Source]) -> Result<(), CallError> {
        let closing = request.closing();
        match self.call(request)? {
            Word::Opened { warnings } => {
                // A predicate that no rule derives is most likely a typing error.
                match slip_in_concept(self.game, &warnings, sources) {
                    None => Ok(()),
                    Some(slip) => {
                        self.close(closing);
                        Err(CallError::Program(AspError::Program(vec![slip])))
                    }
                }
            }
            _ => Err(another_answer()),
        }
    }

    /// Returns a warm session of the program; opens one if needed.
    pub(crate) fn session(
        &mut self,
        program: &Program,
        options: &SessionOptions,
    ) -> Result<SessionSlot, CallError> {
        may_be_solved(self)?;
        may_be_opened(self, program)?;
        self.engine.worker.start()?;
        if self.engine.generation != self.engine.worker.generation() {
            self.engine.sessions.clear();
            self.engine.generation = self.engine.worker.generation();
        }
        let warm = self.engine.sessions.iter().position(|(p, o, _)| p == program && o == options);
        if let Some(session) = warm.and_then(|at| self.engine.sessions.remove(at)) {
            let slot = session.2;
            self.engine.sessions.push_back(session);
            return Ok(slot);
        }
        while self.engine.sessions.len() >= WARM_SESSIONS {
            if let Some((_, _, slot)) = self.engine.sessions.pop_front() {
                self.call(slot.ask(SessionRequest::Close))?;
            }
        }
        let slot = self.own_session(program, options)?;
        self.engine.sessions.push_back((program.clone(), options.clone(), slot));
        Ok(slot)
    }

    pub(crate) fn close(&mut self, closing: Request) {
        if !self.stop.is_set() {
            // A worker that cannot close a session has died, and its sessions with it.
            let _ = self.call(closing);
        }
    }

    pub(crate) fn call(&mut self, request: Request) -> Result<Word, CallError> {
        self.call_with(request, &mut |_| ControlFlow::Continue(()))
    }

    pub(crate) fn call_with(
        &mut self,
        request: Request,
        on_word: &mut dyn FnMut(Word) -> ControlFlow<()>,
    ) -> Result<Word, CallError> {
        self.engine.send(request, self.left(), self.stop, on_word)
    }

    /// Returns up to `cap` models, and how the search for them ended.
    pub(crate) fn models(
        &mut self,
        slot: SessionSlot,
        assume: Vec<Assume>,
        cap: u64,
        show: Vec<String>,
    ) -> Result<(Vec<Model>, EnumerationOutcome), Why> {
        let mut models = Vec::new();
        let request = slot.ask(SessionRequest::Models { assume, cap, show });
        let ended = self.call_with(request, &mut |word| {
            if let Word::Model(model) = word {
                models.push(model);
            }
            ControlFlow::Continue(())
        });
        match ended.map_err(why)? {
            Word::Models(ended) => Ok((models, ended)),
            _ => Err(why(another_answer())),
        }
    }

    /// Returns the atoms of a predicate that some or all models have, as far as they were found.
    pub(crate) fn consequences(
        &mut self,
        slot: SessionSlot,
        mode: ConsequenceMode,
        assume: Vec<Assume>,
        of: &str,
    ) -> Result<Consequences, Why> {
        let of = of.to_owned();
        let request = slot.ask(SessionRequest::Consequences { mode, assume, of });
        match self.call(request).map_err(why)? {
            Word::Consequences(consequences) => Ok(consequences),
            _ => Err(why(another_answer())),
        }
    }

    /// Calls the proposer and the shortcut search, with a note for every shortcut that is ruled out.
    pub(crate) fn call_counting(&mut self, request: Request) -> Result<Word, Why> {
        let (left, stop) = (self.left(), self.stop);
        let Self { engine, noted, on, .. } = self;
        let mut on_word = |word| {
            if let Word::Counterexamples(n) = word {
                let shortcuts = counted(n, "shortcut", "shortcuts");
                *noted = (n, format!("{shortcuts} found and ruled out"));
                on(Progress::Note { done: n, text: noted.1.clone() });
            }
            ControlFlow::Continue(())
        };
        engine.send(request, left, stop, &mut on_word).map_err(why)
    }

    /// Returns the first play, among the intended one and those remembered, that passes `test`.
    pub(crate) fn witness(&self, test: &dyn Fn(&Play) -> bool) -> Option<Play> {
        let known = self.engine.witnesses.get(&self.level.id);
        self.level
            .intended
            .iter()
            .chain(known.into_iter().flatten())
            .find(|play| test(play))
            .cloned()
    }
}
