//! The picture of a Refraction level, drawn once for the window and for every export.
//!
//! Ports are readable without colour: an input is a notch into the body, an output an arrow out of it, and
//! the wiring inside shows the connections.

use std::collections::{BTreeMap, BTreeSet};

use crate::judge;
use crate::judge::{Beam, Light};
use crate::piece::{Piece, Ports, Power, Side};
use foolproof_game::Scene;
use foolproof_level::{Board, Level, Mark, Place, Play, Site};
use foolproof_picture::{Align, Dash, Ink, Layout, Point, Rect, Shape, Stroke};

/// Space around the board, and between board and tray, in cells.
const MARGIN: f32 = 0.35;
const TRAY_GAP: f32 = 0.45;
const TRAY_STEP: f32 = 1.08;
/// Side of a piece's body in its cell.
const BODY: f32 = 0.74;

/// Slots of the tray in one row: as many as fit under the board, but no narrower than six.
fn slots_in_row(board: &Board) -> u16 {
    board.cols.max(6)
}

fn tray_rows(board: &Board) -> u16 {
    board.tray.div_ceil(slots_in_row(board))
}

pub(crate) fn layout(board: &Board) -> Layout {
    let (cols, rows) = (f32::from(board.cols), f32::from(board.rows));
    let mut sites = Vec::new();
    for site in board.cells() {
        let at = Point::new(MARGIN + f32::from(site.col) + 0.5, MARGIN + f32::from(site.row) + 0.5);
        sites.push((site, Rect::square(at, 1.0)));
    }
    let top = MARGIN + rows + TRAY_GAP;
    for site in board.tray_slots() {
        let (row, col) = (site.col / slots_in_row(board), site.col % slots_in_row(board));
        let x = MARGIN + 0.5 + f32::from(col) * TRAY_STEP;
        let y = top + 0.5 + f32::from(row) * TRAY_STEP;
        sites.push((site, Rect::square(Point::new(x, y), 1.0)));
    }
    let tray_width = f32::from(board.tray.min(slots_in_row(board))) * TRAY_STEP;
    let tray_height = match tray_rows(board) {
        0 => 0.0,
        n => TRAY_GAP + f32::from(n) * TRAY_STEP,
    };
    Layout {
        width: cols.max(tray_width) + 2.0 * MARGIN,
        height: rows + tray_height + 2.0 * MARGIN,
        sites,
    }
}

/// The play of a scene that a shape belongs to.
#[derive(Clone, Copy, PartialEq)]
enum ScenePlay {
    /// The only play, or the common part of both.
    Plain,
    /// Only in the displayed play.
    Shortcut,
    /// Only in the intended play.
    Intended,
}

pub(crate) fn draw(level: &Level, scene: Scene<'_>) -> Vec<Shape> {
    let layout = layout(&level.board);
    let mut shapes = ground(level, &layout);
    let nothing = Play::default();
    let play = scene.play.unwrap_or(&nothing);
    let light = judge::light(level, play);
    let used = useful(&light, level);
    let cell = |site: Site| layout.rect(site).map_or(Point::default(), |rect| rect.centre());
    if let Some(against) = scene.against {
        compared(level, play, &light, against, &cell, &mut shapes);
    } else {
        for (n, beam) in light.beams.iter().enumerate() {
            let wasted = !used.contains(&n);
            draw_plain_beam(beam, wasted, &cell, &mut shapes);
        }
    }
    for (site, mark) in level.marks().filter(|(site, _)| site.place == Place::Cell) {
        let Ok(piece) = Piece::read(mark) else { continue };
        let got = light.received.get(&site).filter(|got| **got != Power::default());
        let look = match (piece, got) {
            (Piece::Target { power, .. }, Some(got)) if scene.play.is_some() => {
                PieceLook::Lamp { got: *got, right: *got == power }
            }
            _ => PieceLook::Plain,
        };
        draw_piece(mark, Rect::square(cell(site), 1.0), look, &mut shapes);
    }
    for (site, mark) in play.iter() {
        let Ok(piece) = Piece::read(mark) else { continue };
        let differs = scene.against.is_some_and(|against| against.get(site) != Some(mark));
        let look = match (differs, light.active.contains_key(&site)) {
            (true, _) => PieceLook::Shortcut,
            (false, true) => PieceLook::Plain,
            (false, false) => PieceLook::Dark,
        };
        draw_piece(mark, Rect::square(cell(site), 1.0), look, &mut shapes);
        if look == PieceLook::Plain && scene.against.is_none() {
            let goes_on = |beam: usize| light.beams.get(beam).is_some_and(|beam| beam.from == site);
            let wasted = !used.iter().copied().any(goes_on);
            shapes.extend(light_through(piece, cell(site), wasted));
        }
    }
    draw_tray(level, play, &layout, &mut shapes);
    shapes
}

/// Beams and pieces of a play compared with another: the common ones, and those of each alone.
fn compared(
    level: &Level,
    play: &Play,
    light: &Light,
    against: &Play,
    cell: &dyn Fn(Site) -> Point,
    shapes: &mut Vec<Shape>,
) {
    let other = judge::light(level, against);
    let own: Vec<&Beam> = other.beams.iter().filter(|beam| !light.beams.contains(beam)).collect();
    for beam in &own {
        beam_line(beam, stroke_of(ScenePlay::Intended), cell, shapes);
    }
    for (site, mark) in against.minus(play) {
        draw_piece(mark, Rect::square(cell(site), 1.0), PieceLook::Ghost, shapes);
    }
    let strokes = light.beams.iter().map(|beam| match other.beams.contains(beam) {
        true => stroke_of(ScenePlay::Plain),
        false => stroke_of(ScenePlay::Shortcut),
    });
    let beams: Vec<(&Beam, Stroke)> = light.beams.iter().zip(strokes).collect();
    for (beam, stroke) in &beams {
        beam_line(beam, *stroke, cell, shapes);
    }
    // Powers are above all lines, and are left out if the other play's beam would cross them.
    for beam in own.into_iter().filter(|beam| is_clear(beam, &light.beams, cell)) {
        beam_power(beam, stroke_of(ScenePlay::Intended).ink, cell, shapes);
    }
    for (beam, stroke) in beams {
        beam_power(beam, stroke.ink, cell, shapes);
    }
}

fn ground(level: &Level, layout: &Layout) -> Vec<Shape> {
    let (cols, rows) = (f32::from(level.board.cols), f32::from(level.board.rows));
    let board =
        Rect { min: Point::new(MARGIN, MARGIN), max: Point::new(MARGIN + cols, MARGIN + rows) };
    let line = |a: Point, b: Point| Shape::Polyline {
        points: vec![a, b],
        stroke: Stroke::new(Ink::Grid, 0.02),
    };
    let mut shapes =
        vec![Shape::Rect { rect: board, radius: 0.08, fill: Some(Ink::Ground), stroke: None }];
    for col in 1..level.board.cols {
        let x = MARGIN + f32::from(col);
        shapes.push(line(Point::new(x, board.min.y), Point::new(x, board.max.y)));
    }
    for row in 1..level.board.rows {
        let y = MARGIN + f32::from(row);
        shapes.push(line(Point::new(board.min.x, y), Point::new(board.max.x, y)));
    }
    shapes.push(Shape::Rect {
        rect: board,
        radius: 0.08,
        fill: None,
        stroke: Some(Stroke::new(Ink::Rim, 0.05)),
    });
    for (site, rect) in &layout.sites {
        if site.place == Place::Tray {
            shapes.push(Shape::Rect {
                rect: Rect::square(rect.centre(), 0.94),
                radius: 0.12,
                fill: Some(Ink::Ground),
                stroke: Some(Stroke::new(Ink::Grid, 0.03)),
            });
        }
    }
    shapes
}

fn draw_tray(level: &Level, play: &Play, layout: &Layout, shapes: &mut Vec<Shape>) {
    let mut placed: BTreeMap<&Mark, usize> = BTreeMap::new();
    for (_, mark) in play.iter() {
        *placed.entry(mark).or_default() += 1;
    }
    for (site, mark) in level.marks().filter(|(site, _)| site.place == Place::Tray) {
        let Some(rect) = layout.rect(site) else { continue };
        let look = match placed.get_mut(mark) {
            Some(n) if *n > 0 => {
                *n -= 1;
                PieceLook::Taken
            }
            _ => PieceLook::Plain,
        };
        draw_piece(mark, Rect::square(rect.centre(), 0.9), look, shapes);
    }
}

/// Beams whose power finally reaches a target.
fn useful(light: &Light, level: &Level) -> BTreeSet<usize> {
    let is_target = |site: Site| {
        level.mark(site).is_some_and(|mark| matches!(Piece::read(mark), Ok(Piece::Target { .. })))
    };
    let mut useful = BTreeSet::new();
    let mut sites: BTreeSet<Site> = BTreeSet::new();
    loop {
        let more: Vec<usize> = (0..light.beams.len())
            .filter(|n| !useful.contains(n))
            .filter(|n| {
                let Some(beam) = light.beams.get(*n).filter(|beam| beam.enters) else {
                    return false;
                };
                beam.to.is_some_and(|to| is_target(to) || sites.contains(&to))
            })
            .collect();
        if more.is_empty() {
            return useful;
        }
        for n in more {
            sites.extend(light.beams.get(n).map(|beam| beam.from));
            useful.insert(n);
        }
    }
}

fn towards(from: Point, side: Side, distance: f32) -> Point {
    let (dx, dy) = side.step();
    Point::new(from.x + dx as f32 * distance, from.y + dy as f32 * distance)
}

fn beam_ends(beam: &Beam, cell: &dyn Fn(Site) -> Point) -> (Point, Point) {
    let from = towards(cell(beam.from), beam.direction, 0.46);
    let to = match beam.to {
        Some(to) => towards(cell(to), beam.direction.opposite(), 0.38),
        None => towards(cell(beam.end), beam.direction, 0.5),
    };
    (from, to)
}

fn draw_plain_beam(
    beam: &Beam,
    wasted: bool,
    cell: &dyn Fn(Site) -> Point,
    shapes: &mut Vec<Shape>,
) {
    let (ink, width) = if wasted { (Ink::BeamDim, 0.05) } else { (Ink::Beam, 0.085) };
    beam_line(beam, Stroke { ink, width, dash: Dash::Flowing }, cell, shapes);
    beam_power(beam, ink, cell, shapes);
}

/// The light inside a lit piece.
fn light_through(piece: Piece, at: Point, wasted: bool) -> Vec<Shape> {
    let (ink, width) = if wasted { (Ink::BeamDim, 0.05) } else { (Ink::Beam, 0.07) };
    let run = |from: Point, to: Point| Shape::Polyline {
        points: vec![from, to],
        stroke: Stroke { ink, width, dash: Dash::Flowing },
    };
    let ins = piece.inputs().sides().map(|side| run(towards(at, side, 0.24), at));
    let outs = piece.outputs().sides().map(|side| run(at, towards(at, side, 0.46)));
    ins.chain(outs).collect()
}

fn stroke_of(part: ScenePlay) -> Stroke {
    match part {
        ScenePlay::Plain => Stroke { ink: Ink::Beam, width: 0.085, dash: Dash::Flowing },
        ScenePlay::Shortcut => Stroke { ink: Ink::Shortcut, width: 0.1, dash: Dash::Flowing },
        ScenePlay::Intended => Stroke { ink: Ink::Intended, width: 0.06, dash: Dash::Dashed },
    }
}

/// Returns whether no other beam runs through the place of a beam's power.
fn is_clear(beam: &Beam, others: &[Beam], cell: &dyn Fn(Site) -> Point) -> bool {
    const APART: f32 = 0.3;
    let at = middle(beam, cell);
    others.iter().all(|other| {
        let (from, to) = beam_ends(other, cell);
        let (left, right) = (from.x.min(to.x) - APART, from.x.max(to.x) + APART);
        let (top, bottom) = (from.y.min(to.y) - APART, from.y.max(to.y) + APART);
        at.x < left || at.x > right || at.y < top || at.y > bottom
    })
}

fn middle(beam: &Beam, cell: &dyn Fn(Site) -> Point) -> Point {
    let (from, to) = beam_ends(beam, cell);
    Point::new((from.x + to.x) / 2.0, (from.y + to.y) / 2.0)
}

fn beam_line(beam: &Beam, stroke: Stroke, cell: &dyn Fn(Site) -> Point, shapes: &mut Vec<Shape>) {
    let (from, to) = beam_ends(beam, cell);
    shapes.push(Shape::Polyline { points: vec![from, to], stroke });
    if !beam.enters {
        // A bar across the end shows that the light is lost.
        let across = beam.direction.clockwise();
        let (a, b) = (towards(to, across, 0.12), towards(to, across.opposite(), 0.12));
        let bar = Stroke { dash: Dash::Solid, ..stroke };
        shapes.push(Shape::Polyline { points: vec![a, b], stroke: bar });
    }
}

/// The power of a beam, on a plate in its middle, if it is long enough.
fn beam_power(beam: &Beam, ink: Ink, cell: &dyn Fn(Site) -> Point, shapes: &mut Vec<Shape>) {
    let (from, to) = beam_ends(beam, cell);
    let length = (to.x - from.x).abs() + (to.y - from.y).abs();
    if length >= 0.6 {
        let text = beam.power.to_string();
        let middle = middle(beam, cell);
        let width = 0.11 + 0.115 * text.len() as f32;
        let plate = Rect {
            min: Point::new(middle.x - width / 2.0, middle.y - 0.135),
            max: Point::new(middle.x + width / 2.0, middle.y + 0.135),
        };
        let rim = Stroke { dash: Dash::Solid, width: 0.02, ink };
        shapes.push(Shape::Rect {
            rect: plate,
            radius: 0.07,
            fill: Some(Ink::Ground),
            stroke: Some(rim),
        });
        shapes.push(Shape::Text {
            at: middle,
            text,
            size: 0.22,
            ink: Ink::Text,
            align: Align::Centre,
        });
    }
}

/// Style of a piece.
#[derive(Clone, Copy, PartialEq)]
enum PieceLook {
    Plain,
    /// On the board, but dark.
    Dark,
    /// In the tray, but also on the board.
    Taken,
    /// A target with the power it receives.
    Lamp {
        got: Power,
        right: bool,
    },
    Shortcut,
    /// A piece of the intended solution that is not placed.
    Ghost,
}

/// A mark alone, for palettes and ghosts.
pub(crate) fn draw_mark(mark: &Mark, into: Rect) -> Vec<Shape> {
    let mut shapes = Vec::new();
    draw_piece(mark, into, PieceLook::Plain, &mut shapes);
    shapes
}

/// Draws in units of the given square, so that a palette icon is a small cell.
struct PieceBrush<'a> {
    centre: Point,
    scale: f32,
    shapes: &'a mut Vec<Shape>,
}

impl PieceBrush<'_> {
    fn at(&self, x: f32, y: f32) -> Point {
        Point::new(self.centre.x + x * self.scale, self.centre.y + y * self.scale)
    }

    /// A point `along` towards a side and `across` clockwise of it.
    fn beside(&self, side: Side, along: f32, across: f32) -> Point {
        let (ax, ay) = side.step();
        let (cx, cy) = side.clockwise().step();
        self.at(ax as f32 * along + cx as f32 * across, ay as f32 * along + cy as f32 * across)
    }

    fn stroke(&self, ink: Ink, width: f32) -> Stroke {
        Stroke::new(ink, width * self.scale)
    }

    fn line(&mut self, points: Vec<Point>, stroke: Stroke) {
        self.shapes.push(Shape::Polyline { points, stroke });
    }

    fn body(&mut self, fill: Option<Ink>, edge: Stroke) {
        self.shapes.push(Shape::Rect {
            rect: Rect::square(self.centre, BODY * self.scale),
            radius: 0.12 * self.scale,
            fill,
            stroke: Some(edge),
        });
    }

    fn disc(&mut self, radius: f32, fill: Option<Ink>, stroke: Option<Stroke>) {
        self.shapes.push(Shape::Circle {
            centre: self.centre,
            radius: radius * self.scale,
            fill,
            stroke,
        });
    }

    /// Light on the glass of a body.
    fn shine(&mut self) {
        let large = [(-0.34, 0.02), (0.02, -0.34), (0.18, -0.34), (-0.34, 0.18)];
        let small = [(-0.34, 0.25), (0.25, -0.34), (0.3, -0.34), (-0.34, 0.3)];
        for corners in [large, small] {
            let points = corners.map(|(x, y)| self.at(x, y)).to_vec();
            self.shapes.push(Shape::Polygon { points, fill: Some(Ink::Gloss), stroke: None });
        }
    }

    /// Light on a ring of glass.
    fn glint(&mut self, radius: f32) {
        let turns = (0..7u8).map(|n| (0.56 + 0.02 * f32::from(n)) * std::f32::consts::TAU);
        let points = turns.map(|turn| self.at(radius * turn.cos(), radius * turn.sin())).collect();
        let stroke = self.stroke(Ink::Gloss, 0.035);
        self.line(points, stroke);
    }

    fn triangle(&mut self, corners: [Point; 3], fill: Ink) {
        self.shapes.push(Shape::Polygon {
            points: corners.to_vec(),
            fill: Some(fill),
            stroke: None,
        });
    }

    /// An arrow out of the body.
    fn output(&mut self, side: Side, ink: Ink) {
        let corners = [
            self.beside(side, 0.5, 0.0),
            self.beside(side, 0.36, 0.15),
            self.beside(side, 0.36, -0.15),
        ];
        self.triangle(corners, ink);
    }

    /// A notch into the body.
    fn input(&mut self, side: Side, ink: Ink) {
        let corners = [
            self.beside(side, 0.2, 0.0),
            self.beside(side, 0.38, 0.16),
            self.beside(side, 0.38, -0.16),
        ];
        self.triangle(corners, ink);
    }

    /// The power, as large as it fits: a fraction stacked, a whole number alone.
    fn power(&mut self, power: Power, y: f32, size: f32) {
        let text = power.to_string();
        let size = size * (3.2 / text.len().max(3) as f32).min(1.0) * self.scale;
        let at = self.at(0.0, y);
        self.shapes.push(Shape::Text { at, text, size, ink: Ink::Text, align: Align::Centre });
    }
}

/// A mark as a brush: at palette size, the output of a source needs more than its tip.
pub(crate) fn draw_brush(mark: &Mark, into: Rect) -> Vec<Shape> {
    let mut shapes = draw_mark(mark, into);
    if let Ok(Piece::Source { out, .. }) = Piece::read(mark) {
        let scale = into.width().min(into.height());
        let mut brush = PieceBrush { centre: into.centre(), scale, shapes: &mut shapes };
        let corners = [
            brush.beside(out, 0.5, 0.0),
            brush.beside(out, 0.22, 0.26),
            brush.beside(out, 0.22, -0.26),
        ];
        brush.triangle(corners, Ink::Text);
    }
    shapes
}

fn draw_piece(mark: &Mark, into: Rect, look: PieceLook, shapes: &mut Vec<Shape>) {
    let Ok(piece) = Piece::read(mark) else { return };
    let scale = into.width().min(into.height());
    let mut drawn = Vec::new();
    let mut brush = PieceBrush { centre: into.centre(), scale, shapes: &mut drawn };
    match (look, piece) {
        (PieceLook::Ghost, _) => outline(&mut brush, piece, Ink::Intended, Dash::Dashed),
        (PieceLook::Taken, _) => outline(&mut brush, piece, Ink::Faint, Dash::Dotted),
        (_, Piece::Blocker) => blocker(&mut brush),
        (_, Piece::Source { out, power }) => source(&mut brush, out, power),
        (_, Piece::Target { ins, power }) => target(&mut brush, ins, power, look),
        _ => movable(&mut brush, piece, look),
    }
    match look {
        PieceLook::Plain => shapes.extend(Shape::of_mark(mark, into, drawn)),
        // Pictures of packs show no other state.
        _ => shapes.extend(drawn),
    }
}

fn source(brush: &mut PieceBrush<'_>, out: Side, power: Power) {
    brush.output(out, Ink::Source);
    let edge = brush.stroke(Ink::Text, 0.03);
    brush.disc(0.37, Some(Ink::Source), Some(edge));
    brush.disc(0.29, Some(Ink::Ground), None);
    brush.glint(0.33);
    brush.power(power, 0.0, 0.3);
}

/// An absent piece: its rim and its ports.
fn outline(brush: &mut PieceBrush<'_>, piece: Piece, ink: Ink, dash: Dash) {
    let edge = Stroke { dash, ..brush.stroke(ink, 0.035) };
    brush.body(None, edge);
    for side in piece.inputs().sides() {
        brush.input(side, ink);
    }
    for side in piece.outputs().sides() {
        brush.output(side, ink);
    }
}

fn blocker(brush: &mut PieceBrush<'_>) {
    let edge = brush.stroke(Ink::Text, 0.02);
    brush.body(Some(Ink::Blocker), edge);
    let hatch = brush.stroke(Ink::Ground, 0.035);
    for offset in [-0.3f32, 0.0, 0.3] {
        let reach = 0.3 - offset.abs() / 2.0;
        let a = brush.at(offset / 2.0 - reach, offset / 2.0 + reach);
        let b = brush.at(offset / 2.0 + reach, offset / 2.0 - reach);
        brush.line(vec![a, b], hatch);
    }
}

fn target(brush: &mut PieceBrush<'_>, inputs: Ports, power: Power, look: PieceLook) {
    let (fill, ring) = match look {
        PieceLook::Lamp { right: true, .. } => (Ink::Good, 0.06),
        PieceLook::Lamp { .. } => (Ink::Bad, 0.06),
        _ => (Ink::Target, 0.04),
    };
    let edge = brush.stroke(Ink::Text, 0.03);
    brush.disc(0.38, Some(fill), Some(edge));
    brush.disc(0.31 - ring / 2.0, Some(Ink::Ground), None);
    brush.glint(0.345);
    for side in inputs.sides() {
        let corners = [
            brush.beside(side, 0.27, 0.0),
            brush.beside(side, 0.46, 0.17),
            brush.beside(side, 0.46, -0.17),
        ];
        brush.triangle(corners, Ink::Text);
    }
    match look {
        PieceLook::Lamp { right: true, .. } => {
            brush.power(power, -0.07, 0.26);
            let tick = brush.stroke(Ink::Good, 0.055);
            let points = vec![brush.at(-0.1, 0.13), brush.at(-0.03, 0.2), brush.at(0.11, 0.07)];
            brush.line(points, tick);
        }
        PieceLook::Lamp { got, .. } => {
            brush.power(power, -0.08, 0.24);
            let at = brush.at(0.0, 0.13);
            let size = 0.16 * brush.scale;
            let text = format!("≠ {got}");
            brush.shapes.push(Shape::Text { at, text, size, ink: Ink::Bad, align: Align::Centre });
        }
        _ => brush.power(power, 0.0, 0.28),
    }
}

fn movable(brush: &mut PieceBrush<'_>, piece: Piece, look: PieceLook) {
    let (ink, width) = match look {
        PieceLook::Shortcut => (Ink::Shortcut, 0.07),
        _ => (Ink::PieceEdge, 0.035),
    };
    let edge = brush.stroke(ink, width);
    brush.body(Some(Ink::Glass), edge);
    brush.shine();
    let wire = match look {
        PieceLook::Dark => brush.stroke(Ink::Faint, 0.05),
        _ => brush.stroke(Ink::PieceEdge, 0.06),
    };
    let centre = brush.centre;
    for side in piece.inputs().sides() {
        let port = brush.beside(side, 0.24, 0.0);
        brush.line(vec![port, centre], wire);
        brush.input(side, wire.ink);
    }
    for side in piece.outputs().sides() {
        let port = brush.beside(side, 0.37, 0.0);
        brush.line(vec![centre, port], wire);
        brush.output(side, wire.ink);
    }
    match piece {
        Piece::Splitter { .. } => brush.disc(0.1, Some(Ink::Glass), Some(wire)),
        Piece::Combiner { .. } => {
            brush.disc(0.13, Some(wire.ink), None);
            let plus = brush.stroke(Ink::Gloss, 0.045);
            let (l, r) = (brush.at(-0.07, 0.0), brush.at(0.07, 0.0));
            let (t, b) = (brush.at(0.0, -0.07), brush.at(0.0, 0.07));
            brush.line(vec![l, r], plus);
            brush.line(vec![t, b], plus);
        }
        _ => {}
    }
}
