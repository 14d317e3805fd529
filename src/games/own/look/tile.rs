//! A mark without a style: its word on a tile, its arguments beneath.
//!
//! Marks of one word have one tint, so that a board of tiles reads at a glance.

use super::forms::{direction, form};
use super::inks::readable_on;
use super::style::{Hand, ShapeForm};
use super::words::{WordRoom, fitted};
use foolproof_game::list_items;
use foolproof_level::Mark;
use foolproof_picture::{Ink, Point, Rect, Shape, Stroke};

/// Returns the part of a rectangle between these shares of its width and height.
pub(super) fn part(of: Rect, left: f32, top: f32, right: f32, bottom: f32) -> Rect {
    let at = |x: f32, y: f32| Point::new(of.min.x + x * of.width(), of.min.y + y * of.height());
    Rect { min: at(left, top), max: at(right, bottom) }
}

/// Draws the tile of a mark, in the given ink if there is one.
pub(super) fn tile(mark: &Mark, hand: Hand, ink: Option<Ink>, into: Rect) -> Vec<Shape> {
    let side = into.width().min(into.height());
    let square = Rect::square(into.centre(), side);
    let word = mark.functor();
    let rect = part(square, 0.07, 0.07, 0.93, 0.93);
    let fill = ink.unwrap_or_else(|| tint(word));
    let (edge, width) = match (hand, ink) {
        (Hand::Player, None) => (Ink::Intended, 0.05),
        _ => (Ink::Rim, 0.025),
    };
    let stroke = Some(Stroke::new(edge, width * side));
    let mut shapes = vec![Shape::Rect { rect, radius: 0.15 * side, fill: Some(fill), stroke }];
    let words = readable_on(fill);
    let args = mark.args();
    let room = |left, top, right, bottom, largest: f32| WordRoom {
        rect: part(square, left, top, right, bottom),
        largest: largest * side,
        stacks: false,
    };
    if args.is_empty() {
        shapes.extend(fitted(word, room(0.12, 0.14, 0.88, 0.86, 0.56), words));
        return shapes;
    }
    shapes.extend(fitted(word, room(0.12, 0.1, 0.88, 0.5, 0.3), words));
    match args.as_slice() {
        [way] if direction(way).is_some() => {
            let rect = part(square, 0.32, 0.48, 0.68, 0.84);
            shapes.extend(form(ShapeForm::Arrow, rect, direction(way).unwrap_or(0), words));
        }
        [way, rest] if direction(way).is_some() => {
            let rect = part(square, 0.16, 0.5, 0.48, 0.82);
            shapes.extend(form(ShapeForm::Arrow, rect, direction(way).unwrap_or(0), words));
            shapes.extend(fitted(rest, room(0.5, 0.46, 0.88, 0.88, 0.42), words));
        }
        _ => {
            let spoken =
                |arg: &&str| list_items(arg).map_or((*arg).to_owned(), |all| all.join(" "));
            let all: Vec<String> = args.iter().map(spoken).collect();
            shapes.extend(fitted(&all.join(" "), room(0.12, 0.46, 0.88, 0.88, 0.42), words));
        }
    }
    shapes
}

/// One of the tints for a word; numbers have no tint.
fn tint(word: &str) -> Ink {
    if word.starts_with(|c: char| c == '-' || c.is_ascii_digit()) {
        return Ink::Piece;
    }
    // FNV-1a: equal on every machine.
    let hash = word
        .bytes()
        .fold(0x811C_9DC5u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    Ink::Tint(u8::try_from((hash ^ hash >> 16) % 14).unwrap_or(0))
}
