#!/usr/bin/env bash
# Builds a Debian package in target/: ./package.sh, or ./package.sh BINARY to pack a program that is built.
# The same program at the same commit gives the same bytes.
set -euo pipefail
cd "$(dirname "$0")"
. ./install.sh
target=${CARGO_TARGET_DIR:-target}
if [ $# = 0 ]; then
    install_for_build
    cargo build --release --locked
fi
install_packages binutils dpkg-dev
binary=${1:-$target/release/foolproof}
program=$(realpath "$binary")
version=$("$program" --version | cut -d' ' -f2)-1
architecture=$(dpkg --print-architecture)
# Files are as old as the last commit, or as the manifest where there is no history.
epoch=$(git log -1 --format=%ct 2>/dev/null || stat -c %Y Cargo.toml)
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$epoch}
umask 022
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root
share=$root/usr/share
document=$share/doc/foolproof

into() { install -D -m 644 "$1" "$2"; }
printed() { mkdir -p "$(dirname "$1")" && "$program" "${@:2}" >"$1"; }
packed() { gzip -9n <"$1" >"$2"; }

install -D -m 755 "$program" "$root/usr/bin/foolproof"
strip --strip-unneeded --remove-section=.comment --remove-section=.note "$root/usr/bin/foolproof"
into packaging/foolproof.desktop "$share/applications/foolproof.desktop"
into packaging/foolproof.svg "$share/icons/hicolor/scalable/apps/foolproof.svg"
into packaging/foolproof.xml "$share/mime/packages/foolproof.xml"
printed "$share/bash-completion/completions/foolproof" completions bash
printed "$share/zsh/vendor-completions/_foolproof" completions zsh
printed "$share/fish/vendor_completions.d/foolproof.fish" completions fish
"$program" man --all "$share/man/man1" >/dev/null
gzip -9n "$share"/man/man1/*.1
"$program" manual --html "$document/html" >/dev/null
"$program" samples "$document/examples" >/dev/null
into assets/licences.txt "$document/copyright"
packed CHANGELOG.md "$document/changelog.gz"
maintainer="The Foolproof developers <developers@foolproof.invalid>"
cat >"$work/changelog" <<END
foolproof ($version) unstable; urgency=medium

  * What is new is in changelog.gz.

 -- $maintainer  $(date -u -R -d "@$SOURCE_DATE_EPOCH")
END
packed "$work/changelog" "$document/changelog.Debian.gz"

# What the program links to; it opens what a window needs only when it shows one.
mkdir -p "$work/shlibs/debian"
printf 'Source: foolproof\n\nPackage: foolproof\nArchitecture: any\n' >"$work/shlibs/debian/control"
depends=$(cd "$work/shlibs" && dpkg-shlibdeps -O -e"$root/usr/bin/foolproof" 2>/dev/null) ||
    depends="shlibs:Depends=libc6, libgcc-s1, libstdc++6"
depends=${depends#shlibs:Depends=}
window="libegl1, libgl1, libwayland-client0, libwayland-egl1, libx11-6, libx11-xcb1, libxcb1, libxcursor1"
window="$window, libxi6, libxkbcommon0, libxkbcommon-x11-0, libxrender1, xdg-desktop-portal"
size=$(find "$root" -type f -printf '%s\n' | awk '{ sum += int(($1 + 1023) / 1024) } END { print sum }')
mkdir -p "$root/DEBIAN"
cat >"$root/DEBIAN/control" <<END
Package: foolproof
Version: $version
Architecture: $architecture
Maintainer: $maintainer
Installed-Size: $size
Depends: $depends
Recommends: $window
Section: devel
Priority: optional
Description: level editor that proves that a puzzle has no shortcut
 You paint part of a puzzle level and lock what you care about. While you
 paint, a solver in the background tells you whether the level can be solved
 and in how many ways. It proves that the level has no shortcut, or shows you
 the shortcut; it completes what you left open and offers repairs.
 .
 Five games are built in; a game of your own is a folder with two text files,
 or a PuzzleScript source. All of it works on the command line, too.
END
(cd "$root" && find usr -type f -print0 | sort -z | xargs -0 md5sum) >"$root/DEBIAN/md5sums"
find "$root" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
package=$target/foolproof_${version}_${architecture}.deb
dpkg-deb --root-owner-group -Zxz ${PACKAGE_LEVEL:+-z"$PACKAGE_LEVEL"} --build "$root" "$package" >/dev/null
echo "$package"
