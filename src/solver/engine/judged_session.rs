//! One grounding for solver and judge: opening a level's encoding also gives its judge the ground rules.
//!
//! Solver and judge share the rules that clingo's grounder unfolds, and nothing of a search. If the rules
//! cannot be handed over, the judge reads them itself, and reports what is wrong with them.

use std::ops::ControlFlow;

use crate::engine::ask::Ask;
use crate::engine::concept_slips::slip_in_concept;
use crate::engine::plan;
use crate::engine::play_questions::play_options;
use crate::engine::preconditions::rules_are_read;
use crate::values::worker_messages::{GroundingLimits, Request, SessionRequest, SessionSlot, Word};
use crate::worker::remote::CallError;
use foolproof_asp::{AspError, MAX_RULES, Program, SessionOptions};

/// Grounding for both gets one in this many parts of a question's time. If it takes longer, the judge grounds
/// the rules with the whole time and reports why they take long.
const SHARE: u128 = 4;

impl Ask<'_> {
    /// Opens a session of a level's encoding whose ground rules its judge has taken. Returns `None` if the
    /// judge has to read the rules itself.
    pub(crate) fn judged_session(
        &mut self,
        program: &Program,
        options: &SessionOptions,
    ) -> Result<Option<SessionSlot>, CallError> {
        let waits = self.game.ground_rules().filter(|rules| rules.waits_for_ground(self.level));
        let Some(rules) = waits.filter(|_| *options == play_options()) else { return Ok(None) };
        let plain = plan::fixed_program(self.game, &self.level.without_concept());
        if !plain.is_ok_and(|plain| plain == *program) {
            return Ok(None);
        }
        let processor_ms = u64::try_from(self.limits.time.as_millis() / SHARE).unwrap_or(u64::MAX);
        let limits = GroundingLimits { rules: MAX_RULES, processor_ms };
        let (asked, options) = (program.clone(), options.clone());
        let slot = self.free_slot()?;
        let request = Request::OpenJudged { slot, program: asked, options, limits };
        let mut ground = None;
        let opened = self.call_with(request, &mut |word| {
            if let Word::Ground(rules, _) = word {
                ground = Some(rules);
            }
            ControlFlow::Continue(())
        });
        match opened {
            Ok(Word::Opened { warnings }) => {
                if slip_in_concept(self.game, &warnings, &program.sources).is_some() {
                    self.close(slot.ask(SessionRequest::Close));
                    return Ok(None);
                }
            }
            Err(CallError::Stopped) => return Err(CallError::Stopped),
            Err(CallError::Program(AspError::LongGrounding(_))) => {
                self.engine.take_new_worker();
                return Ok(None);
            }
            Ok(_) | Err(_) => return Ok(None),
        }
        if let Some(ground) = ground {
            rules.take_ground(self.level, ground);
        }
        if let Err(error) = rules_are_read(self) {
            self.close(slot.ask(SessionRequest::Close));
            return Err(error);
        }
        Ok(Some(slot))
    }
}
