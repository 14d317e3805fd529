//! Answers by a game's own search, if it has one, as far as that gets in time.
//!
//! The encoding specifies such a search. It is asked if the search gives up: alongside it (`portfolio`), or
//! after its share of the time. Every solution that is kept is judged by the rules first.

use crate::engine::play_questions::{FoundPlays, confirmed_shortcut, plays, solution};
use crate::engine::portfolio::raced;
use crate::engine::verify_play::confirm;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use crate::engine::ask::{Ask, Patience};
use crate::engine::plan;
use crate::engine::portfolio::{AskedPlays, RacedPlays};
use crate::engine::practises;
use crate::engine::query::Question;
use crate::values::answer::{Count, Truth};
use crate::values::finding::Origin;
use crate::values::solutions::{EstimatedSolutions, LooselyCounted, WhyNoSolution};
use crate::values::status::Why;
use crate::worker::remote::CallError;
use foolproof_asp::Program;
use foolproof_game::{Game, GameError, Searched, Wanted, mark_facts};
use foolproof_level::{Level, Mark, Play, Site};

/// The search gets one in this many parts of the remaining time, if the encoding is asked afterwards.
const SHARE: u32 = 4;
/// Minimum number of edits for which unfolding the rules once for all of them pays off.
const MANY_EDITS: usize = 3;
/// Maximum number of solutions to count if only the encoding can count them.
const CAP: u64 = 3;
/// Asks for any solution.
pub(crate) const ANY_SOLUTION: Wanted =
    Wanted { shortcuts: false, plays: 1, most: 1, marks: false };
/// Asks for a shortest solution. The first one found is not enough to know whether it is shortest.
const FIRST_SOLUTIONS: Wanted = Wanted { shortcuts: false, plays: 1, most: 2, marks: false };

impl<'a> Ask<'a> {
    /// Returns the reason why the game's moves did not reach all positions of the level, if time is not the
    /// cause.
    pub fn unseen(&self) -> Why {
        self.limit_of_search().unwrap_or(Why::Memory(None))
    }

    /// Returns what the game's own search says about levels that are too large for it.
    fn limit_of_search(&self) -> Option<Why> {
        Some(Why::Undecided(self.game.search()?.limit(self.level)?))
    }

    /// Returns the deadline of the search, if the encoding is asked afterwards.
    pub(crate) fn share_of_search(&self) -> Patience<'a> {
        self.patience().until(self.started.elapsed() + self.left() / SHARE)
    }
}

/// All solutions of a level: their number, and a digest that tells them from those of another level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolutionSet {
    pub number: Count,
    digest: u64,
}

impl SolutionSet {
    /// Returns whether these are the same solutions as others, if known.
    pub(crate) fn is_same(&self, other: &Self) -> Option<bool> {
        match (&self.number, &other.number) {
            (Count::Exactly(_), Count::Exactly(_)) => Some(self == other),
            (Count::Exactly(n), Count::AtLeast(m)) | (Count::AtLeast(m), Count::Exactly(n)) => {
                (m > n).then_some(false)
            }
            _ => None,
        }
    }
}

/// Lets a designer's own game unfold its rules once for edits of single sites, if there are many. `put` are
/// the marks that would be added; marks may be removed, too.
pub fn prepare_edits(ask: &Ask<'_>, edits: usize, put: &[(Site, Mark)]) {
    if edits >= MANY_EDITS
        && let Some(rules) = ask.game.ground_rules()
    {
        rules.prepare_edits(ask.level, put);
    }
}

/// The result of asking for all solutions.
pub(crate) struct FoundOfAll {
    pub found: FoundPlays,
    pub counted: u64,
    /// The plays are known to be shortest ones.
    pub shortest: bool,
    /// Reason why the game's own search has not counted further.
    pub(crate) why_not_more: Option<Why>,
    /// Reason why there is no solution, if the search can tell.
    pub(crate) why_none: Option<WhyNoSolution>,
}

impl FoundOfAll {
    /// The result without a play, for some reason or because none exists.
    pub(crate) fn none(found: FoundPlays) -> Self {
        Self { found, counted: 0, shortest: false, why_not_more: None, why_none: None }
    }
}

/// Returns the program that a question is about. If a level is too large for the encoding, a stand-in program
/// only distinguishes it from other levels, and the search answers alone.
pub(crate) fn program_of(ask: &mut Ask<'_>, question: &Question) -> Result<Program, GameError> {
    let standing = || {
        let concept = format!("% {}\n", ask.level.concept);
        Program::default().with("level", mark_facts(ask.game, ask.level) + &concept)
    };
    if let Some((known, _)) = ask.engine.too_much.as_ref().filter(|(known, _)| *known == standing())
    {
        return Ok(known.clone());
    }
    let program = match question.asks_for_concept() {
        true => plan::fixed_program(ask.game, ask.level),
        false => plan::solving_program(ask.game, ask.level),
    };
    match program {
        Err(GameError::TooMuch(why)) if ask.engine.has_search(ask.game) => {
            let known = standing();
            ask.engine.too_much = Some((known.clone(), why));
            Ok(known)
        }
        other => other,
    }
}

/// Checks that the solver can be asked about the program at all.
pub(crate) fn may_be_opened(ask: &Ask<'_>, program: &Program) -> Result<(), CallError> {
    match ask.engine.too_much.as_ref().filter(|(known, _)| known == program) {
        Some(_) if ask.left().is_zero() => Err(CallError::Time),
        Some((_, why)) => Err(CallError::NotEncoded(why.clone())),
        None => Ok(()),
    }
}

/// Asks the game's own search. Returns `None` if there is none, or it cannot tell.
pub(crate) fn search(ask: &mut Ask<'_>, wanted: Wanted) -> Option<Result<Searched, Why>> {
    let search = ask.game.search().filter(|_| ask.engine.has_search(ask.game))?;
    // Without an encoding to ask afterwards, the search gets the whole time.
    let alone = ask.game.assets().encoding.is_none();
    let patience = if alone { ask.patience() } else { ask.share_of_search() };
    let found = search.solutions(ask.level, wanted, &|| patience.is_over())?;
    if ask.stop.is_set() {
        return Some(Err(Why::Stopped));
    }
    Some(confirmed(ask, found))
}

/// Returns the result of a search, with those of its plays that the rules accept in time.
pub(crate) fn confirmed(ask: &mut Ask<'_>, mut found: Searched) -> Result<Searched, Why> {
    // If there are very many, keep only those that can be judged in time.
    let (patience, mut judged) = (ask.patience(), 0);
    for play in &found.plays {
        if judged > 0 && patience.is_over() {
            break;
        }
        confirm(ask, play, "the game's own search")?;
        judged += 1;
    }
    found.plays.truncate(judged);
    Ok(found)
}

/// Decides by the search alone whether there is a solution. Returns `None` if it cannot tell.
pub(crate) fn solvable_by_search(ask: &mut Ask<'_>) -> Option<Truth<Play>> {
    let found = match search(ask, ANY_SOLUTION)? {
        Ok(found) => found,
        Err(why) => return Some(Truth::Unknown(why)),
    };
    solvable_as_found(ask, found)
}

/// Decides by the result of a search whether there is a solution. Returns `None` if the search did not end.
pub(crate) fn solvable_as_found(ask: &mut Ask<'_>, found: Searched) -> Option<Truth<Play>> {
    if let Some(why) = WhyNoSolution::told_by(&found) {
        ask.report(Ok(why));
    }
    let answer = match (found.plays.into_iter().next(), found.exhausted) {
        (Some(play), _) => {
            ask.engine.remember(ask.level, &play);
            Truth::Holds(play)
        }
        (None, true) => Truth::Fails(()),
        (None, false) => return None,
    };
    ask.origin = Origin::Search;
    Some(answer)
}

/// Looks for all solutions and keeps the first `cap` of them; beyond a cap of two, returns the exact number
/// if the search can tell.
pub(crate) fn all_solutions(ask: &mut Ask<'_>, program: &Program, cap: u32) -> FoundOfAll {
    // One more than the cap: only an exhausted search proves that there are exactly `cap`.
    let beyond = u64::from(cap) + 1;
    let most = if cap > 2 { u64::MAX } else { beyond };
    let wanted = Wanted { shortcuts: false, plays: cap as usize, most, marks: cap > 2 };
    let asked = AskedPlays { program, assume: Vec::new(), most: beyond };
    let found = match raced(ask, wanted, &asked) {
        Ok(RacedPlays::Search(found)) => found,
        Ok(RacedPlays::Encoding(found)) => {
            let counted = match &found {
                FoundPlays::Plays { plays, .. } => plays.len() as u64,
                FoundPlays::Not(_) => 0,
            };
            return FoundOfAll { counted, ..FoundOfAll::none(found) };
        }
        Err(why) => return FoundOfAll::none(FoundPlays::Not(why)),
    };
    ask.origin = Origin::Search;
    found.plays.iter().for_each(|play| ask.engine.remember(ask.level, play));
    let why_none = WhyNoSolution::told_by(&found);
    let Searched { count, exhausted, plays, shortest, .. } = found.clone();
    // The marks are known only if they were asked for.
    if wanted.marks && (exhausted || found.marks_exact) {
        ask.engine.searched = Some((program.clone(), found));
    }
    let why_not_more = (!exhausted && count <= u64::from(cap)).then(|| untold(ask));
    let found = FoundPlays::Plays { plays, exhausted, halt: None };
    FoundOfAll { found, counted: count, shortest, why_not_more, why_none }
}

/// Reports an estimate of the number of solutions, if the search has only that.
pub(crate) fn say_estimate(ask: &mut Ask<'_>, program: &Program, counted: u64) {
    let known = ask.engine.searched.as_ref().filter(|(about, _)| about == program);
    if let Some(estimate) = known.and_then(|(_, found)| found.estimate) {
        ask.report(Ok(EstimatedSolutions { counted, estimate }));
    }
}

/// Reports the number of solutions in the coarser equivalence, if the search counted it.
pub(crate) fn say_loosely(ask: &mut Ask<'_>, program: &Program) {
    let known = ask.engine.searched.as_ref().filter(|(about, _)| about == program);
    if let Some(count) = known.and_then(|(_, found)| found.loosely) {
        ask.report(Ok(LooselyCounted(count)));
    }
}

/// Returns a shortest solution, or some solution if none is known to be shortest, and whether it is shortest.
pub(crate) fn first_solution(ask: &mut Ask<'_>) -> Result<(Play, bool), Why> {
    match search(ask, FIRST_SOLUTIONS) {
        Some(Ok(found)) => {
            let shortest = found.shortest;
            match solvable_as_found(ask, found) {
                Some(Truth::Holds(play)) => Ok((play, shortest)),
                Some(Truth::Fails(())) => Err(Why::moot("the level has no solution")),
                Some(Truth::Unknown(why)) => Err(why),
                None => Err(untold(ask)),
            }
        }
        Some(Err(why)) => Err(why),
        None => Err(untold(ask)),
    }
}

/// Returns the reason why the search cannot tell.
fn untold(ask: &Ask<'_>) -> Why {
    let patience = ask.patience();
    if patience.is_over() {
        return patience.why();
    }
    ask.limit_of_search().unwrap_or(Why::Time)
}

/// Concludes from a search for shortcuts whether there is one. No search reads a designer's own rules, so the
/// program with the concept has all solutions of the level.
pub(crate) fn shortcut_as_found(
    ask: &mut Ask<'_>,
    program: &Program,
    found: Searched,
) -> Truth<(), Play> {
    if let Some(play) = found.plays.into_iter().next() {
        ask.origin = Origin::Search;
        ask.engine.remember(ask.level, &play);
        return confirmed_shortcut(ask, play);
    }
    // A level without a solution has no shortcut either.
    let solution = match solution(ask, program) {
        Truth::Holds(play) => play,
        Truth::Fails(()) => return Truth::Unknown(Why::moot("the level has no solution")),
        Truth::Unknown(why) => return Truth::Unknown(why),
    };
    ask.origin = Origin::Search;
    if practises(ask.game, ask.level, &solution) != Some(true) {
        let text = "a solution does not practise the concept, but the search found no shortcut";
        return Truth::Unknown(Why::EncodingFault(text.to_owned()));
    }
    Truth::Holds(())
}

/// Counts the solutions of a level like the asked one, without listing them. There may be more than were
/// counted, but not because time ran out.
pub(crate) fn count_solutions(ask: &mut Ask<'_>, level: &Level) -> Result<SolutionSet, Why> {
    let mut inner = ask.about(level);
    let wanted = Wanted { shortcuts: false, plays: 0, most: u64::MAX, marks: false };
    let (count, all, digest) = match search(&mut inner, wanted) {
        Some(found) => {
            let found = found?;
            if !found.exhausted && inner.patience().is_over() {
                return Err(inner.patience().why());
            }
            (found.count, found.exhausted, found.digest)
        }
        None => {
            let program = plan::solving_program(inner.game, level).map_err(Why::from)?;
            match plays(&mut inner, &program, Vec::new(), CAP) {
                FoundPlays::Plays { plays, exhausted, .. } => {
                    let count = plays.len() as u64;
                    (count, exhausted && count < CAP, digest(inner.game, level, &plays))
                }
                FoundPlays::Not(why) => return Err(why),
            }
        }
    };
    let number = if all { Count::Exactly(count) } else { Count::AtLeast(count) };
    Ok(SolutionSet { number, digest })
}

/// Counts solutions, but fails with a timeout if there may be more only because the search had no more time.
/// time.
pub(crate) fn counted_in_time(ask: &mut Ask<'_>, level: &Level) -> Result<SolutionSet, Why> {
    let (began, share) = (ask.started.elapsed(), ask.left() / SHARE);
    let counted = count_solutions(ask, level)?;
    let late = ask.started.elapsed().saturating_sub(began) >= share;
    if late && matches!(counted.number, Count::AtLeast(_)) { Err(Why::Time) } else { Ok(counted) }
}

/// Returns whether a mark is part of the puzzle, and not a note of the designer's.
pub(crate) fn is_of_puzzle(game: &dyn Game, mark: &Mark) -> bool {
    game.arguments().is_none_or(|arguments| arguments.is_evidence(mark))
}

/// A digest of solutions: other solutions hardly ever have the same.
fn digest(game: &dyn Game, level: &Level, plays: &[Play]) -> u64 {
    let hash = |play: &Play| {
        let mut hasher = DefaultHasher::new();
        game.whole(level, play).hash(&mut hasher);
        hasher.finish()
    };
    plays.iter().map(hash).fold(0, u64::wrapping_add)
}
