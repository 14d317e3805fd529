//! The game itself: its texts and files, its rules and its optional parts.

use std::borrow::Cow;
use std::sync::{Arc, LazyLock};

use crate::about::{ABOUT, Witness};
use crate::covering::JudgePatience;
use crate::panel::LINE;
use crate::piece::{Colour, Form, PanelSymbol, Polyomino, Side};
use foolproof_game::{
    Abilities, AcceptError, Brush, Control, ControlError, Drawing, Encoding, Game, GameAssets,
    GameError, Group, HandItem, LineStart, PageScript, Playing, Range, Rules, Scope, StockItem,
    StopCheck, Text, Tuning, Turn, TurnError, Turning, Verdict, mark_of_value,
};
use foolproof_level::{Board, Level, Mark, Place, Play, Site};
use foolproof_picture::Layout;

fn brush(piece: PanelSymbol) -> Option<Brush> {
    Some(Brush { mark: piece.mark()?, name: piece.spoken() })
}

fn line() -> Option<Mark> {
    LINE.parse().ok()
}

static ASSETS: LazyLock<GameAssets> = LazyLock::new(|| GameAssets {
    encoding: Some(Encoding::of(
        "witness.lp",
        include_str!("../../../encodings/witness.lp"),
        &["on", "bend", "same", "region", "edge", "between"],
    )),
    sample: Cow::Borrowed(include_str!("../../../assets/packs/witness.json")),
    collections: vec![(
        "Erasers and two lines".into(),
        include_str!("../../../assets/packs/witness_erasers.json").into(),
    )],
    formats: vec![Arc::new(crate::formats::Windmill), Arc::new(crate::json::WitnessPuzzles)],
    page: Some(PageScript {
        text: concat!(
            include_str!("../../../assets/web/witness_rules.js"),
            include_str!("../../../assets/web/witness.js")
        )
        .into(),
        beneath: &["start", "end", "gap"],
        ..PageScript::default()
    }),
    study: Some(Arc::new(crate::orthogonality::Orthogonality)),
    ..GameAssets::default()
});

impl Game for Witness {
    foolproof_game::parts_of_the_package!(crate::draw::draw, crate::draw::draw_mark);

    fn palette(&self) -> Vec<Group> {
        let group = |name: &'static str, place, pieces: Vec<PanelSymbol>| Group {
            name: name.into(),
            place,
            brushes: pieces.into_iter().filter_map(brush).collect(),
        };
        let six = || Colour::all().take(6);
        let poly = |shape, free| PanelSymbol::Poly { colour: Colour::YELLOW, shape, free };
        let turning = crate::stock::shapes().filter(|shape| shape.orientations(true).len() > 1);
        let rules = [Colour::BLACK, Colour::BLUE];
        vec![
            group("Squares", Place::Cell, six().map(PanelSymbol::Square).collect()),
            group("Stars", Place::Cell, six().map(PanelSymbol::Star).collect()),
            group(
                "Triangles",
                Place::Cell,
                (1..=3).map(|n| PanelSymbol::Triangle(Colour::ORANGE, n)).collect(),
            ),
            group(
                "Polyominoes",
                Place::Cell,
                crate::stock::shapes().map(|shape| poly(shape, false)).collect(),
            ),
            group(
                "Polyominoes that may turn",
                Place::Cell,
                turning.map(|shape| poly(shape, true)).collect(),
            ),
            group("Hollow polyominoes", Place::Cell, crate::stock::hollows().collect()),
            group(
                "Erasers",
                Place::Cell,
                [Colour::WHITE, Colour::BLACK].map(PanelSymbol::Eraser).to_vec(),
            ),
            group(
                "Rules of your own",
                Place::Cell,
                rules.map(|colour| PanelSymbol::Rule(colour, Form::SINGLETON)).to_vec(),
            ),
            group(
                "Dots and broken edges",
                Place::HEdge,
                [PanelSymbol::Dot, PanelSymbol::Gap, PanelSymbol::Missing]
                    .into_iter()
                    .chain(crate::twin::Strand::BOTH.map(PanelSymbol::StrandDot))
                    .collect(),
            ),
            group(
                "Starts and ends",
                Place::Vertex,
                [PanelSymbol::Start, PanelSymbol::DottedStart, PanelSymbol::End(None)]
                    .into_iter()
                    .chain(crate::twin::PanelSymmetry::ALL.map(PanelSymbol::TwinStart))
                    .collect(),
            ),
        ]
    }

    fn layout(&self, board: &Board) -> Layout {
        crate::draw::layout(board)
    }

    fn accepts(&self, board: &Board, site: Site, mark: &Mark) -> Result<(), AcceptError> {
        let piece = PanelSymbol::read(mark)?;
        if !board.contains(site) {
            return Err(AcceptError::OffBoard(site));
        }
        if crate::facts::belongs(piece, site.place) {
            return Ok(());
        }
        let place = match piece {
            piece if piece.is_start_or_end() => "corners",
            PanelSymbol::Dot | PanelSymbol::StrandDot(_) | PanelSymbol::Missing => {
                "edges and corners"
            }
            PanelSymbol::Gap => "edges",
            _ => "cells",
        };
        Err(AcceptError::Elsewhere(format!("a {} goes on {place}", piece.spoken())))
    }

    fn describe(&self, mark: &Mark) -> String {
        match PanelSymbol::read(mark) {
            Ok(piece) => piece.spoken(),
            Err(_) => mark.to_string(),
        }
    }

    fn facts(&self, level: &Level, scope: Scope<'_>) -> Result<String, GameError> {
        crate::facts::facts(level, scope)
    }

    fn stock(&self, level: &Level) -> Vec<StockItem> {
        crate::stock::stock(level)
    }

    fn range(&self, level: &Level) -> Range {
        crate::stock::range(level, &self.palette())
    }

    fn abilities(&self) -> Abilities<'_> {
        Abilities {
            rules: Some(self),
            properties: Some(self),
            tuning: Some(self),
            turning: Some(self),
            playing: Some(self),
            drawing: Some(self),
            rating: Some(self),
            search: Some(&crate::search::WitnessSearch),
            sentences: Some(self),
            ..Abilities::default()
        }
    }
}

impl Rules for Witness {
    fn judge(&self, level: &Level, play: &Play) -> Verdict {
        crate::judge::judge(level, play, JudgePatience::default())
    }

    fn judge_until(&self, level: &Level, play: &Play, stop: StopCheck<'_>) -> Verdict {
        crate::judge::judge(level, play, JudgePatience::Until(stop, 0))
    }

    fn read_as(&self, level: &Level) -> Option<String> {
        crate::reading::parted_symbols(level)?;
        Some(format!("by the rules of {}", crate::reading::PanelReading::of(level).name()))
    }
}

/// Error for a control that the piece does not have.
fn no_control(piece: PanelSymbol, control: &str) -> ControlError {
    ControlError::no_control(format!("a {}", piece.spoken()), control)
}

impl Tuning for Witness {
    fn controls(&self, mark: &Mark) -> Vec<Control> {
        PanelSymbol::read(mark).map(controls).unwrap_or_default()
    }

    fn set_control(&self, mark: &Mark, control: &str, value: &str) -> Result<Mark, ControlError> {
        let piece = PanelSymbol::read(mark)?;
        let known = controls(piece).into_iter().any(|have| have.name == control);
        if !known {
            return Err(no_control(piece, control));
        }
        // A control's values are whole marks, since parts of a symbol depend on each other.
        let mark = mark_of_value(control, value)?;
        match PanelSymbol::read(&mark)? {
            other if controls(other).iter().any(|have| have.name == control) => Ok(mark),
            other => Err(no_control(other, control)),
        }
    }
}

impl Turning for Witness {
    fn turned(&self, mark: &Mark, turn: Turn) -> Mark {
        let turned = PanelSymbol::read(mark).ok().and_then(|piece| piece.turned(turn).mark());
        turned.unwrap_or_else(|| mark.clone())
    }

    fn spelled_out(&self, level: &Level) -> Result<Level, TurnError> {
        crate::panel::with_ends(level)
    }
}

impl Playing for Witness {
    fn hand(&self, level: &Level, play: &Play) -> Vec<HandItem> {
        let edges = crate::panel::edges(&level.board).len();
        let left = u32::try_from(edges.saturating_sub(play.len())).unwrap_or(0);
        line().map(|mark| HandItem { mark, site: None, left }).into_iter().collect()
    }
}

impl Drawing for Witness {
    fn begins(&self) -> LineStart {
        LineStart::Start
    }

    fn pens(&self, level: &Level, play: &Play) -> Vec<Site> {
        let panel = crate::panel::Panel::of(level);
        let loose = crate::panel::degrees(&crate::panel::line_of(play)).into_iter();
        let loose = loose.filter(|(_, degree)| *degree == 1).map(|(vertex, _)| vertex);
        panel.starts.iter().copied().chain(loose).collect()
    }

    fn pen_set(&self, level: &Level, play: &Play, site: Site) -> Play {
        // A new line begins at a start; elsewhere, the old one continues from its loose end.
        match crate::panel::Panel::of(level).starts.contains(&site) {
            true => Play::default(),
            false => play.clone(),
        }
    }

    fn pen(&self, level: &Level, play: &Play, from: Site, to: Site) -> Option<(Play, Site)> {
        crate::panel::Panel::of(level).drawn(play, from, to)
    }
}

/// Controls of a placed symbol; each value is the whole mark.
fn controls(piece: PanelSymbol) -> Vec<Control> {
    let choice = |name: &'static str, options: Vec<(PanelSymbol, String)>| Control {
        name: name.into(),
        value: piece.text(),
        options: options.into_iter().map(|(piece, words)| (piece.text(), words)).collect(),
        hint: Text::default(),
        squares: Vec::new(),
    };
    if let PanelSymbol::End(_) = piece {
        let sides = Side::ALL.map(|side| (PanelSymbol::End(Some(side)), side.name().to_owned()));
        let any = (PanelSymbol::End(None), "wherever it fits".to_owned());
        return vec![choice("side", std::iter::once(any).chain(sides).collect())];
    }
    if piece.kind().is_none() {
        return Vec::new();
    }
    let colours = Colour::all().map(|colour| (piece.with_colour(colour), colour.name().to_owned()));
    let mut controls = vec![choice("colour", colours.collect())];
    match piece {
        PanelSymbol::Triangle(colour, _) => {
            let counts =
                PanelSymbol::TRIANGLES.map(|n| (PanelSymbol::Triangle(colour, n), n.to_string()));
            controls.push(choice("edges", counts.collect()));
        }
        PanelSymbol::Poly { shape, free, .. } | PanelSymbol::Hollow { shape, free, .. } => {
            let grids = grids(shape).map(|(shape, words)| (piece.reshaped(shape, free), words));
            let squares =
                squares(shape).map(|square| shape.cells().any(|cell| cell == square)).collect();
            controls.push(Control { squares, ..choice("squares", grids.collect()) });
            let turns = [(false, "as drawn"), (true, "may turn")];
            let turns = turns.map(|(free, words)| (piece.reshaped(shape, free), words.to_owned()));
            controls.push(choice("turning", turns.to_vec()));
            let other = match piece {
                PanelSymbol::Poly { colour, .. } => PanelSymbol::Hollow { colour, shape, free },
                other => other,
            };
            let full = match piece {
                PanelSymbol::Hollow { colour, .. } => PanelSymbol::Poly { colour, shape, free },
                full => full,
            };
            let kinds = vec![(full, "fills".to_owned()), (other, "takes away".to_owned())];
            controls.push(choice("what it does", kinds));
        }
        PanelSymbol::Rule(colour, form) => {
            let sets = (1..16).map(|relations| {
                let other = Form { relations, ..form };
                (PanelSymbol::Rule(colour, other), other.spoken())
            });
            controls.push(choice("counts", sets.collect()));
            let comparisons = crate::piece::Comparison::EVERY.map(|comparison| {
                let other = Form { comparison, ..form };
                (PanelSymbol::Rule(colour, other), other.spoken())
            });
            controls.push(choice("how many", comparisons.to_vec()));
        }
        _ => {}
    }
    controls
}

/// The polyominoes that differ from this one in a square of its grid, row by row. The last square stays.
fn grids(shape: Polyomino) -> impl Iterator<Item = (Polyomino, String)> {
    squares(shape).map(move |square| {
        let mut cells: Vec<(u8, u8)> = shape.cells().collect();
        match cells.iter().position(|cell| *cell == square) {
            Some(at) => _ = cells.remove(at),
            None => cells.push(square),
        }
        let words = format!("row {}, column {}", square.1 + 1, square.0 + 1);
        (Polyomino::of(cells).unwrap_or(shape), words)
    })
}

/// The squares of a square grid with room for a polyomino, row by row: at least 4x4, and one more than it
/// occupies, if there are larger ones.
fn squares(shape: Polyomino) -> impl Iterator<Item = (u8, u8)> {
    let most = shape.width().max(shape.height());
    let side = if most < 4 { 4 } else { (most + 1).min(crate::polyomino::GRID) };
    (0..side * side).map(move |bit| (bit % side, bit / side))
}
