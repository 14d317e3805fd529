//! The picture of a panel, drawn once for the window and for every export.
//!
//! Letters also mark colours, shapes mark types, and a ring marks an unsatisfied symbol.

use std::collections::BTreeSet;
use std::f32::consts::TAU;

use crate::covering::JudgePatience;
use crate::judge;
use crate::panel::{LINE, Panel, connected_to, degrees, edges, ends, line_of, vertices};
use crate::piece::{COLOURS, Colour, Comparison, Form, PanelSymbol, Polyomino, Side};
use crate::twin::{PanelSymmetry, Strand};
use foolproof_game::{Scene, Verdict};
use foolproof_level::{Board, Level, Mark, Place, Site};
use foolproof_picture::{Align, Dash, Ink, Layout, Point, Rect, Shape, Stroke};

/// Space around the grid, in cells: an end sticks out of it.
const MARGIN: f32 = 0.6;
/// Black as the rules name it.
const BLACK: Ink = Ink::Colour(0);
/// Width of the lines of the grid.
const LINES: f32 = 0.17;
/// Length by which an end sticks out.
const NUB: f32 = 0.3;
/// Size of the area that a pointer can hit: a cell without the lines around it, an edge, a corner.
const CELL: f32 = 0.66;
const EDGE: f32 = 0.34;

/// The position of a site: the middle of a cell or an edge, or the corner.
fn centre(site: Site) -> Point {
    let (col, row) = (f32::from(site.col) + MARGIN, f32::from(site.row) + MARGIN);
    match site.place {
        Place::Cell => Point::new(col + 0.5, row + 0.5),
        Place::HEdge => Point::new(col + 0.5, row),
        Place::VEdge => Point::new(col, row + 0.5),
        _ => Point::new(col, row),
    }
}

pub(crate) fn layout(board: &Board) -> Layout {
    let mut sites: Vec<(Site, Rect)> =
        board.cells().map(|cell| (cell, Rect::square(centre(cell), CELL))).collect();
    for edge in edges(board) {
        let at = centre(edge);
        let (w, h) = if edge.place == Place::HEdge { (CELL, EDGE) } else { (EDGE, CELL) };
        let rect = Rect {
            min: Point::new(at.x - w / 2.0, at.y - h / 2.0),
            max: Point::new(at.x + w / 2.0, at.y + h / 2.0),
        };
        sites.push((edge, rect));
    }
    sites.extend(vertices(board).map(|vertex| (vertex, Rect::square(centre(vertex), EDGE))));
    Layout {
        width: f32::from(board.cols) + 2.0 * MARGIN,
        height: f32::from(board.rows) + 2.0 * MARGIN,
        sites,
    }
}

pub(crate) fn draw(level: &Level, scene: Scene<'_>) -> Vec<Shape> {
    let panel = Panel::of(level);
    let mut shapes = ground(&panel);
    let line = scene.play.map(line_of).unwrap_or_default();
    if let Some(against) = scene.against {
        let other = line_of(against);
        draw_line(&panel, &other, Stroke::new(Ink::Intended, LINES), &mut shapes);
        draw_line(&panel, &line, Stroke::new(Ink::Shortcut, LINES * 0.55), &mut shapes);
    } else {
        for (strand, ink) in strands(&panel, &line) {
            draw_line(&panel, &strand, Stroke::new(ink, LINES), &mut shapes);
        }
    }
    for dot in &panel.dots {
        shapes.extend(draw_dot(centre(*dot), LINES * 0.36, panel.strands.get(dot).copied()));
    }
    for (cell, piece) in &panel.pieces {
        let (at, mut drawn) = (centre(*cell), Vec::new());
        SymbolDrawing { at, size: 1.0, shapes: &mut drawn }.symbol(*piece);
        let mark = level.mark(*cell);
        shapes.extend(mark.and_then(|mark| Shape::of_mark(mark, Rect::square(at, 1.0), drawn)));
    }
    let sites = match scene.play.map(|play| judge::judge(level, play, JudgePatience::default())) {
        Some(Verdict::Unsolved { sites, .. }) => sites,
        _ => Vec::new(),
    };
    for site in sites {
        shapes.push(Shape::Circle {
            centre: centre(site),
            radius: if site.place == Place::Cell { 0.37 } else { 0.16 },
            fill: None,
            stroke: Some(Stroke { ink: Ink::Bad, width: 0.045, dash: Dash::Dashed }),
        });
    }
    shapes
}

/// The lines of a play with their inks: of two lines, a line with coloured dots has their colour.
fn strands(panel: &Panel, line: &BTreeSet<Site>) -> Vec<(BTreeSet<Site>, Ink)> {
    let first = match line.first() {
        Some(first) if !panel.strands.is_empty() && panel.symmetry.is_some() => *first,
        _ => return vec![(line.clone(), Ink::Beam)],
    };
    let one = connected_to(first, line);
    let other: BTreeSet<Site> = line.difference(&one).copied().collect();
    let passes = |line: &BTreeSet<Site>, wanted: Strand| {
        let corners = degrees(line);
        let on = |dot: &Site| line.contains(dot) || corners.contains_key(dot);
        panel.strands.iter().any(|(dot, of)| *of == wanted && on(dot))
    };
    let yellow_first = passes(&one, Strand::Yellow) || passes(&other, Strand::Blue);
    let inks = [Strand::Blue, Strand::Yellow].map(strand_ink);
    let [first, second] = if yellow_first { [inks[1], inks[0]] } else { inks };
    vec![(one, first), (other, second)]
}

fn strand_ink(strand: Strand) -> Ink {
    match strand {
        Strand::Blue => Ink::Colour(Colour::BLUE.0),
        Strand::Yellow => Ink::Colour(Colour::YELLOW.0),
    }
}

/// A dot: a hexagon; one for a single line of two has its colour, and a pip if it is yellow.
fn draw_dot(at: Point, radius: f32, strand: Option<Strand>) -> Vec<Shape> {
    let hexagon = |size: f32| (0..6u8).map(|n| around(at, size, f32::from(n) / 6.0)).collect();
    let Some(strand) = strand else {
        let stroke = Some(Stroke::new(Ink::Faint, radius * 0.15));
        return vec![Shape::Polygon { points: hexagon(radius), fill: Some(BLACK), stroke }];
    };
    let points = hexagon(radius * 1.2);
    let stroke = Some(Stroke::new(Ink::Text, radius * 0.3));
    let mut shapes = vec![Shape::Polygon { points, fill: Some(strand_ink(strand)), stroke }];
    if strand == Strand::Yellow {
        shapes.push(disc(at, radius * 0.35, BLACK));
    }
    shapes
}

/// The panel and its grid, with broken edges, starts and ends.
fn ground(panel: &Panel) -> Vec<Shape> {
    let Board { cols, rows, .. } = panel.board;
    let far = Point::new(f32::from(cols) + 2.0 * MARGIN, f32::from(rows) + 2.0 * MARGIN);
    let inset = 0.12;
    let rect =
        Rect { min: Point::new(inset, inset), max: Point::new(far.x - inset, far.y - inset) };
    let stroke = Some(Stroke::new(Ink::Rim, 0.03));
    let mut shapes = vec![Shape::Rect { rect, radius: 0.2, fill: Some(Ink::Ground), stroke }];
    let thick = Stroke::new(Ink::Open, LINES);
    for edge in edges(&panel.board) {
        let Some([one, two]) = ends(edge) else { continue };
        let (a, b) = (centre(one), centre(two));
        let is_missing = |site: &Site| panel.missing.contains(site);
        if [edge, one, two].iter().any(is_missing) {
            continue;
        }
        if panel.gaps.contains(&edge) {
            let (c, d) = (between(a, b, 0.33), between(a, b, 0.67));
            shapes.push(Shape::Polyline { points: vec![a, c], stroke: thick });
            shapes.push(Shape::Polyline { points: vec![d, b], stroke: thick });
        } else {
            shapes.push(Shape::Polyline { points: vec![a, b], stroke: thick });
        }
    }
    for vertex in vertices(&panel.board).filter(|vertex| !is_bare(panel, *vertex)) {
        shapes.push(disc(centre(vertex), LINES / 2.0, Ink::Open));
    }
    for start in &panel.starts {
        shapes.push(disc(centre(*start), LINES * 1.15, Ink::Open));
    }
    for end in panel.ends.keys() {
        shapes.extend(nub(panel, *end, Stroke::new(Ink::Open, LINES)));
    }
    shapes
}

/// Returns whether no existing edge meets a corner.
fn is_bare(panel: &Panel, vertex: Site) -> bool {
    let meets = |edge: &Site| ends(*edge).is_some_and(|ends| ends.contains(&vertex));
    let there = |edge: &Site| {
        let ends = ends(*edge).unwrap_or([*edge; 2]);
        ![*edge, ends[0], ends[1]].iter().any(|site| panel.missing.contains(site))
    };
    !panel.missing.is_empty() && !edges(&panel.board).iter().any(|edge| meets(edge) && there(edge))
}

fn between(a: Point, b: Point, share: f32) -> Point {
    Point::new(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share)
}

fn disc(centre: Point, radius: f32, ink: Ink) -> Shape {
    Shape::Circle { centre, radius, fill: Some(ink), stroke: None }
}

/// An end: a short line out of the panel, or a ring if it is not on the rim.
fn nub(panel: &Panel, end: Site, stroke: Stroke) -> Vec<Shape> {
    let at = centre(end);
    let Some(side) = panel.end_side(end) else {
        let stroke = Some(Stroke::new(stroke.ink, stroke.width * 0.5));
        return vec![Shape::Circle { centre: at, radius: LINES, fill: None, stroke }];
    };
    let (x, y) = match side {
        Side::North => (0.0, -1.0),
        Side::South => (0.0, 1.0),
        Side::East => (1.0, 0.0),
        Side::West => (-1.0, 0.0),
    };
    let tip = Point::new(at.x + x * NUB, at.y + y * NUB);
    vec![
        Shape::Polyline { points: vec![at, tip], stroke },
        disc(tip, stroke.width / 2.0, stroke.ink),
    ]
}

fn draw_line(panel: &Panel, line: &BTreeSet<Site>, stroke: Stroke, shapes: &mut Vec<Shape>) {
    let Stroke { ink, width, .. } = stroke;
    for edge in line {
        let Some([one, two]) = ends(*edge) else { continue };
        let points = vec![centre(one), centre(two)];
        shapes.push(Shape::Polyline { points, stroke });
    }
    let degrees = degrees(line);
    for (vertex, degree) in &degrees {
        shapes.push(disc(centre(*vertex), width / 2.0, ink));
        if *degree == 1 && panel.starts.contains(vertex) {
            shapes.push(disc(centre(*vertex), width * 1.15, ink));
        }
        if *degree == 1 && panel.ends.contains_key(vertex) {
            shapes.extend(nub(panel, *vertex, stroke));
        }
    }
}

/// Draws the symbol of a cell.
struct SymbolDrawing<'a> {
    /// The centre of the cell, and its side.
    at: Point,
    size: f32,
    shapes: &'a mut Vec<Shape>,
}

impl SymbolDrawing<'_> {
    fn symbol(&mut self, piece: PanelSymbol) {
        let Some((_, colour)) = piece.kind() else { return };
        let Self { at, size, ref mut shapes } = *self;
        let ink = Ink::Colour(colour.0);
        let outline = Some(Stroke::new(Ink::Faint, 0.018 * size));
        match piece {
            PanelSymbol::Square(_) => shapes.push(Shape::Rect {
                rect: Rect::square(at, 0.42 * size),
                radius: 0.1 * size,
                fill: Some(ink),
                stroke: outline,
            }),
            PanelSymbol::Star(_) => {
                let points = (0..16u8).map(|n| {
                    let radius = if n % 2 == 0 { 0.26 } else { 0.18 } * size;
                    around(at, radius, f32::from(n) / 16.0 + 1.0 / 32.0)
                });
                let points = points.collect();
                shapes.push(Shape::Polygon { points, fill: Some(ink), stroke: outline });
            }
            PanelSymbol::Triangle(_, n) => {
                let step = 0.21 * size;
                for place in 0..n {
                    let x = at.x + (f32::from(place) - f32::from(n - 1) / 2.0) * step;
                    let middle = Point::new(x, at.y + 0.03 * size);
                    let points = (0..3u8)
                        .map(|corner| around(middle, 0.11 * size, f32::from(corner) / 3.0 - 0.25));
                    let points = points.collect();
                    shapes.push(Shape::Polygon { points, fill: Some(ink), stroke: outline });
                }
            }
            PanelSymbol::Poly { shape, free, .. } => {
                self.polyomino(shape, free, Some(ink), Ink::Faint);
            }
            PanelSymbol::Hollow { shape, free, .. } => {
                self.polyomino(shape, free, None, ink);
            }
            PanelSymbol::Eraser(_) => self.eraser(ink),
            PanelSymbol::Rule(_, form) => self.rule(form, ink, on_colour(colour)),
            // These have no colour.
            PanelSymbol::Start
            | PanelSymbol::DottedStart
            | PanelSymbol::TwinStart(_)
            | PanelSymbol::End(_)
            | PanelSymbol::Dot
            | PanelSymbol::StrandDot(_)
            | PanelSymbol::Gap
            | PanelSymbol::Missing => {}
        }
        // Lightness distinguishes black and white; other colours need the letter.
        if colour.0 > 1 {
            let letter = COLOURS.get(usize::from(colour.0)).and_then(|name| name.chars().next());
            self.shapes.push(Shape::Text {
                at: Point::new(at.x + 0.29 * size, at.y + 0.25 * size),
                text: letter.map(|letter| letter.to_uppercase().to_string()).unwrap_or_default(),
                size: 0.14 * size,
                ink: Ink::Faint,
                align: Align::Centre,
            });
        }
    }

    /// A generalised type: a hexagon with its comparison and, as pips, the relations that it counts; so no
    /// two types look the same.
    fn rule(&mut self, form: Form, fill: Ink, ink: Ink) {
        let Self { at, size, ref mut shapes } = *self;
        let points = (0..6u8).map(|n| around(at, 0.26 * size, f32::from(n) / 6.0)).collect();
        let stroke = Some(Stroke::new(Ink::Faint, 0.018 * size));
        shapes.push(Shape::Polygon { points, fill: Some(fill), stroke });
        shapes.push(Shape::Text {
            at: Point::new(at.x, at.y - 0.05 * size),
            text: sign(form),
            size: 0.19 * size,
            ink,
            align: Align::Centre,
        });
        // A pip for each of 00, 01, 10 and 11.
        for bit in 0..4u8 {
            let counts = form.relations >> bit & 1 == 1;
            let x = at.x + (f32::from(bit) - 1.5) * 0.085 * size;
            shapes.push(Shape::Circle {
                centre: Point::new(x, at.y + 0.12 * size),
                radius: if counts { 0.03 } else { 0.012 } * size,
                fill: Some(ink),
                stroke: None,
            });
        }
    }

    /// Three bars that meet: an eraser.
    fn eraser(&mut self, ink: Ink) {
        let Self { at, size, ref mut shapes } = *self;
        // A wider one beneath forms the rim.
        for (ink, width) in [(Ink::Faint, 0.13), (ink, 0.1)] {
            for third in 0..3u8 {
                let tip = around(at, 0.22 * size, 0.25 + f32::from(third) / 3.0);
                let stroke = Stroke::new(ink, width * size);
                shapes.push(Shape::Polyline { points: vec![at, tip], stroke });
            }
        }
    }

    /// The squares of a polyomino, filled or as outlines.
    fn polyomino(&mut self, shape: Polyomino, free: bool, fill: Option<Ink>, rim: Ink) {
        let Self { at, size, ref mut shapes } = *self;
        let (w, h) = (f32::from(shape.width()), f32::from(shape.height()));
        let step = size * (0.56 / w.max(h)).min(0.19);
        // One that may turn is drawn turned.
        let turn = if free { TAU / 24.0 } else { 0.0 };
        for (x, y) in shape.cells() {
            let (dx, dy) =
                ((f32::from(x) + 0.5 - w / 2.0) * step, (f32::from(y) + 0.5 - h / 2.0) * step);
            let middle = Point::new(
                at.x + dx * turn.cos() - dy * turn.sin(),
                at.y + dx * turn.sin() + dy * turn.cos(),
            );
            // Outlines leave room between each other, and have rims to be visible on any ground.
            let (reach, strokes) = match fill {
                Some(_) => (0.58, vec![(rim, 0.014)]),
                None => (0.46, vec![(Ink::Faint, 0.065), (rim, 0.035)]),
            };
            let points: Vec<Point> = (0..4u8)
                .map(|corner| {
                    around(middle, step * reach, f32::from(corner) / 4.0 + 0.125 + turn / TAU)
                })
                .collect();
            for (ink, width) in strokes {
                let stroke = Some(Stroke::new(ink, width * size));
                shapes.push(Shape::Polygon { points: points.clone(), fill, stroke });
            }
        }
    }
}

fn on_colour(colour: Colour) -> Ink {
    let dark = ["black", "red", "blue", "green", "magenta"].contains(&colour.name());
    Ink::Colour(u8::from(dark))
}

/// The comparison of a rule, in one or two characters.
fn sign(form: Form) -> String {
    match form.comparison {
        Comparison::All => "∀".to_owned(),
        Comparison::None => "0".to_owned(),
        Comparison::Equal(n) => format!("={n}"),
        Comparison::AtLeast(n) => format!("≥{n}"),
    }
}

/// The point at this share of a turn around the centre.
fn around(centre: Point, radius: f32, share: f32) -> Point {
    let angle = share * TAU;
    Point::new(centre.x + radius * angle.cos(), centre.y + radius * angle.sin())
}

/// Draws a mark alone, into the rectangle of a site or of a button.
pub(crate) fn draw_mark(mark: &Mark, into: Rect) -> Vec<Shape> {
    let (at, side) = (into.centre(), into.width().min(into.height()));
    let mut shapes = Vec::new();
    if mark.as_str() == LINE {
        let upright = into.height() > into.width();
        let long = into.width().max(into.height());
        // The place of an edge is shorter than the edge.
        let unit = if into.width() == into.height() { long } else { long / CELL };
        let (dx, dy) = if upright { (0.0, unit / 2.0) } else { (unit / 2.0, 0.0) };
        let points = vec![Point::new(at.x - dx, at.y - dy), Point::new(at.x + dx, at.y + dy)];
        shapes.push(Shape::Polyline { points, stroke: Stroke::new(Ink::Beam, LINES * 0.7 * unit) });
    }
    match PanelSymbol::read(mark) {
        Ok(PanelSymbol::Start) => shapes.push(disc(at, side * 0.36, Ink::Rim)),
        Ok(PanelSymbol::TwinStart(symmetry)) => {
            let (across, down) = match symmetry {
                PanelSymmetry::Columns => (0.24, 0.0),
                PanelSymmetry::Rows => (0.0, 0.24),
                PanelSymmetry::Half => (0.2, 0.2),
            };
            for way in [-side, side] {
                let at = Point::new(at.x + way * across, at.y + way * down);
                shapes.push(disc(at, side * 0.2, Ink::Rim));
            }
        }
        Ok(PanelSymbol::DottedStart) => {
            shapes.push(disc(at, side * 0.36, Ink::Rim));
            shapes.extend(draw_dot(at, side * 0.18, None));
        }
        Ok(PanelSymbol::End(_)) => {
            let low = Point::new(at.x, at.y + side * 0.3);
            let tip = Point::new(at.x, at.y - side * 0.2);
            let stroke = Stroke::new(Ink::Rim, side * 0.3);
            shapes.push(Shape::Polyline { points: vec![low, tip], stroke });
            shapes.push(disc(tip, side * 0.15, Ink::Rim));
        }
        Ok(PanelSymbol::Dot) => shapes.extend(draw_dot(at, side * 0.22, None)),
        Ok(PanelSymbol::StrandDot(strand)) => {
            shapes.extend(draw_dot(at, side * 0.22, Some(strand)));
        }
        Ok(PanelSymbol::Missing) => {
            // The remains of the line on both sides, dotted across the gap.
            let stroke = Stroke { ink: Ink::Rim, width: side * 0.06, dash: Dash::Dotted };
            let point = |share: f32| Point::new(at.x + share * side, at.y);
            let points = vec![point(-0.42), point(0.42)];
            shapes.push(Shape::Polyline { points, stroke });
        }
        Ok(PanelSymbol::Gap) => {
            let stroke = Stroke::new(Ink::Rim, side * 0.22);
            for (from, to) in [(-0.42, -0.14), (0.14, 0.42)] {
                let point = |share: f32| Point::new(at.x + share * side, at.y);
                shapes.push(Shape::Polyline { points: vec![point(from), point(to)], stroke });
            }
        }
        Ok(piece) => SymbolDrawing { at, size: side / CELL, shapes: &mut shapes }.symbol(piece),
        Err(_) => {}
    }
    Shape::of_mark(mark, into, shapes).into_iter().collect()
}
