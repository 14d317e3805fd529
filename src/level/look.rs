//! A pack's look in play: colours, pictures of marks, the background of the board, and a font.
//!
//! Pictures are PNG and part of the pack's file, so that it stays one file. A look does not change the rules,
//! and no information is conveyed by it alone.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};

use super::Mark;

/// Maximum bytes of a mark's picture, and maximum pixels of its side.
const LARGEST_TILE: usize = 32 << 10;
const LARGEST_TILE_SIDE: u32 = 512;
/// Maximum bytes and pixels of a side for the background of the board.
const LARGEST_BACKGROUND: usize = 128 << 10;
pub const LARGEST_BACKGROUND_SIDE: u32 = 2048;
/// Maximum bytes of all pictures together: a page carries them.
pub const LARGEST_PICTURES: usize = 256 << 10;
const MAX_TILES: usize = 100;
/// Pictures with at most this many pixels a side count as pixel art.
const PIXEL_ART: u32 = 64;

/// How a pack looks where it is played; what it leaves out stays as the program draws it.
///
/// ```
/// use foolproof_level::{LookColour, PackLook};
///
/// let look: PackLook = serde_json::from_str(r##"{ "light": { "board": "#fff4dc" } }"##)?;
/// assert_eq!(look.light[&LookColour::Board].to_string(), "#fff4dc");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(
    description = "How a pack looks where it is played; what it leaves out stays as the program \
                   draws it."
)]
pub struct PackLook {
    /// Colours on light ground.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub light: LookColours,
    /// Colours on dark ground.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub dark: LookColours,
    #[serde(default, skip_serializing_if = "LookFont::is_default")]
    pub font: LookFont,
    /// What lies behind the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub background: Option<LookPicture>,
    /// Pictures of marks, each as large as a cell.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[schemars(with = "BTreeMap<String, LookPicture>")]
    pub tiles: BTreeMap<Mark, LookPicture>,
}

/// A colour for each part that has its own.
pub type LookColours = BTreeMap<LookColour, Rgb>;

/// A part of a picture that a pack can colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[derive(Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LookColour {
    /// Around the board.
    Around,
    Board,
    /// Thin lines of the board, and its rim.
    Grid,
    Rim,
    Text,
    /// Words and signs in the background.
    Faint,
    /// What gives, what takes, what stops.
    Source,
    Target,
    Wall,
    /// Bodies of pieces and their outlines.
    Piece,
    PieceEdge,
    Glass,
    Ice,
    Beam,
    /// What the player has put or drawn.
    Play,
}

impl LookColour {
    pub const ALL: [Self; 15] = [
        Self::Around,
        Self::Board,
        Self::Grid,
        Self::Rim,
        Self::Text,
        Self::Faint,
        Self::Source,
        Self::Target,
        Self::Wall,
        Self::Piece,
        Self::PieceEdge,
        Self::Glass,
        Self::Ice,
        Self::Beam,
        Self::Play,
    ];

    /// Name in files and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Around => "around",
            Self::Board => "board",
            Self::Grid => "grid",
            Self::Rim => "rim",
            Self::Text => "text",
            Self::Faint => "faint",
            Self::Source => "source",
            Self::Target => "target",
            Self::Wall => "wall",
            Self::Piece => "piece",
            Self::PieceEdge => "piece-edge",
            Self::Glass => "glass",
            Self::Ice => "ice",
            Self::Beam => "beam",
            Self::Play => "play",
        }
    }
}

/// A colour as `#rrggbb`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, schemars::JsonSchema)]
#[schemars(with = "String")]
pub struct Rgb(pub [u8; 3]);

/// Error for a text that is not a colour.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a colour; write #rrggbb, such as #fff4dc")]
pub struct RgbError(String);

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.0;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

impl FromStr for Rgb {
    type Err = RgbError;

    fn from_str(text: &str) -> Result<Self, RgbError> {
        let wrong = || RgbError(super::bounds::quoted(text));
        let digits = text.strip_prefix('#').ok_or_else(wrong)?;
        let hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit()) && digits.len() == 6;
        let number = hex.then(|| u32::from_str_radix(digits, 16).ok()).flatten();
        let [_, red, green, blue] = number.ok_or_else(wrong)?.to_be_bytes();
        Ok(Self([red, green, blue]))
    }
}

impl Rgb {
    /// The contrast of two colours, from 1 to 21 (WCAG 2.1, section 1.4.3).
    pub fn contrast(self, other: Self) -> f64 {
        let (one, other) = (self.luminance(), other.luminance());
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    fn luminance(self) -> f64 {
        let part = |byte: u8| {
            let c = f64::from(byte) / 255.0;
            if c <= 0.03928 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        };
        let [red, green, blue] = self.0.map(part);
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
}

impl Serialize for Rgb {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Rgb {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// Fonts that the program brings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[derive(Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum LookFont {
    /// The program's own.
    #[default]
    Plain,
    /// Round letters.
    Round,
    /// As if written by hand.
    Hand,
    /// As on an old screen.
    Pixel,
}

impl LookFont {
    pub const ALL: [Self; 4] = [Self::Plain, Self::Round, Self::Hand, Self::Pixel];

    /// Name in files and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Round => "round",
            Self::Hand => "hand",
            Self::Pixel => "pixel",
        }
    }

    /// The font with a [`Self::name`].
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|font| font.name() == name)
    }

    fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// A picture of a pack, and where it has another on dark ground, that.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LookPicture {
    pub light: PngFile,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dark: Option<PngFile>,
}

impl LookPicture {
    /// The picture for a light or dark ground.
    pub fn on(&self, dark: bool) -> &PngFile {
        self.dark.as_ref().filter(|_| dark).unwrap_or(&self.light)
    }

    fn files(&self) -> impl Iterator<Item = &PngFile> {
        std::iter::once(&self.light).chain(&self.dark)
    }
}

/// A PNG file; in a pack as base64.
#[derive(Clone, PartialEq, Eq, Hash, schemars::JsonSchema)]
#[schemars(with = "String")]
pub struct PngFile(Arc<[u8]>);

/// Reason why bytes are not a picture for a pack.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PngFileError {
    #[error("the picture is not base64")]
    Base64,
    #[error("this is not a PNG picture")]
    NotPng,
}

impl PngFile {
    /// Accepts bytes that begin like a PNG; drawing shows whether the rest is valid.
    pub fn new(bytes: Vec<u8>) -> Result<Self, PngFileError> {
        png_size(&bytes).ok_or(PngFileError::NotPng)?;
        Ok(Self(bytes.into()))
    }

    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    pub fn base64(&self) -> String {
        STANDARD.encode(&self.0)
    }

    /// The file as a data address for documents.
    pub fn address(&self) -> String {
        format!("data:image/png;base64,{}", self.base64())
    }

    /// Width and height in pixels.
    pub fn size(&self) -> [u32; 2] {
        png_size(&self.0).unwrap_or_default()
    }

    /// True if it is pixel art, whose square pixels are kept when it is enlarged.
    pub fn keeps_pixels(&self) -> bool {
        self.size().into_iter().all(|side| side <= PIXEL_ART)
    }
}

/// Reads width and height of a PNG in pixels from its first chunk (PNG, third edition, sections 5.2 and
/// 11.2.1); `None` if it is not a PNG.
pub fn png_size(bytes: &[u8]) -> Option<[u32; 2]> {
    let rest = bytes.strip_prefix(b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR")?;
    let number = |at: usize| {
        let bytes = rest.get(at..at + 4)?.try_into().ok()?;
        Some(u32::from_be_bytes(bytes)).filter(|side| *side > 0)
    };
    Some([number(0)?, number(4)?])
}

impl fmt::Debug for PngFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [width, height] = self.size();
        write!(f, "PNG of {width}x{height} pixels, {} bytes", self.0.len())
    }
}

impl Serialize for PngFile {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.base64())
    }
}

impl<'de> Deserialize<'de> for PngFile {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let bytes = STANDARD.decode(text).map_err(|_| PngFileError::Base64);
        bytes.and_then(Self::new).map_err(serde::de::Error::custom)
    }
}

/// The exceeded limit of a look.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LookError {
    #[error("{what} has {width}x{height} pixels; at most {most} a side")]
    Side { what: String, width: u32, height: u32, most: u32 },
    #[error("{what} has {bytes} bytes; at most {most}")]
    Bytes { what: String, bytes: usize, most: usize },
    #[error("{0} marks have pictures; at most {MAX_TILES}")]
    Tiles(usize),
    #[error("the pictures have {0} bytes together; at most {LARGEST_PICTURES}")]
    Pictures(usize),
}

/// Two colours of a look that are too similar.
#[derive(Clone, Debug, PartialEq)]
pub struct Unreadable {
    pub dark: bool,
    pub over: LookColour,
    pub ground: LookColour,
    pub contrast: f64,
    /// The required contrast.
    pub least: f64,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { dark, over, ground, contrast, least } = self;
        let side = if *dark { "dark" } else { "light" };
        let (over, ground) = (over.name(), ground.name());
        write!(
            f,
            "{side}: `{over}` on `{ground}` has a contrast of {contrast:.1}; it needs {least} to be read"
        )
    }
}

impl PackLook {
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }

    pub fn colours(&self, dark: bool) -> &LookColours {
        if dark { &self.dark } else { &self.light }
    }

    pub fn colours_mut(&mut self, dark: bool) -> &mut LookColours {
        if dark { &mut self.dark } else { &mut self.light }
    }

    /// Refuses pictures that are too large or too many.
    pub fn check(&self) -> Result<(), LookError> {
        if self.tiles.len() > MAX_TILES {
            return Err(LookError::Tiles(self.tiles.len()));
        }
        let mut sum = 0;
        let mut all_fit = |what: &dyn Fn() -> String, picture: &LookPicture, bytes, side| {
            for file in picture.files() {
                sum += file.bytes().len();
                fits(what, file, bytes, side)?;
            }
            Ok(())
        };
        for (mark, picture) in &self.tiles {
            let what = || format!("the picture of `{}`", super::bounds::quoted(mark.as_str()));
            all_fit(&what, picture, LARGEST_TILE, LARGEST_TILE_SIDE)?;
        }
        if let Some(picture) = &self.background {
            let what = || "the background".to_owned();
            all_fit(&what, picture, LARGEST_BACKGROUND, LARGEST_BACKGROUND_SIDE)?;
        }
        match sum > LARGEST_PICTURES {
            true => Err(LookError::Pictures(sum)),
            false => Ok(()),
        }
    }

    /// Pairs of parts that cannot be read on each other; `otherwise` returns the colour of a part that has none
    /// of its own.
    pub fn unreadable(&self, otherwise: &dyn Fn(LookColour, bool) -> Rgb) -> Vec<Unreadable> {
        use LookColour::{Board, Faint, Glass, Ice, Piece, Play, Source, Target, Text};
        let pairs = [
            (Text, Board, 4.5),
            (Text, Piece, 4.5),
            (Text, Source, 4.5),
            (Text, Target, 4.5),
            (Text, Glass, 4.5),
            (Text, Ice, 4.5),
            (Faint, Board, 3.0),
            (Play, Board, 3.0),
        ];
        let grounds = [false, true];
        let all = grounds.into_iter().flat_map(|dark| pairs.map(|pair| (dark, pair)));
        all.filter_map(|(dark, (over, ground, least))| {
            let colours = self.colours(dark);
            // Colours chosen by the program are not the designer's fault.
            let own = [over, ground].iter().any(|part| colours.contains_key(part));
            let of = |part| colours.get(&part).copied().unwrap_or_else(|| otherwise(part, dark));
            let contrast = of(over).contrast(of(ground));
            let near = own && contrast < least;
            near.then_some(Unreadable { dark, over, ground, contrast, least })
        })
        .collect()
    }
}

fn fits(
    what: &dyn Fn() -> String,
    file: &PngFile,
    most: usize,
    most_side: u32,
) -> Result<(), LookError> {
    let ([width, height], bytes) = (file.size(), file.bytes().len());
    if width.max(height) > most_side {
        return Err(LookError::Side { what: what(), width, height, most: most_side });
    }
    match bytes > most {
        true => Err(LookError::Bytes { what: what(), bytes, most }),
        false => Ok(()),
    }
}

#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests {
    use super::*;

    /// Builds the beginning of a PNG file of a size; nothing else is read here.
    fn png(width: u32, height: u32) -> PngFile {
        let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec();
        bytes.extend(width.to_be_bytes());
        bytes.extend(height.to_be_bytes());
        PngFile::new(bytes).expect("a header")
    }

    #[test]
    fn names_of_parts_and_fonts_are_those_of_files() {
        for part in LookColour::ALL {
            assert_eq!(serde_json::to_value(part).expect("a name"), part.name());
        }
        for font in LookFont::ALL {
            assert_eq!(serde_json::to_value(font).expect("a name"), font.name());
        }
    }

    #[test]
    fn a_look_is_read_as_it_was_written() {
        let picture = LookPicture { light: png(16, 16), dark: Some(png(8, 8)) };
        let look = PackLook {
            light: [(LookColour::PieceEdge, Rgb([1, 2, 250]))].into(),
            font: LookFont::Hand,
            background: Some(picture.clone()),
            tiles: [("stone(2)".parse().expect("a mark"), picture)].into(),
            ..PackLook::default()
        };
        let text = serde_json::to_string(&look).expect("written");
        assert!(text.contains("\"#0102fa\""), "{text}");
        assert_eq!(serde_json::from_str::<PackLook>(&text).expect("read"), look);
    }

    #[test]
    fn what_is_no_colour_or_picture_is_refused_with_the_reason() {
        let why =
            |text: &str| serde_json::from_str::<PackLook>(text).expect_err("refused").to_string();
        assert!(why(r##"{"light":{"board":"#ggg000"}}"##).contains("`#ggg000` is not a colour"));
        assert!(why(r##"{"light":{"board":"#+12345"}}"##).contains("is not a colour"));
        assert!(why(r#"{"tiles":{"a":{"light":"AAAA"}}}"#).contains("not a PNG picture"));
        assert!(why(r#"{"tiles":{"a":{"light":"?"}}}"#).contains("not base64"));
    }

    #[test]
    fn pictures_have_bounds() {
        let with = |light: PngFile| PackLook {
            tiles: [("a".parse().expect("a mark"), LookPicture { light, dark: None })].into(),
            ..PackLook::default()
        };
        assert_eq!(with(png(512, 1)).check(), Ok(()));
        let why = with(png(1, 513)).check().expect_err("too wide").to_string();
        assert_eq!(why, "the picture of `a` has 1x513 pixels; at most 512 a side");
        let mut bytes = png(9, 9).bytes().to_vec();
        bytes.resize(LARGEST_TILE + 1, 0);
        let large = PngFile::new(bytes).expect("a header");
        assert!(matches!(with(large).check(), Err(LookError::Bytes { .. })));
    }

    #[test]
    fn only_colours_of_the_pack_are_said_to_be_too_near() {
        let near = |_, _| Rgb([120; 3]);
        assert_eq!(PackLook::default().unreadable(&near), vec![]);
        let mut look = PackLook::default();
        look.dark.insert(LookColour::Play, Rgb([130; 3]));
        let said: Vec<String> = look.unreadable(&near).iter().map(ToString::to_string).collect();
        let want = "dark: `play` on `board` has a contrast of 1.1; it needs 3 to be read";
        assert_eq!(said, [want]);
    }
}
