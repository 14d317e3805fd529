//! Recipes of sounds: the program's own by name, and PuzzleScript sounds by number.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::wave::{SoundRandom, SoundShape, Wave};

const RECIPES: &str = include_str!("../../assets/sounds.json");

/// A sound of the program's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum UsualSound {
    /// A line was extended.
    Step,
    /// A mark was added, removed or moved.
    Mark,
    Undo,
    Restart,
    Refused,
    /// A piece was pushed by another one.
    Knock,
    /// A piece slides.
    Slide,
    Win,
}

/// A sound to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cue {
    Usual(UsualSound),
    /// The sound with a number in PuzzleScript.
    Seed(u64),
}

/// A sound to play, and the time until then in seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimedCue {
    pub cue: Cue,
    pub after: f32,
}

#[derive(Default, Deserialize)]
struct Recipes {
    named: HashMap<UsualSound, Vec<SoundShape>>,
    kinds: Vec<Map<String, Value>>,
}

static KNOWN: LazyLock<Recipes> =
    LazyLock::new(|| serde_json::from_str(RECIPES).unwrap_or_default());

/// Draws an amount of a recipe: itself, one of a list, or a number between two.
fn drawn(amount: &Value, random: &mut SoundRandom) -> Value {
    if let Value::Array(list) = amount {
        // The random number is below 1.
        let at = (random.next() * list.len() as f64) as usize;
        return list.get(at).map_or(Value::Null, |one| drawn(one, random));
    }
    match (amount["from"].as_f64(), amount["to"].as_f64()) {
        (Some(from), Some(to)) => Value::from(from + (to - from) * random.next()),
        _ => amount.clone(),
    }
}

/// Returns the sound with a number: its last two digits give the kind, the others the variant. The kinds belong
/// to the family of sfxr, as PuzzleScript's do; the samples differ from the original's.
fn seeded(seed: u64) -> SoundShape {
    let kinds = &KNOWN.kinds;
    let number = (seed % 100) as usize % kinds.len().max(1);
    let Some(kind) = kinds.get(number) else { return SoundShape::default() };
    let mut random = SoundRandom::new(seed as f64 / 100.0);
    let parts = kind.iter().filter(|(part, _)| *part != "name");
    let shape: Map<String, Value> =
        parts.map(|(part, amount)| (part.clone(), drawn(amount, &mut random))).collect();
    SoundShape::deserialize(Value::Object(shape)).unwrap_or_default()
}

/// Returns the waves of a sound, each with its delay in seconds.
pub fn waves_of(cue: Cue) -> Vec<(Wave, f32)> {
    let one = |shape: &SoundShape| (shape.samples(), shape.after as f32);
    match cue {
        Cue::Seed(seed) => vec![one(&seeded(seed))],
        Cue::Usual(usual) => KNOWN.named.get(&usual).into_iter().flatten().map(one).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [UsualSound; 8] = [
        UsualSound::Step,
        UsualSound::Mark,
        UsualSound::Undo,
        UsualSound::Restart,
        UsualSound::Refused,
        UsualSound::Knock,
        UsualSound::Slide,
        UsualSound::Win,
    ];

    #[test]
    fn every_usual_sound_has_a_recipe_and_every_recipe_a_sound() {
        assert_eq!(KNOWN.named.len(), ALL.len());
        for usual in ALL {
            let waves = waves_of(Cue::Usual(usual));
            assert!(!waves.is_empty(), "{usual:?}");
            let loud = waves.iter().flat_map(|(wave, _)| wave.iter()).any(|one| one.abs() > 0.1);
            assert!(loud, "{usual:?}");
        }
        assert_eq!(waves_of(Cue::Usual(UsualSound::Win)).len(), 4);
    }

    #[test]
    fn recipes_name_no_part_that_sounds_do_not_have() {
        let Ok(Value::Object(recipes)) = serde_json::from_str(RECIPES) else { panic!("JSON") };
        let (named, kinds) = (&recipes["named"], &recipes["kinds"]);
        let named = named.as_object().into_iter().flat_map(Map::values);
        let named = named.flat_map(|sounds| sounds.as_array().into_iter().flatten());
        let parts = [
            "name", "wave", "pitch", "slide", "bend", "vibrates", "vibrato", "leap", "leaps",
            "duty", "widens", "rise", "stay", "fade", "punch", "anew", "below", "above", "gain",
            "after",
        ];
        for recipe in named.chain(kinds.as_array().into_iter().flatten()) {
            for part in recipe.as_object().into_iter().flat_map(Map::keys) {
                assert!(parts.contains(&part.as_str()), "{part}");
            }
        }
    }

    #[test]
    fn seeds_make_sounds_of_their_kind() {
        for kind in 0..KNOWN.kinds.len() as u64 {
            for number in 0..40 {
                let seed = number * 97_300 + kind;
                let shape = seeded(seed);
                assert_ne!(shape, SoundShape::default(), "{seed}");
                assert_eq!(shape, seeded(seed));
                let wave = shape.samples();
                assert!(wave.iter().all(|one| one.is_finite()), "{seed}");
                assert!(wave.iter().any(|one| one.abs() > 0.02), "{seed}: {shape:?}");
            }
        }
        assert_ne!(seeded(100), seeded(200));
    }
}
