//! Windows. The memory of a process is limited by a job object that holds it alone, and a console's Ctrl+C
//! reaches only the program that was started from it. Folders of a user are private there, files have no owners
//! that matter here, and a process cannot be kept from opening files.
#![allow(unsafe_code)]

use std::ffi::OsString;
use std::fmt::Display;
use std::fs::{DirBuilder, File, FileType, Metadata, OpenOptions, Permissions};
use std::io::{Error, Result, Write as _};
use std::mem::size_of;
use std::net::TcpStream;
use std::os::windows::process::CommandExt as _;
use std::path::Path;
use std::process::Command;
use std::ptr::null;
use std::sync::{Mutex, OnceLock};
use std::time::Duration;

use windows_sys::Win32::Foundation::{CloseHandle, FILETIME, HANDLE, WAIT_TIMEOUT};
use windows_sys::Win32::System::Console::{
    FreeConsole, GetConsoleProcessList, SetConsoleCtrlHandler,
};
use windows_sys::Win32::System::JobObjects as job;
use windows_sys::Win32::System::ProcessStatus::{GetProcessMemoryInfo, PROCESS_MEMORY_COUNTERS};
use windows_sys::Win32::System::Threading as thread;
use windows_sys::Win32::UI::WindowsAndMessaging as window;

use super::FileId;

/// A locked file could be neither read nor replaced.
pub const LOCKS_ARE_ADVISORY: bool = false;

pub const NEW_FILE: Option<fn() -> Permissions> = None;
pub const OWN_FOLDER: Option<fn() -> Permissions> = None;

/// Starts a process without a console: a Ctrl+C there is for the asking program, which stops its children
/// itself, and no console opens beside the window.
pub fn own_process_group(command: &mut Command) {
    command.creation_flags(thread::CREATE_NO_WINDOW);
}

/// Closes a console that was opened for this program alone, as by a double click.
pub fn leave_own_console() {
    let mut processes = [0; 2];
    // SAFETY: there is room for two numbers.
    if unsafe { GetConsoleProcessList(processes.as_mut_ptr(), 2) } == 1 {
        // SAFETY: the call has no conditions.
        unsafe { FreeConsole() };
    }
}

pub fn give_back_memory(_: &mut Command, _: u64) {}

pub fn leave_memory_alone(_: &mut Command) {}

/// The permanent limit of this process, in bytes.
static MEMORY_LIMIT: Mutex<u64> = Mutex::new(u64::MAX);

/// Limits the memory of this process permanently.
pub fn limit_memory(memory_mib: u64) {
    if let Ok(mut limit) = MEMORY_LIMIT.lock() {
        *limit = memory_mib.saturating_mul(1 << 20).min(*limit);
        set_memory_limit(*limit);
    }
}

/// Limits the memory of this process until the next call.
pub fn limit_memory_for_now(bytes: u64) {
    set_memory_limit(MEMORY_LIMIT.lock().map_or(bytes, |limit| bytes.min(*limit)));
}

/// If the system refuses, the process runs without a limit.
fn set_memory_limit(bytes: u64) {
    static JOB: OnceLock<usize> = OnceLock::new();
    let create = || {
        // SAFETY: a job needs neither security attributes nor a name; it stays open.
        unsafe {
            let job = job::CreateJobObjectW(null(), null());
            job::AssignProcessToJobObject(job, thread::GetCurrentProcess());
            job as usize
        }
    };
    let mut limits = job::JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
    limits.BasicLimitInformation.LimitFlags = job::JOB_OBJECT_LIMIT_PROCESS_MEMORY;
    limits.ProcessMemoryLimit = usize::try_from(bytes).unwrap_or(usize::MAX);
    let (handle, kind) = (*JOB.get_or_init(create), job::JobObjectExtendedLimitInformation);
    // SAFETY: the limits have the size that is given.
    unsafe {
        let size = size_of::<job::JOBOBJECT_EXTENDED_LIMIT_INFORMATION>() as u32;
        job::SetInformationJobObject(handle as HANDLE, kind, (&raw const limits).cast(), size);
    }
}

/// Returns the bytes of memory that the system has promised to this process; 0 if it does not report it.
pub fn address_space() -> u64 {
    let mut counters = PROCESS_MEMORY_COUNTERS::default();
    let size = size_of::<PROCESS_MEMORY_COUNTERS>() as u32;
    // SAFETY: the counters have the size that is given.
    unsafe { GetProcessMemoryInfo(thread::GetCurrentProcess(), &raw mut counters, size) };
    counters.PagefileUsage as u64
}

pub fn close_to_files() {}

/// True if the desktop shows no animations.
pub fn asks_for_less_motion() -> bool {
    let (mut animates, question) = (1_i32, window::SPI_GETCLIENTAREAANIMATION);
    // SAFETY: the answer has four bytes.
    let is_read =
        unsafe { window::SystemParametersInfoW(question, 0, (&raw mut animates).cast(), 0) };
    is_read != 0 && animates == 0
}

/// Returns the time in the system and in the program, as read by a function for four times.
fn time_by(read: impl FnOnce(&mut [FILETIME; 4])) -> Duration {
    let mut times = [FILETIME::default(); 4];
    read(&mut times);
    let of = |time: FILETIME| u64::from(time.dwHighDateTime) << 32 | u64::from(time.dwLowDateTime);
    let [_, _, system, user] = times.map(of);
    // A unit is 100 nanoseconds.
    Duration::from_nanos(system.saturating_add(user).saturating_mul(100))
}

/// Returns the processor time of this process, which does not grow while others run.
pub fn processor_time() -> Duration {
    time_by(|[began, ended, system, user]| {
        // SAFETY: the handle stands for this process.
        unsafe {
            thread::GetProcessTimes(thread::GetCurrentProcess(), began, ended, system, user);
        }
    })
}

/// Returns the processor time of this thread alone.
pub fn thread_time() -> Duration {
    time_by(|[began, ended, system, user]| {
        // SAFETY: the handle stands for this thread.
        unsafe {
            thread::GetThreadTimes(thread::GetCurrentThread(), began, ended, system, user);
        }
    })
}

/// True if a process with this number runs.
pub fn is_running(process: i32) -> bool {
    // SAFETY: the handle is closed after its only use.
    unsafe {
        let handle = thread::OpenProcess(thread::PROCESS_SYNCHRONIZE, 0, process.cast_unsigned());
        let runs = !handle.is_null() && thread::WaitForSingleObject(handle, 0) == WAIT_TIMEOUT;
        CloseHandle(handle);
        runs
    }
}

/// The work to do when the system ends the program.
static LAST_WORK: Mutex<Option<Box<dyn FnOnce() + Send>>> = Mutex::new(None);

/// Runs code at Ctrl+C, when the console is closed, or when the user logs off; the system then ends the program.
pub fn on_end_signal<E: Display>(
    work: impl FnOnce() -> std::result::Result<(), E> + Send + 'static,
) -> Result<()> {
    unsafe extern "system" fn end(_: u32) -> i32 {
        let work = LAST_WORK.lock().ok().and_then(|mut work| work.take());
        work.into_iter().for_each(|work| work());
        0
    }
    let work = move || {
        if let Err(why) = work() {
            let _ = writeln!(std::io::stderr(), "foolproof: {why}");
        }
    };
    if let Ok(mut last) = LAST_WORK.lock() {
        *last = Some(Box::new(work));
    }
    // SAFETY: the function lives as long as the program.
    match unsafe { SetConsoleCtrlHandler(Some(end), 1) } {
        0 => Err(Error::last_os_error()),
        _ => Ok(()),
    }
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

/// True if a file lies outside of the user's own folders, which only the user and the system can read.
pub fn others_can_read(path: &Path) -> bool {
    let own = std::env::var_os("USERPROFILE").and_then(|own| Path::new(&own).canonicalize().ok());
    !path.canonicalize().is_ok_and(|path| own.is_some_and(|own| path.starts_with(own)))
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
