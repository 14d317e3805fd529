//! Mixes sounds that play at the same time.

use crate::wave::{RATE, Wave};

/// Maximum number of sounds at once; older ones end.
const MAX_VOICES: usize = 24;

/// A wave being played.
struct MixerVoice {
    wave: Wave,
    gain: f32,
    /// Number of samples until it begins, and then the index of the next one.
    waits: usize,
    at: usize,
}

/// Sounds that are playing or will begin soon.
#[derive(Default)]
pub(crate) struct Mixer {
    voices: Vec<MixerVoice>,
}

impl Mixer {
    /// Schedules a wave to begin in `after` seconds.
    pub(crate) fn add(&mut self, wave: Wave, gain: f32, after: f32) {
        if self.voices.len() >= MAX_VOICES {
            self.voices.remove(0);
        }
        // Clamped, so the cast loses nothing.
        let waits = (after.clamp(0.0, 60.0) * RATE as f32) as usize;
        self.voices.push(MixerVoice { wave, gain, waits, at: 0 });
    }

    /// True if no sound is left to play.
    pub(crate) fn is_silent(&self) -> bool {
        self.voices.is_empty()
    }

    /// Returns the next samples of all sounds together.
    pub(crate) fn fill(&mut self, samples: &mut [f32]) {
        samples.fill(0.0);
        for voice in &mut self.voices {
            let begins = voice.waits.min(samples.len());
            voice.waits -= begins;
            let rest = voice.wave.get(voice.at..).unwrap_or_default();
            for (sample, one) in samples[begins..].iter_mut().zip(rest) {
                *sample += one * voice.gain;
                voice.at += 1;
            }
        }
        self.voices.retain(|voice| voice.at < voice.wave.len());
        samples.iter_mut().for_each(|sample| *sample = sample.clamp(-1.0, 1.0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sounds_add_up_begin_in_time_and_end() {
        let mut mixer = Mixer::default();
        let step = 1.0 / RATE as f32;
        mixer.add(Wave::from(vec![0.5; 4]), 1.0, 0.0);
        mixer.add(Wave::from(vec![0.2; 3]), 0.5, 3.1 * step);
        let mut heard = Vec::new();
        while !mixer.is_silent() {
            let mut part = [0.0; 2];
            mixer.fill(&mut part);
            heard.extend(part);
        }
        let wanted = [0.5, 0.5, 0.5, 0.6, 0.1, 0.1];
        assert!(heard.iter().zip(wanted).all(|(one, other)| (one - other).abs() < 1e-6));
        assert_eq!(heard.len(), wanted.len(), "{heard:?}");
    }

    #[test]
    fn no_sum_is_too_loud_and_voices_are_bounded() {
        let mut mixer = Mixer::default();
        for _ in 0..100 {
            mixer.add(Wave::from(vec![0.9; 10]), 1.0, 0.0);
        }
        assert_eq!(mixer.voices.len(), MAX_VOICES);
        let mut part = [0.0; 10];
        mixer.fill(&mut part);
        assert_eq!(part, [1.0; 10]);
        assert!(mixer.is_silent());
    }
}
