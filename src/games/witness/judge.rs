//! The rules of a panel in plain Rust, by the definitions of the source.
//!
//! Source: Abutarab, "A Study of Orthogonality in The Witness", chapter 2.3. Written independently of
//! `encodings/witness.lp`; tests compare the two.

use std::collections::{BTreeMap, BTreeSet};

use crate::covering::{JudgePatience, is_filled};
use crate::panel::{LINE, Panel, connected_to, degrees, ends, is_connected, line_of, sides};
use crate::piece::{Colour, PanelSymbol, Type};
use crate::reading::PanelReading;
use crate::twin::{PanelSymmetry, Strand};
use foolproof_game::Verdict;
use foolproof_level::{Board, Level, Play, Site};

pub(crate) fn judge(level: &Level, play: &Play, patience: JudgePatience<'_>) -> Verdict {
    let panel = Panel::of(level);
    if let Some((site, why)) = misplaced(&panel, play) {
        return Verdict::Illegal { why, sites: vec![site] };
    }
    let line = line_of(play);
    if let Some(why) = no_path(&panel, &line) {
        return Verdict::Unsolved { why, sites: Vec::new() };
    }
    let missed = missed_dots(&panel, &line);
    let erases = panel.pieces.values().any(|piece| is_eraser(*piece));
    if !missed.is_empty() && !erases {
        return Verdict::Unsolved { why: "the line misses a dot".to_owned(), sites: missed };
    }
    let unhappy = match unsatisfied(&panel, &line, patience) {
        Ok(unhappy) => unhappy,
        Err(sites) => {
            let why = "there are too many different polyominoes in a region to tell in time \
                       whether they fill it";
            return Verdict::Undecided { why: why.to_owned(), sites };
        }
    };
    match unhappy.len() {
        0 => Verdict::Solved,
        1 if missed == unhappy => {
            Verdict::Unsolved { why: "the line misses a dot".to_owned(), sites: unhappy }
        }
        1 => Verdict::Unsolved { why: "a symbol is not satisfied".to_owned(), sites: unhappy },
        n => {
            let what = if missed.is_empty() { "symbols" } else { "symbols and dots" };
            Verdict::Unsolved { why: format!("{n} {what} are not satisfied"), sites: unhappy }
        }
    }
}

/// A mark of a play at an impossible site.
fn misplaced(panel: &Panel, play: &Play) -> Option<(Site, String)> {
    for (site, mark) in play.iter() {
        if mark.as_str() != LINE {
            return Some((site, format!("`{mark}` is not a {LINE}")));
        }
        if ends(site).is_none() || !panel.board.contains(site) {
            return Some((
                site,
                format!("the line must stay on grid lines, not on {}", site.name()),
            ));
        }
        if panel.gaps.contains(&site) {
            return Some((site, format!("{} is broken", site.name())));
        }
    }
    let crossed = degrees(&line_of(play)).into_iter().find(|(_, degree)| *degree > 2)?;
    Some((crossed.0, format!("the line passes {} twice", crossed.0.name())))
}

/// The reason why the edges do not form a path from a start to an end.
fn no_path(panel: &Panel, line: &BTreeSet<Site>) -> Option<String> {
    match panel.symmetry {
        Some(symmetry) => no_twins(panel, symmetry, line),
        None => no_single_path(panel, line),
    }
}

/// The reason why the edges do not form two disjoint paths that mirror each other.
fn no_twins(panel: &Panel, symmetry: PanelSymmetry, line: &BTreeSet<Site>) -> Option<String> {
    if panel.at_odds {
        return Some("the starts ask for lines of different symmetries".to_owned());
    }
    let image = |edge: &Site| symmetry.site(panel.board, *edge);
    if line.iter().any(|edge| !line.contains(&image(edge))) {
        return Some("the two lines are not each other's image".to_owned());
    }
    let Some(first) = line.first() else { return Some("no line is drawn".to_owned()) };
    let one = connected_to(*first, line);
    let other: BTreeSet<Site> = one.iter().map(image).collect();
    let (met, by_other) = (degrees(&one), degrees(&other));
    if met.keys().any(|vertex| by_other.contains_key(vertex)) {
        return Some("the two lines meet".to_owned());
    }
    if one.len() + other.len() != line.len() {
        return Some("there are more than two lines".to_owned());
    }
    if strands_cross(panel, [&one, &other]) {
        return Some("a line passes dots of both lines, or both pass dots of one".to_owned());
    }
    no_single_path(panel, &one)
}

/// Returns whether two lines pass dots that no colouring of the lines allows.
fn strands_cross(panel: &Panel, lines: [&BTreeSet<Site>; 2]) -> bool {
    let passes = |line: &BTreeSet<Site>, strand: Strand| {
        let corners = degrees(line);
        let on = |dot: &Site| line.contains(dot) || corners.contains_key(dot);
        panel.strands.iter().any(|(dot, of)| *of == strand && on(dot))
    };
    let fits = |blue: &BTreeSet<Site>, yellow: &BTreeSet<Site>| {
        !passes(blue, Strand::Yellow) && !passes(yellow, Strand::Blue)
    };
    let [one, other] = lines;
    !fits(one, other) && !fits(other, one)
}

fn missed_dots(panel: &Panel, line: &BTreeSet<Site>) -> Vec<Site> {
    let passed = degrees(line);
    let missed = |dot: &&Site| !line.contains(dot) && !passed.contains_key(dot);
    panel.dots.iter().filter(missed).copied().collect()
}

fn no_single_path(panel: &Panel, line: &BTreeSet<Site>) -> Option<String> {
    let loose: Vec<Site> =
        degrees(line).into_iter().filter(|(_, degree)| *degree == 1).map(|(at, _)| at).collect();
    let [one, two] = loose.as_slice() else {
        let why = if line.is_empty() { "no line is drawn" } else { "the line is not in one piece" };
        return Some(why.to_owned());
    };
    let from_to =
        |from: &Site, to: &Site| panel.starts.contains(from) && panel.ends.contains_key(to);
    if !from_to(one, two) && !from_to(two, one) {
        return Some("the line has to run from a start to an end".to_owned());
    }
    // A path with a separate ring has two loose ends as well.
    (!is_connected(line)).then(|| "the line is not in one piece".to_owned())
}

/// The symbols and dots that a path leaves unsatisfied. The error contains the polyominoes of a region for
/// which it is unknown whether they cover it.
pub(crate) fn unsatisfied(
    panel: &Panel,
    line: &BTreeSet<Site>,
    mut patience: JudgePatience<'_>,
) -> Result<Vec<Site>, Vec<Site>> {
    let (mut found, mut untold) = (Vec::new(), Vec::new());
    let missed = missed_dots(panel, line);
    for region in panel.regions(line) {
        let pieces: Vec<(Site, PanelSymbol)> = region
            .iter()
            .filter_map(|cell| panel.pieces.get(cell).map(|piece| (*cell, *piece)))
            .collect();
        // All cells round a missed dot are in one region.
        let dots = missed.iter().filter(|dot| region.iter().any(|cell| touches(*cell, **dot)));
        let dots = dots.copied().collect();
        let (board, reading) = (panel.board, panel.reading);
        let region = RegionCase { board, reading, region: &region, line, dots };
        match region.unsatisfied(&pieces, &mut patience) {
            Some(sites) => found.extend(sites),
            None => untold.extend(pieces.iter().filter(|(_, piece)| is_shape(*piece)).map(|p| p.0)),
        }
    }
    found.sort();
    // One unsatisfied symbol decides.
    if found.is_empty() && !untold.is_empty() { Err(untold) } else { Ok(found) }
}

fn is_shape(piece: PanelSymbol) -> bool {
    matches!(piece, PanelSymbol::Poly { .. } | PanelSymbol::Hollow { .. })
}

fn is_eraser(piece: PanelSymbol) -> bool {
    matches!(piece, PanelSymbol::Eraser(_))
}

/// Returns whether an edge or a corner belongs to a cell.
pub(crate) fn touches(cell: Site, at: Site) -> bool {
    sides(cell).iter().any(|side| *side == at || ends(*side).is_some_and(|two| two.contains(&at)))
}

/// Symbols with the cells they are on.
type PlacedSymbols = [(Site, PanelSymbol)];

/// A region of a path, and the dots in it that the path missed.
struct RegionCase<'a> {
    board: Board,
    reading: PanelReading,
    region: &'a [Site],
    line: &'a BTreeSet<Site>,
    dots: Vec<Site>,
}

impl RegionCase<'_> {
    /// The unsatisfied symbols once erasers have erased all they can; `None` if that takes too long.
    fn unsatisfied(
        &self,
        pieces: &PlacedSymbols,
        patience: &mut JudgePatience<'_>,
    ) -> Option<Vec<Site>> {
        let erasers = pieces.iter().filter(|(_, piece)| is_eraser(*piece));
        let erasers: Vec<Site> = erasers.map(|(cell, _)| *cell).collect();
        let wrong = self.wrong(pieces, patience)?;
        if erasers.is_empty() {
            return Some(wrong);
        }
        let holds = match self.reading {
            PanelReading::Game => {
                self.holds_in_the_game(pieces, &wrong, erasers.len(), patience)?
            }
            PanelReading::Windmill => self.holds_in_windmill(pieces, erasers.len(), patience)?,
        };
        Some(if holds { Vec::new() } else { wrong.into_iter().chain(erasers).collect() })
    }

    /// Returns whether erasers fix the region as in the game. They vanish with what they erase: every error
    /// that nothing else can fix, and some of the others. Left-over erasers cancel in pairs, once one has
    /// been used if it had a use.
    fn holds_in_the_game(
        &self,
        pieces: &PlacedSymbols,
        wrong: &[Site],
        erasers: usize,
        patience: &mut JudgePatience<'_>,
    ) -> Option<bool> {
        let has_to_go = |site: &Site| {
            let piece = pieces.iter().find(|(cell, _)| cell == site).map(|(_, piece)| *piece);
            match piece {
                None | Some(PanelSymbol::Triangle(..)) => true,
                Some(PanelSymbol::Star(colour)) => pieces.iter().all(|(cell, other)| {
                    cell == site || other.kind().is_none_or(|(_, tint)| tint != colour)
                }),
                Some(_) => false,
            }
        };
        let (gone, rest): (Vec<Site>, Vec<Site>) = wrong.iter().partition(|site| has_to_go(site));
        let Some(left) = erasers.checked_sub(gone.len()) else { return Some(false) };
        let stays =
            |(cell, piece): &&(Site, PanelSymbol)| !gone.contains(cell) && !is_eraser(*piece);
        let kept: Vec<_> = pieces.iter().filter(stays).copied().collect();
        let fewest = usize::from(left > 0 && !rest.is_empty());
        for n in (fewest..=left.min(rest.len())).filter(|n| (left - n) % 2 == 0) {
            if self.some_taken(&kept, &rest, n, patience)? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Returns whether everything holds when the dots, and exactly `n` of these symbols, are erased.
    fn some_taken(
        &self,
        pieces: &PlacedSymbols,
        wrong: &[Site],
        n: usize,
        patience: &mut JudgePatience<'_>,
    ) -> Option<bool> {
        if n == 0 {
            patience.step()?;
            let kept = RegionCase { dots: Vec::new(), ..*self };
            return kept.wrong(pieces, patience).map(|wrong| wrong.is_empty());
        }
        for (at, taken) in wrong.iter().enumerate() {
            let kept: Vec<_> = pieces.iter().filter(|(cell, _)| cell != taken).copied().collect();
            let later = wrong.get(at + 1..).unwrap_or_default();
            if self.some_taken(&kept, later, n - 1, patience)? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Returns whether erasers fix the region as in Windmill: there are as many as there are errors, counted
    /// symbol by symbol, while everything still counts.
    fn holds_in_windmill(
        &self,
        pieces: &PlacedSymbols,
        erasers: usize,
        patience: &mut JudgePatience<'_>,
    ) -> Option<bool> {
        let spent = self.dots.len()
            + odd_squares(pieces)
            + errors_of_stars(pieces)
            + pieces.iter().filter(|(at, piece)| self.is_wrong_alone(*at, *piece, pieces)).count();
        let Some(left) = erasers.checked_sub(spent) else { return Some(false) };
        let shapes: Vec<_> = pieces.iter().filter(|(_, piece)| is_shape(*piece)).copied().collect();
        let rim = self.reading.rim(self.board);
        if is_filled(rim, self.region, &shapes, patience)? {
            return Some(left == 0);
        }
        // All of them may be erased, or one of several; Windmill tries nothing in between.
        if left == shapes.len() || left != 1 {
            return Some(left == shapes.len());
        }
        for at in 0..shapes.len() {
            let mut others = shapes.clone();
            others.remove(at);
            if is_filled(rim, self.region, &others, patience)? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Returns whether a symbol that is neither square nor star nor polyomino is wrong.
    fn is_wrong_alone(&self, cell: Site, piece: PanelSymbol, pieces: &PlacedSymbols) -> bool {
        matches!(piece, PanelSymbol::Triangle(..) | PanelSymbol::Rule(..))
            && !is_satisfied(piece, cell, pieces, self.line)
    }

    /// The unsatisfied ones among these pieces, and the dots.
    fn wrong(&self, pieces: &PlacedSymbols, patience: &mut JudgePatience<'_>) -> Option<Vec<Site>> {
        let others = |(cell, piece): &&(Site, PanelSymbol)| {
            !is_shape(*piece) && !is_satisfied(*piece, *cell, pieces, self.line)
        };
        let mut wrong = self.dots.clone();
        wrong.extend(pieces.iter().filter(others).map(|(cell, _)| *cell));
        let shapes = || pieces.iter().filter(|(_, piece)| is_shape(*piece)).map(|(cell, _)| *cell);
        match is_filled(self.reading.rim(self.board), self.region, pieces, patience) {
            Some(true) => {}
            Some(false) => wrong.extend(shapes()),
            // Other errors decide if nothing can be erased.
            None if wrong.is_empty() || pieces.iter().any(|(_, piece)| is_eraser(*piece)) => {
                return None;
            }
            None => {}
        }
        Some(wrong)
    }
}

/// Least number of squares to remove until all have one colour.
fn odd_squares(pieces: &PlacedSymbols) -> usize {
    let mut counts = BTreeMap::new();
    for (_, piece) in pieces {
        if let PanelSymbol::Square(colour) = piece {
            *counts.entry(*colour).or_insert(0usize) += 1;
        }
    }
    counts.values().sum::<usize>() - counts.values().max().copied().unwrap_or(0)
}

/// Number of stars to remove: all of a colour, or those beyond two of it.
fn errors_of_stars(pieces: &PlacedSymbols) -> usize {
    let (mut stars, mut all) = (BTreeMap::new(), BTreeMap::new());
    for (_, piece) in pieces {
        if let PanelSymbol::Star(colour) = piece {
            *stars.entry(*colour).or_insert(0usize) += 1;
        }
        if let Some((_, colour)) = piece.kind() {
            *all.entry(colour).or_insert(0usize) += 1;
        }
    }
    let errors = |(colour, stars): (&Colour, &usize)| match all.get(colour).copied().unwrap_or(0) {
        2 => 0,
        all if *stars > 1 => (*stars).min(all.saturating_sub(2)),
        _ => *stars,
    };
    stars.iter().map(errors).sum()
}

fn is_satisfied(
    piece: PanelSymbol,
    cell: Site,
    pieces: &PlacedSymbols,
    line: &BTreeSet<Site>,
) -> bool {
    let Some((kind, colour)) = piece.kind() else { return true };
    let others = pieces.iter().filter_map(|(_, other)| other.kind());
    match piece {
        PanelSymbol::Square(_) => {
            others.into_iter().all(|(other, tint)| other != Type::Square || tint == colour)
        }
        PanelSymbol::Triangle(_, n) => {
            sides(cell).iter().filter(|side| line.contains(side)).count() == usize::from(n)
        }
        _ => piece.form().is_none_or(|form| {
            let related = others
                .filter(|(other, tint)| form.relates(*other == kind, *tint == colour))
                .count();
            form.comparison.holds(related, pieces.len())
        }),
    }
}
