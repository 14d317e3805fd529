//! Links the C++ library of clingo into the program where the compiler has it, so that the program starts without
//! it: a fifth of a start is the search for its symbols, and a machine without a compiler need not have it.

use std::env::var;
use std::path::{Path, PathBuf};
use std::process::Command;

const LIBRARY: &str = "libstdc++.a";

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=CXX");
    let is = |name: &str, value: &str| var(name).is_ok_and(|found| found == value);
    let is_native = var("HOST").ok() == var("TARGET").ok();
    if is_native && is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu") {
        // Without the library for linking, the one of the system is used.
        let _ = link_into_program();
    }
}

/// Makes the linker find the library in a folder of its own, before the one of the system.
fn link_into_program() -> Option<()> {
    let compiler = var("CXX").unwrap_or_else(|_| "c++".to_owned());
    let named = Command::new(compiler).arg(format!("-print-file-name={LIBRARY}")).output().ok()?;
    let library = PathBuf::from(String::from_utf8(named.stdout).ok()?.trim());
    let folder = Path::new(&var("OUT_DIR").ok()?).join("linked");
    std::fs::create_dir_all(&folder).ok()?;
    // A compiler that does not have it prints its bare name.
    std::fs::copy(&library, folder.join(LIBRARY)).ok()?;
    println!("cargo:rustc-link-search=native={}", folder.display());
    Some(())
}
