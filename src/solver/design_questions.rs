//! Questions about what a level could become: what generating and completing share, and blaming its
//! locks.
//!
//! Elise proposes a level with a solution that practises the concept, Fiona looks for a shortcut
//! in it; a refuted level is not proposed again. Source: Smith & Butler, "Quantifying over Play",
//! section 5.5; `design.lp`. Knows `Game` (the trait), never a game.

use std::collections::BTreeSet;

use super::engine::{Ask, Engine, halted, has_concept, judged, level_properties, why};
use super::finding::{Among, Blame, Detail, Lacking, Status, Why};
use super::plan::{self, Holding};
use super::protocol::{Request, Word};
use super::question::Topic;
use super::remote::another_answer;
use crate::asp::{Assume, Atom, Core, Model, Options};
use crate::games::StockItem;
use crate::level::{Hold, Level, Play, Site};

/// A level that Elise proposes; her solution is its intended one.
pub(super) struct Proposal {
    pub level: Level,
    /// Every design atom of the proposal with its truth: forbidding them forbids just this level.
    pub design: Vec<Assume>,
}

pub(super) fn concept_holds() -> Vec<Assume> {
    ["__concept", "__reference"].map(|name| (Atom::constant(name), true)).to_vec()
}

pub(super) fn shown() -> Vec<String> {
    ["has", "play"].map(str::to_owned).to_vec()
}

impl Engine {
    /// Every atom has(S,M) that the solver chooses.
    pub(super) fn design_atoms(&mut self, ask: &Ask<'_>, slot: u32) -> Result<Vec<Atom>, Why> {
        let request = Request::Atoms { slot, name: "has".to_owned(), arity: 2 };
        match self.call(ask, request).map_err(why)? {
            Word::Atoms(atoms) => {
                Ok(atoms.into_iter().filter(|(_, fact)| !fact).map(|(atom, _)| atom).collect())
            }
            _ => Err(why(another_answer())),
        }
    }

    /// Whether a proposed level is shortcut-free; the shortcut if it is not.
    pub(super) fn fiona(&mut self, ask: &Ask<'_>, level: &Level) -> (Status, Option<Play>) {
        let program = match plan::fixed_program(ask.game, level) {
            Ok(program) => program,
            Err(error) => return (Status::Unknown(Why::BadInput(error.to_string())), None),
        };
        let mut quiet = |_| {};
        match self.look_for_shortcut(&mut ask.about(level, &mut quiet), &program) {
            (status, Detail::Play(play)) => (status, Some(play)),
            (status, _) => (status, None),
        }
    }

    /// Locks that cannot stay together whatever fills the other sites; else painted and locked
    /// sites that cannot stay together in the level as it stands, whatever else is taken off it.
    pub(super) fn conflict(&mut self, ask: &mut Ask<'_>) {
        let (status, detail) = match self.conflict_of(ask) {
            Ok(None) => (Status::Refuted, Detail::Nothing),
            Ok(Some(detail)) => (Status::Proved, detail),
            Err(why) => (Status::Unknown(why), Detail::Nothing),
        };
        ask.say(Topic::Conflict, status, detail);
    }

    fn conflict_of(&mut self, ask: &mut Ask<'_>) -> Result<Option<Detail>, Why> {
        if !level_properties(ask.game, ask.level).is_empty() {
            // Of what is asked of the level as a whole no program can tell what is to blame.
            let plain = ask.level.without_concept();
            let mut quiet = |_| {};
            return self.conflict_of(&mut ask.about(&plain, &mut quiet));
        }
        // A small program first: locks that can stay when paint is taken off can stay at all.
        if self.blame(ask, &[], Holding::LocksOnly)?.is_some() {
            let stock = ask.game.stock(ask.level);
            let whole = ask.limits.time;
            ask.limits.time = ask.started.elapsed() + ask.left() / 2;
            let locks = self.blame(ask, &stock, Holding::LocksOnly);
            ask.limits.time = whole;
            match locks {
                Ok(None) | Err(Why::Time | Why::Memory | Why::BadInput(_)) => {}
                found => return found,
            }
        }
        if let Some(found) = self.blame(ask, &[], Holding::Everything)? {
            return Ok(Some(found));
        }
        // It has a solution: then it is the shortcuts that nothing can be done about.
        if !has_concept(ask.level) {
            return Ok(None);
        }
        // A small program first here too: what may stay when paint is taken off may stay at all.
        let Some(fewer) = self.why_none(ask, &[])? else { return Ok(None) };
        match self.why_none(ask, &without_least(ask.game.stock(ask.level))) {
            Ok(None) | Err(Why::Time | Why::Memory | Why::BadInput(_)) => Ok(Some(fewer)),
            found => found,
        }
    }

    /// What is to blame for there being no shortcut-free level that keeps what is held, fills the
    /// open sites from this stock, and practises the concept; `None` when there is one.
    /// Without a stock other sites can only be empty.
    pub(super) fn why_none(
        &mut self,
        ask: &mut Ask<'_>,
        stock: &[StockItem],
    ) -> Result<Option<Detail>, Why> {
        let program = plan::explanation_program(ask.game, ask.level, stock)
            .map_err(|error| Why::BadInput(error.to_string()))?;
        let locked = |site: &Site| ask.level.spot(*site).hold == Hold::Locked;
        let mut sites: Vec<Site> = ask.level.spots().map(|(site, _)| site).collect();
        // What comes first is given up first: a conflict of locks says more than one of paint.
        sites.sort_by_key(locked);
        let parts = plan::parts(&ask.level.concept);
        let kept = sites.iter().map(|site| format!("keep({site})"));
        let held = kept.chain((0..parts.len()).map(plan::asked_part)).collect();
        let options = Options::default();
        let slot =
            self.opened(ask, |slot| Request::Tagged { slot, program, options }).map_err(why)?;
        let answer = self.call_counting(ask, Request::Blame { slot, held });
        self.close_session(ask, slot);
        match answer? {
            Word::Core(Core::Satisfiable) => Ok(None),
            Word::Core(Core::Unsatisfiable { core, minimal }) => {
                let part = |at: &usize| parts.get(at.checked_sub(sites.len())?).cloned();
                let mut blamed: Vec<Site> =
                    core.iter().filter_map(|at| sites.get(*at)).copied().collect();
                blamed.sort();
                Ok(Some(Detail::Blame(Blame {
                    among: match blamed.iter().all(locked) {
                        _ if stock.is_empty() => Among::Fewer,
                        true => Among::Locks,
                        false => Among::Any,
                    },
                    sites: blamed,
                    concept: core.iter().filter_map(part).collect(),
                    lacking: Lacking::ShortcutFreedom,
                    minimal,
                })))
            }
            Word::Core(Core::Unknown(halt)) => Err(halted(halt)),
            _ => Err(why(another_answer())),
        }
    }

    /// A set of held sites that no level with a solution can have all together, or `None` when
    /// they can all stay.
    fn blame(
        &mut self,
        ask: &mut Ask<'_>,
        stock: &[StockItem],
        holding: Holding,
    ) -> Result<Option<Detail>, Why> {
        let held: Vec<Site> = ask
            .level
            .spots()
            .filter(|(_, spot)| holding == Holding::Everything || spot.hold == Hold::Locked)
            .map(|(site, _)| site)
            .collect();
        // Without paint or locks the concept alone may be to blame.
        if held.is_empty() && holding == Holding::LocksOnly {
            return Ok(None);
        }
        // What the stock asks of a whole level is not what the designer locked.
        let stock = without_least(stock.to_vec());
        let program = plan::design_program(ask.game, ask.level, &stock, holding)
            .map_err(|error| Why::BadInput(error.to_string()))?;
        let slot = self.own_session(ask, &program, &Options::default()).map_err(why)?;
        let keep = |site: &Site| (Atom::new("keep", [site.to_string()]), true);
        let mut assume: Vec<Assume> = held.iter().map(keep).collect();
        assume.extend(concept_holds());
        let concept_at = held.len();
        let answer = self.call(ask, Request::Core { slot, assume });
        self.close_session(ask, slot);
        match answer.map_err(why)? {
            Word::Core(Core::Satisfiable) => Ok(None),
            Word::Core(Core::Unsatisfiable { core, minimal }) => {
                let sites: BTreeSet<Site> = core
                    .iter()
                    .filter(|at| **at != concept_at)
                    .filter_map(|at| held.get(*at))
                    .copied()
                    .collect();
                let concept = core.contains(&concept_at).then(|| ask.level.concept.clone());
                Ok(Some(Detail::Blame(Blame {
                    sites: sites.into_iter().collect(),
                    concept: concept.into_iter().collect(),
                    lacking: Lacking::Solution,
                    minimal,
                    among: match holding {
                        Holding::LocksOnly => Among::Locks,
                        _ => Among::Fewer,
                    },
                })))
            }
            Word::Core(Core::Unknown(halt)) => Err(halted(halt)),
            _ => Err(why(another_answer())),
        }
    }
}

/// The stock without what it asks of a whole level, which is nothing that the designer held.
fn without_least(stock: Vec<StockItem>) -> Vec<StockItem> {
    stock.into_iter().map(|item| StockItem { least: 0, ..item }).collect()
}

/// Reads a model of a design program; its solution is judged like every other.
pub(super) fn propose(
    ask: &Ask<'_>,
    model: &Model,
    atoms: &[Atom],
    holding: Holding,
) -> Result<Proposal, Why> {
    let level = proposed_level(ask, &model.atoms, holding)?;
    let true_atoms: BTreeSet<&Atom> = model.atoms.iter().collect();
    let design = atoms.iter().map(|atom| (atom.clone(), true_atoms.contains(atom))).collect();
    Ok(Proposal { level, design })
}

/// The level of a model's atoms, with their solution as the intended one once the rules accept it.
pub(super) fn proposed_level(
    ask: &Ask<'_>,
    atoms: &[Atom],
    holding: Holding,
) -> Result<Level, Why> {
    let mut level = plan::level_of(ask.level, atoms, holding);
    let play = judged(ask.game, &level, atoms)?;
    level.intended_locked.retain(|site| play.get(*site).is_some());
    level.intended = Some(play);
    Ok(level)
}

/// A level that answers the question, and what it changes of the asked one.
pub(super) fn completed(asked: &Level, level: Level, shortcut_free: Status) -> (Status, Detail) {
    let sites: BTreeSet<Site> = asked.marks().chain(level.marks()).map(|(site, _)| site).collect();
    let changed = sites.into_iter().filter(|site| asked.mark(*site) != level.mark(*site)).collect();
    (Status::Proved, Detail::Level { level: Box::new(level), changed, shortcut_free })
}
