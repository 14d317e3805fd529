//! What a concept of The Witness may ask of a line.
//!
//! Each property is said twice: as rules on top of `witness.lp`, and in plain Rust. Knows `level`
//! and panels.

use std::collections::BTreeSet;

use super::panel::{LINE, Panel, degrees, line_of, sides, turns};
use crate::games::{ConceptKind, GameError, Param, ParamKind};
use crate::level::{Level, Mark, Place, Play, Site};

enum Property {
    /// The line passes an edge or a vertex.
    Passes(Site),
    /// The line runs along so many edges of a cell, or more.
    Hugs(Site, usize),
    TurnsAtLeast(usize),
    TurnsAtMost(usize),
    LengthAtLeast(usize),
    LengthAtMost(usize),
    RegionsAtLeast(usize),
    Intended,
    /// The line is this one.
    Line(Play),
}

pub fn kinds() -> Vec<ConceptKind> {
    let kind = |functor, phrase, params| ConceptKind { functor, phrase, params };
    let number =
        |name, most, default| Param { name, kind: ParamKind::Number { least: 0, most }, default };
    let line = Param { name: "line part", kind: ParamKind::Line, default: "vertex(1,1)" };
    let cell = Param { name: "cell", kind: ParamKind::Site, default: "cell(0,0)" };
    let play = Param { name: "solution", kind: ParamKind::Play, default: "play" };
    vec![
        kind("passes", "the line passes {0}", vec![line]),
        kind(
            "hugs",
            "the line runs along {1} or more edges of {0}",
            vec![cell, number("edges", 4, "2")],
        ),
        kind("turns", "the line turns {0} times or more", vec![number("turns", 64, "4")]),
        kind("turns_at_most", "the line turns {0} times or less", vec![number("turns", 64, "4")]),
        kind("length", "the line is {0} edges long or longer", vec![number("edges", 63, "8")]),
        kind(
            "length_at_most",
            "the line is {0} edges long or shorter",
            vec![number("edges", 63, "8")],
        ),
        kind("regions", "there are {0} regions or more", vec![number("regions", 49, "2")]),
        kind("intended", "it is the intended solution", Vec::new()),
        kind("line", "it is {0}", vec![play]),
    ]
}

fn read(property: &Mark) -> Result<Property, String> {
    let args = property.args();
    let number = |text: &str| {
        text.parse::<usize>()
            .ok()
            .filter(|n| *n <= 1000)
            .ok_or_else(|| format!("`{text}` in `{property}` is no number from 0"))
    };
    match (property.functor(), args.as_slice()) {
        ("passes", [site]) => match site.parse::<Site>() {
            Ok(site) if !matches!(site.place, Place::Cell | Place::Tray | Place::Step) => {
                Ok(Property::Passes(site))
            }
            _ => Err(format!(
                "`{site}` in `{property}` is no edge and no corner; write hedge(1,2), vedge(1,2) \
                 or vertex(1,2)"
            )),
        },
        ("hugs", [cell, n]) => match cell.parse::<Site>() {
            Ok(site) if site.place == Place::Cell => Ok(Property::Hugs(site, number(n)?)),
            _ => Err(format!("`{cell}` in `{property}` is no cell; write cell(3,4)")),
        },
        ("turns", [n]) => Ok(Property::TurnsAtLeast(number(n)?)),
        ("turns_at_most", [n]) => Ok(Property::TurnsAtMost(number(n)?)),
        ("length", [n]) => Ok(Property::LengthAtLeast(number(n)?)),
        ("length_at_most", [n]) => Ok(Property::LengthAtMost(number(n)?)),
        ("regions", [n]) => Ok(Property::RegionsAtLeast(number(n)?)),
        ("intended", []) => Ok(Property::Intended),
        ("line", [play]) => Play::of_term(play).map(Property::Line).ok_or_else(|| {
            format!("`{play}` in `{property}` is no play such as play(put(hedge(0,1),line))")
        }),
        _ => {
            let known: Vec<&str> = kinds().iter().map(|kind| kind.functor).collect();
            Err(format!(
                "`{property}` is no property of The Witness, or has the wrong number of parts; \
                 there are {}",
                known.join(", ")
            ))
        }
    }
}

/// Rules that derive `head` when the play practises the property.
pub fn rules(level: &Level, property: &Mark, head: &str) -> Result<String, GameError> {
    Ok(match read(property).map_err(GameError::Concept)? {
        Property::Passes(site) if site.place == Place::Vertex => format!("{head} :- on({site})."),
        Property::Passes(site) => format!("{head} :- play({site},{LINE})."),
        Property::Hugs(site, n) => {
            format!("{head} :- {n} <= #count {{ E : play(E,{LINE}), side({site},E) }}.")
        }
        Property::TurnsAtLeast(n) => format!("{head} :- {n} <= #count {{ V : bend(V) }}."),
        Property::TurnsAtMost(n) => format!("{head} :- #count {{ V : bend(V) }} <= {n}."),
        Property::LengthAtLeast(n) => format!("{head} :- {n} <= #count {{ E : play(E,{LINE}) }}."),
        Property::LengthAtMost(n) => format!("{head} :- #count {{ E : play(E,{LINE}) }} <= {n}."),
        Property::RegionsAtLeast(n) => format!("{head} :- {n} <= #count {{ A : region(A) }}."),
        Property::Intended => {
            let Some(intended) = &level.intended else {
                return Err(GameError::Concept(
                    "the level has no intended solution that solutions could be".to_owned(),
                ));
            };
            is_line(head, &line_of(intended))
        }
        Property::Line(play) => is_line(head, &line_of(&play)),
    })
}

/// `head` when the line runs along just these edges.
fn is_line(head: &str, edges: &BTreeSet<Site>) -> String {
    let mut body = vec![format!("#count {{ E : play(E,{LINE}) }} = {}", edges.len())];
    body.extend(edges.iter().map(|edge| format!("play({edge},{LINE})")));
    format!("{head} :- {}.", body.join(", "))
}

/// The property of just this line.
pub fn line_property(play: &Play) -> Option<Mark> {
    format!("line({})", play.term()).parse().ok()
}

/// Whether a play practises the property; `None` when it is none of this game's.
pub fn practises(level: &Level, play: &Play, property: &Mark) -> Option<bool> {
    let line = line_of(play);
    Some(match read(property).ok()? {
        Property::Passes(site) => line.contains(&site) || degrees(&line).contains_key(&site),
        Property::Hugs(site, n) => {
            // Sides off the board are no sides.
            level.board.contains(site)
                && sides(site).iter().filter(|side| line.contains(side)).count() >= n
                || n == 0
        }
        Property::TurnsAtLeast(n) => turns(&line) >= n,
        Property::TurnsAtMost(n) => turns(&line) <= n,
        Property::LengthAtLeast(n) => line.len() >= n,
        Property::LengthAtMost(n) => line.len() <= n,
        Property::RegionsAtLeast(n) => Panel::of(level).regions(&line).len() >= n,
        Property::Intended => line_of(level.intended.as_ref()?) == line,
        Property::Line(play) => line_of(&play) == line,
    })
}
