//! Random levels, and all plays of small ones.

use std::collections::{BTreeMap, BTreeSet};

use crate::about::Refraction;
use crate::judge::{canonical, light, tray};
use crate::piece::{Piece, Ports, Power, Side};
use fastrand::Rng;
use foolproof_game::{Rules as _, Verdict};
use foolproof_level::{Board, Concept, Level, Mark, Play, Site};

pub(crate) fn pick<T: Clone>(rng: &mut Rng, from: &[T]) -> T {
    from[rng.usize(0..from.len())].clone()
}

fn any_power(rng: &mut Rng) -> Power {
    let powers = [(1, 1), (1, 2), (1, 3), (2, 3), (3, 4), (1, 4), (2, 1), (1, 6)];
    let (top, bottom) = pick(rng, &powers);
    Power::new(top, bottom)
}

pub(crate) fn free_cells(level: &Level) -> Vec<Site> {
    level.board.cells().filter(|site| level.mark(*site).is_none()).collect()
}

/// A small level that can often be solved: pieces are placed and lit, and ends of beams become targets.
pub(crate) fn random_level(
    rng: &mut Rng,
    cols: u16,
    rows: u16,
    most_pieces: usize,
    ports: bool,
) -> Level {
    let mut level = Level::open("refraction", Board { cols, rows, tray: 8 });
    let cells: Vec<Site> = level.board.cells().collect();
    for _ in 0..rng.usize(1..=2) {
        let out = pick(rng, &Side::ALL);
        let power = if rng.bool() { Power::from_integer(1) } else { any_power(rng) };
        level.paint(pick(rng, &cells), Some(Piece::Source { out, power }.mark()));
    }
    for _ in 0..rng.usize(0..=2) {
        let cell = pick(rng, &cells);
        if level.mark(cell).is_none() {
            level.paint(cell, Some(Piece::Blocker.mark()));
        }
    }
    let movable = Piece::all_movable();
    let mut play = Play::default();
    for _ in 0..rng.usize(0..=most_pieces) {
        add_lit_piece(rng, &level, &mut play, &movable);
    }
    for _ in 0..rng.usize(1..=2) {
        add_target(rng, &mut level, &mut play, ports);
    }
    settle_targets(rng, &mut level, &play);
    level.intended = Some(play.clone());
    let mut marks: Vec<Mark> = play.iter().map(|(_, mark)| mark.clone()).collect();
    while marks.len() < most_pieces && rng.u8(0..3) > 0 {
        let extra = if marks.is_empty() || rng.bool() {
            pick(rng, &movable).mark()
        } else {
            pick(rng, &marks)
        };
        marks.push(extra);
    }
    rng.shuffle(&mut marks);
    for (n, mark) in marks.into_iter().enumerate() {
        level.paint(Site::tray(n as u16), Some(mark));
    }
    level
}

/// Places a piece in the way of a beam, usually so that light enters it.
fn add_lit_piece(rng: &mut Rng, level: &Level, play: &mut Play, movable: &[Piece]) {
    let light = light(level, play);
    let free: Vec<Site> =
        free_cells(level).into_iter().filter(|site| play.get(*site).is_none()).collect();
    if free.is_empty() {
        return;
    }
    for _ in 0..20 {
        let (cell, piece) = (pick(rng, &free), pick(rng, movable));
        let mut next = play.clone();
        next.0.insert(cell, piece.mark());
        let lit = crate::judge::light(level, &next);
        if lit.active.len() > light.active.len() || rng.u8(0..20) == 0 {
            *play = next;
            return;
        }
    }
}

/// Puts a target on a lit cell.
fn add_target(rng: &mut Rng, level: &mut Level, play: &mut Play, ports: bool) {
    let free: Vec<Site> =
        free_cells(level).into_iter().filter(|site| play.get(*site).is_none()).collect();
    for _ in 0..30 {
        if free.is_empty() {
            return;
        }
        let cell = pick(rng, &free);
        let count = if ports { rng.usize(1..=3) } else { 1 };
        let ins = pick(rng, &Ports::choices(count, None));
        let mut next = level.clone();
        next.paint(cell, Some(Piece::Target { ins, power: Power::from_integer(1) }.mark()));
        let got = light(&next, play).received.get(&cell).copied().unwrap_or_default();
        let wild = rng.u8(0..40) == 0;
        if got == Power::default() && !wild {
            continue;
        }
        let power = if wild { any_power(rng) } else { got };
        next.paint(cell, Some(Piece::Target { ins, power }.mark()));
        *level = next;
        return;
    }
}

/// Sets each target to the power it receives once all of them are there, and removes most of those that
/// receive nothing.
fn settle_targets(rng: &mut Rng, level: &mut Level, play: &Play) {
    for _ in 0..4 {
        let received = light(level, play).received;
        for (site, got) in received {
            let Some(Piece::Target { ins, .. }) = level.mark(site).map(|m| Piece::read(m).unwrap())
            else {
                continue;
            };
            if got != Power::default() {
                level.paint(site, Some(Piece::Target { ins, power: got }.mark()));
            } else if rng.u8(0..20) > 0 {
                level.paint(site, None);
            }
        }
    }
}

/// Changes the level in some small way, so that it may lose its solutions or get others.
pub(crate) fn disturb(rng: &mut Rng, level: &mut Level) {
    let cell = pick(rng, &level.board.cells().collect::<Vec<_>>());
    match level.mark(cell).map(|mark| Piece::read(mark).unwrap()) {
        None => level.paint(cell, Some(Piece::Blocker.mark())),
        Some(Piece::Target { ins, .. }) => {
            level.paint(cell, Some(Piece::Target { ins, power: any_power(rng) }.mark()));
        }
        Some(Piece::Source { out, .. }) => {
            level.paint(cell, Some(Piece::Source { out, power: any_power(rng) }.mark()));
        }
        Some(_) => level.paint(cell, None),
    }
}

/// The level somewhere on a large board, with blockers all around.
pub(crate) fn within_a_large_board(rng: &mut Rng, level: &Level) -> Level {
    let (dx, dy) = (rng.u16(0..=16 - level.board.cols), rng.u16(0..=16 - level.board.rows));
    let moved = |site: Site| Site::cell(site.col + dx, site.row + dy);
    let mut large = Level::open("refraction", Board { cols: 16, rows: 16, tray: level.board.tray });
    for site in large.board.cells() {
        large.paint(site, Some(Piece::Blocker.mark()));
    }
    for site in level.board.cells() {
        large.paint(moved(site), level.mark(site).cloned());
    }
    for site in level.board.tray_slots() {
        large.paint(site, level.mark(site).cloned());
    }
    let intended = level.intended.iter().flat_map(Play::iter);
    large.intended = Some(intended.map(|(site, mark)| (moved(site), mark.clone())).collect());
    large
}

/// A random concept about the content of the level.
pub(crate) fn random_concept(rng: &mut Rng, level: &Level, depth: u32) -> Concept {
    if depth > 0 && rng.u8(0..3) > 0 {
        let parts = |rng: &mut Rng| {
            (0..rng.usize(2..=3)).map(|_| random_concept(rng, level, depth - 1)).collect()
        };
        return match rng.u8(0..5) {
            0 | 1 => Concept::And(parts(rng)),
            2 | 3 => Concept::Or(parts(rng)),
            _ => Concept::Not(Box::new(random_concept(rng, level, depth - 1))),
        };
    }
    let marks: Vec<Mark> = tray(level).into_keys().collect();
    let kind = pick(rng, &["bender", "splitter", "combiner", "any"]);
    let n = rng.usize(0..4);
    let cell = pick(rng, &level.board.cells().collect::<Vec<_>>());
    let fraction = any_power(rng);
    let text = match rng.u8(0..12) {
        0..=2 => format!("used({kind},{n})"),
        3 => format!("at_most({n})"),
        4 | 5 => format!("built(frac({},{}))", fraction.numer(), fraction.denom()),
        6 if !marks.is_empty() => {
            // Help for a target with several ports is left to the solver.
            let one_port = |(_, mark): (Site, &Mark)| match Piece::read(mark) {
                Ok(Piece::Target { ins, .. }) => ins.len() == 1,
                _ => true,
            };
            let told = if level.marks().all(one_port) { 2 } else { 1 };
            let property = pick(rng, &["uses", "helps"][..told]);
            format!("{property}({})", pick(rng, &marks))
        }
        7 => format!("through({cell})"),
        8 => "all_pieces".to_owned(),
        9 => "monolithic".to_owned(),
        10 => "intended".to_owned(),
        11 => {
            let play = level.intended.clone().unwrap_or_default();
            format!("network({})", canonical(level, &play).term())
        }
        _ => return Concept::Any,
    };
    Concept::Is(text.parse().expect("a property"))
}

/// The networks of all plays that solve the level, each with a play that has it.
pub(crate) fn all_networks(level: &Level) -> BTreeMap<Play, Play> {
    let mut left: Vec<(Mark, u32)> = tray(level).into_iter().collect();
    let mut found = BTreeMap::new();
    let cells = free_cells(level);
    put_all(level, &cells, &mut left, &mut Play::default(), &mut found);
    found
}

fn put_all(
    level: &Level,
    cells: &[Site],
    left: &mut Vec<(Mark, u32)>,
    play: &mut Play,
    found: &mut BTreeMap<Play, Play>,
) {
    let Some((cell, rest)) = cells.split_first() else {
        if Refraction.judge(level, play) == Verdict::Solved {
            found.entry(canonical(level, play)).or_insert_with(|| play.clone());
        }
        return;
    };
    put_all(level, rest, left, play, found);
    for n in 0..left.len() {
        if left[n].1 == 0 {
            continue;
        }
        left[n].1 -= 1;
        play.0.insert(*cell, left[n].0.clone());
        put_all(level, rest, left, play, found);
        play.0.remove(cell);
        left[n].1 += 1;
    }
}

pub(crate) fn count_plays(level: &Level) -> u64 {
    let cells = free_cells(level).len() as u64;
    let left: Vec<u64> = tray(level).into_values().map(u64::from).collect();
    fn go(cells: u64, left: &[u64]) -> u64 {
        let Some((first, rest)) = left.split_first() else { return 1 };
        (0..=*first.min(&cells))
            .map(|n| (0..n).fold(1, |ways, k| ways * (cells - k) / (k + 1)) * go(cells - n, rest))
            .sum()
    }
    go(cells, &left)
}

pub(crate) type Puts = BTreeSet<(Site, Mark)>;

/// The marks that all plays have, and those that some have.
pub(crate) fn marks_of(plays: &[&Play]) -> (Puts, Puts) {
    let set =
        |play: &Play| -> Puts { play.iter().map(|(site, mark)| (site, mark.clone())).collect() };
    let mut sets = plays.iter().map(|play| set(play));
    let Some(first) = sets.next() else { return Default::default() };
    let (mut forced, mut possible) = (first.clone(), first);
    for other in sets {
        forced.retain(|put| other.contains(put));
        possible.extend(other);
    }
    (forced, possible)
}
