//! Removes the fewest painted marks so that a level has a solution with its concept.
//!
//! If keeping all painted marks leaves no solution, at least one mark of each set that rules it out (a core)
//! has to go. It tries to remove one mark of the core, then two, then three, each time with the core of what
//! is left.

use crate::engine::ask::Ask;
use crate::engine::plan::{self, Holding};
use crate::engine::why;
use crate::making::completion::CompletionStep;
use crate::making::completion::settled_or_mended;
use crate::questions::conflict::core_of;
use crate::questions::design_questions::{concept_holds, propose, shown};
use crate::questions::design_questions::{design_atoms, shortcut_of};
use crate::values::answer::{FewestChanges, FoundLevel};
use crate::values::status::Why;
use crate::values::worker_messages::{SessionRequest, SessionSlot};
use foolproof_asp::{Assume, Atom, SessionOptions};
use foolproof_level::{Hold, Site};

/// Maximum number of marks to remove. More are left to the search for a cheapest completion.
const MAX_MARKS: usize = 3;

/// Returns the assumptions that all painted marks stay except those in `gone`.
fn kept(painted: &[Site], gone: &[Site]) -> Vec<Assume> {
    let keep = |site: &Site| Atom::new("__keep", [site.to_string()]);
    painted.iter().map(|site| (keep(site), !gone.contains(site))).collect()
}

/// Removes the fewest painted marks and adds none; open if removing a few is not enough.
pub(crate) fn fewest_taken_off(ask: &mut Ask<'_>) -> Result<CompletionStep, Why> {
    let program = plan::design_program(ask.game, ask.level, &[], Holding::Soft)?;
    let slot = ask.own_session(&program, &SessionOptions::default()).map_err(why)?;
    let found = taken_off(ask, slot);
    ask.close(slot.ask(SessionRequest::Close));
    found
}

fn taken_off(ask: &mut Ask<'_>, slot: SessionSlot) -> Result<CompletionStep, Why> {
    let painted = |site: &Site| ask.level.hold(*site) == Hold::Painted;
    let painted: Vec<Site> = ask.level.marks().map(|(site, _)| site).filter(painted).collect();
    let mut gone = Vec::new();
    for most in 1..=MAX_MARKS {
        if !goes(ask, slot, &painted, &mut gone, most)? {
            continue;
        }
        // It already has a solution.
        if gone.is_empty() {
            break;
        }
        let atoms = design_atoms(ask, slot)?;
        let assume = kept(&painted, &gone).into_iter().chain(concept_holds()).collect();
        let (mut models, _) = ask.models(slot, assume, 1, shown())?;
        let Some(model) = models.pop() else { break };
        let proposal = propose(ask, &model, &atoms, Holding::Soft)?;
        let verdict = shortcut_of(ask, &proposal.level).bare();
        let step = settled_or_mended(ask, &proposal.level, verdict)?;
        return Ok(with_fewest(step, gone.len()));
    }
    Ok(CompletionStep::Open(None))
}

/// Returns whether there is a solution once `more` further marks are removed; if so, adds them to `gone`.
fn goes(
    ask: &mut Ask<'_>,
    slot: SessionSlot,
    painted: &[Site],
    gone: &mut Vec<Site>,
    more: usize,
) -> Result<bool, Why> {
    let stay: Vec<Site> = painted.iter().copied().filter(|site| !gone.contains(site)).collect();
    let assume = kept(&stay, &[]).into_iter().chain(concept_holds()).collect();
    let answer = ask.call(slot.ask(SessionRequest::Core { assume })).map_err(why)?;
    let Some((core, _)) = core_of(answer)? else { return Ok(true) };
    if more == 0 {
        return Ok(false);
    }
    for site in core.into_iter().filter_map(|at| stay.get(at)) {
        gone.push(*site);
        if goes(ask, slot, painted, gone, more - 1)? {
            return Ok(true);
        }
        gone.pop();
    }
    Ok(false)
}

/// Marks the level of a step as the one with the fewest changes, if it only removes marks.
fn with_fewest(step: CompletionStep, gone: usize) -> CompletionStep {
    let known = if gone == 1 { FewestChanges::Proved } else { FewestChanges::OfTakenOff };
    let told = |found: FoundLevel| match found {
        FoundLevel::Level(mut level) if level.changed.len() == gone => {
            level.fewest = known;
            FoundLevel::Level(level)
        }
        other => other,
    };
    match step {
        CompletionStep::Settled(found) => CompletionStep::Settled(told(found)),
        other => other,
    }
}
