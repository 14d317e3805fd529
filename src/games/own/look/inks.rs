//! The words for inks: roles, colours by name and by number, pale and strong. Also the inks that can be read on
//! each other.

use super::style_error::StyleError;
use foolproof_picture::{Ink, Style};

/// Roles that an author can name.
const ROLES: [(&str, Ink); 17] = [
    ("ground", Ink::Ground),
    ("grid", Ink::Grid),
    ("rim", Ink::Rim),
    ("text", Ink::Text),
    ("faint", Ink::Faint),
    ("source", Ink::Source),
    ("target", Ink::Target),
    ("blocker", Ink::Blocker),
    ("shade", Ink::Shade),
    ("open", Ink::Open),
    ("piece", Ink::Piece),
    ("edge", Ink::PieceEdge),
    ("good", Ink::Good),
    ("bad", Ink::Bad),
    ("beam", Ink::Beam),
    ("dim", Ink::BeamDim),
    ("intended", Ink::Intended),
];

/// The names of `Ink::Colour`, by number.
const COLOURS: [&str; 16] = [
    "black", "white", "red", "blue", "green", "yellow", "cyan", "magenta", "orange", "violet",
    "brown", "lime", "pink", "grey", "navy", "maroon",
];

/// Number of colours that can be numbered: all but black and white.
const HUES: u8 = 14;
/// The tint for black and white.
const GREY_TINT: u8 = 11;

/// Returns every role and colour with its name.
pub(super) fn named() -> impl Iterator<Item = (&'static str, Ink)> {
    let colours = (0u8..).zip(COLOURS).map(|(number, name)| (name, Ink::Colour(number)));
    ROLES.into_iter().chain(colours)
}

/// The meaning of a numbered colour with neither `pale` nor `strong`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tone {
    Strong,
    Pale,
}

/// Returns the ink of words like `good`, `pale red` or `colour 3`.
pub(super) fn ink(words: &str, tone: Tone) -> Result<Ink, StyleError> {
    let mut parts: Vec<&str> = words.split_whitespace().collect();
    let said = match parts.first() {
        Some(&"pale") => Some(Tone::Pale),
        Some(&"strong") => Some(Tone::Strong),
        _ => None,
    };
    if said.is_some() {
        parts.remove(0);
    }
    match parts.as_slice() {
        ["colour" | "color", number] => numbered(number, said.unwrap_or(tone)),
        ["gray"] => by_name("grey", said),
        [name] => by_name(name, said),
        _ => Err(unknown(words)),
    }
}

fn by_name(name: &str, said: Option<Tone>) -> Result<Ink, StyleError> {
    let (_, ink) = named().find(|(known, _)| *known == name).ok_or_else(|| unknown(name))?;
    match (ink, said) {
        (Ink::Colour(number), Some(Tone::Pale)) => {
            Ok(Ink::Tint(number.checked_sub(2).unwrap_or(GREY_TINT)))
        }
        (_, Some(Tone::Pale)) => Err(StyleError::new(format!(
            "only colours can be pale, such as \"pale red\"; \"{name}\" is a role"
        ))),
        _ => Ok(ink),
    }
}

/// Colours are counted from 1, which is red; 0 is black.
fn numbered(number: &str, tone: Tone) -> Result<Ink, StyleError> {
    let count: u32 = number.parse().map_err(|_| {
        StyleError::new(format!(
            "a colour has a number from 0 on, such as \"colour 3\", not \"{number}\""
        ))
    })?;
    let hue = count.checked_sub(1).and_then(|from_red| u8::try_from(from_red % 14).ok());
    Ok(match (hue, tone) {
        (None, Tone::Strong) => Ink::Colour(0),
        (None, Tone::Pale) => Ink::Tint(GREY_TINT),
        (Some(hue), Tone::Strong) => Ink::Colour(hue % HUES + 2),
        (Some(hue), Tone::Pale) => Ink::Tint(hue),
    })
}

fn unknown(words: &str) -> StyleError {
    let names: Vec<&str> = named().map(|(name, _)| name).collect();
    StyleError::new(format!(
        "there is no ink \"{}\"; {}inks are {}, and colour 1, colour 2, … with \"pale\" before any colour",
        shown(words),
        did_you_mean(words, &names),
        names.join(" "),
    ))
}

/// Returns an author's word for a message, cut to the length of a line.
pub(super) fn shown(words: &str) -> String {
    let clean: String = words.chars().filter(|c| !c.is_control()).take(41).collect();
    if clean.chars().count() > 40 {
        clean.chars().take(40).collect::<String>() + "…"
    } else {
        clean
    }
}

/// `did you mean "green"? ` if one of the names is near.
pub(super) fn did_you_mean(word: &str, names: &[&str]) -> String {
    if word.len() > 24 {
        return String::new();
    }
    let word = word.to_lowercase();
    let nearest = names.iter().map(|name| (distance(&word, name), *name)).min();
    match nearest {
        Some((steps, name)) if steps <= 2 && steps < name.len() => {
            format!("did you mean \"{name}\"? ")
        }
        _ => String::new(),
    }
}

/// Number of letters to insert, delete or change (edit distance).
fn distance(one: &str, other: &str) -> usize {
    let mut row: Vec<usize> = (0..=other.chars().count()).collect();
    for (i, a) in one.chars().enumerate() {
        let mut above_left = i;
        let mut left = i + 1;
        for (cell, b) in row.iter_mut().skip(1).zip(other.chars()) {
            let changed = above_left + usize::from(a != b);
            above_left = *cell;
            left = changed.min(above_left + 1).min(left + 1);
            *cell = left;
        }
        if let Some(first) = row.first_mut() {
            *first = i + 1;
        }
    }
    row.last().copied().unwrap_or_default()
}

/// Returns the lightness of a colour, nearly as in WCAG 2.1: squares are close to its curve, and fast.
fn light(ink: Ink, style: Style) -> f32 {
    let [red, green, blue, _] = style.colour(ink);
    let part = |byte: u8| (f32::from(byte) / 255.0).powi(2);
    0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue) + 0.05
}

/// Returns the least contrast of two inks in these styles.
fn contrast(one: Ink, other: Ink, styles: &[Style]) -> f32 {
    let each = styles.iter().map(|style| {
        let (a, b) = (light(one, *style), light(other, *style));
        if a > b { a / b } else { b / a }
    });
    each.fold(f32::INFINITY, f32::min)
}

/// Returns the ink of words on top of another.
pub(super) fn readable_on(ink: Ink) -> Ink {
    // The most frequent case.
    match ink {
        Ink::Tint(_) | Ink::Ground | Ink::Piece | Ink::Grid => return Ink::Text,
        _ => {}
    }
    let choice = [Ink::Text, Ink::Ground, Ink::Colour(1), Ink::Colour(0)];
    let best = choice.into_iter().map(|words| (contrast(words, ink, &Style::ALL), words));
    let best = best.fold((0.0, Ink::Text), |best, next| if next.0 > best.0 { next } else { best });
    best.1
}

/// True if a body of this ink needs an outline on the ground.
pub(super) fn needs_outline(ink: Ink) -> bool {
    match ink {
        Ink::Text | Ink::Intended | Ink::Shortcut => false,
        Ink::Piece | Ink::Ground | Ink::Tint(_) => true,
        _ => contrast(ink, Ink::Ground, &Style::ALL) < 1.5,
    }
}

/// Returns the ink nearest to a colour in a drawing.
pub(super) fn nearest([red, green, blue]: [u8; 3]) -> Ink {
    const NEUTRAL: [Ink; 3] = [Ink::Faint, Ink::Open, Ink::Blocker];
    let tints = (0..HUES).map(Ink::Tint);
    let colours = (0u8..).take(COLOURS.len()).map(Ink::Colour);
    let wanted = oklab([red, green, blue]);
    let far = |ink: Ink| {
        let [r, g, b, _] = Style::Light.colour(ink);
        let apart = oklab([r, g, b]).into_iter().zip(wanted).map(|(a, b)| (a - b).powi(2));
        apart.sum::<f32>()
    };
    let all = colours.chain(NEUTRAL).chain(tints);
    all.min_by(|a, b| far(*a).total_cmp(&far(*b))).unwrap_or(Ink::Text)
}

/// Returns a colour in a space that follows perception (Ottosson, "A perceptual color space for image
/// processing", 2020).
fn oklab(colour: [u8; 3]) -> [f32; 3] {
    let [r, g, b] = colour.map(|byte| {
        let part = f32::from(byte) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    });
    let l = (0.412_221_5 * r + 0.536_332_5 * g + 0.051_446 * b).cbrt();
    let m = (0.211_903_5 * r + 0.680_699_5 * g + 0.107_397 * b).cbrt();
    let s = (0.088_302_5 * r + 0.281_718_8 * g + 0.629_978_7 * b).cbrt();
    [
        0.210_454_3 * l + 0.793_617_8 * m - 0.004_072 * s,
        1.977_998_5 * l - 2.428_592_2 * m + 0.450_593_7 * s,
        0.025_904 * l + 0.782_771_8 * m - 0.808_675_8 * s,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_name_inks_and_mistakes_are_answered() {
        let got = |words: &str| ink(words, Tone::Strong).map_err(|error| error.to_string());
        assert_eq!(got("good"), Ok(Ink::Good));
        assert_eq!(got("red"), Ok(Ink::Colour(2)));
        assert_eq!(got("colour 1"), got("red"));
        assert_eq!(got("pale colour 1"), got("pale red"));
        assert_eq!(got("pale red"), Ok(Ink::Tint(0)));
        assert_eq!(got("colour 15"), got("red"));
        assert_eq!(ink("colour 14", Tone::Pale), Ok(Ink::Tint(13)));
        assert_eq!(got("gray"), Ok(Ink::Colour(13)));
        assert_eq!(got("colour 0"), Ok(Ink::Colour(0)));
        let words = got("gren").expect_err("no ink");
        assert!(words.starts_with("there is no ink \"gren\"; did you mean \"green\"? inks are "));
        assert!(got("pale good").is_err() && got("colour red").is_err() && got("").is_err());
        assert!(got(&"x".repeat(9000)).expect_err("no ink").len() < 400);
    }

    #[test]
    fn words_can_be_read_on_every_ink() {
        for (name, ink) in named() {
            let words = readable_on(ink);
            let got = contrast(words, ink, &Style::ALL);
            assert!(got >= 2.4, "{words:?} on {name}: {got:.2}");
        }
        assert!(needs_outline(Ink::Colour(0)) && needs_outline(Ink::Colour(1)));
        assert!(!needs_outline(Ink::Good));
    }

    #[test]
    fn colours_of_drawings_find_their_inks() {
        assert_eq!(nearest([255, 0, 0]), Ink::Colour(2));
        assert_eq!(nearest([255, 255, 255]), Ink::Colour(1));
        assert_eq!(nearest([0, 0, 0]), Ink::Colour(0));
        assert_eq!(nearest([0, 128, 0]), Ink::Colour(4));
        assert_eq!(nearest([255, 215, 0]), Ink::Colour(5));
        assert_eq!(nearest([0xD9, 0xA2, 0x5F]), Ink::Colour(5));
        for number in 0..16 {
            let [r, g, b, _] = Style::Light.colour(Ink::Colour(number));
            assert_eq!(nearest([r, g, b]), Ink::Colour(number));
        }
    }
}
