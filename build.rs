//! What the program says of its own build, and its icon on Windows.
//!
//! Only a release names its commit: otherwise everything here would be built again after each one.

use std::env::var;
use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rustc-env=FOOLPROOF_BUILD={}", build());
    // An object file with the icon and the manifest of Windows, which packaging/windows.sh makes.
    println!("cargo:rerun-if-env-changed=FOOLPROOF_RESOURCES");
    if let Ok(resources) = var("FOOLPROOF_RESOURCES") {
        println!("cargo:rerun-if-changed={resources}");
        println!("cargo:rustc-link-arg-bins={resources}");
    }
}

/// Returns the commit of a release and its day, or the profile.
fn build() -> String {
    let profile = var("PROFILE").unwrap_or_default();
    if profile != "release" {
        return profile;
    }
    // It changes with every commit and every branch; outside of a checkout there is none.
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"])
        && Path::new(&log).exists()
    {
        println!("cargo:rerun-if-changed={log}");
    }
    git(&["log", "-1", "--abbrev=8", "--format=%h of %cs"]).unwrap_or(profile)
}

fn git(words: &[&str]) -> Option<String> {
    let said = Command::new("git").args(words).output().ok().filter(|it| it.status.success())?;
    let said = String::from_utf8(said.stdout).ok()?;
    Some(said.trim().to_owned()).filter(|said| !said.is_empty())
}
