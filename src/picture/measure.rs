//! How wide words are in the font of pictures, and how they are broken into lines.

use ttf_parser::Face;

/// The width of a letter that the font lacks, in sizes.
const UNKNOWN: f32 = 0.6;

/// The width of words at a size, in the size's unit.
pub fn width(words: &str, size: f32) -> f32 {
    // Reading the font's tables takes less than a microsecond.
    let Ok(face) = Face::parse(epaint_default_fonts::UBUNTU_LIGHT, 0) else {
        return words.chars().map(|_| UNKNOWN * size).sum();
    };
    let unit = f32::from(face.units_per_em());
    let letter = |c: char| {
        let advance = face.glyph_index(c).and_then(|glyph| face.glyph_hor_advance(glyph));
        advance.map_or(UNKNOWN, |advance| f32::from(advance) / unit)
    };
    words.chars().map(letter).sum::<f32>() * size
}

/// Whether the font lacks one of these letters.
pub(crate) fn lacks_letters(words: &str) -> bool {
    let Ok(face) = Face::parse(epaint_default_fonts::UBUNTU_LIGHT, 0) else { return true };
    words.chars().any(|c| !c.is_ascii() && face.glyph_index(c).is_none())
}

/// As many words as fit, with an ellipsis if they are cut.
pub fn shortened_to(words: &str, size: f32, room: f32) -> String {
    if width(words, size) <= room {
        return words.to_owned();
    }
    let mut letters: Vec<char> = words.chars().collect();
    // A text that is far too long is not measured letter by letter.
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

/// Words in lines no wider than the room, at most so many; the last one is cut if there are more.
pub fn lines(words: &str, size: f32, room: f32, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for paragraph in words.lines() {
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
            if width(&longer, size) <= room || line.is_empty() {
                line = longer;
            } else {
                lines.push(std::mem::replace(&mut line, word.to_owned()));
            }
            // Nobody reads on behind what is cut.
            if lines.len() > most {
                break;
            }
        }
        lines.push(line);
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
        assert!(!lacks_letters("Größe 5 – ½ “Ελλάδα” Привет …"));
        assert!(lacks_letters("標題") && lacks_letters("<text>🙂</text>"));
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
