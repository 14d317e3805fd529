//! The rules of Refraction in plain Rust, independent of the encoding: a simulator of beams.
//!
//! The emitted light is the least fixpoint: pieces are lit one after the other, each when all its inputs are,
//! so a ring of pieces that light each other stays dark.

use std::collections::BTreeMap;

use crate::about::Refraction;
use crate::piece::{Piece, Power, Side, share, total};
use foolproof_game::{NextMark, Rules, Verdict};
use foolproof_level::{Level, Mark, Place, Play, Site};

/// A straight section of light, from an output port to its end.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Beam {
    pub from: Site,
    pub direction: Side,
    /// The piece at its end, or `None` at the rim.
    pub to: Option<Site>,
    /// The cell of its end: that of `to`, or the last one before the rim.
    pub end: Site,
    pub power: Power,
    /// It enters `to` through an input port.
    pub enters: bool,
}

/// All light of a level with a play on it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Light {
    pub beams: Vec<Beam>,
    /// Placed pieces that emit, with the power of each output.
    pub active: BTreeMap<Site, Power>,
    /// Power that each target receives.
    pub(crate) received: BTreeMap<Site, Power>,
}

/// The pieces on the board: the designer's and the player's. Marks that are not pieces are omitted.
pub(crate) fn pieces_on_board(level: &Level, play: &Play) -> BTreeMap<Site, Piece> {
    let fixed = level.marks().filter(|(site, _)| site.place == Place::Cell);
    fixed
        .chain(play.iter())
        .filter_map(|(site, mark)| Some((site, Piece::read(mark).ok()?)))
        .collect()
}

/// The neighbour of a cell, if it is on the board.
fn neighbour(level: &Level, site: Site, side: Side) -> Option<Site> {
    let (dx, dy) = side.step();
    let col = u16::try_from(i32::from(site.col) + dx).ok()?;
    let row = u16::try_from(i32::from(site.row) + dy).ok()?;
    let next = Site::cell(col, row);
    level.board.contains(next).then_some(next)
}

/// Follows a beam from an output to the first piece or the rim.
fn travel(
    level: &Level,
    pieces: &BTreeMap<Site, Piece>,
    from: Site,
    direction: Side,
) -> (Option<Site>, Site) {
    let mut at = from;
    while let Some(next) = neighbour(level, at, direction) {
        at = next;
        if pieces.contains_key(&at) {
            return (Some(at), at);
        }
    }
    (None, at)
}

/// Lights the board.
pub(crate) fn light(level: &Level, play: &Play) -> Light {
    let pieces = pieces_on_board(level, play);
    let mut light = Light::default();
    // The power at each input port so far.
    let mut arrived: BTreeMap<(Site, Side), Power> = BTreeMap::new();
    let mut emitting: Vec<(Site, Piece, Power)> = pieces
        .iter()
        .filter_map(|(site, piece)| match piece {
            Piece::Source { power, .. } => Some((*site, *piece, *power)),
            _ => None,
        })
        .collect();
    while let Some((from, piece, power)) = emitting.pop() {
        for direction in piece.outputs().sides() {
            let (to, end) = travel(level, &pieces, from, direction);
            let port = direction.opposite();
            let hit = to.and_then(|site| Some((site, pieces.get(&site)?)));
            let enters = hit.is_some_and(|(_, piece)| piece.inputs().contains(port));
            light.beams.push(Beam { from, direction, to, end, power, enters });
            let (true, Some((site, piece))) = (enters, hit) else { continue };
            arrived.insert((site, port), power);
            if let Some(power) = output(*piece, site, &arrived) {
                light.active.insert(site, power);
                emitting.push((site, *piece, power));
            }
        }
    }
    for (site, piece) in &pieces {
        if let Piece::Target { ins, .. } = piece {
            let arriving = ins.sides().filter_map(|side| arrived.get(&(*site, side)).copied());
            light.received.insert(*site, total(arriving));
        }
    }
    light.beams.sort_by_key(|beam| (beam.from, beam.direction));
    light
}

/// The next piece of a solution that light reaches, through all of its inputs; the first piece if it reaches
/// none.
pub(crate) fn next_lit(level: &Level, play: &Play, solution: &Play) -> Option<NextMark> {
    let missing: Vec<(Site, &Mark)> = solution.minus(play).collect();
    let is_lit = |(site, mark): &&(Site, &Mark)| {
        let mut next = play.clone();
        next.0.insert(*site, (*mark).clone());
        light(level, &next).active.contains_key(site)
    };
    match missing.iter().find(is_lit) {
        Some((site, _)) => Some(NextMark { site: *site, why: Some("light gets there".to_owned()) }),
        None => missing.first().map(|(site, _)| NextMark { site: *site, why: None }),
    }
}

/// The power of each output, once every input has arrived.
fn output(piece: Piece, site: Site, arrived: &BTreeMap<(Site, Side), Power>) -> Option<Power> {
    let inputs: Vec<Power> = piece
        .inputs()
        .sides()
        .map(|side| arrived.get(&(site, side)).copied())
        .collect::<Option<_>>()?;
    let sum = total(inputs);
    match piece {
        Piece::Bender { .. } | Piece::Combiner { .. } => Some(sum),
        Piece::Splitter { outs, .. } => Some(share(sum, outs.len())),
        _ => None,
    }
}

/// Counts the pieces of each mark in the tray.
pub(crate) fn tray(level: &Level) -> BTreeMap<Mark, u32> {
    let mut tray = BTreeMap::new();
    for (_, mark) in level.marks().filter(|(site, _)| site.place == Place::Tray) {
        *tray.entry(mark.clone()).or_insert(0) += 1;
    }
    tray
}

/// Checks that the player may place every placed piece on its site.
fn legal(level: &Level, play: &Play) -> Result<(), (String, Vec<Site>)> {
    let mut left = tray(level);
    for (site, mark) in play.iter() {
        let fault = |why: String| Err((why, vec![site]));
        if site.place != Place::Cell || !level.board.contains(site) {
            return fault(format!("{} is not a cell of the board", site.name()));
        }
        match Piece::read(mark) {
            Ok(piece) if piece.is_movable() => {}
            Ok(piece) => {
                return fault(format!("the player cannot place a {}", piece.spoken()));
            }
            Err(why) => return fault(why.into()),
        }
        if level.mark(site).is_some() {
            return fault(format!("{} is taken already", site.name()));
        }
        match left.get_mut(mark) {
            Some(n) if *n > 0 => *n -= 1,
            _ => {
                let piece = Piece::read(mark).map(Piece::spoken).unwrap_or_default();
                return fault(format!("the tray has no {piece} left"));
            }
        }
    }
    Ok(())
}

impl Rules for Refraction {
    /// The verdict of the rules.
    fn judge(&self, level: &Level, play: &Play) -> Verdict {
        if let Err((why, sites)) = legal(level, play) {
            return Verdict::Illegal { why, sites };
        }
        let light = light(level, play);
        for (site, mark) in level.marks().filter(|(site, _)| site.place == Place::Cell) {
            let Ok(Piece::Target { power, .. }) = Piece::read(mark) else { continue };
            let got = light.received.get(&site).copied().unwrap_or_default();
            if got != power {
                let why = format!("the target at {} gets {got}; it wants {power}", site.name());
                return Verdict::Unsolved { why, sites: vec![site] };
            }
        }
        Verdict::Solved
    }
}

/// The active network: the placed pieces that emit.
pub(crate) fn canonical(level: &Level, play: &Play) -> Play {
    let light = light(level, play);
    play.iter()
        .filter(|(site, _)| light.active.contains_key(site))
        .map(|(site, mark)| (site, mark.clone()))
        .collect()
}
