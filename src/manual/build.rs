//! Lists the contents of `docs/src`, so that the program includes every page and picture of its
//! manual.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=../../docs/src");
    let variable = |name: &str| env::var_os(name).map(PathBuf::from).unwrap_or_default();
    let folder = variable("CARGO_MANIFEST_DIR").join("../../docs/src");
    let mut files = Vec::new();
    gather(&folder, &mut files)?;
    files.sort();
    let mut code = String::from("[\n");
    for file in files {
        let name: Vec<String> = file
            .strip_prefix(&folder)
            .unwrap_or(&file)
            .iter()
            .map(|part| part.to_string_lossy().into_owned())
            .collect();
        let _ = writeln!(code, "({:?}, include_bytes!({:?})),", name.join("/"), file);
    }
    code.push_str("]\n");
    fs::write(variable("OUT_DIR").join("manual_files.rs"), code)
}

/// Collects the pages and pictures under a folder; files that image tests left there do not belong to the book.
fn gather(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.to_string_lossy();
        let left = [".new.png", ".diff.png", ".old.png"].iter().any(|end| name.ends_with(end));
        if path.is_dir() {
            gather(&path, files)?;
        } else if !left && [".md", ".svg", ".png"].iter().any(|end| name.ends_with(end)) {
            files.push(path);
        }
    }
    Ok(())
}
