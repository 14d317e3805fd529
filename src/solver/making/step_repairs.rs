//! Repairs a level with one solution whose solving steps miss the aims: changes of one or two marks that keep
//! the solution and its uniqueness.
//!
//! The path of the changed level shows whether there is still one solution, and how far its steps are from
//! the aims. All changes of one mark are tried, those near the too-hard step first; then, as pairs, the
//! changes that came nearest with all others. If none will do, clues and walls move near the hard steps, one
//! change after the other, and finally parts of the solution change with them. If nothing helps, the answer
//! says how much was tried.

use crate::making::easier_completion::made_easier;
use crate::making::redrawn_completion::redrawn_for_steps;
use crate::making::unique_by_encoding::sole_solution;
use std::collections::BTreeSet;
use std::sync::Arc;

use crate::engine::ask::Ask;
use crate::engine::step_aims::{StepDistance, StepFit};
use crate::making::added_clues::Clue;
use crate::making::complete_to_unique::as_it_should_be;
use crate::making::completion::CompletedLevel;
use crate::making::redrawn_completion::may_be_redrawn;
use crate::making::repairs::{Edit, RepairBench, RepairReach};
use crate::making::stock::takes_of_stock;
use crate::values::answer::{FoundLevel, Truth};
use crate::values::status::Why;
use foolproof_game::{ClueReading, counted};
use foolproof_level::{Level, Mark, Play, Site, Spot};

/// Number of single changes that are combined with a second one, nearest first.
const MAX_BESIDE: usize = 12;
/// Maximum number of pairs.
const MAX_PAIRS: usize = 400;
/// Maximum number of pairs if the level can be changed further, one change after the other.
const PAIRS_BEFORE: usize = 60;

/// Number of times that clues are read off the solution: the rules may leave a choice of them.
const READINGS: u64 = 3;

/// Counts the changes of one and of two marks that were tried.
#[derive(Default)]
struct TriedChanges {
    /// Number of single changes.
    singles: usize,
    /// Number of pairs of changes.
    pairs: usize,
    /// Number of changes after which the steps could not be found.
    untold: usize,
    /// Some pairs were left out.
    more: bool,
    /// The number of levels that were changed further.
    further: u64,
}

/// The result of a change.
enum OfChange {
    /// The level meets the aims.
    Mends(Box<FoundLevel>),
    /// Its steps are this far from the aims; there may be several solutions.
    Misses(StepDistance),
    /// It was proposed before, or its steps could not be found.
    None,
}

impl TriedChanges {
    /// Words for how many changes were tried, for when time ran out.
    fn words(&self) -> String {
        let singles = counted(self.singles, "change of one mark", "changes of one mark");
        let pairs = counted(self.pairs, "pair", "pairs");
        let further = match self.further {
            0 => String::new(),
            further => {
                format!(", and {} changed further", counted(further as usize, "level", "levels"))
            }
        };
        format!("{singles} and {pairs} of them were tried{further}")
    }

    /// Replaces a reason that says that there is no level by one that lists all that was tried.
    fn none_where(&self, why: Why) -> Why {
        if matches!(why, Why::Moot(_)) { self.none() } else { why }
    }

    /// Returns the reason that none of the changes will do.
    fn none(&self) -> Why {
        let singles = counted(self.singles, "change of one mark", "changes of one mark");
        let pairs = match (self.pairs, self.more) {
            (0, _) => String::new(),
            (pairs, false) => format!(", nor any of {}", counted(pairs, "pair", "pairs")),
            (pairs, true) => format!(", nor one of the {pairs} pairs that were tried"),
        };
        let untold = match self.untold {
            0 => String::new(),
            untold => format!("; the steps of {untold} could not be told"),
        };
        let further = match self.further {
            0 => String::new(),
            further => {
                let levels = counted(further as usize, "level", "levels");
                format!(", nor one of {levels} that were changed further")
            }
        };
        Why::Moot(format!(
            "none of {singles} that keep the solution makes its steps as they should be{pairs}{further}{untold}"
        ))
    }
}

/// Looks for a level whose only solution is this play, with steps that meet the aims and as few changes as
/// were found: one or two marks of any kind, otherwise more clues.
pub(crate) fn steps_repaired(ask: &mut Ask<'_>, play: &Play) -> Result<FoundLevel, Why> {
    let asked = ask.level;
    // If nothing was proposed before, the level itself is known not to do.
    let is_refuted = ask.goal.earlier.designs.is_empty() || !ask.allows(asked)?;
    let earlier = Arc::clone(&ask.goal.earlier);
    let is_new =
        |found: &FoundLevel| found.proposed().is_some_and(|made| earlier.is_new(&made.level));
    let easier = match made_easier(ask, asked, play) {
        Ok(found) => Some(found).filter(is_new),
        Err(why @ (Why::Stopped | Why::Memory(_))) => return Err(why),
        Err(_) => None,
    };
    let changed = easier.as_ref().and_then(FoundLevel::proposed).map(|made| made.changed.len());
    if let (Some(found), Some(1)) = (&easier, changed) {
        return Ok(found.clone().with_fewest(is_refuted));
    }
    if let Some(found) = &easier
        && ask.goal.earlier.designs.is_empty()
    {
        // A repair with fewer changes may take long to find.
        ask.report(Ok(CompletedLevel(found.clone())));
    }
    let mut tried = TriedChanges::default();
    let fewer = by_few_changes(ask, play, changed.unwrap_or(usize::MAX), &mut tried);
    match (fewer, easier) {
        (Ok(found), _) => {
            let is_one = found.proposed().is_some_and(|made| made.changed.len() == 1);
            Ok(found.with_fewest(is_refuted && is_one))
        }
        (Err(why @ (Why::Stopped | Why::Memory(_))), _) => Err(why),
        (Err(_), Some(easier)) => Ok(easier),
        (Err(why), None) => by_many_changes(ask, play, why, &mut tried),
    }
}

/// Looks for a level with more than a few changes.
///
/// # Errors
/// The reason why there is none.
fn by_many_changes(
    ask: &mut Ask<'_>,
    play: &Play,
    why: Why,
    tried: &mut TriedChanges,
) -> Result<FoundLevel, Why> {
    let (asked, before) = (ask.level, ask.goal.nearest.looked());
    let why = match redrawn_for_steps(ask, asked, play) {
        Ok(Some(found)) => return Ok(found),
        Err(why @ (Why::Stopped | Why::Memory(_) | Why::Time)) => why,
        Ok(None) | Err(_) => why,
    };
    tried.further = ask.goal.nearest.looked() - before;
    Err(match ask.goal.nearest.added_to(tried.none_where(why)) {
        Why::TimeNear(near) => Why::TimeNear(format!("{near}; {}", tried.words())),
        why => why,
    })
}

/// Tries changes of one mark, and of two if that is less than `fewer_than`.
fn by_few_changes(
    ask: &mut Ask<'_>,
    play: &Play,
    fewer_than: usize,
    tried: &mut TriedChanges,
) -> Result<FoundLevel, Why> {
    let bench = RepairBench::keeping(ask.game, ask.level, play);
    let true_clues = true_clues(ask, play)?;
    // Clues that are wrong for the solution would be tried in vain.
    let may_do = |site: Site, mark: &Mark| {
        let reads = |reading: &dyn ClueReading| reading.may_read(mark) == Some(true);
        !ask.game.clue_reading().is_some_and(reads) || true_clues.contains(&(site, mark.clone()))
    };
    let mut edits = bench.edits(ask, &RepairReach::Unlocked, &may_do)?;
    let places = match ask.fit(ask.level)? {
        StepFit::Misses(miss) | StepFit::Lacks(miss) => miss.nearest_places().to_vec(),
        _ => Vec::new(),
    };
    let most_pairs = if may_be_redrawn(ask, ask.level, play) { PAIRS_BEFORE } else { MAX_PAIRS };
    // First near the places where the path gets stuck.
    edits.sort_by_key(|edit| (edit.is_of_painted(), far(&places, edit.site())));
    let mut near = Vec::new();
    for (number, edit) in edits.iter().enumerate() {
        tried.singles += 1;
        match after_change(ask, &bench, &[edit], tried)? {
            OfChange::Mends(found) => return Ok(*found),
            OfChange::Misses(distance) => near.push((distance, number)),
            OfChange::None => {}
        }
    }
    if fewer_than <= 2 {
        return Err(tried.none());
    }
    near.sort();
    for (at, (_, first)) in near.iter().enumerate() {
        for second in 0..edits.len() {
            let is_done = near[..at].iter().any(|(_, before)| *before == second);
            let pair = [&edits[*first], &edits[second]];
            if is_done || pair[0].site() == pair[1].site() {
                continue;
            }
            if at >= MAX_BESIDE || tried.pairs >= most_pairs {
                tried.more = true;
                return Err(tried.none());
            }
            tried.pairs += 1;
            if let OfChange::Mends(found) = after_change(ask, &bench, &pair, tried)? {
                return Ok(*found);
            }
        }
    }
    Err(tried.none())
}

fn after_change(
    ask: &mut Ask<'_>,
    bench: &RepairBench<'_>,
    edits: &[&Edit],
    tried: &mut TriedChanges,
) -> Result<OfChange, Why> {
    ask.patience().check()?;
    let all = (tried.singles + tried.pairs) as u64;
    ask.note(all, format!("{} tried", counted(all, "repair", "repairs")));
    let level: Level = bench.with(edits);
    let is_one_of_two = edits.len() > 1;
    if !ask.goal.earlier.is_new(&level)
        || is_one_of_two
            && (!takes_of_stock(bench.stock(), ask.level, &level)
                || !bench.keeps_the_intended(&level))
    {
        return Ok(OfChange::None);
    }
    match ask.fit_of_many(&level) {
        Ok(StepFit::Meets | StepFit::Easier(_)) => {}
        Ok(StepFit::Misses(miss) | StepFit::Lacks(miss)) => {
            return Ok(OfChange::Misses(miss.distance));
        }
        Err(Why::Undecided(_)) => {
            tried.untold += 1;
            return Ok(OfChange::None);
        }
        Err(why) => return Err(why),
    }
    match sole_solution(ask, &level) {
        Truth::Holds(play) => Ok(OfChange::Mends(Box::new(as_it_should_be(ask, level, play)))),
        Truth::Unknown(why @ (Why::Stopped | Why::Time | Why::Memory(_))) => Err(why),
        _ => Ok(OfChange::None),
    }
}

/// Returns the clues that the game reads off a solution, for several choices if its rules leave one.
fn true_clues(ask: &Ask<'_>, play: &Play) -> Result<BTreeSet<Clue>, Why> {
    let Some(reading) = ask.game.clue_reading() else { return Ok(BTreeSet::new()) };
    let mut bare = ask.level.clone();
    let is_read = |mark: &Mark| reading.may_read(mark) == Some(true);
    let read = ask.level.marks().filter(|(_, mark)| is_read(mark)).map(|(site, _)| site);
    read.for_each(|site| bare.set(site, Spot::default()));
    let mut clues = BTreeSet::new();
    for seed in 0..READINGS {
        let of = reading.clues_of(&bare, play, seed);
        clues.extend(of.map_err(|why| Why::BadInput(why.into_owned()))?);
    }
    Ok(clues)
}

/// Returns the distance of a site from the nearest of these places, in half cells.
fn far(places: &[Site], site: Site) -> u16 {
    places.iter().map(|place| place.distance(site)).min().unwrap_or(0)
}
