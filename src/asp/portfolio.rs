//! Runs one search in several ways, because its time has a heavy tail: the same question on the same program
//! can take one second in one way and a hundred in another.
//!
//! Turns get longer; every few turns another way joins, with another of clasp's presets and another seed, and
//! from then on two run side by side. Warm ways keep their learned clauses from turn to turn and from question
//! to question; one-shot ways are rebuilt for every turn, which loses those clauses but lets clasp eliminate
//! variables. The first result is the answer.

use std::ops::Range;
use std::rc::Rc;
use std::time::{Duration, Instant};

use super::answer::{FirstModel, SessionOptions, Shot};
use super::error::AspError;
use super::ffi::Literal;
use super::ground::{AtomNumber, Record};
use super::session::{RunningSearch, Session};

/// Duration of a search alone before another way joins: most answers come earlier.
const FIRST_TURN: Duration = Duration::from_secs(5);

/// Number of ways that run at once; a desktop can spare two cores.
const SIDE_BY_SIDE: usize = 2;

/// Number of rules above which more than two ways would take too much memory.
const MANY_RULES: usize = 600_000;

/// Time to wait for one running search before the next one is polled.
const PATIENCE_SECONDS: f64 = 0.001;

/// Rules that were added later; their atoms from `first_fresh` on are new.
#[derive(Debug)]
pub(crate) struct AddedRules {
    pub rules: Record,
    pub(crate) first_fresh: AtomNumber,
    pub fresh: u32,
}

impl AddedRules {
    /// Wraps rules without new atoms.
    pub(crate) fn plain(rules: Record) -> Self {
        Self { rules, first_fresh: AtomNumber::MAX, fresh: 0 }
    }
}

/// A session, with the number of later additions that it has received.
struct PortfolioSession {
    session: Session,
    n_added: usize,
}

/// Ways of searching one program.
pub(crate) struct Portfolio {
    ground: Rc<Record>,
    last: AtomNumber,
    options: SessionOptions,
    /// Presets of clasp, one for each way that may join.
    presets: &'static [&'static str],
    first_turn: Duration,
    ways: Vec<PortfolioSession>,
    /// Number of ways created so far; each has another seed.
    n_made: u64,
    added: Vec<Rc<AddedRules>>,
}

impl Portfolio {
    /// Takes the ground program over the atoms 1 to `last`.
    pub(crate) fn new(
        ground: Rc<Record>,
        last: AtomNumber,
        options: &SessionOptions,
        presets: &'static [&'static str],
    ) -> Self {
        let options = SessionOptions { record: false, constants: Vec::new(), ..options.clone() };
        Self {
            ground,
            last,
            options,
            presets,
            first_turn: FIRST_TURN,
            ways: Vec::new(),
            n_made: 0,
            added: Vec::new(),
        }
    }

    pub(crate) fn extend(&mut self, rules: Rc<AddedRules>) {
        self.added.push(rules);
    }

    /// Searches for one model that satisfies these literals.
    pub(crate) fn first(
        &mut self,
        assume: &[Literal],
        watched: &[Literal],
        shot: &Shot,
    ) -> Result<FirstModel, AspError> {
        let most = match self.ground.n_rules() {
            n if n > MANY_RULES => self.presets.len().min(2),
            _ => self.presets.len(),
        };
        let (mut turn, mut round) = (self.first_turn, 1);
        loop {
            let n_ways = round.min(most);
            for from in (0..n_ways).step_by(SIDE_BY_SIDE) {
                let to = (from + SIDE_BY_SIDE).min(n_ways);
                // With an odd number, the last runs next to the previous one again rather than
                // alone.
                let from = to.saturating_sub(SIDE_BY_SIDE);
                let ready = self.make_ready(from..to)?;
                let ways = self.ways.get_mut(ready).unwrap_or_default();
                if let Some(found) = race(ways, assume, watched, turn, shot)? {
                    return Ok(found);
                }
            }
            if round > 1 {
                turn = turn.mul_f64(1.6);
            }
            round += 1;
        }
    }

    /// Creates the ways with these numbers if needed, and gives each all added rules. Returns their positions.
    fn make_ready(&mut self, numbers: Range<usize>) -> Result<Range<usize>, AspError> {
        let there = match self.options.one_shot {
            true => {
                self.ways.clear();
                for number in numbers.clone() {
                    self.make(number)?;
                }
                0..numbers.len()
            }
            false => {
                while self.ways.len() < numbers.end {
                    self.make(self.ways.len())?;
                }
                numbers
            }
        };
        for way in self.ways.get_mut(there.clone()).unwrap_or_default() {
            for added in self.added.iter().skip(way.n_added) {
                way.session.extend(&added.rules, added.first_fresh, added.fresh)?;
                way.n_added += 1;
            }
        }
        Ok(there)
    }

    fn make(&mut self, number: usize) -> Result<(), AspError> {
        let options = SessionOptions {
            preset: self.presets.get(number).copied().unwrap_or_default().to_owned(),
            seed: self.options.seed.wrapping_add(self.n_made * 104_729),
            ..self.options.clone()
        };
        let session = Session::of_rules(&self.ground, self.last, &options)?;
        self.n_made += 1;
        self.ways.push(PortfolioSession { session, n_added: 0 });
        Ok(())
    }
}

/// Runs the ways side by side; `None` when their turn is over.
fn race(
    ways: &mut [PortfolioSession],
    assume: &[Literal],
    watched: &[Literal],
    turn: Duration,
    shot: &Shot,
) -> Result<Option<FirstModel>, AspError> {
    let end = Instant::now() + turn;
    let started: Result<Vec<RunningSearch<'_>>, AspError> =
        ways.iter_mut().map(|way| way.session.start(assume)).collect();
    let mut running = started?;
    loop {
        for way in &mut running {
            if let Some(found) = way.look(watched, PATIENCE_SECONDS)? {
                return Ok(Some(found));
            }
        }
        if let Some(halt) = shot.halt() {
            return Ok(Some(FirstModel::Halted(halt)));
        }
        if Instant::now() >= end {
            return Ok(None);
        }
    }
}

#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests {
    use super::*;
    use crate::{Program, Stop};

    /// All models of random clauses, one by one, with turns so short that every way is used.
    #[test]
    fn short_turns_lose_no_model() {
        let mut rng = fastrand::Rng::with_seed(3);
        for _ in 0..40 {
            let mut text = "{ a(1..40) }.".to_owned();
            for _ in 0..rng.usize(170..185) {
                let literal = |rng: &mut fastrand::Rng| {
                    let not = if rng.bool() { "not " } else { "" };
                    format!("{not}a({})", rng.u32(1..41))
                };
                let body: Vec<String> = (0..3).map(|_| literal(&mut rng)).collect();
                text.push_str(&format!(":- {}.", body.join(", ")));
            }
            let program = Program::default().with("test.lp", text);
            let options = SessionOptions { record: true, ..SessionOptions::default() };
            let shot = Shot::new(Duration::from_secs(60), &Stop::default());
            let mut session = Session::ground(&program, &options).expect("a program");
            let ground = session.take_record();
            let mut n_models = 0;
            let mut count = |_| {
                n_models += 1;
                std::ops::ControlFlow::Continue(())
            };
            session.models(&[], 0, &[], &shot, &mut count).expect("solved");

            let options = match rng.bool() {
                true => SessionOptions { extendable: true, ..SessionOptions::default() },
                false => SessionOptions { one_shot: true, ..SessionOptions::default() },
            };
            let last = ground.last_atom();
            let mut portfolio =
                Portfolio::new(Rc::new(ground), last, &options, &["handy", "", "trendy"]);
            portfolio.first_turn = Duration::from_millis(1);
            let atoms: Vec<Literal> = (1..=last).map(crate::ground::literal).collect();
            let mut found = 0;
            while let FirstModel::Model(truths) =
                portfolio.first(&[], &atoms, &shot).expect("solved")
            {
                found += 1;
                let mut rules = Record::default();
                let same: Vec<Literal> = atoms
                    .iter()
                    .zip(truths)
                    .map(|(atom, truth)| if truth { *atom } else { -atom })
                    .collect();
                rules.push(false, &[], &same);
                portfolio.extend(Rc::new(AddedRules::plain(rules)));
            }
            assert_eq!(found, n_models);
        }
    }
}
