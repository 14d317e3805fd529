//! Step rules of a board that are ground once for all its levels, and then specialised for each.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::own_game::OwnGame;
use foolproof_game::RulesFault;
use foolproof_ground::{AtomNumber, GroundProgram};
use foolproof_level::{Level, Mark, Site};

/// The step rules of all levels that an opening leaves open on a board.
pub(crate) struct OpenSteps {
    program: GroundProgram,
    /// Marks that may lie on the board, with their atoms.
    lying: Vec<((Site, Mark), AtomNumber)>,
}

impl OpenSteps {
    pub(crate) fn new(program: &GroundProgram) -> Result<Self, RulesFault> {
        let inputs = program.inputs();
        let read = |(atom, [site, mark]): (AtomNumber, [&str; 2])| {
            Some(((site.parse().ok()?, mark.parse().ok()?), atom))
        };
        let lying = program.atoms_of::<2>("has").filter_map(read);
        let lying = lying.filter(|(_, atom)| inputs.binary_search(atom).is_ok()).collect();
        Ok(Self { program: program.clone(), lying })
    }

    /// Returns the step rules of one of them.
    pub(crate) fn of_level(&self, marks: &BTreeSet<(Site, Mark)>) -> GroundProgram {
        self.program.given(self.lying.iter().map(|(lies, atom)| (*atom, marks.contains(lies))))
    }
}

impl OwnGame {
    /// Returns the step rules of all levels of a board, once they are ready.
    pub(crate) fn open_steps(&self, level: &Level) -> Option<Arc<OpenSteps>> {
        self.made_of_board(&self.open_step_rules, level, "", OpenSteps::new)
    }
}
