//! Sentences of the rules with their places, and the combinations of them in a step, independent of the
//! places.

use std::collections::BTreeSet;

use foolproof_game::{KnownMark, PlacedSentence, spoken_place};
use foolproof_kernel::unquote;
use foolproof_level::words::one_line;
use foolproof_level::{Board, Combination, PlacesLie, Site};
use foolproof_solving::{ConstraintNumber, Decision, Puzzle};

/// Returns the combination of some sentences, or `None` if there are fewer than two.
pub fn combination_of(sentences: &[PlacedSentence]) -> Option<Combination> {
    if sentences.len() < 2 {
        return None;
    }
    let mut kinds: Vec<String> = sentences.iter().map(PlacedSentence::kind).collect();
    kinds.sort_unstable();
    let sites: Vec<Site> = sentences.iter().filter_map(|sentence| sentence.site).collect();
    Some(Combination { sentences: kinds, lie: lie_of(&sites) })
}

/// Returns the relative position of a combination's sites, if there are several.
fn lie_of(sites: &[Site]) -> Option<PlacesLie> {
    if sites.len() > 1 { lie(sites) } else { None }
}

/// Returns the relative position of these sites.
fn lie(sites: &[Site]) -> Option<PlacesLie> {
    /// Distance of neighbouring cells, in half cells.
    const NEXT: u16 = 2;
    let first = sites.first()?;
    let all = |same: &dyn Fn(&Site) -> bool| sites.iter().all(same);
    if all(&|site| site == first) {
        return Some(PlacesLie::OnePlace);
    }
    let (mut near, mut far) = (vec![*first], sites.to_vec());
    while let Some(at) =
        far.iter().position(|site| near.iter().any(|other| site.distance(*other) <= NEXT))
    {
        near.push(far.swap_remove(at));
    }
    Some(match far.is_empty() {
        true => PlacesLie::Neighbours,
        false if all(&|site| site.row == first.row) => PlacesLie::OneRow,
        false if all(&|site| site.col == first.col) => PlacesLie::OneColumn,
        false => PlacesLie::Apart,
    })
}

/// A combination among the constraints of a puzzle.
pub(crate) struct CombinedConstraints {
    /// The kinds of its sentences, sorted.
    wanted: Vec<String>,
    /// The relative position of its places.
    lie: Option<PlacesLie>,
    /// The kind of sentence of each constraint.
    kinds: Vec<String>,
    /// The site of each constraint.
    sites: Vec<Option<Site>>,
}

impl CombinedConstraints {
    pub(crate) fn of(board: Board, puzzle: &Puzzle, combination: &Combination) -> Self {
        let mut wanted = combination.sentences.clone();
        wanted.sort_unstable();
        let all =
            (0..puzzle.constraints().len()).flat_map(|at| placed_sentences(board, puzzle, &[at]));
        let (kinds, sites) = all.map(|sentence| (sentence.kind(), sentence.site)).unzip();
        Self { wanted, lie: combination.lie, kinds, sites }
    }

    /// Returns whether some of these constraints form the combination.
    pub(crate) fn is_in(&self, set: &[ConstraintNumber]) -> bool {
        let of_kind = set.iter().copied().filter(|number| {
            let kind = self.kinds.get(*number);
            kind.is_some_and(|kind| self.wanted.binary_search(kind).is_ok())
        });
        let of_kind: Vec<ConstraintNumber> = of_kind.collect();
        self.chosen(&of_kind, &mut Vec::new())
    }

    /// Returns whether the chosen constraints, with some of those left, form the combination.
    fn chosen(&self, left: &[ConstraintNumber], chosen: &mut Vec<ConstraintNumber>) -> bool {
        if chosen.len() == self.wanted.len() {
            return self.is_just(chosen);
        }
        let Some((first, rest)) = left.split_first() else { return false };
        if chosen.len() + left.len() < self.wanted.len() {
            return false;
        }
        chosen.push(*first);
        let found = self.chosen(rest, chosen);
        chosen.pop();
        found || self.chosen(rest, chosen)
    }

    /// Returns whether exactly these constraints form the combination.
    fn is_just(&self, chosen: &[ConstraintNumber]) -> bool {
        let mut kinds: Vec<&String> =
            chosen.iter().filter_map(|number| self.kinds.get(*number)).collect();
        kinds.sort_unstable();
        let sites: Vec<Site> =
            chosen.iter().filter_map(|number| *self.sites.get(*number)?).collect();
        kinds.into_iter().eq(&self.wanted) && lie_of(&sites) == self.lie
    }
}

/// Returns sentences of a puzzle with their places in words, on a board.
pub fn placed_sentences(
    board: Board,
    puzzle: &Puzzle,
    of: &[ConstraintNumber],
) -> Vec<PlacedSentence> {
    let constraints =
        of.iter().filter_map(|number| Some((*number, puzzle.constraints().get(*number)?)));
    let mut sentences: Vec<PlacedSentence> = constraints
        .map(|(number, constraint)| {
            let site = constraint.place.as_deref().and_then(|at| at.parse().ok());
            PlacedSentence {
                about: sites_of(puzzle, number),
                words: one_line(&unquote(&constraint.sentence)).into_owned(),
                place: constraint.place.as_deref().map(|at| place_on(board, at, site)),
                site,
            }
        })
        .collect();
    sentences.sort_unstable();
    sentences
}

/// Returns a place in words.
fn place_on(board: Board, at: &str, site: Option<Site>) -> String {
    match site.filter(|site| !site.place.is_in_cell()) {
        Some(site) => site.name_on(board),
        None => one_line(&spoken_place(at)).into_owned(),
    }
}

/// Returns the sites that a constraint depends on, or none if those are more than a third of all.
fn sites_of(puzzle: &Puzzle, constraint: ConstraintNumber) -> Vec<Site> {
    let sites = puzzle.marks_of(constraint).filter_map(|mark| mark.site.parse().ok());
    let about: BTreeSet<Site> = sites.collect();
    if about.len() * 3 > puzzle.n_sites() { Vec::new() } else { about.into_iter().collect() }
}

/// Returns the decided marks, in the order of their sites. Skips decisions that are not marks on a site.
pub fn known_marks(puzzle: &Puzzle, decisions: impl Iterator<Item = Decision>) -> Vec<KnownMark> {
    let told = decisions.filter_map(|Decision { mark, on }| {
        let of = puzzle.marks().get(mark)?;
        Some(KnownMark { site: of.site.parse().ok()?, mark: of.mark.parse().ok()?, on })
    });
    let mut known: Vec<KnownMark> = told.collect();
    known.sort_unstable();
    known
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_combination_does_not_say_which_places() {
        let placed = |words: &str, place: &str| PlacedSentence {
            words: words.to_owned(),
            place: Some(place.to_owned()),
            site: None,
            about: Vec::new(),
        };
        let rooms = |one, other, row| {
            [placed("too few", one), placed("too few", other), placed("too many", row)]
        };
        let found = combination_of(&rooms("the room of R1C1", "the room of R5C2", "row 4"));
        let sentences = found.as_ref().map(|of| of.sentences.as_slice());
        let kinds = ["too few (room)", "too few (room)", "too many (row)"].map(str::to_owned);
        assert_eq!(sentences, Some(&kinds[..]));
        let other = combination_of(&rooms("the room of R2C2", "the room of R3C7", "row 1"));
        assert_eq!(found, other);
        assert_eq!(combination_of(&[placed("too few", "row 1")]), None);
    }

    #[test]
    fn places_lie_beside_each_other_in_a_line_or_apart() {
        let at = |cells: &[(u16, u16)]| {
            lie(&cells.iter().map(|(col, row)| Site::cell(*col, *row)).collect::<Vec<_>>())
        };
        assert_eq!(at(&[(1, 1), (1, 1)]), Some(PlacesLie::OnePlace));
        assert_eq!(at(&[(1, 1), (3, 1), (2, 2)]), Some(PlacesLie::Neighbours));
        assert_eq!(at(&[(1, 1), (5, 1)]), Some(PlacesLie::OneRow));
        assert_eq!(at(&[(1, 1), (1, 4)]), Some(PlacesLie::OneColumn));
        assert_eq!(at(&[(1, 1), (4, 5)]), Some(PlacesLie::Apart));
    }
}
