//! Words of the form of the look.

use foolproof_level::{LookColour, LookFont};

pub(super) const TITLE: &str = "Colours and pictures for players";
pub(super) const EXPLAINED: &str = "Where the pack is played: in play mode, in the players' window and on pages. The desk keeps its own look.";
pub(super) const COLOURS: &str = "Colours";
pub(super) const LIGHT: &str = "Light";
pub(super) const DARK: &str = "Dark";
pub(super) const HUE: &str = "Hue";
pub(super) const SATURATION: &str = "Saturation";
pub(super) const VALUE: &str = "Brightness";
pub(super) const CODE: &str = "Code";
pub(super) const TYPED_COLOUR: &str = "Red, green and blue, such as #fff4dc";
pub(super) const FONT: &str = "Font of the board";
pub(super) const PICTURES: &str = "Pictures";
pub(super) const PICTURES_EXPLAINED: &str =
    "PNG, as large as a cell. Up to 64 pixels a side count as pixel art and stay sharp.";
pub(super) const PICTURE: &str = "picture";
pub(super) const PICTURE_OF: &str = "Picture…";
pub(super) const DARK_TOO: &str = "Dark…";
pub(super) const CHOOSE: &str = "Choose a picture";
pub(super) const PNG_FILES: &str = "PNG pictures";
pub(super) const BACKGROUND: &str = "Behind the board";
pub(super) const SPRITES: &str = "The sprites of a PuzzleScript game are its pictures already.";

/// Returns the name and the meaning of a part.
pub(super) fn part(part: LookColour) -> (&'static str, &'static str) {
    match part {
        LookColour::Around => ("Around", "What lies around the board"),
        LookColour::Board => ("Board", "The ground of the board"),
        LookColour::Grid => ("Grid", "The thin lines of the board"),
        LookColour::Rim => ("Rim", "The edge of the board, and strong lines"),
        LookColour::Text => ("Text", "Words, numbers and outlines on the board"),
        LookColour::Faint => ("Faint", "Words and signs in the background"),
        LookColour::Source => ("Source", "What gives, such as a laser"),
        LookColour::Target => ("Target", "What takes, such as a ship, and places to fill"),
        LookColour::Wall => ("Wall", "What stops"),
        LookColour::Piece => ("Piece", "Bodies of pieces"),
        LookColour::PieceEdge => ("Piece's edge", "Outlines of pieces"),
        LookColour::Glass => ("Glass", "Pieces of glass"),
        LookColour::Ice => ("Ice", "The ground on which things slide"),
        LookColour::Beam => ("Beam", "Light on its way"),
        LookColour::Play => ("Play", "What the player has put or drawn"),
    }
}

fn ground(dark: bool) -> &'static str {
    if dark { "dark" } else { "light" }
}

pub(super) fn colour(of: LookColour, dark: bool) -> String {
    format!("{}, {}", part(of).0, ground(dark))
}

pub(super) fn colour_back(of: LookColour, dark: bool) -> String {
    format!("{}, {}: the program's own colour again", part(of).0, ground(dark))
}

pub(super) fn font(font: LookFont) -> &'static str {
    match font {
        LookFont::Plain => "Plain",
        LookFont::Round => "Round",
        LookFont::Hand => "Handwritten",
        LookFont::Pixel => "Pixels",
    }
}

pub(super) fn choose(what: &str, dark: bool) -> String {
    match dark {
        false => format!("Choose a picture for {what}"),
        true => format!("Choose another picture for {what} on dark ground"),
    }
}

pub(super) fn remove(what: &str, dark: bool) -> String {
    match dark {
        false => format!("{what}: no picture"),
        true => format!("{what}: the same picture on dark ground"),
    }
}
