//! What a level holds besides its network: pieces that the stock asks for, distractors, blockers.

use fastrand::Rng;

use super::lay::NetLayout;
use super::relax::Forecast;
use super::weigh::LevelNumbers;
use crate::games::DraftWish;
use crate::games::refraction::judge;
use crate::games::refraction::piece::Piece;
use crate::level::{Hold, Level, Place, Play, Site, Spot};

/// Pieces that are tried for one slot.
const CHOICES: usize = 8;

/// Fills the tray up to what is wished: `None` where the stock cannot be satisfied.
pub(super) fn fill_tray(
    layout: &mut NetLayout,
    wish: &DraftWish<'_>,
    sure: bool,
    rng: &mut Rng,
) -> Option<()> {
    while let Some((_, pieces, _)) =
        layout.store.short().into_iter().find(|(place, ..)| *place == Place::Tray)
    {
        add_idle(layout, wish, pieces, sure, rng)?;
    }
    let used = |layout: &NetLayout| layout.placed.len();
    let held = |layout: &NetLayout| {
        let painted = wish.level.marks().filter(|(site, _)| site.place == Place::Tray).count();
        painted + layout.store.fresh.len()
    };
    while wish.distractors.is_some_and(|n| held(layout) < used(layout) + n as usize) {
        let pieces = layout.store.movable();
        let pieces = pieces.into_iter().filter(|piece| !layout.store.spare.contains(piece));
        if add_idle(layout, wish, pieces.collect(), sure, rng).is_none() {
            break;
        }
    }
    Some(())
}

/// Adds a piece that no solution can use, if there is one; else one that opens no shortcut as far as
/// can be seen.
fn add_idle(
    layout: &mut NetLayout,
    wish: &DraftWish<'_>,
    mut pieces: Vec<Piece>,
    sure: bool,
    rng: &mut Rng,
) -> Option<()> {
    rng.shuffle(&mut pieces);
    let mut second = None;
    for piece in pieces.iter().take(CHOICES) {
        let mut trial = layout.clone();
        if !trial.store.add(*piece) {
            continue;
        }
        let level = level_of(&trial, wish);
        let Some(weighed) = LevelNumbers::new(&level) else { break };
        let safe = !sure || weighed.forecast() == Forecast::Sure;
        if safe && (wish.distractors.is_none() || weighed.is_idle(*piece)) {
            *layout = trial;
            return Some(());
        }
        if safe && second.is_none() {
            second = Some(trial);
        }
    }
    match second {
        Some(trial) => *layout = trial,
        None => pieces.iter().any(|piece| layout.store.add(*piece)).then_some(())?,
    }
    Some(())
}

/// How many cells hold a mark.
fn filled(layout: &NetLayout) -> usize {
    (0..layout.sketch.len())
        .filter(|at| layout.sketch.cell(*at).piece.is_some_and(|piece| !piece.is_movable()))
        .count()
}

/// The image of a cell.
pub(super) fn image(layout: &NetLayout, wish: &DraftWish<'_>, at: usize) -> Option<usize> {
    let image = wish.image?;
    layout.sketch.index(image(layout.sketch.site(at)))
}

/// Lays blockers where the network leaves room: `None` where there is too little of it. With an image,
/// it gives how many cells are without theirs.
pub(super) fn lay_blockers(
    layout: &mut NetLayout,
    wish: &DraftWish<'_>,
    dense: bool,
    rng: &mut Rng,
) -> Option<usize> {
    let (least, most) = layout.store.wanted(|piece| piece == Piece::Blocker);
    let now = filled(layout);
    let (low, high) = wish.marks.unwrap_or((0, u32::MAX));
    let low = (low as usize).saturating_sub(now).max(least as usize);
    let high = (high as usize).checked_sub(now)?.min(most as usize);
    let open = layout.sketch.shuffled(rng, |at| layout.sketch.is_open(at));
    let high = high.min(open.len());
    if low > high {
        return None;
    }
    let from = if dense { low.midpoint(high) } else { low };
    let mut left = rng.usize(from..=high);
    if wish.image.is_some() {
        left = left.max(complete_images(layout, wish, high)?);
    }
    let mut laid = layout
        .sketch
        .shuffled(rng, |at| matches!(layout.sketch.cell(at).piece, Some(Piece::Blocker)))
        .len();
    let target = left + laid;
    let block = |layout: &mut NetLayout, at: usize| {
        layout.store.add(Piece::Blocker) && {
            layout.sketch.put(at, Piece::Blocker);
            layout.fixed.push((at, Piece::Blocker));
            true
        }
    };
    if wish.image.is_some() {
        for at in missing_images(layout, wish) {
            laid += usize::from(block(layout, at));
        }
    }
    for at in open {
        if laid >= target {
            break;
        }
        let other = image(layout, wish, at).filter(|other| *other != at);
        let pair = other.is_none_or(|other| layout.sketch.is_open(other));
        let room = usize::from(other.is_some()) + laid < target;
        if layout.sketch.is_open(at) && pair && room {
            laid += usize::from(block(layout, at));
            if let Some(other) = other {
                laid += usize::from(block(layout, other));
            }
        }
    }
    // An odd one is better than too few.
    for at in layout.sketch.shuffled(rng, |at| layout.sketch.is_open(at)) {
        if laid >= target {
            break;
        }
        laid += usize::from(block(layout, at));
    }
    Some(without_image(layout, wish))
}

fn is_filled(layout: &NetLayout, at: usize) -> bool {
    layout.sketch.cell(at).piece.is_some_and(|piece| !piece.is_movable())
}

/// Cells that a blocker can fill so that another has its image.
fn missing_images(layout: &NetLayout, wish: &DraftWish<'_>) -> Vec<usize> {
    let mut missing: Vec<usize> = (0..layout.sketch.len())
        .filter(|at| is_filled(layout, *at))
        .filter_map(|at| image(layout, wish, at))
        .filter(|at| layout.sketch.is_open(*at))
        .collect();
    missing.sort_unstable();
    missing.dedup();
    missing
}

fn complete_images(layout: &NetLayout, wish: &DraftWish<'_>, high: usize) -> Option<usize> {
    let missing = missing_images(layout, wish).len();
    (missing <= high).then_some(missing)
}

/// How many filled cells lack their image.
pub(super) fn without_image(layout: &NetLayout, wish: &DraftWish<'_>) -> usize {
    (0..layout.sketch.len())
        .filter(|at| is_filled(layout, *at))
        .filter(|at| image(layout, wish, *at).is_some_and(|image| !is_filled(layout, image)))
        .count()
}

/// The level that a layout makes, with its network as the intended solution.
pub(super) fn level_of(layout: &NetLayout, wish: &DraftWish<'_>) -> Level {
    let mut level = wish.level.clone();
    let painted = |piece: Piece| Spot { mark: Some(piece.mark()), hold: Hold::Painted };
    for (at, piece) in &layout.fixed {
        level.set(layout.sketch.site(*at), painted(*piece));
    }
    let mut fresh = layout.store.fresh.clone();
    fresh.sort_unstable();
    let slots: Vec<Site> =
        level.board.tray_slots().filter(|site| level.hold(*site) == Hold::Open).collect();
    for (slot, piece) in slots.into_iter().zip(fresh) {
        level.set(slot, painted(piece));
    }
    let play: Play =
        layout.placed.iter().map(|(at, piece)| (layout.sketch.site(*at), piece.mark())).collect();
    // A play that is kept is kept with what does not shine.
    let kept = wish.level.intended.as_ref().is_some_and(|kept| !kept.is_empty());
    level.intended = Some(if kept { play } else { judge::essence(&level, &play) });
    level
}
