//! Facts for the encoding `witness.lp` besides has/2: types and colours of pieces, the pieces that they
//! count, and orientations of polyominoes. The only place, with `concepts.rs`, that knows this game's
//! predicates.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::piece::{Form, PanelSymbol, Polyomino, Type};
use crate::reading::PanelReading;
use foolproof_game::{AcceptError, GameError, Scope};
use foolproof_level::{Level, Mark, Place};

/// Rules for erasers, used only for panels that have some, and the additions of each reading.
const ERASERS: &str = include_str!("../../../encodings/witness_erasers.lp");
const ERASERS_OF_THE_GAME: &str = include_str!("../../../encodings/witness_erasers_game.lp");
const ERASERS_OF_WINDMILL: &str = include_str!("../../../encodings/witness_erasers_windmill.lp");

/// The reason why a panel with hollow polyominoes has no program under Windmill's reading.
const OVER_THE_RIM: &str = "in Windmill polyominoes may lie over the rim where there are hollow ones, \
    which only the game's own search knows";

/// Facts of a level, fixed or to be designed.
pub(crate) fn facts(level: &Level, scope: Scope<'_>) -> Result<String, GameError> {
    let reading = PanelReading::stated(level).map_err(|number| {
        GameError::Board(format!("rules of number {number} are not known here; 0 are those of the game, 1 those of Windmill"))
    })?;
    let mut pieces = BTreeSet::new();
    for (site, mark) in level.marks() {
        let fault = |why: AcceptError| GameError::Mark { site, why };
        let piece = PanelSymbol::read(mark).map_err(|why| fault(why.into()))?;
        if !belongs(piece, site.place) {
            let why = format!("a {} does not belong here", piece.spoken());
            return Err(fault(AcceptError::Elsewhere(why)));
        }
        pieces.insert((piece, mark.clone()));
    }
    if let Scope::Design(stock) = scope {
        for mark in stock.iter().flat_map(|item| &item.marks) {
            let piece = PanelSymbol::read(mark).map_err(|why| GameError::Board(why.into()))?;
            pieces.insert((piece, mark.clone()));
        }
    }
    let has = |wanted: &dyn Fn(&PanelSymbol) -> bool| pieces.iter().any(|(piece, _)| wanted(piece));
    if reading == PanelReading::Windmill
        && has(&|piece| matches!(piece, PanelSymbol::Hollow { .. }))
    {
        return Err(GameError::TooMuch(OVER_THE_RIM.to_owned()));
    }
    let mut facts = write(&pieces);
    if has(&|piece| matches!(piece, PanelSymbol::Eraser(_))) {
        facts.push_str(ERASERS);
        facts.push_str(match reading {
            PanelReading::Game => ERASERS_OF_THE_GAME,
            PanelReading::Windmill => ERASERS_OF_WINDMILL,
        });
    }
    Ok(facts)
}

/// Returns whether a piece may be on a site of this kind.
pub(crate) fn belongs(piece: PanelSymbol, place: Place) -> bool {
    match (piece, place) {
        (piece, place) if piece.is_start_or_end() => place == Place::Vertex,
        (PanelSymbol::Gap, place) => matches!(place, Place::HEdge | Place::VEdge),
        (PanelSymbol::Dot | PanelSymbol::StrandDot(_) | PanelSymbol::Missing, place) => {
            matches!(place, Place::HEdge | Place::VEdge | Place::Vertex)
        }
        (_, place) => place == Place::Cell,
    }
}

fn write(pieces: &BTreeSet<(PanelSymbol, Mark)>) -> String {
    let mut facts = String::new();
    let (mut forms, mut shapes) = (BTreeSet::new(), BTreeSet::new());
    for (piece, mark) in pieces {
        let Some((kind, colour)) = piece.kind() else { continue };
        let _ = writeln!(facts, "kind({mark},{},{}).", name(kind), colour.name());
        if let Some(form) = piece.form() {
            forms.insert((name(kind), form));
        }
        match piece {
            PanelSymbol::Triangle(_, n) => _ = writeln!(facts, "edges({mark},{n})."),
            PanelSymbol::Poly { shape, free, .. } | PanelSymbol::Hollow { shape, free, .. } => {
                for way in shape.orientations(*free) {
                    let _ = writeln!(facts, "lies({mark},{way}).");
                    shapes.insert(way);
                }
                let area = i64::from(shape.area());
                let _ = match kind {
                    Type::Hollow => writeln!(facts, "hollow({mark}). size({mark},-{area})."),
                    _ => writeln!(facts, "size({mark},{area})."),
                };
            }
            _ => {}
        }
    }
    for (name, form) in forms {
        write_form(&name, form, &mut facts);
    }
    for way in shapes {
        write_shape(way, &mut facts);
    }
    facts
}

/// The name of a type in the encoding.
fn name(kind: Type) -> String {
    match kind {
        Type::Square => "square".to_owned(),
        Type::Star => "star".to_owned(),
        Type::Triangle => "triangle".to_owned(),
        Type::Poly => "poly".to_owned(),
        Type::Hollow => "hollow".to_owned(),
        Type::Eraser => "eraser".to_owned(),
        Type::Rule(form) => {
            let (comparison, number) = form.comparison.parts();
            format!("rule({},{comparison},{number})", form.relations_text())
        }
    }
}

fn write_form(name: &str, form: Form, facts: &mut String) {
    let (comparison, number) = form.comparison.parts();
    let _ = write!(facts, "wants({name},{comparison},{number}).");
    for (same_type, same_colour) in [(false, false), (false, true), (true, false), (true, true)] {
        if form.relates(same_type, same_colour) {
            let (a, b) = (u8::from(same_type), u8::from(same_colour));
            let _ = write!(facts, " counts({name},{a},{b}).");
        }
    }
    facts.push('\n');
}

fn write_shape(way: Polyomino, facts: &mut String) {
    for (x, y) in way.cells() {
        let _ = write!(facts, "square({way},{x},{y}). ");
    }
    facts.push('\n');
}
