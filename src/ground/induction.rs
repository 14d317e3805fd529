//! Proves that a level has no solution without exploring its positions, by an *inductive invariant*: clauses
//! that hold at the start, that every step preserves, and under which no position is won.
//!
//! It is found as in A. R. Bradley, *SAT-based model checking without unrolling* (IC3, 2011), in the form of N.
//! Eén, A. Mishchenko, R. Brayton, *Efficient implementation of property directed reachability* (2011); for
//! games of moves see M. Suda, *Property directed reachability for automated planning* (2014). A clause forbids
//! a *cube*: a set of literals that do not all hold in a reachable position.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::relation::{ClauseSet, MarkLiteral, StepAnswer, StepQuery, StepRelation};
use foolproof_space::{ActionId, StopCheck};

/// The literals of a set of positions, ascending.
type Cube = Vec<MarkLiteral>;

/// The result of the search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum InductionEnd {
    /// No reachable position is won. At least one literal of each clause holds.
    Proved(Vec<Cube>),
    /// These actions win, unless the rules have positive cycles.
    Reached(Vec<ActionId>),
    /// The work limit was reached, or a stop came.
    Unknown,
}

/// A proof obligation: a cube from which a win can be reached, and the action that leads there.
#[derive(Clone, Debug)]
struct Obligation {
    cube: Cube,
    action: usize,
    /// Obligation to which the action leads; `None` if the next position is won.
    then: Option<usize>,
}

/// A search for an inductive invariant.
pub(crate) struct Induction<'a> {
    relation: &'a mut StepRelation,
    start: &'a [u64],
    /// Clauses about marks that never change.
    facts: ClauseSet,
    /// For each number of steps, the clauses that hold after at most that many; those of later frames are not
    /// repeated.
    frames: Vec<(ClauseSet, Vec<Cube>)>,
    last_work: u64,
    stop: StopCheck<'a>,
}

/// The work limit was reached, or a stop came.
struct OutOfWork;

impl<'a> Induction<'a> {
    /// Creates a search from a position, among positions that satisfy the clauses of `facts`.
    pub(crate) fn new(
        relation: &'a mut StepRelation,
        start: &'a [u64],
        facts: ClauseSet,
        most_work: u64,
        stop: StopCheck<'a>,
    ) -> Self {
        let last_work = relation.work() + most_work;
        let first = relation.add_set();
        for literal in MarkLiteral::all_in(start, relation.n_marks()) {
            relation.add_clause(first, &[literal]);
        }
        Self { relation, start, facts, frames: vec![(first, Vec::new())], last_work, stop }
    }

    /// Runs until the question is decided or the work limit is reached.
    pub(crate) fn run(mut self) -> InductionEnd {
        loop {
            let set = self.relation.add_set();
            self.frames.push((set, Vec::new()));
            match self.block_wins() {
                Ok(None) => {}
                Ok(Some(play)) => return InductionEnd::Reached(play),
                Err(OutOfWork) => return InductionEnd::Unknown,
            }
            match self.propagate() {
                Ok(None) => {}
                Ok(Some(invariant)) => return InductionEnd::Proved(invariant),
                Err(OutOfWork) => return InductionEnd::Unknown,
            }
        }
    }

    fn check_work(&self) -> Result<(), OutOfWork> {
        match (self.stop)() || self.relation.work() > self.last_work {
            true => Err(OutOfWork),
            false => Ok(()),
        }
    }

    /// Returns the clause sets that hold after at most `frame` steps.
    fn sets(&self, frame: usize) -> Vec<ClauseSet> {
        let frames = self.frames.iter().skip(frame).map(|(set, _)| *set);
        frames.chain([self.facts]).collect()
    }

    /// Makes sure that no position of the last frame is won. Returns a winning play if that is impossible.
    fn block_wins(&mut self) -> Result<Option<Vec<ActionId>>, OutOfWork> {
        let last = self.frames.len() - 1;
        loop {
            self.check_work()?;
            let sets = self.sets(last);
            let query = StepQuery { sets: &sets, ..StepQuery::default() };
            match self.relation.is_won(&query) {
                StepAnswer::Impossible { .. } => return Ok(None),
                StepAnswer::Unknown => return Err(OutOfWork),
                StepAnswer::Possible { from, .. } => {
                    let cube = self.relation.cause_of_win(&from);
                    if let Some(play) = self.block(cube, last)? {
                        return Ok(Some(play));
                    }
                }
            }
        }
    }

    /// Blocks a cube in a frame, and every cube from which it can be reached. Returns a winning play if that is
    /// impossible.
    fn block(&mut self, cube: Cube, frame: usize) -> Result<Option<Vec<ActionId>>, OutOfWork> {
        let last = self.frames.len() - 1;
        let mut obligations = vec![Obligation { cube, action: 0, then: None }];
        let mut open = BinaryHeap::from([Reverse((frame, 0))]);
        while let Some(Reverse((frame, number))) = open.pop() {
            self.check_work()?;
            let cube = obligations[number].cube.clone();
            if self.holds_at_start(&cube) {
                return Ok(Some(play_from(&obligations, number)));
            }
            if self.is_blocked(&cube, frame) {
                continue;
            }
            match self.before(&cube, frame)? {
                Before::Reached { action, from } => {
                    let cube = self.relation.cause(action, &from, &cube);
                    obligations.push(Obligation { cube, action, then: Some(number) });
                    open.push(Reverse((frame - 1, obligations.len() - 1)));
                    open.push(Reverse((frame, number)));
                }
                Before::Never(core) => {
                    let cube = self.generalised(core, frame)?;
                    let frame = self.latest(&cube, frame)?;
                    self.forbid(cube, frame);
                    if frame < last {
                        open.push(Reverse((frame + 1, number)));
                    }
                }
            }
        }
        Ok(None)
    }

    fn holds_at_start(&self, cube: &[MarkLiteral]) -> bool {
        cube.iter().all(|literal| literal.holds_in(self.start))
    }

    /// True if the clauses of a frame alone forbid a cube.
    fn is_blocked(&self, cube: &[MarkLiteral], frame: usize) -> bool {
        let mut later = self.frames.iter().skip(frame).flat_map(|(_, cubes)| cubes);
        later.any(|other| is_part(other, cube))
    }

    /// Tells if a cube can be reached by a step from outside the cube, within the frame before. If not, returns
    /// a part of the cube that cannot be reached either.
    fn before(&mut self, cube: &[MarkLiteral], frame: usize) -> Result<Before, OutOfWork> {
        let sets = self.sets(frame - 1);
        let outside: Vec<MarkLiteral> = cube.iter().map(|literal| literal.opposite()).collect();
        let mut core: Vec<MarkLiteral> = Vec::new();
        for action in 0..self.relation.n_actions() {
            let query = StepQuery {
                sets: &sets,
                any_before: &outside,
                after: cube,
                ..StepQuery::default()
            };
            match self.relation.step(action, &query) {
                StepAnswer::Possible { from, .. } => return Ok(Before::Reached { action, from }),
                StepAnswer::Impossible { after, .. } => core.extend(after),
                StepAnswer::Unknown => return Err(OutOfWork),
            }
            self.check_work()?;
        }
        core.sort_unstable();
        core.dedup();
        // The start is in every frame, so the part must exclude it.
        if self.holds_at_start(&core) {
            let differs = cube.iter().find(|literal| !literal.holds_in(self.start));
            core.extend(differs);
            core.sort_unstable();
        }
        Ok(Before::Never(core))
    }

    /// Returns a smaller part of a cube that cannot be reached either.
    fn generalised(&mut self, mut cube: Cube, frame: usize) -> Result<Cube, OutOfWork> {
        let mut at = 0;
        while at < cube.len() && cube.len() > 1 {
            let mut smaller = cube.clone();
            smaller.remove(at);
            if self.holds_at_start(&smaller) {
                at += 1;
                continue;
            }
            match self.before(&smaller, frame)? {
                Before::Reached { .. } => at += 1,
                Before::Never(core) => {
                    // The literals before this place were already found necessary, and are not tried again.
                    let passed = cube[..at].iter().filter(|literal| core.contains(literal)).count();
                    cube = core;
                    at = passed;
                }
            }
        }
        Ok(cube)
    }

    /// Returns the latest frame in which a cube is blocked, given one in which it is.
    fn latest(&mut self, cube: &[MarkLiteral], mut frame: usize) -> Result<usize, OutOfWork> {
        while frame + 1 < self.frames.len() {
            match self.before(cube, frame + 1)? {
                Before::Never(_) => frame += 1,
                Before::Reached { .. } => break,
            }
        }
        Ok(frame)
    }

    fn forbid(&mut self, cube: Cube, frame: usize) {
        let clause: Vec<MarkLiteral> = cube.iter().map(|literal| literal.opposite()).collect();
        let Some((set, _)) = self.frames.get(frame) else { return };
        self.relation.add_clause(*set, &clause);
        for (_, cubes) in self.frames.iter_mut().take(frame + 1) {
            cubes.retain(|other| !is_part(&cube, other));
        }
        self.frames[frame].1.push(cube);
    }

    /// Moves clauses to later frames if they hold there. Returns the invariant once a frame equals the next
    /// one.
    fn propagate(&mut self) -> Result<Option<Vec<Cube>>, OutOfWork> {
        for frame in 1..self.frames.len() - 1 {
            for cube in self.frames[frame].1.clone() {
                // A smaller cube may have replaced it.
                if !self.frames[frame].1.contains(&cube) {
                    continue;
                }
                let latest = self.latest(&cube, frame)?;
                if latest > frame {
                    self.forbid(cube, latest);
                }
            }
            if self.frames[frame].1.is_empty() {
                let later = self.frames.iter().skip(frame + 1).flat_map(|(_, cubes)| cubes);
                let clause = |cube: &Cube| cube.iter().map(|literal| literal.opposite()).collect();
                return Ok(Some(later.map(clause).collect()));
            }
        }
        Ok(None)
    }
}

/// Reachability of a cube.
enum Before {
    Reached { action: usize, from: Box<[u64]> },
    Never(Cube),
}

/// True if all literals of a cube are in another.
fn is_part(part: &[MarkLiteral], of: &[MarkLiteral]) -> bool {
    let mut rest = of.iter();
    part.iter().all(|literal| rest.any(|other| other == literal))
}

/// Returns the actions from an obligation to the win.
fn play_from(obligations: &[Obligation], number: usize) -> Vec<ActionId> {
    let mut play = Vec::new();
    let mut at = obligations.get(number);
    while let Some(Obligation { action, then: Some(then), .. }) = at {
        play.push(*action as ActionId);
        at = obligations.get(*then);
    }
    play
}

/// Returns whether clauses, together with those of a set, hold at the start, are preserved by every step and
/// exclude wins; `None` if the work limit is reached.
pub(crate) fn is_invariant(
    relation: &mut StepRelation,
    start: &[u64],
    facts: ClauseSet,
    clauses: &[Cube],
) -> Option<bool> {
    let holds = |clause: &Cube| clause.iter().any(|literal| literal.holds_in(start));
    if !clauses.iter().all(holds) {
        return Some(false);
    }
    let set = relation.add_set();
    clauses.iter().for_each(|clause| relation.add_clause(set, clause));
    let sets = [set, facts];
    match relation.is_won(&StepQuery { sets: &sets, ..StepQuery::default() }) {
        StepAnswer::Impossible { .. } => {}
        StepAnswer::Possible { .. } => return Some(false),
        StepAnswer::Unknown => return None,
    }
    for clause in clauses {
        let broken: Vec<MarkLiteral> = clause.iter().map(|literal| literal.opposite()).collect();
        for action in 0..relation.n_actions() {
            let query = StepQuery { sets: &sets, after: &broken, ..StepQuery::default() };
            match relation.step(action, &query) {
                StepAnswer::Impossible { .. } => {}
                StepAnswer::Possible { .. } => return Some(false),
                StepAnswer::Unknown => return None,
            }
        }
    }
    Some(true)
}
