#!/usr/bin/env bash
# Installs what this system lacks, builds Foolproof and opens it on the sample pack.
# Without a display it says so and checks the sample pack instead.
set -euo pipefail
cd "$(dirname "$0")"
. ./install.sh
install_for_build
# What the window loads when it starts, under X11 and Wayland.
install_packages libx11-6 libx11-xcb1 libxcursor1 libxi6 libxkbcommon-x11-0 libegl1 libgl1
exec cargo run --release --locked -- --or-check "$@"
