//! Redundant marks: finding them, and removing them until none can go.
//!
//! A mark is needed if the level without it misses one of its requirements: its solutions, its concept, its
//! solution by deduction. The question, minimising and minimal generated levels all use this definition.
//! Marks are not monotone (without one, another may become redundant), so removal repeats until nothing more
//! goes.

use crate::engine::own_search::{
    SolutionSet, count_solutions, counted_in_time, is_of_puzzle, prepare_edits,
};
use crate::questions::design_questions::shortcut_of;
use fastrand::Rng;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::engine::ask::{Ask, Patience};
use crate::engine::plan::{image, is_alike};
use crate::engine::preconditions::may_be_made;
use crate::engine::query::{Query, QueryKind, QuerySlice};
use crate::engine::step_aims::{FARTHEST, StepFit};
use crate::engine::{has_concept, practises, solves};
use crate::questions::design_questions::proposed;
use crate::questions::edits::{EditsTried, Effect};
use crate::questions::intended::carried;
use crate::values::answer::{Count, ProposedLevel, Truth};
use crate::values::finding::Origin;
use crate::values::limits::StepAims;
use crate::values::limits::{GenerateSettings, Symmetry};
use crate::values::report::{Answer, LevelReport, ReportKind};
use crate::values::status::{Status, Why};
use crate::values::topic::{Topic, TopicWords};
use foolproof_asp::Program;
use foolproof_game::{Game, OwnEnd, StepsError, listed};
use foolproof_level::{Board, Expect, Hold, Level, Mark, Place, Site, Spot};

pub(crate) const SLICE: QuerySlice = QuerySlice::of(
    &[QueryKind::of::<FindNeedlessMarks>(), QueryKind::of::<MinimiseLevel>()],
    &[ReportKind::of::<NeedlessMarks>(), ReportKind::of::<Minimised>()],
);

pub const REDUNDANT: Topic = Topic(
    &TopicWords::new("redundant", "Which marks are not needed?", "needed marks")
        .proved("every mark is needed")
        .refuted("some marks are not needed"),
);
pub const MINIMISE: Topic =
    Topic(&TopicWords::new("minimise", "Which marks can go?", "fewer marks").job("Removing marks"));

/// Finds the marks that could be removed, each alone, with the level still meeting its requirements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FindNeedlessMarks;

/// Removes marks as long as the level keeps its requirements, in an order by this seed, until none can go;
/// with a symmetry, both marks of a pair or none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct MinimiseLevel {
    pub seed: u64,
    pub symmetry: Option<Symmetry>,
    /// Aims for the solving steps of the level after the removal.
    pub steps: StepAims,
}

/// The effects of removing each mark of the level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NeedlessMarks(pub EditsTried);

/// A level reduced to the marks that it needs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Minimised {
    pub proposed: ProposedLevel,
    /// Only marks that look the same from both sides were tried, each with its image.
    pub symmetry: Option<Symmetry>,
    /// Number of marks that stayed because it is not known whether they are needed.
    pub untold: usize,
    /// Reason why the trials ended early.
    pub halt: Option<Why>,
}

impl Query for FindNeedlessMarks {
    fn topic() -> Topic {
        REDUNDANT
    }

    fn answer(&self, ask: &mut Ask<'_>, _: &Program) {
        let tried = needless(ask);
        ask.report(tried.map(NeedlessMarks));
    }

    fn asks_for_concept(&self) -> bool {
        true
    }

    fn asks_for_policy(&self) -> bool {
        true
    }
}

impl Query for MinimiseLevel {
    fn topic() -> Topic {
        MINIMISE
    }

    fn answer(&self, ask: &mut Ask<'_>, _: &Program) {
        let goal = ask.goal.with_steps(self.steps);
        let lean = ask.toward(goal, |ask| may_be_made(ask).and_then(|()| minimise(ask, *self)));
        let found = lean.and_then(|(lean, shortcut_free)| {
            let proposed = proposed(ask.level, lean.level, shortcut_free);
            match lean.halt {
                Some(why) if proposed.changed.is_empty() => Err(why),
                halt => {
                    let (symmetry, untold) = (self.symmetry, lean.untold);
                    Ok(Minimised { proposed, symmetry, untold, halt })
                }
            }
        });
        ask.report(found);
    }

    fn asks_for_concept(&self) -> bool {
        true
    }

    fn may_be_kept(&self) -> bool {
        false
    }
}

/// Proved if all marks are needed, refuted if one is not.
impl LevelReport for NeedlessMarks {
    fn topic() -> Topic {
        REDUNDANT
    }

    fn status(&self) -> Status {
        let any = |needless| self.0.effects.iter().any(|effect| effect.needless == needless);
        let moot = |text| Status::Unknown(Why::moot(text));
        match &self.0.halt {
            Some(why) => Status::Unknown(why.clone()),
            None if any(Some(true)) => Status::Refuted,
            None if self.0.skipped > 0 => {
                let why = "for some marks it is not known whether they are needed";
                Status::Unknown(Why::Undecided(why.to_owned()))
            }
            None if any(None) => moot("there are more solutions than the count goes to"),
            None if self.0.effects.is_empty() => moot("the board has no marks"),
            None => Status::Proved,
        }
    }

    fn detail(&self) -> Option<(&'static str, Value)> {
        self.0.detail()
    }

    fn sentence(&self, board: Board) -> Option<String> {
        Some(needless_text(&self.0, board))
    }
}

/// Proved once everything was tried and reported, even if nothing was removed.
impl LevelReport for Minimised {
    fn topic() -> Topic {
        MINIMISE
    }

    fn status(&self) -> Status {
        match (&self.halt, self.untold) {
            (Some(why), _) => Status::Unknown(why.clone()),
            (None, 0) => Status::Proved,
            (None, _) => {
                let why = "for some marks it is not known whether they can go";
                Status::Unknown(Why::Undecided(why.to_owned()))
            }
        }
    }

    fn detail(&self) -> Option<(&'static str, Value)> {
        Some(("level", self.proposed.json(None)))
    }

    fn proposed(&self) -> Option<&ProposedLevel> {
        Some(&self.proposed)
    }
}

impl Answer {
    /// Returns the effects of edits, if the answer has any.
    pub fn edits(&self) -> Option<&EditsTried> {
        let needless = || self.report::<NeedlessMarks>().map(|needless| &needless.0);
        self.report().or_else(needless)
    }
}

/// Names the marks that could go; of a level without a solution, those of which one has to go.
fn needless_text(EditsTried { now, effects, .. }: &EditsTried, board: Board) -> String {
    let unsolvable = *now == Count::Exactly(0);
    let wanted = |effect: &&Effect| match unsolvable {
        true => effect.solutions != Count::Exactly(0),
        false => effect.needless == Some(true),
    };
    let all_same = effects.iter().filter(wanted).all(|effect| effect.same == Some(true));
    let same_needed = effects.iter().any(|effect| effect.same == Some(true));
    let needless = effects.iter().filter(wanted);
    let sites: Vec<String> = needless.map(|effect| effect.site.name_on(board)).collect();
    match (unsolvable, sites.as_slice()) {
        (true, []) => {
            "No single mark is to blame: without any one, there is still no solution.".to_owned()
        }
        (true, sites) => format!("Without {} there would be a solution.", named(sites, "or")),
        (false, []) if effects.is_empty() => "No mark was tried.".to_owned(),
        (false, []) if same_needed => {
            "Every mark is needed, for the solutions, the concept, or deduction.".to_owned()
        }
        (false, []) => {
            "Every mark is needed: without any one there are other solutions.".to_owned()
        }
        (false, [site]) if !all_same => {
            format!("The mark on {site} is not needed.")
        }
        (false, sites) if !all_same => format!(
            "{} marks are not needed, taken one at a time: {}.",
            sites.len(),
            named(sites, "and")
        ),
        (false, [site]) => {
            format!("The mark on {site} changes nothing: same solutions without it.")
        }
        (false, sites) => format!(
            "{} marks change nothing, taken one at a time: {}.",
            sites.len(),
            named(sites, "and")
        ),
    }
}

/// Lists the first few names as part of a sentence.
fn named(names: &[String], and: &str) -> String {
    const MAX_NAMES: usize = 6;
    match names.split_at_checked(MAX_NAMES) {
        Some((first, more)) if !more.is_empty() => {
            format!("{} {and} {} more", first.join(", "), more.len())
        }
        _ => listed(names, and),
    }
}

/// Properties of a level that removing a mark must preserve.
pub(crate) struct Worth {
    count: SolutionSet,
    /// The solutions may change, as long as each of them practises the concept.
    any_solutions: bool,
    /// Verdict on shortcuts that must stay the same; `None` if there is none to keep.
    shortcut_free: Option<Truth>,
    /// Rules of deduction solve the level.
    deduced: bool,
    /// Rank of the steps' misfit to the aims.
    step_rank: u8,
    /// The intended solution practises the concept, if known; `None` if it is no solution.
    intended: Option<Option<bool>>,
}

/// The result of removing marks.
struct Lean {
    level: Level,
    /// Number of marks that stayed because it is not known whether they are needed.
    untold: usize,
    /// Reason why not all marks could be tried.
    halt: Option<Why>,
}

/// Returns whether rules of deduction solve a level, or why that is not known in time.
fn is_deduced(ask: &Ask<'_>, level: &Level) -> Result<bool, Why> {
    let patience = ask.patience();
    let Some(rules) = ask.game.deduction() else { return Ok(false) };
    match rules.steps(level, &|| patience.is_over(), &mut |_| {}) {
        Ok(found) => Ok(found.end == OwnEnd::Solved),
        Err(StepsError::Halted) => Err(patience.why()),
        // An invalid level is not solved either.
        Err(_) => Ok(false),
    }
}

/// Returns whether the intended solution practises the concept, if known; `None` if it is no solution.
fn intended_practice(game: &dyn Game, level: &Level) -> Option<Option<bool>> {
    let play = level.intended.as_ref().filter(|play| solves(game, level, play))?;
    Some(practises(game, level, play))
}

/// Returns the level with the marks on these sites replaced by this spot.
fn without(game: &dyn Game, level: &Level, sites: &[Site], spot: &Spot) -> Level {
    let mut fewer = level.clone();
    for site in sites {
        fewer.set(*site, spot.clone());
    }
    carried(game, level, fewer)
}

pub(crate) fn worth(ask: &mut Ask<'_>, level: &Level) -> Result<Worth, Why> {
    let count = counted_in_time(ask, level)?;
    let expect = level.policy.shortcut_free;
    let verdict = match has_concept(level) {
        true => shortcut_of(ask, level).bare(),
        false => Truth::Unknown(Why::moot("the level asks for no concept")),
    };
    let shortcut_free = match (expect, verdict) {
        // A concept that holds is what the level is about, even if its policy does not ask for
        // it.
        (Expect::Yes | Expect::Any, Truth::Holds(())) => Some(Truth::Holds(())),
        (Expect::No, Truth::Fails(())) => Some(Truth::Fails(())),
        (_, Truth::Unknown(why)) if !why.is_moot() => return Err(why),
        // A level cannot lose a verdict that it does not have.
        _ => None,
    };
    let any_solutions = shortcut_free == Some(Truth::Holds(()))
        && ask.game.expected(level).unique == Expect::Any
        && count.number != Count::Exactly(1);
    let intended = intended_practice(ask.game, level);
    let deduced = is_deduced(ask, level)?;
    let step_rank = match ask.fit(level) {
        Ok(fit) => fit.rank(),
        Err(Why::Undecided(_)) => FARTHEST,
        Err(why) => return Err(why),
    };
    Ok(Worth { count, any_solutions, shortcut_free, deduced, step_rank, intended })
}

/// Returns whether a level with fewer marks keeps these properties, or `None` if that cannot be decided.
fn keeps(
    ask: &mut Ask<'_>,
    worth: &Worth,
    fewer: &Level,
    count: Option<&SolutionSet>,
) -> Result<Option<bool>, Why> {
    let game = ask.game;
    if worth.intended.is_some() && intended_practice(game, fewer) != worth.intended {
        return Ok(Some(false));
    }
    if !worth.any_solutions {
        let same = match count {
            Some(count) => worth.count.is_same(count),
            None => worth.count.is_same(&counted_in_time(ask, fewer)?),
        };
        if same != Some(true) {
            return Ok(same);
        }
    }
    if worth.deduced && !is_deduced(ask, fewer)? {
        return Ok(Some(false));
    }
    if worth.step_rank < FARTHEST && ask.fit(fewer)?.rank() > worth.step_rank {
        return Ok(Some(false));
    }
    let Some(asked) = &worth.shortcut_free else { return Ok(Some(true)) };
    match shortcut_of(ask, fewer).bare() {
        Truth::Unknown(why @ (Why::Time | Why::Stopped)) => Err(why),
        Truth::Unknown(why) if !why.is_moot() => Ok(None),
        verdict => Ok(Some(verdict == *asked)),
    }
}

/// Tries to remove each mark alone.
fn needless(ask: &mut Ask<'_>) -> Result<EditsTried, Why> {
    let counts = |(_, mark): &(Site, &Mark)| is_of_puzzle(ask.game, mark);
    let sites: Vec<Site> = ask.level.marks().filter(counts).map(|(site, _)| site).collect();
    prepare_edits(ask, sites.len(), &[]);
    let worth = worth(ask, ask.level)?;
    if ask.engine.has_search(ask.game) {
        ask.origin = Origin::Search;
    }
    Ok(without_each(ask, worth, &sites))
}

/// Returns the effect of removing each of these marks, as far as time allows.
fn without_each(ask: &mut Ask<'_>, worth: Worth, sites: &[Site]) -> EditsTried {
    let (mut effects, mut skipped, mut halt) = (Vec::new(), 0, None);
    for (done, site) in sites.iter().enumerate() {
        ask.note(done as u64, format!("{done} of {} marks tried", sites.len()));
        let empty = Spot { mark: None, hold: Hold::Painted };
        let fewer = without(ask.game, ask.level, &[*site], &empty);
        let told = count_solutions(ask, &fewer).and_then(|count| {
            let needless = match worth.count.number {
                // A level without a solution needs no mark.
                Count::Exactly(0) => worth.count.is_same(&count),
                _ => keeps(ask, &worth, &fewer, Some(&count))?,
            };
            Ok((count, needless))
        });
        match told {
            Ok((count, needless)) => {
                let same = worth.count.is_same(&count);
                effects.push(Effect {
                    site: *site,
                    mark: None,
                    solutions: count.number,
                    same,
                    needless,
                });
            }
            // A level without a valid program is not a candidate.
            Err(Why::BadInput(_) | Why::Undecided(_)) => skipped += 1,
            Err(why) => {
                halt = Some(why);
                break;
            }
        }
    }
    EditsTried { now: worth.count.number, effects, skipped, halt }
}

/// Removes painted marks until none can go.
fn minimise(
    ask: &mut Ask<'_>,
    MinimiseLevel { seed, symmetry, .. }: MinimiseLevel,
) -> Result<(Lean, Truth), Why> {
    let (game, asked) = (ask.game, ask.level);
    let free = |level: &Level, site: Site| {
        level.mark(site).is_some_and(|mark| is_of_puzzle(game, mark))
            && level.hold(site) == Hold::Painted
    };
    let mut order: Vec<Site> =
        asked.marks().map(|(site, _)| site).filter(|site| free(asked, *site)).collect();
    if order.is_empty() {
        return Err(Why::Moot("the level has no painted marks to remove".to_owned()));
    }
    if let StepFit::Misses(miss) = ask.fit(asked)? {
        return Err(Why::Moot(format!("with all marks, {}", miss.words())));
    }
    let worth = worth(ask, asked)?;
    match worth.count.number {
        Count::Exactly(0) => return Err(Why::Moot("the level has no solution".to_owned())),
        Count::Exactly(_) => {}
        _ if worth.any_solutions => {}
        _ => {
            return Err(Why::Moot("there are more solutions than the count goes to".to_owned()));
        }
    }
    Rng::with_seed(seed).shuffle(&mut order);
    // Both marks of a symmetric pair go, or none.
    let taken = |level: &Level, site: Site| -> Option<Vec<Site>> {
        let mark = level.mark(site)?;
        let Some(symmetry) = symmetry else { return Some(vec![site]) };
        let other = image(ask.game, asked.board, site, symmetry);
        let alone = level.mark(other).is_none() || other == site;
        (is_alike(game, mark) && (alone || free(level, other))).then(|| vec![site, other])
    };
    let shortcut_free = worth.shortcut_free.clone();
    let lean = leaned(ask, &worth, asked.clone(), &order, &taken);
    Ok((
        lean,
        shortcut_free.unwrap_or_else(|| Truth::Unknown(Why::moot("the level asks for no concept"))),
    ))
}

/// Removes redundant marks in rounds, until none is left or time is over.
fn leaned(
    ask: &mut Ask<'_>,
    worth: &Worth,
    mut level: Level,
    order: &[Site],
    taken: &dyn Fn(&Level, Site) -> Option<Vec<Site>>,
) -> Lean {
    let patience: Patience<'_> = ask.patience();
    let mut gone = 0;
    loop {
        let (before, mut untold) = (gone, 0);
        for (done, site) in order.iter().enumerate() {
            let words = format!("{done} of {} marks tried, {gone} removed", order.len());
            ask.note(done as u64, words);
            let Some(sites) = taken(&level, *site) else { continue };
            let fewer = without(ask.game, &level, &sites, &Spot::default());
            match keeps(ask, worth, &fewer, None) {
                Ok(Some(true)) => (level, gone) = (fewer, gone + 1),
                Ok(Some(false)) => {}
                // Keep what cannot be decided.
                Ok(None) | Err(Why::BadInput(_) | Why::Undecided(_)) if !patience.is_over() => {
                    untold += 1;
                }
                Ok(None) | Err(Why::BadInput(_) | Why::Undecided(_)) => {
                    return Lean { level, untold, halt: Some(patience.why()) };
                }
                Err(why) => return Lean { level, untold, halt: Some(why) },
            }
        }
        if gone == before {
            return Lean { level, untold, halt: None };
        }
    }
}

/// Removes redundant marks from a generated level, as far as the request allows: only on sites that the
/// designer left open. A mark that cannot be decided in time stays.
pub(crate) fn leaner(ask: &mut Ask<'_>, level: Level, settings: &GenerateSettings) -> Level {
    let (game, template) = (ask.game, ask.level);
    let is_open = |site: Site| template.hold(site) == Hold::Open;
    let order: Vec<Site> = level
        .marks()
        .filter(|(site, mark)| is_open(*site) && is_of_puzzle(game, mark))
        .map(|(site, _)| site)
        .collect();
    // A generated level must have no shortcuts, whatever its policy.
    let mut made = level.clone();
    made.policy.shortcut_free = Expect::Yes;
    let Ok(worth) = worth(ask, &made) else { return level };
    let taken = |level: &Level, site: Site| -> Option<Vec<Site>> {
        let other = settings.shape.symmetry.map(|way| image(game, template.board, site, way));
        let alike = is_alike(game, level.mark(site)?);
        let pair = other.filter(|other| alike && *other != site && is_open(*other));
        let sites: Vec<Site> = [site].into_iter().chain(pair).collect();
        keeps_least(level, &sites, settings).then_some(sites)
    };
    leaned(&mut ask.about(template), &worth, level, &order, &taken).level
}

/// Returns whether a level has at least the requested numbers of marks without those on some sites.
pub(crate) fn keeps_least(level: &Level, without: &[Site], settings: &GenerateSettings) -> bool {
    let left = || level.marks().filter(|(site, _)| !without.contains(site));
    let cells = level.board.cells().count();
    let filled = left().filter(|(site, _)| site.place == Place::Cell).count();
    filled >= settings.shape.filled(cells).0
        && settings.stock.iter().all(|item| {
            let held = |(_, mark): &(Site, &Mark)| item.marks.contains(mark);
            left().filter(held).count() >= item.least as usize
        })
}
