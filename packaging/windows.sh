#!/usr/bin/env bash
# Builds Foolproof for Windows on Debian, and packs it in target/: a zip that runs from a stick, and an installer.
# packaging/windows.sh --dev packs a build that is quicker to make. The same program at the same commit gives the
# same zip.
set -euo pipefail
cd "$(dirname "$0")/.."
. ./install.sh
profile=release
[ "${1:-}" != --dev ] || profile=dev
install_for_build
install_packages binutils-mingw-w64-x86-64 g++-mingw-w64-x86-64-posix icoutils librsvg2-bin nsis zip
rustup target add x86_64-pc-windows-gnu
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || stat -c %Y Cargo.toml)}
version=$(sed -n '/^\[workspace.package\]/,/^$/s/^version = "\(.*\)"/\1/p' Cargo.toml)
umask 022
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Resources of the program, which build.rs links.
icon=$target/windows/foolproof.ico
mkdir -p "$target/windows"
for size in 16 24 32 48 64 256; do
    rsvg-convert --width $size --height $size packaging/foolproof.svg --output "$work/$size.png"
done
icotool --create --output "$work/foolproof.ico" "$work"/{16,24,32,48,64}.png --raw="$work/256.png"
cmp -s "$work/foolproof.ico" "$icon" || cp "$work/foolproof.ico" "$icon"
x86_64-w64-mingw32-windres -I packaging/windows -DVERSION="$version" -DNUMBERS="${version//./,},0" \
    -DICON_FILE="$icon" packaging/windows/foolproof.rc "$work/resources.o"
resources=$target/windows/resources.o
cmp -s "$work/resources.o" "$resources" || cp "$work/resources.o" "$resources"

export CC_x86_64_pc_windows_gnu=x86_64-w64-mingw32-gcc-posix
export CXX_x86_64_pc_windows_gnu=x86_64-w64-mingw32-g++-posix
export CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER=x86_64-w64-mingw32-gcc-posix
# clingo's C++ library does not name the libraries that it needs in turn; they are linked in.
libraries=-lstdc++,-lwinpthread,-lgcc_eh,-lgcc,-lmingwex,-Bdynamic,-lmsvcrt,-lkernel32
export CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUSTFLAGS="-C link-args=-Wl,--start-group,-Bstatic,$libraries,--end-group"
# Some crates of fonts are too deep for the compiler's usual stack on this target.
export RUST_MIN_STACK=134217728
FOOLPROOF_RESOURCES=$resources cargo build --profile "$profile" --locked --target x86_64-pc-windows-gnu
program=$target/x86_64-pc-windows-gnu/${profile/dev/debug}/foolproof.exe
foreign=$(x86_64-w64-mingw32-objdump -p "$program" | sed -n 's/.*DLL Name: //p' | grep -E '^lib(std|gcc|winpthread)' || true)
[ -z "$foreign" ] || { echo "It needs libraries that Windows does not have: $foreign" >&2; exit 1; }

name=foolproof-$version-windows-x86_64
content=$work/$name
mkdir -p "$content"
x86_64-w64-mingw32-strip -o "$content/foolproof.exe" "$program"
x86_64-w64-mingw32-gcc-posix -Os -s -municode -mwindows -Wall -Wextra -Wl,--no-insert-timestamp \
    packaging/windows/window.c "$resources" -o "$content/foolproof-window.exe"
as_windows() { sed 's/$/\r/'; }
as_windows <packaging/windows/readme.txt >"$content/readme.txt"
as_windows <assets/licences.txt >"$content/licences.txt"
find "$content" -exec touch -d "@$SOURCE_DATE_EPOCH" {} +
zip=$target/$name.zip
rm -f "$zip"
(cd "$work" && find "$name" | sort | TZ=UTC zip -9 -X -q "$zip" -@)
echo "$zip"

if command -v makensis >/dev/null; then
    # The uninstaller names each file, so that it removes no other.
    for file in "$content"/*; do echo "Delete \"\$INSTDIR\\$(basename "$file")\""; done >"$content.nsh"
    installer=$target/$name.exe
    makensis -V2 -DVERSION="$version" -DCONTENT="$content" -DICON="$icon" -DRESULT="$installer" \
        packaging/windows/foolproof.nsi >/dev/null
    echo "$installer"
fi
