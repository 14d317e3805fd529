//! Facts for the encoding `refraction.lp` besides has/2: shapes of the pieces, sides, and the table of
//! powers. The only place, with `concepts.rs`, that knows this game's predicates.
//!
//! The table holds every power that matters: those of targets and of the concept, and those that the tray's
//! pieces can turn into one. It is computed as what the sources can become with the available splitters and
//! combiners, filtered backwards. The encoding treats everything else as one power, "one that cannot matter".
//!
//! A stock is bounded by the space: no level has more pieces in its tray than the tray has slots.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use num_traits::{CheckedAdd as _, CheckedDiv as _, CheckedMul as _, CheckedSub as _};

use crate::concepts;
use crate::piece::{Piece, Ports, Power, Side};
use foolproof_game::{AcceptError, GameError, Scope, StockItem};
use foolproof_level::{Hold, Level, Mark, Place};

/// Limit of powers, beyond which the program is too large to solve live.
const LARGEST_TABLE: usize = 1000;
/// Limit of reachable powers, beyond which those that matter are not even determined.
const LARGEST_REACH: usize = 4000;

/// The content that a level has or may have.
struct Inventory {
    pieces: BTreeSet<Piece>,
    sources: BTreeSet<Power>,
    /// Sum of all sources, at most.
    strongest: Power,
    wanted: BTreeSet<Power>,
    /// Splitters by two, by three, and additions (of combiners, and of targets with several ports).
    uses: [u32; 3],
    /// Number of additions that produce wanted powers of targets; and the most that a combiner can make.
    by_targets: u32,
    by_combiner: u32,
    /// Most splitters and combiners together.
    slots: u32,
}

/// Combinations of powers to look at before a level is given up: some tenths of a second.
const MAX_WORK: u64 = 1_000_000;

/// Limits of the search for powers, and the part of the level that the error blames.
struct PowerBounds {
    work: u64,
    reach: usize,
    blamed: &'static str,
}

impl PowerBounds {
    fn new(scope: Scope<'_>, reach: usize) -> Self {
        let blamed = match scope {
            Scope::Fixed => "the splitters and combiners of this level",
            Scope::Design(_) => "the sources, splitters and combiners that open cells may hold",
        };
        Self { work: 0, reach, blamed }
    }

    fn step(&mut self) -> Result<(), GameError> {
        self.work += 1;
        if self.work > MAX_WORK { Err(self.too_many(self.reach)) } else { Ok(()) }
    }

    fn too_many(&self, most: usize) -> GameError {
        GameError::TooMuch(format!(
            "{} can make more than {most} different powers, which is too many for this search",
            self.blamed
        ))
    }
}

fn too_fine() -> GameError {
    GameError::TooMuch("the powers of this level are too fine to calculate with exactly".to_owned())
}

/// Facts of a level, fixed or to be designed.
pub(crate) fn facts(level: &Level, scope: Scope<'_>) -> Result<String, GameError> {
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
    write_table(&table(&inventory, PowerBounds::new(scope, LARGEST_REACH))?, &mut facts);
    Ok(facts)
}

/// Returns whether the table of powers of a stock's levels has at most `most` entries.
pub(crate) fn is_small(level: &Level, stock: &[StockItem], most: usize) -> bool {
    let scope = Scope::Design(stock);
    let table = inventory(level, scope)
        .and_then(|inventory| table(&inventory, PowerBounds::new(scope, 4 * most)));
    table.is_ok_and(|table| table.len() <= most)
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
        by_targets: 0,
        by_combiner: 1,
        slots: u32::from(level.board.tray),
    };
    let (mut held, mut locked) = (Power::default(), (Power::default(), 0));
    for (site, mark) in level.marks() {
        let fault = |why: AcceptError| GameError::Mark { site, why };
        let piece = Piece::read(mark).map_err(|why| fault(why.into()))?;
        let belongs = piece.is_movable() == (site.place == Place::Tray);
        if !belongs {
            let why = format!("a {} does not belong here", piece.spoken());
            return Err(fault(AcceptError::Elsewhere(why)));
        }
        if let Piece::Source { power, .. } = piece {
            held = held.checked_add(&power).ok_or_else(too_fine)?;
            if level.hold(site) == Hold::Locked {
                locked = (locked.0.checked_add(&power).ok_or_else(too_fine)?, locked.1 + 1);
            }
        }
        inventory.take(piece, 1);
    }
    let mut sources = 0;
    if let Scope::Design(stock) = scope {
        for item in stock {
            sources += inventory.take_stock(item)?;
        }
    }
    // Unlocked sources may be any of the stock's.
    let strongest = inventory.sources.last().copied().unwrap_or_default();
    let others = Power::from_integer(i64::from(sources).saturating_sub(locked.1).max(0));
    let most = strongest.checked_mul(&others).and_then(|most| most.checked_add(&locked.0));
    inventory.strongest = held.max(most.ok_or_else(too_fine)?);
    Ok(inventory)
}

impl Inventory {
    fn take(&mut self, piece: Piece, times: u32) {
        self.pieces.insert(piece);
        let more_ports = |ports: Ports| u32::try_from(ports.len().saturating_sub(1)).unwrap_or(0);
        match piece {
            Piece::Source { power, .. } => {
                self.sources.insert(power);
            }
            Piece::Target { ins, power } => {
                self.wanted.insert(power);
                self.uses[2] = self.uses[2].saturating_add(times.saturating_mul(more_ports(ins)));
                self.by_targets =
                    self.by_targets.saturating_add(times.saturating_mul(more_ports(ins)));
            }
            Piece::Splitter { outs, .. } => {
                let of_kind = &mut self.uses[outs.len().clamp(2, 3) - 2];
                *of_kind = of_kind.saturating_add(times);
            }
            Piece::Combiner { ins, .. } => {
                self.uses[2] = self.uses[2].saturating_add(times.saturating_mul(more_ports(ins)));
                self.by_combiner = self.by_combiner.max(more_ports(ins));
            }
            Piece::Bender { .. } | Piece::Blocker => {}
        }
    }

    /// A stock may be used up to its limit with any of its marks; the operations of a kind of piece are
    /// counted once for the limit, not once for each mark. Returns the number of sources it may hold.
    fn take_stock(&mut self, item: &StockItem) -> Result<u32, GameError> {
        let (before, by_targets) = (self.uses, self.by_targets);
        let (mut most, mut most_by_targets) = (before, by_targets);
        let times = if item.place == Place::Tray { item.most.min(self.slots) } else { item.most };
        let mut sources = 0;
        for mark in item.marks.iter().filter(|_| times > 0) {
            let piece = read(mark)?;
            if matches!(piece, Piece::Source { .. }) {
                sources = times;
            }
            (self.uses, self.by_targets) = (before, by_targets);
            self.take(piece, times);
            for (all, one) in most.iter_mut().zip(self.uses) {
                *all = (*all).max(one);
            }
            most_by_targets = most_by_targets.max(self.by_targets);
        }
        (self.uses, self.by_targets) = (most, most_by_targets);
        Ok(sources)
    }

    /// Returns whether there may be enough pieces for these operations.
    fn allows(&self, uses: &[u32; 3]) -> bool {
        let [halves, thirds, sums] = *uses;
        let combiners = sums.saturating_sub(self.by_targets).div_ceil(self.by_combiner);
        within(uses, &self.uses) && halves + thirds + combiners <= self.slots
    }
}

fn read(mark: &Mark) -> Result<Piece, GameError> {
    Piece::read(mark).map_err(|why| GameError::Board(why.into()))
}

/// Ways to a power, each as the numbers of operations needed; none is within another.
type Ways = BTreeMap<Power, Vec<[u32; 3]>>;

fn within(a: &[u32; 3], b: &[u32; 3]) -> bool {
    a.iter().zip(b).all(|(a, b)| a <= b)
}

fn plus(a: &[u32; 3], b: &[u32; 3]) -> [u32; 3] {
    std::array::from_fn(|n| a.get(n).copied().unwrap_or(0) + b.get(n).copied().unwrap_or(0))
}

/// Records a way to a power; false if it is no better than a known one.
fn note(ways: &mut Ways, power: Power, uses: [u32; 3]) -> bool {
    let known = ways.entry(power).or_default();
    if known.iter().any(|way| within(way, &uses)) {
        return false;
    }
    known.retain(|way| !within(&uses, way));
    known.push(uses);
    true
}

/// Every power that matters, in ascending order: the wanted ones, and those that operations can turn into
/// wanted ones.
///
/// Pieces before a power and pieces behind it are different pieces, since light has no cycles. So the
/// operations that lead to it and those that lead on from it must be available together.
fn table(inventory: &Inventory, mut bounds: PowerBounds) -> Result<Vec<Power>, GameError> {
    let reach = reach(inventory, &mut bounds)?;
    let can = |power: &Power, behind: &[u32; 3]| {
        reach
            .get(power)
            .is_some_and(|ways| ways.iter().any(|before| inventory.allows(&plus(before, behind))))
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
        // Without a remaining addition, there are no parts to look at.
        let adds = within(&sum, &inventory.uses);
        for part in reach.keys().take_while(|part| adds && **part < power) {
            bounds.step()?;
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
        if matters.len() > LARGEST_TABLE {
            return Err(bounds.too_many(LARGEST_TABLE));
        }
    }
    Ok(matters.into_keys().collect())
}

/// The powers that the sources can become. Each power keeps the least numbers of operations that lead to it
/// (a splitter that serves two branches counts once, so the larger number of the two is a bound).
fn reach(inventory: &Inventory, bounds: &mut PowerBounds) -> Result<Ways, GameError> {
    let mut reached = Ways::new();
    let possible =
        |(power, uses): &(Power, [u32; 3])| *power <= inventory.strongest && inventory.allows(uses);
    let mut fresh: Vec<(Power, [u32; 3])> =
        inventory.sources.iter().map(|power| (*power, [0; 3])).collect();
    let mut news: Vec<(Power, [u32; 3])> = Vec::new();
    while let Some((power, uses)) = fresh.pop() {
        if !possible(&(power, uses)) || !note(&mut reached, power, uses) {
            continue;
        }
        if reached.len() > bounds.reach {
            return Err(bounds.too_many(bounds.reach));
        }
        let [halves, thirds, sums] = uses;
        for (k, uses) in [(2, [halves + 1, thirds, sums]), (3, [halves, thirds + 1, sums])] {
            let part = power.checked_div(&Power::from_integer(k)).ok_or_else(too_fine)?;
            news.push((part, uses));
        }
        for (other, ways) in &reached {
            let sum = power.checked_add(other).ok_or_else(too_fine)?;
            // The others are stronger still.
            if sum > inventory.strongest || sums >= inventory.uses[2] {
                break;
            }
            for way in ways {
                bounds.step()?;
                let uses = [halves.max(way[0]), thirds.max(way[1]), sums.max(way[2]) + 1];
                news.push((sum, uses));
            }
        }
        let known = |(power, uses): &(Power, [u32; 3])| {
            reached.get(power).is_some_and(|ways| ways.iter().any(|way| within(way, uses)))
        };
        fresh.extend(news.drain(..).filter(|new| possible(new) && !known(new)));
    }
    Ok(reached)
}
