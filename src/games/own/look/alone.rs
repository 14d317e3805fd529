//! The parts of a board's picture one by one, for callers that stack them elsewhere.

use super::board::{PlacedMark, Scenery, painted_ground};
use super::draw::{MarkRoom, Recolour, body, plate};
use super::layout::BoardGround;
use super::lines;
use super::style::{Course, LookStyle, Strands};
use foolproof_game::{GroundPart, PartLine};
use foolproof_level::{Mark, Place};
use foolproof_picture::{Point, Rect, Shape};

/// Draws the board with the fills and borders of these marks, and nothing above them.
pub(crate) fn ground_alone(ground: &BoardGround, level: &[PlacedMark<'_>]) -> Vec<Shape> {
    painted_ground(ground, Scenery { level, ..Scenery::default() })
}

/// Returns the picture of a mark on sites of a kind; derived marks are drawn over the others.
pub(crate) fn mark_part(style: &LookStyle, mark: &Mark, place: Place, derived: bool) -> GroundPart {
    let on_edge = matches!(place, Place::HEdge | Place::VEdge);
    let inks = style.is_ink_alone().then(|| style.ink(mark)).filter(|_| derived);
    let line =
        (!derived && on_edge && style.has_line() && style.strands == Strands::One).then(|| {
            PartLine {
                ink: style.ink(mark),
                width: lines::width(style),
                dash: style.dash,
                across: style.course == Course::Across,
                hides_words: style.hides_words(mark),
            }
        });
    let square = Rect::square(Point::new(0.5, 0.5), 1.0);
    let is_line = derived && on_edge && style.width().is_some();
    let has_body = match derived {
        true => is_line || !style.is_plain(),
        false => style.is_plain() || !style.has_no_body(),
    };
    let recolour = match style.named_ink(mark) {
        _ if !derived => Recolour::None,
        ink => Recolour::Ink(ink.unwrap_or(foolproof_picture::Ink::Faint)),
    };
    let body = match has_body && (line.is_none() || !style.is_plain()) {
        true => {
            let into = style.shifted(square, place);
            let room = MarkRoom { into, place, stacks: false, has_corner: true };
            body(style, mark, room, recolour)
        }
        false => Vec::new(),
    };
    let beneath = plate(style, mark, square).filter(|_| place == Place::Cell);
    let fill = style.fill(mark).filter(|_| matches!(place, Place::Cell | Place::Tray));
    GroundPart { place, mark: mark.clone(), fill, line, inks, beneath, body }
}
