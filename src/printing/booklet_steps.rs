//! Pages of a booklet that explain how a puzzle is solved: a board per step, with reasons and results beneath.

use super::booklet::STEPS;
use super::booklet_pages::{
    FOOT, Folio, GUTTER, HEADING, LEADING, PageMaker, SIDE, TOP, left, words,
};
use super::explaining::ShownStep;
use foolproof_picture::measure::{lines, shortened_to};
use foolproof_picture::{Ink, Page, Placed, Point, Rect};

/// Size of the text beneath a board, and maximum number of lines of a paragraph.
const TEXT: f32 = 7.5;
const MAX_LINES: usize = 4;
/// Size of a step's number, and the room for it.
const NUMBER: f32 = 11.0;
const HEAD: f32 = 16.0;
const LARGEST_CELL: f32 = 24.0;

impl PageMaker {
    /// Lays out steps in columns and rows; the number is that of the first one.
    pub(super) fn steps_page(
        &self,
        heading: &str,
        first: usize,
        steps: &[ShownStep],
        folio: &Folio,
    ) -> Page {
        let heading = shortened_to(heading, HEADING * 0.8, self.measure());
        let at = Point::new(SIDE, TOP);
        let heading = words(&heading, at, left(HEADING * 0.8, Ink::Text));
        let mut parts = vec![Placed::points(vec![heading])];
        let top = TOP + HEADING + 12.0;
        // A page has three of them each way, so the casts lose nothing.
        let (columns, rows) = (STEPS.columns as f32, STEPS.rows as f32);
        let gutter = GUTTER * 0.7;
        let wide = (self.measure() - gutter * (columns - 1.0)) / columns;
        let high = (self.height - FOOT - top - gutter * (rows - 1.0)) / rows;
        let broken: Vec<Vec<String>> = steps.iter().map(|step| lines_of(step, wide)).collect();
        // All boards of a page have the same size, however long the text beneath them.
        let most = broken.iter().map(Vec::len).max().unwrap_or(0);
        for (at, (step, text)) in steps.iter().zip(&broken).enumerate() {
            let (column, row) = ((at % STEPS.columns) as f32, (at / STEPS.columns) as f32);
            let min = Point::new(SIDE + column * (wide + gutter), top + row * (high + gutter));
            let max = Point::new(min.x + wide, min.y + high);
            let above = Point::new(min.x, min.y + NUMBER / 2.0);
            let number = words(&(first + at).to_string(), above, left(NUMBER, Ink::Intended));
            let foot = max.y - (most + 1) as f32 * TEXT * LEADING;
            let room = Rect { min: Point::new(min.x, min.y + HEAD), max: Point::new(max.x, foot) };
            parts.push(Placed::points(vec![number]));
            parts.extend(step_in(step, text, room));
        }
        self.with_folio(self.page(parts), folio)
    }
}

/// Returns the text beneath a board, broken into lines of this width.
fn lines_of(step: &ShownStep, wide: f32) -> Vec<String> {
    step.words.iter().flat_map(|paragraph| lines(paragraph, TEXT, wide, MAX_LINES)).collect()
}

/// Places a board at the left of its room, and the text beneath.
fn step_in(step: &ShownStep, text: &[String], room: Rect) -> Vec<Placed> {
    let (mut parts, taken) = step.picture.fit(room, LARGEST_CELL);
    let aside = taken.min.x - room.min.x;
    for part in &mut parts {
        part.at.x -= aside;
    }
    let mut y = taken.max.y + TEXT * 1.2;
    let mut shapes = Vec::new();
    for line in text {
        shapes.push(words(line, Point::new(room.min.x, y), left(TEXT, Ink::Text)));
        y += TEXT * LEADING;
    }
    parts.push(Placed::points(shapes));
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paper::Paper;
    use foolproof_picture::measure::width;
    use foolproof_picture::{Picture, Shape};

    fn texts(page: &Page) -> impl Iterator<Item = (&Point, &String, f32)> {
        let shapes = page.parts.iter().flat_map(|part| &part.shapes);
        shapes.filter_map(|shape| match shape {
            Shape::Text { at, text, size, .. } => Some((at, text, *size)),
            _ => None,
        })
    }

    #[test]
    fn nine_steps_stand_on_a_page_with_their_words_apart() {
        let picture = Picture { width: 7.0, height: 7.0, parts: Vec::new() };
        let long =
            "Otherwise the rules would say “too few stars here” of the room of R4C1. ".repeat(4);
        let step = ShownStep { picture, words: vec![long, "So star on R4C1.".to_owned()] };
        let maker = PageMaker::new(Paper::A4);
        let folio = Folio { number: 9, running: String::new() };
        let page = maker.steps_page("How to solve 1", 10, &vec![step; 9], &folio);
        let numbers: Vec<&String> = texts(&page).map(|(_, text, _)| text).collect();
        for number in 10..19 {
            assert!(numbers.contains(&&number.to_string()), "step {number} is missing");
        }
        let bottom = maker.height - FOOT;
        for (at, text, size) in texts(&page).filter(|(_, text, _)| text.len() > 8) {
            assert!(
                at.y <= bottom && at.x + width(text, size) <= maker.measure() + SIDE + 0.5,
                "{text}"
            );
        }
    }
}
