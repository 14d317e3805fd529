//! A concept as the maker sees it: requirements on a network, and a formula over counts.

use fastrand::Rng;

use crate::concepts;
use crate::concepts::RefractionProperty;
use crate::piece::{Piece, PieceKind, Power};
use foolproof_level::{Concept, Mark, Site};

/// Requirements on a network so that it practises a concept.
#[derive(Clone, Debug, Default)]
pub(super) struct Needs {
    pub benders: usize,
    pub splitters: usize,
    pub combiners: usize,
    /// Pieces of any kind.
    pub any: usize,
    pub at_most: Option<usize>,
    /// Every piece of the tray.
    pub all: bool,
    pub monolithic: bool,
    pub built: Vec<Power>,
    pub uses: Vec<Piece>,
    pub through: Vec<Site>,
    /// The concept asks for one exact network, so positions decide.
    pub places: bool,
}

impl Needs {
    /// Requirements of one way to practise the concept; one of several alternatives is drawn.
    pub(crate) fn of(concept: &Concept, rng: &mut Rng) -> Self {
        let mut needs = Self::default();
        needs.take(concept, rng);
        needs
    }

    /// Returns whether numbers of pieces and powers may force it, regardless of positions.
    pub(crate) fn is_of_numbers(&self) -> bool {
        let powers = !self.built.is_empty() || self.splitters + self.combiners > 0;
        !self.places && self.through.is_empty() && (powers || self.all)
    }

    fn take(&mut self, concept: &Concept, rng: &mut Rng) {
        match concept {
            Concept::Any | Concept::Asp(_) => {}
            Concept::Is(property) => self.take_property(property),
            Concept::And(parts) => parts.iter().for_each(|part| self.take(part, rng)),
            Concept::Or(parts) => {
                if let Some(part) = rng.choice(parts) {
                    self.take(part, rng);
                }
            }
            Concept::Not(part) => {
                if let Concept::Is(property) = part.as_ref()
                    && let Ok(RefractionProperty::Used(None, n)) = concepts::read(property)
                {
                    self.at_most = Some(n.saturating_sub(1));
                }
            }
        }
    }

    fn take_property(&mut self, property: &Mark) {
        let more = |held: &mut usize, n: usize| *held = (*held).max(n);
        match concepts::read(property) {
            Ok(RefractionProperty::Used(None, n)) => more(&mut self.any, n),
            Ok(RefractionProperty::Used(Some(PieceKind::Bender), n)) => more(&mut self.benders, n),
            Ok(RefractionProperty::Used(Some(PieceKind::Splitter), n)) => {
                more(&mut self.splitters, n);
            }
            Ok(RefractionProperty::Used(Some(PieceKind::Combiner), n)) => {
                more(&mut self.combiners, n);
            }
            Ok(RefractionProperty::AtMost(n)) => {
                self.at_most = Some(self.at_most.map_or(n, |most| most.min(n)));
            }
            Ok(RefractionProperty::Built(power)) => self.built.push(power),
            Ok(RefractionProperty::Uses(mark) | RefractionProperty::Helps(mark)) => {
                self.uses.extend(Piece::read(&mark));
            }
            Ok(RefractionProperty::Through(site)) => self.through.push(site),
            Ok(RefractionProperty::AllPieces) => self.all = true,
            Ok(RefractionProperty::Monolithic) => (self.all, self.monolithic) = (true, true),
            Ok(RefractionProperty::Intended | RefractionProperty::Network(_)) => self.places = true,
            Err(_) => {}
        }
    }
}

/// The known facts about a solution, except its positions.
pub(super) struct Summary<'a> {
    /// Number of used pieces of each kind in the list.
    pub used: &'a [u8],
    pub held: &'a [u8],
    pub built: u64,
    /// All sources are in one network.
    pub joined: bool,
}

/// A concept over a list of pieces. Truth values are `None` if positions decide.
#[derive(Clone, Debug)]
pub(super) enum ConceptFormula {
    Known(Option<bool>),
    /// At least this many of the pieces with these indices.
    Used(Vec<usize>, u32),
    AtMost(u32),
    Built(u32),
    All,
    Monolithic,
    And(Vec<ConceptFormula>),
    Or(Vec<ConceptFormula>),
    Not(Box<ConceptFormula>),
}

impl ConceptFormula {
    /// The formula over these pieces; powers that it asks for are added to `powers`. Without benders,
    /// anything they could change is unknown.
    pub(crate) fn of(
        concept: &Concept,
        pieces: &[Piece],
        benders: bool,
        powers: &mut Vec<Power>,
    ) -> Self {
        let mut all = |parts: &[Concept]| -> Vec<ConceptFormula> {
            parts.iter().map(|part| Self::of(part, pieces, benders, powers)).collect()
        };
        match concept {
            Concept::Any => ConceptFormula::Known(Some(true)),
            Concept::Asp(_) => ConceptFormula::Known(None),
            Concept::And(parts) => ConceptFormula::And(all(parts)),
            Concept::Or(parts) => ConceptFormula::Or(all(parts)),
            Concept::Not(part) => {
                ConceptFormula::Not(Box::new(Self::of(part, pieces, benders, powers)))
            }
            Concept::Is(property) => Self::of_property(property, pieces, benders, powers),
        }
    }

    fn of_property(
        property: &Mark,
        pieces: &[Piece],
        benders: bool,
        powers: &mut Vec<Power>,
    ) -> Self {
        let those = |test: &dyn Fn(&Piece) -> bool| -> Vec<usize> {
            (0..pieces.len()).filter(|n| pieces.get(*n).is_some_and(test)).collect()
        };
        let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        match concepts::read(property) {
            Ok(
                RefractionProperty::Used(None | Some(PieceKind::Bender), _)
                | RefractionProperty::Uses(_)
                | RefractionProperty::AtMost(_),
            ) if !benders => ConceptFormula::Known(None),
            Ok(RefractionProperty::Used(None, n)) => {
                ConceptFormula::Used(those(&|_| true), number(n))
            }
            Ok(RefractionProperty::Used(kind, n)) => {
                ConceptFormula::Used(those(&|piece| piece.kind() == kind), number(n))
            }
            Ok(RefractionProperty::AtMost(n)) => ConceptFormula::AtMost(number(n)),
            Ok(RefractionProperty::Built(power)) => {
                let at = powers.iter().position(|held| *held == power).unwrap_or_else(|| {
                    powers.push(power);
                    powers.len() - 1
                });
                ConceptFormula::Built(number(at))
            }
            Ok(RefractionProperty::Uses(mark)) => match Piece::read(&mark) {
                Ok(piece) => ConceptFormula::Used(those(&|held| *held == piece), 1),
                Err(_) => ConceptFormula::Known(None),
            },
            Ok(RefractionProperty::AllPieces) => ConceptFormula::All,
            Ok(RefractionProperty::Monolithic) => ConceptFormula::Monolithic,
            _ => ConceptFormula::Known(None),
        }
    }

    pub(crate) fn truth(&self, summary: &Summary<'_>) -> Option<bool> {
        let count = || summary.used.iter().map(|n| u32::from(*n)).sum::<u32>();
        match self {
            ConceptFormula::Known(truth) => *truth,
            ConceptFormula::Used(pieces, least) => {
                let of = |n: &usize| summary.used.get(*n).copied().map_or(0, u32::from);
                Some(pieces.iter().map(of).sum::<u32>() >= *least)
            }
            ConceptFormula::AtMost(most) => Some(count() <= *most),
            ConceptFormula::Built(n) => Some(summary.built & (1 << n.min(&63)) != 0),
            ConceptFormula::All => Some(summary.used == summary.held),
            ConceptFormula::Monolithic => Some(summary.used == summary.held && summary.joined),
            ConceptFormula::Not(part) => part.truth(summary).map(|truth| !truth),
            ConceptFormula::And(parts) => Self::all(parts, summary, false),
            ConceptFormula::Or(parts) => Self::all(parts, summary, true),
        }
    }

    fn all(parts: &[ConceptFormula], summary: &Summary<'_>, stop_at: bool) -> Option<bool> {
        let mut truth = Some(!stop_at);
        for part in parts {
            match part.truth(summary) {
                Some(found) if found == stop_at => return Some(stop_at),
                None => truth = None,
                Some(_) => {}
            }
        }
        truth
    }

    /// Returns whether further pieces never make it false.
    pub(crate) fn grows(&self) -> bool {
        match self {
            ConceptFormula::AtMost(_) | ConceptFormula::Not(_) => false,
            ConceptFormula::And(parts) | ConceptFormula::Or(parts) => {
                parts.iter().all(ConceptFormula::grows)
            }
            _ => true,
        }
    }
}

impl Needs {
    /// Reduces the needs by pieces already placed.
    pub(crate) fn less(&mut self, placed: &[(usize, Piece)]) {
        for (_, piece) in placed {
            self.uses.retain(|wanted| wanted != piece);
            match piece.kind() {
                Some(PieceKind::Splitter) => self.splitters = self.splitters.saturating_sub(1),
                Some(PieceKind::Combiner) => self.combiners = self.combiners.saturating_sub(1),
                _ => {}
            }
        }
    }
}
