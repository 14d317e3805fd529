//! Words in a rectangle: as large as fits, broken if that makes them larger.

use super::template::ITEMS_APART;
use foolproof_picture::{Align, Ink, Point, Rect, Shape, measure};

/// Line height, in text sizes.
const LINE: f32 = 1.08;
/// Minimum letter height, as a share of the rectangle's height; below it, words are broken inside, then cut.
const MIN_LETTER_HEIGHT: f32 = 0.27;
/// Maximum number of lines, and maximum number of pieces that are tried together.
const LINES: usize = 3;
/// The width of a digit, in text sizes, with a small margin.
const DIGIT: f32 = 0.58;
const PIECES: usize = 6;

/// The largest height of letters, and their position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct WordRoom {
    pub rect: Rect,
    pub largest: f32,
    /// Items of a list are stacked instead of being in one line.
    pub stacks: bool,
}

/// Draws words in the middle of a room, as large as fits.
pub(super) fn fitted(words: &str, room: WordRoom, ink: Ink) -> Vec<Shape> {
    let (wide, high) = (room.rect.width(), room.rect.height());
    let words: String = words.chars().map(|c| if c == '_' { ' ' } else { c }).collect();
    let words = words.trim();
    if words.is_empty() || wide <= 0.0 || high <= 0.0 {
        return Vec::new();
    }
    let largest = room.largest.min(high / LINE);
    if words.contains(ITEMS_APART) {
        let lines: Vec<String> = match room.stacks {
            true => words.split(ITEMS_APART).map(str::to_owned).collect(),
            false => vec![words.replace(ITEMS_APART, " ")],
        };
        let widest = lines.iter().map(|line| measure::width(line, 1.0)).fold(0.01, f32::max);
        let size = room.largest.min(wide / widest).min(high / (LINE * count(lines.len())));
        return stacked(lines, size, room.rect.centre(), ink);
    }
    // The contents of most boards: a digit or a letter.
    let digits = words.len() <= 2 && words.bytes().all(|byte| byte.is_ascii_digit());
    let one = words.chars().count() == 1 && wide >= largest;
    let (size, lines) = match (one, digits) {
        (true, _) => (largest, vec![words.to_owned()]),
        (_, true) => (largest.min(wide / (DIGIT * count(words.len()))), vec![words.to_owned()]),
        _ => broken(words, wide, high, largest),
    };
    stacked(lines, size, room.rect.centre(), ink)
}

/// Draws lines of words, one below the other.
fn stacked(lines: Vec<String>, size: f32, middle: Point, ink: Ink) -> Vec<Shape> {
    let top = middle.y - size * LINE * (count(lines.len()) - 1.0) / 2.0;
    let line = |(number, text): (usize, String)| Shape::Text {
        at: Point::new(middle.x, top + size * LINE * count(number)),
        text,
        size,
        ink,
        align: Align::Centre,
    };
    lines.into_iter().enumerate().map(line).collect()
}

fn count(number: usize) -> f32 {
    u16::try_from(number).map_or(0.0, f32::from)
}

/// Returns the size and the lines with the largest words.
fn broken(words: &str, wide: f32, high: f32, largest: f32) -> (f32, Vec<String>) {
    let whole: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
    let (mut size, mut lines) = best(&whole, wide, high, largest);
    let least = MIN_LETTER_HEIGHT * high;
    for parts in 2..=LINES {
        let Some(pieces) = with_longest_broken(&whole, parts).filter(|_| size < least) else {
            break;
        };
        let next = best(&pieces, wide, high, largest);
        if next.0 > size {
            (size, lines) = next;
        }
    }
    if size < least {
        size = least.min(largest);
        let lines_that_fit = ((high / (size * LINE)).floor() as usize).clamp(1, LINES);
        lines = measure::lines(words, size, wide, lines_that_fit);
        lines.retain(|line| !line.is_empty());
    }
    (size, lines)
}

/// Returns the pieces with the longest one broken into this many parts; `None` if it is too short for that.
fn with_longest_broken(pieces: &[String], parts: usize) -> Option<Vec<String>> {
    let letters = |piece: &String| piece.chars().count();
    let (at, piece) = pieces.iter().enumerate().max_by_key(|(_, piece)| letters(piece))?;
    let count = letters(piece);
    if count < 3 * parts || pieces.len() + parts > PIECES + 1 {
        return None;
    }
    let each = count.div_ceil(parts);
    let letters: Vec<char> = piece.chars().collect();
    let broken = letters.chunks(each).enumerate().map(|(number, part)| {
        let hyphen = (number + 1 < parts).then_some('-');
        part.iter().copied().chain(hyphen).collect::<String>()
    });
    let mut pieces = pieces.to_vec();
    pieces.splice(at..=at, broken);
    Some(pieces)
}

/// Returns the best way to distribute pieces over lines.
fn best(pieces: &[String], wide: f32, high: f32, largest: f32) -> (f32, Vec<String>) {
    let widths: Vec<f32> = pieces.iter().map(|piece| measure::width(piece, 1.0)).collect();
    let space = if pieces.len() > 1 { measure::width(" ", 1.0) } else { 0.0 };
    // A broken piece continues in the next line.
    let glued = |at: usize| pieces.get(at).is_some_and(|piece| piece.ends_with('-'));
    let gaps = pieces.len().clamp(1, PIECES) - 1;
    let (mut chosen, mut size) = (0u32, 0.0_f32);
    for ways in 0..1u32 << gaps {
        let lines = ways.count_ones() + 1;
        if lines as usize > LINES {
            continue;
        }
        let (mut widest, mut line, mut bad) = (0.0_f32, 0.0_f32, false);
        for (at, width) in widths.iter().enumerate() {
            line += width;
            let ends = at < gaps && ways >> at & 1 == 1;
            bad |= !ends && at + 1 < widths.len() && glued(at);
            if ends {
                widest = widest.max(line);
                line = 0.0;
            } else {
                line += space;
            }
        }
        widest = widest.max(line - space).max(0.01);
        let fits = (wide / widest).min(high / (LINE * lines as f32)).min(largest);
        if !bad && fits > size * 1.02 {
            (chosen, size) = (ways, fits);
        }
    }
    let mut lines = vec![String::new()];
    for (at, piece) in pieces.iter().enumerate() {
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(piece);
        }
        if at < gaps && chosen >> at & 1 == 1 {
            lines.push(String::new());
        }
    }
    (size, lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(words: &str) -> Vec<(String, f32)> {
        let rect = Rect::square(Point::new(0.5, 0.5), 0.8);
        let shapes = fitted(words, WordRoom { rect, largest: 0.6, stacks: false }, Ink::Text);
        let each = shapes.into_iter().map(|shape| {
            let Shape::Text { at, text, size, .. } = shape else { panic!("{shape:?}") };
            let half = measure::width(&text, size) / 2.0;
            assert!(half <= 0.401, "{text} is too wide");
            assert!(at.y - size / 2.0 > 0.05 && at.y + size / 2.0 < 0.95, "{text} is too high");
            (text, size)
        });
        each.collect()
    }

    #[test]
    fn lists_go_along_a_row_and_down_a_column() {
        let rect = Rect::square(Point::new(0.5, 0.5), 1.0);
        let words = format!("3{ITEMS_APART}12{ITEMS_APART}1");
        let lines = |stacks: bool| -> Vec<(String, f32)> {
            let shapes = fitted(&words, WordRoom { rect, largest: 0.6, stacks }, Ink::Text);
            let line = |shape| match shape {
                Shape::Text { text, size, .. } => (text, size),
                other => panic!("{other:?}"),
            };
            shapes.into_iter().map(line).collect()
        };
        let words = |lines: &[(String, f32)]| -> Vec<String> {
            lines.iter().map(|(text, _)| text.clone()).collect()
        };
        let (row, column) = (lines(false), lines(true));
        assert_eq!(words(&row), ["3 12 1"]);
        assert_eq!(words(&column), ["3", "12", "1"]);
        assert!(column.iter().all(|(_, size)| 3.0 * size < 1.0));
        assert!(measure::width("3 12 1", row[0].1) <= 1.0);
    }

    #[test]
    fn words_are_as_large_as_fits() {
        assert_eq!(lines("7"), [("7".to_owned(), 0.6)]);
        assert_eq!(lines("12").len(), 1);
        assert!((0..10).all(|digit| measure::width(&digit.to_string(), 1.0) <= DIGIT));
        let got = lines("big_box");
        assert_eq!(got.iter().map(|(line, _)| line.as_str()).collect::<Vec<_>>(), ["big", "box"]);
        let got = lines("transformer");
        assert_eq!(got.len(), 2);
        assert!(got.iter().all(|(_, size)| *size >= 0.2), "{got:?}");
        assert!(lines("antidisestablishmentarianism of the realm").len() <= 3);
        assert!(!lines(&"long ".repeat(500)).is_empty());
        assert!(lines("").is_empty() && lines("_").is_empty());
    }
}
