//! Properties of a region that follow from its numbers of each piece, regardless of its cells.

use std::collections::HashMap;

use crate::piece::{Colour, Form, PanelSymbol, Polyomino};
use foolproof_game::StudyError;

/// A bit for each pair of types.
pub(crate) type TypePairs = [u64; WORDS];
const WORDS: usize = 2;
/// Most first types of a walk.
pub(crate) const MAX_FIRSTS: usize = 64 * WORDS;
pub(crate) const NO_PAIRS: TypePairs = [0; WORDS];

pub(crate) fn both(one: TypePairs, other: TypePairs) -> TypePairs {
    std::array::from_fn(|n| one[n] & other[n])
}

/// Contents without polyominoes, and with more of them than a board has room for.
const NO_POLYS: u32 = u32::MAX;
const TOO_MANY_POLYS: u32 = u32::MAX - 1;

/// Entries of the table of contents; more would take too much memory.
const LARGEST_TABLE: usize = 1 << 22;
/// Entries of the table between two checks whether to continue.
const CONTENTS_A_LOOK: usize = 1 << 10;

/// The numbers of contents: the numbers of pieces of each kind, as digits to the base of one more than a
/// level's most pieces.
#[derive(Clone, Copy)]
pub(crate) struct ContentNumbers {
    base: usize,
    size: usize,
}

impl ContentNumbers {
    /// Fails if there are too many to walk.
    pub(crate) fn new(kinds: usize, most: usize) -> Result<Self, StudyError> {
        let size = u32::try_from(kinds).ok().and_then(|kinds| (most + 1).checked_pow(kinds));
        let size = size.filter(|size| *size <= LARGEST_TABLE).ok_or_else(|| {
            format!("{kinds} kinds of symbols, up to {most} in a level, are too many to search")
        })?;
        Ok(Self { base: most + 1, size })
    }

    /// Number of pieces of a kind in a content.
    fn count(self, content: usize, kind: usize) -> usize {
        content / self.base.pow(kind as u32) % self.base
    }
}

/// Every content of a region.
pub(crate) struct ContentTable {
    numbers: ContentNumbers,
    /// For every content, a bit for each pair: whether such a region is satisfied, but for edges and tilings.
    satisfied: Vec<TypePairs>,
    /// For every content, the index of its polyominoes in `tilings`; empty if no content has any.
    polys: Vec<u32>,
    /// Polyominoes that a region may have to be tiled by.
    pub(crate) tilings: Vec<Vec<Polyomino>>,
}

impl ContentTable {
    /// Takes lists with equal numbers of pieces. The computation takes a while for many lists, so `go_on` may
    /// end it: `None` then.
    pub(crate) fn of(
        each: &[Vec<PanelSymbol>],
        most: usize,
        n_cells: usize,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Option<Self>, StudyError> {
        let pieces = each.first().map_or(&[][..], Vec::as_slice);
        let numbers = ContentNumbers::new(pieces.len(), most)?;
        let Some((polys, tilings)) = tilings(pieces, numbers, n_cells, go_on) else {
            return Ok(None);
        };
        let Some(mut satisfied) = satisfied(each, numbers, go_on) else { return Ok(None) };
        for (row, polys) in satisfied.iter_mut().zip(&polys) {
            if *polys == TOO_MANY_POLYS {
                *row = NO_PAIRS;
            }
        }
        Ok(Some(Self { numbers, satisfied, polys, tilings }))
    }

    /// The increment of a content for one more piece of a kind.
    pub(crate) fn step(&self, kind: usize) -> u32 {
        // A kind whose step has no room has no content in the table either.
        u32::try_from(self.numbers.base.pow(kind as u32)).unwrap_or(0)
    }

    pub(crate) fn row(&self, content: u32) -> TypePairs {
        self.satisfied.get(content as usize).copied().unwrap_or_default()
    }

    /// The tiling that a region with this content must have.
    pub(crate) fn tiling(&self, content: u32) -> Option<usize> {
        let polys = self.polys.get(content as usize)?;
        (*polys < TOO_MANY_POLYS).then_some(*polys as usize)
    }
}

/// Returns whether a region with these numbers of pieces is satisfied, except for edges and tilings, under
/// the game's rules: erasers vanish with what they erase.
pub(crate) fn holds(pieces: &[PanelSymbol], counts: &[usize]) -> bool {
    let is_eraser = |piece: &PanelSymbol| matches!(piece, PanelSymbol::Eraser(_));
    let erasers = pieces.iter().zip(counts).filter(|(piece, _)| is_eraser(piece));
    let erasers: usize = erasers.map(|(_, count)| count).sum();
    let wrong = wrong(pieces, counts);
    if erasers == 0 {
        return wrong.is_empty();
    }
    let of_colour = |colour: Colour| -> usize {
        let all = pieces.iter().zip(counts);
        all.filter(|(piece, _)| piece.kind().is_some_and(|(_, tint)| tint == colour))
            .map(|(_, count)| count)
            .sum()
    };
    // Stars that are alone of their colour must be erased.
    let is_lonely = |kind: &usize| match pieces.get(*kind) {
        Some(PanelSymbol::Star(colour)) => of_colour(*colour) == 1,
        _ => false,
    };
    let (lonely, rest): (Vec<usize>, Vec<usize>) = wrong.into_iter().partition(is_lonely);
    let Some(left) = erasers.checked_sub(lonely.len()) else { return false };
    let mut kept: Vec<usize> = counts.to_vec();
    for (kind, count) in kept.iter_mut().enumerate() {
        if lonely.contains(&kind) || pieces.get(kind).is_some_and(is_eraser) {
            *count = 0;
        }
    }
    // Left-over erasers erase each other, once one has been used if it had a use.
    let fewest = usize::from(left > 0 && !rest.is_empty());
    let mut numbers = (fewest..=left).filter(|n| (left - n) % 2 == 0);
    numbers.any(|n| some_taken(pieces, &mut kept, &rest, n))
}

/// Returns whether everything holds when exactly `n` pieces of these kinds are erased.
fn some_taken(pieces: &[PanelSymbol], counts: &mut [usize], kinds: &[usize], n: usize) -> bool {
    let Some((kind, others)) = kinds.split_first() else {
        return n == 0 && wrong(pieces, counts).is_empty();
    };
    let all = counts.get(*kind).copied().unwrap_or(0);
    let found = (0..=n.min(all)).any(|taken| {
        counts.iter_mut().skip(*kind).take(1).for_each(|count| *count = all - taken);
        some_taken(pieces, counts, others, n - taken)
    });
    counts.iter_mut().skip(*kind).take(1).for_each(|count| *count = all);
    found
}

/// The kinds of a region's unsatisfied pieces.
fn wrong(pieces: &[PanelSymbol], counts: &[usize]) -> Vec<usize> {
    let total = counts.iter().sum();
    let here = || pieces.iter().zip(counts).enumerate().filter(|(_, (_, count))| **count > 0);
    let is_wrong = |(_, (piece, _)): &(usize, (&PanelSymbol, &usize))| {
        let form = match piece {
            // For squares only; but anything else is related to squares as well.
            PanelSymbol::Square(_) => Form::SEPARATION,
            piece => match piece.form() {
                Some(form) => form,
                None => return false,
            },
        };
        let Some((kind, colour)) = piece.kind() else { return false };
        let related = here().filter(|(_, (other, _))| {
            other.kind().is_some_and(|(other, tint)| form.relates(other == kind, tint == colour))
        });
        !form.comparison.holds(related.map(|(_, (_, count))| count).sum(), total)
    };
    here().filter(is_wrong).map(|(kind, _)| kind).collect()
}

/// For every content of a region, a bit for each list of pieces: whether such a region is satisfied.
fn satisfied(
    each: &[Vec<PanelSymbol>],
    numbers: ContentNumbers,
    go_on: &dyn Fn() -> bool,
) -> Option<Vec<TypePairs>> {
    let mut satisfied = vec![[0; WORDS]; numbers.size];
    let mut counts = vec![0usize; each.first().map_or(0, Vec::len)];
    for (content, row) in satisfied.iter_mut().enumerate() {
        if content.is_multiple_of(CONTENTS_A_LOOK) && !go_on() {
            return None;
        }
        let mut rest = content;
        for count in &mut counts {
            *count = rest % numbers.base;
            rest /= numbers.base;
        }
        for (n, pieces) in each.iter().enumerate() {
            if let Some(word) = row.get_mut(n / 64).filter(|_| holds(pieces, &counts)) {
                *word |= 1 << (n % 64);
            }
        }
    }
    Some(satisfied)
}

/// The polyominoes of contents, and for every content the index of its own; empty if no piece is one.
fn tilings(
    pieces: &[PanelSymbol],
    numbers: ContentNumbers,
    n_cells: usize,
    go_on: &dyn Fn() -> bool,
) -> Option<(Vec<u32>, Vec<Vec<Polyomino>>)> {
    let shape = |piece: &PanelSymbol| match piece {
        PanelSymbol::Poly { shape, .. } => Some(*shape),
        _ => None,
    };
    let shapes: Vec<Option<Polyomino>> = pieces.iter().map(shape).collect();
    let (mut tilings, mut known) = (Vec::new(), HashMap::new());
    if shapes.iter().flatten().next().is_none() {
        return Some((Vec::new(), tilings));
    }
    let of_content = |content: usize| {
        if content.is_multiple_of(CONTENTS_A_LOOK) && !go_on() {
            return None;
        }
        let digits = shapes.iter().enumerate().map(|(kind, shape)| {
            std::iter::repeat_n(*shape, numbers.count(content, kind)).flatten()
        });
        let shapes: Vec<Polyomino> = digits.flatten().collect();
        Some(match shapes.iter().map(|shape| shape.area() as usize).sum::<usize>() {
            0 => NO_POLYS,
            area if area > n_cells => TOO_MANY_POLYS,
            _ => *known.entry(shapes).or_insert_with_key(|shapes| {
                tilings.push(shapes.clone());
                u32::try_from(tilings.len() - 1).unwrap_or(TOO_MANY_POLYS)
            }),
        })
    };
    let polys: Option<Vec<u32>> = (0..numbers.size).map(of_content).collect();
    Some((polys?, tilings))
}
