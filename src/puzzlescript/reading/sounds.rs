//! The sounds of a source, by their seeds, and those heard in a turn. Nothing here plays them.

use crate::game::ScriptGame;
use crate::reading::parsed::{SoundText, SoundWord};
use crate::turns::trace::{StepDirection, TurnEvent, TurnWatcher};
use serde::Serialize;
use std::collections::BTreeMap;

/// Sounds that rules name by a number: `sfx0` to `sfx10`.
const NAMED_SOUNDS: u32 = 11;

/// The sounds of a game.
#[derive(Serialize)]
pub(crate) struct PortableSounds {
    /// Seeds of events such as `sfx3` or `endlevel`.
    events: BTreeMap<String, u64>,
    /// A verb, the objects to which it applies, directions (up 1, down 2, left 4, right 8, none in particular
    /// 16), and a seed.
    objects: Vec<(String, Vec<u32>, u8, u64)>,
}

/// The directions that a word stands for, as bits.
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
    /// The seed of an event's sound, such as `endlevel`, if the source has one.
    pub fn event_sound(&self, event: &str) -> Option<u64> {
        self.portable_sounds()?.events.get(event).copied()
    }

    /// The sounds of a source, if it has any.
    pub(crate) fn portable_sounds(&self) -> Option<PortableSounds> {
        let mut sounds = PortableSounds { events: BTreeMap::new(), objects: Vec::new() };
        for sound in &self.parsed.sounds {
            let Some((first, kind)) = sound.words.first() else { continue };
            let seed = sound.words.last().filter(|(_, kind)| *kind == SoundWord::Seed);
            let Some(seed) = seed.and_then(|(word, _)| word.parse().ok()) else { continue };
            match kind {
                // The first one counts, as the warning about two says.
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

/// Follows turns to find the sounds that are heard.
pub struct SoundListener {
    sounds: Option<PortableSounds>,
    /// Seeds of the step so far.
    step: Vec<u64>,
    /// Seeds of the last step that ended.
    ended: Vec<u64>,
}

impl SoundListener {
    /// In a game without sounds it hears nothing.
    pub fn new(game: &ScriptGame) -> SoundListener {
        SoundListener { sounds: game.portable_sounds(), step: Vec::new(), ended: Vec::new() }
    }

    /// The seeds heard in the last step, each once; bit n of `asked` is `sfxn`.
    pub(crate) fn take(&mut self, asked: u32) -> Vec<u64> {
        let mut seeds = std::mem::take(&mut self.ended);
        let events = self.sounds.iter().map(|sounds| &sounds.events);
        for events in events {
            let named = (0..NAMED_SOUNDS).filter(|n| asked >> n & 1 == 1);
            seeds.extend(named.filter_map(|n| events.get(&format!("sfx{n}"))));
        }
        let mut once = Vec::with_capacity(seeds.len());
        for seed in seeds {
            if !once.contains(&seed) {
                once.push(seed);
            }
        }
        once
    }

    fn hear(&mut self, verb: &str, object: u32, movement: u8) {
        let sounds = self.sounds.iter().flat_map(|sounds| &sounds.objects);
        for (of_verb, objects, ways, seed) in sounds {
            let fits = of_verb == verb && ways & movement != 0 && objects.contains(&object);
            // A long step has many events and few sounds.
            if fits && !self.step.contains(seed) {
                self.step.push(*seed);
            }
        }
    }
}

/// Matches every direction of a sound.
const ANY_WAY: u8 = u8::MAX;

impl TurnWatcher for SoundListener {
    const WATCHES: bool = true;

    fn note(&mut self, event: TurnEvent) {
        match event {
            TurnEvent::Moved { object, direction, .. } => {
                let movement = match direction {
                    StepDirection::Up => 1,
                    StepDirection::Down => 2,
                    StepDirection::Left => 4,
                    StepDirection::Right => 8,
                };
                self.hear("move", object, movement);
            }
            TurnEvent::Stuck { object, movement } => self.hear("cantmove", object, movement),
            TurnEvent::Acted { object } => self.hear("action", object, ANY_WAY),
            TurnEvent::Made { object, .. } => self.hear("create", object, ANY_WAY),
            TurnEvent::Destroyed { object, .. } => self.hear("destroy", object, ANY_WAY),
            // The original plays sounds of movements once it knows that nothing restarts.
            TurnEvent::Restarted | TurnEvent::TakenBack => self.step.clear(),
            TurnEvent::Fired { .. } | TurnEvent::Entered { .. } => {}
        }
    }

    /// A step that changes nothing in the end is heard too.
    fn step_ends(&mut self, _: bool) {
        self.ended = std::mem::take(&mut self.step);
    }
}
