#!/usr/bin/env bash
# Packs a program that is built, installs it into a root of its own, uses it there, and takes it away again:
# tests/package.sh target/debug/foolproof
set -euo pipefail
cd "$(dirname "$0")/.."
. ./install.sh
install_packages desktop-file-utils dpkg-dev libglib2.0-bin man-db shared-mime-info
binary=$1
# Compressing hard is for people; here it is a minute for nothing.
export PACKAGE_LEVEL=1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "package: $*" >&2; exit 1; }

package=$(./package.sh "$binary")
cp "$package" "$work/first.deb"
./package.sh "$binary" >/dev/null
cmp "$work/first.deb" "$package" || fail "two packages of one program differ"

root=$work/root
mkdir -p "$root/var/lib/dpkg/info" "$root/var/lib/dpkg/updates"
: >"$root/var/lib/dpkg/status"
# No libraries lie in that root: whether they are there is looked up on this machine. Small systems leave
# manuals out; this one takes them in.
in_root() {
    local as=()
    [ "$(id -u)" = 0 ] || as=(unshare --map-root-user)
    "${as[@]}" dpkg --root="$root" --log="$work/log" --force-depends --path-include='/usr/share/*' "$@" >"$work/said" 2>&1 ||
        fail "$(cat "$work/said")"
}
in_root --install "$package"
for name in $(dpkg-deb --field "$package" Depends | sed 's/([^)]*)//g; s/|[^,]*//g; s/,/ /g'); do
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$name")" = installed ] || fail "it runs without $name"
done

export XDG_DATA_HOME="$work/home" XDG_DATA_DIRS="$root/usr/share" HOME="$work/home"
program=$root/usr/bin/foolproof
document=$root/usr/share/doc/foolproof
"$program" --version | grep -Eqx 'foolproof [0-9.]+ \((debug|release|[0-9a-f]{8} of [0-9-]{10})\)' || fail "no version"
"$program" check "$document/examples/refraction.json" | grep -q 'meet their policy' || fail "it does not check"
"$program" licences --all | cmp - "$document/copyright" || fail "the licences differ"
desktop-file-validate "$root/usr/share/applications/foolproof.desktop"
for page in foolproof foolproof-check foolproof-shortcut-free; do
    warnings=$(LC_ALL=C.UTF-8 MANROFFSEQ='' man -M "$root/usr/share/man" --warnings -E UTF-8 -Tutf8 -Z "$page" 2>&1 >/dev/null) ||
        fail "man does not find $page"
    [ -z "$warnings" ] || fail "$page: $warnings"
done
bash -n "$root/usr/share/bash-completion/completions/foolproof"
[ -s "$document/html/index.html" ] || fail "no manual"
grep -q 'svg' "$root/usr/share/icons/hicolor/scalable/apps/foolproof.svg" || fail "no icon"

# The file type: packs are known by their name, or by what they hold; all other JSON stays what it was.
cp /usr/share/mime/packages/freedesktop.org.xml "$root/usr/share/mime/packages/"
update-mime-database "$root/usr/share/mime"
cp "$document/examples/refraction.json" "$work/levels.foolproof.json"
cp "$document/examples/refraction.json" "$work/levels"
echo '{ "name": "something", "foolproof": 1 }' >"$work/other.json"
kind() { gio info -a standard::content-type "$work/$1" | sed -n 's/.*content-type: //p'; }
for file in levels.foolproof.json levels; do
    [ "$(kind "$file")" = application/vnd.foolproof.pack+json ] || fail "$file is $(kind "$file")"
done
[ "$(kind other.json)" = application/json ] || fail "other.json is $(kind other.json)"
rm -r "$root/usr/share/mime"/[!p]* "$root/usr/share/mime/packages/freedesktop.org.xml"

in_root --remove foolproof
left=$(find "$root" -path "$root/var" -prune -o -type f -print)
[ -z "$left" ] || fail "these stay: $left"
echo "package: $(basename "$package"), $(($(stat -c %s "$package") / 1024)) KiB, is installed, used and removed"
