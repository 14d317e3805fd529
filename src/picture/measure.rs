//! Widths of words in the font of pictures, and breaking them into lines.

use ttf_parser::Face;

use super::spare::{SpareFont, SpareFonts};

/// The fonts of pictures that come with the program, in the order in which they are searched for a letter.
pub(crate) const OWN_FONTS: [&[u8]; 2] =
    [epaint_default_fonts::UBUNTU_LIGHT, epaint_default_fonts::HACK_REGULAR];

/// Width of a letter that no font has, as a multiple of the size.
const UNKNOWN: f32 = 0.6;

/// Returns the width of words at a size, in the size's unit.
pub fn width(words: &str, size: f32) -> f32 {
    width_with(words, size, &SpareFonts::system())
}

fn width_with(words: &str, size: f32, spare: &SpareFonts) -> f32 {
    // Reading a font's tables takes less than a microsecond.
    let own: Vec<Face<'_>> =
        OWN_FONTS.iter().filter_map(|file| Face::parse(file, 0).ok()).collect();
    let letter = |c: char| {
        let advance = own.iter().find_map(|face| advance(face, c));
        advance.or_else(|| {
            let font = spare.find(c)?;
            advance_in(&font, c)
        })
    };
    words.chars().map(|c| letter(c).unwrap_or(UNKNOWN)).sum::<f32>() * size
}

fn advance_in(font: &SpareFont, letter: char) -> Option<f32> {
    advance(&Face::parse(&font.file, font.index).ok()?, letter)
}

/// Returns the advance of a letter, as a multiple of the size.
fn advance(face: &Face<'_>, letter: char) -> Option<f32> {
    let advance = face.glyph_hor_advance(face.glyph_index(letter)?)?;
    Some(f32::from(advance) / f32::from(face.units_per_em()))
}

/// Returns the letters that the program's own fonts lack.
pub(crate) fn lacking(words: &str) -> impl Iterator<Item = char> {
    let own: Vec<Face<'_>> =
        OWN_FONTS.iter().filter_map(|file| Face::parse(file, 0).ok()).collect();
    let lacks =
        move |c: &char| !c.is_ascii() && own.iter().all(|face| face.glyph_index(*c).is_none());
    words.chars().filter(lacks)
}

/// Returns the words as far as they fit, with an ellipsis if they are cut.
pub fn shortened_to(words: &str, size: f32, room: f32) -> String {
    if width(words, size) <= room {
        return words.to_owned();
    }
    let mut letters: Vec<char> = words.chars().collect();
    // A text that is far too long is cut first, to measure fewer letters.
    letters.truncate(400);
    while !letters.is_empty() {
        letters.pop();
        let text: String = letters.iter().collect::<String>().trim_end().to_owned() + "…";
        if width(&text, size) <= room {
            return text;
        }
    }
    String::new()
}

/// Returns the pieces between which a line can end, each with the space after it: words, and the letters of
/// scripts that write no spaces.
fn pieces(paragraph: &str) -> Vec<String> {
    let mut pieces = Vec::new();
    for word in paragraph.split_whitespace() {
        match word.chars().any(is_unspaced) {
            true => pieces.extend(word.chars().map(String::from)),
            false => pieces.push(word.to_owned()),
        }
        if let Some(last) = pieces.last_mut() {
            last.push(' ');
        }
    }
    pieces
}

/// True for Chinese characters and the letters of Japanese.
fn is_unspaced(letter: char) -> bool {
    matches!(letter, '\u{3000}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{20000}'..='\u{3ffff}')
}

/// Breaks words into at most `most` lines no wider than the room; the last one is cut if there are more.
pub fn lines(words: &str, size: f32, room: f32, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for paragraph in words.lines() {
        let mut line = String::new();
        for word in pieces(paragraph) {
            let longer = format!("{line}{word}");
            if width(longer.trim_end(), size) <= room || line.is_empty() {
                line = longer;
            } else {
                lines.push(std::mem::replace(&mut line, word).trim_end().to_owned());
            }
            // Lines after the cut are not needed.
            if lines.len() > most {
                break;
            }
        }
        lines.push(line.trim_end().to_owned());
        if lines.len() > most {
            break;
        }
    }
    let more = lines.len() > most;
    lines.truncate(most);
    let last = lines.len().saturating_sub(1);
    for (at, line) in lines.iter_mut().enumerate() {
        let text = if more && at == last { format!("{line} …") } else { line.clone() };
        *line = shortened_to(&text, size, room);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_other_scripts_are_noticed() {
        assert_eq!(lacking("Größe 5 – ½ “Ελλάδα” Привет …").count(), 0);
        assert_eq!(lacking("<text>標題 🙂</text>").collect::<String>(), "標題🙂");
    }

    #[test]
    fn letters_are_measured_in_the_font_that_draws_them() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/fonts");
        let spare = SpareFonts::in_folder(folder.into());
        assert!((width_with("ぬりかべ", 10.0, &spare) - 40.0).abs() < 1e-3);
        let latin = width_with("Wall", 10.0, &spare);
        assert!((width_with("Wallぬ", 10.0, &spare) - latin - 10.0).abs() < 1e-3);
        assert!((width_with("ឃ", 10.0, &spare) - 6.0).abs() < 1e-3, "no font has it");
    }

    #[test]
    fn titles_without_spaces_are_broken_between_letters() {
        let title = "とても長い題名のパズル";
        let room = width("とても長い", 10.0) + 1.0;
        let broken = lines(title, 10.0, room, 9);
        assert!(broken.len() > 1 && broken.concat() == title, "{broken:?}");
    }

    #[test]
    fn words_fit_into_their_room() {
        let words = "A level of many pieces, with a title that goes on for a long while";
        for room in [20.0, 60.0, 200.0] {
            assert!(width(&shortened_to(words, 11.0, room), 11.0) <= room);
            let broken = lines(words, 11.0, room, 3);
            assert!(broken.len() <= 3 && broken.iter().all(|line| width(line, 11.0) <= room));
        }
        assert_eq!(lines("one two\nthree", 10.0, 500.0, 9), ["one two", "three"]);
        assert_eq!(shortened_to("short", 10.0, 500.0), "short");
        assert!(width("WWW", 10.0) > width("iii", 10.0));
        assert_eq!(shortened_to("anything", 10.0, 0.0), "");
    }
}
