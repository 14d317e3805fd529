//! The colours of inks, light, dark and grey: one table for the window, SVG, PNG and PDF.
//!
//! The hues keep apart for every common colour vision (after Okabe and Ito, "Color Universal
//! Design", 2008), and a game never says anything by colour alone.

use super::{Ink, Shape, greys};
use foolproof_level::{LookColour, LookColours, Rgb};

/// A set of colours for a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Style {
    #[default]
    Light,
    Dark,
    /// No colour at all: inks differ in grey level, dashes and hatching. On white.
    Greys,
}

/// Red, green, blue and opacity, not premultiplied.
pub(crate) type Rgba = [u8; 4];

const fn rgb(hex: u32) -> Rgba {
    let [_, red, green, blue] = hex.to_be_bytes();
    [red, green, blue, 255]
}

/// Colours that a game's marks have by rule, numbered from 0: black, white, red, blue, green,
/// yellow, cyan, magenta, orange, violet, brown, lime, pink, grey, navy, maroon.
const COLOURS: [(u32, u32); 16] = [
    (0x20242C, 0x0E1116),
    (0xFFFFFF, 0xF4F6FA),
    (0xCF3B2E, 0xF26D5F),
    (0x0072B2, 0x4FA8E0),
    (0x008060, 0x35BE95),
    (0xE0B400, 0xF0D24A),
    (0x2A9BC4, 0x7CCDEB),
    (0xB0458A, 0xE07BB8),
    (0xE07A00, 0xFFA94D),
    (0x6B45B8, 0xAB92FF),
    (0x8A5A2B, 0xC08A55),
    (0x7FA800, 0xB5D84A),
    (0xE87A9A, 0xFFB3C4),
    (0x7C8696, 0x98A2B2),
    (0x22408F, 0x6C8BE8),
    (0x7A1F2B, 0xC25766),
];

/// Pale grounds, in the order of the colours from red on. They also differ in lightness, so that
/// adjacent regions can be told apart without hues.
const TINTS: [(u32, u32); 14] = [
    (0xF9D5D0, 0x4A2A28),
    (0xCFE0F5, 0x22384F),
    (0xC6E8D6, 0x1E4235),
    (0xFBF0B8, 0x4A4220),
    (0xC4EFEF, 0x1B4449),
    (0xEFCDE6, 0x472840),
    (0xFFDDB5, 0x4F361A),
    (0xDDD3F5, 0x352C55),
    (0xE2D2BE, 0x40332A),
    (0xE2F0B0, 0x3A4420),
    (0xFFE6EC, 0x553341),
    (0xE2E5EA, 0x363C46),
    (0xB9C6E8, 0x1F2A52),
    (0xE0BCC0, 0x4A1D2C),
];

/// Lines in the hues of the tints. In the dark they are as light as digits on them allow.
const BANDS: [(u32, u32); 14] = [
    (0xF9D5D0, 0x7C3D39),
    (0xCFE0F5, 0x29527C),
    (0xC6E8D6, 0x205945),
    (0xF8E586, 0x5B4F1F),
    (0xC4EFEF, 0x1A575F),
    (0xEFCDE6, 0x773969),
    (0xFFDDB5, 0x6F4719),
    (0xDDD3F5, 0x544197),
    (0xE2D2BE, 0x634B3A),
    (0xDCED9E, 0x465520),
    (0xFFDCE4, 0x763E55),
    (0xE2E5EA, 0x48505D),
    (0xB9C6E8, 0x2E48A5),
    (0xE0BCC0, 0x8E2A4B),
];

/// Colours from settled to open.
const HEAT: [(u32, u32); 9] = [
    (0xA9DCC9, 0x1F5A49),
    (0xBFE3E8, 0x1D4C5C),
    (0xCDE5F1, 0x1F4254),
    (0xD9E9F5, 0x213A4B),
    (0xE3EEF8, 0x223342),
    (0xEBF2FA, 0x212E3A),
    (0xF1F5FB, 0x1F2933),
    (0xF6F8FC, 0x1E242D),
    (0xFAFBFD, 0x1C2027),
];

impl Style {
    pub const ALL: [Style; 3] = [Style::Light, Style::Dark, Style::Greys];

    /// Returns the colour of an ink.
    pub fn colour(self, ink: Ink) -> Rgba {
        let (light, dark) = pair(ink);
        match self {
            Style::Light => rgb(light),
            Style::Dark => rgb(dark),
            Style::Greys => {
                let level = greys::level(ink);
                [level, level, level, 255]
            }
        }
    }

    /// Returns the colour of an ink as `#rrggbb`.
    pub(crate) fn hex(self, ink: Ink) -> String {
        let [red, green, blue, _] = self.colour(ink);
        Rgb([red, green, blue]).to_string()
    }

    /// Returns the shapes to draw instead of this one, such as its hatching; `None` to keep it.
    pub fn drawn(self, shape: &Shape) -> Option<Vec<Shape>> {
        match self {
            Style::Light | Style::Dark => None,
            Style::Greys => greys::drawn(shape),
        }
    }
}

/// Returns the ink that a part of a look colours; `None` for the area around the board, which no picture has.
pub fn ink_of(part: LookColour) -> Option<Ink> {
    Some(match part {
        LookColour::Around => return None,
        LookColour::Board => Ink::Ground,
        LookColour::Grid => Ink::Grid,
        LookColour::Rim => Ink::Rim,
        LookColour::Text => Ink::Text,
        LookColour::Faint => Ink::Faint,
        LookColour::Source => Ink::Source,
        LookColour::Target => Ink::Target,
        LookColour::Wall => Ink::Blocker,
        LookColour::Piece => Ink::Piece,
        LookColour::PieceEdge => Ink::PieceEdge,
        LookColour::Glass => Ink::Glass,
        LookColour::Ice => Ink::Ice,
        LookColour::Beam => Ink::Beam,
        LookColour::Play => Ink::Intended,
    })
}

/// A pack's own colours, for one ground, by ink.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OwnColours([Option<Rgb>; LookColour::ALL.len()]);

impl OwnColours {
    pub const NONE: Self = Self([None; LookColour::ALL.len()]);

    pub fn new(colours: &LookColours) -> Self {
        Self(LookColour::ALL.map(|part| colours.get(&part).copied()))
    }

    /// Returns the colour of a part; `None` if the program's own is used.
    pub fn part(&self, part: LookColour) -> Option<Rgb> {
        LookColour::ALL.into_iter().zip(self.0).find(|(own, _)| *own == part)?.1
    }

    pub fn ink(&self, ink: Ink) -> Option<Rgb> {
        let ink = match ink {
            Ink::Paper => Ink::Ground,
            Ink::Clue => Ink::Text,
            ink => ink,
        };
        let mut all = LookColour::ALL.into_iter().zip(self.0);
        all.find(|(part, _)| ink_of(*part) == Some(ink))?.1
    }
}

/// Returns the two colours of an ink: on light ground, on dark ground.
fn pair(ink: Ink) -> (u32, u32) {
    match ink {
        Ink::Ground => (0xFFFFFF, 0x1A1D23),
        Ink::Paper => (0xFFFFFF, 0x3A414D),
        Ink::Grid => (0xCDD2DA, 0x4B5462),
        Ink::Rim => (0x1B1F27, 0xCDD4DE),
        Ink::Text | Ink::Clue => (0x1B1F27, 0xECEFF4),
        Ink::Faint => (0x6F7888, 0x8E98A8),
        Ink::Source => (0xFFD98A, 0x8A6414),
        Ink::Target => (0xCFE2F3, 0x294761),
        Ink::Blocker => (0x5A6374, 0x4A5262),
        Ink::Piece => (0xEEF1F6, 0x333A46),
        Ink::PieceEdge => (0x414B5C, 0xB4BECC),
        Ink::Glass => (0xDCEAF7, 0x2B3E52),
        Ink::Gloss => (0xF8FCFF, 0x4C6782),
        Ink::Ice => (0xE8F4FB, 0x192936),
        Ink::Frost => (0xCFE4F1, 0x2A4154),
        Ink::Good => (0x008A63, 0x3CCB9C),
        Ink::Bad => (0xC4480A, 0xFF8552),
        Ink::Beam => (0xE06C00, 0xFFB648),
        Ink::BeamDim => (0xD3BFA3, 0x6B5A40),
        Ink::Intended => (0x0068A8, 0x5DB5EE),
        Ink::Shortcut => (0xB03A84, 0xF08AC6),
        Ink::Forced => (0x00776B, 0x45C9BA),
        Ink::Possible => (0x5A86BA, 0x7FA6D4),
        Ink::Conflict => (0xC62828, 0xFF6E6E),
        Ink::Preview => (0x6B45D6, 0xAB92FF),
        Ink::Locked => (0x4F5969, 0xB3BCCA),
        Ink::Open => (0xB4BCC9, 0x4C5666),
        Ink::Selection => (0x2F66DC, 0x7AA2FF),
        Ink::Heat(heat) => {
            let at = usize::from(heat.clamp(1, 9)) - 1;
            HEAT.get(at).copied().unwrap_or((0xFFFFFF, 0x1A1D23))
        }
        Ink::Colour(number) => {
            let at = usize::from(number) % COLOURS.len();
            COLOURS.get(at).copied().unwrap_or((0x6F7888, 0x8E98A8))
        }
        Ink::Tint(number) => {
            let at = usize::from(number) % TINTS.len();
            TINTS.get(at).copied().unwrap_or((0xE2E5EA, 0x363C46))
        }
        Ink::Band(number) => {
            let at = usize::from(number) % BANDS.len();
            BANDS.get(at).copied().unwrap_or((0xE2E5EA, 0x4C5666))
        }
        Ink::Shade => (0x8D96A5, 0x0E1116),
        Ink::Exact(red, green, blue) => {
            let hex = u32::from_be_bytes([0, red, green, blue]);
            (hex, hex)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contrast(one: Rgba, other: Rgba) -> f64 {
        let [[a, b, c, _], [d, e, f, _]] = [one, other];
        Rgb([a, b, c]).contrast(Rgb([d, e, f]))
    }

    #[test]
    fn what_says_something_stands_out_from_the_ground() {
        let inks = [
            (Ink::Text, 7.0),
            (Ink::Faint, 4.0),
            (Ink::Good, 4.0),
            (Ink::Bad, 4.0),
            (Ink::Beam, 3.0),
            (Ink::Intended, 4.0),
            (Ink::Shortcut, 4.0),
            (Ink::Forced, 4.0),
            (Ink::Possible, 3.0),
            (Ink::Conflict, 4.0),
            (Ink::Preview, 4.0),
            (Ink::Selection, 4.0),
        ];
        for style in Style::ALL {
            for (ink, least) in inks {
                let got = contrast(style.colour(ink), style.colour(Ink::Ground));
                assert!(got >= least, "{style:?} {ink:?}: {got:.2}");
            }
            for fill in [Ink::Source, Ink::Target, Ink::Piece, Ink::Glass, Ink::Gloss, Ink::Ice] {
                let got = contrast(style.colour(Ink::Text), style.colour(fill));
                assert!(got >= 4.5, "text on {style:?} {fill:?}: {got:.2}");
            }
            for band in (0..14).map(Ink::Band) {
                let got = contrast(style.colour(Ink::Text), style.colour(band));
                assert!(got >= 6.5, "text on {style:?} {band:?}: {got:.2}");
                let got = contrast(style.colour(Ink::Ground), style.colour(band));
                assert!(got >= 1.2, "{style:?} {band:?}: {got:.2}");
            }
            for fill in (0..14).map(Ink::Tint) {
                let got = contrast(style.colour(Ink::Text), style.colour(fill));
                assert!(got >= 7.0, "text on {style:?} {fill:?}: {got:.2}");
                let got = contrast(style.colour(Ink::Intended), style.colour(fill));
                assert!(got >= 2.9, "a player's mark on {style:?} {fill:?}: {got:.2}");
            }
        }
    }
}
