#!/usr/bin/env bash
# Installs what the tests need and runs all of them, with formatting and lints.
set -euo pipefail
cd "$(dirname "$0")"
. ./install.sh
install_for_build
# Image snapshots of the window are drawn by Mesa's software renderer.
install_packages mesa-vulkan-drivers
cargo fmt --check
cargo clippy --locked --all-targets -- -D warnings
cargo test --locked "$@"
