//! Content of a level besides its network: pieces that the stock requires, distractors, blockers.

use fastrand::Rng;

use super::lay::NetLayout;
use super::relax::Forecast;
use super::weigh::LevelNumbers;
use crate::judge;
use crate::piece::Piece;
use foolproof_game::DraftWish;
use foolproof_level::{Hold, Level, Place, Play, Site, Spot};

/// Pieces to try for one slot.
const CHOICES: usize = 8;

/// Fills the tray up to the wished number; `None` if the stock cannot be satisfied.
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
        let mut pieces = layout.store.movable();
        pieces.retain(|piece| {
            !layout.store.spare.contains(piece)
                && layout.placed.iter().all(|(_, used)| used != piece)
        });
        add_idle(layout, wish, pieces, sure, rng)?;
    }
    Some(())
}

/// Adds a piece that no solution can use, if there is one; otherwise one that opens no known shortcut.
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

/// Counts the cells that hold a mark.
fn filled(layout: &NetLayout) -> usize {
    (0..layout.sketch.len())
        .filter(|at| layout.sketch.cell(*at).piece.is_some_and(|piece| !piece.is_movable()))
        .count()
}

/// Places blockers where the network leaves room; `None` if there is too little. With symmetry, they come in
/// pairs, unless the designer filled one of the two cells.
pub(super) fn lay_blockers(
    layout: &mut NetLayout,
    wish: &DraftWish<'_>,
    dense: bool,
    rng: &mut Rng,
) -> Option<()> {
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
    let mut count = rng.usize(from..=high);
    if wish.image.is_some() && low < high && !count.is_multiple_of(2) {
        count = if count < high { count + 1 } else { count - 1 };
    }
    let mut left = count;
    for at in open {
        let other = wish.pair(layout.sketch.site(at)).and_then(|other| layout.sketch.index(other));
        let places = [Some(at), other].into_iter().flatten();
        let fits = layout.sketch.is_open(at)
            && other.is_none_or(|other| layout.sketch.is_open(other))
            && places.clone().count() <= left;
        for at in places.filter(|_| fits) {
            if layout.store.add(Piece::Blocker) {
                layout.sketch.put(at, Piece::Blocker);
                layout.fixed.push((at, Piece::Blocker));
                left -= 1;
            }
        }
    }
    (count - left >= low).then_some(())
}

/// The level of a layout, with its network as the intended solution.
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
    // Keeping a play means keeping its unlit pieces too.
    let kept = wish.level.intended.as_ref().is_some_and(|kept| !kept.is_empty());
    level.intended = Some(if kept { play } else { judge::canonical(&level, &play) });
    level
}
