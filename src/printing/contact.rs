//! A contact sheet: all levels of a pack on one picture, small, with their numbers and titles.

use foolproof_picture::measure::{lines, shortened_to};
use foolproof_picture::{Align, Ink, Page, Picture, Placed, Point, Rect, Shape};

/// Options of a contact sheet.
#[derive(Clone, Debug, PartialEq)]
pub struct ContactStyle {
    pub title: String,
    /// Number of columns; by default as many as look good.
    pub columns: Option<u16>,
}

/// Sizes in points: of a board's place, the gap between two, the margin, and text.
const BOARD: f32 = 150.0;
const GAP: f32 = 22.0;
const MARGIN: f32 = 36.0;
const TITLE: f32 = 22.0;
const CAPTION: f32 = 9.5;
/// Room between a caption and its board, and height of a caption, in points.
const CAPTION_ROOM: f32 = 18.0;

/// Lays the pictures out in rows, each under its caption.
pub fn contact_sheet(levels: &[(String, Picture)], style: &ContactStyle) -> Page {
    let count = levels.len().max(1);
    let columns = style.columns.map_or_else(|| balanced(count), usize::from).clamp(1, count);
    let width = MARGIN * 2.0 + grid(columns, BOARD);
    let heading = lines(&style.title, TITLE, width - MARGIN * 2.0, 2);
    let mut parts = Vec::new();
    let mut top = MARGIN;
    for line in &heading {
        let at = Point::new(MARGIN, top + TITLE / 2.0);
        parts.push(words(line, at, TITLE, Ink::Text));
        top += TITLE * 1.25;
    }
    if !heading.is_empty() {
        top += GAP / 2.0;
    }
    for row in levels.chunks(columns) {
        let mut height: f32 = 0.0;
        for (at, (caption, picture)) in row.iter().enumerate() {
            let left = MARGIN + grid(at, BOARD) + if at > 0 { GAP } else { 0.0 };
            let caption = shortened_to(caption, CAPTION, BOARD);
            let place = Point::new(left, top + CAPTION / 2.0);
            parts.push(words(&caption, place, CAPTION, Ink::Faint));
            let min = Point::new(left, top + CAPTION_ROOM);
            let into = Rect { min, max: Point::new(min.x + BOARD, min.y + BOARD) };
            let (placed, taken) = picture.fit(into, BOARD / 3.0);
            // Under its caption, which begins at the left.
            let shift = taken.min.x - left;
            parts.extend(placed.into_iter().map(|part| {
                let at = Point::new(part.at.x - shift, part.at.y);
                Placed { at, ..part }
            }));
            height = height.max(taken.max.y - top);
        }
        top += height + GAP;
    }
    Page { width, height: top - GAP + MARGIN, parts }
}

/// Returns the width of `count` places with the gaps between them.
fn grid(count: usize, each: f32) -> f32 {
    // A picture has few columns, so the cast loses nothing.
    let count = count.min(10_000) as f32;
    count * each + (count - 1.0).max(0.0) * GAP
}

/// Returns the number of columns that makes the sheet about as wide as a sheet of paper is high.
fn balanced(count: usize) -> usize {
    let mut columns = 1;
    while columns * columns < count {
        columns += 1;
    }
    columns.min(8)
}

fn words(text: &str, at: Point, size: f32, ink: Ink) -> Placed {
    let text = text.to_owned();
    Placed::points(vec![Shape::Text { at, text, size, ink, align: Align::Left }])
}
