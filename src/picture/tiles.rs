//! Finds the drawings of marks in a picture, so that a pack's own pictures can replace them.
//!
//! A game draws a mark the same way everywhere. So a drawing is recognised by its shapes alone: they equal
//! the mark's drawing except for the position. Games need not know this, and other drawings stay unchanged.

use super::{Ink, Point, Rect, Shape, Stroke};

/// Maximum distance between two points that count as the same, in cells.
const SLACK: f32 = 2e-3;

/// The drawing of a mark in a unit square with its corner at the origin.
pub struct MarkForm {
    /// The number of its tile; `None` for a mark that keeps its drawing.
    pub tile: Option<usize>,
    pub shapes: Vec<Shape>,
}

/// The drawings that tiles replace, and those that must not be mistaken for them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TileForms {
    forms: Vec<Form>,
}

#[derive(Clone, Debug, PartialEq)]
struct Form {
    tile: usize,
    shapes: Vec<Shape>,
    /// No other mark has the same outlines, so colours do not matter: a player's mark has a different ink from
    /// the designer's.
    in_any_ink: bool,
}

/// A part of a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Piece<'a> {
    Shape(&'a Shape),
    /// A tile, by number, and the unit square that it fills.
    Tile(usize, Rect),
}

impl TileForms {
    /// Creates the forms from the drawings of all marks of a game.
    pub fn new(all: &[MarkForm]) -> Self {
        let mut forms: Vec<Form> = Vec::new();
        for (at, MarkForm { tile, shapes }) in all.iter().enumerate() {
            let Some(tile) = *tile else { continue };
            if shapes.is_empty() {
                continue;
            }
            let mut others = all.iter().enumerate().filter(|(other, _)| *other != at);
            let alone = |(_, other): (usize, &MarkForm)| {
                // A longer drawing with a tile is looked for first.
                let is_first = other.tile.is_some() && other.shapes.len() > shapes.len();
                let within = found(&other.shapes, 0, &|_| true, shapes, false);
                is_first || within.is_none_or(|(by, _)| by != Point::default())
            };
            // A ground alone could belong to any mark.
            let is_ground =
                matches!(shapes.as_slice(), [Shape::Rect { radius: 0.0, stroke: None, .. }]);
            let in_any_ink = !is_ground && others.all(alone);
            forms.push(Form { tile, shapes: shapes.clone(), in_any_ink });
        }
        // The longest first: a drawing may begin with another one.
        forms.sort_by_key(|form| std::cmp::Reverse(form.shapes.len()));
        Self { forms }
    }

    pub fn join(&mut self, other: Self) {
        self.forms.extend(other.forms);
        self.forms.sort_by_key(|form| std::cmp::Reverse(form.shapes.len()));
    }

    pub fn is_empty(&self) -> bool {
        self.forms.is_empty()
    }

    /// Returns the picture with tiles for the drawings that they replace; a tile takes the place of the first
    /// shape of its drawing. Linear in shapes times forms, except for the shapes after a drawing's first one.
    pub fn pieces<'a>(&self, shapes: &'a [Shape]) -> Vec<Piece<'a>> {
        let mut pieces = Vec::with_capacity(shapes.len());
        let mut taken = vec![false; shapes.len()];
        for (at, shape) in shapes.iter().enumerate() {
            if taken.get(at) == Some(&true) {
                continue;
            }
            match self.beginning(shapes, at, &taken) {
                Some((form, by, others)) => {
                    for other in others {
                        taken.get_mut(other).into_iter().for_each(|one| *one = true);
                    }
                    let max = Point::new(by.x + 1.0, by.y + 1.0);
                    pieces.push(Piece::Tile(form.tile, Rect { min: by, max }));
                }
                None => pieces.push(Piece::Shape(shape)),
            }
        }
        pieces
    }

    /// Returns the form whose first shape is the one at an index, the corner of its square, and the indices of
    /// its other shapes.
    fn beginning(
        &self,
        shapes: &[Shape],
        at: usize,
        taken: &[bool],
    ) -> Option<(&Form, Point, Vec<usize>)> {
        let exact = self.forms.iter().map(|form| (form, true));
        let loose = self.forms.iter().filter(|form| form.in_any_ink).map(|form| (form, false));
        exact.chain(loose).find_map(|(form, inks)| {
            let free = |other: usize| taken.get(other) == Some(&false);
            let (by, others) = found(shapes, at, &free, &form.shapes, inks)?;
            Some((form, by, others))
        })
    }
}

/// Searches for a form that begins with the shape at an index, with any shapes in between: returns its offset
/// from the form, and the indices of its other shapes.
fn found(
    shapes: &[Shape],
    at: usize,
    free: &dyn Fn(usize) -> bool,
    form: &[Shape],
    inks: bool,
) -> Option<(Point, Vec<usize>)> {
    let (first, rest) = form.split_first()?;
    let begins = shapes.get(at)?;
    let (from, to) = (anchor(first)?, anchor(begins)?);
    let by = Point::new(to.x - from.x, to.y - from.y);
    if !same(first, begins, by, inks) {
        return None;
    }
    let mut behind = shapes.iter().enumerate().skip(at + 1);
    let mut others = Vec::with_capacity(rest.len());
    for part in rest {
        let (other, _) = behind.find(|(n, shape)| free(*n) && same(part, shape, by, inks))?;
        others.push(other);
    }
    Some((by, others))
}

fn anchor(shape: &Shape) -> Option<Point> {
    match shape {
        Shape::Polyline { points, .. } | Shape::Polygon { points, .. } => points.first().copied(),
        Shape::Circle { centre, .. } => Some(*centre),
        Shape::Rect { rect, .. } => Some(rect.min),
        Shape::Text { at, .. } => Some(*at),
    }
}

/// True if `other` is `one`, moved.
fn same(one: &Shape, other: &Shape, by: Point, inks: bool) -> bool {
    let near = |a: f32, b: f32| (a - b).abs() < SLACK;
    let moved = |a: &Point, b: &Point| near(a.x + by.x, b.x) && near(a.y + by.y, b.y);
    let all =
        |a: &[Point], b: &[Point]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| moved(a, b));
    let ink = |a: Ink, b: Ink| !inks || a == b;
    let fill = |a: Option<Ink>, b: Option<Ink>| match (a, b) {
        (Some(a), Some(b)) => ink(a, b),
        (a, b) => a.is_none() && b.is_none(),
    };
    let pen = |a: &Stroke, b: &Stroke| {
        ink(a.ink, b.ink) && near(a.width, b.width) && (!inks || a.dash == b.dash)
    };
    let stroke = |a: &Option<Stroke>, b: &Option<Stroke>| match (a, b) {
        (Some(a), Some(b)) => pen(a, b),
        (a, b) => a.is_none() && b.is_none(),
    };
    match (one, other) {
        (Shape::Polyline { points: a, stroke: p }, Shape::Polyline { points: b, stroke: q }) => {
            all(a, b) && pen(p, q)
        }
        (
            Shape::Polygon { points: a, fill: f, stroke: p },
            Shape::Polygon { points: b, fill: g, stroke: q },
        ) => all(a, b) && fill(*f, *g) && stroke(p, q),
        (
            Shape::Circle { centre: a, radius: r, fill: f, stroke: p },
            Shape::Circle { centre: b, radius: s, fill: g, stroke: q },
        ) => moved(a, b) && near(*r, *s) && fill(*f, *g) && stroke(p, q),
        (
            Shape::Rect { rect: a, radius: r, fill: f, stroke: p },
            Shape::Rect { rect: b, radius: s, fill: g, stroke: q },
        ) => {
            let corners = moved(&a.min, &b.min) && moved(&a.max, &b.max);
            corners && near(*r, *s) && fill(*f, *g) && stroke(p, q)
        }
        (
            Shape::Text { at: a, text: t, size: r, ink: i, align: l },
            Shape::Text { at: b, text: u, size: s, ink: j, align: m },
        ) => moved(a, b) && t == u && near(*r, *s) && ink(*i, *j) && l == m,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::Align;
    use super::*;

    fn disc(x: f32, y: f32, radius: f32, ink: Ink) -> Shape {
        Shape::Circle { centre: Point::new(x, y), radius, fill: Some(ink), stroke: None }
    }

    fn word(x: f32, y: f32, text: &str) -> Shape {
        let (at, text) = (Point::new(x, y), text.to_owned());
        Shape::Text { at, text, size: 0.5, ink: Ink::Text, align: Align::Centre }
    }

    fn form(tile: Option<usize>, shapes: Vec<Shape>) -> MarkForm {
        MarkForm { tile, shapes }
    }

    #[test]
    fn what_lies_between_the_shapes_of_a_drawing_stays() {
        let ground = |x: f32| {
            let rect = Rect::square(Point::new(x, 0.5), 1.0);
            Shape::Rect { rect, radius: 0.0, fill: Some(Ink::Blocker), stroke: None }
        };
        let forms = TileForms::new(&[
            form(Some(0), vec![ground(0.5)]),
            form(Some(1), vec![ground(0.5), word(0.5, 0.5, "2")]),
        ]);
        // All grounds come first, then a line of the grid, then the words.
        let board = [ground(0.5), ground(1.5), disc(1.0, 0.5, 0.1, Ink::Grid), word(1.5, 0.5, "2")];
        assert_eq!(told(&forms, &board), ["0 at 0,0", "1 at 1,0", "shape"]);
        // With another ink it is another ground.
        let shaded = [board[0].clone()].map(|shape| match shape {
            Shape::Rect { rect, radius, stroke, .. } => {
                Shape::Rect { rect, radius, stroke, fill: Some(Ink::Target) }
            }
            other => other,
        });
        assert_eq!(told(&forms, &shaded), ["shape"]);
    }

    fn told(forms: &TileForms, shapes: &[Shape]) -> Vec<String> {
        let one = |piece: &Piece<'_>| match piece {
            Piece::Shape(_) => "shape".to_owned(),
            Piece::Tile(tile, rect) => format!("{tile} at {:.0},{:.0}", rect.min.x, rect.min.y),
        };
        forms.pieces(shapes).iter().map(one).collect()
    }

    #[test]
    fn a_drawing_is_found_wherever_it_lies_and_others_are_left() {
        let numbered = vec![disc(0.5, 0.5, 0.4, Ink::Piece), word(0.5, 0.5, "2")];
        let forms = TileForms::new(&[
            form(Some(0), vec![disc(0.5, 0.5, 0.4, Ink::Piece)]),
            form(Some(1), numbered),
        ]);
        let board = [
            word(0.1, 0.1, "2"),
            disc(2.5, 0.5, 0.4, Ink::Piece),
            word(2.5, 0.5, "2"),
            disc(0.5, 3.5, 0.4, Ink::Piece),
            word(0.5, 3.5, "3"),
            disc(0.5, 3.5, 0.3, Ink::Piece),
        ];
        assert_eq!(told(&forms, &board), ["shape", "1 at 2,0", "0 at 0,3", "shape", "shape"]);
    }

    #[test]
    fn another_ink_is_the_player_s_only_where_no_other_mark_looks_the_same() {
        let one = |ink| vec![disc(0.5, 0.5, 0.4, ink)];
        let board = [disc(1.5, 0.5, 0.4, Ink::Intended), disc(2.5, 0.5, 0.4, Ink::Blocker)];
        let alone = TileForms::new(&[form(Some(0), one(Ink::Piece))]);
        assert_eq!(told(&alone, &board), ["0 at 1,0", "0 at 2,0"]);
        let beside = [form(Some(0), one(Ink::Piece)), form(None, one(Ink::Blocker))];
        assert_eq!(told(&TileForms::new(&beside), &board), ["shape", "shape"]);
        let both = [form(Some(0), one(Ink::Piece)), form(Some(1), one(Ink::Blocker))];
        assert_eq!(told(&TileForms::new(&both), &board), ["shape", "1 at 2,0"]);
    }
}
