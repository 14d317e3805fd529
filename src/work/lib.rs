//! Child processes of this program: one protocol over pipes, for everything that runs in one.
//!
//! A parent sends asks and cancels; the child sends progress and one answer per ask. Each message is
//! MessagePack after its length. The parent side is [`ChildProcess`] (one running process) and [`Caller`]
//! (restarts it, waits, cancels, kills); the child side is [`serve`]. The caller defines the types of asks and
//! answers.

mod caller;
mod child;
mod frames;
mod meter;
mod serve;

pub use caller::{Answered, CallEnd, CallLimits, Caller};
pub use child::{ChildProcess, Lost};
pub use frames::{FromChild, Said};
pub use meter::WorkMeter;
pub use serve::{Call, serve};
