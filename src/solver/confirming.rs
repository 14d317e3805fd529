//! Whether a play that somebody found is a solution: the rules in plain Rust say so, or, of a game
//! whose rules the encoding alone knows, the encoding in a session of its own.
//!
//! Also the gate before the solver for games that have no encoding.

use std::fmt::Write as _;

use super::engine::{Ask, Engine, Patience, why};
use super::finding::Why;
use super::plan;
use super::play_questions::play_options;
use super::protocol::{SessionRequest, Word};
use super::remote::{CallError, another_answer};
use foolproof_asp::{Atom, EnumerationOutcome};
use foolproof_games::{Game, Verdict};
use foolproof_level::{Level, Play};

/// Why a question that only the solver can answer has no answer of a game without an encoding.
const NO_ENCODING: &str =
    "this question is not answered of games of moves, whose positions are searched one by one";
/// The same of a game that is not played move by move.
const NO_SOLVER_RULES: &str =
    "this game has no rules for the solver, and its own search cannot answer this question";
/// Why nobody can tell what a solution is.
const NO_RULES: &str = "this game has no rules that could confirm a solution";
/// Why no level is made of a game that has no rules beside its encoding.
const NO_JUDGE: &str =
    "only the solver knows this game's rules, so a new level could not be checked";

impl Engine {
    /// Whether a play that somebody found solves the level; why not, or why nobody can tell.
    pub(super) fn confirm(
        &mut self,
        ask: &Ask<'_>,
        play: &Play,
        found_by: &str,
    ) -> Result<(), Why> {
        if ask.game.rules().is_some() {
            return confirmed((ask.game, ask.level), play, found_by, ask.patience());
        }
        match self.encoding_accepts(ask, ask.level, play)? {
            true => Ok(()),
            false => Err(Why::EncodingFault(format!(
                "the solver's rules reject a solution that {found_by} found"
            ))),
        }
    }

    /// Whether the encoding, asked about nothing but this play, calls it a solution.
    pub(super) fn encoding_accepts(
        &mut self,
        ask: &Ask<'_>,
        level: &Level,
        play: &Play,
    ) -> Result<bool, Why> {
        if ask.game.material().encoding.is_none() {
            return Err(Why::Undecided(NO_RULES.to_owned()));
        }
        let mut only = "#defined __given/2. :- play(S,M), not __given(S,M).\n".to_owned();
        for (site, mark) in play.iter() {
            let _ = writeln!(only, "__given({site},{mark}). :- not play({site},{mark}).");
        }
        let program = plan::fixed_program(ask.game, &level.without_concept())?;
        let program = program.with("play", only);
        let slot = self.own_session(ask, &program, &play_options()).map_err(why)?;
        let request = SessionRequest::Models { assume: Vec::new(), cap: 1, show: Vec::new() };
        let ended = self.call(ask, slot.ask(request));
        self.close(ask, slot.ask(SessionRequest::Close));
        match ended.map_err(why)? {
            Word::Models(EnumerationOutcome { n_models: 1.., .. }) => Ok(true),
            Word::Models(EnumerationOutcome { exhausted: true, .. }) => Ok(false),
            Word::Models(EnumerationOutcome { halt, .. }) => {
                Err(halt.map_or(Why::Stopped, Why::from))
            }
            _ => Err(why(another_answer())),
        }
    }
}

/// Whether the solver may be asked about the game at all.
pub(super) fn may_be_solved(ask: &Ask<'_>) -> Result<(), CallError> {
    match ask.game.material().encoding {
        Some(_) => Ok(()),
        None if ask.left().is_zero() => Err(CallError::Time),
        None => {
            let limit = ask.game.search().and_then(|search| search.limit(ask.level));
            Err(CallError::NotEncoded(limit.unwrap_or_else(|| unanswered(ask.game))))
        }
    }
}

/// Why a game without an encoding does not answer.
pub(super) fn unanswered(game: &dyn Game) -> String {
    let why = if game.moves().is_some() { NO_ENCODING } else { NO_SOLVER_RULES };
    why.to_owned()
}

/// Whether levels can be made of the game: each is judged before anybody sees it.
pub(super) fn may_be_made(ask: &Ask<'_>) -> Result<(), Why> {
    match ask.game.rules() {
        Some(_) => Ok(()),
        None => Err(Why::Undecided(NO_JUDGE.to_owned())),
    }
}

/// The play of a model, if the rules accept it; else what is wrong with the encoding.
pub(super) fn judged(
    (game, level): (&dyn Game, &Level),
    atoms: &[Atom],
    patience: Patience<'_>,
) -> Result<Play, Why> {
    let play = plan::play_of(atoms);
    // Of a game without rules the encoding is asked once more, when no other question is under way.
    match game.rules() {
        Some(_) => confirmed((game, level), &play, "the solver", patience).map(|()| play),
        None => Ok(play),
    }
}

/// Whether the rules accept what somebody found to be a solution; why not, or why they cannot tell.
fn confirmed(
    (game, level): (&dyn Game, &Level),
    play: &Play,
    found_by: &str,
    patience: Patience<'_>,
) -> Result<(), Why> {
    match game.judge_until(level, play, &|| patience.is_over()) {
        Verdict::Solved => Ok(()),
        Verdict::Unsolved { why, .. } | Verdict::Illegal { why, .. } => Err(Why::EncodingFault(
            format!("the game's rules reject a solution that {found_by} found: {why}"),
        )),
        Verdict::Undecided { .. } if patience.is_over() => Err(patience.why()),
        Verdict::Undecided { why, .. } => Err(Why::Undecided(why)),
    }
}
