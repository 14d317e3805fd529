//! Checks whether a play found by any search is a solution, using the rules in Rust or, if only the
//! encoding knows the rules, the encoding in a session of its own.

use std::fmt::Write as _;

use crate::engine::ask::{Ask, Patience};
use crate::engine::plan;
use crate::engine::play_questions::play_options;
use crate::engine::why;
use crate::values::status::Why;
use crate::values::worker_messages::{SessionRequest, Word};
use crate::worker::remote::another_answer;
use foolproof_asp::{Atom, EnumerationOutcome};
use foolproof_game::{Game, Verdict};
use foolproof_level::{Level, Play};

/// Reason why solutions cannot be confirmed.
const NO_RULES: &str = "this game has no rules that could confirm a solution";

/// Checks that a play found by a search solves the level. Returns the reason if it does not, or if that is
/// unknown.
pub(crate) fn confirm(ask: &mut Ask<'_>, play: &Play, found_by: &str) -> Result<(), Why> {
    if ask.game.rules().is_some() {
        return confirmed(ask.game, ask.level, play, found_by, ask.patience());
    }
    match encoding_accepts(ask, ask.level, play)? {
        true => Ok(()),
        false => Err(Why::EncodingFault(format!(
            "the solver's rules reject a solution that {found_by} found"
        ))),
    }
}

/// Returns whether the encoding accepts exactly this play as a solution.
pub(crate) fn encoding_accepts(ask: &mut Ask<'_>, level: &Level, play: &Play) -> Result<bool, Why> {
    if ask.game.assets().encoding.is_none() {
        return Err(Why::Undecided(NO_RULES.to_owned()));
    }
    let mut only = "#defined __given/2. :- play(S,M), not __given(S,M).\n".to_owned();
    for (site, mark) in play.iter() {
        let _ = writeln!(only, "__given({site},{mark}). :- not play({site},{mark}).");
    }
    let program = plan::fixed_program(ask.game, &level.without_concept())?;
    let program = program.with("play", only);
    let slot = ask.own_session(&program, &play_options()).map_err(why)?;
    let request = SessionRequest::Models { assume: Vec::new(), cap: 1, show: Vec::new() };
    let ended = ask.call(slot.ask(request));
    ask.close(slot.ask(SessionRequest::Close));
    match ended.map_err(why)? {
        Word::Models(EnumerationOutcome { n_models: 1.., .. }) => Ok(true),
        Word::Models(EnumerationOutcome { exhausted: true, .. }) => Ok(false),
        Word::Models(EnumerationOutcome { halt, .. }) => Err(halt.map_or(Why::Stopped, Why::from)),
        _ => Err(why(another_answer())),
    }
}

/// Returns the play of a model if the rules accept it, else the fault of the encoding.
pub(crate) fn judged(
    game: &dyn Game,
    level: &Level,
    atoms: &[Atom],
    patience: Patience<'_>,
) -> Result<Play, Why> {
    let play = plan::play_of(atoms);
    // A game without Rust rules: ask the encoding again, once no other question is running.
    match game.rules() {
        Some(_) => confirmed(game, level, &play, "the solver", patience).map(|()| play),
        None => Ok(play),
    }
}

/// Checks that the rules accept a supposed solution. Returns the reason if they do not, or cannot tell.
fn confirmed(
    game: &dyn Game,
    level: &Level,
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
