//! The functions of `unix` for every other system.

use std::ffi::OsString;
use std::fmt::Display;
use std::fs::{DirBuilder, File, FileType, Metadata, OpenOptions, Permissions};
use std::io::{Error, Result};
use std::net::TcpStream;
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use super::FileId;

/// A locked file could be neither read nor replaced.
pub const LOCKS_ARE_ADVISORY: bool = false;

pub const NEW_FILE: Option<fn() -> Permissions> = None;
pub const OWN_FOLDER: Option<fn() -> Permissions> = None;

pub fn own_process_group(_: &mut Command) {}

pub fn give_back_memory(_: &mut Command, _: u64) {}

pub fn leave_memory_alone(_: &mut Command) {}

pub fn limit_memory(_: u64) {}

pub fn limit_memory_for_now(_: u64) {}

pub fn close_to_files() {}

pub fn asks_for_less_motion() -> bool {
    false
}

/// Returns the time since the first call.
pub fn processor_time() -> Duration {
    static BEGAN: OnceLock<Instant> = OnceLock::new();
    BEGAN.get_or_init(Instant::now).elapsed()
}

pub fn thread_time() -> Duration {
    processor_time()
}

pub fn is_running(_: i32) -> bool {
    false
}

pub fn on_end_signal<E: Display>(
    _: impl FnOnce() -> std::result::Result<(), E> + Send + 'static,
) -> Result<()> {
    Ok(())
}

pub fn keep_alive(_: &TcpStream) {}

pub fn file_id(_: &Metadata) -> Option<FileId> {
    None
}

/// Compares the drives, which are the first parts of the paths.
pub fn on_one_device(one: &Path, other: &Path) -> bool {
    one.components().next() == other.components().next()
}

pub fn open_without_waiting(path: &Path) -> Result<File> {
    File::open(path)
}

pub fn special_kind(_: FileType) -> &'static str {
    "a device"
}

pub fn takes_a_stream(_: &Path) -> Result<()> {
    Ok(())
}

pub fn is_fixed(_: &Metadata, _: Option<&Metadata>, _: &Error) -> bool {
    false
}

pub fn is_of_another(_: &Metadata) -> bool {
    false
}

pub fn others_can_read(_: &Path) -> bool {
    false
}

pub fn has_more_names(_: &Metadata) -> bool {
    false
}

pub fn take_owner(file: &File, old: &Metadata) -> Result<bool> {
    file.set_permissions(old.permissions())?;
    Ok(true)
}

pub fn private_file(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}

pub fn private_folder(builder: &mut DirBuilder) -> &mut DirBuilder {
    builder
}

pub fn os_string(bytes: Vec<u8>) -> OsString {
    String::from_utf8_lossy(&bytes).into_owned().into()
}
