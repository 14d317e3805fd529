#!/usr/bin/env bash
# Packs a tar in target/ that runs on any Linux with the C library that it names, from any folder:
#   packaging/linux.sh               builds a release here
#   packaging/linux.sh BINARY        packs a program that is built
#   packaging/linux.sh --debian-11   builds a release with the libraries of Debian 11, in a folder of its own; as root
# It has what the Debian package has. The same program at the same commit gives the same bytes.
set -euo pipefail
cd "$(dirname "$0")/.."
. ./install.sh
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")

build_on_debian_11() {
    local system=$target/debian-11 source home
    source=$(pwd) home=${CARGO_HOME:-$HOME/.cargo}
    install_packages debootstrap
    [ -e "$system/usr/bin/cmake" ] || debootstrap --variant=minbase --include=ca-certificates,cmake,g++,git,make \
        bullseye "$system" "${MIRROR:-http://deb.debian.org/debian}"
    mkdir -p "$target/for-debian-11" "$system$source" "$system$target" "$system$home" "$system${RUSTUP_HOME:-$HOME/.rustup}"
    # The mounts end with the build.
    unshare --mount bash -euo pipefail -c '
        system=$1
        shift
        for folder in /proc /dev /etc/resolv.conf "$@"; do
            [ -d "$folder" ] || touch "$system$folder"
            mount --rbind "$folder" "$system$folder"
        done
        exec chroot "$system" /usr/bin/env PATH="$PATH" HOME="$HOME" CARGO_TARGET_DIR="$2/for-debian-11" \
            bash -c "git config --global --add safe.directory \"$1\"; cd \"$1\" && cargo build --release --locked"
    ' build "$system" "$source" "$target" "$home" "${RUSTUP_HOME:-$HOME/.rustup}"
}

case "${1:-}" in
    --debian-11)
        install_for_build
        build_on_debian_11
        binary=$target/for-debian-11/release/foolproof
        ;;
    '')
        install_for_build
        cargo build --release --locked
        binary=$target/release/foolproof
        ;;
    *) binary=$1 ;;
esac
install_packages binutils xz-utils

package=$(./package.sh "$binary")
epoch=$(git log -1 --format=%ct 2>/dev/null || stat -c %Y Cargo.toml)
version=$("$binary" --version | cut -d' ' -f2)
name=foolproof-$version-linux-$(uname -m)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
dpkg-deb --extract "$package" "$work/root"
mv "$work/root/usr" "$work/$name"
# Where others than Debian look for them.
mv "$work/$name/share/zsh/vendor-completions" "$work/$name/share/zsh/site-functions"
glibc=$(objdump -T "$binary" | grep -o 'GLIBC_[0-9.]*' | sort -Vu | tail -n1 | cut -d_ -f2)
cat >"$work/$name/share/doc/foolproof/README" <<END
Start bin/foolproof, from wherever this folder lies. To have it in the menu, on the PATH and for its files, unpack the
tar over ~/.local:

  tar -xf $name.tar.xz --strip-components=1 -C ~/.local

It needs glibc $glibc or newer; and for the window OpenGL, libxkbcommon and the libraries of X11 or Wayland, which
every desktop has.
END
tar=$target/$name.tar.xz
tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@${SOURCE_DATE_EPOCH:-$epoch}" --mode=go-w \
    -C "$work" -cf - "$name" | xz -9 -T1 >"$tar"
echo "$tar, which needs glibc $glibc"
