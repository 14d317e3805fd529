//! Finds the held tags that exclude every shortcut-free puzzle.
//!
//! Elise's search under assumptions ends either with a puzzle, or with a set of assumptions that excludes all
//! puzzles. That set is reduced one by one; puzzles refuted on the way stay refuted.

use super::answer::{Core, Shot};
use super::duel::{Duel, Ended};
use super::error::AspError;
use super::ffi::Literal;

impl Duel {
    /// Finds a set of these terms that cannot all be tagged in a shortcut-free puzzle. The core holds indices
    /// into `held`; a term that is never tagged is a core of its own.
    pub fn blame(
        &mut self,
        held: &[String],
        shot: &Shot,
        on_counterexample: &mut dyn FnMut(u64),
    ) -> Result<Core, AspError> {
        let mut assumed: Vec<(usize, Literal)> = Vec::new();
        for (at, term) in held.iter().enumerate() {
            match self.tag(term) {
                Ok(literal) => assumed.push((at, literal)),
                Err(true) => {}
                Err(false) => return Ok(Core::Unsatisfiable { core: vec![at], minimal: true }),
            }
        }
        let mut core = match self.attempt(&assumed, shot, on_counterexample)? {
            Core::Unsatisfiable { core, .. } => core,
            other => return Ok(other),
        };
        let mut kept = 0;
        while kept < core.len() {
            let without: Vec<(usize, Literal)> = core
                .iter()
                .enumerate()
                .filter(|(n, _)| *n != kept)
                .filter_map(|(_, at)| assumed.iter().find(|(held, _)| held == at).copied())
                .collect();
            match self.attempt(&without, shot, on_counterexample)? {
                // Assumptions already found necessary stay: a core of the rest can only lose later ones.
                Core::Unsatisfiable { core: smaller, .. } => core = smaller,
                Core::Satisfiable => kept += 1,
                Core::Unknown(_) => return Ok(Core::Unsatisfiable { core, minimal: false }),
            }
        }
        Ok(Core::Unsatisfiable { core, minimal: true })
    }

    fn attempt(
        &mut self,
        assumed: &[(usize, Literal)],
        shot: &Shot,
        on_counterexample: &mut dyn FnMut(u64),
    ) -> Result<Core, AspError> {
        let literals: Vec<Literal> = assumed.iter().map(|(_, literal)| *literal).collect();
        Ok(match self.search(&literals, shot, on_counterexample)? {
            Ended::Puzzle { .. } => Core::Satisfiable,
            Ended::Halted(halt) => Core::Unknown(halt),
            Ended::Nothing(core) => {
                let core = assumed.iter().filter(|(_, literal)| core.contains(literal));
                Core::Unsatisfiable { core: core.map(|(at, _)| *at).collect(), minimal: false }
            }
        })
    }
}
