//! The fonts that packs can choose: Latin letters of families under the SIL Open Font License, whose licence
//! texts are next to them.

use super::svg::FONT;
use foolproof_level::LookFont;

/// Returns a font's file in TrueType; `None` for the program's own.
pub fn font_file(font: LookFont) -> Option<&'static [u8]> {
    match font {
        LookFont::Plain => None,
        LookFont::Round => Some(include_bytes!("../../assets/fonts/nunito.ttf")),
        LookFont::Hand => Some(include_bytes!("../../assets/fonts/patrick-hand.ttf")),
        LookFont::Pixel => Some(include_bytes!("../../assets/fonts/vt323.ttf")),
    }
}

/// Returns the name of a font in its file.
pub(crate) fn font_family(font: LookFont) -> &'static str {
    match font {
        LookFont::Plain => FONT,
        LookFont::Round => "Nunito",
        LookFont::Hand => "Patrick Hand",
        LookFont::Pixel => "VT323",
    }
}

#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests {
    use super::*;

    #[test]
    fn every_font_has_the_letters_of_western_languages() {
        for font in LookFont::ALL {
            let Some(file) = font_file(font) else { continue };
            let face = ttf_parser::Face::parse(file, 0).expect("a font");
            for letter in "Az09?!…–ÄéßñøŁ×".chars() {
                assert!(face.glyph_index(letter).is_some(), "{}: {letter}", font.name());
            }
        }
    }
}
