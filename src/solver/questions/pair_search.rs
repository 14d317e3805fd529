//! Finds plays that sentences of `wrong` forbid, on all levels of a board at once.
//!
//! Level and play are both open. It assumes one sentence to be violated and all others not, and takes the
//! model with the fewest marks. Conflicts limit the work, so that results do not depend on the machine's
//! load.

use std::collections::BTreeSet;

use fastrand::Rng;

use crate::engine::plan::{Holding, level_of, marks_of};
use crate::questions::two_play_helpers::ChosenHelpers;
use crate::questions::two_play_program::{HEARD, LESS, MORE, OF_PLAY, OpenRules, PLAY, RIGHT};
use crate::values::worker_messages::{SessionRequest, Word};
use crate::worker::one_session::{OneSession, SearchEnd};
use crate::worker::remote::{CallError, WorkerCommand, another_answer};
use foolproof_asp::{Assume, Atom, Program, SessionOptions};
use foolproof_ground::{GroundProgram, quote};
use foolproof_level::{Level, Play};

/// Maximum number of conflicts of one search: far more than small boards need.
const CONFLICTS: u64 = 20_000;
/// Maximum number of choices of helpers that are distinguished on a board.
const HELPERS: usize = 40;
/// Number of unfinished searches after which the others on a board are left out.
const UNENDED: usize = 3;
/// Share of random solver decisions while levels are drawn, per mille.
const DRAWN_PER_MILLE: u32 = 300;
/// Number of random atoms to try for each drawn level.
const DRAWN_PARTS: usize = 10;

/// Looks for plays that only one sentence forbids, and for levels with solutions.
pub struct PairSearch(OneSession);

/// All levels of a board: an empty one, and the rules with marks and play left open.
#[derive(Clone, Copy)]
pub struct BoardRules<'a> {
    pub level: &'a Level,
    pub program: &'a GroundProgram,
    pub end: SearchEnd<'a>,
}

/// Difference between a forbidden play and a solution of the same level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PlayDifference {
    /// In any way.
    Any,
    /// By marks that only the forbidden play has.
    More,
    /// By marks that only the solution has.
    Less,
}

/// A play to look for: one that only this sentence forbids, alone or next to a solution.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct WantedPlay {
    pub sentence: String,
    pub beside: Option<PlayDifference>,
}

/// A play that only one sentence forbids.
#[derive(Clone, Debug, PartialEq)]
pub struct ForbiddenPlay {
    pub level: Level,
    pub play: Play,
    /// A solution of the level, if requested.
    pub right: Option<Play>,
    /// No such level of the board has fewer marks.
    pub is_least: bool,
}

/// The outcome of one search.
#[derive(Clone, Debug, PartialEq)]
pub enum ForbiddenSearch {
    Found(Box<ForbiddenPlay>),
    /// No level of the board has one.
    None,
    /// The search ended early, or was left out.
    Unknown,
}

impl PairSearch {
    pub fn new(command: WorkerCommand) -> Self {
        Self(OneSession::new(command))
    }

    /// Looks for each wanted play. The answers are in the same order; searches that were not begun are
    /// unknown.
    pub fn look(&mut self, board: BoardRules<'_>, wanted: &[WantedPlay]) -> Vec<ForbiddenSearch> {
        let Some(rules) = OpenRules::new(board.program) else {
            return vec![ForbiddenSearch::Unknown; wanted.len()];
        };
        let mut found: Vec<ForbiddenSearch> = vec![ForbiddenSearch::Unknown; wanted.len()];
        let mut helpers = Vec::new();
        for pairs in [false, true] {
            let these =
                || wanted.iter().enumerate().filter(move |(_, of)| of.beside.is_some() == pairs);
            let (mut unended, mut is_open) = (0, false);
            for (at, of) in these() {
                if unended == UNENDED {
                    break;
                }
                if !is_open && self.open(board, &rules, pairs, &helpers).is_err() {
                    break;
                }
                let before = helpers.len();
                let answer = self
                    .least_of_any(board, &rules, of, &mut helpers)
                    .unwrap_or(ForbiddenSearch::Unknown);
                // After a search for helpers another program is open.
                is_open = !rules.has_helpers() && before == helpers.len();
                unended += usize::from(answer == ForbiddenSearch::Unknown);
                if let Some(found) = found.get_mut(at) {
                    *found = answer;
                }
            }
            self.0.close(board.end);
        }
        found
    }

    /// Opens the rules with one play, or with two, that must be wrong with each of these helpers.
    fn open(
        &mut self,
        board: BoardRules<'_>,
        rules: &OpenRules<'_>,
        pairs: bool,
        helpers: &[ChosenHelpers],
    ) -> Result<(), CallError> {
        let mut text = if pairs { rules.of_two() } else { rules.of_one() };
        for (n, helpers) in helpers.iter().enumerate() {
            rules.write_wrong_with(&mut text, n, helpers);
        }
        let options =
            SessionOptions { optimise: true, conflicts: CONFLICTS, ..SessionOptions::default() };
        self.0.open(Program::default().with("board", text), options, board.end)
    }

    /// Looks for the play with the fewest marks that only one sentence forbids, for any choice of helpers.
    fn least_of_any(
        &mut self,
        board: BoardRules<'_>,
        rules: &OpenRules<'_>,
        wanted: &WantedPlay,
        helpers: &mut Vec<ChosenHelpers>,
    ) -> Result<ForbiddenSearch, CallError> {
        loop {
            let answer = self.least(board, rules, wanted)?;
            let ForbiddenSearch::Found(found) = &answer else { return Ok(answer) };
            if !rules.has_helpers() {
                return Ok(answer);
            }
            let Some(better) = self.helpers_of(board, rules, found)? else { return Ok(answer) };
            let better = rules.filled(better, helpers.last());
            helpers.push(better);
            if helpers.len() > HELPERS {
                return Ok(ForbiddenSearch::Unknown);
            }
            self.open(board, rules, wanted.beside.is_some(), helpers)?;
        }
    }

    /// Looks for helpers that make a play right. Returns `None` if there are none.
    fn helpers_of(
        &mut self,
        board: BoardRules<'_>,
        rules: &OpenRules<'_>,
        found: &ForbiddenPlay,
    ) -> Result<Option<ChosenHelpers>, CallError> {
        let options = SessionOptions { conflicts: CONFLICTS, ..SessionOptions::default() };
        self.0.open(Program::default().with("board", rules.of_one()), options, board.end)?;
        let assume = rules.right(&found.level, &found.play);
        let show = vec![OF_PLAY.to_owned()];
        let mut chosen = None;
        let asked = SessionRequest::Models { assume, cap: 1, show };
        self.0.ask(asked, board.end, &mut |atoms| chosen = Some(rules.chosen(&atoms)))?;
        Ok(chosen)
    }

    /// Looks for the play with the fewest marks that only one sentence forbids.
    fn least(
        &mut self,
        board: BoardRules<'_>,
        rules: &OpenRules<'_>,
        wanted: &WantedPlay,
    ) -> Result<ForbiddenSearch, CallError> {
        let mut assume = only_heard(rules, Some(&wanted.sentence));
        let differs = |more, less| [(Atom::constant(MORE), more), (Atom::constant(LESS), less)];
        match wanted.beside {
            None | Some(PlayDifference::Any) => {}
            Some(PlayDifference::More) => assume.extend(differs(true, false)),
            Some(PlayDifference::Less) => assume.extend(differs(false, true)),
        }
        let show = ["has", PLAY, RIGHT].map(str::to_owned).to_vec();
        let asked = SessionRequest::Optimum { assume, show };
        let Word::Optimum(best) = self.0.ask(asked, board.end, &mut |_| {})? else {
            return Err(another_answer());
        };
        Ok(match best.model {
            Some(model) => {
                let right = wanted.beside.map(|_| marks_of(&model.atoms, RIGHT).collect());
                let play = marks_of(&model.atoms, PLAY).collect();
                let level = level_of(board.level, &model.atoms, Holding::Firm);
                ForbiddenSearch::Found(Box::new(ForbiddenPlay {
                    level,
                    play,
                    right,
                    is_least: best.proved,
                }))
            }
            None if best.proved => ForbiddenSearch::None,
            None => ForbiddenSearch::Unknown,
        })
    }

    /// Draws random levels together with a solution, which becomes their intended one.
    pub fn draw(&mut self, board: BoardRules<'_>, number: usize, rng: &mut Rng) -> Vec<Level> {
        let mut drawn = Vec::new();
        // Levels that were drawn before an error stay.
        let _ = self.draw_each(board, number, rng, &mut drawn);
        self.0.close(board.end);
        drawn
    }

    fn draw_each(
        &mut self,
        board: BoardRules<'_>,
        number: usize,
        rng: &mut Rng,
        drawn: &mut Vec<Level>,
    ) -> Result<(), CallError> {
        let Some(rules) = OpenRules::new(board.program) else { return Ok(()) };
        let options = SessionOptions {
            seed: rng.u64(..),
            random_per_mille: DRAWN_PER_MILLE,
            conflicts: CONFLICTS,
            ..SessionOptions::default()
        };
        self.0.open(Program::default().with("board", rules.of_one()), options, board.end)?;
        let right = only_heard(&rules, None);
        let marks = self.0.atoms("has", 2, board.end)?;
        let plays = self.0.atoms(PLAY, 2, board.end)?;
        for _ in 0..number {
            let mut assume = right.clone();
            let mut found = self.solution(board, assume.clone())?;
            if found.is_none() {
                return Ok(());
            }
            for _ in 0..DRAWN_PARTS {
                // Sparse levels say more than full ones, which rarely have a play.
                let (among, truth) = match rng.bool() {
                    true => (&marks, rng.u8(..3) > 0),
                    false => (&plays, rng.bool()),
                };
                let Some(part) = rng.choice(among) else { continue };
                assume.push((part.clone(), truth));
                match self.solution(board, assume.clone())? {
                    Some(other) => found = Some(other),
                    None => _ = assume.pop(),
                }
            }
            let atoms = found.unwrap_or_default();
            let mut level = level_of(board.level, &atoms, Holding::Firm);
            level.intended = Some(marks_of(&atoms, PLAY).collect());
            drawn.push(level);
        }
        Ok(())
    }

    /// Looks for a level and a play for which these assumptions hold. Returns `None` if the search found
    /// none.
    fn solution(
        &mut self,
        board: BoardRules<'_>,
        assume: Vec<Assume>,
    ) -> Result<Option<Vec<Atom>>, CallError> {
        let show = ["has", PLAY].map(str::to_owned).to_vec();
        let mut found = None;
        let asked = SessionRequest::Models { assume, cap: 1, show };
        self.0.ask(asked, board.end, &mut |atoms| found = Some(atoms))?;
        Ok(found)
    }
}

/// Returns the assumptions that only this sentence is violated, or none at all.
fn only_heard(rules: &OpenRules<'_>, wanted: Option<&str>) -> Vec<Assume> {
    let all: BTreeSet<&str> = rules.sentences();
    let of = |why: &str| (Atom::new(HEARD, [quote(why)]), Some(why) == wanted);
    // A sentence that no rule on this board can say is violated by no play.
    all.into_iter().chain(wanted).collect::<BTreeSet<&str>>().into_iter().map(of).collect()
}
