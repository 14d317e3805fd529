//! Systems without sound so far.

use crossbeam_channel::Receiver;

use crate::speaker::SentWave;

pub(crate) const IS_ABLE: bool = false;

pub(crate) fn run(_: &Receiver<SentWave>) {}
