//! Desktops whose sounds go through PulseAudio or PipeWire, which speaks the same protocol.

use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError};
use parking_lot::Mutex;
use pulseaudio::protocol::stream::{BufferAttr, StreamFlags};
use pulseaudio::protocol::{ChannelMap, ChannelVolume, DEFAULT_SINK, PlaybackStreamParams};
use pulseaudio::protocol::{SampleFormat, SampleSpec};
use pulseaudio::{
    AsPlaybackSource as _, Client, ClientError, PlaybackStream, cookie_path_from_env,
    socket_path_from_env,
};

use crate::mixer::Mixer;
use crate::speaker::SentWave;
use crate::wave::RATE;

pub(crate) const IS_ABLE: bool = true;

/// Time handed over ahead: a sound is heard that much later.
const AHEAD: Duration = Duration::from_millis(40);
/// Silence after which the stream ends, so that the desktop may rest.
const REST: Duration = Duration::from_secs(5);
/// Length of a cookie, in bytes.
const COOKIE: usize = 256;
const SAMPLE: usize = size_of::<f32>();

/// Plays the received waves until the sender is dropped or the desktop's server goes away.
pub(crate) fn run(from: &Receiver<SentWave>) {
    // Without a sound server, play is silent.
    let _ = play(from);
}

fn play(from: &Receiver<SentWave>) -> Result<(), ClientError> {
    let client = connected()?;
    let mixer = Arc::new(Mutex::new(Mixer::default()));
    let mut stream: Option<PlaybackStream> = None;
    loop {
        match from.recv_timeout(REST) {
            Ok(SentWave { wave, gain, after }) => {
                // A server that went away is noticed only when it is asked something.
                if let Some(stream) = &stream {
                    pollster::block_on(stream.timing_info())?;
                }
                mixer.lock().add(wave, gain, after);
                if stream.is_none() {
                    stream = Some(begun(&client, &mixer)?);
                }
            }
            Err(RecvTimeoutError::Timeout) if mixer.lock().is_silent() => stream = None,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
    }
}

/// Connects to the desktop's sound server. PulseAudio requires a cookie of full length even from clients that
/// it recognises as the owner of its socket, who may have none.
fn connected() -> Result<Client, ClientError> {
    let socket = socket_path_from_env().ok_or(ClientError::ServerUnavailable)?;
    let cookie = cookie_path_from_env().and_then(|path| std::fs::read(path).ok());
    let cookie = cookie.unwrap_or_else(|| vec![0; COOKIE]);
    Client::new_unix(c"Foolproof", UnixStream::connect(socket)?, Some(cookie))
}

/// Begins a stream that takes samples from the mixer as the desktop needs them.
fn begun(client: &Client, mixer: &Arc<Mutex<Mixer>>) -> Result<PlaybackStream, ClientError> {
    let mixer = Arc::clone(mixer);
    let mut samples = Vec::new();
    let fill = move |bytes: &mut [u8]| {
        samples.resize(bytes.len() / SAMPLE, 0.0f32);
        mixer.lock().fill(&mut samples);
        for (place, sample) in bytes.chunks_exact_mut(SAMPLE).zip(&samples) {
            place.copy_from_slice(&sample.to_le_bytes());
        }
        samples.len() * SAMPLE
    };
    let bytes = u32::try_from(AHEAD.as_millis()).unwrap_or(40) * RATE / 1000 * SAMPLE as u32;
    let params = PlaybackStreamParams {
        sample_spec: SampleSpec { format: SampleFormat::Float32Le, channels: 1, sample_rate: RATE },
        channel_map: ChannelMap::mono(),
        cvolume: Some(ChannelVolume::norm(1)),
        sink_name: Some(DEFAULT_SINK.to_owned()),
        buffer_attr: BufferAttr { target_length: bytes, ..BufferAttr::default() },
        flags: StreamFlags { adjust_latency: true, ..StreamFlags::default() },
        ..PlaybackStreamParams::default()
    };
    pollster::block_on(client.create_playback_stream(params, fill.as_playback_source()))
}
