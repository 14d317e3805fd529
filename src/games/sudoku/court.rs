//! Arguments of levels: sites and marks outside, cells and digits inside.

use std::collections::{BTreeMap, BTreeSet};

use crate::argument::{self, Matter};
use crate::candidates::Digits;
use crate::grid::{Grid, Reading, digit_marks};
use crate::hitting::SetBounds;
use crate::proof::{self, ProofStep};
use crate::search::only;
use crate::shape::{CELLS, Cells, GridShape, bit, members, set_of};
use crate::technique;
use foolproof_game::{
    Argument, Arguments, Cases, Claim, ClaimError, Halted, KnownMark, OwnEnd, OwnOutcome,
    PlacedSentence, Step, StepSource, StepsError, StopCheck, Tactics, Weighed,
};
use foolproof_level::{Level, Mark, Play, Site};

/// The arguments of this game.
pub(crate) struct Court;

/// End of a proof path that leaves cells open.
const NOT_PROVED: &str = "the rest cannot be proved: there are several solutions";

struct Docket {
    grid: Grid,
    cases: argument::SudokuCases,
    names: CellNames,
    /// There is exactly one solution.
    unique: bool,
}

/// The sites and marks of cells and digits.
struct CellNames {
    shape: &'static GridShape,
    solution: Digits,
    marks: Vec<Mark>,
    /// The sites of the constraints.
    constraints: Vec<Site>,
}

impl CellNames {
    /// Cells and constraints as sites.
    fn sites(&self, evidence: Cells) -> BTreeSet<Site> {
        let constraints = members(evidence & !self.shape.all);
        let sites = constraints.filter_map(|at| self.constraints.get(at - CELLS).copied());
        self.shape.sites(evidence & self.shape.all).chain(sites).collect()
    }

    /// The digit of the solution in a cell.
    fn mark(&self, cell: usize) -> Mark {
        self.marks[usize::from(self.solution[cell]).saturating_sub(1)].clone()
    }

    fn technique(&self, ProofStep { conclusion, evidence }: ProofStep) -> Option<String> {
        let cells = evidence & self.shape.all;
        let named = technique::name(self.shape, &self.solution, cells, conclusion);
        named.map(|technique| technique.name().to_owned())
    }

    /// A step of the proof path, with its constraints as sentences.
    fn step(&self, grid: &Grid, step: ProofStep) -> Step {
        let known =
            |cell| KnownMark { site: self.shape.site(cell), mark: self.mark(cell), on: true };
        let objects = grid.puzzle.iter().flat_map(|puzzle| &puzzle.objects);
        let used = objects.enumerate().filter(|(at, _)| step.evidence & bit(CELLS + at) != 0);
        let constraints = used.map(|(_, object)| PlacedSentence {
            words: object.title(self.shape.n),
            place: None,
            site: Some(object.site),
            about: object.cells().into_iter().map(|cell| self.shape.site(cell)).collect(),
        });
        Step {
            sentences: constraints.collect(),
            reasons: members(step.evidence & self.shape.all).map(known).collect(),
            marks: vec![known(step.conclusion)],
            size: step.evidence.count_ones() as usize,
            smallest: true,
            technique: self.technique(step),
            ..Step::default()
        }
    }

    fn argument(&self, step: ProofStep) -> Argument {
        Argument {
            conclusion: self.shape.site(step.conclusion),
            mark: self.mark(step.conclusion),
            evidence: self.sites(step.evidence),
            technique: self.technique(step),
        }
    }
}

impl Arguments for Court {
    fn cases(&self, level: &Level, stop: StopCheck<'_>) -> Result<Box<dyn Cases>, StepsError> {
        Ok(Box::new(Docket::of(level, stop)?))
    }

    fn is_evidence(&self, mark: &Mark) -> bool {
        !matches!(Reading::of(mark), Ok(Reading::Notes(_)))
    }
}

impl StepSource for Court {
    fn name(&self) -> &str {
        "Evidence"
    }

    fn unit(&self) -> (&str, &str) {
        ("piece of evidence", "pieces of evidence")
    }

    fn steps(
        &self,
        level: &Level,
        stop: StopCheck<'_>,
        on: &mut dyn FnMut(Step),
    ) -> Result<OwnOutcome, StepsError> {
        let Docket { grid, mut cases, names, .. } = Docket::of(level, stop)?;
        let mut filled = grid.filled() | cases.constraints();
        proof::path(&mut cases, filled, stop, &mut |step| {
            filled |= bit(step.conclusion);
            on(names.step(&grid, step));
            true
        })
        .map_err(|Halted| StepsError::Halted)?;
        let open: Vec<Site> = grid.shape.sites(grid.shape.all & !filled).collect();
        let end = match open.is_empty() {
            true => OwnEnd::Solved,
            false => OwnEnd::Stops { words: NOT_PROVED.to_owned(), open },
        };
        Ok(OwnOutcome { leaks: Vec::new(), end })
    }
}

impl Docket {
    fn of(level: &Level, stop: StopCheck<'_>) -> Result<Self, StepsError> {
        let grid = Grid::of(level)?;
        let (solution, unique) = only(&grid, &grid.given, stop)
            .map_err(|Halted| StepsError::Halted)?
            .ok_or(StepsError::NoSolution)?;
        let cases = argument::SudokuCases::weighed(&grid, solution)?;
        let objects = grid.puzzle.iter().flat_map(|puzzle| &puzzle.objects);
        let constraints = objects.map(|object| object.site).collect();
        let marks = digit_marks(grid.shape.n);
        let names = CellNames { shape: grid.shape, solution, marks, constraints };
        Ok(Docket { grid, cases, names, unique })
    }

    /// Possible evidence: clues, correct entries of the player, and constraints.
    fn filled(&self, play: &Play) -> Cells {
        let with = self.grid.with(play);
        let right =
            members(with.filled()).filter(|cell| with.given[*cell] == self.cases.solution[*cell]);
        set_of(right) | self.cases.constraints()
    }

    /// The bit of a constraint.
    fn constraint(&self, site: Site) -> Option<usize> {
        let number = self.names.constraints.iter().position(|other| *other == site)?;
        Some(CELLS + number)
    }

    fn evidence(&self, sites: &BTreeSet<Site>) -> Cells {
        let constraints = sites.iter().filter_map(|site| self.constraint(*site));
        self.grid.shape.set(sites.iter().copied()) | set_of(constraints)
    }

    /// The reason why a claim is invalid.
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
            let is_constraint = claim.conclusion != Some(*site) && self.constraint(*site).is_some();
            if self.grid.shape.cell(*site).is_none() && !is_constraint {
                return Some(ClaimError::NoCell(*site));
            }
        }
        let is_filled = |site: &Site| filled & self.grid.shape.set([*site]) != 0;
        let is_nothing = |site: &&Site| !is_filled(site) && self.constraint(**site).is_none();
        if let Some(site) = claim.evidence.iter().find(is_nothing) {
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
        let evidence = self.evidence(&claim.evidence);
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
        let evidence = self.evidence(&smallest.evidence);
        let (all, none) = self.cases.in_all_and_none(matter, evidence, stop)?;
        Ok(Tactics { in_all: self.names.sites(all), in_none: self.names.sites(none) })
    }

    fn strategy(&mut self, filled: &Play, stop: StopCheck<'_>) -> Result<Vec<Argument>, Halted> {
        let filled = self.filled(filled);
        let steps = proof::strategy(&mut self.cases, filled, stop)?;
        Ok(steps.into_iter().map(|step| self.names.argument(step)).collect())
    }
}
