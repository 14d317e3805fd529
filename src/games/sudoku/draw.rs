//! The picture of a Sudoku, drawn once for the window and for every export.
//!
//! Clues are on a tinted cell, a player's digits on the bare ground, so that colour alone never
//! distinguishes them.

use crate::constraints::{self, Lie, Pen};
use crate::grid::Reading;
use crate::puzzle::Puzzle;
use foolproof_game::Scene;
use foolproof_level::{Board, Level, Mark, Place, Play, Site};
use foolproof_picture::{Align, Dash, Ink, Layout, Point, Rect, Shape, Stroke};

/// Space around the board, in cells.
const MARGIN: f32 = 0.2;
/// Width of the lines around boxes.
const THICK: f32 = 0.045;
/// Height of a digit.
const DIGIT: f32 = 0.62;

/// Room for a clue outside the grid, in cells.
const OUTSIDE: f32 = 0.8;

/// Position of the board's cells in its picture.
#[derive(Clone, Copy)]
pub(crate) struct Frame {
    pub side: usize,
    margin: f32,
}

impl Frame {
    pub(crate) fn of(level: &Level) -> Self {
        let margin = if has_outside(level) { MARGIN + OUTSIDE } else { MARGIN };
        Self { side: usize::from(level.board.cols), margin }
    }

    pub(crate) fn rect(self, cell: usize) -> Rect {
        self.at(crate::puzzle::site_of(cell, self.side))
    }

    fn at(self, site: Site) -> Rect {
        let (x, y) = (f32::from(site.col) + self.margin, f32::from(site.row) + self.margin);
        Rect { min: Point::new(x, y), max: Point::new(x + 1.0, y + 1.0) }
    }

    fn whole(self) -> Rect {
        let side = u16::try_from(self.side).map_or(0.0, f32::from);
        let far = Point::new(side + self.margin, side + self.margin);
        Rect { min: Point::new(self.margin, self.margin), max: far }
    }
}

/// Returns whether there are clues outside the grid.
pub(crate) fn has_outside(level: &Level) -> bool {
    let constraints = level.marks().filter(|(site, _)| site.place == Place::Constraint);
    constraints.into_iter().any(|(_, mark)| is_outside(mark.functor()))
}

/// Returns whether clues of a kind are outside the grid. A diagonal line of the board itself needs no room.
fn is_outside(kind: &str) -> bool {
    let lie = constraints::kind(kind).map(|kind| kind.form().lie);
    matches!(lie, Some(Lie::Straight | Lie::Slanted)) && kind != "diagonal"
}

/// The room that the first clue of a kind takes on every side.
pub(crate) fn room_outside(level: &Level, kind: &str) -> f32 {
    if is_outside(kind) && !has_outside(level) { OUTSIDE } else { 0.0 }
}

pub(crate) fn layout(board: &Board, outside: bool) -> Layout {
    let margin = if outside { MARGIN + OUTSIDE } else { MARGIN };
    let frame = Frame { side: usize::from(board.cols), margin };
    Layout {
        width: f32::from(board.cols) + 2.0 * margin,
        height: f32::from(board.rows) + 2.0 * margin,
        sites: board.cells().map(|cell| (cell, frame.at(cell))).collect(),
    }
}

pub(crate) fn draw(level: &Level, scene: Scene<'_>) -> Vec<Shape> {
    let frame = Frame::of(level);
    let puzzle = Puzzle::of(level).ok();
    let ground =
        Shape::Rect { rect: frame.whole(), radius: 0.0, fill: Some(Ink::Ground), stroke: None };
    let mut shapes = vec![ground];
    let marks = || level.marks().filter(|(site, _)| site.place == Place::Cell);
    let is_digit = |mark: &Mark| matches!(Reading::of(mark), Ok(Reading::Digit(_)));
    for (site, _) in marks().filter(|(_, mark)| is_digit(mark)) {
        let rect = inset(frame.at(site), 0.025);
        shapes.push(Shape::Rect { rect, radius: 0.0, fill: Some(Ink::Piece), stroke: None });
    }
    let mut pen = Pen::new(frame);
    for object in puzzle.iter().flat_map(|puzzle| &puzzle.objects) {
        object.kind.look(object, &mut pen);
    }
    shapes.append(&mut pen.grounds);
    shapes.append(&mut pen.under);
    lines(frame, puzzle.as_ref(), &mut shapes);
    shapes.append(&mut pen.over);
    for (site, mark) in marks() {
        match is_digit(mark) {
            true => {
                let given = digit(mark, inset(frame.at(site), 0.025), Ink::Clue);
                shapes.extend(Shape::of_mark(mark, frame.at(site), vec![given]));
            }
            // Notes are hidden by an entry.
            false if scene.play.is_some_and(|play| play.get(site).is_some()) => {}
            false => shapes.extend(draw_mark(mark, frame.at(site))),
        }
    }
    let shown = puzzle.as_ref().filter(|_| !scene.quiet);
    let clashing = clashing(shown, scene.play);
    if let Some(play) = scene.play {
        for (site, mark) in play.iter().filter(|(site, _)| level.board.contains(*site)) {
            let other = scene.against.and_then(|against| against.get(site));
            let ink = match other {
                Some(other) if other != mark => Ink::Shortcut,
                _ if clashing.contains(&site) => Ink::Bad,
                _ => Ink::Intended,
            };
            let entry = digit(mark, frame.at(site), ink);
            shapes.extend(Shape::of_mark(mark, frame.at(site), vec![entry]));
            if let Some(other) = other.filter(|other| *other != mark) {
                let rect = frame.at(site);
                let corner = Point::new(rect.max.x - 0.18, rect.max.y - 0.2);
                shapes.push(text(other.as_str(), corner, 0.24, Ink::Intended));
                let stroke = Stroke { ink: Ink::Shortcut, width: 0.04, dash: Dash::Dashed };
                shapes.push(outline(rect, stroke));
            }
        }
    }
    let stroke = Stroke { ink: Ink::Bad, width: 0.045, dash: Dash::Dashed };
    shapes.extend(clashing.into_iter().map(|site| outline(frame.at(site), stroke)));
    shapes
}

/// The cells with conflicting digits: each gets a dashed frame, and a player's digit is red.
fn clashing(puzzle: Option<&Puzzle>, play: Option<&Play>) -> Vec<Site> {
    let Some(puzzle) = puzzle else { return Vec::new() };
    let digits = play.map_or_else(|| puzzle.given.clone(), |play| puzzle.with(play));
    puzzle.clashes(&digits).into_iter().map(|cell| puzzle.site(cell)).collect()
}

fn outline(rect: Rect, stroke: Stroke) -> Shape {
    Shape::Rect { rect: inset(rect, 0.06), radius: 0.1, fill: None, stroke: Some(stroke) }
}

fn inset(rect: Rect, by: f32) -> Rect {
    Rect {
        min: Point::new(rect.min.x + by, rect.min.y + by),
        max: Point::new(rect.max.x - by, rect.max.y - by),
    }
}

/// Thin lines between cells, thick ones around boxes or regions and around the board.
fn lines(frame: Frame, puzzle: Option<&Puzzle>, shapes: &mut Vec<Shape>) {
    let side = frame.side;
    let region = |cell: usize| {
        let regions = puzzle.map_or(&[][..], |puzzle| &puzzle.regions);
        regions.iter().position(|region| region.contains(&cell))
    };
    let mut thick = Vec::new();
    let rect = frame.whole();
    for at in 1..side {
        let far = u16::try_from(at).map_or(0.0, f32::from);
        let (x, y) = (rect.min.x + far, rect.min.y + far);
        let stroke = Stroke::new(Ink::Open, 0.018);
        for points in [
            vec![Point::new(x, rect.min.y), Point::new(x, rect.max.y)],
            vec![Point::new(rect.min.x, y), Point::new(rect.max.x, y)],
        ] {
            shapes.push(Shape::Polyline { points, stroke });
        }
    }
    for cell in 0..side * side {
        let here = frame.rect(cell);
        if cell % side + 1 < side && region(cell) != region(cell + 1) {
            let x = here.max.x;
            thick.push([Point::new(x, here.min.y), Point::new(x, here.max.y)]);
        }
        if cell + side < side * side && region(cell) != region(cell + side) {
            let y = here.max.y;
            thick.push([Point::new(here.min.x, y), Point::new(here.max.x, y)]);
        }
    }
    let stroke = Stroke::new(Ink::PieceEdge, THICK);
    for [from, to] in thick {
        // Thick lines meet in full corners.
        let (x, y) = if from.x < to.x { (THICK / 2.0, 0.0) } else { (0.0, THICK / 2.0) };
        let points = vec![Point::new(from.x - x, from.y - y), Point::new(to.x + x, to.y + y)];
        shapes.push(Shape::Polyline { points, stroke });
    }
    shapes.push(Shape::Rect { rect, radius: 0.0, fill: None, stroke: Some(stroke) });
}

fn text(words: &str, at: Point, size: f32, ink: Ink) -> Shape {
    Shape::Text { at, text: words.to_owned(), size, ink, align: Align::Centre }
}

fn digit(mark: &Mark, into: Rect, ink: Ink) -> Shape {
    let size = DIGIT * into.width().min(into.height());
    text(mark.as_str(), into.centre(), size, ink)
}

pub(crate) fn draw_mark(mark: &Mark, into: Rect) -> Vec<Shape> {
    let shapes = match Reading::of(mark) {
        Ok(Reading::Digit(_)) => vec![digit(mark, into, Ink::Clue)],
        Ok(notes) => {
            let columns = if notes.highest() > 9 { 4 } else { 3 };
            // A single one has room.
            let size = if notes.digits().count() == 1 { 0.3 } else { 0.22 };
            let size = fitting(size, columns) * into.width();
            let small = |digit: u8| {
                let at = place(usize::from(digit), columns, into);
                text(&digit.to_string(), at, size, Ink::Faint)
            };
            notes.digits().map(small).collect()
        }
        Err(_) => Vec::new(),
    };
    Shape::of_mark(mark, into, shapes).into_iter().collect()
}

/// A pencil mark of one digit as a brush: in its corner it would be hard to read.
pub(crate) fn draw_brush(mark: &Mark, into: Rect) -> Option<Vec<Shape>> {
    let notes = Reading::of(mark).ok().filter(|notes| !matches!(notes, Reading::Digit(_)))?;
    let digit = notes.digits().next().filter(|_| notes.digits().count() == 1)?;
    let drawn = text(&digit.to_string(), into.centre(), 0.45 * into.width(), Ink::Faint);
    Some(Shape::of_mark(mark, into, vec![drawn]).into_iter().collect())
}

/// The size of small digits in a number of columns, given that for three.
fn fitting(size: f32, columns: usize) -> f32 {
    if columns > 3 { 0.75 * size } else { size }
}

/// The position of a small digit in a cell with this many columns of them.
fn place(digit: usize, columns: usize, into: Rect) -> Point {
    let part = |number: usize| u16::try_from(number).map_or(0.0, f32::from);
    let (col, row) = (part((digit - 1) % columns), part((digit - 1) / columns));
    // Four columns are closer together.
    let (first, gap) = if columns > 3 { (0.14, 0.24) } else { (0.2, 0.3) };
    let step = |size: f32, at: f32| size * (first + gap * at);
    Point::new(into.min.x + step(into.width(), col), into.min.y + step(into.height(), row))
}

/// Possible digits in their places, and under each the number of solutions that use it.
pub(crate) fn possible(board: &Board, marks: &[(&Mark, Option<f64>)], into: Rect) -> Vec<Shape> {
    let columns = match board.cols {
        0..=4 => 2,
        5..=9 => 3,
        _ => 4,
    };
    let mut shapes = Vec::new();
    for (mark, uses) in marks {
        let Ok(Reading::Digit(digit)) = Reading::of(mark) else { continue };
        let at = place(usize::from(digit), columns, into);
        let width = into.width();
        let raised = Point::new(at.x, at.y - fitting(0.045, columns) * width);
        // One that leaves a single solution completes the puzzle; the next best are marked, too.
        let ink = match uses {
            Some(uses) if *uses <= 1.0 => Ink::Good,
            Some(uses) if *uses < 10.0 => Ink::Beam,
            Some(uses) if *uses < 100.0 => Ink::Preview,
            _ => Ink::Possible,
        };
        shapes.push(text(mark.as_str(), raised, fitting(0.19, columns) * width, ink));
        if let Some(uses) = uses {
            let below = Point::new(at.x, at.y + fitting(0.1, columns) * width);
            shapes.push(text(&short(*uses), below, fitting(0.105, columns) * width, Ink::Faint));
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
