//! The parts of a picture, with a pack's own pictures in place of the drawings of marks.

use std::collections::HashSet;

use foolproof_level::Mark;

use super::{Rect, Shape};

/// Maximum difference between the side of a drawing that a tile replaces and that of a cell.
const SLACK: f32 = 0.01;

/// A part of a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Piece<'a, T> {
    /// Any shape except a mark.
    Shape(&'a Shape),
    /// A tile, and the unit square that it fills.
    Tile(T, Rect),
}

/// Returns the shapes of a picture in order, with tiles in place of the marks that have one. A tile takes the
/// place of the first part of its mark. Marks that do not fill a cell, such as ghosts, keep their drawing.
pub fn pieces<'a, T>(shapes: &'a [Shape], tile: impl Fn(&Mark) -> Option<T>) -> Vec<Piece<'a, T>> {
    let mut tiling =
        Tiling { tile, placed: HashSet::new(), pieces: Vec::with_capacity(shapes.len()) };
    tiling.add(shapes);
    tiling.pieces
}

/// Returns the shapes of a picture in order; marks give their own shapes.
pub fn plain_shapes(shapes: &[Shape]) -> Vec<&Shape> {
    let nested = shapes.iter().map(|shape| match shape {
        Shape::Mark { shapes, .. } => plain_shapes(shapes),
        other => vec![other],
    });
    nested.flatten().collect()
}

struct Tiling<'a, T, F> {
    tile: F,
    /// Marks with a tile, and the corners of their squares in hundredths of a cell.
    placed: HashSet<(&'a Mark, [i32; 2])>,
    pieces: Vec<Piece<'a, T>>,
}

impl<'a, T, F: Fn(&Mark) -> Option<T>> Tiling<'a, T, F> {
    fn add(&mut self, shapes: &'a [Shape]) {
        for shape in shapes {
            let Shape::Mark { mark, rect, shapes } = shape else {
                self.pieces.push(Piece::Shape(shape));
                continue;
            };
            match (self.tile)(mark).filter(|_| fills_a_cell(*rect)) {
                None => self.add(shapes),
                Some(tile) => {
                    let corner = [rect.min.x, rect.min.y].map(|at| (at * 100.0).round() as i32);
                    if self.placed.insert((mark, corner)) {
                        self.pieces.push(Piece::Tile(tile, *rect));
                    }
                }
            }
        }
    }
}

fn fills_a_cell(rect: Rect) -> bool {
    [rect.width(), rect.height()].iter().all(|side| (side - 1.0).abs() < SLACK)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Ink, Point};

    fn ground(x: f32, ink: Ink) -> Shape {
        let rect = Rect::square(Point::new(x, 0.5), 1.0);
        Shape::Rect { rect, radius: 0.0, fill: Some(ink), stroke: None }
    }

    fn drawn(mark: &str, x: f32, side: f32) -> Shape {
        let square = Rect::square(Point::new(x, 0.5), side);
        let mark = mark.parse().expect("a mark");
        Shape::of_mark(&mark, square, vec![ground(x, Ink::Piece)]).expect("a shape")
    }

    /// Returns the pieces of a picture with tiles for these marks.
    fn told(shapes: &[Shape], tiles: &[&str]) -> Vec<String> {
        let tile = |mark: &Mark| tiles.iter().position(|tile| *tile == mark.as_str());
        let one = |piece: &Piece<'_, usize>| match piece {
            Piece::Shape(_) => "shape".to_owned(),
            Piece::Tile(tile, rect) => format!("{tile} at {:.0},{:.0}", rect.min.x, rect.min.y),
        };
        pieces(shapes, tile).iter().map(one).collect()
    }

    #[test]
    fn what_lies_between_the_parts_of_a_drawing_stays() {
        let board = [
            drawn("a", 0.5, 1.0),
            drawn("b", 1.5, 1.0),
            ground(0.5, Ink::Grid),
            drawn("a", 0.5, 1.0),
            drawn("a", 2.5, 1.0),
        ];
        assert_eq!(told(&board, &["a"]), ["0 at 0,0", "shape", "shape", "0 at 2,0"]);
        assert_eq!(told(&board, &[]), ["shape"; 5]);
        assert_eq!(plain_shapes(&board).len(), 5);
    }

    #[test]
    fn a_smaller_drawing_stays() {
        assert_eq!(told(&[drawn("a", 0.5, 0.9)], &["a"]), ["shape"]);
    }

    #[test]
    fn parts_of_a_mark_have_tiles_if_the_whole_has_none() {
        let whole = "stack(a,b)".parse().expect("a mark");
        let square = Rect::square(Point::new(0.5, 0.5), 1.0);
        let parts = vec![drawn("a", 0.5, 1.0), drawn("b", 0.5, 1.0)];
        let board = [Shape::of_mark(&whole, square, parts).expect("shapes")];
        assert_eq!(told(&board, &["b"]), ["shape", "0 at 0,0"]);
        assert_eq!(told(&board, &["b", "stack(a,b)"]), ["1 at 0,0"]);
    }
}
