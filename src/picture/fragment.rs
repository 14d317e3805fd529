//! Shapes as SVG that a page joins and colours itself: inks are classes, so that one text serves light and
//! dark.
//!
//! `f-rim` fills with an ink, `s-rim` strokes with it; [`ink_sheet`] defines the colours.

use std::fmt::Write as _;

use super::svg::{dash_attributes, element, join, n};
use super::tiles::{Piece, pieces};
use super::{Dash, Ink, OwnColours, Point, Rect, Shape, Stroke, Style, greys, ink_of};
use foolproof_level::words::escaped_xml;
use foolproof_level::{LookColour, LookColours, Mark};

/// Numbers of heats, colours and tints that have a class.
const HEATS: u8 = 9;
const COLOURS: u8 = 16;
const TINTS: u8 = 14;
/// Dashes and dots of a page's lines, in cells.
const DASHED: &str = "0.16 0.1";
const DOTTED: &str = "0.02 0.09";

/// Inks without a number, with their words in classes and variables.
const PLAIN: [(Ink, &str); 30] = [
    (Ink::Ground, "ground"),
    (Ink::Paper, "paper"),
    (Ink::Shade, "shade"),
    (Ink::Grid, "grid"),
    (Ink::Rim, "rim"),
    (Ink::Text, "text"),
    (Ink::Clue, "clue"),
    (Ink::Faint, "faint"),
    (Ink::Source, "source"),
    (Ink::Target, "target"),
    (Ink::Blocker, "blocker"),
    (Ink::Piece, "piece"),
    (Ink::PieceEdge, "piece-edge"),
    (Ink::Glass, "glass"),
    (Ink::Gloss, "gloss"),
    (Ink::Ice, "ice"),
    (Ink::Frost, "frost"),
    (Ink::Good, "good"),
    (Ink::Bad, "bad"),
    (Ink::Beam, "beam"),
    (Ink::BeamDim, "beam-dim"),
    (Ink::Intended, "intended"),
    (Ink::Shortcut, "shortcut"),
    (Ink::Forced, "forced"),
    (Ink::Possible, "possible"),
    (Ink::Conflict, "conflict"),
    (Ink::Preview, "preview"),
    (Ink::Locked, "locked"),
    (Ink::Open, "open"),
    (Ink::Selection, "selection"),
];

/// Returns the word of an ink in classes and variables; `None` for a colour that is the same on every ground.
fn word(ink: Ink) -> Option<String> {
    match ink {
        Ink::Heat(number) => Some(format!("heat-{}", number.clamp(1, HEATS))),
        Ink::Colour(number) => Some(format!("colour-{}", number % COLOURS)),
        Ink::Tint(number) => Some(format!("tint-{}", number % TINTS)),
        Ink::Band(number) => Some(format!("band-{}", number % TINTS)),
        _ => PLAIN.iter().find(|(plain, _)| *plain == ink).map(|(_, word)| (*word).to_owned()),
    }
}

/// Returns the name of an ink in scripts: the word of its classes, or its own colour.
pub fn ink_name(ink: Ink) -> String {
    word(ink).unwrap_or_else(|| Style::Light.hex(ink))
}

fn inks() -> impl Iterator<Item = Ink> {
    let plain = PLAIN.iter().map(|(ink, _)| *ink);
    plain
        .chain((1..=HEATS).map(Ink::Heat))
        .chain((0..COLOURS).map(Ink::Colour))
        .chain((0..TINTS).map(Ink::Tint))
        .chain((0..TINTS).map(Ink::Band))
}

/// Returns the value of `data-look` on the root of a document in this style.
fn look(style: Style) -> &'static str {
    match style {
        Style::Light => "light",
        Style::Dark => "dark",
        Style::Greys => "greys",
    }
}

/// Returns the style sheet of all inks: light, dark and grey, by the document's `data-look`, and their classes.
/// Greys need [`hatching`] in the document.
///
/// The content of a `<use>` inherits variables but sees no ancestor, so greys are variables, too.
pub fn ink_sheet() -> String {
    let variables = |style: Style| -> String {
        let one = |ink| Some(format!("--{}:{};", word(ink)?, style.hex(ink)));
        inks().filter_map(one).collect()
    };
    let mut sheet = format!(":root{{color-scheme:light;{}}}\n", variables(Style::Light));
    let dark = variables(Style::Dark);
    let _ = writeln!(sheet, ":root[data-look={}]{{color-scheme:dark;{dark}}}", look(Style::Dark));
    let greys = variables(Style::Greys) + &inks().filter_map(grey_paint).collect::<String>();
    let _ = writeln!(sheet, ":root[data-look={}]{{{greys}}}", look(Style::Greys));
    inks().filter_map(classes).for_each(|classes| sheet.push_str(&classes));
    sheet
}

/// Returns the classes that paint with an ink.
fn classes(ink: Ink) -> Option<String> {
    let word = word(ink)?;
    let mut out = match greys::hatch(ink) {
        Some(_) => format!(
            ".f-{word}{{fill:var(--fill-{word},var(--{word}))}}text.f-{word}{{fill:var(--{word})}}"
        ),
        None => format!(".f-{word}{{fill:var(--{word})}}"),
    };
    let _ = write!(out, ".s-{word}{{stroke:var(--{word})}}");
    if grey_dash(ink).is_some() {
        let dash = format!("stroke-dasharray:var(--dash-{word},none)");
        let _ = write!(out, ".s-{word}:not([stroke-dasharray]){{{dash}}}");
    }
    Some(out + "\n")
}

/// Returns the hatching and the dashes of an ink in grey, as variables.
fn grey_paint(ink: Ink) -> Option<String> {
    let (word, mut out) = (word(ink)?, String::new());
    if greys::hatch(ink).is_some() {
        let _ = write!(out, "--fill-{word}:url(#grey-{word});");
    }
    if let Some(dashes) = grey_dash(ink) {
        let _ = write!(out, "--dash-{word}:{dashes};");
    }
    Some(out)
}

/// Returns the dashes of a line that is drawn in grey.
fn grey_dash(ink: Ink) -> Option<&'static str> {
    match greys::dash(ink) {
        Dash::Solid | Dash::Flowing => None,
        Dash::Dashed => Some(DASHED),
        Dash::Dotted => Some(DOTTED),
    }
}

/// Distance and width of the lines of hatching, in hundredths of a cell: browsers draw a tile smaller than a
/// unit as one colour.
const HATCH_GAP: u8 = 18;
const HATCH_LINE: u8 = 5;

/// Returns the patterns of hatching in grey, as definitions for an SVG document.
pub fn hatching() -> String {
    let mut out = String::new();
    let hatched = inks().filter_map(|ink| Some((ink, word(ink)?, greys::hatch(ink)?)));
    for (ink, word, hatch) in hatched {
        let (gap, line) = (HATCH_GAP, HATCH_LINE);
        // Lines of one direction run along the tile, those of the other across it.
        let crossed = hatch.turns.len() > 1;
        let turn = hatch.turns.first().copied().unwrap_or_default() * 360.0;
        let colour = |ink| Style::Greys.hex(ink);
        let (ground, ink) = (colour(ink), colour(hatch.ink));
        let _ = write!(
            out,
            "<pattern id=\"grey-{word}\" width=\"{gap}\" height=\"{gap}\" patternUnits=\"userSpaceOnUse\" \
             patternTransform=\"rotate({}) scale(.01)\"><rect width=\"{gap}\" height=\"{gap}\" fill=\"{ground}\"/>\
             <rect width=\"{gap}\" height=\"{line}\" fill=\"{ink}\"/>",
            n(turn)
        );
        if crossed {
            let _ = write!(out, "<rect width=\"{line}\" height=\"{gap}\" fill=\"{ink}\"/>");
        }
        out.push_str("</pattern>");
    }
    out
}

/// Returns a pack's own colours as a sheet that follows [`ink_sheet`]. The area around the board is `--around`.
pub fn look_sheet(light: &LookColours, dark: &LookColours) -> String {
    let variables = |colours: &LookColours| -> String {
        let own = OwnColours::new(colours);
        let one = |part: LookColour| {
            let name = ink_of(part).map_or_else(|| Some("around".to_owned()), word)?;
            Some(format!("--{name}:{};", own.part(part)?))
        };
        LookColour::ALL.into_iter().filter_map(one).collect()
    };
    let (light, dark) = (variables(light), variables(dark));
    format!(":root[data-look=light]{{{light}}}\n:root[data-look=dark]{{{dark}}}\n")
}

/// Returns the shapes one after the other, as elements to put into an SVG document.
pub fn fragment(shapes: &[Shape]) -> String {
    tiled_fragment(shapes, |_| None)
}

/// Returns the shapes with tiles for marks, by their number: `#tile-0` should be a symbol of the document.
pub fn tiled_fragment(shapes: &[Shape], tile: impl Fn(&Mark) -> Option<usize>) -> String {
    let mut out = String::new();
    for piece in pieces(shapes, tile) {
        match piece {
            Piece::Shape(shape) => write(&mut out, shape),
            Piece::Tile(tile, Rect { min, .. }) => out.push_str(&tile_fragment(tile, min)),
        }
    }
    out
}

/// Returns a tile in the square of side 1 with its corner at a point.
pub fn tile_fragment(tile: usize, at: Point) -> String {
    let (x, y) = (n(at.x), n(at.y));
    format!("<use href=\"#tile-{tile}\" x=\"{x}\" y=\"{y}\" width=\"1\" height=\"1\"/>")
}

/// Returns the classes and attributes of a shape's paint.
fn paint(fill: Option<Ink>, stroke: Option<&Stroke>) -> String {
    let (mut classes, mut rest) = (Vec::new(), String::new());
    match fill.map(|ink| (ink, word(ink))) {
        None => classes.push("f-none".to_owned()),
        Some((_, Some(word))) => classes.push(format!("f-{word}")),
        Some((ink, None)) => _ = write!(rest, " fill=\"{}\"", Style::Light.hex(ink)),
    }
    if let Some(stroke) = stroke {
        match word(stroke.ink) {
            Some(word) => classes.push(format!("s-{word}")),
            None => _ = write!(rest, " stroke=\"{}\"", Style::Light.hex(stroke.ink)),
        }
        let dashes = dash_attributes(stroke.dash);
        let _ = write!(rest, " stroke-width=\"{}\"{dashes}", n(stroke.width));
    }
    format!(" class=\"{}\"{rest}", classes.join(" "))
}

fn write(out: &mut String, shape: &Shape) {
    let (fill, stroke) = shape.paint();
    let (element, attributes) = (element(shape, None), paint(fill, stroke.as_ref()));
    let _ = match shape {
        Shape::Mark { shapes, .. } => return shapes.iter().for_each(|shape| write(out, shape)),
        Shape::Text { text, .. } => {
            write!(out, "<{element}{attributes}>{}</text>", escaped_xml(text))
        }
        _ => write!(out, "<{element}{}{attributes}/>", join(shape)),
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Align;

    #[test]
    fn inks_are_classes_and_words_are_escaped() {
        let shapes = [
            Shape::Circle {
                centre: Point::new(0.5, 0.25),
                radius: 0.1,
                fill: Some(Ink::Colour(3)),
                stroke: Some(Stroke { ink: Ink::Rim, width: 0.05, dash: Dash::Dashed }),
            },
            Shape::Text {
                at: Point::new(0.5, 0.5),
                text: "<b>&".to_owned(),
                size: 0.2,
                ink: Ink::Exact(1, 2, 3),
                align: Align::Centre,
            },
        ];
        expect_test::expect![[r##"<circle cx="0.5" cy="0.25" r="0.1" class="f-colour-3 s-rim" stroke-width="0.05" stroke-dasharray="0.16 0.1"/><text x="0.5" y="0.57" font-size="0.2" text-anchor="middle" class="" fill="#010203">&lt;b&gt;&amp;</text>"##]]
        .assert_eq(&fragment(&shapes));
    }

    #[test]
    fn every_hatching_of_the_sheet_has_its_pattern() {
        let (sheet, patterns) = (ink_sheet(), hatching());
        let named: Vec<&str> =
            sheet.split("url(#").skip(1).filter_map(|rest| rest.split(')').next()).collect();
        assert!(named.len() > 20, "{named:?}");
        for name in &named {
            assert!(patterns.contains(&format!("<pattern id=\"{name}\"")), "{name}");
        }
        assert_eq!(patterns.matches("<pattern").count(), named.len());
    }

    #[test]
    fn every_ink_of_the_sheet_is_there_light_dark_and_grey() {
        let sheet = ink_sheet();
        for name in ["ground", "piece-edge", "heat-9", "colour-15", "tint-13"] {
            assert_eq!(sheet.matches(&format!("--{name}:#")).count(), 3, "{name}");
            assert!(sheet.contains(&format!(".f-{name}{{fill:var(--")), "{name}");
        }
    }
}
