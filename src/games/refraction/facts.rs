//! What the encoding `refraction.lp` needs besides has/2: shapes of the pieces, sides, and the
//! table of powers. The only place, with `concepts.rs`, that knows this game's predicates.
//!
//! The table holds every power that matters: those of targets and of the concept, and those from
//! which operations of the tray's pieces can lead to one. It is computed as what the sources can
//! become within the numbers of splitters and combiners, filtered backwards. Everything else is
//! one power to the encoding, "one that cannot matter". Knows `level` and the pieces.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use num_traits::{CheckedAdd as _, CheckedDiv as _, CheckedMul as _, CheckedSub as _};

use super::concepts;
use super::piece::{Piece, Ports, Power, Side};
use crate::games::{GameError, Scope, StockItem};
use crate::level::{Level, Mark, Place};

/// More powers than this make a program too large to solve live.
const LARGEST_TABLE: usize = 1000;
/// More than this many are not even looked through for those that matter.
const LARGEST_REACH: usize = 4000;

/// What a level has or may have.
struct Inventory {
    pieces: BTreeSet<Piece>,
    sources: BTreeSet<Power>,
    /// Sum of all sources, at most.
    strongest: Power,
    wanted: BTreeSet<Power>,
    /// Splitters by two, by three, and additions (of combiners, and of targets with several ports).
    uses: [u32; 3],
}

fn too_fine() -> GameError {
    GameError::Board("the powers of this level are too fine to calculate with exactly".to_owned())
}

/// Facts of a level, fixed or to be designed.
pub fn facts(level: &Level, scope: Scope<'_>) -> Result<String, GameError> {
    let inventory = inventory(level, scope)?;
    let mut facts = String::new();
    let mut sets: BTreeSet<Ports> = Side::ALL.into_iter().map(Ports::one).collect();
    for piece in &inventory.pieces {
        let mark = piece.mark();
        sets.extend([piece.inputs(), piece.outputs()]);
        if let Some(kind) = piece.kind() {
            let (kind, ins, outs) = (kind.name(), piece.inputs(), piece.outputs());
            let _ = writeln!(facts, "shape({mark},{kind},{ins},{outs}).");
        }
    }
    for ports in sets.into_iter().filter(|ports| ports.len() > 0) {
        let _ = write!(facts, "size({ports},{}).", ports.len());
        for side in ports.sides() {
            let _ = write!(facts, " side({ports},{}).", side.letter());
        }
        facts.push('\n');
    }
    write_table(&table(&inventory)?, &mut facts);
    Ok(facts)
}

fn write_table(table: &[Power], facts: &mut String) {
    let index: BTreeMap<Power, usize> =
        table.iter().enumerate().map(|(n, power)| (*power, n + 1)).collect();
    for (power, i) in &index {
        let _ = write!(facts, "frac({i},{},{}).", power.numer(), power.denom());
        for k in [2i64, 3] {
            let part = power.checked_div(&Power::from_integer(k));
            if let Some(j) = part.and_then(|part| index.get(&part)) {
                let _ = write!(facts, " share({i},{k},{j}).");
            }
        }
        for (other, j) in &index {
            let sum = power.checked_add(other);
            if let Some(k) = sum.and_then(|sum| index.get(&sum)) {
                let _ = write!(facts, " sum({i},{j},{k}).");
            }
        }
        facts.push('\n');
    }
}

fn inventory(level: &Level, scope: Scope<'_>) -> Result<Inventory, GameError> {
    let mut inventory = Inventory {
        pieces: BTreeSet::new(),
        sources: BTreeSet::new(),
        strongest: Power::default(),
        wanted: concepts::powers(&level.concept),
        uses: [0; 3],
    };
    for (site, mark) in level.marks() {
        let fault = |why| GameError::Mark { site, why };
        let piece = Piece::read(mark).map_err(fault)?;
        let belongs = piece.is_movable() == (site.place == Place::Tray);
        if !belongs {
            return Err(fault(format!("a {} does not belong here", piece.spoken())));
        }
        inventory.take(piece, 1)?;
    }
    if let Scope::Design(stock) = scope {
        for item in stock {
            inventory.take_stock(item)?;
        }
    }
    Ok(inventory)
}

impl Inventory {
    fn take(&mut self, piece: Piece, times: u32) -> Result<(), GameError> {
        self.pieces.insert(piece);
        let more_ports = |ports: Ports| u32::try_from(ports.len().saturating_sub(1)).unwrap_or(0);
        match piece {
            Piece::Source { power, .. } => {
                self.sources.insert(power);
                let all = power.checked_mul(&Power::from_integer(i64::from(times)));
                let sum = all.and_then(|all| self.strongest.checked_add(&all));
                self.strongest = sum.ok_or_else(too_fine)?;
            }
            Piece::Target { ins, power } => {
                self.wanted.insert(power);
                self.uses[2] += times * more_ports(ins);
            }
            Piece::Splitter { outs, .. } => self.uses[outs.len().clamp(2, 3) - 2] += times,
            Piece::Combiner { ins, .. } => self.uses[2] += times * more_ports(ins),
            Piece::Bender { .. } | Piece::Blocker => {}
        }
        Ok(())
    }

    /// A stock may be used up to its limit with any of its marks; what a kind of piece can do is
    /// counted for the limit once, not once for each mark.
    fn take_stock(&mut self, item: &StockItem) -> Result<(), GameError> {
        let before = self.uses;
        let mut most = before;
        let mut strongest = self.strongest;
        for mark in &item.marks {
            let piece = read(mark)?;
            self.uses = before;
            let kept = self.strongest;
            self.take(piece, item.most)?;
            strongest = strongest.max(self.strongest);
            self.strongest = kept;
            for (all, one) in most.iter_mut().zip(self.uses) {
                *all = (*all).max(one);
            }
        }
        (self.uses, self.strongest) = (most, strongest);
        Ok(())
    }
}

fn read(mark: &Mark) -> Result<Piece, GameError> {
    Piece::read(mark).map_err(GameError::Board)
}

/// Ways to a power, each the numbers of operations it takes; none is within another.
type Ways = BTreeMap<Power, Vec<[u32; 3]>>;

fn within(a: &[u32; 3], b: &[u32; 3]) -> bool {
    a.iter().zip(b).all(|(a, b)| a <= b)
}

fn plus(a: &[u32; 3], b: &[u32; 3]) -> [u32; 3] {
    std::array::from_fn(|n| a.get(n).copied().unwrap_or(0) + b.get(n).copied().unwrap_or(0))
}

/// Notes a way to a power; false when it is no better than a known one.
fn note(ways: &mut Ways, power: Power, uses: [u32; 3]) -> bool {
    let known = ways.entry(power).or_default();
    if known.iter().any(|way| within(way, &uses)) {
        return false;
    }
    known.retain(|way| !within(&uses, way));
    known.push(uses);
    true
}

/// Every power that matters, by value: what is wanted, and what operations can turn into it.
///
/// Pieces before a power and pieces behind it are different pieces, since light has no cycles. So
/// the operations that lead to it and those that lead on from it must be there together.
fn table(inventory: &Inventory) -> Result<Vec<Power>, GameError> {
    let reach = reach(inventory)?;
    let can = |power: &Power, behind: &[u32; 3]| {
        reach.get(power).is_some_and(|ways| {
            ways.iter().any(|before| within(&plus(before, behind), &inventory.uses))
        })
    };
    let mut matters = Ways::new();
    let mut fresh: Vec<(Power, [u32; 3])> = Vec::new();
    for power in &inventory.wanted {
        note(&mut matters, *power, [0; 3]);
        fresh.push((*power, [0; 3]));
    }
    while let Some((power, behind)) = fresh.pop() {
        let mut news: Vec<(Power, [u32; 3])> = Vec::new();
        for (k, use_) in [(2, [1, 0, 0]), (3, [0, 1, 0])] {
            let whole = power.checked_mul(&Power::from_integer(k)).ok_or_else(too_fine)?;
            news.push((whole, plus(&behind, &use_)));
        }
        let sum = plus(&behind, &[0, 0, 1]);
        for part in reach.keys().take_while(|part| **part < power) {
            let rest = power.checked_sub(part).ok_or_else(too_fine)?;
            if can(&rest, &sum) {
                news.push((*part, sum));
            }
        }
        for (power, behind) in news {
            if can(&power, &behind) && note(&mut matters, power, behind) {
                fresh.push((power, behind));
            }
        }
    }
    if matters.len() > LARGEST_TABLE {
        return Err(GameError::Board(format!(
            "{} different powers can matter here, more than the {LARGEST_TABLE} that are solved; \
             use fewer splitters and combiners",
            matters.len()
        )));
    }
    Ok(matters.into_keys().collect())
}

/// What the sources can become. Each power keeps the least numbers of operations that lead to it
/// (a splitter that serves two branches counts once, so the larger number of the two is a bound).
fn reach(inventory: &Inventory) -> Result<Ways, GameError> {
    let mut reached = Ways::new();
    let mut fresh: Vec<(Power, [u32; 3])> =
        inventory.sources.iter().map(|power| (*power, [0; 3])).collect();
    let mut news: Vec<(Power, [u32; 3])> = Vec::new();
    while let Some((power, uses)) = fresh.pop() {
        let possible = power <= inventory.strongest && within(&uses, &inventory.uses);
        if !possible || !note(&mut reached, power, uses) {
            continue;
        }
        if reached.len() > LARGEST_REACH {
            return Err(GameError::Board(
                "the tray can make too many different powers; use fewer splitters and combiners"
                    .to_owned(),
            ));
        }
        let [halves, thirds, sums] = uses;
        for (k, uses) in [(2, [halves + 1, thirds, sums]), (3, [halves, thirds + 1, sums])] {
            let part = power.checked_div(&Power::from_integer(k)).ok_or_else(too_fine)?;
            news.push((part, uses));
        }
        for (other, ways) in &reached {
            for way in ways {
                let sum = power.checked_add(other).ok_or_else(too_fine)?;
                let uses = [halves.max(way[0]), thirds.max(way[1]), sums.max(way[2]) + 1];
                news.push((sum, uses));
            }
        }
        fresh.append(&mut news);
    }
    Ok(reached)
}
