//! The steps of a completion, with growing freedom: fewest slots first, then all open cells, then painted
//! marks.

use crate::making::completion::{as_it_stands, by_pairs, design};
use crate::making::fewest_changes::fewest_taken_off;
use crate::making::stock::has_least_of_stock;
use std::time::Duration;

use crate::engine::ask::Ask;
use crate::engine::goal::Painted;
use crate::engine::plan::Holding;
use crate::making::completion::CompletionStep;
use crate::values::answer::{FewestChanges, FoundLevel, WhyNoBetter};
use crate::values::earlier_completions::CompletionWay;
use crate::values::searched::{Freed, SearchedLevels};
use crate::values::status::Why;
use foolproof_game::StockItem;
use foolproof_level::{Hold, Place, Site, Spot};

/// Numbers of tray slots to begin with.
const FEW_SLOTS: [usize; 3] = [1, 2, 3];

/// Time to look for a completion that spares all painted marks, if removing a few is enough.
const PATIENCE_SPARING: Duration = Duration::from_secs(10);

/// Time to search a game's widest stock after all others failed.
const PATIENCE_BEYOND: Duration = Duration::from_secs(10);

pub(crate) fn completed_in_steps(
    ask: &mut Ask<'_>,
    stock: Vec<StockItem>,
    way: CompletionWay,
) -> Result<FoundLevel, Why> {
    let spared = match way {
        CompletionWay::Fill => ask.goal.with_painted(Painted::Stays),
        CompletionWay::Repair => ask.goal.with_painted(Painted::MayChange),
    };
    let (mut best, mut fewer) = (None, None);
    let has_the_least = has_least_of_stock(ask.level, &stock);
    if has_the_least {
        match ask.toward(spared.clone(), |ask| with_share(ask, as_it_stands))? {
            CompletionStep::Settled(answer) => return Ok(answer),
            step => best = step.best(),
        }
        if best.is_none() {
            fewer = ask.toward(spared.clone(), without_some_marks)?;
        }
    }
    // If a level with the fewest marks removed is known, only a completion that spares all of them is better.
    let few_do = fewer.as_ref().is_some_and(is_fewest);
    let time = if few_do { PATIENCE_SPARING } else { Duration::MAX };
    let step = ask.toward(spared, |ask| ask.spending(time, |ask| in_steps(ask, &stock, few_do)));
    let found = match (step?, fewer) {
        (CompletionStep::Settled(answer), _) => answer,
        (_, Some(found)) if few_do => found,
        (step, fewer) => {
            best = best.or(fewer).or(step.best());
            let again = has_the_least && way == CompletionWay::Fill;
            let changed = again.then(|| with_share(ask, as_it_stands));
            match changed.transpose()?.and_then(CompletionStep::settled) {
                Some(found) => found,
                None => with_every_freedom(ask, stock, best)?,
            }
        }
    };
    Ok(if way == CompletionWay::Fill { found.giving_up(ask.level) } else { found })
}

/// Takes steps of growing freedom until one succeeds; with `spares`, only those that keep all painted marks.
fn in_steps(ask: &mut Ask<'_>, stock: &[StockItem], spares: bool) -> Result<CompletionStep, Why> {
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
        !stock.is_empty() && (!spares || *holding != Some(Holding::Soft))
    });
    let mut best = None;
    for slots in FEW_SLOTS {
        let step = |ask: &mut Ask<'_>| with_few_slots(ask, &beside, slots);
        if let CompletionStep::Settled(answer) = with_share(ask, step)? {
            return Ok(CompletionStep::Settled(answer));
        }
    }
    for (stock, holding) in steps {
        let step = |ask: &mut Ask<'_>| match holding {
            Some(holding) => design(ask, stock, holding),
            None => by_pairs(ask, stock),
        };
        match with_share(ask, step)? {
            CompletionStep::Settled(answer) => return Ok(CompletionStep::Settled(answer)),
            step => best = best.or(step.best()),
        }
    }
    Ok(CompletionStep::Open(best))
}

/// Fills at most `slots` of the open slots: far smaller programs, which quickly find levels that need few
/// marks.
fn with_few_slots(
    ask: &mut Ask<'_>,
    stock: &[StockItem],
    slots: usize,
) -> Result<CompletionStep, Why> {
    let open = |slot: &Site| ask.level.hold(*slot) == Hold::Open;
    let spare: Vec<Site> = ask.level.board.tray_slots().filter(open).skip(slots).collect();
    if spare.is_empty() {
        return Ok(CompletionStep::Open(None));
    }
    let mut fewer = ask.level.clone();
    let empty = Spot { mark: None, hold: Hold::Locked };
    spare.iter().for_each(|slot| fewer.set(*slot, empty.clone()));
    let step = design(&mut ask.part(&fewer), stock, Holding::Firm)?;
    Ok(match step.settled() {
        Some(FoundLevel::Level(mut made)) => {
            spare.iter().for_each(|slot| made.level.set(*slot, Spot::default()));
            CompletionStep::Settled(FoundLevel::Level(made))
        }
        _ => CompletionStep::Open(None),
    })
}

/// The last step: every unlocked site may hold any mark of the stock, then any mark at all. If no level
/// succeeds, returns `best` with the levels that were searched.
fn with_every_freedom(
    ask: &mut Ask<'_>,
    stock: Vec<StockItem>,
    mut best: Option<FoundLevel>,
) -> Result<FoundLevel, Why> {
    let mut widest = ask.game.range(ask.level);
    let beyond = widest.beyond.take().map(|beyond| *beyond);
    let (mut searched, mut why) = (None, Why::Time);
    let is_good = |best: &Option<FoundLevel>| matches!(best, Some(FoundLevel::Level(_)));
    for range in [widest.cut_to(stock), widest].into_iter().chain(beyond.clone()) {
        let is_beyond = Some(&range) == beyond.as_ref();
        let time = if is_beyond { PATIENCE_BEYOND } else { Duration::MAX };
        let step = ask.spending(time, |ask| design(ask, &range.stock, Holding::Soft));
        match step {
            Ok(CompletionStep::Settled(answer)) => return Ok(answer),
            Ok(CompletionStep::Open(found)) => {
                best = best.or(found);
                break;
            }
            Ok(CompletionStep::Exhausted(found)) => {
                best = best.or(found);
                searched = Some(SearchedLevels::new(ask.game, ask.level, Freed::Unlocked, &range));
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

/// Removes as few painted marks as make the level solvable. That is found quickly, but a completion that
/// spares the painted marks is better.
fn without_some_marks(ask: &mut Ask<'_>) -> Result<Option<FoundLevel>, Why> {
    let fewest = with_share(ask, fewest_taken_off)?.best();
    if fewest.is_some() {
        return Ok(fewest);
    }
    let step = |ask: &mut Ask<'_>| design(ask, &[], Holding::Soft);
    Ok(with_share(ask, step)?.best())
}

/// Gives a step a third of the remaining time: a later one may be quicker.
pub(crate) fn with_share(
    ask: &mut Ask<'_>,
    step: impl FnOnce(&mut Ask<'_>) -> Result<CompletionStep, Why>,
) -> Result<CompletionStep, Why> {
    match ask.spending(ask.left() / 3, step) {
        Err(Why::Stopped) => Err(Why::Stopped),
        // Too slow, too large, too many powers: another step may do.
        Err(_) => Ok(CompletionStep::Open(None)),
        found => found,
    }
}

/// Returns whether a level was completed with the fewest marks removed.
fn is_fewest(found: &FoundLevel) -> bool {
    matches!(found, FoundLevel::Level(level) if level.fewest != FewestChanges::Unknown)
}
