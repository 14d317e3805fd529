//! The game itself: its texts and files, its rules and its optional parts.

use std::borrow::Cow;
use std::sync::{Arc, LazyLock};

use crate::about::{ABOUT, Refraction};
use crate::piece::{Piece, Ports, Side, parse_power};
use foolproof_game::{
    Abilities, AcceptError, Brush, Brushes, Control, ControlError, Encoding, Game, GameAssets,
    GameError, Gesture, GestureError, Group, HandItem, NextMark, PageScript, Playing, Range,
    Rules as _, Scope, SolutionEquivalence, StockItem, Text, Tuning, Turn, Turning, Verdict,
    mark_of_value,
};
use foolproof_level::{Board, Level, Mark, Place, Play, Site};
use foolproof_picture::{Layout, Rect, Shape};

fn brush(piece: Piece) -> Brush {
    Brush { mark: piece.mark(), name: piece.spoken() }
}

fn one() -> crate::piece::Power {
    crate::piece::Power::from_integer(1)
}

static ASSETS: LazyLock<GameAssets> = LazyLock::new(|| GameAssets {
    encoding: Some(Encoding::of(
        "refraction.lp",
        include_str!("../../../encodings/refraction.lp"),
        &["active", "used", "type", "kind", "at", "spare", "next"],
    )),
    sample: Cow::Borrowed(include_str!("../../../assets/packs/refraction.json")),
    formats: vec![Arc::new(crate::formats::InfiniteRefraction)],
    page: Some(PageScript::of(include_str!("../../../assets/web/refraction.js"))),
    ..GameAssets::default()
});

impl Game for Refraction {
    foolproof_game::parts_of_the_package!(crate::draw::draw, crate::draw::draw_mark);

    fn palette(&self) -> Vec<Group> {
        let group =
            |name: &'static str, place, brushes| Group { name: name.into(), place, brushes };
        let movable = |kind| {
            Piece::all_movable().into_iter().filter(move |p| p.kind() == Some(kind)).map(brush)
        };
        let source = |out| brush(Piece::Source { out, power: one() });
        let target = |side| brush(Piece::Target { ins: Ports::one(side), power: one() });
        vec![
            group("Sources", Place::Cell, Side::ALL.map(source).to_vec()),
            group("Targets", Place::Cell, Side::ALL.map(target).to_vec()),
            group("Blocker", Place::Cell, vec![brush(Piece::Blocker)]),
            group("Benders", Place::Tray, movable(crate::piece::PieceKind::Bender).collect()),
            group("Splitters", Place::Tray, movable(crate::piece::PieceKind::Splitter).collect()),
            group("Combiners", Place::Tray, movable(crate::piece::PieceKind::Combiner).collect()),
        ]
    }

    fn layout(&self, board: &Board) -> Layout {
        crate::draw::layout(board)
    }

    fn accepts(&self, board: &Board, site: Site, mark: &Mark) -> Result<(), AcceptError> {
        let piece = Piece::read(mark)?;
        if !board.contains(site) {
            return Err(AcceptError::OffBoard(site));
        }
        match (site.place, piece.is_movable()) {
            (Place::Tray, true) | (Place::Cell, false) => Ok(()),
            (Place::Tray, false) => {
                Err(AcceptError::Elsewhere(format!("a {} stands on the board", piece.spoken())))
            }
            (_, true) => {
                let why = format!("a {} lies in the tray; the player places it", piece.spoken());
                Err(AcceptError::Elsewhere(why))
            }
            _ => Err(AcceptError::Elsewhere(format!("{} cannot hold a piece", site.name()))),
        }
    }

    fn describe(&self, mark: &Mark) -> String {
        Piece::read(mark).map_or_else(|_| mark.to_string(), Piece::spoken)
    }

    fn facts(&self, level: &Level, scope: Scope<'_>) -> Result<String, GameError> {
        // The encoding would leave out marks on impossible sites.
        let astray = |(site, _): &(Site, &Mark)| !matches!(site.place, Place::Cell | Place::Tray);
        if let Some((site, mark)) = level.marks().find(astray)
            && let Err(why) = self.accepts(&level.board, site, mark)
        {
            return Err(GameError::Mark { site, why });
        }
        crate::facts::facts(level, scope)
    }

    fn stock(&self, level: &Level) -> Vec<StockItem> {
        crate::stock::stock(level)
    }

    fn range(&self, level: &Level) -> Range {
        crate::stock::range(level)
    }

    fn abilities(&self) -> Abilities<'_> {
        Abilities {
            rules: Some(self),
            properties: Some(self),
            brushes: Some(self),
            tuning: Some(self),
            turning: Some(self),
            playing: Some(self),
            equivalence: Some(self),
            rating: Some(self),
            search: Some(&crate::search::RefractionSearch),
            drafter: Some(&|wish| Box::new(crate::make::PieceDrafter::new(wish))),
            ..Abilities::default()
        }
    }
}

/// Error for a control that the piece does not have.
fn no_control(piece: Piece, control: &str) -> ControlError {
    ControlError::no_control(format!("a {}", piece.spoken()), control)
}

impl Tuning for Refraction {
    fn controls(&self, mark: &Mark) -> Vec<Control> {
        Piece::read(mark).map(controls).unwrap_or_default()
    }

    fn set_control(&self, mark: &Mark, control: &str, value: &str) -> Result<Mark, ControlError> {
        let piece = Piece::read(mark)?;
        if control == "power" {
            let power = parse_power(value)?;
            return match piece {
                Piece::Source { out, .. } => Ok(Piece::Source { out, power }.mark()),
                Piece::Target { ins, .. } => Ok(Piece::Target { ins, power }.mark()),
                _ => {
                    let (of, control) = (format!("a {}", piece.spoken()), control.to_owned());
                    Err(ControlError::NotItsOwn { of, control })
                }
            };
        }
        let known = controls(piece).into_iter().any(|have| have.name == control);
        if !known {
            return Err(no_control(piece, control));
        }
        // A port control's values are whole marks, since ports of a piece depend on each other.
        let mark = mark_of_value(control, value)?;
        Ok(Piece::read(&mark)?.mark())
    }

    fn direction(&self, mark: &Mark) -> Option<Side> {
        match Piece::read(mark) {
            Ok(Piece::Source { out, .. }) => Some(out),
            _ => None,
        }
    }
}

impl Turning for Refraction {
    fn turned(&self, mark: &Mark, turn: Turn) -> Mark {
        let side = |side: Side| side.turned(turn);
        Piece::read(mark).map_or_else(|_| mark.clone(), |piece| piece.turned(side).mark())
    }
}

impl Playing for Refraction {
    fn hand(&self, level: &Level, play: &Play) -> Vec<HandItem> {
        let mut placed: Vec<&Mark> = play.iter().map(|(_, mark)| mark).collect();
        level
            .marks()
            .filter(|(site, _)| site.place == Place::Tray)
            .map(|(site, mark)| {
                let taken = placed.iter().position(|other| *other == mark);
                let left = u32::from(taken.map(|n| placed.swap_remove(n)).is_none());
                HandItem { mark: mark.clone(), site: Some(site), left }
            })
            .collect()
    }

    fn act(&self, level: &Level, play: &Play, gesture: &Gesture) -> Result<Play, GestureError> {
        let mut next = play.clone();
        match gesture {
            Gesture::Take { site } => {
                next.0.remove(site);
            }
            Gesture::Put { mark, from, to } => {
                if let Some(from) = from.filter(|from| from.place == Place::Cell) {
                    next.0.remove(&from);
                }
                if next.get(*to).is_some() {
                    return Err(GestureError::Taken(*to));
                }
                next.0.insert(*to, mark.clone());
            }
        }
        match self.judge(level, &next) {
            Verdict::Illegal { why, sites } => Err(GestureError::Illegal { why, sites }),
            _ => Ok(next),
        }
    }

    fn next(&self, level: &Level, play: &Play, solution: &Play) -> Option<NextMark> {
        crate::judge::next_lit(level, play, solution)
    }
}

impl SolutionEquivalence for Refraction {
    fn canonical(&self, level: &Level, play: &Play) -> Play {
        crate::judge::canonical(level, play)
    }
}

impl Brushes for Refraction {
    fn draw_brush(&self, mark: &Mark, into: Rect) -> Option<Vec<Shape>> {
        Some(crate::draw::draw_brush(mark, into))
    }
}

/// Controls of a placed piece. Directions turn the whole piece; ports choose among pieces of its type.
fn controls(piece: Piece) -> Vec<Control> {
    let choice = |name: &'static str, options: Vec<Piece>| Control {
        name: name.into(),
        value: piece.mark().to_string(),
        options: options.into_iter().map(|p| (p.mark().to_string(), p.spoken())).collect(),
        hint: Text::default(),
        squares: Vec::new(),
    };
    let power = |power: crate::piece::Power| Control {
        name: "power".into(),
        value: power.to_string(),
        options: Vec::new(),
        hint: "a fraction such as 3/4".into(),
        squares: Vec::new(),
    };
    match piece {
        Piece::Source { power: p, .. } => {
            let turned = Side::ALL.map(|out| Piece::Source { out, power: p });
            vec![power(p), choice("output", turned.to_vec())]
        }
        Piece::Target { power: p, .. } => {
            let sets = (1..=4).flat_map(|n| Ports::choices(n, None));
            vec![
                power(p),
                choice("inputs", sets.map(|ins| Piece::Target { ins, power: p }).collect()),
            ]
        }
        Piece::Blocker => Vec::new(),
        _ => {
            let alike = |other: &Piece| other.kind() == piece.kind();
            vec![choice("ports", Piece::all_movable().into_iter().filter(alike).collect())]
        }
    }
}
