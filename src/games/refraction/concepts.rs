//! Properties that a Refraction level can ask of its solutions, as rules of the encoding and in plain Rust.
//!
//! All of them concern the active network: the placed pieces that emit. Source: Smith & Butler, "Quantifying
//! over Play", section 6.4.

use std::collections::{BTreeMap, BTreeSet};

use crate::about::Refraction;
use crate::judge::{self, Light};
use crate::piece::{Piece, PieceKind, Power, parse_power, power};
use foolproof_game::{
    ConceptFault, ConceptKind, GameError, Param, ParamKind, Properties, PropertyReader, intended_of,
};
use foolproof_level::{Concept, INTENDED, Level, Mark, Place, Play, Site};

/// A property, read from its term.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum RefractionProperty {
    /// At least this many active pieces of a kind (or of any).
    Used(Option<PieceKind>, usize),
    AtMost(usize),
    /// A splitter or combiner emits this power: a power is built by a piece that emits it but did not receive
    /// it. Benders pass on what they receive, and powers of sources are given.
    Built(Power),
    /// An active piece of exactly this shape.
    Uses(Mark),
    /// A piece of exactly this shape whose light finally reaches a target.
    Helps(Mark),
    /// An active piece on this cell.
    Through(Site),
    /// Every piece of the tray is active.
    AllPieces,
    /// Every source, target and piece of the tray is in one network of beams.
    Monolithic,
    /// The active network is that of the intended solution.
    Intended,
    /// The active network is this one.
    Network(Play),
}

const PIECES: &[(&str, &str)] = &[
    ("any", "pieces"),
    ("bender", "benders"),
    ("splitter", "splitters"),
    ("combiner", "combiners"),
];

impl Properties for Refraction {
    fn kinds(&self) -> Vec<ConceptKind> {
        let number = |name: &'static str, default: &'static str| {
            Param::new(name, ParamKind::Number { least: 0, most: 60 }, default)
        };
        let kind = |functor: &'static str, phrase: &'static str, params| {
            ConceptKind::new(functor, phrase, params)
        };
        let pieces = Param::new("type", ParamKind::choice(PIECES), "splitter");
        let piece = || Param::new("piece", ParamKind::Mark, "bender(w,n)");
        let fraction = Param::new("power", ParamKind::Fraction, "frac(1,2)");
        let cell = Param::new("cell", ParamKind::Site, "cell(0,0)");
        vec![
            kind("used", "at least {1} {0#1} {1?is:are} used", vec![pieces, number("number", "2")])
                .otherwise("fewer than {1} {0#1} {1?is:are} used")
                .instead("only {1} {0#1} {1?is:are} used", "no {0} are used"),
            kind(
                "at_most",
                "at most {0} {0?piece is:pieces are} used",
                vec![number("number", "5")],
            )
            .otherwise("more than {0} {0?piece is:pieces are} used")
            .instead("{0} {0?piece is:pieces are} used", "no pieces are used"),
            kind("built", "a splitter or combiner makes power {0}", vec![fraction])
                .otherwise("no splitter or combiner makes power {0}"),
            kind("uses", "a {0} is used", vec![piece()]).otherwise("no {0} is used"),
            kind("helps", "a {0} passes light on to a target", vec![piece()])
                .otherwise("no {0} passes light on to a target"),
            kind("through", "a used piece lies on {0}", vec![cell])
                .otherwise("no used piece lies on {0}"),
            kind("all_pieces", "every piece of the tray is used", Vec::new())
                .otherwise("a piece of the tray is left over"),
            kind(
                "monolithic",
                "one network of beams joins every source, target and piece of the tray",
                Vec::new(),
            )
            .otherwise("no one network of beams joins every source, target and piece of the tray"),
            ConceptKind::intended(),
            ConceptKind::picked("network", "{0?piece:pieces}"),
        ]
    }

    /// Rules that derive `head` when the play practises the property.
    fn rules(&self, level: &Level, property: &Mark, head: &str) -> Result<String, GameError> {
        Ok(match read(property).map_err(GameError::Concept)? {
            RefractionProperty::Used(None, n) => {
                format!("{head} :- {n} <= #count {{ I : used(I) }}.")
            }
            RefractionProperty::Used(Some(kind), n) => {
                format!("{head} :- {n} <= #count {{ I : used(I), kind(I,{}) }}.", kind.name())
            }
            RefractionProperty::AtMost(n) => format!("{head} :- #count {{ I : used(I) }} <= {n}."),
            RefractionProperty::Built(power) => {
                format!("{head} :- frac(I,{},{}), built(I).", power.numer(), power.denom())
            }
            RefractionProperty::Uses(mark) => format!("{head} :- used(I), has(I,{mark})."),
            RefractionProperty::Helps(mark) => {
                format!("wants(help). {head} :- helps(I), has(I,{mark}).")
            }
            RefractionProperty::Through(site) => format!("{head} :- active({site})."),
            RefractionProperty::AllPieces => format!("{head} :- not spare."),
            RefractionProperty::Monolithic => {
                format!("wants(network). {head} :- not spare, not apart.")
            }
            RefractionProperty::Intended => {
                is_network(head, &judge::canonical(level, intended_of(level)?))
            }
            RefractionProperty::Network(play) => is_network(head, &play),
        })
    }

    /// Returns whether a play practises the property; `None` if the game does not know it.
    fn practises(&self, level: &Level, play: &Play, property: &Mark) -> Option<bool> {
        let property = read(property).ok()?;
        let light = judge::light(level, play);
        let active = |site: &Site| light.active.contains_key(site);
        Some(match property {
            RefractionProperty::Used(None, n) => light.active.len() >= n,
            RefractionProperty::Used(kind, n) => {
                let of_kind = |site: &&Site| play.get(**site).and_then(kind_of) == kind;
                light.active.keys().filter(of_kind).count() >= n
            }
            RefractionProperty::AtMost(n) => light.active.len() <= n,
            RefractionProperty::Built(power) => built(play, &light).contains(&power),
            RefractionProperty::Uses(mark) => {
                play.iter().any(|(site, held)| active(&site) && *held == mark)
            }
            RefractionProperty::Helps(mark) => {
                helping(level, &light).iter().any(|site| play.get(*site) == Some(&mark))
            }
            RefractionProperty::Through(site) => active(&site),
            RefractionProperty::AllPieces => uses_all(level, &light),
            RefractionProperty::Monolithic => {
                uses_all(level, &light) && is_connected(level, &light)
            }
            RefractionProperty::Intended => {
                let intended = level.intended.as_ref()?;
                judge::canonical(level, intended) == judge::canonical(level, play)
            }
            RefractionProperty::Network(network) => network == judge::canonical(level, play),
        })
    }

    /// The property of solutions with the same active network as this play.
    fn property_of(&self, level: &Level, play: &Play) -> Option<Mark> {
        format!("network({})", judge::canonical(level, play).term()).parse().ok()
    }
}

pub(crate) fn read(property: &Mark) -> Result<RefractionProperty, ConceptFault> {
    let of = PropertyReader(property);
    let number = |text: &str| of.count(text, 10_000);
    match (property.functor(), property.args().as_slice()) {
        ("used", [kind, n]) => {
            let known = PieceKind::ALL.into_iter().find(|known| known.name() == *kind);
            if known.is_none() && *kind != "any" {
                let why = "no type; types are bender, splitter, combiner, any";
                return Err(of.fault(kind, why));
            }
            Ok(RefractionProperty::Used(known, number(n)?))
        }
        ("at_most", [n]) => Ok(RefractionProperty::AtMost(number(n)?)),
        ("built", [fraction]) => {
            let inner = fraction.strip_prefix("frac(").and_then(|rest| rest.strip_suffix(')'));
            let value = match inner.and_then(|inner| inner.split_once(',')) {
                Some((top, bottom)) => match (top.parse(), bottom.parse()) {
                    (Ok(top), Ok(bottom)) => power(top, bottom)?,
                    _ => return Err(of.fault(fraction, "no fraction")),
                },
                None => parse_power(fraction)?,
            };
            Ok(RefractionProperty::Built(value))
        }
        ("uses", [mark]) => movable(mark).map(RefractionProperty::Uses),
        ("helps", [mark]) => movable(mark).map(RefractionProperty::Helps),
        ("through", [cell]) => of.cell(cell).map(RefractionProperty::Through),
        ("all_pieces", []) => Ok(RefractionProperty::AllPieces),
        ("monolithic", []) => Ok(RefractionProperty::Monolithic),
        (INTENDED, []) => Ok(RefractionProperty::Intended),
        ("network", [play]) => {
            of.play(play, "play(put(cell(0,1),bender(w,n)))").map(RefractionProperty::Network)
        }
        _ => Err(of.unknown("Refraction", &Refraction.kinds())),
    }
}

/// The mark of a piece that the player may place.
fn movable(mark: &str) -> Result<Mark, ConceptFault> {
    let mark: Mark = mark.parse().map_err(|_| format!("`{mark}` is not a piece"))?;
    match Piece::read(&mark)? {
        piece if piece.is_movable() => Ok(mark),
        piece => Err(format!("a {} is not the player's to use", piece.spoken()).into()),
    }
}

/// The powers that the concept asks about: the table of powers must hold them.
pub(crate) fn powers(concept: &Concept) -> BTreeSet<Power> {
    concept
        .properties()
        .into_iter()
        .filter_map(|property| match read(property) {
            Ok(RefractionProperty::Built(power)) => Some(power),
            _ => None,
        })
        .collect()
}

/// Returns whether the concept asks for combiners and for no splitter.
pub(crate) fn combines_alone(concept: &Concept) -> bool {
    asks_for(concept, PieceKind::Combiner) && !asks_for(concept, PieceKind::Splitter)
}

/// Returns whether a part of the concept asks for pieces of a kind to be used.
fn asks_for(concept: &Concept, kind: PieceKind) -> bool {
    match concept {
        Concept::Is(property) => {
            matches!(read(property), Ok(RefractionProperty::Used(Some(of), 1..)) if of == kind)
        }
        Concept::And(parts) | Concept::Or(parts) => parts.iter().any(|part| asks_for(part, kind)),
        Concept::Any | Concept::Asp(_) | Concept::Not(_) => false,
    }
}

/// Derives `head` if exactly these pieces are active, each at its place.
fn is_network(head: &str, network: &Play) -> String {
    let mut body = vec![format!("#count {{ I : used(I) }} = {}", network.len())];
    body.extend(network.iter().map(|(s, m)| format!("active({s}), play({s},{m})")));
    format!("{head} :- {}.", body.join(", "))
}

fn kind_of(mark: &Mark) -> Option<PieceKind> {
    Piece::read(mark).ok()?.kind()
}

/// The powers that are built: those that splitters and combiners emit.
pub(crate) fn built(play: &Play, light: &Light) -> BTreeSet<Power> {
    let makes = |site: &Site| {
        matches!(play.get(*site).and_then(kind_of), Some(PieceKind::Splitter | PieceKind::Combiner))
    };
    light.active.iter().filter(|(site, _)| makes(site)).map(|(_, power)| *power).collect()
}

/// The pieces whose light finally reaches a target.
fn helping(level: &Level, light: &Light) -> BTreeSet<Site> {
    let is_target =
        |site: &Site| matches!(level.mark(*site).map(Piece::read), Some(Ok(Piece::Target { .. })));
    let enters = || light.beams.iter().filter(|beam| beam.enters);
    let mut open: Vec<Site> = enters().filter_map(|beam| beam.to.filter(is_target)).collect();
    let mut helping = BTreeSet::new();
    while let Some(to) = open.pop() {
        for beam in enters().filter(|beam| beam.to == Some(to)) {
            if light.active.contains_key(&beam.from) && helping.insert(beam.from) {
                open.push(beam.from);
            }
        }
    }
    helping
}

fn uses_all(level: &Level, light: &Light) -> bool {
    let pieces = level.marks().filter(|(site, _)| site.place == Place::Tray).count();
    light.active.len() == pieces
}

/// True if beams join all sources, targets and active pieces, regardless of directions.
fn is_connected(level: &Level, light: &Light) -> bool {
    let fixed = level
        .marks()
        .filter(|(site, mark)| site.place == Place::Cell && **mark != Piece::Blocker.mark());
    let nodes: BTreeSet<Site> =
        fixed.map(|(site, _)| site).chain(light.active.keys().copied()).collect();
    let mut neighbours: BTreeMap<Site, Vec<Site>> = BTreeMap::new();
    for beam in light.beams.iter().filter(|beam| beam.enters) {
        if let Some(to) = beam.to.filter(|to| nodes.contains(to)) {
            neighbours.entry(beam.from).or_default().push(to);
            neighbours.entry(to).or_default().push(beam.from);
        }
    }
    let mut reached = BTreeSet::new();
    let mut open: Vec<Site> = nodes.iter().next().copied().into_iter().collect();
    while let Some(site) = open.pop() {
        if reached.insert(site) {
            open.extend(neighbours.get(&site).into_iter().flatten());
        }
    }
    reached.len() == nodes.len()
}
