//! `check --watch`: checks packs and folders again whenever something is saved there.
//!
//! Each round runs in a process of its own, so rules are read again and no round harms the next.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime};

use foolproof_cli::Report;
use foolproof_cli::input::Usage;
use foolproof_cli::shown::complain;
use foolproof_games::pack_files;

/// Time between two looks at the files: a round begins at most this long after a save.
const PAUSE: Duration = Duration::from_millis(300);
/// Maximum number of watched files. A folder with more is probably not one of levels.
const MAX_FILES: usize = 20_000;
/// The option to leave out when a round is started.
const OPTION: &str = "--watch";

/// Time of the last change of each file, and its length in bytes.
type Seen = BTreeMap<PathBuf, (Option<SystemTime>, u64)>;

/// Returns the files of `check`: named packs, and those in named folders.
pub(super) fn packs_of(named: &[OsString]) -> Result<Vec<OsString>, Usage> {
    let mut packs = Vec::new();
    for file in named {
        let path = Path::new(file);
        if !path.is_dir() {
            packs.push(file.clone());
            continue;
        }
        let mut seen = Seen::new();
        look_into(path, &mut seen)?;
        let found = seen.into_keys().filter(|file| pack_files::is_pack(file));
        let before = packs.len();
        packs.extend(found.map(OsString::from));
        if packs.len() == before {
            return Err(Usage::of_file(path, "no pack lies in this folder"));
        }
    }
    Ok(packs)
}

/// Checks again and again, until the process is stopped. Returns only if it cannot continue.
pub(super) fn run(named: &[OsString]) -> Result<Report, Usage> {
    let unable = |why: std::io::Error| Usage(format!("the next check cannot be started: {why}"));
    let program = std::env::current_exe().map_err(unable)?;
    let args: Vec<OsString> = std::env::args_os().skip(1).filter(|arg| arg != OPTION).collect();
    let mut round = 0;
    loop {
        round += 1;
        let seen = look(named)?;
        let status = Command::new(&program).args(&args).status().map_err(unable)?;
        // Errors about bad files have been reported; the next save may fix them.
        let told =
            if status.success() { "all levels keep their policy" } else { "not all is well" };
        complain(&format!("check {round}: {told}; waiting for the next save"));
        while look(named)? == seen {
            std::thread::sleep(PAUSE);
        }
        // A program that saves in two steps gets time for the second.
        std::thread::sleep(PAUSE);
    }
}

/// Lists the watched files: named ones, the games next to them, and everything in named folders.
fn look(named: &[OsString]) -> Result<Seen, Usage> {
    let mut seen = Seen::new();
    for file in named.iter().map(Path::new) {
        if file.is_dir() {
            look_into(file, &mut seen)?;
            continue;
        }
        note(file, &mut seen);
        let beside = match file.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        for game in pack_files::games_near(beside) {
            look_into(&game, &mut seen)?;
        }
    }
    Ok(seen)
}

fn look_into(folder: &Path, seen: &mut Seen) -> Result<(), Usage> {
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for entry in entries.flatten() {
            let path = entry.path();
            if entry.file_name().as_encoded_bytes().starts_with(b".") {
                continue;
            }
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => open.push(path),
                Ok(kind) if kind.is_file() => note(&path, seen),
                _ => {}
            }
            if seen.len() > MAX_FILES {
                let why = format!("more than {MAX_FILES} files are too many");
                return Err(Usage::of_file(&folder, why));
            }
        }
    }
    Ok(())
}

fn note(file: &Path, seen: &mut Seen) {
    let about = fs::metadata(file).ok();
    let stamp = about.as_ref().map_or((None, 0), |about| (about.modified().ok(), about.len()));
    seen.insert(file.to_owned(), stamp);
}
