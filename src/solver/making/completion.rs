//! Completes a level: fills open cells, and changes painted ones only if nothing else helps, until the level
//! is solvable, practises its concept and has no shortcut.
//!
//! Small questions come first. A level that has a solution with the concept only needs a repair. Otherwise
//! the solver fills the sites beside the board (a tray), which makes small programs; then all open cells;
//! then it may remove painted marks, and at last do all of this. Each proposal with a shortcut is repaired
//! before it is given up. Only the last step, which has every freedom, can prove that nothing helps: first
//! among the levels of the game's own stock, then among all levels. Source: Smith & Butler, "Quantifying over
//! Play", section 5.5; `design.lp`.
//!
//! A level that is solved before a move is a completion only if there is no other. If a level has no concept,
//! the first search uses a concept that every play with a mark practises: the play without any mark is then a
//! shortcut.

use crate::engine::own_search::solvable_by_search;
use crate::engine::play_questions::{FoundPlays, concept_is, plays};
use crate::making::complete_to_unique::completed_to_one;
use crate::making::completion_steps::{completed_in_steps, with_share};
use crate::making::game_maker::completed_by_maker;
use crate::making::generation::{next_level, open_design};
use crate::making::local_search::completed_by_trial;
use crate::making::repairs::mend;
use crate::questions::design_questions::{design_atoms, shortcut_of};
use std::ops::ControlFlow;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::engine::ask::Ask;
use crate::engine::goal::{Goal, Painted, Task};
use crate::engine::plan::{self, Holding};
use crate::engine::preconditions::may_be_made;
use crate::engine::query::{Query, QueryKind, QuerySlice};
use crate::engine::tasks::{has_task, task, without_task};
use crate::engine::{has_concept, level_properties, practises, solves, why};
use crate::making::complete_to_unique::one_solution_is_due;
use crate::making::earlier_designs::earlier_designs;
use crate::making::generation::RANDOM_PER_MILLE;
use crate::making::local_search::is_made_by_trial;
use crate::making::repairs::RepairReach;
use crate::questions::design_questions::{concept_holds, half_completed, propose, proposed, shown};
use crate::values::answer::{FoundLevel, Truth, WhyNoBetter};
use crate::values::earlier_completions::CompletionWay;
use crate::values::earlier_completions::EarlierCompletions;
use crate::values::limits::GenerateSettings;
use crate::values::limits::StepAims;
use crate::values::report::{ReportKind, reports_found_level};
use crate::values::searched::SearchedLevels;
use crate::values::status::Why;
use crate::values::topic::{Topic, TopicWords};
use crate::values::worker_messages::{SessionRequest, SessionSlot, TaggedRequest, Word};
use crate::worker::remote::another_answer;
use foolproof_asp::{Model, Optimum, Program, SessionOptions};
use foolproof_game::{Maker, StockItem, counted};
use foolproof_level::{Expect, Level, Play, Site, Spot};

/// Number of proposed levels to examine, in addition to the number of earlier completions.
const MORE_PAIRS: usize = 20;

pub(crate) const SLICE: QuerySlice =
    QuerySlice::of(&[QueryKind::of::<CompleteLevel>()], &[ReportKind::of::<CompletedLevel>()]);

pub const COMPLETE: Topic = Topic(
    &TopicWords::new("complete", "Can the open cells be filled?", "completion").job("Completing"),
);

/// Fills the open cells so that the level is solvable and practises its concept, and has no shortcut if
/// possible, changing as few painted sites as possible, and differently from earlier completions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CompleteLevel {
    pub earlier: EarlierCompletions,
    /// The aims for the solving steps of the level.
    pub steps: StepAims,
    pub way: CompletionWay,
}

/// The result of completing a level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CompletedLevel(pub FoundLevel);

impl Query for CompleteLevel {
    fn topic() -> Topic {
        COMPLETE
    }

    fn answer(&self, ask: &mut Ask<'_>, _: &Program) {
        let (earlier, steps) = (Arc::new(self.earlier.clone()), self.steps);
        let goal = Goal { earlier, steps, ..Goal::default() };
        let found =
            may_be_made(ask).and_then(|()| ask.toward(goal, |ask| completion(ask, self.way)));
        let found = found.and_then(|found| no_worse(found, &self.earlier));
        ask.report(found.map(expecting_no_less).map(CompletedLevel));
    }

    fn asks_for_concept(&self) -> bool {
        true
    }

    fn looks_for_levels(&self) -> bool {
        true
    }

    fn may_be_kept(&self) -> bool {
        false
    }
}

reports_found_level!(CompletedLevel, COMPLETE);

/// The result of one step of the search.
pub(crate) enum CompletionStep {
    Settled(FoundLevel),
    /// No level without shortcuts so far; perhaps one with shortcuts.
    Open(Option<FoundLevel>),
    /// Proved: no level of this step is without shortcuts; perhaps one with shortcuts.
    Exhausted(Option<FoundLevel>),
}

impl CompletionStep {
    /// Returns the level, if the step settled the search.
    pub(crate) fn settled(self) -> Option<FoundLevel> {
        match self {
            CompletionStep::Settled(answer) => Some(answer),
            CompletionStep::Open(_) | CompletionStep::Exhausted(_) => None,
        }
    }

    /// Returns the best level that the step found.
    pub(crate) fn best(self) -> Option<FoundLevel> {
        match self {
            CompletionStep::Settled(answer) => Some(answer),
            CompletionStep::Open(found) | CompletionStep::Exhausted(found) => found,
        }
    }
}

fn completion(ask: &mut Ask<'_>, way: CompletionWay) -> Result<FoundLevel, Why> {
    if ask.aims_for_steps() && !one_solution_is_due(ask) {
        let text = "steps lead to one solution: expect one of the level, and ask for no concept";
        return Err(Why::BadInput(text.to_owned()));
    }
    if ask.engine.searches && is_made_by_trial(ask.game) {
        return completed_by_trial(ask);
    }
    let stock = ask.game.stock(ask.level);
    let made = match ask.game.maker().map(Maker::can_mend) {
        Some(true) => completed_by_maker(ask, ask.level)?,
        Some(false) => made_complete(ask)?,
        None => None,
    };
    if let Some(found) = made {
        return Ok(found);
    }
    if ask.game.maker().is_some() && !ask.goal.earlier.designs.is_empty() {
        // A proposal of the encoding may have several solutions, which would be worse.
        let patience = ask.patience();
        let text = "none of the tries made another level with one solution";
        return Err(if patience.is_over() { patience.why() } else { Why::moot(text) });
    }
    if !level_properties(ask.game, ask.level).is_empty() {
        ask.patience().check()?;
        return Err(Why::moot("no try made a level with this concept"));
    }
    if one_solution_is_due(ask) {
        return completed_to_one(ask, way);
    }
    let needed = ask.goal.with_task(Task::Needed);
    let found = ask.toward(needed, |ask| with_a_task(ask, stock.clone(), way))?;
    let none_better = match &found {
        FoundLevel::None(_) | FoundLevel::SecondBest(_, WhyNoBetter::None(_)) => true,
        FoundLevel::Level(_) | FoundLevel::SecondBest(_, WhyNoBetter::Unknown(_)) => false,
    };
    if !none_better {
        return Ok(found);
    }
    // A statement about all levels has to cover those that are solved before a move.
    completed_in_steps(ask, stock, way)
}

/// Looks for a completion that is not solved before the player makes a move.
fn with_a_task(
    ask: &mut Ask<'_>,
    stock: Vec<StockItem>,
    way: CompletionWay,
) -> Result<FoundLevel, Why> {
    if has_concept(ask.level) {
        return completed_in_steps(ask, stock, way);
    }
    let asked = ask.level;
    let mut with_task = asked.clone();
    with_task.concept = task();
    let found = completed_in_steps(&mut ask.part(&with_task), stock, way)?;
    without_task(asked, found)
}

/// Looks for a level with one solution, after removing as few painted marks as possible.
fn made_complete(ask: &mut Ask<'_>) -> Result<Option<FoundLevel>, Why> {
    let plain = ask.level.without_concept();
    let mut inner = ask.about(&plain);
    let solvable = match solvable_by_search(&mut inner) {
        Some(Truth::Fails(())) => false,
        Some(Truth::Unknown(why)) => return Err(why),
        _ => true,
    };
    if solvable {
        let found = completed_by_maker(ask, ask.level)?;
        let patience = ask.patience();
        if found.is_none() && patience.is_over() {
            return Err(patience.why());
        }
        // The level can be solved, most likely in several ways: that is no completion.
        let text = "no try made a level with one solution";
        return found.map(Some).ok_or_else(|| Why::moot(text));
    }
    let step = with_share(&mut inner, |ask| design(ask, &[], Holding::Soft))?;
    let best = step.best();
    let Some(found) = best.as_ref().and_then(FoundLevel::proposed) else { return Ok(None) };
    let mut fewer = (*found.level).clone();
    fewer.concept = ask.level.concept.clone();
    reopen(ask.level, &mut fewer);
    completed_by_maker(ask, &fewer)
}

/// Tries the level as it is: perhaps it only has to lose its shortcuts.
pub(crate) fn as_it_stands(ask: &mut Ask<'_>) -> Result<CompletionStep, Why> {
    let Some(play) = practising(ask)? else { return Ok(CompletionStep::Open(None)) };
    let mut level = ask.level.clone();
    level.intended = Some(play);
    let verdict = shortcut_of(ask, &level).bare();
    settled_or_mended(ask, &level, verdict)
}

/// Looks for a solution that practises the concept and keeps the locked part of the intended one.
fn practising(ask: &mut Ask<'_>) -> Result<Option<Play>, Why> {
    let (game, level) = (ask.game, ask.level);
    if let Some(play) = &level.intended
        && solves(game, level, play)
        && practises(game, level, play) == Some(true)
    {
        return Ok(Some(play.clone()));
    }
    let program = plan::fixed_program(game, level).map_err(Why::from)?;
    let plays = match plays(&mut ask.about(level), &program, vec![concept_is(true)], 1) {
        FoundPlays::Plays { plays, .. } => plays,
        FoundPlays::Not(why) => return Err(why),
    };
    let keeps = |play: &Play| {
        let intended = level.intended.as_ref();
        level
            .intended_locked
            .iter()
            .all(|site| intended.and_then(|old| old.get(*site)) == play.get(*site))
    };
    Ok(plays.into_iter().find(keeps))
}

/// Returns the step for a proposal: settled, or repaired, or kept as the best so far.
pub(crate) fn settled_or_mended(
    ask: &mut Ask<'_>,
    proposed: &Level,
    verdict: Truth,
) -> Result<CompletionStep, Why> {
    let refuted = verdict == Truth::Fails(());
    let settled = verdict.holds() || !has_concept(ask.level);
    let earlier = Arc::clone(&ask.goal.earlier);
    let is_new = earlier.is_new(proposed) && is_task_enough(ask, proposed);
    if settled && is_new {
        return Ok(settled_with(ask, proposed.clone(), verdict));
    }
    let found = is_new.then(|| half_completed(ask.level, proposed.clone(), verdict));
    if !refuted {
        return Ok(CompletionStep::Open(found));
    }
    let reaches = match ask.goal.painted {
        Painted::Stays => vec![RepairReach::Open],
        Painted::MayChange => vec![RepairReach::Open, RepairReach::Unlocked],
    };
    let (game, needs_task) = (ask.game, ask.goal.task == Task::Needed);
    for reach in &reaches {
        let mut mended = None;
        let ended = mend(ask, proposed, reach, &mut |repair| {
            let is_idle = needs_task && !has_task(game, &repair.level);
            if is_idle || !earlier.is_new(&repair.level) {
                return ControlFlow::Continue(());
            }
            mended = Some(repair.level);
            ControlFlow::Break(())
        });
        if let Some(level) = mended {
            return Ok(settled_with(ask, level, Truth::Holds(())));
        }
        match ended {
            Ok(()) => {}
            Err(Why::Time) => break,
            Err(why) => return Err(why),
        }
    }
    Ok(CompletionStep::Open(found))
}

/// Lets the proposer and the shortcut search fill the open cells, learning from every shortcut; then removes
/// what is not needed. If many marks are needed, this is far quicker than increasing their number.
pub(crate) fn by_pairs(ask: &mut Ask<'_>, stock: &[StockItem]) -> Result<CompletionStep, Why> {
    if !has_concept(ask.level) {
        return Ok(CompletionStep::Open(None));
    }
    let stock = stock.to_vec();
    let mut settings = GenerateSettings { stock, minimal: true, ..GenerateSettings::default() };
    if !ask.goal.earlier.designs.is_empty() {
        settings.distance = 1;
    }
    let slot = open_design(ask, &settings, RANDOM_PER_MILLE)?;
    let mut next = next_level(ask, slot, &settings);
    // Without their redundant marks, several proposed levels may be the same.
    for _ in 0..ask.goal.earlier.designs.len() + MORE_PAIRS {
        match &next {
            Ok(Some((level, _))) if !ask.goal.earlier.is_new(level) => {
                next = next_level(ask, slot, &settings);
            }
            _ => break,
        }
    }
    ask.close(slot.ask(TaggedRequest::Close));
    Ok(match next? {
        Some((level, Truth::Holds(()))) if ask.goal.earlier.is_new(&level) => {
            settled_with(ask, level, Truth::Holds(()))
        }
        _ => CompletionStep::Open(None),
    })
}

/// Lets the solver change the level, as little as possible.
pub(crate) fn design(
    ask: &mut Ask<'_>,
    stock: &[StockItem],
    holding: Holding,
) -> Result<CompletionStep, Why> {
    // The level itself makes a program. If there is none, the cause is what could be put on its open cells.
    let program = plan::completion_program(ask.game, ask.level, stock, holding)
        .map_err(|error| Why::Stock(error.to_string()))?;
    let options = SessionOptions { extendable: true, optimise: true, ..SessionOptions::default() };
    let slot = ask.own_session(&program, &options).map_err(why)?;
    let found = search_completion(ask, slot, holding);
    ask.close(slot.ask(SessionRequest::Close));
    found
}

fn search_completion(
    ask: &mut Ask<'_>,
    slot: SessionSlot,
    holding: Holding,
) -> Result<CompletionStep, Why> {
    let atoms = design_atoms(ask, slot)?;
    for design in earlier_designs(ask, &atoms) {
        let forbid = SessionRequest::Forbid { atoms: design };
        ask.call(slot.ask(forbid)).map_err(why)?;
    }
    let (mut best, mut tried, mut doubt) = (None, 0, false);
    while !ask.left().is_zero() && !ask.stop.is_set() {
        let optimum = match optimum(ask, slot) {
            Ok(optimum) => optimum,
            Err(Why::Time) => break,
            Err(why) => return Err(why),
        };
        let Some(model) = optimum.model else {
            return match (optimum.proved && !doubt, best) {
                (true, best) => Ok(CompletionStep::Exhausted(best)),
                (false, None) => Err(optimum.halt.map_or(Why::Stopped, Why::from)),
                (false, best) => Ok(CompletionStep::Open(best)),
            };
        };
        let proposal = propose(ask, &model, &atoms, holding)?;
        tried += 1;
        ask.note(tried, format!("{} tried", counted(tried, "completion", "completions")));
        let verdict = shortcut_of(ask, &proposal.level).bare();
        doubt |= verdict != Truth::Fails(()) && is_task_enough(ask, &proposal.level);
        match settled_or_mended(ask, &proposal.level, verdict)? {
            // The first one has the fewest changes: better than nothing.
            CompletionStep::Open(found) => best = best.or(found),
            settled => return Ok(settled),
        }
        let forbid = SessionRequest::Forbid { atoms: proposal.design };
        ask.call(slot.ask(forbid)).map_err(why)?;
    }
    Ok(CompletionStep::Open(best))
}

pub(crate) fn optimum(ask: &mut Ask<'_>, slot: SessionSlot) -> Result<Optimum, Why> {
    let request = SessionRequest::Optimum { assume: concept_holds(), show: shown() };
    let mut better: Option<Model> = None;
    let ended = ask.call_with(slot.ask(request), &mut |word| {
        if let Word::Better(model) = word {
            better = Some(model);
        }
        ControlFlow::Continue(())
    });
    match ended {
        Ok(Word::Optimum(optimum)) => Ok(optimum),
        Ok(_) => Err(why(another_answer())),
        Err(error) => match better {
            Some(model) => Ok(Optimum { model: Some(model), proved: false, halt: None }),
            None => Err(why(error)),
        },
    }
}

/// Updates the policy: a completed level is expected to keep what it has, even if its lack was expected
/// before.
fn expecting_no_less(mut found: FoundLevel) -> FoundLevel {
    if let FoundLevel::Level(made) = &mut found {
        let policy = &mut made.level.policy;
        if policy.solvable == Expect::No {
            policy.solvable = Expect::Yes;
        }
        if made.shortcut_free.holds() && policy.shortcut_free == Expect::No {
            policy.shortcut_free = Expect::Yes;
        }
    }
    found
}

/// Returns whether a proposal leaves the player as much to do as required.
fn is_task_enough(ask: &Ask<'_>, proposed: &Level) -> bool {
    ask.goal.task == Task::MayLack || has_task(ask.game, proposed)
}

/// Returns a further completion if it is no worse than the earlier ones.
fn no_worse(found: FoundLevel, earlier: &EarlierCompletions) -> Result<FoundLevel, Why> {
    if earlier.designs.is_empty() {
        return Ok(found);
    }
    let others = |searched: Box<SearchedLevels>| {
        Ok(FoundLevel::None(Box::new(searched.with(earlier.others()))))
    };
    match found {
        FoundLevel::SecondBest(made, why) if earlier.proved || !earlier.is_new(&made.level) => {
            match why {
                WhyNoBetter::None(searched) => others(searched),
                WhyNoBetter::Unknown(why) => Err(why),
            }
        }
        FoundLevel::None(searched) => others(searched),
        found => Ok(found),
    }
}

/// Opens the sites whose marks were removed from the asked level, so that they can be filled again.
pub(crate) fn reopen(asked: &Level, fewer: &mut Level) {
    let gone = asked.marks().map(|(site, _)| site).filter(|site| fewer.mark(*site).is_none());
    gone.collect::<Vec<Site>>().into_iter().for_each(|site| fewer.set(site, Spot::default()));
}

/// Returns the step that ends the search with this level.
fn settled_with(ask: &Ask<'_>, level: Level, shortcut_free: Truth) -> CompletionStep {
    CompletionStep::Settled(FoundLevel::Level(proposed(ask.level, level, shortcut_free)))
}
