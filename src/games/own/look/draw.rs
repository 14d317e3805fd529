//! Draws a mark by its style: in a cell, on an edge, at a corner, on a button.

use super::forms::{form, usual_size};
use super::inks::readable_on;
use super::lines;
use super::style::{Border, Hand, LookStyle, ShapeForm};
use super::svg::SvgTone;
use super::tile::{part, tile};
use super::words::{WordRoom, fitted};
use foolproof_level::{Mark, Place};
use foolproof_picture::{Align, Ink, Point, Rect, Shape, Stroke, measure};

/// Thickness of a border, in cells.
pub(super) const BORDER: f32 = 0.08;

/// A recolouring of a mark.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum Recolour {
    #[default]
    None,
    /// Draws the body in another ink, such as one that the rules derive.
    Ink(Ink),
    /// Draws the whole body in one ink, where two plays differ.
    All(Ink),
}

/// The place for a mark's drawing.
#[derive(Clone, Copy, Debug)]
pub(super) struct MarkRoom {
    /// The square of a cell, or the one around the middle of an edge or a corner.
    pub into: Rect,
    pub place: Place,
    /// Lists go down, as above a column.
    pub stacks: bool,
    /// Corner words are drawn in the corner; otherwise they have the usual size.
    pub has_corner: bool,
}

/// Draws a mark alone. `into` is the square of a cell or a button, or the one around the middle of an edge or a
/// corner.
pub(crate) fn draw_mark(style: &LookStyle, mark: &Mark, into: Rect, place: Place) -> Vec<Shape> {
    let mut shapes = Vec::new();
    if share_of(place) == 1.0 {
        let side = into.width().min(into.height());
        let square = Rect::square(into.centre(), side);
        let stroke = style.border.map(|border| match border {
            Border::WhereDifferent | Border::All => Stroke::new(Ink::PieceEdge, BORDER * side),
        });
        let inset = stroke.map_or(0.0, |stroke| stroke.width / 2.0 / side.max(0.01));
        let rect = part(square, inset, inset, 1.0 - inset, 1.0 - inset);
        let fill = style.fill(mark);
        if fill.is_some() || stroke.is_some() {
            shapes.push(Shape::Rect { rect, radius: 0.04 * side, fill, stroke });
        }
    }
    if matches!(place, Place::HEdge | Place::VEdge) && style.has_line() && !style.is_plain() {
        // A mark that names a side runs in that direction.
        let place = match style.turn(mark).map(|turn| turn.quarters % 2) {
            Some(1) => Place::VEdge,
            Some(_) => Place::HEdge,
            None => place,
        };
        shapes.extend(lines::alone(style, style.ink(mark), into, place));
    }
    let room = MarkRoom { into, place, stacks: false, has_corner: false };
    shapes.extend(body(style, mark, room, Recolour::None));
    shapes
}

/// Draws a mark without its ground and border.
pub(super) fn body(
    style: &LookStyle,
    mark: &Mark,
    room: MarkRoom,
    recolour: Recolour,
) -> Vec<Shape> {
    let MarkRoom { into, place, .. } = room;
    let ink = match recolour {
        Recolour::Ink(ink) | Recolour::All(ink) => ink,
        Recolour::None => style.ink(mark),
    };
    let plain = style.is_plain();
    match place {
        Place::HEdge | Place::VEdge if plain => lines::alone(style, ink, into, place),
        Place::Vertex if plain => {
            form(ShapeForm::Dot, Rect::square(into.centre(), 0.24 * into.width()), 0, ink)
        }
        _ if plain => {
            let named = match recolour {
                Recolour::None => style.named_ink(mark),
                Recolour::Ink(ink) | Recolour::All(ink) => Some(ink),
            };
            tile(mark, style.hand, named, into)
        }
        _ => drawn(style, mark, room, ink, recolour),
    }
}

/// Share of a cell's size for a place: edges and corners have less room.
fn share_of(place: Place) -> f32 {
    match place {
        Place::HEdge | Place::VEdge | Place::Vertex => 0.5,
        Place::Cell | Place::Under | Place::Over => 1.0,
        Place::Tray | Place::Step | Place::Constraint => 1.0,
    }
}

/// Returns the ink of a mark's words, which may lie on a body.
fn ink_of_words(
    style: &LookStyle,
    mark: &Mark,
    (body, ink): (Option<Ink>, Ink),
    recolour: Recolour,
) -> Ink {
    let ink = match (body, recolour, style.named_ink(mark), style.fill(mark)) {
        (Some(body), ..) => readable_on(body),
        (None, Recolour::None, None, Some(fill)) => readable_on(fill),
        _ => ink,
    };
    if ink == Ink::Text && style.hand == Hand::Designer { Ink::Clue } else { ink }
}

/// Draws shape, SVG and text.
fn drawn(
    style: &LookStyle,
    mark: &Mark,
    MarkRoom { into, place, stacks, has_corner }: MarkRoom,
    ink: Ink,
    recolour: Recolour,
) -> Vec<Shape> {
    let side = into.width().min(into.height());
    let square = Rect::square(into.centre(), side);
    let turned = style.turn(mark);
    let turn = turned.map(|turn| turn.quarters);
    let words = style.words(mark);
    let room = share_of(place);
    let mut shapes = Vec::new();
    let (mut at, mut on, mut corner) = (square, None, false);
    if let Some(named) = style.shape {
        let size = style.size().unwrap_or(usual_size(named) * room) * side;
        let mut body = Rect::square(square.centre(), size);
        if named == ShapeForm::Arrow && words.is_some() && turn.is_some() {
            // As on paper, the arrow is next to its number, or above it.
            (body, at) = arrow_and_words(square, turn.unwrap_or(0));
        } else {
            match named {
                ShapeForm::Ring => {
                    at = Rect::square(square.centre(), size * 0.62);
                    // A line across the cell must not cross out the words.
                    shapes.extend(words.is_some().then(|| badge(body, 0.48)));
                }
                ShapeForm::Cross | ShapeForm::Bar | ShapeForm::Dot => corner = true,
                _ => {
                    on = Some(ink);
                    at = Rect::square(square.centre(), size * 0.8);
                }
            }
        }
        let quarters = turn.unwrap_or(if named == ShapeForm::Bar { 1 } else { 0 });
        let turns = matches!(named, ShapeForm::Arrow | ShapeForm::Triangle | ShapeForm::Bar);
        shapes.extend(form(named, body, if turns { quarters } else { 0 }, ink));
    } else if let Some(drawing) = &style.drawing {
        let size = style.size().unwrap_or(0.86 * room) * side;
        let body = Rect::square(square.centre(), size);
        let one = if matches!(recolour, Recolour::All(_)) { SvgTone::One } else { SvgTone::Own };
        shapes.extend(drawing.shapes(body, turned.unwrap_or_default(), ink, one));
        corner = true;
    }
    let Some(words) = words else { return shapes };
    if style.shape == Some(ShapeForm::Quarters) {
        let ink = ink_of_words(style, mark, (None, ink), recolour);
        return [shapes, words_in_quarters(&words, square, ink)].concat();
    }
    // Words would be unreadable on such a body.
    if corner {
        at = part(square, 0.56, 0.62, 0.94, 0.94);
        shapes.push(badge(at, 0.42));
    }
    let words_ink = ink_of_words(style, mark, (on, ink), recolour);
    if style.shape.is_none() && style.drawing.is_none() {
        let has_corner = has_corner && style.is_in_corner();
        let alone = MarkRoom { into: square, place, stacks, has_corner };
        shapes.extend(words_alone(&words, style.size(), alone, words_ink));
    } else {
        let words = fitted(&words, WordRoom { rect: at, largest: 0.62 * side, stacks }, words_ink);
        let full = matches!(style.shape, Some(ShapeForm::Circle | ShapeForm::Square));
        let smooth = on.filter(|body| full && matches!(body, Ink::Colour(_)));
        shapes.extend(words.iter().filter_map(|words| smoothed(words, at.width(), smooth?)));
        shapes.extend(words);
    }
    shapes
}

/// Draws words in the quarters of an X: above, right, below, left.
fn words_in_quarters(words: &str, square: Rect, ink: Ink) -> Vec<Shape> {
    let rooms = [
        part(square, 0.22, 0.02, 0.78, 0.38),
        part(square, 0.61, 0.3, 0.99, 0.7),
        part(square, 0.22, 0.62, 0.78, 0.98),
        part(square, 0.01, 0.3, 0.39, 0.7),
    ];
    let largest = 0.36 * square.width();
    let room = |rect| WordRoom { rect, largest, stacks: false };
    let each = words.split_whitespace().zip(rooms);
    each.flat_map(|(words, rect)| fitted(words, room(rect), ink)).collect()
}

/// Draws a smooth ground for words or lines on a body, since bodies are hatched in pictures without colours.
fn smoothed(words: &Shape, room: f32, body: Ink) -> Option<Shape> {
    let Shape::Text { at, text, size, .. } = words else { return None };
    let letters = u16::try_from(text.chars().count()).map_or(1.0, f32::from);
    let half = (0.27 * letters * size).min(room / 2.0);
    let points = vec![Point::new(at.x - half, at.y), Point::new(at.x + half, at.y)];
    Some(Shape::Polyline { points, stroke: Stroke::new(body, 0.86 * size) })
}

/// Draws words without a body, in the style's size or the usual one. On edges and corners, which have less
/// room, the grid is erased behind them.
fn words_alone(
    words: &str,
    size: Option<f32>,
    MarkRoom { into: square, place, stacks, has_corner }: MarkRoom,
    ink: Ink,
) -> Vec<Shape> {
    if has_corner {
        return vec![in_corner(words, square, ink)];
    }
    let side = square.width();
    if share_of(place) < 1.0 {
        let rect = part(square, 0.2, 0.2, 0.8, 0.8);
        let largest = size.unwrap_or(0.46) * side;
        let mut shapes = vec![badge(square, 0.23)];
        shapes.extend(fitted(words, WordRoom { rect, largest, stacks }, ink));
        return shapes;
    }
    let rect = part(square, 0.08, 0.06, 0.92, 0.94);
    fitted(words, WordRoom { rect, largest: size.unwrap_or(0.62) * side, stacks }, ink)
}

/// Draws words in the upper left corner of a cell, like the clue of a cage.
fn in_corner(words: &str, square: Rect, ink: Ink) -> Shape {
    let side = square.width();
    let size = (0.22 * side).min(0.88 * side / measure::width(words, 1.0).max(0.01));
    let at = Point::new(square.min.x + 0.07 * side, square.min.y + 0.18 * side);
    Shape::Text { at, text: words.to_owned(), size, ink, align: Align::Left }
}

/// Ground beneath words that a line would cross.
fn badge(under: Rect, share: f32) -> Shape {
    disc(under, share, Ink::Ground)
}

fn disc(under: Rect, share: f32, fill: Ink) -> Shape {
    let radius = under.width() * share;
    Shape::Circle { centre: under.centre(), radius, fill: Some(fill), stroke: None }
}

/// Draws the background of a mark that consists only of words, where a line crosses its cell.
pub(super) fn plate(style: &LookStyle, mark: &Mark, square: Rect) -> Option<Shape> {
    let alone = style.words(mark).is_some() && style.shape.is_none() && style.drawing.is_none();
    alone.then(|| disc(square, 0.32, style.fill(mark).unwrap_or(Ink::Ground)))
}

/// Returns the positions of an arrow and its words in a cell.
fn arrow_and_words(square: Rect, quarters: u8) -> (Rect, Rect) {
    let level = quarters % 2 == 1;
    match level {
        true => {
            let arrow = Point::new(square.centre().x, square.min.y + 0.22 * square.height());
            let words = part(square, 0.1, 0.34, 0.9, 0.94);
            (Rect::square(arrow, 0.4 * square.width()), words)
        }
        false => {
            let arrow = Point::new(square.max.x - 0.22 * square.width(), square.centre().y);
            let words = part(square, 0.06, 0.1, 0.66, 0.9);
            (Rect::square(arrow, 0.4 * square.width()), words)
        }
    }
}
