//! The picture of a Sudoku, drawn once for the window and for every export.
//!
//! Clues stand on a tinted cell, a player's digits on the bare ground, so that colour alone never
//! tells them apart.

use crate::grid::{Grid, Reading};
use crate::shape::GridShape;
use foolproof_game::{NotePlace, Scene};
use foolproof_level::{Board, Level, Mark, Place, Play, Site};
use foolproof_picture::{Align, Dash, Ink, Layout, Point, Rect, Shape, Stroke};

/// Space around the board, in cells.
const MARGIN: f32 = 0.2;
/// Width of the lines around boxes.
const THICK: f32 = 0.045;
/// Height of a digit.
const DIGIT: f32 = 0.62;

pub(crate) fn layout(board: &Board) -> Layout {
    Layout {
        width: f32::from(board.cols) + 2.0 * MARGIN,
        height: f32::from(board.rows) + 2.0 * MARGIN,
        sites: board.cells().map(|cell| (cell, rect(cell))).collect(),
    }
}

fn rect(site: Site) -> Rect {
    let (x, y) = (f32::from(site.col) + MARGIN, f32::from(site.row) + MARGIN);
    Rect { min: Point::new(x, y), max: Point::new(x + 1.0, y + 1.0) }
}

pub(crate) fn draw(level: &Level, scene: Scene<'_>) -> Vec<Shape> {
    let board = level.board;
    let mut shapes = ground(&board);
    for (site, mark) in level.marks().filter(|(site, _)| site.place == Place::Cell) {
        match Reading::of(mark) {
            Ok(Reading::Digit(_)) => {
                let rect = inset(rect(site), 0.025);
                shapes.push(Shape::Rect {
                    rect,
                    radius: 0.0,
                    fill: Some(Ink::Piece),
                    stroke: None,
                });
                shapes.extend(digit(mark, rect, Ink::Text));
            }
            // Notes give way to what is filled in.
            _ if scene.play.is_some_and(|play| play.get(site).is_some()) => {}
            _ => shapes.extend(draw_mark(mark, rect(site))),
        }
    }
    lines(&board, &mut shapes);
    let clashing = clashing(level, scene.play);
    if let Some(play) = scene.play {
        for (site, mark) in play.iter().filter(|(site, _)| level.board.contains(*site)) {
            let other = scene.against.and_then(|against| against.get(site));
            let ink = match other {
                Some(other) if other != mark => Ink::Shortcut,
                _ if clashing.contains(&site) => Ink::Bad,
                _ => Ink::Intended,
            };
            shapes.extend(digit(mark, rect(site), ink));
            if let Some(other) = other.filter(|other| *other != mark) {
                let rect = rect(site);
                let corner = Point::new(rect.max.x - 0.18, rect.max.y - 0.2);
                shapes.push(text(other.as_str(), corner, 0.24, Ink::Intended));
                let stroke = Stroke { ink: Ink::Shortcut, width: 0.04, dash: Dash::Dashed };
                shapes.push(frame(rect, stroke));
            }
        }
    }
    let stroke = Stroke { ink: Ink::Bad, width: 0.045, dash: Dash::Dashed };
    shapes.extend(clashing.into_iter().map(|site| frame(rect(site), stroke)));
    shapes
}

/// The cells whose digits are at odds: each gets a dashed frame, and a player's digit is red.
fn clashing(level: &Level, play: Option<&Play>) -> Vec<Site> {
    let Ok(grid) = Grid::of(level) else { return Vec::new() };
    let grid = play.map_or_else(|| grid.clone(), |play| grid.with(play));
    grid.shape.sites(grid.clashes()).collect()
}

fn frame(rect: Rect, stroke: Stroke) -> Shape {
    Shape::Rect { rect: inset(rect, 0.06), radius: 0.1, fill: None, stroke: Some(stroke) }
}

fn inset(rect: Rect, by: f32) -> Rect {
    Rect {
        min: Point::new(rect.min.x + by, rect.min.y + by),
        max: Point::new(rect.max.x - by, rect.max.y - by),
    }
}

fn ground(board: &Board) -> Vec<Shape> {
    let rect = whole(board);
    vec![Shape::Rect { rect, radius: 0.0, fill: Some(Ink::Ground), stroke: None }]
}

fn whole(board: &Board) -> Rect {
    let far = Point::new(f32::from(board.cols) + MARGIN, f32::from(board.rows) + MARGIN);
    Rect { min: Point::new(MARGIN, MARGIN), max: far }
}

/// Thin lines between cells, thick ones around boxes.
fn lines(board: &Board, shapes: &mut Vec<Shape>) {
    let boxes = GridShape::of(*board).map(|shape| (shape.wide, shape.high));
    let part = |number: usize| u16::try_from(number).unwrap_or(1).max(1);
    let (wide, high) = boxes.map_or((1, 1), |(wide, high)| (part(wide), part(high)));
    let far = whole(board).max;
    let mut line = |from: Point, to: Point, thick: bool| {
        let stroke = match thick {
            true => Stroke::new(Ink::PieceEdge, THICK),
            false => Stroke::new(Ink::Open, 0.018),
        };
        shapes.push(Shape::Polyline { points: vec![from, to], stroke });
    };
    for thick in [false, true] {
        // Thick lines meet in full corners.
        let out = if thick { THICK / 2.0 } else { 0.0 };
        for col in (0..=board.cols).filter(|col| (col % wide == 0) == thick) {
            let x = f32::from(col) + MARGIN;
            line(Point::new(x, MARGIN - out), Point::new(x, far.y + out), thick);
        }
        for row in (0..=board.rows).filter(|row| (row % high == 0) == thick) {
            let y = f32::from(row) + MARGIN;
            line(Point::new(MARGIN - out, y), Point::new(far.x + out, y), thick);
        }
    }
}

fn text(words: &str, at: Point, size: f32, ink: Ink) -> Shape {
    Shape::Text { at, text: words.to_owned(), size, ink, align: Align::Centre }
}

fn digit(mark: &Mark, into: Rect, ink: Ink) -> Option<Shape> {
    let size = DIGIT * into.width().min(into.height());
    Some(text(mark.as_str(), into.centre(), size, ink))
}

pub(crate) fn draw_mark(mark: &Mark, into: Rect) -> Vec<Shape> {
    match Reading::of(mark) {
        Ok(Reading::Digit(_)) => digit(mark, into, Ink::Text).into_iter().collect(),
        Ok(notes) => notes
            .digits()
            .map(|digit| {
                // A single one has room.
                let size = if notes.digits().count() == 1 { 0.3 } else { 0.22 };
                let at = place(usize::from(digit), 3, into);
                text(&digit.to_string(), at, size * into.width(), Ink::Faint)
            })
            .collect(),
        Err(_) => Vec::new(),
    }
}

/// A player's notes: along the upper and lower rim, or in a row in the middle, smaller where there are
/// many.
pub(crate) fn notes(mark: &Mark, place: NotePlace, into: Rect) -> Vec<Shape> {
    let Ok(notes) = Reading::of(mark) else { return Vec::new() };
    let digits: Vec<String> = notes.digits().map(|digit| digit.to_string()).collect();
    let (wide, centre) = (into.width(), into.centre());
    match place {
        NotePlace::Centre => {
            let size = if digits.len() > 5 { 0.17 } else { 0.24 };
            vec![text(&digits.concat(), centre, size * wide, Ink::Intended)]
        }
        NotePlace::Corner => {
            let near = [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0), (0.0, -1.0)];
            let all = near.into_iter().chain([(0.0, 1.0), (-1.0, 0.0), (1.0, 0.0), (0.0, 0.0)]);
            let at = |(x, y): (f32, f32)| {
                Point::new(centre.x + 0.31 * wide * x, centre.y + 0.31 * wide * y)
            };
            let each = digits.iter().zip(all);
            each.map(|(digit, way)| text(digit, at(way), 0.22 * wide, Ink::Intended)).collect()
        }
    }
}

/// Where a small digit stands in a cell with so many columns of them.
fn place(digit: usize, columns: usize, into: Rect) -> Point {
    let part = |number: usize| u16::try_from(number).map_or(0.0, f32::from);
    let (col, row) = (part((digit - 1) % columns), part((digit - 1) / columns));
    let step = |size: f32, at: f32| size * (0.2 + 0.3 * at);
    Point::new(into.min.x + step(into.width(), col), into.min.y + step(into.height(), row))
}

/// Possible digits in their places, and under each how many solutions use it.
pub(crate) fn possible(board: &Board, marks: &[(&Mark, Option<f64>)], into: Rect) -> Vec<Shape> {
    let columns = if board.cols == 4 { 2 } else { 3 };
    let mut shapes = Vec::new();
    for (mark, uses) in marks {
        let Ok(Reading::Digit(digit)) = Reading::of(mark) else { continue };
        let at = place(usize::from(digit), columns, into);
        let width = into.width();
        let raised = Point::new(at.x, at.y - 0.045 * width);
        shapes.push(text(mark.as_str(), raised, 0.19 * width, Ink::Possible));
        if let Some(uses) = uses {
            let below = Point::new(at.x, at.y + 0.1 * width);
            shapes.push(text(&short(*uses), below, 0.105 * width, Ink::Faint));
        }
    }
    shapes
}

/// A number in at most four characters: 950, 12k, 3M.
fn short(number: f64) -> String {
    let (mut n, mut unit) = (number, 0);
    while n >= 1000.0 {
        n /= 1000.0;
        unit += 1;
    }
    let units = ["", "k", "M", "G", "T", "P", "E", "Z"];
    format!("{}{}", n.floor(), units.get(unit).copied().unwrap_or("+"))
}
