//! Finds the parts of levels that are lost in another program's file, by reading back the file.
//!
//! So no format has to declare what it keeps.

use crate::exporting::FormatOf;
use foolproof_game::{Games, listed};
use foolproof_level::comparison::FIELDS;
use foolproof_level::{Hold, Level, Mark, Place, Site};

/// A lost part, and the indices of the levels that lose it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// The name of what the format lacks.
    pub part: &'static str,
    pub levels: Vec<usize>,
}

pub const LOST_MARKS: &str = "some marks";
pub const LOST_INTENDED: &str = "intended solutions";
const LOST_ORIGINS: &str = "how levels were made";

/// Returns the parts of a level by name, and whether the level read back lacks them.
fn parts(games: &Games, level: &Level, back: &Level) -> Vec<(&'static str, bool)> {
    let fields = FIELDS.iter();
    let fields = fields.filter_map(|field| Some((field.lost_as?, field.is_lost(level, back))));
    let is_kept = |(name, value)| back.settings.get(name) == Some(value);
    let parts = [
        (LOST_MARKS, !keeps_marks(level, back)),
        // The different reading of default settings by other programs is reported elsewhere
        // (`reads_otherwise`).
        ("settings", !level.settings.iter().all(is_kept)),
        ("tags", !level.tags.is_empty() && level.tags != back.tags),
        ("notes on cells", !level.site_notes.is_empty() && level.site_notes != back.site_notes),
        ("expected results of the check", games.expected(level) != games.expected(back)),
        ("locks", !keeps_locks(level, back)),
        (
            "cells marked to stay empty",
            !emptied(level).is_empty() && emptied(level) != emptied(back),
        ),
        (LOST_INTENDED, level.intended.is_some() && level.intended != back.intended),
        (LOST_ORIGINS, level.made.is_some() && level.made != back.made),
    ];
    fields.chain(parts).collect()
}

/// Returns the sites that are empty on purpose.
fn emptied(level: &Level) -> Vec<Site> {
    let empty = level.spots().filter(|(_, spot)| spot.mark.is_none());
    empty.map(|(site, _)| site).collect()
}

/// True if all locks are kept, of sites and of the intended solution.
fn keeps_locks(level: &Level, back: &Level) -> bool {
    let locked = |level: &Level, site| level.hold(site) == Hold::Locked;
    level.spots().all(|(site, _)| !locked(level, site) || locked(back, site))
        && (back.intended_locked == level.intended_locked || level.intended_locked.is_empty())
}

/// Returns the level without settings that equal their defaults.
fn plainly_set(games: &Games, level: &Level) -> Level {
    let mut level = level.clone();
    if let Some(game) = games.by_id(&level.game) {
        let numbers = &game.about().numbers;
        let is_usual = |name: &str, value: i32| {
            numbers.iter().any(|number| number.name == name && number.default == value)
        };
        level.settings.retain(|name, value| !is_usual(name, *value));
    }
    level
}

/// True if all marks are kept. Slots of a tray are interchangeable.
fn keeps_marks(level: &Level, back: &Level) -> bool {
    let tray = |level: &Level| {
        let marks = level.marks().filter(|(site, _)| site.place == Place::Tray);
        let mut marks: Vec<Mark> = marks.map(|(_, mark)| mark.clone()).collect();
        marks.sort();
        marks
    };
    let on_board = level.marks().filter(|(site, _)| site.place != Place::Tray);
    on_board.into_iter().all(|(site, mark)| back.mark(site) == Some(mark))
        && tray(level) == tray(back)
}

/// Returns the losses of the levels in files of the format, each part once.
pub(super) fn losses(
    games: &Games,
    of: &FormatOf,
    levels: &[&Level],
    files: &[(Vec<usize>, String)],
) -> Vec<Loss> {
    let mut kept = Vec::new();
    for (places, text) in files {
        let back = match of.format.is_link() {
            false => of.format.read_each(text),
            // Each line may belong to another game.
            true => {
                let lines = places.iter().zip(text.lines());
                let read = |(place, line): (&usize, &str)| {
                    let level = levels.get(*place)?;
                    of.for_level(games, level).format.read_each(line).pop()
                };
                lines.filter_map(read).collect()
            }
        };
        for (place, back) in places.iter().zip(back) {
            let (Some(level), Ok(back)) = (levels.get(*place), back) else { continue };
            kept.push((*place, plainly_set(games, level), plainly_set(games, &back)));
        }
    }
    let kept: Vec<(usize, &Level, Level)> =
        kept.iter().map(|(place, level, back)| (*place, level, back.clone())).collect();
    losses_between(games, &kept)
}

/// Returns the losses of levels, by index, given what is kept of each.
pub fn losses_between(games: &Games, kept: &[(usize, &Level, Level)]) -> Vec<Loss> {
    let kept = kept.iter().map(|(place, level, back)| (*place, parts(games, level, back)));
    let kept: Vec<(usize, Vec<(&'static str, bool)>)> = kept.collect();
    let Some((_, names)) = kept.first() else { return Vec::new() };
    let loss = |(at, (part, _)): (usize, &(&'static str, bool))| {
        let is_lost = |parts: &[(&str, bool)]| parts.get(at).is_some_and(|(_, is_lost)| *is_lost);
        let levels = kept.iter().filter(|(_, parts)| is_lost(parts)).map(|(place, _)| *place);
        Loss { part, levels: levels.collect() }
    };
    let losses = names.iter().enumerate().map(loss);
    losses.filter(|loss| !loss.levels.is_empty()).collect()
}

/// Returns the losses in words: "sdm keeps no concepts and no locks".
pub fn lacks(format: &str, losses: &[Loss]) -> Option<String> {
    let names: Vec<String> = losses
        .iter()
        .map(|loss| match loss.part {
            LOST_MARKS => format!("only {LOST_MARKS}"),
            LOST_ORIGINS => format!("nothing about {LOST_ORIGINS}"),
            part => format!("no {part}"),
        })
        .collect();
    (!names.is_empty()).then(|| format!("{format} keeps {}", listed(&names, "and")))
}
