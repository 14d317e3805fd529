//! What a region with so many of each piece comes to, whatever its cells are. Knows the pieces.

use crate::games::witness::piece::{Form, PanelSymbol};

/// Whether a region with so many of these pieces is satisfied, but for edges and tilings. Erasers take
/// what is wrong, and with fewer of them it would still be.
pub fn holds(pieces: &[PanelSymbol], counts: &[usize]) -> bool {
    let is_eraser = |piece: &PanelSymbol| matches!(piece, PanelSymbol::Eraser(_));
    let erasers = pieces.iter().zip(counts).filter(|(piece, _)| is_eraser(piece));
    let erasers: usize = erasers.map(|(_, count)| count).sum();
    let wrong = wrong(pieces, counts);
    if erasers == 0 {
        return wrong.is_empty();
    }
    let enough = |n: &usize| some_taken(pieces, &mut counts.to_vec(), &wrong, *n);
    (0..=erasers).find(enough) == Some(erasers)
}

/// Whether all is well when just so many pieces of these kinds are taken.
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

/// The kinds of a region's pieces that do not get what they ask for.
fn wrong(pieces: &[PanelSymbol], counts: &[usize]) -> Vec<usize> {
    let total = counts.iter().sum();
    let here = || pieces.iter().zip(counts).enumerate().filter(|(_, (_, count))| **count > 0);
    let is_wrong = |(_, (piece, _)): &(usize, (&PanelSymbol, &usize))| {
        let form = match piece {
            // Of squares only: but what is no square is related to a square as well.
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
