#!/usr/bin/env bash
# Installs what the tests need and runs all of them, with formatting and lints.
set -euo pipefail
cd "$(dirname "$0")"
. ./install.sh
install_for_build
# Image snapshots of the window are drawn by Mesa's software renderer.
install_packages mesa-vulkan-drivers codespell
# Pages are played in a browser, and the C# reader of packs is compiled and run. The one for Godot is not:
# Debian has no Godot 4.
install_packages chromium mono-mcs mono-runtime libmono-system-core4.0-cil
cargo fmt --check
codespell src tests encodings benches docs packaging ./*.md ./*.sh
cargo clippy --locked --all-targets -- -D warnings
# The command line and all that it stands on need no window.
cargo clippy --locked --package foolproof --no-default-features -- -D warnings
# There are no examples: naming them lets libraries have the features that they have in tests, so that none is
# checked once more.
RUSTDOCFLAGS="-D warnings" cargo doc --locked --no-deps --lib --examples
cargo test --locked "$@"
# What was tested is packed, installed and removed again.
[ $# -gt 0 ] || tests/package.sh "${CARGO_TARGET_DIR:-target}/debug/foolproof"
