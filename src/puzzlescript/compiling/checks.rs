//! Checks of single sections: sprites, layers, sounds, win conditions.

use crate::compiling::masks::WideMask;
use crate::reading::diagnostics::DiagnosticLog;
use crate::reading::dictionary::Dictionary;
use crate::reading::palette::ScriptPalette;
use crate::reading::parsed::{ObjectText, ParsedScript, SoundWord};
use crate::reading::read_objects::SPRITE_SIDE;

/// Colours that digits can name.
const MAX_COLOURS: usize = 10;

/// An object's colours as `0xrrggbb` (None: transparent), checked.
pub(crate) fn colours(
    object: &ObjectText,
    palette: ScriptPalette,
    log: &mut DiagnosticLog,
) -> Vec<Option<u32>> {
    let shown = object.name.to_uppercase();
    if object.colours.len() > MAX_COLOURS {
        let text = format!(
            "{shown} has more than {MAX_COLOURS} colours, but a sprite's digits can name only as many."
        );
        log.error(object.line + 1, "", text);
    }
    if object.colours.is_empty() {
        log.error(
            object.line,
            &object.name,
            format!("{shown} has no colour. Write one on the line below its name."),
        );
        return vec![Some(0xff_00ff)];
    }
    object.colours.iter().map(|word| palette.colour(word).unwrap_or(Some(0xff_00ff))).collect()
}

/// The five rows of five colour numbers of a sprite; a plain square if none is given.
pub(crate) fn sprite(
    object: &ObjectText,
    log: &mut DiagnosticLog,
) -> [[Option<u8>; SPRITE_SIDE]; SPRITE_SIDE] {
    if object.rows.is_empty() {
        return [[Some(0); SPRITE_SIDE]; SPRITE_SIDE];
    }
    let fits =
        object.rows.len() == SPRITE_SIDE && object.rows.iter().all(|row| row.len() == SPRITE_SIDE);
    if !fits {
        let text = format!(
            "The sprite of {} must have {SPRITE_SIDE} rows of {SPRITE_SIDE} pixels.",
            object.name.to_uppercase()
        );
        log.warn(object.line, &object.name, text);
    }
    let pixel = |row: usize, column: usize| {
        let digit = object.rows.get(row)?.chars().nth(column)?;
        digit.to_digit(10).map(|d| d as u8)
    };
    std::array::from_fn(|row| std::array::from_fn(|column| pixel(row, column)))
}

/// Every object must be in a layer.
pub(crate) fn check_layers(dictionary: &Dictionary, log: &mut DiagnosticLog) {
    for object in dictionary.objects.iter().filter(|object| object.place.is_none()) {
        let shown = dictionary.shown(object.name);
        let text = format!("{shown} is in no collision layer. Add it to one.");
        log.error(object.line, &shown, text);
    }
}

/// Condition on the cells with the first objects and with the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Quantifier {
    No,
    Some,
    All,
}

/// One side of a win condition.
#[derive(Clone, Debug)]
pub(crate) struct WinSide {
    pub(crate) mask: WideMask,
    /// All objects of the mask in one cell, not just one of them.
    pub(crate) together: bool,
}

/// One win condition; all must hold.
#[derive(Clone, Debug)]
pub(crate) struct WinDraft {
    pub(crate) quantifier: Quantifier,
    pub(crate) first: WinSide,
    /// `None`: any cell will do.
    pub(crate) second: Option<WinSide>,
}

/// The win conditions of a source.
pub(crate) fn win_conditions(
    parsed: &ParsedScript,
    dictionary: &Dictionary,
    log: &mut DiagnosticLog,
) -> Vec<WinDraft> {
    let mut conditions = Vec::new();
    for win in &parsed.wins {
        let quantifier = match win.words.first().map(String::as_str) {
            Some("no") => Quantifier::No,
            Some("all") => Quantifier::All,
            _ => Quantifier::Some,
        };
        let Some(first) = win.words.get(1) else {
            log.error(
                win.line,
                "",
                "A win condition needs an object: NO X, SOME X, ALL X ON Y.".into(),
            );
            continue;
        };
        let mut side = |word: &String| win_side(word, win.line, dictionary, log);
        let first = side(first);
        let second = match win.words.get(3).filter(|_| win.words.len() == 4) {
            Some(word) => side(word).map(Some),
            None => Some(None),
        };
        if let (Some(first), Some(second)) = (first, second) {
            conditions.push(WinDraft { quantifier, first, second });
        }
    }
    conditions
}

fn win_side(
    word: &str,
    line: u32,
    dictionary: &Dictionary,
    log: &mut DiagnosticLog,
) -> Option<WinSide> {
    let name = dictionary.lookup(word);
    if let Some(mask) = name.and_then(|name| dictionary.meaning(name).mask.clone()) {
        return Some(WinSide { mask, together: false });
    }
    if let Some(mask) = name.and_then(|name| dictionary.aggregate_mask(name)) {
        return Some(WinSide { mask, together: true });
    }
    let text = format!(
        "{} cannot be counted for a win. Use an object or a name of the legend.",
        word.to_uppercase()
    );
    log.error(line, word, text);
    None
}

/// Reports sounds that could not be played. Nothing here plays any.
pub(crate) fn check_sounds(
    parsed: &ParsedScript,
    dictionary: &Dictionary,
    log: &mut DiagnosticLog,
) {
    let mut events: Vec<&str> = Vec::new();
    for sound in &parsed.sounds {
        let Some((first, kind)) = sound.words.first() else { continue };
        let Some((last, last_kind)) = sound.words.last().filter(|_| sound.words.len() > 1) else {
            log.warn(
                sound.line,
                first,
                "This sound breaks off. Write an event or an object and a verb, then a number."
                    .into(),
            );
            continue;
        };
        if *last_kind != SoundWord::Seed {
            let text = format!("A sound ends with a number, not with {}.", last.to_uppercase());
            log.error(sound.line, last, text);
        }
        if *kind == SoundWord::Event {
            if events.contains(&first.as_str()) {
                log.warn(
                    sound.line,
                    first,
                    format!("{} already has a sound. Keep one.", first.to_uppercase()),
                );
            }
            events.push(first);
        } else if dictionary.lookup(first).is_some_and(|name| dictionary.aggregate(name).is_some())
        {
            let text = format!(
                "{} was made with AND, so it cannot have a sound. Give one to its objects.",
                first.to_uppercase()
            );
            log.error(sound.line, first, text);
        }
    }
}
