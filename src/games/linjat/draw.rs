//! The picture of a Linjat board, drawn once for the window and for every export.
//!
//! A line is a rounded bar under its number and the dots; one whose length differs from its number is dashed.

use crate::deduce::DeductionState;
use crate::explain::ToldNumber;
use crate::marks::{Line, LinjatClue};
use crate::puzzle::Puzzle;
use crate::ways::{Table, WaySet};
use foolproof_game::{
    Scene,
    plain::{centre, ground},
};
use foolproof_level::{Level, Mark, Play, Site};
use foolproof_picture::{Align, Dash, Ink, Point, Rect, Shape, Stroke};

/// Half the width of a line.
const HALF: f32 = 0.3;

pub(crate) fn draw(level: &Level, scene: Scene<'_>) -> Vec<Shape> {
    let mut shapes = ground(&level.board);
    if let Some(play) = scene.play {
        for (site, mark) in play.iter() {
            let other = scene.against.and_then(|against| against.get(site));
            let differs = scene.against.is_some() && other != Some(mark);
            if let Some(other) = other.filter(|_| differs).and_then(Line::read) {
                let stroke = Stroke { ink: Ink::Intended, width: 0.05, dash: Dash::Dashed };
                shapes.push(bar(other.cells(site), 0.38, None, stroke));
            }
            let ink = if differs { Ink::Shortcut } else { Ink::Intended };
            shapes.extend(line(level, site, mark, ink));
        }
    }
    for (site, mark) in level.marks() {
        let number = |play: &Play| play.get(site).is_some();
        let inside = scene.play.is_some_and(number);
        let into = Rect::square(centre(site), 1.0);
        match inside {
            true => shapes.extend(drawn(mark, into, true)),
            false => shapes.extend(draw_mark(mark, into)),
        }
    }
    shapes
}

/// A player's line; dashed while it is too short.
fn line(level: &Level, site: Site, mark: &Mark, ink: Ink) -> Option<Shape> {
    let line = Line::read(mark)?;
    let whole = match level.mark(site).map(LinjatClue::read) {
        Some(Ok(LinjatClue::Number(number))) => line.length() == number,
        _ => false,
    };
    let dash = if whole { Dash::Solid } else { Dash::Dashed };
    Some(bar(line.cells(site), HALF, Some(Ink::Piece), Stroke { ink, width: 0.07, dash }))
}

/// A rounded bar over cells in a row.
fn bar(cells: impl Iterator<Item = Site>, half: f32, fill: Option<Ink>, stroke: Stroke) -> Shape {
    let mut rect: Option<Rect> = None;
    for cell in cells {
        let one = Rect::square(centre(cell), 2.0 * half);
        rect = Some(rect.map_or(one, |rect| Rect {
            min: Point::new(rect.min.x.min(one.min.x), rect.min.y.min(one.min.y)),
            max: Point::new(rect.max.x.max(one.max.x), rect.max.y.max(one.max.y)),
        }));
    }
    Shape::Rect { rect: rect.unwrap_or_default(), radius: half, fill, stroke: Some(stroke) }
}

/// A mark alone; a line as a bar with the cells that it has on each side.
pub(crate) fn draw_mark(mark: &Mark, into: Rect) -> Vec<Shape> {
    let shapes = match Line::read(mark) {
        Some(line) => small_line(line, into),
        None => drawn(mark, into, false),
    };
    Shape::of_mark(mark, into, shapes).into_iter().collect()
}

/// A dot or a number; a number on a line needs no ring.
fn drawn(mark: &Mark, into: Rect, inside: bool) -> Vec<Shape> {
    let (middle, side) = (into.centre(), into.width().min(into.height()));
    match LinjatClue::read(mark) {
        Ok(LinjatClue::Dot) => vec![Shape::Circle {
            centre: middle,
            radius: 0.12 * side,
            fill: Some(Ink::Text),
            stroke: None,
        }],
        Ok(LinjatClue::Number(number)) => {
            let ring = Shape::Circle {
                centre: middle,
                radius: HALF * side,
                fill: Some(Ink::Piece),
                stroke: Some(Stroke::new(Ink::PieceEdge, 0.035 * side)),
            };
            let digit = Shape::Text {
                at: middle,
                text: number.to_string(),
                size: 0.46 * side,
                ink: Ink::Clue,
                align: Align::Centre,
            };
            (!inside).then_some(ring).into_iter().chain([digit]).collect()
        }
        Err(_) => Vec::new(),
    }
}

/// A line in one cell: as long as the cell, and a ring where its number is.
fn small_line(line: Line, into: Rect) -> Vec<Shape> {
    let (middle, side) = (into.centre(), into.width().min(into.height()));
    let length = f32::from(line.length());
    let unit = 0.84 / length.max(3.0);
    let along = |cells: f32| {
        let off = (cells - (length - 1.0) / 2.0) * unit * side;
        match line.across {
            true => Point::new(middle.x + off, middle.y),
            false => Point::new(middle.x, middle.y + off),
        }
    };
    let (half, from, to) = (0.4 * unit * side, along(0.0), along(length - 1.0));
    let rect = Rect {
        min: Point::new(from.x - half, from.y - half),
        max: Point::new(to.x + half, to.y + half),
    };
    let stroke = Some(Stroke::new(Ink::Intended, 0.05 * side));
    vec![
        Shape::Rect { rect, radius: half, fill: Some(Ink::Piece), stroke },
        Shape::Circle {
            centre: along(f32::from(line.before)),
            radius: 0.55 * half,
            fill: Some(Ink::Intended),
            stroke: None,
        },
    ]
}

/// Draws the state of deduction: bars over the cells that belong to a number, thin lines to the cells that it
/// can still reach. The chosen findings show the cells that they add and remove, and their reasons.
pub(crate) fn known<const W: usize>(
    table: &Table<W>,
    puzzle: &Puzzle,
    state: &DeductionState<W>,
    chosen: &[&ToldNumber<W>],
) -> Vec<Shape> {
    let mut shapes = Vec::new();
    // Known lines are drawn over the cells that can still be reached.
    for number in &state.open {
        let own = table.of[usize::from(*number)] & state.alive;
        shapes.extend(whiskers(table, puzzle, *number, own, Ink::Possible, Dash::Dotted));
    }
    for number in 0..table.numbers.len() {
        // At most as many as cells.
        let number = number as u16;
        let settled = !state.open.contains(&number);
        let held: Vec<Site> = (0..)
            .zip(&state.owner)
            .filter(|(_, owner)| **owner == number)
            .map(|(cell, _)| puzzle.site(cell))
            .collect();
        if held.len() > 1 || settled {
            let ink = if settled { Ink::Forced } else { Ink::Possible };
            let dash = if settled { Dash::Solid } else { Dash::Dashed };
            let stroke = Stroke { ink, width: 0.06, dash };
            shapes.push(bar(held.into_iter(), HALF, Some(Ink::Piece), stroke));
        }
    }
    for told in chosen {
        let left = (table.of[usize::from(told.number)] & state.alive) - told.gone;
        let lost = lost(table, told, left);
        shapes.extend(lost.into_iter().flat_map(|cell| cross(puzzle.site(cell))));
        let own = table.numbers[usize::from(told.number)].cell;
        if !told.claims.is_empty() {
            let cells = told.claims.iter().chain([&own]).map(|cell| puzzle.site(*cell));
            shapes.push(bar(cells, HALF, Some(Ink::Heat(1)), Stroke::new(Ink::Good, 0.08)));
        }
    }
    // Marks under bars are drawn again.
    let marks =
        puzzle.numbers.iter().map(|number| (number.cell, LinjatClue::Number(number.length)));
    let dots = puzzle.dots.iter().map(|dot| (*dot, LinjatClue::Dot));
    for (cell, piece) in marks.chain(dots) {
        let inside = state.owner[usize::from(cell)] != crate::ways::NOBODY;
        if let Some(mark) = piece.mark() {
            shapes.extend(drawn(&mark, Rect::square(centre(puzzle.site(cell)), 1.0), inside));
        }
    }
    for told in chosen {
        let own = table.numbers[usize::from(told.number)].cell;
        shapes.push(ring(puzzle.site(own)));
    }
    shapes
}

/// Cells that a number could reach before a finding, but not after it.
fn lost<const W: usize>(table: &Table<W>, told: &ToldNumber<W>, left: WaySet<W>) -> Vec<u16> {
    let cells = told.gone.iter().flat_map(|way| table.ways[way].cells());
    let mut cells: Vec<u16> = cells
        .filter(|cell| !table.through[*cell].meets(&left))
        // A cell's number fits.
        .map(|cell| cell as u16)
        .collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// A thin line from a number to the farthest cells that its ways reach, on each side.
fn whiskers<const W: usize>(
    table: &Table<W>,
    puzzle: &Puzzle,
    number: u16,
    own: WaySet<W>,
    ink: Ink,
    dash: Dash,
) -> Vec<Shape> {
    let site = puzzle.site(table.numbers[usize::from(number)].cell);
    let mut shapes = Vec::new();
    for across in [true, false] {
        let lines = || own.iter().map(|way| table.ways[way].line).filter(|l| l.across == across);
        let before = lines().map(|line| line.before).max();
        let after = lines().map(|line| line.after).max();
        if let Some((before, after)) = before.zip(after) {
            let widest = Line::new(across, before, after);
            let ends: Vec<Point> = widest.cells(site).map(centre).collect();
            if let [first, .., last] = ends.as_slice() {
                let stroke = Stroke { ink, width: 0.06, dash };
                shapes.push(Shape::Polyline { points: vec![*first, *last], stroke });
            }
        }
    }
    shapes
}

/// A small cross on a lost cell.
fn cross(site: Site) -> [Shape; 2] {
    let Point { x, y } = centre(site);
    let arm = 0.16;
    [arm, -arm].map(|rise| Shape::Polyline {
        points: vec![Point::new(x - arm, y - rise), Point::new(x + arm, y + rise)],
        stroke: Stroke::new(Ink::Bad, 0.06),
    })
}

fn ring(site: Site) -> Shape {
    Shape::Circle {
        centre: centre(site),
        radius: 0.4,
        fill: None,
        stroke: Some(Stroke::new(Ink::Good, 0.06)),
    }
}
