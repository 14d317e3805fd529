//! Layout of the pages of a booklet: margins, sizes of words, and the positions of boards.
//!
//! Everything is aligned to a grid of columns with equal gutters; a puzzle's number and title are above the
//! left edge of its board. Sizes are in points.

use std::sync::Arc;

use super::booklet::{Booklet, BookletEntry, PageGrid};
use super::paper::Paper;
use foolproof_game::{Game, counted};
use foolproof_picture::measure::{lines, shortened_to, width};
use foolproof_picture::{Align, Ink, Page, Placed, Point, Rect, Shape, Stroke};

/// Margins: at the sides, above and below.
pub(super) const SIDE: f32 = 54.0;
pub(super) const TOP: f32 = 62.0;
pub(super) const FOOT: f32 = 64.0;
/// Gap between two columns and two rows of puzzles.
pub(super) const GUTTER: f32 = 30.0;
/// Sizes of type: the pack's title, headings, text, a puzzle's number and title, and the running title.
const DISPLAY: f32 = 38.0;
pub(super) const HEADING: f32 = 20.0;
const TEXT: f32 = 10.5;
pub(super) const NUMBER: f32 = 15.0;
const CAPTION: f32 = 10.5;
const SMALL: f32 = 8.5;
/// Line spacing, as a multiple of the size.
pub(super) const LEADING: f32 = 1.5;
/// Maximum side of a cell.
const LARGEST_CELL: f32 = 46.0;
/// Maximum number of lines of rules on the title page.
const SHORT: usize = 6;
/// Number of boards on the title page.
const SHOWN: usize = 3;

/// The number of a page, and the running title.
pub(super) struct Folio {
    pub number: usize,
    pub running: String,
}

/// Lays out pages of one size.
pub(super) struct PageMaker {
    width: f32,
    pub(super) height: f32,
}

/// The style of words, and the side of their point where they are.
pub(super) struct Lettering {
    size: f32,
    ink: Ink,
    align: Align,
}

pub(super) fn left(size: f32, ink: Ink) -> Lettering {
    Lettering { size, ink, align: Align::Left }
}

fn centred(size: f32, ink: Ink) -> Lettering {
    Lettering { size, ink, align: Align::Centre }
}

pub(super) fn words(text: &str, at: Point, lettering: Lettering) -> Shape {
    let Lettering { size, ink, align } = lettering;
    Shape::Text { at, text: text.to_owned(), size, ink, align }
}

fn rule(from: Point, to: Point, width: f32) -> Shape {
    Shape::Polyline { points: vec![from, to], stroke: Stroke::new(Ink::Rim, width) }
}

impl PageMaker {
    pub(crate) fn new(paper: Paper) -> Self {
        let (width, height) = paper.size();
        Self { width, height }
    }

    pub(super) fn page(&self, parts: Vec<Placed>) -> Page {
        Page { width: self.width, height: self.height, parts }
    }

    /// Returns the width between the margins.
    pub(super) fn measure(&self) -> f32 {
        self.width - 2.0 * SIDE
    }

    /// Lays out the title page: title, author, a few boards, and the contents.
    pub(crate) fn title_page(&self, booklet: &Booklet<'_>) -> Page {
        let mut shapes = Vec::new();
        let middle = self.width / 2.0;
        let mut y = self.height * 0.2;
        for line in lines(&booklet.title(), DISPLAY, self.measure(), 3) {
            shapes.push(words(&line, Point::new(middle, y), centred(DISPLAY, Ink::Text)));
            y += DISPLAY * 1.22;
        }
        y += 2.0;
        shapes.push(rule(Point::new(middle - 30.0, y), Point::new(middle + 30.0, y), 1.2));
        y += 28.0;
        let author = booklet.pack.author.trim();
        if !author.is_empty() {
            let author = shortened_to(author, 15.0, self.measure());
            shapes.push(words(&author, Point::new(middle, y), centred(15.0, Ink::Text)));
            y += 26.0;
        }
        let games: Vec<String> =
            booklet.games().iter().map(|game| game.about().name.to_string()).collect();
        let count = counted(booklet.levels.len(), "puzzle", "puzzles");
        let inside = format!("{count}  ·  {}", games.join(", "));
        let inside = shortened_to(&inside, 11.0, self.measure());
        shapes.push(words(&inside, Point::new(middle, y), centred(11.0, Ink::Faint)));
        y += 30.0;
        let rules = self.short_rules(booklet);
        // The last line is well above the bottom.
        let mut line_y = self.height - FOOT - 44.0 - TEXT * LEADING * rules.len() as f32;
        let below = self.height - line_y;
        for line in &rules {
            shapes.push(words(line, Point::new(middle, line_y), centred(TEXT, Ink::Text)));
            line_y += TEXT * LEADING;
        }
        let foot = match (booklet.style.solutions, booklet.style.steps) {
            (true, true) => "Solutions, and how to find them, at the back",
            (true, false) => "Solutions at the back",
            (false, true) => "How to solve them: at the back",
            (false, false) => "",
        };
        let at = Point::new(middle, self.height - FOOT);
        shapes.push(words(foot, at, centred(SMALL + 1.0, Ink::Faint)));
        let mut parts = vec![Placed::points(shapes)];
        parts.extend(self.boards_on_title(booklet, y + 20.0, below));
        self.page(parts)
    }

    /// Places a few boards side by side, in the rest of the title page.
    fn boards_on_title(&self, booklet: &Booklet<'_>, from: f32, below: f32) -> Vec<Placed> {
        let shown = booklet.levels.len().min(SHOWN);
        let room = self.height - below - from;
        if shown == 0 || room < 100.0 {
            return Vec::new();
        }
        // At most three, so the cast loses nothing.
        let n = shown as f32;
        let gap = 26.0;
        let side = ((self.measure() - gap * (n - 1.0)) / n).min(170.0).min(room);
        let left = (self.width - side * n - gap * (n - 1.0)) / 2.0;
        let top = from + (room - side) * 0.45;
        let nothing = super::KnownOfLevel::default();
        let mut parts = Vec::new();
        let mut x = left;
        for of in booklet.levels.iter().take(shown) {
            let layers = std::collections::BTreeSet::new();
            let picture = super::level_picture(&*of.game, &of.level, &layers, &nothing);
            let into = Rect { min: Point::new(x, top), max: Point::new(x + side, top + side) };
            let (placed, taken) = picture.fit(into, LARGEST_CELL);
            // Centred in its place, whatever its shape.
            let down = (side - taken.height()) / 2.0;
            parts.extend(placed.into_iter().map(|part| {
                let at = Point::new(part.at.x, part.at.y + down);
                Placed { at, ..part }
            }));
            x += side + gap;
        }
        parts
    }

    /// Returns the rules of a single game if they are short enough for the title page.
    pub(crate) fn short_rules(&self, booklet: &Booklet<'_>) -> Vec<String> {
        let games = booklet.games();
        let [game] = games.as_slice() else { return Vec::new() };
        let text: Vec<&str> = rules_of(&**game).collect();
        let broken = lines(&text.join("\n"), TEXT, self.measure() * 0.7, SHORT + 1);
        if booklet.style.rules && broken.len() <= SHORT { broken } else { Vec::new() }
    }

    /// Lays out the rules of the games, on as many pages as needed.
    pub(crate) fn rules_pages(&self, games: &[Arc<dyn Game>]) -> Vec<Page> {
        let (mut pages, mut shapes) = (Vec::new(), Vec::new());
        let (mut y, bottom) = (TOP + HEADING, self.height - FOOT - TEXT);
        shapes.push(words("How to play", Point::new(SIDE, TOP), left(HEADING, Ink::Text)));
        y += 14.0;
        for game in games {
            let about = game.about();
            let mut text: Vec<(String, f32, Ink)> = Vec::new();
            text.push((about.name.to_string(), 13.0, Ink::Text));
            for paragraph in rules_of(&**game) {
                let broken = lines(paragraph, TEXT, self.measure() * 0.86, 60);
                text.extend(broken.into_iter().map(|line| (line, TEXT, Ink::Text)));
                text.push((String::new(), TEXT * 0.4, Ink::Text));
            }
            text.push((String::new(), TEXT * 1.4, Ink::Text));
            for (line, size, ink) in text {
                if y + size > bottom {
                    pages.push(self.page(vec![Placed::points(std::mem::take(&mut shapes))]));
                    y = TOP;
                }
                shapes.push(words(&line, Point::new(SIDE, y), left(size, ink)));
                y += size * LEADING;
            }
        }
        pages.push(self.page(vec![Placed::points(shapes)]));
        pages
    }

    /// Lays out puzzles or solutions in columns and rows.
    pub(crate) fn grid_page(
        &self,
        entries: &[BookletEntry],
        grid: PageGrid,
        heading: Option<&str>,
        folio: &Folio,
    ) -> Page {
        let mut parts = Vec::new();
        let mut top = TOP;
        if let Some(heading) = heading {
            let at = Point::new(SIDE, TOP);
            parts.push(Placed::points(vec![words(heading, at, left(HEADING, Ink::Text))]));
            top += HEADING + 16.0;
        }
        let PageGrid { columns, rows } = grid;
        let small = columns > 2;
        let gutter = if small { GUTTER * 0.8 } else { GUTTER };
        // A page has at most four of them each way, so the casts lose nothing.
        let (n_columns, n_rows) = (columns as f32, rows as f32);
        let wide = (self.measure() - gutter * (n_columns - 1.0)) / n_columns;
        let high = (self.height - FOOT - top - gutter * (n_rows - 1.0)) / n_rows;
        for (at, entry) in entries.iter().enumerate() {
            let (column, row) = ((at % columns) as f32, (at / columns) as f32);
            let min = Point::new(SIDE + column * (wide + gutter), top + row * (high + gutter));
            let place = Rect { min, max: Point::new(min.x + wide, min.y + high) };
            parts.extend(self.entry(entry, place, if small { 0.8 } else { 1.0 }));
        }
        self.with_folio(self.page(parts), folio)
    }

    /// Lays out a board under its number and title; `size` makes the words smaller.
    fn entry(&self, entry: &BookletEntry, place: Rect, size: f32) -> Vec<Placed> {
        let (number, caption) = (NUMBER * size, CAPTION * size);
        let head = number + 9.0 * size;
        let room = Rect { min: Point::new(place.min.x, place.min.y + head), max: place.max };
        let (board, taken) = match &entry.picture {
            Ok(picture) => picture.fit(room, LARGEST_CELL),
            Err(_) => (Vec::new(), room),
        };
        // Words are aligned with the board if they have room next to it.
        let cell = entry.picture.as_ref().map_or(0.0, |it| taken.width() / it.width.max(0.01));
        let edge = taken.min.x + entry.inset * cell;
        let start = edge.min(place.max.x - 90.0).max(place.min.x);
        let base = place.min.y + number / 2.0;
        let mut shapes = Vec::new();
        let digits = entry.number.to_string();
        shapes.push(words(&digits, Point::new(start, base), left(number, Ink::Intended)));
        let mut x = start + width(&digits, number) + 7.0 * size;
        // The middle of smaller letters is higher above the same baseline.
        let middle = base + 0.35 * (number - caption);
        let title = shortened_to(&entry.title, caption, place.max.x - x);
        shapes.push(words(&title, Point::new(x, middle), left(caption, Ink::Text)));
        x += width(&title, caption) + 7.0 * size;
        let aside = shortened_to(&entry.aside, caption * 0.9, place.max.x - x);
        if aside.chars().count() > 3 {
            shapes.push(words(&aside, Point::new(x, middle), left(caption * 0.9, Ink::Faint)));
        }
        if let Err(why) = &entry.picture {
            shapes.extend(missing(why, room, caption));
        }
        let mut parts = board;
        parts.push(Placed::points(shapes));
        parts
    }

    /// Adds the page's number and the running title.
    pub(crate) fn with_folio(&self, mut page: Page, folio: &Folio) -> Page {
        let y = self.height - 34.0;
        let (near, far) = (SIDE, self.width - SIDE);
        // Bound at its left edge: even pages lie at the left.
        let even = folio.number.is_multiple_of(2);
        let (number_x, title_x) = if even { (near, far) } else { (far, near) };
        let (number_align, title_align) =
            if even { (Align::Left, Align::Right) } else { (Align::Right, Align::Left) };
        let line = y - 13.0;
        let running = shortened_to(&folio.running, SMALL, self.measure() * 0.8);
        let number = folio.number.to_string();
        page.parts.push(Placed::points(vec![
            rule(Point::new(near, line), Point::new(far, line), 0.4),
            words(
                &running,
                Point::new(title_x, y),
                Lettering { size: SMALL, ink: Ink::Faint, align: title_align },
            ),
            words(
                &number,
                Point::new(number_x, y),
                Lettering { size: SMALL + 1.5, ink: Ink::Text, align: number_align },
            ),
        ]));
        page
    }
}

/// Returns the paragraphs of a game's rules. Games that are solved by arguments explain those in the paragraphs
/// after the first.
fn rules_of(game: &dyn Game) -> impl Iterator<Item = &str> {
    let most = if game.arguments().is_some() { 1 } else { usize::MAX };
    game.about().rules.lines().take(most)
}

/// Draws a frame instead of a board, with the reason.
fn missing(why: &str, room: Rect, size: f32) -> Vec<Shape> {
    let side = room.width().min(room.height());
    let min = Point::new(room.min.x, room.min.y);
    let rect = Rect { min, max: Point::new(min.x + side, min.y + side * 0.5) };
    let outline = Stroke { ink: Ink::Grid, width: 0.8, dash: foolproof_picture::Dash::Solid };
    let mut shapes = vec![Shape::Rect { rect, radius: 4.0, fill: None, stroke: Some(outline) }];
    let broken = lines(why, size, side - 16.0, 3);
    // At most three lines, so the cast loses nothing.
    let mut y = rect.centre().y - (broken.len() as f32 - 1.0) * size * LEADING / 2.0;
    for line in broken {
        let at = Point::new(rect.centre().x, y);
        shapes.push(words(&line, at, centred(size, Ink::Faint)));
        y += size * LEADING;
    }
    shapes
}

#[cfg(test)]
mod tests {
    use super::*;
    use foolproof_picture::Picture;

    #[test]
    fn words_over_a_board_stay_within_their_place() {
        let maker = PageMaker::new(Paper::A4);
        let picture = Picture { width: 9.0, height: 9.0, parts: Vec::new() };
        let entry = BookletEntry {
            number: 123,
            title: "A very long title that no column of a page has room for at all".to_owned(),
            aside: "Somebody with a long name, too".to_owned(),
            picture: Ok(picture),
            inset: 0.2,
        };
        let place = Rect { min: Point::new(54.0, 60.0), max: Point::new(204.0, 240.0) };
        for part in maker.entry(&entry, place, 0.8) {
            for shape in part.shapes {
                let Shape::Text { at, text, size, .. } = shape else { continue };
                assert!(at.x >= place.min.x, "{text}");
                assert!(at.x + width(&text, size) <= place.max.x + 0.1, "{text}");
            }
        }
    }
}
