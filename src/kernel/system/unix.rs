//! Unix systems.

use std::ffi::OsString;
use std::fmt::Display;
use std::fs::{DirBuilder, File, FileType, Metadata, OpenOptions, Permissions, TryLockError};
use std::io::{Error, ErrorKind, Result, Write as _};
use std::net::TcpStream;
use std::os::unix::ffi::OsStringExt as _;
use std::os::unix::fs::{
    DirBuilderExt as _, FileTypeExt as _, MetadataExt as _, OpenOptionsExt as _,
    PermissionsExt as _, fchown,
};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Resource, Rlimit, getrlimit, setrlimit};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

use super::{FileId, SILENCE, TRIES, TRY_EVERY};

/// Advice to the owner of a file that others can read; its path follows.
pub const HOW_TO_HIDE_A_FILE: &str = "run chmod 600";

/// Permissions of a new file before the system's mask applies, and of a folder that only its owner can look
/// into; `None` if the system has none.
pub const NEW_FILE: Option<fn() -> Permissions> = Some(|| Permissions::from_mode(0o666));
pub const OWN_FOLDER: Option<fn() -> Permissions> = Some(|| Permissions::from_mode(0o700));

/// Starts a process outside of this one's group: a Ctrl+C in the terminal is for the asking program, which
/// stops its children itself.
pub fn own_process_group(command: &mut Command) {
    command.process_group(0);
}

/// A child ends when its standard input does, as it does with this process.
pub fn end_with_this(_: &Child) {}

/// Leaves the terminal to those who share it.
pub fn leave_own_console() {}

/// Settings of the GNU C library, in bytes: the size from which memory is a mapping of its own, and the maximum
/// free memory kept at the end of the heap.
const MEMORY_SETTINGS: [(&str, &str); 2] =
    [("MALLOC_MMAP_THRESHOLD_", "393216"), ("MALLOC_TRIM_THRESHOLD_", "33554432")];

/// Makes threads share one heap. Otherwise each may reserve 64 MiB of address space, however little it uses.
const ONE_HEAP: (&str, &str) = ("MALLOC_ARENA_MAX", "1");
/// Memory in MiB below which such reserves would leave too little.
const LITTLE: u64 = 1024;

/// Makes a child with this much memory give back large pieces as soon as they are free. Otherwise the C library
/// keeps them in its heap, where the tables of a large search leave holes nearly as large as themselves.
pub fn give_back_memory(command: &mut Command, memory_mib: u64) {
    command.envs(MEMORY_SETTINGS);
    command.envs((memory_mib < LITTLE).then_some(ONE_HEAP));
}

/// Leaves a child's memory to its C library, whatever was set for this process.
pub fn leave_memory_alone(command: &mut Command) {
    MEMORY_SETTINGS.iter().chain([&ONE_HEAP]).for_each(|(name, _)| {
        command.env_remove(name);
    });
}

/// Sets the hard or the soft limit of the address space.
fn set_address_space(bytes: u64, hard: bool) {
    let maximum = getrlimit(Resource::As).maximum;
    let current = Some(maximum.map_or(bytes, |maximum| maximum.min(bytes)));
    let maximum = if hard { current } else { maximum };
    // If the system refuses, the process runs without a limit, as on other systems.
    let _ = setrlimit(Resource::As, Rlimit { current, maximum });
}

/// Limits the address space of this process permanently.
pub fn limit_memory(memory_mib: u64) {
    set_address_space(memory_mib.saturating_mul(1 << 20), true);
}

/// Limits the address space of this process until the next call.
pub fn limit_memory_for_now(bytes: u64) {
    set_address_space(bytes, false);
}

/// Returns the bytes of address space that this process uses; 0 if the system does not report it.
pub fn address_space() -> u64 {
    let pages = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages: u64 = pages.split(' ').next().and_then(|n| n.parse().ok()).unwrap_or(0);
    pages.saturating_mul(4096)
}

/// True if the desktop asks for less motion: GNOME's setting, which most desktops under Linux keep, or that of
/// macOS. Starts a process; false if no setting is found.
pub fn asks_for_less_motion() -> bool {
    let (program, asked, less) = match cfg!(target_os = "macos") {
        true => ("defaults", ["read", "com.apple.universalaccess", "reduceMotion"], "1"),
        false => {
            ("gsettings", ["get", "org.gnome.desktop.interface", "enable-animations"], "false")
        }
    };
    let said = Command::new(program).args(asked).stdin(Stdio::null()).output();
    said.is_ok_and(|said| said.stdout.trim_ascii() == less.as_bytes())
}

/// Prevents this process from opening further files or connections. Standard input, output and error stay.
pub fn close_to_files() {
    // Every further file would have a number of 3 or more.
    let limit = Some(3);
    let _ = setrlimit(Resource::Nofile, Rlimit { current: limit, maximum: limit });
}

/// Returns the processor time of this process, which does not grow while others run.
pub fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::try_from(time).unwrap_or_default()
}

/// Returns the processor time of this thread alone.
pub fn thread_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(time).unwrap_or_default()
}

/// True if a process with this number runs.
pub fn is_running(process: i32) -> bool {
    Pid::from_raw(process)
        .is_some_and(|process| rustix::process::test_kill_process(process).is_ok())
}

/// Runs code when the system wants the program to end; the program then ends as requested. A
/// program that was told to outlive its terminal does so.
pub fn on_end_signal<E: Display>(
    work: impl FnOnce() -> std::result::Result<(), E> + Send + 'static,
) -> Result<()> {
    let mut wanted = vec![SIGINT, SIGTERM];
    if !is_ignored(SIGHUP) {
        wanted.push(SIGHUP);
    }
    let mut signals = signal_hook::iterator::Signals::new(&wanted)?;
    let listen = move || {
        if let Some(signal) = signals.forever().next() {
            if let Err(why) = work() {
                let _ = writeln!(std::io::stderr(), "foolproof: {why}");
            }
            // As without a listener; should that fail, the program still ends.
            let _ = signal_hook::low_level::emulate_default_handler(signal);
            std::process::exit(128 + signal);
        }
    };
    std::thread::Builder::new().name("signals".to_owned()).spawn(listen).map(|_| ())
}

/// True if the program was started to ignore a signal, as `nohup` does.
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or_default();
    mask >> (signal - 1) & 1 == 1
}

/// Probes a connection while it is idle.
pub fn keep_alive(stream: &TcpStream) {
    use rustix::net::sockopt;
    let set = || -> rustix::io::Result<()> {
        sockopt::set_socket_keepalive(stream, true)?;
        #[cfg(any(target_os = "linux", target_vendor = "apple", target_os = "freebsd"))]
        {
            sockopt::set_tcp_keepidle(stream, SILENCE)?;
            sockopt::set_tcp_keepintvl(stream, TRY_EVERY)?;
            sockopt::set_tcp_keepcnt(stream, TRIES)?;
        }
        #[cfg(target_os = "linux")]
        {
            let patience = (SILENCE + TRY_EVERY * TRIES).as_millis();
            sockopt::set_tcp_user_timeout(stream, u32::try_from(patience).unwrap_or(u32::MAX))?;
        }
        Ok(())
    };
    // If the system refuses, a machine without power is noticed later.
    let _ = set();
}

/// Returns the identity of an existing file; its metadata are at hand.
pub fn file_id(_: &Path, file: &Metadata) -> Option<FileId> {
    Some(FileId { device: file.dev(), number: file.ino() })
}

/// Waits until no other process writes an existing file; `None` if there are no locks, or if another program
/// never releases it. The turn is the file itself, open and locked, so that no further file is needed.
pub fn wait_for_turn(path: &Path, patience: Duration) -> Option<File> {
    let started = Instant::now();
    while started.elapsed() < patience {
        let file = File::open(path).ok()?;
        let place = |file: &Metadata| (file.dev(), file.ino());
        match file.try_lock() {
            // The last holder may have replaced the file by another one.
            Ok(()) if place(&file.metadata().ok()?) == place(&std::fs::metadata(path).ok()?) => {
                return Some(file);
            }
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(3)),
            Err(TryLockError::Error(_)) => return None,
        }
    }
    None
}

/// True if a file that was not replaced for this reason may be at the next attempt.
pub fn may_be_replaced(_: &Path, _: &Error) -> bool {
    false
}

/// True if two existing paths lie on one file system, so that a relative path between them stays valid when
/// both are moved.
pub fn on_one_device(one: &Path, other: &Path) -> bool {
    let device = |path: &Path| path.metadata().map(|data| data.dev()).ok();
    device(one).is_some_and(|of_one| device(other) == Some(of_one))
}

/// Opens a file for reading; a pipe does not wait for its writer.
pub fn open_without_waiting(path: &Path) -> Result<File> {
    let flags = rustix::fs::OFlags::NONBLOCK.bits().cast_signed();
    File::options().read(true).custom_flags(flags).open(path)
}

/// Returns the name of a file type other than file or folder.
pub fn special_kind(kind: FileType) -> &'static str {
    match () {
        () if kind.is_fifo() => "a pipe",
        () if kind.is_socket() => "a socket",
        () => "a device",
    }
}

/// Checks that a pipe or a device can be written to. It is not opened, which may wait for a reader.
pub fn takes_a_stream(path: &Path) -> Result<()> {
    if std::fs::metadata(path)?.file_type().is_socket() {
        return Err(Error::new(ErrorKind::InvalidInput, "this is a socket"));
    }
    Ok(rustix::fs::access(path, rustix::fs::Access::WRITE_OK)?)
}

/// True if a file that could not be opened for this reason cannot be replaced in its folder either.
pub fn is_fixed(old: &Metadata, folder: Option<&Metadata>, why: &Error) -> bool {
    // Distinguishes a file that is read-only for everybody from one that only this user may not
    // change.
    if why.raw_os_error() == Some(rustix::io::Errno::PERM.raw_os_error()) {
        return true;
    }
    let keeps = |folder: &Metadata| folder.mode() & 0o1000 != 0 && is_of_another(folder);
    !rustix::process::geteuid().is_root() && is_of_another(old) && folder.is_some_and(keeps)
}

/// True if a file belongs to another user.
pub fn is_of_another(file: &Metadata) -> bool {
    file.uid() != rustix::process::geteuid().as_raw()
}

/// True if other users can read a file.
pub fn others_can_read(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|file| file.permissions().mode() & 0o077 != 0)
}

/// True if an existing file has a second name.
pub fn has_more_names(_: &Path, file: &Metadata) -> bool {
    file.nlink() > 1
}

/// Gives a file the owner, group and permissions of its predecessor, as far as allowed; returns whether it
/// got the owner.
pub fn take_owner(file: &File, old: &Metadata) -> Result<bool> {
    let new = file.metadata()?;
    let mut mode = old.mode() & 0o7777;
    let (mut owner, mut group) = (new.uid() == old.uid(), new.gid() == old.gid());
    if !owner && fchown(file, Some(old.uid()), Some(old.gid())).is_ok() {
        (owner, group) = (true, true);
    }
    if !group && fchown(file, None, Some(old.gid())).is_err() {
        // The permissions of the old group must not apply to another group.
        mode = mode & 0o707 | (mode & 0o007) << 3;
    }
    file.set_permissions(Permissions::from_mode(mode))?;
    Ok(owner)
}

/// Makes new files readable and writable by their owner alone.
pub fn private_file(options: &mut OpenOptions) -> &mut OpenOptions {
    options.mode(0o600)
}

/// Makes new folders accessible to their owner alone.
pub fn private_folder(builder: &mut DirBuilder) -> &mut DirBuilder {
    builder.mode(0o700)
}

/// Restores a name of the system from bytes that `OsStr::as_encoded_bytes` returned.
pub fn os_string(bytes: Vec<u8>) -> OsString {
    OsString::from_vec(bytes)
}
