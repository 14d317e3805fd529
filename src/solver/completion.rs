//! Completes a level: fills open cells, and changes painted ones only if nothing else helps, until the level is
//! solvable, practises its concept and has no shortcut.
//!
//! Small questions come first. A level that has a solution with the concept only needs a repair. Otherwise a
//! first proposal only removes painted marks; then the solver fills the sites beside the board (a tray), which
//! makes small programs; then all open cells; then it may do all of this. Each proposal with a shortcut is
//! repaired before it is given up. Only the last step, which has every freedom, can prove that nothing helps:
//! first among the levels of the game's own stock, then among all levels. Source: Smith & Butler, "Quantifying
//! over Play", section 5.5; `design.lp`.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::allowed::may_be_made;
use super::answer::{FewestChanges, FoundLevel, Truth, WhyNoBetter};
use super::ask::Ask;
use super::design_questions::{concept_holds, half_completed, propose, proposed, shown};
use super::earlier::{EarlierCompletions, earlier_designs};
use super::engine::{Engine, has_concept, level_properties, practises, solves, why};
use super::generation::RANDOM_PER_MILLE;
use super::one_completion::one_solution_is_due;
use super::plan::{self, Holding};
use super::play_questions::{FoundPlays, concept_is};
use super::protocol::{SessionRequest, SessionSlot, TaggedRequest, Word};
use super::query::{Query, QueryKind, QuerySlice};
use super::question::GenerateSettings;
use super::remote::another_answer;
use super::repairs::RepairReach;
use super::report::{ReportKind, reports_found_level};
use super::searched::{Freed, SearchedLevels};
use super::status::Why;
use super::step_aims::StepAims;
use super::step_repairs::CompletionWay;
use super::topic::{Topic, TopicWords};
use super::trial_levels::is_made_by_trial;
use foolproof_asp::{Model, Optimum, Program, SessionOptions};
use foolproof_games::{Maker, StockItem};
use foolproof_level::{Level, Place, Play, Site, Spot};

/// How many of Elise's levels are examined, in addition to the number of earlier completions.
const MORE_PAIRS: usize = 20;

/// How long to look for a completion that spares all painted marks, if removing a few is enough.
const PATIENCE_SPARING: Duration = Duration::from_secs(10);

/// How long to search a game's widest stock after all others failed.
const PATIENCE_BEYOND: Duration = Duration::from_secs(10);

pub(super) const SLICE: QuerySlice =
    QuerySlice::of(&[QueryKind::of::<CompleteLevel>()], &[ReportKind::of::<CompletedLevel>()]);

pub const COMPLETE: Topic = Topic(
    &TopicWords::new("complete", "Can the open cells be filled?", "completion").job("Completing"),
);

/// Fill the open cells so that the level is solvable and practises its concept, and has no shortcut if
/// possible, changing as few painted sites as possible; and differently from earlier completions.
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

    fn answer(&self, engine: &mut Engine, ask: &mut Ask<'_>, _: &Program) {
        ask.earlier = Arc::new(self.earlier.clone());
        ask.steps = self.steps;
        let found = may_be_made(ask).and_then(|()| engine.completion(ask, self.way));
        let found = found.and_then(|found| no_worse(found, &self.earlier));
        ask.report(found.map(CompletedLevel));
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
pub(super) enum CompletionStep {
    Settled(FoundLevel),
    /// No level without shortcuts so far; perhaps one with shortcuts.
    Open(Option<FoundLevel>),
    /// Proved: no level of this step is without shortcuts; perhaps one with shortcuts.
    Exhausted(Option<FoundLevel>),
}

impl CompletionStep {
    /// The level, if the step settled the search.
    pub(super) fn settled(self) -> Option<FoundLevel> {
        match self {
            CompletionStep::Settled(answer) => Some(answer),
            CompletionStep::Open(_) | CompletionStep::Exhausted(_) => None,
        }
    }

    /// The best level that the step found.
    pub(super) fn best(self) -> Option<FoundLevel> {
        match self {
            CompletionStep::Settled(answer) => Some(answer),
            CompletionStep::Open(found) | CompletionStep::Exhausted(found) => found,
        }
    }
}

impl Engine {
    fn completion(&mut self, ask: &mut Ask<'_>, way: CompletionWay) -> Result<FoundLevel, Why> {
        if ask.aims_for_steps() && !one_solution_is_due(ask) {
            let text =
                "steps lead to one solution: expect one of the level, and ask for no concept";
            return Err(Why::BadInput(text.to_owned()));
        }
        if self.searches && is_made_by_trial(ask.game) {
            return self.completed_by_trial(ask);
        }
        let stock = ask.game.stock(ask.level);
        let mut best = None;
        let made = match ask.game.maker().map(Maker::can_mend) {
            Some(true) => self.completed_by_maker(ask, ask.level)?,
            Some(false) => self.made_complete(ask)?,
            None => None,
        };
        if let Some(found) = made {
            return Ok(found);
        }
        if ask.game.maker().is_some() && !ask.earlier.designs.is_empty() {
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
            return self.completed_to_one(ask, way);
        }
        if has_the_least(ask.level, &stock) {
            match self.with_share(ask, |engine, ask| engine.as_it_stands(ask))? {
                CompletionStep::Settled(answer) => return Ok(answer),
                step => best = step.best(),
            }
            if best.is_none() {
                best = self.without_some_marks(ask)?;
            }
        }
        // Beside a level with the fewest marks removed, only a completion that spares all of them is of use.
        let few_do = best.as_ref().is_some_and(is_fewest);
        let whole = ask.limits.time;
        if few_do {
            ask.limits.time = whole.min(ask.started.elapsed() + PATIENCE_SPARING);
        }
        let step = self.in_steps(ask, &stock, few_do);
        ask.limits.time = whole;
        match step? {
            CompletionStep::Settled(answer) => Ok(answer),
            step => match best.or(step.best()) {
                Some(found) if few_do => Ok(found),
                best => self.with_every_freedom(ask, stock, best),
            },
        }
    }

    /// Steps of growing freedom, up to the first that succeeds; with `spares`, only those that keep all painted
    /// marks.
    fn in_steps(
        &mut self,
        ask: &mut Ask<'_>,
        stock: &[StockItem],
        spares: bool,
    ) -> Result<CompletionStep, Why> {
        let beside: Vec<StockItem> =
            stock.iter().filter(|item| item.place != Place::Cell).cloned().collect();
        // Any mark of the palette, before any painted mark has to go.
        let mut widest = ask.game.range(ask.level).stock;
        if widest == stock {
            widest.clear();
        }
        let steps = [
            (&beside[..], Some(Holding::Firm)),
            (stock, Some(Holding::Firm)),
            (stock, None),
            (&widest[..], Some(Holding::Firm)),
            (&beside[..], Some(Holding::Soft)),
        ];
        let steps = steps.into_iter().filter(|(stock, holding)| {
            !stock.is_empty() && (!spares || *holding == Some(Holding::Firm))
        });
        let mut best = None;
        for (stock, holding) in steps {
            let step = |engine: &mut Self, ask: &mut Ask<'_>| match holding {
                Some(holding) => engine.design(ask, stock, holding),
                None => engine.by_pairs(ask, stock),
            };
            match self.with_share(ask, step)? {
                CompletionStep::Settled(answer) => return Ok(CompletionStep::Settled(answer)),
                step => best = best.or(step.best()),
            }
        }
        Ok(CompletionStep::Open(best))
    }

    /// The last step: every unlocked site may be anything of the stock, then anything at all. If no level
    /// succeeds, `best` is returned with the levels that were searched.
    fn with_every_freedom(
        &mut self,
        ask: &mut Ask<'_>,
        stock: Vec<StockItem>,
        mut best: Option<FoundLevel>,
    ) -> Result<FoundLevel, Why> {
        let mut widest = ask.game.range(ask.level);
        let beyond = widest.beyond.take().map(|beyond| *beyond);
        let (mut searched, mut why) = (None, Why::Time);
        let is_good = |best: &Option<FoundLevel>| matches!(best, Some(FoundLevel::Level(_)));
        for range in [widest.cut_to(stock), widest].into_iter().chain(beyond.clone()) {
            let whole = ask.limits.time;
            if Some(&range) == beyond.as_ref() {
                ask.limits.time = whole.min(ask.started.elapsed() + PATIENCE_BEYOND);
            }
            let step = self.design(ask, &range.stock, Holding::Soft);
            ask.limits.time = whole;
            match step {
                Ok(CompletionStep::Settled(answer)) => return Ok(answer),
                Ok(CompletionStep::Open(found)) => {
                    best = best.or(found);
                    break;
                }
                Ok(CompletionStep::Exhausted(found)) => {
                    best = best.or(found);
                    searched =
                        Some(SearchedLevels::new(ask.game, ask.level, Freed::Unlocked, &range));
                }
                Err(Why::Stopped) => return Err(Why::Stopped),
                Err(reason) => {
                    why = reason;
                    break;
                }
            }
            if range.is_whole() || is_good(&best) {
                break;
            }
        }
        match (best, searched) {
            (Some(FoundLevel::SecondBest(level, _)), searched) => {
                let none = searched.map(|searched| WhyNoBetter::None(Box::new(searched)));
                Ok(FoundLevel::SecondBest(level, none.unwrap_or(WhyNoBetter::Unknown(why))))
            }
            (Some(best), _) => Ok(best),
            (None, None) => Err(why),
            (None, Some(searched)) => Ok(FoundLevel::None(Box::new(searched))),
        }
    }

    /// A level with one solution, after removing as few painted marks as possible.
    fn made_complete(&mut self, ask: &mut Ask<'_>) -> Result<Option<FoundLevel>, Why> {
        let plain = ask.level.without_concept();
        let mut quiet = |_| {};
        let mut inner = ask.about(&plain, &mut quiet);
        let solvable = match self.solvable_by_search(&mut inner) {
            Some(Truth::Fails(())) => false,
            Some(Truth::Unknown(why)) => return Err(why),
            _ => true,
        };
        if solvable {
            let found = self.completed_by_maker(ask, ask.level)?;
            let patience = ask.patience();
            if found.is_none() && patience.is_over() {
                return Err(patience.why());
            }
            // The level can be solved, most likely in several ways: that is no completion.
            let text = "no try made a level with one solution";
            return found.map(Some).ok_or_else(|| Why::moot(text));
        }
        let step =
            self.with_share(&mut inner, |engine, ask| engine.design(ask, &[], Holding::Soft))?;
        let best = step.best();
        let Some(found) = best.as_ref().and_then(FoundLevel::proposed) else { return Ok(None) };
        let mut fewer = (*found.level).clone();
        fewer.concept = ask.level.concept.clone();
        reopen(ask.level, &mut fewer);
        self.completed_by_maker(ask, &fewer)
    }

    /// The level with as few painted marks removed as will make it solvable. That is found quickly, and
    /// reported at once; a completion that spares the painted marks is better.
    fn without_some_marks(&mut self, ask: &mut Ask<'_>) -> Result<Option<FoundLevel>, Why> {
        let fewest = self.with_share(ask, |engine, ask| engine.fewest_taken_off(ask))?.best();
        let erased = match fewest {
            Some(found) => Some(found),
            None => {
                let step =
                    |engine: &mut Self, ask: &mut Ask<'_>| engine.design(ask, &[], Holding::Soft);
                self.with_share(ask, step)?.best()
            }
        };
        let Some(found) = erased else { return Ok(None) };
        if ask.earlier.designs.is_empty() {
            ask.report(Ok(CompletedLevel(found.clone())));
        }
        Ok(Some(found))
    }

    /// Gives a step a third of the remaining time: a later one may be quicker.
    pub(super) fn with_share(
        &mut self,
        ask: &mut Ask<'_>,
        step: impl FnOnce(&mut Self, &mut Ask<'_>) -> Result<CompletionStep, Why>,
    ) -> Result<CompletionStep, Why> {
        let whole = ask.limits.time;
        ask.limits.time = ask.started.elapsed() + ask.left() / 3;
        let found = step(self, ask);
        ask.limits.time = whole;
        match found {
            Err(Why::Stopped) => Err(Why::Stopped),
            // Too slow, too large, too many powers: another step may do.
            Err(_) => Ok(CompletionStep::Open(None)),
            found => found,
        }
    }

    /// The level as it is: perhaps it only has to lose its shortcuts.
    fn as_it_stands(&mut self, ask: &mut Ask<'_>) -> Result<CompletionStep, Why> {
        let Some(play) = self.practising(ask)? else { return Ok(CompletionStep::Open(None)) };
        let mut level = ask.level.clone();
        level.intended = Some(play);
        let verdict = self.fiona(ask, &level).bare();
        self.settled_or_mended(ask, &level, verdict)
    }

    /// A solution that practises the concept and keeps the locked part of the intended one.
    fn practising(&mut self, ask: &mut Ask<'_>) -> Result<Option<Play>, Why> {
        let (game, level) = (ask.game, ask.level);
        if let Some(play) = &level.intended
            && solves(game, level, play)
            && practises(game, level, play) == Some(true)
        {
            return Ok(Some(play.clone()));
        }
        let program = plan::fixed_program(game, level).map_err(Why::from)?;
        let mut quiet = |_| {};
        let mut inner = ask.about(level, &mut quiet);
        let plays = match self.plays(&mut inner, &program, vec![concept_is(true)], 1) {
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

    /// The step for a proposal: settled, or repaired, or kept as the best so far.
    pub(super) fn settled_or_mended(
        &mut self,
        ask: &mut Ask<'_>,
        proposed: &Level,
        verdict: Truth,
    ) -> Result<CompletionStep, Why> {
        let refuted = verdict == Truth::Fails(());
        let settled = verdict.holds() || !has_concept(ask.level);
        let earlier = Arc::clone(&ask.earlier);
        let is_new = earlier.is_new(proposed);
        if settled && is_new {
            return Ok(settled_with(ask, proposed.clone(), verdict));
        }
        let found = is_new.then(|| half_completed(ask.level, proposed.clone(), verdict));
        if !refuted {
            return Ok(CompletionStep::Open(found));
        }
        for reach in [RepairReach::Open, RepairReach::Unlocked] {
            let mut mended = None;
            let ended = self.mend(ask, proposed, &reach, &mut |repair| {
                if !earlier.is_new(&repair.level) {
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

    /// Lets Elise and Fiona fill the open cells, learning from every shortcut; then removes what is not needed.
    /// If many marks are needed, this is far quicker than increasing their number.
    fn by_pairs(&mut self, ask: &mut Ask<'_>, stock: &[StockItem]) -> Result<CompletionStep, Why> {
        if !has_concept(ask.level) {
            return Ok(CompletionStep::Open(None));
        }
        let stock = stock.to_vec();
        let mut settings = GenerateSettings { stock, minimal: true, ..GenerateSettings::default() };
        if !ask.earlier.designs.is_empty() {
            settings.distance = 1;
        }
        let slot = self.open_design(ask, &settings, RANDOM_PER_MILLE)?;
        let mut next = self.next_level(ask, slot, &settings);
        // Without their needless marks, several of her levels may be the same.
        for _ in 0..ask.earlier.designs.len() + MORE_PAIRS {
            match &next {
                Ok(Some((level, _))) if !ask.earlier.is_new(level) => {
                    next = self.next_level(ask, slot, &settings);
                }
                _ => break,
            }
        }
        self.close(ask, slot.ask(TaggedRequest::Close));
        Ok(match next? {
            Some((level, Truth::Holds(()))) if ask.earlier.is_new(&level) => {
                settled_with(ask, level, Truth::Holds(()))
            }
            _ => CompletionStep::Open(None),
        })
    }

    /// Lets the solver change the level, as little as possible.
    fn design(
        &mut self,
        ask: &mut Ask<'_>,
        stock: &[StockItem],
        holding: Holding,
    ) -> Result<CompletionStep, Why> {
        // The level itself makes a program: if there is none, the reason is what could be put on its open
        // cells.
        let program = plan::completion_program(ask.game, ask.level, stock, holding)
            .map_err(|error| Why::Stock(error.to_string()))?;
        let options =
            SessionOptions { extendable: true, optimise: true, ..SessionOptions::default() };
        let slot = self.own_session(ask, &program, &options).map_err(why)?;
        let found = self.search_completion(ask, slot, holding);
        self.close(ask, slot.ask(SessionRequest::Close));
        found
    }

    fn search_completion(
        &mut self,
        ask: &mut Ask<'_>,
        slot: SessionSlot,
        holding: Holding,
    ) -> Result<CompletionStep, Why> {
        let atoms = self.design_atoms(ask, slot)?;
        for design in earlier_designs(ask, &atoms) {
            let forbid = SessionRequest::Forbid { atoms: design };
            self.call(ask, slot.ask(forbid)).map_err(why)?;
        }
        let (mut best, mut tried, mut doubt) = (None, 0, false);
        while !ask.left().is_zero() && !ask.stop.is_set() {
            let optimum = match self.optimum(ask, slot) {
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
            ask.note(tried, format!("{tried} completions tried"));
            let verdict = self.fiona(ask, &proposal.level).bare();
            doubt |= verdict != Truth::Fails(());
            match self.settled_or_mended(ask, &proposal.level, verdict)? {
                // The first one has the fewest changes: better than nothing.
                CompletionStep::Open(found) => best = best.or(found),
                settled => return Ok(settled),
            }
            let forbid = SessionRequest::Forbid { atoms: proposal.design };
            self.call(ask, slot.ask(forbid)).map_err(why)?;
        }
        Ok(CompletionStep::Open(best))
    }

    pub(super) fn optimum(&mut self, ask: &Ask<'_>, slot: SessionSlot) -> Result<Optimum, Why> {
        let request = SessionRequest::Optimum { assume: concept_holds(), show: shown() };
        let mut better: Option<Model> = None;
        let ended = self.call_with(ask, slot.ask(request), &mut |word| {
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
}

/// Whether a further completion is no worse than the earlier ones.
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
pub(super) fn reopen(asked: &Level, fewer: &mut Level) {
    let gone = asked.marks().map(|(site, _)| site).filter(|site| fewer.mark(*site).is_none());
    gone.collect::<Vec<Site>>().into_iter().for_each(|site| fewer.set(site, Spot::default()));
}

/// The step that ends the search with this level.
fn settled_with(ask: &Ask<'_>, level: Level, shortcut_free: Truth) -> CompletionStep {
    CompletionStep::Settled(FoundLevel::Level(proposed(ask.level, level, shortcut_free)))
}

/// Whether a level was completed with the fewest marks removed.
fn is_fewest(found: &FoundLevel) -> bool {
    matches!(found, FoundLevel::Level(level) if level.fewest != FewestChanges::Unknown)
}

/// Whether the level has at least the required number of marks of each group.
fn has_the_least(level: &Level, stock: &[StockItem]) -> bool {
    stock.iter().all(|item| {
        let of_group = level.marks().filter(|(_, mark)| item.marks.contains(mark)).count();
        of_group >= item.least as usize
    })
}
