#!/usr/bin/env bash
# Compares what the program writes on Linux and on Windows, byte for byte: all samples, reports, generated levels,
# conversions, pages. packaging/same-everywhere.sh LINUX_PROGRAM WINDOWS_PROGRAM; the latter runs under Wine.
set -euo pipefail
linux=$(realpath "$1")
windows=$(realpath "$2")
here=$(dirname "$(realpath "$0")")
cd "$here/.."
. ./install.sh
install_packages gcc-mingw-w64-x86-64-posix wine wine64
work=$(mktemp -d)
export WINEPREFIX=${WINEPREFIX:-$work/wine} WINEDEBUG=-all
trap 'wineserver -k 2>/dev/null || true; rm -rf "$work"' EXIT
wine64=$(command -v wine64 || echo /usr/lib/wine/wine64)
"$wine64" wineboot --init >/dev/null 2>&1
system=$WINEPREFIX/drive_c/windows/system32
if [ ! -e "$system/bcryptprimitives.dll" ]; then
    x86_64-w64-mingw32-gcc-posix -shared -Os -s packaging/windows/random.c -ladvapi32 -o "$system/bcryptprimitives.dll"
fi

# Each command, as it is typed in a folder of its own; $n counts them.
cat >"$work/commands" <<'END'
samples samples
schema
duplicates --json samples/sudoku.json
check --json samples/refraction.json
check --json samples/linjat.json
check --json samples/sudoku.json
check --json samples/witness.json
check --json samples/penguin_push.json
check --junit report.xml samples/refraction.json
verify samples/refraction.json#1
verify --json samples/refraction.json#1
solve --json samples/sudoku.json#1
rate --json samples/linjat.json#1
steps samples/sudoku.json#1
generate refraction --size 5x5 --seed 7 -n 2 -o refraction.json
generate sudoku --size 6x6 --seed 7 -n 2 -o sudoku.json
generate linjat --size 5x5 --seed 7 -n 2 -o linjat.json
convert samples/sudoku.json copy.json
convert samples/refraction.json page.html
convert samples/sudoku.json page2.html
convert samples/witness.json links.url
render samples/sudoku.json#1 level.svg
render samples/refraction.json sheet.png
render samples/witness.json --booklet booklet.pdf
new-game mine --like nurikabe
manual --html book
licences --all
man --all pages
completions bash
check no-such-file.json
check samples
check --json samples
check --junit all.xml samples
verify samples/games/crates/levels.json#1
steps --json samples/linjat.json#2
rate --json samples/witness.json#3
events --json samples/games/crates/levels.json#1
generate witness --size 4x4 --seed 3 -n 2 -o witness.json
generate penguin-push --size 5x5 --seed 3 -n 1 -o penguin.json
END
mkdir "$work/linux" "$work/windows"
run() {
    local n=0 command
    while read -r command; do
        n=$((n + 1))
        # The words hold no spaces.
        # shellcheck disable=SC2086
        "$@" $command >"$n.out" 2>"$n.err" </dev/null || echo "status $?" >>"$n.err"
    done <"$work/commands"
}
(cd "$work/linux" && run "$linux")
(cd "$work/windows" && run "$wine64" "$windows")
# When something was done and how long it took differ on each run; and words to people name paths as the system does.
find "$work"/linux "$work"/windows \( -name '*.out' -o -name '*.xml' \) -exec sed -E -i \
    -e 's/"elapsed_ms": [0-9.]+/"elapsed_ms": 0/' -e 's/[0-9.]+ (µs|ms|s|min)\b/0 s/' \
    -e 's/(time|timestamp)="[^"]*"/\1=""/' -e 's/"date": "[^"]*"/"date": ""/' -e 's#(book|mine)\\#\1/#g' {} +
if diff -rq "$work/linux" "$work/windows"; then
    echo "$(wc -l <"$work/commands") commands, $(find "$work/linux" -type f | wc -l) files: the same bytes"
else
    nl "$work/commands"
    diff -r "$work/linux" "$work/windows" | head -n "${LINES_SHOWN:-60}"
    exit 1
fi
