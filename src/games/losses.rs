//! Finds the parts of levels that are lost in another program's file, by reading back the file.
//!
//! So no format has to declare what it keeps.

use crate::exporting::FormatOf;
use foolproof_game::{Games, listed};
use foolproof_level::{Concept, Hold, Level, Mark, Place, Site};

/// A part of a level that may be lost in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LostPart {
    Marks,
    Settings,
    Title,
    Author,
    Tags,
    Notes,
    SiteNotes,
    Concept,
    Needs,
    Policy,
    Locks,
    /// Sites that are empty on purpose.
    Emptied,
    Intended,
    Made,
}

/// A lost part, and the indices of the levels that lose it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    pub part: LostPart,
    pub levels: Vec<usize>,
}

impl LostPart {
    const ALL: [LostPart; 14] = [
        LostPart::Marks,
        LostPart::Settings,
        LostPart::Title,
        LostPart::Author,
        LostPart::Tags,
        LostPart::Notes,
        LostPart::SiteNotes,
        LostPart::Concept,
        LostPart::Needs,
        LostPart::Policy,
        LostPart::Locks,
        LostPart::Emptied,
        LostPart::Intended,
        LostPart::Made,
    ];

    /// Returns the name of the missing feature of a format.
    pub fn name(self) -> &'static str {
        match self {
            LostPart::Marks => "some marks",
            LostPart::Settings => "settings",
            LostPart::Title => "titles",
            LostPart::Author => "authors",
            LostPart::Tags => "tags",
            LostPart::Notes => "notes",
            LostPart::SiteNotes => "notes on cells",
            LostPart::Concept => "concepts",
            LostPart::Needs => "needed techniques",
            LostPart::Policy => "expected results of the check",
            LostPart::Locks => "locks",
            LostPart::Emptied => "cells marked to stay empty",
            LostPart::Intended => "intended solutions",
            LostPart::Made => "how levels were made",
        }
    }

    /// True if the level has this part, and the level read back has not.
    fn is_lost(self, games: &Games, level: &Level, back: &Level) -> bool {
        let emptied = |level: &Level| {
            let empty = level.spots().filter(|(_, spot)| spot.mark.is_none());
            empty.map(|(site, _)| site).collect::<Vec<Site>>()
        };
        match self {
            LostPart::Marks => !keeps_marks(level, back),
            // The different reading of default settings by other programs is reported elsewhere
            // (`reads_otherwise`).
            LostPart::Settings => {
                let is_kept = |(name, value)| back.settings.get(name) == Some(value);
                !level.settings.iter().all(is_kept)
            }
            LostPart::SiteNotes => {
                !level.site_notes.is_empty() && level.site_notes != back.site_notes
            }
            LostPart::Needs => level.needs.is_some() && level.needs != back.needs,
            LostPart::Title => !level.title.is_empty() && level.title != back.title,
            LostPart::Author => !level.author.is_empty() && level.author != back.author,
            LostPart::Tags => !level.tags.is_empty() && level.tags != back.tags,
            LostPart::Notes => !level.notes.trim().is_empty() && level.notes != back.notes,
            LostPart::Concept => level.concept != Concept::Any && level.concept != back.concept,
            LostPart::Policy => games.expected(level) != games.expected(back),
            LostPart::Locks => {
                let locked = |level: &Level, site| level.hold(site) == Hold::Locked;
                let lost = |(site, _): (Site, _)| locked(level, site) && !locked(back, site);
                level.spots().any(lost)
                    || (back.intended_locked != level.intended_locked
                        && !level.intended_locked.is_empty())
            }
            LostPart::Emptied => !emptied(level).is_empty() && emptied(level) != emptied(back),
            LostPart::Intended => level.intended.is_some() && level.intended != back.intended,
            LostPart::Made => level.made.is_some() && level.made != back.made,
        }
    }
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
    let mut lost: Vec<Loss> = Vec::new();
    let mut lose = |part: LostPart, place: usize| match lost.iter_mut().find(|l| l.part == part) {
        Some(loss) => loss.levels.push(place),
        None => lost.push(Loss { part, levels: vec![place] }),
    };
    for (place, level, back) in kept {
        for part in LostPart::ALL.into_iter().filter(|part| part.is_lost(games, level, back)) {
            lose(part, *place);
        }
    }
    lost.sort_by_key(|loss| loss.part);
    lost
}

/// Returns the losses in words: "sdm keeps no concepts and no locks".
pub fn lacks(format: &str, losses: &[Loss]) -> Option<String> {
    let names: Vec<String> = losses
        .iter()
        .map(|loss| match loss.part {
            LostPart::Marks => "only some marks".to_owned(),
            LostPart::Policy => "no expected results of the check".to_owned(),
            LostPart::Made => "nothing about how levels were made".to_owned(),
            part => format!("no {}", part.name()),
        })
        .collect();
    (!names.is_empty()).then(|| format!("{format} keeps {}", listed(&names, "and")))
}
