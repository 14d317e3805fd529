//! Output of sounds on each kind of system. A port is one more file here, with the same functions as `mute`.

#[cfg(any(not(unix), target_os = "macos"))]
mod mute;
#[cfg(all(unix, not(target_os = "macos")))]
mod pulse;

#[cfg(any(not(unix), target_os = "macos"))]
pub(crate) use mute::{IS_ABLE, run};
#[cfg(all(unix, not(target_os = "macos")))]
pub(crate) use pulse::{IS_ABLE, run};
