//! Tools for drawing constraints: lines through cells, cages, dots on edges and clues outside the grid.

use super::Object;
use crate::draw::Frame;
use foolproof_picture::{Align, Dash, Ink, Point, Rect, Shape, Stroke};

/// Width of a line through cells.
const LINE: f32 = 0.26;
/// Width of an arrow's line and of outlines.
const THIN: f32 = 0.05;
/// Black and white as rules name them: equal in every theme.
const BLACK: Ink = Ink::Colour(0);
const WHITE: Ink = Ink::Colour(1);
/// Distance of a cage from the rim of its cells.
const INSET: f32 = 0.09;

/// Draws constraints without hiding digits.
pub(crate) struct Pen {
    pub frame: Frame,
    /// Beneath everything else: whole cells.
    pub grounds: Vec<Shape>,
    /// Beneath the lines of the grid: broad lines.
    pub under: Vec<Shape>,
    /// Above them: circles, dots, signs and cages.
    pub over: Vec<Shape>,
}

impl Pen {
    pub(crate) fn new(frame: Frame) -> Self {
        Self { frame, grounds: Vec::new(), under: Vec::new(), over: Vec::new() }
    }

    pub(crate) fn centre(&self, cell: usize) -> Point {
        self.frame.rect(cell).centre()
    }

    fn points(&self, cells: &[usize]) -> Vec<Point> {
        cells.iter().map(|cell| self.centre(*cell)).collect()
    }

    /// A broad line through cells, with round ends.
    pub(crate) fn line(&mut self, cells: &[usize], ink: Ink) {
        self.line_of(cells, ink, LINE);
    }

    pub(crate) fn line_of(&mut self, cells: &[usize], ink: Ink, width: f32) {
        let points = self.points(cells);
        // Round joins: strokes of pictures end bluntly.
        for at in &points {
            self.disc(*at, width / 2.0, ink);
        }
        self.under.push(Shape::Polyline { points, stroke: Stroke::new(ink, width) });
    }

    /// A thin line that begins at the rim of a circle and ends in an arrowhead.
    pub(crate) fn arrow(&mut self, from: usize, cells: &[usize], radius: f32) {
        let mut points = self.points(cells);
        points.insert(0, self.centre(from));
        if let [first, second, ..] = points[..] {
            points[0] = towards(first, second, radius);
        }
        let stroke = Stroke::new(Ink::Faint, THIN);
        if let [.., before, last] = points[..] {
            for side in [-1.0, 1.0] {
                let tip = towards(last, before, 0.2);
                let across = Point::new((before.y - last.y) * side, (last.x - before.x) * side);
                let wing = towards(tip, Point::new(tip.x + across.x, tip.y + across.y), 0.14);
                self.over.push(Shape::Polyline { points: vec![wing, last], stroke });
            }
        }
        self.over.push(Shape::Polyline { points, stroke });
    }

    fn disc(&mut self, centre: Point, radius: f32, ink: Ink) {
        self.under.push(Shape::Circle { centre, radius, fill: Some(ink), stroke: None });
    }

    /// A full circle in a cell.
    pub(crate) fn bulb(&mut self, cell: usize, radius: f32, ink: Ink) {
        self.disc(self.centre(cell), radius, ink);
    }

    /// An empty circle in a cell.
    pub(crate) fn circle(&mut self, cell: usize, radius: f32) {
        let (centre, stroke) = (self.centre(cell), Some(Stroke::new(Ink::Faint, THIN)));
        self.over.push(Shape::Circle { centre, radius, fill: Some(Ink::Ground), stroke });
    }

    /// A pill around cells in a row, or a circle around one.
    pub(crate) fn pill(&mut self, cells: &[usize], radius: f32) {
        let [first, .., last] = cells else {
            return cells.iter().for_each(|cell| self.circle(*cell, radius));
        };
        let (a, b) = (self.centre(*first), self.centre(*last));
        let rect = Rect {
            min: Point::new(a.x.min(b.x) - radius, a.y.min(b.y) - radius),
            max: Point::new(a.x.max(b.x) + radius, a.y.max(b.y) + radius),
        };
        let stroke = Some(Stroke::new(Ink::Faint, THIN));
        self.over.push(Shape::Rect { rect, radius, fill: Some(Ink::Ground), stroke });
    }

    /// A square on its corner in a cell.
    pub(crate) fn diamond(&mut self, cell: usize) {
        let Point { x, y } = self.centre(cell);
        let points = vec![
            Point::new(x, y - 0.42),
            Point::new(x + 0.42, y),
            Point::new(x, y + 0.42),
            Point::new(x - 0.42, y),
        ];
        let stroke = Some(Stroke::new(Ink::Faint, THIN));
        self.over.push(Shape::Polygon { points, fill: Some(Ink::Ground), stroke });
    }

    pub(crate) fn square(&mut self, cell: usize, ink: Ink) {
        let rect = Rect::square(self.centre(cell), 0.76);
        self.under.push(Shape::Rect { rect, radius: 0.0, fill: Some(ink), stroke: None });
    }

    /// All of some cells in a pale colour.
    pub(crate) fn ground(&mut self, cells: &[usize], ink: Ink) {
        for cell in cells {
            let rect = self.frame.rect(*cell);
            self.grounds.push(Shape::Rect { rect, radius: 0.0, fill: Some(ink), stroke: None });
        }
    }

    /// A dashed line around cells, a little inside of them.
    pub(crate) fn cage(&mut self, cells: &[usize]) {
        let side = self.frame.side as i32;
        let at = |cell: usize| ((cell as i32) % side, (cell as i32) / side);
        let has = |x: i32, y: i32| cells.iter().any(|cell| at(*cell) == (x, y));
        let stroke = Stroke { ink: Ink::Faint, width: 0.028, dash: Dash::Dashed };
        for cell in cells {
            let (x, y) = at(*cell);
            let rect = self.frame.rect(*cell);
            // Each side of a cell that ends the cage; it continues into the cage's other cells.
            for (across, down) in [(0, -1), (1, 0), (0, 1), (-1, 0)] {
                if has(x + across, y + down) {
                    continue;
                }
                let reach = |along: (i32, i32)| {
                    let beside = has(x + along.0, y + along.1);
                    let beyond = has(x + along.0 + across, y + along.1 + down);
                    match (beside, beyond) {
                        (true, true) => INSET,
                        (true, false) => 0.0,
                        _ => -INSET,
                    }
                };
                let middle = rect.centre();
                let out = 0.5 - INSET;
                let (fx, fy) = (across as f32, down as f32);
                let (before, after) = ((down, -across), (-down, across));
                let end = |along: (i32, i32)| {
                    let far = 0.5 + reach(along);
                    Point::new(
                        middle.x + fx * out + along.0 as f32 * far,
                        middle.y + fy * out + along.1 as f32 * far,
                    )
                };
                let points = vec![end(before), end(after)];
                self.over.push(Shape::Polyline { points, stroke });
            }
        }
    }

    /// A small text in the upper left corner of the first of some cells, row by row.
    pub(crate) fn corner_text(&mut self, cells: &[usize], text: &str) {
        let Some(cell) = cells.iter().min() else { return };
        let rect = self.frame.rect(*cell);
        let at = Point::new(rect.min.x + 0.06, rect.min.y + 0.17);
        let wide = 0.12 * text.chars().count() as f32 + 0.08;
        let ground = Rect {
            min: Point::new(rect.min.x + 0.02, rect.min.y + 0.02),
            max: Point::new(rect.min.x + wide, rect.min.y + 0.28),
        };
        self.over.push(Shape::Rect {
            rect: ground,
            radius: 0.0,
            fill: Some(Ink::Ground),
            stroke: None,
        });
        let (text, align) = (text.to_owned(), Align::Left);
        self.over.push(Shape::Text { at, text, size: 0.22, ink: Ink::Text, align });
    }

    /// The middle between cells.
    fn between(&self, cells: &[usize]) -> Point {
        let points = self.points(cells);
        let many = points.len().max(1) as f32;
        let sum =
            points.iter().fold(Point::default(), |sum, at| Point::new(sum.x + at.x, sum.y + at.y));
        Point::new(sum.x / many, sum.y / many)
    }

    /// A white dot between cells, with a text in it.
    pub(crate) fn white_dot(&mut self, cells: &[usize], text: &str) {
        self.dot(cells, WHITE, text, BLACK);
    }

    /// A black dot between cells, with a text in it.
    pub(crate) fn black_dot(&mut self, cells: &[usize], text: &str) {
        self.dot(cells, BLACK, text, WHITE);
    }

    fn dot(&mut self, cells: &[usize], fill: Ink, text: &str, ink: Ink) {
        let centre = self.disc_between(cells, 0.15, fill);
        self.text(centre, text, 0.18, ink);
    }

    /// An outlined disc between cells.
    pub(crate) fn disc_between(&mut self, cells: &[usize], radius: f32, fill: Ink) -> Point {
        let (centre, stroke) = (self.between(cells), Some(Stroke::new(Ink::Text, 0.03)));
        self.over.push(Shape::Circle { centre, radius, fill: Some(fill), stroke });
        centre
    }

    /// A text between cells, on a patch of ground.
    pub(crate) fn sign(&mut self, cells: &[usize], text: &str, size: f32) {
        let at = self.between(cells);
        let rect = Rect::square(at, 0.8 * size);
        let fill = Some(Ink::Ground);
        self.over.push(Shape::Rect { rect, radius: 0.0, fill, stroke: None });
        self.text(at, text, size, Ink::Text);
    }

    /// A text between cells.
    pub(crate) fn label(&mut self, cells: &[usize], text: &str, size: f32, below: f32) {
        let Point { x, y } = self.between(cells);
        self.text(Point::new(x, y + below), text, size, Ink::Text);
    }

    fn text(&mut self, at: Point, text: &str, size: f32, ink: Ink) {
        if !text.is_empty() {
            let (text, align) = (text.to_owned(), Align::Centre);
            self.over.push(Shape::Text { at, text, size, ink, align });
        }
    }

    /// A sign that points from one of two neighbours to the other.
    pub(crate) fn angle(&mut self, from: usize, to: usize) {
        let (a, b) = (self.centre(from), self.centre(to));
        let middle = self.between(&[from, to]);
        let (x, y) = (b.x - a.x, b.y - a.y);
        let at = |along: f32, across: f32| {
            Point::new(
                middle.x + 0.12 * (along * x - across * y),
                middle.y + 0.12 * (along * y + across * x),
            )
        };
        let points = vec![at(-1.0, 1.2), at(1.0, 0.0), at(-1.0, -1.2)];
        self.over.push(Shape::Polyline { points, stroke: Stroke::new(Ink::Text, 0.045) });
    }

    /// Small texts at the four sides of a cell that point in or out.
    pub(crate) fn wedges(&mut self, cell: usize, outward: bool) {
        let Point { x, y } = self.centre(cell);
        for (across, down) in [(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)] {
            let (tip, base) = if outward { (0.47, 0.39) } else { (0.39, 0.47) };
            let at = |far: f32, aside: f32| {
                Point::new(x + across * far - down * aside, y + down * far + across * aside)
            };
            let points = vec![at(base, 0.08), at(tip, 0.0), at(base, -0.08)];
            self.over.push(Shape::Polyline { points, stroke: Stroke::new(Ink::Faint, 0.035) });
        }
    }

    /// A clue outside the grid, before the first cell of a line; with an arrow along a diagonal.
    pub(crate) fn outside(&mut self, object: &Object, text: &str, arrow: bool) {
        let [first, second, ..] = object.line() else { return };
        let (a, b) = (self.centre(*first), self.centre(*second));
        let (x, y) = (b.x - a.x, b.y - a.y);
        let at = Point::new(a.x - 0.98 * x, a.y - 0.98 * y);
        let long = arrow || text.chars().count() > 3;
        self.text(at, text, if long { 0.34 } else { 0.42 }, Ink::Text);
        if arrow {
            let stroke = Stroke::new(Ink::Faint, 0.035);
            let on = |far: f32| Point::new(at.x + far * x, at.y + far * y);
            let (tail, tip) = (on(0.24), on(0.44));
            self.over.push(Shape::Polyline { points: vec![tail, tip], stroke });
            let wings = [
                Point::new(tip.x - 0.1 * x.signum(), tip.y),
                Point::new(tip.x, tip.y - 0.1 * y.signum()),
            ];
            let points = vec![wings[0], tip, wings[1]];
            self.over.push(Shape::Polyline { points, stroke });
        }
    }

    /// The line from a corner of the board to the one across.
    pub(crate) fn diagonal(&mut self, cells: &[usize], ink: Ink) {
        let [first, .., last] = cells else { return };
        let (a, b) = (self.centre(*first), self.centre(*last));
        let half = |from: Point, to: Point| {
            Point::new(
                from.x - 0.5 * (to.x - from.x).signum(),
                from.y - 0.5 * (to.y - from.y).signum(),
            )
        };
        let points = vec![half(a, b), half(b, a)];
        self.over.push(Shape::Polyline { points, stroke: Stroke::new(ink, THIN) });
    }
}

/// The point at a given distance from one towards another.
fn towards(from: Point, to: Point, far: f32) -> Point {
    let (x, y) = (to.x - from.x, to.y - from.y);
    let length = x.hypot(y).max(f32::EPSILON);
    Point::new(from.x + far * x / length, from.y + far * y / length)
}
