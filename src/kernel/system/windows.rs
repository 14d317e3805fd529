//! Windows. The memory of a process is limited by a job object that holds it alone, and a console's Ctrl+C
//! reaches only the program that was started from it. Folders of a user are private there, files have no owners
//! that matter here, and a process cannot be kept from reading files.
#![allow(unsafe_code)]

use std::ffi::OsString;
use std::fmt::Display;
use std::fs::{DirBuilder, File, FileType, Metadata, OpenOptions, Permissions};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::{Error, Result, Write as _};
use std::mem::size_of;
use std::net::TcpStream;
use std::os::windows::fs::OpenOptionsExt as _;
use std::os::windows::io::{AsRawHandle as _, AsRawSocket as _};
use std::os::windows::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, Command};
use std::ptr::{null, null_mut};
use std::sync::{Mutex, OnceLock};
use std::time::Duration;

use winapi_util::file::{Information, information};
use windows_sys::Win32::Foundation::{
    CloseHandle, ERROR_ACCESS_DENIED, ERROR_SHARING_VIOLATION, FILETIME, HANDLE, HWND, LPARAM,
    LRESULT, WAIT_ABANDONED, WAIT_OBJECT_0, WAIT_TIMEOUT, WPARAM,
};
use windows_sys::Win32::Networking::WinSock as socket;
use windows_sys::Win32::Security as rights;
use windows_sys::Win32::System::Console::{
    FreeConsole, GetConsoleProcessList, SetConsoleCtrlHandler,
};
use windows_sys::Win32::System::JobObjects as job;
use windows_sys::Win32::System::ProcessStatus::{GetProcessMemoryInfo, PROCESS_MEMORY_COUNTERS};
use windows_sys::Win32::System::Threading as thread;
use windows_sys::Win32::UI::WindowsAndMessaging as window;

use super::{FileId, SILENCE, TRIES, TRY_EVERY};

pub const HOW_TO_HIDE_A_FILE: &str = "move it into your own folder, such as Documents:";

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
        let job = new_job();
        // SAFETY: the job stays open, and the other handle stands for this process.
        unsafe { job::AssignProcessToJobObject(job as HANDLE, thread::GetCurrentProcess()) };
        job
    };
    // Its children are not of this job.
    let flags = job::JOB_OBJECT_LIMIT_PROCESS_MEMORY | job::JOB_OBJECT_LIMIT_SILENT_BREAKAWAY_OK;
    limited(*JOB.get_or_init(create), flags, bytes);
}

/// Returns the handle of a new job, which stays open while this process runs.
fn new_job() -> usize {
    // SAFETY: a job needs neither security attributes nor a name.
    unsafe { job::CreateJobObjectW(null(), null()) as usize }
}

/// Sets the limits of a job; returns its handle again.
fn limited(job: usize, flags: u32, bytes: u64) -> usize {
    let mut limits = job::JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
    limits.BasicLimitInformation.LimitFlags = flags;
    limits.ProcessMemoryLimit = usize::try_from(bytes).unwrap_or(usize::MAX);
    let kind = job::JobObjectExtendedLimitInformation;
    // SAFETY: the limits have the size that is given.
    unsafe {
        let size = size_of::<job::JOBOBJECT_EXTENDED_LIMIT_INFORMATION>() as u32;
        job::SetInformationJobObject(job as HANDLE, kind, (&raw const limits).cast(), size);
    }
    job
}

/// Ends a child with this process, however that ends: then its last handle of their job closes.
pub fn end_with_this(child: &Child) {
    static JOB: OnceLock<usize> = OnceLock::new();
    let job = JOB.get_or_init(|| limited(new_job(), job::JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE, 0));
    // SAFETY: both handles are open.
    unsafe { job::AssignProcessToJobObject(*job as HANDLE, child.as_raw_handle()) };
}

/// Returns the bytes of memory that the system has promised to this process; 0 if it does not report it.
pub fn address_space() -> u64 {
    let mut counters = PROCESS_MEMORY_COUNTERS::default();
    let size = size_of::<PROCESS_MEMORY_COUNTERS>() as u32;
    // SAFETY: the counters have the size that is given.
    unsafe { GetProcessMemoryInfo(thread::GetCurrentProcess(), &raw mut counters, size) };
    counters.PagefileUsage as u64
}

/// Gives up the right to write files, by the lowest rank but one. They can still be read.
pub fn close_to_files() {
    const IS_RANK: u32 = 0x20;
    let (mut rank, mut size, mut token) = ([0_u32; 17], 68, null_mut());
    let rank = rank.as_mut_ptr().cast();
    let label = rights::SID_AND_ATTRIBUTES { Sid: rank, Attributes: IS_RANK };
    let label = rights::TOKEN_MANDATORY_LABEL { Label: label };
    let (kind, adjust) = (rights::TokenIntegrityLevel, rights::TOKEN_ADJUST_DEFAULT);
    // SAFETY: the rank has 68 bytes, as many as the longest one; the token is closed after its only use.
    unsafe {
        rights::CreateWellKnownSid(rights::WinLowLabelSid, null_mut(), rank, &raw mut size);
        if thread::OpenProcessToken(thread::GetCurrentProcess(), adjust, &raw mut token) != 0 {
            let size = size + size_of::<rights::TOKEN_MANDATORY_LABEL>() as u32;
            rights::SetTokenInformation(token, kind, (&raw const label).cast(), size);
            CloseHandle(token);
        }
    }
}

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

fn do_last_work() {
    let work = LAST_WORK.lock().ok().and_then(|mut work| work.take());
    work.into_iter().for_each(|work| work());
}

/// Runs code at Ctrl+C, when the console is closed, or when the session ends; the system then ends the program.
pub fn on_end_signal<E: Display>(
    work: impl FnOnce() -> std::result::Result<(), E> + Send + 'static,
) -> Result<()> {
    unsafe extern "system" fn end(_: u32) -> i32 {
        do_last_work();
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
    std::thread::Builder::new().name("signals".to_owned()).spawn(listen_for_the_end)?;
    // SAFETY: the function lives as long as the program.
    match unsafe { SetConsoleCtrlHandler(Some(end), 1) } {
        0 => Err(Error::last_os_error()),
        _ => Ok(()),
    }
}

/// Waits for the end of the session, which a program with windows learns only by one: this one is never shown.
fn listen_for_the_end() {
    unsafe extern "system" fn hear(to: HWND, message: u32, ends: WPARAM, why: LPARAM) -> LRESULT {
        if message == window::WM_ENDSESSION && ends != 0 {
            do_last_work();
        }
        // SAFETY: these are the words of the system.
        unsafe { window::DefWindowProcW(to, message, ends, why) }
    }
    let name = wide("foolproof-signals");
    let class = window::WNDCLASSW {
        lpfnWndProc: Some(hear),
        lpszClassName: name.as_ptr(),
        ..window::WNDCLASSW::default()
    };
    let (name, mut message) = (name.as_ptr(), window::MSG::default());
    // SAFETY: the name lives as long as the thread, and the message has its own place.
    unsafe {
        window::RegisterClassW(&raw const class);
        let (none, nobody, no_data) = (null_mut(), null_mut(), null());
        window::CreateWindowExW(0, name, name, 0, 0, 0, 0, 0, none, nobody, null_mut(), no_data);
        while window::GetMessageW(&raw mut message, null_mut(), 0, 0) > 0 {
            window::DispatchMessageW(&raw const message);
        }
    }
}

/// Returns a text as the system wants it.
fn wide(text: &str) -> Vec<u16> {
    text.encode_utf16().chain([0]).collect()
}

/// Probes a connection while it is idle.
pub fn keep_alive(stream: &TcpStream) {
    let seconds = |time: Duration| time.as_secs() as u32;
    let options = [
        (socket::SOL_SOCKET, socket::SO_KEEPALIVE, 1),
        (socket::IPPROTO_TCP, socket::TCP_KEEPIDLE, seconds(SILENCE)),
        (socket::IPPROTO_TCP, socket::TCP_KEEPINTVL, seconds(TRY_EVERY)),
        (socket::IPPROTO_TCP, socket::TCP_KEEPCNT, TRIES),
    ];
    for (level, name, value) in options {
        let (socket, value) = (stream.as_raw_socket() as socket::SOCKET, (&raw const value).cast());
        // SAFETY: every value has four bytes. If the system refuses, a lost machine is noticed later.
        unsafe { socket::setsockopt(socket, level, name, value, 4) };
    }
}

fn look_up(path: &Path) -> Option<Information> {
    // Folders are opened only on request.
    let flags = windows_sys::Win32::Storage::FileSystem::FILE_FLAG_BACKUP_SEMANTICS;
    let file = File::options().access_mode(0).custom_flags(flags).open(path).ok()?;
    information(&file).ok()
}

pub fn file_id(path: &Path, _: &Metadata) -> Option<FileId> {
    let found = look_up(path)?;
    Some(FileId { device: found.volume_serial_number(), number: found.file_index() })
}

/// The turn to write a file: a lock by its name, which the system releases if its holder crashes. A locked file
/// itself could be neither read nor replaced.
pub struct FileTurn(HANDLE);

impl Drop for FileTurn {
    fn drop(&mut self) {
        // SAFETY: a turn is held by the thread that took it, since it cannot be sent, and is closed only here.
        unsafe {
            thread::ReleaseMutex(self.0);
            CloseHandle(self.0);
        }
    }
}

/// Waits until no other process of this session writes an existing file.
pub fn wait_for_turn(path: &Path, patience: Duration) -> Option<FileTurn> {
    let mut hasher = DefaultHasher::new();
    path.canonicalize().ok()?.hash(&mut hasher);
    let name = wide(&format!("Local\\foolproof-{:016x}", hasher.finish()));
    // SAFETY: the name ends with a zero; the lock is closed unless it is returned.
    unsafe {
        let lock = thread::CreateMutexW(null(), 0, name.as_ptr());
        let said = thread::WaitForSingleObject(lock, patience.as_millis() as u32);
        if said == WAIT_OBJECT_0 || said == WAIT_ABANDONED {
            return Some(FileTurn(lock));
        }
        CloseHandle(lock);
        None
    }
}

/// True if a file that was not replaced for this reason may be at the next attempt: another program has it open
/// at the moment, or it was read-only, which it is no longer.
#[allow(clippy::permissions_set_readonly_false)]
pub fn may_be_replaced(path: &Path, why: &Error) -> bool {
    if let Ok(mut permissions) = std::fs::metadata(path).map(|file| file.permissions()) {
        permissions.set_readonly(false);
        // If the system refuses, the next attempt fails, too.
        let _ = std::fs::set_permissions(path, permissions);
    }
    let codes = [ERROR_ACCESS_DENIED, ERROR_SHARING_VIOLATION];
    codes.iter().any(|code| why.raw_os_error() == Some(code.cast_signed()))
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

pub fn has_more_names(path: &Path, _: &Metadata) -> bool {
    look_up(path).is_some_and(|found| found.number_of_links() > 1)
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
