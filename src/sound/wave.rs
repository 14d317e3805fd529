//! A sound as samples.

use std::f64::consts::{PI, TAU};
use std::sync::Arc;

use serde::Deserialize;

/// Samples per second.
pub const RATE: u32 = 44_100;
/// Maximum length of a sound, in seconds.
const LONGEST: f64 = 2.0;
/// Number of random values in one period of noise, so that it has a pitch, too.
const GRAINS: usize = 32;

/// One sound, as samples between -1 and 1 ([`RATE`] of them in a second).
pub type Wave = Arc<[f32]>;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum WaveForm {
    Square,
    Saw,
    Sine,
    Noise,
}

/// Parameters of a sound. It rises, stays and fades; its pitch slides, vibrates, and may leap once.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default)]
pub(crate) struct SoundShape {
    pub wave: WaveForm,
    /// Pitch in hertz.
    pub pitch: f64,
    /// Change of pitch in octaves per second, and the change of that.
    pub slide: f64,
    pub bend: f64,
    /// Amplitude of the pitch's vibrato, as a fraction of the pitch, and its frequency in hertz.
    pub vibrates: f64,
    pub vibrato: f64,
    /// Factor of the leap, and its time in seconds; 0 means never.
    pub leap: f64,
    pub leaps: f64,
    /// The share of a period in which a square wave is up, and its change per second.
    pub duty: f64,
    pub widens: f64,
    /// Durations in seconds.
    pub rise: f64,
    pub stay: f64,
    pub fade: f64,
    /// Extra loudness at the beginning.
    pub punch: f64,
    /// Time in seconds after which the pitch starts again; 0 means never.
    pub anew: f64,
    /// Limits of the filters, in hertz.
    pub below: f64,
    pub above: f64,
    pub gain: f64,
    /// Beginning of the sound, in seconds.
    pub after: f64,
}

impl Default for SoundShape {
    fn default() -> Self {
        Self {
            wave: WaveForm::Sine,
            pitch: 440.0,
            slide: 0.0,
            bend: 0.0,
            vibrates: 0.0,
            vibrato: 8.0,
            leap: 1.0,
            leaps: 0.0,
            duty: 0.5,
            widens: 0.0,
            rise: 0.002,
            stay: 0.02,
            fade: 0.08,
            punch: 0.0,
            anew: 0.0,
            below: 20_000.0,
            above: 0.0,
            gain: 0.6,
            after: 0.0,
        }
    }
}

/// Random numbers below 1, determined by a seed (mulberry32, by Tommy Ettinger).
pub(crate) struct SoundRandom(u32);

impl SoundRandom {
    pub(crate) fn new(seed: f64) -> Self {
        // As JavaScript reduces a number to 32 bits; seeds are below 2^53.
        Self((seed.floor() as i64) as u32)
    }

    pub(crate) fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x6D2B_79F5);
        let mixed = (self.0 ^ (self.0 >> 15)).wrapping_mul(1 | self.0);
        let mixed = mixed.wrapping_add((mixed ^ (mixed >> 7)).wrapping_mul(61 | mixed)) ^ mixed;
        f64::from(mixed ^ (mixed >> 14)) / 4_294_967_296.0
    }
}

impl SoundShape {
    fn loudness(&self, time: f64) -> f64 {
        if time < self.rise {
            return time / self.rise;
        }
        if time < self.rise + self.stay {
            return 1.0 + self.punch * (1.0 - (time - self.rise) / self.stay);
        }
        (1.0 - (time - self.rise - self.stay) / self.fade).max(0.0)
    }

    fn pitch_at(&self, time: f64, local: f64) -> f64 {
        let slid = (self.slide * local + self.bend * local * local / 2.0).exp2();
        let leapt = if self.leaps != 0.0 && local > self.leaps { self.leap } else { 1.0 };
        let swings = 1.0 + self.vibrates * (TAU * self.vibrato * time).sin();
        (self.pitch * slid * leapt * swings).min(f64::from(RATE) / 3.0).max(20.0)
    }

    fn value(&self, phase: f64, local: f64, grains: &[f64; GRAINS]) -> f64 {
        match self.wave {
            WaveForm::Square => {
                let duty = (self.duty + self.widens * local).clamp(0.05, 0.95);
                if phase < duty { 0.6 } else { -0.6 }
            }
            WaveForm::Saw => 1.0 - 2.0 * phase,
            WaveForm::Sine => (TAU * phase).sin(),
            // The phase is below 1.
            WaveForm::Noise => grains[((phase * GRAINS as f64) as usize).min(GRAINS - 1)],
        }
    }

    /// Computes its samples, through a low-pass and a high-pass filter.
    pub(crate) fn samples(&self) -> Wave {
        let rate = f64::from(RATE);
        let seconds = (self.rise + self.stay + self.fade).clamp(0.0, LONGEST);
        let count = ((rate * seconds) as usize).max(1);
        let mut random = SoundRandom::new(self.pitch);
        let mut grains: [f64; GRAINS] = std::array::from_fn(|_| 2.0 * random.next() - 1.0);
        let lets_low = (2.0 * PI * self.below / rate).min(1.0);
        let lets_high = 1.0 - (2.0 * PI * self.above / rate).min(0.9);
        let (mut phase, mut low, mut high) = (0.0, 0.0, 0.0);
        let sample = |n: usize| {
            let time = n as f64 / rate;
            let local = if self.anew > 0.0 { time % self.anew } else { time };
            phase += self.pitch_at(time, local) / rate;
            if phase >= 1.0 {
                phase %= 1.0;
                if self.wave == WaveForm::Noise {
                    grains = std::array::from_fn(|_| 2.0 * random.next() - 1.0);
                }
            }
            let last = low;
            low += (self.value(phase, local, &grains) - low) * lets_low;
            high = (high + low - last) * lets_high;
            let passed = if self.above == 0.0 { low } else { high };
            (passed * self.loudness(time) * self.gain).clamp(-1.0, 1.0) as f32
        };
        (0..count).map(sample).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts how often a wave crosses zero from below, per second.
    fn pitch_of(wave: &[f32]) -> f64 {
        let rises = wave.windows(2).filter(|pair| pair[0] < 0.0 && pair[1] >= 0.0).count();
        rises as f64 * f64::from(RATE) / wave.len() as f64
    }

    #[test]
    fn waves_have_their_pitch_and_length() {
        for form in [WaveForm::Sine, WaveForm::Saw, WaveForm::Square] {
            let shape = SoundShape { wave: form, pitch: 500.0, stay: 0.8, ..SoundShape::default() };
            let wave = shape.samples();
            let seconds = wave.len() as f64 / f64::from(RATE);
            assert!((seconds - 0.882).abs() < 0.001, "{seconds}");
            assert!((pitch_of(&wave) - 500.0).abs() < 5.0, "{form:?}: {}", pitch_of(&wave));
            assert!(wave.iter().all(|sample| sample.abs() <= 1.0));
            assert!(wave.last().is_some_and(|last| last.abs() < 0.01), "it fades");
        }
    }

    #[test]
    fn a_slide_of_an_octave_doubles_the_pitch() {
        let shape =
            SoundShape { pitch: 300.0, slide: 1.0, stay: 1.0, fade: 0.1, ..SoundShape::default() };
        let wave = shape.samples();
        let (first, last) = (&wave[..4410], &wave[RATE as usize - 4410..RATE as usize]);
        let ratio = pitch_of(last) / pitch_of(first);
        assert!((1.75..2.05).contains(&ratio), "{ratio}");
    }

    #[test]
    fn filters_take_away_what_is_too_high_and_too_low() {
        let loud = |wave: &[f32]| wave.iter().fold(0.0f32, |most, one| most.max(one.abs()));
        let shape = |below, above, pitch| {
            SoundShape { below, above, pitch, stay: 0.3, ..SoundShape::default() }.samples()
        };
        assert!(loud(&shape(200.0, 0.0, 4000.0)) < 0.2 * loud(&shape(20_000.0, 0.0, 4000.0)));
        assert!(loud(&shape(20_000.0, 3000.0, 60.0)) < 0.2 * loud(&shape(20_000.0, 0.0, 60.0)));
    }
}
