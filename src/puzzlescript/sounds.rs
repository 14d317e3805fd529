//! What a source has sounds for, by their seeds: `assets/web/sound.js` plays them. Nothing here does.

use super::game::ScriptGame;
use super::parsed::{SoundText, SoundWord};
use serde::Serialize;
use std::collections::BTreeMap;

/// The sounds of a game.
#[derive(Serialize)]
pub(super) struct PortableSounds {
    /// Seeds of events, such as `sfx3` or `endlevel`.
    events: BTreeMap<String, u64>,
    /// A verb, the objects that it happens to, directions (up 1, down 2, left 4, right 8, none in
    /// particular 16), and a seed.
    objects: Vec<(String, Vec<u32>, u8, u64)>,
}

/// What a word says of directions.
fn directions(word: &str) -> u8 {
    match word {
        "up" => 1,
        "down" => 2,
        "left" => 4,
        "right" => 8,
        "vertical" => 3,
        "horizontal" => 12,
        _ => 15,
    }
}

impl ScriptGame {
    /// The sounds of a source, where it has any.
    pub(super) fn portable_sounds(&self) -> Option<PortableSounds> {
        let mut sounds = PortableSounds { events: BTreeMap::new(), objects: Vec::new() };
        for sound in &self.parsed.sounds {
            let Some((first, kind)) = sound.words.first() else { continue };
            let seed = sound.words.last().filter(|(_, kind)| *kind == SoundWord::Seed);
            let Some(seed) = seed.and_then(|(word, _)| word.parse().ok()) else { continue };
            match kind {
                // The first one counts, as in the warning that there are two.
                SoundWord::Event => {
                    sounds.events.entry(first.clone()).or_insert(seed);
                }
                SoundWord::Object => sounds.objects.extend(self.object_sound(sound, seed)),
                _ => {}
            }
        }
        let has_any = !sounds.events.is_empty() || !sounds.objects.is_empty();
        has_any.then_some(sounds)
    }

    fn object_sound(&self, sound: &SoundText, seed: u64) -> Option<(String, Vec<u32>, u8, u64)> {
        let (name, verb) = (&sound.words.first()?.0, &sound.words.get(1)?.0);
        let name = self.dictionary.lookup(name)?;
        let mask = self.dictionary.meaning(name).mask.as_ref()?;
        let objects = (0..self.dictionary.n_objects()).filter(|object| mask.contains(*object));
        let told = sound.words.iter().filter(|(_, kind)| *kind == SoundWord::Direction);
        let told = told.fold(0, |all, (word, _)| all | directions(word));
        let ways = match (verb.as_str(), told) {
            ("action", _) => 16,
            (_, 0) => 15,
            (_, told) => told,
        };
        Some((verb.clone(), objects.map(|object| object as u32).collect(), ways, seed))
    }
}
