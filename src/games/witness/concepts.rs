//! Properties that a concept of The Witness may ask of a line.
//!
//! Each property is implemented twice: as rules on top of `witness.lp`, and in Rust on lines as bits.

use std::collections::BTreeSet;

use crate::about::Witness;
use crate::bits::{self, Strokes, bit};
use crate::panel::{LINE, line_of, sides};
use crate::piece::Polyomino;
use crate::tiling;
use crate::word::BoardWord;
use foolproof_game::{
    ConceptFault, ConceptKind, GameError, Param, ParamKind, Properties, PropertyReader, Turn,
    intended_of,
};
use foolproof_level::{Board, Concept, INTENDED, Level, Mark, Place, Play, Site};

enum WitnessProperty {
    /// The line passes an edge or a vertex.
    Passes(Site),
    /// The line runs along at least this many edges of a cell.
    Hugs(Site, usize),
    TurnsAtLeast(usize),
    TurnsAtMost(usize),
    LengthAtLeast(usize),
    LengthAtMost(usize),
    RegionsAtLeast(usize),
    /// A region has this shape, perhaps turned.
    Shape(Polyomino, bool),
    Intended,
    /// The line is this one.
    Line(Play),
}

/// Shapes to choose from; a concept's text may have any other.
const SHAPES: [(&str, &str); 9] = [
    ("p0001", "of one cell"),
    ("p0003", "of two cells"),
    ("p0007", "of three in a row"),
    ("p0013", "of a corner"),
    ("p000f", "of four in a row"),
    ("p0033", "of a square of four"),
    ("p0311", "of an L"),
    ("p0027", "of a T"),
    ("p0036", "of an S"),
];
const TURNS: [(&str, &str); 2] = [("fixed", "as it is"), ("free", "turned or not")];

impl Properties for Witness {
    fn kinds(&self) -> Vec<ConceptKind> {
        let mut kinds = kinds_of_lines();
        // Before the two that name a solution.
        let last = kinds.split_off(kinds.len().saturating_sub(2));
        kinds.extend(kinds_of_regions());
        kinds.extend(last);
        kinds
    }

    /// Rules that derive `head` when the play practises the property.
    fn rules(&self, level: &Level, property: &Mark, head: &str) -> Result<String, GameError> {
        let property_read = read(property).map_err(GameError::Concept)?;
        if matches!(property_read, WitnessProperty::Shape(..)) && !bits::fits::<u128>(level.board) {
            let Board { cols, rows, .. } = level.board;
            let why = format!("a panel of {cols}x{rows} is too large for `{property}`");
            return Err(GameError::Concept(why.into()));
        }
        Ok(match property_read {
            WitnessProperty::Passes(site) if site.place == Place::Vertex => {
                format!("{head} :- on({site}).")
            }
            WitnessProperty::Passes(site) => format!("{head} :- play({site},{LINE})."),
            WitnessProperty::Hugs(site, n) => {
                format!("{head} :- {n} <= #count {{ E : play(E,{LINE}), side({site},E) }}.")
            }
            WitnessProperty::TurnsAtLeast(n) => {
                format!("{head} :- {n} <= #count {{ V : bend(V) }}.")
            }
            WitnessProperty::TurnsAtMost(n) => {
                format!("{head} :- #count {{ V : bend(V) }} <= {n}.")
            }
            WitnessProperty::LengthAtLeast(n) => {
                format!("{head} :- {n} <= #count {{ E : play(E,{LINE}) }}.")
            }
            WitnessProperty::LengthAtMost(n) => {
                format!("{head} :- #count {{ E : play(E,{LINE}) }} <= {n}.")
            }
            WitnessProperty::RegionsAtLeast(n) => {
                format!("{head} :- {n} <= #count {{ A : region(A) }}.")
            }
            WitnessProperty::Shape(shape, free) => {
                let placed =
                    placements::<u128>(level.board, shape, free).into_iter().filter_map(|region| {
                        let cells: Vec<Site> =
                            bits::places(region).map(|(col, row)| Site::cell(col, row)).collect();
                        let first = cells.first()?;
                        let same = cells.iter().map(|cell| format!("same({first},{cell})"));
                        let same: Vec<String> = same.collect();
                        let n = cells.len();
                        Some(format!(
                            "{head} :- {}, #count {{ B : same({first},B) }} = {n}.",
                            same.join(", ")
                        ))
                    });
                // No region has a shape that fits nowhere.
                let never = std::iter::once(format!("{head} :- #false."));
                placed.chain(never).collect::<Vec<_>>().join("\n")
            }
            WitnessProperty::Intended => is_line(head, &line_of(intended_of(level)?)),
            WitnessProperty::Line(play) => is_line(head, &line_of(&play)),
        })
    }

    /// Returns whether a play practises the property; `None` if the game does not know it.
    fn practises(&self, level: &Level, play: &Play, property: &Mark) -> Option<bool> {
        // Panels of the editor fit into the larger word; a file may contain a larger one.
        if !bits::fits::<u128>(level.board) {
            return None;
        }
        let line = Strokes::<u128>::of(line_of(play));
        Some(WitnessAsk::of(level, property)?.holds(line, bits::cells(level.board)))
    }

    /// The property of this line alone.
    fn property_of(&self, _: &Level, play: &Play) -> Option<Mark> {
        format!("line({})", play.term()).parse().ok()
    }

    /// Turns a property with the board, except for its sites. Quarter turns do not change a shape that may
    /// have any orientation.
    fn turned_property(&self, property: &Mark, turn: Turn) -> Mark {
        let shape = match read(property) {
            Ok(WitnessProperty::Shape(shape, free)) if !free || turn != Turn::Clockwise => {
                shape.turned(turn)
            }
            _ => return property.clone(),
        };
        let turning = property.args().last().copied().unwrap_or("fixed").to_owned();
        format!("shape({shape},{turning})").parse().unwrap_or_else(|_| property.clone())
    }
}

fn kinds_of_regions() -> Vec<ConceptKind> {
    let kind = |functor: &'static str, phrase: &'static str, params| {
        ConceptKind::new(functor, phrase, params)
    };
    let regions = Param::new("regions", ParamKind::Number { least: 0, most: 49 }, "2");
    vec![
        kind("regions", "the line makes at least {0} {0?region:regions}", vec![regions])
            .otherwise("the line makes fewer than {0} {0?region:regions}")
            .instead("the line makes only {0} {0?region:regions}", "the line makes no region"),
        kind(
            "shape",
            "a region has the shape {0}, {1}",
            vec![
                Param::new("shape", ParamKind::choice(&SHAPES), "p0013"),
                Param::new("turning", ParamKind::choice(&TURNS), "free"),
            ],
        )
        .otherwise("no region has the shape {0}, {1}"),
    ]
}

fn kinds_of_lines() -> Vec<ConceptKind> {
    let kind = |functor: &'static str, phrase: &'static str, params| {
        ConceptKind::new(functor, phrase, params)
    };
    let number = |name: &'static str, most, default: &'static str| {
        Param::new(name, ParamKind::Number { least: 0, most }, default)
    };
    let line = Param::new("line part", ParamKind::Line, "vertex(1,1)");
    let cell = Param::new("cell", ParamKind::Site, "cell(0,0)");
    vec![
        kind("passes", "the line passes {0}", vec![line]).otherwise("the line does not pass {0}"),
        kind(
            "hugs",
            "the line runs along at least {1} {1?edge:edges} of {0}",
            vec![cell, number("edges", 4, "2")],
        )
        .otherwise("the line runs along fewer than {1} {1?edge:edges} of {0}")
        .instead(
            "the line runs along only {1} {1?edge:edges} of {0}",
            "the line runs along no edge of {0}",
        ),
        kind("turns", "the line turns at least {0} {0?time:times}", vec![number("turns", 64, "4")])
            .otherwise("the line turns fewer than {0} {0?time:times}")
            .instead("the line turns only {0} {0?time:times}", "the line never turns"),
        kind(
            "turns_at_most",
            "the line turns at most {0} {0?time:times}",
            vec![number("turns", 64, "4")],
        )
        .otherwise("the line turns more than {0} {0?time:times}")
        .instead("the line turns {0} {0?time:times}", "the line never turns"),
        kind(
            "length",
            "the line is at least {0} {0?edge:edges} long",
            vec![number("edges", 63, "8")],
        )
        .otherwise("the line is shorter than {0} {0?edge:edges}")
        .instead("the line is only {0} {0?edge:edges} long", "there is no line"),
        kind(
            "length_at_most",
            "the line is at most {0} {0?edge:edges} long",
            vec![number("edges", 63, "8")],
        )
        .otherwise("the line is longer than {0} {0?edge:edges}")
        .instead("the line is {0} {0?edge:edges} long", "there is no line"),
        ConceptKind::intended(),
        ConceptKind::picked("line", "{0?edge:edges}"),
    ]
}

fn read(property: &Mark) -> Result<WitnessProperty, ConceptFault> {
    let of = PropertyReader(property);
    let number = |text: &str| of.count(text, 1000);
    match (property.functor(), property.args().as_slice()) {
        ("passes", [site]) => match site.parse::<Site>() {
            Ok(site) if site.place != Place::Cell && !site.place.is_linear() => {
                Ok(WitnessProperty::Passes(site))
            }
            _ => Err(of
                .fault(site, "no edge and no corner; write hedge(1,2), vedge(1,2) or vertex(1,2)")),
        },
        ("hugs", [cell, n]) => Ok(WitnessProperty::Hugs(of.cell(cell)?, number(n)?)),
        ("turns", [n]) => Ok(WitnessProperty::TurnsAtLeast(number(n)?)),
        ("turns_at_most", [n]) => Ok(WitnessProperty::TurnsAtMost(number(n)?)),
        ("length", [n]) => Ok(WitnessProperty::LengthAtLeast(number(n)?)),
        ("length_at_most", [n]) => Ok(WitnessProperty::LengthAtMost(number(n)?)),
        ("regions", [n]) => Ok(WitnessProperty::RegionsAtLeast(number(n)?)),
        ("shape", [shape, turns @ ("fixed" | "free")]) => {
            Ok(WitnessProperty::Shape(Polyomino::read(shape)?, *turns == "free"))
        }
        (INTENDED, []) => Ok(WitnessProperty::Intended),
        ("line", [play]) => of.play(play, "play(put(hedge(0,1),line))").map(WitnessProperty::Line),
        _ => Err(of.unknown("The Witness", &Witness.kinds())),
    }
}

/// The regions of a shape, anywhere on the board.
fn placements<W: BoardWord>(board: Board, shape: Polyomino, free: bool) -> Vec<W> {
    let ways = shape.orientations(free).into_iter();
    let mut placed: Vec<W> = ways.flat_map(|way| tiling::placements(board, way)).collect();
    placed.sort_unstable();
    placed
}

/// Derives `head` when the line runs along exactly these edges.
fn is_line(head: &str, edges: &BTreeSet<Site>) -> String {
    let mut body = vec![format!("#count {{ E : play(E,{LINE}) }} = {}", edges.len())];
    body.extend(edges.iter().map(|edge| format!("play({edge},{LINE})")));
    format!("{head} :- {}.", body.join(", "))
}

/// A property of a level's lines, as sets by bit.
enum WitnessAsk<W> {
    Never,
    /// One of these edges.
    Edge(Strokes<W>),
    Vertex(W),
    /// At least this many edges of a set.
    Hugs(Strokes<W>, u32),
    TurnsAtLeast(u32),
    TurnsAtMost(u32),
    LengthAtLeast(u32),
    LengthAtMost(u32),
    RegionsAtLeast(usize),
    /// One of these regions.
    Region(Vec<W>),
    Line(Strokes<W>),
}

impl<W: BoardWord> WitnessAsk<W> {
    fn of(level: &Level, property: &Mark) -> Option<Self> {
        let few = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let board = &level.board;
        let line = |play: &Play| {
            let line = line_of(play);
            let on_board =
                |edge: &Site| crate::panel::ends(*edge).is_some() && board.contains(*edge);
            match line.iter().all(on_board) {
                true => Self::Line(Strokes::of(line)),
                false => Self::Never,
            }
        };
        Some(match read(property).ok()? {
            // Edges of cells outside the board do not count, even those that the board has.
            WitnessProperty::Hugs(cell, n) if !board.contains(cell) => {
                Self::Hugs(Strokes::default(), few(n))
            }
            WitnessProperty::Hugs(cell, n) => Self::Hugs(Strokes::of(sides(cell)), few(n)),
            WitnessProperty::Passes(site) if !board.contains(site) => Self::Never,
            WitnessProperty::Passes(site) if site.place == Place::Vertex => Self::Vertex(bit(site)),
            WitnessProperty::Passes(site) => Self::Edge(Strokes::of([site])),
            WitnessProperty::TurnsAtLeast(n) => Self::TurnsAtLeast(few(n)),
            WitnessProperty::TurnsAtMost(n) => Self::TurnsAtMost(few(n)),
            WitnessProperty::LengthAtLeast(n) => Self::LengthAtLeast(few(n)),
            WitnessProperty::LengthAtMost(n) => Self::LengthAtMost(few(n)),
            WitnessProperty::RegionsAtLeast(n) => Self::RegionsAtLeast(n),
            WitnessProperty::Shape(shape, free) => Self::Region(placements(*board, shape, free)),
            WitnessProperty::Intended => line(level.intended.as_ref()?),
            WitnessProperty::Line(play) => line(&play),
        })
    }

    fn holds(&self, line: Strokes<W>, cells: W) -> bool {
        match self {
            Self::Never => false,
            Self::Region(placed) => line.regions(cells).any(|region| placed.contains(&region)),
            Self::Edge(edge) => line.and(*edge) == *edge,
            Self::Vertex(vertex) => line.passed().meets(*vertex),
            Self::Hugs(sides, n) => line.and(*sides).len() >= *n,
            Self::TurnsAtLeast(n) => line.bends().len() >= *n,
            Self::TurnsAtMost(n) => line.bends().len() <= *n,
            Self::LengthAtLeast(n) => line.len() >= *n,
            Self::LengthAtMost(n) => line.len() <= *n,
            Self::RegionsAtLeast(n) => line.regions(cells).count() >= *n,
            Self::Line(wanted) => line == *wanted,
        }
    }
}

/// A level's concept, prepared for testing very many lines.
pub(crate) struct WitnessTest<W = u64> {
    concept: Concept,
    asks: Vec<(Mark, WitnessAsk<W>)>,
}

impl<W: BoardWord> WitnessTest<W> {
    /// `None` if only the solver can tell what the concept means.
    pub(crate) fn of(level: &Level) -> Option<Self> {
        if !level.concept.own_rules().is_empty() {
            return None;
        }
        let ask = |property: &Mark| Some((property.clone(), WitnessAsk::of(level, property)?));
        let asks: Option<Vec<_>> = level.concept.properties().into_iter().map(ask).collect();
        Some(Self { concept: level.concept.clone(), asks: asks? })
    }

    pub(crate) fn practises(&self, line: Strokes<W>, cells: W) -> bool {
        let holds = |property: &Mark| {
            let (_, ask) = self.asks.iter().find(|(known, _)| known == property)?;
            Some(ask.holds(line, cells))
        };
        self.concept.evaluate(&mut { holds }) == Some(true)
    }
}
