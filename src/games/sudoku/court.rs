//! Arguments of levels: sites and marks outside, cells and digits inside.

use std::collections::{BTreeMap, BTreeSet};

use crate::argument::{self, Matter};
use crate::candidates::Digits;
use crate::grid::{Grid, Reading, digit_marks};
use crate::hitting::SetBounds;
use crate::proof::{self, ProofStep};
use crate::search::only;
use crate::shape::{Cells, GridShape, bit, members, set_of};
use crate::technique;
use foolproof_game::{
    Argument, Arguments, Cases, CasesError, Claim, ClaimError, Halted, StopCheck, Tactics, Weighed,
};
use foolproof_level::{Level, Mark, Play, Site};

/// The arguments of this game.
pub(crate) struct Court;

struct Docket {
    grid: Grid,
    cases: argument::SudokuCases,
    names: CellNames,
    /// Whether there is just one solution.
    unique: bool,
}

/// What cells and digits are called outside.
struct CellNames {
    shape: &'static GridShape,
    solution: Digits,
    marks: Vec<Mark>,
}

impl CellNames {
    /// The digit of the solution in a cell.
    fn mark(&self, cell: usize) -> Mark {
        self.marks[usize::from(self.solution[cell]).saturating_sub(1)].clone()
    }

    fn technique(&self, ProofStep { conclusion, evidence }: ProofStep) -> Option<String> {
        let named = technique::name(self.shape, &self.solution, evidence, conclusion);
        named.map(|technique| technique.name().to_owned())
    }

    fn argument(&self, step: ProofStep) -> Argument {
        Argument {
            conclusion: self.shape.site(step.conclusion),
            mark: self.mark(step.conclusion),
            evidence: self.shape.sites(step.evidence).collect(),
            technique: self.technique(step),
        }
    }
}

impl Arguments for Court {
    fn cases(&self, level: &Level, stop: StopCheck<'_>) -> Result<Box<dyn Cases>, CasesError> {
        let grid = Grid::of(level)?;
        let (solution, unique) = only(&grid, &grid.given, stop)
            .map_err(|Halted| CasesError::Halted)?
            .ok_or(CasesError::NoSolution)?;
        let cases = argument::SudokuCases::new(&grid, solution);
        let names = CellNames { shape: grid.shape, solution, marks: digit_marks(grid.shape.n) };
        Ok(Box::new(Docket { grid, cases, names, unique }))
    }

    fn is_evidence(&self, mark: &Mark) -> bool {
        !matches!(Reading::of(mark), Ok(Reading::Notes(_)))
    }
}

impl Docket {
    /// The cells that may be evidence: clues, and what was filled in as the solution has it.
    fn filled(&self, play: &Play) -> Cells {
        let with = self.grid.with(play);
        let right =
            members(with.filled()).filter(|cell| with.given[*cell] == self.cases.solution[*cell]);
        set_of(right)
    }

    fn cells(&self, sites: &BTreeSet<Site>) -> Cells {
        self.grid.shape.set(sites.iter().copied())
    }

    fn sites(&self, cells: Cells) -> BTreeSet<Site> {
        self.grid.shape.sites(cells).collect()
    }

    /// Why a claim makes no sense.
    fn fault(&self, claim: &Claim) -> Option<ClaimError> {
        let with = self.grid.with(&claim.filled);
        let wrong = |cell: &usize| with.given[*cell] != self.cases.solution[*cell];
        if let Some(cell) = members(with.filled()).find(wrong) {
            let site = self.grid.shape.site(cell);
            return Some(match self.unique {
                true => ClaimError::Wrong(site),
                false => ClaimError::Unproved(site),
            });
        }
        let filled = with.filled();
        for site in claim.evidence.iter().chain(&claim.conclusion) {
            if self.grid.shape.cell(*site).is_none() {
                return Some(ClaimError::NoCell(*site));
            }
        }
        let is_filled = |site: &Site| filled & self.grid.shape.set([*site]) != 0;
        if let Some(site) = claim.evidence.iter().find(|site| !is_filled(site)) {
            return Some(ClaimError::Empty(*site));
        }
        let full = claim.conclusion.filter(is_filled);
        full.map(ClaimError::Filled)
    }
}

impl Cases for Docket {
    fn weigh(
        &mut self,
        claim: &Claim,
        stop: StopCheck<'_>,
    ) -> Result<Result<Weighed, Halted>, ClaimError> {
        if let Some(why) = self.fault(claim) {
            return Err(why);
        }
        let evidence = self.cells(&claim.evidence);
        let Ok(possible) = self.cases.possible(evidence, stop) else { return Ok(Err(Halted)) };
        let shape = self.grid.shape;
        let marks = |bits: u16| -> BTreeSet<Mark> {
            let digits = self.names.marks.iter().enumerate().filter(|(at, _)| bits >> at & 1 == 1);
            digits.map(|(_, mark)| mark.clone()).collect()
        };
        let sites = (0..shape.cells()).map(|cell| (shape.site(cell), marks(possible[cell])));
        let possible_marks: BTreeMap<Site, BTreeSet<Mark>> = sites.collect();
        let conclusion = claim.conclusion.and_then(|site| shape.cell(site));
        let concludes = conclusion.filter(|cell| possible[*cell].count_ones() == 1);
        let step = |conclusion| ProofStep { conclusion, evidence };
        let technique = concludes.and_then(|cell| self.names.technique(step(cell)));
        let concludes = concludes.map(|cell| self.names.mark(cell));
        Ok(Ok(Weighed { possible: possible_marks, concludes, technique }))
    }

    fn smallest(
        &mut self,
        filled: &Play,
        conclusion: Site,
        stop: StopCheck<'_>,
    ) -> Result<Option<Argument>, Halted> {
        let filled = self.filled(filled);
        let Some(conclusion) = self.grid.shape.cell(conclusion) else { return Ok(None) };
        let matter = Matter { filled, conclusion };
        let bounds = SetBounds::of_size(0, filled.count_ones());
        let found = self.cases.smallest(matter, bounds, stop)?;
        Ok(found.map(|evidence| self.names.argument(ProofStep { conclusion, evidence })))
    }

    fn tactics(
        &mut self,
        filled: &Play,
        smallest: &Argument,
        stop: StopCheck<'_>,
    ) -> Result<Tactics, Halted> {
        let Some(conclusion) = self.grid.shape.cell(smallest.conclusion) else {
            return Ok(Tactics::default());
        };
        let matter = Matter { filled: self.filled(filled), conclusion };
        let evidence = self.cells(&smallest.evidence);
        let (all, none) = self.cases.in_all_and_none(matter, evidence, stop)?;
        Ok(Tactics { in_all: self.sites(all), in_none: self.sites(none) })
    }

    fn strategy(&mut self, filled: &Play, stop: StopCheck<'_>) -> Result<Vec<Argument>, Halted> {
        let filled = self.filled(filled);
        let steps = proof::strategy(&mut self.cases, filled, stop)?;
        Ok(steps.into_iter().map(|step| self.names.argument(step)).collect())
    }

    fn path(
        &mut self,
        filled: &Play,
        stop: StopCheck<'_>,
        on: &mut dyn FnMut(&Argument) -> bool,
    ) -> Result<bool, Halted> {
        let mut filled = self.filled(filled);
        proof::path(&mut self.cases, filled, stop, &mut |step| {
            filled |= bit(step.conclusion);
            on(&self.names.argument(step))
        })?;
        Ok(filled == self.grid.shape.all)
    }
}
