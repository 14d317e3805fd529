//! Questions about possible levels: the common parts of generating, completing and blaming.
//!
//! The proposer proposes a level with a solution that practises the concept, the shortcut search looks for a
//! shortcut in it; a refuted level is not proposed again. Source: Smith & Butler, "Quantifying over Play",
//! section 5.5; `design.lp`. The paper calls the two agents Elise and Fiona.

use crate::engine::play_questions::look_for_shortcut;
use std::collections::BTreeSet;

use crate::engine::ask::Ask;
use crate::engine::plan::{self, Holding};
use crate::engine::tasks::without_a_move;
use crate::engine::verify_play::judged;
use crate::engine::why;
use crate::values::answer::{FewestChanges, FoundLevel, ProposedLevel, Truth, WhyNoBetter};
use crate::values::status::Why;
use crate::values::worker_messages::{SessionRequest, SessionSlot, Word};
use crate::worker::remote::{CallError, another_answer};
use foolproof_asp::{AspError, Assume, Atom, Model};
use foolproof_level::{Expect, Level, Play, Site};

/// A level that the proposer proposes; the proposed solution is its intended one.
pub(crate) struct ProposedDesign {
    pub level: Level,
    /// Every design atom of the proposal with its truth value: forbidding them forbids only this level.
    pub design: Vec<Assume>,
}

pub(crate) fn concept_holds() -> Vec<Assume> {
    ["__concept", "__reference"].map(|name| (Atom::constant(name), true)).to_vec()
}

pub(crate) fn shown() -> Vec<String> {
    ["has", "play"].map(str::to_owned).to_vec()
}

/// Returns every atom `has(S,M)` that the solver chooses.
pub(crate) fn design_atoms(ask: &mut Ask<'_>, slot: SessionSlot) -> Result<Vec<Atom>, Why> {
    open_atoms(ask, slot, "has", 2)
}

/// Returns every atom of this name and number of arguments that the rules do not decide.
pub(crate) fn open_atoms(
    ask: &mut Ask<'_>,
    slot: SessionSlot,
    name: &str,
    arity: usize,
) -> Result<Vec<Atom>, Why> {
    let request = slot.ask(SessionRequest::Atoms { name: name.to_owned(), arity });
    match ask.call(request).map_err(why)? {
        Word::Atoms(atoms) => {
            Ok(atoms.into_iter().filter(|(_, fact)| !fact).map(|(atom, _)| atom).collect())
        }
        _ => Err(why(another_answer())),
    }
}

/// Decides whether a proposed level is shortcut-free. Returns the shortcut if it is not.
pub(crate) fn shortcut_of(ask: &mut Ask<'_>, level: &Level) -> Truth<(), Play> {
    if let Some(told) = without_a_move(ask, level) {
        return told;
    }
    match plan::fixed_program(ask.game, level) {
        Ok(program) => look_for_shortcut(&mut ask.about(level), &program),
        Err(error) => Truth::Unknown(Why::from(error)),
    }
}

/// Reads a model of a design program. Its solution is judged like any other.
pub(crate) fn propose(
    ask: &Ask<'_>,
    model: &Model,
    atoms: &[Atom],
    holding: Holding,
) -> Result<ProposedDesign, Why> {
    let level = proposed_level(ask, &model.atoms, holding)?;
    let true_atoms: BTreeSet<&Atom> = model.atoms.iter().collect();
    let design = atoms.iter().map(|atom| (atom.clone(), true_atoms.contains(atom))).collect();
    Ok(ProposedDesign { level, design })
}

/// Returns the level of a model's atoms, with their solution as the intended one if the rules accept it.
pub(crate) fn proposed_level(
    ask: &Ask<'_>,
    atoms: &[Atom],
    holding: Holding,
) -> Result<Level, Why> {
    let mut level = plan::level_of(ask.level, atoms, holding);
    let play = judged(ask.game, &level, atoms, ask.patience())?;
    level.intended_locked.retain(|site| play.get(*site).is_some());
    level.intended = Some(play);
    Ok(level)
}

/// Returns the level of a model's atoms, which is known to have only this solution.
pub(crate) fn level_with_one_solution(ask: &Ask<'_>, atoms: &[Atom]) -> Result<Level, Why> {
    let mut level = proposed_level(ask, atoms, Holding::Firm)?;
    level.policy.unique = Some(Expect::Yes);
    Ok(level)
}

/// Returns a level that answers the question, with its changes to the asked one.
pub(crate) fn proposed(asked: &Level, level: Level, shortcut_free: Truth) -> ProposedLevel {
    let sites: BTreeSet<Site> = asked.marks().chain(level.marks()).map(|(site, _)| site).collect();
    let changed = sites.into_iter().filter(|site| asked.mark(*site) != level.mark(*site)).collect();
    let (fewest, given_up) = (FewestChanges::default(), Vec::new());
    let level = Box::new(level);
    ProposedLevel { level, changed, shortcut_free, unique: false, fewest, given_up }
}

/// Returns a level that does not meet all requirements: it has a shortcut, or may have one.
pub(crate) fn half_completed(asked: &Level, level: Level, shortcut_free: Truth) -> FoundLevel {
    let why = match &shortcut_free {
        Truth::Unknown(why) => why.clone(),
        // Better ones may be found until time runs out.
        _ => Why::Time,
    };
    FoundLevel::SecondBest(proposed(asked, level, shortcut_free), WhyNoBetter::Unknown(why))
}

/// The reason why a program cannot be asked for whole levels.
pub(crate) enum NoDesign {
    /// Its rules contain "for all" themselves, which rules out the search that proves it for a level.
    ForAll,
    Other(Why),
}

impl NoDesign {
    pub(crate) fn of(error: CallError) -> Self {
        match error {
            CallError::Program(AspError::Circular(_)) => NoDesign::ForAll,
            other => NoDesign::Other(why(other)),
        }
    }
}

impl From<NoDesign> for Why {
    fn from(reason: NoDesign) -> Self {
        match reason {
            NoDesign::ForAll => Why::Undecided(
                "this level's own rules say that nothing smaller would do; with such rules not all \
                 levels can be searched"
                    .to_owned(),
            ),
            NoDesign::Other(why) => why,
        }
    }
}
