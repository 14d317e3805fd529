//! Proves that a level has no solution without going through its positions: an *inductive invariant*, clauses that
//! hold at the start, that every step preserves, and under which no position is won.
//!
//! It is found as in A. R. Bradley, *SAT-based model checking without unrolling* (IC3, 2011), in the form of N.
//! Eén, A. Mishchenko, R. Brayton, *Efficient implementation of property directed reachability* (2011); for
//! games of moves see M. Suda, *Property directed reachability for automated planning* (2014). Clauses
//! forbid *cubes*, sets of literals that a position must not have all of.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::relation::{ClauseSet, MarkLiteral, StepAnswer, StepQuery, StepRelation};
use foolproof_space::{ActionId, StopCheck};

/// Literals of positions that are not to be reached, in rising order.
type Cube = Vec<MarkLiteral>;

/// What was found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum InductionEnd {
    /// No position that can be reached is won. Each of these clauses has a literal that holds.
    Proved(Vec<Cube>),
    /// These actions win, if rules do not feed each other.
    Reached(Vec<ActionId>),
    /// Work ran out, or a stop came.
    Unknown,
}

/// A cube from which a win is reached, and by which action.
#[derive(Clone, Debug)]
struct Obligation {
    cube: Cube,
    action: usize,
    /// The obligation that the action leads to; `None` if its position is won.
    then: Option<usize>,
}

/// Looks for an inductive invariant.
pub(crate) struct Induction<'a> {
    relation: &'a mut StepRelation,
    start: &'a [u64],
    /// What never changes.
    facts: ClauseSet,
    /// Clauses that hold after at most so many steps, those of later frames not repeated.
    frames: Vec<(ClauseSet, Vec<Cube>)>,
    last_work: u64,
    stop: StopCheck<'a>,
}

/// That work ran out or a stop came.
struct OutOfWork;

impl<'a> Induction<'a> {
    /// From a start, among positions in which the clauses of `facts` hold.
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

    /// Goes on until that is decided or work runs out.
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

    /// The sets that hold after at most so many steps.
    fn sets(&self, frame: usize) -> Vec<ClauseSet> {
        let frames = self.frames.iter().skip(frame).map(|(set, _)| *set);
        frames.chain([self.facts]).collect()
    }

    /// Makes sure that no position of the last frame is won; a play if one is.
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

    /// Blocks a cube in a frame, and all from which it is reached; a play if that cannot be.
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

    /// Whether clauses of a frame forbid a cube by themselves.
    fn is_blocked(&self, cube: &[MarkLiteral], frame: usize) -> bool {
        let mut later = self.frames.iter().skip(frame).flat_map(|(_, cubes)| cubes);
        later.any(|other| is_part(other, cube))
    }

    /// Whether a cube can be reached by a step from the frame before, from outside of the cube. If not, a part
    /// of it that cannot either.
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
        // The start is in every frame, so a part must leave it out.
        if self.holds_at_start(&core) {
            let differs = cube.iter().find(|literal| !literal.holds_in(self.start));
            core.extend(differs);
            core.sort_unstable();
        }
        Ok(Before::Never(core))
    }

    /// A smaller part of a cube that is not reached either.
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
                    // What comes before was needed for another part, and is not tried again.
                    let passed = cube[..at].iter().filter(|literal| core.contains(literal)).count();
                    cube = core;
                    at = passed;
                }
            }
        }
        Ok(cube)
    }

    /// The latest frame in which a cube that is blocked in a frame is blocked too.
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

    /// Moves clauses to later frames where they hold as well; the invariant, once a frame equals the next one.
    fn propagate(&mut self) -> Result<Option<Vec<Cube>>, OutOfWork> {
        for frame in 1..self.frames.len() - 1 {
            for cube in self.frames[frame].1.clone() {
                // It may have been forbidden by a smaller one.
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

/// How a cube is reached.
enum Before {
    Reached { action: usize, from: Box<[u64]> },
    Never(Cube),
}

/// Whether all literals of a cube are in another.
fn is_part(part: &[MarkLiteral], of: &[MarkLiteral]) -> bool {
    let mut rest = of.iter();
    part.iter().all(|literal| rest.any(|other| other == literal))
}

/// The actions from an obligation on to the win.
fn play_from(obligations: &[Obligation], number: usize) -> Vec<ActionId> {
    let mut play = Vec::new();
    let mut at = obligations.get(number);
    while let Some(Obligation { action, then: Some(then), .. }) = at {
        play.push(*action as ActionId);
        at = obligations.get(*then);
    }
    play
}

/// Whether clauses, with those of a set, hold at the start, are preserved by every step and exclude wins; `None`
/// if work runs out.
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
