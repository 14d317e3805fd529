//! Forecast of a whole level's shortcuts from its numbers, ignoring positions.

use super::relax::{BeamEnd, Forecast, Relaxed};
use super::sketch::Sketch;
use crate::piece::{Piece, Side};
use foolproof_level::{Level, Place};

/// Most states to look at for one level.
const LARGEST_WALK: usize = 6_000;

/// A level's sources, targets and tray.
pub(super) struct LevelNumbers<'a> {
    level: &'a Level,
    sources: Vec<(usize, BeamEnd)>,
    targets: Vec<(usize, BeamEnd)>,
    tray: Vec<(Piece, u8)>,
    sketch: Sketch,
}

impl<'a> LevelNumbers<'a> {
    /// `None` if a target has several ports, since the sum that it receives depends on positions.
    pub(crate) fn new(level: &'a Level) -> Option<Self> {
        let sketch = Sketch::new(level);
        let (mut sources, mut targets, mut tray) = (Vec::new(), Vec::new(), Vec::new());
        for (site, mark) in level.marks() {
            let piece = Piece::read(mark).ok()?;
            if site.place == Place::Tray {
                tray.push(piece);
                continue;
            }
            let at = sketch.index(site)?;
            let port = |side: Side, power| BeamEnd { power, direction: side as u8 };
            match piece {
                Piece::Source { out, power } => sources.push((at, port(out, power))),
                Piece::Target { ins, power } if ins.len() == 1 => {
                    let side = ins.sides().next()?;
                    targets.push((at, port(side.opposite(), power)));
                }
                Piece::Target { .. } => return None,
                _ => {}
            }
        }
        tray.sort_unstable();
        let mut counted: Vec<(Piece, u8)> = Vec::new();
        for piece in tray {
            match counted.last_mut() {
                Some((held, n)) if *held == piece => *n += 1,
                _ => counted.push((piece, 1)),
            }
        }
        Some(Self { level, sources, targets, tray: counted, sketch })
    }

    fn ask<T>(&self, powers_only: bool, ask: impl Fn(&Relaxed<'_>) -> T) -> T {
        let flat = |ports: &[(usize, BeamEnd)]| -> Vec<BeamEnd> {
            let zero = |port: &BeamEnd| {
                if powers_only { BeamEnd { direction: 0, ..*port } } else { *port }
            };
            ports.iter().map(|(_, port)| zero(port)).collect()
        };
        let straight = |source: usize, target: usize| {
            let (Some((from, port)), Some((to, end))) =
                (self.sources.get(source), self.targets.get(target))
            else {
                return false;
            };
            let side = Side::ALL.into_iter().find(|side| *side as u8 == port.direction);
            port.direction == end.direction
                && side.is_some_and(|side| self.sketch.hit(*from, side) == Some(*to))
        };
        let (sources, targets) = (flat(&self.sources), flat(&self.targets));
        ask(&Relaxed {
            sources: &sources,
            targets: &targets,
            tray: &self.tray,
            powers_only,
            straight: &straight,
            concept: &self.level.concept,
        })
    }

    pub(crate) fn forecast(&self) -> Forecast {
        match self.ask(true, |relaxed| relaxed.forecast(LARGEST_WALK)) {
            Forecast::Sure if !self.has_benders() => Forecast::Sure,
            Forecast::Sure if self.benders_do_not_matter() => Forecast::Sure,
            _ => self.ask(false, |relaxed| relaxed.forecast(LARGEST_WALK)),
        }
    }

    fn has_benders(&self) -> bool {
        self.tray.iter().any(|(piece, _)| matches!(piece, Piece::Bender { .. }))
    }

    /// Returns whether the concept's truth is independent of a play's benders.
    fn benders_do_not_matter(&self) -> bool {
        !["all_pieces", "monolithic"].into_iter().any(|name| self.level.concept.names(name))
    }

    /// Returns whether no solution can use this piece of the tray.
    pub(crate) fn is_idle(&self, piece: Piece) -> bool {
        let at = self.tray.iter().position(|(held, _)| *held == piece);
        at.is_some_and(|at| self.ask(false, |relaxed| relaxed.is_idle(at, LARGEST_WALK)))
    }
}
