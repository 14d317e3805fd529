//! Where the code of a past commit lies today: the number of files outside the folders of its capability.
//!
//! `cargo bench --bench replay` does so for four commits, and `-- COMMIT FOLDER…` for any other. It follows
//! lines of code: those that the commit added and that stand in exactly one file today. Rewritten code is not
//! found. Files with fewer than three such lines are ignored as chance. It needs the history of the repository.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Past commits, with the folders of their capabilities.
const COMMITS: [(&str, &[&str]); 4] = [
    ("a0a02ed", &["slices/course"]),
    ("f96ca11", &["shipping", "slices/exporting", "games/page_programs", "game/page_rules"]),
    ("58f5bb3", &["slices/play", "slices/records", "records"]),
    ("bc63c51", &["solver/hosts", "slices/studies", "work", "cli/hosts"]),
];
/// Shorter lines recur by chance.
const LONG_ENOUGH: usize = 24;
const FEWEST: usize = 3;

fn main() {
    // Cargo adds an option of its own.
    let given: Vec<String> =
        std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let today = lines_of_today();
    match given.split_first() {
        Some((commit, folders)) => {
            let folders: Vec<&str> = folders.iter().map(String::as_str).collect();
            replay(commit, &folders, &today);
        }
        None => COMMITS.iter().for_each(|(commit, folders)| replay(commit, folders, &today)),
    }
}

/// Prints the files outside `folders` that hold code of a commit.
fn replay(commit: &str, folders: &[&str], today: &BTreeMap<String, BTreeSet<PathBuf>>) {
    let (added, files) = added_lines(commit);
    let mut counts: BTreeMap<&Path, usize> = BTreeMap::new();
    for line in &added {
        if let Some(files) = today.get(line).filter(|files| files.len() == 1) {
            for file in files {
                *counts.entry(file).or_default() += 1;
            }
        }
    }
    let found: usize = counts.values().sum();
    let is_own = |file: &Path| {
        let path = file.to_string_lossy();
        folders.iter().any(|folder| path.starts_with(&format!("src/{folder}")))
    };
    let outside: Vec<_> =
        counts.iter().filter(|(file, count)| **count >= FEWEST && !is_own(file)).collect();
    let subject = git(&["show", "--no-patch", "--format=%h %s", commit]);
    println!("{}", subject.trim());
    println!("  touched {files} files of src; of {} lines {found} stand in one file", added.len());
    println!("  files outside {}: {}", folders.join(", "), outside.len());
    for (file, count) in outside {
        println!("  {count:>6}  {}", file.display());
    }
}

fn git(arguments: &[&str]) -> String {
    let output = Command::new("git")
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    output.unwrap_or_default()
}

/// The lines of Rust that a commit added to `src`, and the number of Rust files that it touched there.
fn added_lines(commit: &str) -> (Vec<String>, usize) {
    let patch = git(&["show", "--unified=0", "--no-renames", "--format=", commit, "--", "src"]);
    let (mut lines, mut files, mut is_rust) = (Vec::new(), 0, false);
    for line in patch.lines() {
        if let Some(path) = line.strip_prefix("+++ ") {
            is_rust = path.ends_with(".rs");
            files += usize::from(is_rust);
        } else if let Some(line) = line.strip_prefix('+').map(str::trim)
            && is_rust
            && is_telling(line)
        {
            lines.push(line.to_owned());
        }
    }
    (lines, files)
}

/// Whether a line of code is distinctive.
fn is_telling(line: &str) -> bool {
    const COMMON: [&str; 7] = ["//", "use ", "pub use ", "mod ", "pub mod ", "#[", "super::"];
    line.len() >= LONG_ENOUGH && !COMMON.iter().any(|begin| line.starts_with(begin))
}

/// The distinctive lines of `src` today, with the files that contain them.
fn lines_of_today() -> BTreeMap<String, BTreeSet<PathBuf>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found: BTreeMap<String, BTreeSet<PathBuf>> = BTreeMap::new();
    for file in git(&["ls-files", "src"]).lines().filter(|file| file.ends_with(".rs")) {
        let text = fs::read_to_string(root.join(file)).unwrap_or_default();
        for line in text.lines().map(str::trim).filter(|line| is_telling(line)) {
            found.entry(line.to_owned()).or_default().insert(PathBuf::from(file));
        }
    }
    found
}
