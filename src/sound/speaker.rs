//! The speaker of a window.

use std::collections::HashMap;
use std::thread;

use crossbeam_channel::{Sender, TrySendError, bounded};
use serde::{Deserialize, Serialize};

use crate::outlet;
use crate::recipe::{Cue, TimedCue, waves_of};
use crate::wave::Wave;

/// Maximum number of sounds waiting to be played.
const WAITING: usize = 64;

/// Volume of sounds: from 0 to 1, or off.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Volume {
    pub is_on: bool,
    pub level: f32,
}

impl Default for Volume {
    fn default() -> Self {
        Self { is_on: true, level: 0.5 }
    }
}

impl Volume {
    /// Returns the factor of each sample: ears hear its square root.
    fn gain(self) -> f32 {
        let level = self.level.clamp(0.0, 1.0);
        if self.is_on { level * level } else { 0.0 }
    }
}

/// A wave on its way to the desktop.
pub(crate) struct SentWave {
    pub wave: Wave,
    pub gain: f32,
    pub after: f32,
}

/// Plays sounds on a separate thread, which connects to the desktop at the first sound. Silent if the desktop
/// has no sound server.
#[derive(Default)]
pub struct Speaker {
    made: HashMap<Cue, Vec<(Wave, f32)>>,
    to: Option<Sender<SentWave>>,
}

impl Speaker {
    /// True if this program can play sounds on this kind of system.
    pub const IS_ABLE: bool = outlet::IS_ABLE;

    /// Plays sounds; never waits.
    pub fn play(&mut self, cues: &[TimedCue], volume: Volume) {
        let gain = volume.gain();
        if !Self::IS_ABLE || gain == 0.0 {
            return;
        }
        let mut is_lost = false;
        for TimedCue { cue, after } in cues {
            let waves = self.made.entry(*cue).or_insert_with(|| waves_of(*cue));
            let to = self.to.get_or_insert_with(begin);
            for (wave, later) in waves.iter() {
                let wave = Wave::clone(wave);
                // When the queue is full, the sound is dropped.
                let sent = to.try_send(SentWave { wave, gain, after: after + later });
                is_lost |= matches!(sent, Err(TrySendError::Disconnected(_)));
            }
        }
        if is_lost {
            // The next sound looks for the desktop's server again.
            self.to = None;
        }
    }
}

/// Starts the thread that passes sounds to the desktop.
fn begin() -> Sender<SentWave> {
    let (to, from) = bounded(WAITING);
    // Without a thread there is no sound.
    let _ = thread::Builder::new().name("sound".to_owned()).spawn(move || outlet::run(&from));
    to
}
