//! The rules as sentences, from which solving steps are made.
//!
//! Broken or missing edges cannot be drawn, and with two lines a player draws each edge together with its
//! image. `line.rs` defines a line, `symbols.rs` and `shapes.rs` the demands on regions. Erasers are left
//! out: their possible erasures depend on all ways to place a region's polyominoes, so no sentence about one
//! place covers them.

mod line;
mod regions;
mod shapes;
mod symbols;

use std::collections::BTreeMap;

use foolproof_game::{NoGroundPlay, Scope, SentenceWriter, Sentences};
use foolproof_ground::{AtomNumber, GroundProgram};
use foolproof_level::{Level, Mark, Site};

use crate::about::Witness;
use crate::panel::{LINE, Panel, edges, ends};
use crate::piece::PanelSymbol;
use regions::SharedRegions;

/// Larger programs are rejected: a search among so many rules takes too much memory and time.
const MAX_SIZE: u64 = 500_000;

impl Sentences for Witness {
    fn sentence_program(&self, level: &Level) -> Result<GroundProgram, NoGroundPlay> {
        let because = |why: &str| Err(NoGroundPlay::Because(why.to_owned()));
        if let Err(why) = crate::facts::facts(level, Scope::Fixed) {
            return because(&why.to_string());
        }
        let panel = Panel::of(level);
        if panel.pieces.values().any(|piece| matches!(piece, PanelSymbol::Eraser(_))) {
            return because("steps of panels with erasers are not known");
        }
        let line: Mark = LINE.parse().map_err(|_| NoGroundPlay::Because(String::new()))?;
        let mut writer = PanelWriter::new(&panel, &line);
        writer.line();
        if writer.symbols().is_err() {
            return because(
                "the panel has too many polyominoes, or too many symbols on too large a board, for its \
                 steps to be found",
            );
        }
        Ok(writer.writer.program())
    }
}

/// The panel is too large to be written.
struct TooLarge;

/// Writes the sentences of a panel.
struct PanelWriter<'a> {
    panel: &'a Panel,
    writer: SentenceWriter,
    /// The edges that a line may run along.
    edges: BTreeMap<Site, AtomNumber>,
    regions: SharedRegions,
}

impl<'a> PanelWriter<'a> {
    fn new(panel: &'a Panel, line: &Mark) -> Self {
        let mut writer = SentenceWriter::default();
        let twin = |edge: Site| panel.image(edge).unwrap_or(edge);
        let whole = |edge: &Site| !panel.gaps.contains(edge) && !panel.gaps.contains(&twin(*edge));
        let mut drawn = BTreeMap::new();
        for edge in edges(&panel.board).into_iter().filter(whole) {
            let atoms = writer.site(edge, std::slice::from_ref(line));
            drawn.extend(atoms.first().map(|atom| (edge, *atom)));
        }
        for (edge, atom) in &drawn {
            if let Some(other) = drawn.get(&twin(*edge)).filter(|_| twin(*edge) > *edge) {
                writer.together(*atom, *other);
            }
        }
        Self { panel, writer, edges: drawn, regions: SharedRegions::default() }
    }

    /// The edges at a corner along which a line may run.
    fn edges_at(&self, corner: Site) -> Vec<AtomNumber> {
        let at = |edge: &Site| ends(*edge).is_some_and(|ends| ends.contains(&corner));
        self.edges.iter().filter(|(edge, _)| at(edge)).map(|(_, atom)| *atom).collect()
    }

    fn bounded(&self) -> Result<(), TooLarge> {
        if self.writer.size() > MAX_SIZE { Err(TooLarge) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests;
