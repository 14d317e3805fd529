//! The concept of a level, parsed for this search: tests whether a network practises it, or a partial one
//! already does, and bounds the networks that do not.

use super::bits::CellBits;
use super::cores::{CorePart, PartialCore};
use super::growth::Member;
use super::limits::NetworkLimits;
use super::model::LightModel;
use super::powers::PowerTable;
use crate::about::Refraction;
use crate::concepts;
use crate::concepts::RefractionProperty;
use crate::judge;
use crate::piece::PieceKind;
use foolproof_game::Properties as _;
use foolproof_level::{Concept, Level, Mark, Play};

/// A formula over properties of networks.
#[derive(Clone, Debug)]
pub(crate) enum NetworkTest {
    Any,
    Used(Option<PieceKind>, usize),
    AtMost(usize),
    /// A power in units; `None` if nothing can build it.
    Built(Option<u64>),
    /// A shape; `None` if the tray does not hold it.
    Uses(Option<usize>),
    /// A shape, and the property itself.
    Helps(Option<usize>, Mark),
    Through(Option<usize>),
    AllPieces,
    Monolithic(Mark),
    /// Exactly this network, as cells and shapes in order; `None` if it is impossible.
    Network(Option<Vec<(usize, usize)>>),
    And(Vec<NetworkTest>),
    Or(Vec<NetworkTest>),
    Not(Box<NetworkTest>),
}

/// More sets of bounds than this are not searched one by one.
const MAX_LIMITS: usize = 40;

impl NetworkTest {
    /// Reads the level's concept; `None` if only the solver can read it.
    pub(crate) fn read<B: CellBits>(level: &Level, model: &LightModel<B>) -> Option<Self> {
        Self::of(&level.concept, level, model)
    }

    fn of<B: CellBits>(concept: &Concept, level: &Level, model: &LightModel<B>) -> Option<Self> {
        let all = |parts: &[Concept]| {
            parts.iter().map(|part| Self::of(part, level, model)).collect::<Option<Vec<_>>>()
        };
        Some(match concept {
            Concept::Any => NetworkTest::Any,
            Concept::Asp(_) => return None,
            Concept::And(parts) => NetworkTest::And(all(parts)?),
            Concept::Or(parts) => NetworkTest::Or(all(parts)?),
            Concept::Not(part) => NetworkTest::Not(Box::new(Self::of(part, level, model)?)),
            Concept::Is(property) => Self::property(property, level, model)?,
        })
    }

    fn property<B: CellBits>(
        property: &Mark,
        level: &Level,
        model: &LightModel<B>,
    ) -> Option<Self> {
        let shape_of = |mark: &Mark| model.shapes.iter().position(|shape| shape.mark == *mark);
        let network = |play: &Play| {
            let mut network = play
                .iter()
                .map(|(site, mark)| {
                    let shape = shape_of(mark)?;
                    Some((model.cell(site)?, shape))
                })
                .collect::<Option<Vec<_>>>()?;
            network.sort_unstable();
            Some(network)
        };
        Some(match concepts::read(property).ok()? {
            RefractionProperty::Used(kind, n) => NetworkTest::Used(kind, n),
            RefractionProperty::AtMost(n) => NetworkTest::AtMost(n),
            RefractionProperty::Built(power) => NetworkTest::Built(model.units(power)),
            RefractionProperty::Uses(mark) => NetworkTest::Uses(shape_of(&mark)),
            // The light that a target with several ports receives depends on shields, which no network shows.
            RefractionProperty::Helps(_) if model.targets.iter().any(|end| end.ins.len() > 1) => {
                return None;
            }
            RefractionProperty::Helps(mark) => {
                NetworkTest::Helps(shape_of(&mark), property.clone())
            }
            RefractionProperty::Through(site) => NetworkTest::Through(model.cell(site)),
            RefractionProperty::AllPieces => NetworkTest::AllPieces,
            RefractionProperty::Monolithic => NetworkTest::Monolithic(property.clone()),
            RefractionProperty::Intended => {
                let intended = level.intended.as_ref()?;
                NetworkTest::Network(network(&judge::canonical(level, intended)))
            }
            RefractionProperty::Network(play) => NetworkTest::Network(network(&play)),
        })
    }

    /// Returns whether it stays true of a network when pieces are added.
    pub(crate) fn grows(&self) -> bool {
        match self {
            NetworkTest::AtMost(_) | NetworkTest::Network(_) => false,
            NetworkTest::Not(part) => matches!(**part, NetworkTest::Any),
            NetworkTest::And(parts) | NetworkTest::Or(parts) => {
                parts.iter().all(NetworkTest::grows)
            }
            _ => true,
        }
    }

    /// Returns whether a network practises the concept.
    pub(crate) fn holds<B: CellBits>(
        &self,
        level: &Level,
        model: &LightModel<B>,
        network: &[Member],
    ) -> bool {
        let kind = |shape: &usize| model.shapes.get(*shape).map(|shape| shape.kind);
        match self {
            NetworkTest::Any => true,
            NetworkTest::Used(None, n) => network.len() >= *n,
            NetworkTest::Used(wanted, n) => {
                network.iter().filter(|(_, shape, _)| kind(shape) == *wanted).count() >= *n
            }
            NetworkTest::AtMost(n) => network.len() <= *n,
            NetworkTest::Built(power) => network.iter().any(|(_, shape, given)| {
                Some(*given) == *power && kind(shape) != Some(PieceKind::Bender)
            }),
            NetworkTest::Uses(wanted) => {
                network.iter().any(|(_, shape, _)| Some(*shape) == *wanted)
            }
            NetworkTest::Helps(wanted, property) => {
                network.iter().any(|(_, shape, _)| Some(*shape) == *wanted)
                    && practises(level, model, network, property)
            }
            NetworkTest::Through(wanted) => network.iter().any(|(cell, ..)| Some(*cell) == *wanted),
            NetworkTest::AllPieces => uses_all(model, network.len()),
            NetworkTest::Monolithic(property) => {
                uses_all(model, network.len()) && practises(level, model, network, property)
            }
            NetworkTest::Network(wanted) => wanted.as_ref().is_some_and(|wanted| {
                wanted.iter().copied().eq(network.iter().map(|(cell, shape, _)| (*cell, *shape)))
            }),
            NetworkTest::And(parts) => parts.iter().all(|part| part.holds(level, model, network)),
            NetworkTest::Or(parts) => parts.iter().any(|part| part.holds(level, model, network)),
            NetworkTest::Not(part) => !part.holds(level, model, network),
        }
    }

    /// Returns whether every network that contains this partial core is certain to practise a concept that
    /// grows. False if that is unknown.
    pub(crate) fn is_sure<B: CellBits>(
        &self,
        model: &LightModel<B>,
        powers: &PowerTable,
        begun: &PartialCore<B>,
    ) -> bool {
        let pieces = || {
            begun.nodes.iter().filter_map(|node| match node.part {
                CorePart::Piece(shape) => {
                    Some((node, usize::from(shape), model.shapes.get(usize::from(shape))?.kind))
                }
                _ => None,
            })
        };
        match self {
            NetworkTest::Any => true,
            NetworkTest::Used(None, n) => pieces().count() >= *n,
            NetworkTest::Used(Some(kind), n) => {
                pieces().filter(|(.., of)| of == kind).count() >= *n
            }
            NetworkTest::Built(power) => pieces().any(|(node, _, kind)| {
                kind != PieceKind::Bender && Some(powers.value(node.power)) == *power
            }),
            NetworkTest::Uses(wanted) | NetworkTest::Helps(wanted, _) => {
                pieces().any(|(_, shape, _)| Some(shape) == *wanted)
            }
            NetworkTest::Through(cell) => cell.is_some_and(|cell| begun.taken.has(cell)),
            NetworkTest::AllPieces => uses_all(model, pieces().count()),
            NetworkTest::Monolithic(_)
            | NetworkTest::AtMost(_)
            | NetworkTest::Network(_)
            | NetworkTest::Not(_) => false,
            NetworkTest::And(parts) => parts.iter().all(|part| part.is_sure(model, powers, begun)),
            NetworkTest::Or(parts) => parts.iter().any(|part| part.is_sure(model, powers, begun)),
        }
    }

    /// Limits for cores that miss a growing concept: each core keeps to at least one of them; `None` if there
    /// are too many to search.
    pub(crate) fn shut_out<B: CellBits>(
        &self,
        model: &LightModel<B>,
        all: &NetworkLimits<B>,
    ) -> Option<Vec<NetworkLimits<B>>> {
        let mut one = all.clone();
        match self {
            NetworkTest::Any => return Some(Vec::new()),
            NetworkTest::Used(_, 0) => return Some(Vec::new()),
            NetworkTest::Used(None, n) => one.pieces = one.pieces.min(n - 1),
            NetworkTest::Used(Some(kind), n) => {
                let most = one.kinds.get_mut(*kind as usize)?;
                *most = (*most).min(n - 1);
            }
            NetworkTest::Built(power) => one.unbuilt.extend(power),
            NetworkTest::Uses(Some(shape)) | NetworkTest::Helps(Some(shape), _) => {
                *one.shapes.get_mut(*shape)? = 0;
            }
            NetworkTest::Uses(None) | NetworkTest::Helps(None, _) | NetworkTest::Through(None) => {}
            NetworkTest::Through(Some(cell)) => one.cells = one.cells.less(B::one(*cell)),
            NetworkTest::AllPieces => {
                let pieces: usize = model.shapes.iter().map(|shape| usize::from(shape.count)).sum();
                one.pieces = one.pieces.min(pieces.checked_sub(1)?);
            }
            NetworkTest::Not(part) if matches!(**part, NetworkTest::Any) => {}
            NetworkTest::Monolithic(_) => {}
            NetworkTest::AtMost(_) | NetworkTest::Network(_) | NetworkTest::Not(_) => return None,
            NetworkTest::And(parts) => {
                let mut any = Vec::new();
                for part in parts {
                    any.extend(part.shut_out(model, all)?);
                }
                return (any.len() <= MAX_LIMITS).then_some(any);
            }
            NetworkTest::Or(parts) => {
                let mut any = vec![one];
                for part in parts {
                    let more = part.shut_out(model, all)?;
                    let both = any.iter().flat_map(|a| more.iter().map(|b| a.and(b)));
                    any = both.collect();
                    if any.len() > MAX_LIMITS {
                        return None;
                    }
                }
                return Some(any);
            }
        }
        one.tighten(model);
        Some(vec![one])
    }
}

fn practises<B: CellBits>(
    level: &Level,
    model: &LightModel<B>,
    network: &[Member],
    property: &Mark,
) -> bool {
    Refraction.practises(level, &play(model, network), property).unwrap_or_default()
}

fn uses_all<B: CellBits>(model: &LightModel<B>, pieces: usize) -> bool {
    model.shapes.iter().map(|shape| usize::from(shape.count)).sum::<usize>() == pieces
}

pub(crate) fn play<B: CellBits>(model: &LightModel<B>, network: &[Member]) -> Play {
    network
        .iter()
        .filter_map(|(cell, shape, _)| {
            Some((model.site(*cell), model.shapes.get(*shape)?.mark.clone()))
        })
        .collect()
}
