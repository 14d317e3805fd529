//! Mends a level so that a shortcut no longer solves it.

use std::collections::BTreeSet;

use fastrand::Rng;

use super::{is_good, practises};
use crate::about::Refraction;
use crate::judge;
use crate::judge::Light;
use crate::piece::Piece;
use foolproof_game::{DraftWish, Rules as _, Verdict};
use foolproof_level::{Hold, Level, Mark, Place, Play, Site, Spot};

/// Returns whether a play is a shortcut of a level.
pub(super) fn is_shortcut(level: &Level, play: &Play) -> bool {
    Refraction.judge(level, play) == Verdict::Solved && practises(level, play) == Some(false)
}

/// The level with the last of these shortcuts shut, and the others kept shut.
pub(super) fn shut(
    wish: &DraftWish<'_>,
    level: &Level,
    shortcuts: &[Play],
    rng: &mut Rng,
    stop: &dyn Fn() -> bool,
) -> Option<Level> {
    let shortcut = shortcuts.last()?;
    if Refraction.judge(level, shortcut) != Verdict::Solved {
        return Some(level.clone());
    }
    let bench = ShutBench { wish, level, shortcuts };
    bench.block(shortcut, rng, stop).or_else(|| bench.swap(shortcut, rng, stop))
}

struct ShutBench<'a> {
    wish: &'a DraftWish<'a>,
    level: &'a Level,
    shortcuts: &'a [Play],
}

fn blocker() -> Mark {
    Piece::Blocker.mark()
}

/// Cells that a network needs: its pieces, and those that its beams cross up to a port.
fn needed(play: &Play, light: &Light) -> BTreeSet<Site> {
    let mut cells: BTreeSet<Site> = light.active.keys().copied().collect();
    cells.extend(play.iter().map(|(site, _)| site));
    for beam in light.beams.iter().filter(|beam| beam.enters) {
        let (dx, dy) = beam.direction.step();
        let mut at = beam.from;
        while at != beam.end {
            let moved = |n: u16, by: i32| u16::try_from(i32::from(n) + by).unwrap_or(u16::MAX);
            at = Site::cell(moved(at.col, dx), moved(at.row, dy));
            cells.insert(at);
        }
    }
    cells
}

impl ShutBench<'_> {
    fn is_mended(&self, level: &Level) -> bool {
        is_good(level)
            && !self.shortcuts.iter().any(|play| Refraction.judge(level, play) == Verdict::Solved)
    }

    /// Returns whether the maker placed this mark of the level.
    fn is_ours(&self, site: Site) -> bool {
        self.wish.level.spot(site).hold == Hold::Open
    }

    /// Number of blockers that may still be added.
    fn room(&self) -> usize {
        let (mut blockers, mut filled) = (0usize, 0usize);
        for (_, mark) in self.level.marks().filter(|(site, _)| site.place == Place::Cell) {
            filled += 1;
            blockers += usize::from(*mark == blocker());
        }
        let groups = self.wish.stock.iter().filter(|item| item.marks.contains(&blocker()));
        let most: usize = groups.map(|item| item.most as usize).sum();
        let roof = self.wish.marks.map_or(usize::MAX, |(_, most)| most as usize);
        most.saturating_sub(blockers).min(roof.saturating_sub(filled))
    }

    /// A blocker in the way of the shortcut; if there are enough, moves another one there.
    fn block(&self, shortcut: &Play, rng: &mut Rng, stop: &dyn Fn() -> bool) -> Option<Level> {
        let intended = self.level.intended.as_ref()?;
        let light = judge::light(self.level, intended);
        let kept = needed(intended, &light);
        let theirs = needed(shortcut, &judge::light(self.level, shortcut));
        let is_free = |site: &Site| !kept.contains(site) && self.level.hold(*site) == Hold::Open;
        let mut cells: Vec<Site> = theirs
            .into_iter()
            .filter(|site| is_free(site) && self.is_ours(*site))
            .filter(|site| self.wish.pair(*site).is_none_or(|other| is_free(&other)))
            .collect();
        rng.shuffle(&mut cells);
        // Cells of the shortcut's pieces first.
        cells.sort_by_key(|site| shortcut.get(*site).is_none());
        let room = self.room();
        for site in cells {
            let mut next = self.level.clone();
            let laid: Vec<Site> =
                [Some(site), self.wish.pair(site)].into_iter().flatten().collect();
            for site in &laid {
                next.set(*site, Spot { mark: Some(blocker()), hold: Hold::Painted });
            }
            if let Some(next) = self.with_fewer(next, &laid, laid.len().saturating_sub(room), rng) {
                return Some(next);
            }
            if stop() {
                break;
            }
        }
        None
    }

    /// The level with `n` of its other, unneeded blockers removed.
    fn with_fewer(&self, level: Level, laid: &[Site], n: usize, rng: &mut Rng) -> Option<Level> {
        if n == 0 {
            return self.is_mended(&level).then_some(level);
        }
        let mut others: Vec<Site> = self
            .level
            .marks()
            .filter(|(site, mark)| **mark == blocker() && site.place == Place::Cell)
            .map(|(site, _)| site)
            .filter(|site| self.is_ours(*site) && !laid.contains(site))
            .collect();
        rng.shuffle(&mut others);
        let (mut level, mut left) = (level, n);
        for site in others {
            // It may have been removed with its pair.
            if level.mark(site).is_none() {
                continue;
            }
            let pair = [Some(site), self.wish.pair(site)].into_iter().flatten();
            let mut next = level.clone();
            pair.clone().for_each(|site| next.set(site, Spot::default()));
            if self.is_mended(&next) {
                (level, left) = (next, left.saturating_sub(pair.count()));
            }
            if left == 0 {
                return Some(level);
            }
        }
        None
    }

    /// Replaces a piece of the tray that the shortcut uses and the intended solution does not.
    fn swap(&self, shortcut: &Play, rng: &mut Rng, stop: &dyn Fn() -> bool) -> Option<Level> {
        let intended = self.level.intended.as_ref()?;
        let uses = |play: &Play, mark: &Mark| play.iter().filter(|(_, m)| *m == mark).count();
        let slots = self.level.marks().filter(|(site, mark)| {
            let held =
                self.level.marks().filter(|(site, held)| site.place == Place::Tray && held == mark);
            site.place == Place::Tray
                && self.is_ours(*site)
                && uses(shortcut, mark) > uses(intended, mark)
                && held.count() > uses(intended, mark)
        });
        for (slot, mark) in slots {
            let groups = self
                .wish
                .stock
                .iter()
                .filter(|item| item.place == Place::Tray && item.marks.contains(mark));
            let mut others: Vec<&Mark> = groups.flat_map(|item| &item.marks).collect();
            rng.shuffle(&mut others);
            for other in others.into_iter().filter(|other| *other != mark) {
                let mut next = self.level.clone();
                next.set(slot, Spot { mark: Some(other.clone()), hold: Hold::Painted });
                if self.is_mended(&next) {
                    return Some(next);
                }
                if stop() {
                    return None;
                }
            }
        }
        None
    }
}
