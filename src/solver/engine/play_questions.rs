//! Questions about a level as it is: solvable, number of solutions, shortcut-free, marks.
//!
//! Source: Smith & Butler, "Quantifying over Play", section 5 (detecting shortcuts, verifying their
//! lack).

use crate::engine::own_search::{
    ANY_SOLUTION, FoundOfAll, all_solutions, say_estimate, say_loosely, shortcut_as_found,
    solvable_as_found,
};
use crate::engine::portfolio::raced;
use crate::engine::verify_play::confirm;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

use crate::engine::ask::{Again, Ask};
use crate::engine::plan;
use crate::engine::portfolio::{AskedPlays, RacedPlays};
use crate::engine::preconditions::unreadable;
use crate::engine::query::Question;
use crate::engine::verify_play::judged;
use crate::engine::{
    Engine, has_concept, level_properties, practises, solves, why, with_level_judged,
};
use crate::values::answer::{Count, Truth};
use crate::values::finding::Origin;
use crate::values::solutions::{CountedSolutions, SolvableLevel, SolveLevel, Uniqueness};
use crate::values::status::{Status, Why};
use crate::values::worker_messages::{SessionRequest, Word};
use crate::worker::remote::{CallError, another_answer};
use foolproof_asp::{Assume, Atom, EnumerationOutcome, Halt, Program, SessionOptions};
use foolproof_game::Wanted;
use foolproof_level::{Mark, Play, Site};

/// The result of a search for plays.
pub(crate) enum FoundPlays {
    Plays { plays: Vec<Play>, exhausted: bool, halt: Option<Halt> },
    Not(Why),
}

pub(crate) fn concept_is(truth: bool) -> Assume {
    (Atom::constant("__concept"), truth)
}

/// `#project __play/1` distinguishes a level's solutions.
pub(crate) fn play_options() -> SessionOptions {
    SessionOptions { project: true, names_projected: true, ..SessionOptions::default() }
}

/// Returns the program to ask about a level as it is: the one for all levels of its board, if the game has
/// such, with the assumptions for this one.
pub(crate) fn opened<'a>(ask: &Ask<'_>, program: &'a Program) -> (Cow<'a, Program>, Vec<Assume>) {
    match plan::opened(ask.game, ask.level, program) {
        Some((program, lying)) => (Cow::Owned(program), lying),
        None => (Cow::Borrowed(program), Vec::new()),
    }
}

/// Removes unnecessary marks from a play, so that nothing distracts from what it shows. `good` must hold for
/// the play; if it cannot tell, nothing is removed.
fn without_idle_marks(mut play: Play, good: &dyn Fn(&Play) -> bool) -> Play {
    loop {
        let smaller = play.0.keys().find_map(|site| {
            let mut rest = play.clone();
            rest.0.remove(site);
            good(&rest).then_some(rest)
        });
        match smaller {
            Some(smaller) => play = smaller,
            None => return play,
        }
    }
}

/// Returns the first play without unnecessary marks, or that there is none, or why that is not known.
fn first_of(found: FoundPlays, good: &dyn Fn(&Play) -> bool) -> Truth<Play> {
    match found {
        FoundPlays::Plays { mut plays, exhausted, halt } => match (plays.pop(), exhausted) {
            (Some(play), _) => Truth::Holds(without_idle_marks(play, good)),
            (None, true) => Truth::Fails(()),
            (None, false) => Truth::Unknown(halt.map_or(Why::Stopped, Why::from)),
        },
        FoundPlays::Not(why) => Truth::Unknown(why),
    }
}

fn lost_solution() -> Why {
    Why::EncodingFault(
        "the solver found no solution, but the game's rules accept one that is known".to_owned(),
    )
}

/// Reports what a known solution shows if no search has found one: there is at least one.
fn say_witnessed(ask: &mut Ask<'_>, play: Play, why: Why) {
    let searched = std::mem::replace(&mut ask.origin, Origin::Witness);
    ask.report(Truth::Holds(Some(play.clone())).known().map(SolvableLevel));
    ask.origin = searched;
    ask.report::<Uniqueness>(Err(why.clone()));
    let (number, plays) = (Count::AtLeast(1), vec![play]);
    let counted = CountedSolutions { number, plays, shortest: false, cut: Some(why) };
    ask.report(Ok(counted));
}

/// Returns up to `cap` plays of a program, each judged by the rules.
pub(crate) fn plays(
    ask: &mut Ask<'_>,
    program: &Program,
    mut assume: Vec<Assume>,
    cap: u64,
) -> FoundPlays {
    let (program, lying) = opened(ask, program);
    assume.extend(lying);
    let slot = match ask.session(&program, &play_options()) {
        Ok(slot) => slot,
        Err(error) => return FoundPlays::Not(why(error)),
    };
    let (game, level, patience) = (ask.game, ask.level, ask.patience());
    let (mut canonicals, mut plays, mut fault) = (BTreeSet::new(), Vec::new(), None);
    let request = SessionRequest::Models { assume, cap, show: vec!["play".to_owned()] };
    let ended = ask.call_with(slot.ask(request), &mut |word| {
        if let Word::Model(model) = word {
            match judged(game, level, &model.atoms, patience) {
                Ok(play) => {
                    if canonicals.insert(game.canonical(level, &play)) {
                        plays.push(play);
                    }
                }
                Err(why) => {
                    fault = Some(why);
                    return ControlFlow::Break(());
                }
            }
        }
        ControlFlow::Continue(())
    });
    if ask.game.rules().is_none() {
        for play in &plays {
            if let Err(why) = confirm(ask, play, "the solver") {
                fault = fault.or(Some(why));
            }
        }
    }
    for play in &plays {
        ask.engine.remember(level, play);
    }
    match (fault, ended) {
        (Some(why), _) => FoundPlays::Not(why),
        (None, Ok(Word::Models(EnumerationOutcome { exhausted, halt, .. }))) => {
            match unreadable(ask).filter(|_| plays.is_empty()) {
                Some(why) => FoundPlays::Not(why),
                None => FoundPlays::Plays { plays, exhausted, halt },
            }
        }
        (None, Ok(_)) => FoundPlays::Not(why(another_answer())),
        // Results from before the end still count.
        (None, Err(error))
            if !plays.is_empty()
                && (ask.again == Again::No || !matches!(error, CallError::Crashed(_))) =>
        {
            let halt = match why(error) {
                Why::Time => Halt::Time,
                _ => Halt::Stopped,
            };
            FoundPlays::Plays { plays, exhausted: false, halt: Some(halt) }
        }
        (None, Err(error)) => FoundPlays::Not(why(error)),
    }
}

pub(crate) fn solvable(ask: &mut Ask<'_>, program: &Program) {
    if let Some(play) = ask.witness(&|play| solves(ask.game, ask.level, play)) {
        ask.origin = Origin::Witness;
        return ask.report(Truth::Holds(Some(play)).known().map(SolvableLevel));
    }
    let found = any_solution(ask, program);
    ask.report(found.map(Some).known().map(SolvableLevel));
}

/// Looks for a solution, by search or encoding.
fn any_solution(ask: &mut Ask<'_>, program: &Program) -> Truth<Play> {
    let asked = AskedPlays { program, assume: Vec::new(), most: 1 };
    match raced(ask, ANY_SOLUTION, &asked) {
        Ok(RacedPlays::Search(found)) => {
            let answer = solvable_as_found(ask, found);
            answer.unwrap_or_else(|| Truth::Unknown(ask.patience().why()))
        }
        Ok(RacedPlays::Encoding(found)) => {
            first_of(found, &|play: &Play| solves(ask.game, ask.level, play))
        }
        Err(why) => Truth::Unknown(why),
    }
}

/// Returns a solution of the level: a known one, or one found by search or encoding.
pub(crate) fn solution(ask: &mut Ask<'_>, program: &Program) -> Truth<Play> {
    let known = ask.witness(&|play| solves(ask.game, ask.level, play));
    match known {
        Some(play) => Truth::Holds(play),
        None if has_no_solution(ask.engine, program) => Truth::Fails(()),
        None => any_solution(ask, program),
    }
}

/// Reports whether some solution has all played marks, and one that has.
pub(crate) fn goes_on(ask: &mut Ask<'_>, program: &Program, played: &Play) {
    let (game, level) = (ask.game, ask.level);
    let good = |play: &Play| played.minus(play).next().is_none() && solves(game, level, play);
    if let Some(play) = ask.witness(&good) {
        ask.origin = Origin::Witness;
        return ask.report(Truth::Holds(Some(play)).known().map(SolvableLevel));
    }
    let put = |(site, mark): (Site, &Mark)| {
        (Atom::new("play", [site.to_string(), mark.to_string()]), true)
    };
    let found = plays(ask, program, played.iter().map(put).collect(), 1);
    ask.report(first_of(found, &good).map(Some).known().map(SolvableLevel));
}

/// Returns whether the level is already known to have no solution.
fn has_no_solution(engine: &Engine, program: &Program) -> bool {
    let known = engine.cache.get(&(program.clone(), Question::from(SolveLevel::default()), None));
    matches!(known.map(Vec::as_slice), Some([answer]) if answer.status() == Status::Refuted)
}

pub(crate) fn solutions(ask: &mut Ask<'_>, program: &Program, cap: u32) {
    let all = match has_no_solution(ask.engine, program) {
        true => {
            ask.origin = Origin::Cache;
            let (plays, exhausted, halt) = (Vec::new(), true, None);
            FoundOfAll::none(FoundPlays::Plays { plays, exhausted, halt })
        }
        false => all_solutions(ask, program, cap.max(2)),
    };
    let FoundOfAll { found, counted, shortest, why_not_more, why_none } = all;
    let (mut plays, exhausted, reason) = match found {
        FoundPlays::Plays { plays, exhausted, halt } => {
            let reason = why_not_more.or_else(|| halt.map(Why::from));
            (plays, exhausted, reason.unwrap_or(Why::Stopped))
        }
        FoundPlays::Not(why) => (Vec::new(), false, why),
    };
    if counted == 0
        && let Some(play) = ask.witness(&|play| solves(ask.game, ask.level, play))
    {
        return say_witnessed(ask, play, if exhausted { lost_solution() } else { reason });
    }
    let n = counted;
    let stopped = || Truth::Unknown(reason.clone());
    // Plain plays first: players find those first.
    plays.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
    let first = plays.first().cloned();
    let (solvable, unique) = match (n, exhausted) {
        (0, true) => (Truth::Fails(()), Truth::Unknown(Why::moot("the level has no solution"))),
        (0, false) => (Truth::Unknown(reason.clone()), stopped()),
        (1, true) => (Truth::Holds(first), Truth::Holds(())),
        (1, false) => (Truth::Holds(first), stopped()),
        _ => (Truth::Holds(first), Truth::Fails(())),
    };
    let cut = (!exhausted && n <= u64::from(cap)).then(|| reason.clone());
    let number = match (n, exhausted) {
        (n, true) => Ok(Count::Exactly(n)),
        (0, false) => Err(reason),
        (n, false) => Ok(Count::AtLeast(n)),
    };
    ask.report(solvable.known().map(SolvableLevel));
    ask.report(unique.known().map(Uniqueness));
    plays.truncate(cap.max(2) as usize);
    let counted = |number| CountedSolutions { number, plays, shortest, cut };
    ask.report(number.map(counted));
    if let Some(why) = why_none {
        ask.report(Ok(why));
    }
    say_loosely(ask, program);
    say_estimate(ask, program, n);
}

/// Returns whether there is a solution and each practises the concept, or a shortcut.
pub(crate) fn look_for_shortcut(ask: &mut Ask<'_>, program: &Program) -> Truth<(), Play> {
    if !has_concept(ask.level) {
        return Truth::Unknown(Why::moot("the level asks for no concept"));
    }
    let properties = level_properties(ask.game, ask.level);
    if !properties.is_empty() {
        return judged_as_a_whole(ask, &properties);
    }
    let old = ask.witness(&|play| {
        solves(ask.game, ask.level, play) && practises(ask.game, ask.level, play) == Some(false)
    });
    if let Some(play) = old {
        ask.origin = Origin::Witness;
        return confirmed_shortcut(ask, play);
    }
    let wanted = Wanted { shortcuts: true, ..ANY_SOLUTION };
    let asked = AskedPlays { program, assume: vec![concept_is(false)], most: 1 };
    let found = match raced(ask, wanted, &asked) {
        Ok(RacedPlays::Search(found)) => return shortcut_as_found(ask, program, found),
        Ok(RacedPlays::Encoding(found)) => found,
        Err(why) => return Truth::Unknown(why),
    };
    match found {
        FoundPlays::Plays { mut plays, exhausted, halt } => match (plays.pop(), exhausted, halt) {
            (Some(play), ..) => confirmed_shortcut(ask, play),
            (None, true, _) => match confirm_solvable(ask, program) {
                Ok(()) => Truth::Holds(()),
                Err(why) => Truth::Unknown(why),
            },
            (None, false, halt) => Truth::Unknown(halt.map_or(Why::Stopped, Why::from)),
        },
        FoundPlays::Not(why) => Truth::Unknown(why),
    }
}

/// Looks for a shortcut if the concept asks something of the level as a whole: first finds out whether the
/// level has that.
fn judged_as_a_whole(ask: &mut Ask<'_>, properties: &[Mark]) -> Truth<(), Play> {
    ask.origin = Origin::Search;
    let Some(level) = with_level_judged(ask, properties) else {
        return Truth::Unknown(ask.patience().why());
    };
    let program = match plan::fixed_program(ask.game, &level) {
        Ok(program) => program,
        Err(error) => return Truth::Unknown(Why::from(error)),
    };
    let mut inner = ask.about(&level);
    if has_concept(&level) {
        return look_for_shortcut(&mut inner, &program);
    }
    // Nothing is left to ask of solutions, except that there is one.
    solvable(&mut inner, &program);
    match inner.found.pop().map(|answer| answer.status()) {
        Some(Status::Proved) => Truth::Holds(()),
        Some(Status::Refuted) => Truth::Unknown(Why::moot("the level has no solution")),
        Some(Status::Unknown(why)) => Truth::Unknown(why),
        _ => Truth::Unknown(Why::Stopped),
    }
}

/// Returns up to `most` shortcuts of the program's level.
pub(crate) fn shortcuts(ask: &mut Ask<'_>, program: &Program, most: u64) -> Result<Vec<Play>, Why> {
    match plays(ask, program, vec![concept_is(false)], most) {
        FoundPlays::Plays { plays, .. } => Ok(plays),
        FoundPlays::Not(why) => Err(why),
    }
}

/// Checks a shortcut against the concept's second reading, if there is one.
pub(crate) fn confirmed_shortcut(ask: &Ask<'_>, play: Play) -> Truth<(), Play> {
    if practises(ask.game, ask.level, &play) == Some(true) {
        let text = "the solver calls a solution a shortcut, but it practises the concept";
        return Truth::Unknown(Why::EncodingFault(text.to_owned()));
    }
    let shortcut = |play: &Play| {
        solves(ask.game, ask.level, play) && practises(ask.game, ask.level, play) == Some(false)
    };
    Truth::Fails(without_idle_marks(play, &shortcut))
}

/// Checks that there is a solution. "No shortcut" counts as a proof only if the same session finds a solution
/// with the concept left free: a program that lost its solutions has no shortcuts either.
fn confirm_solvable(ask: &mut Ask<'_>, program: &Program) -> Result<(), Why> {
    // A known solution shows this at once, if the session has it.
    let known = ask.witness(&|play| solves(ask.game, ask.level, play));
    let known = known.map(|play| {
        let canonical = ask.game.canonical(ask.level, &play);
        let put = |(site, mark): (Site, &Mark)| {
            (Atom::new("play", [site.to_string(), mark.to_string()]), true)
        };
        canonical.iter().map(put).collect::<Vec<Assume>>()
    });
    if let Some(assume) = known
        && let FoundPlays::Plays { plays, .. } = plays(ask, program, assume, 1)
        && plays.first().is_some_and(|play| practises(ask.game, ask.level, play) != Some(false))
    {
        return Ok(());
    }
    match plays(ask, program, Vec::new(), 1) {
        FoundPlays::Plays { plays, exhausted, halt } => match (plays.first(), exhausted) {
            (Some(play), _) if practises(ask.game, ask.level, play) == Some(false) => {
                let text = "a solution does not practise the concept, but the solver found no \
                            shortcut";
                Err(Why::EncodingFault(text.to_owned()))
            }
            (Some(_), _) => Ok(()),
            (None, true) => Err(Why::moot("the level has no solution")),
            (None, false) => Err(halt.map_or(Why::Stopped, Why::from)),
        },
        FoundPlays::Not(why) => Err(why),
    }
}
